"""Ready decks and the user's own decks are read from TOML and written back; as a code, a deck is one word that can be pasted."""

from __future__ import annotations

import base64
import binascii
import re
import zlib
from collections.abc import Iterable, Iterator, Mapping
from pathlib import Path
from types import MappingProxyType
from typing import Any

import msgspec

from game import paths
from game.content.faults import ContentError, Fault, Findings, file_label, plainly, quoted, read_file
from game.content.files import BEFORE, free_name, inside, is_file, is_there, put_in_place, real, remove, replace_file, write_fresh
from game.content.lines import located
from game.content.load import handwork, read_rows
from game.content.mods import mod_files, mod_of, of_off
from game.content.texts import LARGEST_FILE
from game.content.typing import besides, read_row
from game.kernel.offers import SetupError
from game.kernel.rules import Game
from game.kernel.setup import DeckList
from game.kernel.words import counted, enumerated, meant_name, overladen, slug

MOST_DECKS = 200
_LONGEST_NAME = 60
_LONGEST_PLAN = 400
_MOST_COPIES = 99
_MOST_KINDS = 200

CODE = "deck1-"
"""How every code begins: the number is that of the format."""

_LONGEST_CODE = 16_384
_LARGEST_CODED = 64 * 1024


class DeckRow(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """One `[[deck]]` table: copies by card id, cards set in front, the side they share and how the deck means to win."""

    name: str
    cards: dict[str, int]
    front: tuple[str, ...] = ()
    side: str = ""
    plan: str = ""


class Mended(msgspec.Struct, frozen=True):
    """A deck with faults in how it is written, put right: where it stands in its file, and whether its cards are what was written (`whole`)."""

    place: str
    deck: DeckList
    whole: bool


class Decks(msgspec.Struct, frozen=True):
    """Hold the decks that were read, the file of each, and the faults of those left out, which are `mended` as far as they can be."""

    decks: tuple[DeckList, ...]
    files: tuple[Path, ...] = ()
    faults: tuple[Fault, ...] = ()
    mended: tuple[Mended, ...] = ()


def deck_files(game: str, *, own: bool = True) -> tuple[Path, ...]:
    """Return the deck files of a game, those that ship first, then the user's."""
    folders = [paths.ASSETS / "decks" / game] + ([paths.decks_folder(game)] if own else [])
    listed = [path for folder in folders for path in inside(folder, "*.toml")]
    return (*listed, *mod_files(game, "decks", "*.toml")) if own else tuple(listed)


def ready_decks(game: str) -> tuple[DeckList, ...]:
    """Return the decks that ship; raise ContentError when one is faulty."""
    read = read_decks(deck_files(game, own=False))
    if read.faults:
        raise ContentError(read.faults)
    return read.decks


def own_decks(game: str) -> Decks:
    """Return the user's own decks; one that is called like a deck that ships, or an earlier one, is a fault: its name means the other."""
    return read_decks(_own_files(game), ready_names(game))


def ready_names(game: str) -> dict[str, str]:
    """Return by the name of every deck that ships whose it is."""
    return {deck.name: SHIPS for deck in read_decks(deck_files(game, own=False)).decks}


def names_before(game: str, path: Path) -> dict[str, str]:
    """Return the names of the decks that are read before those of a file, and whose each is; none for a file from elsewhere, which is asked for by its own name, or beside positions, which look there first."""
    own, here, folder = _own_files(game), real(path), path.absolute().parent
    if here not in {real(each) for each in own}:
        if folder.name != "decks" or mod_of(path) is None:
            return {}
        own = tuple(inside(folder, "*.toml"))  # those of a mod that is not installed
    names = ready_names(game)
    for each in own:
        if real(each) == here:
            break
        names = {**{deck.name: _in(each) for deck in read_decks([each]).decks}, **names}
    return names


def _own_files(game: str) -> tuple[Path, ...]:
    shipped = set(deck_files(game, own=False))
    return tuple(path for path in deck_files(game) if path not in shipped)


SHIPS = "a deck that ships"


def _in(path: Path) -> str:
    return f"a deck in {file_label(path)}"


def deck_named(box: Game, words: str) -> DeckList:
    """Return a ready deck or one of the user's by its name, or that of a file or a code; raise SetupError with all that is wrong.

    Whether the deck keeps the rules of deck building is for the box to say when the setup is completed.
    """
    decks = box.ready_decks()
    if not decks:
        raise SetupError(f"{box.title} is played without decks.")
    own = own_decks(box.id)
    there = {deck.name: deck for deck in (*decks, *own.decks)}
    found = [there[words]] if words in there else [deck for deck in there.values() if slug(deck.name) == slug(words) != ""]
    if len(found) > 1:
        raise SetupError(
            f"{quoted(words)} may be {enumerated([quoted(deck.name) for deck in found], 'or')}: write it as it is written there."
        )
    if found:
        return found[0]
    if words.strip().startswith(CODE):
        return coded_deck(box.id, words)
    if words.lower().endswith(".toml") or is_file(words):
        return _deck_in(Path(words))
    off = of_off(box.id, lambda mod: slug(words) in {slug(deck.name) for deck in read_decks(mod.files("decks", "*.toml")).decks} - {""})
    if off:
        raise SetupError(f"{box.title} has no deck {quoted(words)}{off}.")
    raise SetupError(
        f"{box.title} has no deck {quoted(words)} (nor is it a file, or a code, which begins with {quoted(CODE)}); there are {', '.join(there)}{meant_name(words, there)}.",
        *(fault.sentence for fault in own.faults if _may_be(fault.place, words)),
    )


def _may_be(place: str, words: str) -> bool:
    """Tell whether a faulty deck at a place of its file may be the one that was asked for: it is called so, or nobody can tell what is in the file."""
    named = _PLACE.fullmatch(place)
    return not place or (named is not None and (slug(named[1]) == slug(words) or meant_name(words, [named[1]]) != ""))


_PLACE = re.compile(r"'(.*)'(?: \(\d+\))?")
"""How a place names the table that it is about."""


def _deck_in(path: Path) -> DeckList:
    """Return the deck of a file that holds one; raise SetupError for its faults, or when it holds none or several."""
    read = read_decks([path])
    if read.faults:
        raise ContentError(read.faults)
    if len(read.decks) != 1:
        raise SetupError(f"{path} holds {counted(len(read.decks), 'deck')}, and one is needed.")
    return read.decks[0]


def sound_list(deck: DeckList, place: str) -> None:
    """See that a deck which a program made holds what a file may hold, at least; raise ContentError with all that is wrong."""
    findings = Findings(place)
    try:
        row = msgspec.to_builtins(deck)
    except Exception as error:  # noqa: BLE001  (what is not a value of a deck may fail in any way)
        findings.stop("", f"it holds what no deck can ({plainly(error)})")
    _deck(row | {"name": row["name"] or "a deck"}, "", findings)
    findings.settle()


def read_decks(files: Iterable[Path], taken: Mapping[str, str] = MappingProxyType({})) -> Decks:
    """Return the sound decks of these files and all faults; whether a deck is legal is for its game to say.

    Of two decks that have one name, the second is a fault. `taken` are names that decks elsewhere have, and whose they are.
    """
    decks: list[DeckList] = []
    found_in: list[Path] = []
    names = dict(taken)
    mended: list[Mended] = []
    faults: list[Fault] = []
    for path in files:
        findings = Findings(path)
        try:
            rows = read_rows(path, "deck", MOST_DECKS)
        except ContentError as error:
            faults += error.faults
            continue
        for place, row in rows:
            name = str(row.get("name", ""))
            whose = "an earlier deck of this file" if names.get(name) == _in(path) else names.get(name, "")
            deck = _deck(row, place, findings)
            if whose:
                findings.add(place, f"$.name {whose} is called {quoted(name)}, too, and is meant by that name")
                deck = Mended(place, deck, whole=True) if isinstance(deck, DeckList) else deck
            elif name:
                names[name] = _in(path)
            if isinstance(deck, DeckList):
                decks.append(deck)
                found_in.append(path)
            elif deck is not None:
                mended.append(deck)
        faults += located(path, findings.faults)
    return Decks(tuple(decks), tuple(found_in), tuple(faults), tuple(mended))


def _deck(row: dict[str, Any], place: str, findings: Findings) -> DeckList | Mended | None:
    """Return the deck of a row, or after noting everything that is wrong what is left of it, if anything is."""
    read = read_row(row, DeckRow)
    deck: DeckRow | None = read.value
    if deck is None:
        senseless, listed = [], None
    else:
        senseless = besides(_senseless(deck), read.mended)
        listed = DeckList(deck.name, dict(deck.cards), deck.front, "" if "$.side" in read.mended else deck.side, deck.plan)
    for words in (*read.faults, *(f"{where} {words}" for where, words in senseless)):
        findings.add(place, words)
    if listed is None or not (read.faults or senseless):
        return listed
    return Mended(
        place, listed, not any(where.startswith(("$.cards", "$.front")) for where in (*read.mended, *(where for where, _ in senseless)))
    )


def _senseless(deck: DeckRow) -> Iterator[tuple[str, str]]:
    """Yield what no deck can be, each with its place."""
    if not deck.name.strip() or len(deck.name) > _LONGEST_NAME or not deck.name.isprintable():
        yield "$.name", f"a name is 1 to {_LONGEST_NAME} printable characters"
    for card, copies in deck.cards.items():
        if not 1 <= copies <= _MOST_COPIES:
            yield "$.cards", f"{copies} copies of {quoted(card)}: this must be 1 to {_MOST_COPIES}"
    if len(deck.cards) > _MOST_KINDS or len(deck.front) > _MOST_KINDS:
        yield "$.cards", f"a deck lists at most {_MOST_KINDS} cards"
    for key, words, most in (("side", deck.side, _LONGEST_NAME), ("plan", deck.plan, _LONGEST_PLAN)):
        if len(words) > most:
            yield f"$.{key}", f"this is at most {most} characters"
    for key, words in (("name", deck.name), ("side", deck.side), ("plan", deck.plan)):
        if overladen(words):
            yield f"$.{key}", "this holds more than two marks on one letter"


def names_in(path: Path) -> list[str]:
    """Return the names of the decks in a file, an empty one for each that is left out; of a file that cannot be read, none."""
    try:
        rows = read_rows(path, "deck", MOST_DECKS)
    except ContentError:
        return []
    names = [deck.name for deck in read_decks([path]).decks]
    return names + [""] * (len(rows) - len(names))


def keep_deck(path: Path, deck: DeckList, was: DeckList | None = None) -> str:
    """Write a deck as a file, a new one or in place of the one that holds it alone; raise ContentError for one that could not be read again, and OSError.

    Where that one held more than the deck, or another than it `was` when it was read, it stays beside it under another name; return in words where, else nothing.
    """
    held = ""
    if is_there(path):
        meanwhile = ["what was changed in it meanwhile"] if read_decks([path]).decks != (was,) else []
        held = enumerated([*filter(None, [handwork(path)]), *meanwhile])
    fresh, before = write_fresh(path, deck_text(deck).encode()), free_name(path, BEFORE)
    faults = read_decks([fresh]).faults
    if faults:
        remove(fresh)
        raise ContentError(faults)
    try:
        if held:
            replace_file(before, read_file(path, LARGEST_FILE))
        put_in_place(fresh, path)
    except (ContentError, OSError):
        remove(fresh)
        remove(before)
        raise
    return f"its file as it was, with {held}, is now {before}" if held else ""


def deck_text(deck: DeckList) -> str:
    """Return a deck as the TOML that `read_decks` reads."""
    lines = ["[[deck]]", f"name = {_string(deck.name)}"]
    lines += [f"{key} = {_string(value)}" for key, value in (("side", deck.side), ("plan", deck.plan)) if value]
    if deck.front:
        lines.append(f"front = [{', '.join(_string(card) for card in deck.front)}]")
    lines += ["[deck.cards]", *(f"{_string(card)} = {copies}" for card, copies in deck.cards.items())]
    return "\n".join(lines) + "\n"


def _string(text: str) -> str:
    return msgspec.json.encode(text).decode()


def deck_code(game: str, deck: DeckList) -> str:
    """Return a deck as one word that `coded_deck` reads; it carries the game's id."""
    packed = zlib.compress(msgspec.json.encode([game, msgspec.to_builtins(deck)]), 9)
    return CODE + base64.urlsafe_b64encode(packed).decode().rstrip("=")


def coded_deck(game: str, code: str) -> DeckList:
    """Return the deck that a code holds; raise ContentError for a code that was cut off or altered, or belongs to another game."""
    findings = Findings("the code")
    match _unpacked("".join(code.split()).removeprefix(CODE)):
        case [str(owner), dict()] if owner != game:
            findings.stop("", f"it holds a deck of {quoted(owner)}, not of {quoted(game)}")
        case [str(), dict(row)]:
            deck = _deck(row, "", findings)
        case _:
            findings.stop("", f"{quoted(code.strip())} is no deck, or not the whole of it")
    if not isinstance(deck, DeckList):
        raise ContentError(tuple(findings.faults))
    return deck


def _unpacked(packed: str) -> Any:
    """Return what a stranger packed, or None, also where there is more than that; no more than a deck needs is ever unpacked."""
    if len(packed) > _LONGEST_CODE:
        return None
    try:
        stream = zlib.decompressobj()
        coded = base64.urlsafe_b64decode(packed + "=" * (-len(packed) % 4))
        content = stream.decompress(coded, _LARGEST_CODED)
        whole = stream.eof and not stream.unused_data and base64.urlsafe_b64encode(coded).decode().rstrip("=") == packed.rstrip("=")
        return msgspec.json.decode(content) if whole else None
    except (binascii.Error, zlib.error, msgspec.DecodeError, RecursionError, ValueError):
        return None
