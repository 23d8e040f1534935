"""`make check` chooses tests by what changed: those that reach it, the nearest first, and none that do not."""

from __future__ import annotations

from pathlib import Path

import pytest
from nearest import ALWAYS, FAR, distances

ROOT = Path(__file__).parents[2]
TESTS = sorted((ROOT / "tests").rglob("test_*.py"))


def near(*files: str) -> dict[str, int]:
    """Return how near every test file is to what changed, but for those that are always run."""
    found = {path.relative_to(ROOT / "tests").as_posix(): steps for path, steps in distances(files, TESTS).items()}
    return {name: steps for name, steps in found.items() if f"tests/{name}" not in ALWAYS}


def test_a_changed_test_comes_first_and_alone():
    assert {name for name, steps in near("tests/grid/test_cells.py").items() if steps < FAR} == {"grid/test_cells.py"}


def test_what_tests_share_reaches_the_tests_that_use_it():
    found = near("tests/rules/verona/verona_table.py")
    assert found["rules/verona/test_verona.py"] == 1
    assert found["rules/shine/test_shine_rules.py"] == FAR


def test_a_test_that_imports_the_module_is_nearer_than_one_that_uses_it_by_way_of_others():
    found = near("game/match/journal.py")
    assert found["match/test_save.py"] == 1 < found["table/test_shell_screens.py"] < FAR
    assert found["grid/test_cells.py"] == FAR


@pytest.mark.parametrize(
    ("changed", "reached"),
    [
        ("game/cli/rules.py", "cli/test_rules_page.py"),
        ("game/rules/shine/apply.py", "rules/shine/test_shine_rules.py"),
        ("assets/cards/shine/x.toml", "rules/shine/test_shine_cards.py"),
        ("assets/themes/verona.toml", "assets/test_assets.py"),
        ("README.md", "house/test_readme_commands.py"),
    ],
)
def test_what_no_import_shows_is_found_by_its_place(changed, reached):
    assert near(changed)[reached] <= 2


def test_one_games_rules_reach_no_other_games_tests():
    found = near("game/rules/shine/apply.py", "assets/cards/shine/x.toml")
    assert {found[name] for name in found if name.startswith("rules/overcross/")} == {FAR}


def test_the_lowest_layer_reaches_nearly_everything():
    assert sum(steps < FAR for steps in near("game/kernel/ids.py").values()) > len(TESTS) / 2
