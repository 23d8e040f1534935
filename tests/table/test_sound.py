"""The sound device is open while there is something to hear and a while after; what was loaded is heard again when it reopens."""

from __future__ import annotations

import pygame
import pytest
from shell_stage import Stage

from game import paths
from game.content.themes import read_theme, theme_path
from game.kernel.chance import Chance
from game.kernel.setup import Setup
from game.match.match import Match
from game.match.seats import SeatPlan
from game.table.shell.settings import Settings
from game.table.shell.sound import AWAY, CUES, PATIENCE, Sound


@pytest.fixture(autouse=True)
def silent_device(monkeypatch):
    monkeypatch.setenv("SDL_AUDIODRIVER", "dummy")
    pygame.mixer.quit()
    yield
    pygame.mixer.quit()


def heard_out(sound: Sound) -> None:
    """Wait until nothing sounds any more, as the mixer says."""
    for _ in range(6000):
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


def loop_heard() -> bool:
    return bool(pygame.mixer.get_init()) and pygame.mixer.Channel(0).get_busy()


def test_the_world_is_heard_while_somebody_is_there_and_fades_before_the_device_is_closed():
    sound = Sound(Settings(ambience=40))
    sound.rest(0.0)
    assert pygame.mixer.get_init() is None, "nobody has moved yet"
    sound.stir(1.0, "verona")
    assert loop_heard()
    sound.rest(PATIENCE)
    assert loop_heard()
    sound.rest(PATIENCE + 2)
    heard_out(sound)
    sound.rest(PATIENCE + 4)
    assert pygame.mixer.get_init() is None
    sound.stir(PATIENCE + 5, "verona")
    assert loop_heard()
    sound.rest(PATIENCE + 6 + AWAY, away=True)
    heard_out(sound)
    sound.rest(PATIENCE + 8 + AWAY, away=True)
    assert pygame.mixer.get_init() is None


def test_another_world_is_another_loop_and_a_cue_never_takes_its_channel():
    sound = Sound(Settings(ambience=40))
    sound.stir(0.0, "verona")
    first = pygame.mixer.Channel(0).get_sound()
    for _ in range(20):
        sound.play("press", 0.0)
    assert pygame.mixer.Channel(0).get_sound() is first
    sound.stir(0.1, "shine")
    assert pygame.mixer.Channel(0).get_sound() is not first
    sound.stir(0.2, "a world without a loop")
    assert not loop_heard()


@pytest.mark.parametrize("settings", [Settings(ambience=0), Settings(muted=True)])
def test_whoever_wants_no_world_around_opens_no_device_for_it(settings):
    sound = Sound(settings)
    sound.stir(0.0, "verona")
    assert pygame.mixer.get_init() is None


def test_a_loop_is_silent_at_once_when_it_is_muted():
    sound = Sound(Settings(ambience=40))
    sound.stir(0.0, "verona")
    sound.settings = Settings(muted=True)
    sound.rest(0.1)
    heard_out(sound)
    assert not loop_heard()


@pytest.mark.parametrize("game", ["overcross", "starcrossed", "shine", "verona", "cardmaster"])
def test_whatever_happens_in_a_match_makes_a_sound_but_a_pass(game):
    theme = read_theme(theme_path(game))
    match, chance = Match.start(Setup(game, 2, seed=1), (SeatPlan("easy"),) * 2), Chance(1)
    kinds = set()
    while match.deciding is not None and match.count < 80:
        match.submit(chance.pick(match.legal()))
        kinds |= {beat.telling.kind for beat in match.beats(0, match.count) if beat.telling is not None}
    named = {kind: CUES.get(theme.sounds.get(kind, kind), theme.sounds.get(kind, kind)) for kind in kinds - {"pass"}}
    assert not [kind for kind, name in named.items() if not (paths.ASSETS / "sounds" / f"{name}.wav").is_file()]
