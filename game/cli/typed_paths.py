"""Paths as they are typed: not every shell puts the names in the place of a pattern such as `*.toml`, and not every system tells capitals in names from small letters."""

from __future__ import annotations

import os
import re
from collections.abc import Iterable
from glob import glob
from pathlib import Path

from game.cli import CommandError
from game.content.files import as_called, closed, is_there, not_here
from game.kernel.words import enumerated

_PATTERN = re.compile(r"[*?[]")


def all_typed(paths: Iterable[Path]) -> list[Path]:
    """Return paths as they are called on the disk, and for a pattern that is no name itself all that fits it, in order; raise CommandError where nothing does."""
    found: list[Path] = []
    for path in paths:
        if is_there(path) or not _PATTERN.search(str(path)):
            found.append(as_called(path))
            continue
        fitting = sorted(glob(str(path)))  # noqa: PTH207  (a Path's own finds hidden files, too, which no shell does)
        if not fitting:
            raise CommandError(f"There is no file or folder that fits {path}.")
        found += (as_called(Path(each)) for each in fitting)
    return found


def see_no_folder(path: Path, what: str) -> None:
    """Raise CommandError for a folder where a file is meant, and for what this system has no file of; `what` is kept in one."""
    if os.path.isdir(path):  # noqa: PTH112  (a Path raises where a name is impossible)
        raise CommandError(f"{path} is a folder, and {what} is a file.")
    if why := not_here(path.name):
        raise CommandError(f"{path} is no file: {why}.")


def see_save(path: Path) -> None:
    """Raise CommandError where there is no file of a match that was kept, nor a copy beside it, or a folder without copies, also one that cannot be looked into."""
    from game.match.save import copied, files_beside

    what = "a match that was kept"
    if copied(path):
        return
    see_no_folder(path, what)
    if not any(is_there(each) for each in (path, *files_beside(path))):
        if why := closed(path.parent):
            raise CommandError(f"{path} is not found: the folder cannot be looked into ({why}).")
        raise CommandError(f"{path} is not there: {what} is a file.")


def one_typed(path: Path) -> Path:
    """Return a path as it is called on the disk, and for a pattern what fits it; raise CommandError where nothing does, or more than one."""
    found = all_typed([path])
    if len(found) > 1:
        raise CommandError(f"One file or folder is needed, and {path} fits {enumerated([each.name for each in found])}.")
    return found[0]
