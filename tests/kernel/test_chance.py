"""Chance: one number, the same dice every time, and scripts that must be used up."""

from __future__ import annotations

from collections import Counter

import pytest
from hypothesis import given
from hypothesis import strategies as st

from game.kernel.chance import Chance, Scripted, UnusedRollsError

seeds = st.integers(0, 2**64 - 1)


def test_the_generator_is_splitmix64() -> None:
    chance = Chance(1234567)
    assert [chance.draw() for _ in range(3)] == [6457827717110365317, 3203168211198807973, 9817491932198370423]


@given(seeds, st.integers(1, 10**9))
def test_below_stays_below(seed: int, n: int) -> None:
    assert 0 <= Chance(seed).below(n) < n


@given(seeds)
def test_the_state_is_all_it_remembers(seed: int) -> None:
    chance = Chance(seed)
    chance.draw()
    twin = Chance(chance.state)
    assert [chance.roll() for _ in range(5)] == [twin.roll() for _ in range(5)]


@given(seeds, st.lists(st.integers(), max_size=30))
def test_a_shuffle_keeps_every_card_and_its_argument(seed: int, pile: list[int]) -> None:
    before = list(pile)
    assert sorted(Chance(seed).shuffle(pile)) == sorted(before)
    assert pile == before


def test_every_face_and_every_order_comes_up_about_equally_often() -> None:
    chance = Chance(1)
    faces = Counter(chance.roll() for _ in range(12_000))
    assert set(faces) == {1, 2, 3, 4, 5, 6}
    assert all(1_800 < count < 2_200 for count in faces.values())
    orders = Counter(tuple(chance.shuffle("abc")) for _ in range(6_000))
    assert len(orders) == 6
    assert all(850 < count < 1_150 for count in orders.values())


def test_percent_knows_never_and_always() -> None:
    chance = Chance(3)
    assert not any(chance.percent(0) for _ in range(500))
    assert all(chance.percent(1000) for _ in range(500))
    assert 400 < sum(chance.percent(500) for _ in range(1000)) < 600


def test_scripted_dice_fall_as_written() -> None:
    chance = Scripted(6, 1, outcomes=(True, False))
    assert (chance.roll(), chance.percent(0), chance.roll(), chance.percent(1000)) == (6, True, 1, False)
    chance.finish()


def test_a_die_nobody_scripted_fails() -> None:
    with pytest.raises(AssertionError, match="does not name"):
        Scripted().roll()


def test_a_die_cannot_show_what_it_has_not() -> None:
    with pytest.raises(AssertionError, match="cannot show 5"):
        Scripted(5).roll(4)


def test_dice_left_over_fail() -> None:
    chance = Scripted(6, 1)
    chance.roll()
    with pytest.raises(UnusedRollsError, match=r"\[1\]"):
        chance.finish()


def test_scripted_rolls_move_the_generator_like_real_ones() -> None:
    real, scripted = Chance(9), Scripted(3, seed=9)
    real.roll()
    scripted.roll()
    assert real.state == scripted.state
