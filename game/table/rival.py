"""Opponents at the table: asked once, they answer when they are ready, and the window never waits for them."""

from __future__ import annotations

import queue
import threading
from typing import Any

from game.ai.levels import player
from game.ai.player import Budget
from game.kernel.chance import Chance
from game.kernel.rules import AnyRules


class Rival:
    """One opponent thinking beside the window."""

    def __init__(self) -> None:
        self._answers: queue.SimpleQueue[tuple[int, Any]] = queue.SimpleQueue()
        self._asked = 0
        self.thinking = False

    def ask(self, rules: AnyRules, level: str, observation: Any, legal: tuple[Any, ...], budget: Budget, seed: int) -> None:
        """Ask for one of the legal actions."""
        self._asked += 1
        self.thinking = True
        number = self._asked

        def think() -> None:
            self._answers.put((number, player(level, rules).choose(observation, legal, budget, Chance(seed))))

        threading.Thread(target=think, daemon=True).start()

    def poll(self) -> Any:
        """Return the answer, or None while there is none."""
        while not self._answers.empty():
            number, action = self._answers.get()
            if number == self._asked and self.thinking:
                self.thinking = False
                return action
        return None

    def cancel(self) -> None:
        """Forget the question."""
        self.thinking = False
        self._asked += 1

    def close(self) -> None:
        """End."""
        self.cancel()
