"""The worlds that programs imagine are worlds their seat could be in: seen from it, each looks like the one that is there."""

from __future__ import annotations

import pytest
from every_game import BOXES, fewest

from game.kernel.chance import Chance
from game.kernel.setup import Setup

ACTIONS = 24


@pytest.mark.parametrize("game", BOXES)
def test_a_world_that_is_imagined_looks_to_its_seat_like_the_one_it_is_in(game: str):
    setup = BOXES[game].complete(Setup(game, fewest(game), seed=3))
    rules, chance = BOXES[game].rules(setup), Chance(3)
    state = rules.setup(setup).state
    number = 0
    while number < ACTIONS and (legal := rules.legal(state)):
        for seat in range(setup.seats) if number % 4 == 0 else ():
            observation = rules.observe(state, seat)
            worlds = [rules.sample(observation, Chance(seed)) for seed in (number, number + 1)]
            assert [rules.observe(world, seat) for world in worlds] == [observation, observation]
            assert all(rules.faults(world) == () for world in worlds)
        state, number = rules.advance(state, chance.pick(legal)), number + 1
