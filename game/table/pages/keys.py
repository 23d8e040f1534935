"""What the keys do: every key of the table on one page, with the words of its button."""

from __future__ import annotations

from collections.abc import Iterable

from game.table.canvas.draw import Text
from game.table.canvas.view import Event, Rect
from game.table.pages.common import done_button, foot_height, over_table, small_heading
from game.table.shell.page import Page, Part
from game.table.shell.widgets import HEAD, SMALL, Scroll

KEYS: tuple[tuple[str, str], ...] = (
    ("Space", "What the keyboard stands on, else the main button: it always says what it will do"),
    ("Tab, arrows", "Walk over pieces, places and buttons"),
    ("Enter", "Pick up, put down; while something moves: show it at once; while the computer thinks: have it move now"),
    ("1 to 9", "Choose from a small menu"),
    ("Esc", "Let go, or open the menu"),
    ("V", "Look closer at what you stand on"),
    ("O", "Where the table stops to ask you, and what it passes for you"),
    ("Z", "Take back"),
    ("I", "A hint: the three actions that look best, and what each leads to"),
    ("W", "Why the computer did what it did last; a press on its line in the log asks about that one"),
    ("L", "Show or hide the log"),
    ("P and .", "Stop after each step, and show the next one"),
    ("+ and −", "Show others faster or slower"),
    ("Page up, Page down, Home", "Zoom in, out, and back on a battle map; Alt and arrows move it"),
    ("T", "The chart of the game, where it has one"),
    ("K", "Tools that correct a tracked table"),
    ("F1", "The rules"),
    ("F5", "Save"),
    ("F9", "Write a report (Shift: at once)"),
    ("F11", "Full screen"),
    ("H", "This page"),
)
"""Keys and what they do."""


class KeysPanel(Page):
    """The keys, over a match."""

    overlay = True
    first_focus = "close"

    def key(self, event: Event) -> bool:
        """H closes what H opened."""
        if event.key != "h":
            return False
        self.escape()
        return True

    def build(self) -> list[Part]:
        """Return the panel with one line a key, and the button that closes it."""
        app, view = self.app, self.app.view
        size, head = self.size(SMALL), self.size(HEAD) * 1.3
        width = min(view.width - 120, 1000.0 * max(1.0, app.settings.text * 0.86))
        names = max(app.measure(name, "bold", size) for name, _ in KEYS) + 30
        button_h = foot_height(app)
        rows = list(self._rows(width - 130 - names, size))
        high = sum(row for _, _, row in rows)
        rect = view.centred(width, min(view.height - 40, high + head + button_h + 140))
        title: Rect = (rect[0] + 48, rect[1] + 34, width - 96, head)
        area: Rect = (rect[0] + 34, rect[1] + 48 + head, width - 68, rect[3] - head - button_h - 104)
        offset = float(self.memory.get("area", 0.0))
        parts: list[Part] = []
        y = area[1] - offset
        for name, words, row in rows:
            parts += [
                Text((area[0] + 14, y, names, row), name, size, self.colour("title"), "bold"),
                Text((area[0] + 14 + names, y, width - 130 - names, row), words, size, self.colour("text"), wrap=True),
            ]
            y += row
        return [
            *over_table(app, rect),
            small_heading(app, title, "Keys"),
            Scroll(key="area", rect=area, parts=parts, height=high + 8, offset=offset),
            done_button(self, rect),
        ]

    def _rows(self, wide: float, size: float) -> Iterable[tuple[str, str, float]]:
        for name, words in KEYS:
            yield name, words, self.app.height(words, "text", size, wide) + 9
