"""A study that is gone on with: with the cards it began with, which is said, and with more matches where they are asked for."""

from __future__ import annotations

import re
from pathlib import Path

import pytest
from own_court import keep_court

from game import paths
from game.cli import main
from game.lab import findings
from game.lab.findings import Difference, Figure
from game.lab.study import MATCHES, Folder

TWO = ("--deck", "Cinder Court", "Hollow Choir", "--level", "random", "--jobs", "1")


def lab(*words: str) -> int:
    return main(["lab", *words])


@pytest.mark.parametrize(
    ("game", "kind", "words", "first", "more"),
    [
        ("cardmaster", "decks", TWO, 4, 8),
        ("cardmaster", "cards", TWO, 4, 8),
        ("verona", "levels", ("random", "novice", "--jobs", "1"), 4, 8),
        ("cardmaster", "levels", ("random", "novice", "--jobs", "1"), 12, 24),
        ("overcross", "maps", ("--level", "random", "--map", "duel", "--jobs", "2"), 2, 4),
    ],
)
def test_a_study_is_made_longer(
    game: str, kind: str, words: tuple[str, ...], first: int, more: int, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    study = tmp_path / "study"
    assert lab(game, kind, *words, "--games", str(first), "--keep", str(study)) == 0
    before = (study / MATCHES).read_bytes()
    short = Folder(study).plan()
    assert lab(game, kind, "--resume", str(study), "--games", str(more), "--jobs", "1") == 0
    capsys.readouterr()
    folder = Folder(study)
    assert (study / MATCHES).read_bytes().startswith(before)
    assert folder.plan().games == len(folder.lines()) == more * short.games // first
    assert lab(game, kind, *words, "--games", str(more), "--keep", str(tmp_path / "whole")) == 0
    assert Folder(tmp_path / "whole").lines() == folder.lines()
    capsys.readouterr()
    assert lab(game, kind, "--resume", str(study), "--games", str(first)) == 2
    said = capsys.readouterr().err.strip() + "\n"
    what = "map" if kind == "maps" else "pairing"
    assert said == f"starcross: {study} has {more} matches of each {what} already: --games makes them more, never fewer.\n"
    assert folder.plan().games == len(folder.lines())


def test_one_that_was_stopped_is_made_longer_and_whole_deals_are_told(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    study = tmp_path / "study"
    assert lab("cardmaster", "decks", *TWO, "--games", "6", "--keep", str(study)) == 0
    matches = study / MATCHES
    matches.write_bytes(b"".join(matches.read_bytes().splitlines(keepends=True)[:3]))
    capsys.readouterr()
    assert lab("cardmaster", "decks", "--resume", str(study), "--games", "9") == 0
    out, err = capsys.readouterr()
    assert err.strip() == "Plays 10 matches of each pairing, not 9: whole deals."
    assert out.startswith("cardmaster, decks: 10 matches")


def test_it_is_said_that_todays_cards_are_others(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    keep_court()
    study = tmp_path / "study"
    words = ("--deck", "Night Shift", "Hollow Choir", "--level", "random", "--games", "6", "--jobs", "1")
    assert lab("cardmaster", "decks", *words, "--keep", str(study)) == 0
    whole, matches = Folder(study).lines(), study / MATCHES

    def cut() -> None:
        matches.write_bytes(b"".join(matches.read_bytes().splitlines(keepends=True)[:3]))
        capsys.readouterr()

    cut()
    assert lab("cardmaster", "decks", "--resume", str(study)) == 0
    assert capsys.readouterr().err.strip() == ""
    keep_court(lambda hp: hp + 7)
    assert lab("cardmaster", "decks", "--resume", str(study)) == 0
    assert capsys.readouterr().err.strip() == ""
    cut()
    assert lab("cardmaster", "decks", "--resume", str(study)) == 0
    said = capsys.readouterr().err.strip() + "\n"
    assert "is other today; the study goes on with what it began with" in said
    assert f"`starcross lab cardmaster compare {study}`" in said
    assert said.count("\n") == 1
    assert Folder(study).lines() == whole
    cut()
    (paths.decks_folder("cardmaster") / "mine.toml").unlink()
    (paths.cards_folder("cardmaster") / "mine.toml").unlink()
    assert lab("cardmaster", "decks", "--resume", str(study)) == 0
    assert "is other today" in capsys.readouterr().err
    assert Folder(study).lines() == whole


@pytest.mark.parametrize("longer", ["the comparison", "the study"])
def test_a_comparison_goes_on_when_it_or_its_study_was_made_longer(longer: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    study = tmp_path / "study"
    assert lab("cardmaster", "decks", *TWO, "--games", "4", "--keep", str(study)) == 0
    assert lab("cardmaster", "compare", str(study), "--jobs", "1") == 0
    (after,) = study.glob("after-*")
    kept = (after / MATCHES).read_bytes()
    assert lab("cardmaster", "decks", "--resume", str(after if longer == "the comparison" else study), "--games", "8", "--jobs", "1") == 0
    assert lab("cardmaster", "compare", str(study), "--jobs", "1") == 0
    assert [after] == list(study.glob("after-*"))
    assert (after / MATCHES).read_bytes().startswith(kept)
    assert len(Folder(after).lines()) == 8
    assert capsys.readouterr().err.count("holds another study") == 0


def test_a_comparison_that_does_not_know_yet_says_how_many_matches_would_tell(
    tmp_path: Path, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    study = tmp_path / "study"
    assert lab("cardmaster", "decks", *TWO, "--games", "4", "--keep", str(study)) == 0

    def compared(mean: float, reach: float) -> str:
        monkeypatch.setattr(findings, "differences", lambda *_: (Difference("Cinder Court", Figure(mean, reach, 2, -1.0)),))
        capsys.readouterr()
        assert lab("cardmaster", "compare", str(study), "--jobs", "1") == 0
        return capsys.readouterr().out

    said = compared(-0.1, 0.25)
    assert "by about 25 matches of each pairing: " in said
    command = re.search(r"`starcross (lab cardmaster decks --resume \S+ --games 25)`, then compare again", said)
    assert command is not None
    assert "only by more than 100,000 matches of each pairing" in compared(0.001, 0.25)
    assert "told from chance" not in compared(0.3, 0.25) + compared(0.0, 0.25)
    assert main(command[1].split()) == 0
    assert len(Folder(study).lines()) == 26
    assert "by about 170 matches" in compared(-0.1, 0.25)
