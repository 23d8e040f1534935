"""A grid turned by quarters, so that one's own side of it is near one's hand."""

from __future__ import annotations

from collections.abc import Iterable

from msgspec import Struct

from game.kernel.scene import Patch


class Turned(Struct, frozen=True):
    """A grid of so many columns and rows, turned counterclockwise by so many quarters: where each of its cells is seen, and back."""

    columns: int
    rows: int
    quarters: int = 0

    @property
    def across(self) -> int:
        """Return how many cells are seen side by side."""
        return self.rows if self.quarters % 2 else self.columns

    @property
    def down(self) -> int:
        """Return how many cells are seen one above the other."""
        return self.columns if self.quarters % 2 else self.rows

    def spot(self, cell: int) -> tuple[int, int]:
        """Return where a cell is seen: so many places from the left and from the top."""
        row, column = divmod(cell, self.columns)
        match self.quarters:
            case 1:
                return row, self.columns - 1 - column
            case 2:
                return self.columns - 1 - column, self.rows - 1 - row
            case 3:
                return self.rows - 1 - row, column
            case _:
                return column, row

    def cell(self, x: int, y: int) -> int:
        """Return the cell that is seen at a place."""
        match self.quarters:
            case 1:
                column, row = self.columns - 1 - y, x
            case 2:
                column, row = self.columns - 1 - x, self.rows - 1 - y
            case 3:
                column, row = y, self.rows - 1 - x
            case _:
                column, row = x, y
        return row * self.columns + column

    def seen(self, cells: Iterable[int]) -> tuple[int, ...]:
        """Return cells by the numbers of the places where they are seen, row by row."""
        return tuple(y * self.across + x for x, y in map(self.spot, cells))


def towards(columns: int, rows: int, patches: Iterable[Patch], tone: str) -> Turned:
    """Return a grid turned so that the patch of a tone is seen at the bottom; one that is wider than high is not laid on its side."""
    cells = next((patch.cells for patch in patches if patch.tone == tone), ())
    if not cells:
        return Turned(columns, rows)
    x = sum(cell % columns for cell in cells) / len(cells) / max(1, columns - 1) - 0.5
    y = sum(cell // columns for cell in cells) / len(cells) / max(1, rows - 1) - 0.5
    if abs(x) > abs(y):
        return Turned(columns, rows, (1 if x < 0 else 3) if columns == rows else 0)
    return Turned(columns, rows, 2 if y < 0 else 0)
