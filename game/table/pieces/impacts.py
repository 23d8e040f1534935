"""What an event feels like: the attacker lunges, what is hit shakes, numbers float, what is destroyed breaks, a life cracks.

All of it is read off the two pictures around an event and how the game tells it, so every game has it. It lies over the table for less
than 0.4 seconds at normal pace, holds nothing up, and is not there at all with reduced motion.
"""

from __future__ import annotations

from collections.abc import Iterator
from math import cos, hypot, pi, sin
from typing import TYPE_CHECKING

from msgspec import Struct
from msgspec.structs import replace

from game.kernel.cues import Telling
from game.kernel.ids import PieceId, Place, ZoneId, piece_place, seat_place
from game.kernel.scene import Scene, ScenePiece
from game.table.canvas.draw import Colour, Drawn, Line, Panel, Polygon, Text, faded
from game.table.canvas.tween import Pose
from game.table.canvas.view import Rect
from game.table.pieces.layout import Layout

if TYPE_CHECKING:
    from game.table.shell.app import App

LASTS = 0.38
"""How many seconds an impact takes at normal pace."""

LAYER = 880
_REACH, _SHIVER = 0.42, 7.0
_SHARDS = 9
_RISE = 34.0
"""How far words rise."""
_LOSSES = frozenset({"damage"})
"""Numbers that are worse the higher they are."""


class Impact(Struct, frozen=True):
    """One impact: lunge (towards a direction), shake, float (words that rise; `beside` a rectangle, on which they do not lie), break or crack; where, from when, for how long, and the zone with which it moves."""

    kind: str
    since: float
    lasts: float
    piece: PieceId | None = None
    rect: Rect = (0.0, 0.0, 0.0, 0.0)
    way: tuple[float, float] = (0.0, 0.0)
    words: str = ""
    tone: str = ""
    beside: bool = False
    zone: ZoneId = ""


class Impacts:
    """The impacts that are to be seen just now."""

    def __init__(self, app: App) -> None:
        self.app = app
        self.now: list[Impact] = []

    def clear(self) -> None:
        """Forget all of them."""
        self.now.clear()

    def moving(self, now: float) -> bool:
        """Tell whether any is to be seen; forget those that are over."""
        self.now = [each for each in self.now if now < each.since + each.lasts]
        return bool(self.now)

    def strike(self, before: Scene, after: Scene, telling: Telling | None, old: Layout, new: Layout, now: float, lasts: float) -> None:
        """Show what an event feels like, from the pictures before and after it and how it is told."""
        found = [*_attack(after, telling, new), *_changed(before, after, new), *_broken(before, after, telling, old)]
        self.now += [replace(each, since=now, lasts=lasts) for each in found]

    def go_along(self, zone: ZoneId, dx: float, dy: float) -> None:
        """Go with what is seen of a zone that moves."""
        self.now = [replace(each, rect=_moved(each.rect, dx, dy)) if each.zone == zone else each for each in self.now]

    def posed(self, piece: PieceId, pose: Pose, now: float) -> Pose:
        """Return where a piece is seen while it lunges or shakes."""
        for each in self.now:
            if each.piece == piece and each.kind in {"lunge", "shake"}:
                part = (now - each.since) / each.lasts
                if not 0 <= part < 1:
                    continue
                if each.kind == "lunge":
                    far = sin(part * pi) * _REACH * min(pose.w, pose.h)
                    return pose.moved(each.way[0] * far, each.way[1] * far)
                return pose.moved(sin(part * 6 * pi) * _SHIVER * (1 - part), 0.0)
        return pose

    def draw(self, now: float) -> list[Drawn]:
        """Return what lies over the table: floating words, shards, cracks."""
        listed: list[Drawn] = []
        for nth, each in enumerate(self.now):
            part = (now - each.since) / each.lasts
            if not 0 <= part < 1:
                continue
            if each.kind == "float":
                same = sum(other.kind == "float" and other.rect == each.rect for other in self.now[:nth])
                listed += _floating(self.app, each, part, same)
            elif each.kind == "break":
                listed += _shards(self.app, each, part)
            elif each.kind == "crack":
                listed += _cracks(each, part)
        return listed


# --- what there is


def duel(scene: Scene, telling: Telling | None) -> tuple[ScenePiece, ScenePiece | None] | None:
    """Return who attacks and whom, as an event is told or the picture right after it is marked; None where nobody does."""
    if telling is None or telling.kind != "attack":
        return None
    by = _piece(scene, telling.by) or _marked(scene, "attacking")
    if by is None:
        return None
    goal = _piece(scene, telling.at) or _marked(scene, "blocking") or _marked(scene, "attacked")
    return by, goal if goal is not None and goal.id != by.id else None


def _attack(scene: Scene, telling: Telling | None, layout: Layout) -> Iterator[Impact]:
    if telling is None:
        return
    attack = duel(scene, telling)
    if attack is not None:
        by, goal = attack
        pose = layout.poses.get(by.id)
        if pose is not None:
            there = layout.poses.get(goal.id) if goal is not None else None
            dx, dy = (there.x - pose.x, there.y - pose.y) if there is not None else (0.0, -1.0 if by.owner == scene.viewer else 1.0)
            far = hypot(dx, dy) or 1.0
            yield Impact("lunge", 0.0, 0.0, by.id, way=(dx / far, dy / far))
    struck = _piece(scene, telling.at)
    if telling.kind == "hit" and struck is not None:
        yield Impact("shake", 0.0, 0.0, struck.id)
    if telling.kind == "miss":
        rolled = next((roll.piece for roll in telling.rolls if roll.piece is not None), None)
        rect = _rect(layout, telling.at) or _rect(layout, piece_place(rolled) if rolled is not None else None)
        if rect is not None:
            zone = struck.zone if struck is not None else ""
            yield Impact("float", 0.0, 0.0, rect=rect, words="Miss", tone="soft", zone=zone)


def _changed(before: Scene, after: Scene, layout: Layout) -> Iterator[Impact]:
    """Yield the numbers that changed: of seats at their plates, of pieces on them; what a life loses cracks its plate."""
    for key, counter in after.counters.items():
        was = before.counters.get(key)
        if was is None or counter.seat is None or was.value == counter.value:
            continue
        rect, by = _rect(layout, seat_place(counter.seat)), counter.value - was.value
        if rect is not None:
            words, tone = f"{signed(by)} {counter.label}", "good" if by > 0 else "bad"
            yield Impact("float", 0.0, 0.0, rect=rect, words=words, tone=tone, beside=True)
            if by < 0 and counter.key.partition("@")[0] == "life":
                yield Impact("crack", 0.0, 0.0, rect=rect)
    for number, piece in after.pieces.items():
        earlier = before.pieces.get(number)
        pose = layout.poses.get(number)
        if earlier is None or pose is None or earlier.badges == piece.badges:
            continue
        old = {badge.icon: badge.value for badge in earlier.badges}
        for badge in piece.badges:
            by = _number(badge.value) - _number(old.get(badge.icon, badge.value))
            if by and badge.shape != "row":
                worse = (by > 0) == (badge.icon in _LOSSES)
                shown = -by if badge.icon in _LOSSES else by
                yield Impact("float", 0.0, 0.0, rect=pose.rect, words=signed(shown), tone="bad" if worse else "good", zone=piece.zone)
                if worse:
                    yield Impact("shake", 0.0, 0.0, number)


def _broken(before: Scene, after: Scene, telling: Telling | None, old: Layout) -> Iterator[Impact]:
    """Yield the shards of what is destroyed: it left its place while the game told of a fall."""
    if telling is None or telling.kind != "fall":
        return
    for number, piece in before.pieces.items():
        here = after.pieces.get(number)
        gone = here is None or (here.zone != piece.zone and after.zones[here.zone].kind == "pile")
        if gone and piece.kind in {"card", "token", "terrain", "die"} and piece.on is None and number in old.poses:
            tone = str(piece.owner) if piece.owner is not None else ""
            yield Impact("break", 0.0, 0.0, rect=old.poses[number].rect, tone=tone, zone=piece.zone)


def signed(number: int) -> str:
    """Return a change with its sign: `+2`, `−2`."""
    return f"+{number}" if number > 0 else f"−{-number}"


def _number(value: str) -> int:
    words = value.partition("/")[0]
    return int(words) if words.lstrip("-").isdigit() else 0


def _piece(scene: Scene, place: Place | None) -> ScenePiece | None:
    return scene.pieces.get(int(place[6:])) if place is not None and place.startswith("piece/") else None


def _marked(scene: Scene, mark: str) -> ScenePiece | None:
    return min((piece for piece in scene.pieces.values() if mark in piece.marks), key=lambda piece: piece.kind != "card", default=None)


def _moved(rect: Rect, dx: float, dy: float) -> Rect:
    return (rect[0] + dx, rect[1] + dy, rect[2], rect[3])


def _rect(layout: Layout, place: Place | None) -> Rect | None:
    kind, _, rest = (place or "").partition("/")
    if kind == "piece" and int(rest) in layout.poses:
        return layout.poses[int(rest)].rect
    return layout.seats.get(int(rest)) if kind == "seat" else None


# --- how it looks


def _floating(app: App, each: Impact, part: float, nth: int) -> list[Drawn]:
    """Return words that rise and fade, outlined so that they are read on anything."""
    size = app.size(34) * (1.25 - 0.25 * min(1.0, part * 4))
    wide = app.measure(each.words, "bold", size) + 8
    x, y, w, h = each.rect
    if not each.beside:
        top = max(44.0, y + min(h / 2, 40.0) - size) - _RISE * part + nth * size
    elif y + h / 2 < app.view.height / 2:
        top = y + h + 6 + _RISE * (1 - part) + nth * size * 1.4
    else:
        top = y - 8 - size * 1.36 - _RISE * part - nth * size * 1.4
    rect: Rect = (x + (w - wide) / 2, top, wide, size * 1.3)
    alpha = round(255 * min(1.0, (1 - part) * 3))
    colour = app.theme.colour(each.tone or "text")
    body = (rect[0] - 10, rect[1] - 2, wide + 20, size * 1.36)
    return [
        Panel(body, (8, 6, 12, 225), None, size * 0.5, colour, 2, layer=LAYER, alpha=alpha),
        Text(rect, each.words, size, colour, "bold", align="centre", valign="middle", layer=LAYER, alpha=alpha),
    ]


def _shards(app: App, each: Impact, part: float) -> Iterator[Drawn]:
    """Yield the pieces of what is destroyed, flying apart."""
    x, y, w, h = each.rect
    colour: Colour = app.theme.seat(int(each.tone)) if each.tone else app.theme.colour("line")
    for nth in range(_SHARDS):
        turn = 2 * pi * nth / _SHARDS + 0.4
        far = (0.2 + 0.65 * part) * min(w, h)
        cx, cy = x + w / 2 + cos(turn) * far, y + h / 2 + sin(turn) * far + 40 * part * part
        reach = min(w, h) * (0.16 + 0.05 * (nth % 3)) * (1 - part * 0.6)
        points = tuple(
            (cx + cos(turn + spin) * reach, cy + sin(turn + spin) * reach * 0.7) for spin in (part * 3, part * 3 + 2.2, part * 3 + 4.1)
        )
        yield Polygon(points, faded(colour, 1 - part), (0, 0, 0, round(200 * (1 - part))), 1.5, layer=LAYER - 1)


def _cracks(each: Impact, part: float) -> Iterator[Drawn]:
    """Yield cracks over a plate: they run at once, hold, and fade."""
    x, y, w, h = each.rect
    run, alpha = min(1.0, part * 5), round(235 * min(1.0, (1 - part) * 3))
    for nth, (dx, dy) in enumerate(((0.3, -0.5), (-0.34, -0.3), (0.42, 0.36), (-0.28, 0.5))):
        cx, cy = x + w * 0.3, y + h / 2
        bend = (cx + dx * w * 0.5 * run + (6 if nth % 2 else -6), cy + dy * h * 0.5 * run)
        tip = (cx + dx * w * run, cy + dy * h * 0.95 * run)
        yield Line(((cx, cy), bend, tip), (255, 255, 255, alpha), 3, layer=LAYER - 1)
