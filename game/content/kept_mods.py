"""Mods that `remove` took away and kept, as they had been changed: they lie beside the others, and nobody reads them."""

from __future__ import annotations

from pathlib import Path

from game.content.files import inside, set_aside
from game.content.mods import mods_folder


def is_kept(folder: Path) -> bool:
    """Tell whether a folder is called as `remove` calls a mod that it keeps: nobody reads it until it is called otherwise."""
    return set_aside(folder.name) and folder.is_dir()


def kept_mods() -> list[Path]:
    """Return the folders of the mods that `remove` kept, in order."""
    return [folder for folder in inside(mods_folder()) if is_kept(folder)]
