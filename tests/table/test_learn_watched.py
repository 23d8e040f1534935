"""A lesson in whose learner's place a program sits: it is looked on at, done as the lesson says, and teaches nobody."""

from __future__ import annotations

import pytest
from shell_stage import Stage
from test_learn import LESSONS

from game.match.course import OPEN, SOLVED, Course
from game.match.match import Match
from game.match.seats import SeatPlan
from game.rules import SHIPPED, shelf
from game.table.screens.learn_match import OPPONENT, LearnMatch
from game.table.screens.menu import MenuScreen
from game.table.shell.learnt import learnt


@pytest.mark.parametrize("game", SHIPPED)
def test_a_program_in_the_learners_place_does_what_the_lesson_says_and_has_learnt_nothing(game, monkeypatch: pytest.MonkeyPatch):
    """It was answered with what the lesson asks for, and asked again with the same luck, for ever."""
    monkeypatch.setattr("game.ai.worker.Thinker.warm", lambda self: None)
    position = next(each for each in LESSONS if each.game == game)
    stage = Stage((1280, 720), games=shelf(), speed="instant", reduced_motion=True)
    stage.show(MenuScreen())
    table = LearnMatch(Course(position, Match.lay(position, (SeatPlan(OPPONENT),) * position.setup.seats)))
    stage.show(table)
    for _ in range(200):
        if table.lesson.verdict != OPEN:
            break
        stage.frame(0.5)
    assert table.lesson.verdict == SOLVED
    assert f"{game}/{position.name}" not in learnt()
