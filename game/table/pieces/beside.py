"""A card shown large beside what it is pointed at with."""

from __future__ import annotations

from typing import TYPE_CHECKING

from game.kernel.scene import CardFace
from game.table.canvas.draw import Drawn, Shadow
from game.table.canvas.view import Rect
from game.table.pieces.card_face import card_item

if TYPE_CHECKING:
    from game.table.shell.app import App

_TALL = 620.0


def beside(app: App, face: CardFace, rect: Rect) -> list[Drawn]:
    """Return a card as large as it can be read, at the side of a rectangle where there is room."""
    tall = min(_TALL, app.view.height - 80)
    wide = tall / 1.4
    x, y, width, height = rect
    left = x + width + 24 if x + width + 24 + wide < app.view.width - 20 else x - wide - 24
    top = max(30.0, min(y + height / 2 - tall / 2, app.view.height - tall - 30))
    box = (max(20.0, left), top, wide, tall)
    return [Shadow((box[0], box[1] + 12, wide, tall), (0, 0, 0, 220), 20, 40), card_item(app, face, box)]
