"""Starcrossed by its rules, SC-31 to SC-40 and the worked examples: combat, the end, decks."""

from __future__ import annotations

import pytest
from msgspec.structs import replace
from starcrossed_stage import at, foe, me, stage

from game.kernel.position import PositionError
from game.kernel.setup import DeckList, Outcome, Setup
from game.rules.starcrossed import BOX
from game.rules.starcrossed.actions import (
    ATTACK,
    BLOCK,
    DONE,
    HOLD,
    LEAVE,
    LET,
    PASS,
    Activate,
    Attune,
    Play,
    SetDown,
)
from game.rules.starcrossed.draft import StarDraft
from game.rules.starcrossed.observe import seen_table
from game.rules.starcrossed.state import Blocking, Lane, Turn, Window

THREE = [at(diva="ember-chorister"), at(diva="ember-chorister"), at(diva="ember-chorister")]
FOES = [at(diva="ember-chorister"), at(diva="ember-chorister"), at(diva="ember-chorister")]
SETUP = Setup("starcrossed", 2)


# --- lanes -------------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(("active", "lanes"), [(0, [0, 1, 2]), (1, [2, 1, 0])])
def test_SC_31_lanes_from_the_active_players_left_first_they_then_the_other(active, lanes):
    with stage(me(crystals=THREE), foe(crystals=FOES), active=active) as table:
        table.play(DONE, DONE)
        seen = []
        while isinstance(table.state.stack[-1], Lane):
            asked = table.state.stack[-1]
            seen.append((asked.seat, asked.crystal % 3))
            table.do(HOLD)
        assert seen == [(seat, lane) for lane in lanes for seat in (active, 1 - active)]


@pytest.mark.parametrize(
    ("mine", "theirs", "meant"),
    [
        (at(diva="ember-chorister"), at(), "Attack"),
        (at(diva="ember-chorister"), at(diva="ember-chorister", recruit=True), "Attack"),
        (at(diva="ember-chorister", recruit=True), at(diva="ember-chorister", recruit=True), "Hold back"),
        (at(diva="ember-chorister", recruit=True), at(), "Hold back"),
        (at(diva="ember-chorister"), at(diva="ember-chorister"), "Hold back"),
    ],
)
def test_SC_35_the_answer_that_is_meant_throws_no_diva_away(mine, theirs, meant):
    with stage(me(crystals=[mine, at(), at()]), foe(crystals=[theirs, at(), at()])) as table:
        table.play(DONE, DONE)
        assert [offer.verb for offer in table.rules.offers(table.state) if offer.main] == ["Attack", *({meant} - {"Attack"})]


def test_SC_31_the_phases_to_come_are_no_way_around_an_attack_that_is_asked_about():
    with stage(me(crystals=THREE), foe(crystals=FOES)) as table:
        table.play(DONE, DONE)
        while isinstance(table.state.stack[-1], Lane):
            assert [offer.verb for offer in table.rules.offers(table.state) if offer.onward] == []
            table.do(HOLD)


def test_SC_31_a_crystal_without_diva_is_not_asked():
    with stage(me(crystals=[at(), at(diva="ember-chorister")]), foe()) as table:
        table.play(DONE, DONE)
        assert table.state.stack == (Lane(0, 1),)


def test_SC_32_only_the_opposing_crystal_is_attacked_and_a_diva_attacks_and_blocks_in_one_turn():
    theirs = foe(crystals=[at(diva="ember-chorister"), at(diva="anvil-mezzo")])
    with stage(me(crystals=[at(diva="anvil-mezzo")]), theirs, asked=Lane(0, 0)) as table:
        table.do(ATTACK)
        assert table.state.stack[-1] == Blocking(1)
        table.do(LET)
        assert table.state.life == (25, 21)
        assert table.state.stack == (Lane(1, 3),)
        table.play(ATTACK, BLOCK)
        assert table.void(1) == ["ember-chorister"]
        assert table.diva(0) == "anvil-mezzo"


def test_SC_33_a_defender_with_a_diva_chooses_and_without_one_is_not_asked():
    with stage(me(crystals=THREE), foe(), asked=Lane(0, 0)) as table:
        table.do(ATTACK)
        assert table.state.life[1] == 23
    with stage(me(crystals=THREE), foe(crystals=FOES), asked=Lane(0, 0)) as table:
        table.do(ATTACK)
        assert (table.seat, set(table.legal())) == (1, {BLOCK, LET})
        table.refused(PASS, "SC-33")
        table.do(BLOCK)


def asked(table) -> tuple[str, str]:
    """Return what is said of who stands across, and of the attack."""
    seen = table.rules.observe(table.state, table.seat)
    return table.rules.scene(seen).prompt.words.split("? ")[1], table.rules.preview(seen, ATTACK).words


def test_SC_33_veiled_divas_and_dazzled_ones():
    """The question told that who cannot block could."""
    with stage(me(crystals=[at(diva="lantern-sprite")]), foe(crystals=FOES), asked=Lane(0, 0)) as table:
        assert asked(table) == ("[ember-chorister] (2) cannot block.", "Nobody can block: 1 life.")
        table.do(ATTACK)
        assert table.state.life[1] == 24
    mine = me(hand=["gale-warning"], crystals=[at(1, "skyribbon", "ember-chorister")])
    with stage(mine, foe(crystals=FOES[:1])) as table:
        table.play(Play(table.id("gale-warning"), table.id("ember-chorister", 1)), DONE, DONE)
        assert asked(table) == ("[ember-chorister] (2) cannot block.", "Nobody can block: 2 life.")
        table.do(ATTACK)
        assert table.state.life[1] == 23


def test_SC_34_beginning_with_the_attacker_players_alternate_until_both_pass_in_a_row():
    mine = me(crystals=[at(1, "cinderchoir", "ember-chorister", ["~crescendo", "~strike"])])
    theirs = foe(crystals=[at(1, "hushtide", "ember-chorister"), at(skills=["~hush", "~undercurrent"])])
    with stage(mine, theirs, asked=Lane(0, 0)) as table:
        table.play(ATTACK, BLOCK)
        assert table.state.stack[-1] == Window(0)
        table.do(Activate(table.id("crescendo"), table.id("ember-chorister")))
        assert table.state.stack[-1] == Window(1)
        table.do(PASS)
        assert table.state.stack[-1] == Window(0), "one pass does not end it"
        table.do(PASS)
        assert table.void(1) == ["ember-chorister"]
        assert table.void(0) == ["crescendo"]
    with stage(mine, theirs, asked=Lane(0, 0)) as table:
        table.play(ATTACK, BLOCK, PASS)
        table.do(Activate(table.id("hush", 1), table.id("ember-chorister")))
        assert table.state.stack[-1] == Window(0), "an activation begins the passes anew, and any own crystal will do"
        table.play(PASS, PASS)
        assert table.void(0) == ["ember-chorister"]


def test_SC_34_a_seat_without_face_down_cards_passes_by_itself_and_one_that_can_activate_none_is_asked():
    theirs = foe(crystals=[at(1, "hushtide"), at(skills=["~bitter-refrain"])])
    with stage(me(crystals=THREE), theirs, asked=Lane(0, 0)) as table:
        table.do(ATTACK)
        assert table.state.stack[-1] == Window(1)
        assert table.legal() == (PASS,), "to be asked tells nobody what lies there"
        table.do(PASS)
        assert table.state.life[1] == 23


def test_SC_35_unblocked_the_defender_loses_the_strength_blocked_the_weaker_is_vanquished():
    with stage(me(crystals=[at(diva="anvil-mezzo")]), foe(crystals=FOES), asked=Lane(0, 0)) as table:
        table.play(ATTACK, BLOCK)
        assert table.state.life == (25, 25), "a blocked attack costs no life"
        assert (table.diva(0), table.void(1)) == ("anvil-mezzo", ["ember-chorister"])
    with stage(me(crystals=THREE), foe(crystals=[at(diva="anvil-mezzo")]), asked=Lane(0, 0)) as table:
        table.play(ATTACK, BLOCK)
        assert (table.void(0), table.diva(3)) == (["ember-chorister"], "anvil-mezzo")


@pytest.mark.parametrize("theirs", ["anvil-mezzo", "ember-chorister", "salt-widow"])
@pytest.mark.parametrize("mine", ["anvil-mezzo", "ember-chorister", "slag-prima"])
@pytest.mark.parametrize("life", [25, 2])
def test_who_attacks_is_judged_by_the_answer_that_costs_the_defender_less(mine: str, theirs: str, life: int):
    """Whoever was played on attacked the stronger as readily as not, so that a match about to be lost was told as won in all of 48 worlds."""
    with stage(me(crystals=[at(2, diva=mine)]), foe(crystals=[at(2, diva=theirs)], life=life), asked=Lane(0, 0)) as table:
        judge, rules = table.rules.judge(), table.rules
        declared = rules.advance(table.state, ATTACK)
        answers = [judge(rules.advance(declared, answer))[0] for answer in (BLOCK, LET)]
        held = judge(rules.advance(table.state, HOLD))[0]
        assert (judge(declared)[0] > held) == (min(answers) > held)
        assert judge(declared)[0] == pytest.approx(min(answers), abs=0.06)


@pytest.mark.parametrize(("blocker", "loss"), [("ember-chorister", 3), ("anvil-mezzo", 1), ("salt-widow", 2)])
def test_SC_36_overkill_takes_the_difference(blocker, loss):
    with stage(me(crystals=[at(diva="slag-prima")]), foe(crystals=[at(diva=blocker)]), asked=Lane(0, 0)) as table:
        table.play(ATTACK, BLOCK)
        assert table.state.life[1] == 25 - loss


def test_SC_36_no_overkill_when_the_blocker_is_as_strong_or_stronger():
    with stage(me(crystals=[at(diva="slag-prima")]), foe(crystals=[at(diva="jetstream-soprano")]), asked=Lane(0, 0)) as table:
        table.play(ATTACK, BLOCK)
        assert table.state.life == (25, 25)
        assert (table.void(0), table.void(1)) == (["slag-prima"], ["jetstream-soprano"])


def test_SC_37_an_attacker_who_has_left_her_crystal_ends_the_attack():
    theirs = foe(crystals=[at(1, skills=["~blindside"])])
    with stage(me(crystals=[at(diva="anvil-mezzo"), at(diva="ember-chorister")]), theirs, asked=Lane(0, 0)) as table:
        table.do(ATTACK)
        assert table.seat == 1
        table.do(Activate(table.id("blindside", 1), table.id("anvil-mezzo")))
        assert table.state.life == (25, 25)
        assert table.told("FightOver", why="left")
        assert (table.diva(0), table.diva(1)) == ("ember-chorister", "anvil-mezzo")


def test_SC_37_a_blocker_who_has_left_leaves_the_attack_blocked():
    theirs = foe(crystals=[at(1, diva="ember-chorister", skills=["~sidestep"]), at(diva="salt-widow")])
    with stage(me(crystals=[at(diva="anvil-mezzo")]), theirs, asked=Lane(0, 0)) as table:
        table.play(ATTACK, BLOCK)
        sidestep = Activate(table.id("sidestep", 1), table.id("ember-chorister", 1))
        table.do(sidestep)
        assert (table.state.life, table.void(0), table.void(1)) == ((25, 25), [], ["sidestep"])


def test_SC_37_strength_is_never_below_zero():
    theirs = foe(crystals=[at(1, skills=["~hush"])])
    with stage(me(crystals=THREE), theirs, asked=Lane(0, 0)) as table:
        table.play(ATTACK, Activate(table.id("hush", 1), table.id("ember-chorister")))
        assert table.state.life == (25, 25)
        assert table.told("Showdown")[0].strength == 0


def test_SC_38_at_0_life_a_player_loses_at_once():
    with stage(me(crystals=THREE), foe(life=2), asked=Lane(0, 0)) as table:
        table.do(ATTACK)
        assert (table.outcome.winners, table.outcome.rule) == ((0,), "SC-38")
        assert table.legal() == ()
        table.refused(DONE, "SC-38")
    with stage(me(crystals=THREE), foe(life=3), asked=Lane(0, 0)) as table:
        table.do(ATTACK)
        assert table.outcome is None


def test_SC_38_both_at_once_is_a_draw():
    with stage(me(), foe()) as table:
        draft = _draft(table)
        draft.bleed((25, 30), "attack", 0)
        assert draft.outcome == Outcome((), (0, -5), "both players have no life left: a draw", "SC-38")
        assert draft.outcome.share(0) == 0.5


def test_SC_38_after_the_last_turn_the_higher_life_wins_and_equal_life_is_a_draw():
    with stage(me(life=9), foe(life=8), turn=12, turns=12) as table:
        table.play(DONE, DONE)
        assert table.outcome.winners == (0,)
    with stage(me(), foe(), turn=12, turns=12) as table:
        table.play(DONE, DONE)
        assert table.outcome.winners == ()


def _draft(table):
    return StarDraft(table.arena, table.state)


# --- decks -------------------------------------------------------------------------------------------------------------


def plain(**changes: int) -> DeckList:
    cards = {
        "ember-chorister": 3, "bellows-page": 3, "kindling-twin": 3, "coal-tongue-alto": 3, "anvil-mezzo": 3, "furnace-cantor": 3,
        "slag-prima": 3, "caldera-soprano": 3, "foghorn-sister": 3, "salt-widow": 3, "drip-novice": 3, "lichen-sister": 3, "kite-runner": 3,
        "crescendo": 3, "backdraft": 3, "stoke": 3, "hush": 2,
    }  # fmt: skip
    cards.update({name.replace("_", "-"): copies for name, copies in changes.items()})
    return DeckList("test", {name: copies for name, copies in cards.items() if copies})


def test_SC_39_exactly_fifty_cards():
    assert BOX.deck_faults(plain(), SETUP) == ()
    for copies, size in ((1, 49), (3, 51)):
        faults = BOX.deck_faults(plain(hush=copies), SETUP)
        assert len(faults) == 1
        assert f"has {size}" in faults[0]


def test_SC_39_uniqueness_is_the_most_copies():
    faults = BOX.deck_faults(plain(hush=0, magma_maestra=2), SETUP)
    assert faults == ()
    faults = BOX.deck_faults(plain(hush=0, magma_maestra=3, drip_novice=2), SETUP)
    assert [fault for fault in faults if "Magma Maestra" in fault and "2 copies" in fault]
    assert BOX.deck_faults(plain(hush=0, ember_chorister=4, stoke=4), SETUP)


def test_SC_39_unknown_cards_and_cards_in_front_are_named():
    faults = BOX.deck_faults(DeckList("x", {"no-such-card": 50}, ("cindrala",)), SETUP)
    assert any("'no-such-card'" in fault for fault in faults)
    assert any("in front" in fault for fault in faults)


def test_SC_40_one_icon_at_most():
    assert BOX.deck_faults(plain(hush=1, cindrala=1), SETUP) == ()
    faults = BOX.deck_faults(plain(hush=0, cindrala=1, lethe=1), SETUP)
    assert len(faults) == 1
    assert "SC-40" in faults[0]


def test_SC_39_every_ready_deck_is_legal_and_a_bad_one_cannot_be_played():
    decks = BOX.ready_decks()
    assert len(decks) >= 5
    for deck in decks:
        assert BOX.deck_faults(deck, SETUP) == (), deck.name
    with pytest.raises(Exception, match="SC-39"):
        BOX.complete(replace(SETUP, decks=(plain(hush=3), plain())))


# --- worked examples ---------------------------------------------------------------------------------------------------


def test_SC_E1_a_first_turn_one_energy_one_level_one_diva_one_energy_left():
    with stage(me(hand=["ember-chorister"], energy=0, kept=1), foe(), turn=1) as table:
        table.play(Play(table.id("ember-chorister"), 0), Attune("cinderchoir"))
        assert (table.state.crystals[0].level, table.state.crystals[0].attuned) == (1, "cinderchoir")
        assert table.purse() == 1


def test_SC_E2_a_level_3_diva_over_a_level_1_diva_lifts_the_crystal_to_2_not_3():
    with stage(me(hand=["slag-prima"], crystals=[at(1, diva="ember-chorister")]), foe()) as table:
        table.play(Play(table.id("slag-prima"), 0), LEAVE)
        assert table.state.crystals[0].level == 2
        assert table.deck() == ["ember-chorister"]


def test_SC_E3_four_against_four_both_fall_powers_fade_items_stay():
    mine = me(crystals=[at(1, diva="anvil-mezzo", skills=["molten-baton", "chorus-of-coals"])])
    theirs = foe(crystals=[at(1, diva="anvil-mezzo", skills=["slow-leak", "drowned-bell"])])
    with stage(mine, theirs, asked=Lane(0, 0)) as table:
        table.play(ATTACK, BLOCK)
        assert (table.void(0), table.void(1)) == (["anvil-mezzo", "chorus-of-coals"], ["anvil-mezzo", "slow-leak"])
        assert table.names(tuple(skill.id for skill in table.state.crystals[0].skills)) == ["molten-baton"]
        assert table.names(tuple(skill.id for skill in table.state.crystals[3].skills)) == ["drowned-bell"]


def test_SC_E3_with_overkill_six_against_four_takes_two_life():
    mine = me(crystals=[at(1, diva="slag-prima", skills=["spotlight"])])
    with stage(mine, foe(crystals=[at(1, diva="anvil-mezzo")]), asked=Lane(0, 0)) as table:
        table.play(ATTACK, BLOCK)
        assert table.state.life == (25, 23)


def test_SC_E4_a_skill_on_crystal_2_while_only_crystal_1_is_attuned():
    mine = me(hand=["fever-pitch", "crescendo"], crystals=[at(1, "cinderchoir"), at(1, diva="ember-chorister")])
    with stage(mine, foe()) as table:
        table.play(Play(table.id("fever-pitch"), 1), SetDown(table.id("crescendo"), 1))
        assert table.strength(1) == 4


def test_SC_E5_one_super_strike_needs_two_strikes():
    one = plain(hush=0, strike=1, super_strike=1)
    assert len(BOX.deck_faults(one, SETUP)) == 1
    assert "SC-39" in BOX.deck_faults(one, SETUP)[0]
    two = plain(hush=0, strike=2, super_strike=1, drip_novice=2)
    assert BOX.deck_faults(two, SETUP) == ()
    assert BOX.deck_faults(plain(hush=0, strike=2, super_strike=2, drip_novice=1), SETUP), "one copy of a super card at most"


def test_SC_E6_a_vanquished_recruit_goes_under_the_deck_face_down():
    theirs = foe(crystals=[at(1, diva="lethe", recruit=True)], deck=["whisper"])
    with stage(me(crystals=[at(diva="anvil-mezzo"), at(diva="ember-chorister")]), theirs, asked=Lane(0, 0)) as table:
        table.play(ATTACK, BLOCK)
        assert table.deck(1) == ["whisper", "lethe"]
        assert table.void(1) == []
        assert "lethe" not in table.observation(0).faces.values()
        assert all("lethe" not in str(table.rules.redact(event, 0)) for step in table.steps for event in step.events)
        assert [seen.card for seen in table.observation(1).depths] == ["lethe"]
        assert [len(pile) for pile in seen_table(table.rules.arena, table.observation(1)).decks] == [0, 1]
        assert isinstance(table.state.stack[-1], Turn | Lane)


def test_SC_31_a_position_of_combat_needs_somebody_on_a_crystal():
    setup = BOX.complete(Setup("starcrossed", 2))
    rules = BOX.rules(setup)
    assert rules.positions is not None
    with pytest.raises(PositionError, match=r"^phase: nobody stands on a crystal, so there is no combat$"):
        rules.positions.lay(rules, setup, {"side": [{}, {}], "phase": "combat"})
