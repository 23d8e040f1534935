"""What the reports of `starcross lab` and `sim` leave out, which cards they are asked for, and which files they never write over."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

from game.cli import main
from game.lab.study import Folder

WORDS = ("--deck", "Cinder Court", "Hollow Choir", "Mosswild Moot", "--level", "random", "--games", "4", "--jobs", "1")


@pytest.fixture
def study(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> Path:
    assert main(["lab", "cardmaster", "decks", *WORDS, "--keep", str(tmp_path / "study")]) == 0
    capsys.readouterr()
    return tmp_path / "study"


def told(study: Path, capsys: pytest.CaptureFixture[str], *words: str) -> list[str]:
    assert main(["lab", "cardmaster", "cards", "--resume", str(study), *words]) == 0
    return capsys.readouterr().out.splitlines()


def test_cards_that_are_left_out_are_counted(study: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    lines = told(study, capsys, "--csv", str(tmp_path / "all.csv"))
    shown = [line for line in lines if " played by " in line]
    played = [row for row in (tmp_path / "all.csv").read_text(encoding="utf-8").splitlines() if row.startswith("card,")]
    never = next((line.count(", ") + 1 for line in lines if line.startswith("never played: ")), 0)
    assert len(shown) == 24 < len(played) - never
    (rest,) = (line for line in lines if line.startswith("  and "))
    assert rest.startswith(f"  and {len(played) - never - 24} more cards that were played, between")
    assert all(option in rest for option in ("--card", "--csv", "--html", "--json"))


def test_the_cards_that_are_named_are_told(study: Path, capsys: pytest.CaptureFixture[str]) -> None:
    lines = told(study, capsys, "--card", "kilnback GRUB", "Torch Vixen", "--card", "kilnback-grub")
    assert {line.partition(":")[0].strip() for line in lines if " played by " in line} == {"Kilnback Grub", "Torch Vixen"}
    assert sum(line.startswith("  Kilnback Grub: in the deck of ") for line in lines) == 1
    assert not any(line.startswith("  and ") for line in lines)


def test_a_card_that_there_is_not_is_one_sentence(study: Path, capsys: pytest.CaptureFixture[str]) -> None:
    before = Folder(study).lines()
    assert main(["lab", "cardmaster", "cards", "--resume", str(study), "--card", "Kilnbuck Grub"]) == 2
    said = capsys.readouterr().err
    assert said == "starcross: There is no card 'Kilnbuck Grub'; 'Kilnback Grub' would fit.\n"
    assert main(["lab", "cardmaster", "decks", "--resume", str(study), "--card", "Kilnback Grub"]) == 2
    assert "--card means nothing with decks." in capsys.readouterr().err
    assert Folder(study).lines() == before
