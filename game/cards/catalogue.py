"""A game's cards, ready to play: looked up by id, their abilities compiled, their triggers indexed."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from typing import Any, Generic, TypeVar

import msgspec

from game.cards.interpret import Program
from game.cards.model import Ability, Card
from game.cards.modify import Standing
from game.kernel.digest import digest
from game.kernel.ids import CardId

C = TypeVar("C", bound=Card)


class Catalogue(Generic[C]):
    """Hold the cards of a game by id; abilities are compiled when first asked for and then kept.

    `parts` returns every ability of a card; a game whose cards carry effects elsewhere (attacks) lists those behind. A part is
    named by its place in that list. `digest` is equal for catalogues with the same cards.
    """

    def __init__(self, cards: Iterable[C], parts: Callable[[C], tuple[Ability, ...]] = lambda card: card.abilities) -> None:
        self.cards: Mapping[CardId, C] = {card.id: card for card in cards}
        self._parts = parts
        self._programs: dict[tuple[CardId, int], Program] = {}
        self._triggers: dict[tuple[CardId, str], tuple[int, ...]] = {}
        self._standing: dict[CardId, tuple[Standing, ...]] = {}
        self._digest = ""

    def __getitem__(self, card: CardId) -> C:
        """Return a card; KeyError for one of another catalogue."""
        return self.cards[card]

    def __contains__(self, card: object) -> bool:
        return card in self.cards

    def __len__(self) -> int:
        return len(self.cards)

    @property
    def digest(self) -> str:
        """Return the fingerprint of the cards, whatever order they were read in."""
        if not self._digest:
            self._digest = digest([self.cards[card] for card in sorted(self.cards)])
        return self._digest

    def rows(self, cards: Iterable[CardId]) -> tuple[dict[str, Any], ...]:
        """Return the rows of cards and of every card they speak of, by id; one that is not here is left out."""
        found: dict[CardId, dict[str, Any]] = {}
        asked = list(cards)
        while asked:
            card = asked.pop()
            if card in self.cards and card not in found:
                row = found[card] = msgspec.json.decode(msgspec.json.encode(self.cards[card]))  # as it comes back from a save
                asked += _words(row)
        return tuple(found[card] for card in sorted(found))

    def parts(self, card: CardId) -> tuple[Ability, ...]:
        """Return every ability of a card, in the order of their numbers."""
        return self._parts(self.cards[card])

    def program(self, card: CardId, part: int) -> Program:
        """Return ability number `part` of a card, compiled."""
        key = (card, part)
        program = self._programs.get(key)
        if program is None:
            program = self._programs[key] = Program(card, part, self.parts(card)[part])
        return program

    def moments(self, card: CardId, when: str) -> tuple[int, ...]:
        """Return the numbers of a card's abilities that belong to a moment: `play`, `use` or a trigger word."""
        key = (card, when)
        found = self._triggers.get(key)
        if found is None:
            found = self._triggers[key] = tuple(part for part, ability in enumerate(self.parts(card)) if ability.when == when)
        return found

    def standing(self, card: CardId) -> tuple[Standing, ...]:
        """Return a card's lasting modifiers, compiled."""
        found = self._standing.get(card)
        if found is None:
            found = self._standing[card] = tuple(Standing(modifier) for modifier in self.cards[card].modifiers)
        return found


def _words(value: Any) -> list[str]:
    """Return every word of a row, the ids of other cards among them."""
    match value:
        case str():
            return [value]
        case dict():
            return [word for part in value.values() for word in _words(part)]
        case list() | tuple():
            return [word for part in value for word in _words(part)]
        case _:
            return []
