"""What a designer is told of a card with a slip in it: every field of a card of each kind is changed in turn, and what the game says is written down.

`STARCROSS_GOLDEN=write` writes the lists anew; the difference wants a reader: a line that now ends in "nothing" is a slip that is no longer found.
"""

from __future__ import annotations

import json
import os
import re
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import msgspec
import pytest
from msgspec.structs import fields, replace
from test_broken_positions import FOLDER, SAID, changed

from game.cards.model import Exists, Select
from game.content import load
from game.rules.overcross import box as overcross
from game.rules.overcross import cards as overcross_cards
from game.rules.shine import box as shine
from game.rules.shine import cards as shine_cards
from game.rules.starcrossed import box as starcrossed
from game.rules.starcrossed import cards as starcrossed_cards

GAMES: dict[str, tuple[Any, Any]] = {
    "overcross": (overcross.catalogue, overcross_cards.judge),
    "shine": (shine.catalogue, shine_cards.judge),
    "starcrossed": (starcrossed.catalogue, starcrossed_cards.judge),
}
BOXES = {"overcross": overcross, "shine": shine, "starcrossed": starcrossed}
MOST = 14
"""So many cards of a game are changed: the last of each kind, then those that say most."""


def some(cards: list[Any]) -> list[Any]:
    """Return a card of each kind, and the cards with the longest text."""
    kinds = {card.kind: card for card in cards}
    wordy = sorted(cards, key=lambda card: -len(msgspec.json.encode(card)))
    return [*kinds.values(), *(card for card in wordy if card not in kinds.values())][:MOST]


def whole(value: Any) -> Any:
    """Return plain values with every field written out, also those that are as they are when nothing is said of them; a name that nothing has cannot be written."""
    match value:
        case msgspec.Struct():
            written = {field.name: whole(getattr(value, field.name)) for field in fields(value)}
            return {**msgspec.to_builtins(value), **{name: each for name, each in written.items() if name != "name" or each}}
        case dict():
            return {key: whole(each) for key, each in value.items()}
        case tuple() | list():
            return [whole(each) for each in value]
        case _:
            return value


def listed(game: str) -> list[str]:
    """Return a line for every kind of place and change, and for each thing that is said of it, numbers aside; nothing only when nothing else is."""
    catalogue, judge = GAMES[game]
    cards = [*catalogue().cards.values()]
    ids = frozenset(card.id for card in cards)
    found: dict[tuple[str, str], str] = {}
    for card in some(cards):
        assert judge(card, ids) == []
        for path, word, plain in changed(whole(card)):
            kind = f"{card.kind} {re.sub(r'[.][0-9]+', '.#', path).lstrip('.')} {word}"
            try:
                complaints = judge(msgspec.convert(plain, type=type(card)), ids)
            except msgspec.ValidationError:
                continue
            said = "; ".join(f"{place} {words}" for place, words in complaints[:SAID])
            found.setdefault((kind, re.sub("[0-9]+", "#", said)), said)
    spoken = {kind for kind, said in found if said}
    return [f"{kind}: {words or 'nothing'}" for (kind, _), words in sorted(found.items()) if words or kind not in spoken]


@pytest.mark.parametrize("game", GAMES)
def test_a_card_that_names_a_card_which_is_not_there_is_refused(game: str):
    catalogue, judge = GAMES[game]
    cards = catalogue().cards
    ids = frozenset(cards)
    card = next(card for card in cards.values() if card.abilities)
    for named, there in ((next(iter(ids)), True), ("nobody", False)):
        condition = Exists(Select(card=named, zone="hand", side="own"))
        speaking = replace(card, abilities=(replace(card.abilities[0], condition=condition), *card.abilities[1:]))
        said = [words for place, words in judge(speaking, ids) if "condition" in place and "nobody" in words]
        assert bool(said) is not there


def slipped(value: Any, write: Any) -> Iterator[Any]:
    """Yield a card's row over and over, each time with the last letter of another of its words gone; `write` makes a row of what stands in its place."""
    match value:
        case str() if len(value) > 2 and value.isidentifier():
            yield write(value[:-1])
        case dict():
            for key, each in value.items():
                yield from slipped(each, lambda new, key=key: write(value | {key: new}))
        case list():
            for index, each in enumerate(value):
                yield from slipped(each, lambda new, index=index: write([*value[:index], new, *value[index + 1 :]]))


def toml(value: Any) -> str:
    """Return a plain value as TOML writes it on one line."""
    match value:
        case dict():
            return f"{{ {', '.join(f'{json.dumps(key)} = {toml(each)}' for key, each in value.items() if each is not None)} }}"
        case list():
            return f"[{', '.join(map(toml, value))}]"
        case _:
            return json.dumps(value)


@pytest.mark.parametrize("game", GAMES)
def test_cards_with_the_last_letter_of_any_word_missing_are_read_and_told_to_the_end(game: str, tmp_path: Path):
    catalogue, _ = GAMES[game]
    told = 0
    for card in catalogue().cards.values():
        row = msgspec.json.decode(msgspec.json.encode(card)) | {"name": "A name", "flavour": ""}
        rows = [each | {"id": f"{card.id}-{index}"} for index, each in enumerate(slipped(row, dict))]
        path = tmp_path / f"{card.id}.toml"
        path.write_text(f"card = {toml(rows)}\n", encoding="utf-8")
        loaded = load.read_cards([path], BOXES[game].CARDS.sort)
        told += len({fault.place for fault in loaded.faults})
        assert len({fault.place for fault in loaded.faults} | {each.id for each in loaded.cards}) >= len(rows)
    assert told > 500


@pytest.mark.parametrize("game", GAMES)
def test_what_is_wrong_with_a_broken_card_is_said(game: str):
    lines, file = listed(game), Path(FOLDER) / f"cards-{game}.txt"
    if os.environ.get("STARCROSS_GOLDEN") == "write":
        file.write_text("\n".join(lines) + "\n", encoding="utf-8")
    assert lines == file.read_text(encoding="utf-8").splitlines(), "if this is meant: STARCROSS_GOLDEN=write, and read the difference"
