"""Where the arrow of a hint ends that leads into a row with a gap: in the gap, and at nobody who lies there."""

from __future__ import annotations

from math import dist

import pytest
from shell_stage import flat
from test_hints import Near, table
from test_hints_laid import shown

from game.rules import shelf
from game.table.canvas.draw import Polygon
from game.table.canvas.view import inside


@pytest.fixture(autouse=True)
def near(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("game.table.play.match.Thinker", Near)


def test_a_hint_of_who_steps_in_leads_to_the_free_place():
    entering = []
    for actions in range(50, 140, 5):
        _, screen, match = table("cardmaster", actions, size=(1280, 720), games=shelf())
        entering = [offer for offer in match.offers() if offer.refusal is None and offer.verb == "Step in"]
        if entering:
            break
    shown(screen, match, entering[:2])
    board, scene, target = screen.view.board, screen.view.scene, entering[0].target
    zone = board.rect_of(target)
    lying = [board.rect_of(f"piece/{piece.id}") for piece in scene.pieces.values() if f"zone/{piece.zone}" == target]
    slots = [piece.slot for piece in scene.pieces.values() if f"zone/{piece.zone}" == target]
    free = next(slot for slot in range(scene.zones[target.removeprefix("zone/")].columns) if slot not in slots)
    arrows = [item for item in flat(screen.hints.drawn()) if isinstance(item, Polygon) and len(item.points) > 3]
    assert len(arrows) == len(lying) == 2
    for arrow in arrows:
        tip = max(arrow.points)
        assert inside(zone, *tip)
        assert not any(inside(card, *tip) for card in lying)
        assert sum(card[0] + card[2] < tip[0] for card in lying) == free, "as many cards lie to its left as in slots before it"


def test_a_gap_is_where_another_piece_would_lie_and_only_a_row_has_one():
    _, screen, _ = table("cardmaster", 20, size=(1280, 720), games=shelf())
    board, scene = screen.view.board, screen.view.scene
    full = [f"zone/{key}" for key, zone in scene.zones.items() if key.startswith("active")]
    assert [board.opening(place) for place in full] == [None, None], "three lie there"
    assert board.opening("piece/1") is None
    assert board.opening("zone/nowhere") is None


@pytest.mark.parametrize(("game", "words"), [("starcrossed", "Set "), ("starcrossed", "as a recruit"), ("shine", "Attack space")])
def test_a_hint_of_where_a_card_is_laid_ends_in_its_place_and_not_beside_it(game: str, words: str):
    laid = []
    for actions in range(8, 80, 3):
        _, screen, match = table(game, actions, size=(1280, 720), games=shelf())
        laid = [
            offer for offer in match.offers() if offer.refusal is None and words in offer.words and (offer.target or "").startswith("cell/")
        ]
        if len(laid) > 2:
            break
    shown(screen, match, laid[:3])
    board = screen.view.board
    arrows = [item for item in flat(screen.hints.drawn()) if isinstance(item, Polygon) and len(item.points) > 3]
    assert len(arrows) == 3
    for offer, arrow in zip(laid, arrows, strict=False):
        x, y, wide, high = board.rect_of(offer.source)
        tip = max(arrow.points, key=lambda point, start=(x + wide / 2, y + high / 2): dist(point, start))
        assert inside(board.rect_of(offer.target), *tip)
