"""Positions are read from TOML: what a match is set up with, what lies on the table, and the goal or the steps that make a puzzle or a lesson of it.

    title = "A last attack"
    words = "One more hit and the Star falls."
    [setup]
    decks = ["First Flame", "Tidal Voice"]
    [table]                      # in the game's own words: see `position.py` of its rules
    …
    [goal]
    words = "Win this turn."
    win = true

Actions are written as the text mode says them and events as the log tells them; `*` stands for any words. Decks that several positions name lie
beside them in one file, `decks.toml`, which is written as any file of decks.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable
from functools import cache
from pathlib import Path
from typing import Annotated, Any, Literal, TypeAlias

from msgspec import Meta, Struct
from msgspec.structs import replace

from game import paths
from game.content.decks import DeckRow, Decks, read_decks
from game.content.faults import ContentError, Fault, Findings, file_label
from game.content.files import inside, is_named
from game.content.lines import placed
from game.content.load import typed
from game.content.mods import Mod, game_of, mod_files, of_off
from game.content.texts import read_toml
from game.kernel.words import slug

DECKS = "decks.toml"
"""The file of decks beside positions, which is none itself."""

MOST_STEPS = 40
MOST_ACTIONS = 60

Sentence: TypeAlias = Annotated[str, Meta(min_length=1, max_length=300)]
Words: TypeAlias = Annotated[str, Meta(max_length=300)]
Sentences: TypeAlias = Annotated[tuple[Sentence, ...], Meta(max_length=MOST_ACTIONS)]


class SetupRow(Struct, frozen=True, forbid_unknown_fields=True):
    """What the match is set up with; what is left out the game fills in.

    `decks` are names, one a seat: of the position's own decks (each a `deck`, written as in a file of decks), else of those in the file beside it, else of those that ship.
    """

    seats: Annotated[int, Meta(ge=1, le=10)] = 2
    seed: Annotated[int, Meta(ge=0, le=2**62)] = 0
    decks: Annotated[tuple[Sentence, ...], Meta(max_length=10)] = ()
    deck: Annotated[tuple[DeckRow, ...], Meta(max_length=10)] = ()
    map: Words = ""
    options: dict[str, str | int | bool] = {}


class Goal(Struct, frozen=True, forbid_unknown_fields=True):
    """What is to be reached, in `words`: a win; to `hold` out; an event that is `told`, one that is `never` told, or the one without the other.

    `within` is until when: `turn` is the end of one's own turn, `return` the beginning of one's next one, `match` the end.
    """

    words: Sentence
    win: bool = False
    hold: bool = False
    told: Words = ""
    never: Words = ""
    within: Literal["turn", "return", "match"] = "turn"


class Step(Struct, frozen=True, forbid_unknown_fields=True):
    """One step of a lesson: what is said, and what counts as done.

    That is one of the actions in `do`, or else an event `done` that is told; with both, only those actions are taken until that event.
    A step with neither is only read. `glow` names what glows beside that, `why` answers any other move, `reply` is what the others do meanwhile (else they let things
    pass), and `solution` is a way to an event.
    """

    say: Sentence
    do: Sentences = ()
    done: Words = ""
    glow: Sentences = ()
    why: Words = ""
    reply: Sentences = ()
    solution: Sentences = ()


class Position(Struct, frozen=True):
    """A position as it was read: which game, under what name, what lies on the `table`, and what it is for."""

    game: str
    name: str
    path: Path
    title: str
    words: str
    seat: int
    setup: SetupRow
    table: dict[str, Any]
    goal: Goal | None
    steps: tuple[Step, ...]
    hint: str
    solution: tuple[str, ...]
    best: tuple[str, ...]

    @property
    def kind(self) -> str:
        """Return what it is: a lesson, a puzzle, or just a position."""
        return "lesson" if self.steps else "puzzle" if self.goal is not None else "position"


class _File(Struct, frozen=True, forbid_unknown_fields=True):
    """A file of a position; `seat` is whose eyes it is seen with, counted from 1. With a goal it is a puzzle, with steps a lesson."""

    title: Annotated[str, Meta(min_length=1, max_length=60)]
    table: dict[str, Any]
    words: Words = ""
    seat: Annotated[int, Meta(ge=1, le=10)] = 1
    setup: SetupRow = SetupRow()
    goal: Goal | None = None
    steps: Annotated[tuple[Step, ...], Meta(max_length=MOST_STEPS)] = ()
    hint: Words = ""
    solution: Sentences = ()
    best: Sentences = ()


def read_position(path: Path, game: str = "") -> Position:
    """Return the position of a file; raise ContentError with what is wrong. Without a `game` its folder, or its mod, says which one it is of.

    The decks that it names of the file beside it become its own: what is read is whole.
    """
    try:
        return _read(path, game, _decks_in)
    except ContentError as error:
        raise ContentError(placed(path, error.faults)) from None


def _read(path: Path, game: str, decks_in: Callable[[Path], Decks]) -> Position:
    findings = Findings(path)
    file = typed(read_toml(path), _File, "", findings)
    findings.settle()
    if not file.title.isprintable():
        findings.stop("title", "a title is made of printable characters")
    goal: Goal | None = file.goal
    if goal is not None and goal.win + goal.hold + bool(goal.told or goal.never) != 1:
        findings.stop("goal", "a goal is a win, to hold, or what is told, never told, or told without the other")
    if goal is not None and file.steps:
        findings.stop("goal", "a lesson has [[steps]] and a puzzle has a [goal]: nothing has both")
    if goal is None:
        for key in ("hint", "solution", "best"):
            if getattr(file, key):
                findings.add(key, "only a puzzle has one, and there is no [goal]")
    for place, solution in (("solution", file.solution), *((f"steps[{at}].solution", step.solution) for at, step in enumerate(file.steps))):
        if any(not _plain(pattern).strip("* ") for pattern in solution):
            findings.add(place, "`*` alone is any action, and a solution names each of its own")
    findings.settle()
    setup = _whole(file.setup, path.parent, decks_in)
    return Position(
        game or game_of(path), path.stem, path, file.title, file.words, file.seat - 1, setup, file.table, goal,
        file.steps, file.hint, file.solution, file.best,
    )  # fmt: skip


def _decks_in(folder: Path) -> Decks:
    """Return the decks that lie beside the positions of a folder."""
    file = folder / DECKS
    if not is_named(file):
        return Decks(())
    read = read_decks([file])
    return read if read.decks or read.faults else replace(read, faults=(Fault(file_label(file), "", "there is no [[deck]] in it"),))


def _whole(setup: SetupRow, folder: Path, decks_in: Callable[[Path], Decks]) -> SetupRow:
    """Return a setup with the decks it names of those beside its position; raise ContentError where one is not there and their file is faulty, so that no other is taken for it."""
    names = {name.casefold() for name in setup.decks} - {deck.name.casefold() for deck in setup.deck}
    if not names:
        return setup
    read = decks_in(folder)
    found = [DeckRow(deck.name, dict(deck.cards), deck.front, deck.side, deck.plan) for deck in read.decks if deck.name.casefold() in names]
    if read.faults and names - {deck.name.casefold() for deck in found}:
        raise ContentError(read.faults)
    return replace(setup, deck=(*setup.deck, *found))


def is_decks(path: Path) -> bool:
    """Tell whether a file among positions is meant as that of their decks: in other capitals it is neither read as one."""
    return path.name.lower() == DECKS


def position_files(game: str) -> tuple[Path, ...]:
    """Return the position files of a game, those that ship first, then the user's, then those of mods, each in the order of their names' numbers.

    A mod's file hides none of the same name before it.
    """
    listed = [path for folder in _folders(game) for path in sorted(inside(folder, "*.toml"), key=_order) if not is_decks(path)]
    names = {path.stem for path in listed}
    for path in sorted(mod_files(game, "positions", "*.toml"), key=_order):
        if path.stem not in names and not is_decks(path):
            names.add(path.stem)
            listed.append(path)
    return tuple(listed)


def _folders(game: str) -> tuple[Path, Path]:
    return paths.ASSETS / "positions" / game, paths.positions_folder(game)


def positions_of(game: str) -> tuple[Position, ...]:
    """Return every sound position of a game; a faulty one is left out here, and `starcross check` tells of it."""
    return tuple(_sound(position_files(game)))


def _sound(files: Iterable[Path]) -> list[Position]:
    found = []
    decks_in = cache(_decks_in)
    for path in files:
        try:
            found.append(_read(path, "", decks_in))
        except ContentError:
            continue
    return found


def positions_called(game: str, words: str) -> tuple[Path, ...]:
    """Return the positions of a game that words mean: the one of this file's name, else those of it in other letters, else those of this title."""
    files = position_files(game)
    name = words.removesuffix(".toml")
    for found in (
        [path for path in files if path.stem == words],
        [path for path in files if slug(path.stem) == slug(name) != ""],
        [position.path for position in positions_of(game) if slug(position.title) == slug(words) != ""],
    ):
        if found:
            return tuple(found[:1] if found[0].stem == words else found)
    return ()


def off_position(words: str, game: str) -> str:
    """Return that a position which is not there, by its file's name or its title, is one of an installed mod that is off, as the end of a sentence, or nothing."""

    def brings(mod: Mod) -> bool:
        files = [path for path in mod.files("positions", "*.toml") if not is_decks(path)]
        return slug(words.removesuffix(".toml")) in {slug(path.stem) for path in files} - {""} or any(
            slug(position.title) == slug(words) != "" for position in _sound(files)
        )

    return of_off(game, brings)


def _order(path: Path) -> str:
    """Return a name whose numbers stand in the order of numbers: puzzle-2 before puzzle-10."""
    return re.sub(r"[0-9]{1,9}", lambda number: number[0].zfill(9), path.stem)


def fits(pattern: str, words: str) -> bool:
    """Tell whether words are those of a pattern, in which `*` stands for any; capitals and a full stop at the end do not matter."""
    parts = _plain(pattern).split("*")
    plain = _plain(words)
    if len(parts) == 1:
        return plain == parts[0]
    if not plain.startswith(parts[0]) or not plain.endswith(parts[-1]) or len(plain) < len(parts[0]) + len(parts[-1]):
        return False
    at, end = len(parts[0]), len(plain) - len(parts[-1])
    for part in parts[1:-1]:
        found = plain.find(part, at, end)
        if found < 0:
            return False
        at = found + len(part)
    return True


def _plain(words: str) -> str:
    return " ".join(words.casefold().split()).rstrip(".")
