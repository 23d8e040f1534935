"""A line to type in: caret, selection of all, cut and paste, and a shadow of what is meant to be typed."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, field
from typing import ClassVar

import pygame

from game.kernel.words import lightened
from game.table.canvas.draw import Drawn, Fill, Icon, Panel, Text, faded
from game.table.canvas.view import Event, Rect
from game.table.shell.widgets import BODY, Holder, Look, Widget, ring


@dataclass(slots=True, kw_only=True)
class Entry(Widget):
    """A line of text; `on` hears every change, `done` Enter. `only` names the characters that may be typed.

    With `selects` all of it is selected when one comes to it, by key or by a press, so that typing replaces what stands there.
    """

    writes: ClassVar[bool] = True
    value: str = ""
    on: Callable[[str], None] = field(default=lambda _value: None)
    done: Callable[[], None] | None = None
    placeholder: str = ""
    most: int = 60
    only: str = ""
    icon: str = ""
    selects: bool = False

    def reached(self, page: Holder) -> None:
        """Be come to."""
        if self.selects:
            self._select(page, on=True)

    def _select(self, page: Holder, *, on: bool) -> None:
        page.memory[f"all {self.key}"] = on and bool(self.value)

    def _selected(self, page: Holder) -> bool:
        """Tell whether all of it is selected."""
        return bool(self.value) and bool(page.memory.get(f"all {self.key}"))

    def _cleared(self, page: Holder) -> bool:
        """Take out what is selected; tell whether anything was."""
        if not self._selected(page):
            return False
        self._select(page, on=False)
        self._set(page, "", 0)
        return True

    def _caret(self, page: Holder) -> int:
        return min(len(self.value), int(page.memory.get(f"caret {self.key}", len(self.value))))

    def _set(self, page: Holder, value: str, caret: int) -> None:
        value, caret = lightened(value), len(lightened(value[: max(0, caret)]))
        page.memory[f"caret {self.key}"] = caret
        if value != self.value:
            self.value = value
            self.on(value)

    def insert(self, page: Holder, text: str) -> None:
        """Type text at the caret, as far as it is allowed and fits."""
        text = "".join(sign for sign in text if sign.isprintable() and (not self.only or sign in self.only))
        if text:
            self._cleared(page)
        text = text[: max(0, self.most - len(self.value))]
        caret = self._caret(page)
        if text:
            self._set(page, self.value[:caret] + text + self.value[caret:], caret + len(text))

    def press(self, page: Holder, event: Event) -> None:
        """Put the caret where the pointer is; a second press in a short while selects all."""
        self._select(page, on=event.clicks >= 2)
        size = page.app.size(BODY)
        left = self._box()[0]
        best = min(range(len(self.value) + 1), key=lambda n: abs(left + page.app.measure(self.value[:n], "text", size) - event.x))
        page.memory[f"caret {self.key}"] = best

    def typed(self, page: Holder, event: Event) -> bool:
        """Type, move the caret, delete, paste; Enter is done."""
        if event.kind == "text":
            if not event.ctrl:
                self.insert(page, event.text)
            return True
        if event.ctrl and event.key in {"a", "c", "x"}:
            self._hold(page, event.key)
            return True
        if event.key in {"backspace", "delete"} and self._cleared(page):
            return True
        if event.key in {"left", "right", "home", "end"}:
            self._select(page, on=False)
        caret, value = self._caret(page), self.value
        match event.key:
            case "backspace":
                self._set(page, "" if event.ctrl else value[: max(0, caret - 1)] + value[caret:], 0 if event.ctrl else caret - 1)
            case "delete":
                self._set(page, value[:caret] + value[caret + 1 :], caret)
            case "left":
                self._set(page, value, caret - 1)
            case "right":
                self._set(page, value, caret + 1)
            case "home":
                self._set(page, value, 0)
            case "end":
                self._set(page, value, len(value))
            case "v" if event.ctrl:
                self.insert(page, pasted())
            case "return" | "enter" | "keypad enter":
                if self.done is None:
                    return False
                self.done()
            case _:
                return (len(event.key) == 1 and not event.ctrl) or event.key == "space"
        return True

    def _hold(self, page: Holder, key: str) -> None:
        """Select all (A), copy what is selected (C), or cut it out (X)."""
        if key == "a":
            self._select(page, on=True)
        elif self._selected(page):
            clipped(self.value)
            if key == "x":
                self._cleared(page)

    def _box(self) -> Rect:
        x, y, width, height = self.rect
        left = 20 + (height * 0.62 if self.icon else 0)
        return (x + left, y + 4, width - left - 20, height - 8)

    def draw(self, look: Look) -> list[Drawn]:
        """Return the groove, the words and the caret."""
        x, y, _, height = self.rect
        size, box = look.app.size(BODY), self._box()
        line = look.colour("line")
        listed: list[Drawn] = [
            Panel(
                self.rect,
                look.colour("groove"),
                None,
                14,
                look.colour("accent") if look.focus else line if look.hover else faded(line, 0.55),
                2,
            ),
        ]
        if self.icon:
            side = height * 0.46
            listed.append(Icon((x + 16, y + (height - side) / 2, side, side), self.icon, look.colour("soft")))
        caret = min(len(self.value), look.memory.get(f"caret {self.key}", len(self.value)))
        words, start = self.value, 0
        while look.focus and start < caret and look.app.measure(words[start:caret], "text", size) > box[2] - 6:
            start += 1
        shown, kept = words[start:], caret - start if look.focus else 0
        while len(shown) > kept and look.app.measure(shown, "text", size) > box[2]:
            shown = shown[:-1]
        if shown and look.focus and look.memory.get(f"all {self.key}"):
            wide = look.app.measure(shown, "text", size) + 4
            listed.append(Fill((box[0] - 2, y + (height - size * 1.2) / 2, wide, size * 1.2), faded(look.colour("accent"), 0.35)))
        if len(shown) < len(words) and not look.focus:  # a name is known by its beginning
            shown = f"{shown[:-1].rstrip()}…"
        if shown:
            listed.append(Text(box, shown, size, look.colour("text"), valign="middle"))
        elif self.placeholder and not look.focus:
            listed.append(
                Text(
                    box,
                    self.placeholder,
                    size,
                    look.app.theme.dimmed(look.colour("soft"), look.colour("groove")),
                    "italic",
                    valign="middle",
                )
            )
        if look.focus:
            place = box[0] + look.app.measure(words[start:caret], "text", size)
            listed.append(Fill((place, y + (height - size) / 2, 3, size), look.colour("accent")))
        return [*listed, *ring(look, self.rect, 14)]


def clipped(words: str) -> bool:
    """Put words into the system's clipboard; tell whether there is one."""
    try:
        pygame.scrap.put_text(words)
    except (pygame.error, AttributeError, NotImplementedError):
        return False
    return True


def pasted() -> str:
    """Return what is in the system's clipboard, nothing where there is none."""
    try:
        return pygame.scrap.get_text()
    except (pygame.error, AttributeError, NotImplementedError):
        return ""
