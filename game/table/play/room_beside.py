"""Where a large card or a few words lie beside what they are about, so that it stays to be seen.

What has the focus is never covered: a card too large for any side of it becomes smaller, and its remarks go to another side.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from functools import lru_cache
from itertools import compress, product
from math import ceil, hypot, inf

from game.table.canvas.view import Rect, meet, overlap

_SIDEWAYS, _FLAT = 18.0, 14.0
"""How far from its anchor something lies: beside it, and above or below it."""

_GAP = 16.0
_SHARES = (1.0, 0.93, 0.86, 0.8, 0.74, 0.68, 0.62, 0.56, 0.5, 0.44, 0.38)
"""The parts of its full size that a card is tried in."""

NARROWER = (1.0, 0.8, 0.64, 0.5)
"""The parts of their width that words are tried in, before they may cover what lies around their anchor."""

BROADER = (1.0, 1.15, 1.3, 1.6, 2.0, 0.9, 0.8, 0.7, 0.6, 0.5)
"""The parts of its width that a list is tried in, which is as good in few long lines as in many short ones."""

_CARD = 0.714
"""How wide a card is to its height."""

_STEP = 8.0
"""How far apart the heights are that words at an edge are tried at."""

_ACROSS = 6
"""In so many steps a list goes from one edge of its area to the other."""

_NARROWEST, _CLEAR = 0.38, 3.0
"""The least part of its width that a list has, and how far one that fills a strip is from what it leaves open."""

_STRIDE = 24.0
"""How far apart the places are that roaming words are tried at."""

_Beam = tuple[float, float, float]
"""How much of its width a rectangle has in common with a column, and from where to where it reaches downwards."""

High = Callable[[float], float]
"""How high words are at a width."""

Spared = Sequence[Sequence[Rect]]
"""What words leave open where there is room enough, what matters most first."""


def beside(anchor: Rect, width: float, height: float, within: Rect, clear_of: Rect | None = None) -> tuple[float, float]:
    """Return the corner of a box that lies beside an anchor, without covering it and without leaving an area.

    `clear_of` is what should stay visible too where it can, such as the row the anchor lies in.
    """
    return spoken_beside(anchor, width, lambda _: height, within, clear_of, shares=(1.0,))[:2]


def spoken_beside(
    anchor: Rect,
    width: float,
    high: High,
    within: Rect,
    clear_of: Rect | None = None,
    spared: Spared = (),
    *,
    shares: Sequence[float] = NARROWER,
    roaming: bool = False,
    reach: float = inf,
) -> Rect:
    """Return where words lie beside an anchor, narrower where they would cover it otherwise.

    `spared` is what they leave open wherever there is room enough, what is named first above all: for that alone they become narrower. Where nothing beside the
    anchor is free, `roaming` words lie as near to it as something is, or as what matters most leaves free. They lie no farther from it than `reach`.
    """
    least: tuple[list[int], Rect] | None = None
    met: list[tuple[list[int], Rect]] = []
    for keep in (clear_of, None) if clear_of is not None else (None,):
        for share in shares:
            wide = width * share
            tall = high(wide)
            for corner in _corners(anchor, wide, tall, within, keep, turned=bool(spared)):
                box = (*corner, wide, tall)
                if _apart(box, anchor) > reach:
                    continue
                covered = _covered(box, spared)
                matters = len(covered) if share == shares[0] else 1
                if not any(covered):
                    return box
                met.append((covered, box))
                if least is None or covered[:matters] < least[0][:matters]:
                    least = covered, box
    sizes = tuple((width * share, high(width * share)) for share in shares) if roaming else ()
    for most in range(len(spared), 0, -1) if roaming else ():
        free = [each for each in met if not any(each[0][:most])]
        if free:
            return min(free, key=lambda each: each[0][most:])[1]
        taken = (anchor, *(rect for rects in spared[:most] for rect in rects))
        if (found := _nearest_free(anchor, sizes, within, taken, reach)) is not None:
            return found
    if least is not None:
        return least[1]
    room = max(_rooms(anchor, within, 4.0), key=lambda each: min(each[2] / width, 1.0) * each[3])
    return _near(anchor, room, width, high(width))


@lru_cache(maxsize=256)
def _nearest_free(anchor: Rect, sizes: Sequence[tuple[float, float]], within: Rect, taken: Sequence[Rect], reach: float) -> Rect | None:
    """Return the box that lies nearest to an anchor and meets nothing that is taken, of the first size that finds room; None where no room is free."""
    x, y, w, h = within
    ax, ay = anchor[0] + anchor[2] / 2, anchor[1] + anchor[3] / 2
    for wide, tall in sizes:
        lefts = (x + step * _STRIDE + 4 for step in range(max(0, int((w - wide - 8) / _STRIDE) + 1)))
        tops = [y + step * _STRIDE + 4 for step in range(max(0, int((h - tall - 8) / _STRIDE) + 1))]
        boxes = [(left, top, wide, tall) for left in lefts for top in tops]
        for box in sorted(boxes, key=lambda each: abs(each[0] + wide / 2 - ax) + abs(each[1] + tall / 2 - ay)):
            if _apart(box, anchor) <= reach and not any(meet(box, rect) for rect in taken):
                return box
    return None


def _apart(one: Rect, other: Rect) -> float:
    """Return how far two boxes are from each other."""
    x = max(one[0] - other[0] - other[2], other[0] - one[0] - one[2], 0.0)
    y = max(one[1] - other[1] - other[3], other[1] - one[1] - one[3], 0.0)
    return hypot(x, y)


def along_edge(level: float, width: float, high: High, within: Rect, spared: Spared) -> Rect:
    """Return where words lie at the right edge of an area, in one of the parts of their width that fit it.

    As near a level as can be where they cover nothing that is to be spared, else as little as can be.
    """
    x, _, w, _ = within
    boxes = [
        box
        for wide in dict.fromkeys(min(w, width * share) for share in NARROWER)
        for box in _column(level, (x + w - wide,), wide, high, within)
    ]
    return _sparing(boxes, within, spared, lambda box: (-box[2], abs(box[1] - level)))


def list_room(level: float, width: float, high: High, within: Rect, spared: Spared) -> Rect:
    """Return where a list lies in an area, in one of the parts of its width that fit it, or as wide as a strip that is free along a side: at an edge or between, wherever it covers least of what is to be spared."""
    x, _, w, _ = within
    boxes = list[Rect]()
    usual = tuple(dict.fromkeys(min(w, width * share) for share in BROADER))
    for wide in dict.fromkeys((*usual, *_strips(width, within, spared))):
        room = w - wide
        between = (x + room * part / _ACROSS for part in range(1, _ACROSS)) if wide in usual else ()
        boxes += _column(level, (x + room, x, *between), wide, high, within, coarse=True)
    return _sparing(boxes, within, spared, lambda box: (abs(box[2] - width), abs(box[1] - level)))


def _strips(width: float, within: Rect, spared: Spared) -> set[float]:
    """Return how wide the strips are beside what is to be spared, along either side of an area, if a list so wide has words of some length in its lines."""
    x, _, w, _ = within
    ends = {edge for rects in spared for rect in rects for edge in (rect[0] - x, x + w - rect[0] - rect[2])}
    return {wide for edge in ends if width * _NARROWEST <= (wide := float(int(edge - _CLEAR))) <= min(w, width * BROADER[0])}


def _column(level: float, lefts: Sequence[float], wide: float, high: High, within: Rect, *, coarse: bool = False) -> Iterator[Rect]:
    """Yield the boxes of a width whose left edges are given, the one at a level first, then those at all heights of an area."""
    _, y, _, h = within
    tall = high(wide)
    lowest, step = max(y, y + h - tall), _STEP * (3 if coarse else 1)
    for top in dict.fromkeys((max(y, min(level, lowest)), *(y + step * count for count in range(int((lowest - y) / step) + 1)))):
        yield from ((left, top, wide, tall) for left in lefts)


def _sparing(boxes: Sequence[Rect], within: Rect, spared: Spared, merits: Callable[[Rect], tuple[float, ...]]) -> Rect:
    """Return the first box where it covers nothing that is to be spared, else that of those which cover least, what is named first above all, with the least merits."""
    if boxes[0][3] <= within[3] and not any(_covered(boxes[0], spared)):
        return boxes[0]
    beyond = [ceil(max(0.0, box[3] - within[3])) for box in boxes]  # what does not even fit the area is worth nothing
    at_best, left = min(beyond), list[Rect]()
    least: list[int] | None = None
    columns: dict[tuple[float, float], list[list[_Beam]]] = {}
    for box in compress(boxes, [each == at_best for each in beyond]):  # each is looked at only until another is known to be better
        beams, covered, even = columns.setdefault((box[0], box[2]), []), list[int](), least is not None
        for place, rects in enumerate(spared):
            if place == len(beams):
                beams.append(_across(box[0], box[2], rects))
            most = least[place] if even and least is not None else inf
            covered.append(_covering(box, beams[place], most))
            if covered[-1] > most:
                break
            even = even and covered[-1] == most
        else:
            if not even:
                least, left = covered, []
            left.append(box)
    return min(left, key=merits)


def _across(left: float, wide: float, rects: Sequence[Rect]) -> list[_Beam]:
    """Return of which rectangles boxes of a left edge and a width can cover something: as much of their width, and from where to where they reach."""
    right = left + wide
    return [(min(right, x + w) - max(left, x), y, y + h) for x, y, w, h in rects if x < right and x + w > left]


def _covering(box: Rect, beams: Sequence[_Beam], most: float) -> int:
    """Return how much a box would cover of what it meets in its width; of more than `most`, only that it is more."""
    top, low, total = box[1], box[1] + box[3], 0
    for wide, first, last in beams:
        if first < low and last > top:
            total += ceil(wide * (min(low, last) - max(top, first)))
            if total > most:
                break
    return total


def _covered(box: Rect, spared: Spared) -> list[int]:
    """Return how much a box would cover of what is to be spared, in the order in which that matters."""
    return [sum(overlap(box, rect) for rect in rects) for rects in spared]


def _corners(
    anchor: Rect, width: float, height: float, within: Rect, clear_of: Rect | None, *, turned: bool
) -> Iterator[tuple[float, float]]:
    """Yield where a box can lie, the best place first; `turned` adds those above and below that begin or end where the anchor does, or next to it."""
    x, y, w, h = within
    keep = clear_of or anchor
    level = max(y + 8, min(anchor[1] + (anchor[3] - height) / 2, y + h - height - 8))
    left, right = (keep[0], keep[0] + keep[2]) if keep[2] >= width else (x + 8, x + w - 8)
    near, far = anchor[0], anchor[0] + anchor[2]
    wings = (anchor[0] + (anchor[2] - width) / 2, *((near, far - width, far, near - width) if turned else ()))
    flat = [
        (max(left, min(wing, right - width)), edge)
        for wing in wings
        for edge in sorted((keep[1] - height - _FLAT, keep[1] + keep[3] + _FLAT), reverse=anchor[1] + anchor[3] / 2 < y + h / 2)
    ]
    sides = [(keep[0] + keep[2] + _SIDEWAYS, level), (keep[0] - width - _SIDEWAYS, level)]
    if anchor[0] + anchor[2] / 2 > x + w / 2:
        sides.reverse()
    for px, py in (*flat, *sides) if clear_of else (*sides, *flat):
        if px >= x + 4 and px + width <= x + w - 4 and py >= y + 4 and py + height <= y + h - 4:
            yield px, py


def card_beside(anchor: Rect, within: Rect, tall: float, side: float, high: High, spared: Sequence[Rect] = ()) -> tuple[Rect, Rect | None]:
    """Return where a card lies beside an anchor, and where its remarks do; None where there is nothing to remark (`side` is 0).

    The card is as large as it can be with all its remarks in sight; only where that would make it small are some left out. What is `spared` is left open
    where any size does, else as much of it as can be by the largest card that fits.
    """
    rooms = _rooms(anchor, within, 20.0)
    for whole in (True, False):
        largest: list[tuple[Rect, Rect | None]] = []
        for share in _SHARES[: 8 if whole else None]:
            tried = []
            for far in (False, True) if spared else (False,):
                for found in _ways(anchor, rooms, tall * share, side, high, whole=whole, far=far):
                    if not covered_by(found, spared):
                        return found
                    tried.append(found)
            largest = largest or tried
        if largest:
            return min(largest, key=lambda found: covered_by(found, spared))
    room = max(rooms, key=lambda each: min(each[2] / _CARD, each[3]))
    small = max(1.0, min(room[2] / _CARD, room[3], tall))
    return _near(anchor, room, small * _CARD, small), None


def covered_by(found: tuple[Rect, Rect | None], spared: Sequence[Rect]) -> int:
    """Return how much a card and its remarks cover of what is to be spared."""
    return sum(overlap(box, rect) for box in found if box is not None for rect in spared)


def _ways(
    anchor: Rect, rooms: list[Rect], tall: float, side: float, high: High, *, whole: bool, far: bool
) -> Iterator[tuple[Rect, Rect | None]]:
    """Yield how a card of a height lies with its remarks: beside each other, on two sides of the anchor, or the remarks below.

    It lies as near to the anchor as can be, or at every edge of its room (`far`).
    """
    places = _edges if far else _nearest
    wide = tall * _CARD
    fitting = [room for room in rooms if wide <= room[2] and tall <= room[3]]
    if not side:
        yield from ((box, None) for room in fitting for box in places(anchor, room, wide, tall))
        return

    def told(width: float, most: float) -> float:
        return high(width) if whole else min(high(width), most)

    for room in fitting:
        if wide + _GAP + side <= room[2] and (deep := told(side, room[3])) <= room[3]:
            for x, y, _, _ in places(anchor, room, wide + _GAP + side, tall):
                lower = max(room[1], min(y + 10, room[1] + room[3] - deep))
                card, words = (x + side + _GAP, x) if anchor[0] > x else (x, x + wide + _GAP)
                yield (card, y, wide, tall), (words, lower, side, deep)
    for room in fitting:
        for other in rooms:
            width = min(side, other[2])
            if not meet(room, other) and width >= side / 2 and (deep := told(width, other[3])) <= other[3]:
                yield from product(places(anchor, room, wide, tall), places(anchor, other, width, deep))
    for room in fitting:
        left = room[3] - tall - _FLAT
        if left >= 100 and (deep := told(wide, left)) <= left:
            for x, y, _, _ in places(anchor, room, wide, tall + _FLAT + deep):
                yield (x, y, wide, tall), (x, y + tall + _FLAT, wide, deep)


def _nearest(anchor: Rect, room: Rect, width: float, height: float) -> list[Rect]:
    return [_near(anchor, room, width, height)]


def _edges(anchor: Rect, room: Rect, width: float, height: float) -> list[Rect]:
    """Return the boxes at the edges of a room, those nearest to an anchor first."""
    x, y, _, _ = _near(anchor, room, width, height)
    right, low = room[0] + room[2] - width, room[1] + room[3] - height
    boxes = [(left, top, width, height) for left in dict.fromkeys((x, room[0], right)) for top in dict.fromkeys((y, room[1], low))]
    return sorted(boxes, key=lambda box: abs(box[0] - x) + abs(box[1] - y))


def _rooms(anchor: Rect, within: Rect, edge: float) -> list[Rect]:
    """Return what an area has beside an anchor, above and below it, the roomier of two sides first."""
    left, top, right, bottom = within[0] + 4, within[1] + edge, within[0] + within[2] - 4, within[1] + within[3] - edge
    x, y, width, height = anchor
    after, before, above, below = x + width + _SIDEWAYS, x - _SIDEWAYS, y - _FLAT, y + height + _FLAT
    sides = [(after, top, right - after, bottom - top), (left, top, before - left, bottom - top)]
    flat = [(left + 4, top, right - left - 8, above - top), (left + 4, below, right - left - 8, bottom - below)]
    if x + width / 2 > (left + right) / 2:
        sides.reverse()
    if y + height / 2 < (top + bottom) / 2:
        flat.reverse()
    return [*sides, *flat]


def _near(anchor: Rect, room: Rect, width: float, height: float) -> Rect:
    """Return a box in a room, as near to an anchor as can be."""
    x = max(room[0], min(anchor[0] + (anchor[2] - width) / 2, room[0] + room[2] - width))
    y = max(room[1], min(anchor[1] + (anchor[3] - height) / 2, room[1] + room[3] - height))
    return (x, y, width, height)
