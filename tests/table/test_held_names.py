"""Names in a hand: each stands on the part of its card on which no other lies, and on the whole card once it is looked at."""

from __future__ import annotations

from itertools import pairwise

import pygame
import pytest
from every_game import BOXES
from msgspec.structs import replace
from shell_stage import Stage
from test_every_screen import Seated, nobody_thinks, played, walker
from test_every_screen import shown as way_to
from walker import set_in_its_box

from game.kernel.ids import piece_place
from game.kernel.scene import CardFace, Scene, ScenePiece, SceneSeat, SceneZone
from game.kernel.setup import Setup
from game.rules import SHIPPED, shelf
from game.table.canvas.draw import Made, Text
from game.table.pieces import card_face, figures
from game.table.pieces.board import Board
from game.table.pieces.card_face import SEEN, card_key, face_items, part_seen, set_as
from game.table.pieces.fan import fan, seen
from game.table.pieces.lit import Light
from game.table.pieces.name_plate import least

__all__ = ["nobody_thinks"]


def named(stage: Stage, game: str, face: CardFace, width: float, part: float) -> float:
    """Return the right edge of a card's name, in parts of the card's width."""
    items = face_items(stage.app, stage.app.world(game), face, (0.0, 0.0, width, width * 1.4), round(width * stage.app.view.scale), part)
    name = next(item for item in items if isinstance(item, Text) and item.words.casefold() == face.name.casefold())
    wide = set_in_its_box(stage, name)[0].width / stage.app.view.scale
    return (name.rect[0] + (name.rect[2] + wide) / 2) / width


@pytest.mark.parametrize(("size", "text"), [((1024, 640), 175), ((1280, 720), 100), ((1280, 720), 150), ((3840, 2160), 100)])
@pytest.mark.parametrize("game", [game for game in SHIPPED if BOXES[game].hand])
def test_the_name_of_a_held_card_is_in_sight_if_its_longest_word_can_be(game, size, text):
    stage, width, shown = Stage(size, games=shelf(), text_size=text), 190.0, 0
    stage.app.world(game)
    faces = BOXES[game].catalogue()
    for face in faces:
        longest = max(stage.app.measure(word, "bold", least(stage.app)) for word in face.name.split())
        for part in (0.6, 0.75):
            if longest < width * (part - 0.16):
                assert named(stage, game, face, width, part) <= part, face.name
                shown += 1
    assert shown > len(faces), "nearly all of them, at the wider part at least"


def test_of_a_held_card_only_what_the_next_one_leaves_is_seen_and_of_one_that_is_reached_for_all():
    stage = Stage()
    figures.register(stage.app)
    faces = {f"c{key}": CardFace(f"c{key}", f"Card Number {key}", "") for key in range(9)}
    zone = SceneZone("hand", "hand", "Hand", 0, 9)
    pieces = {key: ScenePiece(key, "card", "hand", key, 0, f"c{key}") for key in range(9)}
    board = Board(stage.app, faces.get, {"hand": (20.0, 700.0, 900.0, 240.0)})
    board.fit((0.0, 0.0, 1540.0, 1080.0))
    board.show(Scene("sample", 0, (SceneSeat(0, "Sun"), SceneSeat(1, "Moon")), {"hand": zone}, pieces, {}), 0.0)

    def parts(light: Light) -> list[str]:
        return [
            item.key[-1].partition("-")[0]
            for item in board.draw(light)
            if isinstance(item, Made) and item.kind == "card" and item.key[1] is not None
        ]

    poses = [board.layout.poses[key] for key in range(9)]
    left = min(after.x - before.x for before, after in pairwise(poses)) / poses[0].w
    assert 0.3 < board.layout.seen[0] <= left < 0.9
    assert parts(Light())[:8] == [f"{SEEN}{round(board.layout.seen[key] * 100)}" for key in range(8)]
    reached = parts(Light(hover=piece_place(3), sources=frozenset({piece_place(3)})))
    assert [index for index, look in enumerate(reached) if SEEN not in look] == [3, 8]


def test_cards_that_lie_apart_are_seen_whole():
    assert seen(fan((0.0, 0.0, 400.0, 200.0), 1)) == 1.0
    assert seen([]) == 1.0
    assert seen(fan((0.0, 0.0, 9000.0, 200.0), 2)) == pytest.approx(0.8)


def test_a_straight_hand_lies_open_as_long_as_there_is_room():
    assert seen(fan((0.0, 0.0, 1076.0, 130.0), 5)) == 1.0
    assert seen(fan((0.0, 0.0, 1076.0, 130.0), 9)) < 0.8


@pytest.mark.parametrize("text", [100, 175])
@pytest.mark.parametrize("game", ["starcrossed", "overcross", "shine"])
def test_in_a_large_window_no_words_of_a_held_card_lie_under_the_next_one(game, text, nobody_thinks):
    """There a held card says all that is printed on it; where too little of it is seen, its name and its line."""
    hand = walker(((3840, 2160), text))
    hand._open(way_to(Seated(Setup(game, 2, seed=5), 1, played(Setup(game, 2, seed=5), 60))))
    board, scale, judged = hand.stage.top.view.board, hand.stage.app.view.scale, 0
    for piece in board.scene.pieces.values():
        zone, pose = board.scene.zones[piece.zone], board.layout.poses.get(piece.id)
        if zone.kind != "hand" or zone.owner != board.scene.viewer or pose is None or piece.face is None:
            continue
        face, look = board.face(piece.face), board.layout.looks.get(piece.id, "")
        wide = round(round(pose.w / 2) * 2 * scale)
        rect = (0.0, 0.0, wide / scale, wide * 1.4 / scale)
        for part in face_items(hand.stage.app, hand.stage.app.theme, face, rect, wide, part_seen(look), set_as(look)):
            if isinstance(part, Text) and part.face != "digits":
                assert part.rect[0] + part.rect[2] <= rect[2] * part_seen(look) + 0.5, (face.name, part.words)
                judged += 1
    assert judged > 8


def test_in_a_large_window_no_words_of_a_card_are_as_small_as_in_a_small_one():
    assert least(Stage((3840, 2160)).app) * 2 >= 14
    assert least(Stage((1920, 1080)).app) < 12


def test_of_a_card_that_lies_face_down_only_the_plate_over_it_has_words():
    """Else the rest of its name, and on a large card its rules, looked out from under the plate, cut in two."""
    stage = Stage((1280, 720), games=tuple(BOXES.values()))
    figures.register(stage.app)
    face = next(face for face in BOXES["starcrossed"].catalogue() if face.line)
    for side in (78.0, 140.0, 280.0):
        pictures = {
            pygame.image.tobytes(
                card_face.paint(
                    stage.app, card_key("starcrossed", named, 0, side, side * 1.4, 0.0, "flat-peek"), round(side), round(side * 1.4)
                ),
                "RGB",
            )
            for named in (face, replace(face, name="Quite Another Name", text=("Other words.",), flavour="And others."))
        }
        assert len(pictures) == 1
