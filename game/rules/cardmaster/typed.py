"""Physical cards typed in: the fields of the form, what is wrong with a card, and keeping it (CM-3, CM-4)."""

from __future__ import annotations

from typing import Any

from game.content import creatures
from game.content.creatures import Creature
from game.kernel.capabilities import Typed
from game.kernel.ids import CardId
from game.kernel.offers import SetupError
from game.kernel.setup import DeckList, Option, Setup
from game.rules.cardmaster.chart import STATS, STATUSES, TYPES
from game.rules.cardmaster.glyphs import MEANINGS, STAT_NAMES, type_name


class TypedCreatures:
    """The creatures of a physical collection; see `game.kernel.capabilities.TypedCards`."""

    def form(self) -> tuple[Option, ...]:
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

    def faults(self, values: Typed) -> dict[str, str]:
        """Return what is wrong with a typed-in card, one sentence a field of the form (CM-3, CM-4)."""
        faults = creatures.field_faults(_fields(values))
        wrong_types = faults.pop("types", "")
        if wrong_types:
            faults |= {key: wrong_types for key in ("type1", "type2") if values.get(key) not in TYPES}
        return faults

    def remarks(self, values: Typed) -> tuple[str, ...]:
        """Return what is odd about a typed-in card and still accepted: a sum of stats other than 333 a Tier."""
        remark = creatures.sum_remark(_fields(values))
        return (remark,) if remark else ()

    def keep(self, values: Typed, card: CardId = "") -> CardId:
        """Keep a new card, or one as it is now, for the next match; raise SetupError with the reasons when that cannot be (CM-3)."""
        faults = self.faults(values)
        if faults:
            raise SetupError(*faults.values())
        try:
            return creatures.keep_typed(_fields(values), card).id
        except ValueError as error:
            raise SetupError(str(error)) from None

    def values(self, card: CardId) -> Typed | None:
        """Return what was typed in for a card; None for one that ships."""
        found = creatures.typed_cards().get(card)
        return None if found is None else _values(found)

    def templates(self) -> tuple[tuple[CardId, str], ...]:
        """Return every creature by name, those typed in first."""
        cards = creatures.typed_cards() | creatures.shipped_cards()
        return tuple(
            (card.id, f"{card.name}, Tier {card.tier}") for card in sorted(cards.values(), key=lambda card: (not card.typed, card.name))
        )

    def like(self, card: CardId) -> Typed:
        """Return the fields of a creature with its name left open."""
        return _values((creatures.typed_cards() | creatures.shipped_cards())[card]) | {"name": ""}

    def teams(self, setup: Setup) -> tuple[DeckList, ...]:
        """Return factions of the cards typed in, one after the other, each of the length of a Custom Match (CM-2, CM-3)."""
        if setup.options.get("mode") != "custom":
            return ()
        cards, size = sorted(creatures.typed_cards().values(), key=lambda card: card.name), int(setup.options.get("length", 9))
        rows = [cards[begin : begin + size] for begin in range(0, len(cards) - size + 1, size)]
        return tuple(DeckList(f"My cards {number}", {card.id: 1 for card in row}) for number, row in enumerate(rows, start=1))

    def drop(self, card: CardId) -> None:
        """Remove a typed-in card; raise SetupError when it cannot be."""
        try:
            creatures.drop_typed(card)
        except (ValueError, OSError) as error:
            raise SetupError(str(error)) from None


def _values(card: Creature) -> dict[str, str | int | bool]:
    first, second = card.types
    stats: dict[str, str | int | bool] = {"spd": card.spd, "hp": card.hp, "def": card.dfn, "atk": card.atk, "spc": card.spc}
    return stats | {"name": card.name, "tier": card.tier, "type1": first, "type2": second, "status": card.status}


def _fields(values: Typed) -> dict[str, Any]:
    """Return a form as the fields of a card: two types are one pair."""
    fields = {key: value for key, value in values.items() if key not in ("type1", "type2")}
    return fields | {"types": (values.get("type1"), values.get("type2"))}
