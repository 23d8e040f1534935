"""Names of cards that lie side by side are set alike, in hand and on the table, and larger where the player wants larger text."""

from __future__ import annotations

from collections.abc import Iterator

import pytest
from every_game import BOXES
from msgspec.structs import replace
from shell_stage import Stage, flat
from test_every_screen import Seated, nobody_thinks, played
from test_every_screen import shown as way_to
from walker import Walker, set_in_its_box

from game.kernel.scene import CardFace, ScenePiece
from game.kernel.setup import Setup
from game.rules import SHIPPED
from game.table.canvas.draw import Drawn, Icon, Made, Panel, Text
from game.table.canvas.view import Rect
from game.table.pieces import row_names
from game.table.pieces.card_face import ABOVE_EDGE, face_items, part_seen, set_as, set_look
from game.table.pieces.fan import rests
from game.table.pieces.kinds import snapped
from game.table.pieces.lit import Light
from game.table.pieces.name_plate import LEADING, LEAST, NARROW, Setting, fitting_in, largest_set, least, letters, name_plate, settings_of
from game.table.pieces.written import written

__all__ = ["nobody_thinks"]

WITH_CARDS = [game for game in SHIPPED if BOXES[game].catalogue()]
MATCHES = [(5, 12), (5, 40), (5, 80)]

Name = tuple[str, str, int, bool]
"""A card's name, the face it is set in, its size in pixels and whether it fills its plate."""


def rows(stage: Stage) -> dict[object, list[Name]]:
    """Return how the names of the cards that lie side by side are set: by hand, else by how far down the window they lie and how large they are."""
    board, scale = stage.top.view.board, stage.app.view.scale
    found: dict[object, list[Name]] = {}
    cards = [item for item in flat(board.draw(Light())) if isinstance(item, Made) and item.kind == "card" and item.key[1] is not None]
    for item in cards:
        world, face, _, w, h, angle, look = item.key
        if "peek" in look:
            continue
        x, y = item.rect[0] + item.rect[2] / 2, item.rect[1] + item.rect[3] / 2
        piece = min(board.layout.poses, key=lambda key: (board.layout.poses[key].x - x) ** 2 + (board.layout.poses[key].y - y) ** 2)
        zone = board.scene.zones[board.scene.pieces[piece].zone]
        wide = max(1, round(w * scale))
        rect = (0.0, 0.0, wide / scale, round(h * scale) / scale)
        items = face_items(stage.app, stage.app.world(world), face, rect, wide, part_seen(look), set_as(look))
        name = next((part for part in items if isinstance(part, Text) and part.words.casefold() == face.name.casefold()), None)
        if name is not None:
            if zone.kind in {"pile", "stack"}:
                continue
            row = zone.id if zone.kind == "hand" else (round(y), round(w / (0.94 if angle else 1) / 4))
            laid = set_in_its_box(stage, name)[0]
            size = laid.size
            full = laid.width >= 0.72 * name.rect[2] * scale or laid.height >= 2.2 * size
            found.setdefault(row, []).append((face.name, name.face, size, full))
    return found


def tables(game: str, text: int, size: tuple[int, int] = (1280, 720)) -> list[dict[object, list[Name]]]:
    found = []
    for seed, actions in MATCHES:
        setup = Setup(game, min(BOXES[game].seats), seed=seed)
        hand = Walker(Stage(size, games=tuple(BOXES.values()), text_size=text))
        hand._open(way_to(Seated(setup, 1, played(setup, actions))))
        found.append(rows(hand.stage))
    return found


@pytest.mark.parametrize("text", [100, 150, 175])
@pytest.mark.parametrize("game", WITH_CARDS)
def test_the_names_of_a_row_are_set_alike(game, text, nobody_thinks):
    together = 0
    for found in tables(game, text):
        for place, row in found.items():
            if len({name for name, *_ in row}) > 1:
                together += 1
                assert len({face for _, face, *_ in row}) == 1, row
                assert len({size for _, _, size, _ in row}) == 1 or isinstance(place, str), row
            assert all(size >= LEAST for _, _, size, _ in row)
    assert together


@pytest.mark.parametrize("text", [100, 150, 175])
@pytest.mark.parametrize("size", [(1024, 640), (1280, 720)], ids=str)
@pytest.mark.parametrize("game", ["overcross", "starcrossed", "shine"])
def test_in_a_hand_a_long_word_makes_no_name_small_but_its_own_and_all_are_in_one_face(game, size, text, nobody_thinks):
    """Every name was as small as the longest, and a long one fell to another face than its neighbours."""
    uneven = 0
    for cards in held(game, text, count=6, size=size):
        names = [(item, face, seen) for face, seen, items in cards for item in named(face, items) if isinstance(item, Text)]
        assert len({item.face for item, *_ in names if item.size}) <= 1, [(item.words, item.face) for item, *_ in names]
        uneven += len({item.size for item, *_ in names}) > 1
    assert uneven


def held(game: str, text: int, count: int = 10, size: tuple[int, int] = (1280, 720)) -> Iterator[list[tuple[CardFace, float, list[Drawn]]]]:
    """Yield hands of so many cards, each with its face, the part of it that is seen and what is drawn on it."""
    setup = Setup(game, min(BOXES[game].seats), seed=5)
    hand = Walker(Stage(size, games=tuple(BOXES.values()), text_size=text))
    hand._open(way_to(Seated(setup, 1, played(setup, 12))))
    board, app = hand.stage.top.view.board, hand.stage.app
    scene, scale = board.scene, app.view.scale
    zone = next(zone for zone in scene.zones.values() if zone.kind == "hand" and zone.owner == scene.viewer)
    cards = list(dict.fromkeys(card for deck in hand.stage.top.match.setup.decks for card in deck.cards))
    for first in range(0, len(cards) - count, count):
        pieces = {key: piece for key, piece in scene.pieces.items() if piece.zone != zone.id}
        for slot, card in enumerate(cards[first : first + count]):
            pieces[9000 + slot] = ScenePiece(9000 + slot, "card", zone.id, slot, scene.viewer, card)
        board.show(replace(scene, pieces=pieces), 0.0)
        found = []
        for slot in range(count):
            piece, pose = pieces[9000 + slot], board.layout.poses[9000 + slot]
            face, look, wide = board.face(piece.face), board.layout.looks.get(piece.id, ""), round(round(pose.w / 2) * 2 * scale)
            rect = (0.0, 0.0, wide / scale, wide / scale * 1.4)
            found.append((face, part_seen(look), face_items(app, app.theme, face, rect, wide, part_seen(look), set_as(look))))
        yield found


def named(face: CardFace, items: list[Drawn]) -> list[Text | Made]:
    """Return where the whole name of a card stands."""
    return [item for item in items if isinstance(item, Text | Made) and item.words.casefold() == face.name.casefold()]


@pytest.mark.parametrize("count", [7, 10])
@pytest.mark.parametrize("size", [(1024, 640), (1280, 720)], ids=str)
def test_in_a_hand_that_rests_below_the_edge_every_name_is_above_it_and_none_is_smaller_where_text_is_to_be_larger(
    size, count, nobody_thinks
):
    """A cut name stood half below the edge of the window, and numbers that grew with the text took the room of all names."""
    app = Stage(size, games=tuple(BOXES.values())).app
    app.theme = app.world("overcross")
    app.fonts.faces = dict(app.theme.faces)
    before: dict[tuple[str, float], float] = {}
    for text in (100, 150, 175):
        for cards in held("overcross", text, count, size):
            for face, seen, items in cards:
                edge = (ABOVE_EDGE + 5) / 250 * items[0].rect[2]  # the rim of its plate may lie below
                for item in items:
                    if isinstance(item, Text) and item.words[:3].casefold() == face.name[:3].casefold():
                        lines = app.height(item.words, item.face, item.size, item.rect[2], leading=LEADING)
                        assert item.rect[1] + max(item.rect[3], lines) <= edge, (text, face.name, item.words)
                        assert item.size >= before.get((face.name, seen), 0.0) - 1 / app.view.scale, (text, face.name)
                        before.setdefault((face.name, seen), item.size)
    assert before


@pytest.mark.parametrize("text", [100, 150])
@pytest.mark.parametrize("game", ["overcross", "starcrossed", "shine"])
def test_in_a_hand_of_ten_no_name_is_cut_that_has_room_and_the_card_in_full_sight_says_its_own_as_if_it_lay_alone(
    game, text, nobody_thinks
):
    app, covered, whole = Stage((1280, 720), games=tuple(BOXES.values()), text_size=text).app, [], []
    app.theme = app.world(game)
    for cards in held(game, text):
        for face, seen, items in cards:
            (wide, *_), said = items[0].rect[2:], named(face, items)
            longest = max(app.measure(word, "bold", least(app)) for word in face.name.split())
            assert said or longest > wide * seen * 0.95, (face.name, seen)
            if seen == 1:
                (alone,) = named(face, face_items(app, app.theme, face, items[0].rect, round(wide * app.view.scale)))
                assert said[0].size >= 0.85 * alone.size, (
                    face.name
                )  # a hand may rest below the edge of the window, and its names stand above it
                whole.append(alone.size)
            else:
                covered += [item.size for item in said if isinstance(item, Text)]
    assert len(whole) > 1
    assert sum(whole) / len(whole) > sum(covered) / len(covered)


@pytest.mark.parametrize("size", [(1024, 640), (1280, 720)], ids=str)
@pytest.mark.parametrize("text", [100, 150, 175])
def test_in_a_hand_that_rests_below_the_edge_of_the_window_every_name_stands_wholly_above_it(text, size, nobody_thinks):
    setup = Setup("overcross", 2, seed=5)
    hand = Walker(Stage(size, games=tuple(BOXES.values()), text_size=text))
    hand._open(way_to(Seated(setup, 1, played(setup, 12))))
    board, app, judged = hand.stage.top.view.board, hand.stage.app, 0
    scene, edge = board.scene, app.view.whole[1] + app.view.whole[3]
    zone = next(zone for zone in scene.zones.values() if zone.kind == "hand" and zone.owner == scene.viewer)
    assert rests(board.layout.zones[zone.id])
    others = {key: piece for key, piece in scene.pieces.items() if piece.zone != zone.id}
    catalogue = {face.id: face for face in BOXES["overcross"].catalogue()}
    board.face, cards = catalogue.get, list(catalogue)
    for count in (5, 6, 7):
        for first in range(0, len(cards), count):
            own = {
                9000 + slot: ScenePiece(9000 + slot, "card", zone.id, slot, 0, card)
                for slot, card in enumerate(cards[first : first + count])
            }
            board.show(replace(scene, pieces=others | own), 0.0)
            for key, piece in own.items():
                pose, look = board.layout.poses[key], board.layout.looks.get(key, "")
                for x, y, wide, high in written(app, board.face(piece.face), snapped(pose), look).name:
                    assert y + high <= edge, (piece.face, look, (x, y, wide, high))
                    judged += 1
    assert judged > 200


@pytest.mark.parametrize("game", WITH_CARDS)
def test_the_names_of_rows_are_larger_where_larger_text_is_wished_as_far_as_their_plates_hold_them(game, nobody_thinks):
    usual, large = tables(game, 100), tables(game, 175)
    for before, after in zip(usual, large, strict=True):
        assert [len(row) for row in before.values()] == [len(row) for row in after.values()]
        for one, other in zip(before.values(), after.values(), strict=True):
            for (name, _, was, _), (_, _, now, _) in zip(one, other, strict=True):
                assert now >= was, name
            assert one[0][2] * 1.2 <= other[0][2] or any(full for *_, full in other), other


@pytest.mark.parametrize("game", WITH_CARDS)
def test_at_usual_text_names_are_set_in_the_games_own_face_where_a_row_can_be_read_in_it(game, nobody_thinks):
    faces = [face for found in tables(game, 100) for row in found.values() for _, face, *_ in row]
    assert faces.count("display") > len(faces) / 3


def test_a_look_says_how_a_name_is_set():
    for face, capitals in (("display", True), ("display", False), ("bold", False)):
        for place in (-1, 0, 1):
            setting = Setting(face, capitals, 19, place)
            assert set_as("seen60-" + set_look(setting)) == setting
    assert set_as("") is set_as("dim-seen60") is None


@pytest.mark.parametrize("text", [100, 175])
@pytest.mark.parametrize("size", [(1280, 650), (1024, 640)], ids=lambda size: f"{size[0]}x{size[1]}")
def test_no_name_of_a_full_reserve_is_cut_in_a_lower_window(size, text, nobody_thinks):
    """Four of eighteen names ended in an ellipsis; leaning letters are narrow enough for them."""
    setup = Setup("cardmaster", 2, seed=4)
    hand = Walker(Stage(size, games=tuple(BOXES.values()), text_size=text))
    hand._open(way_to(Seated(setup, 1, played(setup, 2))))
    scene = hand.stage.top.view.scene
    cards = [piece for piece in scene.pieces.values() if piece.kind == "card" and piece.face]
    assert len(cards) == 18
    assert sum(len(row) for row in rows(hand.stage).values()) == len(cards)


def test_where_text_is_to_be_larger_other_letters_are_taken_only_where_they_are_higher_than_those_of_the_games_own_face():
    app = Stage((1280, 720), games=tuple(BOXES.values())).app
    capitals, own, plain = settings_of(app.world("starcrossed"), Setting("", capitals=False))
    assert letters(app, capitals) > letters(app, own)
    even = letters(app, capitals) / letters(app, plain)
    assert largest_set(app, [(capitals, 11), (plain, 11 * even * 2)], 1.0) == 0
    assert largest_set(app, [(capitals, 11), (plain, 11 * even * 1.02)], 1.5) == 0
    assert largest_set(app, [(capitals, 11), (own, 11), (plain, 11 * even * 1.1)], 1.5) == 2


@pytest.mark.parametrize("text", [100, 150, 175])
def test_a_row_of_which_one_name_is_whole_in_narrow_letters_alone_is_set_in_these(text):
    """One name of a reserve leaned while those beside it stood upright."""
    stage = Stage((1024, 640), games=tuple(BOXES.values()), text_size=text)
    app = stage.app
    app.theme = app.world("cardmaster")
    fighting = [replace(face, text=(), flavour="", keywords=(), line="", stats=()) for face in BOXES["cardmaster"].catalogue()]
    leaning = 0
    for device in range(40, 76, 3):
        for first in range(0, len(fighting) - 3, 3):
            row = [(number, face, device, 1.0) for number, face in enumerate(fighting[first : first + 3])]
            setting = row_names._alike(app, row, Setting("", capitals=False))
            rect = (0.0, 0.0, device / app.view.scale, device / app.view.scale * 1.4)
            set_in = []
            for _, face, _, _ in row:
                look = set_as(set_look(setting)) if setting is not None else None
                parts = face_items(app, app.theme, face, rect, device, 1.0, look)
                set_in += [part.face for part in parts if isinstance(part, Text) and part.words.casefold() == face.name.casefold()]
            if all(row_names._pixels(app, each, NARROW) for each in row):
                assert len(set_in) == 3, (device, [each[1].name for each in row])
                assert len({*set_in}) == 1, (device, set_in)
                leaning += set_in[0] == NARROW.face
    assert leaning


@pytest.mark.parametrize("game", WITH_CARDS)
def test_no_letter_of_a_name_touches_the_rim_of_its_plate_however_small_the_card(game):
    app, names = Stage((1280, 720), games=(BOXES[game],)).app, ("Smelling Salts", "Bar Brawl", "Spilled Ale")
    theme, read = app.world(game), 0
    for unit in (0.28, 0.4, 0.7, 1.0):
        for words in names:
            places: list[Rect] = [(0.0, 0.0, 250 * unit, 140 * unit)]
            settings = settings_of(theme, Setting("", capitals=False))
            size = fitting_in(app, theme, places, unit, words, 200 * unit, most=1.0, settings=settings)
            (panel, text), _ = name_plate(app, theme, places, unit, words, size, most=1.0)
            assert isinstance(panel, Panel)
            assert isinstance(text, Text)
            if panel.edge is not None:
                high = app.height(text.words, text.face, text.size, text.rect[2], leading=LEADING)
                assert high <= panel.rect[3] - 2 * panel.width + 0.01, (unit, words)
                read += 1
    assert read or theme.card.frame not in {"panel", "woodcut"}


@pytest.mark.parametrize("text", [100, 150, 175])
@pytest.mark.parametrize("size", [(1024, 640), (1280, 720), (3840, 2160)])
def test_a_fighting_card_keeps_the_signs_of_its_kinds_however_large_its_name_is(size, text, nobody_thinks):
    setup = Setup("cardmaster", 2, seed=1)
    hand = Walker(Stage(size, games=tuple(BOXES.values()), text_size=text))
    hand._open(way_to(Seated(setup, 1, played(setup, 8))))
    app, board, seen = hand.stage.app, hand.stage.top.view.board, 0
    for item in flat(board.draw(Light())):
        if not isinstance(item, Made) or item.kind != "card" or item.key[1] is None or not item.key[1].signs:
            continue
        world, face, _, w, h, _, look = item.key
        wide = max(1, round(w * app.view.scale))
        parts = face_items(app, app.world(world), face, (0, 0, wide / app.view.scale, h), wide, part_seen(look), set_as(look))
        signs = [part for part in parts if isinstance(part, Icon) and part.name in {sign.icon for sign in face.signs}]
        assert len(signs) == len({sign.icon for sign in face.signs}), face.name
        names = [part.rect for part in parts if isinstance(part, Panel) and part.rect[2] > w * 0.5 and part.rect[3] < h * 0.6]
        assert all(sign.rect[2] * app.view.scale >= 7 for sign in signs), (face.name, [sign.rect for sign in signs])
        seen += bool(names)
    assert seen >= 6
