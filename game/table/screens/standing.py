"""A small picture of how a saved match stands, as a bystander sees it: nothing that is hidden from anybody is in it."""

from __future__ import annotations

from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING, Any

import pygame

from game.match.reopen import Stands, stands
from game.match.save import SaveError
from game.table.canvas.draw import stacked
from game.table.canvas.painter import Painter
from game.table.canvas.view import View
from game.table.pieces.lit import Light
from game.table.play.laid import Printed, laid

if TYPE_CHECKING:
    from game.table.shell.app import App

SHAPE = 9 / 16
"""How high a picture is, in parts of its width."""

_PIXELS = (960, 540)


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


def table_of(app: App, found: Stands) -> pygame.Surface:
    """Return the whole table of a match in the look of its own world, whatever the window shows besides."""
    view, theme, faces = app.view, app.theme, app.fonts.faces
    app.theme, app.view = app.world(found.setup.game), View(_PIXELS)
    app.fonts.faces = dict(app.theme.faces)
    try:
        board = laid(app, Printed(found.rules, found.names), found.setup, found.scene.viewer)
        board.fit(app.view.whole)
        board.show(found.scene, app.now)
        board.settle()
        painter, surface = Painter(app.fonts), pygame.Surface(_PIXELS)
        painter.makers = app.painter.makers
        painter.paint(surface, app.view, stacked(board.draw(Light(names=found.names))), anew=True)
    finally:
        app.theme, app.view, app.fonts.faces = theme, view, faces
    return surface
