"""Where on a grid something happens, so that a map seen in part can show it."""

from __future__ import annotations

from game.kernel.cues import Telling
from game.kernel.ids import Place, ZoneId
from game.kernel.scene import Scene, ScenePiece

FOLLOWS = 0.3
"""In how many seconds the view comes to what happens out of sight, at normal pace."""


def happens_at(before: Scene | None, after: Scene, telling: Telling | None) -> tuple[ZoneId, int] | None:
    """Return the grid and its cell where a step happens: what is told of it, else a piece that comes, goes or leaves there; None where it does not happen on a grid."""
    told = (telling.at, telling.by) if telling is not None else ()
    found = [cell for place in told if place and (cell := cell_of(place, after) or (cell_of(place, before) if before else None))]
    old, new = (before.pieces if before is not None else {}), after.pieces
    moved = [key for key in {**new, **old} if _lies(old.get(key)) != _lies(new.get(key))]
    found += [cell for pieces in (new, old) for key in moved if (cell := _lies(pieces.get(key))) is not None and _is_grid(cell[0], after)]
    return found[0] if found else None


def _lies(piece: ScenePiece | None) -> tuple[ZoneId, int] | None:
    return (piece.zone, piece.slot) if piece is not None else None


def _is_grid(zone: ZoneId, scene: Scene) -> bool:
    return zone in scene.zones and scene.zones[zone].kind == "grid"


def cell_of(place: Place, scene: Scene) -> tuple[ZoneId, int] | None:
    """Return the grid and the cell at which a place lies, None for one that lies on no grid."""
    kind, _, rest = place.partition("/")
    zone, _, index = rest.rpartition("/")
    cell = (zone, int(index)) if kind == "cell" and index.isdigit() else None
    if kind == "piece" and rest.isdigit():
        cell = _lies(scene.pieces.get(int(rest)))
    return cell if cell is not None and _is_grid(cell[0], scene) else None
