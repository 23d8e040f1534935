"""What a single-minded player looks for: what its action brings about at once, and what only follows from an answer."""

from __future__ import annotations

from types import SimpleNamespace
from typing import Any

import pytest
from shelved import played_on

from game.ai.greedy import GreedyPlayer
from game.ai.minds import MINDS, SINGLE, kinds
from game.ai.player import Budget
from game.kernel.chance import Chance
from game.kernel.cues import Telling
from game.kernel.setup import Setup
from game.match.match import Match
from game.match.seats import SeatPlan


class Told:
    """A game in which everything is told beforehand: who is asked after each action, and of which kind it was."""

    def __init__(self, *acts: tuple[int, str]) -> None:
        self.acts = acts

    def deciding(self, state: int) -> int | None:
        return self.acts[state][0] if state < len(self.acts) else None

    def settled(self, state: int) -> bool:
        return state >= len(self.acts)

    def legal(self, state: int) -> tuple[int, ...]:
        return (state,)

    def apply(self, state: int, action: int) -> Any:
        return SimpleNamespace(state=state + 1, story=(SimpleNamespace(event=self.acts[action][1], state=state + 1),))

    def redact(self, event: str, _seat: int) -> str:
        return event

    def observe(self, state: int, _seat: int) -> int:
        return state

    def tell(self, event: str, _observation: int) -> Telling:
        return Telling("It happens.", event)


def test_what_others_answer_belongs_to_the_action_until_its_own_seat_is_asked_and_all_that_comes_then_follows():
    rules = Told((0, "play"), (1, "hit"), (0, "draw"), (1, "fall"))
    now, later = kinds(rules, lambda _: (0.0, 0.0), 0, 0, 0, Chance(1))
    assert now == {"play", "hit"}
    assert later == {"draw", "fall", "answer"}


def test_what_a_mind_looks_for_is_what_its_own_seat_is_told(monkeypatch: pytest.MonkeyPatch):
    asked: list[int] = []

    def told(_rules: Any, _judge: Any, _world: Any, _action: Any, seat: int, _chance: Chance) -> tuple[frozenset[str], frozenset[str]]:
        asked.append(seat)
        return frozenset(), frozenset()

    monkeypatch.setattr("game.ai.minds.kinds", told)
    match = Match.start(Setup("verona", 2, seed=4), (SeatPlan("human"),) * 2)
    for seat in (0, 1):
        while match.deciding != seat or len(match.legal()) < 2:
            played_on(match, 1)
        legal = match.legal()
        for name in SINGLE:
            asked.clear()
            MINDS[name](match.rules).choose(match.observation(seat), legal, Budget(), Chance(1))
            assert asked == [seat] * len(legal)


def test_the_quick_one_looks_at_one_world():
    match = played_on(Match.start(Setup("shine", 2, seed=4), (SeatPlan("human"),) * 2), 20)
    while len(match.legal()) < 4:
        played_on(match, 1)
    observation, legal = match.observation(match.deciding), match.legal()
    sample, looks = match.rules.sample, []
    counting = SimpleNamespace(**{name: getattr(match.rules, name) for name in dir(match.rules) if not name.startswith("__")})
    for made in (MINDS["quick"], GreedyPlayer):
        imagined: list[int] = []
        counting.sample = lambda *words, into=imagined: into.append(1) or sample(*words)
        made(counting).judge(observation, legal, Chance(2))
        looks.append(len(imagined))
    assert looks[0] == 1 < looks[1]
