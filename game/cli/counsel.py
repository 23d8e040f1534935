"""Counsel in words: `hint` says what looks best here, `why that` why a program did what it did last, `guide` what people usually do.

The questions and what is told of the answers are those of the window (`game.match.counsel`); here one waits for them.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any

from msgspec.structs import replace

from game.ai.brought import PlayerError
from game.ai.levels import held, player, weighed
from game.ai.player import Player, Weighing
from game.ai.worker import Thinker
from game.cli.apart import number_of
from game.kernel.chance import Chance
from game.kernel.ids import Seat
from game.kernel.offers import Offer, Preview
from game.kernel.words import counted, shown
from game.match.counsel import (
    ALONE,
    NO_IDEA,
    THINKING,
    Idea,
    Question,
    best_here,
    concealed,
    decision_seed,
    deed,
    hinted,
    ideas,
    nothing_to_explain,
    reasons,
    why_step,
)
from game.match.guide import FIRST_MATCHES, aim, usually
from game.match.match import Match
from game.table.shell.records import played
from game.table.shell.settings import ASKED, UNASKED, read_settings, write_settings


def of_deed(words: str) -> bool:
    """Tell whether what is typed behind `why` asks about something that a program did."""
    return words.casefold().partition(" ")[0].rstrip("?") in {"that", "did"}


class Counsel:
    """Who is asked for hints and for reasons; `asked` counts the hints that were told in this sitting."""

    def __init__(self, match: Match, spoken: Callable[[str], str]) -> None:
        self.match = match
        self.asked = 0
        self._spoken = spoken
        self._players: dict[str, Player] = {}
        self._thinker = Thinker()
        self._said: set[str] = set()
        self._advised: tuple[int, tuple[Any, ...]] = 0, ()
        self._guided = not match.position and read_settings()[0].guides(played(match.setup.game) < FIRST_MATCHES)

    def player(self, level: str) -> Player:
        """Return the one player of a level at this table."""
        if level not in self._players:
            self._players[level] = player(level, self.match.rules)
        return self._players[level]

    def choose(self, seat: Seat) -> Any:
        """Return what the program of a seat chooses; raise PlayerError where it cannot, or does not answer in time."""
        match = self.match
        name, legal, seen = match.plans[seat].player, match.legal(), match.observation(seat)
        seed = decision_seed(match.count, seat)
        if len(legal) == 1:
            return legal[0]
        if not held(name, match.rules):
            return self.player(name).choose(seen, legal, THINKING, Chance(seed))
        self._thinker.ask(match.setup, name, seen, legal, THINKING, seed)  # in a process that is ended where it does not answer
        action = self._thinker.answer()
        if name in self._thinker.lost:
            raise PlayerError(self._thinker.lost[name])
        return action

    def close(self) -> None:
        """Let whoever thinks in a process beside go."""
        self._thinker.close()

    def usual(self) -> str:
        """Return what people usually do here, to whoever plays their first matches of the game or wants to hear it."""
        return usually(self.match) if self._guided else ""

    def guide(self) -> str:
        """Return the lines of the guide, empty where it said the same before: each sentence once a sitting."""
        goal, usual = aim(self.match) if self._guided else "", self.usual()
        fresh = {
            words: line
            for words, line in ((goal, f"  The aim: {goal}"), (usual, f"  Usually: {usual}"))
            if words and words not in self._said
        }
        leave = " (`guide` turns this off.)" if fresh and not self._said else ""
        self._said |= fresh.keys()
        return "\n".join(fresh.values()) + leave

    def put_guide(self) -> str:
        """Have the guide speak in every match from now on, or in none, and return one sentence about it."""
        self._guided = not self._guided
        fault = write_settings(replace(read_settings()[0], guide=ASKED if self._guided else UNASKED), changed=["guide"])
        return fault or (f"The guide is on. {self.usual()}".rstrip() if self._guided else "The guide is off; `guide` brings it back.")

    def hint(self, seat: Seat, offers: Sequence[Offer]) -> list[str]:
        """Return the best things to do, a line each, by their numbers among the listed offers."""
        if not hinted(self.match):
            return [ALONE]
        weighing = self._weigh(best_here(self.match, seat))
        found = ideas(self.match, weighing, self.match.offers(), self._preview, self._spoken)
        self.asked += bool(found)
        self._advised = self.match.count, tuple(idea.offer.action for idea in found)
        return [self._line(idea, offers) for idea in found] or [NO_IDEA]

    def advised(self, offer: Offer) -> bool:
        """Tell whether a hint named an offer here: whoever takes advice is not asked whether they mean it."""
        count, actions = self._advised
        return count == self.match.count and offer.action in actions

    def why(self, seat: Seat, words: str = "") -> list[str]:
        """Return why a program did what it did last, or as many deeds back as the words end with, as the seat may know it; of `that` with anything else behind it, that it is no number."""
        asked, _, number = words.rpartition(" ")
        if asked.casefold().startswith("that") and not number.isdecimal():
            return [
                f"`why that N` says why the computer did what it did N deeds back; {shown(words.partition(' ')[2])} is no number of deeds."
            ]
        back = int(number) if number.isdecimal() and len(number) < 7 else 1
        question = why_step(self.match, seat)
        if question is None:
            return [nothing_to_explain(self.match)]
        if back > 1:
            question = why_step(self.match, seat, step) if (step := deed(self.match, seat, back)) else None
            if question is None:
                return [f"You have not seen the computer do {counted(back, 'thing')} yet."]
        hidden = concealed(self.match, question.about + 1, seat)
        return reasons(self.match, question.about + 1, seat, Weighing() if hidden else self._weigh(question), self._spoken)

    def _weigh(self, question: Question) -> Weighing:
        return weighed(self.player(question.level), question.observation, question.legal, THINKING, Chance(question.seed))

    def _preview(self, offer: Offer) -> Preview:
        seat = self.match.deciding
        return Preview() if offer.form or seat is None else self.match.rules.preview(self.match.observation(seat), offer.action)

    def _line(self, idea: Idea, offers: Sequence[Offer]) -> str:
        """Return an idea with the number that takes it; offers that nobody could tell apart are listed once."""
        number = number_of(idea.offer, offers)
        return f"{'   ' if number is None else f'{number:3}'} {idea.words.rstrip('.')}. {idea.outlook}"
