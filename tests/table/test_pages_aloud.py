"""Pages are read aloud: the rule or the chapter one goes to, the last lines of the log, and any page by V; whoever goes on hears no more of it."""

from __future__ import annotations

import pytest
from shell_stage import Stage

from game.cli.shoot import Silent, played
from game.kernel.setup import Setup
from game.rules import shelf
from game.table.pages.keys import KeysPanel
from game.table.pages.rules import RulesScreen
from game.table.play.log_panel import LogPanel
from game.table.play.match import MatchScreen
from game.table.screens.credits import Credits
from game.table.screens.records import Records
from game.table.shell.speech import NOT_ASKED, plain
from game.table.shell.voice import Voice


@pytest.fixture(autouse=True)
def unspoken(monkeypatch):
    """Let sentences wait for ever."""
    monkeypatch.setattr(Voice, "_speak_all", lambda self: None)
    monkeypatch.setattr("game.ai.worker.Thinker.warm", lambda self: None)


def later(stage: Stage) -> str:
    return " ".join(stage.app.speech._voice._later)


def block_words(screen: RulesScreen, index: int) -> str:
    return " ".join(plain(screen.blocks[index].words).split())


def test_f1_reads_the_rule_of_the_question_and_a_move_ends_it():
    stage, screen = Stage(games=shelf(), speech=True, speed="instant"), MatchScreen(played(Setup("starcrossed", 2, seed=3), 20, None))
    screen.rival = Silent()
    screen.ask_here()
    stage.show(screen)
    for _ in range(40):
        stage.frame(0.5)
    prompt = screen.view.scene.prompt
    assert prompt is not None
    assert prompt.rule
    stage.press("f1")
    rules = stage.top
    assert isinstance(rules, RulesScreen)
    (index,) = [index for index, block in enumerate(rules.blocks) if block.rule == prompt.rule]
    assert f"{prompt.rule}: {block_words(rules, index)}" in later(stage)
    assert block_words(rules, index + 1) not in later(stage)
    stage.press("tab")
    assert block_words(rules, index) not in later(stage)


def test_a_chapter_that_is_chosen_is_read_and_v_reads_it_again_but_is_a_letter_in_the_search():
    stage = Stage(games=shelf(), speech=True)
    rules = stage.show(RulesScreen("verona"))
    assert later(stage) == plain(rules.focused())
    heading = [index for index, block in enumerate(rules.blocks) if block.kind == "heading"][2]
    body = next(index for index in range(heading, len(rules.blocks)) if rules.blocks[index].kind in {"text", "item"})
    rules.look_at(f"heading-{heading}")
    stage.press("return")
    first = later(stage)
    assert block_words(rules, heading) in first
    assert block_words(rules, body) in first
    assert len(stage.app.speech._voice._later) > 2, "a sentence at a time"
    stage.press("tab")
    assert block_words(rules, body) not in later(stage)
    stage.press("v")
    assert block_words(rules, body) in later(stage)
    stage.press("v")
    assert later(stage).count(block_words(rules, body)) == 1
    rules.look_at("search")
    stage.frame()
    stage.press("v")
    assert rules.search == "v"
    assert block_words(rules, body) not in later(stage)
    stage.press("backspace")
    stage.type("duel")
    stage.press("return")
    assert block_words(rules, rules.found()[rules.place]) in later(stage), "what the search found"


@pytest.mark.parametrize("page", [Records, Credits, KeysPanel])
def test_v_reads_any_page(page):
    stage = Stage(games=shelf(), speech=True)
    screen = stage.show(page())
    stage.press("v")
    whole = [words for words in map(plain, screen.to_read().replace("\n", " ").split(". ")) if words]
    assert whole
    assert all(words.rstrip(".") in later(stage) for words in whole[:5])


@pytest.mark.parametrize("text", [100, 175])
def test_l_reads_the_last_lines_of_the_log(text):
    stage = Stage(games=shelf(), speech=True, speed="instant", text_size=text)
    screen = MatchScreen(played(Setup("overcross", 2, seed=3), 20, None))
    screen.rival = Silent()
    screen.ask_here()
    stage.show(screen)
    for _ in range(40):
        stage.frame(0.5)
    newest = plain(screen.view.log.entries[-1].words)
    assert newest not in later(stage)
    stage.press("l")
    assert newest in later(stage)
    if isinstance(stage.top, LogPanel):
        stage.press("v")
        assert later(stage).count(newest) == 1


def test_v_says_what_is_asked_where_nothing_has_the_focus_and_that_nobody_is_asked():
    stage, screen = Stage(games=shelf(), speech=True, speed="instant"), MatchScreen(played(Setup("starcrossed", 2, seed=3), 20, None))
    screen.rival = Silent()
    screen.ask_here()
    stage.show(screen)
    for _ in range(40):
        stage.frame(0.5)

    def said_by_v() -> str:
        stage.app.speech._voice.forget()
        stage.app.speech._voice.hush()
        stage.press("v")
        stage.frame(0.1)
        voice = stage.app.speech._voice
        return " ".join([*voice._first, *voice._waiting, later(stage)])

    assert not screen.hand.cursor
    assert plain(screen.asked()) in said_by_v()
    assert not screen.hand.look_now
    stage.press("end")
    button = plain(screen.focused())
    assert button
    words = said_by_v()
    assert plain(screen.asked()) in words
    assert button in words
    while screen.view.human_turn:
        screen.hand.press_button(screen.hand.main())
        for _ in range(20):
            stage.frame(0.5)
    screen.focus = ""
    assert NOT_ASKED in said_by_v()
