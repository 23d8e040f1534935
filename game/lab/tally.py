"""What is counted in a match while it is played: cards drawn and played, and how the prospects went up and down.

It is counted where the match is played, from what happens in it, so that nothing has to be written down and read again.
"""

from __future__ import annotations

from collections import Counter
from itertools import pairwise
from typing import Any

from msgspec import Struct

from game.kernel.ids import CardId
from game.kernel.rules import AnyRules
from game.kernel.setup import Outcome
from game.kernel.step import Step


class Tally(Struct, frozen=True):
    """One match, counted: for each seat the cards it ever held, and how often it played each.

    `lowest` is the lowest that the prospects of a lone winner ever were. `decided` is the part of the match after which the winner was ahead
    for good. `swings` is how often the lead changed. All three are taken whenever another seat is to choose.
    """

    drawn: tuple[tuple[CardId, ...], ...]
    played: tuple[dict[CardId, int], ...]
    lowest: float = 1.0
    decided: float = 0.0
    swings: int = 0


class Counting:
    """Counts one match, step by step."""

    def __init__(self, rules: AnyRules, first: Any, seats: int) -> None:
        self._rules = rules
        self._drawn: tuple[set[CardId], ...] = tuple(set() for _ in range(seats))
        self._played: tuple[Counter[CardId], ...] = tuple(Counter() for _ in range(seats))
        self._curve: list[tuple[float, ...]] = []
        self._deciding: int | None = None
        self._hold(first)

    def step(self, step: Step[Any, Any]) -> None:
        """Count what a step brought."""
        for happened in step.story:
            played = self._rules.played(happened.state, happened.event)
            if played is not None:
                self._played[played[0]][played[1]] += 1
        self._hold(step.state)
        deciding = self._rules.deciding(step.state)
        if deciding is not None and deciding != self._deciding:
            self._deciding = deciding
            self._curve.append(self._rules.evaluate(step.state))

    def tally(self, outcome: Outcome | None) -> Tally:
        """Return what was counted, once the match is over."""
        drawn = tuple(tuple(sorted(cards)) for cards in self._drawn)
        played = tuple(dict(sorted(cards.items())) for cards in self._played)
        if outcome is None or len(outcome.winners) != 1 or not self._curve:
            return Tally(drawn, played)
        (winner,) = outcome.winners
        leaders = [max(range(len(each)), key=each.__getitem__) for each in self._curve]
        behind = [index for index, leader in enumerate(leaders) if leader != winner]
        return Tally(
            drawn,
            played,
            lowest=round(min(each[winner] for each in self._curve), 3),
            decided=round((behind[-1] + 1) / len(leaders), 3) if behind else 0.0,
            swings=sum(one != other for one, other in pairwise(leaders)),
        )

    def _hold(self, state: Any) -> None:
        for drawn, held in zip(self._drawn, self._rules.held(state), strict=False):
            drawn.update(held)
