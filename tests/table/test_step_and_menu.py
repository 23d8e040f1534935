"""What a step of a lesson says is read while it is chosen how to do it."""

from __future__ import annotations

import pytest
from pygame import Rect
from test_learn import Pupil

from game.content.positions import positions_of
from game.match.course import OPEN
from game.rules import SHIPPED
from game.table.canvas.draw import Panel


@pytest.fixture(autouse=True)
def nobody_thinks(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("game.ai.worker.Thinker.warm", lambda self: None)


@pytest.mark.parametrize("text", [100, 150])
@pytest.mark.parametrize("game", SHIPPED)
def test_what_a_step_says_is_read_beside_its_menu_and_beside_what_its_piece_can_do(game, text):
    said = 0
    for lesson in (each for each in positions_of(game) if each.kind == "lesson"):
        pupil = Pupil(lesson, text_size=text)
        table, course, stage = pupil.table, pupil.table.lesson, pupil.stage
        for _ in range(80):
            if course.verdict != OPEN or not course.step.do:
                break
            if course.reading:
                stage.press("space")
                continue
            grip, offer = table.hand.grip, course.wanted(table.match.offers())[0]
            if offer.source is not None and table.view.board.rect_of(offer.source):
                table.hand.do(grip.hold(offer.source))
                stage.frame()
                over = [each.rect for each in table.widgets() if each.rect[0] < table.view.board.area[2]]
                if not over and offer.target is not None:
                    grip._settle(grip.targets()[offer.target], offer.target)
                    table.stale()
                    stage.frame()
                    over = [each.rect for each in table.widgets() if each.rect[0] < table.view.board.area[2]]
                if over:
                    assert course.step.say in stage.words(), lesson.name
                    (bubble,) = [item.rect for item in table._bubble() if isinstance(item, Panel)]
                    assert not [rect for rect in over if Rect(bubble).colliderect(Rect(rect))], (lesson.name, course.step.say)
                    said += 1
                table.hand.let_go()
            table.submit(offer.action)
            pupil.rest()
    assert said or game in {"overcross", "verona"}, "their lessons ask for nothing that a menu or a row of buttons would offer"
