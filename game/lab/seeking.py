"""A search that is made while the window goes on listening, as a study is: what breaks a game, and what of it is confirmed."""

from __future__ import annotations

import shutil
import time
from collections.abc import Callable, Iterator
from multiprocessing.connection import Connection
from pathlib import Path

import msgspec
from msgspec import Struct
from msgspec.structs import replace

from game.content.files import MissingError, UnreadableError, make_folder, replace_file
from game.content.kept import read_kept
from game.lab.alone import alone
from game.lab.breaking import MOST_BYTES, BreakingError, Find, Search, Stopped, candidates, confirmed, kept, saved, searched
from game.lab.running import Going
from game.lab.unfinished import Unfinished

FINDS = "finds.json"
WANTED = "wanted.json"


class Wanted(Struct, frozen=True):
    """How long a search goes on, in seconds or until so many matches, and how many of the best are confirmed in how many matches each.

    `searched` are the seconds that it has had of those.
    """

    seconds: float = 600.0
    matches: int = 0
    finds: int = 5
    games: int = 20
    searched: float = 0.0

    @property
    def left(self) -> float:
        """Return how many seconds of searching are left; nothing where matches decide."""
        return 0.0 if self.matches else max(0.0, self.seconds - self.searched)


def wanted_of(folder: Path) -> Wanted | None:
    """Return how long the search of a folder was to go on, and what of that is done; None where that is not kept or cannot be read."""
    try:
        return read_kept(folder / WANTED, Wanted, MOST_BYTES)
    except UnreadableError:
        return None


def sought(search: Search, folder: Path, wanted: Wanted, *, jobs: int = 1, stop: Connection | None = None) -> Iterator[Search]:
    """Go on searching for what is left of the time or the matches; keep and yield where it stands after each round.

    Whoever stops it loses no match that was played, nor the time that this took. Raise Stopped when anything comes over `stop`, OSError for what cannot
    be kept, BreakingError while another program plays in the folder.
    """
    with alone(folder, BreakingError):
        yield from _sought(search, folder, wanted, jobs, stop)


def _sought(search: Search, folder: Path, wanted: Wanted, jobs: int, stop: Connection | None) -> Iterator[Search]:
    _keep(folder, search, wanted)
    if not (wanted.matches or wanted.left):
        return
    begun = time.monotonic()

    def so_far() -> Wanted:
        return replace(wanted, searched=wanted.searched + time.monotonic() - begun)

    try:
        for now in searched(search, matches=wanted.matches, seconds=wanted.left, jobs=jobs, stop=stop, unfinished=Unfinished(folder)):
            search = now
            _keep(folder, now, so_far())
            yield now
    except (KeyboardInterrupt, Stopped):
        _keep(folder, search, so_far())
        raise


def _keep(folder: Path, search: Search, wanted: Wanted) -> None:
    saved(folder, search)
    replace_file(folder / WANTED, msgspec.json.encode(wanted), durable=False)


class Sought(Struct, frozen=True):
    """How a search stands: where it is, what was confirmed of it, and whether it still searches; `left` are seconds of searching.

    `fault` is empty or one sentence.
    """

    going: bool = True
    search: Search | None = None
    finds: tuple[Find, ...] = ()
    confirming: bool = False
    left: float | None = None
    fault: str = ""


Confirmed = tuple[tuple[Find, Path], ...]
"""Finds that were tried again, each with its deck file."""


def confirm(search: Search, folder: Path, wanted: Wanted, *, jobs: int = 1, stop: Connection | None = None) -> Iterator[Confirmed]:
    """Confirm the best of a search one by one, keep each as a deck file and its matches as journals; yield all so far, and in the end in order of what they were confirmed at.

    Raise Stopped when anything comes over `stop`, OSError for what cannot be kept, BreakingError while another program plays in the folder.
    """
    with alone(folder, BreakingError):
        yield from _confirmed(search, folder, wanted, jobs, stop)


def _confirmed(search: Search, folder: Path, wanted: Wanted, jobs: int, stop: Connection | None) -> Iterator[Confirmed]:
    found: list[tuple[Find, Path]] = []
    for number, entry in enumerate(candidates(search, wanted.finds), start=1):
        matches = matches_of(folder, number)
        make_folder(matches)
        for earlier in matches.rglob("*.jsonl"):
            earlier.unlink()
        find = confirmed(search.aim, entry, wanted.games, jobs=jobs, folder=matches, stop=stop)
        found.append((find, kept(folder / "finds", find, number)))
        _keep_finds(folder, found)
        yield tuple(found)
    yield _ranked(folder, found)


def _ranked(folder: Path, found: Confirmed | list[tuple[Find, Path]]) -> Confirmed:
    """Return finds in order of what they were confirmed at, those that are confirmed first; what is kept of them is numbered so: finds, deck files and matches."""
    order = sorted(range(len(found)), key=lambda index: (not found[index][0].sure, -found[index][0].won.mean, index))
    if order == list(range(len(found))):
        return tuple(found)
    aside = {index: matches_of(folder, index + 1).with_suffix(".tmp") for index in order}
    for index, place in aside.items():
        shutil.rmtree(place, ignore_errors=True)
        matches_of(folder, index + 1).rename(place)
    for rank, index in enumerate(order, start=1):
        aside[index].rename(matches_of(folder, rank))
    ranked = tuple((found[index][0], kept(folder / "finds", found[index][0], rank)) for rank, index in enumerate(order, start=1))
    _keep_finds(folder, ranked)
    return ranked


def _keep_finds(folder: Path, found: Confirmed | list[tuple[Find, Path]]) -> None:
    replace_file(folder / FINDS, msgspec.json.encode([find for find, _ in found]), durable=False)


def matches_of(folder: Path, number: int) -> Path:
    """Return the folder of the matches that confirm a find."""
    return folder / "matches" / f"{number:02d}"


def kept_finds(folder: Path) -> tuple[Find, ...]:
    """Return what was confirmed of a search, nothing where that is not kept; raise BreakingError for a broken file."""
    try:
        return tuple(read_kept(folder / FINDS, list[Find], MOST_BYTES))
    except MissingError:
        return ()
    except UnreadableError as error:
        raise BreakingError(f"{folder / FINDS} cannot be read: {error}.") from None


class Seeking(Going):
    """A search in a thread of its own; `search_of` says which and where it is kept (it may raise), `wanted` is None for one that is only shown."""

    def __init__(self, search_of: Callable[[], tuple[Search, Path]], wanted: Wanted | None, jobs: int = 1) -> None:
        self.seen = Sought()
        self._search_of, self._wanted, self._jobs = search_of, wanted, jobs
        super().__init__("starcross-search")

    def do(self) -> None:
        """Search, then confirm; both are kept as they go."""
        search, folder = self._search_of()
        self.seen = replace(self.seen, search=search, finds=kept_finds(folder))
        self.place = folder
        if self._wanted is None:
            return
        try:
            self._seek(search, folder, self._wanted)
        except Stopped:
            return

    def _seek(self, search: Search, folder: Path, wanted: Wanted) -> None:
        end = time.monotonic() + wanted.seconds
        self.seen = replace(self.seen, finds=(), left=wanted.seconds)
        for now in sought(search, folder, wanted, jobs=self._jobs, stop=self.far):
            search = now
            self.seen = replace(self.seen, search=now, left=max(0.0, end - time.monotonic()))
        self.seen = replace(self.seen, confirming=True, left=None)
        for found in confirm(search, folder, wanted, jobs=self._jobs, stop=self.far):
            self.seen = replace(self.seen, finds=tuple(find for find, _ in found))
