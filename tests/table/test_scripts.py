"""Names in any script are shown: by the table's own fonts, by one of the system's, or as a box that can be seen."""

from __future__ import annotations

import pygame
import pytest

from game.table.canvas import scripts
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
    for words, face, _ in laid.lines[0]:
        assert words in SIGNS or all(scripts.has(fonts.font(face, 24), letter) for letter in words), (words, face)
    assert laid.width >= 12 * len(NAMES[script]) * 0.5


def test_where_no_font_has_a_letter_a_box_is_shown(fonts, monkeypatch):
    monkeypatch.setattr(scripts, "KNOWN", ())
    assert {words for words, _, _ in fonts.lay("小", "text", 24).lines[0]} <= SIGNS


def test_a_font_of_the_system_is_used_for_what_ours_lack(fonts, monkeypatch):
    monkeypatch.setattr(scripts, "system_face", lambda letter: f"{SYSTEM}other.ttf" if letter == "小" else "")
    assert covered("ab小c", "text", fonts.font("text", 24)) == [("ab", "text"), ("小", f"{SYSTEM}other.ttf"), ("c", "text")]


def test_plain_words_are_left_as_they_are(fonts):
    assert covered("Plain words", "bold", fonts.font("bold", 24)) == [("Plain words", "bold")]


def test_hebrew_runs_from_the_right(fonts, monkeypatch):
    monkeypatch.setattr(scripts, "system_face", lambda _letter: f"{SYSTEM}other.ttf")
    font = fonts.font("text", 24)
    monkeypatch.setattr(scripts, "has", lambda _font, letter: letter.isascii())
    assert "".join(words for words, _ in covered("Ann דבר טוב", "text", font)) == "Ann בוט רבד"


def test_a_number_and_its_percent_sign_stay_on_one_line(fonts):
    wide = fonts.width("Backfire of 88", "text", 24) + 4
    lines = ["".join(words for words, _, _ in line).strip() for line in fonts.lay("Backfire of 88 % here", "text", 24, wide).lines]
    assert lines == ["Backfire of", "88 % here"]
