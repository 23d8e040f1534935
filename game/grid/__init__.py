"""The squares of the battle grid: how far, how to walk, and who sees whom.

Pure geometry. A square is one number, `y * width + x`; a set of squares is an integer used as a bit set, so that a
whole board is questioned with a handful of shifts. No chance, no files and no game's own words live here.
"""

from __future__ import annotations

from game.grid.cells import (
    adjacent,
    cell_name,
    cells_of,
    column_name,
    count,
    disc,
    everything,
    grow,
    mask_of,
    range_between,
    ranges_from,
    ring,
)
from game.grid.ground import Grid
from game.grid.lines import sees, sight
from game.grid.steps import Ways, connected, flood, reach, ways_to
from game.grid.walks import Misstep, Walk, path, path_through, walk

__all__ = [
    "Grid",
    "Misstep",
    "Walk",
    "Ways",
    "adjacent",
    "cell_name",
    "cells_of",
    "column_name",
    "connected",
    "count",
    "disc",
    "everything",
    "flood",
    "grow",
    "mask_of",
    "path",
    "path_through",
    "range_between",
    "ranges_from",
    "reach",
    "ring",
    "sees",
    "sight",
    "walk",
    "ways_to",
]
