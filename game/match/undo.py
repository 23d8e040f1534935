"""Taking back: one's own last decision, free while nobody has learnt a secret by it and no chance was used.

What was seen cannot be unseen: where two moments differ in what a person knows, or in the number that chance goes on from, taking back
would give that away, and so needs a match whose setup allows take-backs. Programs are shown what their seat may know each time they choose and
keep nothing of it, so a program that is taken back past has learnt nothing. Taking back always returns to a person's own decision,
past what the programs did since, and never past another person's.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from itertools import pairwise
from typing import Any

from game.kernel.ids import Seat
from game.kernel.offers import Refusal
from game.kernel.rules import AnyRules
from game.kernel.secrets import unknown
from game.match.passing import passed
from game.match.seats import SeatPlan

RULE = "UNDO"
"""The rule id of these refusals: a rule of the table, not of a game."""


def undo_target(rules: AnyRules, states: Sequence[object], plans: tuple[SeatPlan, ...]) -> tuple[int, Seat] | None:
    """Return the index of the last state before the present one in which a person decided, and who did; None where nobody has.

    Where a person could only let a window go by, there was nothing to decide.
    """
    for index in range(len(states) - 2, -1, -1):
        seat = rules.deciding(states[index])
        if seat is not None and plans[seat].human and passed(rules.offers(states[index])) is None:
            return index, seat
    return None


def gives_away(rules: AnyRules, moments: Sequence[Any], seats: Iterable[Seat]) -> bool:
    """Tell whether chance was used, or one of the seats learnt a secret, on the way from the first of these states to the last.

    The states between count as well: a card may be shown and be hidden again.
    """
    if moments[0].chance != moments[-1].chance:
        return True
    hidden = [tuple(rules.secrets(state)) for state in moments]
    for seat in seats:
        counts = [unknown(state, secrets, seat) for state, secrets in zip(moments, hidden, strict=True)]
        if any(before - after for before, after in pairwise(counts)):
            return True
    return False


def undo_refusal(seat: Seat, whose: Seat | None, *, seen: bool, take_backs: bool) -> Refusal | None:
    """Return why a seat cannot take back the last decision, which was that of seat `whose`, or None when it can.

    `seen` tells whether what happened since gives something away.
    """
    if whose is None:
        return Refusal("nothing-to-undo", RULE, "There is no decision to take back.")
    if whose != seat:
        return Refusal("anothers", RULE, f"The last decision was that of {{{whose}}}, and nobody takes back another's.")
    if seen and not take_backs:
        return Refusal(
            "seen",
            RULE,
            "Dice fell since, or what was hidden lies open to the others or to you, and this match was set up without take-backs.",
        )
    return None
