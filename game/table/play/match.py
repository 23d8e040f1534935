"""A match at the table: shows what happens, takes what the player's hand does, and lets the others play.

The screen holds no rules. It owns what is seen (`match_view`) and the hand over it (`match_hand`), asks whoever must choose,
submits what comes back, and has the beats of every step shown. A match without people is watched from the side.
Longer than most: everything that a match at the table goes through meets in this one flow.
"""

from __future__ import annotations

import logging
import time
from collections.abc import Callable, Iterable
from functools import partial
from typing import TYPE_CHECKING, Any

from msgspec.structs import replace

from game.ai.levels import INSTEAD, title
from game.ai.worker import Thinker
from game.content.files import used
from game.content.positions import position_files
from game.kernel.ids import Place, Seat
from game.kernel.offers import IllegalAction, Offer
from game.kernel.setup import Outcome
from game.kernel.words import unmarked
from game.match.agreed import agreed, players
from game.match.conceding import rule_told
from game.match.counsel import decision_seed
from game.match.facts import Chronicle
from game.match.passing import passed
from game.match.scoring import scored
from game.match.seats import SeatPlan
from game.table.canvas.draw import Drawn
from game.table.canvas.view import Event, Rect, around, inset
from game.table.pages.dialog import Dialog
from game.table.pieces.lit import Light
from game.table.play import closing, looks, match_keys, phases, side_panel, targets, trails
from game.table.play.controls import Controls
from game.table.play.curtain import Curtain
from game.table.play.ending import Answer, EndPanel, lessons, other_opponent
from game.table.play.handing import asks_back, handed_over, secret
from game.table.play.hints import Hints
from game.table.play.match_hand import MatchHand
from game.table.play.match_view import MatchView, first_viewer
from game.table.play.patience import Patience
from game.table.play.place_words import attended, place_words, printed_words
from game.table.play.room_beside import Spared, along_edge, spoken_beside
from game.table.play.verb_row import verb_parts
from game.table.shell.notices import left_open
from game.table.shell.page import Page, Part
from game.table.shell.records import enter, result_of
from game.table.shell.runs import ON_TABLE
from game.table.shell.speech import sentences

if TYPE_CHECKING:
    from game.match.match import Match

log = logging.getLogger(__name__)

_MOST_AT_ONCE = 40
"""How many actions that nobody needs to see follow each other between two frames."""

_WAVING_SECONDS = 5.0
"""How long the plate of whoever must choose swells."""


class MatchScreen(Page):
    """The table with a match on it: the flow of the match, over a view and a hand."""

    view: MatchView
    hand: MatchHand
    hints: Hints
    controls: Controls
    eventful = True

    def __init__(self, match: Match) -> None:
        super().__init__()
        self.match = match
        self.theme = match.setup.game
        self.rival = Thinker()
        self._told_lost: set[str] = set()
        self.course = phases.Course()
        self.ended, self._pulse = False, 0
        self._patience = Patience()
        self._behind_curtain = -1
        self._asked_again = -1
        self._targets = targets.wanted()

    # --- beginning and end

    def begin(self) -> None:
        """Lay the table, and take the match up where it stands; now it is the one last played."""
        match = self.match
        self.app.left = None
        if match.path is not None:
            used(match.path)
            log.info(ON_TABLE, match.path.absolute())
        self.view = MatchView(self.app, match)
        self.hand = MatchHand(self.view, self)
        self.hints = Hints(self.view, self.hand, self.rival)
        self.controls = Controls(self.view, self.hand, self.hints, self.undo, self.concede)
        if match.notice:
            self.app.say(match.notice)
        if any(not plan.human for plan in match.plans):
            self.rival.warm()
        if sum(plan.human for plan in match.plans) > 1 and secret(match, self.view.viewer):
            for _ in range(_MOST_AT_ONCE):
                if (offer := self._passed()) is None:  # no curtain rises for a window that passes by itself
                    break
                match.submit(offer.action)
            self.view.viewer = first_viewer(match)
            self._change_viewer(self.view.viewer)
        elif match.count == 0 and match.first == 0:
            self.view.tell_step(0, None)
        else:
            self.view.take_up()

    def leave(self) -> None:
        """Let the opponents go, and the match, which another window may then play."""
        self.rival.close()
        self.match.close()
        self.controls.tell_fault()

    def unkept(self) -> str:
        """Return that the match is not on the disk, once more is tried to bring it there."""
        self.match.flush()
        return self.match.save_fault

    def layout(self) -> None:
        """Fit the table into the window; where the pointer was before, or before another page lay here, nothing is looked at any more."""
        super().layout()
        self.view.fit()
        self.hand.link = None
        self.hand.point_at("")

    def played(self) -> Match:
        """Return the match, for a report."""
        return self.match

    # --- time

    def tick(self) -> bool:
        """Show what is due, let the others play, and take what was answered."""
        app, view, hand = self.app, self.view, self.hand
        if view.advance():
            match_keys.give_way(hand)
            self.stale()
        elif self.controls.fault_turned():
            self.stale()
        moving = view.board.moving(app.now) | view.banner_moves()
        if view.recalling and not view.player.busy:
            view.recalled()
            self.stale()
        moving |= view.come_back()
        if not view.player.busy and app.top is self:
            self._go_on()
        pulse = int(app.now * 3) if self.rival.thinking or self._lately_asked() else self._pulse
        if pulse != self._pulse:
            self._pulse = pulse
            app.touch()
        super().tick()
        hand.tick()
        self.hints.tick()
        busy = moving or view.player.busy
        if self._targets is not None:
            resting = not hand.ready or (isinstance(app.top, Dialog) and not app.top.awake)
            self._targets.tell(view, hand, busy=busy or resting or (hand.grip.how == "drag" and not hand.grip.menu))
        return busy

    def _go_on(self) -> None:
        """Everything is shown: ask whoever must choose next."""
        board = self.view.board
        if board.scene is not None and self.view.scene != board.scene:
            self.view.show()
        for _ in range(_MOST_AT_ONCE):
            count, deciding = self.match.count, self.match.deciding
            if deciding is None:
                self._finish_match()
                return
            action = self._unasked(deciding)
            if action is None:
                return
            self.submit(action)
            if self.view.player.busy or self.match.count == count:
                return

    def _unasked(self, deciding: Seat) -> Any | None:
        """Return what happens without a hand: a pass by itself, or what a program chose; else see that whoever decides is asked."""
        plan = self.match.plans[deciding]
        if not plan.human:
            if self.hand.dealt != self.match.count:
                self.hand.rest(self.match.count)
                self.stale()
                self.rival.ask(
                    self.match.setup,
                    plan.player,
                    self.match.observation(deciding),
                    self.match.legal(),
                    self._patience.budget(
                        self.app.settings.think, deciding if (whose := self.view.active()) is None else whose, deciding, self.app.now
                    ),
                    decision_seed(self.match.count, deciding),
                )
            action = self.rival.poll()
            if action is not None:
                self._patience.answered(self.app.now)
                if plan.player in self.rival.lost and plan.player not in self._told_lost:
                    self._told_lost.add(plan.player)
                    self.app.say(f"{self.rival.lost[plan.player]} {title(INSTEAD)} plays in its place.", "bad")
            return action
        offer = self._passed()
        if offer is not None:
            return offer.action
        if deciding != self.view.viewer:
            self._change_viewer(deciding)
        if self.hand.dealt != self.match.count:
            match_keys.deal(self.hand)
            self.view.told = ""
            self.stale()
        if not self.course.goal:
            return None  # a window that waits for a person asks the rules nothing
        step = self.course.next(self.match.scene(deciding), self.match.offers(), deciding)
        return self._on_course(step) if step is not None else None

    def _on_course(self, step: Offer) -> Any | None:
        """Return the next step towards the phase that was asked for; whoever is asked before it and says "not yet" stays here, and nobody is asked twice on one way."""
        if not self.course.agreed and self.asks(step):
            self.app.push(
                closing.question(self.app, self.match, self.view.in_full(step), partial(self.submit, step.action), self.course.clear)
            )
            return None
        return step.action

    def asks(self, offer: Offer) -> bool:
        """Tell whether to ask before an offer that closes something."""
        return bool(offer.closes) and not self.advised(offer) and self.app.settings.asks_before_closing(self.match.setup.game)

    def advised(self, offer: Offer) -> bool:
        """Tell whether a hint that is shown names an offer: whoever takes advice is not asked whether they mean it."""
        return any(idea.offer.action == offer.action for idea in self.hints.ideas)

    def hinting(self) -> bool:
        """Tell whether hints are shown, which point at what lies on the table."""
        return bool(self.hints.ideas)

    def go_on_to(self, phase: str) -> None:
        """Go on to a later phase of the turn, by every offer that leads there, once it is agreed to what the whole way leaves undone; of one that needs no step, show what can begin it."""
        phases.set_out(self.course, self.view, self.hand.grip.offers, phase, self.asks)

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

    def _lately_asked(self) -> bool:
        return self.app.now - self.hand.dealt_at < _WAVING_SECONDS

    # --- from one person to the next

    def _change_viewer(self, seat: Seat) -> None:
        """Let another person look, behind a curtain where anything is hidden."""
        viewer = self.view.viewer
        if not secret(self.match, viewer):
            self._seat_down(seat)
        elif self._behind_curtain != self.match.count:
            self._behind_curtain = self.match.count
            prompt = self.match.scene(seat).prompt
            words = unmarked(self.view.spoken(prompt.words)) if handed_over(self.match, viewer) and prompt is not None else ""
            self._draw_curtain(seat, partial(self._seat_down, seat), words)

    def _draw_curtain(self, seat: Seat, then: Callable[[], None], words: str = "") -> None:
        """Hide everything until the person of a seat is there."""
        self.app.push(Curtain(self.theme, seat, self.match.names[seat], then, words=words, charge=self.view.charges()[seat]))
        if self._targets is not None:
            self._targets.tell(self.view, self.hand, busy=False)

    def _seat_down(self, seat: Seat) -> None:
        self.view.seat_down(seat)
        self.hand.rest(-1)
        self.stale()

    # --- what is done

    def submit(self, action: Any) -> None:
        """Take an action for whoever decides, and queue what is to be shown of it."""
        self.hints.put_away()
        actor = self.match.deciding
        windows = self.match.rules.windows
        passing = bool(windows) and any(offer.passing and offer.action == action for offer in self.match.offers())
        try:
            self.match.submit(action)
        except IllegalAction as error:
            self.app.say(f"{self.view.spoken(error.refusal.words)} ({error.refusal.rule})", "bad")
            self.hand.dealt = -1
            return
        self.controls.tell_fault()
        self.hand.done()
        self.view.tell_step(self.match.count, actor, passing=passing)
        self.stale()

    def finish(self) -> None:
        """Show at once everything that is still to be shown; when that is all, have a program that thinks move now."""
        if self.view.player.busy:
            self.view.finish()
        elif self.hints.thinking:
            self.rival.hurry()
        self.stale()

    def undo(self) -> None:
        """Take the last decision back: at once one's own, another person's when they say that it is they who ask."""
        whose = asks_back(self.match, self.view.viewer)
        refusal = self.match.undo_refusal(whose)
        if refusal is not None:
            self.app.say(self.view.spoken(refusal.words), "bad")
            self.app.cue("refuse")
        elif whose == self.view.viewer:
            self._take_back(whose)
        else:
            name, closed = self.match.names[whose], secret(self.match, self.view.viewer)
            leave = partial(self._draw_curtain, self.view.viewer, self.stale) if closed else self.stale  # the other one sits there now
            answers = ((f"I am {name}", "plain", partial(self._take_back_for, whose)), ("Leave it", "main", leave))
            self.app.push(Dialog(f"Take back {name}'s decision?", f"Only {name} can do that.", answers, closed=closed))

    def concede(self) -> None:
        """Give the match up for whoever looks."""
        self.rival.cancel()
        self.course.clear()
        self.hints.clear()
        self.view.finish()
        self.match.concede(self.view.viewer)
        self.view.tell_given_up()
        self.controls.tell_fault()
        self.hand.done()
        self.stale()

    def _take_back(self, seat: Seat) -> None:
        """Return to a seat's last decision."""
        self.rival.cancel()
        self.course.clear()
        self.match.undo(seat)
        self.ask_here()
        self.app.cue("undo")
        self.ended, self.controls.how_it_ended = False, None
        self.view.take_back()
        self.hand.dealt = -1
        self.stale()

    def _take_back_for(self, seat: Seat) -> None:
        """Return to the last decision of another person, who has said that they sit there now."""
        self._take_back(seat)
        if self.match.deciding == seat:
            self._behind_curtain = self.match.count
            self._seat_down(seat)

    def _finish_match(self) -> None:
        if self.ended:
            return
        self.ended = True
        self.hand.rest(self.match.count)
        self.focus = self.hand.cursor = ""  # the keyboard stands on nothing that was asked: Esc opens the menu
        outcome = self.match.outcome
        if outcome is None:
            return
        people = [seat for seat, plan in enumerate(self.match.plans) if plan.human]
        if (result := result_of(self.match)) is not None and (fault := enter(result)):
            self.app.say(fault, "bad")
        label, scores = scored(self.view.scene, outcome)
        levels = ["" if plan.human else title(plan.player) for plan in self.match.plans]
        words = "\n".join(filter(None, (self.view.spoken(outcome.words), self.hints.told())))
        said = replace(outcome, words=words, rule=rule_told(outcome), scores=scores)
        watch = self._watch if self.app.watch is not None and self.match.path is not None else None
        panel = EndPanel(
            said,
            self.match.names,
            self._ways_on(people, outcome),
            people=people,
            charges=self.view.charges(),
            label=label,
            players=players(self.match.names, levels, [deck.name for deck in self.match.setup.decks]),
            chronicle=Chronicle(self.match),
            spoken=self.view.spoken,
            watch=watch,
            agreed=() if self.match.position else agreed(self.match.setup),
            why=self.hints.why,
        )
        self.controls.how_it_ended = partial(self.app.push, panel)
        self.app.push(panel)
        self.stale()

    def _ways_on(self, people: list[Seat], outcome: Outcome) -> list[Answer]:
        """Return where to go from the end: the same again, from the other side, against somebody stronger after a win and easier after a defeat, or back."""
        plans = self.match.plans
        answers = [Answer("Again", "anticlockwise-rotation", "main", self._again)]
        if len(plans) > 1 and 0 < len(people) < len(plans):
            answers.append(Answer("Swap sides", "cycle", "plain", partial(self._anew, (*plans[1:], plans[0]))))
        answers += other_opponent(plans, people, outcome, self._anew)
        if self.app.learn is not None and not self.match.position and position_files(self.match.setup.game):
            answers += lessons(plans, people, outcome, self._learn)
        if self.app.watch is not None and self.match.path is not None:
            answers.append(Answer("Watch", "play-button", "plain", self._watch_all))
        answers.append(Answer("Look at the table", "magnifying-glass", "plain", lambda: None))
        answers.append(Answer("Main menu", "exit-door", "plain", self.app.home))
        return answers

    def _learn(self) -> None:
        """Show the lessons of the game; the end is there again behind them."""
        if self.controls.how_it_ended is not None and self.app.learn is not None:
            self.controls.how_it_ended()
            self.app.learn(self.app, self.match.setup.game)

    def _watch_all(self) -> None:
        """Watch the match from its beginning; the end is there again behind it."""
        if self.controls.how_it_ended is not None:
            self.controls.how_it_ended()
        self._watch(0)

    def _watch(self, number: int) -> None:
        """Watch the match from an action on, over the table."""
        if self.app.watch is not None and self.match.path is not None:
            self.match.flush()
            self.app.watch(self.app, self.match.path, self.match.names, number)

    def _again(self) -> None:
        """Play the same match with other chances."""
        self._anew(self.match.plans)

    def _anew(self, plans: tuple[SeatPlan, ...]) -> None:
        """Play the same match with other chances and by other players."""
        folder = self.match.path.parent if self.match.path is not None else None
        fresh = replace(self.match.setup, seed=time.time_ns() & 0x7FFFFFFF)
        self.app.change(opponents=self.app.settings.met(fresh.game, [plan.player for plan in plans]))
        self.app.replace(MatchScreen(type(self.match).start(fresh, plans, folder=folder)))

    # --- hands, eyes and ears

    def announced(self) -> str:
        """Return what happened before whoever looks sat down; the rest the table tells as it comes."""
        return self.view.missed()

    def focused(self) -> str:
        """Return what the keyboard stands on, on the table or beside it; of what the pointer holds, what that is, and where it may be put down what that would bring."""
        place = attended(self.hand)
        return place_words(self.view, self.hand, place) if place else super().focused()

    def looked_at(self) -> str:
        """Return all that is printed on the card that the keyboard looks closer at."""
        return printed_words(self.view, self.hand.cursor) if self.hand.look_now and self.hand.by_keys else ""

    def spot(self) -> str:
        """Return the place or the button that the keyboard stands on, or the place that the pointer holds something over."""
        return attended(self.hand) or super().spot()

    def told_in(self) -> Rect:
        """Return where notices lie beside the column, whose buttons they do not cover: where they cover least of a hint, a refusal and the list of hints, then of what lies on the table."""
        board, told = self.view.board, [*self.hinted(), *self._refusal(), *self.hints.listed()]
        return left_open(self.app, (0.0, 0.0, sum(board.area[::2]), self.app.view.height), (told, *board.lying()))

    def _refusal(self) -> list[Rect]:
        """Return where the refusal lies that is shown, if one is."""
        there = self.hand.refused_at if self.hand.refused is not None else None
        return [] if there is None else [there]

    def stepwise(self) -> bool:
        """Tell whether the table is paused: it waits after each step."""
        return self.view.player.paused

    def asked(self) -> str:
        """Return what is asked of whoever looks."""
        if not self.view.human_turn:
            return ""
        heading, words, _, _ = self.view.question(thinking=False, tooling=self.hand.tooling)
        return sentences((f"{heading}: {words}", self.controls.guide.told(), match_keys.first_words(self.hand)))

    def left_open(self, first: Iterable[Place]) -> Spared:
        """Return what a hint leaves open where it can: the buttons over the table and the refusal that is shown, some places, then what lies on the table."""
        board, over = self.view.board, looks.pressed_over(self.view, self.hand)
        return [*over, *self._refusal()], *board.lying(first), board.piles()

    def hint_rect(self, words: str, size: float) -> Rect:
        """Return the box of a hint, over the table where nothing lies that may be used: beside the column, or beside a piece and its buttons."""
        app, board, grip = self.app, self.view.board, self.hand.grip
        widget = self.widget(self.hover or self.focus)
        if widget is None:
            return super().hint_rect(words, size)

        def high(wide: float) -> float:
            return app.height(words, "text", size, wide - 40) + 24

        width, within = min(app.measure(words, "text", size) + 2, 640.0) + 40, inset(board.area, 12)
        if widget.rect[0] >= board.area[2]:
            return along_edge(widget.rect[1], width, high, within, self.left_open(grip.sources()))
        beside = looks.pressed_over(self.view, self.hand)
        if grip.held and (held := board.rect_of(grip.held)) is not None:
            beside.append(held)
        return spoken_beside(around(beside), width, high, within, None, self.left_open(grip.open_targets()))

    def handle(self, event: Event) -> bool:
        """Give the event to the table, else to a widget."""
        self.stale()
        if event.kind in {"key", "down"}:
            self.view.put_away()
        if event.kind == "key":
            self.hand.keys += 1
            return match_keys.keyed(self.hand, self.hints, event, self.controls.commands()) or super().handle(event)
        return self._follows(event) or self.hand.take(event) or super().handle(event)

    def _follows(self, event: Event) -> bool:
        """Open what was pressed in words: a card, rule or keyword that is named."""
        link = self.hand.link
        if event.kind != "down" or event.button != 1 or link is None or link != self.hand.link_at(event.x, event.y):
            return False
        self.controls.follow(link)
        return True

    def draw(self) -> list[Drawn]:
        """Return the table, the column, and whatever lies over both."""
        return [*self.view.board.draw(self.light()), *super().draw(), *self.lying_over(), *looks.banner(self.view)]

    def light(self) -> Light:
        """Return what the board should light up."""
        waving = self._lately_asked() and bool(self._pulse % 2) and not self.app.settings.reduced_motion
        light = looks.light(self.view, self.hand, thinking=self.hints.thinking, waving=waving)
        return self.hints.lit(light)

    def lying_over(self) -> list[Drawn]:
        """Return what lies over table and column: a closer look, the odds, a refusal."""
        ways = trails.drawn(self.view.board, self.view.trails)
        self.view.say_anew()
        return [*ways, *self.hints.drawn(), *looks.over(self.view, self.hand)] if self.app.top is self else []

    def build(self) -> list[Part]:
        """Return the column and, when something is asked, the menu."""
        view, hand = self.view, self.hand
        asked = view.question(thinking=self.hints.thinking, tooling=hand.tooling)
        parts = side_panel.column(view, hand, self.controls, asked)
        if hand.grip.menu:
            return [*parts, *side_panel.menu_parts(view, hand)]
        return [*parts, *verb_parts(view, hand), *self.hints.parts()]
