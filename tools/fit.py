"""Fit how surely a game's prospects speak: `python tools/fit.py FOLDER …`, with folders that `starcross lab GAME decks` kept.

Every moment of the matches tells prospects p, and the match what came of it. p says ln(p / (1 - p)) = z; sought is the factor k by which z comes
true best, that is with the least mean squared error of 1 / (1 + e^-kz). Whoever divides the width of a game's judgement by k (or multiplies its
steepness) changes no order of positions between two seats, only how far from even they are said to be. k is sought on even deals, and the
error before and after is told of the odd ones, which it has not seen. Both players should be of one level, or the better one's share is in k.
"""

from __future__ import annotations

import sys
from math import exp, log
from pathlib import Path

from game.lab.study import Folder

LEAST = 1e-4
STEPS = 60


def moments(folder: Path) -> tuple[list[tuple[float, float]], list[tuple[float, float]]]:
    """Return (z, share) of each moment, of even deals and of odd ones."""
    study = Folder(folder)
    plan = study.plan()
    found: tuple[list[tuple[float, float]], list[tuple[float, float]]] = ([], [])
    for line in study.lines():
        if line.match.finished and line.match.tally is not None:
            deal = plan.place(line.number)[1] // plan.seats
            for prospects in line.match.tally.curve:
                p = min(max(prospects[0], LEAST), 1 - LEAST)
                found[deal % 2].append((log(p / (1 - p)), line.match.shares[0]))
    return found


def error(points: list[tuple[float, float]], k: float) -> float:
    """Return the mean squared error (Brier score) of prospects made k times as sure."""
    return sum((1 / (1 + exp(-max(min(k * z, 50.0), -50.0))) - share) ** 2 for z, share in points) / max(1, len(points))


def best(points: list[tuple[float, float]]) -> float:
    """Return the factor with the least error, between a tenth and ten, by golden section in its logarithm."""
    low, high, golden = log(0.1), log(10.0), (5**0.5 - 1) / 2
    for _ in range(STEPS):
        one, other = high - golden * (high - low), low + golden * (high - low)
        if error(points, exp(one)) < error(points, exp(other)):
            high = other
        else:
            low = one
    return exp((low + high) / 2)


def main(folders: list[str]) -> None:
    """Tell of each folder the factor, and the error before and after."""
    for name in folders:
        even, odd = moments(Path(name))
        k = best(even)
        print(
            f"{name}: {len(even)} moments, k = {k:.2f}; Brier score of {len(odd)} others {error(odd, 1.0):.4f} before, "
            f"{error(odd, k):.4f} after (best for them {error(odd, best(odd)):.4f} at {best(odd):.2f})"
        )


if __name__ == "__main__":
    main(sys.argv[1:])
