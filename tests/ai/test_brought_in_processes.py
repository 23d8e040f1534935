"""What a class from outside does to the process it plays in: one that is never made, that interrupts, that starts others."""

from __future__ import annotations

import subprocess
import sys
import time
from collections.abc import Callable
from pathlib import Path

import pytest
from test_brought import bot

from game import paths
from game.ai import brought
from game.ai.brought import PlayerError, bring
from game.cli import main
from game.kernel.setup import Setup
from game.rules import open_box


@pytest.mark.parametrize(
    "where",
    ["import time\ntime.sleep(600)\n", "class Bot:\n    def __init__(self, rules):\n        import time\n        time.sleep(600)\n"],
)
@pytest.mark.parametrize(
    "words",
    [
        ["sim", "verona", "--games", "1", "--seats", "{0},random"],
        ["lab", "verona", "levels", "{0}", "random", "--games", "2", "--jobs", "1"],
    ],
)
def test_a_class_that_is_never_made_is_refused(tmp_path: Path, capsys: pytest.CaptureFixture[str], where: str, words: list[str]) -> None:
    path = tmp_path / "bot.py"
    path.write_text(where)
    assert main([*(word.format(f"{path}:Bot") for word in words), "--limit", "0.1"]) == 2
    assert f"{path}:Bot was not made for verona within 0.3 seconds." in capsys.readouterr().err


def test_a_class_that_is_never_made_in_the_process_that_plays_is_ended_with_it(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    told: list[object] = []

    class Told:
        def asked(self, name: str, seconds: float) -> None:
            told.append((name, seconds))

        def answered(self) -> None:
            told.append("answered")

        def reached(self, actions: int) -> None:
            told.append(actions)

    monkeypatch.setattr(brought.HeldPlayer, "watch", Told())
    name = bot(tmp_path, "return legal[0]")
    bring(name, open_box("verona").rules(Setup("verona", 2)))
    assert told == [(name, 3 * brought.LIMIT), "answered"]
    with pytest.raises(PlayerError):
        bring(f"{tmp_path / 'none.py'}:Bot", open_box("verona").rules(Setup("verona", 2)))
    assert told[2:] == [(f"{tmp_path / 'none.py'}:Bot", 3 * brought.LIMIT), "answered"]


def test_an_interrupt_that_a_class_raises_is_its_own_failure(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    name = bot(tmp_path, "raise KeyboardInterrupt")
    assert main(["sim", "verona", "--seats", f"{name},random", "--games", "1"]) == 1
    said = capsys.readouterr()
    assert f"match 0 (seed 0), action 1: {name} failed: KeyboardInterrupt (bot.py, line 6)." in said.out
    assert "Traceback" not in said.err


@pytest.mark.skipif(sys.platform == "win32", reason="a process of Windows leads no group")
@pytest.mark.parametrize("way", ["late", "killed"])
def test_what_a_class_starts_ends_with_the_process_it_plays_in(tmp_path: Path, way: str) -> None:
    note = tmp_path / "pid"
    name = bot(
        tmp_path,
        f"import pathlib, subprocess, time\npathlib.Path({str(note)!r}).write_text(str(subprocess.Popen(['sleep', '600']).pid))\ntime.sleep(600)",
    )
    words = [
        sys.executable,
        "-m",
        "game",
        "sim",
        "verona",
        "--seats",
        f"{name},random",
        "--games",
        "1",
        "--limit",
        "0.4" if way == "late" else "200",
    ]
    with subprocess.Popen(words, cwd=paths.PACKAGE.parent, stdout=subprocess.DEVNULL) as program:
        until(lambda: note.exists() and note.read_text() != "")
        if way == "killed":
            program.kill()
        program.wait(60)
    started = int(note.read_text())
    until(lambda: not runs(started))


def runs(pid: int) -> bool:
    """Tell whether a process is there that is more than a name its parent has not asked about."""
    try:
        return Path(f"/proc/{pid}/stat").read_text().rpartition(")")[2].split()[0] not in "ZX"
    except OSError:
        return False


def until(done: Callable[[], bool]) -> None:
    """Wait until something is so, for a minute at most."""
    end = time.monotonic() + 60
    while not done():
        assert time.monotonic() < end
        time.sleep(0.02)
