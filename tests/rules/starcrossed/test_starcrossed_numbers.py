"""The quick ways to a number come to the same as asking every card on the table."""

from __future__ import annotations

from collections import Counter
from itertools import product

import pytest
from msgspec.structs import replace
from starcrossed_stage import at, foe, me, stage

from game.cards.interpret import Frame, Run
from game.cards.model import CountOf, Exists, Modifier, Select
from game.cards.modify import Lasting
from game.kernel.chance import Chance
from game.kernel.setup import Setup
from game.rules.starcrossed import BOX
from game.rules.starcrossed.cards import WORDS, StarCard
from game.rules.starcrossed.evaluate import Judge, weighed
from game.rules.starcrossed.table import Table


def walk():
    """Yield arenas and states of random matches, each two ready decks once."""
    for number, decks in enumerate(product(BOX.ready_decks(), repeat=2)):
        setup = BOX.complete(Setup("starcrossed", 2, seed=number, decks=decks))
        rules, chance = BOX.rules(setup), Chance(number)
        state = rules.setup(setup).state
        while legal := rules.legal(state):
            yield rules.arena, state
            state = rules.advance(state, chance.pick(legal))


def looks_as_it_is(arena, state):
    look, table = Judge(arena, weighed().weights).look(state), Table(arena, state)
    for index, crystal in enumerate(state.crystals):
        if crystal.diva >= 0:
            assert look.strengths[index] == table.strength(index)
            assert look.words[index] == {word for word in WORDS.keywords if table.flagged(crystal.diva, word)}


def test_prospects_are_judged_by_the_strengths_and_qualities_of_the_table():
    met = Counter()
    for arena, state in walk():
        looks_as_it_is(arena, state)
        auras, spreads = Table(arena, state).reaching()
        met.update(lasting=bool(state.lasting), auras=bool(auras), spreads=bool(spreads))
        met.update(card for _, card, _ in Table(arena, state).faces() if arena.printed[card].asking)
        diva = next((crystal.diva for crystal in state.crystals if crystal.diva >= 0), -1)
        if diva >= 0 and state.turn > 4:
            for stat, stage, value in (("strength", "set", 1), ("strength", "scale", 2), ("strength", "add", -9), ("overkill", "set", 0)):
                last = Lasting(diva, stat, stage, value, "turn", 0, "sidestep")
                looks_as_it_is(arena, replace(state, lasting=(*state.lasting, last)))
                met[stage] += 1
    assert all(met[each] for each in ("lasting", "spreads", "kindling-twin", "verda", "set", "scale", "add"))


def test_changes_that_follow_from_a_place_reach_whom_their_selector_reaches():
    met = Counter()
    for arena, state in walk():
        table = Table(arena, state)
        for spread, place, named in table.reaching()[1]:
            piece, card, seat = next(
                each
                for each in table.faces()
                if table.places()[each[0]] == place and each[1] == named and spread in arena.printed[each[1]].spread
            )
            standing = next(each for each in arena.printed[card].standing if each.reach == "others")
            for index, crystal in enumerate(state.crystals):
                if crystal.diva >= 0:
                    asked = standing.change(Run(table, Frame(card, 0, piece, seat)), crystal.diva)
                    assert asked == (spread.change if index in spread.reached[place] else None)
                    met[asked is None] += 1
    assert met[True] > 20
    assert met[False] > 20


@pytest.mark.parametrize(
    "modifier",
    [
        Modifier("strength", "bearer", set=1),
        Modifier("strength", "bearer", scale=3),
        Modifier("strength", "bearer", add=-1),
        Modifier("strength", "bearer", add=CountOf(Select(zone="hand", side="own"))),
        Modifier("strength", "bearer", set=CountOf(Select(zone="hand", side="own"))),
        Modifier("veiled", "bearer", add=1),
        Modifier("overkill", "bearer", set=0),
        Modifier("strength", Select(kind="diva", side="foe"), add=-2),
        Modifier("strength", Select(kind="diva", side="own", other=True), add=2),
        Modifier("strength", Select(kind="diva", side="own"), set=7),
        Modifier("dazzled", Select(kind="diva", side="foe"), add=1),
        Modifier("strength", Select(kind="diva", side="own"), add=2, condition=Exists(Select(zone="hand", side="foe"))),
    ],
    ids=lambda modifier: f"{modifier.stat} {modifier.to if isinstance(modifier.to, str) else modifier.to.side}",
)
def test_prospects_are_judged_by_what_cards_of_ones_own_change_too(modifier):
    """The cards of the box only add; a mod's may do anything that the vocabulary has a word for."""
    charm = StarCard(id="charm", name="Charm", kind="power", cost=0, modifiers=(modifier,))
    mine = me(hand=["strike"] * 2, crystals=[at(diva="slag-prima", skills=["charm"]), at(diva="anvil-mezzo")])
    with stage(mine, foe(hand=["strike"], crystals=[at(diva="slag-prima"), at(diva="anvil-mezzo")]), more=(charm,)) as table:
        looks_as_it_is(table.arena, table.state)
