"""What is worth telling of a match that is over: read off how its events are told and how its positions are judged, in any game.

It is worked out a few steps at a time, so that a window can show the end at once and the facts as they are found.
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterator

from msgspec import Struct

from game.kernel.ids import CardId, Seat
from game.kernel.words import counted
from game.match.match import Match

_CARD = re.compile(r"\[([a-z0-9][a-z0-9-]*)\]")
_LOOKS = 48
"""At how many positions of a match the prospects are looked at."""

_TURN = 0.08
"""How much the prospects of the one who won must rise at once to be called the turning point."""

MOST = 4
"""How many facts are told."""


class Fact(Struct, frozen=True):
    """One fact: what it is, in words (seats as `{0}`, cards as `[card-id]`), and the action at which it can be watched, 0 for none."""

    label: str
    words: str
    number: int = 0


class Chronicle:
    """The facts of a match, worked out in small steps."""

    def __init__(self, match: Match) -> None:
        self.match = match
        self.done = False
        self._attacks: Counter[CardId] = Counter()
        self._damage: Counter[CardId] = Counter()
        self._dice: Counter[tuple[Seat, bool]] = Counter()
        self._falls = 0
        self._played: Counter[CardId] = Counter()
        self._turning: Fact | None = None
        self._work = self._steps()

    def go_on(self) -> bool:
        """Do one small step; return False when all is known."""
        self.done = self.done or next(self._work, None) is None
        return not self.done

    def facts(self) -> tuple[Fact, ...]:
        """Return what is known so far, what is worth most first."""
        found = [self._turning] if self._turning is not None else []
        if self._damage:
            card, most = self._damage.most_common(1)[0]
            found.append(Fact("Most damage", f"[{card}]: {most}"))
        if self._attacks:
            card, most = self._attacks.most_common(1)[0]
            found.append(Fact("Most attacks", f"[{card}]: {most}"))
        seats = sorted({seat for seat, _ in self._dice})
        if seats:
            said = [f"{{{seat}}} {self._dice[seat, True]} of {self._dice[seat, True] + self._dice[seat, False]}" for seat in seats]
            found.append(Fact("Good throws", ", ".join(said)))
        if self._falls:
            found.append(Fact("Destroyed", counted(self._falls, "piece")))
        if self._played:
            card, most = self._played.most_common(1)[0]
            found.append(Fact("Played most", f"[{card}]: {most}"))
        found.append(Fact("Length", counted(self.match.count, "action")))
        return tuple(found[:MOST])

    def _steps(self) -> Iterator[int]:
        yield from self._curve()
        for number in range(self.match.first + 1, self.match.count + 1):
            self._take(number)
            yield number

    def _curve(self) -> Iterator[int]:
        """Look where the prospects of the one who won rose most."""
        outcome, first, count = self.match.outcome, self.match.first, self.match.count
        if outcome is None or len(outcome.winners) != 1 or count - first < 2:
            return
        winner, step = outcome.winners[0], max(1, (count - first) // _LOOKS)
        before, most = self.match.prospects(first)[winner], _TURN
        for number in range(first + step, count + 1 - step, step):
            now = self.match.prospects(number)[winner]
            if now - before > most:
                most = now - before
                words = f"{{{winner}}} went from {round(100 * before)} % to {round(100 * now)} %"
                self._turning = Fact("Turning point", words, max(first, number - step))
            before = now
            yield number

    def _take(self, number: int) -> None:
        self._played.update(card for _, card in self.match.played(number))
        for telling in self.match.tellings(number):
            for roll in telling.rolls:
                if roll.good is not None:
                    self._dice[roll.seat, roll.good] += 1
            named = _CARD.search(telling.words)
            if telling.kind == "attack" and named is not None:
                self._attacks[named[1]] += 1
            if telling.kind == "hit" and telling.amount and named is not None:
                self._damage[named[1]] += telling.amount
            self._falls += telling.kind == "fall"
