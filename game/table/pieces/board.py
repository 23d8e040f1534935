"""The table itself: draws any scene, knows where everything is, and moves pieces from picture to picture.

It knows no game. A scene's zones become wells, its pieces cards, dice, pawns, tokens, flags and stones, its seats name
plates; whatever a new game puts into a scene appears without a line changed here.
Longer than most: what is drawn, what is met and what moves share where every piece lies.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from math import hypot
from typing import TYPE_CHECKING, Any

from msgspec import Struct
from msgspec.structs import replace

from game.kernel.cues import Telling
from game.kernel.ids import PieceId, Place, ZoneId, cell_place, piece_place, seat_place, zone_place
from game.kernel.scene import CardFace, Scene, ScenePiece, SceneZone
from game.table.canvas.board_colours import tint
from game.table.canvas.draw import Clip, Drawn, Made, Panel, Shadow, Still, Text, faded
from game.table.canvas.ring import focus_ring
from game.table.canvas.tween import Pose, Stage, landing, smooth, springing
from game.table.canvas.view import Rect, inset, inside
from game.table.pieces import attack_arrow, fan, kinds, plates, pointed, zones
from game.table.pieces import layout as layouts
from game.table.pieces.grid_view import GridView
from game.table.pieces.impacts import LASTS, Impacts
from game.table.pieces.layout import Layout
from game.table.pieces.lit import RAISED, Light, aside, lifted, raised, reached_for, standing_out
from game.table.pieces.neighbours import row_of
from game.table.pieces.rolls import Rolls
from game.table.pieces.row_names import looks
from game.table.pieces.undrawn import GAP, LABEL

if TYPE_CHECKING:
    from game.table.shell.app import App

MOVING = 400
HELD = 900


class Ghost(Struct):
    """A piece that has left the scene and is still on its way out."""

    piece: ScenePiece
    until: float


class Board:
    """A scene on the table, with everything that moves.

    `opened` is the pile whose cards lie side by side to be looked through (none: empty), `panel` what they lie on.
    """

    def __init__(self, app: App, face: Callable[[str], CardFace | None], drawn: Mapping[str, Rect] | None = None) -> None:
        self.app = app
        self.face = face
        self.drawn = drawn
        self.area: Rect = (0.0, 0.0, 1540.0, 1080.0)
        self.scene: Scene | None = None
        self.layout = Layout()
        self.stage = Stage()
        self.rolls = Rolls(app)
        self.impacts = Impacts(app)
        self.grids: dict[str, GridView] = {}
        self.opened: ZoneId = ""
        self.panel: Rect | None = None
        self.reached = False
        self.impact_lasts = LASTS
        self._ghosts: dict[PieceId, Ghost] = {}
        self._items: dict[PieceId, tuple[Any, list[Drawn]]] = {}
        self._ground: Still | None = None

    # --- showing

    def fit(self, area: Rect) -> None:
        """Lie in an area of the window; everything is laid out anew, nothing moves."""
        self.area = area
        self._ground = None
        self._items.clear()
        if self.scene is not None:
            self._lay(self.scene)
            self.stage = Stage()
            for key, pose in self.layout.poses.items():
                self.stage.put(key, pose)

    def show(self, scene: Scene, now: float, lasts: float = 0.0, telling: Telling | None = None) -> None:
        """Show a scene; pieces go to their new places in `lasts` seconds (0: they are there at once)."""
        before, old = self.scene, self.layout
        self.scene = scene
        if before is None or before.zones != scene.zones or before.seats != scene.seats:
            self._ground = None
        self._lay(scene)
        if before is None:
            for key, pose in self.layout.poses.items():
                self.stage.put(key, pose)
            return
        arriving = self._from(telling.origin if telling else None)
        fresh = 0
        for key, pose in self.layout.poses.items():
            if key not in before.pieces:
                fresh += 1
                start = arriving or self._origin(pose)
                self.stage.put(key, start)
                self.stage.aim(key, pose, now, lasts, delay=min(0.06 * fresh, 0.4) * (lasts > 0), ease=landing)
            elif self.stage.goals.get(key) != pose:
                moved = before.pieces[key].zone != scene.pieces[key].zone
                self.stage.aim(key, pose, now, lasts, arc=26.0 if moved else 0.0, ease=springing if moved else smooth)
        if lasts > 0:
            self.impacts.strike(before, scene, telling, old, self.layout, now, self.impact_lasts)
        leaving = self._from(telling.goal if telling else None)
        for key, piece in before.pieces.items():
            if key not in scene.pieces:
                self._let_out(key, piece, old, leaving, now, lasts)
        self.stage.keep_only([*self.layout.poses, *self._ghosts])

    def _let_out(self, key: PieceId, piece: ScenePiece, old: Layout, leaving: Pose | None, now: float, lasts: float) -> None:
        here = self.stage.pose(key, now) or old.poses.get(key)
        if here is None or lasts <= 0:
            self.stage.drop(key)
            return
        goal = leaving or here.moved(0, -30)
        self._ghosts[key] = Ghost(piece, now + lasts)
        self.stage.put(key, here)
        self.stage.aim(key, Pose(goal.x, goal.y, here.w * 0.8, here.h * 0.8, here.angle, here.z, 0.0), now, lasts)

    def _lay(self, scene: Scene) -> None:
        self.layout = layouts.laid_out(scene, self.area, self.drawn, self.app.settings.card_size / 100, reached=self.reached)
        for zone_id, zone in scene.zones.items():
            if zone.kind == "grid":
                grid = self.grids.get(zone_id)
                if grid is None:
                    grid = self.grids[zone_id] = GridView(self.app, zone_id)
                grid.fit(self.layout.zones[zone_id], zone, scene.viewer)
                grid.place(self.layout, scene)
        self.panel, lying = None, self._lying_in(self.opened)
        if len(lying) > 1:
            self.panel = layouts.laid_open(self.layout, self.layout.zones[self.opened], lying, self.area, self.app.settings.card_size / 100)
        else:
            self.opened = ""
        self.layout.looks = looks(self.app, scene, self.layout, self.face)

    def _lying_in(self, pile: ZoneId) -> list[ScenePiece]:
        scene = self.scene
        return [piece for piece in scene.pieces.values() if piece.zone == pile and piece.on is None] if scene is not None and pile else []

    def pile_of(self, place: Place) -> ZoneId:
        """Return the pile a piece lies in together with others, empty for any other place."""
        piece = self.scene.pieces.get(int(place[6:])) if self.scene is not None and place.startswith("piece/") else None
        if piece is None or self.scene is None or self.scene.zones.get(piece.zone, _NOWHERE).kind != "pile":
            return ""
        return piece.zone if len(self._lying_in(piece.zone)) > 1 else ""

    def covered(self, place: Place) -> ZoneId:
        """Return the pile in which a piece lies under or over others, so that it must be laid open first; empty for what can be met."""
        pile = self.pile_of(place)
        return pile if pile != self.opened else ""

    def open_pile(self, pile: ZoneId) -> None:
        """Lay the cards of a pile side by side, or put them back (an empty name)."""
        if pile == self.opened or self.scene is None:
            return
        self.opened = pile
        self._glide(self.scene)

    def reach(self, place: Place) -> None:
        """Let the own hand rise where one of its cards, or the hand itself, is reached for; another place lets it sink again."""
        scene = self.scene
        if scene is None:
            return
        kind, _, rest = place.partition("/")
        piece = scene.pieces.get(int(rest)) if kind == "piece" and rest.isdigit() else None
        zone = scene.zones.get(piece.zone if piece is not None else rest if kind == "zone" else "")
        reached = zone is not None and zone.kind == "hand" and zone.owner == scene.viewer
        if reached != self.reached:
            self.reached = reached
            self._glide(scene)

    def _glide(self, scene: Scene) -> None:
        """Lay everything anew and let what lies elsewhere go there quickly."""
        self._lay(scene)
        for key, pose in self.layout.poses.items():
            if self.stage.goals.get(key) != pose:
                self.stage.aim(key, pose, self.app.now, 0.0 if self.app.settings.reduced_motion else 0.16)

    def relay(self) -> None:
        """Place the pieces anew after a grid was zoomed or moved; what is on its way goes on beside it."""
        if self.scene is not None:
            corners = {zone: grid.laid_from for zone, grid in self.grids.items()}
            self._lay(self.scene)
            for zone, (x, y) in corners.items():
                left, top = self.grids[zone].laid_from
                self.impacts.go_along(zone, left - x, top - y)
            for key, pose in self.layout.poses.items():
                if self.stage.goals.get(key) != pose:
                    self.stage.shift(key, pose)

    def follow(self, zone: ZoneId, cell: int, lasts: float) -> None:
        """Bring a cell of a grid into view, in `lasts` seconds; one that is in view moves nothing."""
        if (grid := self.grids.get(zone)) is not None and grid.follow(cell, self.app.now, lasts):
            self.relay()

    def reveal(self, zone: ZoneId, cells: Iterable[int], lasts: float) -> None:
        """Bring the nearest of some cells of a grid into view to stay, in `lasts` seconds, where none of them is."""
        grid, known = self.grids.get(zone), list(cells)
        if grid is None or not known or any(map(grid.in_view, known)):
            return
        x, y = grid.rect[0] + grid.rect[2] / 2, grid.rect[1] + grid.rect[3] / 2
        nearest = min(known, key=lambda cell: hypot(grid.cell(cell)[0] - x, grid.cell(cell)[1] - y))
        if grid.follow(nearest, self.app.now, lasts, back=False):
            self.relay()

    def come_back(self, lasts: float) -> bool:
        """Show of each grid what was looked at before a cell was followed; tell whether one goes there."""
        coming = [grid.come_back(self.app.now, lasts) for grid in self.grids.values()]
        if any(coming):
            self.relay()
        return any(coming)

    def _from(self, place: Place | None) -> Pose | None:
        rect = self.rect_of(place) if place else None
        if rect is None:
            return None
        x, y, w, h = rect
        tall = min(h, 120.0)
        return Pose(x + w / 2, y + h / 2, tall * 0.714, tall, 0.0, 30, 0.4)

    def _origin(self, pose: Pose) -> Pose:
        """Return where a piece of unknown origin appears: slightly above its place, not yet solid."""
        return Pose(pose.x, pose.y - 46, pose.w * 1.12, pose.h * 1.12, pose.angle, pose.z, 0.0)

    def settle(self) -> None:
        """Bring everything to rest at once."""
        self.stage.settle()
        self._ghosts.clear()
        self.rolls.clear()
        self.impacts.clear()
        self.stage.keep_only(list(self.layout.poses))

    def moving(self, now: float) -> bool:
        """Tell whether anything moves or fades; forget what has left."""
        gone = [key for key, ghost in self._ghosts.items() if ghost.until <= now]
        for key in gone:
            del self._ghosts[key]
            self.stage.drop(key)
        gliding = [grid.glide(now) for grid in self.grids.values()]
        if any(gliding):
            self.relay()
        return any(gliding) | bool(self.stage.moving(now)) | self.rolls.moving(now) | self.impacts.moving(now) | bool(gone)

    # --- where things are

    def rect_of(self, place: Place | None) -> Rect | None:
        """Return the rectangle of a place, None when it is not on the table."""
        kind, _, rest = (place or "").partition("/")
        match kind:
            case "piece" if rest.isdigit():
                pose = self.layout.poses.get(int(rest))
                return pose.rect if pose else None
            case "zone":
                return self.layout.zones.get(rest)
            case "seat" if rest.isdigit():
                return self.layout.seats.get(int(rest))
            case "cell":
                zone, _, index = rest.rpartition("/")
                return self.layout.cell(zone, int(index)) if index.isdigit() else None
            case _:
                return None

    def in_sight(self, place: Place | None) -> Rect | None:
        """Return the part of a place on which no other card of a hand lies, None when it is not on the table."""
        rect, (kind, _, rest) = self.rect_of(place), (place or "").partition("/")
        seen = self.layout.seen.get(int(rest), 1.0) if kind == "piece" and rest.isdigit() else 1.0
        return (rect[0], rect[1], rect[2] * seen, rect[3]) if rect is not None else None

    def opening(self, place: Place) -> Rect | None:
        """Return where within a place another piece would lie: in the middle of one of the places of a row, or of the widest gap between the pieces of a row.

        None for a square of a map and any other place, for a row where none lies, and where no gap is half as wide as a piece.
        """
        kind, _, name = place.partition("/")
        scene = self.scene
        if kind == "cell" and not self.grids and (cell := self.rect_of(place)) is not None:
            x, y, wide, high = cell
            return x + wide / 3, y + high / 3, wide / 3, high / 3
        zone = self.layout.zones.get(name)
        if kind != "zone" or zone is None or scene is None or scene.zones[name].kind != "row":
            return None
        lying = sorted(
            self.layout.poses[key].rect for key, piece in scene.pieces.items() if piece.zone == name and key in self.layout.poses
        )
        x, y, wide, high = zone
        starts, ends = [x, *(rect[0] + rect[2] for rect in lying)], [*(rect[0] for rect in lying), x + wide]
        gap, left = max(((end - start, start) for start, end in zip(starts, ends, strict=True)), default=(0.0, x))
        if not lying or gap < lying[0][2] / 2:
            return None
        return left + gap / 4, y + high / 4, gap / 2, high / 2

    def lying(self, first: Iterable[Place] = ()) -> tuple[list[Rect], ...]:
        """Return what a box over the table leaves open where it can: some places first, then the pieces of whoever looks, those of others, and the plates."""
        if self.scene is None:
            return ()
        own, others = list[Rect](), list[Rect]()
        for piece in self.scene.pieces.values():
            pose = self.layout.poses.get(piece.id)
            if pose is not None:
                (own if piece.owner == self.scene.viewer else others).append(pose.rect)
        foremost = [rect for place in first if (rect := self.rect_of(place)) is not None]
        return foremost, own, others, list(self.layout.seats.values())

    def piles(self) -> list[Rect]:
        """Return where piles lie, empty ones too: at each it is counted how many cards are there."""
        return [self.layout.zones[key] for key, zone in self.scene.zones.items() if zone.kind == "pile"] if self.scene is not None else []

    def words_on(self) -> list[Rect]:
        """Return where it stands what zones are called, and what is said and counted at hands and piles."""
        told = zones.counts(self.app, self.scene, self.layout, self.area, self.face) if self.scene is not None else []
        words = [*self.titles(), *(item for item in told if isinstance(item, Text))]
        return [attack_arrow.title_box(self.app, each) for each in words]

    def neighbourhood(self, place: Place) -> Rect | None:
        """Return the row a place lies in, which a box beside the place should not cover; None where that is too much."""
        if self.scene is None or not place.startswith("piece/") or not place[6:].isdigit():
            return None
        piece = self.scene.pieces.get(int(place[6:]))
        return row_of(piece, self.scene, self.layout) if piece is not None else None

    def centre_of(self, place: Place) -> tuple[float, float] | None:
        """Return the point at which a place is best clicked: what is not covered by a neighbour."""
        rect = self.rect_of(place)
        if rect is None:
            return None
        x, y = rect[0] + rect[2] / 2, rect[1] + rect[3] / 2
        if place.startswith("piece/") and self.scene is not None:
            for dx, dy in ((0.0, 0.0), (-0.34, 0.0), (-0.34, -0.3), (-0.4, 0.3), (0.3, -0.3), (0.0, -0.42), (0.0, 0.42), (-0.44, -0.44)):
                px, py = x + dx * rect[2], y + dy * rect[3]
                if next(iter(self.places_at(px, py)), "") == place:
                    return px, py
        return x, y

    def places_at(self, x: float, y: float) -> list[Place]:
        """Return every place under a point, topmost first: pieces, then cells, zones and seats."""
        found: list[tuple[int, Place]] = []
        if self.scene is None:
            return []
        open_here = self.panel is not None and inside(self.panel, x, y)
        for key, piece in self.scene.pieces.items():
            if open_here and piece.zone != self.opened:
                continue
            pose = self.layout.poses.get(key)
            if pose is None or not pose.covers(x, y) or self._left_behind(piece, y):
                continue
            grid = self.grids.get(piece.zone)
            if grid is None or inside(grid.rect, x, y):
                found.append((pose.z, piece_place(key)))
        places = [place for _, place in sorted(found, key=lambda each: -each[0])]
        if open_here:
            return [*places, zone_place(self.opened)]
        for zone_id, rect in self.layout.zones.items():
            if not inside(rect, x, y):
                continue
            index = self._cell_at(zone_id, x, y)
            if index is not None:
                places.append(cell_place(zone_id, index))
        places += [zone_place(zone_id) for zone_id, rect in self._smallest_first() if inside(rect, x, y)]
        places += [seat_place(seat) for seat, rect in self.layout.seats.items() if inside(rect, x, y)]
        return places

    def _left_behind(self, piece: ScenePiece, y: float) -> bool:
        """Tell whether a height is above what is seen of a resting hand: a card that has risen covers what lies there only until the pointer goes there."""
        rect = self.layout.zones.get(piece.zone)
        return self.reached and rect is not None and y < rect[1] and self._in_hand(piece) and fan.rests(rect)

    def _smallest_first(self) -> list[tuple[str, Rect]]:
        return sorted(self.layout.zones.items(), key=lambda each: each[1][2] * each[1][3])

    def _cell_at(self, zone_id: str, x: float, y: float) -> int | None:
        grid = self.grids.get(zone_id)
        if grid is not None:
            return grid.cell_at(x, y)
        return next((index for index, cell in enumerate(self.layout.cells.get(zone_id, ())) if inside(inset(cell, -4), x, y)), None)

    def nearest(self, places: frozenset[Place], x: float, y: float, reach: float = 46.0) -> Place | None:
        """Return the nearest of some places within reach of a point: a drop need not be exact."""
        best, best_cost = None, reach
        open_here = self.panel is not None and inside(self.panel, x, y)
        for place in places:
            if open_here and self.pile_of(place) != self.opened:
                continue
            rect = self.rect_of(place)
            if rect is None:
                continue
            dx = max(rect[0] - x, 0.0, x - rect[0] - rect[2])
            dy = max(rect[1] - y, 0.0, y - rect[1] - rect[3])
            cost = max(dx, dy)
            if cost < best_cost:
                best, best_cost = place, cost
        return best

    # --- drawing

    def draw(self, light: Light) -> list[Drawn]:
        """Return everything on the table as it is now."""
        scene, now = self.scene, self.app.now
        if scene is None:
            return []
        listed: list[Drawn] = [self._still(scene)]
        listed += plates.plates(self.app, scene, self.layout, light.names, light.faces, thinking=light.thinking, wave=light.wave)
        listed += zones.counts(self.app, scene, self.layout, self.area, self.face, light.names)
        listed += self._zone_glow(light)
        listed += self._pile_glow(light)
        listed += self._panel(scene)
        for zone_id, grid in self.grids.items():
            if zone_id in scene.zones:
                listed.append(Clip(grid.rect, tuple(grid.ground(scene, light, self.face)), layer=2))
        in_grid: dict[str, list[Drawn]] = {zone: [] for zone in self.grids}
        for key, piece in scene.pieces.items():
            pose = self.stage.pose(key, now)
            if pose is None:
                continue
            held = light.held == piece_place(key)
            if held and light.held_at is not None:
                listed += self._held(piece, pose, light.held_at, light)
                continue
            items = self._piece(piece, self.impacts.posed(key, pose, now), light)
            target = in_grid.get(piece.zone)
            if target is None or key in self.stage.motions:
                listed += items
            else:
                target += items
        for key, ghost in self._ghosts.items():
            pose = self.stage.pose(key, now)
            if pose is not None:
                listed += kinds.drawn(self.app, scene, ghost.piece, pose, self.face, layer=MOVING)
        for zone_id, shown in in_grid.items():
            if zone_id in scene.zones:
                listed.append(Clip(self.grids[zone_id].rect, tuple(sorted(shown, key=_layer)), layer=3))
                listed += self.grids[zone_id].frame(scene, light)
        listed += attack_arrow.drawn(self.app, scene, self.stage, now, self._said_on, self.titles())
        listed += self._pointed(scene, light)
        listed += self._focus(light)
        listed += self.rolls.draw(scene, self.rect_of, now)
        return listed + self.impacts.draw(now)

    def _still(self, scene: Scene) -> Still:
        if self._ground is None:
            items = tuple(zones.ground(self.app, scene, self.layout, self.area))
            key = (self.app.theme.id, self.app.settings.high_contrast, self.app.settings.text_size, items)
            self._ground = Still(self.app.view.whole, key, items, opaque=True, layer=-10)
        return self._ground

    def titles(self) -> list[Text]:
        """Return what zones are called, as it stands on the table."""
        return [item for item in self._still(self.scene).items if isinstance(item, Text)] if self.scene is not None else []

    def _zone_glow(self, light: Light) -> list[Drawn]:
        listed: list[Drawn] = []
        theme = self.app.theme
        for place in () if light.held else light.sources:
            rect = self.rect_of(place) if place.startswith("zone/") else None
            if rect is not None:
                listed.append(Shadow(rect, faded(theme.colour("glow"), 0.3), 14, 16, layer=4))
                listed.append(Panel(rect, (0, 0, 0, 0), None, 12, faded(theme.colour("glow"), 0.85), 3, layer=4))
        for place in (*light.legal, *light.refused):
            if place.startswith("piece/"):
                continue
            rect = self.rect_of(place)
            if rect is None or (place.startswith("cell/") and place.split("/")[1] in self.grids):
                continue
            bright = place == light.hover
            if place in light.legal and place.split("/")[1] in self.grids:  # an edge alone: what stands there is what one looks at
                listed.append(Panel(rect, (0, 0, 0, 0), None, 12, tint(theme, "legal"), 6 if bright else 3, layer=4))
            elif place in light.legal:
                listed.append(Shadow(rect, faded(tint(theme, "legal"), 0.55 if bright else 0.3), 14, 22, layer=4))
                listed.append(Panel(rect, faded(tint(theme, "legal"), 0.2 if bright else 0.07), None, 12, tint(theme, "legal"), 3, layer=4))
            elif place == light.hover:
                listed.append(Panel(rect, (0, 0, 0, 60), None, 12, tint(theme, "refused"), 3, layer=4))
        return listed

    def _pile_glow(self, light: Light) -> list[Drawn]:
        """Return a light around each pile in which something lies that can be chosen and is covered."""
        theme, listed = self.app.theme, list[Drawn]()
        colour = tint(theme, "legal") if light.held else theme.colour("glow")
        for pile in sorted({self.covered(place) for place in (light.legal if light.held else light.sources)} - {""}):
            rect = self.layout.zones[pile]
            listed.append(Shadow(rect, faded(colour, 0.3), 14, 16, layer=4))
            listed.append(Panel(rect, (0, 0, 0, 0), None, 12, faded(colour, 0.85), 3, layer=4))
        return listed

    def _panel(self, scene: Scene) -> list[Drawn]:
        """Return what the cards of an opened pile lie on."""
        if self.panel is None:
            return []
        theme, layer = self.app.theme, layouts.OPEN
        x, y, wide, _ = self.panel
        zone = scene.zones[self.opened]
        return [
            Shadow(self.panel, (0, 0, 0, 210), 16, 34, layer=layer),
            Panel(self.panel, (*theme.colour("panel")[:3], 244), (*theme.colour("panel2")[:3], 244), 16, theme.colour("line"), 2.5, layer=layer),
            Text(
                (x + GAP, y + 6, wide - 2 * GAP, LABEL), f"{zone.label} · {zone.count}", self.app.size(22),
                theme.colour("title"), "bold", align="centre", valign="middle", layer=layer,
            ),
        ]  # fmt: skip

    def _piece(self, piece: ScenePiece, pose: Pose, light: Light) -> list[Drawn]:
        place = piece_place(piece.id)
        moving = piece.id in self.stage.motions
        lift = lifted(place, light)
        mood = (
            "held" if place == light.held
            else "legal-hot" if place in light.legal and place == light.hover
            else "legal" if place in light.legal
            else "refused-hot" if place in light.refused and place == light.hover
            else "dim" if place in light.refused
            else "about" if place in light.about
            else "source" if place in light.sources and not light.held
            else ""
        )  # fmt: skip
        tumble = self.rolls.tumbling(piece.id, self.app.now)
        front = lift or (self._in_hand(piece) and reached_for(place, light))
        look = "" if front else self.layout.looks.get(piece.id, "")
        key = (piece, pose, mood, lift, front, tumble, moving, look)
        kept = self._items.get(piece.id)
        if kept is not None and kept[0] == key:
            return kept[1]
        if lift and not tumble:
            pose = self._raised(piece, pose)
        elif mood in {"source", "about"} and place in light.sources and self._in_hand(piece):
            pose = standing_out(pose)
        elif front:
            pose = replace(pose, z=pose.z + RAISED)  # it stays where it lies, and no other card lies on it
        layer = MOVING + pose.z if moving else 10 + pose.z
        items = kinds.drawn(self.app, self.scene, piece, pose, self.face, mood=mood, tumble=tumble, layer=layer, look=look)
        self._items[piece.id] = (key, items)
        return items

    def _said_on(self, piece: ScenePiece, pose: Pose) -> list[list[Rect]]:
        """Return where the numbers of a piece stand and what it bears lies, and where its name stands."""
        look = "" if piece.id in self.stage.motions else self.layout.looks.get(piece.id, "")
        items = self._items.get(piece.id, ("", []))[1]
        borne = [
            item.rect
            for item in items
            if (isinstance(item, Made) and item.kind == "chip") or (isinstance(item, Panel) and item.rect[3] < pose.h * _LIT)
        ]
        on = kinds.said_on(self.app, piece, pose, self.face, look)
        return [[*on.numbers, *borne], [*on.name]]

    def named_on(self) -> list[Rect]:
        """Return where names stand on the pieces as they lie."""
        found = list[Rect]()
        for piece in self.scene.pieces.values() if self.scene is not None else ():
            pose = self.layout.poses.get(piece.id)
            if pose is not None:
                found += kinds.said_on(self.app, piece, pose, self.face, self.layout.looks.get(piece.id, "")).name
                found += [kinds.token_name(self.app, pose)] if piece.kind == "token" and piece.face else []
        return found

    def numbers_on(self) -> list[Rect]:
        """Return where the numbers of the pieces stand as they lie, and what they bear lies."""
        poses = self.layout.poses
        pieces = [piece for piece in self.scene.pieces.values() if piece.id in poses] if self.scene is not None else []
        return [rect for piece in pieces for rect in self._said_on(piece, poses[piece.id])[0]]

    def _pointed(self, scene: Scene, light: Light) -> list[Drawn]:
        """Return the name of what is reached for, where it can be read neither as it lies nor on its card, shown large."""
        place = light.focus or light.hover
        rect = self.drawn_at(place, light) if place not in {"", light.shown} and reached_for(place, light) else None
        if rect is None:
            return []
        piece = scene.pieces.get(int(place[6:])) if place.startswith("piece/") else None
        pose = self.stage.pose(piece.id, self.app.now) if piece is not None else None
        front = piece is not None and (lifted(place, light) or self._in_hand(piece))
        look = "" if front or piece is None else self.layout.looks.get(piece.id, "")
        if piece is not None and pose is not None and lifted(place, light):
            pose = self._raised(piece, pose)
        words = pointed.unread(self.app, scene, self.layout, place, pose, self.face, look)
        return pointed.tag(self.app, words, rect, self.area, [*self.layout.seats.values(), *self.named_on()]) if words else []

    def _raised(self, piece: ScenePiece, pose: Pose) -> Pose:
        """Return how a piece lies that rises; a card of a hand leaves open what is counted at a seat and on a pile."""
        if self.scene is None or not self._in_hand(piece):
            return raised(pose, in_hand=False)
        return aside(raised(pose, in_hand=True), pose, [*self.layout.seats.values(), *self.piles()])

    def _in_hand(self, piece: ScenePiece) -> bool:
        return self.scene is not None and self.scene.zones.get(piece.zone, _NOWHERE).kind == "hand"

    def _held(self, piece: ScenePiece, pose: Pose, at: tuple[float, float], light: Light) -> list[Drawn]:
        """Return the piece in the hand; small and beside the pointer where it would hide what it is held over."""
        grown = 1.08 if pose.h > 60 else 1.25
        grid = next((grid for grid in self.grids.values() if inside(grid.rect, *at)), None)
        other = self.scene.pieces.get(int(light.hover[6:])) if self.scene is not None and light.hover.startswith("piece/") else None
        pile = light.hover == zone_place(self.opened)
        hidden = pile or light.hover in light.legal | light.refused or (other is not None and other.zone != piece.zone)
        over = self.rect_of(light.hover) if hidden and light.hover != light.held else None
        x, y = at
        if grid is not None and piece.kind == "card" and pose.h > 2 * grid.side:
            grown, y = 2 * grid.side / pose.h, y - grid.side
            x += pose.w * grown
        elif over is not None and (piece.kind == "card" or light.hover.startswith("piece/")):
            grown = min(grown, over[3] / 2 / pose.h)
            x += pose.w * grown
        if x > at[0] and x + pose.w * grown / 2 > self.area[0] + self.area[2]:
            x = 2 * at[0] - x
        there = Pose(x, y, pose.w * grown, pose.h * grown, 0.0, 0)
        return kinds.drawn(self.app, self.scene, piece, there, self.face, mood="carried", layer=HELD)

    def _focus(self, light: Light) -> list[Drawn]:
        rect = self.drawn_at(light.focus, light) if light.focus else None
        return focus_ring(self.app.theme, rect, 8, layer=HELD - 1) if rect is not None else []

    def drawn_at(self, place: Place, light: Light) -> Rect | None:
        """Return where a place is drawn now: a piece as it moves and as it is raised, anything else where it lies."""
        piece = self.scene.pieces.get(int(place[6:])) if self.scene is not None and place.startswith("piece/") else None
        pose = self.stage.pose(piece.id, self.app.now) if piece is not None else None
        if piece is None or pose is None:
            return self.rect_of(place)
        raised = lifted(place, light) and not self.rolls.tumbling(piece.id, self.app.now)
        lying = self._raised(piece, pose) if raised else pose
        return lying.bounding if abs(lying.angle) == 90 else lying.rect  # one that is bent in a hand is hardly turned


_LIT = 0.5
"""How high the plates are at most that a piece bears, in parts of its height: a higher one is its light."""

_NOWHERE = SceneZone("", "row", "")


def _layer(item: Drawn) -> int:
    return item.layer
