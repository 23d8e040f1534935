"""The way a walk takes: the cheapest, then the least harmful, then the straightest; or the one the player drew.

The cost layers of `flood` already say how dear every square is, so the squares on cheapest walks are found backwards
from the goal with a few shifts; only among those is harm and straightness weighed.
"""

from __future__ import annotations

from collections.abc import Sequence
from functools import lru_cache
from typing import Literal

import msgspec

from game.grid.cells import cells_of, disc, range_between
from game.grid.ground import Grid
from game.grid.steps import flood, pushed, squeezes

Why = Literal["nowhere", "off_board", "not_a_step", "obstructed", "enemy", "squeezed", "too_far", "taken", "cut_off"]

_RULES: dict[Why, tuple[str, str]] = {
    "nowhere": ("OC-24", "A walk needs at least one step"),
    "off_board": ("OC-24", "That square is not on the board"),
    "not_a_step": ("OC-24", "Steps go to one of the eight squares around"),
    "obstructed": ("OC-25", "Obstructive terrain cannot be entered"),
    "enemy": ("OC-26", "A square with an enemy cannot be entered"),
    "taken": ("OC-27", "A walk cannot end on a friend"),
    "too_far": ("OC-28", "The move does not pay for that step"),
    "cut_off": ("OC-25", "No open way leads to that square"),
    "squeezed": ("OC-29", "A diagonal step between two obstructive squares is closed"),
}


class Walk(msgspec.Struct, frozen=True):
    """Hold a walk that can be taken: its squares in order without the start, its cost in points, and its harm in counters."""

    steps: tuple[int, ...]
    cost: int
    harm: int


class Misstep(msgspec.Struct, frozen=True):
    """Say which square of a drawn walk cannot be, and why."""

    at: int
    why: Why
    rule: str
    words: str


def walk(grid: Grid, origin: int, steps: Sequence[int], points: int, enemies: int = 0, friends: int = 0) -> Walk | Misstep:
    """Follow drawn steps and return the walk, or the first square where it fails (OC-24 to OC-29)."""
    if not steps:
        return _misstep(origin, "nowhere")
    here, cost, harm = origin, 0, 0
    for step in steps:
        why = _step_fault(grid, here, step, enemies & ~(1 << origin))
        cost += 2 if not why and grid.slow >> step & 1 else 1
        if why or cost > points:
            return _misstep(step, why or "too_far")
        harm += grid.harm_at(step)
        here = step
    if here == origin:
        return _misstep(here, "nowhere")
    if friends >> here & 1:
        return _misstep(here, "taken")
    return Walk(tuple(steps), cost, harm)


def path(grid: Grid, origin: int, target: int, points: int, enemies: int = 0, friends: int = 0) -> Walk | None:
    """Return the walk the rules take to a square: cheapest, then least harmful, then straightest; None if out of reach (OC-30).

    Equal walks are told apart by fewest diagonal steps, then nearness to the straight line, then lower squares first, so
    the same question always has the same answer.
    """
    if target == origin or not 0 <= target < grid.width * grid.height or friends >> target & 1:
        return None
    near = disc(grid.width, grid.height, origin, points)
    return _path(grid, origin, target, points, enemies & near & ~(1 << origin)) if near >> target & 1 else None


def path_through(grid: Grid, origin: int, waypoints: Sequence[int], points: int, enemies: int = 0, friends: int = 0) -> Walk | Misstep:
    """Return the walk that visits the waypoints in order, each leg as `path` takes it, or what stops it (OC-30)."""
    steps: list[int] = []
    here = origin
    open_to = enemies & ~(1 << origin)
    for waypoint in waypoints:
        if waypoint == here:
            continue
        if not 0 <= waypoint < grid.width * grid.height:
            return _misstep(waypoint, "off_board")
        leg = _path(grid, here, waypoint, 2 * grid.width * grid.height, open_to)
        if leg is None:
            return _misstep(waypoint, _shut(grid, waypoint, open_to))
        steps += leg.steps
        here = waypoint
    return walk(grid, origin, steps, points, enemies, friends)


@lru_cache(maxsize=1 << 12)
def _path(grid: Grid, origin: int, target: int, points: int, enemies: int) -> Walk | None:
    straight = _straight(grid, origin, target, enemies)
    if straight is not None:
        return straight if straight.cost <= points else None
    return _weighed_path(grid, origin, target, points, enemies)


def _straight(grid: Grid, origin: int, target: int, enemies: int) -> Walk | None:
    """Return the straightest walk when nothing lies on it: no other can then be cheaper, safer or straighter."""
    width = grid.width
    across, down = target % width - origin % width, target // width - origin // width
    steps, under = _straight_steps(width, across, down)
    unclear = grid.obstructs | grid.slow | enemies
    for mask in grid.harm:
        unclear |= mask
    if unclear >> origin + min(across, 0) + min(down, 0) * width & under:
        return None
    walked = tuple(origin + step for step in steps)
    if squeezes(width, grid.height, grid.obstructs) is not None:
        here = origin
        for step in walked:
            if _squeezed(grid, here, step):
                return None
            here = step
    return Walk(walked, len(walked), 0)


@lru_cache(maxsize=1 << 13)
def _straight_steps(width: int, across: int, down: int) -> tuple[tuple[int, ...], int]:
    """Return the straightest walk over an offset, relative to its start, and its squares in the box of the offset."""
    box = Grid(abs(across) + 1, abs(down) + 1)
    left, top = min(across, 0), min(down, 0)
    found = _weighed_path(box, box.cell(-left, -top), box.cell(across - left, down - top), max(box.width, box.height), 0)
    if found is None:
        raise AssertionError(f"an empty box of {box.width} by {box.height} has a way across")
    places = [box.place(step) for step in found.steps]
    under = sum(1 << y * width + x for x, y in places)
    return tuple((y + top) * width + x + left for x, y in places), under


def _weighed_path(grid: Grid, origin: int, target: int, points: int, enemies: int) -> Walk | None:
    layers = flood(grid, 1 << origin, points, enemies)
    cost = next((cost for cost, layer in enumerate(layers) if layer >> target & 1), None)
    if cost is None:
        return None
    corridor = _corridor(grid, layers, target, cost)
    ahead = {target: (0, 0, 0)}  # square → (harm, diagonal steps, distance from the line) from there to the target
    onward: dict[int, int] = {}
    line = _line(grid.width, origin, target)
    for spent in range(cost - 1, -1, -1):
        quick, heavy = corridor[spent + 1] & ~grid.slow, corridor[spent + 2] & grid.slow
        for cell in cells_of(corridor[spent]):
            choices = _open_steps(grid, cell, quick | heavy)
            ahead[cell], onward[cell] = min((_weighed(grid, cell, step, ahead[step], line), step) for step in choices)
    steps, here = [], origin
    while here != target:
        here = onward[here]
        steps.append(here)
    return Walk(tuple(steps), cost, ahead[origin][0])


def _corridor(grid: Grid, layers: tuple[int, ...], target: int, cost: int) -> list[int]:
    """Return, for each number of points spent, the squares that lie on some cheapest walk to the target."""
    corridor = [0] * cost + [1 << target, 0]
    for spent in range(cost - 1, -1, -1):
        exactly = layers[spent] & ~(layers[spent - 1] if spent else 0)
        onward = corridor[spent + 1] & ~grid.slow | corridor[spent + 2] & grid.slow
        corridor[spent] = pushed(grid.width, grid.height, grid.obstructs, onward) & exactly
    return corridor


def _open_steps(grid: Grid, cell: int, goals: int) -> list[int]:
    near = disc(grid.width, grid.height, cell, 1) & goals
    return [step for step in cells_of(near) if not _squeezed(grid, cell, step)]


def _squeezed(grid: Grid, cell: int, step: int) -> bool:
    ways = squeezes(grid.width, grid.height, grid.obstructs)
    if ways is None or cell % grid.width == step % grid.width or cell // grid.width == step // grid.width:
        return False
    if step > cell:
        opened = ways.south_east if step % grid.width > cell % grid.width else ways.south_west
    else:
        opened = ways.north_east if step % grid.width > cell % grid.width else ways.north_west
    return not opened >> cell & 1


def _line(width: int, origin: int, target: int) -> tuple[int, int, int]:
    across, down = target % width - origin % width, target // width - origin // width
    return across, down, origin % width * down - origin // width * across


def _weighed(grid: Grid, cell: int, step: int, rest: tuple[int, int, int], line: tuple[int, int, int]) -> tuple[int, int, int]:
    across, down, start = line
    width = grid.width
    diagonal = cell % width != step % width and cell // width != step // width
    off = abs(step % width * down - step // width * across - start)
    return rest[0] + (grid.harm_at(step) if grid.harm else 0), rest[1] + diagonal, rest[2] + off


def _step_fault(grid: Grid, here: int, step: int, enemies: int) -> Why | None:
    if not 0 <= step < grid.width * grid.height:
        return "off_board"
    if range_between(grid.width, here, step) != 1:
        return "not_a_step"
    if (grid.obstructs | enemies) >> step & 1:
        return _shut(grid, step, enemies)
    return "squeezed" if _squeezed(grid, here, step) else None


def _shut(grid: Grid, cell: int, enemies: int) -> Why:
    if grid.obstructs >> cell & 1:
        return "obstructed"
    return "enemy" if enemies >> cell & 1 else "cut_off"


def _misstep(at: int, why: Why) -> Misstep:
    return Misstep(at, why, *_RULES[why])
