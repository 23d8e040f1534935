"""A question that lies over the table, with a button for each answer."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from functools import partial

from game.kernel.words import enumerated
from game.table.canvas.draw import Panel, Text
from game.table.canvas.view import Event, Rect, inset
from game.table.pages.common import backdrop, foot_height, over_table
from game.table.shell.page import Page, Part
from game.table.shell.speech import joined
from game.table.shell.widgets import BODY, HEAD, Button, Scroll

_FEW = 3
"""So many answers are read with the question: more are a list, which is walked through."""

_APART = 0.4
"""How far apart paragraphs are, in parts of the size of their words: closer ones seem to be one where each takes several lines."""


class Dialog(Page):
    """A question with a few answers; Esc gives the last one. `answers` are labels, styles and what they do.

    The keyboard begins at the main answer, else at the first that is no danger, so that Enter pressed once too often loses nothing. One that comes by itself takes no press
    for its first seconds (`dead`): whoever meant what was there before is spared. `keys` give an answer as well: keys that its label names. Behind one that is `closed` nothing
    of the table is seen: it is to be answered by somebody else than who sits there.
    """

    overlay = True

    def __init__(
        self,
        title: str,
        words: str,
        answers: Sequence[tuple[str, str, Callable[[], None]]],
        *,
        dead: float = 0.0,
        keys: Mapping[str, int] | None = None,
        closed: bool = False,
    ) -> None:
        super().__init__()
        self.overlay, self.veil = not closed, closed
        self.dead = dead
        self.keys = keys or {}
        self.title, self.words, self.answers = title, words, tuple(answers)
        styles = [style for _, style, _ in self.answers]
        first = styles.index("main") if "main" in styles else next((index for index, style in enumerate(styles) if style != "danger"), 0)
        self.focus = self.resting = f"answer-{first}"
        self.by_keyboard = True

    def answer(self, index: int) -> None:
        """Close and do what the answer says."""
        self.app.pop()
        self.answers[index][2]()

    def announced(self) -> str:
        """Return all that is said, also what is scrolled to, and what can be answered where it is a question."""
        labels = [label for label, _, _ in self.answers]
        return joined([self.title, self.words, f"{enumerated(labels, 'or')}?" if 1 < len(labels) <= _FEW else ""])

    def key(self, event: Event) -> bool:
        """Give the answer whose label names the key."""
        if event.key not in self.keys:
            return super().key(event)
        self.answer(self.keys[event.key])
        return True

    def escape(self) -> None:
        """Give the last answer."""
        self.answer(len(self.answers) - 1)

    def build(self) -> list[Part]:
        """Return the veil, the panel, the words and the buttons."""
        app, view = self.app, self.app.view
        width = min(view.width - 160, 820 * max(1.0, app.settings.text * 0.85))
        size, title = self.size(BODY), self.size(HEAD)
        title_h = app.height(self.title, "display", title, width - 96)
        words_h = self._high(size, width - 96)
        button_h = foot_height(app)
        wides = [app.measure(label, "bold", size) + 72 for label, _, _ in self.answers]
        stack = sum(wides) + 20 * (len(wides) - 1) > width - 96
        buttons_h = (button_h + 16) * len(wides) if stack else button_h
        room = view.height - 120 - title_h - buttons_h - 130
        natural, words_h = words_h, min(words_h, room)
        rect = view.centred(width, 48 + title_h + 20 + words_h + 36 + buttons_h + 44)
        x, y = rect[0] + 48, rect[1] + 48
        parts: list[Part] = [
            *([] if self.overlay else [backdrop(app, dark=0.72)]),
            *over_table(app, rect),
            Panel(inset(rect, 9), (0, 0, 0, 0), None, 20, (*self.colour("line")[:3], 70), 1.5),
            Text(
                (x, y, width - 96, title_h),
                self.title,
                title,
                self.colour("title"),
                "display",
                align="centre",
                wrap=True,
                bottom=self.colour("title2"),
            ),
            *self._said((x, y + title_h + 20, width - 96, words_h), natural),
        ]
        y += title_h + 20 + words_h + 36
        left = x if stack else rect[0] + (width - sum(wides) - 20 * (len(wides) - 1)) / 2
        for index, (label, style, _) in enumerate(self.answers):
            wide = width - 96 if stack else wides[index]
            parts.append(
                Button(
                    key=f"answer-{index}",
                    rect=(left, y, wide, button_h),
                    label=label,
                    style=style,
                    on=partial(self.answer, index),
                )
            )
            if stack:
                y += button_h + 16
            else:
                left += wide + 20
        return parts

    def _paragraphs(self) -> list[str]:
        return self.words.split("\n") if self.words else []

    def _high(self, size: float, width: float) -> float:
        """Return how high the words are: their paragraphs, and what parts them."""
        highs = [self.app.height(each, "text", size, width, rich=True) for each in self._paragraphs()]
        return sum(highs) + size * _APART * max(0, len(highs) - 1)

    def _said(self, rect: Rect, natural: float) -> list[Part]:
        """Return the words: one paragraph stands in the middle, several begin at one edge; more than there is room for are scrolled through and no smaller."""
        x, y, width, high = rect
        size, paragraphs = self.size(BODY), self._paragraphs()
        scrolled = natural > high + 1
        inner = width - 26 if scrolled else width
        natural = self._high(size, inner)
        offset = min(float(self.memory.get("words", 0.0)), natural - high) if scrolled else 0.0
        align = "left" if scrolled or len(paragraphs) > 1 else "centre"
        texts, top = list[Part](), y - offset
        for words in paragraphs:
            tall = self.app.height(words, "text", size, inner, rich=True)
            texts.append(Text((x, top, inner, tall), words, size, self.colour("text"), align=align, wrap=True, rich=True))
            top += tall + size * _APART
        return [Scroll(key="words", rect=rect, parts=texts, height=natural, offset=offset)] if scrolled else texts
