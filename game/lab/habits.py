"""Habits: what a player does that no good player would, counted by how often there was the chance to.

A player is held to what holds in several worlds that look the same to it, and in several ways in which dice may fall.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Any

from msgspec.structs import replace

from game.ai.greedy import answered, settle
from game.ai.proof import Prover, TooMuchError, sure_win
from game.kernel.chance import Chance
from game.kernel.ids import Seat
from game.kernel.rules import AnyRules
from game.kernel.secrets import hides

Seen = tuple[int, int]
"""How often something was done, of how many chances."""

HABITS: dict[str, str] = {
    "missed win": "a win at once, without dice, that was not taken, and no other won once all questions were answered",
    "missed plan": "a win of several actions before the turn was over, which nobody and no dice could prevent, that was given away",
    "allowed loss": "a turn that ended so that the next seat could win in its own whatever anybody did, where another way to end it was safe",
    "empty play": "a play that changes nothing but its cost",
    "good play left": "a part of the turn that ended though something that could only be done in it, without dice, would have left the seat better off",
}
"""Every habit that all games have, by its name, with what it is; a game may have more (`Rules.habits`)."""

GAIN = 0.02
"""By so much prospects must rise for a play to be a good one that was left."""

LOOKED = 300
"""So many positions are looked at for a win of several actions."""

WORLDS = 3
"""In so many worlds it must be there where something is hidden."""

HOPEFUL = 0.2
"""Whose prospects are lower is not asked for such a win."""

OTHERWISE = 12
"""So many other ways to go on are tried, those that look best, before a loss is taken to be one that could not be prevented."""

TURN = 60
"""A turn is played on in so many decisions at most."""


def names(rules: AnyRules) -> dict[str, str]:
    """Return every habit that is watched for in a game, by its name, with what it is."""
    return {**HABITS, **rules.habits}


class Watched:
    """Watches the players of one match."""

    def __init__(self, rules: AnyRules, seats: int) -> None:
        self._rules = rules
        self._whose = rules.positions.whose if rules.positions else None
        self._seen: tuple[dict[str, Seen], ...] = tuple(dict.fromkeys(names(rules), (0, 0)) for _ in range(seats))

    def see(self, state: Any, legal: tuple[Any, ...], action: Any) -> None:
        """See what was chosen from what could be done."""
        rules, seat = self._rules, self._rules.deciding(state)
        if seat is None or len(legal) < 2:
            return
        at_once = any(self._wins(state, each, seat) for each in legal)
        if at_once:
            end = settle(rules, rules.judge(), rules.advance(state, action), Chance(state.chance))
            self._count(seat, "missed win", done=not self._won(end, seat))
        self._count(seat, "empty play", done=bool(rules.warning(state, action)))
        for habit, done in rules.indulged(state, legal, action).items():
            self._count(seat, habit, done=done)
        if self._whose is None or self._whose(state) != seat:
            return
        end = settle(rules, rules.judge(), rules.advance(state, action), Chance(state.chance))
        if any(offer.closes and offer.action == action for offer in rules.offers(state)):
            self._count(seat, "good play left", done=self._left(state, seat, legal, action, end))
        worlds = self._worlds(state, seat)
        if not at_once and rules.evaluate(state)[seat] >= HOPEFUL and sure_win(rules, worlds, seat, LOOKED) is not None:
            self._count(seat, "missed plan", done=not all(self._keeps(world, seat, action) for world in worlds))
        if self._over(end, seat):
            self._count(seat, "allowed loss", done=self._lost(worlds, seat, action) and self._safe(worlds, seat, legal, action))

    def seen(self) -> tuple[dict[str, Seen], ...]:
        """Return what each seat was seen to do."""
        return self._seen

    def _worlds(self, state: Any, seat: Seat) -> list[Any]:
        """Return the state itself where nothing is hidden from a seat, else worlds that look the same to it."""
        rules, chance = self._rules, Chance(state.chance)
        if not hides(rules.secrets(state), seat):
            return [state]
        seen = rules.observe(state, seat)
        return [rules.sample(seen, chance) for _ in range(WORLDS)]

    def _keeps(self, world: Any, seat: Seat, action: Any) -> bool:
        """Tell whether a win is still there after an action; so it is where too much would have to be looked at."""
        try:
            return Prover(self._rules, seat, 4 * LOOKED).forced_after(world, action)
        except TooMuchError:
            return True

    def _over(self, state: Any, seat: Seat) -> bool:
        """Tell whether a seat's turn is over and the match is not."""
        return self._rules.outcome(state) is None and self._whose is not None and self._whose(state) != seat

    def _left(self, state: Any, seat: Seat, legal: tuple[Any, ...], action: Any, end: Any) -> bool:
        """Tell whether something without dice would have left a seat better off with all questions answered, which cannot be done any more."""
        rules, judge = self._rules, self._rules.judge()
        most = judge(state)[seat] + GAIN
        early = rules.early(state, legal, action)
        still = set(rules.legal(end)) if rules.deciding(end) == seat and not self._over(end, seat) else set()
        for each in [legal[number] for number in early] or legal:
            after = rules.advance(state, each)
            if after.chance != state.chance or each in still or rules.warning(state, each):
                continue
            later = settle(rules, judge, after, Chance(state.chance))
            if not self._over(later, seat) and judge(later)[seat] > most:
                return True
        return False

    def _lost(self, worlds: Sequence[Any], seat: Seat, action: Any) -> bool:
        """Tell whether the next seat is sure to win in its turn, in every world and however dice fall that the action has rolled."""
        return all(self._losing(self._ended(world, seat, action), seat) for world in self._thrown(worlds))

    def _safe(self, worlds: Sequence[Any], seat: Seat, legal: tuple[Any, ...], action: Any) -> bool:
        """Tell whether going on otherwise ends the turn so that nobody is sure to win in the next, in no world."""
        judge = self._rules.judge()
        others = sorted((each for each in legal if each != action), key=lambda each: -judge(self._rules.advance(worlds[0], each))[seat])
        return any(
            not any(self._losing(self._ended(world, seat, each), seat) for world in self._thrown(worlds)) for each in others[:OTHERWISE]
        )

    def _thrown(self, worlds: Sequence[Any]) -> Iterator[Any]:
        """Yield worlds, a single one in several ways in which its dice may fall."""
        yield from worlds
        if len(worlds) == 1:
            chance = Chance(worlds[0].chance)
            yield from (replace(worlds[0], chance=chance.draw()) for _ in range(WORLDS - 1))

    def _ended(self, world: Any, seat: Seat, action: Any) -> Any:
        """Return what stands when the turn is over after an action, everyone doing what looks best at a glance."""
        rules, judge, chance = self._rules, self._rules.judge(), Chance(world.chance)
        state = settle(rules, judge, rules.advance(world, action), chance)
        for _ in range(TURN):
            deciding = rules.deciding(state)
            if deciding is None or self._over(state, seat):
                break
            state = answered(rules, judge, state, deciding, chance, rules.legal(state))
        return settle(rules, judge, state, chance)

    def _losing(self, state: Any, seat: Seat) -> bool:
        """Tell whether the seat whose turn it is is sure to win in it, or has won, and is another."""
        rules = self._rules
        outcome = rules.outcome(state)
        if outcome is not None:
            return seat not in outcome.winners
        other = self._whose(state) if self._whose else None
        if other is None or other == seat or rules.deciding(state) != other or rules.evaluate(state)[other] < HOPEFUL:
            return False
        return sure_win(rules, [state], other, LOOKED) is not None

    def _wins(self, state: Any, action: Any, seat: Seat) -> bool:
        """Tell whether an action ends the match at once in a seat's favour, whatever falls."""
        after = self._rules.advance(state, action)
        return bool(after.chance == state.chance) and self._won(after, seat)

    def _won(self, state: Any, seat: Seat) -> bool:
        outcome = self._rules.outcome(state)
        return outcome is not None and outcome.winners == (seat,)

    def _count(self, seat: Seat, habit: str, *, done: bool) -> None:
        times, chances = self._seen[seat][habit]
        self._seen[seat][habit] = (times + done, chances + 1)
