"""Boards drawn with characters, so that a test shows what it is about."""

from __future__ import annotations

import msgspec

from game.grid import Grid, mask_of


class Drawing(msgspec.Struct, frozen=True):
    """A drawn board: `#` wall, `~` slow, `^` lava, `%` blocks sight only, `=` obstructs only, `f` friend, `e` enemy, others by letter."""

    grid: Grid
    letters: dict[str, int]
    friends: int
    enemies: int

    def __getitem__(self, letter: str) -> int:
        return self.letters[letter]

    def show(self, mask: int) -> str:
        """Draw a set of squares as `*` on `.`."""
        size = range(self.grid.width)
        return "\n".join("".join(".*"[mask >> y * self.grid.width + x & 1] for x in size) for y in range(self.grid.height))


def draw(text: str) -> Drawing:
    """Read a drawing, rows one a line."""
    rows = text.split()
    width, height = len(rows[0]), len(rows)
    assert all(len(row) == width for row in rows)
    flat = "".join(rows)

    def where(kinds: str) -> int:
        return mask_of(index for index, letter in enumerate(flat) if letter in kinds)

    grid = Grid(width, height, where("#="), where("#%"), where("~"), (where("^"),) if "^" in flat else ())
    letters = {letter: flat.index(letter) for letter in set(flat) if letter.isalpha()}
    return Drawing(grid, letters, where("f"), where("e"))
