"""A sentence in a box of its own, for somebody who started the program by a click and sees no terminal."""

from __future__ import annotations

import os
import signal
import stat
import sys
from contextlib import suppress
from textwrap import fill

UNSEEN = ("dummy", "offscreen")
"""Drivers that show nothing to anybody."""

BROAD = 80
"""So many letters of a line fit a box on any screen."""


def unheard() -> bool:
    """Tell whether nobody reads stderr while there is a display: no terminal is near, no other program listens at the end of a pipe.

    Whatever is started from a terminal, a script or a test is told in words alone. On Windows it is the program without a console whom nobody hears:
    it has no streams.
    """
    if os.environ.get("SDL_VIDEODRIVER", "") in UNSEEN:
        return False
    if sys.platform == "win32":
        return sys.__stderr__ is None
    if sys.platform != "darwin" and not (os.environ.get("DISPLAY") or os.environ.get("WAYLAND_DISPLAY")):
        return False
    return not any(map(_watched, (0, 1, 2))) and not _terminal()


def _watched(number: int) -> bool:
    """Tell whether a terminal or another program is at the other end of a stream."""
    try:
        return os.isatty(number) or stat.S_ISFIFO(os.fstat(number).st_mode)
    except OSError:  # it is closed
        return False


def _terminal() -> bool:
    """Tell whether the program belongs to a terminal, wherever its streams lead."""
    try:
        os.close(os.open("/dev/tty", os.O_RDONLY | os.O_NOCTTY))
    except OSError:
        return False
    return True


def in_a_box(sentence: str) -> None:
    """Show a sentence in a box: in a process of its own, which nobody waits for, but where a system has none or draws nothing for such a one."""
    if sys.platform in {"darwin", "win32"}:
        _show(sentence)
        return
    if os.fork():
        return
    with suppress(BaseException):
        os.setsid()
        nothing = os.open(os.devnull, os.O_RDWR)
        for number in (0, 1, 2):
            os.dup2(nothing, number)
        shows = os.fork()
        for end in (signal.SIGINT, signal.SIGTERM):  # our own answers to them would wait for somebody's OK
            signal.signal(end, _end_all if shows else signal.SIG_DFL)
        if shows:
            os.waitpid(shows, 0)
            _end_all()
        _show(sentence)
    os._exit(0)


def _end_all(*_: object) -> None:
    """End the processes of a box: the window system's own, which it is drawn by, would outlive the one that asked for it."""
    os.killpg(0, signal.SIGKILL)


def _show(sentence: str) -> None:
    import pygame

    with suppress(pygame.error):
        pygame.display.message_box("Starcross Tabletop", fill(sentence, BROAD), "error")
