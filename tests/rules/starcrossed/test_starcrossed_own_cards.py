"""Words of the card vocabulary that no card of the box uses, and a mod may: what they do and how it is told."""

from __future__ import annotations

from starcrossed_stage import at, foe, me, stage

from game.cards.model import Ability, Fact, Gain, If, Ready, Select, Send
from game.rules.starcrossed.actions import ATTACK, BLOCK, Activate, Play
from game.rules.starcrossed.cards import StarCard
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
