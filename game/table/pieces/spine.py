"""A name along the side of a card of which hardly more than an edge is seen, as on the spine of a book: read from the top downwards."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pygame

from game.table.canvas.draw import Made, Panel, Text
from game.table.canvas.painter import shortened
from game.table.canvas.theme import WHITE
from game.table.canvas.view import Rect
from game.table.pieces.name_plate import least

if TYPE_CHECKING:
    from game.table.shell.app import App

_SIZE, _ROUND = 0.62, 0.12
"""How large a name is set and how round its plate is, in parts of the spine's width."""


def item(app: App, name: str, room: Rect) -> Made:
    """Return a name as large as it fits the length of a room, at least as large as it can be read; what is still too long ends in an ellipsis."""
    scale, (x, y, wide, long) = app.view.scale, room
    length, smallest = int((long - wide * 0.3) * scale), round(least(app) * scale)
    sizes = range(max(smallest, round(wide * _SIZE * scale)), smallest - 1, -1)
    pixels = next((size for size in sizes if app.fonts.width(name, "bold", size) <= length), smallest)
    words = shortened(app.fonts, name, "bold", pixels, length)
    return Made((x, y, min(wide, pixels * 1.5 / scale), long), "spine", (words, pixels, app.theme.high_contrast), words=words)


def paint(app: App, key: tuple[str, int, bool], width: int, height: int) -> pygame.Surface:
    """Paint a name on its plate and turn it by a quarter."""
    words, pixels, solid = key
    surface, painter = pygame.Surface((height, width), pygame.SRCALPHA, 32), app.painter
    before, painter.scale = painter.scale, 1.0
    box = (0.0, 0.0, float(height), float(width))
    for each in (
        Panel(box, (0, 0, 0, 255 if solid else 190), None, width * _ROUND),
        Text(box, words, float(pixels), WHITE, "bold", align="centre", valign="middle"),
    ):
        painter.draw(surface, each, 0, 0)
    painter.scale = before
    return pygame.transform.rotate(surface, -90)
