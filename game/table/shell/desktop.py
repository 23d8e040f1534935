"""What the desktop grants the window: a display at all, how large it opens, and how fast a picture is shown."""

from __future__ import annotations

import contextlib
import os
import re
import socket
import subprocess
import sys
import threading
import time
import warnings
from collections.abc import Iterator
from pathlib import Path

import msgspec
import pygame

from game import paths
from game.table.shell.scale_factor import FIRST, first_text, scale_factor, tell_sharpness
from game.table.shell.settings import Settings

TITLE = "Starcross Tabletop"
UNSEEN = ("dummy", "offscreen")
"""Drivers that show nothing to anybody; the library falls back on them without a word."""

_DISTANT = re.compile(r"(?:tcp/)?([^:/]+):(\d{1,4})(?:\.\d+)?\Z")
_CALL_SECONDS = 1.0
SMALLEST = (1024, 640)
_LARGER = ((1600, 900), (1920, 1080), (2560, 1440))
_ROOMY = 0.76
_FRAME = 72  # what a title bar and a task bar may take of a desktop's height, in pixels


def first_size(left: tuple[int, int], factor: float = 1.0) -> tuple[int, int]:
    """Return how large the window opens, in pixels: as it was left, or at first with room around it; never larger than the desktop.

    At first it is no smaller than a monitor's scale factor makes everything.
    """
    with contextlib.suppress(pygame.error):
        width, height = pygame.display.get_desktop_sizes()[0]
        if left == (0, 0):
            roomy = next((size for size in reversed(_LARGER) if size[0] <= _ROOMY * width and size[1] <= _ROOMY * height), FIRST)
            left = max(roomy, (round(FIRST[0] * factor), round(FIRST[1] * factor)))
        return min(left[0], width), min(left[1], height - _FRAME)
    return FIRST if left == (0, 0) else left


def first_window(settings: Settings) -> tuple[tuple[int, int], Settings]:
    """Return how large the window opens, and the settings, whose text size begins at the scale factor where the window was never open."""
    if settings.window != (0, 0):
        return first_size(settings.window), settings
    factor = scale_factor(pygame.display.get_driver())
    size = first_size(settings.window, factor)
    if factor > 1 and settings.text_size == Settings().text_size:
        settings = msgspec.structs.replace(settings, text_size=first_text(size, factor))
    return size, settings


def flip_seconds() -> float:
    """Return how long it takes to show a picture now, in seconds: the middle one of three."""
    pygame.display.flip()
    times = []
    for _ in range(3):
        start = time.perf_counter()
        pygame.display.flip()
        times.append(time.perf_counter() - start)
    return sorted(times)[1]


def show_folder(folder: Path) -> None:
    """Open a folder in whatever the desktop shows folders with, without waiting for it; do nothing where there is no such thing."""
    if not pygame.display.get_init() or pygame.display.get_driver() not in UNSEEN:
        threading.Thread(target=_show, args=(folder,), daemon=True).start()


def _show(folder: Path) -> None:
    with contextlib.suppress(OSError):
        if sys.platform == "win32":
            os.startfile(folder)  # noqa: S606  (a folder of ours)
        else:
            before = os.environ.get("LD_LIBRARY_PATH_ORIG")  # a packaged program has libraries of its own, which are not the desktop's
            there = {key: value for key, value in os.environ.items() if key != "LD_LIBRARY_PATH"}
            there |= {"LD_LIBRARY_PATH": before} if before else {}
            shows = "open" if sys.platform == "darwin" else "xdg-open"
            none = subprocess.DEVNULL
            subprocess.run([shows, str(folder)], env=there, stdin=none, stdout=none, stderr=none, check=False)  # noqa: S603  (as above)


class NoDisplayError(Exception):
    """There is nothing to open a window on; the words are one sentence."""


def open_display() -> None:
    """Find the display that windows are shown on; raise NoDisplayError soon where there is none, or none that can be seen."""
    os.environ["SDL_VIDEO_X11_WMCLASS"] = "starcross"  # pygame names it after the script, and xdotool looks for it
    os.environ.setdefault("SDL_APP_NAME", TITLE)
    tell_sharpness()
    asked = os.environ.get("SDL_VIDEODRIVER", "")
    why = "" if asked or sys.platform in {"win32", "darwin"} else _unreachable(os.environ.get("DISPLAY", ""))
    if not why:
        try:
            with _hushed():
                pygame.display.init()
        except pygame.error as error:
            why = str(error).rstrip(".")
    if not why and pygame.display.get_driver() in UNSEEN and asked not in UNSEEN:
        pygame.display.quit()
        why = "no screen answers"
    if why:
        raise _refused(why)


def open_window(size: tuple[int, int], *, full_screen: bool) -> pygame.Surface:
    """Open the window in pixels, or anew; raise NoDisplayError where the display has no window for us, though it answers."""
    with contextlib.suppress(pygame.error, OSError):
        pygame.display.set_icon(pygame.image.load(paths.ASSETS / "images" / "icon.png"))
    try:
        if full_screen:
            return pygame.display.set_mode((0, 0), pygame.FULLSCREEN)
        with warnings.catch_warnings():
            warnings.filterwarnings("ignore", "Requested window was forcibly resized")  # a desktop has the last word on sizes
            return pygame.display.set_mode((max(SMALLEST[0], size[0]), max(SMALLEST[1], size[1])), pygame.RESIZABLE)
    except pygame.error as error:
        raise _refused(str(error).rstrip(".")) from None


def _refused(why: str) -> NoDisplayError:
    return NoDisplayError(f"No window can be opened here ({why}); `starcross play GAME --text` plays without one.")


def _unreachable(display: str) -> str:
    """Return why a display on another computer cannot be reached, before the library waits for it for minutes; empty otherwise."""
    distant = _DISTANT.match(display)
    if distant is None or distant[1] == "unix" or os.environ.get("WAYLAND_DISPLAY"):
        return ""
    answers = threading.Event()

    def call() -> None:
        with contextlib.suppress(OSError):
            socket.create_connection((distant[1], 6000 + int(distant[2])), _CALL_SECONDS).close()
            answers.set()

    caller = threading.Thread(target=call, daemon=True)  # looking up a name cannot be given a limit of time
    caller.start()
    caller.join(_CALL_SECONDS)
    return "" if answers.is_set() else f"the display {display} does not answer"


@contextlib.contextmanager
def _hushed() -> Iterator[None]:
    """Keep the libraries of the display from writing on the terminal: what matters they say by an error."""
    try:
        kept = os.dup(2)
    except OSError:
        yield
        return
    nowhere = os.open(os.devnull, os.O_WRONLY)
    try:
        os.dup2(nowhere, 2)
        yield
    finally:
        os.dup2(kept, 2)
        os.close(nowhere)
        os.close(kept)
