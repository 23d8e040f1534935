"""A file that somebody named is written as a whole or not at all: links, pipes, devices and locked folders included."""

from __future__ import annotations

import errno
import os
import stat
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest
from faulty_disk import BROKEN, FULL, OTHERS, FaultyDisk

from game.content import files
from game.content.files import make_folder, make_named_folder, see_writable, write_named

POSIX = pytest.mark.skipif(os.name != "posix", reason="Windows has no such files")
ROOT = str(Path(__file__).parents[2])
OLD, NEW = b"what was there\n" * 400, b"what comes now\n" * 900


@pytest.mark.parametrize("old", [OLD, None])
def test_a_failing_disk_leaves_the_earlier_file_whole_and_nothing_beside_it(
    old: bytes | None, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    path, disk = tmp_path / "a.json", FaultyDisk().use(monkeypatch)
    if old is not None:
        path.write_bytes(OLD)
    write_named(tmp_path / "count.json", NEW)
    (tmp_path / "count.json").unlink()
    sizes, failed = list(disk.sizes), 0
    for number, size in enumerate(sizes):
        for byte in sorted({0, size // 2}):
            for code in (FULL, BROKEN, *OTHERS):
                disk.again({number: (byte, code)})
                try:
                    write_named(path, NEW)
                except OSError:
                    failed += 1
                    assert (path.read_bytes() if path.exists() else None) in (old, NEW)
                else:
                    assert path.read_bytes() == NEW
                assert [each.name for each in tmp_path.iterdir()] in (["a.json"], [] if old is None else ["a.json"])
                path.unlink(missing_ok=True)
                if old is not None:
                    path.write_bytes(old)
    assert failed >= len(sizes) * 6


@POSIX
def test_a_full_disk_is_said_in_a_sentence_and_costs_nothing(tmp_path: Path) -> None:
    """The whole program is held to files of 300 bytes, as a disk that is full in the midst of a file would; what measures the tests is not beside it."""
    alone = {name: value for name, value in os.environ.items() if not name.startswith("COV")}
    path = tmp_path / "a.json"
    path.write_bytes(OLD)
    for name in ("a.json", "fresh.json"):
        script = (
            "import resource, signal, sys; signal.signal(signal.SIGXFSZ, signal.SIG_IGN); "
            "resource.setrlimit(resource.RLIMIT_FSIZE, (300, 300)); from game.cli import main; "
            f"sys.exit(main(['sim', 'verona', '--seats', 'random,random', '--games', '2', '--json', {str(tmp_path / name)!r}]))"
        )
        done = subprocess.run([sys.executable, "-c", script], capture_output=True, text=True, check=False, env=alone)
        assert done.returncode == 2, done.stderr
        assert done.stderr.splitlines()[-1] == f"starcross: {tmp_path / name} cannot be written: File too large."
    assert path.read_bytes() == OLD
    assert [each.name for each in tmp_path.iterdir() if each.is_file()] == ["a.json"]


@POSIX
def test_a_link_is_written_where_it_points_and_stays_a_link(tmp_path: Path) -> None:
    (tmp_path / "folder").mkdir()
    for name, old in (("there.json", OLD), ("not-there.json", None)):
        place, link = tmp_path / "folder" / name, tmp_path / f"to-{name}"
        if old is not None:
            place.write_bytes(old)
        link.symlink_to(place)
        see_writable(link)
        assert (place.read_bytes() if place.exists() else None) == old
        write_named(link, NEW)
        assert link.is_symlink()
        assert place.read_bytes() == NEW


@POSIX
def test_a_file_stays_as_readable_as_it_was_and_a_new_one_is_as_readable_as_any(tmp_path: Path) -> None:
    path, usual = tmp_path / "a.json", tmp_path / "usual"
    usual.write_bytes(b"")
    write_named(path, OLD)
    assert path.stat().st_mode == usual.stat().st_mode
    path.chmod(0o640)
    write_named(path, NEW)
    assert stat.S_IMODE(path.stat().st_mode) == 0o640


@POSIX
def test_what_is_no_ordinary_file_is_written_to_as_it_stands(tmp_path: Path) -> None:
    script = "import sys; from pathlib import Path; from game.content.files import write_named; print('first'); "
    script += "write_named(Path(sys.argv[1]), b'second\\n'); print('third')"
    told = subprocess.run([sys.executable, "-c", script, "/dev/stdout"], capture_output=True, check=True)
    assert told.stdout == b"first\nsecond\nthird\n"
    with (tmp_path / "out").open("wb") as out:
        subprocess.run([sys.executable, "-c", script, "/dev/stdout"], stdout=out, check=True)
    assert (tmp_path / "out").read_bytes() == b"first\nsecond\nthird\n"
    with pytest.raises(OSError, match="No space left"):
        write_named(Path("/dev/full"), NEW)
    with pytest.raises(IsADirectoryError):
        write_named(tmp_path, NEW)
    write_named(Path("/dev/null"), NEW)
    assert stat.S_ISCHR(Path("/dev/null").stat().st_mode)


class LikeWindows:
    """Stands for `os` where files are written, on a system that says it is Windows."""

    name = "nt"

    def __getattr__(self, name: str) -> Any:
        return getattr(os, name)


@pytest.mark.parametrize("write", [lambda path: write_named(path, NEW), see_writable, make_folder, make_named_folder])
@pytest.mark.parametrize(
    ("name", "words"),
    [
        ("nul", "keeps the name nul for a device"),
        ("aux.png", "keeps the name aux for a device"),
        ("COM1.tar.gz", "keeps the name COM1 for a device"),
        ("a?.json", "has the sign"),
        ("a.", "ends in a dot"),
    ],
)
def test_what_windows_has_no_file_of_is_written_on_no_windows(
    write: Any, name: str, words: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """What was written to `nul` came out on the program's own output, as no pipe of Windows and no device has a number to be known by."""
    monkeypatch.setattr(files, "os", LikeWindows())
    with pytest.raises(OSError, match=words) as caught:
        write(tmp_path / name)
    assert caught.value.strerror.startswith(("Windows", "no name on Windows"))
    assert list(tmp_path.iterdir()) == []
    write(tmp_path / "fresh")
    if write is make_named_folder:
        write(tmp_path / "fresh" / "..")


@POSIX
def test_what_is_a_device_on_windows_is_an_ordinary_file_elsewhere(tmp_path: Path) -> None:
    see_writable(tmp_path / "nul")
    write_named(tmp_path / "nul", NEW)
    assert (tmp_path / "nul").read_bytes() == NEW


def test_a_device_of_windows_is_not_taken_for_this_programs_output(tmp_path: Path) -> None:
    """Elsewhere it is a file like any other."""
    script = "from pathlib import Path; from game.content.files import write_named; write_named(Path(r'\\\\.\\nul'), b'lost')"
    told = subprocess.run(
        [sys.executable, "-c", script], env=os.environ | {"PYTHONPATH": ROOT}, cwd=tmp_path, capture_output=True, check=True
    )
    assert told.stdout + told.stderr == b""


def test_where_the_folder_takes_no_new_name_the_file_is_written_over(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    path = tmp_path / "a.json"
    path.write_bytes(OLD)

    def refused(*_: object, **__: object) -> Path:
        raise PermissionError(errno.EACCES, "Permission denied")

    monkeypatch.setattr(files, "_made", refused)
    write_named(path, NEW[:90])
    assert path.read_bytes() == NEW[:90]
    with pytest.raises(PermissionError):
        write_named(tmp_path / "fresh.json", NEW)
    real = os.write
    monkeypatch.setattr(files.os, "write", lambda number, content: real(number, bytes(content)[:7]))
    monkeypatch.setattr(files.os, "ftruncate", full_once(os.ftruncate))
    with pytest.raises(OSError, match="full"):
        write_named(path, NEW)
    assert path.read_bytes() == NEW[:90]


def full_once(real):
    """Return what fails the first time with a full disk."""
    calls: list[int] = []

    def call(number: int, size: int) -> None:
        calls.append(size)
        if len(calls) == 1:
            raise OSError(errno.ENOSPC, "full")
        real(number, size)

    return call


def test_a_folder_is_not_made_where_a_file_is(tmp_path: Path) -> None:
    (tmp_path / "kept").write_bytes(OLD)
    with pytest.raises(OSError, match="there is a file of that name"):
        files.make_named_folder(tmp_path / "kept")
    assert (tmp_path / "kept").read_bytes() == OLD
