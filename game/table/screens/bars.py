"""Bars with their intervals, a row each: how far a share lies from where it would be by chance, and how sure that is."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from functools import partial
from typing import NamedTuple

from game.lab.findings import Figure, half_width, percent
from game.table.canvas.draw import Drawn, Line, Panel, Text, faded
from game.table.canvas.view import Rect
from game.table.pages.form import Column
from game.table.shell.page import Page
from game.table.shell.widgets import BODY, SMALL, Look, Tile


class Bar(NamedTuple):
    """A row of a chart: its name, its figure, and what pressing it does."""

    name: str
    figure: Figure
    on: Callable[[], None]


class Scale(NamedTuple):
    """What a chart spans: `reach` either side of `middle`; a signed one shows differences."""

    middle: float
    reach: float
    signed: bool

    def at(self, value: float) -> float:
        """Return where a value lies, from 0 at the left to 1 at the right."""
        return (min(max(value, self.middle - self.reach), self.middle + self.reach) - self.middle + self.reach) / (2 * self.reach)


def bars(page: Page, column: Column, key: str, rows: Sequence[Bar], *, middle: float = 0.5, signed: bool = False, hint: str = "") -> None:
    """Lay a chart into a column: a bar a row from the middle to its mean, with its interval over it, and the scale below."""
    if not rows:
        return
    low = -1.0 if signed else 0.0
    scale = Scale(middle, half_width((row.figure for row in rows), low, 1.0, middle), signed)
    words, mark = page.size(BODY) * 1.3, 22.0
    high = words + mark + 20
    for index, row in enumerate(rows):
        box = (column.x, column.y, column.width, high)
        paint = partial(_row, page, row, box, scale)
        column.parts.append(Tile(key=f"{key}-{index}", rect=box, on=row.on, paint=paint, hint=hint, radius=10, plain=True, cue="open"))
        column.y += high + 4
    _below(page, column, scale)


def _row(page: Page, row: Bar, box: Rect, scale: Scale, look: Look) -> list[Drawn]:
    x, y, width, _ = box
    size = page.size(BODY)
    figure = row.figure
    said = percent(figure, signed=scale.signed)
    wide = page.app.measure(said, "bold", size) + 8
    track: Rect = (x + 10, y + size * 1.3 + 8, width - 20, 22.0)
    sure = bool(figure.count) and abs(figure.mean - scale.middle) > figure.reach
    tone = ("good" if figure.mean > scale.middle else "bad") if sure else "accent"
    start, end = sorted((scale.at(scale.middle), scale.at(figure.mean)))
    middle = track[0] + track[2] * scale.at(scale.middle)
    bar: Rect = (track[0] + track[2] * start, track[1] + 3, max(3.0, track[2] * (end - start)), track[3] - 6)
    listed: list[Drawn] = [Panel(box, faded(page.colour("button"), 0.5), None, 10)] if look.hover else []
    listed += [
        Text((x + 10, y + 4, width - wide - 36, size * 1.3), row.name, size, page.colour("text"), valign="middle", cut=True),
        Text((x + width - wide - 10, y + 4, wide, size * 1.3), said, size, page.colour("title"), "bold", align="right", valign="middle"),
        Panel(track, page.colour("groove"), None, 6),
        Panel(bar, page.colour(tone), None, 3),
        Line(((middle, track[1] - 2), (middle, track[1] + track[3] + 2)), page.colour("soft"), 2),
    ]
    return listed + (_interval(page, figure, track, scale) if figure.count else [])


def _interval(page: Page, figure: Figure, track: Rect, scale: Scale) -> list[Drawn]:
    """Return the line from the lower to the upper end, with a stroke at each."""
    x, y, width, high = track
    left, right = (x + width * scale.at(edge) for edge in (figure.low, figure.high))
    ink, middle = page.colour("text"), y + high / 2
    strokes = [((edge, middle - 6), (edge, middle + 6)) for edge in (left, right)]
    return [Line(points, ink, 2.5) for points in (((left, middle), (right, middle)), *strokes)]


def _below(page: Page, column: Column, scale: Scale) -> None:
    """Lay what the chart spans under it."""
    size = page.size(SMALL)
    for edge, align in ((scale.middle - scale.reach, "left"), (scale.middle, "centre"), (scale.middle + scale.reach, "right")):
        sign = "+" if scale.signed and edge > scale.middle else ""
        box = (column.x + 10, column.y, column.width - 20, size * 1.3)
        column.parts.append(Text(box, f"{sign}{100 * edge:.0f} %", size, page.colour("soft"), align=align))
    column.y += size * 1.3 + 20
