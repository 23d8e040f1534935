"""Names where there is little room: of what is reached for at once and whole, along the side of a card in a full hand, and under what a token bears."""

from __future__ import annotations

import pytest
from every_game import BOXES
from msgspec.structs import replace
from shell_stage import Stage, flat
from test_every_screen import Seated, nobody_thinks, played
from test_every_screen import shown as way_to
from walker import Walker

from game.kernel.ids import piece_place, zone_place
from game.kernel.scene import CardFace, Scene, ScenePiece, SceneSeat, SceneZone
from game.kernel.setup import Setup
from game.rules import SHIPPED
from game.table.canvas.draw import Made, Panel, Text
from game.table.canvas.tween import Pose
from game.table.canvas.view import inside, meet
from game.table.pages.dialog import Dialog
from game.table.pieces import figures, kinds
from game.table.pieces.board import Board
from game.table.pieces.card_face import face_items, part_seen, set_as
from game.table.pieces.layout import Layout
from game.table.pieces.lit import Light
from game.table.pieces.name_plate import LEAST
from game.table.pieces.pointed import LAYER, unread
from game.table.pieces.short_name import initials, short_name
from game.table.pieces.undrawn import LABELLED
from game.table.play import closing

__all__ = ["nobody_thinks"]

SIZES = [((1024, 640), 100), ((1024, 640), 175), ((1280, 720), 150), ((3840, 2160), 100)]
WITH_CARDS = [game for game in SHIPPED if BOXES[game].catalogue()]


def table(game: str, size: tuple[int, int], text: int, seats: int, actions: int) -> Board:
    setup = BOXES[game].complete(Setup(game, seats, seed=5))
    hand = Walker(Stage(size, games=tuple(BOXES.values()), text_size=text))
    hand._open(way_to(Seated(setup, 1, played(setup, actions))))
    return hand.stage.top.view.board


def says(board: Board, items: list[object], name: str) -> bool:
    """Tell whether the whole name of a card is set among what is drawn, large enough to be read."""
    scale = board.app.view.scale
    for item in items:
        if isinstance(item, Text) and item.words.casefold() == name.casefold():
            return round(item.size * scale) >= LEAST
        if not isinstance(item, Made):
            continue
        if item.kind == "token" and item.key[1] is not None and item.key[1].name == name == short_name(name):
            return item.rect[2] * scale >= 43
        if item.kind == "card" and item.key[1] is not None and "peek" not in item.key[-1] and item.key[1].name == name:
            world, face, _, w, h, _, look = item.key
            wide = max(1, round(w * scale))
            parts = face_items(board.app, board.app.world(world), face, (0, 0, wide / scale, h), wide, part_seen(look), set_as(look))
            if any(isinstance(part, Text) and part.words.casefold() == name.casefold() for part in parts):
                return True
    return False


@pytest.mark.parametrize(("size", "text"), SIZES)
@pytest.mark.parametrize("game", WITH_CARDS)
def test_whatever_is_reached_for_says_its_whole_name_at_once(game, size, text, nobody_thinks):
    seen = 0
    for seats, actions in ((min(BOXES[game].seats), 60), (max(BOXES[game].seats), 90)):
        board = table(game, size, text, seats, actions)
        for piece in board.scene.pieces.values():
            card = board.face(piece.face) if piece.face is not None and piece.kind in {"card", "token", "terrain"} else None
            rect = board.rect_of(piece_place(piece.id))
            if card is None or rect is None or board.covered(piece_place(piece.id)):
                continue
            near = (rect[0] - rect[2], rect[1] - rect[3], 3 * rect[2], 3 * rect[3])
            for light in (Light(hover=piece_place(piece.id)), Light(focus=piece_place(piece.id))):
                drawn = [item for item in flat(board.draw(light)) if hasattr(item, "rect") and meet(item.rect, near)]
                assert says(board, drawn, card.name), (card.name, piece.kind, piece.zone)
            seen += 1
    assert seen > 10


@pytest.mark.parametrize(("size", "text"), SIZES)
@pytest.mark.parametrize("game", SHIPPED)
def test_a_pile_that_is_too_low_for_a_label_is_called_by_name_once_it_is_pointed_at(game, size, text, nobody_thinks):
    board = table(game, size, text, max(BOXES[game].seats), 30)
    low = [zone for zone in board.scene.zones.values() if zone.kind == "pile" and board.layout.zones[zone.id][3] <= LABELLED]
    for zone in low:
        top = [piece_place(piece.id) for piece in board.scene.pieces.values() if piece.zone == zone.id and piece.face is None]
        for place in (zone_place(zone.id), *top[-1:]):
            texts = [item for item in flat(board.draw(Light(hover=place))) if isinstance(item, Text) and item.words == zone.label]
            assert [item for item in texts if item.layer > 800], (zone.id, place)
    assert low or game != "overcross", "its opponents' piles are low"


def test_the_plate_of_a_name_stays_on_the_table():
    for size, text in SIZES:
        board = table("overcross", size, text, 4, 90)
        x, y, wide, high = board.area
        for piece in board.scene.pieces.values():
            for item in flat(board.draw(Light(hover=piece_place(piece.id)))):
                if isinstance(item, Panel) and item.layer > 890:
                    assert x <= item.rect[0]
                    assert item.rect[0] + item.rect[2] <= x + wide + 0.01
                    assert inside((x, y, wide, high), item.rect[0], item.rect[1] + item.rect[3] - 1)


@pytest.mark.parametrize(("size", "text"), SIZES[:3])
@pytest.mark.parametrize("held", [8, 10, 12])
def test_in_a_full_hand_something_that_tells_is_read_of_every_name(size, text, held):
    """Where an edge is left of a card, its name runs down that edge."""
    stage = Stage(size, games=tuple(BOXES.values()), text_size=text)
    figures.register(stage.app)
    stage.app.theme = stage.app.world("shine")
    faces = {face.id: face for face in BOXES["shine"].catalogue() if face.corner and not face.second}
    zone, spines = SceneZone("hand", "hand", "Hand", 0, held), 0
    pieces = {key: ScenePiece(key, "card", "hand", key, 0, face) for key, face in enumerate(list(faces)[:held])}
    board = Board(stage.app, faces.get, {"hand": (270.0 * 1.5, 830.0, 400.0 * 1.5, 200.0)})
    board.fit((0.0, 0.0, 1540.0, 1080.0))
    board.show(Scene("sample", 0, (SceneSeat(0, "Sun"), SceneSeat(1, "Moon")), {"hand": zone}, pieces, {}), 0.0)
    scale = stage.app.view.scale
    for item in board.draw(Light()):
        if not isinstance(item, Made) or item.kind != "card":
            continue
        _, face, _, w, h, _, look = item.key
        wide = round(w * scale)
        parts = face_items(stage.app, stage.app.theme, face, (0, 0, wide / scale, h), wide, part_seen(look), set_as(look))
        found = [part for part in parts if isinstance(part, Made) and part.kind == "spine"]
        spines += len(found)
        for part in found:
            assert part.rect[0] + part.rect[2] <= wide / scale * part_seen(look)
            assert part.rect[1] + part.rect[3] <= h
            assert part.key[1] >= LEAST
            assert part.words == face.name or len(part.words) > 5, (part.words, face.name)
        if not found:
            told = [each.words for each in parts if isinstance(each, Text) and each.face != "digits" and each.words[:1] == face.name[:1]]
            assert any(all(len(word) >= 5 or word in face.name.split() for word in words.split()) for words in told), (face.name, told)
    assert spines or held < 12


@pytest.mark.parametrize("text", [100, 150, 175])
@pytest.mark.parametrize("count", [1, 2, 3])
def test_what_a_token_has_done_lies_beside_its_name(count, text):
    stage = Stage((1280, 720), games=tuple(BOXES.values()), text_size=text)
    face = CardFace("admiral", "Admiral Splashton", "")
    for side in (46, 60, 90, 140):
        pose = Pose(400.0, 400.0, side * 1.5, side * 1.5)
        piece = ScenePiece(1, "token", "map", 0, 0, "admiral", marks=("moved", "acted", "carrier")[:count])
        items = kinds.drawn(stage.app, None, piece, pose, lambda _: face)
        signs = [item.rect for item in items if isinstance(item, Panel)]
        foot = 400.0 + side * 0.75 - side * 1.5 * kinds.NAME_HIGH * min(kinds.GROW, text / 100)
        assert len(signs) == count
        assert all(y + high <= foot + 0.01 for _, y, _, high in signs)
        assert all(item.rect[1] > 400.0 - side * 0.85 for item in items if isinstance(item, Panel))


@pytest.mark.parametrize("text", [100, 150, 175])
@pytest.mark.parametrize("wide", [26, 38, 44])
def test_a_small_token_bears_a_word_of_its_name_or_its_initials_and_the_pointer_tells_the_rest(wide, text):
    app = Stage((1280, 720), games=tuple(BOXES.values()), text_size=text).app
    pose, words = Pose(400.0, 400.0, wide / app.view.scale, wide / app.view.scale), set()
    for face in BOXES["overcross"].catalogue():
        said = kinds.token_words(app, face.name, wide)
        assert said in {short_name(face.name), initials(face.name)}
        letters, _, _ = figures.lettered(app, face.name, wide * figures.FINE)
        assert wide >= kinds.NAMED or letters.get_bounding_rect().h >= LEAST * figures.FINE * 0.5
        if said != face.name:
            piece = ScenePiece(1, "token", "map", 0, 0, face.id)
            scene = Scene("sample", 0, (SceneSeat(0, "Sun"),), {}, {1: piece}, {})
            assert unread(app, scene, Layout(), "piece/1", pose, {face.id: face}.get) == face.name
        words.add(said == initials(face.name))
        leads = kinds.drawn(app, None, ScenePiece(1, "token", "map", 0, 0, face.id, marks=("leader",)), pose, {face.id: face}.get)
        sign = (pose.x - pose.w * 0.48, pose.y - pose.w * 0.48, pose.w * 0.44, pose.w * 0.3)
        assert wide >= kinds.NAMED or not any(meet(item.rect, sign) for item in leads if isinstance(item, Panel))
    assert words == ({True, False} if wide < kinds.NAMED else {False})


@pytest.mark.parametrize("text", [100, 150, 175])
def test_every_empty_or_closed_pile_of_a_low_window_is_labelled(text, nobody_thinks):
    """Over the discard pile of an opponent stood nothing."""
    setup = Setup("overcross", 2, seed=5)
    hand = Walker(Stage((1024, 640), games=tuple(BOXES.values()), text_size=text))
    hand._open(way_to(Seated(setup, 1, played(setup, 12))))
    scene = hand.stage.top.view.scene
    told = [item.words for item in flat(hand.stage.top.view.board.draw(Light())) if isinstance(item, Text)]
    open_ = {piece.zone for piece in scene.pieces.values() if piece.face}
    piles = [zone.label for zone in scene.zones.values() if zone.kind == "pile" and zone.id not in open_]
    assert len(piles) >= 3
    for label in piles:
        assert sum(label.startswith(words) for words in told if words) >= piles.count(label), (label, told)


@pytest.mark.parametrize(("size", "text"), SIZES)
def test_the_name_of_a_pile_under_the_pointer_lies_on_no_name_of_a_seat(size, text, nobody_thinks):
    """That of a discard pile lay over its owner's name."""
    board = table("overcross", size, text, 2, 20)
    tags = 0
    for zone in board.scene.zones.values():
        if zone.kind != "pile":
            continue
        plates = [item.rect for item in board.draw(Light(hover=zone_place(zone.id))) if isinstance(item, Panel) and item.layer == LAYER]
        tags += len(plates)
        assert not any(meet(plate, seat) for plate in plates for seat in board.layout.seats.values()), (zone.id, plates)
    assert tags


@pytest.mark.parametrize("text", [100, 150, 175])
@pytest.mark.parametrize("game", ["starcrossed", "shine"])
def test_a_held_card_says_in_a_low_window_what_it_is(game, text, nobody_thinks):
    setup = Setup(game, 2, seed=5)
    hand = Walker(Stage((1024, 640), games=tuple(BOXES.values()), text_size=text))
    hand._open(way_to(Seated(setup, 1, played(setup, 12))))
    app, board, told, whole = hand.stage.app, hand.stage.top.view.board, 0, 0
    for item in board.draw(Light()):
        if isinstance(item, Made) and item.kind == "card" and item.key[1] is not None:
            _, face, _, w, h, _, look = item.key
            wide = round(w * app.view.scale)
            zone = board.scene.zones[next(each for each in board.scene.pieces.values() if each.face == face.id).zone]
            if zone.kind != "hand" or not face.line:
                continue
            whole += 1
            parts = face_items(app, app.theme, face, (0, 0, wide / app.view.scale, h), wide, part_seen(look), set_as(look))
            told += any(isinstance(part, Text) and part.words in {face.line, face.line.partition(" · ")[0]} for part in parts)
    assert told >= whole / 2
    assert whole


@pytest.mark.parametrize("game", SHIPPED)
def test_what_has_left_the_place_under_the_pointer_is_pointed_at_no_more_and_under_a_dialog_nothing_is(game, nobody_thinks):
    setup = BOXES[game].complete(Setup(game, 2, seed=5))
    hand_of = Walker(Stage((1280, 720), games=tuple(BOXES.values()), text_size=150))
    hand_of._open(way_to(Seated(setup, 1, played(setup, 12))))
    stage, screen = hand_of.stage, hand_of.stage.top
    hand, board, scene, tried = screen.hand, screen.view.board, screen.view.scene, 0
    for key in scene.pieces:
        place, at = piece_place(key), board.centre_of(piece_place(key))
        if at is None or closing.in_hand(scene, place) or board.covered(place):
            continue
        stage.move(*at)
        if hand.over != place:
            continue
        hand.tick()
        assert screen.light().hover == place
        board.show(replace(scene, pieces={other: piece for other, piece in scene.pieces.items() if other != key}), stage.app.now)
        hand.tick()
        assert screen.light().hover == "", place
        board.show(scene, stage.app.now)
        stage.move(0.0, 0.0)
        stage.move(*at)
        assert screen.light().hover == place
        stage.app.push(Dialog("Well done!", "", (("Go on", "main", lambda: None),)))
        assert screen.light().hover == ""
        stage.app.pop()
        tried += 1
        if tried == 6:
            break
    assert tried
