"""Laying a match on the table."""

from __future__ import annotations

from game.match.match import Match
from game.table.play.match import MatchScreen
from game.table.shell.app import App


def open_match(app: App, match: Match) -> None:
    """Show a match; it says itself what the players should know of it."""
    app.push(MatchScreen(match))
