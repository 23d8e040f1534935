"""Which decks may be played: deck points, one side, three copies, and the ranks that the objective needs."""

from __future__ import annotations

from game.cards.catalogue import Catalogue
from game.kernel.setup import DeckList
from game.kernel.words import enumerated, no_card
from game.rules.overcross.arena import ASSASSINATION, SUMMONING, Settings
from game.rules.overcross.cards import NEUTRAL, OvercrossCard

COPIES = 3


def charge(deck: DeckList) -> str:
    """Return the glyph of the side that a deck is of."""
    return f"side-{deck.side}" if deck.side else ""


def points(deck: DeckList, catalogue: Catalogue[OvercrossCard]) -> int:
    """Return the deck points used; unknown cards count nothing (OC-6)."""
    return sum(catalogue[card].deck for card in deck.expanded() if card in catalogue)


def deck_faults(deck: DeckList, catalogue: Catalogue[OvercrossCard], settings: Settings) -> tuple[str, ...]:
    """Return every rule a deck breaks, one sentence each (OC-6 to OC-9, OC-46, OC-47)."""
    found = [f"{no_card(card, catalogue.cards)}." for card in deck.cards if card not in catalogue]
    if deck.front:
        found.append("Overcross decks have no cards in front; the objective sets its mark aside (OC-46).")
    if not deck.cards:
        found.append("the deck is empty.")
    used = points(deck, catalogue)
    if used > settings.deck_points:
        found.append(f"it costs {used} deck points, and {settings.deck_points} are agreed (OC-6).")
    cards = [catalogue[card] for card in deck.cards if card in catalogue]
    sides = list(dict.fromkeys(card.side for card in cards if card.side != NEUTRAL))
    if len(sides) > 1:
        found.append(f"its cards belong to {len(sides)} sides, {enumerated([side.capitalize() for side in sides])} (OC-7).")
    for card in cards:
        copies = deck.cards[card.id]
        if copies < 1:
            found.append(f"{card.name} is listed {copies} times.")
        if copies > COPIES and card.kind != "terrain":
            found.append(f"{copies} copies of {card.name}, and {COPIES} at most are allowed (OC-8).")
    return (*found, *lacking(deck, catalogue, settings))


def lacking(deck: DeckList, catalogue: Catalogue[OvercrossCard], settings: Settings) -> tuple[str, ...]:
    """Return what a deck lacks to be played for the objective at all: its marks (OC-46), its Legend (OC-47)."""
    ranks = {catalogue[card].rank for card in deck.cards if card in catalogue}
    if settings.objective == ASSASSINATION:
        return tuple(f"it has no {rank.capitalize()} to be the mark (OC-46)." for rank in settings.marks if rank not in ranks)
    return ("it has no Legend to be summoned (OC-47).",) if settings.objective == SUMMONING and "legend" not in ranks else ()
