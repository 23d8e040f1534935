"""A small picture of a battle map, for choosing one."""

from __future__ import annotations

from functools import lru_cache
from pathlib import Path
from typing import Any

import pygame

from game.content.faults import ContentError
from game.content.maps import BattleMap, read_battle_map
from game.content.own_maps import map_files
from game.table.canvas.painter import Painter


def read_map(game: str, name: str) -> BattleMap | None:
    """Return a map as it was last saved, or None when it cannot be read."""
    path = map_files(game).get(name)
    try:
        return None if path is None else _read(path, path.stat().st_mtime_ns)
    except OSError:
        return None


@lru_cache(maxsize=16)
def _read(path: Path, _changed: int) -> BattleMap | None:
    try:
        return read_battle_map(path)
    except ContentError:
        return None


def register(painter: Painter) -> None:
    """Teach the painter to draw maps: `Made(rect, "map", (game, name))`."""
    painter.makers.setdefault("map", paint_map)


def paint_map(key: Any, width: int, height: int) -> pygame.Surface:
    """Return a map drawn into a box of that many device pixels, its squares all of one size."""
    surface = pygame.Surface((width, height), pygame.SRCALPHA, 32)
    found = read_map(*key)
    if found is None:
        return surface
    side = max(1, min(width // found.grid.width, height // found.grid.height))
    left, top = (width - side * found.grid.width) // 2, (height - side * found.grid.height) // 2
    sheets = [pygame.image.load(str(tileset.image)) for tileset in found.tilesets]
    small: dict[tuple[int, int], pygame.Surface] = {}
    for layer in found.layers:
        for cell, tile in enumerate(layer.tiles):
            if tile is None:
                continue
            mark = (tile.tileset, tile.tile)
            if mark not in small:
                tileset = found.tilesets[tile.tileset]
                row, column = divmod(tile.tile, tileset.columns)
                size = tileset.tile_size
                part = sheets[tile.tileset].subsurface((column * size, row * size, size, size))
                small[mark] = pygame.transform.smoothscale(part.convert_alpha(), (side, side))
            row, column = divmod(cell, found.grid.width)
            surface.blit(small[mark], (left + column * side, top + row * side))
    return surface
