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
from typing import IO

OLD = "starcross-old"
"""How bytes are read that are no UTF-8: by this name Python knows it."""


def settle() -> None:
    """Settle how this program's streams are written and read; nothing that is typed or told ends it.

    One that it was started without (`2>&-`; all of a program of Windows without a console) leads nowhere: else what is told aside would come
    among what is printed, and the next file that is opened, such as a save, would have its number and get what a library says there.
    """
    for name, mode in (("stdin", "r"), ("stdout", "w"), ("stderr", "w")):
        if getattr(sys, name) is None:
            setattr(sys, name, open(os.devnull, mode, encoding="utf-8", errors="replace"))  # noqa: SIM115, PTH123  (for as long as the program runs)
    plainly = os.name == "nt" and not os.environ.get("PYTHONIOENCODING", "").partition(":")[0] and os.environ.get("PYTHONUTF8") != "0"
    for stream in (sys.stdout, sys.stderr):
        if isinstance(stream, io.TextIOWrapper):
            errors = "replace" if stream is sys.stdout else stream.errors  # of what a code page of old cannot write, a `?` is told
            stream.reconfigure(encoding="utf-8" if plainly else stream.encoding, errors=errors)
    if isinstance(sys.stdin, io.TextIOWrapper) and sys.stdin.errors != OLD:
        codecs.register_error(OLD, _by(sys.stdin.encoding))
        with suppress(io.UnsupportedOperation):  # somebody has read from it before
            sys.stdin.reconfigure(encoding="utf-8" if plainly else sys.stdin.encoding, errors=OLD)


def aside(words: str) -> None:
    """Tell a line on stderr, beside what is printed; where it cannot be written, nobody hears it, which changes nothing of what is done."""
    try:
        print(words, file=sys.stderr)
    except OSError:
        silence(sys.stderr)


def silence(stream: IO[str]) -> None:
    """Let a stream that cannot be written any more lead nowhere: Python would write to it again at exit."""
    os.dup2(os.open(os.devnull, os.O_WRONLY), stream.fileno())


def _by(encoding: str) -> Callable[[UnicodeError], tuple[str, int]]:
    """Return what reads bytes that are no UTF-8 as an older program means them, which writes another encoding."""

    def read(error: UnicodeError) -> tuple[str, int]:
        if not isinstance(error, UnicodeDecodeError):
            raise error
        return error.object[error.start : error.end].decode(encoding, "replace"), error.end

    return read
