"""What the deciding seat could consider, with the reasons of what is refused."""

from __future__ import annotations

from game.kernel.ids import cell_place, piece_place
from game.kernel.offers import Offer
from game.rules.hearsay.legal import CLAIMS, DOUBT, ROLL, refusal
from game.rules.hearsay.state import State, over, top

MARKER = 100
"""The piece that stands on the sum last claimed; its id is above every die's."""


def offers(state: State) -> tuple[Offer, ...]:
    """Return the offers of the deciding seat; empty when the match is over."""
    if over(state.cups):
        return ()
    if state.lifted:
        return (Offer(ROLL, "Roll again", "Give up a die and let everybody roll again.", main=True),)
    doubt = Offer(DOUBT, "Doubt", f"Doubt that the dice show {state.claim}.", main=True, refusal=refusal(state, DOUBT))
    return (*(_claim(state, sum_) for sum_ in range(1, top(state.cups) + 1)), doubt)


def _claim(state: State, sum_: int) -> Offer:
    """Return the offer to claim a sum: the marker is put down on its space."""
    words = f"Claim {sum_}: all dice together show at least that."
    action = CLAIMS[sum_]
    return Offer(action, "Claim", words, piece_place(MARKER), cell_place("sums", sum_ - 1), refusal(state, action))
