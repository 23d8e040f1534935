"""Reports: what somebody saw and wrote of it, with the match itself, in one zip that plays it again anywhere.

They come by mail from strangers, so nothing in one is believed: it is a small zip of files that are known by name, each no larger than it may be,
and anything else is refused in one sentence before it is unpacked.
"""

from __future__ import annotations

import io
import zipfile
from collections.abc import Mapping
from pathlib import Path
from typing import Any

import msgspec
from msgspec import Struct
from msgspec.structs import replace

from game.ai.brought import from_outside
from game.ai.levels import INSTEAD
from game.content.faults import plainly
from game.content.files import UnreadableError, replace_file
from game.content.packed import unpacked
from game.kernel.offers import SetupError
from game.kernel.words import counted
from game.match.journal import Header, encode_line
from game.match.save import HOSTILE, MOST_BYTES, Record, SaveError, called, header_line, read_bytes, record_of
from game.match.seats import SeatPlan, named_by_program
from game.rules import open_box

FORMAT = 1
FACTS, JOURNAL, PICTURE, LOG, SCREEN = "report.json", "match.jsonl", "picture.png", "log.txt", "screen.txt"
LARGEST = {FACTS: 1 << 20, JOURNAL: MOST_BYTES, PICTURE: 16 << 20, LOG: 4 << 20, SCREEN: 4 << 20}
"""The files of a report, and how many bytes each has at most."""

MOST_WORDS = 600
"""How many letters somebody may write into a report."""


class Facts(Struct, frozen=True, forbid_unknown_fields=True):
    """What a report says of itself: when, what somebody wrote, which program, which match with which mods, and where it went wrong.

    `fault` is what was raised and in which function, the same whenever the same thing goes wrong; empty where nothing did.
    """

    format: int
    when: str
    words: str
    version: str
    fault: str = ""
    game: str = ""
    rules: str = ""
    seats: int = 0
    actions: int = 0
    machine: dict[str, str] = {}
    window: tuple[int, int] = (0, 0)
    screens: tuple[str, ...] = ()
    settings: dict[str, Any] = {}
    mods: tuple[str, ...] = ()


class Report(Struct, frozen=True):
    """A report that was read: its facts, and its other files by name."""

    path: Path
    facts: Facts
    files: Mapping[str, bytes]


def is_report(path: Path) -> bool:
    """Tell whether a file is called as reports are."""
    return path.suffix.lower() == ".zip"


def holds_report(path: Path) -> bool:
    """Tell whether a zip may be a report: one that names the file of its facts."""
    try:
        return FACTS.encode() in read_bytes(path)
    except SaveError:
        return False


def keep_report(path: Path, facts: Facts, files: Mapping[str, bytes]) -> None:
    """Write a report for its owner alone; files that are empty or larger than a report holds stay out. Raise OSError when it cannot be written."""
    room = io.BytesIO()
    with zipfile.ZipFile(room, "w", zipfile.ZIP_DEFLATED) as archive:
        archive.writestr(FACTS, msgspec.json.format(msgspec.json.encode(facts), indent=1) + b"\n")
        for name in (JOURNAL, PICTURE, LOG, SCREEN):
            if 0 < len(files.get(name, b"")) <= LARGEST[name]:
                archive.writestr(name, files[name])
    replace_file(path, room.getvalue())


def read_report(path: Path) -> Report:
    """Return what a report holds; raise SaveError, one sentence, for anything that is none."""
    content = read_bytes(path)
    try:
        files = unpacked(content, lambda name: LARGEST.get(name, 0), files=len(LARGEST), whole=sum(LARGEST.values()))
        if FACTS not in files:
            raise UnreadableError(f"there is no {FACTS} in it")  # noqa: TRY301  (all that is wrong with one is said in the same way)
        facts = msgspec.json.decode(files.pop(FACTS), type=Facts)
    except (*HOSTILE, UnreadableError) as error:
        raise SaveError(f"{called(path)} is no report: {plainly(error)}.") from None
    if facts.format != FORMAT:
        raise SaveError(f"{called(path)} is no report: format {facts.format} is not known here.")
    return Report(path, facts, files)


def match_of(report: Report) -> Record:
    """Return the journal that a report holds; raise SaveError when there is none or it cannot be read."""
    journal = report.files.get(JOURNAL)
    if journal is None:
        raise SaveError(f"{called(report.path)} holds no match.")
    return record_of(report.path, journal)


def lacking(report: Report, record: Record) -> str:
    """Return that a report tells of more actions than the match in it has, which was cut off at the end of a line; empty where it does not."""
    told = report.facts.actions
    return (
        "" if record.count >= told else f"{called(report.path)} tells of {counted(told, 'action')}, and the match in it has {record.count}."
    )


# --- names ---------------------------------------------------------------------------------------------------------------


def typed_names(header: Header) -> tuple[str, ...]:
    """Return the names in a match that people typed: of players, of decks, and of cards typed in by hand."""
    setup = header.setup
    names = [plan.name for plan in header.plans if not _own_name(plan, header)]
    names += [deck.name for deck in setup.decks if deck.name not in _shipped_decks(setup.game)]
    names += [row["name"] for row in setup.rows.cards if row.get("typed") is True and isinstance(row.get("name"), str)]
    return tuple(dict.fromkeys(name for name in names if name))


def nameless(journal: bytes) -> bytes:
    """Return a journal without the names that people typed, which plays as before; nothing of one that cannot be read."""
    first, rest = header_line(journal)
    try:
        header = msgspec.json.decode(first, type=Header)
        box = open_box(header.game)
    except HOSTILE:
        return b""
    shipped = _shipped_decks(header.game)
    decks = tuple(
        deck if deck.name in shipped else replace(deck, name=f"Deck {number}") for number, deck in enumerate(header.setup.decks, start=1)
    )
    cards = tuple(
        row | {"name": f"Card {number}"} if row.get("typed") is True else row for number, row in enumerate(header.setup.rows.cards, start=1)
    )
    setup = replace(header.setup, decks=decks, rows=replace(header.setup.rows, cards=cards))
    if cards != header.setup.rows.cards:
        try:
            setup = replace(setup, catalogue=box.complete(setup).catalogue)
        except SetupError:
            return b""
    plans = tuple(
        plan if _own_name(plan, header) else replace(plan, name="", player=INSTEAD if from_outside(plan.player) else plan.player)
        for plan in header.plans
    )
    return encode_line(replace(header, setup=setup, plans=plans, catalogue=setup.catalogue)) + rest


def _own_name(plan: SeatPlan, header: Header) -> bool:
    """Tell whether the program itself gave a player its name; where that cannot be known, nobody but people did."""
    try:
        return named_by_program(plan, open_box(header.game).rules(header.setup))
    except (*HOSTILE, SetupError):
        return False


def _shipped_decks(game: str) -> frozenset[str]:
    try:
        return frozenset(deck.name for deck in open_box(game).ready_decks())
    except KeyError:
        return frozenset()
