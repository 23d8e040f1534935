"""The folder of a study: what is damaged in it is said and played again, and two runs never play in one."""

from __future__ import annotations

import random
import re
from pathlib import Path

import pytest

from game.cli import main
from game.lab.alone import alone
from game.lab.study import MATCHES, Folder

WORDS = ("lab", "cardmaster", "decks", "--deck", "Cinder Court", "Hollow Choir", "--level", "random", "--games", "12", "--jobs", "1")


@pytest.fixture
def study(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> Path:
    assert main([*WORDS, "--keep", str(tmp_path / "study")]) == 0
    capsys.readouterr()
    return tmp_path / "study"


def resumed(study: Path, capsys: pytest.CaptureFixture[str]) -> tuple[str, str]:
    assert main(["lab", "cardmaster", "decks", "--resume", str(study)]) == 0
    out, err = capsys.readouterr()
    return out, err.strip()


def noise(line: bytes) -> bytes:
    return bytes(random.Random(1).choice(b'\x00\xff{}"x,') for _ in line)


@pytest.mark.parametrize(
    ("damage", "said"),
    [
        (lambda lines: lines, ""),
        (lambda lines: [*lines[:-1], lines[-1][:20]], ""),
        (lambda lines: [*lines[:4], noise(lines[4]) + b"\n", *lines[5:]], "1 match kept in {} cannot be read and is played again."),
        (
            lambda lines: [noise(lines[0]) + b"\n", *lines[1:6], b"[]\n", b"\n", *lines[8:-1], lines[-1][:9]],
            "3 matches kept in {} cannot be read and are played again.",
        ),
        (
            lambda lines: [lines[0].replace(b'"cell":0', b'"cell":7'), lines[1].replace(b'"number":', b'"number":9'), *lines[2:]],
            "2 matches kept in {} cannot be read and are played again.",
        ),
    ],
)
def test_what_is_damaged_is_said_and_played_again(damage, said: str, study: Path, capsys: pytest.CaptureFixture[str]) -> None:
    whole, before = resumed(study, capsys)[0], Folder(study).lines()
    lines = (study / MATCHES).read_bytes().splitlines(keepends=True)
    (study / MATCHES).write_bytes(b"".join(damage(lines)))
    told, err = resumed(study, capsys)
    assert (told, err) == (whole, said.format(study))
    assert Folder(study).lines() == before
    assert resumed(study, capsys) == (whole, "")


def test_looking_at_a_study_changes_nothing_in_it(study: Path) -> None:
    content = (study / MATCHES).read_bytes()
    (study / MATCHES).write_bytes(content[:-9])
    assert len(Folder(study).lines()) == 11
    assert (study / MATCHES).read_bytes() == content[:-9]


def test_a_comparison_says_what_it_could_not_read(study: Path, capsys: pytest.CaptureFixture[str]) -> None:
    lines = (study / MATCHES).read_bytes().splitlines(keepends=True)
    (study / MATCHES).write_bytes(b"".join([*lines[:3], b"?\n", *lines[4:]]))
    assert main(["lab", "cardmaster", "compare", str(study), "--jobs", "1"]) == 0
    assert capsys.readouterr().err.splitlines()[0] == f"1 match kept in {study} cannot be read and is left out."


SEARCH = ("lab", "cardmaster", "break", "--matches", "2", "--games", "2", "--finds", "1", "--players", "quick", "--jobs", "1")


@pytest.mark.parametrize("words", [WORDS, SEARCH], ids=["study", "search"])
def test_two_runs_never_play_in_one_folder(words: tuple[str, ...], tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    with alone(tmp_path, ValueError):
        assert main([*words, "--keep", str(tmp_path)]) == 2
    out, err = capsys.readouterr()
    assert out == ""
    assert re.search(
        rf"starcross: {re.escape(str(tmp_path))} is in use: another run plays there, and this one may begin when that has ended\.$", err
    )
    assert [each.name for each in tmp_path.iterdir() if each.suffix == ".lock"] == []
    assert main([*words, "--keep", str(tmp_path)]) == 0
    assert not (tmp_path / "study.lock").exists()


@pytest.mark.parametrize("words", [WORDS, SEARCH], ids=["study", "search"])
def test_nothing_is_played_where_a_lock_cannot_be(words: tuple[str, ...], tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    study = tmp_path / "study"
    assert main([*words, "--keep", str(study)]) == 0
    before = {path: path.read_bytes() for path in study.rglob("*.json*")}
    (study / "study.lock").mkdir()
    capsys.readouterr()
    assert main([*words[:3], "--resume", str(study), "--jobs", "1"]) == 2
    assert f"starcross: {study} cannot be kept: study.lock is not an ordinary file." in capsys.readouterr().err
    assert {path: path.read_bytes() for path in study.rglob("*.json*")} == before


@pytest.mark.parametrize("words", [WORDS, SEARCH], ids=["study", "search"])
def test_a_folder_of_other_things_is_left_alone(words: tuple[str, ...], tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    (tmp_path / ".mine").write_text("mine")
    assert main([*words, "--keep", str(tmp_path)]) == 2
    said = (
        f"{tmp_path} holds other things: --keep wants a folder of its own, such as {tmp_path / 'study'}, which is made where there is none."
    )
    assert capsys.readouterr() == ("", f"starcross: {said}\n")
    assert [path.name for path in tmp_path.iterdir()] == [".mine"]
    (tmp_path / "study").mkdir()
    begun = "plan.json" if words is WORDS else "search.json"
    (tmp_path / "study" / f"{begun}.0123abcd.tmp").touch()  # of a run that was ended as it began
    assert main([*words, "--keep", str(tmp_path / "study")]) == 0


def test_a_study_and_a_search_are_not_kept_in_one_folder(study: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert main([*SEARCH, "--keep", str(study)]) == 2
    assert f"{study} holds other things: --keep wants a folder of its own" in capsys.readouterr().err
    assert not (study / "search.json").exists()
    assert main([*WORDS, "--keep", str(study)]) == 0


def test_a_lock_file_that_a_killed_run_left_behind_holds_nobody_up(tmp_path: Path) -> None:
    (tmp_path / "study.lock").write_bytes(b"")
    assert main([*WORDS, "--keep", str(tmp_path)]) == 0
