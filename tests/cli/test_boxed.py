"""What ends the program before its window opens stands in a box for whoever started it by a click, and never for a terminal, a script or a test."""

from __future__ import annotations

import os
import signal
import subprocess
import sys
import time
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from game.cli import boxed, main

UNHEARD = boxed.unheard

pytestmark = pytest.mark.skipif(sys.platform == "win32", reason="a program without a console is told of otherwise there")


@pytest.fixture
def shown(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> list[str]:
    """What would stand in a box, where the home is no folder and there is a display."""
    (tmp_path / "file").write_text("")
    monkeypatch.setenv("STARCROSS_HOME", str(tmp_path / "file"))
    monkeypatch.setenv("DISPLAY", ":981")
    monkeypatch.delenv("SDL_VIDEODRIVER", raising=False)
    told: list[str] = []
    monkeypatch.setattr(boxed, "unheard", UNHEARD)
    monkeypatch.setattr(boxed, "in_a_box", told.append)
    monkeypatch.setattr(boxed, "_watched", lambda _number: False)
    monkeypatch.setattr(boxed, "_terminal", lambda: False)
    return told


@pytest.mark.parametrize("words", [[], ["play", "verona"], ["play"], ["play", "--resume", "none.jsonl"]], ids=" ".join)
def test_what_keeps_the_window_closed_is_told_in_a_box_as_well(
    words: list[str], shown: list[str], capsys: pytest.CaptureFixture[str]
) -> None:
    assert main(words) == 2
    assert [f"starcross: {sentence}\n" for sentence in shown] == [capsys.readouterr().err]


@pytest.mark.parametrize("words", [["play", "verona", "--text"], ["where"], ["no-such"]], ids=" ".join)
def test_what_opens_no_window_is_told_in_no_box(words: list[str], shown: list[str]) -> None:
    assert main(words) == 2
    assert shown == []


@pytest.mark.parametrize("words", [["rules", "overcross"], ["sim", "verona", "--seats", "random,random", "--games", "2"]], ids=" ".join)
def test_a_full_disk_is_told_in_no_box_by_what_opens_no_window(
    words: list[str], shown: list[str], tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    """A command of a script left a box on the screen, and a process that waited for its OK."""
    monkeypatch.setenv("STARCROSS_HOME", str(tmp_path / "home"))
    with Path("/dev/full").open("w") as full:
        monkeypatch.setattr(sys, "stdout", full)
        assert main(words) == 2
        monkeypatch.undo()
    assert capsys.readouterr().err == "starcross: Nothing more can be written: No space left on device.\n"
    assert shown == []


@pytest.mark.parametrize(
    ("words", "boxes"),
    [(["sim", "nosuch"], 0), (["play", "verona", "--text"], 0), (["nosuch"], 0), (["/nosuch.jsonl"], 1), (["play"], 1)],
)
def test_without_a_stderr_too_a_box_is_only_for_a_window(words: list[str], boxes: int, shown: list[str], monkeypatch: Any) -> None:
    """A command of a script waited for the OK of its box; a file that is dropped on the program is told of in one."""
    monkeypatch.setattr(sys, "stderr", None)
    assert main(words) == 2
    assert len(shown) == boxes


@pytest.mark.parametrize("closed", ["2>&-", "<&- >&- 2>&-", "2>/dev/full", "<&- 2>/dev/full"])
@pytest.mark.parametrize("words", ["sim nosuch", "check nosuch", "nosuch", "rules nosuch"])
def test_a_complaint_that_nobody_can_hear_is_told_by_the_exit_code(words: str, closed: str) -> None:
    started = ["sh", "-c", f'exec "$0" -m game {words} {closed}', sys.executable]
    done = subprocess.run(started, env=os.environ | {"DISPLAY": ":981"}, capture_output=True, timeout=60, check=False)
    assert (done.returncode, done.stdout) == (2, b"")


def test_what_is_told_aside_is_not_printed_where_stderr_is_closed(tmp_path: Path) -> None:
    """It came among the results, as Python prints there what it is to print nowhere."""
    (tmp_path / "cards" / "overcross").mkdir(parents=True)
    (tmp_path / "cards" / "overcross" / "a.toml").write_text("[")
    told = []
    for closed in ("", "2>&-", "2>/dev/full"):
        started = ["sh", "-c", f'exec "$0" -m game sets overcross {closed}', sys.executable]
        done = subprocess.run(started, env=os.environ | {"STARCROSS_HOME": str(tmp_path)}, capture_output=True, timeout=60, check=True)
        told.append(done.stdout)
    assert len(set(told)) == 1


def test_what_is_stopped_is_told_in_no_box(shown: list[str], monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]) -> None:
    def stop(*_: object) -> int:
        raise KeyboardInterrupt

    monkeypatch.setattr("game.cli._run", stop)
    assert main(["check"]) == 130
    assert capsys.readouterr().err == "starcross: Stopped.\n"
    assert shown == []


@pytest.mark.parametrize("why", ["a terminal", "the terminal it was started from", "a driver that shows nothing", "no display"])
def test_where_somebody_reads_or_nobody_sees_there_is_no_box(why: str, shown: list[str], monkeypatch: pytest.MonkeyPatch) -> None:
    if why == "a terminal":
        monkeypatch.setattr(boxed, "_watched", lambda number: number == 2)
    elif why == "the terminal it was started from":
        monkeypatch.setattr(boxed, "_terminal", lambda: True)
    elif why == "no display":
        monkeypatch.delenv("DISPLAY")
        monkeypatch.delenv("WAYLAND_DISPLAY", raising=False)
        monkeypatch.setattr(sys, "platform", "linux")
    else:
        monkeypatch.setenv("SDL_VIDEODRIVER", "dummy")
    assert main([]) == 2
    assert shown == []


def test_a_pipe_is_read_by_another_program_and_a_file_by_nobody_yet(tmp_path: Path) -> None:
    reading, writing = os.pipe()
    with (tmp_path / "log").open("w") as file:
        assert boxed._watched(writing)
        assert not boxed._watched(file.fileno())
    os.close(reading)
    os.close(writing)


@pytest.mark.skipif(sys.platform == "darwin", reason="a box is of no process of its own there")
@pytest.mark.parametrize("told", [0, 1, 2])
def test_a_box_that_nobody_closes_ends_when_one_of_its_processes_is_told_to(told: int, tmp_path: Path) -> None:
    script = (
        "import os, pathlib, signal, sys, time\n"
        "from game.cli import boxed\n"
        "signal.signal(signal.SIGTERM, lambda *_: None)\n"
        "def show(_):\n"  # as SDL does: the box is of a process that its own waits for
        "    drawn = os.fork()\n"
        "    if not drawn:\n"
        "        time.sleep(60)\n"
        "        os._exit(0)\n"
        "    pathlib.Path(sys.argv[1]).write_text(f'{os.getppid()} {os.getpid()} {drawn} .')\n"
        "    os.waitpid(drawn, 0)\n"
        "boxed._show = show\n"
        "boxed.in_a_box('No.')\n"
    )
    noted = tmp_path / "processes"
    subprocess.run([sys.executable, "-c", script, str(noted)], check=True, timeout=60)
    until(lambda: noted.exists() and noted.read_text().endswith("."))
    numbers = noted.read_text().split()[:-1]
    os.kill(int(numbers[told]), signal.SIGTERM)
    for number in numbers:
        until(lambda: subprocess.run(["ps", "-o", "stat=", "-p", number], capture_output=True, check=False).stdout[:1] in {b"", b"Z"})  # noqa: B023


def until(done: Callable[[], bool]) -> None:
    """Wait until something is so, for half a minute at most."""
    for _ in range(300):
        if done():
            return
        time.sleep(0.1)
    assert done()
