"""An empty name, a folder where a file is meant and a file where a folder is meant are each told in one sentence that says what they are, and nothing is begun."""

from __future__ import annotations

import os
import shlex
from pathlib import Path

import pytest

from game.ai import brought
from game.ai.brought import PlayerError
from game.cli import main, typed_paths
from game.content import files
from game.kernel.setup import Setup
from game.match.journal import generation
from game.match.match import Match
from game.match.seats import SeatPlan

SIM = "sim verona --seats random,random --games 2"
LAB = "lab verona levels random novice --games 2"
BREAK = "lab overcross break --matches 2"


@pytest.fixture(autouse=True)
def here(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    (tmp_path / "here").mkdir()
    (tmp_path / "here" / "folder").mkdir()
    (tmp_path / "here" / "file").write_text("mine")
    monkeypatch.chdir(tmp_path / "here")
    return tmp_path / "here"


def refused(line: str, capsys: pytest.CaptureFixture[str]) -> str:
    """Return what is said of a command that cannot be, which left everything as it was."""
    assert main(shlex.split(line)) == 2
    out, err = capsys.readouterr()
    assert out == ""
    assert err.count("\n") == 1
    assert sorted(path.name for path in Path().iterdir()) == ["file", "folder"]
    return err.removeprefix("starcross: ").rstrip()


@pytest.mark.parametrize(
    ("line", "named"),
    [
        (f"{SIM} --keep ''", "--keep"),
        (f"{SIM} --json ''", "--json"),
        (f"{SIM} --json=", "--json"),
        (f"{LAB} --keep ''", "--keep"),
        ("lab verona levels --resume ''", "--resume"),
        ("lab verona compare ''", "starcross lab"),
        ("mod pack ''", "starcross mod"),
        ("mod install ''", "starcross mod"),
        ("check ''", "starcross check"),
        ("replay ''", "starcross replay"),
        ("reports ''", "starcross reports"),
        ("new-game ''", "starcross new-game"),
        ("play --text --resume ''", "--resume"),
        ("play verona --text --position ''", "--position"),
        ("play overcross --text --map ''", "--map"),
        ("play overcross --text --deck file ''", "--deck"),
        ("shoot verona --out ''", "--out"),
        ("print overcross --png ''", "--png"),
    ],
)
def test_an_empty_name_is_told(line: str, named: str, capsys: pytest.CaptureFixture[str]) -> None:
    assert refused(line, capsys) == f"{named} is given an empty name, which names nothing."


@pytest.mark.parametrize("folder", ["folder", "./folder", "{here}/folder"])
@pytest.mark.parametrize(
    ("line", "what"),
    [
        ("play verona --text --position {}", "a position"),
        ("play overcross --text --map {}", "a map"),
        ("play overcross --text --deck {0} {0}", "a deck"),
        ("play --text --resume {}", "a match that was kept"),
        ("replay {}", "a match that was kept"),
    ],
)
def test_a_folder_where_a_file_is_meant_is_told_as_one(
    line: str, what: str, folder: str, here: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    folder = folder.format(here=here)
    assert refused(line.format(folder), capsys) == f"{Path(folder)} is a folder, and {what} is a file."


@pytest.mark.parametrize("older", [1, 2])
@pytest.mark.parametrize("ending", ["", os.sep])
def test_of_a_save_that_became_a_folder_its_copy_is_read(
    ending: str, older: int, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    match = Match.start(Setup("verona", 2), (SeatPlan("human"),) * 2, folder=tmp_path)
    for _ in range(6):
        match.submit(match.legal()[0])
    match.close()
    for number in {0, 1, 2} - {older}:
        generation(match.path, number).unlink()
    match.path.mkdir()
    typed = f"{match.path}{ending}"
    why = f"{match.path.name}: this is not an ordinary file"
    assert main(["check", typed]) == 1
    assert why in capsys.readouterr().out
    assert main(["replay", "--verify", typed]) == 1
    assert f"{why}; the copy beside it was read, and all {6 - older} actions in it lead where they did." in capsys.readouterr().err
    assert main(["replay", typed]) == 0
    capsys.readouterr()
    monkeypatch.setattr("game.cli.play._hear", lambda: "quit")
    assert main(["play", "--text", "--resume", typed]) == 0
    assert f"{match.path.name} cannot be read now" in capsys.readouterr().out or older > 1
    assert match.path.is_dir()


@pytest.mark.parametrize("begun", [SIM, LAB, BREAK])
@pytest.mark.parametrize(
    "name", ["file", pytest.param("/dev/null", marks=pytest.mark.skipif(os.name == "nt", reason="no such file there"))]
)
def test_a_file_where_a_folder_is_meant_is_told_before_anything_is(begun: str, name: str, capsys: pytest.CaptureFixture[str]) -> None:
    assert refused(f"{begun} --keep {name}", capsys) == f"{name} cannot be made: there is a file of that name."


@pytest.mark.parametrize("begun", [SIM, LAB, BREAK])
def test_a_folder_that_no_system_can_make_is_told_before_anything_is(
    begun: str, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setattr(files, "not_here", files.not_on_windows)
    assert refused(f"{begun} --keep nul", capsys) == "nul cannot be made: Windows keeps the name nul for a device."


@pytest.mark.parametrize("line", ["lab verona compare nosuch", "lab verona levels --resume nosuch", "lab overcross break --resume nosuch"])
def test_a_study_is_looked_for_in_a_folder_that_there_is(line: str, capsys: pytest.CaptureFixture[str]) -> None:
    assert refused(line, capsys) == "There is no folder nosuch."
    assert " holds no s" in refused(line.replace("nosuch", "folder"), capsys)


def test_a_device_of_windows_is_no_program(monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]) -> None:
    monkeypatch.setattr(brought, "not_here", files.not_on_windows)
    told = "exec:nul: there is no program 'nul': Windows keeps the name nul for a device."
    with pytest.raises(PlayerError) as caught:
        brought.command("exec:nul")
    assert str(caught.value) == told
    assert refused("sim verona --seats exec:nul,random --games 2", capsys) == told
    assert brought.command("exec:python3 nul")


@pytest.mark.parametrize("line", ["play --text --resume {}", "replay {}"])
def test_a_match_that_is_not_there_is_told_by_all_that_was_typed(
    line: str, here: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    for name in ("folder/gone.jsonl", str(here / "gone")):
        assert refused(line.format(name), capsys) == f"{Path(name)} is not there: a match that was kept is a file."
    monkeypatch.setattr(typed_paths, "not_here", files.not_on_windows)
    assert refused(line.format("nul"), capsys) == "nul is no file: Windows keeps the name nul for a device."


def test_one_deck_was_named(capsys: pytest.CaptureFixture[str]) -> None:
    assert "and 1 was named." in refused("play overcross --text --deck 'Room Service'", capsys)
