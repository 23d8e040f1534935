"""The library and the factions that ship, their table, and the reader that lets nothing wrong in."""

from __future__ import annotations

from collections import Counter
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from game import paths
from game.content.creatures import SUM_A_TIER, read_cards, scan_cards, shipped_cards
from game.content.creatures import TYPES as CARD_TYPES
from game.content.faults import ContentError
from game.content.tables import read_table_layout
from game.kernel.chance import Chance
from game.kernel.setup import Setup
from game.rules import open_box
from game.rules.cardmaster.chart import STATUSES, TYPES

BOX = open_box("cardmaster")
GOOD = """[[card]]
id = "mouse"
name = "Mouse"
tier = 1
types = ["beast", "nature"]
status = "brainlock"
spd = 100
hp = 100
def = 33
atk = 50
spc = 50
"""


def test_CM_4_every_card_is_within_what_is_printed():
    for card in shipped_cards().values():
        assert all(1 <= value <= 999 for value in (card.spd, card.hp, card.dfn, card.atk, card.spc)), card.id
        assert 1 <= card.tier <= 10
        assert set(card.types) <= set(TYPES)
        assert card.status in STATUSES


def test_stats_sum_to_333_a_tier():
    assert all(card.total == SUM_A_TIER * card.tier for card in shipped_cards().values())


def test_there_are_six_factions_of_nine_and_spares_for_a_draft():
    factions = BOX.ready_decks()
    assert len(factions) >= 6
    used = Counter(card for faction in factions for card in faction.cards)
    assert all(sum(faction.cards.values()) == 9 for faction in factions)
    assert max(used.values()) == 1, "a card stands in two factions"
    assert len(shipped_cards()) - len(used) >= 18
    for faction in factions:
        assert BOX.deck_faults(faction, Setup("cardmaster", 2)) == ()
        assert len(faction.plan) > 40


def test_every_type_is_on_at_least_eight_cards_and_every_status_on_six():
    types = Counter(kind for card in shipped_cards().values() for kind in set(card.types))
    assert set(types) == set(TYPES)
    assert min(types.values()) >= 8
    assert min(Counter(card.status for card in shipped_cards().values()).values()) >= 6


def test_tiers_run_from_2_to_10():
    assert {card.tier for card in shipped_cards().values()} == set(range(2, 11))


def test_every_card_has_its_own_name_icon_and_flavour():
    cards = shipped_cards().values()
    for field in ("name", "icon", "flavour"):
        values = [getattr(card, field) for card in cards]
        assert all(values)
        assert len(set(values)) == len(values), f"two cards share a {field}"


def test_faces_say_what_is_printed():
    for face in BOX.catalogue():
        card = shipped_cards()[face.id]
        assert [badge.value for badge in face.stats] == [str(value) for value in (card.spd, card.hp, card.dfn, card.atk, card.spc)]
        assert face.palette == card.types[0]
        assert len(face.text) == 3


def test_the_table_has_a_place_for_every_zone_and_no_other():
    layout = read_table_layout(paths.MAPS / "tables" / "cardmaster.tmx")
    for viewer in (0, 1):
        seen = set()
        for options in ({}, {"draft": True}):
            setup = BOX.complete(Setup("cardmaster", 2, seed=4, options=options))
            rules = BOX.rules(setup)
            state, chance = rules.setup(setup).state, Chance(5)
            while legal := rules.legal(state):
                seen |= set(rules.scene(rules.observe(state, viewer)).zones)
                state = rules.advance(state, chance.pick(legal))
        assert seen == {place for place in layout.places_for(2, viewer) if not place.startswith("seat@")}


def read(folder: Path, text: str) -> tuple[str, ...]:
    (folder / "cards.toml").write_text(text, encoding="utf-8")
    with pytest.raises(ContentError) as caught:
        read_cards(folder)
    return tuple(fault.words for fault in caught.value.faults)


def test_a_good_card_is_read(tmp_path: Path):
    (tmp_path / "cards.toml").write_text(GOOD)
    assert read_cards(tmp_path)["mouse"].dfn == 33
    assert read_cards(tmp_path / "nowhere") == {}


@pytest.mark.parametrize(
    ("old", "new", "words"),
    [
        ("hp = 100", "hp = 0", "HP is a whole number from 1 to 999, not '0'."),
        ("hp = 100", "hp = 100.5", "HP is a whole number from 1 to 999, not '100.5'."),
        ("hp = 100\n", "", "HP is a whole number from 1 to 999, not nothing."),
        ("hp = 100", "hp = 101", "The five stats sum to 334; a printed card of Tier 1 sums to 333."),
        ("tier = 1", "tier = 0", "A Tier is a whole number from 1 to 10, not '0'."),
        ('"nature"]', '"mould"]', f"There is no type 'mould'; the ten are {', '.join(CARD_TYPES)}."),
        ('"brainlock"', '"sleep"', "There is no status 'sleep'; the five are overcook, undershock, brainlock, gridfreeze, souldrift."),
        (', "nature"]', "]", "A card has two types; name the same one twice if it has but one."),
        ('id = "mouse"', 'id = "Mouse!"', "An id is small letters, digits and single hyphens, not 'Mouse!'."),
        ('id = "mouse"', 'id = "typed-mouse"', "The id of a typed-in card begins with 'typed-', and no other does."),
        ("spc = 50", "spc = 50\nluck = 3", "There is no field 'luck' on a card."),
        ("spc = 50", "spc = 50\ntyped = true", "A typed-in card is marked `typed = true`, and no other is."),
        ("spc = 50", "spc = 50\nicon = 3", "The icon is one line of at most 60 characters."),
        ('name = "Mouse"', 'name = " "', "The card needs a name."),
    ],
)
def test_a_wrong_card_is_refused_in_one_sentence(tmp_path: Path, old: str, new: str, words: str):
    assert read(tmp_path, GOOD.replace(old, new)) == (words,)


def test_a_card_typed_by_hand_under_an_id_that_ships_is_told_the_id_that_would_do(tmp_path: Path):
    path = tmp_path / "cards.toml"
    path.write_text(f"{GOOD}typed = true\n", encoding="utf-8")
    _, faults = scan_cards(tmp_path, typed=True)
    assert [fault.words for fault in faults] == [
        "The id of a typed-in card begins with 'typed-', and no other does; 'typed-mouse' would fit."
    ]
    path.write_text(f"{GOOD}typed = true\n".replace('"mouse"', '"typed-mouse"'), encoding="utf-8")
    assert scan_cards(tmp_path, typed=True)[1] == ()


def test_every_fault_of_every_file_is_told_at_once(tmp_path: Path):
    (tmp_path / "more.toml").write_text(GOOD.replace("mouse", "rat").replace("atk = 50", "atk = 5000"))
    faults = read(tmp_path, GOOD + GOOD.replace("tier = 1", "tier = 99"))
    assert len(faults) == 3
    assert "The id 'mouse' is used twice." in faults


def test_files_that_are_no_cards_are_refused(tmp_path: Path):
    for text in ("card = 3", "[[card]]\nid =", "[[deck]]\nname = 'x'", "[card]\nid = 'x'"):
        assert read(tmp_path, text)


@given(st.binary(max_size=200))
def test_any_bytes_give_cards_or_sentences(tmp_path_factory: pytest.TempPathFactory, content: bytes):
    folder = tmp_path_factory.mktemp("cards")
    (folder / "a.toml").write_bytes(content)
    cards, faults = scan_cards(folder)
    assert not cards
    assert all(fault.words for fault in faults)


@given(st.integers(0, len(GOOD) - 1), st.sampled_from('0"[]=x\n-'))
def test_a_card_file_with_one_letter_changed_gives_a_card_or_sentences(tmp_path_factory: pytest.TempPathFactory, at: int, letter: str):
    folder = tmp_path_factory.mktemp("cards")
    (folder / "a.toml").write_text(GOOD[:at] + letter + GOOD[at + 1 :])
    cards, faults = scan_cards(folder)
    assert bool(cards) != bool(faults)
