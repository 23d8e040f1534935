"""Every widget does the same by mouse and by keyboard, fed with real pygame events."""

from __future__ import annotations

import pygame
import pytest
from shell_stage import Stage, flat

from game.table.canvas.draw import Panel, Text
from game.table.canvas.view import Event, Rect, meet
from game.table.pages.dialog import Dialog
from game.table.pages.settings import SettingsScreen
from game.table.shell.app import Screen
from game.table.shell.page import Menu, Page
from game.table.shell.text_field import Entry
from game.table.shell.widgets import Button, Choice, Look, Scroll, Slider, Tile, Toggle


class Bench(Page):
    """One of each widget; `log` keeps what they did."""

    def __init__(self) -> None:
        super().__init__()
        self.log: list[object] = []
        self.on = False
        self.level = 40.0
        self.choice = "b"
        self.words = "star"
        self.able = True

    def set(self, name: str, value: object) -> None:
        self.log.append((name, value))
        setattr(self, name, value)

    def build(self):
        scroll = Scroll(key="area", rect=(1000, 100, 500, 400), height=1500, offset=self.memory.get("area", 0.0))
        scroll.parts = [
            Button(
                key=f"row-{index}",
                rect=(1010, 110 + index * 100 - scroll.offset, 400, 80),
                label=f"Row {index}",
                on=lambda index=index: self.log.append(index),
            )
            for index in range(15)
        ]
        return [
            Button(key="go", rect=(100, 100, 300, 70), label="Go", on=lambda: self.log.append("go"), hint="Goes on"),
            Button(key="off", rect=(450, 100, 300, 70), label="Off", enabled=False, on=lambda: self.log.append("off")),
            Toggle(key="on", rect=(100, 200, 300, 70), label="On", value=self.on, on=lambda: self.set("on", not self.on)),
            Slider(key="level", rect=(100, 300, 500, 70), value=self.level, on=lambda value: self.set("level", value)),
            Choice(
                key="choice",
                rect=(100, 400, 500, 70),
                options=(("a", "A"), ("b", "B"), ("c", "C")),
                value=self.choice,
                on=lambda v: self.set("choice", v),
            ),
            Entry(key="words", rect=(100, 500, 500, 70), value=self.words, on=lambda value: self.set("words", value), most=8),
            Tile(key="tile", rect=(100, 600, 200, 100), on=lambda: self.log.append("tile"), twice=lambda: self.log.append("twice")),
            scroll,
        ]


@pytest.fixture
def stage() -> Stage:
    stage = Stage()
    stage.show(Bench())
    return stage


def test_a_button_is_pressed_by_mouse_and_keys(stage: Stage) -> None:
    stage.click("go")
    stage.press("return", "space")
    assert stage.top.log == ["go"] * 3


def test_a_button_let_go_outside_does_nothing(stage: Stage) -> None:
    stage.down(200, 130)
    stage.up(200, 700)
    assert stage.top.log == []


def test_a_disabled_button_does_nothing(stage: Stage) -> None:
    stage.click("off")
    stage.top.focus = "off"
    stage.press("return")
    assert stage.top.log == []


def test_the_right_button_presses_nothing(stage: Stage) -> None:
    stage.post(pygame.MOUSEBUTTONDOWN, pos=(130, 90), button=3, clicks=1)
    stage.post(pygame.MOUSEBUTTONUP, pos=(130, 90), button=3, clicks=1)
    stage.frame()
    assert stage.top.log == []


def test_a_toggle_turns_and_turns_back(stage: Stage) -> None:
    stage.click("on")
    assert stage.top.on is True
    stage.press("space")
    assert stage.top.on is False


def test_a_slider_follows_pointer_and_arrows(stage: Stage) -> None:
    stage.click("level", dx=0.9)
    high = stage.top.level
    assert high > 80
    stage.press("left")
    assert stage.top.level == high - 5
    stage.press("home")
    assert stage.top.level == 0
    stage.press("left")
    assert stage.top.level == 0
    stage.press("end")
    assert stage.top.level == 100


def test_a_slider_is_dragged_past_its_ends(stage: Stage) -> None:
    stage.down(300, 335)
    stage.move(1900, 500)
    assert stage.top.level == 100
    stage.move(-50, 500)
    stage.up(-50, 500)
    assert stage.top.level == 0


@pytest.mark.parametrize("size", [(1024, 640), (1280, 720), (1920, 1080)], ids=lambda size: f"{size[0]}x{size[1]}")
def test_a_slider_that_lays_its_page_out_anew_follows_the_pointer_all_the_same(size: tuple[int, int]) -> None:
    stage = Stage(size)
    page = stage.show(SettingsScreen())
    x, y, width, height = stage.rect("text_size")
    stage.down(x + 20, y + height / 2)
    seen = []
    for step in range(33):
        stage.move(x + 20 + (width - 20) * step / 32, y + height / 2)
        seen.append(stage.app.settings.text_size)
    assert (seen[0], seen[-1], seen) == (100, 175, sorted(seen))
    assert len(set(seen)) > 8
    assert stage.rect("text_size") != (x, y, width, height)  # the page was laid out anew in between
    stage.up(x + width, y + height / 2)
    now = stage.rect("text_size")
    stage.down(now[0] + now[2] / 4, now[1] + now[3] / 2)  # let go of, it goes by where it is now
    assert 100 < stage.app.settings.text_size < 150
    assert stage.top is page


def test_a_choice_steps_around_its_ends(stage: Stage) -> None:
    stage.click("choice", dx=0.97)
    assert stage.top.choice == "c"
    stage.press("right")
    assert stage.top.choice == "a"
    stage.press("left")
    assert stage.top.choice == "c"
    stage.click("choice", dx=0.03)
    assert stage.top.choice == "b"


def test_a_choice_opens_a_menu_and_esc_changes_nothing(stage: Stage) -> None:
    bench = stage.top
    stage.click("choice")
    assert isinstance(stage.top, Menu)
    stage.press("escape")
    assert stage.top is bench
    assert bench.choice == "b"


def test_a_menu_is_walked_with_arrows(stage: Stage) -> None:
    bench = stage.top
    bench.focus = "choice"
    stage.press("return")
    stage.press("down", "return")
    assert stage.top is bench
    assert bench.choice == "c"


def test_a_press_outside_closes_a_menu(stage: Stage) -> None:
    bench = stage.top
    stage.click("choice")
    stage.down(1800, 1000)
    assert stage.top is bench


def test_an_entry_takes_text_up_to_its_most(stage: Stage) -> None:
    stage.top.focus = "words"
    stage.type("lights")
    assert stage.top.words == "starligh"


def test_an_entry_edits_at_its_caret(stage: Stage) -> None:
    stage.top.focus = "words"
    stage.press("home", "delete", "right", "backspace")
    assert stage.top.words == "ar"
    stage.press("end")
    stage.type("k")
    assert stage.top.words == "ark"
    stage.press("backspace", mod=pygame.KMOD_CTRL)
    assert stage.top.words == ""


def test_no_letter_that_is_written_bears_more_than_two_marks(stage: Stage) -> None:
    page = stage.show(Bench())
    entry = Entry(key="name", rect=(0, 0, 300, 60), value="", on=lambda value: None)
    for sign in "ax\u0301\u0302\u0303b":
        entry.insert(page, sign)
    assert entry.value == "ax\u0301\u0302b"
    assert page.memory["caret name"] == 5


def test_a_long_line_shows_its_beginning_and_the_caret_while_it_is_written(stage: Stage) -> None:
    words = "Maximiliana Wolfgangsen of the Northern Reaches and the Isles"
    entry = Entry(key="words", rect=(0, 0, 300, 60), value=words)

    def shown(*, focus: bool) -> str:
        return next(item.words for item in entry.draw(Look(stage.app, {}, focus=focus)) if isinstance(item, Text))

    assert words.startswith(shown(focus=False).removesuffix("…"))
    assert shown(focus=False).endswith("…")
    assert words.endswith(shown(focus=True))


def test_an_entry_swallows_letters_but_lets_escape_through(stage: Stage) -> None:
    stage.show(Bench())
    stage.top.focus = "words"
    stage.press("z")
    assert stage.top.words == "starz"
    stage.press("escape")
    assert len(stage.app.screens) == 1


def test_a_double_click_does_more(stage: Stage) -> None:
    stage.click("tile")
    stage.click("tile", clicks=2)
    assert stage.top.log == ["tile", "twice"]


def test_tab_walks_everything_that_can_be_used_once_around_and_back(stage: Stage) -> None:
    keys = [widget.key for widget in stage.top.widgets() if widget.focusable and widget.enabled]
    assert "off" not in keys
    walked = []
    for _ in keys:
        stage.press("tab")
        walked.append(stage.top.focus)
    assert walked == keys
    stage.press("tab", mod=pygame.KMOD_SHIFT)
    assert stage.top.focus == keys[-2]


def test_the_keyboard_passes_over_what_cannot_be_used_and_goes_on_from_what_no_longer_can(stage: Stage) -> None:
    for keys in (("tab",), ("right",), ("down",)):
        stage.top.focus = "go"
        stage.press(*keys)
        assert stage.top.focus not in {"go", "off"}
    stage.top.focus = "off"
    stage.press("tab")
    assert stage.top.focus == "on"
    stage.top.focus = "off"
    stage.press("tab", mod=pygame.KMOD_SHIFT)
    assert stage.top.focus == "go"


def test_tabbing_scrolls_what_is_reached_into_view(stage: Stage) -> None:
    stage.top.focus = "tile"
    for _ in range(12):
        stage.press("tab")
    _, y, _, height = stage.rect(stage.top.focus)
    assert stage.top.focus == "row-11"
    assert y >= 100
    assert y + height <= 500


def test_the_bar_of_what_is_scrolled_runs_down_its_groove(stage: Stage) -> None:
    def bar() -> Rect:
        groove, moving = (item.rect for item in flat(stage.app.items()) if isinstance(item, Panel) and item.rect[0] == 1490)
        assert groove == (1490, 100, 10, 400)
        return moving

    assert bar()[1] == 100
    stage.top.memory["area"] = 550.0
    stage.top.stale()
    stage.frame()
    assert bar()[1] + bar()[3] / 2 == pytest.approx(300)
    stage.top.memory["area"] = 1100.0
    stage.top.stale()
    stage.frame()
    assert bar()[1] + bar()[3] == pytest.approx(500)


def test_the_wheel_scrolls_only_what_is_under_it(stage: Stage) -> None:
    stage.move(1200, 300)
    stage.wheel(-1)
    assert stage.rect("row-0")[1] < 110
    before = stage.rect("row-0")[1]
    stage.move(200, 900)
    stage.wheel(-1)
    assert stage.rect("row-0")[1] == before


def test_what_is_scrolled_out_cannot_be_clicked(stage: Stage) -> None:
    stage.move(1200, 300)
    stage.wheel(-2)
    x, y, _, height = stage.rect("row-0")
    assert y + height < 100
    stage.down(x + 10, y + 10)
    stage.up(x + 10, y + 10)
    assert 0 not in stage.top.log


def test_arrows_go_to_what_lies_there(stage: Stage) -> None:
    stage.top.focus = "go"
    stage.press("down")
    assert stage.top.focus == "on"
    stage.press("up")
    assert stage.top.focus == "go"
    stage.press("right")
    assert stage.top.focus.startswith("row-")


def test_a_hint_appears_when_the_pointer_rests(stage: Stage) -> None:
    stage.move(200, 130)
    assert "Goes on" not in stage.words()
    stage.frame(0.6)
    assert "Goes on" in stage.words()
    stage.move(900, 900)
    assert "Goes on" not in stage.words()


def test_the_ring_appears_for_keys_only(stage: Stage) -> None:
    def ringed() -> int:
        focus = stage.app.theme.colour("focus")
        return sum(1 for item in stage.app.items() if getattr(item, "edge", None) == focus)

    stage.click("go")
    assert ringed() == 0
    stage.press("tab")
    assert ringed() == 1


def test_a_dialog_answers_with_keys_and_esc_gives_the_last(stage: Stage) -> None:
    said: list[str] = []
    answers = [("Yes", "main", lambda: said.append("yes")), ("No", "plain", lambda: said.append("no"))]
    stage.show(Dialog("Sure?", "Really?", answers))
    stage.press("escape")
    stage.show(Dialog("Sure?", "Really?", answers))
    stage.press("return")
    stage.show(Dialog("Sure?", "Really?", answers))
    stage.press("right", "return")
    assert said == ["no", "yes", "no"]


def test_a_dialog_shields_what_lies_below(stage: Stage) -> None:
    bench = stage.top
    stage.show(Dialog("Sure?", "", [("Yes", "main", lambda: None)]))
    stage.down(200, 130)
    stage.up(200, 130)
    assert bench.log == []


class Counted(Screen):
    """A screen that counts how often it was asked, and moves while it is told to."""

    asked = 0
    moves = False
    keys: tuple[str, ...] = ()

    def tick(self) -> bool:
        self.asked += 1
        return self.moves

    def handle(self, event: Event) -> bool:
        self.keys += (event.key,) if event.kind == "key" else ()
        return True


def test_behind_another_window_a_table_at_rest_is_asked_half_as_often_and_hears_everything() -> None:
    stage = Stage()
    screen = stage.show(Counted())
    stage.frame()
    for focused, expected in ((True, 10), (False, 5)):
        stage.app.focused = focused
        before = screen.asked
        for _ in range(10):
            stage.frame()
        assert screen.asked - before == expected
    screen.moves = True
    stage.frame()
    stage.frame()
    before = screen.asked
    for _ in range(10):
        stage.frame()
    assert screen.asked - before == 10
    screen.moves = False
    stage.frame()
    for key in ("left", "right", "up", "down"):
        stage.press(key)
    assert screen.keys == ("left", "right", "up", "down")


def test_a_line_is_selected_whole_and_typing_replaces_it(stage: Stage) -> None:
    stage.click("words")
    stage.type("abc")
    stage.press("a", mod=pygame.KMOD_CTRL)
    stage.type("xy")
    assert stage.top.words == "xy"
    stage.press("a", mod=pygame.KMOD_CTRL)
    stage.press("left")
    stage.type("z")
    assert stage.top.words == "xzy"
    stage.press("a", mod=pygame.KMOD_CTRL)
    stage.press("backspace")
    assert stage.top.words == ""
    stage.type("two")
    stage.click("words", clicks=2)
    stage.type("1")
    assert stage.top.words == "1"


def test_the_keyboard_begins_at_an_answer_that_loses_nothing():
    told: list[str] = []
    stage = Stage()
    stage.show(
        Dialog("Delete?", "", [("Delete", "danger", lambda: told.append("gone")), ("Keep it", "plain", lambda: told.append("kept"))])
    )
    stage.press("return")
    assert told == ["kept"]


def test_a_list_that_has_become_shorter_is_seen_from_where_it_ends():
    """It lay as far up as it had been scrolled to, so that nothing of it was left in its window."""

    class Listed(Page):
        rows = 40

        def build(self):
            offset = float(self.memory.get("list", 0.0))
            rows = [Button(key=f"row-{nth}", rect=(100, 100 + 50 * nth - offset, 300, 44), label=str(nth)) for nth in range(self.rows)]
            return [Scroll(key="list", rect=(100, 100, 320, 400), parts=rows, height=50.0 * self.rows, offset=offset)]

    stage = Stage()
    page = stage.show(Listed())
    page.parts[0].show(page, "row-39")
    assert page.widget("row-39").rect[1] < 500
    for rows, first in ((10, 2), (3, 0)):
        page.rows = rows
        page.stale()
        assert page.memory["list"] >= page.parts[0].offset
        seen = [widget.key for widget in page.parts[0].children() if 99 <= widget.rect[1] <= 460]
        assert seen == [f"row-{nth}" for nth in range(first, rows)]


@pytest.mark.parametrize(("size", "text"), [((1280, 720), 100), ((1280, 720), 175), ((1024, 640), 175)])
def test_whoever_goes_through_the_settings_sees_each_heading_and_name_and_no_hint_on_them(size, text):
    """Down to the last by Tab and back up to the first; what names a control has a line of its own where text is large."""
    stage = Stage(size, text_size=text)
    page = stage.show(SettingsScreen())
    keys = [widget.key for widget in page.widgets() if widget.focusable]
    hinted = 0
    for key in [*keys, *keys[::-1]]:
        page.look_at(key)
        page.stale()
        stage.frame(1.0)
        area = next((part for part in page.parts if isinstance(part, Scroll)), None)
        widget = page.widget(key)
        if area is None or widget not in area.children():
            continue
        x, y, wide, _ = widget.rect
        same = [each for each in area.children() if each.rect[0] < x + wide and x < each.rect[0] + each.rect[2]]
        above = max((each.rect[1] + each.rect[3] for each in same if each.rect[1] + each.rect[3] <= y), default=0.0)
        before = [part for part in area.parts if isinstance(part, Text) and part.rect[0] < x + wide and x < part.rect[0] + part.rect[2]]
        names = [part for part in before if above <= part.rect[1] + part.rect[3] / 2 <= y]
        assert all(part.rect[1] >= area.rect[1] - 1 for part in (*names, widget)), (key, [part.words for part in names])
        assert y + widget.rect[3] <= area.rect[1] + area.rect[3] + 1
        if widget.hint:
            box = page.hint_rect(widget.hint, stage.app.size(24))
            own = [part for part in names if part.words == widget.name]
            assert not any(meet(box, part.rect) for part in (widget, *own)), key
            hinted += 1
    assert hinted > 4
