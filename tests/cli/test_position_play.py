"""A match can begin in a position, by its name or from a file, in words too; what is kept of it holds the position itself."""

from __future__ import annotations

import io
import re

import pytest
from msgspec.structs import replace

from game import paths
from game.cli import main
from game.cli.lesson import LessonTable
from game.content.positions import position_files, positions_of
from game.match.course import Course
from game.match.guide import won_by
from game.match.match import Match
from game.match.seats import SeatPlan
from game.rules import SHIPPED
from game.table.shell.learnt import learnt

FEUD = """
title = "One marriage"
[setup]
seed = 3
[table]
dice = [[4], [3]]
prestige = [48, 0]
"""


def played(monkeypatch, *words: str, typed: str = "") -> int:
    monkeypatch.setattr("sys.stdin", io.StringIO(typed))
    return main(["play", *words, "--text"])


def test_a_position_is_played_by_name_and_its_save_goes_on_without_the_file(monkeypatch, capsys):
    own = paths.positions_folder("verona") / "mine.toml"
    own.parent.mkdir(parents=True)
    own.write_text(FEUD)
    assert played(monkeypatch, "verona", "--position", "mine", typed="1\nquit\n") == 0
    assert "Propose a marriage" in capsys.readouterr().out
    own.unlink()
    saved = next(paths.saves_folder().glob("*.jsonl"))
    assert played(monkeypatch, "--resume", str(saved), typed="log\nquit\n") == 0
    assert main(["replay", str(saved), "--verify"]) == 0
    assert main(["check", str(saved)]) == 0


def test_a_position_is_played_from_a_file(monkeypatch, capsys, tmp_path):
    file = tmp_path / "mine.toml"
    file.write_text(FEUD)
    assert played(monkeypatch, "verona", "--position", str(file)) == 0
    assert "Propose a marriage" in capsys.readouterr().out


def test_a_puzzle_from_a_file_is_one_as_it_is_by_its_name(monkeypatch, capsys, tmp_path):
    file = tmp_path / "x.toml"
    file.write_bytes((paths.ASSETS / "positions" / "verona" / "puzzle-2.toml").read_bytes())
    told = []
    for name in (str(file), "puzzle-2"):
        assert played(monkeypatch, "verona", "--position", name, typed="hint\nsolution\nquit\n") == 0
        told.append(capsys.readouterr().out.splitlines()[:-1])
    assert told[0] == told[1]
    assert "solution" not in told[0]


@pytest.mark.parametrize(
    ("words", "said"),
    [
        (("verona", "--position", "nowhere"), "star cross'd has no position 'nowhere', and there is no such file; there are lesson-1"),
        (
            ("verona", "--position", "lesson-1", "--seed", "4"),
            "--seed has no place beside --position, which says that itself.",
        ),
        (("verona", "--position", "lesson-1", "--seat", "human", "wizard"), "There is no player called 'wizard'"),
    ],
)
def test_what_cannot_be_is_said_in_one_sentence(words, said, monkeypatch, capsys):
    assert played(monkeypatch, *words) == 2
    err = capsys.readouterr().err
    assert said in err
    assert err.count("\n") == 1


def test_check_reads_positions(capsys, tmp_path):
    assert main(["check", *(str(path) for path in position_files("overcross"))]) == 0
    assert capsys.readouterr().out.endswith("no fault.\n")
    file = tmp_path / "positions" / "verona" / "odd.toml"
    file.parent.mkdir(parents=True)
    file.write_text(FEUD.replace("[4]", "[9]"))
    assert main(["check", str(tmp_path)]) == 1
    assert "odd.toml, line 6: table.dice 1 1" in capsys.readouterr().out


def test_check_plays_lessons_and_puzzles_through(capsys, tmp_path):
    file = tmp_path / "positions" / "verona" / "odd.toml"
    file.parent.mkdir(parents=True)
    file.write_text(FEUD + '[goal]\nwords = "Win."\nwin = true\n')
    assert main(["check", str(file)]) == 1
    assert "odd.toml: solution: there is none." in capsys.readouterr().out
    file.write_text('solution = ["Propose*"]\n' + FEUD + '[goal]\nwords = "Score."\ntold = "*scores 7 for the marriage"\n')
    assert main(["check", str(file)]) == 0


def test_a_lesson_is_gone_through_in_words(monkeypatch, capsys):
    typed = "recruit\npropose 3 4\npropose 4 5\n"
    assert played(monkeypatch, "verona", "--position", "lesson-1", typed=typed) == 0
    said = capsys.readouterr().out
    assert said.count("Where a step says to drag, click or press, type the number of what it speaks of.") == 1
    assert "Odd and even have chemistry. Drag your 3 onto their 4 to propose a marriage." in said
    assert "Marry the 3 to their 4 first: odd and even attract" in said
    assert said.index("Marry the 3 to their 4 first") < said.index("scores 7 for the marriage") < said.index("Well done!")
    assert learnt() == {"verona/lesson-1"}


def test_a_puzzle_is_solved_in_words_and_failing_it_says_so(monkeypatch, capsys):
    puzzle = next(each for each in positions_of("verona") if each.kind == "puzzle")
    own = puzzle.solution[0].partition(": ")[2].rstrip(".")
    assert played(monkeypatch, "verona", "--position", puzzle.name, typed=f"{own}\n" * 3) == 0
    said = capsys.readouterr().out
    assert puzzle.goal.words in said
    assert "Solved!" in said
    assert played(monkeypatch, "verona", "--position", puzzle.name, typed="recruit\n") == 0
    failed = capsys.readouterr().out
    assert "Not this time." in failed
    assert "To go on" not in said + failed
    assert played(monkeypatch, "verona", "--position", puzzle.name, typed="quit\n") == 0
    assert "Left after 0 steps. To go on: " in capsys.readouterr().out


@pytest.mark.parametrize("game", SHIPPED)
def test_a_puzzle_says_once_what_wins(game, monkeypatch, capsys):
    assert played(monkeypatch, game, "--position", "puzzle-3", typed="quit\n") == 0
    position = next(each for each in positions_of(game) if each.name == "puzzle-3")
    match = Match.lay(position, (SeatPlan("human"),) * position.setup.seats)
    assert capsys.readouterr().out.count(won_by(match.setup).words) == 1


def test_what_is_read_last_is_said_before_the_end(monkeypatch, capsys):
    assert played(monkeypatch, "verona", "--position", "lesson-3", typed="feud 6 2\n") == 0
    said = capsys.readouterr().out
    assert said.index("The loser leaves play, and the winner drops by 2") < said.index("Well done!")


@pytest.mark.parametrize(
    ("game", "name", "who", "said"),
    [
        ("verona", "puzzle-1", ("random",), "The goal: Win this turn, whatever the others do and however the dice fall."),
        ("shine", "lesson-1", ("normal",), "Drag Rubea onto Marisel: Stars may always attack each other."),
        ("verona", "lesson-3", ("normal",), "The loser leaves play, and the winner drops by 2"),
    ],
)
def test_who_only_looks_on_is_told_how_it_ends(game, name, who, said, monkeypatch, capsys):
    """A lesson goes as it says, each step said once; nobody has learnt it by that, and what was left goes on."""
    assert played(monkeypatch, game, "--position", name, "--seat", *who) == 0
    told = capsys.readouterr().out
    assert told.count(said) == 1
    assert "`hint`" not in told
    assert "type the number" not in told
    assert told.splitlines()[-1] in {"Well done!", "Solved!"} or "Not this time. The goal was:" in told.splitlines()[-1]
    assert not learnt()
    saved = next(paths.saves_folder().glob("*.jsonl"))
    assert played(monkeypatch, "--resume", str(saved)) == 0


def test_a_person_across_from_a_lesson_answers_a_program_that_follows_it(monkeypatch, capsys):
    assert played(monkeypatch, "verona", "--position", "lesson-1", "--seat", "normal", "human", typed="leave\nrecruit\n") == 0
    told = capsys.readouterr().out
    assert told.index("Drag your 3 onto their 4") < told.index("Leave the new die") < told.index("marry the 4 to their 5")


def at_table(game: str, name: str, *typed: str) -> list[str]:
    """Return what is said of a puzzle to what is typed; `@` types the number that the last hint named."""
    position = next(each for each in positions_of(game) if each.name == name)
    plans = tuple(SeatPlan("human" if seat == position.seat else "normal") for seat in range(position.setup.seats))
    lines, said = list(typed), list[str]()

    def hear() -> str:
        if not lines:
            raise EOFError
        line = lines.pop(0)
        return re.findall(r"Enter (\d+)\.", next(words for words in reversed(said) if "Enter " in words))[-1] if line == "@" else line

    LessonTable(Course(position, Match.lay(position, plans)), hear, said.append).play()
    return said


@pytest.mark.parametrize(
    "puzzle",
    [each for game in SHIPPED for each in positions_of(game) if each.kind == "puzzle"],
    ids=lambda each: f"{each.game}-{each.name}",
)
def test_a_puzzle_is_solved_by_typing_the_numbers_of_its_hints(puzzle):
    said = at_table(puzzle.game, puzzle.name, *("hint", "@") * 60)
    assert "Solved!" in said
    assert not any("*" in words or "another way" in words for words in said)


def test_a_hint_tells_equal_cards_apart_by_their_place():
    said = at_table("shine", "puzzle-2", *("hint", "@") * 4, "hint")
    hints = [words for words in said if words.startswith(("Begin with: ", "Next: "))]
    assert len(hints) == 5
    assert len({words for words in hints if "with Harbour Sentinel (5) (your " in words}) == 2


def test_the_solution_is_told_in_words_with_what_is_ended_by_hand():
    said = at_table("shine", "puzzle-1", "?", "solution")
    assert "solution       tells the known way of this puzzle, from its beginning" in said
    told = said[said.index("  1 Play Flare Marshal on Support space 3 (3 Shine).") :]
    assert told[1] == "  2 Do no more in this main phase."
    assert told[2].startswith("  3 Attack Helia of the Golden Hour")
    assert not any("Nothing you may do" in words for words in said)


def test_the_list_and_the_odds_say_what_an_offer_closes():
    said = at_table("overcross", "puzzle-3", "odds 1")
    closing = next(words for words in said if words.startswith("    With "))
    number, _, closes = closing.removeprefix("    With ").partition(": ")
    assert closes
    assert closes in at_table("overcross", "puzzle-3", f"odds {number}")[-1]


def test_no_rule_is_cited_that_no_rulebook_has(monkeypatch, capsys):
    assert played(monkeypatch, "verona", "--position", "puzzle-1", typed="concede\nyes\n") == 0
    said = capsys.readouterr().out
    assert "cannot be taken back" not in said, "what is refused all the same is not asked about"
    assert "is left, not given up." in said
    assert "CONCEDE" not in said
    assert played(monkeypatch, "verona", "--seat", "human", "random", "--seed", "3", typed="concede\nyes\n") == 0
    said = capsys.readouterr().out
    assert "gives the match up." in said
    assert "CONCEDE" not in said


def test_what_a_lesson_refuses_is_not_asked_about_first(monkeypatch):
    plain = Match.offers
    monkeypatch.setattr(Match, "offers", lambda match: tuple(replace(offer, warning="It would change nothing.") for offer in plain(match)))
    why = "Propose the 1 to their 6: nobody can challenge a 1, and it brings you 7 and 5 more for marrying up."
    assert at_table("verona", "lesson-2", "your 4 to 3", "yes").count(why) == 1
    assert not [words for words in at_table("verona", "lesson-2", "your 4 to 3") if "Type `yes`" in words]
    assert [words for words in at_table("verona", "lesson-2", "your 1 to 6") if "Type `yes`" in words]


def test_odds_end_with_no_stray_word():
    odds = at_table("cardmaster", "puzzle-1", *(f"odds {number}" for number in range(1, 9)))
    told = [line for line in odds if " damage: ATK" in line]
    assert told
    assert all(line.endswith((".", "?")) for line in told), told


def test_the_odds_of_a_card_say_at_least_what_is_printed_on_it():
    """A hint told it, and the odds said that there was nothing."""
    assert at_table("shine", "puzzle-1", "odds 2")[-1] == "Exhaust, (2): A friendly exhausted Attack card becomes active."
