"""Every game as an environment of PettingZoo, for programs that learn (extra `gym`): seats take turns, and each is given a vector and a mask.

    from game.api import gym

    env = gym.env("shine")
    env.reset(seed=3)
    for agent in env.agent_iter():
        observation, reward, termination, truncation, info = env.last()
        env.step(None if termination or truncation else env.action_space(agent).sample(observation["action_mask"]))

**Actions** are numbers below `ACTIONS`. An action's number is made from what it says, so the same action has the same number in every position, match and
process. Where two legal actions would have the same number, the later one in the list takes the next free one; among some hundred legal ones that
is rare. `legal` gives each legal number the place of its action in `match.legal()`.

**Observations** are `FEATURES` numbers from -1 to 1, whatever the game. An observation is taken apart into its values, each with the path that leads
to it (`hands.0.card`); the path picks a place of the vector and a sign. A number `n` adds `n / (1 + |n|)` there; a word or a card picks a place together
with its path, and adds one. So equal observations have equal vectors, and two that differ nearly always differ. Whoever wants more than a vector
looks at `match.observe`.

A seat's **reward** comes at the end: 1 for a lone winner, -1 for who loses, between them where the win is shared. An action that is not legal ends the match,
and whoever took it loses.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from functools import lru_cache
from typing import Any
from zlib import crc32

import msgspec

from game import api
from game.api.asked import whole
from game.kernel.setup import DeckList
from game.kernel.words import shown

try:
    import numpy as np
    from gymnasium import spaces
    from gymnasium.utils import EzPickle, seeding
    from pettingzoo import AECEnv
    from pettingzoo.utils import wrappers
    from pettingzoo.utils.conversions import turn_based_aec_to_parallel_wrapper
except ModuleNotFoundError as error:
    raise ModuleNotFoundError(f"game.api.gym needs {error.name}: `pip install 'starcross-tabletop[gym]'`.", name=error.name) from None

ACTIONS = 4096
"""How many numbers of actions there are."""

FEATURES = 1024
"""How many numbers an observation is."""

MOST_ACTIONS = 3000
"""A match that takes longer than this is cut off."""

LOST = -1.0
"""The reward of who loses, or does what is not legal."""


def env(game: str, **chosen: Any) -> Any:
    """Return an environment that says what is done wrong with it; `chosen` is what `raw_env` takes."""
    made = wrappers.TerminateIllegalWrapper(raw_env(game, **chosen), illegal_reward=LOST)
    return wrappers.OrderEnforcingWrapper(wrappers.AssertOutOfBoundsWrapper(made))


def parallel_env(game: str, **chosen: Any) -> Any:
    """Return the environment as a parallel one, in which everybody names an action and only that of the seat whose turn it is counts.

    One that is not legal, or is missing, raises ValueError, and nothing is done.
    """
    return ParallelTable(raw_env(game, **chosen))


def raw_env(game: str, **chosen: Any) -> TableEnv:
    """Return the bare environment of a game; `chosen` is `seats`, `decks`, `map` and `options`, as `game.api.match` takes them."""
    return TableEnv(game, **chosen)


class TableEnv(AECEnv, EzPickle):  # type: ignore[misc]  # (both come without types)
    """A match of any game, seat by seat; `match` is the match itself, which knows everything."""

    metadata: Mapping[str, Any] = {"render_modes": ["ansi"], "name": "starcross_v1", "is_parallelizable": False}

    def __init__(
        self,
        game: str,
        *,
        seats: int | None = None,
        decks: Sequence[str | DeckList] = (),
        map: str = "",
        options: Mapping[str, str | int | bool] | None = None,
        render_mode: str | None = None,
    ) -> None:
        EzPickle.__init__(self, game, seats=seats, decks=decks, map=map, options=options, render_mode=render_mode)
        super().__init__()
        self.game = game
        self.render_mode = render_mode
        self.metadata = {**self.metadata, "name": f"starcross_{game}_v1"}
        self._chosen: dict[str, Any] = {"seats": seats, "decks": decks, "map": map, "options": options}
        self.match = api.match(game, **self._chosen)
        self.possible_agents = [f"seat_{seat}" for seat in range(self.match.seats)]
        self._seat = {agent: seat for seat, agent in enumerate(self.possible_agents)}
        seen = spaces.Dict(
            {
                "observation": spaces.Box(-1.0, 1.0, (FEATURES,), np.float32),
                "action_mask": spaces.Box(0, 1, (ACTIONS,), np.int8),
            }
        )
        self.observation_spaces = dict.fromkeys(self.possible_agents, seen)
        self.action_spaces = {agent: spaces.Discrete(ACTIONS) for agent in self.possible_agents}
        self._random, _ = seeding.np_random(0)
        self._listed: tuple[api.Match | None, int, dict[int, int]] = (None, 0, {})

    def observation_space(self, agent: str) -> Any:
        """Return the space of observations, the same for every seat."""
        return self.observation_spaces[agent]

    def action_space(self, agent: str) -> Any:
        """Return the space of actions, one for each seat."""
        return self.action_spaces[agent]

    def reset(self, seed: int | None = None, options: Mapping[str, Any] | None = None) -> None:
        """Begin a match; with the same seed it is the same one, without a seed the next one."""
        del options
        if seed is not None:
            self._random, _ = seeding.np_random(seed)
        self.match = api.match(self.game, seed=int(self._random.integers(1 << 31)), **self._chosen)
        self.agents = list(self.possible_agents)
        self.rewards = dict.fromkeys(self.agents, 0.0)
        self._cumulative_rewards = dict.fromkeys(self.agents, 0.0)
        self.terminations = dict.fromkeys(self.agents, False)
        self.truncations = dict.fromkeys(self.agents, False)
        self.infos: dict[str, dict[str, Any]] = {agent: {} for agent in self.agents}
        self.agent_selection = self._deciding()

    def legal(self) -> dict[int, int]:
        """Return every legal number, and the place of its action in `match.legal()`."""
        match, count, listed = self._listed
        if match is not self.match or count != self.match.count:
            listed = numbered(self.match.legal())
            self._listed = (self.match, self.match.count, listed)
        return listed

    def observe(self, agent: str) -> dict[str, Any]:
        """Return what a seat sees: its vector, and the mask of what it may do, empty while another chooses."""
        mask: Any = np.zeros(ACTIONS, np.int8)
        seat = self._seat[agent]
        if self.match.seat == seat:
            mask[list(self.legal())] = 1
        return {"observation": encoded(self.match.observe(seat)), "action_mask": mask}

    def step(self, action: int | None) -> None:
        """Take an action for the seat that must choose; None takes a seat away whose match is over."""
        agent = self.agent_selection
        if self.terminations[agent] or self.truncations[agent]:
            self._was_dead_step(action)
            return
        self._cumulative_rewards[agent] = 0.0
        self._clear_rewards()
        try:
            place = self.legal()[whole("an action", action)]
        except (KeyError, TypeError):
            raise ValueError(f"{shown(action)} is no legal action of {agent}; the mask of its observation says which are") from None
        self.match.step(place)
        outcome = self.match.outcome()
        if outcome is not None:
            self.rewards = {each: 2 * outcome.share(seat) - 1 for each, seat in self._seat.items()}
            self.terminations = dict.fromkeys(self.agents, True)
        elif self.match.count >= MOST_ACTIONS:
            self.truncations = dict.fromkeys(self.agents, True)
        self._accumulate_rewards()
        self.agent_selection = self._deciding() if outcome is None else agent
        if self.render_mode == "ansi":
            self.render()

    def render(self) -> str:
        """Return who must choose, and between what, in words."""
        seat = self.match.seat
        if seat is None:
            outcome = self.match.outcome()
            return outcome.words if outcome else ""
        choices = "\n".join(f"  {number}: {self.match.describe(place)}" for number, place in self.legal().items())
        return f"{self.possible_agents[seat]}:\n{choices}"

    def close(self) -> None:
        """Do nothing: nothing is open."""

    def _deciding(self) -> str:
        seat = self.match.seat
        return self.possible_agents[0 if seat is None else seat]


class ParallelTable(turn_based_aec_to_parallel_wrapper):  # type: ignore[misc]  # (it comes without types)
    """A match in which every seat names an action at once."""

    def step(self, actions: Mapping[str, int]) -> Any:
        """Take the action of the seat that must choose; raise ValueError where none is named for it."""
        agent = self.aec_env.agent_selection
        if self.agents and not (isinstance(actions, Mapping) and agent in actions):
            raise ValueError(f"no action is named for {agent}, whose turn it is; a step names one for every seat")
        return super().step(actions)


def numbered(legal: Sequence[Any]) -> dict[int, int]:
    """Return the number of each action of a list, and its place there; raise ValueError for more than there are numbers."""
    if len(legal) > ACTIONS:
        raise ValueError(f"there are {len(legal)} legal actions, and {ACTIONS} numbers")
    found: dict[int, int] = {}
    for place, action in enumerate(legal):
        number = crc32(msgspec.json.encode([type(action).__name__, action], order="deterministic")) % ACTIONS
        while number in found:
            number = (number + 1) % ACTIONS
        found[number] = place
    return found


def encoded(observation: Any) -> Any:
    """Return an observation as a vector."""
    vector: Any = np.zeros(FEATURES, np.float32)
    for path, value in _values("", msgspec.to_builtins(observation, str_keys=True)):
        if isinstance(value, str):
            place, sign = _place(f"{path}={value}")
            vector[place] += sign
        else:
            place, sign = _place(path)
            vector[place] += sign * value / (1 + abs(value))
    return np.clip(vector, -1.0, 1.0)


@lru_cache(maxsize=1 << 16)
def _place(path: str) -> tuple[int, float]:
    number = crc32(path.encode())
    return number % FEATURES, 1.0 if number >> 31 else -1.0


def _values(path: str, value: Any) -> Iterator[tuple[str, Any]]:
    match value:
        case None:
            return
        case dict():
            for key, each in value.items():
                yield from _values(f"{path}.{key}", each)
        case list() | tuple():
            yield f"{path}.#", len(value)
            for index, each in enumerate(value):
                yield from _values(f"{path}.{index}", each)
        case str():
            yield path, value
        case _:
            yield path, float(value)
