"""What the program keeps in small JSON files, for the player in the user's folder (settings, records, what was learnt), for the lab in that of a study.

They are theirs to read, mend, copy and delete. A file that cannot be read counts as nothing kept, and before a fresh one takes its place it is
set aside under a name of its own: nothing that a person could mend is written over. What is written is never more than is read again.
"""

from __future__ import annotations

from pathlib import Path
from typing import Generic, TypeVar

import msgspec
from msgspec import Struct

from game.content.faults import plainly
from game.content.files import MissingError, UnreadableError, free_name, put_in_place, read_whole, remove, size_words, write_fresh
from game.content.texts import MARK

T = TypeVar("T")

NO_JSON = (msgspec.DecodeError, UnicodeDecodeError, RecursionError)
"""What is raised over JSON that cannot be read, or is of another kind."""

ASIDE = ".unreadable"
"""What the name of a file that was set aside ends with, with a number behind it where there is one already."""


def read_kept(path: Path, kind: type[T], most: int) -> T:
    """Return the value of a kind that a JSON file of at most `most` bytes holds, a mark of an editor before it or not; raise UnreadableError where it cannot be read."""
    try:
        return msgspec.json.decode(read_whole(path, most).removeprefix(MARK), type=kind)
    except NO_JSON as error:
        raise UnreadableError(f"it has a fault ({plainly(error)})") from None


class Kept(Struct, Generic[T], frozen=True):
    """A file in which a value of one kind is kept: what a sentence calls it, its place, how it is read, and how many bytes at most."""

    called: str
    path: Path
    kind: type[T]
    most: int

    def read(self) -> T | None:
        """Return what is kept, None where there is no such file; raise UnreadableError where it cannot be read."""
        try:
            return read_kept(self.path, self.kind, self.most)
        except MissingError:
            return None

    def write(self, value: object, *, durable: bool = True) -> str:
        """Keep a value, with `durable` on the disk when this returns; return one sentence where it could not be kept, or where an unreadable file was set aside for it (else an empty one)."""
        content = msgspec.json.format(msgspec.json.encode(value), indent=1) + b"\n"
        if len(content) > self.most:
            return f"{self.called} could not be saved in {self.path} (more than {size_words(self.most)} are not read again)."
        try:
            fresh = write_fresh(self.path, content, durable=durable)
            aside = self._set_aside(fresh)
            put_in_place(fresh, self.path, durable=durable)
        except OSError as error:
            return f"{self.called} could not be saved in {self.path} ({error.strerror})."
        return aside

    def _set_aside(self, fresh: Path) -> str:
        """Give the file that stands there another name if it cannot be read, and return a sentence of it; raise OSError, without `fresh`, where that fails."""
        try:
            self.read()
        except UnreadableError as why:
            place = free_name(self.path, ASIDE)
            try:
                self.path.rename(place)
            except FileNotFoundError:  # another program has just set it aside
                return ""
            except OSError:
                remove(fresh)
                raise
            return f"{self.path} could not be read: {why}; it is now called {place.name}, and a new one was begun."
        return ""
