"""A card shown large beside what it is pointed at with."""

from __future__ import annotations

from typing import TYPE_CHECKING

from game.kernel.scene import CardFace
from game.table.canvas.board_colours import clear
from game.table.canvas.draw import Drawn, Panel, Shadow, Text
from game.table.canvas.view import Rect
from game.table.pieces.card_face import card_item

if TYPE_CHECKING:
    from game.table.shell.app import App

_TALL = 620.0


def beside(app: App, face: CardFace, rect: Rect) -> list[Drawn]:
    """Return a card as large as it can be read, at the side of a rectangle where there is room, and below it what its numbers are."""
    size, numbers = app.size(20), face.captions
    room = min(_TALL, app.view.height - 80)
    below = app.height(numbers, "text", size, room / 1.4 - 60) + 34 if numbers else 0.0
    tall = min(room, app.view.height - 80 - below)
    wide = tall / 1.4
    x, y, width, height = rect
    left = x + width + 24 if x + width + 24 + wide < app.view.width - 20 else x - wide - 24
    top = max(30.0, min(y + height / 2 - tall / 2, app.view.height - tall - below - 30))
    box = (max(20.0, left), top, wide, tall)
    listed: list[Drawn] = [Shadow((box[0], box[1] + 12, wide, tall), (0, 0, 0, 220), 20, 40), card_item(app, face, box)]
    if not numbers:
        return listed
    panel, colour = (box[0], top + tall + 10, wide, below - 10), app.theme.colour
    return [
        *listed,
        Panel(panel, clear(colour("panel")), clear(colour("panel2")), 12, colour("line"), 2),
        Text((panel[0] + 20, panel[1] + 12, wide - 40, below - 34), numbers, size, colour("text"), wrap=True),
    ]
