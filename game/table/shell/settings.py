"""What the player has set: sizes, motion, contrast, speed, sound; kept in one small file in the user's folder.

A file that cannot be read gives one sentence and the defaults, and is set aside before others are saved. A setting with a fault is left out alone, and one that this version
does not know is passed over and stays in the file as it stands: whoever goes back to an older version, or on to a newer one, keeps all of them.
"""

from __future__ import annotations

from collections.abc import Collection, Iterable
from pathlib import Path
from typing import Any

import msgspec
from msgspec import Struct

from game import paths
from game.ai.levels import LEVELS, leans, parted
from game.content.files import UnreadableError
from game.content.kept import Kept
from game.kernel.words import as_name
from game.match.passing import ACT, MARKS, STOPS

ASKED, ASKED_FIRST, UNASKED = "always", "first", "never"
CLOSINGS: tuple[tuple[str, str], ...] = ((ASKED, "Always"), (ASKED_FIRST, "The first times"), (UNASKED, "Never"))
"""Before what closes something (`Offer.closes`): whether one is asked, with the words of it."""

FIRST_TIMES = 3
"""How often one is asked at first."""

GUIDES: tuple[tuple[str, str], ...] = ((ASKED, "Always"), (ASKED_FIRST, "First matches"), (UNASKED, "Never"))
"""When the guide says what people usually do now, with the words of it."""

SPEEDS: tuple[tuple[str, float], ...] = (("slow", 0.6), ("normal", 1.0), ("fast", 2.0), ("instant", 0.0))
"""Names of the animation speeds and how many times faster than normal; instant shows no movement."""

LONGEST_NAME = 24
"""How many letters a person's name has at most."""

_MOST_BYTES = 65536


class Settings(Struct, frozen=True):
    """All settings. Sizes are in percent, `volume` (of what happens) and `ambience` (of the world around) from 0 to 100.

    `stops` says where the table stops to ask (`game.match.passing`), and `marks` how single windows are marked.
    `watching` is how many times faster others are shown at the table. `closing` is one of `CLOSINGS`, and `closings` counts by game how often somebody was asked and did it;
    `guide` is one of `GUIDES`.
    `name` is what the person at this table is called, `asking` whether the menu has begun to ask them for it, `asked` whether that was answered or put away, and `names` what the person was called who sat on each seat last.
    `opponents` names by game the level that was last played against, which its next match begins with.
    `keys` says which key is pressed for what the table knows as another, `letters` whether single letters do anything, and `swapped` that
    the mouse's buttons are changed over. `speech` has the window read aloud.
    `plain_display` is what the window found out at an earlier start: that showing pixels without acceleration is faster here.
    `looks` names another look for each world that is not shown as it ships (`game.content.themes.looks`).
    `window` is the size in pixels it was left with, (0, 0) before it was ever open.
    """

    text_size: int = 100
    card_size: int = 100
    reduced_motion: bool = False
    high_contrast: bool = False
    speed: str = "normal"
    volume: int = 70
    ambience: int = 30
    muted: bool = False
    full_screen: bool = False
    think: str = "normal"
    opponents: dict[str, str] = {}
    name: str = ""
    asking: bool = False
    asked: bool = False
    names: tuple[str, ...] = ()
    stops: str = ACT
    marks: dict[str, str] = {}
    watching: float = 1.0
    closing: str = ASKED_FIRST
    closings: dict[str, int] = {}
    guide: str = ASKED_FIRST
    keys: dict[str, str] = {}
    letters: bool = True
    swapped: bool = False
    speech: bool = False
    plain_display: bool = False
    looks: dict[str, str] = {}
    window: tuple[int, int] = (0, 0)

    def asks_before_closing(self, game: str) -> bool:
        """Tell whether one is asked before an action of a game that closes something."""
        return self.closing == ASKED or (self.closing == ASKED_FIRST and self.closings.get(game, 0) < FIRST_TIMES)

    def guides(self, early: bool) -> bool:  # noqa: FBT001
        """Tell whether the guide speaks, in one of the first matches of a game (`early`) or later."""
        return self.guide == ASKED or (self.guide == ASKED_FIRST and early)

    def met(self, game: str, players: Iterable[str]) -> dict[str, str]:
        """Return the `opponents` once a match of a game is played against these; who plays at random is remembered as nobody's usual one."""
        levels = [player for player in players if _usual(player)]
        return self.opponents | ({game: levels[0]} if levels else {})

    @property
    def text(self) -> float:
        """Return the factor for every text size, 1.0 to 1.75."""
        return self.text_size / 100

    @property
    def pace(self) -> float:
        """Return how many times faster than normal things move; 0 means at once."""
        return 0.0 if self.reduced_motion and self.speed == "instant" else dict(SPEEDS).get(self.speed, 1.0)


def _usual(player: str) -> bool:
    """Tell whether a player is a level that can be somebody's usual opponent: all but the one that plays at random."""
    level = parted(player)[0]
    return level in LEVELS and leans(level)


def bounded(settings: Settings) -> Settings:
    """Return the settings with every number inside its range."""
    return msgspec.structs.replace(
        settings,
        text_size=min(175, max(100, settings.text_size)),
        card_size=min(150, max(75, settings.card_size)),
        volume=min(100, max(0, settings.volume)),
        ambience=min(100, max(0, settings.ambience)),
        speed=settings.speed if settings.speed in dict(SPEEDS) else "normal",
        window=(min(16384, max(0, settings.window[0])), min(16384, max(0, settings.window[1]))),
        opponents={game: level for game, level in list(settings.opponents.items())[:60] if len(game + level) < 200 and _usual(level)},
        name=as_name(settings.name, LONGEST_NAME),
        names=tuple(as_name(name, 40) for name in settings.names[:6]),
        stops=settings.stops if settings.stops in {key for key, _, _ in STOPS} else ACT,
        watching=min(8.0, max(0.5, settings.watching)),
        closing=settings.closing if settings.closing in dict(CLOSINGS) else ASKED_FIRST,
        guide=settings.guide if settings.guide in dict(GUIDES) else ASKED_FIRST,
        closings={
            game: min(FIRST_TIMES, max(0, times)) for game, times in list(settings.closings.items())[:60] if game and len(game) < 200
        },
        keys={key: chosen for key, chosen in list(settings.keys.items())[:60] if key and chosen and len(key + chosen) < 40},
        looks={world: look for world, look in list(settings.looks.items())[:60] if look and len(world + look) < 200},
        marks={key: mark for key, mark in settings.marks.items() if mark and mark in dict(MARKS)},
    )


def settings_path() -> Path:
    """Return where the settings lie."""
    return paths.user_folder() / "settings.json"


def read_settings(path: Path | None = None) -> tuple[Settings, str]:
    """Return the settings and one sentence if they could not be read (else an empty one)."""
    path = path or settings_path()
    try:
        content = _kept(path).read() or {}
    except UnreadableError as error:
        return Settings(), f"The settings file {path} is left aside: {error}; the settings start anew."
    settings, faulty = _sound(content)
    note = f"The settings file {path} has a fault in {' and in '.join(faulty)}; all other settings are kept." if faulty else ""
    return settings, note


def _sound(content: dict[str, Any]) -> tuple[Settings, list[str]]:
    """Return what a file says that this version understands, and the names of the settings with a fault."""
    sound: dict[str, Any] = {}
    faulty: list[str] = []
    for field in msgspec.structs.fields(Settings):
        if field.name in content:
            try:
                sound[field.name] = msgspec.convert(content[field.name], field.type)
            except msgspec.ValidationError:
                faulty.append(field.name)
    return bounded(Settings(**sound)), faulty


def write_settings(settings: Settings, path: Path | None = None, *, changed: Collection[str] = Settings.__struct_fields__) -> str:
    """Save the settings that were `changed`, by name; return one sentence where that failed or an unreadable file was set aside for them (else an empty one).

    Every other stays as it stands there, as a person or another window may have set it meanwhile, and is written where none stands. What means nothing to this version, a name or a
    value of another one's, stays until that setting is changed.
    """
    kept = _kept(path or settings_path())
    try:
        there = kept.read() or {}
    except UnreadableError:
        there = {}
    written, (understood, faulty) = msgspec.to_builtins(settings), _sound(there)
    meant = msgspec.to_builtins(understood)
    stays = {
        name: value
        for name, value in there.items()
        if name not in written or (name not in faulty and (name not in changed or written[name] == meant[name]))
    }
    return kept.write(written | stays)


def _kept(path: Path) -> Kept[dict[str, Any]]:
    return Kept("The settings", path, dict[str, Any], _MOST_BYTES)
