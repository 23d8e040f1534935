"""The box of Shine: two seats, and for each a Star with a deck of fifty."""

from __future__ import annotations

from functools import cache

from game.cards.box import TwoDecks
from game.content.decks import ready_decks
from game.content.load import Sort, WordedCards
from game.kernel.capabilities import Gauge
from game.kernel.ids import CardId
from game.kernel.rules import AnyRules
from game.kernel.scene import CardFace
from game.kernel.setup import DeckList, Setup
from game.kernel.words import capitalised, no_card
from game.rules.shine import faces
from game.rules.shine.arena import Arena
from game.rules.shine.cards import CHARGES, WORDS, ShineCard, judge, parts
from game.rules.shine.version import VERSION

GAME = "shine"
CARDS = WordedCards(GAME, Sort(ShineCard, judge, WORDS), parts)
catalogue, catalogue_of = CARDS.catalogue, CARDS.catalogue_of
DECK = 50
COPIES = 3


@cache
def _ready() -> tuple[DeckList, ...]:
    return ready_decks(GAME)


class ShineBox(TwoDecks):
    """What can be chosen before a match of Shine."""

    id = GAME
    prefix = "SH"
    title = "Shine! My Star"
    tagline = "A Star each, five who fight beside her, and answers to every answer"
    version = VERSION
    charges = CHARGES
    hand = 5
    card_files = CARDS

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

    def front_cards(self, setup: Setup) -> tuple[CardId, ...]:  # noqa: ARG002
        """Return the cards that are set in front: the Stars."""
        return tuple(card.id for card in catalogue().cards.values() if card.kind == "star")

    def deck_faults(self, deck: DeckList, setup: Setup) -> tuple[str, ...]:
        """Return every rule a deck breaks, one sentence each (SH-1 to SH-3)."""
        cards = catalogue_of(setup)
        faults = []
        size = sum(deck.cards.values())
        if size != DECK:
            faults.append(f"A deck has exactly {DECK} cards beside its Star, and this one has {size} (SH-1).")
        stars = [cards[card] for card in deck.front if card in cards and cards[card].kind == "star"]
        if len(deck.front) != 1 or len(stars) != 1:
            faults.append("Exactly one Star is set in front (SH-1).")
        for name, copies in deck.cards.items():
            if name not in cards:
                faults.append(f"{capitalised(no_card(name, cards.cards))}.")
                continue
            card = cards[name]
            if card.kind == "star":
                faults.append(f"{card.name} is a Star and not among the {DECK} (SH-1).")
            if not 1 <= copies <= COPIES:
                faults.append(f"A deck holds 1 to {COPIES} copies of {card.name}, and this one has {copies} (SH-3).")
            if stars and not set(card.colours) & set(stars[0].colours):
                faults.append(f"{card.name} shares no colour with {stars[0].name} (SH-2).")
        return tuple(faults)

    def deck_gauges(self, deck: DeckList, setup: Setup) -> tuple[Gauge, ...]:  # noqa: ARG002
        """Return how full a deck is: cards, and how many of each kind."""
        cards = catalogue()
        held = [(cards[card], copies) for card, copies in deck.cards.items() if card in cards]
        kinds = [(kind, sum(copies for card, copies in held if card.kind == kind)) for kind in ("attack", "support", "spell")]
        return (Gauge("Cards", sum(deck.cards.values()), DECK), *(Gauge(kind.capitalize(), count) for kind, count in kinds))

    def rules(self, setup: Setup) -> AnyRules:
        """Return the rulebook for a completed setup."""
        from game.rules.shine.rules import ShineRules  # noqa: PLC0415  (a match waits for its rules, not the menu)

        return ShineRules(Arena(catalogue_of(setup), setup))

    def words(self) -> object:
        """Return the words that cards are written in, for `check`."""
        return WORDS


BOX = ShineBox()
