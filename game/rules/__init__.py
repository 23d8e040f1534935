"""The rulebooks, one package a game, and the shelf they stand on.

Every package in this folder is a game and stands on the shelf, but for the one that new games begin from. A game's code is imported only
when its box is opened, so that the window starts quickly.
"""

from __future__ import annotations

from importlib import import_module
from pkgutil import iter_modules

from game.kernel.rules import Game

SHIPPED = ("overcross", "verona", "cardmaster", "starcrossed", "shine")
"""The games that ship, in the order the menu shows them."""

TEMPLATE = "hearsay"
"""The small game that `starcross new-game` copies: complete, and not on the shelf."""

IDS: tuple[str, ...] = (*SHIPPED, *(each.name for each in iter_modules(__path__) if each.ispkg and each.name not in (*SHIPPED, TEMPLATE)))
"""The games on the shelf: those that ship, then all others in this folder."""


def open_box(game_id: str) -> Game:
    """Return a game's box; raise KeyError for a game that is not on the shelf."""
    if game_id not in IDS:
        raise KeyError(game_id)
    box: Game = import_module(f"game.rules.{game_id}").BOX
    return box


def shelf() -> tuple[Game, ...]:
    """Return every box on the shelf."""
    return tuple(open_box(game_id) for game_id in IDS)
