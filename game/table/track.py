"""The track around the board: a loop of cells on an oval table, with the pawns that stand on it."""

from __future__ import annotations

from functools import lru_cache
from math import atan2, cos, hypot, pi, sin

from msgspec import Struct

from game.table.tween import Pose
from game.table.view import Rect

_FINE = 720
BAND = 62.0


class Ring(Struct, frozen=True):
    """A loop of `count` cells along an oval; cell 0 lies at the bottom in the middle, and the count goes clockwise.

    `outer` and `inner` are the half axes of the band's edges.
    """

    x: float
    y: float
    outer: tuple[float, float]
    inner: tuple[float, float]
    count: int

    def angle(self, place: float) -> float:
        """Return the parameter of the oval at a place along the loop, in cells; all cells are equally long."""
        return _even(round(self.middle[0], 1), round(self.middle[1], 1), place / self.count % 1.0)

    @property
    def middle(self) -> tuple[float, float]:
        """Return the half axes of the middle of the band."""
        return (self.outer[0] + self.inner[0]) / 2, (self.outer[1] + self.inner[1]) / 2

    def point(self, place: float, across: float = 0.5) -> tuple[float, float]:
        """Return a point of the band: `across` runs from 0 at the inner edge to 1 at the outer."""
        angle = self.angle(place)
        a = self.inner[0] + (self.outer[0] - self.inner[0]) * across
        b = self.inner[1] + (self.outer[1] - self.inner[1]) * across
        return self.x + a * cos(angle), self.y + b * sin(angle)

    def centre(self, index: int) -> tuple[float, float]:
        """Return the middle of a cell."""
        return self.point(index + 0.5)

    def corners(self, index: int) -> tuple[tuple[float, float], ...]:
        """Return the outline of a cell, its curved sides in short steps."""
        steps = [index + part / 4 for part in range(5)]
        return (*(self.point(step, 1.0) for step in steps), *(self.point(step, 0.0) for step in reversed(steps)))

    def box(self, index: int) -> Rect:
        """Return the square about a cell's middle that a pointer can meet."""
        x, y = self.centre(index)
        half = (self.outer[1] - self.inner[1]) / 2
        return (x - half, y - half, 2 * half, 2 * half)


@lru_cache(maxsize=64)
def _lengths(a: float, b: float) -> tuple[float, ...]:
    total, lengths = 0.0, [0.0]
    px, py = 0.0, b
    for step in range(1, _FINE + 1):
        angle = pi / 2 + 2 * pi * step / _FINE
        x, y = a * cos(angle), b * sin(angle)
        total += hypot(x - px, y - py)
        lengths.append(total)
        px, py = x, y
    return tuple(length / total for length in lengths)


@lru_cache(maxsize=4096)
def _even(a: float, b: float, part: float) -> float:
    lengths = _lengths(a, b)
    low, high = 0, _FINE
    while high - low > 1:
        middle = (low + high) // 2
        if lengths[middle] <= part:
            low = middle
        else:
            high = middle
    span = lengths[high] - lengths[low] or 1.0
    return pi / 2 + 2 * pi * (low + (part - lengths[low]) / span) / _FINE


def ring(rect: Rect, count: int) -> Ring:
    """Return the loop of so many cells that fills a rectangle."""
    x, y, w, h = rect
    band = min(BAND, w * 0.12, h * 0.16)
    outer = (w / 2 - 10, h / 2 - 10)
    return Ring(x + w / 2, y + h / 2, outer, (outer[0] - band, outer[1] - band), count)


def standing(loop: Ring, slots: list[int]) -> list[Pose]:
    """Return the poses of pawns on their cells; those that share a cell stand beside each other across the band."""
    band = loop.outer[1] - loop.inner[1]
    tall = min(74.0, band * 1.12)
    seen: dict[int, int] = {}
    poses = []
    for slot in slots:
        nth = seen.get(slot, 0)
        seen[slot] = nth + 1
        sharing = slots.count(slot)
        across = 0.5 if sharing == 1 else 0.2 + 0.75 * nth / max(1, sharing - 1)
        x, y = loop.point(slot % loop.count + 0.5 + (0.12 if nth % 2 else -0.12) * (sharing > 1), across)
        poses.append(Pose(x, y - tall * 0.3, tall * 0.72, tall, 0.0, 40 + round(y / 10)))
    return poses


def facing(loop: Ring, index: int) -> float:
    """Return the angle in degrees at which words on a cell read from the middle of the table."""
    x, y = loop.centre(index)
    return -(atan2(y - loop.y, x - loop.x) * 180 / pi - 90)
