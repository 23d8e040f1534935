"""What a program asks for, judged at the door: whatever it hands over is taken, or answered by one error with a sentence."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from operator import index
from typing import Any

from game.content.decks import deck_named, sound_list
from game.kernel.offers import SetupError
from game.kernel.rules import Game
from game.kernel.setup import MOST_SEED, DeckList, Setup
from game.kernel.words import shown
from game.rules import ids, open_box

MOST_SEATS = 99
"""More seats than this no game is asked for: it could only say no."""


def box_of(game: object) -> Game:
    """Return the box of a game; raise KeyError, with a sentence, for one that is not on the shelf."""
    if not isinstance(game, str) or game not in ids():
        raise KeyError(f"there is no game {shown(game)}; the games are {', '.join(ids())}")
    return open_box(game)


def whole(what: str, value: object) -> int:
    """Return a whole number of any kind as Python's own; raise TypeError, with a sentence, for what is none: True and False are none."""
    try:
        number = None if isinstance(value, bool) else int(index(value))  # type: ignore[arg-type]  # (what is no number says so itself)
    except TypeError:
        number = None
    if number is None:
        raise TypeError(f"{what} is a whole number, not {shown(value)}")
    return number


def asked_setup(box: Game, seed: object, seats: object, decks: object, map: object, options: object) -> Setup:
    """Return the setup that is asked for, not yet completed; raise SetupError with everything that cannot be."""
    reasons: list[str] = []
    setup = Setup(
        game=box.id,
        seats=min(box.seats) if seats is None else _number("seats", seats, 1, MOST_SEATS, reasons),
        seed=_number("seed", seed, 0, MOST_SEED - 1, reasons),
        decks=_decks(box, decks, reasons),
        options=_options(options, reasons),
        map=map if isinstance(map, str) else "",
    )
    if not isinstance(map, str):
        reasons.append(f"map is the name of a map, not {shown(map)}.")
    if reasons:
        raise SetupError(*dict.fromkeys(reasons))
    return setup


def _number(what: str, value: object, low: int, high: int, reasons: list[str]) -> int:
    try:
        number = whole(what, value)
    except TypeError:
        number = low - 1
    if low <= number <= high:
        return number
    reasons.append(f"{what} is a whole number from {low} to {high}, not {shown(value)}.")
    return low


def _decks(box: Game, decks: object, reasons: list[str]) -> tuple[DeckList, ...]:
    if not isinstance(decks, Sequence) or isinstance(decks, str | bytes):
        reasons.append(f"decks is a list of decks, one a seat, not {shown(decks)}.")
        return ()
    found: list[DeckList] = []
    for place, deck in enumerate(decks):
        try:
            match deck:
                case str():
                    found.append(deck_named(box, deck))
                case DeckList():
                    sound_list(deck, f"decks[{place}]")
                    found.append(deck)
                case _:
                    reasons.append(f"decks[{place}] is a name, a file, a code or a DeckList, not {shown(deck)}.")
        except SetupError as error:
            reasons += error.sentences
    return tuple(found)


def _options(options: object, reasons: list[str]) -> dict[str, Any]:
    if options is None:
        return {}
    if not isinstance(options, Mapping):
        reasons.append(f"options is a mapping of names to values, not {shown(options)}.")
        return {}
    reasons += [f"An option is named in words, not by {shown(key)}." for key in options if not isinstance(key, str)]
    return {key: value for key, value in options.items() if isinstance(key, str)}
