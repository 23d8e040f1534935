"""Single files: read no further than allowed and never waited for, written so that a fault leaves what was there.

A stranger's file may be a pipe, a device or endless, so only ordinary files are opened, and none waits for another program. A
write that fails leaves the file before it whole: it is either put in place as a whole, or goes behind an end that is known to
be good, and whatever half a write left behind that end is cut off by the next. What is written here is a person's own: nobody else
may read it. Several programs may write the same file at once: each writes a passing file of its own name, and the last put in place stays.
Longer than most: how files are named, read and written differs from system to system, and here alone.
"""

from __future__ import annotations

import errno
import os
import re
import secrets
import shlex
import stat
import subprocess
import sys
import time
from collections.abc import Callable
from contextlib import suppress
from fnmatch import fnmatchcase
from functools import cache
from itertools import count
from pathlib import Path
from typing import BinaryIO, NoReturn, TextIO, TypeVar

from game import paths

T = TypeVar("T")

PRIVATE = 0o600
"""The permissions of a file that its owner alone may read."""

BEFORE = ".before"
"""What the name of a file or folder ends with that stood where another is written or taken away, as it was then; nobody reads it."""

_PASSING = re.compile(r"(.+)\.[0-9a-f]{8}\.tmp\Z", re.DOTALL)
"""What a file is called until it is put in place; each writer's has a name of its own, so that none takes away another's."""

_LEFT_SECONDS = 3600.0
"""So old is no file any more that is to be put in place: whoever wrote it was ended over it."""

_TRIES_AGAIN = 50 if os.name == "nt" else 0
"""So often, a hundredth of a second apart, a file is tried again on Windows that another program has open, or is putting another in the place of."""

_READING = os.O_RDONLY | getattr(os, "O_NONBLOCK", 0) | getattr(os, "O_BINARY", 0) | getattr(os, "O_NOCTTY", 0)
_WRITING = os.O_RDWR | getattr(os, "O_NONBLOCK", 0) | getattr(os, "O_BINARY", 0) | getattr(os, "O_NOCTTY", 0)
_CONTINUING = os.O_WRONLY | os.O_CREAT | os.O_APPEND | getattr(os, "O_NONBLOCK", 0) | getattr(os, "O_BINARY", 0)
_CREATING = os.O_WRONLY | os.O_CREAT | os.O_EXCL | getattr(os, "O_BINARY", 0) | getattr(os, "O_NOFOLLOW", 0)


class UnreadableError(Exception):
    """A file that cannot be read; the words say why, without its name and without a full stop."""


class MissingError(UnreadableError):
    """A file that is not there."""


def _patiently(act: Callable[[], T]) -> T:
    """Return what an act on a file returns; raise OSError. On Windows it tries again for a while: another program may have the file open, or be putting another in its place."""
    for _ in range(_TRIES_AGAIN):
        try:
            return act()
        except PermissionError:
            time.sleep(0.01)
    return act()


def opened(path: Path) -> BinaryIO:
    """Open an ordinary file for reading, without waiting for anything; raise UnreadableError for any other."""
    try:
        number = os.open(path, _READING) if os.path.isdir(path) else _patiently(lambda: os.open(path, _READING))  # noqa: PTH112
    except (OSError, ValueError) as error:
        _refuse(path, error)
    if not stat.S_ISREG(os.fstat(number).st_mode):
        os.close(number)
        raise UnreadableError("this is not an ordinary file")
    return os.fdopen(number, "rb")


def is_file(path: Path | str) -> bool:
    """Tell whether there is such a file; a name that no file can have is none."""
    return os.path.isfile(path)  # noqa: PTH113  (a Path raises where a name is too long)


def is_there(path: Path) -> bool:
    """Tell whether anything has this name, be it a link that leads nowhere or round and round: whoever reads it says why it cannot be read."""
    return os.path.lexists(path)


def is_named(path: Path) -> bool:
    """Tell whether anything has just this name, letter for letter: on Windows and macOS `Mod.TOML` is found where `mod.toml` is asked for, and nowhere else."""
    return is_there(path) and not _other_letters(path)


def spelt(path: Path, home: Path) -> bool:
    """Tell whether a path has every name in it, from a folder that it lies in on, letter for letter as it is there; what is not there, or lies elsewhere, is no misspelling."""
    below = path.relative_to(home).parts if path.is_relative_to(home) else ()
    return not any(_other_letters(home.joinpath(*below[: deep + 1])) for deep in range(len(below)))


def miscalled(path: Path) -> Path | None:
    """Return what lies where a file should and has its name but for capitals; None where the file is there itself, or nothing of the kind."""
    if is_named(path):
        return None
    return next((path.with_name(name) for name in _names_beside(path) if name.casefold() == path.name.casefold()), None)


def as_called(path: Path) -> Path:
    """Return a path that somebody typed with every name in it as it is there: where letter case does not count for the system, it may be typed in any."""
    there = path.absolute()
    found = Path(there.anchor)
    for part in there.parts[1:]:
        found /= part
        found = (miscalled(found) or found) if _other_letters(found) else found
    return path if str(found) == str(there) else found


def _other_letters(path: Path) -> bool:
    """Tell whether what is found by this name is called otherwise: in other capitals."""
    turned = path.name.swapcase()
    if turned == path.name or not is_there(path.with_name(turned)):
        return False
    names = _names_beside(path)
    return bool(names) and path.name not in names and is_there(path)


def _names_beside(path: Path) -> list[str]:
    try:
        return sorted(os.listdir(path.parent))  # noqa: PTH208  (a name a time, not a Path)
    except (OSError, ValueError):
        return []


_ASIDE = re.compile(rf"{re.escape(BEFORE)}[0-9]*\Z")
_DEVICE = re.compile(r"(con|prn|aux|nul|conin\$|conout\$|com[1-9¹²³]|lpt[1-9¹²³]) *(?:\..*)?\Z", re.IGNORECASE)
_NO_SIGN = re.compile(r'[<>:"|?*\\\x00-\x1f]')


def not_on_windows(name: str) -> str:
    """Return why no file, nor a folder, can have this name on Windows, as a sentence without its capital letter and full stop; nothing where one can."""
    if device := _DEVICE.match(name):
        return f"Windows keeps the name {device[1]} for a device"
    if sign := _NO_SIGN.search(name):
        return f"no name on Windows has the sign {sign[0]!r} in it"
    return "no name on Windows ends in a dot or a space" if name.endswith((".", " ")) else ""


def not_here(name: str) -> str:
    """Return why this system has no file of such a name, nothing where it can have one: `nul` is a device on Windows, whoever laid it there, and an ordinary name elsewhere."""
    return not_on_windows(name) if os.name == "nt" else ""


def _see_name(path: Path) -> None:
    """Raise OSError with the reason where this system has no file of such a name."""
    if path.name != ".." and (why := not_here(path.name)):
        raise OSError(None, why)


def set_aside(name: str) -> bool:
    """Tell whether a name is one under which something was taken out of what is read and kept as it was: with `BEFORE` at its end, and a number where there were several."""
    return _ASIDE.search(name) is not None


def free_name(path: Path, ending: str) -> Path:
    """Return a place beside a file that nothing has yet: its name with an ending, and a number behind that where there is one already."""
    names = (path.with_name(f"{path.name}{ending}{number if number > 1 else ''}") for number in count(1))
    return next(name for name in names if not is_there(name))


def turns(path: Path) -> bool:
    """Tell whether a path is a link that leads round and round."""
    try:
        path.stat()
    except OSError as error:
        return error.errno == errno.ELOOP
    except ValueError:
        return False
    return False


def real(path: Path) -> Path:
    """Return where a path leads in the end, by which two are known for the same file; links that lead nowhere, or round and round, are followed as far as they go.

    A Path's own `resolve` fails on these, on each Python in another way.
    """
    try:
        return Path(os.path.realpath(path))
    except (OSError, ValueError):
        return Path(os.path.abspath(path))  # noqa: PTH100


def same_file(one: Path, other: Path) -> bool:
    """Tell whether two paths, however they are spelt and whatever links lead there, are of one file, be it there or not; a device or a pipe is none."""
    if is_file(one) and is_file(other):
        return one.samefile(other)
    return not os.path.exists(one) and real(one) == real(other)  # noqa: PTH110  (a Path raises where a name is impossible)


def typed(path: Path) -> str:
    """Return a path as it is typed after a command, in the quotes of the system's shell where it needs them."""
    return subprocess.list2cmdline([str(path)]) if os.name == "nt" else shlex.quote(str(path))


def inside(folder: Path, pattern: str = "*", *, of: Path | None = None) -> list[Path]:
    """Return what lies in a folder under names like the pattern, in order; nothing where there is no folder, or none that may be looked into.

    Letter case counts on every system, in the names of files and of the folders from the user's own on, or from `of` on.
    """
    if not spelt(folder, of or paths.user_folder()):
        return []
    try:
        _enter(folder)
        return sorted((path for path in folder.iterdir() if fnmatchcase(path.name, pattern)), key=lambda path: path.name)
    except (OSError, ValueError):
        return []


def closed(folder: Path) -> str:
    """Return why a folder that is there cannot be looked into, be it that only its names can be listed; nothing where it can, or where there is none."""
    try:
        _enter(folder)
        next(folder.iterdir(), None)
    except (FileNotFoundError, NotADirectoryError):
        return ""
    except OSError as error:
        return error.strerror or str(error)
    return ""


def _enter(folder: Path) -> None:
    """Raise OSError for a folder of which nothing inside can be looked at: the right to list its names is another one."""
    os.stat(os.path.join(folder, "."))  # noqa: PTH116, PTH118  (a Path leaves the dot out)


def read_whole(path: Path, limit: int) -> bytes:
    """Return the bytes of an ordinary file of at most `limit` bytes; raise UnreadableError for any other."""
    try:
        with opened(path) as file:
            content = file.read(limit + 1)
    except OSError as error:
        _refuse(path, error)
    if len(content) > limit:
        raise UnreadableError(_too_large(limit))
    return content


def unreadable(path: Path, limit: int) -> str:
    """Return why a file that is there cannot be read, or not with at most `limit` bytes, as a sentence without its full stop; nothing where it can be, or is not there."""
    try:
        with opened(path) as file:
            return _too_large(limit) if os.fstat(file.fileno()).st_size > limit else ""
    except MissingError:
        return ""
    except UnreadableError as error:
        return str(error)


def _too_large(limit: int) -> str:
    return f"the file is larger than {size_words(limit)}, the most that is read"


def size_words(size: int) -> str:
    """Return a size as people say it."""
    return f"{size // 1024} KiB" if size < 1 << 20 else f"{size >> 20} MiB"


def _refuse(path: Path, error: OSError | ValueError) -> NoReturn:
    if isinstance(error, FileNotFoundError):
        raise MissingError("there is no such file") from None
    if isinstance(error, ValueError):
        raise UnreadableError("the file cannot be read (its name is impossible)") from None
    try:
        ordinary = stat.S_ISREG(path.stat().st_mode)
    except OSError as fault:
        ordinary = fault.errno != errno.ELOOP
    if not ordinary:
        raise UnreadableError("this is not an ordinary file") from None
    raise UnreadableError(f"the file cannot be read ({error.strerror or error})") from None


def make_folder(folder: Path, *, anew: bool = False) -> None:
    """Make a folder and those it lies in, for their owner alone; one that is there stays as it is. Raise OSError where that fails, `anew` also where it is there.

    One of the user's own that was found though it has other capitals gets its name: what is written there would not be read otherwise.
    """
    _see_name(folder)
    if not anew:
        _see_no_file(folder)
    try:
        folder.mkdir(mode=0o700, exist_ok=not anew)
    except FileNotFoundError:
        if folder.parent == folder:
            raise
        make_folder(folder.parent)
        folder.mkdir(mode=0o700, exist_ok=not anew)
    home = paths.user_folder()
    if not spelt(folder, home):
        for each in reversed((folder, *folder.parents)):
            if each != home and each.is_relative_to(home) and (odd := miscalled(each)) is not None:
                odd.rename(free_name(each, ".aside")).rename(each)  # not every system gives what it finds by a name that name


def make_named_folder(folder: Path) -> None:
    """Make a folder where somebody named, and those it lies in, which others may read as they may any of that person; one that is there stays as it is. Raise OSError where that fails."""
    _see_name(folder)
    _see_no_file(folder)
    folder.mkdir(parents=True, exist_ok=True)


def _see_no_file(folder: Path) -> None:
    """Raise OSError where a folder is to be and something else is, be it a device."""
    if os.path.exists(folder) and not os.path.isdir(folder):  # noqa: PTH110, PTH112  (a Path raises where a name is impossible)
        raise OSError(None, "there is a file of that name")


def continued(path: Path) -> BinaryIO:
    """Open an ordinary file to write behind its end, an empty one where there is none, without waiting for anything; raise OSError."""
    number = os.open(path, _CONTINUING, PRIVATE)
    if not stat.S_ISREG(os.fstat(number).st_mode):
        os.close(number)
        raise OSError(None, f"{path.name} is not an ordinary file")
    return os.fdopen(number, "ab")


def replace_file(path: Path, content: bytes, *, durable: bool = True) -> None:
    """Put a file in place as a whole, making its folder; raise OSError and leave what was there.

    With `durable` it is on the disk when this returns.
    """
    fresh = write_fresh(path, content, durable=durable)
    put_in_place(fresh, path, durable=durable)


def write_fresh(path: Path, content: bytes, *, durable: bool = True) -> Path:
    """Write what is to become a file beside it, making its folder; return where it lies, to be put in place."""
    make_folder(path.parent)
    _clear(path.parent)
    return _made(path.with_name(f"{path.name}.{secrets.token_hex(4)}.tmp"), content, PRIVATE, durable=durable)


def passing_of(name: str) -> str:
    """Return the name that a file is to have which lies beside its place until it is put there; nothing for any other file."""
    passing = _PASSING.match(name)
    return passing[1] if passing else ""


@cache
def _clear(folder: Path) -> None:
    """Remove, once in a run of the program, what writers that were ended left in a folder."""
    for name in filter(passing_of, _names_beside(folder / "any")):
        with suppress(OSError):
            if (folder / name).stat().st_mtime < time.time() - _LEFT_SECONDS:
                remove(folder / name)


def _made(fresh: Path, content: bytes, mode: int, *, durable: bool) -> Path:
    """Write a file of a name that nothing has; raise OSError and leave none."""
    number = os.open(fresh, _CREATING, mode)
    try:
        try:
            _write(number, content)
            if durable:
                os.fsync(number)
        finally:
            os.close(number)
    except BaseException:
        remove(fresh)
        raise
    return fresh


def put_in_place(fresh: Path, path: Path, *, durable: bool = True) -> None:
    """Give a fresh file its name, in place of one that may have it; raise OSError and leave that one there."""
    try:
        _patiently(lambda: os.replace(fresh, path))  # noqa: PTH105  (the one call that replaces an existing file on every system)
    except OSError:
        remove(fresh)
        raise
    if durable:
        _sync_folder(path.parent)


# --- files that somebody named -----------------------------------------------------------------------------------------


def write_named(path: Path, content: bytes) -> None:
    """Write a file where somebody named, as any program does; raise OSError and leave what was there.

    It is put in place as a whole, where a link points, and others may read it as they may any file of that person. What is no ordinary file, such as
    a pipe, and where this program's own output goes, is written to as it stands. What Windows has no file of is refused there.
    """
    _see_name(path)
    there = _status(path)
    own = _own_output(there)
    if own is not None:
        own.flush()
        _write(own.fileno(), content)
        return
    place = Path(os.path.realpath(path))
    if there is not None and not (stat.S_ISREG(there.st_mode) and _same(there, _status(place))):
        _write_into(path, content)
        return
    if there is not None and not os.access(place, os.W_OK):
        raise PermissionError(errno.EACCES, os.strerror(errno.EACCES))
    try:
        fresh = _made(place.with_name(f".starcross-{secrets.token_hex(4)}.tmp"), content, 0o666, durable=True)
        if there is not None:
            with suppress(OSError):
                os.chmod(fresh, stat.S_IMODE(there.st_mode))  # noqa: PTH101
        put_in_place(fresh, place)
    except OSError as error:
        if there is None or error.errno not in _NO_NAMES:
            raise
        _overwrite(place, content)


_NO_NAMES = {errno.EACCES, errno.EPERM, errno.EROFS, errno.EBUSY}
"""How a folder refuses a new name in it, though a file of it may be written to."""


def see_writable(path: Path) -> None:
    """See that a file can be written where somebody named, and leave all as it was; raise OSError where it cannot, ValueError for an impossible name."""
    _see_name(path)
    there = _status(path) is not None
    os.close(os.open(path, os.O_WRONLY | os.O_CREAT | getattr(os, "O_NONBLOCK", 0), 0o666))
    if not there:
        os.unlink(os.path.realpath(path))  # noqa: PTH108  (a link that pointed nowhere stays)


def _status(path: Path) -> os.stat_result | None:
    try:
        return os.stat(path)  # noqa: PTH116
    except FileNotFoundError:
        return None


def _same(one: os.stat_result, other: os.stat_result | None) -> bool:
    return other is not None and (one.st_dev, one.st_ino) == (other.st_dev, other.st_ino)


def _own_output(there: os.stat_result | None) -> TextIO | None:
    """Return which of this program's outputs goes to a file; on Windows no pipe and no device has a number to be known by."""
    for stream in (sys.stdout, sys.stderr) if there is not None and there.st_ino else ():
        try:
            if _same(os.fstat(stream.fileno()), there):
                return stream
        except (AttributeError, OSError, ValueError):  # a program without a console has none, and one may be closed
            continue
    return None


def _write_into(path: Path, content: bytes) -> None:
    number = os.open(path, os.O_WRONLY | getattr(os, "O_BINARY", 0))
    try:
        _write(number, content)
    finally:
        os.close(number)


def _overwrite(path: Path, content: bytes) -> None:
    """Write over a file in a folder that takes no other; where that fails, what was there is written once more."""
    before = path.read_bytes()
    number = os.open(path, _WRITING)
    try:
        try:
            _write(number, content)
            os.ftruncate(number, len(content))
        except OSError:
            os.lseek(number, 0, os.SEEK_SET)
            _write(number, before)
            os.ftruncate(number, len(before))
            raise
    finally:
        os.close(number)


def append_at(path: Path, end: int, content: bytes) -> None:
    """Write behind the first `end` bytes of a file, cutting off whatever else stood there; raise OSError when that failed.

    What failed may leave a part of the content behind `end`, never a change before it. A file that is shorter is refused.
    """
    number = os.open(path, _WRITING)
    try:
        if os.fstat(number).st_size != end:
            if os.fstat(number).st_size < end:
                raise FileNotFoundError(None, "the file has become shorter")
            os.ftruncate(number, end)
        os.lseek(number, end, os.SEEK_SET)
        _write(number, content)
    finally:
        os.close(number)


def sync(path: Path) -> None:
    """Carry what was written to a file to the disk."""
    number = os.open(path, _WRITING)
    try:
        os.fsync(number)
    finally:
        os.close(number)


def used(path: Path) -> None:
    """Have a file count as changed just now, if it is there and can be."""
    with suppress(OSError):
        os.utime(path)


def remove(path: Path) -> None:
    """Remove a file, if it is there and can be."""
    try:
        os.unlink(path)  # noqa: PTH108
    except OSError:
        return


def _write(number: int, content: bytes) -> None:
    left = memoryview(content)
    while left:
        left = left[os.write(number, left) :]


def _sync_folder(folder: Path) -> None:
    """Carry a new name to the disk, where the system lets a folder be opened."""
    if os.name != "posix":
        return
    number = os.open(folder, os.O_RDONLY)
    try:
        os.fsync(number)
    except OSError:
        return  # some file systems cannot; the name is there for every program all the same
    finally:
        os.close(number)
