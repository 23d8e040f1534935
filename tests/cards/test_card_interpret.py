"""Abilities at work, on a battle grid: every control verb, choices one at a time, saved in the middle."""

from __future__ import annotations

import sys
from pathlib import Path

import msgspec
import pytest

sys.path.insert(0, str(Path(__file__).parents[1] / "rules" / "overcross"))

from overcross_table import CARDS, Field, card

from game.cards.model import Ability
from game.cards.world import World
from game.rules.overcross.actions import Choose, EndTurn, Move, Play
from game.rules.overcross.state import State


def event(*effects, **fields):
    return card("spell", "event", abilities=(msgspec.convert({"effects": list(effects), **fields}, Ability),))


def play(spell, *units, choices=(), rolls=(), target=-1, **more):
    """Play a spell in a position; return the table after the choices, each of which must be allowed."""
    f = Field(cards=(*CARDS, spell))
    table = f.world(*(units or ((0, "grunt", (0, 0)), (1, "grunt", (2, 2)), (1, "archer", (4, 4)))), hands=(("spell",),), **more)
    table.do(Play(f.ids["spell"], target=target), rolls=rolls if not choices else ())
    for number, choice in enumerate(choices):
        saved = msgspec.json.decode(msgspec.json.encode(table.state), type=State)
        assert saved == table.state, "a half-resolved card cannot be saved"
        table.allowed(Choose(choice))
        table.do(Choose(choice), rolls=rolls if number == len(choices) - 1 else ())
    assert table.rules.settled(table.state)
    return f, table


PICK = {"do": "pick", "of": {"kind": "character", "side": "foe"}}


def test_pick_asks_and_binds():
    _, table = play(event(PICK, {"do": "damage", "to": "target", "amount": 2}), choices=(3,))
    assert [table.state.units[piece].damage for piece in (1, 2, 3)] == [0, 0, 2]


def test_a_pick_without_a_choice_is_not_asked():
    _, table = play(event(PICK, {"do": "damage", "to": "target", "amount": 2}), (0, "grunt", (0, 0)), (1, "grunt", (2, 2)))
    assert table.state.units[2].damage == 2


def test_several_are_picked_one_at_a_time_and_one_may_stop():
    spell = event({**PICK, "least": 0, "most": 2}, {"do": "damage", "to": "target", "amount": 1})
    _, table = play(spell, choices=(3, 2))
    assert [table.state.units[piece].damage for piece in (1, 2, 3)] == [0, 1, 1]
    _, table = play(spell, choices=(3, None))
    assert [table.state.units[piece].damage for piece in (2, 3)] == [0, 1]
    _, table = play(spell, choices=(None,))
    assert [table.state.units[piece].damage for piece in (2, 3)] == [0, 0]


def test_what_was_not_offered_is_refused():
    spell = event(PICK, {"do": "damage", "to": "target", "amount": 2})
    f = Field(cards=(*CARDS, spell))
    table = f.world((0, "grunt", (0, 0)), (1, "grunt", (2, 2)), (1, "archer", (4, 4)), hands=(("spell",),))
    table.do(Play(f.ids["spell"]))
    table.refused(Choose(1))
    table.refused(Choose(None))
    table.refused(EndTurn())
    table.refused(Move(1, f.cell(1, 1)))


def test_may_is_asked_and_may_be_left():
    spell = event({"do": "may", "effects": [{"do": "damage", "to": {"kind": "character", "side": "foe"}, "amount": 1}]})
    assert play(spell, choices=(1,))[1].state.units[2].damage == 1
    assert play(spell, choices=(None,))[1].state.units[2].damage == 0


def test_choose_takes_one_way():
    spell = event(
        {
            "do": "choose",
            "options": [
                [{"do": "damage", "to": {"kind": "character", "side": "foe"}, "amount": 1}],
                [{"do": "damage", "to": {"kind": "character", "side": "own"}, "amount": 3}],
            ],
        },
        {"do": "gain", "what": "limit", "amount": 5},
    )
    one, two = play(spell, choices=(0,))[1].state, play(spell, choices=(1,))[1].state
    assert [one.units[piece].damage for piece in (1, 2, 3)] == [0, 1, 1]
    assert [two.units[piece].damage for piece in (1, 2, 3)] == [3, 0, 0]
    assert one.limit == two.limit == 7


@pytest.mark.parametrize(("face", "damages"), [(6, [0, 3]), (2, [1, 0])])
def test_if_takes_the_way_of_its_condition(face, damages):
    spell = event(
        {"do": "roll"},
        {
            "do": "if",
            "test": {"test": "compare", "left": {"get": "bound", "name": "roll"}, "op": ">=", "right": 4},
            "then": [{"do": "damage", "to": {"kind": "character", "side": "foe"}, "amount": 3}],
            "otherwise": [{"do": "damage", "to": {"kind": "character", "side": "own"}, "amount": 1}],
        },
    )
    _, table = play(spell, rolls=(face,))
    assert [table.state.units[piece].damage for piece in (1, 2)] == damages
    assert table.told("DieRolled")[0].face == face


def test_each_and_repeat_loop():
    spell = event(
        {
            "do": "each",
            "of": {"kind": "character", "side": "foe"},
            "effects": [{"do": "repeat", "times": 2, "effects": [{"do": "damage", "to": "each", "amount": 1}]}],
        }
    )
    _, table = play(spell)
    assert [table.state.units[piece].damage for piece in (1, 2, 3)] == [0, 2, 2]
    assert len(table.told("Hurt")) == 4


def test_amounts_are_worked_out():
    def dealt(amount, **more):
        spell = event({"do": "damage", "to": {"kind": "character", "side": "own"}, "amount": amount})
        return play(spell, **more)[1].state.units[1].damage

    foes = {"get": "count", "of": {"kind": "character", "side": "foe"}}
    assert dealt(foes) == 2
    assert dealt({"get": "times", "of": foes, "by": 2}) == 4
    assert dealt({"get": "sum", "of": [1, foes]}) == 3
    assert dealt({"get": "half", "of": 3}) == 1
    assert dealt({"get": "half", "of": 3, "up": True}) == 2
    assert dealt({"get": "bounded", "of": 9, "most": 5}) == 5
    assert dealt({"get": "best", "stat": "move", "of": {"kind": "character"}}) == 3
    assert dealt({"get": "resource", "name": "round"}) == 3
    assert dealt({"get": "dice"}, rolls=(4,)) == 4


def test_filters_let_through_whom_they_name():
    elf = card("elf", traits=("fantasy",), move=5)

    def hurt(select):
        spell = event({"do": "damage", "to": {"kind": "character", **select}, "amount": 1})
        f = Field(cards=(*CARDS, elf, spell))
        table = f.world(
            (0, "grunt", (0, 0)), (0, "elf", (1, 1)), (1, "archer", (3, 3)), (1, "elf", (5, 5)), hands=(("spell",),), damage=((3, 2),)
        )
        before = {piece: unit.damage for piece, unit in table.state.units.items()}
        table.do(Play(f.ids["spell"]))
        return {piece for piece, unit in table.state.units.items() if unit.damage > before[piece]}

    assert hurt({}) == {1, 2, 3, 4}
    assert hurt({"side": "own"}) == {1, 2}
    assert hurt({"side": "foe"}) == {3, 4}
    assert hurt({"trait": "fantasy"}) == {2, 4}
    assert hurt({"without": "fantasy"}) == {1, 3}
    assert hurt({"card": "elf", "side": "foe"}) == {4}
    assert hurt({"where": [{"stat": "damage", "at_least": 1}]}) == {3}
    assert hurt({"where": [{"stat": "move", "at_most": 3}]}) == {1, 3}
    assert hurt({"where": [{"stat": "move", "equals": 5}]}) == {2, 4}
    assert hurt({"order": "most:damage", "limit": 1}) == {3}
    assert hurt({"order": "least:move", "side": "foe", "limit": 1}) == {3}
    assert hurt({"owned": True}) == {1, 2}


def test_near_and_far_are_told_apart():
    shout = card(
        "shouter",
        abilities=(
            msgspec.convert(
                {"when": "moved", "effects": [{"do": "damage", "to": {"kind": "character", "within": 2, "other": True}, "amount": 1}]},
                Ability,
            ),
        ),
    )
    f = Field(cards=(*CARDS, shout))
    table = f.world((0, "shouter", (0, 0)), (0, "grunt", (3, 2)), (1, "grunt", (3, 3)), (1, "archer", (4, 3)))
    table.do(Move(1, f.cell(1, 1)))
    assert [table.state.units[piece].damage for piece in (1, 2, 3, 4)] == [0, 1, 1, 0]


def test_foes_choose_what_they_drop():
    f = Field(cards=(*CARDS, event({"do": "drop", "who": "foes"})))
    table = f.world((0, "grunt", (0, 0)), (1, "grunt", (5, 5)), hands=(("spell",), ("archer", "mage")))
    table.do(Play(f.ids["spell"]))
    assert table.seat == 1
    table.do(Choose(f.ids["mage"]))
    assert table.state.hands[1] == (f.ids["archer"],)
    assert table.state.discards[1] == (f.ids["mage"],)


def test_looking_shows_cards_to_one_and_puts_the_rest_away():
    f = Field(cards=(*CARDS, event({"do": "look", "count": 2, "of": {"kind": "character"}})))
    table = f.world((0, "grunt", (0, 0)), (1, "grunt", (5, 5)), hands=(("spell",),), decks=(("wall", "archer", "mage"),))
    wall, archer, mage = table.state.decks[0]
    table.do(Play(f.ids["spell"]))
    assert table.observation(0).faces[wall] == "wall"
    assert wall not in table.observation(1).faces
    table.refused(Choose(wall))
    table.do(Choose(archer))
    assert table.state.hands[0] == (archer,)
    assert table.state.decks[0] == (mage, wall)


def test_searching_shows_what_is_found_and_shuffles_fresh():
    f = Field(cards=(*CARDS, event({"do": "search", "of": {"kind": "terrain"}})))
    table = f.world((0, "grunt", (0, 0)), (1, "grunt", (5, 5)), hands=(("spell",),), decks=(("wall", "archer", "mage"),))
    before = set(table.state.decks[0])
    table.do(Play(f.ids["spell"]))
    table.do(Choose(f.ids["wall"]))
    assert table.state.hands[0] == (f.ids["wall"],)
    assert table.observation(1).faces[f.ids["wall"]] == "wall"
    assert not before & set(table.state.decks[0])
    assert sorted(table.state.cards[piece][0] for piece in table.state.decks[0]) == ["archer", "mage"]


def test_triggers_that_answer_each_other_are_cut_off_with_a_sentence():
    echo = msgspec.convert(
        {
            "when": "hurt",
            "effects": [
                {"do": "heal", "to": "self", "amount": 1},
                {"do": "damage", "to": {"kind": "character", "trait": "online", "other": True}, "amount": 1},
            ],
        },
        Ability,
    )
    ping, pong = card("ping", traits=("online",), abilities=(echo,)), card("pong", traits=("online",), abilities=(echo,))
    spell = event({"do": "damage", "to": {"kind": "character", "side": "foe"}, "amount": 1})
    f = Field(cards=(*CARDS, ping, pong, spell))
    table = f.world((0, "grunt", (0, 0)), (1, "ping", (2, 2)), (1, "pong", (4, 4)), hands=(("spell",),))
    table.do(Play(f.ids["spell"]))
    stopped = table.events("Stopped")
    assert len(stopped) == 1
    assert stopped[0].cards in {("ping",), ("pong",)}
    assert table.rules.settled(table.state)
    assert any(f"[{stopped[0].cards[0]}]" in words and "Stopped" in words for words in table.words(0))
    assert len(table.events("Healed")) == World.most_triggered, "as many as may be in a turn, and not the one beyond"


def test_conditions_and_costs_bar_the_way():
    spell = event({"do": "draw"}, condition={"test": "exists", "of": {"kind": "character", "side": "own", "trait": "online"}})
    f = Field(cards=(*CARDS, spell))
    table = f.world((0, "grunt", (0, 0)), (1, "grunt", (5, 5)), hands=(("spell",),))
    table.refused(Play(f.ids["spell"]), code="condition")
    spell = event({"do": "draw"}, cost=[{"pay": "discard", "what": {"zone": "hand", "side": "own", "kind": "terrain"}}])
    f = Field(cards=(*CARDS, spell))
    f.world((0, "grunt", (0, 0)), (1, "grunt", (5, 5)), hands=(("spell", "archer"),)).refused(Play(f.ids["spell"]), code="cost")
    table = f.world((0, "grunt", (0, 0)), (1, "grunt", (5, 5)), hands=(("spell", "wall"),), decks=(("mage",),))
    table.do(Play(f.ids["spell"]))
    assert table.state.discards[0] == (f.ids["spell"], f.ids["wall"])
    assert table.state.hands[0] == (f.ids["mage"],)


def test_no_special_hides_in_the_cards_that_ship():
    from game.cards.model import Special
    from game.rules.overcross.box import catalogue

    def specials(value):
        if isinstance(value, Special):
            yield value.name
        elif isinstance(value, tuple):
            for one in value:
                yield from specials(one)
        elif isinstance(value, msgspec.Struct):
            for field in value.__struct_fields__:
                yield from specials(getattr(value, field))

    used = [name for each in catalogue().cards.values() for name in specials((*each.abilities, *each.attacks))]
    assert len(used) == len(set(used)), "a special used by two cards is a verb"
    assert len(used) <= len(catalogue()) // 50
