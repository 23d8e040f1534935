"""The study `levels` of `starcross lab`: a round robin of the levels, told pair by pair with ratings, calibration, thinking times and habits."""

from __future__ import annotations

import argparse
import json
from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import TYPE_CHECKING

from game.ai.brought import PROGRAM
from game.ai.levels import title
from game.cli.choices import faults_told, write_named
from game.kernel.words import counted

if TYPE_CHECKING:
    from game.lab.ladder import Ladder, Thinking
    from game.lab.study import Line, Plan


def arguments(parser: argparse.ArgumentParser) -> None:
    """Add the arguments that only this study has."""
    group = parser.add_argument_group("levels")
    group.add_argument(
        "--habits",
        action="store_true",
        help="count what no good player would do, too; it asks of every decision what else there was, and takes up to a hundred times as long",
    )


def tell(plan: Plan, lines: Sequence[Line], *, stopped: bool = False) -> tuple[Ladder, Sequence[Thinking]]:
    """Print what was found, and return it and how long the levels think, which is not measured once it is `stopped`."""
    from game.lab.findings import settled
    from game.lab.ladder import ladder

    found = ladder(plan, lines)
    times = () if stopped else _measured(plan, found)
    for line in report(found, times, settled(plan), meanings(plan, found)):
        print(line)
    return found, times


def write(path: Path | None, found: Ladder, plan: Plan, times: Sequence[Thinking]) -> None:
    """Write the JSON that was asked for, if any; raise CommandError where it cannot be written."""
    from msgspec import to_builtins

    from game.lab.findings import settled
    from game.lab.ratings import scale

    if path is None:
        return
    content = to_builtins(found) | {
        "thinking": to_builtins(times),
        "scale": scale(),
        "meant": meanings(plan, found),
        "seed": plan.cells[0].setup.seed,
        "mods": plan.cells[0].setup.mods,
        "played": settled(plan),
        "iterations": plan.cells[0].iterations,
    }
    write_named(path, json.dumps(content, indent=2) + "\n")


def _measured(plan: Plan, found: Ladder) -> Sequence[Thinking]:
    """Return how long the levels think; nothing where the end is asked for meanwhile: all else is known by then."""
    from game.lab.ladder import thinking
    from game.lab.stopping import stoppable

    with stoppable():
        try:
            return thinking(plan, found.levels)
        except KeyboardInterrupt:
            return ()


def meanings(plan: Plan, found: Ladder) -> dict[str, str]:
    """Return every habit that was counted, by its name, with what it is."""
    from game.lab.habits import names
    from game.rules import open_box

    setup = plan.cells[0].setup
    return names(open_box(setup.game).rules(setup)) if found.habits else {}


def report(found: Ladder, times: Sequence[Thinking], played: str = "", meant: Mapping[str, str] | None = None) -> list[str]:
    """Return what the study tells, a line each; `played` says what decided the matches beside the players, `meant` what each habit is."""
    from game.lab.findings import SURE, percent
    from game.lab.ratings import scale

    lines = [f"{found.game}, levels: {counted(found.matches, 'match', 'matches')}{', ' if played else ''}{played}"]
    lines += [
        f"  {title(pair.upper)} beats {title(pair.lower)}: {percent(pair.won)} ({counted(pair.won.count, 'deal')})" for pair in found.pairs
    ]
    rated = ", ".join(f"{title(each.level)} {each.mean:.1f} ± {SURE * each.spread:.1f}" for each in found.ratings)
    lines.append(f"ratings: {rated or '–'}")
    if rated:
        lines.append(f"  {scale()}")
    if times:
        lines.append(
            "thinking, in ms of processor time a decision, of a few that were timed: " + ", ".join(_thinks(each) for each in times)
        )
    seen = any(each.moments for each in found.calibration.bins)
    lines.append(f"prospects: Brier score {found.calibration.brier:.4f}" if seen else "prospects: –")
    if seen:
        lines.append(
            "  how far chances came true: 0 is always, 0.25 as of a coin between two; then the moments by how high the chances were"
        )
    for number, each in enumerate(found.calibration.bins):
        if each.moments:
            lines.append(
                f"  {10 * number}–{10 * number + 10} %: {100 * each.foreseen:.1f} % foreseen, {100 * each.came:.1f} % won, "
                f"{counted(each.moments, 'moment')}"
            )
    for level, habits in found.habits.items():
        told = (f"{name} {times if chances else '–'} of {counted(chances, 'chance')}" for name, (times, chances) in habits.items())
        lines.append(f"habits of {title(level)}: {', '.join(told)}")
    lines += [f"  {name}: {words}" for name, words in (meant or {}).items()]
    return lines + faults_told(found.faults)


def _thinks(each: Thinking) -> str:
    """Return how long a level thinks, and of how many decisions that was measured: a dash for one that never decided; a program's own time is that of the clock on the wall."""
    if not each.decisions:
        return f"{title(each.level)} –"
    timed = f"{counted(each.decisions, 'decision')}{' by the clock' if each.level.startswith(PROGRAM) else ''}"
    return f"{title(each.level)} {each.mean:.1f} (p95 {each.p95:.1f}, of {timed})"
