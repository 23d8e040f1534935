"""The curtain between two people at one table: it hides everything until the next one is there."""

from __future__ import annotations

from collections.abc import Callable

from game.kernel.ids import Seat
from game.table.canvas.draw import Icon, Panel, Shadow, Text, faded
from game.table.canvas.view import Event, inset
from game.table.pages.common import backdrop, framed, heading, ornament
from game.table.pages.dialog import Dialog
from game.table.shell.page import Page, Part
from game.table.shell.speech import joined
from game.table.shell.widgets import BODY, Button


class Curtain(Page):
    """Covers the whole table until the person of a seat confirms; then `then` is called. Nothing of the match is drawn."""

    first_focus = resting = "here"
    veil = True

    def __init__(self, game: str, seat: Seat, name: str, then: Callable[[], None], *, words: str = "", charge: str = "") -> None:
        super().__init__()
        self.theme = game
        self.seat, self.name, self.then = seat, name, then
        self.charge = charge
        self.words = words or "Everything is hidden until you are here."
        self.by_keyboard = True

    def here(self) -> None:
        """Open the curtain."""
        self.app.pop()
        self.then()

    def escape(self) -> None:
        """Ask whether to leave; a curtain is not passed by accident."""
        stay: tuple[str, str, Callable[[], None]] = ("Stay here", "main", lambda: None)
        self.app.push(Dialog("Leave the match?", "Every step of it is kept.", [("To the menu", "plain", self.app.home), stay]))

    def key(self, event: Event) -> bool:
        """F1 still shows the rules."""
        if event.key != "f1":
            return False
        from game.table.pages.rules import RulesScreen  # noqa: PLC0415

        self.app.push(RulesScreen(self.theme))
        return True

    def announced(self) -> str:
        """Return who is to come, and what stands below that."""
        return joined([super().announced(), self.words])

    def build(self) -> list[Part]:
        """Return the seat's colours, the name, and one button."""
        app, look = self.app, self.app.theme.seat_look(self.seat)
        size = self.size(BODY)
        width = min(app.view.width - 160, 900 * max(1.0, app.settings.text * 0.9))
        words = f"Pass the table to {self.name}"
        title_h = self.size(60) * 1.5
        told_h = max(size * 2.6, app.height(self.words, "text", size, width - 120))
        rect = app.view.centred(width, 250 + title_h + told_h + size * 1.4 + 150)
        x, y, inner = rect[0] + 60, rect[1] + 50, rect[2] - 120
        chip = (rect[0] + rect[2] / 2 - 80, y, 160.0, 160.0)
        label = f"I am {self.name}"
        wide = min(inner, app.measure(label, "bold", size) + 140)
        foot = rect[1] + rect[3] - 60 - size - 44
        return [
            backdrop(app, dark=0.72),
            *framed(app, rect, 32),
            Shadow(chip, faded(look.colour, 0.8), 80, 40),
            Panel(chip, look.colour, look.dark, 80, look.light, 5),
            Icon(inset(chip, 34), self.charge or look.charge, (255, 255, 255, 255), look.light, (0, 0, 0, 150)),
            heading_on_panel(self, (x, y + 180, inner, title_h), words),
            *ornament(app, rect[0] + rect[2] / 2 - 220, y + 190 + title_h, 440),
            Text(
                (x, y + 210 + title_h, inner, told_h), self.words, size, self.colour("soft"),
                align="centre", valign="middle", wrap=True,
            ),
            Button(key="here", rect=(rect[0] + (rect[2] - wide) / 2, foot, wide, size + 44), label=label, icon="check", style="main", on=self.here),
        ]  # fmt: skip


def heading_on_panel(page: Page, rect: tuple[float, float, float, float], words: str) -> Text:
    """Return a heading in the colours that are read on a panel."""
    made = heading(page.app, rect, words)
    return Text(
        made.rect,
        words,
        made.size,
        page.colour("title"),
        "display",
        align="centre",
        valign="middle",
        bottom=page.colour("title2"),
        wrap=True,
    )
