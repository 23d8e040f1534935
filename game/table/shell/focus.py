"""Where the keyboard goes next: Tab walks in reading order, arrows to the nearest thing in their direction, straight ahead rather than aside."""

from __future__ import annotations

from collections.abc import Sequence
from math import dist

from game.table.canvas.view import Rect

_ASIDE = 3.0
"""What does not lie straight ahead counts as so many times as far away."""

Stop = tuple[str, Rect]
"""Something that can have the focus: its key and where it is."""

DIRECTIONS = {"left": (-1, 0), "right": (1, 0), "up": (0, -1), "down": (0, 1)}


def after(stops: Sequence[Stop], key: str, step: int) -> str:
    """Return the key `step` places on from another, around the ends; the first (or last) when nothing had the focus."""
    keys = [stop[0] for stop in stops]
    if not keys:
        return ""
    if key not in keys:
        return keys[0] if step > 0 else keys[-1]
    return keys[(keys.index(key) + step) % len(keys)]


def towards(stops: Sequence[Stop], key: str, direction: str) -> str:
    """Return the key of the nearest stop in a direction, or the same key when there is none."""
    here = next((rect for its_key, rect in stops if its_key == key), None)
    if here is None:
        return after(stops, "", 1)
    dx, dy = DIRECTIONS[direction]
    best, best_cost = key, float("inf")
    for its_key, rect in stops:
        if its_key == key:
            continue
        cost = _cost(here, rect, dx, dy)
        if cost is not None and cost < best_cost:
            best, best_cost = its_key, cost
    return best


def led(stops: Sequence[Stop], key: str, pressed: str, *, back: bool = False) -> str:
    """Return the key that Tab (`back` with Shift), Home, End or an arrow leads to."""
    if pressed == "tab":
        return after(stops, key, -1 if back else 1)
    if pressed in {"home", "end"}:
        return after(stops, "", 1 if pressed == "home" else -1)
    return towards(stops, key, pressed)


def nearest(stops: Sequence[Stop], lay: Rect) -> str:
    """Return the key of the stop that lies nearest to where another lay; there is at least one."""
    return min(stops, key=lambda stop: dist(_middle(stop[1]), _middle(lay)))[0]


def _middle(rect: Rect) -> tuple[float, float]:
    return rect[0] + rect[2] / 2, rect[1] + rect[3] / 2


def _cost(here: Rect, there: Rect, dx: int, dy: int) -> float | None:
    """Return how far away a rectangle is in a direction, sideways counted double; None when it is not that way."""
    middle_x = there[0] + there[2] / 2 - here[0] - here[2] / 2
    middle_y = there[1] + there[3] / 2 - here[1] - here[3] / 2
    if dx:
        ahead = middle_x * dx
        gap = max(0.0, there[1] - here[1] - here[3], here[1] - there[1] - there[3])
        aside = abs(middle_y)
        clear = (there[0] - here[0] - here[2] if dx > 0 else here[0] - there[0] - there[2]) >= -min(here[2], there[2]) * 0.5
    else:
        ahead = middle_y * dy
        gap = max(0.0, there[0] - here[0] - here[2], here[0] - there[0] - there[2])
        aside = abs(middle_x)
        clear = (there[1] - here[1] - here[3] if dy > 0 else here[1] - there[1] - there[3]) >= -min(here[3], there[3]) * 0.5
    if ahead <= 0 or not clear:
        return None
    return (ahead + 2.5 * gap + 0.3 * aside) * (_ASIDE if gap > 0 else 1.0)
