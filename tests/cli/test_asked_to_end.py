"""A command that draws without a window ends when it is asked to: the library that draws does not take the signal for itself."""

from __future__ import annotations

import signal
import subprocess
import sys
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[2]

DRAWS = """
import os, signal, time
from game.table.shell.app import headless
headless()
os.kill(os.getpid(), {number})
time.sleep(1)
print("it goes on")
"""


@pytest.mark.skipif(sys.platform == "win32", reason="this system has no such signal")
def test_what_draws_without_a_window_ends_when_it_is_asked_to() -> None:
    done = subprocess.run(
        [sys.executable, "-c", DRAWS.format(number=int(signal.SIGTERM))], cwd=ROOT, capture_output=True, text=True, timeout=120, check=False
    )
    assert done.returncode == -signal.SIGTERM, done.stderr
    assert "it goes on" not in done.stdout
