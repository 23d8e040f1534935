"""Intervals hold the truth as often as they say, counted over everything that can come out."""

from __future__ import annotations

from itertools import pairwise
from math import comb

import pytest

from game.lab.findings import Figure, figure

SHARES = [share / 40 for share in range(4, 37)]
"""Shares from 10 to 90 %."""


def holds(won: Figure, truth: float) -> bool:
    return won.low - 1e-9 <= truth <= won.high + 1e-9


def coverage(deals: int, won: float, even: float = 0.0) -> float:
    """Return how often the interval of so many deals holds the truth, where a deal is won and ends even with these chances."""
    lost, found = 1 - won - even, 0.0
    for wins in range(deals + 1):
        for halves in range(deals - wins + 1 if even else 1):
            losses = deals - wins - halves
            chance = comb(deals, wins) * comb(deals - wins, halves) * won**wins * even**halves * lost**losses
            found += chance * holds(figure([1.0] * wins + [0.5] * halves + [0.0] * losses), won + even / 2)
    return found


@pytest.mark.parametrize("deals", [5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 16, 18, 20, 25, 30, 40, 50, 75, 100])
def test_an_interval_holds_the_truth_as_often_as_it_says(deals: int) -> None:
    assert min(coverage(deals, share) for share in SHARES) > 0.93


@pytest.mark.parametrize("deals", [5, 6, 8, 10, 12, 15])
def test_so_it_does_where_a_deal_may_end_even(deals: int) -> None:
    shares = [(won, even) for won in (0.05, 0.2, 0.35, 0.5) for even in (0.1, 0.3, 0.5, 0.7, 0.9) if won + even <= 1]
    assert min(coverage(deals, won, even) for won, even in shares if 0.1 <= won + even / 2 <= 0.9) > 0.93


def test_many_deals_pay_little_for_what_few_need() -> None:
    for wins in (20, 35, 50):
        share = wins / 100
        plain = 1.96 * (share * (1 - share) / 100) ** 0.5
        assert figure([1.0] * wins + [0.0] * (100 - wins)).reach < 1.1 * plain
    reaches = [figure([1.0, 0.0] * many).reach for many in range(1, 60)]
    assert all(later < earlier for earlier, later in pairwise(reaches))
