"""What can be played of a hand is seen at a glance, and the small menu says what its entries cost and leaves the other places open."""

from __future__ import annotations

import pytest
from shell_stage import Stage

from game.ai.worker import Thinker
from game.cli.shoot import played
from game.kernel.chance import Chance
from game.kernel.setup import Setup
from game.match.match import Match
from game.match.seats import HUMAN, SeatPlan
from game.rules import shelf
from game.rules.starcrossed.actions import Play, Recruit
from game.table.canvas.draw import Made, Panel
from game.table.canvas.view import inset, meet
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


@pytest.mark.parametrize(("size", "text"), [((1280, 720), 100), ((1280, 720), 150), ((1024, 640), 175)])
@pytest.mark.parametrize(("game", "seed", "actions"), [("starcrossed", 3, 2), ("cardmaster", 3, 50), ("verona", 3, 0)])
def test_a_menu_opens_at_what_something_is_put_on(game, seed, actions, size, text):
    stage = Stage(size, games=shelf(), speed="instant", reduced_motion=True, text_size=text)
    people = (SeatPlan(HUMAN), SeatPlan(HUMAN))
    match = played(Setup(game, 2, seed=seed), actions, None) if actions else Match.start(Setup(game, 2, seed=seed), people)
    screen, chance, opened = stage.show(MatchScreen(match)), Chance(5), 0
    for _ in range(60):
        for _ in range(4):
            stage.frame(1.0)
        hand, board = screen.hand, screen.view.board
        for source in hand.grip.sources():
            hand.grip.let_go()
            hand.grip.hold(source)
            for target, offers in hand.grip.targets().items():
                if sum(offer.refusal is None for offer in offers) < 2:
                    continue
                hand.grip.hold(source)
                hand.do(hand.grip.drop((target,)))
                box = next(part.rect for part in menu_parts(screen.view, hand) if isinstance(part, Panel) and part.edge)
                rect, opened = board.rect_of(target), opened + 1
                assert meet(inset(rect, -90), box), (target, rect, box)
        if opened > 4 or match.deciding is None:
            break
        match.submit(chance.pick(match.legal()))
    assert opened


def test_a_menu_in_a_place_larger_than_a_card_opens_where_something_was_put_down():
    _, screen = sat("starcrossed", 3, 2)
    hand, board = screen.hand, screen.view.board
    one = next(one for one in hand.grip.offers if isinstance(one.action, Recruit) and one.refusal is None)
    board.layout.zones = {**board.layout.zones, "wide": (100.0, 300.0, 1100.0, 300.0)}
    hand.grip.menu, hand.grip.menu_at = (one, one), "zone/wide"
    for x in (200.0, 1000.0):
        hand.asked_at = (x, 450.0)
        box = next(part.rect for part in menu_parts(screen.view, hand) if isinstance(part, Panel) and part.edge)
        assert meet((x - 120, 330.0, 240.0, 240.0), box), (x, box)
