"""What a picked-up piece can do where it stands, such as stacking a gem or skipping its move, and what it wears: small buttons under it."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from functools import partial
from math import ceil

from game.kernel.ids import Place
from game.kernel.offers import Offer
from game.kernel.words import unmarked
from game.table.canvas.draw import Drawn, Panel, Text
from game.table.canvas.view import REACH, Rect, inset, overlap
from game.table.pieces.zones import names
from game.table.play.looks import captions
from game.table.play.match_hand import MatchHand
from game.table.play.match_view import MatchView
from game.table.play.menu_row import MenuRow
from game.table.play.worn import worn
from game.table.shell.page import Part
from game.table.shell.widgets import Look

_GAP = 6.0
_ABREAST = 2
_SIZE = 20.0


def verb_parts(view: MatchView, hand: MatchHand) -> list[Part]:
    """Return a button for each thing that the held piece can do without a target, and for what it wears; none while it is dragged or a menu is open.

    They stand two abreast, or more where they then stand under it, and where else they would cover the piece or a plate: their numbers are what one chooses by. Words at other pieces and names of zones stay open where they can.
    """
    grip, board, app = hand.grip, view.board, view.app
    rect = board.rect_of(grip.held) if grip.held and grip.how != "drag" and not grip.menu else None
    if rect is None or grip.held is None:
        return []
    ways: list[tuple[str, str, Callable[[], None]]] = [
        (offer.verb, what_it_brings(hand, offer), partial(hand.press_offer, offer)) for offer in grip.verbs() if offer.refusal is None
    ]
    for item in worn(view.scene, grip, grip.held):
        face = view.printed.face(view.scene.pieces[int(item.rpartition("/")[2])].face or "")
        said = next(offer for offer in grip.offers_of(item) if offer.refusal is None)
        ways.append((face.name if face is not None else said.verb, view.spoken(said.words), partial(_hold, hand, item)))
    if not ways:
        return []
    size, high = app.size(_SIZE), max(REACH, app.size(_SIZE) + 16)
    wide = max(max(app.measure(label, "bold", size) for label, _, _ in ways) + 28, REACH * 2)
    told = [item.rect for item in captions(view, hand) if isinstance(item, Panel)]
    pieces = [other for rects in board.lying() for other in rects]
    written = [*told, *names(app, view.scene, board.layout)]
    left, top, abreast = _room(rect, (wide, high), len(ways), board.area, [*board.layout.seats.values()], pieces, written)
    parts: list[Part] = []
    for index, (label, hint, on) in enumerate(ways):
        row, column = divmod(index, abreast)
        box: Rect = (left + column * (wide + _GAP), top + row * (high + _GAP), wide, high)
        parts.append(MenuRow(key=f"verb-{index}", rect=box, paint=partial(_label, label=label, rect=box, size=size), hint=hint, on=on))
    return parts


def _room(
    piece: Rect,
    each: tuple[float, float],
    count: int,
    area: Rect,
    plates: Sequence[Rect],
    pieces: Sequence[Rect],
    written: Sequence[Rect],
) -> tuple[float, float, int]:
    """Return where so many buttons begin and how many stand abreast: so that they cover neither the piece nor a plate, if they can under it, then nothing that is written at others, and little else."""
    wide, high = each
    x, y, area_w, area_h = inset(area, 8)
    tries: list[tuple[tuple[int, bool, int, int], Rect, int]] = []
    for abreast in range(min(_ABREAST, count), count + 1):
        whole, tall = abreast * (wide + _GAP) - _GAP, ceil(count / abreast) * (high + _GAP) - _GAP
        last = max(x, x + area_w - whole)
        wished = piece[0] + (piece[2] - whole) / 2
        for wanted in (piece[1] + piece[3] + _GAP, piece[1] - tall - _GAP):
            top = min(max(wanted, y), y + area_h - tall)
            level = [rect for rect in written if top - _GAP < rect[1] + rect[3] and rect[1] < top + tall + _GAP]
            beside = (side for at, _, w, _ in level for side in (at + w + _GAP, at - whole - _GAP))
            near = (side for side in beside if piece[0] - whole < side < piece[0] + piece[2])
            for left in (wished, *near, *(side for at, _, w, _ in plates for side in (at + w + _GAP, at - whole - _GAP))):
                box = (min(max(left, x), last), top, whole, tall)
                covered, words, more = (sum(overlap(box, rect) for rect in rects) for rects in ((piece, *plates), level, pieces))
                tries.append(((covered, top < piece[1] + piece[3], words, more), box, abreast))
    _, box, abreast = min(tries, key=lambda each: each[0])
    return box[0], box[1], abreast


def what_it_brings(hand: MatchHand, offer: Offer) -> str:
    """Return what a button says of its offer: what it would bring, as far as that can be known; else what it is."""
    return unmarked(hand.view.spoken(hand.preview(offer).words) or hand.view.spoken(offer.words))


def _hold(hand: MatchHand, item: Place) -> None:
    hand.do(hand.grip.hold(item))


def _label(look: Look, *, label: str, rect: Rect, size: float) -> list[Drawn]:
    ink = look.app.theme.on(look.app.theme.colour("button"))
    return [Text(rect, label, size, ink, "bold", align="centre", valign="middle", layer=2101)]
