"""For tests that play with a real pointer: writes where on the screen everything is that can be done now.

Only with `STARCROSS_TARGETS=FILE` in the environment. Places are in device pixels of the window.
"""

from __future__ import annotations

import os
from collections.abc import Sequence
from pathlib import Path
from typing import Any

import msgspec

from game.table.play.match_hand import MatchHand
from game.table.play.match_keys import stops
from game.table.play.match_view import MatchView
from game.table.shell.app import App
from game.table.shell.page import Page
from game.table.shell.widgets import Button, Toggle, Widget


class Targets:
    """The file that says what can be done; written in one piece whenever that changed."""

    def __init__(self, path: Path) -> None:
        self.path = path
        self._written = b""

    def tell(self, view: MatchView, hand: MatchHand, *, busy: bool) -> None:
        """Write what can be done now, or that the table is busy."""
        written = msgspec.json.encode({"busy": True} if busy else described(view, hand))
        if written != self._written:
            fresh = self.path.with_suffix(".new")
            fresh.write_bytes(written)
            fresh.replace(self.path)
            self._written = written


def wanted() -> Targets | None:
    """Return the file to write, None when nobody asks."""
    name = os.environ.get("STARCROSS_TARGETS", "")
    return Targets(Path(name)) if name else None


def described(view: MatchView, hand: MatchHand) -> dict[str, Any]:
    """Return what can be done on the table now and where."""
    app, board, outcome = view.app, view.board, view.match.outcome
    scale = app.view.scale

    def device(point: tuple[float, float] | None) -> list[int] | None:
        return None if point is None else [round(point[0] * scale), round(point[1] * scale)]

    offers = [
        {
            "verb": offer.verb,
            "words": offer.words,
            "source": offer.source,
            "target": offer.target,
            "allowed": offer.refusal is None,
            "onward": offer.onward,
            "form": bool(offer.form),
            "from": device(board.centre_of(offer.source)) if offer.source else None,
            "to": device(board.centre_of(offer.target)) if offer.target else None,
            "covered": [bool(place and board.covered(place)) for place in (offer.source, offer.target)],
        }
        for offer in hand.grip.offers
    ]
    top = app.top
    table: object = hand.desk
    return {
        "busy": False,
        "ups": hand.ups,
        "keys": hand.keys,
        "pointer": device(app.pointer),
        "top": type(top).__name__,
        "count": view.match.count,
        "shown": view.shown_step,
        "deciding": view.match.deciding,
        "human": view.human_turn,
        "held": hand.grip.held,
        "cursor": hand.cursor or hand.desk.focus,
        "stops": [key for key, _ in stops(hand)],
        "opened": board.opened,
        "menu": [offer.verb for offer in hand.grip.menu],
        "offers": offers,
        "widgets": _buttons(app, hand.desk.widgets()),
        "outcome": None if outcome is None else outcome.words,
        "dialog": _buttons(app, top.widgets()) if isinstance(top, Page) and top is not table else [],
        "focus": top.focus if isinstance(top, Page) else "",
    }


def _buttons(app: App, widgets: Sequence[Widget]) -> list[dict[str, Any]]:
    scale = app.view.scale
    return [
        {
            "key": each.key,
            "label": each.label if isinstance(each, Button | Toggle) else "",
            "enabled": each.enabled,
            "at": [round((each.rect[0] + each.rect[2] / 2) * scale), round((each.rect[1] + each.rect[3] / 2) * scale)],
        }
        for each in widgets
    ]
