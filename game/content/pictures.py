"""PNG pictures of strangers, looked at without being drawn: how large one is, and whether its file is whole.

A file that was cut off, or changed on its way, is known by its parts: each says how long it is and ends with a checksum, and the last is called IEND.
"""

from __future__ import annotations

import struct
import zlib
from pathlib import Path
from typing import BinaryIO

from game.content.files import UnreadableError, opened

_SIGN = b"\x89PNG\r\n\x1a\n"
_HEAD = _SIGN + b"\x00\x00\x00\x0dIHDR"
_BLOCK = 1 << 16

NO_PNG = "this is no PNG picture"


def png_size(file: Path) -> tuple[int, int] | None:
    """Return width and height in pixels from the header of a PNG picture, None if it is none; nothing is decoded."""
    try:
        with opened(file) as picture:
            head = picture.read(24)
    except (OSError, UnreadableError):
        return None
    if len(head) < 24 or not head.startswith(_HEAD):
        return None
    width, height = struct.unpack(">II", head[16:24])
    return width, height


def png_fault(file: Path) -> str:
    """Return why a picture cannot be drawn as it was saved, without a full stop: it is no PNG, cut off or damaged; nothing for one that is whole."""
    try:
        with opened(file) as picture:
            return _walked(picture) if picture.read(len(_SIGN)) == _SIGN else NO_PNG
    except UnreadableError as error:
        return str(error)
    except OSError as error:
        return f"it cannot be read ({error.strerror or type(error).__name__})"


def _walked(picture: BinaryIO) -> str:
    """Walk the parts of a picture behind its first bytes; return what is wrong with one."""
    drawn = False
    while True:
        head = picture.read(8)
        if len(head) < 8:
            return "the picture is cut off: its end is missing"
        left, name = struct.unpack(">I4s", head)
        sum_ = zlib.crc32(name)
        while left and (block := picture.read(min(left, _BLOCK))):
            sum_ = zlib.crc32(block, sum_)
            left -= len(block)
        written = picture.read(4)
        if left or len(written) < 4:
            return "the picture is cut off: its end is missing"
        if struct.unpack(">I", written)[0] != sum_:
            return "the picture is damaged: what it holds is not what was saved"
        drawn = drawn or name == b"IDAT"
        if name == b"IEND":
            return "" if drawn else "the picture is damaged: nothing is drawn in it"
