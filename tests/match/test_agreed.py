"""What a match is played with is said in words: at its end and in the list of saves, for every game."""

from __future__ import annotations

import pytest

from game.kernel.setup import Setup
from game.match.agreed import agreed, players
from game.match.match import Match
from game.match.save import list_saves
from game.match.seats import SeatPlan, named
from game.rules import SHIPPED, open_box


def test_who_plays_is_told_once_with_level_and_deck():
    assert players(("Ada", "Novice"), ("", "Novice"), ("Late Fees", "Closing Time")) == ("Ada with Late Fees", "Novice with Closing Time")
    assert players(("Ada", "Vela"), ("", "Hard"), ()) == ("Ada", "Vela (the computer, Hard)")
    assert players(("Late Fees (1)", "Late Fees (2)"), ("", ""), ("Late Fees",) * 2) == ("Late Fees (1)", "Late Fees (2)")


@pytest.mark.parametrize("objective", ["assassination", "summoning", "flag", "invasion", "death-match"])
def test_of_the_choices_those_are_told_that_mean_something(objective):
    box = open_box("overcross")
    told = agreed(Setup("overcross", 2, options={"objective": objective, "rounds": 12}, map=box.maps(2)[0][0]))
    assert told[0] == f"Map: {box.maps(2)[0][1]}"
    labels = dict(next(option for option in box.options(2) if option.key == "objective").choices)
    assert f"Objective: {labels[objective]}" in told
    assert "Round limit: 12" in told
    assert ("Marks: The leader" in told) == (objective == "assassination")
    assert any(each.startswith("Invasion points") for each in told) == (objective == "invasion")


@pytest.mark.parametrize("game", SHIPPED)
def test_saves_and_the_end_name_decks_map_and_choices(game, tmp_path):
    plans = named((SeatPlan("human"), SeatPlan("novice", "Vela")), "Ada")
    match = Match.start(Setup(game, 2, seed=3), plans, folder=tmp_path)
    match.flush()
    (entry,) = list_saves(tmp_path)
    assert entry.agreed == agreed(match.setup)
    who = players(entry.names, entry.levels, entry.decks)
    assert who[0].startswith("Ada")
    assert who[1].startswith("Vela (the computer, Novice)")
    assert all(deck.name in words for deck, words in zip(match.setup.decks, who, strict=False))
    assert bool(entry.agreed) == (bool(open_box(game).options(2)) or bool(open_box(game).maps(2)))
    match.close()
