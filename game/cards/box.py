"""The box of a card game for two: two seats, a deck each, and nothing else but the options the game names."""

from __future__ import annotations

from abc import abstractmethod
from typing import Any, Protocol

from game.cards.catalogue import Catalogue
from game.kernel.box import Box
from game.kernel.capabilities import CardFiles
from game.kernel.scene import CardFace
from game.kernel.setup import DeckList, Rows, Setup


class PlayedCards(CardFiles, Protocol):
    """The files of a game's cards, ready to play."""

    def catalogue(self) -> Catalogue[Any]:
        """Return the cards of the game."""
        ...

    def catalogue_of(self, setup: Setup) -> Catalogue[Any]:
        """Return the cards that a setup brings along, or those of the game."""
        ...


class TwoDecks(Box):
    """What can be chosen before a match of a card game for two; a game adds its cards, its decks' rules and its rulebook."""

    seats: tuple[int, ...] = (2,)
    card_files: PlayedCards

    @abstractmethod
    def face(self, card: str) -> CardFace:
        """Return what is printed on a card."""

    def catalogue(self) -> tuple[CardFace, ...]:
        """Return every card, in the order of the files."""
        return tuple(self.face(card) for card in self.card_files.catalogue().cards)

    def decks_of(self, setup: Setup) -> tuple[DeckList, ...]:
        """Return the decks that were brought, or two ready ones by the seed."""
        ready = self.ready_decks()
        return setup.decks or (ready[setup.seed % len(ready)], ready[(setup.seed // len(ready) + 1) % len(ready)])

    def rows_of(self, setup: Setup) -> Rows:
        """Return the rows of the cards in both decks, and of those they speak of."""
        used = {card for deck in setup.decks for card in (*deck.cards, *deck.front)}
        return Rows(self.card_files.catalogue_of(setup).rows(used))
