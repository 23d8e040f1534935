"""The levels are values: each says in a sentence how it plays, does what it says, and stands wherever an opponent is picked."""

from __future__ import annotations

import itertools
from typing import Any

import pytest
import toy

from game.ai.greedy import GreedyPlayer
from game.ai.levels import ALSO, KNOWN, LEVELS, briefly, counted, known, level_names, parted, player, stepped, title, words
from game.ai.player import Budget, PolicyPlayer
from game.ai.randomly import RandomPlayer
from game.ai.search import SearchPlayer
from game.cli.text import TextTable
from game.kernel.chance import Chance
from game.kernel.setup import Setup
from game.match.match import Match
from game.match.seats import SeatPlan, introduced
from game.match.seats import stepped as steps_to
from game.rules import SHIPPED, open_box
from game.table.shell.settings import Settings, bounded

RULES = toy.ToyRules()
LADDER = ("random", "novice", "easy", "normal", "hard", "master")


def test_five_levels_stand_above_chance_and_each_says_how_it_plays():
    assert tuple(LEVELS) == LADDER
    assert len({level.words for level in LEVELS.values()}) == len({level.title for level in LEVELS.values()}) == 6
    for level in LEVELS.values():
        assert level.words.endswith(".")
        assert level.words.count(".") == 1
        assert len(level.words) < 130


def test_no_level_sees_less_than_the_one_below_it():
    sights = [(level.sees, level.answers, level.worlds) for level in LEVELS.values() if level.sees]
    assert all(all(one <= other for one, other in zip(below, above, strict=True)) for below, above in itertools.pairwise(sights))
    plans = [level.depth * level.effort for level in LEVELS.values()]
    assert plans == sorted(plans)
    assert [level for level, how in LEVELS.items() if how.depth] == ["hard", "master"]


@pytest.mark.parametrize("game", SHIPPED)
def test_in_every_game_no_level_sees_less_than_one_below_it_that_thinks_as_far_and_another_name_sees_as_much(game: str):
    sights = {
        name: player(name, open_box(game).rules(open_box(game).complete(Setup(game, 2, seed=1))))._sees
        for name in ("novice", "easy", "normal", "greedy", "hard", "master")
    }
    assert sights["novice"] <= sights["easy"] <= sights["normal"] == sights["greedy"]
    assert sights["hard"] <= sights["master"] == 1


@pytest.mark.parametrize(
    ("level", "kind"),
    [
        ("random", RandomPlayer), ("novice", GreedyPlayer), ("normal", GreedyPlayer), ("greedy", GreedyPlayer), ("hard", SearchPlayer),
        ("search", SearchPlayer), ("glutton", PolicyPlayer),
    ],
)  # fmt: skip
def test_a_level_is_played_by_its_kind_of_player(level: str, kind: Any):
    assert isinstance(player(level, RULES), kind)


def test_the_names_of_old_saves_still_name_somebody():
    assert {"random", "easy", "normal", "hard", "greedy", "search"} <= set(KNOWN)
    for old in ("easy", "normal", "hard", "greedy", "search"):
        match = Match.start(Setup("verona", 2, seed=1), (SeatPlan("human"), SeatPlan(old)), folder=None)
        assert player(match.plans[1].player, match.rules)


def test_a_level_and_a_policy_are_spoken_of_by_their_titles():
    assert [title(level) for level in level_names(RULES)] == ["Random", "Novice", "Easy", "Normal", "Hard", "Master", "Glutton"]
    assert title("search") == title(ALSO["search"]) == "Master"
    assert words("greedy", {}) == LEVELS["normal"].words
    assert (
        words("normal:bold", {"normal": 0.66})
        == f"{LEVELS['normal'].words} In this game it thinks of two of its options and of 66 % of the others."
    )
    assert words("hard", {"normal": 0.66}) == LEVELS["hard"].words
    assert words("glutton", {}) == ""


def test_a_match_in_words_says_how_the_computer_plays():
    match = Match.start(Setup("verona", 2, seed=1), (SeatPlan("human"), SeatPlan("novice", "Tybalt")), folder=None)
    said: list[str] = []

    def hear() -> str:
        raise EOFError

    TextTable(match, hear, said.append).play()
    assert f"Tybalt is played by the computer, Novice. {words('novice', match.rules.attention)}" in said


def test_of_the_levels_that_were_played_last_only_those_that_there_are_are_kept():
    assert bounded(Settings(opponents={"verona": "novice", "shine": "deep", "x" * 200: "hard"})).opponents == {"verona": "novice"}
    assert bounded(Settings(opponents={"verona": "random"})).opponents == {}, "who plays at random is no usual opponent"
    assert Settings(opponents={"verona": "easy"}).met("verona", ["random"]) == {"verona": "easy"}


@pytest.mark.parametrize(
    ("name", "bare", "number"), [("master@400", "master", 400), ("hard:bold@25", "hard:bold", 25), ("search@1", "search", 1)]
)
def test_who_plans_may_carry_the_iterations_of_a_decision(name: str, bare: str, number: int):
    rules = open_box("verona").rules(open_box("verona").complete(Setup("verona", 2, seed=1)))
    assert counted(name) == (bare, number)
    assert known(name, rules)
    assert parted(name) == parted(bare)
    assert title(name) == f"{title(bare)} at {number}"
    assert stepped(name, 0) == ALSO.get(bare, bare)


@pytest.mark.parametrize(
    "name", ["normal@400", "novice@5", "master@", "master@0", "master@04", "master@1234567", "master@4x", "@4", "master@4@4", "master@٣"]
)
def test_nobody_else_and_nothing_else_does(name: str):
    assert counted(name) == (name, 0)
    assert not known(name, RULES)


def test_a_lone_opponent_is_called_by_its_level_alone():
    plans = introduced((SeatPlan("human"), SeatPlan("master@30")), "")
    assert plans[1].name == "Master opponent"
    harder, easier = (steps_to(plans, steps)[1] for steps in (1, -1))
    assert (harder.player, easier.player, easier.name) == ("master", "hard", "Hard opponent")


@pytest.mark.parametrize("level", ["hard", "master"])
def test_their_own_iterations_stand_for_those_of_the_budget(level: str):
    match = Match.start(Setup("verona", 2, seed=1), (SeatPlan(f"{level}@90"), SeatPlan("human")), folder=None)
    rules, seen, legal = match.rules, match.observation(match.deciding), match.legal()

    def weighed(name: str, iterations: int):
        return player(name, rules).weigh(seen, legal, Budget(iterations=iterations), Chance(5))

    assert weighed(f"{level}@90", 5) == weighed(level, 90) != weighed(level, 5)


def test_on_the_setup_page_a_level_that_overlooks_nothing_elsewhere_says_what_it_overlooks_in_a_game():
    seen = {"novice": 0.1, "normal": 0.5, "hard": 0.8}
    assert briefly("novice", seen) == LEVELS["novice"].words, "it says so itself"
    assert briefly("normal:bold", seen) == f"{LEVELS['normal'].words} In this game it overlooks 50 % of its options."
    assert briefly("hard@40", seen).endswith(" In this game it overlooks 20 % of its options.")
    assert (briefly("normal", {}), briefly("human", seen)) == (LEVELS["normal"].words, "")
