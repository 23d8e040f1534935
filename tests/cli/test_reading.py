"""A scene read aloud: whose things they are, where they lie, what rides on them, and nothing that is face down."""

from __future__ import annotations

import pytest

from game.cli.reading import cell_name, column_letters, lookalike, read_scene
from game.kernel.scene import Badge, Counter, Scene, ScenePiece, SceneSeat, SceneZone

NAMES = ("Ann", "Ben")
SEATS = (SceneSeat(0, "The Lilies", active=True), SceneSeat(1, "Ben", out=True))
ZONES = {
    "field": SceneZone("field", "grid", "Field", columns=30, rows=4, count=3),
    "hand@0": SceneZone("hand@0", "hand", "hand", owner=0, count=2),
    "hand@1": SceneZone("hand@1", "hand", "hand", owner=1, count=3),
    "deck@1": SceneZone("deck@1", "pile", "deck", owner=1, count=7),
    "pool@0": SceneZone("pool@0", "pool", "dice", owner=0, count=4, words="Roll them well."),
}
PIECES = {
    1: ScenePiece(1, "token", "field", 0, owner=0, face="ayla", badges=(Badge("heart", "3/5", "3 of 5 health: the rest is lost"),)),
    2: ScenePiece(2, "token", "field", 57, owner=1, face="brom", turned=True, marks=("stunned",), spread=1),
    3: ScenePiece(3, "card", "field", 0, owner=1, face="curse", on=1, down=True),
    4: ScenePiece(4, "card", "hand@0", 1, owner=0, face="curse"),
    5: ScenePiece(5, "card", "hand@0", 0, owner=0, face="ayla", words="Ayla, a long-winded queen of many lands"),
    6: ScenePiece(6, "card", "hand@1", 0, owner=1),
    7: ScenePiece(7, "die", "pool@0", 0, owner=0, face="4"),
    8: ScenePiece(8, "die", "pool@0", 1, owner=0, face="4"),
    9: ScenePiece(9, "die", "pool@0", 2, owner=0, face="6"),
}
COUNTERS = {
    "round": Counter("round", "Round", 2),
    "score": Counter("score", "Score", 9, seat=0, most=10, words="Ten wins (XX-1)."),
}
SCENE = Scene("x", 0, SEATS, ZONES, PIECES, COUNTERS)
CARDS = {"ayla": "Ayla", "brom": "Brom", "curse": "Curse"}


def read(*, explained: bool = False) -> list[str]:
    return list(read_scene(SCENE, NAMES, CARDS.__getitem__, explained=explained))


def test_the_whole_scene_is_read_in_order():
    assert read() == [
        "Round 2.",
        "Ann of The Lilies (you, whose turn it is): Score 9 of 10.",
        "Ben (out of the match): nothing to count.",
        "Field:",
        "  A1 your Ayla (3 of 5 health)",
        "    with Ben's Curse (face down)",
        "  AB2 Ben's Brom (turned; stunned; covers 1 space around)",
        "Ben's hand: unseen card, and 2 more unseen.",
        "Ben's deck: 7 unseen.",
        "Your hand:",
        "  Ayla (a long-winded queen of many lands)",
        "  Curse",
        "Your dice: 2 x 4, 6, and 1 more unseen.",
    ]


def test_what_things_mean_is_told_when_asked_for():
    told = "\n".join(read(explained=True))
    assert "Score 9 of 10 (Ten wins (XX-1))" in told
    assert "Your dice (Roll them well)" in told
    assert "3 of 5 health: the rest is lost" in told
    assert "Roll them well" not in "\n".join(read())


@pytest.mark.parametrize(("column", "letters"), [(0, "A"), (25, "Z"), (26, "AA"), (51, "AZ"), (52, "BA")])
def test_columns_have_letters(column, letters):
    assert column_letters(column) == letters


def test_cells_are_named_by_column_and_row_in_a_grid_and_counted_elsewhere():
    assert cell_name(ZONES["field"], 57) == "AB2"
    assert cell_name(SceneZone("track", "track", "Track", columns=50), 49) == "50"


def test_equal_dice_look_alike_and_what_lies_on_the_field_never_does():
    assert lookalike(SCENE, 7) == lookalike(SCENE, 8) != lookalike(SCENE, 9)
    assert lookalike(SCENE, 1) != lookalike(SCENE, 2)
    assert lookalike(SCENE, 99) == 99
