"""Questions about a whole hand: to keep the opening hand or draw it anew, and to come down to the limit."""

from __future__ import annotations

from msgspec import Struct

from game.kernel.ids import Seat


class Opening(Struct, frozen=True, tag="opening"):
    """Keep the opening hand, or draw anew (a decision)."""

    seat: Seat


class Limit(Struct, frozen=True, tag="limit"):
    """Give up a card: the hand holds more than it may (a decision)."""

    seat: Seat


class Redraw(Struct, frozen=True, tag="redraw"):
    """Shuffle the opening hand back and draw anew (an action)."""


class KeepHand(Struct, frozen=True, tag="keep"):
    """Keep the opening hand (an action)."""


REDRAW, KEEP = Redraw(), KeepHand()
