"""The way in: opens the window on the main menu, or on a screen over it."""

from __future__ import annotations

import contextlib
import logging
import signal
import sys
import threading
import traceback
from collections.abc import Sequence
from functools import partial

import pygame

from game.kernel.rules import Game
from game.table.pages.leaving import ask_to_close
from game.table.pages.tell import tell
from game.table.screens.learn import learn_of
from game.table.screens.menu import MenuScreen
from game.table.screens.new_match import meet
from game.table.screens.opening import watch_from
from game.table.screens.rescue import rescue, tell_of_last_time
from game.table.shell.app import App, Screen
from game.table.shell.desktop import NoDisplayError
from game.table.shell.runs import Run, left_behind

log = logging.getLogger(__name__)


def run(games: Sequence[Game], start: Screen | None = None) -> int:
    """Open the window, on the main menu or on a screen over it, and stay until it is closed; return the exit code.

    Raises NoDisplayError where it cannot be opened.
    """
    app = App(games)
    app.rescue, app.tell, app.watch, app.meet, app.learn = rescue, tell, watch_from, meet, learn_of
    app.closing.ask = partial(ask_to_close, app)
    before = left_behind()
    this = Run()
    logging.getLogger("game").addHandler(this)
    threading.excepthook = _lost_thread
    ended: list[int] = []

    def end(number: int, _frame: object) -> None:
        """End the run in order; whoever presses Ctrl-C once more is not kept waiting."""
        if number == signal.SIGINT and ended:
            raise KeyboardInterrupt
        ended.append(number)
        app.running = False

    for name in ("SIGTERM", "SIGHUP", "SIGINT"):
        with contextlib.suppress(ValueError, AttributeError):
            signal.signal(getattr(signal, name), end)
    try:
        app.open()
        app.guarded(lambda: _lay_out(app, start, before))
        app.run()
        app.remember_size()
        if sys.stderr is not None:  # a window program of Windows has none
            sys.stderr.writelines(f"{words}\n" for words in app.lost)
    except NoDisplayError:  # told where it was started, nothing to tell the next time
        this.end()
        raise
    except Exception:
        log.exception("The window was given up.")  # the next start tells of it
        raise
    except BaseException:
        this.end()
        raise
    else:
        this.end()
    finally:
        logging.getLogger("game").removeHandler(this)
        pygame.quit()
    return 128 + signal.SIGINT if signal.SIGINT in ended else 0


def _lay_out(app: App, start: Screen | None, before: Sequence[str]) -> None:
    app.push(MenuScreen())
    if start is not None:
        app.push(start)
    if before:
        tell_of_last_time(app, before)


def _lost_thread(lost: threading.ExceptHookArgs) -> None:
    """Write into the log what ended a thread."""
    log.error("A thread ended: %s", "".join(traceback.format_exception(lost.exc_type, lost.exc_value, lost.exc_traceback)))
