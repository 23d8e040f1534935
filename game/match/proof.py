"""Whether a seat can force a win before its turn is over: every answer of the others and every fall of the dice is followed.

A proof holds whatever happens: an action whose chance cannot be listed (a shuffle) proves nothing, and neither does what was not looked at
because too much would have had to be. So what is found is sound, and something may be overlooked.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Any, TypeVar

import msgspec
from msgspec.structs import replace

from game.kernel.chance import Chance
from game.kernel.ids import Seat
from game.kernel.rules import AnyRules

T = TypeVar("T")

MOST_FACES = 12
"""So many ways a single fall of chance is followed; what could fall in more ways is not."""


class TooMuchError(Exception):
    """There are more positions than were to be looked at, or more ways to fall than can be listed."""


class Falls(Chance):
    """Chance that falls one way after the other: `path` says how, and each question beyond it falls the first way."""

    __slots__ = ("at", "path")

    def __init__(self, path: list[tuple[int, int]]) -> None:
        super().__init__(0)
        self.path = path
        self.at = 0

    def below(self, n: int) -> int:
        """Return the next fall of `n` ways; raise TooMuchError for too many."""
        if n > MOST_FACES:
            raise TooMuchError
        if self.at == len(self.path):
            self.path.append((0, n))
        self.at += 1
        return self.path[self.at - 1][0]

    def draw(self) -> int:
        """Raise TooMuchError: bits cannot be listed."""
        raise TooMuchError

    def shuffle(self, pile: Sequence[T]) -> list[T]:
        """Raise TooMuchError, unless there is nothing to shuffle."""
        if len(pile) > 1:
            raise TooMuchError
        return list(pile)

    def percent(self, tenths: int) -> bool:
        """Return whether it happens, once each way where both can be."""
        return tenths >= 1000 if not 0 < tenths < 1000 else self.below(2) == 0


def falls(rules: AnyRules, state: Any, action: Any) -> Iterator[Any]:
    """Yield every state that an action can lead to; raise TooMuchError when they cannot be listed."""
    path: list[tuple[int, int]] = []
    while True:
        after = rules.advance(state, action, Falls(path))
        yield replace(after, chance=0)
        while path and path[-1][0] + 1 == path[-1][1]:
            path.pop()
        if not path:
            return
        path[-1] = (path[-1][0] + 1, path[-1][1])


class Prover:
    """Looks for wins that a seat can force before its turn is over; looks at no more than `most` positions, the promising ones first."""

    def __init__(self, rules: AnyRules, seat: Seat, most: int = 20_000) -> None:
        if rules.positions is None:
            raise ValueError(f"{rules.id} has no words for positions")
        self.rules = rules
        self.seat = seat
        self.left = most
        self._whose = rules.positions.whose
        self._known: dict[bytes, bool] = {}

    def winning(self, state: Any) -> tuple[Any, ...]:
        """Return the actions of the deciding seat after which the win is proved, the promising ones first."""
        return tuple(action for action in self._promising(state) if self.forced_after(state, action))

    def best(self, state: Any) -> Any | None:
        """Return the first action after which the win is proved, None when there is none."""
        return next((action for action in self._promising(state) if self.forced_after(state, action)), None)

    def forced(self, state: Any) -> bool:
        """Tell whether the seat wins this turn whatever the others do; raise TooMuchError when too much had to be looked at."""
        outcome = self.rules.outcome(state)
        if outcome is not None:
            return self.seat in outcome.winners
        if self._whose(state) != self.seat:
            return False
        key = msgspec.msgpack.encode(replace(state, chance=0))
        found = self._known.get(key)
        if found is None:
            self.left -= 1
            if self.left < 0:
                raise TooMuchError
            self._known[key] = False  # a way back to here proves nothing
            found = self._known[key] = self._looked(state)
        return found

    def forced_after(self, state: Any, action: Any) -> bool:
        """Tell whether the win is proved after an action; raise TooMuchError as `forced` does."""
        try:
            return all(self.forced(after) for after in list(falls(self.rules, state, action)))
        except TooMuchError:
            if self.left < 0:
                raise
            return False

    def _looked(self, state: Any) -> bool:
        if self.rules.deciding(state) == self.seat:
            return any(self.forced_after(state, action) for action in self._promising(state))
        return all(self.forced_after(state, action) for action in self.rules.legal(state))

    def _promising(self, state: Any) -> list[Any]:
        """Return the actions of the seat, those first after which its prospects are best."""
        actions, judge = self.rules.legal(state), self.rules.judge()
        if len(actions) == 1:
            return list(actions)
        return sorted(actions, key=lambda action: -judge(self.rules.advance(state, action, Chance(1)))[self.seat])
