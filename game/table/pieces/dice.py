"""Dice and other small things made of wood and glass: painted once at the exact size, then copied."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pygame
from msgspec import Struct

from game.table.canvas import icons, shapes
from game.table.canvas.draw import Colour, mixed
from game.table.canvas.theme import contrast

if TYPE_CHECKING:
    from game.table.shell.app import App

WHITE: Colour = (255, 255, 255, 255)
BLACK: Colour = (0, 0, 0, 255)

LIGHTER, DARKER = 0.12, 0.22
"""How far what is known by a seat's colour departs from it: beyond these some eyes no longer tell six seats apart."""

SIGN = 3.0
"""How much a sign stands out at least from what it lies on, as WCAG reckons it."""

PIP = 4.5
"""How much the pips of a die stand out at least from all of its face."""

SPARE = 0.3
"""So much of it a pip loses at its rim, which is softened, and over the crest."""

_PALE_PIP: Colour = (252, 247, 232, 255)
_DARK_PIP: Colour = (20, 12, 8, 255)
_GLOSS, _CREST = 30, 34

_PIPS: dict[int, tuple[tuple[int, int], ...]] = {
    1: ((1, 1),),
    2: ((0, 0), (2, 2)),
    3: ((0, 0), (1, 1), (2, 2)),
    4: ((0, 0), (2, 0), (0, 2), (2, 2)),
    5: ((0, 0), (2, 0), (1, 1), (0, 2), (2, 2)),
    6: ((0, 0), (2, 0), (0, 1), (2, 1), (0, 2), (2, 2)),
}


class Tumble(Struct, frozen=True):
    """A die in the air: the face it happens to show, its angle, and how high it is in its own heights."""

    face: str
    angle: float
    height: float


def sign_on(colour: Colour) -> Colour:
    """Return the colour of a seat's sign on a plate of a colour: nearly white of it, nearly black where white would not stand out."""
    pale = mixed(colour, WHITE, 0.88)
    return pale if contrast(pale, colour) >= SIGN else mixed(colour, BLACK, 0.85)


def _clear(width: int, height: int) -> pygame.Surface:
    return pygame.Surface((width, height), pygame.SRCALPHA, 32)


def _rounded(width: int, height: int, radius: int, top: Colour, bottom: Colour) -> pygame.Surface:
    surface = shapes.gradient(width, height, top, bottom)
    shapes.cut_corners(surface, radius)
    return surface


def _luma(colour: Colour) -> float:
    return 0.3 * colour[0] + 0.59 * colour[1] + 0.11 * colour[2]


def die(app: App, key: tuple[str, Colour, str], width: int, height: int) -> pygame.Surface:
    """Return a die: its face from above, and a front side with the family's charge, so that colour is never alone."""
    face, colour, charge = key
    fine = 3
    w, h = width * fine, height * fine
    edge = round(w * 0.17)
    big = _clear(w, h)
    side = _rounded(w, h - round(h * 0.06), edge, mixed(colour, BLACK, 0.45), mixed(colour, BLACK, 0.68))
    big.blit(side, (0, round(h * 0.06)))
    top_high = min(h, round(w * 0.98))
    rim = _rounded(w, top_high, edge, mixed(colour, WHITE, 0.52), mixed(colour, BLACK, 0.12))
    big.blit(rim, (0, 0))
    pad = max(2, round(w * 0.035))
    hole, top, bottom = _legible(colour)
    plate = _rounded(w - 2 * pad, top_high - 2 * pad, edge - pad, top, bottom)
    big.blit(plate, (pad, pad))
    gloss = _rounded(w - 4 * pad, round(top_high * 0.42), round(edge * 0.8), (255, 255, 255, _GLOSS), (255, 255, 255, 0))
    big.blit(gloss, (2 * pad, round(1.6 * pad)))
    if charge and h - top_high > w * 0.1:
        mark = round((h - top_high) * 0.92)
        glyph = icons.glyph(charge, mark, mark, mixed(colour, WHITE, 0.85))
        big.blit(glyph, ((w - mark) // 2, top_high + (h - top_high - mark) // 2 - round(h * 0.005)))
    if charge:
        mark = round(w * 0.78)
        ghost = icons.glyph(charge, mark, mark, (*mixed(colour, BLACK if hole == _PALE_PIP else WHITE, 0.55)[:3], _CREST))
        big.blit(ghost, ((w - mark) // 2, (top_high - mark) // 2))
    pips = _PIPS.get(int(face)) if face.isdigit() else None
    if pips is not None:
        _draw_pips(big, pips, w, top_high, colour, hole)
    elif face:
        font = app.fonts.font("digits", round(top_high * 0.62))
        ink = BLACK if _luma(colour) > 150 else WHITE
        number = font.render(face, True, ink)
        big.blit(number, ((w - number.get_width()) // 2, (top_high - number.get_height()) // 2))
    return pygame.transform.smoothscale(big, (width, height))


def _legible(colour: Colour) -> tuple[Colour, Colour, Colour]:
    """Return the colour of a die's pips, and of its face at the top and at the bottom, from all of which they stand out."""
    hole = max((_PALE_PIP, _DARK_PIP), key=lambda pip: contrast(pip, colour))
    away = BLACK if hole == _PALE_PIP else WHITE
    top, bottom = mixed(colour, WHITE, 0.08), mixed(colour, BLACK, 0.06)
    while contrast(hole, mixed(top, WHITE, _GLOSS / 255)) < PIP + SPARE:
        top = mixed(top, away, 0.05)
    while contrast(hole, bottom) < PIP + SPARE:
        bottom = mixed(bottom, away, 0.05)
    return hole, top, bottom


def _draw_pips(big: pygame.Surface, pips: tuple[tuple[int, int], ...], w: int, high: int, colour: Colour, hole: Colour) -> None:
    radius = w * 0.092
    light = hole == _PALE_PIP
    for column, row in pips:
        x, y = w * (0.245 + 0.255 * column), high * (0.245 + 0.255 * row)
        pygame.draw.circle(big, mixed(colour, BLACK, 0.5), (x, y - w * 0.008), radius * 1.18)
        pygame.draw.circle(big, mixed(colour, WHITE, 0.45), (x, y + w * 0.014), radius * 1.1)
        pygame.draw.circle(big, hole, (x, y), radius)
        pygame.draw.circle(big, mixed(hole, BLACK if light else WHITE, 0.16), (x, y), radius, max(1, round(w * 0.016)))


def pawn(app: App, key: tuple[Colour, str], width: int, height: int) -> pygame.Surface:
    """Return a turned wooden pawn that carries a family's charge."""
    del app
    colour, charge = key
    fine = 4
    w, h = width * fine, height * fine
    shape = _clear(w, h)
    base = pygame.Rect(round(w * 0.06), round(h * 0.8), round(w * 0.88), round(h * 0.2))
    body = [(w * 0.2, h * 0.88), (w * 0.34, h * 0.5), (w * 0.34, h * 0.36), (w * 0.66, h * 0.36), (w * 0.66, h * 0.5), (w * 0.8, h * 0.88)]
    pygame.draw.ellipse(shape, WHITE, base)
    pygame.draw.polygon(shape, WHITE, body)
    pygame.draw.circle(shape, WHITE, (w / 2, h * 0.27), w * 0.36)
    dark = shape.copy()
    dark.fill((*mixed(colour, BLACK, 0.62)[:3], 255), special_flags=pygame.BLEND_RGBA_MULT)
    big = _clear(w, h)
    rim = max(2, w // 26)
    for dx, dy in ((-1, 0), (1, 0), (0, -1), (0, 1), (-0.7, -0.7), (0.7, -0.7), (-0.7, 0.7), (0.7, 0.7)):
        big.blit(dark, (round(dx * rim), round(dy * rim)))
    paint = _clear(w, h)
    for x in range(w):
        t = abs(x / w - 0.36) / 0.64
        pygame.draw.line(paint, mixed(mixed(colour, WHITE, 0.42), mixed(colour, BLACK, 0.42), min(1.0, t)), (x, 0), (x, h))
    paint.blit(shape, (0, 0), special_flags=pygame.BLEND_RGBA_MULT)
    big.blit(paint, (0, 0))
    pygame.draw.arc(big, (*mixed(colour, WHITE, 0.5)[:3], 255), base.inflate(-rim * 2, -rim * 2), 3.6, 5.8, max(1, rim // 2))
    if charge:
        mark = round(w * 0.52)
        plate = mixed(colour, BLACK, DARKER)
        pygame.draw.circle(big, plate, (w / 2, h * 0.27), w * 0.29)
        big.blit(icons.glyph(charge, mark, mark, sign_on(plate)), ((w - mark) // 2, round(h * 0.27 - mark / 2)))
    return pygame.transform.smoothscale(big, (width, height))


def gem(app: App, key: tuple[Colour, str], width: int, height: int) -> pygame.Surface:
    """Return a cut stone with a glyph on it."""
    del app
    colour, charge = key
    fine = 3
    w, h = width * fine, height * fine
    big = _clear(w, h)
    outer = [(w * x, h * y) for x, y in ((0.5, 0.02), (0.93, 0.27), (0.93, 0.73), (0.5, 0.98), (0.07, 0.73), (0.07, 0.27))]
    inner = [(w * x, h * y) for x, y in ((0.5, 0.22), (0.75, 0.36), (0.75, 0.64), (0.5, 0.78), (0.25, 0.64), (0.25, 0.36))]
    tones = (0.5, 0.22, -0.2, -0.45, -0.25, 0.3)
    for index, tone in enumerate(tones):
        after = (index + 1) % 6
        facet = mixed(colour, WHITE if tone > 0 else BLACK, abs(tone))
        pygame.draw.polygon(big, facet, [outer[index], outer[after], inner[after], inner[index]])
    pygame.draw.polygon(big, mixed(colour, WHITE, 0.2), inner)
    pygame.draw.polygon(big, mixed(colour, BLACK, 0.65), outer, max(2, w // 28))
    if charge:
        mark = round(w * 0.5)
        big.blit(icons.glyph(charge, mark, mark, mixed(colour, BLACK, 0.72)), ((w - mark) // 2, (h - mark) // 2))
    return pygame.transform.smoothscale(big, (width, height))


def flag(app: App, key: tuple[Colour, str], width: int, height: int) -> pygame.Surface:
    """Return a flag on its pole."""
    del app
    colour, charge = key
    fine = 3
    w, h = width * fine, height * fine
    big = _clear(w, h)
    pole = pygame.Rect(round(w * 0.12), round(h * 0.03), max(3, round(w * 0.09)), round(h * 0.95))
    pygame.draw.ellipse(big, (0, 0, 0, 110), (round(w * 0.02), round(h * 0.9), round(w * 0.36), round(h * 0.1)))
    pygame.draw.rect(big, (62, 42, 26, 255), pole, border_radius=pole.w // 2)
    pygame.draw.rect(big, (168, 128, 84, 255), (pole.x, pole.y, pole.w // 2, pole.h), border_radius=pole.w // 3)
    cloth = [(w * 0.2, h * 0.06), (w * 0.98, h * 0.14), (w * 0.84, h * 0.34), (w * 0.98, h * 0.56), (w * 0.2, h * 0.62)]
    pygame.draw.polygon(big, mixed(colour, BLACK, 0.55), [(x + w * 0.015, y + h * 0.02) for x, y in cloth])
    pygame.draw.polygon(big, colour, cloth)
    pygame.draw.polygon(big, mixed(colour, WHITE, 0.28), [cloth[0], cloth[1], (w * 0.9, h * 0.24), (w * 0.2, h * 0.2)])
    if charge:
        mark = round(w * 0.42)
        big.blit(icons.glyph(charge, mark, mark, mixed(colour, WHITE, 0.88)), (round(w * 0.32), round(h * 0.35 - mark / 2)))
    return pygame.transform.smoothscale(big, (width, height))
