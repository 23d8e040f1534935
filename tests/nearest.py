"""A plugin for `make check`: only the tests that reach what changed, the nearest first, for as long as there is time.

What changed is what git says: everything since the branch left `main` (on `main` itself, since the last commit), and what is not committed. How near
a test is, the imports say: a test that imports the changed module itself is nearer than one that imports something built on it; so is one that lies
where the module would have its tests. Tests that were left out are counted, and `make test` runs them.
"""

from __future__ import annotations

import ast
import subprocess
import time
from collections.abc import Iterable
from functools import cache
from pathlib import Path
from typing import Any

import grimp
import pytest

ROOT = Path(__file__).parents[1]
FAR = 99
GAMES = "game.rules."
ALWAYS = ("tests/house/test_house.py", "tests/house/test_readme.py", "tests/house/test_rules_named.py")


def pytest_addoption(parser: pytest.Parser) -> None:
    parser.addoption("--seconds", type=float, default=30.0, help="how long tests that lie nearest to what changed may take")


def changed() -> set[str]:
    """Return the files that changed, from the root of the project."""

    def lines(*words: str) -> list[str]:
        done = subprocess.run(["git", *words], cwd=ROOT, capture_output=True, text=True, check=False)
        return done.stdout.split("\n")[:-1]

    head = lines("rev-parse", "HEAD")
    bases = (lines("merge-base", "HEAD", ref) for ref in ("origin/main", "main"))
    base = next((found[0] for found in bases if found and found != head), "HEAD~1")
    return {*lines("diff", "--name-only", base), *lines("ls-files", "--others", "--exclude-standard")}


@cache
def imported(path: Path) -> set[str]:
    """Return the modules that a test names in its imports, and the game's own where it lies in the folder of a game's rules."""
    found = {f"{GAMES}{path.parent.name}.{name}" for name in ("rules", "box")} if path.parent.parent.name == "rules" else set()
    for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
        match node:
            case ast.Import(names=names):
                found |= {alias.name for alias in names}
            case ast.ImportFrom(module=str(module), names=names):
                found |= {module, *(f"{module}.{alias.name}" for alias in names)}
    return found


def spread(starts: Iterable[str], users: dict[str, set[str]]) -> dict[str, int]:
    """Return how many imports lie between each module and the nearest that changed."""
    steps = dict.fromkeys(starts, 0)
    edge = list(steps)
    while edge:
        later = []
        for module in edge:
            for user in users.get(module, ()):
                if user not in steps:
                    steps[user] = steps[module] + 1
                    later.append(user)
        edge = later
    return steps


def module_of(name: str) -> str:
    """Return the module that a file is; a module beside the tests is named without a package."""
    parts = Path(name).with_suffix("").parts
    return ".".join(parts[:-1] if parts[-1] == "__init__" else parts) if parts[0] == "game" else parts[-1]


def distances(files: Iterable[str], tests: Iterable[Path]) -> dict[Path, int]:
    """Return how near each test file is to what changed; one that reaches nothing of it is far."""
    files = set(files)
    graph = grimp.build_graph("game", cache_dir=str(ROOT / ".import_linter_cache"))
    users = {module: set(graph.find_modules_that_directly_import(module)) for module in graph.modules}
    beside = {path.stem: path for path in (ROOT / "tests").rglob("*.py") if not path.name.startswith("test_")}
    for stem, path in beside.items():
        for module in imported(path):
            users.setdefault(module, set()).add(stem)
    steps = spread((module_of(name) for name in files if name.endswith(".py")), users)
    near = {}
    for path in tests:
        name = path.relative_to(ROOT).as_posix()
        reached = min((steps[module] + 1 for module in imported(path) if module in steps), default=FAR)
        near[path] = 0 if name in files or name in ALWAYS else min(reached, _by_place(path, files))
    return near


def _by_place(path: Path, files: set[str]) -> int:
    """Return how near a test is to what changed by where both lie, for what no import shows: commands, files of cards, rules found by name."""
    folder, stem = path.parent.relative_to(ROOT / "tests").as_posix(), path.stem
    near = FAR
    for name in files:
        first, *between, _ = ("", *Path(name).parts) if "/" not in name else Path(name).parts
        inner = "/".join(between)
        if first == "game" and (inner == folder or inner.startswith(f"{folder}/")):
            near = min(near, 1 if Path(name).stem in stem else 2)
        of_files = first in {"assets", "maps"} and (folder in {"assets", "content"} or folder.rpartition("/")[2] in between)
        if of_files or (folder == "house" and first not in {"game", "tests"}):
            near = min(near, 1)
    return near


class Nearest:
    """What was chosen, in its order, until when tests may begin, and how many were too late."""

    def __init__(self, config: pytest.Config) -> None:
        self.config = config
        self.near = distances(changed(), sorted((ROOT / "tests").rglob("test_*.py")))
        self.end = time.monotonic() + config.getoption("--seconds")
        self.late = 0

    def pytest_ignore_collect(self, collection_path: Path) -> bool | None:
        """Read no file that reaches nothing of what changed."""
        return True if self.near.get(collection_path, 0) >= FAR else None

    @pytest.hookimpl(trylast=True)
    def pytest_collection_modifyitems(self, items: list[pytest.Item]) -> None:
        """Put the nearest first."""
        items.sort(key=lambda item: self.near.get(item.path, FAR))

    @pytest.hookimpl(tryfirst=True)
    def pytest_runtest_protocol(self) -> bool | None:
        """Let a test go by once the time is over."""
        if time.monotonic() < self.end:
            return None
        self.late += 1
        return True

    def pytest_sessionfinish(self) -> None:
        """Tell the one that started this program how many were too late, where several work side by side."""
        if hasattr(self.config, "workeroutput"):
            self.config.workeroutput["late"] = self.late

    @pytest.hookimpl(optionalhook=True)
    def pytest_testnodedown(self, node: Any) -> None:
        """Hear it."""
        self.late += node.workeroutput.get("late", 0)

    def pytest_terminal_summary(self, terminalreporter: pytest.TerminalReporter) -> None:
        """Say how much was looked at."""
        files = sum(distance < FAR for distance in self.near.values())
        late = f", and {self.late} of their tests found no time" if self.late else ""
        terminalreporter.write_line(f"{files} of {len(self.near)} test files reach what changed{late}. `make test` runs them all.")


def pytest_configure(config: pytest.Config) -> None:
    config.pluginmanager.register(Nearest(config), "nearest tests")
