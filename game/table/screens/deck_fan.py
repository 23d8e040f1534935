"""What a deck is like, in a few lines before a match: its plan, and a row of its cards to look at."""

from __future__ import annotations

from collections.abc import Mapping
from functools import partial

from game.kernel.ids import CardId
from game.kernel.scene import CardFace
from game.kernel.setup import DeckList
from game.table.canvas.draw import Drawn, Shadow, Text
from game.table.canvas.view import Rect
from game.table.pages.form import Column
from game.table.pieces.card_face import card_item
from game.table.shell.page import Page
from game.table.shell.widgets import SMALL, Look, Tile

_WIDE = 146.0
"""How wide a card of the row is, at every text size: words that grow are not to meet another layout of the card, where they are smaller."""


class Glance(Tile):
    """A card to be looked at: the pointer over it shows it large; it takes no focus, as nothing can be done with it."""

    focusable = False


def lay_fan(page: Page, column: Column, seat: int, deck: DeckList, faces: Mapping[CardId, CardFace], left: float) -> None:
    """Lay a deck's plan and as many of its cards as fit into a row, from `left` to the end of a column."""
    spare = column.x + column.width - left
    size = page.size(SMALL)
    if deck.plan:
        high = page.app.height(deck.plan, "italic", size, spare)
        column.parts.append(Text((left, column.y, spare, high), deck.plan, size, page.colour("soft"), "italic", wrap=True))
        column.y += high + 12
    cards = [faces[card] for card in (*deck.front, *deck.cards) if card in faces]
    wide = _WIDE
    many = max(1, int((spare + 10) // (wide + 10)))
    for index, face in enumerate(cards[:many]):
        rect = (left + index * (wide + 10), column.y, wide, wide * 1.4)
        paint = partial(_painted, face, rect)
        column.parts.append(Glance(key=f"card-{seat}-{face.id}", rect=rect, plain=True, cue="none", name=face.name, paint=paint))
    if cards:
        column.y += wide * 1.4 + 18


def _painted(face: CardFace, rect: Rect, look: Look) -> list[Drawn]:
    return [Shadow((rect[0], rect[1] + 4, rect[2], rect[3]), (0, 0, 0, 140), 8, 8), card_item(look.app, face, rect)]
