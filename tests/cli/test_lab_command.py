"""`starcross lab`: what it says, what it keeps, and what it refuses."""

from __future__ import annotations

import csv
import json
import re
import xml.etree.ElementTree as ET
from argparse import Namespace
from html import unescape
from pathlib import Path

import pytest
from own_court import keep_court

from game import paths
from game.cli import choices, known, main
from game.cli.choices import jobs_of
from game.cli.known import Known
from game.cli.lab import STUDIES
from game.content import creatures
from game.lab.planning import Study
from game.lab.study import Folder

TWO = ["--deck", "Cinder Court", "Hollow Choir"]
QUICK = ["--level", "random", "--games", "4"]


def lab(*words: str) -> int:
    return main(["lab", *words])


def test_decks_are_told_and_kept_where_it_says(capsys):
    assert lab("cardmaster", "decks", *TWO, *QUICK) == 0
    lines = capsys.readouterr().out.splitlines()
    assert re.fullmatch(r"cardmaster, decks: 4 matches, random players, edition \d+, cards \w+, .*seed 0", lines[0])
    assert {line.partition(":")[0].strip() for line in lines[1:4]} == {"Cinder Court", "Hollow Choir", "Cinder Court against Hollow Choir"}
    kept = Path(lines[-1].removeprefix("kept in "))
    assert kept.parent == paths.lab_folder()
    assert len(Folder(kept).lines()) == 4


def test_every_two_ready_decks_meet_when_none_is_named(tmp_path):
    assert lab("cardmaster", "decks", "--level", "random", "--games", "2", "--keep", str(tmp_path / "all")) == 0
    assert len(Folder(tmp_path / "all").plan().cells) == 15


def test_the_same_study_on_two_processes(tmp_path, capsys):
    said = []
    for jobs in ("1", "2"):
        assert lab("cardmaster", "decks", *TWO, *QUICK, "--jobs", jobs, "--keep", str(tmp_path / jobs)) == 0
        said.append(capsys.readouterr().out.splitlines()[:-1])
    assert said[0] == said[1]
    assert Folder(tmp_path / "1").lines() == Folder(tmp_path / "2").lines()


def test_what_was_stopped_is_gone_on_with_and_told_card_by_card(tmp_path, capsys):
    assert lab("cardmaster", "decks", *TWO, *QUICK, "--keep", str(tmp_path / "study")) == 0
    whole = capsys.readouterr().out
    matches = tmp_path / "study" / "matches.jsonl"
    matches.write_bytes(matches.read_bytes()[:-30])
    assert lab("cardmaster", "decks", "--resume", str(tmp_path / "study")) == 0
    assert capsys.readouterr().out == whole
    assert lab("cardmaster", "cards", "--resume", str(tmp_path / "study")) == 0
    said = capsys.readouterr().out
    assert said.startswith("cardmaster, cards: 4 matches")
    assert re.search(
        r"^  [A-Z][\w' -]+: in the deck of \d+ seats?, drawn by \d+, played by \d+ \(\d+ times? in all\); wins when played [+-]?\d",
        said,
        re.MULTILINE,
    )


def test_until_plays_no_more_than_it_needs(tmp_path, capsys):
    assert lab("cardmaster", "decks", *TWO, "--level", "random", "--games", "400", "--until", "45%", "--keep", str(tmp_path / "study")) == 0
    said = capsys.readouterr().out
    matches = re.search(r"(\d+) matches", said)[1]
    assert int(matches) < 40
    assert f"\nknown within 45 %: each deck's share and each seat's; {matches} of 400 matches were enough\n" in said
    assert lab("cardmaster", "decks", *TWO, *QUICK, "--seed", "2", "--until", "0.1%") == 0
    said = capsys.readouterr().out
    assert re.search(
        r"^not yet known within 0\.1 %: each deck's share and each seat's; the widest is ± \d\d\.\d after 4 of 4 matches$",
        said,
        re.MULTILINE,
    )


def test_it_ends_when_its_time_is_over_and_goes_on_to_the_same_end(tmp_path, capsys, monkeypatch):
    kept = str(tmp_path / "study")
    with monkeypatch.context() as patched:
        patched.setattr(known, "monotonic", iter([0.0, 60.0, *[3600.0] * 9]).__next__)
        assert lab("cardmaster", "decks", *TWO, "--level", "random", "--games", "8", "--minutes", "2", "--keep", kept) == 0
    assert "\nplayed for 2 minutes: 4 of 8 matches; more tell it more closely\n" in capsys.readouterr().out
    assert lab("cardmaster", "decks", "--resume", kept) == 0
    said = capsys.readouterr().out
    assert "played for" not in said
    assert lab("cardmaster", "decks", *TWO, "--level", "random", "--games", "8", "--keep", str(tmp_path / "whole")) == 0
    assert capsys.readouterr().out.splitlines()[:-1] == said.splitlines()[:-1]


def test_a_comparison_takes_its_minutes_and_what_is_large_every_processor(tmp_path, monkeypatch):
    folder = Folder(tmp_path)
    compared = Known.of(Namespace(until=None, minutes=None, study="compare"), Study(None, folder, before=(None, [])))
    assert (compared.minutes, compared.reach) == (known.MINUTES, 0.0)
    asked = Known.of(Namespace(until="2%", minutes=None, study="compare"), Study(None, folder, before=(None, [])))
    assert (asked.minutes, asked.reach) == (0.0, 0.02)
    assert Known.of(Namespace(until=None, minutes=None, study="decks"), Study(None, folder)).enough() is None
    monkeypatch.setattr(choices.os, "cpu_count", lambda: 6)
    assert [jobs_of(Namespace(jobs=None), matches) for matches in (4, 400, None)] == [1, 6, 6]
    assert jobs_of(Namespace(jobs=3), 4) == 3


def test_a_match_is_watched(tmp_path, capsys):
    assert lab("cardmaster", "decks", *TWO, *QUICK, "--keep", str(tmp_path / "study")) == 0
    capsys.readouterr()
    assert lab("cardmaster", "decks", "--resume", str(tmp_path / "study"), "--watch", "3") == 0
    said = capsys.readouterr().out
    kept = Path(re.search(r"match 3; it is kept in (.*)\.$", said)[1])
    assert main(["replay", str(kept), "--verify"]) == 0


def test_maps_are_compared_with_the_same_decks(tmp_path, capsys):
    words = ["--map", "small", "office", "--level", "random", "--games", "2", "--keep", str(tmp_path / "maps")]
    names = [Path(path).stem for path in sorted((paths.MAPS / "overcross").glob("*.tmx"))]
    words[1:3] = names[:2]
    if lab("overcross", "maps", *words) == 0:
        said = capsys.readouterr().out
        assert all(re.search(rf"^  {name}: the first seat wins ", said, re.MULTILINE) for name in names[:2])


def test_a_comparison_tells_what_was_at_fault(tmp_path, capsys):
    bot = tmp_path / "bot.py"
    bot.write_text("class Bot:\n    def __init__(self, rules): pass\n    def choose(self, seen, legal, budget, chance): return legal[0]\n")
    study = str(tmp_path / "study")
    assert (
        lab("cardmaster", "decks", "--deck", "Cinder Court", "Hollow Choir", "--level", f"{bot}:Bot", "--games", "2", "--keep", study) == 0
    )
    bot.write_text(bot.read_text().replace("return legal[0]", "return 1 / 0"))
    capsys.readouterr()
    assert lab("cardmaster", "compare", study) == 1
    assert re.search(r"^fault: .*match 0 .*ZeroDivisionError: division by zero \(bot\.py, line 3\)", capsys.readouterr().out, re.MULTILINE)


def test_a_comparison_of_which_nothing_was_finished_says_so(tmp_path, capsys):
    bot = tmp_path / "bot.py"
    bot.write_text("class Bot:\n    def __init__(self, rules): pass\n    def choose(self, seen, legal, budget, chance): return 1 / 0\n")
    study, page, table = (str(tmp_path / name) for name in ("study", "page.html", "table.csv"))
    assert lab("cardmaster", "decks", *TWO, "--level", f"{bot}:Bot", "--games", "2", "--keep", study) == 1
    capsys.readouterr()
    assert lab("cardmaster", "compare", study, "--html", page, "--csv", table) == 1
    sentence = "No match was finished, so nothing can be compared."
    said = capsys.readouterr().out.splitlines()
    assert said[0] == sentence
    text = unescape(Path(page).read_text(encoding="utf-8"))
    assert f"<h2>What changed</h2><p>{sentence}</p>" in text
    assert [f"fault: {fault}" for fault in re.findall("<li>(.*?)</li>", text)] == [line for line in said if line.startswith("fault: ")]
    assert [row["in words"] for row in csv.DictReader(Path(table).read_text(encoding="utf-8").splitlines()) if row["in words"]] == [
        sentence
    ]


def test_compare_finds_the_deck_whose_card_was_changed(tmp_path, capsys):
    study = str(tmp_path / "before")
    keep_court()
    words = ["--deck", "Night Shift", "Hollow Choir", "--games", "24", "--jobs", "2"]
    assert lab("cardmaster", "decks", *words, "--keep", study) == 0
    capsys.readouterr()
    assert lab("cardmaster", "compare", study) == 0
    unchanged = "Nothing that it is played with (cards, decks, maps, rules) was changed. No difference can be seen in 24 matches.\n"
    assert capsys.readouterr().out.startswith(unchanged)
    keep_court(lambda hp: hp // 3)
    files = ["--html", str(tmp_path / "page.html"), "--csv", str(tmp_path / "table.csv")]
    assert lab("cardmaster", "compare", study, "--jobs", "2", *files) == 0
    said = capsys.readouterr().out
    assert said.startswith("Night Shift -"), said
    assert re.search(r"^  Night Shift: -.*; changed: .*Kilnback Grub", said, re.MULTILINE)
    assert re.search(r"^  Hollow Choir: [^;]*$", said, re.MULTILINE)
    assert creatures.typed_cards()
    first, *each = said.splitlines()[:3]
    page, table = (unescape((tmp_path / name).read_text(encoding="utf-8")) for name in ("page.html", "table.csv"))
    assert "What changed" in page
    assert all(f">{sentence.strip()}<" in page for sentence in (first, *each))
    rows = [row for row in csv.DictReader(table.splitlines()) if row["what"] in ("comparison", "difference")]
    assert [row["in words"] for row in rows] == [first, *(sentence.strip() for sentence in each)]
    assert (rows[1]["name"], rows[1]["share of"], rows[1]["counted in"], rows[1]["count"]) == (
        "Night Shift",
        "change of its share of wins",
        "deals",
        "12",
    )
    assert float(rows[1]["low"]) < float(rows[1]["share"]) < float(rows[1]["high"]) < 0


def test_the_report_is_one_page_that_needs_nothing_else(tmp_path):
    page, table, everything = (tmp_path / name for name in ("a.html", "a.csv", "a.json"))
    files = ["--html", str(page), "--csv", str(table), "--json", str(everything)]
    assert lab("cardmaster", "decks", *TWO, *QUICK, *files) == 0
    text = page.read_text(encoding="utf-8")
    assert not re.search(r"(?:src|href|url|import|script)\b", text)
    assert "prefers-color-scheme: dark" in text
    for chart in re.findall(r"<svg.*?</svg>", text):
        ET.fromstring(chart)
    assert text.count("<svg") == text.count("aria-label") == 3
    rows = list(csv.DictReader(table.read_text(encoding="utf-8").splitlines()))
    assert {row["what"] for row in rows} == {"deck", "meeting", "first seat", "seat", "card"}
    found = json.loads(everything.read_text(encoding="utf-8"))["findings"]
    assert found["matches"] == 4
    assert len(found["standings"]) == 2


def test_better_play_is_held_against_worse_with_the_same_decks(tmp_path, capsys):
    page, kept = tmp_path / "a.html", tmp_path / "study"
    words = ["--skill", "4", "--iterations", "2", "--option", "mode=custom", "length=3"]
    assert lab("cardmaster", "decks", *TWO, *QUICK, *words, "--keep", str(kept), "--html", str(page)) == 0
    said = capsys.readouterr().out
    assert re.search(r"^better play: Hard beats Novice with the same decks in \d+\.\d % .* \(2 deals\)$", said, re.MULTILINE)
    assert "Does better play win?" in page.read_text(encoding="utf-8")
    plan = Folder(kept / "skill").plan()
    first, second = (tuple(deck.name for deck in batch.setup.decks) for batch in plan.cells)
    assert first == second[::-1] == ("Cinder Court", "Hollow Choir")
    assert {batch.levels for batch in plan.cells} == {("hard", "novice")}
    assert {batch.setup.options["length"] for batch in plan.cells} == {"3"}
    assert len(Folder(kept).lines()) == len(Folder(kept / "skill").lines()) == 4
    assert lab("cardmaster", "decks", "--resume", str(kept)) == 0
    assert capsys.readouterr().out == said


def test_more_matches_than_were_asked_for_are_told_before_they_are_played(capsys):
    assert lab("cardmaster", "decks", *TWO, "--level", "random", "--games", "3") == 0
    assert "Plays 4 matches of each pairing, not 3: whole deals.\n" in capsys.readouterr().err
    assert lab("cardmaster", "levels", "random", "novice", "--games", "4", "--jobs", "2") == 0
    err = capsys.readouterr().err
    assert "Plays 12 matches of each pairing, not 4: whole deals, as many with every deck and on every map.\n" in err
    assert lab("cardmaster", "decks", *TWO, *QUICK) == 0
    assert "Plays" not in capsys.readouterr().err


@pytest.mark.parametrize(
    ("words", "sentence"),
    [
        (["chess", "decks"], "There is no game 'chess'"),
        (["verona", "decks"], "is played without decks; its studies are levels and compare."),
        (["verona", "maps"], "is played without maps; its studies are levels and compare."),
        (["shine", "maps"], "is played without maps; its studies are decks, cards, levels, break and compare."),
        (["cardmaster", "luck"], "There is no study 'luck'; those of Cardmaster are decks, cards, levels, break and compare."),
        (["cardmaster", "decks", "--deck", "Cinder Court"], "A comparison needs two decks or more."),
        (["cardmaster", "decks", "--deck", "Cinder Court", "cinder-court"], "Two of these decks are called 'Cinder Court'"),
        (["cardmaster", "decks", "--games", "0"], "--games is a number from 1 to"),
        (["cardmaster", "decks", "--until", "soon"], "--until is a share from 0.1% to 50%, not 'soon'."),
        (["cardmaster", "decks", "--until", "-2%"], "--until is a share from 0.1% to 50%, not '-2%'."),
        (["cardmaster", "decks", "--minutes", "0"], "--minutes is a number from 0.01 to 10000, not 0."),
        (["cardmaster", "break", "--matches", "0"], "--matches is a number from 1 to 10000000, not 0."),
        (["cardmaster", "break", "--finds", "0"], "--finds is a number from 1 to 50, not 0."),
        (
            ["cardmaster", "break", "--matches", "4", "--minutes", "1"],
            "A search is made in --matches or for --minutes: one of them is given.",
        ),
        (["cardmaster", "break", "--matches", "1"], "--matches is 2 or more: a deck plays a deal on every seat."),
        (["cardmaster", "decks", "--level", "wizard"], "There is no player called 'wizard'"),
        (["cardmaster", "decks", "--level", "normel"], "; 'normal' would fit."),
        (["cardmaster", "decks", "--level", "./mine.py"], "'./mine.py' is a file, and a player is a class in one: ./mine.py:CLASS."),
        (["verona", "levels", "nope"], "There is no player called 'nope'"),
        (
            ["verona", "levels", "compare", "before"],
            "There is no player called 'before'. There is no player called 'compare'; there are human,",
        ),
        (["verona", "levels", "human", "human"], "Only programs play a batch"),
        (["verona", "levels", "easy"], "A ladder needs two levels or more."),
        (["cardmaster", "levels", "hard", "master@0"], "Only hard and master may carry iterations, 1 to 999999, at the end: master@400."),
        (["cardmaster", "decks", "--watch", "3"], "Which study? --watch N goes with --resume FOLDER."),
        (["cardmaster", "levels", "--skill", "3"], "--skill means nothing with levels."),
        (["cardmaster", "compare", "somewhere", "--seed", "4", "--games", "9"], "--games and --seed mean nothing with compare."),
        (["cardmaster", "break", "--level", "hard"], "--level means nothing with break."),
        (["cardmaster", "levels", "--html", "a.html"], "--html means nothing with levels."),
        (
            ["cardmaster", "decks", "--resume", "somewhere", "--seed", "9"],
            "--seed means nothing with --resume: a study goes on as it was begun.",
        ),
        (
            ["cardmaster", "decks", "--resume", "x", "--games", "20", "--seed", "0"],
            "--seed means nothing with --resume: a study goes",
        ),
        (["cardmaster", "decks", "--resume", "x", "--iterations", "60"], "--iterations means nothing with --resume: a study goes"),
        (["cardmaster", "levels", "easy", "hard", "--resume", "x"], "with --resume it goes on with those."),
        (["cardmaster", "break", "--resume", "somewhere", "--players", "rush"], "--players means nothing with --resume"),
        (["cardmaster", "decks", "somewhere"], "Only compare takes a FOLDER"),
        (["cardmaster", "compare"], "Compare with what?"),
        (["cardmaster", "compare", "nowhere"], "There is no folder nowhere"),
        (["cardmaster", "decks", "--resume", "nowhere"], "There is no folder nowhere"),
        (["cardmaster", "compare", __file__], f"{__file__} is a file, and a study is kept in a folder."),
        (["cardmaster", "decks", "--resume", "nowhere", "--games", "9"], "There is no folder nowhere"),
        (["cardmaster", "decks", "--resume", "x", "--watch", "1", "--games", "9"], "--games means nothing with --watch"),
        (["verona", "levels", "easy", "normal", "--games", "2", "--cluster", "nobody"], "No scheduler answers at nobody"),
        (["cardmaster", "decks", "--html", "/nowhere/a.html"], f"{Path('/nowhere/a.html')} cannot be written"),
    ],
)
def test_what_cannot_be_is_one_sentence(words, sentence, capsys, tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    assert lab(*words) == 2
    said = capsys.readouterr().err
    assert sentence in said
    assert said.count("\n") == 1


def test_nothing_stands_on_stderr_where_no_terminal_is(tmp_path, capsys):
    assert lab("verona", "levels", "random", "novice", "--games", "2", "--keep", str(tmp_path / "study")) == 0
    assert main(["sim", "verona", "--seats", "random,random", "--games", "2"]) == 0
    assert capsys.readouterr().err == ""


def test_a_study_of_another_game_is_not_gone_on_with(tmp_path, capsys):
    assert lab("cardmaster", "decks", *TWO, "--level", "random", "--games", "2", "--keep", str(tmp_path / "study")) == 0
    assert lab("shine", "decks", "--resume", str(tmp_path / "study")) == 2
    assert "holds a study of cardmaster, not of shine." in capsys.readouterr().err


def test_a_study_of_something_else_is_not_gone_on_with(tmp_path, capsys):
    assert lab("cardmaster", "decks", *TWO, "--level", "random", "--games", "2", "--keep", str(tmp_path / "study")) == 0
    assert lab("cardmaster", "levels", "--resume", str(tmp_path / "study")) == 2
    assert "holds a study of decks, not of levels." in capsys.readouterr().err


def test_every_study_is_explained():
    from game.cli import lab as module

    assert all(re.search(rf"^{name}\b", module.__doc__ or "", re.MULTILINE) for name in STUDIES)
