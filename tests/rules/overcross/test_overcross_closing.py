"""What an action says it ends is what can no longer be done after it: playing cards, then minor actions (OC-15, OC-18)."""

from __future__ import annotations

import pytest

from game.kernel.chance import Chance
from game.kernel.setup import Setup
from game.rules.overcross.actions import Action, Attack, EndTurn, Move, Play
from game.rules.overcross.box import BOX
from game.rules.overcross.state import Turn


def kinds(actions: tuple[Action, ...]) -> set[type]:
    return {type(action) for action in actions}


@pytest.mark.parametrize("seed", range(4))
def test_OC_15_and_OC_18_an_action_names_what_it_ends_and_ends_it(seed):
    setup = BOX.complete(Setup("overcross", 2, seed=seed))
    rules, chance = BOX.rules(setup), Chance(seed)
    state = rules.setup(setup).state
    seen = {"cards": 0, "moving": 0, "turn": 0}
    for _ in range(60):
        legal = rules.legal(state)
        if not legal:
            break
        if isinstance(state.stack[-1], Turn):
            could = kinds(legal)
            for offer in [each for each in rules.offers(state) if each.refusal is None][:: max(1, len(legal) // 12)]:
                if isinstance(offer.action, EndTurn):
                    assert bool(offer.closes) == bool(could & {Play, Move, Attack})
                    assert (Play in could) == ("playable" in offer.closes)
                    seen["turn"] += 1
                    continue
                after = rules.apply(state, offer.action).state
                if not after.stack or not isinstance(after.stack[-1], Turn) or after.turn != state.turn:
                    continue
                can = kinds(rules.legal(after))
                if "playing cards" in offer.closes:
                    assert Play not in can
                    seen["cards"] += 1
                if "moving" in offer.closes:
                    assert Move not in can
                    seen["moving"] += 1
                if not offer.closes and not isinstance(offer.action, Play):
                    assert after.phase == state.phase or not could & ({Play} if after.phase == "minor" else {Play, Move})
        state = rules.advance(state, chance.pick(legal))
    assert seen["cards"] > 3
    assert seen["turn"] > 3
