"""What happens at the table of Hearsay, and what a seat may know of it."""

from __future__ import annotations

from typing import TypeAlias

from msgspec import Struct
from msgspec.structs import replace


class Rolled(Struct, frozen=True, tag=True):
    """A seat rolled its dice under its cup (HS-2); whoever may not look sees zeros."""

    seat: int
    faces: tuple[int, ...]


class Began(Struct, frozen=True, tag=True):
    """A seat begins a round (HS-3, HS-9)."""

    seat: int


class Claimed(Struct, frozen=True, tag=True):
    """A seat claimed a sum (HS-4)."""

    seat: int
    sum: int


class Lifted(Struct, frozen=True, tag=True):
    """A seat doubted a claim, the cups were lifted, and one of the two was wrong (HS-8)."""

    seat: int
    claim: int
    total: int
    loser: int


class GaveUp(Struct, frozen=True, tag=True):
    """A seat gave up a die and has so many left (HS-9, HS-10)."""

    seat: int
    left: int


Event: TypeAlias = Rolled | Began | Claimed | Lifted | GaveUp


def redact(event: Event, seat: int) -> Event:
    """Return an event as a seat may know it: of another's roll, no more than how many dice there were."""
    if isinstance(event, Rolled) and event.seat != seat:
        return replace(event, faces=(0,) * len(event.faces))
    return event
