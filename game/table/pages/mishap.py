"""What is said after an error that nobody foresaw: calmly, what became of the match, and what can be done now."""

from __future__ import annotations

from collections.abc import Callable

from game.table.canvas.draw import Icon, Text
from game.table.pages.common import backdrop, foot_height, framed, ornament, small_heading
from game.table.pages.tell import Tell
from game.table.shell.page import Page, Part
from game.table.shell.report import Seen
from game.table.shell.widgets import BODY, HEAD, Button

_ASK = "A report helps its makers to mend it; nothing is sent by itself."


class Mishap(Page):
    """The panel. `words` say what became of the match, `found` is what there was for a report; `go_on` leads away from here."""

    theme = "menu"
    first_focus = "on"

    def __init__(self, words: str, found: Seen, go_on: Callable[[], None]) -> None:
        super().__init__()
        self.words, self.found, self.go_on = words, found, go_on
        self.telling: Tell | None = None
        self.by_keyboard = True

    @property
    def written(self) -> str:
        """Return where the report lies, in a sentence; empty as long as none was written."""
        return self.telling.told[0] if self.telling is not None and self.telling.place is not None else ""

    def enter(self) -> None:
        """Lead on from a report that was written."""
        super().enter()
        if self.written:
            self.focus = self.first_focus

    def report(self) -> None:
        """Ask for words and write a report."""
        self.telling = Tell(self.found)
        self.app.push(self.telling)

    def escape(self) -> None:
        """Go on."""
        self.go_on()

    def quit(self) -> None:
        """Close the window."""
        self.app.running = False

    def build(self) -> list[Part]:
        """Return the sign, the words and the ways on."""
        app, view, size = self.app, self.app.view, self.size(BODY)
        width = min(view.width - 120, 1000 * max(1.0, app.settings.text * 0.9))
        inner = width - 120
        title_h, button_h = self.size(HEAD) * 1.4, foot_height(app)
        words = f"{self.words} {self.written or _ASK}"
        words_h = app.height(words, "text", size, inner)
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
        parts.append(Text((x, y, inner, words_h), words, size, self.colour("text"), align="centre", wrap=True))
        return [*parts, *self._buttons(x, rect[1] + rect[3] - button_h - 40, inner, button_h)]

    def _buttons(self, x: float, y: float, width: float, high: float) -> list[Button]:
        """Return the ways on, in a row; one report is enough."""
        ways = [("report", "Report", "plain", self.report), ("on", "Go on", "main", self.go_on), ("quit", "Quit", "plain", self.quit)]
        if self.written:
            del ways[0]
        each = (width - 20 * (len(ways) - 1)) / len(ways)
        return [
            Button(key=key, rect=(x + place * (each + 20), y, each, high), label=label, style=style, on=on)
            for place, (key, label, style, on) in enumerate(ways)
        ]
