"""A column of labelled controls, as on the settings and the new match screens: each row as high as its words need."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from functools import partial

from game.kernel.setup import Option
from game.table.canvas.draw import Icon, Line, Text, faded
from game.table.canvas.view import REACH
from game.table.pages.common import small_heading
from game.table.shell.page import Page, Part
from game.table.shell.text_field import Entry
from game.table.shell.widgets import BODY, HEAD, SMALL, Button, Choice, Slider, Toggle

GAP = 14.0


class Column:
    """Rows laid under each other from `y`; `parts` is what was laid, `y` where the next row begins."""

    def __init__(self, page: Page, x: float, y: float, width: float) -> None:
        self.page, self.x, self.y, self.width = page, x, y, width
        self._under = 0.0
        self.parts: list[Part] = []

    @property
    def row(self) -> float:
        """Return the height of a control."""
        return self.page.size(BODY) + 34

    def space(self, height: float) -> None:
        """Leave room."""
        self.y += height

    def heading(self, words: str, icon: str = "") -> None:
        """Lay a heading with a hairline under it."""
        page, high = self.page, self.page.size(HEAD) * 1.3
        left = self.x
        if icon:
            side = high * 0.72
            self.parts.append(Icon((left, self.y + (high - side) / 2, side, side), icon, page.colour("title"), page.colour("title2")))
            left += side + 16
        self.parts += [
            small_heading(page.app, (left, self.y, self.x + self.width - left, high), words),
            Line(((self.x, self.y + high + 6), (self.x + self.width, self.y + high + 6)), faded(page.colour("line"), 0.45), 2),
        ]
        self.y += high + 22

    def words(
        self,
        words: str,
        tone: str = "soft",
        *,
        face: str = "text",
        size: float = SMALL,
        icon: str = "",
        rich: bool = True,
        instead: Iterable[str] = (),
    ) -> None:
        """Lay a paragraph, with a sign before it if given, in the room that any of those needs which may stand there `instead`: what lies below keeps its place."""
        page = self.page
        highs = (page.app.height(each, face, page.size(size), self.width, rich=rich) + GAP for each in instead if each)
        room = max(highs, default=0.0)
        if not words:
            self.y += room
            return
        height = page.size(size)
        left = self.x + (height * 1.5 if icon else 0)
        wide = self.x + self.width - left
        high = page.app.height(words, face, height, wide, rich=rich)
        if icon:
            self.parts.append(Icon((self.x, self.y + height * 0.08, height * 1.05, height * 1.05), icon, page.colour(tone)))
        self.parts.append(Text((left, self.y, wide, high), words, height, page.colour(tone), face, wrap=True, rich=rich))
        self.y += max(high + GAP, room)

    def _label(self, label: str, part: float) -> tuple[float, float]:
        """Lay a label at the left; return where its control begins and how wide it is. Long words take a line of their own."""
        page, size = self.page, self.page.size(BODY)
        self._under, wide = 0.0, self.width * part
        colour = page.colour("text")
        if not label:
            return self.x, self.width
        if page.app.measure(label, "text", size) <= self.width - wide - 20:
            self.parts.append(Text((self.x, self.y, self.width - wide - 20, self.row), label, size, colour, valign="middle"))
            return self.x + self.width - wide, wide
        high = page.app.height(label, "text", size, self.width)
        self.parts.append(Text((self.x, self.y, self.width, high), label, size, colour, wrap=True))
        self._under = high + 6
        self.y += self._under
        return self.x, self.width

    def slider(
        self,
        key: str,
        label: str,
        value: float,
        low: float,
        high: float,
        step: float,
        words: str,
        on: Callable[[float], None],
        *,
        hint: str = "",
    ) -> None:
        """Lay a slider."""
        left, wide = self._label(label, 0.56)
        rect = (left, self.y, wide, self.row)
        self.parts.append(
            Slider(
                key=key, rect=rect, value=value, low=low, high=high, step=step, words=words, on=on, hint=hint, name=label, under=self._under
            )
        )
        self.y += self.row + GAP

    def toggle(self, key: str, label: str, value: bool, on: Callable[[], None], *, hint: str = "") -> None:  # noqa: FBT001
        """Lay a switch."""
        wide = self.width - max(REACH, self.page.size(BODY) * 1.35) * 1.9 - 24
        high = max(self.row, self.page.app.height(label, "text", self.page.size(BODY), wide) + 8)
        self.parts.append(Toggle(key=key, rect=(self.x, self.y, self.width, high), label=label, value=value, on=on, hint=hint))
        self.y += high + GAP

    def choice(
        self,
        key: str,
        label: str,
        options: Sequence[tuple[str, str]],
        value: str,
        on: Callable[[str], None],
        *,
        hint: str = "",
        part: float = 0.56,
        name: str = "",
    ) -> None:
        """Lay a choice; `name` is what the voice calls it where it has no label of its own."""
        left, wide = self._label(label, part)
        rect = (left, self.y, wide, self.row)
        self.parts.append(Choice(key=key, rect=rect, options=options, value=value, on=on, hint=hint, name=name or label, under=self._under))
        self.y += self.row + GAP

    def entry(
        self,
        key: str,
        label: str,
        value: str,
        on: Callable[[str], None],
        *,
        placeholder: str = "",
        only: str = "",
        most: int = 60,
        hint: str = "",
        selects: bool = False,
        done: Callable[[], None] | None = None,
    ) -> None:
        """Lay a line to type in."""
        left, wide = self._label(label, 0.56)
        rect = (left, self.y, wide, self.row)
        self.parts.append(
            Entry(
                key=key,
                rect=rect,
                value=value,
                on=on,
                placeholder=placeholder,
                only=only,
                most=most,
                hint=hint,
                name=label,
                under=self._under,
                selects=selects,
                done=done,
            )
        )
        self.y += self.row + GAP

    def option(self, option: Option, value: str | int | bool, on: Callable[[str | float | bool], None]) -> None:  # noqa: FBT001
        """Lay a choice of the match setup, whatever kind it is of, and in a sentence what its value means, or what it is about."""
        key = f"option-{option.key}"
        match option.kind:
            case "flag":
                self.toggle(key, option.label, bool(value), partial(on, not value), hint=option.words)
            case "number":
                self.slider(key, option.label, float(value), option.low, option.high, 1, str(value), on, hint=option.words)
            case _:
                self.choice(key, option.label, option.choices, str(value), on, hint=option.words)
        self.words(option.means.get(str(value), option.words), instead=option.means.values())

    def button(self, key: str, label: str, on: Callable[[], None], *, icon: str = "", style: str = "plain", hint: str = "") -> None:
        """Lay a button over the whole width."""
        high = self.row + 8
        self.parts.append(Button(key=key, rect=(self.x, self.y, self.width, high), label=label, icon=icon, style=style, on=on, hint=hint))
        self.y += high + GAP
