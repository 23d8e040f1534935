"""While hints are asked for and not there, no digit answers the question, at any table and at once; the key that asked calls them off."""

from __future__ import annotations

import pytest
from test_hints import near, table  # noqa: F401  (the fixture that starts no process)
from test_hints_laid import Pondering

from game.rules import IDS, shelf
from game.table.play.buttons import answers


@pytest.mark.parametrize("game", IDS)
def test_no_digit_answers_before_the_hints_are_there(game: str, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("game.table.play.match.Thinker", Pondering)
    stage, screen, match = table(game, 12, games=shelf())
    count = match.count
    stage.press("i", "1", "2")  # in one frame
    stage.frame(0.1)
    stage.press(*"123456789")
    assert (match.count, screen.hints.coming) == (count, True)
    assert not screen.hand.grip.menu
    assert "thought about" in stage.app.notices[-1][1]
    stage.press("i")
    stage.frame(0.1)
    assert not screen.hints.coming
    assert not screen.hints.ideas
    if buttons := answers(screen.hand):
        stage.press(min(buttons))
        assert match.count > count or stage.top is not screen or screen.hand.grip.held, "a digit is the button's again"
