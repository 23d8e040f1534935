"""Fail when a test was skipped: where everything is installed, a skipped test is a test that silently went away."""

from __future__ import annotations

import sys
from xml.etree import ElementTree as ET


def main(report: str) -> int:
    """Print every skipped test of a JUnit report with its reason; return 1 when there is one, or no test at all."""
    cases = list(ET.parse(report).iter("testcase"))
    skipped = [(case, mark) for case in cases for mark in case.iter("skipped")]
    for case, mark in skipped:
        print(f"skipped: {case.get('classname')}::{case.get('name')}: {mark.get('message')}")
    print(f"{len(cases)} tests, {len(skipped)} skipped")
    return 1 if skipped or not cases else 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1]))
