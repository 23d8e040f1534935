"""A closer look at a card that was named: the whole card, what its numbers mean, the cards it names, and its keywords, which lead to their place in the rules."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from functools import partial

from game.kernel.ids import CardId
from game.kernel.scene import CardFace
from game.table.canvas.draw import Panel, Shadow, Text
from game.table.canvas.view import REACH, Rect
from game.table.pages.common import done_button, foot_height, over_table
from game.table.pieces.card_face import captions, card_item
from game.table.shell.page import Page, Part
from game.table.shell.widgets import BODY, SMALL, Button


class CloserLook(Page):
    """A card over the table; `explain` opens the rules at a keyword, and `go_on` leads on to a card that this one names."""

    overlay = True
    first_focus = "close"

    def __init__(
        self,
        face: CardFace,
        explain: Callable[[str], None],
        named: Sequence[CardFace] = (),
        go_on: Callable[[CardId], None] = lambda _: None,
    ) -> None:
        super().__init__()
        self.face, self.explain, self.named, self.go_on = face, explain, named, go_on

    def announced(self) -> str:
        """Return the card in words, for the voice."""
        numbers = (badge.words or badge.value for badge in (self.face.corner, self.face.second, *self.face.stats) if badge is not None)
        return ". ".join(each for each in (self.face.name, self.face.line, *numbers, *self.face.text) if each).replace("*", "")

    def build(self) -> list[Part]:
        """Return the card at the left; its numbers and keywords at the right, above the button."""
        view, body = self.app.view, self.size(BODY)
        tall = min(view.height - 120, 860.0)
        wide, side = tall * 0.714, min(620.0 * max(1.0, self.app.settings.text * 0.86), view.width * 0.42)
        rect = view.centred(wide + side + 110, tall + 70)
        card: Rect = (rect[0] + 35, rect[1] + 35, wide, tall)
        x, y = card[0] + wide + 40, card[1] + 6
        bottom = rect[1] + rect[3] - foot_height(self.app) - 50
        parts: list[Part] = [
            *over_table(self.app, rect),
            Shadow(card, (0, 0, 0, 230), 18, 30),
            card_item(self.app, self.face, card),
            *captions(self.app, self.face, card),
        ]
        numbers = self.face.captions
        if numbers:
            high = self.app.height(numbers, "text", body, side)
            parts.append(Text((x, y, side, high), numbers, body, self.colour("text"), wrap=True))
            y += high + 20
        small = self.size(SMALL)
        for each in self.named:
            row, broad = max(REACH, small + 22), min(side, self.app.measure(each.name, "bold", small) + 44)
            press, hint = partial(self.go_on, each.id), "Look closer at the card that is named"
            parts.append(Button(key=f"card-{each.id}", rect=(x, y, broad, row), label=each.name, size=SMALL, hint=hint, on=press))
            y += row + 18
        for word, meaning in self.face.keywords:
            row, high = max(REACH, small + 22), self.app.height(meaning, "text", small, side - 12)
            if y + row + high > bottom:
                break
            wide_word = self.app.measure(word, "bold", small) + 44
            parts.append(
                Button(
                    key=f"word-{word}",
                    rect=(x, y, min(side, max(REACH, wide_word)), row),
                    label=word,
                    size=SMALL,
                    hint="Read about it in the rules",
                    on=partial(self.explain, word),
                )
            )
            parts.append(Text((x + 6, y + row + 4, side - 12, high), meaning, small, self.colour("text"), wrap=True))
            y += row + high + 18
        for caption, meaning in self.face.numbers:
            high = self.app.height(told := f"*{caption}* {meaning}", "text", small, side, rich=True)
            if y + high > bottom:
                break
            parts.append(Text((x, y, side, high), told, small, self.colour("text"), wrap=True, rich=True))
            y += high + 14
        parts.append(Panel((card[0] + wide + 20, card[1], 2, tall), self.colour("line"), None, 1))
        return [*parts, done_button(self, (card[0] + wide + 20, rect[1], rect[0] + rect[2] - card[0] - wide - 20, rect[3]))]
