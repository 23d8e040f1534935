"""What is wrong with a file, said in one sentence that names the file and the place.

Readers gather every fault they meet before they give up, so that a designer mends them all in one go; and they never
read more of a stranger's file than they allow.
"""

from __future__ import annotations

import os
import re
from collections.abc import Callable
from functools import cached_property
from pathlib import Path
from typing import Literal, NoReturn

import msgspec

from game import paths
from game.content.files import UnreadableError, read_whole
from game.kernel import misfit
from game.kernel.offers import SetupError

MOST_FAULTS = 100
"""More faults than this are counted, not kept."""


_WITHIN = re.compile(r"\$((?:[.\[]\S*)?) ")
"""How the words of a fault name a place inside of what they are about."""

Fate = Literal["left out", "no match takes it", "in play all the same"]
"""What becomes of a thing of the user's own that has a fault."""

ODD: Fate = "in play all the same"
"""What becomes of one that only looks odd."""


class Fault(msgspec.Struct, frozen=True):
    """Hold one fault: the file, the place inside it (may be empty), the words, the line, counted from 1, where it is known, and what becomes of the thing."""

    file: str
    place: str
    words: str
    line: int = 0
    fate: Fate = "left out"

    def __str__(self) -> str:
        """Return the one sentence."""
        file = f"{self.file}, line {self.line}" if self.line else self.file
        return ": ".join(part for part in (file, self.place, self.said) if part)

    @property
    def said(self) -> str:
        """Return the words with the place inside of what they are about (`$.cost …`) as people read it."""
        within = _WITHIN.match(self.words)
        if within is None:
            return self.words
        return ": ".join(part for part in (misfit.bare(within[1]), self.words[within.end() :]) if part)

    @property
    def whole(self) -> Fault:
        """Return it with all of its place in one: of the file and inside of what the words are about."""
        within = _WITHIN.match(self.words)
        if within is None:
            return self
        inside = misfit.bare(within[1])
        joined = self.place + inside if inside.startswith("[") else ".".join(part for part in (self.place, inside) if part)
        return msgspec.structs.replace(self, place=joined, words=self.words[within.end() :])

    @property
    def sentence(self) -> str:
        """Return it with one full stop."""
        return f"{str(self).rstrip('.')}."


class ContentError(SetupError):
    """Say that a file cannot be used, with all its faults; whoever sets up a match with it is told as of any other reason."""

    def __init__(self, faults: tuple[Fault, ...]) -> None:
        super().__init__(*(fault.sentence for fault in faults))
        self.faults = faults

    def __str__(self) -> str:
        """Return the faults, a line each."""
        return "\n".join(str(fault) for fault in self.faults)


class Findings:
    """Gather the faults of one file, or of what the words name that are given instead, while it is read.

    `noted` counts every fault, those too that are kept but once or no more: whether something was sound is asked of it.
    """

    def __init__(self, path: Path | str) -> None:
        self._path = path
        self.faults: list[Fault] = []
        self.noted = 0
        self._more = 0

    @cached_property
    def file(self) -> str:
        """Return how the file is called in sentences."""
        return self._path if isinstance(self._path, str) else file_label(self._path)

    def add(self, place: str, words: str, line: int = 0) -> None:
        """Note a fault and read on."""
        fault = Fault(self.file, place, words, line)
        self.noted += 1
        if len(self.faults) >= MOST_FAULTS:
            self._more += 1
        elif fault not in self.faults:
            self.faults.append(fault)

    def stop(self, place: str, words: str, line: int = 0) -> NoReturn:
        """Note a fault after which reading on makes no sense, and raise ContentError."""
        self.add(place, words, line)
        raise self._error()

    def settle(self) -> None:
        """Raise ContentError if any fault was found."""
        if self.faults:
            raise self._error()

    def _error(self) -> ContentError:
        more = (Fault(self.file, "", f"and {self._more} more faults"),) if self._more else ()
        return ContentError((*self.faults, *more))


def file_label(path: Path) -> str:
    """Return how a file is called in sentences: from the game's or the user's folder on, alike on every system; otherwise as it was given."""
    there = Path(os.path.abspath(path))  # noqa: PTH100  (`..` is taken away by name alone: the file may not be there)
    for root in (paths.MAPS, paths.ASSETS, paths.user_folder().absolute()):
        if there.is_relative_to(root):
            shown = there.relative_to(root)
            return quotable((shown if root == paths.user_folder().absolute() else root.name / shown).as_posix(), 200)
    return quotable(str(path), 200)


def quoted(text: str) -> str:
    """Return words of a stranger's file fit to stand in a sentence: in quotes, short, on one line."""
    return f"'{quotable(text)}'"


def quotable(text: str, longest: int = 40) -> str:
    """Return text without anything unprintable, and no longer than `longest` characters."""
    short = text if len(text) <= longest else text[: longest - 1] + "…"
    return short if short.isprintable() else "".join(letter if letter.isprintable() else "?" for letter in short)


def plainly(error: BaseException) -> str:
    """Return what a library or the system says of what cannot be, as people say it: the place, the words, on one short line without a full stop."""
    if isinstance(error, OSError) and error.strerror:
        return quotable(error.strerror, 200).rstrip(".")
    place, words = misfit.told(*misfit.parted(" ".join(str(error).split()) or type(error).__name__))
    return quotable(": ".join(part for part in (misfit.bare(place), words) if part), 200).rstrip(".")


def found_by(read: Callable[[], object]) -> list[Fault]:
    """Return the faults that a reader of content finds, none where it reads to the end."""
    try:
        read()
    except ContentError as error:
        return list(error.faults)
    return []


def read_file(path: Path, limit: int) -> bytes:
    """Return the bytes of an ordinary file of at most `limit` bytes; ContentError says why not."""
    try:
        return read_whole(path, limit)
    except UnreadableError as error:
        Findings(path).stop("", str(error))
