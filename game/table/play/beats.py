"""The beat player: shows what happened one event after the other, at the pace the player likes.

It keeps the shown scene. Each beat's cues are folded in when the beat begins, and the table moves its pieces to where
they now belong; when the queue is empty the shown scene is the match's own. Skipping and waiting change durations only.
"""

from __future__ import annotations

from collections import deque
from collections.abc import Iterable, Mapping, Sequence
from itertools import pairwise

from msgspec import Struct
from msgspec.structs import replace

from game.kernel.cues import Beat, fold
from game.kernel.scene import Scene

SPEEDS: tuple[float, ...] = (0.5, 1.0, 2.0, 4.0, 8.0)
"""How many times faster than normal one can watch."""

_TEMPO = 400
_READING = 0.5
_RESTING = 0.5
_PATIENCE, _FASTER, _FASTEST = 3, 0.15, 2.5
_QUIET = 0.06


class Timed(Struct, frozen=True):
    """A beat with its length: seconds of movement, then seconds to read; `again` when it was shown before."""

    beat: Beat
    moving: float
    reading: float
    step: int = 0
    again: bool = False


def timed(beat: Beat, tempo: Mapping[str, int], *, watched: bool, quick: float = 1.0, step: int = 0) -> Timed:
    """Return a beat with its length at normal pace; `tempo` says how many milliseconds each kind moves.

    `watched` adds time to read: someone else acted. `quick` above 1 shortens everything: the long deal at the start.
    """
    telling = beat.telling
    kind = telling.kind if telling else "move"
    visible = any(type(cue).__name__ in {"Put", "Remove"} for cue in beat.cues)
    if telling and telling.rolls:
        moving, reading = tempo.get("roll", 900) / 1000, _RESTING
    elif visible:
        moving, reading = tempo.get(kind, _TEMPO) / 1000, 0.0
    elif beat.cues and telling:
        moving, reading = 0.18, 0.0
    else:
        moving, reading = _QUIET, 0.0
    if watched and telling and telling.words and kind not in {"draw", "turn"}:
        reading += _READING * (0.6 if telling.detail else 1.0)
    return Timed(beat, moving / quick, reading / quick, step)


def paced(beats: Iterable[Beat], tempo: Mapping[str, int], *, watched: bool, quick: float = 1.0, step: int = 0) -> list[Timed]:
    """Return the beats of one action with their lengths; of a walk only the last step is dwelt on."""
    found = [timed(beat, tempo, watched=watched, quick=quick, step=step) for beat in beats]
    for index, (one, other) in enumerate(pairwise(found)):
        if _walks(one) and _walks(other):
            found[index] = replace(one, reading=0.0)
    return found


def _walks(timed: Timed) -> bool:
    return timed.beat.telling is not None and timed.beat.telling.kind == "step"


def hurry(watched: int) -> float:
    """Return how much faster than the chosen pace a step is shown after so many of others in a row.

    The first of them are told at leisure; a turn of twenty steps would otherwise keep the one who waits for a minute.
    """
    return min(_FASTEST, 1.0 + _FASTER * max(0, watched - _PATIENCE))


def quiet(beats: Sequence[Beat]) -> int:
    """Return how many of the first beats of a pass show nothing that moves: they are the pass itself and take no time."""
    for number, beat in enumerate(beats):
        rolls = beat.telling is not None and beat.telling.rolls
        if rolls or any(type(cue).__name__ in {"Put", "Remove"} for cue in beat.cues):
            return number
    return len(beats)


class BeatPlayer:
    """A queue of beats over a shown scene. `pace` 0 shows everything at once; paused it goes on only step by step."""

    def __init__(self, scene: Scene, pace: float = 1.0) -> None:
        self.shown = scene
        self.pace = pace
        self.paused = False
        self.now: Timed | None = None
        self._queue: deque[Timed] = deque()
        self._until = 0.0
        self._step = False

    @property
    def busy(self) -> bool:
        """Tell whether something is still to be shown."""
        return self.now is not None or bool(self._queue)

    @property
    def waiting(self) -> int:
        """Return how many beats are still to begin."""
        return len(self._queue)

    def add(self, beats: Iterable[Timed]) -> None:
        """Put beats behind the others."""
        self._queue.extend(beats)

    def slip(self, beats: Iterable[Timed]) -> list[Timed]:
        """Fold beats that need no time at once, paused or not, and return them; behind others that wait they wait too."""
        if self.busy:
            self.add(beats)
            return []
        slipped = list(beats)
        for each in slipped:
            self.shown = fold(self.shown, each.beat.cues)
        return slipped

    def jump(self, scene: Scene) -> None:
        """Show a scene at once and forget what was waiting: an undo, another viewer."""
        self._queue.clear()
        self.now = None
        self.shown = scene

    def length(self, seconds: float) -> float:
        """Return how long something of normal length takes at the present pace."""
        return seconds / self.pace if self.pace else 0.0

    def advance(self, now: float) -> list[Timed]:
        """Begin whatever is due at a time and return the beats that began; their cues are in the shown scene."""
        begun: list[Timed] = []
        while True:
            if self.now is not None and now < self._until:
                break
            self.now = None
            if not self._queue or (self.paused and not self._step):
                break
            self._step = False
            nearest = self._queue.popleft()
            self.shown = fold(self.shown, nearest.beat.cues)
            self.now = nearest
            self._until = now + self.length(nearest.moving + nearest.reading)
            begun.append(nearest)
        return begun

    def step(self) -> None:
        """Let one beat begin although paused."""
        self._until = 0.0
        self._step = True

    def skip(self) -> list[Timed]:
        """Fold everything that waits into the shown scene and return it."""
        rest = list(self._queue)
        self._queue.clear()
        for waiting in rest:
            self.shown = fold(self.shown, waiting.beat.cues)
        self.now = None
        self._step = False
        return rest
