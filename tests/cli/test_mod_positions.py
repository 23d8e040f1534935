"""Positions of mods: each is judged and laid out with the cards and the map of its own mod, be that installed, off or in another copy, and told wherever a mod is."""

from __future__ import annotations

import shutil
from collections.abc import Iterator
from pathlib import Path

import pytest

from game import paths
from game.cli import main
from game.content import mods
from game.content.positions import read_position
from game.match.position import laid_out
from game.rules import open_box

EXAMPLE = Path(__file__).parents[2] / "docs" / "mods" / "longer-night"
FAR = "night-shift.toml, line 24: steps 1.do: no offer here is 'Move Pim the Potboy to E1'"
"""What is wrong where the lesson of the example is not made for how far Pim moves."""

PUZZLE = """title = "The last stand"
words = "The Star is brighter."
hint = "Attack with what is strong."
solution = ["Do no more in this main phase", "Attack Marisel*"]
[setup]
seed = 1
decks = ["Golden Hour", "Tidal Voice"]
[table]
phase = "main1"
[[table.side]]
attack = ["gilded-lancer"]
shine = { ready = 2 }
life = 3
[[table.side]]
shine = { ready = 0, spent = 6 }
life = 1
[goal]
words = "Win this turn."
win = true
"""
LOST = "positions/lamp.toml: solution: all of it is done, and the goal is not reached."


@pytest.fixture(autouse=True)
def cards_as_they_ship() -> Iterator[None]:
    yield
    shutil.rmtree(mods.mods_folder(), ignore_errors=True)
    for game in ("shine", "overcross"):
        open_box(game).forget()


def laid(folder: Path, *, strength: int = 8, name: str = "Brighter") -> Path:
    """Write a mod of Shine whose puzzle is won by its own change alone, if that is strong enough."""
    (folder / "positions").mkdir(parents=True, exist_ok=True)
    (folder / "positions" / "lamp.toml").write_text(PUZZLE, encoding="utf-8")
    page = f'name = "{name}"\nversion = "1"\ngame = "shine"\n[[change]]\ncard = "helia-of-the-golden-hour"\nstrength = {strength}\n'
    (folder / mods.FILE).write_text(page, encoding="utf-8")
    open_box("shine").forget()
    return folder


def longer_night(folder: Path, move: int) -> Path:
    """Copy the example with another move of Pim's."""
    shutil.copytree(EXAMPLE, folder)
    page = folder / mods.FILE
    page.write_text(page.read_text(encoding="utf-8").replace("move = 5", f"move = {move}"), encoding="utf-8")
    open_box("overcross").forget()
    return folder


def told(capsys: pytest.CaptureFixture[str], *words: str) -> str:
    capsys.readouterr()
    code = main([*words])
    out = capsys.readouterr().out
    assert code == (1 if "positions/" in out else 0)
    return out


def test_a_puzzle_is_judged_with_what_its_own_mod_changes(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    mod = laid(tmp_path / "brighter")
    assert told(capsys, "check", str(mod)).endswith("no fault.\n")
    assert LOST in told(capsys, "check", str(laid(tmp_path / "dimmer", strength=1)))


def test_a_lesson_with_cards_of_its_mod_is_judged_by_the_folder_and_not_by_a_copy_that_is_installed(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    mod = longer_night(tmp_path / "night", move=1)
    assert FAR in told(capsys, "check", str(mod))
    sound = longer_night(mods.mods_folder() / "a-longer-night", move=5)
    assert FAR in told(capsys, "check", str(mod))
    assert told(capsys, "check", str(sound)).endswith("no fault.\n")
    shutil.rmtree(sound)
    older = longer_night(mods.mods_folder() / "a-longer-night", move=1)
    assert told(capsys, "check", str(EXAMPLE)).endswith("no fault.\n")
    mods.turn(older.name, on=False)
    open_box("overcross").forget()
    assert FAR in told(capsys, "check", str(older))
    assert told(capsys, "check", str(EXAMPLE)).endswith("no fault.\n")


def test_a_mods_puzzle_is_what_it_was_made_as_while_another_mod_changes_the_same_card(capsys: pytest.CaptureFixture[str]) -> None:
    mod = laid(mods.mods_folder() / "brighter")
    dimmer = laid(mods.mods_folder() / "dimmer", strength=1, name="Dimmer")
    (dimmer / "positions" / "lamp.toml").unlink()
    assert LOST not in told(capsys, "check", str(mod))
    setup = laid_out(read_position(mod / "positions" / "lamp.toml")).setup
    assert setup.mods == ("Brighter 1",)
    assert next(row for row in setup.rows.cards if row["id"] == "helia-of-the-golden-hour")["strength"] == 8


def test_a_position_is_laid_on_the_map_of_its_mod(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    mod = longer_night(tmp_path / "night", move=5)
    lesson = mod / "positions" / "night-shift.toml"
    lesson.write_text(lesson.read_text(encoding="utf-8").replace('map = "small"', 'map = "yard"'), encoding="utf-8")
    assert "There is no battle grid called 'yard'" in told(capsys, "check", str(lesson))
    shutil.copytree(paths.MAPS / "tilesets", mod / "maps")
    text = (paths.MAPS / "overcross" / "small.tmx").read_text(encoding="utf-8").replace("../tilesets/", "")
    (mod / "maps" / "yard.tmx").write_text(text, encoding="utf-8")
    assert told(capsys, "check", str(lesson)).endswith("no fault.\n")
    assert laid_out(read_position(lesson)).setup.map == "yard"


@pytest.mark.parametrize("why", ["solution", "deck"])
def test_a_position_that_is_broken_is_told_of_its_zip_and_wherever_a_mod_is_packed_installed_listed_or_put_on(
    why: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    mod = laid(tmp_path / "brighter", strength=1)
    words = LOST
    if why == "deck":
        words = "positions/lamp.toml, line 7: setup.decks 1: no deck that ships is called 'No such'"
        (mod / "positions" / "lamp.toml").write_text(PUZZLE.replace("Golden Hour", "No such"), encoding="utf-8")
    for deed in (["pack", str(mod)], ["install", str(mod.with_suffix(".zip"))], ["list"], ["on", "brighter"]):
        assert told(capsys, "mod", *deed).count(words) == 1
    (line, _) = told(capsys, "check", str(mod.with_suffix(".zip"))).splitlines()
    assert words in line
