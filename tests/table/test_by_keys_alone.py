"""Playing by keyboard alone: the first move goes to what is asked, Space ends a turn with nothing left, digits answer, and Esc puts hints away."""

from __future__ import annotations

from collections.abc import Callable
from itertools import pairwise
from math import dist

import pytest
from shell_stage import Stage, flat

from game.cli.apart import different
from game.cli.shoot import Silent
from game.kernel.chance import Chance
from game.kernel.ids import piece_place
from game.kernel.setup import Setup
from game.match.counsel import Idea
from game.match.match import Match
from game.match.seats import SeatPlan
from game.rules import shelf
from game.table.canvas.draw import Text
from game.table.canvas.view import Rect, inside, meet
from game.table.pages.keys import KEYS
from game.table.play import closing, match_keys
from game.table.play.match import MatchScreen
from game.table.screens.menu import MenuScreen
from game.table.shell.bindings import rebound
from game.table.shell.widgets import Button


def middle(rect: Rect) -> tuple[float, float]:
    return rect[0] + rect[2] / 2, rect[1] + rect[3] / 2


def asked(game: str, wanted: Callable[[Match], bool], **settings) -> tuple[Stage, MatchScreen]:
    """Return the table of a match that two people play, at the first question that is wanted; no key was pressed there."""
    match, chance = Match.start(Setup(game, 2, seed=3), (SeatPlan("human"), SeatPlan("human"))), Chance(3)
    while not wanted(match):
        assert match.deciding is not None
        match.submit(chance.pick(match.legal()))
    stage = Stage(games=shelf(), **{"speed": "instant", "reduced_motion": True, **settings})
    screen = stage.show(MatchScreen(match))
    for _ in range(8):
        stage.frame(1.0)
        if stage.top is not screen:
            stage.press("return")
    assert screen.view.human_turn
    return stage, screen


@pytest.fixture(autouse=True)
def nobody_thinks(monkeypatch):
    monkeypatch.setattr("game.ai.worker.Thinker.warm", lambda self: None)


def prompt(match: Match) -> str:
    return match.scene(match.deciding).prompt.words


def to_put(match: Match) -> bool:
    return "Put [marda" in prompt(match)


def open_offers(match: Match) -> list:
    return [offer for offer in match.offers() if offer.refusal is None]


@pytest.mark.parametrize("key", ["tab", "right", "up", "home"])
def test_the_first_move_goes_to_what_the_question_asks_for(key):
    stage, screen = asked("overcross", to_put)
    assert not screen.hand.cursor
    stage.press(key)
    about = screen.view.scene.prompt.about
    assert screen.hand.cursor == about[0]
    assert match_keys.stops(screen.hand)[0][0] != about[0], "what comes first on the table is another's"


def test_after_an_answer_the_next_question_is_a_move_away_and_an_unchanged_one_keeps_the_footing():
    stage, screen = asked("overcross", lambda match: "Put [" in prompt(match))
    stage.press("tab", "return", "return")
    for _ in range(8):
        stage.frame(1.0)
        if stage.top is not screen:
            stage.press("return")
    assert screen.view.human_turn
    stage.press("tab")
    assert screen.hand.cursor in screen.view.scene.prompt.about


def test_home_goes_to_what_is_asked_from_anywhere_and_end_to_the_main_button_which_space_presses():
    stage, screen = asked("overcross", lambda match: "Play cards" in prompt(match))
    stage.press("tab", "home")
    first = screen.hand.cursor
    assert first in screen.hand.grip.sources()
    assert screen.view.scene.pieces[int(first[6:])].zone.startswith("hand"), "a card can be played, and a move would end that"
    stage.press("tab", "tab", "home")
    assert screen.hand.cursor == first
    stage.press("end")
    assert (screen.focus, screen.hand.cursor) == ("main", "")
    count = screen.match.count
    stage.press("space")
    assert screen.match.count > count or stage.top is not screen


def test_home_and_end_can_be_given_other_keys_and_are_on_the_page_of_keys():
    assert {("home",), ("end",)} <= {keys for keys, _ in KEYS}
    stage, screen = asked("overcross", to_put, keys=rebound({}, "home", "f7"))
    stage.press("tab", "tab", "f7")
    assert screen.hand.cursor in screen.view.scene.prompt.about


def test_home_says_where_nobody_is_asked_that_it_is_so():
    match = Match.start(Setup("overcross", 2, seed=3), (SeatPlan("human"), SeatPlan("normal")))
    while match.deciding == 0:
        match.submit(Chance(3).pick(match.legal()))
    stage = Stage(games=shelf(), speed="instant", reduced_motion=True)
    screen = stage.show(MatchScreen(match))
    screen.rival = Silent()
    stage.frame(1.0)
    assert not screen.view.human_turn
    stage.press("home")
    assert not screen.hand.cursor
    assert [words for _, words, _ in stage.app.notices] == ["You are not asked now."]


def barred(match: Match) -> bool:
    """Tell whether the main thing to do is refused, and no button does anything else."""
    buttons = [offer for offer in match.offers() if offer.main or not (offer.source or offer.target)]
    return bool(buttons) and all(offer.refusal is not None for offer in buttons)


@pytest.mark.parametrize("text", [100, 175])
def test_end_goes_to_a_main_button_that_cannot_be_pressed_and_says_why(text):
    stage, screen = asked("verona", barred, text_size=text)
    offer = next(offer for offer in screen.match.offers() if offer.main)
    stage.press("end")
    button = screen.widget(screen.focus)
    assert button is not None
    assert (button.label, button.enabled, screen.hand.cursor) == (offer.verb, False, "")
    assert [words for _, words, _ in stage.app.notices] == [button.why]
    assert offer.refusal.rule in button.why
    count = screen.match.count
    stage.press("return")
    assert screen.match.count == count
    stage.press("home")
    assert screen.hand.cursor in screen.hand.grip.sources()


@pytest.mark.parametrize("seed", [5, 8])
def test_what_is_refused_bears_no_digit(seed):
    """In star cross'd a `Recruit` that five dice are too many for bore the 1, and pressed it said so far from the button."""
    match, chance = Match.start(Setup("verona", 2, seed=seed), (SeatPlan("human"), SeatPlan("human"))), Chance(seed)
    stage, refused = Stage(speed="instant", reduced_motion=True), 0
    screen = stage.show(MatchScreen(match))
    while match.deciding is not None and match.count < 60:
        for _ in range(3):
            stage.frame(1.0)
        buttons = [each for each in screen.widgets() if isinstance(each, Button)]
        assert all(each.enabled for each in buttons if each.digit), match.count
        refused += sum(not each.enabled and each.key.startswith(("offer-", "main")) for each in buttons)
        screen.submit(chance.pick(match.legal()))
    assert refused


def unbuttoned(match: Match) -> bool:
    return bool(open_offers(match)) and all(offer.source and offer.target and not offer.main for offer in match.offers())


@pytest.mark.parametrize("game", ["overcross", "starcrossed", "shine", "cardmaster"])
def test_end_never_says_that_nobody_is_asked_where_somebody_is(game):
    stage, screen = asked(game, unbuttoned if game == "overcross" else lambda match: bool(open_offers(match)))
    stage.press("end")
    told = [words for _, words, _ in stage.app.notices]
    assert screen.focus or told == [match_keys._NO_BUTTON]
    assert game != "overcross" or not screen.focus


def nothing_left(match: Match) -> bool:
    offers = open_offers(match)
    return any(offer.main for offer in offers) and len(offers) == 1 and not closing.left(match.scene(match.deciding), offers)


@pytest.mark.parametrize("game", ["overcross", "starcrossed", "shine"])
def test_space_on_a_piece_presses_the_main_button_once_nothing_is_left_to_do(game):
    stage, screen = asked(game, lambda match: nothing_left(match) and bool(match.scene(match.deciding).phase))
    stage.press("right", "right", "right")
    for _ in range(30):
        if screen.hand.cursor:
            break
        stage.press("tab")
    assert screen.hand.cursor
    count = screen.match.count
    stage.press("space")
    assert screen.match.count > count


def test_space_on_a_piece_that_can_do_nothing_says_which_key_goes_to_the_main_button():
    stage, screen = asked("cardmaster", lambda match: "1 card may still move" in prompt(match))
    idle = next(
        place for place, _ in match_keys.stops(screen.hand) if place.startswith("piece/") and place not in screen.hand.grip.sources()
    )
    for _ in match_keys.stops(screen.hand):
        if screen.hand.cursor == idle:
            break
        stage.press("tab")
    count = screen.match.count
    stage.press("space")
    assert screen.match.count == count
    assert "End goes to “End possession”." in [words for _, words, _ in stage.app.notices]


@pytest.mark.parametrize(
    ("game", "question", "digit"),
    [
        ("overcross", "go first", 1),
        ("overcross", "go first", 2),
        ("starcrossed", "Attune your ", 1),
        ("starcrossed", "attack with", 2),
        ("shine", "Rock", 3),
    ],
)
def test_digits_choose_the_answers_in_the_column_and_stand_on_them(game, question, digit):
    stage, screen = asked(game, lambda match: question in prompt(match))
    buttons = [each for each in screen.widgets() if each.key == "main" or each.key.startswith("offer-")]
    signs = {}
    for button in buttons:
        inner = [
            item.words
            for item in flat(stage.app.items())
            if isinstance(item, Text) and inside(button.rect, item.rect[0] + 1, item.rect[1] + 1)
        ]
        signs[next(word for word in inner if word.isdigit())] = button.label
    assert sorted(signs) == [str(number) for number in range(1, len(buttons) + 1)]
    wanted = next(offer.action for offer in open_offers(screen.match) if offer.verb == signs[str(digit)])
    count = screen.match.count
    stage.press(str(digit))
    assert screen.match.action(count + 1) == wanted


@pytest.mark.parametrize("game", [box.id for box in shelf()])
def test_the_digits_of_answers_are_the_numbers_that_the_table_in_words_gives_them(game):
    """Of two answers to a crystal, 1 attuned it in words and left it in the window."""
    seen = dict[tuple[str, ...], dict[str, str]]()
    for seed in (1, 2, 3):
        match, chance = Match.start(Setup(game, 2, seed=seed), (SeatPlan("human"), SeatPlan("human"))), Chance(seed)
        while match.deciding is not None and match.count < 300:
            offers = different(match.offers(), match.scene(match.deciding))
            kind = tuple(sorted({type(offer.action).__name__ for offer in offers}))
            if len([offer for offer in offers if offer.source is None or offer.main]) > 1 and kind not in seen:
                stage = Stage(games=shelf(), speed="instant", reduced_motion=True)
                screen = stage.show(MatchScreen(match))
                for _ in range(8):
                    stage.frame(1.0)
                    if stage.top is not screen:
                        stage.press("return")
                signs = {each.label: each.digit for each in screen.widgets() if isinstance(each, Button) and each.digit}
                numbers = {screen.view.spoken(offer.verb): str(number) for number, offer in enumerate(offers, 1)}
                shown = [each for each in screen.widgets() if each.key == "main" or each.key.startswith("offer-")]
                if len(shown) == len(offers) <= 9:
                    assert signs == numbers, kind
                else:
                    assert list(signs.values()) == [str(number) for number in range(1, len(signs) + 1)], kind
                seen[kind] = signs
            match.submit(chance.pick(match.legal()))
    assert len([signs for signs in seen.values() if len(signs) > 1]) >= {"starcrossed": 3, "shine": 3}.get(game, 1)


def test_a_main_button_that_leads_on_bears_no_digit():
    stage, screen = asked("shine", lambda match: "Main phase" in prompt(match))
    count = screen.match.count
    stage.press("1")
    assert screen.match.count == count
    assert screen.widget("main").digit == ""


def test_esc_puts_the_hints_away_before_anything_else_and_their_digits_take_them():
    stage, screen = asked("overcross", lambda match: "Play cards" in prompt(match))

    def show() -> None:
        offers = [offer for offer in screen.hand.grip.offers if offer.refusal is None][:2]
        screen.hints.ideas = tuple(Idea(offer, offer.verb, "") for offer in offers)
        screen.hints._count = screen.match.count
        screen.stale()

    stage.press("tab", "v")
    where = screen.hand.cursor
    show()
    stage.press("escape")
    assert not screen.hints.ideas
    assert (screen.hand.cursor, screen.hand.look_now) == (where, True)
    show()
    action, count = screen.hints.ideas[1].offer.action, screen.match.count
    stage.press("2")
    assert screen.match.action(count + 1) == action


@pytest.mark.parametrize("key", ["return", "click"])
def test_a_hand_that_rose_goes_down_once_a_card_of_it_is_held(key):
    stage, screen = asked("overcross", lambda match: "Play cards" in prompt(match))
    board, hand = screen.view.board, screen.hand
    cards = [piece_place(each.id) for each in screen.view.scene.pieces.values() if screen.view.scene.zones[each.zone].kind == "hand"]
    card = next(place for place in hand.grip.sources() if place in cards and any(offer.target for offer in hand.grip.offers_of(place)))
    for _ in match_keys.stops(hand):
        if hand.cursor == card:
            break
        stage.press("tab")
    assert board.reached
    if key == "return":
        stage.press("return")
    else:
        hand.do(hand.grip.pick(card, "click"))
        stage.frame()
    assert hand.grip.held == card
    assert not board.reached
    for target in hand.grip.open_targets() if target_is_free(screen) else ():
        rect = board.rect_of(target)
        assert not any(meet(rect, board.rect_of(each)) for each in cards if board.rect_of(each) and each != card), target


def target_is_free(screen: MatchScreen) -> bool:
    return all(target.startswith("cell/") for target in screen.hand.grip.open_targets())


@pytest.mark.parametrize("way", ["return", "skip"])
def test_in_the_menu_the_focus_goes_on_once_the_name_is_given(way):
    stage = Stage(games=shelf(), asking=True)
    menu = stage.show(MenuScreen())
    for _ in menu.widgets():
        if menu.focus == "name":
            break
        stage.press("tab")
    stage.type("Ann")
    if way == "return":
        stage.press("return")
    else:
        stage.press("tab", "tab", "return")
    assert stage.app.settings.name == ("Ann" if way == "return" else "")
    assert menu.widget("name") is None
    assert menu.widget(menu.focus) is not None
    assert menu.focus.startswith(("world-", "continue"))


def test_when_what_had_the_focus_is_gone_the_next_move_goes_to_what_lies_nearest():
    stage = Stage(games=shelf(), asking=True)
    menu = stage.show(MenuScreen())
    menu.look_at("name-skip")
    x, y, wide, high = stage.rect("name-skip")
    stage.press("f3")
    stage.app.change(asked=True)
    stage.frame()
    assert menu.widget("name-skip") is None
    stage.press("down")
    there = stage.rect(menu.focus)
    apart = {each.key: dist(middle(each.rect), (x + wide / 2, y + high / 2)) for each in menu.widgets() if each.focusable}
    assert apart[menu.focus] == min(apart.values())
    assert there != menu.widgets()[0].rect, "the first of all is not what was gone on to"


def test_after_an_answer_by_key_the_focus_is_on_what_people_mean_and_not_on_another_button_in_its_place():
    """Whoever chose Rock stood on Draw anew, a press away from giving a good hand back."""
    match = Match.start(Setup("shine", 2, seed=3), (SeatPlan("human"), SeatPlan("novice")))
    stage = Stage(games=shelf(), speed="instant", reduced_motion=True)
    screen = MatchScreen(match)
    screen.rival = Silent()
    stage.show(screen)
    chance, pressed = Chance(3), 0
    for _ in range(60):
        stage.frame(1.0)
        if match.deciding == 1:
            screen.submit(chance.pick(match.legal()))
        elif (
            screen.view.human_turn and screen.hand.dealt == match.count and "Keep the hand" in [offer.verb for offer in open_offers(match)]
        ):
            break
        elif screen.view.human_turn and screen.hand.dealt == match.count:
            stage.press(*(() if screen.focus.startswith("offer-") else ("home",)), "return")
            pressed += 1
    assert pressed
    verbs = {widget.key: widget.label for widget in screen.widgets() if widget.key == "main" or widget.key.startswith("offer-")}
    assert sorted(verbs.values()) == ["Draw anew", "Keep the hand"]
    assert verbs[screen.focus] == "Keep the hand"
    screen.focus = ""
    stage.press("home")
    assert verbs[screen.focus] == "Keep the hand"


def alone(question: str) -> tuple[Stage, MatchScreen]:
    """Return the table of a match of Starcrossed against a program, at a question to the person."""
    match, chance = Match.start(Setup("starcrossed", 2, seed=3), (SeatPlan("human"), SeatPlan("random"))), Chance(3)
    while match.deciding != 0 or question not in prompt(match):
        assert match.deciding is not None
        match.submit(chance.pick(match.legal()))
    stage, screen = Stage(games=shelf(), speed="instant", reduced_motion=True), MatchScreen(match)
    screen.rival = Silent()
    stage.show(screen)
    for _ in range(8):
        stage.frame(1.0)
    assert screen.view.human_turn
    return stage, screen


def next_question(stage: Stage, screen: MatchScreen, before: int) -> None:
    chance = Chance(5)
    for _ in range(200):
        stage.frame(1.0)
        if screen.match.deciding == 1:
            screen.submit(chance.pick(screen.match.legal()))
        elif screen.view.human_turn and screen.match.count > before and screen.hand.dealt == screen.match.count:
            return
    raise AssertionError("nobody is asked")


def test_after_an_answer_the_focus_does_not_fall_on_what_ends_the_turn():
    """Whoever attuned a crystal by a digit, standing on that button, stood on Done, a press away from the end of the turn."""
    stage, screen = alone("Attune")
    stage.press("end")
    assert screen.focus == "main"
    stage.press("1")
    next_question(stage, screen, screen.match.count - 1)
    main = screen.hand.main()
    assert main is not None
    assert main.closes or main.onward
    assert screen.hand.grip.sources(), "something else can be done"
    assert screen.focus != "main"
    stage.press("tab")
    assert screen.hand.cursor in screen.hand.grip.sources()


def test_a_new_question_takes_the_focus_off_a_piece_that_has_nothing_to_do_with_it():
    stage, screen = alone("Block the attack")
    hand = screen.hand
    idle = [f"piece/{key}" for key, piece in screen.view.scene.pieces.items() if piece.face]
    hand.cursor = next(place for place in idle if place not in {*hand.grip.sources(), *screen.view.scene.prompt.about})
    screen.by_keyboard, hand.walked, screen.focus = True, match_keys._question(hand), ""
    before = screen.match.count
    stage.press("1")
    screen.focus = ""
    next_question(stage, screen, before)
    assert "Block" not in screen.view.scene.prompt.words
    assert hand.cursor in {"", *hand.grip.sources(), *screen.view.scene.prompt.about}


@pytest.mark.parametrize("size", [(1280, 720), (1920, 1080), (1024, 640)])
def test_arrows_in_the_menu_go_along_the_row(size):
    stage = Stage(games=shelf(), size=size)
    menu = stage.show(MenuScreen())
    rows: dict[float, list[str]] = {}
    for game in stage.app.games:
        rect = menu.widget(f"learn-{game.id}").rect
        rows.setdefault(round(rect[1]), []).append(f"learn-{game.id}")
    for row in rows.values():
        along = sorted(row, key=lambda key: menu.widget(key).rect[0])
        for left, right in pairwise(along):
            menu.look_at(left)
            stage.press("right")
            assert menu.focus == right
            stage.press("left")
            assert menu.focus == left
