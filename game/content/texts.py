"""Files that people write as text: how one is read whole, and as TOML; all that designers write goes through here.

Some editors write a mark before a text that says how it is encoded (a byte order mark). It is no part of the text, and passed over.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import tomli

from game.content.faults import Findings, quotable, read_file
from game.kernel.words import UNSAID, overladen

LARGEST_FILE = 512 * 1024
"""The largest file of cards, decks or positions that is read."""

MARK = b"\xef\xbb\xbf"
"""The mark before a text in UTF-8."""

_APART = re.compile(r'''"""(?:\\.|[^\\])*?"{3,5}|\'{3}.*?\'{3,5}|"(?:\\.|[^"\\\n])*"|\'[^\'\n]*\'|#[^\n]*''', re.DOTALL)
"""What stands in TOML for itself: texts, and comments."""


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
    """Return a TOML file of at most `limit` bytes (else as many as one of cards may have) as a dictionary; raise ContentError with one sentence when it is none, or one for each text in it that cannot be shown as one."""
    content, findings = read_text(path, limit or LARGEST_FILE), Findings(path)
    try:
        table = tomli.loads(content)
    except tomli.TOMLDecodeError as error:
        words, line = _slip(str(error), content)
        findings.stop("", f"not valid TOML: {quotable(words, 200)}", line)
    except (RecursionError, ValueError):
        findings.stop("", "not valid TOML: it is nested too deeply, or a number is too long")
    if "\\" not in content and not UNSAID.search(content.replace("\r\n", "\n")) and not overladen(content):
        return table  # without a backslash, no text in it holds what does not stand in the file
    for key, value in table.items():
        rows = value if isinstance(value, list) else [value]
        for number, row in enumerate(rows, 1):
            for where, words in _unsaid(row, ""):
                findings.add(f"{quotable(key)} {number}" if row is not value else quotable(key), f"${where} {words}")
    findings.settle()
    return table


_AT = re.compile(r" \((?:at line (\d+), column \d+|at end of document)\)\Z")
_AGAIN = "Cannot overwrite a value"


def _slip(words: str, content: str) -> tuple[str, int]:
    """Return what the reader of TOML says without where, and the line, counted from 1, 0 where it says none."""
    at = _AT.search(words)
    line = 0 if at is None else int(at[1]) if at[1] else len(content.rstrip("\n").splitlines())
    said = words if at is None else words[: at.start()]
    return ("what stands here was said before" if said == _AGAIN else said), line


def commented(content: str) -> bool:
    """Tell whether a text in TOML holds comments."""
    return any(each[0].startswith("#") for each in _APART.finditer(content))


def _unsaid(value: Any, where: str) -> Iterator[tuple[str, str]]:
    """Yield where inside a value there is text that cannot be shown as one, and why."""
    if isinstance(value, str):
        if found := UNSAID.search(value):
            yield where, f"this holds a sign that no text has (U+{ord(found[0]):04X})"
        if overladen(value):
            yield where, "this holds more than two marks on one letter"
    elif isinstance(value, list):
        for number, each in enumerate(value):
            yield from _unsaid(each, f"{where}[{number}]")
    elif isinstance(value, dict):
        for key, each in value.items():
            yield from _unsaid(key, where)
            yield from _unsaid(each, f"{where}.{quotable(key)}")
