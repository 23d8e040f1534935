"""The guide beside the table: for the first matches of a game, under the question, off in one click, and never over anything."""

from __future__ import annotations

import pytest
from shell_stage import Stage, flat

from game.content.positions import positions_of
from game.kernel.chance import Chance
from game.kernel.setup import Setup
from game.match.guide import FIRST_MATCHES, aim, usually
from game.match.match import Match
from game.match.seats import SeatPlan
from game.rules import shelf
from game.table.canvas.draw import Panel, Text
from game.table.play.match import MatchScreen
from game.table.shell.records import Result, enter
from game.table.shell.settings import ASKED, UNASKED, read_settings

GAMES = ["overcross", "starcrossed", "shine", "verona", "cardmaster"]


@pytest.fixture(autouse=True)
def nobody_thinks(monkeypatch):
    monkeypatch.setattr("game.ai.worker.Thinker.warm", lambda self: None)


def sat(game: str = "verona", **settings) -> tuple[Stage, MatchScreen]:
    stage = Stage(**{"speed": "instant", "reduced_motion": True, **settings})
    screen = stage.show(MatchScreen(Match.start(Setup(game, 2, seed=2), (SeatPlan("human"),) * 2)))
    for _ in range(6):
        stage.frame(0.1)
        if stage.top is not screen:
            stage.press("return")
    assert screen.view.human_turn
    return stage, screen


def played(matches: int) -> None:
    for number in range(matches):
        enter(Result(str(number), "2026-01-01 10:00", "verona", "Easy", "", 1.0, 40))


def test_it_speaks_in_the_first_matches_and_is_silent_after_them():
    stage, screen = sat()
    for _ in range(6):
        if screen.controls.guide.words() == aim(screen.match):
            later(stage, screen)
    assert screen.controls.guide.words() == usually(screen.match) != ""
    assert f"Usually: {usually(screen.match)}" in screen.asked()
    played(FIRST_MATCHES)
    stage, screen = sat()
    assert not screen.controls.guide.words()
    assert screen.widget("guide-off") is None
    stage.app.change(guide=ASKED)
    assert screen.controls.guide.words()


def test_a_match_that_was_given_up_at_once_is_none_of_the_first():
    for number in range(FIRST_MATCHES):
        enter(Result(str(number), "2026-01-01 10:00", "verona", "Easy", "", 0.0, 9))
    _, screen = sat()
    assert screen.controls.guide.words()
    for number in range(FIRST_MATCHES):
        enter(Result(f"later-{number}", "2026-01-01 10:00", "verona", "Easy", "", 0.0, 10))
    _, screen = sat()
    assert not screen.controls.guide.words()


def later(stage: Stage, screen: MatchScreen, chance: Chance | None = None) -> None:
    """Do something, so that another question is asked."""
    legal = screen.match.legal()
    screen.submit(chance.pick(legal) if chance else legal[0])
    for _ in range(6):
        stage.frame(0.1)
        if stage.top is not screen:
            stage.press("return")
    assert screen.view.human_turn


@pytest.mark.parametrize("game", GAMES)
def test_how_one_wins_is_said_once_as_the_first_turn_begins(game):
    match = Match.start(Setup(game, 2, seed=2), (SeatPlan("human"), SeatPlan("human")))
    chance = Chance(2)
    while not match.scene(match.deciding).phase:
        match.submit(chance.pick(match.legal()))
    stage = Stage(speed="instant", reduced_motion=True, games=shelf())
    screen = stage.show(MatchScreen(match))
    for _ in range(6):
        stage.frame(0.1)
        if stage.top is not screen:
            stage.press("return")
    seat = screen.view.viewer
    assert screen.controls.guide.words() == aim(match) != ""
    assert aim(match) in stage.words().replace("\n", " ")
    assert aim(match) in screen.asked()
    assert "Usually" not in screen.asked()
    stage.frame(5.0)
    assert screen.controls.guide.words() == aim(match), "it stays until something is done"
    heard = {seat: 1}
    for _ in range(40):
        later(stage, screen, chance)
        now = screen.view.viewer
        heard[now] = heard.get(now, 0) + (screen.controls.guide.words() == aim(match))
        if len(heard) == 2 and now == seat:
            break
    assert heard == {0: 1, 1: 1}, "each person at the table hears it once"


@pytest.mark.parametrize("game", GAMES)
def test_it_never_says_that_nothing_is_left_while_something_can_still_be_done(game):
    for seed in range(3):
        match, chance = Match.start(Setup(game, 2, seed=seed), (SeatPlan("human"),) * 2), Chance(seed)
        while match.deciding is not None and match.count < 200:
            if (words := usually(match)).startswith("Nothing"):
                assert not [each for each in match.offers() if each.refusal is None and not each.main and not each.form], words
            match.submit(chance.pick(match.legal()))


def test_who_put_the_guide_off_hears_no_aim():
    _, screen = sat(guide=UNASKED)
    assert aim(screen.match)
    assert not screen.controls.guide.words()


def test_one_click_puts_it_off_for_good():
    stage, screen = sat()
    stage.click("guide-off")
    assert not screen.controls.guide.words()
    assert screen.widget("guide-off") is None
    assert read_settings()[0].guide == UNASKED


def test_a_lesson_says_itself_what_to_do():
    position = next(each for each in positions_of("verona") if each.kind == "lesson")
    stage = Stage(speed="instant", reduced_motion=True)
    screen = stage.show(MatchScreen(Match.lay(position, (SeatPlan("human"),) * position.setup.seats)))
    for _ in range(4):
        stage.frame(0.1)
    assert not screen.controls.guide.words()


@pytest.mark.parametrize("text", [100, 150, 175])
@pytest.mark.parametrize("game", GAMES)
def test_it_stands_under_the_question_and_over_nothing(game, text):
    _, screen = sat(game, text_size=text)
    widget = screen.widget("guide-off")
    if text <= 150:
        assert widget is not None
    if widget is None:
        return
    inside = [part.rect for part in screen.parts if isinstance(part, Panel) and part.rect[1] <= widget.rect[1] and part.rect[3] < 400]
    box = min((rect for rect in inside if rect[1] + rect[3] >= widget.rect[1] + widget.rect[3]), key=lambda rect: rect[3])
    tools = screen.widget("tool-menu").rect
    for other in screen.widgets():
        if other.key != "guide-off":
            assert other.rect[1] >= box[1] + box[3] or other.rect[1] + other.rect[3] <= box[1], other.key
    rule = screen.widget("prompt-rule")
    assert tools[1] + tools[3] < rule.rect[1] < box[1]


@pytest.mark.parametrize("size", [(1280, 720), (1920, 1080)], ids=lambda size: f"{size[0]}x{size[1]}")
@pytest.mark.parametrize("text", [100, 150, 175])
@pytest.mark.parametrize("game", GAMES)
def test_it_is_there_at_every_text_size_and_grows_with_it(game, text, size):
    stage, screen = sat(game, games=shelf(), text_size=text, size=size)
    for _ in range(3):
        assert screen.controls.guide.words()
        assert screen.widget("guide-off") is not None
        said = next(item for item in flat(stage.app.items()) if isinstance(item, Text) and item.words == screen.controls.guide.words())
        assert said.size >= (24 if text > 100 else 20)
        later(stage, screen)
