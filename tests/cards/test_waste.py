"""Plays that would change nothing: said with their reason, in every card game, and never of a play that changes something."""

from __future__ import annotations

import pytest
from msgspec.structs import replace

from game.cards.waste import sentence
from game.kernel.chance import Chance
from game.kernel.setup import Setup
from game.rules import open_box

GAMES = ("overcross", "starcrossed", "shine")
COSTS = {
    "overcross": {"hands", "discards", "limit", "phase", "used", "units", "fallen"},
    "starcrossed": {"hands", "voids", "energy", "kept", "special", "used", "known", "fight", "crystals"},
    "shine": {"hands", "graves", "purses", "used", "chain", "passes", "next", "field", "step", "triggered"},
}
"""What a play takes for itself in each game, or uses up; all else would be a change."""


def played(game: str, seed: int, most: int = 220):
    """Yield the states of a random match with its rules."""
    box = open_box(game)
    setup = box.complete(Setup(game, 2, seed=seed))
    rules, chance = box.rules(setup), Chance(seed)
    state = rules.setup(setup).state
    for _ in range(most):
        if rules.deciding(state) is None:
            return
        yield rules, state
        state = rules.advance(state, chance.pick(rules.legal(state)))


def standing(game: str, state):
    """Return what stands on the table, without what a play may cost: the actions, edits and damage of characters, turned cards, skills."""
    match game:
        case "overcross":
            return sorted((unit.id, unit.cell) for unit in state.units.values())
        case "starcrossed":
            return [(crystal.level, crystal.attuned, crystal.diva) for crystal in state.crystals]
        case _:
            return [stand and stand.id for stand in state.field]


def resolved(rules, state):
    """Let everyone pass until a play has had its effect."""
    while not rules.settled(state) and any(offer.passing in {"own", "answer"} for offer in rules.offers(state)):
        state = rules.advance(state, next(offer.action for offer in rules.offers(state) if offer.passing))
    return state


@pytest.mark.parametrize("game", GAMES)
def test_what_is_warned_of_changes_nothing_but_its_cost(game):
    warned = 0
    for seed in range(3):
        for rules, state in played(game, seed):
            for offer in rules.offers(state):
                if not offer.warning or "Choose" in type(offer.action).__name__ or getattr(state, "chain", ()):
                    continue
                warned += 1
                after = resolved(rules, rules.advance(state, offer.action))
                ignored = {*COSTS[game], "stack", "chance", "cards", "known"}  # what is played is seen
                if "takes no part in" in offer.warning:
                    ignored |= {"fight", "lasting"}  # it is written down of a card that the battle does not ask about it
                changed = {name for name in state.__struct_fields__ if getattr(state, name) != getattr(after, name)} - ignored
                assert not changed, (offer.words, offer.warning)
                assert standing(game, state) == standing(game, after), (offer.words, offer.warning)
    assert warned > 3


@pytest.mark.parametrize("game", GAMES)
def test_a_warning_is_what_the_rules_say_and_is_never_of_a_refused_offer(game):
    for rules, state in played(game, 11, 80):
        for offer in rules.offers(state):
            if offer.refusal is not None or offer.passing:
                assert offer.warning == ""
            else:
                assert offer.warning == rules.warning(state, offer.action)


@pytest.mark.parametrize("game", GAMES)
def test_a_warning_tells_nothing_that_the_seat_does_not_know(game):
    for number, (rules, state) in enumerate(played(game, 5)):
        if number % 9 == 0:
            seat = rules.deciding(state)
            twin = replace(rules.sample(rules.observe(state, seat), Chance(number)), chance=state.chance)
            assert [offer.warning for offer in rules.offers(state)] == [offer.warning for offer in rules.offers(twin)]


def test_the_reason_is_said_of_one_of_several_or_of_nobody():
    def named(piece):
        return f"[card-{piece}]"

    assert sentence(((4, "is *Steady*"),), "", named) == "It would change nothing: [card-4] is *Steady*."
    both = ((4, "is *Steady*"), (5, "is *Steady*"), (4, "is *Steady*"))
    assert sentence(both, "", named) == "It would change nothing: each of [card-4] and [card-5] is *Steady*."
    assert sentence(((-1, "the deck is empty"),), "", named) == "It would change nothing: the deck is empty."
    assert sentence((), "there is no friendly diva", named) == "It would change nothing: there is no friendly diva."
    assert sentence((), "", named) == "It would change nothing."
