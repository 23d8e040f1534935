"""A win that is proved holds however the dice fall and whatever the others answer; every puzzle that ships is proved by looking at all of it."""

from __future__ import annotations

from pathlib import Path

import pytest

from game.ai.levels import player
from game.ai.player import Budget
from game.ai.proof import MOST_FACES, Falls, Prover, TooMuchError, falls, sure_win
from game.content.positions import Goal, Position, SetupRow, positions_of
from game.kernel.chance import Chance
from game.match.position import laid_out
from game.rules import SHIPPED
from game.rules.verona.actions import Feud, Propose

PUZZLES = [each for game in SHIPPED for each in positions_of(game) if each.kind == "puzzle"]


def laid(dice: list[list[int]], prestige: list[int]):
    row = SetupRow(len(dice), 3)
    return laid_out(
        Position("verona", "mine", Path("mine.toml"), "Mine", "", 0, row, {"dice": dice, "prestige": prestige}, None, (), "", (), ())
    )


@pytest.mark.parametrize("puzzle", PUZZLES, ids=lambda puzzle: f"{puzzle.game}-{puzzle.name}")
def test_every_puzzle_that_ships_is_proved_by_looking_at_every_answer(puzzle):
    there = laid_out(puzzle)
    assert puzzle.goal is not None
    assert Prover(there.rules, puzzle.seat, 6000, puzzle.goal).best(there.state) is not None


@pytest.mark.parametrize("game", SHIPPED)
def test_there_are_twenty_puzzles_a_game_and_none_twice(game):
    puzzles = [puzzle for puzzle in PUZZLES if puzzle.game == game]
    assert len(puzzles) >= 20
    assert len({(str(puzzle.table), str(puzzle.goal)) for puzzle in puzzles}) == len(puzzles)


@pytest.mark.parametrize("puzzle", PUZZLES, ids=lambda puzzle: f"{puzzle.game}-{puzzle.name}")
def test_a_puzzle_speaks_of_dice_only_where_dice_can_fall_in_a_turn(puzzle):
    assert puzzle.goal is not None
    assert ("dice" in puzzle.goal.words) == (puzzle.game in {"overcross", "verona"})
    assert not set("=×") & set(puzzle.goal.words), "a goal names a card, not a line of the reckoning"


@pytest.mark.parametrize("game", SHIPPED)
def test_not_every_goal_is_to_win(game):
    others = [puzzle.goal for puzzle in PUZZLES if puzzle.game == game and puzzle.goal and not puzzle.goal.win]
    assert len(others) >= 2


def test_goals_are_of_every_kind():
    kinds = {
        (bool(puzzle.goal.told), bool(puzzle.goal.never), puzzle.goal.hold) for puzzle in PUZZLES if puzzle.goal and not puzzle.goal.win
    }
    assert kinds == {(True, False, False), (True, True, False), (False, True, False), (False, False, True)}


def test_a_marriage_that_nobody_can_challenge_wins_at_once():
    there = laid([[1], [6, 4]], [40, 40])
    assert set(Prover(there.rules, 0).winning(there.state)) == {Propose(0, 5), Propose(0, 6)}


def test_of_two_sure_wins_the_one_that_wastes_nothing_is_taken(monkeypatch: pytest.MonkeyPatch):
    """A hint put first what it warned of, since the match was won all the same."""
    there = laid([[1], [6, 4]], [40, 40])
    wins = {Propose(0, 5), Propose(0, 6)}
    idle: set[Propose] = set()
    monkeypatch.setattr(type(there.rules), "warning", lambda _self, _state, action: "It would change nothing." if action in idle else "")
    first = sure_win(there.rules, [there.state], 0, 500)
    assert first in wins
    idle |= {first}
    assert {sure_win(there.rules, [there.state], 0, 500)} == wins - idle
    idle |= wins
    assert sure_win(there.rules, [there.state], 0, 500) == first, "where every win wastes something, one is taken all the same"


def test_an_event_that_is_told_can_be_proved_and_one_that_is_never_told():
    there = laid([[1, 2], [6, 4]], [0, 0])
    married = Goal("Marry a 6.", told="*1 and *6 marry*")
    assert Prover(there.rules, 0, goal=married).winning(there.state) == (Propose(0, 5),)
    scored = Goal("Marry without marrying the 6.", told="* marry.", never="*6 marry*")
    assert Propose(0, 6) in Prover(there.rules, 0, goal=scored).winning(there.state)
    assert Propose(0, 5) not in Prover(there.rules, 0, goal=scored).winning(there.state)


def test_holding_out_follows_the_others_turn_and_its_dice():
    hold = Goal("Hold.", hold=True, within="return")
    lost = laid([[1], [6, 4]], [0, 40])
    winning = Prover(lost.rules, 0, goal=hold).winning(lost.state)
    assert not {Propose(0, 5), Propose(0, 6)} & set(winning), "the last die is gone with the marriage, and the match with it"
    assert winning, "with two dice the match goes on"
    safe = laid([[1, 1, 1], [6, 6, 6]], [0, 40])
    assert Propose(0, 5) in Prover(safe.rules, 0, goal=hold).winning(safe.state)


def test_what_can_be_challenged_is_no_proof():
    there = laid([[4], [3, 2]], [40, 40])
    assert Propose(0, 5) not in Prover(there.rules, 0).winning(there.state)


def test_every_fall_of_the_dice_counts():
    there = laid([[6], [2]], [40, 0])
    after = there.rules.apply(there.state, Feud(0, 5), Chance(1)).state  # nobody can seduce the 6 away: the duel takes place at once
    assert after != there.state
    assert len(list(falls(there.rules, there.state, Feud(0, 5)))) >= 36
    assert not Prover(there.rules, 0).forced(there.state), "a duel leaves the winner a die, and the match goes on"


def test_the_other_ones_turn_is_too_late():
    there = laid([[1, 2], [6, 4]], [40, 0])
    assert Prover(there.rules, 0).winning(there.state) == ()


def test_chance_that_cannot_be_listed_proves_nothing():
    for ask in (lambda: Falls([]).below(MOST_FACES + 1), Falls([]).draw, lambda: Falls([]).shuffle([1, 2])):
        with pytest.raises(TooMuchError):
            ask()
    assert Falls([]).shuffle([1]) == [1]
    assert (Falls([]).percent(1000), Falls([]).percent(0), Falls([(1, 2)]).percent(500)) == (True, False, False)


def test_whoever_looks_at_too_little_says_so():
    there = laid([[1, 3, 5], [6, 4, 2]], [40, 40])
    with pytest.raises(TooMuchError):
        Prover(there.rules, 0, 1).winning(there.state)


@pytest.mark.parametrize("game", SHIPPED)
@pytest.mark.parametrize("level", ["hard", "master"])
def test_who_plans_begins_nine_of_ten_puzzles_with_a_winning_action_before_any_other_thought(game, level):
    """All that is left to be thought is stopped, so only the proof can have found it; it is checked by one that may look at all."""
    found = []
    for puzzle in (each for each in PUZZLES if each.game == game and each.goal and each.goal.win):
        there = laid_out(puzzle)
        rules, state = there.rules, there.state
        budget = Budget(seconds=3.0, stopped=lambda: True)
        action = player(level, rules).choose(rules.observe(state, puzzle.seat), rules.legal(state), budget, Chance(5))
        found.append(Prover(rules, puzzle.seat).forced_after(state, action))
    assert sum(found) >= 0.9 * len(found)
