"""Who is looked at again: as long as it could still be the best, and no longer."""

from __future__ import annotations

import pytest

from game.ai.looks import BEST, FEW, NEAR, SURE, Looks
from game.kernel.chance import Chance


def race(worlds: list[list[float]], dice: list[bool], *, hides: bool) -> tuple[Looks, list[list[int]]]:
    """Return the looks after all worlds, and who was looked at in each of them after the first."""
    looks, looked = Looks(worlds[0], dice, hides=hides), []
    for world in worlds[1:]:
        if not looks.racing:
            break
        looked.append(list(looks.racing))
        looks.add([world[number] for number in looks.racing])
    return looks, looked


def test_what_is_known_for_sure_is_looked_at_once():
    looks, looked = race([[0.2, 0.9, 0.4]] * 5, [False] * 3, hides=False)
    assert looked == []
    assert looks.values() == [0.2, 0.9, 0.4]


def test_leads_that_are_the_same_in_two_worlds_need_no_third():
    worlds = [[0.734375 + shift, 0.75 + shift, 0.7421875 + shift] for shift in (0.0, 0.125, -0.125, 0.0625)]
    looks, looked = race(worlds, [False] * 3, hides=True)
    assert looked == [[0, 1, 2]]
    assert looks.values() == [0.796875, 0.8125, 0.8046875]


def test_of_many_actions_without_dice_only_the_best_looking_go_on():
    first = [number / 1000 for number in range(40)]
    looks, looked = race([first, first, first], [False] * 40, hides=True)
    assert looked == [list(range(40 - BEST, 40))]
    assert looks.values() == pytest.approx(first)


def test_what_looks_much_worse_at_first_is_looked_at_no_more_and_nobody_races_alone():
    first = [0.5, 0.5 - NEAR / 2, 0.5 - 2 * NEAR, 0.1]
    _, looked = race([first, first], [False] * 4, hides=True)
    assert looked == [[0, 1]]
    looks, looked = race([first, first], [False, True, False, False], hides=True)
    assert looked == [[0, 1]], "against dice all luck may count"
    looks, looked = race([first[1:], first[1:]], [False] * 3, hides=True)
    assert looked == []
    assert looks.values() == pytest.approx(first[1:])


def test_an_action_with_dice_is_looked_at_often_enough_to_tell_luck_from_worth():
    unlucky = [[0.5, 0.1], [0.5, 0.1], [0.5, 0.9], [0.5, 0.9], [0.5, 0.8], [0.5, 0.9]]
    looks, looked = race(unlucky, [False, True], hides=False)
    assert len(looked) >= SURE - 1
    assert all(racing == [1] for racing in looked), "an action without dice brings the same in every world when nothing is hidden"
    low, high = looks.values()
    assert low == 0.5 < high


def test_an_action_far_behind_drops_out_even_with_dice():
    worlds = [[0.9 + luck, 0.1 - luck, 0.92 - luck] for luck in (0.0, 0.02, -0.02, 0.01, -0.01, 0.02, -0.02, 0.0)]
    _, looked = race(worlds, [True] * 3, hides=False)
    assert looked[SURE - 2] == [0, 1, 2]
    assert looked[SURE - 1] == [0, 2]


def test_of_many_actions_with_dice_the_better_half_goes_on():
    chance = Chance(5)
    worlds = [[number / 1000 + chance.below(1000) / 1000 for number in range(60)] for _ in range(6)]
    _, looked = race(worlds, [True] * 60, hides=False)
    assert [len(racing) for racing in looked[:4]] == [60, 30, 15, FEW + 1]


def test_worlds_that_an_action_was_not_seen_in_do_not_count_against_it():
    kind, hard = [0.9, 0.89, 0.1, 0.9], [0.3, 0.29, -0.5, 0.3]
    looks = Looks(kind, [False, False, False, True], hides=True)
    looks.add([kind[number] for number in looks.racing])
    for _ in range(SURE):
        assert 2 not in looks.racing
        if not looks.racing:
            break
        looks.add([hard[number] for number in looks.racing])
    first, second, third, _ = looks.values()
    assert first - second == pytest.approx(0.01), "both are as far apart as where both were seen"
    assert second - third == pytest.approx(0.79)


def test_who_joins_later_races_against_those_that_are_left_or_the_one_that_won():
    looks, _ = race([[0.8, 0.2], [0.7, 0.1]], [True, True], hides=True)
    while looks.racing:
        looks.add([0.75, 0.15])
    worlds = looks.worlds
    looks.join(0.1, [0.9] * (worlds - 1))
    assert looks.racing == [0, 2]
    looks.add([0.7, 0.9])
    assert looks.often() == [worlds + 1, worlds, worlds + 1]
    assert looks.values()[2] == pytest.approx((0.1 + 0.9 * worlds) / (worlds + 1))


def test_twins_are_not_told_apart_by_looking_on():
    _, looked = race([[0.6, 0.6], [0.4, 0.4], [0.5, 0.5]], [False, False], hides=True)
    assert looked == [[0, 1]]


def test_the_gauge_is_looked_at_as_long_as_anybody_is():
    worlds = [[0.1, 0.8 + luck, 0.8 - luck] for luck in (0.0, 0.1, -0.1, 0.05, -0.05, 0.1, -0.1, 0.0)]
    _, looked = race(worlds, [False, True, True], hides=True)
    assert looked == [[0, 1, 2]] * 7


def steady(seen: list[list[float]], expected: list[float]) -> list[float]:
    looks = Looks([row[0] for row in seen], [True] * len(seen), hides=True, weight=0, all_stay=True)
    for values in zip(*seen, strict=True):
        looks.add(values)
    return looks.steadied(expected)


@pytest.mark.parametrize("seed", range(8))
def test_what_luck_explains_is_left_to_what_was_expected_and_how_well_all_do_stays(seed: int):
    chance = Chance(seed)
    seen = [[0.4 + (chance.below(1001) - 500) / 2000 for _ in range(12)] for _ in range(6)]
    means = [sum(row) / 12 for row in seen]
    told = steady(seen, [0.5, 0.5, 0.5, 0.5, 0.5, 0.5])
    assert sum(told) == pytest.approx(sum(means), abs=0.05)
    assert max(told) - min(told) < 0.75 * (max(means) - min(means))


def test_what_luck_does_not_explain_is_believed():
    chance = Chance(3)
    level = [chance.below(1000) / 1000 for _ in range(12)]  # luck that all share tells nothing apart
    worth = [0.0, 0.1, 0.3, 0.6]
    seen = [[one + each + chance.below(100) / 10000 for one in level] for each in worth]
    means = [sum(row) / 12 for row in seen]
    assert steady(seen, [0.9, 0.1, 0.5, 0.2]) == pytest.approx(means, abs=0.005)


def test_too_few_worlds_or_actions_tell_nothing_of_luck():
    assert steady([[0.1, 0.5], [0.9, 0.3]], [0.5, 0.5]) == pytest.approx([0.3, 0.6])
    assert steady([[0.1, 0.5, 0.3, 0.3, 0.3]], [0.9]) == pytest.approx([0.3])
    assert steady([[0.4] * 6, [0.4] * 6], [0.5, 0.5]) == pytest.approx([0.4, 0.4])
