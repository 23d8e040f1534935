"""A match can begin in a position, by its name or from a file, in words too; what is kept of it holds the position itself."""

from __future__ import annotations

import io

import pytest

from game import paths
from game.cli import main
from game.content.positions import position_files

FEUD = """
title = "One marriage"
[setup]
seed = 3
[table]
dice = [[4], [3]]
prestige = [48, 0]
"""


def played(monkeypatch, *words: str, typed: str = "") -> int:
    monkeypatch.setattr("sys.stdin", io.StringIO(typed))
    return main(["play", *words, "--text"])


def test_a_position_is_played_by_name_and_its_save_goes_on_without_the_file(monkeypatch, capsys):
    own = paths.positions_folder("verona") / "mine.toml"
    own.parent.mkdir(parents=True)
    own.write_text(FEUD)
    assert played(monkeypatch, "verona", "--position", "mine", typed="1\nquit\n") == 0
    assert "Propose a marriage" in capsys.readouterr().out
    own.unlink()
    saved = next(paths.saves_folder().glob("*.jsonl"))
    assert played(monkeypatch, "--resume", str(saved), typed="log\nquit\n") == 0
    assert main(["replay", str(saved), "--verify"]) == 0
    assert main(["check", str(saved)]) == 0


def test_a_position_is_played_from_a_file(monkeypatch, capsys, tmp_path):
    file = tmp_path / "mine.toml"
    file.write_text(FEUD)
    assert played(monkeypatch, "verona", "--position", str(file)) == 0
    assert "Propose a marriage" in capsys.readouterr().out


@pytest.mark.parametrize(
    ("words", "said"),
    [
        (("verona", "--position", "nowhere"), "star cross'd has no position 'nowhere', and there is no such file; there are lesson-1"),
        (
            ("verona", "--position", "lesson-1", "--seed", "4"),
            "A position says itself what it is set up with; --seed has no place beside it.",
        ),
        (("verona", "--position", "lesson-1", "--seat", "human", "wizard"), "There is no player called 'wizard'"),
    ],
)
def test_what_cannot_be_is_said_in_one_sentence(words, said, monkeypatch, capsys):
    assert played(monkeypatch, *words) == 2
    err = capsys.readouterr().err
    assert said in err
    assert err.count("\n") == 1


def test_check_reads_positions(capsys, tmp_path):
    assert main(["check", *(str(path) for path in position_files("overcross"))]) == 0
    assert capsys.readouterr().out.endswith("no fault.\n")
    file = tmp_path / "positions" / "verona" / "odd.toml"
    file.parent.mkdir(parents=True)
    file.write_text(FEUD.replace("[4]", "[9]"))
    assert main(["check", str(tmp_path)]) == 1
    assert "odd.toml: table.dice[0][0]" in capsys.readouterr().out


def test_check_plays_lessons_and_puzzles_through(capsys, tmp_path):
    file = tmp_path / "positions" / "verona" / "odd.toml"
    file.parent.mkdir(parents=True)
    file.write_text(FEUD + '[goal]\nwords = "Win."\nwin = true\n')
    assert main(["check", str(file)]) == 1
    assert "odd.toml: step 1: no offer is '…'" in capsys.readouterr().out
    file.write_text('solution = ["Propose*"]\n' + FEUD + '[goal]\nwords = "Score."\ntold = "*scores 7 for the marriage"\n')
    assert main(["check", str(file)]) == 0
