"""A card that is shown large: all of it by a right click, its place beside a grid, and its captions."""

from __future__ import annotations

import pytest
from every_game import BOXES
from shell_stage import Stage
from test_closer_look import boxes, sat
from test_every_screen import course_screen, nobody_thinks

from game.content.positions import positions_of
from game.table.canvas.draw import Drawn, Made, Text
from game.table.canvas.view import inset, meet
from game.table.pieces.captions import captions
from game.table.pieces.card_face import FULL
from game.table.play.closer import CloserLook
from game.table.play.match import MatchScreen
from game.table.screens.learn_match import LearnMatch
from game.table.screens.library import Library
from game.table.screens.new_match import NewMatch
from game.table.shell.widgets import Scroll

__all__ = ["nobody_thinks"]


def rested(stage: Stage, screen: MatchScreen, place: str) -> list[Drawn]:
    """Return what lies over the table once the pointer has rested on a place."""
    x, y = screen.view.board.centre_of(place)
    stage.move(x, y)
    for _ in range(4):
        stage.frame(0.5)
    assert screen.hand.look_now
    return screen.lying_over()


def puzzle(game: str, size: tuple[int, int] = (1280, 720), text: int = 100, **settings) -> tuple[Stage, LearnMatch]:
    """Return a puzzle of a game as it begins."""
    stage = Stage(size, games=(BOXES[game],), text_size=text, speed="instant", reduced_motion=True, **settings)
    stage.app.surface = None
    screen = stage.show(course_screen(next(each for each in positions_of(game) if each.name == PUZZLES[game])))
    for _ in range(4):
        stage.frame(0.5)
    return stage, screen


def place_of(screen: MatchScreen, name: str) -> str:
    """Return where a card of a name lies."""
    return next(
        f"piece/{piece.id}"
        for piece in screen.view.scene.pieces.values()
        if piece.face and name in screen.view.printed.card_name(piece.face)
    )


PUZZLES = {"cardmaster": "puzzle-9", "overcross": "puzzle-1"}
FIRST = {"cardmaster": "Night", "overcross": "Dragon"}
"""A card of that puzzle of a game with more to explain than is seen beside it."""


@pytest.mark.parametrize("text", [100, 175])
@pytest.mark.parametrize("game", FIRST)
def test_a_right_click_opens_all_of_a_card_and_what_there_is_no_room_for_is_scrolled_to(game, text, nobody_thinks):
    stage, screen = puzzle(game, text=text)
    place = place_of(screen, FIRST[game])
    piece = screen.view.scene.pieces[int(place[6:])]
    stage.tap(*screen.view.board.centre_of(place), button=3)
    look = stage.top
    assert isinstance(look, CloserLook)
    (area,) = [part for part in look.parts if isinstance(part, Scroll)]
    told = [part.words for part in area.parts if isinstance(part, Text)]
    face = look.face
    assert all(any(words.startswith(f"*{caption}* ") for words in told) for caption, _ in face.numbers)
    assert {each.caption for each in (face.corner, face.second, *face.stats) if each is not None and each.value} <= {
        word for word, _ in face.explained
    }
    assert all(meaning in told for _, meaning in face.keywords)
    printed = {stat.words for stat in face.stats}
    assert all(screen.view.spoken(badge.words) in told for badge in piece.badges if badge.words and badge.words not in printed)

    def low() -> float:
        (area,) = [part for part in look.parts if isinstance(part, Scroll)]
        return max(part.rect[1] + part.rect[3] for part in area.parts if isinstance(part, Text)) - area.rect[1] - area.rect[3]

    if low() > 0:
        for hand in (lambda: stage.wheel(-60), lambda: stage.press(*["page down"] * 6)):
            hand()
            assert low() <= 1
            stage.press("page up", *["page up"] * 6)
            assert low() > 0
    else:
        assert text == 100
    stage.press("escape")
    assert stage.top is screen
    assert not screen.hand.look_now, "it waits until the pointer moves again"


@pytest.mark.parametrize(
    ("settings", "line"), [({}, "Right click: all of it"), ({"swapped": True}, "Left click: all of it")], ids=["as it is", "swapped"]
)
@pytest.mark.parametrize("game", FIRST)
def test_where_something_is_left_out_beside_a_card_its_last_line_says_how_to_see_all(game, settings, line, nobody_thinks):
    stage, screen = puzzle(game, **settings)
    told = [item for item in rested(stage, screen, place_of(screen, FIRST[game])) if isinstance(item, Text)]
    assert told[-1].words == line
    assert told[-1].size <= min(item.size for item in told if item.words.startswith("*"))


@pytest.mark.parametrize("keys", [{}, {"v": "q", "q": "v"}], ids=["v", "q"])
def test_by_keyboard_the_key_that_looks_closer_shows_all_of_it_where_something_was_left_out(keys, nobody_thinks):
    stage, screen = puzzle("overcross", keys=keys)
    key = keys.get("v", "v")
    screen.hand.cursor, screen.by_keyboard = place_of(screen, "Dragon"), True
    stage.press(key)
    stage.frame(0.1)
    assert [item for item in screen.lying_over() if isinstance(item, Text)][-1].words == f"{key.upper()}: all of it"
    stage.press(key)
    assert isinstance(stage.top, CloserLook)
    stage.press("escape")
    assert stage.top is screen
    assert not screen.hand.look_now


def test_where_all_of_a_card_is_seen_nothing_says_how_to_see_more_and_the_key_puts_it_away(nobody_thinks):
    stage, screen = sat("starcrossed", (1920, 1080))
    place = next(place for place in screen.hand.grip.sources() if place.startswith("piece/"))
    screen.hand.cursor, screen.by_keyboard = place, True
    stage.press("v")
    stage.frame(0.1)
    assert not any("all of it" in item.words for item in screen.lying_over() if isinstance(item, Text))
    stage.press("v")
    assert stage.top is screen
    assert not screen.hand.look_now


@pytest.mark.parametrize("look", [((1280, 720), 100), ((1280, 720), 175), ((1920, 1080), 100), ((1920, 1080), 150)], ids=str)
def test_a_card_looked_at_on_a_grid_leaves_the_column_and_what_lies_beside_the_grid_open(look, nobody_thinks):
    stage, screen = puzzle("overcross", *look)
    for name in ("Dragon", "Notary"):
        shown = boxes(rested(stage, screen, place_of(screen, name)))
        board = screen.view.board
        open_ = [each.rect for each in screen.widgets()] + [rect for rects in board.lying() for rect in rects] + board.piles()
        assert shown
        assert not [
            rect for box in shown for rect in [*open_, *[grid.squares for grid in board.grids.values()]] if meet(inset(box, 1), rect)
        ]
        assert all(box[0] + box[2] <= board.area[2] for box in shown), "the round and the goal are in the column"


def test_a_card_looked_at_on_a_grid_grows_with_the_window(nobody_thinks):
    wide = []
    for size in ((1280, 720), (1920, 1080), (3840, 2160)):
        stage, screen = puzzle("overcross", size)
        (card,) = [item for item in rested(stage, screen, place_of(screen, "Dragon")) if isinstance(item, Made) and item.kind == "card"]
        wide.append(card.rect[2] * stage.app.view.scale)
    assert wide[0] >= FULL
    assert wide[1] >= 1.4 * wide[0]
    assert wide[2] >= 1.9 * wide[1]


@pytest.mark.parametrize("size", [(1280, 720), (1920, 1080)], ids=lambda size: f"{size[0]}x{size[1]}")
@pytest.mark.parametrize("game", ["overcross", "starcrossed", "shine", "cardmaster"])
def test_the_captions_of_a_card_grow_with_the_text(game, size):
    """They were as small at 150 % as at 100 %; what has no room beside a name or another caption still may be."""
    grown: list[bool] = []
    for face in {face.kind: face for face in BOXES[game].catalogue()}.values():
        found = []
        for text in (100, 150):
            stage = Stage(size, games=(BOXES[game],), text_size=text)
            found.append(
                {item.words.split(" ")[-1]: item.size for item in captions(stage.app, face, (400, 300, 330, 462)) if isinstance(item, Text)}
            )
        usual, large = found
        assert all(large[words] >= usual[words] for words in usual)
        grown += [large[words] >= 1.2 * usual[words] for words in usual]
    assert sum(grown) >= 0.6 * len(grown)


def test_the_name_of_a_token_does_not_lie_under_what_explains_it(nobody_thinks):
    """Its card, shown large, says it."""
    stage, screen = puzzle("overcross")
    place = place_of(screen, "Dragon")
    name = screen.view.printed.card_name(screen.view.scene.pieces[int(place[6:])].face)

    def tags() -> list[str]:
        return [item.words for item in screen.view.board.draw(screen.light()) if isinstance(item, Text) and item.words == name]

    stage.move(*screen.view.board.centre_of(place))
    assert tags() == [name]
    rested(stage, screen, place)
    assert tags() == []


@pytest.mark.parametrize("look", [((1280, 720), 100, 4), ((1280, 720), 150, 3), ((1920, 1080), 175, 4), ((1920, 1080), 100, 3)], ids=str)
def test_where_plates_lie_on_both_sides_of_a_grid_a_card_leaves_the_column_and_what_is_ones_own_open(look, nobody_thinks):
    size, text, seats = look
    _, screen = sat("overcross", size, text, seats=seats)
    board, viewer = screen.view.board, screen.view.viewer
    pieces = [piece for piece in screen.view.scene.pieces.values() if piece.kind == "token" and piece.face]
    own = [*board.lying()[1], board.layout.seats[viewer]]
    grid = next(iter(board.grids.values())).squares
    own = [rect for rect in own if not meet(inset(rect, 1), grid)]
    for piece in pieces[::4]:
        screen.hand.over, screen.hand.look_now = f"piece/{piece.id}", True
        shown = boxes(screen.lying_over())
        assert shown
        assert all(box[0] + box[2] <= board.area[2] for box in shown)
        assert not [rect for box in shown for rect in own if meet(inset(box, 1), rect)], piece.face


@pytest.mark.parametrize("text", [100, 175])
def test_a_card_that_must_stand_over_the_column_covers_as_little_there_as_can_be(text, nobody_thinks):
    stage, screen = sat("overcross", (1024, 640), text, seats=2)
    piece = next(piece for piece in screen.view.scene.pieces.values() if piece.kind == "token" and piece.face)
    screen.hand.over, screen.hand.look_now = f"piece/{piece.id}", True
    cards = [item.rect for item in screen.lying_over() if isinstance(item, Made) and item.kind == "card"]
    assert cards[0][2] * stage.app.view.scale >= FULL
    tools = [each.rect for each in screen.widgets() if each.key.startswith("tool-")]
    if text == 100:
        assert not [rect for rect in tools if meet(cards[0], rect)]


@pytest.mark.parametrize(
    ("page", "prefix"),
    [(lambda: Library("cardmaster", decks=True), "card-"), (lambda: NewMatch(BOXES["cardmaster"]), "card-0-")],
    ids=["workbench", "new match"],
)
def test_v_shows_all_of_the_card_that_is_shown_large_where_no_match_is_played(page, prefix, template_shelf, nobody_thinks):
    stage = Stage((1280, 720), games=(BOXES["cardmaster"],), text_size=150, speed="instant", reduced_motion=True)
    stage.app.surface = None
    screen = stage.show(page())
    key = next(each.key for each in screen.widgets() if each.key.startswith(prefix))
    x, y, _, high = stage.rect(key)
    stage.move(x + 20, y + high / 2)
    stage.frame(0.5)
    told = [item.words for item in screen.draw() if isinstance(item, Text)]
    assert told[-1] == "V: all of it" or prefix != "card-"  # over the whole window all of it fits
    stage.press("v")
    assert isinstance(stage.top, CloserLook)
    assert stage.top.face.id == key.removeprefix(prefix)
    stage.press("escape")
    assert stage.top is screen
