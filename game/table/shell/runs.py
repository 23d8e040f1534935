"""What a run of the window leaves behind when it ends without a word: its log, kept on the disk until the window is closed.

While a window is open it writes what it logs into a file of its own under `running`, and so does Python when the process is ended by
a fault below it. Closing takes the file away. A file that nobody holds any more is that of a window that was not closed.
"""

from __future__ import annotations

import contextlib
import faulthandler
import logging
import os
import re
import time
from collections.abc import Sequence
from io import TextIOWrapper
from pathlib import Path
from typing import IO

from game import paths
from game.content.files import UnreadableError, continued, inside, make_folder, opened
from game.match.lock import Lock

ON_TABLE = "On the table: %s"
"""What is logged when a match is laid on the table, with where its save lies."""

_MOST_WRITTEN = 1 << 20
_MOST_READ = 100_000
_FORM = logging.Formatter("%(asctime)s %(levelname)s %(name)s: %(message)s")


class Run(logging.Handler):
    """This run of the window, while it lasts; `end` says that it was closed as it should be.

    Where the folder cannot be written to, nothing is kept, and nothing stops the window for it.
    """

    def __init__(self) -> None:
        super().__init__(logging.INFO)
        self.setFormatter(_FORM)
        self.place = paths.running_folder() / f"{time.time_ns():x}-{os.getpid()}.log"
        self._file: IO[str] | None = None
        self._held: Lock | None = None
        with contextlib.suppress(OSError):
            make_folder(self.place.parent)
            self._held = Lock.take(self.place)
            self._file = TextIOWrapper(continued(self.place), encoding="utf-8", errors="replace", newline="\n")
            faulthandler.enable(self._file)

    def emit(self, record: logging.LogRecord) -> None:
        """Write a line at once, as long as there are not far too many."""
        if self._file is not None:
            with contextlib.suppress(OSError, ValueError):
                if self._file.tell() < _MOST_WRITTEN:
                    self._file.write(f"{self.format(record)}\n")
                    self._file.flush()

    def end(self) -> None:
        """Take the file away: the window was closed."""
        file, self._file = self._file, None
        if file is not None:
            faulthandler.disable()
            with contextlib.suppress(OSError):  # what a full disk did not take is tried once more here
                file.close()
        with contextlib.suppress(OSError):
            self.place.unlink(missing_ok=True)
        if self._held is not None:
            self._held.release()
            self._held = None


def on_table(logs: Sequence[str]) -> Path | None:
    """Return the save that lay on the table last in windows that ended without being closed, wherever it is; None where none did."""
    said = re.findall(rf"{ON_TABLE.removesuffix('%s')}(.+)$", "\n".join(logs), re.MULTILINE)
    return Path(said[-1]) if said and Path(said[-1]).is_absolute() else None


def left_behind() -> tuple[str, ...]:
    """Return the logs of windows that ended without being closed, the oldest first, and take them away."""
    found = []
    for place in inside(paths.running_folder(), "*.log"):
        held = Lock.if_free(place)
        if held is None:
            continue  # that window is open
        with contextlib.suppress(OSError, UnreadableError):
            with opened(place) as file:
                written = file.read(_MOST_READ).decode("utf-8", "replace")
            place.unlink()
            found.append(written)
        held.release()
    return tuple(found)
