"""When the table is handed from one person to another, and what is said to whoever comes."""

from __future__ import annotations

from typing import TYPE_CHECKING

from game.kernel.ids import Seat

if TYPE_CHECKING:
    from game.match.match import Match


def handed_over(match: Match, viewer: Seat) -> bool:
    """Tell whether this game hands the table over although nothing is hidden, such as a tracker for two people (CM-2)."""
    people = sum(plan.human for plan in match.plans)
    return people > 1 and match.rules.hand_over(match.observation(viewer))


def secret(match: Match, viewer: Seat) -> bool:
    """Tell whether the one who looks may see what others may not, or the game wants the table handed over."""
    if handed_over(match, viewer):
        return True
    scene = match.scene(viewer)
    return any(zone.kind == "hand" for zone in scene.zones.values()) or any(
        piece.kind == "card" and piece.face is None for piece in scene.pieces.values()
    )
