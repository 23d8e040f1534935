"""In words, a match that is over still answers what is asked about it, and ends with what is typed."""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path

import pytest
from test_text_play import home, play, table

from game.cli.ended import afterwards
from game.cli.help import HELP_OVER, PARTING, STILL
from game.match.match import Match


def given_up(folder: Path, *later: str) -> tuple[Match, list[str]]:
    """Return a match of hidden cards that was given up, and what is said to lines that are typed later."""
    match = table(folder, "human", "novice", game="shine", seed=3)
    said = play(match, "1", "1", "concede", "yes", *later).said
    assert match.outcome is not None
    return match, said[said.index(PARTING) + 1 :]


def test_what_a_program_weighed_is_told_when_the_match_is_over(tmp_path: Path) -> None:
    match, said = given_up(tmp_path, "why that", "why")
    half = len(said) // 2
    assert said[:half] == said[half:]
    assert "its chances" in "".join(said)
    assert not any("is told when the match is over" in line for line in said)
    match.close()
    again = Match.resume(match.path or tmp_path)
    assert "".join(said[:half]) in "".join(play(again, "why that").said)
    again.close()


def test_the_log_of_a_match_that_was_given_up_ends_with_it(tmp_path: Path) -> None:
    match, said = given_up(tmp_path, "log 2")
    assert said[-1].strip() == f"{match.names[0]} gives the match up."
    match.close()
    again = Match.resume(match.path or tmp_path)
    told = [line.strip() for line in play(again, "log").said]
    assert told.count(f"{match.names[0]} gives the match up.") == 1
    again.close()


@pytest.mark.parametrize("typed", ["maybe", "no", ""])
def test_what_is_asked_once_more_and_not_meant_is_said_to_be_left(typed: str, tmp_path: Path) -> None:
    match = table(tmp_path, "human", "novice", game="shine", seed=3)
    typist = play(match, "1", "1", "concede", typed)
    assert match.outcome is None
    assert "It is left." in typist.said
    match.close()


@pytest.mark.parametrize(("players", "first"), [(("human", "novice"), ("1", "1")), (("human", "human"), ("",))], ids=["alone", "hot-seat"])
def test_the_table_is_told_when_the_match_is_over_and_nothing_is_asked(
    players: tuple[str, ...], first: tuple[str, ...], tmp_path: Path
) -> None:
    match = table(tmp_path, *players, game="shine", seed=3)
    asked = ["log 1", "look", "hand", "map", "who", "around A1", "read x", "rules SH-7", "save", "why"]
    assert {line.partition(" ")[0] for line in asked} == set(STILL)
    said = play(match, *first, "concede", "yes", *asked).said
    told = said[said.index(PARTING) + 1 :]
    assert any("Graveyard" in line for line in told)
    assert f"Every step is kept in {match.path}" in told
    assert not any(line.startswith("Choose") or "To go on" in line for line in told)


@pytest.mark.parametrize("last", ["", "quit", "EXIT", "1", "3 via C4"])
def test_nothing_a_number_or_quit_leaves_and_anything_else_is_answered(last: str) -> None:
    typed, said, asked = ["?", "asdf jkl", "WHY that", "look", "undo", last, "never"], list[str](), list[str]()
    afterwards(lambda: typed.pop(0), said.append, asked.append)
    assert typed == ["never"]
    strange = "'asdf jkl' is nothing that can be asked of a match that is over. What can:"
    assert said == [PARTING, HELP_OVER, strange, HELP_OVER, "The match is over: `undo` does nothing any more, and `?` tells what does."]
    assert asked == ["why that", "look"]


def test_where_only_programs_play_nobody_is_asked_at_the_end(tmp_path: Path) -> None:
    def never() -> str:
        raise AssertionError

    typist = play(table(tmp_path, "random", "random"), then=lambda _: never())
    assert PARTING not in typist.said


@pytest.mark.parametrize(
    ("typed", "last"), [("concede\nyes\nwhy that\n", "No program has done anything yet."), ("concede\nyes\n", PARTING)]
)
def test_a_script_ends_where_it_ends(typed: str, last: str, tmp_path: Path) -> None:
    words = [sys.executable, "-m", "game", "play", "shine", "--seat", "human", "novice", "--seed", "5", "--text"]
    done = subprocess.run(words, input=typed, capture_output=True, text=True, env=home(tmp_path), timeout=120, check=False)
    assert (done.returncode, done.stderr) == (0, "")
    assert done.stdout.splitlines()[-1] == last


def test_whoever_gives_up_is_told_what_everybody_had_and_no_marks_of_who_won(tmp_path: Path) -> None:
    match = table(tmp_path, "human", "novice", game="verona", seed=3)
    said = play(match, "6", "1", "concede", "yes").said
    had = [counter.value for counter in match.scene(-1).counters.values() if counter.label == "Prestige"]
    assert len(had) == 2
    assert f"Prestige: {', '.join(f'{name} {value}' for name, value in zip(match.names, had, strict=True))}." in said
    assert not any(line.startswith("Scores") for line in said)
