"""Cards in English: an ability becomes the sentence that is printed on the card.

The text is made from the very values that the interpreter runs, so what a card says and what it does cannot differ.
Qualities are set between asterisks; `glossary` gives their plain meaning.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Sequence
from itertools import pairwise
from typing import Any, assert_never

from msgspec import Struct

from game.cards import model
from game.cards.marks import Mark, marked
from game.cards.model import Ability, Card, Effect, Modifier, Select, names
from game.cards.phrases import Voice
from game.cards.words import Noun, Words
from game.kernel.words import capitalised

_KEYWORD = re.compile(r"\*([^*]+)\*")
_IMPERATIVE_LENGTH = 90


class Clause(Struct, frozen=True):
    """One thing that is done: its words, and whether `then` may lead on to it."""

    words: str
    command: bool = True


def card_text(card: Card, words: Words) -> tuple[str, ...]:
    """Return the rules text of a card, one string a paragraph: what lasts first, then its abilities."""
    lasting = []
    for modifier in card.modifiers:
        same = [other for other in card.modifiers if (other.to, other.condition) == (modifier.to, modifier.condition)]
        if same[0] is modifier:
            lasting.append(modifier_text(same, words, card.kind))
    return (*lasting, *(ability_text(ability, words, card.kind) for ability in card.abilities))


def glossary(text: Iterable[str], words: Words) -> tuple[tuple[str, str], ...]:
    """Return the keywords in a text with their plain meanings, in the order of their first use."""
    meanings = {keyword.word: keyword.meaning for keyword in words.keywords.values()}
    found = dict.fromkeys(word for paragraph in text for word in _KEYWORD.findall(paragraph))
    return tuple((word, meanings[word]) for word in found if word in meanings)


def ability_text(ability: Ability, words: Words, kind: str, *, lead: str = "") -> str:
    """Return an ability as printed; `lead` replaces the beginning the ability would give itself."""
    voice = Voice(words, kind)
    opening = lead or _opening(ability, voice)
    for target in ability.targets:
        _bind(voice, target, pending=True)
    condition = "" if ability.condition is None else f"if {voice.condition(ability.condition)}, "
    body = _joined([_clause(voice, effect) for effect in ability.effects])
    if ability.optional:
        body = f"you may {_lower(body)}"
    if condition:
        body = condition + _lower(body)
    body = capitalised(body) if opening.endswith((": ", ". ", "")) and not opening.endswith(", ") else _lower(body)
    return _finished(opening + body)


def modifier_text(modifiers: Sequence[Modifier], words: Words, kind: str) -> str:
    """Return lasting changes of the same pieces as one sentence."""
    voice = Voice(words, kind)
    modifier = modifiers[0]
    opening = f"While {voice.condition(modifier.condition)}, " if modifier.condition is not None else ""
    voice.last = ""  # behind a condition the card is named anew
    if isinstance(modifier.to, str):
        subject, several = voice.ref(modifier.to), False
    elif modifier.to.relation in words.lone:
        subject, several = f"the {voice.phrase(modifier.to, 1)}", False
        voice.last = ""  # "it" is now the other card
    else:
        subject, several = voice.phrase(modifier.to, 2), True
    changes = [_change(voice, subject, one, several=several, lasting=True) for one in modifiers]
    said = [change.removeprefix(subject).strip() for change in changes]
    body = f"{subject} {said[0]}"
    for before, after in pairwise(said):
        verb = before.split(" ", 1)[0]
        body += f" and {after.removeprefix(f'{verb} ')}"
    return _finished(opening + (body if opening else capitalised(body)))


# --- openings ----------------------------------------------------------------------------------------------------------


def _opening(ability: Ability, voice: Voice) -> str:
    words = voice.words
    once = {"turn": "Once per turn", "match": "Once per match", "": ""}[ability.limit]
    timing = [words.timings.get(timing, words.label(timing)) for timing in names(ability.timing)]
    told = any(ability.zone in word.lower() for word in timing)
    zone = [f"in {voice.zone(ability.zone, 'own')}"] if ability.zone and not told else []
    costs = [_cost(voice, cost) for cost in ability.cost]
    if ability.when in model.UNTRIGGERED:
        parts = [part for part in (*timing, once, *zone, *costs) if part]
        named = f"{ability.name} " if ability.name else ""
        if not parts:
            return f"{ability.name}: " if ability.name else ""
        listed = ", ".join([parts[0], *(_lower(part) for part in parts[1:])])
        return f"{named}({listed}): " if named else f"{capitalised(listed)}: "
    moment = voice.turns(words.triggers.get(ability.when, ability.when))
    if "{it}" in moment:
        moment = moment.format(it=_about(voice, ability.of))
        if isinstance(ability.of, Select):
            voice.bind("trigger", voice.noun(ability.of), several=False)
        else:
            voice.last = ability.of
            voice.alike["trigger"] = ability.of
    if ability.when in words.causes:
        voice.cause = words.causes[ability.when].format(it=voice.named(ability.of))
    parts = [part for part in (*timing, once, *zone) if part]
    lead = f"{capitalised(', '.join([parts[0], *(_lower(part) for part in parts[1:])]))}: " if parts else ""
    paying = f"you may {' and '.join(_lower(cost) for cost in costs)}. If you do, " if costs else ""
    if ability.name:
        lead = f"{ability.name} ({_lower(lead[:-2])}): " if lead else f"{ability.name}: "
    return f"{lead}{capitalised(moment)}, {paying}"


def _about(voice: Voice, of: model.Selector) -> str:
    return voice.ref(of) if isinstance(of, str) else voice.article(voice.phrase(of, 1))


def _cost(voice: Voice, cost: model.Cost) -> str:
    count, tail = voice.amount(cost.amount)
    what = "" if cost.what is None else voice.some(cost.what, cost.amount, cost.amount)[0]
    return voice.words.costs.get(cost.pay, cost.pay).format(n=count, self=voice.itself(), what=what) + tail


def _bind(voice: Voice, pick: model.Target | model.Pick, *, pending: bool) -> str:
    """Name what is picked; what is pending is said in full where it is first used."""
    if pick.at is not None:
        spot = pick.at
        voice.bind(pick.name, voice.words.space, several=False, say=(lambda: voice.spot(spot)) if pending else None)
        return "" if pending else voice.spot(spot)
    select = pick.of or Select()
    several = pick.most != 1
    owned = select.side == "own" and bool(select.zone)

    def say() -> str:
        return voice.some(select, pick.least, pick.most)[0]

    phrase = "" if pending else voice.said(pick.name, say())
    side = "" if select.zone or select.side == "any" else voice.words.hostile if select.side == "foe" else voice.words.friendly
    voice.bind(pick.name, voice.noun(select), several=several, say=say if pending else None, owned=owned, side=side)
    return phrase


# --- clauses -----------------------------------------------------------------------------------------------------------


def _joined(clauses: list[Clause]) -> str:
    """Return clauses as sentences; two short commands are joined by `then`."""
    clauses = [clause for clause in clauses if clause.words]
    sentences: list[str] = []
    joined = False
    for index, clause in enumerate(clauses):
        before = clauses[index - 1] if index else None
        if before and not joined and clause.command and before.command and len(before.words) + len(clause.words) < _IMPERATIVE_LENGTH:
            sentences[-1] += f", then {_lower(clause.words)}"
            joined = True
        else:
            sentences.append(clause.words)
            joined = False
    return ". ".join(capitalised(sentence) if index else sentence for index, sentence in enumerate(sentences))


def _clause(voice: Voice, effect: Effect) -> Clause:
    override = _overridden(voice, effect)
    if override:
        return Clause(override)
    match effect:
        case model.Pick():
            return _pick(voice, effect)
        case model.May(effects):
            return Clause(f"you may {_lower(_joined([_clause(voice, one) for one in effects]))}", command=False)
        case model.Choose(options):
            ways = [_lower(_joined([_clause(voice, one) for one in option])) for option in options]
            return Clause(f"choose one: {'; or '.join(ways)}", command=False)
        case model.If(test, then, otherwise):
            words = f"if {voice.condition(test)}, {_lower(_joined([_clause(voice, one) for one in then]))}"
            if otherwise:
                words += f". Otherwise, {_lower(_joined([_clause(voice, one) for one in otherwise]))}"
            return Clause(words, command=False)
        case model.Each(of, effects, name):
            return _each(voice, of, effects, name)
        case model.Repeat(times, effects):
            count, tail = voice.amount(times)
            return Clause(f"do this {count} times{tail}: {_lower(_joined([_clause(voice, one) for one in effects]))}", command=False)
        case model.Roll(name, sides):
            voice.rolled.add(name)
            return Clause("roll a die" if sides == 6 else f"roll a die with {sides} sides")
        case model.Special(_, words):
            return Clause(words, command=False)
        case model.Damage(to, amount):
            pieces = voice.pieces(to)
            count, tail = voice.amount(amount)
            return Clause(f"deal {count} damage to {pieces}{tail}")
        case model.Heal(to, amount):
            pieces = voice.pieces(to)
            count, tail = voice.amount(amount)
            return Clause(f"heal {count} damage from {pieces}{tail}")
        case model.Destroy(what):
            return Clause(f"destroy {voice.pieces(what)}")
        case model.Send(what, to, place):
            return Clause(_sent(voice, what, to, place))
        case model.Deploy(what, at):
            return Clause(f"deploy {voice.pieces(what)} on {voice.ref(at) if isinstance(at, str) else voice.spot(at)} at no cost")
        case model.Create(card, at, number):
            count, tail = voice.amount(number)
            where = voice.ref(at) if isinstance(at, str) else voice.spot(at)
            return Clause(f"put {'a new' if count == '1' else f'{count} new'} [{card}] on {where}{tail}")
        case model.Attach(what, to):
            return Clause(f"attach {voice.pieces(what)} to {voice.ref(to)}")
        case model.Move(what, to):
            return Clause(_moved(voice, what, to))
        case model.Push(what, spaces, origin, toward):
            return Clause(_pushed(voice, what, spaces, origin, toward=toward))
        case model.Swap(what, other):
            one = voice.ref(what)
            return Clause(f"{one} and {voice.ref(other)} change places", command=False)
        case model.Modify(to, _, until):
            lasting = voice.lasting(until)
            subject = voice.subject(to)
            words = _change(voice, subject, effect, several=voice.several(to), lasting=False, until=lasting)
            more = ", on top of any before" if until == "match" and effect.add is not None else ""
            return Clause(f"{words}{more}", command=False)
        case model.Tally(on, counter, add):
            return Clause(_tallied(voice, on, counter, add))
        case model.Ready(what, part):
            done = voice.words.readies.get(part, "may act again")
            several = voice.several(what)
            said = f"{voice.subject(what)} {_plural(done) if several else done}"
            if " action" in done:
                voice.last = ""  # "it" would be the action
            return Clause(said, command=False)
        case model.Exhaust(what):
            return Clause(f"exhaust {voice.pieces(what)}")
        case model.Strike(who, target, part):
            which = f"attack number {part + 1}" if part else "the first attack"
            return Clause(f"{voice.ref(who)} attacks {voice.ref(target)} at once, with {which} on the card", command=False)
        case model.Duel(who, other):
            return Clause(f"{voice.ref(who)} and {voice.ref(other)} *Duel*", command=False)
        case model.Redirect(to):
            return Clause(f"the attack turns to {voice.ref(to)}", command=False)
        case model.Prevent(to, amount, until):
            pieces = voice.pieces(to)
            count, tail = voice.amount(amount)
            return Clause(f"prevent the next {count} damage to {pieces} {voice.lasting(until)}{tail}")
        case model.Cancel(word):
            return Clause(f"cancel {voice.words.cancels.get(word, word).format(self=voice.itself())}")
        case model.Reveal(what, to):
            return Clause(f"{'look at' if to == 'you' else 'reveal'} {voice.pieces(what)}")
        case model.Level(of, add):
            return Clause(_levelled(voice, of, add))
        case model.Attune(of, trait):
            goal = voice.words.label(trait) if trait else f"a {voice.words.labels.get('attunement', 'tribe')} of your choice"
            return Clause(f"attune {voice.pieces(of)} to {goal}")
        case model.Draw() | model.Drop() | model.Gain() | model.Shuffle() | model.Look() | model.Search() | model.Quest():
            return _of_players(voice, effect)
        case _:
            assert_never(effect)


def _overridden(voice: Voice, effect: Effect) -> str:
    """Return the sentence a game has for a verb of its own, with the effect's parts filled in."""
    template = voice.words.phrases.get(str(effect.__struct_config__.tag))
    if not template:
        return ""
    parts: dict[str, Any] = {}
    tail = ""
    for field in marked(type(effect)):
        held = getattr(effect, field.name)
        if f"{{{field.name}}}" not in template:
            continue
        if field.mark is Mark.REFERENCE or isinstance(held, Select):
            parts[field.name] = voice.pieces(held)
        elif isinstance(held, str):
            parts[field.name] = voice.words.label(held)
        else:
            parts[field.name], tail = voice.amount(held)
    return template.format(**parts, self=voice.itself()) + tail


def _pick(voice: Voice, pick: model.Pick) -> Clause:
    phrase = _bind(voice, pick, pending=False)
    people, third = voice.people(pick.by)
    return Clause(f"{people} chooses {phrase}" if third else f"choose {phrase}", command=not third)


def _each(voice: Voice, of: model.Selector, effects: tuple[Effect, ...], name: str) -> Clause:
    noun = voice.noun(of) if isinstance(of, Select) else Noun("one", "ones")
    phrase = f"each {voice.phrase(of, 1)}" if isinstance(of, Select) else f"each of {voice.ref(of)}"
    voice.bind(name, noun, several=False)
    return Clause(f"for {phrase}, {_lower(_joined([_clause(voice, one) for one in effects]))}", command=False)


def _sent(voice: Voice, what: model.Selector, to: str, place: str) -> str:
    pieces = voice.pieces(what)
    own = what in voice.owned if isinstance(what, str) else what.side == "own" and bool(what.zone)
    whose = "your" if own else f"{voice.said('=', 'its')} owner's"
    if voice.several(what) and not own:
        whose = f"{voice.said('=', 'their')} owners'"
    zone = voice.words.zones.get(to, to).format(whose=whose)
    if to == "deck":
        return f"shuffle {pieces} into {zone}" if place == "shuffled" else f"put {pieces} on the {place} of {zone}"
    if to == "hand":
        return f"return {pieces} to {zone}"
    return f"put {pieces} into {zone}"


def _moved(voice: Voice, what: str, to: model.Spot | str) -> str:
    piece = voice.ref(what)
    if isinstance(to, str):
        return f"move {piece} to {voice.ref(to)}"
    if to.walk:
        return f"move {piece} {voice.spot(to)}"
    return f"move {piece} to {voice.spot(to)}"


def _pushed(voice: Voice, what: model.Selector, spaces: model.Amount, origin: str, *, toward: bool) -> str:
    pieces = voice.pieces(what)
    count, tail = voice.amount(spaces)
    noun = voice.words.space.one if count == "1" else voice.words.space.many
    if toward:
        return f"pull {pieces} {count} {noun} towards {voice.ref(origin)}{tail}"
    return f"push {pieces} {count} {noun} away from {voice.ref(origin)}{tail}"


def _tallied(voice: Voice, on: model.Selector, counter: str, add: model.Amount) -> str:
    name = voice.words.counters.get(counter, counter)
    if isinstance(add, int) and add < 0:
        return f"take {-add} {name} off {voice.pieces(on)}"
    pieces = voice.pieces(on)
    count, tail = voice.amount(add)
    return f"put {count} {name} on {pieces}{tail}"


def _levelled(voice: Voice, of: model.Selector, add: model.Amount) -> str:
    pieces = voice.pieces(of)
    if isinstance(add, int) and add < 0:
        return f"lower the level of {pieces} by {-add}"
    count, tail = voice.amount(add)
    return f"raise the level of {pieces} by {count}{tail}{voice.words.raising}"


def _of_players(
    voice: Voice, effect: model.Draw | model.Drop | model.Gain | model.Shuffle | model.Look | model.Search | model.Quest
) -> Clause:
    match effect:
        case model.Draw(number, who):
            people, third = voice.people(who)
            return Clause(_acting(people, "draw", f"{_cards(voice, number)}", third=third), command=not third)
        case model.Drop(number, who, random):
            people, third = voice.people(who)
            how = " at random" if random else ""
            return Clause(_acting(people, "discard", _cards(voice, number) + how, third=third), command=not third)
        case model.Gain(what, number, who):
            people, third = voice.people(who)
            loses = isinstance(number, int) and number < 0
            count, tail = voice.amount(-number if isinstance(number, int) and loses else number)
            name = voice.words.gains.get(what, voice.words.counters.get(what, voice.words.labels.get(what, what)))
            if not isinstance(name, str):
                name = name.one if count == "1" else name.many
            return Clause(_acting(people, "lose" if loses else "gain", f"{count} {name}{tail}", third=third), command=not third)
        case model.Shuffle(who):
            people, third = voice.people(who)
            return Clause(_acting(people, "shuffle", "their deck" if third else "your deck", third=third), command=not third)
        case model.Look():
            return Clause(_looked(voice, effect))
        case model.Search(of, zone, count, to):
            found = voice.some(
                Select(kind=of.kind, trait=of.trait, without=of.without, card=of.card, flag=of.flag, where=of.where),
                1 if count == 1 else 0,
                count,
            )[0]
            where = voice.zone(zone, "own")
            after = ", then shuffle" if zone == "deck" else ""
            it = voice.said("=", "it" if count == 1 else "them")
            return Clause(f"search {where} for {found}, show {it} and put {it} into {voice.zone(to, 'own')}{after}", command=False)
        case model.Quest(of):
            return Clause(f"quest for {voice.article(voice.phrase(of, 1))}")


def _looked(voice: Voice, look: model.Look) -> str:
    count, tail = voice.amount(look.count)
    one = count == "1"
    words = f"look at the top {'card' if one else f'{count} cards'} of {voice.zone('deck', 'own')}{tail}"
    rest = {
        "top": "back on top in any order" if not one else "back on top",
        "bottom": "on the bottom",
        "discard": f"into {voice.zone('discard', 'own')}",
        "shuffled": "back and shuffle",
    }[look.rest]
    them = voice.said("=", "it" if one else "them")
    if not look.take:
        return f"{words} and put {them} {rest}"
    what = voice.some(look.of, 0, look.take)[0] if look.of != Select() else f"up to {'one' if look.take == 1 else look.take} of {them}"
    return f"{words}. Put {what} into {voice.zone(look.to, 'own')} and the rest {rest}"


def _acting(people: str, verb: str, rest: str, *, third: bool) -> str:
    return f"{people} {verb}s {rest}" if third else f"{verb} {rest}"


def _cards(voice: Voice, number: model.Amount) -> str:
    count, tail = voice.amount(number)
    return f"{'a card' if count == '1' else f'{count} cards'}{tail}"


def _change(voice: Voice, subject: str, change: Modifier | model.Modify, *, several: bool, lasting: bool, until: str = "") -> str:
    """Return what becomes of a stat: `gets +2 Move until …`, `has flight`, `its Defense is 4`."""
    until = f" {until}" if until else ""
    keyword = voice.words.keywords.get(change.stat)
    if keyword is not None and change.add != -1 and change.set != 0:
        if keyword.state:
            verb = ("are" if several else "is") if lasting else ("become" if several else "becomes")
        else:
            verb = ("have" if several else "has") if lasting else ("gain" if several else "gains")
        return f"{subject} {verb} *{keyword.word}*{until}"
    if keyword is not None:
        return f"{subject} {'lose' if several else 'loses'} *{keyword.word}*{until}"
    name = voice.stat(change.stat)
    if change.add is not None:
        count, tail = voice.signed(change.add)
        return f"{subject} {'get' if several else 'gets'} {count} {name}{until}{tail}"
    if change.set is not None:
        return f"{subject} {'have' if several else 'has'} {name} {voice.plain(change.set)}{until}"
    doubled = {2: "doubled", 3: "tripled", 0: "nothing"}.get(change.scale or 0, f"{change.scale} times as high")
    return f"the {name} of {subject} is {doubled}{until}"


def _plural(done: str) -> str:
    return re.sub(r"^(\w+?)s\b", r"\1", done) if not done.startswith("may") else done


def _lower(words: str) -> str:
    return words[:1].lower() + words[1:] if not words.startswith(("[", "*")) else words


def _finished(words: str) -> str:
    return capitalised(words if words.endswith((".", "!", "?")) else words + ".")


def effects_text(effects: tuple[Effect, ...], words: Words, kind: str, *, named: dict[str, str] | None = None) -> str:
    """Return effects alone as a sentence without its full stop; `named` are pieces mentioned before, by name."""
    voice = Voice(words, kind)
    for name, phrase in (named or {}).items():
        voice.bind(name, Noun(phrase.removeprefix("the "), f"{phrase}s"), several=False, say=lambda phrase=phrase: phrase)  # type: ignore[misc]
    return capitalised(_joined([_clause(voice, effect) for effect in effects]))
