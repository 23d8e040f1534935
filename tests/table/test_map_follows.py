"""On a map seen in part the view follows what others do, and comes back to where one looked when one must choose again."""

from __future__ import annotations

import pytest
from msgspec.structs import replace
from test_board_grid import grid_of, nobody_thinks, sat

from game.kernel.cues import Beat, Put, Telling
from game.kernel.ids import cell_place, piece_place
from game.table.canvas.view import meet
from game.table.play.beats import Timed

__all__ = ["nobody_thinks"]


def zoomed(**settings):
    """Return a table whose map is seen in part, the part at its own side, and an enemy's token out of sight."""
    stage, screen = sat(**{"speed": "normal", "reduced_motion": False, **settings})
    for _ in range(60):
        stage.frame(0.5)
    grid = grid_of(screen)
    stage.move(grid.rect[0] + grid.rect[2] / 2, grid.rect[1] + grid.rect[3] / 2)
    for _ in range(6):
        stage.wheel(3)
    for piece in screen.view.scene.pieces.values():
        if piece.kind == "token" and piece.owner == 1:
            for corner in ((-9e9, -9e9), (-9e9, 9e9), (9e9, -9e9), (9e9, 9e9)):
                grid.pan(*corner)
                screen.view.board.relay()
                if not grid.in_view(piece.slot):
                    return stage, screen, grid, piece
    raise AssertionError


def happens(stage, screen, piece, **at):
    """Show a step at a piece and return once it has begun."""
    telling = Telling("It is hit", "hit", **(at or {"at": piece_place(piece.id)}))
    screen.view.player.add([Timed(Beat(telling, (Put(piece),)), 0.5, 2.0)])
    stage.frame(0.01)


def test_what_happens_out_of_sight_is_gone_to_smoothly_and_left_again_at_ones_own_turn():
    stage, screen, grid, piece = zoomed()
    looked = grid.shift
    happens(stage, screen, piece)
    stage.frame(0.1)
    assert looked != grid.shift
    on_the_way = grid.shift
    stage.frame(0.6)
    assert on_the_way not in {looked, grid.shift}
    assert grid.in_view(piece.slot)
    rect = screen.view.board.rect_of(piece_place(piece.id))
    assert meet(rect, grid.cell(piece.slot))
    assert screen.view.board.stage.goals[piece.id].rect == rect, "the pieces go with the map"
    for _ in range(8):
        stage.frame(0.5)
    assert screen.view.human_turn
    assert grid.shift == pytest.approx(looked)


def test_with_reduced_motion_the_view_is_there_at_once():
    stage, screen, grid, piece = zoomed(reduced_motion=True)
    happens(stage, screen, piece, at=cell_place("grid", piece.slot))
    assert grid.in_view(piece.slot)
    there = grid.shift
    stage.frame(0.3)
    assert grid.shift == there


def test_what_is_in_view_moves_nothing():
    stage, screen, grid, piece = zoomed()
    happens(stage, screen, piece)
    stage.frame(0.6)
    there = grid.shift
    happens(stage, screen, piece)
    stage.frame(0.6)
    assert grid.shift == there


def test_whoever_drags_the_map_or_holds_a_piece_is_not_led_away():
    stage, screen, grid, piece = zoomed()
    looked = grid.shift
    screen.hand._panning_from = (grid.rect[0], grid.rect[1])
    happens(stage, screen, piece)
    stage.frame(0.6)
    assert grid.shift == looked
    screen.hand._panning_from = None
    screen.view.player.jump(screen.match.scene(0))
    screen.hand.grip.hold(next(iter(screen.hand.grip.sources())))
    happens(stage, screen, piece)
    stage.frame(0.6)
    assert grid.shift == looked


def test_who_moves_the_map_while_others_act_stays_where_they_moved_it():
    stage, screen, grid, piece = zoomed()
    happens(stage, screen, piece)
    stage.frame(0.1)
    grid.pan(17.0, 9.0)
    moved = grid.shift
    for _ in range(10):
        stage.frame(0.5)
    assert grid.shift == moved


def test_what_happened_is_shown_once_more_where_it_happened():
    stage, screen, grid, _ = zoomed()
    looked, match, seen = grid.shift, screen.match, set()
    screen.view.recall(range(max(1, match.count - 12), match.count + 1))
    while screen.view.recalling:
        stage.frame(0.4)
        seen.add(grid.shift)
    assert len(seen) > 1, "none of the last twelve steps was out of sight"
    for _ in range(4):
        stage.frame(0.5)
    assert grid.shift == pytest.approx(looked)


def test_what_floats_over_a_token_goes_with_the_map():
    stage, screen, grid, piece = zoomed()
    worse = replace(
        piece, badges=(*(each for each in piece.badges if each.icon != "damage"), replace(piece.badges[0], icon="damage", value="1"))
    )
    bad = replace(worse, badges=tuple(replace(each, value="3") if each.icon == "damage" else each for each in worse.badges))
    screen.view.player.add([Timed(Beat(None, (Put(worse),)), 0.5, 0.0)])
    stage.frame(0.01)
    stage.frame(0.6)
    happens(stage, screen, bad)
    stage.frame(0.32)
    floats = [each for each in screen.view.board.impacts.now if each.kind == "float"]
    assert floats
    assert all(meet(each.rect, grid.cell(piece.slot)) for each in floats)


def test_what_is_picked_up_shows_where_it_may_go_when_all_of_that_is_out_of_sight():
    stage, screen, grid, _ = zoomed()
    hand, board = screen.hand, screen.view.board
    offers = [each for each in hand.grip.offers if each.refusal is None and each.source and each.target and each.target.startswith("cell/")]
    source = offers[0].source
    targets = [int(each.target.rpartition("/")[2]) for each in offers if each.source == source]
    for corner in ((-9e9, -9e9), (-9e9, 9e9), (9e9, -9e9), (9e9, 9e9)):
        grid.pan(*corner)
        board.relay()
        if not any(map(grid.in_view, targets)):
            break
    else:
        raise AssertionError("all of it is always in view")
    hand.do(hand.grip.pick(source, "click"))
    for _ in range(8):
        stage.frame(0.2)
    assert any(map(grid.in_view, targets))
    there = grid.shift
    stage.press("escape")
    for _ in range(8):
        stage.frame(0.2)
    assert hand.grip.held is None
    assert grid.shift == there, "what was shown stays"
