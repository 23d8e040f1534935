"""A class from outside that never answers, or fails, is ended in `play` as well: in words the match is kept, at the table another plays in its place."""

from __future__ import annotations

import multiprocessing
import time
from pathlib import Path

import pytest
from shell_stage import Stage

from game import paths
from game.ai import brought, worker
from game.ai.player import Budget
from game.ai.worker import Thinker
from game.cli import main
from game.kernel.setup import Setup
from game.match.match import Match
from game.match.seats import SeatPlan
from game.table.play.match import MatchScreen

PATIENCE = 60.0

# It may think for a second, and the first answer has three times the limit.
BODIES = {
    "did not answer within 1.3 seconds.": "while True: pass",
    "failed: ValueError: what now (bot.py, line 6).": "raise ValueError('what now')",
}


@pytest.fixture(autouse=True)
def short(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(brought, "LIMIT", 0.1)
    monkeypatch.setattr(worker, "GRACE", 0.0)


def bot(folder: Path, body: str) -> str:
    (folder / "bot.py").write_text(
        f"class Bot:\n    def __init__(self, rules):\n        pass\n\n    def choose(self, *asked):\n        {body}\n", encoding="utf-8"
    )
    return f"{folder / 'bot.py'}:Bot"


def engines() -> set[object]:
    return {child for child in multiprocessing.active_children() if child.name == "starcross-thinker"}


@pytest.mark.parametrize("words", BODIES)
def test_at_the_table_another_plays_in_its_place_from_there_on(words: str, tmp_path: Path) -> None:
    name, before = bot(tmp_path, BODIES[words]), engines()
    match = Match.start(Setup("verona", 2, seed=5), (SeatPlan(name), SeatPlan("human")))
    stage = Stage(speed="instant", reduced_motion=True)
    screen = stage.show(MatchScreen(match))
    end = time.monotonic() + PATIENCE
    while match.deciding == 0 and time.monotonic() < end:
        stage.frame(0.1)
        time.sleep(0.005)
    assert match.deciding != 0
    assert f"{name} {words} Normal plays in its place." in [notice[1] for notice in stage.app.notices]
    assert screen.rival.lost == {name: f"{name} {words}"}
    screen.rival.close()
    assert not engines() - before


@pytest.mark.parametrize("words", BODIES)
def test_in_words_the_match_is_kept_where_it_stands(words: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    name, before = bot(tmp_path, BODIES[words]), engines()
    assert main(["play", "verona", "--text", "--seat", name, "random"]) == 2
    (save,) = paths.saves_folder().glob("*.jsonl")
    said = capsys.readouterr().err
    assert said.startswith(f"starcross: {name} {words} Left after ")
    assert said.endswith(f". To go on: starcross play --text --resume {save}\n")
    assert not engines() - before


def test_who_is_asked_no_more_is_not_waited_for_again(tmp_path: Path) -> None:
    name = bot(tmp_path, "while True: pass")
    match = Match.start(Setup("verona", 2, seed=5), (SeatPlan("human"), SeatPlan("human")))
    thinker, engines_met = Thinker(), []
    try:
        for _ in range(3):
            while len(match.legal()) < 2:
                match.submit(match.legal()[0])
            thinker.ask(match.setup, name, match.observation(match.deciding), match.legal(), Budget(1), 3)
            action = thinker.answer()
            assert action in match.legal()
            match.submit(action)
            engines_met.append(thinker._engine)
        assert list(thinker.lost) == [name]
        assert len(set(engines_met)) == 1  # none of them was ended for it again
    finally:
        thinker.close()
