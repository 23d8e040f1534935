"""Play a match: in the window, or with --text in words.

Seats are filled in order by `human`, a level (such as `novice` or `hard`) or a player of your own (FILE.py:CLASS, exec:COMMAND); those not
named are filled by `normal`. Every step is kept, and `--resume FILE` goes on with a match that was left; with --seat others sit there from now
on.
"""

from __future__ import annotations

import argparse
import os
import re
import sys
from collections.abc import Sequence
from contextlib import suppress
from pathlib import Path

from game import paths
from game.cli import CommandError
from game.cli.choices import box_of, faulty, listed, match_arguments, plans_of, refused, setup_of
from game.cli.streams import aside
from game.cli.typed_paths import see_no_folder, see_save
from game.content.files import is_there
from game.kernel.offers import SetupError
from game.kernel.rules import Game
from game.kernel.words import enumerated, meant_name, sayable
from game.match.match import Match
from game.match.save import InUseError, SaveError, remove_save
from game.match.seats import introduced, named

SUMMARY = "play a match, in the window or in words"
OPPONENT = "normal"


def arguments(parser: argparse.ArgumentParser) -> None:
    """Add the arguments of `starcross play`."""
    parser.add_argument("game", nargs="?", metavar="GAME")
    parser.add_argument(
        "--seat",
        action="extend",
        nargs="+",
        metavar="WHO",
        help="who fills the next seat: human, a level of play, with a temperament or without (hard:bold), FILE.py:CLASS or exec:COMMAND",
    )
    match_arguments(parser)
    parser.add_argument("--take-backs", action="store_true", help="allow undo even after dice or hidden cards were seen")
    parser.add_argument("--resume", metavar="FILE", type=Path, help="go on with a match that was kept")
    parser.add_argument("--apart", action="store_true", help="with --resume, go on as a match of its own and leave that one as it is")
    parser.add_argument("--position", metavar="NAME", help="begin in a position: a lesson or puzzle of the game by name, or a file")
    parser.add_argument("--text", action="store_true", help="play in words, without a window")


def keeps(arguments: argparse.Namespace) -> bool:
    """Tell that something is kept in the user's folder."""
    del arguments
    return True


def run(arguments: argparse.Namespace) -> int:
    """Play the match that the arguments ask for."""
    if not arguments.text:
        see_display()
        match = match_of(arguments)
        try:
            return open_window(match)
        except CommandError:
            if arguments.resume is None and match.path is not None:  # it was begun for a window that there is not
                match.close()
                remove_save(match.path)
            raise
    match = match_of(arguments)
    from game.ai.brought import PlayerError
    from game.cli.lesson import LessonTable
    from game.cli.text import TextTable
    from game.content.positions import positions_of
    from game.lab.stopping import stoppable
    from game.match.course import course_of

    course = course_of(match, positions_of(match.setup.game)) if match.position else None
    table = TextTable(match, _hear, _say, _wipe) if course is None else LessonTable(course, _hear, _say, _wipe)
    code = 0
    try:
        with stoppable() as stopping, suppress(KeyboardInterrupt):
            for line in faulty(box_of(match.setup.game)):
                print(line)
            if match.setup.mods:
                _say(f"Played with the {match.setup.modded}.")
            table.play()
        code = stopping.code
        if code:
            left = table.left()
            _say(f"\n{left}".rstrip() if sys.stdin.isatty() else left)  # there ^C stands in the line
            aside("starcross: Stopped.")
    except PlayerError as error:
        raise CommandError(f"{error} {table.left()}".rstrip()) from None
    finally:
        match.close()
    return 2 if match.save_fault else code


def match_of(arguments: argparse.Namespace) -> Match:
    """Return the match to play, started or resumed; raise CommandError when there can be none."""
    if arguments.resume is not None:
        _see_settled(arguments, "--resume", ("deck", "map", "option", "seed", "position", "take_backs"))
        see_save(arguments.resume)
        try:
            match = Match.resume(arguments.resume, apart=arguments.apart, plans=plans_of(_players(arguments)))
        except InUseError as error:
            raise CommandError(
                f"{str(error).rstrip('.')}; `starcross replay` looks on, and --apart goes on as a match of its own."
            ) from None
        except SaveError as error:
            raise CommandError(str(error)) from None
        except SetupError as error:
            raise CommandError(" ".join(error.sentences)) from None
        if arguments.game not in (None, match.setup.game):
            raise CommandError(f"{arguments.resume.name} holds a match of {match.setup.game}, not of {arguments.game}.")
        return match
    if arguments.apart:
        raise CommandError("--apart goes with --resume FILE.")
    if arguments.game is None:
        raise CommandError("Which game? `starcross play GAME`, or --resume FILE.")
    if arguments.position is not None:
        return position_match(arguments)
    box = box_of(arguments.game)
    players = list(_players(arguments) or ["human"])
    players += [OPPONENT] * (min(box.seats) - len(players))
    setup = setup_of(box, len(players), arguments)
    if arguments.take_backs:
        from msgspec.structs import replace

        setup = replace(setup, take_backs=True)
    try:
        return Match.start(setup, introduced(plans_of(players), person()), folder=paths.saves_folder())
    except SetupError as error:
        raise refused(box.id, *error.sentences) from None


def person() -> str:
    """Return the name that the person at this machine has given in the settings, empty for none."""
    from game.table.shell.settings import read_settings

    return read_settings()[0].name


def position_match(arguments: argparse.Namespace) -> Match:
    """Return a match that begins in a position; raise CommandError where something cannot be."""
    from game.content.positions import read_position

    box = box_of(arguments.game)
    _see_settled(arguments, "--position", ("deck", "map", "option", "seed"))
    path = _position_file(box, arguments.position)
    try:
        position = read_position(path, box.id)
        players = list(_players(arguments) or [OPPONENT] * position.seat + ["human"])
        players += [OPPONENT] * (position.setup.seats - len(players))
        return Match.lay(position, named(plans_of(players), person()), folder=paths.saves_folder())
    except SetupError as error:
        raise refused(box.id, *error.sentences) from None


def _position_file(box: Game, words: str) -> Path:
    """Return the file of the position that words mean; raise CommandError where they mean none, or several."""
    from game.content.positions import off_position, position_files, positions_called, positions_of

    named = positions_called(box.id, words)
    path = Path(words)
    if is_there(path) and not path.is_dir() and words not in {each.stem for each in named}:
        return path
    if len(named) == 1:
        return named[0]
    if named:
        stems = [each.stem for each in named]
        called = [each.stem if stems.count(each.stem) == 1 else str(each) for each in named]
        raise CommandError(f"{words!r} may be {enumerated([repr(each) for each in called], 'or')}: type one of these.")
    off = off_position(words, box.id)
    if off:
        raise CommandError(f"{box.title} has no position {words!r}{off}.")
    see_no_folder(path, "a position")
    names = [each.stem for each in position_files(box.id)]
    titles = [position.title for position in positions_of(box.id)]
    fits = meant_name(words, [*names, *titles]) or f"; there are {listed(names)}"
    raise CommandError(f"{box.title} has no position {words!r}, and there is no such file{fits}.")


def _players(arguments: argparse.Namespace) -> list[str]:
    """Return who was named for the seats; raise CommandError for several in one word."""
    players: list[str] = arguments.seat or []
    for player in players:
        if re.fullmatch(r"[\w:@-]+(?:, ?[\w:@-]+)+", player) and not player.startswith("exec:"):
            apart = player.replace(",", " ").split()
            raise CommandError(f"{player!r} names several players in one word; they stand apart: --seat {' '.join(apart)}.")
    return players


def _see_settled(arguments: argparse.Namespace, beside: str, names: Sequence[str]) -> None:
    """Raise CommandError for an argument that would change nothing, as what it says was settled before."""
    given = [
        f"--{name.replace('_', '-')}" for name in names if getattr(arguments, name) is not None and getattr(arguments, name) is not False
    ]
    if given:
        raise CommandError(f"{enumerated(given)} {'has' if len(given) == 1 else 'have'} no place beside {beside}, which says that itself.")


def see_display() -> None:
    """See that a window can be opened, before anything is begun; raise CommandError where it cannot."""
    from game.table.shell.desktop import NoDisplayError, open_display

    try:
        open_display()
    except NoDisplayError as error:
        raise CommandError(str(error)) from None


def open_window(match: Match | None = None) -> int:
    """Open the window, on the menu or on a match; raise CommandError where none can be opened, which some displays say only then."""
    see_display()
    from game.rules import shelf
    from game.table.screens.opening import screen_of
    from game.table.shell.desktop import NoDisplayError
    from game.table.window import run as run_window

    try:
        return run_window(shelf(), None if match is None else screen_of(match))
    except NoDisplayError as error:
        raise CommandError(str(error)) from None


def _say(line: str) -> None:
    """Tell a line at once, to whoever listens at the other end of a pipe as well; what would steer it is told as `?`."""
    from game.lab.stopping import see

    see()
    print(sayable(line), flush=True)


CLEAR = "\x1b[H\x1b[2J\x1b[3J"
"""Cursor home, the screen empty, and what has scrolled out of it as well."""


def _wipe() -> None:
    """Take all that was told off the terminal where somebody types, its scrolled lines included; a pipe gets a page break."""
    if not (sys.stdin.isatty() or sys.stdout.isatty()):
        print("\f", flush=True)
    elif sys.platform == "win32":
        os.system("cls")  # noqa: S605, S607  (the console's own word, as older ones know no escapes)
    elif sys.stdout.isatty():
        print(CLEAR, end="", flush=True)
    else:
        Path(os.ttyname(sys.stdin.fileno())).write_text(CLEAR, encoding="ascii", newline="\n")


def _hear() -> str:
    if sys.stdin.isatty():
        print("> ", end="", flush=True)
    from game.lab.stopping import idle

    with idle():
        line = sys.stdin.readline()
    if not line:
        raise EOFError
    return line
