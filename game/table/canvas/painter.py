"""The painter: turns a draw list into pixels, and repaints only what changed since the list before.

Everything that takes long is made once at the device's own size and kept in a cache bounded in bytes. Damaged areas are
widened to multiples of 16 pixels, because opaque copies of other widths can be ten times slower.
"""

from __future__ import annotations

import math
from collections import OrderedDict
from collections.abc import Callable, Hashable, Sequence
from itertools import pairwise
from pathlib import Path
from typing import Any, Literal, assert_never

import pygame

from game import paths
from game.content.art import own_art
from game.table.canvas import icons, shapes
from game.table.canvas.draw import (
    CUT_AT,
    Clip,
    Colour,
    Drawn,
    Fill,
    Icon,
    Line,
    Made,
    Panel,
    Picture,
    Polygon,
    Shadow,
    Still,
    Text,
    bounds,
    stacked,
)
from game.table.canvas.text import Fonts
from game.table.canvas.view import Rect, View

_ENDINGS = (".png", ".jpg", ".jpeg", ".webp")
ART = "art of "
"""What the name of a picture begins with that was brought for a card: the world and the card follow."""

_MOST_AREAS = 10
_MEGABYTE = 1 << 20

WINDOWS_KEPT = 14
"""Made pictures are kept for so many whole windows' pixels; a table with all its cards, near and far, takes fewer."""

LEAST_KEPT, MOST_KEPT = 64 * _MEGABYTE, 160 * _MEGABYTE
"""However small or large the window is."""

ORIGINALS_KEPT = 24 * _MEGABYTE
"""How many bytes of pictures are kept as they lie on the disk: some forty cards, of which one size after the other is made."""

_LARGEST_ORIGINAL = 2 * _MEGABYTE
"""Larger ones fill a whole table; they are made once a window, and not kept beside what was made of them."""

_Placed = tuple[pygame.Surface, tuple[int, int]] | Literal[False] | None
"""An item's picture and place; False when it is drawn another way, None when that is not known yet."""


class Cache:
    """Surfaces by key; the longest unused go first when their bytes pass `limit`."""

    def __init__(self, limit: int) -> None:
        self.limit = limit
        self.size = 0
        self._kept: OrderedDict[Hashable, pygame.Surface] = OrderedDict()

    def __len__(self) -> int:
        return len(self._kept)

    def get(self, key: Hashable, make: Callable[[], pygame.Surface]) -> pygame.Surface:
        """Return the surface of a key, made now if it is not kept."""
        found = self.find(key)
        if found is not None:
            return found
        found = make()
        self._kept[key] = found
        self.size += _bytes(found)
        while self.size > self.limit and len(self._kept) > 1:
            _, dropped = self._kept.popitem(last=False)
            self.size -= _bytes(dropped)
        return found

    def find(self, key: Hashable) -> pygame.Surface | None:
        """Return the surface of a key, None when it is not kept."""
        found = self._kept.get(key)
        if found is not None:
            self._kept.move_to_end(key)
        return found

    def clear(self) -> None:
        """Forget everything."""
        self._kept.clear()
        self.size = 0


def _bytes(surface: pygame.Surface) -> int:
    return surface.get_pitch() * surface.get_height()


class Painter:
    """Paints draw lists onto a surface; `makers` paint the `Made` items of others."""

    def __init__(self, fonts: Fonts | None = None, images: Path | None = None, limit: int = 0) -> None:
        self.fonts = fonts or Fonts()
        self.images = images or paths.ASSETS / "images"
        self.makers: dict[str, Callable[[Any, int, int], pygame.Surface]] = {}
        self.kept = Cache(limit or MOST_KEPT)
        self._bounded = not limit
        self._originals = Cache(ORIGINALS_KEPT)
        self._files: dict[str, Path | None] = {}
        self._sound: set[str] = set()
        self._art: dict[str, dict[str, Path]] = {}
        self._shown: list[Drawn] = []
        self._boxes: list[pygame.Rect] = []
        self._placed: list[_Placed] = []
        self._for: tuple[object, ...] | None = None
        self.reckoned: dict[Hashable, Any] = {}
        """What others reckoned of the pictures they paint; forgotten with these."""
        self.scale = 1.0
        self.worn: Hashable = None
        """What pictures of makers depend on besides their key, such as the text size; whoever changes it has all of them made anew."""

    def forget(self) -> None:
        """Drop every cached picture: the theme, the cards or the faces changed."""
        self.kept.clear()
        self.reckoned.clear()
        self._originals.clear()
        self._sound.clear()
        self._files.clear()
        self._art.clear()
        self._for = None

    def paint(self, target: pygame.Surface, view: View, items: Sequence[Drawn], *, anew: bool = False) -> list[pygame.Rect]:
        """Paint the list and return the areas of the target that changed. `items` are in drawing order."""
        self.scale = view.scale
        whole = target.get_rect()
        now = (target, view, tuple(self.fonts.faces.items()))
        if now != self._for:
            self._shown, self._boxes, self._placed = [], [], []
            anew = True
            if self._bounded:
                self.kept.limit = min(MOST_KEPT, max(LEAST_KEPT, WINDOWS_KEPT * 4 * whole.w * whole.h))
        changed = self._take(items)
        areas = [whole] if anew else _merged(changed, whole)
        self._for = now
        boxes = self._boxes
        for area in areas:
            target.set_clip(area)
            first = self._shown[0] if self._shown else None
            if not (isinstance(first, Still) and first.opaque and boxes[0].contains(area)):
                target.fill((0, 0, 0))
            self._paint_area(target, area)
        target.set_clip(None)
        return areas

    def _paint_area(self, target: pygame.Surface, area: pygame.Rect) -> None:
        """Draw what touches an area: still pictures in one go, the rest one by one, all in order."""
        shown, placed = self._shown, self._placed
        batch: list[tuple[pygame.Surface, tuple[int, int]]] = []
        for index in area.collidelistall(self._boxes):
            ready = placed[index]
            if ready is None:
                item = shown[index]
                found = self._place(item) if item.alpha == 255 and not item.angle else None
                ready = placed[index] = (found[0], (found[1], found[2])) if found is not None else False
            if ready is False:
                if batch:
                    target.fblits(batch)
                    batch = []
                self.draw(target, shown[index], 0, 0)
            else:
                batch.append(ready)
        if batch:
            target.fblits(batch)

    def _take(self, items: Sequence[Drawn]) -> list[pygame.Rect]:
        """Make a list the shown one and return the boxes of what changed; what stayed keeps its box and its picture."""
        old, new = self._shown, list(items)
        start, end_old, end_new = 0, len(old), len(new)
        while start < end_old and start < end_new and (old[start] is new[start] or old[start] == new[start]):
            start += 1
        while end_old > start and end_new > start and (old[end_old - 1] is new[end_new - 1] or old[end_old - 1] == new[end_new - 1]):
            end_old -= 1
            end_new -= 1
        old_part, new_part = old[start:end_old], new[start:end_new]
        if not old_part and not new_part:
            return []
        old_boxes = self._boxes[start:end_old]
        new_boxes = [self._device(bounds(item)) for item in new_part]
        kept = dict(zip(old_part, self._placed[start:end_old], strict=True))
        self._shown = new
        self._boxes = [*self._boxes[:start], *new_boxes, *self._boxes[end_old:]]
        self._placed = [*self._placed[:start], *(kept.get(item) for item in new_part), *self._placed[end_old:]]
        were, are = set(old_part), set(new_part)
        same_order = [item for item in old_part if item in are] == [item for item in new_part if item in were]
        changed = [box for item, box in zip(old_part, old_boxes, strict=True) if not same_order or item not in are]
        return changed + [box for item, box in zip(new_part, new_boxes, strict=True) if not same_order or item not in were]

    def _device(self, rect: Rect) -> pygame.Rect:
        scale = self.scale
        left, top = math.floor(rect[0] * scale) - 1, math.floor(rect[1] * scale) - 1
        right, bottom = math.ceil((rect[0] + rect[2]) * scale) + 1, math.ceil((rect[1] + rect[3]) * scale) + 1
        return pygame.Rect(left, top, right - left, bottom - top)

    def draw(self, target: pygame.Surface, item: Drawn, dx: int, dy: int) -> None:
        """Draw one item, moved by a number of device pixels."""
        match item:
            case Fill(rect, colour):
                self._fill(target, rect, colour, item.alpha, dx, dy)
            case Clip(rect, items):
                self._clip(target, rect, items, dx, dy)
            case Line():
                self._line(target, item, dx, dy)
            case Polygon():
                self._shape(target, item, dx, dy)
            case Text():
                self._text(target, item, dx, dy)
            case Shadow() | Panel() | Picture() | Icon() | Made() | Still():
                placed = self._place(item)
                if placed is not None:
                    self._blit(target, placed[0], placed[1] + dx, placed[2] + dy, item.alpha, item.angle)
            case _:
                assert_never(item)

    def _place(self, item: Drawn) -> tuple[pygame.Surface, int, int] | None:
        """Return the picture of an item and where its top left lies; None for what is not one picture or has to be cut."""
        scale = self.scale
        match item:
            case Shadow(rect, colour, radius, blur):
                reach = max(1, round(blur * scale))
                width, height = max(1, round(rect[2] * scale)), max(1, round(rect[3] * scale))
                corner = round(radius * scale)
                key = ("shadow", width, height, corner, reach, colour)
                surface = self.kept.get(key, lambda: shapes.shadow(width, height, corner, reach, colour))
                return surface, round(rect[0] * scale) - reach, round(rect[1] * scale) - reach
            case Panel() | Picture() | Icon() | Made() | Still():
                return self._surface(item), round(item.rect[0] * scale), round(item.rect[1] * scale)
            case Text() if item.words:
                surface, x, y, cut = self._text_place(item)
                return None if cut else (surface, x, y)
            case _:
                return None

    def _surface(self, item: Panel | Picture | Icon | Made | Still) -> pygame.Surface:
        scale, rect = self.scale, item.rect
        width, height = max(1, round(rect[2] * scale)), max(1, round(rect[3] * scale))
        match item:
            case Panel():
                corner, edge = round(item.radius * scale), max(1, round(item.width * scale)) if item.edge else 0
                key: Hashable = ("panel", width, height, corner, edge, item.top, item.bottom, item.edge)
                return self.kept.get(key, lambda: shapes.panel(width, height, corner, item.top, item.bottom, item.edge, edge))
            case Picture():
                key = ("picture", item.name, width, height, item.fit, item.radius, item.anchor)
                return self.kept.get(key, lambda: self._picture(item, width, height))
            case Icon():
                key = ("icon", item.name, width, height, item.colour, item.bottom, item.shade)
                return self.kept.get(key, lambda: icons.glyph(item.name, width, height, item.colour, item.bottom, item.shade))
            case Still():
                key = ("still", item.key, width, height, scale, rect[0], rect[1])
                return self.kept.get(key, lambda: self._still(item, width, height))
            case Made():
                size = item.native or (rect[2], rect[3])
                wide, high = max(1, round(size[0] * scale)), max(1, round(size[1] * scale))
                made = self.kept.get(
                    ("made", item.kind, item.key, wide, high, self.worn), lambda: self.makers[item.kind](item.key, wide, high)
                )
                if (wide, high) == (width, height):
                    return made
                key = ("scaled", item.kind, item.key, width, height, self.worn)
                return self.kept.get(key, lambda: pygame.transform.smoothscale(made, (width, height)))

    def _blit(self, target: pygame.Surface, surface: pygame.Surface, x: int, y: int, alpha: int, angle: float) -> None:
        if angle:
            width, height = surface.get_size()
            source = surface if surface.get_flags() & pygame.SRCALPHA else surface.convert_alpha()
            surface = pygame.transform.rotozoom(source, angle, 1.0)
            x += (width - surface.get_width()) // 2
            y += (height - surface.get_height()) // 2
        if alpha >= 255:
            target.blit(surface, (x, y))
        elif alpha > 0:
            surface.set_alpha(alpha)
            target.blit(surface, (x, y))
            surface.set_alpha(255 if surface.get_flags() & pygame.SRCALPHA else None)

    def _fill(self, target: pygame.Surface, rect: Rect, colour: Colour, alpha: int, dx: int, dy: int) -> None:
        scale = self.scale
        left, top = round(rect[0] * scale), round(rect[1] * scale)
        area = pygame.Rect(left + dx, top + dy, round((rect[0] + rect[2]) * scale) - left, round((rect[1] + rect[3]) * scale) - top)
        strength = colour[3] * alpha // 255
        if strength >= 255:
            target.fill(colour, area)
        elif strength > 0:
            area = area.clip(target.get_clip())
            if area.w > 0 and area.h > 0:
                veil = self.kept.get(("veil", area.size, colour[:3]), lambda: shapes.veil(area.w, area.h, colour))
                veil.set_alpha(strength)
                target.blit(veil, area.topleft)

    def _clip(self, target: pygame.Surface, rect: Rect, items: tuple[Drawn, ...], dx: int, dy: int) -> None:
        scale = self.scale
        before = target.get_clip()
        left, top = round(rect[0] * scale), round(rect[1] * scale)
        window = pygame.Rect(left + dx, top + dy, round((rect[0] + rect[2]) * scale) - left, round((rect[1] + rect[3]) * scale) - top)
        seen = window.clip(before)
        if seen.w and seen.h:
            target.set_clip(seen)
            for item in items:
                if self._device(bounds(item)).move(dx, dy).colliderect(seen):
                    self.draw(target, item, dx, dy)
            target.set_clip(before)

    def _still(self, item: Still, width: int, height: int) -> pygame.Surface:
        surface = pygame.Surface((width, height)) if item.opaque else pygame.Surface((width, height), pygame.SRCALPHA, 32)
        dx, dy = -round(item.rect[0] * self.scale), -round(item.rect[1] * self.scale)
        for part in stacked(item.items):
            self.draw(surface, part, dx, dy)
        if not item.opaque:
            surface.set_alpha(255, pygame.RLEACCEL)  # lines over much that is empty, which need not be laid over anything
        return surface

    def _line(self, target: pygame.Surface, item: Line, dx: int, dy: int) -> None:
        scale = self.scale
        if item.colour[3] == item.alpha == 255 and all(x0 == x1 or y0 == y1 for (x0, y0), (x1, y1) in pairwise(item.points)):
            shapes.line(target, [(x * scale + dx, y * scale + dy) for x, y in item.points], item.colour, max(1.0, item.width * scale))
        else:
            self._shape(target, item, dx, dy)

    def _shape(self, target: pygame.Surface, item: Line | Polygon, dx: int, dy: int) -> None:
        """Draw a shape on a glass of its own: smooth edges that are cut by a damaged area would be drawn differently."""
        scale, width = self.scale, max(1.0, item.width * self.scale)
        pad = math.ceil(width) + 2
        left = math.floor(min(x for x, _ in item.points) * scale) - pad
        top = math.floor(min(y for _, y in item.points) * scale) - pad
        points = tuple((round(x * scale - left, 2), round(y * scale - top, 2)) for x, y in item.points)
        edge = item.edge if isinstance(item, Polygon) else None
        key = ("shape", type(item), points, item.colour, edge, width)

        def make() -> pygame.Surface:
            size = (math.ceil(max(x for x, _ in points)) + pad, math.ceil(max(y for _, y in points)) + pad)
            if isinstance(item, Line):
                return shapes.line_glass(size, points, item.colour, width)
            return shapes.polygon_glass(size, points, item.colour, edge, width)

        self._blit(target, self.kept.get(key, make), left + dx, top + dy, item.alpha, 0.0)

    def _text(self, target: pygame.Surface, item: Text, dx: int, dy: int) -> None:
        if not item.words:
            return
        surface, x, y, cut = self._text_place(item)
        if not cut:
            self._blit(target, surface, x + dx, y + dy, item.alpha, item.angle)
            return
        before = target.get_clip()
        target.set_clip(self._device(bounds(item)).move(dx, dy).clip(before))
        self._blit(target, surface, x + dx, y + dy, item.alpha, item.angle)
        target.set_clip(before)

    def _text_place(self, item: Text) -> tuple[pygame.Surface, int, int, bool]:
        """Return set text and where it lies; and whether even the smallest letters are larger than their box."""
        scale, rect = self.scale, item.rect
        width, height = max(1, round(rect[2] * scale)), max(1, round(rect[3] * scale))
        size = max(1, round(item.size * scale))
        key = (
            "text", item.words, self.fonts.file(item.face), size, width, height, item.colour, item.bottom, item.shade,
            item.align, item.wrap, item.rich, item.strong, item.inks, item.leading, item.cut,
        )  # fmt: skip
        surface = self.kept.get(key, lambda: self._set(item, size, width, height))
        pad = _room(item, size)
        spare_x, spare_y = width - (surface.get_width() - 2 * pad), height - (surface.get_height() - 2 * pad)
        x = round(rect[0] * scale) + {"left": 0, "centre": spare_x // 2, "right": spare_x}[item.align]
        y = round(rect[1] * scale) + {"top": 0, "middle": spare_y // 2, "bottom": spare_y}[item.valign]
        if item.valign == "middle":
            y += self.fonts.drop(item.face, size) - self.fonts.overhang(item.face, size, item.leading)
        return surface, x - pad, y - pad, spare_x < 0 or spare_y < 0

    def _set(self, item: Text, size: int, width: int, height: int) -> pygame.Surface:
        words = item.words
        if item.cut and not item.wrap:
            words = shortened(self.fonts, words, item.face, round(size * CUT_AT), width)
        laid = self.fonts.fit(words, item.face, size, width, height, wrap=item.wrap, rich=item.rich, leading=item.leading)
        room = _room(item, size)
        return shapes.text(self.fonts, laid, item.colour, item.bottom, item.shade, item.strong, item.align, room, item.inks)

    def _original(self, name: str) -> pygame.Surface | None:
        if name not in self._files:
            self._files[name] = self._file(name)
        path = self._files[name]
        if path is None:
            return None
        kept = self._originals.find(name)
        if kept is not None:
            return kept
        try:
            loaded = pygame.image.load(str(path))
        except pygame.error:
            self._files[name] = None
            return None
        self._sound.add(name)
        return loaded if _bytes(loaded) > _LARGEST_ORIGINAL else self._originals.get(name, lambda: loaded)

    def _file(self, name: str) -> Path | None:
        if name.startswith(ART):
            world, _, card = name.removeprefix(ART).partition("/")
            if world not in self._art:
                self._art[world] = own_art(world)
            return self._art[world].get(card)
        places = [self.images / f"{name}{ending}" for ending in _ENDINGS]
        return next((place for place in places if place.is_file()), None)

    def has_picture(self, name: str) -> bool:
        """Tell whether a picture of that name can be drawn."""
        return bool(name) and (name in self._sound or self._original(name) is not None)

    def _picture(self, item: Picture, width: int, height: int) -> pygame.Surface:
        original = self._original(item.name)
        if original is None:
            return pygame.Surface((1, 1), pygame.SRCALPHA, 32)
        return shapes.fitted(original, width, height, item.fit, round(item.radius * self.scale), item.anchor)


def _room(item: Text, size: int) -> int:
    """Return how far a text reaches out of its box on every side, in device pixels: its shade, and letters over and under lines that stand close."""
    return shapes.pad(size) if item.shade or item.leading < 1 else 0


def shortened(fonts: Fonts, words: str, face: str, size: int, width: int) -> str:
    """Return the words, ended by an ellipsis where they would be wider than `width` device pixels."""
    if fonts.width(words, face, size) <= width:
        return words
    low, high = 0, len(words)
    while low < high:
        middle = (low + high + 1) // 2
        if fonts.width(words[:middle].rstrip() + "…", face, size) <= width:
            low = middle
        else:
            high = middle - 1
    return words[:low].rstrip() + "…"


def _merged(boxes: list[pygame.Rect], whole: pygame.Rect) -> list[pygame.Rect]:
    """Return areas that cover the boxes without overlapping, few and aligned to 16 pixels."""
    areas: list[pygame.Rect] = []
    for box in boxes:
        left, right = box.left // 16 * 16, -(-box.right // 16) * 16
        area = pygame.Rect(left, box.top, right - left, box.height).clip(whole)
        if area.w <= 0 or area.h <= 0:
            continue
        hit = area.collidelist(areas)
        while hit >= 0:
            area = area.union(areas.pop(hit))
            hit = area.collidelist(areas)
        areas.append(area)
    if len(areas) > _MOST_AREAS or sum(area.w * area.h for area in areas) > whole.w * whole.h * 0.7:
        return [areas[0].unionall(areas[1:])]
    return areas
