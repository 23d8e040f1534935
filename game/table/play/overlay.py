"""What lies over the table for a moment: the card at full size, what a choice would bring, why something is refused."""

from __future__ import annotations

from collections.abc import Sequence
from functools import partial
from itertools import product
from typing import TYPE_CHECKING, NamedTuple

from game.kernel.offers import Offer, Refusal
from game.kernel.scene import Badge, CardFace
from game.table.canvas.board_colours import clear, tint
from game.table.canvas.draw import Colour, Drawn, Panel, Shadow, Text
from game.table.canvas.view import Rect
from game.table.pieces.card_face import FULL, captions, card_item
from game.table.play.room_beside import Spared, card_beside, covered_by, spoken_beside
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
    """A paragraph beside a card shown large: its words, in which what they explain is set apart, or a heading alone in the colour of a tone."""

    words: str
    heading: bool = False
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
    shown = {"", *(stat.words for stat in face.stats)}  # a number that is as it is printed stands on the card, with its caption
    usual = [
        *(Remark(badge.words, True, badge.tone if badge.tone in {"good", "bad"} else "") for badge in badges if badge.words not in shown),
        *([Remark(words)] if words else []),
        *(Remark(f"*{word}*: {meaning}") for word, meaning in face.keywords),
    ]
    remarks = [*usual, *(Remark(f"*{word}*: {meaning}") for word, meaning in face.numbers)]
    if aside is not None:
        return _aside(app, face, remarks, usual, aside)
    tall = min(within[3] - 60, 700.0 * min(1.4, app.settings.text))
    side = 380.0 * max(1.0, app.settings.text * 0.86)
    tried = list[tuple[tuple[bool, ...], Rect, Rect | None, list[Remark], float]]()
    plain, _ = card_beside(anchor, within, tall, side if remarks else 0.0, partial(_remarks_height, app, remarks, body=_USUAL), spared)
    for body, told, wide in product(_bodies(app), (remarks, usual), (side, side * _BROAD)):
        high = partial(_remarks_height, app, told, body=body)
        box, room = found = card_beside(anchor, within, tall, wide if told else 0.0, high, spared)
        whole = not told or (room is not None and high(room[2]) <= room[3] + 1)
        merits = (not covered_by(found, spared), box[2] * app.view.scale >= FULL, whole, box[3] >= plain[3] * _NEARLY)
        tried.append((merits, box, room, told, body))
        if all(merits):
            break
    _, box, room, told, body = max(tried, key=lambda each: each[0])
    listed = _card(app, face, box)
    return listed + _remarks(app, told, room, body) if room is not None else listed


def _card(app: App, face: CardFace, box: Rect) -> list[Drawn]:
    """Return a card shown large, with what its numbers count."""
    card = card_item(app, face, box, layer=LAYER + 1)
    return [Shadow(box, (0, 0, 0, 230), 22, 44, layer=LAYER + 1), card, *captions(app, face, box, LAYER + 1)]


_NEARLY = 0.75
"""The part at least of the size it has beside remarks in the usual size that a card keeps beside larger ones: its own words grow as well."""

_SHRINK = 24.0
"""In steps of so much a card gives way to its remarks."""

_NARROW = 170.0
"""How wide a column of remarks is at least, at the usual text size."""


def _aside(app: App, face: CardFace, remarks: Sequence[Remark], usual: Sequence[Remark], aside: Aside) -> list[Drawn]:
    """Return a card at the right edge of the window, its remarks left of it where nothing is lit, else below; both above what is asked where they can be."""
    for body, told in product(_bodies(app), (remarks, usual)):
        box, room = _stood_aside(app, told, aside, body)
        if not usual or _remarks_height(app, usual, room[2], body) <= room[3]:
            break
    else:
        body = _USUAL
        box, room = _stood_aside(app, remarks, aside, body)
    return [*_card(app, face, box), *(_remarks(app, remarks, room, body, len(usual)) if remarks else [])]


def _stood_aside(app: App, remarks: Sequence[Remark], aside: Aside, body: float) -> tuple[Rect, Rect]:
    """Return where a card at the right edge of the window lies, and what room its remarks have that are set in a size."""
    window = app.view.whole
    room = aside.above - window[1] - 48
    least = FULL / app.view.scale / 0.714 + 2  # a smaller card would have no words
    tall = max(least, min(window[3] * 0.6, 660.0, room))

    def left(tall: float) -> float:
        return window[2] - 24 - tall * 0.714 - 14 - aside.right_of - 34

    def high(width: float) -> float:
        return _remarks_height(app, remarks, width, body)

    most = 380.0 * max(1.0, app.settings.text * 0.86)
    while tall > least and high(min(max(left(tall), _NARROW), most)) > window[3] - 48:
        tall = max(least, tall - _SHRINK)  # a smaller card leaves its remarks more room
    gap = left(tall)
    beneath = remarks and gap < _NARROW * app.settings.text
    if beneath:
        tall = max(480.0, least, min(tall, room - 14 - high(tall * 0.714)))
    wide = tall * 0.714
    box: Rect = (window[0] + window[2] - wide - 24, window[1] + 24, wide, tall)
    top = box[1] + tall + 14
    if beneath:
        return box, (box[0], top, wide, window[1] + window[3] - top - 14)
    right, side = box[0] - 14, min(gap, most)
    if high(side) > room:
        right = min(right, aside.asked_at - 8)
        side = min(side, right - aside.right_of - 34)
    return box, (right - side, box[1], side, window[3] - 48)


_USUAL = 22.0
"""How large remarks are set at the usual text size, and rather than leave a keyword or a badge out; the first is set as small as `_SMALL` rather than leave the room."""

_SMALL = 15.0

_BROAD = 1.3
"""How much broader remarks are set where they do not fit their room otherwise."""


_STEPS = (1.0, 0.9, 0.8, 0.7, 0.64)
"""The parts of the wished size that remarks are tried in before the usual one: what explains the numbers is left out sooner than letters become smaller."""


def _bodies(app: App) -> list[float]:
    """Return the sizes in which remarks are tried, the wished one first."""
    return sorted({max(_USUAL, app.size(_USUAL) * step) for step in _STEPS} | {min(_USUAL, app.size(_USUAL))}, reverse=True)


def _remarks_height(app: App, remarks: Sequence[Remark], width: float, body: float) -> float:
    """Return how high a panel of remarks is in a size."""
    return 28.0 + sum(_remark_height(app, each, width, body) + 10 for each in remarks)


def _remark_height(app: App, remark: Remark, width: float, body: float) -> float:
    return app.height(remark.words, "bold" if remark.heading else "text", body, width - 40, rich=not remark.heading)


def _remarks(app: App, remarks: Sequence[Remark], room: Rect, body: float, first: int | None = None) -> list[Drawn]:
    """Return a panel with as many remarks as its room holds, as high as they are, in a size; larger text is set smaller rather than leave out one of the `first`."""
    theme = app.theme
    x, y, width, tall = room
    while body > _USUAL and _remarks_height(app, remarks[:first], width, body) > tall:
        body = max(_USUAL, body - 1)
    while body > _SMALL and _remarks_height(app, remarks[:1], width, body) > tall:
        body -= 1
    shown: list[tuple[Remark, float]] = []
    high = 28.0
    for remark in remarks:
        deep = _remark_height(app, remark, width, body)
        if high + deep + 10 > tall and (shown or body <= _SMALL):
            break
        shown.append((remark, deep))
        high += deep + 10
    if not shown:
        return []
    panel = (x, y, width, min(high, tall))
    listed: list[Drawn] = [
        Shadow(panel, (0, 0, 0, 200), 14, 26, layer=LAYER + 1),
        Panel(panel, clear(theme.colour("panel")), clear(theme.colour("panel2")), 14, theme.colour("line"), 2, layer=LAYER + 1),
    ]
    top = y + 16
    for remark, deep in shown:
        place = (x + 20, top, width - 40, deep + 2)
        if remark.heading:
            listed.append(Text(place, remark.words, body, theme.colour(remark.tone or "title"), "bold", wrap=True, layer=LAYER + 1))
        else:
            listed.append(Text(place, remark.words, body, theme.colour("text"), wrap=True, rich=True, layer=LAYER + 1))
        top += deep + 10
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
