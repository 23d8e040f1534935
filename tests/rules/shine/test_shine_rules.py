"""Shine by its rules, SH-1 to SH-44, and its worked examples.

Longer than most: one scenario for each number of the rules, in their order.
"""

from __future__ import annotations

from collections import Counter

import pytest
from msgspec.structs import replace
from shine_stage import FILL, STARS, Stage, foe, me, stage

from game.cards.asking import Choose
from game.cards.hands import KEEP, REDRAW, Limit, Opening
from game.cards.model import Ability, Cancel, Draw, Gain, Select, Send, Tally
from game.cards.modify import Lasting
from game.kernel.chance import Chance
from game.kernel.ids import SPECTATOR
from game.kernel.setup import Setup
from game.rules.shine import BOX
from game.rules.shine.actions import PASS, Attack, Discard, Guard, Lend, Play, Shift, Start, Throw, Use
from game.rules.shine.cards import WORDS, ShineCard
from game.rules.shine.draft import ShineDraft
from game.rules.shine.offers import offers
from game.rules.shine.state import Answering, Attacking, Leaving, Main, Placing, Purse, Starting, Supporting, Throwing, Watching, star_space

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
LIFT = {2: "bellows-choir"}
"""A Support card under the Star that makes it stronger than the other by one."""


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
    told = [rules.scene(rules.observe(each, 0)).counters for each in (state, after)]
    assert "life@0" not in told[0], "what is not laid yet is no Life of 0, at which a match is lost"
    assert [told[1][f"life@{seat}"].value for seat in (0, 1)] == hp


# --- winning -----------------------------------------------------------------------------------------------------------


def test_SH_7_no_life_left_loses():
    for life, winners in (((FILL,), (0,)), ((FILL, FILL), None)):
        with stage(me(back=LIFT), foe(life=life), phase="attack") as table:
            table.carry(Attack(table.star(0), table.star(1)))
            assert (table.outcome and table.outcome.winners) == winners
            assert (table.outcome and table.outcome.rule) == (winners and "SH-7")


def test_SH_8_no_cards_in_the_deck_loses_at_once_and_both_at_once_is_a_draw():
    with stage(me(), foe(deck=(FILL,))) as table:
        table.carry(PASS)
        while table.outcome is None and table.seat is not None:
            table.do(PASS)
        assert table.outcome.winners == (0,)
        assert table.outcome.rule == "SH-8"
    draught = ShineCard(
        id="draught", name="Draught", kind="spell", colours=("coral",), cost=1, abilities=(Ability(effects=(Draw(who="everyone"),)),)
    )
    with stage(me(hand=("draught",), deck=(FILL,)), foe(deck=(FILL,)), more=(draught,)) as table:
        table.carry(Play(table.id("draught")))
        assert table.outcome.winners == ()


# --- cards -------------------------------------------------------------------------------------------------------------


def test_SH_8_an_effect_that_costs_both_their_last_life_is_a_draw():
    eclipse = ShineCard(
        id="eclipse", name="Eclipse", kind="spell", colours=("coral",), cost=1,
        abilities=(Ability(effects=(Gain(what="life", amount=-1, who="everyone"),)),),
    )  # fmt: skip
    with stage(me(hand=("eclipse",), life=(FILL,)), foe(life=(FILL,)), more=(eclipse,)) as table:
        table.carry(Play(table.id("eclipse")))
        assert table.outcome.winners == ()


def test_SH_10_what_sends_everything_away_leaves_the_star_in_the_middle():
    gale = ShineCard(
        id="gale", name="Gale", kind="spell", colours=("coral",), cost=1,
        abilities=(Ability(effects=(Send(what=Select(kind=("attack", "star"), side="foe"), to="hand"),)),),
    )  # fmt: skip
    with stage(me(hand=("gale",)), foe(front={0: "torch-drummer"}), more=(gale,)) as table:
        table.carry(Play(table.id("gale")))
        assert table.names("hands", 1) == ["torch-drummer"]
        assert table.stand(STARS[1], 1) is not None


def test_SH_16_Shine_attached_to_a_card_is_counted_on_it():
    with stage(me(front={0: "torch-drummer"}), foe()) as table:
        field = tuple(replace(stand, shine=2) if number == 0 else stand for number, stand in enumerate(table.state.field))
        lent = replace(table.state, field=field, purses=(Purse(0, 7, 1), table.state.purses[1]))
        badges = table.rules.scene(table.rules.observe(lent, 1)).pieces[table.id("torch-drummer")].badges
        assert [(badge.value, badge.tone) for badge in badges if badge.words == "2 Shine attached"] == [("2", "good")]


@pytest.mark.parametrize(
    ("add", "lies", "left", "said"),
    [
        (2, 0, Purse(0, 8, 0), "2 Shine is attached to [torch-drummer]."),
        (-2, 2, Purse(0, 8, 2), "2 Shine is taken off [torch-drummer]."),
        (-3, 2, Purse(0, 8, 2), "2 Shine is taken off [torch-drummer]."),
    ],
)
def test_SH_16_who_attaches_Shine_or_takes_it_off_is_told_which(add, lies, left, said):
    lamp = ShineCard(
        id="lamp", name="Lamp", kind="spell", colours=("coral",), cost=0,
        abilities=(Ability(effects=(Tally(on=Select(kind=("attack",), side="own"), counter="shine", add=add),)),),
    )  # fmt: skip
    with stage(me(hand=("lamp",), front={0: "torch-drummer"}), foe(), more=(lamp,)) as table:
        field = tuple(replace(stand, shine=lies) if number == 0 else stand for number, stand in enumerate(table.state.field))
        table.state = replace(table.state, field=field, purses=(Purse(0, 8, 2 - lies), table.state.purses[1]))
        table.carry(Play(table.id("lamp")))
        assert (table.stand("torch-drummer").shine, table.state.purses[0]) == (2 - lies, left)
        for seat in (0, 1):
            assert said in table.words(seat)


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


def test_SH_11_an_attack_card_costs_shine_waits_a_turn_and_attacks_exhausted_cards_only():
    mine = me(hand=("torch-drummer",), front={0: "ember-runner"}, shine=(6, 2, 2))
    theirs = foe(front={0: "~foam-dancer", 1: "glass-eel"}, back={0: "~tide-ledger", 1: "current-keeper"})
    with stage(mine, theirs) as table:
        drummer, runner, fallen = table.id("torch-drummer"), table.id("ember-runner"), table.id("foam-dancer", 1)
        table.carry(Play(drummer, 1))
        assert table.state.purses[0] == Purse(6, 0, 4)
        table.leave()
        table.refused(Attack(drummer, fallen), "SH-11", "just-played")
        for active in ("glass-eel", "current-keeper"):
            table.refused(Attack(runner, table.id(active, 1)), "SH-11", "target-active")
        table.refused(Attack(runner, table.star(1)), "SH-11", "target-active")
        table.allowed(Attack(runner, fallen))
        table.allowed(Attack(runner, table.id("tide-ledger", 1)))
        next_turn(table)
        next_turn(table)
        assert table.state.turn == 7
        table.leave()
        field = tuple(replace(stand, turned=True) if stand and stand.id == fallen else stand for stand in table.state.field)
        table.state = replace(table.state, field=field)
        table.allowed(Attack(drummer, fallen))
        table.refused(Attack(drummer, table.id("glass-eel", 1)), "SH-11", "target-active")


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
    with stage(me(back=LIFT), foe(life=("riptide", FILL, FILL)), phase="attack") as table:
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
        for seat in (0, 1):  # a graveyard lies open
            assert "[deep-breath] goes to {1}'s graveyard." in table.words(seat)
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
        table.leave()
        assert table.state.stack == (Attacking(0),)
        table.carry(
            Attack(table.id("magma-vanguard"), table.id("foam-dancer", 1)), Attack(table.id("torch-drummer"), table.id("ripple-scout", 1))
        )
        assert len(table.state.graves[1]) == 2
        assert table.state.stack == (Attacking(0),)


def test_SH_24_a_second_main_phase_then_the_turn_ends():
    with stage(me(hand=("ember-runner",)), foe(hand=("ripple-scout",)), phase="attack") as table:
        table.leave()
        assert table.state.phase == "main2"
        table.allowed(Play(table.id("ember-runner"), 0))
        table.leave()
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
                while isinstance(table.state.stack[-1], Answering | Supporting | Leaving):
                    seats.append((type(table.state.stack[-1]).__name__, table.seat))
                    assert PASS in table.legal()
                    table.do(PASS)
                    if len(table.step.events) == 1:
                        assert table.words(0) == table.words(1) == []
            table.leave()
            asked.append(seats)
            assert table.state.turn == 6
    spell, left, fight = [("Answering", 1), ("Answering", 0)], [("Leaving", 1)], [("Supporting", 0), ("Supporting", 1)]
    assert asked[0] == asked[1] == [*spell, *left, *fight, *left]


def test_SH_22_to_SH_24_every_phase_is_asked_with_an_empty_hand():
    with stage(me(star="~rubea-first-flame", shine=(9, 0, 1)), foe()) as table:
        for phase in ("main1", "attack", "main2"):
            assert (table.state.phase, table.seat) == (phase, 0)
            assert table.legal() == (PASS,)
            assert [offer.passing for offer in table.rules.offers(table.state) if offer.refusal is None] == [phase]
            table.leave()
            assert not any("phase" in line or "pass" in line for line in table.words(0))
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
    for attacker, fallen in (("torch-drummer", []), ("storm-soprano", ["glass-eel"]), ("ember-runner", [])):
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


def test_SH_29_without_a_battle_nothing_lasts_for_this_battle():
    """A card that is exhausted outside a battle speaks of a battle that is not going on: the next one is not its business."""
    mine = me(hand=("blinding-encore",), front={0: "magma-vanguard"})
    with stage(mine, foe(front={0: "~harbour-sentinel"}, back={1: "bone-harpist"}), pending=True) as table:
        table.carry(Play(table.id("blinding-encore"), table.id("bone-harpist", 1)))
        assert table.state.lasting == ()
        assert table.strength("magma-vanguard") == 6
        assert table.told("Changed") == []
        table.leave()
        table.do(Attack(table.id("magma-vanguard"), table.id("harbour-sentinel", 1)))
        assert table.strength("magma-vanguard") == 6


def test_the_log_says_whose_strength_changes_and_by_which_card():
    mine = me(front={0: "magma-vanguard"}, back={0: "lamp-trimmer"})
    with stage(mine, foe(front={0: "~harbour-sentinel"}, back={0: "bone-harpist"}), phase="attack", pending=True) as table:
        table.do(Attack(table.id("magma-vanguard"), table.id("harbour-sentinel", 1)))
        table.do(PASS)
        table.do(Lend(table.id("bone-harpist", 1)))
        assert "[harbour-sentinel]: +2 Strength for this battle, from [bone-harpist]." in table.words(0)
        table.do(PASS)
        table.do(PASS)
        assert "[magma-vanguard]: −1 Strength for this battle, from [bone-harpist]." in table.words(0)
    with stage(me(front={0: "torch-drummer"}), foe(front={0: "~harbour-sentinel"}), phase="attack", pending=True) as table:
        table.do(Attack(table.id("torch-drummer"), table.id("harbour-sentinel", 1)))
        table.play(PASS, PASS)
        assert "[torch-drummer]: +1 Strength for this battle." in table.words(0), "a card's own doing is not said twice"


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


def test_SH_28_the_log_says_which_of_two_equal_cards_attacks_and_what_came_of_it():
    mine = me(front={0: "ember-runner", 1: "ember-runner", 3: "torch-drummer"}, back={3: "lamp-trimmer"})
    theirs = foe(front={0: "~foam-dancer", 1: "harbour-sentinel", 3: "harbour-sentinel"})
    with stage(mine, theirs, phase="attack", pending=True) as table:
        runners = [piece for piece, (name, _) in sorted(table.state.cards.items()) if name == "ember-runner"]
        guards = [piece for piece, (name, owner) in sorted(table.state.cards.items()) if (name, owner) == ("harbour-sentinel", 1)]
        words = []
        for action in (Attack(runners[1], table.id("foam-dancer", 1)), PASS, Guard(guards[1])):
            table.do(action)
            words += table.words(0)
        while table.state.fight is not None:
            table.do(PASS)
            words += table.words(0)
        table.do(Attack(table.id("torch-drummer"), table.id("foam-dancer", 1)))
        words += table.words(0)
        while table.state.fight is not None:
            table.do(PASS)
            words += table.words(0)
    assert "{0} attacks [foam-dancer] with [ember-runner] (Attack space 2)." in words
    assert "The attack turns to [harbour-sentinel] (Attack space 3)." in words
    assert "Battle: [ember-runner] 3 against [harbour-sentinel] 5: nothing happens." in words
    assert "{0} attacks [foam-dancer] with [torch-drummer]." in words
    assert any(line.startswith("Battle: [torch-drummer] ") and line.endswith(": [torch-drummer] wins.") for line in words)
    assert not any("guards" in line or "supports" in line for line in words)


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


def test_SH_30_a_card_may_stop_the_attack_which_then_ends_without_damage():
    halt = ShineCard(
        id="halt", name="Halt", kind="spell", colours=("azure",), cost=1, keywords=("quick",),
        abilities=(Ability(effects=(Cancel(what="attack"),)),),
    )  # fmt: skip
    theirs = foe(hand=("halt",), front={0: "~ripple-scout"})
    with stage(me(front={0: "ember-runner"}), theirs, phase="attack", more=(halt,)) as table:
        table.do(Attack(table.id("ember-runner"), table.id("ripple-scout", 1)))
        table.do(PASS)
        table.carry(Play(table.id("halt", 1)))
        assert [event.early for event in table.told("FightOver")] == [True]
        assert (table.state.fight, table.names("graves", 1)) == (None, ["halt"])
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
        assert table.state.stack == (Watching(1, table.id("cinder-fencer")),)
        table.leave()
        assert table.state.stack == (Main(0),)


@pytest.mark.parametrize("held", [(), ("spitfire-retort",)])
@pytest.mark.parametrize(("phase", "then"), [("main1", "attack"), ("attack", "main2"), ("main2", "main1")])
def test_SH_43_the_other_player_is_asked_before_a_phase_ends_whatever_they_hold(phase, then, held):
    with stage(me(), foe(hand=held, front={0: "foam-dancer"}), phase=phase) as table:
        before = table.state.turn
        table.do(PASS)
        assert table.state.stack == (Leaving(1),)
        assert table.state.phase == phase
        assert [offer.passing for offer in table.rules.offers(table.state) if offer.passing] == ["leaving"]
        if held:
            table.carry(Play(table.id("spitfire-retort", 1), table.id("foam-dancer", 1)))
            assert table.strength("foam-dancer", 1) == 6
            assert (table.seat, table.state.phase) == (0, phase)  # the phase goes on, and may be left again
            (event,) = (each for each in table.told("Answered") if each.how == phase)
            name = {"main1": "first main phase", "attack": "attack phase", "main2": "second main phase"}[phase]
            assert table.rules.tell(event, table.observation(0)).words == f"{{0}}'s {name} goes on."
            table.do(PASS)
        table.do(PASS)
        assert (table.state.phase, table.state.turn) == (then, before + (phase == "main2"))


@pytest.mark.parametrize("held", [(), ("moonlit-retreat",)])
@pytest.mark.parametrize(("card", "space"), [("ember-runner", 0), ("ash-tailor", 5)])
def test_SH_43_the_other_player_is_asked_after_each_card_played(card, space, held):
    with stage(me(hand=(card,)), foe(hand=held, front={0: "~foam-dancer"})) as table:
        table.do(Play(table.id(card), space))
        assert table.state.stack == (Watching(1, table.id(card)),)
        assert [offer.passing for offer in table.rules.offers(table.state) if offer.passing] == ["played"]
        table.refused(Play(table.id(card), 1), "SH-43")
        if held:
            table.carry(Play(table.id("moonlit-retreat", 1), table.id("foam-dancer", 1)))
            assert not table.stand("foam-dancer", 1).turned
        else:
            table.do(PASS)
        assert table.state.stack == (Main(0),)


def test_SH_32_SH_43_what_is_meant_for_the_opponents_turn_can_be_used_before_a_phase_ends():
    with stage(me(), foe(back={3: "bell-buoy"}, star="marisel-tidal-voice")) as table:
        table.do(PASS)
        table.allowed(Use(table.id("bell-buoy", 1), 0, table.star(1)))
        table.do(PASS)


def test_SH_43_effects_set_off_together_resolve_the_turn_players_first():
    """Both cards of a battle have something to say: the winner's [On Win] comes before the fallen card's [On Destroy]."""
    with stage(me(front={0: "blaze-acrobat"}), foe(front={0: "~grave-dancer"}), phase="attack") as table:
        table.carry(Attack(table.id("blaze-acrobat"), table.id("grave-dancer", 1)))
        assert [event.card for event in table.told("Resolved")] == ["blaze-acrobat", "grave-dancer"]
        assert [len(hand) for hand in table.state.hands] == [1, 1]


def test_SH_43_effects_that_set_each_other_off_without_end_are_stopped():
    with stage(me(hand=("cinder-fencer",)), foe(front={0: "ripple-scout"})) as table:
        table.state = replace(table.state, triggered=ShineDraft.most_triggered)
        table.do(Play(table.id("cinder-fencer"), 0))
        assert table.events("Stopped")[0].cards == ("cinder-fencer",)
        assert table.state.chain == ()


def test_SH_43_a_chain_of_three_resolves_from_the_last_to_the_first():
    """The answer to the answer saves the first spell: each is answered by the other player, and both pass before each resolves."""
    theirs = foe(front={0: "ripple-scout"}, hand=("wash-ashore",))
    with stage(me(hand=("scorch", "silence-the-hall")), theirs) as table:
        scout = table.id("ripple-scout", 1)
        table.do(Play(table.id("scorch"), scout))
        assert table.state.stack == (Answering(1),)
        table.do(Play(table.id("wash-ashore", 1), scout))
        assert table.state.stack == (Answering(0),)
        table.do(Play(table.id("silence-the-hall")))
        assert [link.card for link in table.state.chain] == ["scorch", "wash-ashore", "silence-the-hall"]
        assert [table.scene(0).pieces[number].face for number in sorted(table.scene(0).pieces) if number > 300_000] == [
            "scorch",
            "wash-ashore",
            "silence-the-hall",
        ]
        for seat in (1, 0, 1, 0):
            assert table.state.stack == (Answering(seat),)
            table.do(PASS)
        assert table.state.chain == ()
        assert [event.card for event in table.told("Resolved")] == ["silence-the-hall", "scorch"]
        assert [event.card for event in table.told("Cancelled")] == ["wash-ashore"]
        assert table.names("graves", 1) == ["ripple-scout", "wash-ashore"]
        assert table.names("hands", 1) == []


def test_SH_43_a_spell_whose_target_still_stands_and_fits_no_more_does_not_say_that_it_is_gone():
    theirs = foe(front={0: "~ripple-scout"}, hand=("moonlit-retreat",))
    with stage(me(hand=("curtain-of-fire",)), theirs) as table:
        scout = table.id("ripple-scout", 1)
        table.do(Play(table.id("curtain-of-fire"), scout))
        table.carry(Play(table.id("moonlit-retreat", 1), scout))
        (idle,) = [event for event in table.told("Resolved") if event.idle]
        words = "[curtain-of-fire] does nothing: what it was meant for is no fitting target any more."
        assert table.rules.tell(idle, table.observation(0)).words == words
        assert scout in table.state.cards
        assert table.names("graves", 1) == ["moonlit-retreat"]


def test_SH_43_a_pass_is_taken_back_by_the_next_answer():
    """Both must pass in a row: who passed is asked again when the other player adds something."""
    mine = me(hand=("scorch", "spitfire-retort"), front={0: "ember-runner"})
    with stage(mine, foe(front={0: "ripple-scout"}, hand=("break-the-wave",))) as table:
        table.do(Play(table.id("scorch"), table.id("ripple-scout", 1)))
        table.do(PASS)
        assert table.state.stack == (Answering(0),)
        table.do(Play(table.id("spitfire-retort"), table.id("ember-runner")))
        assert table.state.stack == (Answering(1),)
        table.carry(Play(table.id("break-the-wave", 1)))
        assert [event.card for event in table.told("Cancelled")] == ["spitfire-retort"]
        assert table.strength("ember-runner") == 3
        assert table.names("graves", 1) == ["ripple-scout", "break-the-wave"]


def test_SH_43_quick_in_ones_own_main_phase_and_not_in_the_others():
    with stage(me(hand=("spitfire-retort",), front={0: "ember-runner"}), foe(hand=("spitfire-retort",), front={0: "foam-dancer"})) as table:
        table.carry(Play(table.id("spitfire-retort"), table.id("ember-runner")))
        assert table.strength("ember-runner") == 5
        assert table.state.stack == (Main(0),)
        table.refused(Play(table.id("spitfire-retort", 1), table.id("foam-dancer", 1)), "SH-22", "not-in-hand")


def test_SH_44_continuous_lasts_while_the_card_stays():
    theirs = foe(front={0: "ember-runner", 1: "torch-drummer"}, back={0: "bellows-choir"})
    with stage(me(hand=("scorch",)), theirs) as table:
        assert table.strength("ember-runner", 1) == 4
        assert table.strength("torch-drummer", 1) == 4, "only the card above it"
        table.carry(Play(table.id("scorch"), table.id("bellows-choir", 1)))
        assert table.strength("ember-runner", 1) == 3
    with stage(me(), theirs) as table:
        next_turn(table)
        table.do(Shift(table.id("bellows-choir", 1), 16))
        assert table.strength("ember-runner", 1) == 3
        assert table.strength("torch-drummer", 1) == 5


def test_SH_44_continuous_may_depend_on_whose_turn_it_is_and_on_others():
    with stage(me(front={0: "beetle-bodyguard", 1: "stag-tenor"}), foe()) as table:
        assert table.strength("beetle-bodyguard") == 3
        assert table.strength("stag-tenor") == 5
        next_turn(table)
        assert table.strength("beetle-bodyguard") == 4
    with stage(me(front={0: "thicket-wolf", 1: "stag-tenor"}, back={1: "acorn-drummer"}), foe(front={0: "foam-dancer"})) as table:
        assert table.strength("thicket-wolf") == 6, "others, not itself"
        assert table.strength("stag-tenor") == 7
        assert table.strength("foam-dancer", 1) == 4, "friendly ones only"


def strength_told(table: Stage, card: str, seat: int = 0) -> str:
    """Return what is said of a card's strength where it lies."""
    rules, state = table.rules, table.state
    piece = rules.scene(rules.observe(state, SPECTATOR)).pieces[table.id(card, seat)]
    return next(badge.words for badge in piece.badges if badge.icon == "strength")


def test_SH_44_a_changed_strength_names_what_changed_it():
    mine = me(hand=("spitfire-retort",), front={0: "ember-runner", 1: "torch-drummer"}, back={0: "bellows-choir"})
    with stage(mine, foe(front={0: "~foam-dancer"})) as table:
        assert strength_told(table, "ember-runner") == "Strength 4 (printed 3): +1 Strength from [bellows-choir]"
        assert strength_told(table, "torch-drummer") == "Strength 4"
        table.carry(Play(table.id("spitfire-retort"), table.id("ember-runner")))
        lasts = "+2 Strength until the end of the turn, from [spitfire-retort]"
        assert strength_told(table, "ember-runner") == f"Strength 6 (printed 3): +1 Strength from [bellows-choir]; {lasts}"


def test_SH_33_an_exhausted_card_cannot_pay_with_itself():
    with stage(me(front={0: "~ember-runner"}, back={3: "~flare-marshal"}), foe()) as table:
        table.refused(Use(table.id("flare-marshal"), 0, table.id("ember-runner")), "SH-16", "cannot-pay")


def test_SH_35_only_an_active_card_of_the_defender_guards():
    mine = me(front={0: "ember-runner", 1: "wick-guard"})
    theirs = foe(front={0: "~foam-dancer", 1: "~harbour-sentinel"}, back={0: "hedge-warden"})
    with stage(mine, theirs, phase="attack", pending=True) as table:
        table.do(Attack(table.id("ember-runner"), table.id("foam-dancer", 1)))
        table.refused(Guard(table.id("wick-guard")), "SH-35", "cannot-guard")
        table.do(PASS)
        table.refused(Guard(table.id("harbour-sentinel", 1)), "SH-35", "cannot-guard")
        table.do(Guard(table.id("hedge-warden", 1)))
        assert table.state.fight.target == table.id("hedge-warden", 1)
        assert table.state.stack == (Supporting(0),)
        table.pass_on()
        assert table.told("Compared")[0].target == "hedge-warden"
        assert table.names("graves", 1) == []


def test_SH_38_return_needs_so_much_shine():
    for shine, able in (((9, 1, 0), False), ((8, 1, 1), True)):
        with stage(me(grave=("drowned-echo",), shine=shine), foe(front={0: "glass-eel"})) as table:
            act = Use(table.id("drowned-echo"), 1, table.id("glass-eel", 1))
            if able:
                table.carry(act)
                assert [(event.amount, event.how) for event in table.told("Shone")] == [(2, "returned")]  # one that was ready among them
            else:
                table.refused(act, "SH-16", "cannot-pay")


def test_SH_41_a_defender_wins_nothing():
    with stage(me(front={0: "ember-runner"}), foe(front={0: "~blaze-acrobat"}), phase="attack") as table:
        table.carry(Attack(table.id("ember-runner"), table.id("blaze-acrobat", 1)))
        assert table.told("Compared")[0].strength < table.told("Compared")[0].against
        assert table.state.hands == ((), ())
        assert table.told("SetOff") == []


def test_SH_42_a_trigger_may_be_limited_too():
    mine = me(front={0: "bonfire-champion"})
    with stage(mine, foe(front={0: "~foam-dancer", 1: "~ripple-scout"}), phase="attack") as table:
        champion = table.id("bonfire-champion")
        table.carry(Attack(champion, table.id("foam-dancer", 1)))
        assert not table.ask().stand(champion).turned
        table.carry(Attack(champion, table.id("ripple-scout", 1)))
        assert table.ask().stand(champion).turned
        assert len(table.state.graves[1]) == 2


def test_a_steady_card_is_not_exhausted_by_the_opponent_but_by_its_owner():
    with stage(me(hand=("entangle",)), foe(front={0: "glass-eel", 1: "foam-dancer"})) as table:
        table.carry(Play(table.id("entangle"), table.id("glass-eel", 1)))
        assert not table.stand("glass-eel", 1).turned
    with stage(me(front={0: "glass-eel"}), foe(front={0: "~foam-dancer"}), phase="attack") as table:
        table.carry(Attack(table.id("glass-eel"), table.id("foam-dancer", 1)))
        assert table.stand("glass-eel").turned


def test_a_duel_exhausts_even_who_is_steady_SH_39():
    """`Not exhausted by cards of your opponent` was read of a duel, too, which no rule settled."""
    with stage(me(hand=("cinder-fencer",)), foe(front={0: "glass-eel"})) as table:
        table.carry(Play(table.id("cinder-fencer"), 0))
        assert table.stand("glass-eel", 1).turned
        assert table.stand("cinder-fencer").turned


# --- worked examples ---------------------------------------------------------------------------------------------------


def test_SH_E1_the_first_turns_of_both_players():
    for seed in range(40):
        rules, state = opened(*STARTED, seed=seed)
        printed = rules.arena.printed
        cheap = [
            piece
            for piece in state.hands[0]
            if printed[state.cards[piece][0]].kind == "attack" and printed[state.cards[piece][0]].cost == 1
        ]
        if cheap:
            break
    table = Stage(rules, state, pending=True)
    assert (state.turn, state.active, state.phase) == (1, 0, "main1")
    assert [len(hand) for hand in state.hands] == [5, 5]
    assert state.purses[0] == Purse(9, 1, 0)
    decks = [len(deck) for deck in state.decks]
    table.do(Play(cheap[0], 0))
    table.pass_on()
    while not isinstance(table.state.stack[-1], Attacking):
        table.do(table.legal()[0])
    for target in (stand.id for stand in table.state.field[10:] if stand is not None):
        table.refused(Attack(cheap[0], target), "SH-11", "just-played")
    table.allowed(Attack(table.star(0), table.star(1)))
    table.carry(Attack(table.star(0), table.star(1)))
    hand = len(table.state.hands[1])
    next_turn(table)
    assert (table.state.turn, table.state.active) == (2, 1)
    assert len(table.state.hands[1]) == hand + 1
    assert len(table.state.decks[1]) == decks[1] - 1
    assert table.state.purses[1] == Purse(8, 2, 0)


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
    """A Star of 4 takes a Life of an active Star of 3, and nothing of one of 4; an Attack card may not attack that Star."""
    for weaker, left in ((1, 2), (0, 3)):
        with stage(me(front={0: "magma-vanguard"}), foe(life=("riptide", FILL, FILL)), phase="attack") as table:
            star = table.star(1)
            table.state = replace(
                table.state, lasting=(Lasting(star, "strength", "add", -weaker, "turn", 0, "scorch", table.state.turn),) if weaker else ()
            )
            assert (table.ask().strength(table.star(0)), table.ask().strength(star)) == (4, 4 - weaker)
            assert not table.ask().stand(star).turned
            table.refused(Attack(table.id("magma-vanguard"), star), "SH-11", "target-active")
            table.carry(Attack(table.star(0), star))
            assert len(table.state.lives[1]) == left
            assert table.names("hands", 1) == (["riptide"] if weaker else [])
            assert table.ask().stand(star) is not None
            assert table.state.graves == ((), ())


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
        table.do(Play(table.id("wash-ashore", 1), table.id("ripple-scout", 1)))
        assert [link.card for link in table.state.chain] == ["scorch", "wash-ashore"]
        assert table.state.stack == (Answering(0),)
        table.do(PASS)
        assert table.state.stack == (Answering(1),)
        assert table.told("Resolved") == []
        table.do(PASS)
        assert [event.card for event in table.told("Resolved")] == ["wash-ashore"]
        assert table.names("hands", 1) == ["ripple-scout"]
        assert table.state.stack == (Answering(1),), "after the top one has resolved, both may answer what is left"
        table.pass_on()
        assert [(event.card, event.idle) for event in table.told("Resolved")] == [("wash-ashore", False), ("scorch", True)]
        assert table.names("graves", 1) == ["wash-ashore"]
        assert table.names("graves", 0) == ["scorch"]


def test_what_an_effect_that_set_itself_off_does_is_said_in_the_question_whether_to_answer_it():
    with stage(me(hand=("star-reader",)), foe(hand=("wash-ashore",)), pending=True) as table:
        table.do(Play(table.id("star-reader"), 5))
        table.pass_on(until=Answering(1))
        prompt = table.rules.scene(table.rules.observe(table.state, 1)).prompt
        assert prompt.words == "[star-reader] takes effect: *On Play*, draw a card. Answer it, or pass?"


def test_what_is_used_on_a_card_that_all_see_is_said_with_it_in_the_question_and_the_log():
    with stage(me(hand=("scorch",)), foe(front={0: "ripple-scout"}, hand=("wash-ashore",)), pending=True) as table:
        table.do(Play(table.id("scorch"), table.id("ripple-scout", 1)))
        prompt = table.rules.scene(table.rules.observe(table.state, 1)).prompt
        assert prompt.words == "{0} uses [scorch] on [ripple-scout]: answer it, or pass?"
        assert prompt.about == (f"piece/{table.id('ripple-scout', 1)}",)
        assert [(event.card, event.aim) for event in table.told("Played")] == [("scorch", "ripple-scout")]
        table.do(Play(table.id("wash-ashore", 1), table.id("ripple-scout", 1)))
        assert (
            table.rules.scene(table.rules.observe(table.state, 0)).prompt.words
            == "{1} uses [wash-ashore] on [ripple-scout]: answer it, or pass?"
        )


def test_the_ways_of_a_card_that_lets_its_player_choose_one_are_offered_in_its_own_words():
    with stage(me(hand=("golden-gamble",)), foe(), pending=True) as table:
        table.do(Play(table.id("golden-gamble")))
        table.pass_on()
        ways = [offer for offer in offers(table.ask()) if offer.refusal is None]
        assert [(way.verb, way.words) for way in ways] == [
            ("Draw 2 cards", "[golden-gamble]: Draw 2 cards."),
            ("Gain 2 exhausted Shine", "[golden-gamble]: Gain 2 exhausted Shine."),
        ]


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


# --- plays that would change nothing -----------------------------------------------------------------------------------


def warnings(table):
    """Return the warnings of what is on offer, by action."""
    return {offer.action: offer.warning for offer in table.rules.offers(table.state) if offer.refusal is None}


def test_turning_a_steady_card_is_warned_of():
    mine = me(hand=("blinding-encore", "golden-gamble"), shine=(0, 9, 1))
    with stage(mine, foe(front={0: "glass-eel", 1: "foam-dancer"})) as table:
        said = warnings(table)
        encore = table.id("blinding-encore")
        assert said[Play(encore, table.id("glass-eel", 1))] == "It would change nothing: [glass-eel] is *Steady*."
        assert said[Play(encore, table.id("foam-dancer", 1))] == ""
        assert said[Play(table.id("golden-gamble"))] == ""


def test_what_is_for_a_battle_is_warned_of_for_who_takes_no_part_in_it():
    """Who supports the attacker, or may still stand guard, takes part; who is exhausted or stands elsewhere does not."""
    mine = me(
        hand=("stand-firm",), front={0: "torch-drummer", 1: "ember-runner"}, back={0: "kindling-twins", 1: "flare-marshal"}, shine=(0, 9, 1)
    )
    with stage(mine, foe(front={0: "~foam-dancer"}), phase="attack", pending=True) as table:
        table.do(Attack(table.id("torch-drummer"), table.id("foam-dancer", 1)))
        table.pass_on(until=Supporting(0))
        firm = table.id("stand-firm")
        said = {
            name: warnings(table)[Play(firm, table.id(name))]
            for name in ("torch-drummer", "ember-runner", "kindling-twins", "flare-marshal")
        }
    assert said["torch-drummer"] == said["kindling-twins"] == ""
    assert said["ember-runner"] == "It would change nothing: [ember-runner] takes no part in this battle."
    assert said["flare-marshal"] == "It would change nothing: [flare-marshal] takes no part in this battle."


def test_a_warning_says_what_is_counted_and_is_not_there():
    with stage(me(hand=("spring-feast",), shine=(0, 9, 1)), foe()) as table:
        assert warnings(table)[Play(table.id("spring-feast"))] == "It would change nothing: there is no friendly Support card."


def test_what_is_for_a_battle_is_warned_of_where_there_is_none():
    with stage(me(), foe(back={3: "bell-buoy"}, star="marisel-tidal-voice"), pending=True) as table:
        table.do(PASS)
        assert warnings(table)[Use(table.id("bell-buoy", 1), 0, table.star(1))] == "It would change nothing: no battle is going on."


def test_a_card_counts_every_resource_of_either_player():
    with stage(me(hand=(FILL,) * 2, life=(FILL,) * 4, shine=(0, 7, 3), grave=(FILL,)), foe(life=(FILL,), shine=(0, 10, 0))) as table:
        counted = [{name: table.ask().resource(name, seat) for name in WORDS.resources} for seat in (0, 1)]
    assert counted == [{"shine": 7, "life": 4, "cards": 2, "graveyard": 1}, {"shine": 10, "life": 1, "cards": 0, "graveyard": 0}]
