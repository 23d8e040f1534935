"""Pieces, numbers and conditions in words: the noun phrases card text is made of."""

from __future__ import annotations

import re
from collections.abc import Callable

from game.cards import model
from game.cards.model import Amount, Check, Condition, Select, Spot, Who, names
from game.cards.words import Noun, Words

_NUMBERS = ("no", "one", "two", "three", "four", "five", "six")

_YOUR_TURN = re.compile(r"your (next )?turn")


class Voice:
    """Speaks of one card: what it is called, and what has been mentioned already in the sentence.

    A pronoun is only said of what was mentioned last; whatever else is mentioned in between (`last` is then empty), it is named.
    """

    def __init__(self, words: Words, kind: str) -> None:
        self.words = words
        self.kind = kind
        self.described: dict[str, tuple[Noun, bool]] = {}
        self.sides: dict[str, str] = {}
        self.pending: dict[str, Callable[[], str]] = {}
        self.last = ""
        self.cause = words.refs.get("cause", "that one")
        self.owned: set[str] = set()
        self.alike: dict[str, str] = {}
        self.heads: list[Noun] = []
        self.sweeping = False
        self.rolled: set[str] = set()
        self.layer = f"the player who laid {self.itself()}" if kind in words.grounds else ""

    # --- names -----------------------------------------------------------------------------------------------------

    def itself(self) -> str:
        """Return how the card speaks of itself."""
        noun = self.words.kinds.get(self.kind, self.words.anything)
        return noun.itself or f"this {noun.one}"

    def named(self, selector: model.Selector) -> str:
        """Return what an ability is about, by name and without a word about what was said before."""
        if isinstance(selector, str):
            return self.itself() if selector == "self" else self.words.refs.get(selector, "the bearer")
        return f"that {self.noun(selector).one}"

    def bind(
        self, name: str, noun: Noun, *, several: bool, say: Callable[[], str] | None = None, owned: bool = False, side: str = ""
    ) -> None:
        """Remember what a name stands for; with `say`, it is said in full at its first use.

        `owned`: it is surely your own; `side` is the word for whose it is, that tells it from others.
        """
        self.described[name] = (noun, several)
        self.sides[name] = side
        if owned:
            self.owned.add(name)
        if say is None:
            self.last = name
        else:
            self.pending[name] = say

    def said(self, name: str, phrase: str) -> str:
        """Return a phrase that speaks of a named piece; whoever checks what is meant listens here."""
        del name
        return phrase

    def ref(self, name: str) -> str:
        """Return how a named piece is spoken of here: in full at first, then as it or them, or by its name."""
        return self.said(self.alike.get(name, name), self._ref(name))

    def _ref(self, name: str) -> str:
        name = self.alike.get(name, name)
        if name in self.pending:
            phrase = self.pending.pop(name)()
            self.last = name
            return phrase
        near, self.last = self.last == name, name
        if name == "self":
            return "it" if near else self.itself()
        if name == "cause":
            self.last = ""
            return self.cause
        if name not in self.described:
            return "it" if near else self.words.refs.get(name, {"bearer": "its bearer"}.get(name, "it"))
        noun, several = self.described[name]
        if near:
            return "them" if several else "it"
        return f"those {noun.many}" if several else self._told_apart(name, noun)

    def _told_apart(self, name: str, noun: Noun) -> str:
        """Return the name of a piece that several things mentioned could be: by whose it is, or by which came first."""
        alike = [other for other, (each, many) in self.described.items() if each == noun and not many and other not in self.pending]
        if len(alike) < 2 and self.heads.count(noun) < 2:
            return f"that {noun.one}"
        side = self.sides[name]
        if side and all(self.sides[other] not in {"", side} for other in alike if other != name):
            return f"the {side} {noun.one}"
        return f"the {'first' if alike and alike[0] == name else 'other'} {noun.one}"

    def several(self, selector: model.Selector) -> bool:
        """Tell whether a verb behind the phrase is in the plural."""
        return isinstance(selector, str) and selector in self.described and self.described[selector][1]

    def subject(self, selector: model.Selector) -> str:
        """Return the phrase as the subject of a sentence (they, not them)."""
        return self._subject(selector) if isinstance(selector, str) else self.pieces(selector)

    def whose(self, name: str) -> str:
        """Return the possessive of a named piece."""
        phrase = self._ref(name)
        return self.said(name, {"it": "its", "them": "their"}.get(phrase, f"{phrase}'" if phrase.endswith("s") else f"{phrase}'s"))

    # --- pieces ----------------------------------------------------------------------------------------------------

    def noun(self, select: Select, last: str = "and") -> Noun:
        """Return the bare noun of a selector; `last` joins the kinds of several."""
        kinds = names(select.kind)
        if not kinds:
            return self.words.anything
        found = [self.words.kinds.get(kind, Noun(kind, f"{kind}s")) for kind in kinds]
        return Noun(" or ".join(noun.one for noun in found), f" {last} ".join(noun.many for noun in found))

    def pieces(self, selector: model.Selector) -> str:
        """Return the pieces of a selector: a name, or everything that fits."""
        if isinstance(selector, str):
            return self.ref(selector)
        order, _, stat = selector.order.partition(":")
        limit = selector.limit
        if limit is None:
            self.sweeping = True
            phrase = self.phrase(selector, 1)
            self.sweeping = False
            return f"{'the' if selector.relation in self.words.lone else 'each'} {phrase}"
        count, tail = self.amount(limit)
        one = count == "1"
        noun = self.phrase(selector, 1 if one else 2)
        if order == "random":
            return f"{self.article('random ' + noun) if one else f'{count} random {noun}'}{tail}"
        if order in {"most", "least"}:
            high = "highest" if order == "most" else "lowest"
            return f"the {noun} with the {high} {self.stat(stat)}" if one else f"the {count} {noun} with the {high} {self.stat(stat)}{tail}"
        if order in {"top", "bottom"}:
            return f"the {order} {noun}" if one else f"the {order} {count} {noun}{tail}"
        return self.article(noun) if one else f"{count} {noun}{tail}"

    def chosen(self, name: str) -> str:
        """Return a named piece that tells which others are meant: where all of these are, it is the one picked, not any of its kind."""
        picked = self.sweeping and self.alike.get(name, name) in self.pending
        return f"{self.ref(name)} of your choice" if picked else self.ref(name)

    def some(self, select: Select, least: Amount, most: Amount) -> tuple[str, bool]:
        """Return a picked number of pieces and whether they are several."""
        if most == 1:
            return (self.article(self.phrase(select, 1)) if least == 1 else f"up to one {self.phrase(select, 1)}"), False
        count, tail = self.amount(most)
        many = self.phrase(select, 2, last="or")  # so many of all these kinds together, not of each
        return f"{'' if least == most else 'up to '}{_word(count)} {many}{tail}", True

    def phrase(self, select: Select, count: int, last: str = "and") -> str:
        """Return a selector without its article, for one piece or several; `last` joins the kinds of several."""
        noun = self.noun(select, last)
        before: list[str] = []
        after: list[str] = []
        self.last = ""  # whatever a pronoun stood for, this was mentioned since
        self.heads.append(noun)
        if select.other:
            before.append("other")
        if not select.zone and select.side != "any":
            if self.layer:  # nobody controls terrain, so nobody is its enemy
                after.append(f"of {'an opponent of ' if select.side == 'foe' else ''}{self.layer}")
            else:
                before.append(self.words.hostile if select.side == "foe" else self.words.friendly)
        self._traits(select, before, after)
        if select.card:
            after.append(f"named [{select.card}]")
        if select.flag:
            keyword = self.words.keywords.get(select.flag)
            after.append(f"with *{keyword.word if keyword else select.flag}*")
        after += [self.check(check) for check in select.where]
        if select.relation:
            after.append(self.words.relations.get(select.relation, select.relation).format(it=self.chosen(select.of)))
        if select.within is not None:
            adjacent = select.within == 1
            if adjacent and select.of == "self" and self.kind not in self.words.grounds:
                before.insert(1 if select.other else 0, "adjacent")
            else:
                after.append(self.distance(select.within, select.of))
            if select.sight:
                after.append("in line of sight")
        if select.zone:
            after.append("in " + self.zone(select.zone, select.side))
        if select.among:
            after.append("among them")
        head = noun.one if count == 1 else noun.many
        return " ".join([*before, head, *after])

    def _traits(self, select: Select, before: list[str], after: list[str]) -> None:
        adjectives = {word for group in self.words.adjectives for word in self.words.groups.get(group, ())}
        wanted = names(select.trait)
        if wanted:
            (before if wanted[0] in adjectives else after).append(
                " or ".join(self.words.label(word) for word in wanted)
                if wanted[0] in adjectives
                else "that is " + " or ".join(self.article(self.words.label(word)) for word in wanted)
            )
        for word in names(select.without):
            if word in adjectives:
                before.append(f"non-{self.words.label(word)}")
            else:
                after.append(f"that is not {self.article(self.words.label(word))}")

    def check(self, check: Check) -> str:
        """Return a comparison as words behind a noun."""
        name = self.stat(check.stat)
        if check.equals is not None:
            return f"with exactly {self.plain(check.equals)} {name}"
        if check.at_least is not None and check.at_most is not None:
            return f"with {self.plain(check.at_least)} to {self.plain(check.at_most)} {name}"
        if check.at_least is not None:
            if check.at_least == 1 and check.stat in self.words.counters:
                return f"with any {name}"
            return (
                f"with {name} {self.plain(check.at_least)} or more"
                if name[0].isupper()
                else f"with {self.plain(check.at_least)} or more {name}"
            )
        if check.at_most == 0:
            return f"with no {name}"
        most = 0 if check.at_most is None else check.at_most
        return f"with {self.plain(most)} or less {name}" if check.stat in self.words.counters else f"with {name} {self.plain(most)} or less"

    def distance(self, within: Amount, of: str) -> str:
        """Return a distance as words behind a noun."""
        ground = of == "self" and self.kind in self.words.grounds
        if within == 1 and not ground:
            return f"adjacent to {self.chosen(of)}"
        count, tail = self.amount(within)
        near = "" if of == "self" and not ground else f" of {self.chosen(of)}"
        return f"within {count} {self.words.space.one if count == '1' else self.words.space.many}{near}{tail}"

    def zone(self, zone: str, side: str) -> str:
        """Return a zone with its possessor."""
        whose = {"own": "your", "foe": f"{self.words.foe}'s" if self.words.foe.startswith("your") else "an opponent's"}.get(side, "any")
        return self.words.zones.get(zone, zone).format(whose=whose)

    def stat(self, stat: str) -> str:
        """Return the printed name of a stat or quality."""
        keyword = self.words.keywords.get(stat)
        return f"*{keyword.word}*" if keyword else self.words.stats.get(stat, self.words.label(stat))

    def article(self, noun: str) -> str:
        """Return a noun phrase with a or an; `other` becomes another."""
        if noun.startswith("other "):
            return "an" + noun
        sounded = noun.lstrip("*[").lower()
        return f"{'an' if sounded[:1] in 'aeiou' and not sounded.startswith(('uni', 'use', 'one')) else 'a'} {noun}"

    def spot(self, spot: Spot) -> str:
        """Return a place to put something."""
        phrase = self.article(self.words.spots.get(spot.zone, f"{'free ' if spot.free else ''}{self.words.space.one}"))
        if spot.within is not None:
            if spot.walk:
                count, tail = self.amount(spot.within)
                return f"up to {count} {self.words.space.one if count == '1' else self.words.space.many}{tail}"
            self.last = ""
            phrase += " " + self.distance(spot.within, spot.of)
            if spot.within != 1 and spot.of == "self":
                phrase += f" of {self.ref('self')}"
            if spot.sight:
                phrase += " in line of sight"
        return phrase

    # --- numbers ---------------------------------------------------------------------------------------------------

    def amount(self, amount: Amount) -> tuple[str, str]:
        """Return a number and what follows the whole phrase: (`2`, ``), (`1`, ` for each …`), (`X`, `, where X is …`)."""
        match amount:
            case int():
                return str(amount), ""
            case model.CountOf(of):
                return "1", f" for each {self._counted(of)}"
            case model.TimesOf(model.CountOf(of), by) if by > 0:
                return str(by), f" for each {self._counted(of)}"
            case _:
                return "X", f", where X is {self.plain(amount)}"

    def _counted(self, of: model.Selector) -> str:
        return self.ref(of) if isinstance(of, str) else self.phrase(of, 1)

    def plain(self, amount: Amount) -> str:
        """Return an amount as a noun phrase of its own."""
        match amount:
            case int():
                return str(amount)
            case model.CountOf(of):
                return f"the number of {self.ref(of) if isinstance(of, str) else self.phrase(of, 2)}"
            case model.StatOf(stat, of):
                whose = self.whose(of) if isinstance(of, str) else f"the total {self.stat(stat)} of {self.phrase(of, 2)}"
                return f"{whose} {self.stat(stat)}" if isinstance(of, str) else whose
            case model.BestOf(stat, of):
                return f"the highest {self.stat(stat)} among {self.ref(of) if isinstance(of, str) else self.phrase(of, 2)}"
            case model.SumOf(of):
                return " plus ".join(self.plain(part) for part in of)
            case model.TimesOf(of, by):
                return f"{'twice' if by == 2 else f'{by} times'} {self.plain(of)}"
            case model.HalfOf(of, up):
                return f"half {self.plain(of)}, rounded {'up' if up else 'down'}"
            case model.Bounded(of, least, most):
                low = f" (at least {least})" if least else ""
                return f"{self.plain(of)}{low}{f' (at most {most})' if most != 99 else ''}"
            case model.Dice(count, sides):
                die = "a die roll" if sides == 6 else f"the roll of a die with {sides} sides"
                return die if count == 1 else f"the sum of {_word(str(count))} dice"
            case model.Bound(name):
                return self.words.refs.get(name, "the number rolled" if name in self.rolled else "that number")
            case model.Resource(name, who):
                return self.words.resources.get(name, name).format(whose=self.possessor(who))

    def signed(self, amount: Amount) -> tuple[str, str]:
        """Return a change with its sign, and what follows."""
        if isinstance(amount, int):
            return f"{'+' if amount >= 0 else '−'}{abs(amount)}", ""
        if isinstance(amount, model.TimesOf) and amount.by < 0:
            count, tail = self.amount(model.TimesOf(of=amount.of, by=-amount.by) if amount.by != -1 else amount.of)
            return f"−{count}", tail
        count, tail = self.amount(amount)
        return f"+{count}", tail

    # --- people ----------------------------------------------------------------------------------------------------

    def people(self, who: Who) -> tuple[str, bool]:
        """Return who acts, and whether the verb stands in the third person; nobody controls terrain, so it speaks of who laid it."""
        match who:
            case "you":
                return self.layer, bool(self.layer)
            case "foes":
                return self.words.foe if self.words.foe.startswith("your") else "each opponent", True
            case "everyone":
                return "each player", True
            case _:
                self.last = ""  # what lasts until a turn, or may act again, stands between
                return f"{self.whose('target')} {who}", True

    def possessor(self, who: Who) -> str:
        """Return whose something is."""
        if who in {"owner", "controller"}:
            return f"{self.whose('target')} {who}'s"
        return {"you": "your", "foes": f"{self.words.foe}'s"}.get(who, "all players'")

    def lasting(self, until: str) -> str:
        """Return how long something lasts."""
        return self.turns(self.words.durations.get(until, until))

    def turns(self, words: str) -> str:
        """Return a moment in words; nobody controls terrain, so it speaks of the turns of who laid it, who is `that player` from then on."""
        if not self.layer or not (found := _YOUR_TURN.search(words)):
            return words
        said = f"{words[: found.start()]}the {found[1] or ''}turn of {self.layer}{words[found.end() :]}"
        self.layer = "that player"
        return said

    # --- conditions ------------------------------------------------------------------------------------------------

    def condition(self, condition: Condition) -> str:
        """Return a condition as it stands behind `if`."""
        match condition:
            case model.Compare(left, op, right):
                return f"{self.plain(left)} {self._comparison(op, right)}"
            case model.Exists(of, at_least):
                return self._existence(of, at_least, absent=False)
            case model.Not(model.Exists(of, at_least)):
                return self._existence(of, at_least, absent=True)
            case model.Fits(what, of):
                return f"{self._subject(what)} {self._being(of, negative=False)}"
            case model.Not(model.Fits(what, of)):
                return f"{self._subject(what)} {self._being(of, negative=True)}"
            case model.TurnOf(of):
                return self.turns("it is your turn" if of == "own" else "it is not your turn")
            case model.Fact(name, of):
                return self.words.facts.get(name, name).format(it=self._subject(of))
            case model.Not(of):
                return f"it is not true that {self.condition(of)}"
            case model.AllOf(of):
                return " and ".join(self.condition(part) for part in of)
            case model.AnyOf(of):
                return " or ".join(self.condition(part) for part in of)

    def _subject(self, name: str) -> str:
        phrase = self._ref(name)
        return self.said(self.alike.get(name, name), "they" if phrase == "them" else phrase)

    def _comparison(self, op: str, right: Amount) -> str:
        number = self.plain(right)
        return {
            "<": f"is less than {number}",
            "<=": f"is {number} or less" if isinstance(right, int) else f"is at most {number}",
            "=": f"is {number}",
            ">=": f"is {number} or more" if isinstance(right, int) else f"is at least {number}",
            ">": f"is more than {number}",
            "!=": f"is not {number}",
        }[op]

    def _existence(self, of: Select, at_least: int, *, absent: bool) -> str:
        bare = Select(kind=of.kind, zone=of.zone, trait=of.trait, without=of.without, flag=of.flag, card=of.card, where=of.where,
                      relation=of.relation, of=of.of, within=of.within, sight=of.sight, other=of.other)  # fmt: skip
        if of.side == "own" and not of.zone:
            verb = f"{self.layer} controls" if self.layer else "you control"
        elif of.side == "foe" and not of.zone:
            verb = f"{self.words.foe} controls"
        else:
            verb, bare = "there are" if at_least > 1 else "there is", of
        if absent:
            return (
                f"{verb} no {self.phrase(bare, 1)}" if at_least == 1 else f"{verb} fewer than {_word(str(at_least))} {self.phrase(bare, 2)}"
            )
        return (
            f"{verb} {self.article(self.phrase(bare, 1))}"
            if at_least == 1
            else f"{verb} {_word(str(at_least))} or more {self.phrase(bare, 2)}"
        )

    def _being(self, of: Select, *, negative: bool) -> str:
        nothing = not (of.kind or of.trait or of.card or of.zone or of.relation or of.within is not None or of.side != "any")
        if nothing and len(of.where) == 1 and not of.flag:
            held = self.check(of.where[0]).removeprefix("with ")
            return f"{'does not have' if negative else 'has'} {held}"
        if nothing and of.flag:
            keyword = self.words.keywords.get(of.flag)
            return f"{'does not have' if negative else 'has'} *{keyword.word if keyword else of.flag}*"
        return f"{'is not' if negative else 'is'} {self.article(self.phrase(of, 1))}"


def _word(count: str) -> str:
    return _NUMBERS[int(count)] if count.isdigit() and int(count) < len(_NUMBERS) else count
