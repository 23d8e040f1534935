"""Files of a user's or a mod's that are called like one which is read before them: by their name the other is meant, and that is said of them."""

from __future__ import annotations

from pathlib import Path

from game import paths
from game.content.faults import ODD, Fault, file_label, quoted
from game.content.files import is_named, real
from game.content.mods import in_mod, mod_files


def hidden(path: Path, kind: str, game: str) -> list[Fault]:
    """Return that the name of a user's or a mod's position, map or picture of a card (`art`) means another one; nothing for one whose name is its own."""
    folders, name = _folders(kind, game), path.name
    before, here = [folder / name for folder in folders], real(path)
    if in_mod(path):
        before += [each for each in mod_files(game, kind, name) if real(each) != here and here in map(real, _after(each, kind, game))]
    elif here not in map(real, before):
        return []
    first = next((each for each in (*before, path) if is_named(each)), path)
    if real(first) == here:
        return []
    if kind == "art":
        words = f"the picture in {file_label(first)} is of the card {quoted(path.stem)}, too, and is shown"
    else:
        noun = {"positions": "position", "maps": "map"}[kind]
        whose = f"a {noun} that ships" if first.parent == folders[0] else f"the {noun} in {file_label(first)}"
        words = f"{whose} is called {quoted(path.stem)}, too, and is meant by that name"
    return [Fault(file_label(path), "", words, fate=ODD)]


def _after(path: Path, kind: str, game: str) -> list[Path]:
    """Return the files of mods that are called like one and are read after it."""
    listed = list(mod_files(game, kind, path.name))
    return listed[listed.index(path) + 1 :]


def _folders(kind: str, game: str) -> tuple[Path, ...]:
    """Return the folders that are read before those of mods: what ships first, but for pictures, which take the place of those."""
    match kind:
        case "positions":
            return paths.ASSETS / kind / game, paths.positions_folder(game)
        case "maps":
            return paths.MAPS / game, paths.maps_folder(game)
        case _:
            return (paths.art_folder(game),)
