"""What a table was meant to be whose tag (a `do`, `get` or `test`) is missing or no word there is: told by how it is spelled, and by the fields beside it.

A word that is spelled like another is no sign of it where the fields beside it are none of that word's: then the fields tell.
"""

from __future__ import annotations

from collections.abc import Collection, Mapping, Sequence
from contextlib import suppress
from difflib import SequenceMatcher
from typing import Any, NamedTuple

import msgspec
from msgspec import inspect

from game.kernel.words import LONGEST, near

ALIKE = 0.75
"""Words as alike as this differ by a slip of the hand; then they are named even where the fields are another's."""

MOST_NAMED = 3

STRANGE = 100
"""What a field counts that is another's, beside one that is only misspelt."""


class Guess(NamedTuple):
    """What a table was meant to be: the words to name (all that there are, where nothing tells), the member to read it as, and whether it is that one (`fits`) as spelling and fields say (`sure`)."""

    words: list[str]
    member: inspect.StructType
    sure: bool
    fits: bool


def members_of(told: inspect.Type, verbs: Collection[str]) -> list[inspect.StructType]:
    """Return those members of a union that have a tag, of the effects only `verbs` where any are named."""
    members = told.types if isinstance(told, inspect.UnionType) else ()
    tagged = [each for each in members if isinstance(each, inspect.StructType) and each.tag_field]
    return [each for each in tagged if each.tag_field != "do" or not verbs or each.tag in verbs]


def guessed(given: str, table: Mapping[str, Any], members: Sequence[inspect.StructType]) -> Guess:
    """Return what a table with a tag that is none was meant to be; raise LookupError where there is nothing to be."""
    by_tag = {str(each.tag): each for each in members}
    if not by_tag:
        raise LookupError(given)
    like = {tag: SequenceMatcher(None, given[:LONGEST], tag).ratio() for tag in by_tag}
    off = {tag: _off(each, table) for tag, each in by_tag.items()}
    spelled = near(given, by_tag)
    both = sorted((tag for tag in spelled if off[tag] < (STRANGE if like[tag] >= ALIKE else 1)), key=lambda tag: (off[tag], -like[tag]))
    if both:
        return Guess(both, by_tag[both[0]], sure=like[both[0]] >= ALIKE, fits=True)
    ranked = sorted(by_tag, key=lambda tag: (off[tag], -like[tag]))
    fit = [tag for tag in ranked if not off[tag]]
    named = dict.fromkeys([*(tag for tag in spelled if like[tag] >= ALIKE), *(fit if len(fit) <= MOST_NAMED else ())])
    words = (list(named) or spelled)[:MOST_NAMED] or sorted(fit or by_tag)
    return Guess(words, by_tag[ranked[0]], sure=False, fits=len(fit) == 1)


def _off(member: inspect.StructType, table: Mapping[str, Any]) -> int:
    """Return how far a table is from a member: nothing where it could be read as one, much for a field of another name or one that is lacking."""
    with suppress(msgspec.ValidationError, RecursionError):
        msgspec.convert({**table, str(member.tag_field): member.tag}, member.cls)
        return 0
    names = [each.encode_name for each in member.fields]
    keys = [key for key in table if key != member.tag_field]
    meant = {key: key for key in keys if key in names} | {key: found for key in keys if key not in names for found in _slips(key, names)}
    lacking = sum(each.required and each.encode_name not in meant.values() for each in member.fields)
    return 1 + sum(key != name for key, name in meant.items()) + STRANGE * (len(keys) - len(meant) + lacking)


def _slips(key: str, names: Sequence[str]) -> list[str]:
    return [name for name in near(key, names, 1) if SequenceMatcher(None, key[:LONGEST], name).ratio() >= ALIKE]
