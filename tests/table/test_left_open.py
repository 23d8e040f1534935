"""What is shown over a table or a menu leaves open what is meant and what can be pressed, wherever there is other room."""

from __future__ import annotations

import pytest
from shell_stage import Stage
from test_closer_look import sat
from test_every_screen import nobody_thinks
from test_learn import Pupil

from game import paths
from game.content.positions import positions_of
from game.kernel.setup import Setup
from game.match.counsel import Idea
from game.match.match import Match
from game.match.seats import SeatPlan
from game.rules import shelf
from game.table.canvas.draw import Made
from game.table.canvas.view import meet
from game.table.pieces.card_face import FULL
from game.table.screens.menu import MenuScreen
from game.table.shell.widgets import Button

__all__ = ["nobody_thinks"]

pytestmark = pytest.mark.usefixtures("nobody_thinks")


@pytest.mark.parametrize("text", [100, 150])
def test_a_card_shown_large_leaves_open_what_a_step_of_a_lesson_lights_up_where_there_is_room(text):
    lesson = next(each for each in positions_of("cardmaster") if each.name == "lesson-1")
    pupil = Pupil(lesson, text_size=text)
    stage, table = pupil.stage, pupil.table
    table.read_on()
    stage.frame(0.5)
    faces = {piece.face: f"piece/{piece.id}" for piece in table.view.scene.pieces.values()}
    wanted = {faces["halo-kestrel"], faces["prism-duelist"]}
    for looked in ("torch-vixen", "bellows-ram", "halo-kestrel"):
        stage.move(*pupil.centre(faces[looked]))
        for _ in range(3):
            stage.frame(0.6)
        shown = [item.rect for item in table.lying_over() if isinstance(item, Made) and item.kind == "card"]
        assert len(shown) == 1
        assert shown[0][2] * stage.app.view.scale >= FULL, "it has its words"
        assert not [place for place in wanted - {faces[looked]} if meet(shown[0], table.view.board.rect_of(place))], looked


@pytest.mark.parametrize("text", [100, 150])
def test_what_is_said_of_the_match_to_continue_covers_no_button_of_the_menu(text):
    match = Match.start(Setup("verona", 2, seed=3), (SeatPlan("human"), SeatPlan("easy")), folder=paths.saves_folder())
    match.submit(match.legal()[0])
    match.flush()
    match.close()
    stage = Stage(text_size=text, games=shelf())
    page = stage.show(MenuScreen())
    x, y, wide, high = stage.rect("continue")
    stage.move(x + wide / 2, y + high / 2)
    for _ in range(3):
        stage.frame(0.6)
    said = page._hint()[1].rect
    assert not [each.key for each in page.widgets() if isinstance(each, Button) and meet(said, each.rect)]


def test_the_bulb_says_nothing_over_the_list_it_has_opened():
    stage, screen = sat("shine")
    x, y, wide, high = stage.rect("tool-hint")
    stage.move(x + wide / 2, y + high / 2)
    for _ in range(3):
        stage.frame(0.6)
    assert screen._hint()
    screen.hints.ideas = (Idea(next(offer for offer in screen.match.offers() if offer.refusal is None), "This.", ""),)
    screen.stale()
    stage.frame(0.1)
    assert screen._hint() == []
    assert stage.top.widget("tool-hint").name.startswith("What would be best here?"), "to the ear it still has a name"
