"""What is worked out only once, or left out, changes nothing that is listed, judged or chosen."""

from __future__ import annotations

import gc
import weakref
from typing import Any

import pytest
from msgspec.structs import replace

from game.ai import looks
from game.ai.greedy import GreedyPlayer
from game.ai.player import Budget
from game.grid import Grid, Ways, ways_to
from game.kernel.chance import NO_CHANCE, Chance
from game.kernel.setup import Setup
from game.rules.overcross import promise
from game.rules.overcross.box import BOX
from game.rules.overcross.draft import OvercrossDraft
from game.rules.overcross.rules import OvercrossRules
from game.rules.overcross.table import laid_out

COURSES = [("duel", "assassination", 2), ("duel", "death-match", 2), ("river", "flag", 2), ("crossroads", "assassination", 3)]


class Thorough(OvercrossRules):
    """Rules by which every action may be the best."""

    def promising(self, state: Any, legal: Any) -> range:
        del state
        return range(len(legal))


def rules_of(field: str, objective: str, seats: int, seed: int = 5) -> tuple[Any, Any]:
    setup = BOX.complete(Setup("overcross", seats, seed=seed, map=field, options={"objective": objective}))
    rules = BOX.rules(setup)
    return rules, rules.setup(setup).state


@pytest.mark.parametrize("course", COURSES)
def test_what_is_left_out_changes_no_choice(course: tuple[str, str, int]):
    rules, state = rules_of(*course)
    thorough, left_out = Thorough(rules.arena, rules.judged), 0
    for step in range(90):
        seat, legal = rules.deciding(state), rules.legal(state)
        if seat is None:
            break
        seen = rules.observe(state, seat)
        left_out += len(legal) - len(rules.promising(state, legal))
        action = GreedyPlayer(rules).choose(seen, legal, Budget(), Chance(step))
        assert action == GreedyPlayer(thorough).choose(seen, legal, Budget(), Chance(step))
        state = rules.advance(state, action)
    assert left_out > 100 or course[2] > 2


@pytest.mark.parametrize("course", COURSES)
def test_numbers_and_lists_that_are_handed_on_are_those_worked_out_anew(course: tuple[str, str, int]):
    rules, state = rules_of(*course)
    chance = Chance(3)
    for _ in range(250):
        legal = rules.legal(state)
        if not legal:
            break
        anew = replace(state)
        assert laid_out(rules.arena, state).all_changes() == laid_out(rules.arena, anew).all_changes()
        assert legal == rules.legal(anew)
        draft = OvercrossDraft(rules.arena, anew, NO_CHANCE)
        asked = {piece: draft.sources(piece) for piece in state.units}
        assert {piece: made for piece, made in draft.all_changes().items() if made and piece in state.units} == {
            piece: {stat: [(each.stage, each.value) for each in sources] for stat, sources in found.items()}
            for piece, found in asked.items()
            if found
        }
        state = rules.advance(state, chance.pick(legal))


def test_what_a_judge_keeps_goes_with_it():
    rules, state = rules_of("duel", "death-match", 2)
    for _ in range(40):
        state = rules.advance(state, rules.legal(state)[0])
    gc.collect()
    gc.disable()
    try:
        judge = rules.judge()
        for action in rules.legal(state):
            judge(rules.advance(state, action))
        gone = weakref.ref(judge)
        del judge
        assert gone() is None
    finally:
        gc.enable()


def test_ways_that_are_kept_are_those_sought_anew():
    wall = sum(1 << 10 * row + 4 for row in range(8))
    for zone in (1, 0b111, 1 << 99):
        kept, anew = ways_to(10, 10, wall, zone), Ways(Grid(10, 10, wall), zone)
        assert [kept[cell] for cell in range(100)] == [anew[cell] for cell in range(100)]
        assert [kept.trail(cell) for cell in range(100)] == [anew.trail(cell) for cell in range(100)]
        assert ways_to(10, 10, wall, zone) is kept


def test_as_many_better_ones_stay_as_go_on_in_a_race():
    assert promise._BETTER >= looks.BEST
