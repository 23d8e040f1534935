"""Who sits where: names that nobody typed, and through whose eyes a saved match is seen."""

from __future__ import annotations

import pytest

from game.match.seats import SeatPlan, introduced, onlookers

ANNA, NOBODY, HARD = SeatPlan("human", "Anna"), SeatPlan("human"), SeatPlan("hard")


@pytest.mark.parametrize(
    ("plans", "names"),
    [
        ((NOBODY, HARD), ("Bert", "Hard opponent")),
        ((HARD, NOBODY), ("Hard opponent", "Bert")),
        ((ANNA, HARD), ("Anna", "Hard opponent")),
        ((NOBODY, SeatPlan("hard", "Deep Thought")), ("Bert", "Deep Thought")),
        ((NOBODY, NOBODY), ("Bert", "")),
        ((ANNA, NOBODY), ("Anna", "")),
        ((NOBODY, HARD, HARD), ("Bert", "", "")),
        ((HARD, HARD), ("", "")),
        ((NOBODY, SeatPlan("hard:bold")), ("Bert", "")),
    ],
)
def test_the_first_person_has_the_name_of_whoever_plays_here_and_a_lone_opponent_that_of_its_level(plans, names):
    named = introduced(plans, " Bert ")
    assert tuple(plan.name for plan in named) == names
    assert [plan.player for plan in named] == [plan.player for plan in plans]


@pytest.mark.parametrize(
    ("plans", "over", "eyes"),
    [
        ((ANNA, HARD), False, (0,)),
        ((HARD, ANNA, HARD), False, (1,)),
        ((ANNA, NOBODY), False, ()),
        ((HARD, HARD), False, (0, 1)),
        ((ANNA, HARD), True, (0, 1)),
        ((ANNA, NOBODY), True, (0, 1)),
    ],
)
def test_a_match_is_seen_through_its_only_person_until_it_is_over(plans, over, eyes):
    assert onlookers(plans, over=over) == eyes
