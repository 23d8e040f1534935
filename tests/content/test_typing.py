"""A file is told everything that is wrong with it at once: every slip of a card, with its line and the words that would fit."""

from __future__ import annotations

import os
import re
import sys
import time
from copy import deepcopy
from pathlib import Path
from typing import Any

import pytest
from msgspec.structs import replace

from game import paths
from game.cards.model import Ability
from game.cli import main
from game.content.decks import deck_text, read_decks
from game.content.faults import file_label
from game.content.load import MOST_CARDS, _complaints, card_files, read_rows
from game.content.own import deck_file_faults, own_faults
from game.content.positions import Goal
from game.content.typing import put, read_row
from game.kernel.setup import Setup
from game.rules import open_box
from game.rules.overcross.cards import OvercrossCard
from game.rules.shine.cards import ShineCard

PORTER = """\
[[card]]
id = "the-night-porter"
nmae = "The Night Porter"
side = "inkwel"
kind = "charakter"
deck = 6
play = 2
move = "three"
icon = "kee"
attacks = [{ name = "Heavy key ring", dmg = 2, ac = 4 }]
abilities = [{ when = "use", timing = "major", targets = [{ of = { kind = "character" } }], effects = [{ do = "heel", to = "target", amount = 1 }, { do = "damage", to = "targt", amount = 1 }] }]

[[card]]
id = "the-day-porter"
name = "The Day Porter"
side = "inkwell"
kind = "edit"
deck = 1
"""

FAULTS = [
    (1, "'the-night-porter': defense: a printed Defense is 2 to 6, and this has none (OC-4)."),
    (3, "'the-night-porter': there is no field `nmae`; 'name' would fit."),
    (4, "'the-night-porter': side: no card that ships is of the side 'inkwel'; 'inkwell' would fit."),
    (5, "'the-night-porter': kind: 'charakter' is not a kind of card of this game (it knows "),
    (8, "'the-night-porter': move: this must be a whole number, not text."),
    (9, "'the-night-porter': icon: there is no picture 'kee'; 'key' would fit."),
    (10, "'the-night-porter': attacks[0]: there is no field `ac`; 'acc' would fit."),
    (11, "'the-night-porter': abilities[0].effects[0].do: this cannot be 'heel'; 'heal' would fit."),
    (11, "'the-night-porter': abilities[0].effects[1].to: nothing is called 'targt' here"),
    (13, "'the-day-porter': play: the field is missing."),
]


def written(text: str = PORTER) -> Path:
    path = paths.cards_folder("overcross") / "mine.toml"
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_text(text, encoding="utf-8")
    return path


def checked(path: str | Path, capsys: pytest.CaptureFixture[str]) -> list[str]:
    capsys.readouterr()
    assert main(["check", str(path)]) == 1
    return capsys.readouterr().out.splitlines()


def test_every_fault_of_a_file_is_told_with_line_card_and_the_word_that_fits(capsys: pytest.CaptureFixture[str]) -> None:
    *lines, last = checked(written(), capsys)
    assert len(lines) == len(FAULTS), lines
    for line, (number, words) in zip(lines, FAULTS, strict=True):
        assert line.startswith(f"cards/overcross/mine.toml, line {number}: {words}"), line
    assert last == "1 file of cards: 10 faults."


KINDLESS = """\
[[card]]
id = "the-lost-porter"
name = "The Lost Porter"
side = "inkwell"
deck = 99
move = 3
defense = 9
attacks = [{ name = "Key", dmg = 40, acc = 5 }]
"""


def test_a_trait_that_stands_twice_is_told_as_that(capsys: pytest.CaptureFixture[str]) -> None:
    card = KINDLESS.replace("[[card]]\n", '[[card]]\ntraits = ["modern", "modern"]\n')
    told = [line for line in checked(written(card), capsys) if "traits" in line]
    assert [line.partition("': ")[2] for line in told] == ["traits[1]: 'modern' is there twice."]


def test_what_is_missing_is_not_quoted_and_all_else_is_told_with_it(capsys: pytest.CaptureFixture[str]) -> None:
    *lines, _ = checked(written(KINDLESS), capsys)
    assert [line.partition("': ")[2] for line in lines] == [
        "kind: the field is missing.",
        "play: the field is missing.",
        "deck: a deck cost is 1 to 40, not 99.",
        "defense: a printed Defense is 2 to 6, not 9 (OC-4).",
        "attacks[0].dmg: a printed Dmg is 1 to 6, not 40 (OC-5).",
    ]


DECKS = """\
[[deck]]
name = ""
side = 3
cards = { the-night-porter = 200, brick-wall = "x" }
"""

LOOK = """\
id = "overcross"
nonsense = 3
emblem = 3
[colours]
back = "#14213"
back2 = 3
[palettes.mine]
light = "#fff"
mid = "#fff"
dark = "#fff"
edge = "#fff"
text = "#ffff"
icon = "cooook"
"""


VERBS = ("heel", "xqzw")
"""A word that is nearly a verb, and one that is near to none."""


@pytest.mark.parametrize("game", ["overcross", "shine", "starcrossed"])
def test_a_wrong_verb_anywhere_in_a_card_is_one_sentence(game: str) -> None:
    sort = open_box(game).card_files.sort
    ids = frozenset(open_box(game).card_files.catalogue().cards)
    rows = [row for path in card_files(game, own=False) for _, row in read_rows(path, "card", MOST_CARDS)]
    effects = 0
    for row in rows:
        for place in effects_of(row):
            for verb in VERBS:
                wrong = deepcopy(row)
                put(wrong, f"{place}.do", verb)
                told = faults_of(wrong, sort, ids)
                assert len(told) == 1, (row["id"], told)
                assert told[0].startswith(f"{place}.do this cannot be '{verb}'")
                effects += 1
    assert effects > 150


def test_a_wrong_verb_names_the_near_ones_that_the_game_has_and_the_fields_allow() -> None:
    def told(game: str, effect: dict[str, object]) -> list[str]:
        sort = open_box(game).card_files.sort
        row = next(row for path in card_files(game, own=False) for _, row in read_rows(path, "card", MOST_CARDS) if row.get("abilities"))
        row["abilities"][0] = {"when": row["abilities"][0]["when"], "effects": [effect]}
        return [words.partition(".do ")[2] or words for words in read_row(row, sort.kind, sort.words.verbs).faults]

    heal = {"do": "heel", "to": "self", "amount": 1}
    assert told("overcross", heal) == ["this cannot be 'heel'; 'heal' would fit"]
    assert "heal" not in told("starcrossed", heal)[0]  # which knows no such verb
    assert told("overcross", {"do": "heel", "to": "self", "amuont": 1})[0] == "this cannot be 'heel'; 'heal' would fit"
    assert "there is no field `amuont`; 'amount' would fit" in told("overcross", {"do": "heel", "to": "self", "amuont": 1})[1]
    assert told("overcross", {"od": "heal", "to": "self", "amount": 1}) == [
        "$.abilities[0].effects[0] there is no field `od`; 'do' would fit"
    ]
    every = sorted(open_box("shine").card_files.sort.words.verbs)
    assert (
        told("shine", {"do": "summon", "what": 1})[0]
        == f"this cannot be 'summon'; {', '.join(map(repr, every[:-1]))} or {every[-1]!r} would fit"
    )
    assert told("overcross", {"do": "heel", "count": 2}) == ["this cannot be 'heel'; 'heal', 'look' or 'draw' would fit"]  # by its fields


def test_a_verb_that_is_like_none_hides_nothing_else_of_its_card() -> None:
    """Every field of such a table is told of whatever the verb was meant to be, also in tables of its kind within; what would be right for one is not."""
    sort = open_box("overcross").card_files.sort
    row = next(row for path in card_files("overcross", own=False) for _, row in read_rows(path, "card", MOST_CARDS) if row.get("abilities"))
    row["abilities"] = [
        {
            "when": "usee",
            "effects": [
                {"do": "zorble", "too": "self", "amount": "many", "until": "turn_emd"},
                {"do": "zorble", "to": "nobody", "amount": {"get": "countt"}},
                {
                    "do": "zorble",
                    "effects": [{"do": "flurb", "what": "self", "place": "tpo"}, {"do": "heal", "to": "nowhere", "amount": 1}],
                },
                {"do": "zorble", "name": "fine"},
                {"do": "zorble", "to": "fine", "zone": "discard"},
                {"do": "zorble", "to": "self", "stat": "mvoe", "add": 1},
                {"do": "gain", "what": "points", "amount": {"get": "conut"}},
            ],
        }
    ]
    told = [words.removeprefix("$.abilities[0]") for words in faults_of(row, sort, frozenset())]
    cannot = re.compile(r" this cannot be '(zorble|flurb)'; .* would fit")
    assert sorted(cannot.sub(" is none", words).partition(" of this game")[0] for words in told) == sorted(ALL_AT_ONCE)


def test_tables_of_strange_verbs_one_in_the_other_are_read_in_no_time() -> None:
    sort = open_box("overcross").card_files.sort
    effect: dict[str, Any] = {"do": "zorble"}
    for _ in range(40):
        effect = {"do": "zorble", "effects": [effect], "then": [deepcopy(effect)] if len(str(effect)) < 5_000 else [], "if": {"test": "zz"}}
    begun = time.process_time()
    read = read_row(
        {"id": "a", "name": "A", "kind": "event", "abilities": [{"when": "play", "effects": [effect]}]}, sort.kind, sort.words.verbs
    )
    assert read.faults
    assert time.process_time() - begun < 5


def effects_of(row: object, place: str = "$") -> list[str]:
    """Return the place of every effect in a row."""
    if isinstance(row, dict):
        found = [place] if "do" in row else []
        return found + [each for key, value in row.items() for each in effects_of(value, f"{place}.{key}")]
    if isinstance(row, list):
        return [each for index, value in enumerate(row) for each in effects_of(value, f"{place}[{index}]")]
    return []


def faults_of(row: dict[str, object], sort: Any, ids: frozenset[str]) -> list[str]:
    """Return everything that is told of a row."""
    read = read_row(row, sort.kind, sort.words.verbs)
    return [*read.faults, *(f"{where} {words}" for where, words in _complaints(read, sort, ids, dict))]


ALL_AT_ONCE = [
    ".when 'usee' is not a moment",
    ".effects[0].do is none",
    ".effects[0] there is no field `too`; 'to' would fit",
    ".effects[0].amount this must be a whole number or a table, not text",
    ".effects[1].do is none",
    ".effects[1].to nothing is called 'nobody' here (there is bearer, self)",
    ".effects[1].amount.get this cannot be 'countt'; 'count' or 'dice' would fit",
    ".effects[2].do is none",
    ".effects[2].effects[0].do is none",
    ".effects[2].effects[0].place this cannot be 'tpo'; 'top' would fit",
    ".effects[2].effects[1].to nothing is called 'nowhere' here (there is bearer, self)",
    ".effects[3].do is none",
    ".effects[4].do is none",
    ".effects[4].to 'fine' is not a zone",
    ".effects[5].do is none",
    ".effects[5].stat 'mvoe' is neither a stat nor a quality",
    ".effects[6].what 'points' is not a number of the table",
    ".effects[6].amount.get this cannot be 'conut'; 'count' or 'dice' would fit",
]
"""What is told of a card with seven odd effects."""

SPELLS = [
    ({"when": "palay"}, "$.abilities[0].when 'palay' is not a moment of this game"),
    ({"kind": "speill"}, "$.kind 'speill' is not a kind of card of this game"),
]
"""One slip each, from which more would follow: a spell that does nothing when it is played, a kind that is none of the game's."""


@pytest.mark.parametrize(("slip", "words"), SPELLS)
def test_what_follows_from_a_slip_is_not_told_as_well(slip: dict[str, str], words: str) -> None:
    sort = open_box("shine").card_files.sort
    row = next(row for path in card_files("shine", own=False) for _, row in read_rows(path, "card", MOST_CARDS) if row["kind"] == "spell")
    (row["abilities"][0] if "when" in slip else row).update(slip)
    told = faults_of(row, sort, frozenset())
    assert len(told) == 1, told
    assert told[0].startswith(words)
    assert told[0].endswith("would fit")


CARDLESS = """\
[[deck]]
name = "Two slips and a card that is none"
side = "inkwell"
plann = "None yet."
[deck.cards]
brick-wal = 2
nobody-at-all = 1

[[deck]]
name = "Only a card that is none"
cards = { brick-wal = 1 }
"""


def test_a_card_that_is_none_is_told_with_the_other_faults_of_a_deck_and_names_the_near_ones(capsys: pytest.CaptureFixture[str]) -> None:
    path = paths.decks_folder("overcross") / "mine.toml"
    path.parent.mkdir(parents=True)
    path.write_text(CARDLESS, encoding="utf-8")
    *lines, _ = checked(path, capsys)
    assert [line.partition(".toml, line ")[2] for line in lines] == [
        "1: 'Two slips and a card that is none': it has no Leader to be the mark (OC-46).",
        "4: 'Two slips and a card that is none': there is no field `plann`; 'plan' would fit.",
        "6: 'Two slips and a card that is none': cards: there is no card 'brick-wal'; 'brick-wall' would fit.",
        "7: 'Two slips and a card that is none': cards: there is no card 'nobody-at-all'.",
        "9: 'Only a card that is none': it has no Leader to be the mark (OC-46).",
        "11: 'Only a card that is none': cards: there is no card 'brick-wal'; 'brick-wall' would fit.",
    ]


@pytest.mark.parametrize("game", ["overcross", "shine", "starcrossed", "cardmaster"])
def test_every_game_names_the_card_that_was_meant(game: str) -> None:
    box = open_box(game)
    deck = box.ready_decks()[0]
    first, *rest = deck.cards
    slip = replace(deck, name="Mine", cards={f"{first}x": deck.cards[first], **{card: deck.cards[card] for card in rest}})
    told = box.deck_faults(slip, Setup(game=game, seats=2))
    assert any(f"here is no card '{first}x'; '{first}'" in words for words in told), told
    path = paths.decks_folder(game) / "mine.toml"
    path.parent.mkdir(parents=True)
    path.write_text(deck_text(slip), encoding="utf-8")
    (fault,) = deck_file_faults(box, path)
    assert fault.said.startswith(f"cards: there is no card '{first}x'; '{first}'")
    assert f'"{first}x"' in path.read_text(encoding="utf-8").splitlines()[fault.line - 1]


def test_a_slip_in_the_side_of_a_deck_is_told_with_its_line(tmp_path: Path) -> None:
    box = open_box("overcross")
    ready = next(deck for deck in box.ready_decks() if deck.side == "inkwell")
    path = tmp_path / "mine.toml"
    path.write_text(deck_text(replace(ready, name="Mine", side="inkwelll")), encoding="utf-8")
    (fault,) = deck_file_faults(box, path)
    assert (fault.line, fault.said) == (3, "side: no deck that ships is of the side 'inkwelll'; 'inkwell' would fit")
    path.write_text(deck_text(replace(ready, name="Mine", side="our own")), encoding="utf-8")
    (fault,) = deck_file_faults(box, path)
    assert fault.said.startswith("side: no deck that ships is of the side 'our own'; there are 'inkwell', ")
    assert fault.fate == "in play all the same"
    cards = paths.cards_folder("overcross") / "own.toml"
    cards.parent.mkdir(parents=True)
    cards.write_text('[[card]]\nid = "own"\nside = "our own"\n', encoding="utf-8")
    assert deck_file_faults(box, path) == []
    cardmaster = open_box("cardmaster")
    path.write_text(deck_text(replace(cardmaster.ready_decks()[0], name="Mine", side="our own")), encoding="utf-8")
    assert [fault.said for fault in deck_file_faults(cardmaster, path)] == [
        "side: no deck that ships is of the side 'our own'; decks of Cardmaster have none"
    ]


@pytest.mark.parametrize("text", ["", "# nothing yet\n", "deck = []\ncard = []\n", "[defaults]\nside = 'x'\n"])
@pytest.mark.parametrize(("kind", "name"), [("decks", "deck"), ("cards", "card")])
def test_a_file_that_holds_none_is_told(text: str, kind: str, name: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    path = tmp_path / kind / "shine" / "mine.toml"
    path.parent.mkdir(parents=True)
    path.write_text(text, encoding="utf-8")
    line, *_ = checked(tmp_path, capsys)
    assert line.startswith(f"{path}: ")
    assert f"[[{name}]]" in line


def test_two_decks_of_one_name_are_told_apart(tmp_path: Path) -> None:
    """The second has no name of its own: that is a fault, and all of its faults stand in its own lines."""
    box = open_box("overcross")
    ready = next(deck for deck in box.ready_decks() if deck.side == "inkwell")
    first, second = (deck_text(replace(ready, name="Mine", side=side)) for side in ("inkwell", "inkwelll"))
    path = tmp_path / "mine.toml"
    path.write_text(first + second, encoding="utf-8")
    begins = len(first.splitlines())
    assert [(fault.place, fault.line - begins, fault.said.partition(":")[0]) for fault in deck_file_faults(box, path)] == [
        ("'Mine' (deck 2)", 2, "name"),
        ("'Mine' (deck 2)", 3, "side"),
    ]
    assert [deck.side for deck in read_decks([path]).decks] == ["inkwell"]


def test_decks_and_looks_are_told_everything_at_once_as_well(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    for name, text in (("decks", DECKS), ("themes", LOOK)):
        (tmp_path / name / "overcross").mkdir(parents=True)
        (tmp_path / name / "overcross" / "overcross.toml").write_text(text, encoding="utf-8")
    *lines, _ = checked(tmp_path, capsys)
    assert [line.partition(".toml")[2] for line in lines] == [
        ", line 2: deck 1: name: a name is 1 to 60 printable characters.",
        ", line 3: deck 1: side: this must be text, not a whole number.",
        ", line 4: deck 1: cards.brick-wall: this must be a whole number, not text.",
        ", line 4: deck 1: cards: 200 copies of 'the-night-porter': this must be 1 to 99.",
        ", line 4: deck 1: cards: there is no card 'the-night-porter'.",
        ", line 2: there is no field `nonsense`.",
        ", line 3: emblem: this must be text, not a whole number.",
        ", line 5: colours.back: '#14213' is no colour such as #1d4ed8 or #1d4ed880.",
        ", line 6: colours.back2: this must be text, not a whole number.",
        ", line 12: palettes.mine.text: '#ffff' is no colour such as #1d4ed8 or #1d4ed880.",
        ", line 13: palettes.mine.icon: there is no 'cooook' among what ships; 'cook' would fit.",
    ]


def test_any_form_of_a_path_tells_the_same(capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch) -> None:
    path = written()
    told = checked(path, capsys)
    monkeypatch.chdir(path.parent)
    forms = ["mine.toml", "./mine.toml", "../overcross/mine.toml", path.parent / ".." / "overcross" / "mine.toml", os.path.relpath(path)]
    for form in forms:
        assert checked(form, capsys) == told
    monkeypatch.chdir(path.parents[1])
    assert checked("overcross", capsys) == told


def test_a_file_that_ships_is_read_once_however_it_is_named(capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch) -> None:
    path = card_files("shine", own=False)[0]
    monkeypatch.chdir(path.parent)
    for form in (path.name, f"../shine/{path.name}"):
        assert main(["check", form]) == 0
        assert capsys.readouterr().out == "1 file of cards: no fault.\n"
    assert file_label(Path(path.name)) == file_label(path)


@pytest.mark.skipif(sys.platform == "win32", reason="links to folders need rights there")
def test_a_broken_file_that_ships_is_told_and_the_others_are_read(
    tmp_path: Path, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    from game.rules.shine import box

    assets = tmp_path / "assets"
    assets.mkdir()
    own = ("cards", "decks", "positions")
    for each in paths.ASSETS.iterdir():
        if each.name not in own:
            (assets / each.name).symlink_to(each)
    for name in own:
        (assets / name / "shine").mkdir(parents=True)
        for each in (paths.ASSETS / name / "shine").iterdir():
            (assets / name / "shine" / each.name).write_text(each.read_text(encoding="utf-8"), encoding="utf-8")
    broken = assets / "cards" / "shine" / "azure.toml"
    broken.write_text(broken.read_text(encoding="utf-8").replace('do = "draw"', 'do = "drow"', 1), encoding="utf-8")
    monkeypatch.setattr(paths, "ASSETS", assets)
    box.catalogue.cache_clear()
    try:
        lines = checked(assets, capsys)
    finally:
        box.catalogue.cache_clear()
    assert re.match(r"assets/cards/shine/azure\.toml, line \d+: '[\w-]+': .*this cannot be 'drow'; .*'draw'.* would fit\.", lines[0]), (
        lines[0]
    )
    for line, folder in zip(lines[1:3], ("decks", "positions"), strict=True):
        assert re.match(rf"assets/{folder}/shine/\w+\.toml: the game's own cards cannot be read", line), line
    assert re.fullmatch(r"5 files of cards, 2 files of decks, \d+ positions: 3 faults.", lines[-1]), (
        lines
    )  # the positions lie on those cards


def test_a_row_that_is_sound_has_no_fault() -> None:
    row = {"id": "a", "name": "A", "side": "inkwell", "kind": "event", "deck": 1, "play": 1}
    read = read_row(row, OvercrossCard)
    assert read.faults == ()
    assert read.value.id == "a"


def test_a_row_that_is_put_right_stays_as_it_was_written() -> None:
    row = {"id": "a", "nmae": "A", "side": "inkwell", "kind": "event", "deck": "one", "play": 1, "attacks": [{"nam": "x"}]}
    before = repr(row)
    read = read_row(row, OvercrossCard)
    assert len(read.faults) == 4, read.faults
    assert repr(row) == before


def test_a_row_full_of_slips_is_told_some_of_them() -> None:
    row = {f"word{number}": 1 for number in range(100)}
    assert len(read_row(row, OvercrossCard).faults) == 20


def test_what_is_wrong_with_ones_own_files_is_found_by_game() -> None:
    assert own_faults(open_box("overcross")) == ()
    written()
    faults = own_faults(open_box("overcross"))
    assert [fault.line for fault in faults] == [number for number, _ in FAULTS]
    assert own_faults(open_box("shine")) == ()


def test_what_is_left_out_is_told_on_the_standard_error(capsys: pytest.CaptureFixture[str]) -> None:
    written()
    assert main(["sim", "overcross", "--seats", "random,random", "--games", "1"]) == 0
    out, err = capsys.readouterr()
    lines = err.strip().splitlines()
    number, words = FAULTS[0]
    assert lines[0] == f"left out: cards/overcross/mine.toml, line {number}: {words}"
    assert lines[5] == "There are 5 more faults; `starcross check` lists them all."
    assert out.startswith("overcross: 1 of 1 match finished")


def test_what_would_fit_is_told_where_it_is_little_and_never_a_field_that_is_there() -> None:
    row = {"of": {"side": "mine"}, "do": "pick"}
    assert read_row({"effects": [row]}, Ability).faults == ("$.effects[0].of.side this cannot be 'mine'; 'any', 'foe' or 'own' would fit",)
    goal = read_row({"words": "Win.", "within": "week"}, Goal)
    assert goal.faults == ("$.within this cannot be 'week'; 'match', 'return' or 'turn' would fit",)
    card = {"id": "x", "name": "X", "kind": "spell", "colours": ["amber"], "side": "amber"}
    assert read_row(card, ShineCard).faults == ("$ there is no field `side`",)
    assert read_row(card, ShineCard, lent={"id"}).faults == ("$ there is no field `side`; 'id' would fit",)
