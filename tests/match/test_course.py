"""Lessons and puzzles as they go: every one that ships ends well by its own solution, and what is not asked for is answered with the reason."""

from __future__ import annotations

import re
from pathlib import Path

import pytest
from msgspec.structs import replace

from game.ai.levels import player
from game.content.positions import Goal, Position, SetupRow, Step, fits, positions_of
from game.kernel.chance import Chance
from game.kernel.offers import Offer
from game.match.counsel import THINKING
from game.match.course import ANSWERED, ASTRAY, FAILED, OPEN, SOLVED, Course, course_of, played_through
from game.match.match import Match
from game.match.seats import SeatPlan
from game.rules import SHIPPED

ALL = [position for game in SHIPPED for position in positions_of(game) if position.kind != "position"]


def begun(position: Position, **kept: Path) -> Course:
    return Course(position, Match.lay(position, (SeatPlan("human"),) * position.setup.seats, **kept))


def feud(**changes) -> Position:
    """Return a position of two families: one's last die can marry for the win."""
    sound = Position(
        "verona", "mine", Path("mine.toml"), "Mine", "", 0, SetupRow(seed=3),
        {"dice": [[3, 4], [4, 5, 6, 6]], "prestige": [22, 14]}, None, (), "", (), (),
    )  # fmt: skip
    return replace(sound, **changes)


MARRY = Step("Marry the 3.", do=("Propose a marriage: your 3 to *'s 4",), why="Not that one.", reply=("Leave*", "Recruit*"))
AGAIN = Step("And the 4.", do=("Propose a marriage: your 4 to *'s 5",), reply=("Leave*",))
WIN = Goal("Win.", win=True, within="match")


def offer_of(course: Course, words: str) -> Offer:
    found = course.next_of((words,), 0)
    assert found is not None, [course.match.spoken(offer.words) for offer in course.match.offers()]
    return found


def take(course: Course, words: str) -> None:
    course.match.submit(offer_of(course, words).action)


@pytest.mark.parametrize("position", ALL, ids=lambda position: f"{position.game}-{position.name}")
def test_whatever_ships_ends_well_by_its_own_solution(position):
    course = begun(position)
    assert played_through(course) == ""
    assert course.verdict == SOLVED


@pytest.mark.parametrize("game", SHIPPED)
def test_every_game_has_a_first_lesson_that_ends_with_a_win(game):
    course = begun(next(position for position in positions_of(game) if position.kind == "lesson"))
    assert played_through(course) == ""
    assert course.match.outcome is not None
    assert course.match.outcome.winners == (course.seat,)


@pytest.mark.parametrize(
    "lesson", [each for each in ALL if each.game == "cardmaster" and each.kind == "lesson"], ids=lambda lesson: lesson.name
)
def test_a_lesson_names_no_HP_and_no_ATK_that_nobody_has_then(lesson, monkeypatch):
    course = begun(lesson)
    submit = course.match.submit

    def looked_at(action):
        step, pieces = course.step, course.match.observation(course.seat).board.pieces
        for number, stat in re.findall(r"(\d+) (HP|ATK)\b", f"{step.say} {step.why}" if step else ""):
            assert int(number) in {getattr(piece, stat.lower()) for piece in pieces}, step.say
        submit(action)

    monkeypatch.setattr(course.match, "submit", looked_at)
    assert played_through(course) == ""


def test_a_step_takes_what_it_asks_for_and_answers_anything_else():
    course = begun(feud(steps=(MARRY, AGAIN)))
    assert course.objection(offer_of(course, "Recruit*").action) == "Not that one."
    assert [course.match.spoken(offer.words) for offer in course.wanted(course.match.offers())] == [
        "Propose a marriage: your 3 to House Gigliati's 4."
    ]
    take(course, MARRY.do[0])
    assert course.step is AGAIN
    assert course.reply().words == "Leave the new die."
    course.match.submit(course.reply().action)
    assert course.objection(course.match.legal()[0]).startswith("The rules allow that, but this lesson goes another way: And the 4.")


def test_what_is_only_read_is_behind_whoever_goes_on_or_does_what_follows():
    read = Step("These are dice.")
    course = begun(feud(steps=(read, MARRY, AGAIN)))
    assert course.reading
    course.read_on()
    assert course.step is MARRY
    course = begun(feud(steps=(read, MARRY, AGAIN)))
    assert course.objection(offer_of(course, "Recruit*").action) == "Not that one."
    take(course, MARRY.do[0])
    assert course.step is AGAIN


@pytest.mark.parametrize("puzzle", [each for each in ALL if each.goal is not None], ids=lambda each: f"{each.game}-{each.name}")
def test_the_hint_of_a_puzzle_that_ships_says_what_is_done_with_which_card(puzzle):
    course = begun(puzzle)
    offer = course.leads_on()
    assert offer is not None
    assert fits(puzzle.solution[0], course.match.spoken(offer.words))
    assert course.hint() == f"Begin with: {course.match.spoken(offer.words)}"


def test_the_hint_goes_on_with_what_was_done_and_says_when_that_was_another_way():
    solution = (MARRY.do[0], AGAIN.do[0])
    course = begun(feud(goal=replace(WIN), solution=solution, setup=SetupRow(seed=3)))
    assert course.hint() == "Begin with: Propose a marriage: your 3 to House Gigliati's 4."
    take(course, solution[0])
    while course.match.deciding != 0:
        course.match.submit(course.reply().action)
    assert course.hint() == "Next: Propose a marriage: your 4 to House Gigliati's 5."
    course = begun(course.position)
    take(course, "Recruit*")
    while course.match.deciding != 0:
        course.match.submit(course.reply().action)
    assert course.hint() == ASTRAY
    own = begun(feud(goal=WIN, solution=solution, hint="Odd and even attract."))
    assert own.hint() == "Odd and even attract."
    assert begun(feud(goal=WIN, words="Win.")).hint() == "Win."


@pytest.mark.parametrize("puzzle", [each for each in ALL if each.goal is not None], ids=lambda each: f"{each.game}-{each.name}")
def test_a_puzzle_counts_its_moves_for_others_who_let_things_pass_where_they_could_answer(puzzle):
    course = begun(puzzle)
    played_through(course)
    assert ("if nothing is answered" in puzzle.words) == (course.answered and "moves" in puzzle.words)


@pytest.mark.parametrize("opponent", ["lets things pass", "answers"])
@pytest.mark.parametrize("puzzle", [each for each in ALL if each.goal is not None], ids=lambda each: f"{each.game}-{each.name}")
def test_who_follows_the_hints_alone_solves_the_puzzle_whatever_the_others_answer(puzzle, opponent):
    course = begun(puzzle)
    match = course.match
    answers = player("normal", match.rules)
    while course.verdict == OPEN:
        if match.deciding == course.seat:
            offer = course.leads_on()
            assert offer is not None, course.hint()
            assert course.hint() == f"{'Next' if match.count else 'Begin with'}: {match.spoken(offer.words)}"
            match.submit(offer.action)
        elif opponent == "answers":
            match.submit(answers.choose(match.observation(match.deciding), match.legal(), THINKING, Chance(match.count)))
        else:
            match.submit(course.reply().action)
    assert course.verdict == SOLVED


def test_a_hint_says_so_where_the_others_have_answered_and_no_way_is_known_from_there():
    position = feud(goal=WIN, solution=(MARRY.do[0], "Nothing that can be done"), setup=SetupRow(seed=3))
    course = begun(position)
    take(course, MARRY.do[0])
    while course.match.deciding != 0:
        course.match.submit(course.reply().action)
    assert course.leads_on() is None
    assert course.hint() == ANSWERED


def test_the_hint_of_a_lesson_is_what_its_step_asks_for():
    course = begun(feud(steps=(Step("These are dice."), MARRY, Step("Now any.", done="never", solution=(AGAIN.do[0],)))))
    assert course.hint() == "Begin with: Propose a marriage: your 3 to House Gigliati's 4."
    take(course, MARRY.do[0])
    assert course.hint() == "Now any."
    while course.match.deciding != 0:
        course.match.submit(course.reply().action)
    assert course.hint() == "Next: Propose a marriage: your 4 to House Gigliati's 5."


def test_taking_back_goes_back_to_the_step_too():
    course = begun(feud(steps=(MARRY, AGAIN)))
    take(course, MARRY.do[0])
    assert course.number == 1
    course.match.undo(0)
    assert course.number == 0
    take(course, "Recruit*")
    assert course.number == 0


def test_an_event_ends_a_step_whatever_was_done_for_it():
    course = begun(feud(steps=(Step("Score.", done="*scores 7 for the marriage*"),)))
    assert course.objection(course.match.legal()[0]) == ""
    take(course, "Recruit*")
    assert course.verdict == OPEN
    course.match.undo(0)
    take(course, MARRY.do[0])
    assert course.verdict == SOLVED


def test_a_lesson_that_was_left_is_taken_up_where_it_stood(tmp_path):
    position = feud(steps=(MARRY, AGAIN))
    course = begun(position, folder=tmp_path)
    take(course, MARRY.do[0])
    course.match.close()
    again = course_of(Match.resume(course.match.path), (position,))
    assert again is not None
    assert again.number == 1
    again.match.close()
    assert course_of(again.match, ()) is None


@pytest.mark.parametrize(
    ("goal", "actions", "verdict"),
    [
        (WIN, [MARRY.do[0], "Leave*", "Recruit*", AGAIN.do[0]], OPEN),
        (WIN, [MARRY.do[0], "Leave*", "Recruit*", AGAIN.do[0], "Leave*"], SOLVED),
        (Goal("Win now.", win=True), [MARRY.do[0], "Leave*"], FAILED),
        (Goal("Score.", told="*scores 7 for the marriage"), [MARRY.do[0]], SOLVED),
        (Goal("Score.", told="*scores 7 for the marriage"), ["Recruit*"], FAILED),
        (Goal("No recruits.", never="*recruits a*", within="return"), [MARRY.do[0], "Leave*"], OPEN),
        (Goal("No recruits.", never="*recruits a*", within="return"), [MARRY.do[0], "Leave*", "Recruit*"], FAILED),
        (Goal("No duels.", never="*duel*", within="return"), [MARRY.do[0], "Leave*", "Recruit*"], SOLVED),
        (Goal("No duels.", never="*duel*"), [MARRY.do[0], "Leave*"], SOLVED),
        (Goal("Hold.", hold=True, within="return"), [MARRY.do[0], "Leave*"], OPEN),
        (Goal("Hold.", hold=True, within="return"), [MARRY.do[0], "Leave*", "Recruit*"], SOLVED),
        (Goal("Score and recruit nobody.", told="*scores 7 for*", never="*recruits a*"), [MARRY.do[0]], OPEN),
        (Goal("Score and recruit nobody.", told="*scores 7 for*", never="*recruits a*"), [MARRY.do[0], "Leave*"], SOLVED),
        (Goal("Score and recruit nobody.", told="*scores 7 for*", never="*recruits a*"), ["Recruit*"], FAILED),
        (Goal("Score and have no duel.", told="*scores 9 for*", never="*duel*"), [MARRY.do[0], "Leave*"], FAILED),
    ],
)
def test_a_goal_is_open_until_it_is_reached_or_its_time_is_over(goal, actions, verdict):
    course = begun(feud(goal=goal))
    for words in actions:
        assert course.verdict == OPEN
        take(course, words)
    assert course.verdict == verdict


@pytest.mark.parametrize("goal", [WIN, Goal("Hold.", hold=True, within="match"), Goal("No duels.", never="*duel*", within="match")])
def test_whoever_loses_the_match_has_reached_no_goal(goal):
    course = begun(feud(goal=goal, table={"dice": [[3, 4], [4, 5, 6, 6]], "prestige": [0, 40]}))
    for words in (MARRY.do[0], "Leave*", "Recruit*", AGAIN.do[0], "Leave*"):
        take(course, words)
    assert course.match.outcome.winners == (1,)
    assert course.verdict == FAILED


def test_a_reply_that_nobody_takes_while_its_step_is_open_is_told():
    """Others choose once a step is done, so while the next is open: what they then do is that one's reply."""
    told = "nobody takes its reply, 'Leave*': others choose only once it is done, or have no such offer"
    assert played_through(begun(feud(steps=(MARRY, AGAIN)))) == f"step 1: {told}"
    assert played_through(begun(feud(steps=(replace(MARRY, reply=()), AGAIN)))) == ""
    assert begun(feud(steps=(replace(MARRY, reply=()), replace(AGAIN, reply=("Roll*",))))).told_reply() is None


def test_a_solution_that_leads_nowhere_is_told():
    assert played_through(begun(feud(goal=WIN, solution=("Sing",)))) == "solution: no offer is 'Sing'"
    assert played_through(begun(feud(goal=WIN))) == "solution: there is none"
    assert played_through(begun(feud(goal=WIN, solution=("Propose*",)))) == "solution: all of it is done, and the goal is not reached"
    assert played_through(begun(feud(goal=WIN, solution=("Sing", "Dance")))) == "solution 1: no offer is 'Sing'"
    assert played_through(begun(feud(steps=(MARRY, replace(AGAIN, do=("Sing",)))))) == "step 2: no offer is 'Sing'"
    assert played_through(begun(feud(steps=(Step("Wait.", done="*the sky*"),)))) == "step 1: it has neither `do` nor a `solution`"
    waiting = Step("Wait.", done="*the sky*", solution=("Recruit*",))
    assert played_through(begun(feud(steps=(waiting,)))) == "step 1: all of it is done, and its event is not told"
    assert played_through(begun(feud(goal=Goal("Now.", win=True), solution=("Recruit*",)))) == "the solution ends with the goal failed"


@pytest.mark.parametrize("puzzle", [each for each in ALL if each.goal is not None], ids=lambda each: f"{each.game}-{each.name}")
def test_a_goal_says_what_wins_where_that_was_agreed(puzzle):
    course, goal = begun(puzzle), puzzle.goal
    agreed = goal.win and puzzle.game == "overcross"
    legend = "You win by walking your Legend into an enemy deploy zone."
    assert course.goal == (f"{goal.words} {legend}" if agreed else goal.words)
