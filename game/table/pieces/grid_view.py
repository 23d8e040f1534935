"""The battle grid: its ground drawn from the map's own tiles, with zoom, coordinates, deploy zones and everything lit on request.

What is lit differs by pattern and not by colour alone: reach is a filled field with dots, range is hatched, sight is
ringed, threat is crossed.
"""

from __future__ import annotations

from collections.abc import Iterable
from typing import TYPE_CHECKING

from game.grid import column_name
from game.kernel.ids import Place, Seat
from game.kernel.offers import Overlay
from game.kernel.scene import Scene, ScenePiece, SceneZone
from game.table.canvas.board_colours import clear, tint
from game.table.canvas.draw import Colour, Drawn, Line, Made, Panel, Polygon, Still, Text, faded, mixed
from game.table.canvas.tween import Motion, Pose, smooth
from game.table.canvas.view import Rect, inset, inside, meet
from game.table.pieces.kinds import MARKS, mark_items
from game.table.pieces.layout import Layout
from game.table.pieces.lit import Light
from game.table.pieces.turned import Turned, towards
from game.table.pieces.written import Faces

if TYPE_CHECKING:
    from game.table.shell.app import App

EDGE = 30.0
MOST_ZOOM = 4.0
_OVER = 70
TOKEN = 0.94
"""How much of its square a token fills."""
_ORDER = ("reach", "veiled", "range", "threat")
"""What is lit lies in this order over each other."""


class GridView:
    """A grid zone seen through a window that can be zoomed and moved; its pieces were last `laid_from` that corner."""

    def __init__(self, app: App, zone: str) -> None:
        self.app = app
        self.id = zone
        self.zone = SceneZone(zone, "grid", "")
        self.rect: Rect = (0.0, 0.0, 1.0, 1.0)
        self.turned = Turned(1, 1)
        self.zoom = 1.0
        self.shift = (0.0, 0.0)
        self.laid_from = (0.0, 0.0)
        self._home: tuple[float, float] | None = None
        self._way: Motion | None = None
        self.overlays: tuple[Overlay, ...] = ()
        self.trail: tuple[Place, ...] = ()
        self.covered: tuple[Place, ...] = ()
        self._frame: Still | None = None

    # --- where cells are

    def fit(self, outer: Rect, zone: SceneZone, viewer: Seat) -> None:
        """Lie in a rectangle, the viewer's own side at the bottom, where it stays for one who is out of the match; the coordinates stand inside its edge."""
        size, tone = (max(1, zone.columns), max(1, zone.rows)), f"seat-{viewer}"
        if (self.turned.columns, self.turned.rows) != size or any(patch.tone == tone for patch in zone.patches):
            self.turned = towards(*size, zone.patches, tone)
        self.zone = zone
        self.rect = inset(outer, EDGE, EDGE)
        self._bound()

    @property
    def columns(self) -> int:
        """Return how many cells are seen side by side."""
        return self.turned.across

    @property
    def rows(self) -> int:
        """Return how many cells are seen one above the other."""
        return self.turned.down

    @property
    def side(self) -> float:
        """Return the side of a cell in logical units, a whole number of device pixels."""
        scale = self.app.view.scale
        best = min(self.rect[2] / self.columns, self.rect[3] / self.rows) * self.zoom
        return max(4.0, int(best * scale)) / scale

    def corner(self) -> tuple[float, float]:
        """Return the top left corner of the first cell."""
        side, scale = self.side, self.app.view.scale
        x = self.rect[0] + (self.rect[2] - side * self.columns) / 2 + self.shift[0]
        y = self.rect[1] + (self.rect[3] - side * self.rows) / 2 + self.shift[1]
        return round(x * scale) / scale, round(y * scale) / scale

    @property
    def squares(self) -> Rect:
        """Return where its squares are to be seen."""
        x, y, wide, high = self.rect
        left, top = self.corner()
        right, low = min(x + wide, left + self.side * self.columns), min(y + high, top + self.side * self.rows)
        left, top = max(x, left), max(y, top)
        return (left, top, right - left, low - top)

    def cell(self, index: int) -> Rect:
        """Return the rectangle of a cell."""
        return self._at(*self.turned.spot(index))

    def _at(self, across: int, down: int) -> Rect:
        x, y = self.corner()
        side = self.side
        return (x + across * side, y + down * side, side, side)

    def cell_at(self, x: float, y: float) -> int | None:
        """Return the cell under a point, None outside."""
        if not inside(self.rect, x, y):
            return None
        left, top = self.corner()
        column, row = int((x - left) // self.side), int((y - top) // self.side)
        return self.turned.cell(column, row) if 0 <= column < self.columns and 0 <= row < self.rows else None

    def zoom_at(self, x: float, y: float, factor: float) -> None:
        """Zoom so that the point under the pointer stays where it is."""
        self._stay()
        before = self.corner(), self.side
        self.zoom = max(1.0, min(MOST_ZOOM, self.zoom * factor))
        (left, top), side = before
        grown = self.side / side
        new_left, new_top = self.corner()
        self.shift = (self.shift[0] + x - (x - left) * grown - new_left, self.shift[1] + y - (y - top) * grown - new_top)
        self._bound()

    def pan(self, dx: float, dy: float) -> None:
        """Move what is seen."""
        self._stay()
        self.shift = (self.shift[0] + dx, self.shift[1] + dy)
        self._bound()

    def see_all(self) -> None:
        """Show the whole of it."""
        self._stay()
        self.zoom, self.shift = 1.0, (0.0, 0.0)

    def _stay(self) -> None:
        """Let whoever moves it see what they moved it to, and come back to nothing else."""
        self._home = self._way = None

    # --- what is seen follows what happens

    def in_view(self, index: int) -> bool:
        """Tell whether all of a cell is seen, beside the small map."""
        x, y, wide, high = self.cell(index)
        left, top, across, down = inset(self.rect, -1)
        return (
            left <= x
            and top <= y
            and x + wide <= left + across
            and y + high <= top + down
            and not (self.cut and meet((x, y, wide, high), self.small()))
        )

    def follow(self, index: int, now: float, lasts: float, *, back: bool = True) -> bool:
        """Move a cell that is not in view to the middle, in `lasts` seconds; tell whether it moves. What was seen before is kept to `come_back` to, unless one stays."""
        if not self.cut or self.in_view(index):
            return False
        x, y, wide, high = self.cell(index)
        dx, dy = self.rect[0] + self.rect[2] / 2 - x - wide / 2, self.rect[1] + self.rect[3] / 2 - y - high / 2
        self._home = (self._home or self.shift) if back else None
        self._glide_to((self.shift[0] + dx, self.shift[1] + dy), now, lasts)
        return True

    def come_back(self, now: float, lasts: float) -> bool:
        """Show what was seen before a cell was followed; tell whether that moves anything."""
        home, self._home = self._home, None
        if home is not None:
            self._glide_to(home, now, lasts)
        return home is not None

    def _glide_to(self, shift: tuple[float, float], now: float, lasts: float) -> None:
        here, self.shift = self.shift, shift
        self._bound()
        self._way = Motion(Pose(*here, 0, 0), Pose(*self.shift, 0, 0), now, lasts, ease=smooth)
        self.glide(now)

    def glide(self, now: float) -> bool:
        """See what is to be seen at a time on the way to what is followed; tell whether that is on its way."""
        if self._way is None:
            return False
        at, self._way = self._way.at(now), None if self._way.done(now) else self._way
        self.shift = (at.x, at.y)
        self._bound()
        return True

    @property
    def cut(self) -> bool:
        """Tell whether some of the grid lies out of sight."""
        return self.side * self.columns > self.rect[2] + 1 or self.side * self.rows > self.rect[3] + 1

    def small(self) -> Rect:
        """Return where the small map lies that shows the whole of a grid which is seen in part: at the top, as far from one's hand as can be."""
        side = min(220.0 / self.columns, 220.0 / self.rows)
        wide, high = side * self.columns, side * self.rows
        return (self.rect[0] + self.rect[2] - wide - 12, self.rect[1] + 12, wide, high)

    def on_small(self, x: float, y: float) -> bool:
        """Tell whether a point is on the small map."""
        return self.cut and inside(self.small(), x, y)

    def jump(self, x: float, y: float) -> bool:
        """Show what lies around a point of the small map; tell whether the point is on it."""
        left, top, wide, high = self.small()
        if not self.on_small(x, y):
            return False
        self._stay()
        self.shift = ((0.5 - (x - left) / wide) * self.side * self.columns, (0.5 - (y - top) / high) * self.side * self.rows)
        self._bound()
        return True

    def _small_map(self, scene: Scene) -> list[Drawn]:
        """Return the small map: the ground, a dot for each token in its owner's colour, and a frame around what is seen."""
        if not self.cut:
            return []
        theme, small = self.app.theme, self.small()
        key = (theme.id, self.zone.picture, self.turned, self._patches())
        listed: list[Drawn] = [
            Panel(inset(small, -5), (10, 10, 16, 235), None, 6, theme.colour("line"), 2, layer=_OVER),
            Made(small, "ground", key, layer=_OVER, words="small map"),
        ]
        side = small[2] / self.columns
        for piece in scene.pieces.values():
            if piece.zone == self.id and piece.kind == "token" and piece.on is None and piece.owner is not None:
                across, down = self.turned.spot(piece.slot)
                dot = (small[0] + across * side, small[1] + down * side, side, side)
                listed.append(Panel(inset(dot, -1), clear(theme.seat(piece.owner)), None, side / 2 + 1, (0, 0, 0, 255), 1, layer=_OVER))
        left, top = self.corner()
        part = small[2] / (self.side * self.columns)
        x, y = max(0.0, self.rect[0] - left) * part, max(0.0, self.rect[1] - top) * part
        wide, high = min(small[2] - x, self.rect[2] * part), min(small[3] - y, self.rect[3] * part)
        return [
            *listed,
            Panel((small[0] + x, small[1] + y, wide, high), (255, 255, 255, 30), None, 2, (255, 255, 255, 255), 2.5, layer=_OVER),
        ]

    def _bound(self) -> None:
        """Keep the grid in the window; its first row can be moved down as far as below the small map, which no square is always behind."""
        spare_x = max(0.0, (self.side * self.columns - self.rect[2]) / 2)
        spare_y = max(0.0, (self.side * self.rows - self.rect[3]) / 2)
        small = self.small()
        above = small[1] + small[3] + EDGE - self.rect[1] - self.rect[3] / 2 + self.side * self.rows / 2 if self.cut else 0.0
        self.shift = (max(-spare_x, min(spare_x, self.shift[0])), max(-spare_y, min(max(spare_y, above), self.shift[1])))

    def place(self, layout: Layout, scene: Scene) -> None:
        """Set the poses of the pieces on the grid and the rectangles of its cells."""
        self.laid_from = self.corner()
        count = self.columns * self.rows
        layout.cells[self.id] = tuple(self.cell(index) for index in range(count))
        side = self.side
        sharing: dict[int, int] = {}
        riders: dict[int, int] = {}
        pieces = [piece for piece in scene.pieces.values() if piece.zone == self.id]
        for piece in sorted(pieces, key=lambda piece: (piece.on is not None, piece.kind != "terrain", piece.id)):
            if piece.on is not None and piece.on in layout.poses:
                host, nth = layout.poses[piece.on], riders.get(piece.on, 0)
                riders[piece.on] = nth + 1
                layout.poses[piece.id] = _rider(piece, host, nth)
                continue
            x, y, _, _ = self.cell(min(piece.slot, count - 1))
            cx, cy = x + side / 2, y + side / 2
            if piece.kind == "terrain":
                layout.poses[piece.id] = Pose(cx, cy, side * 0.98, side * 0.98, 0.0, 0)
            elif piece.kind == "flag":
                layout.poses[piece.id] = Pose(
                    cx + side * 0.2, cy - side * 0.16, side * 0.56, side * 0.72, 0.0, 4 + self.turned.spot(piece.slot)[1]
                )
            else:
                nth = sharing.get(piece.slot, 0)
                sharing[piece.slot] = nth + 1
                layout.poses[piece.id] = Pose(cx + nth * side * 0.15, cy - nth * side * 0.1, side * TOKEN, side * TOKEN, 0.0, 2 + nth)

    # --- drawing

    def ground(self, scene: Scene, light: Light, face: Faces) -> list[Drawn]:
        """Return what lies under the pieces: tiles, patches, areas of terrain, and whatever is lit."""
        x, y = self.corner()
        side = self.side
        box = (x, y, side * self.columns, side * self.rows)
        listed: list[Drawn] = [
            Made(box, "ground", (self.app.theme.id, self.zone.picture, self.turned, self._patches()), words=self.zone.picture),
        ]
        for piece in scene.pieces.values():
            if piece.zone == self.id and piece.kind == "terrain" and piece.spread:
                listed += self._area(piece, face)
        listed += self._lit()
        listed += self._targets(light)
        ground = frozenset(index for place in self.covered if (index := self._index(place)) is not None)
        listed += self._field(ground, "covers", tint(self.app.theme, "path"))
        listed += self._trail()
        return listed

    def _patches(self) -> tuple[tuple[tuple[int, ...], str, Colour], ...]:
        return tuple(
            (self.turned.seen(patch.cells), patch.tone, self.app.theme.tone(patch.tone)) for patch in self.zone.patches if patch.tone
        )

    def _area(self, piece: ScenePiece, face: Faces) -> list[Drawn]:
        """Return the cells that a terrain covers."""
        column, row = self.turned.spot(piece.slot)
        left, top = max(0, column - piece.spread), max(0, row - piece.spread)
        right, bottom = min(self.columns - 1, column + piece.spread), min(self.rows - 1, row + piece.spread)
        x, y, _, _ = self._at(left, top)
        side = self.side
        box = (x, y, (right - left + 1) * side, (bottom - top + 1) * side)
        return [
            Made(
                box,
                "spread",
                (self.app.theme.id, face(piece.face) if piece.face else None, right - left + 1, bottom - top + 1),
                words=piece.face or "",
            )
        ]

    def _lit(self) -> list[Drawn]:
        """Return what is lit."""
        listed: list[Drawn] = []
        for kind, cells, _ in sorted(self._shown(), key=lambda each: _ORDER.index(each[0])):
            listed += self._field(cells, kind, tint(self.app.theme, "sight" if kind == "veiled" else kind))
        return listed

    def _shown(self) -> list[tuple[str, frozenset[int], str]]:
        """Return which cells wear which mark, and what it means: of a range, what is out of sight is veiled, since lighting what is in sight would light nearly all of it."""
        found = [(each.kind, self._cells(each.places), each.words) for each in self.overlays]
        ranged = frozenset[int]().union(*(cells for kind, cells, _ in found if kind == "range"))
        seen = frozenset[int]().union(*(cells for kind, cells, _ in found if kind == "sight"))
        marks = [("veiled", ranged - seen, "Out of sight") if kind == "sight" else (kind, cells, words) for kind, cells, words in found]
        return [mark for mark in marks if mark[1]]

    def legend(self, box: Rect, legal: Iterable[Place], pieces: Iterable[ScenePiece] = ()) -> list[Drawn]:
        """Return in a box what each pattern means that lies on a cell just now, then what the signs of `pieces` mean, and that some bear none; the held piece may go to the places `legal`."""
        wished = self.app.size(18)
        for size in dict.fromkeys((wished, min(wished, 28.0), min(wished, 25.0))):  # as large as all of it fits
            listed, whole = self._legend(box, legal, pieces, size)
            if whole:
                break
        return listed

    def _legend(self, box: Rect, legal: Iterable[Place], pieces: Iterable[ScenePiece], size: float) -> tuple[list[Drawn], bool]:
        """Return the same in a size of letters, and whether nothing had to be left out."""
        whole = True
        said: dict[str, list[str]] = {"legal": ["May go here"]} if self._cells(legal) else {}
        for kind, _, words in self._shown():
            said.setdefault(kind, [])
            said[kind] += [words] if words and words not in said[kind] else []
        side = 30.0
        x, y, wide, high = box
        listed: list[Drawn] = []
        for kind in sorted(said, key=("legal", "threat", "range", "veiled", "reach").index):
            words = "; ".join(said[kind])
            tall = max(side, self.app.height(words, "text", size, wide - side - 12))
            if y + tall > box[1] + high or max(self.app.measure(word, "text", size) for word in words.split()) > wide - side - 12:
                whole = False
                break
            colour = tint(self.app.theme, "sight" if kind == "veiled" else kind)
            swatch: Rect = (x, y, side, side)
            listed += [
                Panel(swatch, (70, 78, 70, 255), None, 4),
                Made(swatch, "field", (kind, 1, 1, colour, frozenset((0,))), words=f"legend {kind}"),
                self._explained((x + side + 12, y, wide - side - 12, tall + 2), words, size),
            ]
            y += tall + 10
        signs = {next((mark for mark in piece.marks if mark in MARKS), ""): piece.words for piece in pieces if piece.words}
        for sign, meaning in sorted(signs.items(), reverse=True) if any(signs) else ():
            words = meaning if sign else f"No sign: {meaning[:1].lower()}{meaning[1:]}"
            tall = max(side, self.app.height(words, "text", size, wide - side - 12))
            if y + tall > box[1] + high or max(self.app.measure(word, "text", size) for word in words.split()) > wide - side - 12:
                whole = False
                break
            listed += mark_items(self.app, sign, (x, y, side, side), 0) if sign else []
            listed.append(self._explained((x + side + 12, y, wide - side - 12, tall + 2), words, size))
            y += tall + 10
        ground = inset((x, box[1], wide, y - 10 - box[1]), -8)
        return [Panel(ground, clear(self.app.theme.colour("panel")), None, 8), *listed] if listed else [], whole

    def _explained(self, rect: Rect, words: str, size: float) -> Text:
        return Text(rect, words, size, tint(self.app.theme, "paper"), wrap=True, shade=(0, 0, 0, 220))

    def _cells(self, places: Iterable[Place]) -> frozenset[int]:
        """Return the cells among places that are this grid's."""
        return frozenset(index for place in places if (index := self._index(place)) is not None)

    def _index(self, place: Place) -> int | None:
        kind, _, rest = place.partition("/")
        zone, _, index = rest.rpartition("/")
        return int(index) if kind == "cell" and zone == self.id and index.isdigit() else None

    def _field(self, cells: frozenset[int], pattern: str, colour: Colour) -> list[Drawn]:
        if not cells:
            return []
        columns, rows = zip(*map(self.turned.spot, cells), strict=True)
        left, top, side = min(columns), min(rows), self.side
        across, down = max(columns) - left + 1, max(rows) - top + 1
        x, y, _, _ = self._at(left, top)
        inner = frozenset((row - top) * across + column - left for column, row in zip(columns, rows, strict=True))
        return [Made((x, y, across * side, down * side), "field", (pattern, across, down, colour, inner), words=pattern)]

    def _targets(self, light: Light) -> list[Drawn]:
        legal = self._cells(light.legal)
        listed = self._field(legal, "legal", tint(self.app.theme, "legal"))
        hover = self._index(light.hover)
        if hover is not None:
            box = self.cell(hover)
            if hover in legal:
                listed.append(Panel(inset(box, 2), faded(tint(self.app.theme, "legal"), 0.35), None, 8, tint(self.app.theme, "legal"), 4))
            elif light.hover in light.refused:
                colour = clear(tint(self.app.theme, "refused"))
                listed.append(Panel(inset(box, 2), (0, 0, 0, 90), None, 8, colour, 4))
                listed.append(Line(((box[0] + 10, box[1] + 10), (box[0] + box[2] - 10, box[1] + box[3] - 10)), colour, 4))
                listed.append(Line(((box[0] + box[2] - 10, box[1] + 10), (box[0] + 10, box[1] + box[3] - 10)), colour, 4))
        for place in light.about:
            about = self._index(place)
            if about is not None:
                listed.append(Panel(inset(self.cell(about), 2), (0, 0, 0, 0), None, 8, tint(self.app.theme, "chosen"), 4))
        return listed

    def _trail(self) -> list[Drawn]:
        points = []
        for place in self.trail:
            index = self._index(place)
            if index is not None:
                x, y, w, h = self.cell(index)
                points.append((x + w / 2, y + h / 2))
        if not points:
            return []
        colour = clear(tint(self.app.theme, "path"))
        wide = self.side * 0.1
        listed: list[Drawn] = []
        if len(points) > 1:
            listed += [Line(tuple(points), (0, 0, 0, 170), wide + 5), Line(tuple(points), colour, wide)]
        for x, y in points[:-1]:
            r = self.side * 0.1
            listed.append(Panel((x - r, y - r, 2 * r, 2 * r), colour, None, r, (0, 0, 0, 190), 2))
        x, y = points[-1]
        r = self.side * 0.24
        listed.append(Polygon(((x, y - r), (x + r, y), (x, y + r), (x - r, y)), colour, (0, 0, 0, 200), 2))
        return listed

    def frame(self, scene: Scene, light: Light) -> list[Drawn]:
        """Return the edge around the window, with the coordinates of rows and columns, those of the pointer's square lit, and the small map."""
        x, y, w, h = self.rect
        left, top = self.corner()
        side = self.side
        shown = (max(x, left), max(y, top), min(w, side * self.columns), min(y + h, top + side * self.rows) - max(y, top))
        outer = inset(shown, -EDGE - 4)
        theme = self.app.theme
        key = (
            "grid edge",
            theme.id,
            outer,
            left,
            top,
            side,
            self.turned,
            self.app.settings.text_size,
            self.app.settings.high_contrast,
        )
        if self._frame is None or self._frame.key != key:
            edge = Panel(inset(shown, -3), (0, 0, 0, 0), None, 4, mixed(theme.colour("line"), (0, 0, 0, 255), 0.2), 3)
            every = (*range(self.columns), *(-1 - row for row in range(self.rows)))
            labels = tuple(item for which in every for item in self._label(which, shown, faded(tint(theme, "paper"), 0.8)))
            self._frame = Still(outer, key, (edge, *labels), layer=4)
        listed: list[Drawn] = [self._frame]
        lit = self._index(light.hover)
        if lit is not None:
            column, row = self.turned.spot(lit)
            for which in (column, -1 - row):
                listed += self._label(which, shown, tint(theme, "chosen"))
        return [*listed, *self._small_map(scene)]

    def _name(self, cell: int, *, across: bool) -> str:
        """Return what a line of squares is called along the edges, as on the map: a column by its letter, a row by its number."""
        row, column = divmod(cell, self.turned.columns)
        return column_name(column) if across != bool(self.turned.quarters % 2) else str(row + 1)

    def _label(self, which: int, shown: Rect, colour: Colour) -> list[Drawn]:
        """Return both labels of a column (0, 1, …) or a row (-1, -2, …), none when it is out of sight."""
        x, y, w, h = self.rect
        left, top = self.corner()
        size, deep = min(self.app.size(20), EDGE * 0.9), EDGE + 4
        if which >= 0:
            cx = left + (which + 0.5) * self.side
            boxes = [(cx - 20, cy, 40.0, deep) for cy in (shown[1] - deep, shown[1] + shown[3])]
            seen, words = x <= cx <= x + w, self._name(self.turned.cell(which, 0), across=True)
        else:
            cy = top + (-1 - which + 0.5) * self.side
            boxes = [(cx, cy - deep / 2, deep, deep) for cx in (shown[0] - deep, shown[0] + shown[2])]
            seen, words = y <= cy <= y + h, self._name(self.turned.cell(0, -1 - which), across=False)
        return [Text(box, words, size, colour, "bold", align="centre", valign="middle", layer=4) for box in boxes] if seen else []


def _rider(piece: ScenePiece, host: Pose, nth: int) -> Pose:
    """Return where an attached piece sits on its host: flags stand above, the rest hang along the lower edge."""
    if piece.kind == "flag":
        return Pose(host.x + host.w * 0.36, host.y - host.h * 0.34, host.w * 0.5, host.h * 0.62, 0.0, host.z + 6)
    small = host.h * 0.4
    return Pose(host.x - host.w * 0.34 + nth * small * 0.62, host.y - host.h * 0.42, small * 0.714, small, 0.0, host.z + 1 + nth)
