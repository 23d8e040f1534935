"""Where a large card and its remarks stand aside of a grid that is lit: beside the grid, where nothing lies that is to be seen, else over the log.

The strips left and right of the grid, and the log, are rooms; what lies in a strip, such as plates and piles, cuts it into several.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from typing import NamedTuple

from game.table.canvas.view import Rect, meet, overlap

CARD = 0.714
"""How wide a card is to its height."""

_APART, _GAP, _EDGE = 16.0, 16.0, 6.0
"""How far a card and its remarks are from what lies in a strip, from each other, and from the edges of the table."""

_NAMES, _CLOSE = 26.0, 6.0
"""How far off the grid they stand, beside the names of its rows, and over them where a card would be too narrow otherwise: the other side has them too."""


class Aside(NamedTuple):
    """What a card shown large leaves open: the squares of a grid that are `lit`, and what is `spared`, on a table as wide and as high as `area`.

    Over the `log` it may stand. Where no room is free it stands over the column, above what is asked, which begins at `above`, and where it covers least of
    what can be `pressed` there. What is `own` among the spared is always left open beside the grid.
    """

    lit: Rect
    area: Rect
    above: float
    spared: Sequence[Rect] = ()
    log: Rect | None = None
    pressed: Sequence[Rect] = ()
    own: Sequence[Rect] = ()


def rooms(aside: Aside) -> list[Rect]:
    """Return what is free beside the grid, and the log at last."""
    x, _, wide, _ = aside.lit
    left, right = aside.area[0] + _EDGE, aside.area[0] + aside.area[2] - _EDGE
    strips = ((left, x - _NAMES), (left, x - _CLOSE), (x + wide + _NAMES, right), (x + wide + _CLOSE, right))
    found = [room for start, end in strips if end > start for room in _gaps(aside, start, end - start)]
    return [*found, *([aside.log] if aside.log is not None else [])]


def _gaps(aside: Aside, x: float, wide: float) -> Iterator[Rect]:
    """Yield the parts of a strip of the table in which nothing lies."""
    top, low = aside.area[1] + _EDGE, aside.area[1] + aside.area[3] - _EDGE
    strip: Rect = (x, top, wide, low - top)
    for rect in sorted((each for each in aside.spared if meet(each, strip)), key=lambda each: each[1]):
        if rect[1] - _APART > top:
            yield (x, top, wide, rect[1] - _APART - top)
        top = max(top, rect[1] + rect[3] + _APART)
    if low > top:
        yield (x, top, wide, low - top)


def placed(
    anchor: Rect, aside: Aside, least: float, most: float, side: float, fits: Callable[[Rect], bool], *, over: bool = False
) -> tuple[Rect, Rect] | None:
    """Return where a card stands, between two heights, and what room its remarks have in which they fit, at most as wide as a `side`; None where there is none.

    The largest card comes first, one over the log last. Its remarks may lie `over` what is spared and not one's own, and cover as little of it as can be.
    """
    free = rooms(aside)
    strips = rooms(aside._replace(spared=aside.own, log=None)) if over else free
    cards = [(_fitted(anchor, room, most), room) for room in free]
    found: list[tuple[Rect, Rect]] = []
    for card, room in sorted(cards, key=lambda each: (each[1] == aside.log, -each[0][3])):
        others = [other for other in strips if not meet(other, card)]
        sides = [_beside_grid(other, aside.lit, side) for other in (*_rest(card, room), *others)] if card[3] >= least else []
        found += [(card, words) for words in sides if fits(words)]
        if found and not over:
            break
    return min(found, key=lambda each: sum(overlap(each[1], rect) for rect in aside.spared), default=None)


def _fitted(anchor: Rect, room: Rect, most: float) -> Rect:
    """Return the largest card that a room holds, as level with an anchor as can be, in the middle of its width where that is little more."""
    tall = min(most, room[3], room[2] / CARD)
    wide = tall * CARD
    y = max(room[1], min(anchor[1] + (anchor[3] - tall) / 2, room[1] + room[3] - tall))
    return (room[0] + (room[2] - wide if room[2] > 2 * wide and room[0] < anchor[0] else 0.0), y, wide, tall)


def _rest(card: Rect, room: Rect) -> Iterator[Rect]:
    """Yield what a card leaves of its room at its left and right."""
    x, y, wide, tall = room
    if (before := card[0] - _GAP - x) > 0:
        yield (x, y, before, tall)
    if (after := x + wide - card[0] - card[2] - _GAP) > 0:
        yield (card[0] + card[2] + _GAP, y, after, tall)


def _beside_grid(room: Rect, lit: Rect, side: float) -> Rect:
    """Return the part of a room that is as wide as remarks are at most, next to the grid."""
    wide = min(side, room[2])
    return (room[0] + room[2] - wide if room[0] < lit[0] else room[0], room[1], wide, room[3])
