"""The bubble of a lesson lies over nothing that its step speaks of, nor over what is pressed or counted."""

from __future__ import annotations

import pytest
from pygame import Rect
from test_every_screen import nobody_thinks
from test_learn import LESSONS, Pupil

from game.match.course import OPEN
from game.rules import SHIPPED
from game.table.canvas.draw import Panel
from game.table.screens.learn_match import LearnMatch, places_named
from game.table.shell.widgets import Button

__all__ = ["nobody_thinks"]

pytestmark = pytest.mark.usefixtures("nobody_thinks")


def spoken_of(table: LearnMatch) -> list[str]:
    """Return all places that the open step names, glows or asks for."""
    course = table.lesson
    wanted = () if course.reading else course.wanted(table.match.offers())
    asked = {place for offer in wanted for place in (offer.source, offer.target) if place is not None}
    return sorted(asked | set(places_named(table.view, course.step.glow)))


@pytest.mark.parametrize(("size", "text"), [((1024, 640), 175), ((1280, 720), 100), ((1280, 720), 150), ((1920, 1080), 100)])
@pytest.mark.parametrize("game", SHIPPED)
def test_no_bubble_covers_what_its_step_speaks_of_or_what_is_pressed_nor_piles_where_something_is_done(game, size, text):
    for lesson in (each for each in LESSONS if each.game == game):
        if size == (1920, 1080) and lesson.name != "lesson-1":
            continue  # the table lies there as it does at 1280×720
        pupil = Pupil(lesson, size, text)
        table, course = pupil.table, pupil.table.lesson
        board = table.view.board
        for _ in range(80):
            if course.verdict != OPEN:
                break
            where = f"{lesson.name}, step {course.number + 1}"
            boxes = [Rect(item.rect) for item in table._bubble() if isinstance(item, Panel)]
            rects = {place: board.rect_of(place) for place in spoken_of(table)}
            rects |= {each.key: each.rect for each in table.widgets() if isinstance(each, Button)}
            if not course.reading and text < 175:
                rects |= {f"pile {at}": rect for at, rect in enumerate(board.piles())}
                rects |= {f"seat/{seat}": rect for seat, rect in board.layout.seats.items()}
            assert not [place for box in boxes for place, rect in rects.items() if rect and box.colliderect(Rect(rect))], where
            if course.reading:
                table.read_on()
            elif table.match.deciding == course.seat:
                table.submit(course.leads_on().action)
            pupil.rest()
