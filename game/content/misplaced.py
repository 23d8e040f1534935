"""Files of a mod that nobody reads: they lie a folder off, or are called as none is, so they do nothing and are not packed.

Only what lies right in a folder of a mod counts. Notices to people, such as a README, and what file managers leave are passed over.
"""

from __future__ import annotations

import os
import re
from collections.abc import Iterator, Mapping
from contextlib import suppress
from pathlib import Path
from typing import Any

from msgspec.structs import replace

from game.content.faults import ContentError, Fault, file_label
from game.content.files import inside, is_there
from game.content.mods import ENDINGS, FILE, belongs, beside
from game.content.positions import DECKS
from game.content.texts import read_toml
from game.kernel.words import enumerated

_DEEPEST = 4


def misplaced(folder: Path) -> list[Fault]:
    """Return every file in the folder of a mod that is none of its files; what lies in folders that no mod has is told of these."""
    return [fault for path in _files(folder) for fault in [_fault(folder, path)] if fault is not None]


def misplaced_file(path: Path) -> Fault | None:
    """Return why a file in the folder of a mod is none of its files, None for any other."""
    there = path.absolute()
    folder = next((each for each in list(there.parents)[:_DEEPEST] if is_there(each / FILE)), None)
    fault = None if folder is None else _fault(folder, there)
    return None if fault is None else replace(fault, file=file_label(path))


def written_as(content: Mapping[str, Any]) -> str:
    """Return the folder that a TOML file is written for, by its tables; nothing for a stranger such as pyproject.toml."""
    if len(content.keys() & {"title", "table", "setup", "goal", "steps"}) > 1:
        return "positions"
    for words, kind in ((("card", "defaults"), "cards"), (("deck", "plan"), "decks"), (("palettes", "seats", "frame"), "themes")):
        if any(word in content for word in words):
            return kind
    return ""


def _files(folder: Path) -> Iterator[Path]:
    yield from (path for path in inside(folder) if path.is_file())
    for kind in ENDINGS:
        for root, folders, names in os.walk(folder / kind):
            folders[:] = sorted(name for name in folders if not name.startswith("."))
            yield from (Path(root) / name for name in sorted(names))


def _fault(folder: Path, path: Path) -> Fault | None:
    name = path.relative_to(folder).as_posix()
    kind = name.partition("/")[0] if "/" in name else ""
    if belongs(name) or beside(name) or (kind and kind not in ENDINGS):
        return None
    place = _place(kind, path)
    if place and not is_there(folder / place):
        then = f"as {place} it would be"
    elif kind:
        then = f"those in {kind} lie right in it and end in {enumerated(ENDINGS[kind], 'or')}"
    else:
        then = f"those lie in {enumerated(tuple(ENDINGS))}"
    if name.count("/") == 1 and path.suffix == ENDINGS[kind][0]:  # the program reads what ends so
        return Fault(file_label(path), "", f"its name keeps it from being packed; {then}", fate="in play all the same")
    return Fault(file_label(path), "", f"this is none of a mod's files, so it is neither read nor packed; {then}")


def _place(kind: str, path: Path) -> str:
    """Return where in its mod a file would be one of it, nothing where that is not plain."""
    ending = path.suffix.lower()
    if ending == ".toml" and (kind, path.name) != ("positions", DECKS):
        with suppress(ContentError):  # its folder may tell
            kind = written_as(read_toml(path)) or kind
    kinds = [each for each, endings in ENDINGS.items() if ending in endings]
    kind = kind if kind in kinds else kinds[0] if len(kinds) == 1 else ""
    name = f"{kind}/{re.sub('[^a-z0-9_-]+', '-', path.stem.lower()).strip('-_')}{ending}"
    return name if belongs(name) else ""
