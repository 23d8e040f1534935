"""Secrets: where they lie, and what follows from who knows them."""

from __future__ import annotations

from collections import Counter

import pytest
from msgspec import Struct

from game.kernel.ids import SPECTATOR
from game.kernel.secrets import NOBODY, Secret, divides, hides, leaf, unknown, with_leaf


class Cup(Struct, frozen=True):
    dice: tuple[int, ...]


class Table(Struct, frozen=True):
    cups: dict[int, Cup]
    chance: int = 7


TABLE = Table({0: Cup((3, 4)), 1: Cup((4, 4))})
MINE, YOURS = frozenset({0}), frozenset({1})
DICE = [Secret(("cups", seat, "dice", slot), frozenset({seat}), "die") for seat in (0, 1) for slot in (0, 1)]
CHANCE = Secret(("chance",), NOBODY, "chance")


def test_a_path_leads_through_structs_dictionaries_and_tuples() -> None:
    assert [leaf(TABLE, secret.path) for secret in (*DICE, CHANCE)] == [3, 4, 4, 4, 7]
    assert leaf(TABLE, ()) is TABLE


@pytest.mark.parametrize("path", [("cup",), ("cups", 2), ("cups", 0, "dice", 2)])
def test_a_path_that_leads_nowhere_is_an_error(path: tuple[str | int, ...]) -> None:
    with pytest.raises((LookupError, AttributeError)):
        leaf(TABLE, path)
    with pytest.raises((LookupError, AttributeError)):
        with_leaf(TABLE, path, 1)


def test_a_value_is_changed_in_a_copy_and_all_else_stays() -> None:
    changed = with_leaf(TABLE, ("cups", 1, "dice", 0), 6)
    assert changed == Table({0: Cup((3, 4)), 1: Cup((6, 4))})
    assert TABLE.cups[1] == Cup((4, 4))
    assert with_leaf(TABLE, ("chance",), 9) == Table(TABLE.cups, 9)


def test_a_position_hides_what_a_seat_does_not_know_but_for_names_and_chance() -> None:
    assert hides(DICE, 0)
    assert hides(DICE, SPECTATOR)
    assert not hides(DICE[:2], 0)
    assert not hides([CHANCE, Secret(("cups", 0), YOURS, "name")], 0)


def test_people_are_divided_by_what_one_of_them_alone_knows() -> None:
    assert divides(DICE, (0, 1))
    assert not divides(DICE, (0,))
    assert not divides(DICE, (2, 3))
    assert divides(DICE, (1, 2))
    assert not divides([CHANCE, Secret(("cups", 0), MINE, "name"), Secret(("cups", 1))], (0, 1))
    assert not divides([Secret(("cups", 0), frozenset({0, 1}))], (0, 1))
    assert divides([Secret(("cups", 0), frozenset({0, 1}))], (0, 1, 2))


def test_what_a_seat_does_not_know_is_counted_by_kind_and_value() -> None:
    assert unknown(TABLE, [*DICE, CHANCE], 0) == Counter({("die", 4): 2})
    assert unknown(TABLE, [*DICE, CHANCE], 1) == Counter({("die", 3): 1, ("die", 4): 1})
    assert unknown(TABLE, [*DICE, CHANCE], SPECTATOR) == Counter({("die", 4): 3, ("die", 3): 1})
