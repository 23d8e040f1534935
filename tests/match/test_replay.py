"""Replays: step, jump, and name the first action that differs."""

from __future__ import annotations

from pathlib import Path

import pytest
import toy
from shelved import played_on, toy_match

from game.match.match import Match
from game.match.replay import Replay

pytestmark = pytest.mark.usefixtures("toy_shelf")


def saved(folder: Path, actions: int, *, take_backs: bool = False) -> Match:
    match = played_on(toy_match(folder=folder, take_backs=take_backs), actions)
    match.flush()
    return match


def test_a_replay_shows_every_picture_of_the_match(tmp_path: Path) -> None:
    match = saved(tmp_path, 12)
    replay = Replay.open(match.path)
    assert (replay.first, replay.count, replay.position, replay.difference) == (0, 12, 0, "")
    for number in range(13):
        for seat in (-1, 0, 1):
            assert replay.scene(seat) == match.scene_at(seat, number)
            assert replay.beats(seat) == match.beats(seat, number)
        assert replay.step() is (number < 12)


def test_a_replay_jumps_and_stays_within_its_ends(tmp_path: Path) -> None:
    match = saved(tmp_path, 9)
    replay = Replay.open(match.path)
    replay.jump(7)
    assert (replay.position, replay.action()) == (7, match.action(7))
    replay.jump(99)
    assert replay.position == 9
    assert replay.deciding() == match.deciding
    replay.step(-20)
    assert (replay.position, replay.action()) == (0, None)


def test_a_replay_follows_take_backs(tmp_path: Path) -> None:
    match = saved(tmp_path, 5, take_backs=True)
    match.undo(match.decided_last)
    played_on(match, 1, seed=77)
    match.flush()
    replay = Replay.open(match.path)
    assert (replay.count, replay.difference) == (5, "")
    replay.jump(5)
    assert replay.scene(0) == match.scene(0)


def test_a_replay_names_the_first_action_that_differs(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    match = saved(tmp_path, 30)
    first = next(number for number in range(1, 31) if isinstance(match.action(number), toy.Yield | toy.Beat | toy.Gamble))
    clear = toy.ToyRules.clear
    monkeypatch.setattr(toy.ToyRules, "clear", lambda self, draft, seat, times: clear(self, draft, seat, times + 1))
    replay = Replay.open(match.path)
    assert replay.count == first - 1
    assert f"action {first} leads to another position" in replay.difference
    assert f"line {first + 1}" in replay.difference


def test_an_action_that_is_no_longer_allowed_is_named_with_its_rule(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    match = saved(tmp_path, 30)
    first = next(number for number in range(1, 31) if isinstance(match.action(number), toy.Draw))
    refusal = toy.ToyRules.refusal
    forbidden = toy.Refusal("never", "TY-3", "Nobody draws any more.")
    monkeypatch.setattr(
        toy.ToyRules, "refusal", lambda self, state, action: forbidden if isinstance(action, toy.Draw) else refusal(self, state, action)
    )
    replay = Replay.open(match.path)
    assert replay.count == first - 1
    assert f"action {first} is not allowed: Nobody draws any more (TY-3)" in replay.difference
