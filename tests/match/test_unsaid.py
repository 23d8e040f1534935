"""What a lesson or a puzzle names that comes up nowhere is told of by `check`, with the step, the line, and what would fit."""

from __future__ import annotations

from pathlib import Path

import pytest

from game import paths
from game.cli import main
from game.content.positions import positions_of
from game.match.course import Course, played_through
from game.match.match import Match
from game.match.seats import SeatPlan
from game.match.unsaid import unsaid
from game.rules import SHIPPED


def told(tmp_path: Path, capsys: pytest.CaptureFixture[str], game: str, name: str, right: str, wrong: str) -> list[str]:
    """Return what `check` tells of a position that ships with a slip in it."""
    folder = tmp_path / "positions" / game
    folder.mkdir(parents=True)
    shipped = paths.ASSETS / "positions" / game
    text = (shipped / f"{name}.toml").read_text("utf-8")
    assert right in text
    file = folder / "mine.toml"
    file.write_text(text.replace(right, wrong, 1), "utf-8")
    if (shipped / "decks.toml").exists():
        (folder / "decks.toml").write_bytes((shipped / "decks.toml").read_bytes())
    assert main(["check", str(file)]) == 1
    return [line.partition(": ")[2] for line in capsys.readouterr().out.splitlines()[:-1]]


@pytest.mark.parametrize(
    ("game", "name", "right", "wrong", "words"),
    [
        ("shine", "lesson-1", "Marisel, Tidal Voice", "Marisel, Tidal Vice", "steps 1.glow: nothing is called 'Marisel, Tidal Vice'; 'Marisel, Tidal Voice' would fit."),
        ("shine", "lesson-1", '"Rubea, First Flame"', '"No such thing"', "steps 1.glow: nothing is called 'No such thing'."),
        ("verona", "lesson-1", "Leave the new die", "Leave the new dye", "steps 3.reply: the others are offered nothing like 'Leave the new dye'; 'Leave the new die.' would fit."),
        ("verona", "lesson-3", '"*wins*duel*"', '"No such ewent"', "steps 2.done: nothing is told here like 'No such ewent'; "),
        ("verona", "lesson-3", "Start a feud: your 6", "Start a fued: your 6", "steps 2.do: no offer here is 'Start a fued: your 6 with *'s 2'; "),
        ("shine", "puzzle-18", "Ash Tailor is destroyed", "Ash Tailor is distroyed", "goal.never: nothing is ever told like 'Ash Tailor is distroyed*'; 'Ash Tailor is destroyed.'"),
        ("shine", "puzzle-18", "Ash Tailor is destroyed", "Ash Tayler is destroyed", "goal.never: nothing is ever told like 'Ash Tayler is destroyed*'; 'Ash Tailor is destroyed.'"),
    ],
)  # fmt: skip
def test_a_slip_in_what_is_named_is_told(game, name, right, wrong, words, tmp_path, capsys):
    found = told(tmp_path, capsys, game, name, right, wrong)
    assert len(found) == 1
    assert found[0].startswith(words)


def test_an_event_that_ends_no_step_comes_with_those_that_would(tmp_path, capsys):
    found = told(tmp_path, capsys, "verona", "lesson-3", '"*wins*duel*"', '"No such ewent"')[0]
    assert found.endswith(" would fit.")
    assert "House Leonardi starts a feud" in found


def test_the_line_of_a_slip_is_told(tmp_path, capsys):
    told(tmp_path, capsys, "shine", "lesson-1", "Marisel, Tidal Voice", "Marisel, Tidal Vice")
    main(["check", str(tmp_path)])
    assert "mine.toml, line 20: steps 1.glow: " in capsys.readouterr().out


@pytest.mark.parametrize("game", SHIPPED)
def test_whatever_ships_names_only_what_comes_up(game):
    for position in positions_of(game):
        if position.kind != "position":
            course = Course(position, Match.lay(position, (SeatPlan("human"),) * position.setup.seats))
            assert played_through(course) == ""
            assert unsaid(course) == [], position.name
