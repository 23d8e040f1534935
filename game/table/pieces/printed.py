"""Cards, tokens, counters and battle grids as they are printed: at 300 dots an inch, on the same faces as at the table, with room around them to cut.

A bleed is the colour of a card's own rim, carried outwards, so that a cut a millimetre beside the line leaves no white edge.
"""

from __future__ import annotations

import io

import pygame

from game.content.maps import BattleMap
from game.grid.cells import cell_name
from game.kernel.scene import CardFace
from game.table.canvas import icons
from game.table.canvas.draw import Colour, mixed
from game.table.canvas.theme import BLACK, WHITE
from game.table.pieces import card_face, figures, grid_paint
from game.table.shell.app import App

DOTS = 300 / 25.4
"""Dots a millimetre."""

CARD = (63.0, 88.0)
"""Width and height of a card in millimetres."""

TOKEN = 24.0
"""How wide a token is, in millimetres."""

SQUARE = 25.0
"""How wide a square of a battle grid is, in millimetres: a token lies in it."""

COUNTER = 16.0
"""How wide a counter is, in millimetres."""

RIM = 0.5
"""How far inside its edge a card's rim is looked at for its colour, in millimetres."""


def dots(millimetres: float) -> int:
    """Return a length in dots."""
    return round(millimetres * DOTS)


def card(app: App, world: str, face: CardFace | None, bleed: float = 0.0) -> pygame.Surface:
    """Return a card, or its back, upright and without transparency, `bleed` millimetres larger on every side."""
    width, height = dots(CARD[0]), dots(CARD[1])
    picture = card_face.paint(app, card_face.card_key(world, face, None, width, height, 0.0, "flat"), width, height)
    around = dots(bleed)
    sheet = pygame.Surface((width + 2 * around, height + 2 * around), 0, 24)
    sheet.fill(picture.get_at((width // 2, dots(RIM)))[:3] if bleed else (255, 255, 255))
    sheet.blit(picture, (around, around))
    return sheet


def token(app: App, world: str, face: CardFace, colour: Colour) -> pygame.Surface:
    """Return a card's round token in a seat's colour, on white."""
    side = dots(TOKEN)
    sheet = pygame.Surface((side, side), 0, 24)
    sheet.fill((255, 255, 255))
    sheet.blit(figures.token(app, (world, face, colour, "", ""), side, side), (0, 0))
    return sheet


def counter(app: App, world: str, value: int, icon: str, colour: Colour) -> pygame.Surface:
    """Return a round counter on white: its number, over the sign of what it counts, in the colour of whose it is."""
    side, fine = dots(COUNTER), 2 * dots(COUNTER)
    disc = pygame.Surface((fine, fine), 0, 24)
    disc.fill((255, 255, 255))
    middle = (fine / 2, fine / 2)
    for part, ink in (
        (0.49, mixed(colour, BLACK, 0.66)),
        (0.47, mixed(colour, WHITE, 0.3)),
        (0.44, colour),
        (0.41, mixed(colour, BLACK, 0.55)),
    ):
        pygame.draw.circle(disc, ink[:3], middle, fine * part)
    sign = round(fine * (0.56 if value else 0.6))
    glyph = icon if icons.known(icon) else app.world(world).glyph
    disc.blit(icons.glyph(glyph, sign, sign, (*mixed(colour, WHITE, 0.35)[:3], 120)), ((fine - sign) // 2, (fine - sign) // 2))
    letters = app.fonts.font("bold", round(fine * 0.46)).render(str(value), True, WHITE)
    edge = app.fonts.font("bold", round(fine * 0.46)).render(str(value), True, BLACK)
    box = letters.get_rect(center=middle)
    for x, y in ((-3, 0), (3, 0), (0, -3), (0, 3)):
        disc.blit(edge, box.move(x, y))
    disc.blit(letters, box)
    return pygame.transform.smoothscale(disc, (side, side))


def grid(app: App, world: str, found: BattleMap, columns: range, rows: range) -> pygame.Surface:
    """Return a part of a battle grid: its ground, the zones to deploy in framed in their seats' colours, and the name of every square."""
    side = dots(SQUARE)
    sheet = grid_paint.squares(found, columns, rows, side)
    theme = app.world(world)
    font = app.fonts.font("bold", round(side * 0.13))
    for y, row in enumerate(rows):
        for x, column in enumerate(columns):
            cell = row * found.grid.width + column
            for seat, zone in enumerate(found.zones):
                if zone >> cell & 1:
                    pygame.draw.rect(sheet, theme.seat(seat)[:3], (x * side + 3, y * side + 3, side - 6, side - 6), 7)
            for shift, ink in ((2, BLACK), (0, WHITE)):
                sheet.blit(font.render(cell_name(found.grid.width, cell), True, ink), (x * side + 18 + shift, y * side + 14 + shift))
    return sheet


def jpeg(picture: pygame.Surface) -> bytes:
    """Return a picture as a JPEG file."""
    return encoded(picture, "card.jpg")


def encoded(picture: pygame.Surface, name: str) -> bytes:
    """Return a picture as a file of that name holds it."""
    held = io.BytesIO()
    pygame.image.save(picture, held, name)
    return held.getvalue()
