"""Rolled dice: they tumble where the roll belongs, come to rest on the true face, and say what they were for."""

from __future__ import annotations

from collections.abc import Callable
from math import pi, sin
from typing import TYPE_CHECKING

from msgspec import Struct

from game.kernel.cues import Roll
from game.kernel.ids import PieceId, Place, seat_place
from game.kernel.scene import Scene
from game.table.canvas.draw import Drawn, Icon, Panel, Shadow, Text
from game.table.canvas.tween import Pose
from game.table.canvas.view import Rect, shifted
from game.table.pieces import kinds, plates
from game.table.pieces.dice import Tumble

if TYPE_CHECKING:
    from game.table.shell.app import App

LAYER = 1500
SIDE = 92.0


class Shown(Struct):
    """A roll on the table: when it began, when it comes to rest, when it goes."""

    roll: Roll
    at: Place
    nth: int
    many: int
    began: float
    rests: float
    until: float


class Rolls:
    """The rolls being shown now."""

    def __init__(self, app: App) -> None:
        self.app = app
        self.shown: list[Shown] = []

    def clear(self) -> None:
        """Show no roll any more."""
        self.shown.clear()

    def throw(self, rolls: tuple[Roll, ...], at: Place | None, now: float, tumbling: float, resting: float) -> None:
        """Throw dice: they tumble so many seconds and are shown a while longer."""
        self.shown = [shown for shown in self.shown if shown.until > now]
        loose = [roll for roll in rolls if roll.piece is None]
        for roll in rolls:
            place = at or seat_place(roll.seat)
            nth = loose.index(roll) if roll.piece is None else 0
            self.shown.append(Shown(roll, place, nth, len(loose), now, now + tumbling, now + tumbling + resting))

    def moving(self, now: float) -> bool:
        """Tell whether a die is in the air or about to go."""
        before = len(self.shown)
        self.shown = [shown for shown in self.shown if shown.until > now]
        return len(self.shown) != before or any(shown.rests > now for shown in self.shown)

    def tumbling(self, piece: PieceId, now: float) -> Tumble | None:
        """Return how a piece that is being rolled is in the air, None when it lies still."""
        shown = next((shown for shown in self.shown if shown.roll.piece == piece), None)
        return None if shown is None else tumble(shown, now)

    def draw(self, scene: Scene, rect_of: Callable[[Place], Rect | None], now: float) -> list[Drawn]:
        """Return the loose dice with their words; dice that are pieces tumble where they lie."""
        listed: list[Drawn] = []
        for shown in self.shown:
            if shown.roll.piece is None:
                listed += self._loose(scene, shown, rect_of, now)
        return listed

    def _loose(self, scene: Scene, shown: Shown, rect_of: Callable[[Place], Rect | None], now: float) -> list[Drawn]:
        app, roll = self.app, shown.roll
        rect = rect_of(shown.at) or rect_of(seat_place(roll.seat))
        if rect is None:
            return []
        apart = max(SIDE * 2.3, min(250.0, rect[2] / max(1, shown.many)))
        x = rect[0] + rect[2] / 2 + (shown.nth - (shown.many - 1) / 2) * apart
        y = rect[1] + rect[3] + SIDE * 0.62
        x = max(app.view.width * 0.06, min(x, app.view.width * 0.94))
        y = min(y, app.view.height - SIDE * 1.5)
        glyph = plates.charges(app, scene).get(roll.seat, "")
        air = tumble(shown, now)
        if air is None:
            pose = Pose(x, y, SIDE * 0.84, SIDE)
            listed: list[Drawn] = [
                Shadow(shifted(pose.rect, 0, 6), (0, 0, 0, 190), 12, 16, layer=LAYER),
                kinds.die_item(app, str(roll.face), app.theme.seat(roll.seat), glyph, pose, LAYER),
            ]
            return listed + self._words(roll, x, y)
        pose = Pose(x, y - air.height * SIDE, SIDE * 0.84, SIDE, air.angle)
        drop = 18 + air.height * 40
        return [
            Shadow((x - SIDE * 0.4, y - SIDE * 0.3, SIDE * 0.8, SIDE * 0.8), (0, 0, 0, 130), SIDE * 0.4, drop, layer=LAYER),
            kinds.die_item(app, air.face, app.theme.seat(roll.seat), glyph, pose, LAYER),
        ]

    def _words(self, roll: Roll, x: float, y: float) -> list[Drawn]:
        app, theme = self.app, self.app.theme
        words = roll.words
        if not words and roll.good is None:
            return []
        size = app.size(26)
        sign = 0.0 if roll.good is None else size * 1.25
        wide = app.measure(words, "bold", size) + 30 + sign
        tone = theme.colour("line") if roll.good is None else theme.colour("good" if roll.good else "bad")
        box = (x - wide / 2, y + SIDE * 0.58, wide, size * 1.5)
        radius = size * 0.75 if roll.good is not False else 6
        listed: list[Drawn] = [
            Shadow(box, (0, 0, 0, 190), radius, 14, layer=LAYER),
            Panel(box, theme.colour("panel"), theme.colour("panel2"), radius, tone, 3, layer=LAYER),
        ]
        if roll.good is not None:
            mark = (box[0] + 12, box[1] + size * 0.25, size, size)
            listed.append(Icon(mark, "check" if roll.good else "close", tone, layer=LAYER))
        inner = (box[0] + 15 + sign * 0.9, box[1], wide - 30 - sign * 0.9, box[3])
        listed.append(Text(inner, words, size, theme.colour("text"), "bold", align="centre", valign="middle", layer=LAYER))
        return listed


def tumble(shown: Shown, now: float) -> Tumble | None:
    """Return a rolled die in the air, None when it rests; the way it tumbles is decided by the roll alone."""
    if now >= shown.rests:
        return None
    t = max(0.0, (now - shown.began) / max(1e-6, shown.rests - shown.began))
    left = 1 - t
    seed = shown.roll.face * 7 + shown.roll.seat * 3 + shown.nth * 5 + (shown.roll.piece or 0)
    turn = left * left * (520 + 40 * (seed % 5))
    step = int(turn / 60)
    face = shown.roll.face if t > 0.86 else (seed + step * 5) % shown.roll.sides + 1
    bounce = abs(sin(pi * (t * 3.2) ** 0.8)) * left * 0.9
    return Tumble(str(face), round(turn / 15) * 15 % 360, bounce)
