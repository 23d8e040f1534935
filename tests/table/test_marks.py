"""What the keyboard stands on is marked so that it is seen on every ground, and neither a mark nor what a hand holds hides the table."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import combinations

import pygame
import pytest
from msgspec.structs import replace
from shell_stage import Stage, flat
from test_contrast import luminance, table
from test_text_size import BOXES

from game.ai.worker import Thinker
from game.cli.shoot import played
from game.kernel.ids import piece_place, zone_place
from game.kernel.scene import Badge, ScenePiece
from game.kernel.setup import Setup
from game.rules import SHIPPED, shelf
from game.table.bench import sample_board
from game.table.canvas.draw import Made, Panel, Text
from game.table.canvas.ring import APART, BROAD
from game.table.canvas.tween import Pose
from game.table.canvas.view import Rect, holds, inset, meet
from game.table.pieces import creature, figures, kinds, plates, zones
from game.table.pieces.card_face import face_items
from game.table.pieces.lit import Light
from game.table.pieces.written import Written, written
from game.table.play.match import MatchScreen
from game.table.screens.menu import MenuScreen
from game.table.shell.page import Page, Part
from game.table.shell.widgets import Button

SEEN = 3.0
"""What is no text is seen where it stands so far from its ground (WCAG 1.4.11)."""


@pytest.fixture(autouse=True)
def nobody_thinks(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(Thinker, "warm", lambda self: None)


def around(rect: Rect) -> Iterator[tuple[float, float, int, int]]:
    """Yield points along the sides of a rectangle, away from its round corners, each with the way out."""
    x, y, width, height = rect
    for part in (0.44, 0.5, 0.56):
        yield x + width * part, y, 0, -1
        yield x + width * part, y + height, 0, 1
        yield x, y + height * part, -1, 0
        yield x + width, y + height * part, 1, 0


def painted(stage: Stage, items: list, over: pygame.Surface) -> pygame.Surface:
    surface = over.copy()
    for item in items:
        stage.app.painter.draw(surface, item, 0, 0)
    return surface


def weakest(before: pygame.Surface, after: pygame.Surface, rect: Rect, scale: float) -> float:
    """Return how far the better colour of a ring stands from what surrounds it, where that is least."""
    least = 99.0
    for x, y, right, down in around(rect):
        grounds, tones = [], []
        for found, surface, steps in ((tones, after, (2.5, 3.5, 4.5, 6.0, 7.0, 8.0)), (grounds, before, (APART + 3.5 * BROAD, -1.0))):
            for step in steps:
                at = round((x + right * step) * scale), round((y + down * step) * scale)
                if surface.get_rect().collidepoint(at):
                    found.append(luminance(surface.get_at(at)))
        if len(tones) == 6 and grounds:
            least = min(least, *(max((max(g, t) + 0.05) / (min(g, t) + 0.05) for t in tones) for g in grounds))
    return least


@pytest.mark.parametrize("high_contrast", [False, True], ids=["usual", "high-contrast"])
@pytest.mark.parametrize("game", SHIPPED)
def test_what_the_keyboard_stands_on_is_seen_on_every_ground_and_not_covered(game, high_contrast):
    stage = table(game, high_contrast=high_contrast)
    screen, scale = stage.top, stage.app.view.scale
    before = stage.app.surface.copy()
    scene = screen.view.scene
    places = [*map(piece_place, list(scene.pieces)[::3]), *map(zone_place, scene.zones)]
    measured = 0
    for place in places:
        rect = screen.view.board.drawn_at(place, Light(focus=place))
        if rect is None or rect[0] < 12 or rect[1] < 12:
            continue
        after = painted(stage, screen.view.board._focus(Light(focus=place)), before)
        assert weakest(before, after, rect, scale) >= SEEN, place
        kept = pygame.Rect(*(round(each * scale) for each in inset(rect, 2))).clip(before.get_rect())
        assert pygame.image.tobytes(before.subsurface(kept), "RGB") == pygame.image.tobytes(after.subsurface(kept), "RGB"), place
        measured += 1
    assert measured > 4


def test_the_focus_is_seen_on_pages_too():
    stage = Stage((1280, 720), games=shelf())
    page = stage.show(MenuScreen())
    before = stage.app.surface.copy()
    stage.press("tab")
    stage.frame(1.0)
    assert weakest(before, stage.app.surface, page.widget(page.focus).rect, stage.app.view.scale) >= SEEN


class Buttons(Page):
    """A button of every style."""

    def build(self) -> list[Part]:
        return [
            Button(key=style, rect=(200.0, 150.0 + 150 * row, 400.0, 80.0), label=style, style=style)
            for row, style in enumerate(("main", "plain", "danger", "quiet"))
        ]


@pytest.mark.parametrize("high_contrast", [False, True], ids=["usual", "high-contrast"])
@pytest.mark.parametrize("world", ["", *SHIPPED])
def test_the_line_of_the_focus_is_seen_by_both_its_edges_around_every_button(world, high_contrast):
    """Also where the button or what lies around it has the colour of the focus, as in high contrast."""
    stage = Stage((1280, 720), games=shelf(), high_contrast=high_contrast)
    page, scale = Buttons(), stage.app.view.scale
    page.theme = world
    stage.show(page)
    for style in ("main", "plain", "danger", "quiet"):
        page.look_at(style)
        page.stale()
        stage.frame(0.1)
        for x, y, right, down in around(page.widget(style).rect):
            inner, line, outer = (
                luminance(
                    stage.app.surface.get_at(
                        (round((x + right * (APART + by * BROAD)) * scale), round((y + down * (APART + by * BROAD)) * scale))
                    )
                )
                for by in (0.5, 1.5, 2.5)
            )
            assert min((max(line, edge) + 0.05) / (min(line, edge) + 0.05) for edge in (inner, outer)) >= SEEN


MOMENTS = {"verona": 8, "starcrossed": 14}
"""After how many actions something can be held that goes to a place; 40 in the others."""


def held_over(game: str) -> Iterator[tuple[Rect, Rect, tuple[float, float]]]:
    """Drag each piece of a match over where it may go and may not; yield its picture, what it is over, and where the pointer is."""
    stage = Stage((1280, 720), games=shelf(), speed="instant", reduced_motion=True)
    screen = stage.show(MatchScreen(played(Setup(game, min(BOXES[game].seats), seed=5), MOMENTS.get(game, 40), None)))
    for _ in range(4):
        stage.frame(1.0)
    board, grip = screen.view.board, screen.hand.grip
    for source in [each for each in grip.sources() if each.startswith("piece/") and board.centre_of(each)][:4]:
        grip.let_go()
        piece = board.scene.pieces[int(source.partition("/")[2])]
        stage.down(*board.centre_of(source))
        targets = {offer.target for offer in grip.offers if offer.source == source and offer.target}
        for target in sorted(targets)[:6]:
            at = board.centre_of(target)
            if at is None or not (target.startswith("piece/") or piece.kind == "card"):
                continue
            stage.move(*at)
            stage.move(at[0] + 1, at[1])
            over = board.rect_of(screen.hand.over) if screen.hand.over else None
            if over is None or screen.hand.dragged_at is None:
                continue
            pose = board.stage.pose(piece.id, stage.app.now)
            light = Light(held=source, legal=frozenset(grip.open_targets()), refused=frozenset(targets), hover=screen.hand.over)
            shown = [item.rect for item in flat(board._held(piece, pose, screen.hand.dragged_at, light)) if isinstance(item, Made)]
            yield max(shown, key=lambda each: each[2] * each[3]), over, screen.hand.dragged_at
        grip.let_go()
        stage.up(*board.centre_of(source))


def test_what_goes_anywhere_on_a_grid_lights_up_its_edge_and_washes_nothing_out():
    board = sample_board()
    for hover in ("", "zone/field"):
        glow = board._zone_glow(Light(held="piece/0", legal=frozenset({"zone/field"}), hover=hover))
        assert [type(item) for item in glow] == [Panel]
        assert glow[0].top[3] == 0
        assert glow[0].edge is not None
        assert glow[0].edge[3] == 255


@pytest.mark.parametrize("game", SHIPPED)
def test_what_is_held_leaves_what_it_is_held_over_to_be_seen(game):
    seen = 0
    for shown, over, (x, y) in held_over(game):
        assert not (shown[0] < x < shown[0] + shown[2] and shown[1] < y < shown[1] + shown[3])
        wide = max(0.0, min(shown[0] + shown[2], over[0] + over[2]) - max(shown[0], over[0]))
        high = max(0.0, min(shown[1] + shown[3], over[1] + over[3]) - max(shown[1], over[1]))
        assert wide * high < over[2] * over[3] * 0.35
        seen += 1
    assert seen


@pytest.mark.parametrize("text", [100, 125, 150, 175])
@pytest.mark.parametrize("side", [56.0, 92.0, 140.0])
def test_what_a_token_bears_stays_near_it_and_covers_nothing_else_it_bears(side, text):
    stage = Stage(games=shelf(), text_size=text)
    for badges in range(1, 4):
        for marks in range(4):
            borne = tuple(Badge("hearts", str(index), tone="good") for index in range(badges))
            piece = ScenePiece(1, "token", "board", 0, 0, None, badges=borne, marks=("acted", "moved", "sick")[:marks])
            items = kinds.drawn(stage.app, None, piece, Pose(200.0, 200.0, side, side), lambda _: None)
            chips = [inset(item.rect, kinds.CHIP_PAD) for item in items if isinstance(item, Made) and item.kind == "chip"]
            plates = [item.rect for item in items if isinstance(item, Panel) and item.rect[2] < side * 0.5]
            assert (len(chips), len(plates)) == (badges, marks)
            for x, y, wide, high in (*chips, *plates):
                assert 200 - side * 0.6 <= x <= x + wide <= 200 + side * 0.6
                assert 200 - side * 0.68 <= y <= y + high <= 200 + side * (0.68 if badges + marks < 3 else 1.0)
            for one, other in combinations((*chips, *plates), 2):
                assert not meet(inset(one, 1), inset(other, 1)), (badges, marks)


@pytest.mark.parametrize("text", [100, 150, 175])
@pytest.mark.parametrize("side", [92.0, 140.0])
def test_of_five_badges_on_a_large_token_none_lies_on_its_name(side, text):
    stage = Stage((3840, 2160), games=shelf(), text_size=text)
    stage.app.theme = stage.app.world("starcrossed")
    face = next(face for face in BOXES["starcrossed"].catalogue() if len(face.name) > 8)
    face = replace(face, name="Soul")
    borne = tuple(Badge("hearts", str(index), tone="good" if index < 2 else "empty") for index in range(5))
    piece = ScenePiece(1, "token", "board", 0, 0, face.id, badges=borne)
    items = kinds.drawn(stage.app, None, piece, Pose(200.0, 200.0, side, side), lambda _: face)
    chips = [inset(item.rect, kinds.CHIP_PAD) for item in items if isinstance(item, Made) and item.kind == "chip"]
    assert len(chips) == 5
    grown = min(figures.GROW, text / 100)
    wide, high = stage.app.measure("Soul", "bold", side * 0.21 * grown) + side / 9, side * 0.225 * grown
    name = (200 - wide / 2, 200 + side / 2 - high, wide, high)
    assert not [chip for chip in chips if meet(inset(chip, side * 0.02), name)]


LATER = {
    "starcrossed": ((7, 180), (3, 90)),
    "shine": ((7, 120), (7, 180)),
    "cardmaster": ((7, 120), (5, 40)),
    "overcross": ((7, 180), (3, 90)),
}
"""Seeds and numbers of actions after which piles have grown and cards bear much."""


@pytest.mark.parametrize("text", [100, 150, 175])
@pytest.mark.parametrize("size", [(1280, 720), (1024, 640)], ids=lambda size: f"{size[0]}x{size[1]}")
@pytest.mark.parametrize("game", LATER)
def test_nothing_that_is_counted_or_borne_covers_a_name_or_a_number_of_a_card(game, size, text):
    judged = 0
    for seed, actions in LATER[game]:
        stage = Stage(size, games=shelf(), text_size=text)
        screen = stage.show(MatchScreen(played(Setup(game, 2, seed=seed), actions, None)))
        stage.frame(1.0)
        stage.press("return")
        for _ in range(4):
            stage.frame(1.0)
        board = screen.view.board
        scene, layout, piles = board.scene, board.layout, [zone.id for zone in board.scene.zones.values() if zone.kind == "pile"]
        counted = [item.rect for item in zones.counts(stage.app, scene, layout, board.area, board.face, ()) if isinstance(item, Panel)]
        for piece in scene.pieces.values():
            pose, face = layout.poses.get(piece.id), board.face(piece.face) if piece.face is not None else None
            if piece.kind != "card" or pose is None or face is None or pose.angle or piece.down:
                continue
            on_top = piece.zone not in piles or all(
                pose.z >= layout.poses[other.id].z
                for other in scene.pieces.values()
                if other.zone == piece.zone and other.id in layout.poses
            )
            if not on_top:
                continue
            if creature.fights(piece):
                face = creature.face_now(stage.app, face, piece, round(pose.w / 2) * 2)
            look = layout.looks.get(piece.id, "")
            on = written(stage.app, face, kinds.snapped(pose), look)
            borne = [
                item.rect if isinstance(item, Panel) else inset(item.rect, kinds.CHIP_PAD)
                for item in kinds.drawn(stage.app, scene, piece, pose, board.face, look=look)
                if isinstance(item, Panel) or (isinstance(item, Made) and item.kind == "chip")
            ]
            for plate in (*borne, *(counted if piece.zone in piles else ())):
                covered = [words for words in (*on.name, *on.numbers) if meet(inset(plate, 1.5), inset(words, 1.5))]
                assert covered == [], (seed, actions, face.name, plate)
                judged += 1
    assert judged > 4


def test_what_finds_no_place_on_a_card_becomes_smaller_and_then_lies_on_a_sign_before_it_lies_on_a_number_or_over_its_side():
    room, wished = (0.0, 0.0, 100.0, 140.0), (40.0, 20.0, 24.0, 24.0)
    full = Written(
        name=((4.0, 60.0, 92.0, 40.0),), numbers=((4.0, 4.0, 30.0, 50.0),), rest=((2.0, 0.0, 96.0, 56.0), (2.0, 104.0, 96.0, 36.0))
    )
    assert full.free(wished, room) == wished, "on a sign"
    narrow = full._replace(rest=((2.0, 0.0, 78.0, 56.0), full.rest[1])).free(wished, room)
    assert narrow[0] >= 80, "beside the sign"
    assert 0.7 * wished[2] < narrow[2] < 0.8 * wished[2]
    numbers = Written(full.name, (*full.numbers, (54.0, 0.0, 46.0, 58.0), (0.0, 104.0, 100.0, 36.0)), full.rest)
    place = numbers.free(wished, room)
    assert not [taken for taken in (*numbers.name, *numbers.numbers) if meet(place, taken)]
    assert 0.6 * wished[2] < place[2] < wished[2]
    assert holds(room, numbers.free(wished, room, least=24.0)), "a number on it would not be readable if it were smaller"
    assert Written(name=full.name).free(wished, room) == wished


@pytest.mark.parametrize("gems", [1, 3, 4, 5])
@pytest.mark.parametrize("text", [100, 150])
def test_what_says_that_a_card_has_moved_hides_no_sign_of_it(text, gems):
    """With four gems at 150 % it lay on the sign in the upper right corner of Furnace Matriarch."""
    stage = Stage((1280, 720), games=shelf(), text_size=text)
    screen = stage.show(MatchScreen(played(Setup("cardmaster", 2, seed=7), 40, None)))
    board, judged = screen.view.board, 0
    for piece in board.scene.pieces.values():
        if piece.zone.startswith("active"):
            badges = tuple(replace(each, value=str(gems)) if each.shape == "row" else each for each in piece.badges)
            if any(each.tone == "bad" for each in badges):
                continue
            moved, pose, look = replace(piece, marks=("acted",), badges=badges), board.layout.poses[piece.id], board.layout.looks[piece.id]
            drawn = kinds.drawn(stage.app, board.scene, moved, pose, board.face, look=look)
            tick = next(item for item in reversed(drawn) if isinstance(item, Panel))  # the last that is laid on it
            assert not any(meet(tick.rect, sign) for sign in kinds.said_on(stage.app, moved, pose, board.face, look).rest), piece.face
            judged += 1
    assert judged > 2


@pytest.mark.parametrize("text", [100, 175])
@pytest.mark.parametrize("wide", [180.0, 380.0])
@pytest.mark.parametrize("game", ["starcrossed", "overcross"])
def test_of_a_card_on_which_another_lies_every_number_is_seen(game, wide, text):
    stage = Stage((1280, 720), games=shelf(), text_size=text)
    faces = [face for face in BOXES[game].catalogue() if face.second or len(face.stats) > 1][:12]
    assert faces
    for face in faces:
        for seen in (0.7, 0.85):
            items = face_items(stage.app, stage.app.world(game), face, (0.0, 0.0, wide, wide * 1.4), round(wide / 1.5), seen)
            numbers = [item for item in items if isinstance(item, Made) and item.kind == "badge"]
            assert len(numbers) == bool(face.corner) + bool(face.second) + len(face.stats)
            assert {item.words: item.rect for item in numbers if item.rect[0] + item.rect[2] > wide * seen} == {}
            for one, other in combinations(numbers, 2):
                assert not meet(inset(one.rect, 1), inset(other.rect, 1))


@pytest.mark.parametrize("size", [(1280, 720), (1024, 640)], ids=lambda size: f"{size[0]}x{size[1]}")
@pytest.mark.parametrize("seats", [2, 4, 6])
def test_no_pawn_hides_the_number_of_a_space(seats, size):
    stage = Stage(size, games=shelf())
    judged = 0
    for actions in (0, 12, 20):
        board = stage.show(MatchScreen(played(Setup("verona", seats, seed=3), actions, None))).view.board
        ring = next(iter(board.layout.rings.values()))
        named = {
            item.words: item
            for item in zones._track(stage.app, next(z for z in board.scene.zones.values() if z.kind == "track"), ring)
            if isinstance(item, Text)
        }
        for piece in board.scene.pieces.values():
            if piece.kind != "pawn":
                continue
            pose = board.layout.poses[piece.id]
            for item in named.values():
                x, y = item.rect[0] + item.rect[2] / 2, item.rect[1] + item.rect[3] / 2
                wide, high = stage.app.measure(item.words, item.face, item.size), item.size * 0.7
                assert not meet(inset(pose.rect, pose.w * 0.12), (x - wide / 2, y - high / 2, wide, high)), (actions, item.words)
                judged += 1
    assert judged > 50


def test_no_two_seats_bear_the_same_sign_and_it_is_told_on_the_smallest_token():
    """Also two of one faction, whose own sign is the same."""
    stage = Stage((1280, 720), games=shelf())
    screen = stage.show(MatchScreen(played(Setup("overcross", 4, seed=4), 60, None)))
    scene, signs = screen.view.scene, plates.charges(stage.app, screen.view.scene)
    assert len({seat.charge for seat in scene.seats}) < len(scene.seats)
    assert len(set(signs.values())) == len(signs) == len(scene.seats)
    medals = [item.key[1] for item in plates.plates(stage.app, scene, screen.view.board.layout, ()) if isinstance(item, Made)]
    assert sorted(medals) == sorted(signs.values())
    face = next(face for face in BOXES["overcross"].catalogue() if face.art)
    one, other = (
        figures.token(stage.app, ("overcross", face, (230, 180, 30, 255), sign, ""), 28, 28) for sign in sorted(signs.values())[:2]
    )
    apart = sum(
        max(abs(a - b) for a, b in zip(one.get_at((x, y)), other.get_at((x, y)), strict=True)) > 60 for x in range(28) for y in range(28)
    )
    assert apart >= 30, apart


@pytest.mark.parametrize("sources", [True, False])
def test_the_card_of_a_hand_that_is_reached_for_lies_before_all_others(sources):
    stage = table("starcrossed", high_contrast=False)
    board = stage.top.view.board
    hand = [
        piece for piece in board.scene.pieces.values() if board.scene.zones[piece.zone].kind == "hand" and piece.owner == board.scene.viewer
    ]
    assert len(hand) > 2
    for piece in hand:
        place = piece_place(piece.id)
        for light in (Light(focus=place), Light(hover=place)):
            lit = replace(light, sources=frozenset({place} if sources else ()))
            layers = {each.id: min(item.layer for item in board._piece(each, board.layout.poses[each.id], lit)) for each in hand}
            assert max(layers, key=lambda each: layers[each]) == piece.id
            assert list(layers.values()).count(layers[piece.id]) == 1
