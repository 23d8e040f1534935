"""Where a character can walk to: a flood over the whole board, one layer a move point.

Each layer holds the squares that can be entered for that many points; the next one is the last one pushed a step in
all eight directions at once. Slow ground is entered from the layer before the last, which is what costing two means.
"""

from __future__ import annotations

from functools import lru_cache

import msgspec

from game.grid.cells import disc, everything, inner_sides
from game.grid.ground import Grid


class Squeezes(msgspec.Struct, frozen=True):
    """Hold the squares from which a diagonal step is open, by its direction (OC-29)."""

    south_east: int
    south_west: int
    north_east: int
    north_west: int


@lru_cache(maxsize=1 << 12)
def squeezes(width: int, height: int, obstructs: int) -> Squeezes | None:
    """Return where diagonal steps are open, or None when no two obstructive squares squeeze any (OC-29)."""
    has_east, has_west = inner_sides(width, height)
    east, west, south, north = obstructs >> 1, obstructs << 1, obstructs >> width, obstructs << width
    shut = (east & south & has_east, west & south & has_west, east & north & has_east, west & north & has_west)
    if not any(mask & everything(width, height) for mask in shut):
        return None
    return Squeezes(has_east & ~shut[0], has_west & ~shut[1], has_east & ~shut[2], has_west & ~shut[3])


def pushed(width: int, height: int, obstructs: int, mask: int) -> int:
    """Return where one open step from any of these squares leads, these squares perhaps among them (OC-24, OC-29)."""
    has_east, has_west = inner_sides(width, height)
    beside = (mask & has_east) << 1 | (mask & has_west) >> 1
    ways = squeezes(width, height, obstructs)
    if ways is None:
        row = mask | beside
        return (row | row << width | row >> width) & everything(width, height)
    out = beside | mask << width | mask >> width
    out |= (mask & ways.south_east) << width + 1 | (mask & ways.south_west) << width - 1
    out |= (mask & ways.north_east) >> width - 1 | (mask & ways.north_west) >> width + 1
    return out & everything(width, height)


@lru_cache(maxsize=1 << 14)
def _layers(width: int, height: int, start: int, points: int, obstructs: int, slow: int, shut: int) -> tuple[int, ...]:
    # The push is written out here as well as in `pushed`: this loop is most of what a search spends on moving.
    has_east, has_west = inner_sides(width, height)
    ways = squeezes(width, height, obstructs)
    quick = everything(width, height) & ~(obstructs | shut)
    heavy = quick & slow
    quick ^= heavy
    now, before = start, 0
    layers = [now]
    for _ in range(points):
        step = now | (now & has_east) << 1 | (now & has_west) >> 1
        if ways is None:
            step |= step << width | step >> width
        else:
            step |= now << width | now >> width
            step |= (now & ways.south_east) << width + 1 | (now & ways.south_west) << width - 1
            step |= (now & ways.north_east) >> width - 1 | (now & ways.north_west) >> width + 1
        reached = now | step & quick | before & heavy
        if reached == now and not step & heavy & ~now:
            break
        now, before = reached, step
        layers.append(now)
    return tuple(layers)


def flood(grid: Grid, start: int, points: int, enemies: int = 0) -> tuple[int, ...]:
    """Return, for 0, 1, 2 … points, the squares that can be stood on or passed for that much, `start` (a bit set) included.

    The tuple ends early when more points reach nothing new. Friends are not obstacles here (OC-24 to OC-29).
    """
    return _layers(grid.width, grid.height, start, points, grid.obstructs, grid.slow, enemies)


@lru_cache(maxsize=1 << 14)
def _reach(width: int, height: int, origin: int, points: int, obstructs: int, slow: int, enemies: int, friends: int) -> int:
    passed = _layers(width, height, 1 << origin, points, obstructs, slow, enemies & ~(1 << origin))[-1]
    return passed & ~(friends | 1 << origin)


def reach(grid: Grid, origin: int, points: int, enemies: int = 0, friends: int = 0) -> int:
    """Return the squares where a walk of up to `points` may end, without the one it starts from (OC-24 to OC-29).

    Enemies shut their squares; friends may be passed but not ended on. The walker itself may be in either set.
    """
    near = disc(grid.width, grid.height, origin, points)  # who stands farther off changes nothing, so the answer can be kept
    return _reach(grid.width, grid.height, origin, points, grid.obstructs, grid.slow, enemies & near, friends & near)


def _rings(grid: Grid, ring: int) -> tuple[int, ...]:
    """Return the open ones of these squares, then those a step from them, then those two steps from them, until no step leads on."""
    free = grid.everything & ~grid.obstructs
    ring &= free
    rings = []
    while ring:
        rings.append(ring)
        free ^= ring
        ring = pushed(grid.width, grid.height, grid.obstructs, ring) & free
    return tuple(rings)


class Ways(dict[int, int]):
    """How many steps each square is from a zone, characters and slow ground not counted; -1 where no walk leads."""

    __slots__ = ("_grid", "_rings", "_trails")

    def __init__(self, grid: Grid, zone: int) -> None:
        super().__init__()
        self._grid = grid
        self._rings = _rings(grid, zone)
        self._trails: dict[int, int] = {}

    def __missing__(self, cell: int) -> int:
        found = -1
        for steps, ring in enumerate(self._rings):
            if ring >> cell & 1:
                found = steps
                break
        self[cell] = found
        return found

    def trail(self, asked: int) -> int:
        """Return the squares of one of the shortest walks from a square, with those beside its diagonal steps, as a bit set.

        Whatever else is obstructed besides, that walk stays open (OC-25, OC-29), and none is shorter. Empty where no walk leads.
        """
        found = self._trails.get(asked)
        if found is None:
            cell = asked
            width, height, obstructs = self._grid.width, self._grid.height, self._grid.obstructs
            steps = self[cell]
            found = 1 << cell if steps >= 0 else 0
            for ring in reversed(self._rings[: max(steps, 0)]):
                onward = (pushed(width, height, obstructs, 1 << cell) & ring).bit_length() - 1
                found |= 1 << onward
                if cell % width != onward % width and cell // width != onward // width:
                    found |= disc(width, height, cell, 1) & disc(width, height, onward, 1)
                cell = onward
            self._trails[asked] = found
        return found


@lru_cache(maxsize=1 << 10)
def ways_to(width: int, height: int, obstructs: int, zone: int) -> Ways:
    """Return the ways into a zone past what obstructs, kept for whoever asks next."""
    return Ways(Grid(width, height, obstructs), zone)


def connected(grid: Grid, zone_a: int, zone_b: int) -> bool:
    """Tell whether some square of one zone can be walked to from some square of the other (OC-54)."""
    start = zone_a & ~grid.obstructs
    return bool(flood(grid, start, 2 * grid.width * grid.height)[-1] & zone_b & ~grid.obstructs)
