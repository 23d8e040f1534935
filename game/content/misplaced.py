"""Files of a mod, and of the user's own folder, that nobody reads: they lie a folder off, or are called as none is, so they do nothing.

Only what lies right in a folder of a mod counts. Notices to people, such as a README, and what file managers leave are passed over, and of the user's
own folder all that the program itself writes there.
"""

from __future__ import annotations

import os
import re
from collections.abc import Collection, Iterator, Mapping, Sequence
from contextlib import suppress
from difflib import get_close_matches
from fnmatch import fnmatchcase
from itertools import takewhile
from pathlib import Path
from typing import Any

from msgspec.structs import replace

from game import paths
from game.content.faults import ODD, ContentError, Fault, file_label
from game.content.files import inside, is_file, is_named, is_there, miscalled, not_here, set_aside, spelt, typed
from game.content.kept import ASIDE
from game.content.kept_mods import is_kept
from game.content.mod_names import ENDINGS, belongs, beside, read_where, well_called
from game.content.mods import FILE, NO_PAGE, folder_name, is_mod, led_out, may_hold_mod
from game.content.positions import DECKS, is_decks
from game.content.texts import read_toml
from game.kernel.words import enumerated, meant

_DEEPEST = 8


def misplaced(folder: Path) -> list[Fault]:
    """Return every folder of a mod in which nobody looks, every other file in it that is none of its files, and every link out of it."""
    folders = (unread_folder(folder, path.name) for path in inside(folder, of=folder))
    links = [
        Fault(file_label(path), "", "this is a link out of the folder, and what lies elsewhere is not packed", fate=ODD)
        for path in led_out(folder)
    ]
    return [*(fault for fault in (*folders, *(_fault(folder, path) for path in _files(folder))) if fault is not None), *links]


def misplaced_file(path: Path, looked_at: Path) -> Fault | None:
    """Return why a file in the folder of a mod is none of its files, or lies in one that no mod has, None for any other.

    A mod around the folder that is `looked_at` counts only for one that is nearly called as those of mods: others may have nothing to do with it.
    """
    there = path.absolute()
    if there.name != FILE and there.name.lower() == FILE and not is_named(there.with_name(FILE)):
        return Fault(file_label(path), "", _AS_PAGE)
    around = takewhile(lambda each: each != paths.user_folder().absolute(), list(there.parents)[:_DEEPEST])
    folder = next(filter(is_mod, around), None)
    if folder is None:
        return None
    name, *deeper = there.relative_to(folder).parts
    lost = unread_folder(folder, name)
    if lost is not None:
        typed_as = next(iter([path, *path.parents][len(deeper) :]), Path())
        lost = replace(lost, file=file_label(typed_as if typed_as.name else folder / name))
        return lost if folder.is_relative_to(looked_at.absolute()) or meant(name, ENDINGS) else None
    fault = _fault(folder, there)
    return None if fault is None else replace(fault, file=file_label(path))


def without_page(folder: Path) -> Fault | None:
    """Return that nothing says a folder to be a mod that is laid out as one, None for any other, and for one that is read otherwise: the user's own, and what ships.

    One kind of file alone may lie anywhere, to be named in a command; cards and pictures are named in none.
    """
    there = folder.absolute()
    if is_there(folder / FILE) or miscalled(folder / FILE):
        return None
    if any(there.is_relative_to(root.absolute()) for root in (paths.user_folder(), paths.ASSETS, paths.MAPS)):
        return None
    kinds = {kind for kind in ENDINGS if any(belongs(f"{kind}/{path.name}") for path in inside(folder / kind, of=folder))}
    if len(kinds) < 2 and not kinds & {"cards", "art"}:
        return None
    words = f"this is laid out as a mod, and there is no {FILE} in it that says so, so nobody reads what is in it"
    return Fault(file_label(folder), "", words)


def unread_folder(folder: Path, name: str) -> Fault | None:
    """Return that nobody looks into what lies under a name right in the folder of a mod, None where it is no folder, or one that a mod has."""
    path = folder / name
    if name in ENDINGS or name[0] in "._" or not path.is_dir():
        return None
    words = meant(name, ENDINGS) or f"; it has {enumerated(tuple(ENDINGS))}"
    return Fault(file_label(path), "", f"a mod has no folder of this name, so nobody reads what is in it{words}")


def misplaced_own(path: Path, games: Collection[str]) -> Fault | None:
    """Return why nobody reads a file in the user's own folder, None for any other and for what is called like the files of a game there is not (`stray`)."""
    root, there = paths.user_folder().absolute(), path.absolute()
    parts = there.relative_to(root).parts if there.is_relative_to(root) else ()
    if not parts or any(part.startswith(".") for part in parts) or beside(parts[-1]) or _OURS.search(parts[-1]) or set_aside(parts[-1]):
        return None
    kind, *inner = parts
    if inner and kind not in _FOLDERS and (like := get_close_matches(kind.lower(), _FOLDERS, n=1, cutoff=0.8)):
        return Fault(file_label(root / kind), "", f"nobody reads what is in a folder of this name; {like[0]!r} would fit")
    if kind != "mods" and (page := _page_beside(root, parts)):
        return Fault(file_label(page), "", f"nobody reads a mod here; one lies in mods/NAME, with its {FILE} right in it")
    if kind not in _FOLDERS:
        return None if inner else _beside_folders(root, there)
    if not inner:  # a link that leads round is told of as one
        return (
            None
            if is_there(there) and not is_file(there)
            else Fault(file_label(there), "", "this is a file, and what it is called like is a folder")
        )
    if kind == "mods":
        return _no_mod(root / kind / inner[0])
    if _read_there(kind, inner):
        return None
    if kind != "themes" and len(inner) == 1 and inner[0] in games:
        return Fault(file_label(there), "", f"this is a file, and those in {kind} lie in a folder of this name")
    return _lost(root, there, kind, inner[0] if len(inner) > 1 and inner[0] in games else "GAME")


_FOLDERS = (*ENDINGS, "mods")
_AS_PAGE = f"nobody reads this; it would be read as {FILE}"
_OURS = re.compile(rf"(?:[.]tmp|{re.escape(ASIDE)}[0-9]*)\Z")
"""How files end that the program puts beside others."""


def _page_beside(root: Path, parts: Sequence[str]) -> Path | None:
    """Return the page that a file outside `mods` would belong to if its mod lay there: it is one itself, or a whole mod lies in a folder that is not the program's."""
    deep = range(1, len(parts)) if parts[0] not in ENDINGS else ()
    pages = (root.joinpath(*parts[:end], FILE) for end in deep if parts[end] in ENDINGS)
    return root.joinpath(*parts) if parts[-1] == FILE else next(filter(is_named, pages), None)


def _beside_folders(root: Path, path: Path) -> Fault | None:
    """Return why a file beside the folders that are read is read by nobody, if it was meant for one of them."""
    meant = path.suffix.lower() in {".toml", ".tmx"} and _kind("", path, path.suffix.lower())  # any other may be a stranger's
    return _lost(root, path, "", "GAME") if meant else None


def _read_there(kind: str, inner: list[str]) -> bool:
    """Tell whether a file at this place below a folder of the user's is read, or belongs to a map that may name it from wherever it lies."""
    read, *more = ENDINGS[kind]
    if kind == "positions" and is_decks(Path(inner[-1])) and inner[-1] != DECKS:
        return False
    if any(fnmatchcase(inner[-1], f"*{ending}") for ending in more):
        return True
    return len(inner) == (1 if kind == "themes" else 2) and fnmatchcase(inner[-1], f"*{read}")


_MEANT = {".zip", *(ending for endings in ENDINGS.values() for ending in endings)}
"""How files end that are meant to be read; any other may be a note to people."""


def _no_mod(folder: Path) -> Fault | None:
    """Return why nobody reads what lies in a folder of mods as a mod; one that `remove` kept is looked at only where it is asked for."""
    if is_kept(folder):
        return None
    if is_file(folder):
        if folder.suffix.lower() not in _MEANT:
            return None
        then = f"`starcross mod install {typed(folder)}` makes one of this" if folder.suffix.lower() == ".zip" else "nobody reads this"
        return Fault(file_label(folder), "", f"a mod is a folder, and {then}")
    if odd := miscalled(folder / FILE):
        return Fault(file_label(odd), "", _AS_PAGE)
    if not is_there(folder / FILE):
        return Fault(file_label(folder), "", NO_PAGE)
    if not may_hold_mod(folder):
        right = folder_name(folder.name)
        then = f"; as {right} it would be read" if right and not is_there(folder.with_name(right)) else ""
        words = f"the folder of a mod has small letters, digits and hyphens in its name, so nobody reads this one{then}"
        return Fault(file_label(folder), "", words)
    return None


def _lost(root: Path, path: Path, kind: str, game: str) -> Fault:
    """Return that nobody reads a file of the user's own, and where it would be read."""
    name = path.name
    if Path(path.stem).suffix.lower() in _READ:  # my.toml.txt
        name = path.stem
    stem, ending = os.path.splitext(name)  # noqa: PTH122
    meant = _kind(kind, path, ending.lower())
    place = "" if not meant else f"themes/{stem}.toml" if meant == "themes" else f"{meant}/{game}/{stem}{ending.lower()}"
    if meant == "positions" and is_decks(Path(name)):
        place = f"{meant}/{game}/{DECKS}"
    if place and not is_named(root / place):
        then = f"it would be read as {place}{', with the name of its game for GAME' if 'GAME' in place else ''}"
    elif kind:
        then = f"those in {kind} lie right in {kind if kind == 'themes' else f'{kind}/{game}'} and end in {ENDINGS[kind][0]}"
    else:
        then = f"those lie in {enumerated(tuple(ENDINGS))}"
    return Fault(file_label(path), "", f"nobody reads this; {then}")


_READ = {endings[0] for endings in ENDINGS.values()}
"""How files end that are read by themselves."""


def written_as(content: Mapping[str, Any]) -> str:
    """Return the folder that a TOML file is written for, by its tables; nothing for a stranger such as pyproject.toml."""
    if len(content.keys() & {"title", "table", "setup", "goal", "steps"}) > 1:
        return "positions"
    for words, kind in ((("card", "defaults"), "cards"), (("deck", "plan"), "decks"), (("palettes", "seats", "frame"), "themes")):
        if any(word in content for word in words):
            return kind
    return ""


def _files(folder: Path) -> Iterator[Path]:
    yield from (path for path in inside(folder, of=folder) if path.is_file())
    for kind in [each for each in ENDINGS if spelt(folder / each, folder)]:
        for root, folders, names in os.walk(folder / kind):
            folders[:] = sorted(name for name in folders if not name.startswith("."))
            links = [name for name in folders if os.path.islink(os.path.join(root, name))]  # noqa: PTH114, PTH118  (into which nobody looks; a Path raises in a folder that is only listed)
            yield from (Path(root) / name for name in sorted([*names, *links]))


def _fault(folder: Path, path: Path) -> Fault | None:
    name = path.relative_to(folder).as_posix()
    kind = name.partition("/")[0] if "/" in name else ""
    if belongs(name) or beside(name) or (kind and kind not in ENDINGS):
        return None
    place = _place(kind, path)
    then = f"as {place} it would be" if place and not is_named(folder / place) else read_where(name)
    if (
        name.count("/") == 1 and path.suffix == ENDINGS[kind][0] and not (kind == "positions" and is_decks(path))
    ):  # the program reads what ends so
        fault = Fault(file_label(path), "", f"its name keeps it from being packed; {then}")
        return fault if not_here(path.name) else replace(fault, fate=ODD)  # what cannot be opened has no faults of its own
    return Fault(file_label(path), "", f"this is none of a mod's files, so it is neither read nor packed; {then}")


def _place(kind: str, path: Path) -> str:
    """Return where in its mod a file would be one of it, nothing where that is not plain."""
    return well_called(_kind(kind, path, path.suffix.lower()), path.name)


def _kind(kind: str, path: Path, ending: str) -> str:
    """Return the folder whose files end like this that a file is meant for: the one it is written for, else the one it lies in; nothing where that is not plain."""
    if ending == ".toml" and (kind, path.name.lower()) != ("positions", DECKS):
        with suppress(ContentError):  # its folder may tell
            kind = written_as(read_toml(path)) or kind
    kinds = [each for each, endings in ENDINGS.items() if ending in endings]
    return kind if kind in kinds else kinds[0] if len(kinds) == 1 else ""
