"""The eye on the table: 1920 × 1080 logical units stretched evenly over any window, and what hands do in those units.

Screens lay themselves out in logical units and never see pixels. A window wider or higher than 16:9 shows more units,
never black bars: `width` is at least 1920 and `height` at least 1080.
"""

from __future__ import annotations

from collections.abc import Sequence
from math import ceil
from typing import TypeAlias

from msgspec import Struct

Rect: TypeAlias = tuple[float, float, float, float]
"""Left, top, width, height."""

WIDTH, HEIGHT = 1920, 1080

REACH = 45.0
"""The least width and height of what a hand presses: 24 pixels at 1024 × 640, 30 at 1280 × 720."""


class View(Struct, frozen=True):
    """How logical units lie on the device: `pixels` is the size of the picture, `scale` device pixels a unit.

    `points` is how large the system says the window is, and in what it tells where a pointer is; a system that counts in points may give a
    window more pixels than those (0, 0: as many).
    """

    pixels: tuple[int, int] = (1920, 1080)
    points: tuple[int, int] = (0, 0)

    @property
    def scale(self) -> float:
        """Return device pixels a logical unit."""
        return min(self.pixels[0] / WIDTH, self.pixels[1] / HEIGHT)

    @property
    def width(self) -> float:
        """Return the visible width in logical units, at least 1920."""
        return self.pixels[0] / self.scale

    @property
    def height(self) -> float:
        """Return the visible height in logical units, at least 1080."""
        return self.pixels[1] / self.scale

    @property
    def whole(self) -> Rect:
        """Return everything that is visible."""
        return (0.0, 0.0, self.width, self.height)

    def logical(self, x: float, y: float) -> tuple[float, float]:
        """Return the logical place of a pointer, which the system tells in its own points."""
        scale, (wide, high) = self.scale, self.points
        return (x * (self.pixels[0] / wide if wide else 1) / scale, y * (self.pixels[1] / high if high else 1) / scale)

    @property
    def window(self) -> tuple[int, int]:
        """Return how large the window is as the system counts, which it is opened with again."""
        return self.points if all(self.points) else self.pixels

    def centred(self, width: float, height: float) -> Rect:
        """Return a rectangle of that size in the middle of what is visible."""
        return ((self.width - width) / 2, (self.height - height) / 2, width, height)


class Event(Struct, frozen=True):
    """What a hand did, in logical units.

    `kind` is move, down, up, wheel, leave (the pointer left the window), key, release (of a key) or text (typed).
    `button` counts from 1 (left, middle, right); `clicks` is 2 for a double click; `dy` is positive when a wheel turns
    away from the hand; `key` is the key's plain name ("escape", "return", "f1", "a").
    """

    kind: str
    x: float = 0.0
    y: float = 0.0
    button: int = 0
    clicks: int = 1
    dy: float = 0.0
    key: str = ""
    text: str = ""
    shift: bool = False
    ctrl: bool = False
    alt: bool = False


def inside(rect: Rect, x: float, y: float) -> bool:
    """Tell whether a point lies in a rectangle."""
    return rect[0] <= x < rect[0] + rect[2] and rect[1] <= y < rect[1] + rect[3]


def holds(outer: Rect, inner: Rect) -> bool:
    """Tell whether a rectangle lies within another."""
    return (
        outer[0] <= inner[0]
        and outer[1] <= inner[1]
        and inner[0] + inner[2] <= outer[0] + outer[2]
        and inner[1] + inner[3] <= outer[1] + outer[3]
    )


def meet(one: Rect, other: Rect) -> bool:
    """Tell whether two rectangles lie over each other anywhere."""
    return one[0] < other[0] + other[2] and other[0] < one[0] + one[2] and one[1] < other[1] + other[3] and other[1] < one[1] + one[3]


def inset(rect: Rect, by: float, by_y: float | None = None) -> Rect:
    """Return the rectangle made smaller on every side; negative makes it larger."""
    dy = by if by_y is None else by_y
    return (rect[0] + by, rect[1] + dy, rect[2] - 2 * by, rect[3] - 2 * dy)


def around(rects: Sequence[Rect]) -> Rect:
    """Return the smallest rectangle around others; there is one at least."""
    left, top = min(rect[0] for rect in rects), min(rect[1] for rect in rects)
    right, bottom = max(rect[0] + rect[2] for rect in rects), max(rect[1] + rect[3] for rect in rects)
    return left, top, right - left, bottom - top


def shifted(rect: Rect, dx: float, dy: float) -> Rect:
    """Return the rectangle moved."""
    return (rect[0] + dx, rect[1] + dy, rect[2], rect[3])


def overlap(one: Rect, two: Rect) -> int:
    """Return how large the part is that two rectangles share."""
    wide = min(one[0] + one[2], two[0] + two[2]) - max(one[0], two[0])
    high = min(one[1] + one[3], two[1] + two[3]) - max(one[1], two[1])
    return ceil(wide * high) if wide > 0 and high > 0 else 0
