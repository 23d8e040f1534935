"""The ring around what the keyboard stands on: two colours, of which one is seen on any ground, and nothing laid over what it marks."""

from __future__ import annotations

from game.table.canvas.draw import Drawn, Panel
from game.table.canvas.theme import Theme, contrast
from game.table.canvas.view import Rect, inset

BROAD = 4.0
"""How broad each colour of the ring is."""

_TONES = ((0, 0, 0, 255), (255, 255, 255, 255))


def focus_ring(theme: Theme, rect: Rect, radius: float, *, layer: int = 0) -> list[Drawn]:
    """Return the ring: the theme's colour of the focus, and around it black or white, whichever stands farther from that."""
    colour = theme.colour("focus")
    edge = max(_TONES, key=lambda tone: contrast(tone, colour))
    return [Panel(inset(rect, -by), (0, 0, 0, 0), None, radius + by, tone, BROAD, layer=layer) for by, tone in ((9.0, edge), (5.5, colour))]
