"""Whole matches of Starcrossed: random play keeps every invariant, secrets stay secret, and the greedy player is no fool."""

from __future__ import annotations

import re

import pytest
from starcrossed_stage import at, foe, me, stage

from game import paths
from game.ai.levels import player
from game.ai.player import Budget
from game.kernel.chance import Chance
from game.kernel.ids import SPECTATOR
from game.kernel.setup import Setup
from game.rules.starcrossed import BOX
from game.rules.starcrossed.cards import WORDS

DECKS = BOX.ready_decks()


def started(seed: int):
    decks = (DECKS[seed % len(DECKS)], DECKS[(seed // len(DECKS) + 1) % len(DECKS)])
    setup = BOX.complete(Setup("starcrossed", 2, seed=seed, decks=decks))
    rules = BOX.rules(setup)
    return rules, rules.setup(setup).state


@pytest.mark.parametrize("seed", range(12))
def test_a_random_match_ends_without_fault_and_every_sample_agrees(seed):
    rules, state = started(seed)
    chance = Chance(seed)
    for number in range(3000):
        legal = rules.legal(state)
        if not legal:
            break
        assert rules.faults(state) == ()
        if number % 9 == 0:
            for viewer in (SPECTATOR, 0, 1):
                observation = rules.observe(state, viewer)
                world = rules.sample(observation, chance)
                assert rules.observe(world, viewer) == observation
                assert rules.faults(world) == ()
        state = rules.advance(state, chance.pick(legal))
    assert rules.outcome(state) is not None
    assert rules.faults(state) == ()


@pytest.mark.parametrize("seed", [3, 12, 17])
def test_every_moment_of_a_story_can_be_pictured_and_told(seed):
    rules, state = started(seed)
    chance = Chance(seed)
    while legal := rules.legal(state):
        step = rules.apply(state, chance.pick(legal))
        for happened in step.story:
            for viewer in (SPECTATOR, 0, 1):
                observation = rules.observe(happened.state, viewer)
                assert rules.scene(observation).pieces
                event = rules.redact(happened.event, viewer)
                assert event is not None
                rules.tell(event, observation)
        state = step.state


def test_samples_differ_where_nothing_is_known():
    rules, state = started(4)
    observation = rules.observe(state, 0)
    worlds = [rules.sample(observation, Chance(seed)) for seed in range(6)]
    hands = {tuple(world.cards[piece][0] for piece in world.hands[1]) for world in worlds}
    assert len(hands) > 1
    assert len({tuple(world.cards[piece][0] for piece in world.decks[0]) for world in worlds}) > 1
    assert {tuple(world.cards[piece][0] for piece in world.hands[0]) for world in worlds} == {
        tuple(state.cards[piece][0] for piece in state.hands[0])
    }


@pytest.mark.slow
def test_greedy_beats_random():
    wins = 0.0
    for seed in range(6):
        rules, state = started(40 + seed // 2)
        greedy = seed % 2
        players = [player("normal" if seat == greedy else "random", rules) for seat in (0, 1)]
        chance = Chance(seed)
        while (seat := rules.deciding(state)) is not None:
            legal = rules.legal(state)
            action = legal[0] if len(legal) == 1 else players[seat].choose(rules.observe(state, seat), legal, Budget(), chance)
            state = rules.advance(state, action)
        wins += rules.outcome(state).share(greedy)
    assert wins >= 5


def test_every_number_of_the_rules_has_a_test_and_stands_on_the_page():
    page = (paths.ASSETS / "rules" / "starcrossed.md").read_text(encoding="utf-8")
    assert [number for number in range(1, 41) if f"**SC-{number}**" not in page] == []
    folder = paths.PACKAGE.parent / "tests" / "rules" / "starcrossed"
    written = " ".join(path.read_text(encoding="utf-8") for path in folder.glob("test_*.py"))
    tested = set(re.findall(r"def test_SC_(E?\d+)_", written))
    assert {str(number) for number in range(1, 41)} | {f"E{number}" for number in range(1, 7)} == tested


def test_every_rule_that_is_cited_exists():
    folder = paths.PACKAGE / "rules" / "starcrossed"
    cited = {int(number) for path in folder.glob("*.py") for number in re.findall(r"SC-(\d+)", path.read_text(encoding="utf-8"))}
    assert cited <= set(range(1, 41))


def test_the_verbs_of_the_game_are_all_spoken():
    assert len(set(WORDS.verbs)) == len(WORDS.verbs)


def test_SC_16_an_attunement_that_a_card_asks_for_is_worth_more_than_none_and_than_another():
    def prospects(tribe: str, hand: tuple[str, ...] = ("obsidian-baritone",)) -> float:
        with stage(me(hand=hand, crystals=[at(1, "cinderchoir"), at(1, tribe), at(1)]), foe(), pending=True) as table:
            return table.rules.evaluate(table.state)[0]

    assert prospects("cinderchoir") > prospects("") == prospects("mosshymn")
    assert prospects("cinderchoir", ()) == prospects("", ())
