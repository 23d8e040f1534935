"""Every string a designer writes is of a marked type, and whatever is marked is looked up: in every field of every word on a card."""

from __future__ import annotations

from typing import Any, get_args, get_type_hints

import pytest
from msgspec import NODEFAULT, Struct
from msgspec.structs import fields

from game.cards import model
from game.cards.check import listed, value_faults
from game.cards.marks import Mark, Ref, marked
from game.cards.words import Noun, Words
from game.rules.overcross.cards import WORDS as OVERCROSS
from game.rules.shine.cards import WORDS as SHINE
from game.rules.starcrossed.cards import WORDS as STARCROSSED


class Juggle(model.Word, frozen=True, tag_field="do", tag="juggle"):
    """A verb that only this test knows."""

    what: model.Selector
    over: Ref


WORDS = [kind for kind in vars(model).values() if isinstance(kind, type) and issubclass(kind, model.Word)]
WRITTEN = [kind for kind in WORDS if kind not in {model.Word, model.Card}]
SMALL = Words(kinds={"hero": Noun("hero", "heroes")}, verbs=tuple(str(each.__struct_config__.tag) for each in get_args(model.Effect)))
EVERY = (OVERCROSS, STARCROSSED, SHINE, Words(kinds={}, specials=("it",)))
FREE = {Mark.GIVEN, Mark.PROSE}
FILLED: dict[str, Any] = {
    "Selector": "self",
    "Spot | Ref": "self",
    "Ref": "self",
    "Select": model.Select(),
    "Amount": 1,
    "int": 1,
    "Condition": model.TurnOf("own"),
    "tuple[Amount, ...]": (1,),
    "tuple[Condition, ...]": (),
    "tuple[Effect, ...]": (model.Draw(),),
    "tuple[tuple[Effect, ...], ...]": ((model.Draw(),), (model.Draw(),)),
    'Literal["own", "foe"]': "own",
    'Literal["<", "<=", "=", ">=", ">", "!="]': "=",
}
"""What a field without a default holds here, by what stands behind its name; any other holds a word that nobody knows."""

LOOKED_UP = [(kind, field.name) for kind in WRITTEN for field in marked(kind) if field.mark not in {*FREE, None}]


def filled(kind: type[Struct], /, **given: Any) -> Struct:
    missing = [field.name for field in fields(kind) if field.default is NODEFAULT and field.default_factory is NODEFAULT]
    return kind(**{name: FILLED.get(kind.__annotations__[name], "nonsense") for name in missing} | given)


def bare(hint: Any) -> bool:
    """Tell whether there is a string in an annotation of which nothing says what it is."""
    return hint is str or (not hasattr(hint, "__metadata__") and any(bare(each) for each in get_args(hint)))


@pytest.mark.parametrize("kind", WRITTEN, ids=lambda kind: kind.__name__)
def test_every_string_says_what_it_is(kind):
    hints = get_type_hints(kind, include_extras=True)
    assert [name for name, hint in hints.items() if bare(hint)] == []


@pytest.mark.parametrize(("kind", "name"), LOOKED_UP, ids=[f"{kind.__name__}.{name}" for kind, name in LOOKED_UP])
def test_what_is_marked_is_looked_up(kind, name):
    places = [place for place, _ in value_faults(filled(kind, **{name: "nonsense"}), SMALL, cards=())]
    assert f"$.{name}" in places


def test_a_verb_that_is_new_needs_no_word_elsewhere():
    found = value_faults(Juggle(model.Select(zone="moon"), "nobody"), SMALL)
    assert [place for place, _ in found] == ["$", "$.what.zone", "$.over"]


def test_a_name_is_known_in_the_effects_of_its_loop_and_in_no_other_option():
    use = model.Damage("one", 1)
    each = model.Each("self", (use,), "one")
    pick = model.Pick(of=model.Select(), name="one")
    for effects, places in (
        ((each,), []),
        ((each, use), ["$.effects[1].to"]),
        ((model.May((pick,)), use), []),
        ((model.Choose(((pick, use), (use,))),), ["$.effects[0].options[1][0].to"]),
        ((model.If(model.TurnOf("own"), (pick,), (use,)),), ["$.effects[0].otherwise[0].to"]),
        ((model.Pick(of=model.Select(of="one"), name="one"),), ["$.effects[0].of.of"]),
    ):
        assert [place for place, _ in value_faults(model.Ability(effects), SMALL)] == places


def test_a_target_is_known_to_what_follows_it():
    near = model.Target(of=model.Select(of="first", within=1))
    first = model.Target(of=model.Select(), name="first")
    effects = (model.Damage("target", 1),)
    assert value_faults(model.Ability(effects, targets=(first, near)), SMALL) == []
    assert [place for place, _ in value_faults(model.Ability(effects, targets=(near, first)), SMALL)] == ["$.targets[0].of.of"]
    assert [place for place, _ in value_faults(model.Ability(effects, of="first", targets=(first, near)), SMALL)] == ["$.of"]


def test_every_mark_but_names_and_prose_is_settled_by_a_list():
    settled = {mark for mark in Mark if any(set(listed(mark, words)) for words in EVERY)}
    assert set(Mark) - settled == {Mark.REFERENCE, Mark.CARD, Mark.ORDER, *FREE}
