"""What the programs of a game think things are worth, read strictly from `assets/weights/GAME.toml`.

A game says which weights it has (a Struct of numbers); the file says how large each is, and which are others where chances are told. A temperament is the same judgement with some of them
taken so many times as heavy, so it stays what it is when the weights are fitted anew.
"""

from __future__ import annotations

from abc import abstractmethod
from collections.abc import Mapping
from functools import lru_cache
from math import isfinite
from pathlib import Path
from typing import Annotated, Any, Generic, Self, TypeVar

import msgspec
from msgspec import Meta, Struct
from msgspec.structs import replace

from game import paths
from game.content.faults import Findings, plainly
from game.content.texts import read_toml
from game.kernel.capabilities import Temperament

MOST_BYTES = 64 * 1024

W = TypeVar("W", bound=Struct)
Words = Annotated[str, Meta(min_length=1, max_length=200)]


class Leaning(Struct, frozen=True, forbid_unknown_fields=True):
    """A temperament as the file has it: its name, its emblem (an icon), one sentence, and how many times as heavy it takes which weights."""

    name: Annotated[str, Meta(min_length=1, max_length=24)]
    icon: Words
    words: Words
    times: dict[str, float]


class _File(Struct, frozen=True, forbid_unknown_fields=True):
    weights: dict[str, Any]
    prospects: dict[str, Any] = {}
    temperaments: dict[str, Leaning] = {}


class Judgement(Struct, Generic[W], frozen=True):
    """What a game's programs think things are worth, and who of them leans which way.

    By `weights` they choose what to do at a glance, by `prospects` they say how somebody stands where no question is open: what brings one there is not always
    what helps there. A file gives of these only those that differ.
    """

    weights: W
    prospects: W
    leanings: dict[str, Leaning]

    @property
    def temperaments(self) -> Mapping[str, Temperament]:
        """Return who can be asked to play with a leaning, by its id."""
        return {name: Temperament(each.name, each.icon, each.words) for name, each in self.leanings.items()}

    def tempered(self, temperament: str) -> Judgement[W]:
        """Return the judgement with the weights as a temperament takes them; raise KeyError for one that the game has not."""
        times = self.leanings[temperament].times

        def leaning(weights: W) -> W:
            return replace(weights, **{name: factor * getattr(weights, name) for name, factor in times.items()})

        return Judgement(leaning(self.weights), leaning(self.prospects), self.leanings)


class Judging(Generic[W]):
    """A rulebook that judges by weights: the same one can be had with others."""

    judged: Judgement[W]
    temperaments: Mapping[str, Temperament]

    def judge_by(self, judged: Judgement[W]) -> None:
        """Judge by these weights from now on; for whoever makes the rulebook."""
        self.judged = judged
        self.temperaments = judged.temperaments

    @abstractmethod
    def judging(self, judged: Judgement[W]) -> Self:
        """Return the same rules with other weights."""

    def tempered(self, temperament: str) -> Self:
        """Return the same rules as a temperament judges by them; raise KeyError for one that the game has not."""
        return self.judging(self.judged.tempered(temperament))


def weights_path(game: str) -> Path:
    """Return where the weights of a game lie."""
    return paths.ASSETS / "weights" / f"{game}.toml"


@lru_cache(maxsize=16)
def judgement(game: str, kind: type[W]) -> Judgement[W]:
    """Return the weights of a game that ships; raise ContentError when its file is faulty."""
    return read_judgement(weights_path(game), kind)


def read_judgement(path: Path, kind: type[W]) -> Judgement[W]:
    """Read weights into the Struct that a game has for them; ContentError names everything that is wrong."""
    findings = Findings(path)
    try:
        content = msgspec.convert(read_toml(path, MOST_BYTES), _File)
        weights = msgspec.convert(content.weights, kind)
        prospects = msgspec.convert(content.weights | content.prospects, kind)
    except (msgspec.ValidationError, RecursionError) as error:
        findings.stop("", plainly(error))
    for table, values in (("weights", content.weights), ("prospects", content.prospects)):
        for name in values.keys() - set(kind.__struct_fields__):
            findings.add(f"{table}.{name}", "there is no such weight")
        for name, value in _numbers(table, values):
            if not isfinite(value):
                findings.add(name, "it must be a number")
    for leaning, each in content.temperaments.items():
        for name, factor in each.times.items():
            place = f"temperaments.{leaning}.times.{name}"
            if not isinstance(getattr(weights, name, None), float):
                findings.add(place, "there is no such weight that is one number")
            if not 0 < factor < 100:
                findings.add(place, "it must be more than 0 and less than 100")
    findings.settle()
    return Judgement(weights, prospects, content.temperaments)


def _numbers(place: str, value: Any) -> list[tuple[str, float]]:
    """Return every number in a table of weights with its place."""
    if isinstance(value, dict):
        return [found for key, each in value.items() for found in _numbers(f"{place}.{key}", each)]
    if isinstance(value, list):
        return [found for index, each in enumerate(value) for found in _numbers(f"{place}[{index}]", each)]
    return [(place, float(value))]
