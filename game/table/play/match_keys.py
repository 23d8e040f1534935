"""The keyboard at the table: every place and every button is walked to, and Enter does what a pointer would."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator, Mapping
from math import dist

from game.kernel.ids import Place, piece_place, zone_place
from game.kernel.scene import Scene
from game.table.canvas.view import Event, Rect, inside
from game.table.play import closing, looks, place_words
from game.table.play.buttons import answers
from game.table.play.closer import open_at
from game.table.play.grip import Back
from game.table.play.hints import Hints
from game.table.play.match_hand import MatchHand
from game.table.shell import focus
from game.table.shell.bindings import key_now
from game.table.shell.speech import NOT_ASKED
from game.table.shell.widgets import Widget

_NUMBER = re.compile(r"\d+")
_NO_BUTTON = "What is asked now is answered on the table: no button does."
"""What is said where a key leads to the buttons and there is none."""

_NOT_COME = "The hints are still being thought about: digits take them when they have come."
"""What is said where a digit is pressed before the hints that it would take."""

_ENTER = frozenset({"return", "keypad enter"})


def keyed(hand: MatchHand, hints: Hints, event: Event, commands: Mapping[str, Callable[[], None]]) -> bool:
    """Do what a key does at the table; `commands` are single keys of the screen's own. Tell whether the key was for it."""
    key, menu = event.key, hand.grip.menu
    hand.rests = hand.app.pointer
    rows = menu or tuple(idea.offer for idea in hints.ideas)
    buttons = {} if rows else answers(hand)
    skips = key in _ENTER or key == "space" or (key == "escape" and hand.view.recalling)
    if hand.player.busy and skips:
        hand.desk.finish()
    elif key == "v" and not event.ctrl:
        _look_closer(hand)
    elif key == "escape" and not event.ctrl and (hints.ideas or hints.waiting or hints.coming) and not menu:
        hints.clear()
    elif key == "escape" and not event.ctrl and _nearest(hand):
        _escape(hand)
    elif key in commands and not event.ctrl:
        commands[key]()
    elif hints.coming and not menu and len(key) == 1 and key in "123456789":
        hand.app.say(_NOT_COME, "bad")  # it is meant for a hint, and would answer the question
    elif len(key) == 1 and key in "123456789"[: len(rows)]:
        hand.press_offer(rows[int(key) - 1])
    elif key in buttons:
        hand.press_button(buttons[key])
    elif key in {"home", "end"}:
        _go_to(hand, asked_for(hand) if key == "home" else _main_button(hand))
        if key == "home":
            hand.came_from = ""
            hand.app.speech.repeat()
    elif key == "space" and not menu:
        return _space(hand)
    elif key in _ENTER and hand.cursor and not menu:
        _enter_at(hand, hand.cursor)
    elif key in focus.DIRECTIONS and (event.alt or _moves_map(hand)):
        _pan(hand, *focus.DIRECTIONS[key])
    elif key == "tab" or key in focus.DIRECTIONS:
        _walk(hand, event)
    else:
        return _zoomed(hand, key)
    return True


def first_words(hand: MatchHand) -> str:
    """Return how things are picked up by keys, at the first question of a match that is about things; empty at any other."""
    if hand.asked_first < 0 and hand.grip.sources():
        hand.asked_first = hand.match.count
    settings = hand.app.settings
    walk, take = key_now(settings, "tab"), key_now(settings, "return")
    return (
        f"{walk} or an arrow goes to what you can use, {take} picks it up and puts it down." if hand.asked_first == hand.match.count else ""
    )


def _look_closer(hand: MatchHand) -> None:
    """Look closer at what the keyboard stands on or the pointer rests on, or, where that left something out, at all of it, else put it away; what moves would put it away, so the keyboard's look waits for it.

    Where there is nothing to look at, or nothing printed to be read aloud, what is asked is said once more.
    """
    if hand.player.busy and hand.desk.by_keyboard:
        hand.look_later = not hand.look_later
        return
    hand.over = hand.over or hand.cursor
    if hand.look_now:
        hand.look_away()
        if hand.more:
            open_at(hand.view, hand.over)
        return
    hand.look_now = bool(hand.over)
    if not hand.view.human_turn and not hand.over and not hand.desk.focus:
        hand.app.say(NOT_ASKED)
    elif not place_words.printed_words(hand.view, hand.over):
        hand.app.speech.repeat()


def _nearest(hand: MatchHand) -> bool:
    """Tell whether there is something that Esc puts away before it opens the menu."""
    focused = hand.desk.by_keyboard and (hand.desk.focus or hand.cursor)
    return bool(hand.grip.menu or hand.grip.held or hand.look_now or hand.view.board.opened or focused)


def _escape(hand: MatchHand) -> None:
    """Put away what is nearest: the menu or the piece, else the closer look, the focus, or the pile that is looked through."""
    if hand.grip.menu or hand.grip.held:
        hand.let_go()
    elif hand.look_now:
        hand.look_away()
    elif hand.desk.by_keyboard and (hand.desk.focus or hand.cursor):
        hand.desk.focus = hand.cursor = ""
        hand.look_into("")
        hand.point_at("")
    else:
        hand.look_into("")


def _space(hand: MatchHand) -> bool:
    """Press what the keyboard stands on, else the main button, as where nothing can be done with that and nothing else is left to do."""
    if hand.desk.by_keyboard and hand.desk.focus:
        return False
    main = hand.main() if hand.view.human_turn else None
    stands = hand.desk.by_keyboard and bool(hand.cursor)
    idle = main is not None and not hand.grip.held and hand.cursor not in hand.grip.sources()
    if stands and not (idle and not closing.left(hand.view.scene, hand.grip.offers)):
        _enter_at(hand, hand.cursor)
        if main is not None and idle and (end := key_now(hand.app.settings, "end")):
            hand.app.say(f"{end} goes to “{main.verb}”.")
    elif main is not None and hand.ready:
        hand.app.cue("press")
        hand.press_button(main)
    return True


def _enter_at(hand: MatchHand, place: Place) -> None:
    """Put down what is held, else pick up or choose what lies there; where neither is to be done, say why."""
    if hand.player.busy:
        return
    if hand.grip.held:
        hand.do(hand.grip.drop((place,)))
    elif hand.grip.offers_of(place):
        hand.do(hand.grip.pick(place, "key"))
    else:
        hand.do(Back(place, (), (place,)))


def _moves_map(hand: MatchHand) -> bool:
    """Tell whether arrows alone move what is seen of a grid: the pointer is over one that is seen in part, and no key walks, holds or chooses anything."""
    grip, desk, pointer = hand.grip, hand.desk, hand.app.pointer
    walking = desk.by_keyboard and (hand.cursor or desk.focus)
    over = any(grid.cut and inside(grid.rect, *pointer) for grid in hand.view.board.grids.values()) and desk.under(*pointer) is None
    return over and not (walking or grip.held or grip.menu)


def _pan(hand: MatchHand, across: int, down: int) -> None:
    """Move what is seen of a grid by two of its squares."""
    board = hand.view.board
    for grid in board.grids.values():
        grid.pan(-2 * across * grid.side, -2 * down * grid.side)
    board.relay()


def _zoomed(hand: MatchHand, key: str) -> bool:
    """Look closer at the first grid, further away, or at all of it."""
    board = hand.view.board
    grid = next(iter(board.grids.values()), None)
    if grid is None or key not in {"page up", "page down", "backspace"}:
        return False
    if key == "backspace":
        grid.see_all()
    else:
        middle = grid.rect[0] + grid.rect[2] / 2, grid.rect[1] + grid.rect[3] / 2
        grid.zoom_at(*middle, 1.25 if key == "page up" else 0.8)
    board.relay()
    return True


def stops(hand: MatchHand) -> list[tuple[str, Rect]]:
    """Return everything the keyboard can stand on: places on the table, then the widgets."""
    grip, board, widgets = hand.grip, hand.view.board, hand.desk.widgets()
    if grip.menu:
        return [(widget.key, widget.rect) for widget in widgets if widget.key.startswith("menu-")]
    places = list(grip.targets()) if grip.held else list(grip.sources())
    if not grip.held and board.scene is not None:
        seen = set(places)
        places += [piece_place(key) for key, piece in board.scene.pieces.items() if piece.face and piece_place(key) not in seen]
        places += [place for place in _unseen(board.scene) if place not in seen]
    found = [(place, rect) for place in places if (rect := board.rect_of(place)) is not None]
    if grip.held and grip.verbs() and (rect := board.rect_of(grip.held)):
        found.append((grip.held, rect))
    if not grip.held:
        found.sort(key=lambda stop: (*_line(hand, stop), *_line(hand, stop, open_too=True)))
    return found + [(widget.key, widget.rect) for widget in widgets if widget.reached_from(hand.desk.focus)]


def _unseen(scene: Scene) -> Iterator[Place]:
    """Return the piles and the hands in which nothing can be told apart: they are stood on themselves, to hear what they are and how much is there."""
    open_ = {piece.zone for piece in scene.pieces.values() if piece.face}
    return (zone_place(key) for key, zone in scene.zones.items() if zone.kind in {"pile", "hand"} and key not in open_)


def deal(hand: MatchHand) -> None:
    """Have the hand take the offers of whoever decides now, and the keyboard keep its footing."""
    hand.deal()
    give_way(hand)
    keep_footing(hand)
    if hand.desk.by_keyboard and _question(hand) != hand.walked:
        prompt = hand.view.scene.prompt
        if hand.desk.focus == "main" or hand.desk.focus.startswith("offer-"):
            hand.desk.focus = _button_asked(hand)  # the button that was pressed means something else now
            hand.walked = _question(hand)
        elif (
            hand.cursor
            and not hand.look_later
            and prompt is not None
            and hand.cursor not in _asked_places(hand) | {*prompt.about, *hand.grip.sources()}
        ):
            hand.cursor = ""  # it has nothing to do with what is asked now
            hand.point_at("")
    if hand.look_later and hand.cursor:
        hand.over, hand.look_now = hand.cursor, True
    hand.look_later = False


def give_way(hand: MatchHand) -> None:
    """Put away what the keyboard looked closer at: something happens, or is asked, on the table beneath."""
    if hand.look_now and hand.by_keys:
        hand.look_away()


def keep_footing(hand: MatchHand) -> None:
    """Let the keyboard stand on what it has just put down, else where that had lain; what is gone gives way to what lies nearest."""
    put, hand.put = hand.put, None
    board, desk = hand.view.board, hand.desk
    if not desk.by_keyboard or not (hand.cursor or put):
        return
    each = {place: rect for place, rect in stops(hand) if "/" in place}
    source, target, lay = put or (hand.cursor, "", board.rect_of(hand.cursor))
    onto = board.rect_of(target)
    there = [place for place, rect in each.items() if onto and inside(onto, *_middle(rect))]
    if source in each:
        hand.cursor = source
    elif there:
        hand.cursor = max(
            there, key=lambda place: int(place.removeprefix("piece/")) if place.startswith("piece/") else -1
        )  # what came last lies on top
    elif lay is not None and each:
        hand.cursor = min(each, key=lambda place: dist(_middle(each[place]), _middle(lay)))
    else:
        hand.cursor = ""
    if hand.cursor:
        desk.focus = ""


def _middle(rect: Rect) -> tuple[float, float]:
    return rect[0] + rect[2] / 2, rect[1] + rect[3] / 2


def _line(hand: MatchHand, stop: tuple[str, Rect], *, open_too: bool = False) -> tuple[int, float]:
    """Return where a stop comes, line by line; cards of a pile come together where it is, also while it lies open, and those of a fan in turn."""
    board = hand.view.board
    scene = hand.view.scene
    piece = scene.pieces.get(int(stop[0].removeprefix("piece/"))) if stop[0].startswith("piece/") else None
    if piece is not None and scene.zones[piece.zone].kind == "hand":  # a fan that makes room for the card one stands on moves the others
        x, y, _, _ = board.layout.zones[piece.zone]
        return round(y / 40), x + piece.slot
    x, y, _, _ = stop[1] if open_too else board.rect_of(zone_place(board.pile_of(stop[0]))) or stop[1]
    return round(y / 40), x


def _walk(hand: MatchHand, event: Event) -> None:
    keep_footing(hand)
    desk = hand.desk
    here = hand.cursor or desk.focus
    each = stops(hand)
    ideas = [key for key, _ in each if key.startswith("idea-")]
    fresh = not here or (_question(hand) != hand.walked and here not in (ideas or _asked_places(hand)))
    if fresh and not event.shift and not hand.grip.held and not hand.grip.menu and (asked := next(iter(ideas), "") or asked_for(hand)):
        _go_to(hand, asked)
        return
    there = focus.after(each, here, -1 if event.shift else 1) if event.key == "tab" else focus.towards(each, here, event.key)
    if there:
        _go_to(hand, there)
    if there and there == here:
        hand.app.speech.answer(desk.focused())  # that way there is nothing


def _asked_places(hand: MatchHand) -> frozenset[Place]:
    """Return the places that the question is about, as far as something can be done with them, else those with which something can be done that ends nothing, else all with which something can; those where the held piece may go."""
    if hand.grip.held:
        return frozenset(hand.grip.open_targets())
    sources, prompt = frozenset(hand.grip.sources()), hand.view.scene.prompt
    ending_nothing = frozenset(offer.source for offer in hand.grip.offers if offer.source and offer.refusal is None and not offer.closes)
    return (sources & frozenset(prompt.about) if prompt is not None else frozenset()) or sources & ending_nothing or sources


def _question(hand: MatchHand) -> str:
    """Return what is asked of whoever looks, empty where that is nothing; what is counted beside it makes no other question of it, but hints do."""
    prompt = hand.view.scene.prompt
    hinted = any(each.key == "idea-0" for each in hand.desk.widgets())
    return _NUMBER.sub("", prompt.words).partition(". ")[0] + ("?" if hinted else "") if prompt is not None and hand.view.human_turn else ""


def asked_for(hand: MatchHand) -> str:
    """Return the first stop of those that answer the question, what is meant before all others: a row of the menu, a place, else a button; empty where nobody is asked."""
    if not hand.view.human_turn:
        return ""
    if hand.grip.menu:
        return "menu-0"
    main = hand.main()
    answer = main is not None and not main.onward  # it answers the question rather than leads on, and is what people mean
    place = next((key for wanted in (hand.meant(), _asked_places(hand)) for key, _ in stops(hand) if key in wanted), "")
    return place or (_main_button(hand) if answer else "") or _first_answer(hand) or _main_button(hand)


def _button_asked(hand: MatchHand) -> str:
    """Return the button on which the keyboard stands as a question comes after another button was pressed, the one that ends something last; empty where the question is about places."""
    if _asked_places(hand) or not hand.view.human_turn:
        return ""
    main, other = hand.main(), _first_answer(hand)
    ends = main is None or bool(main.closes or main.onward)
    return other if ends and other else "main" if main is not None else ""


def _first_answer(hand: MatchHand) -> str:
    return min((each.key for each in hand.desk.widgets() if each.key.startswith("offer-") and each.enabled), default="")


def _main_button(hand: MatchHand) -> str:
    """Return the main button, else the first other answer, or the way to how the match ended."""
    keys = {each.key for each in hand.desk.widgets()}
    return next((key for key in ("main", "how-it-ended") if key in keys), "") or _first_answer(hand)


def _barred(hand: MatchHand) -> Widget | None:
    """Return the first button in the column that cannot be pressed now and says why; None where there is none."""
    found = (each for each in hand.desk.widgets() if each.key.startswith("offer-") and not each.enabled and each.why)
    return min(found, key=lambda each: each.key, default=None)


def _go_to(hand: MatchHand, there: str) -> None:
    """Have the keyboard stand on a place or a button; where it is to stand on none, on the button that cannot be pressed, which says why."""
    desk = hand.desk
    barred = _barred(hand) if not there and hand.view.human_turn else None
    if barred is not None:
        there = barred.key
        hand.app.cue("refuse")
        hand.app.say(barred.why, "bad")
    if not there:
        hand.app.say(_NO_BUTTON if hand.view.human_turn else NOT_ASKED)
        return
    hand.walked = _question(hand) or hand.walked
    hand.came_from = looks.zone_of(hand.view, hand.cursor)
    desk.by_keyboard = True
    hand.app.cue("focus")
    hand.look_into(there)
    hand.over, hand.look_now = "", False
    if "/" in there:
        hand.cursor, desk.focus, desk.hover = there, "", ""
        hand.point_at(there)
    else:
        hand.cursor = ""
        hand.point_at("")
        desk.look_at(there)
