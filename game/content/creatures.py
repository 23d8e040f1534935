"""The arena's creature cards, read from their files, and the cards that players type in from real ones.

Strict: a field that does not belong, a missing or impossible number, a name used twice are faults, one sentence each, all
of them at once. Shipped cards must keep the printed sum of 333 a Tier; a typed-in card that breaks it is kept, with a remark.
"""

from __future__ import annotations

import os
import re
from collections.abc import Mapping, Sequence
from functools import cache
from pathlib import Path
from typing import Any, Final, TypeGuard

import msgspec
from msgspec import Struct

from game import paths
from game.content.faults import ContentError, Fault, Findings, file_label, quoted
from game.content.files import inside, replace_file
from game.content.load import handwork, read_rows
from game.content.mods import labels
from game.kernel.ids import CardId
from game.kernel.words import overladen

GAME: Final = "cardmaster"
TYPES: Final[tuple[str, ...]] = (
    "aura",
    "beast",
    "creature",
    "extraterrestrial",
    "humanoid",
    "nature",
    "tech",
    "spirit",
    "ultramax",
    "void",
)
STATUSES: Final[tuple[str, ...]] = ("overcook", "undershock", "brainlock", "gridfreeze", "souldrift")
STATS: Final[tuple[str, ...]] = ("spd", "hp", "def", "atk", "spc")
SUM_A_TIER: Final = 333
FILES_LIMIT: Final = 500
CARDS_LIMIT: Final = 500
"""The most files of a folder, and cards of a file, that are read."""

_SLUG: Final = re.compile(r"[a-z0-9]+(-[a-z0-9]+)*")
_FIELDS: Final = ("id", "name", "tier", "types", "status", *STATS, "icon", "flavour", "typed")
_NAMES: Final = {"spd": "SPD", "hp": "HP", "def": "DEF", "atk": "ATK", "spc": "SPC"}


MOST_PRINTED = 999
"""No stat on a card is higher (CM-4)."""


class Creature(Struct, frozen=True, forbid_unknown_fields=True, rename={"dfn": "def"}):
    """What is printed on a creature card (CM-4); `typed` marks one typed in from a physical card (CM-3)."""

    id: CardId
    name: str
    tier: int
    types: tuple[str, str]
    status: str
    spd: int
    hp: int
    dfn: int
    atk: int
    spc: int
    icon: str = ""
    flavour: str = ""
    typed: bool = False

    @property
    def total(self) -> int:
        """Return the sum of the five stats."""
        return self.spd + self.hp + self.dfn + self.atk + self.spc


def field_faults(values: Mapping[str, Any]) -> dict[str, str]:
    """Return what is wrong with a card's values, one sentence a field: name, tier, types, status and the five stats."""
    faults: dict[str, str] = {}
    name = values.get("name")
    if not isinstance(name, str) or not name.strip():
        faults["name"] = "The card needs a name."
    elif len(name) > 40:
        faults["name"] = f"A name has at most 40 characters, and this one has {len(name)}."
    elif not name.isprintable():
        faults["name"] = "The name holds a character that cannot be printed."
    elif overladen(name):
        faults["name"] = "The name holds more than two marks on one letter."
    tier = values.get("tier")
    if not _whole(tier) or not 1 <= tier <= 10:
        faults["tier"] = f"A Tier is a whole number from 1 to 10, not {_shown(tier)}."
    types = values.get("types")
    if not isinstance(types, list | tuple) or len(types) != 2:
        faults["types"] = "A card has two types; name the same one twice if it has but one."
    else:
        for one in types:
            if one not in TYPES:
                faults["types"] = f"There is no type {_shown(one)}; the ten are {', '.join(TYPES)}."
    status = values.get("status")
    if status not in STATUSES:
        faults["status"] = f"There is no status {_shown(status)}; the five are {', '.join(STATUSES)}."
    for stat in STATS:
        number = values.get(stat)
        if not _whole(number) or not 1 <= number <= MOST_PRINTED:
            faults[stat] = f"{_NAMES[stat]} is a whole number from 1 to {MOST_PRINTED}, not {_shown(number)}."
    return faults


def sum_remark(values: Mapping[str, Any]) -> str:
    """Return the remark on stats that do not sum to 333 a Tier, or "" when they do or cannot be summed."""
    numbers = [values.get(stat) for stat in STATS]
    tier = values.get("tier")
    if not _whole(tier) or not all(_whole(number) for number in numbers):
        return ""
    total, due = sum(number for number in numbers if _whole(number)), SUM_A_TIER * tier
    if total == due:
        return ""
    return f"The five stats sum to {total}; a printed card of Tier {tier} sums to {due}."


def read_cards(folder: Path, *, typed: bool = False) -> dict[CardId, Creature]:
    """Return every card of a folder's TOML files by id, in the order of the files; raise ContentError with every fault."""
    cards, faults = scan_cards(folder, typed=typed)
    if faults:
        raise ContentError(faults)
    return cards


def scan_cards(folder: Path, *, typed: bool = False) -> tuple[dict[CardId, Creature], tuple[Fault, ...]]:
    """Return the sound cards of a folder and every fault of the others; a folder that is not there is empty."""
    cards: dict[CardId, Creature] = {}
    faults: list[Fault] = []
    for path in _files(folder):
        shown = file_label(path)
        try:
            rows = read_rows(path, "card", CARDS_LIMIT)
        except ContentError as error:
            faults += error.faults
            continue
        for place, row in rows:
            wrong = _row_faults(row, cards, typed=typed)
            faults += [Fault(shown, place, words) for words in wrong]
            if not wrong:
                card = msgspec.convert(row, Creature)
                cards[card.id] = card
    return cards, tuple(faults)


class CreatureFiles:
    """The files of creatures, those that ship and those that were typed in; see `game.kernel.capabilities.CardFiles`."""

    def mods(self) -> tuple[str, ...]:
        """Return name and version of each mod of the game that is on; its decks are all that is taken from it."""
        return labels(GAME)

    def as_written(self) -> tuple[dict[str, Any], ...]:
        """Return nothing: mods change no creature."""
        return ()

    def faults(self, file: str) -> tuple[Fault, ...]:
        """Return everything wrong with one file, read together with the others of its folder."""
        path = Path(file)
        label = file_label(path)
        found = scan_cards(path.parent, typed="assets" not in path.absolute().parts)[1]
        return tuple(fault for fault in found if fault.file == label)


@cache
def shipped_cards() -> dict[CardId, Creature]:
    """Return the library that ships; raise ContentError when a file of it is at fault. Read once."""
    return read_cards(paths.ASSETS / "cards" / GAME)


def forget() -> None:
    """Read the library that ships anew; raise ContentError and keep the one there is when a file of it is at fault."""
    read_cards(paths.ASSETS / "cards" / GAME)
    shipped_cards.cache_clear()


def typed_cards() -> dict[CardId, Creature]:
    """Return the sound cards that players typed in; a broken one is left out (`scan_cards` says why)."""
    return scan_cards(paths.cards_folder(GAME), typed=True)[0]


def of_rows(rows: Sequence[dict[str, Any]]) -> dict[CardId, Creature]:
    """Return the cards that a match brings along, those that shipped and typed-in ones; raise ContentError when one is faulty."""
    findings = Findings("the cards of this match")
    cards: dict[CardId, Creature] = {}
    if len(rows) > FILES_LIMIT:
        findings.stop("", f"there are {len(rows)} of them, and {FILES_LIMIT} at most are read")
    for row in rows:
        wrong = _row_faults(row, cards, typed=row.get("typed") is True)
        for words in wrong:
            findings.add(_shown(row.get("id")), words)
        if not wrong:
            card = msgspec.convert(row, Creature)
            cards[card.id] = card
    findings.settle()
    return cards


def keep_typed(values: Mapping[str, Any], card: CardId = "") -> Creature:
    """Write a typed-in card into the user's folder, a new one or in place of `card`, whose picture and flavour stay as they were.

    Raise ValueError when a field is wrong, there is no such card, or what a person wrote beside it would be lost, OSError when it cannot be written. A card is known by an id that
    says nothing of its name: two may be called alike, and a name may be of any script.
    """
    wrong = field_faults(values)
    if wrong:
        raise ValueError(" ".join(wrong.values()))
    fields = {key: values[key] for key in ("tier", "status", *STATS)}
    types = (values["types"][0], values["types"][1])
    path = _typed_file(card) if card else None
    if path is not None and (lost := handwork(path)):
        raise ValueError(f"{path.name} holds {lost}, which would be lost; change this one by hand.")
    before = typed_cards().get(card)
    drawn = {"icon": before.icon, "flavour": before.flavour} if before is not None else {"icon": "card-pick"}
    while path is None:
        card = f"typed-{os.urandom(4).hex()}"
        path = paths.cards_folder(GAME) / f"{card}.toml"
        path = None if path.exists() else path
    row = {"id": card, "name": str(values["name"]).strip(), "types": types, "typed": True} | drawn | fields
    kept = msgspec.convert(row, Creature)
    replace_file(path, _toml(kept).encode())
    return kept


def drop_typed(card: CardId) -> None:
    """Remove a typed-in card from the user's folder; raise ValueError when it cannot be told apart, OSError when it cannot be removed."""
    _typed_file(card).unlink()


def _typed_file(card: CardId) -> Path:
    """Return the file that holds a typed-in card and no other; raise ValueError where there is none."""
    for path in _files(paths.cards_folder(GAME)):
        try:
            held = [row.get("id") for _, row in read_rows(path, "card", CARDS_LIMIT)]
        except ContentError:
            continue
        if held == [card]:
            return path
        if card in held:
            raise ValueError(f"{path.name} holds several cards; change this one by hand.")
    raise ValueError(f"There is no typed-in card {quoted(card)} any more.")


def _row_faults(entry: dict[str, Any], known: Mapping[CardId, Creature], *, typed: bool) -> list[str]:
    wrong = [f"There is no field {quoted(key)} on a card." for key in entry if key not in _FIELDS]
    values = field_faults(entry)
    wrong += values.values()
    slug = entry.get("id")
    if not isinstance(slug, str) or len(slug) > 60 or not _SLUG.fullmatch(slug):
        wrong.append(f"An id is small letters, digits and single hyphens, not {_shown(slug)}.")
    elif slug in known:
        wrong.append(f"The id {quoted(slug)} is used twice.")
    elif slug.startswith("typed-") != typed:
        would = f"; {quoted(f'typed-{slug}')} would fit" if typed else ""
        wrong.append(f"The id of a typed-in card begins with 'typed-', and no other does{would}.")
    if entry.get("typed", False) is not typed:
        wrong.append("A typed-in card is marked `typed = true`, and no other is.")
    for key, most in (("icon", 60), ("flavour", 200)):
        words = entry.get(key, "")
        if not isinstance(words, str) or len(words) > most or (words and not words.isprintable()):
            wrong.append(f"The {key} is one line of at most {most} characters.")
    remark = "" if typed or values else sum_remark(entry)
    return [*wrong, remark] if remark else wrong


def _files(folder: Path) -> list[Path]:
    return inside(folder, "*.toml")[:FILES_LIMIT]


def _whole(value: Any) -> TypeGuard[int]:
    return isinstance(value, int) and not isinstance(value, bool)


def _shown(value: Any) -> str:
    if value is None or value == "":
        return "nothing"
    return quoted(value if isinstance(value, str) else str(value))


def _toml(card: Creature) -> str:
    lines = ["[[card]]"]
    for key, value in msgspec.to_builtins(card).items():
        match value:
            case bool():
                lines.append(f"{key} = {str(value).lower()}")
            case int():
                lines.append(f"{key} = {value}")
            case str():
                lines.append(f"{key} = {_quoted(value)}")
            case _:
                lines.append(f"{key} = [{', '.join(_quoted(one) for one in value)}]")
    return "\n".join(lines) + "\n"


def _quoted(words: str) -> str:
    return '"' + words.replace("\\", "\\\\").replace('"', '\\"') + '"'
