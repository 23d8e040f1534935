"""What is typed of a piece and of a square on which no offer puts it is answered with the rule that the window says there."""

from __future__ import annotations

import pytest

from game.cli.text import TextTable
from game.content.positions import Position, positions_of
from game.match.match import Match
from game.match.seats import SeatPlan

LESSON = next(each for each in positions_of("overcross") if each.name == "lesson-1")
FAR = "  Marda Oakapron to H8. Refused: That is farther than its Move of 3 leads. (OC-24)"


def answer(line: str, position: Position = LESSON) -> list[str]:
    """Return what is answered to a line that is typed at the beginning of a position, in which nothing comes of it."""
    match = Match.lay(position, (SeatPlan("human"), SeatPlan("random")))
    typed, said = [line], list[str]()

    def hear() -> str:
        if not typed:
            raise EOFError
        said.clear()
        return typed.pop()

    TextTable(match, hear, said.append).play()
    assert match.count == 0
    return said


@pytest.mark.parametrize("line", ["move marda H8", "marda to h8", "why move marda H8", "why Marda Oakapron H8"])
def test_OC_24_a_move_far_too_long_is_refused_with_its_rule(line: str):
    assert answer(line) == [FAR]


def test_a_square_beside_which_offers_are_refused_is_answered_by_these_alone():
    assert answer("move marda G2") == ["  Move Marda Oakapron to G2. Refused: That is farther than its Move of 3 leads. (OC-24)"]


def test_OC_18_an_enemy_is_put_nowhere():
    assert answer("move admiral A1") == ["  Admiral Quill to A1. Refused: Only your own characters on the grid act. (OC-18)"]


@pytest.mark.parametrize("line", ["move zebra H8", "move marda Z9", "move marda H8 G8", "zebra"])
def test_what_names_no_piece_or_not_one_square_matches_nothing(line: str):
    assert answer(line) == [f"Nothing you may do now matches {line!r}; `?` lists what you can type."]
    assert answer(f"why {line}") == [f"Nothing that is refused matches {line!r}."]


def test_a_piece_that_may_go_there_is_refused_nothing():
    assert answer("put marda D2") == ["Nothing you may do now matches 'put marda D2'; `?` lists what you can type."]
