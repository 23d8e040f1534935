"""A disk that fails by plan: the n-th thing that is written, at a byte, with an error, once or for a while."""

from __future__ import annotations

import errno
import os
from pathlib import Path
from typing import Any

import pytest

from game.content import files

FULL, BROKEN = errno.ENOSPC, errno.EIO
OTHERS = (errno.EDQUOT, errno.EROFS, errno.EACCES, errno.ENOENT, errno.ESTALE, errno.EINVAL)


class FaultyDisk:
    """Stands for `os` where files are written. `failing` says of each write, by its number, at which byte and how it fails.

    Every call that changes the disk is a write: opening to write, writing, cutting, carrying to the disk, renaming. `sizes` records
    how many bytes each would have written.
    """

    def __init__(self) -> None:
        self.sizes: list[int] = []
        self.plan: dict[int, tuple[int, int]] = {}
        self.full_at: int | None = None
        self.failed = 0

    def use(self, monkeypatch: pytest.MonkeyPatch) -> FaultyDisk:
        """Put this disk beneath the program."""
        monkeypatch.setattr(files, "os", self)
        return self

    def again(self, plan: dict[int, tuple[int, int]]) -> None:
        """Start counting anew, with another plan."""
        self.sizes, self.plan, self.failed, self.full_at = [], plan, 0, None

    def __getattr__(self, name: str) -> Any:
        return getattr(os, name)

    def _count(self, size: int = 0) -> tuple[int, int] | None:
        number = len(self.sizes)
        self.sizes.append(size)
        fault = self.plan.get(number)
        if fault is None and self.full_at is not None:
            fault = (self.full_at % (size + 1), FULL)
        if fault is not None:
            self.failed += 1
        return fault

    def _fail(self, code: int) -> None:
        raise OSError(code, os.strerror(code))

    def open(self, path: Any, flags: int, *rest: Any) -> int:
        if flags & (os.O_RDWR | os.O_WRONLY) and (fault := self._count()):
            self._fail(fault[1])
        return os.open(path, flags, *rest)

    def write(self, number: int, content: Any) -> int:
        fault = self._count(len(content))
        if fault is None:
            return os.write(number, content)
        os.write(number, bytes(content)[: fault[0]])
        self._fail(fault[1])
        return 0

    def fsync(self, number: int) -> None:
        if fault := self._count():
            self._fail(fault[1])

    def ftruncate(self, number: int, size: int) -> None:
        if fault := self._count():
            self._fail(fault[1])
        os.ftruncate(number, size)

    def replace(self, old: Any, new: Any) -> None:
        if fault := self._count():
            self._fail(fault[1])
        Path(old).replace(new)
