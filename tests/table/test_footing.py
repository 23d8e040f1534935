"""Where the keyboard stands at the table: what has the focus is pressed, the ring lies around it as it is drawn, and after a placement it stays there."""

from __future__ import annotations

import pytest
from shell_stage import Stage, flat

from game.kernel.setup import Setup
from game.match.match import Match
from game.match.seats import SeatPlan
from game.rules import SHIPPED, shelf
from game.table.canvas.draw import Made, Panel, Text
from game.table.canvas.ring import APART, BROAD
from game.table.canvas.view import inside, meet
from game.table.pages.dialog import Dialog
from game.table.pages.keys import KeysPanel
from game.table.pages.settings import SettingsScreen
from game.table.play import match_keys
from game.table.play.grip import Picked
from game.table.play.match import MatchScreen
from game.table.play.place_words import place_words
from game.table.screens.menu import MenuScreen
from game.table.shell.widgets import Scroll


def sat(game: str, monkeypatch) -> tuple[Stage, MatchScreen]:
    """Return the table of a match that two people play, the curtains open."""
    monkeypatch.setattr("game.ai.worker.Thinker.warm", lambda self: None)
    stage = Stage(games=shelf(), speed="instant", reduced_motion=True)
    screen = stage.show(MatchScreen(Match.start(Setup(game, 2, seed=4), (SeatPlan("human", "Ann"), SeatPlan("human", "Bob")))))
    for _ in range(6):
        stage.frame(1.0)
        if stage.top is not screen:
            stage.press("return")
    assert screen.view.human_turn
    return stage, screen


def walk(stage: Stage, screen: MatchScreen, there: str) -> None:
    for _ in match_keys.stops(screen.hand):
        if screen.hand.cursor == there:
            return
        stage.press("tab")
    assert screen.hand.cursor == there


def named(screen: MatchScreen, words: str) -> str:
    return next(
        place
        for place, _ in match_keys.stops(screen.hand)
        if "/" in place and place_words(screen.view, screen.hand, place).startswith(words)
    )


@pytest.mark.parametrize("key", ["space", "return"])
@pytest.mark.parametrize(
    ("game", "words", "said"),
    [
        ("starcrossed", "Slow Leak", "None of your crystals is attuned to Hushtide."),
        ("starcrossed", "Crystal", "Nothing can be done with it now."),
        ("verona", "House Leonardi's", "Choose one of your own dice first."),
    ],
)
def test_what_has_the_focus_and_cannot_be_played_says_why_and_nothing_else_is_pressed(game, words, said, key, monkeypatch):
    stage, screen = sat(game, monkeypatch)
    walk(stage, screen, named(screen, words))
    before = screen.match.count
    stage.frame(1.0)
    stage.press(key)
    assert screen.match.count == before
    assert not screen.hand.grip.held
    assert any(said in item.words for item in flat(screen.lying_over()) if isinstance(item, Text))
    stage.press(*(["escape"] if screen.hand.look_now else []), "escape")
    assert stage.top is screen
    assert not screen.hand.cursor
    if screen.hand.main() is not None:
        stage.press("space")
        assert screen.match.count > before


@pytest.mark.parametrize("reduced", [True, False])
def test_the_ring_lies_around_the_card_as_it_is_drawn(reduced, monkeypatch):
    stage, screen = sat("starcrossed", monkeypatch)
    stage.app.change(reduced_motion=reduced)
    place = named(screen, "Brine Ballerina")
    assert place in screen.hand.grip.sources()
    walk(stage, screen, place)
    for _ in range(4):
        stage.frame(0.3)
        board, light = screen.view.board, screen.light()
        piece = board.scene.pieces[int(place[6:])]
        drawn = flat(board._piece(piece, board.stage.pose(piece.id, stage.app.now), light))
        x, y, wide, high = board.drawn_at(place, light)
        ring = next(item for item in board._focus(light) if isinstance(item, Panel)).rect
        assert ring == pytest.approx(
            (x - 3 * BROAD - APART, y - 3 * BROAD - APART, wide + 6 * BROAD + 2 * APART, high + 6 * BROAD + 2 * APART)
        )
        cards = [item.rect for item in drawn if isinstance(item, Made)]  # the card and its glow, with the same margin on every side
        assert cards
        assert all(each == pytest.approx((x - by, y - by, wide + 2 * by, high + 2 * by), abs=1) for each in cards for by in [x - each[0]])
    assert y < board.rect_of(place)[1] - 20


def test_after_a_placement_the_keyboard_stands_on_what_was_placed(monkeypatch):
    stage, screen = sat("starcrossed", monkeypatch)
    hand = screen.hand
    walk(stage, screen, named(screen, "Lullaby Drowner"))
    stage.press("return")
    cell = hand.cursor
    stage.press("return")
    for _ in range(3):
        stage.frame(1.0)
    board = screen.view.board
    assert hand.cursor.startswith("piece/")
    assert board.scene.pieces[int(hand.cursor[6:])].face
    assert inside(board.rect_of(cell), *board.centre_of(hand.cursor))
    order = [place for place, _ in match_keys.stops(hand)]
    here = order.index(hand.cursor)
    stage.press("tab")
    assert hand.cursor == order[here + 1]


def test_where_what_was_placed_is_nowhere_to_be_stood_on_the_keyboard_stays_where_it_lay(monkeypatch):
    stage, screen = sat("starcrossed", monkeypatch)
    hand, board = screen.hand, screen.view.board
    place = named(screen, "Undercurrent")
    walk(stage, screen, place)
    x = board.rect_of(place)[0]
    hand.put, hand.cursor = ("piece/9999", "", board.rect_of(place)), "piece/9999"
    stage.press("tab")
    stops = [key for key, _ in match_keys.stops(hand)]
    assert hand.cursor == stops[stops.index(place) + 1]
    assert board.rect_of(hand.cursor)[0] > x


@pytest.mark.parametrize("game", SHIPPED)
def test_after_something_was_put_on_a_closed_pile_or_a_place_the_keyboard_stands_there(game, monkeypatch):
    """A match ended with an error as a card went under a deck: a pile that is stood on is no piece, and has no number."""
    _, screen = sat(game, monkeypatch)
    hand, board = screen.hand, screen.view.board
    hand.desk.by_keyboard = True
    for place in [each for each, _ in match_keys.stops(hand) if "/" in each]:
        hand.put, hand.cursor = ("piece/9999", place, board.rect_of(place)), "piece/9999"
        match_keys.keep_footing(hand)
        x, y, wide, high = board.rect_of(hand.cursor)
        assert inside(board.rect_of(place), x + wide / 2, y + high / 2), f"{hand.cursor} for {place}"


def test_a_page_that_a_key_opened_shows_its_focus_at_once_and_one_that_the_pointer_opened_does_not(monkeypatch):
    monkeypatch.setattr("game.ai.worker.Thinker.warm", lambda self: None)
    for by_key in (True, False):
        stage = Stage(games=shelf())
        menu = stage.show(MenuScreen())
        game = next(widget.key for widget in menu.widgets() if widget.key.startswith("world-"))
        if by_key:
            while menu.focus != game:
                stage.press("tab")
            stage.press("return")
        else:
            stage.click(game)
        assert stage.top is not menu
        start = stage.top.widget(stage.top.first_focus)
        assert stage.top.focus == start.key == "start"
        assert stage.top.look(start).ring is by_key


def test_a_question_begins_at_its_main_answer():
    stage = Stage(games=shelf())
    stage.show(MenuScreen())
    nothing = lambda: None  # noqa: E731
    for styles, first in ((("plain", "main"), 1), (("danger", "main"), 1), (("main", "plain"), 0), (("danger", "plain"), 1)):
        page = stage.show(Dialog("Leave?", "", [(style, style, nothing) for style in styles]))
        assert page.focus == f"answer-{first}"


def test_the_page_of_keys_says_which_letters_are_off():
    stage = Stage(games=shelf(), letters=False)
    stage.show(MenuScreen())
    page = stage.show(KeysPanel())
    labels = {widget.key: widget.label for widget in page.widgets() if widget.key.startswith("key-")}
    assert labels["key-z"] == "Z: off"
    assert labels["key-f1"] == "F1"
    assert labels["key-return"] == "Enter"
    page.look_at("key-z")
    assert page.focused().endswith(": Z: off")
    stage.app.change(letters=True)
    assert page.widget("key-z").label == "Z"


@pytest.mark.parametrize("game", SHIPPED)
def test_what_is_picked_up_and_what_putting_it_down_would_bring_is_told(game, monkeypatch):
    _, screen = sat(game, monkeypatch)
    hand, view, told = screen.hand, screen.view, 0
    for place in hand.grip.sources():
        hand.grip.let_go()
        if not isinstance(hand.grip.pick(place, "key"), Picked):
            continue
        assert "in your hand now" in place_words(view, hand, place)
        for target, offers in hand.grip.targets().items():
            for offer in offers:
                words = view.spoken(hand.routed(offer)[1].words).rstrip(".") if offer.refusal is None and target != place else ""
                said = place_words(view, hand, target)
                assert f"{offer.verb}: {words}" in said if words else words in said, "each way with what it brings"
                told += bool(words)
    assert told or game not in {"starcrossed", "verona"}
    for piece in view.scene.pieces.values():
        words = place_words(view, hand, f"piece/{piece.id}")
        assert all(words.count(name) < 2 for name in view.match.names), words


def test_two_keys_that_change_places_are_both_told():
    stage = Stage(games=shelf())
    stage.show(MenuScreen())
    page = stage.show(KeysPanel())
    page.wait("v")
    stage.press("z")
    assert [words for _, words, _ in stage.app.notices] == ["Take back: V now."]
    assert (page.widget("key-v").label, page.widget("key-z").label) == ("Z", "V")


@pytest.mark.parametrize("text", [100, 150])
def test_the_hint_of_what_has_the_focus_covers_nothing_that_can_be_pressed_where_there_is_other_room(text):
    """On the page of settings it lay on the next switch."""
    stage = Stage(games=shelf(), text_size=text)
    stage.show(MenuScreen())
    page, judged = stage.show(SettingsScreen()), 0
    for _ in range(40):
        stage.press("tab")
        widget = page.widget(page.focus)
        if widget is None or not widget.hint:
            continue
        box = page.hint_rect(widget.hint, stage.app.size(24))
        others = [each for each in page.widgets() if each is not widget and not isinstance(each, Scroll)]
        covered = [each.key for each in others if meet(box, each.rect)]
        sides = [(widget.rect[0] + widget.rect[2] + 14 + box[2] <= stage.app.view.width - 12), widget.rect[0] - box[2] - 14 >= 12]
        assert not meet(box, widget.rect), widget.key
        assert not covered or len(covered) <= 1 or not any(sides), (widget.key, covered)
        judged += 1
    assert judged > 4
