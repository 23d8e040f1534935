"""What one window sets stays set whatever another window, or a person by hand, sets meanwhile."""

from __future__ import annotations

import json
from pathlib import Path

import pytest
from shell_stage import Stage

from game.table.shell.settings import read_settings, settings_path


def test_two_windows_keep_what_either_changed() -> None:
    one, other = Stage(), Stage()
    one.app.change(volume=3)
    other.app.change(text_size=150)
    one.app.change(muted=True)
    kept = read_settings()[0]
    assert (kept.volume, kept.text_size, kept.muted) == (3, 150, True)


def test_what_was_changed_by_hand_stays_until_it_is_changed_here() -> None:
    stage = Stage()
    stage.app.change(volume=3)
    there = json.loads(settings_path().read_bytes())
    settings_path().write_text(json.dumps(there | {"text_size": 175, "volume": 40}))
    stage.app.change(muted=True)
    kept = read_settings()[0]
    assert (kept.volume, kept.text_size, kept.muted) == (40, 175, True)
    stage.app.change(volume=5)
    assert read_settings()[0].volume == 5


def test_a_change_that_could_not_be_saved_is_saved_with_the_next(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    stage = Stage()
    stage.app.change(speed="fast")
    (tmp_path / "file").write_text("")
    with monkeypatch.context() as patch:
        patch.setenv("STARCROSS_HOME", str(tmp_path / "file"))
        stage.app.change(volume=3)
        assert "could not be saved" in stage.words()
    stage.app.change(muted=True)
    kept = read_settings()[0]
    assert (kept.speed, kept.volume, kept.muted) == ("fast", 3, True)
