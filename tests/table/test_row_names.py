"""Names of cards that lie side by side are set alike, in hand and on the table, and larger where the player wants larger text."""

from __future__ import annotations

import pytest
from every_game import BOXES
from shell_stage import Stage, flat
from test_every_screen import Seated, nobody_thinks, played
from test_every_screen import shown as way_to
from walker import Walker, set_in_its_box

from game.kernel.setup import Setup
from game.rules import SHIPPED
from game.table.canvas.draw import Made, Text
from game.table.pieces.card_face import face_items, part_seen, set_as, set_look
from game.table.pieces.lit import Light
from game.table.pieces.name_plate import LEAST, Setting

__all__ = ["nobody_thinks"]

WITH_CARDS = [game for game in SHIPPED if BOXES[game].catalogue()]
MATCHES = [(5, 12), (5, 40), (5, 80)]

Name = tuple[str, str, int, bool]
"""A card's name, the face it is set in, its size in pixels and whether it fills its plate."""


def rows(stage: Stage) -> dict[object, list[Name]]:
    """Return how the names of the cards that lie side by side are set: by hand, else by how far down the window they lie and how large they are."""
    board, scale = stage.top.view.board, stage.app.view.scale
    found: dict[object, list[Name]] = {}
    cards = [item for item in flat(board.draw(Light())) if isinstance(item, Made) and item.kind == "card" and item.key[1] is not None]
    for item in cards:
        world, face, _, w, h, angle, look = item.key
        if "peek" in look:
            continue
        x, y = item.rect[0] + item.rect[2] / 2, item.rect[1] + item.rect[3] / 2
        piece = min(board.layout.poses, key=lambda key: (board.layout.poses[key].x - x) ** 2 + (board.layout.poses[key].y - y) ** 2)
        zone = board.scene.zones[board.scene.pieces[piece].zone]
        wide = max(1, round(w * scale))
        rect = (0.0, 0.0, wide / scale, round(h * scale) / scale)
        items = face_items(stage.app, stage.app.world(world), face, rect, wide, part_seen(look), set_as(look))
        name = next((part for part in items if isinstance(part, Text) and part.words.casefold() == face.name.casefold()), None)
        if name is not None:
            if zone.kind in {"pile", "stack"}:
                continue
            row = zone.id if zone.kind == "hand" else (round(y), round(w / (0.94 if angle else 1) / 4))
            laid = set_in_its_box(stage, name)[0]
            size = laid.size
            full = laid.width >= 0.72 * name.rect[2] * scale or laid.height >= 2.2 * size
            found.setdefault(row, []).append((face.name, name.face, size, full))
    return found


def tables(game: str, text: int, size: tuple[int, int] = (1280, 720)) -> list[dict[object, list[Name]]]:
    found = []
    for seed, actions in MATCHES:
        setup = Setup(game, min(BOXES[game].seats), seed=seed)
        hand = Walker(Stage(size, games=tuple(BOXES.values()), text_size=text))
        hand._open(way_to(Seated(setup, 1, played(setup, actions))))
        found.append(rows(hand.stage))
    return found


@pytest.mark.parametrize("text", [100, 150, 175])
@pytest.mark.parametrize("game", WITH_CARDS)
def test_the_names_of_a_row_are_set_alike(game, text, nobody_thinks):
    together = 0
    for found in tables(game, text):
        for row in found.values():
            if len({name for name, *_ in row}) > 1:
                together += 1
                assert len({face for _, face, *_ in row}) == 1, row
                assert len({size for _, _, size, _ in row}) == 1, row
            assert all(size >= LEAST for _, _, size, _ in row)
    assert together


@pytest.mark.parametrize("game", WITH_CARDS)
def test_the_names_of_rows_are_larger_where_larger_text_is_wished_as_far_as_their_plates_hold_them(game, nobody_thinks):
    usual, large = tables(game, 100), tables(game, 175)
    for before, after in zip(usual, large, strict=True):
        assert [len(row) for row in before.values()] == [len(row) for row in after.values()]
        for one, other in zip(before.values(), after.values(), strict=True):
            for (name, _, was, _), (_, _, now, _) in zip(one, other, strict=True):
                assert now >= was, name
            assert one[0][2] * 1.25 <= other[0][2] or any(full for *_, full in other), other


@pytest.mark.parametrize("game", WITH_CARDS)
def test_at_usual_text_names_are_set_in_the_games_own_face_where_a_row_can_be_read_in_it(game, nobody_thinks):
    faces = [face for found in tables(game, 100) for row in found.values() for _, face, *_ in row]
    assert faces.count("display") > len(faces) / 3


def test_a_look_says_how_a_name_is_set():
    for face, capitals in (("display", True), ("display", False), ("bold", False)):
        for place in (-1, 0, 1):
            setting = Setting(face, capitals, 19, place)
            assert set_as("seen60-" + set_look(setting)) == setting
    assert set_as("") is set_as("dim-seen60") is None
