"""How each kind of piece is drawn: cards, dice, pawns, round tokens, flags and stones, with their badges and marks."""

from __future__ import annotations

from typing import TYPE_CHECKING

from msgspec.structs import replace

from game.kernel.scene import Badge, CardFace, Scene, ScenePiece
from game.table.canvas import icons
from game.table.canvas.board_colours import clear, tint
from game.table.canvas.draw import Colour, Drawn, Icon, Made, Panel, Shadow, Text, faded, mixed
from game.table.canvas.tween import Pose
from game.table.canvas.view import Rect, inset, shifted
from game.table.pieces import creature, plates
from game.table.pieces.card_face import HALO, PAD, card_key, sign_of
from game.table.pieces.dice import Tumble
from game.table.pieces.name_plate import LEADING, LEAST, fitting, least
from game.table.pieces.numbers import numbers_now
from game.table.pieces.short_name import initials, short_name, short_names
from game.table.pieces.written import Faces, Written, numbered, written

if TYPE_CHECKING:
    from game.table.shell.app import App

CHIP_PAD = 7.0
"""The room for its shadow around a badge."""

OUT = 0.58
"""How far what a token bears reaches from its middle at most, in parts of its width: a token reaches half of it."""

MANY, CROWDED = 4, 0.25
"""With more badges than that on a large token each is such a part of its width high: none lies on its name then."""

LARGE_TOKEN, MOST_PIPS = 84, 8
"""Device pixels from which a token shows all its numbers; the longest row of pips."""

NAMED, NAME_HIGH, GROW = 44, 0.25, 1.3
"""Device pixels of width from which a token bears a word of its name at its foot, however long that is; how high that is, in parts of the width, and how far it grows with the text size."""

NAME_LEAST, _ENDS = 1.15, 0.7
"""How high the plate of a token's name is at least, and how much wider than its letters, in parts of the smallest letters that can be read."""

MARKS: dict[str, str] = {
    "acted": "check-mark",
    "moved": "walking-boot",
    "exhausted": "night-sleep",
    "sick": "night-sleep",
    "blocked": "cancel",
    "carrier": "flying-flag",
}
"""Glyphs for marks that have no icon of their own name: what a piece has done or undergone."""

RANKS = dict.fromkeys(("leader", "champion"), "mark")
"""Glyphs for what a piece is to its side."""


def drawn(
    app: App,
    scene: Scene | None,
    piece: ScenePiece,
    pose: Pose,
    face: Faces,
    *,
    mood: str = "",
    tumble: Tumble | None = None,
    layer: int = 10,
    look: str = "",
) -> list[Drawn]:
    """Return the items of a piece. `mood` is held, carried, legal, legal-hot, refused-hot, dim, about, source or empty.

    `look` is how a card's name is set and stands among those beside it.
    """
    alpha = round(255 * pose.alpha)
    listed = _underglow(app, piece, pose, mood, layer, alpha)
    match piece.kind:
        case "die":
            listed += _die(app, scene, piece, pose, mood, tumble, layer, alpha)
        case "pawn" | "gem" | "flag":
            listed += _figure(app, scene, piece, pose, layer, alpha)
            listed += _badges_above(app, piece, pose, layer)
        case "token" | "terrain":
            listed += _token(app, scene, piece, pose, face, mood, layer, alpha)
        case _:
            listed += _card(app, scene, piece, pose, face, mood, layer, alpha, look)
    if mood == "refused-hot":
        side = min(pose.w, pose.h) * 0.5
        box = (pose.x - side / 2, pose.y - side / 2, side, side)
        listed += [
            Panel(inset(box, -side * 0.14), (20, 8, 8, 190), None, side, clear(tint(app.theme, "refused")), 3, layer=layer + 1),
            Icon(inset(box, side * 0.12), "close", clear(tint(app.theme, "refused")), layer=layer + 1),
        ]
    return listed


def seat_colour(app: App, piece: ScenePiece) -> Colour:
    """Return the colour of the piece's owner, the table's metal without one."""
    return app.theme.seat(piece.owner) if piece.owner is not None else mixed(app.theme.colour("line"), (120, 120, 120, 255), 0.4)


def charge(app: App, scene: Scene | None, piece: ScenePiece) -> str:
    """Return the glyph of the piece's owner."""
    return plates.charges(app, scene).get(piece.owner, "") if scene is not None and piece.owner is not None else ""


def _underglow(app: App, piece: ScenePiece, pose: Pose, mood: str, layer: int, alpha: int) -> list[Drawn]:
    theme = app.theme
    box = pose.bounding
    round_ = min(box[2], box[3]) * (0.5 if piece.kind in {"token", "gem", "pawn"} else 0.08)
    if mood == "carried":
        return [Shadow(shifted(box, 10, 22), (0, 0, 0, 150), round_, 30, layer=layer - 1)]
    listed: list[Drawn] = []
    if mood != "held" and piece.kind != "card" and not (piece.kind == "terrain" and piece.face is None):
        drop = 3 if piece.kind != "pawn" else 0
        shade = inset(box, 1) if piece.kind != "pawn" else (box[0] + box[2] * 0.1, box[1] + box[3] * 0.8, box[2] * 0.8, box[3] * 0.2)
        listed.append(Shadow(shifted(shade, 0, drop), (0, 0, 0, 150), round_, 10, layer=layer, alpha=alpha))
    if mood in {"legal", "legal-hot"}:
        hot = mood == "legal-hot"
        colour = tint(theme, "legal")
        listed.append(Shadow(inset(box, -2), faded(colour, 1.0 if hot else 0.75), round_, 26 if hot else 16, layer=layer))
        listed.append(Panel(inset(box, -5 if hot else -4), (0, 0, 0, 0), None, round_ + 5, colour, 4 if hot else 3, layer=layer))
    elif mood == "held":  # picked up without a pointer that carries it: it lies where it lay, to be read, in a frame
        colour = tint(theme, "chosen")
        listed.append(Shadow(inset(box, -2), faded(colour, 0.9), round_, 22, layer=layer))
        listed.append(Panel(inset(box, -4), (0, 0, 0, 0), None, round_ + 4, colour, 4, layer=layer))
    elif mood == "about":
        listed.append(Shadow(inset(box, -2), faded(tint(theme, "chosen"), 0.9), round_, 22, layer=layer))
    elif mood == "source":
        glow = theme.colour("glow")
        if piece.kind == "card":
            card = snapped(pose)
            listed.append(Made(_room(card, HALO), "halo", (glow, round(card.w), round(card.h), card.angle), layer=layer))
        else:
            listed.append(Shadow(inset(box, -2), faded(glow, 0.62), round_, 15, layer=layer))
            listed.append(Panel(inset(box, -2.5), (0, 0, 0, 0), None, round_ + 3, faded(glow, 0.72), 2, layer=layer))
    return listed


def _stepped(angle: float) -> float:
    """Return an angle in steps, so that a turning piece is painted few times."""
    step = 1.0 if abs(angle) < 16 else 5.0
    return round(angle / step) * step


def snapped(pose: Pose) -> Pose:
    """Return how a card is painted that lies so: sizes and angles in steps, so that one that moves or turns is painted few times."""
    return Pose(pose.x, pose.y, max(16, round(pose.w / 2) * 2), max(24, round(pose.h / 2) * 2), _stepped(pose.angle), pose.z)


def _room(pose: Pose, more: float) -> Rect:
    """Return the upright rectangle around a turned card with so much around it."""
    return Pose(pose.x, pose.y, pose.w + 2 * more, pose.h + 2 * more, pose.angle).bounding


# --- cards


def _card(
    app: App, scene: Scene | None, piece: ScenePiece, pose: Pose, face: Faces, mood: str, layer: int, alpha: int, beside: str
) -> list[Drawn]:
    turned = snapped(pose)
    w, h, angle = round(turned.w), round(turned.h), turned.angle
    card = face(piece.face) if piece.face is not None else None
    fighting = card is not None and creature.fights(piece)
    if card is not None:
        card = _as_it_lies(app, card, piece, w)
    looks = (
        "dim" if mood in {"dim", "refused-hot"} else "",
        "peek" if piece.down and card is not None else "",
        beside if card is not None else "",
    )
    look = "-".join(filter(None, looks))
    key = card_key(app.theme.id, card, piece.owner, w, h, angle, look)
    listed: list[Drawn] = [Made(_room(turned, PAD), "card", key, layer=layer, alpha=alpha, words=card.id if card else "back")]
    on = Written(())
    if card is not None and piece.down and not angle:
        known = _known(app, card, turned, layer, alpha)
        listed += known
        on = Written((known[0].rect,))
    elif card is not None and (piece.badges or piece.marks):
        on = written(app, card, turned, beside)
    if card is not None and fighting and not angle:
        borne = list(creature.items(app, card, piece, turned, on, layer, alpha))
        listed += borne
        others = [item.rect for item in borne if isinstance(item, Panel)]
        for mark in piece.marks[:1]:
            wished = (pose.x - h * 0.1, pose.y - h * 0.16, h * 0.2, h * 0.2)
            listed += mark_items(app, mark, on.free(wished, turned.rect, others), layer, alpha)
    elif h >= 60:
        listed += _card_badges(app, piece, turned, on, layer, alpha, card)
    del scene
    return listed


def said_on(app: App, piece: ScenePiece, pose: Pose, face: Faces, look: str = "") -> Written:
    """Return what is written on a card as it lies there, nothing for any other piece."""
    card = face(piece.face) if piece.kind == "card" and piece.face is not None and not piece.down else None
    if card is None:
        return Written(())
    turned = snapped(pose)
    return written(app, _as_it_lies(app, card, piece, turned.w), turned, look)


def named(app: App, scene: Scene, piece: ScenePiece, pose: Pose, face: Faces, look: str = "") -> bool:
    """Tell whether a piece that shows a card says its whole name as it lies there."""
    card = face(piece.face) if piece.face is not None else None
    if card is None or piece.kind == "terrain":
        return False
    if piece.kind == "token":
        told = _told_apart(scene, card, face)
        wide = max(16, round(min(pose.w, pose.h))) * app.view.scale
        return told is not None and token_words(app, told.name, wide) == card.name and _legible(app, card.name, wide)
    if piece.down:
        return not snapped(pose).angle and isinstance(_known(app, card, snapped(pose), 0, 255)[1], Text)
    return bool(said_on(app, piece, pose, face, look).name)


def _as_it_lies(app: App, card: CardFace, piece: ScenePiece, wide: float) -> CardFace:
    """Return a card's face as it is shown on the table, its numbers as they are now."""
    return creature.face_now(app, card, piece, wide) if creature.fights(piece) else numbers_now(card, piece)


def _known(app: App, card: CardFace, pose: Pose, layer: int, alpha: int) -> tuple[Panel, Text | Icon]:
    """Return the name of a card that lies face down, for whoever knows it: its lifted part shows little more than its art.

    Where the name cannot be read on a card so small, the card's sign stands for it; the closer look has the name.
    """
    high = pose.h * (0.27 * max(1.0, min(app.settings.text, 1.3)) if pose.h >= 120 else 0.36)  # a third line, where text is large
    box = (pose.x - pose.w * 0.47, pose.y + pose.h * 0.065 - high / 2, pose.w * 0.94, high)
    room = inset(box, pose.w * 0.03, 0)
    words, face, size = fitting(app, card.name, pose.h * 0.115 * app.settings.text, room[2], high, capitals=False, plain=True)
    unbroken = max(app.measure(word, face, size) for word in words.split() or [""]) <= room[2]
    named: Text | Icon
    if unbroken and app.height(words, face, size, room[2], leading=LEADING) <= high:
        named = Text(
            room, words, size, (255, 255, 255, 255), face,
            align="centre", valign="middle", wrap=True, leading=LEADING, layer=layer, alpha=alpha,
        )  # fmt: skip
    else:
        named = Icon(inset(box, 0, high * 0.08), sign_of(app.theme, card), (255, 255, 255, 255), layer=layer, alpha=alpha)
    return Panel(box, (10, 8, 20, 245), (10, 8, 20, 235), pose.w * 0.05, layer=layer, alpha=alpha), named


def _card_badges(app: App, piece: ScenePiece, pose: Pose, on: Written, layer: int, alpha: int, card: CardFace | None) -> list[Drawn]:
    """Return what a card wears beside what is written `on` it; a number that stands in its own place on it is not said twice."""
    listed: list[Drawn] = []
    printed = {stat.icon for stat in card.stats} if card is not None and numbered(app, card, pose) else set()
    box = pose.bounding
    side = chip_side(app, max(18.0, min(44.0, pose.h * 0.15)))
    y = box[1] + box[3] * 0.34
    right = box[0] + box[2] + side * 0.16
    room, others = inset(box, -side * 0.2), list[Rect]()
    for badge in piece.badges:
        if badge.value and badge.icon in printed:
            continue
        wide = chip_width(badge, side)
        if right - wide < box[0] - side * 0.2 and right < box[0] + box[2]:
            y += side * 1.08
            right = box[0] + box[2] + side * 0.16
        wished = (max(right - wide, box[0] - side * 0.16), y - side / 2, wide, side)
        found = on.free(wished, room, others, least(app) / 0.64 if badge.value else 0.0)
        others.append(found)
        listed += chip(app, badge, found[0] + found[2] / 2, found[1] + found[3] / 2, found[3], layer, alpha)
        right -= wide + side * 0.1
    for index, mark in enumerate(piece.marks):
        wished = (box[0] + side * (0.15 + index * 1.05), box[1] + box[3] * 0.3 - side * 0.45, side * 0.9, side * 0.9)
        others.append(on.free(wished, room, others))
        listed += mark_items(app, mark, others[-1], layer, alpha)
    return listed


def chip_side(app: App, wanted: float) -> float:
    """Return how high a badge is, for the player's text size and so that its number can be read."""
    return max(wanted * min(1.3, app.settings.text), least(app) / 0.64)


def chip_width(badge: Badge, side: float) -> float:
    """Return how wide a badge is that is `side` high."""
    return side if len(badge.value) < 2 else side * (0.66 + 0.3 * len(badge.value))


def chip(app: App, badge: Badge, x: float, y: float, side: float, layer: int, alpha: int = 255) -> list[Drawn]:
    """Return a badge: a round plate with its glyph and its value; good and bad differ by edge and by a corner."""
    theme = app.theme
    edge = theme.colour("good") if badge.tone == "good" else theme.colour("bad") if badge.tone == "bad" else theme.colour("line")
    words = badge.value
    wide = chip_width(badge, side)
    pad = CHIP_PAD
    box = (x - wide / 2 - pad, y - side / 2 - pad, wide + 2 * pad, side + 2 * pad)
    key = (badge.icon, words, clear(edge), round(side, 1), badge.tone == "bad")
    return [Made(box, "chip", key, layer=layer, alpha=alpha, words=f"{badge.icon} {words}")]


def mark_items(app: App, mark: str, box: Rect, layer: int, alpha: int = 255) -> list[Drawn]:
    """Return a sign that tells what a piece has done or undergone."""
    side = box[2]
    name = mark if icons.known(mark) else MARKS.get(mark) or RANKS.get(mark, "")
    listed: list[Drawn] = [
        Panel(box, (20, 16, 24, 235), None, side * 0.28, app.theme.colour("warn"), max(1.5, side * 0.06), layer=layer, alpha=alpha)
    ]
    if icons.known(name):
        listed.append(Icon(inset(box, side * 0.16), name, app.theme.colour("warn"), layer=layer, alpha=alpha))
    else:
        listed.append(
            Text(
                box,
                mark[:2].title(),
                side * 0.5,
                app.theme.colour("warn"),
                "bold",
                align="centre",
                valign="middle",
                layer=layer,
                alpha=alpha,
            )
        )
    return listed


# --- dice, pawns, stones, flags


def _die(
    app: App, scene: Scene | None, piece: ScenePiece, pose: Pose, mood: str, tumble: Tumble | None, layer: int, alpha: int
) -> list[Drawn]:
    colour = seat_colour(app, piece)
    if mood in {"dim", "refused-hot"}:
        colour = mixed(colour, (46, 42, 44, 255), 0.62)
    value, angle, x, y = piece.face or "", pose.angle, pose.x, pose.y
    if tumble is not None:
        value, angle, y = tumble.face, tumble.angle, y - tumble.height * pose.h
    return [die_item(app, value, colour, charge(app, scene, piece), Pose(x, y, pose.w, pose.h, angle), layer, alpha)]


def die_item(app: App, value: str, colour: Colour, glyph: str, pose: Pose, layer: int, alpha: int = 255) -> Made:
    """Return one die, turned or not."""
    del app
    angle = round(pose.angle / 15) * 15 % 360
    w, h = max(8, round(pose.w)), max(8, round(pose.h))
    turned = Pose(pose.x, pose.y, w, h, angle)
    return Made(turned.bounding, "die", (value, clear(colour), glyph, w, h, angle), layer=layer, alpha=alpha, words=f"{value} {glyph}")


def _figure(app: App, scene: Scene | None, piece: ScenePiece, pose: Pose, layer: int, alpha: int) -> list[Drawn]:
    glyph = charge(app, scene, piece)
    if piece.face and icons.known(piece.face):
        glyph = piece.face
    return [Made(pose.rect, piece.kind, (clear(seat_colour(app, piece)), glyph), layer=layer, alpha=alpha, words=glyph)]


def _badges_above(app: App, piece: ScenePiece, pose: Pose, layer: int) -> list[Drawn]:
    listed: list[Drawn] = []
    side = chip_side(app, max(22.0, pose.w * 0.5))
    for index, badge in enumerate(piece.badges):
        listed += chip(app, badge, pose.x + pose.w * 0.42 + index * side, pose.y - pose.h * 0.34, side, layer)
    return listed


# --- round tokens of cards


def _token(app: App, scene: Scene | None, piece: ScenePiece, pose: Pose, face: Faces, mood: str, layer: int, alpha: int) -> list[Drawn]:
    side = max(16, round(min(pose.w, pose.h)))
    look = "dim" if mood in {"dim", "refused-hot"} else ""
    card = face(piece.face) if piece.face is not None else None
    box = (pose.x - side / 2, pose.y - side / 2, side, side)
    colour = clear(seat_colour(app, piece))
    listed: list[Drawn] = []
    if piece.kind == "terrain" and card is None:
        listed += _of_the_map(app, scene, piece, pose, layer, alpha)
        for badge in piece.badges[:1]:
            listed += chip(app, badge, pose.x + side * 0.3, pose.y - side * 0.3, chip_side(app, max(18.0, side * 0.3)), layer, alpha)
        return listed
    key = (app.theme.id, _told_apart(scene, card, face), colour, charge(app, scene, piece), look)
    listed = [
        Made(box, piece.kind if piece.kind == "terrain" else "token", key, layer=layer, alpha=alpha, words=card.id if card else "token")
    ]
    high = min(chip_side(app, max(18.0, side * 0.3)), max(side * 0.48, least(app) / 0.64))  # a small token is not hidden by what it bears
    large = side * app.view.scale >= LARGE_TOKEN
    first, down = -0.34, max(0.36, high / side * 1.04)  # one below the other, however large they are
    if large and len(piece.badges) > MANY:
        high, first, down = side * CROWDED, -0.4, CROWDED * 1.04
    free = () if piece.marks else ((-1, 0.04),)
    spots = iter(((1, first), (1, first + down), *free, (1, first + 2 * down), (0, -0.46)))
    for badge in piece.badges:
        filled, _, most = badge.value.partition("/")
        if filled.isdigit() and most.isdigit() and 0 < int(most) <= MOST_PIPS:
            rim = (int(filled), int(most), clear(app.theme.colour("bad")))
            listed.append(Made(inset(box, -side * 0.08), "pips", rim, layer=layer, alpha=alpha, words=badge.value))
        elif (large or badge.tone in {"good", "bad"}) and (spot := next(spots, None)) is not None:
            aside = spot[0] * (side * OUT - chip_width(badge, high) / 2)
            listed += chip(app, badge, pose.x + aside, pose.y + spot[1] * side, high, layer, alpha)
    marks = piece.marks[:3]
    small = high * 0.86 if len(marks) == 1 else min(high * 0.86, side * 0.24)
    top = pose.y + side * 0.1 - small / 2
    if card is not None and piece.kind == "token" and token_words(app, card.name, side * app.view.scale):
        top = min(top, token_name(app, pose)[1] - small * (1 + 1.04 * (len(marks) - 1)))  # none lies on the first letter of its name
    left = pose.x - side * 0.54
    if side * app.view.scale < NAMED and not piece.badges:  # there it would hide whose token it is
        left = pose.x + side * 0.54 - small
    for index, mark in enumerate(marks):
        lower = (left, top + small * 1.04 * index, small, small)
        listed += mark_items(app, mark, lower, layer, alpha)
    return listed


def token_name(app: App, pose: Pose) -> Rect:
    """Return where the name of a token stands, at its foot."""
    side = max(16, round(min(pose.w, pose.h)))
    high = max(side * NAME_HIGH * min(GROW, app.settings.text), NAME_LEAST * LEAST / app.view.scale)
    return pose.x - side / 2, pose.y + side / 2 - high, side, high


def token_words(app: App, name: str, wide: float) -> str:
    """Return what stands on a token so many device pixels wide: a telling word of its name, on a small one its initials if no letter of the word could be read, or nothing."""
    word = short_name(name)
    fitting = (each for each in (word, initials(name)) if _legible(app, each, wide))
    return word if wide >= NAMED else next(fitting, "")


def _legible(app: App, words: str, wide: float) -> bool:
    """Tell whether words can be read on a token so many device pixels wide."""
    return app.fonts.width(words, "bold", LEAST) + _ENDS * LEAST <= wide


def _told_apart(scene: Scene | None, card: CardFace | None, face: Faces) -> CardFace | None:
    """Return a card, called by a word that no other token on the table has where the one it would be called by is another's as well."""
    if scene is None or card is None:
        return card
    named = {shown.name for each in scene.pieces.values() if each.kind == "token" and each.face and (shown := face(each.face)) is not None}
    first = short_name(card.name)
    if not any(other != card.name and short_name(other) == first for other in named):
        return card
    return replace(card, name=short_names(named | {card.name})[card.name])


def _of_the_map(app: App, scene: Scene | None, piece: ScenePiece, pose: Pose, layer: int, alpha: int) -> list[Drawn]:
    """Return a piece of terrain that is part of the map: its own tile, as large as its square."""
    zone = scene.zones.get(piece.zone) if scene is not None else None
    if zone is None or not zone.picture:
        return []
    side = pose.w / 0.98
    key = (app.theme.id, zone.picture, piece.slot)
    return [Made((pose.x - side / 2, pose.y - side / 2, side, side), "standing", key, layer=layer, alpha=alpha, words=piece.words)]
