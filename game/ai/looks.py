"""Which of several actions is best, from a look at each in one world after another, and none looked at longer than it takes.

Every world is the same for all actions, so two of them are compared by how far one is ahead in each. Where that is the same in every
world, two looks are enough; where it varies, an action stays in the race until it is behind by more than chance explains. Hidden pieces
mostly help or harm all actions alike, dice do not: an action with dice is looked at more often before its luck is taken for its worth.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from math import sqrt
from operator import sub

BEST = 4
"""Of the actions without dice, only so many go on after the first look,"""

NEAR = 0.02
"""and only those whose prospects are less than so much behind the best of them: luck that all share hardly makes up for more."""

FEW = 10
"""Of many actions that are still in the race, the better half goes on after each world, but never fewer than these."""

SURE = 4
"""An action with dice is looked at in so many worlds before it can fall behind."""

DOUBT = 2.0
"""So many standard errors behind the best, an action is out of the race."""

LEAST_WORLDS = 4
"""In fewer worlds luck is not told from what an action is worth."""

_SAME = 1e-18
"""A variance no greater than this is none."""


class Looks:
    """What has been seen of each action, by its number.

    `racing` are those to be looked at in the next world, `worlds` how many looks each of them has had. `hides` tells that worlds differ in
    more than dice: without it, what was seen once of an action without dice is so in every world. `spread` is the standard deviation that
    leads have at least from world to world, where looks at the same action may come to differ; `weight` is how many looks the first counts for. `all_stay` tells
    that none drops out: all are seen in the same worlds, since what each is worth is asked, and not only which is best.
    """

    def __init__(
        self, first: list[float], dice: list[bool], *, hides: bool, spread: float = 0.0, weight: int = 1, all_stay: bool = False
    ) -> None:
        self._least, self._sure, self._weight, self._all_stay = spread**2, SURE + weight - 1, weight, all_stay
        self._seen = [[value] * weight for value in first]
        self._dice = list(dice)
        self._best = 0
        self.worlds = weight
        ranked = sorted(range(len(first)), key=lambda number: -first[number])
        calm = [number for number in ranked if not dice[number]]
        self._known = [] if hides else calm
        self._gauge = calm[0] if hides and calm else -1
        close = [number for number in calm[:BEST] if first[number] > first[calm[0]] - NEAR] if hides else []
        thrown = [number for number in ranked if dice[number]]
        self.racing = sorted(thrown + close) if thrown or len(close) > 1 else []

    def add(self, values: Iterable[float]) -> None:
        """Add what the racing actions brought in another world, in their order, and let those drop out that cannot be best any more."""
        self.worlds += 1
        for number, value in zip(self.racing, values, strict=True):
            self._seen[number].append(value)
        for number in self._known[:1]:
            self._seen[number].append(self._seen[number][0])
        if self._all_stay:
            return
        rivals = self.racing + self._known[:1]
        best = self._best = max(rivals, key=self._mean)
        close = self._close(best, [number for number in rivals if number != best])
        if len(close) > FEW:
            close = sorted(close, key=self._mean, reverse=True)[: max(FEW, len(close) // 2)]
        self.racing = sorted({*close, best, self._gauge}.intersection(self.racing)) if close else []

    def join(self, first: float, seen: Sequence[float]) -> None:
        """Let another action in, one with dice: its first look, and what it brought in each world that the others met. It races against those that are left, or the one that all have lost to."""
        self.racing = [*(self.racing or [self._best]), len(self._seen)]
        self._seen.append([first] * self._weight + list(seen))
        self._dice.append(True)

    def values(self) -> list[float]:
        """Return each action's mean over all worlds, what it was not seen in made up for by how those were for the gauge."""
        if self._gauge < 0:
            return [self._mean(number) for number in range(len(self._seen))]
        gauge = self._seen[self._gauge]
        usual = sum(gauge) / len(gauge)
        return [usual + sum(map(sub, seen, gauge)) / len(seen) for seen in self._seen]

    def steadied(self, expected: Sequence[float], most: float = 1.0) -> list[float]:
        """Return each action's mean, drawn towards what was expected of it as far as means differ from that by no more than luck explains; at `most` so much of a difference is believed.

        All must have been seen in the same worlds, and none before. Positive-part James-Stein estimate (Efron and Morris 1973) of how far each is ahead of the others; how well all do on average stays about as it was seen, and nothing is better or worse than what was seen of any.
        """
        means, worlds, many = [sum(seen) / len(seen) for seen in self._seen], self.worlds, len(self._seen)
        if worlds < LEAST_WORLDS or many < 2:
            return means
        whole, usual = sum(means) / many, sum(expected) / many
        levels = [sum(values) / many for values in zip(*self._seen, strict=True)]
        left = [
            value - level - mean + whole
            for seen, mean in zip(self._seen, means, strict=True)
            for value, level in zip(seen, levels, strict=True)
        ]
        luck = sum([each * each for each in left]) / ((worlds - 1) * (many - 1) * worlds)
        off = [mean - whole - value + usual for mean, value in zip(means, expected, strict=True)]
        found = sum([each * each for each in off]) / (many - 1)
        trust = min(most, max(0.0, 1 - luck / found) if found > _SAME else 1.0)
        low, high = min(means), max(means)
        return [min(max(whole + value - usual + trust * each, low), high) for value, each in zip(expected, off, strict=True)]

    def often(self) -> list[int]:
        """Return how often each action was looked at."""
        return [len(seen) for seen in self._seen]

    def _mean(self, number: int) -> float:
        return sum(self._seen[number]) / len(self._seen[number])

    def _close(self, best: int, rivals: list[int]) -> list[int]:
        """Return the rivals that the best is not surely ahead of."""
        worlds, behind = self.worlds, []
        varied, leads = {False: 0.0, True: 0.0}, {False: 0, True: 0}
        for number in rivals:
            ahead = [one - other for one, other in zip(self._seen[best], self._seen[number], strict=True)]
            lead = sum(ahead) / worlds
            spread = sum((each - lead) ** 2 for each in ahead)
            dice = self._dice[number] or self._dice[best]
            behind.append((number, lead, spread, dice))
            varied[dice] += spread
            leads[dice] += worlds - 1
        close = []
        for number, lead, spread, dice in behind:
            usual = varied[dice] / leads[dice]  # counts as much as one more world
            variance = (spread + usual) / worlds + self._least
            if (dice and worlds < self._sure) or (variance > _SAME and lead <= DOUBT * sqrt(variance / worlds)):
                close.append(number)
        return close
