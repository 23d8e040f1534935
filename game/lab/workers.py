"""Processes that play the matches of a batch side by side, and what becomes of them when one is killed or nobody waits any more.

Each process has a line of its own on which it is given numbers of matches and tells each as soon as it is played. What one
that is killed had still to play is played by another; a match over which processes end time and again is given up, and so is one whose process
a class from outside has ended. Whoever stops listening ends them all at once, and so does the end of the program, however it comes.
"""

from __future__ import annotations

import os
import signal
import sys
import threading
from collections import Counter, deque
from collections.abc import Callable, Generator, Iterable, Iterator
from concurrent import futures
from contextlib import contextmanager, suppress
from multiprocessing import current_process, get_context, parent_process
from multiprocessing.connection import Connection, wait
from multiprocessing.context import SpawnContext
from multiprocessing.process import BaseProcess
from time import monotonic
from typing import Any, TypeVar

from game.ai.begun import begin, begun
from game.ai.brought import HeldPlayer, end_with_all, ended, how_ended, silent
from game.lab.stopping import LOOK, see

T = TypeVar("T")

MOST_DEATHS = 3
"""So many processes may end over one match, and so many of each place before any match is played."""

LONGEST_NAME = 400
"""So many bytes of a player's name are told."""

LAST_BREATH = 2.0
"""How many seconds a process that has hung up has to end by itself."""


GivenUp = Callable[[int, str, int], T]
"""Makes something of a number that was not played to its end, told why and how many actions it had by then: -1 where it had not begun."""


class Waiting:
    """Whose answer a process waits for and until when, where both sides see it; a clock that all processes of a computer share.

    It outlasts the process, and then says over whom that ended.
    """

    def __init__(self, context: SpawnContext) -> None:
        self._until = context.RawValue("d", 0.0)
        self._seconds = context.RawValue("d", 0.0)
        self._name = context.RawArray("c", LONGEST_NAME + 1)
        self._actions = context.RawValue("q", -1)

    def begin(self) -> None:
        """Note that another match is played now."""
        self._until.value = 0.0
        self._name.value = b""
        self._actions.value = -1

    def reached(self, actions: int) -> None:
        """Note how many actions the match has."""
        self._actions.value = actions

    @property
    def actions(self) -> int:
        """Return how many actions the match has; -1 where it has not begun."""
        return int(self._actions.value)

    @property
    def name(self) -> str:
        """Return who was asked last in this match; empty where no class from outside was."""
        return str(self._name.value, "utf-8", "replace")

    @property
    def thinking(self) -> bool:
        """Tell whether that one has not answered."""
        return bool(self._until.value)

    def asked(self, name: str, seconds: float) -> None:
        """Note that somebody has so many seconds to answer."""
        self._name.value = name.encode("utf-8", "replace")[:LONGEST_NAME]
        self._seconds.value = seconds
        self._until.value = monotonic() + seconds

    def answered(self) -> None:
        """Note that nobody is waited for."""
        self._until.value = 0.0

    def overdue(self) -> str:
        """Return the sentence about whoever did not answer in time; empty where nobody is late."""
        until = self._until.value
        return silent(self.name, self._seconds.value) if 0 < until < monotonic() else ""


class Worker:
    """A process, the line to it, and the numbers of the matches that it has still to play."""

    def __init__(self, play: Callable[[int], object]) -> None:
        context = get_context("spawn")
        self.line, far = context.Pipe()
        self.numbers: deque[int] = deque()
        self.waiting = Waiting(context)
        self.program: BaseProcess = context.Process(target=serve, args=(far, play, self.waiting), name="starcross-worker", daemon=True)
        with _parenthood():
            begin(self.program)
        far.close()

    def give(self, numbers: deque[int]) -> None:
        """Let it play these matches; that it is no longer there shows when it is listened to."""
        self.numbers = numbers
        with suppress(OSError):
            self.line.send(tuple(numbers))

    def end(self, seconds: float = 0) -> str:
        """End it, whatever it is at, unless it ends by itself within so many seconds; return how it ended."""
        self.program.join(seconds)
        end_with_all(self.program)
        self.program.join()
        self.line.close()
        return how_ended(self.program)


@contextmanager
def _parenthood() -> Iterator[None]:
    """Let a process have one of its own though it is a daemon, as those of a cluster are; Python forbids it lest one is left behind, and ours end by themselves."""
    config = current_process()._config  # type: ignore[attr-defined]  # noqa: SLF001  (there is no other way)
    daemon = config.pop("daemon", None)
    try:
        yield
    finally:
        if daemon is not None:
            config["daemon"] = daemon


def play_beside(
    play: Callable[[int], T],
    portions: Iterable[list[int]],
    jobs: int,
    given_up: GivenUp[T],
    stop: Connection | None = None,
) -> Generator[T, None, None]:
    """Yield what `play` makes of each number, as it is done, on so many processes; raise ChildProcessError when none can work.

    `given_up` makes something of a number over which processes ended, told how the last one did, or in which a class from outside did not answer in time, told
    that: nothing but the end of its process stops one. One that ends its process itself is no sign that none can work, and is not waited for again; a signal
    may have come from elsewhere, so then the number is tried again. Whatever comes over `stop` ends it at once; a program that is
    asked to end is told by KeyboardInterrupt.
    """
    waiting = deque(deque(portion) for portion in portions)
    crew: list[Worker] = []
    deaths: Counter[int] = Counter()
    in_a_row = 0
    try:
        while waiting or any(worker.numbers for worker in crew):
            while waiting and len(crew) < jobs:
                crew.append(Worker(play))
            for worker in crew:
                if waiting and not worker.numbers:
                    worker.give(waiting.popleft())
            busy = [worker for worker in crew if worker.numbers]
            heard = _heard([worker.line for worker in busy] + ([stop] if stop is not None else []))
            see()
            if stop in heard:
                return
            for worker in busy:
                late = worker.waiting.overdue() if worker.line not in heard else ""
                if late:
                    crew.remove(worker)
                    worker.end()
                    yield given_up(worker.numbers.popleft(), late.rstrip("."), worker.waiting.actions)
                    if worker.numbers:
                        waiting.appendleft(worker.numbers)
                if worker.line not in heard:
                    continue
                try:
                    played: T = worker.line.recv()
                except (EOFError, OSError):
                    crew.remove(worker)
                    how = worker.end(LAST_BREATH)  # Windows hangs up before it says how a process ended
                    left = worker.waiting
                    in_a_row = 0 if left.name else in_a_row + 1
                    if in_a_row > MOST_DEATHS * jobs:
                        raise ChildProcessError(f"The processes that play end before they have played ({how}).") from None
                    number = worker.numbers[0]
                    deaths[number] += 1
                    if deaths[number] == MOST_DEATHS or (left.thinking and not how.startswith("signal")):
                        worker.numbers.popleft()
                        yield given_up(number, _over(left, how), left.actions)
                    if worker.numbers:
                        waiting.appendleft(worker.numbers)
                else:
                    in_a_row = 0
                    worker.numbers.popleft()
                    yield played
    finally:
        for worker in crew:
            worker.end()


def _over(waiting: Waiting, how: str) -> str:
    """Return what is said of a match over which its process ended."""
    if waiting.thinking:
        return ended(waiting.name, how, made=waiting.actions >= 0)
    return f"the process that played it{f' with {waiting.name}' if waiting.name else ''} ended ({how})"


def _heard(lines: list[Any]) -> list[Any]:
    """Return those lines on which something has come within a moment; none where Ctrl-C cut the waiting short, which Windows tells as an error."""
    try:
        return wait(lines, LOOK)
    except InterruptedError:
        return []


def played_there(play: Callable[[int], T], given_up: GivenUp[T], numbers: list[int], *, beside: bool) -> list[T]:
    """Return what `play` makes of the numbers of a portion, on the machine that was given it; `beside`, in a process that can be ended."""
    return list(play_beside(play, [numbers], 1, given_up)) if beside else [play(number) for number in numbers]


def play_pooled(play: Callable[[list[int]], list[T]], portions: Iterable[list[int]], pool: futures.Executor) -> Generator[T, None, None]:
    """Yield what `play` makes of the numbers of each portion, as it is done, in a pool such as a cluster's client."""
    asked = {pool.submit(play, portion) for portion in portions}
    try:
        while asked:
            done, asked = futures.wait(asked, LOOK, futures.FIRST_COMPLETED)
            for each in done:
                yield from each.result()
            see()
    finally:
        for each in asked:
            each.cancel()


def serve(line: Connection, play: Callable[[int], object], waiting: Waiting) -> None:
    """Play what is asked for until the other side hangs up or ends; the body of a process. Whose answer is waited for is told."""
    HeldPlayer.watch = waiting
    begun()
    threading.Thread(target=_end_with_parent, daemon=True).start()
    with suppress(EOFError, OSError):
        while True:
            for number in line.recv():
                waiting.begin()
                line.send(play(number))


def _end_with_parent() -> None:
    parent = parent_process()
    if parent is not None:
        parent.join()
        if sys.platform != "win32" and os.getpgrp() == os.getpid():
            os.killpg(0, signal.SIGKILL)  # with what a class from outside has started
        os._exit(1)
