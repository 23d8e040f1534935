"""How long a program may think at the table: so much a decision, so much a turn, and no longer than somebody waits."""

from __future__ import annotations

import pytest
from shell_stage import Stage

from game.ai.player import Budget
from game.ai.worker import Thinker
from game.kernel.setup import Setup
from game.match.match import Match
from game.match.seats import SeatPlan
from game.table.play.match import MatchScreen
from game.table.play.patience import DECISION, LEAST, TURN, Patience


@pytest.mark.parametrize("think", ["short", "normal", "long"])
def test_a_turn_of_many_decisions_is_thought_about_no_longer_than_a_turn(think: str):
    patience, now, budgets = Patience(), 100.0, []
    for _ in range(60):
        seconds = patience.budget(think, 1, 1, now).seconds
        budgets.append(seconds)
        now += seconds
        patience.answered(now)
    assert budgets[0] == budgets[1] == DECISION[think]
    assert budgets == sorted(budgets, reverse=True)
    assert min(budgets) > 0
    assert sum(budgets) <= TURN * DECISION[think] + 60 * LEAST
    assert TURN * DECISION["normal"] == 6


def test_another_turn_and_another_seat_begin_anew():
    patience = Patience()
    for number in range(10):
        patience.budget("normal", 1, 1, number)
        patience.answered(number + 1)
    assert patience.budget("normal", 1, 1, 50).seconds < 1
    assert patience.budget("normal", 0, 1, 60).seconds == 1
    patience.answered(69)
    assert patience.budget("normal", 0, 1, 70).seconds < 1
    assert patience.budget("normal", 0, 2, 80).seconds == 1


def test_time_in_which_nobody_was_asked_is_not_counted():
    patience = Patience()
    patience.budget("normal", 1, 1, 10)
    patience.answered(11)
    patience.answered(500)
    assert patience.budget("normal", 1, 1, 600).seconds == 1


class Slow(Thinker):
    """A program that thinks until it is hurried."""

    def __init__(self) -> None:
        super().__init__()
        self.budgets: list[Budget] = []
        self.hurries = 0

    def warm(self) -> None:
        """Start nothing."""

    def ask(self, match_setup, level, observation, legal, budget, seed, *, weighs=False):
        self.budgets.append(budget)
        super().ask(match_setup, level, observation, legal, budget, seed, weighs=weighs)

    def hurry(self) -> None:
        self.hurries += 1


@pytest.mark.parametrize("how", ["return", "tool-skip"])
def test_a_program_that_thinks_is_told_to_move_now(monkeypatch: pytest.MonkeyPatch, how: str):
    monkeypatch.setattr("game.table.play.match.Thinker", Slow)
    match = Match.start(Setup("verona", 2, seed=5), (SeatPlan("human"), SeatPlan("master")))
    while match.deciding == 0 or len(match.legal()) < 2:
        match.submit(match.legal()[0])
    stage = Stage(speed="instant", reduced_motion=True)
    screen = stage.show(MatchScreen(match))
    for _ in range(8):
        stage.frame(0.1)
    assert screen.hints.thinking
    assert screen.rival.budgets[0].seconds == 1.0
    assert screen.widget("tool-skip").hint == "Let it move now (Enter)"
    stage.press(how) if how == "return" else stage.click(how)
    assert screen.rival.hurries == 1
