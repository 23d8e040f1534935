"""What goes with the cards that somebody chose for a deck: a rule that can be told in a sentence, and needs to know no game.

Cards of the same colour come first, those that share a keyword or a kind of the chosen ones before others, and of them what the deck has less of
than the ready decks have, by cost, by kind of card and by copies of one card.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Hashable, Iterable, Mapping, Sequence

from game.kernel.ids import CardId
from game.kernel.scene import CardFace
from game.kernel.setup import DeckList

RULE = "Filled with cards of the same colour and keywords, at the costs and of the kinds that ready decks have."

_COLOUR, _SHARED, _MOST_SHARED, _COPY, _CURVE, _MOST_CURVE = 4.0, 1.0, 2, 1.0, 16.0, 3.0
"""What the parts of the rule are worth beside each other."""


class Taste:
    """Likes cards that go with those chosen, in a deck as the ready ones are built."""

    def __init__(self, faces: Mapping[CardId, CardFace], chosen: Iterable[CardId], ready: Sequence[DeckList]) -> None:
        self._faces = faces
        heart = [faces[card] for card in chosen if card in faces]
        self._colours = {face.palette for face in heart}
        self._words = {word for face in heart for word in _words(face)}
        decks = [[faces[card] for card in deck.expanded() if card in faces] for deck in ready]
        self._costs = _shares(_cost(face) for deck in decks for face in deck)
        self._kinds = _shares(face.kind for deck in decks for face in deck)
        self._copies = sum(map(len, decks)) / max(1, sum(len({face.id for face in deck}) for deck in decks))

    def ordered(self, pool: Sequence[CardId], cards: Mapping[CardId, int]) -> list[CardId]:
        """Return cards of a pool, those first that go best with a deck of so many copies of its cards; equals stay as they are."""
        held = [face for card, copies in cards.items() for face in [self._faces[card]] * copies]
        costs, kinds = _shares(_cost(face) for face in held), _shares(face.kind for face in held)
        copy = _COPY if len(held) < self._copies * len(cards) else -_COPY

        def liking(card: CardId) -> float:
            face = self._faces[card]
            curve = self._costs.get(_cost(face), 0.0) - costs.get(_cost(face), 0.0)
            kind = self._kinds.get(face.kind, 0.0) - kinds.get(face.kind, 0.0)
            return (
                _COLOUR * (face.palette in self._colours)
                + _SHARED * min(_MOST_SHARED, len(self._words & _words(face)))
                + copy * (card in cards)
                + max(-_MOST_CURVE, min(_MOST_CURVE, _CURVE * curve))
                + max(-_MOST_CURVE, min(_MOST_CURVE, _CURVE * kind))
            )

        return sorted(pool, key=liking, reverse=True)


def _words(face: CardFace) -> set[str]:
    """Return the keywords of a card and the kinds that its line names."""
    return {word for word, _ in face.keywords} | {word for part in face.line.split(" · ")[1:] for word in part.split(" / ")}


def _cost(face: CardFace) -> str:
    return face.corner.value if face.corner is not None else ""


def _shares(values: Iterable[Hashable]) -> dict[Hashable, float]:
    counts = Counter(values)
    return {value: count / counts.total() for value, count in counts.items()}
