"""Make a picture of a table, without a window: the match is set up, some actions are taken at random, and a seat's view is drawn.

The same seed and number of actions make the same picture.
"""

from __future__ import annotations

import argparse
import os
import re
from collections.abc import Callable
from pathlib import Path
from typing import TYPE_CHECKING

from game.ai.worker import Thinker
from game.cli import CommandError
from game.cli.choices import box_of, match_arguments, refused, see_picture, setup_of, tell_faulty, write_named
from game.cli.streams import aside
from game.content.faults import plainly
from game.kernel.chance import Chance
from game.kernel.ids import Seat
from game.kernel.offers import SetupError
from game.kernel.setup import Setup
from game.kernel.words import counted
from game.match.match import Match
from game.match.replay import Replay
from game.match.seats import SeatPlan
from game.table.shell.settings import Settings, bounded

if TYPE_CHECKING:
    from game.table.shell.app import Screen

SUMMARY = "make a picture of a table, without a window"

SIZE = (1920, 1080)
SMALLEST, LARGEST = (1024, 640), (3840, 2160)
MOST_ACTIONS = 10_000
MOST_FRAMES = 600
FRAME = 0.2
"""Seconds of the picture's own clock from one frame to the next; everything that moves has come to rest before the picture is kept."""

STILL = 12


def arguments(parser: argparse.ArgumentParser) -> None:
    """Add the arguments of `starcross shoot`."""
    parser.add_argument("game", metavar="GAME")
    parser.add_argument("--out", required=True, type=Path, metavar="PNG", help="where the picture goes: .png, .jpg, .bmp or .tga")
    parser.add_argument("--size", default="1920x1080", metavar="WxH", help="its size in pixels")
    parser.add_argument("--text-size", type=int, default=100, metavar="N", help="how large text is, in percent, from 100 to 175")
    parser.add_argument("--high-contrast", action="store_true", help="draw it in high contrast")
    parser.add_argument("--actions", type=int, default=0, metavar="N", help="how many actions are taken first")
    parser.add_argument("--seat", type=int, metavar="N", help="whose view, counted from 1 (the one who chooses)")
    parser.add_argument("--seats", type=int, metavar="N", help="how many sit at the table")
    match_arguments(parser)


def run(arguments: argparse.Namespace) -> int:
    """Make the picture that the arguments ask for."""
    see_picture(arguments.out)
    size = size_of(arguments.size)
    look = Settings(text_size=arguments.text_size, high_contrast=arguments.high_contrast)
    if bounded(look) != look:
        raise CommandError(f"--text-size is a number from 100 to 175, not {arguments.text_size}.")
    if not 0 <= arguments.actions <= MOST_ACTIONS:
        raise CommandError(f"--actions is a number from 0 to {MOST_ACTIONS}, not {arguments.actions}.")
    box = box_of(arguments.game)
    seats = min(box.seats) if arguments.seats is None else arguments.seats
    if arguments.seat is not None and not 1 <= arguments.seat <= seats:
        raise CommandError(f"--seat is a number from 1 to {seats}, not {arguments.seat}.")
    if arguments.seed is None:
        arguments.seed = 0
    setup = setup_of(box, seats, arguments)
    try:
        match = played(setup, arguments.actions, None if arguments.seat is None else arguments.seat - 1)
    except SetupError as error:
        raise refused(box.id, *error.sentences) from None
    from game.table.play.match import MatchScreen

    tell_faulty(box)
    screen = MatchScreen(match)
    screen.ask_here()
    screen.rival = Silent()
    picture(screen, arguments.out, size, look=look)
    return 0


def size_of(words: str) -> tuple[int, int]:
    """Return width and height from `1920x1080`; raise CommandError for a size that no window has."""
    found = re.fullmatch(r"(\d{1,5})[xX×](\d{1,5})", words)
    if found is None:
        raise CommandError(f"A size is written like 1920x1080, not {words!r}.")
    size = int(found[1]), int(found[2])
    if not (SMALLEST[0] <= size[0] <= LARGEST[0] and SMALLEST[1] <= size[1] <= LARGEST[1]):
        raise CommandError(f"A size lies between {SMALLEST[0]}x{SMALLEST[1]} and {LARGEST[0]}x{LARGEST[1]}, not at {size[0]}x{size[1]}.")
    return size


def shoot_replay(replay: Replay, out: Path) -> None:
    """Make a picture of a replay at its position, as a bystander sees it."""
    from game.table.screens.replay import ReplayScreen

    screen = ReplayScreen(replay)
    at = replay.position
    picture(screen, out, SIZE, lambda: screen.go(at))


def played(setup: Setup, actions: int, viewer: Seat | None) -> Match:
    """Return a match after that many actions at random, in which one person sits: at `viewer`, or where a choice is due."""
    first = Match.start(setup, (SeatPlan("human"),) * setup.seats)
    chance = Chance(setup.seed)
    while first.count < actions and first.deciding is not None:
        first.submit(chance.pick(first.legal()))
    return seated(first, viewer if viewer is not None else first.deciding or 0)


def seated(first: Match, person: Seat) -> Match:
    """Return a match as far as it was played, with a person at one seat and programs at the others."""
    match = Match.start(first.setup, tuple(SeatPlan("human" if seat == person else "normal") for seat in range(first.setup.seats)))
    for number in range(1, first.count + 1):
        match.submit(first.action(number))
    return match


def picture(
    screen: Screen, out: Path, size: tuple[int, int], ready: Callable[[], None] | None = None, *, look: Settings | None = None
) -> None:
    """Draw a screen on a display that nobody sees until nothing moves any more, and keep the picture; say what the window would warn of.

    `look` says how large text is and how strong contrast; None is as a window starts out.
    """
    os.environ["SDL_VIDEODRIVER"] = os.environ["SDL_AUDIODRIVER"] = "dummy"
    import pygame

    from game.rules import shelf
    from game.table.pieces.printed import encoded
    from game.table.shell.app import App

    now = 0.0
    app = App(shelf(), settings=look or Settings(), clock=lambda: now)
    try:
        app.open(size)
        app.push(screen)
        if ready is not None:
            ready()
        still, wrong = 0, dict[str, None]()
        for _ in range(MOST_FRAMES):
            still = 0 if app.frame(()) else still + 1
            wrong |= {words: None for _, words, tone in app.notices if tone == "bad"}
            if still == STILL:
                break
            now += FRAME
        app.notices.clear()
        app.touch()
        app.show()
        if app.surface is None:
            raise CommandError("There is no display to draw on, not even one that nobody sees.")
        write_named(out, encoded(app.surface, out.name))
    except (OSError, pygame.error) as error:
        raise CommandError(f"{out} cannot be written: {plainly(error)}.") from None
    finally:
        pygame.quit()
    for words in wrong:
        aside(f"starcross: {_brief(words)}")


def _brief(words: str) -> str:
    """Return what the window would say, on one line: of several faults the first."""
    first, *more = words.splitlines() or [""]
    others = f", and {counted(len(more), 'more fault')}; `starcross check` lists them all" if more else ""
    return f"{first.rstrip('.')}{others}."


class Silent(Thinker):
    """An opponent who is asked nothing and never answers: a picture shows the table as it stands."""

    def warm(self) -> None:
        """Start nothing."""

    def ask(self, *_: object, weighs: bool = False) -> None:
        """Ask nobody."""
