"""Of cards that could come in and are as good at a glance, programs take what does best against the foes by its types."""

from __future__ import annotations

import pytest
from arena_table import Fighter, at_table, fighter
from msgspec.structs import replace

from game.ai.greedy import GreedyPlayer
from game.ai.player import Budget
from game.kernel.chance import Chance
from game.rules.cardmaster.actions import Choose, Shift, Skip
from game.rules.cardmaster.chart import STRONG
from game.rules.cardmaster.state import Decision

ONE = min(STRONG)
BETTER = next(kind for kind in sorted(STRONG) if ONE in STRONG[kind] and kind not in STRONG[ONE])
WORSE = next(kind for kind in sorted(STRONG[ONE]) if ONE not in STRONG[kind])


def reserve() -> list[Fighter]:
    return [fighter(name, types=(kind, kind)) for name, kind in (("worse", WORSE), ("better", BETTER), ("same", ONE))]


@pytest.mark.parametrize("seed", range(6))
def test_CM_25_who_fills_a_slot_does_best_against_the_foes(seed: int):
    foes = [fighter(name, types=(ONE, ONE)) for name in "xyz"]
    table = at_table([fighter("a"), fighter("b")], foes, reserve=reserve())
    board = replace(table.state.board, pending=(*table.state.board.pending, Decision("fill", 0, slot=2)))
    table.state = replace(table.state, board=board)
    rules, legal = table.rules, table.rules.legal(table.state)
    judge = rules.judge()
    assert len({round(judge(rules.advance(table.state, each))[0], 12) for each in legal}) == 1, "at a glance all are as good"
    assert GreedyPlayer(rules).choose(rules.observe(table.state, 0), legal, Budget(), Chance(seed)) == Choose(table.id("better"))


def test_CM_22_of_shifts_of_a_card_that_brings_in_the_best_is_preferred():
    foes = [fighter(name, types=(ONE, ONE)) for name in "xyz"]
    table = at_table([fighter("a"), fighter("b")], foes, reserve=reserve(), pending=True)
    a, b, better = table.id("a"), table.id("b"), table.id("better")
    actions = [Skip(a), *(Shift(out, table.id(name)) for out in (a, b) for name in ("worse", "better", "same"))]
    assert [actions[number] for number in table.rules.finer(table.state, actions)] == [Skip(a), Shift(a, better), Shift(b, better)]


def test_CM_37_starters_are_left_to_chance():
    table = at_table([fighter("a")], [fighter("x", types=(ONE, ONE))], reserve=reserve(), asked=Decision("starter", 0))
    actions = [Choose(table.id(name)) for name in ("worse", "better")]
    assert list(table.rules.finer(table.state, actions)) == [0, 1]
