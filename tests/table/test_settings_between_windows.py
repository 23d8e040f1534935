"""What one window sets stays set whatever another window, or a person by hand, sets meanwhile."""

from __future__ import annotations

import json
from pathlib import Path

import pytest
from shell_stage import Stage

from game.table.shell.app import App
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


@pytest.mark.parametrize("content", ["{", "[1]", "no settings"])
def test_that_the_settings_could_not_be_read_is_told_in_one_sentence(content: str) -> None:
    settings_path().parent.mkdir(parents=True, exist_ok=True)
    settings_path().write_text(content)
    app = App()
    assert [words for _, words, _ in app.notices if "settings.json" in words] == [read_settings()[1]]
    app.change(volume=3)
    (words,) = [words for _, words, _ in app.notices if "settings.json" in words]
    assert words.endswith("it is now called settings.json.unreadable, and a new one was begun.")
    app.change(volume=4)
    assert read_settings()[0].volume == 4


def test_that_the_settings_could_not_be_read_stays_told_where_they_cannot_be_set_aside(monkeypatch: pytest.MonkeyPatch) -> None:
    settings_path().parent.mkdir(parents=True, exist_ok=True)
    settings_path().write_text("{")
    app = App()

    def full(*_: object) -> None:
        raise OSError(28, "No space left on device")

    monkeypatch.setattr("game.content.files._write", full)
    app.change(volume=3)
    told = [words for _, words, _ in app.notices]
    assert [("is left aside" in words, "could not be saved" in words) for words in told] == [(True, False), (False, True)]
