"""The box of Cardmaster: Showdown or Custom Match, how long, which factions, and cards typed in from real ones."""

from __future__ import annotations

from collections.abc import Mapping
from functools import cache
from typing import Final

import msgspec
from msgspec.structs import replace

from game.content import creatures, decks
from game.content.creatures import Creature
from game.kernel.box import Box
from game.kernel.ids import CardId
from game.kernel.offers import SetupError
from game.kernel.rules import AnyRules
from game.kernel.scene import CardFace
from game.kernel.setup import DeckList, Option, Rows, Setup
from game.kernel.words import capitalised, enumerated, no_card
from game.rules.cardmaster.glyphs import HOUSES
from game.rules.cardmaster.scene import face
from game.rules.cardmaster.typed import TypedCreatures
from game.rules.cardmaster.version import VERSION

FACTION_SIZE: Final = 9
LENGTHS: Final = ("9", "6", "3")
_SIZES: Final = {3: "three", 6: "six", FACTION_SIZE: "nine"}


class CardmasterBox(Box):
    """What can be chosen before a match of Cardmaster."""

    id = "cardmaster"
    prefix = "CM"
    title = "Cardmaster"
    tagline = "Creature factions gamble their gems in an arena of light"
    colours = "types"
    seats = (2,)
    version = VERSION
    charges = tuple(sign for _, sign in HOUSES)
    card_files = creatures.CreatureFiles()
    typed_cards = TypedCreatures()

    def options(self, seats: int) -> tuple[Option, ...]:  # noqa: ARG002
        """Return mode, length and draft (CM-1, CM-2, CM-37)."""
        return (
            Option(
                "mode",
                "Mode",
                "choice",
                "showdown",
                (("showdown", "Showdown"), ("custom", "Custom Match")),
                words="Showdown: nine cards a side. Custom Match: physical cards beside the screen, with tracker tools.",
                means={
                    "showdown": "Nine cards a side, three of them in the arena at a time (CM-1).",
                    "custom": "Physical cards beside the screen: three, six or nine a side, with tracker tools (CM-2, CM-3).",
                },
            ),
            Option(
                "length",
                "Length",
                "choice",
                "9",
                tuple((length, f"{length} against {length}") for length in LENGTHS),
                words="Cards a side in a Custom Match; a Showdown is always nine against nine.",
                only=("mode", "custom"),
            ),
            Option(
                "dice",
                "Real dice",
                "flag",
                default=False,
                words="Each chance waits for the die or coin that is rolled beside the screen; the program rolls where you let it.",
                only=("mode", "custom"),
            ),
            Option(
                "draft", "Draft", "flag", default=False, words="Both sides pick from a shared pool of 23 instead of bringing a faction."
            ),
        )

    def ready_decks(self) -> tuple[DeckList, ...]:
        """Return the factions that ship."""
        return _factions()

    def agreed(self, setup: Setup) -> Setup:
        """Return a setup whose length fits its mode (CM-1), with take-backs in a Custom Match (CM-3)."""
        custom = setup.options["mode"] == "custom"
        options = setup.options if custom else setup.options | {"length": "9"}
        return replace(setup, options=options, take_backs=setup.take_backs or custom)

    def decks_of(self, setup: Setup) -> tuple[DeckList, ...]:
        """Return the factions that were brought, or two that ship; none in a draft (CM-37)."""
        return () if setup.options["draft"] else setup.decks or self.ready_decks()[:2]

    def rows_of(self, setup: Setup) -> Rows:
        """Return the rows of the cards that decide the match: those of its factions, or the library that a draft draws from."""
        return Rows(tuple(msgspec.json.decode(msgspec.json.encode(card)) for card in _used(self._cards(setup), setup)))

    def deck_faults(self, deck: DeckList, setup: Setup) -> tuple[str, ...]:
        """Return what is wrong with a faction: three, six or nine different cards of the library, as many as the match is long or more.

        A setup that leaves the mode open asks for no length: a shorter faction is whole for a match of its own (CM-2, CM-37).
        """
        cards = self._cards(setup)
        mode, length = setup.options.get("mode"), str(setup.options.get("length", "9"))
        least = 3 if mode is None else int(length) if mode == "custom" and length in LENGTHS else FACTION_SIZE
        faults = [f"{capitalised(no_card(card, cards))} (CM-37)." for card in (*deck.cards, *deck.front) if card not in cards]
        faults += [
            f"{cards[card].name} is named {copies} times; each card is in a faction once (CM-37)."
            for card, copies in deck.cards.items()
            if copies != 1 and card in cards
        ]
        if deck.front:
            faults.append("A faction sets no card in front; starters are chosen in the match (CM-37).")
        count = sum(deck.cards.values())
        sizes = {size: words for size, words in _SIZES.items() if size >= least}
        if count not in sizes:
            faults.append(f"A faction has {enumerated(list(sizes.values()), 'or')} cards, and this one has {count} (CM-1, CM-2).")
        return tuple(faults)

    def catalogue(self) -> tuple[CardFace, ...]:
        """Return every card of the library and those typed in."""
        return tuple(face(card) for card in (creatures.shipped_cards() | creatures.typed_cards()).values())

    def rules(self, setup: Setup) -> AnyRules:
        """Return the rulebook for a completed setup; raise SetupError when a card of it is gone."""
        from game.rules.cardmaster.rules import CardmasterRules  # noqa: PLC0415  (a match waits for its rules, not the menu)

        cards = self._cards(setup)
        lost = [card for deck in setup.decks for card in deck.cards if card not in cards]
        if lost:
            raise SetupError(*(f"There is no card {card[:60]!r} any more." for card in lost))
        return CardmasterRules(cards, asks=bool(setup.options.get("dice")))

    def forget(self) -> None:
        """Read cards and factions anew; raise ContentError and keep those there are when one that ships is faulty."""
        creatures.forget()
        _factions.cache_clear()

    @staticmethod
    def _cards(setup: Setup) -> Mapping[CardId, Creature]:
        if setup.rows.cards:
            return creatures.of_rows(setup.rows.cards)
        return creatures.shipped_cards() | creatures.typed_cards()


@cache
def _factions() -> tuple[DeckList, ...]:
    return decks.ready_decks("cardmaster")


def _used(cards: Mapping[CardId, Creature], setup: Setup) -> list[Creature]:
    """Return the cards that decide a match: those of its factions, or the library that a draft draws from."""
    if setup.decks:
        return [cards[card] for card in sorted({card for deck in setup.decks for card in deck.cards})]
    return [cards[card] for card in sorted(cards) if not cards[card].typed]


BOX = CardmasterBox()
