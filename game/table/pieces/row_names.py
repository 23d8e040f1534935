"""The names of the cards of a row, set alike: in one face, and on the table at one size, the largest that all of them can have.

A row is what lies side by side, in one zone or in several; a hand is one however it is bent. In a hand each name is as large as it fits: a long word makes none but its own small.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import TYPE_CHECKING, NamedTuple

from game.kernel.ids import PieceId
from game.kernel.scene import CardFace, Scene
from game.table.canvas.draw import Made, Text
from game.table.pieces import creature, fan, spine
from game.table.pieces.card_face import FULL, PILED, SEEN, name_items, set_look
from game.table.pieces.layout import OPEN, Layout
from game.table.pieces.name_plate import DOWN, LARGER, NARROW, Setting, largest_set, letters, settings_of
from game.table.pieces.written import MOST_KNOWN, Faces

if TYPE_CHECKING:
    from game.table.shell.app import App

TURNED = 0.94
"""How large a turned card lies beside those that stand upright."""

ALIKE = 0.85
"""How large, beside the largest that is possible, the names of a row are at least where they all stand at the same height of their cards."""

_EDGE = Setting("bold", capitals=False, place=DOWN)
"""How a name is set down the edge of its card."""

_STEPS = (1.0, 1.05, 1.1, 1.15, 1.2, 1.25, 1.5)
"""The text sizes, up to the player's, at none of which a name is larger than it is at a larger one."""

Lying = tuple[PieceId, CardFace, int, float]
"""A card, its face, its width in device pixels and the part of it that is seen."""


class Named(NamedTuple):
    """How the name of a card is seen: the face and the size it is set in, in device pixels, how high its letters are, whether it is whole and whether it runs down the edge."""

    face: str = ""
    pixels: int = 0
    high: float = 0.0
    whole: bool = False
    down: bool = False

    def over(self, other: Named) -> bool:
        """Tell whether this name has more to be read than another: higher letters, or words that the other cuts."""
        return self.high > other.high or self.whole > other.whole


def looks(app: App, scene: Scene, layout: Layout, faces: Faces) -> dict[PieceId, str]:
    """Return how cards look for what lies beside them: which lie on a pile, the part that is seen of each, and how the names of a row are set."""
    found = {
        piece.id: PILED
        for piece in scene.pieces.values()
        if piece.zone in scene.zones and scene.zones[piece.zone].kind == "pile" and _closed(layout, piece.id)
    }
    for row in _rows(app, scene, layout, faces):
        if row[0][0] in found:
            continue
        held = scene.zones[scene.pieces[row[0][0]].zone].kind == "hand"
        low = held and _sunk(scene, layout, row[0][0])
        for (piece, _, _, seen), setting in zip(row, _settings(app, row, low=low, held=held), strict=True):
            part = f"{SEEN}{round(seen * 100)}" if seen < 1 else ""
            found[piece] = "-".join(filter(None, (part, set_look(setting) if setting.face or setting.text else "")))
    return found


def _settings(app: App, row: list[Lying], *, low: bool, held: bool) -> list[Setting]:
    """Return how the name of each card of a row is set: for the player's text size, but none with lower letters than for a smaller one.

    One that would have them stays as it was, in a hand if it is in the face of its neighbours then; else the whole row stays so.
    """
    *steps, wished = sorted({*(step for step in _STEPS if step < app.settings.text), app.settings.text})
    chosen: list[Setting] = []
    for text in (*steps, wished):
        for face in ("", chosen[0].face) if chosen else ("",):
            like = Setting(face, capitals=False, low=low, text=text * (text < wished))
            tried = _set_alike(app, row, like, held=held)
            kept = [
                before if _named(app, each, before).over(_named(app, each, after)) else after
                for each, before, after in zip(row, chosen or tried, tried, strict=True)
            ]
            if kept == tried or (held and len({setting[:2] for setting in kept}) == 1):
                chosen = kept
                break
    return chosen


def _set_alike(app: App, row: list[Lying], like: Setting, *, held: bool) -> list[Setting]:
    """Return how the name of each card of a row is set for one text size: all alike, but one that would be cut so stands down the edge of its card."""
    alike = _alike(app, row, like, held=held) if len(row) > 1 or like.low else None
    if alike is None:
        return [Setting("", capitals=False, text=like.text)] * len(row)
    whole, edge = alike._replace(pixels=0, place=-1) if held else alike, _EDGE._replace(text=like.text)
    return [
        whole if each[3] == 1 else edge if not like.low and not _pixels(app, each, alike) and _pixels(app, each, edge) else alike
        for each in row
    ]


def _sunk(scene: Scene, layout: Layout, piece: PieceId) -> bool:
    """Tell whether a card of a hand rests half below the edge of the window."""
    return fan.rests(layout.zones[scene.pieces[piece].zone])


def _closed(layout: Layout, piece: PieceId) -> bool:
    return piece in layout.poses and layout.poses[piece].z != OPEN


def _rows(app: App, scene: Scene, layout: Layout, faces: Faces) -> Iterator[list[Lying]]:
    rows: dict[tuple[object, ...], list[Lying]] = {}
    for piece in scene.pieces.values():
        pose, face = layout.poses.get(piece.id), faces(piece.face) if piece.kind == "card" and piece.face is not None else None
        zone = scene.zones.get(piece.zone)
        if pose is None or face is None or zone is None:
            continue
        if creature.fights(piece):
            face = creature.face_now(app, face, piece, round(pose.w / 2) * 2)
        upright = pose.w / (TURNED if abs(pose.angle) == 90 else 1.0)
        seen = layout.seen.get(piece.id, 1.0)
        place = (
            (zone.id,) if zone.kind == "hand" else (piece.id,) if zone.kind in {"stack", "pile"} else (round(pose.y), round(upright / 4))
        )
        device = max(1, round(round(pose.w / 2) * 2 * app.view.scale))
        rows.setdefault(place, []).append((piece.id, face, device, seen))
    yield from rows.values()


def _alike(app: App, row: list[Lying], like: Setting, *, held: bool = False) -> Setting | None:
    """Return how all names of a row can be set that are `like` one in face and text size; None where there is no one way; where one is whole in narrow letters alone, all are set in these.

    Of a hand (`held`) the size is that of its largest name, and what is cut short or stands down its edge has its neighbours set in the same face.
    """
    text = like.text or app.settings.text
    settings = tuple(setting for setting in settings_of(app.theme, like) if like.face in {"", setting.face})
    leaning = like._replace(face=NARROW.face)
    narrow = [_pixels(app, each, leaning) for each in row]
    readable = [each for each in row if any(_pixels(app, each, setting) for setting in settings)]
    if all(narrow) and len(readable) < len(row):
        return leaning._replace(pixels=max(narrow) if held else min(narrow))
    if held and len(readable) < len(row):
        settings = tuple(setting for setting in settings if setting.face == _EDGE.face)
    possible: list[tuple[Setting, float]] = []
    for setting in settings:
        sizes = [_pixels(app, each, setting) for each in readable]  # a name that cannot be read is not there
        if all(sizes) or (setting == settings[-1] and not possible):
            possible.append((setting, _worth([size for size in sizes if size], held=held)))
            if setting.face == "display" and text <= LARGER:
                break
    if not any(size for _, size in possible):
        return None
    setting, _ = possible[largest_set(app, possible, text if row[0][2] < FULL else 1.0)]
    return _placed(app, [each for each in readable if each[3] < 1 or not held] or readable, setting, held=held)


def _placed(app: App, row: list[Lying], setting: Setting, *, held: bool) -> Setting:
    """Return a setting with the place in which all names of a row are large enough, and their size."""
    anywhere = setting._replace(pixels=0, place=-1)
    free = [size for each in row if (size := _pixels(app, each, anywhere))]
    for place in (0, 1):
        sizes = [_pixels(app, each, anywhere._replace(place=place)) for each in row]
        if sizes and all(sizes) and _worth(sizes, held=held) >= ALIKE * _worth(free, held=held):
            return anywhere._replace(pixels=max(sizes) if held else min(sizes), place=place)
    return anywhere._replace(pixels=(max(free) if held else min(free)) if free else setting.pixels)


def _worth(sizes: Sequence[int], *, held: bool) -> float:
    """Return how large names are that are set so: in a hand on the whole, else the smallest of them, whose size all have."""
    return (sum(sizes) / len(sizes) if held else min(sizes)) if sizes else 0.0


def _pixels(app: App, card: Lying, setting: Setting) -> int:
    """Return how large, in device pixels, a card's name is if it is set so; 0 where it cannot be."""
    named = _named(app, card, setting)
    return named.pixels if named.whole and named.face == setting.face and named.down == (setting.place == DOWN) else 0


def _named(app: App, card: Lying, setting: Setting) -> Named:
    """Return how a card's name is seen if it is set so."""
    _, face, device, seen = card
    scale = app.view.scale
    key = ("row", app.theme.id, face, device, seen, setting, scale, app.settings.text, app.painter.worn)
    known = app.painter.reckoned
    if key not in known:
        if len(known) >= MOST_KNOWN:
            known.clear()
        rect = (0.0, 0.0, device / scale, device / scale * 1.4)
        items = name_items(app, app.theme, face, rect, device, seen, setting)
        named = (item for item in items if isinstance(item, Text | Made) and _names(item.words, face.name))
        known[key] = _as_seen(app, next(named, None), face.name)
    found: Named = known[key]
    return found


def _names(words: str, name: str) -> bool:
    """Tell whether words are a name, be it cut short."""
    parts, wholes = words.casefold().split(), name.casefold().split()
    return (
        bool(parts)
        and (len(parts) == len(wholes) or (len(parts) < len(wholes) and words.endswith("…")))
        and all(part == whole or (part.endswith("…") and whole.startswith(part[:-1])) for part, whole in zip(parts, wholes, strict=False))
    )


def _as_seen(app: App, item: Text | Made | None, name: str) -> Named:
    """Return how a name is seen that is drawn so."""
    if item is None:
        return Named()
    whole, scale = item.words.casefold() == name.casefold(), app.view.scale
    if isinstance(item, Made):
        pixels = spine.pixels(item)
        return Named("bold", pixels, pixels * letters(app, _EDGE), whole, down=True)
    pixels = round(item.size * scale)
    box = int(item.rect[2] * scale), int(item.rect[3] * scale)
    laid = app.fonts.fit(item.words, item.face, pixels, *box, wrap=item.wrap, leading=item.leading)
    high = laid.size * letters(app, Setting(item.face, item.words == item.words.upper()))
    return Named(item.face, pixels, high, whole and _fits(app, item))


def _fits(app: App, name: Text) -> bool:
    return max(app.measure(word, name.face, name.size) for word in name.words.split()) <= name.rect[2] + 0.5
