"""Say where everything lies, and in which version: the program, its files, your own folder, and what is in it."""

from __future__ import annotations

import argparse
import os
import sys
from pathlib import Path

from game import __version__, paths
from game.content.files import closed, is_file
from game.kernel.words import counted

SUMMARY = "say where everything lies, and in which version"


def arguments(parser: argparse.ArgumentParser) -> None:
    """Add no arguments: there are none."""
    del parser


def run(arguments: argparse.Namespace) -> int:
    """Print folders and versions."""
    from importlib.metadata import PackageNotFoundError, version

    from game.rules import ids, open_box, unopened

    del arguments
    how = "packaged" if getattr(sys, "frozen", False) else "from its files"
    print(f"Starcross Tabletop {__version__}, {how}, Python {sys.version.split()[0]}")
    for name in ("pygame-ce", "msgspec", "pytmx"):
        try:
            print(f"  {name} {version(name)}")
        except PackageNotFoundError:
            continue
    print("Games:")
    for game in ids():
        box = open_box(game)
        print(f"  {game}: {box.title}, edition {box.version}")
    for words in unopened().values():
        print(f"  left out: {words}")
    print("What ships:")
    for what, folder in (("program", paths.PACKAGE), ("cards, decks, themes, rules", paths.ASSETS), ("maps", paths.MAPS)):
        print(f"  {what}: {folder}")
    print("Yours:")
    print(f"  {paths.user_folder()}{'' if paths.user_folder().is_dir() else ' (not there yet)'}")
    for name in ("saves", "cards", "decks", "maps", "positions", "lab", "reports"):
        folder = paths.user_folder() / name
        if why := closed(folder):
            print(f"  {folder}: the folder cannot be looked into ({why})")
        elif os.path.isdir(folder):  # noqa: PTH112  (a Path raises in a folder that is only listed)
            print(f"  {folder}: {counted(_files(folder), 'file')}")
    return 0


def _files(folder: Path) -> int:
    return sum(is_file(os.path.join(at, name)) for at, _, names in os.walk(folder) for name in names)  # noqa: PTH118
