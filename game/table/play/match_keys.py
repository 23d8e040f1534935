"""The keyboard at the table: every place and every button is walked to, and Enter does what a pointer would."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from math import dist

from game.kernel.ids import Place, piece_place, zone_place
from game.table.canvas.view import Event, Rect, inside
from game.table.play import astray
from game.table.play.grip import Back
from game.table.play.match_hand import MatchHand
from game.table.shell import focus

_ENTER = frozenset({"return", "keypad enter"})


def keyed(hand: MatchHand, event: Event, commands: Mapping[str, Callable[[], None]]) -> bool:
    """Do what a key does at the table; `commands` are single keys of the screen's own. Tell whether the key was for it."""
    key, menu = event.key, hand.grip.menu
    if hand.player.busy and (key in _ENTER or key == "space"):
        hand.desk.finish()
    elif key == "v" and not event.ctrl:
        _look_closer(hand)
    elif key == "escape" and not event.ctrl and _nearest(hand):
        _escape(hand)
    elif key in commands and not event.ctrl:
        commands[key]()
    elif menu and len(key) == 1 and key in "123456789"[: len(menu)]:
        hand.press_offer(menu[int(key) - 1])
    elif key == "space" and not menu:
        return _space(hand)
    elif key in _ENTER and hand.cursor and not menu:
        _enter_at(hand, hand.cursor)
    elif key in focus.DIRECTIONS and event.alt:
        _pan(hand, *focus.DIRECTIONS[key])
    elif key == "tab" or key in focus.DIRECTIONS:
        _walk(hand, event)
    else:
        return _zoomed(hand, key)
    return True


def _look_closer(hand: MatchHand) -> None:
    hand.over = hand.over or hand.cursor
    if hand.look_now:
        hand.look_away()
    else:
        hand.look_now = True


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
    """Press what the keyboard stands on, else the main button."""
    if hand.desk.by_keyboard and hand.desk.focus:
        return False
    if hand.desk.by_keyboard and hand.cursor:
        _enter_at(hand, hand.cursor)
    elif (main := hand.main()) is not None and hand.view.human_turn and hand.ready:
        hand.app.cue("press")
        hand.press_button(main)
    return True


def _enter_at(hand: MatchHand, place: Place) -> None:
    """Put down what is held, else pick up or choose what lies there; where neither is to be done, say why."""
    if hand.player.busy:
        return
    offers = hand.grip.offers_of(place)
    if hand.grip.held:
        hand.do(hand.grip.drop((place,)))
    elif place in hand.grip.sources():
        hand.do(hand.grip.pick(place, "key"))
    else:
        hand.do(Back(place, offers or (astray.idle(hand.view, place),)))


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
    if grid is None or key not in {"page up", "page down", "home"}:
        return False
    if key == "home":
        grid.zoom, grid.shift = 1.0, (0.0, 0.0)
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
    found = [(place, rect) for place in places if (rect := board.rect_of(place)) is not None]
    if grip.held and grip.verbs() and (rect := board.rect_of(grip.held)):
        found.append((grip.held, rect))
    if not grip.held:
        found.sort(key=lambda stop: (*_line(hand, stop), *_line(hand, stop, open_too=True)))
    return found + [(widget.key, widget.rect) for widget in widgets if widget.reached_from(hand.desk.focus)]


def deal(hand: MatchHand) -> None:
    """Have the hand take the offers of whoever decides now, and the keyboard keep its footing."""
    hand.deal()
    keep_footing(hand)


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
        hand.cursor = max(there, key=lambda place: int(place.rpartition("/")[2]))  # what came last lies on top
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
    there = focus.after(each, here, -1 if event.shift else 1) if event.key == "tab" else focus.towards(each, here, event.key)
    if not there:
        return
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
