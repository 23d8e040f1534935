"""In which line of a file a fault stands: found by the table it is about, called by its place, and the field it names."""

from __future__ import annotations

import re
from collections import Counter, defaultdict
from collections.abc import Iterable, Iterator, Mapping, Sequence
from itertools import pairwise
from pathlib import Path
from typing import Any

from msgspec.structs import replace

from game.content.faults import ContentError, Fault, file_label, quoted
from game.content.texts import read_lenient

MOST_BYTES = 1 << 20

_TABLE = re.compile(r"^\s*\[\[\w+\]\]")
_CALLED = re.compile(r"\s*(?:id|name|card)\s*=\s*([\"'])(.+?)\1")
_FIELD = re.compile(r"\$\.([\w-]+)")
_UNKNOWN = re.compile(r"there is no field `([\w-]+)`")
_QUOTED = re.compile(r"'([^']+)'")
_HEAD = re.compile(r"\s*(\[\[?)\s*([\w.-]+)\s*\]")
_SET = re.compile(r"\s*([\w-]+)\s*=")
_NUMBERED = re.compile(r"(?:^| \()\w+ (\d+)\)?$")

Tables = Mapping[str | int, Sequence[tuple[int, int]]]


def row_places(rows: Iterable[Mapping[str, Any]], name: str, keys: Sequence[str]) -> Iterator[str]:
    """Yield the place of each `[[name]]` table: what it is called by the first of some keys that it has, and its number where that tells it from none before it."""
    before: set[str] = set()
    for number, row in enumerate(rows, 1):
        label = next((row[key] for key in keys if key in row), "")
        numbered, place = f"{name} {number}", quoted(label) if isinstance(label, str) and label else ""
        yield f"{place} ({numbered})" if place in before else place or numbered
        if place:
            before.add(place)


def located(path: Path, faults: Iterable[Fault]) -> list[Fault]:
    """Return the faults of a TOML file in its order, with the line of each, where it can be told."""
    faults = list(faults)
    if not faults:
        return faults
    try:
        lines = read_lenient(path, MOST_BYTES).splitlines()
    except ContentError:
        return faults
    tables = _tables(lines)
    return sorted(
        (replace(fault, line=_line(lines, tables, fault)) if not fault.line else fault for fault in faults), key=lambda fault: fault.line
    )


def placed(path: Path, faults: Iterable[Fault]) -> tuple[Fault, ...]:
    """Return the faults of a file of positions with the line of each; what stands in a list is counted from 1, as seats and steps are."""
    faults = tuple(faults)
    try:
        lines = read_lenient(path, MOST_BYTES).splitlines()
    except ContentError:
        return faults
    spots = _spots(lines)
    return tuple(_placed(lines, spots, fault.whole) if fault.file == file_label(path) else fault for fault in faults)


def _placed(lines: list[str], spots: Mapping[str, int], fault: Fault) -> Fault:
    unknown = _UNKNOWN.search(fault.words)
    at = f"{fault.place}.{unknown[1]}".lstrip(".") if unknown else fault.place
    while at and at not in spots:
        at = at[: max(at.rfind("."), at.rfind("["), 0)]
    line = fault.line or spots.get(at, 0)
    named = _QUOTED.search(fault.words)
    if line and named and not unknown and not fault.line:
        line = _inside(lines, line - 1, len(lines), named[1]) + 1
    return replace(fault, place=re.sub(r"\[(\d+)\]", lambda found: f" {int(found[1]) + 1}", fault.place), line=line)


def _spots(lines: list[str]) -> dict[str, int]:
    """Return the line of every table and field by its place (`table.side[1].hand`), counted from 1."""
    found: dict[str, int] = {}
    several: Counter[str] = Counter()
    table = ""
    for number, line in enumerate(lines, 1):
        if head := _HEAD.match(line):
            table, names = "", head[2].split(".")
            for index, name in enumerate(names, 1):
                table = f"{table}.{name}".lstrip(".")
                several[table] += index == len(names) and head[1] == "[["
                table += f"[{several[table] - 1}]" if several[table] else ""
            found.setdefault(table, number)
        elif field := _SET.match(line):
            found.setdefault(f"{table}.{field[1]}".lstrip("."), number)
    return found


def _line(lines: list[str], tables: Tables, fault: Fault) -> int:
    """Return the line of a fault, counted from 1, or 0: that of its field in a table that the place names, or else where the first of them begins."""
    numbered = _NUMBERED.search(fault.place)
    meant = tables.get(int(numbered[1]) if numbered else fault.place.strip("'"), ())
    unknown = _UNKNOWN.search(fault.words)
    for found in (_FIELD.match(fault.words), unknown):
        if found is None:
            continue
        for first, last in meant:
            for index in range(first, last):
                if re.match(rf"\s*\[?\[?(?:\w+\.)?{re.escape(found[1])}\b", lines[index]):
                    return _inside(lines, index, last, (unknown or _QUOTED.search(fault.words) or found)[1]) + 1
    if unknown and not fault.place:  # the page's own field may be tables by a name that is none
        return next((number for number, line in enumerate(lines, 1) if (head := _HEAD.match(line)) and head[2] == unknown[1]), 0)
    return meant[0][0] + 1 if meant and fault.place else 0


def _inside(lines: list[str], first: int, last: int, word: str) -> int:
    """Return the line in which a field that begins in the line `first` has a word, or that first one where it has none."""
    ends = re.compile(r"\s*\[" if lines[first].lstrip().startswith("[") else r"[\w-]+\s*=|\s*\[")
    there = re.compile(rf"(?<![\w-]){re.escape(word)}(?![\w-])")
    for index in range(first, last):
        if index > first and ends.match(lines[index]):
            break
        if there.search(lines[index]):
            return index
    return first


def _tables(lines: list[str]) -> Tables:
    """Return where the tables of a file begin and end, by their number and by each name they go by; by none, what stands above them all."""
    found: dict[str | int, list[tuple[int, int]]] = defaultdict(list)
    starts = [index for index, line in enumerate(lines) if _TABLE.match(line)]
    for number, (start, end) in enumerate(pairwise([*starts, len(lines)])):
        names = {name[2] for name in map(_CALLED.match, lines[start:end]) if name}
        for each in (number + 1, *names):
            found[each].append((start, end))
    found[""].append((0, starts[0] if starts else len(lines)))
    return found
