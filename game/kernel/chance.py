"""Chance: every die, shuffle and pick of a match comes from one number.

The generator is SplitMix64 (Steele, Lea, Flood 2014): its whole memory is one 64-bit integer, kept in the State, so
a match replays exactly and a copy costs nothing. Tests script the dice instead.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final, NoReturn, TypeVar

T = TypeVar("T")

_MASK = (1 << 64) - 1
_GAMMA = 0x9E3779B97F4A7C15


class Chance:
    """A source of chance whose whole memory is the integer `state`."""

    __slots__ = ("state",)

    def __init__(self, state: int) -> None:
        self.state = state & _MASK

    def draw(self) -> int:
        """Return the next 64 random bits."""
        self.state = z = (self.state + _GAMMA) & _MASK
        z = ((z ^ (z >> 30)) * 0xBF58476D1CE4E5B9) & _MASK
        z = ((z ^ (z >> 27)) * 0x94D049BB133111EB) & _MASK
        return z ^ (z >> 31)

    def below(self, n: int) -> int:
        """Return a whole number from 0 to n - 1; `n` must be at least 1."""
        self.state = z = (self.state + _GAMMA) & _MASK  # `draw` written out: this is the hottest line of a match
        z = ((z ^ (z >> 30)) * 0xBF58476D1CE4E5B9) & _MASK
        z = ((z ^ (z >> 27)) * 0x94D049BB133111EB) & _MASK
        return ((z ^ (z >> 31)) * n) >> 64

    def roll(self, sides: int = 6) -> int:
        """Roll one die and return its face, 1 to `sides`."""
        return self.below(sides) + 1

    def pick(self, among: Sequence[T]) -> T:
        """Return one of a non-empty sequence, each as likely as the others."""
        return among[self.below(len(among))]

    def shuffle(self, pile: Sequence[T]) -> list[T]:
        """Return a new list of the pile in random order (Fisher-Yates)."""
        order = list(pile)
        state = self.state
        for last in range(len(order) - 1, 0, -1):
            state = z = (state + _GAMMA) & _MASK  # `below` written out: players shuffle two decks for every world they think of
            z = ((z ^ (z >> 30)) * 0xBF58476D1CE4E5B9) & _MASK
            z = ((z ^ (z >> 27)) * 0x94D049BB133111EB) & _MASK
            other = ((z ^ (z >> 31)) * (last + 1)) >> 64
            order[last], order[other] = order[other], order[last]
        self.state = state
        return order

    def percent(self, tenths: int) -> bool:
        """Tell whether something of `tenths` tenths of a percent happens (1000 is certain)."""
        return self.below(1000) < tenths


class _NoChance(Chance):
    """Chance for whoever only asks: nothing can be rolled or shuffled."""

    __slots__ = ()

    def draw(self) -> NoReturn:
        raise RuntimeError("nothing is left to chance where something is only asked")

    def below(self, n: int) -> NoReturn:  # noqa: ARG002
        self.draw()

    def shuffle(self, pile: Sequence[T]) -> NoReturn:  # noqa: ARG002
        self.draw()


NO_CHANCE: Final = _NoChance(0)
"""The chance of a table that is only asked; drawing from it raises RuntimeError."""


class UnusedRollsError(AssertionError):
    """A scripted die was never rolled."""


class Scripted(Chance):
    """Chance for tests: its dice fall as written; shuffles and picks come from a seed.

    `Scripted(6, 1)` makes the next two rolls a 6 and a 1. A third roll raises AssertionError, and `finish` raises
    UnusedRollsError when dice are left. `outcomes` scripts `percent`, in the same way.
    """

    __slots__ = ("outcomes", "rolls")

    def __init__(self, *rolls: int, seed: int = 0, outcomes: Sequence[bool] = ()) -> None:
        super().__init__(seed)
        self.rolls = list(rolls)
        self.outcomes = list(outcomes)

    def roll(self, sides: int = 6) -> int:
        """Return the next scripted face; one that `sides` cannot show raises AssertionError."""
        if not self.rolls:
            raise AssertionError(f"a die with {sides} sides was rolled that the script does not name")
        face = self.rolls.pop(0)
        if not 1 <= face <= sides:
            raise AssertionError(f"a die with {sides} sides cannot show {face}")
        self.draw()
        return face

    def percent(self, tenths: int) -> bool:
        """Return the next scripted outcome, or ask the seed when none is scripted."""
        if not self.outcomes:
            return super().percent(tenths)
        self.draw()
        return self.outcomes.pop(0)

    def finish(self) -> None:
        """Raise UnusedRollsError when a scripted die or outcome was never asked for."""
        if self.rolls or self.outcomes:
            raise UnusedRollsError(f"scripted chance left over: dice {self.rolls}, outcomes {self.outcomes}")
