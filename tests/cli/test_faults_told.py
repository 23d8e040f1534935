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
    assert told(capsys) == [f"fault: {SAFE}"] * 2


def test_the_faults_that_are_left_out_are_counted() -> None:
    assert faults_told(["a"] * 5) == ["fault: a"] * 5
    assert faults_told(["a"] * 6)[5:] == ["and 1 more fault"]
    assert faults_told(["a"] * 7)[5:] == ["and 2 more faults"]
