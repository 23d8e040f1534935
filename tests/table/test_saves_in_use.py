"""A match that another window plays: the table says so, and lets one look on or go on apart."""

from __future__ import annotations

from pathlib import Path

import pytest
from shell_stage import Stage

from game import paths
from game.kernel.setup import Setup
from game.match.match import Match
from game.match.save import list_saves
from game.match.seats import SeatPlan
from game.table.play.match import MatchScreen
from game.table.screens.menu import MenuScreen
from game.table.screens.replay import ReplayScreen
from game.table.screens.saves import Saves


@pytest.fixture
def match():
    """A match that another window plays, some actions on."""
    match = Match.start(Setup("verona", 2, seed=5), (SeatPlan("human", "Anna"), SeatPlan("human", "Beatrice")), folder=paths.saves_folder())
    for _ in range(4):
        match.submit(match.legal()[0])
    match.flush()
    yield match
    match.close()


@pytest.mark.parametrize("screen", [MenuScreen, Saves])
def test_whoever_wants_to_go_on_is_told(match: Match, screen: type) -> None:
    stage = Stage()
    stage.show(MenuScreen())
    if screen is Saves:
        stage.show(Saves())
        stage.click("resume")
    else:
        stage.click("continue")
    assert "This match is being played" in stage.words()
    stage.press("escape")
    assert isinstance(stage.top, screen)


def test_an_onlooker_follows_what_happens(match: Match) -> None:
    stage = Stage()
    stage.show(MenuScreen())
    stage.click("continue")
    stage.press("return")
    replay = stage.top
    assert isinstance(replay, ReplayScreen)
    assert replay.replay.position == 4
    assert not stage.frame(2.0), "a match in which nothing happens costs nothing"
    match.submit(match.legal()[0])
    match.flush()
    for _ in range(200):
        stage.frame(0.5)
    assert replay.replay.position == 5
    assert replay.player.shown == match.scene(-1)


def test_whoever_goes_on_apart_changes_nothing_in_the_other(match: Match) -> None:
    stage = Stage()
    stage.show(MenuScreen())
    stage.click("continue")
    stage.press("right", "return")
    screen = stage.top
    assert isinstance(screen, MatchScreen)
    assert screen.match.path != match.path
    screen.match.submit(screen.match.legal()[0])
    stage.app.pop()
    assert {entry.path: entry.count for entry in list_saves()} == {match.path: 4, screen.match.path: 5}


def test_a_match_that_is_played_is_not_deleted(match: Match) -> None:
    stage = Stage()
    stage.show(MenuScreen())
    stage.show(Saves())
    stage.press("delete")
    assert "is being played" in stage.words()
    assert "Delete this match?" not in stage.words(), "nothing is asked that could not be done"
    assert Path(match.path).exists()


def test_leaving_the_table_lets_the_match_go(match: Match) -> None:
    match.close()
    stage = Stage()
    stage.show(MenuScreen())
    for _ in range(2):
        stage.click("continue")
        for _ in range(10):
            stage.frame()
        while not isinstance(stage.top, MenuScreen):
            stage.app.pop()
    assert "being played" not in stage.words()
