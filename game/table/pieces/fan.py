"""The hand: cards held like a fan, the player's own large and upright enough to read, those of others small.

Where a table leaves little height for it, one's own hand rests half below the edge, and rises when it is reached for. Such a
hand lies straight and rises to the edge, so that the card a pointer has reached is still the one under it.
"""

from __future__ import annotations

from game.table.canvas.tween import Pose
from game.table.canvas.view import Rect

SHAPE = 0.714
TALLEST = 268.0
RESTS = 150.0
"""One's own hand rests below the edge in a zone lower than this."""
STRAIGHT, BENT = 1.03, 0.86
"""How far apart the cards of one's own hand lie at most, in parts of their width: in one that lies straight none lies on another as long as there is room."""
TURNED = 0.06
"""So much less of a card's width is seen at its top where the next card in a hand is turned."""
MARGIN = 16.0
"""A hand that has risen stands so far below its zone: on the edge of the window, so that it leaves no pointer behind."""


def rests(rect: Rect) -> bool:
    """Tell whether one's own hand in a zone rests half below the edge of the window."""
    return rect[3] < RESTS


def fan(rect: Rect, count: int, size: float = 1.0, *, own: bool = True, reached: bool = False) -> list[Pose]:
    """Return the poses of so many cards in a hand, from left to right; `reached` is whether a hand is reached for."""
    x, y, w, h = rect
    if not count:
        return []
    low = own and rests(rect)
    tall = min(h * (1.9 if low else 1.06), TALLEST * size) if own else min(h * 0.98, TALLEST * size, w * 0.9 / SHAPE)
    wide = tall * SHAPE
    middle = y + h / 2 if not low else y + h + MARGIN - tall / 2 if reached else y + tall / 2
    step = min(wide * (0.42 if not own else STRAIGHT if low else BENT), (w - wide) / max(1, count - 1))
    left = x + w / 2 - step * (count - 1) / 2
    bend = 0.0 if low else min(1.0, 5.0 / max(1, count)) * (4.0 if own else 2.0)
    poses = []
    for index in range(count):
        off = index - (count - 1) / 2
        sink = abs(off) ** 1.6 * bend * 0.55 * (tall / TALLEST)
        angle = -off * min(2.6, 13.0 / max(1, count)) if count > 1 and not low else 0.0
        poses.append(Pose(left + index * step, middle + sink, wide, tall, round(angle * 2) / 2, 20 + index))
    return poses


def seen(poses: list[Pose]) -> float:
    """Return the part of a card's width, in hundredths, that the next one in a hand leaves to be seen: 1 where none lies on another."""
    if len(poses) < 2 or poses[1].x - poses[0].x >= poses[0].w:
        return 1.0
    turned = TURNED if poses[0].angle != poses[1].angle else 0.0
    return int(((poses[1].x - poses[0].x) / poses[0].w - turned) * 100) / 100
