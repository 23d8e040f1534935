"""Cues: what changes in the picture when something happens, one visible change at a time.

Every event keeps the state right after it, so the picture before and after each single event is known exactly; a beat is
the difference of the two, dressed with what the game says of the event (its words, its dice, where new pieces come
from). Folding all beats over the old picture gives the new one by construction, for every game.
"""

from __future__ import annotations

import re
from typing import TypeAlias

from msgspec import Struct
from msgspec.structs import replace

from game.kernel.ids import PieceId, Place, Seat, ZoneId
from game.kernel.scene import Counter, Phase, Prompt, Scene, ScenePiece, SceneSeat, SceneZone

_CARD = re.compile(r"\[[a-z0-9][a-z0-9-]*\]")


class Roll(Struct, frozen=True):
    """A die that was rolled: who rolled, its face, what it was for, and whether it was good for the roller."""

    seat: Seat
    face: int
    words: str = ""
    good: bool | None = None
    sides: int = 6
    piece: PieceId | None = None


class Deed(Struct, frozen=True):
    """Something that can be counted over a match: the name of the count ("Most damage"), who did it in words, and how much it was.

    A count of what nobody does ("Destroyed") names nobody.
    """

    what: str
    who: str = ""
    amount: int = 1


class Telling(Struct, frozen=True):
    """How a game tells an event to one seat.

    `words` is the log line: `{0}` stands for the name of seat 0, `[card-id]` for a card's name. `kind` picks sound and
    tempo (move, draw, play, attack, hit, miss, roll, shuffle, score, fall, turn, end …). New pieces of this event come
    from `origin`, vanished ones go to `goal`; `at` is where a word is shown, and `by` the piece that does it where that is not marked in the
    picture. `deed` is what of it is counted over the match. A `detail` is indented in the log; what only
    `resumes` says no more than that a card takes effect, and is needless right after the line that told of its play.
    """

    words: str
    kind: str = "move"
    rolls: tuple[Roll, ...] = ()
    origin: Place | None = None
    goal: Place | None = None
    at: Place | None = None
    detail: bool = False
    by: Place | None = None
    deed: Deed | None = None
    resumes: bool = False

    def needless_after(self, kind: str, words: str) -> bool:
        """Tell whether a line says nothing new after one of that kind with those words: the play of the very same card."""
        return self.resumes and kind == "play" and all(card in words for card in _CARD.findall(self.words))


class Put(Struct, frozen=True, tag=True):
    """A piece appears, or changes where it lies or how it looks."""

    piece: ScenePiece


class Remove(Struct, frozen=True, tag=True):
    """A piece leaves the picture."""

    piece: PieceId


class SetZone(Struct, frozen=True, tag=True):
    """A zone's own look changes, such as the count of a pile."""

    zone: SceneZone


class DropZone(Struct, frozen=True, tag=True):
    """A zone leaves the picture."""

    zone: ZoneId


class Count(Struct, frozen=True, tag=True):
    """A counter changes or appears."""

    counter: Counter


class Uncount(Struct, frozen=True, tag=True):
    """A counter leaves the picture."""

    key: str


class Seats(Struct, frozen=True, tag=True):
    """The seats look different: another is active, one is out."""

    seats: tuple[SceneSeat, ...]


class Ask(Struct, frozen=True, tag=True):
    """The open question changes."""

    prompt: Prompt | None


class Enter(Struct, frozen=True, tag=True):
    """The turn has come to another of its parts."""

    phases: tuple[Phase, ...]
    phase: str


Cue: TypeAlias = Put | Remove | SetZone | DropZone | Count | Uncount | Seats | Ask | Enter


class Beat(Struct, frozen=True):
    """One event as the table shows it: what is told, what changes, and the beat that caused it (-1: the action)."""

    telling: Telling | None
    cues: tuple[Cue, ...]
    cause: int = -1


def changes(before: Scene, after: Scene) -> tuple[Cue, ...]:
    """Return the cues that turn one picture into another of the same viewer."""
    cues: list[Cue] = []
    if before.zones != after.zones:
        cues += [SetZone(zone) for key, zone in after.zones.items() if before.zones.get(key) != zone]
        cues += [DropZone(key) for key in before.zones if key not in after.zones]
    if before.pieces != after.pieces:
        cues += [Put(piece) for key, piece in after.pieces.items() if before.pieces.get(key) != piece]
        cues += [Remove(key) for key in before.pieces if key not in after.pieces]
    if before.counters != after.counters:
        cues += [Count(counter) for key, counter in after.counters.items() if before.counters.get(key) != counter]
        cues += [Uncount(key) for key in before.counters if key not in after.counters]
    if before.seats != after.seats:
        cues.append(Seats(after.seats))
    if before.prompt != after.prompt:
        cues.append(Ask(after.prompt))
    if (before.phases, before.phase) != (after.phases, after.phase):
        cues.append(Enter(after.phases, after.phase))
    return tuple(cues)


def fold(scene: Scene, cues: tuple[Cue, ...]) -> Scene:
    """Return the picture with the cues played."""
    zones, pieces, counters = dict(scene.zones), dict(scene.pieces), dict(scene.counters)
    seats, prompt, phases, phase = scene.seats, scene.prompt, scene.phases, scene.phase
    for cue in cues:
        match cue:
            case Put(piece):
                pieces[piece.id] = piece
            case Remove(piece_id):
                pieces.pop(piece_id, None)
            case SetZone(zone):
                zones[zone.id] = zone
            case DropZone(zone_id):
                zones.pop(zone_id, None)
            case Count(counter):
                counters[counter.key] = counter
            case Uncount(key):
                counters.pop(key, None)
            case Seats(new_seats):
                seats = new_seats
            case Ask(new_prompt):
                prompt = new_prompt
            case Enter(new_phases, new_phase):
                phases, phase = new_phases, new_phase
    return replace(scene, zones=zones, pieces=pieces, counters=counters, seats=seats, prompt=prompt, phases=phases, phase=phase)
