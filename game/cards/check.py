"""Cards held against the words of their game: every fault a sentence with its place.

Types and misspelt fields have been refused before (msgspec says where); here it is about sense: a kind, zone, stat, verb or
duration the game does not have, a name that nothing binds, a card that asks for one of two things that exclude each other.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import Any, assert_never

from msgspec import Struct

from game.cards import model
from game.cards.amounts import amount_faults
from game.cards.marks import Mark, Marked, marked
from game.cards.model import Ability, Card, Modifier, Word
from game.cards.words import Words
from game.kernel.words import fitting, meant, meant_or_any, near, no_card

Complaint = tuple[str, str]
"""Where in the card (`$.abilities[0].effects[1]`) and what is wrong there."""

_ALWAYS = frozenset({"self", "bearer"})
_TRIGGERED = frozenset({"trigger", "cause", "amount"})
_STAGES = ("add", "set", "scale")
_ORDERS = ("random", "top", "bottom", "most", "least")


def card_faults(card: Card, words: Words, cards: Iterable[str] | None = None) -> list[Complaint]:
    """Return everything about a card that its game cannot mean; `cards` are the ids that cards may name, None for any."""
    return _checked(card, words, cards).complaints


def slips(card: Card, words: Words, cards: Iterable[str] | None = None) -> dict[str, str]:
    """Return the word that was meant for each that is none, by its place, where one is spelled nearly so."""
    return _checked(card, words, cards).slips


def _checked(card: Card, words: Words, cards: Iterable[str] | None) -> _Checker:
    checker = _Checker(words, None if cards is None else frozenset(cards))
    checker.known("$.kind", card.kind, words.kinds, "kind of card")
    for index, trait in enumerate(card.traits):
        checker.known(f"$.traits[{index}]", trait, words.traits, "trait")
    checker.complaints += _twice("$.traits", card.traits)
    for stat in card.stats:
        if stat not in words.stats:
            checker.complain(f"$.stats.{stat}", _none(stat, words.stats, "stat") + meant(stat, words.stats))
    for index, ability in enumerate(card.abilities):
        checker.walk(f"$.abilities[{index}]", ability, None, _ALWAYS)
    for index, modifier in enumerate(card.modifiers):
        checker.walk(f"$.modifiers[{index}]", modifier, None, _ALWAYS)
    return checker


def keyword_faults(keywords: Sequence[str], words: Words) -> list[Complaint]:
    """Return a complaint for every quality printed on a card that the game does not know, or that is there twice."""
    return [
        (f"$.keywords[{index}]", f"{_none(word, words.keywords, 'quality')}{meant(word, words.keywords)}")
        for index, word in enumerate(keywords)
        if word not in words.keywords
    ] + _twice("$.keywords", keywords)


def _twice(place: str, words: Sequence[str]) -> list[Complaint]:
    """Return a complaint for every word of a list that stands there before."""
    return [(f"{place}[{index}]", f"{word!r} is there twice") for index, word in enumerate(words) if word in words[:index]]


def prose_fault(words: str) -> str:
    """Return why words that are shown cannot be, or nothing."""
    return "" if words.strip() and words.isprintable() else "this is text that can be printed on one line, and not only blanks"


def value_faults(
    value: Word, words: Words, place: str = "$", bound: Iterable[str] = (), cards: Iterable[str] | None = None
) -> list[Complaint]:
    """Return everything about one ability, selector or other value that its game cannot mean.

    `bound` are names that the game binds itself, `cards` the ids that cards may name, None for any.
    """
    checker = _Checker(words, None if cards is None else frozenset(cards))
    checker.walk(place, value, None, _ALWAYS | frozenset(bound))
    return checker.complaints


class _Checker:
    """Gathers complaints while it goes through a card; what a string has to be is read off the marks of its field.

    `slips` are the words that were meant, by the place of those that are none.
    """

    def __init__(self, words: Words, cards: frozenset[str] | None) -> None:
        self.words = words
        self.cards = cards
        self.complaints: list[Complaint] = []
        self.slips: dict[str, str] = {}

    def complain(self, place: str, words: str) -> None:
        self.complaints.append((place, words))

    def known(self, place: str, word: str, among: Iterable[str], noun: str) -> None:
        if word not in among:
            self.strange(place, word, among, _none(word, among, noun))

    def strange(self, place: str, word: str, among: Iterable[str], words: str, *, few: bool = False) -> None:
        """Complain of a word that is none of these, and note what it was meant for; `few` tells all these where they are few and none is like it."""
        found = near(word, among)
        self.complain(place, words + (meant_or_any(word, among) if few else fitting(found)))
        if found:
            self.slips[place] = found[0]

    def walk(self, place: str, held: Any, mark: Mark | None, known: frozenset[str]) -> frozenset[str]:
        """Hold a value and all it holds against the words; return the names that are bound behind it.

        The name it gives is known to the effects in it or, where it has none, to what follows it in its list.
        """
        match held:
            case str() if mark is not None:
                self._word(place, held, mark, known)
            case tuple():
                for index, one in enumerate(held):
                    behind = self.walk(f"{place}[{index}]", one, mark, known)
                    known = behind if isinstance(one, Struct) else known
            case Ability():
                self._ability(place, held, known)
            case Struct():
                self._sense(place, held)
                fields = marked(type(held))
                named = known | {getattr(held, field.name) for field in fields if field.mark is Mark.GIVEN}
                inner = {field.name: self._field(place, held, field, named if field.effects else known) for field in fields}
                if isinstance(held, model.May | model.Repeat):
                    return inner["effects"]
                return known if any(field.effects for field in fields) else named
            case _:
                pass
        return known

    def _ability(self, place: str, ability: Ability, known: frozenset[str]) -> None:
        """Hold an ability against the words: what triggers it is bound from the start, its targets for all that follows them."""
        known |= frozenset() if ability.when in model.UNTRIGGERED else _TRIGGERED
        aimed = self.walk(f"{place}.targets", ability.targets, None, known)
        if not ability.effects:
            self.complain(f"{place}.effects", "an ability needs at least one effect")
        for field in marked(Ability):
            if field.name != "targets":
                self._field(place, ability, field, known if field.name == "of" else aimed)

    def _field(self, place: str, value: Struct, field: Marked, known: frozenset[str]) -> frozenset[str]:
        held = getattr(value, field.name)
        left_open = field.optional and held == ""
        return known if left_open else self.walk(f"{place}.{field.name}", held, field.mark, known)

    def _word(self, place: str, word: str, mark: Mark, known: frozenset[str]) -> None:
        match mark:
            case Mark.REFERENCE:
                if word not in known:
                    self.complain(place, f"nothing is called {word!r} here (there is {', '.join(sorted(known))})")
            case Mark.CARD:
                if self.cards is not None and word not in self.cards:
                    self.strange(place, word, self.cards, no_card(word, ()))
            case Mark.ORDER:
                order, _, stat = word.partition(":")
                if order not in _ORDERS:
                    self.complain(place, _none(order, _ORDERS, mark.value) + meant(order, _ORDERS))
                stats = listed(Mark.STAT, self.words)
                if order in {"most", "least"} and stat not in stats:
                    self.complain(place, _statless(stat) + meant_or_any(stat, stats))
            case Mark.STAT:
                if word not in listed(mark, self.words):
                    self.strange(place, word, listed(mark, self.words), _statless(word), few=True)
            case Mark.PROSE:
                if unsaid := prose_fault(word):
                    self.complain(place, unsaid)
            case Mark.GIVEN:
                pass
            case _:
                self.known(place, word, listed(mark, self.words), mark.value)

    def _sense(self, place: str, value: Struct) -> None:
        """Hold a value against what its numbers can be and its own fields demand of each other."""
        self.complaints += amount_faults(place, value)
        config = value.__struct_config__
        if config.tag_field == "do" and config.tag not in self.words.verbs:
            self.complain(place, _none(str(config.tag), self.words.verbs, "verb"))
        match value:
            case model.Select(sight=True, within=None):
                self.complain(f"{place}.sight", "a line of sight needs a distance as well (`within`)")
            case model.Select(side="own" | "foe" as side, zone="", kind=kind) if kind and self._nobodys(kind):
                self.complain(f"{place}.side", f"in play this belongs to nobody, so it is never on the side {side!r}; leave the side out")
            case model.Target() | model.Pick():
                self._picked(place, value)
            case model.Bounded(_, least, most) if least > most:
                self.complain(place, f"at least {least} and at most {most} cannot both be")
            case model.Choose(options) if len(options) < 2:
                self.complain(f"{place}.options", "a choice needs at least two options")
            case model.Modify() | Modifier():
                given = [stage for stage in _STAGES if getattr(value, stage) is not None]
                if len(given) != 1:
                    self.complain(place, f"exactly one of add, set and scale must be given, not {' and '.join(given) or 'none'}")
                if isinstance(value, Modifier) and any(isinstance(part, model.Dice) for part in (value.add, value.set)):
                    self.complain(place, "a lasting change cannot roll dice")
            case _:
                pass

    def _nobodys(self, kinds: str | tuple[str, ...]) -> bool:
        """Tell whether all of these are grounds, which are nobody's once they lie there."""
        return {kinds} <= set(self.words.grounds) if isinstance(kinds, str) else set(kinds) <= set(self.words.grounds)

    def _picked(self, place: str, pick: model.Target | model.Pick) -> None:
        if (pick.of is None) == (pick.at is None):
            self.complain(place, "exactly one of `of` (pieces) and `at` (places) must be given")
        if isinstance(pick.least, int) and isinstance(pick.most, int) and pick.least > pick.most:
            self.complain(place, f"at least {pick.least} and at most {pick.most} cannot both be")


def _none(word: str, among: Iterable[str], noun: str) -> str:
    return f"{word!r} is not a {noun} of this game (it knows {', '.join(sorted(among)) or 'none'})"


def _statless(word: str) -> str:
    return f"{word!r} is neither a stat nor a quality of this game"


def listed(mark: Mark, words: Words) -> Iterable[str]:
    """Return the words of a game that a marked string may be; none for what no list of a game settles."""
    match mark:
        case Mark.KIND:
            return words.kinds
        case Mark.TRAIT:
            return words.traits
        case Mark.QUALITY:
            return words.keywords
        case Mark.ZONE:
            return words.zones
        case Mark.SPOT:
            return words.spots
        case Mark.RELATION:
            return words.relations
        case Mark.MOMENT:
            return (*model.UNTRIGGERED, *words.triggers)
        case Mark.TIMING:
            return words.timings
        case Mark.DURATION:
            return words.durations
        case Mark.COST:
            return words.costs
        case Mark.RESOURCE:
            return words.resources
        case Mark.FACT:
            return words.facts
        case Mark.COUNTER:
            return words.counters
        case Mark.PART:
            return words.readies
        case Mark.CANCEL:
            return words.cancels
        case Mark.SPECIAL:
            return words.specials
        case Mark.STAT:
            return (*words.stats, *words.keywords)
        case Mark.REFERENCE | Mark.GIVEN | Mark.CARD | Mark.ORDER | Mark.PROSE:
            return ()
        case _:
            assert_never(mark)
