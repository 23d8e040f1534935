"""Pictures in the rules pages: each is a position that can be laid, painted by the table itself when it comes into sight."""

from __future__ import annotations

import pygame
import pytest
from shell_stage import Stage

from game.cli.rules import page_lines
from game.content.pages import page_path, read_page
from game.rules import SHIPPED, open_box
from game.table.canvas.draw import Made, Text
from game.table.canvas.view import REACH
from game.table.pages.markdown import blocks
from game.table.pages.rules import RulesScreen
from game.table.pages.table_picture import SHAPE, standing, table_of


def pictures(game: str) -> list[tuple[str, str]]:
    return [(block.cells[0][0], block.words) for block in blocks(read_page(page_path(game))) if block.kind == "picture"]


@pytest.mark.parametrize("game", SHIPPED)
def test_every_page_has_a_picture_and_each_is_a_position_of_its_game(game):
    found = pictures(game)
    assert found
    for name, words in found:
        stands = standing(game, name)
        assert stands is not None, name
        assert stands.scene.pieces
        assert words


def test_a_picture_is_painted_as_it_comes_into_sight_with_its_words_below():
    stage = Stage(games=[open_box("verona")])
    page = stage.show(RulesScreen("verona", "VR-6"))
    name, words = pictures("verona")[0]
    index = next(index for index, block in enumerate(page.blocks) if block.kind == "picture")
    page.memory["page"] = page.laid[index].top
    page.stale()
    stage.frame(0.1)
    area = next(part for part in page.parts if getattr(part, "key", "") == "page")
    picture = next(item for item in area.parts if isinstance(item, Made) and item.kind == "position")
    caption = next(item for item in area.parts if isinstance(item, Text) and item.words == words)
    assert picture.key == ("verona", name)
    assert picture.rect[3] == pytest.approx(picture.rect[2] * SHAPE)
    assert picture.rect[1] + picture.rect[3] < caption.rect[1] < picture.rect[1] + picture.rect[3] + REACH
    assert page.laid[index].height >= picture.rect[3] + caption.rect[3]


def test_what_is_painted_is_the_table_of_the_position_and_nothing_for_a_name_that_is_none():
    stage = Stage(games=[open_box("verona")])
    stage.show(RulesScreen("verona"))
    painted = table_of(stage.app, standing("verona", pictures("verona")[0][0]), (320, 180))
    assert len({tuple(painted.get_at((x, y))) for x in range(0, 320, 8) for y in range(0, 180, 8)}) > 50
    assert standing("verona", "no-such-position") is None
    blank = stage.app.painter.makers["position"](("verona", "no-such-position"), 32, 18)
    assert isinstance(blank, pygame.Surface)
    assert blank.get_at((5, 5)).a == 0


def test_in_words_a_picture_is_its_words():
    said = "\n".join(page_lines("# A\n\n![Two dice meet.](position:lesson-2)\n\n- **VR-6** Dice.\n", 80))
    assert "Two dice meet." in said
    assert "position:" not in said
    assert "!" not in said
