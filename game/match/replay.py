"""Watching a saved match again, step by step, with every step checked.

A journal holds the actions; the rules play them again from the setup. After each action the digest of the state must be
the one written down, so a replay that differs is found at the first action that differs.
"""

from __future__ import annotations

from pathlib import Path
from typing import Any, assert_never

import msgspec
from msgspec import UNSET

from game.content.faults import plainly
from game.kernel.cues import Beat
from game.kernel.digest import digest
from game.kernel.ids import Seat
from game.kernel.offers import Malformed
from game.kernel.rules import AnyRules
from game.kernel.scene import Scene
from game.kernel.setup import Outcome, Setup
from game.kernel.words import counted, spoken
from game.match.conceding import cited
from game.match.journal import Back, Given, Header, Line, Taken, misplaced
from game.match.reports import is_report, reported_match
from game.match.save import (
    HOSTILE,
    Record,
    SaveError,
    Told,
    called,
    decode_state,
    generations,
    open_rules,
    same_rules,
    told,
)
from game.match.story import Story
from game.match.strict import stray


class DifferenceError(SaveError):
    """An action of the journal leads elsewhere today: `number` is the first such action, `good` the good lines before it."""

    def __init__(self, sentence: str, number: int, good: int) -> None:
        super().__init__(sentence)
        self.number = number
        self.good = good


def first_state(rules: AnyRules, setup: Setup, header: Header, name: str) -> Any:
    """Return the state a journal begins with; raise SaveError when it differs from what is written."""
    place = f"{name}, line 1"
    if header.start is not UNSET:
        state = decode_state(rules, bytes(header.start), place, text=True)
    else:
        try:
            state = rules.setup(setup).state
        except HOSTILE as error:
            raise SaveError(f"{place}: the match cannot be set up ({plainly(error)}).") from None
    if digest(state) != header.state:
        raise DifferenceError(f"{place}: the setup leads to another position than it did when it was saved.", header.count, 0)
    return state


def retrace(rules: AnyRules, story: Story, lines: tuple[Line, ...], name: str, done: int = 0) -> None:
    """Play a journal's lines onto a story that holds their first state; raise DifferenceError at the first that differs.

    The first `done` lines are in the story already.
    """
    for index, line in enumerate(lines[done:], start=done):
        place = f"{name}, line {index + 2}"
        why = misplaced(line, story.count, story.base, story.seats, given=story.given is not None)
        if why:
            raise DifferenceError(f"{place}: {why}.", story.count + isinstance(line, Taken), index)
        match line:
            case Taken():
                _retake(rules, story, line, place, index)
            case Given(_, seat):
                if rules.deciding(story.state) is None:
                    raise DifferenceError(f"{place}: seat {seat + 1} cannot give the match up here.", story.count, index)
                story.given = seat
            case Back(to):
                story.cut(to)
            case _:
                assert_never(line)


def _retake(rules: AnyRules, story: Story, line: Taken, place: str, index: int) -> None:
    number = story.count + 1
    try:
        action = msgspec.json.decode(line.action, type=rules.action_type)
        odd = stray(msgspec.json.decode(line.action), msgspec.json.decode(msgspec.json.encode(action)))
        if odd:
            raise DifferenceError(f"{place}: unknown field {odd}.", number, index)
        if line.seat != rules.deciding(story.state):
            raise DifferenceError(f"{place}: it is not seat {line.seat + 1}'s turn to decide.", number, index)
        refusal = rules.refusal(story.state, action)
        if refusal is not None:
            words = spoken(refusal.words, (), lambda card: rules.face(card).name).rstrip(".")
            raise DifferenceError(f"{place}: action {number} is not allowed: {words} ({refusal.rule}).", number, index)
        state = rules.advance(story.state, action)
    except (*HOSTILE, Malformed) as error:
        raise DifferenceError(f"{place}: action {number} is none of this game ({plainly(error)}).", number, index) from None
    if digest(state) != line.state:
        raise DifferenceError(f"{place}: action {number} leads to another position than it did when it was saved.", number, index)
    story.add(action, state)


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
        """Open a save or a report for watching; raise SaveError when nothing of it can be played again."""
        found = Told(reported_match(path)) if is_report(path) else told(path)
        replay = cls.of(found.record)
        replay.damage = _damage(path, found, replay)
        replay.path = path
        return replay

    @classmethod
    def of(cls, record: Record) -> Replay:
        """Replay one journal file as far as it goes."""
        name, header = called(record.path), record.header
        _, rules, setup = open_rules(record.path, header)
        if not same_rules(header, rules, setup):
            raise SaveError(f"{name} was saved with other rules or cards (version {header.version[:20]}) and cannot be replayed.")
        story = Story(rules, setup, header.count, first_state(rules, setup, header, name), bare=header.start is UNSET)
        difference = record.torn
        try:
            retrace(rules, story, record.lines, name)
        except DifferenceError as error:
            difference = str(error)
        return cls(record, rules, setup, story, difference)

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


def _damage(path: Path, found: Told, replay: Replay) -> str:
    """Return what is broken of a save that was opened, what was read instead and what that leads to; empty where its own file is whole, or breaks off only where the replay says so."""
    own = found.record.path == path
    if not found.damage or (own and replay.difference):
        return ""
    name = called(path)
    what = "what is left of it was read" if own else "the copy beside it was read instead"
    leads = replay.difference or f"{replay.led(' in it')}."
    outcome = replay.outcome or (found.stamp.outcome if found.stamp is not None and found.lacking else None)
    over = "" if outcome is None else f" The match is over{cited(outcome.rule)}."
    return f"{name} is damaged ({found.damage.removeprefix(name).lstrip(',: ').rstrip('.')}): {what}, and {leads}{over}"
