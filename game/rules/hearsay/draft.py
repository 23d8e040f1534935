"""The working copy of a table of Hearsay, and the small changes everything is made of."""

from __future__ import annotations

from game.kernel.chance import Chance
from game.kernel.step import Draft as KernelDraft
from game.rules.hearsay.events import Began, Claimed, Event, GaveUp, Lifted, Rolled
from game.rules.hearsay.state import Cup, State, dice, total


class Draft(KernelDraft[State, Event]):
    """A state that can be changed; each verb changes it and records the event."""

    __slots__ = ("claim", "claimer", "cups", "lifted", "turn")

    def __init__(self, state: State, chance: Chance, *, telling: bool) -> None:
        super().__init__(chance, telling=telling)
        self.cups: list[Cup] = list(state.cups)
        self.turn = state.turn
        self.claim = state.claim
        self.claimer = state.claimer
        self.lifted = state.lifted

    def freeze(self) -> State:
        """Return the draft as a state."""
        return State(self.chance.state, tuple(self.cups), self.turn, self.claim, self.claimer, self.lifted)

    def begin(self, seat: int) -> None:
        """Put the cups down, let everybody roll under them, and give a seat the first word (HS-2, HS-5)."""
        self.turn = seat
        self.claim, self.claimer = dice(self.cups), None
        self.lifted = False
        for each, cup in enumerate(self.cups):
            self.cups[each] = tuple(self.chance.roll() for _ in cup)
            self.record(Rolled(each, self.cups[each]))
        self.record(Began(seat))

    def raise_to(self, claim: int) -> None:
        """Let the seat whose turn it is claim a sum; the next one clockwise must answer it (HS-3, HS-4)."""
        self.claim, self.claimer = claim, self.turn
        self.turn = (self.turn + 1) % len(self.cups)
        self.record(Claimed(self.claimer, claim))

    def lift(self) -> None:
        """Lift the cups at the word of the seat whose turn it is; the turn stays with it if it was wrong (HS-8)."""
        doubter, shown = self.turn, total(self.cups)
        self.lifted = True
        if self.claimer is not None and shown < self.claim:
            self.turn = self.claimer
        self.record(Lifted(doubter, self.claim, shown, loser=self.turn))

    def give_up(self, seat: int) -> None:
        """Take a die out of play (HS-9)."""
        self.cups[seat] = self.cups[seat][:-1]
        self.record(GaveUp(seat, len(self.cups[seat])))
