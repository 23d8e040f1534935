"""Who leans one way is chosen where the match is set up, sits at the table under a name and an emblem, and is remembered."""

from __future__ import annotations

import pytest
from shell_stage import Stage

from game.ai.levels import LEVELS
from game.match.match import Match
from game.match.save import list_saves
from game.rules import open_box
from game.table.canvas.draw import Clip, Icon, Still
from game.table.screens.new_match import NewMatch
from game.table.shell.settings import read_settings


@pytest.fixture(autouse=True)
def nobody_thinks(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("game.ai.worker.Thinker.warm", lambda self: None)


def icons(stage: Stage) -> set[str]:
    """Return every icon to be seen now."""
    found: set[str] = set()

    def gather(items) -> None:
        for item in items:
            if isinstance(item, Icon):
                found.add(item.name)
            elif isinstance(item, Clip | Still):
                gather(item.items)

    gather(stage.app.items())
    return found


def test_a_temperament_is_chosen_sits_at_the_table_and_is_kept() -> None:
    stage = Stage()
    page = stage.show(NewMatch(open_box("verona")))
    assert stage.top.widget("temperament-0") is None, "a person leans as they please"
    assert LEVELS["novice"].words in stage.words(), "how it plays stands there, whoever looks for it"
    stage.click("temperament-1", dx=0.95)
    assert page.plans()[1].player == "novice:bold"
    assert f"{LEVELS['novice'].words} Spends dice as soon as they score, and wants the match over." in stage.words()
    assert "fencer" in icons(stage)
    stage.click("player-1", dx=0.95)
    assert page.plans()[1].player == "easy:bold"
    assert page.plans()[1].name == "Tybalt"
    stage.click("start")
    match = stage.top.match
    assert match.plans[1].player == "easy:bold"
    assert match.names[1] == "Tybalt"
    assert "fencer" in icons(stage)
    again = Match.resume(match.path, apart=True)
    assert (again.plans[1].player, again.names[1], again.faces) == ("easy:bold", "Tybalt", ("", "fencer"))
    assert list_saves()[0].names[1] == "Tybalt"
    assert read_settings()[0].opponents == {"verona": "easy:bold"}


def test_who_does_not_judge_has_no_temperament() -> None:
    stage = Stage(opponents={"verona": "normal"})
    page = stage.show(NewMatch(open_box("verona")))
    stage.click("temperament-1", dx=0.95)
    for level in ("easy:bold", "novice:bold", "random"):
        stage.click("player-1", dx=0.05)
        assert page.plans()[1].player == level
    assert stage.top.widget("temperament-1") is None
    assert LEVELS["random"].words in stage.words()
    stage.click("player-1", dx=0.05)
    assert page.plans()[1].player == "human"


def test_a_remembered_temperament_that_a_game_has_not_is_left() -> None:
    stage = Stage(opponents={"verona": "easy:sly"})
    page = stage.show(NewMatch(open_box("verona")))
    assert page.plans()[1].player == "easy"
