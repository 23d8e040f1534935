"""The packaged Windows program, started under Wine: it checks itself, and a match is played in its window.

`make bundle-windows` builds it and names its folder in STARCROSS_FROZEN; nothing else runs these tests.
"""

from __future__ import annotations

import os
import shutil
import subprocess
import sys
import time
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest

sys.path.insert(0, str(Path(__file__).parents[1] / "table"))

from window_player import Window, play, screen

WINE = "/usr/lib/wine/wine64"
WINE_SERVER = "/usr/lib/wine/wineserver64"
LARGEST = 70 * 2**20

pytestmark = pytest.mark.wine


@pytest.fixture(name="frozen")
def built() -> Path:
    return Path(os.environ["STARCROSS_FROZEN"])


@pytest.fixture(name="display")
def managed() -> Iterator[str]:
    """A screen with a window manager, as Wine wants one, once no desktop is left that was begun without a screen and has no window for anybody."""
    subprocess.run([WINE_SERVER, "--wait"], check=True, timeout=60)
    with screen() as display:
        manager = subprocess.Popen(["openbox"], env={**os.environ, "DISPLAY": display}, stderr=subprocess.DEVNULL)
        try:
            yield display
        finally:
            manager.terminate()
            manager.wait(10)


def started(frozen: Path) -> Callable[[list[str]], list[str]]:
    """Start the program without a console: under Wine it wants a terminal all the same, or Python finds no standard streams."""
    return lambda words: ["script", "-qec", " ".join((WINE, str(frozen / "starcross.exe"), *words)), "/dev/null"]


def said(frozen: Path, home: Path, *words: str) -> str:
    """Run the program with a console; it wants a terminal of its own."""
    log = home / "said.txt"
    env = {**os.environ, "STARCROSS_HOME": str(home)}
    command = " ".join((WINE, str(frozen / "starcross-cli.exe"), *words))
    done = subprocess.run(
        ["script", "-eqc", command, str(log)], env=env, stdin=subprocess.DEVNULL, stdout=subprocess.DEVNULL, check=False, timeout=60
    )
    text = log.read_text("utf-8", "replace")
    assert done.returncode == 0, text[-2000:]
    return text


def test_it_checks_itself(frozen: Path, tmp_path: Path) -> None:
    assert "All is well." in said(frozen, tmp_path, "--selfcheck")


def test_its_workers_start(frozen: Path, tmp_path: Path) -> None:
    text = said(frozen, tmp_path, "sim", "verona", "--seats", "random,random", "--games", "4", "--jobs", "2")
    assert "4 of 4 matches finished" in text


def test_it_plays_a_study(frozen: Path, tmp_path: Path) -> None:
    """Some libraries are asked for only there."""
    assert "kept in" in said(frozen, tmp_path, "lab", "cardmaster", "decks", "--games", "1", "--level", "random", "--jobs", "1")


def test_both_programs_say_what_they_are(frozen: Path) -> None:
    for name in ("starcross.exe", "starcross-cli.exe"):
        written = (frozen / name).read_bytes()
        assert "Starcross Tabletop".encode("utf-16-le") in written
        assert name.encode("utf-16-le") in written


def test_it_is_small_enough(frozen: Path) -> None:
    assert sum(path.stat().st_size for path in frozen.rglob("*") if path.is_file()) < LARGEST


@pytest.mark.parametrize(("game", "seed"), [("verona", 3), ("shine", 6)])
def test_a_match_is_played_in_its_window_with_the_mouse(frozen: Path, display: str, tmp_path: Path, game: str, seed: int) -> None:
    window = Window(display, tmp_path, game, "normal", seed, program=started(frozen))
    try:
        told = play(window, seed)
        picture(display, game)
    finally:
        complaints = window.close()
    assert told["outcome"]
    assert "Traceback" not in complaints, complaints


def test_nothing_is_left_behind_when_it_is_closed(frozen: Path, display: str, tmp_path: Path) -> None:
    window = Window(display, tmp_path, "shine", "normal", 2, program=started(frozen))
    window.greet()
    window.close()
    end = time.monotonic() + 10
    while (left := running()) and time.monotonic() < end:
        time.sleep(0.2)
    assert not left, left


def running() -> str:
    """Return the lines of the processes that are the program."""
    told = subprocess.run(["ps", "-eo", "pid,args"], capture_output=True, text=True, check=True).stdout
    return "\n".join(line for line in told.splitlines() if "starcross.exe" in line and "pytest" not in line)


def picture(display: str, game: str) -> None:
    """Keep a picture of the screen where STARCROSS_PICTURES names a folder."""
    folder = os.environ.get("STARCROSS_PICTURES")
    if folder and shutil.which("import"):
        time.sleep(3)  # the end is laid over the table once its last move has been shown
        subprocess.run(["import", "-display", display, "-window", "root", f"{folder}/windows-{game}.png"], check=False)
