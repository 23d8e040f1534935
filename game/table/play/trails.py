"""Trails: the ways that pieces went and whom they attacked, drawn on the table while a turn of others is shown once more."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from collections.abc import Set as AbstractSet
from itertools import pairwise, product
from math import hypot

from msgspec import Struct
from msgspec.structs import replace

from game.kernel.cues import Telling
from game.kernel.ids import PieceId, Place, Seat, cell_place, piece_place
from game.kernel.scene import Scene, ScenePiece
from game.table.canvas.draw import Drawn, Line, Panel, Polygon, faded
from game.table.canvas.tween import Pose
from game.table.canvas.view import Rect, around, inset, inside, meet, shifted
from game.table.pieces.attack_arrow import SHAFTS, arrow, parts, reach, titles_over
from game.table.pieces.board import Board
from game.table.pieces.impacts import duel
from game.table.pieces.layout import Layout
from game.table.pieces.lit import STANDS_OUT, standing_out

LAYER, OVER = 2, 860
"""Over the ground and under all pieces; over all that lies on the table."""

_TIP = 13.0
"""How far the tip of a way's head reaches beyond its end."""

_HIDDEN = 0.3
"""How much other cards hide at most of what is seen of the shaft of an arrow: of one that they hide more of it is not seen whence it comes."""

_BEGINS = tuple(product((STANDS_OUT + 4.0, 8.0, 2.0), (0.5, 0.75, 0.25)))
"""Where at the upper rim of a card of a hand an arrow begins that would come to light at another otherwise, what is preferred first: so far within it, in logical units, and in such parts of what is seen of it."""

_BEHIND = 2
"""How little an arrow tells whence it comes that comes to light at another card, or nowhere."""

_NEAR = 30.0
"""So far beside the cards it joins an arrow may lie."""

_CLOSE = 2.0
"""In such steps it is looked at which card an arrow comes to light: their corners lie close to each other."""

_BESIDE = 12.0
"""So far beyond their rims two reach to be neighbours, in logical units."""

_SHOWN = frozenset({"grid", "track", "row", "stack"})
"""Kinds of zones into which a way is drawn: not into hands and piles, where cards come and go by themselves."""

_STEPPED = frozenset({"grid", "track"})
"""Kinds of zones in which another slot is another place."""

_LYING = frozenset({"card", "token", "terrain"})
"""Kinds of pieces that an arrow may lie under."""

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


def from_hand(board: Board, card: PieceId, one: Pose, two: Pose, out: AbstractSet[Place]) -> tuple[list[Polygon], bool]:
    """Return an arrow from a card of a hand, of which `one` is what is seen, and whether it tells whence it comes; `out` are the cards that stand out.

    It runs under the pieces, or over them where it would come to light at another card.

    It begins deep within what is seen of the card, or at the upper rim of that. Of all ways it takes the first that hides least: names above all,
    then numbers, then whence it comes, then other pieces.
    """
    lying, part = _as_drawn(board, out), board.layout.seen.get(card, 1.0)
    own = next(pose for key, pose in lying if key == card)
    rims = [Pose(*own.point(own.w * (part * share - 0.5), within - own.h / 2), 0, 0) for within, share in _BEGINS]
    region = inset(around([own.rect, two.rect]), -_NEAR)
    lying = [each for each in lying if meet(each[1].bounding, region)]

    def ways() -> Iterator[tuple[list[int], list[Polygon], int]]:
        for start in (one, *rims):
            under = arrow(board.app, start, two, [[inset(start.rect, 6), inset(two.rect, 6)]])
            yield [0, 0, _untold(lying, card, two, under), 0], under, LAYER
        said = [[rect for rect in rects if meet(rect, region)] for rects in _said(board, out)]
        for start in (*rims, one):
            over = arrow(board.app, start, two, said)
            along = [*_shaft(over), *(square for item in over for square in parts(item.points)[SHAFTS:])]
            hidden = [sum(meet(square, rect) for square in along for rect in rects) for rects in said]
            yield [*hidden, 0, sum(_topmost(lying, square) not in {None, card} for square in along)], over, OVER

    found = list[tuple[list[int], list[Polygon], int]]()
    for way in ways():
        found.append(way)
        if not any(way[0]):
            break
    (*_, untold, _), best, layer = min(found, key=lambda way: way[0])
    return _laid(best, layer), untold < _BEHIND


def _shaft(way: Sequence[Polygon], stride: float = 6.0) -> list[Rect]:
    """Return small squares in such steps on the shaft of an arrow, from where it begins."""
    ends = [(x + 3, y + 3) for item in way for x, y, _, _ in parts(item.points)[: SHAFTS : SHAFTS - 1]]
    return [square for one, two in pairwise(ends) for square in _along(one, two, stride)]


def _untold(lying: Sequence[tuple[PieceId, Pose]], card: PieceId, two: Pose, way: Sequence[Polygon]) -> int:
    """Return how little an arrow under the pieces tells that it comes from a card: `_BEHIND` where it comes to light at another, 1 where much of what would be seen then is hidden."""
    last = at = None
    for square in _shaft(way, _CLOSE):
        last, at = at, _topmost(lying, square)
        if at is None:
            break
    if at is not None or last != card:
        return _BEHIND
    ends = {card} | {key for key, pose in lying if pose.covers(two.x, two.y)}
    over = [_topmost(lying, part) for part in _shaft(way)]
    seen = over[over.index(None) :] if None in over else []
    return int(sum(piece not in {None, *ends} for piece in seen) > len(seen) * _HIDDEN)


def _as_drawn(board: Board, out: AbstractSet[Place]) -> list[tuple[PieceId, Pose]]:
    """Return how cards, figures and things lie, those on top first, and those that stand `out` of a hand further up."""
    pieces, poses = board.scene.pieces if board.scene is not None else {}, board.layout.poses
    lying = [(key, pose) for key, pose in poses.items() if key in pieces and pieces[key].kind in _LYING]
    found = [(key, standing_out(pose) if piece_place(key) in out else pose) for key, pose in lying]
    return sorted(found, key=lambda each: -each[1].z)


def _topmost(lying: Sequence[tuple[PieceId, Pose]], square: Rect) -> PieceId | None:
    """Return what lies on top in the middle of a small square."""
    x, y = square[0] + square[2] / 2, square[1] + square[3] / 2
    return next((key for key, pose in lying if pose.covers(x, y)), None)


def _said(board: Board, out: AbstractSet[Place]) -> list[list[Rect]]:
    """Return where names stand, then numbers; those on cards that stand `out` of a hand where they are then, too."""
    risen = [rect for place in out if (rect := board.rect_of(place)) is not None]
    said = [*board.named_on(), *board.words_on()], board.numbers_on()
    return [[*each, *(shifted(rect, 0, -STANDS_OUT) for rect in each if any(meet(rect, card) for card in risen))] for each in said]


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
    return [poses[key].rect for key, piece in pieces.items() if key in poses and piece.kind in _LYING]


def _rim(start: tuple[float, float], goal: Pose) -> tuple[float, float]:
    """Return where a way from a point meets what it leads to, its middle where both are all but one."""
    far = hypot(goal.x - start[0], goal.y - start[1])
    if far < 1:
        return goal.x, goal.y
    dx, dy = (goal.x - start[0]) / far, (goal.y - start[1]) / far
    gone = max(far - reach(goal, dx, dy) - _TIP, min(far, 2 * _TIP))
    return start[0] + dx * gone, start[1] + dy * gone


def _along(one: tuple[float, float], two: tuple[float, float], stride: float = 6.0) -> Iterator[Rect]:
    """Yield small squares on a line."""
    steps = max(1, int(hypot(two[0] - one[0], two[1] - one[1]) / stride))
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
