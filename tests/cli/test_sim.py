"""Batches on the command line: the same seed plays the same matches, and what comes out is counted right."""

from __future__ import annotations

import json
import os
import shlex
import sys

import pytest

from game.cli import main
from game.lab.findings import Figure, percent
from game.rules import IDS, open_box


def sim(path, *words: str) -> dict:
    assert main(["sim", *words, "--json", str(path)]) == 0
    return json.loads(path.read_text())


@pytest.mark.parametrize("game", IDS)
def test_every_game_finishes_its_matches_without_fault(game, tmp_path, capsys):
    seats = min(open_box(game).seats)
    results = sim(tmp_path / "sim.json", game, "--seats", ",".join(["random"] * seats), "--games", "4", "--seed", "3")
    assert results["games"] == results["finished"] == 4
    assert results["faults"] == []
    assert sum(results["wins_by_seat"]) == pytest.approx(sum(results["wins_by_entrant"]))
    assert len(results["lengths"]) == 4
    assert results["seconds"] > 0
    out = capsys.readouterr().out
    assert f"{game}: 4 of 4 matches finished" in out


def test_the_same_seed_plays_the_same_matches_on_one_process_and_on_two(tmp_path):
    words = ("verona", "--seats", "greedy,random,random", "--games", "6", "--seed", "8")
    one = sim(tmp_path / "one.json", *words)
    two = sim(tmp_path / "two.json", *words, "--jobs", "2")
    assert one["played"] == two["played"]


def test_every_share_is_told_with_how_sure_it_is(tmp_path, capsys):
    results = sim(tmp_path / "sim.json", "verona", "--seats", "greedy,random", "--games", "4", "--seed", "3")
    out = capsys.readouterr().out
    for key, wins in (("share_by_entrant", results["wins_by_entrant"]), ("share_by_seat", results["wins_by_seat"])):
        for share, won in zip(results[key], wins, strict=True):
            assert share["mean"] == pytest.approx(won / 4)
            assert share["count"] == 2, "so many deals"
            assert 0 <= share["low"] <= share["mean"] <= share["high"] <= 1
            assert share["low"] < share["high"]
            told = percent(Figure(*(share[part] for part in ("mean", "reach", "count"))))
            assert f": {told}: {won:g} of 4 " in out


def test_an_entrant_with_a_comma_stands_in_quotes(tmp_path, capsys):
    bot = tmp_path / "bot.py"
    bot.write_text(
        'import sys\nassert sys.argv[1] == "a,b"\nfor _ in sys.stdin:\n    print(\'{"choose": 0}\', flush=True)\n', encoding="utf-8"
    )
    name = f"exec:{shlex.quote(sys.executable)} {bot} a,b"
    results = sim(tmp_path / "sim.json", "verona", "--seats", f'random, "{name}"', "--games", "1")
    assert results["levels"] == ["random", name]
    capsys.readouterr()
    for seats in (f'"{name},random', f'"exec:{bot}" a,random', "random\nrandom"):
        assert main(["sim", "verona", "--seats", seats, "--games", "1"]) == 2
        assert "cannot be read: names stand between commas, and one that has a comma itself in double quotes." in capsys.readouterr().err


def test_matches_that_are_kept_verify(tmp_path, capsys):
    folder = tmp_path / "kept"
    assert main(["sim", "verona", "--seats", "random,random", "--games", "5", "--keep", str(folder)]) == 0
    files = sorted(folder.glob("*.jsonl"))
    assert len(files) == 5
    capsys.readouterr()
    for file in files:
        assert main(["replay", str(file), "--verify"]) == 0
    assert capsys.readouterr().out.count("verified; it is over") == 5


def test_a_folder_that_holds_matches_of_a_game_takes_no_more_of_it(tmp_path, capsys):
    words = ("--seats", "random,random", "--games", "2", "--keep", str(tmp_path))
    assert main(["sim", "verona", *words]) == 0
    assert main(["sim", "cardmaster", *words]) == 0
    before = {file.name: file.read_bytes() for file in tmp_path.iterdir()}
    capsys.readouterr()
    assert main(["sim", "verona", *words, "--seed", "9"]) == 2
    said = capsys.readouterr().err
    assert "already holds matches of star cross'd: name another folder" in said
    assert said.strip().count("\n") == 0
    assert before == {file.name: file.read_bytes() for file in tmp_path.iterdir()}


@pytest.mark.parametrize(
    ("words", "part"),
    [
        (("--seats", "human,random", "--games", "1"), "Only programs play a batch"),
        (("--seats", "random", "--games", "1"), "not by 1"),
        (("--seats", "random,wizard", "--games", "1"), "no player called 'wizard'"),
        (("--seats", "random,random", "--games", "0"), "--games is a number from 1"),
        (("--seats", "random,random", "--games", "2", "--jobs", "0"), "--jobs is a number from 1"),
        (("--seats", "random,random"), "--games"),
        (("--seats", "random,random", "--games", "1", "--json", f"{__file__}/x"), f"{__file__}/x".replace("/", os.sep)),
        (("--seats", "random,random", "--games", "1", "--keep", f"{__file__}/x"), f"{__file__}/x".replace("/", os.sep)),
    ],
)
def test_what_cannot_be_played_is_one_sentence(words, part, capsys):
    assert main(["sim", "verona", *words]) == 2
    err = capsys.readouterr().err
    assert part in err
    assert err.strip().count("\n") == 0


@pytest.mark.parametrize(
    ("seats", "decks", "warned"),
    [
        ("novice,random", ("Closing Time", "Late Fees"), True),
        ("novice,random", ("Closing Time", "Closing Time"), False),
        ("random,random", ("Closing Time", "Late Fees"), False),
    ],
)
def test_where_players_and_decks_differ_that_is_said(seats, decks, warned, capsys):
    """With the two first ready decks Easy won most matches against Normal."""
    words = ["overcross", "--seats", seats, "--games", "1", "--map", "small", "--option", "rounds=4", "--deck", *decks]
    assert main(["sim", *words]) == 0
    assert ("their decks do too: starcross lab overcross levels" in capsys.readouterr().out) == warned
