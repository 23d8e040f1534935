"""The opponents one can pick: from one who plays at random to one who thinks ahead, and those a game brings along."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from game.ai.greedy import GreedyPlayer
from game.ai.player import Player, PlayerMaker, PolicyPlayer
from game.ai.randomly import RandomPlayer
from game.ai.search import SearchPlayer
from game.kernel.rules import AnyRules


def _random(rules: Any) -> Player:
    del rules
    return RandomPlayer()


def _easy(rules: AnyRules) -> Player:
    return GreedyPlayer(rules, worlds=2, noise=0.6)


LEVELS: Mapping[str, PlayerMaker] = {"random": _random, "easy": _easy, "normal": GreedyPlayer, "hard": SearchPlayer}
"""Every level by name, weakest first."""

ALSO: Mapping[str, str] = {"greedy": "normal", "search": "hard"}
"""Other names for levels: how they play instead of how hard they are."""

KNOWN: tuple[str, ...] = (*LEVELS, *ALSO)
"""Every name that is a level in all games."""


def level_names(rules: AnyRules) -> tuple[str, ...]:
    """Return the names to choose from in a game: the levels, weakest first, then its own policies."""
    return (*LEVELS, *(name for name in rules.policies if name not in KNOWN))


def player(level: str, rules: AnyRules) -> Player:
    """Return the player of a level or policy for a rulebook; raise KeyError for a name that is neither."""
    name = ALSO.get(level, level)
    if name in LEVELS:
        return LEVELS[name](rules)
    return PolicyPlayer(rules.policies[name])
