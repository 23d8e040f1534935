"""What is wrong with the files that users wrote themselves: all of a game's, each fault with its file, line and sentence."""

from __future__ import annotations

import os
from collections.abc import Callable, Collection, Iterator, Sequence
from contextlib import suppress
from pathlib import Path
from typing import Any

from msgspec.structs import replace

from game import paths
from game.content.art import art_faults
from game.content.decks import Mended, names_before, own_decks, read_decks
from game.content.faults import ODD, ContentError, Fate, Fault, file_label, found_by, quoted
from game.content.files import closed, inside, is_file, is_named, real
from game.content.hidden import hidden
from game.content.lines import located
from game.content.load import MOST_CARDS, WordedCards, card_files, card_ids, card_sides, look_faults, no_card_of, read_rows, with_fates
from game.content.misplaced import misplaced, misplaced_own
from game.content.mod_names import ENDINGS
from game.content.mods import FILE, Mod, in_mod, in_play, installed, mod_of, mods_folder
from game.content.positions import DECKS, is_decks, read_position
from game.content.themes import world_look_faults
from game.kernel.ids import CardId
from game.kernel.rules import Game
from game.kernel.setup import DeckList, Rows, Setup
from game.kernel.words import enumerated, first_few, meant, meant_or_any, near, no_card

MOST_FILES = 200

OWN = ("cards", "decks", "maps", "themes", "positions", "art", "mods")
"""The folders in which files are looked at again."""


FOLDERS = ("cards", "decks", "maps", "positions", "art")
"""Those that hold a folder for each game."""


def own_faults(box: Game) -> tuple[Fault, ...]:
    """Return everything that is wrong with the user's own cards, decks, maps, positions, look and pictures of a game, and with its mods."""
    found: list[Fault] = []
    for (_, ending, read), folder in zip(
        KINDS,
        (
            paths.cards_folder(box.id),
            paths.decks_folder(box.id),
            paths.maps_folder(box.id),
            paths.positions_folder(box.id),
            paths.user_folder() / "themes",
            paths.art_folder(box.id),
        ),
        strict=True,
    ):
        found += _closed(folder)
        for path in _files(folder, ending):
            if read is not theme_file_faults or path.stem == box.id:
                found += read(box, path)
    found += _closed(mods_folder())
    for each in installed():
        if each.mod is not None and each.on and each.mod.page.game == box.id:
            found += [*each.faults, *mod_faults(box, each.mod)]
    return (*found, *clashes(box))


def own_card_faults(box: Game) -> list[Fault]:
    """Return everything that is wrong with the cards of a game that are the user's own, or of mods."""
    shipped = card_files(box.id, own=False)
    return [fault for path in card_files(box.id) if path not in shipped for fault in card_file_faults(box, path)]


def clashes(box: Game, of: Mod | None = None) -> list[Fault]:
    """Return where the mods of a game that are on change the same of a card, and whose change counts; `of` one mod, those that it is in."""
    return box.card_files.clashes(of) if isinstance(box.card_files, WordedCards) else []


def strays(games: Collection[str], of: str = "") -> tuple[Fault, ...]:
    """Return of everything of the user's own that nobody reads why: it lies where, or is a mod, of a game there is not, or has capitals in its name; `of` one game, what may be meant for it."""
    root = paths.user_folder()
    named = [path for kind in FOLDERS for path in inside(root / kind) if inside(path)]
    found = [(path.name, stray(path / "any", games)) for path in named]
    found += [(path.stem, stray(path, games)) for path in _files(root / "themes", "*.toml")]
    found += [(each.mod.page.game, no_such_game(each.mod, games)) for each in installed() if each.mod is not None and each.on]
    found += [(game, misplaced_own(path, games)) for game, path in _in_capitals(games)]
    found += [("", fault) for fault in unread_mods()]
    return tuple(fault for name, fault in found if fault is not None and (not of or near(name, games, 1) == [of]))


def _in_capitals(games: Collection[str]) -> Iterator[tuple[str, Path]]:
    """Yield what of the user's own nobody reads because its name is in other capitals than that of what is read, each with the game it is for, empty where it is for any."""
    root = paths.user_folder()
    for path in (*_folders_in_capitals(), *(each for each in inside(root / "themes") if _ends_in_capitals(each))):
        yield "", path
    for game in games:
        for kind in FOLDERS:
            for path in inside(root / kind / game):
                if _ends_in_capitals(path) or (kind == "positions" and is_decks(path) and path.name != DECKS):
                    yield game, path


def _folders_in_capitals() -> Iterator[Path]:
    """Yield a file, there or not, in each folder of the user's own that has the name of one of those that are read but for capitals."""
    yield from (path / "any" / "any" for path in inside(paths.user_folder()) if path.name not in OWN and path.name.lower() in OWN)


def unread_mods() -> tuple[Fault, ...]:
    """Return what lies beside the mods and nobody reads as one: a folder without a page or called as none is, a file; and a folder of mods that has capitals in its name."""
    there = [path if is_file(path) else path / "any" for path in inside(mods_folder()) if is_file(path) or path.is_dir()]
    there += [path / "any" / "any" for path in inside(paths.user_folder()) if path.name != "mods" and path.name.lower() == "mods"]
    return tuple(fault for path in there if (fault := misplaced_own(path, ())) is not None)


def _ends_in_capitals(path: Path) -> bool:
    return path.suffix != path.suffix.lower() and path.suffix.lower() in {ending for endings in ENDINGS.values() for ending in endings}


def stray(path: Path, games: Collection[str]) -> Fault | None:
    """Return why nobody reads a file of the user's own: its folder (a look itself) is called like no game; None for any other file."""
    root, there = paths.user_folder().absolute(), path.absolute()
    parts = there.relative_to(root).parts if there.is_relative_to(root) else ()
    if len(parts) == 3 and parts[0] in FOLDERS and parts[:2] != ("maps", "tilesets"):  # there the copies of maps have theirs
        place, name = there.parent, parts[1]
    elif len(parts) == 2 and parts[0] == "themes" and not is_named(paths.ASSETS / "themes" / parts[1]):
        place, name = there, there.stem
    else:
        return None
    return (
        None
        if name in games
        else Fault(file_label(place), "", f"there is no game {quoted(name)}, so nobody reads this{meant(name, games)}")
    )


def no_such_game(mod: Mod, games: Collection[str]) -> Fault | None:
    """Return the fault of a mod for a game there is not, None for any other."""
    name = mod.page.game
    if not name or name in games:  # one that cannot be read is told of the page
        return None
    return located(
        mod.folder / FILE, [Fault(file_label(mod.folder / FILE), "", f"$.game there is no game {quoted(name)}{meant_or_any(name, games)}")]
    )[0]


def mod_faults(box: Game, mod: Mod, *, files: bool = True) -> list[Fault]:
    """Return everything that is wrong with a mod: what it changes, folders and files that no mod has and, with its `files`, what lies beside it."""
    faults = [*cards_missed(box, mod), *misplaced(mod.folder)]
    if isinstance(box.card_files, WordedCards):
        faults += located(mod.folder / FILE, [*box.card_files.change_faults(mod), *_decks_broken(box, box.card_files, mod)])
    for kind, ending, read in KINDS if files else ():
        for path in mod.files(kind, ending)[:MOST_FILES]:
            faults += read(box, path)
    return faults


def _decks_broken(box: Game, files: WordedCards[Any], mod: Mod) -> Iterator[Fault]:
    """Yield the decks, ready ones and the user's own, that break rules by what a mod changes, and which."""
    if not mod.page.change:
        return
    as_written, changed = (
        Setup(game=box.id, seats=min(box.seats), rows=Rows(rows)) for rows in (files.as_written(), files.changed_by(mod))
    )
    for deck in (*box.ready_decks(), *own_decks(box.id).decks):
        broken = box.deck_faults(deck, changed)
        if broken and not box.deck_faults(deck, as_written):
            taken = "no match takes it" if box.deck_refusals(deck, changed) else "matches take it all the same"
            words = f"{'' if in_play(mod) else 'once it is on, '}what it changes makes the deck {quoted(deck.name)} break a rule, and {taken}: {first_few(broken)}"
            yield Fault(file_label(mod.folder / FILE), "", words, fate=ODD)


def cards_missed(box: Game, mod: Mod) -> list[Fault]:
    """Return what a mod means to do to the cards of a game whose cards are not for mods."""
    if isinstance(box.card_files, WordedCards) or not (mod.page.change or mod.files("cards", "*.toml")):
        return []
    page = mod.folder / FILE
    return located(page, [Fault(file_label(page), "", f"$.game mods bring no cards to {box.title} and change none{_by_hand(box)}")])


def _by_hand(box: Game) -> str:
    """Return how one has cards of one's own in a game whose cards are not for mods, as the end of a sentence."""
    return f"; a card of your own is typed in where a match is set up, or by hand into a file in cards/{box.id} of your folder"


def _files(folder: Path, ending: str) -> list[Path]:
    return inside(folder, ending)[:MOST_FILES]


def _closed(folder: Path) -> list[Fault]:
    why = closed(folder)
    return [Fault(file_label(folder), "", f"the folder cannot be looked into ({why}), so nobody reads what is in it")] if why else []


def stamp() -> int:
    """Return a number that is another one as soon as a file of cards, decks, maps or looks is written, added or taken away.

    It looks at when the files were changed last, and so costs about a millisecond: less than a library that listens, and the same everywhere.
    """
    found: list[tuple[str, int, int]] = []
    for root in (*(paths.user_folder() / name for name in OWN), *(paths.ASSETS / name for name in OWN), paths.MAPS):
        for folder, _, names in os.walk(root):
            for name in names[:MOST_FILES]:
                with suppress(OSError):
                    there = os.stat(os.path.join(folder, name))  # noqa: PTH116, PTH118  (asked every other second)
                    found.append((name, there.st_mtime_ns, there.st_size))
    return hash(tuple(found))


def card_file_faults(box: Game, path: Path) -> list[Fault]:
    """Return everything wrong with a file of cards."""
    if box.card_files is None:
        return _none(box, path)
    if not isinstance(box.card_files, WordedCards) and in_mod(path):
        return [Fault(file_label(path), "", f"mods bring no cards to {box.title}, so nobody reads this{_by_hand(box)}")]
    found = list(_faults(box.card_files.faults(str(path)), path))
    return located(path, with_fates(found, look_faults(path, box.id)) or _empty(path, "card"))


def deck_file_faults(box: Game, path: Path) -> list[Fault]:
    """Return everything wrong with a file of decks, the game's own rules of deck building among them."""
    if box.card_files is None:
        return _none(box, path)
    read = read_decks([path], names_before(box.id, path))
    faults = list(read.faults)
    setup = Setup(game=box.id, seats=min(box.seats))  # which match a deck is for is not known here
    try:
        cards = frozenset(face.id for face in box.catalogue())
    except ContentError as error:
        return [*located(path, faults), Fault(file_label(path), "", f"the game's own cards cannot be read: {error}")]
    rows, files, mod = Rows(), box.card_files, mod_of(path)
    if isinstance(files, WordedCards):
        if path.absolute().is_relative_to(paths.ASSETS):  # what mods make of a deck that ships is told of them,
            rows = Rows(files.as_written())
        elif mod is not None and mod.page.game == box.id:  # and what other mods make of this one's is no fault of it
            rows = Rows(files.changed_by(mod))
        with suppress(ContentError):  # a sound card may speak of a faulty one
            cards = frozenset(files.catalogue_of(replace(setup, rows=rows)).cards)
            setup = replace(setup, rows=rows)
    beside = path.absolute().parent.parent / "cards"
    brought = card_ids(box.id, beside, alone=True) - cards if real(beside.parent.parent) != real(mods_folder()) else frozenset()
    for listed in read.decks:  # a deck that breaks a rule is there all the same, to be mended at the workbench
        deck = Mended(quoted(listed.name), listed, whole=True)
        broken = list(_deck_faults(box, deck, setup, cards, brought))
        fate: Fate = "no match takes it" if broken and box.deck_refusals(listed, setup) else ODD
        faults += [Fault(file_label(path), deck.place, words, fate=fate) for words in (*_side_faults(box, listed, beside), *broken)]
    for deck in read.mended:
        told = (*_side_faults(box, deck.deck, beside), *_deck_faults(box, deck, setup, cards, brought))
        faults += [Fault(file_label(path), deck.place, words) for words in told]
    return located(path, faults or _empty(path, "deck"))


def _empty(path: Path, name: str) -> list[Fault]:
    """Return the fault of a file that can be read and holds no such table."""
    try:
        return [] if read_rows(path, name, MOST_CARDS) else [Fault(file_label(path), "", f"there is no [[{name}]] in it")]
    except ContentError:
        return []


def _side_faults(box: Game, deck: DeckList, beside: Path) -> Iterator[str]:
    """Yield that there is no such side as a deck's: none of a deck that ships, nor of a card of the game or `beside` it."""
    sides = sorted({ready.side for ready in box.ready_decks() if ready.side})
    if not deck.side or deck.side in sides or (deck.side in card_sides(box.id, beside) and not meant(deck.side, sides)):
        return
    there = meant(deck.side, sides) or (
        f"; there are {enumerated([quoted(side) for side in sides])}" if sides else f"; decks of {box.title} have none"
    )
    yield f"$.side no deck that ships is of the side {quoted(deck.side)}{there}"


def _deck_faults(box: Game, mended: Mended, setup: Setup, cards: frozenset[CardId], brought: frozenset[CardId]) -> Iterator[str]:
    """Yield the cards that there are not, and what its game has against the others: it is judged as if the cards that were meant stood there.

    One with faulty cards that its mod brings is not: nobody can tell what these would be.
    """
    deck = mended.deck
    lost = {card: no_card(card, ()) for card in (*deck.cards, *deck.front) if card not in cards | brought}
    for card in lost:
        yield f"$.{'cards' if card in deck.cards else 'front'} {no_card_of(box.id, card, cards | brought)}"
    if mended.whole and not brought & {*deck.cards, *deck.front}:
        right_ids = {card: found[0] for card in lost for found in [near(card, cards, 1)] if found and found[0] not in deck.cards}
        right = replace(
            deck,
            cards={right_ids.get(card, card): copies for card, copies in deck.cards.items()},
            front=tuple(right_ids.get(card, card) for card in deck.front),
        )
        told = box.deck_faults(right, setup)
        yield from (words for words in told if not f"{words[:1].lower()}{words[1:]}".startswith(tuple(lost.values())))


def map_file_faults(box: Game, path: Path) -> list[Fault]:
    """Return everything wrong with a battle map."""
    from game.content.maps import read_battle_map  # noqa: PLC0415  (the map reader's library takes long to import)

    found: list[Fault] = []
    try:
        read_battle_map(path)
    except ContentError as error:
        found += error.faults
    return [*found, *hidden(path, "maps", box.id)]


def position_file_faults(box: Game, path: Path) -> list[Fault]:
    """Return what is wrong with how a position, or the file of decks beside it, is written; whether it can be laid out is for the rules to say."""
    if is_decks(path):  # in other capitals nobody reads it, which is told of that
        return deck_file_faults(box, path) if path.name == DECKS else []
    return found_by(lambda: read_position(path, box.id)) or hidden(path, "positions", box.id)


def theme_file_faults(box: Game, path: Path) -> list[Fault]:
    """Return everything wrong with another look of the game."""
    return world_look_faults(path, box.id)


def art_file_faults(box: Game, path: Path) -> list[Fault]:
    """Return what is wrong with the picture of a card, whether there is such a card (a faulty one is one, too), and whether another is shown."""
    faults = [*art_faults(path), *hidden(path, "art", box.id)]
    try:
        cards = {face.id for face in box.catalogue()}
    except ContentError:
        return faults
    if path.stem not in cards and path.stem not in card_ids(box.id, path.parents[1] / "cards"):
        faults.append(Fault(file_label(path), "", no_card_of(box.id, path.stem, cards)))
    return faults


def _none(box: Game, path: Path) -> list[Fault]:
    return [Fault(file_label(path), "", f"{box.title} has no such files")]


def _faults(found: Sequence[object], path: Path) -> Iterator[Fault]:
    """Yield faults as they are, and what is told in a sentence alone as one of the file."""
    for each in found:
        yield each if isinstance(each, Fault) else Fault(file_label(path), "", str(each))


KINDS: tuple[tuple[str, str, Callable[[Game, Path], list[Fault]]], ...] = (
    ("cards", "*.toml", card_file_faults),
    ("decks", "*.toml", deck_file_faults),
    ("maps", "*.tmx", map_file_faults),
    ("positions", "*.toml", position_file_faults),
    ("themes", "*.toml", theme_file_faults),
    ("art", "*.png", art_file_faults),
)
"""Every kind of file that users write and mods bring: its folder, its ending, and what finds its faults."""
