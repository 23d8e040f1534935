"""A player who looks one move ahead and takes what looks best.

For every action it looks at the table right after, lets whoever is asked a question answer in their own interest until the
matter is settled, and judges what stands there. Where cards are hidden or dice fall it does so in several worlds that
agree with what it knows, and averages; all actions meet the same worlds, so luck does not decide between them, and one that is surely
not the best is looked at no further (`looks`).
"""

from __future__ import annotations

import gc
from collections.abc import Callable, Iterator, Mapping, Sequence
from typing import Any

from msgspec.structs import replace

from game.ai.looks import Looks
from game.ai.player import Budget, Candidate, Weighing
from game.kernel.chance import Chance
from game.kernel.ids import Seat
from game.kernel.rules import AnyRules, Judge
from game.kernel.secrets import hides

Carry = Callable[[Any, Any], Any]
"""What carries an action out, with the dice that really fall: returns the state after it."""

WORLDS = 8
"""In how many worlds an action is judged at most when something is hidden or dice fall."""

MOST_ANSWERS = 16
"""How many questions in a row are answered for others before the position is judged as it stands."""

MOST_CHOICES = 24
"""How many of an answer's choices are looked at."""

EVEN = 1e-9
"""Prospects closer than this count as equal."""

LEAST_GAIN = 0.0005
"""By so much prospects must rise for something to be done only because it cannot be done later."""


class GreedyPlayer:
    """Choose the action after which the seat's prospects are best.

    `worlds` as in WORLDS; a player without `answers` judges as if nobody would answer. `sees` is the part of the actions that comes to its
    mind, each time others; one that wins at once always does.
    """

    def __init__(self, rules: AnyRules, *, worlds: int = WORLDS, answers: bool = True, sees: float = 1.0) -> None:
        self._rules = rules
        self._worlds = worlds
        self._answers = answers
        self._sees = sees

    def choose(self, observation: Any, legal: tuple[Any, ...], budget: Budget, chance: Chance) -> Any:
        """Return the action that looks best; equal ones are chosen between by chance."""
        del budget
        if len(legal) == 1:
            return legal[0]
        world, values, chosen = self._seen(observation, legal, chance)
        return legal[self._ranked(world, legal, values, chosen)[0] if self._rules.warning(world, legal[chosen]) else chosen]

    def weigh(self, observation: Any, legal: tuple[Any, ...], budget: Budget, chance: Chance) -> Weighing:
        """Return how each action looks that comes to mind, the chosen one first."""
        del budget
        world, values, chosen = self._seen(observation, legal, chance)
        ranked = self._ranked(world, legal, values, chosen)
        return Weighing(tuple(Candidate(number, values[number]) for number in ranked))

    def _seen(self, observation: Any, legal: tuple[Any, ...], chance: Chance) -> tuple[Any, dict[int, float], int]:
        """Return a world, the actions that come to mind by number with what they are worth, and one of the best.

        Who sees only what loses for certain looks at all there is.
        """
        rules = self._rules
        world = rules.sample(observation, chance)
        numbers = noticed(rules, world, legal, self._sees, chance) if self._sees < 1 else rules.promising(world, legal)
        values = self._worth(world, observation, legal, numbers, chance)
        if self._sees < 1 and len(values) < len(legal) and max(values.values()) <= EVEN:
            values = self._worth(world, observation, legal, rules.promising(world, legal), chance)
        best = max(values.values())
        equal = [number for number, value in values.items() if value >= best - EVEN]
        if best >= 1 - EVEN:  # nobody plays about with a match that is won
            seat = rules.deciding(world)
            equal = [number for number in equal if _wins(rules, rules.advance(world, legal[number]), seat)] or equal
        chosen = chance.pick([equal[number] for number in rules.finer(world, [legal[number] for number in equal])])
        return world, values, chosen if best >= 1 - EVEN else self._timed(world, observation, legal, values, chosen, chance)

    def _worth(self, world: Any, observation: Any, legal: tuple[Any, ...], numbers: Sequence[int], chance: Chance) -> dict[int, float]:
        return dict(zip(numbers, self._judged(world, observation, [legal[number] for number in numbers], chance), strict=True))

    def _timed(self, world: Any, observation: Any, legal: tuple[Any, ...], values: dict[int, float], chosen: int, chance: Chance) -> int:
        """Return the chosen action, or what is better done now: what no good player would leave, what can be done no more after it, or the end of the turn.

        What can be done no more after it is weighed as well, be it overlooked before, and joins the `values`.
        """
        rules, judge = self._rules, self._rules.judge()
        ranked = sorted(values, key=lambda number: -values[number])
        if chosen in wasteful(rules, world, legal, [chosen]):
            waste = wasteful(rules, world, legal, ranked)
            chosen = next((number for number in ranked if number not in waste), chosen)
        if early := {*rules.early(world, legal, legal[chosen])}:
            if self._sees < 1:
                overlooked = [number for number in rules.promising(world, legal) if number in early and number not in values]
                values |= self._worth(world, observation, legal, overlooked, chance)
            unwarned = {number: worth for number, worth in values.items() if not rules.warning(world, legal[number])}
            if (first := foremost(rules, judge, world, legal, chosen, unwarned)) != chosen:
                return first
        return enough(rules, judge, world, legal, values, chosen)

    def _ranked(self, world: Any, legal: tuple[Any, ...], values: dict[int, float], chosen: int) -> list[int]:
        """Return the actions that come to mind by number: first the chosen one, or the best that is no waste, then the best."""
        ranked = [chosen, *sorted((number for number in values if number != chosen), key=lambda number: -values[number])]
        kept = unwasted(self._rules, world, [legal[number] for number in ranked])
        ranked.insert(0, ranked.pop(kept))
        return ranked

    def judge(self, observation: Any, legal: Sequence[Any], chance: Chance) -> list[float]:
        """Return the deciding seat's prospects after each action, averaged over worlds where that matters."""
        return self._judged(self._rules.sample(observation, chance), observation, legal, chance)

    def _judged(self, world: Any, observation: Any, legal: Sequence[Any], chance: Chance) -> list[float]:
        seat = self._rules.deciding(world)
        if seat is None:
            return [0.0] * len(legal)
        collecting = gc.isenabled()
        gc.disable()  # the collector of reference cycles would look through what is tried out: thousands of positions, none of which refers to itself
        try:
            return self._raced(world, seat, observation, legal, chance)
        finally:
            if collecting:
                gc.enable()

    def _raced(self, world: Any, seat: Seat, observation: Any, legal: Sequence[Any], chance: Chance) -> list[float]:
        rules = self._rules
        hidden = hides(rules.secrets(world), seat)
        judge = rules.judge()
        ends = self._ends(judge, world, legal, chance)
        first = [judge(end)[seat] for end in ends]
        dice = [end.chance != world.chance for end in ends]
        if not hidden and True not in dice:  # every world would be the same
            return first
        looks = Looks(first, dice, hides=hidden)
        for _ in range(1, self._worlds):
            if not looks.racing:
                break
            world = rules.sample(observation, chance)
            ends = self._ends(judge, world, [legal[racing] for racing in looks.racing], chance)
            looks.add([judge(end)[seat] for end in ends])
        return looks.values()

    def _ends(self, judge: Judge[Any], world: Any, actions: Sequence[Any], chance: Chance) -> list[Any]:
        """Return the states that actions are judged by."""
        rules = self._rules
        ends = [rules.advance(world, action) for action in actions]
        if not self._answers:
            return ends
        mind = rules.deciding(world), rules.foresight(judge)
        return [settle(rules, judge, end, chance, mind=mind) for end in ends]


def noticed(rules: AnyRules, world: Any, legal: Sequence[Any], sees: float, chance: Chance) -> list[int]:
    """Return the numbers of the actions that come to the mind of one who sees such a part of them: at least two, and all that win at once."""
    seat = rules.deciding(world)
    share = round(1000 * sees)
    spared = set(chance.shuffle(tuple(range(len(legal))))[:2])
    return [
        number
        for number, action in enumerate(legal)
        if chance.below(1000) < share or number in spared or _wins(rules, rules.advance(world, action), seat)
    ]


def wasteful(rules: AnyRules, world: Any, legal: Sequence[Any], numbers: Sequence[int]) -> set[int]:
    """Return the numbers of those actions that no good player would take (`Rules.indulged`), but for what lets the moment go by: what was wasted then was so before."""
    found = {number for number in numbers if True in rules.indulged(world, legal, legal[number]).values()}
    if found:
        passes = [offer.action for offer in rules.offers(world) if offer.passes]
        found = {number for number in found if legal[number] not in passes}
    return found


def enough(rules: AnyRules, judge: Judge[Any], state: Any, legal: Sequence[Any], values: Mapping[int, float], chosen: int) -> int:
    """Return the chosen action; where that leaves the seat worse off than it is, the best that rolls dice or leaves it better off once the turn has ended, or else what ends the turn.

    While a turn lasts, all that can still be done counts: whatever does not end it looks better than its end.
    """
    seat = rules.deciding(state)
    if seat is None or values[chosen] >= judge(state)[seat]:
        return chosen
    afters = {
        number: rules.advance(state, legal[number]) for number in sorted(values, key=lambda number: (number != chosen, -values[number]))
    }
    ends = [number for number, end in afters.items() if rules.settled(end) and rules.deciding(end) not in (seat, None)]
    if not ends or chosen in ends:
        return chosen
    least = _ended(rules, judge, afters[ends[0]])[seat] + EVEN
    for number, after in afters.items():
        if number in ends:
            continue
        if after.chance != state.chance or rules.deciding(after) != seat:
            return number
        then = settle(rules, judge, after, Chance(state.chance))
        if legal[ends[0]] not in rules.legal(then) or _ended(rules, judge, rules.advance(then, legal[ends[0]]))[seat] > least:
            return number
    return ends[0]


def _wins(rules: AnyRules, state: Any, seat: Seat | None) -> bool:
    outcome = rules.outcome(state)
    return outcome is not None and seat is not None and outcome.winners == (seat,)


def unwasted(rules: AnyRules, world: Any, ranked: Sequence[Any]) -> int:
    """Return the place of the first of these actions that is no waste in a world: one that would change nothing must leave its seat better off.

    Otherwise a card would be thrown away only because that puts off the end of the turn.
    """
    seat, judge = rules.deciding(world), rules.judge()
    for place, action in enumerate(ranked):
        if not rules.warning(world, action):
            return place
        if seat is not None and judge(rules.advance(world, action))[seat] > judge(world)[seat] + EVEN:
            return place
    return 0


def settle(
    rules: AnyRules,
    judge: Judge[Any],
    state: Any,
    chance: Chance,
    carry: Carry | None = None,
    mind: tuple[Seat | None, Judge[Any]] | None = None,
) -> Any:
    """Return the state once every open question but the turn's own is answered, each seat in its own interest, by a judge; a seat may have a judge of its own `mind`."""
    for _ in range(MOST_ANSWERS):
        if rules.settled(state):
            return state
        seat = rules.deciding(state)
        if seat is None:
            return state
        own = mind[1] if mind is not None and mind[0] == seat else judge
        state = answered(rules, own, state, seat, chance, rules.legal(state), carry)
    return state


def answered(
    rules: AnyRules, judge: Judge[Any], state: Any, seat: Seat, chance: Chance, legal: tuple[Any, ...], carry: Carry | None = None
) -> Any:
    """Return the state after the legal action that looks best to a seat at first glance, with other dice (of `chance`) than will really fall (those of the state, unless `carry` says others).

    What gains something and can be done only now comes before it, as for one who chooses.
    """
    carry = carry or rules.advance
    if len(legal) == 1:
        return carry(state, legal[0])
    legal = tuple([legal[number] for number in rules.promising(state, legal)])
    if len(legal) > MOST_CHOICES:
        legal = tuple(chance.shuffle(legal)[:MOST_CHOICES])
    dice = Chance(chance.draw()).state
    tried = [rules.advance(state, action, Chance(dice)) for action in legal]
    values = [judge(end)[seat] for end in tried]
    chosen = max(range(len(tried)), key=values.__getitem__)
    if values[chosen] < 1 - EVEN:
        chosen = foremost(rules, judge, state, legal, chosen, dict(enumerate(values)))
    best = tried[chosen]
    return replace(best, chance=state.chance) if best.chance == dice else carry(state, legal[chosen])


def foremost(rules: AnyRules, judge: Judge[Any], state: Any, legal: Sequence[Any], chosen: int, values: Mapping[int, float]) -> int:
    """Return the number of what comes before the chosen action, and before all else that comes before it; the chosen one's where nothing does."""
    while (first := next(sooner(rules, judge, state, legal, chosen, values), chosen)) != chosen:
        chosen = first
    return chosen


def sooner(rules: AnyRules, judge: Judge[Any], state: Any, legal: Sequence[Any], chosen: int, values: Mapping[int, float]) -> Iterator[int]:
    """Yield the numbers of those actions that are better done before the chosen one, as they can be done no more after it (`Rules.early`), the best first; `values` is what actions are worth.

    While the turn goes on they are those that leave the deciding seat better off, and the chosen one still to be done. Where the chosen one ends it, both are judged by what stands once it has ended: what a turn's
    end brings (a fire that burns, a foe that moves) comes in any case.
    """
    seat, early = rules.deciding(state), rules.early(state, legal, legal[chosen])
    if not early or seat is None:
        return
    after = rules.advance(state, legal[chosen])
    if rules.deciding(after) in (seat, None):  # dice may end the match
        for number in gainful(rules, judge, state, early, values):
            if legal[chosen] in rules.legal(settle(rules, judge, rules.advance(state, legal[number]), Chance(state.chance))):
                yield number
        return
    most, ends = _ended(rules, judge, after)[seat] + LEAST_GAIN, dict[int, float]()
    for number in early:
        before = rules.advance(state, legal[number])
        if number in values and before.chance == state.chance and rules.deciding(before) == seat and legal[chosen] in rules.legal(before):
            ends[number] = _ended(rules, judge, rules.advance(before, legal[chosen]))[seat]
    yield from sorted((number for number, worth in ends.items() if worth > most), key=lambda number: -ends[number])


def _ended(rules: AnyRules, judge: Judge[Any], state: Any) -> Sequence[float]:
    """Return the prospects once every open question is answered."""
    return judge(settle(rules, judge, state, Chance(state.chance)))


def gainful(rules: AnyRules, judge: Judge[Any], state: Any, early: Sequence[int], values: Mapping[int, float]) -> list[int]:
    """Return the numbers of those early actions (`Rules.early`) that leave the deciding seat better off, judged by what each is worth, the best first."""
    seat = rules.deciding(state)
    if seat is None or not early:
        return []
    now = judge(state)[seat] + LEAST_GAIN
    return sorted((number for number in early if values.get(number, 0.0) > now), key=lambda number: -values[number])
