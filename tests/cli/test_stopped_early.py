"""Ctrl-C is answered from the first moment on: while the program still loads what it needs, while its processes do, and once all is told."""

from __future__ import annotations

import os
import signal
import subprocess
import sys
import time
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[2]

WHEN = """
import os, signal, sys
class Stops:
    def find_spec(self, name, path=None, target=None):
        if name == {name!r} and ("--multiprocessing-fork" in sys.orig_argv) is {within}:
            sys.meta_path.remove(self)
            os.kill(os.getpid(), signal.SIGINT)
sys.meta_path.insert(0, Stops())
"""
"""What Python runs before all else, so that the signal comes just when a module is looked for, in the program or in one of its processes."""

pytestmark = pytest.mark.skipif(sys.platform == "win32", reason="no process sends itself a Ctrl-C there")


HEARS = "import signal; signal.signal(signal.SIGINT, signal.default_int_handler)\n"
"""What Python does of itself, unless these tests run where Ctrl-C is ignored, such as in the background of a script."""


def started(folder: Path, script: str, words: str) -> subprocess.CompletedProcess[str]:
    (folder / "sitecustomize.py").write_text(HEARS + script)
    env = {name: value for name, value in os.environ.items() if not name.startswith("COV")} | {"PYTHONPATH": f"{folder}:{ROOT}"}
    command = [sys.executable, "-m", "game", *words.split()]
    return subprocess.run(command, env=env, input="quit\n", capture_output=True, text=True, timeout=120, check=False)


@pytest.mark.parametrize("module", ["game.cli", "argparse", "game.kernel", "game.cli.rules", "game.content.pages"])
def test_ctrl_c_while_it_loads_is_one_sentence(module: str, tmp_path: Path) -> None:
    done = started(tmp_path, WHEN.format(name=module, within=False), "rules verona")
    assert (done.returncode, done.stdout, done.stderr) == (130, "", "starcross: Stopped.\n")


def test_the_command_begins_where_ctrl_c_is_caught() -> None:
    """Its entry loads nothing before that."""
    script = "import sys; before = set(sys.modules); import game.__main__; print(*sorted(set(sys.modules) - before))"
    done = subprocess.run([sys.executable, "-S", "-c", script], cwd=ROOT, capture_output=True, text=True, check=True)
    assert done.stdout.split() == ["game", "game.__main__"]
    assert 'starcross = "game.__main__:main"' in (ROOT / "pyproject.toml").read_text()


def test_ctrl_c_once_all_is_told_leaves_no_traceback() -> None:
    script = f"{HEARS}import atexit, os, sys, time; atexit.register(time.sleep, 30); sys.argv[1:] = ['--version']; from game.__main__ import main; sys.exit(main())"
    program = subprocess.Popen([sys.executable, "-c", script], cwd=ROOT, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True)
    assert program.stdout is not None
    assert program.stdout.readline().startswith("starcross ")
    time.sleep(0.2)
    program.send_signal(signal.SIGINT)
    _, err = program.communicate(timeout=20)
    assert (program.returncode, err) == (-signal.SIGINT, "")


BOT = """
class First:
    def __init__(self, rules):
        pass

    def choose(self, observation, legal, budget, chance):
        return legal[0]
"""


@pytest.mark.parametrize("module", ["game.kernel", "game.ai.brought", "game.rules"])
@pytest.mark.parametrize("words", ["sim verona --seats greedy,random --games 4 --jobs 2", "play verona --text --seat {bot} human --seed 1"])
def test_its_processes_hear_no_ctrl_c_while_they_load(words: str, module: str, tmp_path: Path) -> None:
    """A terminal sends it to all of them, and each told with a traceback where it stood."""
    (tmp_path / "bot.py").write_text(BOT)
    done = started(tmp_path, WHEN.format(name=module, within=True), words.format(bot=tmp_path / "bot.py:First"))
    assert (done.returncode, done.stderr) == (0, "")
