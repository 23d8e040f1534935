"""Names in any script are shown: by the table's own fonts, by one of the system's, or as a box that can be seen."""

from __future__ import annotations

import pygame
import pytest

from game.table.canvas import scripts, shapes
from game.table.canvas.scripts import BOX, SYSTEM, covered
from game.table.canvas.text import Fonts

NAMES = {
    "latin": "Łukasz Đorđević",
    "greek": "Ὀδυσσεύς",
    "cyrillic": "Наташа",
    "hebrew": "דבורה",
    "japanese": "さくら",
    "chinese": "小明",
    "korean": "지우",
}


SIGNS = {BOX, "?"}


@pytest.fixture
def fonts():
    pygame.font.init()
    looked = scripts.system_face
    looked.cache_clear()
    yield Fonts()
    looked.cache_clear()


@pytest.mark.parametrize("script", NAMES)
def test_every_letter_of_a_name_is_set_in_a_font_that_has_it(script, fonts):
    laid = fonts.lay(NAMES[script], "bold", 24)
    for words, face, *_ in laid.lines[0]:
        assert words in SIGNS or all(scripts.has(fonts.font(face, 24), letter) for letter in words), (words, face)
    assert laid.width >= 12 * len(NAMES[script]) * 0.5


def test_where_no_font_has_a_letter_a_box_is_shown(fonts, monkeypatch):
    monkeypatch.setattr(scripts, "KNOWN", ())
    assert {stretch.words for stretch in fonts.lay("小", "text", 24).lines[0]} <= SIGNS


def test_a_font_of_the_system_is_used_for_what_ours_lack(fonts, monkeypatch):
    monkeypatch.setattr(scripts, "system_face", lambda letter, **_: f"{SYSTEM}other.ttf" if letter == "小" else "")
    assert covered("ab小c", "text", fonts.font("text", 24)) == [("ab", "text"), ("小", f"{SYSTEM}other.ttf"), ("c", "text")]


def test_plain_words_are_left_as_they_are(fonts):
    assert covered("Plain words", "bold", fonts.font("bold", 24)) == [("Plain words", "bold")]


def test_hebrew_runs_from_the_right(fonts, monkeypatch):
    monkeypatch.setattr(scripts, "system_face", lambda _letter, **_: f"{SYSTEM}other.ttf")
    font = fonts.font("text", 24)
    monkeypatch.setattr(scripts, "has", lambda _font, letter: letter.isascii())
    assert "".join(words for words, _ in covered("Ann דבר טוב", "text", font)) == "Ann בוט רבד"


def test_a_number_and_its_percent_sign_stay_on_one_line(fonts):
    wide = fonts.width("Backfire of 88", "text", 24) + 4
    lines = ["".join(stretch.words for stretch in line).strip() for line in fonts.lay("Backfire of 88 % here", "text", 24, wide).lines]
    assert lines == ["Backfire of", "88 % here"]


RED, BLUE, WHITE = (255, 0, 0, 255), (0, 0, 255, 255), (255, 255, 255, 255)


def inks(fonts: Fonts, words: str, name: str) -> list[tuple[str, tuple[int, int, int]]]:
    """Return the stretches of a line of the log that names somebody, each with the colour it is set in."""
    laid = fonts.lay(words, "text", 30, rich=True)
    surface = shapes.text(fonts, laid, WHITE, None, None, BLUE, "left", 0, ((name, RED),))
    found = []
    for stretch in laid.lines[0]:
        part = surface.subsurface((stretch.left, 0, max(1, fonts.width(stretch.words, stretch.face, 30)), surface.get_height()))
        full = [part.get_at((x, y)) for x in range(part.get_width()) for y in range(part.get_height()) if part.get_at((x, y))[3] == 255]
        found.append((stretch.words, max(map(tuple, full), key=[tuple(each) for each in full].count)[:3] if full else ()))
    return found


@pytest.mark.parametrize("lacking", [False, True], ids=["in a font of the system", "in boxes"])
@pytest.mark.parametrize("script", NAMES)
def test_a_name_in_any_script_keeps_the_colour_of_its_side_and_what_stands_beside_it_has_none(script, lacking, fonts, monkeypatch):
    if lacking:
        monkeypatch.setattr(scripts, "KNOWN", ())
    name = NAMES[script]
    told = inks(fonts, f"*{name}* plays *Backup*, says {name}.", name)
    said = "".join(words for words, _ in told)
    before, after = said.index(" plays "), said.index("says")
    at = 0
    for words, ink in told:
        if words.strip():
            named, card = at < before, words.strip() == "Backup"
            assert ink == (RED if named else BLUE if card else WHITE)[:3], (words, ink)
        at += len(words)
    assert at > after


def weight(fonts: Fonts, words: str) -> float:
    """Return how much ink words take, set with a font of the system alone."""
    laid = fonts.lay(words, "text", 30, rich=True)
    surface = shapes.text(fonts, laid, WHITE, None, None, None, "left", 0)
    return sum(surface.get_at((x, y))[3] for x in range(surface.get_width()) for y in range(surface.get_height())) / 255


@pytest.mark.parametrize("bold", ["text-bold", "text-regular"], ids=["a bold font", "none that is bold"])
def test_a_name_in_letters_of_the_system_is_as_bold_as_any(bold, fonts, monkeypatch):
    """Two fonts of ours stand for those of a system, and ours lack, as far as they are asked here, all but plain letters."""
    files = {False: fonts.folder / "text-regular.ttf", True: fonts.folder / f"{bold}.ttf"}
    own = scripts.has
    monkeypatch.setattr(scripts.pygame.font, "match_font", lambda name, bold=False: str(files[bold]))
    monkeypatch.setattr(scripts, "has", lambda font, letter: letter.isascii() or (font.get_height() < 20 and own(font, letter)))
    thick = scripts.THICK if bold == "text-regular" else ""
    assert scripts.system_face("Ł", heavy=True) == f"{SYSTEM}{thick}{files[True]}"
    assert scripts.system_face("Ł") == f"{SYSTEM}{files[False]}"
    assert weight(fonts, "*ŁĐŻČŠĘ*") > 1.12 * weight(fonts, "ŁĐŻČŠĘ")
