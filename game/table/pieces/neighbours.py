"""What lies beside a piece: the row that a box which speaks of the piece should not cover."""

from __future__ import annotations

from game.kernel.scene import Scene, ScenePiece
from game.table.canvas.view import Rect
from game.table.pieces.layout import Layout

_ZONE, _ROW = 300.0, 380.0
"""A zone is left free when it is at most so high, a row of pieces in a higher one when that is; more would be too much."""


def row_of(piece: ScenePiece, scene: Scene, layout: Layout) -> Rect | None:
    """Return the zone a piece lies in, or of a high one the row of its pieces; None where that is too much."""
    zone, own = layout.zones.get(piece.zone), layout.poses.get(piece.id)
    if zone is None or zone[3] <= _ZONE:
        return zone
    if own is None or own.h > _ROW or scene.zones[piece.zone].kind == "grid":
        return None
    beside = [
        pose.rect
        for key, pose in layout.poses.items()
        if key in scene.pieces and scene.pieces[key].zone == piece.zone and abs(pose.y - own.y) < own.h / 2
    ]
    left, top = min(x for x, _, _, _ in beside), min(y for _, y, _, _ in beside)
    right, bottom = max(x + wide for x, _, wide, _ in beside), max(y + high for _, y, _, high in beside)
    return (left, top, right - left, bottom - top) if bottom - top <= _ROW else None
