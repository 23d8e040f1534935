"""Starcrossed by its rules, SC-1 to SC-30: set-up, turns, divas, skills and abilities.

Longer than most: one rulebook, from its first rule to its last.
"""

from __future__ import annotations

import pytest
from starcrossed_stage import at, foe, me, stage

from game.cards.asking import ENOUGH, Choose
from game.cards.events import Drew, TurnBegan
from game.cards.hands import KEEP, REDRAW, Limit, Opening
from game.cards.model import Ability, Pick, Select, Swap
from game.kernel.chance import Chance, Scripted
from game.kernel.ids import SPECTATOR
from game.kernel.setup import Setup
from game.rules.starcrossed import BOX
from game.rules.starcrossed.actions import (
    ATTACK,
    DONE,
    HOLD,
    LEAVE,
    LET,
    PASS,
    Activate,
    Attune,
    Bottom,
    First,
    Play,
    Recruit,
    SetDown,
    Use,
)
from game.rules.starcrossed.cards import StarCard
from game.rules.starcrossed.draft import StarDraft
from game.rules.starcrossed.events import HandShown
from game.rules.starcrossed.setup import begin
from game.rules.starcrossed.state import Attuning, Crystal, Lane, Ordering, Turn, opposing


def opened(seed: int = 3, *rolls: int):
    setup = BOX.complete(Setup("starcrossed", 2, seed=seed))
    rules = BOX.rules(setup)
    chance = Scripted(*rolls, seed=seed) if rolls else Chance(seed)
    step = begin(rules.arena, setup, chance)
    if rolls:
        chance.finish()
    return rules, step


def through_combat(table, turn: int = 3) -> None:
    """Hold back and put cards down until a player acts in the turn after this one."""
    while not (table.state.turn > turn and isinstance(table.state.stack[-1], Turn)):
        top = table.state.stack[-1]
        table.do(HOLD if isinstance(top, Lane) else Bottom(table.state.hands[top.seat][0]) if isinstance(top, Limit) else LEAVE)


# --- the play area -----------------------------------------------------------------------------------------------------


def test_SC_1_three_crystals_each_and_the_opposing_one_straight_across():
    with stage(me(crystals=[at(1), at(2), at(3)]), foe()) as table:
        assert [crystal.level for crystal in table.state.crystals] == [1, 2, 3, 0, 0, 0]
        assert [opposing(index) for index in range(6)] == [3, 4, 5, 0, 1, 2]
        scene = table.scene(0)
        assert {"crystal_left@0", "crystal_middle@0", "crystal_right@0", "skills_left@1", "diva_right@1"} <= set(scene.zones)
        assert scene.zones["skills_left@0"].columns == 3
        assert scene.pieces[0].zone == "crystal_left@0"
        assert scene.pieces[3].zone == "crystal_right@1", "the far player's right is across from the near player's left"
        table.refused(Play(99, 0), "SC-10")


def test_SC_1_only_own_crystals_take_cards():
    with stage(me(hand=["ember-chorister"]), foe()) as table:
        table.refused(Play(table.id("ember-chorister"), 3), "SC-1")
        table.refused(Recruit(table.id("ember-chorister"), 4), "SC-1")


def test_SC_2_each_player_has_deck_hand_void_life_and_energy_and_the_void_is_public():
    with stage(me(hand=["stoke"], void=["ember-chorister"], deck=["anvil-mezzo"], life=20, energy=4), foe()) as table:
        theirs = table.observation(1)
        assert (theirs.life, theirs.energy, theirs.hands, theirs.decks) == ((20, 25), (4, 9), (1, 0), (1, 0))
        assert "ember-chorister" in theirs.faces.values()
        assert not {"stoke", "anvil-mezzo"} & set(theirs.faces.values())


def test_SC_3_a_crystal_has_a_level_of_six_at_most_and_one_attunement():
    with stage(me(hand=["overgrow", "overgrow"], crystals=[at(5, "mosshymn", "lichen-sister")]), foe()) as table:
        table.do(Play(table.id("overgrow"), 0))
        assert table.state.crystals[0] == Crystal(6, "mosshymn", table.id("lichen-sister"))
        purse = table.purse()
        table.do(Play(table.id("overgrow") + 1, 0))
        assert table.state.crystals[0].level == 6
        assert table.purse() == purse - 2, "a crystal at its highest level gives no extra energy"


# --- the start ---------------------------------------------------------------------------------------------------------


def test_SC_4_the_higher_die_is_active_first_ties_reroll_and_ten_cards_are_drawn():
    _, step = opened(3, 4, 4, 2, 5)
    state = step.state
    assert state.active == 1
    assert (state.life, tuple(map(len, state.hands)), tuple(map(len, state.decks))) == ((25, 25), (10, 10), (40, 40))
    _, step = opened(3, 6, 1)
    assert step.state.active == 0


def test_SC_5_a_hand_without_diva_may_be_revealed_and_drawn_anew():
    plain = ["strike"] * 10
    with stage(me(hand=plain, deck=["ember-chorister"] * 12), foe(hand=["anvil-mezzo"]), asked=Opening(0), turn=0) as table:
        assert set(table.legal()) == {REDRAW, KEEP}
        rules, opening = table.rules, table.state
        shown = next(each.state for each in rules.apply(opening, REDRAW).story if isinstance(each.event, HandShown))
        for state, hidden in ((opening, 10), (shown, 0)):
            assert sum(secret.telling and secret.path[1] in state.hands[0] for secret in rules.secrets(state)) == hidden
        table.do(REDRAW)
        assert table.events("HandShown")[0].cards == tuple(plain)
        assert len(table.state.hands[0]) == 10
        assert "ember-chorister" in table.hand()
        assert table.legal() == (KEEP,)
        table.play(KEEP, KEEP)
        assert isinstance(table.state.stack[-1], Turn)


def test_SC_5_again_while_there_is_no_diva_and_the_hand_may_be_kept():
    with stage(me(hand=["strike"] * 10, deck=["strike"] * 5), foe(hand=["anvil-mezzo"]), asked=Opening(0), turn=0) as table:
        table.do(REDRAW)
        assert table.state.stack == (Opening(0),)
        assert set(table.legal()) == {REDRAW, KEEP}
        table.play(KEEP, KEEP)
        assert isinstance(table.state.stack[-1], Turn)


def test_SC_5_both_are_asked_alike_and_being_asked_tells_nothing():
    """Whatever the two hold, the other sees the same question, and a hand with a diva can only be kept."""
    seen = []
    for held in (["strike"] * 9 + ["anvil-mezzo"], ["strike"] * 10):
        with stage(me(hand=held), foe(hand=["anvil-mezzo"]), asked=Opening(0), turn=0) as table:
            assert table.seat == 0
            seen.append((table.observation(1), table.scene(1), table.scene(SPECTATOR)))
            if "anvil-mezzo" in held:
                table.refused(REDRAW, "SC-5", "diva")
                assert [offer.passing for offer in table.rules.offers(table.state) if offer.refusal is None] == ["opening"]
            table.do(KEEP)
            seen[-1] += (tuple(table.words(1)), table.state.stack)
            table.do(KEEP)
    assert seen[0] == seen[1]


def test_SC_6_crystals_begin_at_level_0_with_a_single_energy_that_is_kept():
    _, step = opened(3, 6, 1)
    assert all(crystal == Crystal() for crystal in step.state.crystals)
    assert (step.state.kept, step.state.energy) == ((1, 1), (0, 0))


def test_SC_7_the_first_turn_has_no_draw_phase():
    with stage(me(hand=["anvil-mezzo"]), foe(hand=["anvil-mezzo"]), asked=Opening(0), turn=0) as table:
        table.play(KEEP, KEEP)
        assert table.state.turn == 1
        assert not table.told("Drew")


# --- a turn ------------------------------------------------------------------------------------------------------------


def test_SC_8_each_draws_one_and_one_more_with_an_empty_crystal_and_empty_decks_draw_nothing():
    full = [at(diva=name) for name in ("ember-chorister", "anvil-mezzo", "slag-prima")]
    with stage(me(crystals=full, deck=["stoke"] * 3), foe(deck=["whisper"] * 3)) as table:
        table.play(DONE, DONE)
        through_combat(table)
        assert (len(table.state.hands[0]), len(table.state.hands[1])) == (1, 2)
    with stage(me(), foe(deck=["whisper"])) as table:
        table.play(DONE, DONE)
        through_combat(table)
        assert (len(table.state.hands[0]), len(table.state.hands[1])) == (0, 1)
        assert table.outcome is None


def test_SC_9_the_reserve_gains_the_levels_and_loses_what_is_left_but_not_the_starting_energy():
    with stage(me(crystals=[at(1), at(2)], energy=5, kept=1), foe(crystals=[at(1)], energy=3)) as table:
        table.play(DONE, DONE)
        through_combat(table)
        assert (table.state.energy, table.state.kept) == ((3, 1), (1, 0))


def test_SC_9_the_starting_energy_is_spent_last():
    with stage(me(hand=["understudy", "understudy"], energy=1, kept=1, deck=["stoke"]), foe()) as table:
        table.do(Play(table.id("understudy")))
        assert (table.state.energy[0], table.state.kept[0]) == (0, 1)
        table.do(Play(table.id("understudy") + 1))
        assert (table.state.energy[0], table.state.kept[0]) == (0, 0)


def test_SC_10_the_active_player_takes_all_actions_then_the_reactive_player():
    with stage(me(hand=["ember-chorister", "lichen-sister"]), foe(hand=["foghorn-sister"]), active=0) as table:
        table.play(Play(table.id("ember-chorister"), 0), LEAVE, Play(table.id("lichen-sister"), 2), LEAVE)
        assert table.seat == 0
        table.do(DONE)
        assert table.seat == 1
        table.play(Play(table.id("foghorn-sister", 1), 3), LEAVE, DONE)
        assert isinstance(table.state.stack[-1], Lane)
        table.refused(DONE, "SC-31")


def test_SC_10_what_cannot_be_paid_is_refused():
    with stage(me(hand=["anvil-mezzo"], energy=1), foe()) as table:
        table.refused(Play(table.id("anvil-mezzo"), 0), "SC-13", "too-dear")
        table.allowed(Recruit(table.id("anvil-mezzo"), 0))


def test_SC_11_hands_go_down_to_seven_and_the_others_cannot_see_which_went_under_the_deck():
    hand = ["stoke", "smelt", "crescendo", "backdraft", "fever-pitch", "spotlight", "encore", "strike", "understudy"]
    with stage(me(hand=hand), foe(), pending=True) as table:
        table.play(DONE, DONE)
        assert isinstance(table.state.stack[-1], Limit)
        table.refused(DONE, "SC-11")
        table.do(Bottom(table.id("smelt")))
        assert table.rules.redact(table.events("Sent")[0], 1).card == ""
        assert table.observation(1).depths[0].card == ""
        assert table.observation(0).depths[0].card == "smelt"
        table.do(Bottom(table.id("strike")))
        assert table.deck() == [] or table.state.turn == 4
        assert len(table.state.hands[0]) >= 7
        assert table.state.turn == 4


def test_SC_12_the_roles_switch_each_turn():
    with stage(me(), foe(), active=0) as table:
        table.play(DONE, DONE)
        assert (table.state.active, table.seat) == (1, 1)
        table.play(DONE, DONE)
        assert (table.state.active, table.seat) == (0, 0)


# --- divas -------------------------------------------------------------------------------------------------------------


def test_SC_13_a_diva_replaces_a_lower_level_who_goes_under_the_deck_and_nobody_else():
    with stage(
        me(hand=["anvil-mezzo", "ember-chorister"], crystals=[at(2, diva="ember-chorister")], deck=["stoke"], energy=4), foe()
    ) as table:
        lower = table.state.crystals[0].diva
        table.refused(Play(table.state.hands[0][1], 0), "SC-13", "not-higher")
        table.do(Play(table.id("anvil-mezzo"), 0))
        assert table.diva(0) == "anvil-mezzo"
        assert table.deck() == ["stoke", "ember-chorister"]
        assert table.state.decks[0][-1] == lower
        assert table.purse() == 2
        assert table.void() == []


def test_SC_14_levels_may_be_skipped():
    with stage(me(hand=["slag-prima"], energy=3), foe()) as table:
        table.do(Play(table.id("slag-prima"), 1))
        assert table.diva(1) == "slag-prima"
        table.do(LEAVE)


@pytest.mark.parametrize(("level", "after", "extra"), [(0, 1, 1), (1, 2, 1), (2, 2, 0), (3, 3, 0)])
def test_SC_15_a_higher_diva_lifts_the_crystal_by_one_with_one_energy_at_once(level, after, extra):
    with stage(me(hand=["anvil-mezzo"], crystals=[at(level, "cinderchoir")], energy=2), foe()) as table:
        table.do(Play(table.id("anvil-mezzo"), 0))
        assert table.state.crystals[0].level == after
        assert table.purse() == extra


def test_SC_16_a_crystal_that_levels_up_may_be_attuned_to_the_tribe_of_its_diva():
    with stage(me(hand=["ember-chorister", "drip-novice"], crystals=[at(0, "hushtide"), at()]), foe()) as table:
        table.do(Play(table.id("ember-chorister"), 0))
        assert table.state.stack[-1] == Attuning(0, 0, ("cinderchoir",))
        table.refused(Attune("mosshymn"), "SC-16")
        table.do(Attune("cinderchoir"))
        assert table.state.crystals[0].attuned == "cinderchoir", "it replaces the attunement before"
        table.play(Play(table.id("drip-novice"), 1), LEAVE)
        assert table.state.crystals[1].attuned == ""


def test_SC_17_crystalbound_needs_an_attuned_crystal_anywhere():
    with stage(me(hand=["obsidian-baritone"], crystals=[at(1), at(1), at(1)]), foe()) as table:
        table.refused(Play(table.id("obsidian-baritone"), 0), "SC-17")
    with stage(me(hand=["obsidian-baritone"], crystals=[at(1), at(1), at(1, "cinderchoir")]), foe()) as table:
        table.play(Play(table.id("obsidian-baritone"), 0), LEAVE)


def test_SC_18_any_diva_may_be_a_recruit_whom_only_her_owner_knows():
    with stage(me(hand=["cindrala", "stoke"], energy=1), foe(crystals=[at(diva="anvil-mezzo")])) as table:
        table.refused(Recruit(table.id("stoke"), 0), "SC-18")
        card = table.id("cindrala")
        table.do(Recruit(card, 0))
        piece = table.state.crystals[0].diva
        assert piece != card, "a fresh number: the card cannot be followed"
        assert [table.ask().stat(piece, stat) for stat in ("level", "strength", "cost", "overkill")] == [1, 0, 1, 0]
        assert table.ask().traits_of(piece) == ()
        assert table.state.crystals[0].level == 1
        assert isinstance(table.state.stack[-1], Turn), "a level-up through a recruit cannot attune"
        assert table.observation(0).faces[piece] == "cindrala"
        for viewer in (1, SPECTATOR):
            assert piece not in table.observation(viewer).faces
            assert table.rules.redact(table.events("DivaPlayed")[0], viewer).card == ""
        for viewer, face in ((0, "cindrala"), (1, None), (SPECTATOR, None)):
            shown = table.scene(viewer).pieces[piece]
            assert (shown.face, shown.down) == (face, True)


@pytest.mark.parametrize("seat", [0, 1])
def test_SC_18_SC_20_what_lies_face_down_is_known_to_its_owner_alone(seat):
    sides = [me(), foe()]
    sides[seat] = me(crystals=[at(diva="anvil-mezzo", recruit=True, skills=["~strike"]), at(diva="ember-chorister", skills=["honey-jar"])])
    with stage(*sides) as table:
        hidden = {secret.path[1]: secret.seats for secret in table.rules.secrets(table.state) if secret.telling}
        assert hidden == {table.id(card, seat): frozenset({seat}) for card in ("anvil-mezzo", "strike")}


def test_SC_18_a_recruit_is_replaced_by_level_two_and_goes_under_the_deck():
    with stage(me(hand=["anvil-mezzo"], crystals=[at(1, diva="slag-prima", recruit=True)]), foe()) as table:
        table.play(Play(table.id("anvil-mezzo"), 0), LEAVE)
        assert table.deck() == ["slag-prima"]
        assert table.events() is not None
        assert all("slag-prima" not in str(table.rules.redact(event, 1)) for step in table.steps for event in step.events)


# --- skills ------------------------------------------------------------------------------------------------------------


def test_SC_19_a_skill_of_a_tribe_needs_an_attuned_crystal_and_neutral_ones_none():
    crystals = [at(1, diva="ember-chorister")]
    with stage(me(hand=["fever-pitch", "crescendo", "stoke", "spotlight"], crystals=crystals), foe()) as table:
        table.refused(Play(table.id("fever-pitch"), 0), "SC-19")
        table.refused(SetDown(table.id("crescendo"), 0), "SC-19")
        table.refused(Play(table.id("stoke"), table.id("ember-chorister")), "SC-19")
        table.do(Play(table.id("spotlight"), 0))


def test_SC_20_action_skills_are_played_face_up_and_combat_skills_set_face_down_and_paid_then():
    crystals = [at(1, "cinderchoir", "ember-chorister")]
    with stage(me(hand=["fever-pitch", "crescendo"], crystals=crystals, energy=3), foe()) as table:
        table.refused(Play(table.id("crescendo"), 0), "SC-20")
        table.refused(SetDown(table.id("fever-pitch"), 0), "SC-20")
        table.do(SetDown(table.id("crescendo"), 1))
        assert table.purse() == 2
        piece = table.state.crystals[1].skills[0].id
        assert table.state.crystals[1].skills[0].down
        assert table.observation(0).faces[piece] == "crescendo"
        assert piece not in table.observation(1).faces
        assert table.scene(1).pieces[piece].face is None
        assert table.scene(0).pieces[piece].down
        assert table.scene(1).pieces[piece].down
        table.do(Play(table.id("fever-pitch"), 0))
        assert table.strength(0) == 4
        assert not table.scene(0).pieces[table.id("fever-pitch")].down


def test_SC_21_a_move_takes_effect_and_goes_to_the_void():
    with stage(me(hand=["stoke"], deck=["smelt"], crystals=[at(1, "cinderchoir", "ember-chorister")]), foe()) as table:
        table.do(Play(table.id("stoke"), table.id("ember-chorister")))
        assert table.strength(0) == 4
        assert (table.void(), table.hand()) == (["stoke"], ["smelt"])
        table.play(DONE, DONE)
        through_combat(table)
        assert table.strength(0) == 2, "until the end of the turn"


def test_SC_21_an_activated_move_goes_to_the_void_too():
    mine = me(crystals=[at(1, "cinderchoir", "ember-chorister"), at(skills=["~crescendo"])])
    with stage(mine, foe(), asked=Lane(0, 0)) as table:
        table.play(ATTACK, Activate(table.id("crescendo"), table.id("ember-chorister")))
        assert table.void() == ["crescendo"]
        assert table.state.crystals[1].skills == ()
        assert table.state.life[1] == 20


def test_SC_22_a_power_stays_with_a_diva_survives_her_replacement_and_fades_without_one():
    mine = me(hand=["anvil-mezzo", "fever-pitch"], crystals=[at(2, "cinderchoir", "ember-chorister", ["chorus-of-coals"])])
    with stage(mine, foe(hand=["cinder-rain"], crystals=[at(1, "cinderchoir")])) as table:
        table.refused(Play(table.id("fever-pitch"), 1), "SC-22")
        table.do(Play(table.id("anvil-mezzo"), 0))
        assert [skill.id for skill in table.state.crystals[0].skills] == [table.id("chorus-of-coals")]
        table.do(DONE)
        table.do(Play(table.id("cinder-rain", 1), table.id("anvil-mezzo")))
        assert table.state.crystals[0].skills == ()
        assert table.void() == ["anvil-mezzo", "chorus-of-coals"]


def test_SC_22_a_power_is_not_activated_on_a_crystal_without_diva():
    mine = me(crystals=[at(1, "cinderchoir", "ember-chorister"), at(1, skills=["~blaze-of-brass"])])
    with stage(mine, foe(), asked=Lane(0, 0)) as table:
        table.do(ATTACK)
        assert table.legal() == (PASS,)
        table.refused(Activate(table.id("blaze-of-brass")), "SC-22")
        table.do(PASS)


def test_SC_23_an_item_stays_diva_or_not():
    with stage(me(hand=["tuning-hammer"], crystals=[at(1, "cinderchoir")]), foe()) as table:
        table.do(Play(table.id("tuning-hammer"), 2))
        assert table.state.crystals[2].skills[0].id == table.id("tuning-hammer")
        table.play(DONE, DONE)
        through_combat(table)
        assert table.state.crystals[2].skills[0].id == table.id("tuning-hammer")


def test_SC_24_three_skill_cards_a_crystal_face_down_ones_counted_and_moves_need_no_slot():
    full = at(1, "cinderchoir", "ember-chorister", ["tuning-hammer", "fever-pitch", "~crescendo"])
    with stage(me(hand=["spotlight", "stoke", "strike"], crystals=[full]), foe()) as table:
        table.refused(Play(table.id("spotlight"), 0), "SC-24")
        table.refused(SetDown(table.id("strike"), 0), "SC-24")
        table.do(Play(table.id("stoke"), table.id("ember-chorister")))


def test_SC_25_the_vanquished_and_the_discarded_go_to_their_owners_void():
    theirs = foe(hand=["whisper"], crystals=[at(diva="ember-chorister")])
    with stage(me(hand=["cinder-rain"], crystals=[at(1, "cinderchoir")]), theirs) as table:
        table.do(Play(table.id("cinder-rain"), table.id("ember-chorister", 1)))
        assert table.void(1) == ["ember-chorister"]
    with stage(me(hand=["ebb"], crystals=[at(1, "hushtide")]), theirs) as table:
        table.do(Play(table.id("ebb")))
        assert table.void(1) == ["whisper"]


# --- abilities ---------------------------------------------------------------------------------------------------------


def test_SC_26_an_action_ability_is_used_for_its_energy_in_the_own_action_phase():
    mine = me(crystals=[at(1, diva="puddle-oracle"), at(1, diva="abyssal-mezzo", recruit=True)], energy=3)
    with stage(mine, foe()) as table:
        oracle = table.id("puddle-oracle")
        table.do(Use(oracle, 0))
        assert (table.purse(), table.state.life) == (2, (25, 24))
        table.refused(Use(oracle, 0), "SC-26", "used")
        table.refused(Use(table.id("abyssal-mezzo"), 0), "SC-26")
        table.do(DONE)
        table.refused(Use(oracle, 0), "SC-26", "not-yours")


def test_SC_26_an_ability_that_cannot_be_paid_is_refused():
    with stage(me(crystals=[at(1, diva="puddle-oracle")], energy=0), foe()) as table:
        table.refused(Use(table.id("puddle-oracle"), 0), "SC-26", "cannot-pay")


def test_SC_27_one_special_action_a_turn_by_ability_or_card():
    mine = me(hand=["encore"], deck=["stoke"] * 3, crystals=[at(1, skills=["drowned-bell", "rain-gourd"])], energy=0)
    with stage(mine, foe()) as table:
        table.do(Use(table.id("drowned-bell"), 0))
        assert table.state.life == (25, 24)
        table.refused(Use(table.id("rain-gourd"), 0), "SC-27")
        table.refused(Play(table.id("encore"), -1, special=True), "SC-27")
        table.play(DONE, DONE)
        assert table.state.special == (False, False)
    with stage(mine, foe()) as table:
        table.refused(Play(table.id("encore")), "SC-20", "too-dear")
        table.do(Play(table.id("encore"), -1, special=True))
        assert table.hand() == ["stoke"]
        table.refused(Use(table.id("rain-gourd"), 0), "SC-27")


def test_SC_27_only_some_cards_are_special():
    with stage(me(hand=["understudy"]), foe()) as table:
        table.refused(Play(table.id("understudy"), -1, special=True), "SC-27", "not-special")


def test_SC_28_several_at_once_the_active_player_first_each_in_the_order_they_choose():
    mine = me(crystals=[at(diva="undertow-alto"), at(diva="great-grove", skills=["slow-leak"])], life=10)
    theirs = foe(crystals=[at(), at(), at(diva="undertow-alto")], life=10)
    with stage(mine, theirs, active=0) as table:
        table.play(DONE, DONE)
        while isinstance(table.state.stack[-1], Lane):
            table.do(HOLD)
        asked = table.state.stack[-1]
        assert isinstance(asked, Ordering)
        assert (asked.seat, len(asked.frames)) == (0, 3)
        table.refused(First(3), "SC-28")
        grove = next(index for index, frame in enumerate(asked.frames) if frame.card == "great-grove")
        table.do(First(grove))
        assert [event.seat for event in table.events("LifeChanged")] == [0]
        table.do(First(0))
        changes = [(event.seat, event.amount) for event in table.events("LifeChanged")]
        assert changes == [(1, -1), (1, -1), (0, -1)], "the Reactive Player's come after the Active Player's"


def test_SC_28_nothing_else_happens_until_a_trigger_is_done():
    with stage(
        me(
            hand=["bellows-page"],
            crystals=[at(1, "cinderchoir", "ember-chorister"), at(1, "cinderchoir", "anvil-mezzo"), at(1, "cinderchoir")],
        ),
        foe(),
    ) as table:
        table.do(Play(table.id("bellows-page"), 2))
        table.refused(DONE, "SC-28")
        table.refused(ENOUGH, "SC-28")
        table.refused(Choose(table.id("bellows-page")), "SC-28")
        table.do(Choose(table.id("anvil-mezzo")))
        assert (table.strength(0), table.strength(1)) == (2, 6)


WHIRL = StarCard(
    id="whirl", name="Whirl", kind="item", cost=1,
    abilities=(
        Ability(
            when="moved", of=Select(kind="diva", side="own"),
            effects=(
                Pick(of=Select(kind="diva", side="own")),
                Pick(of=Select(kind="diva", side="own", other=True, of="target"), name="second"),
                Swap(what="target", other="second"),
            ),
        ),
    ),
)  # fmt: skip


def test_SC_28_triggers_that_set_each_other_off_across_questions_stop_after_64_in_a_turn():
    mine = me(
        hand=["changing-places"],
        crystals=[at(1, "skyribbon", "anvil-mezzo", ["whirl"]), at(1, diva="slag-prima"), at(1, diva="ember-chorister")],
        deck=["strike"] * 9,
    )
    with stage(mine, foe(deck=["strike"] * 3), more=(WHIRL,)) as table:
        table.do(Play(table.id("changing-places"), table.id("anvil-mezzo")))
        questions, log = 0, []
        while not isinstance(table.state.stack[-1], Turn):
            table.do(table.legal()[0])
            log += table.words(1)
            questions += 1
            assert questions < 400, "it goes on for ever"
        assert len(table.told("Moved")) == 1 + 64
        assert [event.cards for event in table.told("Stopped")] == [("whirl",)]
        assert any("[whirl]" in words and "stopped" in words for words in log)
        assert table.state.stack == (Turn(0),)
        table.play(DONE, DONE)  # the turn goes on
        through_combat(table)
        assert table.state.triggered == 0


def test_SC_29_a_continuous_ability_lasts_as_long_as_its_card_is_in_play():
    mine = me(crystals=[at(diva="ember-chorister"), at(diva="furnace-cantor"), at(diva="anvil-mezzo")])
    with stage(mine, foe(hand=["drown-the-chorus"], crystals=[at(1, "hushtide"), at(diva="ember-chorister")])) as table:
        assert [table.strength(index) for index in (0, 1, 2, 4)] == [3, 5, 5, 2]
        table.do(DONE)
        table.do(Play(table.id("drown-the-chorus", 1), table.id("furnace-cantor")))
        assert [table.strength(index) for index in (0, 1, 2)] == [2, 0, 4]


def test_SC_30_a_quest_reveals_until_one_fits():
    with stage(me(hand=["understudy"], deck=["stoke", "smelt", "anvil-mezzo", "encore"]), foe()) as table:
        table.do(Play(table.id("understudy")))
        assert (table.hand(), table.deck()) == (["anvil-mezzo"], ["encore", "stoke", "smelt"])
        assert table.observation(1).shown == (("anvil-mezzo",), ())
        assert [seen.card for seen in table.observation(1).depths] == ["stoke", "smelt"]


def test_SC_30_after_five_without_one_all_go_under_the_deck_and_a_card_is_drawn():
    deck = ["stoke", "smelt", "encore", "crescendo", "backdraft", "anvil-mezzo", "strike"]
    with stage(me(hand=["understudy"], deck=deck), foe()) as table:
        table.do(Play(table.id("understudy")))
        assert table.hand() == ["anvil-mezzo"]
        assert table.deck() == ["strike", "stoke", "smelt", "encore", "crescendo", "backdraft"]
        assert table.observation(1).shown == ((), ())


def test_SC_18_what_was_known_of_a_hand_is_forgotten_when_a_card_of_the_kind_goes_face_down():
    mine = me(hand=["understudy", "slag-prima"], deck=["anvil-mezzo"], crystals=[at(1), at(1)])
    with stage(mine, foe()) as table:
        table.do(Play(table.id("understudy")))
        assert table.observation(1).shown[0] == ("anvil-mezzo",)
        table.do(Recruit(table.id("slag-prima"), 0))
        assert table.observation(1).shown[0] == (), "it may be the recruit"


@pytest.mark.parametrize(("down", "forgotten"), [("slag-prima", "anvil-mezzo"), ("strike", "backdraft")])
def test_SC_18_SC_20_what_goes_face_down_makes_its_own_kind_of_card_forgotten_and_no_other(down, forgotten):
    with stage(me(hand=["anvil-mezzo", "encore", "backdraft", down]), foe()) as table:
        draft = StarDraft(table.arena, table.state)
        seen = {card: table.id(card) for card in ("anvil-mezzo", "encore", "backdraft")}
        for piece in seen.values():
            draft.know(piece, 0b10)
        draft.veil(table.id(down))
        assert {card for card, piece in seen.items() if piece not in draft.known} == {forgotten}


def test_SC_33_an_unblocked_attack_is_let_through_by_choice():
    with stage(me(crystals=[at(diva="ember-chorister")]), foe(crystals=[at(diva="slag-prima")]), asked=Lane(0, 0)) as table:
        table.play(ATTACK, LET)
        assert table.state.life == (25, 23)
        assert table.diva(3) == "slag-prima"


# --- plays that would change nothing -----------------------------------------------------------------------------------


def warnings(table):
    """Return the warnings of what is on offer, by action."""
    return {offer.action: offer.warning for offer in table.rules.offers(table.state) if offer.refusal is None}


def test_moving_an_anchored_diva_and_going_nowhere_are_warned_of():
    mine = me(
        hand=["ribbon-toss", "ovation-of-flame"],
        crystals=[at(1, "skyribbon", "kite-runner"), at(1, "cinderchoir", "anvil-mezzo"), at(1, diva="slag-prima")],
    )
    with stage(mine, foe(crystals=[at(diva="bark-baritone"), at(diva="ember-chorister")])) as table:
        said = warnings(table)
        toss, baritone = table.id("ribbon-toss"), table.id("bark-baritone", 1)
        assert said[Play(toss, baritone)] == "It would change nothing: [bark-baritone] is *Anchored*."
        assert said[Play(toss, table.id("ember-chorister", 1))] == ""
        assert said[Use(table.id("kite-runner"), 0)] == "It would change nothing: there is nowhere to go."
        assert said[Play(table.id("ovation-of-flame"))] == ""


def test_a_power_that_gives_a_diva_what_she_has_is_warned_of():
    mine = me(hand=["featherlight"], crystals=[at(3, "skyribbon", "lantern-sprite"), at(3, "skyribbon", "kite-runner")])
    with stage(mine, foe(crystals=[at(diva="bark-baritone")])) as table:
        said = {action.at: words for action, words in warnings(table).items() if isinstance(action, Play)}
    assert said == {0: "It would change nothing: [lantern-sprite] has *Veiled* already.", 1: ""}


def test_SC_8_the_strip_says_draw_until_whoever_is_active_may_act():
    rules, chance = BOX.rules(laid := BOX.complete(Setup("starcrossed", 2, seed=3))), Chance(3)
    step, drawn = rules.setup(laid), 0
    while rules.deciding(step.state) is not None and drawn < 12:
        began = False
        for happened in step.story:
            phase = rules.scene(rules.observe(happened.state, 0)).phase
            began = began or isinstance(happened.event, TurnBegan)
            if began and isinstance(happened.event, TurnBegan | Drew):
                assert phase == "draw", happened.event
                drawn += 1
        scene = rules.scene(rules.observe(step.state, rules.deciding(step.state)))
        if scene.prompt.rule == "SC-10":
            assert scene.phase in {"action", "answer"}
        step = rules.apply(step.state, chance.pick(rules.legal(step.state)))
    assert drawn >= 12


def test_the_menu_tells_playing_a_diva_from_playing_her_as_a_recruit():
    with stage(me(hand=["ember-chorister"], crystals=[at()]), foe()) as table:
        diva, observation = table.id("ember-chorister"), table.observation(0)
        words = [table.rules.preview(observation, action).words for action in (Play(diva, 0), Recruit(diva, 0))]
        assert words[0].startswith("Costs 1 energy. Level 1, strength 2.")
        assert words[1].startswith("Costs 1 energy. Face down: level 1, strength 0, no tribe.")


def test_the_log_says_whose_strength_changes_and_by_which_card():
    with stage(me(hand=["stoke"], crystals=[at(1, "cinderchoir", "anvil-mezzo")]), foe()) as table:
        table.do(Play(table.id("stoke"), table.id("anvil-mezzo")))
        assert any(words.startswith("[anvil-mezzo] on the ") and words.endswith("from [stoke].") for words in table.words(0))


def told_of(table, piece, icon="strength"):
    """Return what is said of a diva by the signs on her."""
    shown = table.rules.scene(table.observation(0)).pieces[piece]
    return [badge.words for badge in shown.badges if badge.icon == icon]


def test_a_changed_strength_names_every_card_that_changes_it():
    mine = me(
        hand=["stoke"],
        crystals=[
            at(1, "cinderchoir", "ember-chorister", ["brass-mouthpiece", "~blaze-of-brass"]),
            at(3, "cinderchoir", "furnace-cantor"),
            at(5, "", "cindrala"),
        ],
    )
    with stage(mine, foe(crystals=[at(1, "", "anvil-mezzo")])) as table:
        own, theirs = table.id("ember-chorister"), table.id("anvil-mezzo", 1)
        still = (
            "Strength 6 (printed 2): +1 Strength from [brass-mouthpiece]; +1 Strength from [furnace-cantor]; +2 Strength from [cindrala]"
        )
        assert told_of(table, own) == [still]
        assert told_of(table, theirs) == [f"Strength {table.ask().printed(theirs, 'strength')}"], "nothing of mine reaches the other side"
        table.do(Play(table.id("stoke"), own))
        assert told_of(table, own)[0].startswith(still.replace("6", "8"))
        assert told_of(table, own)[0].endswith("; +2 Strength until the end of the turn, from [stoke]")
        assert not told_of(table, own, "lasting"), "what the number says is not said twice"


def test_a_quality_from_a_skill_names_the_skill_and_one_of_her_own_does_not():
    mine = me(crystals=[at(1, "", "ember-chorister", ["blaze-of-brass"]), at(5, "", "cindrala")])
    with stage(mine, foe()) as table:
        assert told_of(table, table.id("ember-chorister"), "lasting") == ["Overkill from [blaze-of-brass]"]
        assert not told_of(table, table.id("cindrala"), "lasting")
