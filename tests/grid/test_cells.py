"""Counting squares as a king walks."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from game.grid import Grid, adjacent, cells_of, count, disc, everything, grow, mask_of, range_between, ring

SIZES = st.tuples(st.integers(1, 9), st.integers(1, 9))


def test_OC_23_a_diagonal_step_counts_as_one():
    grid = Grid(8, 8)
    assert range_between(8, grid.cell(1, 1), grid.cell(4, 4)) == 3
    assert range_between(8, grid.cell(1, 1), grid.cell(4, 2)) == 3
    assert range_between(8, grid.cell(7, 0), grid.cell(0, 1)) == 7


@given(SIZES, st.data())
def test_OC_23_distance_is_the_larger_of_the_two_differences(size, data):
    width, height = size
    a, b = (data.draw(st.integers(0, width * height - 1)) for _ in "ab")
    assert range_between(width, a, b) == max(abs(a % width - b % width), abs(a // width - b // width))


@given(SIZES, st.integers(0, 10), st.data())
def test_OC_31_a_disc_holds_the_squares_within_its_radius_and_is_cut_off_at_the_edge(size, radius, data):
    width, height = size
    centre = data.draw(st.integers(0, width * height - 1))
    expected = {cell for cell in range(width * height) if range_between(width, centre, cell) <= radius}
    assert set(cells_of(disc(width, height, centre, radius))) == expected


@given(SIZES, st.integers(0, 10), st.data())
def test_a_ring_is_a_disc_without_the_smaller_disc(size, radius, data):
    width, height = size
    centre = data.draw(st.integers(0, width * height - 1))
    expected = {cell for cell in range(width * height) if range_between(width, centre, cell) == radius}
    assert set(cells_of(ring(width, height, centre, radius))) == expected


@given(SIZES, st.integers(0, 4), st.data())
def test_growing_a_set_is_the_union_of_its_discs(size, radius, data):
    width, height = size
    mask = data.draw(st.integers(0, everything(width, height)))
    expected = 0
    for cell in cells_of(mask):
        expected |= disc(width, height, cell, radius)
    assert grow(width, height, mask, radius) == expected


def test_OC_38_a_corner_has_three_neighbours_an_edge_five_the_middle_eight():
    grid = Grid(6, 6)
    assert count(adjacent(6, 6, grid.cell(0, 0))) == 3
    assert count(adjacent(6, 6, grid.cell(3, 0))) == 5
    assert count(adjacent(6, 6, grid.cell(3, 3))) == 8


@given(st.sets(st.integers(0, 1599)))
def test_a_bit_set_gives_back_its_squares(cells):
    assert cells_of(mask_of(cells)) == tuple(sorted(cells))


@pytest.mark.parametrize("place", [(-1, 0), (0, -1), (6, 0), (0, 7)])
def test_a_square_outside_the_board_is_an_error(place):
    with pytest.raises(IndexError, match="not on a board of 6 by 7"):
        Grid(6, 7).cell(*place)


def test_OC_31_harm_of_ground_and_terrain_adds_up():
    ground = Grid(3, 1, harm=(0b011, 0b100))
    laid = ground.overlaid(obstructs=0b001, slow=0b010, harm=(0b110,))
    assert [laid.harm_at(cell) for cell in range(3)] == [1, 2, 3]
    assert (laid.obstructs, laid.slow, laid.blocks_sight) == (0b001, 0b010, 0)
    assert ground.overlaid() == ground
    assert Grid(3, 1).overlaid(harm=(0b1,)).harm_at(0) == 1
