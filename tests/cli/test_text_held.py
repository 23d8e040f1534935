"""In words, whoever is asked has been told what they hold: once, before the first question that comes with it, and nobody else."""

from __future__ import annotations

from pathlib import Path

import pytest
from test_text_play import Typist, play, table

from game.kernel.ids import own_zone
from game.match.match import Match


def hand_of(match: Match, seat: int) -> list[str]:
    """Return the names of what a seat holds."""
    pieces = [piece for piece in match.scene(seat).pieces.values() if piece.zone == own_zone("hand", seat)]
    return [match.rules.face(piece.face).name for piece in pieces if piece.face is not None]


def told_hands(typist: Typist) -> list[int]:
    return [number for number, line in enumerate(typist.said) if line.startswith("Hand, ")]


@pytest.mark.parametrize(
    ("game", "before"),
    [("shine", ("1", "1")), ("overcross", ()), ("starcrossed", ())],
)
def test_a_hand_is_told_before_the_first_question_that_it_answers(tmp_path: Path, game: str, before: tuple[str, ...]) -> None:
    match = table(tmp_path, "human", "random", game=game, seed=1)
    typist = play(match, *before)
    (at,) = told_hands(typist)
    names = hand_of(match, 0)
    assert len(names) >= 5
    question = at + len(names) + 1
    prompt = match.scene(0).prompt
    assert prompt is not None
    assert typist.said[question].endswith(f"({prompt.rule})")
    for name in names:
        assert any(line.startswith(f"  {name} (") for line in typist.said[at:question])


def test_a_hand_that_was_drawn_anew_is_told_anew_and_no_other_again(tmp_path: Path) -> None:
    match = table(tmp_path, "human", "random", game="shine", seed=4)
    assert len(told_hands(play(match, "1", "1", "draw five anew"))) == 2
    assert len(told_hands(play(match, "1", "1"))) == 1


def test_dice_are_told_before_the_first_question_by_whatever_name_one_plays(tmp_path: Path) -> None:
    match = table(tmp_path, "human", "random")
    match.names = ("Ada", *match.names[1:])
    said = play(match).said
    dice = [line for line in said if line.startswith("Your House Leonardi: ")]
    assert len(dice) == 1
    assert "House Leonardi's" not in dice[0]
    assert said.index(dice[0]) < next(
        number for number, line in enumerate(said) if line.startswith("Take one action") or "proposes to" in line
    )


def test_between_two_people_each_hears_their_own_hand_once_they_sit_alone(tmp_path: Path) -> None:
    match = table(tmp_path, "human", "human", game="starcrossed", seed=5)
    seat = match.deciding
    assert seat is not None
    assert not told_hands(play(match))
    typist = play(match, "")
    assert len(told_hands(typist)) == 1
    assert typist.said.index("WIPED") < told_hands(typist)[0]
    for name in set(hand_of(match, 1 - seat)) - set(hand_of(match, seat)):
        assert name not in typist.text
