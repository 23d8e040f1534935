"""Study a game: which decks win, which cards, what the maps do, and what changed since the last time.

decks      every two decks against each other (or those named by --deck), each playing every seat of every deal
cards      the same matches, told card by card: drawn, played, and how those who did fared
levels     every two levels against each other (or those that are named, as master@400 with its own iterations), with ratings,
           calibration, thinking times and --habits
maps       every map of the game (or those named by --map) with the decks that are played there
compare    the study of a FOLDER once more, with the same seeds and today's cards, and the difference of each deck
break      a search for decks, and for players of one mind, that beat all ready decks; each find is confirmed in --games matches more

Matches are counted as they are played and kept in a folder, which is named at the end; Ctrl-C leaves there what was played, and --resume
goes on with it, with --games N to so many matches of each pairing. --until 2% stops as soon as what a study is to tell is known that closely: of decks, each deck's share and each seat's; of cards,
what each card changes for who draws it; of maps, the first seat's share on each; of levels, each one's share against each other; of compare, each
change. Intervals are 95 %, by deals. compare plays only what the change can have touched, for five minutes, and the same command goes on with it.
"""

from __future__ import annotations

import argparse
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager, suppress
from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING, TypeVar

from msgspec.structs import replace

from game.cli import CommandError, breaking, laddering
from game.cli.bars import counting
from game.cli.choices import (
    box_of,
    deck_named,
    faults_told,
    jobs_of,
    limit_of,
    listed,
    map_named,
    options_of,
    refused,
    seed_of,
    tell_faulty,
    thinking_arguments,
)
from game.cli.heeded import HEEDED, Given, see_heeded
from game.cli.known import Known, Stop
from game.cli.streams import aside
from game.cli.studied import card_names, cards_named, report, see_files, share, signed, write
from game.cli.unread import Unread, unread
from game.content.faults import plainly
from game.content.files import typed
from game.kernel.offers import SetupError
from game.kernel.rules import Game
from game.kernel.words import counted, enumerated

if TYPE_CHECKING:
    from concurrent.futures import Executor

    from game.lab.findings import Difference, Findings
    from game.lab.ladder import Ladder
    from game.lab.planning import Asked, Ground, Study
    from game.lab.study import Folder, Line, Plan

T = TypeVar("T")

SUMMARY = "study a game: its decks, cards and maps, and what a change did"
MOST_GAMES = 100_000
MOST_JOBS = 256
MOST_MINUTES = 10_000.0

REACH = 4
"""Seconds to wait for a scheduler."""


def arguments(parser: argparse.ArgumentParser) -> None:
    """Add the arguments of `starcross lab`."""
    parser.add_argument("game", metavar="GAME")
    parser.add_argument("study", metavar="STUDY", help=listed(STUDIES))
    parser.add_argument(
        "rest", nargs="*", metavar="FOLDER | LEVEL", help="with compare: the study to compare with; with levels: those that meet (all)"
    )
    parser.add_argument(
        "--games",
        action=Given,
        type=int,
        default=20,
        metavar="N",
        help="matches of each pairing or map (20), or the few more that whole deals make; with --resume, so many in all",
    )
    parser.add_argument(
        "--level", action=Given, default="normal", metavar="WHO", help="who plays: a level, FILE.py:CLASS or exec:COMMAND (normal)"
    )
    parser.add_argument(
        "--deck", action="extend", nargs="+", metavar="DECK", help="only these decks, ready ones and yours by name, files or codes"
    )
    parser.add_argument("--map", action="extend", nargs="+", metavar="MAP", help="on this map; with maps, only these")
    parser.add_argument("--option", action="extend", nargs="+", metavar="K=V", help="a choice of the match setup screen")
    parser.add_argument("--seed", action=Given, type=int, default=0, metavar="N", help="the first seed (0)")
    thinking_arguments(parser)
    parser.add_argument("--jobs", type=int, default=None, metavar="N", help="how many processes (one a processor)")
    parser.add_argument("--cluster", metavar="ADDRESS", help="play on the workers of this Dask scheduler instead")
    parser.add_argument("--until", metavar="SHARE", help="stop when what the study is to tell is known within this, such as 2%%")
    parser.add_argument(
        "--minutes",
        type=float,
        default=None,
        metavar="M",
        help="play for so long, all but break in whole rounds (compare 5, break 10, all others to their end)",
    )
    parser.add_argument(
        "--skill",
        action=Given,
        type=int,
        default=0,
        metavar="N",
        help="with decks: N matches more of each pairing, Hard against Novice: does better play win?",
    )
    parser.add_argument("--keep", type=Path, metavar="FOLDER", help="keep the study there, in a folder of its own")
    parser.add_argument("--resume", type=Path, metavar="FOLDER", help="go on with the study that is kept there")
    parser.add_argument("--watch", type=int, metavar="N", help="play match N of the study that --resume names, and tell it")
    parser.add_argument("--card", action="extend", nargs="+", metavar="NAME", help="with cards: tell these cards, and no others")
    parser.add_argument(
        "--html", type=Path, metavar="FILE", help="but for levels and break: write a report as one page that needs nothing else"
    )
    parser.add_argument("--csv", type=Path, metavar="FILE", help="but for levels and break: write the figures as a table")
    parser.add_argument("--json", type=Path, metavar="FILE", help="but for break: write everything as JSON")
    breaking.arguments(parser)
    laddering.arguments(parser)
    parser.set_defaults(given=frozenset(), usual={name: parser.get_default(name) for names in HEEDED.values() for name in names})


def keeps(arguments: argparse.Namespace) -> bool:
    """Tell that something is kept in the user's folder."""
    del arguments
    return True


def run(arguments: argparse.Namespace) -> int:
    """Do the study; return 1 when a match had a fault, 2 when one could not be kept, 130 or 143 when it was stopped."""
    box = box_of(arguments.game)
    see_there(box, arguments.study)
    for name, value, most in (
        ("--games", arguments.games, MOST_GAMES),
        ("--jobs", 1 if arguments.jobs is None else arguments.jobs, MOST_JOBS),
        ("--iterations", arguments.iterations, MOST_GAMES),
    ):
        if not 1 <= value <= most:
            raise CommandError(f"{name} is a number from 1 to {most}, not {value}.")
    if arguments.minutes is not None and not 0.01 <= arguments.minutes <= MOST_MINUTES:
        raise CommandError(f"--minutes is a number from 0.01 to {MOST_MINUTES:.0f}, not {arguments.minutes:g}.")
    if not 0 <= arguments.skill <= MOST_GAMES:
        raise CommandError(f"--skill is a number from 0 to {MOST_GAMES}, not {arguments.skill}.")
    see_heeded(arguments, arguments.usual)
    if arguments.study == "compare" and len(arguments.rest) > 1:
        raise CommandError(f"compare takes one FOLDER, that of the study to compare with, not {len(arguments.rest)}.")
    if arguments.rest and arguments.study not in {"compare", "levels"}:
        raise CommandError(f"Only compare takes a FOLDER; {arguments.study} keeps its study where --keep says.")
    compared = Path(arguments.rest[0]) if arguments.study == "compare" and arguments.rest else None
    see_files(arguments, arguments.keep, arguments.resume, compared)
    return STUDIES[arguments.study](arguments, box)


# --- what is studied ---------------------------------------------------------------------------------------------------


def see_there(box: Game, study: str) -> None:
    """Raise CommandError for a study that there is not, or of what a game has none of, naming those it has."""
    from game.lab.planning import kinds_of

    there = [*kinds_of(box, len(box.ready_decks())), "compare"]
    if study not in STUDIES:
        raise CommandError(f"There is no study {study!r}; those of {box.title} are {enumerated(there)}.")
    if study not in there:
        without = "maps" if study == "maps" else "decks"
        raise CommandError(f"{box.title} is played without {without}; its studies are {enumerated(there)}.")


def _decks(arguments: argparse.Namespace, box: Game) -> int:
    """Set every two decks against each other."""
    return _studied(arguments, lambda: _pairings(arguments, box))


def _pairings(arguments: argparse.Namespace, box: Game) -> Plan:
    from game.lab.planning import Ground, pairings

    decks = tuple(deck_named(box, name) for name in arguments.deck or ())
    maps = _grounds_named(arguments, box) or [Ground()]
    if len(maps) > 1:
        raise CommandError("Decks are compared on one map; `maps` compares several.")
    return pairings(box, arguments.study, decks, maps[0], _asked(arguments, box))


def _maps(arguments: argparse.Namespace, box: Game) -> int:
    """Play on every map with the same decks."""
    return _studied(arguments, lambda: _grounds(arguments, box))


def _grounds(arguments: argparse.Namespace, box: Game) -> Plan:
    from game.lab.planning import grounds

    decks = tuple(deck_named(box, name) for name in arguments.deck or ())
    return grounds(box, decks, _grounds_named(arguments, box), _asked(arguments, box))


def _asked(arguments: argparse.Namespace, box: Game) -> Asked:
    from game.lab.planning import Asked, seats_of

    options = options_of(box.options(seats_of(box)), arguments.option or ())
    return Asked(arguments.level, arguments.games, arguments.iterations, seed_of(arguments), options, limit_of(arguments))


def _grounds_named(arguments: argparse.Namespace, box: Game) -> list[Ground]:
    from game.lab.planning import Ground, seats_of

    return [Ground(*map_named(box, seats_of(box), name)) for name in arguments.map or ()]


def _levels(arguments: argparse.Namespace, box: Game) -> int:
    """Set every two levels against each other."""
    return _studied(arguments, lambda: _ladder(arguments, box))


def _ladder(arguments: argparse.Namespace, box: Game) -> Plan:
    from game.lab.planning import levels

    return levels(box, arguments.rest, _grounds_named(arguments, box), _asked(arguments, box), habits=arguments.habits)


def _compare(arguments: argparse.Namespace, box: Game) -> int:
    """Play the study of a folder with the cards of today."""
    from game.lab.findings import differences, findings, held_against, worded
    from game.lab.planning import compared

    if not arguments.rest:
        raise CommandError("Compare with what? `starcross lab GAME compare FOLDER` takes the folder of an earlier study.")
    study = _planned(box.id, lambda: compared(box, Path(arguments.rest[0])))
    after, folder = study.plan, study.folder
    plan, old = study.before or (after, [])
    asked = Known.of(arguments, study)
    if study.unread:
        aside(f"{unread(study.unread, Path(arguments.rest[0]))} left out.")
    new, stopped = _play(arguments, study, asked)
    changes = differences(plan, old, after, new)
    mods, names = _mods_changed(plan, after), card_names(plan, after)
    found = held_against(findings(after, new), changes, unchanged=study.unchanged, lost=study.lost)
    tell_faulty(box)
    for line in (*mods, found.compared):
        print(line)
    for each in changes:
        print(f"  {worded(each, names)}")
    for line in (*asked.told(after, new, stopped=stopped is not None), *faults_told(found.faults)):
        print(line)
    code = _ended(folder, found, after, len(new), stopped, "the same command goes on")
    if not stopped and len(new) == after.games:
        for line in _sharper(after, changes, Path(arguments.rest[0])):
            print(line)
    write(arguments, replace(found, played="; ".join((found.played, *mods))), after, changes, plan)
    return code


def _sharper(plan: Plan, changes: Sequence[Difference], folder: Path) -> Iterator[str]:
    """Yield how a comparison that is at its end and does not know yet is told from chance, where it can be."""
    from game.lab.findings import matches_to_tell, unsure

    each = unsure(changes)
    if each is None:
        return
    games, what = matches_to_tell(each, plan.games // plan.pairings), "map" if plan.kind == "maps" else "pairing"
    if games > MOST_GAMES:
        yield f"a difference as small as that of {each.name} could be told from chance only by more than {MOST_GAMES:,} matches of each {what}"
        return
    yield (
        f"a difference as large as that of {each.name} can be told from chance by about {games:,} matches of each {what}: "
        f"`starcross lab {plan.game} {plan.kind} --resume {typed(folder)} --games {games}`, then compare again"
    )


def _mods_changed(before: Plan, after: Plan) -> list[str]:
    """Return a sentence where the two were played with other mods."""
    then, now = (plan.cells[0].setup for plan in (before, after))
    return [f"before: {then.modded or 'no mod'}; now: {now.modded or 'no mod'}"] if then.mods != now.mods else []


def _planned(game: str, plan: Callable[[], T]) -> T:
    """Return what was planned; raise CommandError for what cannot be played, or is not there."""
    from game.lab.study import StudyError

    try:
        return plan()
    except SetupError as error:
        raise refused(game, *error.sentences) from None
    except StudyError as error:
        raise CommandError(str(error)) from None


# --- playing it --------------------------------------------------------------------------------------------------------


def _studied(arguments: argparse.Namespace, plan_of: Callable[[], Plan]) -> int:
    """Play a study, or what is left of it, tell what it found, and write what was asked for."""
    from game.lab.planning import Study, kept_study, new_folder

    if arguments.resume is not None:
        study = _planned(arguments.game, lambda: kept_study(box_of(arguments.game), arguments.resume))
        if {study.plan.kind, arguments.study} - {"decks", "cards"} and study.plan.kind != arguments.study:
            raise CommandError(f"{arguments.resume} holds a study of {study.plan.kind}, not of {arguments.study}.")
    else:
        plan = _planned(arguments.game, plan_of)
        study = Study(plan, _planned(plan.game, lambda: new_folder(plan.game, arguments.study, arguments.keep)))
        _see_more(plan, arguments.games)
    with _none_left(study.folder):
        return _carried_out(arguments, study)


@contextmanager
def _none_left(folder: Folder) -> Iterator[None]:
    """Take a folder that is still empty away where a study is refused after it was made."""
    try:
        yield
    except CommandError:
        with suppress(OSError):  # anything is in it
            folder.path.rmdir()
        raise


def _carried_out(arguments: argparse.Namespace, study: Study) -> int:
    from game.lab.findings import findings
    from game.lab.ladder import skill_gap
    from game.lab.planning import Study, with_skill

    plan, folder = study.plan, study.folder
    if arguments.watch is not None:
        return _watch(plan, folder, arguments)
    if arguments.skill:
        study = _planned(plan.game, lambda: with_skill(box_of(plan.game), study, arguments.skill))
        if study.skill is not None:
            _see_more(study.skill[0], arguments.skill, len(plan.cells))
    asked, only = Known.of(arguments, study), cards_named(study.plan, arguments.card or ())
    if arguments.resume is not None:
        study = _gone_on_with(arguments, study)
        plan = study.plan
    lines, stopped = _play(arguments, study, asked)
    skill = None
    if study.skill is not None and not stopped:
        more, stopped = _play(arguments, Study(*study.skill), None)
        skill = skill_gap(study.skill[0], more)
    if plan.kind == "levels":
        ladder, times = laddering.tell(plan, lines, stopped=stopped is not None)
        for line in asked.told(plan, lines, stopped=stopped is not None):
            print(line)
        code = _ended(folder, ladder, plan, len(lines), stopped)
        laddering.write(arguments.json, ladder, plan, times)
        return code
    found = replace(findings(plan, lines), kind=arguments.study, skill=skill)
    tell_faulty(box_of(plan.game))
    for line in (*report(found, plan, only), *asked.told(plan, lines, stopped=stopped is not None)):
        print(line)
    code = _ended(folder, found, plan, len(lines), stopped)
    write(arguments, found, plan)
    return code


def _gone_on_with(arguments: argparse.Namespace, study: Study) -> Study:
    """Return a kept study with as many matches as are asked for; say where it goes on with other cards than today's."""
    from game.lab.planning import longer, others_today

    if "games" in arguments.given:
        more = _planned(study.plan.game, lambda: longer(study, arguments.games))
        if more.plan != study.plan:
            _see_more(more.plan, arguments.games)
            _planned(study.plan.game, lambda: study.folder.lengthen(more.plan))
            study = more
    kept = len(_planned(study.plan.game, study.folder.lines))
    if kept < study.plan.games and others_today(box_of(study.plan.game), study.plan):
        aside(
            "What it is played with (cards, decks, maps, rules) is other today; the study goes on with what it began with, and "
            f"`starcross lab {study.plan.game} compare {typed(study.folder.path)}` measures the difference."
        )
    return study


def _see_more(plan: Plan, asked: int, pairings: int = 0) -> None:
    """Say beforehand that more matches of each pairing are going to be played than were asked for, and why."""
    pairings = pairings or plan.pairings
    each = plan.games // pairings
    if each > asked:
        every = ", as many with every deck and on every map" if len(plan.cells) > pairings else ""
        aside(f"Plays {each} matches of each {'map' if plan.kind == 'maps' else 'pairing'}, not {asked}: whole deals{every}.")


def _play(arguments: argparse.Namespace, study: Study, asked: Known | None) -> tuple[list[Line], Stop | None]:
    """Play what is lacking, with a bar on stderr that tells the first figures; return the matches that count and how it was stopped.

    Where no more can be kept, that stops it; raise CommandError where nothing can be.
    """
    from game.lab.batch import thinks_inside
    from game.lab.stopping import stoppable
    from game.lab.study import StudyError, play_study

    plan, folder, jobs = study.plan, study.folder, jobs_of(arguments, study.plan.games)
    play = partial(play_study, jobs=jobs, beside=any(map(thinks_inside, plan.cells)))
    enough = asked.enough() if asked is not None else None
    with counting() as bar:
        task = bar.add_task(plan.game, total=plan.games)
        lost, played = Unread(folder, bar.console), False

        def progress(lines: list[Line]) -> None:
            nonlocal played
            played = True
            lost.say()
            bar.update(task, completed=len(lines), description=_first(study, lines) if len(lines) % plan.round == 0 else None)

        try:
            with _pool(arguments.cluster) as pool, stoppable() as stopping:
                try:
                    return play(plan, folder, pool=pool, enough=enough, progress=progress, known=study.known), None
                except KeyboardInterrupt:
                    lost.say()
                    return folder.lines(), Stop(stopping.code)
        except (StudyError, ChildProcessError) as error:
            raise CommandError(str(error)) from None
        except OSError as error:
            why = f"{folder.path} cannot be kept: {plainly(error)}"
            if not played:
                raise CommandError(f"{why}.") from None
            return _planned(plan.game, folder.lines), Stop(2, f"{why}; stopped")


@contextmanager
def _pool(address: str | None) -> Iterator[Executor | None]:
    """Yield the executor of a cluster, or None where the processes are our own."""
    if address is None:
        yield None
        return
    try:
        from distributed import Client
    except ImportError:
        raise CommandError("--cluster needs Dask: `pip install 'starcross-tabletop[cluster]'`.") from None
    try:
        client = Client(address, timeout=REACH)
    except (OSError, ValueError) as error:
        raise CommandError(f"No scheduler answers at {address} ({type(error).__name__}).") from None
    with client:
        yield client.get_executor(pure=False, retries=3)


def _first(study: Study, lines: list[Line]) -> str:
    from game.lab.findings import differences, findings

    plan = study.plan
    if study.before is not None:
        change = next(iter(differences(*study.before, plan, lines)), None)
        return f"{plan.game}: {change.name} {signed(change.change)}" if change is not None else plan.game
    best = findings(plan, lines).standings[:1] if plan.kind != "levels" else ()
    return f"{plan.game}: {best[0].name} {share(best[0].won)}" if best else plan.game


def _watch(plan: Plan, folder: Folder, arguments: argparse.Namespace) -> int:
    """Play a match of a study once more, keep it as a save, and tell it."""
    from game.cli.replay import run as tell
    from game.lab.planning import played_again

    number: int = arguments.watch
    if not 0 <= number < plan.games:
        raise CommandError(f"The study has matches 0 to {plan.games - 1}, not {number}.")
    try:
        path = played_again(plan, folder.path, number)
    except OSError as error:
        raise CommandError(f"{folder.path} cannot be kept: {plainly(error)}.") from None
    code = tell(argparse.Namespace(file=path, verify=False, to=None, shoot=None))
    print(f"\n{plan.names[plan.place(number)[0]]}, match {number}; it is kept in {path}.")
    return code


def _ended(folder: Folder, found: Findings | Ladder, plan: Plan, matches: int, stopped: Stop | None, on: str = "") -> int:
    """Say where a study is kept, and how it was stopped; return the exit code. Its reports are written after it, as that can fail."""
    print(f"kept in {folder.path}")
    if stopped:
        on = on or f"--resume {typed(folder.path)} goes on"
        aside(f"starcross: {stopped.how} after {matches} of {counted(plan.games, 'match', 'matches')}; {on}.")
        return stopped.code
    return 1 if found.faults else 0


STUDIES: dict[str, Callable[[argparse.Namespace, Game], int]] = {
    "decks": _decks,
    "cards": _decks,
    "maps": _maps,
    "levels": _levels,
    "compare": _compare,
    "break": breaking.run,
}
"""Every study by its name: what it does with the arguments and a game, and the exit code it returns."""
