"""Every game's table as it is drawn, moment by moment: laid out, a piece pointed at, looked at, picked up, let go, and an action as it is shown.

The first moment is written down whole, each further one as what it draws that the moment before did not (+) and no longer (-).
`STARCROSS_GOLDENS=write pytest tests/table` writes the goldens anew; read the difference before you commit it.
"""

from __future__ import annotations

import os
from collections.abc import Iterator
from difflib import unified_diff
from pathlib import Path

import pytest
from msgspec import Struct
from shell_stage import Stage

from game.cli.shoot import seated
from game.kernel.chance import Chance
from game.kernel.setup import Setup
from game.match.match import Match
from game.match.seats import SeatPlan
from game.table.canvas.draw import dump
from game.table.play.match import MatchScreen

GOLDENS = Path(__file__).parent / "goldens"
KEYS: tuple[tuple[str, ...], ...] = (
    ("tab",),
    ("v",),
    ("v", "tab", "tab"),
    ("return",),
    ("tab",),
    ("right",),
    ("escape",),
    ("l",),
    ("o",),
    ("o",),
    ("t",),
    ("escape",),
)
"""What is pressed, one moment after the other."""

SECONDS = (0.02, 0.12, 0.25, 0.4, 0.6)
"""How long each of the pictures of one action comes after the one before."""


class Sitting(Struct, frozen=True):
    """Whose table, after how many actions at random, and how large."""

    game: str
    seats: int
    seed: int
    actions: int
    size: tuple[int, int] = (1280, 720)
    text: int = 100


SITTINGS = {
    "table_overcross": Sitting("overcross", 2, 4, 60),
    "table_overcross_large": Sitting("overcross", 3, 7, 30, (1920, 1080), 150),
    "table_cardmaster": Sitting("cardmaster", 2, 5, 24),
    "table_starcrossed": Sitting("starcrossed", 2, 6, 50),
    "table_shine": Sitting("shine", 2, 2, 60, (1600, 1200), 125),
    "table_verona_four": Sitting("verona", 4, 8, 12, (1024, 640)),
}


def changed(before: list[str], after: list[str]) -> list[str]:
    """Return the lines that came and went."""
    return [line for line in unified_diff(before, after, n=0, lineterm="") if line[:3] not in {"---", "+++"} and line[0] in "+-"]


def moments(sitting: Sitting) -> Iterator[tuple[str, list[str]]]:
    """Yield the draw list at every moment, with a word for it."""
    match = Match.start(Setup(sitting.game, sitting.seats, seed=sitting.seed), (SeatPlan("human"),) * sitting.seats)
    chance = Chance(sitting.seed)
    for _ in range(sitting.actions):
        match.submit(chance.pick(match.legal()))
    match = seated(match, match.deciding or 0)
    stage = Stage(sitting.size, text_size=sitting.text)
    screen = stage.show(MatchScreen(match))
    for _ in range(4):
        stage.frame(1.0)
    stage.press("return")
    yield "laid out", dump(stage.app.items()).splitlines()
    for keys in KEYS:
        stage.press(*keys)
        for _ in range(3):
            stage.frame(1.0)
        yield " ".join(keys), dump(stage.app.items()).splitlines()
    while stage.top is not screen:
        stage.press("escape")
    action = chance.pick(match.legal())
    screen.submit(action)
    for seconds in SECONDS:
        stage.frame(seconds)
        yield f"{seconds:g} seconds after {type(action).__name__}", dump(stage.app.items()).splitlines()


def written(name: str) -> str:
    """Return all moments of a sitting as text."""
    lines: list[str] = []
    before: list[str] = []
    for word, drawn in moments(SITTINGS[name]):
        lines += [f"== {word}", *(changed(before, drawn) if before else drawn)]
        before = drawn
    return "\n".join(lines) + "\n"


@pytest.mark.parametrize("name", SITTINGS)
def test_a_table_is_drawn_as_its_golden_says(name: str, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("game.ai.worker.Thinker.warm", lambda self: None)
    drawn, golden = written(name), GOLDENS / f"{name}.txt"
    if os.environ.get("STARCROSS_GOLDENS") == "write":
        golden.write_text(drawn, encoding="utf-8")
    assert golden.read_text(encoding="utf-8").splitlines() == drawn.splitlines(), (
        "if this is meant: STARCROSS_GOLDENS=write, and read the difference"
    )
