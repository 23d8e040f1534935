"""Types, multipliers, damage and chances, with the worked examples."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from game.content.creatures import STATUSES as CARD_STATUSES
from game.content.creatures import TYPES as CARD_TYPES
from game.content.creatures import shipped_cards
from game.rules.cardmaster.chart import (
    STATUSES,
    STRONG,
    TYPES,
    backfire_chance,
    damage,
    inflict_chance,
    move_quarters,
    quarters,
    strength,
)
from game.rules.cardmaster.scene import face


def test_CM_5_every_type_is_strong_against_two_and_resisted_by_two():
    for kind in TYPES:
        assert len(set(STRONG[kind])) == 2
        assert kind not in STRONG[kind]
        assert len([other for other in TYPES if kind in STRONG[other]]) == 2
        assert not set(STRONG[kind]) & {other for other in TYPES if kind in STRONG[other]}, "strong against what resists it"


def test_CM_5_cards_and_chart_know_the_same_types_and_statuses():
    assert set(CARD_TYPES) == set(TYPES)
    assert set(CARD_STATUSES) == set(STATUSES)


@pytest.mark.parametrize(
    ("kind", "types", "expected"),
    [
        ("spirit", ("humanoid", "tech"), 16),
        ("aura", ("spirit", "beast"), 8),
        ("aura", ("spirit", "creature"), 4),
        ("aura", ("beast", "beast"), 4),
        ("aura", ("creature", "beast"), 2),
        ("aura", ("creature", "extraterrestrial"), 1),
        ("void", ("ultramax", "ultramax"), 16),
    ],
)
def test_CM_6_a_multiplier_is_the_product_over_both_types(kind: str, types: tuple[str, str], expected: int):
    assert quarters(kind, types) == expected


def test_CM_6_only_five_multipliers_exist():
    found = {quarters(kind, (one, other)) for kind in TYPES for one in TYPES for other in TYPES}
    assert found == {1, 2, 4, 8, 16}


def test_CM_16_A1_uses_type_1_CM_17_A2_type_2_CM_18_A3_the_better():
    own, foe = ("aura", "beast"), ("spirit", "creature")
    assert quarters("aura", foe) == 4
    assert quarters("beast", foe) == 16
    assert [move_quarters(rank, own, foe) for rank in (1, 2, 3)] == [4, 16, 16]
    assert [move_quarters(rank, own[::-1], foe) for rank in (1, 2, 3)] == [16, 4, 16]


@pytest.mark.parametrize(("defence", "expected"), [(100, 90), (500, 50), (999, 1), (1000, 1), (1300, 1)])
def test_CM_23_defence_cuts_a_tenth_of_a_percent_a_point_and_counts_to_999(defence: int, expected: int):
    assert damage(303, 1, 4, defence) == expected  # 303 × 0.33 = 99.99, rounded up to 100


def test_CM_23_each_step_is_rounded_up():
    assert damage(101, 1, 1, 1) == 9  # 33.33 → 34; 8.5 → 9; 8.991 → 9


@given(st.integers(1, 1100), st.integers(1, 3), st.sampled_from([1, 2, 4, 8, 16]), st.integers(1, 1100))
def test_CM_23_damage_always_lands_and_grows_with_ATK_and_multiplier(atk: int, rank: int, multiplier: int, defence: int):
    amount = damage(atk, rank, multiplier, defence)
    assert amount >= 1
    assert damage(atk + 1, rank, multiplier, defence) >= amount
    assert damage(atk, rank, multiplier, defence + 1) <= amount
    if multiplier < 16:
        assert damage(atk, rank, multiplier * 2, defence) >= amount


def test_CM_E1_three_steps_of_a_hit():
    assert damage(300, 1, 4, 500) == 50
    assert damage(300, 3, 16, 100) == 1070


def test_CM_E2_damage_always_lands():
    assert damage(1, 1, 1, 999) == 1


def test_CM_E5_backfire():
    assert backfire_chance(9, 999) == 10
    assert backfire_chance(3, 100) == 200
    assert backfire_chance(2, 45) == 155
    assert backfire_chance(4, 400) == 10


def test_CM_E6_chances_and_strength_by_tier():
    assert inflict_chance(9, 2) == 495
    assert inflict_chance(9, 3) == 990
    assert inflict_chance(10, 3) == 1000
    assert strength(4) == 220


def test_CM_26_A1_never_inflicts():
    assert [inflict_chance(tier, 1) for tier in range(1, 11)] == [0] * 10


def test_CM_E7_multipliers():
    assert quarters("spirit", ("humanoid", "tech")) == 16
    assert quarters("beast", ("humanoid", "humanoid")) == 1
    assert quarters("tech", ("humanoid", "nature")) == 4


def test_CM_26_a_card_names_a_share_only_for_a_status_that_takes_one():
    cards = shipped_cards()
    assert face(cards["ashpaw-runt"]).text == (
        "*A1* Beast: strong against Creature and Spirit.",
        "*A2* Beast: strong against Creature and Spirit.",
        "*Overcook* of 11 %. Chance: A2 11 %, A3 22 %.",
    )
    assert face(cards["wick-apprentice"]).text[2] == "*Brainlock*. Chance: A2 11 %, A3 22 %."
    for card in cards.values():
        second = face(card).second
        assert second is not None
        assert ("%" in second.words) == (card.status in {"overcook", "undershock", "souldrift"}), card.id
