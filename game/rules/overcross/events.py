"""What happens in Overcross, each as it is told."""

from __future__ import annotations

from typing import TypeAlias

from msgspec import Struct

from game.cards.events import Ended, Looked, Shuffled, Stopped
from game.cards.world import NOBODY
from game.kernel.ids import CardId, PieceId, Seat

HIDDEN: CardId = ""
"""The card of a piece whose face the seat may not know."""


class Rolled(Struct, frozen=True, tag="rolled"):
    """Everyone rolled for the first turn (OC-10); seats that did not take part show 0."""

    faces: tuple[int, ...]
    winner: Seat


class Began(Struct, frozen=True, tag="began"):
    """It is settled who goes first, as the one with the highest roll chose (OC-10)."""

    chooser: Seat
    first: Seat


class TurnBegan(Struct, frozen=True, tag="turn_began"):
    """A turn begins (OC-13, OC-14)."""

    seat: Seat
    round: int
    limit: int


class TurnEnded(Struct, frozen=True, tag="turn_ended"):
    """A turn ends."""

    seat: Seat


class Drew(Struct, frozen=True, tag="drew"):
    """A seat drew a card, whose face is its own secret (OC-12, OC-13)."""

    seat: Seat
    piece: PieceId
    card: CardId


class Deployed(Struct, frozen=True, tag="deployed"):
    """A character comes onto the grid: played, deployed by a card, set at the start or sent back (OC-17, OC-46, OC-49)."""

    piece: PieceId
    card: CardId
    seat: Seat
    cell: int
    how: str


class Laid(Struct, frozen=True, tag="laid"):
    """Terrain is laid (OC-32)."""

    piece: PieceId
    card: CardId
    seat: Seat
    cell: int


class Played(Struct, frozen=True, tag="played"):
    """An event is played and goes to the discard pile (OC-22)."""

    piece: PieceId
    card: CardId
    seat: Seat


class Attached(Struct, frozen=True, tag="attached"):
    """An edit is attached to a character (OC-1)."""

    piece: PieceId
    card: CardId
    seat: Seat
    on: PieceId
    bearer: CardId


class Stepped(Struct, frozen=True, tag="stepped"):
    """A character goes to a space: one step of a walk, a push, or moved by a card (OC-24, OC-52)."""

    piece: PieceId
    card: CardId
    cell: int
    how: str


class Attacked(Struct, frozen=True, tag="attacked"):
    """An attack is declared (OC-38)."""

    piece: PieceId
    card: CardId
    target: PieceId
    victim: CardId
    name: str


class HitRoll(Struct, frozen=True, tag="hit_roll"):
    """The roll to hit: a face lower than Acc hits; face 0 when no roll mattered (OC-39)."""

    seat: Seat
    piece: PieceId
    face: int
    acc: int
    hit: bool


class DefendRoll(Struct, frozen=True, tag="defend_roll"):
    """The defend roll: a face lower than Defense saves; face 0 when no roll mattered (OC-40)."""

    seat: Seat
    piece: PieceId
    card: CardId
    face: int
    defense: int
    saved: bool


class Hurt(Struct, frozen=True, tag="hurt"):
    """Damage counters are put on a piece; `by` is the card behind it, and `seat` whose that is, if any (OC-40, OC-44)."""

    piece: PieceId
    card: CardId
    amount: int
    by: CardId
    seat: Seat = NOBODY


class Healed(Struct, frozen=True, tag="healed"):
    """Damage counters are taken off (OC-45)."""

    piece: PieceId
    card: CardId
    amount: int


class Destroyed(Struct, frozen=True, tag="destroyed"):
    """A character, edit or terrain is destroyed and goes to its owner's discard pile (OC-43, OC-44)."""

    piece: PieceId
    card: CardId
    seat: Seat


class Sent(Struct, frozen=True, tag="sent"):
    """A card goes to a zone of its owner; its face is hidden from seats without a bit in `seen`."""

    piece: PieceId
    card: CardId
    seat: Seat
    zone: str
    seen: int


class Discarded(Struct, frozen=True, tag="discarded"):
    """A card is discarded from a hand."""

    piece: PieceId
    card: CardId
    seat: Seat


class Used(Struct, frozen=True, tag="used"):
    """A character or edit uses an ability."""

    piece: PieceId
    card: CardId
    seat: Seat
    name: str


class Changed(Struct, frozen=True, tag="changed"):
    """A stat or quality of a piece changes for a while, by a card of a seat."""

    piece: PieceId
    card: CardId
    stat: str
    stage: str
    value: int
    until: str
    seat: Seat


class Readied(Struct, frozen=True, tag="readied"):
    """A character may act again."""

    piece: PieceId
    card: CardId
    part: str


class Exhausted(Struct, frozen=True, tag="exhausted"):
    """A character has no more actions this turn."""

    piece: PieceId
    card: CardId


class Gained(Struct, frozen=True, tag="gained"):
    """A seat's play limit changes for this turn."""

    seat: Seat
    amount: int


class Scored(Struct, frozen=True, tag="scored"):
    """A seat scores (OC-49, OC-50)."""

    seat: Seat
    points: int
    card: CardId


class VotesWon(Struct, frozen=True, tag="votes_won"):
    """A seat wins votes by a card, or loses some (OC-55)."""

    seat: Seat
    amount: int
    card: CardId


class FlagTaken(Struct, frozen=True, tag="flag_taken"):
    """A character picks up an enemy flag (OC-48)."""

    seat: Seat
    piece: PieceId
    card: CardId


class FlagDropped(Struct, frozen=True, tag="flag_dropped"):
    """A flag falls where its carrier left the grid (OC-48)."""

    seat: Seat
    cell: int


class FlagHome(Struct, frozen=True, tag="flag_home"):
    """A flag returns to its spot (OC-48)."""

    seat: Seat


class Revealed(Struct, frozen=True, tag="revealed"):
    """Cards are shown to seats (a bit for each)."""

    seats: int
    cards: tuple[CardId, ...]


class DieRolled(Struct, frozen=True, tag="die_rolled"):
    """A card rolled a die."""

    seat: Seat
    card: CardId
    sides: int
    face: int


class FellOut(Struct, frozen=True, tag="fell_out"):
    """A seat is out and its pieces leave the grid (OC-46)."""

    seat: Seat


Event: TypeAlias = (
    Rolled | Began | TurnBegan | TurnEnded | Drew | Deployed | Laid | Played | Attached | Stepped | Attacked | HitRoll | DefendRoll
    | Hurt | Healed | Destroyed | Sent | Discarded | Used | Changed | Readied | Exhausted | Gained | Scored | VotesWon | FlagTaken | FlagDropped
    | FlagHome | Shuffled | Looked | Revealed | DieRolled | FellOut | Stopped | Ended
)  # fmt: skip
