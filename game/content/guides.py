"""Guides: what people usually do at each question of a game, one short sentence a line, read from `assets/guides/<game>.toml`.

A game without such a file has no guide. What a line means is told at the top of each file.
"""

from __future__ import annotations

from functools import lru_cache
from pathlib import Path
from typing import Annotated

import msgspec
from msgspec import Meta, Struct

from game import paths
from game.content.faults import ContentError, Findings, plainly, read_file

MOST_BYTES = 64 * 1024
LONGEST = 130
"""How many letters a line may have: in the column beside the table it has some three rows."""

_Words = Annotated[str, Meta(min_length=1, max_length=LONGEST)]
_Mark = Annotated[str, Meta(max_length=40)]


class GuideLine(Struct, frozen=True, forbid_unknown_fields=True):
    """What is usually done where `rule` asks, in one `phase` of the turn if given, and where an offer begins with `verb` if given.

    `done` is for where nothing is left but the main button.
    """

    rule: Annotated[str, Meta(pattern=r"^[A-Z]{2,5}-\d{1,4}$")]
    words: _Words
    phase: _Mark = ""
    verb: _Mark = ""
    done: bool = False


class _GuideFile(Struct, frozen=True, forbid_unknown_fields=True):
    line: Annotated[tuple[GuideLine, ...], Meta(max_length=200)]


def guide_path(game: str) -> Path:
    """Return where the guide of a game lies, if it has one."""
    return paths.ASSETS / "guides" / f"{game}.toml"


def read_guide(path: Path) -> tuple[GuideLine, ...]:
    """Read a guide; ContentError names what is wrong with it, such as a line that an earlier one always hides."""
    findings = Findings(path)
    try:
        lines = msgspec.toml.decode(read_file(path, MOST_BYTES), type=_GuideFile).line
    except (msgspec.DecodeError, UnicodeDecodeError, RecursionError) as error:
        findings.stop("", plainly(error))
    for index, line in enumerate(lines):
        for earlier in lines[:index]:
            if earlier.rule == line.rule and earlier.phase in {"", line.phase} and earlier.verb in {"", line.verb} and not earlier.done:
                findings.add(f"line[{index}]", f"it is never told: an earlier one answers {line.rule} wherever this does")
                break
    findings.settle()
    return lines


@lru_cache(maxsize=16)
def guide_of(game: str) -> tuple[GuideLine, ...]:
    """Return the guide of a game; empty where there is none that can be read."""
    path = guide_path(game)
    try:
        return read_guide(path) if path.is_file() else ()
    except ContentError:
        return ()
