"""A lesson that was left in the middle: it opens where it was, from the saves and from the list of lessons."""

from __future__ import annotations

import pytest
from test_learn import LESSONS, Pupil, nobody_thinks  # noqa: F401  (a fixture for every test)

from game.content.positions import positions_of
from game.rules import SHIPPED, open_box
from game.table.screens.learn import Learn
from game.table.screens.opening import resume_match


def test_a_lesson_that_was_left_opens_as_a_lesson_again():
    pupil = Pupil(positions_of("verona")[0])
    pupil.stage.press("space")
    pupil.take(pupil.table.lesson.wanted(pupil.table.match.offers())[0])
    path, number = pupil.table.match.path, pupil.table.lesson.number
    pupil.stage.click("learn-leave")
    resume_match(pupil.stage.app, path)
    pupil.rest()
    assert pupil.table.lesson.number == number
    pupil.stage.app.pop()


@pytest.mark.parametrize("game", SHIPPED)
def test_a_lesson_that_was_begun_goes_on_from_the_list_or_begins_anew_and_one_in_which_nothing_was_done_is_not_kept(game):
    lesson = next(each for each in LESSONS if each.game == game and len(each.steps) > 2)
    pupil = Pupil(lesson)
    path, stage = pupil.begin(), pupil.stage
    count = pupil.table.match.count
    stage.app.pop()
    page = stage.show(Learn(open_box(game)))
    assert f"{lesson.title} · begun" in stage.words()
    stage.click(f"open-{lesson.name}")
    stage.click("answer-0")
    pupil.rest()
    assert (pupil.table.match.path, pupil.table.match.count) == (path, count)
    stage.app.pop()
    stage.click(f"open-{lesson.name}")
    stage.click("answer-1")
    pupil.rest()
    anew = pupil.table.match.path
    assert anew is not None
    assert (pupil.table.match.count, path.exists(), anew.exists()) == (0, False, True)
    stage.app.pop()
    assert not anew.exists()
    assert f"{lesson.title} · begun" not in stage.words()
    assert not page.begun
