"""What choosing a card would bring is told where one is asked to choose, as it is for what is held: at once, beside the closer look, and aloud."""

from __future__ import annotations

import random

import pytest
from shell_stage import Stage

from game.kernel.offers import Offer
from game.kernel.setup import Setup
from game.match.match import Match
from game.match.seats import SeatPlan
from game.table.play.match import MatchScreen


def foreseen(match: Match) -> list[tuple[Offer, str]]:
    """Return the choices of the person that are asked, each with what it would bring."""
    if match.deciding != 0:
        return []
    asked = [offer for offer in match.offers() if offer.source is None and offer.target and offer.refusal is None]
    return [(offer, words) for offer in asked if (words := match.rules.preview(match.observation(0), offer.action).words)]


@pytest.fixture(scope="module")
def asked() -> Match:
    """Return a match of Shine in which a person is asked to choose between two cards at least of which each brings something."""
    for seed in range(2, 60):
        match = Match.start(Setup("shine", 2, seed=seed), (SeatPlan("human"), SeatPlan("random")))
        chance = random.Random(seed)
        while match.outcome is None and match.count < 200:
            if len(foreseen(match)) > 1:
                return match
            match.submit(chance.choice(match.legal()))
    raise AssertionError("no such question was found")


@pytest.fixture
def table(asked, monkeypatch):
    monkeypatch.setattr("game.ai.worker.Thinker.warm", lambda self: None)
    stage = Stage(speed="instant", reduced_motion=True)
    screen = stage.show(MatchScreen(asked))
    screen.ask_here()
    for _ in range(4):
        stage.frame(0.1)
    return stage, screen


def told(stage: Stage, screen: MatchScreen, words: str) -> bool:
    return screen.view.spoken(words) in stage.words()


def point_at(stage: Stage, screen: MatchScreen, place: str) -> None:
    at = screen.view.board.centre_of(place)
    assert at is not None
    stage.move(*at)
    stage.frame()


def test_pointing_at_what_can_be_chosen_tells_at_once_what_that_would_bring(asked, table):
    for offer, words in foreseen(asked):
        assert not told(*table, words)
        point_at(*table, offer.target)
        assert told(*table, words)
        table[0].move(4, 4)
        table[0].frame()


def test_the_closer_look_tells_it_as_well(asked, table):
    stage, screen = table
    offer, words = foreseen(asked)[0]
    point_at(stage, screen, offer.target)
    stage.frame(1.0)
    stage.frame()
    assert screen.hand.look_now
    assert told(stage, screen, words)


def test_the_keyboard_and_the_ear_are_told_it_too(asked, table):
    stage, screen = table
    known = {offer.target: words for offer, words in foreseen(asked)}
    for _ in range(80):
        stage.press("tab")
        if screen.hand.cursor in known:
            break
    words = known[screen.hand.cursor]
    stage.frame()
    assert told(stage, screen, words)
    assert screen.view.spoken(words).rstrip(".") in screen.focused()


def test_of_a_card_that_cannot_be_chosen_nothing_is_told(asked, table):
    stage, screen = table
    targets = {offer.target for offer, _ in foreseen(asked)}
    other = next(
        f"piece/{key}" for key, piece in screen.view.scene.pieces.items() if piece.zone.startswith("hand") and f"piece/{key}" not in targets
    )
    point_at(stage, screen, other)
    assert not any(told(stage, screen, words) for _, words in foreseen(asked))
