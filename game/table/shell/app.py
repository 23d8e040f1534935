"""The window: one stack of screens, fed with what hands do and redrawn only when something changed.

Longer than most: the stack and all that is done with it stand together.

For those who write screens
---------------------------
A screen is a subclass of `Screen`. It gets its `app` when it is pushed, and may use:
`app.view` (logical size: lay out in it), `app.theme`, `app.settings`, `app.size(26)` (a text size with the player's
text setting), `app.measure(words, face, size)` and `app.height(words, face, size, width)` in logical units,
`app.cue("flip")` (sound), `app.now` (seconds; the same for a whole frame), `app.say("…")` (a short notice),
`app.push/pop/replace(screen)`, `app.painter.makers` (to paint things of your own).

`draw()` returns the list of items for now; `handle(event)` returns True when the event was used, and whatever it does
the screens are drawn again; `tick()` is called every frame and returns True while something moves (the window then runs
at 60 frames a second; otherwise it only listens). A screen that changes for another reason calls `app.touch()`.
"""

from __future__ import annotations

import contextlib
import logging
import os
import time
from collections.abc import Callable, Iterable, Sequence
from pathlib import Path
from typing import Any

import msgspec
import pygame

from game.content.mods import installed
from game.content.own import own_faults, stamp, strays
from game.kernel.offers import SetupError
from game.kernel.rules import Game
from game.kernel.setup import Setup
from game.rules import ids, unopened
from game.table.canvas.draw import Drawn, stacked
from game.table.canvas.painter import Painter
from game.table.canvas.text import Fonts
from game.table.canvas.theme import Theme, read_theme
from game.table.canvas.view import Event, Rect, View
from game.table.shell.bindings import meant
from game.table.shell.closing import Closing
from game.table.shell.controller import Controllers, listen
from game.table.shell.desktop import TITLE, first_window, flip_seconds, open_display, open_window
from game.table.shell.hands import spared, translated
from game.table.shell.key_repeat import HeldKey
from game.table.shell.notices import notice_items
from game.table.shell.report import Memory, Played, told_at_once
from game.table.shell.settings import Settings, read_settings, write_settings
from game.table.shell.sound import Sound
from game.table.shell.speech import Heard, Speech

log = logging.getLogger(__name__)

_PLAIN = "SDL_FRAMEBUFFER_ACCELERATION"
_SLOW_FLIP = 0.006
_NOTICE_SECONDS = 4.0
_BUSY_SECONDS = 0.5


class Screen(Heard):
    """Something that fills the window or lies over it.

    `theme` names its world (empty: that of the screen below); an `overlay` leaves that visible; one that `asks_key` gets the next as it is.
    """

    theme = ""
    overlay = asks_key = False
    app: App

    @property
    def writing(self) -> bool:
        """Tell whether a line of text is being written, in which what writes is what it is."""
        return False

    def begin(self) -> None:
        """Do what is needed once, when the screen has got its window; before it is laid out and entered."""

    def enter(self) -> None:
        """Do what is needed when the screen comes to the top of the stack."""

    def leave(self) -> None:
        """Do what is needed when the screen is taken off the stack."""

    def layout(self) -> None:
        """Do what is needed when the window or a setting changed."""

    def draw(self) -> list[Drawn]:
        """Return what is to be seen now."""
        return []

    def handle(self, event: Event) -> bool:  # noqa: ARG002
        """Take what a hand did; return True when it was used."""
        return False

    def tick(self) -> bool:
        """Move what moves; return True while something does."""
        return False

    def told_in(self) -> Rect:
        """Return the part of the window in which notices lie."""
        return self.app.view.whole

    def played(self) -> Played | None:
        """Return the match that is played on it, for a report."""
        return None

    def unkept(self) -> str:
        """Return what was typed or built here and would be lost with the window, in a sentence; empty where nothing would."""
        return ""


LOOK_AGAIN = 2.0
"""Seconds between two looks whether files were changed."""


class App:
    """The running table. Tests give it a clock and step it frame by frame."""

    def __init__(
        self,
        games: Sequence[Game] = (),
        *,
        size: tuple[int, int] = (1280, 720),
        settings: Settings | None = None,
        clock: Callable[[], float] = time.monotonic,
    ) -> None:
        self.games = tuple(games)
        self.clock = clock
        self.now = clock()
        self._misread = ""
        if settings is None:
            settings, self._misread = read_settings()
        self.settings = settings
        self._unsaved = set[str]()
        self.fonts = Fonts()
        self.painter = Painter(self.fonts)
        self.sound = Sound(settings)
        self.speech = Speech()
        self.by_keyboard = False
        self.screens: list[Screen] = []
        self.running = self.focused = True
        self.rescue: Callable[[App, Exception], None] = _given_up
        self.tell: Callable[[App], None] = told_at_once
        self.closing = Closing()
        self.lost: list[str] = []
        """What was not kept when the window closed, a sentence each."""
        self.left: Path | None = None
        """The save that lay on a table which ended by a fault; until another match is laid, Continue brings it back whatever was played since."""
        self.drafts: dict[str, Any] = {}
        self.faults_told = set[str]()
        self.watch: Callable[[App, Any, Sequence[str], int], None] | None = None
        self.meet: Callable[[App, Setup, str], None] | None = None
        self.learn: Callable[[App, str], None] | None = None
        self._held = HeldKey()
        self._controllers = Controllers()
        self.pointer = (-1.0, -1.0)
        self.notices: list[tuple[float, str, str]] = []
        self.view = View(size)
        self.surface: pygame.Surface | None = None
        self.log = Memory()
        logging.getLogger("game").addHandler(self.log)
        logging.getLogger("game").setLevel(logging.INFO)
        self._themes: dict[str, Theme] = {}
        self._stamp = 0
        self._looked = self.now
        self._probed = False
        self._left_at: tuple[int, int] | None = None
        self._left_place: tuple[int, int] | None = None
        self._dirty = self._anew = True
        self._still = False
        self._last_input = self.now
        self.theme = self.world("menu")
        for words in filter(None, (self._misread, *unopened().values())):
            self.say(words)

    # --- looks and measures

    def world(self, id: str) -> Theme:
        """Return the theme of a world, read once."""
        theme = self._themes.get(id)
        if theme is None:
            theme, notes = read_theme(id, high_contrast=self.settings.high_contrast, look=self.settings.looks.get(id, ""))
            self._themes[id] = theme
            for note in notes:
                self.say(note)
        return theme

    def size(self, units: float) -> float:
        """Return a text size in logical units with the player's text setting."""
        return units * self.settings.text

    def headline(self, units: float) -> float:
        """Return the size of a heading: large already, it grows less than what is to be read, and leaves room for it."""
        return units * min(1.3, self.settings.text)

    def measure(self, words: str, face: str, size: float) -> float:
        """Return how wide words are, in logical units; `size` as `size()` gave it."""
        scale = self.view.scale
        return (self.fonts.width(words, face, max(1, round(size * scale))) + 1) / scale

    def height(self, words: str, face: str, size: float, width: float = 0, *, rich: bool = False, leading: float = 1.0) -> float:
        """Return how high words are when wrapped at a width, in logical units."""
        scale = self.view.scale
        laid = self.fonts.lay(words, face, max(1, round(size * scale)), int(width * scale), rich=rich, leading=leading)
        return (laid.height + 1) / scale

    def cue(self, kind: str) -> None:
        """Play the sound of something happening."""
        self.sound.play(self.theme.sounds.get(kind, kind), self.now)

    # --- screens

    @property
    def top(self) -> Screen | None:
        """Return the screen that hands reach."""
        return self.screens[-1] if self.screens else None

    @property
    def heard(self) -> Sequence[Screen]:
        """Return the screens that lie on each other, the top one last."""
        return self.screens

    def push(self, screen: Screen) -> None:
        """Lay a screen over the others."""
        screen.app = self
        self.screens.append(screen)
        self.retheme()
        screen.begin()
        screen.layout()
        screen.enter()
        self.touch()

    def pop(self) -> None:
        """Take the top screen away; the last one closes the window."""
        if self.screens:
            self.screens.pop().leave()
        if not self.screens:
            self.running = False
            return
        self.retheme()
        self.screens[-1].layout()
        self.screens[-1].enter()
        self.touch()

    def replace(self, screen: Screen) -> None:
        """Put a screen in the place of the top one."""
        if self.screens:
            self.screens.pop().leave()
        self.push(screen)

    def home(self) -> None:
        """Take away every screen but the first."""
        while len(self.screens) > 1:
            self.screens.pop().leave()
        self.retheme()
        for screen in self.screens:
            screen.layout()
            screen.enter()
        self.touch()

    @property
    def at_hand(self) -> str:
        """Return the world of the topmost screen that names one; empty where none does."""
        return next((screen.theme for screen in reversed(self.screens) if screen.theme), "")

    def retheme(self) -> None:
        """Wear the look of the topmost screen that names a world."""
        self.theme = self.world(self.at_hand or "menu")
        self.fonts.faces = dict(self.theme.faces)
        self.painter.worn = (self.settings.text_size, self.settings.high_contrast)

    def touch(self) -> None:
        """Have the screens drawn again."""
        self._dirty = True

    def say(self, words: str, tone: str = "") -> None:
        """Show a short notice for some seconds from now, however long this frame has taken; `tone` is good, bad or empty."""
        self.notices = [*[n for n in self.notices if n[1] != words][-3:], (self.clock() + _NOTICE_SECONDS + len(words) / 40, words, tone)]
        self._dirty = True

    def unsay(self, words: str) -> None:
        """Take a notice away before its time."""
        self.notices = [notice for notice in self.notices if notice[1] != words]
        self._dirty = True

    def change(self, **settings: Any) -> None:
        """Change settings, keep them, and show everything anew."""
        before = self.settings
        self.settings = msgspec.structs.replace(before, **settings)
        self.sound.settings = self.settings
        if note := self._keep(settings):
            if not read_settings()[1]:  # what could not be read lies elsewhere now, as the note says
                self.unsay(self._misread)
            self.say(note, "bad")
        if (before.high_contrast, before.looks) != (self.settings.high_contrast, self.settings.looks):
            self._themes.clear()
            self.painter.forget()
        if before.full_screen != self.settings.full_screen and self.surface is not None:
            if not before.full_screen:
                self._left_at, self._left_place = self.view.window, pygame.display.get_window_position()
            self.open(self._left_at)
            if before.full_screen and self._left_at not in {None, self.view.window}:
                pygame.event.pump()  # some systems keep the large window until it is asked for a second time
                self.open(self._left_at)
            if before.full_screen and self._left_place is not None:
                pygame.event.pump()  # its frame is known from here on, and the place is that of what is inside
                pygame.display.set_window_position(self._left_place)
        self.retheme()
        self._relayout()

    def reload(self) -> dict[str, list[str]]:
        """Read cards, decks, themes and pictures anew (designers); return what is wrong with those of each game, a sentence each, and under no name what is of none.

        What was told and is mended meanwhile is told once more when it comes back.
        """
        unread = [fault.sentence for each in installed() if each.mod is None and each.on for fault in each.faults]  # it may be of any game
        faults = {"": [*unopened().values(), *(fault.sentence for fault in strays(ids())), *unread]}
        for box in self.games:
            faults[box.id] = found = [fault.sentence for fault in strays(ids(), box.id)]
            try:
                box.forget()
            except SetupError as error:
                found += error.sentences
            found += [*(fault.sentence for fault in own_faults(box)), *unread]
        self.faults_told &= {words for each in faults.values() for words in each}
        self._stamp = stamp()
        self._themes.clear()
        self.painter.forget()
        self.retheme()
        self._relayout()
        return faults

    def files_known(self) -> None:
        """Take all files as read: what the window itself has just written is no news."""
        self._stamp = stamp()

    def files_changed(self, *, at_once: bool = False) -> bool:
        """Tell whether a file of cards, decks, maps or looks was changed since they were read; it looks every other second, or `at_once`."""
        if self.now < self._looked + LOOK_AGAIN and not at_once:
            return False
        self._looked = self.now
        before, self._stamp = self._stamp, stamp()
        return before not in {0, self._stamp}

    def _relayout(self) -> None:
        for screen in self.screens:
            screen.layout()
        self._dirty = self._anew = True

    # --- the window

    def open(self, size: tuple[int, int] | None = None) -> None:
        """Open or reshape the window; without a size, in pixels, as large as it was left. Raise NoDisplayError where none can be."""
        asked = _PLAIN in os.environ
        if self.settings.plain_display and not asked:
            os.environ[_PLAIN] = "0"
        open_display()
        size, self.settings = first_window(self.settings) if size is None else (size, self.settings)
        self._set_mode(size)
        if not asked and self.surface is not None and pygame.display.get_driver() not in {"dummy", "offscreen"}:
            self._probe(size)
        pygame.display.set_caption(TITLE)
        with contextlib.suppress(pygame.error):
            pygame.key.set_repeat(0)
            pygame.key.start_text_input()
        listen()
        self._resized()

    def remember_size(self) -> None:
        """Keep the size of the window for the next time."""
        if not self.settings.full_screen and self.surface is not None and self.view.window != self.settings.window:
            self.settings = msgspec.structs.replace(self.settings, window=self.view.window)
            self._keep(["window"])

    def _keep(self, changed: Iterable[str]) -> str:
        """Save settings that were changed, and those that could not be saved before; return one sentence where there is something to say of that."""
        self._unsaved.update(changed)
        note = write_settings(self.settings, changed=self._unsaved)
        if not note:
            self._unsaved.clear()
        return note

    def _set_mode(self, size: tuple[int, int]) -> None:
        self.surface = open_window(size, full_screen=self.settings.full_screen)

    def _probe(self, size: tuple[int, int]) -> None:
        """Time three flips and take the faster way of showing pixels: without a graphics card the default is thirty times slower.

        The choice is remembered, and tried again when it turns out slow.
        """
        first = flip_seconds()
        probed, self._probed = self._probed, True
        if probed or first <= _SLOW_FLIP:
            return
        self._switch(size)
        if flip_seconds() > first:
            self._switch(size)
        plain = _PLAIN in os.environ
        if plain != self.settings.plain_display:
            self.settings = msgspec.structs.replace(self.settings, plain_display=plain)
            self._keep(["plain_display"])

    def _switch(self, size: tuple[int, int]) -> None:
        """Open the window anew the other way."""
        if _PLAIN in os.environ:
            del os.environ[_PLAIN]
        else:
            os.environ[_PLAIN] = "0"
        pygame.display.quit()
        pygame.display.init()
        self._set_mode(size)

    def _resized(self) -> None:
        self.surface = pygame.display.get_surface()
        if self.surface is not None:
            self.view = View(self.surface.get_size(), pygame.display.get_window_size())
        self._relayout()

    def run(self) -> None:
        """Listen and draw until the last screen is gone."""
        clock = pygame.time.Clock()
        while self.running:
            moving = self.guarded(self.frame)
            busy = moving or self.now - self._last_input < _BUSY_SECONDS
            clock.tick(60 if busy else 30 if self.focused else 4)  # a frame after a sleep costs 0.3 ms however little it does
        self.let_go()

    def let_go(self) -> None:
        """Take every screen away, the top first; one that fails to leave keeps no other from leaving."""
        self.speech.leave()
        while self.screens:
            screen = self.screens.pop()
            try:
                self.lost += filter(None, [screen.unkept()])
                screen.leave()
            except Exception:
                log.exception("A screen could not be left.")

    def guarded(self, do: Callable[[], bool | None]) -> bool:
        """Do something, and have an error that nobody foresaw rescued; return True while something moves."""
        try:
            return bool(do())
        except Exception as error:  # noqa: BLE001  (whatever it is, the match must not be lost for it)
            self.rescue(self, error)
            return True

    def frame(self, events: Iterable[pygame.event.Event] | None = None) -> bool:
        """Take events, move what moves, draw if anything changed; return True while something moves."""
        self.now = self.clock()
        taken = spared(pygame.event.get() if events is None else events)
        if not taken and not self.focused and self._still and not self._dirty:
            self._still = False  # behind another window, every second look is for events alone
            return False
        for event in (key for each in taken for key in self._controllers.keys(each)):
            self._held.see(event, self.now)
            self._take(event)
            if not self.running:
                return False
        again = self._held.due(self.now)
        if again is not None:
            self._pass_on(again)
        self.speech.attend(self, changed=bool(taken) or again is not None, by_hand=True, moving=not self._still)
        moving = False
        for screen in self._visible():
            moving = screen.tick() or moving
        self.speech.attend(self, changed=self._dirty or moving, moving=moving)
        if self.notices and self.notices[0][0] <= self.now:
            self.notices = [notice for notice in self.notices if notice[0] > self.now]
            self._dirty = True
        if self._dirty or moving:
            self.show()
        self.sound.rest(self.now, away=not self.focused)
        self._still = not moving
        return moving

    def items(self) -> list[Drawn]:
        """Return everything to be seen, in drawing order."""
        listed: list[Drawn] = []
        for screen in self._visible():
            listed += stacked(screen.draw())
        return listed + notice_items(self, self.top.told_in() if self.top is not None else self.view.whole)

    def show(self) -> None:
        """Draw now."""
        if self.surface is None:
            return
        areas = self.painter.paint(self.surface, self.view, self.items(), anew=self._anew)
        self._dirty = self._anew = False
        if areas:
            pygame.display.update(areas)

    def _visible(self) -> list[Screen]:
        first = len(self.screens) - 1
        while first > 0 and self.screens[first].overlay:
            first -= 1
        return self.screens[max(0, first) :]

    # --- events

    def _take(self, event: pygame.event.Event) -> None:
        if event.type == pygame.QUIT:
            self.running = self.running and not self.closing.may(self.screens)
        elif event.type in {pygame.VIDEORESIZE, pygame.WINDOWSIZECHANGED}:
            self._resized()
        elif event.type == pygame.WINDOWEXPOSED:
            self._dirty = self._anew = True
        elif event.type in {pygame.WINDOWFOCUSGAINED, pygame.WINDOWFOCUSLOST}:
            self.focused = event.type == pygame.WINDOWFOCUSGAINED
        else:
            self._pass_on(event)

    def _pass_on(self, event: pygame.event.Event) -> None:
        done = translated(event, self.view, self.pointer)
        if done is not None:
            self._last_input = self.now
            self.sound.stir(self.now, self.theme.id if self.focused else "")
            top, settings = self.top, self.settings
            as_it_is = bool(top and top.asks_key) or getattr(event, "controller", False)
            letters, keys = (settings.letters, settings.keys) if not as_it_is else (True, {})
            self.handle(meant(done, keys, letters=letters, swapped=settings.swapped, writing=bool(top and top.writing)))

    def handle(self, event: Event) -> None:
        """Give an event to the top screen; F8 (speech), F9 (report, with Shift at once) and F11 (full screen) are the window's own."""
        if event.kind in {"move", "down", "up"}:
            self.pointer = (event.x, event.y)
        self.by_keyboard = event.kind == "key" if event.kind in {"key", "down"} else self.by_keyboard
        self._dirty = True
        if event.kind == "key" and (setting := {"f8": "speech", "f11": "full_screen"}.get(event.key)):
            self.change(**{setting: not getattr(self.settings, setting)})
            return
        if event.kind == "key" and event.key == "f9":
            (told_at_once if event.shift else self.tell)(self)
            return
        if self.top is not None:
            self.top.handle(event)


def _given_up(_app: App, error: Exception) -> None:
    raise error


def headless(
    games: Sequence[Game] = (),
    size: tuple[int, int] = (1280, 720),
    settings: Settings | None = None,
    clock: Callable[[], float] = time.monotonic,
) -> App:
    """Return an app that draws without a screen: for pictures and tests."""
    os.environ["SDL_VIDEODRIVER"] = "dummy"
    os.environ["SDL_AUDIODRIVER"] = "dummy"
    os.environ["SDL_NO_SIGNAL_HANDLERS"] = "1"  # nobody reads the event that it would make of being asked to end
    app = App(games, size=size, settings=settings or Settings(), clock=clock)
    pygame.display.init()
    app.surface = pygame.display.set_mode(size)
    app._resized()  # noqa: SLF001
    return app
