"""The five rulebooks, one package a game, and the shelf they stand on.

A game's code is imported only when its box is opened, so that the window starts quickly.
"""

from __future__ import annotations

from importlib import import_module

from game.kernel.rules import Game

IDS: tuple[str, ...] = ("overcross", "verona", "cardmaster", "starcrossed", "shine")
"""The games on the shelf, in the order the menu shows them."""


def open_box(game_id: str) -> Game:
    """Return a game's box; raise KeyError for a game that is not on the shelf."""
    if game_id not in IDS:
        raise KeyError(game_id)
    box: Game = import_module(f"game.rules.{game_id}").BOX
    return box


def shelf() -> tuple[Game, ...]:
    """Return every box on the shelf."""
    return tuple(open_box(game_id) for game_id in IDS)
