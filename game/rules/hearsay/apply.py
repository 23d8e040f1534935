"""What each action does, in the order of the rulebook: claim, doubt, roll again; and how a match ends."""

from __future__ import annotations

from game.kernel.setup import Outcome
from game.kernel.words import enumerated
from game.rules.hearsay.actions import Action, Claim, Doubt, Roll
from game.rules.hearsay.draft import Draft
from game.rules.hearsay.state import State, over


def play(draft: Draft, action: Action) -> None:
    """Carry out an allowed action of the deciding seat."""
    match action:
        case Claim(claim):
            draft.raise_to(claim)
        case Doubt():
            draft.lift()
            if len(draft.cups[draft.turn]) == 1:
                draft.give_up(draft.turn)  # HS-10
        case Roll():
            draft.give_up(draft.turn)
            draft.begin(draft.turn)


def outcome(state: State) -> Outcome | None:
    """Return how the match ended, or None while it goes on (HS-10)."""
    if not over(state.cups):
        return None
    left = tuple(map(len, state.cups))
    winners = tuple(seat for seat, count in enumerate(left) if count == max(left))
    named = enumerated([f"{{{seat}}}" for seat in winners])
    how = "has the most dice left" if len(winners) == 1 else "have equally many dice left: a shared victory"
    return Outcome(winners, left, f"{named} {how}", "HS-10")
