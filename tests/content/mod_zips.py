"""Mods for tests: the worked example, the page of a small one, and whatever is put into a zip."""

from __future__ import annotations

import zipfile
from pathlib import Path

from game.content import mods
from game.content.faults import Fault

EXAMPLE = Path(__file__).parents[2] / "docs" / "mods" / "longer-night"

PAGE = 'name = "Night"\nversion = "1"\ngame = "overcross"\n'


def zipped(file: Path, **members: str) -> Path:
    with zipfile.ZipFile(file, "w") as archive:
        for name, text in members.items():
            archive.writestr(name, text)
    return file


def fine(_mod: mods.Mod) -> tuple[Fault, ...]:
    return ()
