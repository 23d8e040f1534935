"""The working copy of a table of star cross'd, and the small changes everything is made of."""

from __future__ import annotations

from game.kernel.chance import Chance
from game.kernel.step import Draft as KernelDraft
from game.rules.verona.events import Dropped, Event, Left, Scored
from game.rules.verona.state import FALL, PLACES, Decision, Pool, State


class Draft(KernelDraft[State, Event]):
    """A state that can be changed; each verb changes it and records the event."""

    __slots__ = ("facing", "pending", "pools", "prestige")

    def __init__(self, state: State, chance: Chance, *, telling: bool) -> None:
        super().__init__(chance, telling=telling)
        self.pools: list[Pool] = list(state.pools)
        self.prestige: list[int] = list(state.prestige)
        self.pending: list[Decision] = list(state.pending)
        self.facing: tuple[int, ...] = state.facing

    def freeze(self) -> State:
        """Return the draft as a state."""
        return State(self.chance.state, tuple(self.pools), tuple(self.prestige), tuple(self.pending), self.facing)

    def value(self, die: int) -> int:
        """Return a die's face, 0 when it is out of play."""
        return self.pools[die // PLACES][die % PLACES]

    def put(self, die: int, face: int) -> None:
        """Set a die's face without a word; 0 takes it out of play."""
        seat, slot = divmod(die, PLACES)
        pool = self.pools[seat]
        self.pools[seat] = (*pool[:slot], face, *pool[slot + 1 :])

    def score(self, seat: int, points: int, why: str, rule: str) -> None:
        """Give a family points; no points are no event."""
        if points:
            self.prestige[seat] += points
            if self.telling:
                self.record(Scored(seat, points, why, rule))

    def leave(self, die: int, why: str) -> None:
        """Take a die out of play."""
        face = self.value(die)
        self.put(die, 0)
        self.facing = tuple([other for other in self.facing if other != die])
        if self.telling:
            self.record(Left(die, face, why))

    def drop(self, die: int) -> None:
        """Lower a duellist by `FALL`; below 1 it leaves play (VR-22, VR-24)."""
        face = self.value(die) - FALL
        if face < 1:
            self.leave(die, "dropped below 1")
            return
        self.put(die, face)
        if self.telling:
            self.record(Dropped(die, face))
