"""Replays: step, jump, and name the first action that differs."""

from __future__ import annotations

from pathlib import Path

import pytest
import toy
from shelved import played_on, toy_match

from game.match.journal import snapshot_path
from game.match.match import Match
from game.match.replay import Replay
from game.match.save import list_saves

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


def last_cut(content: bytes) -> bytes:
    """Return a journal without its last line."""
    return b"".join(content.splitlines(keepends=True)[:-1])


def middle_cut(content: bytes) -> bytes:
    """Return a journal that breaks off in the middle of a line, some lines before its end."""
    return content[: content.index(b"\n", len(content) * 2 // 3) - 9]


BROKEN = [
    (
        lambda content: content[:90],
        "line 1: it is cut off): the copy beside it was read instead, and all 11 actions in it lead where they did.",
    ),
    (lambda _: b"", "(it is empty): the copy beside it was read instead, and all 11 actions in it lead where they did."),
    (lambda _: b"\xf7\x00 noise\n\xff" * 300, "the copy beside it was read instead, and all 11 actions in it lead where they did."),
    (middle_cut, "it is cut off): the copy beside it was read instead, and all 11 actions in it lead where they did."),
    (last_cut, "its last line is missing): what is left of it was read, and all 11 actions in it lead where they did."),
]
"""What was done to a save, and what is said of it."""


@pytest.mark.parametrize(("breaks", "said"), BROKEN, ids=["cut", "empty", "noise", "cut later", "a line lost"])
def test_a_save_that_is_damaged_says_so_and_what_was_read_instead(tmp_path: Path, breaks, said: str) -> None:
    match = saved(tmp_path, 12)
    match.close()
    assert Replay.open(match.path).damage == ""
    assert not list_saves(tmp_path)[0].damaged
    match.path.write_bytes(breaks(match.path.read_bytes()))
    replay = Replay.open(match.path)
    assert replay.difference == ""
    assert replay.damage.startswith(f"{match.path.name} is damaged (")
    assert replay.damage.endswith(f"{said} It goes on after action 12, where the position saved beside it stands.")
    (entry,) = list_saves(tmp_path)
    assert entry.damaged
    assert entry.going, "the position beside it says how it stands"


def test_a_damaged_save_of_a_match_that_was_given_up_says_that_it_is_over(tmp_path: Path) -> None:
    match = saved(tmp_path, 12)
    match.concede(match.deciding)
    match.close()
    match.path.write_bytes(b"")
    assert Replay.open(match.path).damage.endswith("all 12 actions in it lead where they did. The match is over.")


def test_actions_taken_back_do_not_make_a_save_a_damaged_one(tmp_path: Path) -> None:
    """The program ended before the position beside it was renewed: that is a later one, and the journal still has all that led to it."""
    match = saved(tmp_path, 5, take_backs=True)
    position = snapshot_path(match.path).read_bytes()
    match.undo(match.decided_last)
    match.close()
    snapshot_path(match.path).write_bytes(position)
    (entry,) = list_saves(tmp_path)
    assert (entry.count, entry.stood, entry.damaged) == (4, 5, False)
    assert Replay.open(match.path).damage == ""
