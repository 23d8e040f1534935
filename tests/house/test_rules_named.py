"""Every rule has its test, and no test, no comment and no refusal cites a rule that does not exist."""

from __future__ import annotations

import re
from pathlib import Path

import pytest
from every_game import BOXES

from game import paths

ROOT = Path(__file__).parents[2]
PREFIXES = {box.id: box.prefix for box in BOXES.values()}
EACH = "|".join(PREFIXES.values())
CITED = re.compile(rf"(?<![A-Za-z0-9])({EACH})[-_](\d+)(?!\d)")
RANGE = re.compile(rf"({EACH})-(\d+) to (?:\1-)?(\d+)")


def listed(game: str) -> set[int]:
    """Return the numbers of the rules that a game's page lists: those that stand first in an item or a table's row."""
    page = (paths.ASSETS / "rules" / f"{game}.md").read_text(encoding="utf-8")
    return {int(number) for number in re.findall(rf"^\s*(?:[-*+]|\|)\s*\**{PREFIXES[game]}-(\d+)\b", page, re.MULTILINE)}


def named(game: str) -> set[int]:
    """Return the numbers of the rules that the names of tests say they test."""
    prefix = PREFIXES[game]
    numbers: set[int] = set()
    for path in (ROOT / "tests").rglob("test_*.py"):
        for name in re.findall(r"def (test_\w+)", path.read_text(encoding="utf-8")):
            numbers |= {int(number) for number in re.findall(rf"(?<![A-Za-z0-9]){prefix}_(\d+)(?!\d)", name)}
    return numbers


def cited(folder: str) -> dict[tuple[str, int], set[str]]:
    """Return every rule that the files of a folder cite, with the files that do."""
    found: dict[tuple[str, int], set[str]] = {}
    for path in sorted((ROOT / folder).rglob("*.py")):
        text = path.read_text(encoding="utf-8")
        pairs = {(prefix, int(number)) for prefix, number in CITED.findall(text)}
        for prefix, first, last in RANGE.findall(text):
            pairs |= {(prefix, number) for number in range(int(first), int(last) + 1)}
        for pair in pairs:
            found.setdefault(pair, set()).add(str(path.relative_to(ROOT)))
    return found


@pytest.mark.parametrize("game", BOXES)
def test_the_rules_page_numbers_its_rules_without_a_gap(game):
    numbers = listed(game)
    assert numbers == set(range(1, max(numbers) + 1))


@pytest.mark.parametrize("game", BOXES)
def test_every_rule_is_named_by_a_test(game):
    assert sorted(listed(game) - named(game)) == []


@pytest.mark.parametrize("folder", ["game", "tests", "assets"])
def test_every_cited_rule_exists(folder):
    known = {(PREFIXES[game], number) for game in BOXES for number in listed(game)}
    own = str(Path(__file__).relative_to(ROOT))
    strange = {
        f"{prefix}-{number}": sorted(files - {own})
        for (prefix, number), files in cited(folder).items()
        if (prefix, number) not in known and files != {own} and number not in MADE_UP
    }
    assert strange == {}


MADE_UP = {88, 99, 999}
"""Numbers that tests use for a rule that does not exist."""
