"""The box of Hearsay: two to four seats, and how many dice each begins with."""

from __future__ import annotations

from game.kernel.box import Box
from game.kernel.rules import AnyRules
from game.kernel.setup import Option, Setup
from game.rules.hearsay.state import CALLED, MOST_DICE, MOST_SEATS
from game.rules.hearsay.version import VERSION


class HearsayBox(Box):
    """What can be chosen before a match of Hearsay."""

    id = "hearsay"
    prefix = "HS"
    title = "Hearsay"
    tagline = "Dice under cups, and sums that somebody stops believing"
    seats = tuple(range(2, MOST_SEATS + 1))
    version = VERSION
    sides = CALLED

    def options(self, seats: int) -> tuple[Option, ...]:  # noqa: ARG002  (they are the same for any number of seats)
        """Return how many dice each seat begins with (HS-1)."""
        return (Option("dice", "Dice", "number", 3, low=1, high=MOST_DICE, words="How many dice each begins with."),)

    def rules(self, setup: Setup) -> AnyRules:  # noqa: ARG002  (they are the same for every setup)
        """Return the rulebook."""
        from game.rules.hearsay.rules import HearsayRules  # noqa: PLC0415  (a match waits for its rules, not the menu)

        return HearsayRules()


BOX = HearsayBox()
