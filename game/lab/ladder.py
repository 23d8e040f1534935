"""How strong the levels are: every two of them against each other, and whether what they think of a position comes true.

Each pair plays on every map with every ready deck, both holding the same one where the rules allow that (else two neighbours of the list, once
each way round), and both sit in every seat of each deal. Shares and their intervals are of deals, as in every study.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable, Sequence
from contextlib import closing
from functools import partial
from itertools import combinations
from math import ceil
from statistics import fmean
from time import perf_counter

from msgspec import Struct
from msgspec.structs import replace

from game.ai.brought import PROGRAM, PlayerError
from game.ai.levels import held, player
from game.ai.player import Budget
from game.kernel.chance import Chance
from game.kernel.offers import SetupError
from game.kernel.rules import Game
from game.kernel.setup import DeckList, Setup
from game.lab.batch import Batch, summed_up
from game.lab.clock import processor_time
from game.lab.findings import Figure, figure
from game.lab.habits import Seen
from game.lab.ratings import Rating, ratings
from game.lab.stopping import asked, see
from game.lab.study import Line, Plan, bare, faults_of, made
from game.lab.workers import play_beside
from game.rules import open_box

BINS = 10


class Pair(Struct, frozen=True):
    """How the `upper` of two levels fares against the `lower`."""

    lower: str
    upper: str
    won: Figure


class Bin(Struct, frozen=True):
    """Moments in which a seat's prospects were about the same: how many, what they were and what came of them, on average."""

    moments: int
    foreseen: float
    came: float


class Calibration(Struct, frozen=True):
    """How far prospects come true: the Brier score (mean squared error; 0.25 is a coin between two) and the moments in ten bins."""

    brier: float
    bins: tuple[Bin, ...]


class Thinking(Struct, frozen=True):
    """Processor time a level takes for a decision, in milliseconds: the mean, and what 95 in 100 decisions stay below."""

    level: str
    mean: float
    p95: float
    decisions: int


class Ladder(Struct, frozen=True):
    """Everything the study tells; the habits of each level are those of `game.lab.habits`."""

    game: str
    levels: tuple[str, ...]
    matches: int
    unfinished: int
    pairs: tuple[Pair, ...]
    ratings: tuple[Rating, ...]
    calibration: Calibration
    habits: dict[str, dict[str, Seen]]
    faults: tuple[str, ...]


def planned(
    box: Game, setup: Setup, levels: Sequence[str], maps: Sequence[Setup], games: int, iterations: int, *, habits: bool, limit: float = 0.0
) -> Plan:
    """Return the plan that sets every two levels against each other in at least so many matches; raise SetupError for one that cannot be played.

    `maps` are the setups of the maps to play on, `setup` is that of a game without.
    """
    grounds = tuple(maps) or (setup,)
    cells, names = [], []
    for lower, upper in combinations(levels, 2):
        for ground in grounds:
            for decks in hands(box, ground):
                cells.append(Batch(replace(ground, decks=decks), (upper, lower), games, iterations=iterations, watched=habits, limit=limit))
                names.append(f"{upper} against {lower}, {' and '.join(dict.fromkeys(deck.name for deck in decks)) or box.title}")
    rounds = len(cells) // len(list(combinations(levels, 2)))
    return made(Plan(box.id, "levels", tuple(names), tuple(cells), max(1, -(-games // (rounds * setup.seats)))))


SKILL = ("hard", "novice")
"""Whose meeting tells whether better play wins."""


def skill_plan(plan: Plan, games: int, maps: Iterable[str]) -> Plan:
    """Return the plan that has one who plays well meet one who does not over the decks of a study, in at least so many matches of each pairing.

    Each plays with each deck of a pairing, on every seat, so that neither deck nor seat is anybody's advantage. `maps` are those of the game.
    """
    known, seats = tuple(maps), plan.seats
    cells, names = [], []
    for batch, name in zip(plan.cells, plan.names, strict=True):
        decks, levels = batch.setup.decks, (*SKILL[:1], *SKILL[1:] * (seats - 1))
        for hands in (decks, decks[::-1]):
            setup = replace(bare(batch.setup, known), decks=hands)
            cells.append(replace(batch, setup=setup, levels=levels, games=games))
            names.append(name)
    return made(Plan(plan.game, "levels", tuple(names), tuple(cells), max(1, -(-games // (2 * seats)))))


def skill_gap(plan: Plan, lines: Iterable[Line]) -> Figure:
    """Return the share of the deals that fell to the one who plays well."""
    return pairs(plan, lines)[0].won


def hands(box: Game, setup: Setup) -> tuple[tuple[DeckList, ...], ...]:
    """Return what the entrants hold, cell by cell: the same deck where that is allowed, else neighbours, once each way round."""
    decks = box.ready_decks()
    if not decks:
        return ((),)
    found: list[tuple[DeckList, ...]] = []
    for deck, other in zip(decks, (*decks[1:], decks[0]), strict=True):
        for hands in (((deck,) * setup.seats,), ((deck, other), (other, deck))):
            try:
                for each in hands:
                    box.complete(replace(setup, decks=each))
            except SetupError:
                continue
            found += hands
            break
    return tuple(found)


def ladder(plan: Plan, lines: Iterable[Line]) -> Ladder:
    """Return what the matches of the study tell."""
    lines = list(lines)
    levels = tuple(dict.fromkeys(level for batch in plan.cells for level in reversed(batch.levels)))
    return Ladder(
        plan.game,
        levels,
        len(lines),
        sum(not line.match.finished for line in lines),
        pairs(plan, lines),
        ratings(summed_up(batch, (line.match for line in lines if line.cell == cell), 0.0) for cell, batch in enumerate(plan.cells)),
        calibration(lines),
        _habits(plan, lines),
        faults_of(plan, lines),
    )


def pairs(plan: Plan, lines: Iterable[Line]) -> tuple[Pair, ...]:
    """Return how each upper level fared against each lower one, over all maps and decks."""
    deals: dict[tuple[int, int], list[float]] = defaultdict(list)
    for line in lines:
        if line.match.finished:
            deals[line.cell, plan.place(line.number)[1] // plan.seats].append(line.match.shares[line.match.entrants.index(0)])
    shares: dict[tuple[str, ...], list[float]] = {batch.levels: [] for batch in plan.cells}
    for (cell, _), won in deals.items():
        if len(won) == plan.seats:
            shares[plan.cells[cell].levels].append(fmean(won))
    return tuple(Pair(levels[1], levels[0], figure(won)) for levels, won in shares.items())


def calibration(lines: Iterable[Line]) -> Calibration:
    """Return how far the prospects of the first seats came true; of two seats one says it all."""
    bins: list[list[tuple[float, float]]] = [[] for _ in range(BINS)]
    for line in lines:
        if line.match.finished and line.match.tally is not None:
            for prospects in line.match.tally.curve:
                foreseen = prospects[0]
                bins[min(int(foreseen * BINS), BINS - 1)].append((foreseen, line.match.shares[0]))
    every = [(foreseen - came) ** 2 for moments in bins for foreseen, came in moments]
    told = (
        Bin(len(moments), fmean(one for one, _ in moments), fmean(came for _, came in moments)) if moments else Bin(0, 0.0, 0.0)
        for moments in bins
    )
    return Calibration(fmean(every) if every else 0.0, tuple(told))


def _habits(plan: Plan, lines: Iterable[Line]) -> dict[str, dict[str, Seen]]:
    found: dict[str, dict[str, Seen]] = {}
    for line in lines:
        tally = line.match.tally
        for seat, seen in enumerate(tally.habits if tally is not None else ()):
            mine = found.setdefault(plan.cells[line.cell].levels[line.match.entrants[seat]], dict[str, Seen]())
            for habit, (times, chances) in seen.items():
                before = mine.get(habit, (0, 0))
                mine[habit] = (before[0] + times, before[1] + chances)
    return found


def thinking(plan: Plan, levels: Iterable[str], most: int = 60) -> tuple[Thinking, ...]:
    """Return how long each level thinks, measured on its decisions in the first match of the plan, as many as are asked for.

    This is the one thing in the study that differs from machine to machine, so it is measured here and kept nowhere. A class from outside is
    measured in a process that can be ended.
    """
    return tuple(_measured(plan.cells[0], level, most) for level in levels)


def _measured(batch: Batch, level: str, most: int) -> Thinking:
    rules = open_box(batch.setup.game).rules(batch.setup)
    if not held(level, rules):
        return _thinking(batch, level, most)
    with closing(
        play_beside(partial(_one_thinking, batch, level, most), [[0]], 1, lambda _number, _how, _actions: Thinking(level, 0.0, 0.0, 0))
    ) as found:
        return next(found)


def _one_thinking(batch: Batch, level: str, most: int, _number: int) -> Thinking:
    return _thinking(batch, level, most)


def _thinking(batch: Batch, level: str, most: int) -> Thinking:
    """Measure a level until it has decided often enough, or can no more; what a program of its own takes no clock of ours counts but that on the wall."""
    clock = perf_counter if level.startswith(PROGRAM) else processor_time
    setup = batch.setup
    rules = open_box(setup.game).rules(setup)
    one, chance, budget = player(level, rules), Chance(setup.seed), Budget(batch.iterations, stopped=asked, limit=batch.limit)
    state, spent = rules.setup(setup).state, list[float]()
    while len(spent) < most and (legal := rules.legal(state)):
        see()
        seat = rules.deciding(state) or 0
        action = legal[0]
        if len(legal) > 1:
            start = clock()
            try:
                action = one.choose(rules.observe(state, seat), legal, budget, chance)
            except PlayerError:  # told of every match
                break
            spent.append(1000 * (clock() - start))
        state = rules.advance(state, action)
    spent.sort()
    return Thinking(level, fmean(spent or [0.0]), spent[ceil(0.95 * len(spent)) - 1] if spent else 0.0, len(spent))
