"""All that is true in a match of Overcross: who stands where, what lies in which pile, and which question is open."""

from __future__ import annotations

from typing import Any, ClassVar, TypeAlias

from msgspec import Struct

from game.cards.interpret import Frame
from game.cards.modify import Lasting
from game.kernel.ids import CardId, PieceId, Seat
from game.kernel.setup import Outcome

MAP_CARD = "map:"
"""Terrain of the map that can be destroyed has this and its square instead of a card."""


class Edit(Struct, frozen=True, cache_hash=True, gc=False):
    """An edit attached to a character (OC-1); `seat` owns it."""

    id: PieceId
    card: CardId
    seat: Seat


class Unit(Struct, frozen=True, cache_hash=True, gc=False):
    """A character on the grid: its square, its damage counters, its edits, and which actions it took this turn.

    `carries` is the seat whose flag it carries, or -1 (OC-48).
    """

    id: PieceId
    card: CardId
    seat: Seat
    cell: int
    damage: int = 0
    minor: bool = False
    major: bool = False
    edits: tuple[Edit, ...] = ()
    carries: Seat = -1


class Terrain(Struct, frozen=True, cache_hash=True, gc=False):
    """A piece of terrain: its centre and its damage; `seat` owns the card, -1 when it belongs to the map (OC-31)."""

    id: PieceId
    card: CardId
    seat: Seat
    cell: int
    damage: int = 0


class Flag(Struct, frozen=True):
    """A seat's flag: where it lies, or who carries it (-1: nobody), and whether it is at home (OC-48)."""

    seat: Seat
    cell: int
    carrier: PieceId = -1
    home: bool = True


class GoFirst(Struct, frozen=True, tag="go_first"):
    """Who rolled highest chooses to go first or last (OC-10)."""

    seat: Seat


class Turn(Struct, frozen=True, tag="turn"):
    """The turn's own question: play a card, act, or end the turn."""

    seat: Seat


class Placing(Struct, frozen=True, tag="placing"):
    """A character must be put on a space of its deploy zone: at the start (OC-46) or after scoring (OC-49)."""

    seat: Seat
    unit: Unit
    start: bool


Pending: TypeAlias = Frame | GoFirst | Turn | Placing


class State(Struct, frozen=True, dict=True):
    """Everything true in a match.

    `cards` gives card and owner of every piece that came from a deck. `known` are hidden pieces whose face some seats have
    seen, as a bit for each seat. `marks` are the cards whose fall puts a seat out (OC-46). `used` are abilities spent for the
    turn or the match. `fallen` remembers where characters stood that left the grid this turn; `triggered`
    counts abilities set off in it. `votes` are what each seat has won, empty while nobody has any (OC-55).
    `scathed` counts what marks took this turn of damage that is no attack's (OC-46).

    `memo` is what has been worked out about this very state (`table.remembered`). It belongs to the state and goes with it, and is no part of
    its value: neither compared nor saved.
    """

    memo: ClassVar[dict[Any, Any] | None] = None

    units: dict[PieceId, Unit]
    terrain: dict[PieceId, Terrain]
    hands: tuple[tuple[PieceId, ...], ...]
    decks: tuple[tuple[PieceId, ...], ...]
    discards: tuple[tuple[PieceId, ...], ...]
    cards: dict[PieceId, tuple[CardId, Seat]]
    known: dict[PieceId, int]
    lasting: tuple[Lasting, ...]
    used: tuple[tuple[PieceId, int, str], ...]
    flags: tuple[Flag, ...]
    marks: tuple[tuple[CardId, ...], ...]
    scores: tuple[int, ...]
    out: tuple[bool, ...]
    fallen: dict[PieceId, int]
    active: Seat
    first: Seat
    round: int
    turn: int
    phase: str
    limit: int
    stack: tuple[Pending, ...]
    next_id: PieceId
    chance: int
    outcome: Outcome | None = None
    triggered: int = 0
    votes: tuple[int, ...] = ()
    scathed: dict[PieceId, int] = {}
