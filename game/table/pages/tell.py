"""Telling the makers: what happened, what was expected, and whether names go along; then where the report lies."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

from game.match.reports import MOST_WORDS
from game.table.canvas.draw import Text
from game.table.pages.common import backdrop, foot_height, framed, ornament, small_heading
from game.table.pages.dialog import Dialog
from game.table.pages.form import Column
from game.table.shell.app import App
from game.table.shell.desktop import show_folder
from game.table.shell.page import Page, Part
from game.table.shell.report import Seen, keep, seen
from game.table.shell.widgets import BODY, HEAD, SMALL, Button

_WHAT = (
    "One file will hold the match so far, what is on the screen, the settings, the log and what machine this is. "
    "It lies in a folder on this computer, which opens; nothing is sent."
)


def tell(app: App) -> None:
    """Open the panel on what there is to see now, unless it is open already."""
    if not isinstance(app.top, Tell):
        app.push(Tell(seen(app)))


class Tell(Page):
    """The panel; `found` is what was there when a report was asked for."""

    theme = "menu"
    first_focus = "words"

    def __init__(self, found: Seen) -> None:
        super().__init__()
        self.found = found
        self.words, self.names = "", False
        self.told: tuple[str, str] = ("", "")
        self.place: Path | None = None
        self.by_keyboard = True

    def typed(self, words: str) -> None:
        """Take what somebody wrote."""
        self.words = words

    def unkept(self) -> str:
        """Return that what was written is in no report yet."""
        return "What you wrote is in no report yet." if self.words.strip() and self.place is None else ""

    def escape(self) -> None:
        """Go back; ask first where what was written is in no report yet."""
        if not self.unkept():
            super().escape()
            return
        answers: list[tuple[str, str, Callable[[], None]]] = [
            ("Let it go", "danger", super().escape),
            ("Go on writing", "main", lambda: None),
        ]
        self.app.push(Dialog("Leave the report?", self.unkept(), answers))

    def turn(self) -> None:
        """Have the names go along, or not."""
        self.names = not self.names
        self.stale()

    def write(self) -> None:
        """Write the report, say where it lies, and open the folder."""
        *self.told, self.place = keep(self.found, self.words, names=self.names)  # type: ignore[assignment]
        if self.place is not None:
            self.focus = "done"
            self.show()
        self.stale()

    def show(self) -> None:
        """Open the folder of the report."""
        if self.place is not None:
            show_folder(self.place.parent)

    def build(self) -> list[Part]:
        """Return the question and the tick, or where the report lies."""
        app, view = self.app, self.app.view
        width = min(view.width - 120, 1240 * max(1.0, app.settings.text * 0.9))
        inner, title_h, button_h = width - 120, self.size(HEAD) * 1.4, foot_height(app)
        column = self._asked(inner) if self.place is None else self._kept(inner)
        rect = view.centred(width, 50 + title_h + 40 + column.y + 24 + button_h + 44)
        x, y = rect[0] + 60, rect[1] + 44
        column = self._asked(inner, x, y + title_h + 40) if self.place is None else self._kept(inner, x, y + title_h + 40)
        middle = rect[0] + width / 2
        heading = small_heading(app, (x, y, inner, title_h), "A report")
        return [
            backdrop(app, "menu"),
            *framed(app, rect, 28),
            Text(heading.rect, heading.words, heading.size, heading.colour, heading.face, "centre", "middle", bottom=heading.bottom),
            *ornament(app, middle - 220, y + title_h + 10, 440),
            *column.parts,
            *self._buttons(x, rect[1] + rect[3] - button_h - 40, inner, button_h),
        ]

    def _asked(self, width: float, x: float = 0.0, y: float = 0.0) -> Column:
        column = Column(self, x, y, width)
        column.words("What happened, and what did you expect?", "text", size=BODY)
        column.entry("words", "", self.words, self.typed, most=MOST_WORDS, placeholder="In your own words", done=self.write)
        column.toggle("names", "The names that were typed go along", self.names, self.turn)
        column.words(_WHAT, size=SMALL)
        column.words(self.told[0], "bad", icon="cancel", rich=False)
        return column

    def _kept(self, width: float, x: float = 0.0, y: float = 0.0) -> Column:
        column = Column(self, x, y, width)
        column.words(self.told[0], self.told[1], size=BODY, rich=False)
        return column

    def _buttons(self, x: float, y: float, width: float, high: float) -> list[Button]:
        each = (width - 20) / 2
        left, right = (x, y, each, high), (x + each + 20, y, each, high)
        if self.place is None:
            return [
                Button(key="leave", rect=left, label="Not now", on=self.escape),
                Button(key="write", rect=right, label="Write the report", style="main", on=self.write),
            ]
        return [
            Button(key="show", rect=left, label="Show the folder", on=self.show),
            Button(key="done", rect=right, label="Done", style="main", on=self.escape),
        ]
