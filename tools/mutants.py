"""Ask the tests of a folder whether they notice when its code is changed: random mutants, quick tests only, and how many were noticed.

Run: python tools/mutants.py FOLDER [--mutants 100] [--seed 1] [--jobs 1] (or `make mutants FOLDER=game/rules`)
Works in build/mutants on a copy of the files that git knows. So many lines of code are drawn by the seed; mutmut writes the mutants of the files they lie in and
finds out which test reaches which function. Then as many mutants of each file are drawn as lines of it, and each is tried by the tests that reach it, the
quickest first; where they take more than a minute together, by the quickest that fit into one, since whole rooms of the table are reached by a quarter
of an hour of tests. The mutants that nobody noticed are shown as diffs.
"""

from __future__ import annotations

import argparse
import ast
import json
import os
import subprocess
import sys
from collections import Counter
from collections.abc import Iterable
from itertools import accumulate
from pathlib import Path
from random import Random

ROOT = Path(__file__).resolve().parents[1]
WORK = ROOT / "build" / "mutants"
TESTS = {
    "game/rules": ["tests/rules", "tests/cards"],
    "game/match": ["tests/match", "tests/cli/test_cli_replay.py", "tests/cli/test_text_counsel.py", "tests/table/test_hints.py"],
    "game/ai": ["tests/ai", "tests/lab", "tests/rules/cardmaster/test_cardmaster_players.py"],
    "game/table": ["tests/table", "tests/cli/test_shoot.py"],
}
"""Which tests answer for a folder; a folder below one of these is tried with the same."""

QUICK = "not slow and not window and not bundle"
MOST = 60.0
"""For how many seconds of tests a mutant is tried."""

NOTICED = ("killed", "timeout", "segfault", "caught by type check")
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
timeout_constant=10
timeout_multiplier=3
process_isolation=forkserver
"""


def tests_of(folder: str) -> list[str]:
    """Return the tests that answer for a folder or for the one it lies in; end the run when there are none."""
    for known, tests in TESTS.items():
        if folder == known or folder.startswith(f"{known}/"):
            return tests
    sys.exit(f"Which tests answer for {folder}? There are {', '.join(TESTS)}.")


def copied(folder: str) -> Path:
    """Return a copy of the project in which mutmut may write; what it found out about files that did not change since is kept."""
    place = WORK / folder.replace("/", "-")
    listed = subprocess.run(["git", "ls-files", "-co", "--exclude-standard"], cwd=ROOT, check=True, capture_output=True, text=True).stdout
    names = {name for name in listed.splitlines() if (ROOT / name).is_file()}
    for name in names:
        content = (ROOT / name).read_bytes()
        if not (place / name).exists() or (place / name).read_bytes() != content:
            (place / name).parent.mkdir(parents=True, exist_ok=True)
            (place / name).write_bytes(content)
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
        path.name for path in place.iterdir() if path.name not in {"game", "tests", "build", "mutants", "pyproject.toml", "setup.cfg"}
    )
    lines = {"copied": also, "tests": tests_of(folder), "files": sorted(files)}
    words = {name: "\n".join(f"    {line}" for line in each) for name, each in lines.items()}
    (place / "setup.cfg").write_text(SETTINGS.format(quick=QUICK, **words), encoding="utf-8")


def mutmut(place: Path, *words: str, quiet: bool = False) -> str:
    """Run mutmut in the copy and return what it printed."""
    environment = {**os.environ, "PYTHONPATH": "", "STARCROSS_EXAMPLES": "quick", "SDL_VIDEODRIVER": "dummy", "SDL_AUDIODRIVER": "dummy"}
    done = subprocess.run(
        [Path(sys.executable).with_name("mutmut"), *words],
        cwd=place,
        env=environment,
        check=False,
        stdout=subprocess.PIPE,
        stderr=subprocess.STDOUT,
        text=True,
    )
    if done.returncode and not quiet:
        sys.exit(done.stdout[-3000:])
    return done.stdout


def quickest(place: Path) -> None:
    """Leave each function of the copy the quickest of the tests that reach it: as many as fit into the time, and at least one."""
    kept = place / "mutants" / "mutmut-stats.json"
    found = json.loads(kept.read_bytes())
    takes, reached = found["duration_by_test"], found["tests_by_mangled_function_name"]
    for function, tests in reached.items():
        ordered = sorted(tests, key=lambda test: (takes.get(test, 0.0), test))
        ends = list(accumulate(takes.get(test, 0.0) for test in ordered))
        reached[function] = [test for test, end in zip(ordered, ends, strict=True) if end <= MOST] or ordered[:1]
    kept.write_text(json.dumps(found), encoding="utf-8")


def module_of(file: str) -> str:
    """Return the name by which mutmut calls the module of a file."""
    return file.removesuffix(".py").removesuffix("/__init__").replace("/", ".")


def results(place: Path) -> dict[str, str]:
    """Return every mutant of the copy and what became of it."""
    lines = (line.strip().rpartition(": ") for line in mutmut(place, "results", "--all", "true").splitlines())
    return {name: fate for name, _, fate in lines if "__mutmut_" in name}


def main() -> None:
    """Write mutants, draw some, try them, and print how many were noticed."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("folder", metavar="FOLDER")
    parser.add_argument("--mutants", type=int, default=100, metavar="N")
    parser.add_argument("--seed", type=int, default=1, metavar="N")
    parser.add_argument("--jobs", type=int, default=1, metavar="N")
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
    quickest(place)
    drawn: list[str] = []
    names = sorted(results(place))
    for file, count in sorted(wanted.items()):
        own = [name for name in names if name.startswith(f"{module_of(file)}.x")]
        drawn += chance.sample(own, min(count, len(own)))
    print(f"{folder}: {len(drawn)} mutants drawn with seed {arguments.seed}, in {len(wanted)} files", flush=True)
    mutmut(place, "run", "--max-children", str(arguments.jobs), *drawn)
    fates = {name: fate for name, fate in results(place).items() if name in set(drawn)}
    for name in drawn:
        if fates[name] not in NOTICED:
            print(f"\n{fates[name]}\n{mutmut(place, 'show', name)}")
    noticed = sum(fate in NOTICED for fate in fates.values())
    late = sum(fate == "timeout" for fate in fates.values())
    words = f"; {late} of them only by taking too long, which on a busy machine says nothing" if late else ""
    print(f"{folder}: {noticed} of {len(drawn)} noticed, {100 * noticed / max(len(drawn), 1):.0f} %{words}")


if __name__ == "__main__":
    main()
