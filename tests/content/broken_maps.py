"""One good little map, and everything a stranger or a slip could do to it.

Each entry of `BROKEN` is a name, a way to spoil the good map in a folder, and words that must be in the answer.
"""

from __future__ import annotations

import base64
import gzip
import struct
import zlib
from collections.abc import Callable
from pathlib import Path

SIZE = 6
TILES = [1] * SIZE * SIZE

MAP = """<?xml version="1.0" encoding="UTF-8"?>
<map version="1.10" orientation="orthogonal" renderorder="right-down" width="6" height="6" tilewidth="16" tileheight="16" infinite="0">
 <properties>
  <property name="title" value="Test &amp; Trial"/>
  <property name="seats" type="int" value="2"/>
 </properties>
 <tileset firstgid="1" source="tiles.tsx"/>
 <layer id="1" name="ground" width="6" height="6">
  <data encoding="csv">GROUND</data>
 </layer>
 <layer id="2" name="props" width="6" height="6">
  <data encoding="csv">PROPS</data>
 </layer>
 <objectgroup id="3" name="deploy">
  <object id="1" name="north" type="deploy" x="0" y="0" width="96" height="16">
   <properties><property name="seat" type="int" value="1"/></properties>
  </object>
  <object id="2" name="south" type="deploy" x="0" y="80" width="96" height="16">
   <properties><property name="seat" type="int" value="2"/></properties>
  </object>
  <object id="3" name="flag" type="flag" x="40" y="8">
   <properties><property name="seat" type="int" value="1"/></properties>
   <point/>
  </object>
 </objectgroup>
</map>
"""
TILESET = """<?xml version="1.0" encoding="UTF-8"?>
<tileset version="1.10" name="tiles" tilewidth="16" tileheight="16" tilecount="8" columns="4">
 <image source="tiles.png" width="64" height="32"/>
 <tile id="1"><properties><property name="obstructs" type="bool" value="true"/><property name="blocks_sight" type="bool" value="true"/></properties></tile>
 <tile id="2"><properties><property name="move_cost" type="int" value="2"/><property name="name" value="bog"/></properties></tile>
 <tile id="3"><properties><property name="enter_damage" type="int" value="1"/></properties></tile>
 <tile id="4"><properties><property name="obstructs" type="bool" value="true"/><property name="hit_points" type="int" value="3"/><property name="name" value="crate"/></properties></tile>
 <tile id="5"><properties><property name="obstructs" type="bool" value="false"/><property name="name" value="bridge"/></properties></tile>
</tileset>
"""
GRASS, WALL, BOG, LAVA, CRATE, BRIDGE = 1, 2, 3, 4, 5, 6

Spoil = Callable[[Path], Path]


def csv(tiles: list[int]) -> str:
    return ",".join(map(str, tiles))


def picture(width: int, height: int) -> bytes:
    """Make a real, black PNG picture."""

    def chunk(name: bytes, body: bytes) -> bytes:
        return struct.pack(">I", len(body)) + name + body + struct.pack(">I", zlib.crc32(name + body))

    head = struct.pack(">IIBBBBB", width, height, 8, 0, 0, 0, 0)
    rows = zlib.compress((b"\0" + b"\0" * width) * height)
    return b"\x89PNG\r\n\x1a\n" + chunk(b"IHDR", head) + chunk(b"IDAT", rows) + chunk(b"IEND", b"")


def map_text(ground: list[int] | None = None, props: list[int] | None = None) -> str:
    return MAP.replace("GROUND", csv(ground or TILES)).replace("PROPS", csv(props or [0] * SIZE * SIZE))


def good(folder: Path) -> Path:
    """Write the good map, its tileset and its picture into a folder; return the map."""
    folder.mkdir(parents=True, exist_ok=True)
    (folder / "tiles.png").write_bytes(picture(64, 32))
    (folder / "tiles.tsx").write_text(TILESET, encoding="utf-8")
    (folder / "test.tmx").write_text(map_text(), encoding="utf-8")
    return folder / "test.tmx"


def swap(old: str, new: str, count: int = 1) -> Spoil:
    """Change words of the map."""

    def spoil(folder: Path) -> Path:
        path = good(folder)
        text = map_text()
        assert old in text, old
        path.write_text(text.replace(old, new, count), encoding="utf-8")
        return path

    return spoil


def tsx(old: str, new: str) -> Spoil:
    """Change words of the tileset."""

    def spoil(folder: Path) -> Path:
        path = good(folder)
        assert old in TILESET, old
        (folder / "tiles.tsx").write_text(TILESET.replace(old, new, 1), encoding="utf-8")
        return path

    return spoil


def raw(content: bytes) -> Spoil:
    """Write other bytes in place of the map."""

    def spoil(folder: Path) -> Path:
        path = good(folder)
        path.write_bytes(content)
        return path

    return spoil


def beside(name: str, content: bytes, then: Spoil) -> Spoil:
    """Put another file into the folder, or above it."""

    def spoil(folder: Path) -> Path:
        path = then(folder)
        (folder / name).parent.mkdir(parents=True, exist_ok=True)
        (folder / name).write_bytes(content)
        return path

    return spoil


def tiles(changes: dict[int, int]) -> Spoil:
    """Put other tiles on some squares of the ground."""
    ground = [changes.get(cell, GRASS) for cell in range(SIZE * SIZE)]

    def spoil(folder: Path) -> Path:
        path = good(folder)
        path.write_text(map_text(ground), encoding="utf-8")
        return path

    return spoil


def coded(encoding: str, body: bytes | str) -> Spoil:
    """Write the ground's tile numbers in another way."""
    text = body if isinstance(body, str) else base64.b64encode(body).decode()
    return swap(f'<data encoding="csv">{csv(TILES)}</data>', f"<data {encoding}>{text}</data>")


def linked(folder: Path) -> Path:
    path = good(folder / "maps")
    (folder / "outside.tsx").write_text(TILESET, encoding="utf-8")
    (path.parent / "tiles.tsx").unlink()
    (path.parent / "tiles.tsx").symlink_to(folder / "outside.tsx")
    return path


def circular(folder: Path) -> Path:
    path = good(folder)
    (folder / "tiles.tsx").unlink()
    (folder / "tiles.tsx").symlink_to(folder / "tiles.tsx")
    return path


def replaced_picture(width: int, height: int) -> Spoil:
    def spoil(folder: Path) -> Path:
        path = good(folder)
        (folder / "tiles.png").write_bytes(picture(width, height))
        return path

    return spoil


def folder_instead(folder: Path) -> Path:
    good(folder)
    return folder


def nothing_there(folder: Path) -> Path:
    good(folder)
    return folder / "other.tmx"


PACKED = struct.pack("<36I", *TILES)
BOMB = b"\0" * (200 << 20)
ZLIB_BOMB, GZIP_BOMB = zlib.compress(BOMB, 9), gzip.compress(BOMB, 9)
LAUGHS = "".join(f'<!ENTITY e{n} "{f"&e{n - 1};" * 10}">' for n in range(1, 10))
NORTH = '<object id="1" name="north" type="deploy" x="0" y="0" width="96" height="16">'
SOUTH = '<object id="2" name="south" type="deploy" x="0" y="80" width="96" height="16">'
FLAG = '<object id="3" name="flag" type="flag" x="40" y="8">'
SEAT_1 = '<property name="seat" type="int" value="1"/>'
SEAT_2 = '<property name="seat" type="int" value="2"/>'
TITLE = '<property name="title" value="Test &amp; Trial"/>'
SEATS = '<property name="seats" type="int" value="2"/>'
LAYER = '<layer id="1" name="ground" width="6" height="6">'
TILESET_NODE = '<tileset firstgid="1" source="tiles.tsx"/>'
IMAGE = '<image source="tiles.png" width="64" height="32"/>'
TSX = "tileset 'tiles.tsx'"

BROKEN: dict[str, tuple[Spoil, str]] = {
    # the file
    "no_such_file": (nothing_there, "no such file"),
    "a_folder": (folder_instead, "not an ordinary file"),
    "empty": (raw(b""), "not well-formed XML"),
    "words": (raw(b"hello"), "not well-formed XML"),
    "another_root": (raw(b"<html></html>"), "this is no Tiled map: it begins with 'html'"),
    "two_roots": (swap("</map>", "</map><map/>"), "not well-formed XML"),
    "nul_bytes": (raw(b"\0" * 5000), "not well-formed XML"),
    "random_bytes": (raw(bytes(range(256)) * 8), "not UTF-8"),
    "utf_16": (raw(map_text().encode("utf-16")), "not UTF-8"),
    "latin_1_bytes": (raw(map_text().replace("Trial", "Épreuve").encode("latin-1")), "not UTF-8"),
    "latin_1_declared": (swap('encoding="UTF-8"', 'encoding="ISO-8859-1"'), "'ISO-8859-1' is not UTF-8"),
    "unknown_encoding": (swap('encoding="UTF-8"', 'encoding="klingon"'), "line 1"),
    "forty_megabytes": (raw(map_text().encode() + b" " * (40 << 20)), "larger than 1 MiB"),
    "forty_megabytes_of_text": (raw(map_text().replace("<layer", "<layer>" + "x" * (40 << 20), 1).encode()), "larger than 1 MiB"),
    "deep_nesting": (raw(b"<map>" + b"<a>" * 50_000 + b"</a>" * 50_000 + b"</map>"), "nested more than"),
    "too_many_elements": (raw(b"<map>" + b"<a/>" * 200_000 + b"</map>"), "more than 50000 elements"),
    # document types
    "document_type": (swap("<map ", "<!DOCTYPE map><map "), "a document type is not allowed"),
    "entity_bomb": (swap("<map ", f'<!DOCTYPE m [<!ENTITY e0 "ha">{LAUGHS}]><map class="&e9;" '), "a document type is not allowed"),
    "outside_entity": (
        swap("<map ", '<!DOCTYPE m [<!ENTITY f SYSTEM "file:///etc/hostname">]><map class="&f;" '),
        "a document type is not allowed",
    ),
    "outside_subset": (swap("<map ", '<!DOCTYPE m SYSTEM "http://example.org/m.dtd"><map '), "a document type is not allowed"),
    "unknown_entity": (swap("&amp;", "&nothing;"), "not well-formed XML"),
    # the map
    "isometric": (swap('"orthogonal"', '"isometric"'), "orientation 'isometric' is not supported, only 'orthogonal'"),
    "infinite": (swap('infinite="0"', 'infinite="1"'), "infinite '1' is not supported"),
    "no_width": (swap(' width="6"', ""), "the width is missing"),
    "width_zero": (swap('width="6"', 'width="0"'), "the width '0' is not a whole number from 6 to 40"),
    "width_negative": (swap('width="6"', 'width="-6"'), "the width '-6' is not"),
    "width_nan": (swap('width="6"', 'width="NaN"'), "the width 'NaN' is not"),
    "width_fraction": (swap('width="6"', 'width="6.0"'), "the width '6.0' is not"),
    "width_huge": (swap('width="6"', f'width="{"9" * 5000}"'), "is not a whole number"),
    "width_other_digits": (swap('width="6"', 'width="٦"'), "is not a whole number"),
    "height_too_small": (swap('height="6"', 'height="5"'), "the height '5' is not"),
    "height_too_large": (swap('height="6"', 'height="41"'), "the height '41' is not"),
    "tiny_tiles": (swap('tilewidth="16"', 'tilewidth="8"'), "the tilewidth '8' is not"),
    "giant_tiles": (swap('tileheight="16"', 'tileheight="256"'), "the tileheight '256' is not"),
    "oblong_tiles": (swap('tileheight="16"', 'tileheight="32"'), "16 by 32 pixels and must be square"),
    "no_title": (swap(TITLE, ""), "the property 'title' is missing"),
    "title_empty": (swap(TITLE, TITLE.replace("Test &amp; Trial", " ")), "the property 'title' is empty, and the map is called by it"),
    "title_too_long": (swap("Trial", "x" * 80), "at most 60 printable characters"),
    "title_unprintable": (swap("Trial", "&#x202E;x"), "printable"),
    "unknown_map_property": (swap(TITLE, TITLE + '<property name="musik" value="x"/>'), "unknown property 'musik'; known are title"),
    "property_twice": (swap(TITLE, TITLE + TITLE), "property 'title' is there twice"),
    "group_layer": (swap("<layer ", '<group id="9"/><layer '), "a 'group' is not supported"),
    "image_layer": (swap("<layer ", '<imagelayer id="9"/><layer '), "a 'imagelayer' is not supported"),
    # tilesets
    "no_tileset": (swap(TILESET_NODE, ""), "0 tilesets"),
    "nine_tilesets": (swap(TILESET_NODE, TILESET_NODE * 9), "9 tilesets"),
    "missing_tileset": (swap("tiles.tsx", "other.tsx"), "'other.tsx' is missing"),
    "tileset_beside": (
        swap("tiles.tsx", "../tilesets/tiles.tsx"),
        "'../tilesets/tiles.tsx' lies outside the folder of maps; 'tiles.tsx', which lies beside 'test.tmx', would fit",
    ),
    "picture_beside": (tsx("tiles.png", "x/tiles.png"), "'x/tiles.png' is missing; 'tiles.png', which lies beside 'tiles.tsx', would fit"),
    "absolute_tileset": (swap("tiles.tsx", "/etc/tiles.tsx"), "must be named relative"),
    "windows_tileset": (swap("tiles.tsx", "C:\\maps\\tiles.tsx"), "must be named relative"),
    "resource_tileset": (swap("tiles.tsx", ":/maps/tiles.tsx"), "must be named relative"),
    "tileset_outside": (beside("../tiles.tsx", TILESET.encode(), swap("tiles.tsx", "../tiles.tsx")), "lies outside the folder of maps"),
    "tileset_linked_outside": (linked, "lies outside the folder of maps"),
    "tileset_linked_to_itself": (circular, TSX),
    "tileset_of_another_kind": (swap("tiles.tsx", "test.tmx"), "is not a .tsx file"),
    "tileset_name_endless": (swap("tiles.tsx", "x" * 5000 + ".tsx"), f"the file '{'x' * 20}"),
    "tileset_is_a_map": (beside("tiles.tsx", map_text().encode(), good), "this is no Tiled tileset"),
    "tileset_with_document_type": (tsx("<tileset ", "<!DOCTYPE t><tileset "), f"{TSX}, line 2: a document type is not allowed"),
    "tileset_too_large": (beside("tiles.tsx", TILESET.encode() + b" " * (2 << 20), good), "larger than 1 MiB"),
    "firstgid_zero": (swap('firstgid="1"', 'firstgid="0"'), "the firstgid '0'"),
    "firstgid_overlap": (swap(TILESET_NODE, TILESET_NODE + TILESET_NODE.replace('"1"', '"5"')), "tile numbers of its tilesets overlap"),
    "tileset_tiles_of_another_size": (tsx('tilewidth="16"', 'tilewidth="32"'), "its tilewidth is 32 and the map's is 16"),
    "tileset_margin": (tsx('columns="4"', 'columns="4" margin="1"'), "the margin '1' is not supported"),
    "tileset_spacing": (tsx('columns="4"', 'columns="4" spacing="2"'), "the spacing '2' is not supported"),
    "tileset_columns_lie": (tsx('columns="4"', 'columns="8"'), "its picture holds 4 columns and 2 rows"),
    "tileset_count_lies": (tsx('tilecount="8"', 'tilecount="9"'), "its picture holds 4 columns and 2 rows"),
    "picture_missing": (tsx("tiles.png", "other.png"), "'other.png' is missing"),
    "picture_outside": (beside("../tiles.png", picture(64, 32), tsx("tiles.png", "../tiles.png")), "lies outside the folder of maps"),
    "picture_of_another_kind": (tsx("tiles.png", "tiles.gif"), "is not a .png file"),
    "picture_is_text": (beside("tiles.png", b"not a picture at all, only words", good), "is not a PNG picture"),
    "picture_cut_off": (beside("tiles.png", picture(64, 32)[:20], good), "is not a PNG picture"),
    "picture_ends_early": (beside("tiles.png", picture(64, 32)[:-20], good), "'tiles.png': the picture is cut off: its end is missing"),
    "picture_size_lies": (replaced_picture(128, 32), "is really 128 by 32 pixels, not 64 by 32"),
    "picture_really_enormous": (
        beside("tiles.png", b"\x89PNG\r\n\x1a\n\0\0\0\rIHDR" + struct.pack(">II", 60000, 60000) + b"\x08\0\0\0\0", good),
        "really 60000 by 60000",
    ),
    "picture_says_enormous": (tsx('width="64"', 'width="60000"'), "the width '60000' is not"),
    "no_picture": (tsx(IMAGE, ""), "exactly one picture; a picture for each tile is not supported"),
    "two_pictures": (tsx(IMAGE, IMAGE + IMAGE), "exactly one picture"),
    "picture_inside": (tsx(IMAGE, '<image source="tiles.png" width="64" height="32"><data/></image>'), "a 'data' is not supported"),
    "tile_animated": (tsx('<tile id="1">', '<tile id="1"><animation/>'), "tile 1: a 'animation' is not supported"),
    "tile_with_shapes": (tsx('<tile id="1">', '<tile id="1"><objectgroup/>'), "a 'objectgroup' is not supported"),
    "tile_off_the_picture": (tsx('<tile id="1">', '<tile id="8">'), "the id '8' is not"),
    "tile_twice": (tsx('<tile id="1">', '<tile id="2">'), "described twice"),
    "unknown_tile_property": (tsx('"obstructs"', '"obstruct"'), "tile 1: unknown property 'obstruct'; known are obstructs"),
    "tile_property_of_another_type": (tsx('name="obstructs" type="bool"', 'name="obstructs" type="int"'), "must be bool, true or false"),
    "tile_property_maybe": (tsx('value="true"', 'value="maybe"'), "is 'maybe' and must be true or false"),
    "move_cost_three": (
        tsx('name="move_cost" type="int" value="2"', 'name="move_cost" type="int" value="3"'),
        "must be a whole number from 1 to 2",
    ),
    "damage_seven": (tsx('name="enter_damage" type="int" value="1"', 'name="enter_damage" type="int" value="7"'), "from 0 to 6"),
    "hit_points_zero": (tsx('name="hit_points" type="int" value="3"', 'name="hit_points" type="int" value="0"'), "from 1 to 6"),
    # layers
    "no_layer": (raw(map_text().replace("<layer", "<editorsettings").replace("</layer", "</editorsettings").encode()), "0 tile layers"),
    "layer_of_another_size": (swap(LAYER, LAYER.replace('width="6"', 'width="7"')), "layer 'ground': its width is 7 and the map's is 6"),
    "layer_negative": (swap(LAYER, LAYER.replace('height="6"', 'height="-6"')), "the height '-6' is not"),
    "layer_hidden": (swap(LAYER, LAYER[:-1] + ' visible="0">'), "the visible '0' is not supported"),
    "layer_faint": (swap(LAYER, LAYER[:-1] + ' opacity="0.5">'), "the opacity '0.5' is not supported"),
    "layer_moved": (swap(LAYER, LAYER[:-1] + ' offsetx="8">'), "the offsetx '8' is not supported"),
    "layer_tinted": (swap(LAYER, LAYER[:-1] + ' tintcolor="#ff0000">'), "a tint is not supported"),
    "layer_property": (swap(LAYER, LAYER + '<properties><property name="x"/></properties>'), "unknown property 'x'; known are none"),
    "no_tile_numbers": (swap(f'<data encoding="csv">{csv(TILES)}</data>', ""), "0 blocks of tile numbers"),
    "two_blocks_of_tile_numbers": (swap("<data ", '<data encoding="csv">1</data><data '), "2 blocks of tile numbers"),
    "chunks": (coded('encoding="csv"', '<chunk x="0" y="0" width="16" height="16">1</chunk>'), "written as 'chunk' are not supported"),
    "tiles_as_elements": (coded("", '<tile gid="1"/>' * 36), "written as 'tile' are not supported"),
    "zstd": (coded('encoding="base64" compression="zstd"', PACKED), "'base64 zstd' is not supported"),
    "unknown_data_encoding": (coded('encoding="base32"', "AAAA"), "'base32' is not supported"),
    "csv_too_short": (coded('encoding="csv"', csv(TILES[:-1])), "35 tile numbers and the map has 36 squares"),
    "csv_too_long": (coded('encoding="csv"', csv([*TILES, 1])), "37 tile numbers"),
    "csv_empty": (coded('encoding="csv"', ""), "tile numbers"),
    "csv_a_million": (coded('encoding="csv"', "," * 900_000), "900001 tile numbers"),
    "csv_negative": (coded('encoding="csv"', csv([-1, *TILES[1:]])), "layer 'ground', tile (0, 0): '-1' is not a tile number"),
    "csv_nan": (coded('encoding="csv"', csv(TILES[:-1]) + ",NaN"), "tile (5, 5): 'NaN' is not a tile number"),
    "csv_huge": (coded('encoding="csv"', csv([*TILES[:-1], 10**400])), "is not a tile number"),
    "csv_over_32_bits": (coded('encoding="csv"', csv([*TILES[:-1], 1 << 32])), "is not a tile number"),
    "wild_tile": (coded('encoding="csv"', csv([*TILES[:-1], 9])), "tile (5, 5): no tileset has the tile number 9"),
    "very_wild_tile": (coded('encoding="csv"', csv([*TILES[:-1], 200_000_000])), "no tileset has the tile number 200000000"),
    "flipped_tile": (coded('encoding="csv"', csv([*TILES[:-1], 1 | 1 << 31])), "flipped or turned"),
    "base64_rubbish": (coded('encoding="base64"', "%%%"), "are not 'base64'"),
    "base64_short": (coded('encoding="base64"', PACKED[:-4]), "fewer tile numbers than the map's 36 squares"),
    "base64_uneven": (coded('encoding="base64"', PACKED[:-1]), "fewer tile numbers"),
    "base64_long": (coded('encoding="base64"', PACKED * 2), "more tile numbers than"),
    "base64_wild": (coded('encoding="base64"', struct.pack("<36I", *TILES[:-1], 77)), "no tileset has the tile number 77"),
    "not_zlib": (coded('encoding="base64" compression="zlib"', PACKED), "are not 'base64 zlib'"),
    "zlib_cut_off": (coded('encoding="base64" compression="zlib"', zlib.compress(PACKED)[:-5]), "are cut off"),
    "zlib_followed": (coded('encoding="base64" compression="zlib"', zlib.compress(PACKED) + b"more"), "something follows"),
    "zlib_bomb": (coded('encoding="base64" compression="zlib"', ZLIB_BOMB), "more tile numbers than"),
    "gzip_bomb": (coded('encoding="base64" compression="gzip"', GZIP_BOMB), "more tile numbers than"),
    # objects
    "template": (swap(NORTH, NORTH[:-1] + ' template="north.tx">'), "object 1 'north': a template is not supported"),
    "tile_object": (swap(NORTH, NORTH[:-1] + ' gid="1">'), "a tile as object is not supported"),
    "rotated": (swap(NORTH, NORTH[:-1] + ' rotation="45">'), "the rotation '45' is not supported"),
    "polygon": (swap(NORTH, NORTH + '<polygon points="0,0 1,1"/>'), "a 'polygon' is not supported"),
    "ellipse": (swap(NORTH, NORTH + "<ellipse/>"), "a 'ellipse' is not supported"),
    "no_class": (swap(NORTH, NORTH.replace(' type="deploy"', "")), "its class is '' and must be 'deploy' or 'flag'"),
    "unknown_class": (swap('type="deploy"', 'class="start"'), "its class is 'start' and must be"),
    "two_classes": (swap('type="deploy"', 'type="deploy" class="flag"'), "class 'flag' and type 'deploy', which should be one"),
    "object_id_missing": (swap('<object id="1"', "<object"), "the id is missing"),
    "object_property": (swap(SEAT_1, SEAT_1 + '<property name="colour" value="red"/>'), "unknown property 'colour'"),
    "object_layer_moved": (swap('name="deploy">', 'name="deploy" offsety="16">'), "the offsety '16' is not supported"),
    "seat_missing": (swap(SEAT_1, ""), "the property 'seat' is missing"),
    "seat_five": (swap(SEAT_1, SEAT_1.replace('"1"', '"5"')), "must be a whole number from 1 to 4"),
    "seat_as_text": (swap(SEAT_1, '<property name="seat" value="1"/>'), "has type 'string' and must be int"),
    "seat_twice": (swap(SEAT_2, SEAT_1), "object 2 'south': seat 1 already has a deploy zone"),
    "x_nan": (swap('x="0" y="0"', 'x="NaN" y="0"'), "the x 'NaN' is not a plain number"),
    "y_infinite": (swap('x="0" y="0"', 'x="0" y="inf"'), "the y 'inf' is not a plain number"),
    "width_exponent": (swap('width="96"', 'width="1e308"'), "the width '1e308' is not a plain number"),
    "zone_negative": (swap('height="16">', 'height="-16">'), "its size is negative"),
    "zone_empty": (swap('width="96"', 'width="0"'), "it must cover whole squares"),
    "zone_askew": (swap('x="0" y="0"', 'x="3" y="0"'), "it must cover whole squares of 16 pixels"),
    "zone_off_the_map": (swap('x="0" y="0"', 'x="16" y="0"'), "it leaves the map"),
    "zone_far_off_the_map": (swap('x="0" y="0"', 'x="-9999984" y="0"'), "it leaves the map"),
    "zone_as_large_as_a_country": (swap('width="96"', 'width="9999984"'), "it leaves the map"),
    "zone_in_the_middle": (swap(SOUTH, SOUTH.replace('x="0" y="80" width="96"', 'x="16" y="48" width="64"')), "lies along an edge"),
    "zones_overlap": (swap(SOUTH, SOUTH.replace('y="80"', 'y="0"')), "overlaps the deploy zone of seat 1"),
    "zones_side_by_side": (
        swap(SOUTH, SOUTH.replace('x="0" y="80" width="96" height="16"', 'x="0" y="16" width="16" height="64"')),
        "does not lie opposite",
    ),
    "zone_too_small": (swap(SOUTH, SOUTH.replace('width="96"', 'width="48"')), "fewer than 4 squares of this deploy zone are free"),
    "zone_walled_up": (tiles(dict.fromkeys(range(30, 36), WALL)), "fewer than 4 squares of this deploy zone are free"),
    "no_path": (tiles(dict.fromkeys(range(12, 18), WALL)), "object 2 'south': no path leads to the deploy zone of seat 1"),
    "no_path_between_diagonals": (tiles(dict.fromkeys((12, 19, 14, 21, 16, 23), WALL)), "no path leads"),
    "only_one_zone": (swap(SOUTH, SOUTH.replace("deploy", "flag")), "square"),
    "no_zones": (raw(map_text().replace('type="deploy"', 'type="flag"').encode()), "square"),
    "no_objects": (raw((map_text()[: map_text().index(" <objectgroup")] + "</map>").encode()), "deploy zones are there for seats none"),
    "seats_one_and_three": (swap(SEAT_2, SEAT_2.replace('"2"', '"3"')), "deploy zones are there for seats 1, 3"),
    "seats_missing": (swap(SEATS, ""), "the property 'seats' is missing"),
    "seats_wrong": (swap(SEATS, SEATS.replace('"2"', '"3"')), "the property 'seats' is 3 and there are 2 deploy zones"),
    "seats_five": (swap(SEATS, SEATS.replace('"2"', '"5"')), "must be a whole number from 2 to 4"),
    "flag_outside_its_zone": (swap(FLAG, FLAG.replace('y="8"', 'y="40"')), "the flag of seat 1 lies outside its deploy zone"),
    "flag_off_the_map": (swap(FLAG, FLAG.replace('x="40"', 'x="-8"')), "it leaves the map"),
    "flag_on_a_wall": (tiles({2: WALL}), "the flag of seat 1 lies where nobody can walk"),
    "flag_of_nobody": (
        swap(FLAG + "\n   <properties>" + SEAT_1, FLAG + "\n   <properties>" + SEAT_1.replace('"1"', '"4"')),
        "seat 4 has no deploy zone",
    ),
    "too_many_objects": (swap("</objectgroup>", '<object id="9"/>' * 401 + "</objectgroup>"), "more than 400 objects"),
}
