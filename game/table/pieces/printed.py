"""Cards and tokens as they are printed: at 300 dots an inch, on the same faces as at the table, with room around them to cut.

A bleed is the colour of a card's own rim, carried outwards, so that a cut a millimetre beside the line leaves no white edge.
"""

from __future__ import annotations

import io

import pygame

from game.kernel.scene import CardFace
from game.table.canvas.draw import Colour
from game.table.pieces import card_face, figures
from game.table.shell.app import App

DOTS = 300 / 25.4
"""Dots a millimetre."""

CARD = (63.0, 88.0)
"""Width and height of a card in millimetres."""

TOKEN = 24.0
"""How wide a token is, in millimetres."""

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


def jpeg(picture: pygame.Surface) -> bytes:
    """Return a picture as a JPEG file."""
    held = io.BytesIO()
    pygame.image.save(picture, held, "card.jpg")
    return held.getvalue()
