"""What can happen at a table of Shine beside what every card game has; an empty card id is a face the reader may not see."""

from __future__ import annotations

from typing import TypeAlias

from msgspec import Struct

from game.cards.events import CardEvent
from game.kernel.ids import CardId, Seat


class Laid(Struct, frozen=True, tag="laid"):
    """Both Stars lie face up, the decks and Shine decks beside them (SH-4)."""

    stars: tuple[CardId, ...]


class Chose(Struct, frozen=True, tag="chose"):
    """A seat made its secret choice (SH-4)."""

    seat: Seat
    sign: str


class SignsShown(Struct, frozen=True, tag="signs"):
    """Both choices were shown; `winner` is -1 for a tie (SH-4)."""

    signs: tuple[str, ...]
    winner: Seat


class Started(Struct, frozen=True, tag="started"):
    """It was chosen who starts (SH-4)."""

    seat: Seat


class LifeLaid(Struct, frozen=True, tag="life_laid"):
    """A seat laid its Life area, unseen by anyone (SH-6)."""

    seat: Seat
    count: int


class Shone(Struct, frozen=True, tag="shone"):
    """Shine moved: placed, paid, returned to the Shine deck, or attached to a card (SH-16, SH-21, SH-38)."""

    seat: Seat
    amount: int
    how: str
    card: CardId = ""


class Played(Struct, frozen=True, tag="played"):
    """A card was played; a spell has no space (-1) and waits on the chain (SH-11 to SH-13), meant for the card `aim`, empty where that is none that all see."""

    seat: Seat
    card: CardId
    space: int
    aim: CardId = ""


class Used(Struct, frozen=True, tag="used"):
    """An ability was used and waits on the chain, meant for the card `aim`, empty where that is none that all see."""

    seat: Seat
    card: CardId
    aim: CardId = ""


class Resolved(Struct, frozen=True, tag="resolved"):
    """The top of the chain resolves; `idle` when what it pointed at is gone or fits no more, `triggered` when it was set off by itself (SH-43)."""

    seat: Seat
    card: CardId
    idle: bool = False
    triggered: bool = False


class SetOff(Struct, frozen=True, tag="set_off"):
    """An effect was set off by what happened and waits on the chain; `when` is the moment (SH-31, SH-34, SH-37, SH-40, SH-41)."""

    seat: Seat
    card: CardId
    when: str


class Cancelled(Struct, frozen=True, tag="cancelled"):
    """A card took something off the chain."""

    seat: Seat
    card: CardId


class Moved(Struct, frozen=True, tag="moved"):
    """A Support card changed its space, or came onto the field by an effect (SH-19)."""

    seat: Seat
    card: CardId
    origin: int
    space: int


class Turned(Struct, frozen=True, tag="turned"):
    """A card became exhausted or active (SH-9)."""

    seat: Seat
    card: CardId
    space: int
    exhausted: bool
    why: str = ""


class Attacked(Struct, frozen=True, tag="attacked"):
    """An attack was declared (SH-25)."""

    seat: Seat
    card: CardId
    target: CardId
    space: int


class Guarded(Struct, frozen=True, tag="guarded"):
    """An attack was redirected (SH-35)."""

    seat: Seat
    card: CardId
    space: int


class Compared(Struct, frozen=True, tag="compared"):
    """Strength against strength, in a battle or a duel (SH-28, SH-39)."""

    seat: Seat
    card: CardId
    strength: int
    target: CardId
    against: int
    duel: bool = False


class FightOver(Struct, frozen=True, tag="fight_over"):
    """An attack ended; `early` without damage because a card had left or the attack was stopped (SH-29, SH-30)."""

    seat: Seat
    early: bool


class Destroyed(Struct, frozen=True, tag="destroyed"):
    """A card was destroyed (SH-17)."""

    seat: Seat
    card: CardId


class LifeLost(Struct, frozen=True, tag="life_lost"):
    """A Life card went to its owner's hand (SH-14, SH-15); `by` is the card behind it, and `whose` the seat of that."""

    seat: Seat
    card: CardId
    left: int
    by: CardId
    whose: Seat


Event: TypeAlias = (
    CardEvent | Laid | Chose | SignsShown | Started | LifeLaid | Shone | Played | Used | Resolved | Cancelled | Moved | Turned
    | Attacked | Guarded | Compared | FightOver | Destroyed | LifeLost | SetOff
)  # fmt: skip
