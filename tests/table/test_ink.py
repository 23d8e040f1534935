"""Letters and digits as they are painted lie on the plates that they stand on, in windows and with texts of every size."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import pairwise

import pygame
import pytest
from every_game import BOXES
from msgspec.structs import replace
from shell_stage import Stage, flat
from test_contrast import READ, by_themselves, contrasts
from test_every_screen import nobody_thinks
from test_text_size import table

from game.cli.shoot import played
from game.kernel.scene import Counter, SceneSeat
from game.kernel.setup import Setup
from game.rules import shelf
from game.table.canvas.draw import Drawn, Made, Panel, Polygon, Text
from game.table.canvas.view import Rect, holds, inset
from game.table.pieces import card_face, figures, plates
from game.table.pieces.card_face import DIGITS, PAD, face_items, part_seen, set_as
from game.table.play.match import MatchScreen

__all__ = ["by_themselves", "contrasts", "nobody_thinks"]

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


@NAMED
def test_the_numbers_along_the_foot_of_a_card_are_of_one_size(size, text, nobody_thinks):
    stage, rows = table("cardmaster", size, text), 0
    for rect, items in faces(stage):
        foot = rect[3] * 0.75
        values = [each for each in items if isinstance(each, Text) and each.face in DIGITS and each.rect[1] > foot and each.words.isdigit()]
        painted = [(each.words, each.face, round(each.size * stage.app.view.scale), device(stage, each.rect).w) for each in values]
        sizes = {stage.app.fonts.fit(words, face, wished, wide, 999, wrap=False).size for words, face, wished, wide in painted}
        rows += len(values) > 2
        assert max(sizes, default=0) - min(sizes, default=0) <= 1, painted  # letters are set in whole pixels
    assert rows > 4


def counted_on(size: tuple[int, int], text: int, name: str, *counted: Counter) -> dict[str, int]:
    """Return how large each word and number on a narrow plate is painted, in device pixels."""
    app = Stage(size, text_size=text).app
    items = plates.plate(app, SceneSeat(0, name), (0, 0, 214, 103), [*counted], name, "", thinking=False, you=True, wave=False)
    return {item.words: round(item.size * app.view.scale) for item in items if isinstance(item, Text)}


@pytest.mark.parametrize("size", [(1280, 720), (1920, 1080)], ids=str)
def test_what_is_counted_under_a_name_in_one_line_grows_with_its_label(size):
    usual, large = (counted_on(size, text, "Closing Time", Counter("cards", "Play limit", 7, 0, "cards")) for text in (100, 175))
    for words in ("7", "Play limit"):
        assert large[words] >= usual[words] * 1.3, (words, usual, large)


@pytest.mark.parametrize("size", [(1280, 720), (1920, 1080)], ids=str)
@pytest.mark.parametrize("label", ["Play limit", "Prestige"])
def test_the_name_of_what_is_counted_grows_on_where_its_number_is_as_high_as_its_plate(size, label):
    at = [counted_on(size, text, "Closing Time", Counter("cards", label, 7, 0, "cards")).get(label, 0) for text in (100, 150, 175)]
    assert at[0] * 1.3 <= at[1] <= at[2], at
    assert at[2] >= at[0] * 1.55, at


@pytest.mark.parametrize("name", ["Anna Magdalena", "Creative Accounting"])
@pytest.mark.parametrize("value", [7, 19])
@pytest.mark.parametrize("text", [125, 150, 175])
@pytest.mark.parametrize("size", [(1024, 640), (1280, 720), (1920, 1080)], ids=str)
def test_what_is_counted_under_a_name_in_two_lines_grows_with_its_label(size, text, value, name):
    """A number of two signs was no larger at 1280 by 720, and at 1920 by 1080 its label was not."""
    counted = Counter("limit", "Play limit", value, 0, "limit")
    usual, large = (counted_on(size, each, name, counted) for each in (100, text))
    assert large[str(value)] >= usual[str(value)] * 1.1, (usual, large)
    assert large["Play limit"] > usual["Play limit"], (usual, large)


@pytest.mark.parametrize("name", ["Closing Time", "Anna Magdalena"])
@pytest.mark.parametrize("text", [125, 150, 175])
@pytest.mark.parametrize("size", [(1024, 640), (1280, 720), (1920, 1080)], ids=str)
def test_of_two_numbers_under_a_name_neither_is_smaller_where_larger_text_is_wished(size, text, name):
    """The medal shrank beside the larger name, and the numbers moved up beside it, where they had less room."""
    counted = [Counter("limit", "Play limit", 19, 0, "limit"), Counter("votes", "Votes", 7, 0, "hearts", most=20)]
    usual, large = (counted_on(size, each, name, *counted) for each in (100, text))
    for value in ("19", "7/20"):
        assert large[value] >= usual[value], (value, usual, large)


@pytest.mark.parametrize("text", [100, 150, 175])
@pytest.mark.parametrize("wide", [26, 38, 44, 46, 60, 90])
def test_the_letters_of_a_tokens_name_touch_no_edge_of_its_plate(wide, text):
    app, side = Stage(text_size=text).app, wide * figures.FINE
    for face in BOXES["overcross"].catalogue():
        letters, spot, box = figures.lettered(app, face.name, side)
        drawn = letters.get_bounding_rect().move(spot.topleft)
        assert pygame.Rect(0, 0, side, side).contains(box)
        assert box.inflate(-2 * (side // 50), -2 * (side // 50)).contains(drawn), (face.name, drawn, box)


@pytest.mark.parametrize("text", [100, 150, 175])
@pytest.mark.parametrize("wide", [26, 38, 44, 60, 90, 170])
def test_no_letter_of_a_tokens_name_crosses_the_round_ends_of_its_plate(wide, text):
    """The l of Soul crossed the border at 3840×2160."""
    app, side = Stage(text_size=text).app, wide * figures.FINE
    names = [face.name for game in ("overcross", "starcrossed") for face in BOXES[game].catalogue()]
    for name in [*names, "Soul crystal"]:
        letters, spot, box = figures.lettered(app, name, side)
        round_ = box.h / 2 - max(1, side // 80)
        ink = pygame.mask.from_surface(letters, 100)
        for x, y in ink.outline():
            across, down = spot.x + x + 0.5 - box.centerx, spot.y + y + 0.5 - box.centery
            beyond = max(0.0, abs(across) - (box.w / 2 - box.h / 2))
            assert beyond**2 + down**2 <= (round_ + 1) ** 2 or not beyond, (name, box, spot)


@pytest.mark.parametrize("seats", [2, 6])
@pytest.mark.parametrize("high_contrast", [False, True], ids=["usual", "high-contrast"])
@pytest.mark.parametrize("text", [100, 150, 175])
@pytest.mark.parametrize("size", [(1024, 640), (1280, 720), (1920, 1080), (3840, 2160)], ids=str)
def test_every_number_of_a_track_lies_wholly_on_its_field(size, text, high_contrast, seats, contrasts):
    """At larger text the tens were cut by the rim, and in high contrast what was beside the field stood black on black."""
    stage = Stage(size, games=shelf(), text_size=text, high_contrast=high_contrast)
    stage.show(MatchScreen(played(Setup("verona", seats, seed=5), 8, None)))
    stage.frame(1.0)
    scale, numbers = stage.app.view.scale, {}
    for field, number in pairwise(flat(stage.app.items())):
        if isinstance(field, Polygon) and isinstance(number, Text) and number.words.isdigit():
            stage.app.painter.scale = scale
            letters, left, top, _ = stage.app.painter._text_place(replace(number, shade=None))
            under = pygame.Surface(letters.get_size(), pygame.SRCALPHA)
            pygame.draw.polygon(under, (255, 255, 255, 255), [(x * scale - left, y * scale - top) for x, y in field.points])
            strokes = pygame.mask.from_surface(letters, 150)
            beside = strokes.count() - strokes.overlap_area(pygame.mask.from_surface(under), (0, 0))
            assert beside == 0, (number.words, beside)
            numbers[number.words] = contrasts.get(number.words, READ)  # of a thin digit too few pixels are told apart from its surroundings
    assert len(numbers) == 50
    assert {"10", "20", "30", "40", "45", "50"} <= contrasts.keys()
    assert min(numbers.values()) >= READ, numbers


@NAMED
@pytest.mark.parametrize(
    ("game", "seed", "actions"), [("overcross", 9, 60), ("starcrossed", 3, 60), ("shine", 5, 60), ("cardmaster", 3, 60)]
)
def test_no_count_of_a_pile_lies_on_the_name_of_its_uppermost_card_as_it_is_painted(
    game, seed, actions, size, text, nobody_thinks, monkeypatch
):
    """A card was painted a pixel broader than what is written on it was measured, so that its name stood elsewhere."""
    stage = table(game, size, text, (seed, actions))
    view, scale = stage.top.view, stage.app.view.scale
    items = list(flat(stage.app.items()))
    counts = [
        device(stage, under.rect) for under, on in pairwise(items) if isinstance(under, Panel) and isinstance(on, Text) and on.layer == 80
    ]
    piles = [device(stage, rect) for rect in view.board.piles()]
    painted, named = [], card_face._upright

    def noted(app, theme, face, owner, width, height, *rest, **more):
        painted.append((face, width, height))
        return named(app, theme, face, owner, width, height, *rest, **more)

    monkeypatch.setattr(card_face, "_upright", noted)
    lying = [
        item for item in items if isinstance(item, Made) and item.kind == "card" and item.key[1] is not None and "piled" in item.key[6]
    ]
    upon = {
        pile.topleft: item
        for item in sorted(lying, key=lambda each: each.layer)
        for pile in piles
        if pile.collidepoint(device(stage, item.rect).center)
    }
    for item in upon.values():
        box, look, world = device(stage, item.rect), item.key[6], stage.app.world(item.key[0])
        stage.app.painter.kept.clear()
        card_face.paint(stage.app, item.key, box.width, box.height)
        face, wide, high = painted.pop()
        rect = (0.0, 0.0, wide / scale, high / scale)
        for name in face_items(stage.app, world, face, rect, wide, part_seen(look), set_as(look)):
            if isinstance(name, Text) and name.words.casefold() == face.name.casefold():
                letters = ink(stage, name).move(box.x + (box.width - wide) // 2, box.y + (box.height - high) // 2)
                assert letters.collidelist(counts) < 0, (face.name, letters, counts)
    assert upon or game in {"overcross", "cardmaster"}
