"""Name plates: who sits where, whose turn it is, who must choose, who is thinking, and each seat's counters."""

from __future__ import annotations

from typing import TYPE_CHECKING

from game.kernel.ids import Seat
from game.kernel.scene import Counter, Scene, SceneSeat
from game.table.canvas import icons
from game.table.canvas.board_colours import tint
from game.table.canvas.draw import CUT_AT, Drawn, Icon, Made, Panel, Polygon, Shadow, Text, faded, mixed
from game.table.canvas.view import Rect, inset
from game.table.pieces.layout import Layout
from game.table.pieces.name_plate import LEADING, fitting, least

if TYPE_CHECKING:
    from game.table.shell.app import App

LAYER = 90


def plates(
    app: App,
    scene: Scene,
    layout: Layout,
    names: tuple[str, ...],
    faces: tuple[str, ...] = (),
    *,
    thinking: Seat | None = None,
    wave: bool = False,
) -> list[Drawn]:
    """Return the plate of every seat, with its name and the emblem of whoever has one; with `wave` the edge of whoever must choose swells."""
    listed: list[Drawn] = []
    for seat in scene.seats:
        rect = layout.seats.get(seat.seat)
        if rect is not None:
            own = [counter for counter in scene.counters.values() if counter.seat == seat.seat]
            name = names[seat.seat] if seat.seat < len(names) else seat.label
            face = faces[seat.seat] if seat.seat < len(faces) else ""
            listed += plate(app, seat, rect, own, name, face, thinking=thinking == seat.seat, you=seat.seat == scene.viewer, wave=wave)
    return listed


def charge(app: App, seat: SceneSeat) -> str:
    """Return the glyph of a seat: its own, or the world's for that seat where there is none of that name."""
    return seat.charge if icons.known(seat.charge) else app.theme.seat_look(seat.seat).charge


def plate(
    app: App, seat: SceneSeat, rect: Rect, counters: list[Counter], name: str, face: str, *, thinking: bool, you: bool, wave: bool
) -> list[Drawn]:
    """Return one name plate; the active seat is lit and marked, one that must choose wears a waving edge."""
    x, y, w, h = rect
    high = min(h, app.size(60) + 44)
    box = (x, y + (h - high) / 2, w, high)
    side = min(high - 16, w * 0.3)
    medal = (box[0] + 8, box[1] + (high - side) / 2, side, side)
    left = medal[0] + side + 12
    room = box[0] + w - left - 12
    line = high * 0.44
    listed = _tablet(app, seat, box, medal, wave=wave)
    emblem = line if icons.known(face) else 0.0
    if emblem:
        spot = (left + room - emblem, box[1] + 7, emblem, emblem)
        listed.append(Icon(spot, face, app.theme.colour("title"), app.theme.colour("title2"), layer=LAYER))
    listed.append(_title(app, seat, (left, box[1] + 5, room - emblem, line + 4), name, you=you))
    low = (left, box[1] + line + 6, room, high - line - 12)
    if thinking:
        listed += _dots(app, (box[0] + w - 66, box[1] + high - 30, 54, 22))
    if seat.out:
        listed.append(Text(low, "out", app.size(22), app.theme.colour("bad"), "italic", valign="middle", layer=LAYER))
    else:
        listed += _counters(app, counters, low)
    return listed


def _tablet(app: App, seat: SceneSeat, box: Rect, medal: Rect, *, wave: bool) -> list[Drawn]:
    """Return what a name is written on: lit while its seat is active, with an edge for one that must choose, and the seat's medal."""
    theme = app.theme
    colour = theme.seat(seat.seat)
    alpha = 120 if seat.out else 255
    edge = tint(theme, "chosen") if seat.choosing else mixed(colour, theme.colour("line"), 0.3)
    swell = 3 + (2 if seat.choosing and wave else 0) if seat.active or seat.choosing else 2
    fill, fill2 = mixed(theme.colour("panel"), colour, 0.1), mixed(theme.colour("panel2"), colour, 0.16)
    listed: list[Drawn] = [
        Shadow(box, faded(theme.colour("glow"), 0.75), 20, 22, layer=LAYER)
        if seat.active
        else Shadow((box[0], box[1] + 4, box[2], box[3]), (0, 0, 0, 150), 18, 12, layer=LAYER),
        Panel(box, fill, fill2, 18, edge, swell, layer=LAYER, alpha=alpha),
        Made(medal, "medal", (colour, charge(app, seat)), layer=LAYER, alpha=alpha, words=seat.charge),
    ]
    if seat.active:  # over the medal's corner: a name needs all the room beside it
        size = min(app.size(28), medal[3] * 0.5)
        x, y = medal[0] + medal[2] - size * 0.5, medal[1] + medal[3] - size
        corners = ((x, y), (x + size * 0.7, y + size * 0.5), (x, y + size))
        listed.append(Polygon(corners, theme.colour("accent"), theme.colour("panel2"), 2.5, layer=LAYER))
    return listed


def _title(app: App, seat: SceneSeat, rect: Rect, name: str, *, you: bool) -> Text:
    """Return a seat's name, said to be one's own where there is room for that, in two lines where one has no room for it."""
    room, high = rect[2], rect[3]
    size, colour = app.size(27), app.theme.colour("text")
    title = f"{name} (you)" if you and name != seat.label and name.lower() != "you" else name
    if app.measure(title, "bold", size * CUT_AT) > room:
        title = name  # one's own plate is the one at the bottom, so the name is worth more
    if app.measure(title, "bold", min(27.0, size) * CUT_AT) > room:
        words, face, lower = fitting(app, title, size, room, high, capitals=False, plain=True)
        if app.height(words, face, lower, room, leading=LEADING) <= high:
            return Text(rect, words, lower, colour, face, valign="middle", wrap=True, leading=LEADING, layer=LAYER)
    wide = app.measure(title, "bold", size)
    if wide > room:  # a name is worth more than its size: it shrinks to what it is at 100 % before it is cut
        size = max(min(27.0, size), size * (room - 2) / wide)
    return Text(rect, title, size, colour, "bold", valign="middle", cut=True, layer=LAYER)


def _dots(app: App, box: Rect) -> list[Drawn]:
    lit = int(app.now * 3) % 3
    colour = app.theme.colour("accent")
    return [
        Panel((box[0] + index * 19, box[1] + 4, 13, 13), colour if index == lit else faded(colour, 0.3), None, 7, layer=LAYER)
        for index in range(3)
    ]


def _counters(app: App, counters: list[Counter], box: Rect) -> list[Drawn]:
    listed: list[Drawn] = []
    x, y, w, h = box
    theme = app.theme
    size = min(app.size(28), h * 0.86)
    values = [str(counter.value) + (f"/{counter.most}" if counter.most is not None else "") for counter in counters]
    needed = sum(
        app.measure(value, "digits", size) + 9 + (size * 1.1 + 7 if icons.known(counter.icon) else 0) + 8
        for counter, value in zip(counters, values, strict=True)
    )
    size *= min(1.0, max(0.62, w / max(1.0, needed)))
    for counter, value in zip(counters, values, strict=True):
        side = size * 1.1
        if icons.known(counter.icon):
            listed.append(
                Icon((x, y + (h - side) / 2, side, side), counter.icon, theme.colour("title"), theme.colour("title2"), layer=LAYER)
            )
            x += side + 7
        wide = app.measure(value, "digits", size) + 2
        listed.append(Text((x, y, wide, h), value, size, theme.colour("text"), "digits", valign="middle", layer=LAYER))
        x += wide + 7
        small = size * 0.62
        if len(counters) <= 2 or not icons.known(counter.icon):
            words = app.measure(counter.label, "text", small) + 2
            if x + words < box[0] + w and small >= least(app):
                listed.append(Text((x, y + h * 0.08, words, h), counter.label, small, theme.colour("soft"), valign="middle", layer=LAYER))
                x += words + 14
        else:
            x += 8
        if x > box[0] + w - 30:
            break
    return listed


def shared(app: App, scene: Scene, rect: Rect) -> list[Drawn]:
    """Return the counters that belong to all, such as the round, on one line."""
    own = [counter for counter in scene.counters.values() if counter.seat is None]
    if not own:
        return []
    return _counters(app, own, inset(rect, 10, 0))
