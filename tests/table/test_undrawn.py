"""A table that nobody has drawn, or only in part: everything has a place of its own, and a name that can be read."""

from __future__ import annotations

from itertools import combinations

import pytest
from shell_stage import Stage

from game.kernel.scene import Scene, ScenePiece, SceneSeat, SceneZone
from game.table.canvas.draw import Text
from game.table.pieces.layout import laid_out
from game.table.pieces.undrawn import LABELLED
from game.table.pieces.zones import counts

AREA = (0.0, 0.0, 1540.0, 1080.0)


def table(seats: int, piles: int, others: int = 0, cards: int = 4) -> Scene:
    """Return a table with a hand a seat, and shared piles, rows and pools."""
    zones = {f"hand@{seat}": SceneZone(f"hand@{seat}", "hand", f"Hand {seat + 1}", seat, cards) for seat in range(seats)}
    zones |= {f"pile_{n}": SceneZone(f"pile_{n}", "pile", f"Pile {n}", count=9) for n in range(piles)}
    zones |= {f"more_{n}": SceneZone(f"more_{n}", "pool" if n % 2 else "row", f"More {n}", columns=4, rows=1) for n in range(others)}
    pieces = {100 * seat + n: ScenePiece(100 * seat + n, "card", f"hand@{seat}", n, seat) for seat in range(seats) for n in range(cards)}
    return Scene("test", 0, tuple(SceneSeat(seat, f"Player {seat + 1}") for seat in range(seats)), zones, pieces, {}, None)


def meet(one, other) -> bool:
    """Tell whether two rectangles share more than an edge."""
    return (
        one[0] < other[0] + other[2] - 0.01
        and other[0] < one[0] + one[2] - 0.01
        and one[1] < other[1] + other[3] - 0.01
        and other[1] < one[1] + one[3] - 0.01
    )


def lying_on_each_other(scene: Scene, drawn=None) -> list[tuple[str, str]]:
    """Return the pairs of zones and plates that lie on each other."""
    layout = laid_out(scene, AREA, drawn)
    places = {**layout.zones, **{f"seat@{seat}": rect for seat, rect in layout.seats.items()}}
    return [(one, other) for one, other in combinations(places, 2) if meet(places[one], places[other])]


@pytest.mark.parametrize("seats", [2, 3, 4, 5, 6])
@pytest.mark.parametrize(("piles", "others"), [(1, 0), (3, 0), (6, 0), (2, 2), (6, 3), (0, 4)])
def test_shared_piles_and_rows_lie_apart_and_are_high_and_broad_enough_for_their_names(seats, piles, others):
    scene = table(seats, piles, others)
    assert lying_on_each_other(scene) == []
    for name, rect in laid_out(scene, AREA).zones.items():
        assert rect[3] > LABELLED, name
        assert rect[2] > 90, name
        if name.startswith("pile"):
            assert rect[2] < 1.2 * rect[3], name


@pytest.mark.parametrize("seats", [2, 4])
def test_beside_a_grid_shared_piles_stand_in_as_many_columns_as_their_names_take(seats):
    scene = table(seats, 9)
    scene.zones["grid"] = SceneZone("grid", "grid", "Grid", columns=9, rows=9)
    zones = laid_out(scene, AREA).zones
    assert all(rect[3] > LABELLED for name, rect in zones.items() if name.startswith("pile"))
    assert zones["grid"][2] > 400
    assert lying_on_each_other(scene) == []


@pytest.mark.parametrize("seats", [2, 3, 4])
def test_what_a_layout_leaves_out_keeps_off_what_it_places(seats):
    scene = table(seats, 3, 2)
    hands = {
        f"hand@{seat}": (300.0, 700.0, 900.0, 340.0) if seat == 0 else (100.0 + 440 * (seat - 1), 60.0, 400.0, 300.0)
        for seat in range(seats)
    }
    piles = {f"pile_{n}": (300.0 + 300 * n, 500.0, 280.0, 240.0) for n in range(3)}
    for drawn in (hands, piles, {"more_0": (300.0, 300.0, 900.0, 400.0)}):
        assert lying_on_each_other(scene, drawn) == [], drawn
    before, after = laid_out(scene, AREA).zones, laid_out(scene, AREA, {"more_0": (300.0, 560.0, 500.0, 250.0)}).zones
    assert all(after[f"hand@{seat}"] == before[f"hand@{seat}"] for seat in range(1, seats))  # who is in nobody's way stays
    assert all(rect[3] > LABELLED for name, rect in after.items() if name.startswith("pile"))


def test_the_words_of_a_hand_never_lie_on_its_cards():
    scene = table(4, 3)
    layout = laid_out(scene, AREA)
    cards = [layout.poses[piece] for piece in scene.pieces]
    boxes = [(pose.x - pose.w / 2, pose.y - pose.h / 2, pose.w, pose.h) for pose in cards]
    words = {item.words: item.rect for item in counts(Stage().app, scene, layout, AREA, lambda _: None) if isinstance(item, Text)}
    for seat in range(4):
        assert not any(meet(words[f"Hand {seat + 1}"], box) for box in boxes), seat
