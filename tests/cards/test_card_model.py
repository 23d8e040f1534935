"""The vocabulary of cards: what can be written, what is refused, and how numbers are changed."""

from __future__ import annotations

import msgspec
import pytest
from msgspec import defstruct

from game.cards import model
from game.cards.amounts import amount_faults
from game.cards.check import card_faults, keyword_faults, value_faults
from game.cards.model import Ability, Card, Effect, Modifier
from game.cards.modify import Standing, changed
from game.cards.words import Keyword, Noun, Words
from game.cards.world import World
from game.kernel.words import meant_or_any
from game.rules.overcross.cards import WORDS as OVERCROSS
from game.rules.overcross.draft import OvercrossDraft

SMALL = Words(
    kinds={"hero": Noun("hero", "heroes")},
    zones={"hand": "{whose} hand"},
    groups={"tribe": ("red", "blue")},
    stats={"power": "Power"},
    keywords={"quick": Keyword("Quick", "Acts first.")},
    triggers={"falls": "when {it} falls"},
    durations={"turn": "until the end of the turn"},
    verbs=("damage", "draw", "modify", "pick", "each"),
)


def ability(**fields):
    return msgspec.convert({"effects": [{"do": "draw"}], **fields}, Ability)


def complaints(**fields):
    return [words for _, words in value_faults(ability(**fields), SMALL)]


def test_an_unknown_field_or_type_is_refused_with_its_place():
    for row, place in (
        ({"effects": [{"do": "damage", "to": "self", "amuont": 1}]}, "$.effects[0]"),
        ({"effects": [{"do": "damage", "to": "self", "amount": "two"}]}, "$.effects[0].amount"),
        ({"effects": [{"do": "juggle"}]}, "$.effects[0].do"),
        ({"effects": [{"do": "damage", "to": {"side": "left"}, "amount": 1}]}, "$.effects[0].to.side"),
    ):
        with pytest.raises(msgspec.ValidationError) as caught:
            msgspec.convert(row, Ability)
        assert place in str(caught.value)


@pytest.mark.parametrize(
    ("fields", "words"),
    [
        ({"effects": []}, "at least one effect"),
        ({"when": "sneezes"}, "not a moment"),
        ({"effects": [{"do": "heal", "to": "self", "amount": 1}]}, "not a verb"),
        ({"effects": [{"do": "damage", "to": "nobody", "amount": 1}]}, "nothing is called 'nobody'"),
        ({"effects": [{"do": "damage", "to": {"kind": "ship"}, "amount": 1}]}, "not a kind of card"),
        ({"effects": [{"do": "damage", "to": {"zone": "moon"}, "amount": 1}]}, "not a zone"),
        ({"effects": [{"do": "damage", "to": {"trait": "green"}, "amount": 1}]}, "not a trait"),
        ({"effects": [{"do": "damage", "to": {"flag": "slow"}, "amount": 1}]}, "not a quality"),
        ({"effects": [{"do": "damage", "to": {"sight": True}, "amount": 1}]}, "needs a distance"),
        ({"effects": [{"do": "damage", "to": {"order": "most:charm"}, "amount": 1}]}, "neither a stat nor a quality"),
        ({"effects": [{"do": "modify", "to": "self", "stat": "power", "until": "turn"}]}, "exactly one of add, set and scale"),
        ({"effects": [{"do": "modify", "to": "self", "stat": "power", "add": 1, "set": 2, "until": "turn"}]}, "exactly one of"),
        ({"effects": [{"do": "modify", "to": "self", "stat": "power", "add": 1, "until": "noon"}]}, "not a duration"),
        ({"effects": [{"do": "pick"}]}, "exactly one of `of`"),
        ({"effects": [{"do": "pick", "of": {}, "least": 3, "most": 2}]}, "cannot both be"),
        ({"effects": [{"do": "pick", "of": {}, "least": -1}]}, "this is 0 to 99, not -1"),
        ({"effects": [{"do": "damage", "to": "self", "amount": 0}]}, "this is 1 to 99, not 0"),
        ({"effects": [{"do": "damage", "to": "self", "amount": 99_999_999}]}, "this is 1 to 99, not 99999999"),
        ({"effects": [{"do": "damage", "to": {"within": -2}, "amount": 1}]}, "this is 1 to 40, not -2"),
        ({"effects": [{"do": "draw", "count": {"get": "dice", "sides": 1}}]}, "this is 2 to 100, not 1"),
        ({"effects": [{"do": "draw", "count": {"get": "sum", "of": [1, 100]}}]}, "this is -99 to 99, not 100"),
        ({"effects": [{"do": "draw", "count": {"get": "bounded", "of": 1, "least": 3, "most": 2}}]}, "cannot both be"),
        ({"effects": [{"do": "modify", "to": "self", "stat": "power", "add": 0, "until": "turn"}]}, "-99 to 99, but not 0, not 0"),
        ({"effects": [{"do": "modify", "to": "self", "stat": "power", "scale": 10, "until": "turn"}]}, "this is 0 to 9, not 10"),
        ({"condition": {"test": "exists", "of": {}, "at_least": 0}}, "this is 1 to 99, not 0"),
        ({"cost": [{"pay": "gold"}]}, "not a cost"),
        ({"timing": "lunch"}, "not a timing"),
        ({"condition": {"test": "fact", "name": "rain"}}, "not a fact"),
        (
            {"condition": {"test": "compare", "left": {"get": "resource", "name": "gold"}, "op": ">", "right": 1}},
            "not a number of the table",
        ),
    ],
)
def test_what_a_game_cannot_mean_is_a_sentence(fields, words):
    found = complaints(**fields)
    assert len(found) == 1, found
    assert words in found[0]


def test_no_whole_number_of_the_vocabulary_is_without_bounds():
    kinds = [kind for kind in vars(model).values() if isinstance(kind, type) and issubclass(kind, model.Word) and kind is not model.Word]
    told = [
        (kind.__name__, field)
        for kind in kinds
        if not issubclass(kind, Card)
        for field, hint in kind.__annotations__.items()
        if "int" in hint.split(" | ") or "Amount" in hint
    ]
    for name, field in told:
        fake = defstruct(name, [(field, int)])(-100)
        assert [place for place, _ in amount_faults("$", fake)] == [f"$.{field}"], (name, field)
    assert len(told) > 30


def test_names_are_known_only_after_they_are_bound():
    pick, use = {"do": "pick", "of": {"kind": "hero"}, "name": "who"}, {"do": "damage", "to": "who", "amount": 1}
    assert complaints(effects=[pick, use]) == []
    assert complaints(effects=[use, pick])
    assert complaints(effects=[{"do": "each", "of": {}, "name": "one", "effects": [{"do": "damage", "to": "one", "amount": 1}]}]) == []
    assert complaints(when="falls", effects=[{"do": "damage", "to": "cause", "amount": 1}]) == []
    assert complaints(effects=[{"do": "damage", "to": "cause", "amount": 1}])


def test_a_whole_card_is_checked_everywhere():
    card = Card(id="x", name="X", kind="ghost", traits=("green",), stats={"charm": 1}, modifiers=(Modifier(stat="charm"),))
    assert len(card_faults(card, SMALL)) == 5


def test_changes_come_in_stages_set_add_scale_bound():
    assert changed(3, [("add", 2), ("set", 5), ("scale", 2)]) == 14
    assert changed(3, [("scale", 2), ("add", -1)]) == 4
    assert changed(3, [("set", 1), ("set", 4)]) == 4
    assert changed(3, [("add", -9)], low=0) == 0
    assert changed(3, [("add", 9)], high=6) == 6
    assert changed(3, []) == 3


@pytest.mark.parametrize(
    ("fields", "is_open"),
    [
        ({"add": 1}, True),
        ({"add": {"get": "resource", "name": "cards"}}, True),
        ({"add": {"get": "count", "of": {"kind": "hero"}}}, True),
        ({"add": {"get": "count", "of": {"kind": "hero", "zone": "hand"}}}, False),
        ({"add": {"get": "sum", "of": [1, {"get": "dice"}]}}, False),
        ({"add": 1, "condition": {"test": "turn", "of": "own"}}, True),
        ({"add": 1, "condition": {"test": "not", "of": {"test": "fact", "name": "acted"}}}, False),
        ({"add": 1, "to": {"kind": "hero", "zone": "hand"}}, False),
    ],
)
def test_a_modifier_that_looks_into_piles_or_asks_the_game_does_not_follow_from_what_lies_open(fields, is_open):
    assert Standing(msgspec.convert({"stat": "power", "to": "self", **fields}, Modifier)).open is is_open


def test_overcross_can_do_every_verb_it_lists():
    by_tag = {str(verb.__struct_config__.tag): verb for verb in Effect.__args__}
    controls = {"pick", "may", "choose", "if", "each", "repeat", "roll", "special", "search"}
    assert set(OVERCROSS.verbs) <= set(by_tag)
    for verb in set(OVERCROSS.verbs) - controls:
        assert getattr(OvercrossDraft, verb) is not getattr(World, verb), f"Overcross lists {verb} and cannot do it"
    for verb in ("look", "reveal", "send", "shuffle", "rolled"):
        assert getattr(OvercrossDraft, verb) is not getattr(World, verb)


def test_the_words_that_would_fit_are_told_where_there_are_few_of_them():
    few = "; 'power' or 'quick' would fit"
    assert complaints(effects=[{"do": "damage", "to": {"order": "most:zzz"}, "amount": 1}])[0].endswith(few)
    assert complaints(effects=[{"do": "modify", "to": "self", "stat": "zzz", "add": 1, "until": "turn"}])[0].endswith(few)
    assert keyword_faults(["fly"], SMALL) == [("$.keywords[0]", "'fly' is not a quality of this game (it knows quick)")]
    for among, words in (
        ("abc", "; 'a', 'b' or 'c' would fit"),
        ([str(n) for n in range(13)], ""),
        (["", "x"], "; 'x' would fit"),
        ([], ""),
    ):
        assert meant_or_any("zzz", among) == words
