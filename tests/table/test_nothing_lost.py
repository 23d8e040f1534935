"""What was typed or built and is not kept is not lost with the window, nor with a page: it is asked about, or stands there again."""

from __future__ import annotations

from functools import partial

import pygame
import pytest
from shell_stage import PaperBox, Stage

from game.rules import open_box, shelf
from game.table.pages.dialog import Dialog
from game.table.pages.leaving import ask_to_close
from game.table.pages.tell import Tell, tell
from game.table.screens.library import Library
from game.table.screens.menu import MenuScreen
from game.table.screens.new_match import NewMatch
from game.table.screens.typed_card import TypedCard


@pytest.fixture
def stage() -> Stage:
    stage = Stage(games=(PaperBox(), *shelf()))
    stage.app.closing.ask = partial(ask_to_close, stage.app)
    stage.show(MenuScreen())
    return stage


def close(stage: Stage) -> None:
    stage.post(pygame.QUIT)
    stage.frame()


def build_a_deck(stage: Stage) -> None:
    stage.show(Library("paper", decks=True))
    stage.click("card-paper-7")


def type_a_card(stage: Stage) -> None:
    stage.show(TypedCard("cardmaster", open_box("cardmaster").typed_cards, lambda _: None))
    stage.click("name")
    stage.type("Gloom")


def write_a_report(stage: Stage) -> None:
    tell(stage.app)
    assert isinstance(stage.top, Tell)
    stage.click("words")
    stage.type("It broke.")


@pytest.mark.parametrize(
    ("begin", "words"),
    [
        (build_a_deck, "was changed and is not kept yet."),
        (type_a_card, "The card Gloom is not kept yet."),
        (write_a_report, "What you wrote is in no report yet."),
    ],
)
def test_closing_the_window_asks_about_what_is_not_kept(stage, begin, words):
    begin(stage)
    page = stage.top
    close(stage)
    assert stage.app.running
    assert isinstance(stage.top, Dialog)
    assert words in stage.words()
    stage.press("return")
    assert stage.top is page, "Enter stays, with all that was typed"
    assert page.unkept()
    close(stage)
    stage.click("answer-0")
    assert not stage.app.running


@pytest.mark.parametrize(("begin", "stay"), [(type_a_card, "Go on typing"), (write_a_report, "Go on writing")])
def test_leaving_a_page_asks_about_what_was_typed_and_each_answer_does_something_else(stage, begin, stay):
    begin(stage)
    page = stage.top
    for key in ("return", "escape"):
        stage.press("escape")
        assert isinstance(stage.top, Dialog)
        assert [label for label, _, _ in stage.top.answers] == ["Let it go", stay]
        stage.press(key)
        assert stage.top is page, "Enter and Esc stay"
        assert page.unkept()
    stage.press("escape")
    stage.click("answer-0")
    assert stage.top is not page


def test_leaving_a_report_in_which_nothing_was_written_asks_nothing(stage):
    tell(stage.app)
    stage.press("escape")
    assert isinstance(stage.top, MenuScreen)


def test_closing_asks_for_all_that_lies_beneath_too_and_closing_twice_is_an_answer(stage):
    build_a_deck(stage)
    write_a_report(stage)
    close(stage)
    assert "is not kept yet. What you wrote is in no report yet." in stage.words()
    close(stage)
    assert not stage.app.running


def test_closing_asks_nothing_where_nothing_is_lost(stage):
    stage.show(Library("paper", decks=True))
    close(stage)
    assert not stage.app.running


def test_a_kept_deck_and_a_written_report_are_not_asked_about(stage, monkeypatch):
    monkeypatch.setattr("game.table.pages.tell.show_folder", lambda _: None)
    build_a_deck(stage)
    stage.click("deck-save")
    write_a_report(stage)
    stage.click("write")
    close(stage)
    assert not stage.app.running


def test_a_setup_that_was_left_stands_there_again_until_a_match_is_begun_with_it(stage, monkeypatch):
    monkeypatch.setattr("game.ai.worker.Thinker.warm", lambda self: None)
    stage.show(NewMatch(open_box("verona")))
    first = stage.top
    stage.click("seats-3")
    first.choose(2, "name", "Tybalt")
    stage.press("escape")
    assert isinstance(stage.top, MenuScreen)
    assert stage.app.settings.names[2] == "Tybalt", "names outlast the window"
    stage.show(NewMatch(open_box("verona")))
    assert stage.top.seats == 3
    assert stage.top.places[2].name == "Tybalt"
    stage.click("seats-4")
    stage.press("escape")
    stage.show(NewMatch(open_box("verona")))
    assert stage.top.seats == 4
    stage.top.start()
    stage.app.pop()
    stage.show(NewMatch(open_box("verona")))
    assert stage.top.seats == 2


def test_a_setup_that_was_only_looked_at_is_not_remembered(stage):
    stage.show(NewMatch(open_box("verona")))
    stage.press("escape")
    assert stage.app.drafts == {}
