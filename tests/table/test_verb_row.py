"""What a picked-up piece can do where it stands has a button under it, by click and by keys; a dragged one has none."""

from __future__ import annotations

import pytest
from shell_stage import Stage
from walker import apart

from game.kernel.chance import Chance
from game.kernel.setup import Setup
from game.match.match import Match
from game.match.seats import SeatPlan
from game.table.canvas.draw import Panel
from game.table.canvas.view import inside
from game.table.pieces import zones
from game.table.play import looks
from game.table.play.match import MatchScreen


@pytest.fixture(autouse=True)
def nobody_thinks(monkeypatch):
    monkeypatch.setattr("game.ai.worker.Thinker.warm", lambda self: None)


def sat(text: int = 100) -> tuple[Stage, MatchScreen, str]:
    """Return an arena at a possession, and a card of it that can stack, raise a stat or skip."""
    match, chance = Match.start(Setup("cardmaster", 2, seed=2), (SeatPlan("human"), SeatPlan("easy"))), Chance(2)
    while match.deciding != 0 or match.scene(0).prompt.rule != "CM-8":
        match.submit(chance.pick(match.legal()))
    stage = Stage(speed="instant", reduced_motion=True, text_size=text)
    screen = stage.show(MatchScreen(match))
    for _ in range(4):
        stage.frame(0.1)
    place = next(offer.source for offer in match.offers() if offer.verb.startswith("STACK") and offer.refusal is None)
    return stage, screen, place


@pytest.mark.parametrize("text", [100, 150, 175])
def test_stack_and_skip_stand_under_the_picked_card_and_one_click_does_them(text):
    stage, screen, place = sat(text)
    x, y = screen.view.board.centre_of(place)
    stage.tap(x, y)
    stage.frame(0.1)
    assert screen.hand.grip.held == place
    verbs = [offer for offer in screen.hand.grip.verbs() if offer.refusal is None]
    shown = [widget for widget in screen.widgets() if widget.key.startswith("verb-")]
    assert len(shown) == len(verbs) > 1
    for widget in shown:
        left, top, wide, high = widget.rect
        assert inside(screen.view.board.area, left, top)
        assert inside(screen.view.board.area, left + wide, top + high)
        assert apart(widget.rect, screen.view.board.rect_of(place)), "its numbers are what one chooses by"
        assert all(apart(widget.rect, plate) for plate in screen.view.board.layout.seats.values()), "so are the numbers of its side"
        stage.move(left + wide / 2, top + high / 2)
        stage.frame(0.6)
        stage.frame(0.1)
        said = screen._hint()[1].rect
        assert apart(said, screen.view.board.rect_of(place))
        assert all(apart(said, each.rect) for each in screen.widgets()), "what is said of a button covers no other"
    stack = next(index for index, offer in enumerate(verbs) if offer.verb.startswith("STACK"))
    count = screen.match.count
    stage.click(f"verb-{stack}")
    assert screen.match.count == count + 1
    assert screen.match.action(count + 1) == verbs[stack].action


def test_a_dragged_card_and_an_open_menu_have_no_buttons_under_them():
    stage, screen, place = sat()
    x, y = screen.view.board.centre_of(place)
    stage.tap(x, y)
    stage.tap(x, y + 2)
    stage.frame(0.1)
    assert screen.hand.grip.menu
    assert not [widget for widget in screen.widgets() if widget.key.startswith("verb-")]
    screen.hand.let_go()
    stage.move(x, y)
    stage.down(x, y)
    stage.move(x + 30, y - 40)
    assert screen.hand.grip.how == "drag"
    assert not [widget for widget in screen.widgets() if widget.key.startswith("verb-")]


@pytest.mark.parametrize("text", [100, 150, 175])
def test_the_buttons_of_a_card_leave_the_words_at_others_and_the_names_of_zones_open(text):
    stage, screen, _ = sat(text)
    held = {offer.source for offer in screen.match.offers() if offer.verb.startswith("STACK") and offer.refusal is None}
    assert len(held) > 1
    for place in held:
        stage.tap(*screen.view.board.centre_of(place))
        stage.frame(0.1)
        shown = [widget.rect for widget in screen.widgets() if widget.key.startswith("verb-")]
        told = [item.rect for item in looks.captions(screen.view, screen.hand) if isinstance(item, Panel)]
        names = zones.names(stage.app, screen.view.scene, screen.view.board.layout)
        assert shown
        assert len(names) > 4
        assert all(apart(button, other) for button in shown for other in (*told, *names))
        screen.hand.let_go()
