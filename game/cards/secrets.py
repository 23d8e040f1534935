"""What card games hide: the faces of cards in a pile, and the numbers of cards that no eye may follow."""

from __future__ import annotations

from collections.abc import Iterator
from functools import lru_cache

from game.cards.world import Pieces
from game.kernel.ids import Seat
from game.kernel.secrets import Secret


@lru_cache(maxsize=256)
def knowing(bits: int) -> frozenset[Seat]:
    """Return the seats that have a bit."""
    return frozenset(seat for seat in range(bits.bit_length()) if bits >> seat & 1)


def faces(pile: Pieces, seats: frozenset[Seat]) -> Iterator[Secret]:
    """Yield the faces of cards whose card a state keeps under their number, in `cards`."""
    for piece in pile:
        yield Secret(("cards", piece, 0), seats)


def names(field: str, seat: Seat, pile: Pieces, seats: frozenset[Seat]) -> Iterator[Secret]:
    """Yield the numbers in a seat's pile, which a state keeps in a field of that name."""
    for place in range(len(pile)):
        yield Secret((field, seat, place), seats, "name")
