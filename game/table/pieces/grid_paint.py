"""The pictures of a battle grid: ground from the map's tiles, lit fields each with a pattern of its own."""

from __future__ import annotations

import contextlib
from typing import TYPE_CHECKING

import pygame

from game.content.faults import ContentError
from game.content.maps import BattleMap, Tile, read_battle_map, read_packed_map
from game.content.own_maps import map_files
from game.grid import cells_of
from game.kernel.scene import CardFace
from game.table.canvas.draw import Colour, mixed
from game.table.canvas.theme import BLACK, WHITE
from game.table.pieces.turned import Turned

if TYPE_CHECKING:
    from game.table.shell.app import App

_MAPS: dict[str, BattleMap | None] = {}
_LAID: dict[str, BattleMap] = {}
_TILES: dict[tuple[str, int], list[pygame.Surface]] = {}

PLAIN = 80
"""How light a square of ground is in high contrast, of 255 parts as it is painted."""


def battle_map(name: str, world: str) -> BattleMap | None:
    """Return the map a grid zone names, read once; None when it cannot be read."""
    key = f"{world}/{name}"
    if key in _LAID:
        return _LAID[key]
    if key not in _MAPS:
        path = map_files(world).get(name)
        try:
            _MAPS[key] = None if path is None else read_battle_map(path)
        except ContentError:
            _MAPS[key] = None
    return _MAPS[key]


def lay(world: str, name: str, text: str) -> None:
    """Draw the map that a match brought along wherever that name is drawn; one that is here as well is drawn with its own pictures."""
    _LAID.pop(f"{world}/{name}", None)
    _MAPS.pop(f"{world}/{name}", None)
    if text:
        with contextlib.suppress(ContentError):
            brought, here = read_packed_map(text, name), battle_map(name, world)
            if here is None or here.digest != brought.digest:
                _LAID[f"{world}/{name}"] = brought


def forget() -> None:
    """Read maps and tiles anew when they are next needed; a map that was brought along stays."""
    _MAPS.clear()
    _TILES.clear()


def _tiles(image: str, size: int, columns: int, rows: int, side: int) -> list[pygame.Surface]:
    key = (image, side)
    if key not in _TILES:
        if len(_TILES) > 12:
            _TILES.clear()
        sheet = pygame.image.load(image)
        deep = pygame.Surface(sheet.get_size(), pygame.SRCALPHA, 32)
        deep.blit(sheet, (0, 0))
        boxes = [(column * size, row * size, size, size) for row in range(rows) for column in range(columns)]
        _TILES[key] = [pygame.transform.smoothscale(deep.subsurface(box), (side, side)) for box in boxes]
    return _TILES[key]


Patches = tuple[tuple[tuple[int, ...], str, Colour], ...]


def _tile(found: BattleMap, tile: Tile, side: int) -> pygame.Surface:
    sheet = found.tilesets[tile.tileset]
    return _tiles(sheet.image, sheet.tile_size, sheet.columns, sheet.rows, side)[tile.tile]


def standing(app: App, key: tuple[str, str, int], width: int, height: int) -> pygame.Surface:
    """Paint a piece of terrain that belongs to the map itself, such as a crate: its own tile."""
    del app
    world, picture, cell = key
    found = battle_map(picture, world)
    surface = pygame.Surface((width, height), pygame.SRCALPHA, 32)
    each = next((each for each in found.breakables if each.cell == cell), None) if found is not None else None
    tile = found.layers[each.layer].tiles[cell] if found is not None and each is not None else None
    if found is not None and tile is not None and found.tilesets[tile.tileset].image:
        surface.blit(_tile(found, tile, min(width, height)), (0, 0))
    return surface


def squares(found: BattleMap, cells: range, rows: range, side: int) -> pygame.Surface:
    """Paint a part of a map's ground, those columns (`cells`) and rows, with everything that stands on it and a line around each square."""
    surface = pygame.Surface((len(cells) * side, len(rows) * side), 0, 24)
    surface.fill((92, 84, 70))
    for y, row in enumerate(rows):
        for x, column in enumerate(cells):
            cell = row * found.grid.width + column
            for layer in found.layers:
                tile = layer.tiles[cell]
                if tile is not None and found.tilesets[tile.tileset].image:
                    surface.blit(_tile(found, tile, side), (x * side, y * side))
            pygame.draw.rect(surface, (40, 36, 30), (x * side, y * side, side, side), 1)
    return surface


def ground(app: App, key: tuple[str, str, Turned, Patches], width: int, height: int) -> pygame.Surface:
    """Paint the ground of a map, all tile layers over each other, with thin lines between the squares and its tinted groups.

    Of a grid that is turned the ground itself is turned; what stands on it, walls too, stays upright. The cells of groups are counted as they are seen.
    In high contrast the squares on which nothing special holds are dark and grey, so that everything else stands out from them.
    """
    world, picture, turned, groups = key
    columns, rows = turned.across, turned.down
    side = max(1, round(width / columns))
    surface = pygame.Surface((width, height), 0, 32)
    surface.fill((92, 84, 70))
    found = battle_map(picture, world)
    pictured = found is not None and all(sheet.image for sheet in found.tilesets)
    if found is not None and pictured and (found.grid.width, found.grid.height) == (turned.columns, turned.rows):
        movable = {(each.layer, each.cell) for each in found.breakables}  # these are pieces of their own
        for number, layer in enumerate(found.layers):
            for cell, tile in enumerate(layer.tiles):
                if tile is not None and (number, cell) not in movable:
                    x, y = turned.spot(cell)
                    drawn = _tile(found, tile, side)
                    if turned.quarters and number == 0 and not found.grid.obstructs >> cell & 1:
                        drawn = pygame.transform.rotate(drawn, 90 * turned.quarters)
                    surface.blit(drawn, (x * side, y * side))
        if app.theme.high_contrast:
            special = found.grid.obstructs | found.grid.blocks_sight | found.grid.slow | sum(found.grid.harm)
            for x, y in map(turned.spot, cells_of(found.grid.everything & ~special)):
                _plain(surface.subsurface((x * side, y * side, side, side)))
    else:
        for cell in range(columns * rows):
            shade = (cell % columns + cell // columns) % 2
            surface.fill((104, 96, 80) if shade else (92, 84, 70), (cell % columns * side, cell // columns * side, side, side))
    lines = pygame.Surface((width, height), pygame.SRCALPHA, 32)
    for column in range(1, columns):
        pygame.draw.line(lines, (0, 0, 0, 64), (column * side, 0), (column * side, height))
        pygame.draw.line(lines, (255, 255, 255, 22), (column * side + 1, 0), (column * side + 1, height))
    for row in range(1, rows):
        pygame.draw.line(lines, (0, 0, 0, 64), (0, row * side), (width, row * side))
        pygame.draw.line(lines, (255, 255, 255, 22), (0, row * side + 1), (width, row * side + 1))
    surface.blit(lines, (0, 0))
    if groups:
        surface.blit(_patched(columns, rows, groups, width, height), (0, 0))
    return surface.convert() if pygame.display.get_surface() else surface


def _plain(square: pygame.Surface) -> None:
    """Make a square of ground dark and grey; its pattern is still seen."""
    square.blit(pygame.transform.grayscale(square.copy()), (0, 0))  # of a part of a surface it reads the wrong rows
    square.fill((PLAIN, PLAIN, PLAIN, 255), special_flags=pygame.BLEND_RGBA_MULT)


def _patched(columns: int, rows: int, groups: Patches, width: int, height: int) -> pygame.Surface:
    """Return tinted groups of squares: a light tint, ticks or dots as a pattern, and a border around each group."""
    side = width / columns
    surface = pygame.Surface((width, height), pygame.SRCALPHA, 32)
    for number, (cells, tone, colour) in enumerate(groups):
        if tone == "broken":
            _rubble(surface, cells, columns, side)
            continue
        group = frozenset(cells)
        for cell in cells:
            x, y = cell % columns * side, cell // columns * side
            box = pygame.Rect(round(x), round(y), round(side), round(side))
            surface.fill((*colour[:3], 44), box)
            _ticks(surface, box, (*mixed(colour, WHITE, 0.35)[:3], 120), number)
        _border(surface, group, columns, rows, side, colour)
    return surface


def _rubble(surface: pygame.Surface, cells: tuple[int, ...], columns: int, side: float) -> None:
    """Strew what is left of something destroyed."""
    for cell in cells:
        x, y = cell % columns * side, cell // columns * side
        for k in range(7):
            px, py = x + side * (0.2 + 0.6 * ((k * 37 + cell * 13) % 97) / 97), y + side * (0.25 + 0.5 * ((k * 61 + cell * 7) % 89) / 89)
            size = side * (0.05 + 0.05 * (k % 3))
            chip = [(px - size, py), (px, py - size * 0.7), (px + size, py + size * 0.2), (px + size * 0.2, py + size * 0.8)]
            pygame.draw.polygon(surface, (40, 30, 24, 210), [(a + 1, b + 2) for a, b in chip])
            pygame.draw.polygon(surface, (126, 100, 74, 235), chip)


def _ticks(surface: pygame.Surface, box: pygame.Rect, colour: Colour, number: int) -> None:
    step = max(3, box.w // 6)
    if number % 2 == 0:
        pygame.draw.line(surface, colour, (box.right - step, box.top + 3), (box.right - 4, box.top + step - 1), 2)
    else:
        pygame.draw.circle(surface, colour, (box.right - step // 2 - 2, box.top + step // 2 + 2), max(2, step // 4))


def _border(surface: pygame.Surface, cells: frozenset[int], columns: int, rows: int, side: float, colour: Colour) -> None:
    wide = max(2, round(side / 18))
    for cell in cells:
        column, row = cell % columns, cell // columns
        x, y, s = round(column * side), round(row * side), round(side)
        if row == 0 or cell - columns not in cells:
            pygame.draw.rect(surface, colour, (x, y, s, wide))
        if row == rows - 1 or cell + columns not in cells:
            pygame.draw.rect(surface, colour, (x, y + s - wide, s, wide))
        if column == 0 or cell - 1 not in cells:
            pygame.draw.rect(surface, colour, (x, y, wide, s))
        if column == columns - 1 or cell + 1 not in cells:
            pygame.draw.rect(surface, colour, (x + s - wide, y, wide, s))


def field(app: App, key: tuple[str, int, int, Colour, frozenset[int]], width: int, height: int) -> pygame.Surface:
    """Paint lit squares, so that two kinds can be read on one square.

    Reach tints and dots the middle, range is a line around all of them, what is out of sight is veiled, threat crosses a corner, and
    targets are framed one by one.
    """
    del app
    pattern, columns, rows, colour, cells = key
    side = width / columns
    surface = pygame.Surface((width, height), pygame.SRCALPHA, 32)
    bright = (*mixed(colour, WHITE, 0.3)[:3], 235)
    wide = max(2, round(side / 24))
    for cell in cells:
        box = pygame.Rect(round(cell % columns * side), round(cell // columns * side), round(side), round(side))
        surface.fill((*colour[:3], _STRENGTH.get(pattern, 60)), box)
        middle = box.center
        match pattern:
            case "reach":
                pygame.draw.circle(surface, bright, middle, max(2, side * 0.08))
            case "range" | "covers":
                pass
            case "veiled":
                for offset in range(-box.w, box.w, max(6, box.w // 4)):
                    _hatch(surface, box, offset, (0, 0, 0, 120), wide)
            case "threat":
                reach, x, y = side * 0.1, box.right - side * 0.2, box.top + side * 0.2
                for ink, more in ((BLACK, 3), (bright, 1)):
                    pygame.draw.line(surface, ink, (x - reach, y - reach), (x + reach, y + reach), wide + more)
                    pygame.draw.line(surface, ink, (x + reach, y - reach), (x - reach, y + reach), wide + more)
            case _:
                pygame.draw.rect(surface, (*colour[:3], 210), box.inflate(-wide * 2, -wide * 2), wide, border_radius=round(side * 0.12))
    if pattern not in {"legal", "veiled"}:
        _border(surface, cells, columns, rows, side, bright)
    return surface


_STRENGTH: dict[str, int] = {"legal": 46, "veiled": 30, "range": 0, "covers": 120, "threat": 34}
"""How strongly each pattern tints its squares, of 255."""


def _hatch(surface: pygame.Surface, box: pygame.Rect, offset: int, colour: Colour, wide: int) -> None:
    before = surface.get_clip()
    surface.set_clip(box)
    pygame.draw.line(surface, colour, (box.x + offset, box.bottom), (box.x + offset + box.w, box.y), wide)
    surface.set_clip(before)


def spread(app: App, key: tuple[str, CardFace | None, int, int], width: int, height: int) -> pygame.Surface:
    """Paint the ground of a terrain that covers several squares, in the light of its card."""
    world, face, columns, rows = key
    palette = app.world(world).palette(face.palette if face else "")
    surface = pygame.Surface((width, height), pygame.SRCALPHA, 32)
    side = width / columns
    surface.fill((*mixed(palette.mid, palette.dark, 0.3)[:3], 120))
    for column in range(columns):
        for row in range(rows):
            x, y = (column + 0.5) * side, (row + 0.5) * side
            pygame.draw.circle(surface, (*palette.light[:3], 70), (x, y), side * 0.3)
            pygame.draw.circle(surface, (*mixed(palette.dark, BLACK, 0.2)[:3], 90), (x, y), side * 0.18)
    wide = max(2, round(side / 14))
    pygame.draw.rect(surface, (*mixed(palette.light, WHITE, 0.2)[:3], 230), surface.get_rect(), wide, border_radius=round(side * 0.2))
    return surface
