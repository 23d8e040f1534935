"""Watching a match again: play, pause, step, hurry, and go to any moment of it."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from functools import partial

from game import paths
from game.content.faults import ContentError
from game.content.tables import read_table_layout
from game.kernel.ids import SPECTATOR, CardId, Seat
from game.kernel.scene import CardFace
from game.kernel.words import spoken
from game.match.replay import Replay
from game.table.canvas.draw import Drawn, Panel, Text, faded
from game.table.canvas.view import Event, Rect
from game.table.pieces import figures
from game.table.pieces.board import Board
from game.table.pieces.lit import Light
from game.table.play.beats import BeatPlayer, paced
from game.table.shell.page import Page, Part
from game.table.shell.widgets import BODY, SMALL, Button, Choice, Slider

_PACES = (("0.5", "½ ×"), ("1", "1 ×"), ("2", "2 ×"), ("4", "4 ×"), ("8", "8 ×"))


class ReplayScreen(Page):
    """A saved match step by step, as one seat or a bystander saw it."""

    first_focus = "play"
    lift = 3000

    def __init__(self, replay: Replay, names: Sequence[str] = ()) -> None:
        super().__init__()
        self.replay = replay
        self.theme = replay.setup.game
        self.viewer: Seat = SPECTATOR
        self.playing = False
        self.pace = "1"
        self.words = ""
        self.by_keyboard = True
        labels = {seat.seat: seat.label for seat in replay.scene(SPECTATOR).seats}
        plans = replay.plans
        self.names = tuple(
            names[seat] if seat < len(names) else plans[seat].name or labels.get(seat) or f"Seat {seat + 1}" for seat in range(len(plans))
        )
        self.board: Board | None = None
        self.player = BeatPlayer(replay.scene(SPECTATOR))

    def enter(self) -> None:
        """Lay out the table and begin to play."""
        super().enter()
        if self.board is None:
            figures.register(self.app)
            self.board = self._table()
            self.layout()
            self._show()
            self.playing = True
        if self.replay.difference:
            self.app.say(self.replay.difference, "bad")

    def layout(self) -> None:
        """Lie above the bar."""
        super().layout()
        if self.board is not None:
            view = self.app.view
            self.board.fit((0.0, 0.0, view.width, view.height - self._bar()))

    def _table(self) -> Board:
        """Return the table with its zones where the map of the game's table draws them."""
        path = paths.MAPS / "tables" / f"{self.theme}.tmx"
        places: dict[str, Rect] = {}
        try:
            if path.is_file():
                drawn = read_table_layout(path).places_for(len(self.names), self.viewer)
                places = {zone: (float(place.x), float(place.y), float(place.width), float(place.height)) for zone, place in drawn.items()}
        except (ContentError, ValueError) as error:
            self.app.say(str(error), "bad")
        return Board(self.app, self._face, places)

    def _bar(self) -> float:
        return self.size(BODY) + 46 + self.size(BODY) * 2

    def _face(self, card: CardId) -> CardFace | None:
        try:
            return self.replay.rules.face(card)
        except KeyError:
            return None

    # --- going

    def _show(self) -> None:
        """Show the position at once."""
        scene = self.replay.scene(self.viewer)
        self.player.jump(scene)
        if self.board is not None:
            self.board.settle()
            self.board.show(scene, self.app.now)
            self.board.settle()

    def go(self, position: float) -> None:
        """Go to a moment."""
        self.playing = False
        self.replay.jump(int(position))
        self._tell()
        self._show()

    def _tell(self) -> None:
        words = [
            beat.telling.words for beat in self.replay.beats(self.viewer) if beat.telling and beat.telling.words and not beat.telling.detail
        ]
        self.words = self._spoken(words[-1]) if words else ""

    def _spoken(self, words: str) -> str:
        return spoken(words, self.names, self._name)

    def _name(self, card: CardId) -> str:
        face = self._face(card)
        return face.name if face else card

    def toggle(self) -> None:
        """Play or pause; from the end it begins again."""
        if not self.playing and self.replay.position >= self.replay.count:
            self.go(self.replay.first)
        self.playing = not self.playing

    def step(self, by: int) -> None:
        """Go one action on or back."""
        self.playing = False
        if by > 0 and not self.player.busy:
            self._onward()
        else:
            self.go(self.replay.position + by)

    def _onward(self) -> bool:
        if not self.replay.step():
            self.playing = False
            return False
        self.player.add(paced(self.replay.beats(self.viewer), self.app.theme.tempo, watched=True))
        return True

    def set_pace(self, pace: str) -> None:
        """Watch slower or faster."""
        self.pace = pace
        self.player.pace = float(pace)

    def see(self, viewer: str) -> None:
        """See the match as another seat."""
        self.viewer = int(viewer)
        self.board = self._table()
        self.layout()
        self._show()

    def tick(self) -> bool:
        """Show what is due."""
        super().tick()
        board = self.board
        if board is None:
            return False
        self.player.pace = float(self.pace) * (self.app.settings.pace or 8.0)
        if self.playing and not self.player.busy:
            self._onward()
        for begun in self.player.advance(self.app.now):
            telling = begun.beat.telling
            lasts = 0.0 if self.app.settings.reduced_motion else self.player.length(begun.moving)
            board.show(self.player.shown, self.app.now, lasts, telling)
            if telling:
                self.app.cue(telling.kind)
                if telling.words and not telling.detail:
                    self.words = self._spoken(telling.words)
            self._parts = None
        return board.moving(self.app.now) or self.player.busy or self.playing

    def key(self, event: Event) -> bool:
        """Space plays and pauses, dot and comma step, digits choose the pace."""
        match event.key:
            case "space" | "p":
                self.toggle()
            case "." | "right":
                self.step(1)
            case "," | "left":
                self.step(-1)
            case "home":
                self.go(self.replay.first)
            case "end":
                self.go(self.replay.count)
            case "f1":
                from game.table.pages.rules import RulesScreen  # noqa: PLC0415

                self.app.push(RulesScreen(self.theme))
            case _:
                return False
        return True

    # --- how it looks

    def draw(self) -> list[Drawn]:
        """Return the table, and the bar over it."""
        table = self.board.draw(Light(names=self.names)) if self.board is not None else []
        return [*table, *super().draw()]

    def build(self) -> list[Part]:
        """Return the bar."""
        app, view, size = self.app, self.app.view, self.size(BODY)
        bar = self._bar()
        top = view.height - bar
        high = size + 34
        y = view.height - high - 14
        parts: list[Part] = [
            Panel((-20, top, view.width + 40, bar + 40), self.colour("panel"), self.colour("panel2"), 0, self.colour("line"), 2),
            Text(
                (40, top + 8, view.width - 80, y - top - 14),
                self.words,
                size,
                self.colour("text"),
                align="centre",
                valign="middle",
                wrap=True,
            ),
        ]
        x = 32.0
        ways: list[tuple[str, str, str, Callable[[], None]]] = [
            ("close", "close", "Back to the list (Esc)", self.escape),
            ("back", "step-back", "One action back (,)", partial(self.step, -1)),
            ("play", "pause" if self.playing else "play", "Pause (Space)" if self.playing else "Play (Space)", self.toggle),
            ("step", "step", "One action on (.)", partial(self.step, 1)),
        ]
        for key, icon, hint, on in ways:
            wide = high * 1.5 if key == "play" else high
            style = "main" if key == "play" else "plain"
            parts.append(Button(key=key, rect=(x, y, wide, high), icon=icon, hint=hint, style=style, on=on))
            x += wide + 12
        pace_w = self.size(190)
        seen_w = self.size(300)
        count = f"{self.replay.position} / {self.replay.count}"
        count_w = app.measure(count, "bold", self.size(SMALL)) + 30
        right = view.width - 32
        parts.append(
            Choice(
                key="seen",
                rect=(right - seen_w, y, seen_w, high),
                options=self._viewers(),
                value=str(self.viewer),
                on=self.see,
                hint="Through whose eyes",
            )
        )
        parts.append(
            Choice(
                key="pace",
                rect=(right - seen_w - pace_w - 12, y, pace_w, high),
                options=_PACES,
                value=self.pace,
                on=self.set_pace,
                hint="How fast",
            )
        )
        end = right - seen_w - pace_w - 24 - count_w
        parts += [
            Slider(
                key="scrub",
                rect=(x, y, end - x, high),
                value=self.replay.position,
                low=self.replay.first,
                high=self.replay.count,
                step=1,
                on=self.go,
            ),
            Text(
                (end, y, count_w, high), count, self.size(SMALL), faded(self.colour("text"), 0.9), "bold", align="centre", valign="middle"
            ),
        ]
        return parts

    def _viewers(self) -> list[tuple[str, str]]:
        return [(str(SPECTATOR), "A bystander"), *((str(seat), name) for seat, name in enumerate(self.names))]
