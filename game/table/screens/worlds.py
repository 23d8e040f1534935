"""The worlds as the menu shows them: high cards that say all of themselves, or low ones that leave large words their room.

A high card has a width that many worlds share, so its words can only grow until they meet its edge. Where text is larger than usual,
a card is its sign beside its name, and what the world is stands once, as wide as the window, for the one in hand.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING

from game.kernel.rules import Game
from game.table.canvas.draw import Colour, Drawn, Icon, Panel, Picture, Shadow, Text, faded, mixed
from game.table.canvas.view import Rect, inset, shifted
from game.table.pages.common import CLEAR
from game.table.shell.widgets import BODY, SMALL, Look, ring

if TYPE_CHECKING:
    from game.table.canvas.theme import Theme
    from game.table.shell.app import App

_NAME = 52
"""The size of a world's name."""

_PAD = 16.0


def high_card(game: Game, rect: Rect, look: Look, *, chosen: bool = False, bare: bool = False) -> list[Drawn]:
    """Return a world as a large card: its table, its sign, its name in its own letters; `bare` leaves its picture out."""
    rect, edge, lit = _lifted(game, rect, look, chosen=chosen)
    x, y, width, height = rect
    side = min(width * 0.56, height * 0.4)
    sign = (x + (width - side) / 2, y + height * 0.26 - side / 2, side, side)
    ground = _ground(look.app, look.app.world(game.id), rect, lit=lit, bare=bare)
    shade = (x + 3, y + height * 0.36, width - 6, height * 0.64 - 3)
    return [
        *ground,
        *_sign(look.app.world(game.id), sign, shade),
        *_frame(rect, edge, lit=lit),
        *_high_words(look.app, game, rect, edge),
        *ring(look, rect, 26),
    ]


def low_card(game: Game, rect: Rect, look: Look, *, chosen: bool = False, bare: bool = False) -> list[Drawn]:
    """Return a world as a low card: its sign, and its name beside it in its own letters; `bare` leaves its picture out."""
    rect, edge, lit = _lifted(game, rect, look, chosen=chosen)
    x, y, width, height = rect
    world = look.app.world(game.id)
    side = min(height - 2 * _PAD, width * 0.24)
    left = x + side + 2 * _PAD
    name = (left, y + _PAD, x + width - 1.6 * _PAD - left, height - 2 * _PAD)
    return [
        *_ground(look.app, world, rect, lit=lit, bare=bare),
        *_sign(world, (x + _PAD * 1.2, y + (height - side) / 2, side, side), inset(rect, 3)),
        *_frame(rect, edge, lit=lit),
        _name(look.app, game, name),
        *ring(look, rect, 26),
    ]


def told(app: App, game: Game, box: Rect) -> list[Drawn]:
    """Return what a world is, in words."""
    theme, glow = app.theme, app.world(game.id).colour("glow")
    return [
        Panel(box, faded(theme.colour("panel"), 0.86), faded(theme.colour("panel2"), 0.86), 16, mixed(glow, (255, 255, 255, 255), 0.3), 2),
        Text(
            inset(box, _PAD, 0), _told_words(game), app.size(BODY), theme.colour("text"),
            align="centre", valign="middle", wrap=True,
        ),
    ]  # fmt: skip


def told_height(app: App, games: Sequence[Game], width: float) -> float:
    """Return how high the words of the longest world are, with some air."""
    return _PAD + max(app.height(_told_words(game), "text", app.size(BODY), width - 2 * _PAD) for game in games)


def _told_words(game: Game) -> str:
    return f"{game.tagline} · {_seats(game)}"


def _seats(game: Game) -> str:
    few, many = min(game.seats), max(game.seats)
    return f"{few} players" if few == many else f"{few} to {many} players"


def _lifted(game: Game, rect: Rect, look: Look, *, chosen: bool) -> tuple[Rect, Colour, bool]:
    """Return where a card lies now, the colour of its edge, and whether it is lit."""
    world = look.app.world(game.id)
    lit = look.hover or look.ring or chosen
    edge = mixed(world.colour("glow"), (255, 255, 255, 255), 0.3) if lit else mixed(world.colour("glow"), world.colour("line"), 0.55)
    return (shifted(rect, 0, -8) if look.hover and not look.pressed else rect), edge, lit


def _ground(app: App, world: Theme, rect: Rect, *, lit: bool, bare: bool) -> list[Drawn]:
    """Return what a card is made of: its shadow, and its picture on its colour."""
    x, y, width, height = rect
    picture = "" if bare else world.picture("table")
    return [
        Shadow((x, y + 14, width, height), (0, 0, 0, 210), 26, 44),
        *([Shadow(rect, faded(world.colour("glow"), 0.55), 26, 40)] if lit else []),
        Panel(rect, world.colour("back"), world.colour("back2"), 26),
        *([Picture(inset(rect, 3), picture, 24, anchor=0.06)] if picture and app.painter.has_picture(picture) else []),
    ]


def _sign(world: Theme, box: Rect, shade: Rect) -> list[Drawn]:
    """Return a world's sign over a glow, where its picture fades into its colour."""
    x, y, side, _ = box
    return [
        Panel(shade, CLEAR, (*world.colour("back2")[:3], 250), 22),
        Shadow(inset(box, side * 0.2), faded(world.colour("glow"), 0.42), side * 0.3, side * 0.55),
        Icon((x, y, side, side), world.glyph, world.colour("over"), world.colour("over2"), (0, 0, 0, 200)),
    ]


def _frame(rect: Rect, edge: Colour, *, lit: bool) -> list[Drawn]:
    return [Panel(rect, CLEAR, None, 26, edge, 5 if lit else 3), Panel(inset(rect, 11), CLEAR, None, 17, faded(edge, 0.45), 1.5)]


def _name(app: App, game: Game, box: Rect) -> Text:
    world = app.world(game.id)
    return Text(
        box, game.title, app.size(_NAME), world.colour("over"), world.faces.get("display", "display"),
        align="centre", valign="middle", bottom=world.colour("over2"), shade=(0, 0, 0, 240),
    )  # fmt: skip


def _high_words(app: App, game: Game, rect: Rect, edge: Colour) -> list[Drawn]:
    """Return a world's name in its own letters over a line, what it is in a sentence, and for how many."""
    x, y, width, height = rect
    pad = 28.0
    inner, name_y, name_h = width - 2 * pad, y + height * 0.52, height * 0.13
    body = min(app.size(BODY), inner * 0.16)  # many worlds are narrow ones, and all are to be set alike
    seats_h = min(app.size(SMALL) * 1.7, height * 0.1)
    seats_y, words_y = y + height - 30 - seats_h, name_y + name_h + 18
    soft = app.world(game.id).colour("over_soft")
    return [
        _name(app, game, (x + pad / 2, name_y, width - pad, name_h)),
        Panel((x + width * 0.3, name_y + name_h + 6, width * 0.4, 2), faded(edge, 0.7)),
        Text((x + pad, words_y, inner, seats_y - 10 - words_y), game.tagline, body, soft, align="centre", valign="top", wrap=True),
        Text((x + pad, seats_y, inner, seats_h), _seats(game), app.size(SMALL), faded(soft, 0.85), "bold", align="centre", valign="middle"),
    ]  # fmt: skip
