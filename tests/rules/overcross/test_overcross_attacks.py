"""Overcross: attacks, damage and destruction (OC-38 to OC-45)."""

from __future__ import annotations

import pytest
from msgspec.structs import replace
from overcross_table import CARDS, Field, breakable, card, lasting

from game.cards.model import Ability, Damage, Heal, Modifier, Select, Strike, Target
from game.kernel.chance import Chance
from game.kernel.setup import Setup
from game.rules import open_box
from game.rules.overcross.actions import Attack, EndTurn, Move, Play, Use
from game.rules.overcross.arena import Settings
from game.rules.overcross.cards import Attack as Printed
from game.rules.overcross.preview import hit_chance

LUCKY = card("lucky", attacks=(Printed(name="Hit", dmg=2, acc=6),))
CLUMSY = card("clumsy", attacks=(Printed(name="Hit", dmg=2, acc=2),))
TOUGH = card("tough", defense=6)
SOFT = card("soft", defense=2)
WEAK = card("weak", attacks=(Printed(name="Tap", dmg=1),))
HUNTER = card("hunter", attacks=(Printed(name="Hunt", dmg=2, versus=Select(kind="character", trait="fantasy"), extra=2),))
ELF = card("elf", traits=("fantasy",))
CLOAK = card("cloak", "edit", modifiers=(Modifier(stat="defense", to="bearer", add=1),))
RUSTY = card("rusty", "edit", modifiers=(Modifier(stat="dmg", to="bearer", add=-3),))
MEDIC = card(
    "medic",
    abilities=(
        Ability(
            when="use",
            timing="major",
            targets=(Target(of=Select(kind="character", side="own", other=True)),),
            effects=(Heal(to="target", amount=4),),
        ),
    ),
)
SPIKY = card("spiky", abilities=(Ability(when="hurt", effects=(Damage(to="cause", amount=1),)),))
GHOST = card("ghost", keywords=("elusive",))
NEEDLE = card("needle", keywords=("piercing",))
WRECKER = card(
    "wrecker",
    attacks=(Printed(name="Shoot", symbol="crosshair", dmg=2, rng=4),),
    abilities=(
        Ability(
            when="use",
            timing="major",
            targets=(Target(of=Select(kind="terrain", within=3, sight=True)),),
            effects=(Damage(to="target", amount=6),),
        ),
    ),
)
BONFIRE = card("bonfire", "terrain", radius=1, modifiers=(Modifier(stat="move", to=Select(kind="character", within=1), add=1),))
LUNGE = card("lunge", "event", abilities=(
    Ability(targets=(Target(of=Select(kind="character", side="own"), name="who"), Target(of=Select(kind="terrain"))),
            effects=(Strike(who="who", target="target"),)),
))  # fmt: skip
ALL = (*CARDS, LUCKY, CLUMSY, TOUGH, SOFT, WEAK, HUNTER, ELF, CLOAK, RUSTY, MEDIC, SPIKY, GHOST, NEEDLE, WRECKER, BONFIRE, LUNGE)


def bound(setup):
    """Return the rules of a match with the cards that ship."""
    box = open_box("overcross")
    return box.rules(box.complete(setup))


def field(**more):
    return Field(cards=ALL, **more)


def fight(attacker="grunt", defender="grunt", rolls=(), **more):
    """Let one attack one beside it and return how much damage it took."""
    f = field()
    table = f.world((0, attacker, (1, 1)), (1, defender, (2, 2)), (1, "leader", (5, 5)), **more)
    table.do(Attack(1, 0, 2), rolls=rolls)
    assert table.state.units[3].damage == 0
    assert table.state.units[1].damage == 0
    return table.state.units[2].damage - dict(more.get("damage", ())).get(2, 0)


def test_OC_38_a_fist_reaches_adjacent_squares_diagonals_too():
    f = field()
    table = f.world((0, "grunt", (2, 2)), (1, "grunt", (3, 3)), (1, "archer", (2, 1)), (1, "mage", (4, 2)), (0, "archer", (1, 2)))
    table.allowed(Attack(1, 0, 2))
    table.allowed(Attack(1, 0, 3))
    table.refused(Attack(1, 0, 4), rule="OC-38")
    table.refused(Attack(1, 0, 5), rule="OC-38")
    table.refused(Attack(1, 1, 2), rule="OC-5")


def test_OC_38_the_disarmed_do_not_attack_and_the_stunned_do_nothing():
    f = field()
    disarmed = f.world((0, "grunt", (2, 2)), (1, "grunt", (3, 3)), lasting=(lasting(1, "disarmed", 1),))
    disarmed.refused(Attack(1, 0, 2), rule="OC-38")
    disarmed.allowed(Move(1, f.cell(2, 3)))
    stunned = f.world((0, "grunt", (2, 2)), (1, "grunt", (3, 3)), lasting=(lasting(1, "stunned", 1),))
    stunned.refused(Attack(1, 0, 2), rule="OC-18")
    assert stunned.legal() == (EndTurn(),)


def test_OC_39_lower_than_acc_hits():
    assert fight(rolls=(3, 6)) == 2
    assert fight(rolls=(4,)) == 0


def test_OC_40_the_target_defends_with_less_than_defense():
    assert fight(rolls=(1, 2)) == 0
    assert fight(rolls=(1, 3)) == 2
    assert fight("needle", rolls=(1,)) == 2


def test_OC_40_who_rolls_is_told():
    f = field()
    table = f.world((0, "grunt", (1, 1)), (1, "grunt", (2, 2)))
    table.do(Attack(1, 0, 2), rolls=(1, 2))
    assert table.events("HitRoll")[0].seat == 0
    assert table.events("DefendRoll")[0].seat == 1
    assert table.events("DefendRoll")[0].saved


@pytest.mark.parametrize(
    ("defender", "edits", "face", "damage"), [("tough", (), 5, 0), ("tough", (), 6, 2), ("soft", (), 1, 0), ("soft", (), 2, 2)]
)
def test_OC_41_printed_defense_stays_within_two_and_six(defender, edits, face, damage):
    assert fight(defender=defender, rolls=(1, face), edits=edits) == damage


def test_OC_41_an_edit_takes_defense_further():
    assert fight(defender="tough", rolls=(1,), edits=((2, "cloak", 1),)) == 0
    assert fight(defender="soft", rolls=(1,), lasting=(lasting(2, "defense", -1),)) == 2


def test_OC_42_dmg_below_one_hurts_nobody_and_heals_nobody():
    assert fight(rolls=(1, 6), edits=((1, "rusty", 0),), damage=((2, 3),)) == 0
    f = field()
    table = f.world((0, "grunt", (1, 1)), (1, "grunt", (2, 2)), edits=((1, "rusty", 0),), damage=((2, 3),))
    table.do(Attack(1, 0, 2), rolls=(1, 6))
    assert table.state.units[2].damage == 3
    assert not table.events("Hurt")


def test_OC_42_dmg_may_pass_six_when_aided():
    f = field()
    table = f.world((0, "giant", (1, 1)), (1, "grunt", (2, 2)), lasting=(lasting(1, "dmg", 3),))
    table.do(Attack(1, 0, 2), rolls=(1, 6))
    assert table.events("Hurt")[0].amount == 7
    assert 2 not in table.state.units


def test_OC_42_extra_dmg_against_a_genre():
    assert fight("hunter", "elf", rolls=(1, 6)) == 4
    assert fight("hunter", "grunt", rolls=(1, 6)) == 2


def test_OC_43_the_destroyed_lose_their_counters_and_edits_and_go_to_their_owner_s_pile():
    f = field()
    table = f.world(
        (0, "grunt", (1, 1)), (1, "grunt", (2, 2)), (1, "archer", (5, 5)), edits=((2, "cloak", 1), (2, "rusty", 0)), damage=((2, 4), (3, 2))
    )
    table.do(Attack(1, 0, 2), rolls=(1, 6))
    assert 2 not in table.state.units
    assert set(table.state.discards[1]) == {2, f.ids["cloak"]}
    assert table.state.discards[0] == (f.ids["rusty"],)
    assert table.state.units[3].damage == 2
    assert table.scene(0).pieces[2].badges == ()


def test_OC_44_terrain_is_attacked_without_defending_and_falls_at_six():
    f = field()
    table = f.world((0, "grunt", (1, 1)), (0, "archer", (0, 2)), (1, "grunt", (5, 5)), terrain=(("wall", (2, 2), 1),))
    wall = f.ids["wall"]
    table.do(Attack(1, 0, wall), rolls=(3,))
    assert table.state.terrain[wall].damage == 2
    table.do(Attack(2, 0, wall), rolls=(4,))
    assert table.state.terrain[wall].damage == 2
    last = f.world((0, "giant", (1, 1)), (1, "grunt", (5, 5)), terrain=(("wall", (2, 2), 1),), lasting=(lasting(1, "dmg", 2),))
    last.do(Attack(1, 0, f.ids["wall"]), rolls=(1,))
    assert last.state.terrain == {}
    assert last.state.discards[1] == (f.ids["wall"],)


def test_OC_44_range_and_sight_go_to_the_nearest_of_its_spaces():
    f = Field(("........",) * 5, ALL)
    table = f.world((0, "archer", (0, 2)), (1, "grunt", (7, 4)), terrain=(("rock", (5, 2), 1),))  # spaces from 4 to 6, Rng 4
    table.allowed(Attack(1, 0, f.ids["rock"]))
    far = f.world((0, "archer", (0, 2)), (1, "grunt", (7, 4)), terrain=(("rock", (6, 2), 1),))
    far.refused(Attack(1, 0, f.ids["rock"]), rule="OC-34")
    behind = Field(("........", "........", "...#....", "........", "........"), ALL)
    hidden = behind.world((0, "archer", (2, 2)), (1, "grunt", (7, 4)), terrain=(("wall", (4, 2), 1),))
    hidden.refused(Attack(1, 0, behind.ids["wall"]), rule="OC-35")


@pytest.mark.parametrize("spot", [(2, 2), (4, 0), (4, 4), (6, 2)])
def test_OC_44_a_fist_reaches_wide_terrain_beside_it_from_every_side(spot):
    f = Field(("........",) * 5, ALL)
    table = f.world((0, "grunt", spot), (1, "grunt", (7, 4)), terrain=(("rock", (4, 2), 1),))
    table.do(Attack(1, 0, f.ids["rock"]), rolls=(1,))
    assert table.state.terrain[f.ids["rock"]].damage == 2
    away = f.world((0, "grunt", (1, 2)), (1, "grunt", (7, 4)), terrain=(("rock", (4, 2), 1),))
    away.refused(Attack(1, 0, f.ids["rock"]), rule="OC-38")


def test_OC_44_its_own_spaces_hide_it_neither_from_attacks_nor_from_abilities_but_a_wall_does():
    for rows, free in ((("........",) * 5, True), (("........", "...#....", "...#....", "...#....", "........"), False)):
        f = Field(rows, ALL)
        table = f.world((0, "wrecker", (1, 2)), (1, "grunt", (7, 4)), terrain=(("rock", (5, 2), 1),))
        for action in (Attack(1, 0, f.ids["rock"]), Use(1, 0, f.ids["rock"])):
            assert (table.rules.refusal(table.state, action) is None) is free
            assert (action in table.legal()) is free


def test_OC_44_whom_one_may_attack_is_the_same_when_nothing_worked_out_before_is_kept():
    rules, chance = bound(Setup("overcross", 2, seed=1)), Chance(8)
    state, wide = rules.setup(rules.arena.setup).state, 0
    for _ in range(90):
        legal = rules.legal(state)
        assert legal == rules.legal(replace(state))  # a new state, about which nothing was worked out
        lies = [action for action in legal if isinstance(action, Attack) and action.target in state.terrain]
        wide += any(rules.arena.area(state.terrain[action.target].card).radius for action in lies)
        laid = [
            action for action in legal if isinstance(action, Play) and rules.arena.catalogue[state.cards[action.piece][0]].kind == "terrain"
        ]
        state = rules.advance(state, chance.pick(tuple(lies or laid or legal)))
    assert wide > 9


def test_OC_44_an_ability_reaches_from_the_nearest_space_of_terrain_too():
    f = Field(("........",) * 5, ALL)
    table = f.world((0, "grunt", (2, 2)), (0, "archer", (1, 2)), (1, "grunt", (7, 4)), terrain=(("bonfire", (4, 2), 1),))
    assert table.rules.preview(table.observation(0), Move(1, f.cell(2, 1))).words.startswith("1 of Move 4")  # beside its spaces
    assert table.rules.preview(table.observation(0), Move(2, f.cell(1, 1))).words.startswith("1 of Move 3")


def test_OC_44_an_attack_at_once_reaches_the_nearest_space():
    f = Field(("........",) * 5, ALL)
    table = f.world((0, "grunt", (2, 2)), (1, "grunt", (7, 4)), hands=(("lunge",),), terrain=(("rock", (4, 2), 1),))
    table.do(Play(f.ids["lunge"], target=1), rolls=(1,))
    assert table.state.terrain[f.ids["rock"]].damage == 2


def test_OC_44_terrain_of_the_map_falls_at_its_own_hit_points():
    f = Field(cards=ALL, breakables=(breakable(7, 3),))
    table = f.world((0, "grunt", (0, 1)), (0, "lucky", (0, 0)), (1, "archer", (5, 5)))
    crate = next(iter(table.state.terrain))
    table.refused(Move(1, f.cell(1, 1)), rule="OC-25")
    table.do(Attack(1, 0, crate), rolls=(1,))
    assert table.state.terrain[crate].damage == 2
    table.do(Attack(2, 0, crate), rolls=(5,))
    assert table.state.terrain == {}
    assert all(not pile for pile in table.state.discards)


def test_OC_45_counters_never_go_below_none():
    f = field()
    table = f.world((0, "medic", (1, 1)), (0, "grunt", (2, 2)), (1, "grunt", (5, 5)), damage=((2, 3), (3, 2)))
    table.do(Use(1, 0, 2))
    assert table.state.units[2].damage == 0
    assert table.state.units[3].damage == 2
    assert table.events("Healed")[0].amount == 3


def test_OC_E1_acc():
    for acc, hits in ((4, {1, 2, 3}), (2, {1}), (6, {1, 2, 3, 4, 5})):
        name = {4: "grunt", 2: "clumsy", 6: "lucky"}[acc]
        for face in range(1, 7):
            rolls = (face, 6) if face in hits else (face,)
            assert fight(name, rolls=rolls) == (2 if face in hits else 0)
    assert fight("clumsy", lasting=(lasting(1, "acc", -1),)) == 0
    assert fight("lucky", rolls=(6,), lasting=(lasting(1, "acc", 1),)) == 2
    assert [hit_chance(acc) for acc in (1, 2, 4, 7)] == [0, 1 / 6, 0.5, 1]


def test_OC_E2_defense():
    for face in range(1, 7):
        assert fight(defender="soft", rolls=(1, face)) == (0 if face == 1 else 2)
        assert fight(defender="tough", rolls=(1, face)) == (2 if face == 6 else 0)
    assert fight(defender="tough", rolls=(1,), edits=((2, "cloak", 1),)) == 0


def test_OC_E7_five_counters_and_three_damage():
    f = field(settings=Settings(objective="death-match", goal=200, rounds=0))
    table = f.world(
        (0, "giant", (1, 1)),
        (1, "giant", (2, 2)),
        (1, "grunt", (5, 5)),
        edits=((2, "cloak", 1),),
        damage=((2, 5),),
        lasting=(lasting(1, "dmg", -1),),
    )
    table.do(Attack(1, 0, 2), rolls=(1, 6))
    assert table.events("Hurt")[0].amount == 3
    assert set(table.state.discards[1]) == {2, f.ids["cloak"]}
    assert table.state.scores == (9, 0)


def test_the_odds_are_shown_before_an_attack():
    f = field()
    table = f.world((0, "grunt", (1, 1)), (1, "grunt", (2, 2)), damage=((2, 4),))
    words = table.rules.preview(table.observation(0), Attack(1, 0, 2)).words
    assert words == "Hits 50 %, defended 33 %, 2 damage: 0.7 on average; destroys it 33 %."


def test_elusive_ones_are_no_target_for_crosshairs_but_for_fists():
    f = field()
    table = f.world((0, "archer", (1, 1)), (0, "grunt", (2, 3)), (1, "ghost", (2, 2)))
    table.refused(Attack(1, 0, 3), rule="OC-34")
    table.allowed(Attack(2, 0, 3))


def test_a_trigger_answers_at_once_and_names_its_cause():
    f = field()
    table = f.world((0, "grunt", (1, 1)), (1, "spiky", (2, 2)), (0, "archer", (1, 2)))
    table.do(Attack(1, 0, 2), rolls=(1, 6))
    assert table.state.units[1].damage == 1
    assert table.state.units[3].damage == 0


def test_bolt_kills_credit_their_player():
    bolt = card(
        "bolt", "event", abilities=(Ability(targets=(Target(of=Select(kind="character")),), effects=(Damage(to="target", amount=9),)),)
    )
    f = Field(cards=(*ALL, bolt))
    table = f.world((0, "grunt", (1, 1)), (1, "giant", (2, 2)), (0, "archer", (4, 4)), hands=(("bolt", "bolt"),))
    one, two = table.state.hands[0]
    table.do(Play(one, target=2))
    assert table.state.scores == (9, 0)
    table.do(Play(two, target=3))
    assert table.state.scores == (9, 0)
