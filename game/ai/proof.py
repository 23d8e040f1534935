"""Whether a seat can force a goal, a win before its turn is over or another: every answer of the others and every fall of the dice is followed.

A proof holds whatever happens: an action whose chance cannot be listed (a shuffle) proves nothing, and neither does what was not looked at
because too much would have had to be. So what is found is sound, and something may be overlooked.
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterator, Sequence
from contextlib import suppress
from typing import Any, TypeAlias, TypeVar

import msgspec
from msgspec.structs import replace

from game.ai.goals import OPEN, SOLVED, Way, gone_on
from game.content.positions import Goal
from game.kernel.chance import Chance
from game.kernel.ids import Seat
from game.kernel.rules import AnyRules
from game.kernel.step import Step
from game.kernel.words import spoken

T = TypeVar("T")
AnyStep: TypeAlias = Step[Any, Any]

WIN, BEGUN = Goal("Win this turn.", win=True), Way()

MOST_FACES = 12
"""So many ways a single fall of chance is followed; what could fall in more ways is not."""


MOST_DEEP = 80
"""So many actions are followed one after the other."""


class TooMuchError(Exception):
    """There are more positions than were to be looked at, more actions one after the other, or more ways to fall than can be listed."""


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


def ways(do: Callable[[Chance], T]) -> Iterator[T]:
    """Yield what comes of doing something with chance, once for every way in which it can fall; raise TooMuchError when they cannot be listed."""
    path: list[tuple[int, int]] = []
    while True:
        yield do(Falls(path))
        while path and path[-1][0] + 1 == path[-1][1]:
            path.pop()
        if not path:
            return
        path[-1] = (path[-1][0] + 1, path[-1][1])


def falls(rules: AnyRules, state: Any, action: Any) -> Iterator[Any]:
    """Yield every state that an action can lead to; raise TooMuchError when they cannot be listed."""
    for after in ways(lambda chance: rules.advance(state, action, chance)):
        yield replace(after, chance=0)


class Prover:
    """Looks for goals that a seat can force; looks at no more than `most` positions, the promising ones first.

    Without a `goal` that is a win before its turn is over. Of a goal that is told, words of cards count and names of seats do not.
    """

    def __init__(self, rules: AnyRules, seat: Seat, most: int = 20_000, goal: Goal = WIN) -> None:
        if rules.positions is None:
            raise ValueError(f"{rules.id} has no words for positions")
        self.rules = rules
        self.seat = seat
        self.left = most
        self.goal = goal
        self._deep = 0
        self._told = bool(goal.told or goal.never)
        self._whose = rules.positions.whose
        self._known: dict[tuple[bytes, Way], bool] = {}

    def winning(self, state: Any, way: Way = BEGUN) -> tuple[Any, ...]:
        """Return the actions of the deciding seat after which the goal is proved, the promising ones first."""
        return tuple(action for action in self.ordered(state) if self.forced_after(state, action, way))

    def best(self, state: Any, way: Way = BEGUN, last: Collection[Any] = ()) -> Any | None:
        """Return the first action after which the goal is proved, one of `last` only where no other does; None when there is none."""
        ordered = sorted(self.ordered(state), key=lambda action: action in last)
        return next((action for action in ordered if self.forced_after(state, action, way)), None)

    def forced(self, state: Any, way: Way = BEGUN) -> bool:
        """Tell whether the seat reaches the goal whatever the others do; raise TooMuchError when too much had to be looked at."""
        if way.verdict != OPEN:
            return way.verdict == SOLVED
        key = msgspec.msgpack.encode(replace(state, chance=0)), way
        found = self._known.get(key)
        if found is None:
            self.left -= 1
            if self.left < 0 or self._deep == MOST_DEEP:
                raise TooMuchError
            self._known[key] = False  # a way back to here proves nothing
            self._deep += 1
            try:
                found = self._known[key] = self._looked(state, way)
            finally:
                self._deep -= 1
        return found

    def forced_after(self, state: Any, action: Any, way: Way = BEGUN) -> bool:
        """Tell whether the goal is proved after an action; raise TooMuchError as `forced` does."""
        try:
            return all(self.forced(*after) for after in list(self._after(state, action, way)))
        except TooMuchError:
            if self.left < 0:
                raise
            return False

    def _after(self, state: Any, action: Any, way: Way) -> Iterator[tuple[Any, Way]]:
        """Yield every state that an action can lead to, each with how far it is on the way to the goal."""
        if not self._told:
            for after in falls(self.rules, state, action):
                yield after, self._gone_on(after, way, ())
            return
        for step in ways(lambda chance: self.rules.apply(state, action, chance)):
            yield replace(step.state, chance=0), self._gone_on(step.state, way, self.words(step))

    def _gone_on(self, state: Any, way: Way, told: Sequence[str]) -> Way:
        outcome = self.rules.outcome(state)
        return gone_on(self.goal, way, self.seat, told, outcome, active=outcome is None and self._whose(state) == self.seat)

    def words(self, step: AnyStep) -> tuple[str, ...]:
        """Return what the seat is told of a step, with the names of cards."""
        told = []
        for happened in step.story:
            event = self.rules.redact(happened.event, self.seat)
            telling = None if event is None else self.rules.tell(event, self.rules.observe(happened.state, self.seat))
            if telling is not None:
                told.append(spoken(telling.words, (), lambda card: self.rules.face(card).name))
        return tuple(told)

    def _looked(self, state: Any, way: Way) -> bool:
        if self.rules.deciding(state) == self.seat:
            return any(self.forced_after(state, action, way) for action in self.ordered(state))
        return all(self.forced_after(state, action, way) for action in self.rules.legal(state))

    def ordered(self, state: Any) -> list[Any]:
        """Return the actions of the seat, those first after which its prospects are best."""
        actions, judge = self.rules.legal(state), self.rules.daring()
        if len(actions) == 1:
            return list(actions)
        return sorted(actions, key=lambda action: -judge(self.rules.advance(state, action, Chance(1)))[self.seat])


def wins_in(rules: AnyRules, world: Any, seat: Seat, action: Any, most: int) -> bool:
    """Tell whether it can be proved, in no more than `most` positions, that the deciding seat wins before its turn is over after an action in a world, whatever the others do."""
    with suppress(TooMuchError):
        return Prover(rules, seat, most).forced_after(world, action)
    return False


def sure_win(rules: AnyRules, worlds: Sequence[Any], seat: Seat, most: int) -> Any | None:
    """Return an action of the deciding seat after which it wins before its turn is over, whatever the others do, no waste if there is another; None where none is found.

    It must be proved in every one of some worlds that look the same to the seat, each looked at in no more than `most` positions. Nothing is found in a game without positions.
    """
    if rules.positions is None or rules.positions.whose(worlds[0]) != seat:
        return None
    first, *others = [(world, Prover(rules, seat, most)) for world in worlds]
    world, prover = first
    found = None
    with suppress(TooMuchError):
        for action in prover.ordered(world):
            wasted = found is not None and rules.warning(world, action)
            if not wasted and all(one.forced_after(there, action) for there, one in (first, *others)):
                if not rules.warning(world, action):
                    return action
                found = action
    return found
