"""Numbers that no match reaches: the first thing asked of a position that comes from a file, before anything counts with them.

A rulebook trusts its own states, and may count up to a number or look up a seat that it finds in one. So a state from a stranger is
walked through once, field by field, whatever game it is of.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from msgspec import Struct

MOST = 100_000
"""The largest number, and the least below nothing, that a state holds anywhere but in its chance."""

LONGEST = 5_000
"""The most parts that a list of a state has, and letters that a word of it has."""

FEW = 5
"""So many sentences are enough to refuse a state."""


def bound_faults(state: Any, seats: int, asked: frozenset[str] = frozenset({"seat"})) -> tuple[str, ...]:
    """Return a sentence for each number, list or word of a state that is larger than any, and each seat at which nobody sits.

    `asked` are the names of the fields that hold a seat; -1 is nobody.
    """
    found = []
    for sentence in _beyond(state, "", seats, asked):
        found.append(sentence)
        if len(found) == FEW:
            break
    return tuple(found)


def _beyond(value: Any, at: str, seats: int, asked: frozenset[str]) -> Iterator[str]:
    match value:
        case bool() | None:
            return
        case int():
            if not -MOST <= value <= MOST:
                yield f"{at} is a number that no match reaches"
            elif at.rpartition(".")[2] in asked and not -1 <= value < seats:
                yield f"{at} is seat {value}, and {seats} play"
        case str():
            if len(value) > LONGEST:
                yield f"{at} is longer than any word"
        case Struct():
            for name in value.__struct_fields__:
                if name != "chance":
                    yield from _beyond(getattr(value, name), f"{at}.{name}" if at else name, seats, asked)
        case dict():
            yield from _many(value, at)
            for key, part in value.items():
                yield from _beyond(key, f"{at} (a name)", seats, asked)
                yield from _beyond(part, f"{at}[{str(key)[:40]}]", seats, asked)
        case list() | tuple():
            yield from _many(value, at)
            for index, part in enumerate(value):
                yield from _beyond(part, f"{at}[{index}]", seats, asked)


def _many(value: dict[Any, Any] | list[Any] | tuple[Any, ...], at: str) -> Iterator[str]:
    if len(value) > LONGEST:
        yield f"{at} has more parts than any match needs"
