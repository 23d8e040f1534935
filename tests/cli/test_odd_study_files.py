"""Whatever stands where a file of a study or a search should be is answered with one sentence, and nothing is played over it."""

from __future__ import annotations

import json
import os
import shutil
from collections.abc import Callable
from pathlib import Path

import pytest
from systems import PIPES

from game import paths
from game.cli import main
from game.content.files import continued
from game.content.texts import MARK
from game.lab.study import MATCHES, PLAN, Folder

RANDOM = ("--level", "random", "--games", "2", "--jobs", "1")
PAIR = ("--deck", "Cinder Court", "Hollow Choir")
STUDIES = {
    "decks": ("lab", "cardmaster", "decks", *PAIR, *RANDOM),
    "cards": ("lab", "cardmaster", "cards", *PAIR, *RANDOM),
    "levels": ("lab", "verona", "levels", "random", "novice", "--games", "2", "--jobs", "1"),
    "maps": ("lab", "overcross", "maps", "--map", "duel", "--deck", "Closing Time", "Late Fees", *RANDOM, "--option", "rounds=1"),
    "break": ("lab", "cardmaster", "break", "--matches", "2", "--games", "2", "--finds", "1", "--players", "quick", "--jobs", "1"),
}


@pytest.fixture(name="kept", scope="module")
def kept_studies(tmp_path_factory: pytest.TempPathFactory) -> Callable[[str], Path]:
    """Return the folder of a study that was played."""
    folder = tmp_path_factory.mktemp("kept")

    def kept(study: str) -> Path:
        if not (folder / study).exists():
            assert main([*STUDIES[study], "--keep", str(folder / study)]) == 0
        return folder / study

    return kept


def resumed(study: str, folder: Path) -> int:
    return main([*STUDIES[study][:3], "--resume", str(folder), "--jobs", "1"])


def said(capsys: pytest.CaptureFixture[str]) -> str:
    out, err = capsys.readouterr()
    assert out == ""
    return err.strip()


@PIPES
@pytest.mark.parametrize(
    ("study", "name", "why"),
    [
        ("decks", MATCHES, "cannot be read"),
        ("cards", MATCHES, "cannot be read"),
        ("levels", MATCHES, "cannot be read"),
        ("maps", MATCHES, "cannot be read"),
        ("decks", PLAN, "is no plan of a study"),
        ("break", "search.json", "cannot be read"),
    ],
)
def test_a_pipe_holds_no_study_up(
    study: str, name: str, why: str, kept: Callable[[str], Path], tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    folder = Path(shutil.copytree(kept(study), tmp_path / "study"))
    capsys.readouterr()
    (folder / name).unlink()
    os.mkfifo(folder / name)
    assert resumed(study, folder) == 2
    assert said(capsys) == f"starcross: {folder / name} {why}: this is not an ordinary file."


@PIPES
def test_a_pipe_holds_no_comparison_up(kept: Callable[[str], Path], tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    folder = Path(shutil.copytree(kept("decks"), tmp_path / "study"))
    capsys.readouterr()
    (folder / MATCHES).unlink()
    os.mkfifo(folder / MATCHES)
    assert main(["lab", "cardmaster", "compare", str(folder), "--jobs", "1"]) == 2
    assert said(capsys) == f"starcross: {folder / MATCHES} cannot be read: this is not an ordinary file."


@PIPES
@pytest.mark.parametrize("name", ["wanted.json", "round.jsonl", "finds.json"])
def test_a_pipe_where_a_search_only_notes_something_is_put_away(
    name: str, kept: Callable[[str], Path], tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    folder = Path(shutil.copytree(kept("break"), tmp_path / "search"))
    (folder / name).unlink(missing_ok=True)
    os.mkfifo(folder / name)
    assert main([*STUDIES["break"][:3], "--resume", str(folder), "--matches", "4", "--games", "2", "--finds", "1", "--jobs", "1"]) == 0
    assert not (folder / name).is_fifo()
    capsys.readouterr()


@PIPES
def test_nothing_waits_to_write_behind_the_end_of_a_pipe(tmp_path: Path) -> None:
    os.mkfifo(tmp_path / "pipe")
    with pytest.raises(OSError, match="No such device"):
        continued(tmp_path / "pipe")
    reading = os.open(tmp_path / "pipe", os.O_RDONLY | os.O_NONBLOCK)
    with pytest.raises(OSError, match="pipe is not an ordinary file"):
        continued(tmp_path / "pipe")
    os.close(reading)


@pytest.mark.parametrize("study", ["decks", "break"])
def test_a_mark_before_the_files_of_a_study_changes_nothing(
    study: str, kept: Callable[[str], Path], tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    folder = Path(shutil.copytree(kept(study), tmp_path / "study"))
    assert resumed(study, folder) == 0
    capsys.readouterr()
    assert resumed(study, folder) == 0
    plain = capsys.readouterr()
    for file in (*folder.glob("*.json"), *folder.glob("*.jsonl")):
        file.write_bytes(MARK + file.read_bytes())
    assert resumed(study, folder) == 0
    assert capsys.readouterr() == plain


def test_what_is_nested_too_deeply_is_said(kept: Callable[[str], Path], tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    folder = Path(shutil.copytree(kept("decks"), tmp_path / "study"))
    deep = b'{"x":' + b"[" * 100_000
    (folder / MATCHES).write_bytes(deep + b"\n")
    capsys.readouterr()
    assert resumed("decks", folder) == 0
    assert "1 match kept in" in capsys.readouterr().err
    (folder / PLAN).write_bytes(deep)
    assert resumed("decks", folder) == 2
    assert f"{folder / PLAN} is no plan of a study: it has a fault (" in capsys.readouterr().err


def test_a_match_whose_shares_are_none_is_no_match(tmp_path: Path) -> None:
    assert main(["lab", "verona", "levels", "random", "novice", "--games", "2", "--jobs", "1", "--keep", str(tmp_path / "study")]) == 0
    folder = Folder(tmp_path / "study")
    matches = folder.path / MATCHES
    lines = [json.loads(line) for line in matches.read_text(encoding="utf-8").splitlines()]
    for shares in ([7, -6], [0.25, 0.25], [1, 1]):
        lines[0]["match"]["shares"] = shares
        matches.write_text("".join(f"{json.dumps(line)}\n" for line in lines), encoding="utf-8")
        assert [line.number for line in folder.lines()] == [1]
        assert folder.unread == 1


@pytest.mark.parametrize("words", [("--until", "nan"), ("--until", "77%"), ("--card", "nobody"), ("--cluster", "tcp://127.0.0.1:9")])
def test_a_refused_study_leaves_no_folder(words: tuple[str, ...], capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["lab", "cardmaster", "cards", "--level", "random", "--games", "2", *words]) == 2
    assert "starcross: " in capsys.readouterr().err
    assert not paths.lab_folder().exists() or not list(paths.lab_folder().iterdir())
