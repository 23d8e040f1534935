"""Taking back: free while nothing new was seen, and afterwards only where the table agreed to it.

A move that showed dice or hidden cards cannot be unseen, so it may be taken back only in a match whose setup allows
take-backs. Taking back always returns to a person's own decision, past what the programs did since.
"""

from __future__ import annotations

from collections.abc import Sequence

from game.kernel.offers import Refusal
from game.kernel.rules import AnyRules
from game.match.passing import passed
from game.match.seats import SeatPlan

RULE = "UNDO"
"""The rule id of these refusals: a rule of the table, not of a game."""


def undo_target(rules: AnyRules, states: Sequence[object], plans: tuple[SeatPlan, ...]) -> int | None:
    """Return the index of the last state before the present one in which a person decided, or None.

    Where a person could only let a window go by, there was nothing to decide.
    """
    for index in range(len(states) - 2, -1, -1):
        seat = rules.deciding(states[index])
        if seat is not None and plans[seat].human and passed(rules.offers(states[index])) is None:
            return index
    return None


def undo_refusal(target: int | None, *, seen: bool, take_backs: bool) -> Refusal | None:
    """Return why nothing can be taken back, or None; `seen` tells whether the actions since showed anything new."""
    if target is None:
        return Refusal("nothing-to-undo", RULE, "There is no decision of yours to take back.")
    if seen and not take_backs:
        return Refusal("seen", RULE, "Dice or hidden cards were seen since, and this match was set up without take-backs.")
    return None
