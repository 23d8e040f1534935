"""The name of what a pointer or the keyboard is on, at once, where it cannot be read as it lies: a small token, a small card, a pile without a label."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING

from game.kernel.ids import Place
from game.kernel.scene import Scene
from game.table.canvas.board_colours import clear
from game.table.canvas.draw import Drawn, Panel, Shadow, Text
from game.table.canvas.tween import Pose
from game.table.canvas.view import Rect, meet, overlap
from game.table.pieces import kinds
from game.table.pieces.layout import Layout
from game.table.pieces.name_plate import least
from game.table.pieces.undrawn import LABELLED
from game.table.pieces.written import Faces
from game.table.pieces.zones import NARROW

if TYPE_CHECKING:
    from game.table.shell.app import App

LAYER = 897
"""Over all that lies or moves on the table, under what a hand holds."""

_SIZE, _APART = 19.0, 4.0


def unread(app: App, scene: Scene, layout: Layout, place: Place, pose: Pose | None, faces: Faces, look: str = "") -> str:
    """Return the name of what is at a place where nothing there says it: of a piece that lies so and looks so, or of a pile or a small hand; empty where it can be read."""
    kind, _, rest = place.partition("/")
    piece = scene.pieces.get(int(rest)) if kind == "piece" and rest.isdigit() else None
    card = faces(piece.face) if piece is not None and piece.face is not None and piece.kind in {"card", "token", "terrain"} else None
    if piece is not None and card is not None and pose is not None:
        return "" if kinds.named(app, scene, piece, pose, faces, look) else card.name
    zone = scene.zones.get(piece.zone if piece is not None else rest if kind == "zone" else "")
    if zone is None:
        return ""
    _, _, wide, high = layout.zones[zone.id]
    small = high <= LABELLED if zone.kind == "pile" else zone.kind == "hand" and wide < NARROW
    return zone.label if small else ""


def tag(app: App, words: str, beside: Rect, area: Rect, spared: Sequence[Rect] = ()) -> list[Drawn]:
    """Return a name on a plate over a piece, else under or beside it: where it lies within the area and on no `spared` name, else where it covers least of them."""
    theme, size = app.theme, max(app.size(_SIZE), least(app))
    size = max(least(app), min(size, size * (area[2] - 20) / app.measure(words, "bold", size)))
    wide, high = min(area[2], app.measure(words, "bold", size) + 18), size * 1.4
    x, y = beside[0] + (beside[2] - wide) / 2, beside[1] + (beside[3] - high) / 2
    over, under = beside[1] - high - _APART, beside[1] + beside[3] + _APART
    left, right = beside[0] - wide - _APART, beside[0] + beside[2] + _APART
    places: list[Rect] = [
        (min(max(at, area[0]), area[0] + area[2] - wide), to, wide, high) for at, to in ((x, over), (x, under), (left, y), (right, y))
    ]
    within = [each for each in places if area[1] <= each[1] <= area[1] + area[3] - high and not meet(each, beside)] or places[1:2]
    box = min(within, key=lambda each: sum(overlap(each, name) for name in spared))
    return [
        Shadow(box, (0, 0, 0, 190), size * 0.4, 10, layer=LAYER),
        Panel(box, clear(theme.colour("panel")), clear(theme.colour("panel2")), size * 0.4, theme.colour("line"), 2, layer=LAYER),
        Text(box, words, size, theme.colour("text"), "bold", align="centre", valign="middle", layer=LAYER),
    ]
