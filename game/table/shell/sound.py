"""What the table sounds like: one short sound for each kind of thing that happens, loaded when first heard, over the world's own quiet loop.

A machine without an audio device plays silently, and says so once in the log. After a while in which nothing sounds and no hand moves the
loop fades, and the device is closed until the next sound: an open one is fed some ninety times a second, heard or not.
"""

from __future__ import annotations

import logging
from pathlib import Path

import pygame

from game import paths
from game.table.shell.settings import Settings

_log = logging.getLogger(__name__)
_ENDINGS = (".ogg", ".wav")

CUES: dict[str, str] = {
    "press": "click", "back": "click", "toggle": "click", "tick": "hover", "focus": "hover", "open": "card_slide", "refuse": "error_soft",
    "move": "card_slide", "draw": "card_slide", "play": "card_place", "place": "card_place", "flip": "card_flip", "reveal": "card_flip",
    "attack": "hit", "hit": "hit", "miss": "miss", "block": "shield", "roll": "dice_land", "shake": "dice_shake", "shuffle": "shuffle",
    "score": "chime", "fall": "explode", "destroy": "explode", "turn": "turn", "end": "bell", "win": "win", "lose": "lose", "heal": "heal",
    "answer": "card_flip", "accept": "ink",
    "power": "power_up", "raise": "power_up", "lower": "power_down", "crystal": "gem", "cheer": "crowd", "write": "ink", "step": "step",
}  # fmt: skip
"""Which sound a kind of cue makes where the theme does not say otherwise; a kind without one sounds by its own name."""

PATIENCE, AWAY = 30.0, 3.0
"""Seconds of silence after which the device is closed: before a player, and when the window is not the one they use."""

_SWELLING, _FADING = 2500, 1200
"""Milliseconds in which a world's loop comes and goes."""


class Sound:
    """Plays sounds by the kind of cue; silent when muted, without a device or without the file."""

    def __init__(self, settings: Settings, folder: Path | None = None) -> None:
        self.settings = settings
        self.patience = PATIENCE
        self.folder = folder or paths.ASSETS / "sounds"
        self._ready: bool | None = None
        self._opened: tuple[int, int, int] | None = None
        self._surrounding = ""
        self._heard = 0.0
        self._loaded: dict[str, pygame.mixer.Sound | None] = {}

    def play(self, kind: str, now: float) -> None:
        """Play the sound of a kind of cue."""
        if self.settings.muted or self.settings.volume <= 0 or not self._open():
            return
        sound = self._sound(CUES.get(kind, kind))
        if sound is not None:
            sound.set_volume((self.settings.volume / 100) ** 1.5)
            sound.play()
            self._heard = now

    def stir(self, now: float, world: str) -> None:
        """Have a world heard from now on, for as long as somebody is there; without a name nobody looks at any."""
        if world and self.settings.ambience > 0 and not self.settings.muted and self._open():
            self._heard = now
            self._surround(world)

    def _surround(self, world: str) -> None:
        """Let the loop of a world be heard as loud as is set, instead of that of another."""
        channel, loudness = pygame.mixer.Channel(0), (self.settings.ambience / 100) ** 1.5
        if self._surrounding != world or not channel.get_busy():
            self._surrounding = world
            loop = self._sound(f"ambience/{world}")
            if loop is None:
                channel.stop()
                return
            channel.play(loop, loops=-1, fade_ms=_SWELLING)
        channel.set_volume(loudness)

    def hush(self) -> None:
        """Let the loop fade away."""
        if self._ready and self._surrounding:
            pygame.mixer.Channel(0).fadeout(_FADING)
        self._surrounding = ""

    @property
    def open(self) -> bool:
        """Tell whether the device is open."""
        return bool(self._ready)

    def rest(self, now: float, *, away: bool = False) -> None:
        """Close the device when nothing was heard for a while, soon if nobody looks at the window."""
        patience = min(AWAY, self.patience) if away else self.patience
        if self._surrounding and (now - self._heard > patience or self.settings.muted or self.settings.ambience <= 0):
            self.hush()
        if self._ready and now - self._heard > patience and not pygame.mixer.get_busy():
            pygame.mixer.quit()
            self._ready = None

    def _open(self) -> bool:
        if self._ready is None:
            try:
                pygame.mixer.init(44100, -16, 2, 512)
                pygame.mixer.set_reserved(1)
                self._ready = True
                if pygame.mixer.get_init() != self._opened:  # sounds are kept as the device wanted them
                    self._loaded.clear()
                    self._opened = pygame.mixer.get_init()
            except (pygame.error, NotImplementedError) as error:
                _log.info("No sound: %s.", str(error).rstrip("."))
                self._ready = False
        return self._ready

    def _sound(self, kind: str) -> pygame.mixer.Sound | None:
        if kind not in self._loaded:
            place = next((self.folder / f"{kind}{ending}" for ending in _ENDINGS if (self.folder / f"{kind}{ending}").is_file()), None)
            try:
                self._loaded[kind] = pygame.mixer.Sound(str(place)) if place else None
            except pygame.error:
                self._loaded[kind] = None
        return self._loaded[kind]
