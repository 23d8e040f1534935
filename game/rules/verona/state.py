"""What is true in star cross'd: the dice on the table, the prestige, whose turn it is and what is being asked.

Each family has five places for dice. A die is named by its place, `seat * 5 + slot`, and an empty place shows 0; so a
pool is five small numbers and a whole state copies in well under a microsecond.
"""

from __future__ import annotations

from typing import TypeAlias

from msgspec import Struct

PLACES = 5
LAP = 50
MOST_SEATS = 6
FALL = 2
"""By how much a duellist drops (VR-22, VR-23)."""

FAMILIES = (
    ("House Leonardi", "lion"),
    ("House Gigliati", "fleur-de-lys"),
    ("House Torresan", "white-tower"),
    ("House Aquilani", "eagle-emblem"),
    ("House Rosada", "rose"),
    ("House Cinghiali", "boar"),
)
"""The six families: name and charge (VR-2)."""

Pool: TypeAlias = tuple[int, ...]


class Turn(Struct, frozen=True, tag=True):
    """The seat's own turn: exactly one action (VR-7 to VR-15)."""

    seat: int


class AnswerProposal(Struct, frozen=True, tag=True):
    """Accept the marriage, or challenge the proposing die (VR-8)."""

    seat: int
    die: int
    to: int


class AnswerFeud(Struct, frozen=True, tag=True):
    """Accept the duel, or seduce the feuding die (VR-11)."""

    seat: int
    die: int
    to: int


class AnswerTryst(Struct, frozen=True, tag=True):
    """Choose marriage or duel for the two lovers (VR-12)."""

    seat: int
    die: int
    to: int


class OfferNewDie(Struct, frozen=True, tag=True):
    """Roll a new die after giving the higher one to a marriage, or leave it (VR-18)."""

    seat: int


Decision: TypeAlias = Turn | AnswerProposal | AnswerFeud | AnswerTryst | OfferNewDie


class State(Struct, frozen=True):
    """All that is true. `pools[seat][slot]` is a face, 0 for none; `facing` are the dice that stand in the middle.

    `pending` is the stack of open questions, the turn's own at the bottom; it is empty when the match is over.
    """

    chance: int
    pools: tuple[Pool, ...]
    prestige: tuple[int, ...]
    pending: tuple[Decision, ...]
    facing: tuple[int, ...] = ()


def die_id(seat: int, slot: int) -> int:
    """Return the id of the die at a seat's place."""
    return seat * PLACES + slot


def value(pools: tuple[Pool, ...] | list[Pool], die: int) -> int:
    """Return a die's face, 0 when its place is empty."""
    return pools[die // PLACES][die % PLACES]


def owner(die: int) -> int:
    """Return the seat a die belongs to."""
    return die // PLACES


def chemistry(one: int, other: int) -> bool:
    """Tell whether two faces have chemistry: one odd, the other even (VR-6)."""
    return (one + other) % 2 == 1
