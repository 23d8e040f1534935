"""What is looked at of all that may be done (`Rules.promising`): nothing that has no part in what is going on, and one of what is alike; and what of it is preferred (`Rules.finer`)."""

from __future__ import annotations

from typing import Any

from shine_stage import Stage, foe, me, stage

from game.rules.shine.actions import PASS, Attack, Lend, Play, Shift, Use
from game.rules.shine.state import Placing

SUPPORTS = {0: "ash-tailor", 1: "tide-ledger"}


def looked_at(table: Stage) -> list[Any]:
    legal = table.rules.legal(table.state)
    return [legal[number] for number in table.rules.promising(table.state, legal)]


def aims(table: Stage, among: list[Any] | tuple[Any, ...], card: str) -> list[str]:
    """Return what copies of a card point at, by name, among some actions."""
    cards = table.state.cards
    return sorted(cards[each.at][0] for each in among if isinstance(each, Play | Use) and cards[each.piece][0] == card)


def spaces(table: Stage, card: str) -> list[int]:
    """Return the spaces that a card is looked at laid on."""
    return [each.at for each in looked_at(table) if isinstance(each, Play) and table.state.cards[each.piece][0] == card]


def test_strength_for_a_battle_is_for_who_fights_in_it_or_stands_beneath_SH_27():
    theirs = foe(front={0: "~ember-runner", 1: "glass-eel"}, back=SUPPORTS, hand=("stand-firm", "stand-firm"))
    for attacker in ("foam-dancer", "torch-drummer"):  # what the second does as it attacks, it does to itself
        with stage(me(front={0: attacker}), theirs, phase="attack", pending=True) as table:
            table.do(Attack(table.id(attacker), table.id("ember-runner", 1)))
            while table.state.stack[-1].seat == 0:
                table.do(PASS)
            assert set(aims(table, table.rules.legal(table.state), "stand-firm")) == {"ember-runner", "glass-eel", *SUPPORTS.values()}
            assert aims(table, looked_at(table), "stand-firm") == ["ash-tailor", "ember-runner"], "each once, though there are two copies"
            assert looked_at(table)[0] == PASS


def test_a_card_is_taken_back_that_something_threatens_SH_43():
    theirs = foe(front={0: "ripple-scout", 1: "glass-eel"}, hand=("wash-ashore",))
    with stage(me(hand=("cinder-fencer", "scorch")), theirs, pending=True) as table:
        table.do(Play(table.id("scorch"), table.id("ripple-scout", 1)))
        assert set(aims(table, table.rules.legal(table.state), "wash-ashore")) == {"ripple-scout", "glass-eel"}
        assert aims(table, looked_at(table), "wash-ashore") == ["ripple-scout"]


def test_while_a_card_acts_that_points_at_nothing_any_card_may_be_meant_SH_43():
    theirs = foe(front={0: "ripple-scout", 1: "glass-eel"}, hand=("wash-ashore",))
    with stage(me(hand=("cinder-fencer",)), theirs, pending=True) as table:
        table.do(Play(table.id("cinder-fencer"), 0))
        assert aims(table, looked_at(table), "wash-ashore") == ["glass-eel", "ripple-scout"]


def test_of_spaces_with_the_same_neighbours_one_is_enough_SH_10():
    with stage(me(hand=("ember-runner", "ember-runner")), foe()) as table:
        assert spaces(table, "ember-runner") == [0, 1], "at the edge, and beside the Star"
    with stage(me(hand=("ember-runner",), back={4: "ash-tailor"}), foe()) as table:
        assert spaces(table, "ember-runner") == [0, 1, 4], "and above a card"
    with stage(me(hand=("ash-tailor",), front={3: "glass-eel"}, back={0: "tide-ledger"}), foe()) as table:
        assert spaces(table, "ash-tailor") == [6, 7, 8, 9], "beside a card, under the Star, under a card, and anywhere else"


def test_a_support_card_moves_where_it_has_other_neighbours_SH_19():
    def moves(front: dict[int, str], back: dict[int, str]) -> list[tuple[str, int]]:
        with stage(me(front=front, back=back), foe(), asked=Placing(0)) as table:
            assert looked_at(table)[0] == PASS
            return [(table.state.cards[each.piece][0], each.to) for each in looked_at(table) if isinstance(each, Shift)]

    assert moves({}, {0: "ash-tailor"}) == [("ash-tailor", 7)], "under the Star"
    assert moves({4: "glass-eel"}, {0: "ash-tailor"}) == [("ash-tailor", 7), ("ash-tailor", 9)], "and under a card"
    assert ("tide-ledger", 5) not in moves({}, {0: "ash-tailor", 1: "tide-ledger"}), (
        "two that change places are beside each other as before"
    )


def preferred(table: Stage, actions: list[Any]) -> list[Any]:
    return [actions[number] for number in table.rules.finer(table.state, actions)]


def test_of_what_looks_as_good_a_card_is_laid_above_or_beneath_another_SH_12():
    with stage(me(hand=("ash-tailor", "ember-runner"), front={3: "glass-eel"}, back={0: "tide-ledger"}), foe()) as table:
        tailor, runner = table.id("ash-tailor"), table.id("ember-runner")
        lays = [Play(tailor, 6), Play(tailor, 7), Play(tailor, 8), Play(runner, 0), Play(runner, 1), PASS]
        assert preferred(table, lays) == [Play(tailor, 7), Play(tailor, 8), Play(runner, 0), PASS]
        assert preferred(table, [Play(tailor, 6), Play(runner, 1)]) == [Play(tailor, 6), Play(runner, 1)], "there is nothing better"


def test_of_what_looks_as_good_no_support_card_moves_but_to_where_it_can_support_SH_19():
    def moves(front: dict[int, str], back: dict[int, str]) -> list[Any]:
        with stage(me(front=front, back=back), foe(), asked=Placing(0)) as table:
            return [each if each == PASS else each.to for each in preferred(table, list(table.rules.legal(table.state)))]

    assert moves({}, {2: "ash-tailor"}) == [PASS], "it stands under the Star"
    assert moves({}, {0: "ash-tailor", 2: "tide-ledger"}) == [PASS]
    assert moves({1: "glass-eel"}, {0: "ash-tailor"}) == [6, 7]


def test_a_battle_that_support_does_not_change_gets_none_SH_27():
    mine = me(front={0: "torch-drummer"}, back={0: "ash-tailor"})
    with stage(mine, foe(front={0: "~foam-dancer"}), phase="attack", pending=True) as table:
        table.do(Attack(table.id("torch-drummer"), table.id("foam-dancer", 1)))
        while not any(isinstance(each, Lend) for each in table.rules.legal(table.state)):
            table.do(PASS)
        lend = Lend(table.id("ash-tailor"))
        assert preferred(table, [PASS, lend]) == [PASS]
        assert preferred(table, [lend]) == [lend], "where passing is worse it is given"
