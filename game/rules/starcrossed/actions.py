"""What a player can do: in the own Action Phase, in combat, and in answer to a question."""

from __future__ import annotations

from typing import TypeAlias

from msgspec import Struct

from game.cards.asking import Choose, Enough
from game.cards.hands import KeepHand, Redraw
from game.kernel.ids import PieceId


class Play(Struct, frozen=True, tag="play"):
    """Play a card from the hand face up (SC-13, SC-20).

    `at` is the crystal for a diva, a power or an item; what a move points at, or -1. `special` plays it as the special action (SC-27).
    """

    piece: PieceId
    at: int = -1
    special: bool = False


class Recruit(Struct, frozen=True, tag="recruit"):
    """Play a diva card face down as a recruit (SC-18)."""

    piece: PieceId
    at: int


class SetDown(Struct, frozen=True, tag="set"):
    """Set a combat skill face down on a crystal (SC-20)."""

    piece: PieceId
    at: int


class Use(Struct, frozen=True, tag="use"):
    """Use ability number `part` of a card in play, pointing at `at` where it needs a target (SC-26, SC-27)."""

    piece: PieceId
    part: int
    at: int = -1


class Done(Struct, frozen=True, tag="done"):
    """End the own part of the Action Phase (SC-10)."""


class Attack(Struct, frozen=True, tag="attack"):
    """Attack in the lane (SC-31)."""


class Hold(Struct, frozen=True, tag="hold"):
    """Do not attack in the lane (SC-31)."""


class Block(Struct, frozen=True, tag="block"):
    """Block the attack (SC-33)."""


class LetThrough(Struct, frozen=True, tag="let"):
    """Do not block (SC-33)."""


class Activate(Struct, frozen=True, tag="activate"):
    """Turn a combat skill face up (SC-34); `at` is what it points at, or -1."""

    piece: PieceId
    at: int = -1


class Pass(Struct, frozen=True, tag="pass"):
    """Activate nothing (SC-34)."""


class Attune(Struct, frozen=True, tag="attune"):
    """Attune the crystal to a tribe (SC-16)."""

    tribe: str


class Leave(Struct, frozen=True, tag="leave"):
    """Leave the attunement as it is (SC-16)."""


class Bottom(Struct, frozen=True, tag="bottom"):
    """Put a card from the hand on the bottom of the deck (SC-11)."""

    piece: PieceId


class First(Struct, frozen=True, tag="first"):
    """Let this one of several waiting abilities come next (SC-28)."""

    index: int


Action: TypeAlias = (
    Play | Recruit | SetDown | Use | Done | Attack | Hold | Block | LetThrough | Activate | Pass | Attune | Leave | Redraw
    | KeepHand | Bottom | First | Choose | Enough
)  # fmt: skip

DONE, ATTACK, HOLD, BLOCK, LET, PASS, LEAVE = Done(), Attack(), Hold(), Block(), LetThrough(), Pass(), Leave()
