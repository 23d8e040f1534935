"""The cards and decks of one match, looked up quickly."""

from __future__ import annotations

from functools import lru_cache

from game.cards.catalogue import Catalogue
from game.cards.model import names
from game.cards.modify import Change, Standing
from game.kernel.ids import CardId
from game.kernel.setup import Setup
from game.rules.starcrossed.cards import BOUND, StarCard
from game.rules.starcrossed.state import CRYSTALS, own_crystals, seat_of

TURNS = 60
"""How many turns a match lasts at most; then the higher life wins."""


class Printed:
    """A card made quick: its numbers, which of its abilities belong to playing and using it, and what it changes.

    `abiding` counts the abilities that go on as long as it is in play. Of what it changes, `plain` are fixed changes of itself or of the
    diva it lies with, `asking` those that must be worked out; `spread` are fixed changes of divas on crystals that follow from its
    own place, and `auras` all others that reach further.
    """

    __slots__ = (
        "abiding",
        "aimed",
        "asking",
        "auras",
        "bound",
        "card",
        "combat",
        "cost",
        "diva",
        "free",
        "keywords",
        "kind",
        "level",
        "move",
        "plain",
        "play",
        "power",
        "special",
        "spread",
        "standing",
        "strength",
        "tribe",
        "use",
        "words",
    )  # fmt: skip

    def __init__(self, card: StarCard, catalogue: Catalogue[StarCard]) -> None:
        self.card = card
        self.kind = card.kind
        self.diva = card.kind == "diva"
        self.move = card.kind == "move"
        self.power = card.kind == "power"
        self.cost = card.cost
        self.level = card.level
        self.strength = card.strength
        self.tribe = card.tribe
        self.words = card.words
        self.keywords = frozenset(card.keywords)
        self.bound = BOUND in card.traits
        self.combat = card.combat
        self.special = card.special
        self.play = catalogue.moments(card.id, "play")
        self.use = catalogue.moments(card.id, "use")
        self.standing = catalogue.standing(card.id)
        near = [each for each in self.standing if each.reach in {"self", "bearer"}]
        self.plain = tuple((each.stat, (each.stage, plain)) for each in near if (plain := _plain(each)) is not None)
        self.asking = tuple(each for each in near if _plain(each) is None)
        far = [each for each in self.standing if each.reach == "others"]
        self.spread = tuple(spread for each in far if (spread := _spread(each, diva=self.diva)) is not None)
        self.auras = tuple(each for each in far if _spread(each, diva=self.diva) is None)
        self.abiding = len(self.use) + sum(1 for ability in card.abilities if ability.when not in {"played", "play", "use"})
        ability = card.abilities[self.play[0]] if self.play else None
        self.free = ability is not None and not ability.targets and not ability.cost and ability.condition is None
        self.aimed = bool(self.play) and catalogue.program(card.id, self.play[0]).aimed is not None


def _plain(standing: Standing) -> int | None:
    """Return the number of a change that is always the same, or None when it must be worked out."""
    return standing.fixed if standing.condition is None else None


class Spread:
    """A fixed change of the divas on some crystals: `reached` lists them for each crystal that its card may be on."""

    __slots__ = ("change", "reached", "stat")

    def __init__(self, stat: str, change: Change, reached: tuple[tuple[int, ...], ...]) -> None:
        self.stat = stat
        self.change = change
        self.reached = reached


def _spread(standing: Standing, *, diva: bool) -> Spread | None:
    """Return a change of the own divas, of those beside or on the same crystal, as crystals; None when it asks for anything else."""
    to, plain = standing.modifier.to, _plain(standing)
    if plain is None or not standing.plain or isinstance(to, str):
        return None
    if names(to.kind) != ("diva",) or to.side != "own" or to.within is not None or to.relation not in _NEAR:
        return None
    reached = []
    for place in range(CRYSTALS):
        near = _NEAR[to.relation]
        own = own_crystals(seat_of(place))
        reached.append(tuple(other for other in own if abs(other - place) in near and not (diva and to.other and other == place)))
    return Spread(standing.stat, (standing.stage, plain), tuple(reached))


_NEAR = {"": {0, 1, 2}, "here": {0}, "beside": {1}}
"""How many crystals away a relation reaches."""


class Arena:
    """Hold what does not change in a match: the catalogue, the deck lists and the limit of turns.

    `changing` are the stats and qualities that some card of the match changes as long as it is in play, `flags` those and the qualities
    that some card has printed on it. With `far`, some card changes divas on other crystals than its own.
    """

    def __init__(self, catalogue: Catalogue[StarCard], setup: Setup) -> None:
        self.catalogue = catalogue
        self.setup = setup
        self.turns = int(setup.options.get("turns", TURNS))
        self.printed = quick_cards(catalogue)
        self._listeners, self._watchers, self.changing, self.flags = _moments(
            catalogue, frozenset(card for deck in setup.decks for card in deck.cards)
        )
        self.far = any(
            self.printed[card].auras or self.printed[card].spread for deck in setup.decks for card in deck.cards if card in self.printed
        )

    def listeners(self, when: str) -> frozenset[CardId]:
        """Return the cards of the match with an ability that waits for this moment."""
        return self._listeners.get(when, _NOBODY)

    def watchers(self, when: str) -> frozenset[CardId]:
        """Return those of the listeners that wait for this moment of other pieces than themselves."""
        return self._watchers.get(when, _NOBODY)


_NOBODY: frozenset[CardId] = frozenset()


@lru_cache(maxsize=8)
def quick_cards(catalogue: Catalogue[StarCard]) -> dict[CardId, Printed]:
    """Return every card of a catalogue made quick."""
    return {card: Printed(catalogue[card], catalogue) for card in catalogue.cards}


@lru_cache(maxsize=64)
def _moments(
    catalogue: Catalogue[StarCard], decked: frozenset[CardId]
) -> tuple[dict[str, frozenset[CardId]], dict[str, frozenset[CardId]], frozenset[str], frozenset[str]]:
    """Return the cards that wait for each moment, those that watch others, and the stats and qualities that cards change or have."""
    waiting: dict[str, set[CardId]] = {}
    watching: dict[str, set[CardId]] = {}
    changing: set[str] = set()
    flags: set[str] = set()
    for card in decked:
        if card in catalogue:
            for ability in catalogue[card].abilities:
                waiting.setdefault(ability.when, set()).add(card)
                if ability.of != "self":
                    watching.setdefault(ability.when, set()).add(card)
            flags.update(catalogue[card].keywords)
            changing.update(modifier.stat for modifier in catalogue[card].modifiers)
    return _frozen(waiting), _frozen(watching), frozenset(changing), frozenset(changing | flags)


def _frozen(cards: dict[str, set[CardId]]) -> dict[str, frozenset[CardId]]:
    return {when: frozenset(found) for when, found in cards.items()}
