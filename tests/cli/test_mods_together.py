"""Mods beside each other: whose change counts, what one that is off would do and whose cards are missed without it, and by which names one is meant."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest

from game import paths
from game.cli import main
from game.content import mods
from game.content.own import own_faults
from game.rules import open_box

SHINE = open_box("shine")
FLAME = next(deck for deck in SHINE.ready_decks() if deck.name == "First Flame")
CARD = (paths.ASSETS / "cards" / "shine" / "amber.toml").read_text(encoding="utf-8")
COUNTS = "strength: Brighter 1 changes it, too, and what Dimmer 1 says counts: mods are read in the order of their folders' names."
OFF = "it is one of Brighter 1, a mod that is off."


@pytest.fixture(autouse=True)
def cards_as_they_ship() -> Iterator[None]:
    yield
    for path in mods.mods_folder().glob("*/mod.toml"):
        path.unlink()
    SHINE.forget()


def laid(name: str, changes: str, cards: str = "") -> Path:
    """Install a mod of Shine."""
    folder = mods.mods_folder() / name.lower().replace(" ", "-")
    (folder / "cards").mkdir(parents=True)
    (folder / mods.FILE).write_text(f'name = "{name}"\nversion = "1"\ngame = "shine"\n{changes}', encoding="utf-8")
    if cards:
        (folder / "cards" / "own.toml").write_text(cards, encoding="utf-8")
    SHINE.forget()
    return folder


def change(card: str, words: str) -> str:
    return f'[[change]]\ncard = "{card}"\n{words}\n'


def a_card(card: str) -> str:
    """Return a card of Shine under another id."""
    row = next(each for each in CARD.split("[[card]]") if '"gleam-page"' in each)
    return "[[card]]" + row.replace('"gleam-page"', f'"{card}"').replace('"Gleam Page"', f'"{card.title()}"')


def lines(words: list[str], capsys: pytest.CaptureFixture[str]) -> list[str]:
    capsys.readouterr()
    main(words)
    return capsys.readouterr().out.splitlines()


def test_two_mods_that_change_the_same_of_a_card_are_told_and_whose_counts(capsys: pytest.CaptureFixture[str]) -> None:
    brighter = laid("Brighter", change("sunbeam-courier", "strength = 4\ncost = 2"))
    laid("Dimmer", change("sunbeam-courier", "cost = 2\nstrength = 1"))
    (told,) = [line for line in lines(["mod", "list"], capsys) if "sunbeam-courier" in line]
    assert told == f"mods/dimmer/mod.toml, line 7: 'sunbeam-courier': {COUNTS}"
    assert [main(words) for words in (["mod", "list"], ["mod", "on", "dimmer"], ["check"])] == [0, 0, 1]
    for words in (["check"], ["check", str(paths.user_folder())], ["check", str(mods.mods_folder())]):
        assert told in lines(words, capsys)
    assert told not in lines(["check", str(brighter)], capsys)  # each by itself
    for name in ("brighter", "dimmer"):
        assert f"  {told}" in lines(["mod", "on", name], capsys)
    assert told in [fault.sentence for fault in own_faults(SHINE)]
    mods.turn("brighter", on=False)
    assert not [line for line in lines(["mod", "list"], capsys) if "counts" in line]


def test_the_installed_mod_is_told_whose_change_counts(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    made = laid("Brighter", change("sunbeam-courier", "strength = 4"))
    made.rename(tmp_path / "brighter")
    laid("Dimmer", change("sunbeam-courier", "strength = 1"))
    assert main(["mod", "pack", str(tmp_path / "brighter")]) == 0
    assert main(["mod", "install", str(tmp_path / "brighter.zip")]) == 0
    assert f"  mods/dimmer/mod.toml, line 6: 'sunbeam-courier': {COUNTS}\n" in capsys.readouterr().out


def test_a_change_that_cannot_be_or_says_the_same_clashes_with_none(capsys: pytest.CaptureFixture[str]) -> None:
    laid("Brighter", change("sunbeam-courier", "strength = 4\ncost = 3"))
    laid("Dimmer", change("sunbeam-courier", "strength = -1") + change("sunbeam-courier", "cost = 3"))
    assert not [line for line in lines(["mod", "list"], capsys) if "counts" in line]


def test_what_a_mod_that_is_off_would_break_is_told_as_what_it_would(capsys: pytest.CaptureFixture[str]) -> None:
    folder = laid("Blue", change(FLAME.front[0], 'colours = ["azure"]'))
    words = "mods/blue/mod.toml: {}what it changes makes the deck 'First Flame' break a rule, and "
    assert any(line.startswith(words.format("")) for line in lines(["check", str(folder)], capsys))
    mods.turn("blue", on=False)
    assert any(line.startswith(words.format("once it is on, ")) for line in lines(["check", str(folder)], capsys))


def test_a_card_of_a_mod_that_is_off_is_told_as_one(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    laid("Brighter", "", a_card("lamp-thief"))
    dimmer = laid("Dimmer", change("lamp-thief", "strength = 7"))
    deck = '[[deck]]\nname = "Thieves"\nside = "amber"\nfront = ["helia-of-the-golden-hour"]\n[deck.cards]\nlamp-thief = 3\n'
    decks = tmp_path / "decks" / "shine" / "mine.toml"
    position = tmp_path / "positions" / "shine" / "mine.toml"
    picture = paths.art_folder("shine") / "lamp-thief.png"
    for path, content in (
        (decks, deck),
        (position.with_name("decks.toml"), deck),
        (position, 'title = "Thieves"\n[setup]\ndecks = ["Thieves", "Golden Hour"]\n[table]\n'),
        (picture, ""),
    ):
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(content, encoding="utf-8")
    assert not [line for path in (dimmer, decks, position) for line in lines(["check", str(path)], capsys) if "there is no" in line]
    mods.turn("brighter", on=False)
    SHINE.forget()
    assert lines(["check", str(dimmer)], capsys)[0] == (
        f"mods/dimmer/mod.toml, line 5: 'lamp-thief': card: there is no such card to change: {OFF}"
    )
    for path in (decks, position.with_name("decks.toml"), picture):
        assert any(line.endswith(f"there is no card 'lamp-thief': {OFF}") for line in lines(["check", str(path)], capsys)), path
    assert lines(["check", str(position)], capsys)[0] == f"{position}, line 2: setup: Thieves: there is no card 'lamp-thief': {OFF}"
    one = ["--deck", str(decks)]
    for words in (
        ["sets", "shine", *one],
        ["print", "shine", "--png", "x", *one],
        ["sim", "shine", "--seats", "random,random", "--games", "1", *one, str(decks)],
    ):
        capsys.readouterr()
        assert main(words) == 2
        assert capsys.readouterr().err == f"starcross: Thieves: there is no card 'lamp-thief': {OFF}\n"


def test_each_mod_is_listed_with_its_own_faults_right_after_it(capsys: pytest.CaptureFixture[str]) -> None:
    laid("Brighter", change("sunbeam-courier", "strenght = 4"))
    laid("Broken", "words = 3\n")
    laid("Dimmer", change("sunbeam-courier", "strength = 1"))
    laid("Zimmer", change("gilded-lancer", "costs = 1"))
    assert [line.strip().partition(":")[0].partition(",")[0] for line in lines(["mod", "list"], capsys)] == [
        "brighter",
        "mods/brighter/mod.toml",
        "mods/broken/mod.toml",
        "dimmer",
        "zimmer",
        "mods/zimmer/mod.toml",
    ]


@pytest.mark.parametrize("name", ["more-light", "More Light", "more light", "MORE LIGHT", "More Light 1"])
def test_a_mod_is_meant_by_its_folder_or_its_name_in_capitals_or_not(name: str, capsys: pytest.CaptureFixture[str]) -> None:
    laid("More Light", "")
    assert lines(["mod", "off", name], capsys) == ["More Light 1 is off."]


def test_a_name_means_the_folder_of_that_name_first() -> None:
    laid("Night", "").rename(mods.mods_folder() / "a-copy")
    folder = laid("Night", "")
    assert mods.turn("night", on=False).folder == folder


def test_no_name_means_none(capsys: pytest.CaptureFixture[str]) -> None:
    laid("More Light", "")
    assert main(["mod", "off", "!"]) == 2
    assert "There is no mod '!'; there are more-light." in capsys.readouterr().err


def test_a_change_that_calls_a_card_like_another_is_told(capsys: pytest.CaptureFixture[str]) -> None:
    folder = laid("Brighter", change("sunbeam-courier", 'name = "gleam page"') + change("gilded-lancer", 'name = "Sunbeam Courier"'))
    for words in (["check", str(folder)], ["mod", "list"]):
        (told,) = [line for line in lines(words, capsys) if "name" in line and "fault" not in line]
        assert told.endswith(
            "line 6: 'sunbeam-courier': name: the card 'gleam-page' is called 'Gleam Page', too, and people cannot tell them apart."
        )


def test_what_another_mod_brings_as_well_is_no_fault_of_one_that_is_off(capsys: pytest.CaptureFixture[str]) -> None:
    laid("Brighter", "", a_card("lamp-thief"))
    dimmer = laid("Zimmer", "", a_card("lamp-thief"))
    taken = "this id is taken already, in mods/brighter/cards/own.toml"
    assert any(taken in line for line in lines(["check", str(dimmer)], capsys))
    mods.turn("zimmer", on=False)
    SHINE.forget()
    assert lines(["check", str(dimmer)], capsys)[0].endswith("no fault.")
    assert lines(["check"], capsys)[-1].endswith("no fault.")
