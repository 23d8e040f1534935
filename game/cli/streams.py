"""What is printed, and what is typed through a pipe: UTF-8 on Windows too, wherever nobody asked for anything else.

A console of Windows takes any letter. Through a pipe and into a file Python writes the code page of old there, which has neither the bars of `sets`
nor every letter of a path, so a name that was told could not be typed again. Whoever reads such a pipe takes it for UTF-8 or for the console's own
code page, hardly ever for that one, and what opens files (Notepad among them) knows UTF-8 by itself; from Python 3.15 on Python writes it there.
"""

from __future__ import annotations

import codecs
import io
import os
import sys
from collections.abc import Callable
from contextlib import suppress

OLD = "starcross-old"
"""How bytes are read that are no UTF-8: by this name Python knows it."""


def settle() -> None:
    """Settle how this program's streams are written and read; nothing that is typed or told ends it."""
    plainly = os.name == "nt" and not os.environ.get("PYTHONIOENCODING", "").partition(":")[0] and os.environ.get("PYTHONUTF8") != "0"
    for stream in (sys.stdout, sys.stderr):
        if isinstance(stream, io.TextIOWrapper):
            errors = "replace" if stream is sys.stdout else stream.errors  # of what a code page of old cannot write, a `?` is told
            stream.reconfigure(encoding="utf-8" if plainly else stream.encoding, errors=errors)
    if isinstance(sys.stdin, io.TextIOWrapper) and sys.stdin.errors != OLD:
        codecs.register_error(OLD, _by(sys.stdin.encoding))
        with suppress(io.UnsupportedOperation):  # somebody has read from it before
            sys.stdin.reconfigure(encoding="utf-8" if plainly else sys.stdin.encoding, errors=OLD)


def _by(encoding: str) -> Callable[[UnicodeError], tuple[str, int]]:
    """Return what reads bytes that are no UTF-8 as an older program means them, which writes another encoding."""

    def read(error: UnicodeError) -> tuple[str, int]:
        if not isinstance(error, UnicodeDecodeError):
            raise error
        return error.object[error.start : error.end].decode(encoding, "replace"), error.end

    return read
