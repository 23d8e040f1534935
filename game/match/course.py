"""A lesson or a puzzle as it goes: which step is open, what may be done in it, what the others do, and whether the goal is reached.

All of it follows from the actions taken, so that taking one back or opening a save again needs nothing else. Only what was read
without doing anything is remembered apart.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import Any

from msgspec import Struct

from game.ai.goals import FAILED, OPEN, SOLVED, Way, gone_on
from game.content.positions import Goal, Position, Step, fits
from game.kernel.offers import Offer
from game.kernel.words import meant
from game.match.guide import won_by
from game.match.match import Match
from game.match.passing import passed
from game.match.seats import SeatPlan

ASTRAY = "This is another way than the one that is known. It may lead there too; to go back, take your moves back."
ANSWERED = (
    "The others have answered otherwise than the known way is written for, and none is known from here; to go back, take your moves back."
)

MOST_LOOKED = 3000
"""So many positions are looked at for a hint: less than a second's worth."""

MOST_TRIED = 4
"""With so many other dice a puzzle is tried."""

__all__ = ["FAILED", "OPEN", "SOLVED", "Course", "course_of", "played_through", "rests_on_luck"]


class Mark(Struct, frozen=True):
    """How far it was after an action: the step reached, and how far on the way to the goal."""

    action: Any
    step: int
    way: Way


class Course:
    """A position that is played for its steps or its goal, by one seat of a match that began in it."""

    def __init__(self, position: Position, match: Match) -> None:
        self.position = position
        self.match = match
        self.seat = position.seat
        self._read: set[int] = set()
        self._proofs: dict[tuple[str, Way], Any] = {}
        self._marks = [Mark(None, 0, Way(left=not self._active(0)))]

    # --- how far it is

    @property
    def number(self) -> int:
        """Return the number of steps behind one, those that were read among them."""
        at = self._mark().step
        steps = self.position.steps
        while at < len(steps) and at in self._read and _only_read(steps[at]):
            at += 1
        if self.match.outcome is not None and all(_only_read(step) for step in steps[at:]):
            return len(steps)
        return at

    @property
    def step(self) -> Step | None:
        """Return the open step, None when there is none (any more)."""
        at = self.number
        return self.position.steps[at] if at < len(self.position.steps) else None

    def acting_at(self, number: int) -> int:
        """Return the step in which something was to be done after so many actions; behind the last one there is none."""
        self._mark()
        return self._past_read(self._marks[number].step)

    @property
    def learns(self) -> bool:
        """Tell whether a person sits in the learner's place; a program there is looked on at."""
        return self.match.plans[self.seat].human

    def unasked(self) -> Offer | None:
        """Return what is done in a lesson where no learner chooses: the others' reply, and what leads on for a program in the learner's place; None in a puzzle, and where nothing is known."""
        if not self.position.steps or (self.match.deciding == self.seat and self.learns):
            return None
        return self.leads_on() if self.match.deciding == self.seat else self.reply()

    @property
    def acting(self) -> int:
        """Return the number of the step in which something is to be done next, 0 the first; one behind the last where there is none."""
        return self._past_read(self.number)

    @property
    def reading(self) -> bool:
        """Tell whether the open step is only to be read."""
        step = self.step
        return step is not None and _only_read(step)

    def read_on(self) -> None:
        """Go on from a step that is only read."""
        if self.reading:
            self._read.add(self.number)

    @property
    def goal(self) -> str:
        """Return what is to be reached, and where that is winning or not losing in a game that is won in several ways also what wins; of a lesson what it is about."""
        goal, won = self.position.goal, won_by(self.match.setup)
        if goal is None:
            return self.position.words
        return f"{goal.words} {won.words}" if won is not None and won.option and (goal.win or goal.hold) else goal.words

    @property
    def verdict(self) -> str:
        """Return whether the goal, or the end of the steps, is open, was reached, or cannot be reached any more."""
        if self.position.steps:
            if self.step is None:
                return SOLVED
            return FAILED if self.match.outcome is not None else OPEN
        return self.way.verdict

    @property
    def way(self) -> Way:
        """Return how far it is on the way to the goal."""
        return self._mark().way

    @property
    def answered(self) -> bool:
        """Tell whether others had a choice: a solution is written for others who let things pass."""
        match = self.match
        return any(match.actor(number) != self.seat and len(match.asked(number)[2]) > 1 for number in range(1, match.count + 1))

    # --- what is done

    def wanted(self, offers: Iterable[Offer]) -> tuple[Offer, ...]:
        """Return the offers that the open step asks for, what it names first in front."""
        step = self._acting()
        asked = [] if step is None else [offer for offer in offers if offer.refusal is None and self._is_one(offer, step.do)]
        named = () if step is None else step.do
        return tuple(sorted(asked, key=lambda offer: next(at for at, each in enumerate(named) if self._is_one(offer, (each,)))))

    def objection(self, action: Any) -> str:
        """Return why an action does not belong here, in one sentence; empty for one that does."""
        step = self._acting()
        offers = [offer for offer in self.match.offers() if offer.refusal is None]
        if step is None or not step.do or len(offers) == 1:
            return ""
        if any(offer.action == action for offer in self.wanted(offers)):
            return ""
        return step.why or f"The rules allow that, but this lesson goes another way: {step.say}"

    def reply(self) -> Offer:
        """Return what another seat does: what the lesson says, else it lets things pass."""
        offers = [offer for offer in self.match.offers() if offer.refusal is None]
        return (
            self.told_reply()
            or next((offer for offer in offers if offer.passing), None)
            or next((offer for offer in offers if offer.main), offers[-1])
        )

    def told_reply(self) -> Offer | None:
        """Return the offer that the open step says another seat takes, None where it says none that is there."""
        step, offers = self._acting(), [offer for offer in self.match.offers() if offer.refusal is None]
        patterns = () if step is None else step.reply
        return next((offer for pattern in patterns for offer in offers if fits(pattern, self.match.spoken(offer.words))), None)

    def next_of(self, solution: Sequence[str], done: int) -> Offer | None:
        """Return the offer that a solution names after so many of its actions, None when it names none that is there."""
        offers = [offer for offer in self.match.offers() if offer.refusal is None]
        return next((offer for offer in offers if self._is_one(offer, solution[done : done + 1])), None)

    def leads_on(self) -> Offer | None:
        """Return the offer that leads on from here, None where none is known.

        That is what the open step asks for, or what the solution names next: an only offer that it leaves out goes before that. Where others
        have answered, or something else was done, it is what is proved to lead to the goal from here.
        """
        if self.match.deciding != self.seat:
            return None
        step = self._acting()
        if step is None and self.position.steps:
            return None
        if step is not None and step.do:
            return next(iter(self.wanted(self.match.offers())), None)
        solution = self.position.solution if step is None else step.solution
        done = self._done_of(solution)
        named = None if done is None else self.next_of(solution, done) or self._only()
        if self.position.goal is None or not solution or (named is not None and not named.warning and not self.answered):
            return named
        return self._proved(self.position.goal, named) or named

    def hint(self) -> str:
        """Return in a sentence what leads on from here, as its offer says it; at the beginning what the puzzle's file says instead, if it does."""
        if self.position.hint and not self.match.count:
            return self.position.hint
        offer = self.leads_on()
        if offer is not None:
            return f"{'Next' if self.match.count else 'Begin with'}: {self.match.spoken(offer.words)}"
        if self.step is not None:
            return self.step.say
        if not self.position.solution or self.match.deciding != self.seat:
            return self.position.words
        return ASTRAY if self._done_of(self.position.solution) is None else ANSWERED

    def way_told(self) -> tuple[str, ...]:
        """Return the solution of a puzzle as offers say it, with what is to be ended by hand between; as its file says it where that leads nowhere."""
        course = Course(self.position, Match.lay(self.position, self.match.plans))
        told = course.follow()
        return told if course.verdict == SOLVED else self.position.solution

    def follow(self) -> tuple[str, ...]:
        """Play a puzzle on by what leads on, as far as that is known; return it as offers say it, with what is to be ended by hand between."""
        match, told = self.match, list[str]()
        while self.verdict == OPEN and match.deciding is not None:
            if match.deciding != self.seat:
                match.submit(self.reply().action)
                continue
            by_itself = passed(match.offers())
            offer = by_itself or self.leads_on()
            if offer is None:
                break
            if by_itself is None:
                told.append(match.spoken(offer.words))
            match.submit(offer.action)
        return tuple(told)

    # --- from the actions

    def _done_of(self, solution: Sequence[str]) -> int | None:
        """Return how many actions of a solution are done since the open step began, None when others were taken, but for what had no choice."""
        marks, match, done = self._marks, self.match, 0
        self._mark()
        for number in range(next(at for at, mark in enumerate(marks) if mark.step == marks[-1].step) + 1, match.count + 1):
            if match.actor(number) != self.seat:
                continue
            if done < len(solution) and fits(solution[done], match.sentence(number)):
                done += 1
            elif len(match.asked(number)[2]) > 1:
                return None
        return done

    def _only(self) -> Offer | None:
        """Return the offer that is the only one, None where there is a choice."""
        offers = [offer for offer in self.match.offers() if offer.refusal is None]
        return offers[0] if len(offers) == 1 else None

    def _proved(self, goal: Goal, named: Offer | None) -> Offer | None:
        """Return an offer that is proved to lead to the goal, what is `named` before others; None where too much would have to be looked at."""
        way, first = self.way, None if named is None or named.warning else named.action
        key = self.match.digest, way
        if key not in self._proofs:
            self._proofs = {key: self.match.forced(self.seat, goal, way, first, MOST_LOOKED)}
        action = self._proofs[key]
        return next((offer for offer in self.match.offers() if action is not None and offer.action == action), None)

    def _is_one(self, offer: Offer, patterns: Sequence[str]) -> bool:
        words = self.match.spoken(offer.words)
        return any(fits(pattern, words) for pattern in patterns)

    def _acting(self) -> Step | None:
        """Return the step in which something is to be done next."""
        return next(iter(self.position.steps[self.acting :]), None)

    def _past_read(self, at: int) -> int:
        """Return the number of the first step from one on that is not only to be read."""
        steps = self.position.steps
        return next((number for number in range(at, len(steps)) if not _only_read(steps[number])), len(steps))

    def _mark(self) -> Mark:
        """Return how far it is, worked out from what was done since the last look."""
        match, marks = self.match, self._marks
        known = 1
        while known < len(marks) and known <= match.count and marks[known].action is match.action(known):
            known += 1
        del marks[known:]
        for number in range(known, match.count + 1):
            marks.append(self._after(marks[-1], number))
        return marks[-1]

    def _after(self, before: Mark, number: int) -> Mark:
        told = [self.match.spoken(telling.words) for telling in self.match.told(self.seat, number)]
        goal, way = self.position.goal, before.way
        if goal is not None:
            outcome = self.match.outcome if number == self.match.count else None
            way = gone_on(goal, way, self.seat, told, outcome, active=self._active(number))
        return Mark(self.match.action(number), self._stepped(before.step, number, told), way)

    def _stepped(self, at: int, number: int, told: Sequence[str]) -> int:
        """Return the step reached by an action: what is only read is behind whoever does what comes after it."""
        steps, ahead = self.position.steps, self._past_read(at)
        if ahead == len(steps):
            return at
        step = steps[ahead]
        if step.done:
            done = any(fits(step.done, words) for words in told)
        else:
            words = self.match.sentence(number) if self.match.actor(number) == self.seat else ""
            done = any(fits(pattern, words) for pattern in step.do)
        return ahead + 1 if done else at

    def _active(self, number: int) -> bool:
        """Tell whether it was the seat's turn after an action."""
        return any(each.active for each in self.match.scene_at(self.seat, number).seats if each.seat == self.seat)


def course_of(match: Match, positions: Iterable[Position]) -> Course | None:
    """Return the lesson or puzzle that a match is, None for any other match and for one whose position is no longer there.

    One that was just begun knows its position, wherever that lies; one that was left finds it by its name.
    """
    if not match.position or match.first != 0:
        return None
    position = match.begun or next((each for each in positions if each.name == match.position), None)
    if position is None or position.kind == "position" or position.seat >= match.setup.seats:
        return None
    return Course(position, match)


def played_through(course: Course) -> str:
    """Play a course by its own solution; return an empty sentence when that ends it well, else what went wrong, without a full stop."""
    done: dict[int, int] = {}
    match, unheard = course.match, {number for number, step in enumerate(course.position.steps) if step.do and step.reply}
    for _ in range(500):
        while course.reading:
            course.read_on()
        if course.verdict != OPEN:
            break
        if match.deciding is None:
            return "the match is over and the goal is not reached"
        offers = [offer for offer in match.offers() if offer.refusal is None]
        if match.deciding != course.seat:
            if course.told_reply() is not None:
                unheard.discard(course.acting)
            match.submit(course.reply().action)
        elif len(offers) == 1 and offers[0].passing:
            match.submit(offers[0].action)
        else:
            at = course.number
            step = course.step
            place, aim = ("solution", "the goal is not reached") if step is None else (f"step {at + 1}", "its event is not told")
            solution = course.position.solution if step is None else step.solution or step.do[:1]
            if not solution:
                return f"{place}: there is none" if step is None else f"{place}: it has neither `do` nor a `solution`"
            if done.get(at, 0) == len(solution):
                return f"{place}: all of it is done, and {aim}"
            offer = course.next_of(solution, done.get(at, 0))
            if offer is None:
                which = f" {done.get(at, 0) + 1}" if len(solution) > 1 else ""
                like = meant(solution[done.get(at, 0)], (match.spoken(offer.words) for offer in offers))
                return f"{place}{which}: no offer is {solution[done.get(at, 0)]!r}{like}"
            done[at] = done.get(at, 0) + 1
            if course.objection(offer.action):
                return f"{place}: it objects to its own solution"
            match.submit(offer.action)
    if course.verdict != SOLVED:
        return f"the solution ends with the goal {course.verdict}"
    if unheard:
        first = min(unheard)
        reply = course.position.steps[first].reply[0]
        return f"step {first + 1}: nobody takes its reply, {reply!r}: others choose only once it is done, or have no such offer"
    return ""


def rests_on_luck(position: Position) -> bool:
    """Tell whether the solution of a puzzle reaches its goal by the dice of its seed alone: with others it does not, nor is anything proved to from there."""
    plans = (SeatPlan("human"),) * position.setup.seats
    for number in range(1, MOST_TRIED + 1):
        course = Course(position, Match.lay(position, plans, otherwise=number))
        course.follow()
        if course.verdict != SOLVED:
            return True
    return False


def _only_read(step: Step) -> bool:
    return not step.do and not step.done
