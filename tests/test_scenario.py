"""The scenario driver fails when it should: leftover dice, open questions, wrong reasons, states that cannot be saved."""

from __future__ import annotations

from typing import Any

import pytest
import scenario
import toy
from msgspec import Struct
from scenario import Table

from game.kernel.chance import UnusedRollsError

RULES = toy.ToyRules()


def world(*hands: str, middle: str = "", scores: tuple[int, ...] = (3, 3)) -> toy.State:
    """Return a table of two: `world("9 2", "5")` deals those ranks."""
    cards, number = list(toy.DECK), 0

    def take(rank: str) -> toy.Card:
        nonlocal number
        number += 1
        cards.remove(f"larder-{rank}")
        return toy.Card(number, f"larder-{rank}")

    dealt = tuple(tuple(take(rank) for rank in hand.split()) for hand in hands)
    served = take(middle) if middle else None
    pile = tuple(toy.Card(100 + n, card) for n, card in enumerate(cards))
    pending = (toy.Turn(0), toy.Answer(1)) if middle else (toy.Turn(0),)
    return toy.State(7, 200, pile, dealt, served, (), scores, pending)


def test_TY_7_a_gamble_wins_twice_the_rank_on_a_four() -> None:
    with Table(RULES, world("2", "5", middle="8")) as table:
        assert table.seat == 1
        table.do(toy.Gamble(), rolls=(4,))
        assert table.state.scores == (3, 3 - 1 + 16)
        assert table.events(toy.Rolled)[0].face == 4
        assert table.events("Cleared", seat=1)[0].points == 16
        assert table.words(0)[0] == "{1} gambles."


def test_TY_6_only_a_higher_card_beats() -> None:
    with Table(RULES, world("2", "5 9", middle="8")) as table:
        table.refused(toy.Beat(2), rule="TY-6", code="too-low")
        table.allowed(toy.Beat(3))
        assert table.offer(toy.Beat(2)).refusal is not None
        table.play(toy.Beat(3))
        assert table.state.scores == (3, 3 + 9 + 8)
        assert len(table.told()) == 3


def test_a_die_left_over_fails() -> None:
    with pytest.raises(UnusedRollsError):
        Table(RULES, world("2", "5", middle="8")).do(toy.Yield(), rolls=(6,))


def test_a_die_not_named_fails() -> None:
    with pytest.raises(AssertionError, match="does not name"):
        Table(RULES, world("2", "5", middle="8")).do(toy.Gamble())


def test_a_question_left_open_fails_unless_it_is_meant() -> None:
    with pytest.raises(AssertionError, match="still open"), Table(RULES, world("2 9", "5")) as table:
        table.do(toy.Serve(1))
    with Table(RULES, world("2 9", "5"), pending=True) as table:
        table.do(toy.Serve(1))


def test_the_failure_inside_is_the_one_reported() -> None:
    def fails() -> None:
        with Table(RULES, world("2 9", "5")) as table:
            table.do(toy.Serve(1))
            raise ZeroDivisionError

    with pytest.raises(ZeroDivisionError):
        fails()


@pytest.mark.parametrize("wrong", [{"rule": "TY-1"}, {"code": "too-high"}])
def test_a_refusal_for_another_reason_fails(wrong: dict[str, str]) -> None:
    with pytest.raises(AssertionError, match="refused"):
        Table(RULES, world("2", "5", middle="8")).refused(toy.Beat(2), **wrong)


def test_what_is_allowed_is_not_refused_and_the_reverse() -> None:
    table = Table(RULES, world("2", "5", middle="8"))
    with pytest.raises(AssertionError, match="is allowed"):
        table.refused(toy.Yield())
    with pytest.raises(AssertionError, match="refused"):
        table.do(toy.Beat(2))


def test_a_broken_position_is_no_scenario() -> None:
    broken = world("2", "5")
    with pytest.raises(AssertionError, match="broken"):
        Table(RULES, toy.replace(broken, pile=broken.pile[1:]))


class Loose(Struct, frozen=True):
    """A state whose hands come back as lists."""

    chance: int
    next_id: int
    pile: tuple[toy.Card, ...]
    hands: list[list[toy.Card]]
    middle: toy.Card | None
    discard: tuple[toy.Card, ...]
    scores: tuple[int, ...]
    pending: tuple[toy.Ask, ...]
    turns: int = 0


class Unsavable(toy.ToyRules):
    state_type: Any = Loose


def test_roundtrip_finds_a_state_that_cannot_be_saved(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.delenv(scenario.ROUNDTRIP, raising=False)
    Table(Unsavable(), world("2 9", "5")).do(toy.Serve(1))
    monkeypatch.setenv(scenario.ROUNDTRIP, "1")
    Table(RULES, world("2 9", "5")).do(toy.Serve(1))
    with pytest.raises(AssertionError, match="by saving"):
        Table(Unsavable(), world("2 9", "5")).do(toy.Serve(1))
