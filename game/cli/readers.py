"""Which reader reads a file of cards or decks: each game's own, found by the folder the file lies in.

A file that lies in no game's folder is read as each game would, and belongs to the one that has the least against it.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from pathlib import Path

from game.content.faults import ContentError, Fault, file_label
from game.kernel.offers import SetupError
from game.kernel.rules import Game
from game.kernel.setup import Setup
from game.rules import IDS, open_box, shelf

Reader = Callable[[Game, Path], Sequence[object]]


def card_faults(path: Path) -> Sequence[object]:
    """Return everything wrong with a file of cards."""
    return _by_game(path, _cards)


def deck_faults(path: Path) -> Sequence[object]:
    """Return everything wrong with a file of decks, the rules of deck building included."""
    return _by_game(path, _decks)


def _by_game(path: Path, read: Reader) -> Sequence[object]:
    game = path.absolute().parent.name
    if game in IDS:
        return read(open_box(game), path)
    return min((read(box, path) for box in shelf() if box.card_files is not None), key=len, default=())


def _none(box: Game, path: Path) -> list[Fault]:
    return [Fault(file_label(path), "", f"{box.title} has no such files")]


def _cards(box: Game, path: Path) -> Sequence[object]:
    return _none(box, path) if box.card_files is None else box.card_files.faults(str(path))


def _decks(box: Game, path: Path) -> Sequence[object]:
    """Return the faults of a file of deck lists, the game's own rules of deck building among them."""
    from game.content.decks import read_decks

    if box.card_files is None:
        return _none(box, path)
    read = read_decks([path])
    faults = list(read.faults)
    setup = Setup(game=box.id, seats=min(box.seats))  # which match a deck is for is not known here
    try:
        box.complete(setup)
    except (SetupError, ContentError) as error:
        return [*faults, Fault(file_label(path), "", f"the game's own cards cannot be read: {error}")]
    for deck in read.decks:
        faults += [Fault(file_label(path), f"'{deck.name}'", words) for words in box.deck_faults(deck, setup)]
    return faults
