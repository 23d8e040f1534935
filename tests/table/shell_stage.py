"""A table without a screen for tests of the window's own screens: a clock that is turned by hand, hands that post real events."""

from __future__ import annotations

from weakref import WeakSet

import pygame

from game.kernel.box import Box
from game.kernel.capabilities import Gauge
from game.kernel.offers import SetupError
from game.kernel.scene import Badge, CardFace
from game.kernel.setup import DeckList, Option, Setup
from game.rules import open_box
from game.table.canvas.draw import Clip, Drawn, Still
from game.table.canvas.painter import Painter
from game.table.shell.app import App, headless
from game.table.shell.settings import UNASKED, Settings

PAINTERS: WeakSet[Painter] = WeakSet()
"""The painters of all stages of the test that runs."""


class Clock:
    """A clock that stands still until it is told."""

    def __init__(self) -> None:
        self.now = 100.0

    def __call__(self) -> float:
        return self.now


class Stage:
    """An app without a window, stepped frame by frame, and the hands before it."""

    def __init__(self, size: tuple[int, int] = (1280, 720), games=None, **settings) -> None:
        self.clock = Clock()
        self.app: App = headless(
            games if games is not None else (PaperBox(), open_box("verona")),
            size=size,
            settings=Settings(**{"closing": UNASKED, "ambience": 0, **settings}),
            clock=self.clock,
        )
        PAINTERS.add(self.app.painter)
        pygame.event.clear()

    def show(self, screen):
        self.app.push(screen)
        self.frame()
        return screen

    def frame(self, seconds: float = 0.02) -> bool:
        """Let a moment pass: what was posted is taken as pygame delivers it."""
        self.clock.now += seconds
        return self.app.frame()

    def _pixel(self, x: float, y: float) -> tuple[int, int]:
        scale = self.app.view.scale
        return round(x * scale), round(y * scale)

    def post(self, kind: int, **fields) -> None:
        pygame.event.post(pygame.event.Event(kind, **fields))

    def move(self, x: float, y: float) -> None:
        self.post(pygame.MOUSEMOTION, pos=self._pixel(x, y), rel=(0, 0), buttons=(0, 0, 0))
        self.frame()

    def down(self, x: float, y: float, clicks: int = 1) -> None:
        self.post(pygame.MOUSEBUTTONDOWN, pos=self._pixel(x, y), button=1, clicks=clicks)
        self.frame()

    def up(self, x: float, y: float, clicks: int = 1) -> None:
        self.post(pygame.MOUSEBUTTONUP, pos=self._pixel(x, y), button=1, clicks=clicks)
        self.frame()

    def tap(self, x: float, y: float, clicks: int = 1, button: int = 1) -> None:
        """Move, press and let go so quickly that all falls between two frames."""
        at = self._pixel(x, y)
        self.post(pygame.MOUSEMOTION, pos=at, rel=(0, 0), buttons=(0, 0, 0))
        self.post(pygame.MOUSEBUTTONDOWN, pos=at, button=button, clicks=clicks)
        self.post(pygame.MOUSEBUTTONUP, pos=at, button=button, clicks=clicks)
        self.frame()

    def click(self, key: str, dx: float = 0.5, dy: float = 0.5, clicks: int = 1) -> None:
        """Click on a widget of the top screen."""
        x, y, width, height = self.rect(key)
        at = x + width * dx, y + height * dy
        self.move(*at)
        self.down(*at, clicks=clicks)
        self.up(*at, clicks=clicks)

    def rect(self, key: str):
        widget = self.top.widget(key)
        assert widget is not None, f"no widget {key!r} among {[each.key for each in self.top.widgets()]}"
        return widget.rect

    def wheel(self, notches: float) -> None:
        self.post(pygame.MOUSEWHEEL, x=0, y=int(notches), precise_y=float(notches), precise_x=0.0, flipped=False)
        self.frame()

    def press(self, *names: str, mod: int = 0) -> None:
        """Press and let go of keys, one after the other; printable ones also type their sign."""
        for name in names:
            code = pygame.key.key_code(name)
            self.post(pygame.KEYDOWN, key=code, mod=mod, unicode="", scancode=0)
            if len(name) == 1 and not mod & pygame.KMOD_CTRL:
                self.post(pygame.TEXTINPUT, text=name)
            elif name == "space":
                self.post(pygame.TEXTINPUT, text=" ")
            self.post(pygame.KEYUP, key=code, mod=mod, unicode="", scancode=0)
            self.frame()

    def type(self, words: str) -> None:
        for sign in words:
            self.post(pygame.TEXTINPUT, text=sign)
        self.frame()

    @property
    def top(self):
        return self.app.top

    def words(self) -> str:
        """Return every word to be seen now."""
        from game.table.canvas.draw import Clip, Still, Text

        found: list[str] = []

        def gather(items) -> None:
            for item in items:
                if isinstance(item, Text):
                    found.append(item.words)
                elif isinstance(item, Clip | Still):
                    gather(item.items)

        gather(self.app.items())
        return "\n".join(found)


PAPER_CARDS = tuple(
    CardFace(
        f"paper-{number}",
        f"Paper Figure {number}",
        "Figure · Fold" if number % 2 else "Figure · Cut",
        kind="fold" if number % 2 else "cut",
        corner=Badge("star-formation", str(number % 5), "cost"),
        text=("*Crease*: stands when it should fall.",),
        keywords=(("Crease", "A creased figure stays where it is."),),
        palette="default",
    )
    for number in range(1, 13)
)


class PaperBox(Box):
    """A game of this test's own: options of every kind, decks with a limit, and nothing to play."""

    id = "paper"
    prefix = "PF"
    title = "Paper Figures"
    tagline = "Fold, cut and stand"
    seats = (2, 3)
    version = "1"

    def options(self, seats: int) -> tuple[Option, ...]:
        return (
            Option("length", "Length", "choice", "short", (("short", "Short"), ("long", "Long")), words="How long it takes."),
            Option("most", "Deck points", "number", 10, low=5, high=20),
            Option("storm", "Storm", "flag", default=False),
        )

    def ready_decks(self) -> tuple[DeckList, ...]:
        return (
            DeckList("Folders", {"paper-1": 2, "paper-3": 1}, ("paper-5",), plan="Stand and wait."),
            DeckList("Cutters", {"paper-2": 3}),
        )

    def points(self, deck: DeckList) -> int:
        costs = {card.id: int(card.corner.value) for card in PAPER_CARDS}
        return sum(costs.get(card, 0) * copies for card, copies in deck.cards.items())

    def deck_gauges(self, deck: DeckList, setup: Setup) -> tuple[Gauge, ...]:
        return (Gauge("Deck points", self.points(deck), int(setup.options.get("most", 10))),)

    def front_cards(self, setup: Setup) -> tuple[str, ...]:
        return tuple(card.id for card in PAPER_CARDS)

    def deck_faults(self, deck: DeckList, setup: Setup) -> tuple[str, ...]:
        most = int(setup.options.get("most", 10))
        faults = [f"The deck costs {self.points(deck)} points of {most}."] if self.points(deck) > most else []
        faults += [f"There are {copies} copies of {card}; three are the most." for card, copies in deck.cards.items() if copies > 3]
        return tuple(faults)

    def decks_of(self, setup: Setup) -> tuple[DeckList, ...]:
        return setup.decks

    def catalogue(self) -> tuple[CardFace, ...]:
        return PAPER_CARDS

    def rules(self, setup: Setup):
        raise SetupError("Paper Figures cannot be played.")


def flat(items: list[Drawn]) -> list[Drawn]:
    """Return what is drawn and what lies within it, one after the other."""
    found: list[Drawn] = []
    for item in items:
        found.append(item)
        if isinstance(item, Clip | Still):
            found += flat(list(item.items))
    return found
