"""A name along the side of a card of which hardly more than an edge is seen, as on the spine of a book: read from the top downwards, in two lines where one is too short."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import pygame

from game.table.canvas.draw import Made, Panel, Text
from game.table.canvas.painter import shortened
from game.table.canvas.theme import WHITE
from game.table.canvas.view import Rect, inset
from game.table.pieces.name_plate import LEADING, least

if TYPE_CHECKING:
    from game.table.shell.app import App

_SIZE, _ROUND = 0.62, 0.12
"""How large a name is set and how round its plate is, in parts of the spine's width."""

_PLATE, _RIMS = 1.5, 0.4
"""How wide the plate of a name in one line is, and how much wider than its lines that of a name in two, in parts of its size."""


def item(app: App, name: str, room: Rect) -> Made:
    """Return a name as large as it fits the length of a room, at least as large as it can be read; what is still too long ends in an ellipsis."""
    scale, (x, y, wide, long) = app.view.scale, room
    length, smallest = int((long - wide * 0.3) * scale), round(least(app) * scale)
    for pixels in range(max(smallest, round(wide * _SIZE * scale)), smallest - 1, -1):
        if app.fonts.width(name, "bold", pixels) <= length:
            return _spine(app, (x, y, min(wide, pixels * _PLATE / scale), long), (name, pixels))
        lines = app.height(name, "bold", pixels / scale, length / scale, leading=LEADING) + pixels * _RIMS / scale
        if lines <= wide and all(app.fonts.width(word, "bold", pixels) <= length for word in name.split()):
            return _spine(app, (x, y, lines, long), (name, pixels))
    words = shortened(app.fonts, name, "bold", smallest, length)
    return _spine(app, (x, y, min(wide, smallest * _PLATE / scale), long), (words, smallest))


def _spine(app: App, rect: Rect, words: tuple[str, int]) -> Made:
    return Made(rect, "spine", (*words, app.theme.high_contrast), words=words[0])


def pixels(item: Made) -> int:
    """Return how large the letters of a name along the side of a card are."""
    key: Any = item.key
    return int(key[1])


def paint(app: App, key: tuple[str, int, bool], width: int, height: int) -> pygame.Surface:
    """Paint a name on its plate and turn it by a quarter."""
    words, pixels, solid = key
    surface, painter = pygame.Surface((height, width), pygame.SRCALPHA, 32), app.painter
    before, painter.scale = painter.scale, 1.0
    box = (0.0, 0.0, float(height), float(width))
    letters = inset(box, width * _ROUND, 0)
    for each in (
        Panel(box, (0, 0, 0, 255 if solid else 190), None, width * _ROUND),
        Text(letters, words, float(pixels), WHITE, "bold", align="centre", valign="middle", wrap=True, leading=LEADING),
    ):
        painter.draw(surface, each, 0, 0)
    painter.scale = before
    return pygame.transform.rotate(surface, -90)
