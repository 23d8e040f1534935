"""Where to be asked: the three ways, each with one sentence, and a mark for each window of the game on the table."""

from __future__ import annotations

from collections.abc import Mapping
from functools import partial

from game.match.passing import MARKED, MARKS, STOPS, mark_key
from game.table.canvas.draw import Drawn, Panel, Text
from game.table.canvas.view import Event, Rect, inset
from game.table.pages.common import done_button, foot_height, over_table
from game.table.pages.form import Column
from game.table.shell.page import Page, Part
from game.table.shell.widgets import BODY, SMALL, Look, Scroll, Tile


class StopsPanel(Page):
    """The choice of where the table stops to ask, over a match; every change counts at once and is kept."""

    overlay = True

    def __init__(self, game: str, windows: Mapping[str, str]) -> None:
        super().__init__()
        self.game, self.windows = game, windows
        self.focus = "close"

    def enter(self) -> None:
        """Begin at the way that is set."""
        super().enter()
        self.focus = f"stop-{self.app.settings.stops}"

    def key(self, event: Event) -> bool:
        """O closes what O opened."""
        if event.key != "o":
            return False
        self.escape()
        return True

    def choose(self, stop: str) -> None:
        """Take one of the three ways."""
        self.app.change(stops=stop)
        self.stale()

    def mark(self, window: str, mark: str) -> None:
        """Mark a window."""
        marks = {**self.app.settings.marks, mark_key(self.game, window): mark}
        self.app.change(marks={key: each for key, each in marks.items() if each})
        self.stale()

    def build(self) -> list[Part]:
        """Return the panel: the ways, the windows where they count, and the button that closes it."""
        view = self.app.view
        width = min(view.width - 120, 940.0 * max(1.0, self.app.settings.text * 0.86))
        inner = width - 96
        probe = Column(self, 0.0, 0.0, inner)
        self._fill(probe)
        button_h = foot_height(self.app)
        rect = view.centred(width, min(view.height - 40, probe.y + button_h + 112))
        area: Rect = (rect[0] + 34, rect[1] + 36, width - 68, rect[3] - button_h - 92)
        offset = float(self.memory.get("area", 0.0))
        column = Column(self, rect[0] + 48, area[1] + 4 - offset, inner)
        self._fill(column)
        return [
            *over_table(self.app, rect),
            Scroll(key="area", rect=area, parts=column.parts, height=probe.y + 8, offset=offset),
            done_button(self, rect),
        ]

    def _fill(self, column: Column) -> None:
        column.heading("Where should the table stop to ask you?", "stop-sign")
        for key, label, words in STOPS:
            self._way(column, key, label, words)
        if self.app.settings.stops == MARKED:
            column.space(10)
            for window, label in self.windows.items():
                value = self.app.settings.marks.get(mark_key(self.game, window), "")
                column.choice(f"mark-{window}", label, MARKS, value, partial(self.mark, window), part=0.42)

    def _way(self, column: Column, key: str, label: str, words: str) -> None:
        chosen = self.app.settings.stops == key
        size, small = self.size(BODY), self.size(SMALL)
        wide = column.width - 110
        high = size * 1.3 + self.app.height(words, "text", small, wide, rich=True) + 32
        rect: Rect = (column.x, column.y, column.width, high)

        def paint(look: Look) -> list[Drawn]:
            ring = (rect[0] + 26, rect[1] + (high - 34) / 2, 34.0, 34.0)
            dot = [Panel(inset(ring, 9), look.colour("accent"), None, 8)] if chosen else []
            return [
                Panel(ring, (0, 0, 0, 60), None, 17, look.colour("accent" if chosen else "line"), 3),
                *dot,
                Text((rect[0] + 86, rect[1] + 12, wide, size * 1.3), label, size, look.colour("text"), "bold", valign="middle"),
                Text((rect[0] + 86, rect[1] + 14 + size * 1.3, wide, high - size * 1.3 - 24), words, small, look.colour("soft"), wrap=True, rich=True),
            ]  # fmt: skip

        column.parts.append(Tile(key=f"stop-{key}", rect=rect, paint=paint, selected=chosen, on=partial(self.choose, key), cue="toggle"))
        column.y += high + 12
