"""The rulebooks, one package a game, and the shelf they stand on.

Every package in this folder is a game and stands on the shelf, but for the one that new games begin from. An installed package may bring
more: an entry point of the group `starcross.games`, named as the game's id, leads to its box. A game's code is imported only when its box is
opened, so that the window starts quickly.
"""

from __future__ import annotations

from functools import lru_cache
from importlib import import_module
from pkgutil import iter_modules

from game.kernel.rules import Game

SHIPPED = ("overcross", "verona", "cardmaster", "starcrossed", "shine")
"""The games that ship, in the order the menu shows them."""

TEMPLATE = "hearsay"
"""The small game that `starcross new-game` copies: complete, and not on the shelf."""

IDS: tuple[str, ...] = (*SHIPPED, *(each.name for each in iter_modules(__path__) if each.ispkg and each.name not in (*SHIPPED, TEMPLATE)))
"""The games on the shelf: those that ship, then all others in this folder."""


GROUP = "starcross.games"
"""The entry point group in which an installed package names its games."""


@lru_cache(maxsize=1)
def _brought() -> dict[str, str]:
    """Return where the boxes of installed packages stand (`module:BOX`), by the ids of their games; a game in this folder goes first."""
    from importlib.metadata import entry_points  # noqa: PLC0415  (it is not needed for the games that ship)

    return {each.name: each.value for each in entry_points(group=GROUP) if each.name not in (*IDS, TEMPLATE)}


def ids() -> tuple[str, ...]:
    """Return the ids of all games: those on the shelf, then those that installed packages bring."""
    return (*IDS, *sorted(_brought()))


def open_box(game_id: str) -> Game:
    """Return a game's box; raise KeyError for a game that is not on the shelf."""
    if game_id in IDS:
        module, name = f"game.rules.{game_id}", "BOX"
    else:
        module, _, name = _brought()[game_id].partition(":")
    box: Game = getattr(import_module(module), name)
    return box


def shelf() -> tuple[Game, ...]:
    """Return every box on the shelf."""
    return tuple(open_box(game_id) for game_id in ids())
