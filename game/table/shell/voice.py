"""The system's own voice: sentences are given to the program that speaks them, one after the other, and nobody waits for it.

A thread of its own starts the program for each sentence and sees it end, so that no frame ever waits for a process. A program that cannot be
started, ends with a fault or never ends, is laid aside for the next one that the system may have; when none is left, `fault` is the one sentence about it.
"""

from __future__ import annotations

import contextlib
import subprocess
import sys
import threading
from collections import deque
from collections.abc import Sequence

from msgspec import Struct

from game.kernel.words import counted
from game.table.shell.programs import environment

MOST = 12
"""So many sentences wait at most; of more, the oldest are left out, and how many is said instead."""

_LEAVING_SECONDS = 1.0
_LONGEST = 30.0
_A_LETTER = 0.3
"""A sentence that is not spoken after so many seconds, and so many for each of its letters, is not being spoken: where its sound has no way out,
`spd-say --wait` waits for ever."""
_WINDOWS = (
    "Add-Type -AssemblyName System.Speech; "
    "$words = New-Object System.IO.StreamReader([Console]::OpenStandardInput(), [Text.Encoding]::UTF8); "
    "(New-Object System.Speech.Synthesis.SpeechSynthesizer).Speak($words.ReadToEnd())"
)


class Program(Struct, frozen=True):
    """A program that speaks what it reads from its input, or gets `last`, and ends when it has spoken; `hush` silences what outlives it."""

    words: tuple[str, ...]
    last: bool = False
    hush: tuple[str, ...] = ()


def programs(platform: str = sys.platform) -> tuple[Program, ...]:
    """Return the programs that speak on a system, the one that a person there has set up first."""
    if platform == "win32":
        return (Program(("powershell", "-NoProfile", "-NonInteractive", "-Command", _WINDOWS)),)
    if platform == "darwin":
        return (Program(("say", "-f", "-")),)
    return (
        Program(("spd-say", "--wait", "--language", "en", "--"), last=True, hush=("spd-say", "--cancel")),
        Program(("espeak-ng", "-v", "en", "--stdin")),
        Program(("espeak", "-v", "en", "--stdin")),
    )


class Voice:
    """Speaks sentences in their order; whoever wants to be heard at once cuts off what is spoken and what waits."""

    def __init__(self, known: Sequence[Program] | None = None) -> None:
        self.fault = ""
        self._programs = list(programs() if known is None else known)
        self._turn = threading.Condition()
        self._first: deque[str] = deque()
        self._waiting: deque[str] = deque()
        self._left_out = 0
        self._later: deque[str] = deque()
        self._speaking: subprocess.Popen[bytes] | None = None
        self._said, self._said_later = "", False
        self._cuts = 0
        self._closed = False
        self._thread: threading.Thread | None = None

    def say(self, words: str, *, first: bool = False, later: bool = False) -> None:
        """Speak a sentence when those before it are spoken; one that answers the hand `first`, however many wait, and one for `later` when all others are."""
        with self._turn:
            if self._closed:
                return
            (self._first if first else self._later if later else self._waiting).append(words)
            while len(self._waiting) > MOST:
                self._waiting.popleft()
                self._left_out += 1
            if self._thread is None:
                self._thread = threading.Thread(target=self._speak_all, name="voice", daemon=True)
                self._thread.start()
            self._turn.notify()

    def hush(self) -> tuple[str, ...]:
        """Cut off what is spoken, and forget what waits; return all that was not spoken to its end, but for what was for later."""
        with self._turn:
            unsaid = (*filter(None, [self._said if not self._said_later else ""]), *self._first, *self._waiting)
            self._said = ""  # its program may take a moment to end: until then it is not cut off once more
            self._cuts += 1
            self._first.clear()
            self._waiting.clear()
            self._later.clear()
            if self._speaking is not None:
                with contextlib.suppress(OSError):
                    self._speaking.terminate()
        return unsaid

    def forget(self) -> None:
        """Say nothing of the sentences that were left out: what they told of is gone from sight."""
        with self._turn:
            self._left_out = 0

    def withdraw(self, words: str) -> None:
        """Cut a sentence off where it is spoken, and forget it where it waits."""
        with self._turn:
            self._first = deque(each for each in self._first if each != words)
            self._waiting = deque(each for each in self._waiting if each != words)
            self._later = deque(each for each in self._later if each != words)
            if words and self._said == words:
                self._said = ""  # what is cut off after it does not bring it back
                self._cuts += 1
                if self._speaking is not None:
                    with contextlib.suppress(OSError):
                        self._speaking.terminate()

    def drop(self) -> tuple[str, ...]:
        """Forget what waits for later, and return it."""
        with self._turn:
            dropped = tuple(self._later)
            self._later.clear()
        return dropped

    def close(self) -> None:
        """Fall silent for good."""
        self.hush()
        with self._turn:
            self._closed = True
            self._turn.notify()

    def gone(self) -> None:
        """Fall silent, and wait a moment until the program that speaks is gone: the window closes."""
        self.close()
        if self._thread is not None:
            self._thread.join(_LEAVING_SECONDS)

    # --- in the thread

    def _speak_all(self) -> None:
        while True:
            with self._turn:
                self._turn.wait_for(lambda: self._first or self._waiting or self._later or self._closed)
                if self._closed:
                    return
                self._said_later = not self._first and not self._waiting
                if self._left_out and not self._first:
                    self._said_later, self._said = False, ""
                    words = f"{counted(self._left_out, 'earlier sentence')} left out."
                    self._left_out = 0
                else:
                    self._said = words = (self._first or self._waiting or self._later).popleft()
                cuts = self._cuts
            while self._programs and not self._spoken(self._programs[0], words, cuts):
                del self._programs[0]
            with self._turn:
                self._said = ""
            if not self._programs:
                self.fault = "No voice was found that speaks here, so nothing is read aloud."
                return

    def _spoken(self, program: Program, words: str, cuts: int) -> bool:
        """Have a program speak; return False when it cannot."""
        command = [*program.words, words] if program.last else list(program.words)
        with self._turn:
            if cuts != self._cuts:
                return True
        try:
            started = subprocess.Popen(  # noqa: S603  (the system's own voice)
                command,
                stdin=subprocess.PIPE,
                stdout=subprocess.DEVNULL,
                stderr=subprocess.DEVNULL,
                env=environment(),
                creationflags=getattr(subprocess, "CREATE_NO_WINDOW", 0),
            )
        except (OSError, ValueError):
            return False
        with self._turn:
            self._speaking = started
            if cuts != self._cuts:
                started.terminate()
        with contextlib.suppress(OSError):
            try:
                started.communicate(b"" if program.last else words.encode(), _LONGEST + _A_LETTER * len(words))
            except subprocess.TimeoutExpired:
                started.kill()
                started.wait()
        with self._turn:
            self._speaking = None
            cut = cuts != self._cuts
        if cut and program.hush:
            with contextlib.suppress(OSError, subprocess.TimeoutExpired):
                subprocess.run(program.hush, timeout=_LEAVING_SECONDS, check=False, capture_output=True, env=environment())  # noqa: S603  (as above)
        return cut or started.returncode == 0
