"""Where everything lies: zones become rectangles, and the pieces in them rows, fans, stacks, pools and rings.

Rectangles come from the game's table layout where it has them (`hand@+1` is the hand of the next seat clockwise from the
viewer); every zone without one is laid out automatically around the table, so a new game can be played before anyone
has drawn its table.
"""

from __future__ import annotations

from collections.abc import Mapping
from math import ceil

from game.kernel.ids import PieceId, Seat, ZoneId
from game.kernel.scene import Scene, ScenePiece, SceneZone
from game.table.canvas.tween import Pose
from game.table.canvas.view import Rect, inset
from game.table.pieces import fan, track, undrawn
from game.table.pieces.undrawn import GAP, LABEL, LABELLED

DRAWN = (0.0, 0.0, 1540.0, 1080.0)
"""The part of a drawn table layout (1920 by 1080) that belongs to the table; the rest is the side column."""

SHAPES: dict[str, float] = {"card": 0.714, "die": 0.84, "pawn": 0.72, "token": 1.0, "gem": 1.0, "flag": 0.8, "terrain": 1.0}
"""Width over height of each kind of piece."""

LARGEST: dict[str, float] = {"card": 250.0, "die": 104.0, "pawn": 74.0, "token": 110.0, "gem": 56.0, "flag": 80.0, "terrain": 120.0}
"""Heights beyond which pieces do not grow, in logical units."""

FEW, FEW_GROW = 3, 1.4
"""A zone of so few cells may show larger pieces, and how much."""


NOTE, PEEK = 34.0, 0.19
"""The height of a zone's note, and the part of a stacked card that looks out."""

OPEN = 470
"""How high the cards of a pile that is looked through lie: over everything that lies or moves on the table."""


class Layout:
    """A scene laid out: rectangles of zones and seats, poses of pieces, the cells of rows and grids, how much is seen of cards that others lie on, and how they look for that."""

    def __init__(self) -> None:
        self.zones: dict[ZoneId, Rect] = {}
        self.seats: dict[Seat, Rect] = {}
        self.poses: dict[PieceId, Pose] = {}
        self.cells: dict[ZoneId, tuple[Rect, ...]] = {}
        self.rings: dict[ZoneId, track.Ring] = {}
        self.seen: dict[PieceId, float] = {}
        self.looks: dict[PieceId, str] = {}

    def cell(self, zone: ZoneId, index: int) -> Rect | None:
        """Return the rectangle of a cell, None where there is none."""
        cells = self.cells.get(zone, ())
        return cells[index] if 0 <= index < len(cells) else None


def laid_out(scene: Scene, area: Rect, drawn: Mapping[str, Rect] | None = None, size: float = 1.0, *, reached: bool = False) -> Layout:
    """Lay a scene out in an area; `size` is the player's card size, and `reached` whether the own hand is reached for.

    A whole drawn table fills the area from its top to its bottom; of one that leaves zones out each lies where it is drawn, and the rest
    makes way. Pieces of grid zones are placed by the grid's own view.
    """
    layout = Layout()
    rects = undrawn.laid(scene, area)
    known = {key: rect for key, rect in (drawn or {}).items() if key in rects}
    if known:
        whole = known.keys() >= scene.zones.keys()
        top, bottom = (
            (min(rect[1] for rect in known.values()), max(rect[1] + rect[3] for rect in known.values())) if whole else (0.0, DRAWN[3])
        )
        rects |= {key: _stretched(rect, area, top, bottom) for key, rect in known.items()}
        undrawn.make_way(rects, known, scene, area)
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


def _stretched(rect: Rect, area: Rect, top: float, bottom: float) -> Rect:
    """Return a drawn rectangle where it lies in the area: what lies between top and bottom fills the area's height."""
    wide, high = area[2] / DRAWN[2], (area[3] - 2 * GAP) / max(1.0, bottom - top)
    return (area[0] + rect[0] * wide, area[1] + GAP + (rect[1] - top) * high, rect[2] * wide, rect[3] * high)


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
            poses = fan.fan(rect, len(pieces), size, own=own, reached=reached)
            layout.poses |= {piece.id: pose for piece, pose in zip(pieces, poses, strict=True)}
            if own:
                seen = fan.seen(poses)
                layout.seen |= {piece.id: seen for piece in pieces[:-1]}
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
