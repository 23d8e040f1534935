"""Numbers that can stand on a card: the least and the most that each whole number of the vocabulary (`model`) can be.

What a field counts, its name says (`within` is a distance, whatever it stands in); the few that mean something else in one kind of value are listed
beside it. A name that is not listed is of any number that a card can print.
"""

from __future__ import annotations

from collections.abc import Iterator

from msgspec import Struct

MOST = 99
FARTHEST = 40
"""No space of a map is farther from another; the longest Rng, too."""


class Span(Struct, frozen=True):
    """The least and the most that a number can be, and whether it can be 0 where that lies between."""

    low: int
    high: int
    zero: bool = True

    def fault(self, number: int) -> str:
        """Return why a number cannot stand here, or nothing."""
        if self.low <= number <= self.high and (number or self.zero):
            return ""
        return f"this is {self.low} to {self.high}{'' if self.zero else ', but not 0'}, not {number}"


ANY = Span(-MOST, MOST)
COUNT, BOUND, CHANGE, DISTANCE = Span(1, MOST), Span(0, MOST), Span(-MOST, MOST, zero=False), Span(1, FARTHEST)

_SPANS = {
    "amount": COUNT,
    "count": COUNT,
    "limit": COUNT,
    "times": COUNT,
    "most": COUNT,
    "least": BOUND,
    "take": BOUND,
    "set": BOUND,
    "at_least": BOUND,
    "at_most": BOUND,
    "equals": BOUND,
    "part": BOUND,
    "add": CHANGE,
    "by": CHANGE,
    "within": DISTANCE,
    "spaces": DISTANCE,
    "scale": Span(0, 9),
    "sides": Span(2, 100),
}
_BESIDE = {("Exists", "at_least"): COUNT, ("Gain", "amount"): CHANGE, ("Bounded", "least"): ANY, ("Bounded", "most"): ANY}


def amount_faults(place: str, value: Struct) -> Iterator[tuple[str, str]]:
    """Yield where in a value, but not in the values it holds, a number stands that cannot, and why."""
    for name in value.__struct_fields__:
        held = getattr(value, name)
        for where, number in enumerate(held) if type(held) is tuple else ((None, held),):
            if type(number) is int:  # true and false are none
                span = _BESIDE.get((type(value).__name__, name)) or _SPANS.get(name, ANY)
                if fault := span.fault(number):
                    yield f"{place}.{name}" + ("" if where is None else f"[{where}]"), fault
