"""Laying a match on the table, a new one or one that was left."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from functools import partial
from pathlib import Path

from game.content.positions import positions_of
from game.match.course import course_of
from game.match.match import Match
from game.match.replay import Replay
from game.match.save import InUseError, SaveEntry, SaveError, entry_of, last_left
from game.table.pages.dialog import Dialog
from game.table.play.match import MatchScreen
from game.table.screens.learn_match import LearnMatch
from game.table.shell.app import App


def screen_of(match: Match) -> MatchScreen:
    """Return the screen that a match is played on: that of the lesson or puzzle it may be."""
    course = course_of(match, positions_of(match.setup.game)) if match.position else None
    return MatchScreen(match) if course is None else LearnMatch(course)


def to_continue(app: App, saves: Iterable[SaveEntry]) -> SaveEntry | None:
    """Return what Continue brings back: the match that was left on the table, wherever it lies, else what of `saves` was played last."""
    left = None if app.left is None else entry_of(app.left)
    games = {game.id for game in app.games}
    return last_left(entry for entry in (left, *saves) if entry is not None and entry.game in games)


def open_match(app: App, match: Match) -> None:
    """Show a match; it says itself what the players should know of it."""
    app.push(screen_of(match))


def resume_match(app: App, path: Path) -> None:
    """Go on with a match that was left, or say why not; one that another window plays can be looked at, or gone on with apart from it."""
    try:
        open_match(app, Match.resume(path))
    except InUseError:
        words = "Another window plays this match. You can look on, or go on from here with a match of its own."
        answers: list[tuple[str, str, Callable[[], None]]] = [
            ("Look on", "main", partial(watch, app, path, follow=True)),
            ("Go on as a new match", "plain", partial(_apart, app, path)),
            ("Leave it", "plain", _nothing),
        ]
        app.push(Dialog("This match is being played", words, answers))
    except SaveError as error:
        refuse(app, error)


def watch_from(app: App, path: Path, names: Sequence[str], number: int) -> None:
    """Watch a saved match from an action on."""
    from game.table.screens.replay import ReplayScreen  # noqa: PLC0415

    watch(app, path, names)
    if number and isinstance(app.top, ReplayScreen):
        app.top.go(number)
        app.top.toggle()


def watch(app: App, path: Path, names: Sequence[str] = (), *, follow: bool = False) -> None:
    """Watch a saved match from its beginning, or `follow` one that is being played."""
    from game.table.screens.replay import ReplayScreen  # noqa: PLC0415

    try:
        app.push(ReplayScreen(Replay.open(path), names, follow=follow))
    except SaveError as error:
        refuse(app, error)


def refuse(app: App, error: SaveError) -> None:
    """Say why a save cannot be opened."""
    app.cue("refuse")
    app.say(str(error), "bad")


def _apart(app: App, path: Path) -> None:
    try:
        open_match(app, Match.resume(path, apart=True))
    except SaveError as error:
        refuse(app, error)


def _nothing() -> None:
    return
