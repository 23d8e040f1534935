"""Saved matches on the command line: told, verified, and honest when they differ."""

from __future__ import annotations

from pathlib import Path

import pytest

from game.cli import main
from game.kernel.chance import Chance
from game.kernel.setup import Setup
from game.match.match import Match
from game.match.seats import SeatPlan


@pytest.fixture(name="match")
def played(tmp_path: Path) -> Match:
    match = Match.start(Setup(game="verona", seats=3, seed=9), (SeatPlan("random"),) * 3, folder=tmp_path)
    chance = Chance(1)
    while match.deciding is not None:
        match.submit(chance.pick(match.legal()))
    match.flush()
    return match


def test_a_whole_match_verifies(match, capsys):
    assert main(["replay", str(match.path), "--verify"]) == 0
    out = capsys.readouterr().out
    assert f"{match.count} actions verified; it is over" in out


def test_a_changed_action_is_found_and_named(match, capsys):
    lines = match.path.read_text().splitlines(keepends=True)
    lines[3], lines[4] = lines[4], lines[3]
    for file in (match.path, *match.path.parent.glob("*.jsonl.?")):
        file.write_text("".join(lines))
    assert main(["replay", str(match.path), "--verify"]) == 1
    out, err = capsys.readouterr()
    assert out == ""
    assert "line 4" in err
    assert err.count("\n") == 1


def test_of_a_torn_save_it_says_what_else_holds_more(match, capsys):
    match.close()
    match.path.write_bytes(match.path.read_bytes()[:-20])
    assert main(["replay", str(match.path), "--verify"]) == 1
    assert (
        "it is cut off. The match is over (VR-27). `starcross play --resume` makes the most of it and the copies beside it."
        in capsys.readouterr().err
    )
    for path in match.path.parent.glob("*.jsonl.*"):
        path.unlink()
    assert main(["replay", str(match.path), "--verify"]) == 1
    assert capsys.readouterr().err.endswith("it is cut off.\n")


@pytest.mark.parametrize("content", [b"", b"\xf7\x00 noise\n\xff" * 300], ids=["empty", "noise"])
def test_a_save_of_which_only_a_copy_can_be_read_does_not_verify(match, content, capsys):
    match.close()
    match.path.write_bytes(content)
    assert main(["replay", str(match.path), "--verify"]) == 1
    out, err = capsys.readouterr()
    assert out == ""
    assert f"is damaged ({'line 1: ' if content else 'it is empty'}" in err
    assert f"the copy beside it was read instead, and all {match.count - 1} actions in it lead where they did. The match is over" in err
    assert "it goes on" not in err
    assert main(["replay", str(match.path)]) == 0
    assert "is damaged" in capsys.readouterr().err


def test_the_match_is_told_up_to_a_step(match, capsys):
    assert main(["replay", str(match.path), "--to", "2"]) == 0
    part = capsys.readouterr().out
    assert main(["replay", str(match.path)]) == 0
    whole = capsys.readouterr().out
    told = [line for line in part.splitlines() if line.startswith("  House")]
    assert whole.startswith("\n".join(told[:3]))
    assert len(whole) > len(part)
    assert match.outcome.words.split("{")[0] in whole


def test_a_step_that_is_not_there_is_refused(match, capsys):
    assert main(["replay", str(match.path), "--to", "9999"]) == 2
    assert f"from action 0 to {match.count}" in capsys.readouterr().err
