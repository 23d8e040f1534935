"""The fonts hold every sign the table speaks with, in every face, and keep the licence that lets them be here."""

from __future__ import annotations

import struct
import tomllib
import unicodedata
from functools import cache
from pathlib import Path

import pygame
import pytest

from game import paths

ASSETS = paths.ASSETS
FONTS = sorted((ASSETS / "fonts").glob("*.ttf"))
SIGNS = "✓✗×−–—‘’“”…½¼¾≥≤≠•·←→↑↓↔★☆♥◆●■▲▼▶◀§°±‹›«»⏎⇧"
LATIN = "".join(chr(code) for code in (*range(0x20, 0x7F), *range(0xA1, 0x100)) if chr(code) not in "\xad¤¦¨¬¯´¸¹²³ªº¶µ")
EXTENDED = "ĄąĆćĘęŁłŃńŚśŹźŻżČčĎďĚěŇňŘřŠšŤťŮůŽžĞğİıŞşŐőŰűĀāĒēĪīŌōŪūŒœ"


@cache
def characters(path: Path) -> frozenset[int]:
    """Read the characters of a TrueType font from its own tables (formats 4 and 12)."""
    blob = path.read_bytes()
    tables = {
        blob[at : at + 4]: struct.unpack(">II", blob[at + 8 : at + 16]) for at in range(12, 12 + 16 * struct.unpack(">H", blob[4:6])[0], 16)
    }
    start = tables[b"cmap"][0]
    found: set[int] = set()
    for index in range(struct.unpack(">H", blob[start + 2 : start + 4])[0]):
        at = start + struct.unpack(">I", blob[start + 8 + 8 * index : start + 12 + 8 * index])[0]
        kind = struct.unpack(">H", blob[at : at + 2])[0]
        if kind == 4:
            double = struct.unpack(">H", blob[at + 6 : at + 8])[0]
            ends = struct.unpack(f">{double // 2}H", blob[at + 14 : at + 14 + double])
            starts = struct.unpack(f">{double // 2}H", blob[at + 16 + double : at + 16 + 2 * double])
            for low, high in zip(starts, ends, strict=True):
                found |= set(range(low, high + 1)) - {0xFFFF}
        elif kind == 12:
            count = struct.unpack(">I", blob[at + 12 : at + 16])[0]
            for group in range(count):
                low, high, _ = struct.unpack(">III", blob[at + 16 + 12 * group : at + 28 + 12 * group])
                found |= set(range(low, high + 1))
    return frozenset(found)


def test_there_are_fonts():
    assert {path.stem for path in FONTS} >= {"text-regular", "text-bold", "text-italic", "text-bold-italic"}


@pytest.mark.parametrize("path", FONTS, ids=lambda path: path.stem)
def test_a_face_holds_the_signs_and_the_latin_letters(path: Path):
    held = characters(path)
    assert [sign for sign in SIGNS + LATIN + EXTENDED if ord(sign) not in held] == []


@pytest.mark.parametrize("path", FONTS, ids=lambda path: path.stem)
def test_a_missing_character_is_noticed(path: Path):
    assert ord("字") not in characters(path)


@pytest.mark.parametrize("path", FONTS, ids=lambda path: path.stem)
def test_figures_stand_on_the_line_and_are_as_tall_as_each_other(path: Path):
    """Old-style figures hang and differ in height; a table of numbers needs lining ones."""
    import pygame

    pygame.font.init()
    font = pygame.font.Font(str(path), 64)
    heights, feet = [], []
    for figure in "0123456789":
        box = font.render(figure, True, (255, 255, 255)).get_bounding_rect()
        heights.append(box.height)
        feet.append(box.bottom)
    assert max(heights) - min(heights) <= 6
    assert max(feet) - min(feet) <= 6


def words_of(node: object) -> str:
    if isinstance(node, dict):
        return "".join(words_of(value) for value in node.values())
    if isinstance(node, list):
        return "".join(words_of(value) for value in node)
    return node if isinstance(node, str) else ""


def test_every_character_of_every_text_is_in_the_text_faces():
    texts = {
        path: words_of(tomllib.loads(path.read_text("utf-8")))
        for folder in ("cards", "decks")
        for path in (ASSETS / folder).rglob("*.toml")
    }
    texts |= {path: path.read_text("utf-8") for path in (ASSETS / "rules").glob("*.md")}
    held = (
        characters(ASSETS / "fonts" / "text-regular.ttf")
        & characters(ASSETS / "fonts" / "text-bold.ttf")
        & characters(ASSETS / "fonts" / "text-italic.ttf")
    )
    for path, text in texts.items():
        strange = {sign for sign in text if ord(sign) not in held and not unicodedata.category(sign).startswith("C")}
        assert strange == set(), path


def test_every_name_can_be_set_in_its_world_s_display_face():
    for path in (ASSETS / "cards").rglob("*.toml"):
        game = path.relative_to(ASSETS / "cards").parts[0]
        faces = tomllib.loads((ASSETS / "themes" / f"{game}.toml").read_text("utf-8"))["faces"]
        held = characters(ASSETS / "fonts" / f"{faces['display']}.ttf")
        for line in path.read_text("utf-8").splitlines():
            if line.startswith("name"):
                assert {sign for sign in line if ord(sign) not in held and sign != "\t"} == set(), (path, line)


def test_every_font_ships_its_licence():
    named = (ASSETS / "ATTRIBUTION.md").read_text("utf-8")
    licences = sorted((ASSETS / "fonts").glob("OFL-*.txt"))
    assert licences
    for licence in licences:
        assert "SIL OPEN FONT LICENSE" in licence.read_text("utf-8").upper()
        assert f"fonts/{licence.name}" in named


def ink(font: pygame.font.Font, words: str) -> list[int]:
    """Return how dark the darkest point of each column between a word's first and last one is."""
    image = font.render(words, True, "white")
    columns = [max(image.get_at((x, y)).a for y in range(image.get_height())) for x in range(image.get_width())]
    dark = [x for x, darkest in enumerate(columns) if darkest > 0]
    return columns[dark[0] : dark[-1] + 1]


@pytest.mark.parametrize("face", ["text-regular", "text-bold"])
@pytest.mark.parametrize("size", range(11, 41))
@pytest.mark.parametrize("pair", ["cl", "ch", "ck", "cr", "el"])
def test_a_bow_and_a_stem_are_two_letters_at_every_size(face, size, pair):
    pygame.font.init()
    font = pygame.font.Font(str(ASSETS / "fonts" / f"{face}.ttf"), size)
    assert min(ink(font, pair)) < 140, f"{pair} is read as one letter"
