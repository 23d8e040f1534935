"""A whole match of each game at a real window with the keyboard alone."""

from __future__ import annotations

from pathlib import Path

import pytest
from keys_player import act, answer, desk, missing
from window_player import SHORT, Hands, Window, play

pytestmark = [pytest.mark.window, pytest.mark.slow, pytest.mark.skipif(bool(missing()), reason=missing())]


@pytest.mark.parametrize(("game", "seed"), [("verona", 3), ("overcross", 5), ("cardmaster", 2), ("starcrossed", 4), ("shine", 6)])
def test_a_whole_match_can_be_played_with_the_keyboard_alone(tmp_path: Path, game: str, seed: int) -> None:
    with desk() as display:
        window = Window(display, tmp_path, game, "random", seed, options=SHORT.get(game, {}))
        try:
            told = play(window, seed, hands=Hands(act, answer))
        finally:
            complaints = window.close()
    assert told["outcome"]
    assert told["count"] > 4
    assert "Traceback" not in complaints, complaints
