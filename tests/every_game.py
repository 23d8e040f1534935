"""Every game that tests walk through: those on the shelf, and the one that new games begin from.

The fixture `template_shelf` puts that one on the shelf as well, for whatever opens a box by its name.
"""

from __future__ import annotations

from importlib import import_module

from game.kernel.rules import Game
from game.rules import TEMPLATE, shelf

BOXES: dict[str, Game] = {box.id: box for box in (*shelf(), import_module(f"game.rules.{TEMPLATE}").BOX)}


def fewest(game: str) -> int:
    """Return how many must sit down to a game."""
    return min(BOXES[game].seats)
