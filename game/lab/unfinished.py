"""The matches of a round of a search that is not over: each is kept as soon as it is played, so that whoever is stopped loses none.

A match is a function of its batch and its number there; it is known by these, and what is read here is what would be played.
"""

from __future__ import annotations

from pathlib import Path
from typing import BinaryIO

import msgspec
from msgspec import Struct

from game.content.files import UnreadableError, continued, make_folder, read_whole, remove, replace_file
from game.content.kept import NO_JSON
from game.kernel.digest import digest
from game.lab.batch import Batch

ROUND = "round.jsonl"
MOST_BYTES = 1 << 26


class Told(Struct, frozen=True):
    """A match that was played, and what share of it fell to the first entrant."""

    match: str
    won: float


class Unfinished:
    """What the matches of a round brought so far, in a folder, or nowhere but here without one."""

    def __init__(self, folder: Path | None = None) -> None:
        self._place = folder / ROUND if folder is not None else None
        self._file: BinaryIO | None = None
        self.won = _kept(self._place) if self._place is not None else {}

    def add(self, match: str, won: float) -> None:
        """Keep a match; raise OSError."""
        self.won[match] = won
        if self._place is None:
            return
        if self._file is None:  # anew, as a line may have been cut off
            make_folder(self._place.parent)
            replace_file(self._place, b"".join(map(_line, self.won, self.won.values())), durable=False)
            self._file = continued(self._place)
            return
        self._file.write(_line(match, won))
        self._file.flush()

    def over(self) -> None:
        """Forget the matches: they count in the search, which is kept."""
        self.close()
        self.won = {}
        if self._place is not None:
            remove(self._place)

    def close(self) -> None:
        """Leave what is kept where it is."""
        if self._file is not None:
            self._file.close()
            self._file = None


def named(batch: Batch) -> str:
    """Return what the matches of a batch are known by, beside their numbers."""
    return digest(batch)


def _line(match: str, won: float) -> bytes:
    return msgspec.json.encode(Told(match, won)) + b"\n"


def _kept(place: Path) -> dict[str, float]:
    """Return the matches that are kept and can be read; any other is played again, which brings the same."""
    try:
        content = read_whole(place, MOST_BYTES)
    except UnreadableError:
        return {}
    found: dict[str, float] = {}
    for text in content.splitlines():
        try:
            told = msgspec.json.decode(text, type=Told)
        except NO_JSON:
            continue
        if 0.0 <= told.won <= 1.0:
            found[told.match] = told.won
    return found
