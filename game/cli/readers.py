"""Which reader reads a file of cards or decks: each game's own, found by the folder the file lies in.

A file that lies in no game's folder is read as each game would, and belongs to the one that has the least against it.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from pathlib import Path

from game.content.mods import game_of
from game.content.own import card_file_faults, deck_file_faults
from game.kernel.rules import Game
from game.rules import IDS, open_box, shelf

Reader = Callable[[Game, Path], Sequence[object]]


def card_faults(path: Path) -> Sequence[object]:
    """Return everything wrong with a file of cards."""
    return _by_game(path, card_file_faults)


def deck_faults(path: Path) -> Sequence[object]:
    """Return everything wrong with a file of decks, the rules of deck building included."""
    return _by_game(path, deck_file_faults)


def _by_game(path: Path, read: Reader) -> Sequence[object]:
    game = game_of(path)
    if game in IDS:
        return read(open_box(game), path)
    return min((read(box, path) for box in shelf() if box.card_files is not None), key=len, default=())
