"""The box of Cardmaster: Showdown or Custom Match, how long, which factions, and cards typed in from real ones."""

from __future__ import annotations

from collections.abc import Mapping
from functools import cache
from typing import Any, Final

from msgspec.structs import replace

from game.content import creatures, decks
from game.content.creatures import Creature
from game.kernel.digest import digest
from game.kernel.ids import CardId
from game.kernel.offers import SetupError
from game.kernel.rules import AnyRules
from game.kernel.scene import CardFace
from game.kernel.setup import DeckList, Option, Setup
from game.kernel.words import enumerated
from game.rules.cardmaster.chart import STATS, STATUSES, TYPES
from game.rules.cardmaster.glyphs import MEANINGS, STAT_NAMES, type_name
from game.rules.cardmaster.scene import face
from game.rules.cardmaster.version import VERSION

FACTION_SIZE: Final = 9
LENGTHS: Final = ("9", "6", "3")

Values = Mapping[str, str | int | bool]


class CardmasterBox:
    """What can be chosen before a match of Cardmaster."""

    id = "cardmaster"
    title = "Cardmaster"
    tagline = "Creature factions gamble their gems in an arena of light"
    seats = (2,)
    version = VERSION

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
            ),
            Option(
                "length",
                "Length",
                "choice",
                "9",
                tuple((length, f"{length} against {length}") for length in LENGTHS),
                words="Cards a side in a Custom Match; a Showdown is always nine against nine.",
            ),
            Option(
                "draft", "Draft", "flag", default=False, words="Both sides pick from a shared pool of 23 instead of bringing a faction."
            ),
        )

    def ready_decks(self) -> tuple[DeckList, ...]:
        """Return the factions that ship."""
        return _factions()

    def maps(self, seats: int) -> tuple[tuple[str, str], ...]:  # noqa: ARG002
        """Return no maps: the arena is always the same."""
        return ()

    def complete(self, setup: Setup) -> Setup:
        """Fill in options, factions and digests; raise SetupError with every reason it cannot start."""
        reasons: list[str] = []
        if setup.seats != 2:
            reasons.append(f"Cardmaster is played by 2, not {setup.seats}.")
        if setup.map:
            reasons.append("Cardmaster has no maps.")
        options = {option.key: option.default for option in self.options(2)} | setup.options
        for option in self.options(2):
            value = options[option.key]
            if option.kind == "choice" and value not in [choice for choice, _ in option.choices]:
                reasons.append(f"{option.label} is {enumerated([choice for choice, _ in option.choices], 'or')}, not {str(value)[:40]!r}.")
            elif option.kind == "flag" and not isinstance(value, bool):
                reasons.append(f"{option.label} is yes or no, not {str(value)[:40]!r}.")
        reasons += [f"Cardmaster has no option {key[:40]!r}." for key in setup.options if key not in {one.key for one in self.options(2)}]
        if options["mode"] == "showdown":
            options["length"] = "9"  # CM-1
        sides = () if options["draft"] else setup.decks or self.ready_decks()[:2]
        chosen = replace(setup, options=options, decks=sides, version=VERSION)
        if not reasons and not options["draft"]:
            if len(sides) != 2:
                reasons.append(f"Each of the two sides brings a faction, and there are {len(sides)}.")
            reasons += [f"{deck.name}: {fault}" for deck in sides for fault in self.deck_faults(deck, chosen)]
        if reasons:
            raise SetupError(*reasons)
        return replace(chosen, catalogue=digest(_used(self._cards(), chosen)), take_backs=setup.take_backs or options["mode"] == "custom")

    def deck_faults(self, deck: DeckList, setup: Setup) -> tuple[str, ...]:
        """Return what is wrong with a faction: nine different cards of the library, in a shorter match at least its length (CM-37)."""
        cards = self._cards()
        length = str(setup.options.get("length", "9")) if setup.options.get("mode") == "custom" else "9"
        least = int(length) if length in LENGTHS else FACTION_SIZE
        faults = [f"There is no card {card[:60]!r} (CM-37)." for card in (*deck.cards, *deck.front) if card not in cards]
        faults += [
            f"{cards[card].name} is named {copies} times; each card is in a faction once (CM-37)."
            for card, copies in deck.cards.items()
            if copies != 1 and card in cards
        ]
        if deck.front:
            faults.append("A faction sets no card in front; starters are chosen in the match (CM-37).")
        count = sum(deck.cards.values())
        if not least <= count <= FACTION_SIZE:
            wanted = "nine cards" if least == FACTION_SIZE else f"{least} to nine cards"
            faults.append(f"A faction has {wanted}, and this one has {count} (CM-1, CM-2).")
        return tuple(faults)

    def catalogue(self) -> tuple[CardFace, ...]:
        """Return every card of the library and those typed in."""
        return tuple(face(card) for card in self._cards().values())

    def rules(self, setup: Setup) -> AnyRules:
        """Return the rulebook for a completed setup; raise SetupError when a card of it is gone."""
        from game.rules.cardmaster.rules import CardmasterRules  # noqa: PLC0415  (a match waits for its rules, not the menu)

        cards = self._cards()
        lost = [card for deck in setup.decks for card in deck.cards if card not in cards]
        if lost:
            raise SetupError(*(f"There is no card {card[:60]!r} any more." for card in lost))
        return CardmasterRules(cards)

    def card_form(self) -> tuple[Option, ...]:
        """Return the fields of the form by which a physical card is typed in (CM-3)."""
        types = tuple((kind, type_name(kind)) for kind in TYPES)
        statuses = tuple((status, status.capitalize()) for status in STATUSES)
        return (
            Option("name", "Name", "text", "", high=40, words="As printed."),
            Option("tier", "Tier", "number", 5, low=1, high=10),
            Option("type1", "Type 1", "choice", TYPES[0], types, words="A1 and A3 strike with it."),
            Option("type2", "Type 2", "choice", TYPES[0], types, words="A2 and A3 strike with it; it may be the same type."),
            Option("status", "Status", "choice", STATUSES[0], statuses, words=" ".join(MEANINGS.values())),
            *(Option(stat, STAT_NAMES[stat], "number", 333, low=1, high=999) for stat in STATS),
        )

    def card_faults(self, values: Values) -> dict[str, str]:
        """Return what is wrong with a typed-in card, one sentence a field of the form (CM-3, CM-4)."""
        faults = creatures.field_faults(_card_values(values))
        wrong_types = faults.pop("types", "")
        if wrong_types:
            faults |= {key: wrong_types for key in ("type1", "type2") if values.get(key) not in TYPES}
        return faults

    def card_remarks(self, values: Values) -> tuple[str, ...]:
        """Return what is odd about a typed-in card and still accepted: a sum of stats other than 333 a Tier."""
        remark = creatures.sum_remark(_card_values(values))
        return (remark,) if remark else ()

    def keep_card(self, values: Values) -> CardId:
        """Keep a typed-in card for this match and the next; raise SetupError with the reasons when a field is wrong (CM-3)."""
        faults = self.card_faults(values)
        if faults:
            raise SetupError(*faults.values())
        return creatures.keep_typed(_card_values(values)).id

    @staticmethod
    def _cards() -> dict[CardId, Creature]:
        return creatures.shipped_cards() | creatures.typed_cards()


@cache
def _factions() -> tuple[DeckList, ...]:
    return decks.ready_decks("cardmaster")


def _card_values(values: Values) -> dict[str, Any]:
    fields = {key: value for key, value in values.items() if key not in ("type1", "type2")}
    return fields | {"types": (values.get("type1"), values.get("type2"))}


def _used(cards: Mapping[CardId, Creature], setup: Setup) -> list[Creature]:
    """Return the cards that decide a match: those of its factions, or the library that a draft draws from."""
    if setup.decks:
        return [cards[card] for card in sorted({card for deck in setup.decks for card in deck.cards})]
    return [cards[card] for card in sorted(cards) if not cards[card].typed]


BOX = CardmasterBox()
