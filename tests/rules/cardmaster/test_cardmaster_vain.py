"""SPC of a card that one attack fells anyway is worth nothing to a program, and what is left out because of it never looks best."""

from __future__ import annotations

from typing import Any

import pytest
from arena_table import NEUTRAL, at_table, fighter, overcook, wall

from game.ai.greedy import EVEN, GreedyPlayer, settle
from game.ai.player import Budget
from game.kernel.chance import Chance
from game.kernel.setup import Setup
from game.rules import open_box
from game.rules.cardmaster.actions import Boost, Skip, Stack
from game.rules.cardmaster.state import Status, lowered, raised

BOX = open_box("cardmaster")


def gain(stat: str, now: int, statuses: tuple[Status, ...] = (), *, told: bool = False, **foe: Any) -> float:
    """Return what SPC (+20) does for a wounded card beyond skipping its move, to who chooses or as it is `told`; a foe of ATK 300 takes 90 with A1, 179 with A2 and 268 with A3."""
    bearer = fighter("a", now=now, types=NEUTRAL, statuses=statuses)
    table = at_table([bearer, fighter("b")], [wall("c", types=("beast", "beast"), atk=300, **foe)], pending=True)
    rules, piece = table.rules, table.id("a")
    judge = rules.outlook() if told else rules.judge()
    return judge(rules.advance(table.state, Boost(piece, stat)))[0] - judge(rules.advance(table.state, Skip(piece)))[0]


@pytest.mark.parametrize("stat", ["hp", "atk", "def"])
def test_CM_20_spc_of_a_card_that_one_attack_fells_anyway_is_worth_nothing(stat: str):
    assert gain(stat, 60) == pytest.approx(0, abs=1e-12)
    assert gain(stat, 300) > 0.001
    assert gain(stat, 300, gems=2) > 0.001
    assert gain(stat, 170, gems=2) == pytest.approx(0, abs=1e-12) or stat == "hp"
    assert gain(stat, 60, statuses=(overcook(),)) == pytest.approx(0, abs=1e-12)
    assert gain(stat, 60, told=True) <= 1e-12  # used up, it is gone
    assert gain("atk", 300, told=True) > 0.001


def test_CM_20_spc_that_saves_a_card_counts():
    assert gain("hp", 60) == pytest.approx(0, abs=1e-12)
    assert gain("hp", 80) > 0.001  # 100 are left, of which the attack takes 90
    assert gain("hp", 245, gems=3) == pytest.approx(0, abs=1e-12)
    assert gain("hp", 255, gems=3) > 0.001
    assert gain("hp", 255, gems=2) > 0.001


def test_CM_33_a_frozen_foe_fells_nobody():
    frozen = (Status("gridfreeze", 220, left=1),)
    table = at_table([fighter("a", now=60), fighter("b")], [wall("c", atk=300, statuses=frozen)], pending=True)
    boosted, judge = table.rules.advance(table.state, Boost(table.id("a"), "hp")), table.rules.judge()
    assert judge(boosted)[0] > judge(table.rules.advance(table.state, Skip(table.id("a"))))[0]


@pytest.mark.parametrize("stat", ["spd", "hp", "def", "atk"])
def test_lowered_takes_back_what_was_raised(stat: str):
    piece = at_table([fighter("a")], [wall("c")], pending=True).piece("a")
    values = [(each.spd, each.hp, each.top, each.dfn, each.atk) for each in (piece, lowered(raised(piece, stat)))]
    assert values[0] == values[1]


def test_what_is_left_out_never_looks_best_where_spc_is_used():
    used = left_out = 0
    decks = BOX.ready_decks()
    for seed in range(12):
        setup = BOX.complete(Setup("cardmaster", 2, seed=seed, decks=(decks[seed % len(decks)], decks[(seed + 1) % len(decks)])))
        rules = BOX.rules(setup)
        player, state, chance = GreedyPlayer(rules), rules.setup(setup).state, Chance(seed)
        while (seat := rules.deciding(state)) is not None:
            legal, judge = rules.legal(state), rules.judge()
            promising = rules.promising(state, legal)
            left = [number for number in range(len(legal)) if number not in promising]
            worth = [judge(settle(rules, judge, rules.advance(state, each, Chance(seed)), Chance(seed)))[seat] for each in legal]
            assert max((worth[number] for number in left), default=0.0) <= max(worth[number] for number in promising) + EVEN
            left_out += len(left)
            used += any(state.board.pieces[each].boosted for each in state.board.teams[1 - seat].active if each >= 0)
            boosts = [each for each in legal if isinstance(each, Boost)]
            action = (
                chance.pick(boosts)
                if boosts and chance.percent(300)
                else player.choose(rules.observe(state, seat), legal, Budget(), chance)
            )
            state = rules.advance(state, action, chance)
    assert used > 100
    assert left_out > 1000


def test_a_gem_that_shows_a_foe_s_spc_to_have_been_in_vain_is_looked_at():
    foe = wall("c", types=("beast", "beast"), now=170, top=360, boosted="hp", boost=60)
    table = at_table([fighter("a", types=NEUTRAL, atk=300, gems=1, spc=900), fighter("b")], [foe, wall("d")], pending=True)
    legal, piece = table.rules.legal(table.state), table.id("a")
    judge = table.rules.judge()
    stack, boost = (judge(table.rules.advance(table.state, each))[0] for each in (Stack(piece), Boost(piece, "atk")))
    assert stack > boost
    assert legal.index(Stack(piece)) in table.rules.promising(table.state, legal)
