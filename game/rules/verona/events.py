"""What happens at the table of star cross'd. Everything is public, so nothing is ever redacted."""

from __future__ import annotations

from typing import TypeAlias

from msgspec import Struct


class PoolRolled(Struct, frozen=True, tag=True):
    """A family rolled its five dice (VR-1)."""

    seat: int
    faces: tuple[int, ...]


class TieBroken(Struct, frozen=True, tag=True):
    """A family tied for the lowest total rolled an extra die that joins no pool (VR-4)."""

    seat: int
    face: int


class TurnBegan(Struct, frozen=True, tag=True):
    """A family's turn began."""

    seat: int


class Faced(Struct, frozen=True, tag=True):
    """Two dice stepped into the middle: `why` is marriage, feud or tryst (VR-7, VR-10, VR-12)."""

    seat: int
    why: str
    die: int
    face: int
    to: int
    other: int


class Accepted(Struct, frozen=True, tag=True):
    """The other family accepted; `forced` when it had no die to answer with (VR-9, VR-11)."""

    seat: int
    why: str
    forced: bool


class Answered(Struct, frozen=True, tag=True):
    """A die of the other family stepped in: `how` is challenge, seduce, marry or duel (VR-8, VR-11, VR-12)."""

    seat: int
    how: str
    die: int
    face: int


class Married(Struct, frozen=True, tag=True):
    """Two dice married and leave play (VR-16, VR-19)."""

    one: int
    face: int
    other: int
    other_face: int


class Scored(Struct, frozen=True, tag=True):
    """A family scored; `why` says for what, `rule` by which rule."""

    seat: int
    points: int
    why: str
    rule: str


class DuelRolled(Struct, frozen=True, tag=True):
    """Both families rolled one die for their duellists (VR-20)."""

    one: int
    face: int
    roll: int
    other: int
    other_face: int
    other_roll: int


class DuelDecided(Struct, frozen=True, tag=True):
    """The duel was won by a die, or tied (None) (VR-21, VR-23)."""

    winner: int | None
    loser: int | None


class Left(Struct, frozen=True, tag=True):
    """A die left play (VR-22, VR-24)."""

    die: int
    face: int
    why: str


class Dropped(Struct, frozen=True, tag=True):
    """A duellist's value dropped by 2 (VR-22, VR-23)."""

    die: int
    face: int


class Recruited(Struct, frozen=True, tag=True):
    """A family rolled a new die into its pool (VR-13, VR-18)."""

    seat: int
    die: int
    face: int
    rule: str


class Declined(Struct, frozen=True, tag=True):
    """A family left the new die (VR-18)."""

    seat: int


class Passed(Struct, frozen=True, tag=True):
    """A family had nothing to do (VR-14)."""

    seat: int


class Ended(Struct, frozen=True, tag=True):
    """The match ended because a family had no dice at the end of its own turn (VR-25)."""

    seat: int
    prestige: tuple[int, ...]


Event: TypeAlias = (
    PoolRolled
    | TieBroken
    | TurnBegan
    | Faced
    | Accepted
    | Answered
    | Married
    | Scored
    | DuelRolled
    | DuelDecided
    | Left
    | Dropped
    | Recruited
    | Declined
    | Passed
    | Ended
)
