"""Where no window can be opened one sentence says so, before anything was begun."""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path

import pytest

from game import paths
from game.kernel.setup import Setup
from game.match.match import Match
from game.match.seats import SeatPlan

ROOT = Path(__file__).parents[2]
NOWHERE = {
    "none": {},
    "another": {"DISPLAY": ":981"},
    "distant": {"DISPLAY": "127.0.0.1:981"},
    "unknown": {"DISPLAY": "nowhere.invalid:0"},
    "no such driver": {"SDL_VIDEODRIVER": "parchment"},
    "a driver without its library": {"SDL_VIDEODRIVER": "wayland"},
}

REFUSES = """
import sys, pygame
def refuse(*_): raise pygame.error("Couldn't create window: Environment variable not found.")
pygame.display.set_mode = refuse
from game.cli import main
sys.exit(main(sys.argv[1:]))
"""
"""A display that answers and has no window for anybody, as Windows without a desktop has."""


@pytest.mark.skipif(sys.platform in {"win32", "darwin"}, reason="there is always a display")
@pytest.mark.parametrize("words", [(), ("play", "verona")], ids=["menu", "match"])
@pytest.mark.parametrize("where", list(NOWHERE))
def test_without_a_display_one_sentence_says_so(where: str, words: tuple[str, ...]) -> None:
    away = ("DISPLAY", "WAYLAND_DISPLAY", "XDG_RUNTIME_DIR", "SDL_VIDEODRIVER")
    env = {key: value for key, value in os.environ.items() if key not in away} | NOWHERE[where]
    done = subprocess.run(
        [sys.executable, "-m", "game", *words], cwd=ROOT, env=env, capture_output=True, text=True, timeout=60, check=False
    )
    assert done.returncode == 2
    assert done.stdout == ""
    assert done.stderr.startswith("starcross: No window can be opened here (")
    assert done.stderr.strip().count("\n") == 0
    assert "--text` plays without one." in done.stderr
    assert not paths.saves_folder().exists(), "a match was begun that nobody can see"


@pytest.mark.parametrize(
    "words",
    [(), ("play", "verona"), ("play", "verona", "--position", "lesson-1")],
    ids=["menu", "match", "position"],
)
def test_a_display_that_refuses_the_window_is_said_in_one_sentence(words: tuple[str, ...]) -> None:
    done = subprocess.run(
        [sys.executable, "-c", REFUSES, *words], cwd=ROOT, env=os.environ | {"SDL_VIDEODRIVER": "dummy", "PYGAME_HIDE_SUPPORT_PROMPT": "1"},
        capture_output=True, text=True, timeout=60, check=False,
    )  # fmt: skip
    assert (done.returncode, done.stdout) == (2, "")
    assert done.stderr == (
        "starcross: No window can be opened here (Couldn't create window: Environment variable not found); "
        "`starcross play GAME --text` plays without one.\n"
    )
    assert not list(paths.running_folder().glob("*.log")), "the next window would tell of it once more"
    assert not list(paths.saves_folder().glob("*")), "a match was begun that nobody can see"


def test_a_match_that_was_to_go_on_stays_where_the_window_is_refused(tmp_path: Path) -> None:
    match = Match.start(Setup("verona", 2, seed=1), (SeatPlan("human"),) * 2, folder=tmp_path)
    match.close()
    before = {path: path.read_bytes() for path in tmp_path.iterdir()}
    done = subprocess.run(
        [sys.executable, "-c", REFUSES, "play", "--resume", str(match.path)],
        cwd=ROOT, env=os.environ | {"SDL_VIDEODRIVER": "dummy", "PYGAME_HIDE_SUPPORT_PROMPT": "1"},
        capture_output=True, text=True, timeout=60, check=False,
    )  # fmt: skip
    assert done.returncode == 2
    assert {path: path.read_bytes() for path in tmp_path.iterdir()} == before
