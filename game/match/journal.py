"""The written record of a match: every action on a line of its own, safe from the moment it is taken.

The file starts with a header line and only ever grows by a line, so a match of any length costs the same to save after
each action. Three generations stand side by side as separate files: `name.jsonl` has every line, `name.jsonl.1` all but
the last, `name.jsonl.2` all but the last two. Whatever happens to one of them, the others know all before it. A line is
handed to the system before `append` returns, so killing the program loses nothing; a thread of its own then carries
it to the disk, lets the older generations catch up and renews the snapshot (`name.jsonl.snap`: temporary file, fsync, rename),
so that no frame waits for a disk. Taking back an action adds a line too.
"""

from __future__ import annotations

import atexit
import os
import queue
import threading
from collections.abc import Callable
from datetime import datetime
from pathlib import Path
from typing import Any, TypeAlias

import msgspec
from msgspec import UNSET, Raw, Struct, UnsetType

from game.kernel.digest import digest
from game.kernel.ids import Seat
from game.kernel.rules import AnyRules
from game.kernel.setup import Outcome, Setup
from game.match.seats import SeatPlan

FORMAT = 1
"""The number of this file format; a reader refuses any other."""

GENERATIONS = 3


class Header(Struct, frozen=True, forbid_unknown_fields=True, omit_defaults=True, tag="match", tag_field="line"):
    """The first line: all that decides how the match begins, and the digest of its first state.

    A match that goes on from a snapshot holds that state in `start`, after `count` actions which are not in this file.
    """

    format: int
    game: str
    version: str
    catalogue: str
    when: str
    setup: Setup
    plans: tuple[SeatPlan, ...]
    state: str
    count: int = 0
    start: Raw | UnsetType = UNSET


class Taken(Struct, frozen=True, forbid_unknown_fields=True, tag="action", tag_field="line"):
    """An action: its number from 1, the seat that took it, and the digest of the state it led to."""

    n: int
    seat: Seat
    action: Raw
    state: str


class Back(Struct, frozen=True, forbid_unknown_fields=True, tag="back", tag_field="line"):
    """Actions taken back: the match stood again as it was after action `to`."""

    to: int


Line: TypeAlias = Taken | Back


class Stamp(Struct, frozen=True, forbid_unknown_fields=True):
    """The first line of a snapshot: which action it follows, its state's digest, and how the match stands."""

    format: int
    game: str
    version: str
    catalogue: str
    count: int
    state: str
    outcome: Outcome | None = None


Snapshot: TypeAlias = Callable[[], bytes]
"""Makes the bytes of a snapshot file when the writing thread asks for them."""


def new_header(
    rules: AnyRules, setup: Setup, plans: tuple[SeatPlan, ...], state: Any, *, count: int = 0, start: Raw | UnsetType = UNSET
) -> Header:
    """Return the first line for a match that begins now, with a state that follows `count` actions."""
    when = datetime.now().astimezone().strftime("%Y-%m-%d %H:%M")
    return Header(FORMAT, setup.game, rules.version, setup.catalogue, when, setup, plans, digest(state), count, start)


def fresh_path(folder: Path, game: str) -> Path:
    """Name a journal that does not exist yet: game, date, time, and four digits that tell twins apart."""
    stamp = datetime.now().astimezone().strftime("%Y%m%d-%H%M%S")
    while True:
        path = folder / f"{game}-{stamp}-{os.urandom(2).hex()}.jsonl"
        if not path.exists():
            return path


def generation(path: Path, number: int) -> Path:
    """Name the file of a generation: 0 is the journal itself."""
    return path if number == 0 else path.with_name(f"{path.name}.{number}")


def snapshot_path(path: Path, number: int = 0) -> Path:
    """Name the snapshot beside a journal, or an older generation of it."""
    return generation(path.with_name(path.name + ".snap"), number)


def encode_line(line: Header | Line) -> bytes:
    """Return a line of the file, its line end included."""
    return msgspec.json.encode(line) + b"\n"


class Journal:
    """The files of one running match; the only writer of them.

    A journal made from lines read earlier writes its files anew with the first line that follows. `fault` is empty, or
    one sentence saying why the match could not be saved; the match itself goes on.
    """

    def __init__(self, path: Path, header: Header, lines: list[bytes] | None = None) -> None:
        self.path = path
        self.fault = ""
        self._lines = [encode_line(header), *(lines or [])]
        self._written = [0] * GENERATIONS
        self._snapshot: Snapshot | None = None
        self._lock = threading.Lock()
        self._queued = False
        self._idle = threading.Event()
        self._idle.set()

    def append(self, line: Line, snapshot: Snapshot) -> None:
        """Write a line so that it survives the end of this program, and see to the rest in the background."""
        self._lines.append(encode_line(line))
        self.write(snapshot)

    def write(self, snapshot: Snapshot) -> None:
        """Write what is not written yet."""
        self._guarded(lambda: self._bring_up(0))
        with self._lock:
            self._snapshot = snapshot
            if self._queued:
                return
            self._queued = True
            self._idle.clear()
        SCRIBE.call(self)

    def flush(self) -> None:
        """Wait until all is on the disk."""
        self._idle.wait()

    def settle(self) -> None:
        """Carry the journal to the disk, let the older generations catch up, renew the snapshot: the scribe's work."""
        with self._lock:
            self._queued = False
            snapshot = self._snapshot
        self._guarded(lambda: self._settle(snapshot))
        with self._lock:
            if not self._queued:
                self._idle.set()

    def _bring_up(self, number: int) -> None:
        """Write to one generation the lines it lacks; the first time, replace the file as a whole."""
        path, done = generation(self.path, number), self._written[number]
        wanted = max(len(self._lines) - number, 1)
        if done == wanted:
            return
        if done == 0:
            replace_file(path, b"".join(self._lines[:wanted]), durable=number > 0)
        else:
            with path.open("ab") as file:
                file.write(b"".join(self._lines[done:wanted]))
        self._written[number] = wanted

    def _settle(self, snapshot: Snapshot | None) -> None:
        sync(self.path)
        for number in range(1, GENERATIONS):
            self._bring_up(number)
        if snapshot is not None:
            rotate(self.path, snapshot())

    def _guarded(self, write: Callable[[], None]) -> None:
        try:
            write()
            self.fault = ""
        except OSError as error:
            self.fault = f"The match could not be saved to {self.path.name}: {error.strerror or error}."


class Scribe:
    """The one thread that waits for disks, so that nobody else has to."""

    def __init__(self) -> None:
        self._calls: queue.SimpleQueue[Journal] = queue.SimpleQueue()
        self._thread: threading.Thread | None = None
        self._last: Journal | None = None
        atexit.register(self._finish)

    def call(self, journal: Journal) -> None:
        """Ask for a journal to be settled; returns at once."""
        self._last = journal
        self._calls.put(journal)
        if self._thread is None:
            self._thread = threading.Thread(target=self._work, name="scribe", daemon=True)
            self._thread.start()

    def _finish(self) -> None:
        """Let the program end only when the last journal is on the disk."""
        if self._last is not None:
            self._last.flush()

    def _work(self) -> None:
        while True:
            self._calls.get().settle()


SCRIBE = Scribe()


def sync(path: Path) -> None:
    """Carry what was written to a file to the disk."""
    with path.open("r+b") as file:
        os.fsync(file.fileno())


def replace_file(path: Path, content: bytes, *, durable: bool = True) -> None:
    """Put a file in place as a whole: temporary file, fsync, rename; without `durable` the fsync is left to `sync`."""
    path.parent.mkdir(parents=True, exist_ok=True)
    temporary = path.with_name(path.name + ".tmp")
    with temporary.open("wb") as file:
        file.write(content)
        file.flush()
        if durable:
            os.fsync(file.fileno())
    temporary.replace(path)


def rotate(path: Path, snapshot: bytes) -> None:
    """Write a new snapshot and keep the two before it."""
    for number in range(GENERATIONS - 1, 0, -1):
        younger = snapshot_path(path, number - 1)
        if younger.exists():
            younger.replace(snapshot_path(path, number))
    replace_file(snapshot_path(path), snapshot)
