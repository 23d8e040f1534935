"""The strip of the phases lies at the top of the column and stays there, so that a hand finds it."""

from __future__ import annotations

import pytest
from test_phases import STEPPED, begun, nobody_thinks, sat

from game.kernel.chance import Chance
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
