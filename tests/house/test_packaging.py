"""What a package index would show is true: whose licences are in it, for which Pythons it is, and that every licence text comes along."""

from __future__ import annotations

import re
import tomllib
from pathlib import Path

ROOT = Path(__file__).parents[2]
PROJECT = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))["project"]
SPDX = {"OFL 1.1": "OFL-1.1", "CC BY 3.0": "CC-BY-3.0", "CC0": "CC0-1.0", "project licence": "MIT"}
"""How the attribution names a licence, and how the world does."""


def test_the_licence_names_every_licence_of_the_attribution_and_no_other():
    rows = re.findall(r"^\|(.*)\|$", (ROOT / "assets" / "ATTRIBUTION.md").read_text(encoding="utf-8"), re.MULTILINE)
    named = {spdx for row in rows for words, spdx in SPDX.items() if words in row.split("|")[-1]}
    assert set(PROJECT["license"].split(" AND ")) == named == set(SPDX.values())


def test_every_licence_text_and_the_credits_come_along():
    carried = {path for pattern in PROJECT["license-files"] for path in ROOT.glob(pattern)}
    wanted = {ROOT / "LICENSE", ROOT / "assets" / "ATTRIBUTION.md", ROOT / "assets" / "icons" / "CREDITS.txt"}
    assert carried == wanted | set((ROOT / "assets" / "fonts").glob("OFL-*.txt"))
    assert len(carried) > len(wanted)


def test_the_pythons_are_those_that_are_tested():
    tested = re.search(r"python: \[(.*)\]", (ROOT / ".github" / "workflows" / "test.yml").read_text(encoding="utf-8"))
    versions = re.findall(r"\d\.\d+", tested[1])
    named = [line.rsplit(" ", 1)[1] for line in PROJECT["classifiers"] if re.search(r"Python :: \d\.\d", line)]
    assert named == versions
    assert PROJECT["requires-python"] == f">={versions[0]}"


def test_no_address_is_made_up():
    """There is no public address of the project; when there is one, this test names it."""
    assert "urls" not in PROJECT
