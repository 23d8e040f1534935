"""Battle grids: a Tiled map becomes ground to fight on, zones to deploy in and pictures to draw (OC-53, OC-54).

On each square the highest tile that states a property decides it: a bridge that says `obstructs` is false carries over
the water below. A tile with `hit_points` is a piece of terrain of its own, which can be shot to pieces (OC-44); it is
kept apart from the ground, so that the ground under it is there when it is gone.
"""

from __future__ import annotations

import base64
import binascii
import re
import struct
import zlib
from bisect import bisect_right
from functools import cache
from itertools import pairwise
from pathlib import Path
from typing import Any

import msgspec

from game import paths
from game.content.faults import Findings, quoted
from game.content.files import real
from game.content.tilesets import LEAST_TILE, MOST_TILE, TilePicture, Tileset, read_tileset
from game.content.tmx import MOST_BYTES, Node, Property, PropertyValue, Taken, loaded, parsed, read_tree, trimmed, written
from game.content.zones import Shape, zone_boxes, zones_and_flags
from game.grid import Grid, mask_of

LEAST_ACROSS, MOST_ACROSS = 6, 40
MOST_LAYERS = 8
MOST_TILESETS = 8
MAP_PROPERTIES = {
    "title": Property("string", high=60),
    "blurb": Property("string", high=400),
    "seats": Property("int", 2, 4),
}
_GID = re.compile(r"[0-9]{1,10}\Z")
_FLIPPED = 0b1111 << 28
_WINDOWS = {"zlib": 15, "gzip": 31}


class Tile(msgspec.Struct, frozen=True):
    """Hold which tile lies on a square: the number of its tileset in the map and its number there."""

    tileset: int
    tile: int


class TileLayer(msgspec.Struct, frozen=True):
    """Hold one layer of pictures, a tile or nothing for each square in rising order; later layers lie on top."""

    name: str
    tiles: tuple[Tile | None, ...]


class Breakable(msgspec.Struct, frozen=True):
    """Hold a piece of terrain that can be destroyed: where it stands, what it does, and its picture's layer (OC-44)."""

    cell: int
    name: str
    hit_points: int
    obstructs: bool
    blocks_sight: bool
    slow: bool
    harm: int
    layer: int


class BattleMap(msgspec.Struct, frozen=True):
    """Hold a battle grid that was checked: ground, breakable terrain, zones and flags by the map's seat, and pictures.

    `zones[i]` is the set of squares of seat i + 1 of the map and `flags[i]` its flag spot; ask `zones_for`, which knows
    who sits where when fewer play. `names[cell]` is what the tile is called, empty for plain ground. `digest` changes
    when anything does that the rules can notice, not with a picture.
    """

    name: str
    title: str
    blurb: str
    grid: Grid
    breakables: tuple[Breakable, ...]
    zones: tuple[int, ...]
    flags: tuple[int, ...]
    names: tuple[str, ...]
    layers: tuple[TileLayer, ...]
    tilesets: tuple[TilePicture, ...]
    digest: str

    @property
    def seats(self) -> int:
        """Return how many can play at most."""
        return len(self.zones)

    def seats_for(self, seats: int) -> tuple[int, ...]:
        """Return which of the map's seats (from 0) are taken when this many play.

        Two sit opposite: seats 1 and 3 of a map for three or four. Three take the first three. ValueError if the map has too few.
        """
        if not 2 <= seats <= self.seats:
            raise ValueError(f"{self.title} is for 2 to {self.seats} players, not {seats}")
        return (0, 2) if seats == 2 < self.seats else tuple(range(seats))

    def zones_for(self, seats: int) -> tuple[int, ...]:
        """Return the deploy zones, as sets of squares, of a game with this many players (OC-11)."""
        return tuple(self.zones[seat] for seat in self.seats_for(seats))

    def flags_for(self, seats: int) -> tuple[int, ...]:
        """Return the flag spots of a game with this many players (OC-48)."""
        return tuple(self.flags[seat] for seat in self.seats_for(seats))

    def standing(self) -> Grid:
        """Return the ground with all its breakable terrain standing on it."""
        return _with_breakables(self.grid, self.breakables)


def read_battle_map(path: Path) -> BattleMap:
    """Read a battle grid; ContentError names everything that is wrong with it (OC-54)."""
    findings = Findings(path)
    return _battle_map(read_tree(path, findings, "map"), path, findings)


def known_battle_map(path: Path) -> BattleMap:
    """Return a battle grid, read again only where its file has changed; raise what `read_battle_map` raises."""
    try:
        changed = path.stat().st_mtime_ns
    except OSError:  # the reader says why
        return read_battle_map(path)
    return _read_as_of(path, changed)


@cache
def _read_as_of(path: Path, _changed: int) -> BattleMap:
    return read_battle_map(path)


def packed_map(path: Path) -> str:
    """Return a battle grid with its tilesets in one text, which needs no other file and names no folder; ContentError as for reading it.

    Only pictures among the maps that ship are named, since those are everywhere.
    """
    findings = Findings(path)
    tree = read_tree(path, findings, "map")
    shape = _shape(tree, findings)
    tilesets = _tilesets(tree, path, shape.tile, findings)
    parts: list[Node] = [*tree.all("properties"), *(_packed_tileset(each) for each in tilesets)]
    parts += [
        trimmed(node, ("name", "width", "height"), [Node("data", block.attributes, [], block.text) for block in node.all("data")])
        for node in tree.all("layer")
    ]
    parts += [
        trimmed(group, ("name",), [trimmed(each, ("id", "name", "x", "y", "width", "height")) for each in group.all("object")])
        for group in tree.all("objectgroup")
    ]
    known = ("version", "orientation", "renderorder", "width", "height", "tilewidth", "tileheight", "infinite")
    return written(trimmed(tree, known, parts))


def _packed_tileset(tileset: Tileset) -> Node:
    """Return a tileset as it stands inside a map; its picture is named from the folder of a map that ships, or not at all."""
    image = Path(tileset.picture.image)
    shipped = bool(tileset.picture.image) and image.is_relative_to(real(paths.MAPS))
    source = {"source": f"../{image.relative_to(real(paths.MAPS)).as_posix()}"} if shipped else {}
    sizes = {key: tileset.node.children[0].attributes[key] for key in ("width", "height")}
    attributes = tileset.node.attributes
    return Node("tileset", attributes, [Node("image", source | sizes), *tileset.node.children[1:]])


def read_packed_map(text: str, name: str) -> BattleMap:
    """Read a battle grid that a match brought along; ContentError names everything that is wrong with it."""
    place = paths.MAPS / "packed" / "the map of this match.tmx"
    findings = Findings(place)
    raw = text.encode("utf-8", "replace")
    if len(raw) > MOST_BYTES:
        findings.stop("", "it is larger than any map")
    tree = parsed(raw, findings, "map")
    for node in tree.all("tileset"):
        if "source" in node.attributes:
            findings.stop("", "a map that a match brings along holds its tilesets itself")
    return msgspec.structs.replace(_battle_map(tree, place, findings, brought=True), name=name)


def _battle_map(tree: Node, path: Path, findings: Findings, *, brought: bool = False) -> BattleMap:
    shape = _shape(tree, findings)
    tilesets = _tilesets(tree, path, shape.tile, findings)
    values = Taken(findings).properties(tree, "map", MAP_PROPERTIES)
    if "title" not in values:
        findings.add("map", "the property 'title' is missing")
    elif not brought and not str(values["title"]).strip():  # a match may have been begun on one
        findings.add("map", "the property 'title' is empty, and the map is called by it")
    layers = _layers(tree, shape, tilesets, findings)
    boxes = zone_boxes(tree, findings)
    findings.settle()
    tiled = loaded(_rebuilt(tree, tilesets), path)
    pictures = tuple(_drawn(layer, gids, shown, tilesets, findings) for (layer, gids), shown in zip(layers, tiled.layers, strict=True))
    grid, breakables, names = _ground(shape, tilesets, pictures)
    zones, flags = zones_and_flags(boxes, shape, _with_breakables(grid, breakables), values.get("seats"), findings)
    findings.settle()
    from hashlib import sha256  # noqa: PLC0415  (a match waits for it, not the start of the program)

    rules = msgspec.json.encode((grid, breakables, zones, flags))
    return BattleMap(
        name=path.stem,
        title=str(values["title"]),
        blurb=str(values.get("blurb", "")),
        grid=grid,
        breakables=breakables,
        zones=zones,
        flags=flags,
        names=names,
        layers=pictures,
        tilesets=tuple(tileset.picture for tileset in tilesets),
        digest=sha256(rules).hexdigest()[:16],
    )


def _shape(tree: Node, findings: Findings) -> Shape:
    taken = Taken(findings)
    taken.plain(tree, "map", {"orientation": "orthogonal", "infinite": "0", "parallaxoriginx": "0", "parallaxoriginy": "0"})
    taken.only(tree, "map", {"properties", "tileset", "layer", "objectgroup", "editorsettings"})
    width = taken.whole(tree, "width", "map", LEAST_ACROSS, MOST_ACROSS)
    height = taken.whole(tree, "height", "map", LEAST_ACROSS, MOST_ACROSS)
    tile = taken.whole(tree, "tilewidth", "map", LEAST_TILE, MOST_TILE)
    tall = taken.whole(tree, "tileheight", "map", LEAST_TILE, MOST_TILE)
    if tile is not None and tall is not None and tile != tall:
        findings.add("map", f"its tiles are {tile} by {tall} pixels and must be square")
    if width is None or height is None or tile is None or tall is None:
        findings.settle()
    return Shape(width or 0, height or 0, tile or 0)


def _tilesets(tree: Node, path: Path, tile: int, findings: Findings) -> list[Tileset]:
    nodes = tree.all("tileset")
    if not 1 <= len(nodes) <= MOST_TILESETS:
        findings.stop("map", f"it has {len(nodes)} tilesets and needs 1 to {MOST_TILESETS}")
    found = [tileset for node in nodes if (tileset := read_tileset(node, path, tile, findings)) is not None]
    findings.settle()
    for one, other in pairwise(found):
        if other.first < one.first + one.count:
            findings.stop("map", f"tile numbers of its tilesets overlap: {other.first} comes before {one.first + one.count}")
    return found


def _layers(tree: Node, shape: Shape, tilesets: list[Tileset], findings: Findings) -> list[tuple[Node, list[int]]]:
    nodes = tree.all("layer")
    if not 1 <= len(nodes) <= MOST_LAYERS:
        findings.add("map", f"it has {len(nodes)} tile layers and needs 1 to {MOST_LAYERS}")
        return []
    taken = Taken(findings)
    found = []
    for node in nodes:
        place = f"layer {quoted(node.attributes.get('name', ''))}"
        taken.only(node, place, {"data", "properties"})
        taken.properties(node, place, {})
        taken.plain(
            node,
            place,
            {"visible": "1", "opacity": "1", "offsetx": "0", "offsety": "0", "parallaxx": "1", "parallaxy": "1", "mode": "normal"},
        )
        if "tintcolor" in node.attributes:
            findings.add(place, "a tint is not supported")
        for key, expected in (("width", shape.width), ("height", shape.height)):
            size = taken.whole(node, key, place, 1, MOST_ACROSS)
            if size is not None and size != expected:
                findings.add(place, f"its {key} is {size} and the map's is {expected}")
        gids = _gids(node, shape, place, findings)
        if gids is not None:
            _check_gids(gids, shape, tilesets, place, findings)
            found.append((node, gids))
    return found


def _gids(layer: Node, shape: Shape, place: str, findings: Findings) -> list[int] | None:
    """Return the tile numbers of a layer, however they are written, or None and a fault."""
    if len(layer.all("data")) != 1:
        findings.add(place, f"it has {len(layer.all('data'))} blocks of tile numbers and must have one")
        return None
    node = layer.all("data")[0]
    if node.children:
        findings.add(place, f"tile numbers written as {quoted(node.children[0].tag)} are not supported; choose CSV in the map's properties")
        return None
    encoding, compression = node.attributes.get("encoding", ""), node.attributes.get("compression", "")
    if encoding == "csv" and not compression:
        return _csv(node.text, shape, place, findings)
    if encoding == "base64" and compression in {"", "zlib", "gzip"}:
        return _base64(node.text, compression, shape, place, findings)
    findings.add(place, f"the encoding {quoted(f'{encoding} {compression}'.strip())} is not supported; choose CSV in the map's properties")
    return None


def _csv(text: str, shape: Shape, place: str, findings: Findings) -> list[int] | None:
    written = text.count(",") + 1
    if written != shape.count:
        findings.add(place, f"it has {written} tile numbers and the map has {shape.count} squares")
        return None
    words = [word.strip() for word in text.split(",")]
    for cell, word in enumerate(words):
        if not _GID.match(word) or int(word) >= 1 << 32:
            findings.add(f"{place}, tile {shape.label(cell)}", f"{quoted(word)} is not a tile number")
            return None
    return [int(word) for word in words]


def _base64(text: str, compression: str, shape: Shape, place: str, findings: Findings) -> list[int] | None:
    size = 4 * shape.count
    try:
        packed = base64.b64decode("".join(text.split()), validate=True)
        if compression:
            unpacking = zlib.decompressobj(_WINDOWS[compression])
            unpacked = unpacking.decompress(packed, size + 1)  # one byte more than belongs there: a bomb is cut short
            if len(unpacked) <= size and not unpacking.eof:
                findings.add(place, "its tile numbers are cut off")
                return None
            if unpacking.unused_data:
                findings.add(place, "something follows its tile numbers")
                return None
            packed = unpacked
    except (binascii.Error, ValueError, zlib.error):
        findings.add(place, f"its tile numbers are not {quoted(f'base64 {compression}'.strip())}")
        return None
    if len(packed) != size:
        more = "more" if len(packed) > size else "fewer"
        findings.add(place, f"it has {more} tile numbers than the map's {shape.count} squares")
        return None
    return list(struct.unpack(f"<{shape.count}I", packed))


def _check_gids(gids: list[int], shape: Shape, tilesets: list[Tileset], place: str, findings: Findings) -> None:
    for cell, gid in enumerate(gids):
        if gid & _FLIPPED:
            findings.add(f"{place}, tile {shape.label(cell)}", "it is flipped or turned, which is not supported")
        elif gid and _tile_of(gid, tilesets) is None:
            findings.add(f"{place}, tile {shape.label(cell)}", f"no tileset has the tile number {gid}")


def _tile_of(gid: int, tilesets: list[Tileset]) -> Tile | None:
    index = bisect_right(tilesets, gid, key=lambda tileset: tileset.first) - 1
    if index < 0 or gid >= tilesets[index].first + tilesets[index].count:
        return None
    return Tile(index, gid - tilesets[index].first)


def _rebuilt(tree: Node, tilesets: list[Tileset]) -> Node:
    """Return the map as pytmx is shown it: what was checked, and the tilesets inside it."""
    layers = [
        trimmed(node, ("name", "width", "height"), [Node("data", block.attributes, [], block.text) for block in node.all("data")])
        for node in tree.all("layer")
    ]
    known = ("version", "orientation", "renderorder", "width", "height", "tilewidth", "tileheight")
    return trimmed(tree, known, [*(tileset.node for tileset in tilesets), *layers])


def _drawn(layer: Node, gids: list[int], shown: Any, tilesets: list[Tileset], findings: Findings) -> TileLayer:
    """Return the pictures of a layer as pytmx understood them, which must be what the checks saw."""
    drawn = [shown.parent.tiledgidmap.get(gid, 0) for row in shown.data for gid in row]
    name = layer.attributes.get("name", "")
    if drawn != gids:
        findings.stop(f"layer {quoted(name)}", "it is read in two different ways; save it again in Tiled, with CSV tile numbers")
    return TileLayer(name, tuple(_tile_of(gid, tilesets) for gid in drawn))


def _ground(shape: Shape, tilesets: list[Tileset], pictures: tuple[TileLayer, ...]) -> tuple[Grid, tuple[Breakable, ...], tuple[str, ...]]:
    stated: list[dict[str, PropertyValue]] = [{} for _ in range(shape.count)]
    breakables = []
    for number, picture in enumerate(pictures):
        for cell, tile in enumerate(picture.tiles):
            does = tilesets[tile.tileset].tiles.get(tile.tile, {}) if tile else {}
            if "hit_points" in does:
                breakables.append(_breakable(cell, does, number))
            else:
                stated[cell].update(does)
    harms = [int(each.get("enter_damage", 0)) for each in stated]
    grid = Grid(
        shape.width,
        shape.height,
        mask_of(cell for cell, each in enumerate(stated) if each.get("obstructs")),
        mask_of(cell for cell, each in enumerate(stated) if each.get("blocks_sight")),
        mask_of(cell for cell, each in enumerate(stated) if each.get("move_cost") == 2),
        tuple(mask_of(cell for cell, harm in enumerate(harms) if harm == most) for most in range(1, max(harms) + 1)),
    )
    return grid, tuple(breakables), tuple(str(each.get("name", "")) for each in stated)


def _breakable(cell: int, does: dict[str, PropertyValue], layer: int) -> Breakable:
    return Breakable(
        cell,
        str(does.get("name", "")),
        int(does["hit_points"]),
        bool(does.get("obstructs")),
        bool(does.get("blocks_sight")),
        does.get("move_cost") == 2,
        int(does.get("enter_damage", 0)),
        layer,
    )


def _with_breakables(grid: Grid, breakables: tuple[Breakable, ...]) -> Grid:
    for each in breakables:
        bit = 1 << each.cell
        grid = grid.overlaid(
            obstructs=bit * each.obstructs,
            blocks_sight=bit * each.blocks_sight,
            slow=bit * each.slow,
            harm=(0,) * (each.harm - 1) + (bit,) if each.harm else (),
        )
    return grid
