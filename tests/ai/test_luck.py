"""What dice fall in thoughts about one world: the same for all actions that are compared, turn by turn, so that luck does not tell them apart; and that luck is taken out of what a thought tells."""

from __future__ import annotations

import itertools
from collections import defaultdict
from statistics import fmean, pvariance, stdev
from typing import Any, ClassVar

import pytest

from game.ai import search
from game.ai.greedy import GreedyPlayer
from game.ai.player import Budget
from game.kernel.chance import Chance
from game.kernel.setup import Setup
from game.rules import open_box


class Watched(search._Descent):
    """A descent that notes what falls in it, throw by throw of each turn, and what is imagined in each turn."""

    thoughts: ClassVar[defaultdict[int, list[dict[tuple[int, int], int]]]] = defaultdict(list)

    def run(self, root: Any, world: Any, first: Any) -> Any:
        self.thoughts[self.dice].append({})
        return super().run(root, world, first)

    def _throw(self, turn: int) -> int:
        self.last = turn, self.thrown.get(turn, 0), super()._throw(turn)
        return self.last[2]

    def _carried(self, state: Any, action: Any) -> Any:
        after = super()._carried(state, action)
        turn, number, dice = self.last
        if after.chance != dice:
            self.thoughts[self.dice][-1][turn, number] = dice
        return after

    def _imagined(self, state: Any, seat: int) -> Chance:
        dice = super()._imagined(state, seat)
        noted = self.thoughts[self.dice][-1].setdefault((self._turn(state, seat), -1), dice.state)
        assert noted == dice.state, "in one turn the same is imagined"
        return dice


@pytest.mark.parametrize("game", ["overcross", "cardmaster", "verona"])
def test_in_one_world_the_same_falls_whatever_is_done_first(game: str, monkeypatch: pytest.MonkeyPatch) -> None:
    box = open_box(game)
    setup = box.complete(Setup(game, 2, seed=4))
    rules: Any = box.rules(setup)
    state, chance, quick = rules.setup(setup).state, Chance(4), GreedyPlayer(rules)
    monkeypatch.setattr(search, "_Descent", Watched)
    shared, numbers = 0, set()
    for _ in range(120):
        seat, legal = rules.deciding(state), rules.legal(state)
        if len(legal) > 4 and shared < 40:
            Watched.thoughts.clear()
            search.SearchPlayer(rules, depth=1).weigh(rules.observe(state, seat), legal, Budget(24), chance)
            assert len(Watched.thoughts) > 1, "each world has dice of its own"
            for thoughts in Watched.thoughts.values():
                for one, other in itertools.pairwise(thoughts):
                    both = one.keys() & other.keys()
                    assert {each: one[each] for each in both} == {each: other[each] for each in both}
                    shared += sum(number >= 0 for _, number in both)
                numbers.update(each for thought in thoughts for each in thought.values())
        state = rules.advance(state, legal[0] if len(legal) == 1 else quick.choose(rules.observe(state, seat), legal, Budget(60), chance))
        if not rules.legal(state):
            break
    assert shared >= 40
    assert len(numbers) > 20, "worlds, turns and throws have luck of their own"


class Told(search._Descent):
    """A descent that notes what it tells its seat, and how lucky that was."""

    told: ClassVar[list[tuple[float, float]]] = []

    def run(self, root: Any, world: Any, first: Any) -> Any:
        values = super().run(root, world, first)
        self.told.append((values[self.seat], self.luck[self.seat] if self.luck else 0.0))
        return values


@pytest.mark.parametrize("game", ["overcross", "cardmaster", "verona"])
def test_luck_is_taken_out_of_what_a_thought_tells_and_changes_no_mean(game: str, monkeypatch: pytest.MonkeyPatch) -> None:
    box = open_box(game)
    setup = box.complete(Setup(game, 2, seed=6))
    rules: Any = box.rules(setup)
    state, chance, quick = rules.setup(setup).state, Chance(6), GreedyPlayer(rules)
    monkeypatch.setattr(search, "_Descent", Told)
    within, before, lucks = list[float](), list[float](), list[float]()
    for number in range(60):
        seat, legal = rules.deciding(state), rules.legal(state)
        if not legal:
            break
        if len(legal) > 2 and number % 4 == 3:
            Told.told.clear()
            search.SearchPlayer(rules, depth=1).weigh(rules.observe(state, seat), legal[:2], Budget(24), chance)
            within.append(pvariance([told for told, _ in Told.told]))
            before.append(pvariance([told + luck for told, luck in Told.told]))
            lucks += [luck for _, luck in Told.told]
        state = rules.advance(state, legal[0] if len(legal) == 1 else quick.choose(rules.observe(state, seat), legal, Budget(60), chance))
    assert fmean(within) < 0.7 * fmean(before), "what a thought tells varies less from world to world"
    assert abs(fmean(lucks)) < 3 * stdev(lucks) / len(lucks) ** 0.5, "luck is as often bad as good"
    assert fmean(map(abs, lucks)) > 0.005
