"""List the reports in a folder as a table: which game and after how many actions, what was written, which program, and which went wrong in the same way.

Of a report without a match that can be read, or with one that cannot be read to its end, it says so beside the number of its actions. Reports of one fault stand together under its name, the most frequent fault first. `starcross replay REPORT.zip` plays the match of one.
"""

from __future__ import annotations

import argparse
import json
import os
import sys
from collections import Counter
from contextlib import suppress
from pathlib import Path
from typing import Any

import msgspec
from msgspec.structs import replace

from game.cli import CommandError
from game.cli.streams import aside
from game.content.faults import quotable
from game.kernel.words import counted
from game.match.reports import Facts, Report, is_report, lacking, match_of, read_report
from game.match.save import SaveError
from game.match.traced import EditionError, traced
from game.rules import open_box

SUMMARY = "list the reports in a folder"

MOST_REPORTS = 10_000
SHOWN_MODS = 5

NARROW = 110
"""In fewer columns than this the table's own are as wide as they must be, so that what was written has the room that is left."""

PIPED = 200
"""So many columns there are where no terminal says how many: in a file or a pipe a name that is to be typed stands whole."""

KEPT = {"whole": "", "part": " (part)", "none": " (no match)"}
"""What stands behind the number of actions for how much of the match can be read."""

COLUMNS = (("report", 15), ("when", 10), ("game", 10), ("actions", 7), ("version", 7))


def arguments(parser: argparse.ArgumentParser) -> None:
    """Add the arguments of `starcross reports`."""
    parser.add_argument("folder", metavar="FOLDER", type=Path)
    parser.add_argument("--json", action="store_true", help="print everything that the reports say of themselves, for programs")


def run(arguments: argparse.Namespace) -> int:
    """List the reports of a folder; return 1 when one of its zips is none."""
    try:
        files = sorted(path for path in arguments.folder.iterdir() if is_report(path))
    except (OSError, ValueError) as error:
        why = getattr(error, "strerror", None) or "its name is impossible"
        raise CommandError(f"The folder {quotable(str(arguments.folder), 120)} cannot be read ({why}).") from None
    if len(files) > MOST_REPORTS:
        raise CommandError(f"There are {len(files)} zips in it, and {MOST_REPORTS} at most are read.")
    reports, refused = [], 0
    for path in files:
        try:
            reports.append(read_report(path))
        except SaveError as error:
            refused += 1
            aside(f"starcross: {error}")
    many = Counter(report.facts.fault for report in reports)
    reports.sort(key=lambda report: (not report.facts.fault, -many[report.facts.fault], report.facts.fault, report.facts.when))
    if arguments.json:
        print(json.dumps([_plain(report) for report in reports], indent=1, ensure_ascii=False))
    else:
        _tell(reports, many)
    return 1 if refused else 0


def _plain(report: Report) -> dict[str, Any]:
    facts: dict[str, Any] = msgspec.to_builtins(report.facts)
    return {"file": report.path.name, "match": _kept(report)} | facts


def _kept(report: Report) -> str:
    """Return how much of the match of a report can be read: "whole", "part" or "none"; one from other rules or cards is as good as any."""
    try:
        record = match_of(report)
        with suppress(EditionError):
            traced(replace(record, lines=()))
    except SaveError:
        return "none"
    return "part" if record.torn or lacking(report, record) else "whole"


def _tell(reports: list[Report], many: Counter[str]) -> None:
    """Print the table, a heading over the reports of each fault."""
    from rich import box
    from rich.console import Console
    from rich.table import Table
    from rich.text import Text

    console = Console(highlight=False, markup=False, emoji=False, width=None if sys.stdout.isatty() or "COLUMNS" in os.environ else PIPED)
    for fault in dict.fromkeys(report.facts.fault for report in reports):
        title = (
            f"{counted(many[fault], 'report')} of {_shown(fault, 120)}" if fault else f"{counted(many[fault], 'report')} without a fault"
        )
        table = Table(title=title, title_justify="left", title_style="bold", box=box.SIMPLE, pad_edge=False, padding=(0, 1, 0, 0))
        for heading, wide in COLUMNS:
            narrow = wide if console.width < NARROW else None
            table.add_column(heading, overflow="fold", width=narrow, justify="right" if heading == "actions" else "left")
        table.add_column("what was written", overflow="fold")
        for report in reports:
            facts = report.facts
            if facts.fault == fault:
                actions = f"{facts.actions}{KEPT[_kept(report)]}" if facts.game else ""
                cells = (report.path.name, facts.when, _title(facts), actions, facts.version, facts.words)
                table.add_row(*(Text(_shown(cell, 600)) for cell in cells))
        console.print(table)
    if not reports:
        print("There are no reports in it.")


def _shown(words: str, most: int) -> str:
    """Return a stranger's words on one line that does nothing to a terminal."""
    return quotable(words, most) if words else ""


def _title(facts: Facts) -> str:
    try:
        title = open_box(facts.game).title if facts.game else ""
    except KeyError:
        title = facts.game
    return ", ".join([title, *facts.mods[:SHOWN_MODS]])
