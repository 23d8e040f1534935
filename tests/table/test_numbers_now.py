"""A number that changed stands where it is printed, in the tone of its change, and nowhere a second time."""

from __future__ import annotations

import pytest
from msgspec.structs import replace
from shell_stage import Stage
from test_marks import LATER

from game.ai.worker import Thinker
from game.cli.shoot import played
from game.kernel.scene import CardFace, ScenePiece
from game.kernel.setup import Setup
from game.rules import shelf
from game.table.canvas.draw import Made, Polygon
from game.table.canvas.theme import Theme
from game.table.pieces import card_face, creature, kinds
from game.table.play.match import MatchScreen


@pytest.fixture(autouse=True)
def nobody_thinks(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(Thinker, "warm", lambda self: None)


def lying(game: str, seed: int, actions: int) -> tuple[Stage, MatchScreen]:
    stage = Stage((1280, 720), games=shelf(), speed="instant", reduced_motion=True)
    screen = stage.show(MatchScreen(played(Setup(game, 2, seed=seed), actions, None)))
    for _ in range(4):
        stage.frame(1.0)
    return stage, screen


def shown(stage: Stage, screen: MatchScreen, piece: ScenePiece) -> tuple[CardFace, list[str]]:
    """Return the face with which a card is drawn, and the chips that it wears."""
    board = screen.view.board
    drawn = kinds.drawn(stage.app, board.scene, piece, board.layout.poses[piece.id], board.face)
    face = next(item.key[1] for item in drawn if isinstance(item, Made) and item.kind == "card")
    return face, [item.key[0] for item in drawn if isinstance(item, Made) and item.kind == "chip"]


@pytest.mark.parametrize("game", ["shine", "starcrossed"])
def test_every_number_of_a_card_in_play_is_the_one_on_its_face_and_no_badge_beside_it(game):
    judged = changed = 0
    for seed, actions in (*LATER[game], (5, 80), (3, 60)):
        stage, screen = lying(game, seed, actions)
        board = screen.view.board
        for piece in board.scene.pieces.values():
            printed = board.face(piece.face) if piece.kind == "card" and piece.face else None
            if printed is None or piece.id not in board.layout.poses or creature.fights(piece):
                continue
            face, chips = shown(stage, screen, piece)
            own = {stat.icon for stat in printed.stats}
            for badge in piece.badges:
                if badge.value and badge.icon in own:
                    stat = next(each for each in face.stats if each.icon == badge.icon)
                    assert (stat.value, stat.tone) == (badge.value, badge.tone), piece
                    assert badge.icon not in chips, piece
                    judged += 1
                    changed += stat.value != next(each.value for each in printed.stats if each.icon == badge.icon)
    assert judged > 10
    assert changed > 0


def test_a_recruit_shows_its_owner_the_level_and_strength_that_count_SC_18():
    stage, screen = lying("starcrossed", 3, 60)
    viewer, scene = screen.view.viewer, screen.view.board.scene
    recruits = [piece for piece in scene.pieces.values() if piece.down and piece.zone.startswith("diva")]
    own = [piece for piece in recruits if piece.owner == viewer]
    assert own
    for piece in own:
        face, chips = shown(stage, screen, piece)
        assert {stat.icon: stat.value for stat in face.stats} == {"level": "1", "strength": "0"}
        assert not {"level", "strength"} & set(chips)
    for piece in recruits:
        if piece.owner != viewer:
            face, chips = shown(stage, screen, piece)
            assert face is None
            assert chips == ["strength"]


def test_a_changed_number_is_told_by_an_arrow_too():
    stage, screen = lying("starcrossed", 3, 60)
    theme: Theme = stage.app.theme
    scene = screen.view.board.scene
    raised = [piece for piece in scene.pieces.values() if any(badge.icon == "strength" and badge.tone == "good" for badge in piece.badges)]
    assert raised
    for piece in raised:
        face, _ = shown(stage, screen, piece)
        items = card_face.face_items(stage.app, theme, face, (0, 0, 70, 98), 70)
        assert any(isinstance(item, Polygon) for item in items)


def test_a_card_too_small_for_its_numbers_wears_them_beside_it():
    stage, screen = lying("starcrossed", 3, 60)
    board = screen.view.board
    piece = next(
        each
        for each in board.scene.pieces.values()
        if each.face and not each.down and any(badge.icon == "strength" for badge in each.badges)
    )
    small = replace(board.layout.poses[piece.id], w=44.0, h=62.0, angle=0.0)
    drawn = kinds.drawn(stage.app, board.scene, piece, small, board.face)
    assert "strength" in [item.key[0] for item in drawn if isinstance(item, Made) and item.kind == "chip"]
