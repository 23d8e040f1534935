"""Coming back to the table: who won stands in the list, a hand that is still played stays hidden, and the pace is as it was left."""

from __future__ import annotations

import pytest
from shell_stage import Stage

from game import paths
from game.kernel.chance import Chance
from game.kernel.ids import SPECTATOR
from game.kernel.setup import Setup
from game.match.match import Match
from game.match.replay import Replay
from game.match.seats import SeatPlan
from game.table.play.match import MatchScreen
from game.table.screens.replay import ReplayScreen
from game.table.screens.saves import Saves


@pytest.fixture(autouse=True)
def nobody_thinks(monkeypatch):
    monkeypatch.setattr("game.ai.worker.Thinker.warm", lambda self: None)


def kept(*players: str, actions: int = 5000) -> Match:
    plans = tuple(SeatPlan(player, name) for player, name in zip(players, ("Ada", "Bob"), strict=True))
    match, chance = Match.start(Setup("verona", 2, seed=3), plans, folder=paths.saves_folder()), Chance(3)
    while match.deciding is not None and match.count < actions:
        match.submit(chance.pick(match.legal()))
    match.close()
    return match


def test_the_list_of_saves_says_who_won_and_what_is_still_played():
    over, open_ = kept("human", "random"), kept("human", "random", actions=5)
    stage = Stage()
    stage.show(Saves())
    words = stage.words().split("\n")
    (winner,) = over.outcome.winners
    assert f"{over.names[winner]} won" in words
    assert "in play" in words
    assert open_.outcome is None


@pytest.mark.parametrize(
    ("players", "actions", "seen"),
    [
        (("human", "human"), 5, ()),
        (("human", "random"), 5, (0,)),
        (("random", "human"), 5, (1,)),
        (("random", "random"), 5, (0, 1)),
        (("human", "human"), 5000, (0, 1)),
    ],
)
def test_an_unfinished_match_shows_nobody_elses_hand(players, actions, seen):
    match = kept(*players, actions=actions)
    stage = Stage()
    screen = stage.show(ReplayScreen(Replay.open(match.path), match.names))
    stage.frame()
    assert [key for key, _ in screen.widget("seen").options] == [str(SPECTATOR), *map(str, seen)]


def test_the_pace_is_remembered():
    match = Match.start(Setup("verona", 2, seed=3), (SeatPlan("human"), SeatPlan("random")))
    stage = Stage()
    screen = stage.show(MatchScreen(match))
    stage.press("+", "+")
    assert screen.controls.pace == 4.0
    assert stage.app.settings.watching == 4.0
    again = stage.show(MatchScreen(Match.start(Setup("verona", 2, seed=4), match.plans)))
    assert again.controls.pace == 4.0
    assert again.view.player.pace == 4.0
