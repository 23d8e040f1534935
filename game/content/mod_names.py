"""How the files of a mod are called: right in a folder of their kind, in letters that are the same on every system."""

from __future__ import annotations

import os
import re
import unicodedata

from game.content.faults import quoted
from game.content.files import not_on_windows
from game.content.packed import PASSED_OVER
from game.kernel.words import enumerated

OFF = "off"
"""The file in a mod that is off."""

ENDINGS = {
    "cards": (".toml",),
    "decks": (".toml",),
    "maps": (".tmx", ".tsx", ".png"),
    "positions": (".toml",),
    "themes": (".toml",),
    "art": (".png",),
}
"""The folders of a mod, and how the files right in each end."""

LONGEST = 60
"""How many signs the name of a file may have before its ending."""

_NAME = f"[a-z0-9][a-z0-9_-]{{0,{LONGEST - 1}}}"
_PLACES = "|".join(["mod[.]toml", *(f"{kind}/{_NAME}{re.escape(ending)}" for kind, endings in ENDINGS.items() for ending in endings)])
_MEMBER = re.compile(rf"(?:{_PLACES})\Z")
_TOP = r"(?!\.\.?/)[^/\\]{1,100}/"
_INSIDE = re.compile(rf"{_TOP}(?:{_PLACES})\Z")
_BESIDE = re.compile(
    rf"(?:__MACOSX/.*|(?:{_TOP})?(?:README|LICENSE|COPYING|CHANGELOG)(?:\.[a-z]{{2,4}})?|(?:{_TOP}){{0,2}}(?:\.DS_Store|Thumbs\.db|desktop\.ini|\.git[a-z]+))\Z"
)
"""What file managers and those who publish a folder put beside its files."""


def belongs(name: str) -> bool:
    """Tell whether a file of a mod may be called like that, from its folder on, on every system."""
    return _MEMBER.match(name) is not None and not not_on_windows(name.rpartition("/")[2])


def unmarked(words: str) -> str:
    """Return words in small letters, each without the marks on it."""
    return "".join(sign for sign in unicodedata.normalize("NFKD", words.lower()) if not unicodedata.combining(sign))


def well_called(kind: str, file: str) -> str:
    """Return what a file in a folder of a mod is called in the letters that are for it; nothing where no file can be."""
    stem, ending = os.path.splitext(unmarked(file))  # noqa: PTH122
    name = f"{kind}/{re.sub('[^a-z0-9_-]+', '-', stem).strip('-_')[:LONGEST]}{ending}"
    return name if belongs(name) else ""


def rightly(name: str) -> str:
    """Return what a file is called right that is none of a mod's by its capitals or other signs alone; nothing for any other. What lies around the mod's folder does not count."""
    *around, file = name.split("/")
    kind = around[-1].lower() if around else ""
    if kind in ENDINGS:
        return well_called(kind, file)
    return file.lower() if belongs(file.lower()) else ""


def read_where(name: str) -> str:
    """Return where files like one that is none of a mod's would be read, as the end of a sentence: under which names, right in the folder that it lies in, or in which folders there are; or why none can be called so."""
    *folders, file = name.split("/")
    if why := not_on_windows(file):
        return why
    kind = next((part for part in folders if part in ENDINGS), "")
    if not kind:
        return f"those lie in {enumerated(tuple(ENDINGS))}"
    stem, ending = os.path.splitext(file)  # noqa: PTH122
    if folders[-1] == kind and ending in ENDINGS[kind] and not belongs(f"{kind}/{file}"):
        return f"those have names of small letters, digits, - and _, and at most {LONGEST} of them, which {quoted(stem)} is not"
    return f"those in {kind} lie right in it and end in {enumerated(ENDINGS[kind], 'or')}"


def beside(name: str) -> bool:
    """Tell whether a file in the folder of a mod is for people, or for a program that manages files, and no part of it."""
    return name == OFF or _BESIDE.match(name) is not None or any(part.startswith(".") for part in name.split("/"))


def room(name: str, most: int) -> int:
    """Return how many bytes a file in a zip of a mod may have: `most` for one of its files, 0 where none belongs into it, PASSED_OVER for one that stands for nothing."""
    if _BESIDE.match(name):
        return PASSED_OVER
    return most if belongs(name) or (_INSIDE.match(name) and belongs(name.partition("/")[2])) else 0
