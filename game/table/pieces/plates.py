"""Name plates: who sits where, whose turn it is, who must choose, who is thinking, and each seat's counters."""

from __future__ import annotations

from collections.abc import Mapping
from typing import TYPE_CHECKING, NamedTuple

from msgspec.structs import replace

from game.kernel.ids import Seat
from game.kernel.scene import Counter, Scene, SceneSeat
from game.table.canvas import icons
from game.table.canvas.board_colours import clear, tint
from game.table.canvas.draw import CUT_AT, Drawn, Icon, Made, Panel, Polygon, Shadow, Text, faded, mixed
from game.table.canvas.view import Rect, inset
from game.table.pieces.layout import Layout
from game.table.pieces.name_plate import LEADING, fitting, least

if TYPE_CHECKING:
    from game.table.shell.app import App

LAYER = 90

LABEL = 0.8
"""How large the name of what is counted is at most, in parts of its number's size."""

TWO = 0.92
"""The part of its place that a name in two lines takes: their letters reach over their lines, which stand close."""

ROW, GROWN = 0.86, 1.2
"""How large numbers are in parts of the height of their row, and how much larger than usual they may fill all of it where larger text is wished: digits are lower than their line."""

SMALLER = 0.7
"""Counters that would be set at less than such a part of their size beside the medal stand under it and the name."""


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
    signs = charges(app, scene)
    for seat in scene.seats:
        rect = layout.seats.get(seat.seat)
        if rect is not None:
            own = [counter for counter in scene.counters.values() if counter.seat == seat.seat]
            name = names[seat.seat] if seat.seat < len(names) else seat.label
            face = faces[seat.seat] if seat.seat < len(faces) else ""
            shown = replace(seat, charge=signs[seat.seat])
            listed += plate(app, shown, rect, own, name, face, thinking=thinking == seat.seat, you=seat.seat == scene.viewer, wave=wave)
    return listed


def charges(app: App, scene: Scene) -> dict[Seat, str]:
    """Return the glyph of every seat at a table."""
    return told_apart(app, {seat.seat: seat.charge for seat in scene.seats})


def told_apart(app: App, charges: Mapping[Seat, str]) -> dict[Seat, str]:
    """Return the glyph of every seat: its own, or the world's for that seat where there is none of that name or a seat before it bears it.

    No two are alike, so that seats of one side are told apart by more than their colours.
    """
    found: dict[Seat, str] = {}
    world = [app.theme.seat_look(seat).charge for seat in charges]
    for seat, charge in sorted(charges.items()):
        taken = {*found.values(), *(glyph for other, glyph in charges.items() if other != seat)}
        own = icons.known(charge) and charge not in found.values()
        wished = (app.theme.seat_look(seat).charge, *world)
        found[seat] = charge if own else next((glyph for glyph in wished if glyph not in taken), wished[0])
    return found


def plate(
    app: App, seat: SceneSeat, rect: Rect, counters: list[Counter], name: str, face: str, *, thinking: bool, you: bool, wave: bool
) -> list[Drawn]:
    """Return one name plate; the active seat is lit and marked, one that must choose wears a waving edge."""
    x, y, w, h = rect
    high = min(h, app.size(60) + 44)
    box = (x, y + (h - high) / 2, w, high)
    side = min(high - 16, w * 0.3)
    if app.settings.text > 1 and app.measure(name, "bold", app.size(27)) > w - side - 32:
        side *= 0.62  # a larger name is worth more than a large medal, all the more as the column beside the table has grown
    beside = w - side - 32
    emblem = high * 0.44 if icons.known(face) else 0.0
    long = app.measure(name, "bold", min(27.0, app.size(27))) > beside - emblem
    for part in (
        (0.56, 0.44) if long and app.settings.text > 1 else (0.44,)
    ):  # two lines of a name grow as well; one leaves the rest to what is counted
        line = high * part
        below = _under(app, [counter for counter in counters if icons.known(counter.icon)], _wished(app, high - line - 12), beside, w)
        across = min(side, line) if below else side
        medal = (box[0] + 8, box[1] + (7 if below else (high - across) / 2), across, across)
        left = medal[0] + across + 12
        room = box[0] + w - left - 12
        tall = high - 12 if long and not counters and not seat.out else line  # where nothing is counted a long name takes the whole plate
        title = _title(app, (left, box[1] + 5, room - emblem, tall), name, you=you)
        if title.wrap and app.measure(title.words, title.face, title.size) > title.rect[2]:
            break
    listed = _tablet(app, seat, box, medal, wave=wave)
    if emblem:
        spot = (left + room - emblem, box[1] + 7, emblem, emblem)
        listed.append(Icon(spot, face, app.theme.colour("title"), app.theme.colour("title2"), layer=LAYER))
    listed.append(title)
    if you and title.words == name and name.lower() != "you":
        listed += _own(app, medal, box[1])
    low = (box[0] + 12, box[1] + line + 6, w - 24, high - line - 12) if below else (left, box[1] + line + 6, room, high - line - 12)
    if seat.out:
        return [*listed, Text(low, "out", app.size(22), app.theme.colour("bad"), "italic", valign="middle", layer=LAYER)]
    told = _counters(app, counters, low)
    dots = (box[0] + w - 66, box[1] + high - 30, 54, 22)
    if thinking and all(item.rect[0] + item.rect[2] <= dots[0] for item in told):  # what is counted is worth more
        listed += _dots(app, dots)
    return [*listed, *told]


def _wished(app: App, high: float) -> float:
    """Return how large numbers are to be in a row of such a height."""
    size = app.size(28)
    return min(size, max(high * ROW, min(high, 28 * GROWN) if app.settings.text > 1 else 0.0))


def _under(app: App, own: list[Counter], wanted: float, beside: float, wide: float) -> bool:
    """Tell whether what is counted stands under the medal: beside it it would be too small to read, or one would be without its name, or any smaller where larger text is wished."""
    aside, below = (_fitted(app, own, wanted, width) for width in (beside, wide - 24))
    if not own or aside.size < wanted * SMALLER or (app.settings.text > 1 and aside.size < below.size):
        return bool(own)
    if len(own) > 1 or not _named(app, own[0], wanted, wide - 24):
        return False
    named, named_below = (_lettered(app, own, *each)[1] for each in ((aside, beside), (below, wide - 24)))
    return not _named(app, own[0], wanted, beside) or (app.settings.text > 1 and named < named_below)


def _tablet(app: App, seat: SceneSeat, box: Rect, medal: Rect, *, wave: bool) -> list[Drawn]:
    """Return what a name is written on: lit while its seat is active, with an edge for one that must choose, and the seat's medal."""
    theme = app.theme
    colour = theme.seat(seat.seat)
    alpha = 120 if seat.out else 255
    edge = tint(theme, "chosen") if seat.choosing else colour
    swell = 3 + (2 if seat.choosing and wave else 0) if seat.active or seat.choosing else 2
    fill, fill2 = mixed(theme.colour("panel"), colour, 0.1), mixed(theme.colour("panel2"), colour, 0.16)
    listed: list[Drawn] = [
        Shadow(box, faded(theme.colour("glow"), 0.75), 20, 22, layer=LAYER)
        if seat.active
        else Shadow((box[0], box[1] + 4, box[2], box[3]), (0, 0, 0, 150), 18, 12, layer=LAYER),
        Panel(box, fill, fill2, 18, edge, swell, layer=LAYER, alpha=alpha),
        Made(medal, "medal", (colour, seat.charge), layer=LAYER, alpha=alpha, words=seat.charge),
    ]
    if seat.active:  # over the medal's corner: a name needs all the room beside it
        size = min(app.size(28), medal[3] * 0.5)
        x, y = medal[0] + medal[2] - size * 0.5, medal[1] + medal[3] - size
        corners = ((x, y), (x + size * 0.7, y + size * 0.5), (x, y + size))
        listed.append(Polygon(corners, theme.colour("accent"), theme.colour("panel2"), 2.5, layer=LAYER))
    return listed


def _title(app: App, rect: Rect, name: str, *, you: bool) -> Text:
    """Return a seat's name, said to be one's own where there is room for that, in two lines where one has no room for it."""
    room, high = rect[2], rect[3]
    size, colour = app.size(27), app.theme.colour("text")
    title = f"{name} (you)" if you and name.lower() != "you" else name
    if app.measure(title, "bold", size * CUT_AT) > room:
        if you and app.settings.text <= 1 and (own := _in_two_lines(app, rect, title)):
            return own
        title = name  # one's own plate is the one at the bottom, so the name is worth more
    if app.measure(title, "bold", min(27.0, size)) > room:
        words, face, lower = fitting(app, title, size, room, high * TWO, capitals=False, plain=True)
        least_whole = min(27.0, size) * CUT_AT  # on one line it would be cut below this, and small letters are better than none
        lowest = least(app) if app.measure(title, "bold", least_whole) > room - 2 else least_whole
        unbroken = all(app.measure(word, face, lower) <= room for word in words.split())
        if unbroken and app.height(words, face, lower, room, leading=LEADING) <= high * TWO and lower >= lowest:
            return Text(rect, words, lower, colour, face, valign="middle", wrap=True, leading=LEADING, layer=LAYER)
    wide = app.measure(title, "bold", size)
    if wide > room:  # a name is worth more than its size: it shrinks to what it is at 100 % before it is cut
        size = max(min(27.0, size), size * (room - 2) / wide)
    return Text(rect, title, size, colour, "bold", valign="middle", cut=True, layer=LAYER)


def _own(app: App, medal: Rect, top: float) -> list[Drawn]:
    """Return a small tag on the upper rim of one's own plate, over its medal, for a plate whose name leaves no room to say so."""
    size = max(least(app), app.size(16))
    wide, high = app.measure("you", "bold", size) + 10, size * 1.2
    box = (medal[0] + medal[2] / 2 - wide / 2, top - high * 0.72, wide, high)
    ink = app.theme.colour("text")
    return [
        Panel(box, clear(app.theme.colour("panel")), None, high / 2, app.theme.colour("line"), 1.5, layer=LAYER),
        Text(box, "you", size, ink, "bold", align="centre", valign="middle", layer=LAYER),
    ]


def _in_two_lines(app: App, rect: Rect, title: str) -> Text | None:
    """Return what stands on one's own plate in two lines, the second of which says that it is one's own; None where the name would be much smaller for it."""
    words, face, size = fitting(app, title, app.size(27), rect[2], rect[3] * TWO, capitals=False, plain=True)
    if size < CUT_AT * app.size(27) - 0.5 or app.height(words, face, size, rect[2], leading=LEADING) > rect[3] * TWO:
        return None
    return Text(rect, words, size, app.theme.colour("text"), face, valign="middle", wrap=True, leading=LEADING, layer=LAYER)


def _dots(app: App, box: Rect) -> list[Drawn]:
    lit = int(app.now * 3) % 3
    colour = app.theme.colour("accent")
    return [
        Panel((box[0] + index * 19, box[1] + 4, 13, 13), colour if index == lit else faded(colour, 0.3), None, 7, layer=LAYER)
        for index in range(3)
    ]


def _value(counter: Counter) -> str:
    return str(counter.value) + (f"/{counter.most}" if counter.most is not None else "")


class _Row(NamedTuple):
    """How counters stand in a row: the size of their numbers, how far a sign is from its number and the next counter, and a sign's part of the size."""

    size: float
    near: float
    far: float
    sign: float


def _fitted(app: App, counters: list[Counter], size: float, width: float) -> _Row:
    """Return how counters stand in a row of so many units, at `size` or less."""
    signs = sum(icons.known(counter.icon) for counter in counters)
    digits = sum(app.measure(_value(counter), "digits", size) for counter in counters)
    row = _Row(size, 7.0, 15.0, 1.1)
    if digits + signs * (size * row.sign + row.near) + 2 * len(counters) + row.far * (len(counters) - 1) <= width:
        return row
    row = _Row(size, 3.0, 6.0, 0.9)
    spare = width - signs * row.near - 2 * len(counters) - row.far * (len(counters) - 1)
    return row._replace(size=min(size, size * max(0.0, spare) / (digits + signs * size * row.sign)))


def _counters(app: App, counters: list[Counter], box: Rect) -> list[Text | Icon]:
    """Return counters in a row, each with its sign and, where all of them have room, its name; one without a sign needs its name."""
    listed: list[Text | Icon] = []
    x, y, w, h = box
    theme = app.theme
    wanted = _wished(app, h)
    signed = [counter for counter in counters if icons.known(counter.icon)]
    row = _fitted(app, counters, wanted, w)
    if row.size < wanted and len(signed) < len(counters):
        counters, row = signed, _fitted(app, signed, wanted, w)
    size, (named, small, room) = max(least(app), row.size), _lettered(app, counters, row, w)
    labels = {counter.key: app.measure(counter.label, "text", small) + 2 + row.near for counter in named}
    for counter in counters:
        wide, label = app.measure(_value(counter), "digits", size) + 2, labels.get(counter.key, 0.0)
        told = 0 < label <= room
        if counter in signed:
            side = size * row.sign
            spot = (x, y + (h - side) / 2, side, side)
            listed.append(Icon(spot, counter.icon, theme.colour("title"), theme.colour("title2"), layer=LAYER))
            x += side + row.near
        elif not told:
            continue
        spare = max(0.0, app.height(_value(counter), "digits", size) - h) / 2  # some digits stand in lines that are higher than the row
        spot = (x, y - spare, wide, h + 2 * spare)
        listed.append(Text(spot, _value(counter), size, theme.colour("text"), "digits", valign="middle", layer=LAYER))
        x += wide
        if told:
            spot = (x + row.near, y + h * 0.08, label - row.near, h)
            listed.append(Text(spot, counter.label, small, theme.colour("soft"), valign="middle", layer=LAYER))
            x, room = x + label, room - label
        x += row.far
    return listed


def _lettered(app: App, counters: list[Counter], row: _Row, width: float) -> tuple[list[Counter], float, float]:
    """Return which counters of a row of so many units are named, how large, and how much room all names have."""
    size, signed = max(least(app), row.size), [counter for counter in counters if icons.known(counter.icon)]
    named = [counter for counter in counters if len(counters) <= 2 or counter not in signed or counter is counters[-1]]
    room = width + row.far - len(signed) * (size * row.sign + row.near)
    room -= sum(app.measure(_value(counter), "digits", size) + 2 + row.far for counter in counters)
    small = _grown(app, named, max(least(app), row.size * 0.62), row, room)
    return named, _named_at(app, named, small, room - row.near - 2), room


def _grown(app: App, named: list[Counter], size: float, row: _Row, room: float) -> float:
    """Return the size at which names stand beside numbers that their plate lets grow no more: as large as the player wants and all of them have room."""
    if app.settings.text <= 1 or not named:
        return size
    wished = max(size, min(app.size(28) * 0.62, row.size * LABEL))
    while wished > size and sum(app.measure(counter.label, "text", wished) + 2 + row.near for counter in named) > room:
        wished = max(size, wished - 0.5)
    return wished


def _named(app: App, counter: Counter, size: float, width: float) -> bool:
    """Tell whether one counter has the width for its sign, its number and its name, which may be somewhat smaller than it is wished."""
    row = _fitted(app, [counter], size, width)
    (_, small, room) = _lettered(app, [counter], row, width)
    return app.measure(counter.label, "text", small) <= room - row.near - 2


def _named_at(app: App, named: list[Counter], size: float, room: float) -> float:
    """Return the size, `size` or somewhat less, at which the first name of some counters has room: rather smaller than not there at all."""
    wide = app.measure(named[0].label, "text", size) if named else 0.0
    return max(least(app), int(size * room / wide * app.view.scale) / app.view.scale) if wide > room > wide * SMALLER else size


def shared(app: App, scene: Scene, rect: Rect) -> list[Drawn]:
    """Return the counters that belong to all, such as the round, on one line."""
    own = [counter for counter in scene.counters.values() if counter.seat is None]
    if not own:
        return []
    return [*_counters(app, own, inset(rect, 10, 0))]
