"""The sound device is open while there is something to hear and a while after; what was loaded is heard again when it reopens."""

from __future__ import annotations

import pygame
import pytest
from shell_stage import Stage

from game.table.shell.settings import Settings
from game.table.shell.sound import AWAY, PATIENCE, Sound


@pytest.fixture(autouse=True)
def silent_device(monkeypatch):
    monkeypatch.setenv("SDL_AUDIODRIVER", "dummy")
    pygame.mixer.quit()
    yield
    pygame.mixer.quit()


def heard_out(sound: Sound) -> None:
    """Wait until nothing sounds any more, as the mixer says."""
    for _ in range(400):
        if not pygame.mixer.get_busy():
            return
        pygame.time.wait(10)
    raise AssertionError("it sounds on and on")


def test_the_device_is_opened_by_the_first_sound_and_closed_after_a_silence():
    sound = Sound(Settings())
    assert pygame.mixer.get_init() is None
    sound.play("press", 10.0)
    assert pygame.mixer.get_init() is not None
    sound.rest(10.0 + PATIENCE + 1)
    assert pygame.mixer.get_init() is not None, "cut off while it sounded"
    heard_out(sound)
    sound.rest(10.0 + PATIENCE - 1)
    assert pygame.mixer.get_init() is not None
    sound.rest(10.0 + PATIENCE + 1)
    assert pygame.mixer.get_init() is None


def test_what_was_loaded_sounds_again_when_the_device_reopens():
    sound = Sound(Settings())
    sound.play("press", 0.0)
    heard_out(sound)
    loaded = dict(sound._loaded)
    sound.rest(PATIENCE + 1)
    sound.play("press", PATIENCE + 2)
    assert pygame.mixer.get_busy()
    assert sound._loaded == loaded


def test_sounds_are_read_anew_for_a_device_of_another_kind():
    sound = Sound(Settings())
    sound.play("press", 0.0)
    heard_out(sound)
    first = sound._loaded["click"]
    sound.rest(PATIENCE + 1)
    sound._opened = (48000, -16, 2)
    sound.play("press", PATIENCE + 2)
    assert sound._loaded["click"] is not first
    assert pygame.mixer.get_busy()


def test_behind_another_window_the_device_is_closed_sooner():
    sound = Sound(Settings())
    sound.play("press", 0.0)
    heard_out(sound)
    sound.rest(AWAY + 1)
    assert pygame.mixer.get_init() is not None
    sound.rest(AWAY + 1, away=True)
    assert pygame.mixer.get_init() is None


def test_a_window_left_alone_lets_the_device_go():
    stage = Stage()
    stage.app.cue("press")
    assert pygame.mixer.get_init() is not None
    heard_out(stage.app.sound)
    stage.frame(PATIENCE + 1)
    assert pygame.mixer.get_init() is None


def test_who_wants_no_sound_opens_no_device():
    for settings in (Settings(muted=True), Settings(volume=0)):
        Sound(settings).play("press", 0.0)
        assert pygame.mixer.get_init() is None
