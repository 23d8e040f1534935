"""The log as large as the table: where the column beside it has no room for more than a line or two, in small windows with large text, one reads it here."""

from __future__ import annotations

from collections.abc import Callable
from math import inf

from game.table.canvas.draw import Drawn, Panel
from game.table.canvas.view import REACH, Event, Rect, inset
from game.table.pages.common import framed
from game.table.play.curtain import heading_on_panel
from game.table.play.log import Log
from game.table.shell.page import Page, Part
from game.table.shell.widgets import BODY, Button, Holder, Look, Tile

FEWEST = 3
"""With fewer lines than that beside the table the log is read over it."""


def room_for(lines: int, size: float) -> float:
    """Return how high the log is with so many lines of a size, and its frame."""
    return lines * size * 1.3 + 32


class LogView(Tile):
    """The log as a widget: it takes the wheel."""

    focusable = False

    def __init__(self, *, key: str, rect: Rect, log: Log, wheel_on: Callable[[float], None], line_on: Callable[[int], None]) -> None:
        super().__init__(key=key, rect=rect, plain=True, cue="")
        self.log = log
        self.wheel_on, self.line_on = wheel_on, line_on

    def release(self, page: Holder, event: Event, *, within: bool) -> None:
        """Look at the newest lines where the sign that leads there was pressed, else ask about the action of the line."""
        del page
        if within and self.log.ends_at(event.x, event.y):
            self.wheel_on(-inf)
            return
        step = self.log.step_at(event.x, event.y) if within else 0
        if step:
            self.line_on(step)

    def draw(self, look: Look) -> list[Drawn]:
        """Return the lines."""
        return self.log.draw(look.app, self.rect)

    def wheel(self, page: object, event: Event) -> bool:
        """Look back or forward."""
        del page
        self.wheel_on(event.dy)
        return True


class LogPanel(Page):
    """The log over the table, of whoever looks now (`log`): the wheel and the arrows look back, End at the newest; L, Esc or its button close it; a line asks why (`line_on`)."""

    overlay = True
    first_focus = "close"

    def __init__(self, log: Callable[[], Log], line_on: Callable[[int], None]) -> None:
        super().__init__()
        self.log, self.line_on = log, line_on

    def begin(self) -> None:
        """Have the newest lines read aloud."""
        self.app.speech.read(self.to_read())

    def to_read(self) -> str:
        """Return the newest lines."""
        return self.log().last_lines()

    def key(self, event: Event) -> bool:
        """Look back and forward by the arrows, and at the newest by End; L closes what L opened."""
        if event.key == "l":
            self.app.pop()
        elif event.key == "end":
            self._look(-inf)
        elif event.key in {"up", "down"}:
            self._look(1 if event.key == "up" else -1)
        else:
            return False
        return True

    def build(self) -> list[Part]:
        """Return the veil, the panel, the lines and the button."""
        view = self.app.view
        rect = view.centred(min(view.width - 80, 1300.0), view.height - 60)
        inner = inset(rect, 44, 26)
        title_h, foot = self.size(40) * 1.3, max(REACH, self.size(BODY) + 34)
        lines: Rect = (inner[0], inner[1] + title_h, inner[2], inner[3] - title_h - foot - 16)
        return [
            Panel(view.whole, (0, 0, 0, 165)),
            *framed(self.app, rect, 32),
            heading_on_panel(self, (inner[0], inner[1], inner[2], title_h), "The log"),
            LogView(key="log", rect=lines, log=self.log(), wheel_on=self._look, line_on=self._ask),
            Button(
                key="close",
                rect=(inner[0] + inner[2] / 2 - 150, inner[1] + inner[3] - foot, 300, foot),
                label="Close",
                icon="check",
                style="main",
                on=self.app.pop,
            ),
        ]

    def _look(self, dy: float) -> None:
        self.log().wheel(dy, self.app)
        self.stale()

    def _ask(self, step: int) -> None:
        self.app.pop()
        self.line_on(step)
