"""What it takes to fill a seat: see what the seat may see, and choose one of the actions it may take."""

from __future__ import annotations

from collections.abc import Callable
from time import monotonic
from typing import Any, Protocol

from msgspec import Struct

from game.kernel.chance import Chance
from game.kernel.rules import AnyRules, Policy


class Budget(Struct, frozen=True):
    """How long a player may think: at most so many iterations and so many seconds; 0 means no such limit.

    Iterations alone make a choice that can be repeated exactly; seconds suit the table. `stopped` tells that nobody waits
    for the answer any more. `limit` is for a program of its own alone: so many seconds beyond those its answer may take; 0 means the usual.
    """

    iterations: int = 0
    seconds: float = 0.0
    stopped: Callable[[], bool] | None = None
    limit: float = 0.0

    def part(self, share: float) -> Budget:
        """Return a part of this budget; at least one iteration, and what is not limited stays so."""
        if share >= 1:
            return self
        most = self._most()
        return Budget(max(1, round(share * most)) if most else 0, share * self.seconds, self.stopped, self.limit)

    def positions(self) -> int:
        """Return how many positions a proof may look at: a thousand a second, which take a twentieth to two fifths of it, or two for each iteration."""
        most = self._most()
        return min(MOST_POSITIONS, 2 * most if most else round(1000 * self.seconds))

    def clock(self) -> Callable[[int], bool]:
        """Start the clock; the result tells, given the number of iterations done, whether the budget is spent."""
        stopped = self.stopped or never
        most = self._most()
        if not self.seconds:
            return lambda done: done >= most or stopped()
        end = monotonic() + self.seconds
        return lambda done: 0 < most <= done or monotonic() >= end or stopped()

    def _most(self) -> int:
        """Return how many iterations there are at most; 0 where time alone is the limit."""
        return self.iterations or (0 if self.seconds else DEFAULT_ITERATIONS)


def never() -> bool:
    """Say that nobody has stopped waiting."""
    return False


MOST_POSITIONS = 1500
"""No proof of a decision looks at more positions."""

DEFAULT_ITERATIONS = 200
"""The iterations of a budget that names neither a number nor a time."""


class Candidate(Struct, frozen=True):
    """One action as a player weighed it: its number among the legal ones, the seat's prospects after it, how often it was looked at, and by how much the table looks better after it at a glance."""

    number: int
    prospects: float
    looks: int = 1
    gains: float = 0.0


class Weighing(Struct, frozen=True):
    """What a player made of a decision: the actions that came to mind, the best first."""

    candidates: tuple[Candidate, ...] = ()


class Player(Protocol):
    """One who chooses for a seat; it sees an observation, never a state."""

    def choose(self, observation: Any, legal: tuple[Any, ...], budget: Budget, chance: Chance) -> Any:
        """Return one of the legal actions; equal arguments give an equal choice when the budget counts iterations."""
        ...


class PolicyPlayer:
    """A game's own scripted opponent."""

    def __init__(self, policy: Policy) -> None:
        self._policy = policy

    def choose(self, observation: Any, legal: tuple[Any, ...], budget: Budget, chance: Chance) -> Any:
        """Return what the policy answers."""
        del budget
        return self._policy(observation, legal, chance)


PlayerMaker = Callable[[AnyRules], Player]
"""Makes a player for one rulebook."""
