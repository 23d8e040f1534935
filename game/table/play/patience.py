"""How long a program may think: so long a decision, and never longer than so much in a turn, however many decisions that has."""

from __future__ import annotations

from game.ai.player import Budget
from game.kernel.ids import Seat

DECISION = {"short": 0.3, "normal": 1.0, "long": 3.0}
"""Seconds a decision, by the player's setting."""

TURN = 6.0
"""So many times as long as a decision all decisions of a turn may take together."""

LAST = 4
"""Of what is left of a turn, a decision takes this part at most, so that the last ones are thought about, too."""


LEAST = 0.001
"""Seconds that every decision has."""


class Patience:
    """What is left of the turn that is being played."""

    def __init__(self) -> None:
        self._turn: tuple[Seat, Seat] | None = None
        self._spent = 0.0
        self._since: float | None = None

    def budget(self, think: str, turn: Seat, seat: Seat, now: float) -> Budget:
        """Return how long a seat may think about a decision in somebody's turn, from now on."""
        if (turn, seat) != self._turn:
            self._turn, self._spent = (turn, seat), 0.0
        self._since = now
        decision = DECISION.get(think, DECISION["normal"])
        return Budget(seconds=max(LEAST, min(decision, (TURN * decision - self._spent) / LAST)))

    def answered(self, now: float) -> None:
        """Count the time since it was asked."""
        if self._since is not None:
            self._spent += now - self._since
            self._since = None
