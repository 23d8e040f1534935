"""The house: its words, its layers, the size of its files, and what never stands in them."""

from __future__ import annotations

import ast
import re
import shutil
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path

import pytest

from game.rules import IDS

ROOT = Path(__file__).parents[2]
NOT_USED = {"manager", "helper", "util", "handler", "data", "info", "process", "misc"}
FOREIGN = {
    "infos",
    "StartElementHandler",
    "EndElementHandler",
    "CharacterDataHandler",
    "XmlDeclHandler",
    "StartDoctypeDeclHandler",
    "EntityDeclHandler",
}
"""Attributes of Python's XML reader, which has its own words."""

LONGEST = 500
REASON = re.compile(r"longer than|long because", re.IGNORECASE)


def tracked(*endings: str) -> list[Path]:
    """Return the files under version control; outside a checkout, every file of the project's own folders."""
    listed = subprocess.run(["git", "ls-files"], cwd=ROOT, capture_output=True, text=True, check=False)
    names = listed.stdout.splitlines() if listed.returncode == 0 else []
    paths = [ROOT / name for name in names] or [path for top in ("game", "tests", "tools") for path in (ROOT / top).rglob("*")]
    return sorted(path for path in paths if path.is_file() and path.name.endswith(endings))


def identifiers(tree: ast.AST) -> Iterator[str]:
    """Yield every name that a module gives to something."""
    for node in ast.walk(tree):
        match node:
            case ast.FunctionDef(name=name) | ast.AsyncFunctionDef(name=name) | ast.ClassDef(name=name) | ast.arg(arg=name):
                yield name
            case ast.Name(id=name, ctx=ast.Store()) | ast.Attribute(attr=name, ctx=ast.Store()):
                yield name
            case _:
                pass


def words(name: str) -> set[str]:
    """Return the words of an identifier, in small letters and the singular."""
    return {
        word.lower().removesuffix("s") if word.lower() not in NOT_USED else word.lower()
        for word in re.findall(r"[A-Z]?[a-z]+|[A-Z]+(?![a-z])", name)
    }


def test_words_that_say_nothing_name_nothing():
    found = {}
    for path in tracked(".py"):
        if path.is_relative_to(ROOT / "game"):
            names = {
                name for name in identifiers(ast.parse(path.read_text(encoding="utf-8"))) if name not in FOREIGN and words(name) & NOT_USED
            }
            names |= {path.stem} if words(path.stem) & NOT_USED else set()
            if names:
                found[str(path.relative_to(ROOT))] = sorted(names)
    assert found == {}


def test_the_words_are_found_where_they_hide():
    tree = ast.parse("class CardManager:\n    def load_data(self, miscInfo): self.handlers = 1\nprocessed = 2\n")
    assert {name for name in identifiers(tree) if words(name) & NOT_USED} == {"CardManager", "load_data", "miscInfo", "handlers"}


def test_a_long_file_says_why():
    silent = {}
    for path in tracked(".py"):
        text = path.read_text(encoding="utf-8")
        lines = text.count("\n")
        if lines > LONGEST and not REASON.search(ast.get_docstring(ast.parse(text)) or ""):
            silent[str(path.relative_to(ROOT))] = lines
    assert silent == {}


def test_every_module_opens_with_a_sentence():
    texts = {path: text for path in tracked(".py") if (text := path.read_text(encoding="utf-8")).strip()}
    dumb = [str(path.relative_to(ROOT)) for path, text in texts.items() if not (ast.get_docstring(ast.parse(text)) or "").strip()]
    assert dumb == []


def test_games_are_listed_on_the_shelf_and_nowhere_else():
    """What belongs to a game stands in its box, so that a new one is found by every command, every page and every test."""
    found = {}
    for path in tracked(".py"):
        if path.is_relative_to(ROOT / "game") and not path.is_relative_to(ROOT / "game" / "rules"):
            tree = ast.parse(path.read_text(encoding="utf-8"))
            named = sorted({node.value for node in ast.walk(tree) if isinstance(node, ast.Constant) and node.value in IDS})
            if named:
                found[str(path.relative_to(ROOT))] = named
    assert found == {"game/content/creatures.py": ["cardmaster"]}  # the reader of that game's cards alone


TEXT_WRITTEN = re.compile(r"\.write_text\(|open\([^\n]*\"[wxa]\"")


def test_text_is_written_with_the_same_line_ends_on_every_system():
    """Otherwise Windows writes its own, and the same study or new game is another file there."""
    found = {
        f"{path.relative_to(ROOT)}:{number}"
        for path in tracked(".py")
        if path.is_relative_to(ROOT / "game")
        for number, line in enumerate(path.read_text(encoding="utf-8").splitlines(), 1)
        if TEXT_WRITTEN.search(line) and "newline=" not in line
    }
    assert found == set()


WRITTEN = re.compile(r"\.(?:write_text|write_bytes|mkdir|makedirs)\(|\bopen\([^\n]*\"[rb]*[wax+]")


def test_what_is_written_is_written_in_one_place():
    """That place sees that nobody else may read what is kept for a person, and that no fault costs what was there."""
    found = {
        path.relative_to(ROOT / "game").as_posix()
        for path in tracked(".py")
        if path.is_relative_to(ROOT / "game")
        if WRITTEN.search(path.read_text(encoding="utf-8"))
    }
    assert found == {
        "content/files.py",  # that place
        "cli/new_game.py",  # writes what is not there yet, and takes it away again
        "cli/play.py",  # clears a terminal
        "paths.py",  # tries whether a folder can be made, and takes it away
        "table/play/targets.py",  # writes where a test named
    }


LEFT_OVER = re.compile(r"#.*\b(TODO|FIXME|XXX|HACK)\b|\bsimplified for now\b|\bnot implemented yet\b", re.IGNORECASE)
REGISTRIES = re.compile(r"\bpypi[.]|pythonhosted|\bnpm(?:js)?[.]|\bcrates[.]io|proxy[.]golang")


@pytest.mark.parametrize(("pattern", "what"), [(LEFT_OVER, "unfinished work"), (REGISTRIES, "a registry")])
def test_no_file_speaks_of(pattern, what):
    own = Path(__file__).resolve()
    found = {}
    for path in tracked(".py", ".toml", ".md", ".spec", ".yml", ".txt", "Makefile", "run", "tools"):
        if path.resolve() == own or path.is_relative_to(ROOT / "assets" / "fonts"):
            continue
        hits = [line.strip()[:100] for line in path.read_text(encoding="utf-8", errors="replace").splitlines() if pattern.search(line)]
        if hits:
            found[str(path.relative_to(ROOT))] = hits
    assert found == {}, what


def linted(folder: Path) -> str:
    """Return what import-linter says of a tree."""
    script = "import sys; from importlinter.cli import lint_imports_command; sys.path.insert(0, '.'); sys.exit(lint_imports_command())"
    done = subprocess.run([sys.executable, "-c", script, "--no-cache"], cwd=folder, capture_output=True, text=True, check=False)
    return done.stdout + done.stderr


def test_the_layers_hold():
    assert re.search(r"Contracts: \d+ kept, 0 broken", linted(ROOT))


def test_the_layers_are_watched(tmp_path):
    """Seeded violations are caught, each by the contract that is there for it."""
    shutil.copy(ROOT / "pyproject.toml", tmp_path)
    shutil.copytree(ROOT / "game", tmp_path / "game", ignore=shutil.ignore_patterns("__pycache__"))
    for place, line in (
        ("kernel/words.py", "import random"),
        ("kernel/words.py", "from game.match import match"),
        ("ai/greedy.py", "from game.rules.verona import box"),
        ("match/save.py", "import pygame"),
        ("cli/choices.py", "import pytmx"),
    ):
        file = tmp_path / "game" / place
        file.write_text(file.read_text() + f"\n{line}\n")
    said = linted(tmp_path)
    for contract in (
        "Imports go one way",
        "pygame lives in table alone",
        "The rules know no clock, no files and no hidden chance",
        "Players and table name no game",
        "pytmx lives behind content",
    ):
        assert re.search(rf"{contract}\s+BROKEN", said), said[-3000:]


def test_nothing_under_version_control_is_a_link():
    """A link to a folder outside would take the place of whatever lies there in another checkout."""
    listed = subprocess.run(["git", "ls-files", "--stage"], cwd=ROOT, capture_output=True, text=True, check=False)
    assert [line for line in listed.stdout.splitlines() if line.startswith("120000 ")] == []
