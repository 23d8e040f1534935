"""A screen made of widgets: it knows what the pointer is over, what has the focus, and what is being pressed.

A page's `build()` returns plain drawn items and widgets, in the order they lie over each other and in which Tab walks
them. It is called whenever something may have changed, so it only has to say how things are now; what must be
remembered lives in the page, or under the widget's key in `memory` (scroll offsets, the caret of an entry).
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from functools import partial
from math import inf
from typing import Any, TypeAlias

from msgspec.structs import replace

from game.table.canvas.draw import Colour, Drawn, Panel, Shadow, Text
from game.table.canvas.view import Event, Rect, inset, inside, overlap
from game.table.shell import focus
from game.table.shell.app import Screen
from game.table.shell.notices import left_open
from game.table.shell.speech import joined, texts
from game.table.shell.widget_words import hint_words, widget_words
from game.table.shell.widgets import BODY, Button, Look, Scroll, Widget

Part: TypeAlias = Drawn | Widget

_HINT_AFTER = 0.45
_OVER = 900
_APART = 3.0
"""How far a hint keeps from what it would cover."""

_WALKS = frozenset({"tab", "home", "end", *focus.DIRECTIONS})

CALM = 0.3
"""Seconds without a press after which the next one is meant for what is there now."""


class Page(Screen):
    """A screen of widgets. Subclasses write `build`, and `key` for keys of their own."""

    first_focus = resting = ""  # what has the focus at the beginning, and after a press beside everything
    lift = 0
    """How many layers higher everything of the page lies: for pages over a table of their own."""

    dead = 0.0
    """For so many seconds, once it is seen, it takes no press: one that comes by itself spares whoever meant what was there before.

    Nor does it as long as presses follow each other faster than `CALM`, nor any that came while it was drawn for the first time.
    """

    def __init__(self) -> None:
        self.opened_at = -inf
        self._wakes = inf
        self._seen = False
        self.memory: dict[str, Any] = {}
        self._spent = False
        self.focus = self.first_focus
        self.hover = ""
        self.pressed = ""
        self.by_keyboard = False
        self.hover_since = 0.0
        self._parts: Sequence[Part] | None = None
        self._stood: Rect | None = None

    # --- for subclasses

    def build(self) -> Sequence[Part]:
        """Return everything on the page as it is now."""
        return ()

    def key(self, event: Event) -> bool:  # noqa: ARG002
        """Take a key that no widget wanted; return True when it was used."""
        return False

    def escape(self) -> None:
        """Do what Esc does: go back."""
        self.app.cue("back")
        self.app.pop()

    def colour(self, word: str) -> Colour:
        """Return a colour of the theme."""
        return self.app.theme.colour(word)

    def size(self, units: float) -> float:
        """Return a text size with the player's setting."""
        return self.app.size(units)

    # --- parts

    @property
    def writing(self) -> bool:
        """Tell whether a line of text has the focus."""
        focused = self.widget(self.focus) if self.focus else None
        return focused is not None and focused.writes

    @property
    def parts(self) -> Sequence[Part]:
        """Return the parts, built again after every change."""
        if self._parts is None:
            self._parts = self.build()
            past = {
                part.key: part.offset for part in self._parts if isinstance(part, Scroll) and self.memory.get(part.key, 0) > part.offset
            }
            if past:  # what has become shorter was laid as if it were scrolled beyond its end
                self.memory |= past
                self._parts = self.build()
            if self.hover:
                self._hovers(*self.app.pointer)  # what was there may have gone elsewhere from under it
        return self._parts

    def stale(self) -> None:
        """Have the page built again."""
        self._parts = None
        self.app.touch()

    def layout(self) -> None:
        """Build again for the new window or settings."""
        self._parts = None

    def enter(self) -> None:
        """Build again: what lies below may have changed what is shown; the focus is seen where a key led here, not where one only put away what lay over it."""
        self._parts = None
        self.hover = self.pressed = ""
        if self.opened_at == -inf:
            self.opened_at = self.app.now
            self.by_keyboard = self.by_keyboard or self.app.by_keyboard

    @property
    def awake(self) -> bool:
        """Tell whether it takes a press: it was seen long enough."""
        return not self.dead or (self._seen and self.app.now >= self._wakes)

    def widgets(self) -> list[Widget]:
        """Return every widget, those in scrolled areas too, in Tab order."""
        found: list[Widget] = []
        for part in self.parts:
            if isinstance(part, Widget):
                found.append(part)
                if isinstance(part, Scroll):
                    found += part.children()
        return found

    def widget(self, key: str) -> Widget | None:
        """Return a widget by its key."""
        return next((widget for widget in self.widgets() if widget.key == key), None)

    def under(self, x: float, y: float) -> Widget | None:
        """Return the topmost widget at a point."""
        for part in reversed(self.parts):
            if isinstance(part, Scroll) and inside(part.rect, x, y):
                return next((child for child in reversed(part.children()) if inside(child.rect, x, y)), part)
            if isinstance(part, Widget) and not isinstance(part, Scroll) and inside(part.rect, x, y):
                return part
        return None

    def look(self, widget: Widget) -> Look:
        """Return how a widget looks at this moment: under another page nothing is pointed at."""
        focused, hover = self.focus == widget.key, self.hover == widget.key and self.app.top is self
        return Look(self.app, self.memory, hover, focused and self.by_keyboard, focused, self.pressed == widget.key)

    def draw(self) -> list[Drawn]:
        """Return the page's items, with the focus ring and the hint."""
        self._wakes = min(self._wakes, self.app.now + self.dead)
        listed: list[Drawn] = []
        for part in self.parts:
            if isinstance(part, Scroll):
                listed += part.draw_with(self.look)
            elif isinstance(part, Widget):
                listed += part.draw(self.look(part))
            else:
                listed.append(part)
        listed += self._hint()
        return [replace(item, layer=item.layer + self.lift) for item in listed] if self.lift else listed

    def tick(self) -> bool:
        """Show a hint when the pointer has rested."""
        self._seen = self._wakes < inf
        waiting = bool(self.hover) and self.hover_since < inf and not self.memory.get("hinted") and self._hint_words() != ""
        if waiting and self.app.now - self.hover_since >= _HINT_AFTER:
            self.memory["hinted"] = True
            self.app.touch()
            return False
        return waiting

    def _hint_words(self) -> str:
        key = self.hover or (self.focus if self.by_keyboard else "")
        widget = self.widget(key) if key else None
        return hint_words(widget) if widget else ""

    def hinted(self) -> list[Rect]:
        """Return the box of the hint that is shown, if any."""
        return [item.rect for item in self._hint() if isinstance(item, Panel)]

    def _hint(self) -> list[Drawn]:
        words = self._hint_words()
        rested = (self.hover and self.memory.get("hinted")) or (not self.hover and self.by_keyboard)
        told = any(said in words for _, said, _ in self.app.notices)  # a refusal that was just told is not said a second time
        if not words or told or not rested or self.app.top is not self:
            return []
        app, size = self.app, self.app.size(24)
        box = self.hint_rect(words, size)
        return [
            Shadow(box, radius=12, blur=20, colour=(0, 0, 0, 180), layer=_OVER),
            Panel(box, app.theme.colour("panel"), app.theme.colour("panel2"), 12, app.theme.colour("line"), 1.5, layer=_OVER),
            Text(inset(box, 20, 12), words, size, app.theme.colour("text"), wrap=True, layer=_OVER),
        ]

    def hint_rect(self, words: str, size: float) -> Rect:
        """Return the box of a hint."""
        width = min(self.app.measure(words, "text", size) + 2, 640.0)
        height = self.app.height(words, "text", size, width)
        return (*self._hint_at(width, height), width + 40, height + 24)

    def _hint_at(self, width: float, height: float) -> tuple[float, float]:
        """Return where a hint lies: below what it explains, else above that and the words that name it; of what the keyboard stands on, where it covers least else."""
        app, view = self.app, self.app.view
        if not self.hover:
            stands = self.widget(self.focus)
            return self._beside(stands, width + 40, height + 24) if stands is not None else (12.0, 10.0)
        widget = self.widget(self.hover)
        if widget is not None and app.pointer[1] < widget.rect[1] + widget.rect[3] and widget.rect[3] < 200:
            x, y = app.pointer[0] + 18, widget.rect[1] + widget.rect[3] + 12
        else:
            x, y = app.pointer[0] + 18, app.pointer[1] + 30
        x = max(12, min(x, view.width - width - 52))
        if y + height + 30 > view.height:
            low = widget is not None and widget.rect[3] < 200
            y = (widget.rect[1] - widget.under + 20 if widget is not None and low else app.pointer[1]) - height - 44
        return self._kept_clear(x, y, width + 40, height + 24)

    def _kept_clear(self, x: float, y: float, width: float, height: float) -> tuple[float, float]:
        """Return the corner of a hint where it covers nothing that can be pressed, as near as can be to where it belongs; where all is full, where it covers least."""
        others = [each.rect for each in self.widgets() if not isinstance(each, Scroll)]

        def covers(at: tuple[float, float]) -> float:
            return sum(overlap((*at, width, height), each) / max(1.0, each[2] * each[3]) for each in others)

        if not covers((x, y)):
            return x, y
        right, low = self.app.view.width - width - 12, self.app.view.height - height - 6
        lefts = [left for each in others for left in (each[0] - width - _APART, each[0] + each[2] + _APART) if 12 <= left <= right]
        tops = [top for each in others for top in (each[1] - height - _APART, each[1] + each[3] + _APART) if 6 <= top <= low]
        places = [(x, y), *((x, top) for top in tops), *((left, y) for left in lefts)]
        near = sorted(places, key=lambda at: abs(at[0] - x) + abs(at[1] - y))
        return next((at for at in near if not covers(at)), None) or min(near, key=covers)

    def _beside(self, widget: Widget, width: float, height: float) -> tuple[float, float]:
        """Return the corner of a hint for a widget: below it, above it with the words that name it, or at a side of it, where it covers least that can be pressed."""
        (x, y, wide, high), view = widget.rect, self.app.view
        right, low = view.width - width - 12, view.height - height - 6
        across, up = max(12.0, min(x, right)), y - widget.under - height - 10
        places = [(across, y + high + 10), (across, up), (x + wide + 14, max(12.0, min(y, low))), (x - width - 14, max(12.0, min(y, low)))]
        open_ = [(left, top) for left, top in places if 12 <= left <= right and 6 <= top <= low] or [(across, max(6.0, min(up, low)))]
        others = [each.rect for each in self.widgets() if each is not widget and not isinstance(each, Scroll)]
        return min(open_, key=lambda at: sum(overlap((*at, width, height), each) for each in others))

    def told_in(self) -> Rect:
        """Return where notices lie: where they leave the headings and a hint to be read, and then cover least of what can be pressed."""
        titles = [self._lettered(part) for part in self.parts if isinstance(part, Text) and part.face == "display"]
        pressed = [each.rect for each in self.widgets() if not isinstance(each, Scroll)]
        return left_open(self.app, self.app.view.whole, ([*self.hinted(), *titles], pressed))

    def _lettered(self, text: Text) -> Rect:
        """Return the part of its box that a line of text takes."""
        x, y, wide, high = text.rect
        long = min(wide, self.app.measure(text.words, text.face, text.size))
        return (x + (wide - long) * {"centre": 0.5, "right": 1.0}.get(text.align, 0.0), y, long, high)

    # --- ears

    def announced(self) -> str:
        """Return the page's headings, else the first of what is scrolled there; of a page over another, all that it says."""
        lying = [part for part in self.parts if isinstance(part, Text) and (self.overlay or part.face == "display")]
        scrolled = (each for part in self.parts if isinstance(part, Scroll) for each in part.parts)
        return joined(part.words for part in lying or [each for each in scrolled if isinstance(each, Text) and each.face == "display"][:1])

    def focused(self) -> str:
        """Return what has the focus, in words."""
        widget = self.widget(self.focus) if self.focus else None
        return widget_words(widget, self.look(widget)) if widget is not None else ""

    def to_read(self) -> str:
        """Return all words of the page but those on what can have the focus, which tells them itself."""
        return joined(text.words for text in texts(self._lying()))

    def _lying(self) -> Iterator[Drawn]:
        for part in self.parts:
            for each in part.parts if isinstance(part, Scroll) else (part,):
                if not isinstance(each, Widget):
                    yield each
                elif not each.focusable:
                    yield from each.draw(self.look(each))

    def spot(self) -> str:
        """Return the key of what has the focus."""
        return self.focus

    # --- hands

    def handle(self, event: Event) -> bool:
        """Give the event to the widget it is meant for; until it is awake it takes no press."""
        if event.kind in {"key", "text", "down"} and not self.awake:
            self._wakes = max(self._wakes, self.app.now + CALM)
            return True
        used = self._hand(event)
        if used:
            self._parts = None
        return used

    def _hand(self, event: Event) -> bool:
        match event.kind:
            case "move" | "leave":
                return self._move(event)
            case "down":
                return self._down(event)
            case "up":
                return self._up(event)
            case "wheel":
                return self._wheel(event)
            case "key" | "text":
                return self._typed(event)
            case _:
                return False

    def _move(self, event: Event) -> bool:
        pressed = self.widget(self.pressed) if self.pressed else None
        if pressed is not None:
            pressed.drag(self, event)
            return True
        self._hovers(event.x, event.y)
        return True

    def _hovers(self, x: float, y: float) -> None:
        found = self.under(x, y)
        key = found.key if found else ""
        if key != self.hover:
            self.hover, self.hover_since = key, self.app.now
            self.memory["hinted"] = False

    def _down(self, event: Event) -> bool:
        self.by_keyboard = False
        found = self.under(event.x, event.y)
        if found is not None and event.button == 3 and found.other is not None:
            found.other()
            return True
        if found is None or event.button != 1:
            self.focus = self.resting
            return False
        came = found.focusable and self.focus != found.key
        self.focus = found.key if found.focusable else self.focus
        self.hover_since, self.memory["hinted"] = inf, False  # what was pressed needs no hint until the pointer comes again
        if found.enabled:
            self.pressed = found.key
            found.press(self, event)
            if came:
                found.reached(self)
        elif found.why:
            self.app.cue("refuse")
            self.app.say(found.why, "bad")
        return True

    def _up(self, event: Event) -> bool:
        pressed = self.widget(self.pressed) if self.pressed else None
        self.pressed = ""
        if pressed is None:
            return False
        self._parts = None
        pressed.release(self, event, within=inside(pressed.rect, event.x, event.y))
        return True

    def _wheel(self, event: Event) -> bool:
        x, y = event.x, event.y
        for part in reversed(self.parts):
            if isinstance(part, Widget) and inside(part.rect, x, y) and part.wheel(self, event):
                self.hover = ""
                return True
        return False

    def _typed(self, event: Event) -> bool:
        self.by_keyboard = self.by_keyboard or event.kind == "key"
        spent, self._spent = self._spent, False
        if spent and event.kind == "text":
            return True  # the sign of a key that led into the line is not written there
        focused = self.widget(self.focus) if self.focus else None
        self._stood = focused.rect if focused is not None else self._stood
        said = self.focused() if event.key in _WALKS and focused is not None and not focused.writes else ""
        if focused is not None and focused.enabled and focused.typed(self, event):
            self._parts = None
            self._answer(said)
            return True
        if event.kind != "key":
            return False
        before = self.focus
        if self.key(event):
            self._spent = self.focus != before and len(event.key) == 1 and not event.ctrl
            return True
        if event.key == "v" and not event.ctrl:
            self.app.speech.read(self.to_read())
            return True
        stops = [(widget.key, widget.rect) for widget in self.widgets() if widget.reached_from(self.focus)]
        if (event.key == "tab" or event.key in focus.DIRECTIONS) and stops and focused is None and self.focus and self._stood is not None:
            self.look_at(focus.nearest(stops, self._stood))  # what had the focus is gone
            return True
        if event.key in _WALKS and not (event.alt and event.key != "tab"):
            self.look_at(focus.led(stops, self.focus, event.key, back=event.shift))
            self._answer(said)
            return True
        if event.key in {"page up", "page down"}:
            area = next((part for part in self.parts if isinstance(part, Scroll)), None)
            return area is not None and area.page(self, 1 if event.key == "page down" else -1)
        if event.key == "escape":
            self.escape()
            return True
        return False

    def _answer(self, said: str) -> None:
        """Say once more what had the focus before a key, where that led nowhere and changed nothing."""
        if said and said == self.focused():
            self.app.speech.answer(said)

    def list_options(self, below: Rect, options: Sequence[tuple[str, str]], value: str, on: Callable[[str], None]) -> None:
        """Open a menu of options below a rectangle."""
        self.app.push(Menu(below, options, value, on))

    def look_at(self, key: str) -> None:
        """Give a widget the focus and scroll it into view."""
        if key != self.focus:
            self.app.cue("focus")
        self.focus = key
        self.by_keyboard = True
        self.hover = ""
        self.bring(key)
        widget = self.widget(key)
        if widget is not None:
            widget.reached(self)

    def bring(self, key: str) -> None:
        """Scroll a widget into view."""
        for part in self.parts:
            if isinstance(part, Scroll):
                part.show(self, key)


class Menu(Page):
    """All options of a choice, to pick one; a press outside closes it."""

    overlay = True

    def __init__(self, below: Rect, options: Sequence[tuple[str, str]], value: str, on: Callable[[str], None]) -> None:
        super().__init__()
        self.below, self.options, self.value, self.on = below, tuple(options), value, on
        self.focus = f"option-{value}"
        self.by_keyboard = True

    def pick(self, value: str) -> None:
        """Close with an option."""
        self.app.pop()
        self.on(value)

    def handle(self, event: Event) -> bool:
        """Close when pressed outside."""
        if event.kind == "down" and not inside(self._rect(), event.x, event.y):
            self.app.pop()
            return True
        return super().handle(event)

    def _rect(self) -> Rect:
        app, view = self.app, self.app.view
        row = self.size(BODY) + 26
        widest = max((app.measure(label, "bold", self.size(BODY)) for _, label in self.options), default=0) + 80
        width = min(view.width - 80, max(self.below[2], widest))
        height = min(view.height - 80, row * len(self.options) + 24)
        x = max(40.0, min(self.below[0], view.width - width - 40))
        y = max(40.0, min(self.below[1] + self.below[3] + 8, view.height - height - 40))
        return (x, y, width, height)

    def build(self) -> list[Part]:
        """Return the panel with one row an option."""
        rect = self._rect()
        x, y, width, height = inset(rect, 12)
        row = self.size(BODY) + 26
        area = Scroll(key="options", rect=(x, y, width, height), height=row * len(self.options), offset=self.memory.get("options", 0.0))
        area.parts = [
            Button(
                key=f"option-{value}",
                rect=(x, y - area.offset + index * row, width - (16 if area.height > height else 0), row - 4),
                label=label,
                style="quiet",
                selected=value == self.value,
                icon="check" if value == self.value else "",
                on=partial(self.pick, value),
            )
            for index, (value, label) in enumerate(self.options)
        ]
        return [
            Shadow(rect, (0, 0, 0, 220), 18, 40),
            Panel(rect, self.colour("panel"), self.colour("panel2"), 18, self.colour("line"), 2),
            area,
        ]
