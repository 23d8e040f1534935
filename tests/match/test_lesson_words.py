"""What the lessons say is true of what was done: their answers claim no move, and accept whatever does what they ask for."""

from __future__ import annotations

import re
from collections.abc import Iterator

import pytest

from game.content.positions import Position, Step, fits, positions_of
from game.kernel.offers import Offer
from game.match.course import OPEN, Course
from game.match.match import Match
from game.match.seats import SeatPlan
from game.rules import SHIPPED

LESSONS = [position for game in SHIPPED for position in positions_of(game) if position.kind == "lesson"]

CLAIMS = re.compile(
    r"\b(That (is|was|move|would)|Allowed|allowed, but|You may|another time|time for that|too weak|could be|[Ii]f you do)\b"
)
"""Words that speak of the move which was tried, whatever it was."""

CODE = re.compile(r"\b(A[123]|STACK|SPC|[A-H][1-9])\b")


def begun(lesson: Position) -> Course:
    return Course(lesson, Match.lay(lesson, (SeatPlan("human"),) * lesson.setup.seats))


def stops(lesson: Position) -> Iterator[tuple[Course, Step, Offer]]:
    """Play a lesson by what it asks for, and stop wherever it asks."""
    course = begun(lesson)
    match = course.match
    while course.verdict == OPEN:
        if course.reading:
            course.read_on()
            continue
        if match.deciding != course.seat:
            match.submit(course.reply().action)
            continue
        step, offer = course.step, course.leads_on()
        if step is None or not step.do:
            return
        if offer is not None:
            yield course, step, offer
        match.submit(offer.action if offer is not None else course.reply().action)


def named(position: Position) -> str:
    return f"{position.game}-{position.name}"


@pytest.mark.parametrize("lesson", LESSONS, ids=named)
def test_an_answer_says_what_is_wanted_and_claims_no_move(lesson):
    for step in (step for step in lesson.steps if step.do):
        assert step.why
        assert not CLAIMS.search(step.why), step.why
        asked = set(CODE.findall(" ".join(step.do)))
        wanted = {code for code in CODE.findall(step.why) if not fits(f"*stat by a tenth of its {code}*", step.why)}
        assert wanted <= asked, (step.why, step.do)


@pytest.mark.parametrize("lesson", LESSONS, ids=named)
def test_a_choice_is_spoken_of_where_letting_go_leaves_one(lesson):
    for course, step, offer in stops(lesson):
        if offer.source is None or offer.target is None or "rag " not in step.say:
            continue
        alike = [
            each for each in course.match.offers() if each.refusal is None and (each.source, each.target) == (offer.source, offer.target)
        ]
        assert ("choose" in step.say) == (len({each.action for each in alike}) > 1), step.say


@pytest.mark.parametrize("lesson", [each for each in LESSONS if each.game == "overcross"], ids=named)
def test_every_space_is_accepted_from_which_the_lesson_goes_on(lesson):
    """A move that leaves the next attack possible, or brings about what the step waits for, is what the step asks for."""
    for course, step, offer in stops(lesson):
        at = lesson.steps.index(step)
        following = lesson.steps[at + 1].do if at + 1 < len(lesson.steps) else ()
        if offer.verb != "Move" or not (step.done or any(" attacks " in each for each in following)):
            continue
        taken = [course.match.action(number) for number in range(1, course.match.count + 1)]
        found = 0
        for other in [
            each for each in course.match.offers() if each.refusal is None and each.source == offer.source and each.verb == offer.verb
        ]:
            again = begun(lesson)
            for action in (*taken, other.action):
                again.match.submit(action)
            told = [beat.telling.words for beat in again.match.beats(again.seat, again.match.count) if beat.telling is not None]
            reached = (
                any(fits(step.done, again.match.spoken(words)) for words in told)
                if step.done
                else again.match.deciding == again.seat
                and any(
                    fits(pattern, again.match.spoken(each.words))
                    for each in again.match.offers()
                    if each.refusal is None
                    for pattern in following
                )
            )
            found += reached
            assert not (reached and course.objection(other.action)), other.words
        assert found > 1
