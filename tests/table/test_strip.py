"""The strip of the phases lies at the top of the column and stays there, so that a hand finds it."""

from __future__ import annotations

import pytest
from shell_stage import flat
from test_phases import STEPPED, begun, nobody_thinks, sat
from walker import set_in_its_box

from game.kernel.chance import Chance
from game.kernel.setup import Setup
from game.match.match import Match
from game.match.seats import SeatPlan
from game.rules import SHIPPED
from game.table.canvas.draw import Text
from game.table.canvas.view import Rect, holds, inset
from game.table.pieces.name_plate import LEAST

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


@pytest.mark.parametrize("game", STEPPED)
def test_the_parts_of_a_turn_can_be_read_and_grow_with_the_text(game):
    match = begun(game)
    labels = {phase.label for phase in match.scene(match.deciding).phases}
    for size in ((1024, 640), (1280, 720), (1920, 1080)):
        before = 0
        for text in (100, 150, 175):
            stage, screen = sat(match, size=size, text_size=text)
            strip = [widget.rect for widget in screen.widgets() if widget.key.startswith("phase-")]
            shown = [item for item in flat(stage.app.items()) if isinstance(item, Text) and item.words in labels]
            pixels = [set_in_its_box(stage, item)[0].size for item in shown if any(holds(inset(rect, -12), item.rect) for rect in strip)]
            assert len(pixels) == len(labels)
            assert min(pixels) >= max(LEAST, before * 1.1)
            before = min(pixels)
            stage.app.pop()
