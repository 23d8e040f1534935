"""Shapes in pixels: panels with smooth round corners, soft shadows, letters with a gradient, lines without stairs."""

from __future__ import annotations

from collections.abc import Sequence
from functools import lru_cache
from itertools import pairwise
from typing import TypeAlias

import pygame

from game.table.canvas.draw import Colour
from game.table.canvas.text import Fonts, Laid

_FINE = 4
_STEPS = 24
_HAIR = 1.6
_JOINED = 4


@lru_cache(maxsize=128)
def _disc(radius: int) -> pygame.Surface:
    """Return a white disc of a radius with smooth edges, to cut corners with."""
    fine = pygame.Surface((2 * radius * _FINE, 2 * radius * _FINE), pygame.SRCALPHA, 32)
    fine.fill((255, 255, 255, 0))
    pygame.draw.circle(fine, (255, 255, 255, 255), (radius * _FINE, radius * _FINE), radius * _FINE)
    return pygame.transform.smoothscale(fine, (2 * radius, 2 * radius))


def cut_corners(surface: pygame.Surface, radius: int) -> None:
    """Make the corners of a surface with alpha round, in place."""
    width, height = surface.get_size()
    radius = min(radius, width // 2, height // 2)
    if radius < 1:
        return
    disc = _disc(radius)
    for x, sx in ((0, 0), (width - radius, radius)):
        for y, sy in ((0, 0), (height - radius, radius)):
            surface.blit(disc, (x, y), (sx, sy, radius, radius), special_flags=pygame.BLEND_RGBA_MULT)


def gradient(width: int, height: int, top: Colour, bottom: Colour | None) -> pygame.Surface:
    """Return a rectangle whose colour runs from top to bottom."""
    surface = pygame.Surface((width, height), pygame.SRCALPHA, 32)
    if bottom is None or bottom == top:
        surface.fill(top)
        return surface
    steps = min(height, _STEPS)
    column = pygame.Surface((1, steps), pygame.SRCALPHA, 32)
    last = max(1, steps - 1)
    for y in range(steps):
        part = y / last
        column.set_at((0, y), tuple(round(a + (b - a) * part) for a, b in zip(top, bottom, strict=True)))
    if steps < height:
        column = pygame.transform.smoothscale(column, (1, height))
    return pygame.transform.scale(column, (width, height))


def panel(width: int, height: int, radius: int, top: Colour, bottom: Colour | None, edge: Colour | None, edge_width: int) -> pygame.Surface:
    """Return a rounded panel with its edge inside."""
    surface = gradient(width, height, top, bottom)
    cut_corners(surface, radius)
    if edge is not None and edge_width:
        ring = gradient(width, height, edge, None)
        cut_corners(ring, radius)
        inner_width, inner_height = width - 2 * edge_width, height - 2 * edge_width
        if inner_width > 0 and inner_height > 0:
            hole = pygame.Surface((inner_width, inner_height), pygame.SRCALPHA, 32)
            hole.fill((255, 255, 255, 255))
            cut_corners(hole, max(0, radius - edge_width))
            hole.fill((0, 0, 0, 255), special_flags=pygame.BLEND_RGBA_MULT)
            ring.blit(hole, (edge_width, edge_width), special_flags=pygame.BLEND_RGBA_SUB)
        surface.blit(ring, (0, 0))
    return surface


def shadow(width: int, height: int, radius: int, reach: int, colour: Colour) -> pygame.Surface:
    """Return the soft shadow of a rounded rectangle; it is `reach` larger on every side."""
    rough = max(1, reach // 5)
    pad = max(2, round(reach / rough))
    wide, high = max(1, round(width / rough)), max(1, round(height / rough))
    small = pygame.Surface((wide + 2 * pad, high + 2 * pad), pygame.SRCALPHA, 32)
    small.fill((*colour[:3], 0))
    shrink = pad // 3
    core = pygame.Rect(pad, pad, wide, high).inflate(-2 * shrink, -2 * shrink)
    pygame.draw.rect(small, colour, core, border_radius=round(radius / rough))
    soft = pygame.transform.gaussian_blur(small, max(1, pad // 2))
    return pygame.transform.smoothscale(soft, (width + 2 * reach, height + 2 * reach))


def veil(width: int, height: int, colour: Colour) -> pygame.Surface:
    """Return a plain surface of one colour, to be laid over others with `set_alpha`."""
    surface = pygame.Surface((width, height), 0, 32)
    surface.fill(colour[:3])
    return surface


def fitted(original: pygame.Surface, width: int, height: int, fit: str, radius: int, anchor: float = 0.5) -> pygame.Surface:
    """Return a picture at a size: `cover` cuts what hangs over, `contain` leaves room, `stretch` does neither."""
    wide, high = original.get_size()
    has_alpha = bool(original.get_flags() & pygame.SRCALPHA)
    if fit == "cover":
        factor = max(width / wide, height / high)
        part_w, part_h = min(wide, max(1, round(width / factor))), min(high, max(1, round(height / factor)))
        original = original.subsurface((round((wide - part_w) * anchor), round((high - part_h) * anchor), part_w, part_h))
    elif fit == "contain":
        factor = min(width / wide, height / high)
        size = max(1, round(wide * factor)), max(1, round(high * factor))
        whole = pygame.Surface((width, height), pygame.SRCALPHA, 32)
        whole.blit(pygame.transform.smoothscale(_deep(original), size), ((width - size[0]) // 2, (height - size[1]) // 2))
        return whole
    scaled = pygame.transform.smoothscale(_deep(original), (width, height))
    if radius:
        rounded = pygame.Surface((width, height), pygame.SRCALPHA, 32)
        rounded.blit(scaled, (0, 0))
        cut_corners(rounded, radius)
        return rounded
    if not has_alpha and pygame.display.get_surface() is not None:
        return scaled.convert()
    return scaled


def _deep(surface: pygame.Surface) -> pygame.Surface:
    """Return the picture with 24 or 32 bits a pixel, as smooth scaling needs."""
    if surface.get_bitsize() in {24, 32}:
        return surface
    deep = pygame.Surface(surface.get_size(), pygame.SRCALPHA, 32)
    deep.blit(surface, (0, 0))
    return deep


Inks: TypeAlias = Sequence[tuple[str, Colour]]


def pad(size: int) -> int:
    """Return the room that a text's shade, or its letters where its lines stand close, take on every side."""
    return max(2, size // 6)


def text(
    fonts: Fonts,
    laid: Laid,
    colour: Colour,
    bottom: Colour | None,
    shade: Colour | None,
    strong: Colour | None,
    align: str,
    room: int,
    inks: Inks = (),
) -> pygame.Surface:
    """Return set text with `room` on every side, for a shade and for letters that reach over close lines. `inks` are names that are set in colours of their own where they stand bold."""
    surface = pygame.Surface((max(1, laid.width + 2 * room), max(1, laid.height + 2 * room)), pygame.SRCALPHA, 32)
    if shade is not None:
        surface.fill((*shade[:3], 0))
        drop = max(1, laid.size // 18)
        _letters(surface, fonts, laid, shade, None, None, align, room, room + drop)
        surface = pygame.transform.gaussian_blur(surface, max(1, laid.size // 16))
        _letters(surface, fonts, laid, shade, None, None, align, room, room + drop)
    _letters(surface, fonts, laid, colour, bottom, strong, align, room, room, inks)
    return surface


def _letters(
    surface: pygame.Surface,
    fonts: Fonts,
    laid: Laid,
    colour: Colour,
    bottom: Colour | None,
    strong: Colour | None,
    align: str,
    x: int,
    y: int,
    inks: Inks = (),
) -> None:
    for index, line in enumerate(laid.lines):
        if not line:
            continue
        last = line[-1]
        width = last.left + fonts.width(last.words.rstrip(), last.face, laid.size)
        indent = {"left": 0, "centre": (laid.width - width) // 2, "right": laid.width - width}[align]
        for words, its_face, left, keyword in line:
            if not words.strip():
                continue
            ink = strong if strong is not None and keyword else colour
            if keyword and inks:
                said = keyword.strip(" .,:;?!'’")
                ink = next((its_own for name, its_own in inks if said and said in name), ink)
            top, start = y + index * laid.line_height, x + indent + left
            for word, at in _words(fonts, words, its_face, laid.size):
                if not fonts.width(word, its_face, laid.size):
                    continue  # letters without a width of their own, of which no picture can be made
                letters = fonts.font(its_face, laid.size).render(word, True, ink)
                if bottom is not None and ink is colour:
                    letters.fill((255, 255, 255, 0), special_flags=pygame.BLEND_RGBA_MAX)
                    fade = gradient(letters.get_width(), letters.get_height(), colour, bottom)
                    letters.blit(fade, (0, 0), special_flags=pygame.BLEND_RGBA_MULT)
                elif ink[3] < 255:
                    letters.set_alpha(ink[3])
                surface.blit(letters, (start + at, top))


def _words(fonts: Fonts, words: str, face: str, size: int) -> list[tuple[str, int]]:
    """Return the words of a stretch and where each begins, with spaces as wide as `Fonts.space` has them."""
    if " " not in words:
        return [(words, 0)]
    placed: list[tuple[str, int]] = []
    at = 0
    for word in words.split(" "):
        if word:
            placed.append((word, at))
            at += fonts.width(word, face, size)
        at += fonts.space(face, size)
    return placed


def line(target: pygame.Surface, points: Sequence[tuple[float, float]], colour: Colour, width: float) -> None:
    """Draw a line through points with smooth edges."""
    for (x0, y0), (x1, y1) in pairwise(points):
        if x0 == x1 or y0 == y1:
            half = width / 2
            box = pygame.Rect(round(min(x0, x1) - (half if x0 == x1 else 0)), round(min(y0, y1) - (half if y0 == y1 else 0)), 1, 1)
            box.w = max(1, round(width)) if x0 == x1 else max(1, round(abs(x1 - x0)))
            box.h = max(1, round(width)) if y0 == y1 else max(1, round(abs(y1 - y0)))
            target.fill(colour, box)
            continue
        length = ((x1 - x0) ** 2 + (y1 - y0) ** 2) ** 0.5
        nx, ny = (y0 - y1) / length * width / 2, (x1 - x0) / length * width / 2
        corners = [(x0 + nx, y0 + ny), (x1 + nx, y1 + ny), (x1 - nx, y1 - ny), (x0 - nx, y0 - ny)]
        if width > _HAIR:
            pygame.draw.polygon(target, colour, corners)
            pygame.draw.aalines(target, colour, True, corners)
        else:
            pygame.draw.aaline(target, colour, (x0, y0), (x1, y1))
    if width > _JOINED:
        for x, y in points[1:-1]:
            pygame.draw.aacircle(target, colour, (x, y), width / 2)


def _glass(size: tuple[int, int], colour: Colour) -> pygame.Surface:
    """Return a clear surface in a colour, so that smooth edges fade into it and not into black."""
    glass = pygame.Surface(size, pygame.SRCALPHA, 32)
    glass.fill((*colour[:3], 0))
    return glass


def line_glass(size: tuple[int, int], points: Sequence[tuple[float, float]], colour: Colour, width: float) -> pygame.Surface:
    """Return a line on a clear surface; where it crosses itself it is no darker."""
    glass = _glass(size, colour)
    line(glass, points, (*colour[:3], 255), width)
    return _dimmed(glass, colour[3])


def polygon_glass(
    size: tuple[int, int], points: Sequence[tuple[float, float]], colour: Colour, edge: Colour | None, width: float
) -> pygame.Surface:
    """Return a filled shape with an optional edge on a clear surface."""
    glass = _glass(size, colour)
    solid = (*colour[:3], 255)
    pygame.draw.polygon(glass, solid, points)
    pygame.draw.aalines(glass, solid, True, points)
    glass = _dimmed(glass, colour[3])
    if edge is not None:
        glass.blit(line_glass(size, [*points, points[0]], edge, width), (0, 0))
    return glass


def _dimmed(glass: pygame.Surface, alpha: int) -> pygame.Surface:
    if alpha < 255:
        glass.fill((255, 255, 255, alpha), special_flags=pygame.BLEND_RGBA_MULT)
    return glass
