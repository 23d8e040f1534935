"""Cards, maps and pictures that are called like others are told of, and a picture that is named and not there; in words both cards can be read."""

from __future__ import annotations

import io
from collections.abc import Iterator
from pathlib import Path

import pytest

from game import paths
from game.cli import main
from game.content.mods import FILE, mods_folder
from game.content.own_maps import own_map
from game.rules import open_box

CARD = """[[card]]
id = "name-twice"
name = "{name}"
kind = "character"
side = "inkwell"
traits = ["fantasy"]
deck = 3
play = 1
move = 4
defense = 3
attacks = [{{ name = "Mug", symbol = "crosshair", dmg = 2, acc = 4, rng = 3 }}]
"""
BOTH = """title = "Two of a name"
[setup]
seats = 2
seed = 3
decks = ["Both", "Creative Accounting"]
map = "small"
options = { objective = "summoning", invasion_goal = 3 }
[[setup.deck]]
name = "Both"
cards = { DECK }
[table]
whose = 1
round = 3
limit = 3
[[table.side]]
units = [{ card = "pim-the-potboy", at = "A4" }, { card = "name-twice", at = "A2" }]
score = 0
[[table.side]]
units = [{ card = "troll-of-collections", at = "A1" }, { card = "kobold-intern", at = "B6" }]
score = 0
"""
PICTURE = (Path(__file__).parents[2] / "docs" / "mods" / "longer-night" / "art" / "the-night-clerk.png").read_bytes()


@pytest.fixture(autouse=True)
def cards_as_they_ship() -> Iterator[None]:
    yield
    paths.cards_folder("overcross").joinpath("mine.toml").unlink(missing_ok=True)
    open_box("overcross").forget()


def own_card(name: str, file: str = "mine") -> Path:
    path = paths.cards_folder("overcross") / f"{file}.toml"
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_text(CARD.format(name=name), encoding="utf-8")
    open_box("overcross").forget()
    return path


def lay_mod(name: str, kind: str, file: str, content: bytes) -> Path:
    place = mods_folder() / name
    (place / kind).mkdir(parents=True)
    (place / FILE).write_text(f'name = "{name}"\nversion = "1"\ngame = "overcross"\n')
    (place / kind / file).write_bytes(content)
    return place / kind / file


def test_a_card_that_is_called_like_one_that_ships_is_told_with_its_line_and_played(capsys: pytest.CaptureFixture[str]) -> None:
    path = own_card("Pim the Potboy")
    for words in ([], [str(path)]):
        assert main(["check", *words]) == 1
        assert (
            "cards/overcross/mine.toml, line 3: 'name-twice': name: a card that ships is called 'Pim the Potboy', too, and people cannot tell them apart.\n"
            in capsys.readouterr().out
        )
    assert "name-twice" in {face.id for face in open_box("overcross").catalogue()}
    own_card("Pim the Potman")
    assert main(["check"]) == 0


def test_the_second_of_ones_own_cards_and_a_mods_card_are_told(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    path = own_card("Nobody Else")
    path.write_text(path.read_text() + CARD.format(name="Nobody else").replace("name-twice", "once-more"))
    lay_mod("night", "cards", "a.toml", CARD.format(name="Nobody Else").replace("name-twice", "of-a-mod").encode())
    assert main(["check"]) == 1
    said = capsys.readouterr().out
    assert "line 14: 'once-more': name: an earlier card of this file is called 'Nobody else', too" in said
    assert "mods/night/cards/a.toml, line 3: 'of-a-mod': name: a card in cards/overcross/mine.toml is called 'Nobody Else', too" in said
    assert said.count("is called") == 2


def test_both_cards_of_one_name_are_read_in_words(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    own_card("Pim the Potboy")
    deck = next(deck for deck in open_box("overcross").ready_decks() if deck.name == "Closing Time")
    cards = {**deck.cards, "pim-the-potboy": 2, "name-twice": 1}
    (tmp_path / "both.toml").write_text(BOTH.replace("DECK", ", ".join(f"{card} = {copies}" for card, copies in cards.items())))
    for name, count in (("Pim the Potboy", 2), ("Pim", 1)):
        own_card(name)
        monkeypatch.setattr("sys.stdin", io.StringIO("read pim\nquit\n"))
        assert main(["play", "overcross", "--position", str(tmp_path / "both.toml"), "--text"]) == 0
        said = capsys.readouterr().out
        assert "Several are called so" not in said
        assert said.count(f"\n{name}. ") == count
        assert said.count("\nPim the Potboy. ") == (2 if count == 2 else 0), "a whole name is meant before a part of one"


def test_a_map_that_is_called_like_one_before_it_is_told(capsys: pytest.CaptureFixture[str]) -> None:
    mine = own_map("overcross", "small")
    theirs = lay_mod("night", "maps", mine.name, mine.read_bytes().replace(b"../tilesets/", b"../../../maps/tilesets/"))
    assert main(["check", str(mine)]) == 0
    assert main(["check", str(theirs)]) == 1
    assert (
        "maps/my-small.tmx: the map in maps/overcross/my-small.tmx is called 'my-small', too, and is meant by that name"
        in capsys.readouterr().out
    )
    mine.rename(mine.with_name("small.tmx"))
    assert main(["check", str(mine.with_name("small.tmx"))]) == 1
    assert capsys.readouterr().out.startswith(
        "maps/overcross/small.tmx: a map that ships is called 'small', too, and is meant by that name.\n"
    )


def test_the_second_picture_of_a_card_is_told(capsys: pytest.CaptureFixture[str]) -> None:
    mine = paths.art_folder("overcross") / "pim-the-potboy.png"
    mine.parent.mkdir(parents=True)
    mine.write_bytes(PICTURE)
    assert main(["check"]) == 0
    lay_mod("night", "art", mine.name, PICTURE)
    assert main(["check"]) == 1
    assert capsys.readouterr().out.splitlines()[-2:-1] == [
        "mods/night/art/pim-the-potboy.png: the picture in art/overcross/pim-the-potboy.png is of the card 'pim-the-potboy', too, and is shown."
    ]


@pytest.mark.parametrize(
    ("art", "told"),
    [
        ("marda-oakapron", []),
        ("porter.png", ["'porter.png'"]),
        ("marda-oakapro", ["'marda-oakapro'; 'marda-oakapron' would fit"]),
    ],
)
def test_a_picture_that_is_named_and_not_there_is_told_with_where_a_card_has_its_own(
    art: str, told: list[str], capsys: pytest.CaptureFixture[str]
) -> None:
    path = own_card("The Lost Porter")
    path.write_text(f'{path.read_text(encoding="utf-8")}art = "{art}"\n', encoding="utf-8")
    page = mods_folder() / "lost" / FILE
    page.parent.mkdir(parents=True)
    page.write_text(
        f'name = "Lost"\nversion = "1"\ngame = "overcross"\n[[change]]\ncard = "pim-the-potboy"\nart = "{art}"\n', encoding="utf-8"
    )
    own = "; a card's own picture needs no such field: it is CARD.png, by the card's id, in the folder 'art'"
    for file, line, card in ((path, 12, "name-twice"), (page, 6, "pim-the-potboy")):
        assert main(["check", str(file)]) == bool(told)
        lines = capsys.readouterr().out.splitlines()[:-1]
        assert [each.partition(", ")[2] for each in lines] == [
            f"line {line}: '{card}': art: no card that ships has a picture {each}{own}." for each in told
        ]
