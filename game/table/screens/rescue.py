"""After an error that nobody foresaw: the match is brought to the disk, everything open is let go, and a calm panel says so."""

from __future__ import annotations

import logging
import traceback
from collections.abc import Sequence
from pathlib import Path

from game.match.save import list_saves
from game.paths import saves_folder
from game.table.pages.mishap import Mishap
from game.table.screens.menu import MenuScreen
from game.table.screens.opening import to_continue
from game.table.shell.app import App
from game.table.shell.report import Played, fault_of, seen
from game.table.shell.runs import on_table

log = logging.getLogger(__name__)


def rescue(app: App, error: Exception) -> None:
    """Clear the window after an error and show the panel; raise the error when the panel itself is what fails."""
    if any(isinstance(screen, Mishap) for screen in app.screens):
        raise error
    log.error("An error that nobody foresaw:\n%s", "".join(traceback.format_exception(error)))
    found = seen(app, fault=fault_of(error))
    match = next((played for screen in reversed(app.screens) if (played := screen.played()) is not None), None)
    app.let_go()
    app.notices.clear()
    words = f"The table met an error that nobody foresaw.{_kept(app, match)}"
    app.push(Mishap(words, found, lambda: app.replace(MenuScreen())))


def tell_of_last_time(app: App, logs: Sequence[str]) -> None:
    """Show the panel for windows that ended without being closed; what they left behind goes into the report."""
    many = "The table ended" if len(logs) == 1 else f"The table ended {len(logs)} times"
    words = f"{many} without being closed. Matches are saved after every action{_brought_back(app, on_table(logs))}."
    app.push(Mishap(words, seen(app, before=logs), app.pop))


def _brought_back(app: App, lay: Path | None) -> str:
    """Return what Continue does for the match that lay on the table, or for the one last played where none did; nothing where it leads elsewhere."""
    app.left = lay
    back = to_continue(app, list_saves())
    if back is None or lay not in {None, back.path}:
        return ""
    where = f", which lies in {back.path}" if back.path.parent != saves_folder() else ""
    return f": Continue in the menu brings the last one back{where}"


def _kept(app: App, match: Played | None) -> str:
    """Return what became of the match, a space and a sentence."""
    if match is None:
        return ""
    if match.kept is None:
        return " The match was not being saved."
    if match.save_fault:
        return f" {match.save_fault}"
    title = next((box.title for box in app.games if box.id == match.setup.game), match.setup.game)
    app.left = match.kept
    back = to_continue(app, ())
    return f" Your match of {title} is saved as it stood{': Continue in the menu brings it back' if back is not None else ''}."
