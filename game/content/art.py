"""Pictures of cards that users and mods bring: `CARD.png`, named by the card's id.

A picture is a PNG of a bounded size, and its file is whole. The window draws the card without any other.
"""

from __future__ import annotations

from pathlib import Path

from game import paths
from game.content.faults import Fault, file_label
from game.content.files import inside
from game.content.mods import LARGEST_FILE, MOST_FILES, mod_files
from game.content.pictures import NO_PNG, png_fault, png_size

MOST_ACROSS = 2048


def own_art(game: str) -> dict[str, Path]:
    """Return the pictures that users and mods bring for cards of a game, by the card's id; the user's own come first."""
    folder = paths.art_folder(game)
    found: dict[str, Path] = {}
    for path in (*inside(folder, "*.png")[:MOST_FILES], *mod_files(game, "art", "*.png")):
        if not art_faults(path):
            found.setdefault(path.stem, path)
    return found


def art_faults(path: Path) -> list[Fault]:
    """Return what is wrong with a picture."""
    try:
        large = path.stat().st_size > LARGEST_FILE
        size = None if large else png_size(path)
    except OSError as error:
        return [Fault(file_label(path), "", f"it cannot be read ({error.strerror or type(error).__name__})")]
    if large:
        return [Fault(file_label(path), "", f"it is larger than {LARGEST_FILE >> 20} MB")]
    if size is None:
        return [Fault(file_label(path), "", NO_PNG)]
    if not 1 <= min(size) <= max(size) <= MOST_ACROSS:
        return [Fault(file_label(path), "", f"it is {size[0]} by {size[1]} pixels, and a picture is at most {MOST_ACROSS} across")]
    broken = png_fault(path)
    return [Fault(file_label(path), "", broken)] if broken else []
