"""Rounds, possessions, gems: who moves when, and what it costs."""

from __future__ import annotations

from typing import get_args

import pytest
from arena_table import at_table, fighter, wall
from msgspec.structs import replace

from game.kernel.ids import piece_place, zone_place
from game.rules.cardmaster.actions import Attack, Choose, Deposit, EndPossession, EnterRoll, Lead, Revive, RollDice, Shift, Skip, Stack
from game.rules.cardmaster.events import PossessionBegan, PossessionEnded, Rolled, RoundBegan, Tied
from game.rules.cardmaster.state import Decision, Kind, Status


def test_CM_7_the_side_with_the_fastest_active_card_begins_the_round():
    with at_table([fighter("slow", spd=100)], [wall("fast", spd=300), wall("idle", spd=10)], turn=1, second=True, opener=0) as table:
        table.do(EndPossession())
        assert table.events(RoundBegan)[0] == RoundBegan(3, (100, 300), 1)
        assert table.seat == 1


def test_CM_7_only_active_cards_are_compared():
    with at_table(
        [fighter("here", spd=200)], [wall("there", spd=100)], foe_reserve=[wall("runner", spd=999)], turn=1, second=True
    ) as table:
        table.do(EndPossession())
        assert table.board.opener == 0


def test_CM_7_the_current_SPD_counts_not_the_printed():
    slowed = fighter("slowed", spd=400, statuses=(Status("undershock", 500, stat="spd", taken=200),))
    slowed.worn["spd"] = 200
    with at_table([slowed], [wall("other", spd=300)], turn=1, second=True, opener=0) as table:
        table.do(EndPossession())
        assert table.board.opener == 1


@pytest.mark.parametrize("opener", [0, 1])
def test_CM_7_a_tie_goes_to_the_side_that_did_not_begin_the_round_before(opener: int):
    with at_table([fighter("one", spd=200)], [wall("two", spd=200)], turn=1 - opener, second=True, opener=opener) as table:
        table.do(EndPossession())
        assert table.board.opener == 1 - opener
        assert not table.told(Tied)


def first_round_tie():
    """Return a table on which the first round's tie has to be rolled for."""
    one, two = fighter("one", spd=200), wall("two", spd=200)
    return at_table([one], [two], turn=-1, ready=[], round=1, asked=Decision("roll", 0))


def test_CM_7_in_the_first_round_the_higher_die_chooses():
    with first_round_tie() as table:
        table.do(RollDice(), rolls=(2, 5))
        assert table.events(Rolled)[0].faces == (2, 5)
        assert table.seat == 1
        table.allowed(Lead(1))
        table.do(Lead(0))
        assert table.board.turn == 0
        assert table.board.opener == 0


def test_CM_7_who_rolled_higher_is_offered_to_begin_or_to_leave_it():
    with at_table([fighter("one")], [wall("two")], turn=-1, ready=[], round=1, asked=Decision("lead", 1), pending=True) as table:
        offered = [(offer.action, offer.verb, offer.main) for offer in table.rules.offers(table.state)]
        assert offered == [(Lead(1), "Take the first possession", True), (Lead(0), "Leave them the first possession", False)]


QUESTIONS = {
    "starter": Decision("starter", 0),
    "leave": Decision("leave", 0),
    "roll": Decision("roll", 0),
    "lead": Decision("lead", 0),
    "act": Decision("act", 0),
    "fill": Decision("fill", 0, slot=1),
    "weaken": Decision("weaken", 0, piece=0, strength=100),
    "die": Decision("die", 0, slot=1, piece=0, by=1, strength=100),
    "draft": Decision("draft", 0),
}


@pytest.mark.parametrize("kind", get_args(Kind))
def test_what_a_question_offers_is_what_may_be_answered(kind: str):
    with at_table([fighter("one", gems=3)], [wall("two")], reserve=[fighter("three"), fighter("four")], pending=True) as table:
        pool = (table.id("three"),) if kind == "draft" else ()
        state = replace(table.state, board=replace(table.board, pool=pool, pending=(QUESTIONS[kind],)))
        offers, legal = table.rules.offers(state), table.rules.legal(state)
        assert legal
        offered = {offer.action for offer in offers if offer.refusal is None and not offer.form}
        assert offered == {action for action in legal if not isinstance(action, EnterRoll)}


def test_CM_7_equal_dice_are_rolled_again():
    with first_round_tie() as table:
        table.do(RollDice(), rolls=(4, 4))
        table.refused(Lead(0), rule="CM-7")
        table.do(RollDice(), rolls=(6, 1))
        table.do(Lead(1))
        assert table.board.turn == 1


def test_CM_8_each_active_card_moves_once_in_any_order_then_the_other_side():
    with at_table([fighter("a"), fighter("b")], [wall("c"), wall("d")]) as table:
        table.do(Stack(table.id("b")))
        table.refused(Stack(table.id("b")), rule="CM-8")
        table.refused(Stack(table.id("c")), rule="CM-8")
        assert table.seat == 0
        table.do(Stack(table.id("a")))
        assert table.events(PossessionBegan)[0].seat == 1
        assert table.seat == 1
        table.play(Stack(table.id("c")), Stack(table.id("d")))
        assert table.events(RoundBegan)[0].round == 3


def test_CM_8_reserve_cards_do_not_move():
    with at_table([fighter("a")], [wall("c")], reserve=[fighter("bench")]) as table:
        table.refused(Stack(table.id("bench")), rule="CM-8")


def test_CM_9_a_card_may_skip_and_the_possession_ends():
    with at_table([fighter("a"), fighter("b")], [wall("c")]) as table:
        before = table.board
        table.do(Skip(table.id("a")))
        table.refused(Skip(table.id("a")), rule="CM-8")
        table.do(EndPossession())
        assert table.events(PossessionEnded)[0] == PossessionEnded(0, 1)
        table.bystanders(before)
        assert table.seat == 1


def test_CM_10_the_baseline_gem_is_shown_and_never_spent():
    with at_table([fighter("a", gems=2)], [wall("c")]) as table:
        assert table.shown("a") == 3
        table.do(Attack(table.id("a"), 2, table.id("c")), flips=(False, False))
        assert table.shown("a") == 1
        badge = table.scene(0).pieces[table.id("a")].badges[0]
        assert (badge.icon, badge.value) == ("cut-diamond", "1")


@pytest.mark.parametrize(("rank", "cost"), [(2, 2), (3, 3)])
def test_CM_11_A2_and_A3_need_their_stacked_gems(rank: int, cost: int):
    with at_table([fighter("a", gems=cost - 1)], [wall("c")]) as table:
        table.refused(Attack(table.id("a"), rank, table.id("c")), rule="CM-11")
    with at_table([fighter("a", gems=cost)], [wall("c")]) as table:
        table.do(Attack(table.id("a"), rank, table.id("c")), flips=(False, False))
        assert table.shown("a") == 1


@pytest.mark.parametrize("gems", [3, 4])
def test_CM_11_a_Revive_needs_four(gems: int):
    with at_table([fighter("a", gems=gems)], [wall("c")], fallen=[fighter("gone")]) as table:
        revive = Revive(table.id("a"), table.id("gone"))
        if gems == 3:
            table.refused(revive, rule="CM-11")
        else:
            table.do(revive)
            assert table.shown("a") == 1


def test_CM_12_a_falling_card_is_raided_of_its_stacked_gems_only():
    with at_table([fighter("a", atk=900)], [wall("c", now=1, gems=3), wall("d", gems=2)], raided=(1, 0)) as table:
        table.do(Attack(table.id("a"), 1, table.id("c")))
        assert table.board.teams[0].raided == 4
        assert table.board.teams[1].raided == 0
        assert table.shown("d") == 3


def test_CM_13_the_own_stack_is_spent_first_then_the_pool():
    with at_table([fighter("a", gems=1), fighter("b", gems=3)], [wall("c")], raided=(2, 5)) as table:
        table.do(Attack(table.id("a"), 3, table.id("c")), flips=(False, False))
        assert table.shown("a") == 1
        assert table.board.teams[0].raided == 0
        assert table.board.teams[1].raided == 5
        assert table.shown("b") == 4
        assert (table.events("Attacked")[0].own, table.events("Attacked")[0].raided) == (1, 2)


def test_CM_13_the_other_sides_pool_is_not_to_be_spent():
    with at_table([fighter("a", gems=1)], [wall("c")], raided=(0, 5)) as table:
        table.refused(Attack(table.id("a"), 2, table.id("c")), rule="CM-11")


def test_CM_14_deposits_cost_no_move_and_go_one_at_a_time():
    with at_table([fighter("a"), fighter("b")], [wall("c")], reserve=[fighter("r"), fighter("s")], raided=(2, 1)) as table:
        table.play(Skip(table.id("a")), Deposit(table.id("a")), Deposit(table.id("b")))
        assert (table.shown("a"), table.shown("b")) == (2, 2)
        table.refused(Deposit(table.id("a")), rule="CM-14")
        assert table.board.ready == (table.id("b"),)
        assert table.board.teams[1].raided == 1


def test_CM_14_only_onto_own_active_cards():
    with at_table([fighter("a")], [wall("c")], reserve=[fighter("r")], raided=(2, 1)) as table:
        table.refused(Deposit(table.id("r")), rule="CM-14")
        table.refused(Deposit(table.id("c")), rule="CM-14")
        table.refused(Deposit(-1), rule="CM-14")
        offer = table.offer(Deposit(table.id("a")))
        assert (offer.source, offer.target) == (zone_place("raided@0"), piece_place(table.id("a")))


def test_CM_15_a_shift_keeps_the_gems_of_both_cards():
    with at_table([fighter("a", gems=3)], [wall("c")], reserve=[fighter("r", gems=1)], raided=(2, 0)) as table:
        table.do(Shift(table.id("a"), table.id("r")))
        assert (table.shown("a"), table.shown("r")) == (4, 2)
        assert table.board.teams[0].raided == 2


def test_CM_15_raided_gems_stay_from_round_to_round():
    with at_table([fighter("a")], [wall("c")], raided=(2, 3), turn=1, second=True) as table:
        table.do(EndPossession())
        assert (table.board.teams[0].raided, table.board.teams[1].raided) == (2, 3)


def test_CM_E3_paying_from_stack_and_pool():
    with at_table([fighter("a", gems=2)], [wall("c")]) as table:
        table.do(Attack(table.id("a"), 2, table.id("c")), flips=(False, False))
        assert table.shown("a") == 1
    with at_table([fighter("a", gems=1)], [wall("c")], raided=(1, 0)) as table:
        assert table.shown("a") == 2
        table.do(Attack(table.id("a"), 2, table.id("c")), flips=(False, False))
        assert table.shown("a") == 1
        assert table.board.teams[0].raided == 0


def test_CM_E4_a_card_that_shows_six_is_raided_of_five():
    with at_table([fighter("a", atk=900)], [wall("c", now=1, gems=5), wall("d")]) as table:
        assert table.shown("c") == 6
        table.do(Attack(table.id("a"), 1, table.id("c")))
        assert table.board.teams[0].raided == 5


def test_CM_25_a_slot_filled_in_the_opponents_possession_moves_in_its_own():
    with at_table([fighter("a", atk=900)], [wall("c", now=1)], foe_reserve=[wall("x"), wall("y")]) as table:
        table.do(Attack(table.id("a"), 1, table.id("c")))
        assert table.seat == 1
        table.do(Choose(table.id("y")))
        assert table.board.turn == 1
        assert table.board.ready == (table.id("y"),)
