"""What is said after an error that nobody foresaw: calmly, what became of the match, and what can be done now."""

from __future__ import annotations

from collections.abc import Callable

from game.table.canvas.draw import Icon, Text
from game.table.pages.common import backdrop, foot_height, framed, ornament, small_heading
from game.table.pages.tell import Tell
from game.table.shell.page import Page, Part
from game.table.shell.report import Seen
from game.table.shell.widgets import BODY, HEAD, Button


class Mishap(Page):
    """The panel. `found` is what there was for a report; `go_on` leads away from here."""

    theme = "menu"
    first_focus = "on"

    def __init__(self, words: str, found: Seen, go_on: Callable[[], None]) -> None:
        super().__init__()
        self.words, self.found, self.go_on = words, found, go_on
        self.by_keyboard = True

    def report(self) -> None:
        """Ask for words and write a report."""
        self.app.push(Tell(self.found))

    def escape(self) -> None:
        """Go on."""
        self.go_on()

    def quit(self) -> None:
        """Close the window."""
        self.app.running = False

    def build(self) -> list[Part]:
        """Return the sign, the words and the three ways."""
        app, view, size = self.app, self.app.view, self.size(BODY)
        width = min(view.width - 120, 1000 * max(1.0, app.settings.text * 0.9))
        inner = width - 120
        title_h, button_h = self.size(HEAD) * 1.4, foot_height(app)
        words_h = app.height(self.words, "text", size, inner)
        rect = view.centred(width, 96 + 90 + title_h + 40 + words_h + 40 + button_h)
        x, y = rect[0] + 60, rect[1] + 44
        middle = rect[0] + width / 2
        parts: list[Part] = [
            backdrop(app, "menu"),
            *framed(app, rect, 28),
            Icon((middle - 45, y, 90, 90), "hazard-sign", self.colour("title"), self.colour("title2")),
        ]
        y += 100
        heading = small_heading(app, (x, y, inner, title_h), "Something went wrong")
        parts += [
            Text(heading.rect, heading.words, heading.size, heading.colour, heading.face, "centre", "middle", bottom=heading.bottom),
            *ornament(app, middle - 220, y + title_h + 10, 440),
        ]
        y += title_h + 34
        parts.append(Text((x, y, inner, words_h), self.words, size, self.colour("text"), align="centre", wrap=True))
        return [*parts, *self._buttons(x, rect[1] + rect[3] - button_h - 40, inner, button_h)]

    def _buttons(self, x: float, y: float, width: float, high: float) -> list[Button]:
        """Return the ways on, in a row."""
        each = (width - 40) / 3
        return [
            Button(key="report", rect=(x, y, each, high), label="Report", on=self.report),
            Button(key="on", rect=(x + each + 20, y, each, high), label="Go on", style="main", on=self.go_on),
            Button(key="quit", rect=(x + 2 * (each + 20), y, each, high), label="Quit", on=self.quit),
        ]
