"""A game laid on the table: the places its map draws for it, what is printed on its cards, and words with the names filled in."""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence

from game import paths
from game.content.faults import ContentError
from game.content.guides import words_of
from game.content.tables import read_table_layout
from game.kernel.ids import CardId, Seat
from game.kernel.rules import AnyRules
from game.kernel.scene import CardFace
from game.kernel.setup import DeckList, Setup
from game.kernel.words import spoken
from game.table.canvas.view import Rect
from game.table.pages.links import meanings
from game.table.pieces import figures, grid_paint
from game.table.pieces.board import Board
from game.table.shell.app import App


class Printed:
    """What is printed on the cards of a match, and words with its seats and cards named."""

    def __init__(self, rules: AnyRules, names: Sequence[str], decks: Sequence[DeckList] = ()) -> None:
        self.rules, self.names = rules, tuple(names)
        self._decks = decks
        self._keywords: dict[str, str] | None = None
        self._faces: dict[CardId, CardFace | None] = {}

    def face(self, card: CardId) -> CardFace | None:
        """Return what is printed on a card, None for one the rules do not know."""
        if card not in self._faces:
            try:
                self._faces[card] = self.rules.face(card)
            except KeyError:
                self._faces[card] = None
        return self._faces[card]

    def card_name(self, card: CardId) -> str:
        """Return a card's printed name."""
        face = self.face(card)
        return face.name if face else card

    def named_on(self, card: CardFace) -> tuple[CardFace, ...]:
        """Return the cards that were brought along and that the text of another names."""
        words = " ".join(card.text)
        return tuple(face for face in self._brought() if face.name != card.name and re.search(rf"\b{re.escape(face.name)}\b", words))

    def keywords(self) -> dict[str, str]:
        """Return the keywords of the cards that were brought along, with their plain meanings."""
        if self._keywords is None:
            self._keywords = meanings(face.keywords for face in self._brought())
        return self._keywords

    def explained(self) -> Mapping[str, str]:
        """Return the words of the rulebook with the rule that explains each."""
        return words_of(self.rules.id)

    def _brought(self) -> list[CardFace]:
        cards = {card for deck in self._decks for card in (*deck.cards, *deck.front)}
        return [face for card in sorted(cards) if (face := self.face(card)) is not None]

    def spoken(self, words: str) -> str:
        """Return words with seats and cards named."""
        return spoken(words, self.names, self.card_name)


def laid(app: App, printed: Printed, setup: Setup, viewer: Seat) -> Board:
    """Return an empty table of a match, with its zones where the map of its game's table draws them for whoever looks."""
    game = setup.game
    figures.register(app)
    grid_paint.lay(game, setup.map, setup.rows.map)
    path = paths.MAPS / "tables" / f"{game}.tmx"
    places: dict[str, Rect] = {}
    if path.is_file():
        try:
            drawn = read_table_layout(path).places_for(setup.seats, viewer)
        except (ContentError, ValueError) as error:
            app.say(str(error), "bad")
        else:
            places = {zone: (float(place.x), float(place.y), float(place.width), float(place.height)) for zone, place in drawn.items()}
    return Board(app, printed.face, places)
