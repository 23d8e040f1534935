"""Where everything lies: zones become rectangles, and the pieces in them rows, fans, stacks, pools and rings.

Rectangles come from the game's table layout where it has them (`hand@+1` is the hand of the next seat clockwise from the
viewer); every zone without one is laid out automatically around the table, so a new game can be played before anyone
has drawn its table.
"""

from __future__ import annotations

from collections.abc import Mapping
from functools import lru_cache
from math import ceil, sqrt

from game.kernel.ids import PieceId, Seat, ZoneId
from game.kernel.scene import Scene, ScenePiece, SceneZone
from game.table.canvas.tween import Pose
from game.table.canvas.view import Rect, inset
from game.table.pieces import fan, track

DRAWN = (0.0, 0.0, 1540.0, 1080.0)
"""The part of a drawn table layout (1920 by 1080) that belongs to the table; the rest is the side column."""

SHAPES: dict[str, float] = {"card": 0.714, "die": 0.84, "pawn": 0.72, "token": 1.0, "gem": 1.0, "flag": 0.8, "terrain": 1.0}
"""Width over height of each kind of piece."""

LARGEST: dict[str, float] = {"card": 250.0, "die": 104.0, "pawn": 74.0, "token": 110.0, "gem": 56.0, "flag": 80.0, "terrain": 120.0}
"""Heights beyond which pieces do not grow, in logical units."""

FEW, FEW_GROW = 3, 1.4
"""A zone of so few cells may show larger pieces, and how much."""

GAP = 14.0
LABEL, LABELLED = 30.0, 116.0
"""The height of a zone's label, and how high a zone must be to have one."""

NOTE, PEEK = 34.0, 0.19
"""The height of a zone's note, and the part of a stacked card that looks out."""

OPEN = 470
"""How high the cards of a pile that is looked through lie: over everything that lies or moves on the table."""

PLATE = (304.0, 108.0)
"""The size of a name plate."""


class Layout:
    """A scene laid out: rectangles of zones and seats, poses of pieces, and the cells of rows and grids."""

    def __init__(self) -> None:
        self.zones: dict[ZoneId, Rect] = {}
        self.seats: dict[Seat, Rect] = {}
        self.poses: dict[PieceId, Pose] = {}
        self.cells: dict[ZoneId, tuple[Rect, ...]] = {}
        self.rings: dict[ZoneId, track.Ring] = {}

    def cell(self, zone: ZoneId, index: int) -> Rect | None:
        """Return the rectangle of a cell, None where there is none."""
        cells = self.cells.get(zone, ())
        return cells[index] if 0 <= index < len(cells) else None


def laid_out(scene: Scene, area: Rect, drawn: Mapping[str, Rect] | None = None, size: float = 1.0, *, reached: bool = False) -> Layout:
    """Lay a scene out in an area; `size` is the player's card size, and `reached` whether the own hand is reached for.

    Pieces of grid zones are placed by the grid's own view.
    """
    layout = Layout()
    rects = _automatic(scene, area)
    known = {key: rect for key, rect in (drawn or {}).items() if key in rects}
    if known:
        top, bottom = min(rect[1] for rect in known.values()), max(rect[1] + rect[3] for rect in known.values())
        rects |= {key: _stretched(rect, area, top, bottom) for key, rect in known.items()}
    if known:
        for seat in scene.seats:
            if f"seat@{seat.seat}" not in known:
                rects[f"seat@{seat.seat}"] = _plate(seat.seat, scene, rects, area)
    for seat in scene.seats:
        layout.seats[seat.seat] = rects[f"seat@{seat.seat}"]
    for zone_id, zone in scene.zones.items():
        layout.zones[zone_id] = rects[zone_id]
        if zone.kind == "track":
            layout.rings[zone_id] = track.ring(rects[zone_id], max(1, zone.columns * max(1, zone.rows)))
    inhabitants: dict[ZoneId, list[ScenePiece]] = {zone: [] for zone in scene.zones}
    attached: dict[PieceId, list[ScenePiece]] = {}
    for piece in scene.pieces.values():
        if piece.on is not None and piece.on in scene.pieces:
            attached.setdefault(piece.on, []).append(piece)
        elif piece.zone in inhabitants:
            inhabitants[piece.zone].append(piece)
    for zone_id, zone in scene.zones.items():
        pieces = sorted(inhabitants[zone_id], key=lambda piece: (piece.slot, piece.id))
        _place(
            layout,
            zone,
            pieces,
            attached,
            own=zone.owner == scene.viewer or (scene.viewer < 0 and zone.owner == 0),
            size=size,
            reached=reached,
        )
    for host, riders in attached.items():
        _attach(layout, host, sorted(riders, key=lambda piece: (piece.slot, piece.id)))
    return layout


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
            if _holds(inset(area, 4), box) and not any(_overlap(box, other) for other in taken):
                return box
    return (area[0] + 8, top, PLATE[0], PLATE[1])


def _holds(outer: Rect, inner: Rect) -> bool:
    return (
        outer[0] <= inner[0]
        and outer[1] <= inner[1]
        and inner[0] + inner[2] <= outer[0] + outer[2]
        and inner[1] + inner[3] <= outer[1] + outer[3]
    )


def _overlap(one: Rect, other: Rect) -> bool:
    return one[0] < other[0] + other[2] and other[0] < one[0] + one[2] and one[1] < other[1] + other[3] and other[1] < one[1] + one[3]


def seat_at(scene: Scene, offset: int) -> Seat | None:
    """Return the seat so many places clockwise from the viewer."""
    seats = [seat.seat for seat in scene.seats]
    if offset >= len(seats):
        return None
    base = seats.index(scene.viewer) if scene.viewer in seats else 0
    return seats[(base + offset) % len(seats)]


def _stretched(rect: Rect, area: Rect, top: float, bottom: float) -> Rect:
    """Return a drawn rectangle where it lies in the area: what is drawn from top to bottom fills the area's height."""
    wide, high = area[2] / DRAWN[2], (area[3] - 2 * GAP) / max(1.0, bottom - top)
    return (area[0] + rect[0] * wide, area[1] + GAP + (rect[1] - top) * high, rect[2] * wide, rect[3] * high)


# --- a table nobody has drawn


def _automatic(scene: Scene, area: Rect) -> dict[str, Rect]:
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
    lines = _lines(rows, inner[3])
    if pools:
        lines.append((pools, 0.7 if rows or hands else 1.0))
    if hands:
        lines.append((hands, 1.25 if edge == "near" else 0.55))
    if edge == "far":
        lines.reverse()
    total = sum(weight for _, weight in lines) or 1.0
    top = y
    for line, weight in lines:
        high = h * weight / total
        parts = [_breadth(zone) for zone in line]
        left = inner[0]
        for zone, part in zip(line, parts, strict=True):
            wide = inner[2] * part / sum(parts)
            rects[zone.id] = (left, top, wide - GAP * (len(line) > 1), high - GAP * (len(lines) > 1))
            left += wide
        top += high


def _breadth(zone: SceneZone) -> float:
    """Return how broad a zone should be beside others."""
    return float(max(3, min(10, zone.columns or zone.count)))


def _lines(rows: list[SceneZone], high: float) -> list[tuple[list[SceneZone], float]]:
    """Share rows out over lines that are high enough to see the cards: first come, first laid, until a line is full."""
    most = max(1, round(high / 250))
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
        strip = 170.0 if rest else 0.0
        wide = (w - strip) / len(around)
        for index, zone in enumerate(around):
            rects[zone.id] = (x + index * wide, y, wide - GAP * (len(around) > 1), h)
        x, w = x + w - strip + GAP, strip - GAP
    for index, zone in enumerate(rest):
        high = h / len(rest)
        rects[zone.id] = (x, y + index * high, w, high - GAP * (len(rest) > 1))


# --- pieces in their zones


def _place(
    layout: Layout,
    zone: SceneZone,
    pieces: list[ScenePiece],
    attached: Mapping[PieceId, list[ScenePiece]],
    *,
    own: bool,
    size: float,
    reached: bool,
) -> None:
    rect = layout.zones[zone.id]
    match zone.kind:
        case "hand":
            for piece, pose in zip(pieces, fan.fan(rect, len(pieces), size, own=own, reached=reached), strict=True):
                layout.poses[piece.id] = pose
        case "pile":
            _pile(layout, rect, pieces, size)
        case "track":
            ring = layout.rings[zone.id]
            for piece, pose in zip(pieces, track.standing(ring, [piece.slot for piece in pieces]), strict=True):
                layout.poses[piece.id] = pose
            layout.cells[zone.id] = tuple(ring.box(index) for index in range(ring.count))
        case "grid":
            pass
        case "stack":
            _stack(layout, rect, pieces, size)
        case "pool":
            _pool(layout, zone, rect, pieces, size)
        case _:
            _row(layout, zone, rect, pieces, attached, size)


def height_of(piece: ScenePiece, room: float, size: float = 1.0) -> float:
    """Return how high a piece is drawn where `room` is available."""
    most = LARGEST.get(piece.kind, 120.0)
    return min(room, most * (size if piece.kind == "card" else 1.0))


def _pile(layout: Layout, rect: Rect, pieces: list[ScenePiece], size: float) -> None:
    x, y, w, h = well(rect)
    thick = min(len(pieces) - 1, 8)
    for index, piece in enumerate(pieces):
        high = min(height_of(piece, h - 10 - thick * 1.3, size), (w - 8) / SHAPES.get(piece.kind, 1.0))
        lift = thick * (index / (len(pieces) - 1) - 0.5) if len(pieces) > 1 else 0.0
        layout.poses[piece.id] = Pose(x + w / 2 - lift * 0.8, y + h / 2 - lift * 1.3, high * SHAPES.get(piece.kind, 1.0), high, 0.0, index)


def laid_open(layout: Layout, rect: Rect, pieces: list[ScenePiece], area: Rect, size: float) -> Rect:
    """Lay the cards of a pile side by side over the table, the topmost first; return the panel they lie on, as near the pile as it fits."""
    shape = max(SHAPES.get(piece.kind, 1.0) for piece in pieces)
    room_x, room_y = area[2] - 4 * GAP, area[3] - 4 * GAP - LABEL
    most, lines = max((_open_height(n, pieces, room_x, room_y, shape, size), -n) for n in range(1, len(pieces) + 1))
    across = ceil(len(pieces) / -lines)
    step_x, step_y = most * shape + GAP, most + GAP
    wide, high = step_x * across + GAP, step_y * ceil(len(pieces) / across) + GAP + LABEL
    left = min(max(rect[0] + rect[2] / 2 - wide / 2, area[0] + GAP), area[0] + area[2] - GAP - wide)
    top = min(max(rect[1] + rect[3] / 2 - high / 2, area[1] + GAP), area[1] + area[3] - GAP - high)
    topmost = sorted(pieces, key=lambda piece: -layout.poses[piece.id].z)
    for index, piece in enumerate(topmost):
        x, y = left + GAP + index % across * step_x, top + GAP + LABEL + index // across * step_y
        layout.poses[piece.id] = Pose(x + most * shape / 2, y + most / 2, most * SHAPES.get(piece.kind, 1.0), most, 0.0, OPEN)
    return (left, top, wide, high)


def _open_height(lines: int, pieces: list[ScenePiece], wide: float, high: float, shape: float, size: float) -> float:
    """Return how high the cards of a pile can be when they lie open in so many lines."""
    across = ceil(len(pieces) / lines)
    return min(height_of(pieces[0], high / lines - GAP, size), (wide / across - GAP) / shape)


def _stack(layout: Layout, rect: Rect, pieces: list[ScenePiece], size: float) -> None:
    """Lay cards over each other so that the head of each is seen, the first in front."""
    x, y, w, h = well(rect)
    room = h - NOTE - 22
    behind = max(0, len(pieces) - 1)
    for index, piece in enumerate(pieces):
        shape = SHAPES.get(piece.kind, 1.0)
        high = height_of(piece, min(room / (1 + PEEK * behind), (w - 90) / shape), size)
        step = min(high * PEEK, (room - high) / behind) if behind else 0.0
        low = y + 10 + (room + high + step * behind) / 2
        layout.poses[piece.id] = Pose(x + w / 2, low - high / 2 - step * index, high * shape, high, 0.0, 40 - min(index, 38))


def well(rect: Rect) -> Rect:
    """Return the part of a zone's rectangle below its label."""
    return (rect[0], rect[1] + LABEL, rect[2], rect[3] - LABEL) if rect[3] > LABELLED else rect


def _pool(layout: Layout, zone: SceneZone, rect: Rect, pieces: list[ScenePiece], size: float) -> None:
    places = max(len(pieces), zone.columns * max(1, zone.rows), 1)
    x, y, w, h = inset(well(rect), 6)
    shape = SHAPES.get(pieces[0].kind if pieces else "die", 1.0)
    most = LARGEST.get(pieces[0].kind if pieces else "die", 100.0) * (size if pieces and pieces[0].kind == "card" else 1.0)
    best, lines = 0.0, 1
    for n in range(1, places + 1):
        across = ceil(places / n)
        high = min(h / n - 8, (w / across - 8) / shape, most)
        if high > best + 0.5:
            best, lines = high, n
    across = ceil(places / lines)
    step_x = min((w / across), best * shape * 1.28)
    step_y = min(h / lines, best * 1.16)
    fixed = bool(zone.columns)
    left, top = x + w / 2 - step_x * (across - 1) / 2, y + h / 2 - step_y * (lines - 1) / 2
    boxes = []
    for index in range(places):
        cx, cy = left + index % across * step_x, top + index // across * step_y
        boxes.append((cx - best * shape / 2, cy - best / 2, best * shape, best))
    layout.cells[zone.id] = tuple(boxes)
    for index, piece in enumerate(pieces):
        box = boxes[piece.slot if fixed and piece.slot < places else index]
        turn = 90.0 if piece.turned else 0.0
        layout.poses[piece.id] = Pose(box[0] + box[2] / 2, box[1] + box[3] / 2, box[2], box[3], -turn, 2)


def _row(
    layout: Layout,
    zone: SceneZone,
    rect: Rect,
    pieces: list[ScenePiece],
    attached: Mapping[PieceId, list[ScenePiece]],
    size: float,
) -> None:
    x, y, w, h = inset(well(rect), 6)
    if zone.columns:
        _cells(layout, zone, (x, y, w, h), pieces, size)
        return
    if not pieces:
        return
    riders = max((len(attached.get(piece.id, ())) for piece in pieces), default=0)
    high = max(height_of(piece, h / (1 + 0.16 * min(3, riders)), size) for piece in pieces)
    wide = max(high * SHAPES.get(piece.kind, 1.0) for piece in pieces)
    step = min(wide + GAP, (w - wide) / max(1, len(pieces) - 1))
    left = x + w / 2 - step * (len(pieces) - 1) / 2
    for index, piece in enumerate(pieces):
        tall = height_of(piece, high, size)
        pose = Pose(
            left + index * step, y + h / 2 + (h - high) / 2 * (riders > 0), tall * SHAPES.get(piece.kind, 1.0), tall, 0.0, 2 + index
        )
        layout.poses[piece.id] = _turned(piece, pose)


def _turned(piece: ScenePiece, pose: Pose) -> Pose:
    if not piece.turned:
        return pose
    return Pose(pose.x, pose.y, pose.w * 0.94, pose.h * 0.94, -90.0, pose.z)


def _cells(layout: Layout, zone: SceneZone, box: Rect, pieces: list[ScenePiece], size: float) -> None:
    x, y, w, h = box
    rows = max(1, zone.rows)
    kind = pieces[0].kind if pieces else "card"
    shape = SHAPES.get(kind, 1.0)
    most = LARGEST.get(kind, 120.0) * (size if kind == "card" else 1.0) * (FEW_GROW if zone.columns * rows <= FEW else 1.0)
    high = min(h / rows - 8, (w / zone.columns - 8) / shape, most)
    step_x, step_y = min(w / zone.columns, max(high * 1.06, high * shape * 1.4)), h / rows
    left, top = x + w / 2 - step_x * zone.columns / 2, y
    boxes = []
    for index in range(zone.columns * rows):
        cx, cy = left + (index % zone.columns + 0.5) * step_x, top + (index // zone.columns + 0.5) * step_y
        boxes.append((cx - high * shape / 2, cy - high / 2, high * shape, high))
    layout.cells[zone.id] = tuple(boxes)
    shared: dict[int, int] = {}
    for piece in pieces:
        if piece.slot >= len(boxes):
            continue
        bx, by, bw, bh = boxes[piece.slot]
        nth = shared.get(piece.slot, 0)
        shared[piece.slot] = nth + 1
        tall = bh if piece.kind == kind else height_of(piece, bh, size)
        pose = Pose(bx + bw / 2 + nth * bw * 0.16, by + bh / 2 + nth * bh * 0.1, tall * SHAPES.get(piece.kind, 1.0), tall, 0.0, 2 + nth)
        layout.poses[piece.id] = _turned(piece, pose)


def _attach(layout: Layout, host: PieceId, riders: list[ScenePiece]) -> None:
    """Tuck attached pieces under their host, so that the top of each looks out."""
    pose = layout.poses.get(host)
    if pose is None:
        return
    for index, rider in enumerate(riders, start=1):
        if rider.kind in {"gem", "die", "flag"}:
            small = pose.h * 0.3
            place = Pose(pose.x - pose.w / 2 + small * (index - 0.4), pose.y - pose.h * 0.3, small, small, 0.0, pose.z + 1)
        elif rider.kind == "card" and abs(pose.w - pose.h) < 1:
            small = pose.h * 0.46
            place = Pose(pose.x + pose.w * (0.5 - 0.3 * (index - 1)), pose.y + pose.h * 0.42, small * 0.714, small, 0.0, pose.z + index)
        else:
            up = pose.h * min(0.15, 0.3 / len(riders)) * index
            tall = min(pose.h, pose.h * 0.96)
            place = Pose(pose.x + pose.w * 0.02 * index, pose.y - up, tall * SHAPES.get(rider.kind, 1.0), tall, 0.0, pose.z - index)
        layout.poses[rider.id] = _turned(rider, place)


def spread(count: int, wide: float, high: float) -> tuple[int, int]:
    """Return columns and rows of a near-square arrangement of so many things."""
    columns = max(1, round(sqrt(count * wide / max(1.0, high))))
    return columns, ceil(count / columns)
