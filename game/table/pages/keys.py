"""What the keys do: every key of the table on one page, with the words of its button."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from functools import partial
from math import ceil

from game.table.canvas.draw import Text
from game.table.canvas.view import REACH, Event, Rect
from game.table.pages.common import done_button, foot_height, over_table, small_heading
from game.table.shell.bindings import ABOUT, called, pressed_for, rebound, silent_keys, single
from game.table.shell.page import Page, Part
from game.table.shell.widgets import BODY, HEAD, SMALL, Button, Scroll

KEYS: tuple[tuple[tuple[str, ...], str], ...] = (
    (("space",), "What the keyboard stands on, else the main button: it always says what it will do"),
    (("tab", "left", "right", "up", "down"), "Walk over pieces, places and buttons"),
    (("home",), "To what is asked; the voice says the question once more"),
    (("end",), "To the main button, which Space and Enter then press"),
    (("return",), "Pick up, put down; while something moves: show it at once; while the computer thinks: have it move now"),
    (("escape",), "Let go, or open the menu"),
    (("v",), "Look closer at what you stand on, again at all of it where something was left out; on a page the voice reads it"),
    (("o",), "Where the table stops to ask you, and what it passes for you"),
    (("z",), "Take back"),
    (("i",), "A hint: the three actions that look best, and what each leads to"),
    (("w",), "Why the computer did what it did last; a press on its line in the log asks about that one"),
    (("r",), "What happened: the others' last turn once more, with trails"),
    (("l",), "Show or hide the log"),
    (("p", "."), "Stop after each step, and show the next one"),
    ((",",), "In a replay: one action back; Space plays and pauses, Home and End go to its ends"),
    (("+", "-"), "Show others faster or slower"),
    (
        ("page up", "page down", "backspace"),
        "Zoom in, out, and back on a battle map; Alt and arrows move it, arrows alone while the pointer is on it",
    ),
    (("t",), "The chart of the game, where it has one"),
    (("k",), "Tools that correct a tracked table"),
    (("f1",), "The rules"),
    (("f5",), "Save"),
    (("f8",), "Read aloud what happens and what has the focus, or be silent"),
    (("f9",), "Write a report (Shift: at once)"),
    (("f11",), "Full screen"),
    (("h",), "This page"),
    (tuple("123456789"), "Choose from a small menu, from the hints, or the answer that bears the key"),
)
"""Keys by the name the table knows them by, and what they do."""

_SAID = {".": "full stop", ",": "comma", "+": "plus", "-": "minus", "/": "slash"}
"""How a voice calls the signs that it would pass over."""


class KeysPanel(Page):
    """The keys, over a match: a press on one waits for the key that is to do the same from now on."""

    overlay = True
    first_focus = "close"

    def __init__(self) -> None:
        super().__init__()
        self.waiting = ""

    def handle(self, event: Event) -> bool:
        """Take the next key for what waits for one; Esc leaves that as it was."""
        if not self.waiting or event.kind in {"move", "leave", "release", "wheel", "up"}:
            return super().handle(event)
        waiting, self.waiting, self.asks_key = self.waiting, "", False
        if event.kind == "key" and event.key and (event.key != "escape" or waiting == "escape"):
            before = self.app.settings.keys
            self.app.change(keys=rebound(before, waiting, event.key))
            self._tell_of_the_other(before, waiting)
        self.stale()
        return True

    def key(self, event: Event) -> bool:
        """H closes what H opened."""
        if event.key != "h":
            return False
        self.escape()
        return True

    def focused(self) -> str:
        """Return what the key in focus does, and which it is now."""
        does = next((words for keys, words in KEYS for key in keys if self.focus == f"key-{key}"), "")
        label = self._label(self.focus.removeprefix("key-"))
        return f"{does}: {_SAID.get(label, label)}" if does else super().focused()

    def _tell_of_the_other(self, before: Mapping[str, str], changed: str) -> None:
        """Say which key does now what the one did that was taken for something else."""
        after = self.app.settings.keys
        for key in sorted({*before, *after} - {changed}):
            does = next((words for keys, words in KEYS if key in keys), "")
            if does and pressed_for(before, key) != pressed_for(after, key):
                self.app.say(f"{does.partition(';')[0].partition(':')[0]}: {self._label(key)} now.")

    def wait(self, key: str) -> None:
        """Wait for the key that is to do what `key` does."""
        self.waiting, self.asks_key = key, True
        self.stale()

    def restore(self) -> None:
        """Give every key its own name again."""
        self.app.change(keys={})

    def build(self) -> list[Part]:
        """Return the panel with one line a key, and the buttons that restore them and close it."""
        app, view = self.app, self.app.view
        size, head = self.size(SMALL), self.size(HEAD) * 1.3
        width = min(view.width - 120, 1240.0 * max(1.0, app.settings.text * 0.86))
        high_key = max(REACH, size + 18)
        names = min(width * 0.42, max(self._wide(keys, size) for keys, _ in KEYS) + 24)
        button_h = foot_height(app)
        rows = list(self._rows(names, width - 130 - names, size, high_key))
        high = sum(row for _, _, row in rows)
        rect = view.centred(width, min(view.height - 40, high + head + button_h + 140))
        title: Rect = (rect[0] + 48, rect[1] + 34, width - 96, head)
        area: Rect = (rect[0] + 34, rect[1] + 48 + head, width - 68, rect[3] - head - button_h - 104)
        parts: list[Part] = []
        scroll = Scroll(key="area", rect=area, parts=parts, height=high + 8, offset=float(self.memory.get("area", 0.0)))
        y = area[1] - scroll.offset
        for keys, words, row in rows:
            parts += self._buttons(keys, (area[0] + 10, y, names, row), size, high_key)
            place: Rect = (area[0] + 20 + names, y, width - 130 - names, row)
            parts.append(Text(place, words, size, self.colour("text"), wrap=True, valign="middle"))
            y += row
        listed: list[Part] = [
            *over_table(app, rect),
            small_heading(app, title, "Keys: press one to change it"),
            scroll,
            done_button(self, rect),
        ]
        if app.settings.keys:
            wide = app.measure("As they were", "bold", self.size(BODY)) + 60
            listed.append(
                Button(
                    key="restore",
                    rect=(rect[0] + 40, rect[1] + rect[3] - button_h - 30, wide, button_h),
                    label="As they were",
                    on=self.restore,
                )
            )
        return listed

    def _label(self, key: str) -> str:
        if key == self.waiting:
            return "press a key …"
        settings = self.app.settings
        silent = silent_keys(letters=settings.letters or key not in ABOUT, writing=False)
        pressed = pressed_for(settings.keys, key, silent)
        return called(pressed) if settings.letters or not single(pressed) else f"{called(pressed)}: off"

    def _wide(self, keys: tuple[str, ...], size: float) -> float:
        return sum(max(REACH, self.app.measure(self._label(key), "bold", size) + 36) + 8 for key in keys)

    def _buttons(self, keys: tuple[str, ...], box: Rect, size: float, high: float) -> Iterable[Part]:
        """Return a button for each key of a line, in as many rows as they need."""
        x, y = box[0], box[1] + 3
        for key in keys:
            wide = max(REACH, self.app.measure(self._label(key), "bold", size) + 36)
            if x > box[0] and x + wide > box[0] + box[2]:
                x, y = box[0], y + high + 6
            yield Button(key=f"key-{key}", rect=(x, y, wide, high), label=self._label(key), size=SMALL, on=partial(self.wait, key))
            x += wide + 8

    def _rows(self, names: float, wide: float, size: float, high: float) -> Iterable[tuple[tuple[str, ...], str, float]]:
        for keys, words in KEYS:
            lines = max(1, ceil(self._wide(keys, size) / names))
            yield keys, words, max(self.app.height(words, "text", size, wide) + 9, lines * (high + 6) + 4)
