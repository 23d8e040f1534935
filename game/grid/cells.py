"""Squares and sets of squares: distance, discs and rings counted as a king walks.

A set of squares is an integer: bit `y * width + x` is set when the square belongs to it. Everything here is kept for
each size of board, because a match asks for the same discs many thousand times.
"""

from __future__ import annotations

from collections.abc import Iterable
from functools import lru_cache


def column_name(column: int) -> str:
    """Return the letters of a column counted from 0: A to Z, then AA."""
    letters = ""
    column += 1
    while column:
        column, rest = divmod(column - 1, 26)
        letters = chr(ord("A") + rest) + letters
    return letters


def cell_name(width: int, cell: int) -> str:
    """Return what a square is called along the edges of a board: a letter for the column, a number for the row (C7)."""
    row, column = divmod(cell, width)
    return f"{column_name(column)}{row + 1}"


def mask_of(cells: Iterable[int]) -> int:
    """Return the set of these squares as a bit set."""
    mask = 0
    for cell in cells:
        mask |= 1 << cell
    return mask


def cells_of(mask: int) -> tuple[int, ...]:
    """Return the squares of a bit set in rising order."""
    cells = []
    while mask:
        low = mask & -mask
        cells.append(low.bit_length() - 1)
        mask ^= low
    return tuple(cells)


def count(mask: int) -> int:
    """Return how many squares a bit set holds."""
    return mask.bit_count()


def range_between(width: int, a: int, b: int) -> int:
    """Return the distance between two squares, a diagonal step counting as one (OC-23)."""
    across = abs(a % width - b % width)
    down = abs(a // width - b // width)
    return max(across, down)


@lru_cache(maxsize=1 << 12)
def ranges_from(width: int, height: int, cell: int) -> tuple[int, ...]:
    """Return the distance of every square from one (OC-23)."""
    return tuple(range_between(width, cell, other) for other in range(width * height))


@lru_cache(maxsize=256)
def everything(width: int, height: int) -> int:
    """Return the set of all squares of a board."""
    return (1 << width * height) - 1


@lru_cache(maxsize=256)
def column(width: int, height: int, x: int) -> int:
    """Return the squares of column `x`."""
    return mask_of(range(x, width * height, width))


@lru_cache(maxsize=256)
def inner_sides(width: int, height: int) -> tuple[int, int]:
    """Return the squares that have a neighbour to the east, and those that have one to the west."""
    full = everything(width, height)
    return full & ~column(width, height, width - 1), full & ~column(width, height, 0)


def grow(width: int, height: int, mask: int, radius: int) -> int:
    """Return every square within `radius` of the set, the set included, clipped to the board (OC-23, OC-31)."""
    full = everything(width, height)
    has_east, has_west = inner_sides(width, height)
    for _ in range(radius):
        row = mask | (mask & has_east) << 1 | (mask & has_west) >> 1
        mask = (row | row << width | row >> width) & full
    return mask


@lru_cache(maxsize=1 << 14)
def disc(width: int, height: int, centre: int, radius: int) -> int:
    """Return the squares within `radius` of a centre, the centre included, clipped to the board (OC-31)."""
    return grow(width, height, 1 << centre, radius)


@lru_cache(maxsize=1 << 14)
def ring(width: int, height: int, centre: int, radius: int) -> int:
    """Return the squares at exactly `radius` from a centre, clipped to the board."""
    if radius == 0:
        return 1 << centre
    return disc(width, height, centre, radius) & ~disc(width, height, centre, radius - 1)


def adjacent(width: int, height: int, cell: int) -> int:
    """Return the up to eight squares around one: where a fist reaches (OC-38)."""
    return ring(width, height, cell, 1)
