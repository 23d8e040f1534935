"""The study `break` of `starcross lab`: the search is shown while it runs, and its finds are told, kept and never believed before they are confirmed."""

from __future__ import annotations

import argparse
from collections.abc import Iterator
from pathlib import Path
from typing import TYPE_CHECKING, TypeVar

from msgspec.structs import replace

from game.ai.minds import SINGLE
from game.cli import CommandError
from game.cli.bars import waiting
from game.cli.choices import faults_told, jobs_of, listed, map_named, options_of, refused, seed_of
from game.cli.heeded import Given
from game.cli.known import minutes
from game.cli.streams import aside
from game.content.faults import plainly
from game.content.files import typed
from game.kernel.offers import SetupError
from game.kernel.rules import Game
from game.kernel.setup import Rows, Setup
from game.kernel.words import counted

if TYPE_CHECKING:
    from game.lab.breaking import Aim, Find, Search
    from game.lab.seeking import Confirmed, Wanted

T = TypeVar("T")

PLAYERS = ("quick", *SINGLE)
MINUTES = 10.0
"""How long it searches."""

MOST_MATCHES = 10_000_000
MOST_FINDS = 50


def arguments(parser: argparse.ArgumentParser) -> None:
    """Add the arguments that only this study has."""
    group = parser.add_argument_group("break")
    group.add_argument(
        "--matches", action=Given, type=int, default=None, metavar="N", help="search in so many matches at most, instead of --minutes"
    )
    group.add_argument(
        "--players", action=Given, nargs="+", default=list(PLAYERS), metavar="WHO", help=f"who may hold the decks: {listed(PLAYERS)}"
    )
    group.add_argument("--finds", action=Given, type=int, default=5, metavar="N", help="how many of the best are confirmed and kept (5)")


def run(arguments: argparse.Namespace, box: Game) -> int:
    """Search, then confirm, tell and keep the best finds; return 1 when a match had a fault, 130 or 143 when it was stopped."""
    from game.lab.stopping import stoppable
    from game.lab.unfinished import Unfinished

    _see_bounds(arguments, box)
    folder, search = _kept(box, arguments.resume) if arguments.resume is not None else _begun(arguments, _aim(arguments, box))
    aim, wanted = search.aim, _wanted(arguments, folder)
    aside(_beforehand(wanted, search))
    stopped = False
    with stoppable() as stopping:
        try:
            search = _searched(arguments, folder, search, wanted)
        except KeyboardInterrupt:
            stopped = True
            search = _kept(box, folder)[1]
    print(f"{box.title}: {counted(search.matches, 'match', 'matches')} searched in {counted(search.rounds, 'round')}, "
          f"{counted(len(search.entries), 'kind')} of decks and players kept, seed {aim.setup.seed}")  # fmt: skip
    if stopped:
        rest = len(Unfinished(folder).won)
        kept = f" and with {counted(rest, 'match', 'matches')} of the next round" if rest else ""
        aside(f"starcross: Stopped; --resume {typed(folder)} goes on with it{kept}.")
        return stopping.code
    return _finds(arguments, wanted, search, folder)


def _see_bounds(arguments: argparse.Namespace, box: Game) -> None:
    """Raise CommandError for a number that is out of range, and for players there are not."""
    for name, value, most in (("--matches", arguments.matches, MOST_MATCHES), ("--finds", arguments.finds, MOST_FINDS)):
        if value is not None and not 1 <= value <= most:
            raise CommandError(f"{name} is a number from 1 to {most}, not {value}.")
    if arguments.matches is not None and arguments.matches < min(box.seats):
        raise CommandError(f"--matches is {min(box.seats)} or more: a deck plays a deal on every seat.")
    if arguments.matches is not None and arguments.minutes is not None:
        raise CommandError("A search is made in --matches or for --minutes: one of them is given.")
    strange = [name for name in arguments.players if name not in PLAYERS]
    if strange:
        raise CommandError(f"Nobody of one mind is called {strange[0]!r}; there are {listed(PLAYERS)}.")


def _aim(arguments: argparse.Namespace, box: Game) -> Aim:
    """Return what is to be searched; raise CommandError for what cannot be."""
    from game.lab.breaking import BreakingError, aimed

    maps = arguments.map or [""]
    if len(maps) > 1:
        raise CommandError("A search is made on one map.")
    seats = min(box.seats)
    ground, rows = map_named(box, seats, maps[0]) if arguments.map else ("", Rows())
    setup = Setup(
        box.id, seats, seed=seed_of(arguments), options=options_of(box.options(seats), arguments.option or ()), map=ground, rows=rows
    )
    try:
        return aimed(setup, tuple(dict.fromkeys(arguments.players)))
    except BreakingError as error:
        raise CommandError(str(error)) from None
    except SetupError as error:
        raise refused(box.id, *error.sentences) from None


def _begun(arguments: argparse.Namespace, aim: Aim) -> tuple[Path, Search]:
    """Return the folder of a new search and where it stands; raise CommandError where one is kept already."""
    from game.lab.alone import see_own
    from game.lab.breaking import STATE, BreakingError, begun, resumed
    from game.lab.planning import new_place
    from game.lab.study import StudyError

    try:
        folder: Path = arguments.keep or new_place(aim.setup.game, "break")
        see_own(folder, STATE, BreakingError)
        found = resumed(folder)
    except (BreakingError, StudyError) as error:
        raise CommandError(str(error)) from None
    if found is not None:
        raise CommandError(f"{folder} holds a search already; --resume goes on with it.")
    return folder, begun(aim)


def _kept(box: Game, folder: Path) -> tuple[Path, Search]:
    """Return the folder of a search and where it stands; raise CommandError where there is none of the game, or one of other cards."""
    from game.lab.breaking import BreakingError, again

    try:
        search = again(folder)
    except BreakingError as error:
        raise CommandError(str(error)) from None
    except SetupError as error:
        raise refused(box.id, *error.sentences) from None
    if search.aim.setup.game != box.id:
        raise CommandError(f"{folder} holds a search of {search.aim.setup.game}, not of {box.id}.")
    return folder, search


def _wanted(arguments: argparse.Namespace, folder: Path) -> Wanted:
    """Return how long to search and what to confirm: as is asked for, else as it was when the search of the folder was begun."""
    from game.lab.seeking import Wanted, wanted_of

    kept = wanted_of(folder) or Wanted(seconds=60 * MINUTES)
    if arguments.matches:
        kept = replace(kept, matches=arguments.matches)
    elif arguments.minutes:
        kept = replace(kept, matches=0, seconds=60 * arguments.minutes, searched=0.0)
    return replace(kept, **{name: getattr(arguments, name) for name in ("finds", "games") if name in arguments.given})


def _beforehand(wanted: Wanted, search: Search) -> str:
    """Return how much is going to be played, in a sentence."""
    from game.lab.breaking import matches_each, most_matches

    setup = search.aim.setup
    finds = f"confirms up to {counted(wanted.finds, 'find')} with {matches_each(setup, wanted.games)} matches each"
    if max(wanted.matches - search.matches, wanted.left) <= 0:
        return f"The search has had its time, which --minutes or --matches makes longer; {finds}."
    long = (
        f"in {counted(wanted.matches - search.matches, 'match', 'matches')} at most"
        if wanted.matches
        else f"for {minutes(max(round(wanted.left / 60, 1), 0.1))}, in rounds of up to {most_matches(setup)} matches, the last as far as the time goes"
    )
    return f"Searches {long}; then {finds}."


def _searched(arguments: argparse.Namespace, folder: Path, search: Search, wanted: Wanted) -> Search:
    """Search with a line on stderr that tells how far it is, and keep every round."""
    from game.lab.seeking import sought

    rounds = _held(folder, sought(search, folder, wanted, jobs=jobs_of(arguments, wanted.matches or None)))
    with waiting() as bar:
        task = bar.add_task(f"{search.aim.setup.game}: the first round", total=None)
        for now in rounds:
            best, search = now.best()[0], now
            words = f"{counted(now.matches, 'match', 'matches')}; best: {best.deck.name}, {best.player}, {best.wins:g} of {best.games}"
            bar.update(task, description=words)
    return search


def _held(folder: Path, played: Iterator[T]) -> Iterator[T]:
    """Yield what is played in a folder; raise CommandError where that is another run's, or nothing can be kept in it."""
    from game.lab.breaking import BreakingError

    try:
        yield from played
    except BreakingError as error:
        raise CommandError(str(error)) from None
    except (OSError, ChildProcessError) as error:
        raise CommandError(f"{folder} cannot be kept: {plainly(error)}.") from None


def _finds(arguments: argparse.Namespace, wanted: Wanted, search: Search, folder: Path) -> int:
    """Confirm the best, each against the whole field; tell and keep them."""
    from game.lab.breaking import matches_each
    from game.lab.seeking import confirm

    aim = search.aim
    faults: list[str] = []
    if aim.setup.mods:
        print(f"played with the {aim.setup.modded}")
    print(
        f"tried again with other seeds, {matches_each(aim.setup, wanted.games)} matches each, against {len(_field(aim))} ready decks in Normal's hands; "
        "confirmed is what surely beats them:"
    )
    found: Confirmed = ()
    try:
        for now in _shown(_held(folder, confirm(search, folder, wanted, jobs=jobs_of(arguments))), wanted.finds):
            found = now
    finally:
        for number, (find, file) in enumerate(found, start=1):
            faults += find.faults
            for line in told(find, number, file, len(_field(aim))):
                print(line)
        for line in faults_told(faults):
            print(line)
        print(f"kept in {folder}{': decks in finds, journals in matches' if found else ''}")
    return 1 if faults else 0


def _shown(found: Iterator[Confirmed], most: int) -> Iterator[Confirmed]:
    """Yield what is confirmed, with a line on stderr that tells how far it is."""
    with waiting() as bar:
        task = bar.add_task("trying the first find again", total=None)
        for now in found:
            bar.update(task, description=f"{counted(len(now), 'find')} of {most} tried again")
            yield now


def _field(aim: Aim) -> tuple[object, ...]:
    from game.rules import open_box

    return open_box(aim.setup.game).ready_decks()


def told(find: Find, number: int, file: Path, field: int) -> list[str]:
    """Return a find in words: who held which deck, what it won, and against whom most and least; one that is of a `field` of so many decks itself meets the others."""
    from game.lab.breaking import verdict
    from game.lab.findings import percent

    won, deck = find.won, find.deck
    ranked = sorted(find.against.items(), key=lambda pair: pair[1].mean)
    best, worst = ranked[-1], ranked[0]
    beside = " against the others, as it is a ready deck itself" if len(find.against) < field else ""
    cards = ", ".join([*deck.front, *(f"{copies} {card}" for card, copies in deck.cards.items())])
    against = f"{percent(best[1])} against {best[0]}, {percent(worst[1])} against {worst[0]}"
    return [
        f"{number}. {deck.name}, played by {find.player}: {percent(won)} of {find.games}{beside}, {verdict(find)}; {against}",
        f"   {file.name}: {cards}",
    ]
