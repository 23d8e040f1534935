"""`make alike`: the same matches on one process, two and a cluster; what differs is seen."""

from __future__ import annotations

import sys
from typing import Any

import pytest
from msgspec.structs import replace

from game import paths
from game.ai.greedy import GreedyPlayer
from game.lab.batch import Batch
from game.rules import open_box

pytest.importorskip("distributed", exc_type=ImportError)
sys.path.insert(0, str(paths.PACKAGE.parent / "tools"))

import alike


@pytest.mark.slow
def test_a_few_matches_are_the_same_everywhere(capsys: pytest.CaptureFixture[str]) -> None:
    assert alike.alike("verona", 12, measured=0.1)
    said = capsys.readouterr().out
    assert said.endswith("verona: the same\n")
    assert len({line.split(": ")[2].split()[0] for line in said.splitlines()[2:5]}) == 1


def test_one_match_that_differs_is_seen(monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]) -> None:
    played = alike.play_batch

    def played_otherwise(batch, **how):
        results = played(batch)
        last = replace(results.played[-1], actions=results.played[-1].actions + ("pool" in how))
        return replace(results, played=(*results.played[:-1], last))

    monkeypatch.setattr(alike, "play_batch", played_otherwise)
    assert not alike.alike("verona", 2, measured=0.01)
    assert capsys.readouterr().out.endswith("verona: DIFFERENT\n")


@pytest.mark.parametrize("game", ["verona", "starcrossed"])
def test_what_is_measured_alone_are_the_first_matches_of_the_batch(game: str, monkeypatch: pytest.MonkeyPatch) -> None:
    setup = open_box(game).complete(alike.setup_of(game))
    batch, chosen = Batch(setup, ("normal", "normal"), 3), []
    choose = GreedyPlayer.choose

    def noted(*words: Any) -> Any:
        action = choose(*words)
        chosen.append(action)
        return action

    monkeypatch.setattr(GreedyPlayer, "choose", noted)
    assert alike.alone(batch, 600.0)[0] == 3
    alone, chosen[:] = chosen[:], []
    alike.play_batch(batch)
    assert chosen == alone
