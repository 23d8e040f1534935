"""Where a character may walk to, and by which way."""

from __future__ import annotations

from grid_drawings import draw
from grid_references import dijkstra, steps_from
from hypothesis import given
from hypothesis import strategies as st

from game.grid import (
    Grid,
    Misstep,
    Walk,
    Ways,
    cells_of,
    connected,
    everything,
    flood,
    mask_of,
    path,
    path_through,
    reach,
    walk,
)
from game.grid.walks import _weighed_path


@st.composite
def boards(draw_from, dense: int = 3):
    """Draw small boards with walls, bogs and lava, an origin, enemies and friends."""
    width, height = draw_from(st.integers(1, 7)), draw_from(st.integers(1, 7))
    cells = st.integers(0, width * height - 1)

    def some() -> int:
        return mask_of(draw_from(st.sets(cells, max_size=width * height // dense)))

    grid = Grid(width, height, some(), 0, some(), (0, some()))
    lava = some() & ~grid.harm[1]
    grid = grid.overlaid(harm=(lava,))
    origin = draw_from(cells)
    return grid, origin, some(), some()


def test_OC_24_a_move_goes_up_to_its_points_in_eight_directions():
    board = draw("..... ..... ..o.. ..... .....")
    assert board.show(reach(board.grid, board["o"], 1)).split() == [".....", ".***.", ".*.*.", ".***.", "....."]
    assert reach(board.grid, board["o"], 2) == everything(5, 5) & ~(1 << board["o"])
    assert reach(board.grid, board["o"], 0) == 0


def test_OC_25_an_obstructive_square_is_not_entered():
    board = draw("o#. .#. ...")
    assert not reach(board.grid, board["o"], 9) & board.grid.obstructs
    assert path(board.grid, board["o"], 1, 9) is None
    assert walk(board.grid, board["o"], (1,), 9) == Misstep(1, "obstructed", "OC-25", "Obstructive terrain cannot be entered")


def test_OC_26_an_enemy_square_is_not_entered():
    board = draw("oe. ### ...")
    assert reach(board.grid, board["o"], 9, board.enemies) == 0
    misstep = walk(board.grid, board["o"], (1, 2), 9, board.enemies)
    assert isinstance(misstep, Misstep)
    assert (misstep.at, misstep.why, misstep.rule) == (1, "enemy", "OC-26")


def test_OC_27_a_friend_is_passed_but_not_ended_on():
    board = draw("of. ### ...")
    assert cells_of(reach(board.grid, board["o"], 2, 0, board.friends)) == (2,)
    assert path(board.grid, board["o"], 2, 2, 0, board.friends) == Walk((1, 2), 2, 0)
    assert path(board.grid, board["o"], 1, 2, 0, board.friends) is None
    misstep = walk(board.grid, board["o"], (1,), 2, 0, board.friends)
    assert isinstance(misstep, Misstep)
    assert (misstep.why, misstep.rule) == ("taken", "OC-27")


def test_OC_28_slow_ground_costs_two_and_an_unpaid_step_is_not_taken():
    board = draw("o~.. ####")
    assert reach(board.grid, board["o"], 1) == 0
    assert cells_of(reach(board.grid, board["o"], 2)) == (1,)
    assert cells_of(reach(board.grid, board["o"], 3)) == (1, 2)
    misstep = walk(board.grid, board["o"], (1, 2), 2)
    assert isinstance(misstep, Misstep)
    assert (misstep.at, misstep.why, misstep.rule) == (2, "too_far", "OC-28")


def test_OC_28_leaving_slow_ground_costs_nothing_extra():
    board = draw("o.. ### ...")
    slow = Grid(3, 3, board.grid.obstructs, 0, 1 << board["o"])
    assert cells_of(reach(slow, board["o"], 2)) == (1, 2)


def test_OC_29_a_diagonal_between_two_walls_is_closed_and_one_wall_is_not_enough():
    both, one = draw("o#. #.. ..."), draw("o#. ... ...")
    assert reach(both.grid, both["o"], 9) == 0
    assert walk(both.grid, both["o"], (4,), 9) == Misstep(
        4, "squeezed", "OC-29", "A diagonal step between two obstructive squares is closed"
    )
    assert reach(one.grid, one["o"], 1) >> 4 & 1
    assert walk(one.grid, one["o"], (4,), 9) == Walk((4,), 1, 0)


def test_OC_29_enemies_beside_a_diagonal_do_not_close_it():
    board = draw("oe. e.. ...")
    assert reach(board.grid, board["o"], 1, board.enemies) >> 4 & 1


def test_OC_29_all_four_diagonals_close():
    board = draw("..... ..#.. .#o#. ..#.. .....")
    assert reach(board.grid, board["o"], 9) == 0
    for opened in (7, 11, 13, 17):
        grid = Grid(5, 5, board.grid.obstructs & ~(1 << opened))
        assert reach(grid, board["o"], 1).bit_count() == 3


def test_OC_30_the_cheapest_path_walks_through_lava_when_the_way_around_costs_more():
    board = draw("o^g .#. ...")
    assert path(board.grid, board["o"], board["g"], 9) == Walk((1, 2), 2, 1)


def test_OC_30_of_equally_cheap_paths_the_least_harmful_is_taken():
    board = draw("o^g ... ...")
    assert path(board.grid, board["o"], board["g"], 9) == Walk((4, 2), 2, 0)


def test_OC_30_a_drawn_path_pays_and_suffers_space_by_space():
    board = draw("o^^ ... ..g")
    assert walk(board.grid, board["o"], (1, 2, 5, 8), 4) == Walk((1, 2, 5, 8), 4, 2)
    assert path_through(board.grid, board["o"], (2, 8), 4) == Walk((4, 2, 5, 8), 4, 1)
    assert path_through(board.grid, board["o"], (1, 2, 8), 4) == Walk((1, 2, 5, 8), 4, 2)


def test_OC_30_equal_paths_go_straight():
    grid = Grid(9, 9)
    assert path(grid, 0, 8, 9) == Walk(tuple(range(1, 9)), 8, 0)
    assert path(grid, 80, 72, 9) == Walk(tuple(range(79, 71, -1)), 8, 0)
    diagonal = path(grid, 0, 80, 9)
    assert diagonal is not None
    assert diagonal.steps == tuple(range(10, 81, 10))
    knight = path(grid, 0, grid.cell(4, 2), 9)
    assert knight is not None
    assert len(knight.steps) == 4
    assert all(abs(2 * (cell // 9) - cell % 9) <= 1 for cell in knight.steps)


def test_OC_E3_two_bog_squares_on_the_straight_way_cost_four():
    corridor, field = draw("###### o~~g.. ######"), draw("...... o~~g.. ......")
    assert not reach(corridor.grid, corridor["o"], 3) >> corridor["g"] & 1
    assert reach(corridor.grid, corridor["o"], 5) >> corridor["g"] & 1
    around = path(field.grid, field["o"], field["g"], 3)
    assert around is not None
    assert around.cost == 3
    assert not mask_of(around.steps) & field.grid.slow


def test_OC_E4_walls_on_both_sides_of_a_diagonal_close_it_one_does_not():
    closed, opened = draw("o#. #g. ..."), draw("o#. .g. ...")
    assert path(closed.grid, closed["o"], closed["g"], 3) is None
    assert path(opened.grid, opened["o"], opened["g"], 3) == Walk((4,), 1, 0)


def test_OC_E5_a_friend_in_a_corridor_is_passed_an_enemy_shuts_it():
    board = draw("#### of.. ####")
    foe = draw("#### oe.. ####")
    assert cells_of(reach(board.grid, board["o"], 3, 0, board.friends)) == (6, 7)
    assert reach(foe.grid, foe["o"], 3, foe.enemies) == 0


def test_walks_that_are_none():
    grid = Grid(4, 4)
    for steps, why in (
        ((), "nowhere"),
        ((1, 0), "nowhere"),
        ((2,), "not_a_step"),
        ((0,), "not_a_step"),
        ((16,), "off_board"),
        ((-1,), "off_board"),
    ):
        misstep = walk(grid, 0, steps, 9)
        assert isinstance(misstep, Misstep), steps
        assert misstep.why == why
    assert walk(grid, 3, (4,), 9) == Misstep(4, "not_a_step", "OC-24", "Steps go to one of the eight squares around")


def test_no_path_leads_off_the_board():
    assert [path(Grid(4, 4), 0, target, 9) for target in (-1, 16, 0)] == [None, None, None]


def test_waypoints_that_cannot_be_visited_say_why():
    board = draw("o.#. ..#e ..#.")
    for waypoint, why in ((2, "obstructed"), (3, "cut_off"), (7, "enemy"), (99, "off_board"), (9, "too_far")):
        misstep = path_through(board.grid, board["o"], (waypoint,), 1, board.enemies)
        assert isinstance(misstep, Misstep), waypoint
        assert (misstep.why, misstep.at) == (why, waypoint)
    assert path_through(board.grid, board["o"], (0, 1, 1), 1) == Walk((1,), 1, 0)


@given(boards(), st.integers(0, 9))
def test_reach_agrees_with_dijkstra(board, points):
    grid, origin, enemies, friends = board
    expected = {
        cell for cell, (cost, _) in dijkstra(grid, origin, enemies).items() if cost <= points and cell != origin and not friends >> cell & 1
    }
    assert set(cells_of(reach(grid, origin, points, enemies, friends))) == expected


@given(boards(), st.integers(0, 12))
def test_layers_agree_with_dijkstra(board, points):
    grid, origin, enemies, _ = board
    layers = flood(grid, 1 << origin, points, enemies)
    best = dijkstra(grid, origin, enemies)
    for cost in range(points + 1):
        layer = layers[min(cost, len(layers) - 1)]
        assert set(cells_of(layer)) == {cell for cell, (least, _) in best.items() if least <= cost}


@given(boards(dense=2), st.integers(0, 12))
def test_path_is_walkable_cheapest_and_least_harmful(board, points):
    grid, origin, enemies, friends = board
    best = dijkstra(grid, origin, enemies)
    for target in range(grid.width * grid.height):
        found = path(grid, origin, target, points, enemies, friends)
        if not reach(grid, origin, points, enemies, friends) >> target & 1:
            assert found is None
            continue
        assert found is not None
        assert (found.cost, found.harm) == best[target]
        assert found.steps[-1] == target
        assert walk(grid, origin, found.steps, points, enemies, friends) == found


@given(boards(), st.lists(st.integers(0, 48), max_size=6), st.integers(0, 9))
def test_a_walk_is_accepted_exactly_when_every_step_is_open_and_paid(board, wanted, points):
    grid, origin, enemies, friends = board
    enemies &= ~friends
    here, cost, open_all = origin, 0, True
    for step in wanted:
        open_all = open_all and step in steps_from(grid, here, enemies & ~(1 << origin))
        cost += 2 if grid.slow >> step & 1 else 1
        here = step
    fits = bool(wanted) and open_all and cost <= points and here != origin and not friends >> here & 1
    found = walk(grid, origin, wanted, points, enemies, friends)
    assert isinstance(found, Walk) == fits
    if isinstance(found, Walk):
        assert (found.cost, found.harm) == (cost, sum(grid.harm_at(step) for step in wanted))


@given(boards(), st.data())
def test_ways_into_a_zone_agree_with_dijkstra_from_every_square_whichever_is_asked_first(board, data):
    grid, _, zone, _ = board
    plain = Grid(grid.width, grid.height, grid.obstructs)
    ways = Ways(grid, zone)
    for origin in data.draw(st.permutations(range(grid.width * grid.height))):
        best = dijkstra(plain, origin, 0)
        expected = min((best[cell][0] for cell in cells_of(zone & ~grid.obstructs) if cell in best), default=-1)
        if not grid.obstructs >> origin & 1:
            assert ways[origin] == expected


@given(boards(), st.data())
def test_a_way_is_no_longer_for_what_obstructs_off_its_trail(board, data):
    grid, origin, zone, _ = board
    plain = Grid(grid.width, grid.height, grid.obstructs & ~(1 << origin))
    ways = Ways(plain, zone)
    trail = ways.trail(origin)
    besides = mask_of(data.draw(st.sets(st.integers(0, grid.width * grid.height - 1)))) & ~trail
    assert Ways(plain.overlaid(obstructs=besides & ~(1 << origin)), zone)[origin] == ways[origin]
    assert trail.bit_count() > ways[origin]


@given(boards(dense=2))
def test_OC_54_zones_are_connected_exactly_when_a_walk_leads_between(board):
    grid, origin, zone, _ = board
    grid = grid.overlaid()
    best = dijkstra(grid, origin, 0)
    expected = not grid.obstructs >> origin & 1 and any(cell in best for cell in cells_of(zone & ~grid.obstructs))
    assert connected(grid, 1 << origin, zone) == expected


def test_connected_over_a_long_winding_way():
    rows = ["." * 11]
    for turn in range(10):
        rows += ["#" * 10 + "." if turn % 2 == 0 else "." + "#" * 10, "." * 11]
    board = draw(" ".join(rows))
    assert connected(board.grid, 1, 1 << 11 * 20 + 5)
    shut = board.grid.overlaid(obstructs=1 << 11 + 10)
    assert not connected(shut, 1, 1 << 11 * 20 + 5)


@given(boards(dense=2), st.integers(0, 12))
def test_the_straight_shortcut_gives_what_weighing_all_ways_gives(board, points):
    grid, origin, enemies, _ = board
    for target in range(grid.width * grid.height):
        if target != origin:
            expected = _weighed_path(grid, origin, target, points, enemies & ~(1 << origin))
            assert path(grid, origin, target, points, enemies) == expected
