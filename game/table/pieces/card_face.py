"""Card faces: art that fills the card, and frame, name, cost, stats and rules text set over it at the exact device size.

A large card says everything; a smaller one drops the rules text for a larger name and larger numbers; a very small one
keeps name, cost and stats. Nothing is ever scaled up or cut off. Lengths are in units of a card 250 wide and 350 high.
Longer than most: all that is set on one face, since each part leaves room for the others.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from math import ceil, cos, inf, pi, sin
from typing import TYPE_CHECKING, Any

import pygame
from msgspec.structs import replace

from game.kernel.scene import Badge, CardFace
from game.table.canvas import icons, shapes
from game.table.canvas.draw import Colour, Drawn, Icon, Made, Panel, Picture, Polygon, Shadow, Text, faded, mixed
from game.table.canvas.painter import ART, shortened
from game.table.canvas.theme import BLACK, WHITE, Theme, contrast, parsed
from game.table.canvas.view import Rect, inset
from game.table.pieces import spine
from game.table.pieces.name_plate import DOWN, LARGER, NARROW, Setting, fitting_in, least, name_plate, settings_of

if TYPE_CHECKING:
    from game.table.shell.app import App

FULL, MEDIUM, SILENT = 216, 76, 42
"""Device widths from which a card says everything, from which it has a stats row, and below which it says nothing."""

READ = 0.58
"""The part of a card that must be seen for its words to be set in it."""

SIGNED, LEGIBLE, WORDY = 140, 18, 27
"""Device width below which a card without stats gives its name more room; device pixels below which a badge cannot be read, and one of three signs."""

LEAST_SIGN = 0.1
"""The width of the sign of a card without a picture, in parts of the card's, below which there is no room for it."""

SIGNS_END = 164.0
"""How far down the signs of a card's kinds reach at most: what a fighting card bears lies below."""

FILLED = 0.62
"""How large a value is set on its badge, in parts of the badge's width, at the usual text size."""

TELLING = 5
"""So many signs of a word that was cut short still tell which it is."""

WELL_GROWN = 1.2
"""How much larger than usual all of the line that says what a card is must be where larger text is wished; else its first part stands alone."""

RAISED = 1.16
"""How high a number is with the sign over it that it was raised, in parts of its disc."""

CAPITAL = 0.72
"""How high a digit is, in parts of the size it is set at."""

LONG = 3
"""A value of so many signs would run past its disc, and is set narrower; a longer one could not be read so."""

DIGITS = ("digits", "bold")
"""The face of a number on its disc, and that of a long one on a plate: narrower digits are higher in the same width."""

_TRIED = 100.0
"""The size at which values are compared by their width."""

_SURE = 0.92
"""The part of its room that the broadest value of a row takes: in a box that is a pixel narrower than its neighbours it is set no smaller."""

TEXT_SIZE = 16.5
"""How large the words of a card are set, on a card 250 wide, before the player's text size."""

STACKED = 1.2
"""How large the numbers at the top of a card are where one stands under the other, so that the name under them is above the edge of the window where a hand rests on it."""

LOW = 166.0
"""How far down a name begins that stands below the signs of a card."""

_LIFT, _BEND = 0.36, 0.045
"""How far down the back of a lifted card reaches, and how much its rim bends, in parts of its height."""

LARGEST = 1.36 * 1.25
"""How large the numbers at the top of a small card grow at most."""

LARGE_NAME = 2.2
"""How large the name of a hardly larger than tiny card is set at the usual text size, where it is no smaller beside numbers that have grown."""

TALLER = 2.6
"""How much higher than usual the plate of a name may be that stands on the part of a card that is seen."""

VEIL = (12, 10, 16, 165)
"""What lies over the picture of a card that is dim."""

SEEN, SET, PILED = "seen", "set", "piled"
"""What the look of a card begins with of which only a part is seen, in hundredths of its width; that of one whose name is set like those beside it; that of one on a pile."""

LOWERED, ABOVE_EDGE = "l", 175.0
"""How the look of a card ends that rests half below the edge of the window, and how far down its name reaches at most."""

TEXT = "t"
"""What stands in the look of a card before the text size, in percent, that its head is laid out for."""

PAD, HALO = 12.0, 15.0
"""The room around a card on the table for its shadow, and for the light of one that can be picked up, in logical units."""


def card_key(
    world: str, face: CardFace | None, owner: int | None, w: float, h: float, angle: float = 0.0, look: str = ""
) -> tuple[Any, ...]:
    """Return the key of a card's picture.

    `w` and `h` are its upright size in logical units; `look` is flat (without its shadow), or empty, or dim, peek (it lies
    face down, and whoever looks knows it), piled (only its head is read), seen60 (so much of its width is seen, the left) and setd0.19 (its name is set like
    those beside it), with hyphens between.
    """
    return (world, face, owner, round(w), round(h), angle, look)


def as_read(face: CardFace, look: str) -> CardFace:
    """Return what is read of a face: of one on a pile its name and the numbers at its head, since the number of the pile stands at its foot."""
    return replace(face, text=(), flavour="", keywords=(), line="", stats=()) if PILED in look.split("-") else face


def part_seen(look: str) -> float:
    """Return the part of a card's width, from the left, that a look leaves to be seen."""
    return next((int(part.removeprefix(SEEN)) / 100 for part in look.split("-") if part.startswith(SEEN)), 1.0)


def set_look(setting: Setting) -> str:
    """Return the part of a look that says how a card's name is set."""
    face = {"": "a", "bold": "b", NARROW.face: "i"}.get(setting.face, "dD"[setting.capitals])
    text = f"{TEXT}{round(setting.text * 100)}" if setting.text else ""
    return f"{SET}{face}{'012'[setting.place : setting.place + 1]}.{setting.pixels}{text}{LOWERED * setting.low}"


def set_as(look: str) -> Setting | None:
    """Return how a card's name is set by its look, like those beside it; None where it stands for itself."""
    said = next((part.removeprefix(SET) for part in look.split("-") if part.startswith(SET)), "")
    if not said:
        return None
    face, _, pixels = said.removesuffix(LOWERED).partition(".")
    pixels, _, text = pixels.partition(TEXT)
    named = {"a": "", "b": "bold", "i": NARROW.face}.get(face[0], "display")
    return Setting(named, face[0] == "D", int(pixels), int(face[1:] or -1), said.endswith(LOWERED), int(text or 0) / 100)


def card_item(
    app: App, face: CardFace | None, rect: Rect, *, owner: int | None = None, layer: int = 0, alpha: int = 255, dim: bool = False
) -> Made:
    """Return an upright card without a shadow; None shows its back."""
    key = card_key(app.theme.id, face, owner, rect[2], rect[3], 0.0, "flat-dim" if dim else "flat")
    return Made(rect, "card", key, layer=layer, alpha=alpha, words=face.name if face else "back")


def paint(app: App, key: tuple[Any, ...], width: int, height: int) -> pygame.Surface:
    """Paint a card for the painter: a flat one fills the given size, others have room for their shadow and may be turned."""
    world, face, owner, w, h, angle, look = key
    scale = app.view.scale
    flat, dim = "flat" in look, "dim" in look
    pad = 0 if flat else round(PAD * scale)
    wide, high = (width, height) if flat else (round(w * scale), round(h * scale))  # as what is written on it is measured
    wide, high = max(1, wide), max(1, high)

    seen, setting = part_seen(look), set_as(look)
    if face is not None:
        face = as_read(face, look)
    if "peek" in look and face is not None:
        face = replace(face, name="", line="", text=(), flavour="", keywords=())  # its name stands on a plate where its words would

    def upright() -> pygame.Surface:
        return _upright(app, app.world(world), face, owner, wide, high, seen, setting, dim=dim)

    surface = app.painter.kept.get(("face", world, face, owner, wide, high, app.painter.worn, seen, setting, dim), upright)
    if "peek" in look and face is not None:
        back = app.painter.kept.get(
            ("face", world, None, owner, wide, high, app.painter.worn, 1.0, None, dim),
            lambda: _upright(app, app.world(world), None, owner, wide, high, dim=dim),
        )
        surface = _lifted(surface, back, app.world(world))
    if pad:
        left, top = (pad, pad) if angle else ((width - wide) // 2, (height - high) // 2)
        whole = pygame.Surface((wide + 2 * pad, high + 2 * pad) if angle else (width, height), pygame.SRCALPHA, 32)
        reach = max(2, pad - 2)
        drop = max(1, round(3 * scale))
        whole.blit(shapes.shadow(wide - 2, high - 2, round(high * 0.05), reach, (0, 0, 0, 165)), (left - reach + 1, top - reach + 1 + drop))
        whole.blit(surface, (left, top))
        surface = whole
    if angle:
        surface = pygame.transform.rotozoom(surface, angle, 1.0)
    return surface


def _upright(
    app: App,
    theme: Theme,
    face: CardFace | None,
    owner: int | None,
    width: int,
    height: int,
    seen: float = 1.0,
    setting: Setting | None = None,
    *,
    dim: bool = False,
) -> pygame.Surface:
    surface = pygame.Surface((width, height), pygame.SRCALPHA, 32)
    scale = app.view.scale
    rect = (0.0, 0.0, width / scale, height / scale)
    items = back_items(app, theme, owner, rect) if face is None else face_items(app, theme, face, rect, width, seen, setting, dim=dim)
    painter = app.painter
    before = painter.scale
    painter.scale = scale
    for item in items:
        painter.draw(surface, item, 0, 0)
    painter.scale = before
    if dim and face is None:
        surface.fill((118, 112, 124, 255), special_flags=pygame.BLEND_RGBA_MULT)
    round_ = theme.card.round * width / 250
    if not theme.card.cut:
        shapes.cut_corners(surface, round(round_))
    return surface


def _lifted(face: pygame.Surface, back: pygame.Surface, theme: Theme) -> pygame.Surface:
    """Return a card that lies face down with its near edge lifted: the back above, a bent rim, and the face in the shade below."""
    wide, high = face.get_size()
    done = face.copy()
    done.fill((178, 174, 196, 255), special_flags=pygame.BLEND_RGBA_MULT)
    steps = 24
    curve = [(wide * k / steps, high * (_LIFT + _BEND * sin(pi * k / steps))) for k in range(steps + 1)]
    shadow = pygame.Surface((wide, high), pygame.SRCALPHA, 32)
    depth = max(3, round(high * 0.07))
    for step in range(depth, 0, -1):
        pygame.draw.polygon(
            shadow, (0, 0, 0, round(190 * (1 - step / depth) ** 1.4)), [(0, 0), *((x, y + step) for x, y in curve), (wide, 0)]
        )
    shadow.blit(face, (0, 0), special_flags=pygame.BLEND_RGBA_MIN)
    done.blit(shadow, (0, 0))
    cover = pygame.Surface((wide, high), pygame.SRCALPHA, 32)
    pygame.draw.polygon(cover, WHITE, [(0, 0), *curve, (wide, 0)])
    cover.blit(back, (0, 0), special_flags=pygame.BLEND_RGBA_MULT)
    done.blit(cover, (0, 0))
    rim = max(2, round(high * 0.022))
    pygame.draw.lines(done, mixed(theme.colour("line"), BLACK, 0.55), False, [(x, y + rim * 0.6) for x, y in curve], rim + 1)
    pygame.draw.lines(done, mixed(theme.colour("line"), WHITE, 0.35), False, curve, max(1, rim - 1))
    return done


def free_of_words(app: App, face: CardFace, rect: Rect, side: float) -> Rect:
    """Return where a chip of a size stands on a card, a little over its edges at most: on no word and no number of it, as near to the middle of its right edge as there is room."""
    known, scale = app.painter.reckoned, app.view.scale
    key = ("free", app.theme.id, face, rect[2:], side, scale, app.settings.text, app.painter.worn)
    if key not in known:
        known[key] = _free_of_words(app, face, (0.0, 0.0, *rect[2:]), side)
    left, top = known[key]
    return (rect[0] + left, rect[1] + top, side, side)


def _free_of_words(app: App, face: CardFace, rect: Rect, side: float) -> tuple[float, float]:
    x, y, width, height = rect
    items = face_items(app, app.theme, face, rect, round(width * app.view.scale))
    taken = [inset(item.rect, max(0.0, _spare(app, item)), 0) for item in items if isinstance(item, Text) and item.words]
    taken += [inset(item.rect, item.rect[2] * 0.1) for item in items if isinstance(item, Made) and item.kind == "badge"]
    over = side * 0.3
    columns, rows = width - side + 2 * over, height - side + 2 * over
    places = [(x - over + columns * column / 10, y - over + rows * row / 24) for column in range(11) for row in range(25)]
    wished = x + width - side + over, y + (height - side) / 2

    def badly(place: tuple[float, float]) -> tuple[float, float]:
        left, top = place
        covered = sum(
            max(0.0, min(left + side, word[0] + word[2]) - max(left, word[0]))
            * max(0.0, min(top + side, word[1] + word[3]) - max(top, word[1]))
            for word in taken
        )
        return covered, abs(left - wished[0]) + abs(top - wished[1])

    return min(places, key=badly)


def back_items(app: App, theme: Theme, owner: int | None, rect: Rect) -> list[Drawn]:
    """Return a card's back, edged in its owner's colour."""
    unit = rect[2] / 250
    name = theme.picture("back")
    edge = theme.seat(owner) if owner is not None else theme.colour("line")
    if name and app.painter.has_picture(name):
        listed: list[Drawn] = [Picture(rect, name, fit="stretch")]
    else:
        listed = [
            Panel(rect, mixed(theme.colour("button"), BLACK, 0.2), mixed(theme.colour("button2"), BLACK, 0.5), 14 * unit),
            Panel(inset(rect, 14 * unit), (0, 0, 0, 0), None, 10 * unit, theme.colour("line"), 3 * unit),
            Icon(inset(rect, 60 * unit, 100 * unit), theme.glyph, theme.colour("line")),
        ]
    return [*listed, Panel(rect, (0, 0, 0, 0), None, theme.card.round * unit, mixed(edge, BLACK, 0.25), max(1.0, 5 * unit))]


def face_items(
    app: App, theme: Theme, face: CardFace, rect: Rect, device: int, seen: float = 1.0, setting: Setting | None = None, *, dim: bool = False
) -> list[Drawn]:
    """Return everything on a card's face; `device` is its width in device pixels, and `seen` the part of it from the left on which no other card lies.

    `setting` is how its name is set where cards lie beside it. What is `dim` has a veil over its picture and its frame, and its words on it, as easily read as ever.
    """
    card, unit = theme.card, rect[2] / 250
    border = card.border * unit
    radius = card.round * unit
    inner = inset(rect, border)
    listed: list[Drawn] = [
        Panel(rect, parsed(card.edge), mixed(parsed(card.edge), BLACK, 0.35), radius),
        Panel(inset(rect, border * 0.34), parsed(card.edge3), parsed(card.edge2), radius * 0.85),
        Panel(inset(rect, border * 0.72), parsed(card.edge2), parsed(card.edge), radius * 0.75),
    ]
    rounded = max(0.0, radius - border)
    veil = [Panel(rect, VEIL, None, radius)] if dim else []
    if _says_all(face, device, seen):
        words, above, below = _full(app, theme, face, rect, unit, seen, setting)
        return [*listed, *art_items(app, theme, face, inner, rounded, (above, below)), *veil, *words]
    return [*listed, *art_items(app, theme, face, inner, rounded), *veil, *_small(app, theme, face, rect, unit, device, seen, setting)]


def name_items(app: App, theme: Theme, face: CardFace, rect: Rect, device: int, seen: float, setting: Setting) -> Sequence[Drawn]:
    """Return the name among all that is on a card's face, and of one that says everything what stands around it."""
    unit = rect[2] / 250
    if _says_all(face, device, seen):
        return _full(app, theme, face, rect, unit, seen, setting)[0]
    return _small_name(app, theme, face, rect, unit, device, seen, setting)[0] if device >= SILENT else ()


def _says_all(face: CardFace, device: int, seen: float) -> bool:
    """Tell whether a card is so large that all that is on it is read there."""
    return device >= FULL and seen >= READ and bool(face.text or face.flavour or face.line)


def art_items(app: App, theme: Theme, face: CardFace, rect: Rect, radius: float, free: tuple[float, float] | None = None) -> list[Drawn]:
    """Return the art of a card: what was brought for it, its baked picture, or a quick one from its glyph and the colours of its palette.

    The glyph stands in what is `free` between a name and words, where that is known; where hardly anything is, it is left out.
    """
    brought = f"{ART}{theme.id}/{face.id}"
    if app.painter.has_picture(brought):
        return [Picture(rect, brought, radius)]
    folder = theme.picture("art")
    for name in (f"{folder}/{face.art}" if folder else "", face.art):
        if face.art and name and app.painter.has_picture(name):
            return [Picture(rect, name, radius)]
    palette = theme.palette(face.palette)
    glyph = sign_of(theme, face)
    side = min(rect[2] * 0.74, rect[3] * 0.5)
    top = rect[1] + rect[3] * 0.17
    if free is not None:
        side = max(0.0, min(side, (free[1] - free[0]) * 0.9))
        top = (free[0] + free[1] - side) / 2
    box = (rect[0] + (rect[2] - side) / 2, top, side, side)
    seed = sum(ord(sign) * (index + 3) for index, sign in enumerate(face.id))
    glow = Made(rect, "glow", (palette.light, palette.mid, palette.dark, seed % 12, radius))
    if side < rect[2] * LEAST_SIGN:
        return [glow]
    return [
        glow,
        Icon((box[0] + side * 0.02, box[1] + side * 0.045, side, side), glyph, (0, 0, 0, 130)),
        Icon(box, glyph, mixed(palette.light, WHITE, 0.35), mixed(palette.mid, palette.dark, 0.28), (0, 0, 0, 120)),
    ]


def sign_of(theme: Theme, face: CardFace) -> str:
    """Return the glyph that stands for a card: its own, that of its palette, or the world's."""
    palette = theme.palette(face.palette)
    return face.icon if icons.known(face.icon) else palette.icon if icons.known(palette.icon) else theme.glyph


def _full(
    app: App, theme: Theme, face: CardFace, rect: Rect, unit: float, seen: float, setting: Setting | None
) -> tuple[list[Drawn], float, float]:
    """Return what stands over the art of a card that is read, and between which heights the art is left free."""
    card, wished = theme.card, (setting.text if setting is not None else 0) or app.settings.text
    left = 50 if face.corner else 16
    right = 50 if face.second else 16
    wide = _wide_seen(seen)
    beside: Rect = (rect[0] + left * unit, rect[1] + 13 * unit, (wide - left - right) * unit, 36 * unit)
    below: Rect = (rect[0] + 16 * unit, rect[1] + 52 * unit, (wide - 32) * unit, 36 * unit)
    places, name = _in_sight(app, face, rect, (beside, below) if face.second and seen < 1 else (beside,), seen)
    like = (setting or Setting("", capitals=False))._replace(text=0.0)
    settings = (like,) if like.face else settings_of(theme, like)
    low = rect[1] + (350 - (30 if face.stats else 10) - 18) * unit
    most_wide = (wide - 36) * unit  # no other card lies on the words either
    least_words = _words_room(app, face, most_wide - 18 * unit, unit, 1.0)
    for text in dict.fromkeys((wished, min(wished, 1.25), 1.0)):  # a name and a line that grow leave the words no less room than they need
        most, size = 1.25 + 0.8 * (text - 1), card.name_size * unit * text / app.settings.text
        named, plate = name_plate(app, theme, places, unit, name, size, most=most, settings=settings)
        high = max(20 * unit, min(1.5, text) * 18 * unit) if face.line else 0.0
        room = low - (plate[1] + plate[3]) - high - 12 * unit
        if room >= least_words:
            break
    box: Rect = (rect[0] + 18 * unit, 0.0, most_wide, min(room, _words_room(app, face, most_wide - 18 * unit, unit, app.settings.text)))
    box = (box[0], low - box[3], box[2], box[3])
    fade = parsed(card.box)
    listed: list[Drawn] = [
        Made(
            (rect[0], box[1] - 70 * unit, rect[2], rect[3] - (box[1] - rect[1]) + 70 * unit),
            "shade",
            (theme.palette(face.palette).dark, card.art_fade, card.border * unit),
        ),
        *named,
    ]
    if face.line:
        listed += _pill(app, theme, (rect[0], box[1] - high - 5 * unit, wide * unit, high), face.line, 12.5 * unit, most_wide, unit)
    listed.append(Panel(box, fade, mixed(fade, BLACK, 0.1), 8 * unit, parsed(card.box_line), max(1.0, 1.4 * unit)))
    listed += _words(app, theme, face, inset(box, 9 * unit, 6 * unit), unit)
    return (
        listed + _badges(app, theme, face, rect, unit, 1.0, seen=seen),
        plate[1] + plate[3],
        box[1] - (high + 5 * unit if face.line else 0.0),
    )


def _words_room(app: App, face: CardFace, width: float, unit: float, text_size: float) -> float:
    """Return how high the box of a card's words is to be for a text size, and not below a card's usual one."""
    usual = 92 + (0 if face.stats else 18)
    size = TEXT_SIZE * unit * text_size
    text = app.height("\n".join(face.text), "text", size, width, rich=True, leading=0.94) if face.text else 0.0
    flavour = app.height(face.flavour, "italic", 11.5 * unit * text_size, width) + 8 * unit if face.flavour else 0.0
    return max(usual * unit, text + flavour + 14 * unit)


def _pill(app: App, theme: Theme, row: Rect, line: str, size: float, most: float, unit: float) -> list[Drawn]:
    """Return the line that says what a card is, on a plate of its own in the middle of a row; what cannot be read in it is left out.

    Where larger text is wished, what comes after its first part is left out for letters that are larger.
    """
    spare, usual = 16 * unit, max(least(app), size)
    size = max(least(app), min(usual * app.settings.text, row[3] * 0.75))
    for words, wished in ((line, min(size, usual * min(app.settings.text, WELL_GROWN))), (line.partition(" · ")[0], least(app))):
        if app.measure(words, "bold", wished) <= most - spare:
            break
    else:
        return []
    if size > row[3]:
        return []
    line, pixel = words, 1 / app.view.scale
    while size > least(app) and app.measure(line, "bold", size) > most - 0.875 * spare:  # measured as it is set, in whole device pixels
        size = max(least(app), size - pixel)
    wide = min(most, app.measure(line, "bold", size) + 1.3 * spare)
    pill: Rect = (row[0] + (row[2] - wide) / 2, row[1], wide, row[3])
    card, plate = theme.card, parsed(theme.card.plate)
    ink = max((parsed(each) for each in (card.name_colour, card.name_line, card.box_text)), key=lambda each: contrast(each, plate))
    return [
        Panel(pill, plate, mixed(plate, BLACK, 0.12), row[3] / 2, parsed(card.plate_line), max(1.0, 1.4 * unit)),
        Text(pill, line, size, ink, "bold", align="centre", valign="middle"),
    ]


def _words(app: App, theme: Theme, face: CardFace, box: Rect, unit: float) -> list[Drawn]:
    card = theme.card
    text, ink = "\n".join(face.text), parsed(card.box_text)
    listed: list[Drawn] = []
    flavour = 0.0
    wanted = TEXT_SIZE * unit * app.settings.text
    if face.flavour:
        text_high = app.height(text, "text", max(least(app), wanted * 0.94), box[2], rich=True, leading=0.94) if text else 0.0
        usual = max(11.5 * unit, least(app))
        size = max(usual, 11.5 * unit * app.settings.text)
        if text_high + app.height(face.flavour, "italic", size, box[2]) + 8 * unit > box[3]:
            size = usual  # what is said beside the rules grows where they leave it room
        tall = app.height(face.flavour, "italic", size, box[2])
        if text_high + tall + 8 * unit <= box[3] or not text:
            flavour = tall + 8 * unit
            low = (box[0], box[1] + box[3] - tall, box[2], tall)
            listed.append(Panel((box[0] + box[2] * 0.32, low[1] - 5 * unit, box[2] * 0.36, max(1.0, 1.2 * unit)), parsed(card.box_line)))
            listed.append(Text(low, face.flavour, size, faded(ink, 0.86), "italic", align="centre", wrap=True))
    if text:
        upper = (box[0], box[1], box[2], box[3] - flavour)
        listed.append(
            Text(
                upper,
                text,
                wanted,
                ink,
                "text",
                align="centre",
                valign="middle",
                wrap=True,
                rich=True,
                strong=parsed(card.box_bold),
                leading=0.94,
            )
        )
    return listed


def _wide_seen(seen: float) -> float:
    """Return the width of the part of a card on which no other card lies, on a card 250 wide."""
    return 250 * seen


def _grown(face: CardFace, text: float, seen: float) -> float:
    """Return how large the numbers at the top of a small card are: side by side as long as they are no smaller so than one under the other."""
    grow = min(LARGEST, 1.36 * text)
    beside = (_wide_seen(seen) - 8) / (2 * 44)
    return min(grow, beside) if face.corner and face.second and beside >= STACKED else grow


def _stacked(face: CardFace, grow: float, seen: float) -> bool:
    """Tell whether the two numbers at the top of a card stand one under the other, because so little of its width is seen."""
    return face.corner is not None and face.second is not None and 2 * 44 * grow + 8 > _wide_seen(seen) + 0.01


def _in_sight(
    app: App, face: CardFace, rect: Rect, places: Sequence[Rect], seen: float, under: float = LOW, *, always: bool = False
) -> tuple[Sequence[Rect], str]:
    """Return the parts of a name's places on which no other card lies, and the name.

    One whose words can be read in none of them stands `under` its signs and numbers (or `always`), as wide as the card is seen; a word that is wider still
    ends in an ellipsis there.
    """
    if seen == 1:
        return places, face.name
    right, spare, unit = rect[0] + rect[2] * _wide_seen(seen) / 250, rect[2] * 0.03, rect[2] / 250
    free: list[Rect] = [(x, y, max(1.0, min(wide, right - x)), high) for x, y, wide, high in places]
    low: Rect = (rect[0] + 6 * unit, rect[1] + under * unit, max(1.0, right - rect[0] - 8 * unit), 34 * unit)
    longest = max(app.measure(word, "bold", least(app)) for word in face.name.split() or [""])
    if not always and longest <= max(place[2] for place in free) - spare:
        return free, face.name
    scale, room = app.view.scale, max((low, *free), key=lambda place: place[2])
    size, wide = round(least(app) * scale), int((room[2] - spare) * scale) - 1
    return (room,), " ".join(shortened(app.fonts, word, "bold", size, wide) for word in face.name.split())


def _small(
    app: App, theme: Theme, face: CardFace, rect: Rect, unit: float, device: int, seen: float, setting: Setting | None
) -> list[Drawn]:
    """Return what a card shows in hand and on the table: name, cost and stats, as large as they can be."""
    listed: list[Drawn] = [
        Made(
            (rect[0], rect[1] + rect[3] * 0.55, rect[2], rect[3] * 0.45),
            "shade",
            (theme.palette(face.palette).dark, 0.5, theme.card.border * unit),
        )
    ]
    if device < SILENT:
        return listed
    named, plate = _small_name(app, theme, face, rect, unit, device, seen, setting)
    if _tiny(face, device):
        listed += [*named, *_high_signs(theme, face, rect, unit, plate[1])]
        return listed + _badges(app, theme, face, rect, unit, 1.9, device, seen=seen)
    grow = _grown(face, (setting.text if setting is not None else 0) or app.settings.text, seen)
    lone = 1.9 if device < SIGNED else grow
    if any(isinstance(item, Made) for item in named):  # it runs down the edge
        return [*listed, *named, *_badges(app, theme, face, rect, unit, grow, device, lone=lone, corners=grow, seen=seen)]
    free = (plate[0] - rect[0]) / unit - 4 + sum(_spare(app, item) for item in named if isinstance(item, Text)) / unit
    corners = max(1.36, min(grow, free / 44)) if plate[1] < rect[1] + 44 * unit else grow
    over = plate[1] < rect[1] + LOW * unit  # the signs stand under the name, unless that stands under them
    top = 6 + 44 * corners if face.corner else max(68.0, (plate[1] + plate[3] - rect[1]) / unit + 2) if over else 68.0
    side = min(46.0, (SIGNS_END - top) / (1.06 * max(1, len(dict.fromkeys(face.signs)))))
    listed += [*_signs(theme, face, rect, unit, top, side, rect[1] + rect[3]), *named]
    if face.line and not face.signs:
        count = len(face.stats)
        disc = min(46.0 * grow, 240 / count * 0.98) if count > 1 else 46.0 * lone if count else 0.0
        disc *= RAISED if any(badge.tone == "good" for badge in face.stats) else 1.0
        bottom = min(278.0, 343 - disc) if count else 312.0  # above what it bears
        high = max(27 * unit, least(app) * 1.34) * min(1.5, app.settings.text)
        row: Rect = (rect[0], rect[1] + (bottom + 1) * unit - high, rect[2] * seen, high)
        if row[1] >= plate[1] + plate[3]:  # it does not run over the name
            listed += _pill(app, theme, row, face.line, 17 * unit, min(232 * unit, row[2] - 12 * unit), unit)
    return listed + _badges(app, theme, face, rect, unit, grow, device, lone=lone, corners=corners, seen=seen)


def _tiny(face: CardFace, device: int) -> bool:
    """Tell whether a card is so small that its name stands in its middle, as wide as the card."""
    return device < (SIGNED if face.signs and not face.stats else MEDIUM)


def _small_name(
    app: App, theme: Theme, face: CardFace, rect: Rect, unit: float, device: int, seen: float, setting: Setting | None
) -> tuple[Sequence[Drawn], Rect]:
    """Return the name of a card that does not say everything, and its plate."""
    setting = setting or Setting("", capitals=False)
    setting = setting._replace(text=setting.text or app.settings.text)
    settings = (setting,) if setting.face else settings_of(theme, setting)
    if _tiny(face, device):
        return _tiny_name(app, theme, face, rect, unit, seen, settings)
    left, right = 62 if face.corner else 14, 62 if face.second else 14
    beside: Rect = (rect[0] + left * unit, rect[1] + 14 * unit, max(1.0, _wide_seen(seen) - left - right) * unit, 66 * unit)
    grow = _grown(face, setting.text, seen)
    from_left, from_top = (60, 8 + 44 * grow) if face.signs else (8, max(66.0, 6 + 44 * grow) if left > 14 or right > 14 else 66.0)
    below: Rect = (rect[0] + from_left * unit, rect[1] + from_top * unit, (242 - from_left) * unit, 56 * unit)
    near = device < SIGNED  # hardly larger than tiny: its name and its only number are as large as they can be
    size, most = theme.card.name_size * (1.6 if near else 1.3) * unit, 1.9 if seen == 1 else TALLER
    stacked = _stacked(face, grow, seen)
    under = 8 + 2 * 44 * STACKED if stacked else LOW if face.signs else from_top
    places, name = _in_sight(app, face, rect, (beside, below), seen, under, always=stacked)
    if setting.place == DOWN or (not stacked and _cut_to_pieces(name, face.name)):
        top = 12 + 2 * 44 * STACKED if stacked else 10 + 44 * grow if face.corner else 10.0
        foot = 340 - _stats_side(face, unit, grow, 1.9 if near else grow, device, seen) / unit
        edge: Rect = (rect[0] + 4 * unit, rect[1] + top * unit, (_wide_seen(seen) - 6) * unit, (foot - top) * unit)
        return (spine.item(app, face.name, edge),), edge
    low_at = ABOVE_EDGE * unit + rect[1] if setting.low else rect[1] + rect[3]
    if near and not stacked:
        lowest: Rect = (below[0], rect[1] + max(from_top, 6 + 44 * _grown(face, LARGEST, seen)) * unit, *below[2:])
        narrowest, _ = _in_sight(app, face, rect, (beside, lowest), seen)
        high = max(1.0, min(most, *((low_at - place[1]) / place[3] for place in narrowest)))
        held = fitting_in(app, theme, narrowest, unit, name, theme.card.name_size * LARGE_NAME * unit, most=high, settings=settings)
        size = max(size, held / setting.text)
    most = max(1.0, min(most, *((low_at - place[1]) / place[3] for place in places)))
    return name_plate(app, theme, places, unit, name, size, most=most, settings=settings)


def _tiny_name(
    app: App, theme: Theme, face: CardFace, rect: Rect, unit: float, seen: float, settings: Sequence[Setting]
) -> tuple[list[Drawn], Rect]:
    """Return the name of a tiny card, and its plate: before it is cut it reaches to the card's rim, and then its letters are narrower."""
    grown = settings[0].text > LARGER  # a bar of life under it is higher then
    low: Rect = (rect[0] + 4 * unit, rect[1] + (176 if face.stats else 186 if grown else 196) * unit, 242 * unit, 84 * unit)
    high = 2.25 if grown else 1.9
    in_sight, name = _in_sight(app, face, rect, (low,), seen)
    named, plate = name_plate(app, theme, in_sight, unit * 1.2, name, 44 * unit, most=high, upwards=True, settings=settings, always=False)
    rim: Rect = (rect[0] + 2 * unit, low[1], 246 * unit, low[3])
    for ways in (settings, (NARROW._replace(text=settings[0].text),)):
        if not named:
            reach = (rim,) if seen == 1 else in_sight
            named, plate = name_plate(app, theme, reach, unit * 0.3, name, least(app), most=2.25, upwards=True, settings=ways, always=False)
    if not named and (short := _cut_short(app, name, low[2] - 8 * unit)):
        named, plate = name_plate(app, theme, in_sight, unit * 1.2, short, least(app), most=2.25, upwards=True, settings=settings)
    return named, plate


def _cut_to_pieces(short: str, name: str) -> bool:
    """Tell whether so little is left of a word of a name that it tells nothing."""
    return any(len(word) < TELLING and word not in name.split() for word in short.split())


def _cut_short(app: App, name: str, room: float) -> str:
    """Return a name with an ellipsis in each word that is wider than its room; nothing where too little of a word would be left."""
    size, wide = round(least(app) * app.view.scale), int(room * app.view.scale)
    words = [shortened(app.fonts, word, "bold", size, wide) for word in name.split()]
    return " ".join(words) if all(len(word) >= TELLING or word in name for word in words) else ""


def _spare(app: App, name: Text) -> float:
    """Return how much room the widest line of a name leaves free at either side of its box."""
    scale, (_, _, width, height) = app.view.scale, name.rect
    box = round(width * scale), round(height * scale)
    laid = app.fonts.fit(name.words, name.face, round(name.size * scale), *box, wrap=name.wrap, leading=name.leading)
    return (width - laid.width / scale) / 2


def _signs(theme: Theme, face: CardFace, rect: Rect, unit: float, top: float, side: float, foot: float) -> Iterator[Drawn]:
    """Return the glyphs of a card's kinds, one below the other at its left edge, each in its own colour, as far as they do not reach its foot."""
    for index, sign in enumerate(dict.fromkeys(face.signs)):
        box: Rect = (rect[0] + 8 * unit, rect[1] + (top + index * side * 1.06) * unit, side * unit, side * unit)
        if box[1] + box[3] * 0.7 > foot:
            return
        colour = theme.badge(sign.icon)
        width = max(1.0, 2.4 * unit)
        yield Panel(box, mixed(colour, BLACK, 0.5), mixed(colour, BLACK, 0.75), side * 0.5 * unit, mixed(colour, WHITE, 0.25), width)
        yield Icon(inset(box, side * 0.14 * unit), sign.icon, mixed(colour, WHITE, 0.55))


def _high_signs(theme: Theme, face: CardFace, rect: Rect, unit: float, foot: float) -> Iterator[Drawn]:
    """Return the glyphs of a tiny card's kinds under its number; where its name leaves them no room there, between its two numbers."""
    count, free = len(dict.fromkeys(face.signs)), (foot - rect[1]) / unit
    if 92 + ((count - 1) * 1.06 + 0.7) * 50 <= free or not (face.corner and face.second):
        yield from _signs(theme, face, rect, unit, 92, 50, foot)
        return
    number = 44 * 1.9 + 4
    side = min(50.0, 250 - 2 * number - 4, (free - 6) / (1.06 * max(1, count)))
    yield from _signs(theme, face, (rect[0] + (125 - 8 - side / 2) * unit, *rect[1:]), unit, 4, side, foot)


def _badges(
    app: App,
    theme: Theme,
    face: CardFace,
    rect: Rect,
    unit: float,
    grow: float,
    device: int = FULL,
    *,
    lone: float = 0.0,
    corners: float = 0.0,
    seen: float = 1.0,
) -> list[Drawn]:
    """Return a card's numbers: at its corners and along its foot, on the part of it on which no other card lies."""
    listed: list[Drawn] = []
    text = app.settings.text
    beside = any(len(badge.value) == LONG for badge in face.stats)
    on_plates = text > 1 and beside
    for badge, box in numbers_of(face, rect, unit, grow, device, lone=lone, corners=corners, seen=seen):
        foot = any(badge is each for each in face.stats)
        colour = theme.palette(face.palette).mid if badge is face.corner else theme.badge(badge.icon)
        shape = "round" if foot else theme.card.badge
        plate = on_plates if foot else text > LARGER and len(badge.value) == LONG
        aside = _ASIDE if beside and not plate else _aside(badge, text, plate=plate)
        most = _in_row(app, face, box[2] * (1 - 2 * aside), plate=plate) if foot else inf
        listed += badge_items(theme, badge, box, shape, colour, text, most=most, plate=plate)
    return listed


def _in_row(app: App, face: CardFace, room: float, *, plate: bool) -> float:
    """Return how large the numbers along a card's foot are at most set, so that the broadest has the room: those of one row are equally large."""
    broadest = max(app.measure(badge.value, DIGITS[plate], _TRIED) for badge in face.stats) / _TRIED
    if not plate or not broadest:
        return room * _SURE / broadest if broadest else inf
    wide = room * app.view.scale
    pixels = ceil(wide / broadest)  # on a plate that stands close to the next no pixel is given away, and none is taken
    while pixels > 1 and any(app.fonts.width(badge.value, DIGITS[plate], pixels) > wide for badge in face.stats):
        pixels -= 1
    return pixels / app.view.scale


def numbers_of(
    face: CardFace,
    rect: Rect,
    unit: float,
    grow: float = 1.0,
    device: int = FULL,
    *,
    lone: float = 0.0,
    corners: float = 0.0,
    seen: float = 1.0,
) -> Iterator[tuple[Badge, Rect]]:
    """Yield the numbers of a card, each with its box."""
    stacked = _stacked(face, corners or grow, seen)
    side = 44 * unit * (STACKED if stacked else corners or grow)
    x, y, wide = rect[0], rect[1], _wide_seen(seen) * unit
    if face.corner:
        yield face.corner, (x + 4 * unit, y + 4 * unit, side, side)
    if face.second:
        yield face.second, (*((x + 4 * unit, y + 4 * unit + side) if stacked else (x + wide - 4 * unit - side, y + 4 * unit)), side, side)
    count, side = len(face.stats), _stats_side(face, unit, grow, lone, device, seen)
    span = wide - 10 * unit - side
    for index, badge in enumerate(face.stats if side else ()):
        left = x + 5 * unit + (span * index / (count - 1) if count > 1 else span / 2)
        yield badge, (left, y + rect[3] - side - 5 * unit, side, side)


def _stats_side(face: CardFace, unit: float, grow: float, lone: float, device: int, seen: float) -> float:
    """Return how large the numbers along a card's foot are; 0 where there are none, or none that could be read."""
    count = len(face.stats)
    if not count:
        return 0.0
    side = min(46 * unit * (max(grow, lone) if count == 1 else grow), (_wide_seen(seen) - 10) * unit / count * 0.98)
    longest = max(len(badge.value) for badge in face.stats)
    return side if side * device >= (LEGIBLE if longest < LONG else WORDY) * 250 * unit else 0.0


def under_white(colour: Colour, least: float) -> Colour:
    """Return a colour, darkened where white would not stand out from it so well."""
    while contrast(WHITE, colour) < least:
        colour = mixed(colour, BLACK, 0.08)
    return colour


_ASIDE = 0.13
"""How far from the rim of its disc, as a part of it, a long number begins."""


def _aside(badge: Badge, text: float, *, plate: bool) -> float:
    """Return how far from the rim of its badge, as a part of the badge, a value begins."""
    if plate:
        return 0.03
    return _ASIDE if len(badge.value) == LONG else 0.08 if text > 1 and len(badge.value) > 1 else 0.03


def badge_items(
    theme: Theme,
    badge: Badge,
    box: Rect,
    shape: str,
    colour: Colour,
    text: float = 1.0,
    *,
    most: float = inf,
    plate: bool = False,
) -> list[Drawn]:
    """Return a badge of a shape (round, hexagon, burst, star, seal, gem) with its glyph behind its value.

    A value fills more of its badge where the player wants larger text; on a `plate`, which leaves it more room than a disc, its digits are narrower and so higher.
    It is set no larger than `most`.
    """
    side = box[2]
    size = side * FILLED * min(1.3 if plate else 1.25, text)
    edge = parsed(theme.card.edge3)
    if badge.tone == "empty":
        colour = mixed(colour, (70, 72, 82, 255), 0.85)
    colour = under_white(colour, 10.5 if theme.high_contrast else 10.0)
    listed: list[Drawn] = [
        Shadow(inset(box, side * 0.1), (0, 0, 0, 170), side / 2, side * 0.14),
        Panel(box, (*colour[:3], 255), mixed(colour, BLACK, 0.3), side * 0.26, edge, side * 0.03)
        if plate
        else Made(box, "badge", (shape, (*colour[:3], 255), edge, text > 1), words=badge.icon),
    ]
    if icons.known(badge.icon) and badge.value:
        listed.append(Icon(inset(box, side * 0.17), badge.icon, (255, 255, 255, 16 if theme.high_contrast else 20)))
    elif icons.known(badge.icon):
        listed.append(Icon(inset(box, side * 0.2), badge.icon, WHITE, None, (0, 0, 0, 150)))
    if badge.value:
        words = inset(box, side * _aside(badge, text, plate=plate), -side * min(0.2, text - 1))  # a line is higher than its digits
        size = min(size, most)
        changed = theme.colour(badge.tone) if badge.tone in {"good", "bad"} else None
        listed.append(
            Text(
                words,
                badge.value,
                size,
                mixed(changed, WHITE, 0.35) if changed else WHITE,
                DIGITS[plate],
                align="centre",
                valign="middle",
                bottom=changed or (236, 226, 206, 255),
                shade=(0, 0, 0, 235),
            )
        )
    if badge.tone in {"good", "bad"}:
        up = badge.tone == "good"
        reach, digits = side * 0.2, CAPITAL * size / 2
        aside = max(digits + reach * 0.8, side * 0.34)  # it stands over the digits, or under them
        x, y = box[0] + side * 0.8, box[1] + side / 2 + (-aside if up else aside)
        tip, foot = (y - reach, y + reach * 0.7) if up else (y + reach, y - reach * 0.7)
        points = ((x, tip), (x + reach, foot), (x - reach, foot))
        listed.append(Polygon(points, theme.colour("good" if up else "bad"), (0, 0, 0, 255), max(1.0, side * 0.04)))
    return listed


# --- parts that are painted


def badge(app: App, key: tuple[str, Colour, Colour, bool], width: int, height: int) -> pygame.Surface:
    """Paint the plate of a badge; a thin rim leaves a larger number the room."""
    del app
    shape, colour, edge, thin = key
    rim = 0.88 if thin else 0.77
    fine = 4
    side = min(width, height) * fine
    surface = pygame.Surface((side, side), pygame.SRCALPHA, 32)
    middle = side / 2

    def outline(reach: float) -> list[tuple[float, float]]:
        if shape == "hexagon":
            angles = [(pi / 3 * k + pi / 6, 1.0) for k in range(6)]
        elif shape == "gem":
            angles = [(pi / 4 * k + pi / 8, 1.0) for k in range(8)]
        elif shape == "burst":
            angles = [(2 * pi * k / 24, 1.0 if k % 2 else 0.84) for k in range(24)]
        elif shape == "star":
            angles = [(pi / 5 * k - pi / 2, 1.0 if k % 2 == 0 else 0.74) for k in range(10)]
        elif shape == "seal":
            angles = [(2 * pi * k / 96, 0.94 + 0.06 * cos(12 * 2 * pi * k / 96)) for k in range(96)]
        else:
            angles = [(2 * pi * k / 72, 0.97) for k in range(72)]
        return [(middle + cos(a) * reach * r, middle + sin(a) * reach * r) for a, r in angles]

    pygame.draw.polygon(surface, mixed(edge, BLACK, 0.72), outline(middle * 0.98))
    pygame.draw.polygon(surface, mixed(edge, (190, 140, 60, 255), 0.25), outline(middle * 0.93))
    pygame.draw.polygon(surface, mixed(colour, BLACK, 0.6), outline(middle * (rim + 0.04 - 0.02 * thin)))
    fill = pygame.Surface((side, side), pygame.SRCALPHA, 32)
    pygame.draw.polygon(fill, WHITE, outline(middle * rim))
    fill.blit(
        shapes.gradient(side, side, mixed(colour, WHITE, 0.06), mixed(colour, BLACK, 0.3)), (0, 0), special_flags=pygame.BLEND_RGBA_MULT
    )
    surface.blit(fill, (0, 0))
    done = pygame.transform.smoothscale(surface, (min(width, height),) * 2)
    if width == height:
        return done
    whole = pygame.Surface((width, height), pygame.SRCALPHA, 32)
    whole.blit(done, ((width - done.get_width()) // 2, (height - done.get_height()) // 2))
    return whole


def halo(app: App, key: tuple[Colour, int, int, float], width: int, height: int) -> pygame.Surface:  # noqa: ARG001  (a turned one finds its size)
    """Paint the light around a card that can be picked up: soft, with a thin bright edge, turned like the card."""
    colour, w, h, angle = key
    scale = app.view.scale
    wide, high, reach = max(1, round(w * scale)), max(1, round(h * scale)), max(2, round(HALO * scale))
    colour = mixed(colour, WHITE, 0.3)
    edge = max(3, round(5 * scale))
    surface = shapes.shadow(wide, high, round(wide * 0.08), reach, (*colour[:3], 225))
    ring = shapes.panel(wide + 2 * edge, high + 2 * edge, round(wide * 0.07) + edge, (*colour[:3], 0), None, (*colour[:3], 240), edge)
    surface.blit(ring, (reach - edge, reach - edge))
    return pygame.transform.rotozoom(surface, angle, 1.0) if angle else surface


def glow(app: App, key: tuple[Colour, Colour, Colour, int, float], width: int, height: int) -> pygame.Surface:
    """Paint the light behind a glyph: a radial glow with rays, darker towards the edges."""
    light, mid, dark, seed, radius = key
    wide, high = 72, max(8, round(72 * height / width))
    small = pygame.Surface((wide, high), 0, 32)
    small.fill(mixed(dark, BLACK, 0.35)[:3])
    cx, cy = wide / 2, high * 0.4
    steps = 26
    for step in range(steps):
        part = step / (steps - 1)
        tone = mixed(mixed(dark, BLACK, 0.25), mixed(mid, light, 0.25 * part), part**1.5)
        pygame.draw.circle(small, tone[:3], (cx, cy), (1 - part) * high * 0.72 + 2)
    rays = pygame.Surface((wide, high), pygame.SRCALPHA, 32)
    count = 9 + seed % 5
    for k in range(count):
        angle = 2 * pi * (k + seed / 7) / count
        spread = 0.1 + 0.05 * ((k * seed) % 3)
        reach = high * 1.1
        points = [(cx, cy)] + [(cx + cos(angle + d) * reach, cy + sin(angle + d) * reach) for d in (-spread, spread)]
        pygame.draw.polygon(rays, (*light[:3], 46), points)
    small.blit(pygame.transform.gaussian_blur(rays, 2), (0, 0))
    big = pygame.transform.smoothscale(pygame.transform.gaussian_blur(small, 2), (width, height))
    surface = pygame.Surface((width, height), pygame.SRCALPHA, 32)
    surface.blit(big, (0, 0))
    shapes.cut_corners(surface, round(radius * app.view.scale))
    return surface


def shade(app: App, key: tuple[Colour, float, float], width: int, height: int) -> pygame.Surface:
    """Paint the dark that rises from a card's foot so that words can be read."""
    dark, strength, border = key
    ink = mixed(dark, BLACK, 0.5)
    pad = round(border * app.view.scale)
    surface = pygame.Surface((width, height), pygame.SRCALPHA, 32)
    inner = shapes.gradient(max(1, width - 2 * pad), max(1, height - pad), (*ink[:3], 0), (*ink[:3], round(120 + 135 * strength)))
    surface.blit(inner, (pad, 0))
    return surface
