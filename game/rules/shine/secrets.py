"""What is hidden in Shine: hands from the other player, decks and Life areas from both, and the choice of the opening until it is shown."""

from __future__ import annotations

from collections.abc import Iterator

from game.cards.secrets import faces, knowing, names
from game.kernel.secrets import NOBODY, Secret
from game.rules.shine.state import State


def secrets(state: State) -> Iterator[Secret]:
    """Yield everything hidden; what nobody knows comes first."""
    for field, piles in (("decks", state.decks), ("lives", state.lives)):  # SH-6: a Life area is laid unseen
        for seat, pile in enumerate(piles):
            yield from faces(pile, NOBODY)
            yield from names(field, seat, pile, NOBODY)
    for seat, hand in enumerate(state.hands):
        yield from faces(hand, knowing(1 << seat))
        yield from names("hands", seat, hand, knowing(1 << seat))
    for seat, sign in enumerate(state.signs):
        if sign:
            yield Secret(("signs", seat), knowing(1 << seat), "choice")  # SH-4
    yield Secret(("chance",), NOBODY, "chance")
