"""Overcross: moving, terrain and line of sight (OC-23 to OC-37)."""

from __future__ import annotations

import pytest
from overcross_table import CARDS, Field, breakable, card, lasting

from game.cards.model import Ability, Damage, Deploy, Destroy, Modifier, Push, Select, Spot, Target
from game.kernel.ids import cell_place
from game.rules.overcross.actions import Attack, Choose, EndTurn, Move, Play
from game.rules.overcross.arena import Settings
from game.rules.overcross.cards import Attack as Printed

RUNNER = card("runner", move=4)
BIRD = card("bird", keywords=("flight",))
GOAT = card("goat", keywords=("surefoot",))
SALAMANDER = card("salamander", keywords=("fireproof",))
BOOTS = card("boots", "edit", modifiers=(Modifier(stat="move", to="bearer", add=1),))
HEDGE = card("hedge", "terrain", blocks_sight=True)
LOW = card("low", "terrain", obstructs=True)
REBUILD, ARRIVE = (
    card(name, "event", abilities=(
        Ability(targets=(Target(of=Select(kind=kind, side="own", zone="discard")),), effects=(Deploy(what="target", at=Spot(zone="any")),)),
    ))
    for name, kind in (("rebuild", "terrain"), ("arrive", "character"))
)  # fmt: skip
BEAM = card("beam", "event", abilities=(
    Ability(
        targets=(Target(of=Select(kind="character")), Target(of=Select(kind="character", side="own"), name="who")),
        effects=(Push(what="target", spaces=1, origin="who", toward=True),),
    ),
))  # fmt: skip
RAZE = card("raze", "event", abilities=(Ability(targets=(Target(of=Select(kind="terrain")),), effects=(Destroy(what="target"),)),))
KEG = card("keg", "terrain", abilities=(Ability(when="destroyed", effects=(Damage(to=Select(kind="character", within=1), amount=2),)),))
ALL = (*CARDS, REBUILD, ARRIVE, BEAM, RAZE, KEG, RUNNER, BIRD, GOAT, SALAMANDER, BOOTS, HEDGE, LOW)


def test_OC_23_a_diagonal_step_counts_one():
    f = Field(("......",) * 6, ALL)
    table = f.world((0, "grunt", (0, 0)), (0, "archer", (0, 1)), (1, "grunt", (4, 5)))
    table.allowed(Move(1, f.cell(3, 3)))
    table.refused(Move(1, f.cell(4, 4)), rule="OC-24")
    table.allowed(Attack(2, 0, 3))


def test_OC_24_a_move_is_up_to_move_spaces_in_eight_directions():
    f = Field(("......",) * 6, ALL)
    table = f.world((0, "grunt", (2, 2)), (1, "grunt", (5, 5)))
    reached = {action.to for action in table.legal() if isinstance(action, Move)}
    assert reached == {f.cell(x, y) for x in range(6) for y in range(6)} - {f.cell(2, 2), f.cell(5, 5)}
    table.do(Move(1, f.cell(2, 3)))
    assert table.state.units[1].minor
    table.refused(Move(1, f.cell(2, 4)), rule="OC-18")


def test_OC_24_move_is_what_the_number_says_after_edits():
    f = Field(("........",) * 6, ALL)
    table = f.world((0, "grunt", (0, 0)), (0, "runner", (0, 5)), (1, "grunt", (7, 5)), edits=((1, "boots", 0),))
    table.allowed(Move(1, f.cell(4, 0)))
    table.refused(Move(1, f.cell(5, 0)), rule="OC-24")
    table.refused(Move(2, f.cell(5, 4)), rule="OC-24")


def test_OC_24_the_rooted_do_not_move():
    f = Field(cards=ALL)
    table = f.world((0, "grunt", (0, 0)), (1, "grunt", (1, 1)), lasting=(lasting(1, "rooted", 1),))
    table.refused(Move(1, f.cell(0, 1)), rule="OC-24")
    table.allowed(Attack(1, 0, 2))


def test_OC_25_obstructive_terrain_cannot_be_entered():
    f = Field(("..#...", "..#...", "..#...", "..#...", "......", "......"), ALL)
    table = f.world((0, "grunt", (1, 1)), (1, "grunt", (5, 5)))
    table.refused(Move(1, f.cell(2, 1)), rule="OC-25")
    table.refused(Move(1, f.cell(3, 1)), rule="OC-24")
    table.allowed(Move(1, f.cell(2, 4)))


def test_OC_25_the_flying_pass_but_do_not_stop_there():
    f = Field(("..#...", "..#...", "..#...", "..#...", "..#...", "......"), ALL)
    table = f.world((0, "bird", (1, 1)), (1, "grunt", (5, 5)))
    table.refused(Move(1, f.cell(2, 1)), rule="OC-25")
    table.do(Move(1, f.cell(3, 1)))
    assert table.state.units[1].cell == f.cell(3, 1)


def test_OC_26_an_enemy_s_space_cannot_be_entered():
    f = Field(("###", "...", "###"), ALL, zones=(1 << 3, 1 << 5))
    table = f.world((0, "grunt", (0, 1)), (1, "grunt", (1, 1)))
    table.refused(Move(1, f.cell(1, 1)), rule="OC-26")
    table.refused(Move(1, f.cell(2, 1)), rule="OC-24")


def test_OC_27_a_friend_is_passed_not_ended_on():
    f = Field(("###", "...", "###"), ALL, zones=(1 << 3, 1 << 5))
    table = f.world((0, "grunt", (0, 1)), (0, "archer", (1, 1)))
    table.refused(Move(1, f.cell(1, 1)), rule="OC-27")
    table.do(Move(1, f.cell(2, 1)))
    assert table.state.units[1].cell == f.cell(2, 1)
    assert table.state.units[2].cell == f.cell(1, 1)


def test_OC_28_slow_terrain_costs_two():
    f = Field(("......", ".~~~..", "......"), ALL)
    table = f.world((0, "grunt", (0, 1)), (1, "grunt", (5, 2)))
    table.allowed(Move(1, f.cell(1, 1)))
    table.refused(Move(1, f.cell(2, 1), (f.cell(1, 1), f.cell(2, 1))), rule="OC-28")
    goat = f.world((0, "goat", (0, 1)), (1, "grunt", (5, 2)))
    goat.do(Move(1, f.cell(2, 1), (f.cell(1, 1), f.cell(2, 1))))
    assert goat.state.units[1].cell == f.cell(2, 1)


def test_OC_29_a_diagonal_between_two_obstructive_squares_is_closed():
    both = Field((".#.", "#..", "..."), ALL)
    table = both.world((0, "grunt", (0, 0)), (1, "grunt", (2, 2)))
    table.refused(Move(1, both.cell(1, 1)), rule="OC-24")
    table.refused(Move(1, both.cell(1, 1), (both.cell(1, 1),)), rule="OC-29")
    one = Field((".#.", "...", "..."), ALL)
    one.world((0, "grunt", (0, 0)), (1, "grunt", (2, 2))).allowed(Move(1, one.cell(1, 1)))


def test_OC_30_harm_comes_space_by_space_along_the_path():
    f = Field((".^^.", "####", "...."), ALL)
    table = f.world((0, "grunt", (0, 0)), (1, "grunt", (3, 2)))
    table.do(Move(1, f.cell(3, 0)))
    assert table.state.units[1].damage == 2
    assert [type(event).__name__ for event in table.step.events] == ["Stepped", "Hurt", "Stepped", "Hurt", "Stepped"]


def test_OC_30_a_walker_who_dies_on_the_way_stops_there():
    f = Field((".^^.", "####", "...."), ALL)
    table = f.world((0, "grunt", (0, 0)), (1, "grunt", (3, 2)), damage=((1, 5), (2, 1)))
    table.do(Move(1, f.cell(3, 0)))
    assert table.state.discards[0] == (1,)
    assert len(table.events("Stepped")) == 1
    assert table.state.units[2].damage == 1


def test_OC_30_the_rules_take_the_cheapest_then_the_least_harmful_way():
    f = Field(("......", ".^....", "......"), ALL)
    table = f.world((0, "grunt", (0, 1)), (1, "grunt", (5, 2)))
    table.do(Move(1, f.cell(2, 1)))
    assert table.state.units[1].damage == 0


def test_OC_30_a_drawn_path_is_walked_as_drawn():
    f = Field(("......", ".^....", "......"), ALL)
    table = f.world((0, "grunt", (0, 1)), (1, "grunt", (5, 2)))
    drawn = table.rules.reroute(table.observation(0), Move(1, f.cell(2, 1)), (cell_place("grid", f.cell(1, 1)),))
    assert drawn == Move(1, f.cell(2, 1), (f.cell(1, 1), f.cell(2, 1)))
    preview = table.rules.preview(table.observation(0), drawn)
    assert preview.trail == (cell_place("grid", f.cell(1, 1)), cell_place("grid", f.cell(2, 1)))
    assert "1 damage" in preview.words
    table.do(drawn)
    assert table.state.units[1].damage == 1
    fireproof = f.world((0, "salamander", (0, 1)), (1, "grunt", (5, 2)))
    fireproof.do(drawn)
    assert fireproof.state.units[1].damage == 0


def test_OC_30_a_drawn_path_must_be_possible():
    f = Field(("......", ".#....", "......"), ALL)
    table = f.world((0, "grunt", (0, 1)), (1, "grunt", (5, 2)))
    table.refused(Move(1, f.cell(2, 1), (f.cell(1, 1), f.cell(2, 1))), rule="OC-25")
    table.refused(Move(1, f.cell(2, 1), (f.cell(0, 0), f.cell(2, 0), f.cell(2, 1))), rule="OC-24")
    table.refused(Move(1, f.cell(2, 1), (f.cell(1, 0),)), rule="OC-30")


def test_OC_31_terrain_acts_within_its_radius_and_belongs_to_nobody():
    f = Field(("......",) * 6, ALL)
    table = f.world((0, "grunt", (0, 2)), (1, "grunt", (5, 5)), terrain=(("mud", (2, 2), 0),))
    table.allowed(Move(1, f.cell(1, 2)))
    table.refused(Move(1, f.cell(2, 2)), rule="OC-28")
    piece = table.scene(0).pieces[f.ids["mud"]]
    assert (piece.kind, piece.spread, piece.slot) == ("terrain", 1, f.cell(2, 2))
    table.do(EndTurn())
    assert table.state.terrain[f.ids["mud"]].cell == f.cell(2, 2)
    near = f.world((0, "grunt", (0, 0)), (1, "grunt", (4, 2)), terrain=(("mud", (2, 2), 0),), active=1)
    near.refused(Move(2, f.cell(2, 2)), rule="OC-28")


@pytest.mark.parametrize(("where", "rule"), [((0, 0), "OC-32"), ((5, 5), "OC-32"), ((3, 3), "OC-32"), ((4, 3), "OC-32")])
def test_OC_32_terrain_lies_neither_on_a_character_nor_on_terrain(where, rule):
    f = Field(cards=ALL)
    table = f.world((0, "grunt", (0, 0)), (1, "grunt", (5, 5)), hands=(("fire",),), terrain=(("mud", (3, 3), 0),))
    table.refused(Play(f.ids["fire"], f.cell(*where)), rule=rule)
    table.allowed(Play(f.ids["fire"], f.cell(1, 1)))


def test_OC_32_areas_may_not_overlap():
    f = Field(("........",) * 8, ALL)
    table = f.world((0, "grunt", (0, 0)), (1, "grunt", (7, 7)), hands=(("mud", "fire"),), terrain=(("mud", (2, 2), 0),))
    mud = table.state.hands[0][0]
    table.refused(Play(mud, f.cell(4, 4)), rule="OC-32")
    table.refused(Play(mud, f.cell(4, 2)), rule="OC-32")
    table.allowed(Play(mud, f.cell(5, 2)))
    table.allowed(Play(mud, f.cell(5, 5)))
    table.allowed(Play(f.ids["fire"], f.cell(4, 4)))


def test_OC_32_what_lies_outside_the_grid_is_cut_off_and_slow_ground_may_cover_characters():
    f = Field(cards=ALL)
    table = f.world((0, "grunt", (0, 0)), (1, "grunt", (5, 5)), hands=(("mud",),))
    table.do(Play(f.ids["mud"], f.cell(0, 1)))
    table.refused(Move(1, f.cell(0, 2), (f.cell(0, 1), f.cell(0, 2))), rule="OC-28")


def test_OC_32_the_centre_of_terrain_lies_on_no_wall_and_no_water_of_the_map():
    f = Field(("......", "......", "..#o..", "......", "......", "......"), ALL)
    table = f.world((0, "grunt", (0, 0)), (1, "grunt", (5, 5)), hands=(("fire", "mud"),))
    for x in (2, 3):
        table.refused(Play(f.ids["fire"], f.cell(x, 2)), rule="OC-32", code="on-wall")
        table.refused(Play(f.ids["mud"], f.cell(x, 2)), rule="OC-32", code="on-wall")
    table.allowed(Play(f.ids["mud"], f.cell(2, 3)))  # its area may reach over a wall


def test_OC_32_a_card_that_lays_terrain_keeps_to_where_terrain_may_lie():
    f = Field(("......", "......", "..#...", "......", "......", "......"), ALL)
    table = f.world((0, "grunt", (0, 0)), (1, "grunt", (5, 5)), hands=(("rebuild",),), discards=(("mud",),), terrain=(("fire", (4, 1), 1),))
    table.do(Play(f.ids["rebuild"], target=f.ids["mud"]))
    cells = {action.choice for action in table.legal()}
    assert f.cell(2, 2) not in cells
    assert f.cell(3, 2) not in cells  # its area would overlap the fire's
    assert f.cell(1, 3) in cells


def test_OC_30_who_flies_is_not_burnt_however_it_comes_to_stand_on_lava():
    f = Field(("......", ".^^...", "......"), ALL)
    for name, damage in (("bird", 0), ("grunt", 1)):
        table = f.world((0, name, (0, 0)), (1, "grunt", (5, 2)))
        table.do(Move(1, f.cell(1, 1)))
        assert table.state.units[1].damage == damage
        pushed = f.world((0, "archer", (3, 1)), (0, name, (1, 0)), (1, "grunt", (5, 2)), hands=(("beam",),))
        pushed.play(Play(f.ids["beam"], target=2), Choose(1))
        assert pushed.state.units[2].cell == f.cell(2, 1)
        assert pushed.state.units[2].damage == damage
        dropped = f.world((0, "archer", (3, 2)), (1, "grunt", (5, 2)), hands=(("arrive",),), discards=((name,),))
        waiting = dropped.state.discards[0][0]
        dropped.play(Play(f.ids["arrive"], target=waiting), Choose(f.cell(1, 1)))
        assert dropped.state.units[waiting].damage == damage


def test_fireproof_takes_no_damage_from_any_terrain():
    f = Field(("......",) * 3, ALL)
    table = f.world(
        (0, "archer", (0, 1)), (1, "salamander", (3, 0)), (1, "grunt", (3, 2)), hands=(("raze",),), terrain=(("keg", (3, 1), 0),)
    )
    table.do(Play(f.ids["raze"], target=f.ids["keg"]))
    assert (table.state.units[2].damage, table.state.units[3].damage) == (0, 2)


def test_OC_33_obstructive_terrain_covers_no_character_and_no_flag():
    f = Field(("........",) * 8, ALL, settings=Settings(objective="flag", rounds=0))
    flags = (f.flag(0), f.flag(1))
    table = f.world((0, "grunt", (0, 0)), (1, "grunt", (7, 7)), hands=(("rock", "wall", "mud"),), flags=flags)
    table.refused(Play(f.ids["rock"], f.cell(1, 1)), rule="OC-33")
    table.allowed(Play(f.ids["rock"], f.cell(2, 2)))
    table.refused(Play(f.ids["wall"], f.field.flags[0]), rule="OC-33")
    table.refused(Play(f.ids["rock"], f.field.flags[1] - 8), rule="OC-33")
    table.allowed(Play(f.ids["mud"], f.field.flags[0]))


def test_OC_33_a_deploy_space_must_remain():
    f = Field(("......",) * 6, ALL, zones=(0b11, 0b111 << 33))
    table = f.world((0, "grunt", (3, 3)), (1, "grunt", (5, 5)), hands=(("wall", "wall", "fire"),))
    one, two = table.state.hands[0][:2]
    table.do(Play(one, f.cell(0, 0)))
    table.refused(Play(two, f.cell(1, 0)), rule="OC-33")
    table.allowed(Play(two, f.cell(2, 0)))
    table.allowed(Play(f.ids["fire"], f.cell(1, 0)))


def sees(f, a, b):
    """Tell whether an archer on a may shoot at a grunt on b, and check that it works both ways."""
    far = card("sniper", attacks=(Printed(name="Snipe", symbol="crosshair", dmg=1, rng=9),))
    field = Field(f, (*ALL, far))
    answers = []
    for here, there in ((a, b), (b, a)):
        table = field.world((0, "sniper", here), (1, "grunt", there))
        answers.append(Attack(1, 0, 2) in table.legal())
    assert answers[0] == answers[1], "sight is not symmetric (OC-36)"
    return answers[0]


def test_OC_34_ranged_and_star_with_rng_need_range_and_sight():
    f = Field(("......", "..#...", "......"), ALL)
    table = f.world((0, "archer", (0, 1)), (0, "mage", (0, 0)), (1, "grunt", (4, 1)), (1, "archer", (5, 2)))
    table.refused(Attack(1, 0, 3), rule="OC-35")
    table.refused(Attack(1, 0, 4), rule="OC-34")
    table.refused(Attack(2, 0, 4), rule="OC-34")
    table.allowed(Attack(2, 1, 4))
    table.allowed(Attack(2, 1, 3))


def test_OC_34_longer_rng_by_a_modifier():
    f = Field(("........",) * 3, ALL)
    table = f.world((0, "archer", (0, 1)), (1, "grunt", (5, 1)), lasting=(lasting(1, "rng", 1),))
    table.allowed(Attack(1, 0, 2))


def test_OC_35_the_line_is_blocked_inside_a_square_and_between_two_that_touch():
    assert not sees(("......", ".#....", "......"), (0, 1), (3, 1))
    assert sees(("......", ".#....", "......"), (0, 0), (3, 0))
    assert sees((".#....", "......", "......"), (0, 0), (1, 1))
    assert not sees((".#....", "#.....", "......"), (0, 0), (1, 1))
    assert sees(("#.....", "......", ".....#"), (0, 0), (5, 2))


def test_OC_36_sight_is_symmetric_and_characters_never_block():
    f = Field(("......",) * 3, ALL)
    table = f.world((0, "archer", (0, 1)), (0, "grunt", (1, 1)), (1, "mage", (2, 1)), (1, "grunt", (3, 1)))
    table.allowed(Attack(1, 0, 4))
    table.allowed(Attack(1, 0, 3))


def test_OC_37_obstructing_and_hiding_are_told_apart():
    assert sees(("......", ".o....", "......"), (0, 1), (3, 1))
    assert not sees(("......", ".h....", "......"), (0, 1), (3, 1))
    f = Field(cards=ALL)
    table = f.world((0, "grunt", (0, 1)), (1, "archer", (3, 1)), terrain=(("hedge", (1, 1), 0), ("low", (1, 3), 0)))
    table.allowed(Move(1, f.cell(1, 1)))
    table.refused(Move(1, f.cell(1, 3)), rule="OC-25")


def test_OC_E3_a_bog_between():
    f = Field(("#####", ".~~..", "#####"), ALL, zones=(1 << 5, 1 << 9))
    table = f.world((0, "grunt", (0, 1)), (1, "grunt", (4, 1)))
    table.refused(Move(1, f.cell(3, 1)), rule="OC-28")
    around = Field((".....", ".~~..", "....."), ALL, zones=(1 << 5, 1 << 9))
    around.world((0, "grunt", (0, 1)), (1, "grunt", (4, 1))).allowed(Move(1, around.cell(3, 1)))


def test_OC_E4_walls_beside_a_diagonal_step():
    for walls, open_ in (((1, 0), True), ((0, 1), True), (None, False)):
        rows = [list("..."), list("..."), list("...")]
        for x, y in ((1, 0), (0, 1)) if walls is None else (walls,):
            rows[y][x] = "#"
        f = Field(tuple("".join(row) for row in rows), ALL, zones=(1 << 2, 1 << 6))
        table = f.world((0, "grunt", (0, 0)), (1, "grunt", (2, 2)))
        assert (Move(1, f.cell(1, 1)) in table.legal()) is open_


def test_OC_E5_a_corridor_one_wide():
    f = Field(("#####", ".....", "#####"), ALL, zones=(1 << 5, 1 << 9))
    friend = f.world((0, "grunt", (0, 1)), (0, "archer", (1, 1)))
    friend.allowed(Move(1, f.cell(2, 1)))
    friend.refused(Move(1, f.cell(1, 1)), rule="OC-27")
    enemy = f.world((0, "grunt", (0, 1)), (1, "archer", (1, 1)))
    assert not [action for action in enemy.legal() if isinstance(action, Move)]


def test_OC_E8_a_wall_under_the_line():
    rows = (".....", "..#..", ".....")
    assert not sees(rows, (0, 0), (4, 2))
    assert not sees(rows, (4, 2), (0, 0))


def test_breakable_terrain_of_the_map_obstructs_until_it_falls():
    f = Field(("......",) * 3, ALL, breakables=(breakable(7),))
    table = f.world((0, "grunt", (0, 1)), (1, "archer", (5, 1)))
    table.refused(Move(1, f.cell(1, 1)), rule="OC-25")


def test_ground_and_terrain_say_in_a_sentence_what_they_do_to_a_step_to_sight_and_to_who_enters_OC_37():
    f = Field(("#.o.h.", "~.^...", "......"), ALL, breakables=(breakable(15), breakable(16, blocks_sight=False, obstructs=False)))
    table = f.world((0, "grunt", (0, 2)), (1, "archer", (5, 2)))
    assert {patch.words.partition(": ")[2] for patch in table.scene(0).zones["grid"].patches if not patch.tone} == {
        "nobody may enter it, and nobody sees past it",
        "nobody may enter it, and sight passes over it",
        "a step onto it takes 1 of your Move, and nobody sees past it",
        "a step onto it takes 2 of your Move, and sight passes over it",
        "a step onto it takes 1 of your Move, it puts 1 damage counter on whoever enters, and sight passes over it",
    }
    assert [piece.words for piece in table.scene(0).pieces.values() if piece.kind == "terrain"] == [
        "Crate: nobody may enter it, nobody sees past it, and 3 damage destroys it",
        "Crate: a step onto it takes 1 of your Move, sight passes over it, and 3 damage destroys it",
    ]
