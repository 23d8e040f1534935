"""What the rules find wrong with positions that cannot be: every value of a sound one is changed in turn, and what is said of it is written down.

A save from a stranger is believed only as far as this goes. `STARCROSS_GOLDEN=write` writes the lists anew; the difference wants a reader: a line that
now ends in "nothing" is a fault that is no longer found.
"""

from __future__ import annotations

import os
import re
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import msgspec
import pytest
from test_golden_matches import STRETCHES, completed

from game.kernel.chance import Chance
from game.match.save import HOSTILE

FOLDER = Path(__file__).parent / "golden" / "broken"
MOMENTS = (0.3, 0.7, 1.0)
"""At which parts of a stretch a position is taken."""

QUESTIONS = ("stack", "pending", "fight", "facing", "chain", "phase")
"""Where a state keeps what is asked, and about what."""

LENGTH = 150
"""In so many actions of a match every kind of question is looked for."""

SAID = 3
"""So many of the faults of one position are written down."""


def others(value: Any) -> Iterator[tuple[str, Any]]:
    """Yield other values than this one, each with a word for what was done."""
    match value:
        case bool():
            yield "turned", not value
        case int():
            yield "below", -7
            yield "above", value + 1000
        case str():
            yield "unknown", "nothing"
        case list() | tuple() if value:
            yield "one less", value[1:]
            yield "doubled", [*value, value[0]]
        case dict() if value:
            first = next(iter(value))
            yield "one less", {key: each for key, each in value.items() if key != first}


def changed(value: Any, path: str = "", ways: Callable[[Any], Iterator[tuple[str, Any]]] = others) -> Iterator[tuple[str, str, Any]]:
    """Yield a place, a word and the whole with another value there, for every place of plain values."""
    for word, other in ways(value):
        yield path, word, other
    pairs = value.items() if isinstance(value, dict) else enumerate(value) if isinstance(value, list | tuple) else ()
    for key, each in pairs:
        for place, word, other in changed(each, f"{path}.{key}", ways):
            yield place, word, {**value, key: other} if isinstance(value, dict) else [*value[:key], other, *value[key + 1 :]]


def positions(name: str) -> Iterator[tuple[Any, Any]]:
    """Yield the rulebook and a few positions of a stretch."""
    stretch = STRETCHES[name]
    rules, setup = completed(stretch)
    state, chance, last = rules.setup(setup).state, Chance(stretch.seed), stretch.skipped + stretch.shown
    wanted = {round(last * part) for part in MOMENTS}
    for number in range(1, last + 1):
        if rules.deciding(state) is None:
            return
        state = rules.advance(state, chance.pick(rules.legal(state)))
        if number in wanted:
            yield rules, state


def asked(state: Any) -> str:
    """Return the kind of the open question."""
    held = getattr(state, "board", state)
    top = (getattr(held, "stack", None) or getattr(held, "pending", None) or (None,))[-1]
    return str(getattr(top, "kind", type(top).__name__))


def questions(name: str) -> Iterator[tuple[Any, Any]]:
    """Yield the rulebook and the first position of a match in which each kind of question is open."""
    rules, setup = completed(STRETCHES[name])
    state, chance, seen = rules.setup(setup).state, Chance(STRETCHES[name].seed), set[str]()
    for _ in range(LENGTH):
        if asked(state) not in seen:
            seen.add(asked(state))
            yield rules, state
        if rules.deciding(state) is None:
            return
        state = rules.advance(state, chance.pick(rules.legal(state)))


def nearly(value: Any) -> Iterator[tuple[str, Any]]:
    """Yield other values than this one, the next number among them: another seat, another piece."""
    yield from others(value)
    if isinstance(value, int) and not isinstance(value, bool):
        yield "next", value + 1


def asked_wrongly(name: str) -> Iterator[tuple[str, str]]:
    """Yield a line for every question and every way in which it can be another than it may be."""
    for rules, state in questions(name):
        whole = msgspec.to_builtins(state)
        held = whole.get("board", whole)
        for key in QUESTIONS:
            for path, word, part in changed(held[key], f".{key}", nearly) if key in held else ():
                other = {**held, key: part}
                words = said(rules, {"board": other, **{k: v for k, v in whole.items() if k != "board"}} if "board" in whole else other)
                if words is not None:
                    yield f"asked {asked(state)}: {re.sub(r'[.][-0-9]+', '.#', path).lstrip('.')} {word}", words


def said(rules: Any, plain: Any) -> str | None:
    """Return what the rules say of a position, or None for one that is none of this game."""
    try:
        state = msgspec.convert(plain, type=rules.state_type)
    except msgspec.ValidationError:
        return None
    try:
        faults = rules.faults(state)
    except HOSTILE as error:
        return f"{type(error).__name__} ends it"
    return "; ".join(faults[:SAID]) + (f"; and {len(faults) - SAID} more" if len(faults) > SAID else "") or "nothing"


def listed(name: str) -> list[str]:
    """Return a line for every kind of place and change: the first of its kind."""
    found: dict[str, str] = {}
    for rules, state in positions(name):
        assert rules.faults(state) == ()
        for path, word, plain in changed(msgspec.to_builtins(state)):
            kind = f"{re.sub(r'[.][-0-9]+', '.#', path).lstrip('.')} {word}"
            if found.get(kind, "nothing") == "nothing" and (words := said(rules, plain)) is not None:
                found[kind] = words
    for kind, words in asked_wrongly(name):
        if found.get(kind, "nothing") == "nothing":
            found[kind] = words
    return [f"{kind}: {words}" for kind, words in sorted(found.items())]


@pytest.mark.parametrize(
    "name", ["verona-feud", "overcross-duel", "overcross-flags", "cardmaster-showdown", "starcrossed-crystals", "shine-chain"]
)
def test_what_is_wrong_with_a_broken_position_is_said(name: str):
    lines, file = listed(name), FOLDER / f"{name}.txt"
    if os.environ.get("STARCROSS_GOLDEN") == "write":
        file.parent.mkdir(exist_ok=True)
        file.write_text("\n".join(lines) + "\n", encoding="utf-8")
    assert lines == file.read_text(encoding="utf-8").splitlines(), "if this is meant: STARCROSS_GOLDEN=write, and read the difference"
