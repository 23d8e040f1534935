"""A study whose program is killed in the middle of a match is gone on with to the same lines as one that was never stopped."""

from __future__ import annotations

import os
import signal
import subprocess
import sys
from pathlib import Path

import pytest

from game.lab.study import Folder

ROOT = Path(__file__).parents[2]

BOT = '''
import multiprocessing, os, signal
from pathlib import Path

SWITCH = Path(__file__).with_name("kill")
chosen = 0

class Bot:
    def __init__(self, rules):
        pass

    def choose(self, observation, legal, budget, chance):
        """Take anything; the program is killed, without a word, at the 500th choice of a process while the switch is there."""
        global chosen
        chosen += 1
        if chosen == 500 and SWITCH.exists():
            SWITCH.unlink(missing_ok=True)
            if PROGRAM != os.getpid():
                os.kill(PROGRAM, signal.SIGKILL)
            os.kill(os.getpid(), signal.SIGKILL)
        return legal[chance.below(len(legal))]

PROGRAM = os.getppid() if multiprocessing.parent_process() else os.getpid()
'''


@pytest.mark.skipif(not hasattr(signal, "SIGKILL"), reason="this system has no such signal")
@pytest.mark.parametrize("jobs", [1, 2])
def test_a_study_that_was_killed_goes_on_to_the_same_lines(jobs: int, tmp_path: Path) -> None:
    bot = tmp_path / "bot.py"
    bot.write_text(BOT, encoding="utf-8")

    def lab(*words: str) -> subprocess.CompletedProcess[str]:
        command = [sys.executable, "-m", "game", "lab", "cardmaster", "decks", *words, "--jobs", str(jobs)]
        home = {**os.environ, "STARCROSS_HOME": str(tmp_path / "home")}
        return subprocess.run(command, cwd=ROOT, capture_output=True, text=True, timeout=300, env=home, check=False)

    asked = ("--deck", "Cinder Court", "Hollow Choir", "--level", f"{bot}:Bot", "--games", "24", "--seed", "5")
    whole = lab(*asked, "--keep", str(tmp_path / "whole"))
    assert whole.returncode == 0, whole.stderr
    (tmp_path / "kill").touch()
    killed = lab(*asked, "--keep", str(tmp_path / "study"))
    assert killed.returncode == -signal.SIGKILL
    assert killed.stdout == ""
    before = Folder(tmp_path / "study").lines()
    assert 0 < len(before) < 24, "it is killed in the middle"
    resumed = lab("--resume", str(tmp_path / "study"))
    assert resumed.returncode == 0, resumed.stderr
    assert resumed.stdout.splitlines()[:-1] == whole.stdout.splitlines()[:-1]
    lines = Folder(tmp_path / "study").lines()
    assert lines == Folder(tmp_path / "whole").lines()
    assert [line for line in lines if line in before] == before
