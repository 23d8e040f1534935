"""The choice of who it is that plays on a level: even-tempered, or somebody who leans one way, with a sentence about it."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from functools import partial

from game.ai.levels import leans, parted
from game.kernel.capabilities import Temperament
from game.table.canvas.draw import Icon, Text
from game.table.pages.form import GAP, Column
from game.table.shell.widgets import SMALL, Choice

HINT = "Who plays on that level: what each thinks things are worth differs, not how well they play."


def lay_temperament(
    column: Column, left: float, seat: int, player: str, temperaments: Mapping[str, Temperament], on: Callable[[int, str], None]
) -> None:
    """Lay the choice below a seat's own row, from `left` on, where its player can lean one way."""
    level, leaning = parted(player)
    if not (leans(level) and temperaments):
        return
    page, row, spare = column.page, column.row, column.x + column.width - left
    wide, size = (spare - 16) * 0.45, page.size(SMALL)
    found = temperaments.get(leaning)
    sign = size * 1.5 + 10 if found else 0.0
    room = spare - wide - 16 - sign
    said = found.words if found else "Leans neither way."
    high = max(row, page.app.height(said, "italic", size, room))
    column.parts += [
        Choice(
            key=f"temperament-{seat}",
            rect=(left, column.y, wide, row),
            options=[("", "Even-tempered"), *((key, f"{each.name}, {key}") for key, each in temperaments.items())],
            value=leaning,
            name=f"Seat {seat + 1}, temperament",
            on=partial(on, seat),
            hint=HINT,
        ),
        Text((left + wide + 16 + sign, column.y, room, high), said, size, page.colour("soft"), "italic", valign="middle", wrap=True),
    ]
    if found:
        spot = (left + wide + 16, column.y + (high - size * 1.5) / 2, size * 1.5, size * 1.5)
        column.parts.append(Icon(spot, found.icon, page.colour("title"), page.colour("title2")))
    column.y += high + GAP
