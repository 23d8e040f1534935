"""A small picture of how a saved match stands, as a bystander sees it: nothing that is hidden from anybody is in it."""

from __future__ import annotations

from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING, Any

import pygame

from game.match.reopen import stands
from game.match.save import SaveError
from game.table.pages.table_picture import table_of

if TYPE_CHECKING:
    from game.table.shell.app import App


def register(app: App) -> None:
    """Teach the painter to draw saved matches: `Made(rect, "save", (path, time of its last change))`."""
    app.painter.makers["save"] = partial(_paint, app)


def _paint(app: App, key: Any, width: int, height: int) -> pygame.Surface:
    """Return the table of a save in a box of that many device pixels; nothing of one that does not say how it stands."""
    try:
        found = stands(Path(key[0]))
    except SaveError:
        return pygame.Surface((width, height), pygame.SRCALPHA, 32)
    return pygame.transform.smoothscale(table_of(app, found), (width, height))
