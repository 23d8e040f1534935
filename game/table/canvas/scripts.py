"""Letters that the fonts of the table do not have: the system's fonts are asked for them, and where none has one a box is shown."""

from __future__ import annotations

import re
from functools import cache
from itertools import groupby

import pygame

SYSTEM = "system:"
"""What the name of a face begins with that is a file of the system's."""

THICK = "thick:"
"""What comes before the file where its letters are to be made thicker: a font of the system's that has no bold one."""

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
def system_face(letter: str, *, heavy: bool = False) -> str:
    """Return the face of the first of the system's fonts that has a letter, `heavy` in its bold one, or an empty word."""
    for name in KNOWN:
        plain = pygame.font.match_font(name)
        bold = pygame.font.match_font(name, bold=True) if heavy else plain
        for path in dict.fromkeys((bold, plain)):
            if path is not None and has(_opened(path), letter):
                return f"{SYSTEM}{THICK if heavy and path == plain else ''}{path}"
    return ""


@cache
def _opened(path: str) -> pygame.font.Font:
    return pygame.font.Font(path, 12)


def covered(words: str, face: str, font: pygame.font.Font, *, heavy: bool = False) -> list[tuple[str, str]]:
    """Split words into stretches, each with a face that has its letters, `heavy` where those of the face are thick.

    A letter that no font has becomes a box, and Hebrew runs from the right.
    """
    if words.isascii() or face.startswith(SYSTEM):
        return [(words, face)]
    words = _HEBREW.sub(lambda run: run[0][::-1], words)  # as it is seen from the left
    placed: list[tuple[str, str]] = []
    for letter in words:
        if has(font, letter):
            placed.append((letter, face))
        else:
            other = system_face(letter, heavy=heavy)
            placed.append((letter, other) if other else (BOX if has(font, BOX) else "?", face))
    return [("".join(letter for letter, _ in stretch), its_face) for its_face, stretch in groupby(placed, lambda each: each[1])]
