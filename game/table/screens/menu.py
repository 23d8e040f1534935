"""The first thing a player sees: the worlds side by side, and the way to everything else."""

from __future__ import annotations

from functools import partial
from math import ceil, fsum
from typing import TYPE_CHECKING, Any

from game import paths
from game.content.positions import position_files
from game.kernel.rules import Game
from game.kernel.words import counted, enumerated
from game.match.save import list_saves
from game.table.canvas.draw import Text
from game.table.canvas.view import Event, Rect
from game.table.pages.anew import FreshPage
from game.table.pages.common import backdrop, ornament
from game.table.screens.opening import resume_match, to_continue
from game.table.screens.worlds import high_card, low_card, told, told_height
from game.table.shell.learnt import learnt
from game.table.shell.page import Part
from game.table.shell.settings import LONGEST_NAME
from game.table.shell.text_field import Entry
from game.table.shell.widgets import BODY, SMALL, Button, Tile

if TYPE_CHECKING:
    from collections.abc import Callable

    from game.table.canvas.draw import Drawn
    from game.table.shell.widgets import Look

_APART = 12.0
"""The room between two buttons of a row."""

_GAP, _NEAR = 30.0, 12.0
"""The room between two worlds, and between a world and what belongs to it."""


class MenuScreen(FreshPage):
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
        if self.fresh and not self.app.settings.asking:
            self.app.change(asking=True)
        self.last = to_continue(self.app, saves)
        if not self.focus:
            self.focus = self._first()

    def _first(self) -> str:
        return "continue" if self.last else f"world-{self.chosen}"

    def tick(self) -> bool:
        """Bring in the worlds' pictures one a frame, so that the first frame comes at once."""
        moving = super().tick()
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
            Dialog(
                "Quit Starcross Tabletop?",
                "",
                [("Quit", "main", partial(setattr, self.app, "running", False)), ("Stay", "plain", _nothing)],
            )
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
            return True
        return super().key(event)

    # --- where the buttons lead

    def resume(self) -> None:
        """Go on with the last match, which may have been played elsewhere since this was shown."""
        self.enter()
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
        from game.table.screens.learn import learn_of  # noqa: PLC0415

        self.chosen = game or self.chosen
        learn_of(self.app, self.chosen)

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
        top = 34.0 if app.settings.text <= 1 else 20.0
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
        parts += self._asked(start - 14)  # before the buttons: End leads to the last of these, whatever is asked
        parts += self._worlds(start, view.height - foot - (48 if app.settings.text <= 1 else _GAP) - start)
        parts += self._buttons(view.height - foot)
        return parts

    def _asked(self, bottom: float) -> list[Part]:
        """Return the question for a name, in the corner, until it was answered or put away: it is first asked of whoever is new here, and stays whatever they do meanwhile."""
        settings = self.app.settings
        if settings.asked or not settings.asking:
            return []
        high = self.size(BODY) + 26
        wide = min(self.size(300), self.app.view.width * 0.16)
        left = self.app.view.width - 48 - wide - 2 * (high + 8)
        done = partial(self._answered, settings.name)
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
                on=partial(self._answered, ""),
                hint="No name",
            ),
        ]

    def _named(self, name: str) -> None:
        self.app.change(name=name)

    def _answered(self, name: str) -> None:
        """Put the question away, and go on where it lay no more."""
        self.app.change(name=name, asked=True)
        self.focus = self._first()

    def _worlds(self, top: float, height: float) -> list[Part]:
        view, games = self.app.view, self.app.games
        if not games:
            words = "There is no game on the shelf."
            return [Text((80, top, view.width - 160, height), words, self.size(BODY), self.colour("text"), align="centre", valign="middle")]
        return self._high(top, height) if self.app.settings.text <= 1 else self._low(top, height)

    def _high(self, top: float, height: float) -> list[Part]:
        """Return the worlds side by side as high cards, which say all of themselves."""
        view, games = self.app.view, self.app.games
        width = min(420.0, (view.width - 144 - _GAP * (len(games) - 1)) / len(games))
        below = self.size(SMALL) + 34
        height = min(height, 760.0 + below + 12) - below - 12
        left = (view.width - width * len(games) - _GAP * (len(games) - 1)) / 2
        tiles: list[Part] = []
        for index, game in enumerate(games):
            rect = (left + index * (width + _GAP), top, width, height)
            tiles += self._world(index, rect, partial(high_card, game, rect), below)
        return tiles

    def _low(self, top: float, height: float) -> list[Part]:
        """Return the worlds in rows of few, with their signs and names: large words have room there; what one is stands below for that in hand."""
        app, view, games = self.app, self.app.view, self.app.games
        columns = len(games) if len(games) < 4 else ceil(len(games) / 2)
        rows = ceil(len(games) / columns)
        width = min(720.0, (view.width - 144 - _GAP * (columns - 1)) / columns)
        below = self.size(SMALL) + 24
        spoken = told_height(app, games, view.width - 144)
        each = min(300.0, (height - spoken - _NEAR) / rows - below - 2 * _NEAR)
        top += max(0.0, height - spoken - _NEAR - rows * (each + below + 2 * _NEAR)) / 2
        box = (72.0, top + rows * (each + below + 2 * _NEAR), view.width - 144, spoken)
        tiles: list[Part] = []
        for index, game in enumerate(games):
            row, column = divmod(index, columns)
            many = min(columns, len(games) - row * columns)
            left = (view.width - width * many - _GAP * (many - 1)) / 2 + column * (width + _GAP)
            rect = (left, top + row * (each + below + 2 * _NEAR), width, each)
            tiles += self._world(index, rect, partial(self._low_card, game, rect, box), below)
        return tiles

    def _low_card(self, game: Game, rect: Rect, box: Rect, look: Look, *, chosen: bool, bare: bool) -> list[Drawn]:
        """Return a low card, and for the world in hand what it is, in the box below all of them."""
        words = told(look.app, game, box) if game.id == self._in_hand() else []
        return [*low_card(game, rect, look, chosen=chosen, bare=bare), *words]

    def _in_hand(self) -> str:
        """Return the world that the pointer is on, else that with the focus, else the one that was chosen last."""
        for key in (self.hover, self.focus):
            kind, _, game = key.partition("-")
            if kind in {"world", "learn"}:
                return game
        return self.chosen

    def _world(self, index: int, rect: Rect, painted: Callable[..., list[Drawn]], below: float) -> list[Part]:
        """Return a world to be pressed, and below it the way to its lessons."""
        game, key = self.app.games[index].id, f"world-{self.app.games[index].id}"
        paint = partial(painted, chosen=self.focus == key, bare=index >= self.lit)
        tiles: list[Part] = [Tile(key=key, rect=rect, plain=True, cue="open", on=partial(self.new, game), paint=paint)]
        if has_lessons(game):
            tiles.append(self._lessons(game, (rect[0], rect[1] + rect[3] + _NEAR, rect[2], below)))
        return tiles

    def _lessons(self, game: str, rect: Rect) -> Button:
        """Return the way to a world's lessons; it is the one to press for whoever is new."""
        style, on = ("main" if self.fresh and game == self.chosen else "plain"), partial(self.learn, game)
        title = next(each.title for each in self.app.games if each.id == game)
        return Button(key=f"learn-{game}", rect=rect, label="Learn to play", name=title, icon="open-book", size=SMALL, style=style, on=on)

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
        whole, room = fsum(widths) + _APART * len(widths), self.app.view.width - 96
        for many in range(ceil(whole / (room + _APART)), len(widths) + 1):
            rows: list[list[int]] = [[] for _ in range(many)]
            for index, wide in enumerate(widths):
                middle = fsum(widths[:index]) + _APART * index + wide / 2
                rows[int(many * middle / whole)].append(index)
            if all(self._row_width(row, widths) <= room for row in rows):
                break
        return rows

    def _row_width(self, row: list[int], widths: list[float]) -> float:
        return fsum(widths[index] for index in row) + _APART * (len(row) - 1)

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
        """Return which match Continue brings back: its game, who plays, how far it is, and when it was last played."""
        if self.last is None:
            return ""
        return f"{self.last.title}: {enumerated(self.last.names)}; {counted(self.last.count, 'action')}, last played {self.last.last}."


def has_cards(game: Game) -> bool:
    """Tell whether a game has cards, without reading them: the menu must not wait for five catalogues."""
    return (paths.ASSETS / "cards" / game.id).is_dir()


def has_lessons(game: str) -> bool:
    """Tell whether there are lessons or puzzles of a game, without reading them."""
    return bool(game) and bool(position_files(game))


def _nothing() -> None:
    return
