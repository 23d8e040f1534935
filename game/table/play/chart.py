"""A game's chart over the table: in each row a kind and those it is strong against, with their glyphs and colours."""

from __future__ import annotations

from collections.abc import Sequence

from game.kernel.capabilities import Chart
from game.kernel.scene import Badge
from game.table.canvas.draw import Drawn, Icon, Panel, Polygon, Text, mixed
from game.table.canvas.theme import BLACK, WHITE
from game.table.canvas.view import Event, Rect, inset
from game.table.pages.common import framed
from game.table.play.curtain import heading_on_panel
from game.table.shell.page import Page, Part
from game.table.shell.widgets import BODY, Button


class ChartPanel(Page):
    """The chart. T, Esc or its button close it."""

    overlay = True
    first_focus = "close"

    def __init__(self, chart: Chart) -> None:
        super().__init__()
        self.title, self.words, self.rows = chart.title, chart.words, chart.rows

    def key(self, event: Event) -> bool:
        """T closes what T opened."""
        if event.key != "t":
            return False
        self.app.pop()
        return True

    def build(self) -> list[Part]:
        """Return the veil, the panel, the rows and the button."""
        view, size = self.app.view, self.size(BODY)
        width = min(view.width - 80, 1240 * max(1.0, self.app.settings.text * 0.9))
        inner = width - 120
        title_h, words_h = self.size(46) * 1.4, self.app.height(self.words, "text", size, inner)
        foot = size + 34
        fixed = 30 + title_h + words_h + 24 + foot + 50
        row = min(size + 26, (view.height - 40 - fixed) / max(1, len(self.rows)))
        rect = view.centred(width, fixed + row * len(self.rows))
        x, y = rect[0] + 60, rect[1] + 30
        parts: list[Part] = [
            Panel(view.whole, (0, 0, 0, 165)),
            *framed(self.app, rect, 32),
            heading_on_panel(self, (x, y, inner, title_h), self.title),
            Text((x, y + title_h, inner, words_h), self.words, size, self.colour("text"), align="centre", wrap=True),
        ]
        y += title_h + words_h + 18
        for index, line in enumerate(self.rows):
            parts += self._line((x, y + index * row, inner, row), line, even=index % 2 == 0)
        y += row * len(self.rows) + 16
        parts.append(
            Button(key="close", rect=(x + inner / 2 - 130, y, 260, foot), label="Close", icon="check", style="main", on=self.app.pop)
        )
        return parts

    def _line(self, rect: Rect, line: Sequence[Badge], *, even: bool) -> list[Drawn]:
        x, y, w, h = rect
        drawn: list[Drawn] = [Panel(inset(rect, 0, 1), (255, 255, 255, 16 if even else 6), None, 10)]
        wide = (w - 40) / max(1, len(line))
        for index, badge in enumerate(line):
            left, side = x + 10 + index * wide + (40 if index else 0), h * 0.84
            box = (left, y + h * 0.08, side, side)
            colour = self.app.theme.badge(badge.icon)
            drawn += [
                Panel(box, mixed(colour, BLACK, 0.5), mixed(colour, BLACK, 0.75), side / 2, mixed(colour, WHITE, 0.25), 2),
                Icon(inset(box, side * 0.16), badge.icon, mixed(colour, WHITE, 0.55)),
                Text(
                    (left + side + 14, y, wide - side - 60, h),
                    badge.words,
                    self.size(BODY),
                    self.colour("text" if index else "title"),
                    "text" if index else "bold",
                    valign="middle",
                ),
            ]
        tip, middle = x + wide + 2, y + h / 2
        arrow = ((tip, middle - h * 0.2), (tip + h * 0.36, middle), (tip, middle + h * 0.2))
        drawn.append(Polygon(arrow, self.colour("accent"), None))
        return drawn
