"""Cards and decks are read from files: every fault at once, each with its place; strangers' files do no harm."""

from __future__ import annotations

from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from game import paths
from game.cards.model import Card
from game.cli import main
from game.content import texts
from game.content.decks import DeckList, deck_text, own_decks, read_decks, ready_decks
from game.content.faults import ContentError
from game.content.load import Sort, load_cards, read_cards
from game.rules.overcross.cards import WORDS, OvercrossCard, judge

SORT = Sort(OvercrossCard, judge, WORDS)

SOUND = """
[[card]]
id = "tin-hero"
name = "Tin Hero"
kind = "character"
side = "tin"
deck = 3
play = 1
move = 3
defense = 3
attacks = [{ name = "Clank", dmg = 1 }]
"""


def read(tmp_path, *texts):
    files = []
    for number, text in enumerate(texts):
        path = tmp_path / f"cards{number}.toml"
        path.write_bytes(text if isinstance(text, bytes) else text.encode())
        files.append(path)
    return read_cards(files, SORT)


def test_a_sound_card_is_read_and_defaults_lend_their_fields(tmp_path):
    loaded = read(tmp_path, '[defaults]\nside = "lead"\n' + SOUND.replace('side = "tin"\n', ""))
    assert loaded.faults == ()
    assert loaded.cards[0].side == "lead"
    assert loaded.cards[0].attacks[0].dmg == 1


def test_every_fault_of_every_file_is_named_at_once(tmp_path):
    wrong = SOUND.replace("deck = 3", "deck = 99").replace('"tin-hero"', '"rich"') + SOUND.replace("defense = 3", "defense = 9").replace(
        '"tin-hero"', '"tough"'
    )
    misspelt = SOUND.replace("move = 3", "moev = 3").replace('"tin-hero"', '"typo"')
    loaded = read(tmp_path, wrong, misspelt, SOUND)
    said = [str(fault) for fault in loaded.faults]
    assert len(said) == 3
    for card, place in (("'rich'", "deck: "), ("'tough'", "defense: "), ("'typo'", "moev")):
        assert any(card in line and place in line and ".toml" in line for line in said), (card, said)
    assert [card.id for card in loaded.cards] == ["tin-hero"]


@pytest.mark.parametrize(
    ("text", "words"),
    [
        (SOUND.replace("deck = 3", 'deck = "three"'), "deck: this must be a whole number, not text"),
        (SOUND.replace('"tin-hero"', '"Tin Hero"'), "id: an id is"),
        (SOUND.replace('"Tin Hero"', '""'), "name: "),
        (SOUND + SOUND, "taken already"),
        ("[[card", "not valid TOML"),
        ("cards = 3", "nothing else"),
        ("card = 3", "must be written as [[card]]"),
        (b"\xff\xfe", "not UTF-8"),
        ("x = " + "[" * 5000, "not valid TOML"),
        (SOUND.replace("dmg = 1", "dmg = 1, effects = [{ do = 'damage', to = 'ghost', amount = 1 }]"), "nothing is called 'ghost'"),
        (SOUND.replace('"Clank"', '""'), "attacks[0].name: this must be text of at least 1 character"),
        (SOUND.replace('"Clank"', '"  "'), "attacks[0].name: this is text that can be printed"),
        (
            SOUND.replace("dmg = 1", "dmg = 1, symbol = 'star', rng = -5"),
            "a Rng is 1 to 40, or 0 for an attack that reaches anybody, not -5",
        ),
        (SOUND.replace("dmg = 1", "dmg = 1, versus = {}, extra = -5"), "an extra is 1 to 6, not -5"),
        (
            SOUND.replace("dmg = 1", "dmg = 1, effects = [{ do = 'heal', to = 'self', amount = -1 }]"),
            "attacks[0].effects[0].amount: this is 1 to 99, not -1",
        ),
        (SOUND + "abilities = [{ name = '', effects = [{ do = 'draw' }] }]", "abilities[0].name: this must be text of at least 1"),
        (SOUND + "abilities = [{ name = ' ', effects = [{ do = 'draw' }] }]", "abilities[0].name: this is text that can be printed"),
        (SOUND + "abilities = [{ effects = [{ do = 'energy' }] }]", "abilities[0].effects[0].do: "),
        (SOUND + "abilities = [{ effects = [{ do = 'level', of = 'self', add = 1 }] }]", "'level' is not a verb of this game"),
    ],
)
def test_each_kind_of_fault_has_its_sentence(tmp_path, text, words):
    loaded = read(tmp_path, text)
    assert any(words in str(fault) for fault in loaded.faults), [str(fault) for fault in loaded.faults]


def test_a_card_whose_id_is_taken_is_told_of_all_that_is_wrong_with_it(tmp_path):
    wrong = SOUND.replace("move = 3", "move = 300").replace("dmg = 1", "dmg = 99")
    misspelt = SOUND.replace("defense = 3", "defence = 3").replace("play = 1", "play = 99")
    loaded = read(tmp_path, SOUND + wrong, misspelt, SOUND.replace("tin-hero", "Tin").replace('"Tin Hero"', '""'))
    said = "\n".join(str(fault) for fault in loaded.faults)
    assert len(loaded.faults) == 8, said
    assert said.count("id: this id is taken already, in ") == 1
    assert said.count("'tin-hero' (card 2): id: this id is taken already, by an earlier card of this file") == 1
    for words in ("not 300", "not 99 (OC-5)", "'defense' would fit", "a play cost is 1 to 12, not 99", "id: an id is", "name: a name is"):
        assert words in said
    assert [card.id for card in loaded.cards] == ["tin-hero"]


def test_a_card_that_cannot_be_read_has_its_id_all_the_same(tmp_path):
    loaded = read(tmp_path, SOUND.replace("move = 3", "moev = 3") + SOUND.replace("move = 3", "moev = 3"))
    assert sum("taken already" in str(fault) for fault in loaded.faults) == 1


def test_a_file_too_large_is_not_read(tmp_path, monkeypatch):
    monkeypatch.setattr(texts, "LARGEST_FILE", 100)
    assert "larger than" in str(read(tmp_path, SOUND).faults[0])


def test_a_file_that_is_not_there_is_a_sentence(tmp_path):
    loaded = read_cards([tmp_path / "gone.toml"], SORT)
    assert "no such file" in str(loaded.faults[0])


def test_the_users_own_cards_come_along_and_a_faulty_one_is_left_out():
    folder = paths.cards_folder("overcross")
    folder.mkdir(parents=True)
    (folder / "mine.toml").write_text(SOUND + SOUND.replace('"tin-hero"', '"broken"').replace("play = 1", "play = 0"))
    loaded = load_cards("overcross", SORT)
    ids = [card.id for card in loaded.cards]
    assert "tin-hero" in ids
    assert "broken" not in ids
    assert len(loaded.faults) == 1
    assert "tin-hero" not in [card.id for card in load_cards("overcross", SORT, own=False).cards]


def test_a_faulty_card_that_ships_stops_the_game(tmp_path, monkeypatch):
    folder = tmp_path / "cards" / "overcross"
    folder.mkdir(parents=True)
    (folder / "bad.toml").write_text(SOUND.replace("play = 1", "play = 0"))
    monkeypatch.setattr(paths, "ASSETS", tmp_path)
    with pytest.raises(ContentError) as caught:
        load_cards("overcross", SORT)
    assert "play: " in str(caught.value)


@given(st.binary(max_size=300))
def test_bytes_of_any_kind_give_cards_or_faults(tmp_path_factory, content):
    path = tmp_path_factory.mktemp("fuzz") / "x.toml"
    path.write_bytes(content)
    loaded = read_cards([path], Sort(Card, lambda _card, _ids: [], WORDS))
    assert loaded.cards == () or loaded.faults == () or loaded.cards
    assert all("\n" not in str(fault) for fault in loaded.faults)


KEYS = st.sampled_from(
    ["id", "name", "kind", "do", "effects", "abilities", "to", "amount", "of", "get", "where", "x", "traits", "side", "deck", "modifiers"]
)
VALUES = st.recursive(
    st.none() | st.booleans() | st.integers(-5, 99) | st.text(max_size=8) | st.sampled_from(["damage", "count", "self", "character"]),
    lambda inner: st.lists(inner, max_size=3) | st.dictionaries(KEYS, inner, max_size=4),
    max_leaves=12,
)


@given(st.dictionaries(KEYS, VALUES, max_size=8))
def test_tables_of_any_shape_give_a_card_or_a_fault(tmp_path_factory, row):
    from game.content.faults import Findings
    from game.content.load import _card, _complaints
    from game.content.typing import read_row

    findings = Findings(tmp_path_factory.mktemp("fuzz") / "x.toml")
    card = _card("row", row, SORT, findings)
    if card is None:
        assert findings.faults
        _complaints(read_row(row, OvercrossCard, WORDS.verbs), SORT, frozenset(), dict)
    else:
        judge(card, frozenset())


# --- decks -------------------------------------------------------------------------------------------------------------


def test_the_decks_that_ship_are_read():
    assert len(ready_decks("overcross")) >= 6


def test_a_deck_written_is_the_deck_read(tmp_path):
    deck = DeckList('A "quoted" name', {"tin-hero": 2, "wall": 1}, ("chief",), "tin", "Clank, then clank.")
    path = tmp_path / "deck.toml"
    path.write_text(deck_text(deck))
    assert read_decks([path]).decks == (deck,)


def test_own_decks_are_read_and_faulty_ones_reported():
    folder = paths.decks_folder("overcross")
    folder.mkdir(parents=True)
    (folder / "mine.toml").write_text(
        '[[deck]]\nname = "Mine"\n[deck.cards]\ntin-hero = 2\n[[deck]]\nname = "Bad"\n[deck.cards]\ntin-hero = -2\n'
    )
    (folder / "worse.toml").write_text('[[deck]]\nnmae = "X"\n')
    read = own_decks("overcross")
    assert [deck.name for deck in read.decks] == ["Mine"]
    assert len(read.faults) == 3


def test_what_a_card_is_called_and_what_it_says_is_told_though_a_field_is_missing_or_an_effect_empty(
    capsys: pytest.CaptureFixture[str],
) -> None:
    """A missing field hid a bad id and an empty name, and an empty table all that the game has against the card."""
    path = paths.cards_folder("overcross") / "mine.toml"
    path.parent.mkdir(parents=True)
    path.write_text(
        '[[card]]\nid = "Bad Id"\nname = ""\nkind = "charcter"\nside = "inkwell"\ntraits = ["modrn"]\ndeck = 600\n'
        'abilities = [{ name = "X", when = "use", effects = [{ do = "heal", to = "self", amount = 2 }, {}] }]\n'
    )
    assert main(["check", str(path)]) == 1
    said = capsys.readouterr().out
    for words in (
        "line 1: 'Bad Id': play: the field is missing.",
        "line 2: 'Bad Id': id: an id is at most 64 small letters, digits and hyphens.",
        "line 3: 'Bad Id': name: a name is 1 to 64 printable characters.",
        "line 4: 'Bad Id': kind: 'charcter' is not a kind of card",
        "line 6: 'Bad Id': traits[0]: 'modrn' is not a trait",
        "line 7: 'Bad Id': deck: a deck cost is 1 to 40, not 600.",
        "line 8: 'Bad Id': abilities[0].effects[1].do: the field is missing",
    ):
        assert words in said
    assert said.endswith("1 file of cards: 8 faults.\n"), said


def test_a_mod_empties_no_name(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    page = 'name = "Night"\nversion = "1"\ngame = "overcross"\n[[change]]\ncard = "pim-the-potboy"\nname = " "\n'
    (tmp_path / "mod.toml").write_text(page)
    assert main(["check", str(tmp_path)]) == 1
    assert "line 6: 'pim-the-potboy': name: a name is 1 to 64 printable characters." in capsys.readouterr().out
