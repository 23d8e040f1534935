"""The written record of a match: every action on a line of its own, safe from the moment it is taken.

The file starts with a header line and only ever grows by a line, so a match of any length costs the same to save after
each action. Three generations stand side by side as separate files: `name.jsonl` has every line, `name.jsonl.1` all but
the last, `name.jsonl.2` all but the last two. Whatever happens to one of them, the others know all before it. A line is
handed to the system before `append` returns, so killing the program loses nothing; a thread of its own then carries
it to the disk, lets the older generations catch up and renews the snapshot (`name.jsonl.snap`: temporary file, fsync, rename),
so that no frame waits for a disk. Taking back an action adds a line too.

A write that fails is never built upon: the next one begins where the last good one ended, or writes the file anew. The
fault stays until everything is on the disk, and the thread tries again by itself.
"""

from __future__ import annotations

import atexit
import errno
import logging
import os
import queue
import threading
import weakref
from collections.abc import Callable
from datetime import datetime
from functools import partial
from pathlib import Path
from typing import Any, TypeAlias

import msgspec
from msgspec import UNSET, Raw, Struct, UnsetType

from game.content.files import append_at, is_file, make_folder, put_in_place, remove, replace_file, sync, write_fresh
from game.kernel.digest import digest
from game.kernel.ids import Seat
from game.kernel.rules import AnyRules
from game.kernel.setup import Outcome, Setup
from game.match.lock import Lock
from game.match.seats import SeatPlan

log = logging.getLogger(__name__)

FORMAT = 2
"""The number of the file format that is written."""

GENERATIONS = 3

RETRY_SECONDS = 2.0
"""How long after a fault the thread that writes tries again."""

_FULL = {errno.ENOSPC, errno.EDQUOT, errno.EFBIG}
"""Faults that say nothing against the file itself: there is just no room for more of it."""


class Header(Struct, frozen=True, forbid_unknown_fields=True, omit_defaults=True, tag="match", tag_field="line"):
    """The first line: all that decides how the match begins, and the digest of its first state.

    A match that goes on from a snapshot holds that state in `start`, after `count` actions which are not in this file; so does one that
    began in a `position`, whose name it keeps.
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
    position: str = ""


class Taken(Struct, frozen=True, forbid_unknown_fields=True, tag="action", tag_field="line"):
    """An action: its number from 1, the seat that took it, and the digest of the state it led to."""

    n: int
    seat: Seat
    action: Raw
    state: str


class Back(Struct, frozen=True, forbid_unknown_fields=True, tag="back", tag_field="line"):
    """Actions taken back: the match stood again as it was after action `to`."""

    to: int


class Given(Struct, frozen=True, forbid_unknown_fields=True, tag="given", tag_field="line"):
    """The match given up by a seat, after action `n`; no line follows."""

    n: int
    seat: Seat


Line: TypeAlias = Taken | Back | Given


class Stamp(Struct, frozen=True, forbid_unknown_fields=True):
    """The first line of a snapshot: which action it follows, its state's digest, and how the match stands.

    `lines` is the number of lines that the journal had then, so that it can be told which of the two is newer; `begun` is the digest of the
    state that the match began with, as its header has it, empty in older snapshots: so one that strayed beside another match is known.
    """

    format: int
    game: str
    version: str
    catalogue: str
    count: int
    state: str
    outcome: Outcome | None = None
    lines: int = 0
    begun: str = ""


Snapshot: TypeAlias = Callable[[int], bytes]
"""Makes the bytes of a snapshot file, given the journal's number of lines, when the writing thread asks for them."""


def new_header(
    rules: AnyRules,
    setup: Setup,
    plans: tuple[SeatPlan, ...],
    state: Any,
    *,
    count: int = 0,
    start: Raw | UnsetType = UNSET,
    position: str = "",
) -> Header:
    """Return the first line for a match that begins now, with a state that follows `count` actions."""
    when = datetime.now().astimezone().strftime("%Y-%m-%d %H:%M")
    return Header(FORMAT, setup.game, rules.version, setup.catalogue, when, setup, plans, digest(state), count, start, position)


def fresh_path(folder: Path, game: str) -> Path:
    """Name a journal that does not exist yet: game, date, time, and four digits that tell twins apart."""
    stamp = datetime.now().astimezone().strftime("%Y%m%d-%H%M%S")
    while True:
        path = folder / f"{game}-{stamp}-{os.urandom(2).hex()}.jsonl"
        if not is_file(path):  # also where nobody may look: writing it will say why
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


def misplaced(line: Line, count: int, base: int, seats: int, *, given: bool) -> str:
    """Return why a line cannot follow `count` actions in a journal that begins after `base`, and whose match was or was not given up; empty where it can."""
    if given:
        return "the match was given up before this line"
    match line:
        case Taken(number) if number != count + 1:
            return f"action {number} stands where action {count + 1} should"
        case Given(number, seat) if number != count or not 0 <= seat < seats:
            return f"seat {seat + 1} cannot give the match up here"
        case Back(to) if not base <= to < count:
            return f"it takes back to action {to}, which there is not"
    return ""


def count_after(line: Line) -> int:
    """Return the number of actions taken after a line of a journal."""
    return line.to if isinstance(line, Back) else line.n


class Copy:
    """One generation on the disk: so many `lines` and bytes of it are good, and a write begins behind them."""

    def __init__(self, path: Path, behind: int) -> None:
        self.path = path
        self.behind = behind
        self.lines = 0
        self._size = 0

    def bring_up(self, lines: list[bytes], *, durable: bool) -> None:
        """Write the lines it lacks, the first time and after a fault of its own as a whole; raise OSError and stay as it was."""
        wanted = max(len(lines) - self.behind, 1)
        if self.lines == wanted:
            return
        if self.lines:
            content = b"".join(lines[self.lines : wanted])
            try:
                append_at(self.path, self._size, content)
            except OSError as error:
                if error.errno not in _FULL:
                    self.distrust()
                if not isinstance(error, FileNotFoundError):
                    raise
            else:
                self.lines, self._size = wanted, self._size + len(content)
                return
        content = b"".join(lines[:wanted])
        replace_file(self.path, content, durable=durable)
        self.lines, self._size = wanted, len(content)

    def distrust(self) -> None:
        """Write the file anew the next time."""
        self.lines = self._size = 0


class Journal:
    """The files of one running match; the only writer of them.

    A journal made from lines read earlier writes its files anew with the first line that follows. `fault` is empty, or
    one sentence saying why the match could not be saved; the match itself goes on.
    """

    def __init__(self, path: Path, header: Header, lines: list[bytes] | None = None, *, lock: Lock | None = None) -> None:
        self.path = path
        self.fault = ""
        self._lines = [encode_line(header), *(lines or [])]
        self._copies = [Copy(generation(path, number), number) for number in range(GENERATIONS)]
        self._snapshot: tuple[Snapshot, int] | None = None
        self._held = lock
        self.closed = False
        self._writing = threading.Lock()
        self._settling = threading.Lock()
        self._state = threading.Lock()
        self._queued = False
        self._idle = threading.Event()
        self._idle.set()

    @property
    def written(self) -> bool:
        """Tell whether anything was written to its files."""
        return self._copies[0].lines > 0

    @property
    def content(self) -> bytes:
        """Return all that its file is to hold, be it written yet or not."""
        return b"".join(self._lines)

    def append(self, line: Line, snapshot: Snapshot) -> None:
        """Write a line so that it survives the end of this program, and see to the rest in the background."""
        self._lines.append(encode_line(line))
        self.write(snapshot)

    def write(self, snapshot: Snapshot) -> None:
        """Write what is not written yet."""
        self._guarded(self._hold)
        if self._held is None:
            return
        self._guarded(self._bring_up)
        with self._state:
            self._snapshot = (snapshot, len(self._lines) - 1)
            if self._queued:
                return
            self._queued = True
            self._idle.clear()
        SCRIBE.call(self)

    def save(self, snapshot: Snapshot) -> None:
        """See that all is on the disk, also where nothing was written yet or its file is there no longer."""
        if not is_file(self.path):
            with self._writing:
                self._copies[0].distrust()
        if not self.written:
            self.write(snapshot)
        self.flush()

    def flush(self) -> None:
        """Wait until all is on the disk; after a fault everything is tried once more."""
        self._idle.wait()
        if self.fault:
            self.settle()

    def close(self) -> None:
        """Carry everything to the disk and let others play the match; nothing is written any more."""
        self.flush()
        with self._settling:
            self.closed = True
        SCRIBE.forget(self)
        if self._held is not None:
            self._held.release()
            self._held = None

    def settle(self) -> None:
        """Carry the journal to the disk, let the older generations catch up, renew the snapshot: the scribe's work."""
        with self._settling:
            if self.closed:
                return
            with self._state:
                self._queued = False
                snapshot = self._snapshot
            written = len(self._lines)
            done = [self._guarded(self._carry)]
            done += [self._guarded(partial(copy.bring_up, self._lines[:written], durable=True)) for copy in self._copies[1:]]
            if snapshot is not None:
                done.append(self._guarded(lambda: rotate(self.path, snapshot[0](snapshot[1]))))
            with self._state:
                if all(done) and written == len(self._lines):
                    self.fault = ""
                if not self._queued:
                    self._idle.set()

    def _hold(self) -> None:
        """See that nobody else writes these files; raise OSError when somebody does, or this journal is closed."""
        if self.closed:
            raise OSError(None, "it was closed")
        if self._held is None:
            make_folder(self.path.parent)
            self._held = Lock.take(self.path)
            if self._held is None:
                raise OSError(None, "another window writes it")

    def _bring_up(self) -> None:
        with self._writing:
            self._copies[0].bring_up(self._lines, durable=False)

    def _carry(self) -> None:
        self._bring_up()
        try:
            sync(self.path)
        except OSError:
            with self._writing:
                self._copies[0].distrust()  # what the system could not carry over it may have forgotten
            raise

    def _guarded(self, write: Callable[[], None]) -> bool:
        """Do a part of the work; tell whether it was done, and keep the fault otherwise."""
        try:
            write()
        except OSError as error:
            self.fault = f"The match could not be saved to {self.path.name}: {error.strerror or error}."
            return False
        except Exception as error:  # whoever waits for the disk must not wait for ever because of a fault of ours
            log.exception("The match could not be saved.")
            self.fault = f"The match could not be saved to {self.path.name}: {type(error).__name__}."
            return False
        return True


class Scribe:
    """The one thread that waits for disks, so that nobody else has to."""

    def __init__(self) -> None:
        self._calls: queue.SimpleQueue[Journal] = queue.SimpleQueue()
        self._thread: threading.Thread | None = None
        self._last: Callable[[], Journal | None] = lambda: None
        self._faulty: dict[int, Journal] = {}
        atexit.register(self._finish)

    def call(self, journal: Journal) -> None:
        """Ask for a journal to be settled; returns at once."""
        self._last = weakref.ref(journal)  # one that was dropped has been settled, and is not to be kept from letting go
        self._calls.put(journal)
        if self._thread is None:
            self._thread = threading.Thread(target=self._work, name="scribe", daemon=True)
            self._thread.start()

    def forget(self, journal: Journal) -> None:
        """Let go of a journal that nobody writes any more."""
        self._faulty.pop(id(journal), None)

    def _finish(self) -> None:
        """Let the program end only when the last journal is on the disk."""
        journal = self._last()
        if journal is not None:
            journal.flush()

    def _work(self) -> None:
        while True:
            try:
                self._settle(self._calls.get(timeout=RETRY_SECONDS if self._faulty else None))
            except queue.Empty:
                for journal in tuple(self._faulty.values()):
                    self._settle(journal)

    def _settle(self, journal: Journal) -> None:
        journal.settle()
        if journal.fault and not journal.closed:
            self._faulty[id(journal)] = journal
        else:
            self.forget(journal)


SCRIBE = Scribe()


def rotate(path: Path, snapshot: bytes) -> None:
    """Write a new snapshot and keep the two before it; raise OSError and keep all three."""
    fresh = write_fresh(snapshot_path(path), snapshot)
    try:
        for number in range(GENERATIONS - 1, 0, -1):
            younger = snapshot_path(path, number - 1)
            if younger.exists():
                younger.replace(snapshot_path(path, number))
    except OSError:
        remove(fresh)
        raise
    put_in_place(fresh, snapshot_path(path))
