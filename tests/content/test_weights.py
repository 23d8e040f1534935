"""What programs think things are worth: every game's file is read strictly, and a temperament takes some of it more or less seriously."""

from __future__ import annotations

from pathlib import Path

import pytest
from msgspec import Struct

from game.content.faults import ContentError
from game.content.weights import read_judgement

SOUND = """
[weights]
life = 2.0
card = 0.5
harm = { burn = 1.5 }

[temperaments.bold]
name = "Rook"
icon = "sword"
words = "Spends what it has."
times = { card = 0.5 }
"""


class Weights(Struct, frozen=True):
    """Weights of a game of the tests."""

    life: float
    card: float
    harm: dict[str, float]


def read(folder: Path, text: str) -> str | Weights:
    """Return what a file says under the temperament, or its faults."""
    path = folder / "toy.toml"
    path.write_text(text, encoding="utf-8")
    try:
        return read_judgement(path, Weights).tempered("bold").weights
    except ContentError as error:
        return str(error)


def test_a_temperament_takes_weights_so_many_times_as_heavy_and_leaves_the_others(tmp_path: Path) -> None:
    assert read(tmp_path, SOUND) == Weights(2.0, 0.25, {"burn": 1.5})
    judged = read_judgement(tmp_path / "toy.toml", Weights)
    assert judged.weights == Weights(2.0, 0.5, {"burn": 1.5})
    assert judged.temperaments["bold"].name == "Rook"
    with pytest.raises(KeyError):
        judged.tempered("sly")


@pytest.mark.parametrize(
    ("old", "new", "words"),
    [
        ("card = 0.5\n", "", "card: the field is missing"),
        ("card = 0.5\n", "card = 'much'\n", "card: this must be a number, not text"),
        ("card = 0.5\n", "card = inf\n", "weights.card: it must be a number"),
        ("burn = 1.5", "burn = nan", "weights.harm.burn: it must be a number"),
        ("card = 0.5\n", "card = 0.5\ncrad = 1.0\n", "weights.crad: there is no such weight"),
        ("times = { card", "times = { crad", "temperaments.bold.times.crad: there is no such weight that is one number"),
        ("times = { card", "times = { harm", "temperaments.bold.times.harm: there is no such weight that is one number"),
        ("card = 0.5 }", "card = 0 }", "temperaments.bold.times.card: it must be more than 0"),
        ('icon = "sword"\n', "", "icon: the field is missing"),
        ("[weights]", "[wieghts]", "there is no field `wieghts`"),
    ],
)
def test_a_faulty_file_is_refused_in_a_sentence(tmp_path: Path, old: str, new: str, words: str) -> None:
    assert old in SOUND
    found = read(tmp_path, SOUND.replace(old, new, 1))
    assert isinstance(found, str), found
    assert words in found
