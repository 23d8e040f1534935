"""How a match ended: who won, with what, and why; what was remarkable; and where to go from here."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from functools import partial
from math import inf
from time import perf_counter
from typing import NamedTuple

from game.ai.levels import FIRST, LEVELS, parted, title
from game.kernel.ids import Seat
from game.kernel.setup import Outcome
from game.kernel.words import enumerated
from game.match.facts import MOST, Chronicle, Fact
from game.match.seats import SeatPlan, stepped
from game.table.canvas.draw import Icon, Panel, Shadow, Text, faded
from game.table.canvas.view import Event, Rect, inset
from game.table.pages.common import framed, in_rows, ornament
from game.table.play.curtain import heading_on_panel
from game.table.shell.page import CALM, Page, Part
from game.table.shell.speech import NOT_ASKED, joined, sentences
from game.table.shell.widgets import BODY, SMALL, Button, Scroll

DEAD_SECONDS = 1.0
"""How long the panel takes no press: whoever meant the button that was there before is spared."""


class Answer(NamedTuple):
    """A button of the panel, what it does (`on`) after the panel has closed, and what is said of it where the pointer rests on it."""

    label: str
    icon: str
    style: str
    on: Callable[[], None]
    hint: str = ""


_DIG_SECONDS = 0.006
"""How long a frame looks for facts."""

_ROOMY = 1.3
"""Up to this text size there is room for a large sign."""

_NAMED = 0.3
"""How much of the width of a fact its name takes."""


class EndPanel(Page):
    """The result over the table, with the glyph (`charges`) of each seat. Esc closes it and leaves the table to be looked at.

    `players` says who played with what; `label` says what the scores count; without one they are not shown. Facts are taken from a chronicle as they are found, in its words (`spoken`), and `watch` shows the
    match from an action on; what was `agreed` before it stands under how it ended. The key that asks why a program did what it did last asks (`why`) here as well.
    """

    overlay = True
    patient = True
    dead = DEAD_SECONDS

    def __init__(
        self,
        outcome: Outcome,
        names: Sequence[str],
        answers: Sequence[Answer],
        *,
        people: Sequence[int] = (),
        charges: Sequence[str] = (),
        label: str = "",
        players: Sequence[str] = (),
        chronicle: Chronicle | None = None,
        spoken: Callable[[str], str] = str,
        watch: Callable[[int], None] | None = None,
        agreed: Sequence[str] = (),
        why: Callable[[], None] | None = None,
    ) -> None:
        super().__init__()
        self.label, self.chronicle, self.spoken, self.watch, self.why = label, chronicle, spoken, watch, why
        self.agreed = f"Agreed: {' · '.join(agreed)}" if agreed else ""
        self.charges, self.players = tuple(charges), tuple(players) or tuple(names)
        self.outcome, self.names, self.answers = outcome, tuple(names), tuple(Answer(*answer) for answer in answers)
        self.people = tuple(people)
        self.focus = "answer-0"
        self._buttons_at = 0.0

    def enter(self) -> None:
        """Sound the end, the first time."""
        first = self.opened_at == -inf
        super().enter()
        if first:
            for _, words, _ in self.app.notices:
                if words.startswith(NOT_ASKED.rstrip(".")):
                    self.app.unsay(words)  # nobody will be asked any more, and here nothing was
            self.app.cue("lose" if self.lost else "win" if self.outcome.winners else "drawn")

    def key(self, event: Event) -> bool:
        """W asks why a program did what it did last, as at the table: now all of it may be told."""
        if event.key != "w" or self.why is None:
            return super().key(event)
        self.why()
        return True

    @property
    def lost(self) -> bool:
        """Tell whether people played and none of them won."""
        return bool(self.people) and bool(self.outcome.winners) and not set(self.people) & set(self.outcome.winners)

    def tick(self) -> bool:
        """Look for facts, a little at a time."""
        moving = super().tick()
        if self.chronicle is not None and not self.chronicle.done:
            end = perf_counter() + _DIG_SECONDS
            while perf_counter() < end and self.chronicle.go_on():
                pass
            if self.chronicle.done and self.app.top is self:
                self.app.speech.read(sentences(f"{fact.label}: {self.spoken(fact.words)}" for fact in self.chronicle.facts()))
            self.stale()
            return True
        return moving

    def title(self) -> str:
        """Return the headline."""
        winners = [self.names[seat] for seat in self.outcome.winners if seat < len(self.names)]
        if not winners:
            return "A draw"
        if len(self.people) == 1 and self.outcome.winners == self.people:
            return "Victory"
        if len(self.people) == 1 and self.lost:
            return "Defeat"
        if len(winners) == 1:
            return f"{winners[0]} wins"
        return f"{enumerated(winners)} share the victory"

    def answer(self, index: int) -> None:
        """Close and do what the answer says."""
        self.app.pop()
        self.answers[index].on()

    def build(self) -> list[Part]:
        """Return the laurels, the headline, the scores and the buttons."""
        app, view, outcome = self.app, self.app.view, self.outcome
        size = self.size(BODY)
        width = min(view.width - 160, 1120 * max(1.0, app.settings.text * 0.9))
        inner = width - 140
        title_h = app.height(self.title(), "display", app.headline(64), inner) + 10
        first, *more = outcome.words.split("\n")
        words = first + (f" ({outcome.rule})" if outcome.rule else "")
        words_h = app.height(words, "text", size, inner)
        agreed_h = app.height(self.agreed, "text", self.size(SMALL), inner) + 6 if self.agreed else 0.0
        row = size + 26
        button_h = size + 40
        rows = in_rows([self._wide(index) for index in range(len(self.answers))], 18, inner)
        fixed = 34 + title_h + 40 + words_h + agreed_h + 30 + len(rows) * (button_h + 14) + 30
        facts = self._facts(inner)
        highs = [high for _, high in facts]
        if self.chronicle is not None and not self.chronicle.done:
            highs += [self._line()] * (MOST - len(highs))  # what is still found moves no button
        fact_h = sum(highs) + (18 if highs else 0)
        label_h = self.size(SMALL) * 1.5 if self.label else 0.0
        rest, small = "\n".join(more), self.size(SMALL)
        rest_h = app.height(rest, "text", small, inner - 14) + 16 if rest else 0.0
        natural = (row + 8) * len(outcome.scores) + fact_h + label_h + rest_h
        spare = view.height - 50 - fixed - natural
        sign = (
            min(116.0, max(76.0, spare)) if app.settings.text <= _ROOMY else 76.0 if spare >= 76 else 0.0
        )  # what is told comes before the sign
        ends = [label_h + (row + 8) * count for count in range(1, len(outcome.scores) + 1)]
        for high in highs:
            ends.append(ends[-1] + high + (18 if len(ends) == len(outcome.scores) else 0))
        room = max(row, view.height - 50 - fixed - sign)
        list_h = natural if natural <= room else max((end for end in ends if end <= room), default=room)  # no line is cut
        rect = view.centred(width, fixed + sign + list_h + 24)
        x, y = rect[0] + 70, rect[1] + 26
        middle = rect[0] + width / 2
        parts: list[Part] = [
            Panel(view.whole, (0, 0, 0, 165)),
            Shadow((middle - 60, rect[1] + 20, 120, 120), faded(self.colour("glow"), 0.35), 60, 90),
            *framed(app, rect, 32),
            *([self._sign((middle - sign / 2, y, sign, sign))] if sign else []),
            heading_on_panel(self, (x, y + sign + 4, inner, title_h), self.title()),
            *ornament(app, middle - 240, y + sign + 24 + title_h, 480),
        ]
        y += sign + 46 + title_h
        parts.append(Text((x, y, inner, words_h), words, size, self.colour("text"), align="centre", wrap=True))
        if self.agreed:
            below_it = (x, y + words_h + 6, inner, agreed_h - 6)
            parts.append(Text(below_it, self.agreed, self.size(SMALL), self.colour("soft"), align="centre", wrap=True))
        y += words_h + agreed_h + 24
        area = self._scores((x, y, inner, list_h), row, label_h)
        area.height = natural
        area.parts = [*area.parts, *self._told(area, facts, (row + 8) * len(outcome.scores) + label_h + 18, inner)]
        below = area.rect[1] - area.offset + natural - rest_h + 12
        area.parts += [Text((x, below, inner - 14, rest_h), rest, small, self.colour("soft"), wrap=True)] if rest else []
        parts.append(area)
        y += list_h + 26
        if self._buttons_at not in {0.0, y} and self._wakes < inf:
            self._wakes = max(self._wakes, app.now + CALM)
        self._buttons_at = y
        for line in rows:
            widths = [self._wide(index) for index in line]
            left = middle - (sum(widths) + 18 * (len(line) - 1)) / 2
            for index, wide in zip(line, widths, strict=True):
                answer = self.answers[index]
                rect_b = (left, y, wide, button_h)
                parts.append(
                    Button(
                        key=f"answer-{index}",
                        rect=rect_b,
                        label=answer.label,
                        icon=answer.icon,
                        style=answer.style,
                        hint=answer.hint,
                        on=partial(self.answer, index),
                    )
                )
                left += wide + 18
            y += button_h + 14
        return parts

    def _sign(self, rect: Rect) -> Icon:
        """Return the laurels of a victory, the broken shield of a defeat, or the scales of a draw."""
        name = "broken-shield" if self.lost else "laurel-crown" if self.outcome.winners else "scales"
        first, second = ("soft", "soft") if self.lost else ("title", "title2")
        return Icon(rect, name, self.colour(first), self.colour(second), (0, 0, 0, 120))

    def announced(self) -> str:
        """Return the headline and how it ended, and what everybody scored."""
        told = (f"{self._called(seat)}: {self.label} {self.outcome.scores[seat]}" for seat in (self._order() if self.label else ()))
        first, *more = self.outcome.words.split("\n")
        return joined([self.title(), first + (f" ({self.outcome.rule})" if self.outcome.rule else ""), *told, *more, self.agreed])

    def _facts(self, width: float) -> list[tuple[Fact, float]]:
        """Return what is known of the match, each fact with the height of its words."""
        if self.chronicle is None:
            return []
        size, facts = self.size(SMALL), self.chronicle.facts()
        told = [self.app.height(self.spoken(fact.words), "text", size, self._room(fact, width)) for fact in facts]
        return [(fact, max(self._line(), high + self._around())) for fact, high in zip(facts, told, strict=True)]

    def _around(self) -> float:
        return 18 if self.app.settings.text <= _ROOMY else 8

    def _line(self) -> float:
        """Return how high a fact of one line is."""
        return self.size(SMALL) * 1.3 + self._around()

    def _watch_wide(self, fact: Fact) -> float:
        """Return how wide the button is that shows a fact, 0 for one that cannot be watched."""
        watched = fact.number and self.watch is not None
        return self.app.measure("Watch", "bold", self.size(SMALL)) + 40 if watched else 0.0

    def _room(self, fact: Fact, width: float) -> float:
        """Return how wide the words of a fact may be: beside its name, and its button if it has one."""
        wide = self._watch_wide(fact)
        return (width - 14) * (1 - _NAMED) - 12 - (wide + 8 if wide else 0.0)

    def _told(self, area: Scroll, facts: Sequence[tuple[Fact, float]], top: float, width: float) -> list[Part]:
        """Return the facts below the scores; one that can be watched is a button."""
        parts: list[Part] = []
        x, y = area.rect[0], area.rect[1] - area.offset + top
        for nth, (fact, high) in enumerate(facts):
            size, split = self.size(SMALL), (width - 14) * _NAMED
            words = self.spoken(fact.words)
            parts += [
                Panel((x, y, width - 14, high - 4), faded(self.colour("button"), 0.1), None, 10),
                Text((x + 16, y, split - 20, high - 4), fact.label, size, self.colour("soft"), "bold", valign="middle"),
            ]
            wide = self._watch_wide(fact)
            if wide and self.watch is not None:
                box = (x + width - 18 - wide, y + 1, wide, high - 6)
                parts.append(
                    Button(
                        key=f"fact-{nth}",
                        rect=box,
                        label="Watch",
                        size=SMALL - 2,
                        name=f"{fact.label}: {words}",
                        on=partial(self.watch, fact.number),
                    )
                )
            room = self._room(fact, width)
            parts.append(Text((x + split, y, room, high - 4), words, size, self.colour("text"), valign="middle", wrap=True))
            y += high
        return parts

    def _wide(self, index: int) -> float:
        return self.app.measure(self.answers[index].label, "bold", self.size(BODY)) + self.size(BODY) + 96

    def _order(self) -> list[int]:
        """Return the seats, those who won and those with more first."""
        return sorted(range(len(self.outcome.scores)), key=lambda seat: (seat not in self.outcome.winners, -self.outcome.scores[seat]))

    def _called(self, seat: int) -> str:
        return self.players[seat] if seat < len(self.players) else f"Seat {seat + 1}"

    def _scores(self, rect: tuple[float, float, float, float], row: float, label_h: float) -> Scroll:
        x, y, width, _ = rect
        order = self._order()
        area = Scroll(key="scores", rect=rect, height=(row + 8) * len(order), offset=float(self.memory.get("scores", 0.0)))
        lines: list[Part] = []
        if self.label:
            top = y - area.offset
            size = self.size(SMALL)
            lines.append(Text((x, top, width - 34, label_h), self.label, size, self.colour("soft"), "bold", align="right", valign="middle"))
        for place, seat in enumerate(order):
            look, won = self.app.theme.seat_look(seat), seat in self.outcome.winners
            top = y - area.offset + label_h + place * (row + 8)
            body = self.colour("accent") if won else self.colour("button")
            chip = (x + 10, top + 6, row - 12, row - 12)
            lines += [
                Panel((x, top, width - 14, row), faded(body, 0.28 if won else 0.16), None, 14, faded(self.colour("line"), 0.8 if won else 0.3), 2),
                Panel(chip, look.colour, look.dark, (row - 12) / 2, look.light, 2),
                Icon(inset(chip, (row - 12) * 0.2), self.charges[seat] if seat < len(self.charges) else look.charge, (255, 255, 255, 255)),
                Text(
                    (x + row + 14, top, width - row * 4 - 40, row), self._called(seat),
                    self.size(BODY), self.colour("text"), "bold" if won else "text", valign="middle", cut=True,
                ),
            ]  # fmt: skip
            if self.label:
                box = (x + width - row * 3 - 34, top, row * 3, row)
                score, size = str(self.outcome.scores[seat]), self.size(BODY + 6)
                lines.append(Text(box, score, size, self.colour("title"), "digits", align="right", valign="middle"))
        area.parts = lines
        return area


def other_opponent(
    plans: tuple[SeatPlan, ...], people: Sequence[Seat], outcome: Outcome, anew: Callable[[tuple[SeatPlan, ...]], None]
) -> list[Answer]:
    """Return the way on to a stronger opponent after a win and to an easier one after a defeat, with its level; none where there is none or nobody won."""
    if not people or not outcome.winners:
        return []
    won = not set(people).isdisjoint(outcome.winners)
    others = stepped(plans, 1 if won else -1)
    label, icon = ("Stronger opponent", "swords-emblem") if won else ("Easier opponent", "feather")
    if others == plans:
        return []
    called = dict.fromkeys(title(plan.player) for plan in others if not plan.human)
    return [Answer(label, icon, "plain", partial(anew, others), f"The same match against {enumerated(tuple(called))}.")]


def lessons(plans: tuple[SeatPlan, ...], people: Sequence[Seat], outcome: Outcome, learn: Callable[[], None]) -> list[Answer]:
    """Return the way to the lessons after a defeat by none but those whom a beginner meets; none after any other end."""
    names = tuple(LEVELS)
    weak = {*names[: names.index(FIRST) + 1]}
    won = not outcome.winners or not set(people).isdisjoint(outcome.winners)
    if won or not people or not {parted(plan.player)[0] for plan in plans if not plan.human} <= weak:
        return []
    return [Answer("Learn to play", "open-book", "plain", learn, "The lessons and puzzles of this game.")]
