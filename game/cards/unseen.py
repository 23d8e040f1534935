"""The cards a seat has not seen: deck lists are open, so they are what a list has beyond the cards it can put a face to."""

from __future__ import annotations

from collections.abc import Iterable, Mapping

from game.cards.table import Cards
from game.kernel.chance import Chance
from game.kernel.ids import CardId, PieceId, Seat

Pool = list[tuple[CardId, Seat]]


def pools(lists: Iterable[Mapping[CardId, int]], seen: Cards, chance: Chance) -> list[Pool]:
    """Return each seat's unseen cards in random order; seen cards that no list has (set in front of a deck) are passed over."""
    left = [dict(listed) for listed in lists]
    for card, owner in seen.values():
        if card in left[owner]:
            left[owner][card] -= 1
    return [
        chance.shuffle([dealt for card, copies in listed.items() for dealt in [(card, seat)] * copies]) for seat, listed in enumerate(left)
    ]


def backs(count: int) -> tuple[PieceId, ...]:
    """Return so many cards without a face: they can be counted, and told from no other."""
    return tuple(range(-1 - count, -1))
