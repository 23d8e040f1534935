"""Movement on the table: where a piece is between where it was and where it goes, at any moment.

A pose is a place, a size and an angle. The stage keeps one motion a piece; what stands still costs nothing. Motions know
no clock of their own: whoever asks brings the time, so tests and pictures choose it.
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Hashable
from math import cos, pi, radians, sin

from msgspec import Struct
from msgspec.structs import replace

from game.table.canvas.view import Rect


class Pose(Struct, frozen=True):
    """How a piece lies: centre, size and angle (degrees counter-clockwise) in logical units; higher `z` lies above."""

    x: float
    y: float
    w: float
    h: float
    angle: float = 0.0
    z: int = 0
    alpha: float = 1.0

    @property
    def rect(self) -> Rect:
        """Return the rectangle of the piece before it is turned."""
        return (self.x - self.w / 2, self.y - self.h / 2, self.w, self.h)

    @property
    def bounding(self) -> Rect:
        """Return the upright rectangle around the piece, turned or not."""
        if not self.angle:
            return self.rect
        turn = radians(self.angle)
        c, s = abs(cos(turn)), abs(sin(turn))
        w, h = self.w * c + self.h * s, self.w * s + self.h * c
        return (self.x - w / 2, self.y - h / 2, w, h)

    def scaled(self, factor: float) -> Pose:
        """Return the pose larger or smaller about its centre."""
        return replace(self, w=self.w * factor, h=self.h * factor)

    def moved(self, dx: float, dy: float) -> Pose:
        """Return the pose elsewhere."""
        return replace(self, x=self.x + dx, y=self.y + dy)

    def point(self, dx: float, dy: float) -> tuple[float, float]:
        """Return where a point lies that is given from the middle of the piece before it is turned."""
        turn = radians(self.angle)
        c, s = cos(turn), sin(turn)
        return self.x + dx * c + dy * s, self.y - dx * s + dy * c

    def covers(self, x: float, y: float) -> bool:
        """Tell whether a point lies on the piece, turned or not."""
        dx, dy = x - self.x, y - self.y
        if self.angle:
            turn = radians(self.angle)
            dx, dy = dx * cos(turn) - dy * sin(turn), dx * sin(turn) + dy * cos(turn)
        return abs(dx) <= self.w / 2 and abs(dy) <= self.h / 2


Ease = Callable[[float], float]


def smooth(t: float) -> float:
    """Start and end gently."""
    return t * t * (3 - 2 * t)


def landing(t: float) -> float:
    """Start fast and come to rest gently."""
    return 1 - (1 - t) ** 3


def springing(t: float) -> float:
    """Go a little beyond the goal and come back."""
    u = t - 1
    return 1 + 2.4 * u * u * u + 1.4 * u * u


class Motion(Struct, frozen=True):
    """A way from one pose to another; `arc` lifts its middle by so many units, `began` may lie in the future."""

    start: Pose
    goal: Pose
    began: float = 0.0
    lasts: float = 0.0
    arc: float = 0.0
    ease: Ease = landing

    def done(self, now: float) -> bool:
        """Tell whether the goal is reached."""
        return now >= self.began + self.lasts

    def at(self, now: float) -> Pose:
        """Return the pose at a time."""
        if self.done(now):
            return self.goal
        if now <= self.began:
            return self.start
        t = (now - self.began) / self.lasts
        return blend(self.start, self.goal, self.ease(t), self.arc * sin(pi * t))


def blend(one: Pose, other: Pose, part: float, lift: float = 0.0) -> Pose:
    """Return the pose `part` of the way from one to another, `lift` units higher; z is the higher of both."""
    turn = (other.angle - one.angle + 180) % 360 - 180
    return Pose(
        one.x + (other.x - one.x) * part,
        one.y + (other.y - one.y) * part - lift,
        one.w + (other.w - one.w) * part,
        one.h + (other.h - one.h) * part,
        one.angle + turn * part,
        max(one.z, other.z),
        min(1.0, max(0.0, one.alpha + (other.alpha - one.alpha) * part)),
    )


class Stage:
    """Where everything is: one motion a thing, by any key."""

    def __init__(self) -> None:
        self.goals: dict[Hashable, Pose] = {}
        self.motions: dict[Hashable, Motion] = {}

    def put(self, key: Hashable, pose: Pose) -> None:
        """Set a thing down at once."""
        self.goals[key] = pose
        self.motions.pop(key, None)

    def aim(
        self, key: Hashable, goal: Pose, now: float, lasts: float, *, delay: float = 0.0, arc: float = 0.0, ease: Ease = landing
    ) -> None:
        """Let a thing go from where it is to a goal; one that is nowhere yet, or takes no time, is put there."""
        start = self.pose(key, now)
        if start is None or (lasts <= 0 and delay <= 0) or start == goal:
            self.put(key, goal)
            return
        self.goals[key] = goal
        self.motions[key] = Motion(start, goal, now + delay, lasts, arc, ease)

    def shift(self, key: Hashable, goal: Pose) -> None:
        """Have a thing belong elsewhere at once; one that is on its way goes on from as far beside where it was."""
        motion = self.motions.get(key)
        if motion is None:
            self.put(key, goal)
            return
        dx, dy = goal.x - motion.goal.x, goal.y - motion.goal.y
        self.goals[key], self.motions[key] = goal, replace(motion, start=motion.start.moved(dx, dy), goal=goal)

    def pose(self, key: Hashable, now: float) -> Pose | None:
        """Return where a thing is at a time, None if it is nowhere."""
        motion = self.motions.get(key)
        if motion is None:
            return self.goals.get(key)
        if motion.done(now):
            del self.motions[key]
            return motion.goal
        return motion.at(now)

    def drop(self, key: Hashable) -> None:
        """Forget a thing."""
        self.goals.pop(key, None)
        self.motions.pop(key, None)

    def settle(self) -> None:
        """Bring everything to its goal at once."""
        self.motions.clear()

    def moving(self, now: float) -> bool:
        """Tell whether anything moves at a time."""
        if not self.motions:
            return False
        self.motions = {key: motion for key, motion in self.motions.items() if not motion.done(now)}
        return bool(self.motions)

    def keep_only(self, keys: Collection[Hashable]) -> None:
        """Forget whatever is not among the keys."""
        kept = frozenset(keys)
        for key in [key for key in self.goals if key not in kept]:
            self.drop(key)
