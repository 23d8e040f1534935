"""Glyphs in one colour: an SVG under `assets/icons` where there is one, and drawn signs for the table's own buttons."""

from __future__ import annotations

from functools import cache, lru_cache
from pathlib import Path

import pygame

from game import paths
from game.table.canvas import shapes
from game.table.canvas.draw import Colour

FOLDER: Path = paths.ASSETS / "icons"

Points = tuple[tuple[float, float], ...]

_SIGNS: dict[str, tuple[Points, ...]] = {
    "pause": (((0.24, 0.18), (0.42, 0.18), (0.42, 0.82), (0.24, 0.82)), ((0.58, 0.18), (0.76, 0.18), (0.76, 0.82), (0.58, 0.82))),
    "step": (((0.22, 0.18), (0.66, 0.5), (0.22, 0.82)), ((0.68, 0.18), (0.8, 0.18), (0.8, 0.82), (0.68, 0.82))),
    "step-back": (((0.78, 0.18), (0.34, 0.5), (0.78, 0.82)), ((0.2, 0.18), (0.32, 0.18), (0.32, 0.82), (0.2, 0.82))),
    "left": (((0.64, 0.14), (0.76, 0.26), (0.5, 0.5), (0.76, 0.74), (0.64, 0.86), (0.28, 0.5)),),
    "right": (((0.36, 0.14), (0.24, 0.26), (0.5, 0.5), (0.24, 0.74), (0.36, 0.86), (0.72, 0.5)),),
    "up": (((0.14, 0.64), (0.26, 0.76), (0.5, 0.5), (0.74, 0.76), (0.86, 0.64), (0.5, 0.28)),),
    "down": (((0.14, 0.36), (0.26, 0.24), (0.5, 0.5), (0.74, 0.24), (0.86, 0.36), (0.5, 0.72)),),
    "close": (
        ((0.2, 0.3), (0.3, 0.2), (0.5, 0.4), (0.7, 0.2), (0.8, 0.3), (0.6, 0.5), (0.8, 0.7), (0.7, 0.8), (0.5, 0.6), (0.3, 0.8), (0.2, 0.7), (0.4, 0.5)),
    ),
    "check": (((0.14, 0.52), (0.26, 0.4), (0.42, 0.56), (0.76, 0.2), (0.88, 0.32), (0.42, 0.78)),),
    "plus": (
        ((0.42, 0.18), (0.58, 0.18), (0.58, 0.42), (0.82, 0.42), (0.82, 0.58), (0.58, 0.58), (0.58, 0.82), (0.42, 0.82), (0.42, 0.58), (0.18, 0.58), (0.18, 0.42), (0.42, 0.42)),
    ),
    "minus": (((0.18, 0.42), (0.82, 0.42), (0.82, 0.58), (0.18, 0.58)),),
    "diamond": (((0.5, 0.1), (0.9, 0.5), (0.5, 0.9), (0.1, 0.5)),),
}  # fmt: skip


@cache
def known(name: str) -> bool:
    """Tell whether there is a glyph of that name."""
    return name in _SIGNS or (bool(name) and (FOLDER / f"{name}.svg").is_file())


@lru_cache(maxsize=256)
def _mask(name: str, size: int) -> pygame.Surface:
    """Return the glyph in white on nothing, `size` pixels square."""
    surface = pygame.Surface((size, size), pygame.SRCALPHA, 32)
    path = FOLDER / f"{name}.svg"
    if name and path.is_file():
        try:
            loaded = pygame.image.load_sized_svg(str(path), (size, size))
        except pygame.error:
            loaded = surface
        surface.blit(loaded, ((size - loaded.get_width()) // 2, (size - loaded.get_height()) // 2))
        surface.fill((255, 255, 255, 0), special_flags=pygame.BLEND_RGBA_MAX)
        return surface
    fine = 4 * size
    large = pygame.Surface((fine, fine), pygame.SRCALPHA, 32)
    large.fill((255, 255, 255, 0))
    for points in _SIGNS.get(name, _SIGNS["diamond"]):
        pygame.draw.polygon(large, (255, 255, 255, 255), [(x * fine, y * fine) for x, y in points])
    return pygame.transform.smoothscale(large, (size, size))


def glyph(name: str, width: int, height: int, colour: Colour, bottom: Colour | None = None, shade: Colour | None = None) -> pygame.Surface:
    """Return a glyph in a colour (or two from top to bottom), centred in a box of that many device pixels."""
    size = max(1, min(width, height))
    ink = shapes.gradient(size, size, colour, bottom)
    ink.blit(_mask(name, size), (0, 0), special_flags=pygame.BLEND_RGBA_MULT)
    box = pygame.Surface((width, height), pygame.SRCALPHA, 32)
    left, top = (width - size) // 2, (height - size) // 2
    if shade is not None:
        dark = shapes.gradient(size, size, shade, None)
        dark.blit(_mask(name, size), (0, 0), special_flags=pygame.BLEND_RGBA_MULT)
        box.fill((*shade[:3], 0))
        box.blit(dark, (left, top + max(1, size // 30)))
        box = pygame.transform.gaussian_blur(box, max(1, size // 28))
        box.blit(dark, (left, top + max(1, size // 60)))
    box.blit(ink, (left, top))
    return box
