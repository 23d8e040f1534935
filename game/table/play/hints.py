"""Counsel at the table: what would be best here, and why a program did what it did; both are told by a player who weighs the decision.

A hint weighs what the person may do, with what the person knows. "Why did it do that?" has the same player weigh the same decision again as it
stood, with what it knew then. What it could have done instead is told only where that gives away nothing: everything lies open, or the match
is over.
"""

from __future__ import annotations

from functools import partial

from msgspec import Struct
from msgspec.structs import replace

from game.ai.levels import introduced, title
from game.ai.player import Budget, Candidate, Weighing
from game.ai.worker import Thinker
from game.kernel.ids import Place, Seat
from game.kernel.offers import Offer
from game.kernel.words import counted
from game.table.canvas.draw import Drawn, Panel, Shadow, Text, faded
from game.table.canvas.tween import Pose
from game.table.canvas.view import Rect
from game.table.pages.dialog import Dialog
from game.table.pieces.attack_arrow import arrow
from game.table.pieces.lit import Light
from game.table.play import overlay
from game.table.play.match_hand import MatchHand
from game.table.play.match_view import MatchView
from game.table.play.menu_row import MenuRow
from game.table.shell.page import Part
from game.table.shell.widgets import Look

COUNSEL = "hard"
"""The level that gives hints."""

SHOWN = 3
"""So many actions are shown, the best first."""

STANDINGS = (
    (0.05, "lost"),
    (0.2, "far behind"),
    (0.4, "behind"),
    (0.6, "even"),
    (0.8, "ahead"),
    (0.95, "far ahead"),
    (1.1, "as good as won"),
)
"""What prospects up to a number are called between two; among more, even is less."""

SAME, CLEAR = 0.01, 0.06
"""Prospects nearer than the first are the same, and from the second on clearly apart."""


class Idea(Struct, frozen=True):
    """An action that is shown as a hint: its offer, what it says, and what it leads to."""

    offer: Offer
    words: str
    outlook: str


def standing(prospects: float, seats: int) -> str:
    """Return in words how someone with these prospects stands among so many."""
    fair = prospects * (seats - 1) / (prospects * (seats - 1) + 1 - prospects)
    return next(words for most, words in STANDINGS if fair <= most)


def outlook(now: float, after: float, seats: int) -> str:
    """Return in words where an action leads that brings prospects from one number to another."""
    before, then = standing(now, seats), standing(after, seats)
    if before == then:
        turn = "no better and no worse" if abs(after - now) < SAME else "better" if after > now else "worse"
        return f"You stay {then}, {turn} than before ({percent(after)})."
    return f"From {before} you come to be {then} ({percent(now)} to {percent(after)})."


def percent(share: float) -> str:
    """Return a share as a person reads it."""
    return f"{100 * share:.0f} %"


def verdict(candidates: tuple[Candidate, ...]) -> str:
    """Return in words how surely the first of some candidates was thought the best."""
    if len(candidates) < 2:
        return "Nothing else came to its mind."
    lead = candidates[0].prospects - max(each.prospects for each in candidates[1:])
    if lead < SAME:
        return "Something else looked as good to it, and it took its pick."
    return "It thought this clearly the best." if lead >= CLEAR else "It thought this a little better than anything else."


class Hints:
    """What counsel is asked for and shown; `asked` counts the hints of this sitting."""

    def __init__(self, view: MatchView, hand: MatchHand, rival: Thinker) -> None:
        self.view, self.hand, self.rival = view, hand, rival
        self.app, self.match = view.app, view.match
        self.ideas: tuple[Idea, ...] = ()
        self.asked = 0
        self._about = -1
        self._count = -1

    @property
    def waiting(self) -> bool:
        """Tell whether counsel was asked for and has not come."""
        return self._about >= 0

    @property
    def thinking(self) -> bool:
        """Tell whether a program makes up its mind about its own decision."""
        return self.rival.thinking and not self.waiting

    @property
    def offered(self) -> bool:
        """Tell whether hints are to be had: by one person who plays against programs."""
        return [plan.human for plan in self.match.plans].count(True) == 1 and len(self.match.plans) > 1

    def told(self) -> str:
        """Return how many hints were asked for, as the end of the match says it; empty for none."""
        return f" You asked for {counted(self.asked, 'hint')}." if self.asked else ""

    # --- what is best here

    def ask(self) -> None:
        """Ask for a hint, or put away the one that is shown."""
        if self.ideas or self.waiting:
            self.clear()
            return
        if not self.offered:
            self.app.say("Hints are for one who plays alone against the computer.", "bad")
        elif self.view.human_turn and not self.hand.tooling:
            seat, count = self.view.viewer, self.match.count
            self._await(count, COUNSEL, seat, self.match.observation(seat), self.match.legal())
            self.asked += 1

    def _await(self, about: int, level: str, seat: Seat, observation: object, legal: tuple[object, ...]) -> None:
        self._about, self._count = about, self.match.count
        budget, seed = Budget(seconds=1.0), about * 7919 + seat
        self.rival.ask(self.match.setup, level, observation, legal, budget, seed, weighs=True)
        self.hand.desk.stale()

    def tick(self) -> None:
        """Take counsel when it comes; it is dropped when something has been done meanwhile."""
        if self._count not in {-1, self.match.count}:
            self.clear()
        if self.waiting and (weighing := self.rival.weighed()) is not None:
            about, self._about = self._about, -1
            if about == self.match.count:
                self._show(weighing)
            else:
                self._tell(about + 1, weighing)
            self.hand.desk.stale()

    def clear(self) -> None:
        """Put away what is shown, and wait for nothing."""
        if self.waiting:
            self.rival.cancel()
        if self.waiting or self.ideas:
            self.hand.desk.stale()
        self.ideas, self._about, self._count = (), -1, -1

    def _show(self, weighing: Weighing) -> None:
        legal, seats = self.match.legal(), len(self.match.plans)
        offers = [offer for offer in self.hand.grip.offers if offer.refusal is None]
        found: dict[str, Idea] = {}
        for each in weighing.candidates:
            offer = next((offer for offer in offers if offer.action == legal[each.number]), None)
            words = "" if offer is None else self.view.spoken(offer.words)
            if offer is not None and words not in found and len(found) < SHOWN:  # what sounds alike is alike
                brings = self.view.spoken(self.hand.preview(offer).words)
                found[words] = Idea(offer, words, f"{brings} {outlook(weighing.now, each.prospects, seats)}".strip())
        self.ideas = tuple(found.values())
        if not found:
            self.app.say("Nothing comes to mind.", "bad")

    # --- why it did that

    def why(self, number: int = 0) -> None:
        """Ask why a program took an action, by default the last one of all programs; nothing happens for what a person did."""
        if self.waiting or not (self.view.human_turn or self.match.deciding is None):
            return
        steps = [number] if number else range(self.match.count, self.match.first, -1)
        step = next((each for each in steps if self._by_program(each)), 0)
        if not step:
            if not number:
                self.app.say("No program has done anything yet.", "bad")
            return
        seat, observation, legal = self.match.asked(step)
        self._await(step - 1, self.match.plans[seat].player, seat, observation, legal)

    def _by_program(self, number: int) -> bool:
        actor = self.match.actor(number) if number > self.match.first else None
        return actor is not None and not self.match.plans[actor].human

    def _tell(self, number: int, weighing: Weighing) -> None:
        seat, _, legal = self.match.asked(number)
        name, level = self.match.names[seat], self.match.plans[seat].player
        lines = [self.done(number)]
        introduced(level, name, lines.append)
        if len(legal) == 1:
            lines.append("There was nothing else it could do.")
        elif not weighing.candidates:
            lines.append(f"{title(level)} does not weigh what it does.")
        else:
            lines += self._weighed(number, weighing, legal)
        self.app.push(Dialog(f"Why did {name} do that?", "\n".join(lines), (("Close", "main", lambda: None),)))

    def done(self, number: int) -> str:
        """Return what was done, as whoever looks may know it."""
        told = [
            beat.telling.words for beat in self.match.beats(self.view.viewer, number) if beat.telling is not None and beat.telling.words
        ]
        return self.view.spoken(told[0]) if told else "Something was done that you could not see."

    def _weighed(self, number: int, weighing: Weighing, legal: tuple[object, ...]) -> list[str]:
        """Return how it judged, and what else it had in mind where that may be told."""
        candidates, action = weighing.candidates, self.match.action(number)
        taken = next((each for each in candidates if legal[each.number] == action), None)
        if taken is None:
            return ["Thinking about it again, it would do something else: it was a near thing."]
        others = tuple(each for each in candidates if each is not taken)
        lines = [verdict((taken, *others))]
        if self.match.outcome is None and self.match.hid(number, self.view.viewer):
            return [
                *lines,
                "It knew its own cards and what lies open, as you do. What else it could have done is told when the match is over.",
            ]
        lines.append(
            f"It weighed {counted(len(candidates), 'option')} of {len(legal)} and thought its chances {percent(taken.prospects)} after this one."
        )
        said = {self.match.sentence(number)}
        for each in sorted(others, key=lambda each: -each.prospects):
            words = self.match.sentence_of(number, legal[each.number])
            if words and words not in said and len(said) < SHOWN:
                said.add(words)
                lines.append(f"{words.rstrip('.')}: {percent(each.prospects)}.")
        return lines

    # --- how it looks

    def lit(self, light: Light) -> Light:
        """Return what the board lights up: while hints are shown and the hand is empty, only where they begin and end."""
        if not self.ideas or light.held:
            return light
        offers = [idea.offer for idea in self.ideas]
        sources, targets = ({getattr(offer, end) for offer in offers} - {None} for end in ("source", "target"))
        return replace(light, sources=frozenset(sources), legal=frozenset(targets))

    def drawn(self) -> list[Drawn]:
        """Return an arrow for each shown action that leads from one place to another, and its number where it ends."""
        board, listed = self.view.board, list[Drawn]()
        numbers: dict[Place, list[str]] = {}
        for number, idea in enumerate(self.ideas, 1):
            source, target = (board.rect_of(place) if place else None for place in (idea.offer.source, idea.offer.target))
            if source and target:
                listed += arrow(self.app, _pose(source), _pose(target))
            ends = idea.offer.target if target else idea.offer.source
            if ends and (target or source):
                numbers.setdefault(ends, []).append(str(number))
        for place, signs in numbers.items():
            at = board.rect_of(place)
            listed += overlay.note(self.app, at, " · ".join(signs), good=True) if at else []
        return listed

    def parts(self) -> list[Part]:
        """Return the list of shown actions beside the column; a press takes one."""
        if not self.ideas:
            return []
        app, theme, area = self.app, self.app.theme, self.view.board.area
        head, body = app.size(24), app.size(21)
        wide = min(560.0 * max(1.0, app.settings.text * 0.86), area[2] - 40)
        rows = [
            (idea, app.height(idea.words, "bold", head, wide - 84) + 4, app.height(idea.outlook, "text", body, wide - 84, rich=True))
            for idea in self.ideas
        ]
        total = sum(top + below + 30 for _, top, below in rows) + 20
        box: Rect = (area[0] + area[2] - wide - 18, area[1] + 18, wide, total)
        parts: list[Part] = [
            Shadow(box, (0, 0, 0, 200), 14, 26, layer=2100),
            Panel(box, (*theme.colour("panel")[:3], 255), (*theme.colour("panel2")[:3], 255), 18, theme.colour("good"), 2.5, layer=2100),
        ]
        y = box[1] + 14
        for number, (idea, top, below) in enumerate(rows):
            rect = (box[0] + 12, y, wide - 24, top + below + 22)
            paint = partial(_row, number=number + 1, idea=idea, rect=rect, top=top, sizes=(head, body))
            parts.append(MenuRow(key=f"idea-{number}", rect=rect, paint=paint, on=partial(self.hand.press_offer, idea.offer)))
            y += rect[3] + 8
        return parts


def _row(look: Look, *, number: int, idea: Idea, rect: Rect, top: float, sizes: tuple[float, float]) -> list[Drawn]:
    head, body = sizes
    ink = look.app.theme.on(look.app.theme.colour("button"))
    x, y, w, h = rect
    return [
        Text((x + 12, y + 9, 30, head * 1.3), str(number), head, faded(ink, 0.6), "digits", layer=2101),
        Text((x + 46, y + 9, w - 58, top), idea.words, head, ink, "bold", wrap=True, layer=2101),
        Text((x + 46, y + 9 + top, w - 58, h - top - 12), idea.outlook, body, faded(ink, 0.9), wrap=True, rich=True, layer=2101),
    ]


def _pose(rect: Rect) -> Pose:
    return Pose(rect[0] + rect[2] / 2, rect[1] + rect[3] / 2, rect[2], rect[3])
