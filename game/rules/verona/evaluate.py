"""How well each family stands: prestige, and what its dice are likely to earn."""

from __future__ import annotations

from math import exp

from game.rules.verona.apply import outcome
from game.rules.verona.state import State

DIE = 4.0
"""What a die in the pool is worth in prestige, apart from its face; measured by play of the program against itself."""
FACE = 0.45
"""What each pip is worth besides."""
SPREAD = 11.0
"""How many points of lead make the difference between even and nearly won."""


def evaluate(state: State) -> tuple[float, ...]:
    """Return each family's prospects, 0 to 1, that sum to 1 (softmax of the expected prestige)."""
    if not state.pending:
        over = outcome(state)
        return tuple(over.share(seat) for seat in range(len(state.pools))) if over else ()
    worth = [points + sum(DIE + FACE * face for face in pool if face) for points, pool in zip(state.prestige, state.pools, strict=True)]
    best = max(worth)
    weights = [exp((each - best) / SPREAD) for each in worth]
    total = sum(weights)
    return tuple(weight / total for weight in weights)
