"""The arrow of an attack: from the piece that is marked as attacking to the one that takes it."""

from __future__ import annotations

from math import hypot
from typing import TYPE_CHECKING

from game.kernel.scene import Scene, ScenePiece
from game.table.canvas.draw import Drawn, Polygon, faded
from game.table.canvas.tween import Pose, Stage

if TYPE_CHECKING:
    from game.table.shell.app import App

LAYER = 330
MARKS = ("blocking", "attacked")
"""What takes an attack, first whoever stands in its way."""

ATTACKING = {"attacking", *MARKS}
"""What is marked so fights now: whatever explains the fight leaves it open to see."""

_HEAD, _SHAFT = 26.0, 7.0


def drawn(app: App, scene: Scene, stage: Stage, now: float) -> list[Drawn]:
    """Return the arrow, nothing while nobody attacks or both are not on the table."""
    source = _marked(scene, "attacking")
    goal = next((piece for mark in MARKS if (piece := _marked(scene, mark)) is not None), None)
    if source is None or goal is None or source.id == goal.id:
        return []
    one, two = stage.pose(source.id, now), stage.pose(goal.id, now)
    if one is None or two is None:
        return []
    return arrow(app, one, two)


def _marked(scene: Scene, mark: str) -> ScenePiece | None:
    """Return the piece with a mark, a card before anything it stands on."""
    found = [piece for piece in scene.pieces.values() if mark in piece.marks]
    return min(found, key=lambda piece: piece.kind != "card", default=None)


def arrow(app: App, one: Pose, two: Pose) -> list[Drawn]:
    """Return an arrow from the rim of a piece to the rim of another."""
    dx, dy = two.x - one.x, two.y - one.y
    far = hypot(dx, dy)
    if far < 1:
        return []
    dx, dy = dx / far, dy / far
    start = min(_reach(one, dx, dy) * 0.7, far / 2)
    end = far - min(_reach(two, dx, dy) * 0.7, far / 2 - 1)
    if end - start < _HEAD:
        start, end = far / 2 - _HEAD, far / 2 + _HEAD
    neck = end - _HEAD * 1.15

    def at(along: float, aside: float) -> tuple[float, float]:
        return one.x + dx * along - dy * aside, one.y + dy * along + dx * aside

    points = (
        at(start, -_SHAFT * 0.35), at(neck, -_SHAFT), at(neck - 4, -_HEAD * 0.75), at(end, 0.0),
        at(neck - 4, _HEAD * 0.75), at(neck, _SHAFT), at(start, _SHAFT * 0.35),
    )  # fmt: skip
    return [Polygon(points, faded(app.theme.colour("warn"), 0.92), (20, 12, 16, 230), 2.5, layer=LAYER)]


def _reach(pose: Pose, dx: float, dy: float) -> float:
    """Return how far it is from the middle of a piece to its rim in a direction."""
    w, h = (pose.h, pose.w) if abs(pose.angle) == 90 else (pose.w, pose.h)
    return min(w / 2 / abs(dx) if dx else h, h / 2 / abs(dy) if dy else w)
