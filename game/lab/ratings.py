"""How strong the levels are, from the matches they played against each other."""

from __future__ import annotations

from collections.abc import Iterable

from msgspec import Struct
from openskill.models import PlackettLuce, PlackettLuceRating

from game.lab.batch import Results


class Rating(Struct, frozen=True):
    """A level's strength: `mean` with a standard deviation `spread`, after so many `games`.

    `sure` is the strength it has almost certainly (mean less three spreads); levels are ranked by it.
    """

    level: str
    mean: float
    spread: float
    sure: float
    games: int


def ratings(batches: Iterable[Results]) -> tuple[Rating, ...]:
    """Rate every level of some batches, match by match in order (Plackett-Luce); the strongest first.

    A match between entrants of the same level alone says nothing and is passed over, like an unfinished one.
    """
    model = PlackettLuce()
    strength: dict[str, PlackettLuceRating] = {}
    games: dict[str, int] = {}
    for results in batches:
        for match in results.played:
            levels = [results.levels[entrant] for entrant in match.entrants]
            if not match.finished or len(set(levels)) < 2:
                continue
            for level in levels:
                strength.setdefault(level, model.rating(name=level))
                games[level] = games.get(level, 0) + 1
            ranks = [1.0 if share else 2.0 for share in match.shares]
            rated = model.rate([[strength[level]] for level in levels], ranks=ranks)
            for level in set(levels):
                new = [each for other, (each,) in zip(levels, rated, strict=True) if other == level]
                mean, spread = (sum(each.mu for each in new) / len(new), sum(each.sigma for each in new) / len(new))
                strength[level] = model.rating(mu=mean, sigma=spread, name=level)
    found = [Rating(level, each.mu, each.sigma, each.ordinal(), games[level]) for level, each in strength.items()]
    return tuple(sorted(found, key=lambda rating: -rating.sure))
