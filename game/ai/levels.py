"""The opponents one can pick: from one who plays at random to one who searches, and those a game brings along."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from game.ai.player import Player, PlayerMaker, PolicyPlayer
from game.ai.randomly import RandomPlayer
from game.kernel.rules import AnyRules


def _random(rules: Any) -> Player:
    del rules
    return RandomPlayer()


LEVELS: Mapping[str, PlayerMaker] = {"random": _random}
"""Every level by name, weakest first."""


def level_names(rules: AnyRules) -> tuple[str, ...]:
    """Return the names that `player` understands for a game: the levels, weakest first, then its own policies."""
    return (*LEVELS, *(name for name in rules.policies if name not in LEVELS))


def player(level: str, rules: AnyRules) -> Player:
    """Return the player of a level or policy for a rulebook; raise KeyError for a name that is neither."""
    if level in LEVELS:
        return LEVELS[level](rules)
    return PolicyPlayer(rules.policies[level])
