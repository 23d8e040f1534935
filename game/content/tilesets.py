"""Tilesets of battle grids: a picture cut into squares, and what each kind of square does to those who stand there.

A tileset belongs to a map and lies in its folder of maps or among the maps that ship; nothing outside is ever opened.
The picture itself is not decoded here: its header must say the size that the tileset says, that size has a limit, and its file must be whole.
"""

from __future__ import annotations

from pathlib import Path, PurePosixPath

import msgspec

from game import paths
from game.content.faults import ContentError, Findings, quoted
from game.content.files import is_file, miscalled, real, spelt
from game.content.pictures import png_fault, png_size
from game.content.tmx import Node, Property, PropertyValue, Taken, read_tree, trimmed

MOST_PIXELS_ACROSS = 4096
LEAST_TILE, MOST_TILE = 16, 128
TILE_PROPERTIES = {
    "obstructs": Property("bool"),
    "blocks_sight": Property("bool"),
    "move_cost": Property("int", 1, 2),
    "enter_damage": Property("int", 0, 6),
    "hit_points": Property("int", 1, 6),
    "name": Property("string", high=40),
}
_IGNORED = {"grid", "wangsets", "terraintypes", "transformations", "editorsettings", "export"}


class TilePicture(msgspec.Struct, frozen=True):
    """Hold where the picture of a tileset lies and how it is cut: tile `i` is in column `i % columns`, row `i // columns`.

    Without an `image` it is not on this computer.
    """

    image: str
    tile_size: int
    columns: int
    rows: int


class Tileset(msgspec.Struct, frozen=True):
    """Hold a checked tileset: the first number its tiles have in the map, its picture, and the properties of its tiles."""

    first: int
    picture: TilePicture
    tiles: dict[int, dict[str, PropertyValue]]
    node: Node

    @property
    def count(self) -> int:
        """Return how many tiles there are."""
        return self.picture.columns * self.picture.rows


def read_tileset(node: Node, map_path: Path, tile_size: int, findings: Findings) -> Tileset | None:
    """Read a tileset inside a map or in a file of its own; None when it has faults, which are noted."""
    taken = Taken(findings)
    source = node.attributes.get("source")
    place = f"tileset {quoted(source or node.attributes.get('name', ''))}"
    first = taken.whole(node, "firstgid", place, 1, 1_000_000)
    if source is None:
        before = findings.noted
        found = _checked(node, map_path, tile_size, first or 1, place, findings)
        return found if findings.noted == before else None
    home = resolved(source, map_path, ".tsx", place, findings)
    if home is None:
        return None
    own = Findings(home)
    try:
        found = _checked(read_tree(home, own, "tileset"), home, tile_size, first or 1, "", own)
        own.settle()
    except ContentError as error:
        for fault in error.faults:
            findings.add(", ".join(part for part in (place, fault.place) if part), fault.words)
        return None
    return found


def resolved(source: str, asking: Path, suffix: str, place: str, findings: Findings) -> Path | None:
    """Return the file a map names, if it is of the right kind and lies inside the maps; None and a fault otherwise."""
    if not source.lower().endswith(suffix):
        findings.add(place, f"the file {quoted(source)} is not a {suffix} file")
    elif "\\" in source or ":" in source or PurePosixPath(source).is_absolute():
        findings.add(place, f"the file {quoted(source)} must be named relative to the map, with forward slashes")
    else:
        try:
            written = real(asking).parent / source
            target = real(written)
            if not any(target.is_relative_to(root) for root in allowed_roots(asking)):
                findings.add(place, f"the file {quoted(source)} lies outside the folder of maps{_beside(source, asking)}")
            elif not is_file(target) or not spelt(written, real(asking).parent):
                odd = miscalled(written)
                findings.add(
                    place,
                    f"the file {quoted(source)} is missing{f', and {quoted(odd.name)} is there' if odd else _beside(source, asking)}",
                )
            else:
                return target
        except (OSError, ValueError, RuntimeError):
            findings.add(place, f"the file {quoted(source)} cannot be looked up")
    return None


def _beside(source: str, asking: Path) -> str:
    """Return that a file which is missing where it is named lies right beside who names it, as the end of a sentence, or nothing."""
    name = PurePosixPath(source).name
    there = name != source and is_file(real(asking).with_name(name))
    return f"; {quoted(name)}, which lies beside {quoted(asking.name)}, would fit" if there else ""


def allowed_roots(path: Path) -> tuple[Path, ...]:
    """Return the folders a map may take tilesets from: the maps that ship, and its own folder `maps` (or just its folder)."""
    here = real(path).parent
    own = next((folder for folder in (here, *here.parents) if folder.name == "maps"), here)
    return real(paths.MAPS), own


def _checked(node: Node, home: Path, tile_size: int, first: int, outer: str, findings: Findings) -> Tileset | None:
    taken = Taken(findings)
    taken.only(node, outer, {"image", "tile", "properties", *_IGNORED})
    taken.properties(node, outer, {})
    taken.plain(node, outer, {"margin": "0", "spacing": "0", "tilerendersize": "tile", "fillmode": "stretch"})
    for key in ("tilewidth", "tileheight"):
        size = taken.whole(node, key, outer, LEAST_TILE, MOST_TILE)
        if size is not None and size != tile_size:
            findings.add(outer, f"its {key} is {size} and the map's is {tile_size}")
    columns = taken.whole(node, "columns", outer, 1, MOST_PIXELS_ACROSS // LEAST_TILE)
    count = taken.whole(node, "tilecount", outer, 1, (MOST_PIXELS_ACROSS // LEAST_TILE) ** 2)
    images = node.all("image")
    if len(images) != 1:
        findings.add(outer, "it must have exactly one picture" + ("; a picture for each tile is not supported" if not images else ""))
        return None
    image = _image(images[0], home, f"{outer}, picture" if outer else "picture", findings)
    if image is None or columns is None or count is None:
        return None
    file, width, height = image
    rows = height // tile_size
    if columns != width // tile_size or count != columns * rows:
        found = f"{count} tiles in {columns} columns"
        findings.add(outer, f"it says {found}, but its picture holds {width // tile_size} columns and {rows} rows of {tile_size} pixels")
        return None
    tiles = _tiles(node, count, outer, findings)
    shown = _shown(node, first, tile_size, columns, count, images[0])
    return Tileset(first, TilePicture(str(file) if file is not None else "", tile_size, columns, rows), tiles, shown)


def _image(node: Node, home: Path, place: str, findings: Findings) -> tuple[Path | None, int, int] | None:
    taken = Taken(findings)
    taken.only(node, place, set())
    source = node.attributes.get("source", "")
    if not source:  # a map that a match brought along from elsewhere: its picture stayed there
        width, height = (taken.whole(node, key, place, 1, MOST_PIXELS_ACROSS) for key in ("width", "height"))
        return None if width is None or height is None else (None, width, height)
    width = taken.whole(node, "width", place, 1, MOST_PIXELS_ACROSS)
    height = taken.whole(node, "height", place, 1, MOST_PIXELS_ACROSS)
    file = resolved(source, home, ".png", place, findings)
    if file is None or width is None or height is None:
        return None
    size = png_size(file)
    if size is None:
        findings.add(place, f"the file {quoted(source)} is not a PNG picture")
    elif size != (width, height):
        findings.add(place, f"{quoted(source)} is really {size[0]} by {size[1]} pixels, not {width} by {height}")
    elif broken := png_fault(file):
        findings.add(place, f"{quoted(source)}: {broken}")
    else:
        return file, width, height
    return None


def _tiles(node: Node, count: int, outer: str, findings: Findings) -> dict[int, dict[str, PropertyValue]]:
    taken = Taken(findings)
    tiles: dict[int, dict[str, PropertyValue]] = {}
    for tile in node.all("tile"):
        label = f"tile {quoted(tile.attributes.get('id', '?'))[1:-1]}"
        place = f"{outer}, {label}" if outer else label
        taken.only(tile, place, {"properties"})
        number = taken.whole(tile, "id", place, 0, count - 1)
        values = taken.properties(tile, place, TILE_PROPERTIES)
        if number in tiles:
            findings.add(place, "it is described twice")
        elif number is not None:
            tiles[number] = values
    return tiles


def _shown(node: Node, first: int, tile_size: int, columns: int, count: int, image: Node) -> Node:
    """Return the tileset as pytmx is shown it: inside the map, with nothing but what was checked."""
    numbers = {"firstgid": first, "tilewidth": tile_size, "tileheight": tile_size, "columns": columns, "tilecount": count}
    attributes = {"name": node.attributes.get("name", ""), **{key: str(number) for key, number in numbers.items()}}
    picture = Node(
        "image", {"source": "", **{key: image.attributes[key] for key in ("source", "width", "height") if key in image.attributes}}
    )
    return Node("tileset", attributes, [picture, *(trimmed(tile, ("id",)) for tile in node.all("tile"))])
