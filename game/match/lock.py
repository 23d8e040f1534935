"""One program at a time on a match: whoever writes its files holds a lock beside them, which a crash lets go.

The system keeps the lock and drops it when the program ends in whatever way, so nothing has to be cleaned up by hand: `flock`
where there is `fcntl`, a locked byte on Windows. The lock's own file says nothing and goes when the lock is given back.
"""

from __future__ import annotations

import contextlib
import os
import stat
from pathlib import Path

try:
    import fcntl
except ImportError:  # Windows
    fcntl = None  # type: ignore[assignment]

_FLAGS = os.O_RDWR | os.O_CREAT | getattr(os, "O_NOFOLLOW", 0) | getattr(os, "O_NONBLOCK", 0)


def lock_path(path: Path) -> Path:
    """Name the file beside a journal that whoever plays the match holds locked."""
    return path.with_name(path.name + ".lock")


class Lock:
    """The right to write the files of a match, held until `release` or the end of the program.

    Where nothing can be locked, because the folder cannot be written to or its system knows no locks, it is held all the same; not so
    where something else stands in the place of the lock's own file, such as a folder: nobody would know of anybody.
    """

    def __init__(self, place: Path, number: int | None) -> None:
        self._place = place
        self._number = number

    @classmethod
    def take(cls, path: Path) -> Lock | None:
        """Return the lock of a journal, or None while another program, or another screen of this one, holds it; raise OSError where no lock can be for what stands in its place."""
        place = lock_path(path)
        while True:
            try:
                number = os.open(place, _FLAGS, 0o600)
            except OSError:
                if _obstructed(place):
                    raise OSError(None, f"{place.name} is not an ordinary file") from None
                return cls(place, None)
            if not _seized(number):
                os.close(number)
                return None
            if _named(number, place):
                return cls(place, number)
            os.close(number)  # whoever held it before has just removed the file; the next one gets a name again

    @classmethod
    def if_free(cls, path: Path) -> Lock | None:
        """Return the lock of a file, or None while another holds it or where there can be none."""
        try:
            return cls.take(path)
        except OSError:
            return None

    def release(self) -> None:
        """Give the lock back; a second time changes nothing."""
        number, self._number = self._number, None
        if number is None:
            return
        with contextlib.suppress(OSError):
            if fcntl is not None:  # its name goes first, so that nobody can hold a file that is no longer there
                os.unlink(self._place)  # noqa: PTH108
        with contextlib.suppress(OSError):
            os.close(number)
        with contextlib.suppress(OSError):
            if fcntl is None:
                os.unlink(self._place)  # noqa: PTH108

    def __del__(self) -> None:
        self.release()


def _obstructed(place: Path) -> bool:
    """Tell whether something that is no ordinary file stands where a lock's file should be."""
    try:
        return not stat.S_ISREG(os.lstat(place).st_mode)
    except OSError:
        return False


def _seized(number: int) -> bool:
    if fcntl is not None:
        try:
            fcntl.flock(number, fcntl.LOCK_EX | fcntl.LOCK_NB)
        except BlockingIOError:
            return False
        except OSError:
            return True  # a file system without locks
        return True
    import msvcrt  # noqa: PLC0415  (there is none elsewhere)

    try:
        msvcrt.locking(number, msvcrt.LK_NBLCK, 1)
    except OSError:
        return False
    return True


def _named(number: int, place: Path) -> bool:
    """Tell whether an open lock file still has its name."""
    if fcntl is None:
        return True  # an open file cannot lose its name here
    try:
        held, there = os.fstat(number), os.stat(place)  # noqa: PTH116
    except OSError:
        return False
    return (held.st_dev, held.st_ino) == (there.st_dev, there.st_ino)
