"""Matches that a study keeps and that cannot be read any more: said once, while they are played again."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING

from game.kernel.words import counted

if TYPE_CHECKING:
    from rich.console import Console

    from game.lab.study import Folder


class Unread:
    """Says on a console how many matches of a folder could not be read."""

    def __init__(self, folder: Folder, console: Console) -> None:
        self._folder, self._console, self._said = folder, console, False

    def say(self) -> None:
        """Say it, the first time; nothing where all could be read."""
        if self._folder.unread and not self._said:
            words = f"{unread(self._folder.unread, self._folder.path)} played again."
            self._console.print(words, markup=False, highlight=False, soft_wrap=True)
        self._said = True


def unread(matches: int, folder: Path) -> str:
    """Return the beginning of a sentence about matches that are kept and cannot be read."""
    return f"{counted(matches, 'match', 'matches')} kept in {folder} cannot be read and {'is' if matches == 1 else 'are'}"
