"""Every game's table as it is drawn, moment by moment: laid out, a piece pointed at, looked at, picked up, let go, and an action as it is shown.

Beside them stand the faces of cards, one of each kind, large and small, and the painted pieces, as letters: a digit a few pixels, the brighter the higher.
The first moment is written down whole, each further one as what it draws that the moment before did not (+) and no longer (-).
`STARCROSS_GOLDENS=write pytest tests/table` writes the goldens anew; read the difference before you commit it.
"""

from __future__ import annotations

import os
from collections.abc import Iterator
from difflib import unified_diff
from pathlib import Path

import pygame
import pytest
from msgspec import Struct
from shell_stage import Stage, flat

from game.cli.shoot import seated
from game.kernel.chance import Chance
from game.kernel.setup import Setup
from game.match.match import Match
from game.match.seats import SeatPlan
from game.rules import open_box
from game.table.canvas.draw import Made, dump
from game.table.pieces import figures
from game.table.pieces.card_face import face_items
from game.table.play.match import MatchScreen

GOLDENS = Path(__file__).parent / "goldens"
KEYS: tuple[tuple[str, ...], ...] = (
    ("tab",),
    ("v",),
    ("escape", "tab", "tab"),
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
    golden, drawn = compared(name, written(name))
    assert golden == drawn, "if this is meant: STARCROSS_GOLDENS=write, and read the difference"


def compared(name: str, drawn: str) -> tuple[list[str], list[str]]:
    """Return what a golden says and what is drawn, as lines; write it first where that was asked for."""
    golden = GOLDENS / f"{name}.txt"
    if os.environ.get("STARCROSS_GOLDENS") == "write":
        golden.write_text(drawn, encoding="utf-8")
    return golden.read_text(encoding="utf-8").splitlines(), drawn.splitlines()


@pytest.mark.parametrize("game", ["overcross", "cardmaster", "starcrossed", "shine"])
def test_a_card_of_each_kind_is_drawn_as_its_golden_says(game: str) -> None:
    stage, box = Stage(), open_box(game)
    app = stage.app
    figures.register(app)
    theme = app.world(game)
    app.fonts.faces = dict(theme.faces)
    kinds = {face.kind: face for face in reversed(box.catalogue())}
    lines = []
    for kind, face in sorted(kinds.items()):
        for width, device in ((300.0, 400), (120.0, 150), (60.0, 60)):
            lines += [f"== {kind}: {face.name} at {device}", dump(face_items(app, theme, face, (0.0, 0.0, width, width * 1.4), device))]
    golden, drawn = compared(f"faces_{game}", "\n".join(lines) + "\n")
    assert golden == drawn


COLUMNS = 24


def letters(surface: pygame.Surface) -> list[str]:
    """Return a picture as digits: how bright it is, from 0 to 9, a dot where nothing is painted."""
    width, height = surface.get_size()
    rows = max(1, round(COLUMNS * height / width / 2))
    small = pygame.transform.smoothscale(surface.convert_alpha(), (COLUMNS, rows))

    def sign(x: int, y: int) -> str:
        red, green, blue, alpha = small.get_at((x, y))
        return "." if alpha < 26 else str(min(9, (red * 3 + green * 6 + blue) * alpha // 66300))

    return ["".join(sign(x, y) for x in range(COLUMNS)) for y in range(rows)]


def painted(sitting: Sitting) -> Iterator[tuple[str, list[str]]]:
    """Yield one or two painted pieces of each kind on a table, as letters."""
    match = Match.start(Setup(sitting.game, sitting.seats, seed=sitting.seed), (SeatPlan("human"),) * sitting.seats)
    chance = Chance(sitting.seed)
    for _ in range(sitting.actions):
        match.submit(chance.pick(match.legal()))
    stage = Stage(sitting.size, text_size=sitting.text)
    stage.show(MatchScreen(seated(match, match.deciding or 0)))
    for _ in range(4):
        stage.frame(1.0)
    stage.press("return", "tab", "return", "tab")
    stage.frame(1.0)
    scale, seen = stage.app.view.scale, dict.fromkeys(stage.app.painter.makers, 0)
    for item in flat(stage.app.items()):
        if isinstance(item, Made) and seen[item.kind] < 2:
            seen[item.kind] += 1
            width, height = max(2, round(item.rect[2] * scale)), max(2, round(item.rect[3] * scale))
            yield f"{item.kind} {width}x{height}", letters(stage.app.painter.makers[item.kind](item.key, width, height))


def near(one: str, other: str) -> bool:
    """Tell whether two rows of letters differ by no more than a step anywhere: libraries round in their own ways."""
    return len(one) == len(other) and all(
        a == b or ((a + b).isdigit() and abs(int(a) - int(b)) <= 1) for a, b in zip(one, other, strict=True)
    )


@pytest.mark.parametrize("name", ["table_overcross", "table_cardmaster", "table_starcrossed", "table_shine", "table_verona_four"])
def test_painted_pieces_look_as_their_golden_says(name: str, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("game.ai.worker.Thinker.warm", lambda self: None)
    lines = [line for title, rows in painted(SITTINGS[name]) for line in (f"== {title}", *rows)]
    golden, drawn = compared(name.replace("table", "painted"), "\n".join(lines) + "\n")
    assert [line for line in golden if line.startswith("==")] == [line for line in drawn if line.startswith("==")]
    assert [pair for pair in zip(golden, drawn, strict=True) if not pair[0].startswith("==") and not near(*pair)] == []
