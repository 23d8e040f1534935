"""Players with one thing in mind: to burn, to rush, to stall, to draw, or never to attack.

They are bad players, and that is their use: what wins with one of them is not good play but a hole in the cards. What an action is, its
tellings say (`attack`, `hit`, `draw`), so they need to know no game.
"""

from __future__ import annotations

from collections.abc import Mapping
from functools import partial
from typing import Any

from msgspec import Struct

from game.ai.greedy import MOST_ANSWERS, MOST_CHOICES, GreedyPlayer
from game.ai.player import Budget, Player, PlayerMaker
from game.kernel.chance import Chance
from game.kernel.ids import Seat
from game.kernel.rules import AnyRules, Judge
from game.kernel.step import Step


class Mind(Struct, frozen=True):
    """What a player does whenever it can, and what only when it must, by the kinds of what is told of an action."""

    wants: frozenset[str] = frozenset()
    shuns: frozenset[str] = frozenset()


WOUNDS = frozenset({"hit", "fall", "power_down"})
PASSES = frozenset({"turn", "end"})
"""What is told after one of these is the next turn's, and nothing that an action was taken for."""

SINGLE: Mapping[str, Mind] = {
    "burn": Mind(WOUNDS, frozenset({"attack"})),
    "rush": Mind(frozenset({"attack"})),
    "stall": Mind(frozenset(), WOUNDS | {"attack"}),
    "draw": Mind(frozenset({"draw"})),
    "peaceful": Mind(frozenset(), frozenset({"attack"})),
}


class MindedPlayer:
    """Choose, among what its mind wants most, the action that looks best in one world."""

    def __init__(self, rules: AnyRules, *, mind: Mind) -> None:
        self._rules = rules
        self._mind = mind
        self._eye = GreedyPlayer(rules, worlds=1)

    def choose(self, observation: Any, legal: tuple[Any, ...], budget: Budget, chance: Chance) -> Any:
        """Return the action that looks best of those that do what is wanted at once, else later, else nothing that is shunned, else of all."""
        if len(legal) == 1:
            return legal[0]
        world = self._rules.sample(observation, chance)
        seat = self._rules.deciding(world) or 0
        judge = self._rules.judge()
        ranks = [self._rank(*kinds(self._rules, judge, world, action, seat, chance)) for action in legal]
        best = min(ranks)
        preferred = tuple(action for action, rank in zip(legal, ranks, strict=True) if rank == best)
        return self._eye.choose(observation, preferred, budget, chance)

    def _rank(self, now: frozenset[str], later: frozenset[str]) -> int:
        if now & self._mind.shuns:
            return 3
        return 0 if now & self._mind.wants else 1 if later & self._mind.wants else 2


def kinds(rules: AnyRules, judge: Judge[Any], world: Any, action: Any, seat: Seat, chance: Chance) -> tuple[frozenset[str], frozenset[str]]:
    """Return the kinds of what an action brings about before its seat is asked anything else, and of what follows until all is settled.

    Every question on the way is answered at first glance, each seat in its own interest.
    """
    step = rules.apply(world, action)
    now, later = _told(rules, step, seat), frozenset[str]()
    for _ in range(MOST_ANSWERS):
        asked = rules.deciding(step.state)
        if rules.settled(step.state) or asked is None or (now | later) & PASSES:
            break
        again = asked == seat or bool(later)
        step = rules.apply(step.state, _answer(rules, judge, step.state, asked, chance))
        if again:
            later |= _told(rules, step, seat) | {"answer"}
        else:
            now |= _told(rules, step, seat)
    return now, later


def _answer(rules: AnyRules, judge: Judge[Any], state: Any, seat: Seat, chance: Chance) -> Any:
    legal = rules.legal(state)
    if len(legal) > MOST_CHOICES:
        legal = tuple(chance.shuffle(legal)[:MOST_CHOICES])
    dice = chance.draw()
    return max(legal, key=lambda action: judge(rules.advance(state, action, Chance(dice)))[seat]) if len(legal) > 1 else legal[0]


def _told(rules: AnyRules, step: Step[Any, Any], seat: Seat) -> frozenset[str]:
    found = set()
    for happened in step.story:
        event = rules.redact(happened.event, seat)
        telling = rules.tell(event, rules.observe(happened.state, seat)) if event is not None else None
        if telling is not None:
            found.add(telling.kind)
            if telling.kind in PASSES:
                break
    return frozenset(found)


def _quick(rules: AnyRules) -> Player:
    return GreedyPlayer(rules, worlds=1)


MINDS: Mapping[str, PlayerMaker] = {"quick": _quick, **{name: partial(MindedPlayer, mind=mind) for name, mind in SINGLE.items()}}
"""Those who look for what breaks a game: the quickest player that is good enough, and the single-minded ones."""
