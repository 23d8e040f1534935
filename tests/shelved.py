"""Matches of the toy game, which the fixture `toy_shelf` puts on the shelf."""

from __future__ import annotations

from pathlib import Path

from game.kernel.chance import Chance
from game.kernel.setup import Setup
from game.match.match import Match
from game.match.seats import SeatPlan


def toy_match(seats: int = 2, seed: int = 1, folder: Path | None = None, *, take_backs: bool = False) -> Match:
    return Match.start(Setup("toy", seats, seed, take_backs=take_backs), (SeatPlan("human"),) * seats, folder=folder)


def played_on(match: Match, actions: int, seed: int = 5) -> Match:
    """Play so many random actions, or to the end."""
    chance = Chance(seed)
    for _ in range(actions):
        if match.deciding is None:
            break
        match.submit(chance.pick(match.legal()))
    return match


def resumed(path: Path) -> Match:
    """Return a saved match to be looked at, which others may open too."""
    match = Match.resume(path)
    match.close()
    return match
