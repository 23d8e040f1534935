"""What can happen at the table of every card game for two: cards are dealt, drawn, sent, shown and changed, turns begin and end.

An empty card id is a face that the reader may not see. Where an event keeps who saw a face, it has a bit for each seat.
"""

from __future__ import annotations

from typing import TypeAlias

from msgspec import Struct
from msgspec.structs import replace

from game.kernel.ids import SPECTATOR, CardId, Seat
from game.kernel.setup import Outcome

HIDDEN: CardId = ""
BOTH = 3
"""The bits of both seats."""


class Dealt(Struct, frozen=True, tag="dealt"):
    """A seat shuffled its deck and drew its opening hand; `anew` after giving one back."""

    seat: Seat
    count: int
    anew: bool = False


class TurnBegan(Struct, frozen=True, tag="turn_began"):
    """A turn began; `seat` is the active one."""

    seat: Seat
    turn: int


class PhaseBegan(Struct, frozen=True, tag="phase_began"):
    """A part of the turn began, in which `seat` acts first."""

    phase: str
    seat: Seat


class Drew(Struct, frozen=True, tag="drew"):
    """A seat drew cards."""

    seat: Seat
    cards: tuple[CardId, ...]


class Answered(Struct, frozen=True, tag="answered"):
    """A seat passed, was done, or made another choice that leaves no trace; `how` is a word of the game."""

    seat: Seat
    how: str


class Sent(Struct, frozen=True, tag="sent"):
    """A card went to a pile of its owner: its top, its bottom, or shuffled in; `seen` are the seats that saw its face."""

    seat: Seat
    card: CardId
    to: str
    place: str
    seen: int


class Changed(Struct, frozen=True, tag="changed"):
    """The card changed a stat or quality of what stands on a place, for a while."""

    card: CardId
    place: int
    stat: str
    stage: str
    value: int
    until: str


class Looked(Struct, frozen=True, tag="looked"):
    """A seat looked at cards; their faces are its own secret."""

    seat: Seat
    count: int
    cards: tuple[CardId, ...]


class Revealed(Struct, frozen=True, tag="revealed"):
    """Cards were shown to the seats in `seen`."""

    seen: int
    cards: tuple[CardId, ...]


class Shuffled(Struct, frozen=True, tag="shuffled"):
    """A deck was shuffled."""

    seat: Seat


class TurnEnded(Struct, frozen=True, tag="turn_ended"):
    """A turn ended, and what lasted until then."""

    turn: int


class Stopped(Struct, frozen=True, tag="stopped"):
    """Abilities that set each other off without end were stopped."""

    cards: tuple[CardId, ...]


class Ended(Struct, frozen=True, tag="ended"):
    """The match is over."""

    outcome: Outcome


CardEvent: TypeAlias = (
    Dealt | TurnBegan | PhaseBegan | Drew | Answered | Sent | Changed | Looked | Revealed | Shuffled | TurnEnded | Stopped | Ended
)


def sees(bits: int, seat: Seat) -> bool:
    """Tell whether a seat is among those with a bit; who only watches sees what both see."""
    return bits == BOTH if seat == SPECTATOR else bool(bits >> seat & 1)


def veiled(event: CardEvent, seat: Seat) -> CardEvent:
    """Return an event as a seat may know it: faces it has not seen are left out."""
    match event:
        case Drew(owner, cards):
            return event if owner == seat else replace(event, cards=(HIDDEN,) * len(cards))
        case Sent(_, _, _, _, seen):
            return event if sees(seen, seat) else replace(event, card=HIDDEN)
        case Looked(owner):
            return event if owner == seat else replace(event, cards=())
        case Revealed(seen):
            return event if sees(seen, seat) else replace(event, cards=())
        case _:
            return event
