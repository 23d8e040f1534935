"""What belongs to a mod that is off is told as one of it wherever it is asked for: a card, a deck, a map, a position, by name or by what a study was played with."""

from __future__ import annotations

import shutil
from collections.abc import Iterator
from pathlib import Path

import pytest
from msgspec.structs import replace

from game import paths
from game.cli import main
from game.content import mods
from game.content.decks import deck_text
from game.rules import open_box

EXAMPLE = Path(__file__).parents[2] / "docs" / "mods" / "longer-night"
SHINE = open_box("shine")
FLAME = next(deck for deck in SHINE.ready_decks() if deck.name == "First Flame")
OFF = ": it is one of A longer night 1.0, a mod that is off."
THIEF = "lamp-thief"
SIM = ["--seats", "random,random", "--games", "1"]


@pytest.fixture(autouse=True)
def cards_as_they_ship() -> Iterator[None]:
    yield
    shutil.rmtree(mods.mods_folder(), ignore_errors=True)
    SHINE.forget()
    open_box("overcross").forget()


@pytest.fixture
def night() -> Path:
    """The example with a deck and a map, installed and off."""
    folder = shutil.copytree(EXAMPLE, mods.mods_folder() / "a-longer-night")
    (folder / "decks").mkdir()
    (folder / "decks" / "night.toml").write_text('[[deck]]\nname = "Night deck"\n[deck.cards]\nthe-night-clerk = 1\n', encoding="utf-8")
    (folder / "maps").mkdir()
    shutil.copy(paths.MAPS / "overcross" / "small.tmx", folder / "maps" / "yard.tmx")
    mods.turn(folder.name, on=False)
    open_box("overcross").forget()
    return folder


@pytest.mark.usefixtures("night")
@pytest.mark.parametrize(
    ("words", "told"),
    [
        (["sim", "overcross", *SIM, "--deck", "night deck", "Closing Time"], "Overcross has no deck 'night deck'"),
        (["lab", "overcross", "decks", "--deck", "Night deck", "Closing Time"], "Overcross has no deck 'Night deck'"),
        (["lab", "overcross", "cards", "--games", "2", "--card", "the-night-clerk"], "There is no card 'the-night-clerk'"),
        (["lab", "overcross", "cards", "--games", "2", "--card", "The Night Clerk"], "There is no card 'The Night Clerk'"),
        (["sim", "overcross", *SIM, "--map", "yard"], "Overcross has no map 'yard'"),
        (["play", "overcross", "--text", "--map", "Yard"], "Overcross has no map 'Yard'"),
        (["play", "overcross", "--text", "--position", "night-shift"], "Overcross has no position 'night-shift'"),
        (["play", "overcross", "--text", "--position", "The night shift"], "Overcross has no position 'The night shift'"),
    ],
)
def test_what_is_asked_for_by_name_is_told_as_one_of_a_mod_that_is_off(
    words: list[str], told: str, capsys: pytest.CaptureFixture[str]
) -> None:
    assert main(words) == 2
    assert capsys.readouterr().err == f"starcross: {told}{OFF}\n"


def test_a_map_with_a_fault_of_a_mod_that_is_on_is_told_with_its_fault(night: Path, capsys: pytest.CaptureFixture[str]) -> None:
    mods.turn(night.name, on=True)
    (night / "maps" / "yard.tmx").write_text("<map>", encoding="utf-8")
    assert main(["sim", "overcross", *SIM, "--map", "yard"]) == 2
    assert "a-longer-night/maps/yard.tmx" in capsys.readouterr().err.replace("\\", "/")


def test_a_study_names_the_cards_it_was_played_with_and_a_comparison_says_whose_are_off(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    folder = mods.mods_folder() / "thieves"
    (folder / "cards").mkdir(parents=True)
    (folder / mods.FILE).write_text('name = "Thieves"\nversion = "1"\ngame = "shine"\n', encoding="utf-8")
    card = next(
        each
        for file in (paths.ASSETS / "cards" / "shine").glob("*.toml")
        for each in file.read_text(encoding="utf-8").split("[[card]]")
        if f'id = "{next(iter(FLAME.cards))}"' in each
    )
    name = next(face.name for face in SHINE.catalogue() if face.id == next(iter(FLAME.cards)))
    (folder / "cards" / "own.toml").write_text(
        "[[card]]" + card.replace(next(iter(FLAME.cards)), THIEF).replace(f'"{name}"', '"Lamp Thief"'), encoding="utf-8"
    )
    SHINE.forget()
    cards = {THIEF if card == next(iter(FLAME.cards)) else card: copies for card, copies in FLAME.cards.items()}
    deck = tmp_path / "thieves.toml"
    deck.write_text(deck_text(replace(FLAME, name="Thieves", cards=cards)), encoding="utf-8")
    study = str(tmp_path / "study")
    asked = ["--games", "2", "--level", "random", "--jobs", "1"]
    assert main(["lab", "shine", "cards", *asked, "--deck", str(deck), "First Flame", "--keep", study]) == 0
    mods.turn("thieves", on=False)
    SHINE.forget()
    sheet = tmp_path / "sheet.csv"
    for name in (THIEF, "Lamp Thief"):
        capsys.readouterr()
        assert main(["lab", "shine", "cards", "--resume", study, "--card", name, "--jobs", "1", "--csv", str(sheet)]) == 0
        told = capsys.readouterr().out
        assert "  Lamp Thief: in " in told
        assert THIEF not in told
        assert "Lamp Thief" in sheet.read_text(encoding="utf-8")
    assert main(["lab", "shine", "compare", study, "--jobs", "1"]) == 2
    assert capsys.readouterr().err == "starcross: Thieves: There is no card 'lamp-thief': it is one of Thieves 1, a mod that is off.\n"
