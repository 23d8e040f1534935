"""What lies over the table for a moment: the card at full size, what a choice would bring, why something is refused."""

from __future__ import annotations

from collections.abc import Sequence
from functools import partial
from typing import TYPE_CHECKING, NamedTuple

from game.kernel.offers import Offer, Refusal
from game.kernel.scene import Badge, CardFace
from game.table.canvas.board_colours import clear, tint
from game.table.canvas.draw import Colour, Drawn, Panel, Shadow, Text
from game.table.canvas.view import Rect
from game.table.pieces.card_face import FULL, captions, card_item
from game.table.play.room_beside import Spared, card_beside, spoken_beside
from game.table.shell.speech import joined

if TYPE_CHECKING:
    from game.table.shell.app import App

LAYER = 2000

Line = tuple[str, str, str]
"""A paragraph: its heading, its words, and the colour word of the heading."""


def paragraphs(
    app: App,
    anchor: Rect,
    lines: Sequence[Line],
    within: Rect,
    *,
    tone: Colour | None = None,
    width: float = 520.0,
    layer: int = LAYER,
    clear_of: Rect | None = None,
    spared: Spared = (),
    roaming: bool = False,
) -> list[Drawn]:
    """Return a box of paragraphs beside an anchor, or as near as it is free if `roaming`; each is a heading, its words, and a colour word for the heading."""
    theme = app.theme
    head, body = app.size(24), app.size(22)
    width = min(width * max(1.0, app.settings.text * 0.86), within[2] - 40)
    gap = 10.0

    def heights(wide: float) -> list[float]:
        inner = wide - 44
        return [
            (app.height(heading, "bold", head, inner, rich=True) + 2 if heading else 0)
            + (app.height(words, "text", body, inner, rich=True) if words else 0)
            for heading, words, _ in lines
        ]

    def high(wide: float) -> float:
        return sum(heights(wide)) + gap * (len(lines) - 1) + 32

    natural = 0.0
    for heading, words, _ in lines:
        natural = max(natural, app.measure(heading.replace("*", ""), "bold", head), app.measure(words.replace("*", ""), "text", body))
    width = min(width, natural + 50)
    x, y, width, total = spoken_beside(anchor, width, high, within, clear_of, spared, roaming=roaming)
    inner = width - 44
    box = (x, y, width, total)
    listed: list[Drawn] = [
        Shadow(box, (0, 0, 0, 200), 14, 26, layer=layer),
        Panel(box, clear(theme.colour("panel")), clear(theme.colour("panel2")), 14, tone or theme.colour("line"), 2.5, layer=layer),
    ]
    cursor = y + 16
    for (heading, words, word), tall in zip(lines, heights(width), strict=True):
        top = cursor
        if heading:
            first = app.height(heading, "bold", head, inner, rich=True)
            listed.append(Text((x + 22, top, inner, first), heading, head, theme.colour(word or "title"), "bold", wrap=True, layer=layer))
            top += first + 2
        if words:
            listed.append(
                Text((x + 22, top, inner, cursor + tall - top + 3), words, body, theme.colour("text"), wrap=True, rich=True, layer=layer)
            )
        cursor += tall + gap
    return listed


_NAMED = 2
"""Of so many ways at most the names stand before a reason that they share."""


def reasons(offers: Sequence[Offer]) -> list[Line]:
    """Return why offers are refused: one sentence where all share it, else the commonest of each way to use the piece, which is named before it."""
    ways: dict[str, list[Refusal]] = {}
    for offer in offers:
        if offer.refusal is not None:
            ways.setdefault(offer.verb.partition(" · ")[0], []).append(offer.refusal)
    found: dict[tuple[str, str], list[str]] = {}
    for verb, refused in ways.items():
        said = [(each.words, each.rule) for each in refused]
        found.setdefault(max(said, key=said.count), []).append(verb)
    sentences = {f"{words} ({rule})" if rule else words: verbs for (words, rule), verbs in found.items()}
    if len(sentences) == 1:
        return [("", words, "") for words in sentences]
    return [(", ".join(verbs) if len(verbs) <= _NAMED else "", words, "bad") for words, verbs in sentences.items()]


def refusals(offers: Sequence[Offer]) -> list[Line]:
    """Return what is shown and spoken when a piece may not go somewhere: the first of the reasons."""
    return reasons(offers)[:4]


def told(offers: Sequence[Offer]) -> str:
    """Return the same in words to be spoken."""
    return joined(words for reason in refusals(offers) for words in reason[:2])


def refused(
    app: App,
    anchor: Rect,
    offers: Sequence[Offer],
    within: Rect,
    clear_of: Rect | None = None,
    spared: Spared = (),
    task: Sequence[Line] = (),
) -> list[Drawn]:
    """Return the box that says why a piece may not go there, above what is to be done instead."""
    lines = [*refusals(offers), *task]
    return paragraphs(app, anchor, lines, within, tone=clear(tint(app.theme, "refused")), clear_of=clear_of, spared=spared)


class Remark(NamedTuple):
    """A line beside a card shown large: its heading and its words, either may be empty, in the colour of a tone."""

    heading: str
    words: str
    tone: str = ""


class Aside(NamedTuple):
    """Where a card shown large stands aside: right of what is lit, and above what is asked, which begins right of a line."""

    right_of: float
    above: float
    asked_at: float


def zoom(
    app: App,
    face: CardFace,
    anchor: Rect,
    within: Rect,
    badges: Sequence[Badge] = (),
    words: str = "",
    *,
    aside: Aside | None = None,
    spared: Sequence[Rect] = (),
) -> list[Drawn]:
    """Return the full card beside an anchor, with a plain line for each of its keywords and badges; what is `spared` stays open.

    With `aside` it stands at the right edge of the window instead: what lies around the anchor is lit.
    """
    worn = {badge.icon for badge in badges if badge.words}
    shown = {"", *(stat.words for stat in face.stats)}  # a number that is as it is printed stands on the card, with its caption
    numbers = [
        badge.words
        for badge in (face.corner, face.second, *face.stats)
        if badge is not None and badge.value and badge.icon not in worn and ":" in badge.words  # what says more than its caption
    ]
    remarks = [
        *([Remark("", " · ".join(numbers))] if numbers else []),
        *(Remark(badge.words, "", badge.tone if badge.tone in {"good", "bad"} else "") for badge in badges if badge.words not in shown),
        *([Remark("", words)] if words else []),
        *(Remark(word, meaning) for word, meaning in face.keywords),
    ]
    if aside is not None:
        return _aside(app, face, remarks, aside)
    tall = min(within[3] - 60, 700.0 * min(1.4, app.settings.text))
    side = 380.0 * max(1.0, app.settings.text * 0.86) if remarks else 0.0
    for body in dict.fromkeys((app.size(_USUAL), _USUAL)):  # rather in smaller letters than not at all
        high = partial(_remarks_height, app, remarks, body=body)
        box, room = card_beside(anchor, within, tall, side, high, spared)
        if room is None or high(room[2]) <= room[3] + 1:
            break
    listed = _card(app, face, box)
    return listed + _remarks(app, remarks, room) if room is not None else listed


def _card(app: App, face: CardFace, box: Rect) -> list[Drawn]:
    """Return a card shown large, with what its numbers count."""
    card = card_item(app, face, box, layer=LAYER + 1)
    return [Shadow(box, (0, 0, 0, 230), 22, 44, layer=LAYER + 1), card, *captions(app, face, box, LAYER + 1)]


_NARROW = 170.0
"""How wide a column of remarks is at least, at the usual text size."""


def _aside(app: App, face: CardFace, remarks: Sequence[Remark], aside: Aside) -> list[Drawn]:
    """Return a card at the right edge of the window, its remarks left of it where nothing is lit, else below; both above what is asked where they can be."""
    window = app.view.whole
    room = aside.above - window[1] - 48
    least = FULL / app.view.scale / 0.714 + 2  # a smaller card would have no words
    tall = max(least, min(window[3] * 0.6, 660.0, room))
    gap = window[2] - 24 - tall * 0.714 - 14 - aside.right_of - 34
    beneath = remarks and gap < _NARROW * app.settings.text
    if beneath:
        tall = max(480.0, least, min(tall, room - 14 - _remarks_height(app, remarks, tall * 0.714)))
    wide = tall * 0.714
    box: Rect = (window[0] + window[2] - wide - 24, window[1] + 24, wide, tall)
    listed = _card(app, face, box)
    if not remarks:
        return listed
    top = box[1] + tall + 14
    if beneath:
        return [*listed, *_remarks(app, remarks, (box[0], top, wide, window[1] + window[3] - top - 14))]
    right, side = box[0] - 14, min(gap, 380.0)
    if _remarks_height(app, remarks, side) > room:
        right = min(right, aside.asked_at - 8)
        side = min(side, right - aside.right_of - 34)
    return [*listed, *_remarks(app, remarks, (right - side, box[1], side, window[3] - 48))]


_USUAL = 22.0
"""How large remarks are set at the usual text size, and rather than leave one out; the first is set as small as `_SMALL` rather than leave the room."""

_SMALL = 15.0


def _remarks_height(app: App, remarks: Sequence[Remark], width: float, body: float = 0.0) -> float:
    """Return how high a panel of remarks is, in the wished size or in another (`body`)."""
    body, inner = body or app.size(_USUAL), width - 40
    heads = sum(app.height(each.heading, "bold", body, inner) for each in remarks if each.heading)
    return 28.0 + heads + sum((app.height(each.words, "text", body, inner, rich=True) if each.words else 0) + 10 for each in remarks)


def _remarks(app: App, remarks: Sequence[Remark], room: Rect) -> list[Drawn]:
    """Return a panel with as many remarks as its room holds, as high as they are; larger text is set smaller rather than leave one out."""
    theme, body = app.theme, app.size(_USUAL)
    x, y, width, tall = room
    while body > _USUAL and _remarks_height(app, remarks, width, body) > tall:
        body = max(_USUAL, body - 1)
    while body > _SMALL and _remarks_height(app, remarks[:1], width, body) > tall:
        body -= 1
    inner = width - 40
    shown: list[tuple[Remark, float, float]] = []
    high = 28.0
    for remark in remarks:
        head = app.height(remark.heading, "bold", body, inner) if remark.heading else 0
        rest = app.height(remark.words, "text", body, inner, rich=True) if remark.words else 0
        if high + head + rest + 10 > tall and (shown or body <= _SMALL):
            break
        shown.append((remark, head, rest))
        high += head + rest + 10
    if not shown:
        return []
    panel = (x, y, width, min(high, tall))
    listed: list[Drawn] = [
        Shadow(panel, (0, 0, 0, 200), 14, 26, layer=LAYER + 1),
        Panel(panel, clear(theme.colour("panel")), clear(theme.colour("panel2")), 14, theme.colour("line"), 2, layer=LAYER + 1),
    ]
    top = y + 16
    for remark, head, rest in shown:
        if remark.heading:
            colour = theme.colour(remark.tone or "title")
            listed.append(Text((x + 20, top, inner, head), remark.heading, body, colour, "bold", wrap=True, layer=LAYER + 1))
        if remark.words:
            place = (x + 20, top + head, inner, rest + 2)
            listed.append(Text(place, remark.words, body, theme.colour("text"), wrap=True, rich=True, layer=LAYER + 1))
        top += head + rest + 10
    return listed


def note(app: App, anchor: Rect, words: str, *, good: bool | None = None, layer: int = LAYER - 10) -> list[Drawn]:
    """Return a short word shown at a place, such as the chance to hit."""
    theme = app.theme
    size = app.size(24)
    wide = app.measure(words, "bold", size) + 26
    box = (anchor[0] + (anchor[2] - wide) / 2, anchor[1] - size * 1.5, wide, size * 1.42)
    tone = theme.colour("line") if good is None else theme.colour("good" if good else "bad")
    return [
        Shadow(box, (0, 0, 0, 190), 10, 12, layer=layer),
        Panel(box, clear(theme.colour("panel")), clear(theme.colour("panel2")), 10, tone, 2.5, layer=layer),
        Text(box, words, size, theme.colour("text"), "bold", align="centre", valign="middle", layer=layer),
    ]


def caption(app: App, anchor: Rect, words: str) -> list[Drawn]:
    """Return a short word along the lower edge of a piece."""
    size = min(app.size(18), anchor[2] * 0.24)
    wide = app.measure(words, "bold", size) + 12
    box = (anchor[0] + (anchor[2] - wide) / 2, anchor[1] + anchor[3] - size * 0.7, wide, size * 1.4)
    return [
        Panel(box, clear(app.theme.colour("panel")), None, size * 0.5, tint(app.theme, "legal"), 1.5, layer=LAYER - 10),
        Text(box, words, size, app.theme.colour("text"), "bold", align="centre", valign="middle", layer=LAYER - 10),
    ]
