"""Letters and digits as they are painted lie on the plates that they stand on, in windows and with texts of every size."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import pairwise

import pygame
import pytest
from msgspec.structs import replace
from shell_stage import Stage, flat
from test_every_screen import nobody_thinks
from test_text_size import table

from game.table.canvas.draw import Drawn, Made, Panel, Text
from game.table.canvas.view import Rect, holds, inset
from game.table.pieces.card_face import PAD, face_items, part_seen, set_as

__all__ = ["nobody_thinks"]

WINDOWS = [((1024, 640), 100), ((1024, 640), 175), ((1280, 720), 100), ((1280, 720), 175), ((1920, 1080), 100), ((1920, 1080), 175)]
NAMED = pytest.mark.parametrize(("size", "text"), WINDOWS, ids=str)


def ink(stage: Stage, item: Text) -> pygame.Rect:
    """Return where the letters of a text are painted, in device pixels, without their shade."""
    painter = stage.app.painter
    before, painter.scale = painter.scale, stage.app.view.scale
    surface, x, y, _ = painter._text_place(replace(item, shade=None))
    painter.scale = before
    return surface.get_bounding_rect(90).move(x, y)


def device(stage: Stage, rect: Rect) -> pygame.Rect:
    scale = stage.app.view.scale
    left, top = round(rect[0] * scale), round(rect[1] * scale)
    return pygame.Rect(left, top, round(rect[2] * scale), round(rect[3] * scale))


def faces(stage: Stage) -> Iterator[tuple[Rect, list[Drawn]]]:
    """Yield every card that is seen, upright, and what is on it."""
    scale = stage.app.view.scale
    for item in flat(stage.app.items()):
        if isinstance(item, Made) and item.kind == "card" and item.key[1] is not None and "peek" not in item.key[6]:
            world, face, _, w, h, _, look = item.key
            wide = max(1, round(w * scale))
            rect = (0.0, 0.0, wide / scale, round(h * scale) / scale)
            yield inset(item.rect, PAD), face_items(stage.app, stage.app.world(world), face, rect, wide, part_seen(look), set_as(look))


@NAMED
def test_the_digits_of_a_bar_of_life_stay_on_it_and_off_the_name_over_it(size, text, nobody_thinks):
    stage, bars = table("cardmaster", size, text), 0
    items = list(flat(stage.app.items()))
    for item in items:
        if isinstance(item, Text) and item.face == "digits" and item.words.isdigit() and item.align == "centre":
            under = [
                each.rect
                for each in items
                if isinstance(each, Panel)
                and each.layer == item.layer
                and holds(inset(each.rect, -1), inset(item.rect, 0, item.rect[3] * 0.3))
            ]
            if not under:
                continue
            bar = device(stage, min(under, key=lambda rect: rect[3]))
            bars += 1
            letters = ink(stage, item)
            assert bar.top <= letters.top, (item.words, letters, bar)
            assert letters.bottom <= bar.bottom, (item.words, letters, bar)
    assert bars > 10


@NAMED
@pytest.mark.parametrize(("game", "seed", "actions"), [("overcross", 9, 60), ("starcrossed", 2, 60), ("shine", 5, 60)])
def test_a_name_keeps_off_the_edges_of_its_plate_however_many_lines_it_takes(game, seed, actions, size, text, nobody_thinks):
    stage, plates = table(game, size, text, (seed, actions)), 0
    for _, items in faces(stage):
        for plate, name in pairwise(items):
            if isinstance(plate, Panel) and isinstance(name, Text) and name.leading < 1 and name.valign == "middle" and not name.rich:
                letters, box = ink(stage, name), device(stage, plate.rect)
                plates += 1
                over, under = letters.top - box.top, box.bottom - letters.bottom
                rim = round(plate.width * stage.app.view.scale) + 1 if plate.edge is not None else 0
                assert min(over, under) >= rim, (name.words, letters, box)
    assert plates > 3
