"""The box of star cross'd: two to six seats, and nothing else to choose."""

from __future__ import annotations

from msgspec.structs import replace

from game.kernel.offers import SetupError
from game.kernel.rules import AnyRules
from game.kernel.scene import CardFace
from game.kernel.setup import DeckList, Option, Setup
from game.rules.verona.state import MOST_SEATS
from game.rules.verona.version import VERSION

SEATS = tuple(range(2, MOST_SEATS + 1))


class VeronaBox:
    """What can be chosen before a match of star cross'd."""

    id = "verona"
    title = "star cross'd"
    tagline = "Marry, feud and scheme: a dice game of rival families"
    seats = SEATS
    version = VERSION

    def options(self, seats: int) -> tuple[Option, ...]:  # noqa: ARG002
        """Return no options: the game has none."""
        return ()

    def ready_decks(self) -> tuple[DeckList, ...]:
        """Return no decks."""
        return ()

    def maps(self, seats: int) -> tuple[tuple[str, str], ...]:  # noqa: ARG002
        """Return no maps."""
        return ()

    def complete(self, setup: Setup) -> Setup:
        """Return the setup with the rules' version; raise SetupError with every reason it cannot start."""
        reasons = []
        if setup.seats not in SEATS:
            reasons.append(f"star cross'd is played by 2 to 6 families, not {setup.seats}.")
        if setup.decks or setup.map:
            reasons.append("star cross'd has no decks and no maps.")
        reasons += [f"star cross'd has no option {key!r}." for key in setup.options]
        if reasons:
            raise SetupError(*reasons)
        return replace(setup, version=VERSION)

    def deck_faults(self, deck: DeckList, setup: Setup) -> tuple[str, ...]:  # noqa: ARG002
        """Return that there are no decks."""
        return ("star cross'd has no decks.",)

    def catalogue(self) -> tuple[CardFace, ...]:
        """Return no cards."""
        return ()

    def rules(self, setup: Setup) -> AnyRules:  # noqa: ARG002
        """Return the rulebook."""
        from game.rules.verona.rules import VeronaRules  # noqa: PLC0415  (a match waits for its rules, not the menu)

        return VeronaRules()


BOX = VeronaBox()
