"""Conceding at the table and in words: asked once more, then a loss like any other, in the records too."""

from __future__ import annotations

import pytest
from shell_stage import Stage

from game import paths
from game.cli.text import TextTable
from game.content.positions import positions_of
from game.kernel.chance import Chance
from game.kernel.setup import Setup
from game.match.match import Match
from game.match.replay import Replay
from game.match.seats import SeatPlan
from game.table.pages.dialog import Dialog
from game.table.pages.keys import KeysPanel
from game.table.pages.rules import RulesScreen
from game.table.play.ending import EndPanel
from game.table.play.match import MatchScreen
from game.table.screens.saves import Saves
from game.table.shell.records import records

COUNTED = {"starcrossed": "Life", "shine": "Life", "verona": "Prestige", "cardmaster": "Standing", "overcross": "On the grid"}
"""What everybody has in the end; in Overcross how many characters, where the Leaders are what it is about."""

GAMES = ["overcross", "starcrossed", "shine", "verona", "cardmaster"]


@pytest.fixture(autouse=True)
def nobody_thinks(monkeypatch):
    monkeypatch.setattr("game.ai.worker.Thinker.warm", lambda self: None)
    monkeypatch.setattr("game.ai.worker.Thinker.ask", lambda self, *_, **__: None)


def begun(game: str, people: int = 1) -> Match:
    plans = tuple(SeatPlan("human" if seat < people else "easy") for seat in range(2))
    match, chance = Match.start(Setup(game, 2, seed=3), plans, folder=paths.saves_folder()), Chance(3)
    for _ in range(12):
        match.submit(chance.pick(match.legal()))
    return match


def answered(stage: Stage, label: str) -> None:
    """Press an answer of the question on top."""
    assert isinstance(stage.top, Dialog)
    index = next(index for index, answer in enumerate(stage.top.answers) if answer[0] == label)
    stage.click(f"answer-{index}")


@pytest.mark.parametrize("game", GAMES)
def test_a_match_is_given_up_after_a_question_and_counts_as_lost(game):
    match = begun(game)
    stage = Stage(speed="instant", reduced_motion=True)
    screen = stage.show(MatchScreen(match))
    stage.frame(0.1)
    screen.controls.pause_menu()
    stage.frame(0.1)
    answered(stage, "Concede")
    stage.frame(0.1)
    assert f"The match ends here, and {match.names[1]} wins." in stage.words()
    answered(stage, "Play on")
    assert match.outcome is None
    screen.controls.ask_concede()
    stage.frame(0.1)
    answered(stage, "Concede")
    for _ in range(6):
        stage.frame(0.2)
    assert isinstance(stage.top, EndPanel)
    assert "Defeat" in stage.words()
    told = [line.words.replace("*", "") for line in screen.view.log.entries]
    assert told.count(f"{match.names[0]} gives the match up.") == 1
    assert told[-1] == f"{match.names[0]} gives the match up."
    (result,) = records()
    assert (result.game, result.share) == (game, 0.0)
    counted, scene = COUNTED[game], screen.view.scene
    has = {each.seat: each.value for each in scene.counters.values() if each.label == counted}
    has = has or {seat: sum(piece.kind == "token" and piece.owner == seat for piece in scene.pieces.values()) for seat in (0, 1)}
    assert stage.top.label == counted
    assert any(has.values())
    assert {str(value) for value in has.values()} <= set(stage.words().split("\n") if isinstance(stage.words(), str) else stage.words())
    match.close()
    replay = Replay.open(match.path)
    assert replay.outcome == match.outcome
    replay.jump(replay.count)
    assert replay.beats(0)[-1].telling.words == "{0} gives the match up."
    again = Stage(speed="instant", reduced_motion=True).show(MatchScreen(Match.resume(match.path)))
    assert again.view.log.entries[-1].words.replace("*", "") == f"{match.names[0]} gives the match up."
    stage.show(Saves())
    stage.frame(0.1)
    assert "Scores" not in stage.words()
    for seat, value in has.items():
        assert f"{match.names[seat]} {value}" in " ".join(stage.words() if not isinstance(stage.words(), str) else [stage.words()])


def test_a_lesson_is_left_and_not_given_up():
    position = next(each for each in positions_of("verona") if each.kind == "lesson")
    match = Match.lay(position, (SeatPlan("human"),) * position.setup.seats)
    assert match.concede_refusal(0).code == "position"


def test_in_words_it_is_asked_once_more():
    match = begun("verona")
    lines, said = ["concede", "no", "concede", "yes"], []
    TextTable(match, lambda: lines.pop(0) if lines else "quit", said.append).play()
    assert match.outcome.winners == (1,)
    assert any("gives the match up" in line for line in said)
    assert records()[0].share == 0.0


def test_the_menu_over_the_table_does_by_its_keys_what_its_buttons_name_them_for():
    for key, label, then in (("h", "Keys (H)", KeysPanel), ("f1", "Rules (F1)", RulesScreen), ("f5", "Save (F5)", MatchScreen)):
        match = begun("verona")
        stage = Stage(speed="instant", reduced_motion=True)
        screen = stage.show(MatchScreen(match))
        stage.frame(0.1)
        screen.controls.pause_menu()
        stage.frame(0.1)
        assert label in [answer[0] for answer in stage.top.answers]
        stage.press(key)
        stage.frame(0.1)
        assert isinstance(stage.top, then), f"{key} does nothing"
        match.close()
