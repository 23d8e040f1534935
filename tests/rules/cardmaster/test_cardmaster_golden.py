"""Whole small matches, told line by line: any change of the rules shows as a readable difference.

`STARCROSS_GOLDEN=write` writes the stories anew; the difference then wants a reader.
"""

from __future__ import annotations

import os
from pathlib import Path

import pytest
from arena_table import at_table, fighter, wall

from game.kernel.chance import Chance
from game.kernel.words import spoken
from game.rules.cardmaster.classic import classic

FOLDER = Path(__file__).parent / "golden"

MATCHES = {
    "burning-and-freezing": (
        [
            fighter("torch", tier=9, spc=50, atk=300, gems=3, hp=700),
            fighter("frost", tier=10, status="gridfreeze", types=("tech", "spirit"), spc=999, gems=6, hp=900),
            fighter("page", tier=10, status="undershock", gems=6, spc=999, spd=350),
        ],
        [
            wall("drum", tier=8, status="brainlock", types=("humanoid", "void"), gems=3, atk=260, hp=650),
            wall("moth", tier=7, status="souldrift", types=("spirit", "nature"), gems=3, hp=500, dfn=300),
            wall("lens", tier=10, status="undershock", types=("aura", "extraterrestrial"), gems=4, hp=450),
        ],
    ),
    "locks-and-ice": (
        [
            fighter("warden", tier=10, status="brainlock", spc=999, gems=6, hp=900),
            fighter("winter", tier=10, status="gridfreeze", spc=999, gems=6, hp=900),
        ],
        [wall("ox", hp=999, gems=3, boosted="atk"), wall("elm", hp=999, gems=3, boosted="atk")],
    ),
    "raids-and-revivals": (
        [fighter("nurse", gems=9, hp=900), fighter("bank", gems=5, now=40), fighter("blade", atk=700)],
        [
            wall("thief", tier=10, status="souldrift", spc=999, gems=6, atk=150, spd=400, hp=700),
            wall("hoard", gems=6, now=60, hp=600),
            wall("squire", hp=300),
        ],
    ),
}


def story(name: str) -> str:
    """Play a match out by the classic opponent's habits and return its log."""
    mine, foes = MATCHES[name]
    lines: list[str] = []
    with at_table(mine, foes, reserve=[fighter("second"), fighter("third")], foe_reserve=[wall("relief", hp=300)]) as table:
        chance = Chance(11)
        while table.seat is not None:
            seat = table.seat
            table.do(classic(table.observation(seat), table.legal(), chance), seed=chance.below(1000))
            lines += table.words(0)
        names = {card.id: card.name for card in table.rules.cards.values()}
        return "".join(f"{spoken(line, ('Ann', 'Ben'), names.__getitem__)}\n" for line in lines)


@pytest.mark.parametrize("name", MATCHES)
def test_the_story_of_a_match_is_as_it_was(name: str):
    told, file = story(name), FOLDER / f"{name}.txt"
    if os.environ.get("STARCROSS_GOLDEN") == "write":
        file.write_text(told, encoding="utf-8")
    assert told == file.read_text(encoding="utf-8")


def test_the_stories_hold_every_kind_of_line():
    told = "".join((FOLDER / f"{name}.txt").read_text(encoding="utf-8") for name in MATCHES)
    for words in (
        "Overcook burns",
        "Souldrift:",
        "Brainlock holds",
        "Gridfreeze holds",
        "Undershock",
        "Backfire",
        "raids",
        "steps in",
        "MVP 1",
    ):
        assert words in told, words
