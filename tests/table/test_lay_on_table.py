"""Which match lay on the table of a window that ended without being closed: that one goes into the report, and Continue brings it back."""

from __future__ import annotations

import logging
import os

import pytest
from shell_stage import Stage

from game import paths
from game.kernel.setup import Setup
from game.match.match import Match
from game.match.seats import HUMAN, SeatPlan
from game.rules import open_box
from game.table import window
from game.table.pages.mishap import Mishap
from game.table.screens.menu import MenuScreen
from game.table.screens.opening import screen_of
from game.table.shell.report import seen
from game.table.shell.runs import Run, left_behind, on_table


def begun(seed: int) -> Match:
    match = Match.start(Setup("verona", 2, seed=seed), (SeatPlan(HUMAN), SeatPlan("easy")), folder=paths.saves_folder())
    match.submit(match.legal()[0])
    match.close()
    return match


@pytest.fixture
def killed() -> tuple[Match, Match]:
    """A match that lay on the table of a window that was killed, and another that was played since."""
    lay, other = begun(1), begun(2)
    this = Run()
    logging.getLogger("game").addHandler(this)
    logging.getLogger("game").setLevel(logging.INFO)
    try:
        screen_of(Match.resume(other.path)).match.close()
        match = screen_of(Match.resume(lay.path)).match
        match.close()
    finally:
        logging.getLogger("game").removeHandler(this)
        this._held.release()  # as the end of a process does
        this._file.close()
    os.utime(lay.path, (1000, 1000))
    return lay, other


def test_what_lay_on_the_table_is_what_the_report_and_continue_take_though_another_was_played_since(killed: tuple[Match, Match]) -> None:
    lay, other = killed
    logs = left_behind()
    assert on_table(logs) == lay.path.name
    stage = Stage(games=(open_box("verona"),))
    stage.show(MenuScreen())
    assert stage.top.last.path == other.path
    assert seen(stage.app, before=()).facts.actions == 0
    window._lay_out(stage.app, None, logs)
    stage.frame()
    assert isinstance(stage.top, Mishap)
    assert seen(stage.app, before=logs).journal == lay.path.read_bytes()
    stage.press("escape")
    stage.top.resume()
    assert stage.top.match.path == lay.path


@pytest.mark.parametrize(
    "said", ["", "On the table: ", "On the table: ../up.jsonl", "On the table: a/b.jsonl", "On the table: two words.jsonl"]
)
def test_a_log_that_names_no_save_says_nothing_lay_there(said: str) -> None:
    assert on_table([f"12:00 INFO game: {said}"]) == ""


def test_the_last_of_several_counts() -> None:
    assert on_table(["x On the table: a.jsonl\ny On the table: b.jsonl", "z"]) == "b.jsonl"
