"""What is true in Hearsay: the dice under each cup, the sum last claimed and by whom, whose turn it is, and whether the cups are lifted.

A die is named by its place, `seat * 5 + slot`. Every die shows at least 1, so the number of dice is a sum that nobody need claim:
a round begins there.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import TypeAlias

from msgspec import Struct

MOST_SEATS = 4
MOST_DICE = 5
SIDES = 6
MOST_RAISE = 6

Cup: TypeAlias = tuple[int, ...]

CALLED = tuple(f"Player {seat + 1}" for seat in range(MOST_SEATS))
"""What each seat is called that nobody gave a name."""


class State(Struct, frozen=True):
    """All that is true: `cups[seat]` are the faces under a seat's cup.

    `turn` is the seat that chooses: while the cups are lifted, the one that lost. `claimer` is None before the first claim of a round.
    The match is over once a cup is empty.
    """

    chance: int
    cups: tuple[Cup, ...]
    turn: int
    claim: int
    claimer: int | None = None
    lifted: bool = False


def dice(cups: Sequence[Cup]) -> int:
    """Return how many dice are in play: the sum at which a round begins (HS-5)."""
    return sum(map(len, cups))


def top(cups: Sequence[Cup]) -> int:
    """Return the highest sum that the dice in play can show (HS-6)."""
    return SIDES * dice(cups)


def total(cups: Sequence[Cup]) -> int:
    """Return the sum that all dice show."""
    return sum(map(sum, cups))


def over(cups: Sequence[Cup]) -> bool:
    """Tell whether a seat has given up its last die (HS-10)."""
    return not all(cups)


def die_id(seat: int, slot: int) -> int:
    """Return the id of the die at a seat's place."""
    return seat * MOST_DICE + slot
