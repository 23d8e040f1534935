"""What answers the hand is spoken before all that waits, and what is not true any more is not spoken: refusals, hints, what is taken back or shown once more."""

from __future__ import annotations

import pytest
from shell_stage import Stage
from test_hints import near, table  # noqa: F401  (a fixture)

from game.cli.shoot import Silent, played
from game.kernel.setup import Setup
from game.match.match import Match
from game.match.seats import SeatPlan
from game.rules import shelf
from game.table.pages.dialog import Dialog
from game.table.play.match import MatchScreen
from game.table.play.overlay import told
from game.table.shell.speech import plain
from game.table.shell.voice import Voice


@pytest.fixture(autouse=True)
def unspoken(monkeypatch):
    """Let sentences wait for ever."""
    monkeypatch.setattr(Voice, "_speak_all", lambda self: None)
    monkeypatch.setattr("game.ai.worker.Thinker.warm", lambda self: None)


def waiting(stage: Stage) -> list[str]:
    voice = stage.app.speech._voice
    return [*voice._first, *voice._waiting]


def asked(game: str, steps: int = 8) -> tuple[Stage, MatchScreen]:
    stage, screen = Stage(games=shelf(), speech=True, speed="instant"), MatchScreen(played(Setup(game, 2, seed=3), steps, None))
    screen.rival = Silent()
    screen.ask_here()
    stage.show(screen)
    for _ in range(400):
        stage.frame(0.5)
        if screen.view.human_turn:
            break
    assert screen.view.human_turn
    return stage, screen


def test_the_hints_are_spoken_with_what_each_leads_to_before_what_waits_and_not_once_they_are_put_away():
    stage, screen, _ = table(speech=True)
    stage.app.speech.tell("Ann attacks.")
    stage.press("i")
    for _ in range(3):
        stage.frame(0.1)
    ideas = screen.hints.ideas
    said = waiting(stage)
    assert len(ideas) == 3
    for number, idea in enumerate(ideas, 1):
        mine = [words for words in said if words.startswith(f"{number}: {plain(idea.words)}")]
        assert len(mine) == 1, said
        assert mine[0].endswith(plain(idea.outlook))
    assert said[0].startswith("1: ")
    assert said[2].startswith("3: ")
    assert "Ann attacks." in said
    stage.press("tab")
    assert screen.focus == "idea-0", "where one is about to go when one has asked"
    stage.press("tab")
    assert screen.focus == "idea-1"
    stage.press("escape")
    assert not screen.hints.ideas
    assert not any(words.startswith(("1: ", "2: ", "3: ")) for words in waiting(stage))


def test_a_refusal_comes_before_what_waits_once_a_press_and_its_question_is_not_read_in_between():
    stage, screen = asked("overcross")
    hand = screen.hand
    stage.app.speech.tell("Ann attacks.")
    refused = next(
        f"piece/{piece.id}" for piece in screen.view.scene.pieces.values() if piece.face and not hand.grip.offers_of(f"piece/{piece.id}")
    )
    screen.by_keyboard, hand.cursor = True, refused
    screen.stale()
    stage.frame()
    for _ in range(3):
        stage.press("return")
        assert hand.refused is not None
        said, refusal = waiting(stage), plain(told(hand.refused[0]))
        assert said[0] == refusal, said
        assert said.count(refusal) == 1, said
        assert said.count(plain(screen.asked())) <= 1
        assert "Ann attacks." in said
    stage.press("home")
    assert refusal not in waiting(stage), "whoever goes on has heard enough of it"


def test_that_something_was_taken_back_is_said_before_the_question_and_what_was_not_done_is_not_told():
    stage = Stage(games=shelf(), speech=True, speed="instant")
    match = Match.start(Setup("verona", 2, seed=3), (SeatPlan("human", "Ann"), SeatPlan("random", "Bob")))
    screen = MatchScreen(match)
    screen.rival = Silent()
    stage.show(screen)
    for _ in range(40):
        stage.frame(0.5)
        if screen.view.human_turn:
            break
    screen.submit(match.legal()[0])
    stage.app.speech.tell("Ann places a die.")
    stage.frame(1.0)
    stage.press("z")
    for _ in range(3):
        stage.frame(0.5)
    said = waiting(stage)
    assert said[:2] == ["Taken back.", plain(screen.asked())], said


def test_what_is_shown_once_more_ends_with_its_sentences_where_it_is_left():
    stage = Stage(games=shelf(), speech=True, speed="slow")
    match = Match.start(Setup("starcrossed", 2, seed=3), (SeatPlan("human", "Ann"), SeatPlan("random", "Bob")))
    screen = MatchScreen(match)
    screen.rival = Silent()
    while match.deciding != 0 or match.count < 30:
        match.submit(match.legal()[0])
    stage.show(screen)
    for _ in range(40):
        stage.frame(0.5)
    assert screen.view.human_turn
    stage.app.speech.forget()
    stage.press("r")
    for _ in range(20):
        stage.frame(0.2)
    assert screen.view.recalling
    before = waiting(stage)
    assert before
    stage.press("escape")
    assert stage.top is screen
    assert not screen.view.recalling
    assert not set(before) & set(waiting(stage))
    stage.app.speech.tell("Bob once more.", again=True)
    stage.app.speech.tell("Bob attacks.")
    stage.frame()
    stage.press("escape")
    assert isinstance(stage.top, Dialog)
    assert "Bob once more." not in waiting(stage)
    assert "Bob attacks." in waiting(stage)
