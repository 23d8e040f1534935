"""Ask the tests of a folder whether they notice when its code is changed: random mutants, quick tests only, and how many were noticed.

Run: python tools/mutants.py FOLDER [--mutants 100] [--seed 1] [--jobs 1] (or `make mutants FOLDER=game/rules`)
Works in build/mutants on a copy of the files that git knows. So many lines of code are drawn by the seed; mutmut writes the mutants of the files they lie in and
finds out which test reaches which function. Then as many mutants of each file are drawn as lines of it, and each is tried by a pytest of its own with the
tests that reach it; where they take more than a minute together (--seconds), with the quickest that fit into one, since whole rooms of the table are
reached by a quarter of an hour of tests. Tests of one file stay together, so that what they share is set up once; the files whose tests are quickest come
first. The mutants that nobody noticed are shown as diffs. Time that ran out is counted apart and is not noticing: it may be a loop without end or a busy
machine.
"""

from __future__ import annotations

import argparse
import ast
import json
import os
import shutil
import subprocess
import sys
from collections import Counter, defaultdict
from collections.abc import Iterable
from concurrent.futures import ThreadPoolExecutor
from itertools import accumulate
from pathlib import Path
from queue import Queue
from random import Random

ROOT = Path(__file__).resolve().parents[1]
WORK = ROOT / "build" / "mutants"
TESTS = {
    "game/rules": ["tests/rules", "tests/cards"],
    "game/match": ["tests/match", "tests/cli/test_cli_replay.py", "tests/cli/test_text_counsel.py", "tests/table/test_hints.py"],
    "game/ai": ["tests/ai", "tests/lab", "tests/rules/cardmaster/test_cardmaster_players.py"],
    "game/table": ["tests/table", "tests/cli/test_shoot.py", "tests/cli/test_print.py"],
}
"""Which tests answer for a folder; a folder below one of these is tried with the same. The contract (`tests/test_contract.py`) is not among them: to count what
it reaches takes longer than all others, and every scenario of the rules is witnessed (`tests/rules/witness.py`)."""

QUICK = "not slow and not window and not bundle"
MOST = 60.0
"""For how many seconds of tests a mutant is tried."""

SLOWER = 5
"""How many times as long as they took without a mutant its tests may take."""

FATES = {0: "unnoticed", 5: "untested"}
"""What pytest says of a mutant by its exit code; every other is a failure, and so is being killed by the system."""

NO_SUCH_TEST = 4
SURROUNDINGS = {**os.environ, "PYTHONPATH": "", "STARCROSS_EXAMPLES": "quick", "SDL_VIDEODRIVER": "dummy", "SDL_AUDIODRIVER": "dummy"}
"""What tests run in."""

SETTINGS = """[mutmut]
source_paths=game
only_mutate=
{files}
also_copy=
{copied}
pytest_add_cli_args_test_selection=
{tests}
pytest_add_cli_args=
    -m
    {quick}
    -p
    no:cacheprovider
process_isolation=forkserver
"""


def tests_of(folder: str) -> list[str]:
    """Return the tests that answer for a folder or for the one it lies in; end the run when there are none."""
    for known, tests in TESTS.items():
        if folder == known or folder.startswith(f"{known}/"):
            return tests
    sys.exit(f"Which tests answer for {folder}? There are {', '.join(TESTS)}.")


def copied(folder: str) -> Path:
    """Return a copy of the project in which mutmut may write; what it found out in it is kept as long as no code and no test changes."""
    place = WORK / folder.replace("/", "-")
    listed = subprocess.run(["git", "ls-files", "-co", "--exclude-standard"], cwd=ROOT, check=True, capture_output=True, text=True).stdout
    names = {name for name in listed.splitlines() if (ROOT / name).is_file()}
    for name in names:
        content = (ROOT / name).read_bytes()
        if not (place / name).exists() or (place / name).read_bytes() != content:
            (place / name).parent.mkdir(parents=True, exist_ok=True)
            (place / name).write_bytes(content)
            if name.startswith(("game/", "tests/")):
                shutil.rmtree(place / "mutants", ignore_errors=True)
    for top in ("game", "tests"):
        for root in (place, place / "mutants"):
            for path in (root / top).rglob("*.py"):
                if path.relative_to(root).as_posix() not in names:
                    path.unlink()
    return place


def drawn_files(folder: str, count: int, chance: Random) -> Counter[str]:
    """Return how many of so many lines, drawn from all functions of a folder, lie in each file."""
    files = {path.relative_to(ROOT).as_posix(): path.read_text(encoding="utf-8") for path in sorted((ROOT / folder).rglob("*.py"))}
    return Counter(chance.choices([*files], [lines_of_functions(text) for text in files.values()], k=count))


def lines_of_functions(text: str) -> int:
    """Return how many lines of a module lie in functions that mutmut changes: those without a decorator, or a plain one."""
    return sum(
        (node.end_lineno or 0) - node.lineno
        for node in ast.walk(ast.parse(text))
        if isinstance(node, ast.FunctionDef)
        and all(isinstance(each, ast.Name) and each.id in {"staticmethod", "classmethod"} for each in node.decorator_list)
    )


def configured(place: Path, folder: str, files: Iterable[str]) -> None:
    """Write what mutmut needs to know of the copy."""
    also = sorted(
        path.name
        for path in place.iterdir()
        if path.name not in {"game", "tests", "build", "mutants", "trees", "pyproject.toml", "setup.cfg"}
    )
    lines = {"copied": also, "tests": tests_of(folder), "files": sorted(files)}
    words = {name: "\n".join(f"    {line}" for line in each) for name, each in lines.items()}
    settings = SETTINGS.format(quick=QUICK, **words)
    if not (place / "setup.cfg").exists() or (place / "setup.cfg").read_text(encoding="utf-8") != settings:
        # mutmut takes files that it once copied unchanged for files it has mutated, and asks no test twice what it reaches.
        shutil.rmtree(place / "mutants", ignore_errors=True)
    (place / "setup.cfg").write_text(settings, encoding="utf-8")


def mutmut(place: Path, *words: str, quiet: bool = False) -> str:
    """Run mutmut in the copy and return what it printed."""
    program = Path(sys.executable).with_name("mutmut")
    done = subprocess.run(
        [program, *words], cwd=place, env=SURROUNDINGS, check=False, stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True
    )
    if done.returncode and not quiet:
        sys.exit(done.stdout[-3000:])
    return done.stdout


def chosen_tests(takes: dict[str, float], tests: Iterable[str], most: float) -> list[str]:
    """Return the quickest of these tests, as many as fit into the time and at least one, file by file."""
    ordered = sorted(tests, key=lambda test: (takes.get(test, 0.0), test))
    ends = accumulate(takes.get(test, 0.0) for test in ordered)
    kept = [test for test, end in zip(ordered, ends, strict=True) if end <= most] or ordered[:1]
    files: defaultdict[str, list[str]] = defaultdict(list)
    for test in kept:
        files[test.partition("::")[0]].append(test)
    return [test for _, tests in sorted(files.items(), key=lambda item: sum(takes.get(test, 0.0) for test in item[1])) for test in tests]


def function_of(text: str, names: tuple[str, ...]) -> tuple[int, int]:
    """Return the lines of a function of a module, or of a method of one of its classes, from its `def` on."""
    body: list[ast.stmt] = ast.parse(text).body
    for name in names[:-1]:
        body = next(node.body for node in body if isinstance(node, ast.ClassDef) and node.name == name)
    node = next(node for node in body if isinstance(node, ast.FunctionDef) and node.name == names[-1])
    return node.lineno - 1, node.end_lineno or 0


def with_mutant(text: str, written: str, mutant: str) -> str:
    """Return a module in which one function is a mutant; `written` is the same module with all its mutants beside each other."""
    mangled = mutant.rpartition(".")[2]
    _, *within, name = (
        mangled.partition("__mutmut_")[0].split("\u01c1") if "\u01c1" in mangled else ("", mangled.partition("__mutmut_")[0][2:])
    )
    first, last = function_of(written, (*within, mangled))
    changed = written.splitlines(keepends=True)[first:last]
    changed[0] = changed[0].replace(mangled, name, 1)
    first, last = function_of(text, (*within, name))
    lines = text.splitlines(keepends=True)
    return "".join([*lines[:first], *changed, *lines[last:]])


def tried(tree: Path, file: str, text: str, tests: list[str], seconds: float) -> str:
    """Return what became of a module with a mutant: noticed, unnoticed, untested, or late when its tests did not end in time."""
    if not tests:
        return "untested"
    words = [sys.executable, "-m", "pytest", "-x", "-q", "-p", "no:cacheprovider", "-m", QUICK]
    kept = (tree / file).read_bytes()
    (tree / file).write_text(text, encoding="utf-8")
    try:
        # A mutant may change what a test is called (the cards of a list, say): then all tests of the files are asked.
        for asked in (tests, sorted({test.partition("::")[0] for test in tests})):
            code = subprocess.run(
                [*words, *asked],
                cwd=tree,
                env=SURROUNDINGS,
                check=False,
                stdout=subprocess.DEVNULL,
                stderr=subprocess.DEVNULL,
                timeout=30 + SLOWER * seconds,
            ).returncode
            if code != NO_SUCH_TEST:
                break
    except subprocess.TimeoutExpired:
        return "late"
    finally:
        (tree / file).write_bytes(kept)
    return FATES.get(code, "noticed")


def module_of(file: str) -> str:
    """Return the name by which mutmut calls the module of a file."""
    return file.removesuffix(".py").removesuffix("/__init__").replace("/", ".")


def trees(place: Path, count: int) -> Queue[Path]:
    """Return so many copies of the copy, each for one mutant at a time."""
    free: Queue[Path] = Queue()
    for number in range(count):
        tree = place / "trees" / str(number)
        shutil.rmtree(tree, ignore_errors=True)
        shutil.copytree(place, tree, ignore=lambda folder, _: {"mutants", "trees", "setup.cfg"} if Path(folder) == place else set())
        free.put(tree)
    return free


def written(place: Path) -> list[str]:
    """Return every mutant of the copy."""
    lines = (line.strip().rpartition(": ") for line in mutmut(place, "results", "--all", "true").splitlines())
    return sorted(name for name, _, _ in lines if "__mutmut_" in name)


def main() -> None:
    """Write mutants, draw some, try them, and print how many were noticed."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("folder", metavar="FOLDER")
    parser.add_argument("--mutants", type=int, default=100, metavar="N")
    parser.add_argument("--seed", type=int, default=1, metavar="N")
    parser.add_argument("--jobs", type=int, default=1, metavar="N")
    parser.add_argument("--seconds", type=float, default=MOST, metavar="S", help="for how many seconds of its quickest tests each is tried")
    arguments = parser.parse_args()
    folder = arguments.folder.strip("/")
    tests_of(folder)
    place, chance = copied(folder), Random(arguments.seed)
    wanted = drawn_files(folder, arguments.mutants, chance)
    configured(place, folder, wanted)
    # mutmut has no word for "write the mutants and run none"; asked for one that there is not, it does that and then complains.
    said = mutmut(place, "run", "none", quiet=True)
    if "nothing matches" not in said:
        sys.exit(said[-3000:])
    drawn: list[str] = []
    names = written(place)
    for file, count in sorted(wanted.items()):
        own = [name for name in names if name.startswith(f"{module_of(file)}.x")]
        drawn += chance.sample(own, min(count, len(own)))
    print(f"{folder}: {len(drawn)} mutants drawn with seed {arguments.seed}, in {len(wanted)} files", flush=True)
    found = json.loads((place / "mutants" / "mutmut-stats.json").read_bytes())
    takes, reached = found["duration_by_test"], found["tests_by_mangled_function_name"]
    files = {module_of(file): file for file in wanted}
    free = trees(place, arguments.jobs)

    def try_one(mutant: str) -> str:
        tests = chosen_tests(takes, reached.get(mutant.rpartition("__mutmut_")[0], ()), arguments.seconds)
        file = files[mutant.rpartition(".")[0]]
        text = with_mutant((place / file).read_text("utf-8"), (place / "mutants" / file).read_text("utf-8"), mutant)
        tree = free.get()
        fate = tried(tree, file, text, tests, sum(takes.get(test, 0.0) for test in tests))
        free.put(tree)
        if fate != "noticed":
            print(f"\n{fate}\n{mutmut(place, 'show', mutant)}", flush=True)
        return fate

    with ThreadPoolExecutor(arguments.jobs) as workers:
        fates = Counter(workers.map(try_one, drawn))
    noticed, late = fates["noticed"], fates["late"]
    words = f"; of {late} more the tests did not end in time" if late else ""
    print(f"{folder}: {noticed} of {len(drawn)} noticed, {100 * noticed / max(len(drawn), 1):.0f} %{words}")


if __name__ == "__main__":
    main()
