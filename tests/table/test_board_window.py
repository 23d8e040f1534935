"""Whole matches at a real window, played with a real pointer."""

from __future__ import annotations

from pathlib import Path

import pytest
from window_player import Window, missing, play, screen

pytestmark = [pytest.mark.window, pytest.mark.slow, pytest.mark.skipif(bool(missing()), reason=missing())]


@pytest.mark.parametrize(("game", "seed"), [("verona", 3), ("overcross", 5), ("cardmaster", 2), ("starcrossed", 4)])
def test_a_whole_match_can_be_played_with_the_mouse_alone(tmp_path: Path, game: str, seed: int) -> None:
    with screen() as display:
        window = Window(display, tmp_path, game, "random", seed)
        try:
            told = play(window, seed)
        finally:
            complaints = window.close()
    assert told["outcome"]
    assert told["count"] > 4
    assert "Traceback" not in complaints, complaints
