"""Letters that the fonts of the table do not have: the system's fonts are asked for them, and where none has one a box is shown."""

from __future__ import annotations

import re
from functools import cache
from itertools import groupby

import pygame

SYSTEM = "system:"
"""What the name of a face begins with that is a file of the system's."""

_HEBREW = re.compile("[\u0590-\u05ff](?:.*[\u0590-\u05ff])?")

BOX = "■"
_NOBODY = "\U0010fffd"
"""A letter that no font has: what a font measures for it, it measures for every letter that it lacks."""

KNOWN = (
    "dejavusans", "notosans", "notosanscjksc", "notosanscjkjp", "notosanscjkkr", "notosanshebrew", "notosansjp", "notosanssc", "notosanskr",
    "wenquanyizenhei", "wenquanyimicrohei", "droidsansfallback", "unifont", "freesans", "segoeui", "arial", "arialunicodems", "microsoftyahei",
    "simsun", "yugothic", "yugothicregular", "msgothic", "malgungothic", "pingfangsc", "hiraginosans", "hiraginosansgb", "applesdgothicneo",
    "arialhebrew",
)  # fmt: skip
"""Fonts that systems come with and that have many letters, in the order in which they are asked."""


def has(font: pygame.font.Font, letter: str) -> bool:
    """Tell whether a font has a letter; a space and what only joins others need none."""
    return not letter.strip() or font.metrics(letter) != font.metrics(_NOBODY)


@cache
def system_face(letter: str) -> str:
    """Return the face of the first of the system's fonts that has a letter, or an empty word."""
    for name in KNOWN:
        path = pygame.font.match_font(name)
        if path is not None and has(_opened(path), letter):
            return f"{SYSTEM}{path}"
    return ""


@cache
def _opened(path: str) -> pygame.font.Font:
    return pygame.font.Font(path, 12)


def covered(words: str, face: str, font: pygame.font.Font) -> list[tuple[str, str]]:
    """Split words into stretches, each with a face that has its letters; a letter that no font has becomes a box, and Hebrew runs from the right."""
    if words.isascii() or face.startswith(SYSTEM):
        return [(words, face)]
    words = _HEBREW.sub(lambda run: run[0][::-1], words)  # as it is seen from the left
    placed: list[tuple[str, str]] = []
    for letter in words:
        if has(font, letter):
            placed.append((letter, face))
        else:
            other = system_face(letter)
            placed.append((letter, other) if other else (BOX if has(font, BOX) else "?", face))
    return [("".join(letter for letter, _ in stretch), its_face) for its_face, stretch in groupby(placed, lambda each: each[1])]
