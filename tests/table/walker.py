"""A hand that goes through a page: presses every control once, by mouse, and looks whether everything still fits its place.

It knows no page. What a press brings up over the page (a question, a list of options) is gone through in the same way.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterator
from dataclasses import dataclass, field

from shell_stage import Stage

from game.kernel.ids import piece_place, seat_place, zone_place
from game.table.canvas import icons
from game.table.canvas.draw import Clip, Drawn, Icon, Still, Text
from game.table.canvas.text import Laid
from game.table.canvas.view import Rect, inside
from game.table.pages.dialog import Dialog
from game.table.pages.rules import PageLink
from game.table.play.match import MatchScreen
from game.table.shell.page import Page
from game.table.shell.text_field import Entry
from game.table.shell.widgets import Choice, Scroll, Slider, Tile, Widget

SMALLEST_PIXELS = 10
"""No text is set smaller than so many pixels."""

LEAST_REACH = max(24 * 1920 / 1024, 28 * 1920 / 1280) - 0.01
"""No control is narrower or lower than so many logical units."""

SHRUNK_TO = 0.55
"""No text is set smaller than such a part of its size, that the player chose."""


class UnreachedError(Exception):
    """A control that no pointer can reach."""


_MANY = 4

Opening = Callable[[Stage], Page]
Way = Callable[[Stage, str], None]


def texts(items: list[Drawn], window: Rect | None = None) -> Iterator[tuple[Text, Rect | None]]:
    """Yield every text that is drawn, with the window through which it is seen."""
    for item in items:
        if isinstance(item, Text):
            yield item, window
        elif isinstance(item, Clip):
            yield from texts(list(item.items), item.rect)
        elif isinstance(item, Still):
            yield from texts(list(item.items), window)


def icons_of(items: list[Drawn]) -> Iterator[str]:
    """Yield the name of every sign that is drawn."""
    for item in items:
        if isinstance(item, Icon):
            yield item.name
        elif isinstance(item, Clip | Still):
            yield from icons_of(list(item.items))


def outside(stage: Stage, item: Text, window: Rect | None) -> str:
    """Return how a text leaves the window, or an empty string."""
    view = stage.app.view
    x, y, width, height = item.rect
    if x < -1 or x + width > view.width + 1:
        return "lies beside the window"
    if window is None and (y < -1 or y + height > view.height + 1):
        return "lies above or below the window"
    return ""


def set_in_its_box(stage: Stage, item: Text) -> tuple[Laid, int]:
    """Return a text as it is set, and the size it should have."""
    scale, (_, _, width, height) = stage.app.view.scale, item.rect
    wanted = round(item.size * scale)
    box = round(width * scale), round(height * scale)
    return stage.app.fonts.fit(item.words, item.face, wanted, *box, wrap=item.wrap, rich=item.rich, leading=item.leading), wanted


def cramped(stage: Stage, item: Text) -> str:
    """Return how a text does not fit its place, or an empty string."""
    if item.cut or not item.words.strip():
        return ""
    laid, wanted = set_in_its_box(stage, item)
    scale, (_, _, width, height) = stage.app.view.scale, item.rect
    if laid.size < min(wanted - 1, max(SMALLEST_PIXELS, int(wanted * SHRUNK_TO))):
        return f"shrinks from {wanted} to {laid.size} pixels"
    if laid.width > round(width * scale) + 1:
        return "is wider than its box"
    if laid.height > round(height * scale) + 1:
        return "is higher than its box"
    return ""


def apart(one: Rect, other: Rect) -> bool:
    """Tell whether two boxes have nothing in common."""
    return (
        one[0] + one[2] <= other[0] + 1
        or other[0] + other[2] <= one[0] + 1
        or one[1] + one[3] <= other[1] + 1
        or other[1] + other[3] <= one[1] + 1
    )


def within(one: Rect, other: Rect) -> bool:
    """Tell whether a box lies wholly inside another."""
    return (
        one[0] >= other[0] - 1
        and one[1] >= other[1] - 1
        and one[0] + one[2] <= other[0] + other[2] + 1
        and one[1] + one[3] <= other[1] + other[3] + 1
    )


def entangled(widgets: list[Widget]) -> Iterator[str]:
    """Yield which widgets lie over each other; only a small one that lies wholly on a tile may."""
    downwards = sorted(widgets, key=lambda widget: (widget.rect[1], -widget.rect[3]))
    for index, one in enumerate(downwards):
        for other in downwards[index + 1 :]:
            if other.rect[1] >= one.rect[1] + one.rect[3] - 1:
                break
            nested = (isinstance(one, Tile) and within(other.rect, one.rect)) or (isinstance(other, Tile) and within(one.rect, other.rect))
            if not nested and not apart(one.rect, other.rect):
                yield f"{one.key} lies over {other.key}"


def too_small(page: Page) -> Iterator[str]:
    """Yield which controls a hand hardly meets: less than 24 pixels wide or high at 1024 × 640, than 28 at 1280 × 720.

    A link in running words is as high as its line.
    """
    for widget in page.widgets():
        least = min(widget.rect[2:])
        if not isinstance(widget, Scroll | PageLink) and least < LEAST_REACH:
            yield f"{widget.key} is {least:.0f} units wide or high"


@dataclass
class Walker:
    """The hand, what it has found wrong, and what it has been through."""

    stage: Stage
    wrong: dict[str, None] = field(default_factory=dict)
    seen: set[tuple[str, ...]] = field(default_factory=set)
    pressed: int = 0
    held: int = 0
    _fine: set[object] = field(default_factory=set)

    def __post_init__(self) -> None:
        """Take the window's surface, so that a picture is painted once a page and not once a press."""
        self.surface, self.stage.app.surface = self.stage.app.surface, None
        self.usual = self.stage.app.settings

    @property
    def top(self) -> Page:
        assert isinstance(self.stage.top, Page)
        return self.stage.top

    def look(self, after: str) -> None:
        """See that everything on the screen lies where it should."""
        stage, page = self.stage, self.top
        where = f"{type(page).__name__}, {after}"
        drawn = stage.app.items()
        for item, window in texts(drawn):
            if window is not None and apart(item.rect, window):
                continue
            key = (item.words, item.face, item.size, item.wrap, item.rich, *item.rect, window)
            if key not in self._fine:
                fault = cramped(stage, item) or outside(stage, item, window)
                if fault:
                    self.wrong[f"{type(page).__name__}: {item.words!r} {fault}"] = None
                self._fine.add(key)
        for name in set(icons_of(drawn)):
            if name and not icons.known(name):
                self.wrong[f"{type(page).__name__}: there is no sign {name!r}"] = None
        for fault in too_small(page):
            self.wrong[f"{where}: {fault}"] = None
        loose = [part for part in page.parts if isinstance(part, Widget)]
        view = stage.app.view
        for widget in loose:
            if not within(widget.rect, view.whole):
                self.wrong[f"{where}: {widget.key} leaves the window"] = None
        for group in (loose, *(part.children() for part in loose if isinstance(part, Scroll))):
            for fault in entangled(group):
                self.wrong[f"{where}: {fault}"] = None

    def measure(self, name: str, opening: Opening) -> None:
        """Open a page and see that a hand can meet every control on it."""
        page = self._open(opening)
        self.wrong.update({f"{type(page).__name__}, {name}: {fault}": None for fault in too_small(page)})

    def see(self, name: str, opening: Opening) -> None:
        """Open a page and see that everything on it lies where it should."""
        self._open(opening)
        if isinstance(self.stage.top, Page):
            self.look(f"{name} opened")

    def go_through(self, name: str, opening: Opening, *, brief: bool = False) -> Page:
        """Open a page and press everything on it once; what a press reveals on the page is pressed too. Return the page.

        Of many controls of one kind that a press reveals, such as the lines of a growing deck, the first are pressed; a brief walk
        presses no more of any kind.
        """
        stage = self.stage
        page = opened = self._open(opening)
        self.look(f"{name} opened")
        stage.app.painter.paint(self.surface, stage.app.view, stage.app.items(), anew=True)
        there = set() if brief else {widget.key for widget in page.widgets()}
        done: set[str] = set()
        kinds: Counter[str] = Counter()
        while widget := next((widget for widget in page.widgets() if widget.key not in done), None):
            done.add(widget.key)
            kinds[kind(widget)] += 1
            if widget.key not in there and kinds[kind(widget)] > _MANY:
                continue
            for way in ways(widget, first=kinds[kind(widget)] == 1):
                if stage.top is not page or page.widget(widget.key) is None:
                    page = self._open(opening)
                    if page.widget(widget.key) is None:
                        break
                self._press(name, page, widget.key, way)
                self._over(name, opening, page, widget.key, way)
                stage.app.running = True
        return opened

    def _press(self, name: str, page: Page, key: str, way: Way) -> None:
        try:
            way(self.stage, key)
        except UnreachedError as fault:
            self.wrong[f"{type(page).__name__}, {name}: {fault}"] = None
        self.pressed += 1
        if isinstance(self.stage.top, Page):
            self.look(f"{name} after {key}")

    def handle_pieces(self, name: str, opening: Opening) -> None:
        """Look closer at everything on a table, pick up whatever can be, and hold it over where it may go and where not."""
        stage, screen = self.stage, self._open(opening)
        assert isinstance(screen, MatchScreen)
        scene = screen.view.scene
        places = [*map(piece_place, scene.pieces), *map(zone_place, scene.zones), *(seat_place(each.seat) for each in scene.seats)]
        for place in places:
            if (at := screen.view.board.centre_of(place)) is not None:
                stage.move(*at)
                stage.frame(0.7)
                self.look(f"{name}, a closer look at {place}")
        for source in screen.hand.grip.sources():
            if (at := screen.view.board.centre_of(source)) is None:
                continue
            before = screen.match.count
            stage.tap(*at)
            self.held += 1
            self.look(f"{name}, {source} clicked")
            self._hold_over_targets(name, screen, source)
            screen.hand.let_go()
            if stage.top is not screen or screen.match.count != before:
                screen = self._open(opening)

    def _hold_over_targets(self, name: str, screen: MatchScreen, source: str) -> None:
        """Hold what was picked up over two places where it may go, and over two where it is refused."""
        grip = screen.hand.grip
        open_to = grip.open_targets()
        refused = [target for target in grip.targets() if target not in open_to]
        for target in (*open_to[:2], *refused[:2]):
            if (at := screen.view.board.centre_of(target)) is not None:
                self.stage.move(*at)
                self.look(f"{name}, {source} held over {target}")

    def _over(self, name: str, opening: Opening, page: Page, key: str, way: Way) -> None:
        """Go through what a press has laid over the page, once for each kind of it."""
        over = self.stage.top
        if over is page or not isinstance(over, Page):
            return
        known = (type(page).__name__, type(over).__name__, over.title if isinstance(over, Dialog) else "")
        if not over.overlay or isinstance(over, MatchScreen) or known in self.seen:
            return
        self.seen.add(known)

        def again(stage: Stage) -> Page:
            opened = opening(stage)
            way(stage, key)
            if not isinstance(stage.top, Page):  # it asked about what was written there
                opened = self._open(opening)
                for widget in [each for each in opened.widgets() if isinstance(each, Entry)]:
                    write(stage, widget.key)
                way(stage, key)
            assert isinstance(stage.top, Page), f"{name}: {key} leads to {type(over).__name__} no more"
            return stage.top

        self.go_through(f"{name}, {key}", again)

    def _open(self, opening: Opening) -> Page:
        app = self.stage.app
        while app.screens:
            app.screens.pop().leave()
        app.running = True
        app.notices.clear()
        app.change(**{name: getattr(self.usual, name) for name in self.usual.__struct_fields__})
        return opening(self.stage)


def kind(widget: Widget) -> str:
    """Return what controls of one kind have in common, such as the tiles of all cards."""
    return f"{type(widget).__name__} {widget.key.split('-')[0]}"


def ways(widget: Widget, *, first: bool) -> list[Way]:
    """Return all that can be done to a control; a second click is tried on the first of a kind."""
    match widget:
        case Choice():
            return [at(0.01), at(0.99), at(0.5)]
        case Slider():
            return [at(0.05), at(0.6)]
        case Entry():
            return [write]
        case Tile() if widget.twice is not None and first:
            return [at(0.5), at(0.5, clicks=2)]
        case Scroll():
            return [turn, at(0.999)] if widget.height > widget.rect[3] + 1 else [turn]
        case _:
            return [at(0.5)]


def at(part: float, clicks: int = 1) -> Way:
    """Return a press at a part of a control's width, after scrolling it into view."""

    def press(stage: Stage, key: str) -> None:
        point = _reached(stage, key, part)
        if point is not None:
            stage.tap(*point, clicks=clicks)

    return press


def write(stage: Stage, key: str) -> None:
    """Type something long into a line."""
    at(0.5)(stage, key)
    stage.type("Wolfgang Amadeus 1234567890 von der Vogelweide zu Würzburg")


def turn(stage: Stage, key: str) -> None:
    """Turn the wheel over an area, down and up."""
    x, y, width, height = stage.rect(key)
    stage.move(x + width / 2, y + height / 2)
    stage.wheel(-9)
    stage.wheel(2)


def _reached(stage: Stage, key: str, part: float) -> tuple[float, float] | None:
    """Return a point of a control that the pointer can reach, None where it is covered by what lies over it."""
    page = stage.top
    for area in page.parts:
        if isinstance(area, Scroll):
            area.show(page, key)
    widget = page.widget(key)
    if widget is None:
        return None
    x, y, width, height = widget.rect
    for down in (0.5, 0.25, 0.75, 0.05, 0.95):
        point = x + width * part, y + height * down
        under = page.under(*point)
        if under is not None and under.key == key and inside(stage.app.view.whole, *point):
            return point
    raise UnreachedError(f"{key} cannot be reached by the pointer")
