"""What dice fall in thoughts about one world: the same for all actions that are compared, turn by turn, so that luck does not tell them apart."""

from __future__ import annotations

import itertools
from collections import defaultdict
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
