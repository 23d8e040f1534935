"""A player who takes any action that is allowed, each as likely as the next."""

from __future__ import annotations

from typing import Any

from game.ai.player import Budget
from game.kernel.chance import Chance


class RandomPlayer:
    """Choose at random."""

    def choose(self, observation: Any, legal: tuple[Any, ...], budget: Budget, chance: Chance) -> Any:
        """Return any of the legal actions."""
        del observation, budget
        return chance.pick(legal)
