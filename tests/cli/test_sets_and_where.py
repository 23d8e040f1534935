"""`starcross sets` counts every card once, a deck's as often as it holds them; `starcross where` names folders that are there."""

from __future__ import annotations

import os
import re
import subprocess
import sys
from pathlib import Path
from types import SimpleNamespace

import pytest

from game import __version__, paths
from game.cli import main
from game.content.decks import own_decks
from game.rules import IDS, open_box


@pytest.mark.parametrize("game", ["overcross", "cardmaster", "starcrossed", "shine"])
def test_every_card_is_counted_once(game, capsys):
    assert main(["sets", game]) == 0
    said = capsys.readouterr().out
    faces = open_box(game).catalogue()
    assert said.startswith(f"{open_box(game).title}: all cards, {len(faces)}\n")
    (total,) = re.findall(r"^all .*?(\d+)$", said, re.MULTILINE)
    assert int(total) == len(faces)
    table = said.split("\n\n")[1].splitlines()[1:-1]
    assert sum(int(row.split()[-1]) for row in table) == len(faces)
    costs = [int(face.corner.value) for face in faces if face.corner and face.corner.value.isdecimal()]
    curve = next(part for part in said.split("\n\n") if re.match(r"[\w ]+:\n  \d+ ", part))
    assert [int(count) for count in re.findall(r"^  \d+ +(\d+)", curve, re.MULTILINE)] == [
        costs.count(cost) for cost in range(min(costs), max(costs) + 1)
    ]


def test_a_keyword_of_every_card_of_the_game_is_none_to_count(capsys):
    assert main(["sets", "cardmaster"]) == 0
    said = capsys.readouterr().out
    assert "  Overcook " in said
    assert not re.search(r"^  A[123] ", said, re.MULTILINE)
    deck = open_box("shine").ready_decks()[0]
    assert main(["sets", "shine", "--deck", deck.name]) == 0
    assert "\nKeywords:\n" in capsys.readouterr().out


def test_a_deck_is_counted_with_its_copies(capsys):
    deck = open_box("shine").ready_decks()[0]
    assert main(["sets", "shine", "--deck", deck.name]) == 0
    assert capsys.readouterr().out.startswith(f"Shine! My Star: {deck.name}, {sum(deck.cards.values()) + len(deck.front)}\n")


def test_a_deck_that_no_match_takes_is_counted_and_not_said_to_be_left_out(capsys):
    folder = paths.decks_folder("shine")
    folder.mkdir(parents=True)
    (folder / "a.toml").write_text('[[deck]]\nname = "Mine"\ncards = { cinder-fencer = 2 }\n[[deck]]\nname = "Yours"\ncards = {}\n')
    assert main(["sets", "shine", "--deck", "Mine"]) == 0
    out, err = capsys.readouterr()
    assert out.startswith("Shine! My Star: Mine, 2\n")
    told = [line for line in err.splitlines() if "decks/shine/a.toml" in line]
    assert {line.partition(":")[0] for line in told if "'Mine'" in line} == {"no match takes it"}
    assert {line.partition(":")[0] for line in told if "'Yours'" in line} == {"no match takes it"}


def test_what_is_said_of_ones_own_files_is_what_becomes_of_them(capsys):
    """A card that only looks odd is in play; a deck that breaks a rule is there, and no match takes it; whatever cannot be read is left out."""
    (cards := paths.cards_folder("shine")).mkdir(parents=True)
    row = '[[card]]\nid = "{id}"\nname = "{id}"\nkind = "support"\ncolours = ["amber"]\ncost = 2\nstrength = 1\n'
    odd, both = (row.format(id=name) + 'icon = "no-such-picture"\n' for name in ("odd", "both"))
    (cards / "mine.toml").write_text(odd + both + "power = 3\n", encoding="utf-8")
    (decks := paths.decks_folder("shine")).mkdir(parents=True)
    (decks / "a.toml").write_text('[[deck]]\nname = "Gone"\ncards = 3\n[[deck]]\nname = "Mine"\ncards = {}\n', encoding="utf-8")
    box = open_box("shine")
    box.forget()
    assert main(["check", str(cards)]) == 1
    assert len(capsys.readouterr().out.splitlines()) == 4
    assert main(["sets", "shine"]) == 0
    told = [line for line in capsys.readouterr().err.splitlines() if ".toml" in line]
    fates = {place: {line.partition(":")[0] for line in told if f"'{place}'" in line} for place in ("odd", "both", "Mine", "Gone")}
    assert fates == {"odd": {"in play all the same"}, "both": {"left out"}, "Mine": {"no match takes it"}, "Gone": {"left out"}}
    assert {"odd"} == {face.id for face in box.catalogue()} & {"odd", "both"}
    assert {deck.name for deck in own_decks("shine").decks} == {"Mine"}


def test_the_numbers_of_a_cost_are_those_of_its_cards(capsys):
    assert main(["sets", "starcrossed"]) == 0
    said = capsys.readouterr().out
    strengths = [
        int(stat.value)
        for face in open_box("starcrossed").catalogue()
        if face.kind == "diva" and face.corner and face.corner.value == "1"
        for stat in face.stats
        if stat.words.startswith("Strength") and stat.value.isdecimal()
    ]
    mean = f"{sum(strengths) / len(strengths):.1f}"
    assert f"diva, Strength: 1: {mean} ({min(strengths)} to {max(strengths)})" in said


@pytest.mark.parametrize(
    ("words", "sentence"),
    [
        (["verona"], "is played without cards."),
        (["chess"], "There is no game 'chess'"),
        (["shine", "--deck", "nobody"], "has no deck 'nobody'"),
    ],
)
def test_what_cannot_be_counted_is_one_sentence(words, sentence, capsys):
    assert main(["sets", *words]) == 2
    assert sentence in capsys.readouterr().err


def test_where_names_folders_that_are_there(capsys):
    (paths.decks_folder("shine")).mkdir(parents=True)
    (paths.decks_folder("shine") / "mine.toml").write_text("")
    assert main(["where"]) == 0
    said = capsys.readouterr().out
    assert said.startswith(f"Starcross Tabletop {__version__}, from its files, Python 3.")
    assert all(f"  {game}: {open_box(game).title}, edition {open_box(game).version}\n" in said for game in IDS)
    for folder in re.findall(r": (/.*)$", said.partition("What ships:")[2].partition("Yours:")[0], re.MULTILINE):
        assert Path(folder).is_dir()
    assert f"  {paths.user_folder()}\n" in said
    assert f"  {paths.user_folder() / 'decks'}: 1 file\n" in said


@pytest.mark.parametrize("command", [("sets", "shine"), ("where",), ("check", "Ночь.toml"), ("rules", "cardmaster")])
def test_what_a_code_page_of_old_cannot_write_stops_no_command(command, tmp_path):
    """Through a pipe on Windows the bars of `sets` and any folder in Cyrillic letters ended in a traceback, and what else was to be written with it."""
    home, root = tmp_path / "Ночь", str(Path(__file__).parents[2])
    home.mkdir()
    (home / "Ночь.toml").write_text("x = ", encoding="utf-8")
    odd = {**os.environ, "STARCROSS_HOME": str(home), "PYTHONPATH": root, "PYTHONIOENCODING": "ascii"}
    done = subprocess.run([sys.executable, "-m", "game", *command], cwd=home, env=odd, capture_output=True, text=True, check=False)
    assert done.returncode == (command[0] == "check"), done.stderr
    assert not done.stderr
    assert "?" in done.stdout


@pytest.mark.parametrize(("system", "behind"), [("nt", ""), ("posix", " ")])
def test_a_space_behind_the_folder_in_a_line_of_cmd_is_none_of_its_name(system, behind, tmp_path, monkeypatch):
    """`set STARCROSS_HOME=D:\\games & starcross` gives Windows a name with a space; elsewhere a folder may be called that."""
    monkeypatch.setenv("STARCROSS_HOME", f"{tmp_path} ")
    monkeypatch.setattr(paths, "os", SimpleNamespace(name=system, environ=os.environ))
    assert str(paths.user_folder()) == f"{tmp_path}{behind}"
