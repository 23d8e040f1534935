"""For tests that play with a real pointer: writes where on the screen everything is that can be done now.

Only with `STARCROSS_TARGETS=FILE` in the environment. Places are in device pixels of the window.
"""

from __future__ import annotations

import os
from pathlib import Path
from typing import TYPE_CHECKING, Any, Protocol

import msgspec

if TYPE_CHECKING:
    from game.match.match import Match
    from game.table.pieces.board import Board
    from game.table.play.grip import Grip
    from game.table.shell.app import App


class Played(Protocol):
    """A match on the table, as far as it is described here."""

    app: App
    board: Board
    grip: Grip
    match: Match
    shown_step: int
    ups: int

    @property
    def human_turn(self) -> bool:
        """Tell whether a person must choose now."""
        ...

    def widgets(self) -> list[Any]:
        """Return every widget."""
        ...

    def dialog_targets(self) -> list[dict[str, Any]]:
        """Return the buttons of a dialog over the table."""
        ...


def wanted() -> Path | None:
    """Return the file to write, None when nobody asks."""
    name = os.environ.get("STARCROSS_TARGETS", "")
    return Path(name) if name else None


def described(screen: Played) -> dict[str, Any]:
    """Return what can be done on the table now and where."""
    app, board = screen.app, screen.board
    scale = app.view.scale

    def device(point: tuple[float, float] | None) -> list[int] | None:
        return None if point is None else [round(point[0] * scale), round(point[1] * scale)]

    def middle(rect: tuple[float, float, float, float]) -> tuple[float, float]:
        return rect[0] + rect[2] / 2, rect[1] + rect[3] / 2

    offers = [
        {
            "verb": offer.verb,
            "words": offer.words,
            "source": offer.source,
            "target": offer.target,
            "allowed": offer.refusal is None,
            "form": bool(offer.form),
            "from": device(board.centre_of(offer.source)) if offer.source else None,
            "to": device(board.centre_of(offer.target)) if offer.target else None,
        }
        for offer in screen.grip.offers
    ]
    widgets = [
        {"key": widget.key, "label": getattr(widget, "label", ""), "enabled": widget.enabled, "at": device(middle(widget.rect))}
        for widget in screen.widgets()
    ]
    outcome = screen.match.outcome
    return {
        "busy": False,
        "ups": screen.ups,
        "pointer": device(app.pointer),
        "top": type(app.top).__name__,
        "count": screen.match.count,
        "shown": screen.shown_step,
        "deciding": screen.match.deciding,
        "human": screen.human_turn,
        "held": screen.grip.held,
        "menu": [offer.verb for offer in screen.grip.menu],
        "offers": offers,
        "widgets": widgets,
        "outcome": None if outcome is None else outcome.words,
        "dialog": screen.dialog_targets(),
    }


def tell(screen: Played, path: Path, before: bytes, *, busy: bool) -> bytes:
    """Write the file in one piece if it changed; return what it holds."""
    written = msgspec.json.encode({"busy": True} if busy else described(screen))
    if written != before:
        fresh = path.with_suffix(".new")
        fresh.write_bytes(written)
        fresh.replace(path)
    return written
