"""Every kind of sentence and sign that the games have, written down once: what offers, refusals, pictures, tellings and previews look like.

Stretches of matches (`test_golden_matches.py`) show some moments whole; these show a little of many moments, with names, numbers and cells left out.
A phrase that is said otherwise, by another button, at another place, with another mark or tone, or no more, stands in the difference.
`STARCROSS_GOLDEN=write` writes them anew after a change that is meant; the difference then wants a reader.
"""

from __future__ import annotations

import os
import re
from collections.abc import Iterator
from functools import cache
from pathlib import Path
from typing import Any

import pytest
from every_game import BOXES
from msgspec import NODEFAULT, Struct
from test_golden_matches import Stretch, completed, defaults

from game.kernel.chance import Chance
from game.kernel.ids import SPECTATOR
from game.kernel.offers import Offer
from game.kernel.scene import Scene
from game.match.story import Story

FOLDER = Path(__file__).parent / "golden" / "phrases"
LENGTH = 100
"""So many actions of each match are listened to."""

MATCHES = {
    "verona": Stretch("verona", 3, 1),
    "verona-feud": Stretch("verona", 4, 2),
    "overcross": Stretch("overcross", 2, 1),
    "overcross-flags": Stretch("overcross", 2, 2, options={"objective": "flag"}, map="river", decks=(1, 3)),
    "overcross-invasion": Stretch("overcross", 3, 3, options={"objective": "invasion"}, map="crossroads"),
    "cardmaster": Stretch("cardmaster", 2, 1),
    "cardmaster-again": Stretch("cardmaster", 2, 2),
    "starcrossed": Stretch("starcrossed", 2, 1),
    "starcrossed-crystals": Stretch("starcrossed", 2, 2, decks=(2, 3)),
    "shine": Stretch("shine", 2, 1),
    "shine-chain": Stretch("shine", 2, 2, decks=(2, 4)),
    "hearsay": Stretch("hearsay", 3, 2),
}
"""Matches at random that are listened to."""

APART = {"refusal", "closes", "warning", "badges", "rolls"}
"""What is said beside a thing, in a line of its own: the ways in which it goes with the rest are too many."""


class Ear:
    """Hears phrases of one game, each once."""

    def __init__(self, game: str) -> None:
        self.phrases: set[str] = set()
        faces = BOXES[game].catalogue()
        self.ids = {face.id for face in faces}
        self.names = sorted((face.name for face in faces), key=len, reverse=True)
        self.texts = sorted({text for face in faces for text in face.text}, key=len, reverse=True)
        self.parts = sorted({text.partition(" (")[0] for text in self.texts if re.match(r"[^*:.(]+ \(", text)}, key=len, reverse=True)
        self.plain = cache(self._plain)
        self.heard: set[Any] = set()

    def _plain(self, text: str) -> str:
        if text in self.ids:
            return "[]"
        for known, sign in ((self.texts, "¶"), (self.names, "[]"), (self.parts, "§")):
            for each in known:
                if each in text:
                    text = text.replace(each, sign)
        text = re.sub(r"\[[a-z0-9-]+\]", "[]", text)
        text = re.sub(r"\{-?\d+\}", "{}", text)
        text = re.sub(r"\b[A-Z]\d+\b", "A0", text)
        text = re.sub(r"\d+(\.\d+)?", "0", text)
        items = text.split(", ")
        text = ", ".join(item for n, item in enumerate(items) if n == 0 or item != items[n - 1])
        return text.replace("[], [] and []", "[] and []")

    def hear(self, *values: Any) -> None:
        """Keep the phrases of some values, each value once."""
        for value in values:
            if isinstance(value, Scene):  # a picture changes all the time, what is in it does not
                self.hear(*value.seats, *value.zones.values(), *value.pieces.values(), *value.counters.values(), *value.phases)
                self.hear(*(value.prompt,) if value.prompt else ())
            elif value not in self.heard:
                self.heard.add(value)
                self.phrases.add(self.line(value))

    def line(self, value: Any, owner: str = "") -> str:
        """Return what is said of a value in a line; what stands beside it is kept in lines of its own."""
        match value:
            case Struct():
                words = []
                name = type(value).__name__
                for field, default in defaults(type(value)):
                    each = getattr(value, field)
                    if field == "action":
                        name = f"{name} of {type(each).__name__}"
                    elif field in APART and each:
                        for one in each if isinstance(each, tuple) else (each,):
                            self.phrases.add(f"{name} {field}: {self.line(one)}")
                    elif default is NODEFAULT or each != default:
                        words.append(f"{field}={self.line(each)}")
                return f"{name}({' '.join(words)})"
            case dict():
                return f"{{{' '.join(f'{self.line(key)}:{self.line(each)}' for key, each in value.items())}}}"
            case tuple() | list():
                self.hear(*(each for each in value if isinstance(each, Struct)))
                return f"[{' '.join(sorted({self.line(each) for each in value if not isinstance(each, Struct)}))}]"
            case str():
                return self.plain(value)
            case bool() | None:
                return str(value)
            case _:
                return "-0" if value < 0 else "0"


def kinds(offers: tuple[Offer, ...]) -> Iterator[Offer]:
    """Yield the first offers of each kind."""
    seen: dict[Any, int] = {}
    for offer in offers:
        kind = (type(offer.action), offer.verb, offer.refusal and offer.refusal.code, offer.closes, offer.target is None)
        seen[kind] = seen.get(kind, 0) + 1
        if seen[kind] <= 2:
            yield offer


def listen(ear: Ear, stretch: Stretch) -> None:
    """Play a match at random and hear what is said."""
    rules, setup = completed(stretch)
    ear.phrases.update(map(ear.line, BOXES[setup.game].options(setup.seats)))
    story, chance = Story(rules, setup, 0, rules.setup(setup).state), Chance(setup.seed)
    while story.count < LENGTH and (seat := rules.deciding(story.state)) is not None:
        observation = rules.observe(story.state, seat)
        ear.hear(rules.scene(observation))
        for offer in kinds(rules.offers(story.state)):
            ear.hear(offer)
            if not offer.refusal and not offer.form:
                ear.hear(rules.preview(observation, offer.action))
        action = chance.pick(rules.legal(story.state))
        step = rules.apply(story.state, action)
        story.add(action, step.state, step)
        for viewer in (SPECTATOR, *range(setup.seats)):
            ear.hear(*(beat.telling for beat in story.beats(viewer, story.count) if beat.telling is not None))


@pytest.mark.parametrize("name", MATCHES)
def test_a_game_says_what_it_always_said(name: str):
    ear = Ear(MATCHES[name].game)
    listen(ear, MATCHES[name])
    lines, file = sorted(ear.phrases), FOLDER / f"{name}.txt"
    if os.environ.get("STARCROSS_GOLDEN") == "write":
        file.write_text("".join(f"{line}\n" for line in lines), encoding="utf-8")
    assert lines == file.read_text(encoding="utf-8").splitlines(), "if this is meant: STARCROSS_GOLDEN=write, and read the difference"


def printed(game: str) -> list[str]:
    """Return every kind of thing that is printed on a game's cards beside name and picture: lines, badges, sentences, bold words, keywords."""
    found: set[str] = set()
    ear = Ear(game)
    ear.texts = []
    for card in BOXES[game].catalogue():
        badges = {"corner": [card.corner], "second": [card.second], "stats": card.stats, "signs": card.signs}
        found.add(f"{card.kind} line, palette: {card.line}, {card.palette}")
        for place, some in badges.items():
            found.update(f"{card.kind} {place}: {re.sub('[0-9]+', '0', str(badge))}" for badge in some if badge is not None)
        found.update(f"keyword {word}: {meaning}" for word, meaning in card.keywords)
        found.add(
            f"{card.kind} with {'art' if card.art else 'no art'}, {'icon' if card.icon else 'no icon'}, {'flavour' if card.flavour else 'no flavour'}"
        )
        for text in card.text:
            found.add(f"{card.kind} says: {ear.plain(text)}")
            for bold in re.finditer(r"\*[^*]+\*", text):
                found.add(f"{card.kind} bold, {'later' if bold.start() else 'first'}: {re.sub('[0-9]+', '0', bold[0])}")
    return sorted(found)


@pytest.mark.parametrize("game", [game for game, box in BOXES.items() if box.catalogue()])
def test_the_cards_of_a_game_look_as_they_always_looked(game: str):
    lines, file = printed(game), FOLDER / f"faces-{game}.txt"
    if os.environ.get("STARCROSS_GOLDEN") == "write":
        file.write_text("".join(f"{line}\n" for line in lines), encoding="utf-8")
    assert lines == file.read_text(encoding="utf-8").splitlines(), "if this is meant: STARCROSS_GOLDEN=write, and read the difference"


def test_every_game_is_listened_to():
    assert {stretch.game for stretch in MATCHES.values()} == set(BOXES)
