"""How well each family stands: prestige, what its dice may earn, and how soon the match can end.

A family that leads wants the end, and the end comes through its own last die; so the same lead is worth more the fewer dice
the leader still has. Without this two careful families would recruit for ever.
"""

from __future__ import annotations

from functools import cache
from math import exp, sqrt
from operator import add
from typing import Any

from msgspec import Struct
from msgspec.structs import replace

from game.content.weights import Judgement, judgement
from game.rules.verona.apply import outcome
from game.rules.verona.state import PLACES, OfferNewDie, Pool, State

_MOST_KEPT = 4000


class Weights(Struct, frozen=True):
    """What things are worth in prestige: a `die` in the pool apart from its face, and each pip of a `face`.

    `swing` is how much prestige one more turn can swing; over several turns it grows with their square root. `last` is the part of a turn
    that is left to a leader without dice.
    """

    die: float
    face: float
    swing: float
    last: float


def weighed() -> Judgement[Weights]:
    """Return what things are worth to the programs of star cross'd."""
    return judgement("verona", Weights)


class Judge:
    """Weighs the tables of one decision, those that are alike once."""

    def __init__(self, weights: Weights) -> None:
        self._weights = weights
        self._values: dict[Any, tuple[float, ...]] = {}
        self._spreads = [weights.swing * sqrt(weights.last + turns) for turns in range(PLACES + 1)]

    def prospects(self, state: State) -> tuple[float, ...]:
        """Return each family's prospects, 0 to 1, that sum to 1 (softmax of the prestige to be expected)."""
        state = _last_asked(state)
        if not state.pending:
            over = outcome(state)
            return tuple(over.share(seat) for seat in range(len(state.pools))) if over else ()
        key = (state.prestige, state.pools)
        found = self._values.get(key)
        if found is None:
            if len(self._values) > _MOST_KEPT:
                self._values.clear()
            found = self._values[key] = self._weighed(*key)
        return found

    def _weighed(self, prestige: tuple[int, ...], pools: tuple[Pool, ...]) -> tuple[float, ...]:
        worth, best, turns, die, face = [], -1.0, 0, self._weights.die, self._weights.face
        for points, pool in zip(prestige, pools, strict=True):
            dice, pips = _counted(pool)
            each = points + die * dice + face * pips
            worth.append(each)
            if each > best:
                best, turns = each, dice
        spread = self._spreads[turns]
        shares = [exp((each - best) / spread) for each in worth]
        total = sum(shares)
        return tuple([share / total for share in shares])


def _last_asked(state: State) -> State:
    """Return the end of a match that waits only for another family to take a new die or leave it, which takes it; any other state as it is (VR-18, VR-25, VR-26)."""
    if len(state.pending) < 2 or not isinstance(asked := state.pending[-1], OfferNewDie):
        return state
    turn = state.pending[0].seat
    if asked.seat == turn or any(state.pools[turn]):
        return state
    dice = [PLACES - pool.count(0) + (seat == asked.seat) for seat, pool in enumerate(state.pools)]
    return replace(state, pending=(), prestige=tuple(map(add, state.prestige, dice)))


@cache
def _counted(pool: Pool) -> tuple[int, int]:
    """Return how many dice a pool has and the sum of their faces; there are no more than some 17,000 pools."""
    return PLACES - pool.count(0), sum(pool)
