"""How closely what a study tells is to be known (`--until`), how long it may take (`--minutes`), and how it was stopped before."""

from __future__ import annotations

import argparse
from collections.abc import Iterator, Sequence
from time import monotonic
from typing import TYPE_CHECKING, NamedTuple

from game.cli import CommandError
from game.kernel.words import counted

if TYPE_CHECKING:
    from game.lab.planning import Study
    from game.lab.study import Enough, Line, Plan

MINUTES = 5.0
"""How long a comparison is played: somebody waits for it who has changed a number. The same command goes on with it."""


class Stop(NamedTuple):
    """How a study was stopped before its end: the exit code, and the words before the number of its matches."""

    code: int
    how: str = "Stopped"


class Known(NamedTuple):
    """How closely what a study is to tell was asked to be known, 0 for as closely as all its matches tell; and how many minutes it may take."""

    reach: float
    minutes: float
    kind: str
    before: tuple[Plan, list[Line]] | None

    @classmethod
    def of(cls, arguments: argparse.Namespace, study: Study) -> Known:
        """Return what was asked for; raise CommandError for a share that is none."""
        minutes = arguments.minutes or (MINUTES if study.before is not None and arguments.until is None else 0.0)
        return cls(_reach(arguments.until), minutes, arguments.study, study.before)

    def enough(self) -> Enough | None:
        """Return what tells whether matches are enough, asked after each whole round: no round is begun for which the time will not do."""
        from game.lab.planning import until

        known = until(self.reach, self.before, self.kind) if self.reach else None
        if not self.minutes:
            return known
        before = monotonic()
        end = before + 60 * self.minutes

        def enough(plan: Plan, lines: Sequence[Line]) -> bool:
            nonlocal before
            now = monotonic()
            took, before = now - before, now
            return now + took > end or (known is not None and known(plan, lines))

        return enough

    def told(self, plan: Plan, lines: Sequence[Line], *, stopped: bool) -> Iterator[str]:
        """Yield whether it is known as closely as was asked, and why fewer matches were played than are planned."""
        from game.lab.planning import LOOKED_AT, looked_at

        played = f"{len(lines):,} of {counted(plan.games, 'match', 'matches')}"
        if self.reach:
            widest = max((each.reach for each in looked_at(plan, lines, self.kind, self.before)), default=0.5)
            how = f"known within {100 * self.reach:g} %: {LOOKED_AT[self.kind]}"
            if widest <= self.reach:
                yield f"{how}; {played} were enough"
                return
            yield f"not yet {how}; the widest is ± {100 * min(widest, 1.0):.1f} after {played}"
        if self.minutes and len(lines) < plan.games and not stopped:
            yield f"played for {minutes(self.minutes)}: {played}; more tell it more closely"


def minutes(number: float) -> str:
    """Return a number of minutes in words."""
    return f"{number:g} {'minute' if number == 1 else 'minutes'}"


def _reach(share: str | None) -> float:
    """Return what --until says as a share, 0 where it says nothing; raise CommandError for what is none."""
    if share is None:
        return 0.0
    try:
        reach = float(share.strip().rstrip("%")) / 100
    except ValueError:
        reach = 0.0
    if not 0.001 <= reach <= 0.5:
        raise CommandError(f"--until is a share from 0.1% to 50%, not {share!r}.")
    return reach
