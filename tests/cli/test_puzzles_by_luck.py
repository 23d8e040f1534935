"""A puzzle is won whatever the dice show: one whose solution needs those of its seed is told as such."""

from __future__ import annotations

import pytest

from game import paths
from game.cli import main
from game.content.positions import positions_of
from game.match.course import rests_on_luck
from game.rules import SHIPPED

PUZZLE = """title = "Luck"
solution = ["Thrown mug: Pim the Potboy attacks Kobold Intern"]
[setup]
seats = 2
seed = 3
decks = ["Closing Time", "Creative Accounting"]
map = "small"
options = { objective = "summoning", invasion_goal = 3 }
[goal]
words = "Do it this turn."
told = "TOLD"
[table]
whose = 1
round = 3
limit = 3
[[table.side]]
units = [{ card = "pim-the-potboy", at = "A4" }]
score = 0
[[table.side]]
units = [{ card = "kobold-intern", at = "A3" }]
score = 0
"""


def test_a_puzzle_of_ones_own_that_is_won_by_its_seed_is_told_with_its_line(capsys: pytest.CaptureFixture[str]) -> None:
    path = paths.positions_folder("overcross") / "luck.toml"
    path.parent.mkdir(parents=True)
    path.write_text(PUZZLE.replace("TOLD", "Pim the Potboy attacks Kobold Intern*"))
    assert main(["check", str(path)]) == 0, capsys.readouterr().out
    path.write_text(PUZZLE.replace("TOLD", "Pim the Potboy hits Kobold Intern*"))
    assert main(["check", str(path)]) == 1
    assert (
        "positions/overcross/luck.toml, line 2: solution: this reaches the goal by the dice of its seed alone, and with others it does not.\n"
        in capsys.readouterr().out
    )


@pytest.mark.parametrize("game", SHIPPED)
def test_no_puzzle_that_ships_rests_on_luck(game: str) -> None:
    for position in [each for each in positions_of(game) if each.kind == "puzzle"][::5]:
        assert not rests_on_luck(position), position.name
