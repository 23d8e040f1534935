"""Which match lay on the table of a window that ended without being closed: that one goes into the report, and Continue brings it back."""

from __future__ import annotations

import logging
import os
import shutil
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

import pytest
from shell_stage import Stage

from game import paths
from game.kernel.setup import Setup
from game.match.journal import generation
from game.match.match import Match
from game.match.save import list_saves
from game.match.seats import HUMAN, SeatPlan
from game.rules import open_box
from game.table import window
from game.table.pages.mishap import Mishap
from game.table.screens.menu import MenuScreen
from game.table.screens.opening import screen_of
from game.table.shell.report import seen
from game.table.shell.runs import Run, left_behind, on_table


def begun(seed: int) -> Match:
    match = Match.start(Setup("verona", 2, seed=seed), (SeatPlan(HUMAN), SeatPlan("easy")), folder=paths.saves_folder())
    match.submit(match.legal()[0])
    match.close()
    return match


@contextmanager
def hard_end() -> Iterator[None]:
    """What is laid on the table meanwhile lies there as the process is ended."""
    this = Run()
    logging.getLogger("game").addHandler(this)
    logging.getLogger("game").setLevel(logging.INFO)
    try:
        yield
    finally:
        logging.getLogger("game").removeHandler(this)
        this._held.release()  # as the end of a process does
        this._file.close()


def laid(path: Path) -> None:
    """Lay a match on a table, as the command line does: its screen is made before there is a window."""
    screen = screen_of(Match.resume(path))
    with hard_end():
        Stage(games=(open_box("verona"),)).show(screen)
        screen.leave()
    os.utime(path, (1000, 1000))


def told() -> Stage:
    """The next start."""
    stage = Stage(games=(open_box("verona"),))
    window._lay_out(stage.app, None, left_behind())
    stage.frame()
    assert isinstance(stage.top, Mishap)
    return stage


@pytest.fixture
def killed() -> tuple[Match, Match]:
    """A match that lay on the table of a window that was killed, and another that was played since."""
    lay, other = begun(1), begun(2)
    laid(lay.path)
    return lay, other


def test_what_lay_on_the_table_is_what_the_report_and_continue_take_though_another_was_played_since(killed: tuple[Match, Match]) -> None:
    lay, other = killed
    logs = left_behind()
    assert on_table(logs) == lay.path
    stage = Stage(games=(open_box("verona"),))
    stage.show(MenuScreen())
    assert stage.top.last.path == other.path
    assert seen(stage.app, before=()).facts.actions == 0
    window._lay_out(stage.app, None, logs)
    stage.frame()
    assert isinstance(stage.top, Mishap)
    assert seen(stage.app, before=logs).journal == lay.path.read_bytes()
    stage.press("escape")
    stage.top.resume()
    assert stage.top.match.path == lay.path


@pytest.mark.parametrize(
    "said", ["", "On the table: ", "On the table: ../up.jsonl", "On the table: a/b.jsonl", "On the table: two words.jsonl"]
)
def test_a_log_that_names_no_save_says_nothing_lay_there(said: str) -> None:
    assert on_table([f"12:00 INFO game: {said}"]) is None


def test_the_last_of_several_counts() -> None:
    one, two = Path("a b.jsonl").absolute(), Path("c d.jsonl").absolute()
    assert on_table([f"x On the table: {one}\ny On the table: {two}", "z"]) == two


def test_the_next_start_leaves_the_time_at_which_a_match_was_last_played(killed: tuple[Match, Match]) -> None:
    lay, other = killed
    told()
    assert lay.path.stat().st_mtime == 1000
    assert [entry.path for entry in list_saves()] == [other.path, lay.path]


def test_a_save_that_lies_elsewhere_is_reported_named_and_gone_on_with(tmp_path: Path) -> None:
    copy = tmp_path / "a copy.jsonl"
    here = begun(1).path
    shutil.copy(here, copy)
    match = Match.resume(copy)
    match.submit(match.legal()[0])
    match.close()
    laid(copy)
    stage = told()
    assert f"Continue in the menu brings the last one back, which lies in {copy}." in stage.top.words
    assert stage.top.found.journal == copy.read_bytes()
    stage.click("on")
    stage.click("continue")
    assert stage.top.match.path == copy
    stage.app.home()
    assert stage.top.last.path == here  # once gone on with, what was played last counts


@pytest.mark.parametrize("end", ["over", "gone"])
def test_what_continue_cannot_bring_back_is_not_promised(killed: tuple[Match, Match], end: str) -> None:
    lay, other = killed
    if end == "gone":
        lay.path.unlink()
        for each in lay.path.parent.glob(f"{lay.path.name}.*"):
            each.unlink()
    else:
        match = Match.resume(lay.path)
        match.concede(0)
        match.close()
    stage = told()
    assert stage.top.words == "The table ended without being closed. Matches are saved after every action."
    stage.click("on")
    assert stage.top.last.path == other.path


@pytest.mark.parametrize("beside", [True, False])
def test_a_report_holds_the_match_as_it_was_played_though_its_file_does_not(*, beside: bool) -> None:
    match = begun(1)
    whole = match.path.read_bytes()
    match.path.write_bytes(whole[: len(whole) // 2])
    if not beside:
        match = Match.resume(match.path)
        match.submit(match.legal()[0])
        match.flush()
        whole = match.journal
        match.path.unlink()
        match.path.mkdir()  # nothing can be written there
        match.submit(match.legal()[0])
        assert match.save_fault
    else:
        match = Match.resume(match.path)
    stage = Stage(games=(open_box("verona"),))
    stage.show(screen_of(match))
    found = seen(stage.app)
    assert found.journal == match.journal
    assert found.journal.startswith(whole)
    assert found.facts.actions == match.count
    assert ("could not be saved" in found.log) != beside


def test_a_report_of_a_window_that_was_killed_holds_what_the_copy_has(killed: tuple[Match, Match]) -> None:
    lay, _ = killed
    lay.path.write_bytes(b"")
    found = seen(Stage(games=(open_box("verona"),)).app, before=left_behind())
    assert found.journal == generation(lay.path, 1).read_bytes()
    assert found.facts.actions == 0
