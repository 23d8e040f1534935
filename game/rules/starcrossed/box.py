"""The box of Starcrossed: two seats, two decks of fifty, and how long a match may last."""

from __future__ import annotations

from functools import cache

from game.cards.box import TwoDecks
from game.content.decks import ready_decks
from game.content.load import Sort, WordedCards
from game.kernel.capabilities import Gauge
from game.kernel.ids import CardId
from game.kernel.rules import AnyRules
from game.kernel.scene import CardFace
from game.kernel.setup import DeckList, Option, Setup
from game.kernel.words import capitalised, no_card
from game.rules.starcrossed import faces
from game.rules.starcrossed.arena import TURNS, Arena
from game.rules.starcrossed.cards import CHARGES, ICON, WORDS, StarCard, judge, parts
from game.rules.starcrossed.version import VERSION

GAME = "starcrossed"
CARDS = WordedCards(GAME, Sort(StarCard, judge, WORDS), parts)
catalogue, catalogue_of = CARDS.catalogue, CARDS.catalogue_of
DECK = 50
BASES = 2
"""How many copies of its base card a super card needs (SC-39)."""
_FEWEST, _MOST = 10, 200


@cache
def _ready() -> tuple[DeckList, ...]:
    return ready_decks(GAME)


class StarcrossedBox(TwoDecks):
    """What can be chosen before a match of Starcrossed."""

    id = GAME
    prefix = "SC"
    title = "Starcrossed"
    tagline = "Three soul crystals each, divas who sing, cards face down: lanes and nerve"
    colours = "tribes"
    version = VERSION
    charges = CHARGES
    hand = 10
    card_files = CARDS

    def options(self, seats: int) -> tuple[Option, ...]:  # noqa: ARG002
        """Return how many turns a match may last."""
        words = "After so many turns the match ends, and the higher life wins."
        return (Option("turns", "Most turns", "number", TURNS, low=_FEWEST, high=_MOST, words=words),)

    def forget(self) -> None:
        """Read cards and decks anew; raise ContentError and keep those there are when one that ships is faulty."""
        ready_decks(GAME)
        CARDS.forget()
        _ready.cache_clear()

    def face(self, card: CardId) -> CardFace:
        """Return what is printed on a card."""
        return faces.face(catalogue(), card)

    def ready_decks(self) -> tuple[DeckList, ...]:
        """Return the decks that ship."""
        return _ready()

    def deck_faults(self, deck: DeckList, setup: Setup) -> tuple[str, ...]:
        """Return every rule a deck breaks, one sentence each (SC-39, SC-40)."""
        cards = catalogue_of(setup)
        faults = []
        size = sum(deck.cards.values())
        if size != DECK:
            faults.append(f"A deck has exactly {DECK} cards, and this one has {size} (SC-39).")
        if deck.front:
            faults.append("No card is set in front in Starcrossed.")
        icons = 0
        for name, copies in deck.cards.items():
            if name not in cards:
                faults.append(f"{capitalised(no_card(name, cards.cards))}.")
                continue
            card = cards[name]
            icons += copies if ICON in card.traits else 0
            if copies < 1:
                faults.append(f"{card.name} is listed {copies} times.")
            if copies > card.copies:
                most = f"{card.copies} {'copy' if card.copies == 1 else 'copies'}"
                faults.append(f"A deck holds {most} of {card.name} at most, and this one has {copies} (SC-39).")
            if card.supers and deck.cards.get(card.supers, 0) < BASES:
                base = cards[card.supers].name
                faults.append(
                    f"{card.name} needs {BASES} copies of {base} in the deck, and there are {deck.cards.get(card.supers, 0)} (SC-39)."
                )
        if icons > 1:
            faults.append(f"A deck holds one Icon at most, and this one has {icons} (SC-40).")
        return tuple(faults)

    def deck_gauges(self, deck: DeckList, setup: Setup) -> tuple[Gauge, ...]:  # noqa: ARG002
        """Return how full a deck is: cards, divas and icons."""
        cards = catalogue()
        held = [(cards[card], copies) for card, copies in deck.cards.items() if card in cards]
        divas = sum(copies for card, copies in held if card.kind == "diva")
        icons = sum(copies for card, copies in held if ICON in card.traits)
        return (Gauge("Cards", sum(deck.cards.values()), DECK), Gauge("Divas", divas), Gauge("Icons", icons, 1))

    def rules(self, setup: Setup) -> AnyRules:
        """Return the rulebook for a completed setup."""
        from game.rules.starcrossed.rules import StarcrossedRules  # noqa: PLC0415  (a match waits for its rules, not the menu)

        return StarcrossedRules(Arena(catalogue_of(setup), setup))

    def words(self) -> object:
        """Return the words that cards are written in, for `check`."""
        return WORDS


BOX = StarcrossedBox()
