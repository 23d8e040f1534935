"""What an action says it ends is what can no longer be done after it: playing cards, then minor actions (OC-15, OC-18)."""

from __future__ import annotations

import pytest
from overcross_table import Field, breakable, card

from game.kernel.chance import Chance
from game.kernel.setup import Setup
from game.rules.overcross.actions import Action, Attack, EndTurn, Move, Play
from game.rules.overcross.box import BOX
from game.rules.overcross.state import Turn
from game.table.play.closing import left


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
                    fights = any(isinstance(action, Attack) and action.target in state.units for action in legal)
                    assert bool(offer.closes) == (bool(could & {Play, Move}) or fights)
                    assert ("could attack" in offer.closes) == fights
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


def test_who_could_attack_nothing_but_a_crate_has_nothing_left_to_do_OC_44():
    f = Field(cards=(card("grunt"),), breakables=(breakable(7),))
    for foe, ready in (((5, 5), False), ((0, 1), True)):
        table = f.world((0, "grunt", (0, 0)), (1, "grunt", foe), acted=((1, "m"),), phase="major")
        aims = {action.target for action in table.legal() if isinstance(action, Attack)}
        assert aims == ({2, 3} if ready else {3}), "the crate can be attacked all the same"
        assert ("could attack" in table.offer(EndTurn()).closes) == ready
        assert left(table.scene(0), table.rules.offers(table.state)) == (("1 can hit",) if ready else ())
