"""The witness notices what a scenario does not ask: a sentence, a picture, a refusal, a judgement; and its lines belong to tests that are there."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
from msgspec.structs import replace
from witness import FOLDER, PARTS, Witness, lines_of, names_of

from game.kernel.offers import Refusal
from game.kernel.setup import Setup
from game.rules.hearsay import BOX
from game.rules.hearsay.rules import HearsayRules


def parts(rules: Any) -> dict[str, str]:
    """Return the digests of two steps of a match."""
    witness = Witness()
    state = rules.setup(BOX.complete(Setup("hearsay", 3))).state
    for _ in range(2):
        step = rules.apply(state, rules.legal(state)[0])
        witness.steps.append((rules, step))
        state = step.state
    words = witness.line().split()
    return dict(zip(words[::2], words[1::2], strict=True))


def whispered(name: str, change: Callable[[Any], Any]) -> HearsayRules:
    """Return a rulebook one of whose answers is another."""
    rules = HearsayRules()
    answer = getattr(rules, name)
    setattr(rules, name, lambda *asked: change(answer(*asked)))
    return rules


@pytest.mark.parametrize(
    ("name", "change", "part"),
    [
        ("tell", lambda telling: replace(telling, words="Hush."), "told"),
        ("scene", lambda scene: replace(scene, game="gossip"), "shown"),
        ("refusal", lambda refusal: refusal and Refusal(refusal.code, refusal.rule, "No."), "offered"),
        ("evaluate", lambda prospects: tuple(each * 0.99 for each in prospects), "judged"),
    ],
)
def test_another_answer_makes_another_line(name: str, change: Callable[[Any], Any], part: str):
    plain, other = parts(HearsayRules()), parts(whispered(name, change))
    assert [each for each in PARTS if plain[each] != other[each]] == [part]


def test_the_same_answers_make_the_same_line():
    assert parts(HearsayRules()) == parts(HearsayRules())


def test_every_line_belongs_to_a_test():
    files = {path.stem: path for path in Path(__file__).parent.rglob("test_*.py")}
    for file in FOLDER.glob("*.txt"):
        assert {name.partition("[")[0] for name in lines_of(file)} <= names_of(files[file.stem]), file.name
