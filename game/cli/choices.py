"""What was asked for on the command line, turned into a match: game, seats, decks, map, options and seed.

Everything typed is checked at the door, so that a slip of the pen is answered with one sentence that lists what there is.
"""

from __future__ import annotations

import argparse
import os
import re
from collections.abc import Iterable, Sequence
from pathlib import Path

from game.cli import CommandError
from game.cli.heeded import Given
from game.cli.streams import aside
from game.cli.typed_paths import see_no_folder
from game.content import files
from game.content.files import is_file, is_there
from game.kernel.offers import SetupError
from game.kernel.rules import Game
from game.kernel.setup import MOST_SEED, DeckList, Option, Rows, Setup
from game.kernel.words import counted, enumerated, meant_name, sayable, slug
from game.match.seats import SeatPlan
from game.rules import ids, open_box, unopened

SHOWN_FAULTS = 5

LEAST_LIMIT, MOST_LIMIT = 0.1, 3600.0
"""The fewest and the most seconds that a program may be given for an answer."""


def match_arguments(parser: argparse.ArgumentParser) -> None:
    """Add the arguments that choose a match: deck, map, option and seed."""
    parser.add_argument(
        "--deck", action="extend", nargs="+", metavar="DECK", help="one a seat: a ready deck or one of yours by name, a file, or a code"
    )
    parser.add_argument("--map", metavar="MAP", help="a map of the game or one of yours by name, or a file")
    parser.add_argument("--option", action="extend", nargs="+", metavar="K=V", help="a choice of the match setup screen")
    parser.add_argument("--seed", type=int, metavar="N", help="the number all chance of the match comes from")


def thinking_arguments(parser: argparse.ArgumentParser) -> None:
    """Add the arguments that say how long players may think."""
    parser.add_argument(
        "--iterations", action=Given, type=int, default=60, metavar="N", help="how long a player who searches thinks on a decision (60)"
    )
    parser.add_argument(
        "--limit",
        type=float,
        default=None,
        metavar="S",
        help="seconds in which a player of your own must answer, the first time thrice as many (10)",
    )


FEW = 40
"""So few matches are played by the process that was started, as others would take longer to start."""


def jobs_of(arguments: argparse.Namespace, matches: int | None = None) -> int:
    """Return on how many processes so many matches (None for very many) are played: as many as were asked for, or there are processors for."""
    jobs: int | None = arguments.jobs
    if jobs is not None:
        return jobs
    return (os.cpu_count() or 1) if matches is None or matches >= FEW else 1


def limit_of(arguments: argparse.Namespace) -> float:
    """Return how many seconds a program has for an answer, 0 for the usual ones; raise CommandError for a number that cannot be."""
    limit: float | None = arguments.limit
    if limit is None:
        return 0.0
    if not LEAST_LIMIT <= limit <= MOST_LIMIT:
        raise CommandError(f"--limit is a number of seconds from {LEAST_LIMIT:g} to {MOST_LIMIT:g}, not {limit:g}.")
    return limit


def box_of(name: str) -> Game:
    """Return the box of a game; raise CommandError for one that is not on the shelf."""
    try:
        return open_box(name)
    except KeyError:
        raise CommandError(unopened().get(name) or f"There is no game {name!r}; the games are {listed(ids())}.") from None


def listed(words: Iterable[str]) -> str:
    """Return words as a list in a sentence."""
    return ", ".join(words) or "none"


def fresh_seed() -> int:
    """Return a seed that nobody chose."""
    return int.from_bytes(os.urandom(4))


def seed_of(arguments: argparse.Namespace) -> int:
    """Return the seed that was asked for, or a fresh one; raise CommandError for one that is out of range."""
    seed: int | None = arguments.seed
    if seed is None:
        return fresh_seed()
    if not 0 <= seed < MOST_SEED:
        raise CommandError(f"A seed is a whole number from 0 to {MOST_SEED - 1}, not {seed}.")
    return seed


def setup_of(box: Game, seats: int, arguments: argparse.Namespace) -> Setup:
    """Return the setup that the arguments ask for, not yet completed; raise CommandError for what there is not."""
    if seats not in box.seats:
        raise CommandError(f"{box.title} is played by {listed(map(str, box.seats))}, not by {seats}.")
    decks = tuple(deck_named(box, name) for name in arguments.deck or ())
    if decks and len(decks) != seats:
        raise CommandError(f"{seats} seats need {seats} decks, one each, and {len(decks)} {'was' if len(decks) == 1 else 'were'} named.")
    field, rows = map_named(box, seats, arguments.map) if arguments.map is not None else ("", Rows())
    return Setup(
        game=box.id,
        seats=seats,
        seed=seed_of(arguments),
        decks=decks,
        options=options_of(box.options(seats), arguments.option or ()),
        map=field,
        rows=rows,
    )


def deck_named(box: Game, words: str) -> DeckList:
    """Return the deck that `game.content.decks.deck_named` finds; raise CommandError with all that is wrong."""
    from game.content.decks import deck_named as found
    from game.content.load import off_card
    from game.content.own import deck_file_faults

    try:
        deck = found(box, words)
    except SetupError as error:
        see_no_folder(Path(words), "a deck")
        told = [fault.sentence for fault in deck_file_faults(box, Path(words))] if is_file(words) else []
        raise CommandError(" ".join(told or error.sentences)) from None
    there = {face.id for face in box.catalogue()}
    off = next((f"{card!r}{why}" for card in (*deck.cards, *deck.front) if card not in there and (why := off_card(card, box.id))), "")
    if off:
        raise CommandError(f"{deck.name}: there is no card {off}.")
    return deck


def refused(game: str, *sentences: str) -> CommandError:
    """Return the error for a match that cannot be: why, and what is wrong with the cards of one's own that are missing by it."""
    from game.content.own import own_card_faults

    said = " ".join(sentences)
    missing = (fault for fault in own_card_faults(box_of(game)) if fault.place.startswith("'") and fault.fate == "left out")
    why = (fault.sentence for fault in missing if fault.place.partition(" (")[0] in said)
    return CommandError(" ".join(dict.fromkeys([*(_whose(game, each) for each in sentences), *why])))


def _whose(game: str, sentence: str) -> str:
    """Return a sentence with the mod of each card that it misses because that mod is off, instead of another card that would fit."""
    from game.content.load import off_card

    return _MISSED.sub(lambda found: f"{found[1]}{off}" if (off := off_card(found[2], game)) else found[0], sentence)


_MISSED = re.compile(r"(no card '([a-z0-9-]+)')(?:; '[^.]*? would fit)?(?=[. ])")
"""How a sentence says that there is no such card (`kernel.words.no_card`)."""


def faulty(box: Game, *, counting: bool = False) -> list[str]:
    """Return what is wrong with the user's own cards, decks and maps of a game, a line each, which begins with what becomes of the thing.

    Decks that no match takes are told of where cards are counted: a match that one is asked for refuses it with the reason.
    """
    from game.content.own import own_faults, strays

    faults = [fault for fault in (*strays(ids(), box.id), *own_faults(box)) if counting or fault.fate != "no match takes it"]
    lines = [f"{fault.fate}: {fault.sentence}" for fault in faults[:SHOWN_FAULTS]]
    more = len(faults) - SHOWN_FAULTS
    return lines + (
        [f"There {'is' if more == 1 else 'are'} {counted(more, 'more fault')}; `starcross check` lists them all."] if more > 0 else []
    )


def tell_faulty(box: Game, *, counting: bool = False) -> None:
    """Say on the standard error what is `faulty`, so that what a command prints is its own alone."""
    for line in faulty(box, counting=counting):
        aside(line)


def faults_told(faults: Sequence[str]) -> list[str]:
    """Return the first faults of matches, a line each that no terminal is steered by, and how many more there are."""
    lines = [f"fault: {' '.join(sayable(fault).split())}" for fault in faults[:SHOWN_FAULTS]]
    more = len(faults) - SHOWN_FAULTS
    return lines + ([f"and {counted(more, 'more fault')}"] if more > 0 else [])


def map_named(box: Game, seats: int, name: str) -> tuple[str, Rows]:
    """Return the name a setup gives a map, and for a file that lies elsewhere the map itself: no setup names a folder of anybody's.

    A faulty map is found as well: its faults are told when the setup is completed. Raise SetupError for a faulty file from elsewhere.
    """
    from game.content.mods import of_off
    from game.content.own_maps import map_files

    maps = box.maps(seats)
    if not maps:
        raise CommandError(f"{box.title} is played without maps.")
    for key, title in maps:
        if slug(name) in {slug(key), slug(title), slug(Path(key).stem)}:
            return key, Rows()
    if name in map_files(box.id):
        return name, Rows()
    path = Path(name)
    if is_there(path) and not path.is_dir():
        from game.content.maps import packed_map

        return path.stem, Rows(map=packed_map(path))
    off = of_off(box.id, lambda mod: slug(name) in {slug(each.stem) for each in mod.files("maps", "*.tmx")} - {""})
    if off:
        raise CommandError(f"{box.title} has no map {name!r}{off}.")
    see_no_folder(path, "a map")
    raise CommandError(
        f"{box.title} has no map {name!r} for {seats} seats; there are {listed(key for key, _ in maps)}{meant_name(name, (each for both in maps for each in both))}."
    )


def options_of(options: Sequence[Option], words: Sequence[str]) -> dict[str, str | int | bool]:
    """Return the values of `K=V` words; raise CommandError for an unknown key or a value that does not fit."""
    known = {option.key: option for option in options}
    values: dict[str, str | int | bool] = {}
    for word in words:
        key, sign, value = word.partition("=")
        if not sign:
            raise CommandError(f"An option is written KEY=VALUE, not {word!r}.")
        if key not in known:
            there = f"the options are {listed(known)}" if known else "there are none to choose here"
            raise CommandError(f"There is no option {key!r}; {there}.")
        values[key] = value_of(known[key], value)
    return values


def value_of(option: Option, text: str) -> str | int | bool:
    """Return what was typed as a value of the option; raise CommandError when it does not fit."""
    text = text.strip()
    value: str | int | bool = text
    match option.kind:
        case "flag":
            value = _FLAGS.get(text.lower(), text)
        case "number":
            value = int(text) if re.fullmatch(r"-?[0-9]{1,18}", text) else text
        case "choice":
            value = next((value for value, label in option.choices if slug(text) in {slug(value), slug(label)}), text)
    fault = option.fault(value)
    if fault:
        raise CommandError(fault)
    return value


_FLAGS = {"yes": True, "true": True, "on": True, "1": True, "no": False, "false": False, "off": False, "0": False}


def see_writable(path: Path, *folders: Path | None) -> None:
    """See that a file can be written, before the work that fills it; raise CommandError where it cannot, or where it is one that is kept in one of the folders."""
    for folder in folders:
        if folder is not None and _keeps(folder, path):
            raise CommandError(f"{path} is a file of what is kept in {folder}, which a report would write over: name another.")
    try:
        files.see_writable(path)
    except (OSError, ValueError) as error:
        raise _unwritable(path, error) from None


PICTURES = (".png", ".jpg", ".jpeg", ".bmp", ".tga")
"""How the names of pictures end that can be written."""


def see_picture(path: Path) -> None:
    """See that the name of a picture says how it is to be written, before the work that makes it; raise CommandError where it does not."""
    if path.suffix.lower() not in PICTURES:
        raise CommandError(f"{path} cannot be written: the name of a picture ends in {enumerated(PICTURES, 'or')}.")


def _keeps(folder: Path, path: Path) -> bool:
    from game.lab.study import keeps

    try:
        return keeps(folder, path)
    except OSError:  # told by who reads or writes there
        return False


def write_named(path: Path, content: str | bytes) -> None:
    """Write a file where somebody named, as a whole; raise CommandError, and leave what was there, where that fails."""
    try:
        files.write_named(path, content if isinstance(content, bytes) else content.encode())
    except (OSError, ValueError) as error:
        raise _unwritable(path, error) from None


def _unwritable(path: Path, error: OSError | ValueError) -> CommandError:
    return CommandError(f"{path} cannot be written: {getattr(error, 'strerror', None) or 'its name is impossible'}.")


def plans_of(players: Sequence[str]) -> tuple[SeatPlan, ...]:
    """Return one plan a seat; whether such a player exists is for the match to say."""
    return tuple(SeatPlan(player=player) for player in players)
