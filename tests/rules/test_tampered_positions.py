"""A position from a stranger, in which any one value is another, is refused in words or can be played on: nothing hangs, nothing crashes.

A snapshot carries the digest of its state, so whoever changes one stamps it anew; only what the rules find wrong with it stands between it and the
table. `STARCROSS_FUZZ=100` tries a hundred times as many (`make fuzz`).
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import msgspec
import pytest
from fuzzing import TIMES, other_value, replaced, some_place
from test_golden_matches import STRETCHES, completed

from game.kernel.chance import Chance
from game.kernel.ids import SPECTATOR
from game.match.save import SaveError
from game.match.traced import decode_state

INPUTS = 60
ON = 12
"""So many actions a position that was believed is played on."""


def positions(name: str, chance: Chance) -> Iterator[tuple[Any, Any]]:
    """Yield the rulebook and plain values of positions of one kind of match, without end."""
    stretch = STRETCHES[name]
    rules, setup = completed(stretch)
    while True:
        state = rules.setup(setup).state
        for _ in range(chance.below(200)):
            if rules.deciding(state) is None:
                break
            state = rules.advance(state, chance.pick(rules.legal(state)))
        plain = msgspec.to_builtins(state)
        for _ in range(20):
            yield rules, plain


def played(rules: Any, state: Any, chance: Chance) -> None:
    """Look at a position from every side and play on."""
    for _ in range(ON):
        for seat in (SPECTATOR, 0, 1):
            rules.scene(rules.observe(state, seat))
        rules.secrets(state)
        offers = rules.offers(state)
        legal = rules.legal(state)
        assert bool(legal) == (rules.deciding(state) is not None)
        if not legal:
            assert rules.outcome(state) is not None
            return
        assert any(offer.refusal is None for offer in offers)
        state = rules.advance(state, chance.pick(legal))


@pytest.mark.parametrize("name", STRETCHES)
def test_a_tampered_position_is_refused_or_can_be_played(name: str) -> None:
    chance = Chance(len(name))
    words: list[str] = []
    source = positions(name, chance)
    for number in range(INPUTS * TIMES):
        rules, plain = next(source)
        place = some_place(plain, chance)
        broken = replaced(plain, place, other_value(place, plain, chance))
        try:
            state = decode_state(rules, msgspec.json.encode(broken), "here", text=True)
        except SaveError as error:
            words.append(str(error))
            continue
        try:
            played(rules, state, chance)
        except Exception as error:
            error.add_note(f"{name}, input {number}: {'.'.join(map(str, place))} was changed")
            raise
    assert len(words) > INPUTS * TIMES // 4
    assert max(map(len, words)) < 600
    assert "\n" not in "".join(words)
