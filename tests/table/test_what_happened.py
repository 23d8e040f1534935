"""What happened: the others' last turn once more on the board, with trails, from the picture before it to the very same picture after."""

from __future__ import annotations

from math import hypot

import pytest
from shell_stage import Stage

from game.kernel.chance import Chance
from game.kernel.cues import Telling
from game.kernel.ids import cell_place
from game.kernel.scene import Scene, ScenePiece, SceneZone
from game.kernel.setup import Setup
from game.match.lately import others_lately
from game.match.match import Match
from game.match.seats import SeatPlan
from game.table.canvas.draw import Clip, Line, Made
from game.table.canvas.view import inside
from game.table.pieces.layout import Layout
from game.table.pieces.lit import Light
from game.table.play.match import MatchScreen
from game.table.play.trails import LAYER, OVER, Look, Spot, Trail, drawn, lengthened

PIECES = {"card", "token", "die", "gem", "pawn"}
GAMES = ["overcross", "starcrossed", "shine", "verona", "cardmaster"]


@pytest.fixture(autouse=True)
def nobody_thinks(monkeypatch):
    monkeypatch.setattr("game.ai.worker.Thinker.warm", lambda self: None)


def after_a_turn_of_the_other(game: str, most: int = 160) -> Match:
    """Return a match of a person against a program, at a question of the person after a turn of the program in which something moved."""
    match, chance = Match.start(Setup(game, 2, seed=4), (SeatPlan("human"), SeatPlan("easy"))), Chance(4)
    while match.deciding is not None and match.count < most:
        if match.deciding == 0 and match.count > 4 and len(match.legal()) > 1 and others_lately(match, 0):
            return match
        match.submit(chance.pick(match.legal()))
    raise AssertionError("there is no such moment")


@pytest.mark.parametrize("game", GAMES)
def test_the_last_turn_of_the_others_is_shown_once_more_and_ends_where_it_stands(game):
    match = after_a_turn_of_the_other(game)
    stage = Stage(speed="fast")
    screen = stage.show(MatchScreen(match))
    view, steps = screen.view, others_lately(match, 0)
    assert steps[-1] <= match.count
    assert all(
        match.actor(number) == 1 or 1 in {each.seat for each in match.scene_at(0, number - 1).seats if each.active} for number in steps
    )
    lines, scene = list(view.log.entries), view.scene
    stage.press("r")
    assert view.player.busy
    assert not view.human_turn
    for _ in range(400):
        stage.frame(0.25)
        if not view.player.busy:
            break
    stage.frame(0.5)
    assert view.scene == scene == match.scene(0)
    assert view.log.entries == lines, "the log has its lines once"
    assert view.human_turn
    assert screen.hand.grip.offers, "and one may choose as before"


def test_it_is_skipped_like_any_turn_and_its_trails_go_with_the_next_press():
    match = after_a_turn_of_the_other("overcross")
    stage = Stage(speed="fast")
    screen = stage.show(MatchScreen(match))
    stage.click("tool-again")
    assert screen.view.player.busy
    stage.click("tool-skip")
    assert not screen.view.player.busy
    assert screen.view.scene == match.scene(0)
    stage.press("r")
    for _ in range(400):
        stage.frame(0.25)
    assert screen.view.trails
    stage.press("v")
    assert not screen.view.trails


def test_own_steps_since_then_do_not_count_and_before_anybody_else_acted_there_is_nothing():
    match, chance = Match.start(Setup("verona", 2, seed=1), (SeatPlan("human"), SeatPlan("easy"))), Chance(1)
    while match.deciding == 0:
        assert not others_lately(match, 0)
        match.submit(chance.pick(match.legal()))
    while match.deciding == 1:
        match.submit(chance.pick(match.legal()))
    steps = others_lately(match, 0)
    assert steps[-1] == match.count or match.actor(match.count) == 0
    match.submit(chance.pick(match.legal()))
    if match.actor(match.count) == 0 and match.deciding == 0:
        assert others_lately(match, 0) == steps


def look(slot: int, zone: str = "map") -> Look:
    zones = {"map": SceneZone("map", "grid", "Map", columns=4, rows=4), "hand": SceneZone("hand", "hand", "Hand")}
    return Look(Scene("paper", 0, (), zones, {7: ScenePiece(7, "token", zone, slot, owner=1)}, {}), Layout())


def test_a_walk_is_one_trail_and_what_goes_into_a_hand_leaves_none():
    trails = lengthened([], look(0), look(1), Telling("{1} goes on", "step"))
    trails = lengthened(trails, look(1), look(5), Telling("{1} goes on", "step"))
    (trail,) = trails
    assert [spot.cell for spot in trail.way] == [cell_place("map", slot) for slot in (0, 1, 5)]
    assert not lengthened([], look(5), look(0, "hand"), None)


@pytest.mark.parametrize("game", GAMES)
def test_trails_lie_under_the_pieces_and_end_at_the_rim_of_what_they_lead_to(game):
    stage = Stage(speed="fast")
    screen = stage.show(MatchScreen(after_a_turn_of_the_other(game)))
    board, shown = screen.view.board, 0
    stage.press("r")
    for _ in range(400):
        stage.frame(0.25)
        items = drawn(board, screen.view.trails)
        pieces = [item.layer for item in board.draw(Light()) if isinstance(item, Clip) or (isinstance(item, Made) and item.kind in PIECES)]
        for item in items:
            shown += 1
            assert item.layer == LAYER
            assert sum(layer > LAYER for layer in pieces) >= len(pieces) - len(board.grids), "but for the ground of a grid"
        for trail in screen.view.trails:
            x, y, wide, high = board.rect_of(trail.way[-1].cell) or trail.way[-1].rect
            lines = [item for item in drawn(board, [trail]) if isinstance(item, Line)]
            if lines and max(wide, high) < hypot(*(a - b for a, b in zip(lines[0].points[-1], lines[0].points[-2], strict=True))):
                assert not inside((x + 2, y + 2, wide - 4, high - 4), *lines[0].points[-1])
        if not screen.view.player.busy:
            break
    assert shown or game in {"starcrossed", "verona"}


def test_an_attack_on_a_neighbour_lies_over_the_pieces_and_one_from_afar_under_them():
    stage = Stage(speed="fast")
    screen = stage.show(MatchScreen(after_a_turn_of_the_other("overcross")))
    board = screen.view.board
    spots = [Spot(place, board.rect_of(place)) for place in (cell_place("grid", 26), cell_place("grid", 27), cell_place("grid", 29))]
    assert all(spot.rect for spot in spots)
    near, far = ([item.layer for item in drawn(board, [Trail(1, (spots[0], goal), 0, strikes=True)])] for goal in spots[1:])
    assert (near, far) == ([OVER], [LAYER])
