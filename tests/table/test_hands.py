"""Hands of every kind: keys that were given other names, no single letters, the mouse's buttons changed over, a game controller, the curtain."""

from __future__ import annotations

import pygame
import pytest
from shell_stage import Stage

from game.cli.shoot import played
from game.kernel.setup import Setup
from game.match.match import Match
from game.match.seats import SeatPlan
from game.rules import SHIPPED, open_box, shelf
from game.table.canvas.view import Event
from game.table.pages.dialog import Dialog
from game.table.pages.keys import KEYS, KeysPanel
from game.table.pages.settings import SettingsScreen
from game.table.play import match_keys
from game.table.play.curtain import Curtain
from game.table.play.match import MatchScreen
from game.table.screens.menu import MenuScreen
from game.table.shell.bindings import ABOUT, keyed, meant, pressed_for, rebound, silent_keys, writes
from game.table.shell.controller import Controllers
from game.table.shell.settings import Settings
from game.table.shell.widget_words import widget_words
from game.table.shell.widgets import Button, Scroll


@pytest.fixture
def table(monkeypatch):
    """Return what shows a match that waits for a person."""
    monkeypatch.setattr("game.ai.worker.Thinker.warm", lambda self: None)

    def show(**settings) -> tuple[Stage, MatchScreen]:
        stage = Stage(games=shelf(), **settings)
        stage.show(MenuScreen())
        screen = stage.show(MatchScreen(played(Setup("verona", 2, seed=3), 0, None)))
        for _ in range(3):
            stage.frame(1.0)
        return stage, screen

    return show


def test_a_key_that_is_given_another_does_it_by_the_new_one_and_no_longer_by_its_own():
    keys = rebound({}, "z", "f7")
    assert meant(Event("key", key="f7"), keys, letters=True, swapped=False).key == "z"
    assert meant(Event("key", key="z"), keys, letters=True, swapped=False).key == "f7"
    assert meant(Event("key", key="l"), keys, letters=True, swapped=False).key == "l"
    assert rebound(keys, "z", "z") == {}


def test_two_keys_never_do_the_same():
    keys = rebound(rebound({}, "z", "l"), "p", "l")
    pressed = {key: keys.get(key, key) for key in ("z", "l", "p")}
    assert sorted(pressed.values()) == ["l", "p", "z"]
    assert pressed["p"] == "l"


@pytest.mark.parametrize(
    ("key", "ctrl", "left"), [("z", False, ""), (".", False, ""), ("z", True, "z"), ("f5", False, "f5"), ("3", False, "3")]
)
def test_single_letters_can_be_switched_off(key, ctrl, left):
    assert meant(Event("key", key=key, ctrl=ctrl), {}, letters=False, swapped=False).key == left


def letter_for(key: str) -> dict[str, str]:
    return rebound({}, key, "x")


def another_and_a_letter(key: str) -> dict[str, str]:
    """Give a key the letter, by way of a third: what it was called itself does something else now."""
    return rebound(rebound({}, "f2", key), key, "x")


@pytest.mark.parametrize("given", [letter_for, another_and_a_letter, lambda key: rebound({}, "l", key)])
@pytest.mark.parametrize(("letters", "writing"), [(False, False), (True, True), (False, True), (True, False)])
def test_whatever_is_given_away_one_gets_about(given, letters, writing):
    """Each key that is needed has one that does it, also when single letters are off or a line is being written."""
    names = {*ABOUT, *"lxz", "f2", "f7"}
    for key in ABOUT:
        if writing and writes(key):
            continue
        keys = given(key)
        doing = [name for name in names if meant(Event("key", key=name), keys, letters=letters, swapped=False, writing=writing).key == key]
        assert doing == [pressed_for(keys, key, silent_keys(letters=letters, writing=writing))], keys


@pytest.mark.parametrize(("letters", "writing"), [(False, False), (True, True)])
def test_esc_has_its_own_key_when_what_it_was_called_is_needed_for_another(letters, writing):
    keys = rebound(rebound({}, "tab", "escape"), "escape", "x")
    for key, pressed in (("tab", "escape"), ("escape", "tab")):
        assert meant(Event("key", key=pressed), keys, letters=letters, swapped=False, writing=writing).key == key


def test_a_file_that_gives_many_keys_to_one_leaves_esc():
    keys = {"escape": "x", "tab": "x", "l": "x"}
    assert meant(Event("key", key="escape"), keys, letters=False, swapped=False).key == "escape"
    assert meant(Event("key", key="tab"), keys, letters=False, swapped=False).key == "tab"


def test_esc_that_was_given_a_letter_leads_back_with_letters_off_and_out_of_a_search():
    from game.table.pages.rules import RulesScreen

    stage = Stage(games=shelf(), letters=False)
    stage.show(MenuScreen())
    stage.app.change(keys=rebound({}, "escape", "x"))
    stage.show(RulesScreen("verona"))
    stage.press("x")
    assert isinstance(stage.top, RulesScreen)
    stage.press("escape")
    assert isinstance(stage.top, MenuScreen)
    for pressed in ("x", "f2"):
        stage.app.change(keys=rebound({}, "escape", pressed), letters=True)
        page = stage.show(RulesScreen("verona"))
        stage.click("search")
        stage.press("x")
        assert page.search == "x"
        stage.press("escape" if pressed == "x" else "f2")
        assert isinstance(stage.top, MenuScreen)


def test_the_page_of_keys_says_what_esc_is_pressed_with(table):
    stage, _ = table()
    stage.app.change(keys=rebound({}, "escape", "x"))
    for letters, label in ((True, "X"), (False, "Esc")):
        stage.app.change(letters=letters)
        page = stage.show(KeysPanel())
        assert next(widget.label for widget in page.widgets() if widget.key == "key-escape") == label
        stage.app.pop()


def test_a_key_is_called_the_same_on_its_page_and_on_the_buttons(table):
    stage, _ = table()
    page = stage.show(KeysPanel())
    for widget in page.widgets():
        if widget.key.startswith("key-"):
            key = widget.key.removeprefix("key-")
            assert keyed("", stage.app.settings, key) == f" ({widget.label})"
    assert {"Esc", "Enter"} <= {widget.label for widget in page.widgets() if isinstance(widget, Button)}


def test_the_page_of_keys_tells_the_ear_what_a_key_does_and_which_it_is_now(table):
    stage, _ = table()
    page = stage.show(KeysPanel())
    page.look_at("key-z")
    assert page.focused() == "Take back: Z"
    page.wait("z")
    assert page.focused() == "Take back: press a key …"
    stage.press("f1")
    assert page.focused() == "Take back: F1"
    page.look_at("key-f1")
    assert page.focused() == "The rules: Z"
    assert all(
        page.widget(f"key-{key}") and page.look_at(f"key-{key}") is None and words in page.focused() for keys, words in KEYS for key in keys
    )


def test_buttons_name_the_key_that_does_the_same_now(table):
    stage, screen = table(keys=rebound({}, "f1", "z"))
    hints = {tool.key: tool.hint for tool in screen.controls.tools()}
    assert hints["log"] == "Show or hide the log (L)"
    assert hints["again"] == "What happened: the others' last turn once more (R)"
    screen.controls.pause_menu()
    labels = [widget.label for widget in stage.top.widgets()]
    assert "Rules (Z)" in labels
    assert "Keys (H)" in labels
    stage.app.pop()
    stage.app.change(letters=False)
    assert {tool.key: tool.hint for tool in screen.controls.tools()}["log"] == "Show or hide the log"
    screen.controls.pause_menu()
    assert {"Rules", "Keys", "Save (F5)"} <= {widget.label for widget in stage.top.widgets()}


def test_a_rule_is_named_once_by_its_button(table):
    _, screen = table()
    rule = screen.widget("prompt-rule")
    assert rule.hint.startswith(f"{rule.label}: ")
    assert widget_words(rule, screen.look(rule)) == rule.hint.rstrip(".")


def test_of_keys_that_lead_about_the_one_is_named_that_is_not_silent():
    keys = rebound({}, "escape", "x")
    assert keyed("Back", Settings(keys=keys), "escape") == "Back (X)"
    assert keyed("Back", Settings(keys=keys, letters=False), "escape") == "Back (Esc)"
    assert keyed("Let it move now", Settings(), "return") == "Let it move now (Enter)"
    assert keyed("One action on", Settings(letters=False), ".") == "One action on"


def test_every_key_is_changed_on_its_page_and_the_change_is_kept(table):
    stage, _ = table()
    for keys, _words in KEYS:
        for key in keys:
            stage.show(KeysPanel())
            stage.top.wait(key)
            stage.press("f12")
            assert stage.app.settings.keys[key] == "f12"
            stage.app.change(keys={})
            stage.app.pop()


def test_a_changed_key_works_at_the_table_and_everything_can_be_put_back(table):
    stage, screen = table()
    stage.press("h")
    stage.top.wait("h")
    stage.press("f7")
    assert stage.app.settings.keys == {"h": "f7", "f7": "h"}
    stage.press("f7")
    assert stage.top is screen
    stage.press("h")
    assert stage.top is screen
    stage.press("f7")
    assert isinstance(stage.top, KeysPanel)
    stage.click("restore")
    assert stage.app.settings.keys == {}


def test_esc_while_a_key_is_waited_for_changes_nothing(table):
    stage, _ = table()
    stage.show(KeysPanel())
    stage.click("key-l")
    stage.press("escape")
    assert stage.app.settings.keys == {}
    assert isinstance(stage.top, KeysPanel)


def test_what_is_written_is_not_changed_by_other_keys():
    from game.table.screens.library import Library

    stage = Stage(games=shelf(), letters=False)
    page = stage.show(Library("overcross"))
    stage.click("search")
    stage.press("b", "o", "g", "backspace")
    assert page.sieve.search == "bo"


def test_the_mouse_buttons_can_be_changed_over():
    assert meant(Event("down", button=3), {}, letters=True, swapped=True).button == 1
    stage = Stage(games=shelf(), swapped=True)
    stage.show(MenuScreen())
    stage.show(SettingsScreen())
    x, y, width, height = stage.rect("back")
    stage.move(x + width / 2, y + height / 2)
    at = stage._pixel(x + width / 2, y + height / 2)
    stage.tap(x + width / 2, y + height / 2)
    assert isinstance(stage.top, SettingsScreen)
    for kind in (pygame.MOUSEBUTTONDOWN, pygame.MOUSEBUTTONUP):
        stage.post(kind, pos=at, button=3, clicks=1)
        stage.frame()
    assert isinstance(stage.top, MenuScreen)


def press(stage: Stage, *buttons: int) -> None:
    for button in buttons:
        for kind in (pygame.CONTROLLERBUTTONDOWN, pygame.CONTROLLERBUTTONUP):
            stage.post(kind, instance_id=0, button=button)
        stage.frame()


def test_a_controller_moves_the_focus_and_presses_as_the_keyboard_does():
    stage, other = Stage(games=shelf(), letters=False), Stage(games=shelf())
    for each in (stage, other):
        each.show(MenuScreen())
    press(stage, pygame.CONTROLLER_BUTTON_DPAD_RIGHT, pygame.CONTROLLER_BUTTON_RIGHTSHOULDER, pygame.CONTROLLER_BUTTON_DPAD_DOWN)
    walked = stage.top.focus
    other.press("right", "tab", "down")
    assert walked == other.top.focus != ""


@pytest.mark.parametrize("actions", [3, 12, 20])
@pytest.mark.parametrize("game", SHIPPED)
def test_tab_comes_by_everything_that_can_be_used_at_the_table_and_by_nothing_else(game, actions, monkeypatch):
    """A hand that rises under the focus moves its cards; the order of the stops stays."""
    monkeypatch.setattr("game.ai.worker.Thinker.warm", lambda self: None)
    stage = Stage(games=shelf(), speed="instant", reduced_motion=True)
    stage.show(MatchScreen(played(Setup(game, min(open_box(game).seats), seed=5), actions, None)))
    for _ in range(4):
        stage.frame(1.0)
    off = {widget.key for widget in stage.top.widgets() if widget.focusable and not widget.enabled}
    stops, came_by = [key for key, _ in match_keys.stops(stage.top.hand)], []
    first = stops.index(match_keys.asked_for(stage.top.hand))
    stops = stops[first:] + stops[:first]
    for _ in stops:
        stage.press("tab")
        stage.frame(0.3)
        came_by.append(stage.top.hand.cursor or stage.top.focus)
    assert not off & set(came_by)
    assert came_by == stops


def test_a_stick_is_an_arrow_once_until_it_comes_back():
    stage = Stage(games=shelf())
    stage.show(MenuScreen())
    stage.press("tab")
    before = stage.top.focus
    for value in (9000, 20000, 30000, 20000):
        stage.post(pygame.CONTROLLERAXISMOTION, instance_id=0, axis=pygame.CONTROLLER_AXIS_LEFTX, value=value)
        stage.frame()
    once = stage.top.focus
    other = Stage(games=shelf())
    other.show(MenuScreen())
    other.press("tab", "right")
    assert before != once == other.top.focus


def test_a_stick_that_changes_sides_lets_go_the_one_arrow_before_it_presses_the_other():
    hand = Controllers()

    def keys(value: int) -> list[tuple[int, int]]:
        pushed = pygame.event.Event(pygame.CONTROLLERAXISMOTION, instance_id=0, axis=pygame.CONTROLLER_AXIS_LEFTX, value=value)
        return [(event.type, event.key) for event in hand.keys(pushed)]

    assert keys(-30000) == [(pygame.KEYDOWN, pygame.K_LEFT)]
    assert keys(30000) == [(pygame.KEYUP, pygame.K_LEFT), (pygame.KEYDOWN, pygame.K_RIGHT)]
    assert keys(0) == [(pygame.KEYUP, pygame.K_RIGHT)]


def test_a_whole_match_is_played_with_a_controller(monkeypatch):
    """By the shoulder, the lower and the left button alone, for both seats, with single letters switched off."""
    monkeypatch.setattr("game.ai.worker.Thinker.warm", lambda self: None)
    stage = Stage(games=shelf(), letters=False, speed="instant", reduced_motion=True)
    match = Match.start(Setup("verona", 2, seed=8), (SeatPlan("human", "Ada"), SeatPlan("human", "Bob")))
    screen = stage.show(MatchScreen(match))
    onward, take, main, back = (getattr(pygame, f"CONTROLLER_BUTTON_{name}") for name in ("RIGHTSHOULDER", "A", "X", "B"))
    for _ in range(1500):
        stage.frame(1.0)
        grip = screen.hand.grip
        wanted = grip.open_targets() if grip.held else grip.sources()
        if match.outcome is not None:
            break
        if stage.top is not screen or (not grip.menu and screen.hand.cursor in wanted):
            press(stage, take)
        elif grip.menu:
            press(stage, onward, take)
        elif wanted:
            press(stage, onward)
        else:
            press(stage, *([back] if screen.focus or screen.hand.cursor else []), main)
    assert match.outcome is not None, (match.count, screen.hand.cursor, screen.focus)
    assert match.count > 10


def test_esc_at_the_curtain_asks_and_leaves_nothing_to_see():
    stage = Stage(games=shelf())
    stage.show(MenuScreen())
    opened = []
    curtain = stage.show(Curtain("verona", 0, "Ann", lambda: opened.append(1)))
    stage.press("escape")
    assert isinstance(stage.top, Dialog)
    stage.press("escape")
    assert stage.top is curtain
    stage.press("escape", "return")
    assert stage.top is curtain  # the keyboard begins at the main answer: to stay
    stage.press("escape", "left", "return")
    assert isinstance(stage.top, MenuScreen)
    assert opened == []


@pytest.mark.parametrize("text", [100, 175])
def test_every_key_of_the_page_can_be_changed_digits_too(text):
    stage = Stage((1280, 720), text_size=text)
    page = stage.show(KeysPanel())
    area = next(part for part in page.parts if isinstance(part, Scroll))
    assert {part.key for part in area.parts if isinstance(part, Button)} == {f"key-{key}" for keys, _ in KEYS for key in keys}
    assert all(keys for keys, _ in KEYS)
    page.wait("1")
    stage.press("g")
    assert stage.app.settings.keys == rebound({}, "1", "g")
    assert page.widget("key-1").label == "G"


def test_an_answer_bears_the_key_that_chooses_it_now():
    stage = Stage((1280, 720), games=shelf(), speed="instant", reduced_motion=True, keys=rebound(rebound({}, "1", "g"), "2", "f6"))
    match = Match.start(Setup("overcross", 2, seed=2), (SeatPlan("human"), SeatPlan("human")))
    screen = stage.show(MatchScreen(match))
    for _ in range(6):
        stage.frame(1.0)
        if stage.top is not screen:
            stage.press("return")
    answers = [widget.digit for widget in screen.widgets() if isinstance(widget, Button) and widget.digit]
    assert sorted(answers) == ["F6", "G"]
    count = match.count
    stage.press("1")
    assert match.count == count
    stage.press("g")
    assert match.count == count + 1
