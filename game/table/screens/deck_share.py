"""A deck as words that can be sent to somebody: a list that is read by people, or one word that holds all of it."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Mapping

from game.content.decks import CODE, coded_deck, deck_code
from game.content.faults import ContentError, Fault
from game.kernel.ids import CardId
from game.kernel.scene import CardFace
from game.kernel.setup import DeckList
from game.kernel.words import lightened, meant

_LINE = re.compile(r"(\d{1,2})\s*[x×*]?\s+(\S.*)")
_FRONT = "In front:"
_MOST_LINES = 300
_LONGEST_NAME = 56


def as_text(deck: DeckList, faces: Mapping[CardId, CardFace]) -> str:
    """Return a deck as lines: its name, what is set in front, and how often each card is in it, by name."""

    def named(card: CardId) -> str:
        return faces[card].name if card in faces else card

    front = [f"{_FRONT} {', '.join(named(card) for card in deck.front)}"] if deck.front else []
    return "\n".join([deck.name, *front, *(f"{copies} × {named(card)}" for card, copies in deck.cards.items())])


def as_code(game: str, deck: DeckList) -> str:
    """Return a deck as one word."""
    return deck_code(game, deck)


def as_deck(game: str, words: str, faces: Mapping[CardId, CardFace]) -> DeckList:
    """Return the deck that a text or a code tells of; raise ContentError with a sentence where it tells of none."""
    words = words.strip()
    if words.startswith(CODE):
        return coded_deck(game, words)
    cards = {face.name.casefold(): face.id for face in faces.values()} | {card.casefold(): card for card in faces}
    name, front, found = "", [], Counter[CardId]()
    for number, line in enumerate((line.strip() for line in words.splitlines()[:_MOST_LINES]), start=1):
        if not line:
            continue
        if line.startswith(_FRONT):
            front = [_card(cards, each, number) for each in line.removeprefix(_FRONT).split(",")]
        elif (said := _LINE.fullmatch(line)) is not None:
            found[_card(cards, said[2], number)] += int(said[1])
        elif number == 1:
            name = lightened("".join(sign for sign in line if sign.isprintable()))[:_LONGEST_NAME]
        else:
            raise ContentError((Fault("the text", f"line {number}", f"{line[:60]!r} is no number of cards"),))
    if not found:
        raise ContentError((Fault("the text", "", "there is no deck in it: neither a code nor lines such as `2 × name of a card`"),))
    return DeckList(name or "A deck", dict(found), tuple(front))


def _card(cards: Mapping[str, CardId], name: str, number: int) -> CardId:
    card = cards.get(name.strip().casefold())
    if card is None:
        raise ContentError(
            (Fault("the text", f"line {number}", f"there is no card {name.strip()[:60]!r}{meant(name.strip().casefold(), cards)}"),)
        )
    return card
