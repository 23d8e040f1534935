"""A word that is much wider than its line is broken in it; it makes neither itself nor the words around it tiny."""

from __future__ import annotations

import pygame
import pytest
from shell_stage import Stage

from game.kernel.scene import SceneSeat
from game.table.canvas.draw import CUT_AT, Text
from game.table.canvas.text import Fonts
from game.table.pieces import plates

LONG = "W" * 24


@pytest.fixture
def fonts() -> Fonts:
    pygame.font.init()
    return Fonts()


@pytest.mark.parametrize("width", [90, 200, 400])
@pytest.mark.parametrize("words", [LONG, f"{LONG} plays a card.", f"*{LONG}*'s turn"])
def test_words_with_a_long_name_keep_their_size(words: str, width: int, fonts: Fonts) -> None:
    laid = fonts.fit(words, "text", 20, width, 400, wrap=True, rich=True)
    assert laid.size == 20
    assert laid.width <= width
    assert "".join("".join(stretch.words for stretch in line) for line in laid.lines).replace(" ", "") == words.replace("*", "").replace(
        " ", ""
    )


def test_a_word_that_is_a_little_too_wide_shrinks_and_stays_whole(fonts: Fonts) -> None:
    wide = fonts.width("Furnace", "text", 20)
    laid = fonts.fit("Furnace Matriarch", "text", 20, wide, 200, wrap=True)
    assert round(20 * CUT_AT) <= laid.size < 20
    assert [line[0].words for line in laid.lines] == ["Furnace", "Matriarch"]


def test_where_even_broken_words_are_too_high_they_shrink(fonts: Fonts) -> None:
    laid = fonts.fit(LONG, "text", 40, 200, 50, wrap=True)
    assert laid.size < 40
    assert laid.height <= 51


@pytest.mark.parametrize("text", [100, 150])
def test_a_long_name_stands_on_its_plate_in_one_line_and_is_cut(text: int) -> None:
    app = Stage(text_size=text).app
    drawn = plates.plate(app, SceneSeat(0, LONG), (0, 0, 348, 96), [], LONG, "", thinking=False, you=True, wave=False)
    (title,) = (item for item in drawn if isinstance(item, Text) and LONG[:3] in item.words)
    assert title.cut
    assert not title.wrap
    assert title.size * CUT_AT >= 27 * CUT_AT - 1
