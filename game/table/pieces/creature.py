"""Cards that fight: a bar of life, rows of gems, what they bear, and numbers as they are now instead of as printed.

A piece is drawn so when one of its badges asks for a bar.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING

from msgspec.structs import replace

from game.kernel.scene import Badge, CardFace, ScenePiece
from game.table.canvas import icons
from game.table.canvas.draw import Colour, Drawn, Icon, Panel, Text, mixed
from game.table.canvas.theme import BLACK, WHITE
from game.table.canvas.tween import Pose
from game.table.canvas.view import Rect, inset
from game.table.pieces.card_face import CAPITAL
from game.table.pieces.name_plate import LARGER, least
from game.table.pieces.numbers import stat_now
from game.table.pieces.written import Written

if TYPE_CHECKING:
    from game.table.shell.app import App

ROOMY = 118
"""Device pixels of width from which a fighting card shows its numbers beside its life."""

MOST_IN_ROW = 6

GROW = 1.32
"""How much larger than usual a number on a bar or plate is set at most, where the player wants text larger: as high as what it stands on."""

_RIM, _CLEAR = 0.07, 3.0
"""The rim of a bar in parts of its height, and how many device pixels within it stay clear of a number that grows, which is laid on whole ones."""


def fights(piece: ScenePiece) -> bool:
    """Tell whether a card is drawn with a bar."""
    return piece.kind == "card" and any(badge.shape == "bar" for badge in piece.badges)


def roomy(app: App, wide: float) -> bool:
    """Tell whether a card of that width (logical units) has room for its numbers."""
    return wide * app.view.scale >= ROOMY


def face_now(app: App, face: CardFace, piece: ScenePiece, wide: float) -> CardFace:
    """Return a card's face with its numbers as they are now, without what the bar says and without its text."""
    barred = {badge.icon for badge in piece.badges if badge.shape}
    stats = tuple(stat_now(stat, piece) for stat in face.stats if stat.icon not in barred) if roomy(app, wide) else ()
    return replace(face, stats=stats, text=(), flavour="", keywords=(), line="" if face.signs else face.line)


def items(app: App, face: CardFace, piece: ScenePiece, pose: Pose, on: Written, layer: int, alpha: int) -> Iterator[Drawn]:
    """Return the bar and the rows that lie over a fighting card, and what else it bears beside what is written `on` it."""
    unit = pose.w / 250
    x, y = pose.x - pose.w / 2, pose.y - pose.h / 2
    large = roomy(app, pose.w)
    more = (8.0 if large else 10.0) if app.settings.text > LARGER else 0.0  # a bar rises with its number
    printed = {stat.icon for stat in face.stats}
    box: Rect = (x + 12 * unit, y + ((238 if large else 282) - more) * unit, 226 * unit, ((44 if large else 58) + more) * unit)
    level = y + (196 - more) * unit
    others = [box]
    for badge in piece.badges:
        if badge.shape == "bar":
            yield from _bar(app, badge, box, layer, alpha)
        elif badge.shape == "row" and large:
            row = list(_row(app, badge, (x + 12 * unit, level, 226 * unit, 38 * unit), layer, alpha))
            others += [item.rect for item in row if isinstance(item, Panel)]
            yield from row
    left: list[Badge] = [
        badge for badge in piece.badges if badge.shape != "bar" and badge.icon not in printed and not (large and badge.shape == "row")
    ]
    left.sort(key=lambda badge: badge.tone != "bad")
    side = max(least(app) / 0.66, (46 if large else 58) * unit)
    top = y + (72 if large else 92) * unit + side / 2
    low = level + 4 * unit if large else y + 200 * unit
    room: Rect = (x, y, pose.w, pose.h)
    for badge in left:
        shown = badge if large or badge.shape else replace(badge, value="")
        if large and not badge.tone and badge.value:
            wished: Rect = (x + 4 * unit, y + 164 * unit, _wide(app, badge, 36 * unit), 36 * unit)
        elif (badge.shape == "row" and badge.value == "1") or top + side / 2 > low:
            continue
        else:
            wide = _wide(app, shown, side)
            wished = (x + pose.w - wide, top - side / 2, wide, side)
            top += side * 1.06
        others.append(on.free(wished, room, others, least(app) / 0.66))
        yield from _plate(app, shown, others[-1], layer, alpha)


def _bar(app: App, badge: Badge, box: Rect, layer: int, alpha: int) -> Iterator[Drawn]:
    """Return a bar: how much is left of the most, the glyph before it and the number on it where it can be read."""
    theme = app.theme
    now, _, most = badge.value.partition("/")
    part = min(1.0, max(0.0, int(now or 0) / max(1, int(most or 1))))
    colour: Colour = theme.colour("bad") if badge.tone == "bad" else theme.colour("warn") if not badge.tone else theme.colour("good")
    x, y, w, h = box
    yield Panel(box, (8, 8, 12, 245), (22, 20, 28, 245), h * 0.3, (0, 0, 0, 255), max(1.5, h * 0.06), layer=layer, alpha=alpha)
    inner = inset(box, h * _RIM)
    wide = max(inner[2] * part, h * 0.3 if part else 0.0)
    if wide:
        body = (inner[0], inner[1], wide, inner[3])
        dark = 0.16 if theme.high_contrast else 0.0
        yield Panel(body, mixed(colour, BLACK, 0.46 + dark), mixed(colour, BLACK, 0.66 + dark), h * 0.22, layer=layer, alpha=alpha)
    if icons.known(badge.icon):
        yield Icon(
            (x + h * 0.14, y + h * 0.14, h * 0.72, h * 0.72),
            badge.icon,
            mixed(colour, WHITE, 0.55),
            None,
            (0, 0, 0, 210),
            layer=layer,
            alpha=alpha,
        )
    if h < least(app):
        return
    room = (x + h * 0.95, y, w - h * 1.1, h)
    yield _number(app, now, room, h * 0.86, "centre", layer, alpha)


def _row(app: App, badge: Badge, box: Rect, layer: int, alpha: int) -> Iterator[Drawn]:
    """Return as many glyphs as a badge says and their number behind them."""
    theme = app.theme
    count = int(badge.value) if badge.value.isdigit() else 0
    x, y, w, h = box
    colour = mixed(theme.badge(badge.icon), WHITE, 0.35)
    seen = min(count, MOST_IN_ROW)
    step = h * 0.8
    size = h * 0.78 * _grown(app)
    words = app.measure(badge.value, "digits", size)
    plate = (x, y, min(w, step * seen + words + h * 0.6), h)
    yield Panel(
        plate,
        (10, 12, 18, 225),
        (18, 20, 30, 225),
        h * 0.4,
        (*theme.badge(badge.icon)[:3], 255),
        max(1.0, h * 0.05),
        layer=layer,
        alpha=alpha,
    )
    for index in range(seen):
        yield Icon(
            (x + h * 0.14 + index * step, y + h * 0.08, h * 0.84, h * 0.84),
            badge.icon,
            colour,
            theme.badge(badge.icon),
            layer=layer,
            alpha=alpha,
        )
    yield _number(app, badge.value, (x + h * 0.28 + seen * step, y, words + 2, h), h * 0.78, "left", layer, alpha)


def _grown(app: App) -> float:
    """Return how much larger than usual numbers are set."""
    return min(GROW, app.settings.text)


def _number(app: App, value: str, room: Rect, size: float, align: str, layer: int, alpha: int) -> Text:
    """Return a number in the middle of its room, as much larger as the player wants and as wide as it has room; its line may be higher than that."""
    size = min(size * _grown(app), max(size, (room[3] * (1 - 2 * _RIM) - _CLEAR / app.view.scale) / CAPITAL))
    size *= min(1.0, room[2] / app.measure(value, "digits", size))
    spare = max(0.0, app.height(value, "digits", size) - room[3]) / 2
    return Text(
        inset(room, 0, -spare), value, size, WHITE, "digits", align=align, valign="middle", shade=(0, 0, 0, 240), layer=layer, alpha=alpha
    )


def _value_wide(app: App, badge: Badge, side: float) -> float:
    return app.measure(badge.value, "digits", side * 0.66 * _grown(app)) if badge.value else 0.0


def _wide(app: App, badge: Badge, side: float) -> float:
    """Return how wide a small plate is that is `side` high."""
    words = _value_wide(app, badge, side)
    return (side if icons.known(badge.icon) else side * 0.3) + (words + side * 0.3 if words else 0.0)


def _plate(app: App, badge: Badge, box: Rect, layer: int, alpha: int) -> Iterator[Drawn]:
    """Return a small plate: glyph and value beside each other."""
    theme = app.theme
    edge = theme.colour("good") if badge.tone == "good" else theme.colour("bad") if badge.tone == "bad" else theme.colour("line")
    _, _, wide, side = box
    words, glyph = _value_wide(app, badge, side), icons.known(badge.icon)
    radius = side * (0.22 if badge.tone == "bad" else 0.5)
    yield Panel(box, (30, 26, 38, 250), (14, 12, 18, 250), radius, edge, max(1.6, side * 0.07), layer=layer, alpha=alpha)
    if glyph:
        colour = theme.badges.get(badge.icon) or mixed(edge, WHITE, 0.5)
        part = 0.8 if badge.tone == "bad" else 0.68  # no corner of it leaves a round plate
        yield Icon(
            (box[0] + side * (1 - part) / 2, box[1] + side * (1 - part) / 2, side * part, side * part),
            badge.icon,
            mixed(colour, WHITE, 0.3),
            layer=layer,
            alpha=alpha,
        )
    if words:
        yield _number(app, badge.value, (box[0] + wide - words - side * 0.3, box[1], words + 2, side), side * 0.66, "left", layer, alpha)
