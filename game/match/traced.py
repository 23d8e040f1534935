"""A saved match played again under today's rules, with every step checked, as far as its files lead.

Whoever reads a save goes by this: going on, Verify, watching and `check`. After each action the digest of the state must be the one
written down, so a journal that differs is found at the first action that differs; of a save's generations the one that goes furthest counts.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable
from pathlib import Path
from typing import Any, assert_never

import msgspec
from msgspec import UNSET, Struct

from game.content.faults import plainly, quotable
from game.kernel.digest import digest
from game.kernel.ids import SPECTATOR
from game.kernel.offers import Malformed, SetupError
from game.kernel.rules import AnyRules, Game
from game.kernel.setup import Setup
from game.kernel.words import spoken
from game.match.journal import Back, Given, Header, Line, Taken, misplaced
from game.match.save import HOSTILE, Record, SaveError, called
from game.match.story import Story
from game.match.strict import stray
from game.rules import open_box


class EditionError(SaveError):
    """A save from other rules, other cards or another map than those of today."""


class Traced(Struct):
    """A journal file played again: its first `good` lines are in the story; `fault` is empty, or says why not the next."""

    record: Record
    rules: AnyRules
    setup: Setup
    story: Story
    good: int
    fault: str = ""


def traced(record: Record) -> Traced:
    """Return a journal file played again as far as it goes; raise SaveError when it cannot be played at all, EditionError where it is from other rules or cards."""
    name, header = called(record.path), record.header
    _, rules, setup = open_rules(record.path, header)
    other = unlike(header, rules, setup)
    if other:
        raise EditionError(f"{name} was saved with {other}.")
    story = Story(rules, setup, header.count, first_state(rules, setup, header, name), bare=header.start is UNSET)
    found = Traced(record, rules, setup, story, len(record.lines))
    try:
        retrace(rules, story, record.lines, name)
    except DifferenceError as error:
        found.good, found.fault = error.good, str(error)
    return found


def furthest(records: Iterable[Record]) -> tuple[Traced | None, SaveError | None]:
    """Return the generation that goes furthest, if any goes at all, and what is wrong with the first of them that is not whole."""
    best: Traced | None = None
    wrong: SaveError | None = None
    for record in records:
        if best is not None and len(record.lines) <= best.good:
            continue
        try:
            found = traced(record)
        except SaveError as error:
            wrong = wrong or error
            continue
        if best is None or found.good > best.good:
            best = found
        if found.fault or record.torn:
            wrong = wrong or SaveError(found.fault or record.torn)
        if not found.fault:
            break
    return best, wrong


def open_rules(path: Path, header: Header) -> tuple[Game, AnyRules, Setup]:
    """Return the box, the rulebook and the setup of a save under today's rules and cards; raise SaveError when there is none."""
    place = f"{called(path)}, line 1"
    try:
        box = open_box(header.game)
    except KeyError:
        raise SaveError(f"{place}: there is no game called {header.game[:40]!r}.") from None
    if header.setup.seats not in box.seats:
        raise SaveError(f"{place}: {box.title} is not played by {header.setup.seats}.")
    try:
        setup = box.complete(header.setup)
        return box, box.rules(setup), setup
    except SetupError as error:
        raise SaveError(f"{place}: {quotable(' '.join(error.sentences[:3]), 600)}") from None
    except HOSTILE as error:
        raise SaveError(f"{place}: {box.title} cannot be set up like this ({plainly(error)}).") from None


def unlike(header: Header, rules: AnyRules, setup: Setup) -> str:
    """Return in words what a save was made with instead of the rules that stand today, and of the cards and the map that it holds itself; nothing where with these.

    Old saves hold no cards; whether today's lead where theirs did is seen as they are played again.
    """
    then = header.setup
    cards = setup.catalogue if setup.rows.cards and not then.rows.cards else then.catalogue
    if header.version != rules.version:
        return f"other rules or cards (version {header.version[:20]})"
    if cards != setup.catalogue:
        return "other cards"
    return "" if (then.map, then.map_digest) == (setup.map, setup.map_digest) else "another map"


def judged(rules: AnyRules, state: Any, place: str) -> Any:
    """Return a state that came from a file; raise SaveError when the rules find a fault in it."""
    try:
        faults = rules.faults(state)
        if not faults:
            rules.offers(state)
            rules.outcome(state)
            for seat in (SPECTATOR, rules.deciding(state)):
                if seat is not None:
                    rules.scene(rules.observe(state, seat))
    except HOSTILE as error:
        raise SaveError(f"{place}: the position is broken ({plainly(error)}).") from None
    if faults:
        raise SaveError(f"{place}: the position breaks the rules: {faults[0][:200]}")
    return state


def decode_state(rules: AnyRules, content: bytes, place: str, *, text: bool) -> Any:
    """Return the state held in JSON text or in msgpack bytes; raise SaveError when it is none of this game."""
    decode: Callable[..., Any] = msgspec.json.decode if text else msgspec.msgpack.decode
    try:
        state = decode(content, type=rules.state_type)
        odd = stray(decode(content), msgspec.to_builtins(state, str_keys=text))
    except HOSTILE as error:
        raise SaveError(f"{place}: {plainly(error)}.") from None
    if odd:
        raise SaveError(f"{place}: unknown field {odd}.")
    return judged(rules, state, place)


def state_of(rules: AnyRules, setup: Setup, content: bytes, place: str, *, text: bool) -> Any:
    """Return a state as `decode_state` does; raise SaveError also when it is one of a match in which others than here sit at the table."""
    state = decode_state(rules, content, place, text=text)
    sit = len(rules.scene(rules.observe(state, SPECTATOR)).seats)
    if sit != setup.seats:
        raise SaveError(f"{place}: the position is one of {sit} players, and the match has {setup.seats}.")
    return state


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
        state = state_of(rules, setup, bytes(header.start), place, text=True)
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
