"""All that is true in a match of Starcrossed: what lies on which crystal, in which pile, and which question is open.

The six crystals are pieces 0 to 5: a seat's three stand side by side, and the one straight across is three further on
(SC-1). Seat 0 counts its lanes from its own left, seat 1 from its own right, so that a lane has one number.
"""

from __future__ import annotations

from typing import TypeAlias

from msgspec import Struct

from game.cards.hands import Limit, Opening
from game.cards.interpret import Frame
from game.cards.modify import Lasting
from game.kernel.ids import CardId, PieceId, Seat
from game.kernel.setup import Outcome

LANES = 3
CRYSTALS = 6
FIRST_ID: PieceId = 10
"""Cards are numbered from here; the crystals lie below."""
NONE: PieceId = -1
SLOTS = 3
HAND_LIMIT = 7
MOST_LEVEL = 6


class Skill(Struct, frozen=True):
    """A skill card on a crystal, face down until it is activated (SC-20)."""

    id: PieceId
    down: bool = False


class Crystal(Struct, frozen=True):
    """A soul crystal: its level and attunement, the diva on it (NONE: nobody), and its skill cards (SC-1, SC-3)."""

    level: int = 0
    attuned: str = ""
    diva: PieceId = NONE
    recruit: bool = False
    skills: tuple[Skill, ...] = ()


class Fight(Struct, frozen=True):
    """The attack that is going on: who attacks from which crystal, how far it is, and who has passed (SC-31 to SC-37).

    `stage` is declared, window, showdown or over. `next` is the seat to activate or pass; `move` is an
    activated move whose effect takes place.
    """

    attacker: PieceId
    crystal: int
    stage: str = "declared"
    blocker: PieceId = NONE
    blocked: bool = False
    passes: int = 0
    next: Seat = 0
    move: PieceId = NONE


class Turn(Struct, frozen=True, tag="turn"):
    """The Action Phase of one seat: any number of actions, then done (SC-10)."""

    seat: Seat


class Lane(Struct, frozen=True, tag="lane"):
    """Attack in this lane, or not (SC-31)."""

    seat: Seat
    crystal: int


class Blocking(Struct, frozen=True, tag="blocking"):
    """Block the attack, or let it through (SC-33)."""

    seat: Seat


class Window(Struct, frozen=True, tag="window"):
    """Activate a face-down skill, or pass (SC-34)."""

    seat: Seat


class Attuning(Struct, frozen=True, tag="attuning"):
    """Attune a crystal to one of these tribes; `may` allows to leave it as it is (SC-16)."""

    seat: Seat
    crystal: int
    tribes: tuple[str, ...]
    may: bool = True


class Ordering(Struct, frozen=True, tag="ordering"):
    """Several abilities were set off at once: which comes next (SC-28)."""

    seat: Seat
    frames: tuple[Frame, ...]


Pending: TypeAlias = Frame | Opening | Turn | Lane | Blocking | Window | Attuning | Limit | Ordering


class State(Struct, frozen=True):
    """Everything true in a match.

    `cards` gives card and owner of every piece. `known` are cards in hands, decks or face down whose face seats have seen that
    do not simply hold them, as a bit for each seat. `energy` is this turn's, `kept` the starting energy (SC-6, SC-9). `step` counts
    within the phase: opening, action, combat or end. The top of a deck comes first. `triggered` counts abilities set off this turn (SC-28).
    """

    crystals: tuple[Crystal, ...]
    hands: tuple[tuple[PieceId, ...], ...]
    decks: tuple[tuple[PieceId, ...], ...]
    voids: tuple[tuple[PieceId, ...], ...]
    cards: dict[PieceId, tuple[CardId, Seat]]
    known: dict[PieceId, int]
    lasting: tuple[Lasting, ...]
    used: tuple[tuple[PieceId, int, str], ...]
    life: tuple[int, ...]
    energy: tuple[int, ...]
    kept: tuple[int, ...]
    special: tuple[bool, ...]
    active: Seat
    turn: int
    phase: str
    step: int
    fight: Fight | None
    stack: tuple[Pending, ...]
    next_id: PieceId
    chance: int
    outcome: Outcome | None = None
    triggered: int = 0


def seat_of(crystal: int) -> Seat:
    """Return whose crystal it is."""
    return crystal // LANES


def opposing(crystal: int) -> int:
    """Return the crystal straight across (SC-1)."""
    return (crystal + LANES) % CRYSTALS


def own_crystals(seat: Seat) -> range:
    """Return a seat's three crystals."""
    return range(seat * LANES, seat * LANES + LANES)


def lane_order(active: Seat) -> tuple[int, ...]:
    """Return the lanes from the Active Player's left to right (SC-31)."""
    return (0, 1, 2) if active == 0 else (2, 1, 0)
