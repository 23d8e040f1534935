"""The window's figures are measured in real programs; how good they are decides no test."""

from __future__ import annotations

import shutil
import subprocess
import sys
from pathlib import Path

import pytest

from game.cli import bench, windowed

ROOT = Path(__file__).parents[2]


def test_an_idle_window_uses_some_of_a_core_and_not_all_of_it(monkeypatch):
    script = (
        "from game.cli import windowed; windowed.IDLE_SECONDS = 0.5; windowed.SETTLING_SECONDS = 0.2; print(windowed.idle(focused=True))"
    )
    done = subprocess.run([sys.executable, "-c", script], cwd=ROOT, capture_output=True, text=True, check=True)
    assert 0 <= float(done.stdout.split()[-1]) < 100


def test_the_first_frame_is_drawn_by_the_script_that_is_timed():
    done = subprocess.run([sys.executable, "-c", bench.FIRST_FRAME], cwd=ROOT, capture_output=True, text=True, check=False)
    assert (done.returncode, done.stderr) == (0, "")


def test_all_cards_are_read_by_the_script_that_is_timed():
    subprocess.run([sys.executable, "-c", bench.IMPORT_ALL], cwd=ROOT, check=True)


@pytest.mark.window
@pytest.mark.skipif(shutil.which("Xvfb") is None, reason="there is no Xvfb here")
def test_a_frame_with_its_flip_is_timed_on_a_display_of_our_own():
    with windowed.own_display() as display:
        assert display.startswith(":")
        assert windowed.measured("flip()", display=display) > 0


def test_the_95th_of_a_hundred_is_told_in_milliseconds():
    assert windowed.p95([number / 1000 for number in range(100)]) == pytest.approx(95)
