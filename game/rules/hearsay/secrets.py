"""What is hidden in Hearsay: the dice under each cup, from all others, until the cups are lifted (HS-2, HS-8)."""

from __future__ import annotations

from collections.abc import Iterator

from game.kernel.secrets import NOBODY, Secret
from game.rules.hearsay.state import State


def secrets(state: State) -> Iterator[Secret]:
    """Yield everything hidden."""
    if not state.lifted:
        for seat, cup in enumerate(state.cups):
            owner = frozenset({seat})
            for slot in range(len(cup)):
                yield Secret(("cups", seat, slot), owner, "die")
    yield Secret(("chance",), NOBODY, "chance")
