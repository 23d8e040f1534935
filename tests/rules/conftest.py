"""Every test of the rules is witnessed: see `witness.py`."""

from __future__ import annotations

import os
import re
from collections import defaultdict
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
import scenario
from witness import FOLDER, PARTS, Witness, lines_of, names_of

from game.kernel.rulebook import Rulebook
from game.kernel.step import Step

LEFT_ALONE = {
    "test_golden_matches.py",
    "test_phrases.py",
    "test_tampered_positions.py",
    "test_broken_positions.py",
    "test_witness.py",
    "test_boxes.py",
    "test_laid_positions.py",
    "test_wasted_plays.py",
}
"""Files whose tests hold to their own."""

written: defaultdict[str, dict[str, str]] = defaultdict(dict)
"""The lines of this run, by file and test, when they are to be written."""


@pytest.hookimpl(wrapper=True)
def pytest_pyfunc_call(pyfuncitem: pytest.Function) -> Iterator[None]:
    """Hold all that a test comes by to what it was."""
    alone = pyfuncitem.path.name in LEFT_ALONE or hasattr(pyfuncitem.obj, "hypothesis")
    if alone or pyfuncitem.get_closest_marker("slow"):
        return (yield)
    witness = Witness()
    begin, apply = scenario.Table.__init__, Rulebook.apply

    def begun(table: scenario.Table, rules: Any, state: Any, **words: Any) -> None:
        begin(table, rules, state, **words)
        witness.begun.append((rules, state))

    def applied(rules: Any, *words: Any, **named: Any) -> Step[Any, Any]:
        step = apply(rules, *words, **named)
        witness.steps.append((rules, step))
        return step

    with pytest.MonkeyPatch.context() as patched:
        patched.setattr(scenario.Table, "__init__", begun)
        patched.setattr(Rulebook, "apply", applied)
        result = yield
    if witness.begun or witness.steps:
        held_to_what_it_was(pyfuncitem, witness)
    return result


def held_to_what_it_was(test: pytest.Function, witness: Witness) -> None:
    """Compare what a test came by with its line, or keep the line to be written."""
    line, file = witness.line(), FOLDER / f"{test.path.stem}.txt"
    seen = os.environ.get("STARCROSS_WITNESS")
    if seen:
        folder = Path(seen) / test.path.stem
        folder.mkdir(parents=True, exist_ok=True)
        lines = (f"{part}: {line}" for part in PARTS for line in witness.text(part))
        (folder / f"{re.sub(r'[^-a-zA-Z0-9_]+', '.', test.name)}.txt").write_text("".join(f"{line}\n" for line in lines), encoding="utf-8")
    if os.environ.get("STARCROSS_GOLDEN") == "write":
        written[test.path.stem][test.name] = line
        return
    kept = lines_of(file).get(test.name)
    assert kept is None or line == f"told {kept}", (
        "what this test comes by is not what it was; if that is meant: STARCROSS_GOLDEN=write, and `tests/rules/witness.py` says how to read the difference"
    )


def pytest_sessionfinish() -> None:
    """Write the lines anew, of the tests that ran; those of tests that are no more fall away."""
    for stem, lines in written.items():
        file = FOLDER / f"{stem}.txt"
        (source,) = Path(__file__).parent.rglob(f"{stem}.py")
        kept = {name: f"told {line}" for name, line in lines_of(file).items() if name.partition("[")[0] in names_of(source)}
        file.write_text("".join(f"{name}: {line}\n" for name, line in sorted((kept | lines).items())), encoding="utf-8")
