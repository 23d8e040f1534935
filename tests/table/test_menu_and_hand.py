"""What can be played of a hand is seen at a glance, and the small menu says what its entries cost and leaves the other places open."""

from __future__ import annotations

import pytest
from shell_stage import Stage

from game.ai.worker import Thinker
from game.cli.shoot import played
from game.kernel.setup import Setup
from game.rules import shelf
from game.rules.starcrossed.actions import Play, Recruit
from game.table.canvas.draw import Made, Panel
from game.table.canvas.view import meet
from game.table.pieces.card_face import PAD
from game.table.play.match import MatchScreen
from game.table.play.side_panel import menu_parts


@pytest.fixture(autouse=True)
def nobody_thinks(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(Thinker, "warm", lambda self: None)


def sat(game: str, seed: int, actions: int, text: int = 100) -> tuple[Stage, MatchScreen]:
    stage = Stage((1280, 720), games=shelf(), speed="instant", reduced_motion=True, text_size=text)
    screen = stage.show(MatchScreen(played(Setup(game, 2, seed=seed), actions, None)))
    for _ in range(4):
        stage.frame(1.0)
    return stage, screen


@pytest.mark.parametrize(("game", "seed", "actions"), [("overcross", 5, 3), ("starcrossed", 3, 60), ("shine", 5, 24)])
def test_what_can_be_played_of_a_hand_lies_higher_and_is_lit(game, seed, actions):
    _, screen = sat(game, seed, actions)
    board, open_ = screen.view.board, set(screen.hand.grip.sources())
    kinds: dict[bool, int] = {True: 0, False: 0}
    for piece in board.scene.pieces.values():
        if piece.zone != f"hand@{screen.view.viewer}" or board.layout.poses[piece.id].angle:
            continue
        playable = f"piece/{piece.id}" in open_
        items = [item for item in board._items[piece.id][1] if isinstance(item, Made)]
        card = next(item for item in items if item.kind == "card")
        pose = board.layout.poses[piece.id]
        higher = pose.y - pose.h / 2 - (card.rect[1] + PAD)
        assert (higher > 8) is playable, higher
        assert any(item.kind == "halo" for item in items) is playable
        kinds[playable] += 1
    assert kinds[True] or game != "overcross"
    assert sum(kinds.values()) or game != "overcross"


@pytest.mark.parametrize("text", [100, 150])
def test_a_menu_says_what_its_entries_cost_and_covers_no_other_place_for_the_card(text):
    stage, screen = sat("starcrossed", 3, 2, text)
    hand, board = screen.hand, screen.view.board
    offers = [offer for offer in hand.grip.offers if offer.refusal is None]
    both = [
        one
        for one in offers
        if isinstance(one.action, Play)
        and any(isinstance(other.action, Recruit) and (other.source, other.target) == (one.source, one.target) for other in offers)
    ]
    assert len({one.target for one in both}) == 3
    for one in both:
        hand.grip.let_go()
        hand.do(hand.grip.pick(one.source, "click"))
        hand.do(hand.grip.drop((one.target,)))
        assert len(hand.grip.menu) == 2
        parts = menu_parts(screen.view, hand)
        box = next(part.rect for part in parts if isinstance(part, Panel) and part.edge)
        stage.frame(0.1)
        assert "Costs 1 energy" in " ".join(stage.words().split()), "the recruit"
        assert not meet(box, board.rect_of(one.target))
        for other in hand.grip.open_targets():
            assert not meet(box, board.rect_of(other)), (one.target, other)
