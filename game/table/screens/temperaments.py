"""How a level plays, in a sentence, and the choice of who it is that plays on it: even-tempered, or somebody who leans one way, with a sentence about it."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from functools import partial

from game.ai.levels import briefly, leans, parted
from game.kernel.capabilities import Temperament
from game.table.canvas.draw import Icon, Text
from game.table.pages.form import GAP, Column
from game.table.shell.widgets import SMALL, Choice

HINT = "Who plays on that level: what each thinks things are worth differs, not how well they play."


def lay_temperament(
    column: Column,
    left: float,
    seat: int,
    player: str,
    temperaments: Mapping[str, Temperament],
    attention: Mapping[str, float],
    on: Callable[[int, str], None],
) -> None:
    """Lay below a seat's own row, from `left` on, how its player plays, and the choice where it can lean one way; nothing for a person and for a player from outside."""
    level, leaning = parted(player)
    how = briefly(level, attention)
    page, row, spare, size = column.page, column.row, column.x + column.width - left, column.page.size(SMALL)
    if not (leans(level) and temperaments):
        if how:
            high = page.app.height(how, "italic", size, spare)
            column.parts.append(Text((left, column.y, spare, high), how, size, page.colour("soft"), "italic", wrap=True))
            column.y += high + GAP
        return
    wide = (spare - 16) * 0.38
    found = temperaments.get(leaning)
    sign = size * 1.5 + 10 if found else 0.0
    room = spare - wide - 16 - sign
    said = f"{how} {found.words}" if found else how
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
