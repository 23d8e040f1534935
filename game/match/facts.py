"""What is worth telling of a match that is over: read off how its events are told and how its positions are judged, in any game.

It is worked out a few steps at a time, so that a window can show the end at once and the facts as they are found.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Sequence
from itertools import pairwise

from msgspec import Struct

from game.kernel.ids import SPECTATOR, CardId, Seat
from game.kernel.words import counted
from game.match.conceding import rule_told
from game.match.match import Match

_LOOKS = 48
"""At how many positions of a match the prospects are looked at."""

_TURN, _SWING = 0.08, 0.25
"""How much the prospects of the one who won must rise at once to be called the turning point: where that brings them ahead, and where it does not."""

TURNING = "Turning point"

MOST = 4
"""How many facts are told."""

_SEAT = len("{0}")


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
        self._played: Counter[Seat] = Counter()
        self._shown: Counter[tuple[Seat, CardId]] = Counter()
        self._turning: Fact | None = None
        self._work = self._steps()

    def go_on(self) -> bool:
        """Do one small step; return False when all is known."""
        self.done = self.done or next(self._work, None) is None
        return not self.done

    def facts(self) -> tuple[Fact, ...]:
        """Return what is known so far, what is worth most first."""
        found = [self._turning] if self._turning is not None else []
        found += [Fact(what, words) for what, counts in self._told() if "" not in counts and (words := _most(counts))]
        seats = sorted({seat for seat, _ in self._dice})
        if seats:
            said = [f"{{{seat}}} {self._dice[seat, True]} of {self._dice[seat, True] + self._dice[seat, False]}" for seat in seats]
            found.append(Fact("Good throws", ", ".join(said)))
        found += [Fact(what, str(counts[""])) for what, counts in self._told() if "" in counts]
        if words := _most(Counter({f"{{{seat}}}'s [{card}]": many for (seat, card), many in self._shown.items()})):
            found.append(Fact("Played most", words))
        found.append(Fact("Length", counted(self.match.count, "action")))
        if self._played:
            found.append(Fact("Cards played", ", ".join(f"{{{seat}}} {self._played[seat]}" for seat in range(self.match.setup.seats))))
        return tuple(found[:MOST])

    def _told(self) -> list[tuple[str, Counter[str]]]:
        """Return every count by its name: of what was done before what was tried, which an attack is."""
        return [(what, self._deeds[tried, what]) for tried, what in sorted(self._deeds)]

    def _steps(self) -> Iterator[int]:
        yield from self._curve()
        for number in range(self.match.first + 1, self.match.count + 1):
            self._take(number)
            yield number

    def _curve(self) -> Iterator[int]:
        """Look where the prospects of the one who won rose most, from the first turns of all on: until then not everybody has entered."""
        outcome, count = self.match.outcome, self.match.count
        if outcome is None or len(outcome.winners) != 1:
            return
        first = count
        for number, entered in self._entering():
            if entered:
                first = number
                break
            yield number
        winner, step = outcome.winners[0], max(1, (count - first) // _LOOKS)
        looks = list[tuple[int, float, bool]]()
        for number in range(first, count + 1 - step, step):
            prospects = self.match.prospects(number)
            parts = [round(100 * part) for part in prospects]
            looks.append((number, prospects[winner], all(part < parts[winner] for seat, part in enumerate(parts) if seat != winner)))
            yield number
        self._turning = _turned(winner, looks, given=not rule_told(outcome))

    def _entering(self) -> Iterator[tuple[int, bool]]:
        """Yield each action with whether after it every seat has had a turn."""
        had, now = set[Seat](), -1
        for number in range(self.match.first, self.match.count):
            scene = self.match.scene_at(SPECTATOR, number)
            active = next((seat.seat for seat in scene.seats if seat.active), now)
            if active != now and now >= 0:
                had.add(now)
            now = active
            yield number, len(had) == len(scene.seats)

    def _take(self, number: int) -> None:
        tellings = self.match.tellings(number)
        shown = " ".join(telling.words for telling in tellings)
        for seat, card in self.match.played(number):
            self._played[seat] += 1
            if f"[{card}]" in shown:  # which card lies face down is nobody's to tell
                self._shown[seat, card] += 1
        for telling in tellings:
            for roll in telling.rolls:
                if roll.good is not None:
                    self._dice[roll.seat, roll.good] += 1
            if telling.deed is not None:
                counts = self._deeds.setdefault((telling.kind == "attack", telling.deed.what), Counter())
                counts[telling.deed.who] += telling.deed.amount


def _turned(winner: Seat, looks: Sequence[tuple[int, float, bool]], *, given: bool) -> Fact | None:
    """Return the turning point of a curve: at each look the prospects of who won and whether they led; a sentence where nothing turned, None where that says nothing.

    A match that was `given` up says nothing by its end.
    """
    rises = [
        (leads and not led, now - before, at, round(100 * before), round(100 * now))
        for (at, before, led), (_, now, leads) in pairwise(looks)
        if now - before > (_TURN if leads and not led else _SWING)
    ]
    if rises:
        *_, at, before, now = max(rises)  # what brings ahead before what is large
        return Fact(TURNING, f"{{{winner}}} went from {before} % to {now} %", at)
    if not looks or (given and not looks[-1][2]):
        return None
    if all(leads for _, _, leads in looks):
        return Fact(TURNING, f"None: {{{winner}}} had the best chances from the first turns to the last")
    if looks[-1][2]:
        return Fact(TURNING, f"None: {{{winner}}} came ahead little by little")
    return Fact(TURNING, f"The very end: {{{winner}}} never had the best chances before", looks[-1][0])


def _most(counts: Counter[str]) -> str:
    """Return who did most and how much of it, of two alike both; nothing where it tells nobody apart: more are alike, or it is 1 for several."""
    most = max(counts.values(), default=0)
    first = sorted(who for who, many in counts.items() if many == most)
    if not 1 <= len(first) <= 2 or (len(counts) > 1 and most == 1):
        return ""
    return f"{first[0]}: {most}" if len(first) == 1 else f"{_both(*first)}: {most} each"


def _both(first: str, second: str) -> str:
    """Return two who did as much of it in one: what is the same of them (`{0}'s`, `by marriages`) is said once."""
    card = second.partition("'s ")[2]
    if card and first.startswith(second.removesuffix(card)):
        return f"{first} and {card}"
    if not card and second[_SEAT:] == first[_SEAT:]:
        return f"{first[:_SEAT]} and {second}"
    return f"{first} and {second}"
