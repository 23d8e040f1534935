"""The names of the cards of a row, set alike: in one face and at one size, the largest that all of them can have.

A row is what lies side by side, in one zone or in several; a hand is one however it is bent.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING

from game.kernel.ids import PieceId
from game.kernel.scene import CardFace, Scene
from game.table.canvas.draw import Text
from game.table.pieces import creature
from game.table.pieces.card_face import FULL, PILED, SEEN, face_items, set_look
from game.table.pieces.layout import OPEN, Layout
from game.table.pieces.name_plate import Setting, settings_of
from game.table.pieces.written import MOST_KNOWN, Faces

if TYPE_CHECKING:
    from game.table.shell.app import App

TURNED = 0.94
"""How large a turned card lies beside those that stand upright."""

ALIKE = 0.85
"""How large, beside the largest that is possible, the names of a row are at least where they all stand at the same height of their cards."""

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
        setting = _alike(app, row)
        for piece, _, _, seen in row if row[0][0] not in found else ():
            part = f"{SEEN}{round(seen * 100)}" if seen < 1 else ""
            found[piece] = "-".join(filter(None, (part, set_look(setting) if setting is not None and len(row) > 1 else "")))
    return found


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
        place = (
            (zone.id,) if zone.kind == "hand" else (piece.id,) if zone.kind in {"stack", "pile"} else (round(pose.y), round(upright / 4))
        )
        device = max(1, round(round(pose.w / 2) * 2 * app.view.scale))
        rows.setdefault(place, []).append((piece.id, face, device, layout.seen.get(piece.id, 1.0)))
    yield from rows.values()


def _alike(app: App, row: list[Lying]) -> Setting | None:
    """Return how all names of a row can be set, None where there is no one way."""
    settings = settings_of(app, app.theme, narrow=row[0][2] < FULL)
    row = [each for each in row if any(_pixels(app, *each[1:], setting) for setting in settings)]  # a name that cannot be read is not there
    for setting in settings:
        found: dict[int, int] = {}
        for place in (0, 1, -1):
            sizes = [_pixels(app, face, device, seen, setting._replace(place=place)) for _, face, device, seen in row]
            found[place] = min(filter(None, sizes), default=0) if all(sizes) or (place < 0 and setting == settings[-1]) else 0
        if found[-1]:
            place = next((place for place in (0, 1) if found[place] >= ALIKE * found[-1]), -1)
            return setting._replace(pixels=found[place], place=place)
    return None


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
            if isinstance(item, Text) and item.words.casefold() == face.name.casefold()
        )
        name = next(named, None)
        known[key] = round(name.size * scale) if name is not None and name.face == setting.face and _fits(app, name) else 0
    pixels: int = known[key]
    return pixels


def _fits(app: App, name: Text) -> bool:
    return max(app.measure(word, name.face, name.size) for word in name.words.split()) <= name.rect[2] + 0.5
