"""What the table sounds like: one short sound for each kind of thing that happens, loaded when first heard.

A machine without an audio device plays silently, and says so once in the log.
"""

from __future__ import annotations

import logging
from pathlib import Path

import pygame

from game import paths
from game.table.settings import Settings

_log = logging.getLogger("starcross")
_ENDINGS = (".ogg", ".wav")

CUES: dict[str, str] = {
    "press": "click", "back": "click", "toggle": "click", "tick": "hover", "focus": "hover", "open": "card_slide", "refuse": "error_soft",
    "move": "card_slide", "draw": "card_slide", "play": "card_place", "place": "card_place", "flip": "card_flip", "reveal": "card_flip",
    "attack": "hit", "hit": "hit", "miss": "miss", "block": "shield", "roll": "dice_land", "shake": "dice_shake", "shuffle": "shuffle",
    "score": "chime", "fall": "explode", "destroy": "explode", "turn": "turn", "end": "bell", "win": "win", "lose": "lose", "heal": "heal",
    "power": "power_up", "raise": "power_up", "lower": "power_down", "crystal": "gem", "cheer": "crowd", "write": "ink", "step": "step",
}  # fmt: skip
"""Which sound a kind of cue makes where the theme does not say otherwise; a kind without one sounds by its own name."""


class Sound:
    """Plays sounds by the kind of cue; silent when muted, without a device or without the file."""

    def __init__(self, settings: Settings, folder: Path | None = None) -> None:
        self.settings = settings
        self.folder = folder or paths.ASSETS / "sounds"
        self._ready: bool | None = None
        self._loaded: dict[str, pygame.mixer.Sound | None] = {}

    def play(self, kind: str) -> None:
        """Play the sound of a kind of cue."""
        if self.settings.muted or self.settings.volume <= 0 or not self._open():
            return
        sound = self._sound(CUES.get(kind, kind))
        if sound is not None:
            sound.set_volume((self.settings.volume / 100) ** 1.5)
            sound.play()

    def _open(self) -> bool:
        if self._ready is None:
            try:
                pygame.mixer.init(44100, -16, 2, 512)
                self._ready = True
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
