"""A space that is near enough and still out of reach says why: slow ground costs 2 (OC-28)."""

from __future__ import annotations

from game.kernel.chance import Chance
from game.kernel.setup import Setup
from game.rules.overcross.actions import Move
from game.rules.overcross.box import BOX


def test_OC_28_a_slow_way_that_costs_too_much_is_refused_as_dear():
    """On any map, a space no farther than Move that cannot be reached past slow ground names the cost; on one without, the distance."""
    said: dict[str, set[str]] = {"slow": set(), "open": set()}
    for name, _ in BOX.maps(2):
        setup = BOX.complete(Setup("overcross", 2, seed=5, map=name))
        rules, chance = BOX.rules(setup), Chance(5)
        state = rules.setup(setup).state
        for _ in range(60):
            legal = rules.legal(state)
            if not legal:
                break
            for offer in rules.offers(state):
                if isinstance(offer.action, Move) and offer.refusal is not None and offer.refusal.code in {"too-dear", "too-far"}:
                    slow = bool(rules.arena.grid.slow) or any(rules.arena.area(each.card).slow for each in state.terrain.values())
                    said["slow" if slow else "open"].add(offer.refusal.code)
                    if offer.refusal.code == "too-dear":
                        assert offer.refusal.rule == "OC-28"
                        assert "costs 2" in offer.refusal.words
            state = rules.advance(state, chance.pick(legal))
    assert said["slow"] == {"too-dear", "too-far"}
    assert said["open"] <= {"too-far"}
