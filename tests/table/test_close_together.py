"""Where little room is left, names and numbers stay whole: cards of a full hand, discs at large text, arrows and lists over the table."""

from __future__ import annotations

from collections.abc import Callable
from itertools import combinations, pairwise

import pygame
import pytest
from msgspec.structs import replace
from shell_stage import Stage, flat
from test_every_screen import nobody_thinks, walker
from test_text_grows import GROWN, said, tables
from walker import set_in_its_box

from game.kernel.chance import Chance
from game.kernel.ids import piece_place
from game.kernel.scene import Badge
from game.kernel.setup import Setup
from game.match.counsel import Idea
from game.match.match import Match
from game.match.seats import SeatPlan
from game.rules import shelf
from game.table.canvas.draw import Made, Panel, Polygon, Text
from game.table.canvas.view import Rect, inset, meet
from game.table.pieces import attack_arrow
from game.table.pieces.card_face import badge_items, face_items, part_seen, set_as
from game.table.pieces.layout import well
from game.table.pieces.name_plate import LEAST
from game.table.play import overlay
from game.table.play.match import MatchScreen
from game.table.shell.settings import ASKED

__all__ = ["nobody_thinks"]

pytestmark = pytest.mark.usefixtures("nobody_thinks")

SIZES = [(1024, 640), (1280, 720)]
NARROW_WINDOWS = pytest.mark.parametrize("size", SIZES, ids=lambda size: f"{size[0]}x{size[1]}")


def moment(game: str, wanted: Callable[[Match], bool]) -> Match:
    """Return a match of two people at the first moment that is wanted."""
    for seed in range(1, 30):
        match, chance = Match.start(Setup(game, 2, seed=seed), (SeatPlan("human"),) * 2), Chance(seed)
        while match.deciding is not None and match.count < 400:
            if wanted(match):
                return match
            match.submit(chance.pick(match.legal()))
    raise AssertionError(f"no such moment of {game}")


def seated(match: Match, size: tuple[int, int], text: int, **settings) -> tuple[Stage, MatchScreen]:
    stage = Stage(size, games=shelf(), text_size=text, speed="instant", reduced_motion=True, **settings)
    screen = stage.show(MatchScreen(match))
    for _ in range(8):
        stage.frame(1.0)
        if stage.top is not screen:
            stage.press("return")
    return stage, screen


def in_hand(screen: MatchScreen) -> list[int]:
    scene = screen.view.scene
    return [piece.id for piece in scene.pieces.values() if scene.zones[piece.zone].kind == "hand" and piece.owner == scene.viewer]


def faces(stage: Stage, screen: MatchScreen) -> dict[str, tuple[Made, list, float]]:
    """Return each card of one's own hand as it is drawn, with what stands on it and how much of its width is seen."""
    found, scale = {}, stage.app.view.scale
    own = {screen.view.scene.pieces[piece].face for piece in in_hand(screen)}
    for item in flat(stage.app.items()):
        if isinstance(item, Made) and item.kind == "card" and item.key[1] is not None and item.words in own:
            world, face, _, w, h, _, look = item.key
            wide = max(1, round(w * scale))
            rect = (0.0, 0.0, wide / scale, round(h * scale) / scale)
            items = face_items(stage.app, stage.app.world(world), face, rect, wide, part_seen(look), set_as(look))
            seen = part_seen(look)
            found[face.name] = item, items, rect[2] * seen
    return found


@NARROW_WINDOWS
@pytest.mark.parametrize("text", [100, 150, 175])
def test_of_a_hand_of_ten_the_names_and_numbers_stand_on_the_part_of_each_card_that_is_seen(size, text):
    match = moment("starcrossed", lambda match: len(in_hand_of(match)) >= 10)
    stage, screen = seated(match, size, text)
    scale, covered, shortened = stage.app.view.scale, 0, 0
    for name, (_, items, room) in faces(stage, screen).items():
        words = [item for item in items if isinstance(item, Text)]
        down = [item for item in items if isinstance(item, Made) and item.kind == "spine"]
        named = [item for item in words if item.words.casefold()[:3] == name.casefold()[:3]]
        assert named or down, f"{name} has no name"
        for item in down:
            assert item.words == name
            assert item.key[1] >= LEAST
            assert item.rect[0] + item.rect[2] <= room + 1, f"{name} is cut"
        for item in named:
            laid = set_in_its_box(stage, item)[0]
            assert laid.size >= LEAST
            assert item.rect[0] + (item.rect[2] + laid.width / scale) / 2 <= room + 1, f"{name} is cut"
            assert len(laid.lines) >= len(item.words.split()) or laid.width / scale <= room
        covered += room < items[0].rect[2]
        shortened += any("…" in item.words for item in named)
        discs = [item.rect for item in items if isinstance(item, Made) and item.kind == "badge"]
        assert all(disc[0] + disc[2] <= room + 1 for disc in discs), f"a number of {name} is covered"
        assert not any(meet(inset(one, 1), inset(other, 1)) for one, other in combinations(discs, 2)), (
            f"two numbers of {name} lie over each other"
        )
    assert covered >= 6
    assert not shortened


def in_hand_of(match: Match) -> list[int]:
    scene = match.scene(match.deciding)
    return [piece.id for piece in scene.pieces.values() if scene.zones[piece.zone].kind == "hand" and piece.owner == match.deciding]


def test_the_card_of_a_full_hand_that_is_reached_for_says_its_whole_name_across():
    match = moment("starcrossed", lambda match: len(in_hand_of(match)) >= 10)
    stage, screen = seated(match, (1024, 640), 175)
    cut = [
        name
        for name, (_, items, _) in faces(stage, screen).items()
        if any(isinstance(item, Made) and item.kind == "spine" for item in items)
    ]
    assert cut
    for piece in in_hand(screen):
        face = screen.view.printed.face(screen.view.scene.pieces[piece].face)
        if face.name in cut:
            x, y = screen.view.board.centre_of(piece_place(piece))
            stage.move(x, y)
            assert screen.hand.over == piece_place(piece)
            items = faces(stage, screen)[face.name][1]
            assert any(isinstance(item, Text) and item.words.casefold() == face.name.casefold() for item in items)


@pytest.mark.parametrize("game", ["cardmaster", "starcrossed", "shine", "overcross"])
def test_numbers_on_cards_grow_with_the_text(game):
    usual, large = walker(((1280, 720), 100)), walker(((1280, 720), 175))
    small, seen = {}, 0
    for opening in tables(game).values():
        usual._open(opening)
        before = said(usual.stage)
        large._open(opening)
        for (card, words), px in said(large.stage).items():
            if card and words.isdigit() and (card, words) in before:
                seen += 1
                if px < before[card, words] * 1.1:  # in a full hand, where one number stands under the other, not by more
                    small[card, words] = before[card, words], px
    assert seen >= 8
    assert small == {}


@NARROW_WINDOWS
@pytest.mark.parametrize("game", ["cardmaster", "starcrossed", "shine", "overcross", "verona"])
def test_what_the_guide_says_is_no_smaller_at_larger_text(game, size):
    match = moment(game, lambda match: match.count > (8 if game == "verona" else 40) and len(match.scene(match.deciding).prompt.words) < 60)
    sizes = []
    for text in (100, *GROWN):
        stage, screen = seated(match, size, text, guide=ASKED)
        words = screen.controls.guide.words()
        lines = [set_in_its_box(stage, item)[0].size for item in flat(stage.app.items()) if isinstance(item, Text) and item.words == words]
        assert len(lines) == 1
        sizes += lines
    assert sizes[0] < sizes[1]
    assert sizes[3] >= sizes[0] * 1.25


def arrow_of(match: Match, size: tuple[int, int], text: int) -> tuple[Polygon, list[Rect]]:
    """Return the arrow of the attack and where the numbers of both cards stand."""
    stage, screen = seated(match, size, text)
    board = screen.view.board
    fighting = [piece for piece in screen.view.scene.pieces.values() if piece.kind == "card" and attack_arrow.ATTACKING & {*piece.marks}]
    (arrow,) = [item for item in flat(stage.app.items()) if isinstance(item, Polygon) and item.layer == attack_arrow.LAYER]
    return arrow, [rect for piece in fighting for rect in board._said_on(piece, board.stage.pose(piece.id, stage.app.now))[0]]


def two_fight(match: Match) -> bool:
    marked = [
        piece for piece in match.scene(match.deciding).pieces.values() if piece.kind == "card" and attack_arrow.ATTACKING & {*piece.marks}
    ]
    return len(marked) == 2


@pytest.mark.parametrize("text", [100, 175])
@pytest.mark.parametrize("game", ["shine", "starcrossed"])
def test_the_arrow_of_an_attack_covers_no_number_of_the_two(game, text):
    arrow, numbers = arrow_of(moment(game, two_fight), (1280, 720), text)
    assert numbers
    assert not [rect for rect in numbers for part in attack_arrow.parts(arrow.points) if meet(part, inset(rect, 1))]


def test_a_card_looked_at_lies_over_the_list_of_hints():
    match = moment("overcross", lambda match: "Play cards" in match.scene(match.deciding).prompt.words)
    stage, screen = seated(match, (1280, 720), 175)
    screen.hints.ideas = tuple(Idea(offer, offer.verb, "") for offer in screen.hand.grip.offers if offer.refusal is None)[:3]
    screen.hints._count = match.count
    place = piece_place(in_hand(screen)[0])
    screen.hand.over, screen.hand.look_now = place, True
    screen.stale()
    items = stage.app.items()
    looked = next(item for item in items if isinstance(item, Made) and item.kind == "card" and item.layer > overlay.LAYER)
    rows = [
        item for row in screen.hints.parts() if hasattr(row, "key") for item in items if isinstance(item, Panel) and item.rect == row.rect
    ]
    assert len(rows) == 3
    assert all(items.index(row) < items.index(looked) for row in rows)


@NARROW_WINDOWS
def test_where_the_log_has_no_room_for_two_lines_a_button_opens_it_over_the_table(size):
    match, opened = moment("starcrossed", lambda match: len(in_hand_of(match)) >= 10), 0
    for text in (100, *GROWN):
        stage, screen = seated(match, size, text, guide=ASKED)
        button, log = screen.widget("log-over"), screen.widget("log")
        assert not (button and log)
        if log is None:
            opened += 1
            stage.click("log-over" if button is not None else "tool-log")
            assert any("The log" in str(getattr(item, "words", "")) for item in flat(stage.top.draw()))
    assert opened


def test_the_gold_button_throws_no_diva_away_and_attacking_stays_a_button():
    match = moment("starcrossed", lambda match: "attack with a recruit (0)" in match.scene(match.deciding).prompt.words)
    stage, screen = seated(match, (1280, 720), 100)
    buttons = {each.label: each.style for each in screen.widgets() if each.key == "main" or each.key.startswith("offer-")}
    assert buttons["Hold back"] == "main"
    assert buttons["Attack"] != "main"
    before = screen.match.count
    stage.frame(1.0)
    stage.press("space")
    assert screen.match.count == before + 1
    assert screen.match.sentence(before + 1) == "Do not attack in this lane."


@NARROW_WINDOWS
def test_the_only_number_of_a_plate_has_its_name_at_every_text_size(size):
    match = moment("overcross", lambda match: "Play cards" in match.scene(match.deciding).prompt.words and match.count > 60)
    for text in (100, *GROWN):
        stage, _ = seated(match, size, text)
        (label,) = [item for item in flat(stage.app.items()) if isinstance(item, Text) and item.words == "Play limit"]
        laid = set_in_its_box(stage, label)[0]
        assert laid.size >= LEAST
        assert laid.width <= label.rect[2] * stage.app.view.scale + 1


@NARROW_WINDOWS
@pytest.mark.parametrize("text", [100, 150, 175])
def test_what_a_step_would_bring_lies_beside_the_plates_and_the_legend_on_a_ground_of_its_own(size, text):
    match = moment("overcross", lambda match: "Play cards" in match.scene(match.deciding).prompt.words and match.count > 60)
    stage, screen = seated(match, size, text)
    board = screen.view.board
    pieces = screen.view.scene.pieces
    source = next(place for place in screen.hand.grip.sources() if place[:6] == "piece/" and pieces[int(place[6:])].kind == "token")
    offer = next(offer for offer in screen.hand.grip.offers if offer.source == source and offer.target and offer.refusal is None)
    stage.move(*board.centre_of(source))
    stage.down(*board.centre_of(source))
    x, y, w, h = board.rect_of(offer.target)
    stage.move(x + w / 2, y + h / 2)
    stage.move(x + w / 2 + 2, y + h / 2)
    items = flat(stage.app.items())
    boxes = [item.rect for item in items if isinstance(item, Panel) and item.layer == overlay.LAYER]
    assert boxes
    assert not [box for box in boxes for plate in board.layout.seats.values() if meet(box, plate)]
    signs = [item for item in items if isinstance(item, Made) and item.words.startswith("legend")]
    grounds = [
        item.rect for item in items if isinstance(item, Panel) and any(meet(item.rect, sign.rect) for sign in signs) and item.top[3] == 255
    ]
    assert signs
    assert all(any(ground[2] > 3 * sign.rect[2] and meet(ground, sign.rect) for ground in grounds) for sign in signs)


@pytest.mark.parametrize("size", [*SIZES, (1280, 648)], ids=lambda size: f"{size[0]}x{size[1]}")
@pytest.mark.parametrize("text", [100, 150, 175])
def test_whoever_chooses_starters_reads_the_name_of_each(size, text):
    match = moment("cardmaster", lambda match: "starters" in match.scene(match.deciding).prompt.words)
    stage, screen = seated(match, size, text)
    scene, scale, whole = screen.view.scene, stage.app.view.scale, 0
    lying = {piece.face for piece in scene.pieces.values() if piece.owner == scene.viewer}
    for item in flat(stage.app.items()):
        if isinstance(item, Made) and item.kind == "card" and item.words in lying:
            world, face, _, w, h, _, look = item.key
            rect = (0.0, 0.0, round(w * scale) / scale, round(h * scale) / scale)
            items = face_items(stage.app, stage.app.world(world), face, rect, round(w * scale), part_seen(look), set_as(look))
            (named,) = [each for each in items if isinstance(each, Text) and each.words.casefold()[:4] == face.name.casefold()[:4]]
            laid = set_in_its_box(stage, named)[0]
            assert laid.size >= LEAST
            assert laid.width / scale <= named.rect[2] + 1, f"{face.name} is cut"
            assert len(laid.lines) >= len(named.words.split()) or "…" not in named.words
            whole += named.words.casefold() == face.name.casefold()
            lying.discard(item.words)
    assert lying == set()
    assert whole >= 5


@pytest.mark.parametrize("size", [*SIZES, (1920, 1080), (3840, 2160)], ids=lambda size: f"{size[0]}x{size[1]}")
@pytest.mark.parametrize("text", [100, 150, 175])
@pytest.mark.parametrize("game", ["shine", "starcrossed", "overcross"])
def test_the_number_of_a_pile_stands_at_its_corner_whatever_lies_on_top(game, text, size):
    """Where the card on top said more than its head, its number was pushed into its middle, or off the pile."""

    def thrown_away(match: Match) -> bool:
        scene = match.scene(match.deciding)
        return {piece.owner for piece in scene.pieces.values() if scene.zones[piece.zone].kind == "pile" and not piece.down} >= {0, 1}

    stage, screen = seated(moment(game, thrown_away), size, text)
    scene, layout = screen.view.scene, screen.view.board.layout
    items = flat(stage.app.items())
    numbers = [
        (before, item) for before, item in pairwise(items) if isinstance(before, Panel) and isinstance(item, Text) and item.words.isdigit()
    ]
    panels = [before.rect for before, item in numbers if item.layer == 80]
    piles = [well(layout.zones[key]) for key, zone in scene.zones.items() if zone.kind == "pile"]
    assert len(piles) >= 4
    for x, y, w, h in piles:
        (box,) = [rect for rect in panels if meet(rect, (x, y, w, h))]
        assert x + w / 2 < box[0] + box[2] / 2 < x + w, f"{box} beside {(x, y, w, h)}"
        assert y + h / 2 < box[1] + box[3] / 2 < y + h, f"{box} over or under {(x, y, w, h)}"


@pytest.mark.parametrize("text", [1.0, 1.25, 1.5, 1.75])
@pytest.mark.parametrize("value", ["2", "12", "171", "648"])
@pytest.mark.parametrize("tone", ["good", "bad"])
def test_the_arrow_of_a_changed_number_covers_none_of_its_digits(text, value, tone):
    stage = Stage((1280, 720), games=shelf())
    app, side = stage.app, 60
    items = badge_items(app.theme, Badge("strength", value, "", tone), (40.0, 40.0, side, side), "round", (90, 40, 40, 255), text)

    def painted(kind: type) -> pygame.Mask:
        surface = pygame.Surface((140, 140), pygame.SRCALPHA, 32)
        before, app.painter.scale = app.painter.scale, 1.0
        for item in items:
            if isinstance(item, kind):
                app.painter.draw(surface, replace(item, shade=None) if isinstance(item, Text) else item, 0, 0)
        app.painter.scale = before
        return pygame.mask.from_surface(surface, 200)

    digits, arrow = painted(Text), painted(Polygon)
    assert digits.count() > 100
    assert arrow.count() > 60
    assert digits.overlap_area(arrow, (0, 0)) <= 0.06 * arrow.count()


@pytest.mark.parametrize("text", [100, 150, 175])
@NARROW_WINDOWS
def test_the_words_over_neighbouring_piles_stay_apart(size, text):
    match = moment("overcross", lambda match: match.count > 40)
    stage, _ = seated(match, size, text)
    over = [item for item in flat(stage.app.items()) if isinstance(item, Text) and item.words in {"Hand", "Deck", "Discard"}]
    boxes = []
    for item in over:
        surface, x, y, _ = stage.app.painter._text_place(replace(item, shade=None))
        seen = surface.get_bounding_rect(120).move(x, y)
        boxes.append((item.words, seen))
    pairs = [(one, other) for one, other in combinations(boxes, 2) if abs(one[1].centery - other[1].centery) < 12]
    assert len(pairs) >= 2
    for (words, one), (others, other) in pairs:
        left, right = sorted((one, other), key=lambda rect: rect.x)
        assert right.left - left.right >= 3, (words, others)
