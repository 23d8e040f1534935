"""Every rule of Overcross has a test and a line on the rules page, and nobody cites a rule that is not there."""

from __future__ import annotations

import re
from pathlib import Path

from game import paths
from game.cards.text import glossary
from game.rules.overcross.cards import WORDS

HERE = Path(__file__).parent
RULES = {f"OC-{number}" for number in range(1, 56)}
EXAMPLES = {f"E{number}" for number in range(1, 9)}


def test_every_rule_and_example_has_a_test():
    names = re.findall(r"def test_OC_(\w+?)_", "".join(path.read_text() for path in HERE.glob("test_*.py")))
    assert {f"OC-{name}" for name in names if name.isdigit()} == RULES
    assert {name for name in names if not name.isdigit()} == EXAMPLES


def test_every_rule_is_on_the_page_once_and_in_order():
    page = (paths.ASSETS / "rules" / "overcross.md").read_text()
    found = re.findall(r"^- \*\*(OC-\d+)\*\*", page, flags=re.MULTILINE)
    assert found == sorted(RULES, key=lambda rule: int(rule[3:]))
    for keyword in WORDS.keywords.values():
        assert f"**{keyword.word}.**" in page
    assert glossary(("*Flight*",), WORDS)


def test_the_code_cites_rules_that_exist():
    for path in (paths.PACKAGE / "rules" / "overcross").glob("*.py"):
        cited = set(re.findall(r"OC-\d+", path.read_text()))
        assert cited <= RULES, f"{path.name} cites {cited - RULES}"
