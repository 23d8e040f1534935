"""What can happen at a table of Starcrossed beside what every card game has; an empty card id is a face the reader may not see."""

from __future__ import annotations

from typing import TypeAlias

from msgspec import Struct

from game.cards.events import CardEvent
from game.kernel.ids import CardId, Seat


class Rolled(Struct, frozen=True, tag="rolled"):
    """A die for who is Active Player first (SC-4)."""

    seat: Seat
    face: int


class HandShown(Struct, frozen=True, tag="hand_shown"):
    """A hand without diva was revealed (SC-5)."""

    seat: Seat
    cards: tuple[CardId, ...]


class Energised(Struct, frozen=True, tag="energised"):
    """A seat's reserve changed: crystals, level, card, spent or lost (SC-9, SC-15)."""

    seat: Seat
    amount: int
    why: str


class DivaPlayed(Struct, frozen=True, tag="diva_played"):
    """A diva came onto a crystal; `over` is whom she replaced (SC-13). A recruit hides its face (SC-18)."""

    seat: Seat
    card: CardId
    crystal: int
    recruit: bool = False
    over: CardId = ""
    special: bool = False


class Levelled(Struct, frozen=True, tag="levelled"):
    """A crystal's level changed (SC-15)."""

    crystal: int
    level: int
    up: bool


class Attuned(Struct, frozen=True, tag="attuned"):
    """A crystal was attuned (SC-16)."""

    crystal: int
    tribe: str


class SkillPlayed(Struct, frozen=True, tag="skill_played"):
    """A skill was played face up; a move lies on no crystal (-1)."""

    seat: Seat
    card: CardId
    crystal: int
    special: bool = False


class SkillSet(Struct, frozen=True, tag="skill_set"):
    """A combat skill was set face down (SC-20)."""

    seat: Seat
    card: CardId
    crystal: int


class Activated(Struct, frozen=True, tag="activated"):
    """A combat skill was turned face up (SC-34)."""

    seat: Seat
    card: CardId
    crystal: int


class Used(Struct, frozen=True, tag="used"):
    """An ability was used (SC-26, SC-27)."""

    seat: Seat
    card: CardId
    special: bool


class Attacked(Struct, frozen=True, tag="attacked"):
    """A diva attacks the opposing crystal; an empty card is a recruit."""

    seat: Seat
    card: CardId
    crystal: int


class Showdown(Struct, frozen=True, tag="showdown"):
    """Strength against strength; `other` is -1 when nobody blocked (SC-35)."""

    seat: Seat
    crystal: int
    strength: int
    other: int


class LifeChanged(Struct, frozen=True, tag="life"):
    """A seat lost or gained life; `why` is attack, overkill or a card, `by` the seat behind it."""

    seat: Seat
    amount: int
    why: str
    by: Seat


class Vanquished(Struct, frozen=True, tag="vanquished"):
    """A diva was vanquished; a recruit hides its face (SC-18, SC-25)."""

    seat: Seat
    card: CardId
    crystal: int
    recruit: bool


class Moved(Struct, frozen=True, tag="moved"):
    """A diva moved, divas or whole crystals changed places: `how` is move, swap or crystals."""

    seat: Seat
    card: CardId
    origin: int
    crystal: int
    how: str


class Quested(Struct, frozen=True, tag="quested"):
    """A seat quested: what was revealed, and the card found or nothing (SC-30)."""

    seat: Seat
    cards: tuple[CardId, ...]
    found: CardId


class FightOver(Struct, frozen=True, tag="fight_over"):
    """The attack ended before a showdown: the attacker left, or a card stopped it (SC-37)."""

    crystal: int
    why: str


Event: TypeAlias = (
    CardEvent | Rolled | HandShown | Energised | DivaPlayed | Levelled | Attuned | SkillPlayed | SkillSet | Activated | Used | Attacked
    | Showdown | LifeChanged | Vanquished | Moved | Quested | FightOver
)  # fmt: skip
