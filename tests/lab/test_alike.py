"""`make alike`: the same matches on one process, two and a cluster; what differs is seen."""

from __future__ import annotations

import sys

import pytest
from msgspec.structs import replace

from game import paths

pytest.importorskip("distributed", exc_type=ImportError)
sys.path.insert(0, str(paths.PACKAGE.parent / "tools"))

import alike


@pytest.mark.slow
def test_a_few_matches_are_the_same_everywhere(capsys: pytest.CaptureFixture[str]) -> None:
    assert alike.alike("verona", 12, measured=0.1)
    said = capsys.readouterr().out
    assert said.endswith("verona: the same\n")
    assert len({line.split(": ")[2].split()[0] for line in said.splitlines()[:3]}) == 1


def test_one_match_that_differs_is_seen(monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]) -> None:
    played = alike.play_batch

    def played_otherwise(batch, **how):
        results = played(batch)
        last = replace(results.played[-1], actions=results.played[-1].actions + ("pool" in how))
        return replace(results, played=(*results.played[:-1], last))

    monkeypatch.setattr(alike, "play_batch", played_otherwise)
    assert not alike.alike("verona", 2, measured=0.01)
    assert capsys.readouterr().out.endswith("verona: DIFFERENT\n")


def test_a_job_is_held_against_single_matches_action_for_action(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    """The matches that are measured alone are others than those of the batch: were whole ones counted, shorter ones would look quicker."""
    played = alike.play_batch
    lengths: list[int] = []

    def noted(batch, **_how):
        results = played(batch)
        lengths[:] = results.lengths
        return results

    seconds = iter(range(100))
    monkeypatch.setattr(alike, "play_batch", noted)
    monkeypatch.setattr(alike, "spent", lambda: float(next(seconds)))
    monkeypatch.setattr(alike, "plain_rounds", lambda: alike.USUAL)
    monkeypatch.setattr(alike, "greedy_pace", lambda *_: (1000.0, 500.0))
    assert alike.alike("verona", 2, measured=0.01)
    assert f", {sum(lengths) / 500:.2f} of a single match's speed" in capsys.readouterr().out.splitlines()[0]
