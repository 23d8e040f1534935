"""Overcross: the five objectives, and the maps they are fought on (OC-46 to OC-54)."""

from __future__ import annotations

import pytest
from msgspec.structs import replace
from overcross_table import CARDS, Field, breakable, card
from scenario import Table

from game import paths
from game.cards.model import Ability, Damage, Deploy, Push, Select, Spot, Target
from game.cards.modify import Lasting
from game.kernel.ids import piece_place
from game.kernel.offers import SetupError
from game.kernel.setup import DeckList, Setup
from game.rules.overcross.actions import Attack, EndTurn, Move, Order, Place, Play
from game.rules.overcross.arena import Settings
from game.rules.overcross.box import BOX, battle_map
from game.rules.overcross.scene import flag_id
from game.rules.overcross.state import Placing
from game.rules.overcross.tell import tell

BOLT = card("bolt", "event", abilities=(Ability(targets=(Target(of=Select(kind="character")),), effects=(Damage(to="target", amount=6),)),))
SHOVE = card("shove", "event", abilities=(
    Ability(
        targets=(Target(of=Select(kind="character", side="own"), name="who"), Target(of=Select(kind="character", side="foe"))),
        effects=(Push(what="target", spaces=2, origin="who"),),
    ),
))  # fmt: skip
DROP = card("drop", "event", abilities=(
    Ability(targets=(Target(of=Select(kind="character", side="own", zone="discard")),), effects=(Deploy(what="target", at=Spot(zone="any")),)),
))  # fmt: skip
ALL = (*CARDS, BOLT, SHOVE, DROP)


def field(objective, *, goal=0, rounds=0, marks=("leader",), **more):
    return Field(more.pop("rows", ("......",) * 6), ALL, settings=Settings(objective, marks, goal, rounds), **more)


def foreseen(table, action):
    """Return what an action is said to bring, before it is done."""
    return table.rules.preview(table.observation(table.seat), action).words


# --- assassination -----------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(("mark", "ranks"), [("leader", {"leader"}), ("champion", {"champion"}), ("both", {"leader", "champion"})])
def test_OC_46_marks_are_set_aside_and_begin_in_the_own_zone(mark, ranks):
    setup = BOX.complete(Setup("overcross", 2, seed=3, options={"objective": "assassination", "mark": mark}))
    rules = BOX.rules(setup)
    table = Table(rules, rules.setup(setup).state, pending=True)
    waiting = [item for item in table.state.stack if isinstance(item, Placing)]
    assert len(waiting) == 2 * len(ranks)
    for seat in (0, 1):
        assert {rules.arena.catalogue[item.unit.card].rank for item in waiting if item.seat == seat} == ranks
        held = [table.state.cards[piece][0] for piece in (*table.state.hands[seat], *table.state.decks[seat])]
        assert len(held) == sum(setup.decks[seat].cards.values()) - len(ranks)
    table.do(Order(first=True))
    while isinstance(table.state.stack[-1], Placing):
        seat = table.seat
        assert all(rules.arena.zones[seat] >> action.cell & 1 for action in table.legal())
        table.do(table.legal()[0])
    assert len(table.state.units) == 2 * len(ranks)
    assert table.state.round == 1


def test_OC_46_killing_the_leader_wins():
    f = field("assassination")
    table = f.world((0, "leader", (0, 0)), (1, "leader", (1, 1)), (1, "grunt", (5, 5)), marks=(("leader",), ("leader",)), damage=((2, 5),))
    assert foreseen(table, Attack(1, 0, 2)).endswith(" %, which wins the match.")
    table.do(Attack(1, 0, 2), rolls=(1, 6))
    assert table.outcome is not None
    assert table.outcome.winners == (0,)
    assert table.legal() == ()


def test_OC_46_both_marks_must_fall():
    f = field("assassination", marks=("leader", "champion"))
    units = ((0, "leader", (0, 0)), (1, "leader", (3, 3)), (1, "champion", (5, 5)))
    table = f.world(*units, hands=(("bolt", "bolt"),), marks=(("leader",), ("leader", "champion")), damage=((2, 4), (3, 4)))
    assert "wins" not in foreseen(f.world(*units, marks=(("leader",), ("leader", "champion")), damage=((2, 5),)), Attack(1, 0, 2))
    one, two = table.state.hands[0]
    table.do(Play(one, target=2))
    assert table.outcome is None
    table.do(Play(two, target=3))
    assert table.outcome.winners == (0,)


def test_OC_46_among_three_the_fallen_are_out_and_the_last_one_wins():
    f = field("assassination", seats=3)
    table = f.world(
        (0, "leader", (0, 0)), (1, "leader", (3, 3)), (1, "grunt", (4, 4)), (2, "leader", (5, 1)),
        hands=(("bolt", "bolt"),), marks=(("leader",),) * 3, damage=((2, 4), (4, 4)),
    )  # fmt: skip
    one, two = table.state.hands[0]
    table.do(Play(one, target=2))
    assert table.state.out == (False, True, False)
    assert set(table.state.units) == {1, 4}
    assert table.outcome is None
    table.do(EndTurn())
    assert table.state.active == 2
    table.do(EndTurn())
    table.do(Play(two, target=4))
    assert table.outcome.winners == (0,)


def test_OC_46_a_deck_without_its_mark_is_refused():
    deck = DeckList("No leader", {"pim-the-potboy": 3}, side="inkwell")
    for mark, asked in (("leader", "Leader"), ("champion", "Champion")):
        with pytest.raises(SetupError) as caught:
            BOX.complete(Setup("overcross", 2, decks=(deck, deck), options={"mark": mark}))
        assert any(asked in sentence and "OC-46" in sentence for sentence in caught.value.sentences)


# --- summoning ---------------------------------------------------------------------------------------------------------


def test_OC_47_the_legend_that_walks_into_the_enemy_zone_wins():
    f = field("summoning")
    table = f.world((0, "legend", (0, 2)), (0, "grunt", (1, 3)), (1, "grunt", (5, 5)))
    assert "wins" not in foreseen(table, Move(1, f.cell(0, 4))) + foreseen(table, Move(2, f.cell(1, 5)))
    assert foreseen(table, Move(1, f.cell(0, 5))).endswith(" Wins the match (OC-47).")
    table.do(Move(2, f.cell(1, 5)))
    assert table.outcome is None
    table.do(Move(1, f.cell(0, 5)))
    assert table.outcome.winners == (0,)


def test_OC_47_each_deck_needs_a_legend():
    deck = DeckList("No legend", {"pim-the-potboy": 3}, side="inkwell")
    with pytest.raises(SetupError) as caught:
        BOX.complete(Setup("overcross", 2, decks=(deck, deck), options={"objective": "summoning"}))
    assert any("OC-47" in sentence for sentence in caught.value.sentences)


# --- capture the flag --------------------------------------------------------------------------------------------------


def flags(*units, lying=None, **more):
    f = field("flag")
    given = lying(f) if lying else (f.flag(0), f.flag(1))
    return f, f.world(*units, flags=given, **more)


def test_OC_48_flags_start_in_their_zones_and_are_picked_up_in_passing():
    f, table = flags((0, "grunt", (2, 4)), (1, "grunt", (5, 0)))
    spot = f.field.flags[1]
    assert f.zones[1] >> spot & 1
    assert f.zones[0] >> f.field.flags[0] & 1
    table.do(Move(1, f.cell(5, 4), (spot, f.cell(4, 4), f.cell(5, 4))))
    assert table.state.units[1].carries == 1
    assert table.state.flags[1].carrier == 1
    assert table.scene(0).pieces[-2].slot == f.cell(5, 4)


def test_OC_48_the_carrier_brings_it_home_and_wins():
    f, table = flags((0, "grunt", (2, 4)), (1, "grunt", (5, 0)))
    table.do(Move(1, f.field.flags[1]))
    table.do(EndTurn())
    table.do(EndTurn())
    table.do(Move(1, f.cell(3, 2)))
    table.do(EndTurn())
    table.do(EndTurn())
    assert table.outcome is None
    table.do(Move(1, f.cell(4, 0)))
    assert table.outcome.winners == (0,)


def test_OC_48_a_killed_carrier_drops_it_and_another_takes_it():
    f, table = flags((0, "grunt", (3, 4)), (0, "archer", (1, 4)), (1, "grunt", (5, 0)), hands=((), ("bolt",)))
    table.do(Move(1, f.field.flags[1]))
    table.do(EndTurn())
    table.do(Play(f.ids["bolt"], target=1))
    assert table.state.flags[1].carrier == -1
    assert table.state.flags[1].cell == f.field.flags[1]
    table.do(EndTurn())
    table.do(Move(2, f.field.flags[1]))
    assert table.state.units[2].carries == 1


def test_OC_48_nobody_carries_the_own_flag_and_a_dropped_one_goes_home():
    f, table = flags((0, "grunt", (2, 2)), (1, "grunt", (5, 5)), lying=lambda f: (f.flag(0, f.cell(2, 3)), f.flag(1)))
    table.do(Move(1, f.cell(2, 4)))
    assert table.state.units[1].carries == -1
    assert table.state.flags[0] == f.flag(0)
    assert table.events("FlagHome")
    f, table = flags((0, "grunt", (2, 0)), (1, "grunt", (5, 5)))
    table.do(Move(1, f.field.flags[0]))
    assert table.state.units[1].carries == -1
    assert not table.events("FlagHome")


# --- invasion ----------------------------------------------------------------------------------------------------------


def test_OC_49_reaching_an_enemy_zone_scores_and_redeploys():
    f = field("invasion", goal=2)
    table = f.world((0, "grunt", (2, 4)), (0, "archer", (4, 4)), (1, "grunt", (5, 2)), damage=((1, 2),))
    assert foreseen(table, Move(1, f.cell(2, 5))).endswith(" Scores a point, and comes back to your own zone (OC-49).")
    assert "Scores" not in foreseen(table, Move(1, f.cell(1, 4)))
    table.do(Move(1, f.cell(2, 5)))
    assert table.state.scores == (1, 0)
    assert table.seat == 0
    table.refused(Place(f.cell(3, 3)), rule="OC-49")
    table.refused(EndTurn(), rule="OC-49")
    table.do(Place(f.cell(3, 0)))
    unit = table.state.units[1]
    assert (unit.cell, unit.damage, unit.minor) == (f.cell(3, 0), 2, True)
    table.do(Move(2, f.cell(4, 5)))
    assert table.outcome.winners == (0,)
    assert table.outcome.scores == (2, 0)


def test_OC_49_most_points_after_the_agreed_rounds():
    f = field("invasion", goal=10, rounds=3)
    table = f.world((0, "grunt", (2, 4)), (1, "grunt", (5, 2)), active=1, round_=3, scores=(1, 4))
    table.do(EndTurn())
    assert table.outcome.winners == (1,)


def test_OC_49_with_a_full_zone_the_nearest_space_serves():
    f = field("invasion", goal=9)
    row = [(0, name, (x, 0)) for x, name in enumerate(("archer", "mage", "giant", "leader", "champion", "legend"))]
    table = f.world((0, "grunt", (2, 4)), (1, "grunt", (5, 3)), *row)
    table.do(Move(1, f.cell(2, 5)))
    assert {action.cell for action in table.legal()} == {f.cell(x, 1) for x in range(6)}
    table.do(Place(f.cell(1, 1)))


# --- death match -------------------------------------------------------------------------------------------------------


def test_OC_50_a_kill_scores_the_deck_cost():
    f = field("death-match", goal=9)
    table = f.world((0, "grunt", (0, 0)), (1, "archer", (3, 3)), (1, "giant", (4, 4)), hands=(("bolt", "bolt"),))
    one, two = table.state.hands[0]
    table.do(Play(one, target=2))
    assert table.state.scores == (4, 0)
    assert table.outcome is None
    table.do(Play(two, target=3))
    assert table.state.scores == (13, 0)
    assert table.outcome.winners == (0,)


def test_OC_50_nobody_scores_with_the_own_dead_or_with_lava():
    f = field("death-match", goal=9, rows=("......", "^.....", *("......",) * 4))
    table = f.world((0, "grunt", (0, 0)), (0, "archer", (3, 0)), (1, "giant", (4, 4)), hands=(("bolt",),), damage=((1, 5),))
    table.do(Play(f.ids["bolt"], target=2))
    table.do(Move(1, f.cell(0, 1)))
    assert 1 not in table.state.units
    assert table.state.scores == (0, 0)


def test_OC_50_pushing_into_lava_is_a_kill():
    f = field("death-match", goal=9, rows=("......", "......", "......", "^.....", "......", "......"))
    table = f.world(
        (0, "grunt", (0, 1)), (0, "archer", (5, 0)), (1, "giant", (0, 2)), (1, "mage", (4, 4)), hands=(("shove",),), damage=((3, 5),)
    )
    table.do(Play(f.ids["shove"], target=1))
    from game.rules.overcross.actions import Choose

    table.do(Choose(3))
    assert table.state.scores == (9, 0)
    assert table.state.units[4].damage == 0


# --- limits and cards --------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("objective", ["assassination", "summoning", "flag"])
def test_OC_51_the_limit_is_a_draw_without_points(objective):
    f = field(objective, rounds=3)
    marks = (("leader",),) * 2 if objective == "assassination" else None
    table = f.world(
        (0, "leader", (2, 3)),
        (1, "leader", (5, 3)),
        active=1,
        round_=3,
        marks=marks,
        flags=(f.flag(0), f.flag(1)) if objective == "flag" else (),
    )
    table.do(EndTurn())
    assert table.outcome.winners == ()
    assert table.outcome.share(0) == 0.5


def test_OC_51_equal_points_are_a_draw_and_the_round_before_goes_on():
    f = field("death-match", goal=99, rounds=3)
    table = f.world((0, "grunt", (2, 3)), (1, "grunt", (5, 3)), active=1, round_=3, scores=(7, 7))
    table.do(EndTurn())
    assert table.outcome.winners == ()
    table = f.world((0, "grunt", (2, 3)), (1, "grunt", (5, 3)), active=1, round_=2, scores=(7, 7))
    table.do(EndTurn())
    assert table.outcome is None


def test_OC_52_pushed_or_deployed_into_a_zone_counts_as_reaching_it():
    from game.rules.overcross.actions import Choose

    f = field("invasion", goal=1)
    table = f.world((0, "grunt", (2, 3)), (1, "grunt", (2, 2)), hands=(("shove",),))
    table.do(Play(f.ids["shove"], target=1))
    assert table.state.scores == (0, 1)
    assert table.outcome.winners == (1,)
    f = field("summoning")
    table = f.world((0, "grunt", (2, 3)), (1, "grunt", (2, 2)), hands=(("drop",),), discards=(("legend",),))
    table.do(Play(f.ids["drop"], target=f.ids["legend"]))
    table.do(Choose(f.cell(3, 5)))
    assert table.outcome.winners == (0,)


# --- maps --------------------------------------------------------------------------------------------------------------


def test_OC_53_the_maps_that_ship_can_be_played():
    names = [name for name, _ in BOX.maps(2)]
    assert len(names) >= 6
    assert {(12, 12), (16, 10), (8, 8), (24, 16)} <= {(battle_map(name).grid.width, battle_map(name).grid.height) for name in names}
    assert BOX.maps(4)
    for name in names:
        setup = BOX.complete(Setup("overcross", 2, map=name))
        rules = BOX.rules(setup)
        assert rules.setup(setup).state.phase == "setup"
    with pytest.raises(SetupError):
        BOX.complete(Setup("overcross", 4, map="duel"))


def test_OC_54_a_bad_map_never_starts_a_match():
    folder = paths.maps_folder("overcross")
    folder.mkdir(parents=True)
    (folder / "broken.tmx").write_text("<map><layer/></map>")
    assert "broken" not in [name for name, _ in BOX.maps(2)]
    with pytest.raises(SetupError) as caught:
        BOX.complete(Setup("overcross", 2, map="broken"))
    assert all("broken.tmx" in sentence for sentence in caught.value.sentences)
    with pytest.raises(SetupError) as caught:
        BOX.complete(Setup("overcross", 2, map="nowhere"))
    assert "nowhere" in caught.value.sentences[0]


def test_OC_49_what_lasts_on_a_character_lasts_while_it_waits_to_be_redeployed():
    f = field("invasion", goal=10)
    swift = Lasting(on=1, stat="move", stage="add", value=2, until="turn", seat=0, card="grunt")
    table = f.world((0, "grunt", (2, 4)), (1, "grunt", (5, 2)), lasting=(swift,))
    table.do(Move(1, f.cell(2, 5)))
    assert isinstance(table.state.stack[-1], Placing)
    assert f.rules.faults(table.state) == ()
    table.do(Place(f.cell(3, 0)))
    assert table.state.lasting == (swift,)


def test_OC_48_a_carried_flag_is_shown_on_its_carrier_and_a_dropped_one_where_it_lies():
    f, table = flags((0, "grunt", (2, 4)), (1, "grunt", (5, 0)))
    table.do(Move(1, f.field.flags[1]))
    carried, own = (table.scene(0).pieces[flag_id(seat)] for seat in (1, 0))
    assert (carried.on, carried.slot, carried.words) == (1, table.state.units[1].cell, "The flag of {1}, carried by [grunt]")
    assert (own.on, own.slot, own.words) == (None, f.field.flags[0], "The flag of {0}, at home")


def test_OC_48_the_log_shows_who_took_a_flag_and_where():
    f, table = flags((0, "grunt", (2, 4)), (1, "grunt", (5, 0)))
    table.do(Move(1, f.field.flags[1]))
    telling = tell(f.rules.arena, *table.events("FlagTaken"), table.observation(1))
    assert (telling.words, telling.at) == ("[grunt] (D6) takes the flag of {1}", piece_place(1))


def test_OC_48_a_flag_lies_on_the_grid():
    f, table = flags((0, "grunt", (2, 4)), (1, "grunt", (5, 0)))
    last = f.width * f.height - 1
    for cell in (0, last):
        assert f.rules.faults(replace(table.state, flags=(f.flag(0), f.flag(1, cell)))) == ()
    for cell in (-1, last + 1):
        assert f.rules.faults(replace(table.state, flags=(f.flag(0), f.flag(1, cell)))) == ("the flag of seat 2 is off the grid",)


@pytest.mark.parametrize("flags", [False, True])
def test_OC_33_terrain_leaves_every_deploy_zone_an_open_space(flags):
    field = Field(cards=CARDS, zones=(1 << 0, 1 << 35))
    with field.world(hands=[("wall", "wall")], flags=tuple(field.flag(seat) for seat in (0, 1)) if flags else ()) as table:
        wall = field.ids["wall"]
        for cell in (0, 35):
            assert table.refused(Play(wall, cell), rule="OC-33").code == "seal"
        table.allowed(Play(wall, 1))
        if flags:
            assert table.refused(Play(wall, table.state.flags[0].cell), rule="OC-33").code == "cover-flag"


@pytest.mark.parametrize("hit_points", [1, 2])
def test_OC_44_terrain_on_the_grid_has_less_damage_than_brings_it_down(hit_points):
    f = Field(cards=ALL, breakables=(breakable(14, hit_points),))
    table = f.world((0, "grunt", (1, 1)), (1, "grunt", (4, 4)))
    (crate,) = table.state.terrain.values()
    for damage in (-1, 0, hit_points - 1, hit_points, hit_points + 1):
        found = f.rules.faults(replace(table.state, terrain={crate.id: replace(crate, damage=damage)}))
        assert found == (() if 0 <= damage < hit_points else (f"{crate.card} has {damage} damage",))
