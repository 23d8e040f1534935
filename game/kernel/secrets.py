"""Secrets: what somebody at the table may not know, where in the state it lies, and which seats know it.

The rules of a game list them (`Rules.secrets`), written apart from what `observe` builds, so that the two check each other. Whatever
else turns on what is hidden asks here: whether players must think of several worlds, whether a curtain must fall between two
people, and what taking back would give away.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable
from typing import Any, Literal, TypeAlias

import msgspec
from msgspec import Struct

from game.kernel.ids import Seat

Path: TypeAlias = tuple[str | int, ...]
"""The way to a value inside a state: fields of Structs, keys of dictionaries and places in tuples, one after the other."""

Kind = Literal["face", "choice", "die", "name", "chance"]

NOBODY: frozenset[Seat] = frozenset()
"""The seats that know what nobody knows."""


class Secret(Struct, frozen=True, gc=False):
    """A value that some seat may not know: the `path` to it and the `seats` that know it.

    What every seat knows is no secret, so whoever only watches knows none. The kinds: the `face` of a card or piece; a `choice`, made
    and not shown yet; a `die` that lies covered; a `name`, the number of a piece that no eye may follow, which says nothing of the piece itself;
    and `chance`, the number from which all further chance comes.
    """

    path: Path
    seats: frozenset[Seat] = NOBODY
    kind: Kind = "face"

    @property
    def telling(self) -> bool:
        """Tell whether who knows the value knows something of what lies on the table: a face, a choice or a die."""
        return self.kind not in {"name", "chance"}


def leaf(state: Any, path: Path) -> Any:
    """Return the value at the end of a path; raise LookupError or AttributeError when the path leads nowhere."""
    value = state
    for step in path:
        value = getattr(value, step) if isinstance(value, Struct) else value[step]  # type: ignore[arg-type]
    return value


def with_leaf(state: Any, path: Path, value: Any) -> Any:
    """Return the state with another value at the end of a path, everything else as it is; raise as `leaf` does."""
    if not path:
        return value
    step, rest = path[0], path[1:]
    inner = with_leaf(leaf(state, (step,)), rest, value)
    if isinstance(state, Struct):
        return msgspec.structs.replace(state, **{str(step): inner})
    if isinstance(state, dict):
        return {**state, step: inner}
    changed = list(state)
    changed[int(step)] = inner
    return type(state)(changed)


def hides(secrets: Iterable[Secret], seat: Seat) -> bool:
    """Tell whether a position hides anything from a seat, beside what chance will bring."""
    return any(secret.telling and seat not in secret.seats for secret in secrets)


def divides(secrets: Iterable[Secret], seats: Iterable[Seat]) -> bool:
    """Tell whether one of the seats knows something that another of them does not."""
    together = frozenset(seats)
    return any(secret.telling and secret.seats & together not in {NOBODY, together} for secret in secrets)


def unknown(state: Any, secrets: Iterable[Secret], seat: Seat) -> Counter[tuple[Kind, Any]]:
    """Return what a seat does not know of a state, each value with its kind as often as it is hidden.

    From one moment to the next a value leaves this count when the seat has learnt it, wherever it went: a card that is drawn, shown or
    played moves on in the state, so that its path alone would not tell.
    """
    return Counter((secret.kind, leaf(state, secret.path)) for secret in secrets if secret.telling and seat not in secret.seats)
