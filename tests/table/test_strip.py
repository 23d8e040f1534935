"""The strip of the phases lies at the top of the column and stays there, so that a hand finds it."""

from __future__ import annotations

import pytest
from test_phases import STEPPED, begun, nobody_thinks, sat

from game.kernel.chance import Chance
from game.kernel.setup import Setup
from game.match.match import Match
from game.match.seats import SeatPlan
from game.rules import SHIPPED
from game.table.canvas.view import Rect

__all__ = ["nobody_thinks"]


@pytest.mark.parametrize("game", STEPPED)
def test_the_strip_stays_where_it_is_whatever_is_asked(game):
    match, chance = begun(game), Chance(3)
    stage, screen = sat(match)
    lain, asked = set[tuple[Rect, ...]](), set[float]()
    for _ in range(120):
        if match.outcome is not None or len(asked) >= 4:
            break
        if strip := tuple(widget.rect for widget in screen.widgets() if widget.key.startswith("phase-")):
            lain.add(strip)
            asked.add(screen.view.asked_from)
        match.submit(chance.pick(match.legal()))
        for _ in range(8):
            stage.frame(0.1)
            if stage.top is not screen:
                stage.press("return")
    assert len(asked) >= 3, "the questions differ in length"
    assert len(lain) == 1


@pytest.mark.parametrize("game", SHIPPED)
def test_turns_and_rounds_are_counted_from_the_first_on(game):
    match, chance = Match.start(Setup(game, 2, seed=4), (SeatPlan("human"), SeatPlan("human"))), Chance(4)
    counted = []
    for _ in range(40):
        if match.deciding is None:
            break
        counters = match.scene(match.deciding).counters
        counted.append(next((each.value for key, each in counters.items() if key in {"turn", "round"}), 0))
        assert all(each.value for key, each in counters.items() if key in {"turn", "round"})
        match.submit(chance.pick(match.legal()))
    assert counted == sorted(counted)
    assert max(counted) > 0 or game == "verona"
