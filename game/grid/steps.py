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


def _write(costs: list[int], squares: int, points: int) -> None:
    """Write down what each of these squares costs."""
    while squares:
        low = squares & -squares
        costs[low.bit_length() - 1] = points
        squares ^= low


def _layered(costs: list[int], width: int, height: int, fresh: int, obstructs: int) -> None:
    """Write down the cost of each square where no ground is slow: a step a layer."""
    free = everything(width, height) & ~obstructs
    points = 0
    while fresh:
        free &= ~fresh
        _write(costs, fresh, points)
        points += 1
        fresh = pushed(width, height, obstructs, fresh) & free


@lru_cache(maxsize=1 << 12)
def _costs_to(width: int, height: int, zone: int, obstructs: int, slow: int) -> tuple[int, ...]:
    free = everything(width, height) & ~obstructs
    costs = [-1] * (width * height)
    if not slow & free:
        _layered(costs, width, height, zone & free, obstructs)
        return tuple(costs)
    now, before, seen, points = zone & free, 0, 0, 0
    while True:
        _write(costs, now & ~seen, points)
        seen, points = now, points + 1
        step = pushed(width, height, obstructs, now & ~slow) | pushed(width, height, obstructs, before & slow)
        late = pushed(width, height, obstructs, now & slow)
        now, before = seen | step & free, seen
        if now == seen and not late & free & ~seen:
            return tuple(costs)


def costs_to(grid: Grid, zone: int) -> tuple[int, ...]:
    """Return for each square the fewest points a walk from it into `zone` costs, characters ignored; -1 where no walk leads."""
    return _costs_to(grid.width, grid.height, zone, grid.obstructs, grid.slow)


def connected(grid: Grid, zone_a: int, zone_b: int) -> bool:
    """Tell whether some square of one zone can be walked to from some square of the other (OC-54)."""
    start = zone_a & ~grid.obstructs
    return bool(flood(grid, start, 2 * grid.width * grid.height)[-1] & zone_b & ~grid.obstructs)
