"""What the scenarios of the rules come by, held to what it was: all that is told, shown, offered, refused and judged where a test has been.

A scenario asserts what its rule promises. The place it comes by is rarer than any that a match at random meets, and everything else that is true there
is worth as much: so each test's positions and steps are looked at whole, from every seat, and four short digests of it stand in `golden/witness`, a line a
test. A line that differs says which test and which of the four; what stood there is seen with `STARCROSS_WITNESS=FOLDER`, which writes the whole text of each
test: once before the change, once after it, then `diff -r`. `STARCROSS_GOLDEN=write` writes the lines anew after a change that is meant.

A test without a line is held to nothing until its line is written. Tests that draw what they do (Hypothesis) and slow ones are left alone.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator
from functools import cache
from hashlib import blake2b
from pathlib import Path
from types import NoneType
from typing import Any, get_args, get_type_hints

from msgspec import Struct
from msgspec.structs import replace
from test_golden_matches import brief, defaults

from game.kernel.chance import Chance
from game.kernel.ids import SPECTATOR
from game.kernel.offers import Offer
from game.kernel.rules import AnyRules
from game.kernel.step import Step

FOLDER = Path(__file__).parent / "golden" / "witness"
STEPS = 8
"""So many steps of a test are listened to."""

PLACES = 3
"""So many positions of a test are looked at whole."""

DRAWN = 24
"""So many actions of each kind are thought of."""

COUNTED = {"part", "attack", "index", "slot", "rank", "seat"}
"""Fields that count something of which there are a few."""

WORDS = ("", "nothing", "hp", "atk", "spd", "rock", "cinderchoir")
"""What fields that hold a word are filled with."""

PARTS = ("told", "shown", "offered", "judged")


def spread(values: Iterable[Any], most: int) -> list[Any]:
    """Return so many values at most, the first and the last of them and others evenly between."""
    found = list(values)
    if len(found) <= most:
        return found
    return [found[number * (len(found) - 1) // (most - 1)] for number in range(most)]


class Witness:
    """What one test came by: the positions it began in, and the steps that were taken."""

    def __init__(self) -> None:
        self.begun: list[tuple[AnyRules, Any]] = []
        self.steps: list[tuple[AnyRules, Step[Any, Any]]] = []

    def text(self, part: str) -> Iterator[str]:
        """Yield the lines of one of the parts."""
        if part == "told":
            for rules, step in spread(self.steps, STEPS):
                yield from told(rules, step)
            return
        look = {"shown": shown, "offered": offered, "judged": judged}[part]
        for rules, state in (*spread(self.begun, 2), *((rules, step.state) for rules, step in spread(self.steps, PLACES))):
            yield from look(rules, state)

    def line(self) -> str:
        """Return the four digests."""
        return " ".join(f"{part} {digested(self.text(part))}" for part in PARTS)


def digested(lines: Iterable[str]) -> str:
    """Return eight hexadecimal digits of some lines."""
    return blake2b("\n".join(lines).encode(), digest_size=4).hexdigest()


def seats(rules: AnyRules, state: Any) -> range:
    """Return the seats of a match."""
    return range(len(rules.evaluate(state)))


def told(rules: AnyRules, step: Step[Any, Any]) -> Iterator[str]:
    """Yield what happened, what each seat may know of it and how it is told to it."""
    for happened in step.story:
        yield f"{brief(happened.event)} because of {happened.cause}"
        for viewer in (SPECTATOR, *seats(rules, step.state)):
            event = rules.redact(happened.event, viewer)
            telling = None if event is None else rules.tell(event, rules.observe(happened.state, viewer))
            yield f" {viewer} {'' if event == happened.event else brief(event)} {brief(telling)}"
        yield f" played {rules.played(happened.state, happened.event)}"


def shown(rules: AnyRules, state: Any) -> Iterator[str]:
    """Yield what each seat knows and sees, and what is lit up."""
    for viewer in (SPECTATOR, *seats(rules, state)):
        observation = rules.observe(state, viewer)
        scene = rules.scene(observation)
        yield brief(observation)
        yield brief(scene)
        yield f"{list(scene.zones)} {list(scene.pieces)} hand over {rules.hand_over(observation)}"
        if viewer == rules.deciding(state):
            yield from (f"{piece} lights {brief(rules.overlays(observation, piece))}" for piece in spread(scene.pieces, 8))


def offered(rules: AnyRules, state: Any) -> Iterator[str]:
    """Yield what can be done, what it would bring, what is refused of all that one could think of, and why."""
    seat = rules.deciding(state)
    offers = rules.offers(state)
    yield from map(brief, offers)
    yield f"legal {brief(rules.legal(state))}"
    if seat is None:
        return
    observation = rules.observe(state, seat)
    for offer in spread((offer for offer in offers if not offer.refusal), 16):
        filled = rules.fill(observation, offer.action, {option.key: option.default for option in offer.form})
        if offer.form:
            yield f"filled {brief(filled)} {brief(rules.refusal(state, filled))}"
            continue
        yield f"{brief(offer.action)} brings {brief(rules.preview(observation, offer.action))}"
        if offer.target is not None:
            yield f" by way of its goal {brief(rules.reroute(observation, offer.action, (offer.target,)))}"
    for action in conceivable(rules, offers, list(rules.scene(observation).pieces)):
        yield f"{brief(action)} is refused {brief(rules.refusal(state, action))}"


def judged(rules: AnyRules, state: Any) -> Iterator[str]:
    """Yield how good the position is, what is wrong with it, what is hidden in it, and what whoever does not know may think it is."""
    yield f"{brief(rules.evaluate(state))} {brief(rules.judge()(state))} {brief(rules.outcome(state))} {rules.faults(state)}"
    yield f"{rules.deciding(state)} {rules.settled(state)} {rules.held(state)}"
    yield from (f"{secret.path} {sorted(secret.seats)} {secret.kind}" for secret in rules.secrets(state))
    yield from (brief(rules.sample(rules.observe(state, seat), Chance(seat + 3))) for seat in seats(rules, state))


def conceivable(rules: AnyRules, offers: tuple[Offer, ...], pieces: list[int]) -> Iterator[Any]:
    """Yield actions that somebody could ask for: those of every kind, and some of the offered ones with one value that is another's."""
    for kind in get_args(rules.action_type):
        yield from made(kind, pieces)
    numbers: dict[str, list[int]] = {}
    for offer in offers:
        for name, value in numbered(offer.action):
            numbers.setdefault(name, []).append(value)
    for offer in spread(offers, 10):
        for name, _ in numbered(offer.action):
            for value in {*spread(numbers[name], 3), *spread(pieces, 2)}:
                yield replace(offer.action, **{name: value})


def numbered(action: Struct) -> list[tuple[str, int]]:
    """Return the fields of an action that hold a number."""
    named = ((name, getattr(action, name)) for name, _ in defaults(type(action)))
    return [(name, value) for name, value in named if isinstance(value, int) and not isinstance(value, bool)]


def made(kind: type[Struct], pieces: list[int]) -> Iterator[Any]:
    """Yield actions of a kind, drawn at random from what their fields can hold, and always the same."""
    numbers = (-1, 999, *pieces, *range(max(pieces, default=0) + 2))
    chance = Chance(len(numbers) + len(kind.__name__))
    for _ in range(DRAWN if hints(kind) else 1):
        yield kind(*(held(name, hint, numbers, chance) for name, hint in hints(kind)))


@cache
def hints(kind: type[Struct]) -> tuple[tuple[str, Any], ...]:
    """Return the fields of an action and what they may hold, in order."""
    named = get_type_hints(kind)
    return tuple((name, named[name]) for name in kind.__struct_fields__)


def held(name: str, hint: Any, numbers: tuple[int, ...], chance: Chance) -> Any:
    """Return a value that a field of an action can hold."""
    kinds = get_args(hint) or (hint,)
    if getattr(hint, "__origin__", None) is tuple:
        return ()
    if bool in kinds:
        return chance.below(2) == 1
    if NoneType in kinds and chance.below(4) == 0:
        return None
    if int in kinds:
        return chance.below(4) if name in COUNTED else chance.pick(numbers)
    return chance.pick(WORDS)


# --- the lines that are kept --------------------------------------------------------------------------------------------


def lines_of(file: Path) -> dict[str, str]:
    """Return the lines of a file, by test."""
    if not file.exists():
        return {}
    return dict(line.split(": told ", 1) for line in file.read_text(encoding="utf-8").splitlines())


def names_of(file: Path) -> set[str]:
    """Return the names of the tests in a file."""
    return set(re.findall(r"def (test_\w+)", file.read_text(encoding="utf-8")))
