"""Hearsay, rule by rule."""

from __future__ import annotations

import pytest
from scenario import Table

from game.kernel.chance import Scripted
from game.kernel.ids import SPECTATOR, cell_place, piece_place
from game.kernel.offers import SetupError
from game.kernel.setup import Setup
from game.rules.hearsay.actions import Claim, Doubt, Roll
from game.rules.hearsay.box import BOX
from game.rules.hearsay.events import Lifted, Rolled
from game.rules.hearsay.offers import MARKER
from game.rules.hearsay.preview import ways
from game.rules.hearsay.rules import HearsayRules
from game.rules.hearsay.setup import begin
from game.rules.hearsay.state import State, dice

RULES = HearsayRules()


def table(*cups: tuple[int, ...], claim: int = 0, turn: int = 0, lifted: bool = False) -> Table:
    """Lay out dice; a claim is that of the seat before."""
    seat = (turn - 1) % len(cups) if claim else None
    return Table(RULES, State(1, cups, turn, claim or dice(cups), seat, lifted))


# Setting up


def test_HS_1_everybody_takes_three_dice_or_as_many_as_the_table_agrees_on():
    assert [len(cup) for cup in begin(BOX.complete(Setup("hearsay", 4))).state.cups] == [3, 3, 3, 3]
    assert [len(cup) for cup in begin(BOX.complete(Setup("hearsay", 2, options={"dice": 5}))).state.cups] == [5, 5]


@pytest.mark.parametrize("options", [{"dice": 0}, {"dice": 6}, {"dice": "3"}, {"dice": True}, {"sides": 6}])
def test_HS_1_other_numbers_are_refused(options):
    with pytest.raises(SetupError):
        BOX.complete(Setup("hearsay", 3, options=options))


def test_HS_1_two_to_four_sit_down():
    assert BOX.seats == (2, 3, 4)
    with pytest.raises(SetupError):
        BOX.complete(Setup("hearsay", 5))


def test_HS_2_nobody_looks_under_the_cup_of_another():
    step = begin(BOX.complete(Setup("hearsay", 2, options={"dice": 2})), Scripted(1, 2, 5, 6))
    state = step.state
    assert state.cups == ((1, 2), (5, 6))
    assert RULES.observe(state, 0).cups == ((1, 2), (0, 0))
    assert RULES.observe(state, 1).cups == ((0, 0), (5, 6))
    assert RULES.observe(state, SPECTATOR).cups == ((0, 0), (0, 0))
    rolled = [event for event in step.events if isinstance(event, Rolled)]
    assert RULES.redact(rolled[0], 0) == Rolled(0, (1, 2))
    assert RULES.redact(rolled[0], 1) == Rolled(0, (0, 0))


def test_HS_3_chance_says_who_begins_and_the_word_goes_round_clockwise():
    assert {begin(BOX.complete(Setup("hearsay", 3, seed))).state.turn for seed in range(20)} == {0, 1, 2}
    with table((1,), (1,), (1,), turn=1) as play:
        play.do(Claim(4))
        assert play.seat == 2
        play.do(Claim(5))
        assert play.seat == 0


# Claiming


def test_HS_4_a_claim_stands_until_the_next():
    with table((1, 1), (6, 6)) as play:
        play.do(Claim(8))
        assert (play.state.claim, play.state.claimer, play.seat) == (8, 0, 1)
        assert play.told("Claimed", seat=0, sum=8)


def test_HS_5_a_claim_is_one_to_six_higher_than_the_last():
    with table((1, 1), (6, 6), claim=10) as play:
        play.refused(Claim(10), rule="HS-5", code="too-low")
        play.allowed(Claim(11))
        play.allowed(Claim(16))
        play.refused(Claim(17), rule="HS-5", code="too-far")


def test_HS_5_a_round_begins_at_the_number_of_dice():
    with table((1, 1), (6, 6)) as play:
        play.refused(Claim(4), rule="HS-5", code="certain")
        play.allowed(Claim(5))
        play.allowed(Claim(10))
        play.refused(Claim(11), rule="HS-5", code="too-far")


def test_HS_5_the_sums_that_may_be_claimed_next_are_lit_about_the_marker():
    with table((1, 1), (6, 6), claim=10) as play:
        (lit,) = RULES.overlays(play.observation(0), MARKER)
        assert lit.places == tuple(cell_place("sums", sum_ - 1) for sum_ in range(11, 17))
        assert RULES.overlays(play.observation(0), 0) == ()
    with table((1,), (6,), claim=10) as play:
        (lit,) = RULES.overlays(play.observation(0), MARKER)
        assert lit.places == (cell_place("sums", 10), cell_place("sums", 11))


def test_HS_6_no_claim_is_higher_than_the_dice_can_show():
    with table((1,), (6,), claim=10) as play:
        play.allowed(Claim(12))
        play.refused(Claim(13), rule="HS-6", code="too-high")
        play.do(Claim(12))
        assert play.legal() == (Doubt(),)


# Doubting


def test_HS_7_there_is_nothing_to_doubt_before_the_first_claim():
    with table((1, 1), (6, 6)) as play:
        play.refused(Doubt(), rule="HS-7")
        play.do(Claim(5))
        play.allowed(Doubt())


def test_HS_8_who_doubts_a_sum_that_the_dice_show_is_wrong():
    with table((1, 1), (6, 6), claim=14) as play:
        play.do(Doubt())
        assert play.events(Lifted) == [Lifted(0, 14, 14, loser=0)]
        assert play.seat == 0
        assert play.observation(1).cups == ((1, 1), (6, 6))


def test_HS_8_who_claimed_more_than_the_dice_show_is_wrong():
    with table((1, 1), (6, 6), claim=15) as play:
        play.do(Doubt())
        assert play.events(Lifted) == [Lifted(0, 15, 14, loser=1)]
        assert play.seat == 1


def test_HS_9_who_was_wrong_gives_up_a_die_and_begins_after_all_have_rolled_again():
    with table((1, 1), (6, 6), claim=15, turn=1, lifted=True) as play:
        play.refused(Claim(16), rule="HS-9")
        play.refused(Doubt(), rule="HS-9")
        play.do(Roll(), rolls=(2, 3, 4))
        assert play.state.cups == ((2, 3), (4,))
        assert (play.seat, play.state.claim, play.state.claimer, play.state.lifted) == (1, 3, None, False)
        play.refused(Roll(), rule="HS-9")


# The end


def test_HS_10_the_match_ends_when_somebody_gives_up_the_last_die():
    with table((1, 1), (6,), (3,), claim=16, turn=2) as play:
        play.do(Doubt())
        assert play.state.cups == ((1, 1), (), (3,))
        assert play.seat is None
        assert play.outcome.winners == (0,)
        assert play.outcome.scores == (2, 0, 1)
        assert RULES.refusal(play.state, Roll()).rule == "HS-10"


def test_HS_10_equally_many_dice_share_the_victory():
    with table((1, 1), (6,), (3, 3), claim=16, turn=2) as play:
        play.do(Doubt())
        assert play.outcome.winners == (0, 2)


# What is shown


def test_a_seat_sees_its_own_dice_and_the_backs_of_all_others():
    scene = table((1, 2), (5,), (6,), claim=9, turn=1).scene(0)
    dice_shown = {piece.id: (piece.zone, piece.slot, piece.owner, piece.face) for piece in scene.pieces.values() if piece.kind == "die"}
    assert dice_shown == {0: ("cup@0", 0, 0, "1"), 1: ("cup@0", 1, 0, "2"), 5: ("cup@1", 0, 1, None), 10: ("cup@2", 0, 2, None)}
    assert scene.pieces[0].words == "A 1"
    assert "under" in scene.pieces[5].words
    assert [(zone.count, zone.columns) for zone in scene.zones.values()][1:] == [(2, 2), (1, 1), (1, 1)]
    assert [counter.value for counter in scene.counters.values()] == [2, 1, 1]


def test_the_marker_stands_on_the_sum_that_was_claimed_last():
    with table((1, 2), (5,), (6,), claim=9, turn=1) as play:
        scene = play.scene(2)
        assert scene.zones["sums"].columns == 24
        assert (scene.pieces[MARKER].slot, scene.pieces[MARKER].owner) == (8, 0)
        assert play.offer(Claim(11)).target == cell_place("sums", 10)
        assert play.offer(Claim(11)).source == piece_place(MARKER)


def test_whoever_must_choose_is_asked_and_the_others_are_told_whom_they_wait_for():
    play = table((1, 2), (5,), (6,), claim=9, turn=1)
    assert [(seat.label, seat.active) for seat in play.scene(0).seats] == [("Player 1", False), ("Player 2", True), ("Player 3", False)]
    assert play.scene(1).prompt.words == "{0} claims 9: claim more, or doubt it."
    assert play.scene(2).prompt.words == "{1} claims or doubts."
    assert play.scene(SPECTATOR).prompt.words == play.scene(1).prompt.words
    assert table((1,), (2,)).scene(0).prompt.words == "Claim a sum: 2 dice are in play."
    assert table((1,), (2,), claim=4, lifted=True).scene(0).prompt.words.startswith("3 in all.")
    assert table((1,), (2,), claim=4, lifted=True).scene(1).prompt.words == "{0} rolls again."
    assert table((1,), (), claim=4, lifted=True).scene(0).prompt is None


def test_what_happened_is_told_to_everybody_and_a_roll_to_nobody_but_its_owner():
    with table((1, 1), (6, 6)) as play:
        play.do(Claim(8))
        assert play.words(1) == ["{0} claims 8."]
        play.do(Doubt())
        assert play.words(0) == ["{1} doubts that the dice show 8. They do: 14 in all."]
        play.do(Roll(), rolls=(3, 4, 2))
        assert play.words(0) == [
            "{1} gives up a die and has 1 left.",
            "{0} rolls 3, 4: 7 in all.",
            "{1} rolls 1 die under the cup.",
            "{1} has the first word.",
        ]
        assert play.words(1)[1:3] == ["{0} rolls 2 dice under the cup.", "{1} rolls 2: 2 in all."]
        play.do(Claim(7))
        play.do(Doubt())
        assert play.words(0)[0] == "{0} doubts that the dice show 7. They do: 9 in all."


def test_the_end_names_whoever_won():
    play = table((1, 1), (6,), (3, 3), claim=16, turn=2)
    play.do(Doubt())
    assert play.words(0)[-1] == "{1} gives up the last die, and the match ends."
    assert play.outcome.words == "{0} and {2} have equally many dice left: a shared victory"
    play = table((1,), (6, 6), claim=16, turn=1)
    play.do(Doubt())
    assert play.outcome.words == "{1} has the most dice left"


def test_the_odds_are_those_of_dice():
    assert [ways(2, least) for least in (2, 7, 12, 13)] == [36, 21, 1, 0]
    with table((6, 6), (1, 1), claim=14) as play:
        assert RULES.preview(play.observation(0), Claim(19)).words == "You see 12; that all dice show 19 or more is 58 % likely."
        assert RULES.preview(play.observation(1), Doubt()).words == "You see 2; that all dice show less than 14 is 97 % likely."


def test_a_claim_that_the_dice_show_is_worth_more_than_one_that_they_do_not():
    true, false = (State(1, ((1, 1), (6, 6)), 0, claim, 1) for claim in (14, 15))
    assert RULES.evaluate(true)[1] > 0.5 > RULES.evaluate(false)[1]
    assert RULES.evaluate(State(1, ((1, 1, 1), (6, 6)), 0, 5))[0] > 0.5
    assert RULES.evaluate(State(1, ((1, 1), (6, 6)), 0, 9, 1, lifted=True))[0] < 0.5


@pytest.mark.parametrize(
    ("state", "fault"),
    [
        (State(1, ((1,),), 0, 1), "sit at the table"),
        (State(1, ((1,), (2,)), 2, 2), "turn of seat 3"),
        (State(1, ((1,) * 6, (2,)), 0, 7), "has 6 dice"),
        (State(1, ((7,), (2,)), 0, 2), "shows 7"),
        (State(1, ((0,), (2,)), 0, 2), "shows 0"),
        (State(1, ((1,), (2,)), 0, 3, 4), "seat 5 claimed"),
        (State(1, ((1,), (2,)), 0, 1), "1 is claimed of 2 dice"),
        (State(1, ((1,), (2,)), 0, 13, 1), "13 is claimed of 2 dice"),
        (State(1, ((1,), ()), 0, 3), "nobody doubted"),
    ],
)
def test_a_table_that_cannot_be_is_noticed(state, fault):
    assert [words for words in RULES.faults(state) if fault in words] != []
