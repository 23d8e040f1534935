"""Links that lead round and round, or nowhere, are answered as whatever else is no file: with one sentence, and everything else goes on."""

from __future__ import annotations

import shutil
from collections.abc import Iterator
from pathlib import Path

import pytest
from systems import ODD_NAMES

from game import paths
from game.cli import main
from game.content.files import real
from game.content.mods import FILE, mods_folder
from game.content.own import own_faults
from game.rules import open_box

NO_FILE = "this is not an ordinary file."
CARDS = {"overcross", "shine", "cardmaster"}

pytestmark = ODD_NAMES


def loop(path: Path) -> Path:
    """Lay a link that leads to itself, in place of what is there."""
    path.parent.mkdir(parents=True, exist_ok=True)
    path.unlink(missing_ok=True)
    path.symlink_to(path.name)
    return path


@pytest.fixture
def loops() -> Iterator[list[Path]]:
    """A home with a loop in each folder that is read for Shine, its mods' among them, and in the cards and decks of other games."""
    home = paths.user_folder()
    mod = mods_folder() / "round"
    mod.mkdir(parents=True)
    (mod / FILE).write_text('name = "Round"\nversion = "1"\ngame = "shine"\n')
    folders = [home / kind / game for kind in ("cards", "decks") for game in sorted(CARDS)]
    folders += [home / "positions" / "shine", *(mod / kind for kind in ("cards", "decks", "positions"))]
    yield [loop(folder / "loop.toml") for folder in folders] + [
        loop(home / "maps" / "overcross" / "loop.tmx"),
        loop(mod / "maps" / "m.tmx"),
    ]
    shutil.rmtree(home)
    for game in ("overcross", "shine"):
        open_box(game).card_files.forget()


def test_each_is_told_once_by_check_and_by_the_window(loops: list[Path], capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["check"]) == 1
    told = [line for line in capsys.readouterr().out.splitlines() if NO_FILE in line]
    assert sorted(told) == sorted(f"{path.relative_to(paths.user_folder()).as_posix()}: {NO_FILE}" for path in loops)
    for game in CARDS:
        faults = [fault.sentence for fault in own_faults(open_box(game))]
        assert set(faults) <= set(told)
        assert {f"cards/{game}/loop.toml: {NO_FILE}", f"decks/{game}/loop.toml: {NO_FILE}"} <= set(faults)


@pytest.mark.usefixtures("loops")
def test_every_command_goes_on_beside_them(monkeypatch: pytest.MonkeyPatch, tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    monkeypatch.setattr("game.cli.play._hear", lambda: "quit")
    for game in sorted(CARDS):
        assert main(["play", game, "--text", "--seed", "1"]) == 0
        assert f"left out: decks/{game}/loop.toml: {NO_FILE}" in capsys.readouterr().out
        assert main(["sets", game]) == 0
    assert main(["sim", "shine", "--seats", "random,random", "--games", "1"]) == 0
    first, second, *_ = [deck.name for deck in open_box("shine").ready_decks()]
    assert main(["lab", "shine", "decks", "--level", "random", "--games", "2", "--deck", first, second]) == 0
    assert main(["print", "shine", "--no-cards", "--counters", "--pdf", str(tmp_path / "deck.pdf")]) == 0


def test_a_file_of_decks_beside_positions_that_cannot_be_read_or_is_empty_is_not_passed_over(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    folder = tmp_path / "positions" / "shine"
    folder.mkdir(parents=True)
    for file in (paths.ASSETS / "positions" / "shine").glob("*.toml"):
        shutil.copy(file, folder)
    position = next(path for path in sorted(folder.glob("*.toml")) if "decks = [" in path.read_text())
    loop(folder / "decks.toml")
    assert main(["play", "shine", "--text", "--position", str(position)]) == 2
    assert f"decks.toml: {NO_FILE}" in capsys.readouterr().err
    (folder / "decks.toml").unlink()
    (folder / "decks.toml").write_text("# nothing yet\n")
    assert main(["play", "shine", "--text", "--position", str(position)]) == 2
    assert "decks.toml: there is no [[deck]] in it." in capsys.readouterr().err
    loop(position)
    assert main(["play", "shine", "--text", "--position", str(position)]) == 2
    assert f"{position.name}: {NO_FILE}" in capsys.readouterr().err


@pytest.mark.parametrize("words", [("check", "MOD"), ("check", "MOD/mod.toml"), ("mod", "pack", "MOD"), ("mod", "list")])
def test_a_mod_whose_page_is_a_loop_is_one_sentence(words: tuple[str, ...], capsys: pytest.CaptureFixture[str]) -> None:
    folder = mods_folder() / "round"
    loop(folder / FILE)
    assert main([each.replace("MOD", str(folder)) for each in words]) in {1, 2}
    said = capsys.readouterr()
    assert f"mods/round/mod.toml: {NO_FILE}" in said.out + said.err


def test_a_folder_that_is_a_loop_is_told(capsys: pytest.CaptureFixture[str]) -> None:
    loops = [loop(paths.user_folder() / "decks" / "shine"), loop(mods_folder() / "round")]
    assert main(["check"]) == 1
    assert capsys.readouterr().out.splitlines()[:2] == [
        f"{each}: this link leads round and round." for each in ("decks/shine", "mods/round")
    ]
    assert main(["check", str(loops[0])]) == 1
    assert "decks/shine: this link leads round and round." in capsys.readouterr().out
    assert main(["mod", "list"]) == 1
    assert f"mods/round/mod.toml: {NO_FILE}" in capsys.readouterr().out
    assert [fault.file for fault in own_faults(open_box("shine"))] == ["decks/shine"]


@pytest.mark.parametrize("name", ["loop", "FILE"])
def test_a_map_that_is_a_loop_is_told(name: str, capsys: pytest.CaptureFixture[str]) -> None:
    path = loop(paths.maps_folder("overcross") / "loop.tmx")
    for words in (
        ["sim", "overcross", "--seats", "random,random", "--games", "1"],
        ["play", "overcross", "--text"],
        ["print", "overcross"],
    ):
        assert main([*words, "--map", name.replace("FILE", str(path))]) == 2
        assert f"maps/overcross/loop.tmx: {NO_FILE}" in capsys.readouterr().err


@pytest.mark.parametrize("name", ["loop", "nowhere", "a\0b", "loop/under"])
def test_a_place_is_found_as_far_as_it_goes(name: str, tmp_path: Path) -> None:
    loop(tmp_path / "loop")
    (tmp_path / "nowhere").symlink_to("nothing")
    assert real(tmp_path / name).is_absolute()


@pytest.mark.usefixtures("loops")
def test_the_library_and_its_workbench_open_beside_them(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.syspath_prepend(str(Path(__file__).parents[1] / "table"))
    from shell_stage import Stage

    from game.rules import shelf
    from game.table.screens.library import Library

    stage = Stage(games=shelf())
    for screen in (Library("shine"), Library("shine", decks=True)):
        stage.show(screen)
        stage.frame(1.0)
        assert stage.top is screen
    assert f"decks/shine/loop.toml: {NO_FILE}" in stage.words()
