"""What holds on every page: a notice leaves its heading to be read, and Home and End go to the first and the last control; and at a table, what is asked is said in whole sentences."""

from __future__ import annotations

import pytest
from shell_stage import Stage
from test_ending import ended
from test_guide_at_the_table import GAMES, later, sat

from game.kernel.chance import Chance
from game.rules import open_box
from game.table.canvas.draw import Panel, Text
from game.table.canvas.view import meet
from game.table.pages.keys import KeysPanel
from game.table.pages.settings import SettingsScreen
from game.table.play.ending import EndPanel
from game.table.screens.credits import Credits
from game.table.screens.library import Library
from game.table.screens.menu import MenuScreen
from game.table.screens.saves import Saves
from game.table.shell.notices import notice_items
from game.table.shell.speech import NOT_ASKED
from game.table.shell.widgets import Scroll

PAGES = {
    "menu": MenuScreen,
    "keys": KeysPanel,
    "settings": SettingsScreen,
    "library": lambda: Library("cardmaster"),
    "saves": Saves,
    "credits": Credits,
}


@pytest.fixture(autouse=True)
def nobody_thinks(monkeypatch):
    monkeypatch.setattr("game.ai.worker.Thinker.warm", lambda self: None)


@pytest.mark.parametrize("name", sorted(PAGES))
@pytest.mark.parametrize(("size", "text"), [((1280, 720), 100), ((1280, 720), 150), ((1024, 640), 100)])
def test_a_notice_leaves_the_heading_of_a_page_to_be_read(name, size, text):
    stage = Stage(size, games=(open_box("cardmaster"), open_box("verona")), text_size=text)
    page = stage.show(PAGES[name]())
    stage.app.say("You are not asked now.")
    title = next(part for part in page.parts if isinstance(part, Text) and part.face == "display")
    wide = stage.app.measure(title.words, title.face, title.size)
    x, y, box, high = title.rect
    lettered = (x + (box - wide) / 2 if title.align == "centre" else x, y, wide, high)
    boxes = [item.rect for item in notice_items(stage.app, page.told_in()) if isinstance(item, Panel)]
    assert boxes
    assert not any(meet(each, lettered) for each in boxes)


def test_a_notice_stands_its_time_however_long_the_frame_took_before_it():
    stage = Stage()
    stage.show(MenuScreen())
    stage.clock.now += 30  # what was done before it was said
    stage.app.say("It is done.")
    stage.frame(3.5)
    assert "It is done." in stage.words()
    stage.frame(3.5)
    assert "It is done." not in stage.words()


@pytest.mark.parametrize("name", ["menu", "keys", "settings", "library", "saves"])
def test_home_and_end_go_to_the_first_and_the_last_control(name):
    stage = Stage(games=(open_box("cardmaster"), open_box("verona")))
    page = stage.show(PAGES[name]())
    page.focus = ""  # a slider takes them for itself
    reached = [each.key for each in page.widgets() if each.focusable and not isinstance(each, Scroll)]
    stage.press("end")
    last = page.focus
    stage.press("home")
    assert (page.focus, last) == (reached[0], reached[-1])
    assert page.by_keyboard


def test_at_the_end_nobody_is_told_that_nobody_is_asked():
    stage, screen = ended(won=True)
    stage.press("escape")
    assert stage.top is screen
    stage.app.say(NOT_ASKED)
    stage.app.say("Kept.")
    screen.ended = False  # the match ends as the key is pressed
    screen._finish_match()
    assert isinstance(stage.top, EndPanel)
    assert [words for _, words, _ in stage.app.notices] == ["Kept."]


@pytest.mark.parametrize("game", GAMES)
def test_what_is_asked_is_said_in_whole_sentences(game):
    stage, screen = sat(game)
    chance, usual = Chance(3), 0
    for _ in range(12):
        before, parts, after = screen.asked().partition(" Usually: ")
        usual += bool(parts)
        assert not parts or (before[-1] in ".?!…:" and after[-1] in ".?!…")
        later(stage, screen, chance)
    assert usual
