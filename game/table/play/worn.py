"""What a piece on the grid wears is too small to be met by a hand: it is reached through whoever wears it."""

from __future__ import annotations

from collections.abc import Sequence

from game.kernel.ids import Place, piece_place
from game.kernel.scene import Scene
from game.table.play.grip import Grip


def worn(scene: Scene, grip: Grip, place: Place) -> tuple[Place, ...]:
    """Return what a piece on a grid wears and what can be used now."""
    kind, _, name = place.partition("/")
    host = scene.pieces.get(int(name)) if kind == "piece" and name.isdecimal() else None
    if host is None or scene.zones[host.zone].kind != "grid":
        return ()
    usable = grip.sources()
    return tuple(place for each in scene.pieces.values() if each.on == host.id and (place := piece_place(each.id)) in usable)


def instead(scene: Scene, grip: Grip, places: Sequence[Place]) -> Place | None:
    """Return what a press on places, topmost first, picks up of what the first wears, where that can do nothing itself."""
    if grip.held is not None or not places or places[0] in grip.sources():
        return None
    return next(iter(worn(scene, grip, places[0])), None)
