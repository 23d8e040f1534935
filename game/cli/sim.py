"""Let AI players play many matches against each other and count who wins, where, and how long it takes.

Entrants change places from match to match, so that no seat's advantage falls to one of them. The same seed plays the same
matches, on one process or on many. --keep FOLDER writes every match there, to be looked at or verified with `replay`. Ctrl-C ends it with
what was played so far.
"""

from __future__ import annotations

import argparse
import csv
import json
from pathlib import Path
from statistics import median
from typing import TYPE_CHECKING

from game.cli import CommandError
from game.cli.bars import counting
from game.cli.choices import (
    box_of,
    faults_told,
    limit_of,
    match_arguments,
    refused,
    see_writable,
    setup_of,
    tell_faulty,
    thinking_arguments,
    write_named,
)
from game.cli.streams import aside
from game.content.files import make_named_folder, real
from game.kernel.offers import SetupError
from game.kernel.words import counted

if TYPE_CHECKING:
    from game.lab.batch import Batch, Results
    from game.lab.findings import Figure

SUMMARY = "let AI players play many matches against each other"
MOST_GAMES = 1_000_000
MOST_JOBS = 256


def arguments(parser: argparse.ArgumentParser) -> None:
    """Add the arguments of `starcross sim`."""
    parser.add_argument("game", metavar="GAME")
    parser.add_argument(
        "--seats",
        required=True,
        metavar="LEVEL,LEVEL",
        help="each entrant: a level (and a temperament, hard:bold), FILE.py:CLASS or exec:COMMAND, such as normal,random; in double quotes where it has a comma itself",
    )
    parser.add_argument("--games", type=int, required=True, metavar="N", help="how many matches")
    match_arguments(parser)
    parser.add_argument("--jobs", type=int, default=1, metavar="N", help="how many processes")
    thinking_arguments(parser)
    parser.add_argument("--json", type=Path, metavar="FILE", help="write the results there as well")
    parser.add_argument("--keep", type=Path, metavar="FOLDER", help="write every match into this folder")


def run(arguments: argparse.Namespace) -> int:
    """Play the matches and print the results; return 1 when a match had a fault or did not finish, 2 when one could not be kept, 130 or 143 when it was stopped."""
    from msgspec import UNSET

    from game.lab.batch import Stopped, check_batch
    from game.lab.stopping import stoppable

    try:
        batch = check_batch(_batch(arguments))
    except SetupError as error:
        raise refused(arguments.game, *error.sentences) from None
    if arguments.json is not None:
        see_writable(arguments.json, arguments.keep)
    stopped = 0
    try:
        with stoppable() as stopping:
            results = _played(batch, arguments.jobs)
    except Stopped as error:
        results, stopped = error.results, stopping.code
    except ChildProcessError as error:
        raise CommandError(str(error)) from None
    tell_faulty(box_of(arguments.game))
    for line in report(results):
        print(line)
    unkept = [match.unkept for match in results.played if match.unkept is not UNSET]
    if arguments.keep is not None and len(unkept) < results.games:
        part = f": {results.games - len(unkept)} of {counted(results.games, 'match', 'matches')}" if unkept else ""
        print(f"kept in {arguments.keep}{part}")
    if unkept:
        lost = "The match" if results.games == 1 else f"{len(unkept)} of {counted(results.games, 'match', 'matches')}"
        aside(f"starcross: {lost} could not be kept in {arguments.keep}: {unkept[0]}.")
    if stopped:
        aside(f"starcross: Stopped after {results.games} of {counted(batch.games, 'match', 'matches')}.")
    if arguments.json is not None:
        _write(arguments.json, results)
    return stopped or (2 if unkept else 1 if results.faults or results.finished < results.games else 0)


def _batch(arguments: argparse.Namespace) -> Batch:
    from game.lab.batch import Batch

    box = box_of(arguments.game)
    levels = _entrants(arguments.seats)
    for name, low, value, high in (
        ("--games", 1, arguments.games, MOST_GAMES),
        ("--jobs", 1, arguments.jobs, MOST_JOBS),
        ("--iterations", 1, arguments.iterations, MOST_GAMES),
    ):
        if not low <= value <= high:
            raise CommandError(f"{name} is a number from {low} to {high}, not {value}.")
    if arguments.seed is None:
        arguments.seed = 0
    setup = setup_of(box, len(levels), arguments)
    journals = ""
    if arguments.keep is not None:
        try:
            make_named_folder(arguments.keep)
        except OSError as error:
            raise CommandError(f"{arguments.keep} cannot be made: {error.strerror or error}.") from None
        if any(arguments.keep.glob(f"{box.id}-*.jsonl")):
            raise CommandError(
                f"{arguments.keep} already holds matches of {box.title}: name another folder, so that none are lost or mixed."
            )
        journals = str(real(arguments.keep))
    return Batch(setup, levels, arguments.games, iterations=arguments.iterations, journals=journals, limit=limit_of(arguments))


def _entrants(seats: str) -> tuple[str, ...]:
    """Return the entrants that are named between commas; one that has a comma stands in double quotes. Raise CommandError for what is no such list."""
    try:
        return tuple(name.strip() for name in next(csv.reader([seats], skipinitialspace=True, strict=True)))
    except csv.Error:
        raise CommandError(
            f"--seats {seats!r} cannot be read: names stand between commas, and one that has a comma itself in double quotes."
        ) from None


def _played(batch: Batch, jobs: int) -> Results:
    """Play with a progress bar on stderr, so that the report on stdout stays clean."""
    from game.lab.batch import play_batch, thinks_inside

    with counting() as progress:
        task = progress.add_task(batch.setup.game, total=batch.games)

        def tell(done: int) -> None:
            progress.update(task, completed=done)

        return play_batch(batch, jobs=jobs, progress=tell, beside=thinks_inside(batch))


def report(results: Results) -> list[str]:
    """Return the results in words, a line each."""
    from game.lab.findings import batch_shares

    speed = results.games / max(results.seconds, 1e-9)
    lost = results.games - results.finished
    lines = [
        f"{results.game}: {results.finished} of {counted(results.games, 'match', 'matches')} finished"
        + (f"; {lost} did not, and {'counts' if lost == 1 else 'count'} in no share below" if lost else ""),
        results.setup.told,
        f"{results.seconds:.1f} seconds, {speed:,.1f} matches a second",
        f"actions a match: {min(results.lengths, default=0)} to {max(results.lengths, default=0)}, median {median(results.lengths or (0,)):g}"
        + (" (of those that did not finish as well)" if lost else ""),
    ]
    decks = results.setup.decks or (None,) * len(results.levels)
    entrants, seats = batch_shares(results)
    for number, (level, deck, wins, won) in enumerate(zip(results.levels, decks, results.wins_by_entrant, entrants, strict=True), 1):
        whose = f"{level} with {deck.name}" if deck else level
        lines.append(f"entrant {number}, {whose}: {_won(wins, won, results)}")
    lines += [
        f"seat {number}: {_won(wins, won, results)}" for number, (wins, won) in enumerate(zip(results.wins_by_seat, seats, strict=True), 1)
    ]
    if len(set(results.levels)) > 1 and len({deck.expanded() for deck in decks if deck}) > 1:
        lines.append(f"not only the players differ, their decks do too: starcross lab {results.game} levels deals the same to both")
    lines.append(f"without a single winner: {results.draws}")
    return lines + faults_told(results.faults)


def _won(wins: float, won: Figure, results: Results) -> str:
    """Return a share of the matches that finished with its interval, and a dash where none did; those that nobody won alone are shared out."""
    from game.lab.findings import percent

    if not results.finished:
        return percent(won)
    return f"{percent(won)}: {wins:g} of {results.finished}{', draws shared' if results.draws else ' won'}"


def _write(path: Path, results: Results) -> None:
    """Write the results with the share of each entrant and seat and its interval, and each deck's code, so that another can be asked for the same match."""
    from msgspec import to_builtins

    from game.content.decks import deck_code
    from game.lab.findings import batch_shares, plain

    entrants, seats = batch_shares(results)
    shares = {"share_by_entrant": plain(entrants), "share_by_seat": plain(seats)}
    content = to_builtins(results) | shares | {"codes": [deck_code(results.game, deck) for deck in results.setup.decks]}
    write_named(path, json.dumps(content, indent=2) + "\n")
