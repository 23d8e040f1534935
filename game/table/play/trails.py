"""Trails: the ways that pieces went and whom they attacked, drawn on the table while a turn of others is shown once more."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from itertools import pairwise
from math import hypot

from msgspec import Struct
from msgspec.structs import replace

from game.kernel.cues import Telling
from game.kernel.ids import PieceId, Place, Seat, cell_place
from game.kernel.scene import Scene, ScenePiece
from game.table.canvas.draw import Drawn, Line, Panel, Polygon, faded
from game.table.canvas.tween import Pose
from game.table.canvas.view import Rect, inset, inside, meet
from game.table.pieces.attack_arrow import SHAFTS, arrow, parts, reach, titles_over
from game.table.pieces.board import Board
from game.table.pieces.impacts import duel
from game.table.pieces.layout import Layout

LAYER, OVER = 2, 860
"""Over the ground and under all pieces; over all that lies on the table."""

_TIP = 13.0
"""How far the tip of a way's head reaches beyond its end."""

_HIDDEN = 0.3
"""How much other cards hide at most of what is seen of the shaft of an arrow: of one that they hide more of it is not seen whence it comes."""

_BESIDE = 12.0
"""So far beyond their rims two reach to be neighbours, in logical units."""

_SHOWN = frozenset({"grid", "track", "row", "stack"})
"""Kinds of zones into which a way is drawn: not into hands and piles, where cards come and go by themselves."""

_STEPPED = frozenset({"grid", "track"})
"""Kinds of zones in which another slot is another place."""


_NOWHERE: Rect = (0.0, 0.0, 0.0, 0.0)


class Spot(Struct, frozen=True):
    """Where a piece lay: a cell of a grid or track, which may be moved under the eye, else the rectangle itself."""

    cell: Place
    rect: Rect


class Trail(Struct, frozen=True):
    """The way of a piece from spot to spot, or one attack (`strikes`), in the colour of its owner."""

    piece: PieceId
    way: tuple[Spot, ...]
    owner: Seat | None = None
    strikes: bool = False


class Look(Struct, frozen=True):
    """A picture and where everything lies in it."""

    scene: Scene
    layout: Layout

    def spot(self, piece: ScenePiece) -> Spot:
        """Return where a piece lies; where its zone is, when the piece itself is not laid."""
        zone = self.scene.zones.get(piece.zone)
        cell = cell_place(piece.zone, piece.slot) if zone is not None and zone.kind in _STEPPED else ""
        pose = self.layout.poses.get(piece.id)
        return Spot(cell, pose.rect if pose is not None else self.layout.zones.get(piece.zone, _NOWHERE))


def lengthened(trails: Iterable[Trail], before: Look, after: Look, telling: Telling | None) -> list[Trail]:
    """Return the trails with those of one event, known by the pictures before and after it; whoever goes on lengthens their way."""
    found = list(trails)
    for trail in _gone(before, after, telling):
        last = next((each for each in reversed(found) if each.piece == trail.piece), None)
        if last is not None and not last.strikes and last.way[-1] == trail.way[0]:
            found[found.index(last)] = Trail(trail.piece, (*last.way, trail.way[-1]), trail.owner)
        else:
            found.append(trail)
    attack = duel(after.scene, telling)
    by, at = attack if attack is not None else (None, None)
    if by is not None and at is not None:
        found.append(Trail(by.id, (after.spot(by), after.spot(at)), by.owner, strikes=True))
    return found


def _gone(before: Look, after: Look, telling: Telling | None) -> Iterator[Trail]:
    for number, piece in after.scene.pieces.items():
        zone = after.scene.zones.get(piece.zone)
        if zone is None or zone.kind not in _SHOWN:
            continue
        old = before.scene.pieces.get(number)
        if old is not None and (old.zone != piece.zone or (old.slot != piece.slot and zone.kind in _STEPPED)):
            yield Trail(number, (before.spot(old), after.spot(piece)), piece.owner)
        elif old is None and telling is not None and (origin := telling.origin) and origin.startswith("zone/"):
            yield Trail(number, (Spot("", before.layout.zones.get(origin[5:], _NOWHERE)), after.spot(piece)), piece.owner)


def drawn(board: Board, trails: Iterable[Trail]) -> list[Drawn]:
    """Return the trails as they lie on the board now: a dot where each begins, a line, and a head where it ends, at the rim of what lies there.

    They run under the pieces, so that what these say stays to be read; only an attack on a neighbour leaves no room for that.
    """
    app, listed, covered = board.app, list[Drawn](), list[Rect]()
    for trail in trails:
        rects = [board.rect_of(spot.cell) or spot.rect for spot in trail.way]
        poses = [Pose(x + w / 2, y + h / 2, w, h) for x, y, w, h in rects if w > 0]
        if len(poses) < 2:
            continue
        if trail.strikes:
            strike = struck(board, poses[0], poses[-1])
            covered += [part for item in strike for part in parts(item.points)]
            listed += strike
            continue
        colour = app.theme.seat(trail.owner) if trail.owner is not None and trail.owner >= 0 else app.theme.colour("line")
        points = [(pose.x, pose.y) for pose in poses]
        points[-1] = _rim(points[-2], poses[-1])
        listed += [Line(tuple(points), (12, 8, 14, 200), 9.0, layer=LAYER), Line(tuple(points), colour, 5.0, layer=LAYER)]
        x, y = points[0]
        listed.append(Panel((x - 7, y - 7, 14, 14), colour, None, 7, (12, 8, 14, 200), 2, layer=LAYER))
        listed += _head(points[-2], points[-1], colour)
        covered += [spot for one, two in pairwise(points) for spot in _along(one, two)]
    return [*listed, *titles_over(app, board.titles(), covered, LAYER)]


def struck(board: Board, one: Pose, two: Pose, spared: Sequence[Rect] = ()) -> list[Polygon]:
    """Return an arrow from rim to rim, under the pieces; over them, beside what they say and what else is `spared`, between neighbours and where those between would hide from whom it comes and it lies on no name."""
    between = _between(board, one, two)
    if board.grids:  # where the names of figures are small, and everywhere
        return _over_map(board, one, two, spared, between)
    under = arrow(board.app, one, two, [[inset(one.rect, 6), inset(two.rect, 6)]])
    along = [part for item in under for part in parts(item.points)]
    joined = any(meet(part, inset(pose.rect, 12)) for part in along for pose in (one, two))
    if not joined and not _lost(along, _at(board, one, two), between):
        return _laid(under, LAYER)
    names, numbers = board.named_on(), board.numbers_on()
    if joined:
        return _laid(arrow(board.app, one, two, [spared, names, numbers]), OVER)
    over = arrow(board.app, one, two, [names, numbers])
    crossed = any(meet(part, name) for item in over for part in parts(item.points) for name in names)
    return _laid(under, LAYER) if crossed else _laid(over, OVER)


def _over_map(board: Board, one: Pose, two: Pose, spared: Sequence[Rect], between: Sequence[Rect]) -> list[Polygon]:
    """Return an arrow on a battle map: from rim to rim where it leads to what lies there; between neighbours, past others and to an empty square with its head within that, as it would point at the neighbour otherwise."""

    def hidden(way: Sequence[Polygon]) -> bool:
        return any(meet(part, rect) for item in way for part in parts(item.points) for rect in between)

    said = [spared, board.named_on(), board.numbers_on()]
    beside = meet(inset(one.rect, -_BESIDE), inset(two.rect, -_BESIDE))
    if not beside and any(inside(rect, two.x, two.y) for rect in _lying(board)):
        under = arrow(board.app, one, two, [[inset(one.rect, 6), inset(two.rect, 6)]])
        if not hidden(under):
            return _laid(under, LAYER)
        return _laid(arrow(board.app, one, two, said, between), OVER)
    way = arrow(board.app, one, two, said, between)
    return _laid(way, OVER if beside or hidden(way) else LAYER)


def _laid(items: Iterable[Polygon], layer: int) -> list[Polygon]:
    return [replace(item, colour=faded(item.colour, 0.9), layer=layer) for item in items]


def _lost(along: Sequence[Rect], ends: Sequence[Rect], between: Sequence[Rect]) -> bool:
    """Tell whether what would be seen of an arrow under the cards does not tell whence it comes: others hide where it leaves its own card, or much of it."""
    seen = [part for part in along[:SHAFTS] if not any(meet(part, rect) for rect in ends)]
    hidden = [any(meet(part, rect) for rect in between) for part in seen]
    return any(hidden[:1]) or sum(hidden) > len(seen) * _HIDDEN


def _at(board: Board, one: Pose, two: Pose) -> list[Rect]:
    """Return where the pieces lie that an arrow joins, or in which it ends."""
    return [rect for rect in _lying(board) if any(inside(rect, pose.x, pose.y) for pose in (one, two))]


def _between(board: Board, one: Pose, two: Pose) -> list[Rect]:
    """Return where other cards, figures and things lie than those that an arrow joins, or in which it ends."""
    return [rect for rect in _lying(board) if not any(inside(rect, pose.x, pose.y) for pose in (one, two))]


def _lying(board: Board) -> list[Rect]:
    pieces, poses = board.scene.pieces if board.scene is not None else {}, board.layout.poses
    return [poses[key].rect for key, piece in pieces.items() if key in poses and piece.kind in {"card", "token", "terrain"}]


def _rim(start: tuple[float, float], goal: Pose) -> tuple[float, float]:
    """Return where a way from a point meets what it leads to, its middle where both are all but one."""
    far = hypot(goal.x - start[0], goal.y - start[1])
    if far < 1:
        return goal.x, goal.y
    dx, dy = (goal.x - start[0]) / far, (goal.y - start[1]) / far
    gone = max(far - reach(goal, dx, dy) - _TIP, min(far, 2 * _TIP))
    return start[0] + dx * gone, start[1] + dy * gone


def _along(one: tuple[float, float], two: tuple[float, float]) -> Iterator[Rect]:
    """Yield small squares on a line."""
    steps = max(1, int(hypot(two[0] - one[0], two[1] - one[1]) / 6))
    for step in range(steps + 1):
        x, y = one[0] + (two[0] - one[0]) * step / steps, one[1] + (two[1] - one[1]) * step / steps
        yield x - 4, y - 4, 8, 8


def _head(one: tuple[float, float], two: tuple[float, float], colour: tuple[int, int, int, int]) -> list[Drawn]:
    """Return the head of a way at its end."""
    dx, dy = two[0] - one[0], two[1] - one[1]
    far = hypot(dx, dy)
    if far < 1:
        return []
    dx, dy = dx / far * _TIP, dy / far * _TIP
    x, y = two
    points = ((x + dx, y + dy), (x - dx - dy, y - dy + dx), (x - dx + dy, y - dy - dx))
    return [Polygon(points, colour, (12, 8, 14, 220), 2, layer=LAYER)]
