"""The cards and decks of one match, looked up quickly."""

from __future__ import annotations

from functools import lru_cache

from game.cards.catalogue import Catalogue
from game.cards.model import names
from game.kernel.ids import CardId
from game.kernel.setup import Setup
from game.rules.shine.cards import ShineCard


class Printed:
    """A card made quick: its numbers, and which of its abilities belong to playing and using it."""

    __slots__ = ("card", "kind", "part", "play", "quick", "standing", "use")

    def __init__(self, card: ShineCard, catalogue: Catalogue[ShineCard]) -> None:
        self.card = card
        self.kind = card.kind
        self.play = catalogue.moments(card.id, "play")
        self.part = self.play[0] if self.play else -1
        self.use = tuple(
            (part, names(card.abilities[part].timing), card.abilities[part].zone) for part in catalogue.moments(card.id, "use")
        )
        self.quick = "quick" in card.keywords
        self.standing = catalogue.standing(card.id)


class Arena:
    """Hold what does not change in a match: the catalogue and the deck lists."""

    def __init__(self, catalogue: Catalogue[ShineCard], setup: Setup) -> None:
        self.catalogue = catalogue
        self.setup = setup
        self.printed = _printed(catalogue)


@lru_cache(maxsize=8)
def _printed(catalogue: Catalogue[ShineCard]) -> dict[CardId, Printed]:
    return {card: Printed(catalogue[card], catalogue) for card in catalogue.cards}
