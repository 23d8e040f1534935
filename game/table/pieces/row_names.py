"""The names of the cards of a row, set alike: in one face, and on the table at one size, the largest that all of them can have.

A row is what lies side by side, in one zone or in several; a hand is one however it is bent. In a hand each name is as large as it fits: a long word makes none but its own small.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
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
        held = scene.zones[scene.pieces[row[0][0]].zone].kind == "hand"
        low = held and _sunk(scene, layout, row[0][0])
        setting = _alike(app, row, low=low, held=held)
        whole = setting._replace(pixels=0, place=-1) if held and setting is not None else setting
        for piece, face, device, seen in row if row[0][0] not in found else ():
            part, own = f"{SEEN}{round(seen * 100)}" if seen < 1 else "", setting if seen < 1 else whole
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
            (zone.id,) if zone.kind == "hand" else (piece.id,) if zone.kind in {"stack", "pile"} else (round(pose.y), round(upright / 4))
        )
        device = max(1, round(round(pose.w / 2) * 2 * app.view.scale))
        rows.setdefault(place, []).append((piece.id, face, device, seen))
    yield from rows.values()


def _alike(app: App, row: list[Lying], *, low: bool = False, held: bool = False) -> Setting | None:
    """Return how all names of a row can be set, None where there is no one way; where one is whole in narrow letters alone, all are set in these.

    Of a hand (`held`) the size is that of its largest name, and what is cut short or stands down its edge has its neighbours set in the same face.
    """
    settings = tuple(setting._replace(low=low) for setting in settings_of(app, app.theme, narrow=row[0][2] < FULL))
    narrow = [_pixels(app, *each[1:], NARROW) for each in row]
    readable = [each for each in row if any(_pixels(app, *each[1:], setting) for setting in settings)]
    if all(narrow) and len(readable) < len(row):
        return NARROW._replace(pixels=max(narrow) if held else min(narrow), low=low)
    if held and len(readable) < len(row):
        settings = tuple(setting for setting in settings if setting.face == _EDGE.face)
    possible: list[tuple[Setting, float]] = []
    for setting in settings:
        sizes = [_pixels(app, *each[1:], setting) for each in readable]  # a name that cannot be read is not there
        if all(sizes) or (setting == settings[-1] and not possible):
            possible.append((setting, _worth([size for size in sizes if size], held=held)))
            if setting.face == "display":
                break
    if not any(size for _, size in possible):
        return None
    setting, _ = possible[largest_set(possible)]
    return _placed(app, [each for each in readable if each[3] < 1 or not held] or readable, setting, held=held)


def _placed(app: App, row: list[Lying], setting: Setting, *, held: bool) -> Setting:
    """Return a setting with the place in which all names of a row are large enough, and their size."""
    anywhere = setting._replace(pixels=0, place=-1)
    free = [size for each in row if (size := _pixels(app, *each[1:], anywhere))]
    for place in (0, 1):
        sizes = [_pixels(app, *each[1:], anywhere._replace(place=place)) for each in row]
        if sizes and all(sizes) and _worth(sizes, held=held) >= ALIKE * _worth(free, held=held):
            return anywhere._replace(pixels=max(sizes) if held else min(sizes), place=place)
    return anywhere._replace(pixels=(max(free) if held else min(free)) if free else setting.pixels)


def _worth(sizes: Sequence[int], *, held: bool) -> float:
    """Return how large names are that are set so: in a hand on the whole, else the smallest of them, whose size all have."""
    return (sum(sizes) / len(sizes) if held else min(sizes)) if sizes else 0.0


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
