"""Habits: what a player does that no good player would, counted by how often there was the chance to."""

from __future__ import annotations

from typing import Any

from game.ai.greedy import settle
from game.kernel.chance import Chance
from game.kernel.ids import Seat
from game.kernel.rules import AnyRules

Seen = tuple[int, int]
"""How often something was done, of how many chances."""

HABITS: dict[str, str] = {
    "missed win": "a win at once, without dice, that was not taken, and no other won once all questions were answered",
    "empty play": "a play that changes nothing but its cost",
}
"""Every habit by its name, with what it is."""


class Watched:
    """Watches the players of one match."""

    def __init__(self, rules: AnyRules, seats: int) -> None:
        self._rules = rules
        self._seen: tuple[dict[str, Seen], ...] = tuple(dict.fromkeys(HABITS, (0, 0)) for _ in range(seats))

    def see(self, state: Any, legal: tuple[Any, ...], action: Any) -> None:
        """See what was chosen from what could be done."""
        rules, seat = self._rules, self._rules.deciding(state)
        if seat is None or len(legal) < 2:
            return
        if any(self._wins(state, each, seat) for each in legal):
            end = settle(rules, rules.judge(), rules.advance(state, action), Chance(state.chance))
            self._count(seat, "missed win", done=not self._won(end, seat))
        self._count(seat, "empty play", done=bool(rules.warning(state, action)))

    def seen(self) -> tuple[dict[str, Seen], ...]:
        """Return what each seat was seen to do."""
        return self._seen

    def _wins(self, state: Any, action: Any, seat: Seat) -> bool:
        """Tell whether an action ends the match at once in a seat's favour, whatever falls."""
        after = self._rules.advance(state, action)
        return bool(after.chance == state.chance) and self._won(after, seat)

    def _won(self, state: Any, seat: Seat) -> bool:
        outcome = self._rules.outcome(state)
        return outcome is not None and outcome.winners == (seat,)

    def _count(self, seat: Seat, habit: str, *, done: bool) -> None:
        times, chances = self._seen[seat][habit]
        self._seen[seat][habit] = (times + done, chances + 1)
