"""The real window, under a display of its own, moved by real keys and a real mouse.

What the window shows is read from the reports that F9 writes.
"""

from __future__ import annotations

import os
import signal
import subprocess
import sys
import time
from collections.abc import Iterator
from pathlib import Path

import msgspec
import pytest
from keys_player import desk
from keys_player import missing as no_desk
from window_player import missing, screen

from game import paths
from game.match.reports import SCREEN, read_report
from game.match.save import SaveError

pytestmark = [pytest.mark.window, pytest.mark.skipif(bool(missing()), reason=missing())]
PATIENCE = 60.0


@pytest.fixture(scope="module")
def display() -> Iterator[str]:
    with screen("1600x1000x24") as display:
        yield display


class Window:
    """The running program and the hands before it."""

    def __init__(self, display: str, *arguments: str) -> None:
        self.environment = {
            **{key: value for key, value in os.environ.items() if not key.startswith(("SDL_", "COVERAGE"))},
            "DISPLAY": display,
            "SDL_AUDIODRIVER": "dummy",
        }
        self.process = subprocess.Popen(
            [sys.executable, "-m", "game", *arguments],
            env=self.environment,
            stdout=subprocess.PIPE,
            stderr=subprocess.STDOUT,
            cwd=Path(__file__).parents[2],
        )
        self.wait(lambda: self.id)

    @property
    def id(self) -> str:
        """Return the window's id, empty until it is named: at its first start it is opened anew while the faster display is probed."""
        found = self.tool("search", "--onlyvisible", "--class", "starcross").split("\n")[0]
        return found if found and self.tool("getwindowname", found) == "Starcross Tabletop" else ""

    def tool(self, *arguments: str) -> str:
        done = subprocess.run(["xdotool", *arguments], env=self.environment, capture_output=True, text=True, timeout=20, check=False)
        return done.stdout.strip()

    def wait(self, what):
        end = time.monotonic() + PATIENCE
        while time.monotonic() < end:
            assert self.process.poll() is None, self.process.stdout.read().decode()
            found = what()
            if found:
                return found
            time.sleep(0.1)
        raise AssertionError("nothing happened for a long while")

    def keys(self, *names: str) -> None:
        """Press keys like a person: Shift is held until the key has been let go."""
        for name in names:
            held, _, key = name.rpartition("+")
            down, up = (("keydown", held, "sleep", "0.1"), ("sleep", "0.1", "keyup", held)) if held else ((), ())
            self.tool("windowfocus", self.id, "sleep", "0.05", *down, "key", key, *up)
            time.sleep(0.1)

    def report(self) -> dict:
        """Ask the window what it shows: Shift and F9 write it down."""
        folder = paths.user_folder() / "reports"
        for old in folder.glob("*.zip"):
            old.unlink()
        path = self.wait(lambda: self._written(folder))
        return self.wait(lambda: self._read(path))

    def _written(self, folder: Path) -> Path | None:
        """Press once and wait a good while: a second report on its way would be taken for the next one."""
        self.keys("shift+F9")
        end = time.monotonic() + PATIENCE / 2
        while time.monotonic() < end and self.process.poll() is None:
            found = next(folder.glob("*.zip"), None)
            if found is not None:
                return found
            time.sleep(0.05)
        return None

    @staticmethod
    def _read(path: Path) -> dict | None:
        try:
            report = read_report(path)
        except SaveError:
            return None
        facts = msgspec.to_builtins(report.facts)
        return facts | {"drawn": report.files[SCREEN].decode(), "window": list(report.facts.window), "screens": list(report.facts.screens)}

    def shown(self, screens: list[str]) -> dict:
        """Wait until these screens lie over each other."""
        end = time.monotonic() + PATIENCE
        report = self.report()
        while report["screens"] != screens and time.monotonic() < end:
            time.sleep(0.2)
            report = self.report()
        assert report["screens"] == screens
        return report

    def close(self) -> None:
        if self.process.poll() is None:
            self.process.kill()
        self.process.wait(10)
        self.process.stdout.close()


@pytest.fixture
def window(display: str) -> Iterator[Window]:
    window = Window(display)
    yield window
    window.close()


def test_the_menu_opens_on_a_real_display(window: Window) -> None:
    report = window.shown(["MenuScreen"])
    assert report["machine"]["driver"] == "x11"
    assert "Starcross Tabletop" in report["drawn"]
    assert window.tool("getwindowname", window.id) == "Starcross Tabletop"


def test_keys_and_mouse_walk_through_the_screens(window: Window) -> None:
    report = window.shown(["MenuScreen"])
    window.keys("F1")
    window.shown(["MenuScreen", "RulesScreen"])
    window.keys("Escape")
    window.shown(["MenuScreen"])
    scale = min(report["window"][0] / 1920, report["window"][1] / 1080)
    line = next(line for line in report["drawn"].splitlines() if line.endswith("'Settings'"))
    x, y, width, height = (float(word) for word in line.split()[1:5])
    window.tool("mousemove", "--window", window.id, str(round((x + width / 2) * scale)), str(round((y + height / 2) * scale)))
    window.tool("click", "1")
    window.shown(["MenuScreen", "SettingsScreen"])
    window.keys("Right")
    assert window.report()["settings"]["text_size"] == 105


def test_a_match_is_started_with_the_keyboard_alone(window: Window) -> None:
    window.shown(["MenuScreen"])
    window.keys("Return")
    window.shown(["MenuScreen", "NewMatch"])
    window.keys("Return")
    report = window.shown(["MenuScreen", "MatchScreen"])
    assert report["seats"] == 2


def test_the_window_follows_its_size_and_remembers_it(window: Window, display: str) -> None:
    window.shown(["MenuScreen"])
    window.tool("windowsize", "--sync", window.id, "1500", "900")
    window.wait(lambda: window.report()["window"] == [1500, 900])
    window.process.send_signal(signal.SIGTERM)
    assert window.process.wait(PATIENCE) == 0
    again = Window(display)
    try:
        assert again.shown(["MenuScreen"])["window"] == [1500, 900]
    finally:
        again.close()


def test_full_screen_fills_the_screen_and_goes_back_to_the_size_before(window: Window) -> None:
    before = window.shown(["MenuScreen"])["window"]
    window.keys("F11")
    window.wait(lambda: window.report()["window"] == [1600, 1000])
    window.keys("F11")
    window.wait(lambda: window.report()["window"] == before)


@pytest.mark.skipif(bool(no_desk()), reason=no_desk())
def test_from_full_screen_the_window_comes_back_to_where_it_was_with_its_frame() -> None:
    def place() -> str:
        return window.tool("getwindowgeometry", "--shell", window.id).partition("\n")[2]

    with desk() as display:
        window = Window(display)
        try:
            small = window.shown(["MenuScreen"])["window"]
            before = place()
            for _ in range(3):
                window.keys("F11")
                window.wait(lambda: window.report()["window"] == [1366, 800])
                window.keys("F11")
                window.wait(lambda: window.report()["window"] == small)
                assert place() == before
        finally:
            window.close()


def test_sigterm_closes_cleanly(window: Window) -> None:
    window.shown(["MenuScreen"])
    window.process.send_signal(signal.SIGTERM)
    assert window.process.wait(PATIENCE) == 0


def test_closing_the_window_closes_the_program(window: Window) -> None:
    window.shown(["MenuScreen"])
    window.keys("Escape")
    window.shown(["MenuScreen", "Dialog"])
    window.keys("Return")
    assert window.process.wait(PATIENCE) == 0
