"""How a match of Hearsay begins: everybody rolls under a cup, and chance says who has the first word (HS-1 to HS-3)."""

from __future__ import annotations

from game.kernel.chance import Chance
from game.kernel.setup import Setup
from game.kernel.step import Step
from game.rules.hearsay.draft import Draft
from game.rules.hearsay.events import Event
from game.rules.hearsay.state import State


def begin(setup: Setup, chance: Chance | None = None) -> Step[State, Event]:
    """Return the first state of a completed setup, and the opening rolls."""
    chance = chance or Chance(setup.seed)
    unrolled = (0,) * int(setup.options["dice"])
    draft = Draft(State(chance.state, (unrolled,) * setup.seats, 0, 0), chance, telling=True)
    draft.begin(chance.below(setup.seats))  # HS-3
    return draft.finish()
