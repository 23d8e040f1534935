"""Watching a saved match again, step by step, with every step checked.

A journal holds the actions; the rules play them again from the setup. After each action the digest of the state must be
the one written down, so a replay that differs is found at the first action that differs.
"""

from __future__ import annotations

from contextlib import suppress
from pathlib import Path
from typing import Any

from game.kernel.cues import Beat
from game.kernel.ids import Seat
from game.kernel.rules import AnyRules
from game.kernel.scene import Scene
from game.kernel.setup import Outcome, Setup
from game.kernel.words import counted
from game.match.conceding import cited
from game.match.reopen import another_match, reopened
from game.match.reports import is_report, lacking, match_of, read_report
from game.match.save import Record, SaveError, Told, called, generations, told
from game.match.story import Story
from game.match.traced import DifferenceError, EditionError, Traced, furthest, retrace


class Replay:
    """A saved match to step through: `position` is the number of actions shown, from 0 to `count`.

    `difference` is empty, or says at which action the journal and today's rules part; the replay ends before it. `damage` is empty, or says
    what is broken of the file that was to be opened, what was read instead and what that leads to.
    """

    def __init__(self, record: Record, rules: AnyRules, setup: Setup, story: Story, difference: str = "") -> None:
        header = record.header
        self.path = record.path
        self.record = record
        self._size = 0
        self.rules = rules
        self.setup = setup
        self.plans = header.plans
        self.difference = difference
        self.damage = ""
        self.position = story.base
        self._story = story

    @property
    def broken(self) -> str:
        """Return what keeps the match from being all that was written down: the damage of its file, or else the difference; empty where nothing does."""
        return self.damage or self.difference

    @classmethod
    def open(cls, path: Path) -> Replay:
        """Open a save or a report for watching; raise SaveError when nothing of it can be played again, EditionError where it is from other rules or cards."""
        if is_report(path):
            report = read_report(path)
            replay = cls.of(match_of(report))
            replay.damage = "" if replay.difference else lacking(report, replay.record)
            return replay
        found = told(path)
        records = generations(path)
        best, wrong = furthest(records)
        played = _played(best, wrong)
        replay = cls._made(played)
        sound = replay.record.path == path and not found.damage and not replay.difference
        other = another_match(path, records, played, sound=sound)
        replay.damage = _with_another(replay, other) if sound else f"{_damage(path, found, replay, wrong)} {other}".strip()
        replay.path = path
        return replay

    @classmethod
    def of(cls, record: Record) -> Replay:
        """Replay one journal file as far as it goes."""
        return cls._made(_played(*furthest([record])))

    @classmethod
    def _made(cls, found: Traced) -> Replay:
        return cls(found.record, found.rules, found.setup, found.story, found.fault or found.record.torn)

    def look_again(self) -> bool:
        """Read on in a match that another window plays; tell whether there is more to see, or something was taken back."""
        try:
            size = self.path.stat().st_size
            if size == self._size:
                return False
            record = generations(self.path)[0]
        except (OSError, SaveError):
            return False
        self._size = size
        seen = len(self.record.lines)
        if self.difference or len(record.texts) <= seen or record.texts[:seen] != self.record.texts or record.header != self.record.header:
            return False
        self.record = record
        try:
            retrace(self.rules, self._story, record.lines, called(record.path), seen)
        except DifferenceError as error:
            self.difference = str(error)
        self.jump(self.position)
        return True

    @property
    def first(self) -> int:
        """Return the lowest position there is: 0, unless the match went on from a snapshot."""
        return self._story.base

    @property
    def count(self) -> int:
        """Return the highest position there is."""
        return self._story.count

    @property
    def extent(self) -> str:
        """Return in words how many actions can be shown, and after which those begin that follow a position: `12 actions`, `3 actions after action 9`."""
        return f"{counted(self.count - self.first, 'action')}{f' after action {self.first}' if self.first else ''}"

    def led(self, within: str = "") -> str:
        """Return in words that all these actions lead where they did; `within` are words for where they stand."""
        if self.count - self.first == 1:
            return f"{self.extent}{within} leads where it did"
        return f"all {self.extent}{within} lead where they did"

    @property
    def outcome(self) -> Outcome | None:
        """Return how the match ended, if it did."""
        return self._story.over

    def jump(self, position: int) -> None:
        """Go to a position; one beyond either end is brought to that end."""
        self.position = max(self.first, min(position, self.count))

    def step(self, by: int = 1) -> bool:
        """Go on (or back) by a number of actions; tell whether the position changed."""
        before = self.position
        self.jump(before + by)
        return self.position != before

    def action(self) -> Any:
        """Return the action that led to the position, or None at the first."""
        return None if self.position == self.first else self._story.action(self.position)

    def deciding(self) -> Seat | None:
        """Return the seat that decides at the position, or None at the end of the match."""
        if self.position == self.count and self._story.given is not None:
            return None
        return self.rules.deciding(self._story.at(self.position))

    def scene(self, seat: Seat) -> Scene:
        """Return the picture at the position as a seat sees it."""
        return self._story.scene_at(seat, self.position)

    def beats(self, seat: Seat) -> tuple[Beat, ...]:
        """Return the beats that lead to the position."""
        return self._story.beats(seat, self.position)


def _played(best: Traced | None, wrong: SaveError | None) -> Traced:
    """Return what can be played again; raise what is wrong with it where nothing can."""
    if best is not None:
        return best
    if isinstance(wrong, EditionError):
        raise EditionError(f"{str(wrong).removesuffix('.')} and cannot be replayed.")
    raise wrong or SaveError("There is no save.")


def _damage(path: Path, found: Told, replay: Replay, wrong: SaveError | None) -> str:
    """Return what is broken of a save that was opened, what was read instead, what that leads to and what going on comes to."""
    return f"{_broken(path, found, replay, wrong)}{_beyond(path, replay)}"


def _with_another(replay: Replay, other: str) -> str:
    """Return that a file beside a sound save holds another match, and that the save itself is whole; empty where none does."""
    return f"{other.removesuffix('.')}; the save itself was read, and {replay.led(' in it')}." if other else ""


def _broken(path: Path, found: Told, replay: Replay, wrong: SaveError | None) -> str:
    own = replay.record.path == path
    if own and replay.difference:
        return replay.difference
    name = called(path)
    why = (found.damage or str(wrong)).removesuffix(".")
    leads = replay.difference or f"{replay.led(' in it')}."
    what = "what is left of it was read" if own else "the copy beside it was read instead"
    if found.unread:
        return f"{why}; {'the save itself' if own else 'the copy beside it'} was read, and {leads}"
    return f"{name} is damaged ({why.removeprefix(name).removeprefix(' is no save').lstrip(',: ')}): {what}, and {leads}"


def _beyond(path: Path, replay: Replay) -> str:
    """Return in a sentence what going on comes to where the replay does not show it: that the match is over, or a later position."""
    with suppress(SaveError):
        story = reopened(path).story
        if story.over is not None:
            return f" The match is over{cited(story.over.rule)}."
        if story.count != replay.count:
            return f" It goes on after action {story.count}, where the position saved beside it stands."
    return ""
