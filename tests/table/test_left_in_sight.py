"""What is said, looked at or held leaves in sight what one wants next, and nothing of it is left out without a word."""

from __future__ import annotations

import pytest
from shell_stage import Stage, flat
from test_closer_look import sat
from test_every_screen import nobody_thinks
from test_learn import Pupil

from game.content.positions import positions_of
from game.kernel.ids import piece_place
from game.kernel.setup import Setup
from game.match.match import Match
from game.match.seats import SeatPlan
from game.rules import SHIPPED
from game.rules.cardmaster.actions import Attack
from game.table.canvas.draw import Made, Panel, Shadow, Text
from game.table.canvas.view import meet
from game.table.pieces import zones
from game.table.pieces.lit import Light
from game.table.play import looks
from game.table.play.match import MatchScreen
from game.table.play.side_panel import explained
from game.table.shell.notices import notice_items
from game.table.shell.settings import ASKED

__all__ = ["nobody_thinks"]

pytestmark = pytest.mark.usefixtures("nobody_thinks")


def five_dice() -> tuple[Stage, MatchScreen]:
    stage, screen = Stage(), MatchScreen(Match.start(Setup("verona", 2, seed=0), (SeatPlan("human"), SeatPlan("human"))))
    stage.show(screen)
    for _ in range(30):
        stage.frame(0.5)
    return stage, screen


def test_why_one_cannot_recruit_covers_no_die_and_is_said_once():
    stage, screen = five_dice()
    assert "recruit" not in screen.view.scene.prompt.words
    barred = next(part for part in screen.widgets() if part.key.startswith("offer-") and not part.enabled)
    stage.click(barred.key)
    for _ in range(3):
        stage.frame(0.6)
    boxes = [item.rect for item in notice_items(stage.app, screen.told_in()) if isinstance(item, Panel)]
    assert boxes
    dice = [screen.view.board.rect_of(f"piece/{piece}") for piece in screen.view.scene.pieces]
    assert not [die for die in dice for box in boxes if meet(die, box)]
    assert [item.words for item in flat(stage.app.items()) if isinstance(item, Text)].count(barred.hint) == 1


def test_a_notice_leaves_a_refusal_in_sight():
    """`End goes to …` lay across why a card that has moved may not move again."""
    match = Match.start(Setup("cardmaster", 2, seed=5), (SeatPlan("human"), SeatPlan("random")))
    stage = Stage(speed="instant", reduced_motion=True)
    screen = stage.show(MatchScreen(match))
    while match.deciding != 0 or not isinstance(match.legal()[0], Attack):
        if match.deciding == 0:
            screen.submit(match.legal()[0])
        else:
            match.submit(match.legal()[0])
        stage.frame(0.5)
    moved = match.legal()[0].piece
    screen.submit(match.legal()[0])
    for _ in range(6):
        stage.frame(0.5)
    screen.hand.cursor, screen.by_keyboard = piece_place(moved), True
    for key in ("return", "space"):
        stage.press(key)
        stage.frame(0.1)
    assert screen.hand.refused is not None
    boxes = [item.rect for item in notice_items(stage.app, screen.told_in()) if isinstance(item, Panel)]
    assert boxes
    assert not [box for box in boxes if meet(box, screen.hand.refused_at)]


def test_a_held_die_is_small_beside_any_die_that_it_lies_over():
    _, screen = five_dice()
    board, (own, *_), foe = screen.view.board, range(5), 5
    x, y = board.centre_of(f"piece/{foe}")
    pose = board.layout.poses[own]
    light = Light(held=f"piece/{own}", hover=f"piece/{foe}", held_at=(x, y))
    drawn = [item for item in board._held(screen.view.scene.pieces[own], pose, (x, y), light) if isinstance(item, Made)]
    assert drawn
    assert all(item.rect[2] < pose.w * 0.7 and not item.rect[0] <= x <= item.rect[0] + item.rect[2] for item in drawn)


@pytest.mark.parametrize("text", [100, 125, 150])
@pytest.mark.parametrize("size", [(1920, 1080), (1280, 720)], ids=lambda size: f"{size[0]}x{size[1]}")
@pytest.mark.parametrize("game", SHIPPED)
def test_the_column_always_has_the_log_or_the_button_that_opens_it(game, size, text):
    stage, screen = sat(game, size, text)
    for guide in (ASKED, "no"):
        stage.app.change(guide=guide)
        screen.stale()
        stage.frame()
        assert [part.key for part in screen.widgets() if part.key in {"log", "log-over"}], guide


@pytest.mark.parametrize("text", [100, 150])
def test_beside_a_grid_every_keyword_of_the_card_looked_at_is_told(text):
    _, screen = sat("overcross", (1920, 1080), text)
    told = 0
    for piece in screen.view.scene.pieces.values():
        face = screen.view.printed.face(piece.face) if piece.face and piece.zone in screen.view.board.grids else None
        if face is None or not face.keywords:
            continue
        words = [item.words for item in looks._closer(screen.view, screen.hand, f"piece/{piece.id}") if isinstance(item, Text)]
        assert {f"*{word}*: {meaning}" for word, meaning in face.keywords} <= set(words), face.name
        told += 1
    assert told


def test_the_words_of_a_choice_are_explained_each_once():
    _, screen = sat("cardmaster")
    said = explained(screen.view, "A2 · 2 gems · 151 (1x, DEF -19.3 %) · Overcook 22 % · backfire 10.8 % · Overcook")
    assert said.count("Overcook: At the start of each") == 1
    assert "\nbackfire: " in said
    assert explained(screen.view, "5 of 7") == ""


@pytest.mark.parametrize("text", [100, 150])
def test_a_card_looked_at_in_a_lesson_covers_neither_what_it_lights_up_nor_its_bubble(text):
    pupil = Pupil(positions_of("cardmaster")[0], text_size=text)
    pupil.stage.press("space")
    pupil.rest()
    table = pupil.table
    (offer, *_) = table.lesson.wanted(table.match.offers())
    pupil.stage.move(*pupil.centre(offer.source))
    pupil.stage.press("v")
    for _ in range(3):
        pupil.stage.frame(0.5)
    assert table.hand.look_now
    assert table.lesson.step.say in pupil.stage.words()
    looked = [item.rect for item in looks.over(table.view, table.hand) if isinstance(item, Shadow)]
    assert len(looked) == 2
    (bubble,) = [item.rect for item in table._bubble(looked) if isinstance(item, Panel)]
    lit = [bubble, *map(table.view.board.rect_of, (offer.source, offer.target))]
    assert not [rect for rect in lit for box in looked if meet(rect, box)]


@pytest.mark.parametrize("text", [100, 150])
@pytest.mark.parametrize("size", [(1920, 1080), (1280, 720), (1024, 640)], ids=lambda size: f"{size[0]}x{size[1]}")
@pytest.mark.parametrize("game", ["overcross", "starcrossed", "shine"])
def test_a_card_of_a_hand_that_rises_covers_nothing_that_is_counted(game, size, text):
    stage, screen = sat(game, size, text)
    board, scene = screen.view.board, screen.view.scene
    hand = [
        piece_place(piece.id) for piece in scene.pieces.values() if scene.zones[piece.zone].kind == "hand" and piece.owner == scene.viewer
    ]
    board.reach(hand[0])
    stage.frame(1.0)
    counted = [item.rect for item in zones.counts(stage.app, scene, board.layout, board.area, board.face) if isinstance(item, Panel)]
    counted += board.layout.seats.values()
    risen = 0
    for place in hand:
        light = Light(sources=frozenset({place}), focus=place)
        rect = board.drawn_at(place, light)
        assert rect[3] > board.layout.poses[int(place[6:])].h * 1.1
        assert not [each for each in counted if meet(rect, each)], place
        at_rest = board.rect_of(place)
        assert rect[0] < at_rest[0] + at_rest[2] / 2 < rect[0] + rect[2], "it has gone somewhere else"
        risen += 1
    assert risen > 2


@pytest.mark.parametrize("text", [100, 150])
@pytest.mark.parametrize("game", ["overcross", "starcrossed", "shine"])
def test_the_hint_of_the_main_button_covers_nothing_that_is_counted(game, text):
    stage, screen = sat(game, (1280, 720), text)
    board, scene = screen.view.board, screen.view.scene
    counted = [item.rect for item in zones.counts(stage.app, scene, board.layout, board.area, board.face) if isinstance(item, Panel)]
    counted += board.layout.seats.values()
    for key in ("main", "stops", "log", "menu"):
        if screen.widget(key) is None:
            continue
        screen.focus, screen.hover = key, ""
        for words in (
            "Pass: do nothing now. (Space)",
            "Go on to the next phase. What could be done now cannot be done any more afterwards.",
        ):
            box = screen.hint_rect(words, stage.app.size(24))
            assert not [each for each in counted if meet(box, each)], (key, words)
