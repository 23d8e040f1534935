"""A match at the table: shows what happens, takes what the player's hand does, and lets the others play.

The screen holds no rules. It draws the scene of the seat that looks, hands the offers to the grip, submits what comes
back, and plays the beats of every step. A match without people is watched from the side. The file is long because a
sitting has three parts that share one state: the flow of the match, the hands (pointer and keys), and what is said of a place.
"""

from __future__ import annotations

import time
from functools import partial
from typing import TYPE_CHECKING, Any

from msgspec.structs import replace

from game import paths
from game.ai.player import Budget
from game.ai.worker import Thinker
from game.content.faults import ContentError
from game.content.tables import read_table_layout
from game.kernel.cues import Telling, fold
from game.kernel.ids import SPECTATOR, CardId, PieceId, Place, Seat, piece_place
from game.kernel.offers import IllegalAction, Offer, Preview
from game.kernel.scene import CardFace, Scene
from game.match.passing import STOPS, passed
from game.table import drag, fighter, figures, focus, overlay, side, targets
from game.table.beats import SPEEDS, BeatPlayer, Timed, quiet, timed
from game.table.board import Board
from game.table.dialogs import Dialog
from game.table.draw import Drawn
from game.table.light import Light
from game.table.log import Log, entry
from game.table.page import Page, Part
from game.table.screens.curtain import Curtain
from game.table.screens.ending import EndPanel
from game.table.view import Event, Rect, inside

if TYPE_CHECKING:
    from game.match.match import Match

_HOVER_SECONDS = 0.55
_REFUSED_SECONDS = 4.0
_DEAL_PACE = 3.0
_WAVING_SECONDS = 5.0
_MOST_AT_ONCE = 40
"""How many actions that nobody needs to see follow each other between two frames."""

_RECALLED = 60
"""How many steps back the log goes when a match is taken up again."""


class MatchScreen(Page):
    """The table with a match on it."""

    def __init__(self, match: Match) -> None:
        super().__init__()
        self.match = match
        self.theme = match.setup.game
        self.viewer: Seat = self._first_viewer()
        self.grip = drag.Grip()
        self.log = Log()
        self.log_open = True
        self.rival = Thinker()
        self.cursor: Place = ""
        self.over: Place = ""
        self.over_since = 0.0
        self.look_now = False
        self.log_card: CardId | None = None
        self.shown_step = -1
        self.ups = 0
        self.dealt = -1
        self.refused: tuple[tuple[Offer, ...], Rect, float] | None = None
        self.dragged_at: tuple[float, float] | None = None
        self.route: list[Place] = []
        self.told = ""
        self.told_until = 0.0
        self.ended = False
        self._faces: dict[CardId, CardFace | None] = {}
        self._previews: dict[int, Preview] = {}
        self._overlaid: tuple[Place, bool] = ("", False)
        self._panning = False
        self._log_marks: list[int] = []
        self._written = b""
        self._told_file = targets.wanted()
        self._dot = 0
        self._asked_at = -_WAVING_SECONDS
        self._behind_curtain = -1
        self._kept_back = (-1, 0)
        self._asked_again = -1
        self.tooling = False
        self.player = BeatPlayer(match.scene_at(self.viewer, -1 if match.first == 0 else match.count))
        self.board: Board

    # --- beginning and end

    def _first_viewer(self) -> Seat:
        people = [seat for seat, plan in enumerate(self.match.plans) if plan.human]
        if not people:
            return SPECTATOR
        deciding = self.match.deciding
        return deciding if deciding in people else people[0]

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
        self.board.fit((0.0, 0.0, view.width - side.width(self.app), view.height))

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

    # --- what others ask

    @property
    def board_scene(self) -> Scene:
        """Return the shown scene."""
        return self.player.shown

    @property
    def human_turn(self) -> bool:
        """Tell whether a person at this table must choose now and everything has been shown."""
        deciding = self.match.deciding
        return deciding is not None and self.match.plans[deciding].human and deciding == self.viewer and not self.player.busy

    def face(self, card: CardId) -> CardFace | None:
        """Return what is printed on a card, None for one the rules do not know."""
        if card not in self._faces:
            try:
                self._faces[card] = self.match.rules.face(card)
            except (KeyError, NotImplementedError):
                self._faces[card] = None
        return self._faces[card]

    def card_name(self, card: CardId) -> str:
        """Return a card's printed name."""
        face = self.face(card)
        return face.name if face else card

    def spoken(self, words: str) -> str:
        """Return words with seats and cards named."""
        return side.said(words, self.match.names, self.card_name)

    def _named(self, offer: Offer) -> Offer:
        """Return an offer whose verb names seats and cards in full."""
        verb = self.spoken(offer.verb)
        return offer if verb == offer.verb else replace(offer, verb=verb)

    def question(self) -> tuple[str, str, str, Seat | None]:
        """Return what is asked: a heading, the words, the rule, and the seat that must answer."""
        outcome = self.match.outcome
        if outcome is not None and not self.player.busy:
            winners = [self.match.names[seat] for seat in outcome.winners]
            return ("The match is over", self.spoken(outcome.words), outcome.rule, outcome.winners[0] if len(winners) == 1 else None)
        if self.player.busy and self.told:
            active = next((seat.seat for seat in self.board_scene.seats if seat.active), None)
            return (self.told, "", "", active)
        prompt = self.board_scene.prompt
        if prompt is None:
            return ("", "", "", None)
        if prompt.seat == self.viewer and self.match.plans[prompt.seat].human:
            if self.tooling:
                return (
                    "Tools",
                    "Click a card or a pool to correct it. Each correction is written to the log and can be taken back.",
                    "CM-3",
                    prompt.seat,
                )
            return ("Your choice", self.spoken(prompt.words), prompt.rule, prompt.seat)
        name = self.match.names[prompt.seat]
        words = "" if not self.rival.thinking else "is thinking …"
        return (f"{name} {words}".strip(), self.spoken(prompt.words) if not words else "", prompt.rule if not words else "", prompt.seat)

    def buttons(self) -> list[Offer]:
        """Return the offers that stand in the column: those without a place on the table, and the main one."""
        if not self.human_turn:
            return []
        listed = [offer for offer in self.grip.offers if offer.source is None and offer.target is None]
        listed += [offer for offer in self.grip.offers if offer.main and offer not in listed]
        lost = [offer for offer in self.grip.offers if offer not in listed and offer.refusal is None and self._lost(offer)]
        return listed + lost

    def _lost(self, offer: Offer) -> bool:
        """Tell whether an offer's source or target is nowhere on the table, so that only a button can bring it."""
        return any(place is not None and self.board.rect_of(place) is None for place in (offer.source, offer.target))

    def preview(self, offer: Offer) -> Preview:
        """Return what an offer would bring."""
        key = id(offer)
        if key not in self._previews:
            if offer.form or offer.refusal is not None:
                self._previews[key] = Preview()
            else:
                self._previews[key] = self.match.rules.preview(self.match.observation(self.viewer), offer.action)
        return self._previews[key]

    def tools(self) -> list[side.Tool]:
        """Return the small buttons: menu, take back, log, and the pace."""
        player = self.player
        pause = "Go on (P)" if player.paused else "Stop after each step (P)"
        chart = hasattr(self.match.rules, "chart")
        more = [side.Tool("chart", "chart", "Type chart (T)", True, False, self.show_chart)] if chart else []
        if self.tooling or self._has_tools():
            hint = "Lay the tools down (K)" if self.tooling else "Tools: correct the table, enter a real die (K)"
            more.append(side.Tool("tools", "monkey-wrench", hint, True, self.tooling, self.toggle_tooling))
        return [
            side.Tool("menu", "hamburger-menu", "Menu (Esc)", True, False, self.pause_menu),
            side.Tool("undo", "anticlockwise-rotation", self.undo_hint(), self.can_undo(), False, self.undo),
            side.Tool("log", "scroll-unfurled", "Show or hide the log (L)", True, False, self.toggle_log),
            side.Tool("pause", "play" if player.paused else "pause", pause, True, player.paused, self.toggle_pause),
            side.Tool("step", "step", "Show the next step (.)", player.paused, False, self.step),
            side.Tool("skip", "fast-forward-button", "Show everything at once (Enter)", player.busy, False, self.finish),
            *more,
        ]

    def pace_words(self) -> str:
        """Return how fast others are shown."""
        pace = self.memory.get("pace", 1.0)
        return f"{pace:g}".replace("0.5", "½")

    def undo_hint(self) -> str:
        """Return what the take-back button says."""
        refusal = self.match.undo_refusal()
        return "Take back (Z)" if refusal is None else refusal.words

    def can_undo(self) -> bool:
        """Tell whether something can be taken back now."""
        return self.match.undo_refusal() is None and self.viewer != SPECTATOR

    def dialog_targets(self) -> list[dict[str, Any]]:
        """Return the buttons of a dialog over the table, for tests."""
        top = self.app.top
        if top is self or not isinstance(top, Page):
            return []
        scale = self.app.view.scale
        return [
            {
                "key": each.key,
                "label": getattr(each, "label", ""),
                "at": [round((each.rect[0] + each.rect[2] / 2) * scale), round((each.rect[1] + each.rect[3] / 2) * scale)],
            }
            for each in top.widgets()
        ]

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
        dot = int(now * 3) if self.rival.thinking or now - self._asked_at < _WAVING_SECONDS else self._dot
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
        quick = _DEAL_PACE if number == 0 else 1.0
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
        self.player.add(timed(beat, tempo, watched=watched, quick=quick, step=number) for beat in beats[still:])
        self.shown_step = number

    _actor: Seat | None = None

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
            self._submit(action)
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

    def _passed(self) -> Offer | None:
        """Return the pass that is taken for the person who decides, None where they are asked."""
        deciding = self.match.deciding
        if deciding is None or not self.match.plans[deciding].human or self.match.count == self._asked_again:
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
            self.app.push(Curtain(self.theme, seat, name, partial(self._seat_down, seat), words=self._handing_words(seat)))
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
        self.player.add(timed(beat, self.app.theme.tempo, watched=True, step=number) for beat in beats[cut:])
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

    def _submit(self, action: Any) -> None:
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
        self.app.push(EndPanel(said, self.match.names, answers, people=people))

    def _again(self) -> None:
        """Play the same match with other chances."""
        from game.match.match import Match  # noqa: PLC0415

        folder = self.match.path.parent if self.match.path is not None else None
        fresh = replace(self.match.setup, seed=time.time_ns() & 0x7FFFFFFF)
        self.app.replace(MatchScreen(Match.start(fresh, self.match.plans, folder=folder)))

    # --- what the buttons do

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
            from game.table.screens.chart import ChartPanel  # noqa: PLC0415

            self.app.push(ChartPanel(*self.match.rules.chart()))

    def stops(self) -> str:
        """Return where the table stops to ask, in words; empty where there is nobody to ask or no window to pass."""
        if not self.match.rules.windows or self.viewer == SPECTATOR:
            return ""
        return next(words for key, words, _ in STOPS if key == self.app.settings.stops)

    def show_stops(self) -> None:
        """Open the choice of where to be asked."""
        if self.stops():
            from game.table.screens.stops import StopsPanel  # noqa: PLC0415

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
        self._asked_again = self.match.count
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
        from game.table.screens.keys import KeysPanel  # noqa: PLC0415

        self.app.push(KeysPanel())

    def show_settings(self) -> None:
        """Open the settings over the match."""
        from game.table.screens.settings import SettingsScreen  # noqa: PLC0415

        self.app.push(SettingsScreen())

    def show_rules(self) -> None:
        """Open the rules page of the game."""
        from game.table.screens.rules import RulesScreen  # noqa: PLC0415

        self.app.push(RulesScreen(self.theme))

    def press_offer(self, offer: Offer) -> None:
        """Choose an offer from a button or the menu."""
        self._take(self.grip.choose(offer))

    # --- what the hand does

    def handle(self, event: Event) -> bool:
        """Give the event to a widget, else to the table."""
        self._parts = None
        self.app.touch()
        match event.kind:
            case "move":
                self._moved(event)
            case "leave":
                self.over = ""
                super().handle(event)
            case "down":
                self._pressed(event)
            case "up":
                self._released(event)
            case "wheel":
                return self._wheeled(event)
            case "key":
                return self._keyed(event)
            case _:
                return super().handle(event)
        return True

    def _on_table(self, event: Event) -> bool:
        return inside(self.board.area, event.x, event.y) and self.under(event.x, event.y) is None

    def _places(self, x: float, y: float) -> list[Place]:
        """Return the places under a point; while something is held, the nearest open target counts as under it."""
        places = self.board.places_at(x, y)
        if self.grip.held is not None:
            places = [place for place in places if place != self.grip.held or self.grip.how != "drag"]
            if self.grip.target_under(places) is None:
                near = self.board.nearest(frozenset(self.grip.open_targets()), x, y)
                if near is not None:
                    places.insert(0, near)
        return places

    def _moved(self, event: Event) -> None:
        if self.pressed or not self._on_table(event):
            super().handle(event)
            self.over = ""
            self._find_log_card(event)
            return
        self.hover = ""
        if self._panning:
            self._pan_to(event)
            return
        if self._take(self.grip.move(event.x, event.y)):
            self.app.cue("pick")
        if self.grip.how == "drag":
            self.dragged_at = (event.x, event.y)
        places = self._places(event.x, event.y)
        if self.grip.held is not None:
            over = self.grip.target_under(places) or next(iter(places), "")
            self._route_through(places)
        else:
            over = next(iter(places), "")
        self._hover(over)

    def _find_log_card(self, event: Event) -> None:
        card = self.log.card_at(event.x, event.y) if self.log_open else None
        if card != self.log_card:
            self.log_card = card

    def _hover(self, place: Place) -> None:
        if place == self.over:
            return
        self.over, self.over_since, self.look_now = place, self.app.now, False
        self._overlay()

    def _overlay(self) -> None:
        """Light up what a piece could reach, or, while one is held, the way it would take."""
        held = self.grip.held
        place = held or self.over or self.cursor
        if not self.board.grids or self.player.busy:
            return
        if (place, bool(held)) != self._overlaid:
            self._overlaid = (place, bool(held))
            found: tuple[Any, ...] = ()
            if place.startswith("piece/") and self.viewer != SPECTATOR:
                found = self.match.rules.overlays(self.match.observation(self.viewer), int(place[6:]))
                shown = self._lit_kinds(int(place[6:]), held=bool(held))
                found = tuple(each for each in found if each.kind in shown)
            for grid in self.board.grids.values():
                grid.overlays = found
        trail: tuple[Place, ...] = ()
        if held:
            offers = [offer for offer in self.grip.targets().get(self.over, ()) if offer.refusal is None]
            if len(offers) >= 1:
                trail = self._routed(offers[0])[1].trail
        for grid in self.board.grids.values():
            grid.trail = trail

    def _lit_kinds(self, key: PieceId, *, held: bool) -> frozenset[str]:
        """Return what is lit for a piece: an enemy's threat, an own piece's reach and range, and its sight while it aims."""
        piece = self.board_scene.pieces.get(key)
        if piece is not None and piece.owner not in {None, self.viewer}:
            return frozenset({"threat"})
        return frozenset({"range", "sight"} if held else {"reach", "range"})

    def _clear_overlays(self) -> None:
        self._overlaid = ("", False)
        for grid in self.board.grids.values():
            grid.overlays, grid.trail = (), ()

    def _route_through(self, places: list[Place]) -> None:
        """Remember the cells a held piece is drawn through."""
        cell = next((place for place in places if place.startswith("cell/") and place.split("/")[1] in self.board.grids), None)
        if cell is None or (self.route and self.route[-1] == cell):
            return
        if cell in self.route:
            del self.route[self.route.index(cell) + 1 :]
        else:
            self.route.append(cell)

    def _routed(self, offer: Offer) -> tuple[Offer, Preview]:
        """Return the offer made to pass through the drawn way, if the rules allow that, and what it would bring."""
        through = tuple(self.route[1:]) if self.grip.how == "drag" else ()
        if len(through) < 2 or offer.form:
            return offer, self.preview(offer)
        observation = self.match.observation(self.viewer)
        action = self.match.rules.reroute(observation, offer.action, through)
        if action == offer.action or self.match.refusal(action) is not None:
            return offer, self.preview(offer)
        return replace(offer, action=action), self.match.rules.preview(observation, action)

    def _pressed(self, event: Event) -> None:
        if self.under(event.x, event.y) is not None or not inside(self.board.area, event.x, event.y):
            super().handle(event)
            return
        if self.player.busy:
            self.finish()
            return
        self.cursor, self.focus = "", ""
        if event.button == 2 or (
            event.button == 3
            and not self.grip.held
            and self._grid_at(event)
            and not self.board.places_at(event.x, event.y)[0].startswith("piece/")
        ):
            self._panning = True
            self.memory["pan"] = (event.x, event.y)
            return
        if event.button == 3:
            if self.grip.held or self.grip.menu:
                self._let_go()
            else:
                self.look_now = True
            return
        if event.button == 1:
            self.refused = None
            self.route = []
            self.grip.press(self._places(event.x, event.y), event.x, event.y)

    def _released(self, event: Event) -> None:
        self._panning = False
        self.ups += 1
        if self.pressed:
            super().handle(event)
            return
        if event.button != 1:
            return
        self._take(self.grip.release(self._places(event.x, event.y)))
        self.dragged_at = None

    def _grid_at(self, event: Event) -> Any:
        return next((grid for grid in self.board.grids.values() if inside(grid.rect, event.x, event.y)), None)

    def _pan_to(self, event: Event) -> None:
        x, y = self.memory.get("pan", (event.x, event.y))
        self.memory["pan"] = (event.x, event.y)
        grid = self._grid_at(event)
        if grid is not None:
            grid.pan(event.x - x, event.y - y)
            self.board.relay()

    def _wheeled(self, event: Event) -> bool:
        if self._on_table(event):
            grid = self._grid_at(event)
            if grid is not None:
                grid.zoom_at(event.x, event.y, 1.18 if event.dy > 0 else 1 / 1.18)
                self.board.relay()
                return True
        return super().handle(event)

    # --- the keyboard

    def _keyed(self, event: Event) -> bool:
        key = event.key
        if self.player.busy and key in {"return", "space", "escape", "keypad enter"}:
            self.finish()
            return True
        single: dict[str, Any] = {
            "f1": self.show_rules,
            "f5": self.save,
            "l": self.toggle_log,
            "z": self.undo,
            "p": self.toggle_pause,
            ".": self.step,
            "+": self.faster,
            "=": self.faster,
            "-": partial(self.faster, -1),
            "v": self._look_closer,
            "t": self.show_chart,
            "k": self.toggle_tooling,
            "o": self.show_stops,
            "h": self.show_keys,
            "escape": self._escape,
        }
        if key in single and not event.ctrl:
            single[key]()
            return True
        if key.isdigit() and self.grip.menu and 1 <= int(key) <= len(self.grip.menu):
            self.press_offer(self.grip.menu[int(key) - 1])
            return True
        if key == "space" and not self.grip.menu:
            main = next((offer for offer in self.buttons() if offer.main and offer.refusal is None), None)
            if main is not None:
                self.app.cue("press")
                self.press_offer(main)
            return True
        if key in {"return", "keypad enter"} and self.cursor and not self.grip.menu:
            self._enter_at(self.cursor)
            return True
        if key == "tab" or key in focus.DIRECTIONS:
            self._walk(event)
            return True
        grid = next(iter(self.board.grids.values()), None)
        if grid is not None and key in {"page up", "page down", "home"}:
            if key == "home":
                grid.zoom, grid.shift = 1.0, (0.0, 0.0)
            else:
                middle = grid.rect[0] + grid.rect[2] / 2, grid.rect[1] + grid.rect[3] / 2
                grid.zoom_at(*middle, 1.25 if key == "page up" else 0.8)
            self.board.relay()
            return True
        return super().handle(event)

    def _look_closer(self) -> None:
        self.over = self.over or self.cursor
        self.look_now = not self.look_now

    def _escape(self) -> None:
        if self.grip.menu or self.grip.held:
            self._let_go()
        elif self.look_now:
            self.look_now = False
        else:
            self.pause_menu()

    def _let_go(self) -> None:
        self.grip.let_go()
        self.dragged_at = None
        self.route = []
        self._clear_overlays()
        self.app.cue("close")

    def _stops(self) -> list[tuple[str, Rect]]:
        """Return everything the keyboard can stand on: places on the table, then the widgets."""
        if self.grip.menu:
            return [(widget.key, widget.rect) for widget in self.widgets() if widget.key.startswith("menu-")]
        places = list(self.grip.targets()) if self.grip.held else list(self.grip.sources())
        if not self.grip.held and self.board.scene is not None:
            seen = set(places)
            places += [piece_place(key) for key, piece in self.board.scene.pieces.items() if piece.face and piece_place(key) not in seen]
        stops = [(place, rect) for place in places if (rect := self.board.rect_of(place)) is not None]
        if self.grip.held and self.grip.verbs() and (rect := self.board.rect_of(self.grip.held)):
            stops.append((self.grip.held, rect))
        stops.sort(key=lambda stop: (round(stop[1][1] / 40), stop[1][0]) if not self.grip.held else 0)
        return stops + [(widget.key, widget.rect) for widget in self.widgets() if widget.focusable]

    def _walk(self, event: Event) -> None:
        stops = self._stops()
        here = self.cursor or self.focus
        there = focus.after(stops, here, -1 if event.shift else 1) if event.key == "tab" else focus.towards(stops, here, event.key)
        if not there:
            return
        self.by_keyboard = True
        self.app.cue("focus")
        if "/" in there:
            self.cursor, self.focus, self.hover = there, "", ""
            self.over = ""
            self.look_now = False
            self._hover(there)
        else:
            self.cursor = ""
            self.look_at(there)

    def _enter_at(self, place: Place) -> None:
        if self.player.busy or not self.human_turn:
            return
        if self.grip.held:
            self._take(self.grip.drop((place,)))
        else:
            self._take(self.grip.pick(place, "key"))

    # --- what comes of it

    def _take(self, verdict: drag.Verdict) -> bool:
        """Do what a hand decided; return True when something was picked up."""
        match verdict:
            case drag.Picked(source):
                self.refused = None
                self.route = []
                self._overlaid = ("", False)
                self._hover(self.over)
                self._overlay()
                if self.grip.how != "drag":
                    self.app.cue("pick")
                if self.grip.how == "key":
                    self.cursor = next(iter(self.grip.open_targets()), source)
                self._parts = None
                return True
            case drag.Submit(offer):
                self._choose(offer)
            case drag.Ask():
                self.app.cue("open")
                if self.grip.how == "key" or self.by_keyboard:
                    self.focus, self.cursor = "menu-0", ""
            case drag.Back(source, refused):
                self._return(source, refused)
            case drag.Nothing():
                pass
        self._parts = None
        return False

    def _choose(self, offer: Offer) -> None:
        routed = self._routed(offer)[0] if offer.target else offer
        self.route = []
        self.dragged_at = None
        self._clear_overlays()
        if offer.form:
            self._ask_form(offer)
            return
        self.app.cue("drop")
        self._submit(routed.action)

    def _ask_form(self, offer: Offer) -> None:
        from game.table.screens.offer_form import OfferForm  # noqa: PLC0415

        self.app.push(OfferForm(offer, self.spoken(offer.words), self._filled))

    def _filled(self, offer: Offer, values: dict[str, str | int | bool]) -> None:
        action = self.match.rules.fill(self.match.observation(self.viewer), offer.action, values)
        refusal = self.match.refusal(action)
        if refusal is not None:
            self.app.cue("refuse")
            self.app.say(f"{refusal.words} ({refusal.rule})", "bad")
            return
        self._submit(action)

    def _return(self, source: Place, refused: tuple[Offer, ...]) -> None:
        """Let a piece slide back, and say why."""
        now = self.app.now
        if source.startswith("piece/") and self.dragged_at is not None and not self.app.settings.reduced_motion:
            key = int(source[6:])
            goal = self.board.layout.poses.get(key)
            if goal is not None:
                self.board.stage.put(key, replace(goal, x=self.dragged_at[0], y=self.dragged_at[1]))
                self.board.stage.aim(key, goal, now, 0.28)
        self.dragged_at = None
        self.route = []
        self._clear_overlays()
        if refused:
            self.app.cue("refuse")
            anchor = next(
                (
                    rect
                    for offer in refused
                    if (rect := self.board.rect_of((offer.refusal.at if offer.refusal else None) or offer.target or source))
                ),
                None,
            )
            self.refused = (
                refused,
                anchor or self.board.rect_of(source) or (400, 400, 10, 10),
                now + _REFUSED_SECONDS + 1.5 * len(refused),
            )
        else:
            self.app.cue("close")

    # --- drawing

    def build(self) -> list[Part]:
        """Return the column and, when something is asked, the menu."""
        if not hasattr(self, "board"):
            return []
        parts = side.column(self)
        if self.grip.menu:
            anchor = self.board.rect_of(self.grip.menu_at) or (self.board.area[2] / 2, self.board.area[3] / 2, 1, 1)
            parts += side.menu_parts(
                self,
                self.grip.menu,
                anchor,
                self.board.area,
                lambda offer: self.spoken(self.preview(offer).words),
                self.board.neighbourhood(self.grip.menu_at),
            )
        return parts

    def light(self) -> Light:
        """Return what the board should light up."""
        grip = self.grip
        legal: frozenset[Place] = frozenset()
        refused: frozenset[Place] = frozenset()
        sources: frozenset[Place] = frozenset()
        if self.human_turn:
            sources = frozenset(grip.sources())
            if grip.held:
                legal = frozenset(grip.open_targets())
                refused = frozenset(grip.targets()) - legal
        prompt = self.board_scene.prompt
        about = frozenset(prompt.about) if prompt is not None else frozenset()
        thinking = self.match.deciding if self.rival.thinking else None
        cursor = self.cursor if self.by_keyboard else ""
        return Light(
            sources, legal, refused, self.over, cursor, grip.held or "", self.dragged_at, about, thinking, self.match.names, self._waving()
        )

    def _waving(self) -> bool:
        """Tell whether the plate of whoever must choose swells just now: for a while, then it only stays lit."""
        recent = self.app.now - self._asked_at < _WAVING_SECONDS
        return recent and bool(self._dot % 2) and not self.app.settings.reduced_motion

    def draw(self) -> list[Drawn]:
        """Return the table, the column, and whatever lies over both."""
        light = self.light()
        return [*self.board.draw(light), *super().draw(), *self._over(light)]

    def _over(self, light: Light) -> list[Drawn]:
        app, board = self.app, self.board
        if self.refused is not None:
            return overlay.refused(app, self.refused[1], self.refused[0], board.area, board.neighbourhood(self.refused[0][0].target or ""))
        if self.grip.menu:
            return []
        if self.grip.held:
            return self._over_target(light)
        if self.log_card is not None and (face := self.face(self.log_card)) is not None:
            return overlay.zoom(app, face, (board.area[2], app.pointer[1], 1, 1), board.area)
        if self.hover == "main" or self.hover.startswith("offer-"):
            return []
        if self.look_now and self.over:
            return self._closer(self.over)
        return []

    def _over_target(self, light: Light) -> list[Drawn]:
        target = self.over
        rect = self.board.rect_of(target)
        offers = self.grip.targets().get(target, ())
        if rect is None or not offers:
            return []
        allowed = [offer for offer in offers if offer.refusal is None]
        if not allowed:
            return overlay.refused(self.app, rect, offers, self.board.area, self.board.neighbourhood(target))
        lines = []
        listed: list[Drawn] = []
        for offer in allowed:
            _, preview = self._routed(offer)
            lines.append((offer.verb, self.spoken(preview.words), ""))
            for place, words in preview.notes:
                at = self.board.rect_of(place)
                if at is not None:
                    listed += overlay.note(self.app, at, words)
        del light
        return [*listed, *overlay.paragraphs(self.app, rect, lines, self.board.area, clear_of=self.board.neighbourhood(target))]

    def _closer(self, place: Place) -> list[Drawn]:
        """Return a closer look at a place: the full card, or its words."""
        scene, board = self.board_scene, self.board
        rect = board.rect_of(place)
        if rect is None:
            return []
        kind, _, rest = place.partition("/")
        lines: list[tuple[str, str, str]] = []
        if kind == "piece" and rest.isdigit() and int(rest) in scene.pieces:
            piece = scene.pieces[int(rest)]
            face = self.face(piece.face) if piece.face and piece.kind in {"card", "token", "terrain"} else None
            if face is not None:
                face = fighter.stats_now(face, piece) if fighter.fights(piece) else face
                return overlay.zoom(self.app, face, rect, board.area, piece.badges, self.spoken(piece.words))
            lines.append((self.spoken(piece.words), "\n".join(badge.words for badge in piece.badges if badge.words), ""))
        elif kind == "zone" and rest in scene.zones:
            zone = scene.zones[rest]
            if zone.words or zone.kind == "pile":
                lines.append((zone.label, self.spoken(zone.words), ""))
        elif kind == "seat" and rest.isdigit():
            lines += self._seat_lines(int(rest))
        if self.human_turn and kind in {"piece", "zone"}:
            offers = self.grip.offers_of(place)
            if offers and all(offer.refusal is not None for offer in offers):
                lines += overlay.reasons(offers)[:3]
        lines = [line for line in lines if line[0] or line[1]]
        return overlay.paragraphs(self.app, rect, lines, board.area, width=420) if lines else []

    def _seat_lines(self, seat: Seat) -> list[tuple[str, str, str]]:
        scene = self.board_scene
        each = next((one for one in scene.seats if one.seat == seat), None)
        if each is None:
            return []
        lines = [(each.label, self.spoken(each.words), "")]
        for counter in scene.counters.values():
            if counter.seat == seat:
                most = f" of {counter.most}" if counter.most is not None else ""
                lines.append((f"{counter.label}: {counter.value}{most}", self.spoken(counter.words), "text"))
        return lines


def _budget(think: str) -> Budget:
    """Return how long an opponent may think, by the player's setting."""
    return Budget(seconds={"short": 0.3, "normal": 1.0, "long": 3.0}.get(think, 1.0))
