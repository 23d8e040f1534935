"""All that is true in a match of Shine: who stands on which space, what lies in which pile, and which question is open.

A seat has ten spaces: 0 to 4 the upper row with its Star in the middle, 5 to 9 the Support spaces beneath (SH-10). Seat 1
counts on from there, so that a space has one number.
"""

from __future__ import annotations

from typing import TypeAlias

from msgspec import Struct

from game.cards.hands import Limit, Opening
from game.cards.interpret import Frame
from game.cards.marks import Ref
from game.cards.modify import Lasting
from game.kernel.ids import CardId, PieceId, Seat
from game.kernel.setup import Outcome

COLUMNS = 5
SPACES = 10
STAR_COLUMN = 2
FIRST_ID: PieceId = 10
NONE: PieceId = -1
OPENING_HAND = 5
HAND_LIMIT = 10
ATTACK_SPACES = tuple(tuple(seat * SPACES + column for column in range(COLUMNS) if column != STAR_COLUMN) for seat in (0, 1))
"""Each seat's four Attack spaces (SH-10)."""
SUPPORT_SPACES = tuple(tuple(range(seat * SPACES + COLUMNS, seat * SPACES + SPACES)) for seat in (0, 1))
"""Each seat's five Support spaces (SH-10)."""
SHINE = 10
"""How many Shine cards a player has (SH-1)."""
BEFORE_ATTACKS = frozenset({"main1", "attack"})
"""The phases of a turn in which an attack can still come (SH-22, SH-23)."""


class Stand(Struct, frozen=True):
    """A card on the field: exhausted or active, the turn it came, and the Shine attached to it (SH-9, SH-11, SH-16)."""

    id: PieceId
    turned: bool = False
    since: int = 0
    shine: int = 0


class Purse(Struct, frozen=True):
    """A seat's Shine cards: still in the Shine deck, active and exhausted in the cost area (SH-16, SH-21)."""

    deck: int = SHINE
    ready: int = 0
    spent: int = 0


class Fight(Struct, frozen=True):
    """The attack that is going on: who has passed in a row, and who is next to support (SH-25 to SH-29)."""

    attacker: PieceId
    target: PieceId
    passes: int = 0
    next: Seat = 0


class Link(Struct, frozen=True):
    """A spell or an effect waiting on the chain, already paid; `at` is what it points at, or NONE (SH-43).

    `bound` is what set it off, for an effect that triggered by itself: its targets are chosen as it resolves.
    """

    card: CardId
    part: int
    source: PieceId
    seat: Seat
    at: PieceId = NONE
    spell: bool = False
    bound: dict[Ref, tuple[int, ...]] = {}


class Throwing(Struct, frozen=True, tag="throwing"):
    """Choose rock, paper or scissors in secret (SH-4)."""

    seat: Seat


class Starting(Struct, frozen=True, tag="starting"):
    """Choose who starts (SH-4)."""

    seat: Seat


class Placing(Struct, frozen=True, tag="placing"):
    """Move one Support card, or none (SH-19)."""

    seat: Seat


class Main(Struct, frozen=True, tag="main"):
    """A main phase (SH-22, SH-24)."""

    seat: Seat


class Attacking(Struct, frozen=True, tag="attacking"):
    """The attack phase: attack, or go on (SH-23)."""

    seat: Seat


class Answering(Struct, frozen=True, tag="answering"):
    """Answer the top of the chain, or pass (SH-43)."""

    seat: Seat


class Supporting(Struct, frozen=True, tag="supporting"):
    """The support step of an attack: support, guard, use something [Quick], or pass (SH-27)."""

    seat: Seat


class Watching(Struct, frozen=True, tag="watching"):
    """The other player has just played a card: use something [Quick], or pass (SH-43)."""

    seat: Seat
    piece: PieceId


class Leaving(Struct, frozen=True, tag="leaving"):
    """The other player wants to leave the phase: use something [Quick] before it ends, or pass (SH-43)."""

    seat: Seat


Pending: TypeAlias = (
    Frame | Throwing | Starting | Opening | Placing | Limit | Main | Attacking | Answering | Supporting | Watching | Leaving
)


class State(Struct, frozen=True):
    """Everything true in a match.

    `field` lists the twenty spaces. The top of a deck and of a Life area comes first (SH-6, SH-15). `signs` are the secret choices
    of the opening. `used` are abilities that were used this turn (SH-42), `triggered` counts effects set off in it. `passes` counts those in a row on the chain and `next` is
    the seat to answer. `step` counts within the phase.
    """

    field: tuple[Stand | None, ...]
    hands: tuple[tuple[PieceId, ...], ...]
    decks: tuple[tuple[PieceId, ...], ...]
    lives: tuple[tuple[PieceId, ...], ...]
    graves: tuple[tuple[PieceId, ...], ...]
    purses: tuple[Purse, ...]
    cards: dict[PieceId, tuple[CardId, Seat]]
    lasting: tuple[Lasting, ...]
    used: tuple[tuple[PieceId, int], ...]
    triggered: int
    signs: tuple[str, ...]
    active: Seat
    turn: int
    phase: str
    step: int
    fight: Fight | None
    chain: tuple[Link, ...]
    passes: int
    next: Seat
    stack: tuple[Pending, ...]
    next_id: PieceId
    chance: int
    outcome: Outcome | None = None


def seat_of(space: int) -> Seat:
    """Return whose space it is."""
    return space // SPACES


def star_space(seat: Seat) -> int:
    """Return the space of a seat's Star (SH-10)."""
    return seat * SPACES + STAR_COLUMN


def upper(space: int) -> bool:
    """Tell whether a space is in the upper row."""
    return space % SPACES < COLUMNS
