"""What every game promises, as checks that any game can be put through.

A `Walk` is one match played by given choices; a check takes a walk and fails with a sentence when a promise is broken.
`CHECKS` names them all. The suite is tested itself: `test_conformance.py` breaks a toy game once for every check, and
exactly that check must notice.

Longer than most: it is the whole contract in one list of checks.
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Sequence
from typing import Any

import msgspec
from msgspec.structs import replace
from secrecy import coded, known, lies, twins

from game.ai.greedy import EVEN, MOST_ANSWERS, answered
from game.ai.levels import level_names, player
from game.ai.player import Budget
from game.kernel.chance import Chance
from game.kernel.cues import Ask, Seats, SetZone, changes, fold
from game.kernel.digest import digest
from game.kernel.ids import SPECTATOR
from game.kernel.offers import IllegalAction, Offer, Refusal
from game.kernel.rules import AnyRules, Game, Judge
from game.kernel.scene import Scene
from game.kernel.secrets import NOBODY, Secret, hides, leaf, unknown, with_leaf
from game.kernel.setup import Setup
from game.lab.habits import HABITS
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
        """Return a few step numbers, the first two and the last among them."""
        last = len(self.states) - 1
        some = {0, min(1, last), last} | {Chance(self.seed + n).below(last + 1) for n in range(most - 2)}
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


@check
def phases_are_named_and_gone_on_to(walk: Walk) -> None:
    """The parts of a turn have names and stay the same; an offer goes on to one of them, never back, and says what it closes in a sentence."""
    rules, known = walk.rules, {}
    for state in walk.open():
        scene = rules.scene(rules.observe(state, rules.deciding(state)))
        keys = [phase.key for phase in scene.phases]
        known.setdefault("phases", scene.phases)
        assert scene.phases == known["phases"], "the parts of a turn change"
        assert len(set(keys)) == len(keys), "two parts of a turn have one key"
        assert scene.phase in {"", *keys}, f"there is no phase {scene.phase!r}"
        assert all(phase.label and phase.words.endswith(".") for phase in scene.phases), "a phase without label or words"
        for offer in rules.offers(state):
            assert not offer.closes or offer.closes.endswith("."), f"no sentence: {offer.closes!r}"
            assert not offer.begins or offer.begins in keys, f"{offer.words} begins no part of a turn"
            if offer.onward:
                assert offer.refusal is None, f"a refused offer that goes on: {offer.words}"
                assert scene.phase in keys, f"{offer.words} goes on from no phase"
                assert keys.index(offer.onward) > keys.index(scene.phase), f"{offer.words} goes back"


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
def what_is_put_somewhere_is_judged(walk: Walk) -> None:
    """Putting one thing on another means an action of the game or none, always the same, and is refused in a sentence by what the seat may know."""
    rules = walk.rules
    for state in walk.open(3):
        seat = rules.deciding(state)
        observation = rules.observe(state, seat)
        worlds = [sampled(walk, state, seat, number) for number in range(2)]
        for source, onto in puttings(rules.scene(observation), rules.offers(state), walk.seed):
            action = rules.put(observation, source, onto)
            assert rules.put(observation, source, onto) == action, f"{source} on {onto} means now this, now that"
            if action is None:
                continue
            comes_back(action, rules.action_type)
            refused = rules.refusal(state, action)
            assert refused is None or (refused.words.endswith(".") and RULE_ID.match(refused.rule)), f"no reason: {refused}"
            for world in worlds:
                assert rules.refusal(world, action) == refused, f"what refuses {source} on {onto} betrays what is hidden: {refused}"
        for viewer in walk.viewers:
            for source, onto in puttings(rules.scene(rules.observe(state, viewer)), (), walk.seed):
                rules.put(rules.observe(state, viewer), source, onto)


def puttings(scene: Scene, offers: Iterable[Offer], seed: int) -> Iterator[tuple[str, str]]:
    """Yield some things that could be picked up in a picture, what is offered first, and some places for each."""
    zones = [(zone.id, max(zone.columns, 1) * max(zone.rows, 1)) for zone in scene.zones.values()]
    pieces = [f"piece/{number}" for number in scene.pieces]
    places = [*pieces, *(f"zone/{name}" for name, _ in zones), *(f"cell/{name}/{Chance(seed).below(cells)}" for name, cells in zones)]
    offered = dict.fromkeys(offer.source for offer in offers if offer.source)
    for number, source in enumerate([*pick(offered, 6, seed), *pick(pieces, 4, seed)]):
        for onto in pick(places, 6, seed + number):
            yield source, onto


@check
def rolls_use_chance(walk: Walk) -> None:
    """What is shown as a roll has used chance, so that it cannot be taken back for another."""
    rules = walk.rules
    for number in range(1, len(walk.states)):
        before, after = walk.states[number - 1], walk.states[number]
        for happened in rules.apply(before, walk.actions[number - 1]).story:
            event = rules.redact(happened.event, SPECTATOR)
            telling = None if event is None else rules.tell(event, rules.observe(happened.state, SPECTATOR))
            if telling is not None and telling.rolls:
                assert before.chance != after.chance, f"a roll was shown that used no chance: {telling.words}"


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
            assert blotted(rules.offers(other), scene) == blotted(rules.offers(state), scene), "the offers betray what is hidden"


def blotted(offers: Iterable[Offer], scene: Scene) -> list[bytes]:
    """Return offers in a form to compare, with the ids of unseen pieces blotted out of their places."""

    def blot(place: str | None) -> str | None:
        return "piece/?" if place and place.startswith("piece/") and int(place[6:]) not in scene.pieces else place

    return sorted(packed(replace(offer, source=blot(offer.source), target=blot(offer.target))) for offer in offers)


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


def varied_numbers(walk: Walk, most: int = SOME) -> list[int]:
    """Return a few step numbers, among them for every place where secrets can lie one at which one does."""
    met: set[Any] = set()
    found = walk.numbers(most)
    for number in [*found, *Chance(walk.seed).shuffle(range(len(walk.states)))]:
        places = {lies(secret) for secret in walk.rules.secrets(walk.states[number])}
        if not places <= met:
            met |= places
            found.append(number)
    return sorted(set(found))


@check
def secrets_are_well_said(walk: Walk) -> None:
    """Every secret lies where its path says, once; somebody does not know it; chance is one, and nobody's."""
    rules = walk.rules
    for number in varied_numbers(walk):
        state = walk.states[number]
        secrets = tuple(rules.secrets(state))
        paths = [secret.path for secret in secrets]
        assert len(set(paths)) == len(paths), f"listed twice: {[path for path in paths if paths.count(path) > 1][:3]}"
        for secret in secrets:
            assert secret.seats < set(range(walk.setup.seats)), f"{secret.path} is no secret: all know it, or strangers do"
            value = leaf(state, secret.path)
            assert with_leaf(state, secret.path, value) == state, f"{secret.path} cannot be written back"
            if secret.kind == "face" and isinstance(value, str):
                rules.face(value)
        assert [secret for secret in secrets if secret.kind == "chance"] == [Secret(("chance",), NOBODY, "chance")], "chance is nobody's"


@check
def observations_hide_the_hidden(walk: Walk) -> None:
    """A secret changed changes nothing of what a seat that does not know it observes, nor of its picture."""
    rules = walk.rules
    for number in varied_numbers(walk):
        state = walk.states[number]
        seen = {viewer: rules.observe(state, viewer) for viewer in walk.viewers}
        plain = {viewer: coded(observation) for viewer, observation in seen.items()}
        for twin in twins(rules, state, walk.seed + number):
            for viewer in filter(twin.hidden_from, walk.viewers):
                observation = rules.observe(twin.world, viewer)
                assert coded(observation) == plain[viewer], f"seat {viewer} observes what is hidden from it at {twin}"
                assert rules.scene(observation) == rules.scene(seen[viewer]), f"seat {viewer} sees what is hidden from it at {twin}"


@check
def who_knows_sees(walk: Walk) -> None:
    """A secret changed changes what each seat observes that is said to know it."""
    rules = walk.rules
    for number in varied_numbers(walk):
        state = walk.states[number]
        plain = [coded(rules.observe(state, seat)) for seat in range(walk.setup.seats)]
        for twin in twins(rules, state, walk.seed + number, 3):
            for seat in set().union(*(secret.seats for secret in twin.changed)):
                assert coded(rules.observe(twin.world, seat)) != plain[seat], f"seat {seat} does not see what it knows at {twin}"


@check
def offers_hide_the_hidden(walk: Walk) -> None:
    """A secret changed changes neither who decides nor, unless that seat knows it, what it may do and how that is offered."""
    rules = walk.rules
    for number in varied_numbers(walk, 3):
        state = walk.states[number]
        seat = rules.deciding(state)
        if seat is None:
            continue
        legal, offers = coded(rules.legal(state)), coded(rules.offers(state))
        for twin in twins(rules, state, walk.seed + number):
            if twin.hidden_from(seat):
                assert rules.deciding(twin.world) == seat, f"who decides depends on what is hidden at {twin}"
                assert coded(rules.legal(twin.world)) == legal, f"what seat {seat} may do betrays what is hidden from it at {twin}"
                assert coded(rules.offers(twin.world)) == offers, f"the offers betray to seat {seat} what is hidden from it at {twin}"


@check
def samples_share_what_is_known(walk: Walk) -> None:
    """What an observation does not tell is listed as a secret: a world sampled from it differs in secrets alone."""
    rules = walk.rules
    for state in walk.some(2 * SOME):
        for viewer in walk.viewers:
            world = sampled(walk, state, viewer)
            assert known(rules, world, viewer) == known(rules, state, viewer), f"seat {viewer} does not know what is said to be open"
            same = hides(rules.secrets(world), viewer) == hides(rules.secrets(state), viewer)
            assert same, f"seat {viewer} cannot tell whether anything is hidden from it"


@check
def pictures_hide_the_hidden(walk: Walk) -> None:
    """A picture is made of an observation alone: made again, it is the same, whatever state was looked at between."""
    rules = walk.rules
    for state in walk.some(3):
        others = [twin.world for twin in twins(rules, state, walk.seed, 1)]
        for viewer in walk.viewers:
            observation = rules.observe(state, viewer)
            scene = packed(rules.scene(observation))
            for other in others[:3]:
                rules.offers(other)
                rules.observe(other, viewer)
                assert packed(rules.scene(observation)) == scene, "the same observation gave two pictures"


@check
def redacted_events_hide_the_hidden(walk: Walk) -> None:
    """What happens is told alike to a seat in two worlds between which it knows no difference, as long as it learns of none.

    The worlds differ in a secret, the likeliest being one that the step is about, in what whoever decides does in secret, or in chance.
    """
    rules = walk.rules
    for number, story in varied_steps(walk):
        state, action, chance = walk.states[number], walk.actions[number], walk.seed
        views = {viewer: View(rules, viewer, state, story) for viewer in walk.viewers}
        for twin in twins(rules, state, walk.seed + number, 4, about(rules, state, story)):
            if rules.refusal(twin.world, action) is None:
                other = rules.apply(twin.world, action, Chance(chance)).story
                for viewer in filter(twin.hidden_from, walk.viewers):
                    views[viewer].compare(twin.world, other)
        others = [rules.apply(state, choice, Chance(chance)).story for choice in pick(rules.legal(state), 6, walk.seed)]
        others += [rules.apply(state, action, Chance(chance + each)).story for each in (1, 2)]
        for viewer in walk.viewers:
            for other in others:
                views[viewer].compare(state, other)
    for viewer in walk.viewers:
        View(rules, viewer, None, walk.first.story).compare(None, rules.setup(replace(walk.setup, seed=walk.setup.seed ^ 1)).story)


def varied_steps(walk: Walk) -> Iterator[tuple[int, Sequence[Any]]]:
    """Yield steps by the number of the state before them, in random order, each with a kind of event that those before it have not."""
    met: set[type] = set()
    for number in Chance(walk.seed).shuffle(range(len(walk.actions))):
        story = walk.rules.apply(walk.states[number], walk.actions[number], Chance(walk.seed)).story
        kinds = {type(happened.event) for happened in story}
        if not kinds <= met:
            met |= kinds
            yield number, story


def about(rules: AnyRules, state: Any, story: Sequence[Any]) -> list[Secret]:
    """Return the faces that the story of a step may be about: those it names, else all."""
    told = msgspec.json.encode([happened.event for happened in story]).decode()
    faces = [secret for secret in rules.secrets(state) if secret.kind == "face"]
    return [secret for secret in faces if f'"{leaf(state, secret.path)}"' in told] or faces


class View:
    """A step as a seat sees it, to be compared with other ways it could have gone."""

    def __init__(self, rules: AnyRules, viewer: int, state: Any, story: Sequence[Any]) -> None:
        self.rules, self.viewer, self.state, self.story = rules, viewer, state, story
        self._frames: list[bytes] = []

    def frame(self, index: int) -> bytes:
        """Return what the seat knows right after an event."""
        while len(self._frames) <= index:
            self._frames.append(known(self.rules, self.story[len(self._frames)].state, self.viewer))
        return self._frames[index]

    def told(self, happened: Any) -> tuple[bytes, bool]:
        """Return how the seat is told of an event, and whether it sees dice fall."""
        event = self.rules.redact(happened.event, self.viewer)
        telling = None if event is None else self.rules.tell(event, self.rules.observe(happened.state, self.viewer))
        return coded((event, telling)), telling is not None and bool(telling.rolls)

    def compare(self, state: Any, story: Sequence[Any]) -> None:
        """Demand that the seat is told the same of another story, up to the event by which it knows of a difference.

        In dice that fall openly it may see one; not in those that fall covered, at the event at which they do.
        """
        alike = True
        for index, (here, there) in enumerate(zip(self.story, story, strict=False)):
            if known(self.rules, there.state, self.viewer) != self.frame(index):
                return
            falling = alike and covered(self.rules, here.state) != covered(self.rules, there.state)
            alike = alike and not falling
            if state is not self.state or apart(here.state, there.state):
                (one, dice), (other, _) = self.told(here), self.told(there)
                if one != other and dice and not falling:
                    return
                assert one == other, f"seat {self.viewer} is told of {here.event} what it may not know: {one!r}, {other!r}"


def covered(rules: AnyRules, state: Any) -> list[Any]:
    """Return the dice and choices that somebody may not know."""
    return [leaf(state, secret.path) for secret in rules.secrets(state) if secret.kind in {"die", "choice"}]


def apart(one: Any, other: Any) -> bool:
    """Tell whether two states differ in more than in the number from which chance goes on."""
    return bool(one != replace(other, chance=one.chance))


@check
def what_nobody_learns_decides_nothing(walk: Walk) -> None:
    """A face that nobody knows or learns does not make a difference, not even to the numbers that pieces get."""
    rules = walk.rules
    for number in walk.numbers(4):
        if number == len(walk.actions):
            continue
        state, action = walk.states[number], walk.actions[number]
        dark = [secret for secret in rules.secrets(state) if secret.kind == "face" and not secret.seats]
        after = rules.advance(state, action, Chance(walk.seed))
        for twin in twins(rules, state, walk.seed + number, 2, dark):
            if any(secret.seats for secret in twin.changed):
                continue
            other = rules.advance(twin.world, action, Chance(walk.seed))
            if unlearnt(rules, state, after) and unlearnt(rules, twin.world, other):
                assert outlined(rules, other) == outlined(rules, after), f"a face that nobody knows made a difference at {twin}"


def unlearnt(rules: AnyRules, before: Any, after: Any) -> bool:
    """Tell whether no seat has learnt a face from one state to the next."""
    hidden, still = tuple(rules.secrets(before)), tuple(rules.secrets(after))
    seats = {seat for secret in (*hidden, *still) for seat in secret.seats} | {SPECTATOR}
    return not any(unknown(before, hidden, seat) - unknown(after, still, seat) for seat in seats)


def outlined(rules: AnyRules, state: Any) -> bytes:
    """Return a state without its hidden faces."""
    for secret in rules.secrets(state):
        if secret.kind == "face":
            state = with_leaf(state, secret.path, "")
    return packed(state)


@check
def numbers_tell_nothing(walk: Walk) -> None:
    """A card that lies hidden has another number than when its face was seen, and from one match to the next numbers have other faces.

    Dice are left out: one keeps its number when it is rolled anew.
    """
    rules = walk.rules
    seen: dict[int, set[tuple[int, str]]] = {viewer: set() for viewer in walk.viewers}
    for number, state in enumerate(walk.states):
        for viewer, faces in faces_of(walk, state).items():
            hidden = {(key, face) for key, (face, shown) in faces.items() if not shown}
            followed = hidden & seen[viewer]
            assert not followed, f"after action {number} seat {viewer} knows by their numbers what lies hidden: {followed}"
            seen[viewer] |= {(key, face) for key, (face, shown) in faces.items() if shown}
    starts = [faces_of(walk, rules.setup(replace(walk.setup, seed=walk.setup.seed ^ each)).state) for each in range(6)]
    for viewer in walk.viewers:
        hidden = [(key, face) for start in starts for key, (face, shown) in start[viewer].items() if not shown]
        times = Counter(key for key, _ in hidden)
        again = {(key, face) for key, face in hidden if times[key] > 1}
        numbers = {key for key, _ in again}
        different = {face for _, face in again}
        told = len(different) > 2 and len(again) == len(numbers)
        assert not told, f"seat {viewer} knows hidden pieces by the numbers they have in every match"


def faces_of(walk: Walk, state: Any) -> dict[int, dict[int, tuple[str, bool]]]:
    """Return for every viewer the pieces in its picture, but for dice: what each is, as far as any seat sees it, and whether it shows it."""
    pictures = {viewer: walk.rules.scene(walk.rules.observe(state, viewer)).pieces for viewer in walk.viewers}
    true = {key: piece.face for pieces in pictures.values() for key, piece in pieces.items() if piece.face is not None}
    return {
        viewer: {key: (true[key], piece.face is not None) for key, piece in pieces.items() if key in true and piece.kind != "die"}
        for viewer, pieces in pictures.items()
    }


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
    """Prospects lie between 0 and 1, one a seat, and make one win together: each is the part that whoever plays hopes for; at the end they are the outcome's shares."""
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
    assert abs(sum(prospects) - 1) < 1e-6, f"prospects of {prospects} make {sum(prospects)} wins"
    hopes, glance = walk.rules.outlook()(state), walk.rules.judge()(state)
    assert all(abs(one - two / sum(hopes)) < 1e-9 for one, two in zip(prospects, hopes, strict=True)), f"{hopes} come to {prospects}"
    assert len(glance) == len(prospects), f"{len(glance)} seats at a glance, and {len(prospects)} in all"
    assert all(0 <= each <= 1 for each in glance), f"out of range at a glance: {glance}"
    outcome = walk.rules.outcome(state)
    if outcome is not None:
        shares = tuple(outcome.share(seat) for seat in range(walk.setup.seats))
        for told in (prospects, hopes, glance):
            assert all(abs(one - two) < 1e-9 for one, two in zip(told, shares, strict=True)), f"{told} at the end, not {shares}"


@check
def a_judge_is_swayed_by_nothing(walk: Walk) -> None:
    """What judges many positions says of each exactly what one says that judges it alone, whatever it has judged before."""
    rules, judge = walk.rules, walk.rules.judge()
    for state in walk.open():
        for after in (state, *(rules.advance(state, action) for action in pick(rules.legal(state), 6, walk.seed))):
            alone, among = rules.judge()(after), judge(after)
            assert alone == among, f"prospects of {alone} alone and {among} among others"


@check
def what_is_left_out_promises_no_more(walk: Walk) -> None:
    """Among the promising actions is one after which the seat stands best; the rest look no better once all else was let go by, under the same dice."""
    rules = walk.rules
    for state in walk.open():
        seat, legal, judge = rules.deciding(state), rules.legal(state), rules.judge()
        promising = list(rules.promising(state, legal))
        assert promising, "nothing is promising"
        assert promising == sorted({*promising} & {*range(len(legal))}), (
            f"{promising} are not numbers of {len(legal)} actions, each once and in order"
        )
        left = [number for number in range(len(legal)) if number not in promising]
        if left and seat is not None:
            worth = {
                number: judge(let_go_by(rules, judge, rules.advance(state, legal[number], Chance(walk.seed)), Chance(walk.seed)))[seat]
                for number in range(len(legal))
            }
            best = max(left, key=worth.__getitem__)
            assert worth[best] <= max(worth[number] for number in promising) + EVEN, f"{legal[best]} looks better than anything promising"


def let_go_by(rules: AnyRules, judge: Judge[Any], state: Any, chance: Chance) -> Any:
    """Return the state once nothing is asked any more but what the turn asks: whoever may let the moment pass does, and what must be answered is, at a glance."""
    for _ in range(MOST_ANSWERS):
        seat = rules.deciding(state)
        if seat is None or rules.settled(state):
            break
        passes = [offer.action for offer in enabled(rules.offers(state)) if offer.passes]
        state = rules.advance(state, passes[0]) if passes else answered(rules, judge, state, seat, chance, rules.legal(state))
    return state


@check
def what_is_preferred_is_among_what_is_as_good(walk: Walk) -> None:
    """Of some legal actions at least one is preferred, by number and in order; of one that one, and the same of the same state."""
    rules = walk.rules
    for state in walk.open():
        legal = rules.legal(state)
        for some in (legal, pick(legal, 4, walk.seed), legal[-1:]):
            finer = list(rules.finer(state, some))
            assert finer, f"of {len(some)} actions none is preferred"
            assert finer == sorted({*finer} & {*range(len(some))}), (
                f"{finer} are not numbers of {len(some)} actions, each once and in order"
            )
            assert finer == list(rules.finer(state, some)), "what is preferred changes"


@check
def what_must_come_early_can_be_done_no_more(walk: Walk) -> None:
    """Numbers of legal actions, in order; once the action has been done none of them is legal while the turn lasts."""
    rules = walk.rules
    for state in walk.open():
        seat, legal = rules.deciding(state), rules.legal(state)
        for action in legal[:: max(1, len(legal) // 8)]:
            early = list(rules.early(state, legal, action))
            assert early == sorted({*early} & {*range(len(legal))}), (
                f"{early} are not numbers of {len(legal)} actions, each once and in order"
            )
            after = rules.advance(state, action, Chance(walk.seed)) if early else state
            if early and rules.deciding(after) == seat and rules.settled(after):
                still = {*rules.legal(after)} & {legal[each] for each in early}
                assert not still, f"after {action} there is still {still}"


@check
def habits_are_named(walk: Walk) -> None:
    """What a choice indulges in is one of the habits, each of which has its words and its own name beside those of every game."""
    rules = walk.rules
    assert not set(rules.habits) & set(HABITS), f"{set(rules.habits) & set(HABITS)} are habits of every game"
    assert all(words and not words.endswith(".") for words in rules.habits.values()), f"{rules.habits} want words, without a full stop"
    for state in walk.open():
        legal = rules.legal(state)
        for action in legal[:: max(1, len(legal) // 6)]:
            unknown = set(rules.indulged(state, legal, action)) - set(rules.habits)
            assert not unknown, f"{unknown} are no habits"


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
