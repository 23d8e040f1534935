"""Stretches of matches of every game, written down as they are told, shown, offered and judged: whatever a change changes stands in the difference.

Scenarios say what a rule promises; these say what nobody thought of promising. `STARCROSS_GOLDEN=write` writes them anew after a change that is
meant; the difference then wants a reader. A file shows, for each action: who takes it; what each seat and a bystander is told and sees change; and,
now and then, what is asked, what could be done and why not, what it would bring, and how the table looks to whoever decides.
"""

from __future__ import annotations

import os
from collections.abc import Iterator
from functools import cache
from importlib import import_module
from pathlib import Path
from typing import Any

import msgspec
import pytest
from msgspec import Struct
from msgspec.structs import fields, replace

from game.kernel.chance import Chance
from game.kernel.ids import SPECTATOR
from game.kernel.offers import Offer
from game.kernel.setup import Rows, Setup
from game.match.story import Story
from game.rules import SHIPPED, TEMPLATE

FOLDER = Path(__file__).parent / "golden"
LOOKS = 10
"""At every so-manieth action everything is shown."""

SHOWN = 8
"""So many of the offers are written down, and as many of the refused ones."""


class Stretch(Struct, frozen=True):
    """A match at random from a setup: the actions up to `skipped` are not written down, so many after them are. `decks` are ready decks by number."""

    game: str
    seats: int = 2
    seed: int = 1
    skipped: int = 0
    shown: int = 20
    options: dict[str, Any] = {}
    map: str = ""
    decks: tuple[int, ...] = ()


STRETCHES = {
    "verona-courtship": Stretch("verona", 3, 5),
    "verona-feud": Stretch("verona", 4, 9, 14),
    "overcross-duel": Stretch("overcross", 2, 3, 10),
    "overcross-flags": Stretch("overcross", 2, 8, 80, options={"objective": "flag"}, map="river", decks=(1, 3)),
    "overcross-invasion": Stretch("overcross", 3, 4, 60, options={"objective": "invasion"}, map="crossroads"),
    "cardmaster-showdown": Stretch("cardmaster", 2, 6, 8),
    "starcrossed-opening": Stretch("starcrossed", 2, 2),
    "starcrossed-crystals": Stretch("starcrossed", 2, 7, 60, decks=(2, 3)),
    "shine-opening": Stretch("shine", 2, 3, 4),
    "hearsay": Stretch("hearsay", 3, 2),
    "shine-chain": Stretch("shine", 2, 5, 120, decks=(2, 4)),
}


@cache
def defaults(kind: type[Struct]) -> tuple[tuple[str, Any], ...]:
    """Return the fields of a struct with their defaults: looking them up reads its annotations anew each time."""
    return tuple((field.name, field.default) for field in fields(kind))


def brief(value: Any) -> str:
    """Return a value as it is read best: structs with the fields that say something, and nothing else."""
    match value:
        case Struct():
            said = ((name, default, getattr(value, name)) for name, default in defaults(type(value)))
            words = [f"{name}={brief(each)}" for name, default, each in said if each != default and each not in ((), {}, None, "")]
            return f"{type(value).__name__}({' '.join(words)})"
        case dict():
            return "{" + " ".join(f"{key}:{brief(each)}" for key, each in value.items()) + "}"
        case tuple() | list():
            return "[" + " ".join(brief(each) for each in value) + "]"
        case float():
            return f"{value:.4f}"
        case _:
            return str(value)


def told(story: Story, seats: int, number: int) -> Iterator[str]:
    """Yield what a step is to each seat and to a bystander; what was said to somebody before is not said again."""
    said: set[str] = set()
    for seat in (*range(seats), SPECTATOR):
        lines = []
        for beat in story.beats(seat, number):
            if beat.telling is not None:
                lines.append(f"  {brief(beat.telling)}{f' because of {beat.cause}' if beat.cause >= 0 else ''}")
            lines += [f"    {brief(cue)}" for cue in beat.cues]
        fresh = [line for line in lines if line not in said]
        if fresh:
            yield f" to {seat + 1 if seat != SPECTATOR else 'a bystander'}:"
            yield from fresh
        said.update(lines)


def offered(rules: Any, observation: Any, offers: tuple[Offer, ...]) -> Iterator[str]:
    """Yield some of the offers, with what they would bring, and some of the refused."""
    for sign, which in (("+", [offer for offer in offers if not offer.refusal]), ("-", [offer for offer in offers if offer.refusal])):
        yield f" {sign} {len(which)}"
        for offer in which[:: max(1, len(which) // SHOWN)][:SHOWN]:
            yield f"  {sign} {brief(offer)}"
            preview = rules.preview(observation, offer.action) if sign == "+" and not offer.form else None
            if preview is not None and brief(preview) != "Preview()":
                yield f"      {brief(preview)}"


def looked_at(rules: Any, state: Any) -> Iterator[str]:
    """Yield how the table stands for whoever decides: the picture, what is lit, what can be done, how good it is."""
    seat = rules.deciding(state)
    yield f" prospects {brief(rules.evaluate(state))}"
    if seat is None:
        return
    observation = rules.observe(state, seat)
    scene = rules.scene(observation)
    for part in (*scene.seats, *scene.zones.values(), *scene.counters.values(), *scene.pieces.values()):
        yield f"  {brief(part)}"
    yield f" asked {brief(scene.prompt)}"
    for piece in [*scene.pieces][:: max(1, len(scene.pieces) // 5)]:
        for overlay in rules.overlays(observation, piece):
            yield f"  {piece} lights {brief(overlay)}"
    yield from offered(rules, observation, rules.offers(state))


def completed(stretch: Stretch) -> tuple[Any, Setup]:
    """Return the rulebook and the setup of a stretch."""
    box = import_module(f"game.rules.{stretch.game}").BOX
    ready = box.ready_decks()
    decks = tuple(ready[number] for number in stretch.decks)
    setup = box.complete(Setup(stretch.game, stretch.seats, stretch.seed, options=stretch.options, map=stretch.map, decks=decks))
    return box.rules(setup), setup


def written(name: str) -> str:
    """Play a stretch and return it as text."""
    stretch = STRETCHES[name]
    rules, setup = completed(stretch)
    step = rules.setup(setup)
    story, chance = Story(rules, setup, 0, step.state), Chance(stretch.seed)
    lines = [brief(replace(setup, rows=Rows()))]  # which cards they are, their digest tells
    while rules.deciding(story.state) is not None and story.count < stretch.skipped + stretch.shown:
        seat, action = rules.deciding(story.state), chance.pick(rules.legal(story.state))
        step = rules.apply(story.state, action)
        story.add(action, step.state, step)
        if story.count > stretch.skipped:
            lines.append(f"{story.count}. seat {seat + 1}: {brief(action)}")
            lines += told(story, stretch.seats, story.count)
            if (story.count - stretch.skipped) % LOOKS == 1:
                lines += looked_at(rules, story.state)
    lines.append(f"end {brief(rules.outcome(story.state))} {brief(rules.evaluate(story.state))}")
    return "\n".join(lines) + "\n"


@pytest.mark.parametrize("name", STRETCHES)
def test_a_stretch_of_a_match_is_as_it_was(name: str):
    text, file = written(name), FOLDER / f"{name}.txt"
    if os.environ.get("STARCROSS_GOLDEN") == "write":
        file.write_text(text, encoding="utf-8")
    assert text.splitlines() == file.read_text(encoding="utf-8").splitlines(), (
        "if this is meant: STARCROSS_GOLDEN=write, and read the difference"
    )


def test_every_game_has_its_stretches_and_every_file_its_match():
    assert {path.stem for path in FOLDER.glob("*.txt")} == set(STRETCHES)
    assert {stretch.game for stretch in STRETCHES.values()} == {*SHIPPED, TEMPLATE}


def test_a_value_is_written_with_what_it_says():
    assert brief(Stretch("x", 3, options={"a": 0.5})) == "Stretch(game=x seats=3 options={a:0.5000})"
    assert brief((1, None, msgspec.UNSET)) == "[1 None UNSET]"
