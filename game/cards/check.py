"""Cards held against the words of their game: every fault a sentence with its place.

Types and misspelt fields have been refused before (msgspec says where); here it is about sense: a kind, zone, stat, verb or
duration the game does not have, a name that nothing binds, a card that asks for one of two things that exclude each other.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable
from typing import Any

from msgspec import Struct

from game.cards import model
from game.cards.model import Ability, Card, Modifier, Select, Spot, names
from game.cards.words import Words

Complaint = tuple[str, str]
"""Where in the card (`$.abilities[0].effects[1]`) and what is wrong there."""

_ALWAYS = frozenset({"self", "bearer"})
_TRIGGERED = frozenset({"trigger", "cause", "amount"})
_STAGES = ("add", "set", "scale")


def card_faults(card: Card, words: Words, cards: Iterable[str] = ()) -> list[Complaint]:
    """Return everything about a card that its game cannot mean; `cards` are the ids that `create` may name."""
    checker = _Checker(words, frozenset(cards))
    checker.known("$.kind", card.kind, words.kinds, "kind of card")
    for index, trait in enumerate(card.traits):
        checker.known(f"$.traits[{index}]", trait, words.traits, "trait")
    for stat in card.stats:
        checker.known(f"$.stats.{stat}", stat, words.stats, "stat")
    for index, ability in enumerate(card.abilities):
        checker.ability(f"$.abilities[{index}]", ability)
    for index, modifier in enumerate(card.modifiers):
        checker.modifier(f"$.modifiers[{index}]", modifier)
    return checker.complaints


def keyword_faults(keywords: Iterable[str], words: Words) -> list[Complaint]:
    """Return a complaint for every quality printed on a card that the game does not know."""
    return [
        (f"$.keywords[{index}]", f"{word!r} is not a quality of this game")
        for index, word in enumerate(keywords)
        if word not in words.keywords
    ]


def ability_faults(ability: Ability, words: Words, place: str = "$", bound: Iterable[str] = ()) -> list[Complaint]:
    """Return everything about one ability that its game cannot mean; `bound` are names the game binds itself."""
    checker = _Checker(words, frozenset())
    checker.ability(place, ability, frozenset(bound))
    return checker.complaints


class _Checker:
    def __init__(self, words: Words, cards: frozenset[str]) -> None:
        self.words = words
        self.cards = cards
        self.complaints: list[Complaint] = []
        self.quick_checks: dict[type, Callable[[str, Any], None]] = {
            Select: self._select,
            Spot: self._spot,
            model.Check: lambda place, check: self._stat(f"{place}.stat", check.stat),
            model.StatOf: lambda place, amount: self._stat(f"{place}.stat", amount.stat),
            model.BestOf: lambda place, amount: self._stat(f"{place}.stat", amount.stat),
            model.Resource: lambda place, amount: self.known(f"{place}.name", amount.name, words.resources, "number of the table"),
            model.Fact: lambda place, fact: self.known(f"{place}.name", fact.name, words.facts, "fact"),
            model.Cost: lambda place, cost: self.known(f"{place}.pay", cost.pay, words.costs, "cost"),
        }

    def complain(self, place: str, words: str) -> None:
        self.complaints.append((place, words))

    def known(self, place: str, word: str, among: Iterable[str], noun: str) -> None:
        if word not in among:
            self.complain(place, f"{word!r} is not a {noun} of this game (it knows {', '.join(sorted(among)) or 'none'})")

    def ability(self, place: str, ability: Ability, bound: frozenset[str] = frozenset()) -> None:
        known = _ALWAYS | bound
        if ability.when not in {"play", "use"}:
            self.known(f"{place}.when", ability.when, self.words.triggers, "moment")
            known |= _TRIGGERED
        for timing in names(ability.timing):
            self.known(f"{place}.timing", timing, self.words.timings, "timing")
        if ability.zone:
            self.known(f"{place}.zone", ability.zone, self.words.zones, "zone")
        self._walk(f"{place}.of", ability.of, known)
        for index, target in enumerate(ability.targets):
            spot = f"{place}.targets[{index}]"
            self._picked(spot, target)
            self._walk(spot, target, known)
            known |= {target.name}
        for index, cost in enumerate(ability.cost):
            self._walk(f"{place}.cost[{index}]", cost, known)
        if ability.condition is not None:
            self._walk(f"{place}.condition", ability.condition, known)
        if not ability.effects:
            self.complain(f"{place}.effects", "an ability needs at least one effect")
        self._effects(f"{place}.effects", ability.effects, known)

    def modifier(self, place: str, modifier: Modifier) -> None:
        self._stat(f"{place}.stat", modifier.stat)
        self._one_stage(place, modifier)
        if modifier.zone:
            self.known(f"{place}.zone", modifier.zone, self.words.zones, "zone")
        self._walk(place, modifier, _ALWAYS)
        for part in (modifier.add, modifier.set):
            if isinstance(part, model.Dice):
                self.complain(place, "a lasting change cannot roll dice")

    def _one_stage(self, place: str, change: Modifier | model.Modify) -> None:
        given = [stage for stage in _STAGES if getattr(change, stage) is not None]
        if len(given) != 1:
            self.complain(place, f"exactly one of add, set and scale must be given, not {' and '.join(given) or 'none'}")

    def _picked(self, place: str, pick: model.Target | model.Pick) -> None:
        if (pick.of is None) == (pick.at is None):
            self.complain(place, "exactly one of `of` (pieces) and `at` (places) must be given")
        if isinstance(pick.least, int) and isinstance(pick.most, int) and not 0 <= pick.least <= pick.most:
            self.complain(place, f"at least {pick.least} and at most {pick.most} cannot both be")

    def _effects(self, place: str, effects: tuple[model.Effect, ...], known: frozenset[str]) -> frozenset[str]:
        for index, effect in enumerate(effects):
            known = self._effect(f"{place}[{index}]", effect, known)
        return known

    def _effect(self, place: str, effect: model.Effect, known: frozenset[str]) -> frozenset[str]:
        verb = effect.__struct_config__.tag
        self.known(place, str(verb), self.words.verbs, "verb")
        inner = known
        match effect:
            case model.Pick():
                self._picked(place, effect)
                self._walk(place, effect, known)
                return known | {effect.name}
            case model.Roll(name):
                return known | {name}
            case model.Each(_, effects, name):
                self._walk(f"{place}.of", effect.of, known)
                self._effects(f"{place}.effects", effects, known | {name})
                return known
            case model.May(effects) | model.Repeat(_, effects):
                inner = self._effects(f"{place}.effects", effects, known)
                if isinstance(effect, model.Repeat):
                    self._walk(f"{place}.times", effect.times, known)
                return inner
            case model.Choose(options):
                if len(options) < 2:
                    self.complain(f"{place}.options", "a choice needs at least two options")
                for index, option in enumerate(options):
                    self._effects(f"{place}.options[{index}]", option, known)
                return known
            case model.If(test, then, otherwise):
                self._walk(f"{place}.test", test, known)
                self._effects(f"{place}.then", then, known)
                self._effects(f"{place}.otherwise", otherwise, known)
                return known
            case model.Special(name):
                self.known(f"{place}.name", name, self.words.specials, "special")
            case model.Modify():
                self._stat(f"{place}.stat", effect.stat)
                self._one_stage(place, effect)
                self.known(f"{place}.until", effect.until, self.words.durations, "duration")
            case model.Prevent(_, _, until):
                self.known(f"{place}.until", until, self.words.durations, "duration")
            case model.Send(_, to) | model.Look(to=to) | model.Search(to=to):
                self.known(f"{place}.to", to, self.words.zones, "zone")
            case model.Gain(word):
                self.known(f"{place}.what", word, self.words.resources, "number of the table")
            case model.Tally(_, counter):
                self.known(f"{place}.counter", counter, self.words.counters, "counter")
            case model.Cancel(word):
                self.known(f"{place}.what", word, self.words.cancels, "thing to cancel")
            case model.Ready(_, part) if part:
                self.known(f"{place}.part", part, self.words.readies, "part of a turn")
            case model.Create(card):
                if card not in self.cards:
                    self.complain(f"{place}.card", f"there is no card {card!r}")
            case model.Attune(_, trait) if trait:
                self.known(f"{place}.trait", trait, self.words.traits, "trait")
            case _:
                pass
        self._walk(place, effect, known)
        return inner

    def _walk(self, place: str, value: Any, known: frozenset[str]) -> None:
        """Visit a value and what it holds: words against the game's lists, references against what is bound."""
        check = self.quick_checks.get(type(value))
        if check is not None:
            check(place, value)
        if isinstance(value, str):
            if not place.endswith((".zone", ".order")) and value not in known:
                self.complain(place, f"nothing is called {value!r} here (there is {', '.join(sorted(known))})")
        elif isinstance(value, tuple):
            for index, one in enumerate(value):
                self._walk(f"{place}[{index}]", one, known)
        elif isinstance(value, Struct):
            for field, held in _held(value):
                if field not in {"effects", "then", "otherwise", "options"}:
                    self._walk(f"{place}.{field}", held, known)

    def _select(self, place: str, select: Select) -> None:
        for kind in names(select.kind):
            self.known(f"{place}.kind", kind, self.words.kinds, "kind of card")
        for trait in (*names(select.trait), *names(select.without)):
            self.known(f"{place}.trait", trait, self.words.traits, "trait")
        if select.zone:
            self.known(f"{place}.zone", select.zone, self.words.zones, "zone")
        if select.flag:
            self.known(f"{place}.flag", select.flag, self.words.keywords, "quality")
        if select.relation:
            self.known(f"{place}.relation", select.relation, self.words.relations, "relation")
        if select.card and self.cards:
            self.known(f"{place}.card", select.card, self.cards, "card")
        order, _, stat = select.order.partition(":")
        if order:
            self.known(f"{place}.order", order, ("random", "top", "bottom", "most", "least"), "order")
            if order in {"most", "least"}:
                self._stat(f"{place}.order", stat)
        if select.sight and select.within is None:
            self.complain(f"{place}.sight", "a line of sight needs a distance as well (`within`)")

    def _spot(self, place: str, spot: Spot) -> None:
        if spot.zone:
            self.known(f"{place}.zone", spot.zone, self.words.spots, "kind of place")

    def _stat(self, place: str, stat: str) -> None:
        if stat not in self.words.stats and stat not in self.words.keywords:
            self.complain(place, f"{stat!r} is neither a stat nor a quality of this game")


_REFERENCES: dict[type, tuple[str, ...]] = {
    Select: ("of", "among"),
    Spot: ("of",),
    model.CountOf: ("of",),
    model.StatOf: ("of",),
    model.BestOf: ("of",),
    model.Exists: ("of",),
    model.Fits: ("what",),
    model.Fact: ("of",),
    model.Bound: ("name",),
    model.Modifier: ("to",),
    model.Damage: ("to",),
    model.Heal: ("to",),
    model.Destroy: ("what",),
    model.Send: ("what",),
    model.Deploy: ("what", "at"),
    model.Create: ("at",),
    model.Attach: ("what", "to"),
    model.Move: ("what", "to"),
    model.Push: ("what", "origin"),
    model.Swap: ("what", "other"),
    model.Modify: ("to",),
    model.Tally: ("on",),
    model.Ready: ("what",),
    model.Exhaust: ("what",),
    model.Strike: ("who", "target"),
    model.Duel: ("who", "other"),
    model.Redirect: ("to",),
    model.Prevent: ("to",),
    model.Reveal: ("what",),
    model.Level: ("of",),
    model.Attune: ("of",),
    model.Each: ("of",),
}


def _held(value: Struct) -> Iterable[tuple[str, Any]]:
    """Return the fields of a value that hold other values, and among the words only those that are references."""
    references = _REFERENCES.get(type(value), ())
    for field in value.__struct_fields__:
        held = getattr(value, field)
        if (isinstance(held, Struct | tuple) and not _plain(held)) or (isinstance(held, str) and held and field in references):
            yield field, held


def _plain(held: Any) -> bool:
    return isinstance(held, tuple) and all(isinstance(one, str) for one in held)
