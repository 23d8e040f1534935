"""How single things look on the table: stacks and their order, numbers said once, arrows of attacks, cards that lie face down."""

from __future__ import annotations

from collections import Counter
from math import hypot

import pytest
from every_game import BOXES, fewest
from msgspec.structs import replace
from shell_stage import Stage, flat

from game.content.themes import COLOURS, ThemeFile
from game.kernel.chance import Chance
from game.kernel.ids import piece_place
from game.kernel.scene import Badge, CardFace, Scene, ScenePiece, SceneSeat, SceneZone
from game.kernel.setup import Outcome, Setup
from game.match.match import Match
from game.match.seats import SeatPlan
from game.table import bench
from game.table.canvas import tween
from game.table.canvas.draw import Colour, Drawn, Icon, Made, Polygon, Text, mixed
from game.table.canvas.theme import Theme, contrast
from game.table.canvas.tween import Pose
from game.table.canvas.view import inset, inside
from game.table.pieces import attack_arrow, figures, kinds, track, zones
from game.table.pieces.board import Board
from game.table.pieces.card_face import face_items, paint
from game.table.pieces.impacts import LASTS
from game.table.pieces.lit import Light
from game.table.pieces.short_name import short_name
from game.table.play.ending import EndPanel
from game.table.play.match import MatchScreen

pytestmark = pytest.mark.usefixtures("template_shelf")

AREA = (0.0, 0.0, 1540.0, 1080.0)


@pytest.mark.parametrize("count", [1, 3, 6, 9])
def test_of_a_stack_every_card_is_met_and_the_first_lies_in_front(count):
    stage = Stage()
    figures.register(stage.app)
    zone = SceneZone("chain", "stack", "Chain", None, count, note="{1} may answer")
    cards = {key: ScenePiece(key, "card", "chain", key, key % 2, "card-7") for key in range(count)}
    board = Board(stage.app, bench.sample_face, {"chain": (20.0, 300.0, 400.0, 380.0)})
    board.fit(AREA)
    board.show(Scene("sample", 0, (SceneSeat(0, "Sun"), SceneSeat(1, "Moon")), {"chain": zone}, cards, {}), 0.0)
    for key in cards:
        assert board.places_at(*board.centre_of(piece_place(key)))[0] == piece_place(key)
    x, y, _, h = board.layout.zones["chain"]
    for pose in board.layout.poses.values():
        assert x <= pose.x - pose.w / 2
        assert y <= pose.y - pose.h / 2
        assert pose.y + pose.h / 2 <= y + h
    told = [item.words for item in flat(board.draw(Light(names=("Ada", "Bob")))) if isinstance(item, Text)]
    assert "Bob may answer" in told
    assert [str(number + 1) in told for number in range(count)] == [count > 1] * count


@pytest.mark.parametrize(("value", "tone"), [("4", ""), ("5", "good"), ("3", "")])
def test_a_number_that_is_printed_on_a_card_is_not_said_twice(value, tone):

    stage = Stage()
    face = CardFace("c", "Card", "Line", stats=(Badge("strength", "4"),))
    piece = ScenePiece(1, "card", "row@0", 0, 0, "c", badges=(Badge("strength", value, "", tone),))
    items = kinds.drawn(stage.app, None, piece, Pose(200, 200, 100, 140), lambda _: face)
    assert [item.key[1].stats for item in items if isinstance(item, Made)] == [(Badge("strength", value, tone=tone),)]


def test_an_attack_is_an_arrow_from_rim_to_rim():

    stage = Stage()
    zones = {"row@0": SceneZone("row@0", "row", "Row", 0)}
    seats = (SceneSeat(0, "Sun"), SceneSeat(1, "Moon"))

    def shown(**marks: str) -> list[Drawn]:
        cards = {number: ScenePiece(number, "card", "row@0", number, 0, marks=(mark,)) for number, mark in enumerate(marks.values())}
        poses = tween.Stage()
        for number in cards:
            poses.put(number, Pose(200 + 400 * number, 300 + 200 * number, 100, 140))
        return attack_arrow.drawn(stage.app, Scene("sample", 0, seats, zones, cards, {}), poses, 0.0)

    assert shown(one="attacking") == shown(one="blocking") == shown(one="acted", two="blocking") == []
    for other in ("blocking", "attacked"):
        (found,) = shown(one="attacking", two=other)
        assert all(200 < x < 600 and 300 < y < 500 for x, y in found.points)
    (found,) = shown(one="attacking", two="attacked", three="blocking")
    assert max(x for x, _ in found.points) > 800


@pytest.mark.parametrize(("face", "down", "look"), [("card-7", False, ""), ("card-7", True, "peek"), (None, True, ""), (None, False, "")])
def test_what_lies_face_down_shows_whether_whoever_looks_knows_it(face, down, look):
    """A known card is lifted and named, an unknown one is a plain back, and the three look different."""
    stage = Stage()
    figures.register(stage.app)
    piece = ScenePiece(1, "card", "row@0", 0, 0, face, down=down)
    items = kinds.drawn(stage.app, None, piece, Pose(200, 200, 100, 140), bench.sample_face)
    made = next(item for item in items if isinstance(item, Made))
    assert made.key[-1] == look
    named = [item.words for item in items if isinstance(item, Text)]
    assert named == ([bench.sample_face("card-7").name] if look else [])
    others = [("card-7", False), ("card-7", True), (None, False)]
    pictures = []
    for other, lying in others:
        item = next(
            each
            for each in kinds.drawn(
                stage.app, None, ScenePiece(1, "card", "row@0", 0, 0, other, down=lying), Pose(200, 200, 100, 140), bench.sample_face
            )
            if isinstance(each, Made)
        )
        pictures.append(paint(stage.app, item.key, 82, 108))
    assert len({bytes(picture.get_buffer()) for picture in pictures}) == 3
    open_face, lifted, back = pictures
    seen, covered, other = (tuple(picture.get_at((41, 22)))[:3] for picture in (lifted, back, open_face))
    assert max(abs(one - two) for one, two in zip(seen, covered, strict=True)) <= 2
    assert max(abs(one - two) for one, two in zip(seen, other, strict=True)) > 20


def test_the_only_number_of_a_card_on_the_table_is_as_large_as_it_can_be():
    stage = Stage()
    for device, line in ((90, "Line"), (110, "Line"), (138, "")):
        sizes = []
        for stats in ((Badge("strength", "4"),), (Badge("strength", "4"), Badge("level", "2"))):
            face = CardFace("c", "Card", line, stats=stats)
            items = face_items(stage.app, stage.app.theme, face, (0.0, 0.0, float(device), device * 1.4), device)
            sizes.append(next(item.rect[3] for item in items if isinstance(item, Text) and item.words == "4"))
        assert sizes[0] > sizes[1]
        assert sizes[0] >= device * 0.3


@pytest.mark.parametrize("game", BOXES)
def test_the_end_shows_each_seat_by_the_sign_on_its_plate_and_no_closer_look_under_it(game):
    stage = Stage(speed="instant", reduced_motion=True)
    match = Match.start(Setup(game, fewest(game), seed=3), (SeatPlan("human"),) * fewest(game))
    screen = stage.show(MatchScreen(match))
    if stage.top is not screen:
        stage.press("return")
    piece = next(key for key, piece in screen.view.scene.pieces.items() if piece.face or piece.words)
    screen.hand.over, screen.hand.look_now = piece_place(piece), True
    assert screen.lying_over() != []
    screen.app.push(EndPanel(Outcome((0,), (1, 0), "It is over."), ("A", "B"), (), charges=screen.view.charges()))
    icons = {item.name for item in flat(stage.top.draw()) if isinstance(item, Icon)}
    assert len(set(screen.view.charges()) & icons) == len(screen.view.scene.seats)
    assert screen.lying_over() == []


def test_after_a_drop_no_closer_look_hides_the_table_until_the_pointer_moves_again():
    stage = Stage(speed="instant", reduced_motion=True)
    match = Match.start(Setup("starcrossed", 2, seed=3), (SeatPlan("human"), SeatPlan("random")))
    chance = Chance(3)
    while True:
        offers = [each for each in match.offers() if each.refusal is None and each.source and each.target] if match.deciding == 0 else []
        if offers:
            break
        match.submit(chance.pick(match.legal()))
    screen = stage.show(MatchScreen(match))
    here, there = screen.view.board.centre_of(offers[0].source), screen.view.board.centre_of(offers[0].target)
    before = match.count
    stage.move(*here)
    stage.down(*here)
    stage.move((here[0] + there[0]) / 2, (here[1] + there[1]) / 2)
    stage.move(*there)
    stage.up(*there)
    assert match.count > before
    for _ in range(8):
        stage.frame(0.5)
    assert not screen.hand.look_now
    card = next(piece for piece in screen.view.scene.pieces.values() if piece.face and screen.view.board.rect_of(piece_place(piece.id)))
    stage.move(*screen.view.board.centre_of(piece_place(card.id)))
    stage.frame(1.0)
    stage.frame(1.0)
    assert screen.hand.look_now


@pytest.mark.parametrize("key", ["escape", "v"])
def test_a_closer_look_that_was_put_away_stays_away_while_the_pointer_rests(key):
    stage = Stage(speed="instant", reduced_motion=True)
    screen = stage.show(MatchScreen(Match.start(Setup("starcrossed", 2, seed=3), (SeatPlan("human"), SeatPlan("random")))))
    cards = [piece for piece in screen.view.scene.pieces.values() if piece.face]
    here, there = (screen.view.board.centre_of(piece_place(card.id)) for card in cards[:2])
    stage.move(*here)
    for _ in range(4):
        stage.frame(0.5)
    assert screen.hand.look_now
    stage.press(key)
    for _ in range(8):
        stage.frame(0.5)
    assert not screen.hand.look_now
    assert stage.top is screen
    stage.move(*there)
    for _ in range(4):
        stage.frame(0.5)
    assert screen.hand.look_now


@pytest.mark.parametrize(("count", "numbered"), [(30, 1), (54, 1), (120, 5)])
def test_the_numbers_of_a_track_are_read_where_no_picture_of_a_board_lies_under_them(count, numbered):
    app = Stage().app
    app.theme = app.world("pearl")  # a world without a look of its own
    zone = SceneZone("sums", "track", "Sums", columns=count, rows=1)
    scene = Scene("sample", 0, (SceneSeat(0, "Sun"),), {"sums": zone}, {}, {})
    board = Board(app, bench.sample_face)
    board.fit(AREA)
    board.show(scene, 0.0)
    items = zones.ground(app, scene, board.layout, AREA)
    cells = [item for item in items if isinstance(item, Polygon)][:count]
    numbers = [item for item in items if isinstance(item, Text) and item.words.isdigit()]
    assert [item.words for item in numbers] == [str(number) for number in range(numbered, count + 1, numbered)]
    for number in numbers:
        ground = over(cells[int(number.words) - 1].colour, app.theme.colour("back"))
        assert contrast(over(number.colour, ground), ground) > 4.5, number.words
    wide = app.measure("888", numbers[-1].face, numbers[-1].size)
    assert wide < numbered * board.layout.rings["sums"].step + 12


def over(colour: Colour, ground: Colour) -> Colour:
    """Return a colour as it is seen on a ground."""
    return mixed(ground, (*colour[:3], 255), colour[3] / 255)


def test_the_made_up_table_is_measured_as_cards_that_a_game_could_have():
    for number in range(bench.CARDS):
        face = bench.sample_face(f"card-{number}")
        assert all(f"*{word}:*" in face.text[0] for word, _ in face.keywords), "a keyword stands in the text"
    figures_found = bench.measure(1)
    assert min(figures_found.redraw, figures_found.moving, figures_found.closing, figures_found.felt) > 0


def test_a_blow_that_is_measured_is_everything_that_can_be_felt():
    board = bench.sample_board()
    for after, telling in bench.blows(bench.sample_scene()):
        board.show(after, 0.0, LASTS, telling)
    felt = Counter(each.kind for each in board.impacts.now)
    assert felt == {"lunge": 1, "break": 1, "crack": 1, "shake": 6, "float": 7}


def test_two_tokens_that_begin_alike_are_called_by_another_word_and_the_others_by_their_first():
    """Mrs Abara Upstairs and Mrs Petheridge at Fourteen, side by side on a grid; alone each is called as she always is."""
    stage = Stage()
    figures.register(stage.app)
    faces = {name: CardFace(name, name, "") for name in ("Mrs Abara Upstairs", "Mrs Petheridge at Fourteen", "Pim the Potboy")}
    zone = SceneZone("field", "row", "Field", None, 3, columns=3)

    def called(*names: str) -> list[str]:
        pieces = {key: ScenePiece(key, "token", "field", key, key % 2, name) for key, name in enumerate(names)}
        scene = Scene("sample", 0, (SceneSeat(0, "Sun"), SceneSeat(1, "Moon")), {"field": zone}, pieces, {})
        listed = [kinds.drawn(stage.app, scene, piece, Pose(100.0, 100.0, 80.0, 80.0), faces.get) for piece in pieces.values()]
        return [short_name(item.key[1].name) for items in listed for item in items if isinstance(item, Made) and item.kind == "token"]

    assert called(*faces) == ["Abara", "Petheridge", "Pim"]
    assert called("Mrs Abara Upstairs", "Pim the Potboy") == ["Mrs", "Pim"]
    assert called("Mrs Abara Upstairs", "Mrs Abara Upstairs") == ["Mrs", "Mrs"]


def test_a_title_on_the_way_of_an_attack_is_read_over_its_arrow():
    stage, poses = Stage(), tween.Stage()
    figures.register(stage.app)
    zones_ = {"row@0": SceneZone("row@0", "row", "Row", 0)}
    cards = {key: ScenePiece(key, "card", "row@0", key, 0, "card-7", marks=(mark,)) for key, mark in enumerate(("attacking", "attacked"))}
    for key in cards:
        poses.put(key, Pose(300, 200 + 400 * key, 100, 140))
    ink, wide = (255, 255, 255, 255), stage.app.measure("Right diva", "bold", 24)
    across = Text((0, 0, 600, 30), "Right diva", 24, ink, "bold", align="centre")
    titles = [
        replace(across, rect=(0.0, 390.0, 600.0, 30.0)),
        replace(across, rect=(700.0, 390.0, 300.0, 30.0)),
        replace(across, rect=(0.0, 390.0, 200.0, 30.0)),
    ]
    scene = Scene("sample", 0, (SceneSeat(0, "Sun"), SceneSeat(1, "Moon")), zones_, cards, {})
    arrow, *over = attack_arrow.drawn(stage.app, scene, poses, 0.0, titles=titles)
    assert [item.words for item in over if isinstance(item, Text)] == ["Right diva"], "only what the arrow crosses"
    assert all(item.layer > arrow.layer for item in over)
    ground, words = over
    assert ground.rect[0] < 300 - wide / 2 < 300 + wide / 2 < ground.rect[0] + ground.rect[2]
    assert words.rect == titles[0].rect
    aside = [replace(across, rect=(250.0, 390.0, 60.0, 30.0), align="left", words="Up")]
    _, *over = attack_arrow.drawn(stage.app, scene, poses, 0.0, titles=aside)
    assert not over, "the arrow runs beside what it can leave open"


@pytest.mark.parametrize("size", [(1024, 640), (1280, 720), (1920, 1080)])
@pytest.mark.parametrize("seats", [2, 4, 6])
def test_each_of_up_to_six_pawns_on_one_space_of_a_track_shows_the_head_that_says_whose_it_is(size, seats):
    """Two on one space nearly hid each other."""
    screen = Stage(size).show(MatchScreen(Match.start(Setup("verona", seats, seed=3), (SeatPlan("human"),) * seats)))
    loop = next(iter(screen.view.board.layout.rings.values()))
    for count in range(2, 7):
        for cell in range(loop.count):
            poses = track.standing(loop, [cell] * count)
            later = sorted(poses, key=lambda pose: pose.z)
            for nth, pose in enumerate(later):
                head = [(pose.x + dx * pose.w, pose.y + dy * pose.h) for dx in (-0.2, 0.0, 0.2) for dy in (-0.45, -0.25, -0.1)]
                seen = [point for point in head if not any(inside(other.rect, *point) for other in later[nth + 1 :])]
                assert len(seen) >= 6, (count, cell)
                assert hypot(pose.x - loop.x, pose.y - loop.y) < loop.radius
                outward = (pose.x - loop.x) * (loop.centre(cell)[0] - loop.x) + (pose.y - loop.y) * (loop.centre(cell)[1] - loop.y)
                assert outward > 0, "all stand on the side of their space"


def test_a_theme_may_name_just_the_colours_that_the_window_asks_for():
    assert set(Theme(ThemeFile("bare"))._colours) == COLOURS


@pytest.mark.parametrize("text_size", [100, 150])
@pytest.mark.parametrize("badges", [5, 6])
def test_on_a_large_token_no_badge_lies_on_the_letters_of_its_name(badges, text_size):
    """At 150 % the third badge at the right of a crystal hid the last letter of its name."""
    stage = Stage((1920, 1080), text_size=text_size)
    side, face = 96.0, CardFace("c", "Crystal", "Soul crystal")
    piece = ScenePiece(1, "token", "row@0", 0, 0, "c", badges=tuple(Badge("water-drop", "", "Stream", "good") for _ in range(badges)))
    items = kinds.drawn(stage.app, None, piece, Pose(200, 200, side, side), lambda _: face)
    chips = [inset(item.rect, kinds.CHIP_PAD) for item in items if isinstance(item, Made) and item.kind == "chip"]
    fine = figures.FINE * stage.app.view.scale
    letters, spot, _ = figures.lettered(stage.app, face.name, round(side * fine))
    ink = letters.get_bounding_rect()
    left, top = 200 - side / 2 + (spot.x + ink.x) / fine, 200 - side / 2 + (spot.y + ink.y) / fine
    name = (left, top, ink.w / fine, ink.h / fine)
    assert len(chips) == 5
    for x, y, w, h in chips:
        near = max(name[0], min(x + w / 2, name[0] + name[2])), max(name[1], min(y + h / 2, name[1] + name[3]))
        assert hypot(near[0] - x - w / 2, near[1] - y - h / 2) >= h / 2 - 1
