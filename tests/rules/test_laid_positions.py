"""The positions of lessons and puzzles as the rules lay them out, and what is said of one whose rows are wrong: every value changed in turn.

A position that was changed since, or is new, is held to nothing until it is written: `STARCROSS_GOLDEN=write`, and the difference wants a reader.
"""

from __future__ import annotations

import importlib
import os
import re
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import msgspec
import pytest
from test_broken_cards import whole
from test_broken_positions import changed, others
from test_golden_matches import brief
from witness import digested, spread

from game.content.positions import Position, positions_of
from game.kernel.digest import digest
from game.kernel.position import PositionError
from game.match.position import Laid, laid_out
from game.match.save import HOSTILE
from game.rules import SHIPPED

FOLDER = Path(__file__).parent / "golden" / "laid"
BROKEN = 8
"""So many positions of a game are laid out wrongly."""


def laid(position: Position) -> tuple[str, str]:
    """Return which position it is, with its rows, and how it lies."""
    found = laid_out(position)
    rows = digest([position.table, position.setup, position.seat])
    whose = found.rules.positions.whose(found.state)
    return f"{position.name} of {rows}", f"{digested([brief(found.state)])}, turn of {whose}"


def refused(found: Laid, rows: Any) -> str:
    """Return what is said of rows, names left out; empty when they can be laid out."""
    try:
        found.rules.positions.lay(found.rules, found.setup, rows)
    except PositionError as error:
        return re.sub(r"'[^']*'", "'…'", re.sub(r"\[?[0-9]+\]?", "#", f"{error.place}: {error.words}"))
    except HOSTILE as error:
        return type(error).__name__
    return ""


def whole_rows(position: Position) -> Any:
    """Return the rows of a position with every word of the game written out, those of a default too."""
    kind = importlib.import_module(f"game.rules.{position.game}.position").Laid
    return whole(msgspec.convert(position.table, kind))


def slips(value: Any) -> Iterator[tuple[str, Any]]:
    """Yield other values than this one: those that cannot be, and numbers that may be just beyond what there is."""
    yield from others(value)
    if isinstance(value, int) and not isinstance(value, bool):
        yield "two more", value + 2


def wrongly(position: Position) -> Iterator[tuple[str, str]]:
    """Yield every kind of slip in the rows of a position, with all that is said of it."""
    found, (name, _) = laid_out(position), laid(position)
    said: dict[str, set[str]] = {}
    for path, word, rows in changed(whole_rows(position), ways=slips):
        kind = f"{re.sub(r'[.][-0-9]+', '.#', path).lstrip('.')} {word}"
        said.setdefault(kind, set()).add(refused(found, rows) or "nothing")
    yield from ((f"{name}: {kind}", "; ".join(sorted(words))) for kind, words in said.items())


def held(file: Path, lines: dict[str, str]) -> None:
    """Hold lines to those of a file that are about the same."""
    if os.environ.get("STARCROSS_GOLDEN") == "write":
        file.write_text("".join(f"{key} | {line}\n" for key, line in sorted(lines.items())), encoding="utf-8")
    kept = dict(line.split(" | ", 1) for line in file.read_text(encoding="utf-8").splitlines())
    assert {key: lines[key] for key in kept if key in lines} == {key: line for key, line in kept.items() if key in lines}


@pytest.mark.parametrize("game", SHIPPED)
def test_a_position_is_laid_out_as_it_was(game: str):
    held(FOLDER / f"{game}.txt", dict(map(laid, positions_of(game))))


@pytest.mark.parametrize("game", SHIPPED)
def test_what_is_wrong_with_the_rows_of_a_position_is_said(game: str):
    names = {f"lesson-{number}" for number in range(1, 7)} | {f"puzzle-{number}" for number in range(1, 21)}
    positions = spread((position for position in positions_of(game) if position.name in names), BROKEN)
    held(FOLDER / f"wrong-{game}.txt", {key: line for position in positions for key, line in wrongly(position)})
