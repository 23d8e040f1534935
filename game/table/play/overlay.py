"""What lies over the table for a moment: the card at full size, what a choice would bring, why something is refused."""

from __future__ import annotations

from collections.abc import Sequence
from functools import partial
from itertools import product
from typing import TYPE_CHECKING, NamedTuple

from game.kernel.offers import Offer, Refusal
from game.kernel.scene import Badge, CardFace
from game.kernel.words import unmarked
from game.table.canvas.board_colours import clear, tint
from game.table.canvas.draw import Colour, Drawn, Panel, Shadow, Text
from game.table.canvas.view import Rect, meet, overlap
from game.table.pieces.captions import captions
from game.table.pieces.card_face import FULL, card_item
from game.table.play.room_aside import CARD, Aside, placed
from game.table.play.room_beside import NARROWER, Spared, card_beside, covered_by, spoken_beside
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
        natural = max(natural, app.measure(unmarked(heading), "bold", head), app.measure(unmarked(words), "text", body))
    width = min(width, natural + 50)
    least = min(width, _COLUMN * max(1.0, app.settings.text * 0.86))
    shares = [share for share in NARROWER if width * share >= least]
    x, y, width, total = spoken_beside(anchor, width, high, within, clear_of, spared, shares=shares, roaming=roaming)
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


_COLUMN = 200.0
"""How wide a box of words is at least that are not narrower themselves, at the usual text size: in a narrower one each stands on a line of its own."""

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
    *,
    roaming: bool = False,
) -> list[Drawn]:
    """Return the box that says why a piece may not go there, above what is to be done instead; beside the place, or as near as it is free if `roaming`."""
    lines = [*refusals(offers), *task]
    return paragraphs(app, anchor, lines, within, tone=clear(tint(app.theme, "refused")), clear_of=clear_of, spared=spared, roaming=roaming)


class Remark(NamedTuple):
    """A paragraph beside a card shown large: its words, in which what they explain is set apart, or a heading alone in the colour of a tone."""

    words: str
    heading: bool = False
    tone: str = ""


class Told(NamedTuple):
    """Remarks, and what says at their end how to see all of them, where some are `cut`."""

    remarks: Sequence[Remark]
    more: str = ""
    cut: bool = False


def now(face: CardFace, badges: Sequence[Badge], words: str) -> list[Remark]:
    """Return what is told of a card as it lies: its badges, each with its reason, and its words."""
    printed = {"", *(stat.words for stat in face.stats)}  # a number that is as it is printed stands on the card, with its caption
    tones = {"good", "bad"}
    borne = [Remark(badge.words, True, badge.tone if badge.tone in tones else "") for badge in badges if badge.words not in printed]
    return [*borne, *([Remark(words)] if words else [])]


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
    more: str = "",
) -> list[Drawn]:
    """Return the full card beside an anchor, with a plain line for each of its keywords and badges; what is `spared` stays open.

    With `aside` it stands beside the grid instead: what lies around the anchor is lit. `more` says at the end how to see what was left out.
    """
    usual = [
        *now(face, badges, words),
        *(Remark(f"*{word}*: {meaning}") for word, meaning in face.keywords),
    ]
    remarks = [*usual, *(Remark(f"*{word}*: {meaning}") for word, meaning in face.numbers)]
    all_, some = Told(remarks), Told(usual, more, cut=len(usual) < len(remarks))
    if aside is not None:
        return _aside(app, face, anchor, all_._replace(more=more), some, aside)
    tall = min(within[3] - 60, 700.0 * min(1.4, app.settings.text))
    side = 380.0 * max(1.0, app.settings.text * 0.86)
    tried = list[tuple[tuple[bool, ...], Rect, Rect | None, Told, float]]()
    plain, _ = card_beside(anchor, within, tall, side if remarks else 0.0, partial(_remarks_height, app, all_, body=_USUAL), spared)
    for body, told, wide in product(_bodies(app), (all_, some), (side, side * _BROAD)):
        high = partial(_remarks_height, app, told, body=body)
        box, room = found = card_beside(anchor, within, tall, wide if told.remarks else 0.0, high, spared)
        whole = not told.remarks or (room is not None and high(room[2]) <= room[3] + 1)
        merits = (not covered_by(found, spared), box[2] * app.view.scale >= FULL, whole, box[3] >= plain[3] * _NEARLY)
        tried.append((merits, box, room, told, body))
        if all(merits):
            break
    _, box, room, told, body = max(tried, key=lambda each: each[0])
    listed = _card(app, face, box)
    return listed + _remarks(app, told._replace(more=more), room, body) if room is not None else listed


def _card(app: App, face: CardFace, box: Rect) -> list[Drawn]:
    """Return a card shown large, with what its numbers count."""
    card = card_item(app, face, box, layer=LAYER + 1)
    return [Shadow(box, (0, 0, 0, 230), 22, 44, layer=LAYER + 1), card, *captions(app, face, box, LAYER + 1)]


_NEARLY = 0.75
"""The part at least of the size it has beside remarks in the usual size that a card keeps beside larger ones: its own words grow as well."""

_SHRINK = 24.0
"""In steps of so much a card gives way to its remarks."""

_NARROW, _TALL = 170.0, 0.6
"""How wide a column of remarks is at least, at the usual text size; and how high where not all of them fit, as a part of the window's height."""


def _aside(app: App, face: CardFace, anchor: Rect, all_: Told, some: Told, aside: Aside) -> list[Drawn]:
    """Return a card beside a grid with its remarks where nothing else lies, in the largest size in which its keywords and badges fit; else over the column."""
    least, most = _least(app), min(app.view.height * _TALL, 660.0 * max(1.0, app.settings.text * 0.86))
    side = 380.0 * max(1.0, app.settings.text * 0.86)
    for over in (False, True):
        for body, told in product(_bodies(app), (all_, some)):

            def fits(room: Rect, told: Told = told, body: float = body) -> bool:
                return room[2] >= _NARROW and _remarks_height(app, told, room[2], body) <= room[3]

            if (found := placed(anchor, aside, least, most, side, fits, over=over)) is not None:
                return _told_aside(app, face, found, all_, some, body)
    tall = app.view.height * _TALL
    for over in (False, True):
        if (found := placed(anchor, aside, least, most, side, lambda room: room[2] >= _NARROW and room[3] >= tall, over=over)) is not None:
            return _told_aside(app, face, found, all_, some, _USUAL)
    for body, told in product(_bodies(app), (all_, some)):
        found = _over_column(app, told, aside, body)
        if not some.remarks or _remarks_height(app, some, found[1][2], body) <= found[1][3]:
            return _told_aside(app, face, found, all_, some, body)
    return _told_aside(app, face, _over_column(app, all_, aside, _USUAL), all_, some, _USUAL)


def _told_aside(app: App, face: CardFace, found: tuple[Rect, Rect], all_: Told, some: Told, body: float) -> list[Drawn]:
    box, room = found
    return [*_card(app, face, box), *(_remarks(app, all_, room, body, len(some.remarks)) if all_.remarks else [])]


def _least(app: App) -> float:
    """Return how high a card is at least: a smaller one would have no words."""
    return FULL / app.view.scale / CARD + 2


def _over_column(app: App, told: Told, aside: Aside, body: float) -> tuple[Rect, Rect]:
    """Return where a card at the right edge of the window lies, and what room its remarks have that are set in a size: left of it, else below; above what is asked."""
    window, lit_to = app.view.whole, aside.lit[0] + aside.lit[2]
    room = aside.above - window[1] - 48
    least = _least(app)
    tall = max(least, min(window[3] * 0.6, 660.0, room))

    def left(tall: float) -> float:
        return window[2] - 24 - tall * CARD - 14 - lit_to - 34

    def high(width: float) -> float:
        return _remarks_height(app, told, width, body)

    most = 380.0 * max(1.0, app.settings.text * 0.86)
    while tall > least and high(min(max(left(tall), _NARROW), most)) > window[3] - 48:
        tall = max(least, tall - _SHRINK)  # a smaller card leaves its remarks more room
    gap = left(tall)
    beneath = told.remarks and gap < _NARROW * app.settings.text
    if beneath:
        tall = max(480.0, least, min(tall, room - 14 - high(tall * CARD)))
    wide = tall * CARD
    box: Rect = (window[0] + window[2] - wide - 24, window[1] + 24, wide, tall)
    top = box[1] + tall + 14
    if not beneath:
        lower = (box[1] + _SHRINK * step for step in range(1, int((aside.above - 12 - top) / _SHRINK) + 1))
        box = min(((box[0], y, wide, tall) for y in (box[1], *lower)), key=lambda each: sum(overlap(each, rect) for rect in aside.pressed))
    if beneath:
        return box, (box[0], top, wide, window[1] + window[3] - top - 14)
    right, side = box[0] - 14, min(gap, most)
    if high(side) > room:
        right = min(right, aside.area[0] + aside.area[2] - 8)
        side = min(side, right - lit_to - 34)
    return box, (right - side, window[1] + 24, side, window[3] - 48)


_USUAL = 22.0
"""How large remarks are set at the usual text size, and rather than leave a keyword or a badge out; the first is set as small as `_SMALL` rather than leave the room."""

_SMALL = 15.0

_MORE = 18.0
"""How large that is set at most which says how to see what was left out, at the usual text size."""

_BROAD = 1.3
"""How much broader remarks are set where they do not fit their room otherwise."""


_STEPS = (1.0, 0.9, 0.8, 0.7, 0.64)
"""The parts of the wished size that remarks are tried in before the usual one: what explains the numbers is left out sooner than letters become smaller."""


def _bodies(app: App) -> list[float]:
    """Return the sizes in which remarks are tried, the wished one first."""
    return sorted({max(_USUAL, app.size(_USUAL) * step) for step in _STEPS} | {min(_USUAL, app.size(_USUAL))}, reverse=True)


def _remarks_height(app: App, told: Told, width: float, body: float) -> float:
    """Return how high a panel of remarks is in a size."""
    more = _more_height(app, told, width, body) if told.cut else 0.0
    return 28.0 + sum(_remark_height(app, each, width, body) + 10 for each in told.remarks) + more


def _remark_height(app: App, remark: Remark, width: float, body: float) -> float:
    return app.height(remark.words, "bold" if remark.heading else "text", body, width - 40, rich=not remark.heading)


def _more_height(app: App, told: Told, width: float, body: float) -> float:
    """Return how much higher a panel is for what says how to see all; 0 where that is not said."""
    return app.height(told.more, "text", min(body, app.size(_MORE)), width - 40) + 10 if told.more else 0.0


def _remarks(app: App, told: Told, room: Rect, body: float, first: int | None = None) -> list[Drawn]:
    """Return a panel with as many remarks as its room holds, as high as they are, in a size; larger text is set smaller rather than leave out one of the `first`.

    Where some are left out, how to see all of them stands at the end in small letters.
    """
    theme, (x, y, width, tall) = app.theme, room
    head = told._replace(remarks=told.remarks[:first])
    while body > _USUAL and _remarks_height(app, head, width, body) > tall:
        body = max(_USUAL, body - 1)
    while body > _SMALL and _remarks_height(app, head._replace(remarks=told.remarks[:1]), width, body) > tall:
        body -= 1
    deep = [_remark_height(app, remark, width, body) + 10 for remark in told.remarks]

    def fitting(most: float) -> int:
        count = next((count for count in range(len(deep)) if 28.0 + sum(deep[: count + 1]) > most), len(deep))
        return max(count, 1) if body > _SMALL else count

    count, more = fitting(tall), 0.0
    if told.cut or count < len(deep):
        more = _more_height(app, told, width, body)
        count = min(count, fitting(tall - more))
    if not count and not more:
        return []
    panel = (x, y, width, min(28.0 + sum(deep[:count]) + more, tall))
    listed: list[Drawn] = [
        Shadow(panel, (0, 0, 0, 200), 14, 26, layer=LAYER + 1),
        Panel(panel, clear(theme.colour("panel")), clear(theme.colour("panel2")), 14, theme.colour("line"), 2, layer=LAYER + 1),
    ]
    top = y + 16
    for remark, high in zip(told.remarks[:count], deep, strict=False):
        place = (x + 20, top, width - 40, high - 8)
        if remark.heading:
            listed.append(Text(place, remark.words, body, theme.colour(remark.tone or "title"), "bold", wrap=True, layer=LAYER + 1))
        else:
            listed.append(Text(place, remark.words, body, theme.colour("text"), wrap=True, rich=True, layer=LAYER + 1))
        top += high
    if more:
        place = (x + 20, top, width - 40, more - 8)
        listed.append(Text(place, told.more, min(body, app.size(_MORE)), theme.colour("soft"), wrap=True, layer=LAYER + 1))
    return listed


def note(app: App, anchor: Rect, words: str, *, good: bool | None = None, layer: int = LAYER - 10) -> list[Drawn]:
    """Return a short word shown at a place, such as the chance to hit."""
    return sign(app, note_box(app, anchor, words), words, good=good, layer=layer)


def note_box(app: App, anchor: Rect, words: str) -> Rect:
    """Return the box of a short word shown at a place: over its upper edge."""
    size = app.size(24)
    wide = app.measure(words, "bold", size) + 26
    return (anchor[0] + (anchor[2] - wide) / 2, anchor[1] - size * 1.5, wide, size * _SIGN)


def sign(app: App, box: Rect, words: str, *, good: bool | None = None, layer: int = LAYER - 10) -> list[Drawn]:
    """Return a short word in a box, so large as the box is high."""
    theme = app.theme
    tone = theme.colour("line") if good is None else theme.colour("good" if good else "bad")
    return [
        Shadow(box, (0, 0, 0, 190), 10, 12, layer=layer),
        Panel(box, clear(theme.colour("panel")), clear(theme.colour("panel2")), 10, tone, 2.5, layer=layer),
        Text(box, words, box[3] / _SIGN, theme.colour("text"), "bold", align="centre", valign="middle", layer=layer),
    ]


_SIGN = 1.42
"""How high the box of a short word is, in parts of the size of its letters."""


def captions_under(app: App, places: Sequence[tuple[Rect, str]]) -> list[Drawn]:
    """Return a short word along the lower edge of each piece, one for neighbours of which it says the same; what has no room beside another stands below it, two lines below one."""
    runs = list[tuple[Rect, str, float]]()
    for rect, words in sorted(places, key=lambda each: (each[0][1], each[0][0])):
        last = runs[-1] if runs else None
        if last is not None and last[1] == words and last[0][1] == rect[1] and rect[0] - last[0][0] - last[0][2] < rect[2] / 2:
            runs[-1] = ((*last[0][:2], rect[0] + rect[2] - last[0][0], rect[3]), words, rect[2])
        else:
            runs.append((rect, words, rect[2]))
    sizes = [min(app.size(18), rect[3] * 0.4) for rect, _, _ in runs]
    wrapped = [
        _halved(app, words) if app.measure(words, "bold", size) + 12 > rect[2] else [words]
        for (rect, words, _), size in zip(runs, sizes, strict=True)
    ]
    boxes, listed = list[Rect](), [list[Drawn]() for _ in runs]
    for place in sorted(range(len(runs)), key=lambda each: len(wrapped[each])):
        ((x, y, wide, high), _, piece), lines = runs[place], wrapped[place]
        most, natural = max(wide, piece * _WORD), max(app.measure(line, "bold", sizes[place]) for line in lines)
        size = sizes[place] * min(1.0, (most - 12) / natural, max(_SMALLER, (wide - 14) / natural) if len(lines) > 1 else 1.0)
        broad = max(*(app.measure(line, "bold", size) + 12 for line in lines), wide if wide > piece else 0.0)
        box: Rect = (x + (wide - broad) / 2, y + high - min(size * 0.7, _OVER), broad, size * (1.4 + _LINE * (len(lines) - 1)))
        if met := [other for other in boxes if meet(box, other)]:
            box = (box[0], max(other[1] + other[3] for other in met) + 2, *box[2:])
        boxes.append(box)
        listed[place].append(
            Panel(box, clear(app.theme.colour("panel")), None, size * 0.5, tint(app.theme, "legal"), 1.5, layer=LAYER - 10)
        )
        for number, line in enumerate(lines):
            row = (box[0], box[1] + number * _LINE * size, broad, size * 1.4)
            listed[place].append(Text(row, line, size, app.theme.colour("text"), "bold", align="centre", valign="middle", layer=LAYER - 10))
    return [item for each in listed for item in each]


def _halved(app: App, words: str) -> list[str]:
    """Return words in two lines, of which the broader is as narrow as can be; a single word as it is."""
    parts = words.split()
    ways = [[" ".join(parts[:at]), " ".join(parts[at:])] for at in range(1, len(parts))]
    return min(ways, key=lambda way: max(app.measure(line, "bold", 100) for line in way), default=[words])


_LINE = 1.15
"""How far two lines of a word at a piece stand apart, in parts of their size."""

_OVER = 12.6
"""How much of a piece a word at it covers at most, however large it is: the numbers at the foot of a card stay open."""

_SMALLER = 0.85
"""Down to which part of their size two lines at a piece are set to stand within its width."""

_WORD = 1.8
"""How wide a word at a piece is at most, in widths of the piece: beside another it has the room of two, for every second stands lower."""
