"""Work that takes long ends when the program is asked to, by Ctrl-C or by SIGTERM: at the next decision of a match, and where it waits.

What a signal raises wherever the program happens to stand can be passed over by Python, and can leave a lock behind that nobody opens
again; so a signal is only remembered, once a program, as signals are, and the work looks whether one came.
"""

from __future__ import annotations

import signal
from collections.abc import Iterator
from contextlib import contextmanager

LOOK = 0.2
"""Whoever waits looks again after so many seconds."""


class Stopping:
    """Whether somebody asked for the end, and the code to exit with then, as a shell gives it: 128 and the signal's number."""

    def __init__(self) -> None:
        self.code = 0
        self.idle = False

    def ask(self, number: int, _frame: object = None) -> None:
        """Ask for the end: what a signal does. Where nothing is done, or who asks again, nobody is kept waiting: it raises KeyboardInterrupt where it stands."""
        at_once, self.code = self.idle or self.code, 128 + number
        if at_once:
            raise KeyboardInterrupt


_now: list[Stopping] = []


def asked() -> bool:
    """Tell whether the end was asked for: who thinks long looks now and then."""
    return bool(_now and _now[-1].code)


def see() -> None:
    """Raise KeyboardInterrupt when the end was asked for; the work calls it where it can be left."""
    if asked():
        raise KeyboardInterrupt


@contextmanager
def idle() -> Iterator[None]:
    """Let the end that is asked for, be it before this, be raised at once: nothing is done meanwhile but to wait for what a person types."""
    stopping = _now[-1] if _now else Stopping()
    stopping.idle = True
    try:
        see()
        yield
    finally:
        stopping.idle = False


@contextmanager
def stoppable() -> Iterator[Stopping]:
    """Let Ctrl-C and being asked to end (SIGTERM) be seen by `see`; yield what remembers them."""
    _now.append(stopping := Stopping())
    before = {number: signal.signal(number, stopping.ask) for number in (signal.SIGINT, signal.SIGTERM)}
    try:
        yield stopping
    finally:
        _now.pop()
        for number, old in before.items():
            signal.signal(number, old)
