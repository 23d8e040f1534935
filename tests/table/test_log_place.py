"""Whoever looks back in the log reads on in peace: new lines are added below, a sign counts them, and the end is one press away."""

from __future__ import annotations

import pytest
from shell_stage import Stage, flat

from game.kernel.setup import Setup
from game.match.match import Match
from game.match.seats import SeatPlan
from game.table.canvas.draw import Clip, Text
from game.table.play.log import Entry
from game.table.play.match import MatchScreen


class Reader:
    """A match at the table with many lines in its log, looked back into."""

    def __init__(self) -> None:
        self.stage = Stage(speed="instant", reduced_motion=True)
        match = Match.start(Setup("shine", 2, seed=5), (SeatPlan("human"), SeatPlan("random")))
        self.screen = self.stage.show(MatchScreen(match))
        for _ in range(4):
            self.stage.frame(0.1)
        self.log = self.screen.view.log
        for number in range(60):
            self.add(f"Line {number} tells of something that needs more than a single row of words.")
        self.stage.frame()

    def add(self, words: str, *, detail: bool = False) -> None:
        self.log.add(Entry(words, detail=detail))

    def over(self) -> tuple[float, float]:
        x, y, wide, high = self.screen.widget("log").rect
        return x + wide / 2, y + high / 2

    def look(self, notches: float) -> None:
        self.stage.move(*self.over())
        self.stage.wheel(notches)
        self.draw()

    def draw(self) -> None:
        self.screen.stale()
        self.stage.frame()

    def lines(self) -> dict[str, float]:
        """Return how high each line stands that is drawn."""
        rect = self.screen.widget("log").rect
        items = flat(self.log.draw(self.stage.app, rect))
        return {item.words: item.rect[1] for item in items if isinstance(item, Text) and item.words.startswith("Line")}

    def sign(self) -> str:
        return next((words for words in self.stage.words().splitlines() if words.startswith("▼")), "")


@pytest.fixture
def reader(monkeypatch) -> Reader:
    monkeypatch.setattr("game.ai.worker.Thinker.warm", lambda self: None)
    return Reader()


def test_lines_that_are_read_stay_where_they_are_when_new_ones_come(reader):
    reader.look(4)
    before = reader.lines()
    assert len(before) > 2
    for number in range(3):
        reader.add(f"A new line {number}, which is long enough for a second row in the column beside the table.", detail=number == 1)
        reader.draw()
    assert reader.lines() == pytest.approx(before)
    assert reader.sign() == "▼ 3 new"


def test_lines_told_together_with_others_move_nothing_either(reader):
    reader.look(4)
    before = reader.lines()
    for _ in range(12):
        reader.add("Nothing happens.")
    assert reader.lines() == pytest.approx(before)
    reader.add("Nothing happens.")
    assert reader.lines() == pytest.approx(before)


def test_lines_that_are_read_stay_where_they_are_when_the_log_becomes_less_high(reader):
    reader.look(4)
    before = reader.lines()
    x, y, wide, high = reader.screen.widget("log").rect
    now = {
        item.words: item.rect[1]
        for item in flat(reader.log.draw(reader.stage.app, (x, y, wide, high - 60)))
        if isinstance(item, Text) and item.words.startswith("Line")
    }
    assert now
    assert now == pytest.approx({words: before[words] for words in now})


def test_at_the_end_the_log_follows(reader):
    reader.add("Line the last.")
    reader.draw()
    assert "Line the last." in reader.lines()
    assert reader.sign() == ""


def test_a_press_on_the_sign_goes_to_the_newest_line_and_follows_again(reader):
    reader.look(4)
    reader.add("Line the last.")
    reader.draw()
    assert "Line the last." not in reader.lines()
    x, y, wide, high = reader.log._sign
    assert reader.log.link_at(x + wide / 2, y + high / 2) is None
    reader.stage.tap(x + wide / 2, y + high / 2)
    reader.draw()
    assert "Line the last." in reader.lines()
    assert reader.sign() == ""
    reader.add("Line after that.")
    assert "Line after that." in reader.lines()


def test_looking_down_to_the_end_follows_again(reader):
    reader.look(2)
    reader.add("Line the last.")
    reader.draw()
    reader.look(-30)
    assert reader.sign() == ""
    reader.add("Line after that.")
    assert "Line after that." in reader.lines()


def test_the_log_over_the_table_goes_to_the_newest_line_by_the_end_key(reader):
    reader.screen.view.log_cramped = True
    reader.screen.controls.toggle_log()
    reader.stage.frame()
    reader.stage.press("up", "up", "up")
    assert reader.log.back > 0
    reader.add("Line the last.")
    reader.stage.press("end")
    assert (reader.log.back, reader.log.fresh) == (0, 0)


def test_so_they_do_when_it_becomes_so_high_that_the_end_is_seen_and_lines_come_then(reader):
    """The log grew while others acted, the end came to be seen, and it followed from then on."""
    reader.look(1)
    x, y, wide, high = reader.screen.widget("log").rect

    def drawn(more: float) -> dict[str, float]:
        items = flat(reader.log.draw(reader.stage.app, (x, y, wide, high + more)))
        return {item.words: item.rect[1] for item in items if isinstance(item, Text) and item.words.startswith("Line")}

    before = drawn(0)
    assert "Line 59 tells of something that needs more than a single row of words." in drawn(200)
    assert reader.log.fresh == 0
    for number in range(4):
        reader.add(f"A new line {number}, which is long enough for a second row in the column beside the table.")
        drawn(200)
    assert drawn(0) == pytest.approx(before)
    assert reader.log.fresh > 0


def test_and_when_lines_are_taken_back(reader):
    reader.look(6)
    for number in range(3):
        reader.add(f"A new line {number}, which is long enough for a second row in the column beside the table.")
    before = reader.lines()
    reader.log.cut(len(reader.log.entries) - 4)
    assert reader.lines() == pytest.approx(before)
    assert reader.sign() == "▼"
    reader.log.cut(20)
    assert reader.log.entries[-1].words in reader.lines()
    reader.add("Line after that.")
    assert "Line after that." in reader.lines(), "what was read is gone: it follows again"


def test_no_words_lie_under_the_sign_that_leads_to_the_end(reader):
    reader.look(4)
    x, y, wide, high = reader.screen.widget("log").rect
    (clip,) = [item for item in reader.log.draw(reader.stage.app, (x, y, wide, high)) if isinstance(item, Clip)]
    assert clip.rect[1] + clip.rect[3] <= reader.log._sign[1]
