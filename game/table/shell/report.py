"""A report for the makers: what runs here and what was on the screen, in one file the player can send.

Nothing leaves the machine by itself. The player's own folder is written as `~`, so that no name of theirs is in it.
"""

from __future__ import annotations

import logging
import platform
import sys
from collections import deque
from collections.abc import Sequence
from datetime import datetime
from pathlib import Path
from typing import Any, Protocol

import msgspec
import pygame

from game import paths
from game.kernel.setup import Setup
from game.table.canvas.draw import Drawn, dump
from game.table.canvas.view import View
from game.table.shell.settings import Settings

_KEPT_LINES = 200
_MOST_DRAWN = 200_000


class Played(Protocol):
    """A match on a screen, as far as a report tells of it."""

    @property
    def setup(self) -> Setup:
        """Return how it began."""
        ...

    @property
    def count(self) -> int:
        """Return the number of actions taken."""
        ...

    @property
    def path(self) -> Path | None:
        """Return its journal, None when nothing is saved."""
        ...

    @property
    def save_fault(self) -> str:
        """Return why it could not be saved, or an empty string."""
        ...


class Showing(Protocol):
    """A screen, as far as a report tells of it."""

    def played(self) -> Played | None:
        """Return the match on it, if there is one."""
        ...


class Reported(Protocol):
    """What a report looks at: the window."""

    view: View
    settings: Settings

    @property
    def screens(self) -> Sequence[Showing]:
        """Return what is open, the top last."""
        ...

    def items(self) -> list[Drawn]:
        """Return everything to be seen."""
        ...


class Memory(logging.Handler):
    """Keeps the last lines of the log, for reports."""

    def __init__(self) -> None:
        super().__init__(logging.INFO)
        self.lines: deque[str] = deque(maxlen=_KEPT_LINES)

    def emit(self, record: logging.LogRecord) -> None:
        """Keep a line."""
        self.lines.append(f"{record.levelname.lower()}: {self.format(record)}")


def hidden(words: str) -> str:
    """Return words with the player's home folder written as `~`."""
    return words.replace(str(Path.home()), "~")


def report(app: Reported, log: Memory) -> dict[str, Any]:
    """Return what a report says; where what is on the screen cannot be drawn, it says that."""
    from importlib.metadata import PackageNotFoundError, version  # noqa: PLC0415  (slow to import, and reports are rare)

    match = next((found for screen in reversed(app.screens) if (found := screen.played()) is not None), None)
    try:
        ours = version("starcross-tabletop")
    except PackageNotFoundError:
        ours = "checkout"
    driver = pygame.display.get_driver() if pygame.display.get_init() else "none"
    return {
        "version": ours,
        "python": sys.version.split()[0],
        "system": f"{platform.system()} {platform.release()} {platform.machine()}",
        "pygame": pygame.version.ver,
        "sdl": ".".join(str(part) for part in pygame.get_sdl_version()),
        "driver": driver,
        "window": app.view.pixels,
        "settings": msgspec.to_builtins(msgspec.structs.replace(app.settings, names=())),
        "screens": [type(screen).__name__ for screen in app.screens],
        "match": None if match is None else {"game": match.setup.game, "seats": match.setup.seats, "actions": match.count},
        "journal": "" if match is None or match.path is None else hidden(str(match.path)),
        "log": [hidden(line) for line in log.lines],
        "drawn": hidden(_drawn(app))[:_MOST_DRAWN],
    }


def _drawn(app: Reported) -> str:
    try:
        return dump(app.items())
    except Exception as error:  # noqa: BLE001  (a report is wanted most when something is broken)
        return f"It could not be drawn: {error!r}"


def write_report(app: Reported, log: Memory) -> tuple[str, str]:
    """Write a report of the window as it is into the user's folder; return a sentence and its tone."""
    return keep_report(report(app, log))


def keep_report(found: dict[str, Any]) -> tuple[str, str]:
    """Write a report into the user's folder; return a sentence and its tone."""
    stamp = datetime.now().astimezone().strftime("%Y%m%d-%H%M%S")
    path = paths.user_folder() / "reports" / f"report-{stamp}.json"
    try:
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_bytes(msgspec.json.format(msgspec.json.encode(found), indent=1) + b"\n")
    except OSError as error:
        return f"The report could not be written to {path} ({error.strerror}).", "bad"
    return f"A report was written to {path}. Send it along with what you saw.", "good"
