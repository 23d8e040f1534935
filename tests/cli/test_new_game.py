"""A new game: written beside the others, it plays, passes every check and every test at once, in a copy of the checkout."""

from __future__ import annotations

import os
import re
import shutil
import subprocess
import sys
from pathlib import Path

import pytest

from game import paths
from game.cli import CommandError, main, new_game
from game.rules import SHIPPED, TEMPLATE

ROOT = Path(__file__).parents[2]
PARTS = ("game", "assets", "maps", "tests", "pyproject.toml")


class Checkout:
    """A copy of the checkout with a home folder of its own, in which programs are run."""

    def __init__(self, folder: Path) -> None:
        self.folder = folder
        self.home = folder / "home"
        for part in PARTS:
            if (ROOT / part).is_dir():
                shutil.copytree(ROOT / part, folder / part, ignore=shutil.ignore_patterns("__pycache__"))
            else:
                shutil.copy2(ROOT / part, folder)

    def run(self, *words: str, fails: bool = False) -> str:
        """Run a module of Python here and return what it says; it must do well, or fail where that is expected."""
        env = {
            **os.environ,
            "PYTHONPATH": str(self.folder),
            "STARCROSS_HOME": str(self.home),
            "SDL_VIDEODRIVER": "dummy",
            "STARCROSS_EXAMPLES": "quick",
        }
        command = [sys.executable, "-m", *words]
        done = subprocess.run(command, cwd=self.folder, env=env, input="", capture_output=True, text=True, check=False)
        assert done.returncode == int(fails), f"{' '.join(words)}\n{done.stdout[-3000:]}{done.stderr[-3000:]}"
        return done.stdout

    def files(self) -> dict[str, bytes]:
        """Return every file of the project by its path."""
        found = (path for part in PARTS for path in (self.folder / part).rglob("*"))
        return {path.relative_to(self.folder).as_posix(): path.read_bytes() for path in found if path.is_file() and path.suffix != ".pyc"}


@pytest.fixture(name="checkout", scope="module")
def with_a_new_game(tmp_path_factory):
    """Return a copy of the checkout with the game `pearl` in it, as the command left it."""
    checkout = Checkout(tmp_path_factory.mktemp("checkout"))
    before = checkout.files()
    checkout.said = checkout.run("game", "new-game", "pearl")
    checkout.before, checkout.after = before, checkout.files()
    (checkout.prefix,) = re.findall(r'^    prefix = "(\w+)"$', checkout.after["game/rules/pearl/box.py"].decode(), re.MULTILINE)
    return checkout


def test_nothing_else_is_touched(checkout):
    written = checkout.after.keys() - checkout.before.keys()
    assert {name for name in written if not name.startswith(("game/rules/pearl/", "tests/rules/pearl/"))} == {"assets/rules/pearl.md"}
    assert {name: text for name, text in checkout.after.items() if name not in written} == checkout.before
    assert f"{len(written)} files" in checkout.said


def test_nothing_of_the_template_is_left_in_it(checkout):
    for name in checkout.after.keys() - checkout.before.keys():
        text = checkout.after[name].decode()
        assert TEMPLATE not in text.lower(), name
        assert "HS-" not in text, name
    assert f"{checkout.prefix}-10" in checkout.after["assets/rules/pearl.md"].decode()


@pytest.mark.slow
def test_it_is_played_in_batches_in_words_and_on_the_table(checkout):
    assert "20 of 20 matches finished" in checkout.run("game", "sim", "pearl", "--seats", "random,easy,normal", "--games", "20")
    assert "The match is over." in checkout.run("game", "play", "pearl", "--text", "--seat", "random", "random", "--option", "dice=2")
    assert "A claim is" in checkout.run("game", "rules", "pearl", f"{checkout.prefix}-5")
    checkout.run("game", "bench", "pearl", "--seconds", "0.01")
    picture = checkout.folder / "pearl.png"
    checkout.run("game", "shoot", "pearl", "--seats", "3", "--actions", "4", "--size", "1280x720", "--out", str(picture))
    assert picture.stat().st_size > 20_000
    assert "no fault" in checkout.run("game", "check", "assets/rules/pearl.md")


@pytest.mark.slow
def test_it_passes_every_check_and_every_test(checkout):
    checkout.run("ruff", "check", "--no-cache")
    checkout.run("ruff", "format", "--check", "--no-cache")
    checkout.run("mypy", "--cache-dir", str(checkout.folder / ".types"), "-p", "game.rules.pearl")
    tests = ("tests/rules/pearl", "tests/house/test_rules_named.py", "tests/test_contract.py", "-k", "pearl or cited")
    said = checkout.run("pytest", "-p", "no:cacheprovider", "-p", "no:xdist", *tests)
    assert "passed" in said


@pytest.mark.slow
def test_a_rule_that_changes_breaks_the_tests_of_that_rule_alone(checkout):
    """The change that the README walks through, in a game of its own."""
    checkout.run("game", "new-game", "amber")
    state = checkout.folder / "game" / "rules" / "amber" / "state.py"
    state.write_text(state.read_text(encoding="utf-8").replace("MOST_RAISE = 6", "MOST_RAISE = 4"), encoding="utf-8")
    said = checkout.run("pytest", "-p", "no:cacheprovider", "-p", "no:xdist", "tests/rules/amber", fails=True)
    broken = re.findall(r"^FAILED \S+::(\w+)", said, re.MULTILINE)
    assert broken != []
    assert [name for name in broken if not re.match(r"test_[A-Z]+_5_", name)] == []


@pytest.mark.slow
@pytest.mark.parametrize("game", ["go", "abcdefghijklmnopqrst"])
def test_it_is_well_formed_however_long_its_name(checkout, game):
    checkout.run("game", "new-game", game)
    checkout.run("ruff", "check", "--no-cache", f"game/rules/{game}", f"tests/rules/{game}")
    checkout.run("ruff", "format", "--check", "--no-cache", f"game/rules/{game}", f"tests/rules/{game}")


# An id that cannot be


@pytest.mark.parametrize(
    ("game", "words"),
    [
        ("verona", "There is a game 'verona' already"),
        (TEMPLATE, f"game/rules/{TEMPLATE} is there already"),
        ("menu", "assets/themes/menu.toml is there already"),
        ("toy", "tests/toy.py is there already"),
        ("class", "word of Python"),
        ("nul", "Windows keeps the name nul for a device, and the game's files could not lie there."),
        ("Pearl", "small letters"),
        ("my-game", "small letters"),
        ("3d", "small letters"),
        ("x", "2 to 20"),
        ("a" * 21, "2 to 20"),
        ("../pearl", "small letters"),
    ],
)
def test_an_id_that_cannot_be_is_refused_in_a_sentence(game, words, capsys):
    assert main(["new-game", game]) == 2
    said = capsys.readouterr().err
    assert words in said
    assert said.count("\n") == 1


def test_an_installed_program_writes_no_game(tmp_path, monkeypatch, capsys):
    monkeypatch.setattr(paths, "PACKAGE", tmp_path / "game")
    assert main(["new-game", "pearl"]) == 2
    assert "a checkout" in capsys.readouterr().err
    assert list(tmp_path.iterdir()) == []


def test_what_is_there_is_never_overwritten_and_nothing_is_left_half_written(tmp_path):
    there = tmp_path / "b" / "second.py"
    there.parent.mkdir()
    there.write_text("mine", encoding="utf-8")
    with pytest.raises(CommandError, match=r"second\.py cannot be written"):
        new_game.write({tmp_path / "a" / "first.py": "new", there: "new"})
    assert there.read_text(encoding="utf-8") == "mine"
    assert not (tmp_path / "a").exists()


# The numbers of its rules


def test_the_rules_of_a_game_are_numbered_under_letters_that_nothing_uses():
    assert new_game.free_prefix("pearl", set()) == "PE"
    assert new_game.free_prefix("pearl", {"PE", "PA"}) == "PR"
    assert new_game.free_prefix("go2", {"GO"}) == "GA"
    assert new_game.used_prefixes(ROOT) >= {"OC", "SC", "SH", "CM", "VR", "HS", "TY"}


def test_the_template_stands_beside_the_shelf():
    assert TEMPLATE not in SHIPPED
    assert (ROOT / "game" / "rules" / TEMPLATE / "__init__.py").is_file()


def test_the_installed_program_says_where_a_new_game_can_be_written(tmp_path, monkeypatch, capsys):
    monkeypatch.setattr(paths, "PACKAGE", tmp_path / "site-packages" / "game")
    assert main(["new-game", "pearl"]) == 2
    assert "`pip install -e .` in a checkout" in capsys.readouterr().err
