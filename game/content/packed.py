"""Zips that strangers made: a report, a mod. Nothing in one is believed: it holds few files, known by name, each no larger than it may be.

How much it lists is known before the list is read, and what a file swells to is bounded while it is unpacked; anything else is refused.
"""

from __future__ import annotations

import io
import stat
import struct
import zipfile
import zlib
from collections.abc import Callable

from game.content.faults import quoted
from game.content.files import UnreadableError

_END = struct.Struct("<4s4H2LH")

PASSED_OVER = -1
"""What `room` says of a file that harms nobody and that nobody reads, such as a notice beside the others."""

_LONGEST_REMARK = 0xFFFF
_LONGEST_LINE = 1024
_PLAIN, _ENCRYPTED = {zipfile.ZIP_STORED, zipfile.ZIP_DEFLATED}, 0x1
_BROKEN = (
    zipfile.BadZipFile,
    zlib.error,
    struct.error,
    EOFError,
    NotImplementedError,
    RuntimeError,
    OSError,
    ValueError,
    LookupError,
    OverflowError,
)


class StrayError(UnreadableError):
    """A zip in which a file lies that does not belong into it: `name`."""

    def __init__(self, name: str) -> None:
        super().__init__(f"{quoted(name)} does not belong into it")
        self.name = name


def unpacked(content: bytes, room: Callable[[str], int], *, files: int, whole: int) -> dict[str, bytes]:
    """Return the files of a zip by name; folders in it are passed over.

    `room` tells how large a file of a name may be, 0 where none belongs into it, PASSED_OVER where it is not even looked at.
    Raise UnreadableError for what is no zip, for more than so many `files`, more than `whole` bytes of them, one that does not belong, comes twice, links
    elsewhere, is locked, or is larger than it may be.
    """
    _look_at_end(content, files)
    found: dict[str, bytes] = {}
    try:
        with zipfile.ZipFile(io.BytesIO(content)) as archive:
            listed = archive.infolist()
            if len(listed) > files:
                raise UnreadableError(f"it holds {len(listed)} files, and {files} are read at most")
            for entry in listed:
                if entry.is_dir():
                    continue
                most = room(entry.filename)
                if most == PASSED_OVER:
                    continue
                if not most:
                    raise StrayError(entry.filename)
                if entry.filename in found:
                    raise UnreadableError(f"{entry.filename[:40]!r} lies in it twice")
                if stat.S_ISLNK(entry.external_attr >> 16):
                    raise UnreadableError(f"{entry.filename[:40]!r} does not belong into it")
                if entry.flag_bits & _ENCRYPTED or entry.compress_type not in _PLAIN:
                    raise UnreadableError(f"{entry.filename} is packed in a way that is not read")
                with archive.open(entry) as file:
                    found[entry.filename] = file.read(most + 1)
                whole -= len(found[entry.filename])
                if len(found[entry.filename]) > most or whole < 0:
                    raise UnreadableError(f"{entry.filename} is larger than it may be")
    except _BROKEN as error:
        raise UnreadableError(f"it cannot be unpacked ({type(error).__name__})") from None
    return found


def _look_at_end(content: bytes, files: int) -> None:
    """Refuse what is no zip, and one that lists more than it may, by its last lines alone."""
    at = content.rfind(b"PK\x05\x06", max(0, len(content) - _END.size - _LONGEST_REMARK))
    if at < 0 or at + _END.size > len(content) or content[max(0, at - 20) : at].startswith(b"PK\x06\x07"):
        raise UnreadableError("it is no zip that is read here")
    _, _, _, here, total, listed, _, remark = _END.unpack_from(content, at)
    if at + _END.size + remark != len(content) or here != total:
        raise UnreadableError("it is no zip that is read here")
    if listed > files * _LONGEST_LINE:
        raise UnreadableError(f"it lists more than the {files} files that are read at most")
