"""Where the battle maps of a game lie, and a copy of one to draw on: what ships, or a mod brought, is never written over."""

from __future__ import annotations

import re
from pathlib import Path

from game import paths
from game.content.faults import Findings, file_label
from game.content.files import inside, real, replace_file
from game.content.mods import mod_files
from game.content.tilesets import resolved
from game.content.tmx import Node, read_tree

_TITLE = re.compile(r'(<property name="title"[^>]*? value=")([^"]*)(")')
_LONGEST = 60
_MOST_COPIES = 99


def map_files(game: str) -> dict[str, Path]:
    """Return every battle map of a game by name: those that ship first, then the user's, then those of mods; none hides one before it."""
    found: dict[str, Path] = {}
    for folder in (paths.MAPS / game, paths.maps_folder(game)):
        for path in inside(folder, "*.tmx"):
            found.setdefault(path.stem, path)
    for path in mod_files(game, "maps", "*.tmx"):
        found.setdefault(path.stem, path)
    return found


def own_map(game: str, name: str) -> Path:
    """Return a map as a file of the user's: the map itself where it is one, else a new copy; raise KeyError, ContentError and OSError.

    A copy is called after the map, says so in its title, and has its tilesets with their pictures beside it.
    """
    there = map_files(game)
    path = there[name]
    home = paths.maps_folder(game)
    if path.parent == home:
        return path
    findings = Findings(path)
    tree = read_tree(path, findings, "map")
    for node in tree.all("tileset"):
        _copy_tileset(node, path, home / path.name, findings)
    findings.settle()
    copy = next(home / f"{stem}.tmx" for stem in _names(name) if stem not in there)
    text = _TITLE.sub(lambda found: f"{found[1]}{_own_title(found[2])}{found[3]}", path.read_text("utf-8"), count=1)
    replace_file(copy, text.encode(), durable=False)
    return copy


def _names(name: str) -> list[str]:
    return [f"my-{name}", *(f"my-{name}-{number}" for number in range(2, _MOST_COPIES))]


def _own_title(title: str) -> str:
    return f"{title}, my own" if len(title) + 8 <= _LONGEST else title


def _copy_tileset(node: Node, path: Path, beside: Path, findings: Findings) -> None:
    """Copy a tileset with its pictures to where a map that lies there names them; one that is there already stays as it is."""
    source = node.attributes.get("source")
    if source is None:
        _copy_pictures(node, path, beside, findings)
    elif (tileset := resolved(source, path, ".tsx", "tileset", findings)) is not None:
        _copy_pictures(read_tree(tileset, findings, "tileset"), tileset, beside.parent / source, findings)
        _copy(tileset, beside, source)


def _copy_pictures(tileset: Node, path: Path, beside: Path, findings: Findings) -> None:
    for node in tileset.all("image"):
        source = node.attributes.get("source", "")
        image = resolved(source, path, ".png", "picture", findings)
        if image is not None:
            _copy(image, beside, source)


def _copy(file: Path, beside: Path, source: str) -> None:
    target = real(beside.parent / source)
    if not target.is_relative_to(real(paths.maps_folder(""))):
        raise OSError(f"{file_label(file)} does not lie with the maps")
    if not target.exists():
        replace_file(target, file.read_bytes(), durable=False)
