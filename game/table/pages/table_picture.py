"""A small picture of a whole table, in the look of its own world: of a saved match, or of a position that the rules pages show."""

from __future__ import annotations

from functools import partial
from typing import TYPE_CHECKING, Any

import pygame
from msgspec.structs import replace

from game.content.faults import ContentError
from game.content.positions import position_files, read_position
from game.kernel.scene import Scene
from game.match.position import laid_out
from game.match.reopen import Stands
from game.match.seats import SeatPlan, seat_names
from game.table.canvas.draw import stacked
from game.table.canvas.painter import Painter
from game.table.canvas.view import View
from game.table.pages.laid import Printed, laid
from game.table.pieces.lit import Light

if TYPE_CHECKING:
    from game.table.shell.app import App

SHAPE = 9 / 16
"""How high a picture is, in parts of its width."""

_PIXELS = (960, 540)
_LARGE = (1280, 720)


def register(app: App) -> None:
    """Teach the painter to draw positions: `Made(rect, "position", (game, name))`."""
    app.painter.makers["position"] = partial(_paint, app)


def _paint(app: App, key: Any, width: int, height: int) -> pygame.Surface:
    """Return the table of a position in a box of that many device pixels; nothing of one that cannot be laid."""
    found = standing(*key)
    if found is None:
        return pygame.Surface((width, height), pygame.SRCALPHA, 32)
    return pygame.transform.smoothscale(table_of(app, found, _LARGE), (width, height))


def standing(game: str, name: str) -> Stands | None:
    """Return how a position stands as the one sees it who is to solve it; None where there is none, or it cannot be laid."""
    path = next((path for path in position_files(game) if path.stem == name), None)
    try:
        position = read_position(path, game) if path is not None else None
        found = laid_out(position) if position is not None else None
    except ContentError:
        return None
    if position is None or found is None:
        return None
    scene: Scene = found.rules.scene(found.rules.observe(found.state, position.seat))
    names = seat_names((SeatPlan("human"),) * found.setup.seats, found.setup, scene, found.rules)
    return Stands(found.rules, found.setup, scene, names, position.seat)


def table_of(app: App, found: Stands, pixels: tuple[int, int] = _PIXELS) -> pygame.Surface:
    """Return the whole table of a match in the look of its own world, whatever the window shows besides."""
    view, theme, faces = app.view, app.theme, app.fonts.faces
    app.theme, app.view = app.world(found.setup.game), View(pixels)
    app.fonts.faces = dict(app.theme.faces)
    try:
        board = laid(app, Printed(found.rules, found.names), found.setup, found.beside)
        board.fit(app.view.whole)
        board.show(replace(found.scene, viewer=found.beside), app.now)
        board.settle()
        painter, surface = Painter(app.fonts), pygame.Surface(pixels)
        painter.makers = app.painter.makers
        painter.paint(surface, app.view, stacked(board.draw(Light(names=found.names))), anew=True)
    finally:
        app.theme, app.view, app.fonts.faces = theme, view, faces
    return surface
