"""How likely a claim is, for whoever sees one cup: shown before a seat commits itself."""

from __future__ import annotations

from functools import cache

from game.kernel.offers import Preview
from game.rules.hearsay.actions import Action, Claim, Doubt, Roll
from game.rules.hearsay.observe import Observation
from game.rules.hearsay.state import SIDES, total


@cache
def ways(dice: int, least: int) -> int:
    """Return in how many ways so many dice show at least that sum."""
    if not dice:
        return 1 if least <= 0 else 0
    return sum(ways(dice - 1, least - face) for face in range(1, SIDES + 1))


def likely(observation: Observation, claim: int) -> float:
    """Return how likely it is that all dice together show a sum, 0 to 1, by what the seat sees of them."""
    unseen = sum(cup.count(0) for cup in observation.cups)
    return float(ways(unseen, claim - total(observation.cups)) / SIDES**unseen)


def preview(observation: Observation, action: Action) -> Preview:
    """Return the odds of an action in words."""
    seen = total(observation.cups)
    match action:
        case Claim(claim):
            return Preview(f"You see {seen}; that all dice show {claim} or more is {100 * likely(observation, claim):.0f} % likely.")
        case Doubt():
            wrong = 1 - likely(observation, observation.claim)
            return Preview(f"You see {seen}; that all dice show less than {observation.claim} is {100 * wrong:.0f} % likely.")
        case Roll():
            return Preview("You give up a die, and everybody rolls again.")
