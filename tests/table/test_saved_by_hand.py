"""What "Saved as" names is there and holds the match, also before the first action of one that goes on from another save."""

from __future__ import annotations

import errno
from pathlib import Path

import pytest
from shell_stage import Stage

from game import paths
from game.cli.text import TextTable
from game.content import files
from game.kernel.setup import Setup
from game.match.journal import generation, snapshot_path
from game.match.match import Match
from game.match.replay import Replay
from game.match.save import files_beside, list_saves
from game.match.seats import SeatPlan
from game.table.play.match import MatchScreen


@pytest.fixture(autouse=True)
def nobody_thinks(monkeypatch):
    monkeypatch.setattr("game.ai.worker.Thinker.warm", lambda self: None)


def begun(actions: int = 5) -> Match:
    match = Match.start(Setup("verona", 2, seed=3), (SeatPlan("human"), SeatPlan("human")), folder=paths.saves_folder())
    for _ in range(actions):
        match.submit(match.legal()[0])
    match.flush()
    return match


def apart() -> Match:
    """A match that another window plays, gone on with as a new one."""
    return Match.resume(begun().path, apart=True)


def beside_a_damaged_one() -> Match:
    match = begun()
    match.close()
    lines = match.path.read_bytes().splitlines(keepends=True)
    lines[3] = b"no line of a match\n"
    match.path.write_bytes(b"".join(lines))
    return Match.resume(match.path)


def of_copies() -> Match:
    match = begun()
    match.close()
    match.path.unlink()
    return Match.resume(match.path)


def swept_away() -> Match:
    """A match whose files somebody deleted while it is played."""
    match = begun()
    for path in (match.path, *files_beside(match.path)):
        path.unlink(missing_ok=True)
    return match


def saved_as(stage: Stage) -> Path:
    stage.press("f5")
    stage.frame(0.1)
    (words,) = [words for _, words, _ in stage.app.notices if words.startswith("Saved as ")]
    return paths.saves_folder() / words.removeprefix("Saved as ").removesuffix(".")


@pytest.mark.parametrize("goes_on", [apart, beside_a_damaged_one, of_copies, swept_away])
def test_what_f5_names_is_there_and_stays_when_the_table_is_left(goes_on):
    match = goes_on()
    stage = Stage(speed="instant", reduced_motion=True)
    screen = stage.show(MatchScreen(match))
    stage.frame(0.1)
    path = saved_as(stage)
    assert (path, match.kept) == (match.path, match.path)
    assert path.is_file()
    assert snapshot_path(path).is_file()
    screen.controls.leave()
    match.close()
    assert Replay.open(path).broken == ""
    entry = next(each for each in list_saves() if each.path == path)
    assert (entry.count, entry.stood, entry.damaged) == (5, 5, False)
    again = Match.resume(path)
    again.close()
    assert (again.path, again.digest, again.notice) == (path, match.digest, "")


def test_an_untouched_match_that_goes_on_apart_leaves_no_save_where_nobody_asked_for_one():
    match = apart()
    stage = Stage(speed="instant", reduced_motion=True)
    screen = stage.show(MatchScreen(match))
    stage.frame(0.1)
    screen.controls.leave()
    match.close()
    assert not match.path.exists()


def test_where_it_cannot_be_written_f5_says_so(monkeypatch):
    match = apart()
    stage = Stage(speed="instant", reduced_motion=True)
    stage.show(MatchScreen(match))
    stage.frame(0.1)

    def full(*_):
        raise OSError(errno.ENOSPC, "No space left on device")

    monkeypatch.setattr(files, "_write", full)
    stage.press("f5")
    stage.frame(0.1)
    said = [words for _, words, _ in stage.app.notices]
    assert f"The match could not be saved to {match.path.name}: No space left on device." in said
    assert not any(words.startswith("Saved as") for words in said)


def test_saving_in_words_writes_it_too():
    match = apart()
    lines, said = ["save"], []
    TextTable(match, lambda: lines.pop(0) if lines else "quit", said.append).play()
    assert f"Every step is kept in {match.path}" in said
    assert match.path.is_file()
    match.close()
    assert generation(match.path, 1).is_file()
