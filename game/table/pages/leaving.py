"""Closing the window: what was typed or built and is not kept is named first."""

from __future__ import annotations

from collections.abc import Sequence
from functools import partial

from game.table.pages.dialog import Dialog
from game.table.shell.app import App


def ask_to_close(app: App, lost: Sequence[str]) -> Dialog:
    """Ask whether the window may close although something would be lost, a sentence each; return the question."""
    end = partial(setattr, app, "running", False)
    question = Dialog("Close the window?", " ".join(lost), [("Close it", "danger", end), ("Stay", "main", _nothing)])
    app.push(question)
    return question


def _nothing() -> None:
    return
