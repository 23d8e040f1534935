"""A position: a table laid out in a game's own words, for lessons, puzzles and tests.

What lies where is written in rows, plain values under words that the game knows. Its `Positions` make a state of them; whether such a
table can be is for `Rules.faults` to say.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from typing import Any, TypeAlias, TypeVar

import msgspec
from msgspec import Struct

from game.kernel import misfit
from game.kernel.chance import Chance
from game.kernel.ids import CardId, PieceId, Seat
from game.kernel.setup import Setup
from game.kernel.words import meant

Rows: TypeAlias = Mapping[str, Any]
"""What lies on the table, in plain values."""

T = TypeVar("T")


class PositionError(Exception):
    """A table that cannot be laid: `place` is where in the rows, `words` why, without a full stop."""

    def __init__(self, place: str, words: str) -> None:
        super().__init__(f"{place}: {words}" if place else words)
        self.place = place
        self.words = words


class Positions(Struct, frozen=True):
    """How a game lays out positions: `lay(rules, setup, rows)` returns a state of a completed setup; raises PositionError.

    `whose(state)` is the seat whose turn it is, whoever is asked just now, or None when the match is over. `rows` is the kind of rows it lays: what does
    not fit there can be told at once.
    """

    lay: Callable[[Any, Setup, Rows], Any]
    whose: Callable[[Any], Seat | None]
    rows: type[Any]


def worded(rows: Rows, kind: type[T]) -> T:
    """Return rows as a game's own Struct; raise PositionError for a word it does not know or a value that cannot be."""
    try:
        return msgspec.convert(rows, kind, strict=True)
    except msgspec.ValidationError as error:
        place, words = misfit.told(*misfit.parted(str(error)))
        raise PositionError(misfit.bare(place)[:80], words[:200]) from None
    except RecursionError:
        raise PositionError("", "it is nested too deeply") from None


class Lists:
    """The cards of each seat's list as numbered pieces, taken by name until none is left."""

    def __init__(self, lists: Iterable[Iterable[CardId]], first: PieceId) -> None:
        self.cards: dict[PieceId, tuple[CardId, Seat]] = {}
        self._left: list[list[PieceId]] = []
        for seat, names in enumerate(lists):
            start = first + len(self.cards)
            self.cards.update(enumerate(((card, seat) for card in names), start))
            self._left.append(list(range(start, first + len(self.cards))))
        self.next_id = first + len(self.cards)

    def take(self, seat: Seat, card: CardId, place: str) -> PieceId:
        """Return a piece of a card, which then is no longer there; raise PositionError when the list has none left."""
        for piece in self._left[seat]:
            if self.cards[piece][0] == card:
                self._left[seat].remove(piece)
                return piece
        listed = {name for name, owner in self.cards.values() if owner == seat}
        fits = "" if card in listed else meant(card, sorted(listed))
        raise PositionError(place, f"the deck of seat {seat + 1} has no {card[:60]!r} left to lie there{fits}")

    def take_all(self, seat: Seat, cards: Iterable[CardId], place: str) -> tuple[PieceId, ...]:
        """Return a piece for each card, in their order; raise PositionError as `take` does."""
        return tuple(self.take(seat, card, f"{place}[{index}]") for index, card in enumerate(cards))

    def rest(self, seat: Seat, chance: Chance, most: int | None = None) -> tuple[PieceId, ...]:
        """Return what nobody has named, or so many of it, shuffled; it is then no longer there."""
        left = chance.shuffle(self._left[seat])
        taken = tuple(left if most is None else left[:most])
        self._left[seat] = [piece for piece in self._left[seat] if piece not in set(taken)]
        return taken
