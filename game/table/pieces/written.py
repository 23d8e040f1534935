"""What is written on a card, and where that which the card bears finds room: on the card and never over its name nor its numbers, over its signs only where no place is left.

Signs, marks and counts are put where they are wished; where a name reaches so far, at larger text or on small cards, they move to the nearest free place.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from itertools import product
from typing import TYPE_CHECKING, NamedTuple

from game.kernel.scene import CardFace
from game.table.canvas.draw import Drawn, Icon, Made, Panel, Text
from game.table.canvas.tween import Pose
from game.table.canvas.view import Rect, holds, inset, meet
from game.table.pieces.card_face import as_read, face_items, part_seen, set_as

if TYPE_CHECKING:
    from game.table.shell.app import App

Faces = Callable[[str], CardFace | None]

MOST_KNOWN = 2000
"""Of how many cards it is remembered at most where what is written on them stands."""

_APART = 2.0

_SMALLER = (1.0, 0.86, 0.74, 0.64)
"""The parts of its size that what finds no room on a card is tried in."""

_LARGEST_SIGN = 0.4
"""The width of a sign of a card's kinds at most, in parts of the card's; a larger one is its picture."""


class Written(NamedTuple):
    """Where a card's name stands, where its numbers are set, and where its other words, its signs and the plates of its numbers lie."""

    name: tuple[Rect, ...]
    numbers: tuple[Rect, ...] = ()
    rest: tuple[Rect, ...] = ()

    def free(self, wished: Rect, room: Rect, others: Sequence[Rect] = (), least: float = 0.0) -> Rect:
        """Return the place in a room nearest to a wished one that lies on nothing that is written here nor on what else is there.

        Where there is none it becomes smaller, but not less high than `least`, then it lies on a sign or a plate, as large as it can; where it is that small it lies
        on a number, and on a name or what else is there only as it was wished, within the room.
        """
        never = (*self.name, *self.numbers, *others)
        for taken, share in product(((*never, *self.rest), never), _SMALLER):
            size = _scaled(wished, max(share, min(1.0, least / wished[3])))
            if (place := _freed(size, room, taken)) is not None:
                return place
        if (place := _freed(size, room, (*self.name, *others))) is not None:
            return place
        x, y, wide, high = size
        return (max(room[0], min(x, room[0] + room[2] - wide)), max(room[1], min(y, room[1] + room[3] - high)), wide, high)


def written(app: App, face: CardFace, pose: Pose, look: str = "") -> Written:
    """Return where what is written on a card stands as it lies there, in rectangles without a turn; `look` is how its name is set among those beside it."""
    scale = app.view.scale
    wide, high = max(1, round(pose.w * scale)), max(1, round(pose.h * scale))
    key = ("written", app.theme.id, face, wide, high, scale, app.settings.text, app.painter.worn, look)
    known = app.painter.reckoned
    if key not in known:
        if len(known) >= MOST_KNOWN:
            known.clear()
        rect = (-wide / scale / 2, -high / scale / 2, wide / scale, high / scale)
        known[key] = _upright(
            app, face, face_items(app, app.theme, as_read(face, look), rect, wide, part_seen(look), set_as(look)), rect[2]
        )
    found: Written = known[key]
    return Written(*(tuple(_turned(each, pose) for each in part) for part in found))


def numbered(app: App, face: CardFace, pose: Pose) -> bool:
    """Tell whether a card is large enough for the numbers that are printed on it."""
    printed = sum(1 for badge in (face.corner, face.second, *face.stats) if badge is not None and badge.value)
    return len(written(app, face, pose).numbers) >= printed


def _upright(app: App, face: CardFace, items: list[Drawn], width: float) -> Written:
    name: list[Rect] = []
    numbers: list[Rect] = []
    rest: list[Rect] = []
    values = {badge.value for badge in (face.corner, face.second, *face.stats) if badge is not None}
    for before, item in zip([None, *items], items, strict=False):
        if isinstance(item, Text):
            (
                numbers
                if item.face == "digits" or item.words in values
                else name
                if item.words.casefold() == face.name.casefold()
                else rest
            ).append(_set(app, item))
        elif isinstance(item, Made) and item.kind == "spine":
            (name if item.words == face.name else rest).append(item.rect)
        elif (isinstance(item, Made) and item.kind == "badge") or (isinstance(item, Icon) and item.rect[2] < width * _LARGEST_SIGN):
            disc = (
                before if isinstance(before, Panel) and before.rect[2] < width * _LARGEST_SIGN else None
            )  # what a sign stands on, with its rim
            rest.append(disc.rect if disc is not None and holds(disc.rect, item.rect) else item.rect)
    return Written(tuple(name), tuple(numbers), tuple(rest))


def _set(app: App, item: Text) -> Rect:
    """Return the rectangle that the words of a text in the middle of its box fill."""
    scale, (x, y, wide, high) = app.view.scale, item.rect
    laid = app.fonts.fit(
        item.words, item.face, round(item.size * scale), round(wide * scale), round(high * scale), wrap=item.wrap, rich=item.rich, leading=item.leading
    )  # fmt: skip
    w, h = laid.width / scale, laid.height / scale
    return (x + (wide - w) / 2, y + (high - h) / 2, w, h)


def _turned(rect: Rect, pose: Pose) -> Rect:
    """Return the upright rectangle around one that is given from a card's middle, turned and laid as the card is."""
    x, y = pose.point(rect[0] + rect[2] / 2, rect[1] + rect[3] / 2)
    return Pose(x, y, rect[2], rect[3], pose.angle).bounding


def _scaled(rect: Rect, share: float) -> Rect:
    """Return a rectangle of a part of the size of one, around its middle."""
    x, y, wide, high = rect
    return (x + wide * (1 - share) / 2, y + high * (1 - share) / 2, wide * share, high * share)


def _freed(wished: Rect, room: Rect, taken: Sequence[Rect]) -> Rect | None:
    """Return the place in a room nearest to a wished one that lies on nothing that is taken; None where there is none."""
    _, _, w, h = wished
    bounds = inset(room, -0.5)
    taken = [each for each in taken if meet(bounds, each) or meet(wished, each)]
    if not any(meet(wished, each) for each in taken):
        return wished
    lefts = {
        wished[0],
        room[0],
        room[0] + room[2] - w,
        *(each[0] - w - _APART for each in taken),
        *(each[0] + each[2] + _APART for each in taken),
    }
    tops = {
        wished[1],
        room[1],
        room[1] + room[3] - h,
        *(each[1] - h - _APART for each in taken),
        *(each[1] + each[3] + _APART for each in taken),
    }
    right, bottom = bounds[0] + bounds[2] - w, bounds[1] + bounds[3] - h
    spots = [
        ((x - wished[0]) ** 2 + (y - wished[1]) ** 2, x, y)
        for x in lefts
        if bounds[0] <= x <= right
        for y in tops
        if bounds[1] <= y <= bottom
    ]
    return next(((x, y, w, h) for _, x, y in sorted(spots) if not any(meet((x, y, w, h), each) for each in taken)), None)
