"""Write a small complete game of your own into this checkout, to be changed into what you have in mind.

It is Hearsay, dice under cups, under the name you give: rules, rules page and a test for every rule, all of which pass. Nothing that is
there already is overwritten, and no other file has to be edited.
"""

from __future__ import annotations

import argparse
import re
import sys
from collections.abc import Iterator
from contextlib import suppress
from keyword import iskeyword
from pathlib import Path
from string import ascii_uppercase

from game import paths
from game.cli import CommandError
from game.content.files import not_on_windows
from game.kernel.words import counted
from game.rules import IDS, TEMPLATE

SUMMARY = "write a small complete game of your own to begin from"

ID = re.compile(r"[a-z][a-z0-9]{1,19}")
PREFIX = "HS"
PREFIXES = re.compile(r"\b([A-Z]{2,5})[-_]\d")
PLACES = {
    "game/rules/{}": "its rules in code, a module for each chapter",
    "assets/rules/{}.md": "its rules in words, with their numbers",
    "tests/rules/{}": "a test for every rule",
}
"""Where a game stands, and what that is."""

BESIDE = ("assets/themes/{}.toml", "maps/tables/{}.tmx", "maps/{}", "assets/cards/{}", "assets/images/{}", "tests/{}.py")
"""Where else an id stands for something: looks, maps and cards would be taken for the new game's."""


def arguments(parser: argparse.ArgumentParser) -> None:
    """Add the arguments of `starcross new-game`."""
    parser.add_argument("id", metavar="ID", help="what the game is called in code and on the command line, such as pearl")


def run(arguments: argparse.Namespace) -> int:
    """Write the game and say how to go on; raise CommandError where that cannot be."""
    game: str = arguments.id
    root = checkout()
    refuse(game, root)
    prefix = free_prefix(game, used_prefixes(root))
    files = {root / path: text for path, text in pages(root, game, prefix)}
    if not files:
        raise CommandError(f"{TEMPLATE.capitalize()}, the game to begin from, is not in this checkout any more.")
    write(files)
    lines = sum(text.count("\n") for text in files.values())
    print(f"{game.capitalize()} stands, {counted(len(files), 'file')} of {lines} lines in all:")
    for place, words in PLACES.items():
        print(f"  {place.format(game)}: {words}")
    print(f'`starcross play {game}` plays it, and README.md, "Add a game", says how to go on.')
    return 0


def checkout() -> Path:
    """Return the folder of the sources; raise CommandError where there is only the installed program."""
    root = paths.PACKAGE.parent
    if getattr(sys, "frozen", False) or not all((root / name).exists() for name in ("pyproject.toml", "assets", "tests")):
        raise CommandError(
            "A new game is written into a checkout of the sources, and this is the installed program; `pip install -e .` in a checkout makes its own the one that is started."
        )
    return root


def refuse(game: str, root: Path) -> None:
    """Raise CommandError for an id that no new game can have."""
    if not ID.fullmatch(game):
        raise CommandError(f"A game's id is 2 to 20 small letters and digits, a letter first, and not {game[:40]!r}.")
    if why := not_on_windows(game):
        raise CommandError(f"{why}, and the game's files could not lie there.")
    if iskeyword(game):
        raise CommandError(f"{game!r} is a word of Python, and the game's package could not be imported.")
    if game in IDS:
        raise CommandError(f"There is a game {game!r} already; the games are {', '.join(IDS)}.")
    for place in (*PLACES, *BESIDE):
        path = place.format(game)
        if (root / path).exists():
            raise CommandError(f"The id {game!r} is taken: {path} is there already.")


def used_prefixes(root: Path) -> set[str]:
    """Return what stands before the numbers of rules anywhere in the sources."""
    files = [path for top in ("game", "tests", "assets/rules") for path in (root / top).rglob("*") if path.suffix in {".py", ".md"}]
    return {prefix for path in files for prefix in PREFIXES.findall(path.read_text(encoding="utf-8", errors="replace"))}


def free_prefix(game: str, used: set[str]) -> str:
    """Return two letters for the numbers of a game's rules that nothing uses yet: the game's own where that can be."""
    letters = [letter for letter in game.upper() if letter.isalpha()]
    ways: Iterator[str] = (one + other for one in (letters[0], *ascii_uppercase) for other in (*letters[1:], *ascii_uppercase))
    return next(prefix for prefix in ways if prefix not in used)


def pages(root: Path, game: str, prefix: str) -> Iterator[tuple[str, str]]:
    """Yield path and text of every file of the new game: the template's, with its name and the prefix of its rules replaced."""

    def renamed(text: str) -> str:
        text = text.replace(TEMPLATE, game).replace(TEMPLATE.capitalize(), game.capitalize())
        return re.sub(rf"(?<![A-Za-z]){PREFIX}(?=[-_\"])", prefix, text)

    for place in PLACES:
        top = root / place.format(TEMPLATE)
        for path in [top] if top.is_file() else sorted(top.rglob("*")):
            if path.suffix in {".py", ".md"}:
                yield renamed(path.relative_to(root).as_posix()), renamed(path.read_text(encoding="utf-8"))


def write(files: dict[Path, str]) -> None:
    """Write files that are not there yet: all of them, or none, and then raise CommandError."""
    written: list[Path] = []
    try:
        for path, text in files.items():
            path.parent.mkdir(parents=True, exist_ok=True)
            with path.open("x", encoding="utf-8", newline="\n") as file:
                written.append(path)
                file.write(text)
    except OSError as error:
        for made in written:
            made.unlink(missing_ok=True)
        for folder in {each.parent for each in files}:
            with suppress(OSError):  # it holds something else, or was never made
                folder.rmdir()
        raise CommandError(f"{path} cannot be written: {error.strerror or error}.") from None
