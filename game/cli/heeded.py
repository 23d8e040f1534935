"""Which arguments a study of `starcross lab` heeds: whoever gives another one is told, as it would change nothing."""

from __future__ import annotations

import argparse
from collections.abc import Collection, Mapping

from game.cli import CommandError
from game.kernel.words import enumerated

PLANNED = frozenset({"level", "games", "deck", "map", "option", "seed", "iterations", "limit"})
PLAYED = frozenset({"jobs", "cluster", "until", "minutes"})
WRITTEN = frozenset({"html", "csv", "json"})
KEPT = frozenset({"keep", "resume", "watch"})
SEARCHED = frozenset({"minutes", "matches", "finds", "games", "jobs"})

HEEDED: Mapping[str, frozenset[str]] = {
    "decks": PLANNED | PLAYED | WRITTEN | KEPT | {"skill"},
    "cards": PLANNED | PLAYED | WRITTEN | KEPT | {"card"},
    "maps": PLANNED | PLAYED | WRITTEN | KEPT,
    "levels": PLANNED - {"level", "deck"} | PLAYED | KEPT | {"json", "habits"},
    "compare": PLAYED | WRITTEN,
    "break": SEARCHED | {"map", "option", "seed", "players", "keep", "resume"},
}
"""Of every study, the arguments that mean something in it."""

RESUMED = PLAYED | WRITTEN | SEARCHED | {"resume", "watch", "card"}
"""What still means something where a study that is kept is gone on with; all else was settled when it was begun."""


class Given(argparse.Action):
    """Stores a value and that it was given, which the value itself does not tell where it is the usual one."""

    def __call__(
        self, parser: argparse.ArgumentParser, namespace: argparse.Namespace, values: object, option_string: str | None = None
    ) -> None:
        """Store both."""
        del parser, option_string
        setattr(namespace, self.dest, values)
        namespace.given = getattr(namespace, "given", frozenset()) | {self.dest}


def see_heeded(arguments: argparse.Namespace, defaults: Mapping[str, object]) -> None:
    """Raise CommandError for an argument that was given and that the study does not heed; `defaults` are those of all that not all heed."""
    study = arguments.study
    given = arguments.given | {name for name, usual in defaults.items() if getattr(arguments, name) != usual}
    strange = given - HEEDED[study]
    if strange:
        raise CommandError(f"{_named(strange)} {_mean(strange)} nothing with {study}.")
    if arguments.resume is not None:
        settled = given - RESUMED - {"skill"}
        if settled:
            raise CommandError(f"{_named(settled)} {_mean(settled)} nothing with --resume: a study goes on as it was begun.")
        if study == "levels" and arguments.rest:
            raise CommandError("Levels are named when a study is begun; with --resume it goes on with those.")
    if arguments.watch is not None and "games" in given:
        raise CommandError("--games means nothing with --watch, which plays one match once more.")
    if arguments.watch is not None and arguments.resume is None:
        raise CommandError("Which study? --watch N goes with --resume FOLDER.")


def _named(names: Collection[str]) -> str:
    return enumerated([f"--{name}" for name in sorted(names)])


def _mean(names: Collection[str]) -> str:
    return "means" if len(names) == 1 else "mean"
