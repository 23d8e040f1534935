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
from game.lab.habits import Seen, Watched


class Tally(Struct, frozen=True):
    """One match, counted: for each seat the cards it ever held, and how often it played each.

    `lowest` is the lowest that the prospects of a lone winner ever were. `decided` is the part of the match after which the winner was ahead
    for good. `swings` is how often the lead changed. All three are taken whenever another seat is to choose, from `curve`: each seat's prospects
    then. `habits` are what each seat was seen to do (`game.lab.habits`), where that was watched.
    """

    drawn: tuple[tuple[CardId, ...], ...]
    played: tuple[dict[CardId, int], ...]
    lowest: float = 1.0
    decided: float = 0.0
    swings: int = 0
    curve: tuple[tuple[float, ...], ...] = ()
    habits: tuple[dict[str, Seen], ...] = ()


class Counting:
    """Counts one match, step by step; `watching` has it look for habits, too."""

    def __init__(self, rules: AnyRules, first: Any, seats: int, *, watching: bool = False) -> None:
        self._rules = rules
        self._watched = Watched(rules, seats) if watching else None
        self._drawn: tuple[set[CardId], ...] = tuple(set() for _ in range(seats))
        self._played: tuple[Counter[CardId], ...] = tuple(Counter() for _ in range(seats))
        self._curve: list[tuple[float, ...]] = []
        self._deciding: int | None = None
        self._hold(first)

    def choice(self, state: Any, legal: tuple[Any, ...], action: Any) -> None:
        """See what was chosen from what could be done."""
        if self._watched is not None:
            self._watched.see(state, legal, action)

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
        curve = tuple(tuple(round(share, 3) for share in each) for each in self._curve)
        habits = self._watched.seen() if self._watched is not None else ()
        if outcome is None or len(outcome.winners) != 1 or not curve:
            return Tally(drawn, played, curve=curve, habits=habits)
        (winner,) = outcome.winners
        leaders = [max(range(len(each)), key=each.__getitem__) for each in self._curve]
        behind = [index for index, leader in enumerate(leaders) if leader != winner]
        return Tally(
            drawn,
            played,
            lowest=round(min(each[winner] for each in self._curve), 3),
            decided=round((behind[-1] + 1) / len(leaders), 3) if behind else 0.0,
            swings=sum(one != other for one, other in pairwise(leaders)),
            curve=curve,
            habits=habits,
        )

    def _hold(self, state: Any) -> None:
        for drawn, held in zip(self._drawn, self._rules.held(state), strict=False):
            drawn.update(held)
