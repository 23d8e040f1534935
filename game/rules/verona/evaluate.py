"""How well each family stands: prestige, what its dice may earn, and how soon the match can end.

A family that leads wants the end, and the end comes through its own last die; so the same lead is worth more the fewer dice
the leader still has. Without this two careful families would recruit for ever.
"""

from __future__ import annotations

from math import exp, sqrt

from game.rules.verona.apply import outcome
from game.rules.verona.state import State

DIE = 0.5
"""What a die in the pool is worth in prestige, apart from its face; found, as the others, by the program playing itself."""
FACE = 0.2
"""What each pip is worth besides."""
SWING = 5.0
"""How much prestige one more turn can swing; over several turns it grows with their square root."""
LAST = 0.35
"""The part of a turn that is left to a leader without dice."""


def evaluate(state: State) -> tuple[float, ...]:
    """Return each family's prospects, 0 to 1, that sum to 1 (softmax of the prestige to be expected)."""
    if not state.pending:
        over = outcome(state)
        return tuple(over.share(seat) for seat in range(len(state.pools))) if over else ()
    worth, best, turns = [], -1.0, 0
    for points, pool in zip(state.prestige, state.pools, strict=True):
        dice = 5 - pool.count(0)
        each = points + DIE * dice + FACE * sum(pool)
        worth.append(each)
        if each > best:
            best, turns = each, dice
    spread = SWING * sqrt(LAST + turns)
    weights = [exp((each - best) / spread) for each in worth]
    total = sum(weights)
    return tuple(weight / total for weight in weights)
