"""What a picked-up piece can do where it stands, such as stacking a gem or skipping its move: small buttons under it."""

from __future__ import annotations

from functools import partial
from math import ceil

from game.kernel.offers import Offer
from game.table.canvas.draw import Drawn, Text
from game.table.canvas.view import REACH, Rect
from game.table.play.match_hand import MatchHand
from game.table.play.match_view import MatchView
from game.table.play.menu_row import MenuRow
from game.table.shell.page import Part
from game.table.shell.widgets import Look

_GAP = 6.0
_ABREAST = 2
_SIZE = 20.0


def verb_parts(view: MatchView, hand: MatchHand) -> list[Part]:
    """Return a button for each thing that the held piece can do without a target; none while it is dragged or a menu is open."""
    grip, board, app = hand.grip, view.board, view.app
    rect = board.rect_of(grip.held) if grip.held and grip.how != "drag" and not grip.menu else None
    verbs = [offer for offer in grip.verbs() if offer.refusal is None] if rect is not None else []
    if rect is None or not verbs:
        return []
    abreast = min(_ABREAST, len(verbs))
    size, high = app.size(_SIZE), max(REACH, app.size(_SIZE) + 16)
    wide = max(max(app.measure(offer.verb, "bold", size) for offer in verbs) + 28, REACH * 2)
    whole, tall = abreast * (wide + _GAP) - _GAP, ceil(len(verbs) / abreast) * (high + _GAP) - _GAP
    x, y, area_w, area_h = board.area
    left = max(x + 8, min(rect[0] + (rect[2] - whole) / 2, x + area_w - whole - 8))
    top = min(rect[1] + rect[3] + _GAP, y + area_h - tall - 8)
    parts: list[Part] = []
    for index, offer in enumerate(verbs):
        row, column = divmod(index, abreast)
        box: Rect = (left + column * (wide + _GAP), top + row * (high + _GAP), wide, high)
        hint = view.spoken(hand.preview(offer).words) or view.spoken(offer.words)
        paint = partial(_label, offer=offer, rect=box, size=size)
        parts.append(MenuRow(key=f"verb-{index}", rect=box, paint=paint, hint=hint, on=partial(hand.press_offer, offer)))
    return parts


def _label(look: Look, *, offer: Offer, rect: Rect, size: float) -> list[Drawn]:
    ink = look.app.theme.on(look.app.theme.colour("button"))
    return [Text(rect, offer.verb, size, ink, "bold", align="centre", valign="middle", layer=2101)]
