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

from msgspec import Struct
from msgspec.structs import replace

from game.kernel.offers import SetupError
from game.lab.findings import Difference, Findings, differences, findings
from game.lab.ladder import Ladder, ladder
from game.lab.planning import Study, outsiders, played_again
from game.lab.study import Line, Plan, StudyError, play_study
from game.lab.workers import play_beside

log = logging.getLogger(__name__)

SHARE = 0.1
"""Seeing what was found takes no more than this part of the time."""

OFTEN = 0.5
"""Seconds between two looks, at least."""


class Seen(Struct, frozen=True):
    """How a study stands: so many matches of all are there, and what they tell; `left` are seconds, None while nobody knows.

    Of `findings` and `ladder` a study has one; `changes` are those of a comparison. `fault` is empty or one sentence.
    """

    going: bool = True
    matches: int = 0
    games: int = 0
    findings: Findings | None = None
    ladder: Ladder | None = None
    changes: tuple[Difference, ...] = ()
    left: float | None = None
    fault: str = ""


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


class Running(Beside):
    """A study in a thread of its own; `study_of` says which (it may take long and raise), `play` whether what is lacking is played."""

    def __init__(self, study_of: Callable[[], Study], jobs: int = 1, *, play: bool = True) -> None:
        self.seen = Seen()
        self.study: Study | None = None
        self.lines: Sequence[Line] = ()
        self._study_of, self._jobs, self._play = study_of, jobs, play
        super().__init__(self._work, "starcross-study")
        self._begun = self._next = time.monotonic()
        self._first = 0

    def _work(self) -> None:
        try:
            study = self._study_of()
            if self._play:
                _check_inside(study.plan)
            lines = study.folder.lines()
            self._first = len(lines)
            self.study = study
            self._see(lines)
            if self._play:
                self._begun = time.monotonic()
                lines = play_study(study.plan, study.folder, jobs=self._jobs, progress=self._progress, stop=self.far)
            self._see(lines)
        except SetupError as error:
            self._fail(" ".join(error.sentences))
        except StudyError as error:
            self._fail(str(error))
        except (OSError, ChildProcessError) as error:
            self._fail(f"The study cannot go on: {error}.")
        except Exception as error:
            log.exception("A study ended.")
            self._fail(f"The study cannot go on ({type(error).__name__}: {error}).")
        self.seen = replace(self.seen, going=False, left=None)

    def _fail(self, sentence: str) -> None:
        self.seen = replace(self.seen, fault=sentence)

    def _progress(self, lines: list[Line]) -> None:
        if time.monotonic() >= self._next:
            self._see(sorted(lines, key=lambda line: line.number))

    def _see(self, lines: Sequence[Line]) -> None:
        """See what so many matches tell, and when to look again."""
        study = self.study
        if study is None:
            return
        start = time.monotonic()
        plan, lines = study.plan, list(lines)
        self.lines = lines
        played, missing = len(lines) - self._first, plan.games - len(lines)
        self.seen = Seen(
            matches=len(lines),
            games=plan.games,
            findings=None if plan.kind == "levels" else findings(plan, lines),
            ladder=ladder(plan, lines) if plan.kind == "levels" else None,
            changes=differences(*study.before, plan, lines) if study.before else (),
            left=(start - self._begun) / played * missing if played else None,
        )
        end = time.monotonic()
        self._next = end + max(OFTEN, (end - start) / SHARE)


def _check_inside(plan: Plan) -> None:
    """Raise StudyError for a study whose players would be programs from outside: a window starts none."""
    if outsiders(plan):
        raise StudyError(f"{', '.join(outsiders(plan))} is started by a command line only, and `lab --resume` goes on with this study.")


class Watching(Beside):
    """A match of a study that is played once more beside the window: `path` is its save once it is there, `fault` why it is not."""

    def __init__(self, study: Study, number: int) -> None:
        self.number = number
        self.path: Path | None = None
        self.fault = ""
        super().__init__(self._work, "starcross-match")
        self._play = partial(played_again, study.plan, study.folder.path)

    def _work(self) -> None:
        try:
            for played in play_beside(self._play, [[self.number]], 1, _given_up, self.far):
                if isinstance(played, Path):
                    self.path = played
                else:
                    self.fault = played
        except (OSError, ChildProcessError) as error:
            self.fault = f"The match cannot be played again: {error}."


def _given_up(_number: int, how: str) -> Path | str:
    return f"The process that played the match ended ({how})."
