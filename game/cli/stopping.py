"""Work that takes long ends when it is asked to, by Ctrl-C or by SIGTERM, wherever it stands."""

from __future__ import annotations

import signal
from collections.abc import Iterator
from contextlib import contextmanager

INTERRUPTED = 128 + signal.SIGINT
"""The code of a program that Ctrl-C ended, as a shell gives it."""


class Stopping:
    """Whether somebody asked for the end, and the code to exit with then: 128 and the signal's number."""

    def __init__(self) -> None:
        self.code = 0

    def check(self) -> None:
        """Raise KeyboardInterrupt when the end was asked for; the work calls it between matches.

        The first KeyboardInterrupt can be lost: raised while something is hashed or let go of, Python passes over it.
        """
        if self.code:
            raise KeyboardInterrupt

    def ask(self, number: int, _frame: object = None) -> None:
        """Ask for the end: what a signal does."""
        self.code = 128 + number
        raise KeyboardInterrupt


@contextmanager
def stoppable() -> Iterator[Stopping]:
    """Let Ctrl-C and being asked to end (SIGTERM) raise KeyboardInterrupt; yield what remembers that they did."""
    stopping = Stopping()
    before = {number: signal.signal(number, stopping.ask) for number in (signal.SIGINT, signal.SIGTERM)}
    try:
        yield stopping
    finally:
        for number, old in before.items():
            signal.signal(number, old)
