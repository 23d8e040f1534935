"""What is hidden in Overcross: hands from the other players and decks from everyone, save for the cards somebody has seen.

Numbers are open: each card of a pile is a piece that eyes can follow, until a shuffle gives it a fresh number.
"""

from __future__ import annotations

from collections.abc import Iterator

from game.cards.secrets import knowing
from game.kernel.secrets import NOBODY, Secret
from game.rules.overcross.state import State


def secrets(state: State) -> Iterator[Secret]:
    """Yield everything hidden; what hardly anybody knows comes first."""
    everyone = (1 << len(state.hands)) - 1
    for holders, piles in ((0, state.decks), (1, state.hands)):
        for seat, pile in enumerate(piles):
            for piece in pile:
                bits = state.known.get(piece, 0) | holders << seat  # OC-12: a hand is its holder's secret
                if bits != everyone:
                    yield Secret(("cards", piece, 0), knowing(bits))
    yield Secret(("chance",), NOBODY, "chance")
