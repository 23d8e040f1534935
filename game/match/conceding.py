"""Giving a match up: a person says that it is lost, and it ends there; no rule of a game is asked, and its state stays as it is.

It is written into the journal as a line of its own, behind which nothing follows. Everybody else shares the win, since the rules of a
game for several do not say how it goes on without one of them.
"""

from __future__ import annotations

from game.kernel.ids import Seat
from game.kernel.offers import Refusal
from game.kernel.setup import Outcome
from game.match.seats import SeatPlan

RULE = "CONCEDE"
"""The rule id of these refusals and outcomes: a rule of the table, not of a game."""


def conceded(seat: Seat, seats: int) -> Outcome:
    """Return how a match ends that a seat gave up: won by all others, one point to each of them."""
    winners = tuple(other for other in range(seats) if other != seat)
    return Outcome(winners, tuple(int(other != seat) for other in range(seats)), f"{{{seat}}} gives the match up.", RULE)


def rule_told(outcome: Outcome) -> str:
    """Return the rule of the game by which a match ended; empty for one that was given up, since no rulebook has that."""
    return "" if outcome.rule == RULE else outcome.rule


def cited(rule: str) -> str:
    """Return a rule as it is cited behind a sentence; empty for none, and for that of giving a match up, which no rulebook has."""
    return f" ({rule})" if rule not in {"", RULE} else ""


def concede_refusal(plans: tuple[SeatPlan, ...], seat: Seat, *, over: bool) -> Refusal | None:
    """Return why a seat cannot give the match up, or None when it can."""
    if over:
        return Refusal("over", RULE, "The match is over.")
    if len(plans) < 2:
        return Refusal("alone", RULE, "There is nobody to give it up to.")
    if not (0 <= seat < len(plans) and plans[seat].human):
        return Refusal("nobody", RULE, "Only a person who sits at the table gives a match up.")
    return None
