"""Faults of matches as `sim` and `lab` tell them: on one line, steering no terminal, with the numbers that the study knows its matches by."""

from __future__ import annotations

from pathlib import Path

import msgspec
import pytest
from msgspec.structs import replace

from game.cli import main
from game.cli.choices import faults_told
from game.lab.study import MATCHES, Folder

STEERING = "red \x1b[31m,\x07 round \u202e,\r\nand on"
SAFE = "red ?[31m,? round ?,? and on"


def bot(folder: Path, raised: str) -> str:
    """Return the name of a class from outside that always fails."""
    path = folder / "bot.py"
    path.write_text(
        f"class Bot:\n    def __init__(self, rules): ...\n\n    def choose(self, *asked):\n        raise ValueError({raised!r})\n"
    )
    return f"{path}:Bot"


def told(capsys: pytest.CaptureFixture[str]) -> list[str]:
    return [line for line in capsys.readouterr().out.splitlines() if line.startswith("fault: ")]


def test_no_fault_steers_the_terminal(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    name = bot(tmp_path, STEERING)
    said = f"{name} failed: ValueError: {SAFE} (bot.py, line 5)."
    assert main(["sim", "verona", "--seats", f"{name},random", "--games", "1"]) == 1
    assert told(capsys) == [f"fault: match 0 (seed 0), action 1: {said}"]
    assert main(["lab", "verona", "levels", name, "random", "--games", "2", "--jobs", "1"]) == 1
    assert [line.partition("action ")[2].partition(": ")[2] for line in told(capsys)] == [said] * 2


@pytest.mark.parametrize("study", ["decks", "levels"])
def test_a_fault_that_is_kept_steers_no_terminal(study: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    words = {"decks": ["--deck", "Cinder Court", "Hollow Choir", "--level", "random"], "levels": ["random", "novice"]}[study]
    game = {"decks": "cardmaster", "levels": "verona"}[study]
    assert main(["lab", game, study, *words, "--games", "2", "--jobs", "1", "--keep", str(tmp_path / "study")]) == 0
    capsys.readouterr()
    lines = Folder(tmp_path / "study").lines()
    kept = [replace(line, match=replace(line.match, fault=STEERING)) for line in lines]
    (tmp_path / "study" / MATCHES).write_bytes(b"".join(msgspec.json.encode(line) + b"\n" for line in kept))
    assert main(["lab", game, study, "--resume", str(tmp_path / "study"), "--jobs", "1"]) == 1
    assert [line.partition(f", match {number}: ")[2] for number, line in enumerate(told(capsys))] == [SAFE] * 2


def test_a_fault_has_the_pairing_and_the_number_that_is_watched(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    name, kept = bot(tmp_path, "no"), tmp_path / "study"
    words = ["lab", "cardmaster", "decks", "--deck", "Cinder Court", "Hollow Choir", "Mosswild Moot", "--level", name, "--games", "2"]
    assert main([*words, "--jobs", "1", "--keep", str(kept)]) == 1
    pairings = (
        ["Cinder Court against Hollow Choir"] * 2 + ["Cinder Court against Mosswild Moot"] * 2 + ["Hollow Choir against Mosswild Moot"] * 2
    )
    expected = [f"fault: {pairing}, match {number}" for number, pairing in enumerate(pairings)][:5]
    first = told(capsys)
    assert [line.partition(" (seed ")[0] for line in first] == expected
    assert b'"fault":"match 1 (seed 1), action ' in (kept / MATCHES).read_bytes().splitlines()[3]  # as folders of before have it
    assert main(["lab", "cardmaster", "decks", "--resume", str(kept), "--jobs", "1"]) == 1
    assert told(capsys) == first
    main(["lab", "cardmaster", "decks", "--resume", str(kept), "--watch", "3"])
    assert "Cinder Court against Mosswild Moot, match 3; it is kept in" in capsys.readouterr().out


def test_a_fault_of_a_ladder_has_the_pairing_and_the_number(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    name = bot(tmp_path, "no")
    assert main(["lab", "verona", "levels", "random", name, "novice", "--games", "2", "--jobs", "1"]) == 1
    found = told(capsys)
    assert found[0].startswith(f"fault: {name} against random, star cross'd, match 0 (seed 0), action ")
    assert found[2].startswith(f"fault: novice against {name}, star cross'd, match 4 (seed 0), action ")


def test_the_faults_that_are_left_out_are_counted() -> None:
    assert faults_told(["a"] * 5) == ["fault: a"] * 5
    assert faults_told(["a"] * 6)[5:] == ["and 1 more fault"]
    assert faults_told(["a"] * 7)[5:] == ["and 2 more faults"]
