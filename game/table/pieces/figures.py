"""Tokens of cards, terrain, medals of seats and round plates, painted at the exact size."""

from __future__ import annotations

from functools import partial
from math import cos, pi, sin, sqrt
from typing import TYPE_CHECKING, Any

import pygame

from game.kernel.scene import CardFace
from game.table.canvas import icons, shapes
from game.table.canvas.draw import Colour, Drawn, Icon, Panel, Shadow, Text, mixed
from game.table.canvas.theme import BLACK, WHITE
from game.table.pieces import card_face, dice, grid_paint, spine
from game.table.pieces.dice import DARKER, LIGHTER, sign_on
from game.table.pieces.kinds import CHIP_PAD, GROW, NAME_HIGH, NAME_LEAST, NAMED, token_words
from game.table.pieces.name_plate import LEAST

if TYPE_CHECKING:
    from game.table.shell.app import App

FINE = 3

_WIDEST, _RIM = 0.86, 0.022
"""How wide the letters of a token's name are at most, and how broad the rim of their plate is, which they do not touch, in parts of the token's width."""


def register(app: App) -> None:
    """Teach the painter every picture of the board."""
    for kind, paint in (
        ("card", card_face.paint),
        ("badge", card_face.badge),
        ("glow", card_face.glow),
        ("halo", card_face.halo),
        ("shade", card_face.shade),
        ("die", turned_die),
        ("pawn", dice.pawn),
        ("gem", dice.gem),
        ("flag", dice.flag),
        ("token", token),
        ("terrain", terrain),
        ("medal", medal),
        ("disc", disc),
        ("ground", grid_paint.ground),
        ("standing", grid_paint.standing),
        ("chip", chip),
        ("pips", pips),
        ("spine", spine.paint),
        ("field", grid_paint.field),
        ("spread", grid_paint.spread),
    ):
        app.painter.makers[kind] = partial(paint, app)


def turned_die(app: App, key: tuple[str, Colour, str, int, int, float], width: int, height: int) -> pygame.Surface:
    """Paint a die, turned by an angle."""
    face, colour, charge, w, h, angle = key
    scale = app.view.scale
    if not angle:
        return dice.die(app, (face, colour, charge), width, height)
    upright = dice.die(app, (face, colour, charge), max(1, round(w * scale)), max(1, round(h * scale)))
    return pygame.transform.rotozoom(upright, angle, 1.0)


def _disc_of(side: int, colour: Colour) -> pygame.Surface:
    surface = pygame.Surface((side, side), pygame.SRCALPHA, 32)
    pygame.draw.circle(surface, colour, (side / 2, side / 2), side / 2)
    return surface


def _round_picture(picture: pygame.Surface, side: int) -> pygame.Surface:
    mask = _disc_of(side, WHITE)
    mask.blit(picture, (0, 0), special_flags=pygame.BLEND_RGBA_MULT)
    return mask


def token(app: App, key: tuple[str, CardFace | None, Colour, str, str], width: int, height: int) -> pygame.Surface:
    """Paint a round game piece: the card's art in a ring of the owner's colour, the owner's charge and the name below."""
    world, face, colour, charge, look = key
    theme = app.world(world)
    side = min(width, height) * FINE
    surface = pygame.Surface((side, side), pygame.SRCALPHA, 32)
    middle = side / 2
    pygame.draw.circle(surface, (0, 0, 0, 120), (middle, middle + side * 0.02), side * 0.49)
    pygame.draw.circle(surface, mixed(colour, BLACK, 0.66), (middle, middle), side * 0.485)
    pygame.draw.circle(surface, mixed(colour, WHITE, 0.28), (middle, middle - side * 0.006), side * 0.465)
    pygame.draw.circle(surface, colour, (middle, middle + side * 0.006), side * 0.455)
    pygame.draw.circle(surface, mixed(colour, BLACK, 0.6), (middle, middle), side * 0.395)
    inner = round(side * 0.76)
    picture = _portrait(app, theme, face, charge, inner)
    surface.blit(_round_picture(picture, inner), ((side - inner) // 2, (side - inner) // 2))
    words = token_words(app, face.name, width) if face is not None else ""
    if charge:
        mark = round(side * (0.22 if width >= NAMED else 0.4))
        x, y = round(side * 0.02), round(side * 0.02)
        ground = mixed(colour, BLACK, DARKER)
        surface.blit(_disc_of(round(mark * 1.24), ground), (x, y))
        surface.blit(icons.glyph(charge, mark, mark, sign_on(ground)), (x + round(mark * 0.12), y + round(mark * 0.12)))
    if look == "dim":
        surface.fill((120, 114, 126, 255), special_flags=pygame.BLEND_RGBA_MULT)
    if face is not None and words:
        _name(app, surface, face.name, side, colour)
    return pygame.transform.smoothscale(surface, (width, height))


def _name(app: App, surface: pygame.Surface, name: str, side: int, colour: Colour) -> None:
    letters, spot, box = lettered(app, name, side)
    pygame.draw.rect(surface, (*mixed(colour, BLACK, 0.78)[:3], 245), box, border_radius=box.h // 2)
    pygame.draw.rect(surface, mixed(colour, WHITE, 0.3), box, max(1, side // 80), border_radius=box.h // 2)
    surface.blit(letters, spot)


def lettered(app: App, name: str, side: int) -> tuple[pygame.Surface, pygame.Rect, pygame.Rect]:
    """Return the letters of a name on a token so many pixels wide, where they stand and the plate at its foot, whose rim none of them touches, at its round ends neither."""
    words, grown = token_words(app, name, side / FINE), min(GROW, app.settings.text)
    high, rim = round(max(side * NAME_HIGH * grown, NAME_LEAST * LEAST * FINE)), side * _RIM
    least = 8 if side >= NAMED * FINE else LEAST * FINE  # on a larger token a long word is there, and read under the pointer
    size = max(least, round(side * 0.21 * grown))
    box = pygame.Rect(0, 0, side, high)
    box.midbottom = (side // 2, side)
    while True:
        letters = app.fonts.font("bold", size).render(words, True, WHITE)
        ink = letters.get_bounding_rect()
        spot = letters.get_rect(center=box.center)
        spot.centerx += box.centerx - (spot.x + ink.centerx)
        spot.y += min(0, int(box.bottom - rim - (spot.y + ink.bottom))) + max(0, round(box.top + rim - (spot.y + ink.top)))
        far = min(high / 2, max(box.centery - (spot.y + ink.top), spot.y + ink.bottom - box.centery))
        bent = high / 2 - sqrt((high / 2) ** 2 - far**2) + rim  # how far the end of the plate has bent inwards where the letters end
        wide = ink.w + 2 * max(side / 18, bent)
        if size <= least or (ink.w <= side * _WIDEST and wide <= side and ink.h <= high - 2 * rim):
            break
        size = max(least, size - 2)
    box.width = min(side, round(wide))
    box.midbottom = (side // 2, side)
    return letters, spot, box


def _portrait(app: App, theme: Any, face: CardFace | None, charge: str, side: int) -> pygame.Surface:
    surface = pygame.Surface((side, side), pygame.SRCALPHA, 32)
    scale = app.view.scale
    painter = app.painter
    before = painter.scale
    painter.scale = scale
    unit = side / scale
    if face is None:
        surface.fill(mixed(theme.colour("button2"), BLACK, 0.3))
        surface.blit(icons.glyph(charge or theme.glyph, side, side, theme.colour("line")), (0, 0))
    else:
        for item in card_face.art_items(app, theme, face, (0.0, -unit * 0.06, unit, unit * 1.4), 0.0):
            painter.draw(surface, item, 0, 0)
    painter.scale = before
    return surface


def terrain(app: App, key: tuple[str, CardFace | None, Colour, str, str], width: int, height: int) -> pygame.Surface:
    """Paint the marker of a terrain at its centre: a square tile with the card's glyph."""
    world, face, _, _, look = key
    theme = app.world(world)
    side = min(width, height) * FINE
    surface = pygame.Surface((side, side), pygame.SRCALPHA, 32)
    palette = theme.palette(face.palette if face else "")
    pad = round(side * 0.14)
    box = pygame.Rect(pad, pad, side - 2 * pad, side - 2 * pad)
    pygame.draw.rect(surface, (0, 0, 0, 110), box.move(0, side // 40), border_radius=side // 8)
    pygame.draw.rect(surface, mixed(palette.dark, BLACK, 0.3), box, border_radius=side // 8)
    pygame.draw.rect(surface, palette.mid, box, max(2, side // 40), border_radius=side // 8)
    glyph = face.icon if face and icons.known(face.icon) else theme.glyph
    mark = round(box.w * 0.78)
    surface.blit(
        icons.glyph(glyph, mark, mark, mixed(palette.light, WHITE, 0.3), palette.mid),
        (box.x + (box.w - mark) // 2, box.y + (box.h - mark) // 2),
    )
    if look == "dim":
        surface.fill((120, 114, 126, 255), special_flags=pygame.BLEND_RGBA_MULT)
    return pygame.transform.smoothscale(surface, (width, height))


def medal(app: App, key: tuple[Colour, str], width: int, height: int) -> pygame.Surface:
    """Paint a seat's medal: its charge on its colour."""
    del app
    colour, charge = key
    side = min(width, height) * FINE
    surface = pygame.Surface((side, side), pygame.SRCALPHA, 32)
    middle = side / 2
    pygame.draw.circle(surface, mixed(colour, BLACK, 0.65), (middle, middle), middle)
    pygame.draw.circle(surface, mixed(colour, WHITE, 0.5), (middle, middle), side * 0.475)
    fill = _disc_of(round(side * 0.88), WHITE)
    fill.blit(
        shapes.gradient(fill.get_width(), fill.get_height(), mixed(colour, WHITE, LIGHTER), mixed(colour, BLACK, DARKER)),
        (0, 0),
        special_flags=pygame.BLEND_RGBA_MULT,
    )
    surface.blit(fill, ((side - fill.get_width()) // 2, (side - fill.get_height()) // 2))
    if charge:
        mark = round(side * 0.62)
        surface.blit(icons.glyph(charge, mark, mark, (0, 0, 0, 130)), ((side - mark) // 2, (side - mark) // 2 + side // 36))
        surface.blit(icons.glyph(charge, mark, mark, sign_on(colour)), ((side - mark) // 2, (side - mark) // 2))
    return pygame.transform.smoothscale(surface, (width, height))


def chip(app: App, key: tuple[str, str, Colour, float, bool], width: int, height: int) -> pygame.Surface:
    """Paint a badge on a piece: a dark plate with its glyph and its value; the number is its height in logical units."""
    icon, words, edge, side, square = key
    unit = app.view.scale
    surface = pygame.Surface((width, height), pygame.SRCALPHA, 32)
    pad = CHIP_PAD
    w, h = width / unit - 2 * pad, side
    box = (pad, pad, w, h)
    radius = side * 0.2 if square else side / 2
    items: list[Drawn] = [
        Shadow((pad, pad + 2, w, h), (0, 0, 0, 180), radius, pad - 1),
        Panel(box, (38, 32, 46, 255), (16, 13, 20, 255), radius, edge, max(2.0, side * 0.07)),
    ]
    known = icons.known(icon)
    if known and words:
        items.append(
            Icon(
                (pad + (w - side * 0.82) / 2, pad + side * 0.09, side * 0.82, side * 0.82),
                icon,
                (*edge[:3], 50 if app.theme.high_contrast else 120),
            )
        )
    elif known:
        items.append(Icon((pad + side * 0.18, pad + side * 0.18, side * 0.64, side * 0.64), icon, mixed(edge, WHITE, 0.5)))
    if words:
        items.append(Text(box, words, side * 0.66, WHITE, "digits", align="centre", valign="middle", shade=(0, 0, 0, 230)))
    painter = app.painter
    before = painter.scale
    painter.scale = unit
    for item in items:
        painter.draw(surface, item, 0, 0)
    painter.scale = before
    return surface


def pips(app: App, key: tuple[int, int, Colour], width: int, height: int) -> pygame.Surface:
    """Paint a row of pips along the upper rim of a token, so many of them filled; nothing when none is."""
    filled, most, colour = key
    side = min(width, height) * FINE
    surface = pygame.Surface((side, side), pygame.SRCALPHA, 32)
    if not filled:
        return pygame.transform.smoothscale(surface, (width, height))
    radius, reach = side * 0.062, side * 0.435
    for index in range(most):
        angle = pi * (1.06 + 0.88 * (index + 0.5) / most)
        x, y = side / 2 + cos(angle) * reach, side / 2 + sin(angle) * reach
        pygame.draw.circle(surface, (16, 10, 12, 255), (x, y), radius * 1.3)
        if index < filled:
            pygame.draw.circle(surface, mixed(colour, WHITE, 0.75), (x, y), radius)
            pygame.draw.circle(surface, colour, (x, y), radius * 0.8)
        else:
            pygame.draw.circle(surface, (214, 214, 214, 255) if app.theme.high_contrast else (92, 84, 90, 255), (x, y), radius * 0.55)
    return pygame.transform.smoothscale(surface, (width, height))


def disc(app: App, key: tuple[Colour, float], width: int, height: int) -> pygame.Surface:
    """Paint a round plate; the number is how far its upper half is lighter, 0 for a soft shadow."""
    del app
    colour, lift = key
    side = min(width, height)
    if not lift:
        small = pygame.Surface((96, 96), pygame.SRCALPHA, 32)
        pygame.draw.circle(small, colour, (48, 50), 42)
        soft = pygame.transform.gaussian_blur(small, 4)
        return pygame.transform.smoothscale(soft, (width, height))
    plate = _disc_of(side, WHITE)
    plate.blit(
        shapes.gradient(side, side, mixed(colour, WHITE, lift * 0.5), mixed(colour, BLACK, 0.3)),
        (0, 0),
        special_flags=pygame.BLEND_RGBA_MULT,
    )
    return plate
