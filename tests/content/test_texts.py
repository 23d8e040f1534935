"""All that designers write as text is read alike: a mark before it, which some editors write, is no part of it, and what is not UTF-8 is told by its place."""

from __future__ import annotations

import shutil
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest
from mod_zips import EXAMPLE, PAGE
from msgspec.structs import replace

from game import paths
from game.cli import main
from game.cli.play import _say as say
from game.content.creatures import field_faults
from game.content.decks import coded_deck, deck_code, deck_text
from game.content.faults import ContentError
from game.content.guides import guide_path, read_guide
from game.content.maps import read_battle_map
from game.content.mods import FILE, mods_folder
from game.content.own import own_faults
from game.content.pages import judge_page, page_path, read_page
from game.content.positions import read_position
from game.content.tables import read_table_layout
from game.content.texts import MARK, read_text, read_toml
from game.content.themes import read_look, read_theme, theme_path
from game.content.weights import read_judgement, weights_path
from game.kernel.setup import DeckList
from game.rules import open_box
from game.rules.verona.evaluate import Weights

PLAIN: list[tuple[Path, Callable[[Path], object]]] = [
    (theme_path("shine"), read_theme),
    (guide_path("shine"), read_guide),
    (page_path("shine"), read_page),
    (page_path("shine"), judge_page),
    (weights_path("verona"), lambda path: read_judgement(path, Weights)),
    (next((paths.MAPS / "tables").glob("*.tmx")), read_table_layout),
    (next((paths.ASSETS / "positions" / "verona").glob("*.toml")), lambda path: read_position(path, "verona").table),
]


@pytest.fixture(autouse=True)
def cards_as_they_ship() -> Iterator[None]:
    yield
    shutil.rmtree(paths.user_folder())
    open_box("overcross").card_files.forget()


def marked(path: Path, folder: Path) -> Path:
    """Return a copy of a file as an editor writes it that marks its texts."""
    folder.mkdir(parents=True, exist_ok=True)
    copy = folder / path.name
    copy.write_bytes(MARK + path.read_bytes())
    return copy


@pytest.mark.parametrize(("path", "read"), PLAIN, ids=lambda each: each.name if isinstance(each, Path) else "")
def test_a_mark_before_what_ships_changes_nothing(path: Path, read: Callable[[Path], object], tmp_path: Path) -> None:
    copy = tmp_path / path.name
    shutil.copy(path, copy)
    plain = read(copy)
    assert read(marked(path, tmp_path)) == plain


def test_a_map_and_its_tileset_may_have_a_mark(tmp_path: Path) -> None:
    home = tmp_path / "maps" / "overcross"
    shutil.copytree(paths.MAPS / "overcross", home)
    shutil.copytree(paths.MAPS / "tilesets", tmp_path / "maps" / "tilesets")
    plain = read_battle_map(home / "small.tmx")
    for path in (*tmp_path.rglob("*.tmx"), *tmp_path.rglob("*.tsx")):
        marked(path, path.parent)
    assert read_battle_map(home / "small.tmx").grid == plain.grid


def test_a_look_of_ones_own_may_have_a_mark(tmp_path: Path) -> None:
    (tmp_path / "shine.toml").write_text('id = "shine"\n')
    assert read_look(marked(tmp_path / "shine.toml", tmp_path / "own")) == read_theme(theme_path("shine"))


def test_a_whole_mod_may_have_marks_and_its_faults_their_lines(capsys: pytest.CaptureFixture[str]) -> None:
    place = mods_folder() / "night"
    shutil.copytree(EXAMPLE, place)
    (place / "decks").mkdir()
    (place / "decks" / "own.toml").write_text(deck_text(replace(open_box("overcross").ready_decks()[0], name="Night deck")))
    files = list(place.rglob("*.toml"))
    assert {path.parent.name for path in files} >= {"night", "cards", "decks", "positions", "themes"}
    for path in files:
        marked(path, path.parent)
    box = open_box("overcross")
    box.card_files.forget()
    assert own_faults(box) == ()
    assert main(["mod", "list"]) == 0
    assert main(["check", str(place)]) == 0
    capsys.readouterr()
    (place / "decks" / "bad.toml").write_bytes(MARK + b'[[deck]]\nname = "Bad"\nplna = "x"\n[deck.cards]\n')
    (place / FILE).write_bytes(MARK + PAGE.encode().replace(b"version = ", b"versoin = "))
    assert main(["check", str(place)]) == 1
    said = capsys.readouterr().out
    assert "bad.toml, line 3: 'Bad': " in said
    assert f"{FILE}, line " in said


@pytest.mark.parametrize(("content", "place"), [(b"a = '\xff'", "byte 5"), (MARK + b"a = '\xff'", "byte 8"), (b"\xff\xfea\0", "byte 0")])
@pytest.mark.parametrize(
    "name", ["cards/shine/x.toml", "positions/shine/x.toml", "themes/shine.toml", "guides/shine.toml", "mods/m/mod.toml"]
)
def test_what_is_no_text_is_told_alike_everywhere(
    content: bytes, place: str, name: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    path = tmp_path / name
    path.parent.mkdir(parents=True)
    path.write_bytes(content)
    with pytest.raises(ContentError, match=f"{place}: the file is not UTF-8 text"):
        read_text(path, 100)
    assert main(["check", str(path)]) == 1
    assert f"{path}: {place}: the file is not UTF-8 text." in capsys.readouterr().out


def refused(file: Path, content: str) -> str:
    """Return the one fault for which a file with such content is refused."""
    file.write_text(content, encoding="utf-8")
    with pytest.raises(ContentError) as caught:
        read_toml(file)
    (fault,) = caught.value.faults
    return str(fault)


@pytest.mark.parametrize(
    ("content", "place"),
    [
        ('[[card]]\nid = "pim"\nattacks = [{ name = "Mug\\u001b[2J" }]\n', "card 1: attacks[0].name"),
        ('[[card]]\nid = "pim"\n[[card]]\nid = "kip"\nflavour = "one\\u202etwo"\n', "card 2: flavour"),
        ('[[deck]]\nname = "Late"\nplan = "Bell \\u0007"\n', "deck 1: plan"),
        ('title = "Win\\u009b2J"\n', "title"),
        ('title = "Win\u202eni"\n', "title"),  # not written as a number
        ('[colours]\n"pa\\u001bper" = "#ffffff"\n', "colours"),
    ],
)
def test_signs_that_steer_a_terminal_are_no_text_wherever_they_stand(tmp_path: Path, content: str, place: str) -> None:
    fault = refused(tmp_path / "strange.toml", content)
    assert f"{place}: this holds a sign that no text has (U+" in fault
    assert fault.isprintable()


@pytest.mark.parametrize(
    ("content", "place"),
    [
        ('[[card]]\nid = "pim"\nname = "Zalgo\u0301\u0302\u0303"\n', "card 1: name"),
        ('[[card]]\nid = "pim"\nattacks = [{ name = "Mu\u0310\u0489\u0316g" }]\n', "card 1: attacks[0].name"),
        ('[colours]\n"pa\u0301\u0302\u0303per" = "#ffffff"\n', "colours"),
    ],
)
def test_no_letter_of_a_file_bears_more_than_two_marks(tmp_path: Path, content: str, place: str) -> None:
    file = tmp_path / "stacked.toml"
    assert f"{place}: this holds more than two marks on one letter" in refused(file, content)
    file.write_text(content.replace("\u0303", "").replace("\u0316", ""), encoding="utf-8")
    read_toml(file)


def test_what_is_typed_in_or_comes_as_a_code_bears_no_more_marks_than_a_file() -> None:
    assert field_faults({"name": "Mu\u0310\u0489\u0316g"})["name"] == "The name holds more than two marks on one letter."
    for deck in (DeckList("Mu\u0310\u0489\u0316g", {"pim": 1}), DeckList("Mug", {"pim": 1}, plan="Mu\u0310\u0489\u0316g")):
        with pytest.raises(ContentError, match="this holds more than two marks on one letter"):
            coded_deck("verona", deck_code("verona", deck))


def test_a_code_of_a_deck_with_anything_more_in_it_is_none() -> None:
    deck = DeckList("Mug", {"pim": 1})
    code = deck_code("verona", deck)
    assert coded_deck("verona", f" {code[:20]}\n{code[20:]}\n") == deck  # as mail breaks its lines
    for more in (*(code + "x" * n for n in range(1, 6)), f"{code}!", f"{code[:20]}.{code[20:]}", f"{code}{code}"):
        with pytest.raises(ContentError, match="is no deck, or not the whole of it"):
            coded_deck("verona", more)


def test_letters_of_every_script_and_ends_of_lines_are_text(tmp_path: Path) -> None:
    file = tmp_path / "texts.toml"
    said = "Zwölf\u00a0שלום 👩\u200d🚀 ﷺ\ttwo\nlines"
    file.write_text(f'[[card]]\nid = "pim"\nflavour = """{said}"""\n', encoding="utf-8")
    assert read_toml(file)["card"][0]["flavour"] == said


def test_text_mode_steers_no_terminal_whatever_it_is_given_to_say(capsys: pytest.CaptureFixture[str]) -> None:
    say("Mug \x1b[2J\x1b]0;pwned\x07\u202e, twice\nas it is")
    assert capsys.readouterr().out == "Mug ?[2J?]0;pwned??, twice\nas it is\n"


@pytest.mark.parametrize(
    ("content", "words"),
    [
        ("[[card]]\nid = 1\nid = 2\n", "line 3: not valid TOML: what stands here was said before."),
        ("a = 1\nb = nope\n", "line 2: not valid TOML: Invalid value."),
        ("a = 1\n\nb =", "line 3: not valid TOML: Invalid value."),
    ],
)
@pytest.mark.parametrize("kind", ["cards/shine", "positions/shine", "decks/shine", "themes"])
def test_a_slip_in_toml_is_told_with_its_line_as_any_other(
    content: str, words: str, kind: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    file = tmp_path / kind / "shine.toml"
    file.parent.mkdir(parents=True)
    file.write_text(content, encoding="utf-8")
    assert main(["check", str(file)]) == 1
    assert capsys.readouterr().out.splitlines()[0] == f"{file}, {words}"
