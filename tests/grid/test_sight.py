"""Who sees whom."""

from __future__ import annotations

import grid_references
from grid_drawings import draw
from hypothesis import given
from hypothesis import strategies as st

from game.grid import Grid, cells_of, disc, mask_of, sees, sight


@st.composite
def views(draw_from):
    """Draw a board with blocking squares and two places on it."""
    width, height = draw_from(st.integers(1, 9)), draw_from(st.integers(1, 9))
    cells = st.integers(0, width * height - 1)
    blocks = mask_of(draw_from(st.sets(cells, max_size=width * height // 2)))
    return Grid(width, height, 0, blocks), draw_from(cells), draw_from(cells)


def test_OC_34_sight_within_a_range_ends_at_the_range():
    grid = Grid(9, 9)
    assert sight(grid, grid.cell(4, 4), 2) == disc(9, 9, grid.cell(4, 4), 2)
    fog = Grid(9, 9, 0, 1 << grid.cell(5, 4))
    seen = sight(fog, grid.cell(4, 4), 2)
    assert seen >> grid.cell(5, 4) & 1
    assert not seen >> grid.cell(6, 4) & 1
    assert seen >> grid.cell(2, 4) & 1


def test_OC_35_the_inside_of_a_square_blocks():
    board = draw("a.#.b ..... .....")
    assert not sees(board.grid, board["a"], board["b"])


def test_OC_35_one_corner_touched_does_not_block_two_do():
    one, two = draw("a# .b"), draw("a# #b")
    assert sees(one.grid, one["a"], one["b"])
    assert not sees(two.grid, two["a"], two["b"])
    far_one, far_two = draw("a.#. ...b"), draw("a.#. .#.b")
    assert sees(far_one.grid, far_one["a"], far_one["b"])
    assert not sees(far_two.grid, far_two["a"], far_two["b"])


def test_OC_35_two_corners_of_one_side_touched_one_after_the_other_do_not_block():
    board = draw("a#. ..# ..b")
    assert sees(board.grid, board["a"], board["b"])


def test_OC_35_running_along_a_wall_does_not_block():
    board = draw("a...b ####.")
    assert sees(board.grid, board["a"], board["b"])


def test_OC_35_start_and_target_never_block():
    board = draw("a.b ...")
    blocked = Grid(3, 2, 0, 1 << board["a"] | 1 << board["b"])
    assert sees(blocked, board["a"], board["b"])


def test_OC_36_characters_do_not_enter_the_question():
    board = draw("afeb")
    assert sees(board.grid, board["a"], board["b"])


def test_OC_37_what_obstructs_need_not_block_and_what_blocks_need_not_obstruct():
    glass, fog = draw("a=b"), draw("a%b")
    assert sees(glass.grid, glass["a"], glass["b"])
    assert not sees(fog.grid, fog["a"], fog["b"])
    assert fog.grid.obstructs == 0


def test_OC_44_terrain_is_seen_at_its_centre_though_its_other_squares_block():
    board = draw("a.### ..#c# ..###")
    alone = Grid(5, 3, 0, 1 << board["c"])
    assert sees(alone, board["a"], board["c"])
    assert not sees(board.grid, board["a"], board["c"])


def test_OC_E8_a_wall_on_the_line_blocks_both_ways():
    board = draw("a.... ..#.. ....b")
    assert not sees(board.grid, board["a"], board["b"])
    assert not sees(board.grid, board["b"], board["a"])


@given(views())
def test_OC_35_sight_agrees_with_the_reference_in_fractions(view):
    grid, a, b = view
    assert sees(grid, a, b) == grid_references.sees(grid, a, b)


@given(views())
def test_OC_36_sight_is_symmetric(view):
    grid, a, b = view
    assert sees(grid, a, b) == sees(grid, b, a)


@given(views(), st.integers(0, 9))
def test_OC_34_the_sight_set_holds_exactly_what_is_seen(view, radius):
    grid, a, _ = view
    expected = {cell for cell in cells_of(disc(grid.width, grid.height, a, radius)) if sees(grid, a, cell)}
    assert set(cells_of(sight(grid, a, radius))) == expected


def test_OC_35_every_offset_of_a_large_board_agrees_with_the_reference():
    width, height = 13, 9
    blocks = mask_of(cell for cell in range(width * height) if cell * 7919 % 11 in {0, 5, 6})
    grid = Grid(width, height, 0, blocks)
    for a in (0, 40, 58, width * height - 1):
        for b in range(width * height):
            assert sees(grid, a, b) == grid_references.sees(grid, a, b), (a, b)
