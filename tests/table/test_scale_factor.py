"""The scale factor of a monitor: the first window and its text begin as large as the desktop shows everything else, and stay as they are changed."""

from __future__ import annotations

import socket
import subprocess
import sys

import pygame
import pytest
from shell_stage import Stage
from window_player import missing, screen

from game.rules import shelf
from game.table.screens.menu import MenuScreen
from game.table.shell import scale_factor as factors
from game.table.shell.desktop import _unreachable, first_size, open_display
from game.table.shell.scale_factor import first_text, resource_factor, scale_factor

PRINTED = "from game.table.shell.scale_factor import scale_factor; print(scale_factor('x11'))"


@pytest.fixture(autouse=True)
def nothing_said(monkeypatch: pytest.MonkeyPatch) -> None:
    for name in ("GDK_SCALE", "GDK_DPI_SCALE", "QT_SCALE_FACTOR"):
        monkeypatch.delenv(name, raising=False)
    monkeypatch.setattr(factors, "_x_resources", lambda: "")


@pytest.mark.parametrize(
    ("said", "factor"),
    [({}, 1.0), ({"GDK_SCALE": "2"}, 2.0), ({"GDK_SCALE": "2", "GDK_DPI_SCALE": "0.75"}, 1.5), ({"QT_SCALE_FACTOR": "1.25"}, 1.25),
     ({"GDK_SCALE": "two"}, 1.0), ({"GDK_SCALE": "90"}, 4.0), ({"GDK_SCALE": "0"}, 1.0)],
)  # fmt: skip
def test_what_the_environment_says_on_x11(monkeypatch, said, factor):
    for name, value in said.items():
        monkeypatch.setenv(name, value)
    assert scale_factor("x11") == factor
    assert scale_factor("wayland") == scale_factor("cocoa") == 1.0


def test_what_the_resources_of_x11_say(monkeypatch):
    assert resource_factor("*color: red\nXft.dpi:\t144\nXft.hinting: 1") == 1.5
    assert resource_factor("Xft.dpi: many") == resource_factor("") == 0.0
    monkeypatch.setattr(factors, "_x_resources", lambda: "Xft.dpi: 192")
    assert scale_factor("x11") == 2.0


def test_windows_is_asked_for_its_own(monkeypatch):
    monkeypatch.setattr(factors, "_of_windows", lambda: 1.5)
    assert scale_factor("windows") == 1.5


def test_windows_gives_the_window_its_own_pixels(monkeypatch):
    monkeypatch.setenv("SDL_VIDEODRIVER", "dummy")
    monkeypatch.setenv("SDL_WINDOWS_DPI_AWARENESS", "")
    monkeypatch.delenv("SDL_WINDOWS_DPI_AWARENESS")
    open_display()
    assert factors.os.environ["SDL_WINDOWS_DPI_AWARENESS"] == "permonitorv2"


@pytest.mark.parametrize(
    ("desktop", "factor", "size", "text"),
    [((1920, 1080), 1.0, (1280, 720), 100), ((1920, 1080), 1.5, (1920, 1008), 105), ((3840, 2160), 2.0, (2560, 1440), 100),
     ((3840, 2160), 3.0, (3840, 2088), 105), ((1366, 768), 2.0, (1366, 696), 175), ((2560, 1440), 1.0, (1920, 1080), 100)],
)  # fmt: skip
def test_the_first_window_and_its_text_begin_at_the_factor(monkeypatch, desktop, factor, size, text):
    monkeypatch.setattr(pygame.display, "get_desktop_sizes", lambda: [desktop])
    assert first_size((0, 0), factor) == size
    assert first_text(size, factor) == text
    assert first_size((1100, 700), factor) == (1100, 696 if desktop[1] == 768 else 700)


def opened(monkeypatch, factor: float, **settings) -> int:
    """Open the window on a monitor of a factor and return the text size it begins with."""
    monkeypatch.setattr("game.table.shell.desktop.scale_factor", lambda driver: factor)
    monkeypatch.setattr(pygame.display, "get_desktop_sizes", lambda: [(1920, 1080)])
    app = Stage(games=shelf(), **settings).app
    app.open()
    return app.settings.text_size


def test_only_a_window_that_was_never_open_begins_at_the_factor(monkeypatch):
    assert opened(monkeypatch, 2.0) == 145
    assert opened(monkeypatch, 1.0) == 100
    assert opened(monkeypatch, 2.0, window=(1280, 720)) == 100
    assert opened(monkeypatch, 2.0, text_size=150) == 150


@pytest.mark.window
@pytest.mark.skipif(bool(missing()), reason=missing())
def test_a_real_display_is_asked_for_its_resources():
    with screen("640x480x24") as display:
        env = {"DISPLAY": display, "PATH": "/usr/bin:/bin", "PYTHONPATH": ":".join(sys.path)}
        said = [subprocess.run([sys.executable, "-c", PRINTED], env=env, check=True, capture_output=True, text=True).stdout.strip()]
        subprocess.run(
            ["xprop", "-root", "-f", "RESOURCE_MANAGER", "8s", "-set", "RESOURCE_MANAGER", "Xft.dpi: 144\n"],
            env=env,
            check=True,
            timeout=20,
        )
        said.append(subprocess.run([sys.executable, "-c", PRINTED], env=env, check=True, capture_output=True, text=True).stdout.strip())
    assert said == ["1.0", "1.5"]


@pytest.mark.parametrize(("answers", "number"), [(True, 3), (False, 4)])
def test_a_display_on_another_computer_is_called_at_its_own_number_before_it_is_opened(monkeypatch, answers, number):
    called = []

    def call(address: tuple[str, int], seconds: float) -> socket.socket:
        called.append(address)
        if not answers:
            raise ConnectionRefusedError
        return socket.socket()

    monkeypatch.delenv("WAYLAND_DISPLAY", raising=False)
    monkeypatch.setattr("game.table.shell.desktop._CALL_SECONDS", 0.05 if not answers else 20.0)
    monkeypatch.setattr(socket, "create_connection", call)
    display = f"distant:{number}.0"
    assert _unreachable(display) == ("" if answers else f"the display {display} does not answer")
    assert called == [("distant", 6000 + number)]
    assert _unreachable(f":{number}") == ""
    assert len(called) == 1


@pytest.fixture
def finer(monkeypatch):
    """Return a table in a window of 640 by 360 points that is drawn in 1280 by 720 pixels, as on a monitor with twice as many."""
    stage = Stage((1280, 720), games=shelf())
    monkeypatch.setattr(pygame.display, "get_window_size", lambda: (640, 360))
    stage.app._take(pygame.event.Event(pygame.WINDOWSIZECHANGED, x=640, y=360))
    return stage


def test_a_pointer_is_where_it_is_seen_in_a_window_with_more_pixels_than_points(finer):
    app = finer.app
    assert (app.view.pixels, app.view.whole) == ((1280, 720), (0.0, 0.0, 1920.0, 1080.0))
    finer.show(MenuScreen())
    for key in ("world-shine", "world-overcross"):
        x, y, wide, high = finer.rect(key)
        where = {"pos": (round((x + wide / 2) / 3), round((y + high / 2) / 3)), "rel": (0, 0), "buttons": (0, 0, 0)}
        app.frame([pygame.event.Event(pygame.MOUSEMOTION, **where)])
        assert app.top.hover == key


def test_a_window_with_more_pixels_than_points_opens_again_as_large_as_it_was(finer):
    finer.app.remember_size()
    assert finer.app.settings.window == (640, 360)
