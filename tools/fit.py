"""Fit what a game's programs think things are worth: `python tools/fit.py GAME` (Texel's method).

Normal plays itself, with every ready deck, or with `--pairs` every one against every other (and on `--map`s with every value of `--option`s that are named). Every moment in which another seat, or everybody in
another round, comes to choose and no question is open is a position, the match's outcome its label, and `evaluate` the probability that is asked of it: what whoever
thinks ahead is told of where a thought ends. Sought are the weights of the table `prospects` under which the
outcomes are likeliest, by Gauss-Newton steps in their logarithms, so that none changes its sign. A match counts as `WORTH` independent
moments, however long it is, as it has one outcome, and a weight leaves its old value only as far as the matches pull it (`PULL`). Even deals are fitted; the
Brier score and the ten bins are told of the odd ones, which the fit has not seen. `--only` names the weights that may move, `--from` other values for some to set out from, as a weight that is 0 stays 0. With `--write` the new
weights go into that table of the game's file if that score is better. Whether they play better, `starcross lab` must tell: a probability that is truer is not yet a better player.
"""

from __future__ import annotations

import argparse
import random
import re
from collections.abc import Sequence
from itertools import product
from math import exp, log
from statistics import fmean
from typing import Any

import msgspec
from msgspec.structs import replace

from game.ai.levels import player
from game.ai.player import Budget
from game.cli.choices import options_of
from game.content.weights import Judgement, read_judgement, weights_path
from game.kernel.chance import Chance
from game.kernel.rules import AnyRules, Game, Judge
from game.kernel.setup import DeckList, Setup
from game.lab.ladder import hands
from game.rules import open_box

WORTH = 1.0
PULL = 1.0
"""How far a weight may be expected to move, as a logarithm: three in ten move by more than to the 2.7th or the 2.7-fold."""
STEP = 0.02
ROUNDS = 8
LEAST = 1e-4
BINS = 10


class Played:
    """One match: its rules, the states in which somebody else came to choose, and the first seat's share of the win."""

    def __init__(self, rules: AnyRules, states: list[Any], share: float) -> None:
        self.rules, self.states, self.share = rules, states, share


def play(setup: Setup, level: str) -> Played | None:
    """Play a match of one level against itself; None for one that does not end."""
    rules = open_box(setup.game).rules(setup)
    one, chance, before = player(level, rules), Chance(setup.seed ^ 0x1A8), None
    state, states = rules.setup(setup).state, []
    for _ in range(3000):
        legal = rules.legal(state)
        if not legal:
            break
        seat = rules.deciding(state) or 0
        moment = rules.round(state) or seat
        if rules.settled(state) and moment != before:
            states.append(state)
            before = moment
        state = rules.advance(state, legal[0] if len(legal) == 1 else one.choose(rules.observe(state, seat), legal, Budget(60), chance))
    outcome = rules.outcome(state)
    return None if outcome is None else Played(rules, states, outcome.share(0))


def numbers(weights: Any) -> dict[str, float]:
    """Return every number among the weights that is not 0, by its path (`harm.overcook.0`)."""
    found: dict[str, float] = {}

    def walk(path: str, node: Any) -> None:
        if isinstance(node, dict):
            for key, each in node.items():
                walk(f"{path}.{key}" if path else key, each)
        elif isinstance(node, list | tuple):
            for index, each in enumerate(node):
                walk(f"{path}.{index}", each)
        elif node:
            found[path] = float(node)

    walk("", msgspec.json.decode(msgspec.json.encode(weights)))
    return found


def changed(weights: Any, values: dict[str, float]) -> Any:
    """Return weights with some numbers replaced, by their paths."""
    content = msgspec.json.decode(msgspec.json.encode(weights))
    for path, value in values.items():
        node, *keys = content, *path.split(".")
        for key in keys[:-1]:
            node = node[int(key)] if isinstance(node, list) else node[key]
        last = keys[-1]
        node[int(last) if isinstance(node, list) else last] = value
    return msgspec.convert(content, type(weights))


def foreseen(played: Sequence[Played], weights: Any) -> list[list[float]]:
    """Return the first seat's prospects in every moment of every match, judged by these weights."""
    made: dict[int, Judge[Any]] = {}  # what `evaluate` goes by, and asks for anew each time
    found = []
    for match in played:
        if id(match.rules) not in made:
            made[id(match.rules)] = match.rules.judging(Judgement(weights, weights, {})).outlook()  # type: ignore[attr-defined]
        hopes = map(made[id(match.rules)], match.states)
        found.append([min(max(each[0] / sum(each), LEAST), 1 - LEAST) for each in hopes])
    return found


def fitted(played: Sequence[Played], weights: Any, free: Sequence[str]) -> Any:
    """Return the weights under which the outcomes of some matches are likeliest, drawn towards what they were."""
    moved = dict.fromkeys(free, 0.0)
    start = numbers(weights)
    best, loss = weights, _loss(played, weights, moved)
    damping = 1.0
    for turn in range(ROUNDS):
        gradient, curvature = _slopes(played, best, moved, start)
        for _ in range(5):
            step = _solved(
                [[each + (damping if i == j else 0.0) for j, each in enumerate(row)] for i, row in enumerate(curvature)], gradient
            )
            tried_moves = {name: moved[name] + max(-0.5, min(0.5, change)) for name, change in zip(free, step, strict=True)}
            tried = changed(weights, {name: start[name] * exp(move) for name, move in tried_moves.items()})
            tried_loss = _loss(played, tried, tried_moves)
            if tried_loss < loss:
                break
            damping *= 4
        else:
            break
        gained = loss - tried_loss
        best, moved, loss, damping = tried, tried_moves, tried_loss, damping / 3
        print(f"  round {turn + 1}: loss {loss:.2f}", flush=True)
        if gained < 0.02:
            break
    return best


def _loss(played: Sequence[Played], weights: Any, moved: dict[str, float]) -> float:
    total = sum(move * move for move in moved.values()) / (2 * PULL * PULL)
    for match, chances in zip(played, foreseen(played, weights), strict=True):
        if chances:
            total -= WORTH * fmean(match.share * log(p) + (1 - match.share) * log(1 - p) for p in chances)
    return total


def _slopes(
    played: Sequence[Played], weights: Any, moved: dict[str, float], start: dict[str, float]
) -> tuple[list[float], list[list[float]]]:
    free = list(moved)
    here = [[log(p / (1 - p)) for p in chances] for chances in foreseen(played, weights)]
    slopes = []
    for name in free:
        there = foreseen(played, changed(weights, {name: start[name] * exp(moved[name] + STEP)}))
        slopes.append(
            [
                [(log(p / (1 - p)) - z) / STEP for p, z in zip(chances, before, strict=True)]
                for chances, before in zip(there, here, strict=True)
            ]
        )
    gradient = [-moved[name] / (PULL * PULL) for name in free]
    curvature = [[1 / (PULL * PULL) if i == j else 0.0 for j in range(len(free))] for i in range(len(free))]
    for number, match in enumerate(played):
        weight = WORTH / max(1, len(here[number]))
        for place, z in enumerate(here[number]):
            p = 1 / (1 + exp(-z))
            row = [slope[number][place] for slope in slopes]
            for i, one in enumerate(row):
                if one:
                    gradient[i] += weight * (match.share - p) * one
                    for j, other in enumerate(row):
                        curvature[i][j] += weight * p * (1 - p) * one * other
    return gradient, curvature


def _solved(rows: list[list[float]], values: list[float]) -> list[float]:
    """Return what solves a system of linear equations, by elimination."""
    table = [[*row, value] for row, value in zip(rows, values, strict=True)]
    for i in range(len(table)):
        pivot = max(range(i, len(table)), key=lambda row: abs(table[row][i]))
        table[i], table[pivot] = table[pivot], table[i]
        for j in range(len(table)):
            if j != i:
                factor = table[j][i] / table[i][i]
                table[j] = [one - factor * other for one, other in zip(table[j], table[i], strict=True)]
    return [row[-1] / row[i] for i, row in enumerate(table)]


def brier(played: Sequence[Played], weights: Any) -> float:
    """Return the mean squared error of prospects."""
    return fmean((p - match.share) ** 2 for match, chances in zip(played, foreseen(played, weights), strict=True) for p in chances)


def told(played: Sequence[Played], weights: Any) -> list[str]:
    """Return the Brier score of prospects and the ten bins."""
    pairs = [(p, match.share) for match, chances in zip(played, foreseen(played, weights), strict=True) for p in chances]
    bins: list[list[tuple[float, float]]] = [[] for _ in range(BINS)]
    for p, share in pairs:
        bins[min(int(p * BINS), BINS - 1)].append((p, share))
    off = fmean(abs(fmean(p for p, _ in each) - fmean(share for _, share in each)) for each in bins if each)
    lines = [f"Brier score {fmean((p - share) ** 2 for p, share in pairs):.4f}; the bins are off by {100 * off:.1f} points on average"]
    return lines + [
        f"  {10 * number}–{10 * number + 10} %: {100 * fmean(p for p, _ in each):.1f} % foreseen, "
        f"{100 * fmean(share for _, share in each):.1f} % won, {len(each)} moments"
        for number, each in enumerate(bins)
        if each
    ]


def rounded(value: float) -> float:
    """Return a number with three digits that count."""
    return float(f"{value:.3g}")


def write(game: str, told: Any) -> None:
    """Put those of the new numbers that differ from `weights` into the table `prospects` of a game's file, and leave all else in it as it stands."""
    new = msgspec.json.decode(msgspec.json.encode(told))
    text = re.sub(r"\[prospects\]\n(?:\w.*\n)*\n?", "", weights_path(game).read_text("utf-8"))
    old = msgspec.json.decode(msgspec.json.encode(read_judgement(weights_path(game), type(told)).weights))
    lines = [f"{name} = {_toml(value)}\n" for name, value in new.items() if value != old[name]]
    at = text.find("[temperaments")
    at = len(text) if at < 0 else at
    table = "".join(["[prospects]\n", *lines, "\n"]) if lines else ""
    weights_path(game).write_text(f"{text[:at]}{table}{text[at:]}", "utf-8")


def _toml(value: Any) -> str:
    if isinstance(value, dict):
        return f"{{ {', '.join(f'{key} = {_toml(each)}' for key, each in value.items())} }}"
    return f"[{', '.join(map(_toml, value))}]" if isinstance(value, list) else repr(float(value))


def setups(arguments: argparse.Namespace) -> list[Setup]:
    """Return the setup of each match: any of the decks, the maps and the named values of an option."""
    box = open_box(arguments.game)
    key, _, values = arguments.option.partition("=")
    options = [options_of(box.options(2), [f"{key}={value}"]) for value in values.split(",")] if key else [{}]
    grounds = arguments.map or [name for name, _ in box.maps(2)[:1]] or [""]
    bases = [Setup(box.id, 2, map=ground, options=option) for ground in grounds for option in options]
    kinds = [replace(base, decks=decks) for base in bases for decks in _brought(box, base, pairs=arguments.pairs)]
    chance = random.Random(arguments.seed)  # not in turn, or the even deals would be of other decks than the odd ones
    return [box.complete(replace(chance.choice(kinds), seed=arguments.seed + deal)) for deal in range(arguments.matches)]


def _brought(box: Game, base: Setup, *, pairs: bool) -> Sequence[tuple[DeckList, ...]]:
    """Return what is brought to the matches: the same to every seat, where that is allowed, or every pair of ready decks."""
    return tuple(product(box.ready_decks(), repeat=base.seats)) if pairs else hands(box, base)


def main() -> None:
    """Play, fit and tell."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("game")
    parser.add_argument("--matches", type=int, default=400)
    parser.add_argument("--seed", type=int, default=10_000)
    parser.add_argument("--level", default="normal")
    parser.add_argument("--map", action="append")
    parser.add_argument("--option", default="", metavar="KEY=VALUE,VALUE")
    parser.add_argument("--pairs", action="store_true")
    parser.add_argument("--only", default="", metavar="WEIGHT,WEIGHT")
    parser.add_argument("--from", dest="start", default="", metavar="WEIGHT=VALUE,WEIGHT=VALUE")
    parser.add_argument("--write", action="store_true")
    arguments = parser.parse_args()
    played = [match for setup in setups(arguments) if (match := play(setup, arguments.level)) is not None]
    even, odd = played[::2], played[1::2]
    judged = played[0].rules.judged  # type: ignore[attr-defined]
    weights = judged.weights  # from which a fit sets out, whatever one before it has written
    if arguments.start:
        weights = changed(weights, {name: float(value) for name, value in (each.split("=") for each in arguments.start.split(","))})
    start = numbers(weights)
    free = arguments.only.split(",") if arguments.only else list(start)
    print(f"{arguments.game}: {len(played)} matches, {sum(len(match.states) for match in played)} moments, {len(free)} weights", flush=True)
    best = fitted(even, weights, free)
    best = changed(best, {name: rounded(value) for name, value in numbers(best).items()})
    for words, each in (("before", judged.prospects), ("after", best)):
        print(f"{words}: " + "\n".join(told(odd, each)))
    for name, value in numbers(best).items():
        if value != start[name]:
            print(f"  {name}: {start[name]:g} to {value:g}")
    if arguments.write and brier(odd, best) < brier(odd, judged.prospects):
        write(arguments.game, best)


if __name__ == "__main__":
    main()
