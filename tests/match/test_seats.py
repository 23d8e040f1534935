"""Who sits where: names that nobody typed, and through whose eyes a saved match is seen."""

from __future__ import annotations

from pathlib import Path

import pytest
from msgspec.structs import replace

from game.ai.levels import title
from game.content.positions import positions_of
from game.kernel.setup import Setup
from game.match.course import Course
from game.match.journal import GENERATIONS, encode_line, generation
from game.match.match import Match
from game.match.save import list_saves, read_record
from game.match.seats import SeatPlan, introduced, named, onlookers, stepped, told_apart, trusted
from game.rules import SHIPPED, open_box

ANNA, NOBODY, HARD = SeatPlan("human", "Anna"), SeatPlan("human"), SeatPlan("hard")


@pytest.mark.parametrize(
    ("plans", "names"),
    [
        ((NOBODY, HARD), ("Bert", "Hard opponent")),
        ((HARD, NOBODY), ("Hard opponent", "Bert")),
        ((ANNA, HARD), ("Anna", "Hard opponent")),
        ((NOBODY, SeatPlan("hard", "Deep Thought")), ("Bert", "Deep Thought")),
        ((NOBODY, NOBODY), ("Bert", "")),
        ((ANNA, NOBODY), ("Anna", "")),
        ((NOBODY, HARD, HARD), ("Bert", "", "")),
        ((HARD, HARD), ("", "")),
        ((NOBODY, SeatPlan("hard:bold")), ("Bert", "")),
    ],
)
def test_the_first_person_has_the_name_of_whoever_plays_here_and_a_lone_opponent_that_of_its_level(plans, names):
    named = introduced(plans, " Bert ")
    assert tuple(plan.name for plan in named) == names
    assert [plan.player for plan in named] == [plan.player for plan in plans]


@pytest.mark.parametrize(
    ("plans", "over", "eyes"),
    [
        ((ANNA, HARD), False, (0,)),
        ((HARD, ANNA, HARD), False, (1,)),
        ((ANNA, NOBODY), False, ()),
        ((HARD, HARD), False, (0, 1)),
        ((ANNA, HARD), True, (0, 1)),
        ((ANNA, NOBODY), True, (0, 1)),
    ],
)
def test_a_match_is_seen_through_its_only_person_until_it_is_over(plans, over, eyes):
    assert onlookers(plans, over=over) == eyes


@pytest.mark.parametrize("game", SHIPPED)
@pytest.mark.parametrize("plans", [(NOBODY, HARD), (NOBODY, NOBODY), (ANNA, NOBODY)])
def test_nobody_without_a_name_is_called_otherwise_in_the_list_of_saves_than_at_the_table(game, plans, tmp_path):
    box = open_box(game)
    plans = introduced(plans, "")
    match = Match.start(Setup(game, 2, seed=5), plans, folder=tmp_path)
    match.submit(match.legal()[0])
    match.close()
    entry = next(each for each in list_saves(tmp_path) if each.path == match.path)
    assert entry.names == match.names
    own = [deck.name for deck in match.setup.decks] or box.sides
    expected = [plan.name or own[seat] for seat, plan in enumerate(plans)]
    assert match.names == told_apart(expected), "the deck it plays with, and in a game without decks its side"
    assert entry.levels == tuple("" if plan.human else "Hard" for plan in plans)


def test_two_decks_of_one_name_are_numbered_in_the_list_of_saves_as_well(tmp_path):
    deck = open_box("shine").ready_decks()[0]
    match = Match.start(open_box("shine").complete(Setup("shine", 2, seed=5, decks=(deck, deck))), (NOBODY, NOBODY), folder=tmp_path)
    match.close()
    assert list_saves(tmp_path)[0].names == match.names == (f"{deck.name} (1)", f"{deck.name} (2)")


def test_whoever_is_called_by_a_level_is_called_by_the_new_one():
    plans = (ANNA, SeatPlan("normal", "Normal opponent"))
    assert stepped(plans, 1) == (ANNA, SeatPlan("hard", "Hard opponent"))
    assert stepped(plans, -1) == (ANNA, SeatPlan("easy", "Easy opponent"))
    assert stepped((ANNA, SeatPlan("hard:bold", "Tybalt")), -1) == (ANNA, SeatPlan("normal:bold", "Tybalt"))


def test_nobody_comes_to_play_at_random():
    novice, random = SeatPlan("novice", "Novice opponent"), SeatPlan("random", "Random opponent")
    assert stepped((ANNA, novice, SeatPlan("easy", "Easy opponent")), -1) == (ANNA, novice, novice)
    assert stepped((ANNA, random), -1) == (ANNA, random)
    assert stepped((ANNA, random), 1) == (ANNA, novice)


def test_in_a_position_the_others_are_called_as_its_file_calls_them():
    plans = (NOBODY, SeatPlan("normal"))
    assert [plan.name for plan in named(plans, " Bert ")] == ["Bert", ""]
    puzzle = next(each for each in positions_of("verona") if any("House" in words for words in each.solution))
    course = Course(
        puzzle,
        Match.lay(
            puzzle, named(tuple(SeatPlan("human" if seat == puzzle.seat else "normal") for seat in range(puzzle.setup.seats)), "Bert")
        ),
    )
    assert course.next_of(puzzle.solution, 0) is not None
    assert course.match.spoken(course.next_of(puzzle.solution, 0).words) == puzzle.solution[0]


ABSENT = ("patient", "novice:../../x", "master@99999999999999999999", "human:bold", "\x1b[2J")


def begun_with(player: str, folder: Path, *, lost: bool = False) -> Path:
    """Return a save in which a player is named for the second seat; `lost` takes its lines away, so that only a position is left."""
    match = Match.start(Setup("verona", 2), (ANNA, SeatPlan("novice", "Novice opponent")), folder=folder)
    for _ in range(2):
        match.submit(match.legal()[0])
    match.close()
    assert match.path is not None
    record = read_record(match.path)
    version = "of old" if lost else record.header.version
    header = replace(record.header, version=version, plans=(ANNA, SeatPlan(player, f"{title(player)} opponent")))
    for number in range(GENERATIONS):
        generation(match.path, number).write_bytes(encode_line(header) + b"".join(record.texts))
    return match.path


@pytest.mark.parametrize("lost", [False, True])
@pytest.mark.parametrize("player", ABSENT)
def test_a_save_that_names_a_player_who_is_not_here_is_gone_on_with_against_normal(player: str, *, lost: bool, tmp_path: Path) -> None:
    match = Match.resume(begun_with(player, tmp_path, lost=lost))
    match.close()
    assert (match.count, match.plans) == (2, (ANNA, SeatPlan("normal", "Normal opponent")))
    named = "?[2J" if "\x1b" in player else player
    assert match.notice.endswith(f"Not every player of this save is here, so normal plays for seat 2 ({named}).")
    assert match.stood_in


@pytest.mark.parametrize("player", [*ABSENT, "exec:nothing"])
def test_whoever_resumes_such_a_save_may_name_who_plays(player: str, tmp_path: Path) -> None:
    match = Match.resume(begun_with(player, tmp_path), plans=(HARD, NOBODY))
    match.close()
    assert (match.plans, match.notice, match.stood_in) == ((HARD, NOBODY), "", False)


def test_players_from_outside_and_absent_ones_are_told_in_one_sentence() -> None:
    rules = open_box("verona").rules(open_box("verona").complete(Setup("verona", 2)))
    plans, words = trusted(rules, (SeatPlan("exec:rm"), ANNA, SeatPlan("patient"), HARD))
    assert plans == (SeatPlan("normal"), ANNA, SeatPlan("normal"), HARD)
    assert words == (
        "A save does not start a program from outside and not every player of this save is here, "
        "so normal plays for seat 1 (exec:rm) and seat 3 (patient)."
    )
