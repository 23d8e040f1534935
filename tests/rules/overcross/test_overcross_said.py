"""What Overcross says that no scenario comes by: the question of every kind of step, and every fault of a grid beside the others."""

from __future__ import annotations

import pytest
from msgspec.structs import replace
from overcross_table import CARDS, Field

from game.cards.interpret import Asking, Frame
from game.cards.model import Choose, Cost, Create, Deploy, Draw, Drop, Look, May, Move, Pick, Search, Select, Spot, Target
from game.cards.world import Run
from game.kernel.chance import NO_CHANCE
from game.rules.overcross.cards import WORDS
from game.rules.overcross.prompts import question_words
from game.rules.overcross.table import Table

QUESTIONS = [
    (Target(of=Select(kind="character", side="foe")), "choose an enemy character"),
    (Pick(at=Spot(zone="deploy")), "choose a free space of your deploy zone"),
    (Choose(options=((Draw(),), (Drop(),))), "choose one"),
    (May(effects=(Draw(),)), "Draw a card?"),
    (Drop(), "choose a card to discard"),
    (Deploy(what="target"), "choose where it comes into play"),
    (Create(card="grunt"), "choose where it comes into play"),
    (Move(what="target", to="any"), "choose where it goes"),
    (Look(count=2), "choose a card to take, or none"),
    (Search(of=Select()), "choose a card to take, or none"),
    (Cost(pay="discard"), "choose what to pay with"),
]


@pytest.mark.parametrize(("about", "words"), QUESTIONS, ids=lambda value: type(value).__name__ if not isinstance(value, str) else "")
def test_each_step_that_asks_is_asked_in_its_words(about, words):
    field = Field(cards=CARDS)
    world = field.world((0, "grunt", (0, 0)))
    table = Table(field.rules.arena, world.state, NO_CHANCE)
    asking = Asking("piece", "it", lambda _run: (), about=about)
    assert question_words(table, asking, Run(table, Frame("grunt", 0, 1, 0))) == f"[grunt]: {words}"


def test_every_fault_of_a_grid_is_told_beside_the_others():
    field = Field(cards=CARDS)
    state = field.world((0, "grunt", (0, 0)), (1, "archer", (1, 0)), (1, "giant", (3, 3)), terrain=[("wall", (5, 5), 0)]).state
    units, terrain = dict(state.units), dict(state.terrain)
    units[2] = replace(units[2], cell=units[1].cell)
    units[3] = replace(units[3], cell=99)
    terrain[4] = replace(terrain[4], cell=-1)
    assert field.rules.faults(replace(state, units=units, terrain=terrain)) == (
        "2 characters share A1 (OC-27)", "giant is off the grid", "terrain 4 is off the grid",
    )  # fmt: skip


def test_a_card_counts_every_resource_of_either_player():
    field = Field(cards=CARDS)
    world = field.world(
        (0, "grunt", (0, 0)), hands=(("mud",), ("wall", "fire")), decks=(("rock", "mud", "mud"), ()), scores=(4, 7), round_=6
    )
    table = Table(field.rules.arena, replace(world.state, votes=(2, 5), limit=1), NO_CHANCE)
    counted = [{name: table.resource(name, seat) for name in WORDS.resources} for seat in (0, 1)]
    assert counted == [
        {"cards": 1, "round": 6, "limit": 1, "score": 4, "votes": 2, "deck": 3},
        {"cards": 2, "round": 6, "limit": 0, "score": 7, "votes": 5, "deck": 0},
    ]
