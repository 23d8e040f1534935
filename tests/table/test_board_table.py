"""The table: everything of a scene has its place, the pointer meets what the eye sees, and hands and keys do the same."""

from __future__ import annotations

import os
import re
from pathlib import Path

import pytest
from every_game import BOXES, fewest
from shell_stage import Stage, flat

from game import paths
from game.content.tables import read_table_layout
from game.kernel.chance import Chance
from game.kernel.ids import piece_place
from game.kernel.scene import Badge, Scene, ScenePiece, SceneSeat, SceneZone
from game.kernel.setup import Setup
from game.match.match import Match
from game.match.seats import SeatPlan
from game.rules import open_box
from game.table import bench
from game.table.canvas.draw import Made, Text, dump, stacked
from game.table.pieces import figures, grid_view
from game.table.pieces.board import Board
from game.table.pieces.layout import laid_out
from game.table.pieces.lit import Light
from game.table.play.controls import Tool
from game.table.play.log import Entry, folded
from game.table.play.match import MatchScreen

pytestmark = pytest.mark.usefixtures("template_shelf")

GOLDENS = Path(__file__).parent / "goldens"
AREA = (0.0, 0.0, 1540.0, 1080.0)


def started(game: str, seats: int, seed: int = 3, actions: int = 0, people: int = 1) -> Match:
    plans = tuple(SeatPlan("human" if seat < people else "random") for seat in range(seats))
    match = Match.start(Setup(game, seats, seed=seed), plans)
    chance = Chance(seed)
    for _ in range(actions):
        if match.legal():
            match.submit(chance.pick(match.legal()))
    return match


@pytest.fixture
def sit(monkeypatch):
    """Lay a match on a table without a window; nobody thinks."""
    monkeypatch.setattr("game.ai.worker.Thinker.warm", lambda self: None)

    def sit(match: Match, size: tuple[int, int] = (1280, 720), **settings) -> tuple[Stage, MatchScreen]:
        stage = Stage(size, **{"speed": "instant", "reduced_motion": True, **settings})
        screen = stage.show(MatchScreen(match))
        for _ in range(4):
            stage.frame(0.1)
        return stage, screen

    return sit


def drawn_places(game: str, seats: int) -> dict:
    path = paths.MAPS / "tables" / f"{game}.tmx"
    if not path.is_file():
        return {}
    found = read_table_layout(path).places_for(seats, 0)
    return {zone: (float(place.x), float(place.y), float(place.width), float(place.height)) for zone, place in found.items()}


GAMES = [(game, seats) for game, box in BOXES.items() for seats in box.seats]


@pytest.mark.parametrize(("game", "seats"), GAMES)
@pytest.mark.parametrize("by_hand", [True, False])
def test_every_zone_seat_and_piece_of_a_scene_lies_on_the_table(game, seats, by_hand):
    scene = started(game, seats, actions=20).scene(0)
    layout = laid_out(scene, AREA, drawn_places(game, seats) if by_hand else None)
    assert set(layout.zones) == set(scene.zones)
    assert set(layout.seats) == {seat.seat for seat in scene.seats}
    for name, rect in (*layout.zones.items(), *((f"seat {seat}", rect) for seat, rect in layout.seats.items())):
        assert rect[2] > 8, name
        assert rect[3] > 8, name
        assert rect[0] >= -1, name
        assert rect[1] >= -1, name
        assert rect[0] + rect[2] <= AREA[2] + 1, name
        assert rect[1] + rect[3] <= AREA[3] + 1, name
    for key, piece in scene.pieces.items():
        if scene.zones[piece.zone].kind != "grid":
            pose = layout.poses[key]
            assert 0 < pose.x < AREA[2]
            assert 0 < pose.y < AREA[3] + pose.h * 0.2


@pytest.mark.parametrize(("game", "seats"), GAMES)
def test_plates_of_seats_never_lie_on_each_other(game, seats):
    layout = laid_out(started(game, seats).scene(0), AREA, drawn_places(game, seats))
    plates = list(layout.seats.values())
    for number, one in enumerate(plates):
        for other in plates[:number]:
            apart = (
                one[0] + one[2] <= other[0] or other[0] + other[2] <= one[0] or one[1] + one[3] <= other[1] or other[1] + other[3] <= one[1]
            )
            assert apart, (one, other)


@pytest.mark.parametrize(("game", "seats"), [pair for pair in GAMES if drawn_places(*pair)])
def test_zones_of_the_scene_and_of_the_drawn_table_are_the_same(game, seats):
    drawn = drawn_places(game, seats)
    seen: set[str] = set()
    for seed in range(4):
        for actions in (0, 6, 25):
            seen |= set(started(game, seats, seed, actions).scene(0).zones)
    assert seen <= set(drawn)
    assert {zone for zone in drawn if zone.partition("@")[0] not in {"seat", "aside"} and zone != "pool"} <= seen  # those come and go


@pytest.mark.parametrize("game", BOXES)
def test_the_pointer_meets_the_piece_at_the_point_named_for_it(game, sit):
    _, screen = sit(started(game, fewest(game), actions=14))
    board = screen.view.board
    for key in board.scene.pieces:
        point = board.centre_of(piece_place(key))
        if point is None:
            continue
        under = board.places_at(*point)
        assert piece_place(key) in under or board.scene.pieces[key].on is not None
    for source in screen.hand.grip.sources():
        point = board.centre_of(source)
        if point is not None:
            assert screen.hand.grip.source_under(board.places_at(*point)) is not None


def test_a_turned_card_is_met_where_it_lies_and_not_where_it_lay():
    stage = Stage()
    figures.register(stage.app)
    zone = SceneZone("row@0", "row", "Row", 0)
    scene = Scene("sample", 0, (SceneSeat(0, "Sun"),), {"row@0": zone}, {1: ScenePiece(1, "card", "row@0", 0, 0, turned=True)}, {})
    board = Board(stage.app, lambda card: None)
    board.fit((0.0, 0.0, 900.0, 900.0))
    board.show(scene, 0.0)
    pose = board.layout.poses[1]
    long, short = max(pose.w, pose.h), min(pose.w, pose.h)
    reach = long * 0.45
    assert reach > short / 2
    assert piece_place(1) in board.places_at(pose.x + reach, pose.y)
    assert piece_place(1) not in board.places_at(pose.x, pose.y + reach)


def test_hands_say_what_they_are_and_how_many_cards_they_hold(sit):
    _, screen = sit(started("starcrossed", 2, actions=20))
    told = [item.words for item in flat(screen.view.board.draw(Light())) if isinstance(item, Text)]
    assert told.count("Hand") == 2


def test_a_grid_zooms_about_the_pointer_and_never_leaves_its_window(sit):
    _, screen = sit(started("overcross", 2))
    grid = next(iter(screen.view.board.grids.values()))
    x, y, w, h = grid.rect
    point = x + w * 0.5, y + h * 0.4
    cell = grid.cell_at(*point)
    for _ in range(5):
        grid.zoom_at(*point, 1.3)
        assert grid.cell_at(*point) == cell
    for dx, dy in ((5000, 0), (-5000, 0), (0, 5000), (0, -5000)):
        grid.pan(dx, dy)
        left, top = grid.corner()
        assert left <= x + 1 or grid.side * grid.columns <= w
        assert left + grid.side * grid.columns >= x + w - 1 or grid.side * grid.columns <= w
        assert top <= grid.small()[1] + grid.small()[3] + grid_view.EDGE + 1  # its first row as far down as below the small map
        assert top + grid.side * grid.rows >= y + h - 1 or grid.side * grid.rows <= h


@pytest.mark.parametrize("game", BOXES)
@pytest.mark.parametrize(
    ("size", "text"),
    [((1024, 640), 175), ((1280, 720), 100), ((1920, 1080), 150), ((3840, 2160), 100), ((1600, 1200), 125), ((3440, 1440), 175)],
)
def test_every_table_can_be_painted_at_every_size(game, size, text, sit):
    stage, screen = sit(started(game, fewest(game), actions=10), size, text_size=text)
    assert stage.app.surface is not None
    stage.app.painter.paint(stage.app.surface, stage.app.view, stacked(screen.draw()), anew=True)
    assert any(isinstance(item, Text) and item.words for item in flat(screen.draw()))


def test_a_card_says_all_when_large_and_its_name_and_cost_when_small():
    stage = Stage()
    app = stage.app
    figures.register(app)
    face = bench.sample_face("card-7")
    from game.table.pieces.card_face import face_items

    for width, device in ((600.0, 400), (225.0, 150), (90.0, 60)):
        words = " ".join(
            item.words for item in face_items(app, app.theme, face, (0.0, 0.0, width, width * 1.4), device) if isinstance(item, Text)
        )
        assert face.name.lower() in words.lower()
        assert face.corner is not None
        assert face.corner.value in words.split()
        assert ("may attack" in words) == (device >= 216)


def test_a_hidden_card_shows_its_back_and_nothing_of_its_face():
    board = bench.sample_board()
    hidden = [piece.id for piece in board.scene.pieces.values() if piece.kind == "card" and piece.face is None]
    assert hidden
    keys = [item.key for item in flat(board.draw(Light())) if isinstance(item, Made) and item.kind == "card"]
    assert sum(key[1] is None for key in keys) >= len(hidden)


def test_marks_and_tones_differ_by_more_than_colour():
    """Colour is never alone: a bad badge has another shape than a good one, a refused target wears a cross."""
    from game.table.canvas.tween import Pose
    from game.table.pieces import kinds

    stage = Stage()
    app = stage.app
    good = kinds.chip(app, Badge("hearts", "2", "", "good"), 0, 0, 30, 1)[0]
    bad = kinds.chip(app, Badge("hearts", "2", "", "bad"), 0, 0, 30, 1)[0]
    assert good.key[-1] != bad.key[-1]
    piece = ScenePiece(1, "gem", "pool", 0, 0)
    plain = kinds.drawn(app, None, piece, Pose(50, 50, 40, 40), lambda card: None)
    refused = kinds.drawn(app, None, piece, Pose(50, 50, 40, 40), lambda card: None, mood="refused-hot")
    assert len(refused) > len(plain)


# --- hands and keys


def point(stage: Stage, screen: MatchScreen, place: str) -> tuple[float, float]:
    found = screen.view.board.centre_of(place)
    assert found is not None
    return found


def allowed(screen: MatchScreen, verb: str):
    return next(offer for offer in screen.hand.grip.offers if offer.refusal is None and offer.verb == verb and offer.target)


def test_dragging_with_real_events_submits_the_offer(sit):
    match = started("verona", 2)
    stage, screen = sit(match)
    offer = allowed(screen, "Propose a marriage")
    here, there = point(stage, screen, offer.source), point(stage, screen, offer.target)
    stage.move(*here)
    stage.down(*here)
    stage.move((here[0] + there[0]) / 2, (here[1] + there[1]) / 2)
    assert screen.hand.grip.held == offer.source
    stage.move(*there)
    assert offer.verb in stage.words()
    assert "score" in stage.words()
    stage.up(*there)
    if screen.hand.grip.menu:
        stage.press("1")
    assert match.count == 1
    assert match.action(1) == offer.action


def test_a_refused_drop_slides_back_and_says_why_with_the_rule(sit):
    match = started("verona", 2, seed=3)
    stage, screen = sit(match)
    source = screen.hand.grip.sources()[0]
    here = point(stage, screen, source)
    stage.move(*here)
    stage.down(*here)
    stage.move(here[0], here[1] - 60)
    stage.up(20, 540)
    assert match.count == 0
    assert screen.hand.grip.held is None
    button = next(offer for offer in screen.hand.grip.offers if offer.verb == "Recruit")
    assert button.refusal is not None
    screen.hand.press_offer(button)
    stage.frame()
    assert button.refusal.words in stage.words()
    assert button.refusal.rule in stage.words()
    assert match.count == 0
    assert source in screen.hand.grip.sources()


def test_click_and_click_does_what_dragging_does(sit):
    match = started("verona", 2)
    stage, screen = sit(match)
    offer = allowed(screen, "Start a feud")
    for place in (offer.source, offer.target):
        at = point(stage, screen, place)
        stage.move(*at)
        stage.down(*at)
        stage.up(*at)
    if screen.hand.grip.menu:
        stage.press(str(screen.hand.grip.menu.index(offer) + 1))
    assert match.action(1) == offer.action


def test_a_whole_match_can_be_played_with_the_keyboard_alone(sit):
    match = started("verona", 2, seed=8, people=2)
    stage, screen = sit(match)
    for turn in range(400):
        stage.frame(0.5)
        if match.outcome is not None:
            break
        if (top := stage.top) is not screen:
            stage.press("return")
            stage.press(*(["escape"] if stage.top is top else []))
            continue
        stage.press(*(["p"] if screen.controls.player.paused else []))
        before = match.count
        if screen.hand.grip.menu:
            stage.press("1")
        elif not screen.hand.grip.sources():
            stage.press(*(["escape"] if screen.focus or screen.hand.cursor else []), "space")
        else:
            for _ in range(turn % 5 + 1):
                stage.press("tab")
            stage.press("return")
            if screen.hand.grip.held and not screen.hand.grip.menu:
                stage.press("return")
            stage.press(*(["1"] if screen.hand.grip.menu else []))
            if match.count == before:
                stage.press("escape", "escape") if screen.hand.grip.held else None
                stage.press(*(["escape"] if stage.top is not screen else []))
                if turn % 3 == 0:
                    stage.frame(0.5)
                    stage.press(*(["escape"] if screen.focus or screen.hand.cursor else []), "space")
    assert match.outcome is not None


def test_space_presses_the_main_button_and_it_says_what_it_does(sit):
    for actions in range(12):
        match = started("cardmaster", 2, actions=actions)
        stage, screen = sit(match)
        main = next((offer for offer in screen.hand.buttons() if offer.main and offer.refusal is None), None)
        if main is not None:
            break
    assert main is not None
    assert main.verb in stage.words()
    stage.press("space")
    assert match.action(match.count) == main.action


def test_escape_lets_go_before_it_opens_the_menu(sit):
    stage, screen = sit(started("verona", 2))
    offer = allowed(screen, "Start a feud")
    at = point(stage, screen, offer.source)
    stage.move(*at)
    stage.down(*at)
    stage.up(*at)
    assert screen.hand.grip.held == offer.source
    stage.press("escape")
    assert screen.hand.grip.held is None
    assert stage.top is screen
    stage.press("escape")
    assert stage.top is not screen


def test_taking_back_goes_to_the_last_own_decision_and_forgets_the_log(sit):
    match = started("overcross", 2, people=2)
    stage, screen = sit(match)
    for _ in range(6):
        if stage.top is not screen:
            stage.press("return")
        stage.frame(0.1)
    lines = len(screen.view.log.entries)
    count = match.count
    match_actions = [action for action in match.legal() if match.refusal(action) is None]
    screen.submit(match_actions[0])
    stage.frame(0.1)
    assert match.count == count + 1
    if match.undo_refusal(screen.view.viewer) is None:
        stage.press("z")
        assert match.count == count
        assert len(screen.view.log.entries) == lines


def back(screen: MatchScreen) -> Tool:
    """Return the button that takes back."""
    return next(tool for tool in screen.controls.tools() if tool.key == "undo")


def test_between_two_people_the_button_says_whose_decision_it_takes_back_and_asks_whether_they_are_there(sit):
    match = started("verona", 2, people=2)
    stage, screen = sit(match)
    whose, still = match.deciding, match._story.state
    name = match.names[whose]
    assert not back(screen).enabled
    screen.submit(next(action for action in match.legal() if match.rules.advance(still, action).chance == still.chance))
    for _ in range(4):
        stage.frame(0.1)
    assert screen.view.viewer == match.deciding != whose
    assert (back(screen).enabled, back(screen).hint) == (True, f"Take back {name}'s decision (Z)")
    stage.press("z")
    assert f"Only {name} can do that." in stage.words()
    for key in ("escape", "return"):
        stage.press(key)
        assert (match.count, stage.top) == (1, screen)
        stage.press("z")
    stage.press("tab", "return")
    stage.frame(0.1)
    assert (match.count, match.deciding, screen.view.viewer) == (0, whose, whose)


def test_a_lone_person_takes_back_without_being_asked(sit):
    match = started("verona", 2)
    stage, screen = sit(match)
    still = match._story.state
    screen.submit(next(action for action in match.legal() if match.rules.advance(still, action).chance == still.chance))
    assert back(screen).hint == "Take back (Z)"
    stage.press("z")
    assert match.count == 0


def test_a_press_while_something_moves_brings_it_to_its_end(sit):
    match = started("verona", 2)
    stage = Stage((1280, 720))
    screen = stage.show(MatchScreen(match))
    stage.frame(0.05)
    assert screen.view.player.busy
    stage.down(700, 500)
    assert not screen.view.player.busy
    assert screen.view.player.shown == match.scene(0)
    assert not screen.view.board.moving(stage.app.now)


def test_between_two_people_with_secrets_a_curtain_falls(sit):
    stage, screen = sit(started("overcross", 2, people=2))
    assert type(stage.top).__name__ == "Curtain"
    hand = [piece for piece in screen.view.board.scene.pieces.values() if piece.zone.startswith("hand") and piece.face]
    assert not hand or not any(item for item in flat(stage.app.items()) if isinstance(item, Made) and item.kind == "card")


def test_the_hints_of_the_window_name_only_this_seats_knowledge(sit):
    match = started("overcross", 2, actions=8)
    _, screen = sit(match)
    foe = 1 - screen.view.viewer
    faces = [piece.face for piece in screen.view.board.scene.pieces.values() if piece.zone == f"hand@{foe}"]
    assert faces
    assert all(face is None for face in faces)


def test_the_log_tells_equal_lines_once_and_counts_them():
    lines = [Entry(words) for words in ("Ann draws a card.", "Ann draws a card.", "Bo draws a card.", "Ann draws a card.")]
    assert [line.words for line in folded(lines)] == ["Ann draws a card ×2", "Bo draws a card.", "Ann draws a card."]


@pytest.mark.parametrize("game", ["verona"])
def test_the_draw_list_of_a_table_stays_as_it_was_agreed(game, sit):
    _, screen = sit(started(game, 2, seed=3), (1920, 1080))
    told = dump(stacked(screen.draw()))
    path = GOLDENS / f"table_{game}.txt"
    if os.environ.get("STARCROSS_GOLDENS"):
        path.write_text(told, encoding="utf-8")
    assert told == path.read_text(encoding="utf-8")


def test_moving_pieces_are_drawn_where_they_are_and_stop_at_their_places():
    stage = Stage()
    figures.register(stage.app)
    scene = bench.sample_scene()
    board = Board(stage.app, bench.sample_face)
    board.fit(AREA)
    board.show(scene, 0.0)
    from msgspec.structs import replace

    moved = dict(scene.pieces)
    moved[0] = replace(moved[0], zone="row@1", slot=40)
    start = board.stage.pose(0, 0.0)
    board.show(replace(scene, pieces=moved), 10.0, 1.0)
    middle, end = board.stage.pose(0, 10.5), board.stage.pose(0, 11.1)
    assert start != middle != end
    assert end == board.layout.poses[0]
    assert not board.moving(12.0)


@pytest.mark.parametrize("game", BOXES)
def test_nothing_on_the_table_is_told_by_marks_instead_of_names(game, monkeypatch):
    """Seats and cards stand in words as `{0}` and `[card-id]` until the window names them; none may be left over."""
    monkeypatch.setattr("game.ai.worker.Thinker.warm", lambda self: None)
    stage = Stage(games=(open_box(game),), speed="instant", reduced_motion=True)
    match = Match.start(
        Setup(game, fewest(game), seed=1), [SeatPlan("human", name) for name in ("Anna", "Bea", "Cy", "Di")[: fewest(game)]]
    )
    screen, chance = stage.show(MatchScreen(match)), Chance(1)
    looked = 0
    for number in range(120):
        if stage.top is not screen:
            stage.press("return")
        if match.deciding is None:
            break
        screen.submit(chance.pick(match.legal()))
        screen.finish()
        stage.frame(0.02)
        if type(stage.top).__name__ == "Curtain":
            stage.press("return")
        if number % 4 or stage.top is not screen:
            continue
        scene = screen.view.scene
        for place in [*map(piece_place, list(scene.pieces)[::4]), *(f"zone/{zone}" for zone in list(scene.zones)[::3]), "seat/0", "seat/1"]:
            screen.hand.over, screen.hand.look_now = place, True
            assert not re.search(r"\{\d\}|\[[a-z0-9]+(-[a-z0-9]+)*\]", stage.words()), place
            looked += 1
    assert looked > 12
