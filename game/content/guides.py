"""Guides: how a game is won, what people usually do at each question of it, one short sentence a line, and which of its words each rule explains; read from `assets/guides/<game>.toml`.

A game without such a file has no guide. What a line means is told at the top of each file.
"""

from __future__ import annotations

from functools import lru_cache
from pathlib import Path
from typing import Annotated

import msgspec
from msgspec import Meta, Struct

from game import paths
from game.content.faults import ContentError, Findings, plainly
from game.content.texts import read_toml

MOST_BYTES = 64 * 1024
LONGEST = 130
"""How many letters a line may have: in the column beside the table it has some three rows."""

_Words = Annotated[str, Meta(min_length=1, max_length=LONGEST)]
_Mark = Annotated[str, Meta(max_length=40)]
_Rule = Annotated[str, Meta(pattern=r"^[A-Z]{2,5}-\d{1,4}$")]


class GuideLine(Struct, frozen=True, forbid_unknown_fields=True):
    """What is usually done where `rule` asks, in one `phase` of the turn if given, and where an offer begins with `verb` if given, with a card of a `kind` if given.

    `done` is for where nothing is left but the main button, `have` for where something is left of a counter of one's own.
    """

    rule: _Rule
    words: _Words
    phase: _Mark = ""
    verb: _Mark = ""
    kind: _Mark = ""
    have: _Mark = ""
    done: bool = False


class Aim(Struct, frozen=True, forbid_unknown_fields=True):
    """How one wins, by a rule, in matches with this `option` (none: in every one)."""

    rule: _Rule
    words: _Words
    option: Annotated[dict[_Mark, _Mark], Meta(max_length=8)] = {}


class Guide(Struct, frozen=True, forbid_unknown_fields=True):
    """What is usually done, a `line` for each question; how one wins, an `aim` for each way to play; and by rule the `words` that it explains, in every form in which they stand in sentences."""

    aim: Annotated[tuple[Aim, ...], Meta(max_length=20)] = ()
    line: Annotated[tuple[GuideLine, ...], Meta(max_length=200)] = ()
    words: Annotated[dict[_Rule, tuple[Annotated[str, Meta(min_length=2, max_length=40)], ...]], Meta(max_length=200)] = {}


def guide_path(game: str) -> Path:
    """Return where the guide of a game lies, if it has one."""
    return paths.ASSETS / "guides" / f"{game}.toml"


def read_guide(path: Path) -> Guide:
    """Read a guide; ContentError names what is wrong with it, such as a line that an earlier one always hides, or a word of two rules."""
    findings = Findings(path)
    try:
        guide = msgspec.convert(read_toml(path, MOST_BYTES), Guide)
    except (msgspec.ValidationError, RecursionError) as error:
        findings.stop("", plainly(error))
    for index, line in enumerate(guide.line):
        for earlier in guide.line[:index]:
            wider = all(
                had in {"", has}
                for had, has in (
                    (earlier.phase, line.phase),
                    (earlier.verb, line.verb),
                    (earlier.kind, line.kind),
                    (earlier.have, line.have),
                )
            )
            if earlier.rule == line.rule and wider and not earlier.done:
                findings.add(f"line[{index}]", f"it is never told: an earlier one answers {line.rule} wherever this does")
                break
    explained = dict[str, str]()
    for rule, words in guide.words.items():
        for word in words:
            if explained.setdefault(word, rule) != rule:
                findings.add(f"words.{rule}", f"{word!r} leads to {explained[word]} already")
    findings.settle()
    return guide


@lru_cache(maxsize=16)
def guide_of(game: str) -> Guide:
    """Return the guide of a game; empty where there is none that can be read."""
    path = guide_path(game)
    try:
        return read_guide(path) if path.is_file() else Guide()
    except ContentError:
        return Guide()


@lru_cache(maxsize=16)
def words_of(game: str) -> dict[str, str]:
    """Return the words of a game that a rule explains, as they stand within a sentence and at its beginning, with the rule's number."""
    return {form: rule for rule, words in guide_of(game).words.items() for word in words for form in (word, word[0].upper() + word[1:])}
