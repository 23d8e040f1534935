"""What lies under the pieces: the table's picture, the wells of zones, the track of cells, and how many lie in a pile."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING

from game.kernel.scene import Scene, SceneZone
from game.kernel.words import spoken
from game.table.canvas.board_colours import tint
from game.table.canvas.draw import Colour, Drawn, Fill, Line, Made, Panel, Picture, Polygon, Shadow, Text, faded, mixed
from game.table.canvas.theme import BLACK, WHITE
from game.table.canvas.tween import Pose
from game.table.canvas.view import Rect, holds, inset, meet
from game.table.pieces.card_face import card_key
from game.table.pieces.kinds import snapped
from game.table.pieces.layout import NOTE, Layout, well
from game.table.pieces.name_plate import least
from game.table.pieces.track import FIFTH, INMOST, NUMBER, OUTER, Ring
from game.table.pieces.undrawn import GAP, LABEL, LABELLED
from game.table.pieces.written import Faces, Written, written

if TYPE_CHECKING:
    from game.table.shell.app import App

NARROW = 160.0
"""A hand in a zone narrower than this is a count on a few backs."""

APART = 12.0
"""How far the words over neighbouring piles stay apart, where that makes none smaller than it usually is."""
WHOLE = 0.85
"""The name of a zone that would be set at less than such a part of its size is shortened instead."""

EDGE = 1.4
"""How wide the line is that parts two cells of a track."""

_OVER = 0.2
"""How large the name of a small pile is at most at the usual text size, as a part of the height of its place: it lies over the backs of the cards."""

PAPER: Colour = (246, 236, 212, 255)


def on_table(app: App) -> Colour:
    """Return the colour of words that stand on the table itself."""
    return tint(app.theme, "paper")


def ground(app: App, scene: Scene, layout: Layout, area: Rect) -> list[Drawn]:
    """Return everything that never moves, from the bottom up."""
    theme = app.theme
    view = app.view
    listed: list[Drawn] = [Panel(view.whole, theme.colour("back"), theme.colour("back2"))]
    picture = theme.picture("table")
    if picture:
        listed.append(Picture(area, picture))
    for zone_id, zone in scene.zones.items():
        rect = layout.zones[zone_id]
        if zone.kind == "track":
            listed += _track(app, zone, layout.rings[zone_id])
    for zone_id, zone in scene.zones.items():
        rect = layout.zones[zone_id]
        if zone.kind in {"track", "grid"}:
            continue
        listed += _well(app, scene, zone, rect, layout)
    return listed


def _well(app: App, scene: Scene, zone: SceneZone, rect: Rect, layout: Layout) -> list[Drawn]:
    theme = app.theme
    listed: list[Drawn] = []
    inner_board = any(_within(rect, ring) for ring in layout.rings.values())
    line = tint(theme, "well_line")
    body = theme.colour("well")
    metal = theme.seat(zone.owner) if zone.owner is not None else theme.colour("line")
    if inner_board:
        return listed
    if zone.kind == "hand":
        if zone.owner != scene.viewer:
            listed.append(Panel(inset(rect, 0, 4), faded(body, 0.6), faded(body, 0.2), 16))
        return listed
    label_size = min(app.size(21), LABEL + 1)
    if zone.kind == "pile":
        x, y, w, h = well(rect)
        listed.append(Panel((x, y, w, h), body, mixed(body, (0, 0, 0, body[3]), 0.3), 14, line, 2))
        listed.append(Panel(inset((x, y, w, h), 5), (0, 0, 0, 0), None, 10, faded(line, 0.5), 1))
    else:
        listed.append(Panel(rect, body, mixed(body, (0, 0, 0, body[3]), 0.35), 18, faded(mixed(metal, line, 0.4), 0.85), 2))
        listed.append(Panel(inset(rect, 6), (0, 0, 0, 0), None, 13, faded(line, 0.45), 1))
    if zone.columns:
        listed += [
            Panel(inset(cell, -3), (0, 0, 0, 46), None, min(cell[2], cell[3]) * 0.12, faded(line, 0.9), 1.5)
            for cell in layout.cells.get(zone.id, ())
        ]
    side = 4 if zone.kind == "pile" else 14
    words = _called(app, scene, zone, label_size, rect[2] - 2 * side) if rect[3] > LABELLED else ""
    if words:
        align = "centre" if zone.kind == "pile" else "left"
        spare = max(0.0, app.height(words, "bold", label_size) - LABEL) / 2  # a line is higher than its letters
        wide = rect[2] - 2 * side
        if zone.kind == "pile":  # what stands over the next pile is another word, however large both are
            wide = min(wide, max(wide - APART, app.measure(words, "bold", min(label_size, 21))))
        place = (rect[0] + (rect[2] - wide) / 2, rect[1] + 4 - spare, wide, LABEL + 2 * spare)
        if zone.kind == "pile" and theme.picture("table"):  # it stands on the picture itself, which may be bright there
            wide = min(place[2], app.measure(words, "bold", label_size)) + 14
            plate = (rect[0] + (rect[2] - wide) / 2, rect[1] + 5, wide, LABEL - 4)
            listed.append(Panel(plate, faded(theme.colour("back"), 0.7), None, 10))
        listed.append(Text(place, words, label_size, on_table(app), "bold", align=align, valign="middle", shade=(0, 0, 0, 150)))
    return listed


def names(app: App, scene: Scene, layout: Layout) -> list[Rect]:
    """Return where the names of zones stand that have some."""
    size, found = min(app.size(21), LABEL + 1), list[Rect]()
    for key, zone in scene.zones.items():
        x, y, wide, high = layout.zones.get(key, (0.0, 0.0, 0.0, 0.0))
        if high > LABELLED and zone.kind not in {"hand", "grid", "pile"} and (words := _called(app, scene, zone, size, wide - 28)):
            found.append((x + 14, y + 4, min(wide - 28, app.measure(words, "bold", size)), LABEL))
    return found


def _called(app: App, scene: Scene, zone: SceneZone, size: float, width: float) -> str:
    """Return what stands over a zone: its name, of one that is too long for its size the word that no other of the owner's begins with; or nothing."""
    first = zone.label.partition(" ")[0]
    alike = [each for each in scene.zones.values() if each.owner == zone.owner and each.label.partition(" ")[0] == first]
    short = [first] if len(alike) == 1 and app.measure(zone.label, "bold", size * WHOLE) > width else []
    return next((words for words in (*short, zone.label) if app.measure(words, "bold", least(app)) < width), "")


def _called_over(app: App, scene: Scene, zone: SceneZone, rect: Rect) -> list[Drawn]:
    """Return the name of a pile or a hand that has no room above its cards, over their upper edge."""
    size = max(least(app), min(app.size(19), rect[3] * _OVER * app.settings.text))
    room = rect[2] + GAP - 4  # a long one runs over the sides, not as far as to that of a neighbour
    words = _called(app, scene, zone, size, room) if rect[3] <= LABELLED else ""
    if not words:
        return []
    usual = app.measure(words, "bold", max(least(app), min(19, rect[3] * _OVER)))
    room = min(room, max(room + 4 - APART, usual))
    size = max(least(app), min(size, size * room / app.measure(words, "bold", size)))
    letters = app.measure(words, "bold", size)
    wide = max(min(rect[2] + 2, letters + 8), letters + 2)
    box = (rect[0] + (rect[2] - wide) / 2, rect[1], wide, size * 1.3)
    return [
        Panel(box, faded(app.theme.colour("back"), 0.85), None, size * 0.35, layer=80),
        Text(box, words, size, on_table(app), "bold", align="centre", valign="middle", layer=80),
    ]


def _within(rect: Rect, ring: Ring) -> bool:
    x, y = rect[0] + rect[2] / 2, rect[1] + rect[3] / 2
    return (x - ring.x) ** 2 + (y - ring.y) ** 2 < (ring.radius * 0.5) ** 2


def _track(app: App, zone: SceneZone, ring: Ring) -> list[Drawn]:
    theme = app.theme
    listed: list[Drawn] = [Made(inset(ring.square, -18), "disc", ((0, 0, 0, 130), 0.0))]
    if theme.picture("board"):
        listed.append(Picture(ring.square, theme.picture("board"), fit="contain"))
        dark, light = (92, 56, 26, 255), (247, 232, 198, 255)
        plain, body, bold = (44, 24, 8, 255), dark, light
    else:
        rim = theme.colour("line")
        listed.append(Made(ring.square, "disc", (mixed(rim, (0, 0, 0, 255), 0.35), 0.5)))
        listed.append(Made(inset(ring.square, ring.radius * 0.1), "disc", (theme.colour("back"), 0.3)))
        dark, light = mixed(theme.colour("back"), (0, 0, 0, 255), 0.4), on_table(app)
        plain, body, bold = light, mixed(theme.colour("back"), light, 0.35), theme.on(theme.colour("accent"))
    if theme.high_contrast:
        dark, light, plain, body, bold = BLACK, WHITE, WHITE, BLACK, BLACK
    tenth = (
        theme.colour("accent")
        if theme.high_contrast
        else mixed(theme.colour("accent"), BLACK if theme.picture("board") else (*light[:3], 255), 0.2)
    )
    cells = {nth: str(nth) for nth in range(1, ring.count + 1)}
    fifths = {nth: words for nth, words in cells.items() if nth % FIFTH == 0}
    large = _on_cells(app, ring, fifths, "digits", min(app.size(19), ring.band * 0.4 * min(1.25, app.settings.text)))
    others = {nth: words for nth, words in cells.items() if nth % FIFTH}
    small = min(large, _on_cells(app, ring, others, "bold", min(app.size(15), ring.band * 0.3)))
    narrow = app.measure("8" * len(str(ring.count)), "bold", small) > ring.step  # then only every fifth number finds room
    board = bool(theme.picture("board")) and not theme.high_contrast
    pale = light if board else body  # on a painted board the plain cells are lightened, so that their numbers stand out
    plainly = (0.96, 0.86) if theme.high_contrast else (0.3, 0.55) if board else (0.28, 0.13)
    for index in range(ring.count):
        nth = index + 1
        every = nth % 10 == 0
        fifth = nth % FIFTH == 0
        fill = faded(tenth if every else body if fifth else pale, 0.96 if every else 0.9 if fifth else plainly[index % 2])
        listed.append(Polygon(ring.corners(index), fill, faded(dark, 0.85), EDGE))
        if narrow and not fifth:
            continue
        size, its = (large, "digits") if fifth else (small, "bold")
        across = ring.numbered(index, *_ink(app, str(nth), its, size))
        x, y = ring.point(index + 0.5, (NUMBER + INMOST) / 2 if across is None else across)
        ink = bold if every else light if fifth else plain
        _, _, right, down = app.fonts.ink(str(nth), its, round(size * app.view.scale))
        x, y = x - right / app.view.scale, y - down / app.view.scale
        listed.append(
            Text(
                (x - ring.band, y - ring.band / 2, 2 * ring.band, ring.band),
                str(nth),
                size,
                ink,
                its,
                align="centre",
                valign="middle",
            )
        )
    for across in (0.0, 1.0):
        points = tuple(ring.point(step / 2, across) for step in range(2 * ring.count + 1))
        listed.append(Line(points, faded(dark, 0.95), 3))
    x, y = ring.point(0.0, 1.0)
    reach = ring.radius * (OUTER + 0.03)
    mark = mixed(theme.colour("accent"), (0, 0, 0, 255), 0.1)
    listed.append(Polygon(((x - 9, ring.y + reach + 10), (x + 9, ring.y + reach + 10), (x, ring.y + reach - 5)), mark, light, 1.5))
    del zone
    return listed


def _ink(app: App, words: str, face: str, size: float) -> tuple[float, float]:
    """Return how wide and high the field of a number must be: its digits, and a little around them for the line that parts two cells."""
    scale = app.view.scale
    wide, high, _, _ = app.fonts.ink(words, face, round(size * scale))
    return (wide + 1) / scale + EDGE, (high + 1) / scale + EDGE


def _on_cells(app: App, ring: Ring, numbers: dict[int, str], face: str, size: float) -> float:
    """Return the largest size, `size` or less but no less than can be read, at which each number lies wholly on its cell."""
    scale, smallest = app.view.scale, least(app)
    size = round(size * scale) / scale
    while size > smallest and any(ring.numbered(nth - 1, *_ink(app, words, face, size)) is None for nth, words in numbers.items()):
        size -= 1 / scale  # a device pixel, as it is set in whole ones
    return max(smallest, size)


def counts(app: App, scene: Scene, layout: Layout, area: Rect, face: Faces, names: tuple[str, ...] = ()) -> list[Drawn]:
    """Return the thickness of piles, the number of things in piles and hands, the order of stacks, and the notes of zones."""
    listed: list[Drawn] = []
    for zone_id, zone in scene.zones.items():
        rect = layout.zones[zone_id]
        if zone.note:
            listed += _note(app, zone, rect, names)
        narrow = zone.kind == "hand" and rect[2] < NARROW
        if zone.kind == "hand" and zone.count and not narrow:
            listed += _held(app, scene, zone, rect, layout)
        if zone.kind == "stack" and zone.count > 1:
            listed += _order(app, scene, zone, layout)
        if zone.kind == "pile" and zone.count:
            listed += _stack(app, scene, zone, rect, layout)
        if zone.kind == "pile" or narrow:
            listed += _called_over(app, scene, zone, rect)
            beside = [other for key, other in layout.zones.items() if key != zone_id] + list(layout.seats.values())
            listed += _counted(app, str(zone.count), well(rect), _on_top(app, scene, zone, layout, face), beside, area)
    return listed


def _counted(app: App, number: str, place: Rect, on: Written, others: Sequence[Rect], area: Rect) -> tuple[Panel, Text]:
    """Return how many cards lie in a pile: in the corner, beside what is written on the card on top, or out over the edge of the pile, and no larger than it has room."""
    x, y, w, h = place
    theme, most = app.theme, max(w * 0.4, least(app))
    ways: list[tuple[int, bool, float, Rect]] = []
    for largest in dict.fromkeys((app.size(24), 0.8 * app.size(24), 24.0)):
        size = max(min(24.0, most), min(largest, most))
        wide, high = max(size * 1.7, app.measure(number, "digits", size) + 18), size * 1.35
        left, right = max(area[0], x - wide), min(area[0] + area[2], x + w + wide)
        room = (left, y - 6, right - left, min(area[1] + area[3], y + h + high) - y + 6)
        box = on.free((x + w - wide - 4, y + h - high - 4, wide, high), room, others, high)
        covered = next((worse for worse, part in ((2, (*on.name, *on.numbers)), (1, on.rest)) if any(meet(box, each) for each in part)), 0)
        cornered = x + w / 2 < box[0] + box[2] / 2 and y + h / 2 < box[1] + box[3] / 2
        ways.append((covered, not cornered, size, box))
    _, _, size, box = min(ways, key=lambda way: (*way[:2], -way[2]))
    return (
        Panel(box, theme.colour("panel"), theme.colour("panel2"), size * 0.5, theme.colour("line"), 1.5, layer=80),
        Text(box, number, size, theme.colour("text"), "digits", align="centre", valign="middle", layer=80),
    )


def _on_top(app: App, scene: Scene, zone: SceneZone, layout: Layout, face: Faces) -> Written:
    """Return what is written on the card that lies open on top of a pile."""
    lying = [piece for piece in scene.pieces.values() if piece.zone == zone.id and piece.id in layout.poses]
    top = max(lying, key=lambda piece: layout.poses[piece.id].z, default=None)
    card = face(top.face) if top is not None and top.face is not None and not top.down else None
    return (
        written(app, card, snapped(layout.poses[top.id]), layout.looks.get(top.id, ""))
        if top is not None and card is not None
        else Written(())
    )


def _held(app: App, scene: Scene, zone: SceneZone, rect: Rect, layout: Layout) -> list[Drawn]:
    """Return what a hand is called and how many cards are in it, beside the fan."""
    theme = app.theme
    poses = [layout.poses[piece.id] for piece in scene.pieces.values() if piece.zone == zone.id and piece.id in layout.poses]
    size = min(app.size(21), max(rect[3] * 0.42 * app.settings.text, least(app)))
    label = app.measure(zone.label, "bold", size) + 8
    digits = app.measure(str(zone.count), "digits", size * 1.1) + 22
    high = size * 1.55
    spot = _beside_fan(scene, zone, layout, poses, (label + digits, digits, high))
    if spot is None:
        return []
    x, y, told = spot
    box = (x + label * told, y, digits, high)
    number: list[Drawn] = [
        Panel(box, theme.colour("panel"), theme.colour("panel2"), high * 0.4, theme.colour("line"), 1.5, layer=80),
        Text(box, str(zone.count), size * 1.1, theme.colour("text"), "digits", align="centre", valign="middle", layer=80),
    ]
    if not told:
        return number
    return [Text((x, y, label, high), zone.label, size, on_table(app), "bold", valign="middle", shade=(0, 0, 0, 150), layer=80), *number]


def _beside_fan(
    scene: Scene, zone: SceneZone, layout: Layout, poses: list[Pose], room: tuple[float, float, float]
) -> tuple[float, float, bool] | None:
    """Return where the words of a hand stand, and whether there is room for all of them; None where something else lies.

    They stand at the left end of the cards, or else in the hand's own place at the right, below or above; where the cards leave no room, the number
    stands alone in the corner.
    """
    rect, (wide, digits, high) = layout.zones[zone.id], room
    cards = [(pose.x - pose.w / 2, pose.y - pose.h / 2, pose.w, pose.h) for pose in poses] or [(rect[0] + rect[2] / 2, rect[1], 0, 0)]
    left, right = min(card[0] for card in cards), max(card[0] + card[2] for card in cards)
    top, low = min(card[1] for card in cards), max(card[1] + card[3] for card in cards)
    level = rect[1] + rect[3] - high - 12 if zone.owner == scene.viewer else rect[1] + (rect[3] - high) / 2
    others = [other for key, other in layout.zones.items() if key != zone.id] + list(layout.seats.values())
    first = (max(4.0, left - wide - 26), level, wide, high)
    if first[0] + wide <= left and not any(meet(first, other) for other in others):
        return *first[:2], True
    for x, y in ((right + 18, level), (rect[0] + 4, low + 4), (rect[0] + 4, top - high - 4)):
        box = (x, y, wide, high)
        if holds(rect, box) and not any(meet(box, other) for other in others):
            return x, y, True
    if first[0] + wide <= left:
        return None
    return rect[0] + rect[2] - digits - 4, rect[1] + rect[3] - high - 4, False


def _order(app: App, scene: Scene, zone: SceneZone, layout: Layout) -> list[Drawn]:
    """Return a number beside each card of a stack: which comes off first."""
    theme = app.theme
    listed: list[Drawn] = []
    side = app.size(26)
    for piece in scene.pieces.values():
        pose = layout.poses.get(piece.id)
        if piece.zone != zone.id or pose is None:
            continue
        first = piece.slot == 0
        box = (pose.x - pose.w / 2 - side * 1.3, pose.y - pose.h / 2 + 4, side, side)
        edge = tint(theme, "chosen") if first else theme.colour("line")
        listed += [
            Panel(box, theme.colour("panel"), theme.colour("panel2"), side / 2, edge, 3 if first else 1.5, layer=80),
            Text(box, str(piece.slot + 1), side * 0.7, theme.colour("text"), "digits", align="centre", valign="middle", layer=80),
        ]
    return listed


def _note(app: App, zone: SceneZone, rect: Rect, names: tuple[str, ...]) -> list[Drawn]:
    """Return the few words that stand at the foot of a zone."""
    words = spoken(zone.note, names, str)
    size = min(app.size(22), NOTE - 6)
    x, y, w, _ = rect
    box = (x + 10, y + rect[3] - NOTE - 6, w - 20, NOTE)
    return [
        Panel(box, faded(app.theme.colour("panel"), 0.9), None, NOTE / 2, faded(tint(app.theme, "chosen"), 0.9), 2, layer=80),
        Text(inset(box, 12, 0), words, size, app.theme.colour("text"), "bold", align="centre", valign="middle", layer=80),
    ]


def _stack(app: App, scene: Scene, zone: SceneZone, rect: Rect, layout: Layout) -> list[Drawn]:
    """Return the cards of a pile that nobody sees one by one: backs, as thick as there are many."""
    seen = [piece for piece in scene.pieces.values() if piece.zone == zone.id]
    hidden = zone.count - len(seen)
    if hidden <= 0:
        return []
    x, y, w, h = well(rect)
    depth = 1 + min(7, hidden // 5) if hidden > 1 else 1
    tall = min(h - 14 - 1.8 * (depth - 1), (w - 12 - 1.2 * (depth - 1)) / 0.714, 250 * app.settings.card_size / 100)
    wide = tall * 0.714
    x, y = x + 0.6 * (depth - 1), y + 0.9 * (depth - 1)
    listed: list[Drawn] = [Shadow((x + (w - wide) / 2, y + (h - tall) / 2 + 4, wide, tall), (0, 0, 0, 150), 8, 14, layer=8)]
    for index in range(depth):
        left, top = x + (w - wide) / 2 - index * 1.2, y + (h - tall) / 2 - index * 1.8
        listed.append(
            Made((left, top, wide, tall), "card", card_key(app.theme.id, None, zone.owner, wide, tall, 0.0, "flat"), layer=9, words="back")
        )
    del layout
    return listed


def veil(rect: Rect, alpha: int = 150) -> Fill:
    """Return a dark veil over a rectangle."""
    return Fill(rect, (0, 0, 0, alpha))
