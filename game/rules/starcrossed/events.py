"""What can happen at a table of Starcrossed; an empty card id is a face that the reader may not see."""

from __future__ import annotations

from typing import TypeAlias

from msgspec import Struct

from game.kernel.ids import CardId, Seat
from game.kernel.setup import Outcome

HIDDEN: CardId = ""


class Rolled(Struct, frozen=True, tag="rolled"):
    """A die for who is Active Player first (SC-4)."""

    seat: Seat
    face: int


class Dealt(Struct, frozen=True, tag="dealt"):
    """A seat shuffled its deck and drew its opening hand; `anew` after revealing one without diva (SC-4, SC-5)."""

    seat: Seat
    count: int
    anew: bool = False


class HandShown(Struct, frozen=True, tag="hand_shown"):
    """A hand without diva was revealed (SC-5)."""

    seat: Seat
    cards: tuple[CardId, ...]


class TurnBegan(Struct, frozen=True, tag="turn_began"):
    """A turn began; `seat` is the Active Player (SC-12)."""

    seat: Seat
    turn: int


class PhaseBegan(Struct, frozen=True, tag="phase_began"):
    """A part of the turn began: action (of a seat), combat or end."""

    phase: str
    seat: Seat


class Drew(Struct, frozen=True, tag="drew"):
    """A seat drew cards (SC-8)."""

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


class Answered(Struct, frozen=True, tag="answered"):
    """The defender blocks, lets through, or cannot block; or a seat holds back, passes, or made a choice without a trace."""

    seat: Seat
    how: str
    crystal: int


class Showdown(Struct, frozen=True, tag="showdown"):
    """Strength against strength; `other` is -1 when nobody blocked (SC-35)."""

    seat: Seat
    crystal: int
    strength: int
    other: int


class LifeChanged(Struct, frozen=True, tag="life"):
    """A seat lost or gained life; `why` is attack, overkill or a card."""

    seat: Seat
    amount: int
    why: str


class Vanquished(Struct, frozen=True, tag="vanquished"):
    """A diva was vanquished; a recruit hides its face (SC-18, SC-25)."""

    seat: Seat
    card: CardId
    crystal: int
    recruit: bool


class Sent(Struct, frozen=True, tag="sent"):
    """A card went to a pile of its owner: void, hand or deck; `seen` has a bit for each seat that saw its face."""

    seat: Seat
    card: CardId
    to: str
    place: str
    seen: int


class Moved(Struct, frozen=True, tag="moved"):
    """A diva moved, divas or whole crystals changed places: `how` is move, swap or crystals."""

    seat: Seat
    card: CardId
    origin: int
    crystal: int
    how: str


class Changed(Struct, frozen=True, tag="changed"):
    """A diva's strength or quality changed for a while."""

    crystal: int
    card: CardId
    stat: str
    stage: str
    value: int
    until: str


class Quested(Struct, frozen=True, tag="quested"):
    """A seat quested: what was revealed, and the card found or nothing (SC-30)."""

    seat: Seat
    cards: tuple[CardId, ...]
    found: CardId


class Looked(Struct, frozen=True, tag="looked"):
    """A seat looked at cards."""

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


class FightOver(Struct, frozen=True, tag="fight_over"):
    """The attack ended before a showdown: the attacker left, or a card stopped it (SC-37)."""

    crystal: int
    why: str


class TurnEnded(Struct, frozen=True, tag="turn_ended"):
    """A turn ended; what was left of the energy is lost (SC-9)."""

    turn: int


class Stopped(Struct, frozen=True, tag="stopped"):
    """Abilities that set each other off without end were stopped."""

    cards: tuple[CardId, ...]


class Ended(Struct, frozen=True, tag="ended"):
    """The match is over (SC-38)."""

    outcome: Outcome


Event: TypeAlias = (
    Rolled | Dealt | HandShown | TurnBegan | PhaseBegan | Drew | Energised | DivaPlayed | Levelled | Attuned | SkillPlayed | SkillSet
    | Activated | Used | Attacked | Answered | Showdown | LifeChanged | Vanquished | Sent | Moved | Changed | Quested | Looked
    | Revealed | Shuffled | FightOver | TurnEnded | Stopped | Ended
)  # fmt: skip
