"""Where things lie on a table that nobody has drawn, or of which only a part is drawn.

The viewer's things lie in front, the others' clockwise around, shared ones in the middle: piles as large as they can be side by side, the rest in lines that
are high enough for a label. What a table layout leaves out keeps off what it places.
"""

from __future__ import annotations

from collections.abc import Mapping
from functools import lru_cache
from math import ceil

from game.kernel.ids import Seat
from game.kernel.scene import Scene, SceneZone
from game.table.canvas.view import Rect, holds, inset, meet

GAP = 14.0
LABEL, LABELLED = 30.0, 116.0
"""The height of a zone's label, and how high a zone must be to have one."""

PLATE = (304.0, 108.0)
"""The size of a name plate."""

CARD = 0.714
"""Width over height of a card."""

BROADEST, HIGHEST = 190.0, 250.0
"""How broad a pile lies at most among others, and how high a line of cards."""

LEAST_LEFT = 0.55
"""How much of its breadth and height a zone must keep to stay where it is."""

STEP = 40
"""How far apart the places are that a zone is tried at."""

PARTS = (1.0, 0.85, 0.7, 0.55, 0.4, 0.28)
"""How much of its size a zone may keep where others are in its way."""


def laid(scene: Scene, area: Rect) -> dict[str, Rect]:
    """Return a rectangle for every zone and seat: the viewer in front, the others clockwise around, shared things in the middle."""
    count = max(1, len(scene.seats))
    owned: dict[Seat, list[SceneZone]] = {seat.seat: [] for seat in scene.seats}
    shared: list[SceneZone] = []
    for zone in scene.zones.values():
        owned.get(zone.owner if zone.owner is not None else -9, shared).append(zone)
    x, y, w, h = area
    full = any(zone.kind in {"row", "hand"} for zones in owned.values() for zone in zones)
    board = any(zone.kind == "grid" for zone in shared)
    near = h * (0.25 if board or not full else 0.5 if not shared else 0.36)
    far = h * (0.13 if board else 0.2 if not full else 0.5 if not shared and count == 2 else 0.34 if count <= 3 else 0.28)
    side = w * 0.2
    rects: dict[str, Rect] = {}
    boxes = _boxes(area, count, near, far, side if count > 3 else 0.0)
    for offset, (box, edge) in enumerate(boxes):
        seat = seat_at(scene, offset)
        if seat is not None:
            _fill_box(rects, box, edge, seat, owned[seat])
    left = side if count > 3 else 0.0
    middle = (x + left, y + (far if count > 1 else 0), w - 2 * left, h - near - (far if count > 1 else 0))
    _fill_middle(rects, inset(middle, GAP), shared)
    return rects


def _boxes(area: Rect, count: int, near: float, far: float, side: float) -> list[tuple[Rect, str]]:
    x, y, w, h = area
    found: list[tuple[Rect, str]] = [((x, y + h - near, w, near), "near")]
    others = count - 1
    flanks = 2 if others >= 3 else 0
    along = others - flanks
    if flanks:
        found.append(((x, y + h * 0.14, side, h - near - h * 0.14), "left"))
    first, wide = x + side * (flanks > 0), w - 2 * side * (flanks > 0)
    found += [((first + wide * k / along, y, wide / along, far), "far") for k in range(along)]
    if flanks:
        found.append(((x + w - side, y + h * 0.14, side, h - near - h * 0.14), "right"))
    return found


def _fill_box(rects: dict[str, Rect], box: Rect, edge: str, seat: Seat, zones: list[SceneZone]) -> None:
    x, y, w, h = inset(box, GAP)
    if edge in {"left", "right"}:
        rects[f"seat@{seat}"] = (x, y, w, 96)
        high = (h - 96 - GAP) / max(1, len(zones))
        for index, zone in enumerate(zones):
            rects[zone.id] = (x, y + 96 + GAP + index * high, w, high - GAP)
        return
    plate = min(300.0, w * 0.3)
    rects[f"seat@{seat}"] = (x, y + (h - 110 if edge == "near" else 0), plate, 110)
    piles = [zone for zone in zones if zone.kind in {"pile", "stack"}]
    hands = [zone for zone in zones if zone.kind == "hand"]
    rows = [zone for zone in zones if zone.kind in {"row", "grid", "track"}]
    pools = [zone for zone in zones if zone.kind == "pool"]
    inner = (x + plate + GAP, y, w - plate - GAP, h)
    if piles:
        deep = min(len(piles), 2 if h > 260 else 1)
        across = ceil(len(piles) / deep)
        wide = min(150.0, inner[2] * 0.4 / across)
        start = inner[0] + inner[2] - across * (wide + GAP) + GAP
        for index, zone in enumerate(piles):
            rects[zone.id] = (start + index // deep * (wide + GAP), y + index % deep * h / deep, wide, h / deep - GAP * (deep > 1))
        inner = (inner[0], y, inner[2] - across * (wide + GAP), h)
    lines = _lines(rows, max(1, round(inner[3] / HIGHEST)))
    if pools:
        lines.append((pools, 0.7 if rows or hands else 1.0))
    if hands:
        lines.append((hands, 1.25 if edge == "near" else 0.55))
    if edge == "far":
        lines.reverse()
    _lay(rects, inner, lines)


def _lay(rects: dict[str, Rect], box: Rect, lines: list[tuple[list[SceneZone], float]]) -> None:
    """Lay lines of zones below each other, each as high as it weighs."""
    x, y, w, h = box
    total = sum(weight for _, weight in lines) or 1.0
    for line, weight in lines:
        high = h * weight / total
        parts = [_breadth(zone) for zone in line]
        left = x
        for zone, part in zip(line, parts, strict=True):
            wide = w * part / sum(parts)
            rects[zone.id] = (left, y, wide - GAP * (len(line) > 1), high - GAP * (len(lines) > 1))
            left += wide
        y += high


def _breadth(zone: SceneZone) -> float:
    """Return how broad a zone should be beside others."""
    return float(max(3, min(10, zone.columns or zone.count)))


def _lines(rows: list[SceneZone], most: int) -> list[tuple[list[SceneZone], float]]:
    """Share rows out over so many lines at most: first come, first laid, until a line is full."""
    if len(rows) <= most:
        return [([zone], float(max(1, zone.rows))) for zone in rows]
    wanted = sum(_breadth(zone) for zone in rows) / most
    lines: list[list[SceneZone]] = [[]]
    filled = 0.0
    for zone in rows:
        if lines[-1] and filled + _breadth(zone) > wanted * 1.05 and len(lines) < most:
            lines.append([])
            filled = 0.0
        lines[-1].append(zone)
        filled += _breadth(zone)
    return [(line, 1.0) for line in lines]


def _fill_middle(rects: dict[str, Rect], middle: Rect, shared: list[SceneZone]) -> None:
    x, y, w, h = middle
    around = [zone for zone in shared if zone.kind in {"grid", "track"}]
    rest = [zone for zone in shared if zone not in around]
    if around and around[0].kind == "track":
        wide = min(w, h * 1.55)
        rects[around[0].id] = (x + (w - wide) / 2, y, wide, h)
        middle = x, y, w, h = inset((x + (w - wide) / 2, y, wide, h), wide * 0.24, h * 0.3)
        around = around[1:]
    if around:
        deep = max(1, int(h / (LABELLED + 2 * GAP)))
        strip = min(w * 0.4, 170.0 * ceil(len(rest) / deep)) if rest else 0.0
        wide = (w - strip) / len(around)
        for index, zone in enumerate(around):
            rects[zone.id] = (x + index * wide, y, wide - GAP * (len(around) > 1), h)
        x, w = x + w - strip + GAP, strip - GAP
    _share_out(rects, (x, y, w, h), rest)


def _share_out(rects: dict[str, Rect], box: Rect, zones: list[SceneZone]) -> None:
    """Lay shared things side by side: piles at the right, or below in a narrow strip, and everything else in lines that are labelled."""
    x, y, w, h = box
    piles = [zone for zone in zones if zone.kind in {"pile", "stack"}]
    others = [zone for zone in zones if zone not in piles]
    if not others:
        _heap(rects, box, piles)
        return
    if piles and w < h:
        part = h * len(piles) / len(zones)
        h -= part
        _heap(rects, (x, y + h, w, part), piles)
    elif piles:
        part = min(w / 2, BROADEST * ceil(len(piles) / _deep(len(piles), w / 2, h)))
        w -= part
        _heap(rects, (x + w, y, part, h), piles)
        w -= GAP
    most = min(int(h / (LABELLED + GAP)), max(ceil(len(others) * BROADEST / w), round(h / HIGHEST)))
    _lay(rects, (x, y, w, h), _lines(others, max(1, most)))


def _heap(rects: dict[str, Rect], box: Rect, piles: list[SceneZone]) -> None:
    """Lay piles side by side, in as many lines as show the largest cards."""
    if not piles:
        return
    x, y, w, h = box
    deep = _deep(len(piles), w, h)
    across, high = ceil(len(piles) / deep), h / deep
    wide = min(BROADEST, w / across)
    left = x + (w - across * wide) / 2
    for index, zone in enumerate(piles):
        rects[zone.id] = (left + index % across * wide, y + index // across * high, wide - GAP, high - GAP * (deep > 1))


def _deep(count: int, wide: float, high: float) -> int:
    """Return in how many lines so many piles show the largest cards, of those lines that are high enough for labels if there are any."""

    def shown(lines: int) -> tuple[bool, float]:
        room = high / lines - GAP
        return room > LABELLED, min(room - LABEL, (wide / ceil(count / lines) - GAP) / CARD)

    return max(range(1, count + 1), key=lambda lines: (*shown(lines), -lines))


def make_way(rects: dict[str, Rect], known: Mapping[str, Rect], scene: Scene, area: Rect) -> None:
    """Move zones and plates that a table layout leaves out off those that it places, as near to where they lay as they fit.

    Where only plates are left out, each lies beside the zones of its seat.
    """
    plates = {f"seat@{seat.seat}": seat.seat for seat in scene.seats if f"seat@{seat.seat}" not in known}
    if known.keys() >= scene.zones.keys():
        for key, seat in plates.items():
            rects[key] = _plate(seat, scene, rects, area)
        return
    taken = [_used(scene.zones[key], rect) if key in scene.zones else rect for key, rect in rects.items() if key in known]
    placed = tuple(taken)
    hands = [key for key, zone in scene.zones.items() if zone.kind == "hand" and key not in known]
    left_out = (*plates, *hands, *(key for key in scene.zones if key not in known and key not in hands))
    for key in sorted(left_out, key=lambda key: any(meet(rects[key], other) for other in placed)):  # who is in nobody's way stays
        rects[key] = _beside(rects[key], tuple(taken), area)
        taken.append(_used(scene.zones[key], rects[key]) if key in scene.zones else rects[key])


@lru_cache(maxsize=128)
def _beside(rect: Rect, taken: tuple[Rect, ...], area: Rect) -> Rect:
    """Return what others leave of a rectangle where it lies, or else the largest part of it that lies free, as near as can be.

    The rectangle itself where nothing is free.
    """
    middle_x, middle_y = rect[0] + rect[2] / 2, rect[1] + rect[3] / 2

    def free(box: Rect) -> bool:
        return holds(area, box) and not any(meet(box, other) for other in taken)

    narrower = _cut(rect, taken)
    named = narrower[3] > LABELLED or rect[3] <= LABELLED
    if named and free(narrower) and min(narrower[2] / rect[2], narrower[3] / rect[3]) > LEAST_LEFT:
        return narrower
    for part in PARTS:
        wide, high = rect[2] * part, rect[3] * part
        here = (middle_x - wide / 2, middle_y - high / 2, wide, high)
        if free(here):
            return here
        across, down = int(area[2] / STEP), int(area[3] / STEP)
        spots = [(area[0] + GAP + STEP * k, area[1] + GAP + STEP * n, wide, high) for k in range(across) for n in range(down)]
        found = [box for box in spots if free(box)]
        if found:
            return min(found, key=lambda box: abs(box[0] - here[0]) + abs(box[1] - here[1]))
    return rect


def _cut(rect: Rect, taken: tuple[Rect, ...]) -> Rect:
    """Return a rectangle without the sides that lie under others, each time the largest piece that is left."""
    for other in taken:
        if meet(rect, other):
            x, y, w, h = rect
            right, low = other[0] + other[2] + GAP, other[1] + other[3] + GAP
            pieces = [(x, y, other[0] - GAP - x, h), (right, y, x + w - right, h), (x, y, w, other[1] - GAP - y), (x, low, w, y + h - low)]
            rect = max(pieces, key=lambda piece: min(piece[2] / w, piece[3] / h))
    return rect


def _plate(seat: Seat, scene: Scene, rects: Mapping[str, Rect], area: Rect) -> Rect:
    """Return a place for a seat's plate beside its zones where nothing else lies."""
    own = tuple(rects[zone.id] for zone in scene.zones.values() if zone.owner == seat) or (area,)
    taken = tuple(_used(zone, rects[key]) for key, zone in scene.zones.items()) + tuple(
        rects[f"seat@{other.seat}"] for other in scene.seats if other.seat < seat
    )
    return _free(own, taken, area)


def _used(zone: SceneZone, rect: Rect) -> Rect:
    """Return the part of a zone's rectangle in which something is drawn: a grid keeps its squares square."""
    if zone.kind != "grid" or not zone.columns or not zone.rows:
        return rect
    side = min((rect[2] - 60) / zone.columns, (rect[3] - 60) / zone.rows)
    wide, high = side * zone.columns + 72, side * zone.rows + 72
    return (rect[0] + (rect[2] - wide) / 2, rect[1] + (rect[3] - high) / 2, wide, high)


@lru_cache(maxsize=64)
def _free(own: tuple[Rect, ...], taken: tuple[Rect, ...], area: Rect) -> Rect:
    """Return the free rectangle for a plate that lies best beside some others: close by, and no smaller than it must."""
    left, top = min(rect[0] for rect in own), min(rect[1] for rect in own)
    right, bottom = max(rect[0] + rect[2] for rect in own), max(rect[1] + rect[3] for rect in own)
    middle = (left + right) / 2
    for part in (1.0, 0.8, 0.68):
        wide, high = PLATE[0] * part, PLATE[1]
        level = (top + bottom - high) / 2
        spots = [(left - wide - GAP, level), (right + GAP, level), (left, top - high - GAP / 2), (left, bottom + GAP / 2)]
        spots += [(middle - wide / 2, top - high - GAP / 2), (right - wide, top - high - GAP / 2), (right - wide, bottom + GAP / 2)]
        steps = [(area[0] + GAP + 20 * k, area[1] + GAP + 20 * n) for k in range(int(area[2] / 20)) for n in range(int(area[3] / 20))]
        steps.sort(key=lambda spot: abs(spot[0] - left) + 2 * abs(spot[1] - level))
        for x, y in (*spots, *steps):
            box = (x, y, wide, high)
            if holds(inset(area, 4), box) and not any(meet(box, other) for other in taken):
                return box
    return (area[0] + 8, top, PLATE[0], PLATE[1])


def seat_at(scene: Scene, offset: int) -> Seat | None:
    """Return the seat so many places clockwise from the viewer."""
    seats = [seat.seat for seat in scene.seats]
    if offset >= len(seats):
        return None
    base = seats.index(scene.viewer) if scene.viewer in seats else 0
    return seats[(base + offset) % len(seats)]
