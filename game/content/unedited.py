"""Whether a folder still holds what it was laid with: a record of its files lies in it, and what differs from that is somebody's work.

Of a folder without a record nobody can tell, so all of it is somebody's.
"""

from __future__ import annotations

import hashlib
from collections.abc import Collection, Iterator
from pathlib import Path

from game.content.faults import ContentError, read_file
from game.content.files import replace_file
from game.content.texts import read_text

RECORD = ".installed"
"""The record of a folder's files: a line for each, with the digest of what is in it and its place."""

LARGEST_RECORD = 1 << 20
_LEFT = frozenset({".DS_Store", "Thumbs.db", "desktop.ini"})
"""What file managers leave in a folder that is looked into."""


def record(folder: Path, largest: int) -> None:
    """Note what the files of a folder hold, none of more bytes than `largest`; raise OSError and ContentError where that cannot be."""
    replace_file(folder / RECORD, "".join(_lines(folder, largest, ())).encode(), durable=False)


def as_recorded(folder: Path, largest: int, beside: Collection[str] = ()) -> bool:
    """Tell whether a folder holds what was noted of it and nothing else, but for files `beside` and what file managers leave."""
    try:
        return "".join(_lines(folder, largest, beside)) == read_text(folder / RECORD, LARGEST_RECORD)
    except (ContentError, OSError):
        return False


def _lines(folder: Path, largest: int, beside: Collection[str]) -> Iterator[str]:
    for path in sorted(folder.rglob("*")):
        name = path.relative_to(folder).as_posix()
        if name in {RECORD, *beside} or path.name in _LEFT or (path.is_dir() and not path.is_symlink()):
            continue
        yield f"{hashlib.sha256(read_file(path, largest)).hexdigest()}  {name}\n"
