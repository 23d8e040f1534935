"""What a player can ask for in Overcross."""

from __future__ import annotations

from typing import TypeAlias

from msgspec import Struct

from game.kernel.ids import PieceId


class Order(Struct, frozen=True, tag="order"):
    """Go first, or last (OC-10)."""

    first: bool


class Place(Struct, frozen=True, tag="place"):
    """Put the waiting character on a space of the deploy zone (OC-46, OC-49)."""

    cell: int


class Play(Struct, frozen=True, tag="play"):
    """Play a card from the hand: on a space (`at`), on a piece (`target`), or on neither (OC-15)."""

    piece: PieceId
    at: int = -1
    target: PieceId = -1


class Move(Struct, frozen=True, tag="move"):
    """Walk to a space (OC-24); `path` is the drawn way, its last space `to`, or empty for the way the rules take (OC-30)."""

    piece: PieceId
    to: int
    path: tuple[int, ...] = ()


class Attack(Struct, frozen=True, tag="attack"):
    """Attack a character or terrain with one of the printed attacks, counted from 0 (OC-38, OC-44)."""

    piece: PieceId
    attack: int
    target: PieceId


class Use(Struct, frozen=True, tag="use"):
    """Use an ability of a character or of an edit, pointing at a piece, a space or neither."""

    piece: PieceId
    part: int
    target: PieceId = -1
    at: int = -1


class Choose(Struct, frozen=True, tag="choose"):
    """Answer a card's question: a piece, a space, a way, 1 for yes; None when enough is chosen, or for no."""

    choice: int | None = None


class EndTurn(Struct, frozen=True, tag="end_turn"):
    """End the turn."""


Action: TypeAlias = Order | Place | Play | Move | Attack | Use | Choose | EndTurn
