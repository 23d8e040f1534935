"""What the reports of `starcross lab` and `sim` leave out, which cards they are asked for, and which files they never write over."""

from __future__ import annotations

import os
import re
from pathlib import Path

import pytest
from msgspec.structs import replace

from game.cli import main
from game.cli.studied import report
from game.lab.findings import findings
from game.lab.study import Folder
from game.rules import open_box

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


def test_of_the_cards_never_played_those_are_told_that_are_named(study: Path) -> None:
    plan = Folder(study).plan()
    found = replace(findings(plan, Folder(study).lines()), kind="cards", never=("kilnback-grub", "torch-vixen"))

    def never(*only: str) -> list[str]:
        return [line for line in report(found, plan, only) if line.startswith("never played: ")]

    assert never() == ["never played: Kilnback Grub, Torch Vixen"]
    assert never("torch-vixen", found.cards[0].card) == ["never played: Torch Vixen"]
    assert never(found.cards[0].card) == []


def test_a_card_that_there_is_not_is_one_sentence(study: Path, capsys: pytest.CaptureFixture[str]) -> None:
    before = Folder(study).lines()
    assert main(["lab", "cardmaster", "cards", "--resume", str(study), "--card", "Kilnbuck Grub"]) == 2
    said = capsys.readouterr().err
    assert said == "starcross: There is no card 'Kilnbuck Grub'; 'Kilnback Grub' would fit.\n"
    assert main(["lab", "cardmaster", "decks", "--resume", str(study), "--card", "Kilnback Grub"]) == 2
    assert "--card means nothing with decks." in capsys.readouterr().err
    assert Folder(study).lines() == before


def everything(folder: Path) -> dict[str, bytes]:
    return {path.relative_to(folder).as_posix(): path.read_bytes() for path in sorted(folder.rglob("*")) if path.is_file()}


@pytest.mark.parametrize("deed", ["decks --resume", "cards --resume", "compare"])
def test_a_report_never_writes_over_the_study_it_is_of(
    deed: str, study: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    assert main(["lab", "cardmaster", "decks", "--resume", str(study), "--watch", "1"]) == 0
    capsys.readouterr()
    monkeypatch.chdir(tmp_path)
    (tmp_path / "link").symlink_to(study, target_is_directory=True)
    (tmp_path / "page.html").symlink_to(study / "plan.json")
    (tmp_path / "hard.json").hardlink_to(study / "matches.jsonl")
    watched = next(study.glob("watched/*/*.jsonl")).relative_to(tmp_path)
    before = everything(study)
    for option, path in (
        ("--json", "study/plan.json"),
        ("--csv", "study/matches.jsonl"),
        ("--html", str(study / ".." / "study" / "matches.jsonl")),
        ("--json", "link/plan.json"),
        ("--html", "page.html"),
        ("--json", "hard.json"),
        ("--csv", str(watched)),
        ("--json", "study/skill/plan.json"),
    ):
        assert main(["lab", "cardmaster", *deed.split(), "study", option, path]) == 2, path
        said = capsys.readouterr().err
        assert said == f"starcross: {path} is a file of what is kept in study, which a report would write over: name another.\n"
    assert everything(study) == before
    for _ in range(2):
        assert main(["lab", "cardmaster", *deed.split(), "study", "--html", "study/page.html", "--json", "other.json"]) == 0


def test_a_study_that_is_begun_is_not_written_over(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    new = tmp_path / "new"
    assert main(["lab", "cardmaster", "decks", *WORDS, "--keep", str(new), "--json", str(new / "PLAN.json")]) == 2
    assert "which a report would write over" in capsys.readouterr().err
    assert not new.exists()


def test_results_are_not_written_over_a_match_that_is_kept(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    kept = tmp_path / "kept"
    words = ["sim", "verona", "--seats", "random,random", "--games", "2", "--keep", str(kept), "--json"]
    assert main([*words, str(kept / "verona-000000.jsonl")]) == 2
    assert re.fullmatch(r"starcross: .* is a file of what is kept in .*: name another\.\n", capsys.readouterr().err)
    assert everything(tmp_path) == {}
    assert main([*words, str(kept / "results.json")]) == 0
    assert len(list(kept.glob("verona-*.jsonl"))) == 2


@pytest.mark.parametrize("there", ["new", "there"])
def test_two_reports_are_two_files(there: str, tmp_path: Path, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    (tmp_path / "folder").mkdir()
    (tmp_path / "link").symlink_to("report")
    if there == "there":
        (tmp_path / "report").write_text("mine")
        (tmp_path / "hard").hardlink_to("report")
    before = everything(tmp_path)
    for also in ("report", "./folder/../report", str(tmp_path / "report"), "link", *["hard"] * (there == "there")):
        assert main(["lab", "cardmaster", "decks", *WORDS, "--json", "report", "--csv", also]) == 2
        said = capsys.readouterr().err
        assert said == "starcross: --csv and --json are both written to report: name another file for one of them.\n"
    assert everything(tmp_path) == before
    assert main(["lab", "cardmaster", "decks", *WORDS, "--keep", "study", "--json", os.devnull, "--csv", os.devnull, "--html", "link"]) == 0
    assert (tmp_path / "report").read_text(encoding="utf-8").startswith("<!")


@pytest.mark.parametrize(("game", "mark"), [("overcross", "Marda Oakapron"), ("shine", "Marisel, Tidal Voice")])
def test_cards_that_begin_in_play_are_said_to_and_not_to_be_never_played(
    game: str, mark: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    decks = [deck.name for deck in open_box(game).ready_decks() if deck.name in {"Closing Time", "Late Fees", "First Flame", "Tidal Voice"}]
    files = ["--csv", str(tmp_path / "a.csv"), "--html", str(tmp_path / "a.html"), "--keep", str(tmp_path / "study")]
    assert main(["lab", game, "cards", "--level", "random", "--games", "2", "--jobs", "1", "--deck", *decks, *files]) == 0
    lines = capsys.readouterr().out.splitlines()
    begins = "in play from the beginning, so neither drawn nor played"
    assert any(mark in line for line in lines if line.startswith(f"{begins}: "))
    assert not any(mark in line for line in lines if line.startswith("never played: "))
    assert sum(begins in row for row in (tmp_path / "a.csv").read_text(encoding="utf-8").splitlines()) == 2
    assert begins[1:] in (tmp_path / "a.html").read_text(encoding="utf-8")
    assert main(["lab", game, "cards", "--resume", str(tmp_path / "study"), "--card", mark]) == 0
    assert re.search(rf"  {mark}: in the deck of \d+ seats, {begins}\n", capsys.readouterr().out)
