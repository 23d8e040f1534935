"""Watching a match again: play, pause, step, hurry, and go to any moment of it."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from functools import partial

from game.kernel.cues import Telling
from game.kernel.ids import SPECTATOR, Seat
from game.match.replay import Replay
from game.match.seats import onlookers, seat_faces, seat_names
from game.table.canvas.draw import Drawn, Panel, Text, faded
from game.table.canvas.view import REACH, Event, Rect
from game.table.pages.keys import KeysPanel
from game.table.pages.laid import Printed, laid
from game.table.pages.rules import RulesScreen
from game.table.pieces.board import Board
from game.table.pieces.lit import Light
from game.table.play.beats import BeatPlayer, paced
from game.table.shell.bindings import keyed
from game.table.shell.page import Page, Part
from game.table.shell.widgets import BODY, SMALL, Button, Choice, Slider

_LOOK_SECONDS = 1.0
"""How often a match that is followed is read again."""

_BAR = 144.0
"""How high the bar below the table is: two lines of what is told, at the largest text size, and the buttons."""

_PACES = (("0.5", "½ ×"), ("1", "1 ×"), ("2", "2 ×"), ("4", "4 ×"), ("8", "8 ×"))


class ReplayScreen(Page):
    """A saved match step by step, as one seat or a bystander saw it: at first as its only person did, if there is one.

    With `follow` it is one that another window plays: it begins where that stands, and what happens there comes after it.
    """

    first_focus = "play"
    lift = 3000
    board: Board

    def __init__(self, replay: Replay, names: Sequence[str] = (), *, follow: bool = False) -> None:
        super().__init__()
        self.replay = replay
        self.follow = follow
        self.looked = 0.0
        if follow:
            replay.jump(replay.count)
        self.theme = replay.setup.game
        people = [seat for seat, plan in enumerate(replay.plans) if plan.human]
        self.viewer: Seat = people[0] if len(people) == 1 and not follow else SPECTATOR
        self.playing = False
        self.pace = "1"
        self.words, self._summed = "", False
        self.by_keyboard = True
        self.names = tuple(names) or seat_names(replay.plans, replay.setup, replay.scene(SPECTATOR), replay.rules)
        self.printed = Printed(replay.rules, self.names)
        self.player = BeatPlayer(replay.scene(self.viewer))

    def begin(self) -> None:
        """Lay out the table and begin to play."""
        self._lay()
        self._show()
        self.playing = True
        if self.replay.broken:
            self.app.say(self.replay.broken, "bad")

    def layout(self) -> None:
        """Lie above the bar."""
        super().layout()
        self._fit()

    def _lay(self) -> None:
        self.board = laid(self.app, self.printed, self.replay.setup, self.viewer)
        self._fit()

    def _fit(self) -> None:
        view = self.app.view
        self.board.fit((0.0, 0.0, view.width, view.height - self._bar()))

    def _bar(self) -> float:
        """Return how high the bar is: the same at every text size, as a table that has less room has smaller words."""
        return _BAR

    def _high(self) -> float:
        """Return how high the buttons are: the less the larger the words of what is told above them."""
        return max(REACH, self._bar() - self.size(BODY) * 2 - 12)

    def _row(self) -> float:
        """Return how high the row of what is told is, above the row of buttons."""
        return self._bar() - self._high() - 14

    # --- going

    def _show(self) -> None:
        """Show the position at once."""
        scene = self.replay.scene(self.viewer)
        self.player.jump(scene)
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
        """Say of the action that leads here what sums it up; of one that tells nothing, nothing."""
        self.words, self._summed = "", False
        for beat in self.replay.beats(self.viewer):
            self._caption(beat.telling)
        self.app.speech.tell(self.words)

    def _caption(self, telling: Telling | None) -> bool:
        """Take what an event tells for what is said of its action; a detail only where nothing more was. Tell whether it was taken."""
        if telling is None or not telling.words or (telling.detail and self._summed):
            return False
        self.words, self._summed = self.printed.spoken(telling.words), not telling.detail
        return True

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

    def _look_again(self) -> None:
        """See what happened in the window where the match is played."""
        self.looked = self.app.now
        before = self.replay.position
        if self.replay.look_again():
            self.stale()
            if self.replay.position < before:
                self._show()

    def _onward(self) -> bool:
        if not self.replay.step():
            self.playing = self.follow
            return False
        beats = self.replay.beats(self.viewer)
        first = next((beat.telling for beat in beats if beat.telling is not None and beat.telling.words), None)
        self.words = self.printed.spoken(first.words) if first is not None else ""  # nothing of the action before stays
        self._summed = False
        self.player.add(paced(beats, self.app.theme.tempo, watched=True))
        return True

    def set_pace(self, pace: str) -> None:
        """Watch slower or faster."""
        self.pace = pace
        self.player.pace = float(pace)

    def see(self, viewer: str) -> None:
        """See the match as another seat."""
        self.viewer = int(viewer)
        self._lay()
        self.stale()
        self._show()

    def tick(self) -> bool:
        """Show what is due."""
        super().tick()
        board = self.board
        self.player.pace = float(self.pace) * (self.app.settings.pace or 8.0)
        if self.follow and self.app.now - self.looked >= _LOOK_SECONDS:
            self._look_again()
        if self.playing and not self.player.busy:
            self._onward()
        for begun in self.player.advance(self.app.now):
            telling = begun.beat.telling
            lasts = 0.0 if self.app.settings.reduced_motion else self.player.length(begun.moving)
            board.show(self.player.shown, self.app.now, lasts, telling)
            if telling:
                self.app.cue(telling.kind)
                if self._caption(telling):
                    self.app.speech.tell(self.words)
            self._parts = None
        waits = self.follow and self.replay.position == self.replay.count
        return board.moving(self.app.now) or self.player.busy or (self.playing and not waits)

    def key(self, event: Event) -> bool:
        """Space plays and pauses, dot and comma step, Home and End go to the ends, F1 opens the rules and H the keys."""
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
            case "w":
                self.app.say("Why a program did that is told where the match is played, on the page of its end as well.")
            case "f1":
                self.app.push(RulesScreen(self.theme))
            case "h":
                self.playing = False
                self.app.push(KeysPanel())
            case _:
                return False
        return True

    # --- how it looks

    def draw(self) -> list[Drawn]:
        """Return the table, and the bar over it."""
        table = self.board.draw(Light(names=self.names, faces=seat_faces(self.replay.plans, self.replay.rules)))
        return [*table, *super().draw(), self._telling()]

    def _telling(self) -> Text:
        """Return what was told, beside the hint where that lies in its place."""
        view, size = self.app.view, self.size(BODY)
        left, right, (x, wide) = 40.0, view.width - 40, self._hint_span()
        if wide and abs(x + wide / 2 - view.width / 2) < (wide + min(right - left, self.app.measure(self.words, "text", size))) / 2:
            left, right = (x + wide + 16, right) if x + wide / 2 < view.width / 2 else (left, x - 16)
        box = (left, view.height - self._bar() + 8, right - left, self._row() - 14)
        return Text(box, self.words, size, self.colour("text"), align="centre", valign="middle", wrap=True, layer=self.lift)

    def _hint_at(self, width: float, height: float) -> tuple[float, float]:
        """Return where a hint lies: above its button, in the row of what is told."""
        widget = self.widget(self.hover or self.focus)
        x = max(12.0, min(widget.rect[0] if widget else 0.0, self.app.view.width - width - 52))
        return x, self.app.view.height - self._bar() + self._row() - height - 28

    def _hint_span(self) -> tuple[float, float]:
        """Return the left edge of the hint that is shown, and its width; nothing wide where none is."""
        panel = next((item for item in self._hint() if isinstance(item, Panel)), None)
        return (panel.rect[0], panel.rect[2]) if panel is not None else (0.0, 0.0)

    def build(self) -> list[Part]:
        """Return the bar: room for what was told, and below it the ways to go, the moment, the pace and the viewer."""
        view, bar = self.app.view, self._bar()
        top, high = view.height - bar, self._high()
        y = view.height - high - 14
        ways = self._ways(32.0, y, high)
        left = max(way.rect[0] + way.rect[2] for way in ways) + 12
        choices = self._choices(view.width - 32, y, high)
        right = min(choice.rect[0] for choice in choices) - 12
        upper, lower = ((*self.colour(ink)[:3], 255) for ink in ("panel", "panel2"))  # nothing on the table shows through the words
        return [
            Panel((-20, top, view.width + 40, bar + 40), upper, lower, 0, self.colour("line"), 2),
            *ways,
            *choices,
            *self._moment((left, y, right - left, high)),
        ]

    def _ways(self, x: float, y: float, high: float) -> list[Button]:
        """Return the buttons to go, from the left."""
        ways: list[tuple[str, str, str, Callable[[], None]]] = [
            ("close", "close", keyed("Back to the list", self.app.settings, "escape"), self.escape),
            ("back", "step-back", keyed("One action back", self.app.settings, ","), partial(self.step, -1)),
            (
                "play",
                "pause" if self.playing else "play-button",
                keyed("Pause" if self.playing else "Play", self.app.settings, "space"),
                self.toggle,
            ),
            ("step", "step", keyed("One action on", self.app.settings, "."), partial(self.step, 1)),
        ]
        buttons = []
        for key, icon, hint, on in ways:
            wide = high * 1.5 if key == "play" else high
            style = "main" if key == "play" else "plain"
            buttons.append(Button(key=key, rect=(x, y, wide, high), icon=icon, hint=hint, style=style, on=on))
            x += wide + 12
        return buttons

    def _choices(self, right: float, y: float, high: float) -> list[Choice]:
        """Return whose eyes and which pace, from the right."""
        pace_w, seen_w = self.size(190), self.size(300)
        seen: Rect = (right - seen_w, y, seen_w, high)
        pace: Rect = (seen[0] - 12 - pace_w, y, pace_w, high)
        viewer = str(self.viewer)
        return [
            Choice(
                key="seen",
                rect=seen,
                options=self._viewers(),
                value=viewer,
                on=self.see,
                name="Through whose eyes",
                hint="Through whose eyes",
            ),
            Choice(key="pace", rect=pace, options=_PACES, value=self.pace, on=self.set_pace, name="How fast", hint="How fast"),
        ]

    def _moment(self, rect: Rect) -> list[Part]:
        """Return the slider over the actions, and their number beside it."""
        x, y, width, high = rect
        replay, small = self.replay, self.size(SMALL)
        count = f"{replay.position} / {replay.count}"
        count_w = self.app.measure(count, "bold", small) + 30
        track: Rect = (x, y, width - count_w, high)
        number: Rect = (x + width - count_w, y, count_w, high)
        return [
            Slider(key="scrub", rect=track, value=replay.position, low=replay.first, high=replay.count, step=1, on=self.go, name="Action"),
            Text(number, count, small, faded(self.colour("text"), 0.9), "bold", align="centre", valign="middle"),
        ]

    def _viewers(self) -> list[tuple[str, str]]:
        """Return through whose eyes one may see."""
        seats = onlookers(self.replay.plans, over=self.replay.outcome is not None)
        return [(str(SPECTATOR), "A bystander"), *((str(seat), self.names[seat]) for seat in seats)]
