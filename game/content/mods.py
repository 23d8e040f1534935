"""Mods: folders that add cards, decks, maps, positions, a look and pictures to a game and change cards of it; put on and off, packed and installed.

A mod is a folder in `mods` of the user's with a `mod.toml`: `name`, `version`, `game`, perhaps the `edition` of the rules it was made for and a sentence of
`words`, and `[[change]]` tables, each with the `card` it is about and the fields that differ. Beside it lie `cards`, `decks`, `maps`, `positions`, `themes` (a look of the game) and `art` (a picture a card), read as the user's own.
A change that its game cannot mean is told, and the card stays as it was. A mod that is off has a file `off` in it.
"""

from __future__ import annotations

import io
import re
import shutil
import tempfile
import zipfile
from collections.abc import Callable, Collection, Iterable, Iterator, Mapping
from contextlib import contextmanager
from itertools import product
from pathlib import Path
from typing import Any

from msgspec import Struct
from msgspec.structs import replace

from game import paths
from game.content.faults import ContentError, Fault, Findings, file_label, quotable, read_file
from game.content.files import (
    BEFORE,
    UnreadableError,
    free_name,
    inside,
    is_file,
    is_named,
    is_there,
    miscalled,
    not_here,
    not_on_windows,
    real,
    replace_file,
    typed,
    write_named,
)
from game.content.lines import located, row_places
from game.content.mod_names import ENDINGS, OFF, belongs, read_where, rightly, room, unmarked
from game.content.packed import StrayError, unpacked
from game.content.texts import read_toml
from game.content.typing import read_row
from game.content.unedited import as_recorded, record
from game.kernel.words import enumerated

FILE = "mod.toml"

NO_PAGE = f"there is no {FILE} in it, so this is no mod, and nobody reads what is in it"
"""What is said of a folder that is none of a mod."""

MOST_MODS = 50
LONGEST_NAME, LONGEST_VERSION = 60, 20
LONGEST_LABEL = LONGEST_NAME + 1 + LONGEST_VERSION
MOST_CHANGES = 500
MOST_FILES = 400
LARGEST_FILE = 4 << 20
LARGEST_MOD = 32 << 20

_SLUG = re.compile(r"[a-z0-9][a-z0-9-]{0,59}\Z")


class Page(Struct, frozen=True, forbid_unknown_fields=True):
    """What a `mod.toml` says."""

    name: str
    version: str
    game: str
    edition: str = ""
    words: str = ""
    change: tuple[dict[str, Any], ...] = ()


class Mod(Struct, frozen=True):
    """A mod as it lies in its folder."""

    folder: Path
    page: Page
    on: bool

    @property
    def label(self) -> str:
        """Return how it is named in reports: name and version."""
        return f"{self.page.name} {self.page.version}"

    def files(self, kind: str, pattern: str) -> list[Path]:
        """Return its files of a kind (cards, decks, maps, positions, themes, art) under names like the pattern, in order; none that this system cannot open."""
        return [path for path in inside(self.folder / kind, pattern, of=self.folder) if not not_here(path.name)]


class Installed(Struct, frozen=True):
    """What lies among the mods: its folder, the mod as it is `judged`, and what is wrong with its page."""

    folder: Path
    mod: Mod | None
    faults: tuple[Fault, ...]

    @property
    def sound(self) -> Mod | None:
        """Return the mod if its page can be read; nobody reads what is in it otherwise."""
        return None if self.faults else self.mod

    @property
    def label(self) -> str:
        """Return how it is named: one whose page cannot be read by its folder."""
        return self.sound.label if self.sound is not None else self.folder.name

    @property
    def on(self) -> bool:
        """Tell whether it is on, be its page sound or not."""
        return not is_named(self.folder / OFF)


class Change(Struct, frozen=True):
    """Fields of a card that a mod says otherwise, the mod, and the file and the place in it that say so; where the page names no card, it is empty."""

    mod: str
    file: str
    place: str
    card: str
    fields: dict[str, Any]


def mods_folder() -> Path:
    """Return the folder of mods."""
    return paths.user_folder() / "mods"


def read_mod(folder: Path) -> Mod:
    """Return the mod of a folder; raise ContentError with everything that is wrong with its `mod.toml`."""
    mod, faults = judged(folder)
    if mod is None or faults:
        raise ContentError(faults)
    return mod


def judged(folder: Path) -> tuple[Mod | None, tuple[Fault, ...]]:
    """Return the mod of a folder as far as it was meant to be one, None where nobody can tell, and everything that is wrong with its `mod.toml`.

    A name, version or game that cannot be read is empty.
    """
    path = folder / FILE
    odd = miscalled(path)
    if odd is not None:
        return None, (Fault(file_label(odd), "", f"nobody reads this; it would be read as {FILE}"),)
    if real(folder) == real(mods_folder()):
        return None, (Fault(file_label(folder), "", "this is the folder of all mods; each lies in a folder of its own in it"),)
    if folder.is_dir() and not is_there(path):
        return None, (Fault(file_label(folder), "", NO_PAGE),)
    findings = Findings(path)
    try:
        table = read_toml(path, LARGEST_FILE)
    except ContentError as error:
        return None, error.faults
    read = read_row(table, Page)
    for words in read.faults:
        findings.add("", words)
    page: Page | None = read.value
    if page is not None:
        for words in _amiss(page, read.mended):
            findings.add("", words)
        for index, row in enumerate(page.change):
            if not _card_of(row):
                why = (
                    "this must be the id of one card, in quotation marks"
                    if row.get("card", "") != ""
                    else "the id of the card that is changed is missing"
                )
                findings.add(f"change {index + 1}", f"$.card {why}")
            if "id" in row:
                findings.add(f"change {index + 1}", "$.id the id of a card cannot be changed, and the one that is meant is named by `card`")
        page = replace(page, **{key: "" for key in ("name", "version", "game") if f"$.{key}" in read.mended})
    mod = Mod(folder, page, on=not is_named(folder / OFF)) if page is not None else None
    return mod, tuple(located(path, findings.faults))


def _amiss(page: Page, mended: Collection[str]) -> Iterator[str]:
    """Yield what is too long, empty or unprintable of a page, but for what was put in where it could not be read."""
    for key, words, most in (
        ("name", page.name, LONGEST_NAME),
        ("version", page.version, LONGEST_VERSION),
        ("game", page.game, 40),
        ("edition", page.edition, 20),
    ):
        wrong = len(words) > most or not words.isprintable() or (key != "edition" and not words.strip())
        if wrong and f"$.{key}" not in mended:
            yield f"$.{key} this is 1 to {most} printable characters"
    if "$.name" not in mended and page.name.strip() and (not folder_name(page.name) or set(page.name) & {"/", "\\"}):
        yield "$.name a mod's name has a letter from a to z or a digit, and no slash: its folder is called after it"
    elif why := not_on_windows(folder_name(page.name)):
        yield f"$.name a mod's folder is called after it, and {why}"
    if len(page.words) > 400:
        yield "$.words this is at most 400 characters"
    if len(page.change) > MOST_CHANGES:
        yield f"$.change there are {len(page.change)} of them, and {MOST_CHANGES} at most are read"


def all_mods() -> tuple[tuple[Mod, ...], tuple[Fault, ...]]:
    """Return every mod that is installed, in the order of their folders, and the faults of those that cannot be read."""
    there = installed()
    return tuple(each.sound for each in there if each.sound is not None), tuple(fault for each in there for fault in each.faults)


def installed() -> list[Installed]:
    """Return every mod that is installed, be its page sound or not, in the order of their folders."""
    there = (folder for folder in inside(mods_folder())[:MOST_MODS] if (folder.is_dir() or folder.is_symlink()) and may_hold_mod(folder))
    return [Installed(folder, *judged(folder)) for folder in there]


def may_hold_mod(folder: Path) -> bool:
    """Tell whether a folder is called as those of mods are; any other is passed over."""
    return _SLUG.match(folder.name) is not None


def active(game: str) -> tuple[Mod, ...]:
    """Return the mods of a game that are on."""
    return tuple(mod for mod in all_mods()[0] if mod.on and mod.page.game == game)


def of_off(game: str, brings: Callable[[Mod], bool]) -> str:
    """Return that what there is not is one of an installed mod that is off, as the end of a sentence, or nothing; `brings` tells whether a mod has it."""
    mod = next((mod for mod in all_mods()[0] if not mod.on and mod.page.game == game and brings(mod)), None)
    return f": it is one of {quotable(mod.label, LONGEST_LABEL)}, a mod that is off" if mod is not None else ""


def in_play(mod: Mod) -> bool:
    """Tell whether a mod is one that is installed and on."""
    return any(real(each.folder) == real(mod.folder) for each in active(mod.page.game))


def labels(game: str) -> tuple[str, ...]:
    """Return name and version of the mods of a game that are on."""
    return tuple(mod.label for mod in active(game))


def mod_files(game: str, kind: str, ending: str) -> Iterator[Path]:
    """Yield the files of a kind (cards, decks, maps, positions, themes, art) that the game's mods add."""
    for mod in active(game):
        yield from mod.files(kind, ending)[:MOST_FILES]


def game_of(path: Path) -> str:
    """Return the game that a file is of: that of the mod whose folder it lies in (empty where its page does not say), or else what its folder is called."""
    if not in_mod(path):
        return path.absolute().parent.name
    mod = mod_of(path)
    return mod.page.game if mod else ""


def in_mod(path: Path) -> bool:
    """Tell whether a file lies in the folder of a mod, be its page sound or not."""
    return path.absolute().parent.name in ENDINGS and is_mod(_around(path))


def is_mod(folder: Path) -> bool:
    """Tell whether a folder is one of a mod, be its page sound or not; in the user's own folder only those right in `mods` are, and no folder of a mod's is one, whatever lies there."""
    if not is_named(folder / FILE):
        return False
    if real(folder.parent) == real(mods_folder()):
        return True
    return not real(folder).is_relative_to(real(paths.user_folder())) and not (folder.name in ENDINGS and is_named(folder.parent / FILE))


def mod_of(path: Path) -> Mod | None:
    """Return the mod whose folder a file lies in, as far as it was meant to be one, or None; what is wrong with its page is told of that."""
    return judged(_around(path))[0] if in_mod(path) else None


def _around(path: Path) -> Path:
    """Return the folder around the folder of a file."""
    return path.absolute().parent.parent


def changes(game: str) -> tuple[Change, ...]:
    """Return what the game's mods change, in the order in which it is done."""
    return tuple(change for mod in active(game) for change in changes_of(mod))


def changes_of(mod: Mod) -> tuple[Change, ...]:
    """Return what one mod changes, whether it is on or not: all that its page says, also where that is faulty."""
    file, rows = file_label(mod.folder / FILE), mod.page.change
    found = (
        Change(mod.label, file, place, _card_of(row), {key: value for key, value in row.items() if key not in {"card", "id"}})
        for place, row in zip(row_places(rows, "change", ("card",)), rows, strict=True)
    )
    return tuple(change for change, row in zip(found, rows, strict=True) if change.fields or (change.card and "id" not in row))


def _card_of(row: Mapping[str, Any]) -> str:
    card = row.get("card")
    return card if isinstance(card, str) else ""


def turn(name: str, *, on: bool) -> Installed:
    """Put a mod on or off, and return it; raise KeyError when there is none of that name, ContentError where one is to be put on whose page cannot be read."""
    there = _named(name)
    mark = there.folder / OFF
    if on and there.sound is None:
        raise ContentError(there.faults)
    if on:
        mark.unlink(missing_ok=True)
    else:
        replace_file(mark, b"", durable=False)
    return Installed(there.folder, *judged(there.folder))


def remove(name: str) -> tuple[Installed, Path | None]:
    """Take a mod away with all its files, be its page sound or not, and return it; raise KeyError when there is none of that name.

    One that holds anything else than what was installed is kept: it lies under another name beside the mods then, which is returned.
    """
    there = _named(name)
    folder = there.folder
    if folder.is_symlink():
        shutil.rmtree(folder)  # which refuses a link with the reason
    if not as_recorded(folder, LARGEST_FILE, {OFF}):
        kept = free_name(folder, BEFORE)
        folder.rename(kept)
        return there, kept
    gone = free_name(folder.with_name(f".{folder.name}"), ".gone")
    folder.rename(gone)  # all of it or nothing: a file of it may be open elsewhere
    shutil.rmtree(gone, ignore_errors=True)
    return there, None


def _named(name: str) -> Installed:
    """Return the mod that a name means, be it its folder's or its own, with its version or without, in capitals or not; one whose page cannot be read after all others."""
    there, meant = sorted(installed(), key=lambda each: each.sound is None), folder_name(name)
    names: tuple[Callable[[Installed], str], ...] = (
        lambda each: each.folder.name,
        lambda each: folder_name(each.mod.page.name) if each.mod is not None else "",
        lambda each: folder_name(each.label),
    )
    for called, each in product(names, there):
        if meant and called(each) == meant:  # signs alone, such as `..`, name none, also not one whose page says no name
            return each
    raise KeyError(name)


Judge = Callable[[Mod], Iterable[Fault]]
"""Tells why a mod is of no use to anybody, such as one for a game that does not exist; nothing where it is of some."""


def pack(folder: Path, file: Path, judge: Judge) -> Mod:
    """Write a mod as a zip, in place of one of the same mod; raise ContentError when it is none, of no use or another's file is there, OSError where it cannot be written.

    Files that belong to no mod are left out, and so is what a link in the folder leads to elsewhere (`led_out`).
    """
    if is_file(folder):
        Findings(folder).stop("", "this is a file; what is packed is the folder of a mod")
    mod = read_mod(folder)
    _see(mod, judge)
    _see_own(file, mod)
    elsewhere = led_out(folder)
    if folder / FILE in elsewhere:
        Findings(folder / FILE).stop("", "this is a link out of the folder, and what lies elsewhere is not packed")
    packed = io.BytesIO()
    with zipfile.ZipFile(packed, "w", zipfile.ZIP_DEFLATED) as archive:
        for path in sorted(folder.rglob("*")):
            name = path.relative_to(folder).as_posix()
            if path.is_file() and belongs(name) and path not in elsewhere:
                archive.writestr(zipfile.ZipInfo(name), read_file(path, LARGEST_FILE))
    write_named(file, packed.getvalue())
    return mod


def _see_own(file: Path, mod: Mod) -> None:
    """See that where a mod is packed there is nothing yet, or an earlier zip of it."""
    if not is_file(file):
        return
    away, strange = "move it away, or call the mod's folder otherwise", ""
    kept = f"and is not written over: {away}"
    try:
        with opened(file) as folder:
            there = judged(folder)[0]
    except ContentError as error:
        there, strange = None, error.faults[0].words.removeprefix("this is no mod: ") if is_packed(file) else ""
    if there is None:
        Findings(file).stop("", f"{strange}; it is left as it is: {away}" if strange else f"this is no packed mod, {kept}")
    if folder_name(there.page.name) != folder_name(mod.page.name):
        Findings(file).stop("", f"this is another mod, {quotable(there.label, LONGEST_LABEL)}, {kept}")


def led_out(folder: Path) -> list[Path]:
    """Return the files and folders of a mod that are links out of its own, in order: what they lead to is somebody else's."""
    links = (path for path in sorted(folder.rglob("*")) if path.is_symlink() and not real(path).is_relative_to(real(folder)))
    return [path for path in links if belongs(name := path.relative_to(folder).as_posix()) or name in ENDINGS]


def _see(mod: Mod, judge: Judge) -> None:
    faults = tuple(judge(mod))
    if faults:
        raise ContentError(faults)


def install(file: Path, judge: Judge) -> Mod:
    """Unpack a mod into the user's folder, and return it; raise ContentError, and leave nothing behind, for what is none, of no use or goes too far.

    Nothing is written outside of the mod's own folder, and no more is unpacked than a mod may hold.
    """
    members = _members(file)
    findings = Findings(file)
    fresh = mods_folder() / f".{file.stem[:40]}.new"
    shutil.rmtree(fresh, ignore_errors=True)
    try:
        _lay(members, fresh)
        mod = read_mod(fresh)
        _see(mod, judge)
        slug = folder_name(mod.page.name)
        place = mods_folder() / slug
        if is_there(place):
            findings.stop("", _taken(mod, place))
        record(fresh, LARGEST_FILE)
        fresh.rename(place)
    except ContentError as error:  # which is told of the zip, not of where it was unpacked
        here, there = file_label(fresh), file_label(file)
        raise ContentError(tuple(replace(fault, file=fault.file.replace(here, there, 1)) for fault in error.faults)) from None
    finally:
        shutil.rmtree(fresh, ignore_errors=True)
    return read_mod(place)


def _taken(mod: Mod, place: Path) -> str:
    """Return which mod lies where one that is to be installed would, and what can be done about it."""
    odd = miscalled(place)
    if odd is not None:
        return f"it would lie in {file_label(place)}, and there is {odd.name} already, in which nobody reads a mod"
    away = f"`starcross mod remove {place.name}` takes it away"
    there, faults = judged(place)
    if not place.is_dir():
        return f"it would lie in {file_label(place)}, where there is something already that is no mod"
    if there is None or faults:
        return f"it would lie in {file_label(place)}, where something lies already that cannot be read as a mod ({faults[0]}): {away}"
    if there.page.name != mod.page.name:
        return f"it would lie in {file_label(place)}, where another mod lies, {quotable(there.label, LONGEST_LABEL)}: give this one another name, or {away}"
    if there.page.version != mod.page.version:
        return f"{quotable(there.label, LONGEST_LABEL)} is installed already, and this is {quotable(mod.page.version)}; {away}, and then this one can be installed"
    return f"{quotable(mod.label, LONGEST_LABEL)} is installed already; {away}"


def folder_name(name: str) -> str:
    """Return what the folder of a mod of that name is called, nothing where it cannot be."""
    return re.sub(r"[^a-z0-9]+", "-", unmarked(name)).strip("-")[:60]


@contextmanager
def opened(file: Path) -> Iterator[Path]:
    """Yield the folder that a packed mod is in for as long as it is looked at; raise ContentError as `install` does for what is none."""
    members = _members(file)
    with tempfile.TemporaryDirectory(prefix="mod-") as folder:
        _lay(members, Path(folder))
        yield Path(folder)


def is_packed(file: Path) -> bool:
    """Tell whether a zip may be a packed mod: one that names a `mod.toml`."""
    try:
        return FILE.encode() in read_file(file, LARGEST_MOD)
    except ContentError:
        return False


def _members(file: Path) -> dict[str, bytes]:
    """Return the files of a packed mod by their places in its folder; all of them may lie in one folder more, as a folder is packed by a file manager."""
    findings = Findings(file)
    if file.is_dir():
        findings.stop("", f"this is a folder; `starcross mod pack {typed(file)}` makes the zip that is installed")
    try:
        members = unpacked(read_file(file, LARGEST_MOD), lambda name: room(name, LARGEST_FILE), files=MOST_FILES, whole=LARGEST_MOD)
    except StrayError as error:
        right = rightly(error.name)
        where = f"as {right} it would be" if right else read_where(error.name)
        findings.stop("", f"this is no mod: {error}, as it is none of a mod's files; {where}")
    except UnreadableError as error:
        findings.stop("", f"this is no mod: {error}")
    pages = [name for name in members if name == FILE or name.partition("/")[2] == FILE]
    if len(pages) > 1:
        findings.stop("", f"there are {len(pages)} mods in it, {enumerated(pages[:3])}, and a zip holds one")
    if FILE in members:
        strange = next((name for name in members if not belongs(name)), "")
    else:
        top = next((name.removesuffix(FILE) for name in members if name.partition("/")[2] == FILE), "")
        if not top:
            findings.stop("", f"there is no {FILE} in it, nor in the one folder that holds all the others")
        strange = next((name for name in members if not name.startswith(top)), "")
        members = {name.removeprefix(top): content for name, content in members.items()}
    if strange:
        findings.stop(
            "", f"this is no mod: {strange[:40]!r} does not belong into it, as it is none of a mod's files; {read_where(strange)}"
        )
    return members


def _lay(members: Mapping[str, bytes], folder: Path) -> None:
    for name, content in members.items():
        replace_file(folder / name, content, durable=False)
