"""A study that is played while the window goes on listening: a thread waits for the processes that play, and now and then sees what they found.

The window only looks at `seen`, a value that is put in the place of the one before; so nothing it does waits for a match. Whoever stops
the study ends its processes at once, and so does the end of the program, however it comes.
"""

from __future__ import annotations

import logging
import time
from collections.abc import Callable, Sequence
from contextlib import suppress
from functools import partial
from multiprocessing import Pipe
from pathlib import Path
from threading import Thread
from typing import Any

from msgspec import Struct
from msgspec.structs import replace

from game.content.faults import plainly
from game.kernel.offers import SetupError
from game.kernel.words import capitalised
from game.lab.breaking import BreakingError
from game.lab.findings import Difference, Findings, differences, findings, held_against
from game.lab.ladder import Ladder, ladder, skill_gap
from game.lab.planning import Study, outsiders, until
from game.lab.study import Line, Plan, StudyError, play_study
from game.lab.workers import play_beside

log = logging.getLogger(__name__)

SHARE = 0.1
"""Seeing what was found takes no more than this part of the time."""

OFTEN = 0.5
"""Seconds between two looks, at least."""


class Seen(Struct, frozen=True):
    """How a study stands: so many matches of all are there, and what they tell; `left` are seconds, None while nobody knows.

    Of `findings` and `ladder` a study has one; `changes` are those of a comparison. `fault` is empty or one sentence. `enough` is
    set when it ended because all that was asked for is known closely enough, `others` when what it is played with is other today.
    """

    going: bool = True
    matches: int = 0
    games: int = 0
    findings: Findings | None = None
    ladder: Ladder | None = None
    changes: tuple[Difference, ...] = ()
    left: float | None = None
    fault: str = ""
    enough: bool = False
    others: bool = False


class Beside:
    """Work in a thread of its own, which asks `far` whether it is to end."""

    def __init__(self, work: Callable[[], None], name: str) -> None:
        self.far, self._stop = Pipe(duplex=False)
        self._thread = Thread(target=work, daemon=True, name=name)

    def start(self) -> None:
        """Begin."""
        self._thread.start()

    def stop(self) -> None:
        """End it at once; what was played stays in its folder."""
        with suppress(OSError):
            self._stop.send(None)

    def wait(self, seconds: float) -> bool:
        """Wait for its end; return whether it came."""
        self._thread.join(seconds)
        return not self._thread.is_alive()


class Going(Beside):
    """Work that tells how it stands: `seen` is a value that is put in the place of the one before, `place` the folder it is kept in, once known."""

    seen: Any

    def __init__(self, name: str) -> None:
        self.place: Path | None = None
        super().__init__(self._work, name)

    def do(self) -> None:
        """Do the work; whatever is raised becomes a sentence."""
        raise NotImplementedError

    def _work(self) -> None:
        fault = ""
        try:
            self.do()
        except SetupError as error:
            fault = " ".join(error.sentences)
        except (StudyError, BreakingError) as error:
            fault = str(error)
        except (OSError, ChildProcessError) as error:
            fault = f"The study cannot go on: {plainly(error)}."
        except Exception as error:
            log.exception("A study ended.")
            fault = f"The study cannot go on ({type(error).__name__}: {error})."
        self.seen = replace(self.seen, going=False, left=None, fault=fault)


class Running(Going):
    """A study in a thread of its own; `study_of` says which (it may take long and raise), `play` whether what is lacking is played.

    With a `reach`, it ends as soon as everything is known within that; `others` tells whether what a plan is played with is other today.
    """

    def __init__(
        self,
        study_of: Callable[[], Study],
        jobs: int = 1,
        *,
        play: bool = True,
        reach: float = 0.0,
        others: Callable[[Plan], bool] | None = None,
    ) -> None:
        self.seen = Seen()
        self.study: Study | None = None
        self.lines: Sequence[Line] = ()
        self.skilled: Sequence[Line] = ()
        self._study_of, self._jobs, self._play, self._reach, self._told_others = study_of, jobs, play, reach, others
        super().__init__("starcross-study")
        self._begun = self._next = time.monotonic()
        self._first = 0
        self._enough = self._others = False

    def do(self) -> None:
        """Play what is lacking, and see what it tells now and then."""
        study = self._study_of()
        if self._play:
            _check_inside(study.plan)
        self.lines = study.folder.lines()
        self.skilled = study.skill[1].lines() if study.skill is not None else ()
        self._first = len(self.lines) + len(self.skilled)
        self.place = study.folder.path
        self.study = study
        self._see(study)
        self._others = self._told_others is not None and self._told_others(study.plan)
        if self._play:
            self._begun = time.monotonic()
            self._play_all(study)
        self._see(study)

    def _play_all(self, study: Study) -> None:
        play = partial(play_study, jobs=self._jobs, stop=self.far)
        enough = until(self._reach, study.before) if self._reach else None
        self.lines = play(study.plan, study.folder, enough=enough, progress=partial(self._progress, study), known=study.known)
        self._enough = len(self.lines) < study.plan.games and enough is not None and enough(study.plan, self.lines)
        if study.skill is not None and (self._enough or len(self.lines) == study.plan.games):
            self.skilled = play(*study.skill, progress=partial(self._progress, study, skilled=True))

    def _progress(self, study: Study, lines: list[Line], *, skilled: bool = False) -> None:
        if time.monotonic() >= self._next:
            now = sorted(lines, key=lambda line: line.number)
            self.lines, self.skilled = (self.lines, now) if skilled else (now, self.skilled)
            self._see(study)

    def _see(self, study: Study) -> None:
        """See what so many matches tell, and when to look again."""
        start = time.monotonic()
        plan, lines = study.plan, self.lines
        games = plan.games + (study.skill[0].games if study.skill is not None else 0)
        matches = len(lines) + len(self.skilled)
        changes = differences(*study.before, plan, lines) if study.before else ()
        played, missing = matches - self._first, games - matches
        self.seen = Seen(
            matches=matches,
            games=games,
            findings=None if plan.kind == "levels" else self._found(study, changes),
            ladder=ladder(plan, lines) if plan.kind == "levels" else None,
            changes=changes,
            left=(start - self._begun) / played * missing if played > 0 else None,
            enough=self._enough,
            others=self._others,
        )
        end = time.monotonic()
        self._next = end + max(OFTEN, (end - start) / SHARE)

    def _found(self, study: Study, changes: tuple[Difference, ...]) -> Findings:
        found = findings(study.plan, self.lines)
        if study.before is not None:
            found = held_against(found, changes, unchanged=study.unchanged, lost=study.lost)
        return replace(found, skill=skill_gap(study.skill[0], self.skilled)) if study.skill is not None and self.skilled else found


def _check_inside(plan: Plan) -> None:
    """Raise StudyError for a study whose players would be programs from outside: a window starts none."""
    if outsiders(plan):
        raise StudyError(f"{', '.join(outsiders(plan))} is started by a command line only, and `lab --resume` goes on with this study.")


class Watching(Beside):
    """A match that is played once more beside the window: `play` returns its save; `path` is that once it is there, `fault` why it is not."""

    def __init__(self, play: Callable[[int], Path], number: int) -> None:
        self.number = number
        self.path: Path | None = None
        self.fault = ""
        super().__init__(self._work, "starcross-match")
        self._play = play

    def _work(self) -> None:
        try:
            for played in play_beside(partial(_kept, self._play), [[self.number]], 1, _given_up, self.far):
                if isinstance(played, Path):
                    self.path = played
                else:
                    self.fault = played
        except (OSError, ChildProcessError) as error:
            self.fault = f"The match cannot be played again: {plainly(error)}."


def _kept(play: Callable[[int], Path], number: int) -> Path | str:
    """Return the save of a match that is played in a process beside, or why it could not be kept: what is raised there ends the process."""
    try:
        return play(number)
    except OSError as error:
        return f"The match cannot be kept: {plainly(error)}."


def _given_up(_number: int, how: str, _actions: int) -> Path | str:
    return f"{capitalised(how)}."
