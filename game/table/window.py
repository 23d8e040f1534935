"""The way in: opens the window on the main menu, or on a screen over it."""

from __future__ import annotations

import contextlib
import signal
from collections.abc import Sequence

import pygame

from game.kernel.rules import Game
from game.table.screens.menu import MenuScreen
from game.table.shell.app import App, Screen


def run(games: Sequence[Game], start: Screen | None = None) -> int:
    """Open the window, on the main menu or on a screen over it, and stay until it is closed; return the exit code."""
    app = App(games)
    with contextlib.suppress(ValueError):
        signal.signal(signal.SIGTERM, lambda *_: setattr(app, "running", False))
    app.open()
    app.push(MenuScreen())
    if start is not None:
        app.push(start)
    try:
        app.run()
        app.remember_size()
    finally:
        pygame.quit()
    return 0
