"""How strong the levels are, from the matches they played against each other."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable
from statistics import fmean

from msgspec import Struct
from openskill.models import PlackettLuce, PlackettLuceRating

from game.kernel.chance import Chance
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


STEP = 5
"""The difference of two ratings that is told as a share."""


def scale() -> str:
    """Return what ratings mean: whose they are, where they begin, and what a difference comes to by the model's own prediction."""
    model = PlackettLuce()
    one, other = (model.rating(mu=model.mu + more, sigma=EXACT) for more in (STEP, 0))
    share = model.predict_win([[one], [other]])[0]
    return (
        f"by openskill's Plackett-Luce: everybody begins at {model.mu:g}, and who stands {STEP} above another is expected to win "
        f"{100 * share:.0f} % of their matches"
    )


EXACT = 1e-6
"""The spread of a rating that is known as good as exactly."""

ORDERS, MOST = 40, 12_000
"""In how many orders the matches are gone through, and how many ratings of a match that may take in all."""


def ratings(batches: Iterable[Results]) -> tuple[Rating, ...]:
    """Rate every level of some batches (Plackett-Luce); the strongest first.

    The model rates match by match and weighs the last ones most, so that in one order alone whoever won three matches of five could stand below whom it beat:
    the matches are gone through in many orders, always the same ones, and each rating is the mean of all.
    A match between entrants of the same level alone says nothing and is passed over, like an unfinished one.
    """
    matches = [
        (tuple(levels), [1.0 if share else 2.0 for share in match.shares])
        for results in batches
        for match in results.played
        if match.finished and len(set(levels := [results.levels[entrant] for entrant in match.entrants])) > 1
    ]
    games = Counter(level for levels, _ in matches for level in levels)
    chance, orders = Chance(0), max(1, min(ORDERS, MOST // max(1, len(matches))))
    went = [_gone_through(chance.shuffle(matches)) for _ in range(orders)]
    means = {level: fmean(strength[level].mu for strength in went) for level in games}
    spreads = {level: fmean(strength[level].sigma for strength in went) for level in games}
    found = [Rating(level, means[level], spreads[level], means[level] - 3 * spreads[level], games[level]) for level in games]
    return tuple(sorted(found, key=lambda rating: -rating.sure))


def _gone_through(matches: Iterable[tuple[tuple[str, ...], list[float]]]) -> dict[str, PlackettLuceRating]:
    """Return each level's rating after matches in this order, each with the levels of its seats and their ranks."""
    model = PlackettLuce()
    strength: dict[str, PlackettLuceRating] = {}
    for levels, ranks in matches:
        for level in levels:
            strength.setdefault(level, model.rating(name=level))
        rated = model.rate([[strength[level]] for level in levels], ranks=ranks)
        for level in set(levels):
            new = [each for other, (each,) in zip(levels, rated, strict=True) if other == level]
            mean, spread = (fmean(each.mu for each in new), fmean(each.sigma for each in new))
            strength[level] = model.rating(mu=mean, sigma=spread, name=level)
    return strength
