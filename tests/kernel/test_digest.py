"""Digests are equal exactly when values are."""

from __future__ import annotations

from msgspec import Struct

from game.kernel.digest import digest


class Box(Struct, frozen=True):
    named: dict[str, int]
    numbered: dict[int, str]


def test_the_order_of_a_dictionary_does_not_matter():
    assert digest({"a": 1, "b": 2}) == digest({"b": 2, "a": 1})
    assert digest(Box({"a": 1, "b": 2}, {1: "x", 2: "y"})) == digest(Box({"b": 2, "a": 1}, {2: "y", 1: "x"}))


def test_any_change_changes_it():
    whole = digest(Box({"a": 1}, {1: "x"}))
    assert whole != digest(Box({"a": 2}, {1: "x"}))
    assert whole != digest(Box({"a": 1}, {2: "x"}))
    assert whole != digest(Box({"a": 1}, {1: "y"}))
    assert len(whole) == 16
