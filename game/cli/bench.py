"""Measure how fast everything is, beside what it must reach and what it aims for.

The last column tells a slow or busy machine from slow code: it is what one of the things measured costs in rounds of a loop of
plain arithmetic on the same machine. Without GAME every game is measured, and the window.
"""

from __future__ import annotations

import argparse
import json
import platform
import sys
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import TYPE_CHECKING, Any

from msgspec import Struct, to_builtins

from game.cli import CommandError
from game.cli.choices import box_of, see_writable, write_named
from game.kernel.rules import Game
from game.kernel.setup import Setup
from game.rules import IDS

if TYPE_CHECKING:
    from game.cli.measure import Course

SUMMARY = "measure how fast everything is"


class Limit(Struct, frozen=True):
    """What a figure must reach and aims for; `more` tells whether more is better."""

    must: float
    aim: float
    more: bool = False


class Figure(Struct, frozen=True):
    """A measured figure: what was measured, how much, in which unit, and its limit if it has one."""

    name: str
    value: float
    unit: str
    limit: Limit | None = None

    @property
    def mark(self) -> str:
        """Return how the figure stands: `aim` reached, `ok` between, `MISSED` short of what it must be."""
        if self.limit is None:
            return ""
        sign = 1 if self.limit.more else -1
        if sign * self.value < sign * self.limit.must:
            return "MISSED"
        return "aim" if sign * self.value >= sign * self.limit.aim else "ok"


DICE_SPEED = Limit(60_000, 120_000, more=True)
CARD_SPEED = Limit(35_000, 80_000, more=True)
GRID_SPEED = Limit(10_000, 25_000, more=True)
DICE_APPLY, CARD_APPLY, GRID_APPLY = Limit(8, 4), Limit(25, 12), Limit(40, 20)

MATCHES = {GRID_SPEED: Limit(1.2, 3, more=True), CARD_SPEED: Limit(5, 10, more=True)}
"""Whole matches between two Normals, where a decision must reach so much; dice and open cards, which share that, have each their own."""

DICE_MATCHES, OPEN_MATCHES = Limit(12, 20, more=True), Limit(80, 150, more=True)

CROWDS = 6
"""From how many positions a game in full swing is measured."""

SEARCH = Limit(0.6, 0.8, more=True)
COLD_START = Limit(350, 220)
ALL_CARDS = Limit(120, 60)
BUNDLE = Limit(60, 55)
SLOWER = Limit(1.5, 1.2)

IMPORT_ALL = "from game.rules import shelf\nfor box in shelf(): box.catalogue(); box.ready_decks()"
FIRST_FRAME = """
import os
os.environ["SDL_VIDEODRIVER"] = os.environ["SDL_AUDIODRIVER"] = "dummy"
import game.cli.play
from game.rules import shelf
from game.table.shell.app import App
from game.table.shell.scale_factor import FIRST
from game.table.screens.menu import MenuScreen
app = App(shelf())
app.open(FIRST)
app.push(MenuScreen())
app.frame()
os._exit(0)
"""

REDRAW, LARGE, MOVING, FLIP, THINKING = Limit(5, 3.5), Limit(16, 10), Limit(2, 0.8), Limit(6, 4), Limit(20, 17.5)
IDLE_FOCUSED, IDLE_UNFOCUSED = Limit(1, 0.4), Limit(0.3, 0.15)


def arguments(parser: argparse.ArgumentParser) -> None:
    """Add the arguments of `starcross bench`."""
    parser.add_argument("game", nargs="*", metavar="GAME")
    parser.add_argument("--json", metavar="FILE", type=Path, help="write the figures there as well")
    parser.add_argument("--seconds", type=float, default=1.0, metavar="S", help="how long to measure each speed (three times)")


def run(arguments: argparse.Namespace) -> int:
    """Measure, print a line a figure, and write the JSON that was asked for."""
    from game.cli.measure import calibration

    if not 0.01 <= arguments.seconds <= 60:
        raise CommandError(f"Each speed is measured for 0.01 to 60 seconds, not {arguments.seconds:g}.")
    games = [box_of(name).id for name in arguments.game] or list(IDS)
    if arguments.json is not None:
        see_writable(arguments.json)
    loop = calibration()
    print(f"Python {platform.python_version()} on {platform.machine()}; calibration loop {loop:,.0f} rounds/s")
    print(f"{'figure':44}{'value':>12} {'unit':12}{'must':>9}{'aim':>9}  {'mark':7}{'rounds':>10}")
    figures = []
    sources: list[Callable[[], Iterator[Figure]]] = [lambda game=game: _game(game, arguments.seconds) for game in games]  # type: ignore[misc]
    if not arguments.game:
        sources.append(_program)
    for source in sources:
        for figure in source():
            figures.append(figure)
            print(_line(figure, loop), flush=True)
    missed = [figure.name for figure in figures if figure.mark == "MISSED"]
    print("Every figure is what it must be." if not missed else f"Missed: {'; '.join(missed)}.")
    if arguments.json is not None:
        _write(arguments.json, figures, loop)
    return 0


def _game(game: str, seconds: float) -> Iterator[Figure]:
    from game.cli.measure import (
        POSITIONS,
        api_steps,
        decisions,
        environment_steps,
        greedy_matches,
        microseconds_an_apply,
        search,
        slower_at_its_end,
    )

    box = box_of(game)
    matches = OPEN_MATCHES if box.catalogue() else DICE_MATCHES
    for label, course, starts in _courses(game):
        speed, apply = limits(box, course)
        title = f"{game}{label}"
        a_second = decisions(course, starts, seconds)
        yield Figure(f"{title}: decisions", a_second, "a second", speed)
        states = starts or course.states(200, 3)
        yield Figure(f"{title}: one apply", microseconds_an_apply(course, states), "µs", apply)
        a_second, an_iteration, kept = search(course, states[:: max(1, len(states) // POSITIONS)][:POSITIONS], starts, seconds)
        yield Figure(f"{title}: search iterations", a_second, "a second")
        yield Figure(f"{title}: decisions a search iteration", an_iteration, "")
        yield Figure(f"{title}: search efficiency", kept, "", SEARCH)
    yield Figure(f"{game}: greedy matches", greedy_matches(course, seconds), "a second", MATCHES.get(speed, matches))
    if box.crowd is not None:
        count, slower = slower_at_its_end(Setup(game, min(box.seats), options=box.crowd.endless))
        yield Figure(f"{game}: last of {count:,} actions by the first", slower, "times", SLOWER)
    yield Figure(f"{game}: random steps of the api", api_steps(course.setup, seconds), "a second")
    try:
        yield Figure(f"{game}: random steps of the environment", environment_steps(course.setup, seconds), "a second")
    except ImportError:
        print(f"{game}: the environment is not measured, the extra `gym` is not installed")


def limits(box: Game, course: Course) -> tuple[Limit, Limit]:
    """Return what decisions a second and microseconds an apply must reach: on a grid, with cards that are hidden or open, or with dice."""
    if course.setup.map:
        return GRID_SPEED, GRID_APPLY
    if not box.catalogue():
        return DICE_SPEED, DICE_APPLY
    return CARD_SPEED if course.hides() else DICE_SPEED, CARD_APPLY


def _courses(game: str) -> Iterator[tuple[str, Course, list[Any] | None]]:
    """Yield what is measured of a game: a label, the matches, and the positions to begin from (None: from the start)."""
    from game.cli.measure import Course

    box = box_of(game)
    seats, crowd = min(box.seats), box.crowd
    if crowd is None:
        yield "", Course(Setup(game=game, seats=seats)), None
        return
    course = Course(Setup(game=game, seats=seats, map=crowd.map))
    yield f", {crowd.each} a side", course, course.crowded(CROWDS, crowd.each)


def _program() -> Iterator[Figure]:
    from game import paths
    from game.cli.measure import mebibytes, milliseconds_of

    if not getattr(sys, "frozen", False):
        yield Figure("import of all games and cards", milliseconds_of(IMPORT_ALL), "ms", ALL_CARDS)
        yield Figure("cold start to first frame", milliseconds_of(FIRST_FRAME), "ms", COLD_START)
        yield from _window()
    bundle = paths.PACKAGE.parent / "dist" / "starcross"
    if bundle.is_dir():
        yield Figure("packaged program", mebibytes(bundle), "MiB", BUNDLE)


def _window() -> Iterator[Figure]:
    from game.cli.windowed import measured, own_display
    from game.table.bench import measure

    figures = measure()
    yield Figure("full redraw, 60 cards and 240 tiles, p95", figures.redraw, "ms", REDRAW)
    yield Figure("the same at 3840 × 2160, p95", figures.large, "ms", LARGE)
    yield Figure("animation frame, six moving cards, p95", figures.moving, "ms", MOVING)
    yield Figure("that frame while hands and rows close up, p95", figures.closing, "ms")
    yield Figure("a frame in which a blow is felt, p95", figures.felt, "ms", REDRAW)
    try:
        with own_display() as display:
            yield Figure("X11 frame with its flip, p95", measured("flip()", display=display), "ms", FLIP)
    except FileNotFoundError:
        print("X11 frame with its flip: not measured, there is no Xvfb here")
    yield Figure("frame interval while an opponent thinks, p95", measured("thinking()"), "ms", THINKING)
    yield Figure("idle, focused", measured("idle(focused=True)"), "% of a core", IDLE_FOCUSED)
    yield Figure("idle, unfocused", measured("idle(focused=False)"), "% of a core", IDLE_UNFOCUSED)


def _line(figure: Figure, loop: float) -> str:
    must, aim = (f"{figure.limit.must:,g}", f"{figure.limit.aim:,g}") if figure.limit else ("", "")
    seconds = {"a second": 1 / max(figure.value, 1e-9), "µs": figure.value / 1e6, "ms": figure.value / 1e3}.get(figure.unit)
    rounds = "" if seconds is None else f"{seconds * loop:,.1f}"
    value = f"{figure.value:,.0f}" if figure.value >= 1000 else f"{figure.value:.2f}"
    return f"{figure.name:44}{value:>12} {figure.unit:12}{must:>9}{aim:>9}  {figure.mark:7}{rounds:>10}".rstrip()


def _write(path: Path, figures: list[Figure], loop: float) -> None:
    content = {
        "python": platform.python_version(),
        "machine": platform.machine(),
        "calibration": loop,
        "figures": [{**to_builtins(figure), "mark": figure.mark} for figure in figures],
    }
    write_named(path, json.dumps(content, indent=2) + "\n")
