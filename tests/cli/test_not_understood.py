"""In words, what is typed behind a word and not understood is said, and never left out of account."""

from __future__ import annotations

from pathlib import Path

import pytest
from test_text_counsel import asked
from test_text_play import table

from game.cli.ended import afterwards


@pytest.mark.parametrize(
    "line", ["hint 1", "guide no", "look there", "hand 2", "map G4", "who else", "all of it", "concede now", "save here", "quit 3"]
)
def test_what_is_typed_behind_a_word_that_takes_nothing_is_said_not_to_be_understood(line: str, tmp_path: Path) -> None:
    match = table(tmp_path, "human", "random", game="shine", seed=3)
    word, _, rest = line.partition(" ")
    assert asked(match, line)[0] == f"`{word}` takes nothing behind it: '{rest}' is not understood."
    assert match.outcome is None


@pytest.mark.parametrize("rest", ["x", "2 x", "one back"])
def test_of_why_that_only_a_number_is_understood(rest: str, tmp_path: Path) -> None:
    match = table(tmp_path, "human", "random", game="shine", seed=3)
    (said, *_) = asked(match, f"why that {rest}")
    assert said == f"`why that N` says why the computer did what it did N deeds back; '{rest}' is no number of deeds."
    lines = list[str]()
    afterwards(iter([f"why that {rest}", f"why {rest}", "why did it do that 2", "why 3", ""]).__next__, lambda _: None, lines.append)
    assert lines == [f"why that {rest}", f"why that {rest}", "why did it do that 2", "why that 3"]


def test_via_without_a_square_says_that_the_squares_are_missing(tmp_path: Path) -> None:
    match = table(tmp_path, "human", "random", game="shine", seed=3)
    assert asked(match, "1 via")[0] == "Behind `via` the squares of the way are missing, as in `1 via C3 D4`."
    assert asked(match, "1 by C3")[0] == "After a number only `via` and squares may follow, not 'by C3'."
