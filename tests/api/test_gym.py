"""Every game as an environment: PettingZoo's own tests, and what this house promises beside them. It needs the extra `gym`."""

from __future__ import annotations

import pickle
from typing import Any

import pytest

pytest.importorskip("pettingzoo")

import numpy as np
from pettingzoo.test import api_test, parallel_api_test, seed_test

from game.api import gym
from game.rules import IDS

SHORT = {"overcross": {"options": {"rounds": 3}}}
"""Options under which a match of random players is over sooner."""

pytestmark = pytest.mark.filterwarnings("ignore")


def made(game: str) -> Any:
    return gym.env(game, **SHORT.get(game, {}))


def played(env: Any, seed: int, most: int = 60) -> list[Any]:
    """Play at random and return what was seen and done."""
    env.reset(seed=seed)
    random, told = np.random.default_rng(7), []
    for agent in env.agent_iter(most):
        observation, reward, termination, truncation, _ = env.last()
        over = termination or truncation
        action = None if over else int(random.choice(np.flatnonzero(observation["action_mask"])))
        told.append((agent, action, reward, observation["observation"].tobytes()))
        env.step(action)
    return told


@pytest.mark.parametrize("game", IDS)
def test_pettingzoos_test_of_the_api(game: str) -> None:
    api_test(made(game), num_cycles=60)


@pytest.mark.parametrize("game", IDS)
def test_pettingzoos_test_of_seeds(game: str) -> None:
    seed_test(lambda: made(game), num_cycles=30)


@pytest.mark.parametrize("game", IDS)
def test_pettingzoos_test_of_parallel_environments(game: str) -> None:
    parallel_api_test(gym.parallel_env(game, **SHORT.get(game, {})), num_cycles=40)


def test_a_match_is_played_to_its_end_and_its_reward_is_the_outcome() -> None:
    env = made("cardmaster")
    told = played(env, 3, 4000)
    outcome = env.unwrapped.match.outcome()
    assert outcome is not None
    last = {agent: reward for agent, _, reward, _ in told}
    assert last == {f"seat_{seat}": 2 * outcome.share(seat) - 1 for seat in range(2)}
    assert env.agents == []


def test_the_same_seed_is_the_same_match_and_another_is_another() -> None:
    assert played(made("shine"), 3) == played(made("shine"), 3)
    assert played(made("shine"), 3) != played(made("shine"), 4)


def test_without_a_seed_the_next_match_begins() -> None:
    env = gym.raw_env("verona")
    env.reset(seed=1)
    first = env.match.setup.seed
    env.reset()
    assert env.match.setup.seed != first


@pytest.mark.parametrize("game", IDS)
def test_every_legal_action_has_a_number_of_its_own(game: str) -> None:
    env = gym.raw_env(game)
    env.reset(seed=2)
    random = np.random.default_rng(1)
    for _ in range(40):
        legal = env.match.legal()
        if not legal:
            break
        numbers = env.legal()
        assert sorted(numbers.values()) == list(range(len(legal)))
        assert all(0 <= number < gym.ACTIONS for number in numbers)
        env.step(int(random.choice(list(numbers))))


def test_an_action_has_the_same_number_wherever_it_stands_in_the_list() -> None:
    env = gym.raw_env("verona")
    env.reset(seed=2)
    legal = env.match.legal()
    there = {legal[place]: number for number, place in gym.numbered(legal).items()}
    back = legal[::-1]
    assert {back[place]: number for number, place in gym.numbered(back).items()} == there


def test_who_does_not_choose_has_an_empty_mask() -> None:
    env = gym.raw_env("starcrossed")
    env.reset(seed=2)
    other = next(agent for agent in env.agents if agent != env.agent_selection)
    assert env.observe(other)["action_mask"].sum() == 0
    assert env.observe(env.agent_selection)["action_mask"].sum() == len(env.match.legal())


def test_what_is_not_legal_is_refused_and_loses_behind_the_wrapper() -> None:
    env = gym.raw_env("verona")
    env.reset(seed=2)
    wrong = next(number for number in range(gym.ACTIONS) if number not in env.legal())
    with pytest.raises(ValueError, match="is no legal action of seat_"):
        env.step(wrong)
    assert env.match.count == 0
    wrapped = made("verona")
    wrapped.reset(seed=2)
    loser = wrapped.agent_selection
    wrapped.step(wrong)
    assert wrapped.rewards[loser] == gym.LOST
    assert all(wrapped.terminations.values())


def test_in_a_parallel_environment_only_who_must_choose_can_do_what_is_not_legal() -> None:
    env = gym.parallel_env("verona")
    env.reset(seed=2)
    bare = env.unwrapped
    wrong = next(number for number in range(gym.ACTIONS) if number not in bare.legal())
    with pytest.raises(ValueError, match="is no legal action of seat_"):
        env.step(dict.fromkeys(env.agents, wrong))
    assert bare.match.count == 0
    others = {agent: 0 for agent in env.agents if agent != bare.agent_selection}
    for lacking in ({}, others, [0, 0], None):
        with pytest.raises(
            ValueError, match=f"^no action is named for {bare.agent_selection}, whose turn it is; a step names one for every seat$"
        ):
            env.step(lacking)
    assert bare.match.count == 0
    env.step(dict.fromkeys(env.agents, wrong) | {bare.agent_selection: next(iter(bare.legal()))})
    assert bare.match.count == 1


def test_a_vector_tells_observations_apart_and_hides_what_the_seat_may_not_know() -> None:
    env = gym.raw_env("shine")
    env.reset(seed=2)
    random = np.random.default_rng(1)
    for _ in range(12):
        env.step(int(random.choice(list(env.legal()))))
    seat = env.match.seat
    assert seat is not None
    mine = gym.encoded(env.match.observe(seat))
    assert mine.shape == (gym.FEATURES,)
    assert np.abs(mine).max() <= 1
    assert not np.array_equal(mine, gym.encoded(env.match.observe(1 - seat)))
    assert np.array_equal(mine, gym.encoded(env.match.imagine(seat, 5).observe(seat)))
    env.step(int(random.choice(list(env.legal()))))
    assert not np.array_equal(mine, gym.encoded(env.match.observe(seat)))


def test_an_environment_can_be_sent_to_another_process() -> None:
    env = pickle.loads(pickle.dumps(gym.raw_env("verona", seats=4)))
    env.reset(seed=1)
    assert len(env.agents) == 4


def test_it_is_told_in_words() -> None:
    env = gym.raw_env("verona", render_mode="ansi")
    env.reset(seed=2)
    assert env.render().startswith(f"{env.agent_selection}:\n  ")
    assert env.match.describe(0) in env.render()
