"""What the screens share: the picture behind them, their heading, their panels and the ornaments between."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import pairwise

from game.table.canvas.draw import Drawn, Fill, Icon, Line, Panel, Picture, Shadow, Still, Text, faded, mixed
from game.table.canvas.view import Rect, inset
from game.table.shell.app import App
from game.table.shell.bindings import keyed
from game.table.shell.page import Page, Part
from game.table.shell.widgets import BODY, HEAD, TITLE, Button

MARGIN = 72.0
CLEAR = (0, 0, 0, 0)


def backdrop(app: App, picture: str = "", dark: float = 0.55) -> Still:
    """Return the picture behind a screen, darkened so that panels stand out; without a picture, and in high contrast, the world's colours."""
    theme, whole = app.theme, app.view.whole
    name = "" if theme.high_contrast else picture or theme.picture("table") or "menu"
    items: list[Drawn] = [Panel(whole, theme.colour("back"), theme.colour("back2"))]
    if app.painter.has_picture(name):
        items.append(Picture(whole, name))
    shade = theme.colour("back2")
    items += [
        Fill(whole, (*shade[:3], round(255 * dark))),
        Panel((0, 0, whole[2], 260), (0, 0, 0, 150), CLEAR),
        Panel((0, whole[3] - 220, whole[2], 220), CLEAR, (0, 0, 0, 160)),
    ]
    return Still(whole, ("backdrop", name, theme.id, dark, app.view.pixels), tuple(items), opaque=True)


def framed(app: App, rect: Rect, radius: float = 24.0) -> list[Drawn]:
    """Return a raised panel: shadow, body, gold edge and the hairline within."""
    line = app.theme.colour("line")
    return [
        Shadow((rect[0], rect[1] + 8, rect[2], rect[3]), app.theme.colour("shade"), radius, 36),
        Panel(rect, app.theme.colour("panel"), app.theme.colour("panel2"), radius, faded(line, 0.85), 2.5),
        Panel(inset(rect, 8), CLEAR, None, radius - 8, faded(line, 0.22), 1.5),
    ]


def ornament(app: App, x: float, y: float, width: float) -> list[Drawn]:
    """Return a gold hairline with a diamond in its middle."""
    line, half = mixed(app.theme.colour("glow"), app.theme.colour("line"), 0.4), width / 2
    return [
        Line(((x, y), (x + half - 22, y)), faded(line, 0.6), 2),
        Icon((x + half - 11, y - 10, 22, 22), "diamond", line),
        Line(((x + half + 22, y), (x + width, y)), faded(line, 0.6), 2),
    ]


def heading(app: App, rect: Rect, words: str, size: float = TITLE, align: str = "centre") -> Text:
    """Return a heading in the world's display face, gold from top to bottom."""
    colour = app.theme.colour
    return Text(
        rect, words, app.headline(size), colour("over"), "display",
        align=align, valign="middle", bottom=colour("over2"), shade=(0, 0, 0, 200),
    )  # fmt: skip


def small_heading(app: App, rect: Rect, words: str, size: float = HEAD) -> Text:
    """Return the heading of a part of a screen."""
    colour = app.theme.colour
    return Text(rect, words, app.size(size), colour("title"), "display", valign="middle", bottom=colour("title2"))


def top_bar(page: Page, title: str, extra: Sequence[Part] = ()) -> tuple[list[Part], float]:
    """Return a screen's top: the way back, its title and an ornament; and where what follows may begin."""
    app, view = page.app, page.app.view
    side = min(112.0, app.size(64))
    high = app.headline(TITLE) * 1.25
    top = 30.0
    width = view.width - 2 * MARGIN - 2 * side - 80
    parts: list[Part] = [
        Button(
            key="back",
            rect=(MARGIN, top + (high - side) / 2, side, side),
            icon="left",
            hint=keyed("Back", app.settings, "escape"),
            on=page.escape,
            cue="none",
        ),
        heading(app, (MARGIN + side + 40, top, width, high), title),
        *ornament(app, view.width / 2 - 330, top + high + 16, 660),
        *extra,
    ]
    return parts, top + high + 46


def over_table(app: App, rect: Rect) -> list[Drawn]:
    """Return what lies under a small panel over the table: the darkened table, the shadow and the panel itself."""
    colour = app.theme.colour
    return [
        Fill(app.view.whole, (0, 0, 0, 150)),
        Shadow(rect, (0, 0, 0, 220), 28, 60),
        Panel(rect, colour("panel"), colour("panel2"), 28, colour("line"), 2.5),
    ]


def foot_height(app: App) -> float:
    """Return the height of the button at the foot of such a panel."""
    return app.size(BODY) + 38


def done_button(page: Page, rect: Rect) -> Button:
    """Return the button that closes such a panel, in the middle of its foot."""
    high = foot_height(page.app)
    wide = min(rect[2] - 96, page.app.measure("Done", "bold", page.app.size(BODY)) + 180)
    return Button(
        key="close", rect=(rect[0] + (rect[2] - wide) / 2, rect[1] + rect[3] - high - 32, wide, high),
        label="Done", style="main", on=page.escape,
    )  # fmt: skip


def body(app: App, top: float, *, widest: float = 1776.0, foot: float = 56.0) -> Rect:
    """Return the rectangle under the top bar, no wider than is pleasant."""
    width = min(app.view.width - 2 * MARGIN, widest)
    return ((app.view.width - width) / 2, top, width, app.view.height - top - foot)


def in_rows(wides: Sequence[float], gap: float, width: float) -> list[list[int]]:
    """Return the numbers of buttons of these widths in as few rows as hold them, each row with about as many as the others."""
    for count in range(1, len(wides)):
        ends = [round(row * len(wides) / count) for row in range(count + 1)]
        rows = [list(range(first, end)) for first, end in pairwise(ends)]
        if all(sum(wides[index] + gap for index in row) - gap <= width for row in rows):
            return rows
    return [[index] for index in range(len(wides))]
