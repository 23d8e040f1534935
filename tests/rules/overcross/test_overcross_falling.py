"""Overcross: who falls together, what those who are out leave behind, and whose a kill is (OC-46, OC-50, OC-51)."""

from __future__ import annotations

import pytest
from msgspec.structs import replace
from overcross_table import CARDS, Field, card, lasting

from game.cards.model import Ability, Damage, Draw, Modify, Pick, Push, Select, Target
from game.rules.overcross.actions import Attack, Choose, EndTurn, Move, Play
from game.rules.overcross.arena import FULL_DAMAGE, MOST_SCATHE, Settings
from game.rules.overcross.cards import Attack as Printed

EVERYONE = Select(kind="character")
STORM = card("storm", "event", abilities=(Ability(effects=(Damage(to=EVERYONE, amount=6),)),))
FEUD = card("feud", "event", abilities=(
    Ability(
        effects=(
            Damage(to=Select(kind="character", trait="leader", side="own"), amount=6),
            Pick(of=Select(kind="character", side="foe")),
            Damage(to="target", amount=2),
            Draw(),
        ),
    ),
))  # fmt: skip
SMITE = card("smite", "event", abilities=(Ability(targets=(Target(of=EVERYONE),), effects=(Damage(to="target", amount=6),)),))
CURSE = card("curse", "event", abilities=(
    Ability(targets=(Target(of=EVERYONE),), effects=(Modify(to="target", stat="acc", add=-2, until="next"),)),
))  # fmt: skip
SHOVE = card("shove", "event", abilities=(
    Ability(
        targets=(Target(of=Select(kind="character", side="own"), name="who"), Target(of=EVERYONE)),
        effects=(Push(what="target", spaces=1, origin="who"),),
    ),
))  # fmt: skip
MARTYR = card("martyr", traits=("leader",), abilities=(Ability(when="destroyed", effects=(Damage(to=EVERYONE, amount=6),)),))
BRUTE = card("brute", attacks=(Printed(name="Crash", dmg=6, acc=7, effects=(Damage(to="self", amount=6), Draw())),), traits=("leader",))
KEG = card("keg", "terrain", obstructs=True, abilities=(
    Ability(when="destroyed", effects=(Damage(to=Select(kind="character", within=1), amount=6),)),
))  # fmt: skip
EMBERS = card("embers", "terrain", abilities=(
    Ability(when="round_start", effects=(Damage(to=Select(kind="character", relation="inside"), amount=6),)),
))  # fmt: skip
THORNS = card("thorns", abilities=(Ability(when="hurt", effects=(Damage(to="cause", amount=6),)),))
ALL = (*CARDS, STORM, FEUD, SMITE, CURSE, SHOVE, MARTYR, BRUTE, KEG, EMBERS, THORNS)
LEADERS = (("leader",),) * 4


def worn(*pieces):
    """Return damage that leaves each of these so near to its end that what no attack may do to a mark in a turn fells it."""
    return tuple((piece, FULL_DAMAGE - MOST_SCATHE) for piece in pieces)


def field(objective="assassination", *, seats=2, goal=0, rounds=0, rows=("......",) * 6):
    return Field(rows, ALL, settings=Settings(objective, ("leader",), goal, rounds), seats=seats)


def crack(f, table):
    """Bring the keg one counter from bursting, and return it."""
    keg = f.ids["keg"]
    table.state = replace(table.state, terrain={keg: replace(table.state.terrain[keg], damage=5)})
    return keg


# --- falling together --------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("active", [0, 1])
@pytest.mark.parametrize("older", [0, 1])
def test_OC_46_two_leaders_felled_by_one_effect_are_a_draw_whoever_is_older_and_whose_turn_it_is(active, older):
    f = field()
    hands = (("storm",), ()) if active == 0 else ((), ("storm",))
    units = ((older, "leader", (0, 0)), (1 - older, "leader", (5, 5)))
    table = f.world(*units, hands=hands, active=active, marks=LEADERS[:2], damage=worn(1, 2))
    table.do(Play(f.ids["storm"]))
    assert table.outcome.winners == ()
    assert table.outcome.share(0) == table.outcome.share(1) == 0.5
    assert table.state.out == (True, True)


@pytest.mark.parametrize("order", [(0, 1, 2), (2, 1, 0), (1, 0, 2)])
def test_OC_46_among_three_those_who_fell_last_share_the_draw(order):
    f = field(seats=3)
    units = [(seat, "leader", (2 * seat, 2)) for seat in order]
    table = f.world(*units, hands=(("smite", "storm"), (), ()), marks=LEADERS[:3], damage=worn(1, 2, 3))
    smite, storm = table.state.hands[0]
    table.do(Play(smite, target=1 + order.index(2)))
    assert table.state.out == (False, False, True)
    table.do(Play(storm))
    assert table.outcome.winners == (0, 1)
    assert [table.outcome.share(seat) for seat in range(3)] == [0.5, 0.5, 0]


def test_OC_46_one_left_over_by_the_same_effect_wins():
    f = field(seats=3)
    units = [(seat, "leader", cell) for seat, cell in enumerate(((0, 2), (2, 2), (2, 4)))]
    table = f.world(*units, terrain=(("keg", (1, 2), 2),), marks=LEADERS[:3], damage=worn(1, 2))
    table.do(Attack(1, 0, crack(f, table)), rolls=(1,))
    assert table.outcome.winners == (2,)


def test_OC_46_a_card_that_fells_its_own_leader_is_done_to_its_end():
    f = field(seats=3)
    table = f.world(
        (0, "leader", (0, 0)), (1, "leader", (5, 5)), (2, "leader", (5, 1)), (1, "grunt", (3, 3)),
        hands=(("feud",), (), ()), decks=(("grunt",), ("grunt",), ("grunt",)), marks=LEADERS[:3], damage=worn(1),
    )  # fmt: skip
    table.do(Play(f.ids["feud"]))
    assert table.state.out == (False, False, False)  # the card still asks its player
    assert table.seat == 0
    table.do(Choose(4))
    assert table.state.units[4].damage == 2
    assert table.state.decks[0] == ()  # and it drew
    assert table.state.out == (True, False, False)
    assert table.seat == table.state.active == 1
    assert table.outcome is None
    assert not [unit for unit in table.state.units.values() if unit.seat == 0]


def test_OC_46_what_a_falling_leader_sets_off_comes_too_late():
    f = field()
    units = ((0, "leader", (0, 0)), (1, "martyr", (5, 5)))
    table = f.world(*units, hands=(("smite",),), marks=(("leader",), ("martyr",)), damage=worn(1, 2))
    table.do(Play(f.ids["smite"], target=2))
    assert table.outcome.winners == (0,)
    assert 1 in table.state.units


def test_OC_46_an_attack_is_done_with_what_follows_it():
    f = field()
    units = ((0, "brute", (2, 2)), (1, "leader", (2, 3)))
    table = f.world(*units, decks=(("grunt",),), marks=(("brute",), ("leader",)), damage=worn(1))
    table.do(Attack(1, 0, 2), rolls=(6,))
    assert table.outcome.winners == ()
    assert table.state.decks[0] == ()


def test_OC_46_what_lasts_until_the_next_turn_of_one_who_is_out_ends_when_it_would_have_begun():
    f = field(seats=3)
    table = f.world(
        (0, "leader", (0, 0)), (1, "leader", (5, 5)), (2, "leader", (5, 1)),
        hands=(("curse", "curse"), ("smite",), ()), marks=LEADERS[:3], damage=worn(1),
        lasting=(lasting(3, "move", -1, until="next", seat=2),),
    )  # fmt: skip
    one, two = table.state.hands[0]
    table.do(Play(one, target=2))
    table.do(Play(two, target=3))
    table.do(EndTurn())
    table.do(Play(f.ids["smite"], target=1))
    assert table.state.out == (True, False, False)
    assert len([each for each in table.state.lasting if each.seat == 0]) == 2
    table.do(EndTurn())
    assert table.state.active == 2
    assert len([each for each in table.state.lasting if each.seat == 0]) == 2  # its turn has not come yet
    table.do(EndTurn())
    assert table.state.active == 1
    assert [each for each in table.state.lasting if each.seat == 0] == []


def test_OC_51_who_is_out_has_no_part_in_the_draw_at_the_limit():
    f = field(seats=3, rounds=3)
    units = ((0, "leader", (0, 0)), (1, "leader", (5, 5)), (2, "leader", (5, 1)))
    table = f.world(*units, hands=(("smite",),), marks=LEADERS[:3], damage=worn(2))
    table.do(Play(f.ids["smite"], target=2))
    table.do(EndTurn())
    table.do(EndTurn())
    assert table.outcome.rule == "OC-51"
    assert table.outcome.winners == (0, 2)


# --- whose a kill is ---------------------------------------------------------------------------------------------------


def burst(f, *units, laid):
    """Return the scores after piece 1 has broken the keg that seat `laid` put on (2, 2)."""
    table = f.world(*units, terrain=(("keg", (2, 2), laid),))
    table.do(Attack(1, 0, crack(f, table)), rolls=(1,))
    return table.state.scores


@pytest.mark.parametrize("laid", [0, 1, 2])
def test_OC_50_a_keg_scores_for_who_set_it_off(laid):
    f = field("death-match", seats=3, goal=99)
    assert burst(f, (0, "archer", (2, 5)), (1, "giant", (3, 3)), (2, "grunt", (5, 5)), laid=laid) == (9, 0, 0)


def test_OC_50_one_s_own_dead_by_a_keg_score_for_the_enemy_who_laid_it():
    f = field("death-match", seats=3, goal=99)
    units = ((0, "archer", (2, 5)), (0, "giant", (3, 3)), (1, "grunt", (5, 5)), (2, "mage", (0, 5)))
    assert burst(f, *units, laid=0) == (0, 0, 0)
    assert burst(f, *units, laid=1) == (0, 9, 0)
    assert burst(f, *units, laid=2) == (0, 0, 9)


def walked(laid):
    f = field("death-match", goal=99)
    table = f.world((0, "giant", (0, 0)), (0, "archer", (5, 0)), (1, "grunt", (5, 5)), terrain=(("fire", (1, 1), laid),), damage=((1, 5),))
    table.do(Move(1, f.cell(1, 1)))
    assert 1 not in table.state.units
    return table.state.scores


def test_OC_50_walking_into_lava_scores_for_the_enemy_who_laid_it():
    assert walked(laid=1) == (0, 9)
    assert walked(laid=0) == (0, 0)


def test_OC_50_pushing_into_lava_scores_for_the_pusher():
    f = field("death-match", goal=99, seats=3)
    table = f.world(
        (0, "archer", (0, 0)), (1, "giant", (1, 1)), (2, "grunt", (5, 5)),
        terrain=(("fire", (2, 2), 2),), hands=(("shove",),), damage=((2, 5),),
    )  # fmt: skip
    table.do(Play(f.ids["shove"], target=1))
    table.do(Choose(2))
    assert table.state.scores == (9, 0, 0)


def test_OC_50_terrain_that_hurts_at_the_start_of_a_turn_scores_for_who_laid_it():
    f = field("death-match", goal=99, seats=3)
    for laid, expected in ((0, (9, 0, 0)), (1, (0, 0, 0)), (2, (0, 0, 9))):
        table = f.world((0, "archer", (0, 0)), (1, "giant", (2, 2)), (2, "grunt", (5, 5)), terrain=(("embers", (2, 2), laid),), active=1)
        table.do(EndTurn())
        assert table.state.active == 2
        assert table.state.scores == expected


def test_OC_50_a_character_that_strikes_back_scores_for_its_own_side():
    f = field("death-match", goal=99)
    table = f.world((0, "giant", (2, 2)), (0, "archer", (0, 0)), (1, "thorns", (2, 3)))
    table.do(Attack(1, 1, 3), rolls=(1, 6))
    assert table.state.scores == (0, 9)


@pytest.mark.parametrize("order", [(0, 1), (1, 0)])
def test_OC_50_points_of_one_effect_count_together_whoever_is_older(order):
    f = field("death-match", goal=4)
    units = [(seat, "grunt", (1 + seat, 3)) for seat in order]
    table = f.world((0, "archer", (2, 5)), *units, (1, "mage", (5, 0)), terrain=(("keg", (2, 2), 1),))
    table.do(Attack(1, 0, crack(f, table)), rolls=(1,))
    assert table.state.scores == (4, 4)
    assert table.outcome.winners == ()
    assert table.outcome.rule == "OC-50"


def test_OC_1_an_effect_that_a_trigger_interrupts_shows_at_every_event():
    """The half-done effect asks nobody, and the picture of the moment says so."""
    swelling = Modify(to="self", stat="move", add=1, until="next")
    grumpy = card("grumpy", abilities=(Ability(when="hurt", effects=(swelling,)),))
    blast = card(
        "blast",
        "event",
        abilities=(
            Ability(
                targets=(Target(of=Select(kind="character", side="foe")),),
                effects=(
                    Damage(to="target", amount=1),
                    Damage(to=Select(kind="character", side="foe", other=True, of="target", within=1), amount=1),
                ),
            ),
        ),
    )
    f = Field(cards=(*CARDS, grumpy, blast))
    table = f.world((0, "leader", (0, 0)), (1, "grumpy", (4, 4)), (1, "grunt", (4, 5)), hands=(("blast",),), round_=5)
    step = table.do(Play(f.ids["blast"], target=2))
    shown = [f.rules.scene(f.rules.observe(happened.state, 1)) for happened in step.story]
    assert [scene.prompt is None for scene in shown].count(True) >= 1
    assert {seat.choosing for scene in shown if scene.prompt is None for seat in scene.seats if seat.seat == 0} == {True}
    assert table.state.units[3].damage == 1
