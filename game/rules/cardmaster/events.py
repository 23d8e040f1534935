"""What can happen in the arena; everything in it is public, so nothing is ever blacked out."""

from __future__ import annotations

from typing import TypeAlias

from msgspec import Struct

from game.kernel.ids import PieceId, Seat


class Gathered(Struct, frozen=True, tag=True):
    """A side brought its faction (CM-37)."""

    seat: Seat
    name: str
    count: int


class PoolLaid(Struct, frozen=True, tag=True):
    """The shared pool of a draft lies open (CM-37)."""

    count: int


class Picked(Struct, frozen=True, tag=True):
    """A seat drafted a card (CM-37)."""

    seat: Seat
    piece: PieceId


class Started(Struct, frozen=True, tag=True):
    """A seat named a starter, which stands in a slot now (CM-37)."""

    seat: Seat
    piece: PieceId
    slot: int


class StayedHome(Struct, frozen=True, tag=True):
    """A seat left a card out of a shorter match (CM-2, CM-37)."""

    seat: Seat
    piece: PieceId


class PoolCleared(Struct, frozen=True, tag=True):
    """The cards that nobody drafted left the table (CM-37)."""


class Tied(Struct, frozen=True, tag=True):
    """Both sides' fastest are equally fast in the first round, so dice decide (CM-7)."""

    speed: int


class Rolled(Struct, frozen=True, tag=True):
    """Both sides rolled for the first possession; `entered` is how many of the dice, the first side's first, were real ones (CM-3, CM-7)."""

    faces: tuple[int, int]
    entered: int = 0


class RoundBegan(Struct, frozen=True, tag=True):
    """A round began: the fastest SPD of each side, and the side that begins (CM-7)."""

    round: int
    speeds: tuple[int, int]
    seat: Seat


class PossessionBegan(Struct, frozen=True, tag=True):
    """A side holds the possession now (CM-8)."""

    seat: Seat


class PossessionEnded(Struct, frozen=True, tag=True):
    """A side has no move left in its possession, `skipped` of them unused (CM-8, CM-9)."""

    seat: Seat
    skipped: int = 0


class Burned(Struct, frozen=True, tag=True):
    """Overcook, inflicted by a card or nobody, cost another HP at the start of its possession (CM-30)."""

    piece: PieceId
    lost: int
    by: PieceId = -1


class Faded(Struct, frozen=True, tag=True):
    """Souldrift, inflicted by a card or nobody, made another fade at the start of its possession (CM-34)."""

    piece: PieceId
    lost: int
    by: PieceId = -1


class Bound(Struct, frozen=True, tag=True):
    """Brainlock or Gridfreeze holds a card during this possession (CM-32, CM-33)."""

    piece: PieceId
    status: str
    left: int


class Lowered(Struct, frozen=True, tag=True):
    """Undershock still lowers a card's stat at the start of its possession (CM-31)."""

    piece: PieceId
    stat: str
    taken: int


class WoreOff(Struct, frozen=True, tag=True):
    """Brainlock or Gridfreeze let a card go (CM-32, CM-33)."""

    piece: PieceId
    status: str


class Attacked(Struct, frozen=True, tag=True):
    """A card attacks: which move, whom, and the gems paid from its stack and from the Raided pool (CM-11, CM-13)."""

    piece: PieceId
    rank: int
    target: PieceId
    own: int = 0
    raided: int = 0


class DieAsked(Struct, frozen=True, tag=True):
    """An attack waits for a real die: `what` is backfire or status, for so many tenths of a percent (CM-3)."""

    piece: PieceId
    rank: int
    target: PieceId
    what: str
    tenths: int


class ChanceTaken(Struct, frozen=True, tag=True):
    """A chance was taken: `what` is backfire or status, for so many tenths of a percent (CM-26, CM-28)."""

    piece: PieceId
    what: str
    tenths: int
    happened: bool
    entered: bool = False


class Hit(Struct, frozen=True, tag=True):
    """A hit landed: damage reckoned, HP really lost, multiplier in quarters and the DEF it met (CM-23)."""

    piece: PieceId
    target: PieceId
    rank: int
    damage: int
    lost: int
    multiplier: int
    defence: int


class Fell(Struct, frozen=True, tag=True):
    """A card fell; its stacked gems went to the other side (CM-12, CM-24)."""

    piece: PieceId
    gems: int
    by: PieceId = -1


class Struck(Struct, frozen=True, tag=True):
    """A status struck a card, anew or `again` (CM-26 to CM-31); `stat` and `taken` for Undershock."""

    piece: PieceId
    status: str
    strength: int
    by: PieceId = -1
    backfire: bool = False
    again: bool = False
    stat: str = ""
    taken: int = 0


class Stacked(Struct, frozen=True, tag=True):
    """A card banked a gem and shows so many now (CM-19)."""

    piece: PieceId
    shown: int


class Boosted(Struct, frozen=True, tag=True):
    """A card used its SPC (CM-20)."""

    piece: PieceId
    stat: str
    amount: int


class Revived(Struct, frozen=True, tag=True):
    """A fallen card came back to the reserve with half its HP (CM-21)."""

    piece: PieceId
    target: PieceId
    hp: int
    own: int
    raided: int


class Shifted(Struct, frozen=True, tag=True):
    """An active card and one of the reserve changed places (CM-22)."""

    piece: PieceId
    target: PieceId


class Filled(Struct, frozen=True, tag=True):
    """A reserve card took a fallen card's slot (CM-25)."""

    seat: Seat
    piece: PieceId
    slot: int


class Skipped(Struct, frozen=True, tag=True):
    """A card took no move (CM-9)."""

    piece: PieceId


class Deposited(Struct, frozen=True, tag=True):
    """A raided gem now lies on a card (CM-14)."""

    piece: PieceId
    shown: int


class Corrected(Struct, frozen=True, tag=True):
    """Something was set by hand to match the real table: what it was and what it is (CM-3)."""

    seat: Seat
    piece: PieceId
    what: str
    before: str
    after: str


class Entered(Struct, frozen=True, tag=True):
    """A physical die or coin was entered for the next roll (CM-3)."""

    seat: Seat
    kind: str
    value: int


class Ended(Struct, frozen=True, tag=True):
    """The match is over; no winner is a draw (CM-35)."""

    winners: tuple[Seat, ...]


class Honoured(Struct, frozen=True, tag=True):
    """One of the three MVPs: rank from 1, ten times its performance, and the numbers behind it (CM-36)."""

    rank: int
    piece: PieceId
    tenths: int
    dealt: int
    felled: int
    inflicted: int
    taken: int


Event: TypeAlias = (
    Gathered
    | PoolLaid
    | Picked
    | Started
    | StayedHome
    | PoolCleared
    | Tied
    | Rolled
    | RoundBegan
    | PossessionBegan
    | DieAsked
    | PossessionEnded
    | Burned
    | Faded
    | Bound
    | Lowered
    | WoreOff
    | Attacked
    | ChanceTaken
    | Hit
    | Fell
    | Struck
    | Stacked
    | Boosted
    | Revived
    | Shifted
    | Filled
    | Skipped
    | Deposited
    | Corrected
    | Entered
    | Ended
    | Honoured
)
