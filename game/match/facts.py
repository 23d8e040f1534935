"""What is worth telling of a match that is over: read off how its events are told and how its positions are judged, in any game.

It is worked out a few steps at a time, so that a window can show the end at once and the facts as they are found.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from typing import Any

from msgspec import Struct

from game.kernel.ids import CardId, Seat
from game.kernel.words import counted
from game.match.match import Match

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
        self._deeds: dict[tuple[bool, str], Counter[str]] = {}
        self._dice: Counter[tuple[Seat, bool]] = Counter()
        self._played: Counter[tuple[Seat, CardId]] = Counter()
        self._turning: Fact | None = None
        self._work = self._steps()

    def go_on(self) -> bool:
        """Do one small step; return False when all is known."""
        self.done = self.done or next(self._work, None) is None
        return not self.done

    def facts(self) -> tuple[Fact, ...]:
        """Return what is known so far, what is worth most first."""
        found = [self._turning] if self._turning is not None else []
        found += [Fact(what, f"{who}: {most}") for what, (who, most) in self._most() if who]
        seats = sorted({seat for seat, _ in self._dice})
        if seats:
            said = [f"{{{seat}}} {self._dice[seat, True]} of {self._dice[seat, True] + self._dice[seat, False]}" for seat in seats]
            found.append(Fact("Good throws", ", ".join(said)))
        found += [Fact(what, str(many)) for what, (who, many) in self._most() if not who]
        if _says_something(self._played):
            (seat, card), most = self._played.most_common(1)[0]
            found.append(Fact("Played most", f"{{{seat}}}'s [{card}]: {most}"))
        found.append(Fact("Length", counted(self.match.count, "action")))
        return tuple(found[:MOST])

    def _most(self) -> list[tuple[str, tuple[str, int]]]:
        """Return every count with who did most of it: what was done before what was tried, which an attack is."""
        return [
            (what, self._deeds[tried, what].most_common(1)[0])
            for tried, what in sorted(self._deeds)
            if _says_something(self._deeds[tried, what])
        ]

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
        tellings = self.match.tellings(number)
        shown = " ".join(telling.words for telling in tellings)
        self._played.update((seat, card) for seat, card in self.match.played(number) if f"[{card}]" in shown)  # not what lies face down
        for telling in tellings:
            for roll in telling.rolls:
                if roll.good is not None:
                    self._dice[roll.seat, roll.good] += 1
            if telling.deed is not None:
                counts = self._deeds.setdefault((telling.kind == "attack", telling.deed.what), Counter())
                counts[telling.deed.who] += telling.deed.amount


def _says_something(counts: Counter[Any]) -> bool:
    """Tell whether a count tells anybody apart: not one that stands at 1 for several and at more for none."""
    return bool(counts) and (len(counts) == 1 or max(counts.values()) > 1)
