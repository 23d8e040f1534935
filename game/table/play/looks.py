"""What lies over the table because of a hand: the lights of what may be done, the closer look, and why something is refused."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from game.grid import cell_name
from game.kernel.ids import Place, Seat, ZoneId, piece_place, zone_place
from game.kernel.offers import Offer
from game.kernel.words import capitalised, enumerated
from game.table.canvas.draw import Drawn, Panel, Text, mixed
from game.table.canvas.view import Rect, inside
from game.table.pages.links import CARD, KEYWORD, Link
from game.table.pages.rules import rule_words
from game.table.pieces import attack_arrow
from game.table.pieces.lit import Light
from game.table.play import astray, closer, overlay
from game.table.play.match_hand import MatchHand
from game.table.play.match_view import MatchView
from game.table.play.onto_pile import CHOOSE
from game.table.play.overlay import Line
from game.table.play.room_aside import Aside
from game.table.play.room_beside import Spared
from game.table.shell.bindings import key_now

_BANNER = 890

_ON_SMALL = "A click shows that part. Dragging the ground or arrows move what is seen, the wheel zooms."
"""What is said of the small map of a grid that is seen in part."""

_ABOVE = 50.0
"""How high that is taken to be along whose lower edge a word stands at the upper edge of a zone: as a piece that leaves the word its size."""


def light(view: MatchView, hand: MatchHand, *, thinking: bool, waving: bool) -> Light:
    """Return what the board should light up; `waving` is whether the plate of whoever must choose swells just now. Under another page nothing is reached for."""
    grip, top = hand.grip, list[object](view.app.screens[-1:])
    open_ = hand.desk in top
    legal: frozenset[Place] = frozenset()
    refused: frozenset[Place] = frozenset()
    sources: frozenset[Place] = frozenset()
    if view.human_turn:
        sources = frozenset(grip.sources())
        if grip.held:
            legal = frozenset(grip.open_targets())
            refused = frozenset(grip.targets()) - legal
    prompt = view.scene.prompt
    return Light(
        sources=sources,
        legal=legal,
        refused=refused,
        hover=hand.over if open_ else "",
        focus=hand.cursor if open_ and hand.desk.by_keyboard else "",
        held=grip.held or "",
        held_at=hand.dragged_at,
        about=(frozenset(prompt.about) if prompt is not None else frozenset()) | view.pointed_out,
        thinking=view.match.deciding if thinking else None,
        names=view.match.names,
        faces=view.match.faces,
        wave=waving,
        shown=hand.over if hand.look_now and closer.card_at(view, hand.over) is not None else "",
    )


def over(view: MatchView, hand: MatchHand) -> list[Drawn]:
    """Return what lies over the table and the column."""
    app, board = view.app, view.board
    hover = hand.desk.hover
    if hand.refused is not None:
        offers, anchor, _ = hand.refused
        listed = overlay.refused(
            app, anchor, offers, board.area, board.neighbourhood(offers[0].target or ""), _spared(view, hand), view.task()
        )
        hand.refused_at = next((item.rect for item in listed if isinstance(item, Panel)), None)
        return [*view.link(listed), *(_named(view, hand.link) if hand.link is not None else ())]
    if hand.grip.menu:
        return []
    if hand.grip.held:
        told = [*captions(view, hand), *legend(view, hand)]
        return [*told, *_over_target(view, hand, [item.rect for item in told if isinstance(item, Panel)])]
    if hand.link is not None:
        return _named(view, hand.link)
    if hover == "main" or hover.startswith("offer-"):
        return []
    closer_look = _closer(view, hand, hand.over) if hand.look_now and hand.over else []
    return closer_look or _over_choice(view, hand)


def _named(view: MatchView, link: Link) -> list[Drawn]:
    """Return what is named in the column, beside it: a card, or what a rule or a keyword says."""
    app, within = view.app, view.board.area
    anchor = next((rect for rect in view.told_over if inside(rect, *app.pointer)), (within[2], app.pointer[1], 1.0, 1.0))
    if link.kind == CARD:
        face = view.printed.face(link.name)
        return overlay.zoom(app, face, anchor, within, more="Click: all of it") if face is not None else []
    words = view.printed.keywords().get(link.name, "") if link.kind == KEYWORD else rule_words(view.match.setup.game, link.name)
    key = key_now(app.settings, "f1") if view.goes_on() and inside(within, *app.pointer) else "Click"
    lines = [(link.name, words, ""), *([("", f"*{key}* for the page.", "")] if key else [])]
    return overlay.paragraphs(app, anchor, lines, within, spared=(view.told_over,), roaming=bool(view.told_over)) if words else []


def banner(view: MatchView) -> list[Drawn]:
    """Return the banner of one's own turn, in the colour of one's seat."""
    shown, app = view.banner, view.app
    if shown is None:
        return []
    part = (app.now - shown.since) / shown.lasts
    x, y, w, h = view.board.area
    size = app.size(64)
    high = size * 1.9
    alpha = 255 if app.settings.reduced_motion else round(255 * max(0.0, min(1.0, part * 8, (1 - part) * 4)))
    colour = app.theme.seat(max(0, view.viewer))
    box = (x, y + h * 0.4 - high / 2, w, high)
    return [
        Panel(box, mixed(colour, (0, 0, 0, 255), 0.35), mixed(colour, (0, 0, 0, 255), 0.6), 0, None, 0, layer=_BANNER, alpha=alpha),
        Text(box, shown.words, size, (255, 255, 255, 255), "display", align="centre", valign="middle", shade=(0, 0, 0, 200), layer=_BANNER, alpha=alpha),
    ]  # fmt: skip


def _over_target(view: MatchView, hand: MatchHand, told: Iterable[Rect] = ()) -> list[Drawn]:
    """Return what putting the held piece down here would bring, or why it may not lie here; what is told of the marks stays open."""
    app, board, target = view.app, view.board, hand.over
    if hand.onto.undecided([target]) and board.panel is not None:
        asked: list[Line] = [(CHOOSE, "", ""), *view.task()]
        return overlay.paragraphs(app, board.panel, asked, board.area, spared=_spared(view, hand, told), roaming=True)
    rect, own = board.rect_of(target), board.rect_of(view_held) if (view_held := hand.grip.held) else None
    row = board.neighbourhood(target)
    if own is not None and target == hand.grip.held and hand.dragged_at is not None:  # what it does, it does wherever it is let go
        offers, row = hand.grip.verbs(), None
        rect, own = (hand.dragged_at[0] - own[2] / 2, hand.dragged_at[1] - own[3] / 2, own[2], own[3]), None
    else:
        known = hand.grip.targets().get(target, ())
        offers = astray.either(view, hand.grip, hand.grip.held or "", known) if known else astray.while_held(view, hand.grip, target)
    if rect is None or not offers or (hand.by_keys and target != hand.cursor):
        return []
    if own is not None and inside(rect, own[0] + own[2] / 2, own[1] + own[3] / 2):
        return []  # a piece over its own place was just picked up
    allowed = [offer for offer in offers if offer.refusal is None]
    if not allowed:
        return overlay.refused(app, rect, offers, board.area, row, _spared(view, hand, told), view.task(), roaming=True)
    return _brought(view, hand, allowed, rect, row, told)


def _over_choice(view: MatchView, hand: MatchHand) -> list[Drawn]:
    """Return what choosing the place would bring that is pointed at, where that is asked and can be foreseen."""
    rect, allowed = view.board.rect_of(hand.over), hand.choices(hand.over)
    if rect is None or not any(preview.words or preview.notes for preview in map(hand.preview, allowed)):
        return []
    return _brought(view, hand, allowed, rect, view.board.neighbourhood(hand.over))


def _brought(
    view: MatchView, hand: MatchHand, allowed: Sequence[Offer], rect: Rect, row: Rect | None, told: Iterable[Rect] = ()
) -> list[Drawn]:
    """Return what allowed offers would bring, in a box beside the place and in short words where it would happen."""
    app, board = view.app, view.board
    lines: list[Line] = []
    notes: dict[Place, dict[str, None]] = {}
    for offer in allowed:
        _, preview = hand.routed(offer)
        lines.append((offer.verb, view.spoken(preview.words), ""))
        if offer.closes:
            lines.append((offer.closes, "", "warn"))
        for place, words in preview.notes:
            notes.setdefault(place, {})[words] = None
    lines += view.task()
    listed = [item for place, words in notes.items() if (at := board.rect_of(place)) for item in overlay.note(app, at, " · ".join(words))]
    spared = _spared(view, hand, (*told, *(item.rect for item in listed if isinstance(item, Panel))))
    return [
        *listed,
        *overlay.paragraphs(app, rect, lines, board.area, clear_of=row, spared=spared, roaming=True),
    ]


def _closer(view: MatchView, hand: MatchHand, place: Place) -> list[Drawn]:
    """Return a closer look at a place: the full card, or its words."""
    scene, board, app = view.scene, view.board, view.app
    rect = board.rect_of(place)
    if rect is None:
        return []
    if not hand.by_keys and (small := next((grid.small() for grid in board.grids.values() if grid.on_small(*app.pointer)), None)):
        return overlay.paragraphs(
            app, small, [("The whole map", _ON_SMALL, "")], board.area, width=420, spared=_spared(view, hand), roaming=True
        )
    kind, _, rest = place.partition("/")
    lines: list[Line] = []
    hand.more = False
    if kind == "piece" and rest.isdigit() and int(rest) in scene.pieces:
        piece = scene.pieces[int(rest)]
        if (shown := closer.card_at(view, place)) is not None:
            grid = board.grids.get(piece.zone)
            aside = None if grid is None else _aside(view, hand, grid.squares)
            more = closer.how(view.app.settings, by_keyboard=hand.by_keys)
            open_ = [*_asked_about(view, place), *pressed_over(view, hand)]
            words = "\n".join(filter(None, (shown.words, *_foreseen(view, hand, place))))
            listed = overlay.zoom(view.app, shown.face, rect, board.area, shown.badges, words, aside=aside, spared=open_, more=more)
            hand.more = any(isinstance(item, Text) and item.words == more for item in listed)
            return listed
        said = view.spoken(piece.words)
        badges = [
            view.spoken(badge.words) for badge in piece.badges if badge.words and badge.words.casefold() not in piece.words.casefold()
        ]
        lines.append((said, "\n".join(badges), ""))
    elif kind == "zone" and rest in scene.zones:
        zone = scene.zones[rest]
        if zone.words:  # its name alone stands on it, or on the plate of what is small
            lines.append((zone.label, view.spoken(zone.words), ""))
    elif kind == "seat" and rest.isdigit():
        lines += seat_lines(view, int(rest))
    elif kind == "cell":
        lines += cell_lines(view, rest)
    if view.human_turn and kind in {"piece", "zone"}:
        offers = hand.grip.offers_of(place)
        if offers and all(offer.refusal is not None for offer in offers):
            lines += overlay.reasons(offers)[:3]
    lines = [line for line in lines if line[0] or line[1]]
    lines += [("", words, "") for words in _foreseen(view, hand, place)]
    if not lines:
        return []
    spared = _spared(view, hand)
    return overlay.paragraphs(
        view.app, rect, lines, board.area, width=420, clear_of=board.neighbourhood(place), spared=spared, roaming=kind == "seat"
    )


def _foreseen(view: MatchView, hand: MatchHand, place: Place) -> list[str]:
    """Return in words what choosing a place would bring, where that is asked."""
    return [words for offer in hand.choices(place) if (words := view.spoken(hand.preview(offer).words))]


def _aside(view: MatchView, hand: MatchHand, lit: Rect) -> Aside:
    """Return what a card of a grid that is shown large leaves open: the grid, and all that lies beside it."""
    board, widgets, buttons = view.board, hand.desk.widgets(), pressed_over(view, hand)
    lying = [rect for rects in board.lying() for rect in rects]
    seat = board.layout.seats.get(view.viewer)
    own = [*board.lying()[1], *([seat] if seat is not None else [])]
    titles = [each.rect for each in board.titles()]
    log = next((each.rect for each in widgets if each.key == "log"), None)
    pressed = [each.rect for each in widgets if each.rect[0] >= board.area[2] and each.key != "log"]
    return Aside(lit, board.area, view.asked_from, [*lying, *board.piles(), *titles, *buttons], log, pressed, own)


def _asked_about(view: MatchView, place: Place) -> list[Rect]:
    """Return where the other things lie that a lesson speaks of, else those that the question is about and those between which an attack is under way."""
    prompt, pieces = view.scene.prompt, view.scene.pieces.values()
    if spoken_of := [rect for rect in view.spoken_of() if rect != view.board.rect_of(place)]:
        return spoken_of
    about = {*(prompt.about if prompt is not None else ())} - {place}
    about |= {piece_place(each.id) for each in pieces if not attack_arrow.ATTACKING.isdisjoint(each.marks)} - {place}
    return [rect for each in sorted(about) if (rect := view.board.rect_of(each)) is not None]


def _spared(view: MatchView, hand: MatchHand, told: Iterable[Rect] = ()) -> Spared:
    """Return what a box over the table leaves open where it can: above all the buttons there, what is `told` of it, and where the held piece may go, or what may be picked up."""
    first, *rest = view.board.lying(hand.grip.open_targets() if hand.grip.held else hand.grip.sources()) or ([],)
    return [*pressed_over(view, hand), *told, *first], *rest


def pressed_over(view: MatchView, hand: MatchHand) -> list[Rect]:
    """Return where what can be pressed lies over the table: buttons, and the rows of hints."""
    return [each.rect for each in hand.desk.widgets() if each.rect[0] < view.board.area[2]]


def captions(view: MatchView, hand: MatchHand) -> list[Drawn]:
    """Return a short word on each place where the held piece may go: how it stands to what lies there as its game names it, else what it would do there.

    What it would do to all the pieces of a zone stands once at the upper edge of the zone: it lies on no number there. What it would do to some stands on each of them,
    to cards that cover each other in a pile once on the pile.
    """
    held, board = hand.grip.held or "", view.board
    if board.grids:
        return []
    verbs = dict[Place, dict[str, None]]()
    for place in hand.grip.open_targets():
        where = zone_place(pile) if (pile := board.covered(place)) else place
        verbs.setdefault(where, {}).update(
            dict.fromkeys(offer.verb.partition(" · ")[0] for offer in hand.grip.targets()[place] if offer.refusal is None)
        )
    words = {place: enumerated([*each], "or") for place, each in verbs.items()}
    found, zones = list[tuple[Rect, str]](), dict[tuple[ZoneId, str], list[Place]]()
    for each in hand.ways.relations(held) if held.startswith("piece/") else ():
        word = each.words.partition(" (")[0].partition(":")[0]
        for place in [place for place in each.places if word and words.pop(place, "")]:
            found += [(rect, word)] if (rect := board.rect_of(place)) is not None else []
    for place, word in words.items():
        zones.setdefault((zone_of(view, place), word), []).append(place)
    for (zone, word), places in zones.items():
        lying = {piece_place(key) for key, piece in view.scene.pieces.items() if piece.zone == zone and piece.on is None}
        top = board.panel if zone == board.opened else board.rect_of(zone_place(zone))
        if top is not None and lying <= {*places}:
            edge = max(top[1], board.area[1] + _ABOVE / 2)
            found.append(((top[0], edge - _ABOVE, top[2], _ABOVE), word))
            continue
        for place in places:
            if (rect := board.rect_of(place)) is not None:  # below a pile stands how much it holds
                found.append(((*rect[:3], rect[3] / 2) if place.startswith("zone/") else rect, word))
    return overlay.captions_under(view.app, found)


def zone_of(view: MatchView, place: Place) -> ZoneId:
    """Return the zone in which a piece lies; empty for any other place."""
    kind, _, rest = place.partition("/")
    piece = view.scene.pieces.get(int(rest)) if kind == "piece" and rest.isdigit() else None
    return piece.zone if piece is not None else ""


def legend(view: MatchView, hand: MatchHand) -> list[Drawn]:
    """Return what the marks on a grid and the signs of one's own pieces mean while a piece is held, in the side of the table that is left free."""
    x, y, w, h = view.board.area
    box = (x + w - 222, y + h * 0.56, 208.0, h * 0.36)
    own = [piece for piece in view.scene.pieces.values() if piece.owner == view.viewer and piece.kind == "token"]
    return [item for grid in view.board.grids.values() for item in grid.legend(box, hand.grip.open_targets(), own)]


def cell_lines(view: MatchView, place: str) -> list[Line]:
    """Return what a square of a grid is called and what lies there: what its ground does, and whose zone it belongs to."""
    zone, _, index = place.rpartition("/")
    grid = view.board.grids.get(zone)
    if grid is None or not index.isdigit():
        return []
    found = [patch.words for patch in view.scene.zones[zone].patches if int(index) in patch.cells and patch.words]
    return [(cell_name(grid.turned.columns, int(index)), "\n".join(map(view.spoken, found)), "")] if found else []


def seat_lines(view: MatchView, seat: Seat) -> list[Line]:
    """Return who sits at a seat, what it is called in the game's world, and what is counted for it."""
    scene = view.scene
    each = next((one for one in scene.seats if one.seat == seat), None)
    if each is None:
        return []
    name, words = view.match.names[seat], view.spoken(each.words)
    lines: list[Line] = [(name, "\n".join(said for said in (each.label if each.label != name else "", capitalised(words)) if said), "")]
    decks = view.match.setup.decks
    if seat < len(decks) and decks[seat].name not in {name, each.label}:
        lines.append((f"Deck: {decks[seat].name}", "", "text"))
    for counter in scene.counters.values():
        if counter.seat == seat:
            most = f" of {counter.most}" if counter.most is not None else ""
            lines.append((f"{counter.label}: {counter.value}{most}", view.spoken(counter.words), "text"))
    return lines
