"""Shine by its rules, SH-1 to SH-44, and its worked examples.

Longer than most: one scenario for each number of the rules, in their order.
"""

from __future__ import annotations

from collections import Counter

import pytest
from msgspec.structs import replace
from shine_stage import FILL, foe, me, stage

from game.kernel.chance import Chance
from game.kernel.ids import SPECTATOR
from game.kernel.setup import Setup
from game.rules.shine import BOX
from game.rules.shine.actions import KEEP, PASS, REDRAW, Attack, Choose, Discard, Guard, Lend, Play, Shift, Start, Throw, Use
from game.rules.shine.draft import MOST_TRIGGERED
from game.rules.shine.state import Answering, Attacking, Limit, Main, Opening, Placing, Purse, Starting, Supporting, Throwing, star_space

DECK = BOX.ready_decks()[0]


def opened(*actions, seed: int = 3):
    setup = BOX.complete(Setup("shine", 2, seed=seed))
    rules = BOX.rules(setup)
    state = rules.setup(setup).state
    for action in actions:
        state = rules.apply(state, action).state
    return rules, state


CHOSEN = (Throw("rock"), Throw("scissors"), Start(self=True))
STARTED = (*CHOSEN, KEEP, KEEP)


# --- deck and start ----------------------------------------------------------------------------------------------------


def test_SH_1_one_star_fifty_cards_and_ten_shine():
    assert BOX.deck_faults(DECK, Setup("shine", 2)) == ()
    assert "(SH-1)" in BOX.deck_faults(replace(DECK, front=()), Setup("shine", 2))[0]
    card = next(iter(DECK.cards))
    short = replace(DECK, cards={**DECK.cards, card: DECK.cards[card] - 1})
    assert any("50 cards beside its Star, and this one has 49 (SH-1)" in fault for fault in BOX.deck_faults(short, Setup("shine", 2)))
    _, state = opened()
    assert state.purses == (Purse(10, 0, 0), Purse(10, 0, 0))


def test_SH_2_every_card_shares_a_colour_with_the_star():
    others = {"riptide": 3} if DECK.front[0] == "rubea-first-flame" else {"scorch": 3}
    assert any("(SH-2)" in fault for fault in BOX.deck_faults(replace(DECK, cards={**DECK.cards, **others}), Setup("shine", 2)))


def test_SH_3_three_copies_at_most():
    card = next(iter(DECK.cards))
    assert any("(SH-3)" in fault for fault in BOX.deck_faults(replace(DECK, cards={**DECK.cards, card: 4}), Setup("shine", 2)))


def test_SH_4_the_choice_is_secret_until_both_have_chosen_and_ties_are_played_again():
    rules, state = opened(Throw("rock"))
    assert state.stack == (Throwing(1),)
    assert rules.observe(state, 0).signs == ("rock", "")
    assert rules.observe(state, 1).signs == rules.observe(state, SPECTATOR).signs == ("?", "")
    tied = rules.apply(state, Throw("rock")).state
    assert tied.stack == (Throwing(0),)
    assert tied.signs == ("", "")
    assert rules.apply(state, Throw("paper")).state.stack == (Starting(1),)
    assert opened(*CHOSEN)[1].active == 0
    assert opened(Throw("rock"), Throw("scissors"), Start(self=False))[1].active == 1


def test_SH_5_five_cards_and_one_chance_to_draw_anew():
    rules, state = opened(*CHOSEN)
    assert [len(hand) for hand in state.hands] == [5, 5]
    assert state.stack == (Opening(0),)
    after = rules.apply(state, REDRAW).state
    assert len(after.hands[0]) == 5
    assert after.stack == (Opening(1),)
    assert len(after.decks[0]) == 45


def test_SH_6_life_is_laid_from_the_top_the_first_at_the_bottom():
    rules, state = opened(*CHOSEN, KEEP)
    hp = [rules.arena.catalogue[state.cards[state.field[star_space(seat)].id][0]].hp for seat in (0, 1)]
    after = rules.apply(state, KEEP).state
    assert [len(life) for life in after.lives] == hp
    assert after.lives[0] == tuple(reversed(state.decks[0][: hp[0]]))
    assert all(piece not in rules.observe(after, 0).faces for piece in after.lives[0])


# --- winning -----------------------------------------------------------------------------------------------------------


def test_SH_7_no_life_left_loses():
    with stage(me(), foe(life=(FILL,)), phase="attack") as table:
        table.carry(Attack(table.star(0), table.star(1)))
        assert table.outcome.winners == (0,)
        assert table.outcome.rule == "SH-7"


def test_SH_8_no_cards_in_the_deck_loses_at_once_and_both_at_once_is_a_draw():
    with stage(me(), foe(deck=(FILL,))) as table:
        table.carry(PASS)
        while table.outcome is None and table.seat is not None:
            table.do(PASS)
        assert table.outcome.winners == (0,)
        assert table.outcome.rule == "SH-8"
    with stage(me(deck=(), life=(FILL,)), foe(life=(FILL,)), phase="attack") as table:
        table.carry(Attack(table.star(0), table.star(1)))
        assert table.outcome.winners == ()


# --- cards -------------------------------------------------------------------------------------------------------------


def test_SH_9_an_exhausted_card_lies_turned():
    with stage(me(front={0: "~ember-runner", 1: "torch-drummer"}), foe()) as table:
        pieces = table.scene(1).pieces
        assert pieces[table.id("ember-runner")].turned
        assert not pieces[table.id("torch-drummer")].turned


def test_SH_10_the_star_in_the_middle_two_attack_spaces_each_side_and_five_beneath():
    with stage(me(hand=("ember-runner", "bellows-choir"), front={0: "torch-drummer"}), foe()) as table:
        spaces = {action.at for action in table.legal() if isinstance(action, Play) and action.piece == table.id("ember-runner")}
        assert spaces == {1, 3, 4}
        table.refused(Play(table.id("ember-runner"), 0), "SH-10", "space-taken")
        table.refused(Play(table.id("ember-runner"), 7), "SH-10", "wrong-space")
        below = {action.at for action in table.legal() if isinstance(action, Play) and action.piece == table.id("bellows-choir")}
        assert below == {5, 6, 7, 8, 9}


def test_SH_11_an_attack_card_waits_a_turn_and_attacks_exhausted_cards_only():
    with stage(me(front={0: "+ember-runner", 1: "torch-drummer"}), foe(front={0: "~foam-dancer", 1: "glass-eel"}), phase="attack") as table:
        table.refused(Attack(table.id("ember-runner"), table.id("foam-dancer", 1)), "SH-11", "just-played")
        table.refused(Attack(table.id("torch-drummer"), table.id("glass-eel", 1)), "SH-11", "target-active")
        table.allowed(Attack(table.id("torch-drummer"), table.id("foam-dancer", 1)))


def test_SH_12_a_support_card_lends_its_strength_to_the_card_above():
    with stage(
        me(front={0: "ember-runner", 1: "torch-drummer"}, back={0: "ash-tailor", 1: "spark-page"}),
        foe(front={0: "~foam-dancer"}),
        phase="attack",
        pending=True,
    ) as table:
        table.do(Attack(table.id("ember-runner"), table.id("foam-dancer", 1)))
        assert table.state.stack == (Supporting(0),)
        table.refused(Lend(table.id("spark-page")), "SH-12")
        table.carry(Lend(table.id("ash-tailor")))
        assert table.stand("ash-tailor").turned
        assert table.told("Compared")[0].strength == 5


def test_SH_13_a_spell_is_used_once_and_goes_to_the_graveyard():
    with stage(me(hand=("scorch",), shine=(0, 5, 5)), foe(front={0: "ripple-scout"})) as table:
        table.carry(Play(table.id("scorch"), table.id("ripple-scout", 1)))
        assert table.names("graves", 0) == ["scorch"]
        assert table.names("graves", 1) == ["ripple-scout"]
        assert sum(stand is not None for stand in table.state.field) == 2


def test_SH_14_a_star_that_would_be_destroyed_costs_a_life():
    with stage(me(front={0: "magma-vanguard"}), foe(star="~marisel-tidal-voice"), phase="attack") as table:
        table.carry(Attack(table.id("magma-vanguard"), table.star(1)))
        assert len(table.state.lives[1]) == 2
        assert table.star(1) >= 0


def test_SH_15_a_lost_life_card_goes_from_the_top_to_its_owners_hand():
    with stage(me(), foe(life=("riptide", FILL, FILL)), phase="attack") as table:
        table.carry(Attack(table.star(0), table.star(1)))
        assert table.names("hands", 1)[0] == "riptide"
        assert "riptide" not in " ".join(table.words(0))


def test_SH_16_shine_is_exhausted_to_pay_and_comes_back():
    with stage(me(hand=("magma-vanguard",), shine=(3, 5, 2)), foe()) as table:
        table.carry(Play(table.id("magma-vanguard"), 0))
        assert table.state.purses[0] == Purse(3, 1, 6)
    with stage(me(hand=("magma-vanguard",), shine=(5, 3, 2)), foe()) as table:
        table.refused(Play(table.id("magma-vanguard"), 0), "SH-16", "too-dear")


def test_SH_17_destroyed_cards_lie_open_in_their_owners_graveyard():
    with stage(me(front={0: "magma-vanguard"}), foe(front={0: "~foam-dancer"}), phase="attack") as table:
        table.carry(Attack(table.id("magma-vanguard"), table.id("foam-dancer", 1)))
        assert table.names("graves", 1) == ["foam-dancer"]
        assert table.scene(0).pieces[table.state.graves[1][0]].face == "foam-dancer"


# --- a turn ------------------------------------------------------------------------------------------------------------


def next_turn(table) -> None:
    """Pass until the next turn has begun."""
    turn = table.state.turn
    while table.state.turn == turn:
        table.do(PASS)


def test_SH_18_refresh_turns_everything_active_and_brings_attached_shine_back():
    theirs = foe(front={0: "~foam-dancer"}, shine=(4, 1, 5))
    with stage(me(), theirs, pending=True) as table:
        foam = table.id("foam-dancer", 1)
        field = tuple(replace(stand, shine=2) if stand and stand.id == foam else stand for stand in table.state.field)
        table.state = replace(table.state, field=field, purses=(table.state.purses[0], Purse(4, 1, 3)))
        next_turn(table)
        assert not table.ask().stand(foam).turned
        assert table.ask().stand(foam).shine == 0
        assert table.state.purses[1] == Purse(2, 8, 0)


def test_SH_19_one_support_card_moves_or_changes_places():
    with stage(me(), foe(back={0: "tide-ledger", 1: "current-keeper"})) as table:
        next_turn(table)
        assert table.state.stack == (Placing(1),)
        table.do(Shift(table.id("tide-ledger", 1), 16))
        assert table.ask().space_of(table.id("tide-ledger", 1)) == 16
        assert table.ask().space_of(table.id("current-keeper", 1)) == 15
        assert not isinstance(table.state.stack[-1], Placing)


def test_SH_20_draw_one_then_discard_down_to_ten():
    with stage(me(), foe(hand=("deep-breath",) * 10)) as table:
        next_turn(table)
        assert len(table.state.hands[1]) == 11
        assert table.state.stack == (Limit(1),)
        table.do(Discard(table.state.hands[1][0]))
        assert len(table.state.hands[1]) == 10
        assert isinstance(table.state.stack[-1], Main)


def test_SH_21_two_shine_each_turn():
    with stage(me(), foe(shine=(6, 1, 3), hand=("ripple-scout",))) as table:
        next_turn(table)
        assert table.state.purses[1] == Purse(4, 6, 0)


def test_SH_22_the_main_phase_plays_as_often_as_payable():
    with stage(me(hand=("ember-runner", "ember-runner", "ash-tailor"), shine=(7, 3, 0)), foe()) as table:
        one, two = (piece for piece, (name, _) in table.state.cards.items() if name == "ember-runner")
        table.carry(Play(one, 0), Play(two, 1), Play(table.id("ash-tailor"), 5))
        assert table.state.purses[0].ready == 0
        assert table.state.hands[0] == ()


def test_SH_23_any_number_of_attacks_one_at_a_time():
    mine = me(front={0: "magma-vanguard", 1: "torch-drummer"})
    with stage(mine, foe(front={0: "~foam-dancer", 1: "~ripple-scout"})) as table:
        table.refused(Attack(table.id("magma-vanguard"), table.id("foam-dancer", 1)), "SH-23")
        table.do(PASS)
        assert table.state.stack == (Attacking(0),)
        table.carry(
            Attack(table.id("magma-vanguard"), table.id("foam-dancer", 1)), Attack(table.id("torch-drummer"), table.id("ripple-scout", 1))
        )
        assert len(table.state.graves[1]) == 2
        assert table.state.stack == (Attacking(0),)


def test_SH_24_a_second_main_phase_then_the_turn_ends():
    with stage(me(hand=("ember-runner",)), foe(hand=("ripple-scout",)), phase="attack") as table:
        table.do(PASS)
        assert table.state.phase == "main2"
        table.allowed(Play(table.id("ember-runner"), 0))
        table.do(PASS)
        assert table.state.turn == 6
        assert table.state.active == 1


def test_SH_22_SH_27_SH_43_every_window_is_open_even_to_a_player_who_can_do_nothing():
    """A bare opponent is asked exactly as one with a [Quick] card and guards would be, and no pass is told."""
    asked = []
    for theirs in (foe(shine=(9, 0, 1)), foe(hand=("break-the-wave",), front={0: "harbour-sentinel"}, back={1: "bell-buoy"})):
        with stage(me(hand=("spitfire-retort",), front={0: "ember-runner"}), {**theirs, "star": "~marisel-tidal-voice"}) as table:
            seats = []
            for action in (
                Play(table.id("spitfire-retort"), table.id("ember-runner")),
                PASS,
                Attack(table.id("ember-runner"), table.star(1)),
                PASS,
            ):
                table.do(action)
                while isinstance(table.state.stack[-1], Answering | Supporting):
                    seats.append((type(table.state.stack[-1]).__name__, table.seat))
                    assert PASS in table.legal()
                    table.do(PASS)
                    if len(table.step.events) == 1:
                        assert table.words(0) == table.words(1) == []
            table.do(PASS)
            asked.append(seats)
            assert table.state.turn == 6
    assert asked[0] == asked[1] == [("Answering", 1), ("Answering", 0), ("Supporting", 0), ("Supporting", 1)]


def test_SH_22_to_SH_24_every_phase_is_asked_with_an_empty_hand():
    with stage(me(star="~rubea-first-flame", shine=(9, 0, 1)), foe()) as table:
        for phase in ("main1", "attack", "main2"):
            assert (table.state.phase, table.seat) == (phase, 0)
            assert table.legal() == (PASS,)
            assert [offer.passing for offer in table.rules.offers(table.state) if offer.refusal is None] == [phase]
            table.do(PASS)
        assert (table.state.phase, table.seat) == ("main1", 1)


# --- an attack ---------------------------------------------------------------------------------------------------------


def test_SH_25_the_attacker_becomes_exhausted_and_needs_a_valid_target():
    with stage(me(front={0: "ember-runner"}), foe(back={0: "~tide-ledger"}), phase="attack") as table:
        table.refused(Attack(table.id("ember-runner"), table.star(1)), "SH-11", "target-active")
        table.carry(Attack(table.id("ember-runner"), table.id("tide-ledger", 1)))
        assert table.stand("ember-runner").turned
        table.refused(Attack(table.id("ember-runner"), table.star(1)), "SH-25", "exhausted")


def test_SH_26_on_attack_effects_come_before_the_support_step():
    with stage(me(front={0: "torch-drummer"}), foe(front={0: "~foam-dancer"}), phase="attack") as table:
        table.carry(Attack(table.id("torch-drummer"), table.id("foam-dancer", 1)))
        kinds = table.kinds()
        assert kinds.index("Changed") < kinds.index("Compared")
        assert table.names("graves", 1) == ["foam-dancer"]


def test_SH_27_support_alternates_from_the_turn_player_until_both_pass():
    mine = me(front={0: "ember-runner"}, back={0: "ash-tailor"})
    with stage(mine, foe(front={0: "~foam-dancer"}, back={0: "current-keeper"}), phase="attack") as table:
        table.do(Attack(table.id("ember-runner"), table.id("foam-dancer", 1)))
        assert table.state.stack == (Supporting(0),)
        table.do(PASS)
        assert table.state.stack == (Supporting(1),)
        table.do(Lend(table.id("current-keeper", 1)))
        assert table.state.stack == (Supporting(0),)
        table.do(PASS)
        assert table.state.stack == (Supporting(1),)
        table.do(PASS)
        assert table.state.fight is None


def test_SH_28_only_a_higher_attacker_destroys():
    for attacker, fallen in (("torch-drummer", []), ("magma-vanguard", ["glass-eel"]), ("ember-runner", [])):
        with stage(me(front={0: attacker}), foe(front={0: "~glass-eel"}), phase="attack") as table:
            table.carry(Attack(table.id(attacker), table.id("glass-eel", 1)))
            assert table.names("graves", 1) == fallen
            assert table.names("graves", 0) == []


def test_SH_29_what_lasts_for_this_battle_ends():
    with stage(me(front={0: "torch-drummer"}), foe(front={0: "~glass-eel"}), phase="attack") as table:
        table.carry(Attack(table.id("torch-drummer"), table.id("glass-eel", 1)))
        assert table.told("Compared")[0].strength == 5
        assert table.strength("torch-drummer") == 4
        assert table.state.lasting == ()


def test_SH_30_an_attack_whose_target_has_left_ends_without_damage():
    with stage(me(front={0: "ember-runner"}), foe(front={0: "~foam-dancer"}, hand=("wash-ashore",)), phase="attack") as table:
        table.do(Attack(table.id("ember-runner"), table.id("foam-dancer", 1)))
        table.do(PASS)
        table.carry(Play(table.id("wash-ashore", 1), table.id("foam-dancer", 1)))
        assert table.told("FightOver")[0].early
        assert table.told("Compared") == []


# --- keywords ----------------------------------------------------------------------------------------------------------


def test_SH_31_on_play():
    with stage(me(hand=("cinder-fencer",)), foe(front={0: "ripple-scout"})) as table:
        table.carry(Play(table.id("cinder-fencer"), 0))
        assert table.names("graves", 1) == ["ripple-scout"]


def test_SH_32_an_effect_of_the_opponents_turn_waits_for_it():
    with stage(
        me(front={0: "torch-drummer"}), foe(front={0: "~foam-dancer"}, back={3: "bell-buoy"}), phase="attack", pending=True
    ) as table:
        table.do(Attack(table.id("torch-drummer"), table.id("foam-dancer", 1)))
        table.pass_on(until=Supporting(1))
        buoy = table.id("bell-buoy", 1)
        assert any(isinstance(action, Use) and action.piece == buoy for action in table.legal())
    with stage(me(star="marisel-tidal-voice", back={3: "bell-buoy"}, front={0: "foam-dancer"}), foe()) as table:
        table.refused(Use(table.id("bell-buoy"), 0, table.id("foam-dancer")), "SH-32")


def test_SH_33_exhaust_is_a_cost():
    with stage(me(front={0: "~ember-runner"}, back={3: "flare-marshal"}), foe()) as table:
        table.carry(Use(table.id("flare-marshal"), 0, table.id("ember-runner")))
        assert table.stand("flare-marshal").turned
        assert not table.stand("ember-runner").turned


def test_SH_34_on_exhaust():
    with stage(me(front={0: "ember-runner"}, back={0: "kindling-twins"}), foe(front={0: "~glass-eel"}), phase="attack") as table:
        table.do(Attack(table.id("ember-runner"), table.id("glass-eel", 1)))
        table.carry(Lend(table.id("kindling-twins")))
        assert table.told("Compared")[0].strength == 3 + 2 + 1


def test_SH_35_guard_redirects_the_attack_to_itself():
    theirs = foe(front={0: "~foam-dancer", 1: "harbour-sentinel"})
    with stage(me(front={0: "ember-runner"}), theirs, phase="attack") as table:
        table.do(Attack(table.id("ember-runner"), table.id("foam-dancer", 1)))
        table.do(PASS)
        assert table.state.stack == (Supporting(1),)
        table.carry(Guard(table.id("harbour-sentinel", 1)))
        assert table.stand("harbour-sentinel", 1).turned
        assert table.told("Compared")[0].target == "harbour-sentinel"
        assert table.state.graves[1] == ()


def test_SH_36_a_graveyard_effect_works_from_there_only():
    with stage(me(grave=("phoenix-understudy",)), foe()) as table:
        table.carry(Use(table.id("phoenix-understudy"), 0))
        assert table.names("hands", 0) == ["phoenix-understudy"]
    with stage(me(front={0: "phoenix-understudy"}), foe()) as table:
        table.refused(Use(table.id("phoenix-understudy"), 0), "SH-36")


def test_SH_37_on_destroy():
    with stage(me(hand=("scorch",)), foe(back={0: "tide-ledger"})) as table:
        table.carry(Play(table.id("scorch"), table.id("tide-ledger", 1)))
        assert len(table.state.hands[1]) == 1


def test_SH_38_return_shuffles_shine_back():
    with stage(me(star="marisel-tidal-voice", grave=("drowned-echo",), shine=(1, 3, 6)), foe(front={0: "glass-eel"})) as table:
        table.carry(Use(table.id("drowned-echo"), 1, table.id("glass-eel", 1)))
        assert table.state.purses[0] == Purse(3, 3, 4)


@pytest.mark.parametrize(
    ("other", "fallen", "turned"), [("ripple-scout", True, False), ("glass-eel", False, True), ("pearl-diver", False, False)]
)
def test_SH_39_a_duel_destroys_the_weaker_or_exhausts_both(other, fallen, turned):
    with stage(me(hand=("cinder-fencer",)), foe(front={0: other})) as table:
        table.carry(Play(table.id("cinder-fencer"), 0))
        assert (table.names("graves", 1) == [other]) is fallen
        assert table.stand("cinder-fencer").turned is turned
        assert fallen or table.stand(other, 1).turned is turned


def test_SH_40_on_attack():
    with stage(
        me(star="marisel-tidal-voice", front={0: "storm-soprano"}),
        foe(front={0: "~foam-dancer"}, back={1: "current-keeper"}),
        phase="attack",
    ) as table:
        table.carry(Attack(table.id("storm-soprano"), table.id("foam-dancer", 1)))
        assert table.stand("current-keeper", 1).turned


def test_SH_41_on_win():
    with stage(me(front={0: "blaze-acrobat"}), foe(front={0: "~foam-dancer"}), phase="attack") as table:
        table.carry(Attack(table.id("blaze-acrobat"), table.id("foam-dancer", 1)))
        assert len(table.state.hands[0]) == 1


def test_SH_42_once_per_turn():
    with stage(me(hand=("ash-tailor",), front={0: "ember-runner"}), foe()) as table:
        act = Use(table.star(0), 0, table.id("ember-runner"))
        table.carry(act)
        assert table.strength("ember-runner") == 4
        table.refused(act, "SH-42", "once-a-turn")


def test_SH_43_quick_answers_and_the_last_resolves_first():
    theirs = foe(front={0: "ripple-scout"}, hand=("break-the-wave",))
    with stage(me(hand=("scorch",)), theirs) as table:
        table.do(Play(table.id("scorch"), table.id("ripple-scout", 1)))
        assert table.state.stack == (Answering(1),)
        table.refused(Attack(table.star(1), table.star(0)), "SH-43")
        table.carry(Play(table.id("break-the-wave", 1)))
        assert table.kinds().count("Cancelled") == 1
        assert table.stand("ripple-scout", 1) is not None


def test_SH_43_what_triggers_by_itself_can_be_answered_too():
    """[On Play] is an effect like any other: cancelled, it does nothing; and what it takes is asked as it resolves."""
    theirs = foe(front={0: "ripple-scout"}, hand=("break-the-wave", "wash-ashore"))
    with stage(me(hand=("cinder-fencer",)), theirs) as table:
        table.do(Play(table.id("cinder-fencer"), 0))
        assert [(link.card, bool(link.bound)) for link in table.state.chain] == [("cinder-fencer", True)]
        assert table.state.stack == (Answering(1),)
        assert table.words(1)[-1] == "On Play: [cinder-fencer]."
        table.carry(Play(table.id("break-the-wave", 1)))
        assert table.events("Compared") == table.told("Compared") == []
        assert table.stand("ripple-scout", 1) is not None
    with stage(me(hand=("cinder-fencer",)), theirs) as table:
        table.do(Play(table.id("cinder-fencer"), 0))
        table.carry(Play(table.id("wash-ashore", 1), table.id("ripple-scout", 1)))
        assert table.told("Compared") == []


def test_SH_43_an_effect_with_nothing_to_point_at_is_not_set_off():
    with stage(me(hand=("cinder-fencer",)), foe()) as table:
        table.do(Play(table.id("cinder-fencer"), 0))
        assert table.state.chain == ()
        assert table.state.stack == (Main(0),)


def test_SH_43_effects_set_off_together_resolve_the_turn_players_first():
    """Both cards of a battle have something to say: the winner's [On Win] comes before the fallen card's [On Destroy]."""
    with stage(me(front={0: "blaze-acrobat"}), foe(front={0: "~grave-dancer"}), phase="attack") as table:
        table.carry(Attack(table.id("blaze-acrobat"), table.id("grave-dancer", 1)))
        assert [event.card for event in table.told("Resolved")] == ["blaze-acrobat", "grave-dancer"]
        assert [len(hand) for hand in table.state.hands] == [1, 1]


def test_SH_43_effects_that_set_each_other_off_without_end_are_stopped():
    with stage(me(hand=("cinder-fencer",)), foe(front={0: "ripple-scout"})) as table:
        table.state = replace(table.state, triggered=MOST_TRIGGERED)
        table.do(Play(table.id("cinder-fencer"), 0))
        assert table.events("Stopped")[0].cards == ("cinder-fencer",)
        assert table.state.chain == ()


def test_SH_44_continuous_lasts_while_the_card_stays():
    with stage(me(front={0: "ember-runner"}, back={0: "bellows-choir"}), foe(star="rubea-first-flame", hand=())) as table:
        assert table.strength("ember-runner") == 4
        gone = tuple(stand for stand in table.state.field if stand is None or stand.id != table.id("bellows-choir"))
        assert len(gone) == len(table.state.field) - 1
    with stage(me(front={0: "ember-runner"}, back={1: "bellows-choir"}), foe()) as table:
        assert table.strength("ember-runner") == 3


# --- worked examples ---------------------------------------------------------------------------------------------------


def test_SH_E1_the_first_turns_of_both_players():
    rules, state = opened(*STARTED)
    assert (state.turn, state.active) == (1, 0)
    assert len(state.hands[0]) == 5
    assert state.purses[0] == Purse(9, 1, 0)
    while state.turn == 1:
        assert not any(isinstance(action, Attack) and action.piece != state.field[2].id for action in rules.legal(state))
        if state.phase == "attack":
            assert Attack(state.field[2].id, state.field[12].id) in rules.legal(state)
        state = rules.apply(state, PASS).state
    assert len(state.hands[1]) == 6
    assert state.purses[1] == Purse(8, 2, 0)
    with stage(me(front={0: "+ember-runner"}), foe(), phase="attack", turn=1) as table:
        table.refused(Attack(table.id("ember-runner"), table.star(1)), "SH-11", "just-played")
        table.allowed(Attack(table.star(0), table.star(1)))


def test_SH_E2_supports_on_both_sides():
    mine = me(front={0: "blaze-acrobat"}, back={0: "spark-page"})
    theirs = foe(front={0: "~pearl-diver"}, back={0: "bell-buoy"})
    for lends, fallen in ((False, []), (True, ["pearl-diver"])):
        with stage(mine, theirs, phase="attack") as table:
            table.do(Attack(table.id("blaze-acrobat"), table.id("pearl-diver", 1)))
            table.do(Lend(table.id("spark-page")) if lends else PASS)
            table.do(Lend(table.id("bell-buoy", 1)))
            table.pass_on()
            assert table.told("Compared")[0].against == 5
            assert table.names("graves", 1) == fallen


def test_SH_E3_star_against_active_star():
    mine = me(star="marisel-tidal-voice", front={0: "foam-dancer"})
    with stage(mine, foe(star="marisel-tidal-voice"), phase="attack") as table:
        table.refused(Attack(table.id("foam-dancer"), table.star(1)), "SH-11", "target-active")
        table.carry(Attack(table.star(0), table.star(1)))
        assert len(table.state.lives[1]) == 3
    with stage(me(), foe(life=("riptide", FILL)), phase="attack") as table:
        table.carry(Attack(table.star(0), table.star(1)))
        assert table.names("hands", 1)[0] == "riptide"
        assert len(table.state.lives[1]) == 1


def test_SH_E4_the_last_shine():
    with stage(me(), foe(shine=(1, 5, 4), hand=("ripple-scout",), deck=(FILL,) * 9)) as table:
        next_turn(table)
        assert table.state.purses[1] == Purse(0, 10, 0)
        next_turn(table)
        next_turn(table)
        assert table.state.purses[1] == Purse(0, 10, 0)


def test_SH_E5_drawing_the_last_card_loses_at_once():
    with stage(me(hand=("deep-breath",), star="marisel-tidal-voice", deck=(FILL, FILL)), foe()) as table:
        table.carry(Play(table.id("deep-breath")))
        assert table.outcome.winners == (1,)
        assert table.outcome.rule == "SH-8"


def test_SH_E6_a_quick_answer_resolves_first_and_takes_the_target_away():
    theirs = foe(front={0: "ripple-scout"}, hand=("wash-ashore",))
    with stage(me(hand=("scorch",)), theirs) as table:
        table.do(Play(table.id("scorch"), table.id("ripple-scout", 1)))
        table.carry(Play(table.id("wash-ashore", 1), table.id("ripple-scout", 1)))
        assert [event.card for event in table.told("Resolved")] == ["wash-ashore", "scorch"]
        assert [event.idle for event in table.told("Resolved")] == [False, True]
        assert table.names("hands", 1) == ["ripple-scout"]
        assert table.names("graves", 1) == ["wash-ashore"]


def test_a_card_asks_and_is_answered():
    with stage(me(hand=("challenge-the-stage",), front={0: "ember-runner", 1: "magma-vanguard"}), foe(front={0: "ripple-scout"})) as table:
        table.carry(Play(table.id("challenge-the-stage"), table.id("ripple-scout", 1)))
        table.do(Choose(table.id("magma-vanguard")))
        assert table.names("graves", 1) == ["ripple-scout"]


@pytest.mark.parametrize("seed", range(6))
def test_a_random_match_ends_without_fault_and_every_sample_agrees(seed):
    rules, state = opened(seed=seed)
    chance = Chance(seed)
    for number in range(4000):
        legal = rules.legal(state)
        if not legal:
            break
        assert rules.faults(state) == ()
        if number % 9 == 0:
            for viewer in (SPECTATOR, 0, 1):
                world = rules.sample(rules.observe(state, viewer), chance)
                assert rules.observe(world, viewer) == rules.observe(state, viewer)
                assert rules.faults(world) == ()
        state = rules.advance(state, chance.pick(legal))
    assert rules.outcome(state) is not None


def test_the_ready_decks_are_legal_and_every_card_is_in_one():
    used: Counter[str] = Counter()
    for deck in BOX.ready_decks():
        assert BOX.deck_faults(deck, Setup("shine", 2)) == ()
        used.update(deck.cards)
        used.update(deck.front)
    assert {face.id for face in BOX.catalogue()} == set(used)
