"""The numbers of a card as they are now: each in the place where it is printed, in the tone of its change.

A badge with the glyph of a printed number says what that is now; a bar says how much of it is left.
"""

from __future__ import annotations

from msgspec.structs import replace

from game.kernel.scene import Badge, CardFace, ScenePiece


def numbers_now(face: CardFace, piece: ScenePiece) -> CardFace:
    """Return a card with its numbers as they are now."""
    stats = tuple(stat_now(stat, piece) for stat in face.stats)
    return face if stats == face.stats else replace(face, stats=stats)


def stat_now(stat: Badge, piece: ScenePiece) -> Badge:
    """Return a printed number as it is now."""
    for badge in piece.badges:
        if badge.icon == stat.icon and badge.shape == "bar":
            stat = replace(stat, value=badge.value.partition("/")[0])
        elif badge.icon == stat.icon and not badge.shape:
            stat = replace(stat, value=badge.value or stat.value, tone=badge.tone or stat.tone)
    return stat
