"""The ground of a battle grid: where walls stand, what hides, what slows and what burns."""

from __future__ import annotations

import msgspec

from game.grid.cells import cells_of, everything


class Grid(msgspec.Struct, frozen=True):
    """Hold what each square of a board does, as bit sets (OC-25, OC-28, OC-30, OC-37).

    `harm[i]` are the squares that put `i + 1` damage counters on whoever enters; a square is in one of them at most.
    """

    width: int
    height: int
    obstructs: int = 0
    blocks_sight: int = 0
    slow: int = 0
    harm: tuple[int, ...] = ()

    def cell(self, x: int, y: int) -> int:
        """Return the number of the square in column `x`, row `y`; IndexError outside the board."""
        if 0 <= x < self.width and 0 <= y < self.height:
            return y * self.width + x
        raise IndexError(f"({x}, {y}) is not on a board of {self.width} by {self.height}")

    def place(self, cell: int) -> tuple[int, int]:
        """Return column and row of a square."""
        return cell % self.width, cell // self.width

    @property
    def everything(self) -> int:
        """Return the set of all squares."""
        return everything(self.width, self.height)

    def harm_at(self, cell: int) -> int:
        """Return how many damage counters entering this square costs (OC-30)."""
        for index, mask in enumerate(self.harm):
            if mask >> cell & 1:
                return index + 1
        return 0

    def overlaid(self, *, obstructs: int = 0, blocks_sight: int = 0, slow: int = 0, harm: tuple[int, ...] = ()) -> Grid:
        """Return this ground with terrain laid on top; where both harm, the counters add up (OC-31)."""
        return Grid(
            self.width,
            self.height,
            self.obstructs | obstructs,
            self.blocks_sight | blocks_sight,
            self.slow | slow,
            _added(self.harm, harm),
        )


def _added(one: tuple[int, ...], other: tuple[int, ...]) -> tuple[int, ...]:
    if not other or not one:
        return one or other
    total: dict[int, int] = {}
    for masks in (one, other):
        for index, mask in enumerate(masks):
            for cell in cells_of(mask):
                total[cell] = total.get(cell, 0) + index + 1
    sums = [0] * max(total.values(), default=0)
    for cell, harm in total.items():
        sums[harm - 1] |= 1 << cell
    return tuple(sums)
