"""Words of the card vocabulary that no card of the box uses, and a mod may: what they do and how it is told."""

from __future__ import annotations

import pytest
from starcrossed_stage import at, foe, me, stage

from game.cards.asking import Choose
from game.cards.events import BOTH, Sent
from game.cards.model import Ability, Cost, Destroy, Draw, Exists, Fact, Gain, If, Look, Modify, Ready, Select, Send, Target
from game.rules.starcrossed.actions import ATTACK, BLOCK, PASS, Activate, Play, Use
from game.rules.starcrossed.cards import WORDS, StarCard
from game.rules.starcrossed.state import Lane, Window


def action(name: str, *effects: object) -> StarCard:
    return StarCard(id=name, name=name.title(), kind="move", cost=0, abilities=(Ability(effects=effects),))


def test_SC_27_a_card_may_give_the_special_action_back():
    again = action("again", Ready(what="self", part="special"))
    with stage(me(hand=["again", "encore"], special=True), foe(), more=(again,)) as table:
        assert table.state.special == (True, False)
        table.do(Play(table.id("again")))
        assert table.state.special == (False, False)
        assert table.words(1) == ["{0} plays [again]."]


BRACE = StarCard(
    id="brace", name="Brace", kind="move", combat=True, cost=0,
    abilities=(Ability(effects=(If(Fact("blocking", "bearer"), (Gain(what="life", amount=3),)),)),),
)  # fmt: skip


def test_SC_35_who_blocks_is_asked_of_the_diva_who_stands_in_the_way_and_of_no_other():
    mine, theirs = me(crystals=[at(diva="anvil-mezzo", skills=["~brace"])]), foe(crystals=[at(diva="ember-chorister", skills=["~brace"])])
    with stage(mine, theirs, asked=Lane(0, 0), more=(BRACE,)) as table:
        table.play(ATTACK, BLOCK)
        for _ in range(2):
            assert isinstance(table.state.stack[-1], Window)
            table.do(Activate(table.id("brace", table.seat)))
        assert table.state.life == (25, 28)


def test_who_gets_an_unseen_card_is_told_which_and_the_other_is_not():
    gift = action("gift", Send(what=Select(zone="deck", side="own", order="bottom", limit=1), to="hand"))
    with stage(me(hand=["gift"], deck=["strike", "encore"]), foe(), more=(gift,)) as table:
        table.do(Play(table.id("gift")))
        assert table.hand() == ["encore"]
        assert table.words(0)[-1] == "[encore] goes to {0}'s hand."
        assert table.words(1)[-1] == "A card goes to {0}'s hand."


def test_SC_34_a_skill_that_could_do_nothing_stays_set_and_one_that_points_must_point():
    lonely = StarCard(
        id="lonely", name="Lonely", kind="move", combat=True, cost=0,
        abilities=(Ability(condition=Exists(Select(zone="hand", side="own")), effects=(Gain(what="life", amount=3),)),),
    )  # fmt: skip
    gong = StarCard(
        id="gong", name="Gong", kind="item", combat=True, cost=0,
        abilities=(Ability(targets=(Target(of=Select(kind="diva", side="foe")),), effects=(Modify(to="target", stat="strength", add=-1, until="turn"),)),),
    )  # fmt: skip
    mine = me(crystals=[at(diva="anvil-mezzo", skills=["~lonely", "~gong"])])
    with stage(mine, foe(crystals=[at(diva="anvil-mezzo")]), asked=Lane(0, 0), more=(lonely, gong)) as table:
        table.play(ATTACK, BLOCK)
        foes = table.id("anvil-mezzo", 1)
        assert set(table.legal()) == {PASS, Activate(table.id("gong"), foes)}
        table.refused(Activate(table.id("lonely")), "SC-34", "no-target")
        table.refused(Activate(table.id("gong")), "SC-34", "not-a-target")
        table.refused(Activate(table.id("gong"), table.id("anvil-mezzo")), "SC-34", "not-a-target")
        table.do(Activate(table.id("gong"), foes))
        assert table.strength(3) == 3
        table.do(PASS)


COSTS = {
    "energy": (Cost("energy", 2), lambda table: table.purse() == 7),
    "life": (Cost("life", 2), lambda table: table.state.life[0] == 23),
    "discard": (Cost("discard", what=Select(zone="hand", side="own")), lambda table: table.hand() == [] and table.void() == ["strike"]),
    "void": (Cost("void"), lambda table: table.void() == ["bargain"] and table.state.crystals[0].skills == ()),
}


@pytest.mark.parametrize("pay", WORDS.costs)
def test_SC_26_each_cost_is_paid_as_it_says(pay):
    cost, paid = COSTS[pay]
    bargain = StarCard(
        id="bargain", name="Bargain", kind="item", cost=0,
        abilities=(Ability(when="use", cost=(cost,), effects=(Gain(what="life", amount=1, who="foes"),)),),
    )  # fmt: skip
    with stage(me(hand=["strike"], crystals=[at(skills=["bargain"])]), foe(), more=(bargain,)) as table:
        table.do(Use(table.id("bargain"), 0))
        assert paid(table), pay
        assert table.state.life[1] == 26, "and then it does what it was paid for"


def test_SC_34_of_two_abilities_that_point_the_first_points_with_the_activation_and_the_second_asks():
    points = Target(of=Select(kind="diva", side="foe"))
    duet = StarCard(
        id="duet", name="Duet", kind="item", combat=True, cost=0,
        abilities=tuple(Ability(targets=(points,), effects=(Modify(to="target", stat="strength", add=-change, until="turn"),)) for change in (1, 2)),
    )  # fmt: skip
    theirs = foe(crystals=[at(diva="anvil-mezzo"), at(diva="anvil-mezzo")])
    with stage(me(crystals=[at(diva="anvil-mezzo", skills=["~duet"])]), theirs, asked=Lane(0, 0), more=(duet,)) as table:
        table.play(ATTACK, BLOCK)
        first, second = (table.state.crystals[there].diva for there in (3, 4))
        table.do(Activate(table.id("duet"), first))
        assert (table.strength(3), table.strength(4)) == (3, 4)
        assert set(table.legal()) == {Choose(first), Choose(second)}
        table.do(Choose(second))
        assert table.strength(4) == 2


def test_SC_25_a_skill_that_is_destroyed_goes_to_its_owners_void_for_all_to_see():
    smash = action("smash", Destroy(what=Select(kind="item", side="foe")))
    with stage(me(hand=["smash"]), foe(crystals=[at(skills=["honey-jar"])]), more=(smash,)) as table:
        table.do(Play(table.id("smash")))
        assert table.void(1) == ["honey-jar"]
        assert table.events("Sent")[0] == Sent(1, "honey-jar", "void", "bottom", BOTH)


def test_only_divas_are_anchored_and_a_skill_beside_one_is_sent_to_a_hand():
    pinch = action("pinch", Send(what=Select(kind="item", side="foe"), to="hand"))
    with stage(me(hand=["pinch"]), foe(crystals=[at(diva="bark-baritone", skills=["honey-jar"])]), more=(pinch,)) as table:
        table.do(Play(table.id("pinch")))
        assert table.hand(1) == ["honey-jar"]
        assert table.diva(3) == "bark-baritone"


@pytest.mark.parametrize("seat", [0, 1])
def test_SC_8_who_draws_a_card_they_had_seen_in_their_deck_holds_it_like_any_other(seat):
    peek, draw = action("peek", Look(2, take=0, rest="top")), action("take", Draw())
    sides = [me(), foe()]
    sides[seat] = me(hand=["peek", "take"], deck=["strike", "encore"])
    with stage(*sides, active=seat, more=(peek, draw)) as table:
        table.do(Play(table.id("peek", seat)))
        top = table.state.decks[seat][0]
        assert table.state.known[top] == 1 << seat
        table.do(Play(table.id("take", seat)))
        assert table.state.hands[seat] == (top,)
        assert top not in table.state.known, "its holder knows it: nothing needs to be noted"
