"""A disk that fails: nothing that was once safe is lost, the fault shows until all is on the disk, and then everything is."""

from __future__ import annotations

import os
import random
import shutil
import stat
from collections.abc import Iterator
from pathlib import Path

import msgspec
import pytest
from faulty_disk import BROKEN, FULL, OTHERS, FaultyDisk
from msgspec import Raw
from shelved import played_on, resumed, toy_match
from systems import PIPES

from game.content.files import UnreadableError, append_at, read_whole, replace_file
from game.match import journal
from game.match.journal import GENERATIONS, Header, Journal, Taken, generation, snapshot_path
from game.match.match import Match
from game.match.save import SaveError, generations, list_saves, read_snapshot

pytestmark = pytest.mark.usefixtures("toy_shelf")

LINES = 3
STEP = 1 if os.environ.get("STARCROSS_EXAMPLES") in {"thorough", "nightly"} else 11
"""Every byte of every write takes a minute; the quick runs take every eleventh, another one in each write."""


@pytest.fixture
def at_once(monkeypatch: pytest.MonkeyPatch) -> None:
    """Let the scribe do its work at once, so that every run writes in the same order."""
    monkeypatch.setattr(journal.SCRIBE, "call", lambda each: each.settle())


@pytest.fixture
def disk(monkeypatch: pytest.MonkeyPatch, at_once: None) -> FaultyDisk:
    return FaultyDisk().use(monkeypatch)


class Written:
    """A short match as lines, written by a journal alone."""

    def __init__(self, match: Match) -> None:
        self.header: Header = match._header
        self.lines = [Taken(n, 0, Raw(msgspec.json.encode(match.action(n))), f"{n:016x}") for n in range(1, match.count + 1)]

    def write(self, folder: Path) -> Iterator[Journal]:
        """Yield the journal after each line that was handed to it, the header first."""
        made = Journal(folder / "match.jsonl", self.header)
        made.write(self._snapshot)
        yield made
        for line in self.lines:
            made.append(line, self._snapshot)
            yield made
        made.flush()
        yield made
        made.close()

    def _snapshot(self, lines: int) -> bytes:
        stamp = journal.Stamp(2, self.header.game, "1", "", lines, f"{lines:016x}", None, lines)
        return msgspec.json.encode(stamp) + b"\nstate"


@pytest.fixture
def short() -> Written:
    return Written(played_on(toy_match(), LINES))


def known_lines(path: Path) -> int:
    """How many actions the newest readable file of a save knows; all are the right ones."""
    try:
        record = generations(path)[0]
    except SaveError:
        return -1
    assert [line.n for line in record.lines] == list(range(1, len(record.lines) + 1))
    return len(record.lines)


def check(folder: Path, short: Written, disk: FaultyDisk) -> None:
    """Write the match on a disk that fails, and hold the promises after every line."""
    path, safe = folder / "match.jsonl", -1
    for number, made in enumerate(short.write(folder)):
        if not made.fault:  # what is not said to be missing is there
            safe = min(number, LINES)
        assert known_lines(path) >= safe
    assert made.fault == ""
    assert disk.failed == len(disk.plan)
    assert known_lines(path) == LINES
    for number in range(GENERATIONS):
        whole = generation(path, number).read_bytes().splitlines(keepends=True)
        assert len(whole) == LINES + 1 - number
        assert all(line.endswith(b"\n") for line in whole)
    assert read_snapshot(snapshot_path(path)).stamp.lines == LINES
    assert not list(folder.glob("*.tmp"))
    assert not list(folder.glob("*.lock"))


@pytest.mark.parametrize("code", [FULL, BROKEN])
def test_every_write_may_fail_once_at_every_byte(tmp_path: Path, short: Written, disk: FaultyDisk, code: int) -> None:
    check(tmp_path / "good", short, disk)
    sizes = disk.sizes
    assert len(sizes) > 40
    for number, size in enumerate(sizes):
        for byte in {0, *range(number % STEP, size + 1, STEP)}:
            folder = tmp_path / "run"
            disk.again({number: (byte, code)})
            check(folder, short, disk)
            shutil.rmtree(folder)


@pytest.mark.parametrize("code", OTHERS)
def test_every_write_may_fail_once_with_any_error(tmp_path: Path, short: Written, disk: FaultyDisk, code: int) -> None:
    check(tmp_path / "good", short, disk)
    for number, size in enumerate(disk.sizes):
        for byte in {0, size // 2, size}:
            folder = tmp_path / "run"
            disk.again({number: (byte, code)})
            check(folder, short, disk)
            shutil.rmtree(folder)


@pytest.mark.parametrize("seed", range(20))
def test_spells_of_a_full_disk_lose_nothing(tmp_path: Path, disk: FaultyDisk, seed: int) -> None:
    """The disk is full now and then, for a while; whenever the program is killed, all is there that was written before the spell."""
    chance = random.Random(seed)
    match = toy_match(seats=3, folder=tmp_path)
    safe = match.count
    while match.deciding is not None and match.count < 60:
        if chance.random() < 0.2:
            disk.full_at = chance.randrange(200) if disk.full_at is None else None
        played_on(match, 1, seed=chance.randrange(1000))
        if disk.full_at is None:
            assert match.save_fault == ""
            safe = match.count
        else:
            assert match.save_fault.startswith("The match could not be saved")
        if chance.random() < 0.1:
            killed = tmp_path / "killed"
            shutil.copytree(tmp_path, killed, ignore=shutil.ignore_patterns("killed"))
            kept = resumed(killed / match.path.name)
            assert kept.count >= safe
            assert kept.digest == journal.digest(match._story.at(kept.count))
            shutil.rmtree(killed)
    disk.full_at = None
    match.close()
    assert match.save_fault == ""
    again = resumed(match.path)
    assert (again.digest, again.count, again.notice) == (match.digest, match.count, "")


def test_the_scribe_tries_again_by_itself(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Even when nobody acts any more: the last action of a match is saved once there is room again."""
    monkeypatch.setattr(journal, "RETRY_SECONDS", 0.01)
    disk = FaultyDisk().use(monkeypatch)
    match = played_on(toy_match(folder=tmp_path), 2)
    match.flush()
    disk.full_at = 7
    played_on(match, 1)
    match._journal._idle.wait()
    assert match.save_fault
    disk.full_at = None
    for _ in range(2000):
        if not match.save_fault:
            break
        match._journal._idle.wait(0.005)
        threading_pause()
    assert match.save_fault == ""
    match.close()
    assert resumed(match.path).count == 3


def threading_pause() -> None:
    import time

    time.sleep(0.005)


def test_what_the_system_could_not_carry_over_is_written_anew(tmp_path: Path, monkeypatch: pytest.MonkeyPatch, at_once: None) -> None:
    """After an error while carrying to the disk nobody knows what stands there, and asking again would say that all is well."""
    match = played_on(toy_match(folder=tmp_path), 2)
    good = match.path.read_bytes()

    def forgets(path: Path) -> None:
        path.write_bytes(good + b"\0" * (path.stat().st_size - len(good)))
        raise OSError(BROKEN, "lost")

    with monkeypatch.context() as broken:
        broken.setattr(journal, "sync", forgets)
        played_on(match, 1)
        assert match.save_fault
    played_on(match, 1)
    match.close()
    assert match.save_fault == ""
    assert known_lines(match.path) == 4


def test_snapshots_that_cannot_be_written_cost_none_of_those_before(tmp_path: Path, monkeypatch: pytest.MonkeyPatch, at_once: None) -> None:
    match = played_on(toy_match(folder=tmp_path), 4)
    kept = [snapshot_path(match.path, number).read_bytes() for number in range(GENERATIONS)]
    with monkeypatch.context() as broken:
        broken.setattr(journal, "write_fresh", lambda *_, **__: (_ for _ in ()).throw(OSError(FULL, "full")))
        played_on(match, 4)
        assert match.save_fault
    assert [snapshot_path(match.path, number).read_bytes() for number in range(GENERATIONS)] == kept
    match.close()


def test_a_fault_of_ours_holds_nobody_up(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Whatever goes wrong behind the table is said, and whoever waits for the disk goes on."""
    match = played_on(toy_match(folder=tmp_path), 2)
    match.flush()
    with monkeypatch.context() as broken:
        broken.setattr("game.match.match.snapshot_bytes", lambda *_: 1 // 0)
        played_on(match, 1)
        match.flush()
        assert match.save_fault.endswith(": ZeroDivisionError.")
    match.close()
    assert resumed(match.path).count == 3


def test_a_match_that_grows_shorter_behind_our_back_is_written_anew(tmp_path: Path) -> None:
    match = played_on(toy_match(folder=tmp_path), 4)
    match.flush()
    match.path.write_bytes(match.path.read_bytes()[:100])
    played_on(match, 1)
    generation(match.path, 1).unlink()
    played_on(match, 1)
    match.close()
    assert match.save_fault == ""
    assert known_lines(match.path) == 6
    assert len(generation(match.path, 1).read_bytes().splitlines()) == 6


def test_half_a_line_is_cut_off_by_the_next(tmp_path: Path) -> None:
    path = tmp_path / "file"
    path.write_bytes(b"good\nhal")
    append_at(path, 5, b"whole\n")
    assert path.read_bytes() == b"good\nwhole\n"
    with pytest.raises(OSError, match="shorter"):
        append_at(path, 50, b"x")


def test_what_cannot_be_put_in_place_leaves_what_was_there(tmp_path: Path, disk: FaultyDisk) -> None:
    path = tmp_path / "file"
    replace_file(path, b"before")
    before = len(disk.sizes)
    for number in range(before - 1):
        disk.again({number: (2, BROKEN)})
        with pytest.raises(OSError, match="error"):
            replace_file(path, b"after")
        assert path.read_bytes() == b"before"
        assert list(tmp_path.iterdir()) == [path]


@pytest.mark.skipif(os.name != "posix", reason="Windows keeps a person's folders to themselves by other means")
def test_saves_are_readable_by_their_owner_alone(tmp_path: Path) -> None:
    match = played_on(toy_match(folder=tmp_path / "saves"), 4)
    match.flush()
    kept = list(match.path.parent.iterdir())
    assert len(kept) >= 4
    assert {stat.S_IMODE(path.stat().st_mode) for path in kept} == {0o600}
    assert stat.S_IMODE(match.path.parent.stat().st_mode) == 0o700
    match.close()


@pytest.mark.parametrize("what", [pytest.param("fifo", marks=PIPES), "folder", "missing", "name"])
def test_only_ordinary_files_are_read(tmp_path: Path, what: str) -> None:
    path = tmp_path / "x.jsonl"
    if what == "fifo":
        os.mkfifo(path)
    elif what == "folder":
        path.mkdir()
    elif what == "name":
        path = tmp_path / "x\0.jsonl"
    with pytest.raises(UnreadableError):
        read_whole(path, 100)


@PIPES
def test_a_pipe_among_the_saves_holds_nobody_up(tmp_path: Path) -> None:
    match = played_on(toy_match(folder=tmp_path), 2)
    match.close()
    os.mkfifo(tmp_path / "pipe.jsonl")
    os.mkfifo(tmp_path / "pipe.jsonl.1")
    snapshot_path(match.path, 1).unlink(missing_ok=True)
    os.mkfifo(snapshot_path(match.path, 1))
    assert [entry.path for entry in list_saves(tmp_path)] == [match.path]
    with pytest.raises(SaveError, match="not an ordinary file"):
        Match.resume(tmp_path / "pipe.jsonl")
    generation(match.path, 1).unlink(missing_ok=True)
    os.mkfifo(generation(match.path, 1))
    assert resumed(match.path).count == 2
