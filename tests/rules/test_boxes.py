"""What can be chosen before a match of each game, and what is said of choices that cannot be: written down whole.

`STARCROSS_GOLDEN=write` writes the lists anew; the difference wants a reader.
"""

from __future__ import annotations

import os
from collections.abc import Iterator
from contextlib import suppress
from pathlib import Path
from typing import Any

import pytest
from every_game import BOXES
from msgspec.structs import replace
from test_golden_matches import brief
from witness import digested, told

from game.content.weights import Judging
from game.kernel.capabilities import TypedCards
from game.kernel.offers import SetupError
from game.kernel.rules import Game
from game.kernel.setup import DeckList, Option, Rows, Setup

FOLDER = Path(__file__).parent / "golden" / "boxes"
WRONG: tuple[Any, ...] = ("nobody", -1, 10**6, True)
"""Values that hardly any option can have."""


def values(option: Option) -> list[Any]:
    """Return the values at the edges of what an option can have, and just beyond."""
    match option.kind:
        case "choice":
            return [value for value, _ in option.choices]
        case "number":
            return [option.low, option.high, option.low - 1, option.high + 1]
        case "flag":
            return [False, True]
        case _:
            return ["", "x" * (option.high + 1)]


def setups(box: Game, seats: int) -> Iterator[tuple[str, Setup]]:
    """Yield setups that leave something open, or say something that may not be, each with a word for it."""
    bare = Setup(box.id, seats, 7)
    yield f"{seats} seats", bare
    for option in box.options(seats) if seats == min(box.seats) else ():
        for value in (*values(option), *WRONG):
            yield f"{seats} seats, {option.key} {str(value)[:20]!r}", replace(bare, options={option.key: value})
    for name in ("nowhere", *(name for name, _ in box.maps(min(box.seats)))):
        yield f"{seats} seats, map {name}", replace(bare, map=name)
    ready = box.ready_decks() or (DeckList("None", {"nobody": 1}),)
    for number in (1, seats, seats + 1):
        yield f"{seats} seats, {number} decks", replace(bare, decks=tuple(ready[place % len(ready)] for place in range(number)))
    yield f"{seats} seats, an option that is none", replace(bare, options={"nothing": 1})


def begun(box: Game, seats: int) -> Iterator[tuple[str, Setup]]:
    """Yield completed setups that may be, each with a word for it."""
    for word, setup in setups(box, seats):
        with suppress(SetupError):
            yield word, box.complete(setup)


def completed(box: Game, setup: Setup) -> str:
    """Return what a setup is filled in with, or why it cannot be; decks by their names."""
    try:
        full = box.complete(setup)
    except SetupError as error:
        return " ".join(error.sentences)
    decks = [f"{deck.name} {sum(deck.cards.values())}" for deck in full.decks]
    cards = len(full.rows.cards)
    return f"{brief(replace(full, decks=(), rows=Rows(), catalogue='', map_digest='', version=''))} decks {decks} {cards} cards"


def listed(game: str) -> Iterator[str]:
    """Yield what a box says."""
    box = BOXES[game]
    yield f"{box.id} {box.prefix} {box.title}, seats {box.seats}, hand {box.hand}, {brief(box.crowd)}"
    for seats in (min(box.seats) - 1, max(box.seats) + 1):
        yield f"{seats} seats: {completed(box, Setup(game, seats))}"
    for seats in box.seats:
        yield from (f"{seats} seats: {brief(option)}" for option in box.options(seats))
        yield f"{seats} seats: maps {box.maps(seats)}, in front {box.front_cards(Setup(game, seats))}"
        yield from (f"{word}: {completed(box, setup)}" for word, setup in setups(box, seats))
    yield from (f"deck {deck.name} of {deck.side or 'no side'}, {sum(deck.cards.values())} cards" for deck in box.ready_decks())
    yield f"cards {len(box.catalogue())}"
    for seats in box.seats:
        for word, setup in begun(box, seats):
            yield f"{word}, it begins: {digested(told(box.rules(setup), box.rules(setup).setup(setup)))}"
    rules = box.rules(box.complete(Setup(game, min(box.seats))))
    yield f"windows {rules.windows}, attention {rules.attention}, policies {[*rules.policies]}, chart {brief(rules.chart)}"
    yield from (f"temperament {name}: {brief(each)}" for name, each in rules.temperaments.items())
    if box.typed_cards is not None:
        yield from typed(box.typed_cards)


def typed(cards: TypedCards) -> Iterator[str]:
    """Yield the form of cards that are typed in, and what is said of values at the edges and beyond."""
    form = cards.form()
    plain: dict[str, Any] = {option.key: option.default for option in form}
    yield from (f"typed in: {brief(option)}" for option in form)
    for option in form:
        for value in (*values(option), *WRONG):
            given = {**plain, option.key: value}
            yield f"typed in, {option.key} {str(value)[:20]!r}: {brief(cards.faults(given))} {brief(cards.remarks(given))}"


@pytest.mark.parametrize("game", BOXES)
def test_a_box_says_what_it_always_said(game: str):
    lines, file = [*listed(game)], FOLDER / f"{game}.txt"
    if os.environ.get("STARCROSS_GOLDEN") == "write":
        file.write_text("".join(f"{line}\n" for line in lines), encoding="utf-8")
    assert lines == file.read_text(encoding="utf-8").splitlines(), "if this is meant: STARCROSS_GOLDEN=write, and read the difference"


@pytest.mark.parametrize("game", BOXES)
def test_other_weights_are_the_same_rules(game: str):
    box = BOXES[game]
    for _, setup in begun(box, min(box.seats)):
        rules = box.rules(setup)
        if not isinstance(rules, Judging):
            return
        other = rules.judging(rules.judged)
        assert type(other) is type(rules)
        assert {name: value for name, value in vars(other).items() if name not in {"_judge", "_told"}} == {
            name: value for name, value in vars(rules).items() if name not in {"_judge", "_told"}
        }
