"""The cards and decks of one match, looked up quickly."""

from __future__ import annotations

from functools import lru_cache
from typing import Any

from game.cards.catalogue import Catalogue
from game.cards.interpret import Program
from game.cards.model import Ability, Draw, Gain, Modify, Send, names
from game.kernel.ids import CardId
from game.kernel.setup import Setup
from game.rules.shine.cards import STATUS, ShineCard
from game.rules.shine.state import SHINE


class Usage:
    """An ability that goes on the chain, made quick: its costs in plain numbers, and when it may be used.

    `free` needs no card to be asked: no target, no condition. `simple` points at one card and asks for nothing else. `foes` is meant for
    the opponent's turn (SH-32), `quick` for any moment (SH-43).
    """

    __slots__ = ("card", "costs", "foes", "free", "part", "program", "quick", "simple")

    def __init__(self, program: Program) -> None:
        ability = program.ability
        timing = names(ability.timing)
        self.card = program.card
        self.part = program.part
        self.program = program
        self.costs = tuple((cost.pay, cost.amount) for cost in ability.cost if isinstance(cost.amount, int))
        self.foes = "opponents" in timing
        self.quick = "quick" in timing and not self.foes
        self.free = not ability.targets and ability.condition is None
        self.simple = len(ability.targets) == 1 and program.aimed is not None and ability.condition is None


class Printed:
    """A card made quick: its numbers, which of its abilities belong to playing and using it, and what sets off the others.

    Of what can be used, `acts` are for the own main phases and `replies` for answers, on the field; `buried_acts` and `buried_replies`
    the same in the graveyard (SH-36). Of its abilities, `brief` give what they point at strength until the end of a battle and nothing else, `back` take a card of one's own
    back to the hand, and `aside` do nothing to any other card on the field.
    """

    __slots__ = (
        "acts", "aside", "back", "brief", "buried_acts", "buried_replies", "card", "cost", "extra", "guard", "kind", "part", "play", "quick", "replies",
        "spell", "standing", "star", "strength", "traits", "use", "whens",
    )  # fmt: skip

    def __init__(self, card: ShineCard, catalogue: Catalogue[ShineCard]) -> None:
        self.card = card
        self.kind = card.kind
        self.star = card.kind == "star"
        self.spell = card.kind == "spell"
        self.cost = card.cost
        self.strength = card.strength
        self.quick = self.spell and "quick" in card.keywords
        self.guard = "guard" in card.keywords
        self.traits = tuple((*card.colours, status) for status in STATUS)
        moments = catalogue.moments(card.id, "play")
        self.part = moments[0] if moments else -1
        self.play = Usage(catalogue.program(card.id, self.part)) if moments else None
        self.use = tuple(
            (part, names(card.abilities[part].timing), card.abilities[part].zone) for part in catalogue.moments(card.id, "use")
        )
        usages = [(Usage(catalogue.program(card.id, part)), zone) for part, _, zone in self.use]
        self.acts = tuple(usage for usage, zone in usages if not zone and not usage.foes)
        self.replies = tuple(usage for usage, zone in usages if not zone and (usage.quick or usage.foes))
        self.buried_acts = tuple(usage for usage, zone in usages if zone and not usage.foes)
        self.buried_replies = tuple(usage for usage, zone in usages if zone and (usage.quick or usage.foes))
        self.whens = frozenset(ability.when for ability in card.abilities)
        self.standing = catalogue.standing(card.id)
        parts, heard = tuple(enumerate(catalogue.parts(card.id))), "exhausted" in self.whens  # what is paid may set something off (SH-38)
        self.brief = frozenset(part for part, ability in parts if _brief(ability) and not heard)
        self.back = frozenset(part for part, ability in parts if _back(ability) and not heard)
        self.aside = frozenset(part for part, ability in parts if all(_aside(effect) for effect in ability.effects))
        self.extra = len(card.abilities) + len(self.standing) + len(card.keywords)


class Arena:
    """Hold what does not change in a match: the catalogue and the deck lists.

    `changing` are the numbers and qualities that cards of these decks change as long as they stay; `open` tells that each such change follows from
    what lies open; `haunted` that a card of these decks can be used for an answer in the graveyard (SH-36), and `cheapest` is the least that an answer
    costs which is played from the hand (SH-43).
    """

    def __init__(self, catalogue: Catalogue[ShineCard], setup: Setup) -> None:
        self.catalogue = catalogue
        self.setup = setup
        self.printed = _printed(catalogue)
        cards = {card for deck in setup.decks for card in (*deck.cards, *deck.front)}
        self.open = all(standing.open for printed in self.printed.values() for standing in printed.standing)
        known = [self.printed[card] for card in cards if card in self.printed]
        self.changing = frozenset(standing.stat for printed in known for standing in printed.standing)
        self.cheapest = min((printed.cost for printed in known if printed.quick), default=SHINE + 1)
        self.haunted = any(printed.buried_replies for printed in known)


def _aside(effect: Any) -> bool:
    return isinstance(effect, Draw | Gain) or (isinstance(effect, Modify) and effect.to == "self")


def _brief(ability: Ability) -> bool:
    return all(
        isinstance(effect, Modify) and effect.to == "target" and effect.stat == "strength" and effect.until == "battle"
        for effect in ability.effects
    )


def _back(ability: Ability) -> bool:
    back = all(isinstance(effect, Send) and effect.what == "target" and effect.to == "hand" for effect in ability.effects)
    return back and all(target.of is not None and target.of.side == "own" and not target.of.zone for target in ability.targets)


@lru_cache(maxsize=8)
def _printed(catalogue: Catalogue[ShineCard]) -> dict[CardId, Printed]:
    return {card: Printed(catalogue[card], catalogue) for card in catalogue.cards}
