"""The rulebooks, one package a game, and the shelf they stand on.

Every package in this folder is a game and stands on the shelf, but for the one that new games begin from. An installed package may bring
more: an entry point of the group `starcross.games`, named as the game's id, leads to its box, and one that cannot be opened is left out and told
of. A game's code is imported only when its box is opened, so that the window starts quickly.
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
def _brought() -> tuple[dict[str, Game], dict[str, str], dict[str, str]]:
    """Return the boxes of installed packages by the ids of their games, why others cannot be opened, and the files in which the boxes stand.

    A game in this folder goes first.
    """
    from importlib.metadata import entry_points  # noqa: PLC0415  (it is not needed for the games that ship)

    from game.content.faults import plainly  # noqa: PLC0415  (nor is it)

    boxes: dict[str, Game] = {}
    closed: dict[str, str] = {}
    files: dict[str, str] = {}
    for each in entry_points(group=GROUP):
        if each.name in (*IDS, TEMPLATE):
            continue
        try:
            boxes[each.name], files[each.name] = _box_at(each.value)
        except (Exception, SystemExit) as error:  # noqa: BLE001  (a stranger's code may fail in any way)
            closed[each.name] = f"The game {each.name!r} of an installed package ({each.value}) cannot be opened: {plainly(error)}."
    return boxes, closed, files


def _box_at(place: str) -> tuple[Game, str]:
    """Return the box that stands at a place (`module:BOX`) in an installed package, and the file it stands in; raise whatever its code raises, and TypeError for no box."""
    module, _, name = place.partition(":")
    there = import_module(module)
    box: Game = getattr(there, name)
    if not isinstance(box, Game):
        raise TypeError("it is no box of a game")
    return box, there.__file__ or ""


def ids() -> tuple[str, ...]:
    """Return the ids of all games: those on the shelf, then those that installed packages bring."""
    return (*IDS, *sorted(_brought()[0]))


def unopened() -> dict[str, str]:
    """Return in a sentence each why games that installed packages bring cannot be opened, by their ids; they are left out of the shelf."""
    return _brought()[1]


def open_box(game_id: str) -> Game:
    """Return a game's box; raise KeyError for a game that is not on the shelf."""
    if game_id not in IDS:
        return _brought()[0][game_id]
    box: Game = import_module(f"game.rules.{game_id}").BOX
    return box


def brought_in(game_id: str) -> str:
    """Return the file in which the box of an installed package's game stands; empty for every other game."""
    return "" if game_id in IDS else _brought()[2].get(game_id, "")


def shelf() -> tuple[Game, ...]:
    """Return every box on the shelf."""
    return tuple(open_box(game_id) for game_id in ids())
