"""A battle map is moved and met where it is seen: by arrows under the pointer, and beside a hand that has risen over its lowest row."""

from __future__ import annotations

import pytest
from test_board_grid import grid_of, nobody_thinks, sat

from game.kernel.ids import piece_place
from game.table.canvas.draw import Panel
from game.table.canvas.view import meet
from game.table.play import looks
from game.table.play.overlay import LAYER

__all__ = ["nobody_thinks"]


def test_arrows_move_a_map_seen_in_part_under_the_pointer_unless_a_key_walks_or_something_is_held():
    stage, screen = sat()
    grid, hand = grid_of(screen), screen.hand
    middle = grid.rect[0] + grid.rect[2] / 2, grid.rect[1] + grid.rect[3] / 2

    def moved(key: str) -> tuple[float, float]:
        before = grid.shift
        stage.press(key)
        return grid.shift[0] - before[0], grid.shift[1] - before[1]

    stage.move(*middle)
    assert moved("left") == (0.0, 0.0), "the whole map is seen"
    assert hand.cursor or screen.focus
    stage.press("escape")
    for _ in range(3):
        stage.wheel(3)
    assert grid.cut
    assert moved("left")[0] > 0
    assert moved("right")[0] < 0
    assert moved("up")[1] > 0
    assert moved("down")[1] < 0
    assert not hand.cursor
    stage.press("tab")
    assert moved("left") == (0.0, 0.0), "the keyboard walks"
    stage.press("escape")
    hand.grip.hold(next(iter(hand.grip.sources())))
    assert moved("left") == (0.0, 0.0), "something is held"
    hand.let_go()
    stage.press("escape")
    stage.move(20.0, 20.0)
    assert moved("left") == (0.0, 0.0), "the pointer is elsewhere"
    stage.press("escape")
    stage.move(grid.small()[0] + 9, grid.small()[1] + 9)
    for _ in range(8):
        stage.frame(0.1)
    assert "arrows move what is seen" in stage.words().replace("\n", " ")


@pytest.mark.parametrize("size", [(1280, 720), (1366, 800)])
def test_a_press_on_the_lowest_row_meets_the_character_there_and_not_a_card_that_has_risen_over_it(size):
    stage, screen = sat(actions=0, seed=7, size=size)
    board, grid, scene = screen.view.board, grid_of(screen), screen.view.scene
    cards = [key for key, piece in scene.pieces.items() if piece.zone == "hand@0"]
    leader = next(key for key, piece in scene.pieces.items() if piece.kind == "token" and piece.owner == 0)
    x, y = board.centre_of(piece_place(leader))
    assert grid.turned.spot(scene.pieces[leader].slot)[1] == grid.rows - 1
    low = y + grid.side * 0.4
    card = min(cards, key=lambda key: abs(board.layout.poses[key].x - x))
    stage.move(*board.centre_of(piece_place(card)))
    for _ in range(4):
        stage.frame(0.1)
    assert board.reached
    assert any(risen.y - risen.h / 2 < low for risen in map(board.layout.poses.get, cards)), "they lie over the row"
    stage.tap(x, low)
    assert not board.reached
    assert screen.hand.grip.held == piece_place(leader)


def test_what_is_looked_at_is_lit_again_after_something_was_done_under_the_pointer():
    """Right after an attack the card of its target was shown, and not the squares that it threatens."""
    stage, screen = sat()
    grid, hand, view = grid_of(screen), screen.hand, screen.view
    foe = next(key for key, piece in view.scene.pieces.items() if piece.kind == "token" and piece.owner == 1)
    x, y = view.board.centre_of(piece_place(foe))

    def lit() -> bool:
        return any(each.kind == "threat" and each.places for each in grid.overlays)

    stage.move(x, y)
    assert lit()
    hand.done()
    assert not lit(), "what was lit goes out with what was done"
    hand.deal()
    stage.move(x + 1, y)
    assert lit(), "the pointer moved on it"
    hand.done()
    hand.deal()
    hand.over_since = stage.app.now
    stage.frame(1.0)
    assert hand.look_now
    assert lit(), "the pointer rested on it"
    hand.done()
    hand.deal()
    assert lit(), "its card is shown all the while"


@pytest.mark.parametrize("text", [100, 150])
def test_what_a_choice_would_bring_and_why_not_leave_the_legend_of_the_marks_to_be_read(text):
    _, screen = sat(actions=40, text_size=text)
    hand, view, seen = screen.hand, screen.view, set()
    for source in [place for place in hand.grip.sources() if place.startswith("piece/")]:
        hand.grip.hold(source)
        hand.ways.relight()
        for target, offers in list(hand.grip.targets().items())[::6]:
            hand.point_at(target)
            ground = next((item.rect for item in looks.legend(view, hand) if isinstance(item, Panel)), None)
            shown = [item.rect for item in looks.over(view, hand) if isinstance(item, Panel) and item.layer == LAYER]
            if ground is not None and shown:
                assert not any(meet(ground, box) for box in shown), (source, target)
                seen.add(offers[0].refusal is None)
        hand.let_go()
    assert seen == {True, False}


@pytest.mark.parametrize("size", [(1024, 640), (1280, 720), (1920, 1080)])
def test_the_small_map_and_the_cards_of_the_hand_leave_each_other_free(size):
    stage, screen = sat(actions=0, seed=7, size=size)
    board, grid = screen.view.board, grid_of(screen)
    stage.move(grid.rect[0] + grid.rect[2] / 2, grid.rect[1] + grid.rect[3] / 2)
    for _ in range(4):
        stage.wheel(3)
    assert grid.cut
    cards = [key for key, piece in screen.view.scene.pieces.items() if piece.zone == "hand@0"]
    for reached in ("", *map(piece_place, cards)):
        screen.hand.point_at(reached)
        light = screen.light()
        assert not any(meet(board.drawn_at(piece_place(key), light), grid.small()) for key in cards)
    x, y, wide, high = grid.small()
    assert not board.places_at(x + wide / 2, y + high / 2)[0].startswith("zone/hand")
    shift = grid.shift
    stage.tap(x + 5, y + high - 5)
    assert grid.shift != shift
