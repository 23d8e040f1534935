"""Other programs that the window starts: the system's voice, and the editor that maps are drawn in."""

from __future__ import annotations

import os
import shutil
import subprocess
import sys
from functools import cache
from pathlib import Path

from game.content.faults import plainly

_TILED = ("C:\\Program Files\\Tiled\\tiled.exe", "/Applications/Tiled.app/Contents/MacOS/Tiled")
"""Where Tiled lies on systems that do not put it on the path."""


def environment() -> dict[str, str]:
    """Return the environment as it was before the packaged program put libraries of its own in front of the system's."""
    kept = {key: value for key, value in os.environ.items() if key != "LD_LIBRARY_PATH_ORIG"}
    if getattr(sys, "frozen", False):
        kept.pop("LD_LIBRARY_PATH", None)
        if before := os.environ.get("LD_LIBRARY_PATH_ORIG"):
            kept["LD_LIBRARY_PATH"] = before
    return kept


@cache
def tiled() -> str:
    """Return where the map editor Tiled is installed; an empty string where it is not."""
    return shutil.which("tiled") or next((place for place in _TILED if Path(place).is_file()), "")


def open_in_tiled(path: Path) -> str:
    """Open a file in Tiled, which goes on when the window closes; return one sentence if that failed (else an empty one)."""
    try:
        subprocess.Popen(  # noqa: S603  (the system's own editor)
            [tiled(), str(path)],
            stdin=subprocess.DEVNULL,
            stdout=subprocess.DEVNULL,
            stderr=subprocess.DEVNULL,
            env=environment(),
            start_new_session=True,
        )
    except (OSError, ValueError) as error:
        return f"Tiled cannot be started ({plainly(error)})."
    return ""
