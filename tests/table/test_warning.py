"""What would change nothing is asked about once, with the reason, and done only when that is confirmed."""

from __future__ import annotations

from dataclasses import dataclass

import pytest
from msgspec.structs import replace
from shell_stage import Stage

from game.kernel.offers import Offer, Refusal
from game.kernel.setup import Setup
from game.match.match import Match
from game.match.seats import SeatPlan
from game.table.pages.dialog import Dialog
from game.table.play.match import MatchScreen

WARNING = "It would change nothing: [willow-nurse] is *Steady*."


@dataclass
class Laid:
    """A match at the table, all of whose offers are warned of."""

    stage: Stage
    screen: MatchScreen
    match: Match


@pytest.fixture
def laid(monkeypatch: pytest.MonkeyPatch) -> Laid:
    monkeypatch.setattr("game.ai.worker.Thinker.warm", lambda self: None)
    match = Match.start(Setup("shine", 2, seed=3), (SeatPlan("human"), SeatPlan("random")))
    plain = match.offers
    monkeypatch.setattr(match, "offers", lambda: tuple(replace(offer, warning=WARNING) for offer in plain()))
    stage = Stage(speed="instant", reduced_motion=True)
    screen = stage.show(MatchScreen(match))
    for _ in range(4):
        stage.frame(0.1)
    assert match.deciding == 0
    return Laid(stage, screen, match)


def choose(laid: Laid) -> None:
    laid.screen.hand.press_offer(laid.screen.hand.buttons()[0])
    laid.stage.frame(0.1)


def test_the_table_asks_once_and_does_it_when_that_is_confirmed(laid: Laid):
    choose(laid)
    assert laid.match.count == 0
    assert isinstance(laid.stage.top, Dialog)
    assert laid.stage.top.words == "It would change nothing: Willow Nurse is *Steady*."
    laid.stage.top.answer(0)
    assert laid.stage.top is laid.screen
    assert laid.match.count >= 1


def test_leaving_it_leaves_everything_as_it_was(laid: Laid):
    choose(laid)
    laid.stage.press("escape")
    laid.stage.frame(0.1)
    assert laid.stage.top is laid.screen
    assert laid.match.count == 0
    choose(laid)
    assert isinstance(laid.stage.top, Dialog), "it can be chosen again, and is asked about again"


def test_no_words_of_an_offer_show_a_card_by_its_id(laid: Laid, monkeypatch: pytest.MonkeyPatch):
    """Refusals, warnings and verbs name cards as they are printed, wherever the table shows them."""
    refusal = Refusal("name", "OC-16", "You have [willow-nurse] in play already.")
    offer = Offer(object(), "[willow-nurse]", "Take [willow-nurse].", refusal=refusal, warning=WARNING)
    monkeypatch.setattr(laid.match, "offers", lambda: (offer,))
    laid.screen.hand.deal()
    (named,) = laid.screen.hand.grip.offers
    for words in (named.verb, named.warning, named.refusal.words):
        assert "Willow Nurse" in words
        assert "[" not in words
