"""How well each seat stands: the dice it has, less what a doubt right now would cost it."""

from __future__ import annotations

from math import exp

from game.rules.hearsay.apply import outcome
from game.rules.hearsay.state import State, total

DIE = 1.0
"""How much likelier a seat wins with a die more, as a power of e."""
DOUBTED = 0.5
"""The part of a die that a doubt right now puts at stake; programs that weigh it at 0.2 or at 0.8 play no better."""


def evaluate(state: State) -> tuple[float, ...]:
    """Return each seat's prospects, 0 to 1, that sum to 1."""
    ended = outcome(state)
    if ended:
        return tuple(ended.share(seat) for seat in range(len(state.cups)))
    worth = [float(len(cup)) for cup in state.cups]
    if state.lifted:
        worth[state.turn] -= 1
    elif state.claimer is not None:
        worth[state.turn if total(state.cups) >= state.claim else state.claimer] -= DOUBTED
    weights = [exp(DIE * (each - max(worth))) for each in worth]
    return tuple(weight / sum(weights) for weight in weights)
