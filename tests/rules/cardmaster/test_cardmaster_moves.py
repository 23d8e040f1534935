"""The seven moves and what they do to the target, the card and nobody else."""

from __future__ import annotations

from typing import get_args

import pytest
from arena_table import at_table, fighter, overcook, wall

from game.rules.cardmaster.actions import Action, Attack, Boost, Choose, EndPossession, Revive, Shift, Skip, Stack
from game.rules.cardmaster.apply import DEEDS
from game.rules.cardmaster.events import ChanceTaken, Fell, Filled, Hit, Revived
from game.rules.cardmaster.state import EMPTY


def test_CM_16_A1_is_free_by_type_1_and_rolls_nothing():
    with at_table([fighter("a", atk=300, types=("beast", "spirit"))], [wall("c", dfn=500)]) as table:
        before = table.board
        table.do(Attack(table.id("a"), 1, table.id("c")))
        assert table.events(Hit)[0].damage == 50
        assert table.piece("c").hp == 850
        assert not table.events(ChanceTaken)
        table.bystanders(before, "a", "c")
        assert table.shown("a") == 1


def test_CM_17_A2_takes_two_gems_strikes_by_type_2_and_may_inflict():
    with at_table([fighter("a", gems=2, atk=300, types=("beast", "spirit")), fighter("b")], [wall("c"), wall("d")]) as table:
        before = table.board
        table.do(Attack(table.id("a"), 2, table.id("c")), flips=(False, True))
        assert table.events(Hit)[0].multiplier == 16  # Spirit against Tech twice
        assert [chance.what for chance in table.events(ChanceTaken)] == ["backfire", "status"]
        assert [status.kind for status in table.piece("c").statuses] == ["overcook"]
        table.bystanders(before, "a", "c")


def test_CM_18_A3_takes_three_gems_and_the_better_type():
    with at_table([fighter("a", gems=3, atk=300, types=("spirit", "beast"))], [wall("c", dfn=100, hp=999)]) as table:
        table.do(Attack(table.id("a"), 3, table.id("c")))
        hit = table.events(Hit)[0]
        assert (hit.multiplier, hit.damage) == (16, 1070)
        assert hit.lost == 999


def test_CM_19_STACK_banks_one_gem_and_uses_the_move():
    with at_table([fighter("a"), fighter("b")], [wall("c")]) as table:
        before = table.board
        table.do(Stack(table.id("a")))
        assert table.shown("a") == 2
        table.refused(Stack(table.id("a")), rule="CM-8")
        table.bystanders(before, "a")


@pytest.mark.parametrize(("stat", "field"), [("spd", "spd"), ("def", "dfn"), ("atk", "atk")])
def test_CM_20_SPC_raises_a_stat_by_a_tenth_rounded_down(stat: str, field: str):
    with at_table([fighter("a", spc=199), fighter("b")], [wall("c")]) as table:
        before = table.piece("a")
        table.do(Boost(table.id("a"), stat))
        assert getattr(table.piece("a"), field) == getattr(before, field) + 19
        assert (table.piece("a").hp, table.piece("a").top, table.piece("a").spc) == (400, 400, 199)


def test_CM_20_an_HP_boost_raises_maximum_and_current_HP():
    with at_table([fighter("a", now=100, spc=200)], [wall("c")]) as table:
        table.do(Boost(table.id("a"), "hp"))
        assert (table.piece("a").hp, table.piece("a").top) == (120, 420)


def test_CM_20_costs_no_gems_and_is_the_card_s_move():
    with at_table([fighter("a", gems=0), fighter("b")], [wall("c")]) as table:
        table.do(Boost(table.id("a"), "atk"))
        assert table.shown("a") == 1
        assert table.board.ready == (table.id("b"),)
        table.refused(Stack(table.id("a")), rule="CM-8")


def test_CM_20_once_a_match_for_each_card_and_not_SPC_itself():
    with at_table([fighter("a"), fighter("b", boosted="atk", boost=0)], [wall("c")]) as table:
        table.refused(Boost(table.id("a"), "spc"), rule="CM-20")
        table.refused(Boost(table.id("b"), "hp"), rule="CM-20")
        table.do(Boost(table.id("a"), "atk"))
        table.play(EndPossession(), EndPossession())
        while table.seat != 0:
            table.do(EndPossession())
        table.refused(Boost(table.id("a"), "def"), rule="CM-20")


@pytest.mark.parametrize(("top", "half"), [(400, 200), (401, 201)])
def test_CM_21_a_revived_card_returns_to_the_reserve_at_half_rounded_up(top: int, half: int):
    with at_table([fighter("a", gems=5)], [wall("c")], fallen=[fighter("gone", hp=top), fighter("left")]) as table:
        before = table.board
        table.do(Revive(table.id("a"), table.id("gone")))
        gone = table.piece("gone")
        assert (gone.hp, gone.gems, gone.statuses, gone.risen) == (half, 0, (), True)
        assert table.board.teams[0].reserve == (table.id("gone"),)
        assert table.id("left") in table.board.teams[0].fallen
        assert table.shown("a") == 2
        assert table.events(Revived)[0].hp == half
        table.bystanders(before, "a", "gone")
        assert "angel-wings" in {badge.icon for badge in table.scene(0).pieces[table.id("gone")].badges}


def test_CM_21_only_fallen_allies():
    with at_table([fighter("a", gems=5), fighter("b")], [wall("c")], fallen=[fighter("gone")], foe_fallen=[wall("theirs")]) as table:
        table.refused(Revive(table.id("a"), table.id("b")), rule="CM-21")
        table.refused(Revive(table.id("a"), table.id("theirs")), rule="CM-21")
        table.allowed(Revive(table.id("a"), table.id("gone")))


def test_CM_22_a_shift_uses_the_move_and_the_newcomer_takes_none():
    with at_table([fighter("a"), fighter("b")], [wall("c")], reserve=[fighter("r"), fighter("s")]) as table:
        table.do(Shift(table.id("a"), table.id("r")))
        assert table.board.teams[0].active == (table.id("r"), table.id("b"), EMPTY)
        assert table.board.teams[0].reserve == (table.id("a"), table.id("s"))
        table.refused(Stack(table.id("r")), rule="CM-8")
        table.refused(Stack(table.id("a")), rule="CM-8")
        assert table.board.ready == (table.id("b"),)


def test_CM_22_only_with_the_own_living_reserve():
    with at_table(
        [fighter("a"), fighter("b")], [wall("c")], reserve=[fighter("r")], fallen=[fighter("gone")], foe_reserve=[wall("x")]
    ) as table:
        for name in ("b", "gone", "x"):
            table.refused(Shift(table.id("a"), table.id(name)), rule="CM-22")


def test_CM_23_current_ATK_and_DEF_count():
    strong = fighter("a", atk=100)
    strong.worn |= {"boosted": "atk", "boost": 200}
    strong.worn["atk"] = 300
    soft = wall("c", dfn=100)
    soft.worn |= {"boosted": "def", "boost": 400, "dfn": 500}
    with at_table([strong], [soft]) as table:
        table.do(Attack(table.id("a"), 1, table.id("c")))
        assert table.events(Hit)[0].damage == 50
        assert table.events(Hit)[0].defence == 500


def test_CM_24_targets_are_opposing_active_cards():
    with at_table([fighter("a"), fighter("b")], [wall("c")], foe_reserve=[wall("x")], foe_fallen=[wall("gone")]) as table:
        for name in ("a", "b", "x", "gone"):
            table.refused(Attack(table.id("a"), 1, table.id(name)), rule="CM-24")
        table.refused(Attack(table.id("a"), 1, EMPTY), rule="CM-24")
        table.allowed(Attack(table.id("a"), 1, table.id("c")))


@pytest.mark.parametrize("hp", [50, 51])
def test_CM_24_a_card_at_0_HP_falls_at_once(hp: int):
    with at_table([fighter("a", atk=300)], [wall("c", now=hp, dfn=500), wall("d")]) as table:
        table.do(Attack(table.id("a"), 1, table.id("c")))
        assert bool(table.events(Fell)) == (hp == 50)
        assert (table.id("c") in table.board.teams[1].fallen) == (hp == 50)


def test_CM_25_the_owner_chooses_who_fills_the_slot():
    with at_table([fighter("a", atk=900), fighter("b")], [wall("d"), wall("c", now=1)], foe_reserve=[wall("x"), wall("y")]) as table:
        table.do(Attack(table.id("a"), 1, table.id("c")))
        assert table.seat == 1
        table.refused(Stack(table.id("b")), rule="CM-25")
        table.refused(Choose(table.id("d")), rule="CM-25")
        table.do(Choose(table.id("y")))
        assert table.board.teams[1].active == (table.id("d"), table.id("y"), EMPTY)
        assert table.seat == 0
        table.allowed(Attack(table.id("b"), 1, table.id("y")))


def test_CM_25_a_last_reserve_card_steps_in_unasked():
    with at_table([fighter("a", atk=900), fighter("b")], [wall("c", now=1)], foe_reserve=[wall("x")]) as table:
        table.do(Attack(table.id("a"), 1, table.id("c")))
        assert table.events(Filled)[0].piece == table.id("x")
        assert table.seat == 0


def test_CM_25_with_no_reserve_the_slot_stays_empty():
    with at_table([fighter("a", atk=900), fighter("b")], [wall("c", now=1), wall("d")]) as table:
        table.do(Attack(table.id("a"), 1, table.id("c")))
        assert table.board.teams[1].active == (EMPTY, table.id("d"), EMPTY)


def test_CM_25_a_newcomer_in_the_own_possession_takes_no_move():
    burning = fighter("a", now=1, statuses=(overcook(),))
    with at_table([burning, fighter("b")], [wall("c")], reserve=[fighter("r")], turn=1) as table:
        table.do(Skip(table.id("c")))
        assert table.board.teams[0].active[0] == table.id("r")
        assert table.board.ready == (table.id("b"),)
        table.refused(Stack(table.id("r")), rule="CM-8")


def test_the_button_says_cost_damage_multiplier_and_odds_before_it_is_chosen():
    with at_table([fighter("a", gems=3, atk=300, tier=3, spc=100, types=("spirit", "beast"))], [wall("c", dfn=100, hp=999)]) as table:
        verb = table.offer(Attack(table.id("a"), 2, table.id("c"))).verb
        assert verb == "A2 · 2 gems · 179 (1×, DEF −10 %) · Overcook 16.5 % · backfire 20 %"
        words = table.rules.preview(table.observation(0), Attack(table.id("a"), 3, table.id("c"))).words
        assert words.startswith("1070 damage: ATK 300 at 99 %, 4×, less 10 % for DEF 100. It falls.")
        assert "Backfire 20 %" in words
        assert table.offer(Attack(table.id("a"), 1, table.id("c"))).verb == "A1 · free · 357 (4×, DEF −10 %)"


@pytest.mark.parametrize(
    ("status", "said"), [("overcook", "Overcook (strength 22 %) with a chance of 44 %"), ("brainlock", "Brainlock with a chance of 44 %")]
)
def test_CM_26_an_attack_says_the_strength_of_a_status_that_has_one_and_its_chance(status: str, said: str):
    with at_table([fighter("a", gems=3, status=status)], [wall("c", hp=999)]) as table:
        words = table.rules.preview(table.observation(0), Attack(table.id("a"), 3, table.id("c"))).words
        assert f" HP. {said}, if it does not backfire. " in words


def test_CM_26_no_button_names_a_status_for_what_falls_and_no_shift_gems_that_are_none():
    with at_table([fighter("a", gems=3, atk=300, tier=3, spc=100)], [wall("c", dfn=100, hp=20)], reserve=[fighter("r")]) as table:
        assert table.offer(Attack(table.id("a"), 2, table.id("c"))).verb == "A2 · 2 gems · 179 (1×, DEF −10 %) · backfire 20 %"
        words = table.rules.preview(table.observation(0), Shift(table.id("a"), table.id("r"))).words
        assert "3 stacked gems go to the reserve with the card" in words
    with at_table([fighter("a")], [wall("c")], reserve=[fighter("r")]) as table:
        words = table.rules.preview(table.observation(0), Shift(table.id("a"), table.id("r"))).words
        assert words.endswith("takes no move in this possession (CM-22).")


def test_every_kind_of_action_can_be_done():
    assert {*DEEDS} == {*get_args(Action)}
