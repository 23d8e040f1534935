"""The rules pages: Markdown in which every rule is an item, or the row of a table, that begins with its number."""

from __future__ import annotations

import re
from pathlib import Path

from game import paths
from game.content.faults import Findings, quoted
from game.content.texts import read_lenient

MOST_BYTES = 1 << 20

_LISTED = re.compile(r"^\s*(?:[-*+]|\|)\s*\**([A-Z]{2,5})-(\d{1,4})\b", re.MULTILINE)
_CITED = re.compile(r"(?<![A-Za-z0-9])([A-Z]{2,5})-(\d{1,4})(?!\d)")


def page_path(game: str, box: str = "") -> Path:
    """Return where the rules page of a game lies: among ours, or where its `box` stands in a file of an installed package, as `rules.md` beside that."""
    return Path(box).parent / "rules.md" if box else paths.ASSETS / "rules" / f"{game}.md"


def read_page(path: Path) -> str:
    """Return a rules page as it is written; raise ContentError when it cannot be read."""
    return read_lenient(path, MOST_BYTES)


def listed(page: str) -> list[int]:
    """Return the numbers of the rules that a page lists, in its order."""
    return [int(number) for _, number in _LISTED.findall(page)]


def judge_page(path: Path, prefix: str = "") -> None:
    """Raise ContentError with every fault of a rules page: a number that is missing, double or only cited, or another prefix.

    Without a prefix the page's own first one counts.
    """
    findings = Findings(path)
    page = read_page(path)
    found = _LISTED.findall(page)
    if not found:
        findings.stop("", "no rule is listed: each is an item that begins with its number, such as - **VR-8**")
    prefix = prefix or found[0][0]
    numbers = listed(page)
    for other in sorted({each for each, _ in found} - {prefix}):
        findings.add(f"{other}-{next(number for each, number in found if each == other)}", f"the rules of this game begin with {prefix}-")
    for number in sorted(set(range(1, max(numbers) + 1)) - set(numbers)):
        findings.add(f"{prefix}-{number}", "this number is left out")
    for number in sorted({each for each in numbers if numbers.count(each) > 1}):
        findings.add(f"{prefix}-{number}", "this number is given twice")
    for each, number in sorted(set(_CITED.findall(page)) - set(found)):
        if each == prefix:
            findings.add(quoted(f"{each}-{number}"), "no such rule is listed")
    findings.settle()
