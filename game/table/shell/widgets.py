"""The things on a page that hands use: buttons, tiles, toggles, sliders, choices, entries and scrolled areas.

A widget is a plain value made anew for every drawing; what it does is a function it was given. All of one look: soft
shadows, gold hairlines, headings in the world's display face. Everything works by mouse and by keyboard. Longer than most: each kind is small, and they share their look.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any, ClassVar, NamedTuple, Protocol

from game.table.canvas.draw import Clip, Colour, Drawn, Icon, Panel, Shadow, Text, faded, mixed
from game.table.canvas.ring import focus_ring
from game.table.canvas.view import REACH, Event, Rect, inset, inside, shifted

if TYPE_CHECKING:
    from game.table.shell.app import App

BODY, SMALL, HEAD, TITLE = 26, 22, 34, 60
"""Text sizes in logical units, before the player's setting."""

NOTE = 0.66
"""How large what stands below the label of a button is set, as a part of the label's size."""

PRESS = frozenset({"return", "space", "enter", "keypad enter"})
_WHITE = (255, 255, 255, 255)


class Look(NamedTuple):
    """How a widget is at this moment: under the pointer, ringed by the keyboard, focused, pressed; and whether its ground is bright."""

    app: App
    memory: dict[str, Any]
    hover: bool = False
    ring: bool = False
    focus: bool = False
    pressed: bool = False
    bright: bool = False

    def colour(self, word: str) -> Colour:
        """Return a colour of the theme; on a bright ground quiet words are as strong as others."""
        return self.app.theme.colour("text" if self.bright and word == "soft" else word)


class Holder(Protocol):
    """The page that holds a widget, as far as the widget needs it."""

    app: App
    memory: dict[str, Any]

    def stale(self) -> None:
        """Have the page built again."""
        ...

    def list_options(self, below: Rect, options: Sequence[tuple[str, str]], value: str, on: Callable[[str], None]) -> None:
        """Open a menu of options below a rectangle."""
        ...


def ring(look: Look, rect: Rect, radius: float) -> list[Drawn]:
    """Return the ring around what has the keyboard's focus."""
    if not look.ring:
        return []
    return focus_ring(look.app.theme, rect, radius)


@dataclass(slots=True, kw_only=True)
class Widget:
    """Something on a page that hands can use; `hint` is shown when the pointer rests on it.

    `name` is what it is called where that stands beside it, or is only a picture: for the voice, and `under` how far above it those words begin where they
    have a line of their own. `other` is what the other mouse button does, and `why` what is said to whoever presses it while it cannot be used.
    """

    focusable: ClassVar[bool] = True
    writes: ClassVar[bool] = False
    key: str
    rect: Rect
    hint: str = ""
    name: str = ""
    under: float = 0.0
    enabled: bool = True
    why: str = ""
    other: Callable[[], None] | None = None

    def draw(self, look: Look) -> list[Drawn]:  # noqa: ARG002
        """Return how it looks."""
        return []

    def reached_from(self, key: str) -> bool:
        """Tell whether the keyboard comes to it from the one with that key: to what can be used, and it starts even from what no longer can."""
        return self.focusable and (self.enabled or self.key == key)

    def reached(self, page: Holder) -> None:
        """Be come to, by the keyboard or by a press: nothing, for most."""

    def press(self, page: Holder, event: Event) -> None:
        """Take the pointer going down on it."""

    def drag(self, page: Holder, event: Event) -> None:
        """Take the pointer moving while it is pressed."""

    def release(self, page: Holder, event: Event, *, within: bool) -> None:
        """Take the pointer going up again."""

    def wheel(self, page: Holder, event: Event) -> bool:  # noqa: ARG002
        """Take the wheel; return True when it was used."""
        return False

    def typed(self, page: Holder, event: Event) -> bool:  # noqa: ARG002
        """Take a key or a text while focused; return True when it was used."""
        return False


@dataclass(slots=True, kw_only=True)
class Pressable(Widget):
    """A widget that does one thing when pressed."""

    on: Callable[[], None] = field(default=lambda: None)
    cue: str = "press"

    def release(self, page: Holder, event: Event, *, within: bool) -> None:  # noqa: ARG002
        """Do it when the pointer goes up inside."""
        if within and self.enabled:
            page.app.cue(self.cue)
            self.on()

    def typed(self, page: Holder, event: Event) -> bool:
        """Do it on Enter or Space."""
        if event.kind == "key" and event.key in PRESS:
            page.app.cue(self.cue)
            self.on()
            return True
        return event.kind == "text" and event.text == " "


@dataclass(slots=True, kw_only=True)
class Button(Pressable):
    """A button; `style` is plain, main (the one to press), quiet (no body until touched), tab or danger. `note` stands small below the label, `digit` before it: the key that presses it."""

    label: str = ""
    icon: str = ""
    style: str = "plain"
    selected: bool = False
    face: str = "bold"
    size: float = BODY
    align: str = "centre"
    note: str = ""
    digit: str = ""

    def draw(self, look: Look) -> list[Drawn]:
        """Return the button's body, label and ring."""
        rect = shifted(self.rect, 0, 2) if look.pressed else self.rect
        radius = min(16.0, rect[3] / 2)
        listed: list[Drawn] = []
        top, bottom, edge, ink = self._colours(look)
        if top[3] and self.enabled and not look.pressed and self.style != "tab":
            listed.append(Shadow(shifted(rect, 0, 4), faded(look.colour("shade"), 0.7), radius, 12))
        if look.hover and self.enabled and self.style != "quiet":
            listed.append(Shadow(rect, faded(look.colour("glow"), 0.35), radius, 16))
        if top[3] or edge[3]:
            listed.append(Panel(rect, top, bottom, radius, edge, 2))
        listed += self._content(look, rect, ink)
        return listed + ring(look, rect, radius)

    def _colours(self, look: Look) -> tuple[Colour, Colour, Colour, Colour]:
        lift = 0.14 if look.hover and self.enabled else 0.0
        line, text = look.colour("line"), look.app.theme.on(mixed(look.colour("button"), look.colour("button2"), 0.5))
        if self.style == "main":
            top, bottom, edge = look.colour("accent"), look.colour("accent2"), look.colour("glow")
            ink = look.app.theme.on(mixed(top, bottom, 0.4))
        elif self.style == "danger":
            top, bottom, edge, ink = (
                mixed(look.colour("button"), look.colour("bad"), 0.35),
                look.colour("button2"),
                look.colour("bad"),
                text,
            )
        elif self.style == "quiet":
            body = faded(look.colour("button"), 0.75 if look.hover and self.enabled else 0.0)
            top, bottom, edge, ink = body, body, faded(line, 0.6 if look.hover else 0.0), text if look.hover else look.colour("text")
        elif self.style == "tab":
            body = look.colour("button") if self.selected else faded(look.colour("button"), 0.35)
            top, bottom, edge = body, look.colour("button2") if self.selected else body, line if self.selected else faded(line, 0.35)
            ink = text if self.selected else look.colour("text")
        else:
            top, bottom, edge, ink = look.colour("button"), look.colour("button2"), faded(line, 0.75), text
            if self.selected:
                top, edge = mixed(top, look.colour("accent"), 0.25), look.colour("accent")
        if not self.enabled:
            if self.label:
                return self._dimmed(look, (top, bottom, edge, ink))
            return faded(top, 0.35), faded(bottom, 0.35), faded(edge, 0.35), faded(ink, 0.45)
        if top[3]:
            top, bottom = mixed(top, (*_WHITE[:3], top[3]), lift), mixed(bottom, (*_WHITE[:3], bottom[3]), lift)
        return top, bottom, edge, ink

    def _dimmed(self, look: Look, colours: tuple[Colour, Colour, Colour, Colour]) -> tuple[Colour, Colour, Colour, Colour]:
        """Return the colours where it has words and cannot be pressed: near to those of a panel, its words as far dimmed as they can still be read."""
        top, bottom, edge, _ = colours
        panel = look.colour("panel")
        if not top[3]:
            return top, bottom, faded(edge, 0.35), look.app.theme.dimmed(look.colour("text"), panel, look.colour("panel2"))
        body = mixed(panel, (*mixed(top, bottom, 0.5)[:3], 255), 0.35)
        return body, body, faded(edge, 0.35), look.app.theme.dimmed(look.app.theme.on(body), body)

    def _content(self, look: Look, rect: Rect, ink: Colour) -> list[Drawn]:
        size = look.app.size(self.size)
        pad = min(20.0, rect[3] * 0.3, rect[2] * 0.2)
        x, y, width, height = inset(rect, pad, 4)
        listed: list[Drawn] = []
        if self.icon:
            side = min(height - 8, size * 1.25)
            if not self.label:
                side = min(rect[2], rect[3]) * 0.56
                return [Icon((rect[0] + (rect[2] - side) / 2, rect[1] + (rect[3] - side) / 2, side, side), self.icon, ink)]
            wide = min(look.app.measure(self.label, self.face, size), width - side - 12)
            left = x + (max(0.0, width - wide - side - 12) / 2 if self.align == "centre" else 0)
            listed.append(Icon((left, rect[1] + (rect[3] - side) / 2, side, side), self.icon, ink))
            label: Rect = (left + side + 12, y, x + width - left - side - 12, height)
            return [*listed, Text(label, self.label, size, ink, self.face, valign="middle")]
        if self.digit:
            listed.append(Text((x, y, size, height), self.digit, size, ink, "digits", valign="middle"))
            x, width = x + size, width - size
        if self.note:
            more = note_height(look.app, self.note, self.size, rect[2])
            foot = (height - more) * 0.44 + more
            upper, lower = (x, y, width, (height - more) * 0.6), (x, y + height - foot, width, foot)
            return [
                *listed,
                Text(upper, self.label, size, ink, self.face, align=self.align, valign="middle"),
                Text(lower, self.note, size * NOTE, ink, align=self.align, valign="middle", wrap=more > 0),
            ]
        two_lines = look.app.measure(self.label, self.face, size) > width and height > size * 2.1
        return [*listed, Text((x, y, width, height), self.label, size, ink, self.face, align=self.align, valign="middle", wrap=two_lines)]


def note_height(app: App, note: str, size: float, width: float) -> float:
    """Return how much higher than usual a button of that width is to be for a note that takes more than one line, in logical units."""
    size, room = app.size(size) * NOTE, width - 40
    return app.height(note, "text", size, room) - app.height("", "text", size) if app.measure(note, "text", size) > room else 0.0


@dataclass(slots=True, kw_only=True)
class Tile(Pressable):
    """A place that can be pressed and shows anything: `paint(look)` returns its items. `twice` is what a double click or Enter does."""

    paint: Callable[[Look], list[Drawn]] = field(default=lambda _look: [])
    twice: Callable[[], None] | None = None
    selected: bool = False
    radius: float = 14.0
    plain: bool = False

    def release(self, page: Holder, event: Event, *, within: bool) -> None:
        """Press it; a second press in a short while does more."""
        if within and self.enabled:
            page.app.cue(self.cue)
            if self.twice is not None and event.clicks >= 2:
                self.twice()
            else:
                self.on()

    def draw(self, look: Look) -> list[Drawn]:
        """Return the tile's body (unless plain), what it shows, and the ring."""
        listed: list[Drawn] = []
        if not self.plain:
            line = look.colour("line")
            if self.selected:
                body, edge = mixed(look.colour("button"), look.colour("accent"), 0.18), look.colour("accent")
            else:
                body, edge = faded(look.colour("button"), 0.8 if look.hover else 0.4), faded(line, 0.8 if look.hover else 0.25)
            listed.append(Panel(self.rect, body, faded(body, 0.85), self.radius, edge, 2))
        return [*listed, *self.paint(look._replace(bright=self.selected and not self.plain)), *ring(look, self.rect, self.radius)]


@dataclass(slots=True, kw_only=True)
class Toggle(Pressable):
    """A switch with its label."""

    label: str = ""
    value: bool = False
    cue: str = "toggle"

    def draw(self, look: Look) -> list[Drawn]:
        """Return label and switch; the knob's place and a sign both say which way it is."""
        x, y, width, height = self.rect
        size = look.app.size(BODY)
        high = min(height, max(REACH, size * 1.35))
        wide = high * 1.9
        box: Rect = (x + width - wide, y + (height - high) / 2, wide, high)
        on = look.colour("accent") if self.value else faded(look.colour("button"), 0.9)
        knob: Rect = (box[0] + (wide - high if self.value else 0) + 4, box[1] + 4, high - 8, high - 8)
        sign = "check" if self.value else "close"
        ink = look.app.theme.on(on if self.value else mixed(look.colour("panel"), look.colour("button"), 0.9))
        return [
            Text((x, y, width - wide - 20, height), self.label, size, look.colour("text"), valign="middle", wrap=True),
            Panel(
                box,
                on,
                mixed(on, (0, 0, 0, on[3]), 0.3),
                high / 2,
                look.colour("line") if look.hover else faded(look.colour("line"), 0.6),
                2,
            ),
            Icon((box[0] + (8 if self.value else wide - high + 4), box[1] + 8, high - 16, high - 16), sign, ink),
            Shadow(shifted(knob, 0, 2), (0, 0, 0, 110), high / 2, 8),
            Panel(knob, look.colour("paper"), mixed(look.colour("paper"), (0, 0, 0, 255), 0.25), (high - 8) / 2),
            *ring(look, box, high / 2),
        ]


@dataclass(slots=True, kw_only=True)
class Slider(Widget):
    """A number between two others; `words` shows it.

    While it is held it goes by where it was pressed: what it sets may lay the page out anew under the pointer.
    """

    value: float = 0.0
    low: float = 0.0
    high: float = 100.0
    step: float = 5.0
    on: Callable[[float], None] = field(default=lambda _value: None)
    words: str = ""

    def _set(self, page: Holder, value: float) -> None:
        value = min(self.high, max(self.low, self.low + round((value - self.low) / self.step) * self.step))
        if value != self.value:
            page.app.cue("tick")
            self.on(value)

    def _track(self, app: App) -> Rect:
        room = app.size(100) if self.words else 0
        return (self.rect[0] + 16, self.rect[1], self.rect[2] - 32 - room, self.rect[3])

    def press(self, page: Holder, event: Event) -> None:
        """Go where the pointer is, and be held there."""
        page.memory[f"{self.key}.held"] = self._track(page.app)
        self.drag(page, event)

    def drag(self, page: Holder, event: Event) -> None:
        """Follow the pointer along the groove as it lay when it was pressed."""
        left, _, width, _ = page.memory.get(f"{self.key}.held") or self._track(page.app)
        self._set(page, self.low + (event.x - left) / width * (self.high - self.low))

    def release(self, page: Holder, event: Event, *, within: bool) -> None:  # noqa: ARG002
        """Be let go of."""
        page.memory.pop(f"{self.key}.held", None)

    def typed(self, page: Holder, event: Event) -> bool:
        """Move with the arrows, and to the ends with Home and End."""
        if event.kind != "key":
            return False
        steps = {"left": self.value - self.step, "right": self.value + self.step, "home": self.low, "end": self.high}
        if event.key not in steps:
            return False
        self._set(page, steps[event.key])
        return True

    def draw(self, look: Look) -> list[Drawn]:
        """Return the groove, the part filled, the knob and the number."""
        x, y, width, height = self._track(look.app)
        middle = y + height / 2
        part = (self.value - self.low) / max(1e-9, self.high - self.low)
        knob: Rect = (x + width * part - 15, middle - 15, 30, 30)
        listed: list[Drawn] = [
            Panel((x, middle - 5, width, 10), look.colour("groove"), None, 5, faded(look.colour("line"), 0.5), 1.5),
            Panel((x, middle - 5, max(10, width * part), 10), look.colour("accent"), look.colour("accent2"), 5),
            Shadow(shifted(knob, 0, 3), (0, 0, 0, 140), 15, 8),
            Panel(knob, look.colour("title"), look.colour("accent"), 15, look.colour("accent2"), 2),
        ]
        if look.hover or look.pressed:
            listed.insert(2, Shadow(knob, faded(look.colour("glow"), 0.6), 15, 14))
        if self.words:
            box: Rect = (x + width + 16, y, self.rect[0] + self.rect[2] - x - width - 16, height)
            listed.append(Text(box, self.words, look.app.size(BODY), look.colour("title"), "bold", align="right", valign="middle"))
        return [*listed, *ring(look, knob, 15)]


@dataclass(slots=True, kw_only=True)
class Choice(Widget):
    """One of several: the arrows at its ends step through, a press in the middle opens them all."""

    options: Sequence[tuple[str, str]] = ()
    value: str = ""
    on: Callable[[str], None] = field(default=lambda _value: None)

    def _index(self) -> int:
        return next((index for index, (value, _) in enumerate(self.options) if value == self.value), 0)

    def step(self, page: Holder, by: int) -> None:
        """Go to the next or the one before, around the ends."""
        if len(self.options) > 1:
            page.app.cue("tick")
            self.on(self.options[(self._index() + by) % len(self.options)][0])

    def release(self, page: Holder, event: Event, *, within: bool) -> None:
        """Step at the ends, open in the middle."""
        if not within or not self.enabled:
            return
        x, _, width, height = self.rect
        if event.x < x + height:
            self.step(page, -1)
        elif event.x > x + width - height or len(self.options) <= 2:
            self.step(page, 1)
        else:
            self.open(page)

    def open(self, page: Holder) -> None:
        """Show all options to pick one."""
        page.list_options(self.rect, self.options, self.value, self.on)

    def typed(self, page: Holder, event: Event) -> bool:
        """Step with left and right, open with Enter."""
        if event.kind != "key":
            return event.text == " "
        if event.key in {"left", "right"}:
            self.step(page, -1 if event.key == "left" else 1)
            return True
        if event.key in PRESS:
            if len(self.options) <= 2:
                self.step(page, 1)
            else:
                self.open(page)
            return True
        return False

    def draw(self, look: Look) -> list[Drawn]:
        """Return the groove with the value between two arrows."""
        x, y, width, height = self.rect
        line = look.colour("line")
        label = self.options[self._index()][1] if self.options else "–"
        side = height * 0.36
        ink = look.colour("accent") if len(self.options) > 1 and self.enabled else faded(look.colour("soft"), 0.4)
        gap = (height - side) / 2
        return [
            Panel(self.rect, look.colour("groove"), None, height / 2, line if look.hover else faded(line, 0.55), 2),
            Icon((x + gap, y + gap, side, side), "left", ink),
            Icon((x + width - gap - side, y + gap, side, side), "right", ink),
            Text(
                (x + height * 0.9, y + 2, width - height * 1.8, height - 4), label, look.app.size(BODY),
                look.colour("text") if self.enabled else look.app.theme.dimmed(look.colour("text"), look.colour("groove")), "bold", align="centre", valign="middle",
                cut=True,
            ),
            *ring(look, self.rect, height / 2),
        ]  # fmt: skip


@dataclass(slots=True, kw_only=True)
class Scroll(Widget):
    """A window on something higher than itself. Its parts are given where they would be unscrolled, in page units.

    `height` is the height of all of it; the offset is remembered in the page under the key.
    """

    focusable: ClassVar[bool] = False
    parts: Sequence[Any] = ()
    height: float = 0.0
    offset: float = 0.0

    def __post_init__(self) -> None:
        self.offset = max(0.0, min(self.offset, self.height - self.rect[3]))

    def children(self) -> list[Widget]:
        """Return the widgets inside, where they are now."""
        return [part for part in self.parts if isinstance(part, Widget)]

    def draw(self, look: Look) -> list[Drawn]:
        """Return the parts seen through the window; a page draws it with `draw_with`."""
        return self.draw_with(lambda _widget: look)

    def draw_with(self, look_of: Callable[[Widget], Look]) -> list[Drawn]:
        """Return the parts seen through the window, each with its own look, and the bar."""
        top, bottom = self.rect[1] - 60, self.rect[1] + self.rect[3] + 60
        listed: list[Drawn] = []
        for part in self.parts:
            if isinstance(part, Widget):
                if part.rect[1] + part.rect[3] >= top and part.rect[1] <= bottom:
                    listed += part.draw(look_of(part))
            else:
                listed.append(part)
        look = look_of(self)
        out: list[Drawn] = [Clip(self.rect, tuple(listed))]
        if self.height > self.rect[3] + 1:
            out += self._bar(look)
        return out

    def _bar(self, look: Look) -> list[Drawn]:
        x, y, width, height = self.rect
        part = height / self.height
        groove: Rect = (x + width - 10, y, 10, height)
        length = max(48.0, height * part)
        place = (height - length) * self.offset / max(1.0, self.height - height)
        colour = look.colour("accent" if look.hover or look.pressed else "line")
        return [Panel(groove, look.colour("groove"), None, 5), Panel((x + width - 10, y + place, 10, length), faded(colour, 0.85), None, 5)]

    def scroll_to(self, page: Holder, offset: float) -> None:
        """Move what is seen."""
        page.memory[self.key] = max(0.0, min(offset, self.height - self.rect[3]))
        page.stale()

    def wheel(self, page: Holder, event: Event) -> bool:
        """Scroll three lines a notch."""
        self.scroll_to(page, self.offset - event.dy * page.app.size(90))
        return True

    def page(self, page: Holder, by: int) -> bool:
        """Scroll by almost a whole window."""
        self.scroll_to(page, self.offset + by * self.rect[3] * 0.85)
        return True

    def press(self, page: Holder, event: Event) -> None:
        """Go where the bar is pressed."""
        if event.x >= self.rect[0] + self.rect[2] - REACH:
            self.drag(page, event)

    def drag(self, page: Holder, event: Event) -> None:
        """Follow the pointer along the bar."""
        if event.x >= self.rect[0] + self.rect[2] - 120:
            part = (event.y - self.rect[1]) / self.rect[3]
            self.scroll_to(page, part * self.height - self.rect[3] / 2)

    def show(self, page: Holder, key: str) -> None:
        """Scroll so that the child of a key is in view, with the heading and the words right above it."""
        child = next((child for child in self.children() if child.key == key), None)
        if child is None:
            return
        x, y, width, height = child.rect
        before = [
            each.rect[1] + each.rect[3]
            for each in self.children()
            if each.rect[1] + each.rect[3] <= y and each.rect[0] < x + width and x < each.rect[0] + each.rect[2]
        ]
        above = max(before, default=self.rect[1] - self.offset)
        top, bottom = y - 16, y + height + 16
        if bottom - above < self.rect[3] / 2:
            top = min(top, above)
        if top < self.rect[1]:
            self.scroll_to(page, self.offset - (self.rect[1] - top))
        elif bottom > self.rect[1] + self.rect[3]:
            self.scroll_to(page, self.offset + bottom - self.rect[1] - self.rect[3])


def hit(widget: Widget, x: float, y: float) -> bool:
    """Tell whether a point lies on a widget."""
    return inside(widget.rect, x, y)
