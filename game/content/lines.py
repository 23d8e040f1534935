"""In which line of a file a fault stands: found by the table it is about and the field it names."""

from __future__ import annotations

import re
from collections.abc import Iterable
from pathlib import Path

from msgspec.structs import replace

from game.content.faults import ContentError, Fault, read_file

MOST_BYTES = 1 << 20

_TABLE = re.compile(r"^\s*\[\[\w+\]\]")
_NUMBERED = re.compile(r"^\w+ (\d+)$")


def located(path: Path, faults: Iterable[Fault]) -> list[Fault]:
    """Return the faults of a TOML file in its order, with the line of each, where it can be told."""
    faults = list(faults)
    if not faults:
        return faults
    try:
        lines = read_file(path, MOST_BYTES).decode("utf-8", "replace").splitlines()
    except ContentError:
        return faults
    return sorted((replace(fault, line=_line(lines, fault)) if not fault.line else fault for fault in faults), key=lambda fault: fault.line)


def _line(lines: list[str], fault: Fault) -> int:
    """Return the line of a fault, counted from 1, or 0."""
    first, last = _table(lines, fault.place)
    if first < 0:
        return 0
    named = re.search(r"field `([\w-]+)`", fault.words)
    inside = re.match(r"\$\.([\w-]+)", fault.words)
    for name in (inside, named):
        if name:
            for index in range(first, last):
                if re.match(rf"\s*\[?\[?(?:\w+\.)?{re.escape(name[1])}\b", lines[index]):
                    return index + 1
    return first + 1


def _table(lines: list[str], place: str) -> tuple[int, int]:
    """Return where the table begins and ends that a place names, by its id or its number; -1 where there is none."""
    starts = [index for index, line in enumerate(lines) if _TABLE.match(line)]
    numbered = _NUMBERED.match(place)
    label = place.strip("'")
    for number, start in enumerate(starts):
        end = starts[number + 1] if number + 1 < len(starts) else len(lines)
        if numbered and int(numbered[1]) == number + 1:
            return start, end
        if (
            not numbered
            and label
            and any(re.match(rf"\s*(?:id|name)\s*=\s*[\"']{re.escape(label)}[\"']", line) for line in lines[start:end])
        ):
            return start, end
    return -1, -1
