"""What is allowed, and why not: the one authority for legality in Hearsay.

`refusal` judges any action; `legal` lists the allowed ones quickly.
"""

from __future__ import annotations

from game.kernel.offers import Refusal
from game.rules.hearsay.actions import Action, Claim, Doubt, Roll
from game.rules.hearsay.state import MOST_DICE, MOST_RAISE, MOST_SEATS, SIDES, State, over, top

CLAIMS = tuple(Claim(sum_) for sum_ in range(MOST_SEATS * MOST_DICE * SIDES + 1))
DOUBT, ROLL = Doubt(), Roll()


def legal(state: State) -> tuple[Action, ...]:
    """Return every allowed action of the deciding seat; empty when the match is over."""
    if over(state.cups):
        return ()
    if state.lifted:
        return (ROLL,)
    claims = CLAIMS[state.claim + 1 : min(state.claim + MOST_RAISE, top(state.cups)) + 1]
    return claims if state.claimer is None else (*claims, DOUBT)


def refusal(state: State, action: Action) -> Refusal | None:
    """Return why the deciding seat may not do this, or None when it may."""
    if over(state.cups):
        return Refusal("over", "HS-10", "The match is over.")
    if state.lifted != isinstance(action, Roll):
        if state.lifted:
            return Refusal("lifted", "HS-9", "The cups are lifted: first everybody rolls again.")
        return Refusal("not-lifted", "HS-9", "Nobody rolls before a doubt.")
    match action:
        case Claim(claim):
            return _claim_refusal(state, claim)
        case Doubt():
            if state.claimer is None:
                return Refusal("no-claim", "HS-7", "Nothing has been claimed yet in this round.")
        case Roll():
            pass
    return None


def _claim_refusal(state: State, claim: int) -> Refusal | None:
    if claim <= state.claim:
        if state.claimer is None:
            return Refusal("certain", "HS-5", f"So many dice show {state.claim} whatever happens: claim more.")
        return Refusal("too-low", "HS-5", f"A claim is higher than the last, which was {state.claim}.")
    if claim > top(state.cups):
        return Refusal("too-high", "HS-6", f"All dice together show {top(state.cups)} at most.")
    if claim > state.claim + MOST_RAISE:
        return Refusal("too-far", "HS-5", f"A claim rises by {MOST_RAISE} at most: to {state.claim + MOST_RAISE}.")
    return None
