"""A match at the table: shows what happens, takes what the player's hand does, and lets the others play.

The screen holds no rules. It draws the scene of the seat that looks, hands the offers to the grip, submits what comes
back, and plays the beats of every step. A match without people is watched from the side. What is seen is in `match_view`, what
hands do in `match_hand`; here is the flow of the match, and what the buttons do. The file is long because every button steps into
that flow: taking back, pausing, handing over and passing share one state.
"""

from __future__ import annotations

import time
from collections.abc import Callable
from functools import partial
from typing import Any

from msgspec.structs import replace

from game import paths
from game.ai.player import Budget
from game.content.faults import ContentError
from game.content.tables import read_table_layout
from game.kernel.cues import Telling, fold
from game.kernel.ids import SPECTATOR, Seat
from game.kernel.offers import IllegalAction, Offer
from game.match.passing import STOPS, passed
from game.table.canvas.view import Rect
from game.table.pages.dialog import Dialog
from game.table.pieces import figures, plates
from game.table.pieces.board import Board
from game.table.play import side_panel, targets
from game.table.play.beats import SPEEDS, Timed, hurry, paced, quiet
from game.table.play.curtain import Curtain
from game.table.play.ending import EndPanel
from game.table.play.log import Log, entry
from game.table.play.match_hand import MatchHand
from game.table.play.match_view import WAVING_SECONDS
from game.table.shell.page import Part

_HOVER_SECONDS = 0.55
_DEAL_PACE = 3.0
_MOST_AT_ONCE = 40
"""How many actions that nobody needs to see follow each other between two frames."""

_RECALLED = 60
"""How many steps back the log goes when a match is taken up again."""


class MatchScreen(MatchHand):
    """The table with a match on it."""

    # --- beginning and end

    def enter(self) -> None:
        """Lay the table when the screen comes up."""
        super().enter()
        if not hasattr(self, "board"):
            figures.register(self.app)
            self.board = Board(self.app, self.face, self._drawn())
            self._fit()
            self.board.show(self.player.shown, self.app.now)
            self._set_pace()
            if self.match.notice:
                self.app.say(self.match.notice)
            if any(not plan.human for plan in self.match.plans):
                self.rival.warm()
            people = sum(plan.human for plan in self.match.plans)
            if people > 1 and self._secret():
                for _ in range(_MOST_AT_ONCE):
                    if (offer := self._passed()) is None:  # no curtain rises for a window that passes by itself
                        break
                    self.match.submit(offer.action)
                self.viewer = self._first_viewer()
                self._change_viewer(self.viewer)
            elif self.match.count == 0 and self.match.first == 0:
                self._tell_step(0)
            else:
                self.shown_step = self.match.count
                self._recall(self.match.count)
                self.player.jump(self.match.scene(self.viewer))
                self.board.show(self.player.shown, self.app.now)

    def leave(self) -> None:
        """Let the opponents go."""
        self.rival.close()
        self.match.flush()

    def layout(self) -> None:
        """Fit the table into the window."""
        super().layout()
        if hasattr(self, "board"):
            self._fit()

    def _fit(self) -> None:
        view = self.app.view
        self.board.fit((0.0, 0.0, view.width - side_panel.width(self.app), view.height))

    def _drawn(self) -> dict[str, Rect]:
        path = paths.MAPS / "tables" / f"{self.theme}.tmx"
        if not path.is_file():
            return {}
        try:
            table = read_table_layout(path)
            places = table.places_for(len(self.match.plans), self.viewer)
        except (ContentError, ValueError) as error:
            self.app.say(str(error))
            return {}
        return {zone: (float(place.x), float(place.y), float(place.width), float(place.height)) for zone, place in places.items()}

    # --- time

    def tick(self) -> bool:
        """Show what is due, let the others play, and take what was answered."""
        app, now = self.app, self.app.now
        for begun in self.player.advance(now):
            self._begin(begun, now)
        moving = self.board.moving(now)
        if not self.player.busy and app.top is self:
            self._go_on(now)
        if self.refused is not None and self.refused[2] <= now:
            self.refused = None
            app.touch()
        dot = int(now * 3) if self.rival.thinking or now - self._asked_at < WAVING_SECONDS else self._dot
        if dot != self._dot:
            self._dot = dot
            app.touch()
        super().tick()
        self._rest(now)
        busy = moving or self.player.busy
        if self._told_file is not None:
            self._written = targets.tell(
                self, self._told_file, self._written, busy=busy or (self.grip.how == "drag" and not self.grip.menu)
            )
        return busy

    def _rest(self, now: float) -> None:
        """Look closer once the pointer has rested."""
        if self.over and not self.look_now and now - self.over_since >= _HOVER_SECONDS and not self.grip.held:
            self.look_now = True
            self.app.touch()

    def _begin(self, begun: Timed, now: float) -> None:
        telling = begun.beat.telling
        reduced = self.app.settings.reduced_motion
        moving = 0.0 if reduced else self.player.length(begun.moving)
        if telling is not None and telling.rolls:
            air = 0.0 if reduced else self.player.length(begun.moving) * 0.8
            rest = self.player.length(begun.moving + begun.reading) - air
            if self.player.pace:
                self.board.rolls.throw(telling.rolls, telling.at, now, air, rest + 0.1)
            moving *= 0.45
        self.board.show(self.player.shown, now, moving, telling)
        if telling is not None:
            if begun.moving or begun.reading:
                self.app.cue(telling.kind)
            self._note(begun)
        self._parts = None

    def _note(self, begun: Timed) -> None:
        telling = begun.beat.telling
        if telling is not None and telling.words:
            self._write(telling)
            self.told = self.spoken(telling.words)

    def _write(self, telling: Telling) -> None:
        self.log.add(entry(telling.words, self.match.names, self.card_name, detail=telling.detail, kind=telling.kind))

    def _tell_step(self, number: int, *, passing: bool = False) -> None:
        """Queue the beats of a step; a pass itself takes no time, only what follows from it."""
        seat = self._actor
        watched = number > 0 and seat != self.viewer
        own = seat is None or self.match.plans[seat].human or all(not plan.human for plan in self.match.plans)
        self._in_a_row = 0 if own else self._in_a_row + 1
        quick = _DEAL_PACE if number == 0 else hurry(self._in_a_row)
        tempo = self.app.theme.tempo
        self._log_marks.append(len(self.log.entries))
        beats = self.match.beats(self.viewer, number)
        turn = next((index for index, beat in enumerate(beats) if beat.telling is not None and beat.telling.kind == "turn"), 0)
        deciding = self.match.deciding
        if turn and deciding not in {None, self.viewer} and self._handed_over():
            self._kept_back = (number, turn)
            beats = beats[:turn]
        still = quiet(beats) if passing else 0
        for begun in self.player.slip(Timed(beat, 0.0, 0.0, number) for beat in beats[:still]):
            self._begin(begun, self.app.now)
        self.player.add(paced(beats[still:], tempo, watched=watched, quick=quick, step=number))
        self.shown_step = number

    _actor: Seat | None = None
    _in_a_row = 0

    def _go_on(self, now: float) -> None:
        """Everything is shown: ask whoever must choose next."""
        if self.board.scene is not None and self.player.shown != self.board.scene:
            self.board.show(self.player.shown, now)
        for _ in range(_MOST_AT_ONCE):
            count, deciding = self.match.count, self.match.deciding
            if deciding is None:
                self._finish_match()
                return
            action = self._unasked(deciding)
            if action is None:
                return
            self.submit(action)
            if self.player.busy or self.match.count == count:
                return

    def _unasked(self, deciding: Seat) -> Any | None:
        """Return what happens without a hand: a pass by itself, or what a program chose; else see that whoever decides is asked."""
        plan = self.match.plans[deciding]
        if not plan.human:
            if self.dealt != self.match.count:
                self.dealt = self.match.count
                self.grip.deal(())
                self._parts = None
                self.rival.ask(
                    self.match.setup,
                    plan.player,
                    self.match.observation(deciding),
                    self.match.legal(),
                    _budget(self.app.settings.think),
                    self.match.count * 7919 + deciding,
                )
            return self.rival.poll()
        offer = self._passed()
        if offer is not None:
            return offer.action
        if deciding != self.viewer:
            self._change_viewer(deciding)
        if self.dealt != self.match.count:
            self._deal()
        return None

    def ask_here(self) -> None:
        """Ask at this point of the match even where the window would pass by itself: after a take-back, or for a picture."""
        self._asked_again = self.match.count

    def _passed(self) -> Offer | None:
        """Return the pass that is taken for the person who decides, None where they are asked."""
        deciding = self.match.deciding
        if (
            not self.match.rules.windows
            or deciding is None
            or not self.match.plans[deciding].human
            or self.match.count == self._asked_again
        ):
            return None
        settings = self.app.settings
        return passed(self.match.offers(), self.match.setup.game, settings.stops, settings.marks)

    def _deal(self) -> None:
        self.dealt = self.match.count
        self._asked_at = self.app.now
        self._previews.clear()
        self.grip.deal(self._named(offer) for offer in self.match.offers() if bool(offer.form) == self.tooling)
        self.cursor = self.cursor if self.board.rect_of(self.cursor) else ""
        self.told = ""
        self._parts = None
        self.app.touch()

    def _change_viewer(self, seat: Seat) -> None:
        """Let another person look, behind a curtain where anything is hidden."""
        if not self._secret():
            self._seat_down(seat)
        elif self._behind_curtain != self.match.count:
            self._behind_curtain = self.match.count
            name = self.match.names[seat]
            self.app.push(
                Curtain(
                    self.theme, seat, name, partial(self._seat_down, seat), words=self._handing_words(seat), charge=self._charges()[seat]
                )
            )
            if self._told_file is not None:
                self._written = targets.tell(self, self._told_file, self._written, busy=False)

    def _handed_over(self) -> bool:
        """Tell whether this game hands the table over although nothing is hidden, such as a tracker for two people (CM-2)."""
        asked = getattr(self.match.rules, "hand_over", None)
        people = sum(plan.human for plan in self.match.plans)
        return asked is not None and people > 1 and bool(asked(self.match.observation(self.viewer)))

    def _handing_words(self, seat: Seat) -> str:
        prompt = self.match.scene(seat).prompt
        return self.spoken(prompt.words) if self._handed_over() and prompt is not None else ""

    def _secret(self) -> bool:
        """Tell whether the one who looks may see what others may not, or the game wants the table handed over."""
        if self._handed_over():
            return True
        scene = self.match.scene(self.viewer)
        return any(zone.kind == "hand" for zone in scene.zones.values()) or any(
            piece.kind == "card" and piece.face is None for piece in scene.pieces.values()
        )

    def _seat_down(self, seat: Seat) -> None:
        self.viewer = seat
        self.shown_step = self.match.count
        self.grip.deal(())
        self.dealt = -1
        self.log = Log()
        self._log_marks.clear()
        number, cut = self._kept_back
        self._kept_back = (-1, 0)
        beats = self.match.beats(seat, number) if number == self.match.count else ()
        self._recall(self.match.count, cut if beats else None)
        self.player.jump(
            fold(self.match.scene_at(seat, number - 1), tuple(cue for beat in beats[:cut] for cue in beat.cues))
            if beats
            else self.match.scene(seat)
        )
        self.player.add(paced(beats[cut:], self.app.theme.tempo, watched=True, step=number))
        self.board = Board(self.app, self.face, self._drawn())
        self._fit()
        self.board.show(self.player.shown, self.app.now)
        self.stale()

    def _recall(self, count: int, most: int | None = None) -> None:
        """Write into the log what happened up to a step, as the one who looks may know it."""
        first = max(self.match.first, count - _RECALLED)
        self._log_marks += [0] * (first - len(self._log_marks))
        for number in range(first, count + 1):
            self._log_marks.append(len(self.log.entries))
            for beat in self.match.beats(self.viewer, number)[: most if number == count else None]:
                if beat.telling is not None and beat.telling.words:
                    self._write(beat.telling)

    def submit(self, action: Any) -> None:
        """Take an action for whoever decides, and queue what is to be shown of it."""
        self._actor = self.match.deciding
        windows = self.match.rules.windows
        passing = bool(windows) and any(offer.passing and offer.action == action for offer in self.match.offers())
        try:
            self.match.submit(action)
        except IllegalAction as error:
            self.app.say(f"{error.refusal.words} ({error.refusal.rule})", "bad")
            self.dealt = -1
            return
        if self.match.save_fault:
            self.app.say(self.match.save_fault, "bad")
        self.grip.deal(())
        self.tooling = False
        self.refused = None
        self._clear_overlays()
        self._tell_step(self.match.count, passing=passing)
        self._parts = None

    def _finish_match(self) -> None:
        if self.ended:
            return
        self.ended = True
        self.grip.deal(())
        outcome = self.match.outcome
        if outcome is None:
            return
        people = [seat for seat, plan in enumerate(self.match.plans) if plan.human]
        said = replace(outcome, words=self.spoken(outcome.words))
        answers = [
            ("Play again", "anticlockwise-rotation", "main", self._again),
            ("Look at the table", "magnifying-glass", "plain", lambda: None),
            ("Main menu", "exit-door", "plain", self.app.home),
        ]
        self.app.push(EndPanel(said, self.match.names, answers, people=people, charges=self._charges()))

    def _charges(self) -> tuple[str, ...]:
        """Return the glyph of each seat, as its plate shows it."""
        return tuple(plates.charge(self.app, seat) for seat in sorted(self.board_scene.seats, key=lambda seat: seat.seat))

    def _again(self) -> None:
        """Play the same match with other chances."""
        from game.match.match import Match  # noqa: PLC0415

        folder = self.match.path.parent if self.match.path is not None else None
        fresh = replace(self.match.setup, seed=time.time_ns() & 0x7FFFFFFF)
        self.app.replace(MatchScreen(Match.start(fresh, self.match.plans, folder=folder)))

    # --- what the buttons do

    def commands(self) -> dict[str, Callable[[], None]]:
        """Return what single keys do."""
        return {
            "f1": self.show_rules,
            "f5": self.save,
            "l": self.toggle_log,
            "z": self.undo,
            "p": self.toggle_pause,
            ".": self.step,
            "+": self.faster,
            "=": self.faster,
            "-": partial(self.faster, -1),
            "t": self.show_chart,
            "k": self.toggle_tooling,
            "o": self.show_stops,
            "h": self.show_keys,
        }

    def finish(self) -> None:
        """Show at once everything that is still to be shown."""
        for waiting in self.player.skip():
            self._note(waiting)
        self.board.show(self.player.shown, self.app.now)
        self.board.settle()
        self._parts = None
        self.app.touch()

    def toggle_pause(self) -> None:
        """Stop after each beat, or go on."""
        self.player.paused = not self.player.paused
        self.stale()

    def step(self) -> None:
        """Show one beat."""
        self.player.step()

    def toggle_tooling(self) -> None:
        """Take the tools that correct the table into the hand, or lay them down (CM-3)."""
        self.tooling = not self.tooling and self._has_tools()
        self.dealt = -1
        self.app.cue("open" if self.tooling else "close")
        self.stale()

    def _has_tools(self) -> bool:
        return self.human_turn and any(offer.form for offer in self.match.offers())

    def show_chart(self) -> None:
        """Show the game's chart, if it has one."""
        if hasattr(self.match.rules, "chart"):
            from game.table.play.chart import ChartPanel  # noqa: PLC0415

            self.app.push(ChartPanel(*self.match.rules.chart()))

    def stops(self) -> str:
        """Return where the table stops to ask, in words; empty where there is nobody to ask or no window to pass."""
        if not self.match.rules.windows or self.viewer == SPECTATOR:
            return ""
        return next(words for key, words, _ in STOPS if key == self.app.settings.stops)

    def show_stops(self) -> None:
        """Open the choice of where to be asked."""
        if self.stops():
            from game.table.play.stops import StopsPanel  # noqa: PLC0415

            self.app.cue("open")
            self.app.push(StopsPanel(self.theme, self.match.rules.windows))

    def toggle_log(self) -> None:
        """Show or hide the log."""
        self.log_open = not self.log_open
        self.stale()

    def log_wheel(self, dy: float) -> None:
        """Look further back in the log."""
        self.log.wheel(dy, self.app)
        self.stale()

    def faster(self, by: int = 1) -> None:
        """Take the next pace."""
        index = SPEEDS.index(self.memory.get("pace", 1.0))
        index = (index + by) % len(SPEEDS) if by == 1 else max(0, index + by)
        self.memory["pace"] = SPEEDS[index]
        self._set_pace()
        self.stale()

    def _set_pace(self) -> None:
        self.player.pace = self.app.settings.pace * float(self.memory.get("pace", 1.0))

    def undo(self) -> None:
        """Take the last own decision back."""
        refusal = self.match.undo_refusal()
        if refusal is not None:
            self.app.say(refusal.words, "bad")
            self.app.cue("refuse")
            return
        self.rival.cancel()
        self.player.skip()
        self.match.undo()
        self.ask_here()
        self.app.cue("undo")
        self.ended = False
        kept = self._log_marks[self.match.count + 1] if self.match.count + 1 < len(self._log_marks) else len(self.log.entries)
        self.log.cut(kept)
        del self._log_marks[self.match.count + 1 :]
        self.player.jump(self.match.scene(self.viewer))
        self.board.show(self.player.shown, self.app.now, self.player.length(0.3))
        self.shown_step = self.match.count
        self.dealt = -1
        self.stale()

    def save(self) -> None:
        """Make sure the match is on the disk."""
        self.match.flush()
        if self.match.path is None:
            self.app.say("This match is not being saved.")
        elif self.match.save_fault:
            self.app.say(self.match.save_fault, "bad")
        else:
            self.app.cue("save")
            self.app.say(f"Saved as {self.match.path.name}.", "good")

    def pause_menu(self) -> None:
        """Open the menu over the table."""
        app = self.app
        app.push(
            Dialog(
                "Paused",
                "",
                (
                    ("Save (F5)", "plain", self.save),
                    ("Rules (F1)", "plain", self.show_rules),
                    ("Keys (H)", "plain", self.show_keys),
                    ("Settings", "plain", self.show_settings),
                    ("Leave the table", "danger", app.pop),
                    ("Go on", "main", lambda: None),
                ),
            )
        )

    def show_keys(self) -> None:
        """Open the page of keys."""
        from game.table.pages.keys import KeysPanel  # noqa: PLC0415

        self.app.push(KeysPanel())

    def show_settings(self) -> None:
        """Open the settings over the match."""
        from game.table.pages.settings import SettingsScreen  # noqa: PLC0415

        self.app.push(SettingsScreen())

    def show_rules(self) -> None:
        """Open the rules page of the game."""
        from game.table.pages.rules import RulesScreen  # noqa: PLC0415

        self.app.push(RulesScreen(self.theme))

    def tools(self) -> list[side_panel.Tool]:
        """Return the small buttons: menu, take back, log, and the pace."""
        player = self.player
        pause = "Go on (P)" if player.paused else "Stop after each step (P)"
        chart = hasattr(self.match.rules, "chart")
        more = [side_panel.Tool("chart", "chart", "Type chart (T)", True, False, self.show_chart)] if chart else []
        if self.tooling or self._has_tools():
            hint = "Lay the tools down (K)" if self.tooling else "Tools: correct the table, enter a real die (K)"
            more.append(side_panel.Tool("tools", "monkey-wrench", hint, True, self.tooling, self.toggle_tooling))
        return [
            side_panel.Tool("menu", "hamburger-menu", "Menu (Esc)", True, False, self.pause_menu),
            side_panel.Tool("undo", "anticlockwise-rotation", self.undo_hint(), self.can_undo(), False, self.undo),
            side_panel.Tool("log", "scroll-unfurled", "Show or hide the log (L)", True, False, self.toggle_log),
            side_panel.Tool("pause", "play" if player.paused else "pause", pause, True, player.paused, self.toggle_pause),
            side_panel.Tool("step", "step", "Show the next step (.)", player.paused, False, self.step),
            side_panel.Tool("skip", "fast-forward-button", "Show everything at once (Enter)", player.busy, False, self.finish),
            *more,
        ]

    def pace_words(self) -> str:
        """Return how fast others are shown."""
        pace = self.memory.get("pace", 1.0)
        return f"{pace:g}".replace("0.5", "½")

    def build(self) -> list[Part]:
        """Return the column and, when something is asked, the menu."""
        if not hasattr(self, "board"):
            return []
        parts = side_panel.column(self)
        if self.grip.menu:
            anchor = self.board.rect_of(self.grip.menu_at) or (self.board.area[2] / 2, self.board.area[3] / 2, 1, 1)
            parts += side_panel.menu_parts(
                self,
                self.grip.menu,
                anchor,
                self.board.area,
                lambda offer: self.spoken(self.preview(offer).words),
                self.board.neighbourhood(self.grip.menu_at),
            )
        return parts

    def undo_hint(self) -> str:
        """Return what the take-back button says."""
        refusal = self.match.undo_refusal()
        return "Take back (Z)" if refusal is None else refusal.words

    def can_undo(self) -> bool:
        """Tell whether something can be taken back now."""
        return self.match.undo_refusal() is None and self.viewer != SPECTATOR


def _budget(think: str) -> Budget:
    """Return how long an opponent may think, by the player's setting."""
    return Budget(seconds={"short": 0.3, "normal": 1.0, "long": 3.0}.get(think, 1.0))
