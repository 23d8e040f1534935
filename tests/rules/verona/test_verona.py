"""star cross'd, rule by rule."""

from __future__ import annotations

import pytest
from msgspec.structs import replace
from verona_table import RULES, Table

from game.kernel.chance import Chance, Scripted
from game.kernel.offers import IllegalAction, SetupError
from game.kernel.setup import Setup
from game.rules import open_box
from game.rules.verona.actions import (
    Accept,
    Challenge,
    Decline,
    Feud,
    Fight,
    Marry,
    Pass,
    Propose,
    Recruit,
    RollNew,
    Seduce,
    Tryst,
)
from game.rules.verona.events import Accepted, DuelDecided, Ended, Left, PoolRolled, Recruited, TieBroken, TurnBegan
from game.rules.verona.preview import duel_odds
from game.rules.verona.scene import PAWN
from game.rules.verona.setup import begin
from game.rules.verona.state import PLACES, AnswerFeud, AnswerProposal, AnswerTryst, OfferNewDie, Turn


def scene_of(table: Table, seat: int = 0):
    return RULES.scene(RULES.observe(table.state, seat))


# Setup


def test_VR_1_everyone_rolls_five_dice_once_and_they_stay():
    step = begin(Setup("verona", 2), Scripted(1, 2, 3, 4, 5, 6, 6, 6, 6, 6))
    assert step.state.pools == ((1, 2, 3, 4, 5), (6, 6, 6, 6, 6))
    assert [event.faces for event in step.events if isinstance(event, PoolRolled)] == [(1, 2, 3, 4, 5), (6, 6, 6, 6, 6)]


def test_VR_2_a_pawn_enters_the_track_with_its_owners_first_point():
    table = Table((2,), (3, 3), prestige=(0, 1))
    pieces = scene_of(table).pieces
    assert PAWN not in pieces
    assert pieces[PAWN + 1].zone == "track"
    assert pieces[PAWN + 1].slot == 0
    charges = [seat.charge for seat in RULES.scene(RULES.observe(begin(Setup("verona", 6)).state, 0)).seats]
    assert len(set(charges)) == 6


def test_VR_3_the_lowest_total_goes_first_and_play_goes_clockwise():
    step = begin(Setup("verona", 3), Scripted(6, 6, 6, 6, 6, 1, 1, 1, 1, 1, 2, 2, 2, 2, 2))
    assert step.state.pending == (Turn(1),)
    table = Table((2,), (3,), (4, 4), turn=2)
    table.do(Recruit(), 5)
    assert table.asked == Turn(0)


def test_VR_4_the_tied_reroll_an_extra_die_until_one_is_lowest():
    chance = Scripted(1, 1, 1, 1, 1, 6, 6, 6, 6, 6, 1, 1, 1, 1, 1, 3, 3, 4, 2)
    step = begin(Setup("verona", 3), chance)
    chance.finish()
    assert [(event.seat, event.face) for event in step.events if isinstance(event, TieBroken)] == [(0, 3), (2, 3), (0, 4), (2, 2)]
    assert step.state.pending == (Turn(2),)
    assert step.state.pools[0] == (1, 1, 1, 1, 1)
    assert step.state.pools[2] == (1, 1, 1, 1, 1)


def test_VR_5_the_51st_point_starts_the_second_lap_and_the_true_total_shows():
    scene = scene_of(Table((2,), (3,), prestige=(50, 51)))
    assert scene.pieces[PAWN].slot == 49
    assert scene.pieces[PAWN + 1].slot == 0
    assert "lap 2" in scene.pieces[PAWN + 1].words
    assert "lap" not in scene.pieces[PAWN].words
    assert scene.counters["prestige@1"].value == 51


# Chemistry and the turn's one action


def test_VR_6_chemistry_is_one_odd_and_one_even():
    table = Table((1, 2, 3, 4, 5), (1, 2, 3, 4, 5))
    for own in range(1, 6):
        for foe in range(1, 6):
            die, to = table.die(0, own), table.die(1, foe)
            assert table.allowed(Propose(die, to)) == ((own + foe) % 2 == 1)
            assert table.allowed(Feud(die, to)) == ((own + foe) % 2 == 0)


def test_VR_7_propose_takes_an_own_die_and_an_opponents_with_chemistry():
    table = Table((4, 2), (3, 6), (5,))
    assert table.allowed(Propose(table.die(0, 4), table.die(1, 3)))
    assert table.allowed(Propose(table.die(0, 4), table.die(2, 5)))
    assert table.refused(Propose(table.die(0, 4), table.die(1, 6))) == "VR-7"
    assert table.refused(Propose(table.die(0, 4), table.die(0, 2))) == "VR-7"
    assert table.refused(Propose(table.die(1, 3), table.die(0, 4))) == "VR-7"
    assert table.refused(Propose(3, table.die(1, 3))) == "VR-7"  # an empty place
    assert table.refused(Propose(99, -1)) == "VR-7"


def test_VR_7_a_turn_is_exactly_one_action():
    table = Table((4, 4), (2, 2))
    table.do(Recruit(), 1)
    assert table.asked == Turn(1)
    assert table.refused(Propose(table.die(0, 4), table.die(1, 2))) == "VR-7"


def test_VR_8_the_opponent_accepts_or_challenges_with_an_equal_or_lower_die_without_chemistry():
    table = Table((4, 1), (3, 4, 2, 6, 1))
    table.do(Propose(table.die(0, 4), table.die(1, 3)))
    assert isinstance(table.asked, AnswerProposal)
    assert table.asked.seat == 1
    assert table.allowed(Accept())
    assert table.allowed(Challenge(table.die(1, 4)))  # equal
    assert table.allowed(Challenge(table.die(1, 2)))  # lower
    assert table.refused(Challenge(table.die(1, 6))) == "VR-8"  # higher
    assert table.refused(Challenge(table.die(1, 1))) == "VR-8"  # chemistry
    assert table.refused(Challenge(table.die(1, 3))) == "VR-8"  # the die proposed to has chemistry
    assert table.refused(Challenge(table.die(0, 1))) == "VR-8"  # not the opponent's
    assert table.refused(Seduce(table.die(1, 1))) == "VR-8"
    assert table.refused(Recruit()) == "VR-8"
    table.do(Challenge(table.die(1, 2)), 6, 1)
    assert table.kinds()[:2] == ["Answered", "DuelRolled"]
    assert table.dice(1) == (1, 3, 4, 6)  # the challenger lost; the die proposed to is untouched


def test_VR_9_without_a_challenger_the_opponent_must_accept_and_the_table_says_so():
    table = Table((4, 1), (3, 6, 1))
    table.do(Propose(table.die(0, 4), table.die(1, 3)))
    forced = [event for event in table.events if isinstance(event, Accepted)]
    assert [(event.seat, event.forced) for event in forced] == [(1, True)]
    assert "must accept" in RULES.tell(forced[0], None).words
    assert table.prestige == (7, 8)


def test_VR_10_a_feud_takes_two_dice_without_chemistry():
    table = Table((5,), (3, 2))
    assert table.allowed(Feud(table.die(0, 5), table.die(1, 3)))
    assert table.refused(Feud(table.die(0, 5), table.die(1, 2))) == "VR-10"


def test_VR_11_the_opponent_accepts_the_duel_or_seduces_with_a_higher_die_with_chemistry():
    table = Table((3, 1), (5, 4, 2, 3, 6))
    table.do(Feud(table.die(0, 3), table.die(1, 5)))
    assert isinstance(table.asked, AnswerFeud)
    assert table.allowed(Accept())
    assert table.allowed(Seduce(table.die(1, 4)))
    assert table.allowed(Seduce(table.die(1, 6)))
    assert table.refused(Seduce(table.die(1, 2))) == "VR-11"  # lower
    assert table.refused(Seduce(table.die(1, 3))) == "VR-11"  # equal: no chemistry
    assert table.refused(Seduce(table.die(1, 5))) == "VR-11"  # higher without chemistry
    assert table.refused(Seduce(table.die(0, 1))) == "VR-11"
    assert table.refused(Challenge(table.die(1, 3))) == "VR-11"
    table.do(Seduce(table.die(1, 4)))
    assert table.dice(0) == (1,)
    assert table.dice(1) == (2, 3, 5, 6)
    assert table.prestige == (8, 7)  # 3 and 4: the lower die was the first family's


def test_VR_11_without_a_seducer_the_duel_begins_at_once():
    table = Table((5, 5), (3, 4, 3))
    table.do(Feud(table.die(0, 5), table.die(1, 3)), 3, 3)
    assert [event.forced for event in table.events if isinstance(event, Accepted)] == [True]
    assert table.dice(1) == (3, 4)


def test_VR_12_a_tryst_takes_equal_dice_scores_one_and_the_opponent_chooses():
    table = Table((5, 2), (5, 4))
    assert table.refused(Tryst(table.die(0, 2), table.die(1, 4))) == "VR-12"
    table.do(Tryst(table.die(0, 5), table.die(1, 5)))
    assert table.prestige == (1, 0)
    assert isinstance(table.asked, AnswerTryst)
    assert table.asked.seat == 1
    assert table.allowed(Marry())
    assert table.allowed(Fight())
    assert table.refused(Accept()) == "VR-12"
    table.do(Marry())
    assert table.prestige == (11, 10)
    assert table.refused(Marry()) == "VR-7"


def test_VR_13_recruit_only_with_fewer_than_five_and_score_the_value():
    table = Table((1, 2, 3, 4), (2,))
    table.do(Recruit(), 6)
    assert table.dice(0) == (1, 2, 3, 4, 6)
    assert table.prestige == (6, 0)
    full = Table((1, 2, 3, 4, 5), (2,))
    assert full.refused(Recruit()) == "VR-13"
    with pytest.raises(IllegalAction, match="VR-13"):
        full.do(Recruit())


def test_VR_14_who_can_do_nothing_passes_and_nobody_else():
    table = Table((1, 2, 3, 4, 5), ())
    assert RULES.legal(table.state) == (Pass(),)
    assert scene_of(table).prompt.words == "No other family has dice: there is nothing to do but pass."
    assert scene_of(Table((1,), ())).prompt.words == "No other family has dice: recruit."
    table.do(Pass())
    assert table.asked == Turn(1)
    assert Table((1,), ()).refused(Pass()) == "VR-14"
    assert Table((1, 2, 3, 4, 5), (2,)).refused(Pass()) == "VR-14"


def test_VR_15_without_dice_only_recruiting_is_left_and_the_match_goes_on():
    table = Table((), (3, 4))
    assert RULES.legal(table.state) == (Recruit(),)
    assert table.refused(Propose(0, table.die(1, 3))) == "VR-15"
    table.do(Recruit(), 2)
    assert table.asked == Turn(1)


# Marry and duel


def test_VR_16_both_families_score_the_sum():
    table = Table((6, 1), (1, 6))
    table.do(Propose(table.die(0, 6), table.die(1, 1)))
    if isinstance(table.asked, AnswerProposal):
        table.do(Accept())
    assert (0, 7, "VR-16") in table.scored()
    assert (1, 7, "VR-16") in table.scored()


def test_VR_17_the_lower_die_also_scores_the_difference():
    table = Table((6, 1), (1, 1))
    table.do(Propose(table.die(0, 6), table.die(1, 1)))
    assert (1, 5, "VR-17") in table.scored()
    assert table.prestige == (7, 12)


@pytest.mark.parametrize(("choice", "rolls", "dice"), [(RollNew(), (5,), (1, 5)), (Decline(), (), (1,))])
def test_VR_18_the_higher_die_may_be_replaced_which_is_asked(choice, rolls, dice):
    table = Table((6, 1), (1, 1))
    table.do(Propose(table.die(0, 6), table.die(1, 1)))
    assert table.asked == OfferNewDie(0)
    assert table.refused(Recruit()) == "VR-18"
    table.do(choice, *rolls)
    assert table.dice(0) == dice
    assert table.prestige == (7, 12)  # a new die of VR-18 scores nothing
    assert table.asked == Turn(1)


def test_VR_18_the_log_tells_a_die_that_scores_nothing_from_a_recruit():
    table = Table((6, 1), (1, 1))
    table.do(Propose(table.die(0, 6), table.die(1, 1))).do(RollNew(), 5)
    recruits = Table((6,), (1, 1)).do(Recruit(), 4)
    said = []
    for told in (table, recruits):
        event = next(event for event in told.events if type(event).__name__ == "Recruited")
        said.append(RULES.tell(event, RULES.observe(told.state, 0)).words)
    assert said == ["The marriage brings {0} a new die: a 5.", "{0} recruits a 4."]


def test_VR_18_it_may_be_the_opponent_who_is_asked():
    table = Table((1, 1), (6, 3))
    table.do(Propose(table.die(0, 1), table.die(1, 6)))
    assert table.asked == OfferNewDie(1)
    table.do(RollNew(), 4)
    assert table.dice(1) == (3, 4)
    assert table.asked == Turn(1)


def test_VR_19_equal_lovers_score_no_difference_and_no_new_die_and_both_leave():
    table = Table((5, 2), (5, 4))
    table.do(Tryst(table.die(0, 5), table.die(1, 5))).do(Marry())
    assert table.scored() == [(0, 10, "VR-16"), (1, 10, "VR-16")]
    assert (table.dice(0), table.dice(1)) == ((2,), (4,))
    assert table.asked == Turn(1)


def test_VR_20_each_rolls_one_die_and_adds_it():
    table = Table((5, 5), (3, 3))
    table.do(Feud(table.die(0, 5), table.die(1, 3)), 2, 5)
    rolled = table.events[table.kinds().index("DuelRolled")]
    assert (rolled.face + rolled.roll, rolled.other_face + rolled.other_roll) == (7, 8)


def test_VR_21_winner_scores_the_sum_and_loser_the_difference_without_the_rolls():
    table = Table((5, 5), (3, 3))
    table.do(Feud(table.die(0, 5), table.die(1, 3)), 2, 5)
    assert table.scored() == [(1, 8, "VR-21"), (0, 2, "VR-21")]


def test_VR_22_the_loser_leaves_and_the_winner_drops_by_two():
    table = Table((5, 5), (3, 3))
    table.do(Feud(table.die(0, 5), table.die(1, 3)), 2, 5)
    assert table.dice(0) == (5,)
    assert table.dice(1) == (1, 3)


def test_VR_23_a_tie_scores_the_others_value_and_both_drop():
    table = Table((5, 5), (3, 3))
    table.do(Feud(table.die(0, 5), table.die(1, 3)), 1, 3)
    assert [event.winner for event in table.events if isinstance(event, DuelDecided)] == [None]
    assert table.scored() == [(0, 3, "VR-23"), (1, 5, "VR-23")]
    assert (table.dice(0), table.dice(1)) == ((3, 5), (1, 3))


@pytest.mark.parametrize(("face", "left"), [(1, ()), (2, ()), (3, (1,)), (4, (2,))])
def test_VR_24_points_count_before_the_drop_and_below_one_leaves(face, left):
    other = face + 2 if face < 5 else face
    table = Table((face, 6), (other, 6))
    table.do(Feud(table.die(0, face), table.die(1, other)), *([6, 1] if not _seducible(face) else []))
    if isinstance(table.asked, AnswerFeud):
        table.do(Accept(), 6, 1)
    assert (0, face + other, "VR-21") in table.scored()
    assert table.dice(0) == tuple(sorted((*left, 6)))
    gone = [event.why for event in table.events if isinstance(event, Left)]
    assert ("dropped below 1" in gone) == (not left)


@pytest.mark.parametrize(
    ("own", "foe", "said"),
    [
        (6, 4, "both drop"),
        (6, 2, "yours drops, theirs leaves"),
        (1, 3, "yours leaves, theirs drops"),
        (2, 2, "both leave"),
    ],
)
def test_VR_24_a_preview_of_a_draw_tells_which_dice_leave(own, foe, said):
    table = Table((own,), (foe,))
    assert f"(you {foe}, they {own}, {said})" in RULES.preview(RULES.observe(table.state, 0), Feud(0, PLACES)).words


def _seducible(face: int) -> bool:
    return face % 2 == 1  # the spare 6 of the other family is higher and has chemistry with every odd face


# End


def test_VR_25_the_match_ends_when_a_family_has_no_dice_at_the_end_of_its_own_turn():
    table = Table((2,), (2, 4))
    table.do(Feud(table.die(0, 2), table.die(1, 2)), 1, 6)
    assert table.asked is None
    assert isinstance(table.events[-1], Ended)
    assert RULES.legal(table.state) == ()
    assert table.refused(Recruit()) == "VR-25"
    other = Table((2, 4), (2,))  # the other family loses its last die: the match goes on
    other.do(Feud(other.die(0, 2), other.die(1, 2)), 6, 1)
    assert other.asked == Turn(1)


def test_VR_25_a_new_die_of_the_marriage_keeps_the_match_alive():
    table = Table((6,), (1, 1))
    table.do(Propose(table.die(0, 6), table.die(1, 1))).do(RollNew(), 3)
    assert table.asked == Turn(1)
    table = Table((6,), (1, 1))
    table.do(Propose(table.die(0, 6), table.die(1, 1))).do(Decline())
    assert table.asked is None


def test_VR_26_each_die_left_scores_one():
    table = Table((2,), (2, 4, 5), (1, 3))
    table.do(Feud(table.die(0, 2), table.die(1, 2)))
    table.do(Accept(), 1, 6)
    assert [score for score in table.scored() if score[2] == "VR-26"] == [(1, 2, "VR-26"), (2, 2, "VR-26")]


def test_VR_27_most_prestige_wins_and_equal_most_share():
    alone = Table((2,), (2, 4), prestige=(0, 30)).do(Feud(0, 5), 1, 6)
    assert RULES.outcome(alone.state).winners == (1,)
    # the duel gives 4 to the second family and 0 to the first, then VR-26 gives the second 1
    shared = Table((2,), (2, 4), prestige=(5, 0)).do(Feud(0, 5), 1, 6)
    assert shared.prestige == (5, 5)
    outcome = RULES.outcome(shared.state)
    assert outcome.winners == (0, 1)
    assert outcome.share(0) == outcome.share(1) == 0.5
    assert RULES.evaluate(shared.state) == (0.5, 0.5)


# Worked examples


def test_VR_E1_an_accepted_proposal_of_4_to_3():
    table = Table((4, 1), (3, 2))
    table.do(Propose(table.die(0, 4), table.die(1, 3))).do(Accept())
    assert table.prestige == (7, 8)
    assert table.asked == OfferNewDie(0)


def test_VR_E2_only_the_2_may_challenge():
    table = Table((4, 1), (3, 2, 6))
    table.do(Propose(table.die(0, 4), table.die(1, 3)))
    assert RULES.legal(table.state) == (Accept(), Challenge(table.die(1, 2)))


def test_VR_E3_only_the_6_may_seduce():
    table = Table((5, 1), (3, 3, 6, 4))
    table.do(Feud(table.die(0, 5), table.die(1, 3)))
    assert RULES.legal(table.state) == (Accept(), Seduce(table.die(1, 6)))


def test_VR_E4_a_drawn_duel_of_6_and_2():
    table = Table((6, 1), (2, 1))
    table.do(Feud(table.die(0, 6), table.die(1, 2)), 1, 5)
    assert table.prestige == (2, 6)
    assert (table.dice(0), table.dice(1)) == ((1, 4), (1,))


def test_VR_E5_a_2_beats_a_6_and_both_leave():
    table = Table((2, 1), (6, 1))
    table.do(Feud(table.die(0, 2), table.die(1, 6)), 6, 1)
    assert table.prestige == (8, 4)
    assert (table.dice(0), table.dice(1)) == ((1,), (1,))


def test_VR_E6_a_tryst_of_fives_answered_with_a_duel():
    table = Table((5, 1), (5, 1))
    table.do(Tryst(table.die(0, 5), table.die(1, 5))).do(Fight(), 3, 4)
    assert table.prestige == (1, 10)
    assert (table.dice(0), table.dice(1)) == ((1,), (1, 3))


# Around the rules


@pytest.mark.parametrize("seats", [0, 1, 7])
def test_only_two_to_six_families_sit_down(seats):
    with pytest.raises(SetupError, match="2 to 6"):
        open_box("verona").complete(Setup("verona", seats))
    with pytest.raises(SetupError, match="2 to 6"):
        begin(Setup("verona", seats))


def test_a_setup_with_anything_else_is_refused_with_every_reason():
    with pytest.raises(SetupError) as caught:
        open_box("verona").complete(Setup("verona", 9, options={"speed": 2}, map="duel"))
    assert len(caught.value.sentences) == 3


def test_duel_odds_are_the_counts_of_36():
    for own in range(1, 7):
        for foe in range(1, 7):
            assert sum(duel_odds(own, foe)) == 36
            assert duel_odds(own, foe) == duel_odds(foe, own)[::-1]
    assert duel_odds(3, 3) == (15, 6, 15)
    assert duel_odds(6, 1) == (35, 1, 0)


def test_a_preview_says_what_each_outcome_scores():
    table = Table((4, 1), (3, 2))
    observation = RULES.observe(table.state, 0)
    words = RULES.preview(observation, Propose(table.die(0, 4), table.die(1, 3))).words
    assert "you score 7 and may roll a new die, they score 8; both dice leave" in words
    assert "Duel 4 against 2: win 72 % (you 6, they 2, yours drops to 2)" in words
    assert "lose 17 % (you 2, they 6, both leave)" in words  # who wins a duel drops by 2, too (VR-22)


def test_the_offers_of_a_turn_name_every_pair_and_say_why_not():
    table = Table((4,), (3, 6))
    offers = RULES.offers(table.state)
    pair = [offer for offer in offers if offer.target == f"piece/{table.die(1, 6)}"]
    assert [(offer.verb, offer.refusal.rule if offer.refusal else None) for offer in pair] == [
        ("Propose a marriage", "VR-7"),
        ("Start a feud", None),
        ("Discover a tryst", "VR-12"),
    ]


def test_recruits_fill_the_first_empty_place_and_the_middle_is_clear_between_turns():
    table = Table((4, 1), (3, 3))
    table.do(Propose(table.die(0, 4), table.die(1, 3)))
    table.do(RollNew(), 6)
    assert table.state.pools[0] == (6, 1, 0, 0, 0)
    assert table.state.facing == ()
    assert [event.die for event in table.events if isinstance(event, Recruited)] == [0]
    assert isinstance(table.events[-1], TurnBegan)


def test_a_played_out_match_of_each_size_ends_with_winners():
    for seats in range(2, 7):
        state, chance = RULES.setup(Setup("verona", seats, seed=seats)).state, Chance(7)
        for _ in range(5000):
            actions = RULES.legal(state)
            if not actions:
                break
            state = RULES.advance(state, chance.pick(actions))
        assert RULES.outcome(state).winners


def test_VR_18_a_family_without_a_place_is_offered_no_die():
    for pool, fault in (((1, 2, 3), ()), ((1, 2, 3, 4, 5), ("family 2 has no place for a new die",))):
        state = Table((1,), pool).state
        assert RULES.faults(replace(state, pending=(Turn(0), OfferNewDie(1)))) == fault


@pytest.mark.parametrize("question", [AnswerProposal, AnswerFeud, AnswerTryst])
def test_a_question_is_about_dice_in_play(question):
    state = Table((3, 4), (5,)).state
    for to, found in ((PLACES, ()), (PLACES + 1, (f"die {PLACES + 1} is asked about and out of play",))):
        asked = question(1, die=0, to=to)
        assert RULES.faults(replace(state, pending=(Turn(0), asked))) == found
