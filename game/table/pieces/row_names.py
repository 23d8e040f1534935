"""The names of the cards of a row, set alike: in one face and at one size, the largest that all of them can have.

A row is what lies side by side, in one zone or in several; a hand is one however it is bent, but for the card on which no other lies.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING

from game.kernel.ids import PieceId
from game.kernel.scene import CardFace, Scene
from game.table.canvas.draw import Made, Text
from game.table.pieces import creature, fan
from game.table.pieces.card_face import FULL, PILED, SEEN, face_items, set_look
from game.table.pieces.layout import OPEN, Layout
from game.table.pieces.name_plate import DOWN, LEAST, NARROW, Setting, largest_set, settings_of
from game.table.pieces.written import MOST_KNOWN, Faces

if TYPE_CHECKING:
    from game.table.shell.app import App

TURNED = 0.94
"""How large a turned card lies beside those that stand upright."""

ALIKE = 0.85
"""How large, beside the largest that is possible, the names of a row are at least where they all stand at the same height of their cards."""

_EDGE = Setting("bold", capitals=False, place=DOWN)
"""How a name is set down the edge of its card."""

Lying = tuple[PieceId, CardFace, int, float]
"""A card, its face, its width in device pixels and the part of it that is seen."""


def looks(app: App, scene: Scene, layout: Layout, faces: Faces) -> dict[PieceId, str]:
    """Return how cards look for what lies beside them: which lie on a pile, the part that is seen of each, and how the names of a row are set."""
    found = {
        piece.id: PILED
        for piece in scene.pieces.values()
        if piece.zone in scene.zones and scene.zones[piece.zone].kind == "pile" and _closed(layout, piece.id)
    }
    for row in _rows(app, scene, layout, faces):
        low = scene.zones[scene.pieces[row[0][0]].zone].kind == "hand" and _sunk(scene, layout, row[0][0])
        setting = _alike(app, row, low=low)
        for piece, face, device, seen in row if row[0][0] not in found else ():
            part, own = f"{SEEN}{round(seen * 100)}" if seen < 1 else "", setting
            if part and not _sunk(scene, layout, piece) and _better_down(app, face, device, seen, setting):
                own = _EDGE
            found[piece] = "-".join(
                filter(None, (part, set_look(own) if own is not None and (len(row) > 1 or own is _EDGE or own.low) else ""))
            )
    return found


def _sunk(scene: Scene, layout: Layout, piece: PieceId) -> bool:
    """Tell whether a card of a hand rests half below the edge of the window."""
    return fan.rests(layout.zones[scene.pieces[piece].zone])


def _better_down(app: App, face: CardFace, device: int, seen: float, setting: Setting | None) -> bool:
    """Tell whether a name that would be cut where it is set like its neighbours is whole down the edge of its card."""
    return setting is not None and not _pixels(app, face, device, seen, setting) and bool(_pixels(app, face, device, seen, _EDGE))


def _closed(layout: Layout, piece: PieceId) -> bool:
    return piece in layout.poses and layout.poses[piece].z != OPEN


def _rows(app: App, scene: Scene, layout: Layout, faces: Faces) -> Iterator[list[Lying]]:
    rows: dict[tuple[object, ...], list[Lying]] = {}
    for piece in scene.pieces.values():
        pose, face = layout.poses.get(piece.id), faces(piece.face) if piece.kind == "card" and piece.face is not None else None
        zone = scene.zones.get(piece.zone)
        if pose is None or face is None or zone is None:
            continue
        if creature.fights(piece):
            face = creature.face_now(app, face, piece, round(pose.w / 2) * 2)
        upright = pose.w / (TURNED if abs(pose.angle) == 90 else 1.0)
        seen = layout.seen.get(piece.id, 1.0)
        place = (
            (zone.id, seen == 1)
            if zone.kind == "hand"
            else (piece.id,)
            if zone.kind in {"stack", "pile"}
            else (round(pose.y), round(upright / 4))
        )
        device = max(1, round(round(pose.w / 2) * 2 * app.view.scale))
        rows.setdefault(place, []).append((piece.id, face, device, seen))
    yield from rows.values()


def _alike(app: App, row: list[Lying], *, low: bool = False) -> Setting | None:
    """Return how all names of a row can be set, None where there is no one way; where one is whole in narrow letters alone, all are set in these."""
    settings = tuple(setting._replace(low=low) for setting in settings_of(app, app.theme, narrow=row[0][2] < FULL))
    narrow = [_pixels(app, *each[1:], NARROW) for each in row]
    if all(narrow) and not all(any(_pixels(app, *each[1:], setting) for setting in settings) for each in row):
        return NARROW._replace(pixels=min(narrow), low=low)
    row = [each for each in row if any(_pixels(app, *each[1:], setting) for setting in settings)]  # a name that cannot be read is not there
    possible: list[Setting] = []
    for setting in settings:
        found: dict[int, int] = {}
        for place in (0, 1, -1):
            sizes = [_pixels(app, face, device, seen, setting._replace(place=place)) for _, face, device, seen in row]
            found[place] = (
                min(filter(None, sizes), default=0) if all(sizes) or (place < 0 and setting == settings[-1] and not possible) else 0
            )
        if found[-1]:
            place = next((place for place in (0, 1) if found[place] >= ALIKE * found[-1]), -1)
            possible.append(setting._replace(pixels=found[place], place=place))
            if setting.face == "display":
                break
    return possible[largest_set([(each, each.pixels) for each in possible])] if possible else None


def _pixels(app: App, face: CardFace, device: int, seen: float, setting: Setting) -> int:
    """Return how large, in device pixels, a card's name is if it is set so; 0 where it cannot be."""
    scale = app.view.scale
    key = ("row", app.theme.id, face, device, seen, setting, scale, app.settings.text, app.painter.worn)
    known = app.painter.reckoned
    if key not in known:
        if len(known) >= MOST_KNOWN:
            known.clear()
        rect = (0.0, 0.0, device / scale, device / scale * 1.4)
        named = (
            item
            for item in face_items(app, app.theme, face, rect, device, seen, setting)
            if isinstance(item, Text | Made) and item.words.casefold() == face.name.casefold()
        )
        name = next(named, None)
        if isinstance(name, Made):
            known[key] = LEAST if setting.place == DOWN else 0  # at least
        else:
            known[key] = round(name.size * scale) if name is not None and name.face == setting.face and _fits(app, name) else 0
    pixels: int = known[key]
    return pixels


def _fits(app: App, name: Text) -> bool:
    return max(app.measure(word, name.face, name.size) for word in name.words.split()) <= name.rect[2] + 0.5
