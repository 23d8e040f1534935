"""What does not fit is told in the words of people, whatever msgspec says of it, and where it stands."""

from __future__ import annotations

from datetime import date
from typing import Annotated, Any, Literal

import msgspec
import pytest
from msgspec import Meta, Struct

from game.content.faults import Fault, plainly
from game.kernel.misfit import bare, in_plain
from game.kernel.position import PositionError, worded


class Die(Struct, forbid_unknown_fields=True):
    """A die of the tests."""

    eyes: Annotated[int, Meta(ge=1, le=6)]


class Burn(Struct, tag="burn", tag_field="do"):
    """One of two effects of the tests."""


class Heal(Struct, tag="heal", tag_field="do"):
    """The other."""


SLIPS: list[tuple[Any, Any, str]] = [
    ({}, Die, "eyes: the field is missing"),
    ({"dice": [{}]}, dict[str, list[Die]], "[0].eyes: the field is missing"),
    ({"eyes": 2, "eys": 2}, Die, "there is no field `eys`"),
    ({"eyes": 7}, Die, "eyes: this must be a whole number of at most 6"),
    ({"eyes": 0}, Die, "eyes: this must be a whole number of at least 1"),
    ({"eyes": 2.5}, Die, "eyes: this must be a whole number, not a number with a decimal point"),
    ({"eyes": date(2026, 1, 1)}, Die, "eyes: this must be a whole number, not a date"),
    ({"eyes": "two"}, Die, "eyes: this must be a whole number, not text"),
    ("x", list[int], "this must be a list, not text"),
    ([], Die | None, "this must be a table or nothing, not a list"),
    ([1], tuple[int, int], "this must be a list of 2, not of 1"),
    ([1, 2], Annotated[list[int], Meta(max_length=1)], "this must be a list of at most 1"),
    ([1], Annotated[list[int], Meta(min_length=2)], "this must be a list of at least 2"),
    ({}, Annotated[dict[str, int], Meta(min_length=2)], "this must be a table of at least 2 entries"),
    ("", Annotated[str, Meta(min_length=1)], "this must be text of at least 1 character"),
    ("xyz", Annotated[str, Meta(max_length=2)], "this must be text of at most 2 characters"),
    ("xyz", Annotated[str, Meta(pattern="^a")], "this must be text of the form '^a'"),
    ({"xyz": 1}, dict[Annotated[str, Meta(max_length=2)], int], "each name in it must be text of at most 2 characters"),
    (1.5, Annotated[float, Meta(lt=1)], "this must be a number of less than 1.0"),
    (3, Annotated[int, Meta(multiple_of=2)], "this must be a whole number that is a multiple of 2"),
    ("c", Literal["a", "b"], "this cannot be 'c'"),
    ({"do": "c"}, Burn | Heal, "do: this cannot be 'c'"),
    ({}, Burn | Heal, "do: the field is missing"),
    (1, bool, "this must be true or false, not a whole number"),
]


@pytest.mark.parametrize(("value", "kind", "words"), SLIPS)
def test_every_slip_is_told_plainly(value: Any, kind: Any, words: str) -> None:
    with pytest.raises(msgspec.ValidationError) as caught:
        msgspec.convert(value, kind)
    assert plainly(caught.value) == words
    assert "Expected" not in words


def test_a_table_that_cannot_be_laid_is_told_alike() -> None:
    with pytest.raises(PositionError, match=r"^\[1\]\.eyes: this must be a whole number of at most 6$"):
        worded([{"eyes": 1}, {"eyes": 7}], list[Die])  # type: ignore[arg-type]
    with pytest.raises(PositionError, match=r"^eyes: the field is missing$"):
        worded({}, Die)


@pytest.mark.parametrize(
    ("words", "said"),
    [
        ("$.cards -1 copies of 'x'", "x.toml: 'Mine': cards: -1 copies of 'x'"),
        ("$.cards[...] this must be text", "x.toml: 'Mine': cards: this must be text"),
        ("$[0].do this cannot be 'c'", "x.toml: 'Mine': [0].do: this cannot be 'c'"),
        ("$ there is no field `nmae`", "x.toml: 'Mine': there is no field `nmae`"),
        ("$5 is no cost", "x.toml: 'Mine': $5 is no cost"),
        ("it costs $ 5", "x.toml: 'Mine': it costs $ 5"),
    ],
)
def test_a_fault_names_the_place_within_without_signs_of_programs(words: str, said: str) -> None:
    assert str(Fault("x.toml", "'Mine'", words)) == said


def test_what_no_library_says_stays_as_it_is() -> None:
    assert in_plain("a deck cost is 1 to 40, not 99") == "a deck cost is 1 to 40, not 99"
    assert bare("$") == ""
