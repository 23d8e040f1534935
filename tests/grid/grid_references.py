"""The same questions answered the slow and obvious way: dictionaries, a heap, and fractions."""

from __future__ import annotations

import heapq
from fractions import Fraction

from game.grid import Grid


def steps_from(grid: Grid, cell: int, shut: int) -> list[int]:
    """List the squares one open step away, straight from the words of OC-24 to OC-29."""
    x, y = cell % grid.width, cell // grid.width
    found = []
    for dy in (-1, 0, 1):
        for dx in (-1, 0, 1):
            nx, ny = x + dx, y + dy
            if (dx, dy) == (0, 0) or not (0 <= nx < grid.width and 0 <= ny < grid.height):
                continue
            target = ny * grid.width + nx
            if (grid.obstructs | shut) >> target & 1:
                continue
            beside = (y * grid.width + nx, ny * grid.width + x)
            if dx and dy and all(grid.obstructs >> side & 1 for side in beside):
                continue
            found.append(target)
    return found


def dijkstra(grid: Grid, origin: int, enemies: int) -> dict[int, tuple[int, int]]:
    """Return the (points, counters) of the cheapest, then least harmful walk to every square."""
    best = {origin: (0, 0)}
    heap = [((0, 0), origin)]
    while heap:
        weight, cell = heapq.heappop(heap)
        if best[cell] < weight:
            continue
        for step in steps_from(grid, cell, enemies & ~(1 << origin)):
            cost = 2 if grid.slow >> step & 1 else 1
            then = (weight[0] + cost, weight[1] + grid.harm_at(step))
            if step not in best or then < best[step]:
                best[step] = then
                heapq.heappush(heap, (then, step))
    return best


def crosses_inside(ax: int, ay: int, bx: int, by: int, x: int, y: int) -> bool:
    """Tell whether the segment between two middles passes the open square around (x, y), by clipping in fractions."""
    low, high = Fraction(0), Fraction(1)
    half = Fraction(1, 2)
    for start, delta, middle in ((ax, bx - ax, x), (ay, by - ay, y)):
        if delta == 0:
            if not middle - half < start < middle + half:
                return False
            continue
        first, second = sorted(((middle - half - start) / delta, (middle + half - start) / delta))
        low, high = max(low, first), min(high, second)
    return low < high


def sees(grid: Grid, a: int, b: int) -> bool:
    """Tell whether nothing blocks, straight from the words of OC-35."""
    ax, ay, bx, by = a % grid.width, a // grid.width, b % grid.width, b // grid.width

    def blocks(x: int, y: int) -> bool:
        cell = y * grid.width + x
        return 0 <= x < grid.width and 0 <= y < grid.height and cell not in {a, b} and bool(grid.blocks_sight >> cell & 1)

    for y in range(grid.height):
        for x in range(grid.width):
            if blocks(x, y) and crosses_inside(ax, ay, bx, by, x, y):
                return False
    for y in range(grid.height - 1):
        for x in range(grid.width - 1):
            corner = (x + Fraction(1, 2), y + Fraction(1, 2))
            on_line = (corner[0] - ax) * (by - ay) == (corner[1] - ay) * (bx - ax)
            within = min(ax, bx) < corner[0] < max(ax, bx) and min(ay, by) < corner[1] < max(ay, by)
            falling = blocks(x, y) and blocks(x + 1, y + 1)
            rising = blocks(x + 1, y) and blocks(x, y + 1)
            if on_line and within and (falling or rising):
                return False
    return True
