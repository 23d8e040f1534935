"""What a player can do: in the opening, in the own turn, during an attack, and in answer to something."""

from __future__ import annotations

from typing import TypeAlias

from msgspec import Struct

from game.cards.asking import Choose, Enough
from game.cards.hands import KeepHand, Redraw
from game.kernel.ids import PieceId

SIGNS = ("rock", "paper", "scissors")


class Throw(Struct, frozen=True, tag="throw"):
    """Choose rock, paper or scissors (SH-4)."""

    sign: str


class Start(Struct, frozen=True, tag="start"):
    """Choose who starts: oneself, or the other player (SH-4)."""

    self: bool


class Shift(Struct, frozen=True, tag="shift"):
    """Move a Support card to another own Support space, changing places with one that is there (SH-19)."""

    piece: PieceId
    to: int


class Discard(Struct, frozen=True, tag="discard"):
    """Discard a card from the hand (SH-20)."""

    piece: PieceId


class Play(Struct, frozen=True, tag="play"):
    """Play a card: `at` is the space of an Attack or Support card, what a spell points at, or -1 (SH-11 to SH-13)."""

    piece: PieceId
    at: int = -1


class Use(Struct, frozen=True, tag="use"):
    """Use ability number `part` of a card, pointing at `at` where it needs a target (SH-22, SH-36)."""

    piece: PieceId
    part: int
    at: int = -1


class Attack(Struct, frozen=True, tag="attack"):
    """Attack a card (SH-25)."""

    piece: PieceId
    target: PieceId


class Lend(Struct, frozen=True, tag="lend"):
    """Exhaust a Support card to add its strength to the battling card above it (SH-12, SH-27)."""

    piece: PieceId


class Guard(Struct, frozen=True, tag="guard"):
    """Exhaust a card with [Guard] to redirect the attack to itself (SH-35)."""

    piece: PieceId


class Pass(Struct, frozen=True, tag="pass"):
    """Do nothing, or be done with a phase."""


Action: TypeAlias = (
    Throw | Start | Redraw | KeepHand | Shift | Discard | Play | Use | Attack | Lend | Guard | Pass | Choose | Enough
)  # fmt: skip

PASS = Pass()
