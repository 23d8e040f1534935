"""No two cards of a game do the same, every keyword stands on several cards, and a card without text has a reason."""

from __future__ import annotations

from collections import Counter, defaultdict
from typing import Any

import msgspec
import pytest

from game.content.creatures import shipped_cards
from game.rules.overcross import cards as overcross
from game.rules.overcross.box import catalogue as overcross_cards
from game.rules.shine import cards as shine
from game.rules.shine import faces as shine_faces
from game.rules.shine.box import catalogue as shine_cards
from game.rules.starcrossed import cards as starcrossed
from game.rules.starcrossed.box import catalogue as starcrossed_cards

CARDS = {
    "overcross": tuple(overcross_cards().cards.values()),
    "shine": tuple(shine_cards().cards.values()),
    "starcrossed": tuple(starcrossed_cards().cards.values()),
    "cardmaster": tuple(shipped_cards().values()),
}
WORDS = {"overcross": overcross.WORDS, "shine": shine.WORDS, "starcrossed": starcrossed.WORDS}
CALLED = {"id", "name", "flavour", "icon", "art"}
"""What a card is called and looks like."""
BELONGS = {"side", "colours", "tribe", "copies", "supers"}
"""To whom it belongs and how many a deck holds: that makes no difference to what it does."""
FEWEST = 4
"""Every keyword stands on so many cards of its game at least."""
PLAIN = {
    "ember-runner": "the strongest that costs 1: three lines of text would cost it a point",
    "foam-dancer": "the body that azure's hand and its Support cards make strong: others give it its text",
    "honey-bear-bass": "the strongest that costs 3: what amber's attached Shine is measured against",
}
"""Cards of Shine without text, each with its reason."""


def does(card: Any) -> bytes:
    """Return what a card does, by its data."""

    def kept(value: Any) -> Any:
        if isinstance(value, dict):
            return {key: kept(held) for key, held in value.items() if key != "name" or "do" in value or "of" in value or "at" in value}
        return [kept(each) for each in value] if isinstance(value, list | tuple) else value

    whole = msgspec.to_builtins(card)
    return msgspec.json.encode(kept({key: value for key, value in whole.items() if key not in CALLED | BELONGS}), order="sorted")


@pytest.mark.parametrize("game", CARDS)
def test_every_card_differs_from_every_other_in_what_it_does(game):
    alike: dict[bytes, list[str]] = defaultdict(list)
    for card in CARDS[game]:
        alike[does(card)].append(card.id)
    assert [names for names in alike.values() if len(names) > 1] == []


def test_a_card_that_is_only_called_otherwise_is_found():
    eel = shine_cards()["glass-eel"]
    twin = msgspec.structs.replace(eel, id="twin", name="Twin", colours=("coral",), flavour="Again.", icon="eye", art="twin")
    assert does(eel) == does(twin)
    assert does(eel) != does(msgspec.structs.replace(twin, strength=5))


@pytest.mark.parametrize(("game", "keyword"), [(game, keyword) for game, words in WORDS.items() for keyword in words.keywords])
def test_every_keyword_and_status_stands_on_at_least_four_cards(game, keyword):
    on = [card.id for card in CARDS[game] if f'"{keyword}"' in msgspec.json.encode(card).decode()]
    assert len(on) >= FEWEST, on


def test_every_keyword_of_shine_that_is_no_quality_stands_on_at_least_four_cards():
    texts = [" ".join(shine_faces.paragraphs(card)) for card in CARDS["shine"]]
    found = Counter(
        word for word in shine.MEANINGS for text in texts if f"*{word}" in text or (word == "Once per turn" and "once per turn" in text)
    )
    assert [word for word in shine.MEANINGS if found[word] < FEWEST] == []


def test_a_card_of_shine_without_text_has_a_reason():
    assert {card.id for card in CARDS["shine"] if not shine_faces.paragraphs(card)} == set(PLAIN)
