"""How fast the window is: a frame with its flip, frames beside a thinking opponent, and how little it does when idle.

Each is measured in a program of its own, started from here; where no X display can be had, the figure that needs one is left out.
"""

from __future__ import annotations

import os
import shutil
import subprocess
import sys
import threading
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path

from game.cli.shoot import played
from game.kernel.setup import Setup
from game.match.match import Match
from game.match.seats import SeatPlan
from game.rules import shelf

SIZE = (1920, 1080)
FRAMES = 120
IDLE_SECONDS = 5.0
SETTLING_SECONDS = 6.0
"""Until what has just been asked waves no more (five seconds)."""

THINKING_SECONDS = 6.0


def p95(seconds: list[float]) -> float:
    """Return the 95th of a hundred, in milliseconds."""
    return sorted(seconds)[int(len(seconds) * 0.95)] * 1000


def flip() -> float:
    """Return milliseconds a frame with its flip on the real display while one piece of the table changes."""
    import pygame

    from game.table.play.match import MatchScreen
    from game.table.shell.app import App

    app = App(shelf())
    app.open(SIZE)
    app.push(MatchScreen(_waiting()))
    _settle(app.frame)
    taken = []
    for number in range(FRAMES):
        app.say(f"{number}")  # a notice comes and goes: something to draw
        start = time.perf_counter()
        app.show()
        pygame.display.flip()
        taken.append(time.perf_counter() - start)
        app.notices.clear()
    return p95(taken)


def thinking() -> float:
    """Return milliseconds from one frame to the next while an opponent thinks hard beside the window."""
    import pygame

    from game.table.play.match import MatchScreen
    from game.table.shell.app import headless

    boxes = shelf()
    box = next((box for box in boxes if box.crowd is not None), boxes[0])  # where there is most to think about
    seats = min(box.seats)
    match = Match.start(Setup(game=box.id, seats=seats, seed=1), (SeatPlan("hard"),) * seats)
    app = headless(shelf(), SIZE)
    screen = MatchScreen(match)
    app.push(screen)
    clock = pygame.time.Clock()
    taken: list[float] = []
    end = time.monotonic() + 60
    while sum(taken) < THINKING_SECONDS and time.monotonic() < end:
        start = time.perf_counter()
        app.frame()
        clock.tick(60)
        if screen.rival.thinking:
            taken.append(time.perf_counter() - start)
    screen.leave()
    return p95(taken)


def idle(*, focused: bool) -> float:
    """Return the percentage of a core that a window uses in which a match waits for a person."""
    from game.table.play.match import MatchScreen
    from game.table.shell.app import headless

    app = headless(shelf(), SIZE)
    app.sound.patience = 0.5  # what is idle has been silent for a while; let that be soon
    app.push(MatchScreen(_waiting()))
    app.cue("press")
    _settle(app.frame)
    app.focused = focused
    used: list[float] = []

    def watch() -> None:
        time.sleep(SETTLING_SECONDS)
        end = time.monotonic() + 10
        while app.sound.open and time.monotonic() < end:
            time.sleep(0.1)
        start, began = time.process_time(), time.monotonic()
        time.sleep(IDLE_SECONDS)
        used.append(100 * (time.process_time() - start) / (time.monotonic() - began))
        app.running = False

    watcher = threading.Thread(target=watch)
    watcher.start()
    app.run()
    watcher.join()
    return used[0]


def measured(name: str, *, display: str = "") -> float:
    """Run one of the above in a program of its own and return its figure."""
    script = f"from game.cli import windowed; print(windowed.{name})"
    env = {**os.environ, "PYGAME_HIDE_SUPPORT_PROMPT": "1", "SDL_AUDIODRIVER": "dummy", "SDL_VIDEODRIVER": "x11" if display else "dummy"}
    if display:
        env["DISPLAY"] = display
    root = Path(__file__).parents[2]
    done = subprocess.run([sys.executable, "-c", script], cwd=root, env=env, capture_output=True, text=True, check=True)  # noqa: S603  (our own script)
    return float(done.stdout.split()[-1])


@contextmanager
def own_display() -> Iterator[str]:
    """Yield the name of an X display of our own; raise FileNotFoundError where there is no Xvfb."""
    program = shutil.which("Xvfb")
    if program is None:
        raise FileNotFoundError("Xvfb")
    reading, writing = os.pipe()
    command = [program, "-displayfd", str(writing), "-screen", "0", "1920x1080x24", "-nolisten", "tcp", "-noreset"]
    server = subprocess.Popen(command, pass_fds=(writing,), stderr=subprocess.DEVNULL)  # noqa: S603  (found on the path)
    os.close(writing)
    try:
        with os.fdopen(reading) as answer:
            yield f":{answer.readline().strip()}"
    finally:
        server.terminate()
        server.wait()


def _waiting() -> Match:
    """Return a match in which a person is to choose."""
    box = next((box for box in shelf() if box.card_files is None), shelf()[0])  # a table that loads nothing but itself
    return played(Setup(game=box.id, seats=min(box.seats), seed=3), 6, None)


def _settle(frame: Callable[[], bool]) -> None:
    """Let everything that moves come to rest."""
    still, end = 0, time.monotonic() + 20
    while still < 30 and time.monotonic() < end:
        still = 0 if frame() else still + 1
        time.sleep(0.01)
