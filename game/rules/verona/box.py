"""The box of star cross'd: two to six seats, and nothing else to choose."""

from __future__ import annotations

from game.kernel.box import Box
from game.kernel.rules import AnyRules
from game.kernel.setup import Setup
from game.rules.verona.state import FAMILIES, MOST_SEATS
from game.rules.verona.version import VERSION


class VeronaBox(Box):
    """What can be chosen before a match of star cross'd."""

    id = "verona"
    prefix = "VR"
    title = "star cross'd"
    tagline = "Marry, feud and scheme: a dice game of rival families"
    seats = tuple(range(2, MOST_SEATS + 1))
    version = VERSION
    charges = tuple(sign for _, sign in FAMILIES)
    sides = tuple(name for name, _ in FAMILIES)

    def rules(self, setup: Setup) -> AnyRules:  # noqa: ARG002
        """Return the rulebook."""
        from game.rules.verona.rules import VeronaRules  # noqa: PLC0415  (a match waits for its rules, not the menu)

        return VeronaRules()


BOX = VeronaBox()
