"""A hand that knows nothing, at the table: nothing comes of it but play; and what the monkey is after, it finds."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import monkey
import pytest

from game import paths
from game.ai.worker import Thinker
from game.kernel.setup import Setup
from game.match.match import Match
from game.match.seats import SeatPlan
from game.rules import SHIPPED, open_box, shelf
from game.table.pages.settings import SettingsScreen
from game.table.play.match import MatchScreen
from game.table.screens.menu import MenuScreen
from game.table.screens.new_match import NewMatch
from game.table.shell import programs

DEEDS = 40


@pytest.fixture(autouse=True)
def steady(monkeypatch: pytest.MonkeyPatch) -> None:
    monkey.steady(monkeypatch.setattr, 1)


@pytest.mark.slow
@pytest.mark.parametrize("game", SHIPPED)
def test_nothing_but_play_comes_of_a_hand_that_knows_nothing(game: str) -> None:
    hand = monkey.Monkey(7, (game,))
    hand.sit_down()
    while hand.deeds < DEEDS:
        hand.do()
    hand.go_home()
    hand.stand_up()
    assert hand.resumed >= 1
    assert len(hand.pages) >= 3


def test_the_same_seed_does_the_same(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    done = []
    for home in ("first", "second"):
        monkeypatch.setenv("STARCROSS_HOME", str(tmp_path / home))
        monkey.steady(monkeypatch.setattr, 3)
        hand = monkey.Monkey(3, ("verona",))
        hand.sit_down()
        while hand.deeds < 12:
            hand.do()
        hand.stand_up()
        done.append(list(hand.last))
    assert done[0] == done[1]


def test_no_editor_of_the_computer_is_opened(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(programs.subprocess, "Popen", lambda *_, **__: pytest.fail("a program was started"))
    hand = monkey.Monkey(1, ("overcross",))
    hand.sit_down()
    page = NewMatch(open_box("overcross"))
    hand.stage.show(page)
    page.draw_map()
    hand.stand_up()


def test_a_table_that_asks_nobody_is_found(monkeypatch: pytest.MonkeyPatch) -> None:
    hand = at_the_table(programs=2)
    monkeypatch.setattr(Thinker, "ask", lambda *_: None)
    with pytest.raises(monkey.Fault, match=r"the table asks nobody: verona after \d"):
        hand.see_that_it_asks()


def test_a_page_that_no_key_leads_from_is_found(monkeypatch: pytest.MonkeyPatch) -> None:
    hand = at_the_table()
    monkeypatch.setattr(SettingsScreen, "escape", lambda _: None)
    hand.stage.show(SettingsScreen())
    with pytest.raises(monkey.Fault, match=r"no way leads home from .*SettingsScreen"):
        hand.go_home()


@pytest.mark.parametrize("lost", ["an action", "all of it", "a digest"])
def test_an_action_that_is_lost_is_found(lost: str) -> None:
    hand = at_the_table()
    match = next(iter(hand.at_table.values()))
    for _ in range(5):
        match.submit(match.legal()[0])
    match.close()
    assert match.path is not None
    lines = match.path.read_bytes().splitlines(keepends=True)
    kept: dict[str, Any] = {
        "an action": b"".join(lines[:-1]),
        "all of it": lines[0],
        "a digest": b"".join(lines).replace(match.digest.encode(), b"0" * 16),
    }
    match.path.write_bytes(kept[lost])
    with pytest.raises((monkey.Fault, Exception)) as caught:
        hand.stand_up()
    assert match.path.name in str(caught.value)


def at_the_table(programs: int = 0) -> monkey.Monkey:
    """Return a monkey at a match of star cross'd between people, or between programs."""
    plans = tuple(SeatPlan("easy" if seat < programs else "human") for seat in range(2))
    hand = monkey.Monkey(1, ("verona",))
    hand.stage = monkey.Stage(games=shelf(), speed="instant", reduced_motion=True)
    hand.stage.show(MenuScreen())
    hand.stage.show(MatchScreen(Match.start(Setup("verona", 2, seed=5), plans, folder=paths.saves_folder())))
    hand._see_matches()
    return hand
