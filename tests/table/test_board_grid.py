"""The battle grid is the heart of its table: large, turned to whoever looks, never covered by a hand, and readable where two things are lit."""

from __future__ import annotations

import pygame
import pytest
from hypothesis import given
from hypothesis import strategies as st
from msgspec.structs import replace
from shell_stage import Stage, flat

from game.kernel.chance import Chance
from game.kernel.ids import piece_place
from game.kernel.offers import Offer
from game.kernel.scene import Patch
from game.kernel.setup import Setup
from game.match.match import Match
from game.match.seats import SeatPlan
from game.rules import open_box
from game.table.canvas.draw import Made, Panel, Text
from game.table.canvas.view import meet
from game.table.pieces.kinds import MARKS
from game.table.pieces.turned import Turned, towards
from game.table.play.match import MatchScreen
from game.table.play.overlay import LAYER
from game.table.screens.new_match import NewMatch


@pytest.fixture(autouse=True)
def nobody_thinks(monkeypatch):
    monkeypatch.setattr("game.ai.worker.Thinker.warm", lambda self: None)


def sat(
    *, seats: int = 2, seat: int = 0, seed: int = 4, actions: int = 30, size=(1280, 720), ground: str = "", **settings
) -> tuple[Stage, MatchScreen]:
    """Return a table of Overcross after so many actions at random, as one seat sees it, at a question of that seat."""
    return shown(played(seats, seat, seed, actions, ground), size, **settings)


def played(seats: int = 2, seat: int = 0, seed: int = 4, actions: int = 30, ground: str = "") -> Match:
    plans = tuple(SeatPlan("human" if each == seat else "random") for each in range(seats))
    match, chance = Match.start(Setup("overcross", seats, seed=seed, map=ground), plans), Chance(seed)
    while match.deciding is not None and (match.count < actions or match.deciding != seat or not match.scene(seat).phase):
        match.submit(chance.pick(match.legal()))
    return match


def shown(match: Match, size=(1280, 720), **settings) -> tuple[Stage, MatchScreen]:
    stage = Stage(size, **{"speed": "instant", "reduced_motion": True, **settings})
    screen = stage.show(MatchScreen(match))
    for _ in range(8):
        stage.frame(0.1)
    return stage, screen


def grid_of(screen: MatchScreen):
    return screen.view.board.grids["grid"]


def test_the_grid_has_560_of_720_pixels_and_tokens_of_44():
    stage, screen = sat()
    grid, scale = grid_of(screen), stage.app.view.scale
    assert (grid.columns, grid.rows) == (12, 12)
    assert grid.side * grid.rows * scale >= 560
    tokens = [key for key, piece in screen.view.scene.pieces.items() if piece.kind == "token"]
    assert min(screen.view.board.layout.poses[key].w * scale for key in tokens) >= 44


def test_the_first_map_of_the_setup_is_the_usual_one_which_gives_the_grid_that_room():
    box = open_box("overcross")
    page = Stage(games=(box,)).show(NewMatch(box))
    assert page.map == page.setup().map == box.complete(Setup("overcross", 2)).map == "duel"
    for seats in box.seats:
        assert box.maps(seats)[0][0] == box.complete(Setup("overcross", seats)).map


def test_ground_without_effect_has_a_name_and_says_so_but_for_what_most_of_the_map_is():
    match = Match.start(Setup("overcross", 2, seed=4, map="arcade"), (SeatPlan("human"), SeatPlan("random")))
    said = {patch.words: patch.cells for patch in match.scene(0).zones["grid"].patches}
    assert len(said["Neon: open ground, nothing happens here"]) == 14
    assert not any(words.startswith("Metal") for words in said)


@pytest.mark.parametrize("seats", [2, 4])
def test_whoever_looks_sees_their_own_zone_at_the_bottom(seats):
    for seat in range(seats):
        _, screen = sat(seats=seats, seat=seat, actions=8 * seats)
        grid = grid_of(screen)
        own = next(patch.cells for patch in screen.view.scene.zones["grid"].patches if patch.tone == f"seat-{seat}")
        middle = sum(grid.cell(cell)[1] for cell in own) / len(own)
        assert middle > grid.rect[1] + grid.rect[3] * 0.85


def test_the_map_does_not_turn_round_for_who_is_out_of_the_match():
    _, screen = sat(seat=0)
    grid = grid_of(screen)
    zone, before = grid.zone, grid.turned
    assert before.quarters == 2
    bare = replace(zone, patches=tuple(patch for patch in zone.patches if patch.tone != "seat-0"))
    grid.fit((0.0, 0.0, 600.0, 600.0), bare, 0)
    assert grid.turned == before
    grid.fit((0.0, 0.0, 600.0, 600.0), zone, 1)
    assert grid.turned.quarters == 0, "another who looks is shown their own side"


@given(st.integers(1, 9), st.integers(1, 9), st.integers(0, 3))
def test_a_turned_grid_shows_every_cell_once_and_finds_it_again(columns, rows, quarters):
    turned = Turned(columns, rows, quarters)
    spots = [turned.spot(cell) for cell in range(columns * rows)]
    assert sorted(spots) == sorted((x, y) for x in range(turned.across) for y in range(turned.down))
    assert [turned.cell(*spot) for spot in spots] == list(range(columns * rows))


@pytest.mark.parametrize(
    ("cells", "columns", "quarters"),
    [((8, 9, 10), 3, 0), ((0, 1, 2), 3, 2), ((0, 3, 6), 3, 1), ((2, 5, 8), 3, 3), ((0, 4, 8), 4, 0), ((), 3, 0)],
)
def test_a_side_is_turned_to_the_bottom_where_the_grid_stays_as_wide(cells, columns, quarters):
    assert towards(columns, 3 if columns == 4 or quarters % 2 else 4, (Patch(cells, "seat-1"),), "seat-1").quarters == quarters


@pytest.mark.parametrize("seat", [0, 1])
def test_the_pointer_meets_the_square_it_is_over_and_its_name_stays_that_of_the_map(seat):
    stage, screen = sat(seat=seat)
    grid = grid_of(screen)
    for cell in range(0, 144, 7):
        x, y, side, _ = grid.cell(cell)
        assert grid.cell_at(x + side / 2, y + side / 2) == cell
    lie = next(patch for patch in screen.view.scene.zones["grid"].patches if ":" in patch.words)
    free = next(
        cell for cell in lie.cells if all(piece.slot != cell for piece in screen.view.scene.pieces.values() if piece.zone == "grid")
    )
    x, y, side, _ = grid.cell(free)
    stage.move(x + side / 2, y + side / 2)
    for _ in range(8):
        stage.frame(0.1)
    assert f"{'ABCDEFGHIJKL'[free % 12]}{free // 12 + 1}" in stage.words().split("\n")
    assert lie.words in stage.words()


@pytest.mark.parametrize("reduced_motion", [True, False])
def test_the_own_hand_rests_half_below_the_edge_until_it_is_reached_for(reduced_motion):
    stage, screen = sat(reduced_motion=reduced_motion)
    board, bottom = screen.view.board, stage.app.view.height
    cards = [key for key, piece in screen.view.scene.pieces.items() if piece.zone == "hand@0"]
    poses = [board.layout.poses[key] for key in cards]
    assert all(pose.y + pose.h / 2 > bottom + pose.h * 0.35 for pose in poses)
    grid = grid_of(screen)
    assert all(pose.y - pose.h / 2 > grid.rect[1] + grid.rect[3] - 12 for pose in poses), "a resting hand covers the grid"
    button = screen.widget("main").rect
    for away in ((grid.rect[0] + 20, grid.rect[1] + 20), (button[0] + 20, button[1] + 10)):
        stage.move(*board.centre_of(piece_place(cards[2])))
        for _ in range(4):
            stage.frame(0.1)
        assert screen.hand.over == piece_place(cards[2])
        pose = board.stage.pose(cards[2], stage.app.now)
        assert pose.y + pose.h / 2 < bottom + pose.h * 0.12
        stage.move(*away)
        for _ in range(4):
            stage.frame(0.1)
        assert board.stage.pose(cards[2], stage.app.now).y > pose.y + pose.h * 0.3


@pytest.mark.parametrize("size", [(1280, 720), (1366, 800)])
def test_the_card_that_is_reached_for_is_the_one_that_is_taken(size):
    """A hand that rises brings no other card under the pointer: not at a corner, and not at the edge of the window."""
    stage, screen = sat(actions=40, size=size)
    board, grid = screen.view.board, grid_of(screen)
    cards = {piece_place(key) for key, piece in screen.view.scene.pieces.items() if piece.zone == "hand@0"}
    wide, high = size
    met = set()
    for x, y in [stage.app.view.logical(x, y) for y in (high - 90, high - 40, high - 1) for x in range(wide // 8, wide, 12)]:
        stage.move(grid.rect[0] + 20, grid.rect[1] + 20)
        assert not board.reached
        resting = next(iter(board.places_at(x, y)), "")
        if resting not in cards:
            continue
        stage.move(x, y)
        assert board.reached
        assert screen.hand.over == next(iter(board.places_at(x, y)), "") == resting, (x, y)
        met.add(resting)
    assert met == cards


def test_a_hand_sinks_while_a_card_is_dragged_so_that_nothing_covers_the_zone():
    stage, screen = sat(actions=40)
    board = screen.view.board
    cards = [key for key, piece in screen.view.scene.pieces.items() if piece.zone == "hand@0"]
    source = next(offer.source for offer in screen.hand.grip.offers if offer.source and int(offer.source[6:]) in cards)
    stage.move(*board.centre_of(source))
    stage.frame(0.1)
    assert board.reached
    stage.down(*stage.app.pointer)
    stage.move(900.0, 500.0)
    stage.move(902.0, 500.0)
    assert screen.hand.grip.held == source
    assert not board.reached


def test_a_hand_of_another_is_a_count():
    stage, screen = sat()
    assert screen.view.board.layout.zones["hand@1"][2] < 110
    assert str(screen.view.scene.zones["hand@1"].count) in stage.words().split("\n")


def test_a_map_seen_in_part_has_a_small_map_and_is_moved_by_pointer_and_keys():
    stage, screen = sat()
    grid = grid_of(screen)
    assert not any(isinstance(item, Made) and item.words == "small map" for item in flat(stage.app.items()))
    stage.move(grid.rect[0] + grid.rect[2] / 2, grid.rect[1] + grid.rect[3] / 2)
    stage.wheel(3)
    stage.wheel(3)
    stage.wheel(3)
    assert grid.cut
    assert any(isinstance(item, Made) and item.words == "small map" for item in flat(stage.app.items()))
    x, y, _, _ = grid.small()
    stage.move(x + 4, y + 4)
    stage.down(x + 4, y + 4)
    stage.up(x + 4, y + 4)
    assert grid.shift[0] > 0
    assert grid.shift[1] > 0
    left = grid.shift
    stage.press("right", mod=pygame.KMOD_ALT)
    assert grid.shift[0] < left[0]
    empty = next(
        cell for cell in range(144)
        if grid.rect[0] < grid.cell(cell)[0] < grid.rect[0] + 200
        and grid.rect[1] < grid.cell(cell)[1] < grid.rect[1] + 500
        and all(piece.slot != cell for piece in screen.view.scene.pieces.values() if piece.zone == "grid")
    )  # fmt: skip
    left, (cx, cy, side, _) = grid.shift, grid.cell(empty)
    stage.down(cx + side / 2, cy + side / 2)
    stage.move(cx + side / 2 - 30, cy + side / 2 - 20)
    stage.up(cx + side / 2 - 30, cy + side / 2 - 20)
    assert grid.shift == pytest.approx((left[0] - 30, left[1] - 20), abs=2)
    stage.press("backspace")
    assert not grid.cut


@pytest.mark.parametrize("ground", ["", "arcade", "large"])
def test_no_square_of_a_map_seen_in_part_lies_always_behind_the_small_map(ground):
    stage, screen = sat(actions=0, ground=ground)
    grid = grid_of(screen)
    stage.move(grid.rect[0] + grid.rect[2] / 2, grid.rect[1] + grid.rect[3] / 2)
    stage.wheel(3)
    stage.wheel(3)
    stage.wheel(3)
    x, y, wide, high = grid.small()
    for cell in (0, grid.columns - 1, grid.columns * (grid.rows - 1), grid.columns * grid.rows - 1):
        across, down = grid.turned.spot(cell)
        stage.tap(x + wide * (across + 0.5) / grid.columns, y + high * (down + 0.5) / grid.rows)
        seen = grid.cell(cell)
        assert meet(seen, grid.rect)
        assert not meet(seen, grid.small())
        assert grid.cell_at(seen[0] + grid.side / 2, seen[1] + grid.side / 2) == cell
    stage.press("backspace")
    assert not grid.cut
    assert grid.shift == (0.0, 0.0)


def test_keys_look_closer_at_the_middle_of_the_map_and_further_away_again():
    stage, screen = sat()
    grid = grid_of(screen)

    def middle() -> tuple[float, float]:
        """Return which point of the map is in the middle, in squares."""
        (left, top), (x, y, width, height) = grid.corner(), grid.rect
        return (x + width / 2 - left) / grid.side, (y + height / 2 - top) / grid.side

    before, side = middle(), grid.side
    for _ in range(3):
        stage.press("page up")
        assert middle() == pytest.approx(before, abs=0.02)
    assert grid.side > side * 1.5
    for _ in range(4):
        stage.press("page down")
    assert (middle(), grid.side) == (pytest.approx(before, abs=0.02), pytest.approx(side))


def test_what_a_foe_threatens_is_lit_over_the_reach_of_a_held_piece():
    stage, screen = sat()
    scene, board = screen.view.scene, screen.view.board
    mover = next(offer.source for offer in screen.hand.grip.offers if offer.refusal is None and offer.verb == "Move")
    foe = next(key for key, piece in scene.pieces.items() if piece.kind == "token" and piece.owner == 1)
    at = board.centre_of(mover)
    stage.move(*at)
    stage.down(*at)
    stage.up(*at)
    assert screen.hand.grip.held == mover
    stage.move(*board.centre_of(piece_place(foe)))
    stage.frame(0.1)
    fields = {item.key[0] for item in flat(stage.app.items()) if isinstance(item, Made) and item.kind == "field"}
    assert {"legal", "threat"} <= fields
    assert "sight" not in fields, "what is in sight is nearly everything; only what is not is veiled"


def test_the_limit_of_cards_is_in_sight_at_every_size():
    for size, text in (((1024, 640), 100), ((1024, 640), 175), ((1920, 1080), 150)):
        stage, screen = sat(size=size, text_size=text)
        limit = screen.view.scene.counters["limit"]
        plate = screen.view.board.layout.seats[0]
        texts = [item for item in flat(stage.app.items()) if not isinstance(item, Panel) and getattr(item, "words", "") == str(limit.value)]
        assert any(plate[0] <= item.rect[0] <= plate[0] + plate[2] and plate[1] <= item.rect[1] <= plate[1] + plate[3] for item in texts)


def test_a_terrain_shows_what_it_would_cover_while_it_is_dragged_and_the_card_stands_beside():
    def wide_offers(match: Match) -> list[Offer]:
        seen = match.observation(0)
        open_ones = [offer for offer in match.offers() if offer.refusal is None and not offer.form]
        return [offer for offer in open_ones if len(match.rules.preview(seen, offer.action).covers) > 1]

    match = next(match for seed in range(4, 40) if wide_offers(match := played(seed=seed, actions=26)))
    stage, screen = shown(match)
    wide = [offer for offer in screen.hand.grip.offers if offer.refusal is None and len(screen.hand.preview(offer).covers) > 1]
    board, grid, offer = screen.view.board, grid_of(screen), wide[len(wide) // 2]
    stage.move(*board.centre_of(offer.source))
    stage.frame(0.1)
    stage.down(*stage.app.pointer)
    x, y, side, _ = board.rect_of(offer.target)
    stage.move(x + side / 2, y - 40)
    stage.move(x + side / 2, y + side / 2)
    stage.frame(0.1)
    covers = screen.hand.preview(offer).covers
    (field,) = [item for item in flat(stage.app.items()) if isinstance(item, Made) and item.words == "covers"]
    assert len(field.key[4]) == len(covers)
    assert f"Covers {len(covers)} spaces." in stage.words()
    card = next(item for item in flat(stage.app.items()) if isinstance(item, Made) and item.kind == "card" and item.layer >= 900)
    assert card.rect[0] > x + side / 2 - grid.side * 0.2, "the card hides the ground it would lie on"


@pytest.mark.parametrize(("size", "text"), [((1280, 720), 100), ((1024, 640), 175), ((1920, 1080), 150)])
def test_the_marks_on_the_grid_are_explained_while_a_piece_is_held(size, text):
    stage, screen = sat(size=size, text_size=text)
    board = screen.view.board
    assert not any(isinstance(item, Made) and item.words.startswith("legend") for item in flat(stage.app.items()))
    mover = next(offer.source for offer in screen.hand.grip.offers if offer.refusal is None and offer.verb == "Move")
    foe = next(key for key, piece in screen.view.scene.pieces.items() if piece.kind == "token" and piece.owner == 1)
    stage.move(*board.centre_of(mover))
    stage.down(*stage.app.pointer)
    stage.up(*stage.app.pointer)
    stage.move(*board.centre_of(piece_place(foe)))
    stage.frame(0.1)
    swatches = [item for item in flat(stage.app.items()) if isinstance(item, Made) and item.words.startswith("legend")]
    assert {"legend legal", "legend threat"} <= {item.words for item in swatches}
    grid = board.grids["grid"]
    right = grid.corner()[0] + grid.side * grid.columns
    assert all(item.rect[0] > right for item in swatches), "the legend covers the grid"
    assert "May go here" in stage.words()


@pytest.mark.parametrize("size", [(1280, 720), (1920, 1080)])
def test_the_legend_says_what_the_signs_of_own_tokens_mean_and_that_they_may_have_none(size):
    for actions in range(30, 200, 10):
        match = played(actions=actions)
        moves = [offer for offer in match.offers() if offer.refusal is None and offer.verb == "Move"]
        if len({offer.source for offer in moves}) > 1:
            break
    stage, screen = shown(match, size)
    board = screen.view.board
    seat = match.deciding
    screen.submit(moves[0].action)
    for _ in range(4):
        stage.frame(0.2)
    own = [piece for piece in match.scene(seat).pieces.values() if piece.kind == "token" and piece.owner == seat]
    signs = {next((mark for mark in piece.marks if mark in MARKS), ""): piece.words for piece in own}
    assert set(signs) == {"", "moved"}
    holder = next(offer.source for offer in screen.hand.grip.offers if offer.refusal is None and offer.source)
    stage.move(*board.centre_of(holder))
    stage.down(*stage.app.pointer)
    stage.up(*stage.app.pointer)
    stage.frame(0.1)
    said = stage.words().replace("\n", " ")
    assert signs["moved"] in said
    assert f"No sign: {signs[''][:1].lower()}{signs[''][1:]}" in said


@pytest.mark.parametrize("objective", ["assassination", "death-match"])
def test_a_card_from_the_hand_shows_what_it_could_walk_to_and_attack_from_the_space_under_it(objective):
    """A character may act on the turn it comes into play (OC-21); so does a Leader that is put on the grid at the start (OC-46)."""
    box, chance = open_box("overcross"), Chance(4)
    setup = box.complete(Setup("overcross", 2, seed=4, options={"objective": objective}))
    match = Match.start(setup, (SeatPlan("human"), SeatPlan("human")))

    def placed(match: Match) -> list[Offer]:
        found = [offer for offer in match.offers() if offer.refusal is None and (offer.target or "").startswith("cell/grid/")]
        return [offer for offer in found if match.rules.preview(match.observation(match.deciding), offer.action).lights]

    while len(here := placed(match)) < 2 or any(offer.verb == "Move" for offer in here):
        match.submit(chance.pick(match.legal()))
    stage, screen = Stage(games=(box,), speed="instant"), MatchScreen(match)
    stage.show(screen)
    for _ in range(20):
        stage.frame(0.2)
        if stage.top is not screen:
            stage.press("return")
    board, grid = screen.view.board, grid_of(screen)
    first, *others = [offer for offer in here if offer.source == here[0].source]
    start = board.rect_of(first.source) if first.source else None
    if start is not None:
        stage.move(start[0] + start[2] / 2, start[1] + 10)
        stage.frame(0.5)
        stage.down(*stage.app.pointer)
    shown = []
    for offer in (first, others[-1]):
        stage.move(*board.centre_of(offer.target))
        stage.frame(0.2)
        assert tuple(grid.overlays) == match.rules.preview(match.observation(match.deciding), offer.action).lights
        shown.append({(each.kind, each.places) for each in grid.overlays})
    assert shown[0] != shown[1], "it is judged from the space under it"
    assert {kind for kind, _ in shown[0]} >= {"reach", "range"}


def test_a_held_piece_shows_its_range_from_where_it_would_stand_and_the_legend_only_marks_that_lie_there():
    stage, screen = sat()
    board, grid = screen.view.board, grid_of(screen)
    rules, seen = screen.match.rules, screen.match.observation(screen.view.viewer)
    moves = [offer for offer in screen.hand.grip.offers if offer.refusal is None and offer.verb == "Move"]
    far = max(moves, key=lambda offer: len(rules.preview(seen, offer.action).trail))
    stage.move(*board.centre_of(far.source))
    stage.down(*stage.app.pointer)
    stage.up(*stage.app.pointer)
    here = {(each.kind, each.places) for each in grid.overlays}
    stage.move(*board.centre_of(far.target))
    stage.frame(0.1)
    lights = rules.preview(seen, far.action).lights
    assert lights
    assert tuple(grid.overlays) == lights
    assert {(each.kind, each.places) for each in lights if each.kind == "range"} != {each for each in here if each[0] == "range"}
    items = flat(stage.app.items())
    lying = {item.words for item in items if isinstance(item, Made) and item.kind == "field" and not item.words.startswith("legend")}
    said = {item.words.removeprefix("legend ") for item in items if isinstance(item, Made) and item.words.startswith("legend")}
    assert said
    assert said <= lying, "the legend explains what is nowhere"
    stage.move(*board.centre_of(far.source))
    stage.frame(0.1)
    assert {(each.kind, each.places) for each in grid.overlays} == here, "back on its space it reaches from there"


@pytest.mark.parametrize(("size", "text"), [((1280, 720), 100), ((1280, 720), 150), ((1920, 1080), 100)])
def test_a_card_shown_large_covers_neither_the_grid_nor_what_is_asked(size, text):
    stage, screen = sat(size=size, text_size=text)
    board, grid = screen.view.board, grid_of(screen)
    words = (
        "Your choice" if text == 100 else screen.view.prompted(screen.view.scene.prompt.words)
    )  # with large text a card has words only if it lies on the heading
    asked = next(item.rect for item in flat(stage.app.items()) if isinstance(item, Text) and item.words == words)
    for key, piece in screen.view.scene.pieces.items():
        if piece.kind != "token":
            continue
        stage.move(*board.centre_of(piece_place(key)))
        for _ in range(8):
            stage.frame(0.1)
        shown = [item.rect for item in flat(stage.app.items()) if isinstance(item, Made | Panel) and item.layer == LAYER + 1]
        assert len(shown) >= 2, "the card and what its numbers are"
        assert not any(meet(rect, grid.squares) for rect in shown), "it covers what it lights up"
        assert all(y + high <= asked[1] or x + wide <= board.area[2] for x, y, wide, high in shown), "it covers what is asked"


@pytest.mark.parametrize("text", [100, 150, 175])
@pytest.mark.parametrize("ground", ["wide", "large"])
def test_whoever_holds_a_card_sees_the_whole_zone_to_deploy_it_in_and_all_own_pieces(ground, text):
    stage, screen = sat(ground=ground, actions=0, text_size=text)
    board, scene = screen.view.board, screen.view.scene
    hand = [f"piece/{piece.id}" for piece in scene.pieces.values() if piece.owner == 0 and scene.zones[piece.zone].kind == "hand"]
    placed = {
        offer.source for offer in screen.match.offers() if offer.target and offer.target.startswith("cell/") and offer.refusal is None
    }
    held = next(place for place in hand if place in placed)
    stage.tap(*board.centre_of(held))
    stage.frame(0.5)
    assert screen.hand.grip.held == held
    cells = [board.rect_of(place) for place in screen.hand.grip.targets() if place.startswith("cell/")]
    own = [board.rect_of(f"piece/{piece.id}") for piece in scene.pieces.values() if piece.owner == 0 and piece.kind == "token"]
    cards = [board.rect_of(place) for place in hand if place != held]
    said = [item.rect for item in screen.lying_over() if isinstance(item, Panel)]
    for rect in [*cells, *own]:
        assert board.area[1] <= rect[1]
        assert rect[1] + rect[3] <= board.area[1] + board.area[3]
        assert not any(meet(rect, card) for card in [*cards, *said])
    assert len(cells) > 5
    assert own
