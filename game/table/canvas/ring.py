"""The ring around what the keyboard stands on: a line of the theme's colour between two of black or white, and nothing laid over what it marks.

Whatever it marks and whatever lies around that may have the colour of the focus itself: the line is seen by its own two edges.
"""

from __future__ import annotations

from game.table.canvas.draw import Drawn, Panel
from game.table.canvas.theme import Theme, contrast
from game.table.canvas.view import Rect, inset

BROAD = 3.2
"""How broad each line of the ring is: two pixels at 1280 × 720."""

APART = 1.8
"""How far the ring lies from what it marks, whose round corners it leaves alone."""

REACH = 3 * BROAD + APART
"""How far the ring reaches beyond what it marks."""

_TONES = ((0, 0, 0, 255), (255, 255, 255, 255))


def focus_ring(theme: Theme, rect: Rect, radius: float, *, layer: int = 0) -> list[Drawn]:
    """Return the ring: the theme's colour of the focus, and on both sides of it black or white, whichever stands farther from that."""
    colour = theme.colour("focus")
    edge = max(_TONES, key=lambda tone: contrast(tone, colour))
    lines = ((3 * BROAD, edge), (2 * BROAD, colour), (BROAD, edge))
    return [Panel(inset(rect, -by - APART), (0, 0, 0, 0), None, radius + by + APART, tone, BROAD, layer=layer) for by, tone in lines]
