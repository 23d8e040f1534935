"""Short notices that lie over everything for some seconds."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Protocol

from game.table.canvas.draw import Drawn, Panel, Shadow, Text
from game.table.canvas.theme import Theme
from game.table.canvas.view import Rect, View, overlap, shifted

_UPPER = 100_000

_APART = 56.0
"""How far the words of a notice keep from the edges of the part of the window in which it lies."""


_STEP = 24.0
"""How far apart the heights are at which notices are tried."""


_NARROW = 0.4
"""The least part of the width of an area that notices are narrowed to."""


class Wall(Protocol):
    """What has notices on it, and measures: the window. A notice is when it goes, its words, and its tone."""

    notices: list[tuple[float, str, str]]
    theme: Theme
    view: View

    def size(self, units: float) -> float:
        """Return a text size with the player's setting."""
        ...

    def measure(self, words: str, face: str, size: float) -> float:
        """Return how wide words are."""
        ...

    def height(self, words: str, face: str, size: float, width: float = 0) -> float:
        """Return how high words are when wrapped at a width."""
        ...


def notice_items(app: Wall, within: Rect) -> list[Drawn]:
    """Return the notices of an app, the oldest first, at the top in the middle of a part of the window."""
    listed: list[Drawn] = []
    y, size = within[1] + 28.0, app.size(26)
    for _, words, tone in app.notices:
        width = min(app.measure(words, "text", size), app.view.width * 0.7, within[2] - 2 * _APART)
        height = app.height(words, "text", size, width + 2)
        x = within[0] + (within[2] - width) / 2
        colour = app.theme.colour(tone) if tone else app.theme.colour("line")
        box = (x - 36, y, width + 72, height + 28)
        listed += [
            Shadow(box, radius=20, blur=24, colour=(0, 0, 0, 190), layer=_UPPER),
            Panel(box, app.theme.colour("panel"), app.theme.colour("panel2"), 20, colour, 2, layer=_UPPER),
            Text((x, y + 14, width + 2, height), words, size, app.theme.colour("text"), wrap=True, layer=_UPPER),
        ]
        y += height + 44
    return listed


def left_open(app: Wall, within: Rect, spared: Iterable[Iterable[Rect]]) -> Rect:
    """Return the part of an area at whose top the notices cover least of what is `spared`, of what is named first above all, as high up as can be: of its whole width, or beside what is named first where they would cover some of that."""
    rects = [list(each) for each in spared]
    least, found = _lowered(app, within, rects)
    if not any(least[:1]):
        return found
    x, y, wide, high = within
    sides = [
        (side, y, room, high) for rect in rects[0] for side, room in ((x, rect[0] - x), (rect[0] + rect[2], x + wide - rect[0] - rect[2]))
    ]
    tried = [_lowered(app, side, rects) for side in sides if side[2] >= wide * _NARROW]
    return min([(least, found), *tried], key=lambda each: each[0])[1]


def _lowered(app: Wall, within: Rect, rects: list[list[Rect]]) -> tuple[list[int], Rect]:
    """Return how much of what is to be spared the notices cover in an area of that width where they cover least of it, and that area."""
    boxes = [item.rect for item in notice_items(app, within) if isinstance(item, Panel)]
    x, y, wide, high = within

    def covered(lower: float) -> list[int]:
        return [sum(overlap(shifted(box, 0, lower), rect) for box in boxes for rect in each) for each in rects]

    lower = min((step * _STEP for step in range(int(high / 2 / _STEP))), key=covered) if rects and boxes else 0.0
    return covered(lower), (x, y + lower, wide, high - lower)
