"""A closer look by the keyboard: what has the focus stays in sight, and the look goes with it."""

from __future__ import annotations

import re
from collections.abc import Iterator

import pytest
from every_game import BOXES
from shell_stage import Stage
from test_every_screen import Seated, nobody_thinks, played
from test_text_grows import said, smaller_at
from test_text_grows import way_to as opened

from game.kernel.chance import Chance
from game.kernel.scene import Badge
from game.kernel.setup import Setup
from game.rules import SHIPPED
from game.rules.overcross.cards import FIGHT_MEANS
from game.rules.overcross.preview import hit_chance, save_chance
from game.table.canvas.draw import Drawn, Made, Panel, Text
from game.table.canvas.view import Rect, holds, inset, meet
from game.table.pieces.card_face import FULL
from game.table.play import overlay
from game.table.play.match import MatchScreen
from game.table.play.room_beside import along_edge, card_beside
from game.table.screens.library import Library

__all__ = ["nobody_thinks"]


def sat(game: str, size: tuple[int, int] = (1280, 720), text: int = 100, seats: int = 0, on: int = 0) -> tuple[Stage, MatchScreen]:
    """Return a match of a game some way in and so many actions on, as somebody sees it who has to choose."""
    setup = Setup(game, seats or max(BOXES[game].seats), seed=5)
    stage = Stage(size, games=(BOXES[game],), text_size=text, speed="instant", reduced_motion=True)
    stage.app.surface = None
    screen = stage.show(Seated(setup, 1, played(setup, on + (18 if game == "verona" else 40)))())
    for _ in range(2):
        stage.frame(0.1)
    assert stage.top is screen
    return stage, screen


def focused(screen: MatchScreen) -> Rect:
    """Return where that lies which has the focus."""
    if screen.hand.cursor:
        rect = screen.view.board.rect_of(screen.hand.cursor)
    else:
        widget = screen.widget(screen.focus)
        rect = widget.rect if widget is not None else None
    assert rect is not None
    return inset(rect, 1)


def boxes(items: list[Drawn]) -> list[Rect]:
    """Return every panel and every card."""
    return [item.rect for item in items if isinstance(item, Panel) or (isinstance(item, Made) and item.kind == "card")]


def walked(stage: Stage, screen: MatchScreen) -> Iterator[str]:
    """Walk once around everything that the keyboard comes by, and look closer at each."""
    seen: set[str] = set()
    while True:
        stage.press("tab")
        for _ in range(2):
            stage.frame(0.6)
        at = screen.hand.cursor or screen.focus
        if "/" in at:
            assert not screen.hand.look_now, "by keyboard a key alone looks closer"
            stage.press("v")
        if not at or at in seen:
            return
        seen.add(at)
        yield at


@pytest.mark.parametrize("text", [100, 150, 175])
@pytest.mark.parametrize("size", [(1024, 640), (1280, 720)], ids=lambda size: f"{size[0]}x{size[1]}")
@pytest.mark.parametrize("game", SHIPPED)
def test_what_is_said_of_what_has_the_focus_never_covers_it(game, size, text, nobody_thinks):
    stage, screen = sat(game, size, text)
    covered, said_of = [], 0
    for at in walked(stage, screen):
        shown = boxes([*screen.lying_over(), *screen._hint()])
        said_of += bool(shown)
        covered += [(at, box) for box in shown if meet(box, focused(screen))]
    assert covered == []
    assert said_of > 8
    for source in screen.hand.grip.sources()[:4]:
        screen.hand.cursor, screen.by_keyboard = source, True
        stage.press("return")
        for _ in range(len(screen.hand.grip.targets()) if screen.hand.grip.held else 0):
            told = [item.rect for item in screen.lying_over() if isinstance(item, Panel) and item.layer == overlay.LAYER]
            covered += [(source, screen.hand.cursor, box) for box in told if meet(box, focused(screen))]
            stage.press("tab")
        screen.hand.let_go()
    assert covered == []


@pytest.mark.parametrize("game", SHIPPED)
def test_a_closer_look_goes_when_the_focus_goes_on_to_a_button(game, nobody_thinks):
    stage, screen = sat(game)
    before = ""
    for at in walked(stage, screen):
        if "/" not in at and before:
            assert not screen.hand.look_now
            assert not boxes(screen.lying_over())
            return
        before = at if boxes(screen.lying_over()) else ""
    pytest.fail("no button comes after a piece")


@pytest.mark.parametrize("game", SHIPPED)
def test_what_the_keyboard_looks_closer_at_gives_way_to_what_happens_and_to_the_next_question(game, nobody_thinks):
    stage, screen = sat(game)
    places = [at for at in walked(stage, screen) if at.startswith("piece/")]
    assert places
    chance = Chance(3)
    for _ in range(4):
        screen.hand.cursor, screen.by_keyboard, screen.focus = places[0], True, ""
        screen.hand.point_at("")
        stage.press("v")
        assert screen.hand.look_now
        before = screen.match.count
        screen.submit(chance.pick(screen.match.legal()))
        stage.frame(0.1)
        assert screen.match.count > before
        assert not screen.hand.look_now
        for _ in range(6):
            stage.frame(1.0)
        if stage.top is not screen or not screen.view.human_turn:
            return
        assert not screen.hand.look_now


@pytest.mark.parametrize("game", ["overcross", "shine"])
def test_a_closer_look_that_was_asked_for_while_something_moves_comes_once_all_is_at_rest(game, nobody_thinks):
    stage, screen = sat(game)
    stage.app.change(speed="normal", reduced_motion=False)
    screen.view.player.pace = 1.0
    places = [at for at in walked(stage, screen) if at.startswith("piece/")]
    screen.hand.cursor, screen.by_keyboard, screen.focus = places[0], True, ""
    seat, chance = screen.view.viewer, Chance(3)
    for _ in range(30):
        screen.submit(chance.pick(screen.match.legal()))
        if screen.match.deciding == seat and screen.view.player.busy:
            break
        for _ in range(40):
            stage.frame(1.0)
            if stage.top is not screen:
                stage.press("return")
        seat = screen.view.viewer
    assert screen.view.player.busy
    screen.hand.cursor = screen.hand.cursor or places[0]
    stage.press("v")
    assert not screen.hand.look_now, "it would go at once with what moves"
    for _ in range(60):
        stage.frame(0.5)
    assert screen.view.human_turn
    assert screen.hand.look_now
    assert screen.looked_at()
    stage.press("v")
    assert not screen.hand.look_now


def test_a_card_looked_at_covers_nothing_of_what_the_question_is_about_where_any_side_leaves_it_open():
    within: Rect = (0, 0, 1500, 1080)
    anchor: Rect = (700, 460, 110, 155)
    for spared in (
        [(900.0, 300.0, 110.0, 155.0)],
        [(300.0, 500.0, 110.0, 155.0)],
        [(900.0, 300.0, 110.0, 155.0), (500.0, 900.0, 80.0, 80.0)],
    ):
        card, words = card_beside(anchor, within, 700.0, 380.0, lambda _: 300.0, spared)
        assert not any(meet(box, rect) for box in (card, words) for rect in [*spared, anchor])
    card, words = card_beside(anchor, within, 700.0, 380.0, lambda _: 300.0)
    assert any(meet(box, (900.0, 300.0, 110.0, 155.0)) for box in (card, words)), "without a reason it lies where it always lay"
    nowhere = [(float(x), float(y), 60.0, 60.0) for x in range(0, 1500, 100) for y in range(0, 1080, 100)]
    assert card_beside(anchor, within, 700.0, 380.0, lambda _: 300.0, nowhere)[0][3] > 300


ANCHORS: tuple[Rect, ...] = ((100, 300, 100, 140), (700, 460, 110, 155), (520, 820, 150, 210))


@pytest.mark.parametrize("size", [(1024, 640), (3840, 2160)], ids=lambda size: f"{size[0]}x{size[1]}")
@pytest.mark.parametrize("game", [game for game in SHIPPED if BOXES[game].catalogue()])
def test_no_text_of_a_card_looked_at_is_smaller_where_larger_text_is_wished(game, size, template_shelf, nobody_thinks):
    def zoomed(stage: Stage) -> dict[tuple[str, str], int]:
        found: dict[tuple[str, str], int] = {}
        for face in BOXES[game].catalogue()[::25]:
            for number, anchor in enumerate(ANCHORS):
                drawn = overlay.zoom(stage.app, face, anchor, (0, 0, 1540, 1080))
                found |= {(f"{number} {card}", words): px for (card, words), px in said(stage, drawn).items()}
        return found

    assert smaller_at(size, {"library": opened(lambda: Library(game))}, zoomed) == {}


def test_a_card_with_more_to_remark_than_there_is_room_for_stands_beside_its_anchor_with_what_fits():
    stage = Stage((1024, 640), games=(BOXES["shine"],), text_size=175)
    face = next(iter(BOXES["shine"].catalogue()))
    anchor = (620.0, 460.0, 140.0, 200.0)
    drawn = boxes(overlay.zoom(stage.app, face, anchor, (0, 0, 1540, 1200), words="A long tale. " * 300))
    shown = [box for box in drawn if not any(other != box and holds(other, box) for other in drawn)]
    assert len(shown) == 2
    assert not any(meet(box, anchor) for box in shown)


@pytest.mark.parametrize("look", [((1280, 720), 100), ((1280, 720), 150), ((1920, 1080), 150)], ids=str)
@pytest.mark.parametrize("game", ["overcross", "starcrossed", "shine", "cardmaster"])
def test_each_number_on_a_card_that_is_looked_at_bears_its_caption(game, look):
    size, text = look
    stage = Stage(size, games=(BOXES[game],), text_size=text)
    kinds = {face.kind: face for face in BOXES[game].catalogue()}
    for face in kinds.values():
        drawn = overlay.zoom(stage.app, face, (900.0, 500.0, 60.0, 90.0), (0, 0, 1540, 1080))
        (card,) = [item.rect for item in drawn if isinstance(item, Made) and item.kind == "card"]
        plates = [item.rect for item in drawn if isinstance(item, Panel) and holds(card, item.rect)]
        captions = [item for item in drawn if isinstance(item, Text) and item.rect in plates]
        numbers = [badge for badge in (face.corner, face.second, *face.stats) if badge is not None and badge.value]
        assert [item.words for item in captions] == [badge.words.partition(badge.value)[0].strip() or badge.words for badge in numbers]
        assert not any(meet(one, other) for one in plates for other in plates if one != other)
        for item in captions:
            assert stage.app.measure(item.words, "bold", item.size) <= item.rect[2]
            assert item.size * stage.app.view.scale >= 10


def test_what_the_numbers_of_a_fight_mean_is_told_beside_a_card_of_overcross_OC_39_OC_40():
    for face in BOXES["overcross"].catalogue():
        words = dict(face.keywords)
        assert ("Acc" in words) == any(re.search(r"\bAcc\b", each) for each in face.text)
        assert ("Defense" in words) == (face.kind == "character" or any("Defense" in each for each in face.text))
        assert ("Fist" in words, "Crosshair" in words) == tuple(
            any(f"({sign}, " in each for each in face.text) for sign in ("Fist", "Crosshair")
        )
        assert ("Slow" in words) == any("is slow" in each or "and is slow" in each for each in face.text[:1])
    assert "Acc 4+ on 1 to 3" in FIGHT_MEANS["acc"][1]
    assert hit_chance(4) == sum(roll in {1, 2, 3} for roll in range(1, 7)) / 6
    assert "Defense 4 on 1 to 3" in FIGHT_MEANS["defense"][1]
    assert save_chance(4) == sum(roll in {1, 2, 3} for roll in range(1, 7)) / 6


USUAL = 22
"""The size of what explains a card at the usual text size."""

SIGNS = re.compile(r"\b(Dmg|Acc|Rng|Minor|Major|Full|Fist|Crosshair|Star)\b")
"""What stands beside the name of an attack or an ability of Overcross without a word of what it is."""


@pytest.mark.parametrize("look", [((1280, 720), 100), ((1280, 720), 150), ((1024, 640), 175)], ids=str)
@pytest.mark.parametrize("game", ["overcross", "starcrossed", "shine", "cardmaster"])
def test_each_number_and_sign_on_a_card_is_explained_beside_it_all_of_them_in_sight(game, look):
    size, text = look
    stage = Stage(size, games=(BOXES[game],), text_size=text)
    for face in BOXES[game].catalogue()[:: 1 if text == 100 else 7]:
        captions = {badge.caption for badge in (face.corner, face.second, *face.stats) if badge is not None and badge.value}
        signs = {sign for words in face.text for sign in SIGNS.findall(words)} if game == "overcross" else set[str]()
        assert captions | signs <= {word for word, _ in face.explained} | {"Super"}, face.name
        for anchor in ((900.0, 500.0, 60.0, 90.0), (520.0, 820.0, 150.0, 210.0)):
            told = {item.words: item.size for item in overlay.zoom(stage.app, face, anchor, (0, 0, 1540, 1080)) if isinstance(item, Text)}
            left_out = {word for word, meaning in face.explained if f"*{word}*: {meaning}" not in told}
            larger = any(told.get(f"*{word}*: {meaning}", 0) > USUAL for word, meaning in face.keywords)
            assert left_out <= ({word for word, _ in face.numbers} if larger else set()), face.name


@pytest.mark.parametrize("game", ["overcross", "starcrossed", "shine"])
def test_what_explains_a_card_grows_with_the_text_where_there_is_room(game):
    """Of what is beside a card the numbers give way before the letters do; Cardmaster's many words leave no such room."""
    anchor, within = (900.0, 500.0, 60.0, 90.0), (0.0, 0.0, 1540.0, 1080.0)
    sizes: dict[int, list[float]] = {}
    for text in (100, 175):
        stage = Stage((1280, 720), games=(BOXES[game],), text_size=text)
        for face in BOXES[game].catalogue()[::9]:
            drawn = {item.words: item.size for item in overlay.zoom(stage.app, face, anchor, within) if isinstance(item, Text)}
            kept = [drawn[f"*{word}*: {meaning}"] for word, meaning in face.keywords]  # each of them is there
            sizes.setdefault(text, []).append(min(kept, default=0.0))
    pairs = [(usual, large) for usual, large in zip(*sizes.values(), strict=True) if usual]
    assert all(large >= usual for usual, large in pairs)
    assert sum(large >= 1.25 * usual for usual, large in pairs) >= 0.8 * len(pairs)


@pytest.mark.parametrize("look", [((1280, 720), 175), ((1920, 1080), 175)], ids=str)
def test_what_explains_a_piece_of_a_grid_grows_with_the_text(look, nobody_thinks):
    """It was as small at 175 % as at 100 %; only what has most to explain still is."""
    found: dict[str, list[float]] = {}
    for text in (100, look[1]):
        _, screen = sat("overcross", look[0], text, seats=2)
        for place in [f"piece/{piece.id}" for piece in screen.view.scene.pieces.values() if piece.kind == "token"]:
            screen.hand.over, screen.hand.look_now = place, True
            sizes = [item.size for item in screen.lying_over() if isinstance(item, Text) and item.words.startswith("*")]
            assert sizes
            found.setdefault(place, []).append(sizes[0])
    assert found
    assert all(large >= usual for usual, large in found.values())
    assert sum(large >= 1.1 * usual for usual, large in found.values()) >= len(found) / 2


@pytest.mark.parametrize("look", [((1280, 720), 100), ((1280, 720), 150), ((1024, 640), 175)], ids=str)
def test_a_card_that_stands_aside_of_a_grid_is_large_enough_for_its_words(look, nobody_thinks):
    for on in range(20):
        stage, screen = sat("overcross", *look, on=on)
        pieces = screen.view.scene.pieces
        cards = [place for place in screen.hand.grip.sources() if place.startswith("piece/") and pieces[int(place[6:])].kind == "card"]
        if cards:
            break
    assert cards
    for place in cards:
        screen.hand.over, screen.hand.look_now = place, True
        shown = [item for item in screen.lying_over() if isinstance(item, Made) and item.kind == "card"]
        assert [item for item in shown if item.rect[2] * stage.app.view.scale >= FULL], place


@pytest.mark.parametrize("look", [((1280, 720), 100), ((1280, 720), 150)], ids=str)
def test_a_piece_that_is_looked_at_on_a_grid_has_its_keywords_explained_aside_and_the_numbers_that_fit(look, nobody_thinks):
    _, screen = sat("overcross", *look, seats=2)
    explained = set[str]()
    for place in [f"piece/{piece.id}" for piece in screen.view.scene.pieces.values() if piece.kind == "token"]:
        screen.hand.over, screen.hand.look_now = place, True
        face = screen.view.printed.face(screen.view.scene.pieces[int(place[6:])].face)
        told = {item.words for item in screen.lying_over() if isinstance(item, Text)}
        assert face.numbers
        left_out = {word for word, meaning in face.explained if f"*{word}*: {meaning}" not in told}
        assert left_out <= {word for word, _ in face.numbers}, face.name
        assert bool(left_out) == ("Right click: all of it" in told), face.name
        explained |= {word for word, _ in face.numbers} - left_out
    assert explained


def test_a_number_that_is_as_it_is_printed_is_not_told_twice_and_one_that_changed_is_told_with_its_reason():
    stage = Stage(games=(BOXES["starcrossed"],))
    face = next(each for each in BOXES["starcrossed"].catalogue() if any(stat.icon == "strength" for stat in each.stats))
    printed = next(stat for stat in face.stats if stat.icon == "strength")
    changed = Badge("strength", "9", "Strength 9: Encore", tone="good")
    for badge, told in ((printed, False), (changed, True)):
        drawn = overlay.zoom(stage.app, face, (900.0, 500.0, 60.0, 90.0), (0, 0, 1540, 1080), (badge,))
        assert any(isinstance(item, Text) and item.words == badge.words for item in drawn) is told


@pytest.mark.parametrize("spared", [(), ([],)])
def test_words_too_high_for_their_area_that_have_nothing_to_leave_open_are_as_wide_as_they_can_be(spared):
    assert along_edge(30, 300, lambda _: 150.0, (0, 0, 400, 100), spared) == (100, 0, 300, 150)
