"""A study: batches of matches played in turns, kept in a folder line by line, so that it can be stopped, gone on with, watched and compared.

Its plan says everything; a match is a function of the plan and its number, so it does not matter who plays it, or when. The numbers go
round: one deal of every batch (as many matches as there are seats, in which the entrants change places), then the next of each. So the first
figures are of all batches alike, and a study that was stopped is a smaller study of the same kind.
"""

from __future__ import annotations

from collections.abc import Callable, Generator, Iterable, Sequence
from concurrent.futures import Executor
from contextlib import closing
from functools import partial
from multiprocessing.connection import Connection
from pathlib import Path

import msgspec
from msgspec import Struct
from msgspec.structs import replace

from game.content.faults import plainly
from game.content.files import MissingError, UnreadableError, continued, is_file, is_there, read_whole, real, replace_file
from game.content.kept import NO_JSON, read_kept
from game.content.texts import MARK
from game.kernel.setup import Rows, Setup
from game.lab.alone import alone
from game.lab.batch import Batch, Played, check_batch, given_up, play_one
from game.lab.workers import play_beside, play_pooled, played_there

PLAN = "plan.json"
MATCHES = "matches.jsonl"

MOST_BYTES = 1 << 30
"""A folder's files are read up to this size."""

PORTION = 2
"""So many deals a process is given at once."""


NEAR = 1e-6
"""So near to 1 the shares of a match that is finished come together; those of any other are nothing."""


class StudyError(Exception):
    """A folder that holds no study, or another one; its words are one sentence."""


class Plan(Struct, frozen=True):
    """What is to be played: of each cell, one batch, `deals` deals; `kind` says what it is to tell (decks, cards, maps), `names` name the cells."""

    game: str
    kind: str
    names: tuple[str, ...]
    cells: tuple[Batch, ...]
    deals: int

    @property
    def seats(self) -> int:
        """Return how many seats each match has."""
        return self.cells[0].setup.seats

    @property
    def round(self) -> int:
        """Return how many matches one deal of every cell makes."""
        return len(self.cells) * self.seats

    @property
    def games(self) -> int:
        """Return how many matches it has."""
        return self.deals * self.round

    @property
    def pairings(self) -> int:
        """Return how many pairings it has, or maps: of levels, each plays on several maps and with several decks."""
        return len({batch.levels for batch in self.cells}) if self.kind == "levels" else len(self.cells)

    def of_games(self, games: int) -> Plan:
        """Return the same plan with at least so many matches of each pairing; those of whole deals have the numbers they had."""
        return replace(self, deals=max(1, -(-games // (self.round // self.pairings))))

    def place(self, number: int) -> tuple[int, int]:
        """Return the cell of a match, and its number within the batch."""
        deal, rest = divmod(number, self.round)
        cell, turned = divmod(rest, self.seats)
        return cell, deal * self.seats + turned


class Line(Struct, frozen=True):
    """A match of a study: its number, its cell and how it went."""

    number: int
    cell: int
    match: Played


def faults_of(plan: Plan, lines: Iterable[Line]) -> tuple[str, ...]:
    """Return the faults of the matches of a study, each with its pairing and the number by which the study knows the match.

    What is kept of a fault has the number within the batch, as any batch tells it.
    """
    return tuple(_fault(plan, line) for line in lines if line.match.fault)


def _fault(plan: Plan, line: Line) -> str:
    fault, there = line.match.fault, f"match {line.match.number} (seed "
    where = f"{plan.names[line.cell]}, match {line.number}"
    return fault.replace(there, f"{where} (seed ", 1) if fault.startswith(there) else f"{where}: {fault}"


Progress = Callable[[list[Line]], None]
"""Told all matches there are, whenever there is one more."""

Enough = Callable[[Plan, Sequence[Line]], bool]
"""Tells of some whole rounds whether they are enough."""


def made(plan: Plan) -> Plan:
    """Return a plan whose batches are checked, completed and counted; raise SetupError for one that cannot be played."""
    return replace(plan, cells=tuple(replace(check_batch(batch), counted=True) for batch in plan.cells))


def play_number(plan: Plan, number: int) -> Line:
    """Play one match of a study."""
    cell, inner = plan.place(number)
    return Line(number, cell, play_one(plan.cells[cell], inner))


class Folder:
    """Where a study is kept: its plan, and a line for each match in the order they were done."""

    def __init__(self, path: Path) -> None:
        self.path = path
        self.unread = 0
        """So many matches were kept and could not be read."""

    @property
    def begun(self) -> bool:
        """Tell whether a study is kept here."""
        return is_there(self.path / PLAN)

    def begin(self, plan: Plan) -> list[Line]:
        """Write the plan, or find the same one there, and return the matches that were played; raise StudyError where another is kept.

        What cannot be read of them is taken away, so that others can follow.
        """
        written = msgspec.json.encode(plan)
        place = self.path / PLAN
        if place.exists():
            if self.plan() != msgspec.json.decode(written, type=Plan):
                raise StudyError(f"{self.path} holds another study; `--resume` goes on with that one.")
            return self._mended(plan)
        replace_file(place, written, durable=False)
        return []

    def lengthen(self, plan: Plan) -> None:
        """Write a plan of more matches in the place of the one that is kept; raise StudyError while another program plays here, or where it cannot be written."""
        try:
            with alone(self.path, StudyError):
                replace_file(self.path / PLAN, msgspec.json.encode(plan))
        except OSError as error:
            raise StudyError(f"{self.path} cannot be kept: {plainly(error)}.") from None

    def plan(self) -> Plan:
        """Return the plan; raise StudyError when there is none. One that does not say how it deals is of old: the matches of its deals share their seed."""
        if is_file(self.path):
            raise StudyError(f"{self.path} is a file, and a study is kept in a folder.")
        try:
            plan = read_kept(self.path / PLAN, Plan, MOST_BYTES)
            return replace(plan, cells=tuple(replace(batch, apart=bool(batch.apart)) for batch in plan.cells))
        except MissingError:
            raise StudyError(f"{self.path} holds no study." if is_there(self.path) else f"There is no folder {self.path}.") from None
        except UnreadableError as error:
            raise StudyError(f"{self.path / PLAN} is no plan of a study: {error}.") from None

    def lines(self) -> list[Line]:
        """Return the matches that are kept and can be read, by number; raise StudyError where there is no study."""
        return self._kept(self.plan())[0] if is_there(self.path / MATCHES) else []

    def _mended(self, plan: Plan) -> list[Line]:
        """Return the matches that are kept, and keep no more than these."""
        lines, sound, content = self._kept(plan)
        if sound != content:
            replace_file(self.path / MATCHES, sound)
        return lines

    def _kept(self, plan: Plan) -> tuple[list[Line], bytes, bytes]:
        """Return the matches of a plan that are kept, their lines and the whole file; a last line that was cut off is no match yet."""
        path = self.path / MATCHES
        try:
            content = read_whole(path, MOST_BYTES).removeprefix(MARK)
        except MissingError:
            content = b""
        except UnreadableError as error:
            raise StudyError(f"{path} cannot be read: {error}.") from None
        *texts, _ = content.split(b"\n")
        found, sound = dict[int, Line](), list[bytes]()
        for text in texts:
            line = _line_of(plan, text)
            if line is not None:
                found[line.number] = line
                sound.append(text + b"\n")
        self.unread = len(texts) - len(sound)
        return [found[number] for number in sorted(found)], b"".join(sound), content


def _line_of(plan: Plan, text: bytes) -> Line | None:
    """Return the match that a line tells, None where it tells none of the plan."""
    try:
        line = msgspec.json.decode(text, type=Line)
    except NO_JSON:
        return None
    there = 0 <= line.number < plan.games and plan.place(line.number) == (line.cell, line.match.number)
    shares = line.match.shares
    whole = abs(sum(shares) - line.match.finished) < NEAR and all(0.0 <= share <= 1.0 for share in shares)
    return line if there and whole and len(shares) == len(line.match.entrants) == plan.seats else None


def play_study(
    plan: Plan,
    folder: Folder,
    *,
    jobs: int = 1,
    pool: Executor | None = None,
    enough: Enough | None = None,
    progress: Progress | None = None,
    stop: Connection | None = None,
    known: Sequence[Line] = (),
    beside: bool = False,
) -> list[Line]:
    """Play what a study still lacks, and return the matches that count; each is in the folder as soon as it is played.

    With `enough`, only so many rounds count as were enough, and no more are played; that is the same on any number of processes. A
    KeyboardInterrupt goes through, and what was played stays. With `stop`, matches are played on processes of our own, and
    whatever comes over it ends the study there; what was played is returned. `known` are matches that should come out as they did in
    another study: the first of them is played, and if it does, so do the others, and are not. `beside` never plays in this process. Raise
    StudyError while another program plays in the folder.
    """
    with alone(folder.path, StudyError):
        return _play_alone(plan, folder, jobs, pool, enough, progress, stop, known, beside=beside)


def _play_alone(
    plan: Plan,
    folder: Folder,
    jobs: int,
    pool: Executor | None,
    enough: Enough | None,
    progress: Progress | None,
    stop: Connection | None,
    known: Sequence[Line],
    *,
    beside: bool,
) -> list[Line]:
    lines = _with_known(plan, folder, known, partial(_played, plan, jobs=1, pool=pool, stop=stop, beside=beside))
    numbers = {line.number for line in lines}
    counting = Rounds(plan, enough)
    for line in lines:
        counting.add(line)
    if counting.full is not None:
        return counting.full
    waiting = [number for number in range(plan.games) if number not in numbers]
    with continued(folder.path / MATCHES) as file, closing(_played(plan, waiting, jobs, pool, stop, beside=beside)) as matches:
        for line in matches:
            file.write(msgspec.json.encode(line) + b"\n")
            file.flush()
            lines.append(line)
            counting.add(line)
            if progress is not None:
                progress(lines)
            if counting.full is not None:
                return counting.full
    return sorted(lines, key=lambda line: line.number)


def _with_known(plan: Plan, folder: Folder, known: Sequence[Line], play: Callable[[list[int]], Generator[Line, None, None]]) -> list[Line]:
    """Return the matches that are in a folder, with those that are `known` where the first of them, played once more, is the same again."""
    lines = folder.begin(plan)
    there = {line.number for line in lines}
    if not known or known[0].number in there:
        return lines
    with closing(play([known[0].number])) as matches:
        first = list(matches)
    found = [line for line in known if line.number not in there] if first == [known[0]] else first
    with continued(folder.path / MATCHES) as file:
        file.write(b"".join(msgspec.json.encode(line) + b"\n" for line in found))
    return lines + found


class Rounds:
    """Finds out, as matches come in any order, after which whole round they were enough."""

    def __init__(self, plan: Plan, enough: Enough | None) -> None:
        self._plan = plan
        self._enough = enough
        self._found: dict[int, Line] = {}
        self._whole = 0
        self.full: list[Line] | None = None

    def add(self, line: Line) -> None:
        """Take a match; `full` are those that count once they are enough."""
        self._found[line.number] = line
        while self._enough is not None and self.full is None and self._next():
            first = [self._found[number] for number in range(self._whole * self._plan.round)]
            if self._enough(self._plan, first):
                self.full = first

    def _next(self) -> bool:
        start = self._whole * self._plan.round
        if all(number in self._found for number in range(start, start + self._plan.round)):
            self._whole += 1
            return True
        return False


def _played(
    plan: Plan, numbers: list[int], jobs: int, pool: Executor | None, stop: Connection | None, *, beside: bool
) -> Generator[Line, None, None]:
    """Yield the matches as they are done: here, on processes of our own, or in a pool."""
    size = max(1, min(PORTION * plan.seats, len(numbers) // max(jobs, 1) or 1))
    portions = [numbers[first : first + size] for first in range(0, len(numbers), size)]
    play = partial(play_number, plan)
    if pool is not None:
        there = partial(played_there, play, partial(_given_up, plan), beside=beside)
        with closing(play_pooled(there, portions, pool)) as lines:
            yield from lines
    elif jobs <= 1 and stop is None and not beside:
        yield from map(play, numbers)
    else:
        with closing(play_beside(play, portions, max(jobs, 1), partial(_given_up, plan), stop)) as lines:
            yield from lines


def _given_up(plan: Plan, number: int, how: str, actions: int) -> Line:
    cell, inner = plan.place(number)
    return Line(number, cell, given_up(plan.cells[cell], inner, how, actions))


def keeps(folder: Path, path: Path) -> bool:
    """Tell whether a path, however it is spelt and whatever links lead there, is that of a file that a study or a batch keeps in its folder, now or later.

    All that lies in a folder within it is; a report may lie beside the plan.
    """
    target, home = real(path), real(folder)
    if target.is_relative_to(home) and _kept_name(target.relative_to(home)):
        return True
    return any(
        _kept_name(each.relative_to(folder)) and is_file(path) and path.samefile(each) for each in folder.rglob("*") if is_file(each)
    )


def _kept_name(name: Path) -> bool:
    return len(name.parts) > 1 or name.name.lower() == PLAN or name.suffix.lower() in {".jsonl", ".lock"}


def bare(setup: Setup, maps: Iterable[str]) -> Setup:
    """Return a completed setup as it was asked for, so that it takes today's cards and edition; today's map, too, if it is one of `maps`."""
    ground = "" if setup.map in maps else setup.rows.map
    return replace(setup, version="", catalogue="", map_digest="", rows=Rows(map=ground))
