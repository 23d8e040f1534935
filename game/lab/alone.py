"""One program at a time plays in the folder of a study or a search: two would do all work twice, and write between each other's lines."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

from game.content.faults import plainly
from game.content.files import inside, make_folder, passing_of
from game.match.lock import Lock, lock_path

HELD = "study"
"""What is locked in the folder; there is no file of that name, only that of its lock."""


@contextmanager
def alone(folder: Path, error: type[Exception]) -> Iterator[None]:
    """Hold a folder, which is made where it is not there; raise `error` with a sentence while another program holds it, or another page of this one.

    The end of a program lets go of it, however it comes. Raise OSError where the folder cannot be made, or something else stands where its lock should be.
    """
    make_folder(folder)
    lock = Lock.take(folder / HELD)
    if lock is None:
        raise error(f"{folder} is in use: another run plays there, and this one may begin when that has ended.")
    try:
        yield
    finally:
        lock.release()


def see_own(folder: Path, known: str, error: type[Exception]) -> None:
    """Make a folder where there is none; raise `error` with a sentence where that cannot be, and for one that holds other things and no study or search, which its file `known` tells: nothing is strewn among them."""
    try:
        make_folder(folder)
    except OSError as fault:
        raise error(f"{folder} cannot be made: {plainly(fault)}.") from None
    names = {path.name for path in inside(folder)}
    if known not in names and {passing_of(name) or name for name in names} - {lock_path(folder / HELD).name, known}:
        raise error(
            f"{folder} holds other things: --keep wants a folder of its own, such as {folder / HELD}, which is made where there is none."
        )
