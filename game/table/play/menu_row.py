"""A row of what lies over the table to be chosen from: a verb of the small menu, or a hint."""

from __future__ import annotations

from dataclasses import dataclass

from game.table.canvas.draw import Drawn, Panel, faded, mixed
from game.table.shell.widgets import Look, Tile


@dataclass(slots=True, kw_only=True)
class MenuRow(Tile):
    """One of the rows, on a layer of the window."""

    layer: int = 2100

    def draw(self, look: Look) -> list[Drawn]:
        """Return the row's body and words, above the table."""
        theme = look.app.theme
        hot = look.hover or look.ring
        top, bottom = theme.colour("button"), theme.colour("button2")
        if hot:
            top, bottom = mixed(top, theme.colour("glow"), 0.22), mixed(bottom, theme.colour("glow"), 0.16)
        edge = theme.colour("focus") if look.ring else theme.colour("accent") if look.hover else faded(theme.colour("line"), 0.5)
        return [Panel(self.rect, top, bottom, 12, edge, 3 if hot else 1.5, layer=self.layer), *self.paint(look)]
