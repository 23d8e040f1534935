"""What is drawn: a list of plain values in logical units, and the painter that turns it into pixels.

A screen builds its whole list whenever something may have changed; the painter compares it with the list before and
repaints only the areas that differ, so a list that is built anew costs little. Everything slow (rounded panels, soft
shadows, set text, scaled pictures, painted cards) is made once at the exact device size and kept in a bounded cache.

To draw something of your own (a card face, a die), register a maker once, `painter.makers["card"] = make`, and put
`Made(rect, "card", key)` into lists: `make(key, width, height)` returns a surface of that size in device pixels.
`Still(rect, key, items)` keeps many items as one picture until its key changes. `Clip` shows items through a window.
"""

from __future__ import annotations

from collections.abc import Callable, Hashable, Iterable, Sequence
from typing import TypeAlias

from msgspec import Struct

from game.table.canvas.view import Rect

Colour: TypeAlias = tuple[int, int, int, int]
"""Red, green, blue, alpha, each 0 to 255."""


class Item(Struct, frozen=True, kw_only=True):
    """Anything drawn: higher layers lie over lower ones, `alpha` 0 to 255, `angle` in degrees counter-clockwise."""

    layer: int = 0
    alpha: int = 255
    angle: float = 0.0


class Fill(Item, frozen=True):
    """A plain rectangle."""

    rect: Rect
    colour: Colour


class Panel(Item, frozen=True):
    """A rectangle with round corners, one colour or two from top to bottom, and an edge drawn inside it."""

    rect: Rect
    top: Colour
    bottom: Colour | None = None
    radius: float = 0.0
    edge: Colour | None = None
    width: float = 2.0


class Shadow(Item, frozen=True):
    """A soft shadow (or, in a light colour, a glow) of a rounded rectangle, reaching `blur` beyond it."""

    rect: Rect
    colour: Colour = (0, 0, 0, 150)
    radius: float = 0.0
    blur: float = 16.0


class Picture(Item, frozen=True):
    """A picture from `assets/images` by its name; `fit` is cover (fills, cut at the sides), contain or stretch.

    `anchor` says which part of a picture that is cut is kept: 0 its left or top, 0.5 its middle, 1 its right or bottom.
    """

    rect: Rect
    name: str
    radius: float = 0.0
    fit: str = "cover"
    anchor: float = 0.5


CUT_AT = 2 / 3
"""How small words that may be cut are set before they end in an ellipsis, as a part of their size."""


class Text(Item, frozen=True):
    """Words in a box. They shrink rather than leave it; `align` left, centre or right; `valign` top, middle or bottom.

    `size` is the height of the face in logical units, text size setting included. `rich` reads `*keyword*` as bold,
    in `strong` where given, a name of `inks` in the colour beside it. `bottom` makes the letters run from `colour` to it; `shade` lays a soft shadow below.
    With `cut`, words of one line (names that somebody typed) shrink by a third at most and then end in an ellipsis.
    """

    rect: Rect
    words: str
    size: float
    colour: Colour
    face: str = "text"
    align: str = "left"
    valign: str = "top"
    wrap: bool = False
    rich: bool = False
    strong: Colour | None = None
    inks: tuple[tuple[str, Colour], ...] = ()
    bottom: Colour | None = None
    shade: Colour | None = None
    leading: float = 1.0
    cut: bool = False


class Icon(Item, frozen=True):
    """A glyph in one colour, as large as fits the box."""

    rect: Rect
    name: str
    colour: Colour
    bottom: Colour | None = None
    shade: Colour | None = None


class Line(Item, frozen=True):
    """A line through points."""

    points: tuple[tuple[float, float], ...]
    colour: Colour
    width: float = 2.0


class Polygon(Item, frozen=True):
    """A filled shape with an optional edge."""

    points: tuple[tuple[float, float], ...]
    colour: Colour
    edge: Colour | None = None
    width: float = 2.0


class Made(Item, frozen=True):
    """A picture painted by the maker registered for `kind`, from `key` alone.

    With `native` (a logical size) it is made at that size and then stretched to `rect`: for things that grow while
    they move. `words` says in goldens what it is.
    """

    rect: Rect
    kind: str
    key: Hashable
    native: tuple[float, float] | None = None
    words: str = ""


class Still(Item, frozen=True, eq=False):
    """Items kept as one picture while `key` stays the same; their rectangles are logical, as everywhere.

    The key must decide the items. `opaque` says that they cover the whole rectangle.
    """

    rect: Rect
    key: Hashable
    items: tuple[Drawn, ...]
    opaque: bool = False

    def __eq__(self, other: object) -> bool:
        return (
            isinstance(other, Still)
            and other.key == self.key
            and other.rect == self.rect
            and other.layer == self.layer
            and other.alpha == self.alpha
        )

    def __hash__(self) -> int:
        return hash((self.key, self.rect))


class Clip(Item, frozen=True):
    """Items seen through a window: what lies outside `rect` is not drawn."""

    rect: Rect
    items: tuple[Drawn, ...]


Drawn: TypeAlias = Fill | Panel | Shadow | Picture | Text | Icon | Line | Polygon | Made | Still | Clip
Maker: TypeAlias = Callable[[Hashable, int, int], "object"]


def stacked(items: Iterable[Drawn]) -> list[Drawn]:
    """Return the items in the order they are drawn: by layer, and within a layer as they came."""
    return sorted(items, key=_layer)


def _layer(item: Drawn) -> int:
    return item.layer


def bounds(item: Drawn) -> Rect:
    """Return the logical rectangle outside which an item draws nothing."""
    match item:
        case Line() | Polygon():
            xs = [x for x, _ in item.points]
            ys = [y for _, y in item.points]
            pad = item.width
            return (min(xs) - pad, min(ys) - pad, max(xs) - min(xs) + 2 * pad, max(ys) - min(ys) + 2 * pad)
        case Shadow():
            x, y, w, h = item.rect
            return (x - item.blur, y - item.blur, w + 2 * item.blur, h + 2 * item.blur)
        case Text() if not item.angle:
            x, y, w, h = item.rect
            pad = item.size * 0.2 + 4
            return (x - pad, y - pad, w + 2 * pad, h + 2 * pad)
        case _:
            x, y, w, h = item.rect
            if item.angle:
                reach = (w * w + h * h) ** 0.5
                return (x + (w - reach) / 2, y + (h - reach) / 2, reach, reach)
            return item.rect


def faded(colour: Colour, alpha: float) -> Colour:
    """Return a colour with its alpha multiplied by 0 to 1."""
    return (colour[0], colour[1], colour[2], round(colour[3] * alpha))


def mixed(one: Colour, other: Colour, part: float) -> Colour:
    """Return the colour `part` (0 to 1) of the way from one to another."""
    return (
        round(one[0] + (other[0] - one[0]) * part),
        round(one[1] + (other[1] - one[1]) * part),
        round(one[2] + (other[2] - one[2]) * part),
        round(one[3] + (other[3] - one[3]) * part),
    )


def _hex(colour: Colour | None) -> str:
    if colour is None:
        return "-"
    red, green, blue, alpha = colour
    return f"#{red:02x}{green:02x}{blue:02x}" + ("" if alpha == 255 else f"{alpha:02x}")


def _box(rect: Rect) -> str:
    return " ".join(f"{value:.0f}" for value in rect)


def dump(items: Sequence[Drawn], depth: int = 0) -> str:
    """Return a draw list as text, one line an item, for goldens and bug reports."""
    lines: list[str] = []
    for item in items:
        tail = ("" if item.alpha == 255 else f" alpha {item.alpha}") + (f" angle {item.angle:.0f}" if item.angle else "")
        match item:
            case Fill():
                line = f"fill {_box(item.rect)} {_hex(item.colour)}"
            case Panel():
                line = f"panel {_box(item.rect)} {_hex(item.top)} edge {_hex(item.edge)}"
            case Shadow():
                line = f"shadow {_box(item.rect)} {_hex(item.colour)}"
            case Picture():
                line = f"picture {_box(item.rect)} {item.name}"
            case Text():
                line = f"text {_box(item.rect)} {item.size:.0f} {item.face} {_hex(item.colour)} {item.words!r}"
            case Icon():
                line = f"icon {_box(item.rect)} {item.name} {_hex(item.colour)}"
            case Line():
                line = f"line {len(item.points)} points {_hex(item.colour)}"
            case Polygon():
                line = f"polygon {len(item.points)} points {_hex(item.colour)}"
            case Made():
                line = f"made {_box(item.rect)} {item.kind} {item.words or item.key!r}"
            case Still():
                line = f"still {_box(item.rect)}\n" + dump(item.items, depth + 1).rstrip("\n")
            case Clip():
                line = f"clip {_box(item.rect)}\n" + dump(item.items, depth + 1).rstrip("\n")
        lines.append("  " * depth + line + tail)
    return "\n".join(lines) + "\n"
