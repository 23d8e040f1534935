"""How fast the rules and the players are, measured on matches played at random.

A decision is: list the legal actions, pick one at random, apply it. Everything is measured in one process on one core,
and beside a calibration loop that knows no game, so that figures of different machines can be compared as ratios.
"""

from __future__ import annotations

import subprocess
import sys
from collections.abc import Callable, Iterator
from copy import copy
from pathlib import Path
from statistics import median
from tempfile import TemporaryDirectory
from time import perf_counter
from typing import Any

from msgspec.structs import replace

from game import api
from game.ai.levels import player
from game.ai.player import Budget
from game.ai.search import SearchPlayer
from game.kernel.chance import Chance
from game.kernel.ids import SPECTATOR
from game.kernel.rules import AnyRules
from game.kernel.secrets import hides
from game.kernel.setup import Setup
from game.lab.clock import processor_time
from game.match.match import Match
from game.match.seats import SeatPlan
from game.rules import open_box

LOOPS = 100_000
USUAL = 12e6
"""Rounds of `plain_rounds` on the machine that figures of whole matches are told for."""
SECONDS = 1.0
"""How long each figure is measured, and measured three times: the best counts, the others met other programs."""

TRIES = 3
ITERATIONS = 64
MOST_TRIED = 60
ROUND = 20
POSITIONS = 8
LONG, PART, MATCHES_TRIED = 2_000, 200, 10
"""A long match, in actions; how many of them at its start and at its end are compared; how many matches are played until one is so long."""


class Course:
    """Matches of one game to measure on, all from one completed setup that differs by seed alone."""

    def __init__(self, setup: Setup) -> None:
        box = open_box(setup.game)
        self.setup = box.complete(setup)
        self.rules = box.rules(self.setup)
        self._seed = self.setup.seed

    def fresh(self) -> Any:
        """Return the first state of the next match."""
        self._seed += 1
        return self.rules.setup(replace(self.setup, seed=self._seed)).state

    def hides(self) -> bool:
        """Tell whether the first state of a match hides anything from the seat that chooses."""
        state = self.fresh()
        return hides(self.rules.secrets(state), self.rules.deciding(state) or 0)

    def states(self, count: int, every: int) -> list[Any]:
        """Return states out of matches played at random, one each `every` decisions, in which there is something to choose."""
        found: list[Any] = []
        rules, chance, step = self.rules, Chance(1), 0
        state = self.fresh()
        while len(found) < count:
            legal = rules.legal(state)
            if not legal:
                state = self.fresh()
                continue
            step += 1
            if step >= every and len(legal) > 1:
                found.append(state)
                step = 0
            state = rules.advance(state, chance.pick(legal))
        return found

    def crowded(self, count: int, each: int) -> list[Any]:
        """Return states in which every seat has that many tokens on the grid, reached by actions that put the most there.

        Raise ValueError when a match ends before it comes to that.
        """
        found: list[Any] = []
        for number in range(count):
            state, chance = self.fresh(), Chance(number)
            while min(tokens := self._tokens(state)) < each:
                legal = self.rules.legal(state)
                if not legal:
                    raise ValueError(f"the match was over with {tokens} tokens on the grid")
                tried = legal if len(legal) <= MOST_TRIED else [chance.pick(legal) for _ in range(MOST_TRIED)]
                after = [self.rules.advance(state, action) for action in tried]
                counts = [sum(self._tokens(each_state)) for each_state in after]
                most = max(counts)
                state = chance.pick([one for one, here in zip(after, counts, strict=True) if here == most])
            found.append(state)
        return found

    def _tokens(self, state: Any) -> list[int]:
        scene = self.rules.scene(self.rules.observe(state, SPECTATOR))
        grids = {zone.id for zone in scene.zones.values() if zone.kind == "grid"}
        counts = [0] * self.setup.seats
        for piece in scene.pieces.values():
            if piece.kind == "token" and piece.zone in grids and piece.owner is not None:
                counts[piece.owner] += 1
        return counts


def calibration() -> float:
    """Return how many rounds a second a loop of plain arithmetic makes, the best of some tries."""

    def loop() -> float:
        chance = Chance(1)
        start = perf_counter()
        for _ in range(LOOPS):
            chance.below(6)
        return LOOPS / (perf_counter() - start)

    return max(loop() for _ in range(5))


def plain_rounds() -> float:
    """Return how many rounds of arithmetic a loop makes in a second of processor time, the best of some tries: what every machine can do."""

    def loop() -> float:
        number, start = 1, processor_time()
        for _ in range(LOOPS):
            number = (number * 1103515245 + 12345) & 0x7FFFFFFF
        return LOOPS / (processor_time() - start)

    return max(loop() for _ in range(5))


def greedy_matches(course: Course, seconds: float = SECONDS) -> float:
    """Return whole matches a second of processor time between two Normals, on a machine that makes USUAL plain rounds a second."""
    rules, played, spent = course.rules, 0, 0.0
    normal = player("normal", rules)
    before = plain_rounds()
    while spent < seconds:
        start = processor_time()
        state, chance = course.fresh(), Chance(played)
        while (seat := rules.deciding(state)) is not None:
            legal = rules.legal(state)
            observation = rules.observe(state, seat) if len(legal) > 1 else None
            state = rules.advance(state, normal.choose(observation, legal, Budget(), chance))
        spent += processor_time() - start
        played += 1
    return played * USUAL * 2 / (before + plain_rounds()) / spent


def api_steps(setup: Setup, seconds: float = SECONDS) -> float:
    """Return random steps a second of processor time through `game.api`: list the legal actions, pick one, take it; new matches included."""

    def fresh(seed: int) -> Any:
        return api.match(setup.game, seats=setup.seats, seed=seed, map=setup.map)

    def step(match: Any, chance: Chance) -> bool:
        legal = match.legal()
        if legal:
            match.step(chance.below(len(legal)))
        return bool(legal)

    return _steps(fresh, step, seconds)


def environment_steps(setup: Setup, seconds: float = SECONDS) -> float:
    """Return random steps a second of processor time through the PettingZoo environment: look, pick an action that the mask allows, take it.

    Raise ImportError where the extra `gym` is not installed.
    """
    from game.api.gym import raw_env

    made = raw_env(setup.game, seats=setup.seats, map=setup.map)

    def fresh(seed: int) -> Any:
        made.reset(seed=seed)
        return made

    def step(table: Any, chance: Chance) -> bool:
        seen, _, terminated, truncated, _ = table.last()
        if terminated or truncated:
            return False
        table.step(int(chance.pick(seen["action_mask"].nonzero()[0])))
        return True

    return _steps(fresh, step, seconds)


def _steps(fresh: Callable[[int], Any], step: Callable[[Any, Chance], bool], seconds: float) -> float:
    """Return how many steps a second of processor time are taken, the best of some tries; a step that tells False ends a match."""
    chance, seed = Chance(7), 0

    def once() -> float:
        nonlocal seed
        taken, start = 0, processor_time()
        seed += 1
        match = fresh(seed)
        while True:
            for _ in range(ROUND):
                if step(match, chance):
                    taken += 1
                else:
                    seed += 1
                    match = fresh(seed)
            spent = processor_time() - start
            if spent >= seconds:
                return taken / spent

    return max(once() for _ in range(TRIES))


def decisions(course: Course, starts: list[Any] | None = None, seconds: float = SECONDS) -> float:
    """Return decisions a second: list the legal actions, pick one, apply it.

    With `starts`, only some decisions are taken from each of these states and then from the next, so that a figure can be had
    for a certain kind of position.
    """
    return max(_decisions(course, starts, seconds) for _ in range(TRIES))


def _decisions(course: Course, starts: list[Any] | None, seconds: float) -> float:
    rules, chance, taken = course.rules, Chance(7), 0
    legal_of, advance = rules.legal, rules.advance
    source = _rounds(starts) if starts else None
    state = next(source) if source else course.fresh()
    start = perf_counter()
    while True:
        for _ in range(ROUND):
            legal = legal_of(state)
            if not legal:
                state = next(source) if source else course.fresh()
                continue
            state = advance(state, chance.pick(legal))
            taken += 1
        now = perf_counter()
        if now - start >= seconds:
            return taken / (now - start)
        if source:
            state = next(source)


def _rounds(states: list[Any]) -> Iterator[Any]:
    while True:
        yield from states


def microseconds_an_apply(course: Course, states: list[Any]) -> float:
    """Return the mean time of one apply without its story, in microseconds."""
    rules = course.rules
    chance = Chance(3)
    pairs = [(state, chance.pick(rules.legal(state))) for state in states]

    def once() -> float:
        start = perf_counter()
        for state, action in pairs:
            rules.advance(state, action)
        return (perf_counter() - start) / len(pairs) * 1e6

    return min(once() for _ in range(30))


def search(course: Course, states: list[Any], starts: list[Any] | None = None, seconds: float = SECONDS) -> tuple[float, float, float]:
    """Return iterations a second, decisions an iteration, and how much of the plain speed the search keeps (1: all of it).

    The plain speed (`decisions` from `starts`) is measured before and after every search: a machine that is slower for a while
    is so for both. The middle one of the tries counts.
    """
    an_iteration = applied(course.rules, states) / (len(states) * ITERATIONS)
    speeds, kept = [], []
    before = _decisions(course, starts, seconds / 3)
    for _ in range(TRIES):
        start = perf_counter()
        _think(course.rules, states)
        speeds.append(len(states) * ITERATIONS / (perf_counter() - start))
        after = _decisions(course, starts, seconds / 3)
        kept.append(speeds[-1] * an_iteration * 2 / (before + after))
        before = after
    return max(speeds), an_iteration, sorted(kept)[TRIES // 2]


def applied(rules: AnyRules, states: list[Any]) -> int:
    """Return how often actions are applied while somebody thinks about states: asked of a copy of the rules that counts it."""
    counting, times = copy(rules), 0

    def advance(*words: Any) -> Any:
        nonlocal times
        times += 1
        return rules.advance(*words)

    vars(counting)["advance"] = advance
    _think(counting, states)
    return times


def _think(rules: Any, states: list[Any]) -> None:
    master = SearchPlayer(rules)
    for index, state in enumerate(states):
        seat = rules.deciding(state)
        master.choose(rules.observe(state, seat), rules.legal(state), Budget(iterations=ITERATIONS), Chance(index))


def slower_at_its_end(setup: Setup, long: int = LONG, part: int = PART) -> tuple[int, float]:
    """Return how many actions a long saved match had, and how many times as long its last actions take as its first.

    Both are measured by what the rules alone take for them, since there may be less on the table by then. The match is the first of some
    played at random that is as long as is asked, otherwise the longest.
    """
    best: list[tuple[float, float]] = []
    with TemporaryDirectory() as folder:
        for seed in range(1, MATCHES_TRIED + 1):
            best = max(best, _spent(replace(setup, seed=seed), long, Path(folder)), key=len)
            if len(best) == long:
                break
    (first_alone, first), (last_alone, last) = (map(median, zip(*some, strict=True)) for some in (best[:part], best[-part:]))
    return len(best), last / last_alone / (first / first_alone)


def _spent(setup: Setup, long: int, folder: Path) -> list[tuple[float, float]]:
    """Return how long the rules alone and a saved match take for every action, in seconds of the processor."""
    spent = []
    match, chance = Match.start(setup, (SeatPlan("human"),) * setup.seats, folder=folder), Chance(setup.seed)
    state = match.rules.setup(match.setup).state
    while match.deciding is not None and match.count < long:
        action = chance.pick(match.legal())
        start = processor_time()
        state = match.rules.apply(state, action).state
        between = processor_time()
        match.submit(action)
        spent.append((between - start, processor_time() - between))
    match.close()
    return spent


def milliseconds_of(script: str, tries: int = 5) -> float:
    """Return how long a fresh Python takes for a script, from its start to its end, in milliseconds; the best of some tries."""
    root = Path(__file__).parents[2]

    def once() -> float:
        start = perf_counter()
        subprocess.run([sys.executable, "-c", script], cwd=root, check=True, stdout=subprocess.DEVNULL)  # noqa: S603  (our own script)
        return (perf_counter() - start) * 1000

    once()  # the disk's cache is to be warm
    return min(once() for _ in range(tries))


def mebibytes(folder: Path) -> float:
    """Return the size of all files in a folder."""
    return sum(path.stat().st_size for path in folder.rglob("*") if path.is_file() and not path.is_symlink()) / 2**20
