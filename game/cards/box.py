"""The box of a card game for two: two seats, a deck each, and nothing else but the options the game names."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from msgspec.structs import replace

from game.cards.catalogue import Catalogue
from game.kernel.offers import SetupError
from game.kernel.scene import CardFace
from game.kernel.setup import DeckList, Option, Setup

Values = dict[str, str | int | bool]


def chosen(title: str, known: tuple[Option, ...], given: Mapping[str, str | int | bool]) -> tuple[Values, list[str]]:
    """Return every option of a game with its value, and a sentence for each value or name that cannot be."""
    keys = {option.key for option in known}
    reasons = [f"{title} has no option {key[:40]!r}." for key in given if key not in keys]
    values: Values = {}
    for option in known:
        value = values[option.key] = given.get(option.key, option.default)
        if option.kind == "choice" and value not in {choice for choice, _ in option.choices}:
            reasons.append(f"{option.label} cannot be {value!r}.")
        if option.kind == "number" and (not isinstance(value, int) or isinstance(value, bool) or not option.low <= value <= option.high):
            reasons.append(f"{option.label} is a number from {option.low} to {option.high}, not {value!r}.")
    return values, reasons


class TwoDecks:
    """What can be chosen before a match of a card game for two; a game adds its cards, its decks' rules and its rulebook."""

    id: str
    title: str
    version: str
    seats: tuple[int, ...] = (2,)

    def options(self, seats: int) -> tuple[Option, ...]:  # noqa: ARG002
        """Return no options."""
        return ()

    def maps(self, seats: int) -> tuple[tuple[str, str], ...]:  # noqa: ARG002
        """Return no maps."""
        return ()

    def cards(self) -> Catalogue[Any]:
        """Return the cards of the game."""
        raise NotImplementedError

    def face(self, card: str) -> CardFace:
        """Return what is printed on a card."""
        raise NotImplementedError

    def ready_decks(self) -> tuple[DeckList, ...]:
        """Return the decks that ship."""
        raise NotImplementedError

    def deck_faults(self, deck: DeckList, setup: Setup) -> tuple[str, ...]:
        """Return every rule a deck breaks, one sentence each."""
        raise NotImplementedError

    def catalogue(self) -> tuple[CardFace, ...]:
        """Return every card, in the order of the files."""
        return tuple(self.face(card) for card in self.cards().cards)

    def complete(self, setup: Setup) -> Setup:
        """Fill in decks and options; raise SetupError with every reason it cannot start."""
        reasons: list[str] = []
        if setup.seats != 2:
            reasons.append(f"{self.title} is played by 2 players, not {setup.seats}.")
        if setup.map:
            reasons.append(f"{self.title} has no maps.")
        values, wrong = chosen(self.title, self.options(2), setup.options)
        reasons += wrong
        decks = setup.decks
        if not decks:
            ready = self.ready_decks()
            decks = (ready[setup.seed % len(ready)], ready[(setup.seed // len(ready) + 1) % len(ready)])
        elif len(decks) != 2:
            reasons.append(f"Two decks are needed, not {len(decks)}.")
        reasons += [f"{deck.name}: {fault}" for deck in decks for fault in self.deck_faults(deck, setup)]
        if reasons:
            raise SetupError(*dict.fromkeys(reasons))
        return replace(setup, version=self.version, catalogue=self.cards().digest, decks=decks, options=values)
