"""What is hidden in Starcrossed: hands, decks, recruits and skills that were set, from everyone who has not seen them.

In a deck or in the other player's hand a card has a number that nobody may follow, unless somebody has seen it in the deck: then its
place there is open.
"""

from __future__ import annotations

from collections.abc import Iterator

from game.cards.events import BOTH
from game.cards.secrets import knowing
from game.kernel.secrets import NOBODY, Secret
from game.rules.starcrossed.state import State, seat_of


def secrets(state: State) -> Iterator[Secret]:
    """Yield everything hidden; what nobody knows comes first."""
    known = state.known
    for seat, deck in enumerate(state.decks):
        for place, piece in enumerate(deck):
            seen = known.get(piece, 0)
            if seen != BOTH:
                yield Secret(("cards", piece, 0), knowing(seen))
            if piece not in known:
                yield Secret(("decks", seat, place), NOBODY, "name")
    for seat, hand in enumerate(state.hands):
        holder = knowing(1 << seat)
        for place, piece in enumerate(hand):
            yield Secret(("hands", seat, place), holder, "name")
            if piece in known:  # the other player knows the face, not which card of the hand it is
                yield Secret(("known", piece), holder, "name")
                yield Secret(("cards", piece), holder, "name")
            else:
                yield Secret(("cards", piece, 0), holder)
    for index, crystal in enumerate(state.crystals):
        down = [crystal.diva] if crystal.recruit else []  # SC-18
        for piece in (*down, *(skill.id for skill in crystal.skills if skill.down)):  # SC-20
            seen = known.get(piece, 0) | 1 << seat_of(index)
            if seen != BOTH:
                yield Secret(("cards", piece, 0), knowing(seen))
    yield Secret(("chance",), NOBODY, "chance")
