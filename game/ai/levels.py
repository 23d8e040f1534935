"""The opponents one can pick: from one who plays at random to one who thinks ahead, those a game brings along, and anybody's own."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from game.ai.brought import bring, from_outside, installed
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
    """Return the names to choose from in a game: the levels, weakest first, its own policies, then the players that packages offer."""
    policies = tuple(name for name in rules.policies if name not in KNOWN)
    return (*LEVELS, *policies, *(name for name in installed() if name not in KNOWN and name not in policies))


def known(name: str, rules: AnyRules) -> bool:
    """Tell whether a name is a player's: of a level, a policy, a package, or one from outside, which need not be there."""
    return name in KNOWN or name in rules.policies or from_outside(name) or name in installed()


def player(level: str, rules: AnyRules) -> Player:
    """Return the player of a level or policy for a rulebook, or one from outside; raise PlayerError for a name that is none of these."""
    name = ALSO.get(level, level)
    if name in LEVELS:
        return LEVELS[name](rules)
    if name in rules.policies:
        return PolicyPlayer(rules.policies[name])
    return bring(name, rules)
