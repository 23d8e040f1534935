"""A lesson or a puzzle in words: each step is said before the choice, and what does not belong there is answered with the reason."""

from __future__ import annotations

from collections.abc import Callable

from game.cli.apart import number_of
from game.cli.text import Leave, TextTable
from game.kernel.ids import Seat
from game.kernel.offers import IllegalAction, Offer, Refusal
from game.match.course import FAILED, OPEN, SOLVED, Course
from game.match.guide import won_by
from game.table.shell.learnt import mark_learnt

HERE = "Where a step says to drag, click or press, type the number of what it speaks of."
SOLUTION = "solution       tells the known way of this puzzle, from its beginning"


class LessonTable(TextTable):
    """A match in words that is played for its lesson or its puzzle."""

    def __init__(self, course: Course, hear: Callable[[], str], say: Callable[[str], None], wipe: Callable[[], None] | None = None) -> None:
        super().__init__(course.match, hear, say, wipe)
        self.course = course
        self._shown = -1  # the step that was said last while a program sits there

    def play(self) -> None:
        """Say what it is about, and play until it is done or whoever plays leaves."""
        position = self.course.position
        self._say(f"{position.title}. {position.words}".rstrip())
        if position.goal is not None:
            helps = " `hint` helps, `solution` tells the known way, `quit` leaves." if self._humans else ""
            self._say(f"The goal: {self.course.goal}{helps}")
            won = won_by(self.match.setup)
            if won is not None and not won.option and (position.goal.win or position.goal.hold):  # else the goal says it
                self._say(f"The aim: {won.words}")
        if position.steps and self.course.learns:
            self._say(HERE)
        super().play()

    def left(self) -> str:
        """Return how to go on; nothing where there is nothing more to do."""
        left = super().left()
        return left if self.course.verdict == OPEN or self.match.save_fault else ""

    def _think(self, seat: Seat) -> None:
        """Let a program think in a puzzle; in a lesson it does what the lesson says, at the learner's seat as well."""
        if self.course.position.steps and seat == self.course.seat and self._shown != self.course.number:
            self._steps()
            self._shown = self.course.number
        offer = self.course.unasked()
        if offer is None:
            super()._think(seat)
            return
        self._submit(offer.action)
        self._catch_up(self._viewer())

    def _viewer(self) -> Seat:
        return self.course.seat if self.course.learns else super()._viewer()

    def _refusal(self, action: object) -> Refusal | None:
        if self.match.deciding == self.course.seat and self.course.learns:
            objection = self.course.objection(action)
            if objection:
                return Refusal("lesson", "", objection)
        return super()._refusal(action)

    def _submit(self, action: object) -> None:
        refusal = self._refusal(action)
        if refusal is not None:
            raise IllegalAction(refusal)
        super()._submit(action)
        if self.course.verdict != OPEN:
            self._catch_up(self._viewer())
            self._ended(self.course.verdict)
            raise Leave

    def _prompt(self, seat: Seat) -> None:
        super()._prompt(seat)
        if seat == self.course.seat:
            self._steps()

    def _steps(self) -> None:
        """Say the steps up to the one in which something is to be done; leave where the last was only to be read."""
        while self.course.reading and self.course.step is not None:
            self._say(self.course.step.say)
            self.course.read_on()
        if self.course.step is not None:
            self._say(self.course.step.say)
        elif self.course.verdict != OPEN:  # the last step was only to be read
            self._ended(self.course.verdict)
            raise Leave

    def _hint(self, seat: Seat, offers: tuple[Offer, ...]) -> None:
        """Say what leads on from here, as its button at the table does; after the end, what looks best."""
        if self.course.verdict != OPEN:
            super()._hint(seat, offers)
            return
        words, offer = self.course.hint(), self.course.leads_on()
        number = None if offer is None or words == self.course.position.hint else number_of(offer, offers)
        if number is not None:
            words = f"{words.partition(':')[0]}: {self._apart(offers)[number - 1].rstrip('.')}. Enter {number}."
        self._say(self._spoken(words))

    def _answer(self, seat: Seat, offers: tuple[Offer, ...], line: str) -> bool:
        """Do what a line says; a puzzle has its solution to tell as well."""
        word, solution = line.lower(), self.course.position.solution
        if solution and word == "solution":
            self._lines(f"{number:3} {words}" for number, words in enumerate(self.course.way_told(), 1))
            return False
        moved = super()._answer(seat, offers, line)
        if solution and word in {"?", "help"}:
            self._say(SOLUTION)
        return moved

    def _ended(self, verdict: str) -> None:
        """Tell how it ended."""
        position = self.course.position
        if verdict == SOLVED:
            self._say("Well done!" if position.steps else "Solved!")
            if self.course.learns and (fault := mark_learnt(position.game, position.name)):
                self._say(fault)
        elif verdict == FAILED:
            self._say(f"Not this time. The goal was: {self.course.goal}")
