"""How a match of star cross'd begins: everyone rolls five dice, and the lowest total goes first (VR-1 to VR-4)."""

from __future__ import annotations

from game.kernel.chance import Chance
from game.kernel.offers import SetupError
from game.kernel.setup import Setup
from game.kernel.step import Step
from game.rules.verona.draft import Draft
from game.rules.verona.events import Event, PoolRolled, TieBroken, TurnBegan
from game.rules.verona.state import MOST_SEATS, PLACES, State, Turn


def begin(setup: Setup, chance: Chance | None = None) -> Step[State, Event]:
    """Return the first state and the opening rolls; raise SetupError for a number of seats other than 2 to 6."""
    if not 2 <= setup.seats <= MOST_SEATS:
        raise SetupError(f"star cross'd is played by 2 to 6 families, not {setup.seats}.")
    chance = chance or Chance(setup.seed)
    empty = State(chance.state, ((0,) * PLACES,) * setup.seats, (0,) * setup.seats, ())
    draft = Draft(empty, chance, telling=True)
    for seat in range(setup.seats):
        faces = tuple(chance.roll() for _ in range(PLACES))  # VR-1
        draft.pools[seat] = faces
        draft.record(PoolRolled(seat, faces))
    first = _lowest(draft, [sum(pool) for pool in draft.pools])
    draft.pending = [Turn(first)]
    draft.record(TurnBegan(first))
    return draft.finish()


def _lowest(draft: Draft, totals: list[int]) -> int:
    """Return the seat with the lowest total; the tied ones roll an extra die until one is lowest (VR-3, VR-4)."""
    tied = [seat for seat, total in enumerate(totals) if total == min(totals)]
    while len(tied) > 1:
        extra = {}
        for seat in tied:
            extra[seat] = draft.chance.roll()
            draft.record(TieBroken(seat, extra[seat]))
        lowest = min(extra.values())
        tied = [seat for seat in tied if extra[seat] == lowest]
    return tied[0]
