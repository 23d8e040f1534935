"""What a string on a card is: a word of one of its game's lists, the name of something on the table, or plain prose.

Every string of the vocabulary (`model`) is of one of these types, and `marked` reads them off its fields. So whoever holds a card against
its game finds by the type what is to be looked up, and a verb that is added cannot be forgotten.
"""

from __future__ import annotations

import sys
from collections.abc import Iterator
from enum import Enum
from functools import cache
from types import SimpleNamespace
from typing import Annotated, Any, TypeAlias, get_args, get_type_hints

from msgspec import Meta, Struct

from game.kernel.ids import CardId


class Mark(Enum):
    """What a string is; the value is what a designer calls it."""

    REFERENCE = "name that is bound"
    GIVEN = "name to be bound"
    PROSE = "text"
    CARD = "card"
    KIND = "kind of card"
    TRAIT = "trait"
    STAT = "stat or quality"
    QUALITY = "quality"
    ZONE = "zone"
    SPOT = "kind of place"
    RELATION = "relation"
    ORDER = "order"
    MOMENT = "moment"
    TIMING = "timing"
    DURATION = "duration"
    COST = "cost"
    RESOURCE = "number of the table"
    FACT = "fact"
    COUNTER = "counter"
    PART = "part of a turn"
    CANCEL = "thing to cancel"
    SPECIAL = "special"


Ref: TypeAlias = Annotated[str, Mark.REFERENCE]
Given: TypeAlias = Annotated[str, Mark.GIVEN]
Prose: TypeAlias = Annotated[str, Mark.PROSE, Meta(min_length=1)]
CardRef: TypeAlias = Annotated[CardId, Mark.CARD]
Kind: TypeAlias = Annotated[str, Mark.KIND]
Trait: TypeAlias = Annotated[str, Mark.TRAIT]
Stat: TypeAlias = Annotated[str, Mark.STAT]
Quality: TypeAlias = Annotated[str, Mark.QUALITY]
Zone: TypeAlias = Annotated[str, Mark.ZONE]
SpotKind: TypeAlias = Annotated[str, Mark.SPOT]
Relation: TypeAlias = Annotated[str, Mark.RELATION]
Order: TypeAlias = Annotated[str, Mark.ORDER]
Moment: TypeAlias = Annotated[str, Mark.MOMENT]
Timing: TypeAlias = Annotated[str, Mark.TIMING]
Duration: TypeAlias = Annotated[str, Mark.DURATION]
Payment: TypeAlias = Annotated[str, Mark.COST]
ResourceName: TypeAlias = Annotated[str, Mark.RESOURCE]
FactName: TypeAlias = Annotated[str, Mark.FACT]
Counter: TypeAlias = Annotated[str, Mark.COUNTER]
Part: TypeAlias = Annotated[str, Mark.PART]
Cancelled: TypeAlias = Annotated[str, Mark.CANCEL]
SpecialName: TypeAlias = Annotated[str, Mark.SPECIAL]


class Marked(Struct, frozen=True):
    """A field with strings or further values: what its strings are (None for none), whether it holds effects, whether it may be empty."""

    name: str
    mark: Mark | None
    effects: bool
    optional: bool


@cache
def marked(kind: type[Struct]) -> tuple[Marked, ...]:
    """Return the fields of a kind of value that hold strings or further values, in their order."""
    names, defaults = kind.__struct_fields__, kind.__struct_defaults__
    optional = [False] * (len(names) - len(defaults)) + [default in ("", ()) for default in defaults]
    hints = [_hint(kind.__annotations__[name], kind.__module__) for name in names]
    return tuple(
        Marked(name, mark, any(_is_effect(one) for one in values), each)
        for name, each, (mark, values) in zip(names, optional, hints, strict=True)
        if mark or values
    )


@cache
def _hint(text: str, module: str) -> tuple[Mark | None, tuple[type[Struct], ...]]:
    """Return the mark and the values in an annotation; those of a module are few, and reading one takes a tenth of a millisecond."""
    hint = get_type_hints(SimpleNamespace(__annotations__={"it": text}), vars(sys.modules[module]), include_extras=True)["it"]
    parts = list(_parts(hint))
    values = tuple(part for part in parts if isinstance(part, type) and issubclass(part, Struct))
    return next((part for part in parts if isinstance(part, Mark)), None), values


def _parts(hint: Any) -> Iterator[Any]:
    yield hint
    for part in (*get_args(hint), *getattr(hint, "__metadata__", ())):
        yield from _parts(part)


def _is_effect(kind: type[Struct]) -> bool:
    return kind.__struct_config__.tag_field == "do"
