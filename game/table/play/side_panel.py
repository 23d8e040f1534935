"""The column beside the table: what is asked, the buttons, the log, and the controls of the pace."""

from __future__ import annotations

from collections.abc import Callable
from functools import partial
from math import ceil

from game.kernel.ids import Seat
from game.kernel.offers import Offer
from game.table.canvas.draw import Drawn, Made, Panel, Polygon, Text, faded, mixed
from game.table.canvas.view import REACH, Rect, inset, inside
from game.table.pages.links import Linked, named_in
from game.table.pages.rules import rule_words
from game.table.pieces import plates
from game.table.play import closing, guide, phases
from game.table.play.buttons import answers, others
from game.table.play.controls import Controls
from game.table.play.log_panel import FEWEST, LogView, room_for
from game.table.play.match_hand import MatchHand
from game.table.play.match_view import MatchView, column_width
from game.table.play.menu_row import MenuRow
from game.table.play.room_beside import spoken_beside
from game.table.play.verb_row import what_it_brings
from game.table.shell.bindings import choice_key, keyed
from game.table.shell.page import Part
from game.table.shell.widgets import Button, Look, note_height

PAD, _ASKED = 16.0, 24.0
"""The room around what stands in the column, and how large the words of a question are set at the usual text size."""

_RULE = 20
"""How large the number of the rule beside a question is set."""


def column(view: MatchView, hand: MatchHand, controls: Controls, asked: tuple[str, str, str, Seat | None]) -> list[Part]:
    """Return the whole column from top to bottom; `asked` is what the balloon says (see `MatchView.question`)."""
    app = view.app
    wide = column_width(app)
    rect: Rect = (app.view.width - wide, 0.0, wide, app.view.height)
    inner = inset(rect, PAD, PAD)
    theme = app.theme
    body = mixed(theme.colour("back2"), theme.colour("back"), 0.35)
    parts: list[Part] = [
        Panel(rect, (*body[:3], 255), (*theme.colour("back2")[:3], 255), 0),
        Panel((rect[0] - 3, 0, 6, rect[3]), (*theme.colour("line")[:3], 150), (*theme.colour("line")[:3], 60), 0),
    ]
    top = inner[1]
    tools = _tools(controls, (inner[0], top, inner[2], min(app.size(24), 30) + 24))
    parts += tools
    top = tools[-1].rect[1] + tools[-1].rect[3] + 10
    if view.match.save_fault:
        high = max(REACH, app.size(19) + 22)
        box = (inner[0], top, inner[2], high)
        hint = f"{view.match.save_fault} Press to try again."
        parts.append(Button(key="unsaved", rect=box, label="Not saved", hint=hint, style="danger", size=24, on=controls.save))
        top += high + 10
    shared = [counter for counter in view.scene.counters.values() if counter.seat is None]
    if shared:
        high = min(app.size(40), 58)
        box = (inner[0], top, inner[2], high)
        parts.append(Panel(box, theme.colour("panel"), theme.colour("panel2"), 12, faded(theme.colour("line"), 0.6), 1.5))
        parts += plates.shared(app, view.scene, box)
        top += high + 10
    if view.scene.phase:  # it stays where it is, however much is asked or said below
        high = phases.height(app, view.scene, inner[2])
        offers = hand.grip.offers if view.human_turn else ()
        parts += phases.strip(view, offers, (inner[0], top, inner[2], high), hand.go_on_to)
        top += high + 10
    view.told_from = top
    bottom = _buttons(hand, controls, parts, inner, inner[1] + inner[3])
    log = REACH + 12 if view.log_open and app.settings.text <= 1.5 else 0.0  # the least of it: the button that opens it over the table
    above = top + max(log, view.task_high)
    bottom = _question(view, controls, asked, parts, (inner[0], above, inner[2], bottom - above))
    view.log_cramped = bottom - top - 12 < room_for(FEWEST, app.size(21))
    if view.log_open and bottom - top - 12 >= room_for(2, app.size(21)):
        parts.append(
            LogView(
                key="log",
                rect=(inner[0], top, inner[2], bottom - top - 12),
                log=view.log,
                wheel_on=controls.log_wheel,
                line_on=controls.hints.why,
            )
        )
    elif view.log_open and bottom - top - 12 >= REACH:
        box = (inner[0], top, inner[2], min(bottom - top - 12, max(REACH, app.size(21) + 22)))
        parts.append(
            Button(
                key="log-over",
                rect=box,
                label="Read the log",
                icon="scroll-unfurled",
                size=21,
                hint=controls.keyed("Read it over the table", "l"),
                on=controls.toggle_log,
            )
        )
    return parts


def _tools(controls: Controls, rect: Rect) -> list[Button]:
    """Return the small buttons, menu, take back, log, and the pace, in as many rows as let a hand meet each."""
    tools = controls.tools()
    gap = 6.0
    rows = ceil((len(tools) + 1) / int((rect[2] + gap) / (REACH + gap)))
    columns = ceil((len(tools) + 1) / rows)
    side = (rect[2] - gap * (columns - 1)) / columns
    boxes: list[Rect] = [
        (rect[0] + place % columns * (side + gap), rect[1] + place // columns * (rect[3] + gap), side, rect[3])
        for place in range(len(tools) + 1)
    ]
    hint = "How fast others are shown (+ and −)"
    opened = {tool.key for tool in tools if tool.key == "hint" and tool.lit}  # its list is there: words of it would lie over or under that
    return [
        *(
            Button(
                key=f"tool-{tool.key}",
                rect=box,
                icon=tool.icon,
                hint="" if tool.key in opened else tool.hint,
                name=tool.hint if tool.key in opened else "",
                enabled=tool.enabled,
                why=tool.why,
                selected=tool.lit,
                on=tool.on,
            )
            for tool, box in zip(tools, boxes, strict=False)
        ),
        Button(key="tool-pace", rect=boxes[-1], label=f"×{controls.pace_words()}", hint=hint, on=controls.faster, size=24),
    ]


def _buttons(hand: MatchHand, controls: Controls, parts: list[Part], inner: Rect, bottom: float) -> float:
    app = hand.app
    buttons = hand.buttons()
    main = hand.main() if buttons else None
    left = closing.left(hand.view.scene, hand.grip.offers)
    rest = others(hand)
    numbered = {} if hand.grip.menu or controls.hints.ideas else answers(hand)
    digits = {id(offer): choice_key(app.settings, int(digit)) for digit, offer in numbered.items()}
    if controls.how_it_ended is not None and not buttons:
        high = app.size(30) * 1.9 + 26
        box = (inner[0], bottom - high, inner[2], high)
        hint = keyed("Scores, what was remarkable, and where to go from here", app.settings, "space")
        parts.append(Button(key="how-it-ended", rect=box, label="How it ended", hint=hint, size=29, style="main", on=controls.how_it_ended))
        return bottom - high - 12
    stops = controls.stops()
    if stops and main is None:
        high = max(REACH, app.size(19) + 22)
        parts.append(_stops(controls, (inner[0], bottom - high, inner[2], high), stops))
        bottom -= high + 12
    if main is not None:
        high = app.size(30) * 1.9 + 26
        beside = min(high, 72.0) + 10 if stops else 0.0
        high += note_height(app, ", ".join(left), 29, inner[2] - beside)
        if stops:
            parts.append(_stops(controls, (inner[0] + inner[2] - beside + 10, bottom - high, beside - 10, high), ""))
        parts.append(
            Button(
                key="main",
                rect=(inner[0], bottom - high, inner[2] - beside, high),
                label=main.verb,
                hint=keyed(main.closes or what_it_brings(hand, main), app.settings, "space").strip(),
                style="plain" if left else "main",
                size=29,
                note=", ".join(left),
                digit=digits.get(id(main), ""),
                on=partial(hand.press_button, main),
            )
        )
        bottom -= high + 12
    for index, offer in reversed(list(enumerate(rest))):
        high = app.size(25) + 26
        why = f"{offer.refusal.words} ({offer.refusal.rule})" if offer.refusal is not None else ""
        parts.append(
            Button(
                key=f"offer-{index}",
                rect=(inner[0], bottom - high, inner[2], high),
                label=offer.verb,
                hint=why or what_it_brings(hand, offer),
                enabled=not why,
                why=why,
                size=24,
                digit=digits.get(id(offer), ""),
                on=partial(hand.press_button, offer),
            )
        )
        bottom -= high + 8
    return bottom - (8 if rest else 0)


def _stops(controls: Controls, rect: Rect, words: str) -> Button:
    """Return the small button that says where the table stops to ask."""
    hint = controls.keyed(f"Stop to ask: {controls.stops()[:1].lower()}{controls.stops()[1:]}", "o")
    return Button(key="stops", rect=rect, label=words and f"Stop: {words}", icon="stop-sign", hint=hint, size=19, on=controls.show_stops)


def _question(view: MatchView, controls: Controls, asked: tuple[str, str, str, Seat | None], parts: list[Part], room: Rect) -> float:
    """Return the top of the balloon in its room; under it stands what the guide says, where there is room for both: the question then shares the room it leaves."""
    x, _, wide, _ = room
    bottom = room[1] + room[3]
    words = controls.guide.words()
    for size in guide.sizes(view.app) if words else ():
        high = guide.height(view.app, words, wide, size)
        balloon: list[Part] = []
        top = _prompt(view, asked, balloon, (x, room[1] + 12, wide, 0.0), bottom - high - 12, controls.show_rules, size / guide.SIZE)
        if top >= room[1]:
            parts += [*balloon, *guide.parts(controls.guide, words, (x, bottom - high, wide, high), size)]
            return top
    return _prompt(view, asked, parts, (x, room[1], wide, 0.0), bottom, controls.show_rules)


def _prompt(
    view: MatchView,
    asked: tuple[str, str, str, Seat | None],
    parts: list[Part],
    inner: Rect,
    bottom: float,
    show_rules: Callable[[], None],
    least: float = 1.0,
) -> float:
    """Return the top of the balloon that says what is asked, and of whom; words that would rise above its room are set as large as fits, to the text size `least`."""
    app, theme = view.app, view.app.theme
    heading, words, rule, seat = asked
    view.asked_from, view.named = bottom, None
    if not heading:
        return bottom
    head, body = app.size(26), app.size(_ASKED)
    side = app.size(54)
    text_w = inner[2] - 36
    chip_h = max(REACH, app.size(_RULE) + 10)
    chip = app.measure(rule, "text", app.size(_RULE)) + 2 * min(20.0, chip_h * 0.3) + 4 if rule else 0.0
    medal = seat is not None and seat >= 0
    beside = inner[2] - 32 - (side + 14 if medal else 0.0) - chip
    below = any(app.measure(word, "bold", head) > beside for word in heading.split())  # then it stands in lines of its own
    side = min(side, max(54.0, chip_h)) if below else side
    upper = max(side if medal else 0.0, chip_h - 6 if rule else 0.0)
    head_w = text_w if below else beside
    lines_h = app.height(heading, "bold", head, head_w)
    head_h = upper + 4 + lines_h if below else max(side, lines_h)
    words_h = app.height(words, "text", body, text_w, rich=True) if words else 0.0
    while words and head_h + words_h + 40 > bottom - inner[1] > 0 and body > _ASKED * least:
        body = max(_ASKED * least, body - 1)
        words_h = app.height(words, "text", body, text_w, rich=True)
    high = head_h + words_h + (40 if words else 28)
    box = (inner[0], bottom - high, inner[2], high)
    view.asked_from = box[1]
    colour = theme.seat(seat) if seat is not None and seat >= 0 else theme.colour("line")
    items: list[Drawn] = [
        Panel(box, theme.colour("panel"), theme.colour("panel2"), 18, colour, 3.5),
        Polygon(
            ((box[0] + 44, box[1] + high - 2), (box[0] + 74, box[1] + high - 2), (box[0] + 52, box[1] + high + 12)),
            theme.colour("panel2"),
            None,
        ),
    ]
    x, y = box[0] + 16, box[1] + 14
    if medal:
        charge = plates.charges(app, view.scene).get(seat, "") if seat is not None else ""
        items.append(Made((x, y, side, side), "medal", (colour, charge), words=charge))
    spot = (box[0] + 18, y + head_h - lines_h, head_w, lines_h) if below else (x + (side + 14 if medal else 0.0), y, head_w, head_h)
    items.append(Text(spot, heading, head, theme.colour("title"), "bold", valign="middle", wrap=True))
    if words:
        place: Rect = (box[0] + 18, y + head_h + 8, text_w, words_h + 4)
        items.append(Text(place, words, body, theme.colour("text"), wrap=True, rich=True, strong=theme.colour("title")))
        view.named = Linked(
            app, words, view.cards_in(asked), place, body, keywords=view.printed.keywords(), words_of=view.printed.explained()
        )
        items += view.named.marked()
    parts += items
    if rule:
        hint = f"{rule}: {rule_words(view.match.setup.game, rule)} {keyed('Click for the page', app.settings, 'f1')}."
        place = (box[0] + box[2] - chip - 8, box[1] + 8, chip, chip_h)
        parts.append(Button(key="prompt-rule", rect=place, label=rule, style="quiet", size=_RULE, face="text", hint=hint, on=show_rules))
    return box[1] - 12


def explained(view: MatchView, words: str) -> str:
    """Return what each keyword and word of the rulebook in a choice's line means, each once; empty where there is none."""
    game = view.match.setup.game
    keywords, rules = view.printed.keywords(), view.printed.explained()
    named = {link: words[slice(*span)] for span, link in reversed([*named_in(words, keywords, rules)])}
    means = {word: keywords.get(link.name) or rule_words(game, link.name) for link, word in reversed(named.items())}
    return "\n".join(f"{name}: {meaning}" for name, meaning in means.items() if meaning)


def _asked_at(hand: MatchHand, rect: Rect) -> Rect:
    """Return what the small menu opens at: the place, or where in it something was put down if the place is larger than a card."""
    at = hand.asked_at
    if at is None or max(rect[2:]) <= _LARGE or not inside(rect, *at):
        return rect
    return (at[0] - _TIP, at[1] - _TIP, 2 * _TIP, 2 * _TIP)


_AT_HAND, _LARGE, _TIP = 60.0, 400.0, 20.0
"""How far at most the small menu lies from what it is about, how large that is at most to be one thing for the eye, and half of what is left open of what is larger."""


def menu_parts(view: MatchView, hand: MatchHand) -> list[Part]:
    """Return the small menu of verbs beside a place; digits choose."""
    app, theme, board, at = view.app, view.app.theme, view.board, hand.grip.menu_at
    within, clear_of = board.area, board.neighbourhood(at)
    anchor = _asked_at(hand, board.rect_of(at) or (within[2] / 2, within[3] / 2, 1, 1))
    head, body = app.size(26), app.size(21)
    said = [(offer, " ".join(each for each in (what_it_brings(hand, offer), offer.closes) if each)) for offer in hand.grip.menu]

    def rows_at(width: float) -> list[tuple[Offer, str, float, float]]:
        found = []
        for offer, words in said:
            verb_h = max(head * 1.3, app.height(offer.verb, "bold", head, width - 84))
            found.append((offer, words, verb_h + (app.height(words, "text", body, width - 84, rich=True) + 6 if words else 0) + 22, verb_h))
        return found

    def high_at(width: float) -> float:
        rows = rows_at(width)
        return sum(high for _, _, high, _ in rows) + 8 * (len(rows) - 1) + 28

    wide = min(460.0 * max(1.0, app.settings.text * 0.86), within[2] - 40)
    spared = board.lying(hand.grip.open_targets() if hand.grip.held else ())
    box = spoken_beside(anchor, wide, high_at, within, clear_of, spared, roaming=True, reach=_AT_HAND)
    x, y, wide, _ = box
    rows = rows_at(wide)
    parts: list[Part] = [
        Panel(inset(box, -2), (0, 0, 0, 0), None, 20, (0, 0, 0, 120), 6, layer=2100),
        Panel(box, (*theme.colour("panel")[:3], 255), (*theme.colour("panel2")[:3], 255), 18, theme.colour("line"), 2.5, layer=2100),
    ]
    cursor = y + 14
    for index, (offer, words, high, verb_h) in enumerate(rows):
        rect = (x + 12, cursor, wide - 24, high)

        def paint(
            look_: Look, rect: Rect = rect, offer: Offer = offer, words: str = words, index: int = index, verb_h: float = verb_h
        ) -> list[Drawn]:
            ink = look_.app.theme.on(look_.app.theme.colour("button"))
            return [
                Text(
                    (rect[0] + 14, rect[1] + 9, 30, head * 1.3),
                    choice_key(look_.app.settings, index + 1),
                    head,
                    faded(ink, 0.6),
                    "digits",
                    layer=2101,
                ),
                Text((rect[0] + 48, rect[1] + 9, rect[2] - 60, verb_h), offer.verb, head, ink, "bold", wrap=True, layer=2101),
                Text(
                    (rect[0] + 48, rect[1] + 9 + verb_h, rect[2] - 60, rect[3] - verb_h - 12),
                    words,
                    body,
                    faded(ink, 0.9),
                    wrap=True,
                    rich=True,
                    layer=2101,
                ),
            ]

        means = explained(view, f"{offer.verb} {words}")
        parts.append(MenuRow(key=f"menu-{index}", rect=rect, paint=paint, hint=means, on=partial(hand.press_offer, offer)))
        cursor += high + 8
    return parts
