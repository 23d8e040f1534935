"""The first thing a player sees: the worlds side by side, and the way to everything else."""

from __future__ import annotations

from functools import partial
from math import ceil
from typing import TYPE_CHECKING, Any

from game import paths
from game.content.positions import position_files
from game.kernel.rules import Game
from game.match.save import list_saves
from game.table.canvas.draw import Colour, Drawn, Icon, Panel, Picture, Shadow, Text, faded, mixed
from game.table.canvas.view import Event, Rect, inset
from game.table.pages.anew import read_anew
from game.table.pages.common import CLEAR, backdrop, ornament
from game.table.screens.opening import resume_match
from game.table.shell.learnt import learnt
from game.table.shell.page import Page, Part
from game.table.shell.settings import LONGEST_NAME
from game.table.shell.text_field import Entry
from game.table.shell.widgets import BODY, SMALL, Button, Look, Tile, ring

if TYPE_CHECKING:
    from game.table.canvas.theme import Theme
    from game.table.shell.app import App

_ROOMY = 1.3
"""Up to this part of the usual text size everything keeps its place."""

_APART = 12.0
"""The room between two buttons of a row."""


class MenuScreen(Page):
    """The main menu. `chosen` is the world that the buttons below speak of; `fresh` tells that nobody has played or learnt here yet."""

    theme = "menu"

    def __init__(self) -> None:
        super().__init__()
        self.chosen = ""
        self.last: Any = None
        self.fresh = False
        self.lit = 0

    def enter(self) -> None:
        """Look for the match to continue."""
        super().enter()
        games = [game.id for game in self.app.games]
        if self.chosen not in games:
            self.chosen = games[0] if games else ""
        saves = list_saves()
        self.fresh = not saves and not learnt()
        self.last = next((entry for entry in saves if entry.outcome is None and entry.game in games), None)
        if not self.focus:
            self.focus = "continue" if self.last else f"world-{self.chosen}"

    def tick(self) -> bool:
        """Bring in the worlds' pictures one a frame, so that the first frame comes at once."""
        moving = super().tick()
        if self.app.files_changed():
            read_anew(self.app, asked=False)
        if self.lit < len(self.app.games) and self.app.surface is not None:
            self.lit += 1
            self.stale()
            return True
        return moving

    def escape(self) -> None:
        """Ask before the window closes."""
        self.quit()

    def quit(self) -> None:
        """Ask whether to leave."""
        from game.table.pages.dialog import Dialog  # noqa: PLC0415

        self.app.push(
            Dialog("Leave the table?", "", [("Quit", "main", partial(setattr, self.app, "running", False)), ("Stay", "plain", _nothing)])
        )

    def look_at(self, key: str) -> None:
        """Choose the world that gets the focus."""
        super().look_at(key)
        if key.startswith("world-"):
            self.chosen = key.removeprefix("world-")

    def key(self, event: Event) -> bool:
        """F1 opens the rules; F2 reads cards and looks anew."""
        if event.key == "f1":
            self.rules()
        elif event.key == "f2":
            read_anew(self.app, asked=True)
        else:
            return False
        return True

    # --- where the buttons lead

    def resume(self) -> None:
        """Go on with the last match."""
        if self.last is not None:
            resume_match(self.app, self.last.path)

    def new(self, game: str = "") -> None:
        """Set up a match of a world."""
        from game.table.screens.new_match import NewMatch  # noqa: PLC0415

        self.chosen = game or self.chosen
        box = next((box for box in self.app.games if box.id == self.chosen), None)
        if box is not None:
            self.app.push(NewMatch(box))

    def learn(self, game: str = "") -> None:
        """Show the lessons of a world."""
        from game.table.screens.learn import Learn  # noqa: PLC0415

        self.chosen = game or self.chosen
        box = next((box for box in self.app.games if box.id == self.chosen), None)
        if box is not None:
            self.app.push(Learn(box))

    def saves(self) -> None:
        """Show saved matches and replays."""
        from game.table.screens.saves import Saves  # noqa: PLC0415

        self.app.push(Saves())

    def cards(self) -> None:
        """Show the cards and decks."""
        from game.table.screens.library import Library  # noqa: PLC0415

        self.app.push(Library(self.chosen))

    def rules(self) -> None:
        """Show the rules of the chosen world."""
        from game.table.pages.rules import RulesScreen  # noqa: PLC0415

        if self.chosen:
            self.app.push(RulesScreen(self.chosen))

    def settings(self) -> None:
        """Show the settings."""
        from game.table.pages.settings import SettingsScreen  # noqa: PLC0415

        self.app.push(SettingsScreen())

    def records(self) -> None:
        """Show how matches ended."""
        from game.table.screens.records import Records  # noqa: PLC0415

        self.app.push(Records())

    def lab(self) -> None:
        """Show the lab of the chosen world."""
        from game.table.screens.lab import Lab  # noqa: PLC0415

        if self.chosen:
            self.app.push(Lab(self.chosen))

    def credits(self) -> None:
        """Show who made what."""
        from game.table.screens.credits import Credits  # noqa: PLC0415

        self.app.push(Credits())

    # --- how it looks

    def build(self) -> list[Part]:
        """Return title, worlds and buttons."""
        app, view = self.app, self.app.view
        title_h = app.headline(88) * 1.2
        foot = self._buttons_height()
        top = 34.0
        tagline_h = app.size(BODY) * 1.5
        parts: list[Part] = [
            backdrop(app, "menu", 0.28),
            Text(
                (80, top, view.width - 160, title_h), "Starcross Tabletop", app.headline(88), self.colour("title"), "display",
                align="centre", valign="middle", bottom=self.colour("title2"), shade=(0, 0, 0, 230),
            ),
            *ornament(app, view.width / 2 - 380, top + title_h + 14, 760),
        ]  # fmt: skip
        words = {1: "One world", 2: "Two worlds", 3: "Three worlds", 4: "Four worlds", 5: "Five worlds"}.get(len(app.games), "Worlds")
        parts.append(
            Text(
                (80, top + title_h + 30, view.width - 160, tagline_h),
                f"{words} on one table",
                app.size(BODY),
                self.colour("text"),
                "italic",
                align="centre",
                valign="middle",
                shade=(0, 0, 0, 230),
            )
        )
        start = top + title_h + 30 + tagline_h + 26
        parts += self._worlds(start, view.height - foot - 48 - start)
        parts += self._buttons(view.height - foot)
        return [*parts, *self._asked(start - 14)]

    def _asked(self, bottom: float) -> list[Part]:
        """Return the question for a name, in the corner, until it was answered or passed over; only at the first start."""
        settings = self.app.settings
        if settings.asked or not self.fresh:
            return []
        high = self.size(BODY) + 26
        wide = min(self.size(300), self.app.view.width * 0.16)
        left = self.app.view.width - 48 - wide - 2 * (high + 8)
        done = partial(self.app.change, asked=True)
        top = bottom - high
        rect = (left, top, wide, high)
        hint = "What you are called at the table; the settings can change it. It stays on this machine."
        return [
            Entry(
                key="name",
                rect=rect,
                value=settings.name,
                placeholder="Your name?",
                most=LONGEST_NAME,
                on=self._named,
                done=done,
                hint=hint,
            ),
            Button(
                key="name-keep",
                rect=(left + wide + 8, top, high, high),
                icon="check",
                enabled=bool(settings.name),
                on=done,
                hint="That is me",
            ),
            Button(
                key="name-skip",
                rect=(left + wide + high + 16, top, high, high),
                icon="close",
                style="quiet",
                on=self._unnamed,
                hint="No name",
            ),
        ]

    def _named(self, name: str) -> None:
        self.app.change(name=name)

    def _unnamed(self) -> None:
        self.app.change(name="", asked=True)

    def _worlds(self, top: float, height: float) -> list[Part]:
        view, games = self.app.view, self.app.games
        if not games:
            words = "There is no game on the shelf."
            return [Text((80, top, view.width - 160, height), words, self.size(BODY), self.colour("text"), align="centre", valign="middle")]
        gap = 30.0
        width = min(420.0, (view.width - 144 - gap * (len(games) - 1)) / len(games))
        below = self.size(SMALL) + 34
        height = min(height, 760.0 + below + 12) - below - 12
        left = (view.width - width * len(games) - gap * (len(games) - 1)) / 2
        tiles: list[Part] = []
        for index, game in enumerate(games):
            rect = (left, top, width, height)
            painted = partial(world_card, game, rect, chosen=self.focus == f"world-{game.id}", bare=index >= self.lit)
            tiles.append(
                Tile(
                    key=f"world-{game.id}",
                    rect=rect,
                    plain=True,
                    cue="open",
                    on=partial(self.new, game.id),
                    paint=painted,
                )
            )
            if has_lessons(game.id):
                tiles.append(self._lessons(game.id, (left, top + height + 12, width, below)))
            left += width + gap
        return tiles

    def _lessons(self, game: str, rect: Rect) -> Button:
        """Return the way to a world's lessons; it is the one to press for whoever is new."""
        style, on = ("main" if self.fresh and game == self.chosen else "plain"), partial(self.learn, game)
        return Button(key=f"learn-{game}", rect=rect, label="Learn to play", icon="open-book", size=SMALL, style=style, on=on)

    def _choices(self) -> list[tuple[str, str, str, Any]]:
        listed: list[tuple[str, str, str, Any]] = []
        if self.last is not None:
            listed.append(("continue", "Continue", "play-button", self.resume))
        listed.append(("new", "New match", "card-play", self.new))
        listed.append(("saves", "Saves", "save", self.saves))
        if any(has_cards(game) for game in self.app.games):
            listed.append(("cards", "Cards & decks", "poker-hand", self.cards))
        listed += [
            ("records", "Records", "chart", self.records),
            ("lab", "Lab", "bubbling-flask", self.lab),
            ("rules", "Rules", "rule-book", self.rules),
            ("settings", "Settings", "cog", self.settings),
            ("credits", "Credits", "laurels", self.credits),
            ("quit", "Quit", "exit-door", self.quit),
        ]
        return listed

    def _widths(self) -> list[float]:
        return [self.app.measure(label, "bold", self.size(BODY)) + self.size(BODY) * 1.3 + 54 for _, label, _, _ in self._choices()]

    def _rows(self) -> list[list[int]]:
        """Return the numbers of the buttons by rows: as few as they need, each about as long as the others."""
        widths = self._widths()
        whole, room = sum(widths) + _APART * len(widths), self.app.view.width - 96
        for many in range(ceil(whole / (room + _APART)), len(widths) + 1):
            rows: list[list[int]] = [[] for _ in range(many)]
            for index, wide in enumerate(widths):
                middle = sum(widths[:index]) + _APART * index + wide / 2
                rows[int(many * middle / whole)].append(index)
            if all(self._row_width(row, widths) <= room for row in rows):
                break
        return rows

    def _row_width(self, row: list[int], widths: list[float]) -> float:
        return sum(widths[index] for index in row) + _APART * (len(row) - 1)

    def _buttons_height(self) -> float:
        return len(self._rows()) * (self.size(BODY) + 56) + 28

    def _buttons(self, top: float) -> list[Part]:
        choices, widths, high = self._choices(), self._widths(), self.size(BODY) + 40
        buttons: list[Part] = []
        for row in self._rows():
            left = (self.app.view.width - self._row_width(row, widths)) / 2
            for index in row:
                key, label, icon, on = choices[index]
                style = "main" if index == 0 and not self.fresh else "plain"
                hint = self._last_words() if key == "continue" else ""
                buttons.append(
                    Button(key=key, rect=(left, top, widths[index], high), label=label, icon=icon, style=style, on=on, hint=hint)
                )
                left += widths[index] + _APART
            top += high + 16
        return buttons

    def _last_words(self) -> str:
        return f"{self.last.title}: {', '.join(self.last.names)}; {self.last.when}" if self.last else ""


def world_card(game: Game, rect: Rect, look: Look, *, chosen: bool = False, bare: bool = False) -> list[Drawn]:
    """Return a world as a large card: its table, its sign, its name in its own letters; `bare` leaves its picture out."""
    if look.hover and not look.pressed:
        rect = (rect[0], rect[1] - 8, rect[2], rect[3])
    lit = look.hover or look.ring or chosen
    world = look.app.world(game.id)
    edge = mixed(world.colour("glow"), (255, 255, 255, 255), 0.3) if lit else mixed(world.colour("glow"), world.colour("line"), 0.55)
    picture = "" if bare else world.picture("table")
    return [*_world_ground(look.app, world, rect, edge, picture, lit=lit), *_world_words(look.app, game, rect, edge), *ring(look, rect, 26)]


def _world_ground(app: App, world: Theme, rect: Rect, edge: Colour, picture: str, *, lit: bool) -> list[Drawn]:
    """Return a world's card without its words: its picture fading into its colour, its sign over a glow, and its frame."""
    x, y, width, height = rect
    glow = world.colour("glow")
    large = app.settings.text > _ROOMY  # large words need the room of a large sign
    sign_y, sign_part = (0.2, 0.3) if large else (0.26, 0.4)
    side = min(width * 0.56, height * sign_part)
    return [
        Shadow((x, y + 14, width, height), (0, 0, 0, 210), 26, 44),
        *([Shadow(rect, faded(glow, 0.55), 26, 40)] if lit else []),
        Panel(rect, world.colour("back"), world.colour("back2"), 26),
        *([Picture(inset(rect, 3), picture, 24, anchor=0.06)] if picture and app.painter.has_picture(picture) else []),
        Panel((x + 3, y + height * 0.36, width - 6, height * 0.64 - 3), CLEAR, (*world.colour("back2")[:3], 250), 22),
        Shadow((x + width / 2 - side * 0.3, y + height * sign_y - side * 0.3, side * 0.6, side * 0.6), faded(glow, 0.42), side * 0.3, side * 0.55),
        Icon(
            (x + (width - side) / 2, y + height * sign_y - side / 2, side, side), world.glyph,
            world.colour("over"), world.colour("over2"), (0, 0, 0, 200),
        ),
        Panel(rect, CLEAR, None, 26, edge, 5 if lit else 3),
        Panel(inset(rect, 11), CLEAR, None, 17, faded(edge, 0.45), 1.5),
    ]  # fmt: skip


def _world_words(app: App, game: Game, rect: Rect, edge: Colour) -> list[Drawn]:
    """Return a world's name in its own letters over a line, what it is in a sentence, and for how many."""
    x, y, width, height = rect
    world = app.world(game.id)
    pad = 28.0
    inner = width - 2 * pad
    name_h = height * 0.13
    name_y = y + height * (0.4 if app.settings.text > _ROOMY else 0.52)
    name = min(52 * min(app.settings.text, _ROOMY), inner * 0.22)
    body = min(app.size(BODY), inner * 0.16)  # many worlds are narrow ones, and all are to be set alike
    seats_h = min(app.size(SMALL) * 1.7, height * 0.1)
    seats_y = y + height - 30 - seats_h
    words_y = name_y + name_h + 18
    few, many = min(game.seats), max(game.seats)
    seats = f"{few} players" if few == many else f"{few} to {many} players"
    soft = world.colour("over_soft")
    return [
        Text(
            (x + pad / 2, name_y, width - pad, name_h), game.title, name, world.colour("over"), world.faces.get("display", "display"),
            align="centre", valign="middle", bottom=world.colour("over2"), shade=(0, 0, 0, 240),
        ),
        Panel((x + width * 0.3, name_y + name_h + 6, width * 0.4, 2), faded(edge, 0.7)),
        Text((x + pad, words_y, inner, seats_y - 10 - words_y), game.tagline, body, soft, align="centre", valign="top", wrap=True),
        Text((x + pad, seats_y, inner, seats_h), seats, app.size(SMALL), faded(soft, 0.85), "bold", align="centre", valign="middle"),
    ]  # fmt: skip


def has_cards(game: Game) -> bool:
    """Tell whether a game has cards, without reading them: the menu must not wait for five catalogues."""
    return (paths.ASSETS / "cards" / game.id).is_dir()


def has_lessons(game: str) -> bool:
    """Tell whether there are lessons or puzzles of a game, without reading them."""
    return bool(game) and bool(position_files(game))


def _nothing() -> None:
    return
