"""`starcross reports` lists what playtesters sent: the same fault together, a stranger's words without harm, and what is no report by name."""

from __future__ import annotations

import json
import re
import zipfile
from pathlib import Path

import pytest
from msgspec.structs import replace

from game.cli import main
from game.kernel.setup import Setup
from game.match.match import Match
from game.match.reports import FORMAT, JOURNAL, Facts, keep_report
from game.match.seats import SeatPlan


def sent(folder: Path, name: str, fault: str = "", words: str = "It fell.", actions: int = 3) -> None:
    keep_report(folder / f"{name}.zip", Facts(FORMAT, "2026-11-21 20:15", words, "1.2.3", fault, "verona", "1", 2, actions), {})


@pytest.fixture
def folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.setenv("COLUMNS", "140")
    sent(tmp_path, "a", words="The die was mine", actions=41)
    sent(tmp_path, "b", "KeyError in verona/apply.play")
    sent(tmp_path, "c", "IndexError in play/hand.drop")
    sent(tmp_path, "d", "IndexError in play/hand.drop", "And again")
    return tmp_path


def test_reports_of_the_same_fault_stand_together_the_most_frequent_first(folder: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["reports", str(folder)]) == 0
    out = capsys.readouterr().out
    order = [
        "2 reports of IndexError in play/hand.drop",
        "c.zip",
        "d.zip",
        "1 report of KeyError",
        "b.zip",
        "1 report without a fault",
        "a.zip",
    ]
    assert [out.index(words) for words in order] == sorted(out.index(words) for words in order)
    assert re.search(r"game +actions +version", out), "it is no turn that is counted"
    row = next(line for line in out.splitlines() if "a.zip" in line)
    assert all(words in row for words in ("star cross'd", " 41 ", "1.2.3", "The die was mine", "2026-11-21 20:15"))


def test_what_is_no_report_is_named_and_the_others_are_listed(folder: Path, capsys: pytest.CaptureFixture[str]) -> None:
    (folder / "hostile.zip").write_bytes(b"PK")
    (folder / "notes.txt").write_bytes(b"not asked for")
    assert main(["reports", str(folder)]) == 1
    out, err = capsys.readouterr()
    assert err == "starcross: hostile.zip is no report: it is no zip that is read here.\n"
    assert "a.zip" in out
    assert "notes" not in out + err


def test_a_strangers_words_do_nothing_to_the_terminal(
    tmp_path: Path, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("COLUMNS", "140")
    sent(tmp_path, "x", "\x1b[31mred", "\x1b]0;title\x07 [bold]bold[/bold] \u202eback")
    assert main(["reports", str(tmp_path)]) == 0
    out = capsys.readouterr().out
    assert not {"\x1b", "\x07", "\u202e"} & set(out)
    assert "[bold]bold[/bold]" in out


def test_programs_read_everything_as_json(folder: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["reports", str(folder), "--json"]) == 0
    told = json.loads(capsys.readouterr().out)
    assert [report["file"] for report in told] == ["c.zip", "d.zip", "b.zip", "a.zip"]
    assert told[3]["words"] == "The die was mine"


def test_an_empty_folder_says_so(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["reports", str(tmp_path)]) == 0
    assert "no reports" in capsys.readouterr().out


def test_where_no_terminal_says_how_wide_it_is_the_name_of_a_report_stands_whole(
    tmp_path: Path, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    """In a pipe every name that is to be typed for `replay` was broken in two."""
    monkeypatch.delenv("COLUMNS", raising=False)
    facts = Facts(FORMAT, "2026-11-21 20:15", "The die was mine", "1.2.3", "", "overcross", "1", 2, 41)
    keep_report(tmp_path / "report-20261121-201512.zip", facts, {})
    assert main(["reports", str(tmp_path)]) == 0
    out = capsys.readouterr().out
    assert "report-20261121-201512.zip" in out
    assert "41 (no match)" in out


def test_a_mods_name_leaves_room_for_the_file_and_for_what_was_written(
    tmp_path: Path, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("COLUMNS", "80")
    facts = Facts(FORMAT, "2026-11-21 20:15", "The die was mine", "1.2.3", "", "overcross", "1", 2, 41, mods=("A longer night 1.1",))
    keep_report(tmp_path / "report-20261121-2015.zip", facts, {})
    assert main(["reports", str(tmp_path)]) == 0
    out = capsys.readouterr().out
    assert "The die was mine" in out
    assert "report-20261121" in out
    assert max(map(len, out.splitlines())) <= 80


def test_a_report_of_a_match_that_cannot_be_read_to_its_end_is_marked(
    tmp_path: Path, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("COLUMNS", "140")
    match = Match.start(Setup("verona", 2), (SeatPlan("human"),) * 2, folder=tmp_path / "saves")
    for _ in range(6):
        match.submit(match.legal()[0])
    match.close()
    lines = match.journal.splitlines(keepends=True)
    kinds = {
        "whole": (match.journal, "6"),
        "earlier": (match.journal.replace(b'"version":"', b'"version":"0.', 1), "6"),
        "game": (match.journal.replace(b'"game":"verona"', b'"game":"zzverona"'), "6 (no match)"),
        "seats": (match.journal.replace(b'"seed":', b'"seed":1', 1), "6 (no match)"),
        "middle": (b"".join([*lines[:4], b"%&!\n", *lines[5:]]), "6 (part)"),
        "end": (match.journal[:-20], "6 (part)"),
        "short": (b"".join(lines[:-2]), "6 (part)"),
    }
    facts = Facts(FORMAT, "2026-11-21 20:15", "It fell.", "1.2.3", "", "verona", "1", 2, 6)
    for name, (journal, _) in kinds.items():
        keep_report(tmp_path / f"{name}.zip", facts, {JOURNAL: journal})
    assert main(["reports", str(tmp_path)]) == 0
    rows = [" ".join(line.split()) for line in capsys.readouterr().out.splitlines()]
    for name, (_, marked) in kinds.items():
        assert sum(row.startswith(f"{name}.zip 2026-11-21 20:15 star cross'd {marked} 1.2.3") for row in rows) == 1, name
    assert main(["reports", "--json", str(tmp_path)]) == 0
    told = {row["file"]: row["match"] for row in json.loads(capsys.readouterr().out)}
    cut = "short.zip tells of 6 actions, and the match in it has 4."
    for command, code in (("check", 1), ("replay", 1)):
        name = str(tmp_path / "short.zip")
        assert main([command, name, *(["--verify"] if command == "replay" else [])]) == code
        assert cut in "".join(capsys.readouterr())
    kept = {"6": "whole", "6 (part)": "part", "6 (no match)": "none"}
    assert told == {f"{name}.zip": kept[marked] for name, (_, marked) in kinds.items()}


def test_of_a_zip_without_a_report_it_is_said_what_is_missing(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    with zipfile.ZipFile(tmp_path / "x.zip", "w") as archive:
        archive.writestr(JOURNAL, b"{}")
    assert main(["reports", str(tmp_path)]) == 1
    assert capsys.readouterr().err == "starcross: x.zip is no report: there is no report.json in it.\n"


def test_a_report_of_a_match_that_is_not_in_it_says_so_and_check_does_too(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    match = Match.start(Setup("verona", 2), (SeatPlan("easy"),) * 2, folder=tmp_path / "saves")
    match.close()
    facts = Facts(FORMAT, "2026-11-21 20:15", "It fell.", "1.2.3", "", "verona", "1", 2, 0)
    kept = {"sound": {JOURNAL: match.journal}, "lost": {}, "odd": {JOURNAL: b"Dear\n"}}
    for name, files in kept.items():
        keep_report(tmp_path / f"{name}.zip", facts, files)
    keep_report(tmp_path / "menu.zip", replace(facts, game=""), {})
    assert main(["reports", "--json", str(tmp_path)]) == 0
    told = {row["file"]: row["match"] for row in json.loads(capsys.readouterr().out)}
    assert told == {"sound.zip": "whole", "lost.zip": "none", "odd.zip": "none", "menu.zip": "none"}
    assert main(["reports", str(tmp_path)]) == 0
    rows = [" ".join(line.split()) for line in capsys.readouterr().out.splitlines()]
    assert sum("(no" in row for row in rows) == 2
    for name, wrong in (("sound", ""), ("menu", ""), ("lost", "holds no match."), ("odd", "line 1")):
        assert main(["check", str(tmp_path / f"{name}.zip")]) == bool(wrong)
        out = capsys.readouterr().out
        assert wrong in out
        assert ("no fault" in out) != bool(wrong)
