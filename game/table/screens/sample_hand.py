"""A hand drawn from a deck, as one might begin with it, to see how the deck feels; another as often as one likes."""

from __future__ import annotations

import os
from collections.abc import Mapping

from game.kernel.chance import Chance
from game.kernel.ids import CardId
from game.kernel.scene import CardFace
from game.kernel.setup import DeckList
from game.table.canvas.draw import Shadow
from game.table.canvas.view import Rect
from game.table.pages.common import foot_height, over_table, small_heading
from game.table.pieces import figures
from game.table.pieces.card_face import card_item
from game.table.shell.page import Page, Part
from game.table.shell.widgets import HEAD, Button

_MOST_IN_A_ROW = 5


class SampleHand(Page):
    """So many cards of a deck, drawn by chance; `faces` are what is printed on them."""

    overlay = True
    first_focus = "another"

    def __init__(self, deck: DeckList, faces: Mapping[CardId, CardFace], many: int) -> None:
        super().__init__()
        self.deck, self.faces, self.many = deck, faces, many
        self.hand: list[CardId] = []

    def begin(self) -> None:
        """Teach the painter to draw cards, and draw the first hand."""
        figures.register(self.app)
        self.draw_anew()

    def draw_anew(self) -> None:
        """Shuffle all cards and draw as many as a hand begins with."""
        cards = [card for card, copies in self.deck.cards.items() for _ in range(copies) if card in self.faces]
        self.hand = Chance(int.from_bytes(os.urandom(6), "big")).shuffle(cards)[: self.many]
        self.stale()

    def build(self) -> list[Part]:
        """Return the panel with the cards in rows, and the two buttons."""
        view = self.app.view
        title_h, button_h = self.size(HEAD) * 1.4, foot_height(self.app)
        rows = -(-len(self.hand) // _MOST_IN_A_ROW) or 1
        room = view.height - 80 - title_h - button_h - 140
        tall = min(420.0, room / rows - 16)
        wide = tall / 1.4
        width = max(_MOST_IN_A_ROW * (wide + 16) + 96, self.size(760))
        rect = view.centred(width, title_h + button_h + 140 + rows * (tall + 16))
        x, y = rect[0] + 48, rect[1] + 36
        whole = sum(self.deck.cards.values())
        words = f"{len(self.hand)} of {whole} cards of {self.deck.name}" if self.hand else "There is no card in this deck."
        heading = small_heading(self.app, (x, y, width - 96, title_h), words)
        y += title_h + 20
        parts: list[Part] = [*over_table(self.app, rect), heading]
        for index, card in enumerate(self.hand):
            row, column = divmod(index, _MOST_IN_A_ROW)
            many = min(_MOST_IN_A_ROW, len(self.hand) - row * _MOST_IN_A_ROW)
            left = rect[0] + (width - many * (wide + 16) + 16) / 2
            box: Rect = (left + column * (wide + 16), y + row * (tall + 16), wide, tall)
            parts += [Shadow((box[0], box[1] + 6, wide, tall), (0, 0, 0, 150), 10, 14), card_item(self.app, self.faces[card], box)]
        foot = rect[1] + rect[3] - button_h - 36
        half = (width - 96 - 20) / 2
        return [
            *parts,
            Button(key="another", rect=(x, foot, half, button_h), label="Another hand", style="main", on=self.draw_anew),
            Button(key="close", rect=(x + half + 20, foot, half, button_h), label="Done", on=self.escape),
        ]
