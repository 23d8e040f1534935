"""What comes to nothing with terrain: attacks on what lies in nobody's way, and terrain that is laid where nobody comes."""

from __future__ import annotations

from overcross_table import Field, card

from game.cards.model import Ability, Damage, Select
from game.rules.overcross.actions import Attack, Play
from game.rules.overcross.cards import Attack as Printed

WIDE = ("............",) * 12


def cards():
    return (
        card("fighter", attacks=(Printed(name="Smash", dmg=6),)),
        card("clerk", attacks=(Printed(name="Tap", dmg=1),)),
        card("archer", move=1, attacks=(Printed(name="Shoot", dmg=2, symbol="crosshair", rng=8),)),
        card("foe", move=2),
        card("sniper", move=1, attacks=(Printed(name="Snipe", dmg=2, symbol="crosshair", rng=9),)),
        card("wall", "terrain", obstructs=True, blocks_sight=True),
        card("ale", "terrain", radius=1, slow=True),
    )


def idle(table, action) -> bool:
    return table.rules.preview(table.observation(0), action).idle


def test_an_attack_on_terrain_comes_to_nothing_unless_it_opens_something_at_once():
    field = Field(WIDE, cards())
    near = [(0, "fighter", (0, 1)), (0, "clerk", (1, 1)), (1, "foe", (11, 11))]
    table = field.world(*near, terrain=[("ale", (1, 3), 0), ("wall", (0, 0), 0)])
    ale, wall = field.ids["ale"], field.ids["wall"]
    assert [idle(table, Attack(1, 0, each)) for each in (ale, wall)] == [True, True], "in nobody's way"
    assert not idle(table, Attack(1, 0, 3)), "a foe"


def test_an_attack_that_opens_a_line_of_sight_or_a_way_is_worth_something_where_it_breaks_what_is_there():
    field = Field(("#..#", "#..#", "#.##", "#..#", "#..#"), cards())
    table = field.world(
        (0, "fighter", (1, 1)), (0, "clerk", (2, 1)), (0, "archer", (1, 0)), (1, "foe", (1, 4)), terrain=[("wall", (1, 2), 0)]
    )
    wall = field.ids["wall"]
    assert not idle(table, Attack(1, 0, wall))
    assert idle(table, Attack(2, 0, wall)), "it stays where it is"


def test_terrain_laid_where_no_foe_can_come_and_that_hides_nobody_comes_to_nothing():
    field = Field(WIDE, cards())
    table = field.world((0, "fighter", (5, 0)), (1, "foe", (5, 8)), hands=(("ale", "wall"),))
    ale, wall = field.ids["ale"], field.ids["wall"]
    assert idle(table, Play(ale, field.cell(1, 0)))
    assert not idle(table, Play(ale, field.cell(5, 6))), "in a foe's way"
    assert idle(table, Play(wall, field.cell(0, 3)))
    table = field.world((0, "fighter", (0, 0)), (1, "sniper", (0, 8)), hands=(("wall",),))
    wall = field.ids["wall"]
    assert idle(table, Play(wall, field.cell(6, 1)))
    assert not idle(table, Play(wall, field.cell(0, 1))), "it hides somebody"


def test_what_happens_by_itself_as_terrain_falls_is_worth_something():
    keg = card(
        "keg",
        "terrain",
        obstructs=True,
        abilities=(Ability(when="destroyed", effects=(Damage(to=Select(kind="character", within=1), amount=1),)),),
    )
    field = Field(WIDE, (*cards(), keg))
    table = field.world((0, "fighter", (0, 1)), (1, "foe", (11, 11)), terrain=[("keg", (1, 1), 0)])
    assert not idle(table, Attack(1, 0, field.ids["keg"]))
