"""Before a match: what there is to read, what is left out because it does nothing, and forms in which numbers are typed over."""

from __future__ import annotations

import pytest
from shell_stage import Stage, flat

from game.rules import IDS, open_box
from game.table.canvas.draw import Made
from game.table.canvas.draw import Text as Words
from game.table.pages.dialog import Dialog
from game.table.pages.form import Column
from game.table.screens.new_match import NewMatch
from game.table.screens.typed_card import TypedCard


@pytest.fixture(autouse=True)
def nobody_thinks(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("game.ai.worker.Thinker.warm", lambda self: None)


def setting_up(game: str, size: tuple[int, int] = (1920, 1080)) -> tuple[Stage, NewMatch]:
    stage = Stage(size, games=(open_box(game),))
    return stage, stage.show(NewMatch(open_box(game)))


def keys(page) -> list[str]:
    return [widget.key for widget in page.widgets()]


def test_every_objective_is_told_in_a_sentence_OC_46() -> None:
    stage, page = setting_up("overcross")
    objective = next(option for option in page.box.options(2) if option.key == "objective")
    assert set(objective.means) == {value for value, _ in objective.choices}
    for value, words in objective.means.items():
        page.option("objective", value)
        page.stale()
        assert words in stage.words()


@pytest.mark.parametrize("game", IDS)
def test_every_option_says_what_it_does(game: str) -> None:
    box = open_box(game)
    for seats in box.seats:
        assert all(option.words or option.means for option in box.options(seats))


@pytest.mark.parametrize("game", IDS)
def test_the_sentence_of_every_option_stands_beneath_it(game: str) -> None:
    _, page = setting_up(game)
    for option in page.box.options(page.seats):
        column = Column(page, 0.0, 0.0, 600.0)
        column.option(option, option.default, lambda value: None)
        assert [part.words for part in column.parts if isinstance(part, Words)][-1] == option.means.get(str(option.default), option.words)


def test_what_does_nothing_is_not_shown_CM_2_CM_37() -> None:
    stage, page = setting_up("cardmaster")
    assert "option-length" not in keys(page)
    assert {"take_backs", "deck-0"} <= set(keys(page))
    stage.click("option-mode", dx=0.95)
    assert "option-length" in keys(page)
    assert "take_backs" not in keys(page), "a Custom Match has them always (CM-3)"
    page.option("draft", True)
    stage.frame()
    assert "deck-0" not in keys(page)


def test_a_card_before_the_match_is_shown_large_under_the_pointer() -> None:
    stage, page = setting_up("overcross")
    key = next(key for key in keys(page) if key.startswith("card-0-"))
    name = page.widget(key).name
    x, y, width, height = stage.rect(key)
    shown = [item for item in flat(stage.app.items()) if isinstance(item, Made) and item.words == name]
    stage.move(x + width / 2, y + height / 2)
    larger = [item for item in flat(stage.app.items()) if isinstance(item, Made) and item.words == name]
    assert len(larger) == len(shown) + 1
    assert larger[-1].rect[3] > 3 * height
    face = next(face for face in page.faces.values() if face.name == name)
    for caption in ("Play cost", "Deck cost", "Move", "Defense"):
        assert caption in face.captions
        assert caption in stage.words().splitlines(), "nothing says what its numbers are"
    stage.press("tab")
    assert not stage.top.focus.startswith("card-"), "there is nothing to do with it"


@pytest.mark.parametrize("game", ["overcross", "shine", "starcrossed"])
def test_a_card_shown_large_before_a_match_says_what_its_keywords_mean(game: str) -> None:
    stage, page = setting_up(game)
    keyed = (key for key in keys(page) if key.startswith("card-") and page.faces[key.split("-", 2)[2]].keywords)
    key = next(keyed, "")
    assert key, "no card with a keyword in sight"
    x, y, width, height = stage.rect(key)
    before = stage.words()
    stage.move(x + width / 2, y + height / 2)
    stage.frame()
    for word, meaning in page.faces[key.split("-", 2)[2]].keywords:
        assert meaning not in before
        assert meaning in stage.words(), word


def test_a_card_is_typed_in_on_the_way_to_a_match_CM_3() -> None:
    stage, page = setting_up("cardmaster")
    stage.click("type-in")
    assert isinstance(stage.top, TypedCard)
    stage.type("Rex")
    stage.press("tab", "escape")
    assert isinstance(stage.top, Dialog), "nothing typed is lost without a question"
    stage.press("return")
    assert stage.top.values["name"] == "Rex"
    stage.click("keep")
    assert stage.top is page
    assert any(face.name == "Rex" for face in page.faces.values())
    stage.click("type-in")
    stage.press("escape")
    assert stage.top is page, "where nothing was typed nothing is asked"


def test_the_form_of_a_card_selects_what_the_keyboard_comes_to() -> None:
    stage, _ = setting_up("cardmaster")
    stage.click("type-in")
    page = stage.top
    stage.click("hp", clicks=2)
    stage.type("4")
    stage.type("5")
    assert page.values["hp"] == 45
    stage.press("tab")
    stage.type("77")
    assert page.values["def"] == 77
    stage.press("left")
    stage.type("1")
    assert page.values["def"] == 717, "after an arrow nothing is selected"


@pytest.mark.parametrize("game", IDS)
def test_end_leads_to_start_and_home_to_what_comes_first_on_the_page_of_a_match_to_come(game):
    """Rules came last, which stands before Start."""
    stage = Stage((1280, 720), games=(open_box(game),))
    page = stage.show(NewMatch(open_box(game)))
    stage.press("tab", "end")
    assert page.focus == "start"
    rules, start = page.widgets()[-2:]
    assert (rules.key, start.key) == ("rules", "start")
    assert rules.rect[0] + rules.rect[2] <= start.rect[0]
    stage.press("home")
    assert page.focus == page.widgets()[0].key
