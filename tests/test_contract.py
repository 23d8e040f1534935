"""Every game keeps every promise of the contract.

`STARCROSS_EXAMPLES=thorough` (200 examples) or `nightly` (2,000, fresh ones every time) looks harder.
"""

from __future__ import annotations

from typing import Any

import pytest
from conformance import CHECKS, Walk
from every_game import BOXES
from hypothesis import assume, given, settings
from hypothesis import strategies as st

from game.kernel.offers import SetupError
from game.kernel.rules import Game
from game.kernel.setup import Option, Setup

TABLES = [(box.id, seats) for box in BOXES.values() for seats in box.seats]
SLOW = {"players_know_no_more": 4, "matches_end": 3, "over_means_over": 3, "prospects_are_shares": 3, "redacted_events_hide_the_hidden": 2}
"""Checks that play whole matches, think or compare many worlds look at fewer examples: one in so many."""


def values(option: Option) -> st.SearchStrategy[Any]:
    match option.kind:
        case "choice":
            return st.sampled_from([value for value, _ in option.choices])
        case "number":
            return st.integers(option.low, option.high)
        case "flag":
            return st.booleans()
    raise AssertionError(f"an option of kind {option.kind!r}")


@st.composite
def setups(draw: st.DrawFn, box: Game, seats: int) -> Setup:
    """Draw a setup: seed, options, a map, and ready decks."""
    options = {option.key: draw(st.just(option.default) | values(option)) for option in box.options(seats)}
    maps = [name for name, _ in box.maps(seats)]
    decks = box.ready_decks()
    chosen = tuple(draw(st.lists(st.sampled_from(decks), min_size=seats, max_size=seats))) if decks and draw(st.booleans()) else ()
    setup = Setup(
        game=box.id,
        seats=seats,
        seed=draw(st.integers(0, 2**64 - 1)),
        decks=chosen,
        options=options,
        map=draw(st.sampled_from(["", *maps])),
    )
    try:
        return box.complete(setup)
    except SetupError:
        return box.complete(Setup(game=box.id, seats=seats, seed=setup.seed))


@pytest.mark.parametrize("name", CHECKS)
@pytest.mark.parametrize(("game", "seats"), TABLES)
def test_contract(game: str, seats: int, name: str) -> None:
    @settings(max_examples=max(3, settings.default.max_examples // SLOW.get(name, 1)))
    @given(setup=setups(BOXES[game], seats), choices=st.lists(st.integers(0, 999), max_size=90), seed=st.integers(0, 2**32))
    def holds(setup: Setup, choices: list[int], seed: int) -> None:
        assume(setup.seats == seats)
        CHECKS[name](Walk(BOXES[game], setup, choices, seed))

    holds()
