"""The arrow of an attack: from the piece that is marked as attacking to the one that takes it."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from itertools import product, zip_longest
from math import hypot
from typing import TYPE_CHECKING

from msgspec.structs import replace

from game.kernel.scene import Scene, ScenePiece
from game.table.canvas.draw import Drawn, Panel, Polygon, Text, faded
from game.table.canvas.theme import READABLE, contrast
from game.table.canvas.tween import Pose, Stage
from game.table.canvas.view import Rect, inset, meet

if TYPE_CHECKING:
    from game.table.shell.app import App

LAYER = 330
MARKS = ("blocking", "attacked")
"""What takes an attack, first whoever stands in its way."""

ATTACKING = {"attacking", *MARKS}
"""What is marked so fights now: whatever explains the fight leaves it open to see."""

_HEAD, _SHAFT = 26.0, 7.0

_ASIDE = (0.0, 0.34, -0.34, 0.17, -0.17, 0.42, -0.42)
"""How far beside the middle an arrow runs where it would cover a number otherwise, in parts of the width of what it joins."""

_DEEP, _RIM, _MIDST, _PAST = 0.7, 1.0, 0.2, -0.3
"""How far from the middle of a piece an arrow begins and ends, in parts of the way to its rim; and where it ends, before the middle or past it, so that its head lies on no neighbour."""

_ENDS = ((_DEEP, _DEEP), (_RIM, _RIM), (_DEEP, _MIDST), (_DEEP, _PAST))
"""How deep it begins and ends, what is preferred first."""

SHAFTS = 13
"""In so many small squares the shaft of an arrow is looked at."""

_WITHIN = 8.0
"""So far within its rim an arrow begins that others lie beside, in logical units: at the rim it would begin between two."""

Said = Callable[[ScenePiece, Pose], Sequence[Sequence[Rect]]]
"""Where what a piece says stands as it lies there, what matters most first."""

_Corner = tuple[float, float]


def drawn(
    app: App, scene: Scene, stage: Stage, now: float, said: Said = lambda _piece, _pose: (), titles: Sequence[Text] = ()
) -> list[Drawn]:
    """Return the arrow, nothing while nobody attacks or both are not on the table; what the two say stays to be read where it can, and `titles` on its way lie over it."""
    source = _marked(scene, "attacking")
    goal = next((piece for mark in MARKS if (piece := _marked(scene, mark)) is not None), None)
    if source is None or goal is None or source.id == goal.id:
        return []
    one, two = stage.pose(source.id, now), stage.pose(goal.id, now)
    if one is None or two is None:
        return []
    spared = [[*first, *second] for first, second in zip_longest(said(source, one), said(goal, two), fillvalue=())]
    found = arrow(app, one, two, [*spared, [title_box(app, title) for title in titles]])
    return [*found, *(each for item in found for each in titles_over(app, titles, parts(item.points), LAYER + 1))]


def titles_over(app: App, titles: Sequence[Text], covered: Sequence[Rect], layer: int) -> list[Drawn]:
    """Return the titles that something covers once more, each on a ground of its own."""
    named = [(title, title_box(app, title)) for title in titles]
    return [item for title, rect in named if any(meet(part, rect) for part in covered) for item in _over(app, title, rect, layer)]


def title_box(app: App, title: Text) -> Rect:
    """Return the rectangle that the words of a zone's title fill."""
    x, y, room, high = title.rect
    wide = min(room, app.measure(title.words, title.face, title.size))
    return x + (room - wide) / 2 * (title.align == "centre"), y, wide, high


def _over(app: App, title: Text, rect: Rect, layer: int) -> list[Drawn]:
    ground, back = (rect[0] - 5, rect[1] + 3, rect[2] + 10, rect[3] - 6), app.theme.colour("back")
    ink = title.colour if contrast(title.colour, back) >= READABLE else app.theme.on(back)  # what was written on a light zone
    return [Panel(ground, faded(back, 0.92), None, 8, layer=layer), replace(title, colour=ink, layer=layer)]


def _marked(scene: Scene, mark: str) -> ScenePiece | None:
    """Return the piece with a mark, a card before anything it stands on."""
    found = [piece for piece in scene.pieces.values() if mark in piece.marks]
    return min(found, key=lambda piece: piece.kind != "card", default=None)


def arrow(app: App, one: Pose, two: Pose, spared: Sequence[Sequence[Rect]] = (), others: Sequence[Rect] | None = None) -> list[Polygon]:
    """Return an arrow from a piece to another, on the way between them that covers least of what is to be `spared`, what matters most first.

    Where `others` are told, it begins within the first, and its tip and most of its head lie within the second above all, then its head lies on none of them, for that deep in where it leads.
    """
    if hypot(two.x - one.x, two.y - one.y) < 1:
        return []
    ways = dict.fromkeys(_way(one, two, aside, *ends) for aside, ends in product(_ASIDE, _ENDS[:2] if others is None else _ENDS))

    def covered(along: Sequence[Rect], rects: Sequence[Rect]) -> int:
        return sum(meet(part, rect) for part in along for rect in rects)

    def cost(way: tuple[_Corner, ...]) -> list[int]:
        along = parts(way)
        beside = [covered(along, rects) for rects in spared]
        if others is None:
            return beside
        head = along[SHAFTS:]
        goal = inset(two.rect, 1)
        astray = [not meet(along[0], inset(one.rect, _WITHIN)), covered(head, [goal]) * 2 < len(head), not meet(head[-1], goal)]
        return [astray.count(True), covered(head, others), *beside]

    points = min(ways, key=cost)
    return [Polygon(points, faded(app.theme.colour("warn"), 0.92), (20, 12, 16, 230), 2.5, layer=LAYER)]


def _way(one: Pose, two: Pose, aside: float, first: float, last: float) -> tuple[_Corner, ...]:
    """Return the corners of an arrow that runs so far beside the middle of two pieces and reaches so deep into the first and the last, its tip in their midst."""
    dx, dy = two.x - one.x, two.y - one.y
    far = hypot(dx, dy)
    dx, dy = dx / far, dy / far
    aside *= min(reach(one, -dy, dx), reach(two, -dy, dx)) * 2
    start, end = reach(one, dx, dy) * first, far - reach(two, dx, dy) * last
    if end - start < _HEAD:
        start, end = far / 2 - _HEAD, far / 2 + _HEAD
    neck = end - _HEAD * 1.15

    def at(along: float, beside: float) -> _Corner:
        beside += aside
        return one.x + dx * along - dy * beside, one.y + dy * along + dx * beside

    return (
        at(start, -_SHAFT * 0.35), at(neck, -_SHAFT), at(neck - 4, -_HEAD * 0.75), at(end, 0.0),
        at(neck - 4, _HEAD * 0.75), at(neck, _SHAFT), at(start, _SHAFT * 0.35),
    )  # fmt: skip


def parts(way: Sequence[_Corner]) -> list[Rect]:
    """Return small squares that an arrow of such corners lies on: pieces of its shaft from where it begins, then its head."""
    head, shaft = way[2:5], ((way[0][0] + way[6][0]) / 2, (way[0][1] + way[6][1]) / 2)
    neck = ((way[1][0] + way[5][0]) / 2, (way[1][1] + way[5][1]) / 2)
    tip = head[1]
    line = [_between(shaft, neck, step / (SHAFTS - 1)) for step in range(SHAFTS)]
    wing = [_between(corner, tip, step / 4) for corner in (head[0], head[2], neck) for step in range(5)]
    return [(x - 3, y - 3, 6, 6) for x, y in (*line, *wing)]


def _between(one: _Corner, two: _Corner, part: float) -> _Corner:
    return one[0] + (two[0] - one[0]) * part, one[1] + (two[1] - one[1]) * part


def reach(pose: Pose, dx: float, dy: float) -> float:
    """Return how far it is from the middle of a piece to its rim in a direction."""
    w, h = (pose.h, pose.w) if abs(pose.angle) == 90 else (pose.w, pose.h)
    return min(w / 2 / abs(dx) if dx else h, h / 2 / abs(dy) if dy else w)
