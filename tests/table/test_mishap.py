"""After an error that nobody foresaw: nothing is lost, a calm panel says so, and what happened reaches the report."""

from __future__ import annotations

import logging
import os
import subprocess
import sys
import threading
from pathlib import Path

import pygame
import pytest
from shell_stage import Stage
from systems import PIPES

from game import paths
from game.kernel.setup import Setup
from game.match.match import Match
from game.match.replay import Replay
from game.match.reports import LOG, PICTURE, SCREEN, read_report
from game.match.seats import SeatPlan
from game.rules import open_box
from game.table import window
from game.table.pages.mishap import Mishap
from game.table.pages.settings import SettingsScreen
from game.table.play.match import MatchScreen
from game.table.screens.menu import MenuScreen
from game.table.screens.rescue import rescue
from game.table.shell.report import fault_in
from game.table.shell.runs import Run, left_behind

ROOT = Path(__file__).parents[2]


class UnforeseenError(Exception):
    """What nobody foresaw."""


def fail(*_: object, **__: object) -> None:
    raise UnforeseenError("the roof came down")


@pytest.fixture
def stage() -> Stage:
    stage = Stage(games=(open_box("verona"),), speed="instant")
    stage.app.rescue = rescue
    stage.show(MenuScreen())
    return stage


def playing(stage: Stage, actions: int = 7) -> MatchScreen:
    people = (SeatPlan("human", "Anna"), SeatPlan("human", "Bea"))
    match = Match.start(Setup("verona", 2, seed=5), people, folder=paths.saves_folder())
    screen = stage.show(MatchScreen(match))
    for _ in range(actions):
        screen.submit(match.legal()[0])
    return screen


def frame(stage: Stage) -> None:
    """Let a moment pass as the running window does."""
    stage.clock.now += 0.1
    stage.app.guarded(stage.app.frame)


def broken(stage: Stage, where: str, monkeypatch: pytest.MonkeyPatch) -> MatchScreen:
    """Play, and have something of the screen fail; return the screen."""
    screen = playing(stage)
    monkeypatch.setattr(screen, where, fail)
    stage.post(pygame.MOUSEMOTION, pos=(300, 300), rel=(0, 0), buttons=(0, 0, 0))
    frame(stage)
    return screen


@pytest.mark.parametrize("where", ["tick", "draw", "handle", "build"])
def test_the_match_is_saved_and_a_panel_says_so(stage: Stage, where: str, monkeypatch: pytest.MonkeyPatch) -> None:
    screen = broken(stage, where, monkeypatch)
    assert isinstance(stage.top, Mishap)
    assert "Your match of star cross'd is saved as it stood" in stage.words()
    assert [widget.label for widget in stage.top.widgets()] == ["Report", "Go on", "Quit"]
    assert Match.resume(screen.match.path).digest == screen.match.digest


def test_going_on_leads_to_the_menu_and_back_into_the_match(stage: Stage, monkeypatch: pytest.MonkeyPatch) -> None:
    screen = broken(stage, "tick", monkeypatch)
    stage.click("on")
    assert [type(screen) for screen in stage.app.screens] == [MenuScreen]
    stage.click("continue")
    assert isinstance(stage.top, MatchScreen)
    assert stage.top.match.digest == screen.match.digest


def test_quitting_closes_the_window(stage: Stage, monkeypatch: pytest.MonkeyPatch) -> None:
    broken(stage, "tick", monkeypatch)
    stage.click("quit")
    assert not stage.app.running


def test_the_report_tells_what_happened_where(stage: Stage, monkeypatch: pytest.MonkeyPatch) -> None:
    broken(stage, "draw", monkeypatch)
    stage.click("report")
    stage.press(*"it fell", "return")
    written = list((paths.user_folder() / "reports").glob("*.zip"))
    assert len(written) == 1
    assert written[0].name in stage.words()
    found = read_report(written[0])
    assert found.facts.screens == ("MenuScreen", "MatchScreen")
    assert (found.facts.game, found.facts.seats, found.facts.actions) == ("verona", 2, 7)
    assert found.facts.fault.startswith("UnforeseenError in ")
    assert b"the roof came down" in found.files[LOG]
    assert b"test_mishap.py" in found.files[LOG]
    assert b"could not be drawn" in found.files[SCREEN]
    assert PICTURE not in found.files
    replay = Replay.open(written[0])
    assert (replay.count, replay.difference) == (7, "")
    stage.click("done")
    assert isinstance(stage.top, Mishap)
    assert f"is saved as it stood: Continue in the menu brings it back. A report was written to {written[0]}." in stage.words()
    assert [widget.label for widget in stage.top.widgets()] == ["Go on", "Quit"]
    stage.press("return")
    assert isinstance(stage.top, MenuScreen)


def test_a_report_that_was_not_written_can_still_be(stage: Stage, monkeypatch: pytest.MonkeyPatch) -> None:
    broken(stage, "draw", monkeypatch)
    stage.click("report")
    stage.click("leave")
    assert [widget.label for widget in stage.top.widgets()] == ["Report", "Go on", "Quit"]
    assert "A report helps its makers" in stage.words()


def test_a_match_that_is_over_is_not_said_to_be_gone_on_with(stage: Stage, monkeypatch: pytest.MonkeyPatch) -> None:
    screen = playing(stage)
    screen.match.concede(0)
    monkeypatch.setattr(screen, "draw", fail)
    screen.stale()
    frame(stage)
    assert "is saved as it stood. A report helps" in stage.words()


def test_a_match_that_could_not_be_saved_is_not_called_saved(stage: Stage, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(Match, "save_fault", "The match could not be saved (no space left).")
    broken(stage, "tick", monkeypatch)
    assert "no space left" in stage.words()
    assert "is saved" not in stage.words()


def test_a_screen_that_cannot_be_left_keeps_no_other_from_being_saved(stage: Stage, monkeypatch: pytest.MonkeyPatch) -> None:
    screen = playing(stage)
    over = stage.show(SettingsScreen())
    monkeypatch.setattr(over, "leave", fail)
    monkeypatch.setattr(over, "tick", fail)
    frame(stage)
    assert isinstance(stage.top, Mishap)
    Match.resume(screen.match.path).close()  # it was let go: nobody holds it


def test_a_panel_that_fails_is_not_followed_by_another(stage: Stage, monkeypatch: pytest.MonkeyPatch) -> None:
    broken(stage, "tick", monkeypatch)
    monkeypatch.setattr(stage.top, "draw", fail)
    stage.top.stale()
    with pytest.raises(UnforeseenError):
        frame(stage)


def test_what_ends_a_thread_stands_in_the_log(stage: Stage, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(threading, "excepthook", window._lost_thread)
    thread = threading.Thread(target=fail)
    thread.start()
    thread.join()
    assert any("the roof came down" in line for line in stage.app.log.lines)


def test_warnings_of_every_part_reach_the_report(stage: Stage) -> None:
    for part in ("game.ai.worker", "game.match.journal", "game.table.shell.sound"):
        logging.getLogger(part).warning("a word from %s", part)
        assert stage.app.log.lines[-1] == f"warning: a word from {part}"


# --- a run that ends without a word

ENDS = {
    "closed": "app.running = False",
    "killed": "os.kill(os.getpid(), signal.SIGKILL)",
    "fault": "faulthandler._sigsegv()",
    "error": "app.rescue = lambda app, error: (_ for _ in ()).throw(error); raise ValueError('twice')",
    "asked": "os.kill(os.getpid(), signal.SIGTERM)",
}
RUN = """
import faulthandler, logging, os, signal
from game.rules import open_box
from game.table import window
from game.table.shell.app import App

frames = 0
frame = App.frame

def few(app):
    global frames
    frames += 1
    if frames == 3:
        logging.getLogger("game.table").warning("a word before the end")
        {end}
    return frame(app)

App.frame = few
window.run((open_box("verona"),))
"""


FATAL = """Fatal Python error: Aborted

Thread 0x1 (most recent call first):
  File "/a/game/ai/worker.py", line 3 in wait

Current thread 0x2 (most recent call first):
  File "/python/lib/surface.py", line 1 in blit
  File "/a/game/table/canvas/painter.py", line 7 in draw
"""


def ran(end: str) -> int:
    """Run a window that ends in some way; return its exit code."""
    env = {**os.environ, "SDL_VIDEODRIVER": "dummy", "SDL_AUDIODRIVER": "dummy", "PYTHONPATH": str(ROOT)}
    done = subprocess.run(
        [sys.executable, "-c", RUN.format(end=ENDS[end])], env=env, cwd=ROOT, capture_output=True, timeout=120, check=False
    )
    return done.returncode


@pytest.mark.parametrize("end", ["closed", "asked"])
def test_a_window_that_is_closed_leaves_nothing_behind(end: str) -> None:
    assert ran(end) == 0
    assert list(paths.running_folder().iterdir()) == []
    assert left_behind() == ()


@pytest.mark.skipif(sys.platform == "win32", reason="there are no such signals")
@pytest.mark.parametrize(("end", "told"), [("killed", "a word before the end"), ("fault", "Segmentation fault"), ("error", "twice")])
def test_the_next_start_knows_what_the_last_run_said(end: str, told: str) -> None:
    assert ran(end) != 0
    logs = left_behind()
    assert len(logs) == 1
    assert "a word before the end" in logs[0]
    assert told in logs[0]
    assert fault_in(logs[0]) == ("Segmentation fault in shell/app.guarded" if end == "fault" else "")
    assert left_behind() == ()
    assert list(paths.running_folder().iterdir()) == []


@PIPES
def test_what_is_no_log_holds_no_start_up() -> None:
    paths.running_folder().mkdir(parents=True)
    os.mkfifo(paths.running_folder() / "1.log")
    (paths.running_folder() / "2.log").write_text("a word before the end")
    (paths.running_folder() / "3.log.lock").mkdir()
    (paths.running_folder() / "3.log").write_text("another")
    assert left_behind() == ("a word before the end",)


def test_a_window_that_is_open_is_not_taken_for_one_that_ended() -> None:
    this = Run()
    try:
        assert left_behind() == ()
        assert this.place.exists()
    finally:
        this.end()
    assert not this.place.exists()


def test_after_a_hard_end_the_next_start_says_so_and_the_log_goes_into_the_report(monkeypatch: pytest.MonkeyPatch) -> None:
    stage = Stage(games=(open_box("verona"),))
    playing(stage).match.close()
    stage.app.let_go()
    window._lay_out(stage.app, None, ("a word before the end", FATAL))
    stage.frame()
    assert isinstance(stage.top, Mishap)
    assert "ended 2 times without being closed" in stage.words()
    stage.click("report")
    stage.click("write")
    found = read_report(next((paths.user_folder() / "reports").glob("*.zip")))
    assert b"before: a word before the end" in found.files[LOG]
    assert found.facts.fault == "Aborted in canvas/painter.draw"
    assert found.facts.actions == 7
    assert Replay.open(found.path).count == 7
    stage.press("escape")
    stage.click("on")
    assert isinstance(stage.top, MenuScreen)


def test_where_nothing_can_be_written_the_window_runs_all_the_same(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    (tmp_path / "file").write_text("")
    monkeypatch.setenv("STARCROSS_HOME", str(tmp_path / "file"))
    this = Run()
    this.handle(logging.LogRecord("game", logging.WARNING, "", 1, "a word", (), None))
    assert left_behind() == ()
    this.end()
