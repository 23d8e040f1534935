"""`starcross check` of mods that are not installed, and of positions from anywhere: what is wrong is told once, and nothing that is not."""

from __future__ import annotations

import re
import shutil
import zipfile
from pathlib import Path

import pytest
from msgspec.structs import replace

from game import paths
from game.cli import main
from game.content.mods import FILE, mods_folder
from game.content.positions import position_files, read_position
from game.kernel.offers import SetupError
from game.kernel.setup import Setup
from game.match.position import laid_out
from game.match.reports import FORMAT, JOURNAL, Facts, keep_report
from game.rules import open_box

EXAMPLE = Path(__file__).parents[2] / "docs" / "mods" / "longer-night"
PAGE = (EXAMPLE / FILE).read_text(encoding="utf-8")
CARDS = (EXAMPLE / "cards" / "night.toml").read_text(encoding="utf-8")
PUZZLE = paths.ASSETS / "positions" / "verona" / "puzzle-1.toml"


@pytest.fixture
def mod(tmp_path: Path) -> Path:
    """A copy of the example that is not installed."""
    return shutil.copytree(EXAMPLE, tmp_path / "night")


def told(capsys: pytest.CaptureFixture[str], *paths: Path) -> list[str]:
    """Return what check says against files, without what was looked at."""
    code = main(["check", *map(str, paths)])
    *lines, last = capsys.readouterr().out.splitlines()
    assert code == (1 if lines else 0)
    assert lines or last.endswith("no fault.")
    return lines


@pytest.mark.parametrize(
    ("page", "words"),
    [
        (PAGE.replace('name = "A longer night"', "name = 3"), ["name"]),
        (PAGE.replace('version = "1.0"', "version = 1.0"), ["version"]),
        (PAGE.replace('name = "A longer night"\n', ""), ["name"]),
        (PAGE.replace('game = "overcross"\n', ""), ["game"]),
        (PAGE.replace('"overcross"', "[]"), ["game"]),
        (PAGE.replace('"overcross"', '"ovrcross"'), ["there is no game 'ovrcross'; 'overcross'"]),
        ("", ["name", "version", "game"]),
        ("[", ["not valid TOML"]),
    ],
)
def test_a_faulty_page_is_told_and_nothing_else_of_its_mod(
    page: str, words: list[str], mod: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    assert page != PAGE
    (mod / FILE).write_text(page, encoding="utf-8")
    lines = told(capsys, mod)
    assert len(lines) == len(words)
    assert all(line.startswith(f"{mod / FILE}") for line in lines)
    assert all(any(word in line for line in lines) for word in words)


@pytest.mark.parametrize(
    ("rows", "words"),
    [
        ('card = "pim-the-potboy"\nmoves = 5\ndeck = 999', ["no field `moves`", "deck: a deck cost is 1 to 40, not 999"]),
        ('card = "pim-the-potboy"\nmoves = 5\nid = "x"', ["no field `moves`", "id: the id of a card cannot be changed"]),
        (
            'card = "pim-the-potboi"\nmoves = 5\nplay = "a"',
            ["'pim-the-potboy' would fit", "no field `moves`", "play: this must be a whole"],
        ),
        ("moves = 5", ["no field `moves`", "change 1: card: the id of the card that is changed is missing"]),
        ('card = ""\nplay = 5', ["change 1: card: the id of the card that is changed is missing"]),
        ("card = 3\nmoves = 5", ["no field `moves`", "change 1: card: this must be the id of one card, in quotation marks"]),
        ('card = "pim-the-potboy"\nid = "x"', ["id: the id of a card cannot be changed"]),
        ("play = 3\n[[change]]\nplay = 4", ["change 1: card: ", "change 2: card: "]),
    ],
)
def test_all_that_is_wrong_with_a_change_is_told_at_once(
    rows: str, words: list[str], tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    (tmp_path / FILE).write_text(f'name = "A"\nversion = "1"\ngame = "overcross"\n[[change]]\n{rows}\n', encoding="utf-8")
    lines = told(capsys, tmp_path)
    assert len(lines) == len(words), lines
    assert all(any(word in line for line in lines) for word in words), lines


def test_a_page_that_is_no_text_is_told_as_any_file_that_is_none(mod: Path, capsys: pytest.CaptureFixture[str]) -> None:
    (mod / FILE).write_bytes(b"x" * 128 + b"\x8e")
    assert told(capsys, mod) == [f"{mod / FILE}: byte 128: the file is not UTF-8 text."]


def test_a_card_twice_in_one_mod_is_told_by_check_and_by_pack(mod: Path, capsys: pytest.CaptureFixture[str]) -> None:
    (mod / "cards" / "other.toml").write_text(CARDS, encoding="utf-8")
    first, second = mod / "cards" / "night.toml", mod / "cards" / "other.toml"
    (line,) = told(capsys, mod)
    assert line.startswith(f"{second}, line ")
    assert line.endswith(f"this id is taken already, in {first}.")
    assert main(["mod", "pack", str(mod)]) == 1
    assert "this id is taken already" in capsys.readouterr().out


def test_a_card_twice_is_told_where_the_mod_is_named_from_its_own_folder(
    mod: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    (mod / "cards" / "other.toml").write_text(CARDS, encoding="utf-8")
    monkeypatch.chdir(mod)
    (line,) = told(capsys, Path("cards"))
    assert line.startswith(f"{Path('cards', 'other.toml')}, line ")


def test_a_deck_twice_in_one_mod_is_told(mod: Path, capsys: pytest.CaptureFixture[str]) -> None:
    ready = next((paths.ASSETS / "decks" / "overcross").glob("*.toml")).read_text(encoding="utf-8")
    deck = "[[deck]]" + ready.split("[[deck]]")[1].replace('name = "', 'name = "Night ', 1)
    (mod / "decks").mkdir()
    for name in ("a", "b"):
        (mod / "decks" / f"{name}.toml").write_text(deck, encoding="utf-8")
    (line,) = told(capsys, mod)
    assert line.startswith(f"{mod / 'decks' / 'b.toml'}, line ")
    assert f"a deck in {mod / 'decks' / 'a.toml'} is called" in line


def test_a_deck_may_hold_the_cards_that_its_mod_brings(mod: Path, capsys: pytest.CaptureFixture[str]) -> None:
    (mod / "decks").mkdir()
    deck = '[[deck]]\nname = "Night deck"\nside = "inkwell"\n[deck.cards]\nthe-night-clerk = 1\nmarda-oakapron = 1\n'
    (mod / "decks" / "a.toml").write_text(deck, encoding="utf-8")
    assert told(capsys, mod) == []
    (mod / "decks" / "a.toml").write_text(f"{deck}the-night-clrk = 1\n", encoding="utf-8")
    (line,) = told(capsys, mod)
    assert line.endswith("line 7: 'Night deck': cards: there is no card 'the-night-clrk'; 'the-night-clerk' would fit.")
    (mod / "decks" / "a.toml").write_text(f"{deck}no-such = 1\n".replace("clerk = 1", "clerk = 9"), encoding="utf-8")
    copies, line = told(capsys, mod)
    assert "9 copies of The Night Clerk, and 3 at most are allowed (OC-8)" in copies
    assert line.endswith("cards: there is no card 'no-such'.")


@pytest.mark.parametrize("name", ["Decks", "deck", "source/old"])
def test_a_folder_of_a_mod_that_nobody_reads_is_one_fault_and_what_lies_in_it_is_not_judged(
    name: str, mod: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    (mod / name).mkdir(parents=True)
    (mod / name / "a.toml").write_text('[[deck]]\nname = "A"\ncards = { no-such = 1 }\n', encoding="utf-8")
    top = name.partition("/")[0]
    for there in [mod] if "/" in name else [mod, mod / name, mod / name / "a.toml"]:
        (line,) = told(capsys, there)
        assert line.startswith(f"{mod / top}: a mod has no folder of this name, so nobody reads what is in it; ")
    monkeypatch.chdir(mod.parent)
    (line,) = told(capsys, Path(mod.name))
    assert line.startswith(f"{Path(mod.name, top)}: ")


def test_a_stray_page_of_a_mod_around_a_folder_that_is_checked_says_nothing_of_it(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    (tmp_path / FILE).write_text(PAGE, encoding="utf-8")
    shutil.copytree(paths.ASSETS / "positions" / "verona", tmp_path / "mine" / "verona")
    assert told(capsys, tmp_path / "mine" / "verona" / "puzzle-1.toml") == []
    monkeypatch.chdir(tmp_path / "mine" / "verona")
    (line,) = told(capsys, Path(shutil.copyfile(tmp_path / FILE, "pages.toml")))
    assert line.startswith("pages.toml: this is written as the page of a mod")
    assert told(capsys, shutil.copytree(EXAMPLE, tmp_path / "night")) == []


def test_a_page_in_a_folder_of_a_mod_makes_no_mod_of_it(mod: Path, capsys: pytest.CaptureFixture[str]) -> None:
    (mod / "cards" / FILE).write_text(PAGE, encoding="utf-8")
    (mod / "cards" / "other.toml").write_text("[[card]]\n", encoding="utf-8")
    lines = told(capsys, mod)
    assert {line.partition(",")[0].partition(": ")[0] for line in lines} == {str(mod / "cards" / FILE), str(mod / "cards" / "other.toml")}
    assert not any("none of a mod's files" in line for line in lines)


@pytest.mark.parametrize("name", ["cards/z.toml", "decks/z.toml", "positions/z.toml", "maps/z.tmx", "themes/overcross.toml"])
def test_a_folder_where_a_file_should_be_is_told_by_check_and_by_pack(name: str, mod: Path, capsys: pytest.CaptureFixture[str]) -> None:
    (mod / name).unlink(missing_ok=True)
    (mod / name).mkdir(parents=True)
    lines = told(capsys, mod)
    assert f"{mod / name}: this is not an ordinary file." in lines
    assert main(["mod", "pack", str(mod)]) == 1
    assert f"{mod / name}: this is not an ordinary file." in capsys.readouterr().out


def test_a_position_from_anywhere_is_read_as_that_of_the_game_it_fits(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    for game in ("verona", "shine"):
        folder = tmp_path / "mine" / game
        shutil.copytree(paths.ASSETS / "positions" / game, folder)
        for path in folder.glob("[lp]*-1.toml"):
            assert told(capsys, path) == []


def test_a_faulty_position_from_anywhere_is_told_and_where_it_should_lie(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    path = tmp_path / "mine.toml"
    path.write_text(PUZZLE.read_text(encoding="utf-8").replace("title = ", "titel = "), encoding="utf-8")
    (line,) = told(capsys, path)
    assert "there is no field `titel`" in line
    path.write_text(PUZZLE.read_text(encoding="utf-8").replace("[[6]", "[[7]"), encoding="utf-8")
    where = "it lies in no folder positions/GAME, which would say of which game it is"
    assert told(capsys, path) == [
        f"{path}, line 17: {where}; read as one of star cross'd: table.dice 1 1: this must be a whole number of at most 6."
    ]
    path.write_text('title = "Nobody\'s"\n[table]\nnonsense = 3\n', encoding="utf-8")
    assert told(capsys, path) == [f"{path}: {where}, and as it is written it is one of none."]


@pytest.mark.parametrize(
    ("content", "words"),
    [
        (b"PK", "this is no mod: it is no zip that is read here."),
        (
            None,
            "this is no mod: 'poem.txt' does not belong into it, as it is none of a mod's files; those lie in cards, decks, maps, positions, themes and art.",
        ),
    ],
)
def test_a_zip_is_told_of_as_who_installs_it_is(
    content: bytes | None, words: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    file = tmp_path / "some.zip"
    with zipfile.ZipFile(file, "w") as archive:
        archive.writestr("poem.txt", "O Romeo")
    if content:
        file.write_bytes(content)
    assert told(capsys, file) == [f"{file}: {words}"]
    assert main(["mod", "install", str(file)]) == 2
    assert words in capsys.readouterr().err
    assert main(["check", str(tmp_path)]) == 2  # a stranger among other files
    assert capsys.readouterr().err.startswith(f"starcross: There is nothing in {tmp_path} that can be checked: ")


def test_a_report_is_known_and_the_match_in_it_looked_at(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    file = tmp_path / "sent.zip"
    facts = Facts(FORMAT, "2026-11-21 20:15", "It fell.", "1.2.3")
    keep_report(file, facts, {})
    assert main(["check", str(file)]) == 0
    assert capsys.readouterr().out == "1 report: no fault.\n"
    assert main(["play", "verona", "--text", "--seat", "random", "random"]) == 0
    (save,) = paths.saves_folder().glob("*.jsonl")
    keep_report(file, facts, {JOURNAL: save.read_bytes()})
    capsys.readouterr()
    assert told(capsys, file) == []
    keep_report(file, facts, {JOURNAL: save.read_bytes()[:-9]})
    (line,) = told(capsys, file)
    assert line.startswith(f"{file}, line ")
    assert line.endswith("it is cut off.")
    file.write_bytes(file.read_bytes()[:-9])
    assert told(capsys, file) == [f"{file} is no report: it is no zip that is read here."]


DEARER = [
    ("overcross", "pim-the-potboy", "deck = 4", "OC-6"),
    ("overcross", "pim-the-potboy", 'side = "tally"', "OC-7"),
    ("shine", "sunbeam-courier", 'colours = ["jade"]', "SH-2"),
]


@pytest.mark.parametrize(("game", "card", "change", "rule"), DEARER)
def test_a_mod_that_makes_decks_illegal_says_so_and_they_are_played_and_measured_all_the_same(
    game: str, card: str, change: str, rule: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    box = open_box(game)
    deck = next(deck for deck in box.ready_decks() if card in deck.cards)
    study = ["--games", "2", "--level", "random", "--jobs", "1"]
    assert main(["lab", game, "decks", *study, "--deck", deck.name, box.ready_decks()[-1].name, "--keep", str(tmp_path / "study")]) == 0
    lesson = position_files(game)[0]
    before = laid_out(read_position(lesson)).setup
    place = mods_folder() / "dear"
    place.mkdir(parents=True)
    (place / FILE).write_text(f'name = "Dear"\nversion = "1"\ngame = "{game}"\n[[change]]\ncard = "{card}"\n{change}\n', encoding="utf-8")
    box.forget()
    try:
        capsys.readouterr()
        lines = told(capsys, place)
        assert all(line.startswith("mods/dear/mod.toml: what it changes makes the deck '") and rule in line for line in lines)
        assert any(deck.name in line for line in lines)
        assert told(capsys, paths.ASSETS / "decks" / game, place) == lines
        assert main(["mod", "on", "dear"]) == 1
        assert deck.name in capsys.readouterr().out
        assert laid_out(read_position(lesson)).setup == before  # as it was made
        assert box.deck_faults(deck, Setup(game, 2))
        assert main(["lab", game, "compare", str(tmp_path / "study"), "--jobs", "1"]) == 0
        assert f"makes the deck '{deck.name}' break a rule, and matches take it all the same" in capsys.readouterr().err
        own = replace(deck, name="Mine", cards={**deck.cards, next(other for other in deck.cards if other != card): 60})
        with pytest.raises(SetupError, match="Mine"):
            box.complete(Setup(game, 2, decks=(own, deck)))
    finally:
        (place / FILE).unlink()
        box.forget()


def test_a_mod_that_breaks_a_rule_with_many_cards_is_told_in_few_sentences(mod: Path, capsys: pytest.CaptureFixture[str]) -> None:
    star = next(deck for deck in open_box("shine").ready_decks() if deck.name == "Golden Hour").front[0]
    page = f'name = "Blue star"\nversion = "1"\ngame = "shine"\n[[change]]\ncard = "{star}"\ncolours = ["azure"]\n'
    (mod / FILE).write_text(page, encoding="utf-8")
    line = next(line for line in told(capsys, mod / FILE) if "'Golden Hour'" in line)
    assert line.count("(SH-2)") == 3
    assert line.endswith(" more).")


def test_a_deck_that_a_mod_took_its_mark_is_taken_by_no_match(capsys: pytest.CaptureFixture[str]) -> None:
    """A mod took a Leader its trait, so nobody could be brought down: the other side had won before the first question."""
    box, place = open_box("overcross"), mods_folder() / "headless"
    place.mkdir(parents=True)
    change = '[[change]]\ncard = "marda-oakapron"\ntraits = ["fantasy"]\n'
    (place / FILE).write_text(f'name = "Headless"\nversion = "1"\ngame = "overcross"\n{change}', encoding="utf-8")
    box.forget()
    try:
        assert main(["mod", "on", "headless"]) == 1
        assert "'Closing Time' break a rule, and no match takes it: it has no Leader to be the mark (OC-46)." in capsys.readouterr().out
        decks = ["--deck", "Closing Time", "Late Fees"]
        for words in (
            ["play", "overcross", "--text", "--seat", "human", "random", *decks],
            ["sim", "overcross", "--seats", "random,random", *decks, "--games", "2"],
            ["lab", "overcross", "decks", *decks, "--games", "2", "--level", "random", "--jobs", "1"],
        ):
            capsys.readouterr()
            assert main(words) == 2
            assert "Closing Time: it has no Leader to be the mark (OC-46)." in capsys.readouterr().err
    finally:
        (place / FILE).unlink()
        box.forget()


def test_a_mod_is_judged_as_it_stands_alone_whatever_others_that_are_on_change(mod: Path, capsys: pytest.CaptureFixture[str]) -> None:
    box, place = open_box("overcross"), mods_folder() / "dear"
    ready = next(
        path for path in (paths.ASSETS / "decks" / "overcross").glob("*.toml") if "pim-the-potboy" in path.read_text(encoding="utf-8")
    )
    decks = ["[[deck]]" + deck.replace('name = "', 'name = "Night ', 1) for deck in ready.read_text(encoding="utf-8").split("[[deck]]")[1:]]
    (mod / "decks").mkdir()
    (mod / "decks" / "night.toml").write_text("\n".join(decks), encoding="utf-8")
    place.mkdir(parents=True)
    change = '[[change]]\ncard = "pim-the-potboy"\ndeck = 9\n'
    (place / FILE).write_text(f'name = "Dear"\nversion = "1"\ngame = "overcross"\n{change}', encoding="utf-8")
    box.forget()
    try:
        assert told(capsys, mod) == []
        (mod / FILE).write_text(f"{PAGE}\n{change}", encoding="utf-8")
        lines = told(capsys, mod)
        assert any(f"{mod / FILE}: once it is on, what it changes makes the deck 'Closing Time' break a rule" in line for line in lines)
        assert any(line.startswith(f"{mod / 'decks' / 'night.toml'}, line ") and "OC-6" in line for line in lines)
    finally:
        (place / FILE).unlink()
        box.forget()


def test_what_is_installed_is_refused_with_the_place_that_check_tells(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    packed = tmp_path / "case.zip"
    with zipfile.ZipFile(packed, "w") as archive:
        archive.writestr("mod.toml", 'name = "Night"\nversion = "1"\ngame = "Overcross"\n')
    assert main(["check", str(packed)]) == 1
    line = capsys.readouterr().out.splitlines()[0]
    assert line == f"{packed}/mod.toml, line 3: game: there is no game 'Overcross'; 'overcross' would fit."
    assert main(["mod", "install", str(packed)]) == 2
    assert capsys.readouterr().err == f"starcross: {line}\n"
    with pytest.warns(UserWarning, match="Duplicate"), zipfile.ZipFile(packed, "a") as archive:
        archive.writestr("mod.toml", "")
    assert main(["mod", "install", str(packed)]) == 2
    assert capsys.readouterr().err == f"starcross: {packed}: this is no mod: 'mod.toml' lies in it twice.\n"


def test_tables_of_a_page_by_a_name_that_is_none_are_told_with_their_line(mod: Path, capsys: pytest.CaptureFixture[str]) -> None:
    page = mod / "mod.toml"
    page.write_text('name = "Night"\nversion = "1"\ngame = "overcross"\n[[changes]]\ncard = "pim-the-potboy"\nmove = 5\n')
    assert main(["check", str(page)]) == 1
    assert "mod.toml, line 4: there is no field `changes`; 'change' would fit.\n" in capsys.readouterr().out


def test_the_faults_of_a_look_are_told_with_their_lines_in_their_order(mod: Path, capsys: pytest.CaptureFixture[str]) -> None:
    (mod / "themes").mkdir(exist_ok=True)
    look = 'id = "overcross"\n[colours]\naccnt = "#fff"\nink = "red"\n[card]\nround = "x"\n[[seats]]\ncolour = "#123"\nshape = "circle"\n'
    (mod / "themes" / "overcross.toml").write_text(look)
    assert main(["check", str(mod / "themes" / "overcross.toml")]) == 1
    told = [line.partition("overcross.toml, ")[2].partition(": ") for line in capsys.readouterr().out.splitlines()[:-1]]
    assert [(at, what.partition(":")[0]) for at, _, what in told] == [
        ("line 3", "colours.accnt"),
        ("line 4", "colours.ink"),
        ("line 6", "card.round"),
        ("line 7", "seats 1.dark"),
        ("line 7", "seats 1.light"),
        ("line 7", "seats 1.charge"),
    ]


def test_cards_that_no_mod_brings_to_a_game_are_one_fault_a_file(mod: Path, capsys: pytest.CaptureFixture[str]) -> None:
    (mod / "mod.toml").write_text('name = "Night"\nversion = "1"\ngame = "cardmaster"\n')
    (mod / "cards").mkdir(exist_ok=True)
    for path in (mod / "cards").iterdir():
        path.unlink()
    (mod / "cards" / "court.toml").write_bytes((paths.ASSETS / "cards" / "cardmaster" / "cinder-court.toml").read_bytes())
    assert main(["check", str(mod)]) == 1
    assert [re.sub(r"\A[^:]*/", "", line) for line in capsys.readouterr().out.splitlines() if "mods bring no cards" in line] == [
        "mod.toml, line 3: game: mods bring no cards to Cardmaster and change none; a card of your own is typed in where a match is set up, or by hand into a file in cards/cardmaster of your folder.",
        "court.toml: mods bring no cards to Cardmaster, so nobody reads this; a card of your own is typed in where a match is set up, or by hand into a file in cards/cardmaster of your folder.",
    ]
