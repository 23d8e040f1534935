"""Which reader reads a file of cards or decks: each game's own, found by the folder the file lies in.

A file that lies in no game's folder is read as each game would, and belongs to the one that has the least against it.
"""

from __future__ import annotations

from collections.abc import Callable
from functools import cache, partial
from pathlib import Path
from typing import TYPE_CHECKING, Any

from game.content.faults import ContentError, Fault, Findings, file_label
from game.kernel.offers import SetupError
from game.kernel.setup import Setup
from game.rules import IDS, open_box

if TYPE_CHECKING:
    from game.cards.model import Card
    from game.content.load import Judge

Reader = Callable[[Path], list[Fault]]


def card_faults(path: Path) -> list[Fault]:
    """Return everything wrong with a file of cards."""
    return _by_game(path, CARD_READERS)


def deck_faults(path: Path) -> list[Fault]:
    """Return everything wrong with a file of decks, the rules of deck building included."""
    return _by_game(path, DECK_READERS)


def _by_game(path: Path, readers: dict[str, Reader]) -> list[Fault]:
    game = path.resolve().parent.name
    if game in readers:
        return readers[game](path)
    if game in IDS:
        return [Fault(file_label(path), "", f"{open_box(game).title} has no such files")]
    return min((reader(path) for reader in readers.values()), key=len, default=[])


def _worded_cards(game: str, kind: type[Card], judge: Judge[Any], path: Path) -> list[Fault]:
    """Return the faults of a file of cards written in the shared vocabulary, read together with the game's others."""
    from game.content.load import card_files, read_cards

    files = card_files(game)
    known = path.resolve() in {file.resolve() for file in files}
    return _of(path, read_cards(files if known else (*files, path), kind, judge).faults)


def _overcross_cards(path: Path) -> list[Fault]:
    from game.rules.overcross.cards import OvercrossCard, judge

    return _worded_cards("overcross", OvercrossCard, judge, path)


def _starcrossed_cards(path: Path) -> list[Fault]:
    from game.rules.starcrossed.cards import StarCard, judge

    return _worded_cards("starcrossed", StarCard, judge, path)


def _shine_cards(path: Path) -> list[Fault]:
    from game.rules.shine.cards import ShineCard, judge

    return _worded_cards("shine", ShineCard, judge, path)


def _listed_decks(game: str, path: Path) -> list[Fault]:
    """Return the faults of a file of deck lists, the game's own rules of deck building among them."""
    from game.content.decks import read_decks

    read = read_decks([path])
    faults = list(read.faults)
    box = open_box(game)
    try:
        box.complete(Setup(game=game, seats=min(box.seats)))
    except (SetupError, ContentError) as error:
        return [*faults, Fault(file_label(path), "", f"the game's own cards cannot be read: {error}")]
    setup = Setup(game=game, seats=min(box.seats))  # which match a deck is for is not known here
    for deck in read.decks:
        faults += [Fault(file_label(path), f"'{deck.name}'", words) for words in box.deck_faults(deck, setup)]
    return faults


def _cardmaster_cards(path: Path) -> list[Fault]:
    from game.content.creatures import scan_cards

    return _of(path, scan_cards(path.parent, typed="assets" not in path.resolve().parts)[1])


@cache
def _label(path: Path) -> str:
    return Findings(path).file


def _of(path: Path, faults: tuple[Fault, ...]) -> list[Fault]:
    """Return the faults that are this file's; a folder is read as a whole, since cards refer to each other."""
    return [fault for fault in faults if fault.file == _label(path)]


CARD_READERS: dict[str, Reader] = {
    "overcross": _overcross_cards,
    "starcrossed": _starcrossed_cards,
    "shine": _shine_cards,
    "cardmaster": _cardmaster_cards,
}
DECK_READERS: dict[str, Reader] = {game: partial(_listed_decks, game) for game in CARD_READERS}
