"""`check` is the linter of designers: every fault in one run, each a sentence, whatever a stranger's file does."""

from __future__ import annotations

import json
import re
import subprocess
import sys
from pathlib import Path
from shutil import copytree

import pytest

from game import paths
from game.cli import main
from game.cli.check import BATTLE_MAP, CARDS, DECK, KINDS, PAGE, SAVE, TABLE, THEME, kind_of
from game.kernel.setup import Setup
from game.lab.breaking import STATE
from game.lab.study import MATCHES, PLAN
from game.lab.unfinished import ROUND
from game.match.lock import lock_path
from game.match.match import Match
from game.match.seats import SeatPlan

ROOT = Path(__file__).parents[2]


def test_all_that_ships_is_without_fault(capsys):
    assert main(["check"]) == 0
    out = capsys.readouterr().out
    assert out.endswith("no fault.\n")
    assert all(kind.plural in out or kind.name in out for kind in (CARDS, DECK, BATTLE_MAP, TABLE, THEME, PAGE))


@pytest.mark.parametrize(
    ("place", "kind"),
    [
        ("cards/cardmaster/x.toml", CARDS),
        ("decks/overcross/x.toml", DECK),
        ("themes/x.toml", THEME),
        ("maps/overcross/x.tmx", BATTLE_MAP),
        ("maps/tables/x.tmx", TABLE),
        ("saves/x.jsonl", SAVE),
        ("rules/x.md", PAGE),
    ],
)
def test_the_folder_says_what_a_file_is(place, kind, tmp_path):
    assert kind_of(tmp_path / place) is kind


def test_a_stranger_is_passed_over_in_a_folder_and_refused_by_name(tmp_path, capsys):
    stranger = tmp_path / "poem.txt"
    stranger.write_text("O Romeo")
    assert main(["check", str(tmp_path)]) == 2
    assert main(["check", str(stranger)]) == 2
    out, err = capsys.readouterr()
    assert out == ""
    assert f"There is nothing in {tmp_path} that can be checked: neither cards, " in err
    assert "poem.txt is nothing that can be checked" in err
    paths.user_folder().mkdir(parents=True, exist_ok=True)
    assert main(["check", str(paths.user_folder())]) == 0, "where there is nothing yet, nothing is wrong"
    (tmp_path / "mods.toml").write_text('name = "Night"\nversion = "1"\ngame = "overcross"\n')
    assert main(["check", str(tmp_path)]) == 1
    assert (
        "mods.toml: this is written as the page of a mod, and nobody reads it by this name; 'mod.toml' would fit.\n"
        in capsys.readouterr().out
    )


def test_what_the_program_keeps_beside_a_save_is_passed_over(tmp_path, capsys):
    match = Match.start(Setup("verona", 2, seed=1), (SeatPlan("human"),) * 2, folder=tmp_path)
    for _ in range(4):
        match.submit(match.legal()[0])
        match.flush()  # what follows faster than it is written shares a snapshot
    match.close()
    lock_path(match.path).touch()  # as one that was killed leaves it
    kept = sorted(str(path) for path in tmp_path.iterdir())
    assert {name.partition(".jsonl")[2] for name in kept} == {"", ".1", ".2", ".snap", ".snap.1", ".snap.2", ".lock"}
    assert main(["check", *kept]) == 0
    out, err = capsys.readouterr()
    assert (out, err) == ("1 save: no fault.\n", "")
    for name in kept[1:]:
        assert main(["check", name]) == 2
        assert f"{name} is nothing that can be checked: " in capsys.readouterr().err, "there is nothing else to pass it over for"
    (tmp_path / "notes.jsonl.txt").write_text("O Romeo")
    assert main(["check", *kept, str(tmp_path / "notes.jsonl.txt")]) == 2
    assert capsys.readouterr().err.count("is nothing that can be checked") == 1


@pytest.mark.parametrize(("name", "beside"), [(MATCHES, PLAN), (ROUND, STATE)])
def test_the_matches_that_the_lab_keeps_are_no_saves(name, beside, tmp_path, capsys):
    (tmp_path / name).write_text('{"match": 1}\n')
    assert main(["check", str(tmp_path)]) == 1
    assert f"{tmp_path / name}, line 1: " in capsys.readouterr().out
    (tmp_path / beside).write_text("{}")
    assert main(["check", str(tmp_path)]) == 2
    assert "There is nothing in " in capsys.readouterr().err


def test_a_rules_page_numbers_its_rules_without_a_gap_and_cites_none_that_is_not_there(tmp_path, capsys):
    page = tmp_path / "rules" / "pearl.md"
    page.parent.mkdir()
    page.write_text("# Pearl\n\n- **TY-1** Dive (TY-2).\n| TY-3 | Breathe (UTF-8). |\n", encoding="utf-8")
    assert main(["check", str(page)]) == 1
    assert "TY-2: this number is left out" in capsys.readouterr().out
    page.write_text("- **TY-1** Dive.\n- TY-2 Breathe.\n- TY-2 Surface (TY-9).\n- VR-3 Marry.\n", encoding="utf-8")
    assert main(["check", str(page)]) == 1
    out = capsys.readouterr().out
    assert [
        words
        for words in ("TY-2: this number is given twice", "'TY-9': no such rule", "VR-3: the rules of this game begin with TY-")
        if words not in out
    ] == []
    page.write_text("Pearls are found by diving.\n", encoding="utf-8")
    assert main(["check", str(page)]) == 1
    assert "no rule is listed" in capsys.readouterr().out
    page.write_text("- **TY-1** Dive.\n- **TY-2** Breathe (TY-1).\n", encoding="utf-8")
    assert main(["check", str(page)]) == 0


def test_the_users_own_files_are_checked_too(capsys):
    own = paths.maps_folder("overcross")
    own.mkdir(parents=True)
    (own / "mine.tmx").write_text("<map>")
    assert main(["check"]) == 1
    out = capsys.readouterr().out.splitlines()
    assert [line for line in out if line.startswith("maps/overcross/mine.tmx: ")] == out[:-1]


def test_every_fault_of_every_file_is_told_in_one_run(tmp_path, capsys):
    copytree(paths.ASSETS / "themes", tmp_path / "themes")
    for name, line in (("menu", "colour = 3"), ("verona", "colour = 4")):
        file = tmp_path / "themes" / f"{name}.toml"
        file.write_text(f"{line}\n{file.read_text()}")
    assert main(["check", str(tmp_path)]) == 1
    out = capsys.readouterr().out
    assert "menu.toml" in out
    assert "verona.toml" in out
    assert "2 faults" in out


@pytest.mark.parametrize(
    ("line", "told"),
    [
        ("soundz = 3", ["there is no field `soundz`; 'sounds' would fit."]),
        (
            "soundz = { move = 3 }",
            ["there is no field `soundz`; 'sounds' would fit.", "sounds.move: this must be text, not a whole number."],
        ),
    ],
)
def test_what_stands_under_a_name_that_is_none_is_judged_only_where_it_could_be_meant(line, told, tmp_path, capsys):
    file = tmp_path / "themes" / "verona.toml"
    copytree(paths.ASSETS / "themes", file.parent)
    file.write_text(f"{line}\n" + re.sub(r"(?m)^\[sounds\]\n([^\[\n].*\n|\n)*", "", file.read_text()))
    assert main(["check", str(file)]) == 1
    out = capsys.readouterr().out
    assert all(each in out for each in told)
    assert f": {len(told)} fault" in out


BILLION = '<?xml version="1.0"?><!DOCTYPE m [<!ENTITY a "aaaaaaaaaa"><!ENTITY b "&a;&a;&a;&a;&a;&a;&a;&a;&a;&a;">]><map>&b;</map>'
MAP = '<map orientation="orthogonal" width="{w}" height="{h}" tilewidth="32" tileheight="32" infinite="0">{inside}</map>'
HOSTILE: dict[str, bytes | str] = {
    "cards/overcross/list.toml": "[[card]]\nid = ['x']\n",
    "cards/overcross/binary.toml": bytes(range(256)) * 10,
    "cards/overcross/nulls.toml": b"\0" * 10_000,
    "cards/overcross/unclosed.toml": "[[card",
    "cards/overcross/unknown.toml": '[[card]]\nid = "x"\nname = "X"\nstrength = 99\n',
    "cards/overcross/no-list.toml": "card = 3\n",
    "cards/overcross/numbers.toml": "[[card]]\nid = 3\nname = 4\n",
    "cards/overcross/deep.toml": "a = " + "[" * 50_000,
    "cards/overcross/deep-table.toml": "[" + ".".join("a" * 20_000) + "]\nb = 1\n",
    "cards/overcross/huge-number.toml": "[[card]]\nid = 'x'\ndeck = " + "9" * 100_000,
    "cards/overcross/huge.toml": "# nothing\n" * 400_000,
    "cards/overcross/many.toml": '[[card]]\nid = "x"\n' * 20_000,
    "cards/overcross/twice.toml": '[[card]]\nid = "x"\nid = "y"\n',
    "cards/overcross/surrogate.toml": b'[[card]]\nname = "\xed\xa0\x80"\n',
    "cards/overcross/nan.toml": "[[card]]\nid = 'x'\ndeck = nan\n",
    "cards/cardmaster/unknown.toml": '[[card]]\nid = "x"\nname = "X"\nstrength = 99\n',
    "cards/cardmaster/no-list.toml": "card = 3\n",
    "cards/cardmaster/deep.toml": "a = " + "[" * 50_000,
    "cards/cardmaster/unclosed.toml": "[[card",
    "cards/cardmaster/huge.toml": "# nothing\n" * 400_000,
    "cards/cardmaster/numbers.toml": "[[card]]\nid = 3\nname = 4\ntier = 'x'\n",
    "decks/overcross/unknown.toml": '[[deck]]\nname = "X"\ncards = {dragon = 3}\n',
    "decks/overcross/minus.toml": '[[deck]]\nname = "X"\ncards = {dragon = -3}\n',
    "decks/overcross/million.toml": '[[deck]]\nname = "X"\ncards = {dragon = 1000000000}\n',
    "decks/overcross/no-name.toml": "[[deck]]\ncards = {}\n",
    "decks/overcross/list.toml": '[[deck]]\nname = "X"\ncards = ["a"]\n',
    "decks/cardmaster/unknown.toml": 'name = "X"\nplan = "Y"\ncards = ["dragon"]\n',
    "decks/cardmaster/number.toml": "name = 3\nplan = 4\ncards = 5\n",
    "decks/shine-and-more/odd.toml": "[[deck]\n",
    "themes/unknown.toml": "sparkle = true\n",
    "themes/deep.toml": "a = " + "[" * 50_000,
    "themes/binary.toml": bytes(range(256)),
    "themes/huge.toml": "# nothing\n" * 400_000,
    "maps/overcross/empty.tmx": "",
    "maps/overcross/text.tmx": "hello",
    "maps/overcross/other.tmx": "<svg/>",
    "maps/overcross/billion.tmx": BILLION,
    "maps/overcross/deep.tmx": "<map>" + "<group>" * 30_000,
    "maps/overcross/huge.tmx": "<map>" + " " * 5_000_000 + "</map>",
    "maps/overcross/negative.tmx": MAP.format(w=-5, h=8, inside=""),
    "maps/overcross/wide.tmx": MAP.format(w=2_000_000_000, h=2_000_000_000, inside=""),
    "maps/overcross/letters.tmx": MAP.format(w="many", h=8, inside=""),
    "maps/overcross/outside.tmx": MAP.format(w=8, h=8, inside='<tileset firstgid="1" source="../../../../../../etc/passwd"/>'),
    "maps/overcross/missing.tmx": MAP.format(w=8, h=8, inside='<tileset firstgid="1" source="nowhere.tsx"/>'),
    "maps/overcross/short.tmx": MAP.format(w=8, h=8, inside='<layer name="a" width="8" height="8"><data encoding="csv">1,2</data></layer>'),
    "maps/overcross/bomb.tmx": MAP.format(
        w=8,
        h=8,
        inside='<layer name="a" width="8" height="8"><data encoding="base64" compression="zlib">eJztwTEBAAAAwqD1T20JT6AA</data></layer>',
    ),
    "maps/tables/empty.tmx": "",
    "maps/tables/odd.tmx": MAP.format(w=3, h=3, inside='<objectgroup name="zones"/>'),
    "saves/empty.jsonl": "",
    "saves/text.jsonl": "hello\n",
    "saves/deep.jsonl": "[" * 100_000 + "\n",
    "saves/other.jsonl": '{"line":"match","format":99}\n',
    "saves/binary.jsonl": bytes(range(256)) * 100,
}

LIMITED = """
import contextlib, io, json, resource, signal, sys
from game.cli import main
resource.setrlimit(resource.RLIMIT_DATA, (200 * 2**20, 200 * 2**20))
answers = {}
for path in sys.argv[1:]:
    out, err = io.StringIO(), io.StringIO()
    signal.alarm(60)  # a file that makes the program hang ends it
    with contextlib.redirect_stdout(out), contextlib.redirect_stderr(err):
        code = main(["check", path])
    answers[path] = code, out.getvalue(), err.getvalue()
print(json.dumps(answers))
"""


@pytest.mark.skipif(sys.platform == "win32", reason="Windows has no limit on a program's memory that can be set like this")
def test_hostile_files_are_answered_in_sentences_within_200_mebibytes(tmp_path):
    files = {}
    for place, content in HOSTILE.items():
        file = tmp_path / place
        file.parent.mkdir(parents=True, exist_ok=True)
        file.write_bytes(content if isinstance(content, bytes) else content.encode())
        files[str(file)] = place
    done = subprocess.run([sys.executable, "-c", LIMITED, *files], cwd=ROOT, capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stderr[-2000:]
    answers = json.loads(done.stdout)
    assert len(answers) == len(files) >= 50
    for file, (code, out, err) in answers.items():
        told = (out + err).splitlines()
        assert code in {1, 2}, (files[file], told)
        sentence = told[0]
        assert Path(file).name in sentence, (files[file], sentence)
        assert sentence.endswith("."), (files[file], sentence)
        assert len(sentence) < 700, (files[file], sentence)
        assert "Traceback" not in out + err


def test_every_kind_has_words_for_one_and_for_several():
    assert len({kind.name for kind in KINDS}) == len({kind.plural for kind in KINDS}) == len(KINDS)


def test_a_save_from_other_rules_is_no_fault_while_it_opens_from_its_position(tmp_path, capsys):
    assert main(["play", "verona", "--text", "--seat", "random", "random"]) == 0
    (save,) = paths.saves_folder().glob("*.jsonl")
    for file in (save, *save.parent.glob("*.jsonl.?")):
        file.write_text(file.read_text().replace('"version":"1"', '"version":"0"'))
    assert main(["check", str(save)]) == 0, capsys.readouterr().out
    for file in save.parent.glob("*.snap*"):
        file.unlink()
    capsys.readouterr()
    assert main(["check", str(save)]) == 1
    assert save.name in capsys.readouterr().out
