"""The cards and decks of one match, looked up quickly."""

from __future__ import annotations

from game.cards.catalogue import Catalogue
from game.kernel.ids import CardId
from game.kernel.setup import Setup
from game.rules.starcrossed.cards import BOUND, StarCard

TURNS = 60
"""How many turns a match lasts at most; then the higher life wins."""


class Printed:
    """A card made quick: its numbers, which of its abilities belong to playing and using it, and what it changes."""

    __slots__ = (
        "aimed", "bound", "card", "combat", "cost", "diva", "kind", "level", "move", "play", "power", "special", "standing", "strength",
        "tribe", "use", "words",
    )  # fmt: skip

    def __init__(self, card: StarCard, catalogue: Catalogue[StarCard]) -> None:
        self.card = card
        self.kind = card.kind
        self.diva = card.kind == "diva"
        self.move = card.kind == "move"
        self.power = card.kind == "power"
        self.cost = card.cost
        self.level = card.level
        self.strength = card.strength
        self.tribe = card.tribe
        self.words = card.words
        self.bound = BOUND in card.traits
        self.combat = card.combat
        self.special = card.special
        self.play = catalogue.moments(card.id, "play")
        self.use = catalogue.moments(card.id, "use")
        self.standing = catalogue.standing(card.id)
        self.aimed = bool(self.play) and catalogue.program(card.id, self.play[0]).aimed is not None


class Arena:
    """Hold what does not change in a match: the catalogue, the deck lists and the limit of turns."""

    def __init__(self, catalogue: Catalogue[StarCard], setup: Setup) -> None:
        self.catalogue = catalogue
        self.setup = setup
        self.turns = int(setup.options.get("turns", TURNS))
        self.printed: dict[CardId, Printed] = {card: Printed(catalogue[card], catalogue) for card in catalogue.cards}
        self._listeners: dict[str, frozenset[CardId]] = {}

    def listeners(self, when: str) -> frozenset[CardId]:
        """Return the cards of the match with an ability that waits for this moment."""
        found = self._listeners.get(when)
        if found is None:
            decked = {card for deck in self.setup.decks for card in deck.cards}
            found = frozenset(card for card in decked if card in self.catalogue and self.catalogue.moments(card, when))
            self._listeners[when] = found
        return found
