"""Processes of ours hear no Ctrl-C, which a terminal sends to all that it has started: whoever started them decides when they end."""

from __future__ import annotations

import signal
import sys
from contextlib import suppress
from multiprocessing.process import BaseProcess


def begin(program: BaseProcess) -> None:
    """Start a process which hears no Ctrl-C from its first moment on, while it still loads what it needs; none that comes meanwhile is lost here but on Windows."""
    if sys.platform == "win32":
        import ctypes  # noqa: PLC0415  (only there)

        ignore = ctypes.windll.kernel32.SetConsoleCtrlHandler
        ignore(None, True)  # which those that are started inherit, and keep
        try:
            program.start()
        finally:
            ignore(None, False)
        return
    from multiprocessing import resource_tracker  # noqa: PLC0415  (there is none on Windows)

    resource_tracker.ensure_running()  # else Python starts it meanwhile, and lets Ctrl-C through
    before = signal.pthread_sigmask(signal.SIG_BLOCK, {signal.SIGINT})
    try:
        program.start()
    finally:
        signal.pthread_sigmask(signal.SIG_SETMASK, before)


def begun() -> None:
    """Settle in a process that was begun so that it hears no Ctrl-C, nor what it starts in its turn; one that came while it was loading is forgotten."""
    with suppress(ValueError):  # it is not the first thread's to say
        signal.signal(signal.SIGINT, signal.SIG_IGN)
    if sys.platform != "win32":
        signal.pthread_sigmask(signal.SIG_UNBLOCK, {signal.SIGINT})
