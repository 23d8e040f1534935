"""The track around the board: a loop of cells on a round table, with the pawns that stand on it."""

from __future__ import annotations

from math import cos, hypot, pi, sin

from msgspec import Struct

from game.table.canvas.tween import Pose
from game.table.canvas.view import Rect

OUTER, INNER = 0.868, 0.64
"""Edges of the band of cells, as parts of the board's radius."""

NUMBER, INMOST, PAWN, BEHIND = 0.82, 0.62, 0.06, -0.48
"""How far out in the band the numbers of the cells stand, and at least, so that no pawn stands on them; where the middle of a pawn, and how much further in that of each other on its cell, so that six of them show whose they are and end before the middle of the board."""

RIM = 4.0
"""How far numbers stay off the line around all cells."""

FIFTH, BROADER = 5, 1.25
"""Every so many cells one has a large number; how broad that one is, beside the mean of all."""

_SPOTS = 20
"""In so many steps a place for a number is looked for, from the outermost inwards."""


class Ring(Struct, frozen=True):
    """A loop of `count` cells on a round board of a radius; cell 0 lies at the bottom in the middle, the count goes clockwise."""

    x: float
    y: float
    radius: float
    count: int

    def point(self, place: float, across: float = 0.5) -> tuple[float, float]:
        """Return a point of the band: `place` counts cells, `across` runs from 0 at the inner edge to 1 at the outer."""
        angle = self.turn(place)
        reach = self.radius * (INNER + (OUTER - INNER) * across)
        return self.x + reach * cos(angle), self.y + reach * sin(angle)

    def turn(self, place: float) -> float:
        """Return the angle at which a place lies: every fifth cell is broader than the others, since its number is larger."""
        if self.count % FIFTH:
            return pi / 2 + 2 * pi * place / self.count
        rounds, rest = divmod(place, FIFTH)
        plain = (FIFTH - BROADER) / (FIFTH - 1)
        within = rest * plain if rest <= FIFTH - 1 else (FIFTH - 1) * plain + (rest - FIFTH + 1) * BROADER
        return pi / 2 + 2 * pi * (rounds * FIFTH + within) / self.count

    @property
    def band(self) -> float:
        """Return how broad the band is."""
        return self.radius * (OUTER - INNER)

    @property
    def step(self) -> float:
        """Return how far the middles of two neighbouring cells lie apart."""
        return 2 * pi * self.radius * (INNER + OUTER) / 2 / self.count

    def centre(self, index: int) -> tuple[float, float]:
        """Return the middle of a cell."""
        return self.point(index + 0.5)

    def holds(self, index: int, across: float, wide: float, high: float) -> bool:
        """Tell whether an upright box lies wholly on a cell, its middle so far across the band."""
        x, y = self.point(index + 0.5, across)
        corners = [(x - self.x + side * wide / 2, y - self.y + up * high / 2) for side in (-1, 1) for up in (-1, 1)]
        if (
            max(hypot(*corner) for corner in corners) > OUTER * self.radius
            or min(hypot(*corner) for corner in corners) < INNER * self.radius
        ):
            return False
        first, last = (self.turn(index + end) for end in (0, 1))
        return all(cos(first) * dy >= sin(first) * dx and cos(last) * dy <= sin(last) * dx for dx, dy in corners)

    def numbered(self, index: int, wide: float, high: float) -> float | None:
        """Return how far across the band a number of such a size stands on its cell, as far out as it can; None where the cell cannot hold it."""
        spots = (NUMBER - (NUMBER - INMOST) * step / _SPOTS for step in range(_SPOTS + 1))
        return next((across for across in spots if self.holds(index, across, wide, high)), None)

    def corners(self, index: int) -> tuple[tuple[float, float], ...]:
        """Return the outline of a cell, its curved sides in short steps."""
        steps = [index + part / 4 for part in range(5)]
        return (*(self.point(step, 1.0) for step in steps), *(self.point(step, 0.0) for step in reversed(steps)))

    def box(self, index: int) -> Rect:
        """Return the square about a cell's middle that a pointer can meet."""
        x, y = self.centre(index)
        half = self.band / 2
        return (x - half, y - half, 2 * half, 2 * half)

    @property
    def square(self) -> Rect:
        """Return the rectangle of the whole board."""
        return (self.x - self.radius, self.y - self.radius, 2 * self.radius, 2 * self.radius)


def ring(rect: Rect, count: int) -> Ring:
    """Return the largest round board of so many cells inside a rectangle."""
    x, y, w, h = rect
    return Ring(x + w / 2, y + h / 2, min(w, h) / 2, count)


def standing(loop: Ring, slots: list[int]) -> list[Pose]:
    """Return the poses of pawns on the inner half of their cells, beside the number; those that share a cell stand one behind the other, inwards."""
    tall = min(74.0, loop.band * 0.8)
    seen: dict[int, int] = {}
    poses = []
    for slot in slots:
        nth = seen.get(slot, 0)
        seen[slot] = nth + 1
        x, y = loop.point(slot % loop.count + 0.5, PAWN + BEHIND * nth)
        poses.append(Pose(x, y, tall * 0.72, tall, 0.0, 40 + round(y / 10)))
    return poses
