"""What a seat can do on its turn."""

from __future__ import annotations

from typing import TypeAlias

from msgspec import Struct


class Claim(Struct, frozen=True, tag=True):
    """Say that the dice of all cups together show at least so much (HS-4)."""

    sum: int


class Doubt(Struct, frozen=True, tag=True):
    """Have the cups lifted (HS-7)."""


class Roll(Struct, frozen=True, tag=True):
    """Give up a die and have everybody roll again (HS-9)."""


Action: TypeAlias = Claim | Doubt | Roll
