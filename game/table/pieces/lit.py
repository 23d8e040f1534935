"""What the board lights up beside the scene: what can be picked up, where the held piece may go, what the hand points at."""

from __future__ import annotations

from collections.abc import Iterable

from msgspec import Struct
from msgspec.structs import replace

from game.kernel.ids import Place, Seat
from game.table.canvas.ring import REACH
from game.table.canvas.tween import Pose
from game.table.canvas.view import Rect, inset, meet


class Light(Struct, frozen=True):
    """What the board shows beside the scene: what may be picked up, where the held piece may go and may not.

    `shown` is the place whose card is shown large, name and all; `faces` are emblems of seats (icons), empty for a seat that has none.
    """

    sources: frozenset[Place] = frozenset()
    legal: frozenset[Place] = frozenset()
    refused: frozenset[Place] = frozenset()
    hover: Place = ""
    focus: Place = ""
    held: Place = ""
    held_at: tuple[float, float] | None = None
    about: frozenset[Place] = frozenset()
    thinking: Seat | None = None
    names: tuple[str, ...] = ()
    faces: tuple[str, ...] = ()
    wave: bool = False
    shown: Place = ""


RAISED = 60
"""How much nearer to the eye lies what rises or comes to the front: over all others of its zone."""

STANDS_OUT = 12.0
"""How much further up the cards of a hand lie that can be picked up, in logical units."""


def reached_for(place: Place, light: Light) -> bool:
    """Tell whether the pointer or the keyboard is on a place while nothing is held: a card of a hand comes to the front."""
    return place in {light.hover, light.focus} and not light.held


def lifted(place: Place, light: Light) -> bool:
    """Tell whether the piece at a place rises: it is reached for and may be picked up."""
    return reached_for(place, light) and place in light.sources


def raised(pose: Pose, *, in_hand: bool) -> Pose:
    """Return how a piece lies that rises: larger and further up, a card of a hand upright."""
    grown = pose.scaled(1.16 if in_hand else 1.06).moved(0, -(pose.h * 0.16 if in_hand else 8))
    return replace(grown, angle=0.0 if in_hand else pose.angle, z=pose.z + RAISED)


def aside(pose: Pose, before: Pose, open_: Iterable[Rect]) -> Pose:
    """Return a pose that has risen, moved sideways off what is to be left open, as long as the piece reaches the place where it lay `before`."""
    shifts = [0.0]
    for rect in open_:
        if meet(inset(pose.rect, -REACH), rect) and not meet(before.rect, rect):
            right, left = rect[0] + rect[2] + REACH - pose.rect[0], pose.rect[0] + pose.w + REACH - rect[0]
            shifts.append(right if right < left else -left)
    far = max(shifts, key=abs)
    return pose.moved(far, 0.0) if abs(far) < pose.w / 2 else pose


def standing_out(pose: Pose) -> Pose:
    """Return how a card of a hand lies that can be picked up: a little further up than those that cannot, so that it is told by more than its light."""
    return pose.moved(0.0, -STANDS_OUT)
