"""What a character wears is used through the character: its sign on the grid is smaller than a hand meets."""

from __future__ import annotations

import pytest
from shell_stage import Stage

from game.kernel.chance import Chance
from game.kernel.setup import Setup
from game.match.match import Match
from game.match.seats import SeatPlan
from game.rules import shelf
from game.table.canvas.view import REACH
from game.table.play.match import MatchScreen


def wearing(*, spent: bool) -> tuple[Match, str, str]:
    """Return a match in which a character wears what can be used, where both lie; `spent` where the character can do nothing more itself."""
    match, chance = Match.start(Setup("overcross", 2, seed=4), (SeatPlan("human"), SeatPlan("human"))), Chance(5)
    while match.deciding is not None:
        scene, legal = match.scene(match.deciding), match.legal()
        allowed = [offer for offer in match.offers() if offer.refusal is None]
        usable = {offer.source for offer in allowed}
        for piece in scene.pieces.values():
            host = f"piece/{piece.on}"
            if piece.on is not None and f"piece/{piece.id}" in usable and (host in usable) != spent:
                return match, host, f"piece/{piece.id}"
            if piece.on is not None and f"piece/{piece.id}" in usable:  # let whoever wears it do all it can first
                legal = [offer.action for offer in allowed if offer.source == host]
        match.submit(chance.pick(legal))
    raise AssertionError("nobody ever wears anything")


@pytest.mark.parametrize("spent", [False, True])
def test_what_is_worn_is_used_by_two_presses_that_a_hand_can_meet(spent, monkeypatch):
    monkeypatch.setattr("game.ai.worker.Thinker.warm", lambda self: None)
    match, host, item = wearing(spent=spent)
    stage = Stage((1024, 640), games=shelf(), speed="instant", reduced_motion=True)
    screen = stage.show(MatchScreen(match))
    stage.press("return")  # the curtain
    for _ in range(4):
        stage.frame(0.5)
    x, y, wide, high = screen.view.board.rect_of(host)
    count = match.count
    stage.tap(x + wide * 0.6, y + high * 0.7)
    stage.frame(0.1)
    assert screen.hand.grip.held == (item if spent else host)
    if not spent:
        face = screen.view.printed.face(screen.view.scene.pieces[int(item.removeprefix("piece/"))].face)
        button = next(widget for widget in screen.widgets() if widget.key.startswith("verb-") and face.name in str(widget.paint))
        assert min(button.rect[2:]) >= REACH
        stage.click(button.key)
        stage.frame(0.1)
        assert screen.hand.grip.held == item
    assert match.count == count, "nothing is used by the way"
    used = next(offer for offer in screen.hand.grip.offers_of(item) if offer.refusal is None)
    if used.target is None:
        button = next(widget for widget in screen.widgets() if widget.key.startswith("verb-"))
        assert min(button.rect[2:]) >= REACH
        stage.click(button.key)
    else:
        stage.tap(*screen.view.board.centre_of(used.target))
    stage.frame(0.1)
    assert match.count > count or stage.top is not screen
