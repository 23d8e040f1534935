"""What a family can do on its turn, and how it can answer another's."""

from __future__ import annotations

from typing import TypeAlias

from msgspec import Struct


class Propose(Struct, frozen=True, tag=True):
    """Propose a marriage: own die, opponent's die (VR-7)."""

    die: int
    to: int


class Feud(Struct, frozen=True, tag=True):
    """Start a feud: own die, opponent's die (VR-10)."""

    die: int
    to: int


class Tryst(Struct, frozen=True, tag=True):
    """Discover a tryst: own die, opponent's die of equal value (VR-12)."""

    die: int
    to: int


class Recruit(Struct, frozen=True, tag=True):
    """Roll one die and add it to the pool (VR-13)."""


class Pass(Struct, frozen=True, tag=True):
    """Do nothing, when nothing can be done (VR-14)."""


class Accept(Struct, frozen=True, tag=True):
    """Accept the proposal or the feud (VR-8, VR-11)."""


class Challenge(Struct, frozen=True, tag=True):
    """Challenge the proposing die with one of the answering family's dice (VR-8)."""

    die: int


class Seduce(Struct, frozen=True, tag=True):
    """Seduce the feuding die with one of the answering family's dice (VR-11)."""

    die: int


class Marry(Struct, frozen=True, tag=True):
    """Let the lovers of a tryst marry (VR-12)."""


class Fight(Struct, frozen=True, tag=True):
    """Let the lovers of a tryst duel (VR-12)."""


class RollNew(Struct, frozen=True, tag=True):
    """Roll the new die that a marriage offers (VR-18)."""


class Decline(Struct, frozen=True, tag=True):
    """Leave the new die (VR-18)."""


Action: TypeAlias = Propose | Feud | Tryst | Recruit | Pass | Accept | Challenge | Seduce | Marry | Fight | RollNew | Decline
