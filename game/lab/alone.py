"""One program at a time plays in the folder of a study or a search: two would do all work twice, and write between each other's lines."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

from game.content.files import make_folder
from game.match.lock import Lock


@contextmanager
def alone(folder: Path, error: type[Exception]) -> Iterator[None]:
    """Hold a folder, which is made where it is not there; raise `error` with a sentence while another program holds it, or another page of this one.

    The end of a program lets go of it, however it comes. Raise OSError where the folder cannot be made, or something else stands where its lock should be.
    """
    make_folder(folder)
    lock = Lock.take(folder / "study")
    if lock is None:
        raise error(f"{folder} is in use: another run plays there, and this one may begin when that has ended.")
    try:
        yield
    finally:
        lock.release()
