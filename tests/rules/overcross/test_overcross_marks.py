"""What no attack does to a mark: two damage a turn at most, whatever a legal deck holds (OC-46)."""

from __future__ import annotations

import pytest
from msgspec import Struct
from msgspec.structs import astuple, replace
from overcross_table import CARDS, Field

from game.cards.model import Damage
from game.rules.overcross import faults
from game.rules.overcross.actions import Attack, Choose, EndTurn, Move, Play
from game.rules.overcross.arena import MOST_SCATHE, Settings
from game.rules.overcross.box import catalogue
from game.rules.overcross.cards import NEUTRAL

SHIPPED = catalogue().cards
SIDES = sorted({card.side for card in SHIPPED.values()} - {NEUTRAL})
KILL = Settings("assassination", ("leader",), 0, 0)
MOST_COPIES = 3
"""A deck holds so many of a card (OC-8)."""


def harmful(value) -> bool:
    """Tell whether a card puts damage on somebody, wherever that stands on it."""
    if isinstance(value, Damage):
        return True
    return any(map(harmful, value if isinstance(value, tuple) else astuple(value) if isinstance(value, Struct) else ()))


BURNING = {side: [card.id for card in SHIPPED.values() if card.side == side and card.kind == "event" and harmful(card)] for side in SIDES}


def beside_a_leader(*hand, **fields):
    f = Field((".........",) * 9, (*CARDS, *SHIPPED.values()), settings=KILL)
    units = ((0, "leader", (4, 3)), (1, "leader", (4, 4)), (1, "grunt", (4, 5)))
    return f, f.world(*units, hands=(hand, ()), round_=40, marks=(("leader",),) * 2, **fields)


def play_out(table) -> None:
    """Play whatever is in hand, at the enemy's leader (piece 2) wherever it can be pointed at, as long as there is anything."""
    while table.outcome is None and (mine := [action for action in table.legal() if isinstance(action, Play | Choose)]):
        table.do(next((action for action in mine if 2 in {getattr(action, "target", -1), getattr(action, "choice", -1)}), mine[0]))


@pytest.mark.parametrize("side", SIDES)
def test_OC_46_every_copy_of_every_card_that_burns_puts_two_damage_on_a_mark_in_a_turn_together(side):
    cards = [card for card in BURNING[side] for _ in range(MOST_COPIES)]
    assert cards, "there is nothing to hold"
    _, table = beside_a_leader(*cards)
    play_out(table)
    assert table.state.hands[0] == ()
    assert (table.state.units[2].damage, table.outcome) == (MOST_SCATHE, None)


def test_OC_46_a_character_that_is_no_mark_takes_it_all_and_so_does_everyone_where_there_are_no_marks():
    _, table = beside_a_leader("kitchen-fire", "kitchen-fire", "kitchen-fire", damage=((3, 1),))
    for _ in range(2):
        table.do(next(action for action in table.legal() if isinstance(action, Play)))
        table.do(Choose(3))
    assert table.state.units[3].damage == 5
    f = Field((".........",) * 9, (*CARDS, *SHIPPED.values()))
    table = f.world((0, "leader", (4, 3)), (1, "leader", (4, 4)), hands=(("bar-brawl",) * 3, ()), round_=40)
    play_out(table)
    assert 2 not in table.state.units


def test_OC_46_the_next_turn_counts_anew_and_attacks_are_not_counted():
    _, table = beside_a_leader("bar-brawl", "bar-brawl", "bar-brawl")
    first, second, third = table.state.hands[0]
    table.do(Play(first, target=1))
    assert table.state.scathed == {2: 2}
    table.do(Play(second, target=1))
    assert (table.state.units[2].damage, table.state.scathed) == (2, {2: 2})
    table.do(Attack(1, 0, 2), rolls=(1, 6))
    assert table.state.units[2].damage == 4
    table.do(EndTurn())
    table.do(EndTurn())
    assert table.state.scathed == {}
    table.do(Play(third, target=1))
    assert table.state.outcome.winners == (0,)


def test_OC_46_terrain_is_no_attack():
    """However many of its spaces a mark walks over; and whoever asks beforehand is told what it will be."""
    f = Field(("^^^^^^",) * 3, (*CARDS, *SHIPPED.values()), settings=KILL)
    table = f.world((0, "leader", (0, 1)), (1, "leader", (5, 1)), marks=(("leader",),) * 2)
    walk = Move(1, f.cell(3, 1))
    assert table.rules.preview(table.observation(0), walk).words == f"3 of Move 3, {MOST_SCATHE} damage on the way."
    table.do(walk)
    assert (table.state.units[1].cell, table.state.units[1].damage) == (f.cell(3, 1), MOST_SCATHE)


def test_OC_46_whoever_would_waste_a_card_on_a_mark_is_told():
    _, table = beside_a_leader("bar-brawl", "bar-brawl")
    first, second = table.state.hands[0]
    assert not table.offer(Play(first, target=1)).warning
    table.do(Play(first, target=1))
    assert (
        table.offer(Play(second, target=1)).warning
        == "It would change nothing: [leader] takes no more than 2 damage a turn but by attacks (OC-46)."
    )


def test_OC_46_a_save_in_which_more_was_taken_is_broken():
    f, table = beside_a_leader()
    assert faults.faults(f.rules.arena, replace(table.state, scathed={2: 3})) == ("piece 2 took 3 damage that is no attack's (OC-46)",)
    assert faults.faults(f.rules.arena, replace(table.state, scathed={99: 1})) != ()
