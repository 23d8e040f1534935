"""What a seat can do in the arena, one small choice at a time."""

from __future__ import annotations

from typing import TypeAlias

from msgspec import Struct

from game.kernel.ids import PieceId, Seat


class Attack(Struct, frozen=True, tag=True, gc=False):
    """Use A1, A2 or A3 (`rank`) on an opposing active card (CM-16 to CM-18)."""

    piece: PieceId
    rank: int
    target: PieceId


class Stack(Struct, frozen=True, tag=True, gc=False):
    """Bank one gem on the card (CM-19)."""

    piece: PieceId


class Boost(Struct, frozen=True, tag=True, gc=False):
    """Use SPC: raise a stat for good, once a match (CM-20)."""

    piece: PieceId
    stat: str


class Revive(Struct, frozen=True, tag=True, gc=False):
    """Bring a fallen ally back to the reserve (CM-21)."""

    piece: PieceId
    target: PieceId


class Shift(Struct, frozen=True, tag=True, gc=False):
    """Swap an active card with one of the reserve (CM-22)."""

    piece: PieceId
    target: PieceId


class Skip(Struct, frozen=True, tag=True, gc=False):
    """Let a card take no move in this possession (CM-9)."""

    piece: PieceId


class Deposit(Struct, frozen=True, tag=True, gc=False):
    """Move one raided gem onto an active card, at no cost (CM-14)."""

    piece: PieceId


class EndPossession(Struct, frozen=True, tag=True, gc=False):
    """Skip every move that is left (CM-9)."""


class Choose(Struct, frozen=True, tag=True, gc=False):
    """Name a card: a draft pick, a starter, one that stays at home, or who fills a slot (CM-25, CM-37)."""

    piece: PieceId


class RollDice(Struct, frozen=True, tag=True, gc=False):
    """Roll a die for each side to break the first round's tie (CM-7)."""


class Lead(Struct, frozen=True, tag=True, gc=False):
    """As winner of the roll, say which seat has the first possession (CM-7)."""

    seat: Seat


class Weaken(Struct, frozen=True, tag=True, gc=False):
    """Choose the stat that an Undershock lowers (CM-31)."""

    stat: str


class CorrectHp(Struct, frozen=True, tag=True, gc=False):
    """Set a card's HP as it is on the real table; 0 fells it, more raises a fallen card (CM-3)."""

    piece: PieceId
    hp: int


class CorrectGems(Struct, frozen=True, tag=True, gc=False):
    """Set how many gems a card shows, its baseline gem among them (CM-3)."""

    piece: PieceId
    shown: int


class CorrectRaided(Struct, frozen=True, tag=True, gc=False):
    """Set how many gems lie in a side's Raided pool (CM-3)."""

    seat: Seat
    gems: int


class CorrectStatus(Struct, frozen=True, tag=True, gc=False):
    """Give a card a status of a given Tier, or take it away with `tier` 0; `stat` is what Undershock lowers (CM-3)."""

    piece: PieceId
    status: str
    tier: int
    stat: str = "atk"


class EnterRoll(Struct, frozen=True, tag=True, gc=False):
    """Enter a physical d6, d100 or coin (1 heads, 2 tails) for the next roll of that kind (CM-3)."""

    kind: str
    value: int


Tool: TypeAlias = CorrectHp | CorrectGems | CorrectRaided | CorrectStatus | EnterRoll
Move: TypeAlias = Attack | Stack | Boost | Revive | Shift | Skip
Action: TypeAlias = Move | Deposit | EndPossession | Choose | RollDice | Lead | Weaken | Tool
