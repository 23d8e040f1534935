"""Find the faults of cards, decks, maps, themes, guides, rules pages, positions and saves, each in one sentence that names file and place.

Without a PATH everything that ships is checked, and the user's own. A PATH is a file or a folder, or a pattern such as *.toml. What a file is, its
folder says (`cards`, `decks`, `tables`, `themes`, …) and otherwise what is in it; a packed mod is a zip, and so is a report. Exit code 1 when there is a fault.
"""

from __future__ import annotations

import argparse
import os
import stat
from collections import Counter
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from pathlib import Path
from typing import TYPE_CHECKING

from msgspec import Struct
from msgspec.structs import replace

from game import paths
from game.cli import CommandError
from game.cli.typed_paths import all_typed
from game.content.faults import found_by, quotable
from game.content.files import closed, is_file, set_aside, turns
from game.kernel.words import counted

if TYPE_CHECKING:
    from game.content.faults import Fault

SUMMARY = "find the faults of cards, decks, maps, themes, guides, rules pages, positions and saves"

_WHAT = "neither cards, deck, map, theme, guide, rules page, position, mod, save nor report"

MOST_FILES = 5000
"""A folder with more files than this is surely not one of the game's."""


class Kind(Struct, frozen=True):
    """A kind of file: what one and several are called, and how the faults of one are found."""

    name: str
    plural: str
    faults: Callable[[Path], Sequence[object]]


def arguments(parser: argparse.ArgumentParser) -> None:
    """Add the arguments of `starcross check`."""
    parser.add_argument("path", nargs="*", type=Path, metavar="PATH")


def run(arguments: argparse.Namespace) -> int:
    """Check the paths, print every fault, then what was looked at; return 1 when there was a fault. What cannot be checked is said once all the others are."""
    seen: Counter[str] = Counter()
    told: set[str] = set()
    given: list[Path] = []
    refused: list[str] = []
    for path in arguments.path:
        with _held_back(refused):
            given += all_typed([path])
    roots = given if arguments.path else [root for root in (paths.ASSETS, paths.MAPS, paths.user_folder()) if os.path.isdir(root)]  # noqa: PTH112  (a Path raises in a folder that is only listed)
    for words in () if arguments.path else _unopened():
        _tell(words, told)
    for root in roots:
        with _held_back(refused):
            _look_at(root, seen, told, asked=bool(given))
    for fault in _of_all_mods(roots):
        _tell(fault, told)
    faults = len(told)
    looked = ", ".join(counted(seen[kind.name], kind.name, kind.plural) for kind in KINDS if seen[kind.name])
    if not (looked or told or refused):  # a notice beside other files is passed over, and is nothing by itself
        refused = [f"{path} is nothing that can be checked: {_WHAT}." for path in given if is_file(path)]
    if looked or told or not refused:
        print(f"{looked or 'Nothing to check'}: {counted(faults, 'fault') if faults else 'no fault'}.")
    if refused:
        raise CommandError(" ".join(refused))
    return 1 if faults else 0


@contextmanager
def _held_back(refused: list[str]) -> Iterator[None]:
    """Keep what cannot be done for later."""
    try:
        yield
    except CommandError as error:
        refused.append(str(error))


def _look_at(root: Path, seen: Counter[str], told: set[str], *, asked: bool) -> None:
    """Print the faults of all that lies in a folder, or of a file, and count what was looked at; raise CommandError where one that was asked for is nothing of the game's."""
    from game.content.misplaced import without_page
    from game.content.mod_names import beside
    from game.match.save import is_beside

    own = root.absolute().is_relative_to(paths.user_folder().absolute())
    alike = own or not asked  # where there is nothing yet, nothing is wrong
    around: set[Path] = set()
    for path in _files(root):
        if isinstance(path, str):
            _tell(path, told)
            alike = True
            continue
        itself = asked and path == root
        packed = itself and path.suffix.lower() == ".zip"
        lost = None if packed else _misplaced(path, root)
        if lost:
            _tell(lost, told)
            alike = True
            if lost.fate == "left out":
                continue
        if path != root and (folder := path.parent.parent).is_relative_to(root) and folder not in around:
            around.add(folder)
            if pageless := without_page(folder):
                _tell(pageless, told)
        kind = kind_of(path) or (PACKED if packed else None)
        if kind is None and itself and not (beside(path.name) or is_beside(path)):
            raise CommandError(f"{path} is nothing that can be checked: {_WHAT}.")
        alike |= kind is not None or itself
        if kind is None:
            continue
        seen[kind.name] += 1
        stray = _stray(path)
        for fault in [stray] if stray else kind.faults(path):
            _tell(fault, told)
    if not alike:
        raise CommandError(f"There is nothing in {root} that can be checked: {_WHAT}.")


def _tell(fault: object, told: set[str]) -> None:
    """Print a fault, but not once more where another file suffers from it, too: then only the line it stands in is not known there."""
    words = str(replace(fault, line=0) if isinstance(fault, Struct) else fault)
    if words not in told:
        told.add(words)
        print(f"{str(fault).rstrip('.')}.")


def _stray(path: Path) -> Fault | None:
    from game.content.own import stray
    from game.rules import ids

    return stray(path, ids())


def _misplaced(path: Path, root: Path) -> Fault | None:
    from game.content.misplaced import misplaced_file, misplaced_own
    from game.rules import ids

    return misplaced_file(path, root) or misplaced_own(path, ids())


def _of_all_mods(roots: Sequence[Path]) -> list[Fault]:
    """Return, if the folder of all mods is looked at, which folders in it nobody reads, empty ones too, and where mods that are on change the same, each sound by itself."""
    from game.content.mods import mods_folder
    from game.content.own import clashes, unread_mods
    from game.rules import shelf

    if not any(mods_folder().absolute().is_relative_to(root.absolute()) for root in roots):
        return []
    return [*unread_mods(), *(fault for box in shelf() for fault in clashes(box))]


def _unopened() -> Sequence[str]:
    """Return what keeps games of installed packages from the shelf."""
    from game.rules import unopened

    return tuple(unopened().values())


def _files(root: Path) -> Iterator[Path | str]:
    """Yield every file, also a save of which only copies are left, and a sentence without a full stop for every folder that cannot be looked into."""
    from game.match.save import copied, files_beside, lost_save

    try:
        mode = root.stat().st_mode
    except FileNotFoundError:
        if root.suffix == ".jsonl" and any(lost_save(each) for each in files_beside(root)):
            yield root
            return
        raise CommandError(f"There is no file or folder {root}.") from None
    except (OSError, ValueError) as error:
        if turns(root):
            yield _round(root) if kind_of(root) is None else root  # whoever reads it says that it is no file
            return
        raise CommandError(f"{root} cannot be looked at: {getattr(error, 'strerror', None) or 'its name is impossible'}.") from None
    if stat.S_ISREG(mode) or (root.suffix == ".jsonl" and copied(root)):
        yield root
        return
    if not stat.S_ISDIR(mode):
        raise CommandError(f"{root} is neither a file nor a folder.")
    shut: dict[str, str] = {}
    count = 0
    for folder, folders, names in os.walk(root, onerror=lambda error: shut.update({error.filename: error.strerror or str(error)})):
        if why := closed(Path(folder)):
            shut[folder] = why
            folders.clear()
            continue
        folders[:] = sorted(name for name in folders if not set_aside(name))
        for name in sorted([*names, *(each for each in folders if _as_file(Path(folder) / each) or _linked(Path(folder) / each))]):
            count += 1
            if count > MOST_FILES:
                raise CommandError(f"{root} holds more than {MOST_FILES} files, which is no folder of the game.")
            path = lost_save(Path(folder) / name) or Path(folder) / name
            yield _round(path) if turns(path) and kind_of(path) is None else path
    for folder, why in shut.items():
        yield f"{quotable(folder, 200)}: the folder cannot be looked into ({why})"


def _round(path: Path) -> str:
    from game.content.faults import file_label

    return f"{file_label(path)}: this link leads round and round"


def _as_file(folder: Path) -> bool:
    """Tell whether a folder, or a link to one, has the name and the place of a file that is read: whoever reads it says that it is none."""
    return kind_of(folder) not in {None, BROKEN}


def _linked(folder: Path) -> bool:
    """Tell whether a folder is a link in a folder of a mod, into which nobody looks."""
    from game.content.mods import in_mod

    return folder.is_symlink() and in_mod(folder)


def kind_of(path: Path) -> Kind | None:
    """Return what kind of file a path is, by its ending and its folders, or None for what nobody checks."""
    folders = {parent.name for parent in path.absolute().parents}
    match path.suffix.lower():
        case ".tmx":
            return TABLE if "tables" in folders else BATTLE_MAP
        case ".jsonl":
            return None if _of_lab(path) else SAVE
        case ".md":
            return PAGE if path.parent.name == "rules" or path.name == "rules.md" else None
        case ".toml" if path.name == "mod.toml" and not _in_kind(path.parent):
            return MOD
        case ".zip":
            from game.content.mods import is_packed
            from game.match.reports import holds_report

            return PACKED if is_packed(path) else REPORT if holds_report(path) else None
        case ".png" if "art" in {path.parent.name, path.parent.parent.name} and not path.absolute().is_relative_to(paths.ASSETS):
            return ART
        case ".toml" if "positions" in folders:
            from game.content.positions import DECKS

            return DECK if path.name == DECKS else POSITION
        case ".toml":
            found = [kind for word, kind in (("themes", THEME), ("guides", GUIDE), ("decks", DECK), ("cards", CARDS)) if word in folders]
            return found[0] if found else _loose(path)
    return None


def _in_kind(folder: Path) -> bool:
    """Tell whether a folder is one of those that a mod has: its page lies beside it."""
    from game.content.mod_names import ENDINGS
    from game.content.mods import is_mod

    return folder.name in ENDINGS and is_mod(folder.parent)


def _of_lab(path: Path) -> bool:
    """Tell whether a file holds the matches of a study or of a search's round, which `lab --resume` reads."""
    from game.lab.study import PLAN
    from game.lab.unfinished import ROUND

    if path.name == ROUND:
        from game.lab.breaking import STATE

        return is_file(path.parent / STATE)
    return is_file(path.parent / PLAN)


def _loose(path: Path) -> Kind | None:
    """Tell what a TOML file outside the usual folders holds, by its tables; None for a stranger such as pyproject.toml."""
    from game.content.faults import ContentError
    from game.content.misplaced import written_as
    from game.content.texts import read_toml

    try:
        content = read_toml(path)
    except ContentError:
        return BROKEN
    if content.keys() >= {"name", "version", "game"}:
        return MISNAMED
    return {"positions": POSITION, "cards": CARDS, "decks": DECK, "themes": THEME}.get(written_as(content))


def _table(path: Path) -> list[Fault]:
    from game.content.tables import read_table_layout

    return found_by(lambda: read_table_layout(path))


def _battle_map(path: Path) -> list[Fault]:
    from game.content.hidden import hidden
    from game.content.maps import read_battle_map
    from game.content.mods import game_of

    return [*found_by(lambda: read_battle_map(path)), *hidden(path, "maps", game_of(path))]


def _theme(path: Path) -> list[Fault]:
    from game.content.mods import game_of, in_mod
    from game.content.themes import read_look, read_theme, world_look_faults
    from game.rules import ids

    if in_mod(path) and (game := game_of(path)) in ids():
        return world_look_faults(path, game)
    shipped = path.absolute().is_relative_to(paths.ASSETS)
    return found_by(lambda: read_theme(path) if shipped else read_look(path))


def _art(path: Path) -> list[Fault]:
    from game.content.art import art_faults
    from game.content.mods import game_of
    from game.content.own import art_file_faults
    from game.rules import ids, open_box

    game = game_of(path)
    return art_file_faults(open_box(game), path) if game in ids() else art_faults(path)


def _guide(path: Path) -> list[Fault]:
    from game.content.guides import read_guide

    return found_by(lambda: read_guide(path))


def _page(path: Path) -> list[Fault]:
    from game.content.pages import judge_page
    from game.rules import IDS, open_box

    return found_by(lambda: judge_page(path, open_box(path.stem).prefix if path.stem in IDS else ""))


def _position(path: Path) -> list[Fault]:
    from game.cli.laid_out import position_faults

    return position_faults(path)


def _broken(path: Path) -> list[Fault]:
    from game.content.texts import read_toml

    return found_by(lambda: read_toml(path))


def _cards(path: Path) -> Sequence[object]:
    from game.cli.readers import card_faults

    return card_faults(path)


def _deck(path: Path) -> Sequence[object]:
    from game.cli.readers import deck_faults

    return deck_faults(path)


def _mod(path: Path) -> Sequence[object]:
    """Return what is wrong with a mod's page, and with what it changes."""
    return _in_mod(path.parent, files=False)


def _misnamed(path: Path) -> list[Fault]:
    """Return that a file is written as the page of a mod and not called so."""
    from game.content.faults import Fault, file_label
    from game.content.mods import FILE

    return [Fault(file_label(path), "", f"this is written as the page of a mod, and nobody reads it by this name; {FILE!r} would fit")]


def _packed(path: Path) -> Sequence[object]:
    """Return what is wrong with a packed mod: with its page, what it changes and all that is in it."""
    from game.content.faults import ContentError, file_label
    from game.content.mods import opened

    try:
        with opened(path) as folder:
            return [str(fault).replace(str(folder), file_label(path)) for fault in _in_mod(folder, files=True)]
    except ContentError as error:
        return error.faults


def _in_mod(folder: Path, *, files: bool) -> list[Fault]:
    from game.cli.laid_out import whole_mod_faults
    from game.content.mods import judged
    from game.content.own import mod_faults, no_such_game
    from game.rules import ids, open_box

    mod, faults = judged(folder)
    if mod is None or not mod.page.game or any(fault.words.startswith("$.game") for fault in faults):
        return list(faults)
    lost = no_such_game(mod, ids())
    if lost:
        return [*faults, lost]
    box = open_box(mod.page.game)
    return [*faults, *(whole_mod_faults(box, mod) if files else mod_faults(box, mod, files=False))]


def _save(path: Path) -> list[str]:
    """Return what is wrong with a save; one from other rules or cards is sound when it opens from its last position."""
    from game.match.reopen import reopened
    from game.match.replay import Replay
    from game.match.save import SaveError, told
    from game.match.traced import EditionError

    try:
        try:
            wrong = Replay.open(path).broken
        except EditionError:
            reopened(path)
            wrong = told(path).damage
    except SaveError as error:
        wrong = str(error)
    return [_at_its_place(wrong, path)] if wrong else []


def _report(path: Path) -> list[str]:
    """Return what is wrong with a report, and with the match in it if it is of these rules."""
    from game.match.replay import Replay
    from game.match.reports import JOURNAL, lacking, match_of, read_report
    from game.match.save import SaveError
    from game.match.traced import EditionError

    try:
        report = read_report(path)
        wrong = ""
        if report.facts.game or JOURNAL in report.files:
            record = match_of(report)
            wrong = Replay.of(record).difference or lacking(report, record)
    except EditionError:
        wrong = ""
    except SaveError as error:
        wrong = str(error)
    return [_at_its_place(wrong, path)] if wrong else []


def _at_its_place(words: str, path: Path) -> str:
    """Return a sentence about a save with the file called as all are here: with its folder."""
    from game.content.faults import file_label
    from game.match.save import called

    name = called(path)
    return f"{file_label(path)}{words.removeprefix(name)}" if words.startswith(name) else f"{file_label(path)}: {words}"


CARDS = Kind("file of cards", "files of cards", _cards)
DECK = Kind("file of decks", "files of decks", _deck)
BATTLE_MAP = Kind("battle map", "battle maps", _battle_map)
TABLE = Kind("table", "tables", _table)
THEME = Kind("theme", "themes", _theme)
GUIDE = Kind("guide", "guides", _guide)
PAGE = Kind("rules page", "rules pages", _page)
ART = Kind("picture", "pictures", _art)
POSITION = Kind("position", "positions", _position)
MOD = Kind("mod", "mods", _mod)
MISNAMED = Kind("page of a mod", "pages of mods", _misnamed)
PACKED = Kind("packed mod", "packed mods", _packed)
SAVE = Kind("save", "saves", _save)
REPORT = Kind("report", "reports", _report)
BROKEN = Kind("broken file", "broken files", _broken)

KINDS = (CARDS, DECK, BATTLE_MAP, TABLE, THEME, GUIDE, PAGE, ART, POSITION, MOD, MISNAMED, PACKED, SAVE, REPORT, BROKEN)
"""Every kind, in the order they are counted."""
