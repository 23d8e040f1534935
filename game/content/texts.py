"""Files that people write as text: how one is read whole, and as TOML; all that designers write goes through here.

Some editors write a mark before a text that says how it is encoded (a byte order mark). It is no part of the text, and passed over.
"""

from __future__ import annotations

from pathlib import Path
from typing import Any

import tomli

from game.content.faults import Findings, quotable, read_file

LARGEST_FILE = 512 * 1024
"""The largest file of cards, decks or positions that is read."""

MARK = b"\xef\xbb\xbf"
"""The mark before a text in UTF-8."""


def read_bytes(path: Path, limit: int) -> bytes:
    """Return a text of at most `limit` bytes as it is encoded, without the mark before it; ContentError says why it cannot be read."""
    return read_file(path, limit).removeprefix(MARK)


def read_text(path: Path, limit: int) -> str:
    """Return a text of at most `limit` bytes; ContentError says why it cannot be read, such as that it is not UTF-8 text."""
    content = read_file(path, limit)
    try:
        return content.removeprefix(MARK).decode("utf-8")
    except UnicodeDecodeError as error:
        at = error.start + len(content) - len(content.removeprefix(MARK))
        Findings(path).stop(f"byte {at}", "the file is not UTF-8 text")


def read_lenient(path: Path, limit: int) -> str:
    """Return a text of at most `limit` bytes, with a sign for what is not UTF-8; ContentError says why it cannot be read."""
    return read_bytes(path, limit).decode("utf-8", "replace")


def read_toml(path: Path, limit: int = 0) -> dict[str, Any]:
    """Return a TOML file of at most `limit` bytes (else as many as one of cards may have) as a dictionary; raise ContentError with one sentence when it is none."""
    content = read_text(path, limit or LARGEST_FILE)
    try:
        return tomli.loads(content)
    except tomli.TOMLDecodeError as error:
        Findings(path).stop("", f"not valid TOML: {quotable(str(error), 200)}")
    except (RecursionError, ValueError):
        Findings(path).stop("", "not valid TOML: it is nested too deeply, or a number is too long")
