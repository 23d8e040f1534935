"""Who can see whom: the straight line from the middle of one square to the middle of another.

Whether a square lies under that line depends only on how far apart the two ends are, so the squares between are kept
once for each offset and laid over the blocking squares with one shift. All in whole numbers: a line that touches a
corner touches it exactly.
"""

from __future__ import annotations

from functools import lru_cache
from math import gcd

from game.grid.cells import cells_of, disc
from game.grid.ground import Grid


@lru_cache(maxsize=1 << 13)
def _between(width: int, across: int, down: int) -> tuple[int, tuple[int, ...]]:
    """Return, for an offset, the squares passed and the pairs squeezed through, relative to the first corner of their box.

    The line from (0, 0) to (across, down) runs through the inside of the square at (x, y) of their box when twice the
    cross product is less than |across| + |down| (OC-35).
    """
    left, top = min(across, 0), min(down, 0)
    inside = 0
    for y in range(top, max(down, 0) + 1):
        for x in range(left, max(across, 0) + 1):
            ends = (x, y) in ((0, 0), (across, down))
            if not ends and 2 * abs(x * down - y * across) < abs(across) + abs(down):
                inside |= 1 << (y - top) * width + (x - left)
    pairs = []
    for one, other in _squeezes(across, down):
        pairs.append(sum(1 << (y - top) * width + (x - left) for x, y in (one, other)))
    return inside, tuple(pairs)


def _squeezes(across: int, down: int) -> list[tuple[tuple[int, int], tuple[int, int]]]:
    """Return the pairs of squares whose common corner the line passes: only lines of odd over odd meet corners."""
    parts = gcd(across, down)
    if not parts or not (across // parts) & 1 or not (down // parts) & 1:
        return []
    east, south = (1 if across > 0 else -1), (1 if down > 0 else -1)
    pairs = []
    for part in range(1, 2 * parts, 2):
        x, y = across // parts * part, down // parts * part  # the corner, in half squares
        pairs.append((((x + east) // 2, (y - south) // 2), ((x - east) // 2, (y + south) // 2)))
    return pairs


def sees(grid: Grid, a: int, b: int) -> bool:
    """Tell whether the line between the middles of two squares is clear; both ends never block (OC-35, OC-36)."""
    return not grid.blocks_sight or _clear(grid.width, grid.blocks_sight, a, b)


def _clear(width: int, blocks: int, a: int, b: int) -> bool:
    inside, pairs, corner = _line(width, a, b)
    here = blocks >> corner
    return not here & inside and all(here & pair != pair for pair in pairs)


def _line(width: int, a: int, b: int) -> tuple[int, tuple[int, ...], int]:
    """Return what lies between two squares, and the first corner of their box; the same in both directions (OC-36)."""
    if a > b:
        a, b = b, a
    ax, bx = a % width, b % width
    inside, pairs = _between(width, bx - ax, b // width - a // width)
    return inside, pairs, a if ax <= bx else a - ax + bx


@lru_cache(maxsize=1 << 10)
def _views(width: int, height: int, cell: int, reach: int) -> tuple[tuple[int, int, tuple[int, ...]], ...]:
    """Return, for each square in reach that anything could hide, its bit, the squares passed and the pairs squeezed through."""
    views = []
    for other in cells_of(disc(width, height, cell, reach) & ~(1 << cell)):
        inside, pairs, corner = _line(width, cell, other)
        if inside or pairs:
            views.append((1 << other, inside << corner, tuple(pair << corner for pair in pairs)))
    return tuple(views)


@lru_cache(maxsize=1 << 14)
def _sight(width: int, height: int, cell: int, reach: int, blocks: int) -> int:
    seen = disc(width, height, cell, reach)
    for bit, inside, pairs in _views(width, height, cell, reach):
        if blocks & inside:
            seen ^= bit
        elif pairs:
            for pair in pairs:
                if blocks & pair == pair:
                    seen ^= bit
                    break
    return seen


def sight(grid: Grid, cell: int, reach: int) -> int:
    """Return the squares within `reach` that can be seen from a square, itself included (OC-34 to OC-36)."""
    near = disc(grid.width, grid.height, cell, reach)
    blocks = grid.blocks_sight & near & ~(1 << cell)
    return _sight(grid.width, grid.height, cell, reach, blocks) if blocks else near
