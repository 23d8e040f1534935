"""Where things lie: the game's own files, in a checkout, an installed wheel or a bundle, and the user's folders.

The only module that asks. A checkout keeps `assets` and `maps` beside the package; a wheel and a bundle carry
them inside it.
"""

from __future__ import annotations

import os
from contextlib import suppress
from functools import cache
from pathlib import Path

PACKAGE = Path(__file__).resolve().parent


def _shipped(name: str) -> Path:
    inside = PACKAGE / name
    return inside if inside.is_dir() else PACKAGE.parent / name


ASSETS = _shipped("assets")
MAPS = _shipped("maps")


def user_folder() -> Path:
    """Return the folder for the user's saves, settings, decks and maps; `STARCROSS_HOME` overrides it."""
    override = os.environ.get("STARCROSS_HOME")
    if override:
        if os.name == "nt":
            override = override.rstrip(" ")  # `set STARCROSS_HOME=D:\games & starcross` has a space at its end
        return Path(override)
    return _platform_folder()


def home_fault(*, kept: bool = True) -> str:
    """Return why nothing can be kept in the user's folder, in one sentence; empty where something can. One that is not there is not made.

    Where nothing is to be `kept`, it may be one that is only read.
    """
    folder = user_folder().absolute()
    there = next((each for each in (folder, *folder.parents) if os.path.lexists(each)), folder)
    name = "it" if there == folder else there
    if not there.is_dir():
        why = f"{name} is not a folder"
    elif not os.access(there, os.R_OK | os.W_OK | os.X_OK if kept else os.R_OK | os.X_OK):
        why = f"{name} cannot be {'written to' if kept else 'looked into'}"
    else:
        why = "" if there == folder or not os.access(there, os.W_OK) else _unmakable(there / folder.parts[len(there.parts)])
    return why and f"Nothing can be kept in {folder}, as {why}; STARCROSS_HOME names another folder."


def _unmakable(folder: Path) -> str:
    try:
        folder.mkdir(mode=0o700)
    except FileExistsError:  # another window was quicker
        return ""
    except OSError as error:
        return f"it cannot be made ({error.strerror or error})"
    with suppress(OSError):
        folder.rmdir()
    return ""


@cache
def _platform_folder() -> Path:
    from platformdirs import user_data_path  # noqa: PLC0415  (only asked for when something of the user's is read)

    return user_data_path("starcross-tabletop", appauthor=False)


def running_folder() -> Path:
    """Return the folder where open windows keep their logs."""
    return user_folder() / "running"


def saves_folder() -> Path:
    """Return the folder of autosaves and saved matches."""
    return user_folder() / "saves"


def lab_folder() -> Path:
    """Return the folder in which studies are kept."""
    return user_folder() / "lab"


def decks_folder(game: str) -> Path:
    """Return the folder of the user's own decks of a game."""
    return user_folder() / "decks" / game


def drafts_folder() -> Path:
    """Return the folder of decks that are being built and not kept yet."""
    return user_folder() / "drafts"


def cards_folder(game: str) -> Path:
    """Return the folder of the user's own cards of a game."""
    return user_folder() / "cards" / game


def maps_folder(game: str) -> Path:
    """Return the folder of the user's own maps of a game."""
    return user_folder() / "maps" / game


def art_folder(game: str) -> Path:
    """Return the folder of the user's own pictures for cards of a game."""
    return user_folder() / "art" / game


def positions_folder(game: str) -> Path:
    """Return the folder of the user's own positions of a game."""
    return user_folder() / "positions" / game
