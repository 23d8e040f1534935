"""What every game promises, as checks that any game can be put through.

A `Walk` is one match played by given choices; a check takes a walk and fails with a sentence when a promise is broken.
`CHECKS` names them all. The suite is tested itself: `test_conformance.py` breaks a toy game once for every check, and
exactly that check must notice.

Longer than most: it is the whole contract in one list of checks.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Iterator, Sequence
from typing import Any

import msgspec
from msgspec.structs import replace

from game.ai.levels import level_names, player
from game.ai.player import Budget
from game.kernel.chance import Chance
from game.kernel.cues import Ask, Seats, SetZone, changes, fold
from game.kernel.digest import digest
from game.kernel.ids import SPECTATOR
from game.kernel.offers import IllegalAction, Offer, Refusal
from game.kernel.rules import AnyRules, Game
from game.kernel.scene import Scene
from game.kernel.setup import Setup
from game.match.story import Story

MOST_ACTIONS = 6_000
"""No match may take more actions than this, however badly it is played."""

SOME = 5
"""How many positions of a walk a check looks at."""

RULE_ID = re.compile(r"[A-Z]{2,5}-[A-Z]?\d+[a-z]?$")
SLUG = re.compile(r"[a-z0-9]+(-[a-z0-9]+)*$")
NAMED = re.compile(r"\{(\d+)\}|\[([a-z0-9][a-z0-9-]*)\]")


class Walk:
    """A match played by choices: `states[n]` follows `actions[n - 1]`; `chance` picks what a check looks at."""

    def __init__(self, box: Game, setup: Setup, choices: Sequence[int], seed: int = 0, rules: AnyRules | None = None) -> None:
        self.box = box
        self.setup = box.complete(setup)
        self.rules = rules or box.rules(self.setup)
        self.seed = seed
        self.first = self.rules.setup(self.setup)
        self.states = [self.first.state]
        self.actions: list[Any] = []
        for choice in choices:
            legal = self.rules.legal(self.states[-1])
            if not legal:
                break
            self.actions.append(legal[choice % len(legal)])
            self.states.append(self.rules.advance(self.states[-1], self.actions[-1]))

    @property
    def viewers(self) -> tuple[int, ...]:
        return (SPECTATOR, *range(self.setup.seats))

    def numbers(self, most: int = SOME) -> list[int]:
        """Return a few step numbers, the first and the last among them."""
        last = len(self.states) - 1
        some = {0, last} | {Chance(self.seed + n).below(last + 1) for n in range(most - 2)}
        return sorted(some)

    def some(self, most: int = SOME) -> Iterator[Any]:
        """Yield a few states, the first and the last among them."""
        for number in self.numbers(most):
            yield self.states[number]

    def open(self, most: int = SOME) -> Iterator[Any]:
        """Yield a few states in which a seat must choose."""
        for state in self.some(most):
            if self.rules.deciding(state) is not None:
                yield state


Check = Callable[[Walk], None]
CHECKS: dict[str, Check] = {}


def check(function: Check) -> Check:
    """Enter a check in the list."""
    CHECKS[function.__name__] = function
    return function


def pick(items: Iterable[Any], most: int, seed: int) -> list[Any]:
    """Return at most so many of the items, picked by seed."""
    items = list(items)
    return items if len(items) <= most else Chance(seed).shuffle(items)[:most]


def packed(value: Any) -> bytes:
    return msgspec.msgpack.encode(msgspec.to_builtins(value, str_keys=True), order="sorted")


def enabled(offers: Iterable[Offer]) -> list[Offer]:
    return [offer for offer in offers if offer.refusal is None]


# ---------------------------------------------------------------------------------------------- values


@check
def same_inputs_same_digest(walk: Walk) -> None:
    """The same setup and actions lead to the same states, told or not."""
    rules = walk.rules
    again = rules.setup(walk.setup).state
    assert digest(again) == digest(walk.states[0]), "the same setup led to two different first states"
    for number, action in enumerate(walk.actions, start=1):
        again = rules.advance(again, action)
        assert digest(again) == digest(walk.states[number]), f"action {number}, {action}, led to two different states"


@check
def values_survive_saving(walk: Walk) -> None:
    """State, Action, Event and Observation come back equal from JSON and from msgpack by their declared types."""
    rules = walk.rules
    for state in walk.some():
        comes_back(state, rules.state_type)
        for viewer in walk.viewers:
            comes_back(rules.observe(state, viewer), rules.observation_type)
        for action in pick(rules.legal(state), 4, walk.seed):
            comes_back(action, rules.action_type)
            for event in rules.apply(state, action).events:
                comes_back(event, rules.event_type)
    for event in walk.first.events:
        comes_back(event, rules.event_type)


def comes_back(value: Any, kind: Any) -> None:
    for encode, decode in ((msgspec.json.encode, msgspec.json.decode), (msgspec.msgpack.encode, msgspec.msgpack.decode)):
        back = decode(encode(value), type=kind)
        assert back == value, f"{type(value).__name__} changed by saving: {value} became {back}"
        assert packed(back) == packed(value), f"{type(value).__name__} has another digest after saving"


@check
def setups_complete_once(walk: Walk) -> None:
    """A completed setup is complete."""
    assert walk.box.complete(walk.setup) == walk.setup, "completing a completed setup changed it"
    assert walk.setup.version == walk.rules.version, "the completed setup names another version than the rules"


# ---------------------------------------------------------------------------------------------- legality


@check
def enabled_offers_apply(walk: Walk) -> None:
    """What is offered can be done."""
    rules = walk.rules
    for state in walk.open():
        for offer in pick(enabled(rules.offers(state)), 25, walk.seed):
            assert rules.refusal(state, offer.action) is None, f"offered, but refused: {offer.words}"
            try:
                rules.apply(state, offer.action)
            except IllegalAction as error:
                raise AssertionError(f"offered, but apply refuses it: {offer.words}: {error}") from error


@check
def refused_offers_raise(walk: Walk) -> None:
    """What is refused raises exactly that refusal, changes nothing, and cites a rule."""
    rules = walk.rules
    for state in walk.open():
        before = digest(state)
        for offer in pick([offer for offer in rules.offers(state) if offer.refusal], 25, walk.seed):
            refusal = offer.refusal
            assert refusal is not None
            assert rules.refusal(state, offer.action) == refusal, f"offer and refusal disagree about {offer.words}"
            assert RULE_ID.match(refusal.rule), f"{refusal.rule!r} is no rule id: {refusal.words}"
            assert SLUG.match(refusal.code), f"{refusal.code!r} is no slug"
            assert refusal.words.strip(), "a refusal without words"
            assert raised(rules, state, offer.action) == refusal, f"apply does not refuse like the offer: {offer.words} ({refusal.rule})"
        assert digest(state) == before, "a refused action changed the state"


def raised(rules: AnyRules, state: Any, action: Any) -> Refusal | None:
    try:
        rules.apply(state, action)
    except IllegalAction as error:
        return error.refusal
    return None


@check
def legal_lists_enabled_offers(walk: Walk) -> None:
    """`legal` is the enabled offers' actions, each once; those with a form may be left out, being unfinished."""
    rules = walk.rules
    for state in walk.states:
        legal = [packed(action) for action in rules.legal(state)]
        assert len(set(legal)) == len(legal), "legal lists an action twice"
        offers = enabled(rules.offers(state))
        offered = {packed(offer.action) for offer in offers}
        finished = {packed(offer.action) for offer in offers if not offer.form}
        assert set(legal) <= offered, f"legal lists {len(set(legal) - offered)} actions that no offer enables"
        assert finished <= set(legal), f"legal lacks {len(finished - set(legal))} actions that the offers enable"


@check
def advance_is_apply(walk: Walk) -> None:
    """Search sees the future that play brings, and neither touches the state it is given."""
    rules = walk.rules
    for state in walk.open():
        before = digest(state)
        for action in pick(rules.legal(state), 12, walk.seed):
            told, untold = rules.apply(state, action).state, rules.advance(state, action)
            assert digest(told) == digest(untold), f"apply and advance disagree about {action}"
            assert told == untold, f"apply and advance give unequal states for {action}"
        assert digest(state) == before, "an action changed the state it was given"


@check
def no_state_has_faults(walk: Walk) -> None:
    """Pieces are conserved, numbers stay in range."""
    for number, state in enumerate(walk.states):
        faults = walk.rules.faults(state)
        assert faults == (), f"after action {number} ({walk.actions[number - 1] if number else 'setup'}): {faults}"


@check
def matches_end(walk: Walk) -> None:
    """However it is played, a match ends."""
    rules, chance, state = walk.rules, Chance(walk.seed), walk.states[-1]
    for _ in range(MOST_ACTIONS):
        legal = rules.legal(state)
        if not legal:
            return
        state = rules.advance(state, chance.pick(legal))
    raise AssertionError(f"the match goes on after {MOST_ACTIONS} actions")


@check
def over_means_over(walk: Walk) -> None:
    """No legal action, no deciding seat and an outcome: all three or none; outcomes fit the seats."""
    rules, chance = walk.rules, Chance(walk.seed)
    states, state = list(walk.states), walk.states[-1]
    for _ in range(MOST_ACTIONS):
        legal = rules.legal(state)
        if not legal:
            break
        state = rules.advance(state, chance.pick(legal))
        states = [*states[-200:], state]
    for each in states:
        deciding, outcome, legal = rules.deciding(each), rules.outcome(each), rules.legal(each)
        over = (deciding is None, outcome is not None, not legal)
        assert over in {(True,) * 3, (False,) * 3}, f"nobody decides: {over[0]}, outcome: {over[1]}, nothing legal: {over[2]}"
        if outcome is not None:
            assert rules.settled(each), "a match is over with a question open"
            assert len(outcome.scores) == walk.setup.seats, "the outcome has not one score a seat"
            assert set(outcome.winners) <= set(range(walk.setup.seats)), "a winner that does not sit at the table"
            assert outcome.words, "an outcome without words"
        else:
            assert deciding in range(walk.setup.seats), f"seat {deciding} decides, and there is none"


# ---------------------------------------------------------------------------------------------- offers as the table needs them


@check
def offers_name_what_is_there(walk: Walk) -> None:
    """Every place an offer, a refusal or a prompt names is in the deciding seat's picture; every offer has words."""
    rules = walk.rules
    for state in walk.open():
        scene = rules.scene(rules.observe(state, rules.deciding(state)))
        for offer in rules.offers(state):
            assert offer.verb, f"an offer without a verb: {offer.action}"
            assert offer.words, f"an offer without words: {offer.action}"
            for place in (offer.source, offer.target, offer.refusal and offer.refusal.at):
                assert place is None or is_there(scene, place), f"{place} is not in the picture: {offer.words}"
        for place in scene.prompt.about if scene.prompt else ():
            assert is_there(scene, place), f"the prompt is about {place}, which is not in the picture"


@check
def windows_are_passed_by_one_offer(walk: Walk) -> None:
    """What lets a window go by is one allowed button at most, under a name the rulebook lists with words."""
    rules = walk.rules
    assert all(SLUG.match(name) and words for name, words in rules.windows.items()), "a window without a plain name or words"
    for state in walk.open():
        passing = [offer for offer in rules.offers(state) if offer.passing]
        assert len(passing) <= 1, f"{len(passing)} offers let a window go by"
        for offer in passing:
            assert offer.passing in rules.windows, f"there is no window {offer.passing!r}"
            assert offer.refusal is None, f"a window cannot be let go by: {offer.words}"
            assert offer.source is None, f"to pass, nothing is picked up: {offer.words}"


def is_there(scene: Scene, place: str) -> bool:
    kind, _, name = place.partition("/")
    match kind:
        case "piece":
            return int(name) in scene.pieces
        case "zone":
            return name in scene.zones
        case "cell":
            zone_id, _, cell = name.rpartition("/")
            zone = scene.zones.get(zone_id)
            return zone is not None and 0 <= int(cell) < max(zone.columns, 1) * max(zone.rows, 1)
        case "seat":
            return int(name) < len(scene.seats)
    return False


@check
def forms_and_routes_are_judged(walk: Walk) -> None:
    """Filling in a form or drawing a route gives an action that `refusal` judges; without either, nothing changes."""
    rules = walk.rules
    for state in walk.open():
        observation = rules.observe(state, rules.deciding(state))
        for offer in pick(enabled(rules.offers(state)), 12, walk.seed):
            filled = rules.fill(observation, offer.action, {option.key: option.default for option in offer.form})
            if not offer.form:
                assert filled == offer.action, f"an offer without a form was filled in: {offer.words}"
            rules.refusal(state, filled)
            rules.refusal(state, rules.reroute(observation, offer.action, ()))
            if offer.target is not None:
                rules.refusal(state, rules.reroute(observation, offer.action, (offer.target,)))


@check
def dice_cannot_be_unseen(walk: Walk) -> None:
    """An event that shows a roll counts as seen for taking back."""
    rules = walk.rules
    for number in range(1, len(walk.states)):
        for happened in rules.apply(walk.states[number - 1], walk.actions[number - 1]).story:
            event = rules.redact(happened.event, SPECTATOR)
            telling = None if event is None else rules.tell(event, rules.observe(happened.state, SPECTATOR))
            if telling is not None and telling.rolls:
                assert rules.gives_away(happened.event), f"a roll was shown and could be taken back: {telling.words}"


# ---------------------------------------------------------------------------------------------- knowledge


def sampled(walk: Walk, state: Any, seat: int, number: int = 0) -> Any:
    return walk.rules.sample(walk.rules.observe(state, seat), Chance(walk.seed * 31 + number))


@check
def offers_come_from_the_observation(walk: Walk) -> None:
    """What a seat may do depends only on what it may know."""
    rules = walk.rules
    for state in walk.open():
        seat = rules.deciding(state)
        scene = rules.scene(rules.observe(state, seat))
        for number in range(3):
            other = sampled(walk, state, seat, number)
            assert rules.deciding(other) == seat, "in a sampled world another seat decides"
            assert known(rules.offers(other), scene) == known(rules.offers(state), scene), "the offers betray what is hidden"


def known(offers: Iterable[Offer], scene: Scene) -> list[bytes]:
    """Return offers in a form to compare, with the ids of unseen pieces blotted out of their places."""

    def blotted(place: str | None) -> str | None:
        return "piece/?" if place and place.startswith("piece/") and int(place[6:]) not in scene.pieces else place

    return sorted(packed(replace(offer, source=blotted(offer.source), target=blotted(offer.target))) for offer in offers)


@check
def sampled_worlds_look_the_same(walk: Walk) -> None:
    """A world sampled from an observation gives that observation, for seats and spectators, and has no faults."""
    rules = walk.rules
    for state in walk.some():
        for viewer in walk.viewers:
            observation = rules.observe(state, viewer)
            world = sampled(walk, state, viewer)
            assert rules.observe(world, viewer) == observation, f"seat {viewer}: observe(sample(o)) is not o"
            faults = rules.faults(world)
            assert faults == () or rules.faults(state), f"a sampled world is broken: {faults}"
            assert rules.observe(world, SPECTATOR) == rules.observe(state, SPECTATOR), "a spectator knows more than a seat"


@check
def samples_draw_their_own_chance(walk: Walk) -> None:
    """A sampled world goes on with fresh chance, drawn from the chance given, and never with the true generator."""
    rules = walk.rules
    for state in walk.some():
        for viewer in walk.viewers:
            observation = rules.observe(state, viewer)
            generators = {rules.sample(observation, Chance(walk.seed + n)).chance for n in range(4)}
            assert state.chance not in generators, "a sampled world has the true generator"
            assert len(generators) == 4, "sampled worlds do not draw their generator from the chance given"
            one, two = (rules.sample(observation, Chance(walk.seed)) for _ in range(2))
            assert one == two, "the same chance sampled two different worlds"


@check
def observations_hide_the_hidden(walk: Walk) -> None:
    """Two worlds that differ only in what a seat cannot see give it byte-identical observations.

    Twins are made by changing the generator and by swapping card ids inside the state; a twin whose picture is the
    same for a seat must be the same to all it knows. At the start no seat sees the whole of another's hand.
    """
    rules = walk.rules
    for state in walk.some():
        for viewer in walk.viewers:
            observation = rules.observe(state, viewer)
            scene = rules.scene(observation)
            for twin in twins(walk, state):
                seen = rules.observe(twin, viewer)
                if rules.scene(seen) == scene:
                    assert packed(seen) == packed(observation), f"seat {viewer}'s observation betrays what its picture hides"
    for viewer in walk.viewers:
        scene = rules.scene(rules.observe(walk.states[0], viewer))
        for zone in scene.zones.values():
            held = [piece.face for piece in scene.pieces.values() if piece.zone == zone.id]
            if zone.kind == "hand" and zone.owner not in {None, viewer} and len(held) > 1:
                assert None in held, f"at the start seat {viewer} sees the whole hand of seat {zone.owner}"


@check
def pictures_hide_the_hidden(walk: Walk) -> None:
    """A picture is made of an observation alone: made again, it is the same, whatever state was looked at between."""
    rules = walk.rules
    for state in walk.some(3):
        for viewer in walk.viewers:
            observation = rules.observe(state, viewer)
            scene = packed(rules.scene(observation))
            for twin in twins(walk, state, 3):
                rules.offers(twin)
                rules.observe(twin, viewer)
                assert packed(rules.scene(observation)) == scene, "the same observation gave two pictures"


@check
def redacted_events_hide_the_hidden(walk: Walk) -> None:
    """In two worlds that a seat cannot tell apart, before and after an event, it is told the same event."""
    rules = walk.rules
    for number in walk.numbers(8):
        if number == len(walk.actions):
            continue
        state, action = walk.states[number], walk.actions[number]
        story = rules.apply(state, action, Chance(walk.seed)).story
        tree = msgspec.json.decode(msgspec.json.encode([happened.event for happened in story]))
        named = {holder[key] for holder, key in card_leaves(rules, tree)}
        for twin in twins(walk, state, 12, named):
            if rules.deciding(twin) != rules.deciding(state) or rules.refusal(twin, action) is not None:
                continue
            other = rules.apply(twin, action, Chance(walk.seed)).story
            for viewer in walk.viewers:
                compare(rules, viewer, (state, twin), story, other)


def compare(rules: AnyRules, viewer: int, before: tuple[Any, Any], one: Sequence[Any], two: Sequence[Any]) -> None:
    if packed(rules.observe(before[0], viewer)) != packed(rules.observe(before[1], viewer)):
        return
    for here, there in zip(one, two, strict=False):
        if packed(rules.observe(here.state, viewer)) != packed(rules.observe(there.state, viewer)):
            return
        told, twin = rules.redact(here.event, viewer), rules.redact(there.event, viewer)
        assert packed(told) == packed(twin), f"seat {viewer} is told of {here.event} what it may not know: {told}"


def twins(walk: Walk, state: Any, most: int = 8, named: set[str] | None = None) -> Iterator[Any]:
    """Yield sound worlds near a state: with another generator, and with two cards swapped, one of them `named` if any is."""
    rules = walk.rules
    yield replace(state, chance=state.chance ^ 0x5DEECE66D)
    tree = msgspec.json.decode(msgspec.json.encode(state))
    cards = list(card_leaves(rules, tree))
    likely = [leaf for leaf in cards if named and leaf[0][leaf[1]] in named] or cards
    chance = Chance(walk.seed)
    for _ in range(most if len(cards) > 1 else 0):
        (holder, key), (other, twin) = chance.pick(likely), chance.pick(cards)
        if shape(holder) != shape(other) or holder[key] == other[twin]:
            continue
        holder[key], other[twin] = other[twin], holder[key]
        swapped = msgspec.json.decode(msgspec.json.encode(tree), type=rules.state_type)
        holder[key], other[twin] = other[twin], holder[key]
        if not rules.faults(swapped):
            yield swapped


def shape(holder: Any) -> Any:
    return sorted(map(str, holder)) if isinstance(holder, dict) else None


def card_leaves(rules: AnyRules, tree: Any) -> Iterator[tuple[Any, Any]]:
    """Yield the holder and key of every card id inside plain values."""
    items = tree.items() if isinstance(tree, dict) else enumerate(tree)
    for key, value in items:
        if isinstance(value, str):
            try:
                rules.face(value)
            except KeyError:
                continue
            yield tree, key
        elif isinstance(value, dict | list):
            yield from card_leaves(rules, value)


# ---------------------------------------------------------------------------------------------- pictures and words


@check
def pictures_are_sound(walk: Walk) -> None:
    """Keys are ids, every piece lies in a zone, one seat each, the prompt asks the deciding seat."""
    rules = walk.rules
    for state in walk.some():
        for viewer in walk.viewers:
            scene = rules.scene(rules.observe(state, viewer))
            assert (scene.game, scene.viewer) == (rules.id, viewer), "the picture is of another game or viewer"
            assert [each.seat for each in scene.seats] == list(range(walk.setup.seats)), "the picture has not every seat once"
            for piece in scene.pieces.values():
                assert piece.zone in scene.zones, f"piece {piece.id} lies in {piece.zone}, which the picture lacks"
                assert piece.on is None or piece.on in scene.pieces, f"piece {piece.id} is attached to nothing"
            if scene.prompt is not None:
                assert scene.prompt.seat == rules.deciding(state), "the prompt asks another seat than the one that decides"
                assert scene.prompt.words, "a prompt without words"


def only_noted(cue: object, before: Scene) -> bool:
    """Tell whether a cue does no more than say anew, in a zone, who is asked: that changes with the question, without an event."""
    if not isinstance(cue, SetZone) or cue.zone.id not in before.zones:
        return False
    return replace(before.zones[cue.zone.id], note=cue.zone.note) == cue.zone


@check
def beats_lead_to_the_picture(walk: Walk) -> None:
    """Beats folded over the picture before give the picture after, for every viewer; nothing changes without an event."""
    rules = walk.rules
    story = Story(rules, walk.setup, 0, walk.states[0])
    for action, state in zip(walk.actions, walk.states[1:], strict=True):
        story.add(action, state)
    for number in walk.numbers():
        step = story.step(number)
        for viewer in walk.viewers:
            beats = story.beats(viewer, number)
            scene = story.scene_at(viewer, number - 1)
            for index, beat in enumerate(beats):
                assert -1 <= beat.cause < index or index == len(step.story), f"beat {index} is caused by beat {beat.cause}"
                if index >= len(step.story):
                    silent = [cue for cue in beat.cues if not isinstance(cue, Ask | Seats) and not only_noted(cue, scene)]
                    assert not silent, f"step {number}: changes that no event tells: {silent}"
                scene = fold(scene, beat.cues)
            after = story.scene_at(viewer, number)
            assert scene == after, f"step {number}, seat {viewer}: the beats lead elsewhere: {changes(scene, after)}"


@check
def every_event_is_told_well(walk: Walk) -> None:
    """Telling works for every event and viewer, and names only seats and cards that exist."""
    rules = walk.rules
    steps = [walk.first]
    steps += [rules.apply(walk.states[n - 1], walk.actions[n - 1]) for n in range(1, len(walk.states))]
    for step in steps:
        for happened in step.story:
            for viewer in walk.viewers:
                event = rules.redact(happened.event, viewer)
                telling = None if event is None else rules.tell(event, rules.observe(happened.state, viewer))
                if telling is not None:
                    told_well(rules, walk.setup.seats, telling)


def told_well(rules: AnyRules, seats: int, telling: Any) -> None:
    assert telling.kind, f"told without a kind: {telling.words}"
    for mark in NAMED.finditer(telling.words):
        if mark[1]:
            assert int(mark[1]) < seats, f"the words name seat {mark[1]}, which is not there: {telling.words}"
        else:
            rules.face(mark[2])
    for roll in telling.rolls:
        assert 1 <= roll.face <= roll.sides, f"a die shows {roll.face}"
        assert roll.seat in range(seats), f"seat {roll.seat} rolled, and is not there"


@check
def looking_never_fails(walk: Walk) -> None:
    """Preview, overlays and faces answer for everything that can be seen or done."""
    rules = walk.rules
    for state in walk.some():
        seat = rules.deciding(state)
        if seat is not None:
            observation = rules.observe(state, seat)
            for action in pick(rules.legal(state), 25, walk.seed):
                rules.preview(observation, action)
        for viewer in walk.viewers:
            observation = rules.observe(state, viewer)
            for piece in pick(rules.scene(observation).pieces.values(), 20, walk.seed):
                rules.overlays(observation, piece.id)
                if piece.kind == "card" and piece.face is not None:
                    assert rules.face(piece.face).name, f"{piece.face} has no name"


# ---------------------------------------------------------------------------------------------- players


@check
def prospects_are_shares(walk: Walk) -> None:
    """Prospects lie between 0 and 1, one a seat; at the end they are the outcome's shares."""
    rules, chance, state = walk.rules, Chance(walk.seed), walk.states[-1]
    for each in walk.states:
        prospects_fit(walk, each)
    for _ in range(MOST_ACTIONS):
        legal = rules.legal(state)
        if not legal:
            break
        state = rules.advance(state, chance.pick(legal))
    prospects_fit(walk, state)


def prospects_fit(walk: Walk, state: Any) -> None:
    prospects = walk.rules.evaluate(state)
    assert len(prospects) == walk.setup.seats, f"{len(prospects)} prospects for {walk.setup.seats} seats"
    assert all(0 <= each <= 1 for each in prospects), f"prospects out of range: {prospects}"
    outcome = walk.rules.outcome(state)
    if outcome is not None:
        shares = tuple(outcome.share(seat) for seat in range(walk.setup.seats))
        assert all(abs(one - two) < 1e-9 for one, two in zip(prospects, shares, strict=True)), f"{prospects} at the end, not {shares}"


@check
def players_know_no_more(walk: Walk) -> None:
    """Every level and policy chooses a legal action, and the same one in two worlds that look the same to it."""
    rules = walk.rules
    for state in list(walk.open(3))[-2:]:
        seat = rules.deciding(state)
        legal = rules.legal(state)
        world = sampled(walk, state, seat, 7)
        if rules.legal(world) != legal:
            continue
        for level in level_names(rules):
            choices = []
            for each in (state, world):
                observation = rules.observe(each, seat)
                choices.append(player(level, rules).choose(observation, legal, Budget(iterations=4), Chance(walk.seed)))
            assert choices[0] in legal, f"{level} chose {choices[0]}, which is not legal"
            assert choices[0] == choices[1], f"{level} chose {choices[0]} in one world and {choices[1]} in its twin"
