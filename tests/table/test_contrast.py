"""Every text on rendered pictures stands out from what is really behind it, and colours that tell something are told apart by every eye."""

from __future__ import annotations

from collections import Counter
from itertools import combinations
from math import cos, pi, sin

import pygame
import pytest
from eyes import EYES, apart, ciede2000, linear
from msgspec.structs import replace
from shell_stage import Stage, flat
from test_every_screen import nobody_thinks, over_matches, pages, taught
from test_text_size import BOXES, PAGES, WITH_CARDS
from walker import Walker, texts

from game.ai.worker import Thinker
from game.cli.shoot import played
from game.content.own_maps import map_files
from game.kernel.chance import Chance
from game.kernel.scene import SceneSeat
from game.kernel.setup import Setup
from game.match.match import Match
from game.match.seats import SeatPlan
from game.rules import SHIPPED, shelf
from game.table.canvas.board_colours import clear, tint
from game.table.canvas.draw import Made, Panel, Picture, Text, mixed
from game.table.canvas.painter import Painter
from game.table.canvas.theme import BLACK, contrast, read_theme
from game.table.canvas.view import inset
from game.table.pieces import dice, grid_paint, kinds, plates
from game.table.pieces.card_face import face_items
from game.table.pieces.figures import medal, register, token
from game.table.pieces.grid_paint import battle_map
from game.table.pieces.turned import Turned
from game.table.play import overlay
from game.table.play.match import MatchScreen
from game.table.screens.deck_book import DeckBook
from game.table.screens.library import Library
from game.table.shell.page import Page
from game.table.shell.widgets import Button, Choice, Scroll

__all__ = ["nobody_thinks"]

LOOKS = [((1024, 640), 175), ((3840, 2160), 100)]
READ = 4.5
APART = 15.0


def luminance(colour) -> float:
    red, green, blue = linear(colour)
    return 0.2126 * red + 0.7152 * green + 0.0722 * blue


def mean(surface: pygame.Surface, where: pygame.mask.Mask, at: tuple[int, int]) -> float | None:
    """Return the mean luminance of the pixels under a mask, None where too few of them are painted now."""
    clip = surface.get_clip()
    points = [(x + at[0], y + at[1]) for x in range(where.get_size()[0]) for y in range(where.get_size()[1]) if where.get_at((x, y))]
    colours = [surface.get_at(point) for point in points[:: max(1, len(points) // 400)] if clip.collidepoint(point)]
    seen = [luminance(colour) for colour in colours if colour[3] > 200]  # what has nothing behind it yet is laid over something else later
    return sum(seen) / len(seen) if len(seen) > 8 else None


@pytest.fixture
def by_themselves(monkeypatch) -> dict[str, float]:
    """Return a table that fills with how well each text stands out that is drawn by itself: its strokes against what surrounds them."""
    found: dict[str, float] = {}
    plainly = Painter._text

    def measured(self, target, item, dx, dy):
        plainly(self, target, item, dx, dy)
        if not item.words.strip() or item.alpha < 255 or item.angle:
            return
        letters, x, y, _ = self._text_place(replace(item, shade=None))
        strokes = pygame.mask.from_surface(letters, min(150, item.colour[3] * 150 // 255))  # dimmed letters are letters too
        spread = pygame.mask.from_surface(letters, 8)
        around = strokes.convolve(pygame.mask.Mask((5, 5), fill=True), pygame.mask.Mask(letters.get_size()), (-2, -2))
        around.erase(spread, (0, 0))
        ink, ground = mean(target, strokes, (x + dx, y + dy)), mean(target, around, (x + dx, y + dy))
        if ink is not None and ground is not None:
            dark, light = sorted((ink, ground))
            found[item.words] = min(found.get(item.words, 99.0), (light + 0.05) / (dark + 0.05))

    monkeypatch.setattr(Painter, "_text", measured)
    monkeypatch.setattr(Thinker, "warm", lambda self: None)
    return found


@pytest.fixture
def contrasts(by_themselves, monkeypatch) -> dict[str, float]:
    """Return the same table for every text: none is drawn in a run with others."""
    placed = Painter._place
    monkeypatch.setattr(Painter, "_place", lambda self, item: None if isinstance(item, Text) else placed(self, item))
    return by_themselves


def table(game: str, *, high_contrast: bool = False, look: tuple[tuple[int, int], int] = ((1280, 720), 100)) -> Stage:
    stage = Stage(look[0], games=shelf(), high_contrast=high_contrast, text_size=look[1])
    stage.show(MatchScreen(played(Setup(game, min(BOXES[game].seats), seed=5), 8 if game == "verona" else 40, None)))
    stage.frame(1.0)
    stage.press("return")
    for _ in range(4):
        stage.frame(1.0)
    return stage


def weak(found: dict[str, float]) -> dict[str, float]:
    return {words: round(ratio, 2) for words, ratio in found.items() if ratio < READ}


@pytest.mark.parametrize("high_contrast", [False, True], ids=["usual", "high-contrast"])
@pytest.mark.parametrize("game", SHIPPED)
def test_every_text_of_a_table_stands_out(game, high_contrast, contrasts):
    table(game, high_contrast=high_contrast)
    assert len(contrasts) > 15
    assert weak(contrasts) == {}


@pytest.mark.parametrize("look", LOOKS, ids=lambda look: f"{look[0][0]}x{look[0][1]} at {look[1]}")
@pytest.mark.parametrize("game", SHIPPED)
def test_every_text_of_a_table_stands_out_in_small_windows_with_large_text_and_in_large_windows(game, look, contrasts):
    table(game, look=look)
    assert len(contrasts) > 10
    assert weak(contrasts) == {}


class Dimmed(Page):
    """Every kind of button and choice, where it cannot be used now."""

    def __init__(self, world: str) -> None:
        super().__init__()
        self.theme = world

    def build(self) -> list:
        parts: list = [Panel(self.app.view.whole, self.colour("panel"), self.colour("panel2"), 0, None)]
        for row, style in enumerate(("plain", "main", "danger", "tab", "quiet")):
            y = 60.0 + row * 110
            parts += [
                Button(key=style, rect=(80.0, y, 400.0, 96.0), label=style, note=f"note {style}", style=style, enabled=False),
                Button(key=f"{style} 2", rect=(500.0, y, 400.0, 96.0), label=f"{style} 2", style=style, digit=str(row), enabled=False),
                Button(key=f"{style} 3", rect=(920.0, y, 400.0, 96.0), label=f"{style} 3", style=style, selected=True, enabled=False),
            ]
        return [*parts, Choice(key="choice", rect=(80.0, 640.0, 400.0, 70.0), options=(("one", "One"),), value="one", enabled=False)]


@pytest.mark.parametrize("high_contrast", [False, True], ids=["usual", "high-contrast"])
@pytest.mark.parametrize("world", ["", *SHIPPED])
def test_every_text_of_what_cannot_be_used_now_stands_out(world, high_contrast, contrasts):
    Stage((1280, 720), games=shelf(), high_contrast=high_contrast).show(Dimmed(world))
    assert len(contrasts) >= 20
    assert weak(contrasts) == {}


@pytest.mark.parametrize("high_contrast", [False, True], ids=["usual", "high-contrast"])
def test_the_main_button_of_a_table_stands_out_where_it_cannot_be_pressed(high_contrast, contrasts):
    match = Match.start(Setup("verona", 2, seed=3), (SeatPlan("human"), SeatPlan("human")))
    chance = Chance(3)
    while all(offer.refusal is None for offer in match.offers() if offer.main):
        match.submit(chance.pick(match.legal()))
    verb = next(offer.verb for offer in match.offers() if offer.main)
    stage = Stage((1280, 720), games=shelf(), high_contrast=high_contrast)
    stage.show(MatchScreen(match))
    for _ in range(4):
        stage.frame(1.0)
        stage.press("return") if not isinstance(stage.top, MatchScreen) else None
    assert stage.top.view.human_turn
    assert contrasts[verb] >= READ


@pytest.mark.parametrize("look", LOOKS, ids=lambda look: f"{look[0][0]}x{look[0][1]} at {look[1]}")
@pytest.mark.parametrize("page", ["settings", "library overcross", "library shine", "library cardmaster"])
def test_every_text_of_a_page_stands_out_in_small_windows_with_large_text_and_in_large_windows(page, look, contrasts):
    Stage(look[0], games=shelf(), text_size=look[1]).show(PAGES[page]())
    assert len(contrasts) >= 2
    assert weak(contrasts) == {}


@pytest.mark.parametrize("high_contrast", [False, True], ids=["usual", "high-contrast"])
@pytest.mark.parametrize("page", PAGES)
def test_every_text_of_a_page_stands_out(page, high_contrast, contrasts):
    Stage((1280, 720), games=shelf(), high_contrast=high_contrast).show(PAGES[page]())
    assert len(contrasts) >= 2
    assert weak(contrasts) == {}


@pytest.mark.parametrize("high_contrast", [False, True], ids=["usual", "high-contrast"])
@pytest.mark.parametrize(("game", "key"), [("shine", "o"), ("starcrossed", "o"), ("verona", "escape"), ("cardmaster", "t")])
def test_every_text_of_a_panel_over_a_table_stands_out(game, key, high_contrast, contrasts):
    stage = table(game, high_contrast=high_contrast)
    stage.press(key)
    assert stage.top.overlay
    stage.frame(1.0)
    own = {item.words for item, _ in texts(stage.top.draw())}
    assert len(own) >= 3
    assert weak({words: ratio for words, ratio in contrasts.items() if words in own}) == {}


@pytest.mark.parametrize("high_contrast", [False, True], ids=["usual", "high-contrast"])
@pytest.mark.parametrize("game", WITH_CARDS)
def test_every_text_of_a_zoomed_card_stands_out(game, high_contrast, contrasts):
    stage = Stage((1280, 720), games=shelf(), high_contrast=high_contrast)
    stage.show(Library(game))
    for face in BOXES[game].catalogue()[::9]:
        stage.app.painter.paint(
            stage.app.surface, stage.app.view, overlay.zoom(stage.app, face, (100, 300, 100, 140), (0, 0, 1900, 1060)), anew=True
        )
    assert weak(contrasts) == {}


def painted(stage: Stage, colours: list) -> list[tuple[int, int, int]]:
    """Return how colours look where they are painted: the middle of what most of each panel's pixels show."""
    found = []
    for colour in colours:
        surface = pygame.Surface((48, 48))
        stage.app.painter.draw(surface, Panel((0, 0, 48, 48), colour), 0, 0)
        found.append(tuple(surface.get_at((24, 24))[:3]))
    return found


def around(surface: pygame.Surface, middle: tuple[float, float], reach: float) -> tuple[int, ...]:
    """Return the colour that most pixels of a ring have."""
    points = [(middle[0] + reach * cos(turn * pi / 32), middle[1] + reach * sin(turn * pi / 32)) for turn in range(64)]
    return Counter(tuple(surface.get_at((round(x), round(y)))[:3]) for x, y in points).most_common(1)[0][0]


def of_a_seat(stage: Stage, world: str, seat: int) -> dict[str, tuple[int, ...]]:
    """Return how a seat looks wherever it is told by its colour, on painted pictures, its sign on them."""
    app, side = stage.app, 240
    app.theme = app.world(world)
    look = app.theme.seat_look(seat)
    coin = medal(app, (look.colour, look.charge), side, side)
    figure = token(app, (world, None, look.colour, look.charge, ""), side, side)
    pawn = dice.pawn(app, (look.colour, look.charge), side, side * 3 // 2)
    die = dice.die(app, ("", look.colour, ""), side, side)
    sheet, app.painter.scale = pygame.Surface((side * 2, side)), 2.0
    for item in plates.plate(app, SceneSeat(seat, "House"), (5, 5, 230, 104), [], "House", "", thinking=False, you=False, wave=False):
        app.painter.draw(sheet, item, 0, 0)
    return {
        "the left of a medal": tuple(coin.get_at((round(side * 0.08), side // 2))[:3]),
        "the top of a medal": tuple(coin.get_at((side // 2, round(side * 0.08)))[:3]),
        "the foot of a medal": tuple(coin.get_at((side // 2, round(side * 0.92)))[:3]),
        "the rim of a token": around(figure, (side / 2, side / 2), side * 0.425),
        "the badge of a token": around(figure, (side * 0.156, side * 0.156), side * 0.128),
        "the badge of a pawn": around(pawn, (side / 2, side * 0.405), side * 0.278),
        "a die": tuple(pygame.transform.average_color(die.subsurface((side // 5, side // 5, side * 3 // 5, side * 3 // 5)))[:3]),
        "the edge of a plate": tuple(sheet.get_at((12, 114))[:3]),
    }


@pytest.mark.parametrize("high_contrast", [False, True], ids=["usual", "high-contrast"])
@pytest.mark.parametrize("game", SHIPPED)
def test_seats_are_told_apart_by_every_eye_on_whatever_wears_their_colour(game, high_contrast):
    stage = Stage((1280, 720), games=shelf(), high_contrast=high_contrast)
    register(stage.app)
    looks = [of_a_seat(stage, game, seat) for seat in range(max(BOXES[game].seats))]
    near = {
        (worn, eye, a, b): round(apart(looks[a][worn], looks[b][worn], eye), 1)
        for worn in looks[0]
        for eye in EYES
        for a, b in combinations(range(len(looks)), 2)
    }
    assert {which: far for which, far in near.items() if far < APART} == {}


@pytest.mark.parametrize("game", SHIPPED)
def test_the_sign_of_a_seat_stands_out_from_its_colour(game):
    theme = read_theme(game)[0]
    for seat in range(max(BOXES[game].seats)):
        for ground in (theme.seat(seat), mixed(theme.seat(seat), BLACK, dice.DARKER)):
            assert contrast(dice.sign_on(ground), ground) >= dice.SIGN == 3


@pytest.mark.parametrize("eye", EYES)
@pytest.mark.parametrize("high_contrast", [False, True], ids=["usual", "high-contrast"])
@pytest.mark.parametrize("game", SHIPPED)
def test_what_may_be_done_is_told_apart_by_every_eye(game, high_contrast, eye):
    stage, theme = Stage(games=shelf()), read_theme(game, high_contrast=high_contrast)[0]
    for one, other in combinations(painted(stage, [clear(tint(theme, word)) for word in ("legal", "chosen", "refused")]), 2):
        assert apart(one, other, eye) >= APART, (one, other)


@pytest.mark.parametrize("eye", EYES)
def test_the_sides_of_overcross_are_told_apart_by_every_eye(eye):
    theme, _ = read_theme("overcross")
    sides = sorted({deck.side for deck in BOXES["overcross"].ready_decks()})
    assert len(sides) == len({theme.palette(side).icon for side in sides}) == 3
    for one, other in combinations([theme.palette(side).mid for side in (*sides, "neutral")], 2):
        assert apart(one, other, eye) >= APART, (one, other)
    for genre in ("fantasy", "sci-fi", "modern", "online"):
        tally = theme.palette(f"tally-{genre}").mid
        assert all(apart(tally, theme.palette(f"{side}-{genre}").mid, eye) >= APART for side in sides if side != "tally")


def test_shapes_and_signs_tell_the_seats_apart_without_any_colour():
    for game in SHIPPED:
        looks = [read_theme(game)[0].seat_look(seat) for seat in range(max(BOXES[game].seats))]
        assert len({look.charge for look in looks}) == len({look.shape for look in looks}) == len(looks)


def test_the_distance_of_colours_is_that_of_the_published_pairs():
    """Two of the pairs by Sharma, Wu and Dalal."""
    assert ciede2000((50, 2.6772, -79.7751), (50, 0, -82.7485)) == pytest.approx(2.0425, abs=1e-4)
    assert ciede2000((60.2574, -34.0099, 36.2677), (60.4626, -34.1751, 39.4387)) == pytest.approx(1.2644, abs=1e-4)


@pytest.mark.parametrize("game", SHIPPED)
def test_in_high_contrast_the_ground_is_plain_and_no_text_stands_out_less(game, contrasts):
    """A text that stands out ten times as much as its ground already may lose a little where its ground is another colour."""
    table(game)
    usual = dict(contrasts)
    contrasts.clear()
    stage = table(game, high_contrast=True)
    worse = {words: (round(usual[words], 1), round(high, 1)) for words, high in contrasts.items() if high < min(usual.get(words, 0), 7)}
    assert worse == {}
    grounds = {read_theme(game)[0].picture(role) for role in ("table", "board")} - {""}
    assert grounds
    assert not {item.name for item in flat(stage.app.items()) if isinstance(item, Picture)} & grounds


@pytest.mark.parametrize("quarters", [0, 1])
@pytest.mark.parametrize("name", sorted(map_files("overcross")))
def test_in_high_contrast_plain_squares_are_dark_and_what_is_special_keeps_its_picture(name, quarters):
    found = battle_map(name, "overcross")
    turned, side, painted = Turned(found.grid.width, found.grid.height, quarters), 24, []
    for high_contrast in (False, True):
        stage = Stage(games=shelf(), high_contrast=high_contrast)
        stage.frame(0.1)
        painted.append(grid_paint.ground(stage.app, ("overcross", name, turned, ()), turned.across * side, turned.down * side))
    special = found.grid.obstructs | found.grid.blocks_sight | found.grid.slow | sum(found.grid.harm)
    for cell in range(found.grid.width * found.grid.height):
        x, y = turned.spot(cell)
        usual, high = (surface.subsurface((x * side + 3, y * side + 3, side - 6, side - 6)).copy() for surface in painted)
        if special >> cell & 1:
            assert pygame.image.tobytes(usual, "RGB") == pygame.image.tobytes(high, "RGB")
        else:
            red, green, blue, _ = pygame.transform.average_color(high)
            assert max(red, green, blue) - min(red, green, blue) <= 1
            assert luminance((red, green, blue, 255)) < 0.05


def test_in_high_contrast_no_page_has_a_picture_behind_it(monkeypatch):
    monkeypatch.setattr(Thinker, "warm", lambda self: None)
    for page in PAGES:
        stage = Stage((1280, 720), games=shelf(), high_contrast=True)
        stage.show(PAGES[page]())
        stage.frame(0.3)
        whole = stage.app.view.width * stage.app.view.height
        large = [item for item in flat(stage.app.items()) if isinstance(item, Picture) and item.rect[2] * item.rect[3] > whole / 3]
        assert large == [], page


@pytest.mark.parametrize("game", SHIPPED)
def test_the_pips_of_every_die_stand_out_from_its_whole_face(game):
    stage, side = Stage((1280, 720), games=shelf()), 240
    register(stage.app)
    theme = stage.app.world(game)
    for seat in range(max(BOXES[game].seats)):
        look = theme.seat_look(seat)
        for face, places in dice._PIPS.items():
            picture = dice.die(stage.app, (str(face), look.colour, look.charge), side, side * 7 // 6)
            for column, row in places:
                x, y = side * (0.245 + 0.255 * column), side * 0.98 * (0.245 + 0.255 * row)
                pip = tuple(picture.get_at((round(x), round(y)))[:3])
                for turn in range(8):  # past its well, and not in the next pip's
                    angle, reach = (2 * turn + 1) * pi / 8, side * 0.092 * 1.42
                    ground = tuple(picture.get_at((round(x + reach * cos(angle)), round(y + reach * sin(angle))))[:3])
                    assert contrast(pip, ground) >= 4.5, (seat, face, column, row)


@pytest.mark.parametrize("high_contrast", [False, True], ids=["usual", "high-contrast"])
@pytest.mark.parametrize("game", SHIPPED)
def test_every_text_of_every_page_of_a_game_stands_out(game, high_contrast, by_themselves, template_shelf, nobody_thinks):
    """Of whatever opens around a match, over it and in lessons, as `test_every_screen` finds it; cards on them included."""
    stage = Stage((1280, 720), games=shelf(), high_contrast=high_contrast)
    surface, found, read = stage.app.surface, {}, 0
    hand = Walker(stage)
    stage.app.surface = surface
    for way in (*pages(game), *taught(game), *over_matches(game)):
        by_themselves.clear()
        hand._open(way.open)
        stage.app.painter.forget()
        stage.app.show()
        stage.app.painter.paint(stage.app.surface, stage.app.view, stage.app.items(), anew=True)
        read += len(by_themselves)
        found |= {(way.name, words): ratio for words, ratio in weak(by_themselves).items()}
    assert found == {}
    assert read > 300


def most_of_what_changed(before: pygame.Surface, after: pygame.Surface, within: pygame.Rect) -> tuple[int, ...]:
    """Return the colour that most of the pixels have that are no longer what they were."""
    within = within.clip(before.get_rect())
    points = [(x, y) for x in range(within.left, within.right) for y in range(within.top, within.bottom)]
    return Counter(tuple(after.get_at(at)[:3]) for at in points if after.get_at(at) != before.get_at(at)).most_common(1)[0][0]


@pytest.mark.parametrize("high_contrast", [False, True], ids=["usual", "high-contrast"])
@pytest.mark.parametrize("game", SHIPPED)
def test_on_a_table_as_it_is_painted_legal_refused_and_chosen_are_told_apart_by_every_eye(game, high_contrast, monkeypatch):
    monkeypatch.setattr(Thinker, "warm", lambda self: None)
    stage = table(game, high_contrast=high_contrast)
    app, board = stage.app, stage.top.view.board
    before, scale = app.surface.copy(), app.view.scale
    shown = [piece for piece in board.scene.pieces.values() if piece.id in board.layout.poses and piece.kind != "terrain"]
    piece = max(shown, key=lambda each: board.layout.poses[each.id].w)
    pose = board.layout.poses[piece.id]
    at = pygame.Rect(*(round(each * scale) for each in inset(pose.bounding, -12)))

    def painted_over(items) -> tuple[int, ...]:
        after = before.copy()
        for item in items:
            app.painter.draw(after, item, 0, 0)
        return after

    def marked(mood: str) -> tuple[int, ...]:
        plain, after = (painted_over(kinds.drawn(app, board.scene, piece, pose, board.face, mood=each)) for each in ("", mood))
        return most_of_what_changed(plain, after, at)

    seat = next(seat for seat in board.scene.seats if seat.seat in board.layout.seats)
    rect = board.layout.seats[seat.seat]
    plain, chosen = (
        painted_over(
            plates.plate(
                app, replace(seat, choosing=choosing, active=False), rect, [], "House", "", thinking=False, you=False, wave=choosing
            )
        )
        for choosing in (False, True)
    )
    found = {
        "legal": marked("legal"),
        "refused": marked("refused-hot"),
        "chosen": most_of_what_changed(plain, chosen, pygame.Rect(*(round(each * scale) for each in inset(rect, -8)))),
    }
    near = {
        (eye, one, other): round(apart(found[one], found[other], eye), 1)
        for eye in EYES
        for one, other in combinations(found, 2)
        if apart(found[one], found[other], eye) < APART
    }
    assert near == {}, found


@pytest.mark.parametrize(
    "look", [((1280, 720), 100, False), ((1280, 720), 175, False), ((1280, 720), 175, True), ((3840, 2160), 100, True)]
)
@pytest.mark.parametrize("game", WITH_CARDS)
def test_every_text_stands_out_on_a_card_that_does_not_go_into_a_deck_and_no_chip_lies_on_a_word(game, look, monkeypatch):
    """Looked at when all is painted: what lies over a word later is seen too. Where a game refuses no card of its own, half of them are said to be."""
    monkeypatch.setattr(Thinker, "warm", lambda self: None)
    stage = Stage(look[0], games=shelf(), text_size=look[1], high_contrast=look[2])
    refused = DeckBook.refused
    monkeypatch.setattr(
        DeckBook, "refused", lambda book, card: "" if card in book.deck.cards else refused(book, card) or "refused" * (len(card) % 2 == 0)
    )
    stage.show(Library(game, decks=True))
    stage.frame(1.0)
    app, scale, found, covered = stage.app, stage.app.view.scale, {}, []
    app.painter.paint(app.surface, app.view, app.items(), anew=True)
    cards = [item for item in flat(app.items()) if isinstance(item, Made) and item.kind == "card" and "flat" in str(item.key[-1])]
    area = next(
        part for part in stage.top.parts if isinstance(part, Scroll) and any(tile.key.startswith("card-") for tile in part.parts)
    ).rect
    seen = pygame.Rect(*(round(each * scale) for each in area))
    dim = [item for item in cards if "dim" in item.key[-1]]
    assert dim
    round_ones = [
        each for each in flat(app.items()) if isinstance(each, Panel) and each.rect[2] == each.rect[3] and each.radius == each.rect[2] / 2
    ]
    chips = [pygame.Rect(*(round(each * scale) for each in chip.rect)).inflate(-2, -2) for chip in round_ones if chip.rect[2] > 40]
    assert len(chips) >= len(dim)
    for item in cards:
        at = round(item.rect[0] * scale), round(item.rect[1] * scale)
        face, wide = item.key[1], round(item.rect[2] * scale)
        parts = face_items(app, app.theme, face, (0.0, 0.0, wide / scale, round(item.rect[3] * scale) / scale), wide)
        for part in [each for each in parts if isinstance(each, Text) and each.words.strip() and not each.rich]:
            app.painter.scale = scale
            letters, x, y, _ = app.painter._text_place(replace(part, shade=None))
            box = letters.get_rect(topleft=(x + at[0], y + at[1]))
            strokes = pygame.mask.from_surface(letters, 150)
            covered += [
                (face.name, part.words)
                for chip in chips
                if strokes.overlap(pygame.mask.Mask(chip.size, fill=True), (chip.x - box.x, chip.y - box.y))
            ]
            around = strokes.convolve(pygame.mask.Mask((5, 5), fill=True), pygame.mask.Mask(letters.get_size()), (-2, -2))
            around.erase(pygame.mask.from_surface(letters, 8), (0, 0))
            if item in dim and seen.contains(box):
                ink, ground = mean(app.surface, strokes, box.topleft), mean(app.surface, around, box.topleft)
                if ink is not None and ground is not None:
                    dark, light = sorted((ink, ground))
                    found[face.name, part.words] = (light + 0.05) / (dark + 0.05)
    assert len(found) >= 4
    assert weak(found) == {}
    assert covered == []
