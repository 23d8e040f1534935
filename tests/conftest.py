"""Options and profiles of the whole suite."""

from __future__ import annotations

import os
import sys
from collections.abc import Generator, Iterator
from pathlib import Path

import coverage
import pytest
from hypothesis import HealthCheck, settings

sys.path.insert(0, str(Path(__file__).parent))

import scenario

for name, examples in (("quick", 6), ("default", 15), ("thorough", 200), ("nightly", 2000)):
    settings.register_profile(
        name,
        max_examples=examples,
        deadline=None,
        derandomize=name != "nightly",
        suppress_health_check=[HealthCheck.too_slow, HealthCheck.data_too_large, HealthCheck.function_scoped_fixture],
    )
settings.load_profile(os.environ.get("STARCROSS_EXAMPLES", "default"))


_measured: set[str] = set()
"""The tests that are measured: the first variant of each, however many windows, games and text sizes it is run with. Measuring makes everything half as fast."""

_MEASURES = "COVERAGE_PROCESS_CONFIG"
"""What tells a program that a test starts to measure what it reaches."""


@pytest.hookimpl(trylast=True)
def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    _measured.update({item.nodeid.partition("[")[0]: item.nodeid for item in reversed(items)}.values())


@pytest.hookimpl(wrapper=True)
def pytest_runtest_protocol(item: pytest.Item) -> Generator[None, object, object]:
    """Run one test, and measure what it and the programs that it starts reach only where it stands for its variants."""
    measuring = None if item.nodeid in _measured else coverage.Coverage.current()
    if measuring is None:
        return (yield)
    told = os.environ.pop(_MEASURES, None)
    measuring.stop()
    try:
        return (yield)
    finally:
        measuring.start()
        if told is not None:
            os.environ[_MEASURES] = told


def pytest_addoption(parser: pytest.Parser) -> None:
    parser.addoption("--roundtrip", action="store_true", help="save and reload the state after every action of every scenario")


def pytest_configure(config: pytest.Config) -> None:
    if config.getoption("--roundtrip"):
        os.environ[scenario.ROUNDTRIP] = "1"


@pytest.fixture(autouse=True)
def own_home(tmp_path_factory: pytest.TempPathFactory, monkeypatch: pytest.MonkeyPatch) -> Iterator[None]:
    """Keep tests out of the user's folders, and what a test kept there out of those after it."""
    home = tmp_path_factory.mktemp("home")
    monkeypatch.setenv("STARCROSS_HOME", str(home))
    yield
    used = Path(os.environ.get("STARCROSS_HOME", home))
    if any(os.path.isdir(used / name) for name in ("cards", "mods")):  # noqa: PTH112 (a home may be no name of a folder at all)
        for box in [module.BOX for name, module in [*sys.modules.items()] if name.startswith("game.rules.") and hasattr(module, "BOX")]:
            box.forget()


@pytest.fixture(autouse=True)
def no_box(monkeypatch: pytest.MonkeyPatch) -> None:
    """Open no box on the display of whoever runs the tests."""
    monkeypatch.setattr("game.cli.boxed.unheard", lambda: False)


@pytest.fixture
def toy_shelf(monkeypatch: pytest.MonkeyPatch) -> None:
    """Put the tests' own game on the shelf."""
    import toy

    import game.rules

    monkeypatch.setitem(sys.modules, "game.rules.toy", toy)
    monkeypatch.setattr(game.rules, "IDS", (*game.rules.IDS, "toy"))


@pytest.fixture
def template_shelf(monkeypatch: pytest.MonkeyPatch) -> None:
    """Put the game that new games begin from on the shelf."""
    import game.rules

    monkeypatch.setattr(game.rules, "IDS", (*game.rules.IDS, game.rules.TEMPLATE))
