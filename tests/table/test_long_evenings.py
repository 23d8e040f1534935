"""A long evening: however many matches, sizes and faces a window has shown, what it keeps of them is bounded."""

from __future__ import annotations

from pathlib import Path

import pygame
import pytest
from shell_stage import Stage

from game import paths
from game.table.canvas.draw import Panel, Picture
from game.table.canvas.painter import LEAST_KEPT, MOST_KEPT, ORIGINALS_KEPT, WINDOWS_KEPT, Painter
from game.table.canvas.text import FONTS_KEPT, Fonts
from game.table.canvas.view import View


@pytest.mark.parametrize(
    ("pixels", "kept"), [((640, 480), LEAST_KEPT), ((1920, 1080), WINDOWS_KEPT * 4 * 1920 * 1080), ((3840, 2160), MOST_KEPT)]
)
def test_made_pictures_are_kept_for_so_many_windows(pixels: tuple[int, int], kept: int) -> None:
    Stage()
    painter, surface = Painter(), pygame.Surface(pixels)
    for number in range(3):
        painter.paint(surface, View(pixels), [Panel((0, 0, 300 + number, 200), (20, 20, 60, 255))])
    assert painter.kept.limit == kept
    assert LEAST_KEPT <= kept <= MOST_KEPT


def test_what_was_asked_for_stays_whatever_the_window() -> None:
    Stage()
    painter = Painter(limit=1 << 20)
    painter.paint(pygame.Surface((640, 480)), View((640, 480)), [Panel((0, 0, 300, 200), (20, 20, 60, 255))])
    assert painter.kept.limit == 1 << 20


def test_pictures_as_they_lie_on_the_disk_are_bounded_and_those_of_a_whole_table_are_not_kept() -> None:
    Stage()
    painter, view = Painter(), View((640, 480))
    surface = pygame.Surface(view.pixels)
    root = paths.ASSETS / "images"
    names = [path.relative_to(root).with_suffix("").as_posix() for path in sorted(root.glob("*/cards/*.webp"))[:90]]
    assert len(names) == 90
    for name in [*names, "menu"]:
        painter.paint(surface, view, [Picture((0, 0, 60, 84), name)])
        assert painter.has_picture(name)
    assert painter._originals.size <= ORIGINALS_KEPT
    assert 20 <= len(painter._originals) < 60
    assert painter._originals.find("menu") is None
    loaded = len(painter._originals)
    assert all(painter.has_picture(name) for name in names)
    assert len(painter._originals) == loaded


def test_a_picture_that_cannot_be_read_is_none(tmp_path: Path) -> None:
    Stage()
    (tmp_path / "torn.png").write_bytes(b"\x89PNG torn")
    painter = Painter(images=tmp_path)
    for _ in range(2):
        assert not painter.has_picture("torn")
        painter.paint(pygame.Surface((640, 480)), View((640, 480)), [Picture((0, 0, 60, 84), "torn")])


def test_the_open_sizes_of_faces_are_bounded_and_the_last_ones_stay_open() -> None:
    fonts = Fonts()
    for size in range(8, 90):
        for face in ("text", "bold", "display"):
            fonts.font(face, size)
        usual = fonts.font("text", 20)
    assert len(fonts._open) == FONTS_KEPT
    assert fonts.font("text", 20) is usual
    assert fonts.font("bold", 89) is fonts.font("bold", 89)
